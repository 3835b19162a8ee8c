//! Reading and writing files: with a limit, as text, and never over another one by accident.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use katarenga_rules::{Record, RecordError, quoted_within};

use crate::error::Failure;

/// The largest file that is read: some hundred thousand games, or ten times the longest survey.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Why a file can't be read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// The system says no.
    #[error("{}: {error}", shown(path))]
    System {
        /// The file.
        path: PathBuf,
        /// What it says.
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
const LONGEST_NAME: usize = 200;

/// The name of a file as a message has it: it may come from a person, and be anything.
pub(crate) fn shown(path: &Path) -> String {
    quoted_within(&path.display().to_string(), LONGEST_NAME)
}

/// The text of a file of records, of at most 64 MiB.
pub(crate) fn read(path: &Path) -> Result<String, FileError> {
    let advice = ": split it (a record begins with its [Game ...] tag)";
    let system = |error| FileError::System { path: path.to_owned(), error };
    read_open(path, &File::open(path).map_err(system)?, advice)
}

/// The text of an open file of at most 64 MiB, from where it stands; `advice` is given when it is
/// larger.
pub(crate) fn read_open(
    path: &Path,
    file: impl Read,
    advice: &'static str,
) -> Result<String, FileError> {
    let system = |error| FileError::System { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(system)?;
    if bytes.len() as u64 > LARGEST {
        return Err(FileError::TooLarge { path: path.to_owned(), advice });
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        FileError::NotText {
            path: path.to_owned(),
            line: bytes[..valid].split(|byte| *byte == b'\n').count(),
            byte: bytes.get(valid).copied().unwrap_or_default(),
        }
    })
}

/// The records of a file, all of them right.
pub(crate) fn records(path: &Path) -> Result<Vec<Record>, Failure> {
    Record::read_all(&read(path)?).map(|record| right(path, record)).collect()
}

/// A record, or its errors with the file and line of each.
pub(crate) fn right(
    path: &Path,
    record: Result<Record, Vec<RecordError>>,
) -> Result<Record, Failure> {
    record.map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(|error| located(path, error)).collect();
        Failure::Input(lines.join("\n"))
    })
}

/// An error in a file as `FILE:LINE: reason`.
pub(crate) fn located(path: &Path, error: &RecordError) -> String {
    format!("{}:{}: {}", path.display(), error.line, error.fault)
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

/// Writes a whole file or nothing of it. An existing one is replaced only with `force`.
pub(crate) fn write(path: &Path, content: &[u8], force: bool) -> Result<(), FileError> {
    let mut builder = tempfile::Builder::new();
    allow_others(&mut builder);
    let mut aside = Aside::begin(path, &builder)?;
    aside.file.write_all(content).map_err(|error| failed(path, error))?;
    aside.keep(force)
}

/// A file that is written aside, and gets its name when it is complete.
#[derive(Debug)]
pub(crate) struct Aside {
    path: PathBuf,
    file: io::BufWriter<File>,
    /// Removed with whatever is in it, unless it is kept.
    temporary: tempfile::TempPath,
}

impl Aside {
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

impl io::Write for Aside {
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
fn located_at(path: &Path, error: &io::Error) -> io::Error {
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
