//! The requesting visitor: their name, and the recovery link.

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Body, Visitor};
use super::{App, Client};
use crate::access_token::AccessToken;
use crate::error::{ApiError, ErrorBody};
use crate::limits::MAX_NAME_CHARS;
use crate::rate_limits::Action;
use crate::sanitize::sanitize;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(show_visitor, rename_visitor))
        .routes(routes!(create_link))
        .routes(routes!(use_link))
}

/// The requesting visitor.
#[derive(Serialize, ToSchema)]
struct Me {
    /// Whether they have been here before.
    known: bool,
    /// The name that others see.
    name: Option<String>,
    /// The longest name that can be taken, in characters.
    longest_name: usize,
}

impl Me {
    const fn new(known: bool, name: Option<String>) -> Self {
        Self { known, name, longest_name: MAX_NAME_CHARS }
    }
}

/// Who one is here
#[utoipa::path(get, path = "/api/me", tag = "me", responses((status = OK, body = Me)))]
async fn show_visitor(
    State(app): State<App>,
    Visitor(visitor): Visitor,
) -> Result<Json<Me>, ApiError> {
    let name = match visitor {
        Some(visitor) => app.store.name(visitor).await?,
        None => None,
    };
    Ok(Json(Me::new(visitor.is_some(), name)))
}

/// The name of a visitor.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NameBody {
    /// One line of no more characters than `limits.name` of `/api/kinds`; empty for no name.
    name: String,
}

/// Take a name, or give it up
///
/// It is shown in games that go on as well; finished games keep the names under which they were
/// played. Names belong to nobody: two players can have the same.
#[utoipa::path(
    put, path = "/api/me", tag = "me", request_body = NameBody,
    responses(
        (status = OK, body = Me), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn rename_visitor(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
    Body(body): Body<NameBody>,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Begin, client.address)?;
    let name = match body.name.trim() {
        "" => None,
        name => Some(sanitize(name, MAX_NAME_CHARS).ok_or_else(|| {
            let message = format!("a name has up to {MAX_NAME_CHARS} characters that can be seen");
            ApiError::unprocessable("bad-name", &message).with("most", MAX_NAME_CHARS)
        })?),
    };
    let (visitor, cookies) = app.ensure_visitor(visitor, client).await?;
    app.limits.check(Action::Begin, visitor)?;
    for game in app.store.rename(visitor, name.as_deref()).await? {
        app.live_games.refresh(&game).await?;
    }
    Ok((cookies, Json(Me::new(true, name))).into_response())
}

/// A secret for a link.
#[derive(Serialize, ToSchema)]
#[schema(as = Link)]
struct LinkDto {
    /// Goes to `/enter#SECRET`: the part behind `#` is sent to nobody.
    secret: String,
}

/// Make the link by which one comes in from another browser
///
/// A browser that uses it becomes the same visitor, with the same games. Earlier links stop working.
#[utoipa::path(
    post, path = "/api/me/link", tag = "me",
    responses((status = OK, body = LinkDto), (status = 429, body = ErrorBody))
)]
async fn create_link(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Begin, client.address)?;
    let (visitor, cookies) = app.ensure_visitor(visitor, client).await?;
    let secret = AccessToken::random()?;
    app.store.make_link(visitor, &secret).await?;
    Ok((cookies, Json(LinkDto { secret: secret.to_hex() })).into_response())
}

/// The secret of a recovery link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct EnterBody {
    /// What stands behind `#` in the link.
    secret: String,
}

/// Come in by a link
///
/// The browser becomes that of the visitor who made the link, and stops being that of the visitor
/// before.
#[utoipa::path(
    post, path = "/api/me/enter", tag = "me", request_body = EnterBody,
    responses(
        (status = OK, body = Me), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn use_link(
    State(app): State<App>,
    client: Client,
    Body(body): Body<EnterBody>,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Begin, client.address)?;
    let unknown = || {
        let status = axum::http::StatusCode::NOT_FOUND;
        ApiError::new(status, "unknown-link", "this link opens nothing: a newer one was made")
    };
    let link = AccessToken::parse(&body.secret).ok_or_else(unknown)?;
    let device = AccessToken::random()?;
    let visitor = app.store.enter(&link, &device).await?.ok_or_else(unknown)?;
    let name = app.store.name(visitor).await?;
    let cookies = AppendHeaders([(SET_COOKIE, device.cookie(client.is_secure))]);
    Ok((cookies, Json(Me::new(true, name))).into_response())
}
