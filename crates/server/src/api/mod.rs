//! The API: everything under `/api`.

mod analysis;
mod begin;
mod boards;
mod commands;
mod extract;
mod game;
mod games;
mod records;
mod rules;
mod shapes;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use tokio::sync::{Semaphore, watch};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::bell::Bells;
use crate::computer::Computers;
use crate::error::ApiError;
use crate::limits::{Limiter, Room};
use crate::store::Store;

/// What handlers share.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) bells: Bells,
    pub(crate) computers: Computers,
    pub(crate) limits: Arc<Limiter>,
    /// So many analyses at once, of all and of each address.
    pub(crate) analysts: Arc<Semaphore>,
    pub(crate) analysing: Room,
    /// So many PNG pictures are drawn at once.
    pub(crate) painters: Arc<Semaphore>,
    /// So many of each address wait for games.
    pub(crate) waiting: Room,
    /// Whether the server is about to end: then nobody is kept waiting.
    pub(crate) closing: watch::Receiver<bool>,
}

/// The address from which a request comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        // Without a connection there is a test.
        Ok(Self(connection.map_or(Ipv4Addr::LOCALHOST.into(), |connection| connection.0.ip())))
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Katarenga",
        description = "The games of the Katarenga board: played, kept, analysed. Legal moves come as paths, whatever the game; names of games, marks, reasons and tasks are keys for translations. Every refusal has the same shape: `code`, `message`, `details`."
    ),
    tags(
        (name = "boards", description = "What one can play, and on which boards"),
        (name = "games", description = "Games: begun, played, looked at"),
        (name = "records", description = "Games as texts and pictures"),
        (name = "analysis", description = "What the engine finds"),
        (name = "rules", description = "The rules of every game")
    )
)]
struct Description;

/// All routes of the API, with their description.
pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .merge(boards::router())
        .merge(begin::router())
        .merge(games::router())
        .merge(commands::router())
        .merge(records::router())
        .merge(analysis::router())
        .merge(rules::router())
}
