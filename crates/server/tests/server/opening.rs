//! Texts that are opened: several records in one, and what the API says of limits.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::site::{Site, Visitor};

#[tokio::test]
async fn f27_a_text_of_several_records_is_described_record_by_record() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let text = "[Game \"cornered\"]\n[Board \"2a0\"]\n[White \"Ann\"]\n\n1. d1\n\n\
                [Game \"cornered\"]\n[Board \"2a0\"]\n\n1. z9\n\n\
                [Game \"cornered\"]\n[Board \"1a0\"]\n\n1. a1\n";
    let read = visitor.post(&site, "/api/read/all", &json!({ "text": text })).await;
    let records = read.expect(StatusCode::OK)["records"].clone();
    assert_eq!(records.as_array().map(Vec::len), Some(3), "{records}");
    assert_eq!(records[0]["white"], "Ann");
    assert_eq!(records[0]["plies"], 1);
    assert!(records[1]["text"].is_null(), "{records}");
    assert_eq!(records[1]["line"], 10);
    assert_eq!(records[1]["refused"]["code"], "record");
    // Each is opened by itself.
    let human = json!({ "player": "human" });
    let body = json!({ "text": records[2]["text"], "white": human, "black": human });
    let game = visitor.post(&site, "/api/games", &body).await.expect(StatusCode::CREATED);
    assert_eq!(game["board"]["code"], "1a0");
    assert_eq!(game["moves"], json!(["a1"]));
}

#[tokio::test]
async fn f27_a_text_without_records_has_none() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let read = visitor.post(&site, "/api/read/all", &json!({ "text": "" })).await;
    assert_eq!(read.expect(StatusCode::OK)["records"], json!([]));
}

#[tokio::test]
async fn f27_the_longest_name_is_known_before_one_is_taken() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let me = visitor.get(&site, "/api/me").await.expect(StatusCode::OK);
    let most = usize::try_from(me["longest_name"].as_u64().expect("a number")).expect("small");
    let taken = visitor
        .ask(&site, Method::PUT, "/api/me", Some(&json!({ "name": "é".repeat(most) })))
        .await;
    taken.expect(StatusCode::OK);
    let refused = visitor
        .ask(&site, Method::PUT, "/api/me", Some(&json!({ "name": "é".repeat(most + 1) })))
        .await;
    refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "bad-name");
}

/// What `/api/kinds` says of limits is what is refused beyond them.
#[tokio::test]
async fn the_limits_in_the_api_are_those_that_it_applies() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let kinds = visitor.get(&site, "/api/kinds").await.expect(StatusCode::OK);
    let limits = &kinds[0]["limits"];
    let most = |name: &str| limits[name]["max"].as_u64().expect("a number");
    let invitation = |target: u64, clock: &Value| json!({ "kind": "congress", "target": target, "clock": clock });
    let fischer = |minutes: u64, seconds: u64| json!({ "kind": "fischer", "minutes": minutes, "seconds": seconds });
    let days = |days: u64| json!({ "kind": "days", "days": days });
    let (target, minutes, seconds) = (most("target"), most("minutes"), most("seconds"));
    for (target, clock, code) in [
        (target, fischer(minutes, seconds), None),
        (target, days(most("days")), None),
        (target + 1, days(1), Some("invalid")),
        (target, fischer(minutes + 1, 0), Some("bad-clock")),
        (target, fischer(1, seconds + 1), Some("bad-clock")),
        (target, days(most("days") + 1), Some("bad-clock")),
    ] {
        let body = invitation(target, &clock);
        let answer = visitor.post(&site, "/api/invitations", &body).await;
        assert_eq!(answer.json()["code"].as_str(), code, "{body}");
    }
    let longest = usize::try_from(limits["name"].as_u64().expect("a number")).expect("small");
    for (length, status) in
        [(longest, StatusCode::OK), (longest + 1, StatusCode::UNPROCESSABLE_ENTITY)]
    {
        let body = json!({ "name": "a".repeat(length) });
        visitor.ask(&site, Method::PUT, "/api/me", Some(&body)).await.expect(status);
    }
    let human = json!({ "player": "human" });
    for (level, code) in [(most("levels"), None), (most("levels") + 1, Some("unknown-level"))] {
        let computer = json!({ "player": "computer", "level": level });
        let body = json!({ "kind": "congress", "white": human, "black": computer });
        let answer = visitor.post(&site, "/api/games", &body).await;
        assert_eq!(answer.json()["code"].as_str(), code, "{body}");
    }
    let largest = usize::try_from(limits["body"].as_u64().expect("a number")).expect("small");
    let around = json!({ "text": "" }).to_string().len();
    for (length, code) in
        [(largest - around, "position-parts"), (largest - around + 1, "too-large")]
    {
        let body = json!({ "text": "a".repeat(length) });
        let answer = visitor.post(&site, "/api/read", &body).await;
        assert_eq!(answer.json()["code"].as_str(), Some(code), "{length}");
    }
}
