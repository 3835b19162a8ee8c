//! A game as a page shows it.

use std::sync::Arc;

use katarenga_rules::{Game, Match, Side};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::session::{Offer, Proposal, Session};
use crate::shapes::{
    BoardDto, ClockDto, OutcomeDto, PositionDto, ProposalName, Seat, SideName, Sides,
};

/// A game of a match, as far as the match goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeriesGame {
    /// Which game of the match it is, from 1.
    pub number: u32,
    /// Its id, unless it was deleted.
    pub id: Option<String>,
    /// Who won; `None` for a draw, and while it goes on.
    pub winner: Option<Side>,
    /// The points of the winner.
    pub points: u8,
}

/// The id of the game of a match that comes after one of a number; those that were deleted don't.
pub fn after(series: &[SeriesGame], number: u32) -> Option<String> {
    series.iter().filter(|game| game.number > number).find_map(|game| game.id.clone())
}

/// The part of the JSON of a game that is the same for all clients, serialized once.
#[derive(Clone, Debug)]
pub struct CachedJson {
    moves: Arc<RawValue>,
    position: Arc<RawValue>,
}

impl From<&Game> for CachedJson {
    fn from(game: &Game) -> Self {
        let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        // Plain data can always be written.
        let written = |content: serde_json::Result<Box<RawValue>>| {
            content.unwrap_or_else(|_| RawValue::NULL.to_owned()).into()
        };
        Self {
            moves: written(to_raw_value(&moves)),
            position: written(to_raw_value(&PositionDto::now(game))),
        }
    }
}

/// A game as a page shows it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Game))]
pub struct GameDto {
    /// The id of the game.
    id: String,
    /// The name of the kind of game.
    #[cfg_attr(feature = "openapi", schema(example = "congress"))]
    kind: &'static str,
    /// Grows by one with everything that is done.
    revision: i64,
    /// Another one when the games may have been put back to a backup, as when a server with a file was
    /// started again: revisions of different epochs can't be compared.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    epoch: Arc<str>,
    /// The board.
    board: BoardDto,
    /// Who moved first.
    first: SideName,
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
    /// Whether the requesting visitor may act in it.
    yours: bool,
    /// The moves as they are written.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    moves: Arc<RawValue>,
    /// How many moves that were taken back can be played again.
    undone: usize,
    /// The position now, with its legal moves.
    #[cfg_attr(feature = "openapi", schema(value_type = PositionDto))]
    position: Arc<RawValue>,
    /// The result; null while the game goes on.
    outcome: Option<OutcomeDto>,
    /// How much time is left; null without a clock.
    clock: Option<ClockDto>,
    /// What one player proposes to the other.
    offer: Option<OfferDto>,
    /// What became of the last proposal, until something else is done: it was declined or withdrawn.
    declined: Option<DeclinedDto>,
    /// What the requesting visitor may do now.
    can: Can,
    /// Whether the computer is to move.
    thinking: bool,
    /// The match that the game belongs to.
    r#match: MatchDto,
    /// In milliseconds since 1970, as all times.
    created: i64,
    /// When something was done last, in milliseconds since 1970.
    updated: i64,
}

/// What one player proposes to the other.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Offer))]
pub struct OfferDto {
    /// Who proposes it.
    side: SideName,
    /// What.
    what: ProposalName,
}

impl From<Offer> for OfferDto {
    fn from(Offer { side, what, .. }: Offer) -> Self {
        Self { side: side.into(), what: what.into() }
    }
}

/// A proposal that came to nothing.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Declined))]
pub struct DeclinedDto {
    #[serde(flatten)]
    offer: OfferDto,
    /// Who declined it; the side that proposed it has withdrawn it.
    by: SideName,
}

/// What the requesting visitor may do now.
#[expect(clippy::struct_excessive_bools, reason = "each is a permission of its own")]
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Can {
    /// Whether they may play a move.
    r#move: bool,
    /// Whether they may take back a move.
    undo: bool,
    /// Whether they may play again what was taken back.
    redo: bool,
    /// The sides that may give up.
    resign: Vec<SideName>,
    /// Whether the game can be left without loss: two people play it, and not both have moved.
    abort: bool,
    /// What may be proposed to the other player.
    offer: Vec<ProposalName>,
    /// Whether there is a proposal of the other player to be answered.
    answer: bool,
    /// Whether another game of the match can begin.
    next: bool,
    /// Whether the analyst may be asked.
    analyse: bool,
    /// Whether the requesting visitor is a player, and the players may write to each other.
    chat: bool,
    /// Whether they may delete the game.
    delete: bool,
}

impl Can {
    fn new(session: &Session, visitor: Option<i64>, played: &Match, is_last: bool) -> Self {
        let Session { head, game, offer, .. } = session;
        let by = visitor.filter(|visitor| head.is_of(*visitor));
        let (is_over, is_online) = (game.outcome().is_some(), head.is_online());
        let alone = by.is_some() && !is_online;
        let goes_on = played.winner().is_none() && is_last;
        let plays = |side: Side| by.is_some() && head.visitor_of(side) == by;
        let proposals = by.into_iter().flat_map(|by| session.proposable(by));
        let rematch = |what: &Proposal| goes_on || !matches!(what, Proposal::Rematch(_));
        Self {
            r#move: !is_over && plays(game.turn()),
            undo: alone && !is_over && session.undoable().is_some(),
            redo: alone && !is_over && session.redoable().is_some(),
            resign: by.into_iter().flat_map(|by| session.resignable(by)).map(Into::into).collect(),
            abort: by.is_some_and(|by| session.can_abort(by)),
            offer: proposals.filter(rematch).map(Into::into).collect(),
            answer: offer.is_some_and(|offer| plays(!offer.side)),
            next: alone && is_over && played.winner().is_none(),
            analyse: !session.is_contest(),
            chat: head.has_chat && by.is_some(),
            delete: alone || (by.is_some() && session.is_aborted()),
        }
    }
}

/// The match that a game belongs to.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Match))]
pub struct MatchDto {
    /// Which game of it this one is, from 1.
    number: u32,
    /// The points to which it is played.
    target: Option<u32>,
    /// The points of each side so far, up to the newest game.
    #[serde(flatten)]
    points: Sides<u32>,
    /// The side that has won the match.
    winner: Option<SideName>,
    /// The id of the game before.
    previous: Option<String>,
    /// The id of the game after.
    next: Option<String>,
}

impl GameDto {
    /// A game with its match as a visitor sees it now; `json` is what all see.
    pub fn new(
        (session, series): (&Session, &[SeriesGame]),
        CachedJson { moves, position }: CachedJson,
        visitor: Option<i64>,
        (now, epoch): (i64, Arc<str>),
    ) -> Self {
        let Session { head, game, revision, .. } = session;
        let played = match_so_far(session, series);
        let r#match = MatchDto::new(session, series, &played);
        let yours = visitor.is_some_and(|visitor| head.is_of(visitor));
        let name_of = |side: Side| head.players[side.index()].as_ref()?.name.clone();
        Self {
            id: head.id.clone(),
            kind: game.kind().name(),
            revision: *revision,
            epoch,
            board: game.board().into(),
            first: game.start().core().first().into(),
            layout: game.start().layout_name(game.board()),
            white: session.seat(Side::White).into(),
            black: session.seat(Side::Black).into(),
            names: Sides::of(name_of),
            online: head.is_online(),
            you: visitor.into_iter().flat_map(|by| head.sides_of(by)).map(Into::into).collect(),
            yours,
            moves,
            undone: game.undone(),
            position,
            outcome: game.outcome().map(Into::into),
            clock: head.clock.map(|clock| ClockDto::new(clock, session, now)),
            offer: session.offer.map(Into::into),
            declined: session
                .declined
                .map(|(offer, by)| DeclinedDto { offer: offer.into(), by: by.into() }),
            can: Can::new(session, visitor, &played, r#match.next.is_none()),
            thinking: session.computer_to_move().is_some(),
            r#match,
            created: head.created,
            updated: session.updated,
        }
    }
}

impl MatchDto {
    fn new(session: &Session, series: &[SeriesGame], played: &Match) -> Self {
        let head = &session.head;
        let mut before = series.iter().rev().filter(|other| other.number < head.number);
        Self {
            number: head.number,
            target: head.target,
            points: Sides::of(|side| played.points(side)),
            winner: played.winner().map(Into::into),
            previous: before.find_map(|other| other.id.clone()),
            next: after(series, head.number),
        }
    }
}

/// The match of a game so far.
pub fn match_so_far(session: &Session, series: &[SeriesGame]) -> Match {
    let mut played = Match::new(session.head.target, session.game.start().core().first());
    for game in series {
        // A match that is over takes no more games: none was begun.
        if played.add(game.winner, game.points).is_err() {
            break;
        }
    }
    played
}
