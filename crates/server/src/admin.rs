//! The operator's commands on the database, also while the server runs.

use std::path::Path;

use katarenga_rules::{Side, reasons};

use crate::store::{self, Database, PostgresAddress, ReadOnlyDatabase, Store, StoreError};
pub use crate::store::{Copied, CopyProgress};

/// The database of a server, for its operator.
#[derive(Debug)]
pub struct Archive {
    store: Store,
    /// A file, unless it is opened to be changed.
    reading: Option<ReadOnlyDatabase>,
}

/// A game as the operator sees it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// The name of its kind.
    pub kind: &'static str,
    /// How many moves were played.
    pub plies: usize,
    /// The names of White and Black, where visitors play and have one.
    pub names: [Option<String>; 2],
    /// Winner or `draw`, points and reason once it has ended; `aborted` alone.
    pub outcome: Option<String>,
    /// When something was done last, in milliseconds since 1970.
    pub updated: i64,
}

/// Copies all games of a file into a database of PostgreSQL that is empty, or holds a part of the same
/// copy, so that one that was interrupted goes on; then compares both.
///
/// # Errors
/// When either can't be read or written, the database holds something else, or the copy differs.
pub async fn copy(
    from: &Path,
    to: &PostgresAddress,
    tell: impl FnMut(CopyProgress),
) -> Result<Copied, StoreError> {
    store::copy(from, to, tell).await
}

impl Archive {
    /// Opens it to read, and changes nothing; if `verbatim` not even in a copy that an older
    /// database needs to be read as one of now.
    ///
    /// # Errors
    /// When it can't be opened or is no database of games.
    pub async fn read(database: &Database, verbatim: bool) -> Result<Self, StoreError> {
        let Database::File(file) = database else {
            return Ok(Self { store: Store::open_to_read(database).await?, reading: None });
        };
        let reading = ReadOnlyDatabase::open(file).await?;
        let reading = if verbatim { reading } else { reading.up_to_date().await? };
        Ok(Self { store: Store::from(&reading), reading: Some(reading) })
    }

    /// Opens it to change something.
    ///
    /// # Errors
    /// When it can't be opened or is no database of games.
    pub async fn open(database: &Database) -> Result<Self, StoreError> {
        Ok(Self { store: Store::open_known(database).await?, reading: None })
    }

    /// A number of games, the last used first, after some that are left out; what is wrong with
    /// those that make no sense.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn list(
        &self,
        skip: u32,
        count: u32,
    ) -> Result<Vec<Result<Entry, StoreError>>, StoreError> {
        let games = self.store.all_games(skip, count).await?;
        let entry = |game: katarenga_play::lists::Listed| Entry {
            kind: game.position.position.kind().name(),
            plies: game.plies,
            names: Side::ALL.map(|side| game.head.players[side.index()].as_ref()?.name.clone()),
            outcome: game.outcome.map(|(winner, points, reason)| {
                let winner = winner.map_or_else(|| "draw".to_owned(), |winner| winner.to_string());
                if reason == reasons::ABORTED.key {
                    reason
                } else {
                    format!("{winner} {points} {reason}")
                }
            }),
            updated: game.updated,
            id: game.head.id,
        };
        Ok(games.into_iter().map(|game| game.map(entry)).collect())
    }

    /// Ids of games in their order, after one of them; every game has its place in it for good.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ids_after(&self, id: &str, count: u32) -> Result<Vec<String>, StoreError> {
        self.store.ids_after(id, count).await
    }

    /// The record of a game; `None` when there is no such game.
    ///
    /// # Errors
    /// When the database fails or the game is damaged.
    pub async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        let session = self.store.session(id).await?;
        Ok(session.map(|session| session.record_with_players().to_string()))
    }

    /// Deletes a game; whether there was one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        self.store.delete(id).await
    }

    /// Writes a copy of the whole database, as it is at one moment, into a file that is not there:
    /// all of it or nothing.
    ///
    /// # Errors
    /// When the database fails, or the file can't be written.
    pub async fn back_up(&self, file: &Path) -> Result<(), StoreError> {
        match &self.reading {
            Some(reading) => reading.back_up(file).await,
            None => Err(StoreError::NoFile),
        }
    }

    /// Makes sure that what was read is of one moment.
    ///
    /// # Errors
    /// When somebody wrote to a database that nobody had open.
    pub fn check_unchanged(&self) -> Result<(), StoreError> {
        self.reading.as_ref().map_or(Ok(()), ReadOnlyDatabase::check_unchanged)
    }

    /// Closes it.
    pub async fn close(self) {
        self.store.close().await;
    }
}
