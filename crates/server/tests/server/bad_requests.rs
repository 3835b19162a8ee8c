//! Requests that make no sense or ask for too much.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, StatusCode};
use katarenga_rules::Game;
use katarenga_server::rate_limits::{RateLimit, RateLimits};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde_json::json;

use crate::site::{self, Site, Visitor, path};

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
        json!({ "do": "move", "path": ["a4", "a5"], "request": "a\u{0}b" }),
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
async fn the_files_of_the_page_use_up_nothing_of_what_an_address_may_ask() {
    let rate_limits = RateLimits { request: RateLimit::new(3, 1), ..site::plenty() };
    let site = Site::set(|settings| settings.rate_limits = rate_limits).await;
    let mut visitor = Visitor::default();
    for _ in 0..200 {
        assert_eq!(visitor.get(&site, "/").await.status, StatusCode::OK);
    }
    visitor.get(&site, "/api/kinds").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn an_address_that_asks_for_too_much_waits() {
    let few = RateLimit::new(3, 1);
    let rate_limits = RateLimits { begin: few, command: few, costly: few, ..site::plenty() };
    let site = Site::set(|settings| settings.rate_limits = rate_limits).await;
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
