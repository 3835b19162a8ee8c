//! How games begin: anew, from a text, or as the next of a match.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use katarenga_engine::Level;
use katarenga_rules::notation::position::Placed;
use katarenga_rules::{Board, Game, GameKind, Record, Setup, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::boards::{read_board, read_kind};
use super::extract::{Body, Named, Visitor};
use super::game::{GameShape, played};
use super::shapes::{BoardShape, OutcomeShape, PositionShape, Seat};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::play::{self, Head, MOST_PLIES, Session};
use crate::store::{Beginner, now};
use crate::visitor::Secret;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(begin)).routes(routes!(read)).routes(routes!(next))
}

/// The side that shall be first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum First {
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

/// The most points to which a match can be played.
const FARTHEST: u32 = 1000;

impl Beginning {
    fn game(&self) -> Result<Game, ApiError> {
        match (&self.text, &self.kind) {
            (Some(_), None) if self.says_more_than_text() => {
                Err(ApiError::invalid("with `text`, leave out `board`, `first` and `layout`"))
            }
            (Some(text), None) => Ok(read_text(text)?.game),
            (None, Some(kind)) => self.fresh(read_kind(kind)?),
            _ => Err(ApiError::invalid("give either `kind` or `text`")),
        }
    }

    fn says_more_than_text(&self) -> bool {
        self.board.is_some() || self.layout.is_some() || self.first != First::default()
    }

    fn fresh(&self, kind: GameKind) -> Result<Game, ApiError> {
        let code = match self.board.as_deref() {
            None => kind.default_board(),
            Some("random") => kind.random_board(&mut rand::rng()),
            Some(code) => read_board(code)?,
        };
        let refused = |error: katarenga_rules::SetupError| ApiError::refused(&error);
        let layout = self.layout.as_deref().map_or(Ok(0), |name| kind.layout(name));
        let setup = Setup { first: self.first.side(), layout: layout.map_err(refused)? };
        Game::new(kind, code, setup).map_err(refused)
    }

    fn target(&self) -> Result<Option<u32>, ApiError> {
        match self.target {
            Some(0) => Err(ApiError::invalid("a match is played to one point or more")),
            Some(target) if target > FARTHEST => {
                Err(ApiError::invalid("a match is played to 1000 points or fewer"))
            }
            target => Ok(target),
        }
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
    game: Game,
}

/// What can be read of a text: a record if it looks like one, else a position.
fn read_text(text: &str) -> Result<ReadText, ApiError> {
    if text.trim_start().starts_with('[') {
        let record = Record::read(text).map_err(|errors| ApiError::refused(&errors))?;
        if record.game.ply() > MOST_PLIES {
            return Err(ApiError::too_long("the record is too long to be kept here"));
        }
        return Ok(ReadText { what: "record", game: record.game });
    }
    let placed: Result<Placed, _> = text.parse();
    match placed {
        Ok(placed) => Ok(ReadText { what: "position", game: Game::from_position(placed) }),
        Err(error) => Err(ApiError::refused(&error)),
    }
}

/// The letters and digits of ids: none that are taken for one another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How many of them an id has: 60 bits.
const LENGTH: usize = 12;

fn new_id() -> Result<String, ApiError> {
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
    app.limits.begin(client.0)?;
    let (game, target) = (beginning.game()?, beginning.target()?);
    let seats = [seat(beginning.white)?, seat(beginning.black)?];
    let secret = if visitor.is_none() { Some(Secret::random()?) } else { None };
    let (id, time) = (new_id()?, now());
    let head = Head {
        series: id.clone(),
        id,
        owner: visitor.unwrap_or_default(),
        start: game.placed_start(),
        seats,
        number: 1,
        target,
        created: time,
        updated: time,
    };
    let mut session = Session::new(head);
    let events = session.replay(&game)?;
    let beginner = match &secret {
        Some(secret) => Beginner::New(secret),
        None => Beginner::Known(session.head.owner),
    };
    let owner = app.store.begin(&session, &events, beginner).await?;
    session.head.owner = owner.ok_or_else(|| ApiError::internal(&"an id was drawn twice"))?;
    app.computers.attend(&session);
    let shape = app.shape(&session, owner).await?;
    let cookies = AppendHeaders(secret.map(|secret| (SET_COOKIE, secret.cookie())));
    Ok((StatusCode::CREATED, cookies, Json(shape)).into_response())
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
    let ReadText { what, game } = read_text(&body.text)?;
    Ok(Json(Read {
        what,
        kind: game.kind().name(),
        plies: game.ply(),
        board: game.board().into(),
        position: PositionShape { paths: Vec::new(), ..PositionShape::now(&game) },
        outcome: game.outcome().map(Into::into),
    }))
}

/// The board of the next game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum NextBoard {
    #[default]
    Same,
    Random,
}

#[derive(Deserialize, ToSchema)]
struct NextBody {
    #[serde(default)]
    board: NextBoard,
}

/// Begin the next game of a match
///
/// The first player alternates. Asked twice, it gives the same game.
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
    app.limits.begin(client.0)?;
    let session = app.own_session(&id, visitor).await?;
    let series = app.store.series(&session.head.series).await?;
    if session.game.outcome().is_none() {
        let message = "the next game begins when this one has ended";
        return Err(ApiError::new(StatusCode::CONFLICT, "goes-on", message));
    }
    if let Some(winner) = played(&session, &series).winner() {
        let message = "the match is over";
        let over = ApiError::new(StatusCode::CONFLICT, "match-over", message);
        return Err(over.with("side", winner.to_string()));
    }
    let head = following(&session, body.board)?;
    let number = head.number;
    app.store.begin(&Session::new(head), &[], Beginner::Known(session.head.owner)).await?;
    let series = app.store.series(&session.head.series).await?;
    let begun = series.into_iter().find(|game| game.number == number);
    let begun = begun.and_then(|game| game.id).ok_or_else(ApiError::not_found)?;
    let begun = app.session(&begun).await?;
    app.computers.attend(&begun);
    Ok((StatusCode::CREATED, Json(app.shape(&begun, visitor).await?)))
}

/// The game after a finished one.
fn following(session: &Session, board: NextBoard) -> Result<Head, ApiError> {
    let Session { head, game, .. } = session;
    let code = match board {
        NextBoard::Same => game.board().code(),
        NextBoard::Random => game.kind().random_board(&mut rand::rng()),
    };
    let board = Board::new(code);
    let first = !game.start().core().first();
    let layout = game.setup().map_or(0, |setup| setup.layout);
    let position = game
        .kind()
        .start(&board, Setup { first, layout })
        .map_err(|error| ApiError::refused(&error))?;
    let time = now();
    Ok(Head {
        id: new_id()?,
        start: Placed { board, position },
        number: head.number + 1,
        created: time,
        updated: time,
        ..head.clone()
    })
}
