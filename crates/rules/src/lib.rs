#![doc = include_str!("../README.md")]

mod bitboard;
mod board;
mod chain;
mod colour;
mod game;
mod language;
mod movement;
mod moves;
mod quarter;
mod record;
mod refusal;
mod series;
mod side;
mod square;
mod text;

pub mod diagram;
pub mod games;
pub mod notation;
pub mod perft;
pub mod rules;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, BoardCode, BoardError, Place, Quarters};
pub use colour::Colour;
pub use game::{Game, GameError};
pub use games::{GameKind, Position, SetupError, UnknownGame};
pub use language::{Language, UnknownLanguage};
pub use movement::OutOfReach;
pub use moves::{Move, MoveCount, MoveSink, Step};
pub use quarter::{Cells, Face, Quarter, QuarterError};
pub use record::{Record, RecordError, RecordFault, result_text};
pub use refusal::IllegalMove;
pub use rules::{Outcome, Setup};
pub use series::{Match, MatchOver};
pub use side::{Side, SideError};
pub use square::{Square, SquareError};
