//! Invitations: who may take and see them, and how many there are.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::pair::{Pair, invite, join};
use crate::site::{Site, Visitor};

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
