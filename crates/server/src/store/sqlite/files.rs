//! The files of a database: whether they are still the ones that were opened, and who may read them.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::APPLICATION_ID;
use crate::store::trouble::Trouble;

/// Looks after the files of an open database.
#[derive(Debug)]
pub(super) struct Files {
    path: PathBuf,
    identity: Identity,
    /// Closed after the database alone: closing any descriptor of a file gives up all locks that
    /// the process has on it.
    file: File,
    /// The header as it was seen last; none once it made no sense, as nothing that was read fits
    /// what is in the file then.
    header: Mutex<Option<Header>>,
    /// The files beside the database, by their names in full.
    wal_and_shm: Mutex<SideFiles>,
}

impl Files {
    /// Those of a database that was just opened and written.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        let header = Header::read(&file);
        let files = Self {
            path: path.to_owned(),
            identity: Identity::of(&metadata),
            header: Mutex::new(header),
            file,
            wal_and_shm: Mutex::default(),
        };
        files.adopt_side_files();
        Ok(files)
    }

    /// Takes the files beside the database for its own, as they are now.
    pub(super) fn adopt_side_files(&self) {
        let known = side_files(&self.path).into_iter().filter_map(|path| {
            let metadata = path.metadata().ok()?;
            Some((path, Identity::of(&metadata), metadata.len()))
        });
        *self.wal_and_shm.lock().unwrap_or_else(PoisonError::into_inner) = known.collect();
    }

    /// The log has become shorter, since all of it has come into the database.
    pub(super) fn log_was_emptied(&self) {
        let mut side_files = self.wal_and_shm.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, length)) = side_files.first_mut() {
            *length = 0;
        }
    }

    /// Gives the log another name, under which it is not taken for that of a file which was
    /// overwritten; the name, if the log is still there.
    pub(super) fn set_log_aside(&self) -> Option<PathBuf> {
        let side_files = self.wal_and_shm.lock().unwrap_or_else(PoisonError::into_inner);
        let (log, identity, _) = side_files.first()?;
        if Identity::of(&log.metadata().ok()?) != *identity {
            return None;
        }
        let mut aside = log.clone().into_os_string();
        aside.push(".old");
        std::fs::rename(log, &aside).ok()?;
        Some(aside.into())
    }

    /// Whether everything is where it was, and looks as it must.
    pub(super) fn check(&self) -> Result<(), Trouble> {
        let metadata = self.path.metadata().map_err(|_| Trouble::Gone)?;
        if Identity::of(&metadata) != self.identity {
            return Err(Trouble::Replaced);
        }
        if !self.is_sound() {
            return Err(Trouble::Damaged);
        }
        let mut side_files = self.wal_and_shm.lock().unwrap_or_else(PoisonError::into_inner);
        // The log grows, and is written again from its start; it gets shorter only where all of it
        // has come into the database, which is made sure of then.
        let is_known = |(path, known, length): &mut (PathBuf, Identity, u64)| {
            let metadata = path.metadata().ok();
            let metadata =
                metadata.filter(|now| Identity::of(now) == *known && now.len() >= *length);
            metadata.inspect(|now| *length = now.len()).is_some()
        };
        if side_files.iter_mut().all(is_known) { Ok(()) } else { Err(Trouble::LogGone) }
    }

    /// Whether the header is ours and no older than it was, and the file no shorter.
    fn is_sound(&self) -> bool {
        let mut known = self.header.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(before) = *known else { return false };
        let look = || Header::read(&self.file).filter(|now| now.can_follow(before));
        // The first look may have met a header that was just being written.
        *known = look().or_else(look);
        known.is_some()
    }
}

/// Files with what tells them from others, and their lengths as they were seen last; the log first.
type SideFiles = Vec<(PathBuf, Identity, u64)>;

/// What the first bytes of the file say: <https://www.sqlite.org/fileformat.html#the_database_header>.
#[derive(Clone, Copy, Debug)]
struct Header {
    /// Counts changes of the first page; `SQLite` never turns it back.
    changes: u32,
    /// The length of the file.
    length: u64,
}

impl Header {
    fn read(file: &File) -> Option<Self> {
        let mut bytes = [0; 100];
        read_start(file, &mut bytes).ok()?;
        let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        // Before anything came out of the log the file says nothing.
        let application = i64::from(number(68)?);
        if !bytes.starts_with(b"SQLite format 3\0") || ![0, APPLICATION_ID].contains(&application) {
            return None;
        }
        Some(Self { changes: number(24)?, length: file.metadata().ok()?.len() })
    }

    const fn can_follow(self, before: Self) -> bool {
        self.changes > before.changes
            || self.changes == before.changes && self.length >= before.length
    }
}

#[cfg(unix)]
fn read_start(file: &File, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, 0)
}

#[cfg(not(unix))]
fn read_start(mut file: &File, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Read as _, Seek as _};
    file.rewind()?;
    file.read_exact(bytes)
}

/// What tells a file from another one that gets its name: device and number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Identity(u64, u64);

impl Identity {
    #[cfg(unix)]
    fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self(metadata.dev(), metadata.ino())
    }

    /// Elsewhere an open file can be neither removed nor replaced.
    #[cfg(not(unix))]
    fn of(_: &Metadata) -> Self {
        Self(0, 0)
    }
}

/// The files beside a database; those of a symbolic link stand beside what it leads to.
pub(super) fn side_files(path: &Path) -> [PathBuf; 2] {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    ["-wal", "-shm"].map(|end| {
        let mut name = full.clone().into_os_string();
        name.push(end);
        name.into()
    })
}

/// Makes an empty file that its owner alone may read; the files beside it get the same permissions.
pub(super) fn make(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Takes from everybody what may be read by everybody: there are names and messages in it. A file
/// that its owner opened to a group alone stays so.
pub(super) fn restrict_permissions(path: &Path) {
    #[cfg(unix)]
    for path in [path.to_owned()].into_iter().chain(side_files(path)) {
        use std::os::unix::fs::PermissionsExt;
        let mode = path.metadata().map_or(0, |metadata| metadata.permissions().mode());
        if mode & 0o007 != 0 {
            // Who is not its owner can't, and has to live with it.
            let _ = std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}
