//! A player, who knows the addresses of several servers.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hyper::StatusCode;
use serde_json::Value;
use tokio::time::timeout;

use crate::Error;
use crate::client::{Answer, Client};

/// How long a request waits for its answer before it is sent again.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The servers that share a database.
pub(crate) struct Nodes {
    clients: Vec<Client>,
    unavailable: AtomicUsize,
}

impl Nodes {
    pub(crate) fn new(clients: Vec<Client>) -> Self {
        Self { clients, unavailable: AtomicUsize::default() }
    }

    /// The first server.
    pub(crate) fn first(&self) -> &Client {
        &self.clients[0]
    }

    /// How often a request was answered with 503.
    pub(crate) fn unavailable(&self) -> usize {
        self.unavailable.load(Relaxed)
    }
}

/// Asks one server, and goes on to the next one when that fails, as one behind a proxy would.
pub(crate) struct Player {
    nodes: Arc<Nodes>,
    /// The server of this player as long as all are there.
    home: usize,
    node: AtomicUsize,
    /// How they are known, once they have asked for something.
    cookie: OnceLock<String>,
}

impl Player {
    pub(crate) fn new(nodes: Arc<Nodes>, number: usize) -> Self {
        let home = number % nodes.clients.len();
        Self { nodes, home, node: AtomicUsize::new(home), cookie: OnceLock::new() }
    }

    /// How they are known.
    pub(crate) fn cookie(&self) -> &str {
        self.cookie.get().map_or("", String::as_str)
    }

    /// The server they ask, by its number.
    pub(crate) fn node(&self) -> usize {
        self.node.load(Relaxed)
    }

    /// A server by its number.
    pub(crate) fn client(&self, node: usize) -> &Client {
        &self.nodes.clients[node]
    }

    /// Leaves a server that fails.
    pub(crate) fn go_on(&self, from: usize) {
        let next = (from + 1) % self.nodes.clients.len();
        // A request and a connection that fail together are one reason to leave.
        let _ = self.node.compare_exchange(from, next, Relaxed, Relaxed);
    }

    /// Turns to their own server again; whether they had left it.
    pub(crate) fn go_home(&self) -> bool {
        self.node.swap(self.home, Relaxed) != self.home
    }

    /// Sends something, once.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Answer, Error> {
        let node = self.node();
        let asked = self.client(node).post(path, self.cookie(), body);
        let answer = match timeout(REQUEST_TIMEOUT, asked).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                self.go_on(node);
                return Err(error);
            }
            Err(late) => {
                self.go_on(node);
                return Err(late.into());
            }
        };
        if answer.status == StatusCode::SERVICE_UNAVAILABLE {
            self.nodes.unavailable.fetch_add(1, Relaxed);
        }
        if let Some(cookie) = &answer.cookie {
            // They stay who they were first.
            let _ = self.cookie.set(cookie.clone());
        }
        Ok(answer)
    }
}
