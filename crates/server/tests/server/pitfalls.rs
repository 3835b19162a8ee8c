//! What went wrong for other sites, and must not here: each test is named after a kind of fault.
//! Those that show on the page alone are in `web/tests/`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::http::{Method, StatusCode};
use katarenga_engine::Level;
use katarenga_engine::search::Stop;
use katarenga_rules::{Game, GameKind, Move};
use katarenga_server::computer::{MoveFinder, SearchTimeouts};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::site::{Site, Visitor, command, path, plenty};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_double_click_or_a_retry_plays_twice() {
    let site = Arc::new(Site::new().await);
    for round in 0..50 {
        let mut visitor = Visitor::default();
        let game = visitor.begin(&site, "congress", Some(1)).await;
        let deed = json!({ "do": "move", "path": game["position"]["paths"][0] });
        // Even rounds: a retry, which has the same name; odd ones: two clicks.
        let first = command(&game, &deed);
        let second = if round % 2 == 0 { first.clone() } else { command(&game, &deed) };
        let send = |body: Value| {
            let (site, game, mut visitor) = (site.clone(), game.clone(), visitor.clone());
            tokio::spawn(async move { visitor.post(&site, &path(&game, "/commands"), &body).await })
        };
        let (one, two) = (send(first), send(second));
        let answers = [one.await, two.await].map(|answer| answer.expect("no panic"));
        let done: Vec<_> =
            answers.iter().filter(|answer| answer.status == StatusCode::OK).collect();
        assert_eq!(done.len(), if round % 2 == 0 { 2 } else { 1 }, "{answers:?}");
        let now = done[0].json();
        for answer in &done {
            assert_eq!(answer.json()["moves"][0], now["moves"][0], "both see the move");
        }
        // Whichever answer came first, the computer was not stopped by the other.
        let known = json!({ "id": game["id"], "revision": 1 });
        let answered = visitor.wait(&site, &known).await;
        assert_eq!(answered["moves"].as_array().map(Vec::len), Some(2), "{answered}");
    }
}

/// A value of JSON, of whatever shape.
fn any_value(chance: &mut ChaCha8Rng, depth: u32) -> Value {
    let words = ["", "e4", "a4", "move", "undo", "resign", "white", "camp", "pass", "\u{0}", "é"];
    match chance.random_range(0..if depth == 0 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => json!(chance.random::<bool>()),
        2 => json!(chance.random_range(-2_i64..3)),
        3 => json!(chance.random::<f64>() * 1e300),
        4 => json!(words.choose(chance)),
        5 => (0..chance.random_range(0..4)).map(|_| any_value(chance, depth - 1)).collect(),
        _ => any_object(chance, depth - 1),
    }
}

fn any_object(chance: &mut ChaCha8Rng, depth: u32) -> Value {
    let names = ["revision", "request", "do", "path", "side", "board", "x"];
    let mut object = json!({});
    for _ in 0..chance.random_range(0..6) {
        let name = *names.choose(chance).expect("names");
        object[name] = any_value(chance, depth);
    }
    object
}

#[tokio::test]
async fn an_illegal_or_malformed_command_changes_or_ends_the_game() {
    let site = Site::new().await;
    let mut chance = ChaCha8Rng::seed_from_u64(11);
    for kind in GameKind::ALL {
        let mut visitor = Visitor::default();
        let mut game = visitor.begin(&site, kind.name(), None).await;
        game = visitor.play(&site, &game).await.expect(StatusCode::OK);
        for _ in 0..150 {
            let body = any_object(&mut chance, 3);
            let answer = visitor.post(&site, &path(&game, "/commands"), &body).await;
            assert!(answer.status.is_client_error(), "{body}: {}", answer.text());
        }
        // Paths of real squares that are not legal.
        let legal: Vec<Value> = game["position"]["paths"].as_array().expect("paths").clone();
        for _ in 0..150 {
            let square = |chance: &mut ChaCha8Rng| {
                let (file, rank) = (chance.random_range(b'a'..=b'h'), chance.random_range(1..=8));
                format!("{}{rank}", char::from(file))
            };
            let steps = chance.random_range(0..4);
            let squares: Vec<String> = (0..steps).map(|_| square(&mut chance)).collect();
            let squares = json!(squares);
            if legal.contains(&squares) {
                continue;
            }
            let answer = visitor.act(&site, &game, &json!({ "do": "move", "path": squares })).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{squares}");
        }
        let now = visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
        assert_eq!((&now["revision"], &now["moves"]), (&json!(1), &game["moves"]), "{kind}");
    }
}

#[tokio::test]
async fn a_finished_game_can_still_be_played_resigned_taken_back() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let human = json!({ "player": "human" });
    let body = json!({ "kind": "cornered", "board": "2a0", "white": human, "black": human });
    let by_rule = visitor.post(&site, "/api/games", &body).await.expect(StatusCode::CREATED);
    let mut played = by_rule;
    for square in ["d1", "b2", "a1"] {
        let deed = json!({ "do": "move", "path": [square] });
        played = visitor.act(&site, &played, &deed).await.expect(StatusCode::OK);
    }
    let game = visitor.begin(&site, "congress", Some(1)).await;
    let resign = json!({ "do": "resign", "side": "white" });
    let resigned = visitor.act(&site, &game, &resign).await.expect(StatusCode::OK);
    for game in [played, resigned] {
        for deed in [
            json!({ "do": "move", "path": ["a2"] }),
            json!({ "do": "undo" }),
            json!({ "do": "redo" }),
            json!({ "do": "resign", "side": "white" }),
            json!({ "do": "resign", "side": "black" }),
        ] {
            let refused = visitor.act(&site, &game, &deed).await;
            refused.refused(StatusCode::CONFLICT, "over");
        }
        let now = visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
        assert_eq!(now["outcome"], game["outcome"]);
        assert_eq!(now["can"]["undo"], false);
        assert_eq!(now["can"]["resign"], json!([]));
    }
}

#[tokio::test]
async fn resigning_at_one_screen_is_charged_to_the_wrong_side() {
    let site = Site::new().await;
    for plies in 0..2 {
        for (side, winner) in [("white", "black"), ("black", "white")] {
            let mut visitor = Visitor::default();
            let mut game = visitor.begin(&site, "katarenga", None).await;
            for _ in 0..plies {
                game = visitor.play(&site, &game).await.expect(StatusCode::OK);
            }
            assert_eq!(game["can"]["resign"], json!(["white", "black"]), "the page asks who");
            let deed = json!({ "do": "resign", "side": side });
            game = visitor.act(&site, &game, &deed).await.expect(StatusCode::OK);
            assert_eq!(game["outcome"]["winner"], winner, "{side} after {plies}");
        }
    }
}

#[tokio::test]
async fn a_player_undoes_the_opponents_move() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let body = json!({
        "kind": "katarenga", "first": "black",
        "white": { "player": "human" }, "black": { "player": "computer", "level": 1 },
    });
    let game = visitor.post(&site, "/api/games", &body).await.expect(StatusCode::CREATED);
    let game = visitor.wait(&site, &game).await;
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(1), "the computer began");
    assert_eq!(game["can"]["undo"], false);
    let refused = visitor.act(&site, &game, &json!({ "do": "undo" })).await;
    refused.refused(StatusCode::CONFLICT, "nothing-to-undo");
    let mut stranger = Visitor::default();
    let refused = stranger.act(&site, &game, &json!({ "do": "undo" })).await;
    refused.refused(StatusCode::FORBIDDEN, "not-yours");
}

/// Breaks down at first, hangs then, and plays at last.
#[derive(Default)]
struct Unwell(AtomicU32);

impl MoveFinder for Unwell {
    fn find_move(&self, game: &Game, _: Level, _: u64, _: &Stop) -> Option<Move> {
        match self.0.fetch_add(1, Relaxed) {
            0 => panic!("it breaks down"),
            1 => std::thread::sleep(Duration::from_secs(2)),
            _ => {}
        }
        game.legal_moves().first().copied()
    }
}

/// Never answers.
struct Dead;

impl MoveFinder for Dead {
    fn find_move(&self, _: &Game, _: Level, _: u64, stop: &Stop) -> Option<Move> {
        while !stop.is_set() {
            std::thread::sleep(Duration::from_millis(5));
        }
        None
    }
}

const HASTE: SearchTimeouts =
    SearchTimeouts { search: Duration::from_millis(300), grace: Duration::from_millis(600) };

#[tokio::test]
async fn the_computer_never_answers() {
    let site = Site::with(Arc::new(Unwell::default()), HASTE, plenty()).await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "congress", Some(3)).await;
    let game = visitor.play(&site, &game).await.expect(StatusCode::OK);
    let game = visitor.wait(&site, &game).await;
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(2), "it was tried again");

    let site = Site::with(Arc::new(Dead), HASTE, plenty()).await;
    let game = visitor.begin(&site, "congress", Some(3)).await;
    let game = visitor.play(&site, &game).await.expect(StatusCode::OK);
    let deed = json!({ "do": "resign", "side": "white" });
    let waiting = async {
        let mut visitor = visitor.clone();
        visitor.wait(&site, &game).await
    };
    let resigning = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        visitor.clone().act(&site, &game, &deed).await.expect(StatusCode::OK)
    };
    let (heard, resigned) = tokio::join!(waiting, resigning);
    assert_eq!(resigned["outcome"]["winner"], "black");
    assert_eq!(heard["outcome"], resigned["outcome"], "the waiting request got it");
}

/// Counts its searches and thinks until it is stopped.
#[derive(Default)]
struct Slow {
    begun: AtomicU32,
    ended: AtomicU32,
}

impl MoveFinder for Slow {
    fn find_move(&self, game: &Game, _: Level, _: u64, stop: &Stop) -> Option<Move> {
        self.begun.fetch_add(1, Relaxed);
        while !stop.is_set() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.ended.fetch_add(1, Relaxed);
        game.legal_moves().first().copied()
    }
}

#[tokio::test]
async fn the_computer_thinks_on_for_nobody() {
    let slow = Arc::new(Slow::default());
    let search_timeouts =
        SearchTimeouts { search: Duration::from_secs(30), grace: Duration::from_millis(500) };
    let site = Site::with(slow.clone(), search_timeouts, plenty()).await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "congress", Some(8)).await;
    let game = visitor.play(&site, &game).await.expect(StatusCode::OK);
    let ended = async |count: u32| {
        let begun = Instant::now();
        while slow.ended.load(Relaxed) < count {
            assert!(begun.elapsed() < Duration::from_secs(5), "it thinks on");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    // Nobody waits.
    ended(1).await;
    // Taken back while it thinks: what it thought of is gone.
    let waiting = async { visitor.clone().wait(&site, &game).await };
    let undoing = async {
        while slow.begun.load(Relaxed) < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        visitor.clone().act(&site, &game, &json!({ "do": "undo" })).await.expect(StatusCode::OK)
    };
    let (heard, undone) = tokio::join!(waiting, undoing);
    ended(2).await;
    assert_eq!((&heard["moves"], &undone["moves"]), (&json!([]), &json!([])));
    let now = visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
    assert_eq!(now["moves"], json!([]), "no move of a search that was ended");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_database_is_locked_under_two_writers() {
    const GAMES: usize = 20;
    let site = Site::new().await;
    let sites = [site.twin().await, site].map(Arc::new);
    // Two tabs on each of two servers.
    let tabs = sites.iter().chain(&sites).cloned().map(|site| {
        tokio::spawn(async move {
            let mut visitor = Visitor::default();
            for _ in 0..GAMES {
                let mut game = visitor.begin(&site, "congress", None).await;
                for _ in 0..20 {
                    game = visitor.play(&site, &game).await.expect(StatusCode::OK);
                }
            }
        })
    });
    for tab in tabs.collect::<Vec<_>>() {
        tab.await.expect("no refusal");
    }
}

#[tokio::test]
async fn a_deleted_game_keeps_nobody_waiting() {
    let site = Site::with(Arc::new(Dead), SearchTimeouts::default(), plenty()).await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "congress", Some(1)).await;
    let game = visitor.play(&site, &game).await.expect(StatusCode::OK);
    let waiting = async {
        let address = path(&game, &format!("/wait?revision={}", game["revision"]));
        visitor.clone().get(&site, &address).await
    };
    let deleting = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        visitor.clone().ask(&site, Method::DELETE, &path(&game, ""), None).await
    };
    let begun = Instant::now();
    let (heard, deleted) = tokio::join!(waiting, deleting);
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    heard.refused(StatusCode::NOT_FOUND, "not-found");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let refused = visitor.play(&site, &game).await;
    refused.refused(StatusCode::NOT_FOUND, "not-found");
}

#[tokio::test]
async fn two_computers_play_on_for_nobody() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let computer = json!({ "player": "computer", "level": 1 });
    let body = json!({ "kind": "congress", "white": computer, "black": computer });
    let game = visitor.post(&site, "/api/games", &body).await.expect(StatusCode::CREATED);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let now = visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
    assert!(now["moves"].as_array().map_or(0, Vec::len) <= 1, "{now}");
    // As long as somebody looks they go on.
    let mut seen = now;
    for _ in 0..6 {
        let next = visitor.wait(&site, &seen).await;
        assert!(next["revision"].as_i64() > seen["revision"].as_i64(), "{next}");
        seen = next;
    }
}

#[tokio::test]
async fn a_match_goes_on_when_its_next_game_was_deleted() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "congress", None).await;
    let resign = json!({ "do": "resign", "side": "white" });
    let game = visitor.act(&site, &game, &resign).await.expect(StatusCode::OK);
    let (next, body) = (path(&game, "/next"), json!({ "board": "same" }));
    let second = visitor.post(&site, &next, &body).await.expect(StatusCode::CREATED);
    visitor.ask(&site, Method::DELETE, &path(&second, ""), None).await;
    let seen = visitor.get(&site, &path(&game, "")).await.json();
    assert_eq!((&seen["match"]["next"], &seen["can"]["next"]), (&Value::Null, &json!(true)));
    let third = visitor.post(&site, &next, &body).await.expect(StatusCode::CREATED);
    assert_ne!(third["id"], second["id"]);
    assert_eq!(third["match"]["previous"], game["id"]);
    assert_eq!((&third["match"]["number"], &third["match"]["black"]), (&json!(3), &json!(1)));
    let again = visitor.post(&site, &next, &body).await.expect(StatusCode::CREATED);
    assert_eq!(again["id"], third["id"]);
}

#[tokio::test]
async fn a_result_counts_in_its_match_when_the_game_is_deleted() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let human = json!({ "player": "human" });
    let body = json!({
        "kind": "cornered", "board": "2a0", "white": human, "black": human, "target": 15,
    });
    let mut game = visitor.post(&site, "/api/games", &body).await.expect(StatusCode::CREATED);
    for square in ["d1", "b2", "a1"] {
        let deed = json!({ "do": "move", "path": [square] });
        game = visitor.act(&site, &game, &deed).await.expect(StatusCode::OK);
    }
    let next = visitor.post(&site, &path(&game, "/next"), &json!({})).await;
    let next = next.expect(StatusCode::CREATED);
    let deleted = visitor.ask(&site, Method::DELETE, &path(&game, ""), None).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    let next = visitor.get(&site, &path(&next, "")).await.expect(StatusCode::OK);
    assert_eq!((&next["match"]["white"], &next["match"]["previous"]), (&json!(3), &Value::Null));
}
