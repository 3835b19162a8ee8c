//! Games between two people: who may do what, and that nothing is lost between them.

use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::pair::{Pair, invite, join, offer};
use crate::site::{Site, Visitor, command, path};

/// Everything that can be asked for in a game.
fn deeds(game: &Value) -> Vec<Value> {
    vec![
        json!({ "do": "move", "path": game["position"]["paths"][0] }),
        json!({ "do": "undo" }),
        json!({ "do": "redo" }),
        json!({ "do": "resign", "side": "white" }),
        json!({ "do": "resign", "side": "black" }),
        offer("draw"),
        offer("takeback"),
        offer("rematch-same"),
        json!({ "do": "accept" }),
        json!({ "do": "decline" }),
    ]
}

#[tokio::test]
async fn nobody_else_does_anything() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({ "chat": true })).await;
    pair.play(&site, 3).await;
    pair.white_does(&site, &offer("draw")).await;
    let before = pair.white.get(&site, &path(&pair.game, "")).await.json();
    let mut stranger = Visitor::default();
    // One that is known here, but not at this table, and one that is not.
    stranger.begin(&site, "congress", None).await;
    for mut visitor in [stranger, Visitor::default()] {
        for deed in deeds(&pair.game) {
            let answer = visitor.act(&site, &pair.game, &deed).await;
            answer.refused(StatusCode::FORBIDDEN, "not-yours");
        }
        let said = json!({ "request": "a", "text": "hello" });
        let address = path(&pair.game, "/messages");
        visitor.post(&site, &address, &said).await.refused(StatusCode::FORBIDDEN, "not-yours");
        visitor.get(&site, &address).await.refused(StatusCode::FORBIDDEN, "not-yours");
        let deleted = visitor.ask(&site, Method::DELETE, &path(&pair.game, ""), None).await;
        deleted.refused(StatusCode::FORBIDDEN, "not-yours");
        let next = visitor.post(&site, &path(&pair.game, "/next"), &json!({})).await;
        next.refused(StatusCode::FORBIDDEN, "not-yours");
    }
    assert_eq!(pair.white.get(&site, &path(&pair.game, "")).await.json(), before);
}

#[tokio::test]
async fn at_the_wrong_turn_or_for_the_other_side_nothing_happens() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    pair.play(&site, 2).await;
    let move_ = json!({ "do": "move", "path": pair.game["position"]["paths"][0] });
    let answer = pair.black.act(&site, &pair.game, &move_).await;
    answer.refused(StatusCode::CONFLICT, "not-your-turn");
    let resign = json!({ "do": "resign", "side": "white" });
    let answer = pair.black.act(&site, &pair.game, &resign).await;
    answer.refused(StatusCode::FORBIDDEN, "not-your-side");
    for deed in [json!({ "do": "undo" }), json!({ "do": "redo" })] {
        let answer = pair.white.act(&site, &pair.game, &deed).await;
        answer.refused(StatusCode::CONFLICT, "needs-consent");
    }
    let deleted = pair.white.ask(&site, Method::DELETE, &path(&pair.game, ""), None).await;
    deleted.refused(StatusCode::CONFLICT, "needs-consent");
    let next = pair.white.post(&site, &path(&pair.game, "/next"), &json!({})).await;
    next.refused(StatusCode::CONFLICT, "needs-consent");
    // What was seen before the last move comes too late.
    let mut stale = pair.game.clone();
    stale["revision"] = json!(1);
    pair.white.act(&site, &stale, &move_).await.refused(StatusCode::CONFLICT, "stale");
    let now = pair.white.get(&site, &path(&pair.game, "")).await.json();
    assert_eq!(now["revision"], 2);
}

#[tokio::test]
async fn in_parallel_one_thing_is_done() {
    let site = Site::new().await;
    for _ in 0..20 {
        let mut pair = Pair::new(&site, &json!({})).await;
        let paths = &pair.game["position"]["paths"];
        let [one, two] =
            [0, 1].map(|at| command(&pair.game, &json!({ "do": "move", "path": paths[at] })));
        let address = path(&pair.game, "/commands");
        let (mut tab, mut other) = (pair.white.clone(), pair.white.clone());
        let (first, second) =
            tokio::join!(tab.post(&site, &address, &one), other.post(&site, &address, &two));
        let refused = if first.status == StatusCode::OK { second } else { first };
        refused.refused(StatusCode::CONFLICT, "stale");
        // The same from two windows is one move.
        pair.game = pair.white.get(&site, &path(&pair.game, "")).await.json();
        let same = command(
            &pair.game,
            &json!({ "do": "move", "path": pair.game["position"]["paths"][0] }),
        );
        let (mut tab, mut other) = (pair.black.clone(), pair.black.clone());
        let (first, second) =
            tokio::join!(tab.post(&site, &address, &same), other.post(&site, &address, &same));
        let (first, second) = (first.expect(StatusCode::OK), second.expect(StatusCode::OK));
        assert_eq!((&first["revision"], &second["revision"]), (&json!(2), &json!(2)));
    }
}

#[tokio::test]
async fn after_the_end_nothing_but_a_rematch() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    pair.play(&site, 3).await;
    let deeds = deeds(&pair.game);
    pair.black_does(&site, &json!({ "do": "resign", "side": "black" })).await;
    assert_eq!(pair.game["outcome"]["winner"], "white");
    for deed in deeds {
        if deed["what"] == "rematch-same" {
            continue;
        }
        for visitor in [&mut pair.white, &mut pair.black] {
            let answer = visitor.act(&site, &pair.game, &deed).await;
            assert_eq!(answer.status, StatusCode::CONFLICT, "{deed}");
        }
    }
    pair.white_does(&site, &offer("rematch-random")).await;
    let refused = pair.white.act(&site, &pair.game, &json!({ "do": "accept" })).await;
    refused.refused(StatusCode::CONFLICT, "nothing-proposed");
    let accept = command(&pair.game, &json!({ "do": "accept" }));
    let address = path(&pair.game, "/commands");
    let accepted = pair.black.post(&site, &address, &accept).await.expect(StatusCode::OK);
    let next = accepted["match"]["next"].as_str().expect("a game").to_owned();
    // The same answer a second time.
    let again = pair.black.post(&site, &address, &accept).await.expect(StatusCode::OK);
    assert_eq!(again["match"]["next"], next.as_str());
    let next = pair.white.get(&site, &format!("/api/games/{next}")).await.json();
    assert_eq!((&next["first"], &next["you"]), (&json!("black"), &json!(["white"])));
    assert_eq!((&next["match"]["number"], &next["online"]), (&json!(2), &json!(true)));
    let more = pair.white.act(&site, &accepted, &offer("rematch-same")).await;
    more.refused(StatusCode::CONFLICT, "next-begun");
}

#[tokio::test]
async fn a_command_that_comes_too_late_is_answered_with_the_game() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    pair.black_does(&site, &json!({ "do": "resign", "side": "black" })).await;
    let mut late = command(&pair.game, &offer("rematch-same"));
    late["revision"] = json!(i64::MAX);
    let refused = pair.white.post(&site, &path(&pair.game, "/commands"), &late).await;
    let refused = refused.refused(StatusCode::CONFLICT, "stale");
    assert_eq!(refused["details"]["revision"], 1);
}

#[tokio::test]
async fn the_next_game_has_the_names_that_players_have_by_then() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    let name = |name: &str| json!({ "name": name });
    pair.white.ask(&site, Method::PUT, "/api/me", Some(&name("Ann"))).await;
    pair.black_does(&site, &json!({ "do": "resign", "side": "black" })).await;
    pair.white.ask(&site, Method::PUT, "/api/me", Some(&name("Zoe"))).await;
    pair.white_does(&site, &offer("rematch-same")).await;
    pair.black_does(&site, &json!({ "do": "accept" })).await;
    assert_eq!(pair.game["names"]["white"], "Ann", "it is over");
    let next = format!("/api/games/{}", pair.game["match"]["next"].as_str().expect("a game"));
    assert_eq!(pair.black.get(&site, &next).await.json()["names"]["white"], "Zoe");
}

#[tokio::test]
async fn what_became_of_a_proposal_is_broadcast() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    pair.play(&site, 2).await;
    let decline = json!({ "do": "decline" });
    pair.white_does(&site, &offer("draw")).await;
    pair.black_does(&site, &decline).await;
    assert_eq!(pair.game["declined"], json!({ "side": "white", "what": "draw", "by": "black" }));
    pair.white_does(&site, &offer("takeback")).await;
    assert_eq!(pair.game["declined"], Value::Null);
    pair.white_does(&site, &decline).await;
    let seen = Visitor::default().get(&site, &path(&pair.game, "")).await.json();
    assert_eq!(seen["declined"], json!({ "side": "white", "what": "takeback", "by": "white" }));
    pair.play(&site, 1).await;
    assert_eq!(pair.game["declined"], Value::Null);
}

#[tokio::test]
async fn a_rematch_that_is_withdrawn_just_now_begins_no_game() {
    let site = Site::new().await;
    for _ in 0..20 {
        let mut pair = Pair::new(&site, &json!({})).await;
        pair.black_does(&site, &json!({ "do": "resign", "side": "black" })).await;
        pair.white_does(&site, &offer("rematch-same")).await;
        let (withdraw, accept) = (json!({ "do": "decline" }), json!({ "do": "accept" }));
        let (withdrawn, accepted) = tokio::join!(
            pair.white.act(&site, &pair.game, &withdraw),
            pair.black.act(&site, &pair.game, &accept)
        );
        let statuses = [withdrawn.status, accepted.status];
        assert!(statuses.contains(&StatusCode::OK) && statuses.contains(&StatusCode::CONFLICT));
        let game = pair.black.get(&site, &path(&pair.game, "")).await.json();
        let has_next = accepted.status == StatusCode::OK;
        assert_eq!(game["match"]["next"].is_string(), has_next, "{statuses:?}");
        let games = pair.black.get(&site, "/api/games").await.json();
        assert_eq!(games["games"].as_array().map(Vec::len), Some(usize::from(has_next)));
    }
}

#[tokio::test]
async fn players_write_to_each_other_where_they_chose_to() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({ "chat": true })).await;
    let address = path(&pair.game, "/messages");
    let say = |request: &str, text: &str| json!({ "request": request, "text": text });
    pair.white.post(&site, &address, &say("1", "bonjour")).await.expect(StatusCode::OK);
    pair.white.post(&site, &address, &say("1", "bonjour")).await.expect(StatusCode::OK);
    pair.black.post(&site, &address, &say("1", "<i>salut</i>\n!")).await.expect(StatusCode::OK);
    let told = pair.white.get(&site, &address).await.expect(StatusCode::OK);
    let texts: Vec<(&str, &str)> = told["messages"]
        .as_array()
        .expect("messages")
        .iter()
        .map(|one| {
            (one["side"].as_str().unwrap_or_default(), one["text"].as_str().unwrap_or_default())
        })
        .collect();
    assert_eq!(texts, [("white", "bonjour"), ("black", "<i>salut</i> !")]);
    for text in ["", "\u{200b}", &"x".repeat(201)] {
        let answer = pair.black.post(&site, &address, &say("2", text)).await;
        answer.refused(StatusCode::UNPROCESSABLE_ENTITY, "bad-message");
    }
    let mut silent = Pair::new(&site, &json!({})).await;
    let answer = silent.white.post(&site, &path(&silent.game, "/messages"), &say("1", "a")).await;
    answer.refused(StatusCode::FORBIDDEN, "no-chat");
}

#[tokio::test]
async fn a_game_has_a_number_of_messages_and_each_once() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({ "chat": true })).await;
    let address = path(&pair.game, "/messages");
    let message = |number: usize| json!({ "request": format!("m{number}"), "text": "Hello" });
    for number in 0..200 {
        pair.white.post(&site, &address, &message(number)).await.expect(StatusCode::OK);
    }
    let again = pair.white.post(&site, &address, &message(0)).await.expect(StatusCode::OK);
    assert_eq!(again["messages"].as_array().map(Vec::len), Some(200));
    // The same name from the other player is another message, for which there is no room.
    let full = pair.black.post(&site, &address, &message(0)).await;
    full.refused(StatusCode::CONFLICT, "chat-full");
}

/// The name of a request belongs to its visitor: the other player's is another one.
#[tokio::test]
async fn requests_of_two_visitors_may_have_the_same_name() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    let address = path(&pair.game, "/commands");
    let body = |game: &Value| {
        let path = &game["position"]["paths"][0];
        json!({ "do": "move", "path": path, "revision": game["revision"], "request": "same" })
    };
    let first = body(&pair.game);
    let moved = pair.white.post(&site, &address, &first).await.expect(StatusCode::OK);
    let stale = pair.black.post(&site, &address, &first).await;
    stale.refused(StatusCode::CONFLICT, "stale");
    pair.black.post(&site, &address, &body(&moved)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_contest_is_analysed_when_it_is_over() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({ "kind": "cornered", "board": "2a0" })).await;
    assert_eq!(pair.game["can"]["analyse"], false);
    for rest in ["/analysis", "/graph"] {
        let answer = Visitor::default().get(&site, &path(&pair.game, rest)).await;
        answer.refused(StatusCode::FORBIDDEN, "analysis-later");
    }
    pair.white_does(&site, &json!({ "do": "resign", "side": "white" })).await;
    assert_eq!(pair.game["can"]["analyse"], true);
    let answer = pair.white.get(&site, &path(&pair.game, "/graph")).await;
    assert_eq!(answer.status, StatusCode::OK);
}

#[tokio::test]
async fn clocks_and_offers_survive_a_restart() {
    let mut site = Site::new().await;
    let clock = json!({ "clock": { "kind": "days", "days": 2 } });
    let mut pair = Pair::new(&site, &clock).await;
    pair.play(&site, 3).await;
    pair.white_does(&site, &offer("takeback")).await;
    site = site.again().await;
    let game = pair.black.get(&site, &path(&pair.game, "")).await.expect(StatusCode::OK);
    assert_eq!(game["offer"], json!({ "side": "white", "what": "takeback" }));
    assert_eq!(game["clock"]["running"], "black");
    let left = game["clock"]["left"]["black"].as_i64().expect("a number");
    assert!((170_000_000..=172_800_000).contains(&left), "{left}");
    assert_eq!(game["can"]["answer"], true);
    pair.black_does(&site, &json!({ "do": "accept" })).await;
    assert_eq!(pair.game["position"]["ply"], 2);
    assert_eq!(pair.game["position"]["turn"], "white");
}

#[tokio::test]
async fn games_are_listed_by_whose_turn_it_is() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    let waiting = pair.game["id"].clone();
    let mut second = Visitor::default();
    let invitation = invite(&site, &mut pair.white, &json!({})).await;
    let joined = second.post(&site, &join(&invitation), &json!({})).await.expect(StatusCode::OK);
    let address = format!("/api/games/{}", joined["game"].as_str().expect("a game"));
    let moved = pair.white.get(&site, &address).await.json();
    pair.white.play(&site, &moved).await.expect(StatusCode::OK);
    let list = pair.white.get(&site, "/api/games").await.expect(StatusCode::OK);
    let ids: Vec<&Value> =
        list["games"].as_array().expect("games").iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, [&waiting, &moved["id"]], "the one used last waits for the other");
    assert_eq!(list["games"][0]["you"], json!(["white"]));
    pair.black_does(&site, &json!({ "do": "resign", "side": "black" })).await;
    let ended = pair.black.get(&site, "/api/games?list=ended").await.expect(StatusCode::OK);
    assert_eq!(ended["games"][0]["id"], waiting);
    let going = pair.black.get(&site, "/api/games").await.expect(StatusCode::OK);
    assert_eq!(going["games"], json!([]));
}

#[tokio::test]
async fn made_up_methods_are_counted_as_one() {
    let site = Site::new().await;
    for method in ["FROBNICATE", "DEFENESTRATE"] {
        let request = Request::builder().method(method).uri("/").body("".into());
        site.send(request.expect("a request")).await;
    }
    let figures = Visitor::default().get(&site, "/metrics").await.text();
    assert!(figures.contains("method=\"other\",status=\"405\"} 2"), "{figures}");
    assert!(!figures.contains("FROBNICATE"), "{figures}");
}
