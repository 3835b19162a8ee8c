//! The API: everything under `/api`.

mod analysis;
mod boards;
mod commands;
mod create_game;

mod extract;
mod game;
mod games;
mod invitations;
mod live;
mod me;
mod messages;
pub(crate) mod preview;
mod puzzles;
mod records;
mod refusal;
mod rules;

use std::future::Future;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::timeout;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use katarenga_play::shapes as dto;

use crate::allowed_hosts::AllowedHosts;
use crate::computer::ComputerPlayers;
use crate::explain::Fault;
use crate::fair_queue::{FairQueue, Requester};
use crate::invitation_watch::InvitationWatch;
use crate::live_games::LiveGames;
use crate::lobby::Lobby;
use crate::metrics::{Metrics, Searches};
use crate::rate_limits::{ConcurrencyLimit, RateLimiters};
use crate::store::Store;
use crate::trusted_proxies::TrustedProxies;

pub(crate) use self::extract::Peer;
pub(crate) use crate::trusted_proxies::Client;

/// What handlers share. It is cloned several times for each request, so it is a pointer.
#[derive(Clone, Debug)]
pub(crate) struct App(Arc<Shared>);

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl From<Shared> for App {
    fn from(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }
}

/// What an [`App`] points to.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) live_games: LiveGames,
    pub(crate) metrics: Metrics,
    pub(crate) searches: Searches,
    /// Whether games are analysed here.
    pub(crate) has_analysis: bool,
    /// Notifies requests that wait for invitations.
    pub(crate) invitation_watch: InvitationWatch,
    /// From where invitations were made.
    pub(crate) lobby: Lobby,
    pub(crate) computers: ComputerPlayers,
    pub(crate) limits: Arc<RateLimiters>,
    /// The slots of analyses, and how many of each address may be under way.
    pub(crate) analysis_queue: FairQueue,
    pub(crate) analyses: ConcurrencyLimit,
    /// The slots in which PNG pictures are drawn.
    pub(crate) png_queue: FairQueue,
    /// How many connections and waiting requests of each address follow games.
    pub(crate) followers: ConcurrencyLimit,
    /// Who may say for whom a request is.
    pub(crate) proxies: Arc<TrustedProxies>,
    /// Under which names the server is asked for.
    pub(crate) hosts: Arc<AllowedHosts>,
    /// Whether the server shuts down: then waiting requests are answered.
    pub(crate) closing: watch::Receiver<bool>,
}

/// How long a waiting request is kept before it is answered without a change.
const LONG_POLL_TIMEOUT: Duration = Duration::from_secs(20);

impl Client {
    /// The requester of work for this client.
    pub(crate) fn requester(self, visitor: Option<i64>) -> Requester {
        Requester::new(self.address, visitor)
    }
}

impl App {
    /// Waits for news, unless there are none for a while or the server ends.
    async fn wait_for(&self, news: impl Future<Output = ()>) {
        let mut closing = self.closing.clone();
        tokio::select! {
            _ = timeout(LONG_POLL_TIMEOUT, news) => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Katarenga",
        description = "The games of the Katarenga board: played, kept, analysed. Legal moves come as paths, whatever the game; names of games, marks, reasons and tasks are keys for translations. Every refusal has the same shape: `code`, `message`, `details`."
    ),
    // What is not found by itself: the type of a query parameter, one in the details of an error, and
    // one that may be null in a type parameter.
    components(schemas(games::List, Fault, dto::ColourName)),
    tags(
        (name = "boards", description = "What one can play, and on which boards"),
        (name = "invitations", description = "How two people come together"),
        (name = "me", description = "The requesting visitor: name and recovery link"),
        (name = "games", description = "Games: begun, played, looked at"),
        (name = "puzzles", description = "How hard puzzles are: ratings from the tries of visitors"),
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
        .merge(create_game::router())
        .merge(games::router())
        .merge(commands::router())
        .merge(live::router())
        .merge(messages::router())
        .merge(invitations::router())
        .merge(me::router())
        .merge(puzzles::router())
        .merge(records::router())
        .merge(refusal::router())
        .merge(analysis::router())
        .merge(rules::router())
}
