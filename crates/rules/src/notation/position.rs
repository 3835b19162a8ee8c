//! Position texts: any position of any game on one line (`docs/notation.md`).

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::notation::fields::{Fields, StateError};
use crate::text::{counted, quoted};
use crate::{
    Bitboard, Board, BoardCode, BoardError, Core, GameKind, Phrase, Position, Side, Square, Stack,
    UnknownGame, UnsuitableBoard,
};

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// Parts are missing.
    #[error(
        "a position text has a game, a board, pawns, the side to move and the side that was first, as in `congress 1a0-2a0-3a0-4a0 8/8/.../8 w w`: found {found} of these five parts"
    )]
    Parts {
        /// How many parts there are.
        found: usize,
    },
    /// The first part is no game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The second part is no board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The game can't be played on that board.
    #[error(transparent)]
    Unsuitable(#[from] UnsuitableBoard),
    /// The third part has too few or too many ranks.
    #[error("the pawns stand on {} separated by `/`: this board has {expected}", counted(*found as u64, "rank"))]
    RankCount {
        /// How many there are.
        found: usize,
        /// How many the board has.
        expected: u8,
    },
    /// A rank of pawns is too long or too short.
    #[error(
        "rank {rank} of the pawns, `{text}`, describes {}: this board has {expected} on a rank",
        counted(*found, "square")
    )]
    RankLength {
        /// The rank, counted from 1 in the south.
        rank: u8,
        /// What is written for it.
        text: String,
        /// How many squares it describes.
        found: u32,
        /// How many the board has.
        expected: u8,
    },
    /// A character among the pawns has no meaning.
    #[error("`{}` on rank {rank} is not a pawn: write w, b, a number of empty squares, `*` for a pawn of each side, W or B for two of one side", found.escape_debug())]
    Symbol {
        /// The rank, counted from 1 in the south.
        rank: u8,
        /// The character.
        found: char,
    },
    /// The fourth or fifth part is no side.
    #[error("`{found}` is not a side: the {part} is `w` or `b`")]
    Side {
        /// Which part.
        part: SidePart,
        /// What stands there.
        found: String,
    },
    /// The game can't be in such a state.
    #[error(transparent)]
    State(#[from] StateError),
    /// Two pawns share a square, or a single one stands there, against the rules of the game.
    #[error("{square}: {}", rule.text)]
    Shared {
        /// Where.
        square: Square,
        /// What is written of it.
        found: Stack,
        /// When two pawns share a square in the game.
        rule: Phrase,
    },
}

/// The parts of a position text that name a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SidePart {
    /// The fourth: the side to move.
    Turn,
    /// The fifth: the side that was first.
    First,
}

impl fmt::Display for SidePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Turn => "side to move",
            Self::First => "side that was first",
        })
    }
}

/// A position with the board it stands on: all that its text says.
///
/// ```
/// use katarenga_rules::notation::position::BoardPosition;
/// let text = "cornered 2a0 4/4/4/3w b w last=d1";
/// let placed: BoardPosition = text.parse()?;
/// assert_eq!(placed.position.legal_moves(&placed.board).len(), 2);
/// assert_eq!(placed.to_string(), text);
/// # Ok::<(), katarenga_rules::notation::position::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPosition {
    /// The board.
    pub board: Board,
    /// The position on it.
    pub position: Position,
}

impl FromStr for BoardPosition {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [game, board, pawns, turn, first, fields @ ..] = parts.as_slice() else {
            return Err(PositionError::Parts { found: parts.len() });
        };
        let kind: GameKind = game.parse()?;
        let board = Board::new(board.parse::<BoardCode>()?);
        kind.check_board(&board)?;
        let pawns = Pawns::read(pawns, board.size())?;
        let turn = read_side(SidePart::Turn, turn)?;
        let first = read_side(SidePart::First, first)?;
        let core = Core::new(pawns.by_side, turn, first);
        let position = kind.read_position(&board, core, Fields::read(fields)?)?;
        pawns.check_stacks(&board, &position)?;
        Ok(Self { board, position })
    }
}

impl fmt::Display for BoardPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, position } = self;
        let pawns = write_pawns(board, position);
        let [turn, first] = [position.turn(), position.core().first()].map(Side::letter);
        let (game, code, fields) = (position.kind(), board.code(), position.fields());
        write!(f, "{game} {code} {pawns} {turn} {first}{fields}")
    }
}

fn read_side(part: SidePart, text: &str) -> Result<Side, PositionError> {
    text.parse().map_err(|_| PositionError::Side { part, found: quoted(text) })
}

/// The third part of a position text.
struct Pawns {
    by_side: [Bitboard; 2],
    /// What is written of each square that is not empty.
    stacks: Vec<(Square, Stack)>,
}

impl Pawns {
    fn read(text: &str, size: u8) -> Result<Self, PositionError> {
        let mut pawns = Self { by_side: [Bitboard::EMPTY; 2], stacks: Vec::new() };
        let found = text.split('/').count();
        if found != usize::from(size) {
            return Err(PositionError::RankCount { found, expected: size });
        }
        for (rank, text) in (0..size).rev().zip(text.split('/')) {
            pawns.read_rank(rank, text, size)?;
        }
        Ok(pawns)
    }

    fn read_rank(&mut self, rank: u8, text: &str, size: u8) -> Result<(), PositionError> {
        let mut file: u32 = 0;
        for found in text.chars() {
            if let Some(empty) = found.to_digit(10) {
                file = file.saturating_add(empty);
                continue;
            }
            let stack =
                Stack::from_symbol(found).ok_or(PositionError::Symbol { rank: rank + 1, found })?;
            if file < u32::from(size)
                && let Some(square) = Square::new(file as u8, rank)
            {
                for side in stack.sides() {
                    self.by_side[side.index()] |= square.into();
                }
                self.stacks.push((square, stack));
            }
            file = file.saturating_add(1);
        }
        if file == u32::from(size) {
            return Ok(());
        }
        Err(PositionError::RankLength {
            rank: rank + 1,
            text: quoted(text),
            found: file,
            expected: size,
        })
    }

    /// Refuses pawns that share a square where the game knows no such square, and single ones
    /// where two must stand.
    fn check_stacks(&self, board: &Board, position: &Position) -> Result<(), PositionError> {
        let sharing = position.kind().sharing();
        for &(square, found) in &self.stacks {
            if !sharing.allows(found) || found != position.stack(board, square) {
                return Err(PositionError::Shared { square, found, rule: sharing.rule() });
            }
        }
        Ok(())
    }
}

fn write_pawns(board: &Board, position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..board.size()).rev() {
        let mut empty = 0;
        for file in 0..board.size() {
            let Some(square) = Square::new(file, rank) else { continue };
            let Some(symbol) = position.stack(board, square).symbol() else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            text.push(symbol);
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}
