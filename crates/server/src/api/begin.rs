//! How games begin: anew, from a text, or as the next of a match.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{HeaderName, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse, Response};
use katarenga_engine::Level;
use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{Board, Game, GameKind, Record, RecordError, Setup, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::boards::{read_board, read_kind};
use super::extract::{Body, Named, Visitor};
use super::game::{GameShape, played};
use super::shapes::{BoardShape, OutcomeShape, PositionShape, Seat};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody, explained};
use crate::limits::Deed;
use crate::play::{self, Head, MOST_PLIES, Notes, Player, Refusal, Session};
use crate::store::{Played, now};
use crate::tables::{Shown, Table};
use crate::visitor::Secret;

/// The cookie of a visitor who was not known before.
pub(super) type Cookies = AppendHeaders<Option<(HeaderName, String)>>;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(begin))
        .routes(routes!(read))
        .routes(routes!(read_all))
        .routes(routes!(next))
}

/// The side that shall be first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum First {
    #[default]
    White,
    Black,
    Random,
}

impl First {
    fn side(self) -> Side {
        match self {
            Self::White => Side::White,
            Self::Black => Side::Black,
            Self::Random => Side::ALL[usize::from(rand::random::<bool>())],
        }
    }
}

/// What a game begins with: a kind and a board, or the text of a record or a position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Beginning {
    /// The kind of game.
    kind: Option<String>,
    /// The code of the board, or `random`.
    board: Option<String>,
    #[serde(default)]
    first: First,
    /// The starting layout, where the game has several.
    layout: Option<String>,
    /// A record or a position text instead of all that.
    text: Option<String>,
    white: Seat,
    black: Seat,
    /// The points to which a match is played.
    target: Option<u32>,
}

/// A game from its start, on a board that is given or drawn.
pub(super) fn fresh(
    kind: GameKind,
    board: Option<&str>,
    first: First,
    layout: Option<&str>,
) -> Result<Game, ApiError> {
    let code = match board {
        None => kind.default_board(),
        Some("random") => kind.random_board(&mut rand::rng()),
        Some(code) => read_board(code)?,
    };
    let refused = |error: katarenga_rules::SetupError| ApiError::refused(&error);
    let layout = layout.map_or(Ok(0), |name| kind.layout(name)).map_err(refused)?;
    Game::new(kind, code, Setup { first: first.side(), layout }).map_err(refused)
}

/// The points to which a match can be played.
pub(super) fn sensible(target: Option<u32>) -> Result<Option<u32>, ApiError> {
    match target {
        Some(0) => Err(ApiError::invalid("a match is played to one point or more")),
        Some(target) if target > FARTHEST => {
            Err(ApiError::invalid("a match is played to 1000 points or fewer"))
        }
        target => Ok(target),
    }
}

/// The most points to which a match can be played.
const FARTHEST: u32 = 1000;

impl Beginning {
    /// The game with which it begins, and what is said of it.
    fn record(&self) -> Result<Record, ApiError> {
        match (&self.text, &self.kind) {
            (Some(_), None) if self.says_more_than_text() => {
                Err(ApiError::invalid("with `text`, leave out `board`, `first` and `layout`"))
            }
            (Some(text), None) => Ok(read_text(text)?.record),
            (None, Some(kind)) => {
                let (board, layout) = (self.board.as_deref(), self.layout.as_deref());
                Ok(fresh(read_kind(kind)?, board, self.first, layout)?.into())
            }
            _ => Err(ApiError::invalid("give either `kind` or `text`")),
        }
    }

    fn says_more_than_text(&self) -> bool {
        self.board.is_some() || self.layout.is_some() || self.first != First::default()
    }
}

fn seat(seat: Seat) -> Result<play::Seat, ApiError> {
    match seat {
        Seat::Human {} => Ok(play::Seat::Human),
        Seat::Computer { level } => {
            let known = Level::ALL.into_iter().find(|known| known.number() == level);
            let unknown = || {
                let message = "a level is a number from 1 to 8";
                ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "unknown-level", message)
                    .with("level", level)
            };
            known.map(play::Seat::Computer).ok_or_else(unknown)
        }
    }
}

/// What a text holds: a record, or a position with nothing played from it.
struct ReadText {
    what: &'static str,
    record: Record,
}

/// What can be read of a text: a record if it has tags or comments, which positions have not, else a
/// position.
fn read_text(text: &str) -> Result<ReadText, ApiError> {
    if text.contains(['[', '{', ';']) {
        let record = Record::read(text).map_err(|errors| ApiError::refused(&errors))?;
        if record.game.ply() > MOST_PLIES {
            return Err(ApiError::too_long("the record is too long to be kept here"));
        }
        return Ok(ReadText { what: "record", record });
    }
    let placed: Result<BoardPosition, _> = text.parse();
    match placed {
        Ok(placed) => Ok(ReadText { what: "position", record: Game::from_position(placed).into() }),
        Err(error) => Err(ApiError::refused(&error)),
    }
}

/// The letters and digits of ids: none that are taken for one another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How many of them an id has: 60 bits.
const LENGTH: usize = 12;

pub(super) fn new_id() -> Result<String, ApiError> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Begin a game
///
/// Gives whoever is not known yet a cookie by which they are.
#[utoipa::path(
    post, path = "/api/games", tag = "games", request_body = Beginning,
    responses(
        (status = CREATED, body = GameShape), (status = 400, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn begin(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
    Body(beginning): Body<Beginning>,
) -> Result<Response, ApiError> {
    app.limits.check(Deed::Begin, client.address)?;
    let (record, target) = (beginning.record()?, sensible(beginning.target)?);
    let seats = [seat(beginning.white)?, seat(beginning.black)?];
    app.limits.check_game(record.game.ply(), noted(&record), client.address)?;
    let (visitor, cookies) = app.welcome(visitor, client).await?;
    app.limits.check(Deed::Begin, visitor)?;
    let player = |seat: play::Seat| match seat {
        play::Seat::Human => Some(Player { visitor, name: None }),
        play::Seat::Computer(_) => None,
    };
    let id = new_id()?;
    let head = Head {
        series: id.clone(),
        id,
        owner: visitor,
        start: record.game.start_board_position(),
        seats,
        players: seats.map(player),
        number: 1,
        target,
        clock: None,
        is_public: false,
        has_chat: false,
        created: now(),
    };
    let mut session = Session::new(head);
    let events = session.replay(&record.game)?;
    let session = session.with_notes(Notes::new(record, events.len()));
    if !app.store.begin(&session, &events).await? {
        return Err(ApiError::internal(&"an id was drawn twice"));
    }
    let (table, shown, _) = app.own(&session.head.id, Some(visitor)).await?;
    app.computers.attend(&table, &shown, client.asks(Some(visitor)));
    let shape = GameShape::new(&shown, Some(visitor));
    Ok((StatusCode::CREATED, cookies, Json(shape)).into_response())
}

/// How many bytes of tags and comments a record has.
fn noted(Record { tags, comments, .. }: &Record) -> usize {
    let tags = tags.iter().map(|(name, value)| name.len() + value.len());
    tags.chain(comments.values().map(String::len)).sum()
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TextBody {
    /// A record or a position text.
    text: String,
}

/// What a text holds.
#[derive(Serialize, ToSchema)]
struct Read {
    /// `record` or `position`.
    what: &'static str,
    kind: &'static str,
    /// How many moves it has.
    plies: usize,
    board: BoardShape,
    position: PositionShape,
    outcome: Option<OutcomeShape>,
}

/// Look into a record or a position text, without keeping it
#[utoipa::path(
    post, path = "/api/read", tag = "games", request_body = TextBody,
    responses((status = OK, body = Read), (status = 422, body = ErrorBody))
)]
async fn read(Body(body): Body<TextBody>) -> Result<Json<Read>, ApiError> {
    let ReadText { what, record: Record { game, .. } } = read_text(&body.text)?;
    Ok(Json(Read {
        what,
        kind: game.kind().name(),
        plies: game.ply(),
        board: game.board().into(),
        position: PositionShape { paths: Vec::new(), ..PositionShape::now(&game) },
        outcome: game.outcome().map(Into::into),
    }))
}

/// One of the records of a text.
#[derive(Serialize, ToSchema)]
struct Part {
    /// The line at which its faults begin, where it can't be read; else 0.
    line: usize,
    /// The record by itself, as it would be opened; null where it can't be read.
    text: Option<String>,
    kind: Option<&'static str>,
    /// How many moves it has.
    plies: usize,
    white: Option<String>,
    black: Option<String>,
    date: Option<String>,
    /// Why it can't be read.
    refused: Option<ErrorBody>,
}

impl From<Result<Record, Vec<RecordError>>> for Part {
    fn from(read: Result<Record, Vec<RecordError>>) -> Self {
        let of = |name: &str| read.as_ref().ok()?.tag(name).map(str::to_owned);
        let errors = read.as_ref().err();
        Self {
            line: errors.and_then(|errors| errors.first()).map_or(0, |error| error.line),
            text: read.as_ref().ok().map(ToString::to_string),
            kind: read.as_ref().ok().map(|record| record.game.kind().name()),
            plies: read.as_ref().map_or(0, |record| record.game.ply()),
            white: of("White"),
            black: of("Black"),
            date: of("Date"),
            refused: errors.map(explained),
        }
    }
}

/// The records of a text.
#[derive(Serialize, ToSchema)]
struct Parts {
    records: Vec<Part>,
}

/// Look into a text of several records, without keeping them
#[utoipa::path(
    post, path = "/api/read/all", tag = "games", request_body = TextBody,
    responses((status = OK, body = Parts))
)]
async fn read_all(Body(body): Body<TextBody>) -> Json<Parts> {
    Json(Parts { records: Record::read_all(&body.text).map(Part::from).collect() })
}

/// The board of the next game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum NextBoard {
    #[default]
    Same,
    Random,
}

impl From<NextBoard> for play::NextBoard {
    fn from(board: NextBoard) -> Self {
        match board {
            NextBoard::Same => Self::Same,
            NextBoard::Random => Self::Random,
        }
    }
}

#[derive(Deserialize, ToSchema)]
struct NextBody {
    #[serde(default)]
    board: NextBoard,
}

/// Begin the next game of a match
///
/// The first player alternates, but after a game that was aborted. Asked twice, it gives the same game.
#[utoipa::path(
    post, path = "/api/games/{id}/next", tag = "games", params(("id" = String, Path,)),
    request_body = NextBody,
    responses(
        (status = CREATED, body = GameShape), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn next(
    State(app): State<App>,
    client: Client,
    Named(id): Named,
    Visitor(visitor): Visitor,
    Body(body): Body<NextBody>,
) -> Result<(StatusCode, Json<GameShape>), ApiError> {
    app.limits.check(Deed::Begin, client.address)?;
    let (_, shown, visitor) = app.own(&id, visitor).await?;
    app.limits.check(Deed::Begin, visitor)?;
    if shown.session.head.is_online() {
        return Err(Refusal::NeedsConsent.into());
    }
    app.limits.check_game(0, 0, client.address)?;
    let (table, begun) = app.begin_next(&shown, body.board.into()).await?;
    app.computers.attend(&table, &begun, client.asks(Some(visitor)));
    Ok((StatusCode::CREATED, Json(GameShape::new(&begun, Some(visitor)))))
}

impl Shown {
    /// Whether another game of the match can begin.
    ///
    /// # Errors
    /// When the game goes on, the match is over, or the next game has begun.
    pub(super) fn has_room(&self) -> Result<(), ApiError> {
        self.may_go_on()?;
        if after(&self.series, self.session.head.number).is_some() {
            let message = "the next game has begun already";
            return Err(ApiError::new(StatusCode::CONFLICT, "next-begun", message));
        }
        Ok(())
    }

    /// Whether the game has ended and the match has not.
    fn may_go_on(&self) -> Result<(), ApiError> {
        if self.session.game.outcome().is_none() {
            return Err(Refusal::GoesOn.into());
        }
        if let Some(winner) = played(&self.session, &self.series).winner() {
            let message = "the match is over";
            let over = ApiError::new(StatusCode::CONFLICT, "match-over", message);
            return Err(over.with("side", winner.to_string()));
        }
        Ok(())
    }
}

impl App {
    /// Whoever asks, made known if they are not, with the cookie that keeps them known.
    pub(super) async fn welcome(
        &self,
        visitor: Option<i64>,
        client: Client,
    ) -> Result<(i64, Cookies), ApiError> {
        if let Some(visitor) = visitor {
            return Ok((visitor, AppendHeaders(None)));
        }
        let secret = Secret::random()?;
        let visitor = self.store.welcome(&secret).await?;
        Ok((visitor, AppendHeaders(Some((SET_COOKIE, secret.cookie(client.is_secure))))))
    }

    /// The next game of a match: the same if it has begun.
    async fn begin_next(
        &self,
        shown: &Shown,
        board: play::NextBoard,
    ) -> Result<(Arc<Table>, Arc<Shown>), ApiError> {
        shown.may_go_on()?;
        let (series, number) = (&shown.session.head.series, shown.session.head.number);
        if after(&shown.series, number).is_none() {
            // Whoever asks at the same moment asks for the same number, which is given once.
            let next = following(&shown.session, &shown.series, board)?;
            self.store.begin(&next, &[]).await?;
            self.tables.tell_series(series).await?;
        }
        let begun = self.store.series(series).await?;
        let id = after(&begun, number).ok_or_else(ApiError::not_found)?;
        let table = self.table(&id).await?;
        let begun = table.shown().ok_or_else(ApiError::not_found)?;
        Ok((table, begun))
    }
}

/// The id of the game of a match that comes after one of a number; those that were deleted don't.
pub(super) fn after(series: &[Played], number: u32) -> Option<String> {
    series.iter().filter(|game| game.number > number).find_map(|game| game.id.clone())
}

/// The game after a finished one of a match, in which others may have been deleted.
pub(super) fn following(
    session: &Session,
    series: &[Played],
    board: play::NextBoard,
) -> Result<Session, ApiError> {
    let Session { head, game, .. } = session;
    let code = match board {
        play::NextBoard::Same => game.board().code(),
        play::NextBoard::Random => game.kind().random_board(&mut rand::rng()),
    };
    let board = Board::new(code);
    // What was aborted was not played: the same side is first again.
    let before = game.start().core().first();
    let first = if session.is_aborted() { before } else { !before };
    let layout = game.setup().map_or(0, |setup| setup.layout);
    let position = game
        .kind()
        .start(&board, Setup { first, layout })
        .map_err(|error| ApiError::refused(&error))?;
    Ok(Session::new(Head {
        id: new_id()?,
        start: BoardPosition { board, position },
        number: series.last().map_or(head.number, |last| last.number) + 1,
        created: now(),
        ..head.clone()
    }))
}
