//! The one interface through which everything else asks about a game.

use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};

use crate::moves::{AnyMove, HasMove};
use crate::notation::position::{Fields, PositionError};
use crate::{Bitboard, Board, Colour, IllegalMove, Move, MoveCount, MoveSink, Side, Square};

/// A fixed text with the key by which a translation finds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phrase {
    /// Lower-case words joined by hyphens: `two-passes`.
    pub key: &'static str,
    /// The English text.
    pub text: &'static str,
}

impl Phrase {
    /// The phrase `text`, known as `key`.
    pub const fn new(key: &'static str, text: &'static str) -> Self {
        Self { key, text }
    }
}

/// What there is to know about a game before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// Its name as people write it: `North West Passage`.
    pub title: &'static str,
    /// What it is about, in one sentence.
    pub summary: &'static str,
    /// The board it is played on.
    pub area: Area,
    /// The names of its starting layouts, the default first; empty when there is but one.
    pub layouts: &'static [&'static str],
    /// The points to which a match is played, where the rules name them; otherwise the players
    /// agree on some.
    pub match_target: Option<u32>,
}

/// What a game is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    /// The whole board of 8x8 squares.
    Board,
    /// A lone quarterboard of 4x4 squares.
    Quarter,
}

impl Area {
    /// How many files and ranks it has.
    pub const fn size(self) -> u8 {
        match self {
            Self::Board => 8,
            Self::Quarter => 4,
        }
    }
}

/// What the players agree on before a game, besides the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The side that moves first.
    pub first: Side,
    /// The index of the starting layout in [`GameInfo::layouts`]; 0 where there is but one.
    pub layout: u8,
}

impl Default for Setup {
    /// White first, the game's default layout.
    fn default() -> Self {
        Self { first: Side::White, layout: 0 }
    }
}

/// Why a game can't be played on a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnsuitableBoard {
    /// The board is too large or too small.
    #[error("this game is played on {}, and `{code}` is {}", area_name(*needed), area_name(needed.other()))]
    Area {
        /// What it takes.
        needed: Area,
        /// The code of the board.
        code: String,
    },
    /// A rule of the game asks more of the board.
    #[error("{}: {found}", rule.text)]
    Rule {
        /// What it asks.
        rule: Phrase,
        /// What the board has instead.
        found: String,
    },
}

impl Area {
    const fn other(self) -> Self {
        match self {
            Self::Board => Self::Quarter,
            Self::Quarter => Self::Board,
        }
    }
}

const fn area_name(area: Area) -> &'static str {
    match area {
        Area::Board => "the whole board of four quarters",
        Area::Quarter => "a lone quarter",
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// What the win is worth in a match; 0 for a draw.
    pub points: u8,
    /// Why the game ended.
    pub reason: Phrase,
}

impl Outcome {
    pub(crate) fn win(winner: Side, points: u32, reason: Phrase) -> Self {
        Self { winner: Some(winner), points: points as u8, reason }
    }

    pub(crate) const fn draw(reason: Phrase) -> Self {
        Self { winner: None, points: 0, reason }
    }

    /// The outcome as a person would say it: `White wins, 3 points: ...`.
    pub fn sentence(&self) -> String {
        let why = self.reason.text;
        match (self.winner, self.points) {
            (None, _) => format!("a draw: {why}"),
            (Some(side), 1) => format!("{} wins, 1 point: {why}", side.title()),
            (Some(side), points) => format!("{} wins, {points} points: {why}", side.title()),
        }
    }
}

impl fmt::Display for Outcome {
    /// `white 3 arrival`: winner or `draw`, points, the key of the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side}")?,
            None => f.write_str("draw")?,
        }
        write!(f, " {} {}", self.points, self.reason.key)
    }
}

/// Reasons that several games share.
pub mod reasons {
    use super::Phrase;

    /// Neither side has a move.
    pub const TWO_PASSES: Phrase = Phrase::new("two-passes", "both sides passed in a row");
    /// The same position stood for the third time.
    pub const REPETITION: Phrase =
        Phrase::new("repetition", "the same position stood for the third time");
    /// A side gave up.
    pub const RESIGNATION: Phrase = Phrase::new("resignation", "the other side resigned");
}

/// What every position of every game has: pawns, the side to move, who was first, and passes just
/// made.
///
/// Pawns are kept by whose turn it is, not by colour: a search asks for those of the side to move,
/// and an index that depends on the side would keep the position out of registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Core {
    own: Bitboard,
    enemy: Bitboard,
    turn: Side,
    first: Side,
    passes: u8,
}

impl Core {
    /// A start: the pawns of White and Black, `first` to move.
    pub(crate) fn start(white: Bitboard, black: Bitboard, first: Side) -> Self {
        Self::new([white, black], first, first)
    }

    /// The pawns of White and Black, the side to move, and the side that was first; no passes.
    pub(crate) fn new([white, black]: [Bitboard; 2], turn: Side, first: Side) -> Self {
        let (own, enemy) = match turn {
            Side::White => (white, black),
            Side::Black => (black, white),
        };
        Self { own, enemy, turn, first, passes: 0 }
    }

    /// The same with this number of passes just made.
    pub(crate) const fn after_passes(self, passes: u8) -> Self {
        Self { passes, ..self }
    }

    /// The squares of a side's pawns.
    #[inline]
    pub fn pawns(&self, side: Side) -> Bitboard {
        if side == self.turn { self.own } else { self.enemy }
    }

    /// The squares of the pawns of the side to move.
    #[inline]
    pub const fn own(&self) -> Bitboard {
        self.own
    }

    /// The squares of the pawns of the other side.
    #[inline]
    pub const fn enemy(&self) -> Bitboard {
        self.enemy
    }

    /// The squares that hold at least one pawn.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.own | self.enemy
    }

    /// The squares that hold a pawn of each side.
    #[inline]
    pub fn shared(&self) -> Bitboard {
        self.own & self.enemy
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The side that moved first.
    #[inline]
    pub const fn first(&self) -> Side {
        self.first
    }

    /// How many passes in a row were just made, at most two.
    #[inline]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// A new pawn of the side to move stands on `square`.
    #[inline]
    pub(crate) fn add(&mut self, square: Square) {
        self.own |= Bitboard::of(square);
    }

    /// A pawn of the side to move leaves the board.
    #[inline]
    pub(crate) fn remove(&mut self, square: Square) {
        self.own &= !Bitboard::of(square);
    }

    /// Takes a pawn of the side to move from `from` and puts it on `to`, whatever stands there.
    #[inline]
    pub(crate) fn shift(&mut self, from: Square, to: Square) {
        self.remove(from);
        self.add(to);
    }

    /// A pawn of the other side leaves the board.
    #[inline]
    pub(crate) fn remove_enemy(&mut self, square: Square) {
        self.enemy &= !Bitboard::of(square);
    }

    /// A pawn of the other side is put on `to`.
    #[inline]
    pub(crate) fn shift_enemy(&mut self, from: Square, to: Square) {
        self.remove_enemy(from);
        self.enemy |= Bitboard::of(to);
    }

    /// The turn passes to the other side, by a pass or by a move.
    #[inline]
    pub(crate) fn end_turn(&mut self, by_pass: bool) {
        self.passes = if by_pass { self.passes + 1 } else { 0 };
        std::mem::swap(&mut self.own, &mut self.enemy);
        self.turn = !self.turn;
    }
}

/// What a screen shows besides pawns: never needed for the rules, always derived from the position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct View {
    /// Squares that mean something, in the order in which they are best drawn.
    pub marks: Vec<Mark>,
    /// Pawns that are not on the board but in play.
    pub counters: Vec<Counter>,
    /// The colour each side aims at, by [`Side::index`].
    pub targets: [Option<Colour>; 2],
}

/// Squares with a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The meaning.
    pub kind: MarkKind,
    /// The side it concerns, if one.
    pub side: Option<Side>,
    /// The squares.
    pub squares: Bitboard,
}

/// What a [`Mark`] says of its squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkKind {
    /// A side wants its pawns here.
    Goal,
    /// Pawns that have arrived and stay.
    Home,
    /// The pawn that must move.
    Forced,
    /// The pawn that must be answered.
    Answer,
    /// Pawns can still be placed within these squares only.
    Area,
}

/// A number of pawns off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Where they are.
    pub kind: CounterKind,
    /// Whose they are.
    pub side: Side,
    /// How many there are.
    pub count: u8,
    /// How many there can be.
    pub of: u8,
}

/// Where pawns off the board are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CounterKind {
    /// In hand, still to be placed.
    Hand,
    /// In the camps beyond the far rank.
    Camp,
}

/// The rules of one game, implemented by its positions.
///
/// A position is plain data of at most 64 bytes; the [`Board`] it stands on is shared and passed
/// along. Positions are equal exactly when the rules call them the same (rules.md, section 3).
///
/// A game's file implements the required methods; the provided ones are what the rest of the world
/// calls. To add a game, see `docs/architecture.md`.
///
/// ```
/// use katarenga_rules::{Board, BoardCode, Setup, games::Katarenga, rules::Rules};
/// let board = Board::new(BoardCode::REFERENCE);
/// let position = Katarenga::start(&board, Setup::default());
/// let mut moves = Vec::new();
/// position.generate(&board, &mut moves);
/// assert_eq!(moves.len(), 28);
/// let next = position.play_unchecked(&board, moves[0]);
/// assert_eq!(next.outcome(&board), None);
/// ```
pub trait Rules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// What there is to know before a game.
    const INFO: GameInfo;

    /// Whether a position can come back: not where every move places or captures a pawn.
    const REPEATS: bool = true;

    /// Whether a pawn of each side can stand on the same square.
    const SHARES_SQUARES: bool = false;

    /// Whether the game can be played on `board`, whose size fits already.
    ///
    /// # Errors
    /// What the board lacks.
    fn check_board(_board: &Board) -> Result<(), UnsuitableBoard> {
        Ok(())
    }

    /// The position before the first move. The board must have passed the checks of
    /// [`GameKind::check_board`](crate::GameKind::check_board), and the layout be one of the
    /// game's.
    fn start(board: &Board, setup: Setup) -> Self;

    /// The part that all games share.
    fn core(&self) -> &Core;

    /// The same, to be changed.
    fn core_mut(&mut self) -> &mut Core;

    /// Gives every move but `pass` to `sink`, each once. Called only while nothing is
    /// [`decided`](Self::decided).
    fn ordinary_moves<S: MoveSink>(&self, board: &Board, sink: &mut S);

    /// Carries out an ordinary move; the turn is passed on by the caller.
    fn apply(&mut self, board: &Board, mv: Move);

    /// The outcome that the pawns alone decide, whoever could still move.
    fn won(&self, board: &Board) -> Option<Outcome>;

    /// What follows when the side to move has no ordinary move: the end of the game, or `None` for
    /// a pass.
    fn blocked(&self, board: &Board) -> Option<Outcome>;

    /// What `winner` scores when the other side resigns now.
    fn resignation_points(&self, board: &Board, winner: Side) -> u32;

    /// Why an ordinary move that [`generate`](Self::generate) doesn't give is not legal. Called
    /// only while the game goes on and there are ordinary moves.
    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove;

    /// What the side to move is asked to do. Called only while the game goes on and there are
    /// ordinary moves.
    fn task(&self, board: &Board) -> Phrase;

    /// What a screen shows besides pawns.
    fn view(&self, board: &Board) -> View;

    /// Writes what the game adds to the [`Core`] as fields of a position text.
    fn write_fields(&self, fields: &mut Fields);

    /// Reads what [`write_fields`](Self::write_fields) wrote, and checks all that the game demands
    /// of a position.
    ///
    /// # Errors
    /// The field or the pawns at fault, and what was expected.
    fn read_fields(board: &Board, core: Core, fields: &mut Fields) -> Result<Self, PositionError>;

    /// The squares that hold two pawns of the same side.
    fn doubled(&self, _board: &Board) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The outcome if the position is decided by its pawns or by two passes; the mobility of the
    /// side to move is not looked at.
    #[inline]
    fn decided(&self, board: &Board) -> Option<Outcome> {
        self.won(board)
            .or_else(|| (self.core().passes() >= 2).then(|| Outcome::draw(reasons::TWO_PASSES)))
    }

    /// Gives every legal move to `sink`, each once: none when the game is over.
    #[inline]
    fn generate<S: MoveSink>(&self, board: &Board, sink: &mut S) {
        if self.decided(board).is_some() {
            return;
        }
        let mut watched = Watched { sink, any: Bitboard::EMPTY };
        self.ordinary_moves(board, &mut watched);
        if watched.any.is_empty() && self.blocked(board).is_none() {
            sink.pass();
        }
    }

    /// How many legal moves there are.
    #[inline]
    fn count_moves(&self, board: &Board) -> u32 {
        let mut count = MoveCount::default();
        self.generate(board, &mut count);
        count.0
    }

    /// Whether `mv` is legal.
    fn is_legal(&self, board: &Board, mv: Move) -> bool {
        let mut question = HasMove::new(mv);
        self.generate(board, &mut question);
        question.found
    }

    /// Whether the side to move has a move other than to pass.
    fn has_ordinary_move(&self, board: &Board) -> bool {
        let mut any = AnyMove::default();
        self.ordinary_moves(board, &mut any);
        any.0
    }

    /// The position after `mv`, which must be legal: nothing is checked here.
    #[inline]
    fn play_unchecked(mut self, board: &Board, mv: Move) -> Self {
        if mv != Move::Pass {
            self.apply(board, mv);
        }
        self.core_mut().end_turn(mv == Move::Pass);
        self
    }

    /// The outcome when the game is over, repetition and resignation aside: those belong to a
    /// [`Game`](crate::Game).
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        self.decided(board)
            .or_else(|| if self.has_ordinary_move(board) { None } else { self.blocked(board) })
    }

    /// A number of 64 bits that is equal for equal positions, and for others but by a rare chance.
    #[inline]
    fn key(&self) -> u64 {
        let mut hasher = KeyHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// A sink that passes all on and remembers whether there was anything.
struct Watched<'a, S> {
    sink: &'a mut S,
    any: Bitboard,
}

impl<S: MoveSink> MoveSink for Watched<'_, S> {
    #[inline]
    fn places(&mut self, squares: Bitboard) {
        self.any |= squares;
        self.sink.places(squares);
    }

    #[inline]
    fn moves(&mut self, from: Square, quiet: Bitboard, captures: Bitboard) {
        self.any |= quiet | captures;
        self.sink.moves(from, quiet, captures);
    }

    #[inline]
    fn ousts(&mut self, from: Square, to: Square, puts: Bitboard) {
        self.any |= puts;
        self.sink.ousts(from, to, puts);
    }

    #[inline]
    fn camps(&mut self, squares: Bitboard) {
        self.any |= squares;
        self.sink.camps(squares);
    }

    #[inline]
    fn pass(&mut self) {
        self.sink.pass();
    }
}

/// A hasher for plain data: one folded multiplication a field, since a position has few and no one
/// picks them to collide.
#[derive(Default)]
struct KeyHasher(u64);

impl KeyHasher {
    #[inline]
    fn mix(&mut self, value: u64) {
        /// The fraction of the golden ratio, odd: spreads every bit over the upper half of the
        /// product.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let product = u128::from(self.0 ^ value ^ SPREAD.rotate_left(17)) * u128::from(SPREAD);
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(SPREAD);
    }
}

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        let mut last = Self(self.0);
        last.mix(self.0.rotate_left(32));
        last.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    #[inline]
    fn write_isize(&mut self, value: isize) {
        self.mix(value.cast_unsigned() as u64);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }
}
