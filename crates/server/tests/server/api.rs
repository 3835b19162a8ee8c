//! The API by real requests against the real router with a real database.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Method, Request, StatusCode};
use katarenga_rules::{Game, GameKind, Record, Side};
use katarenga_server::rate_limits::{RateLimit, RateLimits};
use katarenga_server::{Database, Server, Settings};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde_json::{Value, json};
use sqlx::ConnectOptions as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteLockingMode};
use tower::ServiceExt as _;

use crate::site::{self, Site, Visitor, command, path};

#[tokio::test]
async fn every_game_is_played_to_its_end_against_the_computer() {
    let site = Site::new().await;
    for kind in GameKind::ALL {
        let mut visitor = Visitor::default();
        let mut game = visitor.begin(&site, kind.name(), Some(1)).await;
        for _ in 0..400 {
            if !game["outcome"].is_null() {
                break;
            }
            game = match game["thinking"].as_bool() {
                Some(true) => visitor.wait(&site, &game).await,
                _ => visitor.play(&site, &game).await.expect(StatusCode::OK),
            };
        }
        // A child who moves at random loses sooner or later, or the game is cut.
        assert!(game["position"]["ply"].as_u64() > Some(3), "{kind}: {game}");
        let record = visitor.get(&site, &path(&game, "/record")).await.text();
        let record = Record::read(&record).expect("it can be read back");
        assert_eq!(record.game.ply() as u64, game["position"]["ply"].as_u64().expect("a number"));
        assert_eq!(record.tag("Black"), Some("computer, level 1"));
        assert_eq!(game["outcome"].is_null(), record.game.outcome().is_none(), "{kind}");
    }
}

#[tokio::test]
async fn what_is_shown_is_what_the_rules_say() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    for kind in GameKind::ALL {
        let mut seen = visitor.begin(&site, kind.name(), None).await;
        let start = visitor.get(&site, &path(&seen, "/position")).await.text();
        let mut game = Game::from_position(start.parse().expect("a position"));
        for _ in 0..30 {
            let paths: Vec<Vec<String>> =
                serde_json::from_value(seen["position"]["paths"].clone()).expect("paths");
            let legal = game.legal_moves();
            let expected: Vec<Vec<String>> = legal
                .iter()
                .map(|mv| mv.path().iter().map(ToString::to_string).collect())
                .collect();
            assert_eq!(paths, expected, "{kind}");
            assert_eq!(seen["position"]["turn"], game.turn().to_string());
            let Some(mv) = legal.first() else { break };
            game.play(*mv).expect("legal");
            seen = visitor.play(&site, &seen).await.expect(StatusCode::OK);
            assert_eq!(seen["moves"][game.ply() - 1], mv.to_string());
            assert_eq!(seen["position"]["last"]["text"], mv.to_string());
        }
        let history = visitor.get(&site, &path(&seen, "/history")).await.expect(StatusCode::OK);
        let positions = history["positions"].as_array().expect("a list");
        assert_eq!(positions.len(), game.ply() + 1);
        assert_eq!(positions[game.ply()]["pawns"], seen["position"]["pawns"]);
    }
}

#[tokio::test]
async fn a_game_outlives_the_server() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let mut game = visitor.begin(&site, "congress", None).await;
    for _ in 0..3 {
        game = visitor.play(&site, &game).await.expect(StatusCode::OK);
    }
    game = visitor.act(&site, &game, &json!({ "do": "undo" })).await.expect(StatusCode::OK);
    let site = site.again().await;
    let again = visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
    assert_eq!(again, game);
    let redone = visitor.act(&site, &again, &json!({ "do": "redo" })).await.expect(StatusCode::OK);
    assert_eq!(redone["moves"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn undo_and_redo_go_to_the_turn_of_whoever_is_at_the_screen() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let mut game = visitor.begin(&site, "katarenga", Some(1)).await;
    visitor
        .act(&site, &game, &json!({ "do": "undo" }))
        .await
        .refused(StatusCode::CONFLICT, "nothing-to-undo");
    visitor
        .act(&site, &game, &json!({ "do": "redo" }))
        .await
        .refused(StatusCode::CONFLICT, "nothing-to-redo");
    game = visitor.play(&site, &game).await.expect(StatusCode::OK);
    assert_eq!(game["thinking"], true);
    game = visitor.wait(&site, &game).await;
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(2));
    let moves = game["moves"].clone();
    game = visitor.act(&site, &game, &json!({ "do": "undo" })).await.expect(StatusCode::OK);
    assert_eq!((&game["moves"], &game["undone"]), (&json!([]), &json!(2)));
    game = visitor.act(&site, &game, &json!({ "do": "redo" })).await.expect(StatusCode::OK);
    assert_eq!((&game["moves"], &game["undone"]), (&moves, &json!(0)));
}

#[tokio::test]
async fn a_match_goes_on_with_the_first_player_alternating() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let seats = json!({ "player": "human" });
    let body = json!({
        "kind": "cornered", "board": "2a0", "white": seats, "black": seats, "target": 8,
    });
    let mut game = visitor.post(&site, "/api/games", &body).await.expect(StatusCode::CREATED);
    visitor
        .post(&site, &path(&game, "/next"), &json!({}))
        .await
        .refused(StatusCode::CONFLICT, "goes-on");
    for number in 1..=3 {
        assert_eq!(game["match"]["number"], number);
        assert_eq!(game["first"], if number % 2 == 1 { "white" } else { "black" });
        for square in ["d1", "b2", "a1"] {
            game = visitor
                .act(&site, &game, &json!({ "do": "move", "path": [square] }))
                .await
                .expect(StatusCode::OK);
        }
        assert_eq!(game["outcome"]["points"], 3);
        if number < 3 {
            assert_eq!(game["can"]["next"], true);
            let address = path(&game, "/next");
            let next = visitor.post(&site, &address, &json!({ "board": "same" })).await;
            let next = next.expect(StatusCode::CREATED);
            let same = visitor.post(&site, &address, &json!({ "board": "random" })).await;
            assert_eq!(same.expect(StatusCode::CREATED)["id"], next["id"], "asked twice");
            assert_eq!(next["match"]["previous"], game["id"]);
            game = next;
        }
    }
    // White won the first and the third game, three points each, and Black the second.
    assert_eq!((&game["match"]["white"], &game["match"]["black"]), (&json!(6), &json!(3)));
    assert_eq!(game["match"]["winner"], Value::Null);
    game = visitor.post(&site, &path(&game, "/next"), &json!({})).await.expect(StatusCode::CREATED);
    game = visitor
        .act(&site, &game, &json!({ "do": "resign", "side": "black" }))
        .await
        .expect(StatusCode::OK);
    assert_eq!(game["outcome"]["reason"], "resignation");
    // Nothing was on the board: no points, and the match goes on.
    assert_eq!(game["match"]["winner"], Value::Null);
    game = visitor.post(&site, &path(&game, "/next"), &json!({})).await.expect(StatusCode::CREATED);
    for square in ["d1", "c3"] {
        let deed = json!({ "do": "move", "path": [square] });
        game = visitor.act(&site, &game, &deed).await.expect(StatusCode::OK);
    }
    game = visitor
        .act(&site, &game, &json!({ "do": "resign", "side": "black" }))
        .await
        .expect(StatusCode::OK);
    assert_eq!(game["match"]["winner"], "white", "{game}");
    assert_eq!(game["can"]["next"], false);
    visitor
        .post(&site, &path(&game, "/next"), &json!({}))
        .await
        .refused(StatusCode::CONFLICT, "match-over");
}

#[tokio::test]
async fn records_and_positions_come_in_and_go_out() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let data = include_str!("../../../rules/tests/data/games.jsonl");
    let mut seen = 0;
    for line in data.lines().step_by(7) {
        let known: Value = serde_json::from_str(line).expect("a game");
        let moves: Vec<&str> =
            known["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
        let layout = known["layout"].as_str().map(|name| format!("[Layout \"{name}\"]\n"));
        let text = format!(
            "[Game {}]\n[Board {}]\n[First {}]\n{}\n{}\n",
            known["game"],
            known["board"],
            known["first"],
            layout.unwrap_or_default(),
            moves.join(" ")
        );
        let Ok(record) = Record::read(&text) else { continue };
        seen += 1;
        let body = json!({
            "text": text, "white": { "player": "human" }, "black": { "player": "human" },
        });
        let read = visitor.post(&site, "/api/read", &json!({ "text": text })).await;
        let read = read.expect(StatusCode::OK);
        assert_eq!((&read["what"], &read["plies"]), (&json!("record"), &json!(moves.len())));
        let game = visitor.post(&site, "/api/games", &body).await.expect(StatusCode::CREATED);
        let out = visitor.get(&site, &path(&game, "/record")).await.text();
        assert_eq!(
            Record::read(&out).expect("a record").game.moves().collect::<Vec<_>>(),
            record.game.moves().collect::<Vec<_>>()
        );
        let position = visitor.get(&site, &path(&game, "/position")).await.text();
        assert_eq!(position, record.game.board_position().to_string());
        let read = visitor.post(&site, "/api/read", &json!({ "text": position })).await;
        assert_eq!(read.expect(StatusCode::OK)["what"], "position");
    }
    assert!(seen >= 30, "{seen}");
}

#[tokio::test]
async fn a_record_that_is_wrong_is_told_by_its_lines() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let text = "[Game \"congress\"]\n[Board \"1a0-2a0-3a0-4a0\"]\n\n1. a4-b5\n2. z9\n";
    let refused = visitor.post(&site, "/api/read", &json!({ "text": text })).await;
    let body = refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "record");
    assert!(body["details"]["faults"][0]["line"].as_u64() >= Some(4), "{body}");
    let refused = visitor.post(&site, "/api/read", &json!({ "text": "congress nonsense" })).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn pictures_can_be_taken_away() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "big-bang", None).await;
    let svg = visitor.get(&site, &path(&game, "/diagram.svg?flip=true")).await;
    assert_eq!(svg.headers[CONTENT_TYPE], "image/svg+xml");
    assert!(svg.text().starts_with("<svg"), "{}", svg.text());
    let png = visitor.get(&site, &path(&game, "/diagram.png?width=300")).await;
    assert_eq!(png.headers[CONTENT_TYPE], "image/png");
    assert_eq!(png.bytes[..4], *b"\x89PNG");
    let huge = visitor.get(&site, &path(&game, "/diagram.png?width=4000000000")).await;
    assert_eq!(huge.status, StatusCode::OK, "as wide as can be");
    let later = visitor.get(&site, &path(&game, "/diagram.svg?ply=1")).await;
    later.refused(StatusCode::NOT_FOUND, "not-found");
}

#[tokio::test]
async fn the_analyst_tells_what_is_proven_and_what_it_sees() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "cornered", None).await;
    let told = visitor.get(&site, &path(&game, "/analysis?lines=2")).await;
    assert_eq!(told.headers[CONTENT_TYPE], "text/event-stream");
    let text = told.text();
    let last = text.lines().rev().find_map(|line| line.strip_prefix("data: ")).expect("a report");
    let report: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(report["done"], true);
    assert_eq!(report["proven"]["winner"], "white");
    assert_eq!(report["proven"]["first"], true);
    assert_eq!(report["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["verdicts"].as_array().map(Vec::len), Some(16));
    // rules.md, section 5: these first squares win on 1a.
    let winning: Vec<&Value> = report["verdicts"]
        .as_array()
        .expect("verdicts")
        .iter()
        .filter(|verdict| verdict["wins"] == true)
        .map(|verdict| &verdict["path"][0])
        .collect();
    for square in ["a2", "d1", "d4"] {
        assert!(winning.contains(&&json!(square)), "{winning:?}");
    }
    assert_eq!(winning.len(), 3);
    let played = visitor.play(&site, &game).await.expect(StatusCode::OK);
    let graph = visitor.get(&site, &path(&played, "/graph")).await.text();
    let points: Vec<Value> = graph
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).expect("JSON"))
        .collect();
    assert_eq!(points.len(), 3);
    assert_eq!((&points[0]["ply"], &points[0]["share"]), (&json!(0), &json!(1.0)));
    assert_eq!(points[2], json!({ "done": true }));
}

#[tokio::test]
async fn rules_are_told_in_both_languages_with_figures() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    for kind in GameKind::ALL {
        for (language, word) in [("en", "Sources"), ("fr", "Choix maison")] {
            let rules = visitor.get(&site, &format!("/api/rules/{kind}?lang={language}")).await;
            let rules = rules.expect(StatusCode::OK);
            assert!(rules["html"].as_str().is_some_and(|html| html.contains(word)), "{kind}");
            assert!(rules["figures"].as_array().is_some_and(|figures| figures.len() >= 2));
        }
    }
    let refused = visitor.get(&site, "/api/rules/chess").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn boards_are_described_and_judged() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let board = visitor.get(&site, "/api/board?code=1A0-2a0-3a0-4a0&kind=big-bang").await;
    let board = board.expect(StatusCode::OK);
    assert_eq!(board["board"]["code"], "1a0-2a0-3a0-4a0");
    assert_eq!(board["board"]["quarters"], json!(["1a0", "2a0", "3a0", "4a0"]));
    assert!(board["board"]["colours"].as_str().is_some_and(|all| all.starts_with("RYBGRYGB")));
    assert_eq!(board["unsuitable"], Value::Null);
    let board = visitor.get(&site, "/api/board?code=2a0&kind=big-bang").await;
    assert!(board.expect(StatusCode::OK)["unsuitable"]["code"].is_string());
    for code in ["", "nonsense", "1a0-1a0-3a0-4a0", "9z9", &"R".repeat(3000)] {
        let refused = visitor.get(&site, &format!("/api/board?code={code}")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{code}");
    }
    for kind in GameKind::ALL {
        let first = visitor.get(&site, &format!("/api/board/random?kind={kind}&seed=5")).await;
        let again = visitor.get(&site, &format!("/api/board/random?kind={kind}&seed=5")).await;
        let first = first.expect(StatusCode::OK);
        assert_eq!(first, again.expect(StatusCode::OK));
        assert_eq!(first["unsuitable"], Value::Null);
    }
    let quarters = visitor.get(&site, "/api/quarters").await.expect(StatusCode::OK);
    assert_eq!(quarters.as_array().map(Vec::len), Some(8));
    let kinds = visitor.get(&site, "/api/kinds").await.expect(StatusCode::OK);
    assert_eq!(kinds.as_array().map(Vec::len), Some(GameKind::ALL.len()));
}

#[tokio::test]
async fn lists_have_the_games_of_whoever_asks() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (Visitor::default(), Visitor::default());
    for _ in 0..25 {
        ann.begin(&site, "congress", None).await;
    }
    let game = bob.begin(&site, "cornered", None).await;
    let resign = json!({ "do": "resign", "side": "white" });
    bob.act(&site, &game, &resign).await.expect(StatusCode::OK);
    let page = |number: u32| format!("/api/games?page={number}");
    let first = ann.get(&site, &page(1)).await.expect(StatusCode::OK);
    assert_eq!((first["games"].as_array().map(Vec::len), &first["pages"]), (Some(20), &json!(2)));
    let second = ann.get(&site, &page(2)).await.expect(StatusCode::OK);
    assert_eq!(second["games"].as_array().map(Vec::len), Some(5));
    let none = ann.get(&site, "/api/games?page=4000000000").await.expect(StatusCode::OK);
    assert_eq!(none["games"], json!([]));
    let ended = bob.get(&site, "/api/games?list=ended").await.expect(StatusCode::OK);
    assert_eq!(ended["games"][0]["outcome"]["winner"], Side::Black.to_string());
    let nobody = Visitor::default().get(&site, "/api/games").await.expect(StatusCode::OK);
    assert_eq!(nobody, json!({ "games": [], "pages": 0 }));
    let deleted = bob.ask(&site, Method::DELETE, &path(&game, ""), None).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    bob.get(&site, &path(&game, "")).await.refused(StatusCode::NOT_FOUND, "not-found");
}

#[tokio::test]
async fn other_visitors_may_look_at_a_game_and_not_act() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (Visitor::default(), Visitor::default());
    let game = ann.begin(&site, "congress", None).await;
    bob.begin(&site, "congress", None).await;
    for visitor in [&mut bob, &mut Visitor::default()] {
        let seen = visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
        assert_eq!((&seen["yours"], &seen["can"]["move"]), (&json!(false), &json!(false)));
        assert_eq!(seen["can"]["resign"], json!([]));
        let refused = visitor.play(&site, &game).await;
        refused.refused(StatusCode::FORBIDDEN, "not-yours");
        let refused = visitor.post(&site, &path(&game, "/next"), &json!({})).await;
        refused.refused(StatusCode::FORBIDDEN, "not-yours");
        let refused = visitor.ask(&site, Method::DELETE, &path(&game, ""), None).await;
        refused.refused(StatusCode::FORBIDDEN, "not-yours");
    }
    let same = ann.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
    assert_eq!(same["revision"], 0);
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "congress", Some(1)).await;
    let human = json!({ "player": "human" });
    let unknown = StatusCode::UNPROCESSABLE_ENTITY;
    for (body, status) in [
        (json!({ "kind": "chess", "white": human, "black": human }), unknown),
        (json!({ "kind": "congress", "board": "1a0", "white": human, "black": human }), unknown),
        (json!({ "kind": "congress", "board": "zzz", "white": human, "black": human }), unknown),
        (
            json!({ "kind": "congress", "layout": "halves", "white": human, "black": human }),
            unknown,
        ),
        (
            json!({ "kind": "congress", "white": human, "black": { "player": "computer", "level": 9 } }),
            unknown,
        ),
        (
            json!({ "kind": "congress", "white": human, "black": { "player": "computer", "level": 999 } }),
            unknown,
        ),
        (json!({ "kind": "congress", "white": human, "black": { "player": "nobody" } }), unknown),
        (json!({ "kind": "congress", "white": human }), unknown),
        (
            json!({ "kind": "congress", "text": "x", "white": human, "black": human }),
            StatusCode::BAD_REQUEST,
        ),
        (json!({ "white": human, "black": human }), StatusCode::BAD_REQUEST),
        (
            json!({ "kind": "congress", "target": 0, "white": human, "black": human }),
            StatusCode::BAD_REQUEST,
        ),
        (
            json!({ "kind": "congress", "target": 4_000_000_000_u32, "white": human, "black": human }),
            StatusCode::BAD_REQUEST,
        ),
        (json!({ "kind": "congress", "first": "green", "white": human, "black": human }), unknown),
        (json!({ "kind": "congress", "name": "x", "white": human, "black": human }), unknown),
        (json!([1, 2]), unknown),
    ] {
        let refused = visitor.post(&site, "/api/games", &body).await;
        assert_eq!(refused.status, status, "{body}: {}", refused.text());
        assert!(refused.json()["code"].is_string(), "{body}");
    }
    for deed in [
        json!({ "do": "move", "path": [] }),
        json!({ "do": "move", "path": ["z9", "q7"] }),
        json!({ "do": "move", "path": ["a4", "a4", "a4", "a4"] }),
        json!({ "do": "move", "path": ["pass"] }),
        json!({ "do": "move", "path": "a4" }),
        json!({ "do": "move" }),
        json!({ "do": "dance" }),
        json!({ "do": "resign" }),
        json!({ "do": "resign", "side": "green" }),
        json!({}),
        json!({ "do": "move", "path": [null] }),
        json!({ "do": "move", "path": ["a4", "a5"], "request": "" }),
        json!({ "do": "move", "path": ["a4", "a5"], "request": "x".repeat(65) }),
        json!({ "do": "move", "path": ["a4", "a5"], "revision": "1" }),
    ] {
        let refused = visitor.act(&site, &game, &deed).await;
        assert!(refused.status.is_client_error(), "{deed}: {}", refused.text());
        assert!(refused.json()["code"].is_string(), "{deed}: {}", refused.text());
    }
    let refused = visitor.act(&site, &game, &json!({ "do": "resign", "side": "black" })).await;
    refused.refused(StatusCode::CONFLICT, "not-your-turn");
    let same = visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
    assert_eq!(same, game);
    for (address, status) in [
        ("/api/games/unknown", 404),
        ("/api/games/%00", 404),
        ("/api/games/unknown/record", 404),
        ("/api/games/unknown/wait?revision=0", 404),
        ("/api/games/unknown/analysis", 404),
        ("/api/nothing", 404),
        ("/api/games?page=x", 400),
        ("/nothing", 404),
        ("/assets/0/main.js", 404),
        ("/assets/../Cargo.toml", 404),
        ("/assets/x/%FF", 404),
        ("/api/", 404),
        ("/api/games/%FF", 404),
    ] {
        assert_eq!(visitor.get(&site, address).await.status.as_u16(), status, "{address}");
    }
    let wrong = visitor.get(&site, &path(&game, "/wait?revision=x")).await;
    wrong.refused(StatusCode::BAD_REQUEST, "invalid");
}

#[tokio::test]
async fn bodies_that_are_no_json_or_too_large_are_refused() {
    let site = Site::new().await;
    let post = |kind: &'static str, body: String| {
        let request = Request::post("/api/games").header(CONTENT_TYPE, kind);
        site.send(request.body(Body::from(body)).expect("a request"))
    };
    let answer = post("application/json", "{".to_owned()).await;
    answer.refused(StatusCode::BAD_REQUEST, "invalid-json");
    let answer = post("text/plain", "{}".to_owned()).await;
    answer.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "invalid-json");
    let answer = post("application/json", "\u{0}".to_owned()).await;
    answer.refused(StatusCode::BAD_REQUEST, "invalid-json");
    let answer = post("application/json", format!("\"{}\"", "x".repeat(17_000))).await;
    answer.refused(StatusCode::PAYLOAD_TOO_LARGE, "too-large");
    let answer = post("application/json", "[".repeat(10_000)).await;
    answer.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid-json");
}

#[tokio::test]
async fn an_address_that_asks_for_too_much_waits() {
    let few = RateLimit::new(3, 1);
    let rate_limits = RateLimits { begin: few, command: few, costly: few, ..site::plenty() };
    let site = Site::with(
        std::sync::Arc::new(katarenga_server::computer::BuiltInEngine),
        katarenga_server::computer::SearchTimeouts::default(),
        rate_limits,
    )
    .await;
    let mut visitor = Visitor::default();
    let mut game = visitor.begin(&site, "congress", None).await;
    let human = json!({ "player": "human" });
    let body = json!({ "kind": "congress", "white": human, "black": human });
    // One comes back each second: the slower the machine, the more it takes.
    let refused = loop {
        let answer = visitor.post(&site, "/api/games", &body).await;
        if answer.status != StatusCode::CREATED {
            break answer.refused(StatusCode::TOO_MANY_REQUESTS, "too-many-requests");
        }
    };
    assert!(refused["details"]["seconds"].as_u64() >= Some(1), "{refused}");
    loop {
        let answer = visitor.play(&site, &game).await;
        if answer.status != StatusCode::OK {
            answer.refused(StatusCode::TOO_MANY_REQUESTS, "too-many-requests");
            break;
        }
        game = answer.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn the_page_is_safe_and_its_assets_are_kept() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    for address in ["/", "/new/congress", "/game/unknown", "/rules/congress", "/open", "/about"] {
        let page = visitor.get(&site, address).await;
        assert_eq!(page.status, StatusCode::OK, "{address}");
        assert_eq!(page.headers[CACHE_CONTROL], "no-store");
        let policy = page.headers[CONTENT_SECURITY_POLICY].to_str().expect("text").to_owned();
        assert!(
            !policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert_eq!(page.headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert!(!page.text().contains("{{assets}}"));
    }
    let page = visitor.get(&site, "/game/unknown").await.text();
    for module in ["main.js", "screens/game.js", "board/board.js", "i18n.js"] {
        assert_eq!(
            page.matches(&format!("/{module}\">")).count(),
            1,
            "{module} is fetched at once"
        );
    }
    assert!(!page.contains("screens/home.js"), "{page}");
    let assets: Vec<&str> =
        page.split('"').filter(|part| part.starts_with("/assets/") && part.contains('.')).collect();
    assert!(!assets.is_empty(), "{page}");
    for address in assets {
        let request = Request::get(address).header("accept-encoding", "gzip");
        let asset = site.send(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(asset.status, StatusCode::OK, "{address}");
        assert!(asset.headers[CACHE_CONTROL].to_str().expect("text").contains("immutable"));
        let is_small = asset.bytes.len() < 512;
        assert!(is_small || asset.headers.contains_key(CONTENT_ENCODING), "{address}");
    }
    let api = visitor.get(&site, "/api/openapi.json").await.expect(StatusCode::OK);
    assert!(api["paths"]["/api/games/{id}/commands"]["post"].is_object());
    let readable = visitor.get(&site, "/api").await.text();
    for address in api["paths"].as_object().expect("paths").keys() {
        assert!(readable.contains(address), "{address}");
    }
}

#[tokio::test]
async fn a_request_sent_again_is_carried_out_once() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "congress", None).await;
    let deed = json!({ "do": "move", "path": game["position"]["paths"][0] });
    let body = command(&game, &deed);
    let first = visitor.post(&site, &path(&game, "/commands"), &body).await.expect(StatusCode::OK);
    let again = visitor.post(&site, &path(&game, "/commands"), &body).await.expect(StatusCode::OK);
    assert_eq!(first["revision"], 1);
    assert_eq!(again["moves"], first["moves"]);
    // The same in another's name is another command, and comes too late.
    let late = visitor.act(&site, &game, &deed).await;
    let late = late.refused(StatusCode::CONFLICT, "stale");
    assert_eq!(late["details"]["revision"], 1);
}

#[tokio::test]
async fn a_database_that_another_program_holds_is_no_place_to_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let database = Database::File(file.clone());
    drop(Server::open(Settings::new(database.clone())).await.expect("a new database"));
    let options =
        SqliteConnectOptions::new().filename(&file).locking_mode(SqliteLockingMode::Exclusive);
    let mut holder = options.connect().await.expect("the database");
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut holder).await.expect("the lock");
    let begun = Instant::now();
    let refused = Server::open(Settings::new(database)).await.expect_err("it is held");
    assert!(refused.to_string().contains("locked"), "{refused}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bookmarks.sqlite");
    let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let mut other = options.connect().await.expect("a database");
    sqlx::query("CREATE TABLE bookmark (title TEXT)").execute(&mut other).await.expect("a table");
    drop(other);
    let refused = Server::open(Settings::new(Database::File(file.clone()))).await;
    let refused = refused.expect_err("it is another program's").to_string();
    assert!(refused.contains("another program"), "{refused}");
    let mut other = options.connect().await.expect("a database");
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut other)
        .await
        .expect("a count");
    assert_eq!(tables, 1);
}

#[tokio::test]
async fn a_database_in_memory_outlives_requests_that_are_broken_off() {
    let settings = Settings { rate_limits: site::plenty(), ..Settings::new(Database::Memory) };
    let server = Server::open(settings).await.expect("memory");
    let router = server.router();
    let list = || {
        let cookie = format!("katarenga={}", "0".repeat(64));
        let request = Request::get("/api/games").header("cookie", cookie);
        router.clone().oneshot(request.body(Body::empty()).expect("a request"))
    };
    for microseconds in 0..400 {
        let _ = tokio::time::timeout(Duration::from_micros(microseconds), list()).await;
    }
    assert_eq!(list().await.expect("an answer").status(), StatusCode::OK);
}

#[tokio::test]
async fn longer_games_than_can_be_kept_are_refused() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let mut text = "[Game \"congress\"]\n[Board \"1a0-2a0-3a0-4a0\"]\n\n".to_owned();
    let game = visitor.begin(&site, "congress", None).await;
    let start = visitor.get(&site, &path(&game, "/position")).await.text();
    let mut game = Game::from_position(start.parse().expect("a position"));
    // Back and forth would be a draw by repetition: pawns wander instead.
    let mut chance = ChaCha8Rng::seed_from_u64(3);
    while game.ply() <= 1_001 {
        let legal = game.legal_moves();
        let Some(mv) = legal.choose(&mut chance) else {
            game.undo();
            continue;
        };
        game.play(*mv).expect("legal");
    }
    let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
    text += &moves.join(" ");
    let refused = visitor.post(&site, "/api/read", &json!({ "text": text })).await;
    refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "too-long");
}
