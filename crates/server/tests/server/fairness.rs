//! One address at its worst, and what another finds meanwhile.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE, UPGRADE};
use axum::http::{Method, Request, StatusCode};
use futures_util::StreamExt as _;
use katarenga_engine::Level;
use katarenga_engine::search::Stop;
use katarenga_rules::{Game, Move};
use katarenga_server::computer::{MoveFinder, SearchTimeouts};
use katarenga_server::rate_limits::{RateLimit, RateLimits};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::site::{Answer, Site, command, path, plenty};

/// The address of a test without a network, which stands for a proxy here.
const PROXY: &str = "127.0.0.1";

/// The address that asks for too much, and another.
const GREEDY: &str = "198.51.100.7:4711";
const MODEST: &str = "203.0.113.7:4711";

/// How long one waits for what must come.
const TIME: Duration = Duration::from_mins(1);

/// A visitor at an address, as the proxy says.
#[derive(Clone)]
struct At {
    address: String,
    cookie: Option<String>,
}

impl At {
    fn new(address: &str) -> Self {
        Self { address: address.to_owned(), cookie: None }
    }

    fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header("x-forwarded-for", &self.address);
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        let body = body.map(|body| Body::from(body.to_string()));
        let request = request.header(CONTENT_TYPE, "application/json");
        request.body(body.unwrap_or_default()).expect("a request")
    }

    async fn ask(
        &mut self,
        site: &Site,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Answer {
        let answer = site.send(self.request(method, path, body)).await;
        if let Some(cookie) = answer.headers.get(SET_COOKIE) {
            let cookie = cookie.to_str().expect("text");
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        answer
    }

    async fn get(&mut self, site: &Site, path: &str) -> Answer {
        self.ask(site, Method::GET, path, None).await
    }

    async fn post(&mut self, site: &Site, path: &str, body: &Value) -> Answer {
        self.ask(site, Method::POST, path, Some(body)).await
    }

    /// A game between seats: levels of the computer, or 0 for somebody at the screen.
    async fn begin(&mut self, site: &Site, [white, black]: [u8; 2]) -> Value {
        let seat = |level: u8| match level {
            0 => json!({ "player": "human" }),
            level => json!({ "player": "computer", "level": level }),
        };
        let body = json!({ "kind": "congress", "white": seat(white), "black": seat(black) });
        self.post(site, "/api/games", &body).await.expect(StatusCode::CREATED)
    }

    /// A game against a level in which one has moved, after the computer's answer.
    async fn play(&mut self, site: &Site, level: u8) -> Value {
        let game = self.begin(site, [0, level]).await;
        let deed = json!({ "do": "move", "path": game["position"]["paths"][0] });
        let body = command(&game, &deed);
        let moved = self.post(site, &path(&game, "/commands"), &body).await.expect(StatusCode::OK);
        let address = path(&game, &format!("/wait?revision={}", moved["revision"]));
        self.get(site, &address).await.expect(StatusCode::OK)
    }
}

async fn behind_proxy() -> Site {
    Site::set(|settings| settings.proxies = vec![PROXY.parse().expect("a network")]).await
}

/// Level 8 thinks until it is stopped; all others answer at once.
#[derive(Default)]
struct Endless(AtomicUsize);

impl MoveFinder for Endless {
    fn find_move(&self, game: &Game, level: Level, _: u64, stop: &Stop) -> Option<Move> {
        if level.number() == 8 {
            self.0.fetch_add(1, Relaxed);
            while !stop.is_set() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        game.legal_moves().first().copied()
    }
}

#[tokio::test]
async fn f8_sixty_games_of_the_computer_keep_no_other_address_waiting() {
    let endless = Arc::new(Endless::default());
    let site = Site::set(|settings| {
        settings.proxies = vec![PROXY.parse().expect("a network")];
        settings.move_finder = endless.clone();
        settings.search_timeouts = SearchTimeouts { search: TIME, grace: TIME };
    })
    .await;
    let mut greedy = At::new(GREEDY);
    for _ in 0..60 {
        greedy.begin(&site, [8, 8]).await;
    }
    while endless.0.load(Relaxed) == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let mut modest = At::new(MODEST);
    // One level that is quick, and one that waits for the same seats.
    for level in [1, 7] {
        let game = modest.play(&site, level).await;
        assert_eq!(game["thinking"], false, "level {level} is kept waiting: {game}");
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(2));
    }
}

/// The name and the data of each event of a stream, sent on with who heard it.
async fn listen(
    site: &Site,
    request: Request<Body>,
    who: usize,
    heard: mpsc::Sender<(usize, Value)>,
) {
    let answer = site.stream(request).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let (mut body, mut text) = (answer.into_body().into_data_stream(), String::new());
    while let Some(Ok(bytes)) = body.next().await {
        text.push_str(&String::from_utf8_lossy(&bytes));
        while let Some((event, rest)) = text.split_once("\n\n") {
            let data = event.lines().find_map(|line| line.strip_prefix("data: "));
            let told = data.and_then(|data| serde_json::from_str(data).ok());
            text = rest.to_owned();
            if let Some(told) = told {
                let _ = heard.send((who, told)).await;
            }
        }
    }
}

#[tokio::test]
async fn f9_six_analyses_keep_no_other_address_waiting() {
    let site = Arc::new(behind_proxy().await);
    let (sender, mut heard) = mpsc::channel(1000);
    let (mut greedy, mut modest) = (At::new(GREEDY), At::new(MODEST));
    for who in 0..6 {
        let game = greedy.begin(&site, [0, 0]).await;
        let request = greedy.request(Method::GET, &path(&game, "/analysis"), None);
        let (site, sender) = (site.clone(), sender.clone());
        tokio::spawn(async move { listen(&site, request, who, sender).await });
    }
    // The first of them is at work.
    let (_, report) = timeout(TIME, heard.recv()).await.expect("in time").expect("a report");
    assert!(report["lines"].is_array() || report["waiting"] == true, "{report}");
    let game = modest.begin(&site, [0, 0]).await;
    let request = modest.request(Method::GET, &path(&game, "/analysis"), None);
    tokio::spawn(async move { listen(&site, request, 6, sender).await });
    let mut done = 0;
    loop {
        let told = timeout(TIME, heard.recv()).await.expect("in time").expect("a report");
        match told {
            (6, report) if report["lines"].as_array().is_some_and(|lines| !lines.is_empty()) => {
                break;
            }
            (6, report) => assert_eq!(report["waiting"], true, "{report}"),
            (_, report) => done += usize::from(report["done"] == true),
        }
    }
    assert!(done < 6, "all of another address came first");
}

#[tokio::test]
async fn f10_one_address_does_not_fill_the_lobby() {
    let site = Arc::new(behind_proxy().await);
    let public = json!({ "kind": "congress", "public": true });
    let mut modest = At::new(MODEST);
    let own = modest.post(&site, "/api/invitations", &public).await.expect(StatusCode::CREATED);
    let wait = |at: At, invitation: &Value| {
        let address = format!(
            "/api/invitations/{}/wait?state=open",
            invitation["id"].as_str().expect("an id")
        );
        let site = site.clone();
        tokio::spawn(async move { at.clone().get(&site, &address).await })
    };
    let _waiting = wait(modest.clone(), &own);
    let mut greedy: Vec<At> = (0..6).map(|_| At::new(GREEDY)).collect();
    for number in 0..60 {
        let at = &mut greedy[number % 6];
        let made = at.post(&site, "/api/invitations", &public).await.expect(StatusCode::CREATED);
        drop(wait(at.clone(), &made));
    }
    let quiet = At::new("192.0.2.1").post(&site, "/api/invitations", &public).await;
    let quiet = quiet.expect(StatusCode::CREATED);
    let lobby = loop {
        let lobby = modest.get(&site, "/api/lobby").await.expect(StatusCode::OK);
        let lobby = lobby["invitations"].as_array().expect("a list").clone();
        if lobby.iter().filter(|one| one["here"] == true).count() >= 40 {
            break lobby;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    let place = |made: &Value| lobby.iter().position(|one| one["id"] == made["id"]);
    assert_eq!(lobby.len(), 50);
    assert!(place(&own).is_some_and(|place| place < 2), "it is older, and its maker waits");
    assert!(place(&quiet).is_some(), "nobody waits for it, but it is alone of its address");
    let here: Vec<bool> = lobby.iter().map(|one| one["here"] == true).collect();
    assert!(here.is_sorted_by(|a, b| a >= b), "those whose makers wait come first: {here:?}");
}

#[tokio::test]
async fn f10_an_address_has_so_many_open_invitations() {
    let site = behind_proxy().await;
    let public = json!({ "kind": "congress", "public": true });
    let mut made = Vec::new();
    for _ in 0..10 {
        let mut at = At::new(GREEDY);
        for _ in 0..10 {
            let one = at.post(&site, "/api/invitations", &public).await.expect(StatusCode::CREATED);
            made.push((at.clone(), one));
        }
    }
    let refused = At::new(GREEDY).post(&site, "/api/invitations", &public).await;
    let refused = refused.refused(StatusCode::CONFLICT, "too-many-invitations");
    assert_eq!(refused["details"]["most"], 100);
    At::new(MODEST).post(&site, "/api/invitations", &public).await.expect(StatusCode::CREATED);
    let (mut at, one) = made.swap_remove(0);
    let address = format!("/api/invitations/{}", one["id"].as_str().expect("an id"));
    at.ask(&site, Method::DELETE, &address, None).await.expect(StatusCode::NO_CONTENT);
    At::new(GREEDY).post(&site, "/api/invitations", &public).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn f11_imports_count_for_what_they_cost() {
    let (site, mut at) = (Site::new().await, At::new(MODEST));
    let mut game = at.begin(&site, [0, 0]).await;
    while game["outcome"].is_null() && game["position"]["ply"].as_u64() < Some(100) {
        let deed = json!({ "do": "move", "path": game["position"]["paths"][0] });
        let body = command(&game, &deed);
        game = at.post(&site, &path(&game, "/commands"), &body).await.expect(StatusCode::OK);
    }
    let plies = game["position"]["ply"].as_u64().expect("a number");
    let record = at.get(&site, &path(&game, "/record")).await.text();
    // Room for it once.
    let parts = (1024 + 50 * plies).div_ceil(256);
    assert!(parts > 6, "it costs more than an empty game by more than what comes back meanwhile");
    let site = Site::set(|settings| {
        settings.rate_limits.storage = RateLimit::new(u32::try_from(parts).expect("few"), 1);
        settings.proxies = vec![PROXY.parse().expect("a network")];
    })
    .await;
    let seat = json!({ "player": "human" });
    let import = json!({ "text": record, "white": seat, "black": seat });
    // Without a cookie each is a visitor of their own: it is the address that counts.
    At::new(GREEDY).post(&site, "/api/games", &import).await.expect(StatusCode::CREATED);
    let refused = At::new(GREEDY).post(&site, "/api/games", &import).await;
    let refused = refused.refused(StatusCode::TOO_MANY_REQUESTS, "too-many-requests");
    assert!(refused["details"]["seconds"].as_u64() > Some(0));
    At::new("192.0.2.1").post(&site, "/api/games", &import).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn f12_a_name_can_be_seen_and_keeps_its_emoji() {
    let site = Site::new().await;
    for name in ["\u{3164}", "\u{2800}\u{2800}", "\u{fe0f}", "\u{e0041}", "\u{301}", "\u{115f}"] {
        let body = json!({ "name": name });
        let refused = At::new(MODEST).ask(&site, Method::PUT, "/api/me", Some(&body)).await;
        refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "bad-name");
    }
    for name in [
        "👩\u{200d}🚀",
        "🏳\u{fe0f}\u{200d}🌈 Zoé",
        "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    ] {
        let body = json!({ "name": name });
        let me = At::new(MODEST).ask(&site, Method::PUT, "/api/me", Some(&body)).await;
        assert_eq!(me.expect(StatusCode::OK)["name"], name);
    }
}

#[tokio::test]
async fn f12_visitors_behind_a_proxy_that_sends_ports_have_allowances_of_their_own() {
    let site = Site::set(|settings| {
        settings.rate_limits.begin = RateLimit::new(1, 1);
        settings.proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    })
    .await;
    for address in [
        "198.51.100.7:1",
        "198.51.100.8:1",
        "[2001:db8:1::1]:1",
        "[2001:db8:2::1]",
        "\"[2001:db8:3::1]:9\"",
        "unknown",
        "_hidden",
    ] {
        At::new(address).begin(&site, [0, 0]).await;
    }
    let seat = json!({ "player": "human" });
    let body = json!({ "kind": "congress", "white": seat, "black": seat });
    // A machine that is busy gives one back meanwhile, but not nine.
    let mut statuses = Vec::new();
    for port in 2..12 {
        let mut again = At::new(&format!("198.51.100.7:{port}"));
        statuses.push(again.post(&site, "/api/games", &body).await.status);
    }
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS), "{statuses:?}");
}

#[tokio::test]
async fn f12_a_page_with_a_name_of_its_own_for_this_machine_gets_nothing() {
    let site = Site::new().await;
    let ask = async |host: &str, path: &str| {
        let request = Request::get(path).header(HOST, host).header(UPGRADE, "websocket");
        let request = request.extension(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 4711))));
        site.send(request.body(Body::empty()).expect("a request")).await
    };
    let paths = [
        "/",
        "/api/me",
        "/api/kinds",
        "/api/games/abc/live",
        "/healthz",
        "/metrics",
        "/no",
        "/favicon.ico",
    ];
    for path in paths {
        let refused = ask("evil.example:4664", path).await;
        let refused = refused.refused(StatusCode::MISDIRECTED_REQUEST, "unknown-host");
        assert!(refused["message"].as_str().is_some_and(|text| text.contains("--host")));
        for host in ["127.0.0.1:4664", "localhost:4664", "[::1]:4664"] {
            assert_ne!(
                ask(host, path).await.status,
                StatusCode::MISDIRECTED_REQUEST,
                "{host}{path}"
            );
        }
    }
    let site = Site::set(|settings| settings.hosts = vec!["games.example.org".to_owned()]).await;
    let ask = async |host: &str| {
        let peer = ConnectInfo(SocketAddr::from(([203, 0, 113, 7], 4711)));
        let request = Request::get("/api/me").header(HOST, host).extension(peer);
        site.send(request.body(Body::empty()).expect("a request")).await.status
    };
    assert_eq!(ask("games.example.org").await, StatusCode::OK);
    assert_eq!(ask("other.example.org").await, StatusCode::MISDIRECTED_REQUEST);
}

/// A visitor who asks from another address each time has one limit for all of them.
#[tokio::test]
async fn a_visitor_is_limited_over_all_addresses() {
    let few = RateLimit::new(3, 1);
    let site = Site::set(|settings| {
        settings.proxies = vec![PROXY.parse().expect("a network")];
        settings.rate_limits = RateLimits { begin: few, command: few, message: few, ..plenty() };
    })
    .await;
    let mut visitor = At::new(MODEST);
    let game = visitor.begin(&site, [0, 0]).await;
    let human = json!({ "player": "human" });
    let requests = [
        (
            Method::POST,
            "/api/games".to_owned(),
            json!({ "kind": "congress", "white": human, "black": human }),
        ),
        (Method::POST, "/api/invitations".to_owned(), json!({ "kind": "congress" })),
        (Method::PUT, "/api/me".to_owned(), json!({ "name": "Ada" })),
        (Method::POST, path(&game, "/next"), json!({})),
        (
            Method::POST,
            path(&game, "/commands"),
            json!({ "revision": 9, "request": "r", "do": "undo" }),
        ),
        (Method::POST, path(&game, "/messages"), json!({ "request": "r", "text": "Hello" })),
    ];
    for (method, address, body) in requests {
        let mut refused = false;
        // The limit gives one back each second, and a slow machine takes a while for a request.
        for number in 0..100 {
            visitor.address = format!("198.51.100.{number}:4711");
            let answer = visitor.ask(&site, method.clone(), &address, Some(&body)).await;
            refused |= answer.status == StatusCode::TOO_MANY_REQUESTS;
            if refused {
                break;
            }
        }
        assert!(refused, "{method} {address}");
    }
}

/// Each time from another address, and each time by an invitation of somebody else.
#[tokio::test]
async fn a_visitor_takes_no_more_invitations_than_the_limit_from_all_addresses() {
    let site = Site::set(|settings| {
        settings.proxies = vec![PROXY.parse().expect("a network")];
        settings.rate_limits = RateLimits { begin: RateLimit::new(3, 1), ..plenty() };
    })
    .await;
    let mut guest = At::new(MODEST);
    let mut taken = 0;
    // The limit gives one back each second, and a slow machine takes a while for a request.
    for number in 0..100 {
        let mut maker = At::new(&format!("198.51.100.{number}:4711"));
        let invitation =
            maker.post(&site, "/api/invitations", &json!({ "kind": "congress" })).await;
        let invitation = invitation.expect(StatusCode::CREATED);
        guest.address = format!("203.0.113.{number}:4711");
        let join = format!("/api/invitations/{}/join", invitation["id"].as_str().expect("an id"));
        let answer = guest.post(&site, &join, &json!({})).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        answer.expect(StatusCode::OK);
        taken += 1;
    }
    assert!((3..100).contains(&taken), "{taken} invitations were taken");
}
