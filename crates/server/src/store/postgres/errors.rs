//! What errors of PostgreSQL mean.

use sqlx::Error;
use sqlx::postgres::PgDatabaseError;

use crate::store::StoreError;
use crate::store::trouble::{Trouble, TroubleLog};

/// How the database fares, as far as errors say.
#[derive(Default, Debug)]
pub(in crate::store) struct Health {
    log: TroubleLog,
}

impl Health {
    /// What an error means; what it says of the whole database is noted.
    pub(in crate::store) fn explain(&self, error: Error) -> StoreError {
        match of(&error) {
            // It concerns this transaction alone.
            Some(Trouble::Busy) => Trouble::Busy.into(),
            Some(trouble) => {
                self.log.set(Some(trouble));
                trouble.into()
            }
            None => error.into(),
        }
    }

    /// Notes that something was written.
    pub(super) fn is_well(&self) {
        self.log.set(None);
    }

    /// What keeps the database from being written, as far as is known.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        self.log.get()
    }
}

/// The code of an error: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
pub(super) fn code(error: &Error) -> Option<&str> {
    let error = error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?;
    Some(error.code())
}

/// Whether the transaction was given up alone: two were in each other's way, or it took too long.
fn is_of_one(error: &Error) -> bool {
    const SERIALIZATION_FAILURE: &str = "40001";
    const DEADLOCK_DETECTED: &str = "40P01";
    const LOCK_NOT_AVAILABLE: &str = "55P03";
    const QUERY_CANCELED: &str = "57014";
    let known = [SERIALIZATION_FAILURE, DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE, QUERY_CANCELED];
    code(error).is_some_and(|code| known.contains(&code))
}

fn of(error: &Error) -> Option<Trouble> {
    match error {
        Error::PoolTimedOut
        | Error::Io(_)
        | Error::Tls(_)
        | Error::PoolClosed
        | Error::WorkerCrashed => Some(Trouble::Away),
        error if is_of_one(error) => Some(Trouble::Busy),
        error => of_code(code(error)?),
    }
}

fn of_code(code: &str) -> Option<Trouble> {
    match code {
        // Disk full.
        "53100" => Some(Trouble::NoRoom),
        // Read-only transaction: a standby.
        "25006" => Some(Trouble::Standby),
        // Index or data corrupted.
        "XX001" | "XX002" => Some(Trouble::Damaged),
        // Out of memory, too many connections.
        "53200" | "53300" => Some(Trouble::Away),
        // Terminated, crashed, starting up, gone; idle for too long.
        _ if code.starts_with("57P") || code.starts_with("08") || code == "25P03" => {
            Some(Trouble::Away)
        }
        // The system fails.
        _ if code.starts_with("58") => Some(Trouble::Failing),
        _ => None,
    }
}
