//! Boards: what they are made of, their codes, and their colours with the movement tables.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use rand::{Rng, RngExt};

use crate::movement::Movement;
use crate::quarter::turned_clockwise;
use crate::text::quoted;
use crate::{Bitboard, Colour, Face, Quarter, QuarterError, Square};

/// The four quarterboards as they are laid together, each of the boards 1 to 4 used once.
///
/// The order of the quarters is that of the code: north-west, north-east, south-west, south-east.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Quarters([Quarter; 4]);

impl Quarters {
    /// How many ways there are to lay the four boards: 4! x 8^4.
    pub const COUNT: u32 = 98_304;

    /// The quarters in the order of the code.
    ///
    /// # Errors
    /// [`BoardError::UsedTwice`] when two quarters are faces of the same board.
    pub fn new(quarters: [Quarter; 4]) -> Result<Self, BoardError> {
        for (second, place) in QuarterPosition::ALL.into_iter().enumerate() {
            for first in 0..second {
                if quarters[first].board() == quarters[second].board() {
                    return Err(BoardError::UsedTwice {
                        board: quarters[second].board(),
                        places: [QuarterPosition::ALL[first], place],
                    });
                }
            }
        }
        Ok(Self(quarters))
    }

    /// The board number `index % COUNT` in the order of [`all`](Self::all).
    pub fn from_index(index: u32) -> Self {
        let mut left: Vec<u8> = vec![1, 2, 3, 4];
        let mut order = index % Self::COUNT / 4096;
        let mut lie = index % 4096;
        let quarters = std::array::from_fn(|place| {
            let board = left.remove(order as usize % (4 - place));
            order /= 4 - place as u32;
            let face = Face::ALL[lie as usize / 4 % 2];
            let quarter = Quarter::new(board, face, (lie % 4) as u8);
            lie /= 8;
            // `left` holds the numbers 1 to 4 only.
            quarter.unwrap_or(REFERENCE[place])
        });
        Self(quarters)
    }

    /// All 98,304 boards, each once, in an order that stays.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// A board drawn from `rng`, each of the 98,304 as likely as another.
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        Self::from_index(rng.random_range(0..Self::COUNT))
    }

    /// The quarters in the order of the code.
    pub const fn quarters(self) -> [Quarter; 4] {
        self.0
    }

    /// The whole turned clockwise once.
    pub const fn rotated(self) -> Self {
        let [nw, ne, sw, se] = self.0;
        Self([sw.turned(), nw.turned(), se.turned(), ne.turned()])
    }

    /// The mirror image of the whole, west and east exchanged.
    pub fn mirrored(self) -> Self {
        let [nw, ne, sw, se] = self.0;
        Self([ne, nw, se, sw].map(Quarter::mirrored))
    }

    /// The least of the four rotations of the board: the same for boards that are one another's
    /// rotations, and for no others.
    pub fn canonical(self) -> Self {
        least_rotation(self, Self::rotated)
    }
}

/// The quarters of the reference board `1a0-2a0-3a0-4a0`.
const REFERENCE: [Quarter; 4] = {
    let mut quarters = [None; 4];
    let mut board = 0;
    while board < 4 {
        quarters[board as usize] = Quarter::new(board + 1, Face::A, 0);
        board += 1;
    }
    match quarters {
        [Some(nw), Some(ne), Some(sw), Some(se)] => [nw, ne, sw, se],
        _ => panic!("boards 1 to 4 exist"),
    }
};

fn least_rotation<T: Ord + Copy>(board: T, rotated: impl Fn(T) -> T) -> T {
    let (mut least, mut turned) = (board, board);
    for _ in 0..3 {
        turned = rotated(turned);
        least = least.min(turned);
    }
    least
}

/// Where a quarter lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuarterPosition {
    /// North-west: files a to d, ranks 5 to 8.
    NorthWest,
    /// North-east: files e to h, ranks 5 to 8.
    NorthEast,
    /// South-west: files a to d, ranks 1 to 4.
    SouthWest,
    /// South-east: files e to h, ranks 1 to 4.
    SouthEast,
}

impl QuarterPosition {
    /// The four places in the order of the code.
    pub const ALL: [Self; 4] = [Self::NorthWest, Self::NorthEast, Self::SouthWest, Self::SouthEast];
}

impl fmt::Display for QuarterPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NorthWest => "north-west",
            Self::NorthEast => "north-east",
            Self::SouthWest => "south-west",
            Self::SouthEast => "south-east",
        })
    }
}

/// What a board is made of: the text by which it can be named.
///
/// | form | example |
/// |---|---|
/// | four quarters | `1a0-2a0-3a0-4a0` |
/// | a lone quarter | `1a0` |
/// | 64 letters, rank 8 first | `RYBGRYGB/GRGBGYRY/YYBRBBGR/BGRYYRBG/RGBYRGBY/YYGRYYBR/BBRGBGRG/GRYBGRYB` |
/// | 16 letters, rank 4 first | `RYBG/GRGB/YYBR/BGRY` |
///
/// It is written in this form and read whatever its case.
///
/// ```
/// use katarenga_rules::BoardCode;
/// let code: BoardCode = "1A0-2a0-3a0-4a0".parse()?;
/// assert_eq!(code.to_string(), "1a0-2a0-3a0-4a0");
/// assert_eq!("1a0-1b0-3a0-4a0".parse::<BoardCode>().unwrap_err().to_string(),
///     "board 1 is used twice, north-west and north-east: each of the boards 1 to 4 is used once");
/// # Ok::<(), katarenga_rules::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardCode {
    /// The four quarterboards: 8x8 squares.
    Quarters(Quarters),
    /// One quarterboard alone: 4x4 squares, a1 to d4.
    Quarter(Quarter),
    /// 8x8 squares of any colours: `[row][column]`, rows from north to south.
    Custom([[Colour; 8]; 8]),
    /// 4x4 squares of any colours: `[row][column]`, rows from north to south.
    CustomQuarter([[Colour; 4]; 4]),
}

impl BoardCode {
    /// The reference board of the rules, `1a0-2a0-3a0-4a0`.
    pub const REFERENCE: Self = Self::Quarters(Quarters(REFERENCE));
    /// The north-west quarter of the reference board, `1a0`.
    pub const REFERENCE_QUARTER: Self = Self::Quarter(REFERENCE[0]);

    /// The board turned clockwise once.
    pub fn rotated(self) -> Self {
        match self {
            Self::Quarters(quarters) => Self::Quarters(quarters.rotated()),
            Self::Quarter(quarter) => Self::Quarter(quarter.turned()),
            Self::Custom(cells) => Self::Custom(turned_clockwise(&cells)),
            Self::CustomQuarter(cells) => Self::CustomQuarter(turned_clockwise(&cells)),
        }
    }

    /// The least of the four rotations of the board: the same for boards that are one another's
    /// rotations, and for no others of the same form.
    pub fn canonical(self) -> Self {
        match self {
            Self::Quarters(quarters) => Self::Quarters(quarters.canonical()),
            Self::Quarter(quarter) => Self::Quarter(least_rotation(quarter, Quarter::turned)),
            Self::Custom(cells) => {
                Self::Custom(least_rotation(cells, |cells| turned_clockwise(&cells)))
            }
            Self::CustomQuarter(cells) => {
                Self::CustomQuarter(least_rotation(cells, |cells| turned_clockwise(&cells)))
            }
        }
    }

    /// The quarters that it names, in the order of the code; none for a board of letters.
    pub fn quarters(self) -> Vec<Quarter> {
        match self {
            Self::Quarters(quarters) => quarters.quarters().to_vec(),
            Self::Quarter(quarter) => vec![quarter],
            Self::Custom(_) | Self::CustomQuarter(_) => Vec::new(),
        }
    }

    /// The letters of all squares: the north row first, each from west to east.
    pub fn letters(self) -> String {
        self.spelled_out().to_string().replace('/', "")
    }

    /// The same board as letters: a custom board of the same colours.
    pub fn spelled_out(self) -> Self {
        match self {
            Self::Quarters(quarters) => {
                let cells = quarters.quarters().map(Quarter::cells);
                Self::Custom(std::array::from_fn(|row| {
                    std::array::from_fn(|column| {
                        cells[row / 4 * 2 + column / 4][row % 4][column % 4]
                    })
                }))
            }
            Self::Quarter(quarter) => Self::CustomQuarter(quarter.cells()),
            custom => custom,
        }
    }
}

impl Default for BoardCode {
    fn default() -> Self {
        Self::REFERENCE
    }
}

impl From<Quarters> for BoardCode {
    fn from(quarters: Quarters) -> Self {
        Self::Quarters(quarters)
    }
}

impl From<Quarter> for BoardCode {
    fn from(quarter: Quarter) -> Self {
        Self::Quarter(quarter)
    }
}

impl fmt::Display for BoardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn ranks<const N: usize>(cells: &[[Colour; N]; N]) -> String {
            cells
                .map(|rank| rank.iter().map(|colour| colour.letter()).collect::<String>())
                .join("/")
        }
        match self {
            Self::Quarters(Quarters([nw, ne, sw, se])) => write!(f, "{nw}-{ne}-{sw}-{se}"),
            Self::Quarter(quarter) => write!(f, "{quarter}"),
            Self::Custom(cells) => f.write_str(&ranks(cells)),
            Self::CustomQuarter(cells) => f.write_str(&ranks(cells)),
        }
    }
}

/// Why a text is no [`BoardCode`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// It has no known form.
    #[error(
        "`{0}` is not a board: write four quarters as in `1a0-2a0-3a0-4a0`, one as in `1a0`, or ranks of the letters R, Y, G and B separated by `/`"
    )]
    Form(String),
    /// There are not four quarters.
    #[error("`{text}` has {found} quarters: a board has four, as in `1a0-2a0-3a0-4a0`")]
    QuarterCount {
        /// The whole text.
        text: String,
        /// How many there are.
        found: usize,
    },
    /// One of the four quarters is wrong.
    #[error("{place} quarter: {fault}")]
    Quarter {
        /// Which one.
        place: QuarterPosition,
        /// What is wrong with it.
        fault: QuarterError,
    },
    /// The only quarter is wrong.
    #[error(transparent)]
    LoneQuarter(#[from] QuarterError),
    /// Two quarters are faces of the same board.
    #[error("board {board} is used twice, {} and {}: each of the boards 1 to 4 is used once", places[0], places[1])]
    UsedTwice {
        /// The number of the board.
        board: u8,
        /// Where it lies.
        places: [QuarterPosition; 2],
    },
    /// A custom board has neither eight nor four ranks.
    #[error("{found} ranks of letters: a board has eight, a quarter four, separated by `/`")]
    RankCount {
        /// How many there are.
        found: usize,
    },
    /// A rank of a custom board is too long or too short.
    #[error("rank {rank} has {found} letters: {expected} are expected")]
    RankLength {
        /// The rank, counted from 1 in the south.
        rank: usize,
        /// How many letters it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A letter of a custom board is no colour.
    #[error("`{}` on {square} is not a colour: write R, Y, G or B", found.escape_debug())]
    Letter {
        /// Where it stands.
        square: Square,
        /// The letter.
        found: char,
    },
}

impl FromStr for BoardCode {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let text = text.trim();
        if text.contains('/') {
            return read_letters(text);
        }
        if text.contains('-') {
            return read_quarters(text).map(Self::Quarters);
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Self::Quarter(text.parse()?));
        }
        Err(BoardError::Form(quoted(text)))
    }
}

fn read_quarters(text: &str) -> Result<Quarters, BoardError> {
    let parts: Vec<&str> = text.split('-').collect();
    let Ok(parts) = <[&str; 4]>::try_from(parts.as_slice()) else {
        return Err(BoardError::QuarterCount { text: quoted(text), found: parts.len() });
    };
    let mut quarters = REFERENCE;
    for (index, place) in QuarterPosition::ALL.into_iter().enumerate() {
        quarters[index] =
            parts[index].parse().map_err(|fault| BoardError::Quarter { place, fault })?;
    }
    Quarters::new(quarters)
}

fn read_letters(text: &str) -> Result<BoardCode, BoardError> {
    let ranks: Vec<&str> = text.split('/').collect();
    match ranks.len() {
        8 => Ok(BoardCode::Custom(read_ranks(&ranks)?)),
        4 => Ok(BoardCode::CustomQuarter(read_ranks(&ranks)?)),
        found => Err(BoardError::RankCount { found }),
    }
}

fn read_ranks<const N: usize>(ranks: &[&str]) -> Result<[[Colour; N]; N], BoardError> {
    let mut cells = [[Colour::Red; N]; N];
    for (row, (rank, cells)) in ranks.iter().zip(&mut cells).enumerate() {
        let number = N - row;
        let found = rank.chars().count();
        if found != N {
            return Err(BoardError::RankLength { rank: number, found, expected: N });
        }
        for (column, (letter, cell)) in rank.chars().zip(cells).enumerate() {
            *cell = Colour::from_letter(letter).ok_or(BoardError::Letter {
                square: Square::from_index((number - 1) * 8 + column),
                found: letter,
            })?;
        }
    }
    Ok(cells)
}

/// A board ready to play on: the colours of its squares and the movement they give, computed once.
///
/// It is shared by all positions of a game. A lone quarter occupies the squares a1 to d4.
///
/// ```
/// use katarenga_rules::{Bitboard, Board, BoardCode, Colour};
/// let board = Board::new(BoardCode::REFERENCE);
/// let a1 = "a1".parse().unwrap();
/// assert_eq!(board.colour(a1), Some(Colour::Green));
/// // From green a pawn moves like a knight.
/// assert_eq!(board.reach(a1, Bitboard::EMPTY).count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    code: BoardCode,
    colours: [Bitboard; 4],
    movement: Movement,
}

impl Board {
    /// Builds the board and its tables.
    pub fn new(code: BoardCode) -> Self {
        let colours = match code.spelled_out() {
            BoardCode::Custom(cells) => colour_sets(&cells),
            BoardCode::CustomQuarter(cells) => colour_sets(&cells),
            BoardCode::Quarters(_) | BoardCode::Quarter(_) => [Bitboard::EMPTY; 4],
        };
        Self { code, colours, movement: Movement::new(&colours) }
    }

    /// What the board is made of.
    pub const fn code(&self) -> BoardCode {
        self.code
    }

    /// The squares of the board: all 64, or the 16 of a lone quarter.
    #[inline]
    pub fn squares(&self) -> Bitboard {
        self.colours.iter().fold(Bitboard::EMPTY, |all, colour| all | *colour)
    }

    /// The square of the last file and rank: h8, or d4 on a lone quarter.
    pub const fn last_square(&self) -> Square {
        Square::from_index(9 * (self.size() as usize - 1))
    }

    /// How many files and ranks the board has: 8, or 4 for a lone quarter.
    pub const fn size(&self) -> u8 {
        match self.code {
            BoardCode::Quarters(_) | BoardCode::Custom(_) => 8,
            BoardCode::Quarter(_) | BoardCode::CustomQuarter(_) => 4,
        }
    }

    /// The squares of one colour.
    #[inline]
    pub const fn coloured(&self, colour: Colour) -> Bitboard {
        self.colours[colour.index()]
    }

    /// The colour of a square; `None` off a lone quarter.
    pub fn colour(&self, square: Square) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| self.coloured(*colour).contains(square))
    }

    /// The squares that a pawn on `square` reaches by the rules of movement when the squares of
    /// `occupied` hold pawns. Occupied squares in reach are included: each game says what may land
    /// on them.
    ///
    /// Source: rules.md, section 2.
    #[inline]
    pub fn reach(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.movement.reach(square, occupied)
    }

    /// Calls `visit` with the [`reach`](Self::reach) of every square of `pawns`; faster than one
    /// call for each.
    #[inline]
    pub fn each_reach(
        &self,
        pawns: Bitboard,
        occupied: Bitboard,
        mut visit: impl FnMut(Square, Bitboard),
    ) {
        let _ = self.try_each_reach(pawns, occupied, |from, reach| {
            visit(from, reach);
            ControlFlow::Continue(())
        });
    }

    /// The same until `visit` breaks.
    #[inline]
    pub(crate) fn try_each_reach(
        &self,
        pawns: Bitboard,
        occupied: Bitboard,
        visit: impl FnMut(Square, Bitboard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.movement.try_each_reach(pawns, occupied, visit)
    }
}

impl PartialEq for Board {
    /// Boards are equal when their squares have the same colours, whatever they are made of.
    fn eq(&self, other: &Self) -> bool {
        self.colours == other.colours
    }
}

impl Eq for Board {}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        Ok(Self::new(text.parse()?))
    }
}

fn colour_sets<const N: usize>(cells: &[[Colour; N]; N]) -> [Bitboard; 4] {
    let mut sets = [Bitboard::EMPTY; 4];
    for (row, rank) in cells.iter().enumerate() {
        for (column, colour) in rank.iter().enumerate() {
            sets[colour.index()] |= Square::from_index((N - 1 - row) * 8 + column).into();
        }
    }
    sets
}
