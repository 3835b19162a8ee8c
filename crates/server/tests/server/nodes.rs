//! Two servers on one database of PostgreSQL: what is done at one is seen at the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use katarenga_engine::Level;
use katarenga_engine::search::Stop;
use katarenga_rules::{Game, Move};
use katarenga_server::computer::MoveFinder;
use katarenga_test_database::Postgres;
use serde_json::{Value, json};

use crate::pair::{Pair, invite, join, offer};
use crate::running::Running;
use crate::site::{Place, Site, Visitor, path, turn_back};

/// Within this time a server knows that another is gone.
const GONE: Duration = Duration::from_secs(10);

/// Two servers on a database.
async fn two() -> [Running; 2] {
    let place = Place::postgres();
    [Running::of(Site::anew(place.clone()).await).await, Running::of(Site::anew(place).await).await]
}

/// White plays at the first server, Black at the second.
async fn apart([one, two]: &[Running; 2], more: &Value) -> Pair {
    let (mut white, mut black) = (Visitor::default(), Visitor::default());
    let invitation = invite(&one.site, &mut white, more).await;
    let joined = black.post(&two.site, &join(&invitation), &json!({})).await;
    let id = joined.expect(StatusCode::OK)["game"].as_str().expect("a game").to_owned();
    let game = white.get(&one.site, &format!("/api/games/{id}")).await.expect(StatusCode::OK);
    Pair { white, black, game }
}

/// Asks again until an answer is as it must be.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < GONE, "{what}: not after {GONE:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn moves_proposals_and_the_next_game_are_seen_at_the_other_server() {
    let nodes = two().await;
    let [one, two] = &nodes;
    let mut pair = apart(&nodes, &json!({ "target": 9 })).await;
    let mut white = one.connect(&pair.white, &pair.game).await;
    let mut black = two.connect(&pair.black, &pair.game).await;
    let mut revision = 0;
    for turn in 0..6 {
        let (visitor, site) =
            if turn % 2 == 0 { (&mut pair.white, &one.site) } else { (&mut pair.black, &two.site) };
        pair.game = visitor.play(site, &pair.game).await.expect(StatusCode::OK);
        revision += 1;
        for live in [&mut white, &mut black] {
            assert_eq!(live.game_at(revision).await["moves"], pair.game["moves"]);
        }
    }
    for (deed, answer) in [("takeback", "accept"), ("takeback", "decline"), ("draw", "accept")] {
        let proposed = pair.white.act(&one.site, &pair.game, &offer(deed)).await;
        let proposed = proposed.expect(StatusCode::OK);
        let seen = black.game_at(revision + 1).await;
        assert_eq!(seen["offer"], json!({ "side": "white", "what": deed }));
        assert_eq!(seen["can"]["answer"], true);
        pair.game = pair
            .black
            .act(&two.site, &proposed, &json!({ "do": answer }))
            .await
            .expect(StatusCode::OK);
        revision += 2;
        let seen = white.game_at(revision).await;
        assert_eq!((&seen["offer"], &seen["moves"]), (&Value::Null, &pair.game["moves"]));
    }
    assert_eq!(pair.game["outcome"]["reason"], "agreement");
    let proposed = pair.black.act(&two.site, &pair.game, &offer("rematch-same")).await;
    assert_eq!(white.game_at(revision + 1).await["offer"]["what"], "rematch-same");
    let proposed = proposed.expect(StatusCode::OK);
    let agreed = pair.white.act(&one.site, &proposed, &json!({ "do": "accept" })).await;
    let next = agreed.expect(StatusCode::OK)["match"]["next"].clone();
    let mut seen = black.game_at(revision + 2).await;
    while seen["match"]["next"].is_null() {
        seen = black.game().await;
    }
    assert_eq!(seen["match"]["next"], next);
    let address = format!("/api/games/{}", next.as_str().expect("a game"));
    let begun = pair.black.get(&two.site, &address).await.expect(StatusCode::OK);
    assert_eq!((&begun["first"], &begun["match"]["number"]), (&json!("black"), &json!(2)));
}

/// Of commands that are sent to both servers at once, one is carried out.
#[tokio::test]
async fn a_command_that_is_sent_to_both_servers_is_carried_out_once() {
    let nodes = two().await;
    let [one, two] = &nodes;
    let mut pair = apart(&nodes, &json!({})).await;
    for revision in 1..=10 {
        let visitor =
            if pair.game["position"]["turn"] == "white" { &pair.white } else { &pair.black };
        let command = json!({
            "do": "move", "path": pair.game["position"]["paths"][0],
            "revision": pair.game["revision"], "request": format!("move {revision}"),
        });
        let commands = path(&pair.game, "/commands");
        let (mut here, mut there) = (visitor.clone(), visitor.clone());
        let (here, there) = tokio::join!(
            here.post(&one.site, &commands, &command),
            there.post(&two.site, &commands, &command)
        );
        let (here, there) = (here.expect(StatusCode::OK), there.expect(StatusCode::OK));
        assert_eq!((&here["revision"], &there["revision"]), (&json!(revision), &json!(revision)));
        assert_eq!(here["moves"], there["moves"]);
        pair.game = here;
    }
    // Two different ones: one is refused.
    let visitor = if pair.game["position"]["turn"] == "white" { &pair.white } else { &pair.black };
    let commands = path(&pair.game, "/commands");
    let command = |place: usize| {
        json!({
            "do": "move", "path": pair.game["position"]["paths"][place],
            "revision": pair.game["revision"], "request": format!("place {place}"),
        })
    };
    let (mut here, mut there) = (visitor.clone(), visitor.clone());
    let (first, second) = (command(0), command(1));
    let (here, there) = tokio::join!(
        here.post(&one.site, &commands, &first),
        there.post(&two.site, &commands, &second)
    );
    let statuses = [here.status, there.status];
    assert!(statuses.contains(&StatusCode::OK), "{statuses:?}");
    assert!(statuses.contains(&StatusCode::CONFLICT), "{statuses:?}");
}

#[tokio::test]
async fn messages_are_seen_at_the_other_server() {
    let nodes = two().await;
    let [one, two] = &nodes;
    let mut pair = apart(&nodes, &json!({ "chat": true })).await;
    let mut black = two.connect(&pair.black, &pair.game).await;
    let messages = path(&pair.game, "/messages");
    for text in ["Hello", "Good luck"] {
        let say = json!({ "request": text, "text": text });
        pair.white.post(&one.site, &messages, &say).await.expect(StatusCode::OK);
        assert_eq!(black.next("messages").await.expect("messages")["messages"][0]["text"], text);
    }
    let seen = pair.black.get(&two.site, &messages).await.expect(StatusCode::OK);
    assert_eq!(seen["messages"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn an_invitation_is_waited_for_at_one_server_and_taken_at_the_other() {
    let nodes = two().await;
    let [one, two] = &nodes;
    let mut maker = Visitor::default();
    let clock = json!({ "kind": "fischer", "minutes": 3, "seconds": 2 });
    let invitation =
        invite(&one.site, &mut maker, &json!({ "public": true, "clock": clock })).await;
    let address = format!("/api/invitations/{}", invitation["id"].as_str().expect("an id"));
    let mut waiting = maker.clone();
    let wait = format!("{address}/wait?state=open");
    let waited = waiting.get(&one.site, &wait);
    let taken = async {
        let mut guest = Visitor::default();
        until("its maker is known to wait", async || {
            guest.get(&two.site, &address).await.json()["here"] == true
        })
        .await;
        let lobby = guest.get(&two.site, "/api/lobby").await.expect(StatusCode::OK);
        assert_eq!(lobby["invitations"][0]["id"], invitation["id"]);
        assert_eq!(lobby["invitations"][0]["here"], true);
        guest.post(&two.site, &join(&invitation), &json!({})).await.expect(StatusCode::OK);
        Instant::now()
    };
    let (waited, taken) = tokio::join!(waited, taken);
    assert_eq!(waited.expect(StatusCode::OK)["state"], "taken");
    assert!(taken.elapsed() < Duration::from_secs(5), "its maker hears of it at once");
}

/// What `SQLite`'s one writer keeps in order.
#[tokio::test]
async fn limits_hold_over_both_servers() {
    let nodes = two().await;
    let mut maker = Visitor::default();
    invite(&nodes[0].site, &mut maker, &json!({})).await;
    let body = json!({ "kind": "congress" });
    let made = (0..24).map(|number| {
        let (mut maker, site, body) = (maker.clone(), &nodes[number % 2].site, &body);
        async move { maker.post(site, "/api/invitations", body).await.status }
    });
    let made = futures_util::future::join_all(made).await;
    let created = made.iter().filter(|status| **status == StatusCode::CREATED).count();
    assert_eq!(created, 9, "{made:?}");
    let all = maker.get(&nodes[1].site, "/api/invitations").await.expect(StatusCode::OK);
    let all = all["invitations"].as_array().expect("a list").clone();
    // Of many who take it at once, one does.
    let taken = (0..12).map(|number| {
        let (site, address) = (&nodes[number % 2].site, join(&all[0]));
        async move { Visitor::default().post(site, &address, &json!({})).await.status }
    });
    let taken = futures_util::future::join_all(taken).await;
    let joined = taken.iter().filter(|status| **status == StatusCode::OK).count();
    assert_eq!(joined, 1, "{taken:?}");
}

#[tokio::test]
async fn presence_is_that_of_both_servers() {
    let nodes = two().await;
    let [one, two] = &nodes;
    let pair = apart(&nodes, &json!({})).await;
    let mut white = one.connect(&pair.white, &pair.game).await;
    let black = two.connect(&pair.black, &pair.game).await;
    let _watcher = two.connect(&Visitor::default(), &pair.game).await;
    let both = json!({ "type": "presence", "white": true, "black": true, "watchers": 1 });
    while white.next("presence").await.expect("presence") != both {}
    // One who comes later sees all of them, too.
    let mut late = one.connect(&Visitor::default(), &pair.game).await;
    let all = json!({ "type": "presence", "white": true, "black": true, "watchers": 2 });
    while late.next("presence").await.expect("presence") != all {}
    drop(black);
    let left = Instant::now();
    while white.next("presence").await.expect("presence")["black"] == true {}
    assert!(left.elapsed() < Duration::from_secs(12), "{:?}", left.elapsed());
}

#[tokio::test]
async fn a_server_that_is_gone_has_nobody_connected() {
    let [one, two] = two().await;
    let nodes = [one, two];
    let pair = apart(&nodes, &json!({})).await;
    let [one, two] = nodes;
    let mut white = one.connect(&pair.white, &pair.game).await;
    let black = two.connect(&pair.black, &pair.game).await;
    while white.next("presence").await.expect("presence")["black"] != true {}
    // It is heard of no more, as if its machine had lost its power.
    two.served.abort();
    let gone = Instant::now();
    while white.next("presence").await.expect("presence")["black"] == true {}
    assert!(gone.elapsed() < GONE, "{:?}", gone.elapsed());
    drop(black);
}

#[tokio::test]
async fn one_server_looks_at_the_clocks_and_another_takes_over() {
    let place = Place::postgres();
    let clock = json!({ "clock": { "kind": "fischer", "minutes": 3, "seconds": 2 } });
    let site = Site::anew(place.clone()).await;
    let first = Pair::new(&site, &clock).await;
    turn_back(&place, 62_000).await;
    drop(site);
    let one = Running::of(Site::anew(place.clone()).await).await;
    let two = Running::of(Site::anew(place.clone()).await).await;
    let is_aborted = async |node: &Running, game: &Value| {
        let game = Visitor::default().get(&node.site, &path(game, "")).await.json();
        game["outcome"]["reason"] == "aborted"
    };
    until("the first game is aborted", async || is_aborted(&two, &first.game).await).await;
    assert_eq!(place.run("SELECT count(*) FROM event").await, Some(1));
    let locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted \
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    assert_eq!(place.run(locks).await, Some(1), "one holds the lock");
    // Whichever it is, the other goes on: both end in turn.
    let second = Pair::new(&one.site, &clock).await;
    one.served.abort();
    drop(one.end);
    turn_back(&place, 62_000).await;
    let begun = Instant::now();
    let ended = "SELECT count(*) FROM game WHERE reason = 'aborted'";
    until("the second game is aborted", async || place.run(ended).await == Some(2)).await;
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    until("it is seen", async || is_aborted(&two, &second.game).await).await;
}

/// Counts its searches, which take a while.
#[derive(Default)]
struct Counting(AtomicUsize);

impl MoveFinder for Counting {
    fn find_move(&self, game: &Game, _: Level, _: u64, _: &Stop) -> Option<Move> {
        self.0.fetch_add(1, Relaxed);
        std::thread::sleep(Duration::from_millis(200));
        game.legal_moves().first().copied()
    }
}

#[tokio::test]
async fn a_move_of_the_computer_is_searched_by_one_server() {
    let place = Place::postgres();
    let counting = Arc::new(Counting::default());
    let one = Site::with_computer(place.clone(), counting.clone()).await;
    let two = Site::with_computer(place, counting.clone()).await;
    let (one, two) = (Running::of(one).await, Running::of(two).await);
    let mut visitor = Visitor::default();
    let mut game = visitor.begin(&one.site, "congress", Some(1)).await;
    let mut here = one.connect(&visitor, &game).await;
    let mut there = two.connect(&Visitor::default(), &game).await;
    for turn in 1..=4 {
        visitor.play(&one.site, &game).await.expect(StatusCode::OK);
        let seen = there.game_at(2 * turn).await;
        game = here.game_at(2 * turn).await;
        assert_eq!(game["moves"], seen["moves"]);
    }
    assert_eq!(counting.0.load(Relaxed), 4);
}

/// It loses its connections, and everything goes on by itself.
#[tokio::test]
async fn a_database_that_is_restarted_loses_nothing() {
    // One of its own: others would notice.
    let postgres = Postgres::start().expect("PostgreSQL");
    let database = postgres.create_database();
    let place = Arc::new(Place::Postgres(database));
    let one = Running::of(Site::anew(place.clone()).await).await;
    let two = Running::of(Site::anew(place.clone()).await).await;
    let nodes = [one, two];
    let mut pair = apart(&nodes, &json!({})).await;
    let [one, two] = &nodes;
    let mut black = two.connect(&pair.black, &pair.game).await;
    pair.game = pair.white.play(&one.site, &pair.game).await.expect(StatusCode::OK);
    black.game_at(1).await;
    postgres.stop_immediately();
    let refused = pair.black.play(&two.site, &pair.game).await;
    let body = refused.refused(StatusCode::SERVICE_UNAVAILABLE, "storage-away");
    assert!(body["details"]["seconds"].is_u64(), "{body}");
    let health = Visitor::default().get(&one.site, "/healthz").await;
    assert_eq!(health.status, StatusCode::SERVICE_UNAVAILABLE, "{}", health.text());
    postgres.start_again();
    let begun = Instant::now();
    let mut answer = pair.black.play(&two.site, &pair.game).await;
    while answer.status == StatusCode::SERVICE_UNAVAILABLE {
        assert!(begun.elapsed() < GONE, "it stays away");
        tokio::time::sleep(Duration::from_millis(100)).await;
        answer = pair.black.play(&two.site, &pair.game).await;
    }
    pair.game = answer.expect(StatusCode::OK);
    until("the other server knows", async || {
        let seen = pair.white.get(&one.site, &path(&pair.game, "")).await;
        seen.status == StatusCode::OK && seen.json()["moves"] == pair.game["moves"]
    })
    .await;
    until("all is well", async || {
        Visitor::default().get(&one.site, "/healthz").await.status == StatusCode::OK
    })
    .await;
}
