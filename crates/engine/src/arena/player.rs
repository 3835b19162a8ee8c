//! Who plays a game, and what can go wrong with one who does.

use katarenga_rules::notation::moves::MoveError;
use katarenga_rules::{Game, Move};

use crate::OutOfMemory;

/// Plays one game, whichever side it has.
pub trait Player: Send {
    /// The move to play. Called only while the game goes on. When the match is stopped meanwhile,
    /// the answer comes at once, and counts for nothing.
    ///
    /// # Errors
    /// Why there is none: the game is lost by it.
    fn choose(&mut self, game: &Game) -> Result<Move, Fault>;
}

/// Why a player gave no legal move. One line, whatever an external engine wrote.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// An external engine can't be started.
    #[error("`{program}` can't be started: {error}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        error: String,
    },
    /// An external engine ended, or closed its output.
    #[error("the engine ended where `{awaited}` was awaited{}", after(last))]
    Ended {
        /// What it should have said.
        awaited: &'static str,
        /// What it said last, quoted; empty when it said nothing.
        last: String,
    },
    /// An external engine didn't answer in time.
    #[error("the engine said no `{awaited}` within {} ms{}", milliseconds, after(last))]
    Silent {
        /// What it should have said.
        awaited: &'static str,
        /// How long it had.
        milliseconds: u128,
        /// What it said last, quoted; empty when it said nothing.
        last: String,
    },
    /// An external engine gave a move that is none, or is not legal.
    #[error("the engine played a wrong move: {0}")]
    Move(#[from] MoveError),
    /// An external engine says that there is no move, though there is.
    #[error(
        "the engine answered `bestmove{}` while the game goes on: right would be a legal move, such as `bestmove {example}`",
        blank_before(answer)
    )]
    SaysNone {
        /// What it said after `bestmove`, quoted; may be empty.
        answer: String,
        /// A legal move.
        example: Move,
    },
    /// The match was stopped while an answer was awaited. No game is lost by it.
    #[error("the match was stopped where `{awaited}` was awaited")]
    Stopped {
        /// What would have been said.
        awaited: &'static str,
    },
    /// A player of our own can't play as it should.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A player of our own found nothing to play.
    #[error("no move was found")]
    NoMove,
}

fn blank_before(answer: &str) -> String {
    if answer.is_empty() { String::new() } else { format!(" {answer}") }
}

fn after(last: &str) -> String {
    if last.is_empty() { String::new() } else { format!("; its last line was `{last}`") }
}
