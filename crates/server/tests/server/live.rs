//! The messages on a `WebSocket`, of a server on a real port.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use futures_util::SinkExt as _;
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::pair::Pair;
use crate::running::{MESSAGE_TIMEOUT, Running};
use crate::site::{Site, Visitor, path};

#[tokio::test]
async fn the_next_game_is_broadcast_with_the_agreement_on_it() {
    let running = Running::new().await;
    let site = &running.site;
    for _ in 0..20 {
        let mut pair = Pair::new(site, &json!({})).await;
        let mut white = running.connect(&pair.white, &pair.game).await;
        let resign = json!({ "do": "resign", "side": "black" });
        pair.game = pair.black.act(site, &pair.game, &resign).await.expect(StatusCode::OK);
        let offer = json!({ "do": "offer", "what": "rematch-same" });
        pair.game = pair.white.act(site, &pair.game, &offer).await.expect(StatusCode::OK);
        let accept = json!({ "do": "accept" });
        pair.game = pair.black.act(site, &pair.game, &accept).await.expect(StatusCode::OK);
        let seen = white.game_at(3).await;
        assert!(seen["match"]["next"].is_string(), "{seen}");
        assert_eq!(seen["match"]["next"], pair.game["match"]["next"]);
    }
}

#[tokio::test]
async fn both_players_and_a_watcher_hear_of_every_move() {
    let running = Running::new().await;
    let mut pair = Pair::new(&running.site, &json!({})).await;
    let mut white = running.connect(&pair.white, &pair.game).await;
    let mut black = running.connect(&pair.black, &pair.game).await;
    let mut watcher = running.connect(&Visitor::default(), &pair.game).await;
    assert_eq!(white.game().await["you"], json!(["white"]));
    assert_eq!(black.game().await["you"], json!(["black"]));
    let seen = watcher.game().await;
    assert_eq!((&seen["you"], &seen["can"]["move"]), (&json!([]), &json!(false)));
    for revision in 1..=6 {
        pair.play(&running.site, 1).await;
        for live in [&mut white, &mut black, &mut watcher] {
            let game = live.game_at(revision).await;
            assert_eq!(game["moves"], pair.game["moves"]);
            assert_eq!(game["position"], pair.game["position"]);
        }
    }
}

#[tokio::test]
async fn presence_is_broadcast_and_absence_a_little_later() {
    let running = Running::new().await;
    let pair = Pair::new(&running.site, &json!({})).await;
    let _white = running.connect(&pair.white, &pair.game).await;
    let black = running.connect(&pair.black, &pair.game).await;
    let mut watcher = running.connect(&Visitor::default(), &pair.game).await;
    let both = json!({ "type": "presence", "white": true, "black": true, "watchers": 1 });
    while watcher.next("presence").await.expect("presence") != both {}
    let left = Instant::now();
    drop(black);
    let alone = json!({ "type": "presence", "white": true, "black": false, "watchers": 1 });
    while watcher.next("presence").await.expect("presence") != alone {}
    assert!(
        left.elapsed() > Duration::from_secs(5),
        "a player who reconnects at once was never gone"
    );
}

#[tokio::test]
async fn joining_or_reloading_exactly_when_a_move_lands_misses_it() {
    let running = Running::new().await;
    let mut pair = Pair::new(&running.site, &json!({})).await;
    for round in 0..1000 {
        if !pair.game["outcome"].is_null() {
            pair = Pair::new(&running.site, &json!({})).await;
        }
        let revision = pair.game["revision"].as_i64().expect("a number") + 1;
        let (watcher, game) = (Visitor::default(), pair.game.clone());
        let (mut live, ()) =
            tokio::join!(running.connect(&watcher, &game), pair.play(&running.site, 1));
        let seen = live.game_at(revision).await;
        assert_eq!(seen["moves"], pair.game["moves"], "round {round}");
    }
}

#[tokio::test]
async fn a_client_that_sends_or_has_another_origin_is_disconnected() {
    let running = Running::new().await;
    let mut pair = Pair::new(&running.site, &json!({})).await;
    for said in ["{\"do\":\"resign\",\"side\":\"white\"}", &"x".repeat(8 * 1024 + 1)] {
        let mut live = running.connect(&pair.white, &pair.game).await;
        live.game().await;
        // It may be let go before it has said everything.
        let _ = live.0.send(Message::text(said)).await;
        while live.next("beat").await.is_some() {}
    }
    let foreign = [("origin", "https://evil.example")];
    let refused = running.try_connect(&pair.white, &pair.game, &foreign).await;
    let Err(Error::Http(answer)) = refused.map(|_| ()) else { panic!("no refusal") };
    assert_eq!(answer.status(), StatusCode::FORBIDDEN);
    let own = format!("http://{}", running.address);
    running.try_connect(&pair.white, &pair.game, &[("origin", &own)]).await.expect("our own page");
    let missing = running.try_connect(&pair.white, &json!({ "id": "nothing" }), &[]).await;
    let Err(Error::Http(answer)) = missing.map(|_| ()) else { panic!("no refusal") };
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    let game = pair.white.get(&running.site, &path(&pair.game, "")).await.json();
    assert_eq!(game["revision"], 0);
}

/// Another address each time is no way around the limit of a visitor.
#[tokio::test]
async fn a_visitor_has_a_number_of_connections_over_all_addresses() {
    let site = Site::set(|settings| {
        settings.proxies = vec!["127.0.0.1".parse().expect("a network")];
        settings.rate_limits.connections = 2;
    })
    .await;
    let running = Running::of(site).await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&running.site, "congress", None).await;
    let mut connections = Vec::new();
    for address in ["198.51.100.1", "198.51.100.2"] {
        let headers = [("x-forwarded-for", address)];
        let connected = running.try_connect(&visitor, &game, &headers).await;
        connections.push(connected.expect("a connection"));
    }
    let third = [("x-forwarded-for", "198.51.100.3")];
    let Err(Error::Http(refused)) = running.try_connect(&visitor, &game, &third).await else {
        panic!("a third connection");
    };
    assert_eq!(refused.status(), 429);
    let other = running.try_connect(&Visitor::default(), &game, &third).await;
    assert!(other.is_ok(), "another visitor has their own");
}

#[tokio::test]
async fn messages_are_for_the_players_alone() {
    let running = Running::new().await;
    let mut pair = Pair::new(&running.site, &json!({ "chat": true })).await;
    let address = path(&pair.game, "/messages");
    let say = |request: &str| json!({ "request": request, "text": request });
    pair.white.post(&running.site, &address, &say("one")).await.expect(StatusCode::OK);
    let mut black = running.connect(&pair.black, &pair.game).await;
    let mut watcher = running.connect(&Visitor::default(), &pair.game).await;
    let told = black.next("messages").await.expect("messages");
    assert_eq!(told["messages"][0]["text"], "one");
    pair.white.post(&running.site, &address, &say("two")).await.expect(StatusCode::OK);
    let told = black.next("messages").await.expect("messages");
    assert_eq!(told["messages"].as_array().map(Vec::len), Some(1));
    assert_eq!(told["messages"][0]["number"], 2);
    // The end of the connection comes without one.
    running.end.send(()).expect("it runs");
    assert!(watcher.next("messages").await.is_none());
}

#[tokio::test]
async fn a_server_that_ends_says_that_it_will_be_back() {
    let running = Running::new().await;
    let pair = Pair::new(&running.site, &json!({})).await;
    let mut live = running.connect(&pair.white, &pair.game).await;
    live.game().await;
    running.end.send(()).expect("it runs");
    assert!(live.next("bye").await.is_some());
    timeout(MESSAGE_TIMEOUT, running.served).await.expect("in time").expect("it ended well");
}

#[tokio::test]
async fn a_game_that_was_deleted_is_gone() {
    let running = Running::new().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&running.site, "congress", None).await;
    let mut live = running.connect(&visitor, &game).await;
    live.game().await;
    let address = path(&game, "");
    let deleted = visitor.ask(&running.site, axum::http::Method::DELETE, &address, None).await;
    deleted.expect(StatusCode::NO_CONTENT);
    assert!(live.next("gone").await.is_some());
}

#[tokio::test]
async fn a_move_recorded_in_time_yet_lost_on_time() {
    let site = Site::new().await;
    let clock = json!({ "clock": { "kind": "fischer", "minutes": 1, "seconds": 0 } });
    let mut in_time = Pair::new(&site, &clock).await;
    let mut too_late = Pair::new(&site, &clock).await;
    in_time.play(&site, 3).await;
    too_late.play(&site, 2).await;
    // The server stops; in one game the move of the third ply was kept and told to nobody. A minute
    // and a half goes by: the side to move has lost.
    let place = site.place();
    drop(site);
    crate::site::turn_back(&place, 90_000).await;
    let running = Running::of(Site::anew(place).await).await;
    for (pair, loser) in [(&in_time, "black"), (&too_late, "white")] {
        let mut live = running.connect(&Visitor::default(), &pair.game).await;
        let game = loop {
            let game = live.game().await;
            if !game["outcome"].is_null() {
                break game;
            }
        };
        let winner = if loser == "white" { "black" } else { "white" };
        assert_eq!(
            (&game["outcome"]["reason"], &game["outcome"]["winner"]),
            (&json!("time"), &json!(winner))
        );
        assert_eq!(game["clock"]["left"][loser], 0);
        assert_eq!(game["moves"], pair.game["moves"], "what was kept stands");
    }
}

#[tokio::test]
async fn f15_the_flag_watcher_aborts_a_game_without_first_moves() {
    let site = Site::new().await;
    let clock = json!({ "clock": { "kind": "fischer", "minutes": 3, "seconds": 2 } });
    let mut pairs = [Pair::new(&site, &clock).await, Pair::new(&site, &clock).await];
    pairs[1].play(&site, 1).await;
    let place = site.place();
    drop(site);
    crate::site::turn_back(&place, 62_000).await;
    let running = Running::of(Site::anew(place).await).await;
    for Pair { white, game, .. } in &pairs {
        let mut live = running.connect(white, game).await;
        let game = loop {
            let game = live.game().await;
            if !game["outcome"].is_null() {
                break game;
            }
        };
        assert_eq!(game["outcome"], json!({ "winner": null, "points": 0, "reason": "aborted" }));
    }
}
