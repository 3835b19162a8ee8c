//! The games of a match as records in a file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use katarenga_engine::arena::{Ending, FinishedGame, Tournament};
use katarenga_rules::{Record, Side};

use super::plies;
use crate::files::{self, FileError};

/// A file to which records are added. What it holds is complete at any time.
pub(super) struct Records {
    path: PathBuf,
    file: File,
    length: u64,
    /// Whether nothing was replaced.
    is_new: bool,
}

impl Records {
    /// Begins a file. An existing one is replaced only with `force`.
    pub(super) fn create(path: &Path, force: bool) -> Result<Self, FileError> {
        let file = files::create(path, force)?;
        Ok(Self { path: path.to_owned(), file, length: 0, is_new: !force })
    }

    /// Adds a game.
    pub(super) fn append(
        &mut self,
        tournament: &Tournament,
        played: &FinishedGame,
    ) -> Result<(), FileError> {
        let gap = if self.length == 0 { "" } else { "\n" };
        let text = format!("{gap}{}", record(tournament, played));
        self.file.write_all(text.as_bytes()).map_err(|error| {
            // Half a record would spoil the rest; where even that fails nothing is left to be done.
            let _ = self.file.set_len(self.length);
            if self.is_new && self.length == 0 {
                let _ = std::fs::remove_file(&self.path);
            }
            FileError::System { path: self.path.clone(), error }
        })?;
        self.length += text.len() as u64;
        Ok(())
    }
}

fn record(tournament: &Tournament, played: &FinishedGame) -> Record {
    let plan = tournament.plan();
    let name = |side| plan.contenders[played.contender(side)].to_string();
    let tags = [
        ("White", name(Side::White)),
        ("Black", name(Side::Black)),
        ("Round", (played.number + 1).to_string()),
        ("Seed", plan.seed.to_string()),
    ];
    let comment = match &played.ending {
        Ending::Over(_) => None,
        Ending::Unfinished => Some(format!("not over after {}", plies(plan.max_plies))),
        Ending::Fault { contender, fault, .. } => {
            Some(format!("lost by a fault of {}: {fault}", plan.contenders[*contender]))
        }
    };
    Record {
        game: played.game.clone(),
        nags: BTreeMap::new(),
        tags: tags.map(|(tag, value)| (tag.to_owned(), value)).into(),
        comments: BTreeMap::from_iter(comment.map(|comment| (played.game.ply(), comment))),
    }
}
