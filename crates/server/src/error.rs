//! Refusals: one shape for whatever goes wrong.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde_json::{Map, Value, json};

use katarenga_play::refused::Refused;

pub(crate) use crate::explain::ErrorBody;
use crate::play::Refusal;
use crate::store::{StoreError, Trouble};

/// Every code with its status and its meaning. The rules have further ones with 422, for each kind of
/// illegal move, board or text.
pub(crate) const CODES: &[(StatusCode, &str, &str)] = &[
    (StatusCode::BAD_REQUEST, "invalid", "a parameter makes no sense"),
    (StatusCode::BAD_REQUEST, "invalid-json", "the body is no JSON"),
    (
        StatusCode::FORBIDDEN,
        "analysis-later",
        "two people play the game: analyse it when it is over",
    ),
    (StatusCode::FORBIDDEN, "analysis-off", "the server analyses no games"),
    (StatusCode::FORBIDDEN, "foreign-origin", "a page of another origin sent the request"),
    (StatusCode::FORBIDDEN, "no-chat", "the game has no messages"),
    (StatusCode::FORBIDDEN, "not-your-side", "another visitor plays the side"),
    (StatusCode::FORBIDDEN, "not-yours", "only players of the game, or the creator, may do that"),
    (StatusCode::NOT_FOUND, "not-found", "there is no such thing"),
    (StatusCode::NOT_FOUND, "unknown-link", "a newer recovery link was made"),
    (StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", "the address has other methods"),
    (StatusCode::REQUEST_TIMEOUT, "too-slow", "the body took too long to arrive"),
    (StatusCode::CONFLICT, "answer-first", "a proposal is to be answered first"),
    (StatusCode::CONFLICT, "chat-full", "the game has the most messages"),
    (StatusCode::CONFLICT, "goes-on", "the game has not ended"),
    (StatusCode::CONFLICT, "has-begun", "both have moved: the game can be resigned"),
    (StatusCode::CONFLICT, "match-over", "the match has a winner"),
    (StatusCode::CONFLICT, "needs-consent", "the other player has to agree"),
    (StatusCode::CONFLICT, "next-begun", "the next game has begun"),
    (StatusCode::CONFLICT, "nobody-to-ask", "there is no other player"),
    (StatusCode::CONFLICT, "not-your-turn", "the other side is to move"),
    (StatusCode::CONFLICT, "nothing-proposed", "there is no proposal to answer"),
    (StatusCode::CONFLICT, "nothing-to-redo", "no move was taken back"),
    (StatusCode::CONFLICT, "nothing-to-undo", "there is no move to take back"),
    (StatusCode::CONFLICT, "over", "the game has ended"),
    (StatusCode::CONFLICT, "own-invitation", "the invitation is the visitor's own"),
    (StatusCode::CONFLICT, "proposed-before", "it was proposed before in this position"),
    (StatusCode::CONFLICT, "stale", "the game has changed: read it again"),
    (StatusCode::CONFLICT, "too-late", "the invitation is not open any more"),
    (StatusCode::CONFLICT, "too-many-invitations", "the most open invitations"),
    (StatusCode::PAYLOAD_TOO_LARGE, "too-large", "the body is too large"),
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, "invalid-json", "the content type is not JSON"),
    (StatusCode::MISDIRECTED_REQUEST, "unknown-host", "the server is not known by this name"),
    (StatusCode::UNPROCESSABLE_ENTITY, "bad-clock", "the clock is beyond the limits"),
    (StatusCode::UNPROCESSABLE_ENTITY, "bad-message", "the message is empty or too long"),
    (StatusCode::UNPROCESSABLE_ENTITY, "bad-name", "the name is not visible or too long"),
    (StatusCode::UNPROCESSABLE_ENTITY, "invalid-json", "the JSON has other fields than expected"),
    (StatusCode::UNPROCESSABLE_ENTITY, "too-long", "the game is too long"),
    (StatusCode::UNPROCESSABLE_ENTITY, "unknown-level", "the computer has no such level"),
    (StatusCode::TOO_MANY_REQUESTS, "too-many-requests", "wait for `details.seconds`"),
    (StatusCode::INTERNAL_SERVER_ERROR, "internal", "a fault of the server"),
    (
        StatusCode::SERVICE_UNAVAILABLE,
        "too-many-connections",
        "the server has the most connections",
    ),
    (StatusCode::SERVICE_UNAVAILABLE, "storage-full", "the disk of the database is full"),
    (StatusCode::SERVICE_UNAVAILABLE, "storage-read-only", "the database can't be written"),
    (StatusCode::SERVICE_UNAVAILABLE, "storage-busy", "another program locks the database"),
    (StatusCode::SERVICE_UNAVAILABLE, "storage-damaged", "the database is damaged"),
    (StatusCode::SERVICE_UNAVAILABLE, "storage-gone", "the file of the database is gone"),
    (StatusCode::SERVICE_UNAVAILABLE, "storage-failing", "the disk of the database fails"),
    (StatusCode::SERVICE_UNAVAILABLE, "storage-away", "the server of the database is away"),
];

/// After how many seconds a database that fails is asked again.
const RETRY_AFTER_S: u64 = 2;

/// A refusal with its status.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    body: ErrorBody,
}

impl ApiError {
    /// A refusal.
    pub(crate) fn new(status: StatusCode, code: &str, message: &str) -> Self {
        let is_listed = CODES.iter().any(|(known, name, _)| (*known, *name) == (status, code));
        debug_assert!(is_listed, "{status} {code} is not among the codes of the API");
        let (code, message) = (code.to_owned(), message.to_owned());
        Self { status, body: ErrorBody { code, message, details: Map::new() } }
    }

    /// The same with something that its text is about.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.body.details.insert(name.to_owned(), value.into());
        self
    }

    /// What was asked is understood, and can't be.
    pub(crate) fn unprocessable(code: &str, message: &str) -> Self {
        Refused::unprocessable(code, message).into()
    }

    /// There is no such thing.
    pub(crate) fn not_found() -> Self {
        Refused::not_found().into()
    }

    /// The game belongs to other visitors.
    pub(crate) fn not_yours() -> Self {
        let message = "only those who play the game can do that";
        Self::new(StatusCode::FORBIDDEN, "not-yours", message)
    }

    /// The game has changed since the revision that the client knows.
    pub(crate) fn stale(revision: i64) -> Self {
        Refused::stale(revision).into()
    }

    /// What was asked makes no sense.
    pub(crate) fn invalid(message: &str) -> Self {
        Refused::invalid(message).into()
    }

    /// The game, or what was asked to be one, is longer than can be kept.
    pub(crate) fn too_long(message: &str) -> Self {
        Refused::too_long(message).into()
    }

    /// That was too much in too short a time.
    pub(crate) fn too_many(seconds: u64) -> Self {
        let message = format!("that was much at once: try again in {seconds} s");
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", &message)
            .with("seconds", seconds)
    }

    /// What was asked took too long to come.
    pub(crate) fn too_slow() -> Self {
        let message = "what was sent took too long to arrive: send it again";
        Self::new(StatusCode::REQUEST_TIMEOUT, "too-slow", message)
    }

    /// The database can't be read or written for the moment.
    fn storage(trouble: Trouble) -> Self {
        let message = format!("{trouble}: try again in {RETRY_AFTER_S} s");
        Self::new(StatusCode::SERVICE_UNAVAILABLE, trouble.code(), &message)
            .with("seconds", RETRY_AFTER_S)
    }

    /// Something is wrong here, and the visitor can't help it.
    pub(crate) fn internal(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        let message = "something went wrong here: try again";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let seconds = self.body.details.get("seconds").and_then(Value::as_u64);
        let retry = seconds.map(|seconds| (RETRY_AFTER, seconds.to_string()));
        (self.status, AppendHeaders(retry), Json(self.body)).into_response()
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        error.trouble().map_or_else(|| Self::internal(&error), Self::storage)
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> Self {
        Self::internal(&error)
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        if refused.status == StatusCode::INTERNAL_SERVER_ERROR.as_u16() {
            return Self::internal(&refused.body.message);
        }
        let status = StatusCode::from_u16(refused.status);
        Self { status: status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), body: refused.body }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        Refused::from(refusal).into()
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        let status = rejection.status();
        if status == StatusCode::PAYLOAD_TOO_LARGE {
            let message = "that is too much at once";
            return Self::new(status, "too-large", message);
        }
        Self::new(status, "invalid-json", &rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::invalid(&rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(_: PathRejection) -> Self {
        Self::not_found()
    }
}

/// What is said where a handler broke down.
pub(crate) fn panicked() -> Response {
    let body = json!({ "code": "internal", "message": "something went wrong here", "details": {} });
    (StatusCode::INTERNAL_SERVER_ERROR, Json(body)).into_response()
}
