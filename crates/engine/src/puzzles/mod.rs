//! Puzzles: positions in which one move at each turn of a side reaches its goal, and every other misses it.
//!
//! `docs/puzzles.md` says how they are found, judged and rated.

mod difficulty;
mod judge;
mod make;
mod text;
mod theme;

use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{Game, Move};

pub use self::difficulty::{TRIES, solved_tries};
pub use self::judge::{Judge, OnlyMove};
pub use self::make::{Collection, Maker, make};
pub use self::text::PuzzleError;
pub use self::theme::Theme;
use crate::Level;

/// A position with the one right move at each turn of the side that is to solve it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Where it begins, with the solver to move.
    pub start: BoardPosition,
    /// The right moves and the answers between them: the first and the last are the solver's.
    pub line: Vec<Move>,
    /// What the right moves reach.
    pub goal: Goal,
    /// Whether a solver has proven that they alone reach it; otherwise a search found so.
    pub is_proven: bool,
    /// What it is about, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// The lowest level that solves it in most of [`TRIES`].
    pub level: Level,
    /// The number of the game in which it was found.
    pub source: u64,
}

/// What the right moves of a puzzle reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// The solver wins.
    Win,
    /// The solver doesn't lose.
    Draw,
    /// The solver wins this number of points; other moves win fewer.
    Points(u8),
}

impl Puzzle {
    /// The game before the first move.
    pub fn game(&self) -> Game {
        Game::from_position(self.start.clone())
    }

    /// The positions in which the solver is to move, with the right move of each.
    ///
    /// The line must be legal, as it is in every puzzle that was read or made.
    pub fn turns(&self) -> Vec<(Game, Move)> {
        turns(&self.game(), &self.line)
    }
}

/// The positions of a line in which the side that begins is to move, with its moves.
fn turns(start: &Game, line: &[Move]) -> Vec<(Game, Move)> {
    let (mut game, mut turns) = (start.clone(), Vec::new());
    for (index, mv) in line.iter().enumerate() {
        if index % 2 == 0 {
            turns.push((game.clone(), *mv));
        }
        if game.play(*mv).is_err() {
            break;
        }
    }
    turns
}
