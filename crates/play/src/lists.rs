//! Lists of games.

use katarenga_rules::Side;
use katarenga_rules::notation::position::BoardPosition;
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::session::{Head, Session};
use crate::shapes::{BoardDto, OutcomeDto, Pace, PositionDto, Seat, SideName, Sides};

/// How many games a page of a list has.
pub const PAGE_SIZE: u32 = 20;

/// What a list shows of a game, wherever it is kept.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What it is.
    pub head: Head,
    /// How many moves were played.
    pub plies: usize,
    /// Where it stands.
    pub position: BoardPosition,
    /// Winner, points and the reason, once it has ended.
    pub outcome: Option<(Option<Side>, u8, String)>,
    /// When something was done last.
    pub updated: i64,
    /// When the time of the side to move is up, where it runs.
    pub deadline: Option<i64>,
}

impl From<&Session> for Listed {
    fn from(session: &Session) -> Self {
        let Session { head, game, updated, .. } = session;
        Self {
            head: head.clone(),
            plies: game.ply(),
            position: game.board_position(),
            outcome: game
                .outcome()
                .map(|outcome| (outcome.winner, outcome.points, outcome.reason.key.to_owned())),
            updated: *updated,
            deadline: session.deadline(),
        }
    }
}

/// A game in a list.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Summary {
    /// The id of the game.
    id: String,
    /// The name of the kind of game.
    kind: &'static str,
    /// The layout, where the game has several; null where it began with a position that has none.
    layout: Option<&'static str>,
    /// Who plays White.
    white: Seat,
    /// Who plays Black.
    black: Seat,
    /// The names of the players, where they have some.
    names: Sides<Option<String>>,
    /// Whether two people play it, each from a place of their own.
    online: bool,
    /// The sides that the requesting visitor plays.
    you: Vec<SideName>,
    /// How much time the players have; null without a clock.
    pace: Option<Pace>,
    /// How many moves were played.
    plies: usize,
    /// The side to move.
    turn: SideName,
    /// The result; null while the game goes on.
    outcome: Option<OutcomeDto>,
    /// When something was done last, in milliseconds since 1970.
    updated: i64,
    /// When the time of the side to move is up, in milliseconds since 1970; null where none runs.
    deadline: Option<i64>,
    /// The code of the board.
    board: String,
    /// The letters of all squares of the board, as in `Board`.
    colours: String,
    /// The last position, without its legal moves.
    position: PositionDto,
}

/// A page of a list.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Page {
    /// The games of the page.
    pub games: Vec<Summary>,
    /// How many pages there are.
    pub pages: u32,
    /// How many games all pages have together.
    pub count: u32,
    /// How many games a page has, but for the last one.
    pub size: u32,
}

impl Page {
    /// A page of games of a list that has a number of them, as a visitor sees it.
    pub fn new((games, count): (Vec<Listed>, u32), visitor: Option<i64>) -> Self {
        let games = games.iter().map(|game| Summary::new(game, visitor)).collect();
        Self { games, pages: count.div_ceil(PAGE_SIZE), count, size: PAGE_SIZE }
    }
}

impl Summary {
    /// A game as the list of a visitor shows it.
    pub fn new(listed: &Listed, visitor: Option<i64>) -> Self {
        let Listed { head, plies, position, outcome, updated, deadline } = listed;
        let BoardDto { code, colours, .. } = (&position.board).into();
        let still = PositionDto::still(&position.board, &position.position, None);
        Self {
            id: head.id.clone(),
            kind: position.position.kind().name(),
            layout: head.start.position.layout_name(&head.start.board),
            white: head.seats[0].into(),
            black: head.seats[1].into(),
            names: Sides::of(|side| head.players[side.index()].as_ref()?.name.clone()),
            online: head.is_online(),
            you: visitor.into_iter().flat_map(|by| head.sides_of(by)).map(Into::into).collect(),
            pace: head.clock.map(Into::into),
            plies: *plies,
            turn: position.position.turn().into(),
            outcome: outcome.as_ref().map(|(winner, points, reason)| OutcomeDto {
                winner: winner.map(Into::into),
                points: *points,
                reason: reason.clone(),
            }),
            updated: *updated,
            deadline: *deadline,
            board: code,
            colours,
            position: PositionDto { ply: *plies, ..still },
        }
    }
}
