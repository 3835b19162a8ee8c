//! What whoever runs the server does with its database, also while it runs.

use std::path::Path;

use katarenga_rules::{Side, reasons};

use crate::api::written;
use crate::store::{Database, Store, StoreError};

/// The database of a server, for whoever runs it.
#[derive(Debug)]
pub struct Archive(Store);

/// A game, as whoever runs the server sees it.
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

impl Archive {
    /// Opens it.
    ///
    /// # Errors
    /// When it can't be opened.
    pub async fn open(database: &Database) -> Result<Self, StoreError> {
        Ok(Self(Store::open(database).await?))
    }

    /// A number of games, the last used first, after some that are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn list(&self, skip: u32, count: u32) -> Result<Vec<Entry>, StoreError> {
        let games = self.0.all_games(skip, count).await?;
        let entry = |game: crate::store::Summary| Entry {
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
        Ok(games.into_iter().map(entry).collect())
    }

    /// Ids of games in their order, after one of them; every game has its place in it for good.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ids_after(&self, id: &str, count: u32) -> Result<Vec<String>, StoreError> {
        self.0.ids_after(id, count).await
    }

    /// The record of a game; `None` when there is no such game.
    ///
    /// # Errors
    /// When the database fails or the game is damaged.
    pub async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        let session = self.0.session(id).await?;
        Ok(session.map(|session| written(&session).to_string()))
    }

    /// Deletes a game; whether there was one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let is_there = self.0.session(id).await?.is_some();
        if is_there {
            self.0.delete(id).await?;
        }
        Ok(is_there)
    }

    /// Writes a copy of the whole database, as it is at one moment, into a file that is not there.
    ///
    /// # Errors
    /// When the database fails, or the file can't be written.
    pub async fn back_up(&self, file: &Path) -> Result<(), StoreError> {
        self.0.back_up(file).await
    }

    /// Closes it.
    pub async fn close(self) {
        self.0.close().await;
    }
}
