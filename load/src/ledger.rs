//! What clients have received, and whether the database has it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::Error;

/// Everything that clients have received.
#[derive(Default)]
pub(crate) struct Ledger(Mutex<Observed>);

#[derive(Default)]
struct Observed {
    /// The moves that were acknowledged: game and revision, and the name of the request.
    acknowledged: HashMap<(String, i64), String>,
    /// How many moves were refused.
    refused: usize,
    /// The greatest revision that each side of a game has heard of.
    heard: HashMap<String, [i64; 2]>,
}

/// What became of the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Audit {
    /// How many were acknowledged.
    pub acknowledged: usize,
    /// How many were refused.
    pub refused: usize,
    /// How many of those acknowledged are not in the database as they were.
    pub missing: usize,
    /// How many more moves there are in the database than were acknowledged.
    pub doubled: usize,
    /// In how many games a client has received something that is not in the database.
    pub invented: usize,
    /// How many players had not heard of the last thing in their game at the end.
    pub behind: usize,
}

impl Ledger {
    fn lock(&self) -> MutexGuard<'_, Observed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A move was acknowledged, as the event of this number in its game.
    pub(crate) fn acknowledge(&self, game: &str, revision: i64, request: &str) {
        self.lock().acknowledged.insert((game.to_owned(), revision), request.to_owned());
    }

    /// A move was refused.
    pub(crate) fn refuse(&self) {
        self.lock().refused += 1;
    }

    /// A side heard of a revision of a game.
    pub(crate) fn receive(&self, game: &str, side: usize, revision: i64) {
        let mut observed = self.lock();
        let heard = match observed.heard.get_mut(game) {
            Some(heard) => heard,
            None => observed.heard.entry(game.to_owned()).or_default(),
        };
        heard[side] = heard[side].max(revision);
    }

    /// Looks everything up; `going` are the games at which both players still sit.
    pub(crate) async fn audit(&self, database: &Path, going: &[String]) -> Result<Audit, Error> {
        let options = SqliteConnectOptions::new().filename(database);
        let mut connection: SqliteConnection = options.connect().await?;
        let rows: Vec<(String, i64, String)> = sqlx::query_as(
            "SELECT game, number, request FROM event WHERE what LIKE 'move %' AND request NOT NULL",
        )
        .fetch_all(&mut connection)
        .await?;
        connection.close().await?;
        let (mut kept, mut last) = (HashMap::new(), HashMap::<&str, i64>::new());
        for (game, number, request) in &rows {
            kept.insert((game.as_str(), *number), request.as_str());
            let last = last.entry(game).or_default();
            *last = (*last).max(*number);
        }
        let last_of = |game: &str| last.get(game).copied().unwrap_or_default();
        let observed = self.lock();
        let missing = observed.acknowledged.iter().filter(|((game, number), request)| {
            kept.get(&(game.as_str(), *number)) != Some(&request.as_str())
        });
        let invented =
            observed.heard.iter().filter(|(game, heard)| heard.iter().max() > Some(&last_of(game)));
        let behind = going.iter().map(|game| {
            let heard = observed.heard.get(game).copied().unwrap_or_default();
            heard.iter().filter(|heard| **heard < last_of(game)).count()
        });
        Ok(Audit {
            acknowledged: observed.acknowledged.len(),
            refused: observed.refused,
            missing: missing.count(),
            doubled: rows.len().saturating_sub(observed.acknowledged.len()),
            invented: invented.count(),
            behind: behind.sum(),
        })
    }
}
