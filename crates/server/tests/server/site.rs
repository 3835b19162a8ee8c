//! A server as its visitors see it: the real router over a real database.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use katarenga_server::computer::{BuiltInEngine, MoveFinder, SearchTimeouts};
use katarenga_server::rate_limits::{RateLimit, RateLimits};
use katarenga_server::{Database, Server, Settings};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;
use tower::ServiceExt as _;

/// More than any test asks for.
const PLENTY: RateLimit = RateLimit::new(1_000_000, 1_000_000);

/// A server with a database of its own.
pub(crate) struct Site {
    router: Router,
    /// Until it runs.
    server: Option<Server>,
    folder: Arc<TempDir>,
}

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    /// What it says, as JSON; null when it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// What it says; it must have this status.
    #[track_caller]
    pub(crate) fn expect(self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()
    }

    /// A refusal, which must have this status and code and the shape of all refusals.
    #[track_caller]
    pub(crate) fn refused(self, status: StatusCode, code: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        let body = self.json();
        assert_eq!(body["code"], code, "{body}");
        assert!(body["message"].as_str().is_some_and(|message| !message.is_empty()), "{body}");
        assert!(body["details"].is_object(), "{body}");
        assert_eq!(body.as_object().expect("an object").len(), 3, "{body}");
        body
    }
}

impl Site {
    pub(crate) async fn new() -> Self {
        Self::with(Arc::new(BuiltInEngine), SearchTimeouts::default(), plenty()).await
    }

    pub(crate) async fn with(
        move_finder: Arc<dyn MoveFinder>,
        search_timeouts: SearchTimeouts,
        rate_limits: RateLimits,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = Settings { move_finder, search_timeouts, rate_limits, ..usual(&folder) };
        Self::open(Arc::new(folder), settings).await
    }

    /// A server that trusts a proxy.
    pub(crate) async fn behind(proxy: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let proxies = vec![proxy.parse().expect("an address")];
        let settings = Settings { proxies, ..usual(&folder) };
        Self::open(Arc::new(folder), settings).await
    }

    /// A server with some settings of its own.
    pub(crate) async fn set(change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut settings = usual(&folder);
        change(&mut settings);
        Self::open(Arc::new(folder), settings).await
    }

    /// What a request is answered, to be read as it comes.
    pub(crate) async fn stream(&self, request: Request<Body>) -> axum::response::Response {
        self.router.clone().oneshot(request).await.expect("an answer")
    }

    async fn open(folder: Arc<TempDir>, settings: Settings) -> Self {
        let server = Server::open(settings).await.expect("a database");
        Self { router: server.router(), server: Some(server), folder }
    }

    /// Another server on the same database.
    pub(crate) async fn twin(&self) -> Self {
        Self::open(self.folder.clone(), usual(&self.folder)).await
    }

    /// The same database with a server that was started anew.
    pub(crate) async fn again(self) -> Self {
        let Self { router, server, folder } = self;
        drop((router, server));
        let settings = usual(&folder);
        Self::open(folder, settings).await
    }

    /// The folder of the database, which is there as long as somebody has it.
    pub(crate) fn folder(&self) -> Arc<TempDir> {
        self.folder.clone()
    }

    /// A server on the database of another that is gone.
    pub(crate) async fn anew(folder: Arc<TempDir>) -> Self {
        let settings = usual(&folder);
        Self::open(folder, settings).await
    }

    /// The server, to be run; what is sent to the site goes to it as well.
    pub(crate) fn take_server(&mut self) -> Server {
        self.server.take().expect("it doesn't run yet")
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.expect("a body").to_vec();
        Answer { status: parts.status, headers: parts.headers, bytes }
    }
}

fn usual(folder: &TempDir) -> Settings {
    let database = Database::File(folder.path().join("games.sqlite"));
    Settings { rate_limits: plenty(), ..Settings::new(database) }
}

/// Moves everything in a database a number of milliseconds into the past.
pub(crate) async fn turn_back(folder: &TempDir, milliseconds: i64) {
    let options = SqliteConnectOptions::new().filename(folder.path().join("games.sqlite"));
    let mut connection = options.connect().await.expect("a database");
    for statement in [
        "UPDATE event SET at = at - ?1",
        "UPDATE invitation SET created = created - ?1",
        "UPDATE game SET created = created - ?1, updated = updated - ?1, deadline = deadline - ?1",
    ] {
        let done = sqlx::query(statement).bind(milliseconds).execute(&mut connection).await;
        done.expect("it is changed");
    }
    connection.close().await.expect("it closes");
}

/// No limits to speak of.
pub(crate) fn plenty() -> RateLimits {
    RateLimits {
        begin: PLENTY,
        command: PLENTY,
        message: PLENTY,
        costly: PLENTY,
        request: PLENTY,
        storage: PLENTY,
        connections: 1000,
    }
}

/// A visitor with a cookie, once they have been given one.
#[derive(Clone, Default)]
pub(crate) struct Visitor {
    pub(crate) cookie: Option<String>,
}

impl Visitor {
    pub(crate) async fn ask(
        &mut self,
        site: &Site,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        let body = match body {
            Some(body) => {
                request = request.header(CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let answer = site.send(request.body(body).expect("a request")).await;
        if let Some(cookie) = answer.headers.get(SET_COOKIE) {
            let cookie = cookie.to_str().expect("text");
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        answer
    }

    pub(crate) async fn get(&mut self, site: &Site, path: &str) -> Answer {
        self.ask(site, Method::GET, path, None).await
    }

    pub(crate) async fn post(&mut self, site: &Site, path: &str, body: &Value) -> Answer {
        self.ask(site, Method::POST, path, Some(body)).await
    }

    /// A new game of a kind between two at the screen, or against the computer at a level.
    pub(crate) async fn begin(&mut self, site: &Site, kind: &str, level: Option<u8>) -> Value {
        let black = match level {
            Some(level) => json!({ "player": "computer", "level": level }),
            None => json!({ "player": "human" }),
        };
        let body = json!({ "kind": kind, "white": { "player": "human" }, "black": black });
        self.post(site, "/api/games", &body).await.expect(StatusCode::CREATED)
    }

    /// Does something in a game as it was seen.
    pub(crate) async fn act(&mut self, site: &Site, game: &Value, deed: &Value) -> Answer {
        let body = command(game, deed);
        self.post(site, &path(game, "/commands"), &body).await
    }

    /// Plays the first legal move of a game as it was seen.
    pub(crate) async fn play(&mut self, site: &Site, game: &Value) -> Answer {
        self.act(site, game, &json!({ "do": "move", "path": game["position"]["paths"][0] })).await
    }

    /// A game as it is once the computer has moved.
    pub(crate) async fn wait(&mut self, site: &Site, game: &Value) -> Value {
        let address = path(game, &format!("/wait?revision={}", game["revision"]));
        self.get(site, &address).await.expect(StatusCode::OK)
    }
}

/// The body of a command to a game as it was seen, under a name that no other has.
pub(crate) fn command(game: &Value, deed: &Value) -> Value {
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let mut body = json!({ "revision": game["revision"], "request": format!("r{count}") });
    for (name, value) in deed.as_object().expect("an object") {
        body[name] = value.clone();
    }
    body
}

/// An address under a game's.
pub(crate) fn path(game: &Value, rest: &str) -> String {
    format!("/api/games/{}{rest}", game["id"].as_str().expect("an id"))
}
