//! What the players of a game write to each other.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Asked, Body, Named, Visitor};
use super::shapes::SideName;
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::limits::Deed;
use crate::plain::tidied;
use crate::store::{MOST_MESSAGES, Message, Said, now};
use crate::tables::Shown;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, say))
}

/// The longest message, in characters.
const LONGEST: usize = 200;

/// Something that a player wrote.
#[derive(Serialize, ToSchema)]
#[schema(as = Message)]
pub(super) struct MessageShape {
    /// From 1.
    number: i64,
    side: SideName,
    /// Plain text on one line.
    text: String,
    at: i64,
}

impl From<Message> for MessageShape {
    fn from(Message { number, side, text, at }: Message) -> Self {
        Self { number, side: side.into(), text, at }
    }
}

/// What was written.
#[derive(Serialize, ToSchema)]
struct Messages {
    messages: Vec<MessageShape>,
}

/// Whether the players of a game may write to each other.
fn has_chat(shown: &Shown) -> Result<(), ApiError> {
    if shown.session.head.has_chat {
        return Ok(());
    }
    let message = "the players of this game chose not to write to each other";
    Err(ApiError::new(StatusCode::FORBIDDEN, "no-chat", message))
}

#[derive(Deserialize, IntoParams)]
struct ListQuery {
    /// The number of the last message that is known.
    #[serde(default)]
    after: i64,
}

/// What the players of a game wrote to each other, for them alone
#[utoipa::path(
    get, path = "/api/games/{id}/messages", tag = "games",
    params(("id" = String, Path,), ListQuery),
    responses((status = OK, body = Messages), (status = 403, body = ErrorBody))
)]
async fn list(
    State(app): State<App>,
    Named(id): Named,
    Visitor(visitor): Visitor,
    Asked(query): Asked<ListQuery>,
) -> Result<Json<Messages>, ApiError> {
    let (_, shown, _) = app.own(&id, visitor).await?;
    has_chat(&shown)?;
    app.messages(&id, query.after).await.map(Json)
}

impl App {
    async fn messages(&self, id: &str, after: i64) -> Result<Messages, ApiError> {
        let messages = self.store.messages(id, after).await?;
        Ok(Messages { messages: messages.into_iter().map(Into::into).collect() })
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SayBody {
    /// A text of one's own, up to 64 characters: the same message sent again has the same, and
    /// stands once.
    request: String,
    /// Up to 200 characters on one line.
    text: String,
}

/// Write to the other player
#[utoipa::path(
    post, path = "/api/games/{id}/messages", tag = "games", params(("id" = String, Path,)),
    request_body = SayBody,
    responses(
        (status = OK, body = Messages), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn say(
    State(app): State<App>,
    client: Client,
    Named(id): Named,
    Visitor(visitor): Visitor,
    Body(body): Body<SayBody>,
) -> Result<Json<Messages>, ApiError> {
    app.limits.check(Deed::Message, client.address)?;
    super::commands::check_request(&body.request)?;
    let (table, shown, visitor) = app.own(&id, visitor).await?;
    app.limits.check(Deed::Message, visitor)?;
    has_chat(&shown)?;
    let side = shown.session.head.sides_of(visitor).next().ok_or_else(ApiError::not_yours)?;
    let text = tidied(&body.text, LONGEST).ok_or_else(|| {
        let message = format!("a message has 1 to {LONGEST} characters that can be seen");
        ApiError::unprocessable("bad-message", &message).with("most", LONGEST)
    })?;
    match app.store.say(&id, side, (&text, &body.request), now()).await? {
        Said::Kept => table.tell_message(),
        Said::Full => {
            let message = format!("{MOST_MESSAGES} messages are the most in a game");
            let full = ApiError::new(StatusCode::CONFLICT, "chat-full", &message);
            return Err(full.with("most", MOST_MESSAGES));
        }
    }
    app.messages(&id, 0).await.map(Json)
}
