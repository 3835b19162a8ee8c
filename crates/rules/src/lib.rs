#![doc = include_str!("../README.md")]

mod bitboard;
mod board;
mod chain;
mod colour;
mod core;
mod game;
mod key;
mod language;
mod movement;
mod moves;
mod outcome;
mod quarter;
mod record;
mod refusal;
mod rules;
mod series;
mod setup;
mod side;
mod square;
mod text;
mod view;

pub mod diagram;
pub mod games;
pub mod notation;
pub mod perft;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, BoardCode, BoardError, QuarterPosition, Quarters};
pub use colour::Colour;
pub use core::Core;
pub use game::{Ending, Game, GameError};
pub use games::{GameKind, Position, SetupError, UnknownGame};
pub use language::{Language, UnknownLanguage};
pub use movement::OutOfReach;
pub use moves::{Move, MoveSet, MoveSink, Step};
pub use outcome::{Outcome, Phrase, reasons};
pub use quarter::{Cells, Face, Quarter, QuarterError};
pub use record::{Record, RecordError, RecordFault, result_text};
pub use refusal::IllegalMove;
pub use rules::Rules;
pub use series::{Match, MatchOver};
pub use setup::{BoardSize, GameInfo, Setup, UnsuitableBoard};
pub use side::{Side, SideError};
pub use square::{Square, SquareError};
pub use text::{counted, listed, quoted, quoted_within};
pub use view::{Counter, CounterKind, Mark, MarkKind, View};
