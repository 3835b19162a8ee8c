//! The interface of all games.

use std::fmt::Debug;
use std::hash::{Hash, Hasher as _};
use std::ops::ControlFlow;

use crate::key::KeyHasher;
use crate::notation::fields::{Fields, StateError};
use crate::{
    Bitboard, Board, Core, GameInfo, IllegalMove, Move, MoveSet, MoveSink, Outcome, Phrase, Setup,
    Sharing, Side, Square, Stack, UnsuitableBoard, View, reasons,
};

/// The rules of one game, implemented by its positions.
///
/// A position is plain data of at most 64 bytes; the [`Board`] it stands on is shared and passed
/// along. Positions are equal exactly when the rules call them the same (rules.md, section 3).
///
/// A position is its [`Core`], a field `core` of the position type, and the game's own state. What
/// concerns the core alone is written here or in the registry, once for all games.
///
/// A game's file implements the required methods, and those of the provided ones in which the game
/// differs; the rest is what callers use. To add a game, see `docs/architecture.md`.
///
/// ```
/// use katarenga_rules::{Board, BoardCode, Setup, games::Katarenga, Rules};
/// let board = Board::new(BoardCode::REFERENCE);
/// let position = Katarenga::start(&board, Setup::default());
/// let mut moves = Vec::new();
/// position.generate(&board, &mut moves);
/// assert_eq!(moves.len(), 28);
/// let next = position.play_unchecked(&board, moves[0]);
/// assert_eq!(next.outcome(&board), None);
/// ```
pub trait Rules:
    AsRef<Core> + AsMut<Core> + Copy + Eq + Hash + Debug + Send + Sync + 'static
{
    /// The constant properties of the game.
    const INFO: GameInfo;

    /// Whether a position can come back: not where every move places or captures a pawn.
    const REPEATS: bool = true;

    /// Whether a pawn can capture another.
    const CAPTURES: bool = false;

    /// Whether two passes in a row end the game as a draw. Passes are counted, and written in position
    /// texts, only where they do.
    const TWO_PASSES_DRAW: bool = true;

    /// Whether two pawns can stand on the same square, and when.
    const SHARING: Sharing = Sharing::Never;

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

    /// Gives every move but `pass` to `sink`, each once, until the sink breaks. Called only while
    /// nothing is [`decided`](Self::decided).
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()>;

    /// Carries out a move, a pass included; the turn is passed on by the caller.
    fn apply(&mut self, board: &Board, mv: Move);

    /// The outcome that the pawns alone decide, even if there are legal moves.
    #[inline]
    fn won(&self, _board: &Board) -> Option<Outcome> {
        None
    }

    /// The outcome when the side to move has no move other than a pass; `None` if it passes and the
    /// game goes on.
    #[inline]
    fn blocked(&self, _board: &Board) -> Option<Outcome> {
        None
    }

    /// What `winner` scores when the other side resigns now: 1 where a win is a win.
    fn resignation_points(&self, _board: &Board, _winner: Side) -> u32 {
        1
    }

    /// Why a move other than a pass that [`generate`](Self::generate) doesn't give is not legal. Called
    /// only while the game is not over and there are moves other than a pass.
    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove;

    /// What the side to move is asked to do. Called only while the game is not over and there are
    /// moves other than a pass.
    fn task(&self, board: &Board) -> Phrase;

    /// What a screen shows besides pawns.
    fn view(&self, _board: &Board) -> View {
        View::default()
    }

    /// The index of the layout, where it decides what is legal during the whole game; `None` where it
    /// is but a start.
    fn layout(&self) -> Option<u8> {
        None
    }

    /// Writes the game's own state as fields of a position text.
    fn write_fields(&self, _fields: &mut Fields) {}

    /// Reads what [`write_fields`](Self::write_fields) wrote, and checks all that the game demands
    /// of a position.
    ///
    /// # Errors
    /// The field or the pawns at fault, and what was expected.
    fn read_fields(board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError>;

    /// What stands on a square. A game in which two pawns of one side can share a square, which the
    /// [`Core`] holds as one, overrides this.
    fn stack(&self, _board: &Board, square: Square) -> Stack {
        Stack::new(Side::ALL.map(|side| self.core().pawns(side).contains(square).into()))
    }

    /// The part that all games share.
    #[inline]
    fn core(&self) -> &Core {
        self.as_ref()
    }

    /// The outcome if the position is decided by its pawns or by two passes; the mobility of the
    /// side to move is not looked at.
    #[inline]
    fn decided(&self, board: &Board) -> Option<Outcome> {
        self.won(board).or_else(|| {
            let is_draw = Self::TWO_PASSES_DRAW && self.core().passes() >= 2;
            is_draw.then(|| Outcome::draw(reasons::TWO_PASSES))
        })
    }

    /// Gives every legal move to `sink`, each once, until the sink breaks: none when the game is
    /// over.
    #[inline]
    fn generate<S: MoveSink>(&self, board: &Board, sink: &mut S) {
        if self.decided(board).is_some() {
            return;
        }
        let mut seen = Seen { sink, any: Bitboard::EMPTY };
        let flow = self.non_pass_moves(board, &mut seen);
        if flow.is_continue() && seen.any.is_empty() && self.blocked(board).is_none() {
            // There is nothing left to break off.
            let _ = sink.take(MoveSet::Pass);
        }
    }

    /// How many legal moves there are.
    #[inline]
    fn count_moves(&self, board: &Board) -> u32 {
        let mut count = Count(0);
        self.generate(board, &mut count);
        count.0
    }

    /// Whether `mv` is legal.
    fn is_legal(&self, board: &Board, mv: Move) -> bool {
        let mut found = false;
        self.generate(board, &mut |set: MoveSet| {
            found = set.contains(mv);
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// Whether the side to move has a move other than to pass.
    fn has_non_pass_move(&self, board: &Board) -> bool {
        let first = self.non_pass_moves(board, &mut |set: MoveSet| {
            if set.squares().any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        first.is_break()
    }

    /// The position after `mv`, which must be legal: nothing is checked here.
    #[inline]
    fn play_unchecked(mut self, board: &Board, mv: Move) -> Self {
        self.apply(board, mv);
        self.as_mut().end_turn(Self::TWO_PASSES_DRAW && mv == Move::Pass);
        self
    }

    /// The outcome when the game is over, repetition and resignation aside: those belong to a
    /// [`Game`](crate::Game).
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        self.decided(board)
            .or_else(|| if self.has_non_pass_move(board) { None } else { self.blocked(board) })
    }

    /// A number of 64 bits that is equal for equal positions, and for others but by a rare chance.
    fn key(&self) -> u64 {
        let mut hasher = KeyHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// A sink that passes sets on and remembers whether there was a move. Not a closure, so that it is
/// inlined.
struct Seen<'a, S> {
    sink: &'a mut S,
    any: Bitboard,
}

impl<S: MoveSink> MoveSink for Seen<'_, S> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the kind of set is known, no branch is left")]
    fn take(&mut self, set: MoveSet) -> ControlFlow<()> {
        self.any |= set.squares();
        self.sink.take(set)
    }
}

/// A sink that counts moves. Not a closure, so that it is inlined.
struct Count(u32);

impl MoveSink for Count {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the kind of set is known, no branch is left")]
    fn take(&mut self, set: MoveSet) -> ControlFlow<()> {
        self.0 += set.count();
        ControlFlow::Continue(())
    }
}
