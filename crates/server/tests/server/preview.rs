//! What links show before they are opened.

use axum::body::Body;
use axum::http::header::{ACCEPT_LANGUAGE, HOST};
use axum::http::{Request, StatusCode};
use serde_json::json;

use crate::site::{Site, Visitor, path};

/// The page at an address, as a program asks for it that shows links.
async fn page(site: &Site, address: &str, language: &str, host: &str) -> String {
    let request = Request::get(address).header(ACCEPT_LANGUAGE, language).header(HOST, host);
    let page = site.send(request.body(Body::empty()).expect("a request")).await;
    assert_eq!(page.status, StatusCode::OK);
    page.text()
}

/// What a page says of itself under a name.
fn said(page: &str, name: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("<meta property=\"{name}\" content=\""))?;
    Some(rest.split_once('"')?.0.to_owned())
}

#[tokio::test]
async fn the_link_to_a_game_shows_its_board() {
    let site = Site::new().await;
    let game = Visitor::default().begin(&site, "congress", None).await;
    let address = path(&game, "").replace("/api/games/", "/game/");
    let english = page(&site, &address, "en-GB,en;q=0.8", "games.example").await;
    assert_eq!(said(&english, "og:title").as_deref(), Some("A game of Congress"));
    let french = page(&site, &address, "de, fr-CA;q=0.7, en;q=0.5", "games.example").await;
    assert_eq!(said(&french, "og:title").as_deref(), Some("Une partie de Congress"));
    let picture = said(&english, "og:image").expect("a picture");
    let picture = picture.strip_prefix("http://games.example").expect("a whole address");
    let drawn = Visitor::default().get(&site, picture).await;
    assert!(drawn.bytes.starts_with(b"\x89PNG"), "{picture}: {}", drawn.status);
}

#[tokio::test]
async fn the_link_of_an_invitation_shows_the_board_to_play_on() {
    let site = Site::new().await;
    let asked = json!({ "kind": "cornered", "board": "2a0", "public": false, "chat": false });
    let made = Visitor::default().post(&site, "/api/invitations", &asked).await;
    let made = made.expect(StatusCode::CREATED);
    let id = made["id"].as_str().expect("an id");
    let shown = page(&site, &format!("/invitation/{id}"), "", "games.example").await;
    assert_eq!(said(&shown, "og:title").as_deref(), Some("You are invited to Cornered"));
    let picture = said(&shown, "og:image").expect("a picture");
    let drawn = Visitor::default().get(&site, &picture["http://games.example".len()..]).await;
    assert!(drawn.bytes.starts_with(b"\x89PNG"), "{picture}: {}", drawn.status);
    let none = Visitor::default().get(&site, "/api/invitations/nothing/diagram.png").await;
    none.refused(StatusCode::NOT_FOUND, "not-found");
}

#[tokio::test]
async fn the_link_to_a_puzzle_shows_its_board() {
    let site = Site::new().await;
    let file = include_str!("../../../../puzzles/troika.txt");
    let line = file.lines().find(|line| !line.starts_with('#')).expect("a puzzle");
    let (id, _) = line.split_once(' ').expect("an id");
    let address = format!("/puzzles?kind=troika&id={id}");
    let shown = page(&site, &address, "en", "games.example").await;
    assert_eq!(said(&shown, "og:title").as_deref(), Some("A puzzle of Troika"));
    let picture = said(&shown, "og:image").expect("a picture");
    let address = &picture["http://games.example".len()..];
    assert_eq!(address, format!("/api/puzzles/{id}/diagram.png"));
    let drawn = Visitor::default().get(&site, address).await;
    assert!(drawn.bytes.starts_with(b"\x89PNG"), "{picture}: {}", drawn.status);
    let none = Visitor::default().get(&site, "/api/puzzles/nothing/diagram.png").await;
    none.refused(StatusCode::NOT_FOUND, "not-found");
    let of_day = page(&site, "/puzzles?day=2026-11-30", "fr", "games.example").await;
    let title = said(&of_day, "og:title").expect("a title");
    assert!(title.starts_with("Le problème du jour"), "{title}");
    for nothing in ["/puzzles", "/puzzles?id=nothing", "/puzzles?day=2026-02-30", "/puzzles?day="] {
        assert_eq!(said(&page(&site, nothing, "en", "x").await, "og:title"), None, "{nothing}");
    }
}

#[tokio::test]
async fn nothing_is_said_of_what_is_not_there_and_no_host_breaks_out_of_its_place() {
    let site = Site::new().await;
    for address in ["/game/nothing", "/game/local-abc", "/invitation/nothing", "/"] {
        assert_eq!(said(&page(&site, address, "en", "x").await, "og:title"), None, "{address}");
    }
    let game = Visitor::default().begin(&site, "congress", None).await;
    let address = path(&game, "").replace("/api/games/", "/game/");
    let shown = page(&site, &address, "en", "\"><script>alert(1)</script>").await;
    assert!(!shown.contains("<script>alert"), "{shown}");
}

#[tokio::test]
async fn a_server_without_analyses_says_so() {
    let site = Site::set(|settings| settings.has_analysis = false).await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "congress", None).await;
    for rest in ["/analysis?ply=0", "/graph"] {
        let refused = visitor.get(&site, &path(&game, rest)).await;
        refused.refused(StatusCode::FORBIDDEN, "analysis-off");
    }
}

#[tokio::test]
async fn searches_are_counted() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "cornered", Some(1)).await;
    let metrics = async |site: &Site| Visitor::default().get(site, "/metrics").await.text();
    assert!(!metrics(&site).await.contains("searches_total{"));
    let game = visitor.play(&site, &game).await.expect(StatusCode::OK);
    visitor.wait(&site, &game).await;
    let counted = metrics(&site).await;
    assert!(counted.contains("katarenga_searches_total{for=\"Move\"} 1"), "{counted}");
}
