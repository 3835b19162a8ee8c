//! Position texts: any position of any game on one line (`docs/notation.md`).

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::rules::{Core, Rules, UnsuitableBoard};
use crate::text::quoted;
use crate::{
    Bitboard, Board, BoardCode, BoardError, GameKind, Position, Side, Square, UnknownGame,
};

/// The `key=value` parts at the end of a position text, as a game writes and reads them.
///
/// Fields at their defaults are left out: no barred captures, no pawns in camps or hands, no
/// passes.
#[derive(Clone, Default, Debug)]
pub struct Fields {
    given: Vec<(String, String)>,
    /// The keys that the game knows, collected as it asks for them.
    known: Vec<&'static str>,
}

impl Fields {
    pub(crate) fn put(&mut self, key: &'static str, value: impl fmt::Display) {
        self.given.push((key.to_owned(), value.to_string()));
    }

    /// Writes White's and Black's numbers as `1/0`, unless both are 0.
    pub(crate) fn put_pair(&mut self, key: &'static str, [white, black]: [u8; 2]) {
        if white + black > 0 {
            self.put(key, format_args!("{white}/{black}"));
        }
    }

    pub(crate) fn put_passes(&mut self, core: &Core) {
        if core.passes() > 0 {
            self.put("passes", core.passes());
        }
    }

    /// The value of `key`, which is then used up.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        let index = self.given.iter().position(|(given, _)| given == key)?;
        Some(self.given.remove(index).1)
    }

    /// A number from 0, the default, to `most`.
    pub(crate) fn number(&mut self, key: &'static str, most: u8) -> Result<u8, PositionError> {
        let Some(value) = self.take(key) else { return Ok(0) };
        value.parse().ok().filter(|number| *number <= most).ok_or_else(|| {
            PositionError::FieldValue {
                key,
                found: quoted(&value),
                expected: "a small number, such as `1`",
            }
        })
    }

    /// White's and Black's numbers, each from 0 to `most`; 0 by default.
    pub(crate) fn pair(&mut self, key: &'static str, most: u8) -> Result<[u8; 2], PositionError> {
        let Some(value) = self.take(key) else { return Ok([0; 2]) };
        let number = |text: &str| text.parse().ok().filter(|number| *number <= most);
        value
            .split_once('/')
            .and_then(|(white, black)| Some([number(white)?, number(black)?]))
            .ok_or_else(|| PositionError::FieldValue {
                key,
                found: quoted(&value),
                expected: "White's and Black's numbers of pawns, as in `1/0`",
            })
    }

    pub(crate) fn square(&mut self, key: &'static str) -> Result<Option<Square>, PositionError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        value.parse().map(Some).map_err(|_| PositionError::FieldValue {
            key,
            found: quoted(&value),
            expected: "a square, as in `e4`",
        })
    }

    pub(crate) fn passes(&mut self) -> Result<u8, PositionError> {
        self.number("passes", 2)
    }
}

/// Demands eight pawns of each side on the board.
pub(crate) fn expect_eight(core: &Core) -> Result<(), PositionError> {
    for side in Side::ALL {
        let found = core.pawns(side).count();
        if found != 8 {
            return Err(PositionError::PawnCount { side, found, expected: "8" });
        }
    }
    Ok(())
}

/// Demands that pawns were placed in turn, the first player's first, at most eight by each.
pub(crate) fn expect_alternation(core: &Core) -> Result<(), PositionError> {
    let [first, second] = [core.first(), !core.first()].map(|side| core.pawns(side).count());
    if first > 8 {
        return Err(PositionError::PawnCount {
            side: core.first(),
            found: first,
            expected: "at most 8",
        });
    }
    if first == second + u32::from(core.turn() != core.first()) {
        return Ok(());
    }
    Err(PositionError::impossible(
        "the sides place in turn: both have placed as many when the first player is to move, otherwise the first player one more",
    ))
}

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
    #[error("the pawns stand on {found} ranks separated by `/`: this board has {expected}")]
    RankCount {
        /// How many there are.
        found: usize,
        /// How many the board has.
        expected: u8,
    },
    /// A rank of pawns is too long or too short.
    #[error(
        "rank {rank} of the pawns, `{text}`, describes {found} squares: this board has {expected} on a rank"
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
    #[error(
        "`{found}` on rank {rank} is not a pawn: write w, b, a number of empty squares, `*` for a pawn of each side, W or B for two of one side"
    )]
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
        part: &'static str,
        /// What stands there.
        found: String,
    },
    /// A part after the fifth is no field.
    #[error("`{0}` is not a field: write `key=value`")]
    FieldForm(String),
    /// A field is given twice.
    #[error("`{0}` is given twice")]
    FieldTwice(String),
    /// The game knows no such field.
    #[error("this game has no field `{key}`: it knows {}", crate::text::listed(known))]
    UnknownField {
        /// The key.
        key: String,
        /// The keys it knows.
        known: Vec<&'static str>,
    },
    /// The value of a field makes no sense.
    #[error("`{key}={found}`: expected {expected}")]
    FieldValue {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A side has an impossible number of pawns.
    #[error("{side} has {found} pawns: expected {expected}")]
    PawnCount {
        /// The side.
        side: Side,
        /// How many it has.
        found: u32,
        /// How many it may have.
        expected: &'static str,
    },
    /// Pawns share a square in a way that the game doesn't know.
    #[error("{square}: {}", if *same_side {
        "two pawns of one side share a square only on the target corner of Big Bang, the other seven home"
    } else {
        "pawns of both sides share a square only after an eviction, in North West Passage"
    })]
    Shared {
        /// Where.
        square: Square,
        /// Whether both belong to one side.
        same_side: bool,
    },
    /// No game could lead to the position.
    #[error("{}{why}", at.map(|square| format!("{square}: ")).unwrap_or_default())]
    Impossible {
        /// The square at fault, if it is one.
        at: Option<Square>,
        /// Why not.
        why: &'static str,
    },
}

impl PositionError {
    pub(crate) const fn impossible(why: &'static str) -> Self {
        Self::Impossible { at: None, why }
    }

    pub(crate) const fn impossible_at(square: Square, why: &'static str) -> Self {
        Self::Impossible { at: Some(square), why }
    }
}

/// A position with the board it stands on: all that its text says.
///
/// ```
/// use katarenga_rules::notation::position::Placed;
/// let text = "cornered 2a0 4/4/4/3w b w last=d1";
/// let placed: Placed = text.parse()?;
/// assert_eq!(placed.position.legal_moves(&placed.board).len(), 2);
/// assert_eq!(placed.to_string(), text);
/// # Ok::<(), katarenga_rules::notation::position::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The board.
    pub board: Board,
    /// The position on it.
    pub position: Position,
}

impl FromStr for Placed {
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
        let turn = read_side("side to move", turn)?;
        let first = read_side("side that was first", first)?;
        let core = Core::new(pawns.by_side, turn, first);
        let position = kind.read_position(&board, core, read_fields(fields)?)?;
        pawns.check_shared(&board, &position)?;
        Ok(Self { board, position })
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, position } = self;
        let core = position.core();
        let pawns = write_pawns(board, position);
        let (turn, first) = (core.turn().letter(), core.first().letter());
        write!(f, "{} {} {pawns} {turn} {first}", position.kind(), board.code())?;
        for (key, value) in &position.fields().given {
            write!(f, " {key}={value}")?;
        }
        Ok(())
    }
}

/// Reads the fields for a game, and refuses those that it didn't ask for.
pub(crate) fn read_with<R: Rules>(
    board: &Board,
    core: Core,
    mut fields: Fields,
) -> Result<R, PositionError> {
    let position = R::read_fields(board, core, &mut fields)?;
    match fields.given.into_iter().next() {
        Some((key, _)) => {
            Err(PositionError::UnknownField { key: quoted(&key), known: fields.known })
        }
        None => Ok(position),
    }
}

fn read_fields(parts: &[&str]) -> Result<Fields, PositionError> {
    let mut fields = Fields::default();
    for part in parts {
        let (key, value) =
            part.split_once('=').ok_or_else(|| PositionError::FieldForm(quoted(part)))?;
        let key = key.to_ascii_lowercase();
        if fields.given.iter().any(|(given, _)| *given == key) {
            return Err(PositionError::FieldTwice(quoted(&key)));
        }
        fields.given.push((key, value.to_owned()));
    }
    Ok(fields)
}

fn read_side(part: &'static str, text: &str) -> Result<Side, PositionError> {
    text.parse().map_err(|_| PositionError::Side { part, found: quoted(text) })
}

/// The third part of a position text.
struct Pawns {
    by_side: [Bitboard; 2],
    /// Squares written as two pawns of one side.
    doubled: Bitboard,
}

impl Pawns {
    fn read(text: &str, size: u8) -> Result<Self, PositionError> {
        let mut pawns = Self { by_side: [Bitboard::EMPTY; 2], doubled: Bitboard::EMPTY };
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
            let (sides, doubled): (&[Side], bool) = match found {
                'w' => (&[Side::White], false),
                'b' => (&[Side::Black], false),
                '*' => (&Side::ALL, false),
                'W' => (&[Side::White], true),
                'B' => (&[Side::Black], true),
                _ => return Err(PositionError::Symbol { rank: rank + 1, found }),
            };
            if file < u32::from(size)
                && let Some(square) = Square::new(file as u8, rank)
            {
                for side in sides {
                    self.by_side[side.index()] |= square.into();
                }
                if doubled {
                    self.doubled |= square.into();
                }
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

    /// Refuses shared squares that the position doesn't know.
    fn check_shared(&self, board: &Board, position: &Position) -> Result<(), PositionError> {
        let both = self.by_side[0] & self.by_side[1];
        if let Some(square) = both.first()
            && !position.kind().shares_squares()
        {
            return Err(PositionError::Shared { square, same_side: false });
        }
        match (self.doubled ^ position.doubled(board)).first() {
            Some(square) => Err(PositionError::Shared { square, same_side: true }),
            None => Ok(()),
        }
    }
}

fn write_pawns(board: &Board, position: &Position) -> String {
    let doubled = position.doubled(board);
    let mut text = String::new();
    for rank in (0..board.size()).rev() {
        let mut empty = 0;
        for file in 0..board.size() {
            let Some(square) = Square::new(file, rank) else { continue };
            let Some(symbol) = symbol(position, doubled, square) else {
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

/// The character for the pawns on a square; `None` when there are none.
fn symbol(position: &Position, doubled: Bitboard, square: Square) -> Option<char> {
    let [white, black] = Side::ALL.map(|side| position.core().pawns(side).contains(square));
    let letter = match (white, black) {
        (true, true) => '*',
        (true, false) => 'w',
        (false, true) => 'b',
        (false, false) => return None,
    };
    Some(if doubled.contains(square) { letter.to_ascii_uppercase() } else { letter })
}
