//! What clients were told, and what the database says of it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::Error;

/// The moves that were acknowledged: game and revision, and the name of the request.
#[derive(Default)]
pub(crate) struct Ledger(Mutex<HashMap<(String, i64), String>>);

/// What became of the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Audit {
    /// How many were acknowledged.
    pub acknowledged: usize,
    /// How many of these are not in the database as they were acknowledged.
    pub missing: usize,
    /// How many requests stand there twice.
    pub doubled: usize,
}

impl Ledger {
    /// A move was acknowledged, as the event of this number in its game.
    pub(crate) fn acknowledge(&self, game: &str, revision: i64, request: &str) {
        let mut moves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        moves.insert((game.to_owned(), revision), request.to_owned());
    }

    /// Looks every move up.
    pub(crate) async fn audit(&self, database: &Path) -> Result<Audit, Error> {
        let options = SqliteConnectOptions::new().filename(database);
        let mut connection: SqliteConnection = options.connect().await?;
        let rows: Vec<(String, i64, String)> = sqlx::query_as(
            "SELECT game, number, request FROM event WHERE what LIKE 'move %' AND request NOT NULL",
        )
        .fetch_all(&mut connection)
        .await?;
        connection.close().await?;
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (_, _, request) in &rows {
            *counts.entry(request).or_default() += 1;
        }
        let doubled = counts.values().filter(|count| **count > 1).count();
        let kept: HashMap<(&str, i64), &str> = rows
            .iter()
            .map(|(game, number, request)| ((game.as_str(), *number), request.as_str()))
            .collect();
        let moves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = moves.iter().filter(|((game, number), request)| {
            kept.get(&(game.as_str(), *number)) != Some(&request.as_str())
        });
        Ok(Audit { acknowledged: moves.len(), missing: missing.count(), doubled })
    }
}
