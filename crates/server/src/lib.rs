//! The page on which the games of the Katarenga board are played, and the API that it uses.
//!
//! `katarenga serve` runs it; [`Server::open`] and [`Server::run`] are what it calls.

mod api;
mod assets;
mod bell;
mod connections;
mod description;
mod error;
mod explain;
mod hosts;
mod lobby;
mod markdown;
mod metrics;
mod plain;
mod play;
mod proxies;
mod referee;
mod router;
mod seats;
mod store;
mod tables;
mod visitor;

pub mod admin;
pub mod computer;
pub mod limits;

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::api::App;
use crate::bell::Bells;
use crate::computer::{Computers, Ours, Patience, Thinker};
use crate::connections::Doorkeeper;
use crate::hosts::Hosts;
use crate::limits::{Allowances, Limiter, Room};
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::proxies::Proxies;
pub use crate::proxies::{Network, NetworkError};
use crate::seats::{Seats, Yields};
pub use crate::store::{Database, Purged, StoreError, Trouble};
use crate::store::{Store, now};
use crate::tables::Tables;

/// How the server is to run.
#[derive(Clone)]
pub struct Settings {
    /// Where games are kept.
    pub database: Database,
    /// What an address may do.
    pub allowances: Allowances,
    /// The networks of proxies that are believed when they say for whom they ask.
    pub proxies: Vec<Network>,
    /// The names under which the server is asked for; without, any that is safe to be asked for by.
    pub hosts: Vec<String>,
    /// How many files the system lets be open, each connection being one.
    pub files: usize,
    /// After how many days what is not worth keeping goes; 0 keeps everything.
    pub keep_days: u32,
    /// How patient one is with the computer.
    pub patience: Patience,
    /// Who finds the computer's moves.
    pub thinker: Arc<dyn Thinker>,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").field("database", &self.database).finish_non_exhaustive()
    }
}

impl Settings {
    /// The usual ones, with games kept in a database.
    pub fn new(database: Database) -> Self {
        let (allowances, patience) = (Allowances::default(), Patience::default());
        Self {
            database,
            allowances,
            proxies: Vec::new(),
            hosts: Vec::new(),
            files: usize::MAX,
            keep_days: KEEP_DAYS,
            patience,
            thinker: Arc::new(Ours),
        }
    }
}

/// Where games are kept unless another place is chosen: a file in the user's folder for data.
/// `None` when there is no such folder.
pub fn usual_database() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "katarenga")?;
    Some(folders.data_dir().join("games.sqlite"))
}

/// How many analyses an address may have at once: a few windows of a few people.
const ANALYSES: usize = 6;

/// How long an analysis has its seat at least, where others wait for one.
const SLICE: Duration = Duration::from_secs(1);

/// How many connections an address may have for each that waits for news: a window has six more.
const FOR_EACH: usize = 10;

/// After how many days what is not worth keeping goes, unless told otherwise.
pub const KEEP_DAYS: u32 = 30;

/// How often it is looked for.
const PURGING: Duration = Duration::from_hours(1);

/// How many files stay for whatever is no connection: the database, the log, those that are refused.
/// A quarter has to do where there are few.
const SPARE: usize = 100;

/// How often what is known of addresses is tidied.
const TIDYING: Duration = Duration::from_mins(1);

/// How long requests under way may take when the server ends.
const FAREWELL: Duration = Duration::from_secs(3);

/// How often it is looked whether all have gone.
const GLANCE: Duration = Duration::from_millis(10);

/// A server that is ready to run.
#[derive(Debug)]
pub struct Server {
    app: App,
    /// So many of each address at once.
    connections: usize,
    /// So many in all.
    places: usize,
    keep_days: u32,
    close: watch::Sender<bool>,
}

impl Server {
    /// Opens the database and makes everything ready.
    ///
    /// # Errors
    /// When the database can't be opened.
    pub async fn open(settings: Settings) -> Result<Self, StoreError> {
        let store = Store::open(&settings.database).await?;
        let (close, closing) = watch::channel(false);
        let (tables, threads) =
            (Tables::new(store.clone()), available_parallelism().map_or(1, usize::from));
        let Settings { allowances, proxies, hosts, files, keep_days, patience, thinker, .. } =
            settings;
        let computers =
            Computers::new(tables.clone(), (thinker, patience), threads, closing.clone());
        let app = App {
            store,
            tables,
            metrics: Metrics::new(),
            bells: Bells::default(),
            lobby: Lobby::default(),
            computers,
            limits: Arc::new(Limiter::new(allowances)),
            // One processor stays for those who play.
            analysts: Seats::new(threads - 1, Yields::After(SLICE)),
            analysing: Room::new(ANALYSES),
            painters: Seats::new(1, Yields::ToBalance),
            waiting: Room::new(allowances.connections),
            proxies: Arc::new(Proxies::new(&proxies)),
            hosts: Arc::new(Hosts::new(&hosts)),
            closing,
        };
        let connections = allowances.connections.saturating_mul(FOR_EACH);
        let places = (files - SPARE.min(files / 4)).clamp(1, Semaphore::MAX_PERMITS);
        Ok(Self { app, connections, places, keep_days, close })
    }

    /// All that the server answers, for a test without a network.
    pub fn router(&self) -> Router {
        router::router(self.app.clone())
    }

    /// Serves until `end` comes, then finishes what is under way.
    pub async fn run(self, listener: TcpListener, end: impl Future<Output = ()> + Send + 'static) {
        let (limits, tables) = (self.app.limits.clone(), self.app.tables.clone());
        let referee = tokio::spawn(referee::watch(self.app.store.clone(), tables.clone()));
        let tidying = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TIDYING).await;
                limits.tidy();
                tables.tidy();
            }
        });
        let purging = tokio::spawn(purge(self.app.store.clone(), self.keep_days));
        let close = self.close;
        tokio::spawn(async move {
            end.await;
            // Whoever waits is sent home.
            let _ = close.send(true);
        });
        let door = Doorkeeper {
            router: router::router(self.app.clone()),
            room: Room::new(self.connections),
            places: Arc::new(Semaphore::new(self.places)),
            proxies: self.app.proxies.clone(),
            patience: connections::Patience::default(),
            closing: self.app.closing.clone(),
        };
        let served = async {
            door.serve(listener).await;
            // Whoever follows a game is told that the server will be back.
            while self.app.tables.counts().1 > 0 {
                tokio::time::sleep(GLANCE).await;
            }
        };
        let mut closing = self.app.closing.clone();
        let late = async {
            let _ = closing.wait_for(|closing| *closing).await;
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            () = served => {}
            () = late => {}
        }
        tidying.abort();
        purging.abort();
        referee.abort();
        self.app.store.close().await;
    }
}

/// Deletes what is not worth keeping, again and again; with no days, never.
async fn purge(store: Store, days: u32) {
    if days == 0 {
        return;
    }
    loop {
        match store.purge(now(), days).await {
            Ok(purged) => tracing::info!(?purged, "what is not worth keeping is gone"),
            Err(cause) => tracing::error!(%cause, "what is not worth keeping could not be deleted"),
        }
        tokio::time::sleep(PURGING).await;
    }
}
