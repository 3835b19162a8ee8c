//! A server on a real port, and connections to it.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::site::{Site, Visitor, path};

/// How long one waits for what must come.
pub(crate) const MESSAGE_TIMEOUT: Duration = Duration::from_secs(20);

/// A server that can be connected to.
pub(crate) struct Running {
    pub(crate) site: Site,
    pub(crate) address: SocketAddr,
    pub(crate) end: oneshot::Sender<()>,
    pub(crate) served: JoinHandle<()>,
}

impl Running {
    pub(crate) async fn new() -> Self {
        Self::of(Site::new().await).await
    }

    pub(crate) async fn of(mut site: Site) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel();
        let ready = site.take_server();
        let served = tokio::spawn(async move {
            let end = async { drop(ended.await) };
            ready.run(listener, end).await;
        });
        Self { site, address, end, served }
    }

    pub(crate) async fn connect(&self, visitor: &Visitor, game: &Value) -> Live {
        self.try_connect(visitor, game, &[]).await.expect("a connection")
    }

    pub(crate) async fn try_connect(
        &self,
        visitor: &Visitor,
        game: &Value,
        headers: &[(&'static str, &str)],
    ) -> Result<Live, Error> {
        let address = format!("ws://{}{}", self.address, path(game, "/live"));
        let mut request = address.into_client_request().expect("a request");
        if let Some(cookie) = &visitor.cookie {
            request.headers_mut().insert("cookie", cookie.parse().expect("a header"));
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        Ok(Live(connect_async(request).await?.0))
    }
}

/// A connection.
pub(crate) struct Live(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Live {
    /// The next message of a kind; others before it are dropped. `None` at the end.
    pub(crate) async fn next(&mut self, kind: &str) -> Option<Value> {
        loop {
            let message = timeout(MESSAGE_TIMEOUT, self.0.next()).await.expect("in time")?.ok()?;
            let Message::Text(text) = message else { continue };
            let news: Value = serde_json::from_str(&text).expect("JSON");
            if news["type"] == kind {
                return Some(news);
            }
        }
    }

    pub(crate) async fn game(&mut self) -> Value {
        self.next("game").await.expect("a game")["game"].clone()
    }

    /// The game once it has a revision.
    pub(crate) async fn game_at(&mut self, revision: i64) -> Value {
        loop {
            let game = self.game().await;
            if game["revision"].as_i64() >= Some(revision) {
                return game;
            }
        }
    }
}
