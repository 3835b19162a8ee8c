//! A game as a page shows it.

use katarenga_rules::{Game, Match, Side};
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::shapes::{BoardShape, OutcomeShape, PositionShape, Seat, SideName, Sides};
use crate::error::ApiError;
use crate::play::Session;
use crate::store::Played;

/// A game as a page shows it.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub(super) struct GameShape {
    id: String,
    /// The name of the kind of game.
    #[schema(example = "congress")]
    kind: &'static str,
    /// Grows by one with everything that is done.
    revision: i64,
    board: BoardShape,
    /// Who moved first.
    first: SideName,
    /// The starting layout, where the game has several.
    layout: Option<&'static str>,
    white: Seat,
    black: Seat,
    /// Whether whoever asks may act in it.
    yours: bool,
    /// The moves as they are written.
    moves: Vec<String>,
    /// How many moves that were taken back can be played again.
    undone: usize,
    position: PositionShape,
    outcome: Option<OutcomeShape>,
    can: Can,
    /// Whether the computer is to move.
    thinking: bool,
    r#match: MatchShape,
    /// In milliseconds since 1970, as all times.
    created: i64,
    updated: i64,
}

/// What whoever asks may do now.
#[expect(clippy::struct_excessive_bools, reason = "each is a permission of its own")]
#[derive(Serialize, ToSchema)]
pub(super) struct Can {
    r#move: bool,
    undo: bool,
    redo: bool,
    /// The sides that may give up.
    resign: Vec<SideName>,
    /// Whether another game of the match can begin.
    next: bool,
}

/// The match that a game belongs to.
#[derive(Serialize, ToSchema)]
#[schema(as = Match)]
pub(super) struct MatchShape {
    /// Which game of it this one is, from 1.
    number: u32,
    /// The points to which it is played.
    target: Option<u32>,
    /// The points of each side so far, up to the newest game.
    #[serde(flatten)]
    points: Sides<u32>,
    winner: Option<SideName>,
    /// The id of the game before.
    previous: Option<String>,
    /// The id of the game after.
    next: Option<String>,
}

impl GameShape {
    fn new(session: &Session, series: &[Played], visitor: Option<i64>) -> Self {
        let Session { head, game, revision } = session;
        let yours = visitor == Some(head.owner);
        let outcome = game.outcome();
        let series = MatchShape::new(session, series);
        let can = Can {
            r#move: yours && outcome.is_none() && session.computer_to_move().is_none(),
            undo: yours && outcome.is_none() && session.undoable().is_some(),
            redo: yours && outcome.is_none() && session.redoable().is_some(),
            resign: if yours { names(session.resignable()) } else { Vec::new() },
            next: yours && outcome.is_some() && series.winner.is_none(),
        };
        Self {
            id: head.id.clone(),
            kind: game.kind().name(),
            revision: *revision,
            board: game.board().into(),
            first: game.start().core().first().into(),
            layout: layout(game),
            white: session.seat(Side::White).into(),
            black: session.seat(Side::Black).into(),
            yours,
            moves: game.moves().map(|mv| mv.to_string()).collect(),
            undone: game.undone(),
            position: PositionShape::now(game),
            outcome: outcome.map(Into::into),
            can,
            thinking: session.computer_to_move().is_some(),
            r#match: series,
            created: head.created,
            updated: head.updated,
        }
    }
}

fn names(sides: Vec<Side>) -> Vec<SideName> {
    sides.into_iter().map(Into::into).collect()
}

/// The name of the starting layout, where the game has several.
fn layout(game: &Game) -> Option<&'static str> {
    let layout = game.setup()?.layout;
    game.kind().info().layouts.get(usize::from(layout)).copied()
}

impl MatchShape {
    fn new(session: &Session, series: &[Played]) -> Self {
        let (head, played) = (&session.head, played(session, series));
        let id_of = |number: Option<u32>| {
            let found = series.iter().find(|other| Some(other.number) == number);
            found.and_then(|other| other.id.clone())
        };
        Self {
            number: head.number,
            target: head.target,
            points: Sides::of(|side| played.points(side)),
            winner: played.winner().map(Into::into),
            previous: id_of(head.number.checked_sub(1)),
            next: id_of(head.number.checked_add(1)),
        }
    }
}

/// The match of a game so far.
pub(super) fn played(session: &Session, series: &[Played]) -> Match {
    let mut played = Match::new(session.head.target, session.game.start().core().first());
    for game in series {
        // A match that is over takes no more games: none was begun.
        if played.add(game.winner, game.points).is_err() {
            break;
        }
    }
    played
}

impl App {
    /// A game as whoever asks may see it.
    pub(super) async fn shape(
        &self,
        session: &Session,
        visitor: Option<i64>,
    ) -> Result<GameShape, ApiError> {
        let series = self.store.series(&session.head.series).await?;
        Ok(GameShape::new(session, &series, visitor))
    }

    pub(super) async fn session(&self, id: &str) -> Result<Session, ApiError> {
        self.store.session(id).await?.ok_or_else(ApiError::not_found)
    }

    /// A game in which whoever asks may act.
    pub(super) async fn own_session(
        &self,
        id: &str,
        visitor: Option<i64>,
    ) -> Result<Session, ApiError> {
        let session = self.session(id).await?;
        if visitor == Some(session.head.owner) { Ok(session) } else { Err(ApiError::not_yours()) }
    }
}
