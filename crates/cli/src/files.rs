//! Reading and writing files: with a limit, as text, and never over another one by accident.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use katarenga_rules::{Record, RecordError, quoted_within};

use crate::error::Failure;

/// The largest file that is read: some hundred thousand games, or ten times the longest survey.
const MAX_FILE_SIZE: u64 = 64 * 1024 * 1024;

/// Why a file can't be read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// The system refused.
    #[error("{}: {error}", shown(path))]
    System {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file is too large.
    #[error(
        "{}: the file is larger than 64 MiB, the most that is read at once{advice}",
        shown(path)
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// What can be done about it, after a colon; empty where there is nothing.
        advice: &'static str,
    },
    /// The file is no text.
    #[error(
        "{}:{line}: this is not text (UTF-8): the line holds the byte 0x{byte:02x} where no character has it",
        shown(path)
    )]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The byte that is in no character.
        byte: u8,
    },
    /// A file would be replaced.
    #[error("{} exists already: choose another name, or replace it with --force", shown(path))]
    Exists {
        /// The file.
        path: PathBuf,
    },
}

/// The longest name of a file that a message repeats whole, in characters.
const MAX_NAME_LENGTH: usize = 200;

/// The name of a file as a message has it: it may come from a person, and be anything.
pub(crate) fn shown(path: &Path) -> String {
    quoted_within(&path.display().to_string(), MAX_NAME_LENGTH)
}

/// The text of an open file of at most 64 MiB, from where it stands; `advice` is given when it is
/// larger.
pub(crate) fn read_open(
    path: &Path,
    file: impl Read,
    advice: &'static str,
) -> Result<String, FileError> {
    String::from_utf8(bytes(path, file, advice)?).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        FileError::NotText {
            path: path.to_owned(),
            line: bytes[..valid].split(|byte| *byte == b'\n').count(),
            byte: bytes.get(valid).copied().unwrap_or_default(),
        }
    })
}

/// The bytes of an open file, at most 64 MiB.
fn bytes(path: &Path, file: impl Read, advice: &'static str) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes);
    read.map_err(|error| FileError::System { path: path.to_owned(), error })?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(FileError::TooLarge { path: path.to_owned(), advice });
    }
    Ok(bytes)
}

/// A file of records. One that is wrong, or holds bytes that are no text, is no reason not to read
/// the others.
pub(crate) struct RecordFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl RecordFile {
    /// Reads a file of at most 64 MiB.
    pub(crate) fn read(path: &Path) -> Result<Self, FileError> {
        let advice = ": split it (a record begins with its [Game ...] tag)";
        let system = |error| FileError::System { path: path.to_owned(), error };
        let bytes = bytes(path, File::open(path).map_err(system)?, advice)?;
        Ok(Self { path: path.to_owned(), bytes: as_utf8(bytes) })
    }

    /// Shows each record, or its errors as `FILE:LINE:COLUMN: reason`, until that fails.
    pub(crate) fn each<E>(
        &self,
        mut show: impl FnMut(Result<Record, Vec<String>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let text = String::from_utf8_lossy(&self.bytes);
        let mut invalid_bytes = invalid_bytes(&self.bytes).peekable();
        let mut records = Record::read_all_with_places(&text).peekable();
        while let Some((_, record)) = records.next() {
            let end = records.peek().map(|(next, _)| *next);
            let is_inside = |stray: &InvalidByte| end.is_none_or(|end| stray.place < end);
            let stray = invalid_bytes.next_if(is_inside);
            while invalid_bytes.next_if(is_inside).is_some() {}
            show(match (record, stray) {
                (Ok(record), None) => Ok(record),
                (record, stray) => {
                    Err(self.messages(&record.err().unwrap_or_default(), stray.as_ref()))
                }
            })?;
        }
        Ok(())
    }

    /// The errors of a record up to the first byte that is no text: what follows it can't be judged.
    fn messages(&self, errors: &[RecordError], stray: Option<&InvalidByte>) -> Vec<String> {
        let at = |(line, column), why: &dyn std::fmt::Display| {
            format!("{}:{line}:{column}: {why}", self.path.display())
        };
        let before = |error: &&RecordError| {
            stray.is_none_or(|stray| (error.line, error.column) < stray.place)
        };
        let errors = errors.iter().filter(before);
        let messages = errors.map(|error| at((error.line, error.column), &error.fault));
        messages.chain(stray.map(|stray| at(stray.place, stray))).collect()
    }

    /// The records, all of them right.
    pub(crate) fn all(&self) -> Result<Vec<Record>, Failure> {
        let mut records = Vec::new();
        self.each(|record| {
            records.push(right(record)?);
            Ok::<(), Failure>(())
        })?;
        Ok(records)
    }
}

/// The records of a file, all of them right.
pub(crate) fn records(path: &Path) -> Result<Vec<Record>, Failure> {
    RecordFile::read(path)?.all()
}

/// A record, or its errors.
pub(crate) fn right(record: Result<Record, Vec<String>>) -> Result<Record, Failure> {
    record.map_err(|errors| Failure::Input(errors.join("\n")))
}

/// A byte that is in no character.
#[derive(Debug, thiserror::Error)]
#[error(
    "this is not text (UTF-8): no character has the byte 0x{byte:02x} here; save the file as UTF-8"
)]
struct InvalidByte {
    /// Line and column, counted from 1.
    place: (usize, usize),
    byte: u8,
}

/// The bytes that are in no character, with their places as records count them.
fn invalid_bytes(bytes: &[u8]) -> impl Iterator<Item = InvalidByte> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let (mut line, mut column, mut after_return) = (1, 1, false);
    bytes.utf8_chunks().filter_map(move |chunk| {
        for c in chunk.valid().chars() {
            match c {
                '\n' if after_return => {}
                '\n' | '\r' => (line, column) = (line + 1, 1),
                _ => column += 1,
            }
            after_return = c == '\r';
        }
        let stray =
            chunk.invalid().first().map(|byte| InvalidByte { place: (line, column), byte: *byte });
        if stray.is_some() {
            (column, after_return) = (column + 1, false);
        }
        stray
    })
}

/// UTF-16, as some editors save it, as UTF-8; anything else as it is.
fn as_utf8(bytes: Vec<u8>) -> Vec<u8> {
    let unit: fn([u8; 2]) -> u16 = match bytes.as_slice() {
        [0xff, 0xfe, ..] | [1..=0xff, 0, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] | [0, 1..=0xff, ..] => u16::from_be_bytes,
        _ => return bytes,
    };
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String =
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    text.into_bytes()
}

/// Makes sure that a file may be written there, before anything is.
pub(crate) fn check_free(path: &Path, force: bool) -> Result<(), FileError> {
    // A link that leads nowhere is there, too.
    if force || path.symlink_metadata().is_err() {
        Ok(())
    } else {
        Err(FileError::Exists { path: path.to_owned() })
    }
}

/// Begins a file to which is written bit by bit. An existing one is replaced only with `force`.
pub(crate) fn create(path: &Path, force: bool) -> Result<File, FileError> {
    let file = if force { File::create(path) } else { File::create_new(path) };
    file.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => FileError::Exists { path: path.to_owned() },
        _ => FileError::System { path: path.to_owned(), error },
    })
}

/// Opens a file to which lines are added, and gives what its whole lines hold. A line that was cut short is removed, and
/// an empty file begun with `header`; one that begins otherwise is `refused`, and left as it is.
pub(crate) fn resume<T>(
    path: &Path,
    header: &str,
    refused: impl Fn() -> Failure,
    read: impl FnOnce(&str) -> Result<T, Failure>,
) -> Result<(File, T), Failure> {
    let system = |error| located_at(path, &error);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path).map_err(system)?;
    // A device or a pipe holds no lines, and reading from it may never end.
    let is_kept = file.metadata().map_err(system)?.is_file();
    let mut text = String::new();
    if is_kept {
        // The beginning is looked at first, before the whole is taken for text.
        let mut begins = Vec::new();
        (&mut file).take(header.len() as u64).read_to_end(&mut begins).map_err(system)?;
        if !header.as_bytes().starts_with(&begins) {
            return Err(refused());
        }
        text = read_open(path, begins.chain(&mut file), "")?;
    }
    // What follows the last end of a line was cut short, and so may the header be.
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let whole = if whole.len() < header.len() { "" } else { whole };
    let known = read(whole)?;
    if is_kept {
        file.set_len(whole.len() as u64).map_err(system)?;
        file.seek(io::SeekFrom::End(0)).map_err(system)?;
    }
    if whole.is_empty() {
        file.write_all(header.as_bytes()).map_err(system)?;
    }
    Ok((file, known))
}

/// Writes a whole file or nothing of it. An existing one is replaced only with `force`.
pub(crate) fn write(path: &Path, content: &[u8], force: bool) -> Result<(), FileError> {
    // A device or a pipe is written to, and not replaced by a file.
    if force && path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let opened = OpenOptions::new().write(true).open(path);
        let written = opened.and_then(|mut place| place.write_all(content));
        return written.map_err(|error| failed(path, error));
    }
    let mut builder = tempfile::Builder::new();
    allow_others(&mut builder);
    let mut temporary_file = TemporaryFile::begin(path, &builder)?;
    temporary_file.file.write_all(content).map_err(|error| failed(path, error))?;
    temporary_file.keep(force)
}

/// A file that is written under a temporary name, and gets its name when it is complete.
#[derive(Debug)]
pub(crate) struct TemporaryFile {
    path: PathBuf,
    file: io::BufWriter<File>,
    /// Removed with whatever is in it, unless it is kept.
    temporary: tempfile::TempPath,
}

impl TemporaryFile {
    /// One that its owner alone may read.
    pub(crate) fn private(path: &Path) -> Result<Self, FileError> {
        Self::begin(path, &tempfile::Builder::new())
    }

    fn begin(path: &Path, builder: &tempfile::Builder<'_, '_>) -> Result<Self, FileError> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let begun = builder.tempfile_in(folder.unwrap_or(Path::new(".")));
        let (file, temporary) = begun.map_err(|error| failed(path, error))?.into_parts();
        Ok(Self { path: path.to_owned(), file: io::BufWriter::new(file), temporary })
    }

    /// Gives the file its name. An existing one is replaced only with `force`.
    pub(crate) fn keep(mut self, force: bool) -> Result<(), FileError> {
        let Self { path, file, .. } = &mut self;
        file.flush().map_err(|error| failed(path, error))?;
        file.get_ref().sync_all().map_err(|error| failed(path, error))?;
        let Self { path, temporary, .. } = self;
        let kept =
            if force { temporary.persist(&path) } else { temporary.persist_noclobber(&path) };
        kept.map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists { path: path.clone() },
            _ => failed(&path, error.error),
        })
    }
}

impl io::Write for TemporaryFile {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        let path = &self.path;
        self.file.write(content).map_err(|error| located_at(path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let path = &self.path;
        self.file.flush().map_err(|error| located_at(path, &error))
    }
}

fn failed(path: &Path, error: io::Error) -> FileError {
    FileError::System { path: path.to_owned(), error: without_temporary(error) }
}

/// An error of the system with the name of the file.
pub(crate) fn located_at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", shown(path)))
}

/// Gives the file what a new one is allowed, before the user's mask: a temporary file would be its
/// owner's alone.
fn allow_others(builder: &mut tempfile::Builder<'_, '_>) {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    #[cfg(not(unix))]
    let _ = builder;
}

/// An error of a temporary file without that file's name, which nobody chose.
fn without_temporary(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((what, _)) => io::Error::new(error.kind(), what.to_owned()),
        None => error,
    }
}
