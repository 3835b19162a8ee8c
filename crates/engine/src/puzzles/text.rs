//! Puzzles as lines of a file.

use std::fmt;
use std::str::FromStr;

use katarenga_rules::notation::moves::MoveError;
use katarenga_rules::notation::position::{BoardPosition, PositionError};
use katarenga_rules::{Game, quoted};

use super::{Goal, Puzzle, Theme};
use crate::Level;

/// What stands between the parts of a line.
const SEPARATOR: &str = " | ";

/// Why a line is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// Parts are missing, or there are too many.
    #[error(
        "a puzzle has eight parts, `id | position | moves | goal | proven or searched | themes | level | game`: found {found}"
    )]
    Parts {
        /// How many there are.
        found: usize,
    },
    /// The position can't be read.
    #[error("the position: {0}")]
    Position(#[from] PositionError),
    /// A move can't be played.
    #[error("move {number}: {error}")]
    Move {
        /// Which one, counted from 1.
        number: usize,
        /// Why not.
        error: Box<MoveError>,
    },
    /// The line ends with a move of the other side.
    #[error(
        "the line has {0} moves: an odd number is expected, since it ends with a move of who solves it"
    )]
    Length(usize),
    /// A part is none of what it can be.
    #[error("`{found}` is not {expected}")]
    Part {
        /// What stands there.
        found: String,
        /// What may.
        expected: &'static str,
    },
    /// The id is another puzzle's.
    #[error("the id is `{found}`, but that of this position and these moves is `{expected}`")]
    Id {
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
}

impl Puzzle {
    /// Its name in links: seven letters and digits that follow from the position and the moves.
    pub fn id(&self) -> String {
        let text = format!("{}{SEPARATOR}{}", self.start, self.moves());
        let hash = fnv1a(text.as_bytes());
        (0..7)
            .map(|index| char::from(DIGITS[(hash >> (5 * index)) as usize % DIGITS.len()]))
            .collect()
    }

    fn moves(&self) -> String {
        let moves: Vec<String> = self.line.iter().map(ToString::to_string).collect();
        moves.join(" ")
    }
}

/// Letters and digits that aren't taken for each other.
const DIGITS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// The hash FNV-1a of 64 bits: any that stays the same in all versions would do.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.name()).collect();
        let themes = if themes.is_empty() { "-".to_owned() } else { themes.join(",") };
        let proof = if self.is_proven { "proven" } else { "searched" };
        let Self { start, goal, level, source, .. } = self;
        let (id, moves) = (self.id(), self.moves());
        write!(f, "{id} | {start} | {moves} | {goal} | {proof} | {themes} | {level} | {source}")
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Self, PuzzleError> {
        let parts: Vec<&str> = line.trim().split(SEPARATOR).collect();
        let [id, position, moves, goal, proof, themes, level, source] = parts[..] else {
            return Err(PuzzleError::Parts { found: parts.len() });
        };
        let start: BoardPosition = position.parse()?;
        let mut game = Game::from_position(start.clone());
        for (index, text) in moves.split_whitespace().enumerate() {
            let wrong = |error| PuzzleError::Move { number: index + 1, error: Box::new(error) };
            let mv = game.read_move(text).map_err(wrong)?;
            game.play(mv).map_err(|why| wrong(MoveError::Illegal { mv, why }))?;
        }
        if game.ply().is_multiple_of(2) {
            return Err(PuzzleError::Length(game.ply()));
        }
        let puzzle = Self {
            start,
            line: game.moves().collect(),
            goal: goal.parse()?,
            is_proven: read(proof, "`proven` or `searched`", |text| match text {
                "proven" => Some(true),
                "searched" => Some(false),
                _ => None,
            })?,
            themes: read_themes(themes)?,
            level: read(level, "a level from 1 to 8", |text| text.parse::<Level>().ok())?,
            source: read(source, "the number of a game", |text| text.parse().ok())?,
        };
        let expected = puzzle.id();
        if id == expected {
            Ok(puzzle)
        } else {
            Err(PuzzleError::Id { found: quoted(id), expected })
        }
    }
}

/// Reads a part, or says what was expected.
fn read<T>(
    text: &str,
    expected: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, PuzzleError> {
    read(text).ok_or_else(|| PuzzleError::Part { found: quoted(text), expected })
}

fn read_themes(text: &str) -> Result<Vec<Theme>, PuzzleError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let expected = "a theme (docs/puzzles.md lists them)";
    let theme = |name| {
        read(name, expected, |name| Theme::ALL.iter().copied().find(|theme| theme.name() == name))
    };
    text.split(',').map(theme).collect()
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win => f.write_str("win"),
            Self::Draw => f.write_str("draw"),
            Self::Points(points) => write!(f, "points:{points}"),
        }
    }
}

impl FromStr for Goal {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        read(text, "a goal: `win`, `draw` or `points:N`", |text| match text {
            "win" => Some(Self::Win),
            "draw" => Some(Self::Draw),
            _ => text.strip_prefix("points:")?.parse().ok().map(Self::Points),
        })
    }
}
