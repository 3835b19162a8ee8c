//! Tries at puzzles and the ratings that follow from them.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, COOKIE, ETAG, IF_NONE_MATCH, ORIGIN, SET_COOKIE,
};
use axum::http::{Method, Request, StatusCode};
use futures_util::future::join_all;
use katarenga_rules::GameKind;
use katarenga_server::rate_limits::{RateLimit, RateLimits};
use serde_json::{Value, json};

use crate::site::{self, Answer, Site, Visitor};

/// A game that has puzzles, and their ids and levels.
pub(crate) fn puzzles() -> (GameKind, Vec<(String, i64)>) {
    let file = |kind: GameKind| {
        let path = format!("{}/../../puzzles/{kind}.txt", env!("CARGO_MANIFEST_DIR"));
        Some((kind, std::fs::read_to_string(path).ok()?))
    };
    let (kind, text) = GameKind::ALL.iter().find_map(|kind| file(*kind)).expect("puzzles");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let puzzle = |line: &str| {
        let parts: Vec<&str> = line.split(" | ").collect();
        (parts[0].to_owned(), parts[6].parse().expect("a level"))
    };
    (kind, lines.map(puzzle).collect())
}

pub(crate) fn tries(id: &str) -> String {
    format!("/api/puzzles/{id}/tries")
}

async fn attempt(site: &Site, visitor: &mut Visitor, id: &str, solved: bool) -> Answer {
    visitor.post(site, &tries(id), &json!({ "solved": solved })).await
}

/// The ratings of the puzzles of a game.
async fn ratings(site: &Site, kind: GameKind) -> Value {
    let answer = Visitor::default().get(site, &format!("/api/puzzles/ratings?kind={kind}")).await;
    answer.expect(StatusCode::OK)["ratings"].clone()
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

#[tokio::test]
async fn a_first_try_rates_the_visitor_and_the_puzzle() {
    let site = Site::new().await;
    let (kind, puzzles) = puzzles();
    let (id, level) = &puzzles[0];
    assert_eq!(ratings(&site, kind).await, json!([]));
    let mut visitor = Visitor::default();
    let tried = attempt(&site, &mut visitor, id, true).await.expect(StatusCode::OK);
    assert!(visitor.cookie.is_some());
    assert_eq!(tried["solved"], true);
    let start = 600 + 200 * level;
    assert!(number(&tried["visitor"]["rating"]) > 1000, "{tried}");
    assert!(number(&tried["visitor"]["deviation"]) < 350, "{tried}");
    assert_eq!(number(&tried["puzzle"]["rating"]), start, "a newcomer moves none");
    assert_eq!((&tried["visitor"]["tries"], &tried["puzzle"]["tries"]), (&json!(1), &json!(1)));
    let mut listed = tried["puzzle"].clone();
    listed["id"] = json!(id);
    assert_eq!(ratings(&site, kind).await, json!([listed]));
    // It is kept.
    let site = site.again().await;
    assert_eq!(ratings(&site, kind).await, json!([listed]));
    let failed = attempt(&site, &mut visitor, &puzzles[1].0, false).await.expect(StatusCode::OK);
    assert!(number(&failed["visitor"]["rating"]) < number(&tried["visitor"]["rating"]));
    assert_eq!(failed["visitor"]["tries"], 2);
    // Who has tried some is known, and moves those that follow.
    let mut moved = 0;
    for (index, (id, level)) in puzzles[2..32].iter().enumerate() {
        let solved = index % 2 == 0;
        let tried = attempt(&site, &mut visitor, id, solved).await.expect(StatusCode::OK);
        let change = number(&tried["puzzle"]["rating"]) - (600 + 200 * level);
        assert!(if solved { change <= 0 } else { change >= 0 }, "{tried}");
        assert!(change.abs() < 120, "{tried}");
        moved += u32::from(change != 0);
    }
    assert!((10..25).contains(&moved), "{moved}");
}

#[tokio::test]
async fn a_second_try_gets_the_same_answer_and_changes_nothing() {
    let site = Site::new().await;
    let (kind, puzzles) = puzzles();
    let (id, _) = &puzzles[0];
    let mut visitor = Visitor::default();
    let tried = attempt(&site, &mut visitor, id, false).await.expect(StatusCode::OK);
    let rated = ratings(&site, kind).await;
    for solved in [true, false] {
        let again = attempt(&site, &mut visitor, id, solved).await;
        assert_eq!(again.expect(StatusCode::OK), tried);
    }
    assert_eq!(ratings(&site, kind).await, rated);
    // Another browser of the same visitor is no other visitor.
    let link = visitor.post(&site, "/api/me/link", &json!({})).await.expect(StatusCode::OK);
    let mut elsewhere = Visitor::default();
    let body = json!({ "secret": link["secret"] });
    elsewhere.post(&site, "/api/me/enter", &body).await.expect(StatusCode::OK);
    let again = attempt(&site, &mut elsewhere, id, true).await;
    assert_eq!(again.expect(StatusCode::OK), tried);
}

#[tokio::test]
async fn visitors_have_their_own_tries_and_nobody_acts_for_another() {
    let site = Site::new().await;
    let (_, puzzles) = puzzles();
    let (id, _) = &puzzles[0];
    let (mut one, mut other) = (Visitor::default(), Visitor::default());
    let first = attempt(&site, &mut one, id, true).await.expect(StatusCode::OK);
    let second = attempt(&site, &mut other, id, false).await.expect(StatusCode::OK);
    assert_eq!((&second["visitor"]["tries"], &second["puzzle"]["tries"]), (&json!(1), &json!(2)));
    assert!(number(&second["visitor"]["rating"]) < 1000, "{second}");
    let again = attempt(&site, &mut one, id, false).await.expect(StatusCode::OK);
    assert_eq!(again["visitor"], first["visitor"], "what the other did is none of theirs");
    // Nobody is named in what is sent, and a cookie of nobody is nobody's.
    let named = json!({ "solved": true, "visitor": 1 });
    let answer = other.post(&site, &tries(id), &named).await;
    answer.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid-json");
    let mut stranger = Visitor { cookie: Some(format!("katarenga={}", "0".repeat(64))) };
    let answer = attempt(&site, &mut stranger, id, true).await.expect(StatusCode::OK);
    assert_eq!((&answer["visitor"]["tries"], &answer["puzzle"]["tries"]), (&json!(1), &json!(3)));
    // Nor does a page of another place try in somebody's name.
    let cookie = one.cookie.clone().expect("a cookie");
    let request = Request::post(tries(&puzzles[1].0))
        .header("host", "games.example")
        .header(ORIGIN, "https://evil.example")
        .header(COOKIE, cookie)
        .header(CONTENT_TYPE, "application/json")
        .body(Body::from(json!({ "solved": false }).to_string()));
    let answer = site.send(request.expect("a request")).await;
    answer.refused(StatusCode::FORBIDDEN, "foreign-origin");
}

#[tokio::test]
async fn what_is_no_try_is_refused_and_makes_nobody() {
    let site = Site::new().await;
    let (kind, puzzles) = puzzles();
    let (id, _) = &puzzles[0];
    let mut visitor = Visitor::default();
    for unknown in ["zzzzzzz", "ratings", "%00", "%FF", &id.to_uppercase(), &id[..6]] {
        let answer = attempt(&site, &mut visitor, unknown, true).await;
        assert!(!answer.headers.contains_key(SET_COOKIE), "{unknown}");
        answer.refused(StatusCode::NOT_FOUND, "not-found");
    }
    for body in [json!({}), json!({ "solved": 1 }), json!({ "solved": null }), json!([])] {
        let answer = visitor.post(&site, &tries(id), &body).await;
        assert!(!answer.headers.contains_key(SET_COOKIE), "{body}");
        answer.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid-json");
    }
    let answer = visitor.get(&site, &tries(id)).await;
    answer.refused(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed");
    let answer = visitor.get(&site, "/api/puzzles/ratings").await;
    answer.refused(StatusCode::BAD_REQUEST, "invalid");
    let answer = visitor.get(&site, "/api/puzzles/ratings?kind=chess").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text());
    let answer = visitor.ask(&site, Method::DELETE, "/api/puzzles/ratings", None).await;
    answer.refused(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed");
    assert_eq!(ratings(&site, kind).await, json!([]));
    assert_eq!(site.place().run("SELECT count(*) FROM visitor").await, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tries_of_several_visitors_at_once_are_all_kept() {
    let site = Site::new().await;
    let (kind, puzzles) = puzzles();
    let (id, _) = &puzzles[0];
    let mut visitors = vec![Visitor::default(); 10];
    let all = visitors.iter_mut().map(async |visitor| {
        // Known before, so that each has one cookie.
        visitor.post(&site, "/api/me/link", &json!({})).await.expect(StatusCode::OK);
        // A client that has no answer sends it again.
        let mut same = visitor.clone();
        let (one, two) =
            tokio::join!(attempt(&site, visitor, id, true), attempt(&site, &mut same, id, true));
        (one.expect(StatusCode::OK), two.expect(StatusCode::OK))
    });
    for (one, two) in join_all(all).await {
        assert_eq!(one["visitor"], two["visitor"]);
        assert_eq!(one["visitor"]["tries"], 1);
    }
    assert_eq!(ratings(&site, kind).await[0]["tries"], 10);
}

#[tokio::test]
async fn who_tries_too_much_waits_also_under_new_names() {
    let few = RateLimit::new(3, 1);
    for (rate_limits, is_known) in [
        (RateLimits { command: few, ..site::plenty() }, true),
        (RateLimits { begin: few, ..site::plenty() }, false),
    ] {
        let site = Site::set(|settings| settings.rate_limits = rate_limits).await;
        let (_, puzzles) = puzzles();
        let mut visitor = Visitor::default();
        // One comes back each second: the slower the machine, the more it takes.
        let mut asked = 0;
        let refused = loop {
            if !is_known {
                visitor = Visitor::default();
            }
            let (id, _) = &puzzles[asked % puzzles.len()];
            let answer = attempt(&site, &mut visitor, id, true).await;
            if answer.status != StatusCode::OK {
                break answer.refused(StatusCode::TOO_MANY_REQUESTS, "too-many-requests");
            }
            asked += 1;
        };
        assert!(asked >= 3, "{asked}");
        assert!(refused["details"]["seconds"].as_u64() >= Some(1), "{refused}");
    }
}

#[tokio::test]
async fn ratings_that_have_not_changed_are_not_sent_again() {
    let site = Site::new().await;
    let (kind, puzzles) = puzzles();
    let mut visitor = Visitor::default();
    let mut tags = Vec::new();
    for (id, _) in &puzzles[..2] {
        attempt(&site, &mut visitor, id, true).await.expect(StatusCode::OK);
        let ask = |known: Option<&str>| {
            let request = Request::get(format!("/api/puzzles/ratings?kind={kind}"));
            let request = match known {
                Some(known) => request.header(IF_NONE_MATCH, known),
                None => request,
            };
            site.send(request.body(Body::empty()).expect("a request"))
        };
        let answer = ask(None).await;
        let tag = answer.headers[ETAG].to_str().expect("text").to_owned();
        assert_eq!(answer.headers[CACHE_CONTROL], "public, max-age=180");
        assert!(!answer.headers.contains_key(SET_COOKIE), "it is the same for everybody");
        for known in [tag.clone(), format!("\"other\", {tag}"), tag.replace("W/", ""), "*".into()] {
            let answer = ask(Some(&known)).await;
            assert_eq!(answer.status, StatusCode::NOT_MODIFIED, "{known}");
            assert_eq!(answer.headers[ETAG], tag);
            assert!(answer.bytes.is_empty());
        }
        for known in ["\"other\"", "W/\"\"", ""].into_iter().chain(tags.iter().map(String::as_str))
        {
            ask(Some(known)).await.expect(StatusCode::OK);
        }
        tags.push(tag);
    }
}
