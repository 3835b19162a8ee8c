//! A game in progress: history, undo and redo, repetition, and the ends that players give it.

use std::sync::Arc;

use crate::games::SetupError;
use crate::notation::moves::{MoveError, MoveText};
use crate::notation::position::BoardPosition;
use crate::outcome::reasons;
use crate::perft::is_third;
use crate::refusal::pawn_error;
use crate::{Board, GameKind, IllegalMove, Move, Outcome, Position, Setup, Side, Square};

/// A game in progress.
///
/// ```
/// use katarenga_rules::{BoardCode, Game, GameKind, Setup};
/// let mut game = Game::new(GameKind::Cornered, "2a0".parse::<BoardCode>()?, Setup::default())?;
/// for text in ["d1", "b2", "a1"] {
///     let mv = game.read_move(text)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("white 3 last-to-place"));
/// assert!(game.undo());
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    board: Arc<Board>,
    start: Position,
    plies: Vec<Ply>,
    /// Moves taken back, the last one first.
    undone: Vec<Move>,
    ending: Option<Ending>,
}

/// A move and the position after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ply {
    mv: Move,
    after: Position,
}

/// How the players end a game that could go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// A side gave up.
    Resigned(Side),
    /// A side had no time left.
    OutOfTime(Side),
    /// The sides agreed to a draw.
    Agreed,
    /// The game was aborted before it had begun: no result.
    Aborted,
}

/// Why something can't be done in a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The game is over.
    #[error("the game is over: {}", .0.sentence())]
    Over(Outcome),
}

impl Game {
    /// A game from its start.
    ///
    /// # Errors
    /// When the board doesn't suit the game, or the game has no such layout.
    pub fn new(
        kind: GameKind,
        board: impl Into<BoardSource>,
        setup: Setup,
    ) -> Result<Self, SetupError> {
        let BoardSource(board) = board.into();
        let start = kind.start(&board, setup)?;
        Ok(Self::begin(board, start))
    }

    /// A game that begins with a position.
    pub fn from_position(placed: BoardPosition) -> Self {
        Self::begin(Arc::new(placed.board), placed.position)
    }

    fn begin(board: Arc<Board>, start: Position) -> Self {
        Self { board, start, plies: Vec::new(), undone: Vec::new(), ending: None }
    }

    /// The kind of game.
    pub const fn kind(&self) -> GameKind {
        self.start.kind()
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position before the first move.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The setup from which the game started; `None` when it started from another position.
    pub fn setup(&self) -> Option<Setup> {
        self.start.setup(&self.board)
    }

    /// The setup of the next game of a match: the same layout, as far as the start of this one has
    /// one.
    pub fn next_setup(&self, first: Side) -> Setup {
        Setup { first, layout: self.start.layout(&self.board).unwrap_or_default() }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// The position now together with its board, as a position text has them.
    pub fn board_position(&self) -> BoardPosition {
        BoardPosition { board: (*self.board).clone(), position: *self.position() }
    }

    /// The position before the first move together with its board.
    pub fn start_board_position(&self) -> BoardPosition {
        BoardPosition { board: (*self.board).clone(), position: self.start }
    }

    /// The moves played so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator {
        self.plies.iter().map(|ply| ply.mv)
    }

    /// How many moves have been played.
    pub fn ply(&self) -> usize {
        self.plies.len()
    }

    /// The positions from the start to now: one more than there are moves.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        std::iter::once(&self.start).chain(self.plies.iter().map(|ply| &ply.after))
    }

    /// The side to move, or that would be if the game were not over.
    pub fn turn(&self) -> Side {
        self.position().turn()
    }

    /// The legal moves in the order of their texts; none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.position().sorted_moves(&self.board)
    }

    /// Reads a move of this game: as the rules write moves, leniently, or in the ordinal notation
    /// where pawns were placed.
    ///
    /// # Errors
    /// What is wrong with the text, or why the move is not legal.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = match self.read_ordinal(text)? {
            Some(mv) => mv,
            None => self.find(MoveText::read(text)?),
        };
        self.check(mv).map_err(|why| MoveError::Illegal { mv, why })?;
        Ok(mv)
    }

    /// The legal move that a text stands for; otherwise the move as it was written.
    fn find(&self, written: MoveText) -> Move {
        let legal = self.position().legal_moves(&self.board);
        legal.into_iter().find(|mv| written.means(*mv)).unwrap_or(written.literal())
    }

    /// Why no legal move begins on `square`, or why no pawn can be placed there: a reason for each
    /// way that is not open. None where there is a legal move.
    ///
    /// ```
    /// use katarenga_rules::{BoardCode, Game, GameKind, Setup};
    /// let game = Game::new(GameKind::Katarenga, BoardCode::REFERENCE, Setup::default())?;
    /// let why = game.why_none_from("a8".parse()?);
    /// assert_eq!(why[0].to_string(), "the pawn on a8 is black, and it is white's turn");
    /// assert!(game.why_none_from("a1".parse()?).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why_none_from(&self, square: Square) -> Vec<IllegalMove> {
        if let Some(outcome) = self.outcome() {
            return vec![IllegalMove::GameOver(outcome)];
        }
        let (board, core) = (&self.board, self.position().core());
        let legal = self.position().legal_moves(board);
        if legal.iter().any(|mv| mv.squares().next() == Some(square)) {
            return Vec::new();
        }
        if legal.iter().any(|mv| matches!(mv, Move::Place(_))) {
            return self.check(Move::Place(square)).err().into_iter().collect();
        }
        if let Some(refusal) = pawn_error(core, board, square) {
            return vec![refusal];
        }
        let mut reasons = Vec::new();
        for to in board.reach(square, core.occupied()) {
            let reason = self.check(Move::Step { from: square, to }).err();
            reasons.extend(reason.filter(|reason| !reasons.contains(reason)));
        }
        reasons
    }

    /// Whether a move can be played now.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.after(mv).map(|_| ())
    }

    /// The position after a move.
    fn after(&self, mv: Move) -> Result<Position, IllegalMove> {
        match self.outcome() {
            Some(outcome) => Err(IllegalMove::GameOver(outcome)),
            None => self.position().play(&self.board, mv),
        }
    }

    /// Plays a move. Moves taken back before are forgotten, unless it is the one that
    /// [`redo`](Self::redo) would play.
    ///
    /// # Errors
    /// Why the move is not legal; the game is then as before.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let after = self.after(mv)?;
        self.plies.push(Ply { mv, after });
        if self.undone.pop() != Some(mv) {
            self.undone.clear();
        }
        Ok(())
    }

    /// Takes back how the players ended the game, or the last move. `false` when there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        if self.ending.take().is_some() {
            return true;
        }
        match self.plies.pop() {
            Some(ply) => {
                self.undone.push(ply.mv);
                true
            }
            None => false,
        }
    }

    /// Plays again the move taken back last. `false` when there is none.
    pub fn redo(&mut self) -> bool {
        let Some(mv) = self.undone.last().copied() else { return false };
        self.play(mv).is_ok()
    }

    /// How many moves that were taken back can be played again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// `side` gives up: the other side wins what the game's rule gives in the position as it
    /// stands.
    ///
    /// # Errors
    /// [`GameError::Over`] when the game is over.
    pub fn resign(&mut self, side: Side) -> Result<(), GameError> {
        self.end(Ending::Resigned(side))
    }

    /// The players end the game. Time that is up costs what giving up would.
    ///
    /// # Errors
    /// [`GameError::Over`] when the game is over.
    pub fn end(&mut self, ending: Ending) -> Result<(), GameError> {
        if let Some(outcome) = self.outcome() {
            return Err(GameError::Over(outcome));
        }
        self.ending = Some(ending);
        Ok(())
    }

    /// The outcome, once the game is over: by its rules, by repetition, or by its players.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if let Some(ending) = self.ending {
            return Some(self.outcome_of(ending));
        }
        position.outcome(&self.board).or_else(|| {
            let earlier = self.positions().rev().skip(1);
            is_third(earlier, position).then(|| Outcome::draw(reasons::REPETITION))
        })
    }

    fn outcome_of(&self, ending: Ending) -> Outcome {
        let lost = |side: Side, reason| {
            let points = self.position().resignation_points(&self.board, !side);
            Outcome::win(!side, points, reason)
        };
        match ending {
            Ending::Resigned(side) => lost(side, reasons::RESIGNATION),
            Ending::OutOfTime(side) => lost(side, reasons::TIME),
            Ending::Agreed => Outcome::draw(reasons::AGREEMENT),
            Ending::Aborted => Outcome::draw(reasons::ABORTED),
        }
    }

    /// How the players ended the game, if they did.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How often the position now has stood in this game, this time included.
    pub fn occurrences(&self) -> usize {
        self.positions().filter(|position| *position == self.position()).count()
    }

    /// The number of legal move sequences of length `depth` from here.
    pub fn perft(&self, depth: u32) -> u64 {
        if self.ending.is_some() {
            return u64::from(depth == 0);
        }
        let earlier: Vec<Position> = self.positions().take(self.ply()).copied().collect();
        self.position().perft(&self.board, &earlier, depth)
    }

    /// For each legal move, in the order of their texts, the number of sequences of length `depth`
    /// that begin with it.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let earlier: Vec<Position> = self.positions().copied().collect();
        let count = |mv| {
            let after = self.position().play(&self.board, mv).ok()?;
            Some((mv, after.perft(&self.board, &earlier, depth.saturating_sub(1))))
        };
        self.legal_moves().into_iter().filter_map(count).collect()
    }
}

/// Where the board of a [`Game`] comes from: its code, or a board that is shared already.
#[derive(Clone, Debug)]
pub struct BoardSource(Arc<Board>);

impl<T: Into<crate::BoardCode>> From<T> for BoardSource {
    fn from(code: T) -> Self {
        Self(Arc::new(Board::new(code.into())))
    }
}

impl From<Arc<Board>> for BoardSource {
    fn from(board: Arc<Board>) -> Self {
        Self(board)
    }
}
