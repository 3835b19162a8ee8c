//! Many games that were played before, and how fast the lists are with them.

use std::time::{Duration, Instant};

use crate::Error;
use crate::client::Client;
use crate::database::Database;

/// How often each list is asked for.
const TIMES: usize = 100;

/// Copies the first game that is there so often: nine of ten as finished games, one of ten as games
/// that were left sixty days ago. All are of the same players, and public.
pub(crate) async fn store(database: &Database, count: usize) -> Result<(), Error> {
    database.fill(&SQLITE, &POSTGRES, i64::try_from(count)?).await
}

const SQLITE: [&str; 2] = [
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
];

const POSTGRES: [&str; 2] = [
    "INSERT INTO game (id, owner, start, white, black, white_player, black_player, series, \
     number, created, public, updated, plies, position, ended, winner, points, reason) \
     SELECT stored, owner, start, white, black, white_player, black_player, stored, 1, created, \
     TRUE, updated - age, plies, start, is_over, CASE WHEN is_over THEN 'white' END, 0, \
     CASE WHEN is_over THEN 'resignation' END \
     FROM (SELECT * FROM game ORDER BY created, id LIMIT 1) AS first, \
     (SELECT 'stored' || lpad(i::text, greatest(6, length(i::text)), '0') AS stored, \
     i % 10 > 0 AS is_over, \
     CASE WHEN i % 10 > 0 THEN i * 8640 ELSE 60 * 86400000::bigint END AS age \
     FROM generate_series(1, $1) AS i) AS numbered",
    "INSERT INTO player (game, visitor, state, updated) \
     SELECT id, white_player, CASE WHEN ended THEN 2 ELSE 0 END, updated \
     FROM game WHERE id LIKE 'stored%' UNION ALL \
     SELECT id, black_player, CASE WHEN ended THEN 2 ELSE 1 END, updated \
     FROM game WHERE id LIKE 'stored%' AND $1 > 0",
];

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
