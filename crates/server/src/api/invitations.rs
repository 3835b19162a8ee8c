//! How two people come together: one makes an invitation, the other takes it.

use std::ops::RangeInclusive;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use katarenga_rules::Side;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::dto::{BoardDto, Pace, PositionDto, SideName};
use super::extract::{Body, PathParam, QueryParams, Visitor};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::limits::{CLOCK_DAYS, CLOCK_MINUTES, CLOCK_SECONDS};
use crate::lobby::MAX_PER_ADDRESS;
use crate::play::{Clock, Head, Player, Seat, Session};
use crate::rate_limits::Action;
use crate::store::{Invitation, JoinResult};
use katarenga_play::begin::{First, checked_target, new_game, new_id};
use katarenga_play::lists::Page;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_invitation, list_invitations))
        .routes(routes!(show_invitation, withdraw_invitation))
        .routes(routes!(wait_for_invitation))
        .routes(routes!(join_invitation))
        .routes(routes!(show_lobby))
}

/// How many open invitations a visitor may have.
const MAX_OPEN_INVITATIONS: i64 = 10;

/// How long invitations are open, in milliseconds: those for everybody a day, a link a week.
const DAY: i64 = 24 * 60 * 60 * 1000;
const WEEK: i64 = 7 * DAY;

/// What a game between two people is to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct InvitationBody {
    /// The kind of game.
    kind: String,
    /// The code of the board, or `random`.
    board: Option<String>,
    /// The side that moves first.
    #[serde(default)]
    first: First,
    /// The layout, where the game has several.
    layout: Option<String>,
    /// The side of its creator; chance decides when it is left out.
    side: Option<SideName>,
    /// The points to which a match is played.
    target: Option<u32>,
    /// How much time there is; none is kept when it is left out.
    clock: Option<Pace>,
    /// Whether everybody finds the invitation, and may watch the game.
    #[serde(default)]
    public: bool,
    /// Whether the players may write to each other.
    #[serde(default)]
    chat: bool,
}

/// An invitation as a page shows it.
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
#[derive(Serialize, ToSchema)]
#[schema(as = Invitation)]
struct InvitationDto {
    /// The id of the invitation.
    id: String,
    /// What can be done with it.
    state: InvitationState,
    /// Whether the requesting visitor created it.
    yours: bool,
    /// The name of its creator, if they have one.
    name: Option<String>,
    /// Whether its creator is present.
    here: bool,
    /// The name of the kind of game.
    kind: &'static str,
    /// The layout, where the game has several.
    layout: Option<&'static str>,
    /// The board.
    board: BoardDto,
    /// The position at the start.
    position: PositionDto,
    /// Who will move first.
    first: SideName,
    /// The side of its creator; null when chance decides.
    side: Option<SideName>,
    /// The points to which a match is played.
    target: Option<u32>,
    /// How much time there is; null without a clock.
    clock: Option<Pace>,
    /// Whether everybody finds the invitation, and may watch the game.
    public: bool,
    /// Whether the players may write to each other.
    chat: bool,
    /// When it was created, in milliseconds since 1970.
    created: i64,
    /// Until when it is open, in milliseconds since 1970.
    expires: i64,
    /// The id of the game that came of it.
    game: Option<String>,
}

impl InvitationDto {
    fn new(invitation: Invitation, visitor: Option<i64>, here: bool, now: i64) -> Self {
        let state = invitation.state(now);
        let position = &invitation.start.position;
        Self {
            state,
            yours: visitor == Some(invitation.creator),
            name: invitation.name,
            here,
            kind: position.kind().name(),
            layout: position.layout_name(&invitation.start.board),
            board: (&invitation.start.board).into(),
            position: PositionDto::still(&invitation.start.board, position, None),
            first: position.core().first().into(),
            side: invitation.side.map(Into::into),
            target: invitation.target,
            clock: invitation.clock.map(Into::into),
            public: invitation.is_public,
            chat: invitation.has_chat,
            created: invitation.created,
            expires: invitation.expires,
            game: invitation.game,
            id: invitation.id,
        }
    }
}

/// What can be done with an invitation.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
enum InvitationState {
    /// It can be taken.
    Open,
    /// Somebody has taken it: there is a game.
    Taken,
    /// Its creator has withdrawn it.
    Withdrawn,
    /// Nobody has taken it in time.
    Expired,
}

impl InvitationState {
    const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Taken => "taken",
            Self::Withdrawn => "withdrawn",
            Self::Expired => "expired",
        }
    }
}

impl Invitation {
    fn state(&self, now: i64) -> InvitationState {
        match self.game {
            Some(_) => InvitationState::Taken,
            None if self.is_withdrawn => InvitationState::Withdrawn,
            None if self.expires <= now => InvitationState::Expired,
            None => InvitationState::Open,
        }
    }
}

impl App {
    pub(super) async fn invitation(&self, id: &str) -> Result<Invitation, ApiError> {
        self.store.invitation(id).await?.ok_or_else(ApiError::not_found)
    }

    fn invitation_dto(&self, invitation: Invitation, visitor: Option<i64>) -> InvitationDto {
        let here = self.invitation_watch.is_creator_present(&invitation.id);
        InvitationDto::new(invitation, visitor, here, self.store.now())
    }
}

/// Invite somebody to a game
#[utoipa::path(
    post, path = "/api/invitations", tag = "invitations", request_body = InvitationBody,
    responses(
        (status = CREATED, body = InvitationDto), (status = 400, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn create_invitation(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
    Body(body): Body<InvitationBody>,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Begin, client.address)?;
    let game = new_game(
        (&body.kind, body.layout.as_deref()),
        body.board.as_deref(),
        body.first,
        &mut rand::rng(),
    )?;
    let clock = body.clock.map(Clock::from);
    if !clock.is_none_or(Clock::is_allowed) {
        let range = |range: RangeInclusive<u32>| format!("{} to {}", range.start(), range.end());
        let [minutes, seconds, days] = [CLOCK_MINUTES, CLOCK_SECONDS, CLOCK_DAYS].map(range);
        let message =
            format!("a clock has {minutes} minutes and {seconds} seconds, or {days} days");
        let error = ApiError::unprocessable("bad-clock", &message);
        return Err(error
            .with("minutes", *CLOCK_MINUTES.end())
            .with("seconds", *CLOCK_SECONDS.end())
            .with("days", *CLOCK_DAYS.end()));
    }
    let target = checked_target(body.target)?;
    app.limits.check_game(0, 0, client.address)?;
    let (visitor, cookies) = app.ensure_visitor(visitor, client).await?;
    app.limits.check(Action::Begin, visitor)?;
    let (id, created) = (new_id(&mut rand::rng()), app.store.now());
    let invitation = Invitation {
        id,
        creator: visitor,
        name: app.store.name(visitor).await?,
        start: game.start_board_position(),
        side: body.side.map(Into::into),
        target,
        clock,
        is_public: body.public,
        has_chat: body.chat,
        created,
        expires: created + if body.public { DAY } else { WEEK },
        is_withdrawn: false,
        game: None,
    };
    let too_many = |most: i64| {
        let message = format!("{most} open invitations are the most at once");
        let refusal = ApiError::new(StatusCode::CONFLICT, "too-many-invitations", &message);
        refusal.with("most", most)
    };
    if !app.lobby.add(&invitation, client.address) {
        return Err(too_many(MAX_PER_ADDRESS as i64));
    }
    let is_kept = app.store.create_invitation(&invitation, MAX_OPEN_INVITATIONS).await;
    if !matches!(is_kept, Ok(true)) {
        app.lobby.remove(&invitation.id);
    }
    if !is_kept? {
        return Err(too_many(MAX_OPEN_INVITATIONS));
    }
    let shape = app.invitation_dto(invitation, Some(visitor));
    Ok((StatusCode::CREATED, cookies, Json(shape)).into_response())
}

/// Invitations.
#[derive(Serialize, ToSchema)]
struct Invitations {
    /// The open invitations.
    invitations: Vec<InvitationDto>,
}

/// The open invitations of the requesting visitor
#[utoipa::path(
    get, path = "/api/invitations", tag = "invitations",
    responses((status = OK, body = Invitations))
)]
async fn list_invitations(
    State(app): State<App>,
    Visitor(visitor): Visitor,
) -> Result<Json<Invitations>, ApiError> {
    let own = match visitor {
        Some(visitor) => app.store.invitations_of(visitor).await?,
        None => Vec::new(),
    };
    let dto = |invitation| app.invitation_dto(invitation, visitor);
    Ok(Json(Invitations { invitations: own.into_iter().map(dto).collect() }))
}

/// An invitation as it stands
///
/// Looking at it takes nothing: joining is a request of its own.
#[utoipa::path(
    get, path = "/api/invitations/{id}", tag = "invitations", params(("id" = String, Path, description = "The id of the invitation")),
    responses((status = OK, body = InvitationDto), (status = 404, body = ErrorBody))
)]
async fn show_invitation(
    State(app): State<App>,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
) -> Result<Json<InvitationDto>, ApiError> {
    Ok(Json(app.invitation_dto(app.invitation(&id).await?, visitor)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WaitQuery {
    /// The state that is known already.
    #[param(value_type = InvitationState)]
    state: String,
}

/// Wait until an invitation is taken, or over
///
/// Answers as soon as its state is another, or after 20 seconds as it stands. While its creator
/// waits, others see that they are present.
#[utoipa::path(
    get, path = "/api/invitations/{id}/wait", tag = "invitations",
    params(("id" = String, Path, description = "The id of the invitation"), WaitQuery),
    responses((status = OK, body = InvitationDto), (status = 404, body = ErrorBody))
)]
async fn wait_for_invitation(
    State(app): State<App>,
    client: Client,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
    QueryParams(query): QueryParams<WaitQuery>,
) -> Result<Json<InvitationDto>, ApiError> {
    let _place = app.followers.acquire(client.address)?;
    let creator = app.invitation(&id).await?.creator;
    // Listening comes first: what happens between reading and waiting is heard too.
    let mut watcher = app.invitation_watch.watch(&id, visitor == Some(creator));
    let mut invitation = app.invitation(&id).await?;
    if invitation.state(app.store.now()).name() == query.state {
        app.wait_for(watcher.notified()).await;
        invitation = app.invitation(&id).await?;
    }
    Ok(Json(app.invitation_dto(invitation, visitor)))
}

/// Take an invitation
///
/// The game begins with it. The same request again gets the same answer. A visitor without a cookie
/// should `PUT /api/me` first: a response that is lost would take the cookie with it.
#[utoipa::path(
    post, path = "/api/invitations/{id}/join", tag = "invitations",
    params(("id" = String, Path, description = "The id of the invitation")),
    responses(
        (status = OK, body = InvitationDto), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn join_invitation(
    State(app): State<App>,
    client: Client,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Begin, client.address)?;
    let invitation = app.invitation(&id).await?;
    if visitor == Some(invitation.creator) {
        let message = "this invitation is your own: it is for somebody else";
        return Err(ApiError::new(StatusCode::CONFLICT, "own-invitation", message));
    }
    if invitation.state(app.store.now()) != InvitationState::Open {
        return app.joined_before(invitation, visitor).await;
    }
    let (visitor, cookies) = app.ensure_visitor(visitor, client).await?;
    app.limits.check(Action::Begin, visitor)?;
    let session = Session::new(agreed(&invitation, visitor, app.store.now()));
    let joined = app.store.join(&id, &session).await?;
    app.invitation_watch.notify(&id);
    app.lobby.remove(&id);
    let invitation = app.invitation(&id).await?;
    match joined {
        JoinResult::Joined => {
            Ok((cookies, Json(app.invitation_dto(invitation, Some(visitor)))).into_response())
        }
        JoinResult::TooLate => app.joined_before(invitation, Some(visitor)).await,
    }
}

impl App {
    /// The answer for the visitor who took the invitation before; others come too late.
    async fn joined_before(
        &self,
        invitation: Invitation,
        visitor: Option<i64>,
    ) -> Result<Response, ApiError> {
        let game = match &invitation.game {
            Some(game) => {
                self.live_games.open(game).await?.and_then(|live_game| live_game.snapshot())
            }
            None => None,
        };
        let is_player = game.is_some_and(|snapshot| {
            visitor.is_some_and(|visitor| snapshot.session.head.is_of(visitor))
        });
        if is_player {
            return Ok(Json(self.invitation_dto(invitation, visitor)).into_response());
        }
        let state = invitation.state(self.store.now()).name();
        let message = format!("too late: the invitation is {state}");
        Err(ApiError::new(StatusCode::CONFLICT, "too-late", &message).with("state", state))
    }
}

/// The game of an invitation that a player has taken.
fn agreed(invitation: &Invitation, guest: i64, now: i64) -> Head {
    let [creator, guest] =
        [invitation.creator, guest].map(|visitor| Player { visitor, name: None });
    let side = invitation.side.unwrap_or_else(|| Side::ALL[usize::from(rand::random::<bool>())]);
    let players = match side {
        Side::White => [Some(creator), Some(guest)],
        Side::Black => [Some(guest), Some(creator)],
    };
    let id = new_id(&mut rand::rng());
    Head {
        series: id.clone(),
        id,
        owner: invitation.creator,
        start: invitation.start.clone(),
        seats: [Seat::Human; 2],
        players,
        number: 1,
        target: invitation.target,
        clock: invitation.clock,
        is_public: invitation.is_public,
        has_chat: invitation.has_chat,
        created: now,
    }
}

/// Take an invitation back
#[utoipa::path(
    delete, path = "/api/invitations/{id}", tag = "invitations", params(("id" = String, Path, description = "The id of the invitation")),
    responses(
        (status = NO_CONTENT), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)
    )
)]
async fn withdraw_invitation(
    State(app): State<App>,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
) -> Result<StatusCode, ApiError> {
    let invitation = app.invitation(&id).await?;
    if visitor != Some(invitation.creator) {
        return Err(ApiError::not_yours());
    }
    if !app.store.withdraw(&id).await? {
        let message = "too late: the invitation is taken";
        return Err(ApiError::new(StatusCode::CONFLICT, "too-late", message).with("state", "taken"));
    }
    app.invitation_watch.notify(&id);
    app.lobby.remove(&id);
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LobbyQuery {
    /// Which page of the games to watch, from 1.
    page: Option<u32>,
}

/// Where strangers meet.
#[derive(Serialize, ToSchema)]
struct Lobby {
    /// Those that everybody may take; first those whose makers wait. With minutes to play these
    /// alone: the others come back with their makers. Where there are more than 50, every address has
    /// one of its own shown before any has two.
    invitations: Vec<InvitationDto>,
    /// The games that everybody may watch, the last used first.
    #[serde(flatten)]
    watch: Page,
}

/// Open invitations, and games to watch
#[utoipa::path(
    get, path = "/api/lobby", tag = "invitations", params(LobbyQuery),
    responses((status = OK, body = Lobby))
)]
async fn show_lobby(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    QueryParams(query): QueryParams<LobbyQuery>,
) -> Result<Json<Lobby>, ApiError> {
    let dto = |invitation| app.invitation_dto(invitation, visitor);
    let awaited = app.invitation_watch.with_creator_present();
    let open = app.store.open_invitations(&awaited).await?;
    let invitations = app.lobby.visible(open, &awaited).into_iter().map(dto).collect();
    let games = app.store.games_to_watch(query.page.unwrap_or(1)).await?;
    Ok(Json(Lobby { invitations, watch: Page::new(games, visitor) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client waits with the state that it was given.
    #[test]
    fn a_state_has_one_name_in_answers_and_requests() {
        use InvitationState::{Expired, Open, Taken, Withdrawn};
        for state in [Open, Taken, Withdrawn, Expired] {
            assert_eq!(serde_json::to_value(state).expect("a name"), state.name());
        }
    }
}
