use std::collections::HashSet;
use std::env;

use katarenga_test_database::Postgres;

use super::query::query;
use super::*;
use crate::access_token::AccessToken;
use crate::play::Clock;
use crate::test_games::online;

/// An empty database of the kind that the environment names: `KATARENGA_TEST_DATABASE=postgres`, or
/// `SQLite` in memory.
pub(crate) async fn empty() -> Store {
    let database = match env::var("KATARENGA_TEST_DATABASE").as_deref() {
        Ok("postgres") => Postgres::shared().create_database().address.parse().expect("an address"),
        _ => Database::Memory,
    };
    Store::open(&database).await.expect("a database")
}

/// A database with a number of visitors, from 1 on.
pub(crate) async fn with_visitors(count: i64) -> Store {
    let store = empty().await;
    for id in 1..=count {
        let token = AccessToken::random().expect("chance");
        assert_eq!(store.create_visitor(&token).await.expect("a visitor"), id);
    }
    store
}

/// Changes rows as they can be, but would have to be played to become.
pub(super) async fn change(store: &Store, sql: &'static str) {
    let changed = query(sql).execute(store).await.expect("it is changed");
    assert!(changed > 0, "{sql}");
}

/// How many rows refer to what is gone.
pub(super) async fn dangling(store: &Store) -> i64 {
    let mut count = 0;
    for (table, column, other) in [
        ("event", "game", "game"),
        ("player", "game", "game"),
        ("message", "game", "game"),
        ("notes", "game", "game"),
        ("invitation", "game", "game"),
        ("player", "visitor", "visitor"),
        ("event", "visitor", "visitor"),
        ("device", "visitor", "visitor"),
        ("invitation", "creator", "visitor"),
        ("visitor_rating", "visitor", "visitor"),
        ("puzzle_try", "visitor", "visitor"),
        ("game", "owner", "visitor"),
        ("game", "white_player", "visitor"),
        ("game", "black_player", "visitor"),
    ] {
        let lost = query(format!(
            "SELECT count(*) FROM {table} WHERE {column} IS NOT NULL \
             AND {column} NOT IN (SELECT id FROM {other})"
        ));
        count += lost.one::<i64>(store).await.expect("a number");
    }
    count
}

/// What the flag watcher does not get at once it gets a second later.
#[tokio::test]
async fn of_many_games_whose_time_is_up_those_come_first_that_have_waited_longest() {
    let store = with_visitors(2).await;
    for (id, days) in [("second", 2), ("third", 3), ("first", 1)] {
        let mut session = online(Some(Clock::Days(days)));
        session.head.id = id.to_owned();
        session.head.series = id.to_owned();
        assert!(store.create_game(&session, &[]).await.expect("it is stored"));
    }
    let overdue = async |without: &[&str]| {
        let without = without.iter().map(ToString::to_string).collect();
        store.overdue(i64::MAX, &without).await.expect("a list")
    };
    assert_eq!(overdue(&[]).await, ["first", "second", "third"]);
    assert_eq!(overdue(&["second"]).await, ["first", "third"]);
    let all = ["first", "second", "third"].map(str::to_owned);
    assert_eq!(store.overdue(i64::MAX, &HashSet::from(all)).await.expect("a list"), [""; 0]);
}
