//! What becomes of requests while the database is locked, full or damaged in part, and which databases
//! are opened at all.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header::RETRY_AFTER;
use axum::http::{Request, StatusCode};
use katarenga_server::admin::Archive;
use katarenga_server::{Database, Server, Settings};
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteLockingMode};
use sqlx::{AssertSqlSafe, ConnectOptions as _};
use tokio::net::TcpListener;
use tower::ServiceExt as _;

use crate::site::{self, Site, Visitor, command, path, turn_back};

/// Another program with the database of a site.
async fn other(site: &Site) -> SqliteConnection {
    let file = site.place().path();
    SqliteConnectOptions::new().filename(file).connect().await.expect("the database")
}

async fn run(connection: &mut SqliteConnection, statement: String) {
    sqlx::query(AssertSqlSafe(statement)).execute(connection).await.expect("it is done");
}

/// What the server says of itself.
async fn health(site: &Site) -> (StatusCode, String) {
    let health = Visitor::default().get(site, "/healthz").await;
    (health.status, health.text())
}

/// Waits until the server says that it is well.
async fn well(site: &Site) {
    let begun = Instant::now();
    while health(site).await.0 != StatusCode::OK {
        assert!(begun.elapsed() < Duration::from_secs(30), "it stays ill");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn f1_a_database_locked_by_another_program_is_written_again_afterwards() {
    let site = Site::in_file().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "congress", None).await;
    let mut other = other(&site).await;
    run(&mut other, "BEGIN IMMEDIATE".into()).await;
    let refused = visitor.play(&site, &game).await;
    assert!(refused.headers.contains_key(RETRY_AFTER), "{refused:?}");
    refused.refused(StatusCode::SERVICE_UNAVAILABLE, "storage-busy");
    let (status, why) = health(&site).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(why.contains("locked"), "{why}");
    // Reading goes on.
    visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
    run(&mut other, "ROLLBACK".into()).await;
    well(&site).await;
    let game = visitor.play(&site, &game).await.expect(StatusCode::OK);
    assert_eq!(game["revision"], 1);
}

#[tokio::test]
async fn f2_health_fails_while_the_last_write_failed_and_recovers_though_nobody_writes() {
    let site = Site::in_file().await;
    let mut visitor = Visitor::default();
    let game = visitor.begin(&site, "congress", None).await;
    assert_eq!(health(&site).await, (StatusCode::OK, "ok\n".to_owned()));
    let mut other = other(&site).await;
    run(&mut other, "BEGIN IMMEDIATE".into()).await;
    visitor.play(&site, &game).await.refused(StatusCode::SERVICE_UNAVAILABLE, "storage-busy");
    // What is read meanwhile says nothing of writing.
    for _ in 0..3 {
        visitor.get(&site, &path(&game, "")).await.expect(StatusCode::OK);
        let (status, why) = health(&site).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{why}");
        assert_eq!(why.lines().count(), 1, "{why}");
    }
    run(&mut other, "ROLLBACK".into()).await;
    well(&site).await;
    assert_eq!(health(&site).await, (StatusCode::OK, "ok\n".to_owned()));
}

/// Everything that is written fails halfway through its transaction, and then works.
#[tokio::test]
async fn f1_every_write_that_fails_leaves_a_writer_that_works() {
    let site = Site::in_file().await;
    let mut visitor = Visitor::default();
    let mut game = visitor.begin(&site, "congress", None).await;
    let mut other = other(&site).await;
    // `ROLLBACK` ends the whole transaction by itself, as a full disk does.
    for table in ["visitor", "game", "event", "invitation", "device", "visitor_rating"] {
        for deed in ["INSERT", "UPDATE", "DELETE"] {
            let trigger = format!(
                "CREATE TRIGGER fails_{table}_{deed} AFTER {deed} ON {table} WHEN \
                 (SELECT count(*) FROM fault) BEGIN SELECT RAISE(ROLLBACK, 'a fault'); END"
            );
            run(&mut other, "CREATE TABLE IF NOT EXISTS fault (is_on INTEGER)".into()).await;
            run(&mut other, trigger).await;
        }
    }
    let invitation = json!({ "kind": "congress" });
    let (_, puzzles) = crate::puzzles::puzzles();
    for (puzzle, _) in &puzzles[..2] {
        let attempt = crate::puzzles::tries(puzzle);
        run(&mut other, "INSERT INTO fault VALUES (1)".into()).await;
        let failed = StatusCode::INTERNAL_SERVER_ERROR;
        assert_eq!(visitor.play(&site, &game).await.status, failed);
        assert_eq!(visitor.post(&site, "/api/invitations", &invitation).await.status, failed);
        assert_eq!(visitor.post(&site, "/api/me/link", &json!({})).await.status, failed);
        assert_eq!(visitor.post(&site, &attempt, &json!({ "solved": true })).await.status, failed);
        let mut newcomer = Visitor::default();
        assert_eq!(newcomer.post(&site, "/api/invitations", &invitation).await.status, failed);
        run(&mut other, "DELETE FROM fault".into()).await;
        game = visitor.play(&site, &game).await.expect(StatusCode::OK);
        visitor.post(&site, "/api/invitations", &invitation).await.expect(StatusCode::CREATED);
        assert!(visitor.post(&site, "/api/me/link", &json!({})).await.status.is_success());
        let tried = visitor.post(&site, &attempt, &json!({ "solved": true })).await;
        assert_eq!(tried.expect(StatusCode::OK)["puzzle"]["tries"], 1);
        newcomer.post(&site, "/api/invitations", &invitation).await.expect(StatusCode::CREATED);
    }
    assert_eq!(game["revision"], 2);
    // Such a fault is none of the whole database.
    assert_eq!(health(&site).await.0, StatusCode::OK);
}

#[tokio::test]
async fn f7_an_event_that_can_not_be_written_takes_no_others_along() {
    let site = Site::in_file().await;
    let mut visitor = Visitor::default();
    let mut games: Vec<Value> = Vec::new();
    for _ in 0..12 {
        games.push(visitor.begin(&site, "congress", None).await);
    }
    let mut other = other(&site).await;
    for (game, fault) in [(&games[3], "ABORT"), (&games[7], "ROLLBACK")] {
        let id = game["id"].as_str().expect("an id");
        run(
            &mut other,
            format!(
                "CREATE TRIGGER fails_{fault} BEFORE INSERT ON event WHEN new.game = '{id}' \
                 BEGIN SELECT RAISE({fault}, 'a bad row'); END"
            ),
        )
        .await;
    }
    // They wait together: the first one for the lock, all others for the first.
    run(&mut other, "BEGIN IMMEDIATE".into()).await;
    let cookie = visitor.cookie.clone();
    let play = async |game: &Value| {
        let deed = json!({ "do": "move", "path": game["position"]["paths"][0] });
        let mut visitor = Visitor { cookie: cookie.clone() };
        visitor.post(&site, &path(game, "/commands"), &command(game, &deed)).await.status
    };
    let free = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        run(&mut other, "ROLLBACK".into()).await;
    };
    let (statuses, ()) = tokio::join!(futures_util::future::join_all(games.iter().map(play)), free);
    for (number, status) in statuses.into_iter().enumerate() {
        let expected = if [3, 7].contains(&number) {
            StatusCode::INTERNAL_SERVER_ERROR
        } else {
            StatusCode::OK
        };
        assert_eq!(status, expected, "game {number}");
    }
}

#[tokio::test]
async fn f7_a_damaged_game_takes_no_others_along() {
    let site = Site::in_file().await;
    let (mut maker, mut guest) = (Visitor::default(), Visitor::default());
    let mut ids = Vec::new();
    let body =
        json!({ "kind": "congress", "public": true, "clock": { "kind": "days", "days": 1 } });
    let mut invitations = Vec::new();
    for _ in 0..2 {
        let invitation =
            maker.post(&site, "/api/invitations", &body).await.expect(StatusCode::CREATED);
        invitations.push(invitation["id"].as_str().expect("an id").to_owned());
        let invitation =
            maker.post(&site, "/api/invitations", &body).await.expect(StatusCode::CREATED);
        let address =
            format!("/api/invitations/{}/join", invitation["id"].as_str().expect("an id"));
        let joined = guest.post(&site, &address, &json!({})).await.expect(StatusCode::OK);
        ids.push(joined["game"].as_str().expect("an id").to_owned());
    }
    let mut other = other(&site).await;
    for statement in [
        format!(
            "UPDATE game SET position = 'nonsense', start = 'nonsense' WHERE id = '{}'",
            ids[0]
        ),
        format!("UPDATE invitation SET start = 'nonsense' WHERE id = '{}'", invitations[0]),
    ] {
        run(&mut other, statement).await;
    }
    let games = maker.get(&site, "/api/games").await.expect(StatusCode::OK).to_string();
    assert!(games.contains(&ids[1]) && !games.contains(&ids[0]), "{games}");
    // The operator sees which one it is, and all others.
    let archive = Archive::read(&site.place().database(), false).await.expect("a database");
    let (whole, damaged): (Vec<_>, Vec<_>) =
        archive.list(0, 10).await.expect("a list").into_iter().partition(Result::is_ok);
    assert_eq!((whole.len(), damaged.len()), (1, 1));
    assert!(archive.record(&ids[0]).await.is_err());
    assert!(archive.record(&ids[1]).await.expect("a record").is_some());
    archive.close().await;
    let lobby = guest.get(&site, "/api/lobby").await.expect(StatusCode::OK).to_string();
    assert!(lobby.contains(&ids[1]) && lobby.contains(&invitations[1]), "{lobby}");
    assert!(!lobby.contains(&ids[0]) && !lobby.contains(&invitations[0]), "{lobby}");
    // Its time is up like that of the other one, which ends.
    turn_back(&site.place(), 2 * 24 * 60 * 60 * 1000).await;
    let mut site = Site::anew(site.place()).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let running = tokio::spawn(site.take_server().run(listener, std::future::pending()));
    let begun = Instant::now();
    let other = format!("/api/games/{}", ids[1]);
    while guest.get(&site, &other).await.expect(StatusCode::OK)["outcome"].is_null() {
        assert!(begun.elapsed() < Duration::from_secs(30), "it goes on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    running.abort();
}

#[tokio::test]
async fn a_database_that_another_program_holds_is_no_place_to_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let database = Database::File(file.clone());
    drop(Server::open(Settings::new(database.clone())).await.expect("a new database"));
    let options =
        SqliteConnectOptions::new().filename(&file).locking_mode(SqliteLockingMode::Exclusive);
    let mut holder = options.connect().await.expect("the database");
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut holder).await.expect("the lock");
    let begun = Instant::now();
    let refused = Server::open(Settings::new(database)).await.expect_err("it is held");
    assert!(refused.to_string().contains("locked"), "{refused}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bookmarks.sqlite");
    let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let mut other = options.connect().await.expect("a database");
    sqlx::query("CREATE TABLE bookmark (title TEXT)").execute(&mut other).await.expect("a table");
    drop(other);
    let refused = Server::open(Settings::new(Database::File(file.clone()))).await;
    let refused = refused.expect_err("it is another program's").to_string();
    assert!(refused.contains("another program"), "{refused}");
    let mut other = options.connect().await.expect("a database");
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut other)
        .await
        .expect("a count");
    assert_eq!(tables, 1);
}

#[tokio::test]
async fn a_database_in_memory_outlives_requests_that_are_broken_off() {
    let settings = Settings { rate_limits: site::plenty(), ..Settings::new(Database::Memory) };
    let server = Server::open(settings).await.expect("memory");
    let router = server.router();
    let list = || {
        let cookie = format!("katarenga={}", "0".repeat(64));
        let request = Request::get("/api/games").header("cookie", cookie);
        router.clone().oneshot(request.body(Body::empty()).expect("a request"))
    };
    for microseconds in 0..400 {
        let _ = tokio::time::timeout(Duration::from_micros(microseconds), list()).await;
    }
    assert_eq!(list().await.expect("an answer").status(), StatusCode::OK);
}
