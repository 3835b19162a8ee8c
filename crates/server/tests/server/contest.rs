//! Games between two, whose rules are to be fair: proposals, clocks, games that never begin.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::pair::{Pair, invite, join, offer};
use crate::site::{Site, Visitor, path, turn_back};

fn fischer(minutes: u32, seconds: u32) -> Value {
    json!({ "clock": { "kind": "fischer", "minutes": minutes, "seconds": seconds } })
}

fn accept() -> Value {
    json!({ "do": "accept" })
}

fn decline() -> Value {
    json!({ "do": "decline" })
}

fn abort() -> Value {
    json!({ "do": "abort" })
}

#[tokio::test]
async fn f13_a_proposal_can_be_made_again_when_a_move_was_played_since() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    pair.play(&site, 1).await;
    for what in ["takeback", "draw"] {
        pair.white_does(&site, &offer(what)).await;
        if what == "draw" {
            pair.black_does(&site, &decline()).await;
            pair.white_does(&site, &offer("takeback")).await;
        }
        pair.black_does(&site, &accept()).await;
        pair.play(&site, 1).await;
        assert_eq!(pair.game["position"]["ply"], 1);
        let seen = pair.white.get(&site, &path(&pair.game, "")).await.json();
        assert_eq!(seen["can"]["offer"], json!(["draw", "takeback"]), "{what}");
    }
    pair.white_does(&site, &offer("draw")).await;
    pair.black_does(&site, &decline()).await;
    let again = pair.white.act(&site, &pair.game, &offer("draw")).await;
    again.refused(StatusCode::CONFLICT, "proposed-before");
    // It comes back with the game.
    let site = site.again().await;
    let again = pair.white.act(&site, &pair.game, &offer("draw")).await;
    again.refused(StatusCode::CONFLICT, "proposed-before");
}

#[tokio::test]
async fn f14_a_takeback_gives_no_time() {
    let mut site = Site::new().await;
    let mut pair = Pair::new(&site, &fischer(1, 180)).await;
    pair.play(&site, 3).await;
    let left = |game: &Value| game["clock"]["left"]["white"].as_i64().expect("a number");
    assert!(left(&pair.game) > 200_000, "the move added three minutes");
    pair.white_does(&site, &offer("takeback")).await;
    pair.black_does(&site, &accept()).await;
    assert_eq!(pair.game["clock"]["running"], "white");
    assert!((1..=60_000).contains(&left(&pair.game)), "{}", pair.game["clock"]);
    // To the start, and the clock runs on: it did before.
    pair.white_does(&site, &offer("takeback")).await;
    pair.black_does(&site, &accept()).await;
    assert_eq!(pair.game["position"]["ply"], 0);
    assert_eq!(
        (&pair.game["clock"]["running"], &pair.game["clock"]["begin"]),
        (&json!("white"), &Value::Null)
    );
    site = site.again().await;
    let game = pair.black.get(&site, &path(&pair.game, "")).await.expect(StatusCode::OK);
    assert_eq!(game["clock"]["running"], "white");
    assert!((1..=60_000).contains(&left(&game)), "{}", game["clock"]);
}

#[tokio::test]
async fn f15_either_can_abort_a_game_that_has_not_begun() {
    let site = Site::new().await;
    let more = json!({ "public": true, "target": 15, "clock": fischer(3, 2)["clock"] });
    let mut pair = Pair::new(&site, &more).await;
    assert_eq!(pair.game["can"]["abort"], true);
    let begin = pair.game["clock"]["begin"].as_i64().expect("the page shows it");
    assert!((1..=60_000).contains(&begin), "{begin}");
    let seen = Visitor::default().get(&site, &path(&pair.game, "")).await.json();
    assert_eq!(seen["can"]["abort"], false, "who watches can't");
    pair.play(&site, 1).await;
    pair.black_does(&site, &abort()).await;
    let outcome = json!({ "winner": null, "points": 0, "reason": "aborted" });
    assert_eq!(pair.game["outcome"], outcome);
    // At the same moment the other did the same: it is over, and nothing else was done.
    let late = pair.white.act(&site, &pair.game, &abort()).await;
    late.refused(StatusCode::CONFLICT, "over");
    let list = pair.white.get(&site, "/api/games?list=ended").await.expect(StatusCode::OK);
    assert_eq!(list["games"][0]["outcome"], outcome);
    let lobby = pair.white.get(&site, "/api/lobby").await.expect(StatusCode::OK);
    assert_eq!((&lobby["games"], &lobby["invitations"]), (&json!([]), &json!([])));
    let record = pair.white.get(&site, &path(&pair.game, "/record")).await.text();
    assert!(record.contains("[Termination \"aborted\"]\n[Result \"ongoing\"]"), "{record}");
    assert!(record.trim_end().ends_with('*'), "{record}");
    // The match goes on without it: nobody has points, and the same side is first.
    pair.white_does(&site, &offer("rematch-same")).await;
    pair.black_does(&site, &accept()).await;
    let next = format!("/api/games/{}", pair.game["match"]["next"].as_str().expect("a game"));
    let next = pair.white.get(&site, &next).await.expect(StatusCode::OK);
    assert_eq!(next["first"], pair.game["first"]);
    assert_eq!((&next["match"]["white"], &next["match"]["black"]), (&json!(0), &json!(0)));
    // What was never played needs not be kept.
    let address = path(&pair.game, "");
    let mut stranger = Visitor::default();
    let refused = stranger.ask(&site, Method::DELETE, &address, None).await;
    refused.refused(StatusCode::FORBIDDEN, "not-yours");
    let deleted = pair.black.ask(&site, Method::DELETE, &address, None).await;
    deleted.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn f15_a_game_that_has_begun_is_not_aborted() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    pair.play(&site, 2).await;
    let seen = pair.white.get(&site, &path(&pair.game, "")).await.json();
    assert_eq!((&seen["can"]["abort"], &seen["can"]["delete"]), (&json!(false), &json!(false)));
    for visitor in [&mut pair.white, &mut pair.black] {
        let refused = visitor.act(&site, &pair.game, &abort()).await;
        refused.refused(StatusCode::CONFLICT, "has-begun");
        let refused = visitor.ask(&site, Method::DELETE, &path(&pair.game, ""), None).await;
        refused.refused(StatusCode::CONFLICT, "needs-consent");
    }
    let mut alone = Visitor::default();
    let game = alone.begin(&site, "congress", None).await;
    assert_eq!(game["can"]["abort"], false);
    alone.act(&site, &game, &abort()).await.refused(StatusCode::CONFLICT, "nobody-to-ask");
}

/// Nobody is charged for a game to which the other did not come.
#[tokio::test]
async fn f15_a_player_who_comes_too_late_for_the_first_move_finds_the_game_aborted() {
    for (more, late) in [
        (fischer(3, 2), 61_000),
        (json!({ "clock": { "kind": "days", "days": 1 } }), 24 * 60 * 60 * 1000 + 1000),
    ] {
        for plies in 0..2 {
            let site = Site::new().await;
            let mut pair = Pair::new(&site, &more).await;
            pair.play(&site, plies).await;
            let place = site.place();
            drop(site);
            turn_back(&place, late).await;
            let site = Site::anew(place).await;
            let visitor = if plies == 0 { &mut pair.white } else { &mut pair.black };
            let game = visitor.get(&site, &path(&pair.game, "")).await.json();
            assert_eq!(game["clock"]["begin"], 0);
            visitor.play(&site, &game).await.refused(StatusCode::CONFLICT, "over");
            let game = visitor.get(&site, &path(&pair.game, "")).await.json();
            assert_eq!(game["outcome"]["reason"], "aborted");
            assert_eq!(game["outcome"]["winner"], Value::Null);
        }
    }
}

#[tokio::test]
async fn f15_an_invitation_with_minutes_leaves_the_lobby_with_its_maker() {
    let site = Site::new().await;
    let mut maker = Visitor::default();
    let quick = json!({ "public": true, "clock": fischer(3, 2)["clock"] });
    let quick = invite(&site, &mut maker, &quick).await;
    let days = json!({ "public": true, "clock": { "kind": "days", "days": 2 } });
    let days = invite(&site, &mut maker, &days).await;
    let listed = async |site: &Site| -> Vec<Value> {
        let lobby = Visitor::default().get(site, "/api/lobby").await.expect(StatusCode::OK);
        let invitations = lobby["invitations"].as_array().expect("a list");
        invitations.iter().map(|invitation| invitation["id"].clone()).collect()
    };
    assert_eq!(listed(&site).await.len(), 2, "their maker has just made them");
    // Nobody waits for them any more.
    let place = site.place();
    drop(site);
    turn_back(&place, 10_000).await;
    let site = Site::anew(place).await;
    assert_eq!(listed(&site).await, [days["id"].clone()]);
    let address = format!("/api/invitations/{}", quick["id"].as_str().expect("an id"));
    let seen = Visitor::default().get(&site, &address).await.expect(StatusCode::OK);
    assert_eq!(
        (&seen["state"], &seen["here"]),
        (&json!("open"), &json!(false)),
        "its link is good"
    );
    // Its maker comes back.
    let (wait, mut waiting) = (format!("{address}/wait?state=open"), maker.clone());
    let mut guest = Visitor::default();
    let ((), news) = tokio::join!(
        async {
            while listed(&site).await.len() < 2 {
                tokio::task::yield_now().await;
            }
            guest.post(&site, &join(&quick), &json!({})).await.expect(StatusCode::OK);
        },
        waiting.get(&site, &wait)
    );
    assert_eq!(news.json()["state"], "taken");
}

#[tokio::test]
async fn f17_both_propose_a_rematch_at_once() {
    for what in ["rematch-same", "rematch-random"] {
        let site = Site::new().await;
        let mut pair = Pair::new(&site, &json!({})).await;
        pair.white_does(&site, &json!({ "do": "resign", "side": "white" })).await;
        let over = pair.game.clone();
        let rematch = offer(what);
        let (one, two) = tokio::join!(
            pair.white.act(&site, &over, &rematch),
            pair.black.act(&site, &over, &rematch)
        );
        let games = [one.expect(StatusCode::OK), two.expect(StatusCode::OK)];
        let agreed = games.iter().filter(|game| game["match"]["next"].is_string()).count();
        assert_eq!(agreed, 1, "the second of them agrees");
        let game = pair.white.get(&site, &path(&over, "")).await.json();
        assert_eq!(game["offer"], Value::Null);
        let next = format!("/api/games/{}", game["match"]["next"].as_str().expect("a game"));
        pair.black.get(&site, &next).await.expect(StatusCode::OK);
        assert_eq!(game["match"]["number"], 1);
    }
}

#[tokio::test]
async fn f17_different_proposals_are_no_agreement() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    pair.play(&site, 3).await;
    let before = pair.game.clone();
    pair.white_does(&site, &offer("draw")).await;
    let crossed = pair.black.act(&site, &before, &offer("takeback")).await;
    crossed.refused(StatusCode::CONFLICT, "stale");
    let seen = pair.black.act(&site, &pair.game, &offer("takeback")).await;
    seen.refused(StatusCode::CONFLICT, "answer-first");
    pair.white_does(&site, &json!({ "do": "resign", "side": "white" })).await;
    let over = pair.game.clone();
    pair.white_does(&site, &offer("rematch-same")).await;
    let crossed = pair.black.act(&site, &over, &offer("rematch-random")).await;
    crossed.refused(StatusCode::CONFLICT, "answer-first");
    let game = pair.black.get(&site, &path(&over, "")).await.json();
    assert_eq!(game["offer"], json!({ "side": "white", "what": "rematch-same" }));
}

#[tokio::test]
async fn f17_draws_and_takebacks_that_cross_are_agreed_on() {
    for (what, ply) in [("draw", 3), ("takeback", 2)] {
        let site = Site::new().await;
        let mut pair = Pair::new(&site, &json!({})).await;
        pair.play(&site, 3).await;
        let before = pair.game.clone();
        pair.white_does(&site, &offer(what)).await;
        let game = pair.black.act(&site, &before, &offer(what)).await.expect(StatusCode::OK);
        assert_eq!((&game["offer"], &game["position"]["ply"]), (&Value::Null, &json!(ply)));
        assert_eq!(game["outcome"].is_object(), what == "draw");
        // After a move the same is no answer to it, but news.
        let site = site.again().await;
        let again = pair.white.get(&site, &path(&game, "")).await.json();
        assert_eq!(again["moves"], game["moves"]);
        assert_eq!(again["outcome"], game["outcome"]);
    }
}

#[tokio::test]
async fn f17_an_answer_that_crossed_a_withdrawal_hears_of_it() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    pair.play(&site, 3).await;
    for answer in [accept(), decline()] {
        pair.white_does(&site, &offer("draw")).await;
        let offered = pair.game.clone();
        pair.white_does(&site, &decline()).await;
        let late = pair.black.act(&site, &offered, &answer).await;
        late.refused(StatusCode::CONFLICT, "nothing-proposed");
        pair.play(&site, 2).await;
    }
    // What lies there now is another proposal: it isn't accepted unseen.
    pair.white_does(&site, &offer("draw")).await;
    let offered = pair.game.clone();
    pair.white_does(&site, &decline()).await;
    pair.white_does(&site, &offer("takeback")).await;
    pair.black.act(&site, &offered, &accept()).await.refused(StatusCode::CONFLICT, "stale");
}
