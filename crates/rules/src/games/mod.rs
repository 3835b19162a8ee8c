//! The games: one file each, joined by a `pub mod` line and a line of the registry below.
//!
//! `docs/architecture.md` says how to add one.

pub mod battle_stations;
pub mod big_bang;
pub mod colorado;
pub mod congress;
pub mod cornered;
pub mod greengage;
pub mod isolation;
pub mod katarenga;
pub mod north_west_passage;
pub mod quartermaster;
pub mod quebec;
pub mod sardines;
pub mod troika;

use std::fmt;
use std::hash::{Hash as _, Hasher as _};
use std::str::FromStr;

use rand::Rng;
use rand::seq::SliceRandom as _;

use crate::Rules;
use crate::key::KeyHasher;
use crate::notation::fields::{Fields, StateError};
use crate::text::{listed, quoted};
use crate::{
    Board, BoardCode, BoardSize, Core, GameInfo, IllegalMove, Language, Move, Outcome, Phrase,
    Quarter, Quarters, Setup, Sharing, Side, Square, Stack, UnsuitableBoard, View, perft,
};

/// The most bytes that a position may have, besides its shared board: a search copies them.
const LARGEST: usize = 64;

/// Defines the two types that stand for any game. All dispatch by the kind of game happens here.
macro_rules! registry {
    ($($Game:ident in $module:ident, $name:literal;)*) => {
        $(
            pub use $module::$Game;

            const _: () = assert!(size_of::<$Game>() <= LARGEST, "a position is small");

            impl AsRef<Core> for $Game {
                #[inline]
                fn as_ref(&self) -> &Core {
                    &self.core
                }
            }

            impl AsMut<Core> for $Game {
                #[inline]
                fn as_mut(&mut self) -> &mut Core {
                    &mut self.core
                }
            }
        )*

        /// Calls a macro of the caller's with the names of all games' position types, for a
        /// dispatch of its own: `for_each_game!(mine)` becomes `mine! { Katarenga, ... }`.
        #[macro_export]
        macro_rules! for_each_game {
            ($callback:ident) => { $callback! { $($Game),* } };
        }

        /// A kind of game. Its text form is the name used everywhere: `north-west-passage`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameKind {
            $(
                #[doc = concat!("`", $name, "`")]
                $Game,
            )*
        }

        impl GameKind {
            /// All kinds of games, in the order of rules.md.
            pub const ALL: &[Self] = &[$(Self::$Game),*];

            /// The name used on the command line, in records and in position texts.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Game => $name),* }
            }

            /// What there is to know before a game.
            pub const fn info(self) -> GameInfo {
                match self { $(Self::$Game => <$Game as Rules>::INFO),* }
            }

            /// The rules as a player reads them, in Markdown with `diagram` blocks (`docs/rules/`).
            pub const fn help(self, language: Language) -> &'static str {
                match (self, language) {
                    $(
                        (Self::$Game, Language::English) => {
                            include_str!(concat!("../../../../docs/rules/en/", $name, ".md"))
                        }
                        (Self::$Game, Language::French) => {
                            include_str!(concat!("../../../../docs/rules/fr/", $name, ".md"))
                        }
                    )*
                }
            }

            /// Whether two pawns can stand on the same square, and when.
            pub(crate) const fn sharing(self) -> Sharing {
                match self { $(Self::$Game => <$Game as Rules>::SHARING),* }
            }

            fn check_rules_of_board(self, board: &Board) -> Result<(), UnsuitableBoard> {
                match self { $(Self::$Game => $Game::check_board(board)),* }
            }

            fn start_unchecked(self, board: &Board, setup: Setup) -> Position {
                match self { $(Self::$Game => Position::$Game($Game::start(board, setup))),* }
            }

            pub(crate) fn read_position(
                self,
                board: &Board,
                core: Core,
                mut fields: Fields,
            ) -> Result<Position, StateError> {
                let position = match self {
                    $(Self::$Game => read_position::<$Game>(board, core, &mut fields)?.into(),)*
                };
                fields.finish()?;
                Ok(position)
            }
        }

        /// A position of any game.
        ///
        /// It answers the same questions as [`Rules`] where the kind of game isn't known when the
        /// program is built. A search uses the position types of the games themselves.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Position {
            $(
                #[doc = concat!("A position of `", $name, "`.")]
                $Game($Game),
            )*
        }

        $(
            impl From<$Game> for Position {
                fn from(position: $Game) -> Self {
                    Self::$Game(position)
                }
            }

            impl TryFrom<Position> for $Game {
                type Error = GameKind;

                /// The position if it is one of this game.
                ///
                /// # Errors
                /// The kind of game it is one of.
                fn try_from(position: Position) -> Result<Self, GameKind> {
                    match position {
                        Position::$Game(position) => Ok(position),
                        #[allow(unreachable_patterns, reason = "with one game there is no other")]
                        other => Err(other.kind()),
                    }
                }
            }
        )*

        /// `dispatch!(position, it => question)`: asks the same question of whichever game it is.
        macro_rules! dispatch {
            ($position:expr, $it:ident => $question:expr) => {
                match $position { $(Position::$Game($it) => $question),* }
            };
        }

        impl Position {
            /// The kind of game.
            pub const fn kind(&self) -> GameKind {
                match self { $(Self::$Game(_) => GameKind::$Game),* }
            }

            fn play_unchecked(self, board: &Board, mv: Move) -> Self {
                match self { $(Self::$Game(it) => Self::$Game(it.play_unchecked(board, mv))),* }
            }
        }
    };
}

registry! {
    Katarenga in katarenga, "katarenga";
    NorthWestPassage in north_west_passage, "north-west-passage";
    BigBang in big_bang, "big-bang";
    Cornered in cornered, "cornered";
    Quartermaster in quartermaster, "quartermaster";
    BattleStations in battle_stations, "battle-stations";
    Congress in congress, "congress";
    Quebec in quebec, "quebec";
    Isolation in isolation, "isolation";
    Troika in troika, "troika";
    Greengage in greengage, "greengage";
    Sardines in sardines, "sardines";
    Colorado in colorado, "colorado";
}

/// Reads the fields of a position text: the passes where they count, then those of the game.
fn read_position<R: Rules>(
    board: &Board,
    core: Core,
    fields: &mut Fields,
) -> Result<R, StateError> {
    let passes = if R::TWO_PASSES_DRAW { fields.passes()? } else { 0 };
    R::read_fields(board, core.after_passes(passes), fields)
}

impl GameKind {
    /// Whether the game can be played on `board`.
    ///
    /// # Errors
    /// What is wrong with the board, and what would be right.
    ///
    /// ```
    /// use katarenga_rules::{Board, BoardCode, GameKind};
    /// let board = Board::new(BoardCode::REFERENCE);
    /// assert!(GameKind::BigBang.check_board(&board).is_ok());
    /// assert!(GameKind::Cornered.check_board(&board).is_err());
    /// ```
    pub fn check_board(self, board: &Board) -> Result<(), UnsuitableBoard> {
        let needed = self.info().board_size;
        if board.size() != needed.side() {
            return Err(UnsuitableBoard::Size { needed, code: board.code().to_string() });
        }
        self.check_rules_of_board(board)
    }

    /// A board drawn from `rng` among those on which the game can be played, each as likely as
    /// another.
    pub fn random_board<R: Rng + ?Sized>(self, rng: &mut R) -> BoardCode {
        loop {
            let code = match self.info().board_size {
                BoardSize::Full => Quarters::random(rng).into(),
                BoardSize::Quarter => Quarter::random(rng).into(),
            };
            // Two boards of three suit the most demanding game.
            if self.check_board(&Board::new(code)).is_ok() {
                return code;
            }
        }
    }

    /// All boards of quarters on which the game can be played, each once, in an order drawn from
    /// `rng`. Turned boards count as different ones.
    ///
    /// ```
    /// use katarenga_rules::GameKind;
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    /// let boards = GameKind::Cornered.shuffled_boards(&mut ChaCha8Rng::seed_from_u64(1));
    /// assert_eq!(boards.count(), 32);
    /// ```
    pub fn shuffled_boards<R: Rng + ?Sized>(
        self,
        rng: &mut R,
    ) -> impl Iterator<Item = BoardCode> + use<R> {
        let size = self.info().board_size;
        let count = match size {
            BoardSize::Full => Quarters::COUNT,
            BoardSize::Quarter => Quarter::COUNT,
        };
        // Numbers take a fraction of the memory of boards.
        let mut indices: Vec<u32> = (0..count).collect();
        indices.shuffle(rng);
        let boards = indices.into_iter().map(move |index| match size {
            BoardSize::Full => Quarters::from_index(index).into(),
            BoardSize::Quarter => Quarter::from_index(index).into(),
        });
        // To check a board takes longer than to draw it: it is done when its turn comes.
        boards.filter(move |code| self.check_board(&Board::new(*code)).is_ok())
    }

    /// The board on which the game is shown where none is chosen: the reference board, or its first
    /// quarter.
    pub fn default_board(self) -> BoardCode {
        match self.info().board_size {
            BoardSize::Full => BoardCode::REFERENCE,
            BoardSize::Quarter => BoardCode::REFERENCE_QUARTER,
        }
    }

    /// The position before the first move.
    ///
    /// # Errors
    /// When the board doesn't suit the game, or the game has no such layout.
    pub fn start(self, board: &Board, setup: Setup) -> Result<Position, SetupError> {
        self.check_board(board)?;
        if setup.layout >= self.info().starts() {
            return Err(SetupError::NoLayout { game: self, layout: setup.layout.to_string() });
        }
        Ok(self.start_unchecked(board, setup))
    }

    /// The index of a layout by its name, whatever its case.
    ///
    /// # Errors
    /// [`SetupError::NoLayout`] with the names there are.
    pub fn layout(self, name: &str) -> Result<u8, SetupError> {
        let index = self.info().layout_names().position(|known| known.eq_ignore_ascii_case(name));
        index
            .map(|index| index as u8)
            .ok_or_else(|| SetupError::NoLayout { game: self, layout: quoted(name) })
    }
}

impl Default for GameKind {
    /// The first game of the registry.
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not a game: there are {}", listed(GameKind::ALL))]
pub struct UnknownGame {
    /// The text.
    pub text: String,
}

impl FromStr for GameKind {
    type Err = UnknownGame;

    /// Reads a name, whatever its case, with blanks or underscores for hyphens.
    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        let name = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        Self::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownGame { text: quoted(text) })
    }
}

/// Why a game can't be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The board doesn't suit the game.
    #[error(transparent)]
    Board(#[from] UnsuitableBoard),
    /// The game has no such layout.
    #[error("{game} has no layout `{layout}`: {}", match game.info().layouts {
        [] => "it has no layouts".to_owned(),
        _ => format!("it has {}", listed(game.info().layout_names())),
    })]
    NoLayout {
        /// The game.
        game: GameKind,
        /// What was asked for.
        layout: String,
    },
}

/// Every method asks the game's [`Rules`] the question of the same name, unless it says otherwise.
impl Position {
    /// The part that all games share: pawns, turn, first player, passes.
    pub fn core(&self) -> &Core {
        dispatch!(self, it => it.core())
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.core().turn()
    }

    /// All legal moves, in no particular order; none when the position ends the game.
    pub fn legal_moves(&self, board: &Board) -> Vec<Move> {
        let mut moves = Vec::new();
        dispatch!(self, it => it.generate(board, &mut moves));
        moves
    }

    /// The legal moves in the order of their texts.
    pub fn sorted_moves(&self, board: &Board) -> Vec<Move> {
        // Put in one after the other: the library's sorting is several kilobytes of a page's engine.
        let mut moves: Vec<(String, Move)> = Vec::new();
        for mv in self.legal_moves(board) {
            let text = mv.to_string();
            let index = moves.partition_point(|(other, _)| *other < text);
            moves.insert(index, (text, mv));
        }
        moves.into_iter().map(|(_, mv)| mv).collect()
    }

    /// Plays a move after checking it.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub fn play(self, board: &Board, mv: Move) -> Result<Self, IllegalMove> {
        if dispatch!(&self, it => it.is_legal(board, mv)) {
            Ok(self.play_unchecked(board, mv))
        } else {
            Err(self.why_illegal(board, mv))
        }
    }

    /// Why a move that is not among the legal ones is not.
    pub(crate) fn why_illegal(&self, board: &Board, mv: Move) -> IllegalMove {
        if let Some(outcome) = self.outcome(board) {
            return IllegalMove::GameOver(outcome);
        }
        if !dispatch!(self, it => it.has_non_pass_move(board)) {
            return IllegalMove::MustPass;
        }
        if mv == Move::Pass {
            return IllegalMove::CannotPass;
        }
        let path = mv.path();
        if let Some(legal) = self.legal_moves(board).into_iter().find(|legal| legal.path() == path)
        {
            return IllegalMove::WrittenAs(legal);
        }
        dispatch!(self, it => it.refuse(board, mv))
    }

    /// The outcome when the game is over, repetition and resignation aside.
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        dispatch!(self, it => it.outcome(board))
    }

    /// What `winner` scores when the other side resigns now.
    pub fn resignation_points(&self, board: &Board, winner: Side) -> u32 {
        dispatch!(self, it => it.resignation_points(board, winner))
    }

    /// What the side to move is asked to do; `None` when the game is over.
    pub fn task(&self, board: &Board) -> Option<Phrase> {
        /// Said where nothing else is legal.
        const PASS: Phrase = Phrase::new("pass", "pass: there is no other move");
        if self.outcome(board).is_some() {
            None
        } else if dispatch!(self, it => it.has_non_pass_move(board)) {
            Some(dispatch!(self, it => it.task(board)))
        } else {
            Some(PASS)
        }
    }

    /// The setup of a game that begins with this position; `None` where no setup does.
    pub fn setup(&self, board: &Board) -> Option<Setup> {
        let (kind, first) = (self.kind(), self.core().first());
        (0..kind.info().starts())
            .map(|layout| Setup { first, layout })
            .find(|setup| kind.start(board, *setup) == Ok(*self))
    }

    /// The index of the layout of a game that begins with this position; `None` where the layout is but
    /// a start, and this is not one.
    pub fn layout(&self, board: &Board) -> Option<u8> {
        dispatch!(self, it => it.layout()).or_else(|| Some(self.setup(board)?.layout))
    }

    /// The name of that layout, where the game has several.
    pub fn layout_name(&self, board: &Board) -> Option<&'static str> {
        self.kind().info().layout_name(self.layout(board)?)
    }

    /// What a screen shows besides pawns.
    pub fn view(&self, board: &Board) -> View {
        dispatch!(self, it => it.view(board))
    }

    /// What stands on a square.
    pub fn stack(&self, board: &Board, square: Square) -> Stack {
        dispatch!(self, it => it.stack(board, square))
    }

    /// A number that is equal for equal positions, and for others but by a rare chance.
    pub fn key(&self) -> u64 {
        let mut hasher = KeyHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// What the game adds to the core in a position text.
    pub(crate) fn fields(&self) -> Fields {
        let mut fields = Fields::default();
        dispatch!(self, it => it.write_fields(&mut fields));
        fields.put_passes(self.core());
        fields
    }

    /// The number of legal move sequences of length `depth`: see [`perft`](perft::perft).
    pub(crate) fn perft(self, board: &Board, earlier: &[Self], depth: u32) -> u64 {
        dispatch!(self, it => {
            let earlier: Vec<_> = earlier.iter().filter_map(|at| (*at).try_into().ok()).collect();
            perft::perft(board, it, &earlier, depth)
        })
    }
}
