//! What an imported record says comes back, whatever is done in the game.

use axum::http::{Method, StatusCode};
use katarenga_rules::Record;
use katarenga_server::admin::Archive;
use serde_json::{Value, json};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::site::{Place, Site, Visitor, path};

const TEXT: &str = r#"; of the collection
[Event "Fête [du jeu] \"2026\""]
[Date "2026.11.28"]
[Round "3"]
[Game "cornered"]
[Board "2a0"]
[White "Ann"]
[Black "Ben"]
[Termination "unterminated"]

{before} 1. d1! {one} b2?! {two} *
"#;

/// The record that is imported: unfinished after two plies, with everything that can be said.
fn record() -> String {
    TEXT.to_owned()
}

async fn import(site: &Site, visitor: &mut Visitor, text: &str, black: Value) -> Value {
    let body = json!({ "text": text, "white": { "player": "human" }, "black": black });
    visitor.post(site, "/api/games", &body).await.expect(StatusCode::CREATED)
}

async fn export(site: &Site, visitor: &mut Visitor, game: &Value) -> Record {
    let text = visitor.get(site, &path(game, "/record")).await.text();
    Record::read(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

fn human() -> Value {
    json!({ "player": "human" })
}

fn comments(record: &Record) -> Vec<(usize, &str)> {
    record.comments.iter().map(|(ply, text)| (*ply, text.as_str())).collect()
}

#[tokio::test]
async fn f31_an_imported_record_comes_out_as_it_came_in() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let text = record();
    let game = import(&site, &mut visitor, &text, human()).await;
    let read = Record::read(&text).expect("it can be read");
    assert_eq!((read.tags.len(), read.comments.len(), read.nags.len()), (6, 3, 2));
    assert_eq!(export(&site, &mut visitor, &game).await, read);
    // After a restart, and for the operator.
    let place = site.place();
    let site = site.again().await;
    assert_eq!(export(&site, &mut visitor, &game).await, read);
    let archive = Archive::read(&place.database(), false).await;
    let archive = archive.expect("a database");
    let id = game["id"].as_str().expect("an id");
    assert_eq!(archive.record(id).await.expect("a record"), Some(read.to_string()));
    archive.close().await;
    // A name of the visitor's own is not that of the player in the record.
    let named = visitor.ask(&site, Method::PUT, "/api/me", Some(&json!({ "name": "Zoé" }))).await;
    named.expect(StatusCode::OK);
    let again =
        import(&site, &mut visitor, &text, json!({ "player": "computer", "level": 1 })).await;
    let record = export(&site, &mut visitor, &again).await;
    assert_eq!((record.tag("White"), record.tag("Black")), (Some("Ann"), Some("Ben")));
}

#[tokio::test]
async fn f31_what_was_said_of_moves_goes_with_them_alone() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = import(&site, &mut visitor, &record(), human()).await;
    // Taken back and played again: everything is said as before.
    let undo = json!({ "do": "undo" });
    let game = visitor.act(&site, &game, &undo).await.expect(StatusCode::OK);
    let shorter = export(&site, &mut visitor, &game).await;
    assert_eq!(comments(&shorter), [(0, "of the collection before"), (1, "one")]);
    let redo = json!({ "do": "redo" });
    let game = visitor.act(&site, &game, &redo).await.expect(StatusCode::OK);
    let whole = export(&site, &mut visitor, &game).await;
    assert_eq!(comments(&whole)[2], (2, "two"));
    // Another second move: what was said of the first stays, after a restart too.
    let game = visitor.act(&site, &game, &undo).await.expect(StatusCode::OK);
    let legal = game["position"]["paths"].as_array().expect("paths");
    let other = legal.iter().find(|path| **path != json!(["b2"])).expect("another move");
    let game = visitor.act(&site, &game, &json!({ "do": "move", "path": other })).await;
    let game = game.expect(StatusCode::OK);
    let site = site.again().await;
    let record = export(&site, &mut visitor, &game).await;
    assert_eq!(record.game.ply(), 2);
    assert_eq!(comments(&record), [(0, "of the collection before"), (1, "one")]);
    assert_eq!(record.nags.keys().collect::<Vec<_>>(), [&1]);
    assert_eq!((record.tag("White"), record.tag("Round")), (Some("Ann"), Some("3")));
    assert_eq!(record.tag("Termination"), None, "the game has gone on");
}

#[tokio::test]
async fn f31_the_result_is_that_of_the_game_as_it_went_on() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = import(&site, &mut visitor, &record(), human()).await;
    let resign = json!({ "do": "resign", "side": "black" });
    let game = visitor.act(&site, &game, &resign).await.expect(StatusCode::OK);
    let text = visitor.get(&site, &path(&game, "/record")).await.text();
    assert!(text.contains("[Result \"white ") && text.contains("resignation\"]"), "{text}");
    assert!(text.contains("{two} white+") && !text.contains("Termination"), "{text}");
    // Nothing was said of the next game of the match.
    let next = visitor.post(&site, &path(&game, "/next"), &json!({})).await;
    let next = next.expect(StatusCode::CREATED);
    let next = export(&site, &mut visitor, &next).await;
    assert_eq!((next.tags.len(), next.comments.len()), (0, 0));
}

#[tokio::test]
async fn f31_a_deleted_game_leaves_nothing_of_what_was_said() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let game = import(&site, &mut visitor, &record(), human()).await;
    let deleted = visitor.ask(&site, Method::DELETE, &path(&game, ""), None).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    assert_eq!(site.place().run("SELECT count(*) FROM notes").await, Some(0));
}

#[tokio::test]
async fn f31_a_database_of_1_0_0_takes_imported_records() {
    let place = Place::file();
    let options = SqliteConnectOptions::new().filename(place.path()).create_if_missing(true);
    let mut connection = options.connect().await.expect("a database");
    let steps = [
        (1, "games", include_str!("../../src/store/sqlite/migrations/1_games.sql")),
        (2, "two people", include_str!("../../src/store/sqlite/migrations/2_two_people.sql")),
    ];
    let steps = steps.map(|(version, name, sql)| {
        let sql = sqlx::SqlStr::from_static(sql);
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(steps.to_vec()).run(&mut connection).await.expect("its steps");
    for statement in [
        "INSERT INTO visitor (id, secret, created) VALUES (1, x'00', 0)",
        "INSERT INTO game (id, owner, start, white, black, series, number, created, updated, plies, position, ended) \
         VALUES ('old', 1, 'cornered 2a0 4/4/4/4 w w', 'human', 'human', 'old', 1, 0, 0, 1, '', 0)",
        "INSERT INTO event (game, number, what, at) VALUES ('old', 1, 'move d1', 0)",
    ] {
        sqlx::query(statement).execute(&mut connection).await.expect(statement);
    }
    connection.close().await.expect("it closes");
    let site = Site::anew(place).await;
    let mut visitor = Visitor::default();
    let old = export(&site, &mut visitor, &json!({ "id": "old" })).await;
    assert_eq!((old.game.ply(), old.tags.len()), (1, 0));
    let game = import(&site, &mut visitor, &record(), human()).await;
    assert_eq!(
        export(&site, &mut visitor, &game).await.tag("Event"),
        Some("Fête [du jeu] \"2026\"")
    );
}

#[tokio::test]
async fn f28_f29_texts_that_begin_with_anything_are_looked_into() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    for text in [record(), format!("\u{feff}{}", record()), format!("% x\n{}", record())] {
        let read = visitor.post(&site, "/api/read", &json!({ "text": text })).await;
        assert_eq!(read.expect(StatusCode::OK)["what"], "record", "{text}");
    }
    let open = "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 {oops\n\n[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 {x} *\n";
    let refused = visitor.post(&site, "/api/read", &json!({ "text": open })).await;
    let body = refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "record");
    let faults = body["details"]["faults"].as_array().expect("faults");
    let places: Vec<(&Value, &Value, &Value)> =
        faults.iter().map(|fault| (&fault["code"], &fault["line"], &fault["column"])).collect();
    let (brace, second) = (json!("record-open-comment"), json!("record-second"));
    let (four, six, seven, one) = (json!(4), json!(6), json!(7), json!(1));
    assert_eq!(places, [(&brace, &four, &seven), (&second, &six, &one)], "{body}");
}
