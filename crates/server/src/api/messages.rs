//! What the players of a game write to each other.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::dto::SideName;
use super::extract::{Body, PathParam, QueryParams, Visitor};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::limits::{MAX_MESSAGE_CHARS, MAX_MESSAGES};
use crate::live_games::Snapshot;
use crate::rate_limits::Action;
use crate::sanitize::sanitize;
use crate::store::{Message, SendResult};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_messages, send_message))
}

/// Something that a player wrote.
#[derive(Serialize, ToSchema)]
#[schema(as = Message)]
pub(super) struct MessageDto {
    /// From 1.
    number: i64,
    /// The side of its author.
    side: SideName,
    /// Plain text on one line.
    text: String,
    /// When it was sent, in milliseconds since 1970.
    at: i64,
}

impl From<Message> for MessageDto {
    fn from(Message { number, side, text, at }: Message) -> Self {
        Self { number, side: side.into(), text, at }
    }
}

/// What was written.
#[derive(Serialize, ToSchema)]
struct Messages {
    /// The messages in their order.
    messages: Vec<MessageDto>,
}

/// Whether the players of a game may write to each other.
fn has_chat(snapshot: &Snapshot) -> Result<(), ApiError> {
    if snapshot.session.head.has_chat {
        return Ok(());
    }
    let message = "the players of this game chose not to write to each other";
    Err(ApiError::new(StatusCode::FORBIDDEN, "no-chat", message))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ListQuery {
    /// The number of the last message that is known.
    #[serde(default)]
    after: i64,
}

/// What the players of a game wrote to each other, for them alone
#[utoipa::path(
    get, path = "/api/games/{id}/messages", tag = "games",
    params(("id" = String, Path, description = "The id of the game"), ListQuery),
    responses((status = OK, body = Messages), (status = 403, body = ErrorBody))
)]
async fn list_messages(
    State(app): State<App>,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
    QueryParams(query): QueryParams<ListQuery>,
) -> Result<Json<Messages>, ApiError> {
    let (_, snapshot, _) = app.own(&id, visitor).await?;
    has_chat(&snapshot)?;
    app.messages(&id, query.after).await.map(Json)
}

impl App {
    async fn messages(&self, id: &str, after: i64) -> Result<Messages, ApiError> {
        let messages = self.store.messages(id, after).await?;
        Ok(Messages { messages: messages.into_iter().map(Into::into).collect() })
    }
}

/// A message to the other player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SayBody {
    /// A text of one's own, up to 64 characters: the same message sent again has the same, and
    /// stands once.
    request: String,
    /// One line of no more characters than `limits.message` of `/api/kinds`.
    text: String,
}

/// Write to the other player
#[utoipa::path(
    post, path = "/api/games/{id}/messages", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    request_body = SayBody,
    responses(
        (status = OK, body = Messages), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn send_message(
    State(app): State<App>,
    client: Client,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
    Body(body): Body<SayBody>,
) -> Result<Json<Messages>, ApiError> {
    app.limits.check(Action::Message, client.address)?;
    katarenga_play::commands::check_request(&body.request)?;
    let (live_game, snapshot, visitor) = app.own(&id, visitor).await?;
    app.limits.check(Action::Message, visitor)?;
    has_chat(&snapshot)?;
    let side = snapshot.session.head.sides_of(visitor).next().ok_or_else(ApiError::not_yours)?;
    let text = sanitize(&body.text, MAX_MESSAGE_CHARS).ok_or_else(|| {
        let message = format!("a message has 1 to {MAX_MESSAGE_CHARS} characters that can be seen");
        ApiError::unprocessable("bad-message", &message).with("most", MAX_MESSAGE_CHARS)
    })?;
    match app.store.send_message(&id, side, (&text, &body.request), app.store.now()).await? {
        SendResult::Sent => live_game.notify_message(),
        SendResult::Full => {
            let message = format!("{MAX_MESSAGES} messages are the most in a game");
            let full = ApiError::new(StatusCode::CONFLICT, "chat-full", &message);
            return Err(full.with("most", MAX_MESSAGES));
        }
    }
    app.messages(&id, 0).await.map(Json)
}
