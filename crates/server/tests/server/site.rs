//! A server as its visitors see it: the real router over a real database.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use katarenga_server::computer::{BuiltInEngine, MoveFinder, SearchTimeouts};
use katarenga_server::rate_limits::{RateLimit, RateLimits};
use katarenga_server::{Database, Server, Settings};
use katarenga_test_database::Postgres;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _};
use tempfile::TempDir;
use tower::ServiceExt as _;

/// More than any test asks for.
const PLENTY: RateLimit = RateLimit::new(1_000_000, 1_000_000);

/// A server with a database of its own.
pub(crate) struct Site {
    router: Router,
    /// Until it runs.
    server: Option<Server>,
    place: Arc<Place>,
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
        let place = Place::new();
        let settings = Settings { move_finder, search_timeouts, rate_limits, ..usual(&place) };
        Self::open(place, settings).await
    }

    /// A server that trusts a proxy.
    pub(crate) async fn behind(proxy: &str) -> Self {
        let place = Place::new();
        let proxies = vec![proxy.parse().expect("an address")];
        let settings = Settings { proxies, ..usual(&place) };
        Self::open(place, settings).await
    }

    /// A server with some settings of its own.
    pub(crate) async fn set(change: impl FnOnce(&mut Settings)) -> Self {
        let place = Place::new();
        let mut settings = usual(&place);
        change(&mut settings);
        Self::open(place, settings).await
    }

    /// What a request is answered, to be read as it comes.
    pub(crate) async fn stream(&self, request: Request<Body>) -> axum::response::Response {
        self.router.clone().oneshot(request).await.expect("an answer")
    }

    /// A server whose games are in a file, whatever the environment says.
    pub(crate) async fn in_file() -> Self {
        Self::anew(Place::file()).await
    }

    async fn open(place: Arc<Place>, settings: Settings) -> Self {
        let server = Server::open(settings).await.expect("a database");
        Self { router: server.router(), server: Some(server), place }
    }

    /// A server on a database, with a computer of its own.
    pub(crate) async fn with_computer(place: Arc<Place>, move_finder: Arc<dyn MoveFinder>) -> Self {
        let settings = Settings { move_finder, ..usual(&place) };
        Self::open(place, settings).await
    }

    /// Another server on the same database.
    pub(crate) async fn twin(&self) -> Self {
        Self::anew(self.place.clone()).await
    }

    /// The same database with a server that was started anew.
    pub(crate) async fn again(self) -> Self {
        let Self { router, server, place } = self;
        drop((router, server));
        Self::anew(place).await
    }

    /// Where its games are, as long as somebody has it.
    pub(crate) fn place(&self) -> Arc<Place> {
        self.place.clone()
    }

    /// A server on the database of another that is gone.
    pub(crate) async fn anew(place: Arc<Place>) -> Self {
        let settings = usual(&place);
        Self::open(place, settings).await
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

/// Where the games of a test are: in a file, or a database of PostgreSQL where the environment says
/// `KATARENGA_TEST_DATABASE=postgres`.
#[derive(Debug)]
pub(crate) enum Place {
    File(TempDir),
    Postgres(katarenga_test_database::Database),
}

impl Place {
    fn new() -> Arc<Self> {
        match env::var("KATARENGA_TEST_DATABASE").as_deref() {
            Ok("postgres") => Self::postgres(),
            _ => Self::file(),
        }
    }

    pub(crate) fn postgres() -> Arc<Self> {
        Arc::new(Self::Postgres(Postgres::shared().create_database()))
    }

    pub(crate) fn file() -> Arc<Self> {
        Arc::new(Self::File(tempfile::tempdir().expect("a folder")))
    }

    /// The file, of a place that is one.
    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Self::File(folder) => folder.path().join("games.sqlite"),
            Self::Postgres(database) => panic!("{} is no file", database.name),
        }
    }

    pub(crate) fn database(&self) -> Database {
        match self {
            Self::File(_) => Database::File(self.path()),
            Self::Postgres(database) => database.address.parse().expect("an address"),
        }
    }

    /// Runs statements that both databases understand; gives the first column of the first row.
    pub(crate) async fn run(&self, sql: &str) -> Option<i64> {
        if let Self::Postgres(database) = self {
            return Postgres::shared().execute(&database.name, sql).parse().ok();
        }
        let options = SqliteConnectOptions::new().filename(self.path());
        let mut connection = options.connect().await.expect("a database");
        let row = sqlx::raw_sql(AssertSqlSafe(sql)).fetch_optional(&mut connection).await;
        let found = row.expect("it is done").and_then(|row| row.try_get(0).ok());
        connection.close().await.expect("it closes");
        found
    }
}

fn usual(place: &Place) -> Settings {
    Settings { rate_limits: plenty(), ..Settings::new(place.database()) }
}

/// Moves everything in a database a number of milliseconds into the past.
pub(crate) async fn turn_back(place: &Place, milliseconds: i64) {
    let by = |column: &str| format!("{column} = {column} - {milliseconds}");
    let (created, updated, deadline) = (by("created"), by("updated"), by("deadline"));
    for statement in [
        format!("UPDATE event SET {}", by("at")),
        format!("UPDATE invitation SET {created}"),
        format!("UPDATE game SET {created}, {updated}, {deadline}"),
    ] {
        place.run(&statement).await;
    }
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
