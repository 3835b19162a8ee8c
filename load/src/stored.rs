//! Many games that were played before, and how fast the lists are with them.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::Error;
use crate::client::Client;

/// How often each list is asked for.
const TIMES: usize = 100;

/// Copies the first game that is there so often: nine of ten as finished games, one of ten as games
/// that were left sixty days ago. All are of the same players, and public.
pub(crate) async fn store(database: &Path, count: usize) -> Result<(), Error> {
    let options = SqliteConnectOptions::new().filename(database);
    let mut connection = options.connect().await?;
    let count = i64::try_from(count)?;
    for statement in [
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) \
         INSERT INTO game (id, owner, start, white, black, white_player, black_player, series, \
         number, created, public, updated, plies, position, ended, winner, points, reason) \
         SELECT printf('stored%06d', i), owner, start, white, black, white_player, black_player, \
         printf('stored%06d', i), 1, created, 1, \
         updated - iif(i % 10, i, 60) * 86400000 / iif(i % 10, 10000, 1), plies, start, i % 10 > 0, \
         iif(i % 10, 'white', NULL), 0, iif(i % 10, 'resignation', NULL) \
         FROM n, (SELECT * FROM game ORDER BY created, id LIMIT 1)",
        "INSERT INTO player (game, visitor, state, updated) \
         SELECT id, white_player, iif(ended, 2, 0), updated FROM game WHERE id LIKE 'stored%' \
         UNION ALL \
         SELECT id, black_player, iif(ended, 2, 1), updated FROM game WHERE id LIKE 'stored%' AND ? > 0",
    ] {
        sqlx::query(statement).bind(count).execute(&mut connection).await?;
    }
    Ok(connection.close().await?)
}

/// A list, and how long its answers took, in order.
pub(crate) type Listed = (String, Vec<Duration>);

/// Asks for the lobby and for the lists of a player, their first pages and later ones.
pub(crate) async fn lists(
    client: &Client,
    cookie: &str,
    count: usize,
) -> Result<Vec<Listed>, Error> {
    let last = count * 9 / 10 / 20;
    let addresses = [
        "/api/lobby".to_owned(),
        "/api/games".to_owned(),
        "/api/games?list=ended".to_owned(),
        format!("/api/games?list=ended&page={last}"),
        "/api/games?list=archived&page=100".to_owned(),
    ];
    let mut listed = Vec::new();
    for address in addresses {
        let mut times = Vec::with_capacity(TIMES);
        for _ in 0..TIMES {
            let begun = Instant::now();
            client.get(&address, cookie).await?.json()?;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        listed.push((address, times));
    }
    Ok(listed)
}
