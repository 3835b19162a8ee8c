use std::collections::HashSet;

use sqlx::Connection as _;

use super::*;
use crate::puzzles::Puzzle;
use crate::store::{Database, Store};

/// A file as an earlier version left it, which knew a number of steps.
async fn database_of_steps(path: &Path, steps: usize) -> SqliteConnection {
    let options =
        SqliteConnectOptions::new().filename(path).create_if_missing(true).foreign_keys(false);
    let mut connection = options.connect().await.expect("a database");
    let mut old = migrations();
    old.migrations = old.migrations.iter().take(steps).cloned().collect();
    old.run(&mut connection).await.expect("the steps of then");
    connection
}

/// A file as version 1.0.0 left it: its steps, and games with and without a clock.
async fn old_database(path: &Path) {
    let mut connection = database_of_steps(path, 2).await;
    let start = "congress 1a0-2a0-3a0-4a0";
    for (id, clock, plies) in
        [("begun", Some("3+2"), 2), ("waits", Some("3+2"), 1), ("without", None, 0)]
    {
        sqlx::query(
            "INSERT INTO game (id, owner, start, white, black, series, number, created, updated, \
             plies, position, ended, clock) VALUES (?1, 1, ?2, 'human', 'human', ?1, 1, 0, 5, ?3, \
             ?2, 0, ?4)",
        )
        .bind(id)
        .bind(start)
        .bind(plies)
        .bind(clock)
        .execute(&mut connection)
        .await
        .expect("a game");
    }
    connection.close().await.expect("it closes");
}

/// Writes that were acknowledged survive a power cut with `FULL` alone, which is 2
/// (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
#[tokio::test]
async fn a_commit_is_flushed_to_the_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let connections = Connections::open(&path).await.expect("a database");
    let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous")
        .fetch_one(&connections.write_pool)
        .await
        .expect("a number");
    assert_eq!(synchronous, 2);
    let journal: String = sqlx::query_scalar("PRAGMA journal_mode")
        .fetch_one(&connections.write_pool)
        .await
        .expect("a text");
    assert_eq!(journal, "wal");
}

#[tokio::test]
async fn f15_games_of_before_that_never_began_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    old_database(&path).await;
    let store = Store::open(&Database::File(path)).await.expect("it is brought up to date");
    let none = HashSet::new();
    assert_eq!(store.overdue(60_006, &none).await.expect("a list"), ["waits"]);
    assert_eq!(store.overdue(60_005, &none).await.expect("a list"), [""; 0]);
}

/// Versions 1.1 to 1.5 knew three steps, and no ratings.
#[tokio::test]
async fn visitors_of_before_there_were_ratings_try_puzzles() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let mut old = database_of_steps(&path, 3).await;
    sqlx::query("INSERT INTO visitor (id, secret, created, name) VALUES (1, x'00', 0, 'Zoé')")
        .execute(&mut old)
        .await
        .expect("a visitor");
    old.close().await.expect("it closes");
    let store = Store::open(&Database::File(path)).await.expect("it is brought up to date");
    let kind = katarenga_rules::GameKind::Troika.name();
    let puzzle = Puzzle::of(kind).next().expect("a puzzle");
    let tried = store.try_puzzle(1, puzzle, true).await.expect("it is kept");
    assert_eq!((tried.visitor.tries, tried.puzzle.tries), (1, 1));
    assert_eq!(store.name(1).await.expect("it is read").as_deref(), Some("Zoé"));
}
