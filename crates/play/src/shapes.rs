//! What the API says: the shapes of its answers.

use std::iter::repeat_n;

use katarenga_rules::{
    Board, Colour, CounterKind, Game, MarkKind, Move, Outcome, Position, Side, Square,
};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::session::{self, Clock, NextBoard, Session, path_of};

/// White or Black.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// The player at the south.
    White,
    /// The player at the north.
    Black,
}

impl From<Side> for SideName {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Self {
        match name {
            SideName::White => Self::White,
            SideName::Black => Self::Black,
        }
    }
}

/// Something for each side.
#[derive(Clone, Copy, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Sides<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Sides<T> {
    /// What a question gives for each side.
    pub fn of(mut ask: impl FnMut(Side) -> T) -> Self {
        Self { white: ask(Side::White), black: ask(Side::Black) }
    }
}

/// A board.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Board))]
pub struct BoardDto {
    /// Its code: quarters or letters.
    #[cfg_attr(feature = "openapi", schema(example = "1a0-2a0-3a0-4a0"))]
    pub code: String,
    /// How many files and ranks it has: 8 or 4.
    pub size: u8,
    /// The letters R, Y, G, B of all squares: the north row first, each from west to east.
    pub colours: String,
    /// The quarters, north-west, north-east, south-west, south-east; none for a board of letters.
    pub quarters: Vec<String>,
}

impl From<&Board> for BoardDto {
    fn from(board: &Board) -> Self {
        let code = board.code();
        Self {
            code: code.to_string(),
            size: board.size(),
            colours: code.letters(),
            quarters: code.quarters().iter().map(ToString::to_string).collect(),
        }
    }
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(tag = "player", rename_all = "lowercase", deny_unknown_fields, try_from = "SeatFields")]
pub enum Seat {
    /// A visitor.
    Human {},
    /// The computer.
    Computer {
        /// How strong it is, within `limits.levels` of `/api/kinds`.
        level: u8,
    },
}

/// The fields of a [`Seat`]. Read by these, it takes less code than by its `tag`, for which all fields are
/// first kept as they come.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatFields {
    player: Player,
    level: Option<u8>,
}

/// The names of a [`Seat`].
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Player {
    Human,
    Computer,
}

impl TryFrom<SeatFields> for Seat {
    type Error = &'static str;

    fn try_from(fields: SeatFields) -> Result<Self, &'static str> {
        match (fields.player, fields.level) {
            (Player::Human, None) => Ok(Self::Human {}),
            (Player::Human, Some(_)) => Err("`level` is for the computer alone"),
            (Player::Computer, Some(level)) => Ok(Self::Computer { level }),
            (Player::Computer, None) => Err("missing field `level`"),
        }
    }
}

impl From<session::Seat> for Seat {
    fn from(seat: session::Seat) -> Self {
        match seat {
            session::Seat::Human => Self::Human {},
            session::Seat::Computer(level) => Self::Computer { level: level.number() },
        }
    }
}

/// How much time the players have.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Pace {
    /// Minutes for the game, and seconds that each move adds. The clock runs once both have moved.
    Fischer {
        /// For the whole game, within `limits.minutes` of `/api/kinds`.
        minutes: u32,
        /// Added by each move, within `limits.seconds`.
        seconds: u32,
    },
    /// Days for each move.
    Days {
        /// For each move, within `limits.days`.
        days: u32,
    },
}

impl From<Clock> for Pace {
    fn from(clock: Clock) -> Self {
        match clock {
            Clock::Fischer { minutes, seconds } => Self::Fischer { minutes, seconds },
            Clock::Days(days) => Self::Days { days },
        }
    }
}

impl From<Pace> for Clock {
    fn from(pace: Pace) -> Self {
        match pace {
            Pace::Fischer { minutes, seconds } => Self::Fischer { minutes, seconds },
            Pace::Days { days } => Self::Days(days),
        }
    }
}

/// How much time is left, as the answer is given.
#[derive(Clone, Copy, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Clock))]
pub struct ClockDto {
    /// How much time there is in all.
    pub pace: Pace,
    /// What each side has left, in milliseconds.
    pub left: Sides<i64>,
    /// The side whose time runs.
    pub running: Option<SideName>,
    /// How long whose turn it is may take for the first move before the game is aborted, in
    /// milliseconds; null once both sides have moved.
    pub begin: Option<i64>,
}

impl ClockDto {
    /// The clock of a game at a moment.
    pub fn new(clock: Clock, session: &Session, now: i64) -> Self {
        let left = |side| session.left(side, now).unwrap_or_default();
        let running = session.running().map(Into::into);
        let begin = session.left_to_begin(now);
        Self { pace: clock.into(), left: Sides::of(left), running, begin }
    }
}

/// The move that led to a position.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct LastMove {
    /// Its steps.
    pub path: Vec<&'static str>,
    /// The move as it is written.
    #[cfg_attr(feature = "openapi", schema(example = "e4-f6"))]
    pub text: String,
    /// Who played it.
    pub side: SideName,
}

/// What marked squares mean.
#[derive(Clone, Copy, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MarkName {
    /// Where a side's pawns are to go.
    Goal,
    /// Where they come from.
    Home,
    /// The pawn that has to move.
    Forced,
    /// The pawn to which a move answers.
    Answer,
    /// Where pawns may be placed.
    Area,
    /// Where no pawn can be placed, though the square is empty.
    Closed,
    /// A pawn that can't be captured.
    Safe,
    /// A pawn that can be captured in this turn only.
    Exposed,
}

impl From<MarkKind> for MarkName {
    fn from(kind: MarkKind) -> Self {
        match kind {
            MarkKind::Goal => Self::Goal,
            MarkKind::Home => Self::Home,
            MarkKind::Forced => Self::Forced,
            MarkKind::Answer => Self::Answer,
            MarkKind::Area => Self::Area,
            MarkKind::Closed => Self::Closed,
            MarkKind::Safe => Self::Safe,
            MarkKind::Exposed => Self::Exposed,
        }
    }
}

/// Squares that mean something.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Mark {
    /// The meaning.
    pub kind: MarkName,
    /// The side it concerns, if one.
    pub side: Option<SideName>,
    /// The squares.
    pub squares: Vec<&'static str>,
}

/// Where pawns off the board are.
#[derive(Clone, Copy, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CounterName {
    /// Still to be placed.
    Hand,
    /// In the enemy's camps.
    Camp,
}

impl From<CounterKind> for CounterName {
    fn from(kind: CounterKind) -> Self {
        match kind {
            CounterKind::Hand => Self::Hand,
            CounterKind::Camp => Self::Camp,
        }
    }
}

/// The colour of a square.
#[derive(Clone, Copy, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ColourName {
    /// A pawn moves from it like a rook.
    Red,
    /// Like a bishop.
    Yellow,
    /// Like a knight.
    Green,
    /// Like a king.
    Blue,
}

impl From<Colour> for ColourName {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Red => Self::Red,
            Colour::Yellow => Self::Yellow,
            Colour::Green => Self::Green,
            Colour::Blue => Self::Blue,
        }
    }
}

/// What one player can propose to the other.
#[derive(Clone, Copy, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ProposalName {
    /// That the game be drawn.
    Draw,
    /// To take back, to the turn of the player who proposes it.
    Takeback,
    /// Another game of the match on the same board.
    RematchSame,
    /// Another game of the match on a random board.
    RematchRandom,
}

impl From<session::Proposal> for ProposalName {
    fn from(proposal: session::Proposal) -> Self {
        match proposal {
            session::Proposal::Draw => Self::Draw,
            session::Proposal::Takeback => Self::Takeback,
            session::Proposal::Rematch(NextBoard::Same) => Self::RematchSame,
            session::Proposal::Rematch(NextBoard::Random) => Self::RematchRandom,
        }
    }
}

/// Pawns that are not on the board.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Counter {
    /// Where they are.
    pub kind: CounterName,
    /// Whose they are.
    pub side: SideName,
    /// How many there are.
    pub count: u8,
    /// How many there can be.
    pub of: u8,
}

/// A position as a page shows it.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Position))]
pub struct PositionDto {
    /// How many moves were played before.
    pub ply: usize,
    /// Whose turn it is, or would be.
    pub turn: SideName,
    /// What is asked of them, as a key; null once the game is over.
    #[cfg_attr(feature = "openapi", schema(example = "move-or-capture"))]
    pub task: Option<&'static str>,
    /// The squares of each side's pawns. A square stands twice where two pawns of the side are.
    #[cfg_attr(feature = "openapi", schema(value_type = Sides<Vec<String>>))]
    pub pawns: Sides<Vec<&'static str>>,
    /// The move that led here.
    pub last: Option<LastMove>,
    /// Squares that mean something, in the order in which they are drawn.
    pub marks: Vec<Mark>,
    /// Pawns off the board.
    pub counters: Vec<Counter>,
    /// The colour each side aims at, if one.
    pub targets: Sides<Option<ColourName>>,
    /// How often this position has stood in the game.
    pub repeated: usize,
    /// The legal moves, step by step: squares, `camp` or `pass`. One step places a pawn; of several
    /// the first is the pawn that moves, the second where it goes, a third where the pawn that stood
    /// there is put. Empty when there is nothing to be played.
    pub paths: Vec<Vec<&'static str>>,
}

/// The result of a game.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Outcome))]
pub struct OutcomeDto {
    /// Who won; null for a draw, and for a game that was aborted, which has no result.
    pub winner: Option<SideName>,
    /// What the win is worth in a match.
    pub points: u8,
    /// Why the game ended, as a key; `aborted` when it was left before both sides had moved.
    #[cfg_attr(feature = "openapi", schema(example = "repetition"))]
    pub reason: String,
}

impl From<Outcome> for OutcomeDto {
    fn from(outcome: Outcome) -> Self {
        let Outcome { winner, points, reason } = outcome;
        Self { winner: winner.map(Into::into), points, reason: reason.key.to_owned() }
    }
}

fn names(squares: impl IntoIterator<Item = Square>) -> Vec<&'static str> {
    squares.into_iter().map(Square::name).collect()
}

impl PositionDto {
    /// A position by itself, without moves.
    pub fn still(board: &Board, position: &Position, last: Option<(Move, Side)>) -> Self {
        let view = position.view(board);
        let pawns = |side: Side| {
            let on = |square| repeat_n(square, position.stack(board, square).count(side).into());
            names(board.squares().into_iter().flat_map(on))
        };
        let marks = view.marks.iter().map(|mark| Mark {
            kind: mark.kind.into(),
            side: mark.side.map(Into::into),
            squares: names(mark.squares),
        });
        let counters = view.counters.iter().map(|counter| Counter {
            kind: counter.kind.into(),
            side: counter.side.into(),
            count: counter.count,
            of: counter.of,
        });
        let target = |side: Side| view.targets[side.index()].map(ColourName::from);
        Self {
            ply: 0,
            turn: position.turn().into(),
            task: position.task(board).map(|task| task.key),
            pawns: Sides::of(pawns),
            last: last.map(|(mv, side)| LastMove {
                path: path_of(mv),
                text: mv.to_string(),
                side: side.into(),
            }),
            marks: marks.collect(),
            counters: counters.collect(),
            targets: Sides::of(target),
            repeated: 1,
            paths: Vec::new(),
        }
    }

    /// The position of a game now, with its legal moves.
    pub fn now(game: &Game) -> Self {
        let mut positions = game.positions().rev();
        let mover = positions.nth(1).map(Position::turn);
        let last = game.moves().next_back().zip(mover);
        let still = Self::still(game.board(), game.position(), last);
        let is_over = game.outcome().is_some();
        Self {
            ply: game.ply(),
            task: still.task.filter(|_| !is_over),
            repeated: game.occurrences(),
            paths: game.legal_moves().into_iter().map(path_of).collect(),
            ..still
        }
    }

    /// All positions of a game, without their moves.
    pub fn all(game: &Game) -> Vec<Self> {
        let positions: Vec<&Position> = game.positions().collect();
        let moves: Vec<Move> = game.moves().collect();
        let at = |(ply, position): (usize, &&Position)| {
            let last = ply.checked_sub(1).map(|before| (moves[before], positions[before].turn()));
            let still = Self::still(game.board(), position, last);
            let is_end = ply == game.ply() && game.outcome().is_some();
            let task = still.task.filter(|_| !is_end);
            let repeated = positions[..=ply].iter().filter(|other| **other == *position).count();
            Self { ply, task, repeated, ..still }
        };
        positions.iter().enumerate().map(at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client sends back what it was offered.
    #[test]
    fn a_proposal_has_one_name_in_answers_and_requests() {
        for proposal in session::Proposal::ALL {
            let name = serde_json::to_value(ProposalName::from(proposal)).expect("a name");
            assert_eq!(name, proposal.name());
        }
    }
}
