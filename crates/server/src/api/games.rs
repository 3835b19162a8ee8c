//! Games: begun, played, looked at.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use katarenga_engine::Level;
use katarenga_rules::notation::position::Placed;
use katarenga_rules::{Board, Game, GameKind, Match, Record, Setup, Side};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::boards::{read_board, read_kind};
use super::extract::{Asked, Body, Named, Visitor};
use super::shapes::{BoardShape, OutcomeShape, PositionShape, Seat, SideName, Sides};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::play::{self, Command, Head, MOST_PLIES, Session};
use crate::store::{self, Beginner, Kept, Played, now};
use crate::visitor::Secret;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(begin, list))
        .routes(routes!(read))
        .routes(routes!(show, delete))
        .routes(routes!(history))
        .routes(routes!(wait))
        .routes(routes!(command))
        .routes(routes!(next))
}

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
fn played(session: &Session, series: &[Played]) -> Match {
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
    async fn shape(&self, session: &Session, visitor: Option<i64>) -> Result<GameShape, ApiError> {
        let series = self.store.series(&session.head.series).await?;
        Ok(GameShape::new(session, &series, visitor))
    }

    pub(super) async fn session(&self, id: &str) -> Result<Session, ApiError> {
        self.store.session(id).await?.ok_or_else(ApiError::not_found)
    }

    /// A game in which whoever asks may act.
    async fn own_session(&self, id: &str, visitor: Option<i64>) -> Result<Session, ApiError> {
        let session = self.session(id).await?;
        if visitor == Some(session.head.owner) { Ok(session) } else { Err(ApiError::not_yours()) }
    }
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

#[derive(Deserialize, IntoParams)]
struct ListQuery {
    /// Whether finished games are asked for, or those that go on.
    #[serde(default)]
    ended: bool,
    /// Which page, from 1.
    page: Option<u32>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
struct Summary {
    id: String,
    kind: &'static str,
    white: Seat,
    black: Seat,
    plies: usize,
    turn: SideName,
    outcome: Option<OutcomeShape>,
    updated: i64,
    board: String,
    colours: String,
    position: PositionShape,
}

/// A page of a list.
#[derive(Serialize, ToSchema)]
struct Page {
    games: Vec<Summary>,
    /// How many pages there are.
    pages: u32,
}

impl From<&store::Summary> for Summary {
    fn from(store::Summary { head, plies, position, outcome }: &store::Summary) -> Self {
        let BoardShape { code, colours, .. } = (&position.board).into();
        let still = PositionShape::still(&position.board, &position.position, None);
        Self {
            id: head.id.clone(),
            kind: position.position.kind().name(),
            white: head.seats[0].into(),
            black: head.seats[1].into(),
            plies: *plies,
            turn: position.position.turn().into(),
            outcome: outcome.as_ref().map(|(winner, points, reason)| OutcomeShape {
                winner: winner.map(Into::into),
                points: *points,
                reason: reason.clone(),
            }),
            updated: head.updated,
            board: code,
            colours,
            position: PositionShape { ply: *plies, ..still },
        }
    }
}

/// The games of whoever asks, the last used first
#[utoipa::path(
    get, path = "/api/games", tag = "games", params(ListQuery),
    responses((status = OK, body = Page))
)]
async fn list(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    Asked(query): Asked<ListQuery>,
) -> Result<Json<Page>, ApiError> {
    let Some(visitor) = visitor else {
        return Ok(Json(Page { games: Vec::new(), pages: 0 }));
    };
    let page = query.page.unwrap_or(1);
    let (games, pages) = app.store.games_of(visitor, query.ended, page).await?;
    Ok(Json(Page { games: games.iter().map(Summary::from).collect(), pages }))
}

/// A game as it stands
#[utoipa::path(
    get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path,)),
    responses((status = OK, body = GameShape), (status = 404, body = ErrorBody))
)]
async fn show(
    State(app): State<App>,
    Named(id): Named,
    Visitor(visitor): Visitor,
) -> Result<Json<GameShape>, ApiError> {
    let session = app.session(&id).await?;
    Ok(Json(app.shape(&session, visitor).await?))
}

/// Delete a game for good
#[utoipa::path(
    delete, path = "/api/games/{id}", tag = "games", params(("id" = String, Path,)),
    responses((status = NO_CONTENT), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody))
)]
async fn delete(
    State(app): State<App>,
    Named(id): Named,
    Visitor(visitor): Visitor,
) -> Result<StatusCode, ApiError> {
    let session = app.own_session(&id, visitor).await?;
    app.store.delete(&session.head.id).await?;
    app.computers.forget(&id, i64::MAX);
    app.bells.ring(&id, i64::MAX);
    Ok(StatusCode::NO_CONTENT)
}

/// All positions of a game.
#[derive(Serialize, ToSchema)]
struct History {
    revision: i64,
    /// The start first; without legal moves.
    positions: Vec<PositionShape>,
}

/// All positions of a game
#[utoipa::path(
    get, path = "/api/games/{id}/history", tag = "games", params(("id" = String, Path,)),
    responses((status = OK, body = History), (status = 404, body = ErrorBody))
)]
async fn history(State(app): State<App>, Named(id): Named) -> Result<Json<History>, ApiError> {
    let Session { game, revision, .. } = app.session(&id).await?;
    Ok(Json(History { revision, positions: PositionShape::all(&game) }))
}

#[derive(Deserialize, IntoParams)]
struct WaitQuery {
    /// The revision that is known already.
    revision: i64,
}

/// How long one waits for news before one is told that there are none.
const WAIT: Duration = Duration::from_secs(20);

/// Wait for a game to go on
///
/// Answers as soon as the game has a greater revision, or after 20 seconds as it stands. The
/// computer thinks only while somebody waits.
#[utoipa::path(
    get, path = "/api/games/{id}/wait", tag = "games", params(("id" = String, Path,), WaitQuery),
    responses((status = OK, body = GameShape), (status = 404, body = ErrorBody))
)]
async fn wait(
    State(app): State<App>,
    client: Client,
    Named(id): Named,
    Visitor(visitor): Visitor,
    Asked(query): Asked<WaitQuery>,
) -> Result<Json<GameShape>, ApiError> {
    let _place = app.waiting.enter(client.0)?;
    // Listening comes first: what happens between reading and waiting is heard too.
    let mut bell = app.bells.listen(&id);
    let mut session = app.session(&id).await?;
    if session.revision <= query.revision {
        app.computers.attend(&session);
        let news = bell.after(query.revision);
        let mut closing = app.closing.clone();
        tokio::select! {
            _ = timeout(WAIT, news) => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
        session = app.session(&id).await?;
    }
    Ok(Json(app.shape(&session, visitor).await?))
}

/// What is to be done in a game.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Deed {
    /// Play a move.
    Move {
        /// One of the legal paths.
        path: Vec<String>,
    },
    /// Take back, to where somebody at the screen moves.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Give up.
    Resign {
        /// Which side does.
        side: SideName,
    },
}

impl From<Deed> for Command {
    fn from(deed: Deed) -> Self {
        match deed {
            Deed::Move { path } => Self::Move(path),
            Deed::Undo => Self::Undo,
            Deed::Redo => Self::Redo,
            Deed::Resign { side } => Self::Resign(side.into()),
        }
    }
}

#[derive(Deserialize, ToSchema)]
struct CommandBody {
    /// The revision of the game that it answers to.
    revision: i64,
    /// A text of one's own, up to 64 characters: the same command sent again has the same, and is
    /// carried out once.
    request: String,
    #[serde(flatten)]
    deed: Deed,
}

/// The longest name of a request.
const LONGEST_REQUEST: usize = 64;

impl CommandBody {
    fn check(&self) -> Result<(), ApiError> {
        if self.request.is_empty() || self.request.len() > LONGEST_REQUEST {
            return Err(ApiError::invalid("`request` has 1 to 64 characters"));
        }
        Ok(())
    }
}

/// Play a move, take back, play again, give up
#[utoipa::path(
    post, path = "/api/games/{id}/commands", tag = "games", params(("id" = String, Path,)),
    request_body = CommandBody,
    responses(
        (status = OK, body = GameShape), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn command(
    State(app): State<App>,
    client: Client,
    Named(id): Named,
    Visitor(visitor): Visitor,
    Body(body): Body<CommandBody>,
) -> Result<Json<GameShape>, ApiError> {
    app.limits.command(client.0)?;
    body.check()?;
    let session = app.own_session(&id, visitor).await?;
    let session = app.carry_out(session, body).await?;
    app.computers.attend(&session);
    Ok(Json(app.shape(&session, visitor).await?))
}

impl App {
    /// Does what is asked, once; gives the game after it.
    async fn carry_out(
        &self,
        mut session: Session,
        body: CommandBody,
    ) -> Result<Session, ApiError> {
        let id = session.head.id.clone();
        let asked = store::Asked { visitor: session.head.owner, request: &body.request };
        let is_late = session.revision != body.revision;
        let refusal = if is_late && session.game.outcome().is_none() {
            ApiError::stale(session.revision)
        } else {
            match session.command(&body.deed.into()) {
                Ok(event) => match self.store.append(&mut session, event, Some(asked)).await? {
                    Kept::Now => {
                        self.bells.ring(&id, session.revision);
                        return Ok(session);
                    }
                    Kept::Before => return self.session(&id).await,
                    Kept::Overtaken => ApiError::stale(self.session(&id).await?.revision),
                    Kept::Gone => ApiError::not_found(),
                },
                Err(refusal) => refusal.into(),
            }
        };
        // What was done before is no error the second time, whatever has become of the game.
        if self.store.was_done(&id, asked).await? { self.session(&id).await } else { Err(refusal) }
    }
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
