//! What clients have received, and whether the database has it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::database::KeptMove;

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

    /// Compares it with what the database has; `games` are those in which both players sat to the end.
    pub(crate) fn audit(&self, rows: &[KeptMove], games: &[String]) -> Audit {
        let (mut kept, mut last) = (HashMap::new(), HashMap::<&str, i64>::new());
        for (game, number, request) in rows {
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
        let behind = games.iter().map(|game| {
            let heard = observed.heard.get(game).copied().unwrap_or_default();
            heard.iter().filter(|heard| **heard < last_of(game)).count()
        });
        Audit {
            acknowledged: observed.acknowledged.len(),
            refused: observed.refused,
            missing: missing.count(),
            doubled: rows.len().saturating_sub(observed.acknowledged.len()),
            invented: invented.count(),
            behind: behind.sum(),
        }
    }
}
