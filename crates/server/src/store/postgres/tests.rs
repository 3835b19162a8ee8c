use std::time::SystemTime;

use futures_util::future::join_all;
use katarenga_test_database::Postgres as Server;

use super::*;
use crate::access_token::AccessToken;
use crate::play::{Session, Step};
use crate::puzzles::Puzzle;
use crate::store::query::query;
use crate::store::{AppendResult, Backend, Database, IdempotencyKey, Store, migrator};
use crate::test_games::{online, play};

/// Two servers on a database in which there are two visitors.
async fn two() -> (katarenga_test_database::Database, [Store; 2]) {
    let place = Server::shared().create_database();
    let database: Database = place.address.parse().expect("an address");
    let stores = [
        Store::open(&database).await.expect("a database"),
        Store::open(&database).await.expect("the same"),
    ];
    for _ in 0..2 {
        let token = AccessToken::random().expect("chance");
        stores[0].create_visitor(&token).await.expect("a visitor");
    }
    (place, stores)
}

fn session(id: &str) -> Session {
    let mut session = online(None);
    session.head.id = id.to_owned();
    session.head.series = id.to_owned();
    session
}

async fn append(store: &Store, session: &Session, request: &str) -> (Session, AppendResult) {
    let mut session = session.clone();
    let visitor = session.head.visitor_of(session.game.turn()).expect("a player");
    let command = play(session.game.legal_moves()[0]);
    let event = session.command(visitor, &command, store.now()).expect("legal");
    let key = IdempotencyKey { visitor, request };
    let kept = store.append(&session, Step::from(event), Some(key)).await;
    (session, kept.expect("it is written"))
}

/// Both write to the same games in other orders, and rename the players meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_write_to_the_same_games_do_not_wait_for_each_other_in_a_circle() {
    const GAMES: usize = 24;
    const ROUNDS: usize = 8;
    let (place, stores) = two().await;
    let mut games: Vec<Session> = Vec::new();
    for number in 0..GAMES {
        let game = session(&format!("game{number}"));
        assert!(stores[0].create_game(&game, &[]).await.expect("it is kept"));
        games.push(game);
    }
    for round in 0..ROUNDS {
        let write = |store: usize| {
            let (stores, games) = (&stores, &games);
            let order = (0..GAMES).map(move |place| (place * 7 + store * 5) % GAMES);
            let written = order.map(move |place| {
                let request = format!("{store} {round}");
                async move { (place, append(&stores[store], &games[place], &request).await) }
            });
            join_all(written)
        };
        let rename = async |store: usize, visitor: i64| {
            for name in ["Ada", "Zoé"] {
                stores[store].rename(visitor, Some(name)).await.expect("a name");
            }
        };
        let (one, two, (), ()) = tokio::join!(write(0), write(1), rename(0, 1), rename(1, 2));
        let mut appended = 0;
        for (place, (session, kept)) in one.into_iter().chain(two) {
            match kept {
                AppendResult::Appended => {
                    appended += 1;
                    games[place] = session;
                }
                kept => assert_eq!(kept, AppendResult::Conflict),
            }
        }
        assert_eq!(appended, GAMES, "one of the two takes each place");
    }
    let count = "SELECT count(*) || ' ' || max(number) FROM event";
    let count = Server::shared().execute(&place.name, count);
    assert_eq!(count, format!("{} {ROUNDS}", GAMES * ROUNDS));
    tokio::time::sleep(Duration::from_millis(500)).await;
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    assert_eq!(Server::shared().execute(&place.name, deadlocks), "0");
    for game in &games {
        let found = stores[1].session(&game.head.id).await.expect("it is read").expect("a game");
        assert_eq!((found.revision, found.game.ply()), (game.revision, ROUNDS));
    }
}

/// An event that takes the next place, one that comes too late, and one of a deleted game.
#[tokio::test]
async fn each_event_of_a_batch_has_its_own_answer() {
    let (_place, [store, _]) = two().await;
    for id in ["new", "late", "gone"] {
        assert!(store.create_game(&session(id), &[]).await.expect("it is kept"));
    }
    append(&store, &session("late"), "first").await;
    store.delete("gone").await.expect("it is deleted");
    let (new, late, gone) = (session("new"), session("late"), session("gone"));
    let ((_, new), (_, late), (_, gone)) = tokio::join!(
        append(&store, &new, "a"),
        append(&store, &late, "b"),
        append(&store, &gone, "c")
    );
    assert_eq!(
        (new, late, gone),
        (AppendResult::Appended, AppendResult::Conflict, AppendResult::Deleted)
    );
    let updated: i64 = query("SELECT count(*) FROM game WHERE plies = 1 AND updated > created")
        .one(&store)
        .await
        .expect("a number");
    assert_eq!(updated, 2);
}

#[tokio::test]
async fn the_time_is_that_of_the_database_and_never_goes_back() {
    let (_place, stores) = two().await;
    let Backend::Postgres(connections) = &stores[0].backend else { panic!("another database") };
    let mut last = 0;
    for _ in 0..1000 {
        let now = stores[0].now();
        assert!(now >= last);
        last = now;
    }
    check(&connections.pool, &connections.clock).await.expect("it answers");
    assert!(stores[0].now() >= last);
    assert!((stores[0].now() - stores[1].now()).abs() < 50);
    // Here both are of the same machine.
    let here = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time");
    assert!((stores[0].now() - here.as_millis() as i64).abs() < 1000);
}

/// A server of this version goes on, and starts, beside one of a later version that has brought the
/// database up to date; not once that version needs what this one doesn't know.
#[tokio::test]
async fn a_later_version_may_be_there_until_the_database_needs_it() {
    let (place, stores) = two().await;
    let database: Database = place.address.parse().expect("an address");
    let game = session("game");
    assert!(stores[0].create_game(&game, &[]).await.expect("it is kept"));
    let (game, _) = append(&stores[0], &game, "first").await;
    let later = "ALTER TABLE game ADD COLUMN later TEXT; ALTER TABLE event ADD COLUMN later TEXT; \
                 INSERT INTO _sqlx_migrations (version, description, success, checksum, \
                 execution_time) VALUES (1000, 'later', TRUE, '\\x00', 0)";
    Server::shared().execute(&place.name, later);
    let (game, kept) = append(&stores[0], &game, "second").await;
    assert_eq!(kept, AppendResult::Appended);
    let started = Store::open(&database).await.expect("it starts");
    for store in [&stores[0], &stores[1], &started] {
        let known = store.session("game").await.expect("it is read").expect("it is there");
        assert_eq!(known.revision, game.revision);
    }
    Server::shared().execute(&place.name, "UPDATE katarenga SET needs = 1000");
    let refused = Store::open(&database).await.map(drop);
    assert!(matches!(refused, Err(StoreError::Newer)), "{refused:?}");
}

/// A server of version 1.5, which knows the first step alone, made the database, and deletes visitors as it
/// did while one of this version is there already.
#[tokio::test]
async fn a_database_of_before_there_were_ratings_is_brought_up_to_date() {
    let place = Server::shared().create_database();
    let options: PgConnectOptions = place.address.parse().expect("an address");
    let mut old = PgConnection::connect_with(&options).await.expect("a connection");
    migrator(&open::MIGRATIONS[..1]).run_direct(None, &mut old, false).await.expect("the step");
    sqlx::query("INSERT INTO visitor (secret, created) VALUES ('\\x00', 0)")
        .execute(&mut old)
        .await
        .expect("a visitor");
    let database: Database = place.address.parse().expect("an address");
    let store = Store::open(&database).await.expect("it is brought up to date");
    let kind = katarenga_rules::GameKind::Troika.name();
    let puzzle = Puzzle::of(kind).next().expect("a puzzle");
    let tried = store.try_puzzle(1, puzzle, true).await.expect("it is kept");
    sqlx::query("DELETE FROM visitor WHERE id = 1").execute(&mut old).await.expect("as it did");
    let rated = store.puzzle_ratings(vec![puzzle.id.to_owned()]).await.expect("ratings");
    assert_eq!(rated, [(puzzle.id.to_owned(), tried.puzzle)]);
    let left: i64 = query("SELECT count(*) FROM puzzle_try").one(&store).await.expect("a number");
    assert_eq!(left, 0);
}

/// Visitors of two servers try the same puzzle, also the same visitor at both.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tries_at_two_servers_are_all_kept() {
    let (_place, stores) = two().await;
    let kind = katarenga_rules::GameKind::Troika.name();
    for puzzle in Puzzle::of(kind).take(8) {
        let tries = [(0, 1), (1, 2), (1, 1), (0, 2)]
            .map(|(store, visitor): (usize, i64)| stores[store].try_puzzle(visitor, puzzle, true));
        for tried in join_all(tries).await {
            tried.expect("it is kept");
        }
        let rated = stores[0].puzzle_ratings(vec![puzzle.id.to_owned()]).await.expect("ratings");
        assert_eq!(rated[0].1.tries, 2);
    }
    let tries: i64 = query("SELECT min(tries) + max(tries) FROM visitor_rating")
        .one(&stores[1])
        .await
        .expect("a number");
    assert_eq!(tries, 16);
}
