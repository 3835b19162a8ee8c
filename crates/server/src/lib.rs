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
mod markdown;
mod metrics;
mod plain;
mod play;
mod proxies;
mod referee;
mod router;
mod store;
mod tables;
mod visitor;

pub mod admin;
pub mod computer;
pub mod limits;

use std::future::Future;
use std::net::IpAddr;
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
use crate::limits::{Allowances, Limiter, Room};
use crate::metrics::Metrics;
use crate::proxies::Proxies;
use crate::store::Store;
pub use crate::store::{Database, StoreError, Trouble};
use crate::tables::Tables;

/// How the server is to run.
#[derive(Clone)]
pub struct Settings {
    /// Where games are kept.
    pub database: Database,
    /// What an address may do.
    pub allowances: Allowances,
    /// The addresses of proxies that are believed when they say for whom they ask.
    pub proxies: Vec<IpAddr>,
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
        Self { database, allowances, proxies: Vec::new(), patience, thinker: Arc::new(Ours) }
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

/// How many connections an address may have for each that waits for news: a window has six more.
const FOR_EACH: usize = 10;

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
        let Settings { allowances, proxies, patience, thinker, .. } = settings;
        let computers =
            Computers::new(tables.clone(), (thinker, patience), threads, closing.clone());
        let app = App {
            store,
            tables,
            metrics: Metrics::new(),
            bells: Bells::default(),
            computers,
            limits: Arc::new(Limiter::new(allowances)),
            // One processor stays for those who play.
            analysts: Arc::new(Semaphore::new((threads - 1).max(1))),
            analysing: Room::new(ANALYSES),
            painters: Arc::new(Semaphore::new(1)),
            waiting: Room::new(allowances.connections),
            proxies: Arc::new(Proxies::new(&proxies)),
            closing,
        };
        let connections = allowances.connections.saturating_mul(FOR_EACH);
        Ok(Self { app, connections, close })
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
        let close = self.close;
        tokio::spawn(async move {
            end.await;
            // Whoever waits is sent home.
            let _ = close.send(true);
        });
        let door = Doorkeeper {
            router: router::router(self.app.clone()),
            room: Room::new(self.connections),
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
        referee.abort();
        self.app.store.close().await;
    }
}
