//! The page on which the games of the Katarenga board are played, and the API that it uses.
//!
//! `katarenga serve` runs it; [`Server::open`] and [`Server::run`] are what it calls.

mod access_token;
mod allowed_hosts;
mod api;
mod api_docs;
mod assets;
mod error;
mod fair_queue;
mod flag_watcher;
mod http_server;
mod invitation_watch;
mod live_games;
mod lobby;
mod metrics;
mod monitoring;
mod news;
mod presence;
mod puzzles;
mod rating;
mod router;
mod sanitize;
mod store;
#[cfg(test)]
mod test_games;
mod trusted_proxies;

pub mod admin;
pub mod computer;
pub mod rate_limits;
pub mod static_edition;

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::Router;
pub use katarenga_play::limits;
use katarenga_play::{explain, session as play};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::allowed_hosts::AllowedHosts;
use crate::api::{App, Shared};
use crate::computer::{BuiltInEngine, ComputerPlayers, MoveFinder, SearchTimeouts};
use crate::fair_queue::{FairQueue, Preemption};
use crate::http_server::HttpServer;
use crate::invitation_watch::InvitationWatch;
use crate::live_games::LiveGames;
use crate::lobby::Lobby;
use crate::metrics::{Metrics, Searches};
use crate::news::Memory;
use crate::rate_limits::{ConcurrencyLimit, RateLimiters, RateLimits};
pub use crate::store::{Database, PostgresAddress, Purged, StoreError, Trouble};
use crate::store::{NewsStream, Store};
use crate::trusted_proxies::TrustedProxies;
pub use crate::trusted_proxies::{Network, NetworkError};

/// The settings of a server.
#[derive(Clone)]
pub struct Settings {
    /// Where games are kept.
    pub database: Database,
    /// The limits of each address.
    pub rate_limits: RateLimits,
    /// The networks of proxies that are believed when they say for whom they ask.
    pub proxies: Vec<Network>,
    /// The names under which the server is asked for; without, any that is safe to be asked for by.
    pub hosts: Vec<String>,
    /// How many files the system lets be open, each connection being one.
    pub files: usize,
    /// After how many days what is not worth keeping goes; 0 keeps everything.
    pub keep_days: u32,
    /// The timeouts of the computer's searches.
    pub search_timeouts: SearchTimeouts,
    /// What finds the computer's moves.
    pub move_finder: Arc<dyn MoveFinder>,
    /// Whether the server analyses games for pages whose browser can't.
    pub has_analysis: bool,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").field("database", &self.database).finish_non_exhaustive()
    }
}

impl Settings {
    /// The usual ones, with games kept in a database.
    pub fn new(database: Database) -> Self {
        let (rate_limits, search_timeouts) = (RateLimits::default(), SearchTimeouts::default());
        Self {
            database,
            rate_limits,
            proxies: Vec::new(),
            hosts: Vec::new(),
            files: usize::MAX,
            keep_days: KEEP_DAYS,
            search_timeouts,
            move_finder: Arc::new(BuiltInEngine),
            has_analysis: true,
        }
    }
}

/// Where games are kept unless another place is chosen: a file in the user's folder for data.
/// `None` when there is no such folder.
pub fn default_database() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "katarenga")?;
    Some(folders.data_dir().join("games.sqlite"))
}

/// How many analyses an address may have at once: a few windows of a few people.
const MAX_ANALYSES_PER_ADDRESS: usize = 6;

/// How long an analysis keeps its slot at least, while others wait.
const ANALYSIS_TIME_SLICE: Duration = Duration::from_secs(1);

/// How many connections an address may have for each one that follows a game: a window has six more.
const CONNECTIONS_PER_FOLLOWER: usize = 10;

/// After how many days what is not worth keeping is deleted, by default.
pub const KEEP_DAYS: u32 = 30;

/// How often old games are deleted.
const PURGE_INTERVAL: Duration = Duration::from_hours(1);

/// How many open files are reserved for the database, the log and refused connections; at most a
/// quarter of all.
const RESERVED_FILES: usize = 100;

/// How often unused rate limits and games are dropped from memory.
const CLEANUP_INTERVAL: Duration = Duration::from_mins(1);

/// How long requests under way may take when the server shuts down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// How often a shutdown checks whether all connections are closed.
const SHUTDOWN_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A server that is ready to run.
#[derive(Debug)]
pub struct Server {
    app: App,
    /// The most connections of an address.
    connections: usize,
    /// The most connections in all.
    places: usize,
    keep_days: u32,
    /// From before anything was read: what changes from then on is heard of.
    news: NewsStream,
    close: watch::Sender<bool>,
}

impl Server {
    /// Opens the database and makes everything ready.
    ///
    /// # Errors
    /// When the database can't be opened.
    pub async fn open(settings: Settings) -> Result<Self, StoreError> {
        let store = Store::open(&settings.database).await?;
        let news = store.listen().await?;
        let (close, closing) = watch::channel(false);
        let (live_games, threads) =
            (LiveGames::new(store.clone()), available_parallelism().map_or(1, usize::from));
        let Settings {
            rate_limits,
            proxies,
            hosts,
            files,
            keep_days,
            search_timeouts,
            move_finder,
            has_analysis,
            ..
        } = settings;
        let searches = Searches::default();
        let computers = ComputerPlayers::new(
            (live_games.clone(), searches.clone()),
            (move_finder, search_timeouts),
            threads,
            closing.clone(),
        );
        let metrics = Metrics::new(&searches, |registry| store.register(registry));
        let app = App::from(Shared {
            store,
            live_games,
            metrics,
            searches,
            has_analysis,
            invitation_watch: InvitationWatch::default(),
            lobby: Lobby::default(),
            computers,
            limits: Arc::new(RateLimiters::new(rate_limits)),
            // One processor stays for those who play.
            analysis_queue: FairQueue::new(
                threads - 1,
                Preemption::AfterSlice(ANALYSIS_TIME_SLICE),
            ),
            analyses: ConcurrencyLimit::new(MAX_ANALYSES_PER_ADDRESS),
            png_queue: FairQueue::new(1, Preemption::ToBalance),
            followers: ConcurrencyLimit::new(rate_limits.connections),
            proxies: Arc::new(TrustedProxies::new(&proxies)),
            hosts: Arc::new(AllowedHosts::new(&hosts)),
            closing,
        });
        let connections = rate_limits.connections.saturating_mul(CONNECTIONS_PER_FOLLOWER);
        let places = (files - RESERVED_FILES.min(files / 4)).clamp(1, Semaphore::MAX_PERMITS);
        Ok(Self { app, connections, places, keep_days, news, close })
    }

    /// All that the server answers, for a test without a network.
    pub fn router(&self) -> Router {
        router::router(self.app.clone())
    }

    /// Serves until `end` comes, then finishes what is under way.
    pub async fn run(self, listener: TcpListener, end: impl Future<Output = ()> + Send + 'static) {
        let (limits, live_games) = (self.app.limits.clone(), self.app.live_games.clone());
        let (invitation_watch, lobby) = (self.app.invitation_watch.clone(), self.app.lobby.clone());
        let store = &self.app.store;
        let memory = Memory::new(store.clone(), live_games.clone(), invitation_watch, lobby);
        // They end with this.
        let mut background = JoinSet::new();
        background.spawn(flag_watcher::run(store.clone(), live_games.clone()));
        background.spawn(news::tell(store.clone(), memory.clone()));
        background.spawn(news::run(self.news, memory));
        background.spawn(purge(store.clone(), self.keep_days));
        background.spawn(async move {
            loop {
                tokio::time::sleep(CLEANUP_INTERVAL).await;
                limits.evict_idle();
                live_games.evict_idle_games();
            }
        });
        let close = self.close;
        tokio::spawn(async move {
            end.await;
            // Waiting requests are answered.
            let _ = close.send(true);
        });
        let http_server = HttpServer {
            router: router::router(self.app.clone()),
            per_address: ConcurrencyLimit::new(self.connections),
            permits: Arc::new(Semaphore::new(self.places)),
            proxies: self.app.proxies.clone(),
            timeouts: http_server::Timeouts::default(),
            closing: self.app.closing.clone(),
        };
        let served = async {
            http_server.serve(listener).await;
            // WebSockets get their last message.
            while self.app.live_games.counts().1 > 0 {
                tokio::time::sleep(SHUTDOWN_POLL_INTERVAL).await;
            }
        };
        let mut closing = self.app.closing.clone();
        let late = async {
            let _ = closing.wait_for(|closing| *closing).await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        tokio::select! {
            () = served => {}
            () = late => {}
        }
        background.shutdown().await;
        self.app.store.close().await;
    }
}

/// Deletes what is not worth keeping, again and again; with no days, never.
async fn purge(store: Store, days: u32) {
    if days == 0 {
        return;
    }
    loop {
        // Of several servers, one does it.
        if !store.is_referee().await.unwrap_or(false) {
            tokio::time::sleep(PURGE_INTERVAL).await;
            continue;
        }
        match store.purge(store.now(), days).await {
            Ok(purged) => tracing::info!(?purged, "what is not worth keeping is gone"),
            Err(cause) => tracing::error!(%cause, "what is not worth keeping could not be deleted"),
        }
        tokio::time::sleep(PURGE_INTERVAL).await;
    }
}
