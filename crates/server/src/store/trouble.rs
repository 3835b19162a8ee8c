//! What keeps a database from being read or written, whatever is asked of it.

use std::sync::{Mutex, PoisonError};

use sqlx::Error;

/// What is wrong with the database as a whole. An error that concerns one row is none of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    /// The disk is full.
    #[error("there is no room left on the disk of the database")]
    NoRoom,
    /// The file can be read and not written.
    #[error("the database can't be written: its file, its folder or its disk is read-only")]
    ReadOnly,
    /// Another program writes for too long.
    #[error("another program keeps the database locked")]
    Busy,
    /// The content of the file makes no sense.
    #[error("the file of the database is damaged")]
    Damaged,
    /// The file is no longer where it was.
    #[error("the file of the database was removed")]
    Gone,
    /// Another file has its name.
    #[error("another file is in the place of the database")]
    Replaced,
    /// A file that belongs to it, `-wal` or `-shm`, is no longer where it was.
    #[error("a file beside the database, -wal or -shm, was removed, replaced or shortened")]
    LogGone,
    /// The system refuses to read or write for another reason.
    #[error("the disk of the database fails")]
    Failing,
    /// The server of the database can't be reached, or does not answer.
    #[error("the database can't be reached")]
    Away,
    /// The server of the database follows another one.
    #[error("the database is a standby, which can't be written")]
    Standby,
}

impl Trouble {
    /// What an error says of the database as a whole, if anything.
    pub(super) fn of(error: &Error) -> Option<Self> {
        match error {
            Error::Database(error) => Self::of_code(error.code()?.parse().ok()?),
            Error::PoolTimedOut => Some(Self::Busy),
            Error::Io(_) | Error::PoolClosed | Error::WorkerCrashed => Some(Self::Failing),
            _ => None,
        }
    }

    /// What an extended result code of `SQLite` says: <https://www.sqlite.org/rescode.html>.
    const fn of_code(code: u32) -> Option<Self> {
        const READONLY_DBMOVED: u32 = 1032;
        const IOERR_SHMSIZE: u32 = 4874;
        match (code, code & 0xff) {
            (READONLY_DBMOVED, _) => Some(Self::Gone),
            (IOERR_SHMSIZE, _) | (_, 13) => Some(Self::NoRoom),
            (_, 5 | 6) => Some(Self::Busy),
            (_, 3 | 8) => Some(Self::ReadOnly),
            (_, 11 | 26) => Some(Self::Damaged),
            (_, 7 | 10 | 14) => Some(Self::Failing),
            _ => None,
        }
    }

    /// Whether the file is another one than the one that was opened, or none.
    pub(super) const fn is_elsewhere(self) -> bool {
        matches!(self, Self::Gone | Self::Replaced)
    }

    /// What helps, where nothing helps by itself.
    pub(super) const fn advice(self) -> &'static str {
        match self {
            Self::NoRoom => "writing goes on by itself when there is room again",
            Self::ReadOnly | Self::Busy | Self::Failing | Self::Away => {
                "writing is tried again every second"
            }
            Self::Standby => "writing is tried again every second; connect to the primary server",
            Self::Damaged => "end the server and put a backup in its place, without -wal and -shm",
            Self::Gone | Self::Replaced => {
                "nothing is kept until the file is back; to go on with what is there now, start \
                 the server again"
            }
            Self::LogGone => "its content is saved, and the database opened again",
        }
    }

    /// The code of the refusal.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::NoRoom => "storage-full",
            Self::ReadOnly | Self::Standby => "storage-read-only",
            Self::Busy => "storage-busy",
            Self::Damaged => "storage-damaged",
            Self::Gone | Self::Replaced | Self::LogGone => "storage-gone",
            Self::Failing => "storage-failing",
            Self::Away => "storage-away",
        }
    }
}

/// What keeps the database from being written; what changes is logged.
#[derive(Default, Debug)]
pub(super) struct TroubleLog(Mutex<Option<Trouble>>);

impl TroubleLog {
    /// What is known.
    pub(super) fn get(&self) -> Option<Trouble> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes whether something could be written.
    pub(super) fn set(&self, trouble: Option<Trouble>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (std::mem::replace(&mut *known, trouble), trouble) {
            (before, Some(now)) if before != trouble => {
                tracing::error!("nothing can be written: {now}; {}", now.advice());
            }
            (Some(_), None) => tracing::warn!("the database can be written again"),
            _ => {}
        }
    }
}
