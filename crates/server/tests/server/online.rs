//! Games between two people: who may do what, and that nothing is lost between them.

use std::time::Duration;

use axum::http::header::{CONTENT_TYPE, COOKIE, ORIGIN, SET_COOKIE};
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::site::{Site, Visitor, command, path};

/// White and Black of a game, each a visitor, and the game.
pub(crate) struct Pair {
    pub(crate) white: Visitor,
    pub(crate) black: Visitor,
    pub(crate) game: Value,
}

impl Pair {
    /// Two visitors who came together by an invitation, which can say more than that it is of
    /// Congress and White's.
    pub(crate) async fn new(site: &Site, more: &Value) -> Self {
        let (mut white, mut black) = (Visitor::default(), Visitor::default());
        let invitation = invite(site, &mut white, more).await;
        let joined = black.post(site, &join(&invitation), &json!({})).await.expect(StatusCode::OK);
        let address = format!("/api/games/{}", joined["game"].as_str().expect("a game"));
        let game = white.get(site, &address).await.expect(StatusCode::OK);
        Self { white, black, game }
    }

    /// The visitor who is to move.
    fn mover(&mut self) -> &mut Visitor {
        if self.game["position"]["turn"] == "white" { &mut self.white } else { &mut self.black }
    }

    /// Plays the first legal move, so often.
    pub(crate) async fn play(&mut self, site: &Site, plies: usize) {
        for _ in 0..plies {
            let game = self.game.clone();
            self.game = self.mover().play(site, &game).await.expect(StatusCode::OK);
        }
    }

    pub(crate) async fn white_does(&mut self, site: &Site, deed: &Value) {
        self.game = self.white.act(site, &self.game, deed).await.expect(StatusCode::OK);
    }

    pub(crate) async fn black_does(&mut self, site: &Site, deed: &Value) {
        self.game = self.black.act(site, &self.game, deed).await.expect(StatusCode::OK);
    }
}

pub(crate) async fn invite(site: &Site, visitor: &mut Visitor, more: &Value) -> Value {
    let mut body = json!({ "kind": "congress", "side": "white" });
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    visitor.post(site, "/api/invitations", &body).await.expect(StatusCode::CREATED)
}

pub(crate) fn join(invitation: &Value) -> String {
    format!("/api/invitations/{}/join", invitation["id"].as_str().expect("an id"))
}

pub(crate) fn offer(what: &str) -> Value {
    json!({ "do": "offer", "what": what })
}

#[tokio::test]
async fn an_invitation_is_taken_once_and_not_by_its_maker() {
    let site = Site::new().await;
    let mut maker = Visitor::default();
    let invitation = invite(&site, &mut maker, &json!({ "public": true })).await;
    assert_eq!((&invitation["state"], &invitation["yours"]), (&json!("open"), &json!(true)));
    let address = format!("/api/invitations/{}", invitation["id"].as_str().expect("an id"));
    maker
        .post(&site, &join(&invitation), &json!({}))
        .await
        .refused(StatusCode::CONFLICT, "own-invitation");
    // Looking at it takes nothing.
    for _ in 0..3 {
        let seen = Visitor::default().get(&site, &address).await.expect(StatusCode::OK);
        assert_eq!((&seen["state"], &seen["yours"]), (&json!("open"), &json!(false)));
    }
    let mut stranger = Visitor::default();
    stranger
        .ask(&site, Method::DELETE, &address, None)
        .await
        .refused(StatusCode::FORBIDDEN, "not-yours");
    // Two at once: one of them gets it.
    let (mut one, mut two) = (Visitor::default(), Visitor::default());
    let (target, nothing) = (join(&invitation), json!({}));
    let (first, second) =
        tokio::join!(one.post(&site, &target, &nothing), two.post(&site, &target, &nothing));
    let statuses = [first.status, second.status];
    assert!(statuses.contains(&StatusCode::OK), "{statuses:?}");
    assert!(statuses.contains(&StatusCode::CONFLICT), "{statuses:?}");
    let taker = if first.status == StatusCode::OK { &mut one } else { &mut two };
    let again = taker.post(&site, &target, &nothing).await.expect(StatusCode::OK);
    let game = format!("/api/games/{}", again["game"].as_str().expect("a game"));
    assert_eq!(taker.get(&site, &game).await.json()["you"], json!(["black"]));
    assert_eq!(maker.get(&site, &game).await.json()["you"], json!(["white"]));
    let watching = Visitor::default().get(&site, &game).await.json();
    assert_eq!((&watching["you"], &watching["yours"]), (&json!([]), &json!(false)));
    maker
        .ask(&site, Method::DELETE, &address, None)
        .await
        .refused(StatusCode::CONFLICT, "too-late");
}

#[tokio::test]
async fn an_invitation_that_was_withdrawn_is_over() {
    let site = Site::new().await;
    let mut maker = Visitor::default();
    let invitation = invite(&site, &mut maker, &json!({ "public": true })).await;
    let address = format!("/api/invitations/{}", invitation["id"].as_str().expect("an id"));
    let lobby = Visitor::default().get(&site, "/api/lobby").await.expect(StatusCode::OK);
    assert_eq!(lobby["invitations"][0]["id"], invitation["id"]);
    let (mut waiting, wait) = (maker.clone(), format!("{address}/wait?state=open"));
    let mut guest = Visitor::default();
    let (news, other, ()) =
        tokio::join!(waiting.get(&site, &wait), guest.get(&site, &wait), async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            maker.ask(&site, Method::DELETE, &address, None).await.expect(StatusCode::NO_CONTENT);
        });
    assert_eq!(news.json()["state"], "withdrawn");
    assert_eq!(other.json()["state"], "withdrawn");
    let late = Visitor::default().post(&site, &join(&invitation), &json!({})).await;
    let late = late.refused(StatusCode::CONFLICT, "too-late");
    assert_eq!(late["details"]["state"], "withdrawn");
    let lobby = Visitor::default().get(&site, "/api/lobby").await.expect(StatusCode::OK);
    assert_eq!(lobby["invitations"], json!([]));
}

#[tokio::test]
async fn the_lobby_shows_what_is_public_alone() {
    let site = Site::new().await;
    let mut maker = Visitor::default();
    invite(&site, &mut maker, &json!({})).await;
    let hidden = Pair::new(&site, &json!({})).await;
    let shown = Pair::new(&site, &json!({ "public": true })).await;
    let lobby = Visitor::default().get(&site, "/api/lobby").await.expect(StatusCode::OK);
    assert_eq!(lobby["invitations"], json!([]));
    let games: Vec<&Value> =
        lobby["games"].as_array().expect("games").iter().map(|game| &game["id"]).collect();
    assert_eq!(games, [&shown.game["id"]]);
    assert_ne!(hidden.game["id"], shown.game["id"]);
}

#[tokio::test]
async fn invitations_are_sensible_and_few() {
    let site = Site::new().await;
    let mut maker = Visitor::default();
    for (more, code) in [
        (json!({ "kind": "chess" }), "unknown-game"),
        (json!({ "clock": { "kind": "fischer", "minutes": 0, "seconds": 5 } }), "bad-clock"),
        (json!({ "clock": { "kind": "days", "days": 15 } }), "bad-clock"),
    ] {
        let mut body = json!({ "kind": "congress" });
        for (name, value) in more.as_object().expect("an object") {
            body[name] = value.clone();
        }
        let answer = maker.post(&site, "/api/invitations", &body).await;
        answer.refused(StatusCode::UNPROCESSABLE_ENTITY, code);
    }
    for _ in 0..10 {
        invite(&site, &mut maker, &json!({})).await;
    }
    let answer = maker.post(&site, "/api/invitations", &json!({ "kind": "congress" })).await;
    answer.refused(StatusCode::CONFLICT, "too-many-invitations");
    let own = maker.get(&site, "/api/invitations").await.expect(StatusCode::OK);
    assert_eq!(own["invitations"].as_array().map(Vec::len), Some(10));
}

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
async fn what_comes_too_late_is_told_how_the_game_stands() {
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
async fn an_invitation_whose_maker_waits_is_not_crowded_out() {
    let site = Site::new().await;
    let public = json!({ "public": true });
    let mut maker = Visitor::default();
    let first = invite(&site, &mut maker, &public).await;
    for _ in 0..6 {
        let mut other = Visitor::default();
        for _ in 0..10 {
            invite(&site, &mut other, &public).await;
        }
    }
    let lobby =
        async || Visitor::default().get(&site, "/api/lobby").await.json()["invitations"].clone();
    assert_eq!(lobby().await.as_array().map(Vec::len), Some(50));
    let wait = format!("/api/invitations/{}/wait?state=open", first["id"].as_str().expect("an id"));
    let seen = async {
        loop {
            let invitations = lobby().await;
            if invitations[0]["here"] == true {
                return invitations[0]["id"].clone();
            }
        }
    };
    tokio::select! {
        _ = maker.get(&site, &wait) => panic!("nobody has taken it"),
        id = seen => assert_eq!(id, first["id"]),
    }
}

#[tokio::test]
async fn what_became_of_a_proposal_is_told_to_all() {
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
async fn a_page_of_another_place_changes_nothing() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    let cookie = pair.white.cookie.clone().expect("a cookie");
    let body =
        command(&pair.game, &json!({ "do": "move", "path": pair.game["position"]["paths"][0] }));
    let ask = |origin: &str| {
        Request::post(path(&pair.game, "/commands"))
            .header("host", "games.example")
            .header(ORIGIN, origin)
            .header(COOKIE, &cookie)
            .header(CONTENT_TYPE, "application/json")
            .body(body.to_string().into())
            .expect("a request")
    };
    for origin in ["https://evil.example", "https://games.example.evil.example", "null"] {
        let answer = site.send(ask(origin)).await;
        answer.refused(StatusCode::FORBIDDEN, "foreign-origin");
    }
    let game = pair.white.get(&site, &path(&pair.game, "")).await.json();
    assert_eq!(game["revision"], 0);
    site.send(ask("https://games.example")).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_guest_who_loses_the_cookie_loses_the_seat() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    let link = pair.white.post(&site, "/api/me/link", &json!({})).await.expect(StatusCode::OK);
    // The cookie is gone: nobody is known by the address of the game.
    let mut again = Visitor::default();
    let answer = again.play(&site, &pair.game).await;
    answer.refused(StatusCode::FORBIDDEN, "not-yours");
    let body = json!({ "secret": link["secret"] });
    again.post(&site, "/api/me/enter", &body).await.expect(StatusCode::OK);
    pair.game = again.play(&site, &pair.game).await.expect(StatusCode::OK);
    assert_eq!(pair.game["you"], json!(["white"]));
    // The browser before is still known.
    pair.play(&site, 2).await;
    // A newer link makes the old one useless, and a link is no cookie.
    again.post(&site, "/api/me/link", &json!({})).await.expect(StatusCode::OK);
    let late = Visitor::default().post(&site, "/api/me/enter", &body).await;
    late.refused(StatusCode::NOT_FOUND, "unknown-link");
    let newer = again.post(&site, "/api/me/link", &json!({})).await.json();
    let secret = newer["secret"].as_str().expect("a secret");
    let mut thief = Visitor { cookie: Some(format!("katarenga={secret}")) };
    assert_eq!(thief.get(&site, "/api/me").await.json()["known"], false);
    for secret in ["", "zz", "../../etc/passwd"] {
        let body = json!({ "secret": secret });
        let answer = Visitor::default().post(&site, "/api/me/enter", &body).await;
        answer.refused(StatusCode::NOT_FOUND, "unknown-link");
    }
}

#[tokio::test]
async fn names_are_plain_text_and_follow_into_games_that_go_on() {
    let site = Site::new().await;
    let mut pair = Pair::new(&site, &json!({})).await;
    let name = "<b onload=x>Zoé\u{202e}</b>";
    let named = pair.white.ask(&site, Method::PUT, "/api/me", Some(&json!({ "name": name }))).await;
    let shown = named.expect(StatusCode::OK)["name"].clone();
    assert_eq!(shown, "<b onload=x>Zoé</b>", "as it is, but for what can't be seen");
    let game = pair.black.get(&site, &path(&pair.game, "")).await.json();
    assert_eq!(game["names"], json!({ "white": shown, "black": null }));
    pair.black_does(&site, &json!({ "do": "resign", "side": "black" })).await;
    let body = json!({ "name": "" });
    pair.white.ask(&site, Method::PUT, "/api/me", Some(&body)).await.expect(StatusCode::OK);
    let game = pair.black.get(&site, &path(&pair.game, "")).await.json();
    assert_eq!(game["names"]["white"], shown, "a finished game keeps its names");
    let record = pair.black.get(&site, &path(&pair.game, "/record")).await.text();
    assert!(record.contains("[White \"<b onload=x>Zoé</b>\"]"), "{record}");
    for name in ["x".repeat(25), "\u{200b}\u{feff}".to_owned()] {
        let answer =
            pair.white.ask(&site, Method::PUT, "/api/me", Some(&json!({ "name": name }))).await;
        answer.refused(StatusCode::UNPROCESSABLE_ENTITY, "bad-name");
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
async fn behind_a_trusted_proxy_a_cookie_is_for_secure_connections() {
    let site = Site::behind("127.0.0.1").await;
    let ask = |proto: &str| {
        Request::post("/api/me/link")
            .header("x-forwarded-for", "203.0.113.7")
            .header("x-forwarded-proto", proto)
            .body("{}".into())
            .expect("a request")
    };
    for (proto, is_secure) in [("https", true), ("http", false)] {
        let answer = site.send(ask(proto)).await;
        let cookie = answer.headers[SET_COOKIE].to_str().expect("text");
        assert_eq!(cookie.contains("; Secure"), is_secure, "{cookie}");
        assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
    }
    let answer = Site::new().await.send(ask("https")).await;
    let cookie = answer.headers[SET_COOKIE].to_str().expect("text");
    assert!(!cookie.contains("; Secure"), "nobody is believed who isn't trusted");
}

#[tokio::test]
async fn a_visitor_who_comes_again_stays_known() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let answer = visitor.get(&site, "/").await;
    assert!(!answer.headers.contains_key(SET_COOKIE), "nobody is known before there is need");
    visitor.begin(&site, "congress", None).await;
    let known = visitor.cookie.clone().expect("a cookie");
    let answer = visitor.get(&site, "/game/any").await;
    let cookie = answer.headers[SET_COOKIE].to_str().expect("text");
    assert!(cookie.starts_with(&known) && cookie.contains("Max-Age=34560000"), "{cookie}");
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
