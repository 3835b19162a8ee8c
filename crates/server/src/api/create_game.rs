//! How games begin: anew, from a text, or as the next of a match.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{HeaderName, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse, Response};
use katarenga_engine::Level;
use katarenga_play::game::{GameDto, SeriesGame, after, match_so_far};
use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{Game, Record, RecordError, Setup, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::boards::{read_board, read_game};
use super::dto::{BoardDto, OutcomeDto, PositionDto, Seat};
use super::extract::{Body, PathParam, Visitor};
use super::{App, Client};
use crate::access_token::AccessToken;
use crate::error::{ApiError, ErrorBody, explained};
use crate::limits::{LEVELS, MATCH_TARGET, MAX_PLIES};
use crate::live_games::{LiveGame, Snapshot};
use crate::play::{self, Head, Notes, Player, Refusal, Session};
use crate::rate_limits::Action;

/// The cookie of a visitor who was not known before.
pub(super) type Cookies = AppendHeaders<Option<(HeaderName, String)>>;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_game))
        .routes(routes!(read_record))
        .routes(routes!(read_records))
        .routes(routes!(create_next_game))
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
struct NewGame {
    /// The kind of game.
    kind: Option<String>,
    /// The code of the board, or `random`.
    board: Option<String>,
    /// The side that moves first.
    #[serde(default)]
    first: First,
    /// The layout, where the game has several.
    layout: Option<String>,
    /// A record or a position text instead of all that.
    text: Option<String>,
    /// Who plays White.
    white: Seat,
    /// Who plays Black.
    black: Seat,
    /// The points to which a match is played.
    target: Option<u32>,
}

/// A game from its start, on a board that is given or drawn.
pub(super) fn new_game(
    kind: &str,
    board: Option<&str>,
    first: First,
    layout: Option<&str>,
) -> Result<Game, ApiError> {
    let (kind, layout) = read_game(kind, layout)?;
    let code = match board {
        None => kind.default_board(),
        Some("random") => kind.random_board(&mut rand::rng()),
        Some(code) => read_board(code)?,
    };
    let setup = Setup { first: first.side(), layout };
    Game::new(kind, code, setup).map_err(|error| ApiError::refused(&error))
}

/// The points to which a match is played, within the limits.
pub(super) fn checked_target(target: Option<u32>) -> Result<Option<u32>, ApiError> {
    if target.is_none_or(|target| MATCH_TARGET.contains(&target)) {
        return Ok(target);
    }
    let (least, most) = MATCH_TARGET.into_inner();
    Err(ApiError::invalid(&format!("a match is played to {least} to {most} points")))
}

impl NewGame {
    /// The game with which it begins, and what is said of it.
    fn record(&self) -> Result<Record, ApiError> {
        match (&self.text, &self.kind) {
            (Some(_), None) if self.says_more_than_text() => {
                Err(ApiError::invalid("with `text`, leave out `board`, `first` and `layout`"))
            }
            (Some(text), None) => Ok(read_text(text)?.record),
            (None, Some(kind)) => {
                let (board, layout) = (self.board.as_deref(), self.layout.as_deref());
                Ok(new_game(kind, board, self.first, layout)?.into())
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
                let (weakest, strongest) = LEVELS.into_inner();
                let message = format!("a level is a number from {weakest} to {strongest}");
                ApiError::unprocessable("unknown-level", &message)
                    .with("level", level)
                    .with("weakest", weakest)
                    .with("strongest", strongest)
            };
            known.map(play::Seat::Computer).ok_or_else(unknown)
        }
    }
}

/// What a text is.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum TextKind {
    /// A record.
    Record,
    /// A position with nothing played from it.
    Position,
}

/// What a text holds.
struct ReadText {
    what: TextKind,
    record: Record,
}

/// What can be read of a text: a record if it has tags or comments, which positions have not, else a
/// position.
fn read_text(text: &str) -> Result<ReadText, ApiError> {
    if text.contains(['[', '{', ';']) {
        let record = Record::read(text).map_err(|errors| ApiError::refused(&errors))?;
        if record.game.ply() > MAX_PLIES {
            return Err(ApiError::too_long("the record is too long to be kept here"));
        }
        return Ok(ReadText { what: TextKind::Record, record });
    }
    let placed: Result<BoardPosition, _> = text.parse();
    match placed {
        Ok(placed) => {
            Ok(ReadText { what: TextKind::Position, record: Game::from_position(placed).into() })
        }
        Err(error) => Err(ApiError::refused(&error)),
    }
}

/// The letters and digits of ids: none that are taken for one another.
const ID_ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How many of them an id has: 60 bits.
const ID_LENGTH: usize = 12;

pub(super) fn new_id() -> Result<String, ApiError> {
    let mut bytes = [0; ID_LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(ID_ALPHABET[usize::from(byte % 32)])).collect())
}

/// Begin a game
///
/// A visitor without an access token gets one in a cookie.
#[utoipa::path(
    post, path = "/api/games", tag = "games", request_body = NewGame,
    responses(
        (status = CREATED, body = GameDto), (status = 400, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn create_game(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
    Body(body): Body<NewGame>,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Begin, client.address)?;
    let (record, target) = (body.record()?, checked_target(body.target)?);
    let seats = [seat(body.white)?, seat(body.black)?];
    app.limits.check_game(record.game.ply(), note_bytes(&record), client.address)?;
    let (visitor, cookies) = app.ensure_visitor(visitor, client).await?;
    app.limits.check(Action::Begin, visitor)?;
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
        created: app.store.now(),
    };
    let mut session = Session::new(head);
    let events = session.replay(&record.game)?;
    let session = session.with_notes(Notes::new(record, events.len()));
    if !app.store.create_game(&session, &events).await? {
        return Err(ApiError::internal(&"an id was drawn twice"));
    }
    let (live_game, snapshot, _) = app.own(&session.head.id, Some(visitor)).await?;
    app.computers.ensure_search(&live_game, &snapshot, client.requester(Some(visitor)));
    let shape = app.game_dto(&snapshot, Some(visitor));
    Ok((StatusCode::CREATED, cookies, Json(shape)).into_response())
}

/// How many bytes of tags and comments a record has.
fn note_bytes(Record { tags, comments, .. }: &Record) -> usize {
    let tags = tags.iter().map(|(name, value)| name.len() + value.len());
    tags.chain(comments.values().map(String::len)).sum()
}

/// A text to be read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TextBody {
    /// A record or a position text.
    text: String,
}

/// What a text holds.
#[derive(Serialize, ToSchema)]
struct Read {
    /// What the text is.
    what: TextKind,
    /// The name of the kind of game.
    kind: &'static str,
    /// How many moves it has.
    plies: usize,
    /// The board.
    board: BoardDto,
    /// The last position, without its legal moves.
    position: PositionDto,
    /// The result; null while the game goes on.
    outcome: Option<OutcomeDto>,
}

/// Look into a record or a position text, without keeping it
#[utoipa::path(
    post, path = "/api/read", tag = "games", request_body = TextBody,
    responses((status = OK, body = Read), (status = 422, body = ErrorBody))
)]
async fn read_record(Body(body): Body<TextBody>) -> Result<Json<Read>, ApiError> {
    let ReadText { what, record: Record { game, .. } } = read_text(&body.text)?;
    Ok(Json(Read {
        what,
        kind: game.kind().name(),
        plies: game.ply(),
        board: game.board().into(),
        position: PositionDto { paths: Vec::new(), ..PositionDto::now(&game) },
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
    /// The name of the kind of game; null where it can't be read.
    kind: Option<&'static str>,
    /// How many moves it has.
    plies: usize,
    /// The name of White in its tags.
    white: Option<String>,
    /// The name of Black in its tags.
    black: Option<String>,
    /// The date in its tags.
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
    /// The records in their order.
    records: Vec<Part>,
}

/// Look into a text of several records, without keeping them
#[utoipa::path(
    post, path = "/api/read/all", tag = "games", request_body = TextBody,
    responses((status = OK, body = Parts))
)]
async fn read_records(Body(body): Body<TextBody>) -> Json<Parts> {
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

/// What the next game of a match is to be.
#[derive(Deserialize, ToSchema)]
struct NextBody {
    /// The board of the next game.
    #[serde(default)]
    board: NextBoard,
}

/// Begin the next game of a match
///
/// The first player alternates, but after a game that was aborted. Asked twice, it gives the same game.
#[utoipa::path(
    post, path = "/api/games/{id}/next", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    request_body = NextBody,
    responses(
        (status = CREATED, body = GameDto), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn create_next_game(
    State(app): State<App>,
    client: Client,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
    Body(body): Body<NextBody>,
) -> Result<(StatusCode, Json<GameDto>), ApiError> {
    app.limits.check(Action::Begin, client.address)?;
    let (_, snapshot, visitor) = app.own(&id, visitor).await?;
    app.limits.check(Action::Begin, visitor)?;
    if snapshot.session.head.is_online() {
        return Err(Refusal::NeedsConsent.into());
    }
    app.limits.check_game(0, 0, client.address)?;
    let (live_game, begun) = app.create_next(&snapshot, body.board.into()).await?;
    app.computers.ensure_search(&live_game, &begun, client.requester(Some(visitor)));
    Ok((StatusCode::CREATED, Json(app.game_dto(&begun, Some(visitor)))))
}

impl Snapshot {
    /// Whether another game of the match can begin.
    ///
    /// # Errors
    /// When the game goes on, the match is over, or the next game has begun.
    pub(super) fn check_next_game(&self) -> Result<(), ApiError> {
        self.check_match_goes_on()?;
        if after(&self.series, self.session.head.number).is_some() {
            let message = "the next game has begun already";
            return Err(ApiError::new(StatusCode::CONFLICT, "next-begun", message));
        }
        Ok(())
    }

    /// Whether the game has ended and the match has not.
    fn check_match_goes_on(&self) -> Result<(), ApiError> {
        if self.session.game.outcome().is_none() {
            return Err(Refusal::GoesOn.into());
        }
        if let Some(winner) = match_so_far(&self.session, &self.series).winner() {
            let message = "the match is over";
            let over = ApiError::new(StatusCode::CONFLICT, "match-over", message);
            return Err(over.with("side", winner.to_string()));
        }
        Ok(())
    }
}

impl App {
    /// The visitor of a request, created if there is none, with the cookie for it.
    pub(super) async fn ensure_visitor(
        &self,
        visitor: Option<i64>,
        client: Client,
    ) -> Result<(i64, Cookies), ApiError> {
        if let Some(visitor) = visitor {
            return Ok((visitor, AppendHeaders(None)));
        }
        let secret = AccessToken::random()?;
        let visitor = self.store.create_visitor(&secret).await?;
        Ok((visitor, AppendHeaders(Some((SET_COOKIE, secret.cookie(client.is_secure))))))
    }

    /// The next game of a match: the same if it has begun.
    async fn create_next(
        &self,
        snapshot: &Snapshot,
        board: play::NextBoard,
    ) -> Result<(Arc<LiveGame>, Arc<Snapshot>), ApiError> {
        snapshot.check_match_goes_on()?;
        let (series, number) = (&snapshot.session.head.series, snapshot.session.head.number);
        if after(&snapshot.series, number).is_none() {
            // Concurrent requests ask for the same number, which is given once.
            let now = self.store.now();
            let next = next_game(&snapshot.session, &snapshot.series, board, now)?;
            self.store.create_game(&next, &[]).await?;
            self.live_games.refresh_series(series).await?;
        }
        let begun = self.store.series(series).await?;
        let id = after(&begun, number).ok_or_else(ApiError::not_found)?;
        let live_game = self.live_game(&id).await?;
        let begun = live_game.snapshot().ok_or_else(ApiError::not_found)?;
        Ok((live_game, begun))
    }
}

/// The game after a finished one of a match, in which others may have been deleted.
pub(super) fn next_game(
    session: &Session,
    series: &[SeriesGame],
    board: play::NextBoard,
    now: i64,
) -> Result<Session, ApiError> {
    let code = match board {
        play::NextBoard::Same => session.game.board().code(),
        play::NextBoard::Random => session.game.kind().random_board(&mut rand::rng()),
    };
    let number = series.last().map_or(session.head.number, |last| last.number) + 1;
    let next = session.next_game((new_id()?, number), code, now);
    next.map_err(|error| ApiError::refused(&error))
}
