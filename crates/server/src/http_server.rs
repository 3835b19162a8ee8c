//! Connections: taken, served, and ended when nothing comes of them.
//!
//! `axum::serve` has no timeout for the head of a request, so that a silent client stays for
//! good; hence this.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;

use crate::rate_limits::{ConcurrencyLimit, ConcurrencyPermit};
use crate::trusted_proxies::TrustedProxies;

/// The timeouts of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeouts {
    /// For the head of a request, from the end of the request before: how long an idle connection is
    /// kept.
    pub(crate) client_idle: Duration,
    /// The same for proxies. They keep connections to use them again, Caddy for two minutes, and fail a request if such
    /// a one ends just then: so it is theirs to end it.
    pub(crate) proxy_idle: Duration,
    /// For the client to read a part of a response.
    pub(crate) write: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            client_idle: Duration::from_mins(1),
            proxy_idle: Duration::from_mins(5),
            write: Duration::from_secs(30),
        }
    }
}

/// The largest head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// The pause after `accept` has failed: there may be too many open files.
const ACCEPT_BACKOFF: Duration = Duration::from_secs(1);

/// How long a client has to read why it is not served, and how many such answers are sent at once.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);
const MAX_REFUSALS: usize = 32;

/// The response when there are too many connections.
const FULL_RESPONSE: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
    retry-after: 5\r\nconnection: close\r\ncontent-length: 112\r\n\r\n\
    {\"code\":\"too-many-connections\",\"message\":\"there is no room for more: try again in 5 s\",\
    \"details\":{\"seconds\":5}}\n";

/// Accepts connections and serves them.
#[derive(Debug)]
pub(crate) struct HttpServer {
    pub(crate) router: Router,
    /// One for each connection that may be open: each is an open file, whose number the system limits.
    pub(crate) permits: Arc<Semaphore>,
    /// How many connections an address may have; trusted proxies have no such limit.
    pub(crate) per_address: ConcurrencyLimit,
    pub(crate) proxies: Arc<TrustedProxies>,
    pub(crate) timeouts: Timeouts,
    pub(crate) closing: watch::Receiver<bool>,
}

impl HttpServer {
    /// Serves until the server closes and what is under way is finished.
    pub(crate) async fn serve(mut self, listener: TcpListener) {
        let mut connections = JoinSet::new();
        let refused = Arc::new(Semaphore::new(MAX_REFUSALS));
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                Some(_) = connections.join_next() => continue,
                _ = self.closing.wait_for(|closing| *closing) => break,
            };
            match accepted {
                Ok((stream, address)) => match self.permits.clone().try_acquire_owned() {
                    Ok(permit) => self.take((stream, permit), address, &mut connections),
                    Err(_) => refuse(stream, &refused),
                },
                Err(cause) if is_one_connection(&cause) => {}
                Err(cause) => {
                    tracing::error!(%cause, "no connection could be accepted");
                    tokio::time::sleep(ACCEPT_BACKOFF).await;
                }
            }
        }
        // No further connection is accepted.
        drop(listener);
        while connections.join_next().await.is_some() {}
    }

    fn take(
        &self,
        (stream, permit): (TcpStream, OwnedSemaphorePermit),
        address: SocketAddr,
        connections: &mut JoinSet<()>,
    ) {
        let (head, address_permit) = if self.proxies.trusts(address.ip()) {
            (self.timeouts.proxy_idle, None)
        } else {
            // Beyond the limit the connection is closed: there is no request to be answered yet.
            let Ok(address_permit) = self.per_address.acquire(address.ip()) else { return };
            (self.timeouts.client_idle, Some(address_permit))
        };
        // Where that can't be set, things are slower.
        let _ = stream.set_nodelay(true);
        let service = Service { router: self.router.clone(), address };
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.timeouts.write));
        let stream = Connected { stream: Box::pin(stream), _permits: (permit, address_permit) };
        connections.spawn(serve_one(stream, service, head, self.closing.clone()));
    }
}

/// Answers 503, unless too many such answers are under way.
fn refuse(mut stream: TcpStream, refused: &Arc<Semaphore>) {
    let Ok(permit) = refused.clone().try_acquire_owned() else { return };
    tokio::spawn(async move {
        let _permit = permit;
        let answer = async {
            stream.write_all(FULL_RESPONSE.as_bytes()).await?;
            stream.shutdown().await?;
            // What the client sends meanwhile is taken: otherwise it would not read this.
            tokio::io::copy(&mut stream, &mut tokio::io::sink()).await
        };
        // After the timeout the connection is just closed.
        let _ = timeout(REFUSAL_TIMEOUT, answer).await;
    });
}

/// A connection with its permits, which are released when it is closed, even if it has become a
/// `WebSocket` meanwhile.
struct Connected {
    stream: Pin<Box<TimeoutStream<TcpStream>>>,
    _permits: (OwnedSemaphorePermit, Option<ConcurrencyPermit>),
}

impl AsyncRead for Connected {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_read(context, buffer)
    }
}

impl AsyncWrite for Connected {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// Serves a connection to its end.
async fn serve_one(
    stream: Connected,
    service: Service,
    head: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let service = service_fn(move |request| service.clone().answer(request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // An error of a connection concerns its client alone.
    tokio::select! {
        _ = &mut connection => return,
        _ = closing.wait_for(|closing| *closing) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// What answers the requests of a connection.
#[derive(Clone)]
struct Service {
    router: Router,
    address: SocketAddr,
}

impl Service {
    async fn answer(self, request: hyper::Request<Incoming>) -> Result<Response, Infallible> {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(self.address));
        self.router.oneshot(request).await
    }
}

/// Whether only this one connection has failed.
fn is_one_connection(cause: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(cause.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use axum::routing::{get, post};
    use tokio::io::AsyncReadExt as _;

    use super::*;
    use crate::api::Peer;

    const SHORT: Timeouts = Timeouts {
        client_idle: Duration::from_millis(200),
        proxy_idle: Duration::from_millis(400),
        write: Duration::from_millis(200),
    };

    /// More than the system buffers for a client that does not read.
    const LARGE: usize = 64 * 1024 * 1024;

    /// A server with a small router, and what shuts it down.
    async fn open(
        proxies: TrustedProxies,
        per_address: usize,
        timeouts: Timeouts,
    ) -> (SocketAddr, watch::Sender<bool>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (close, closing) = watch::channel(false);
        let router = Router::new()
            .route("/", get(async |Peer(peer): Peer| peer.to_string()))
            .route("/", post(async |text: String| text))
            .route("/large", get(async || vec![0; LARGE]));
        let (per_address, proxies) = (ConcurrencyLimit::new(per_address), Arc::new(proxies));
        let permits = Arc::new(Semaphore::new(PERMITS));
        let server = HttpServer { router, permits, per_address, proxies, timeouts, closing };
        tokio::spawn(server.serve(listener));
        (address, close)
    }

    /// How many connections may be open.
    const PERMITS: usize = 20;

    #[tokio::test]
    async fn f12_who_finds_no_room_hears_of_it() {
        let (address, _close) = open(TrustedProxies::default(), 100, Timeouts::default()).await;
        let request = "GET / HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n";
        let mut inside = Vec::new();
        for _ in 0..PERMITS {
            inside.push(TcpStream::connect(address).await.expect("a connection"));
        }
        let refused = answer(address, request).await;
        let (head, body) = refused.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 503 "), "{head}");
        assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
        let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
        assert_eq!(body["code"], "too-many-connections");
        drop(inside);
        while !answer(address, request).await.contains("127.0.0.1") {
            tokio::task::yield_now().await;
        }
    }

    /// What comes of a connection on which something was sent, until the other side ends it.
    async fn answer(address: SocketAddr, sent: &str) -> String {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let mut answer = String::new();
        // Where the door is closed at once, the connection is reset.
        if stream.write_all(sent.as_bytes()).await.is_ok() {
            let _ = stream.read_to_string(&mut answer).await;
        }
        answer
    }

    #[tokio::test]
    async fn a_silent_client_is_disconnected() {
        let (address, _close) = open(TrustedProxies::default(), 10, SHORT).await;
        for silence in ["", "GET / HTTP/1.1\r\nhost: h", "GET / HTTP/1.1\r\nhost: h\r\n\r\n"] {
            let begun = Instant::now();
            let answer = answer(address, silence).await;
            let stayed = begun.elapsed();
            assert!(stayed >= SHORT.client_idle, "{silence:?}: {stayed:?}");
            assert_eq!(answer.contains("127.0.0.1"), silence.ends_with("\r\n\r\n"), "{answer}");
        }
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_disconnected() {
        let timeouts = Timeouts { write: SHORT.write, ..Timeouts::default() };
        let (address, _close) = open(TrustedProxies::default(), 1, timeouts).await;
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        stream.write_all(b"GET /large HTTP/1.1\r\nhost: h\r\n\r\n").await.expect("it is sent");
        // The place is free again when the connection is gone.
        let second = "GET / HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n";
        let begun = Instant::now();
        while answer(address, second).await.is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(begun.elapsed() >= SHORT.write / 2);
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest).await;
        assert!(rest.len() < LARGE, "{}", rest.len());
    }

    #[tokio::test]
    async fn a_proxy_may_keep_what_it_opened() {
        let local = SocketAddr::from(([127, 0, 0, 1], 0)).ip();
        let (address, _close) = open(TrustedProxies::new(&[local.into()]), 0, SHORT).await;
        let begun = Instant::now();
        assert!(answer(address, "GET / HTTP/1.1\r\n\r\n").await.contains("127.0.0.1"));
        assert!(begun.elapsed() >= SHORT.proxy_idle);
    }

    #[tokio::test]
    async fn an_address_has_so_many_connections() {
        let (address, _close) = open(TrustedProxies::default(), 2, Timeouts::default()).await;
        let first = TcpStream::connect(address).await.expect("a connection");
        let second = "GET / HTTP/1.1\r\nconnection: close\r\n\r\n";
        assert!(answer(address, second).await.contains("127.0.0.1"));
        let other = TcpStream::connect(address).await.expect("a connection");
        assert_eq!(answer(address, second).await, "");
        drop((first, other));
        while answer(address, second).await.is_empty() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_head_without_end_is_refused() {
        let (address, _close) = open(TrustedProxies::default(), 2, Timeouts::default()).await;
        let head = format!("GET / HTTP/1.1\r\nlong: {}", "a".repeat(2 * MAX_HEAD_BYTES));
        let answer = answer(address, &head).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    }

    #[tokio::test]
    async fn what_is_under_way_is_finished_when_the_door_closes() {
        let (address, close) = open(TrustedProxies::default(), 2, Timeouts::default()).await;
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let head = "POST / HTTP/1.1\r\ncontent-length: 4\r\n\r\n";
        stream.write_all(head.as_bytes()).await.expect("it is sent");
        // Until the request is taken.
        tokio::time::sleep(Duration::from_millis(50)).await;
        close.send(true).expect("the server is open");
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
        stream.write_all(b"gone").await.expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        assert!(answer.ends_with("gone"), "{answer}");
    }
}
