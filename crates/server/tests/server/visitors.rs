//! Who a visitor is: cookies, names, and requests from elsewhere.

use axum::http::header::{CONTENT_TYPE, COOKIE, ORIGIN, SET_COOKIE};
use axum::http::{Method, Request, StatusCode};
use serde_json::json;

use crate::pair::Pair;
use crate::site::{Site, Visitor, command, path};

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
