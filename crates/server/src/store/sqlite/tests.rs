use std::collections::HashSet;

use sqlx::Connection as _;

use super::*;
use crate::store::{Database, Store};

/// A file as version 1.0.0 left it: its steps, and games with and without a clock.
async fn old_database(path: &Path) {
    let options =
        SqliteConnectOptions::new().filename(path).create_if_missing(true).foreign_keys(false);
    let mut connection = options.connect().await.expect("a database");
    let mut old = migrations();
    old.migrations = old.migrations.iter().take(2).cloned().collect();
    old.run(&mut connection).await.expect("the steps of 1.0.0");
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
