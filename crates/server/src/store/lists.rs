//! Lists of games, page by page. Everything they show and are ordered by stands in an index or in
//! the rows of one page.

use std::collections::HashMap;

use super::games::head;
use super::query::{Row, query};
use super::{Store, StoreError};
use katarenga_play::lists::{Listed, PAGE_SIZE};

/// A game without a deadline in which nothing was done for this time is archived: 30 days,
/// in milliseconds. It can be gone on with, and is then back.
const ARCHIVE_AFTER_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Which games of a visitor are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum List {
    /// Those that go on; first those in which it is their turn.
    Going,
    /// Those that have ended.
    Ended,
    /// Those that went on once, and in which nothing was done for a long time.
    Archived,
}

impl List {
    /// Which rows of `player` these are, and in which order; both ask for a time.
    const fn rows(self) -> (&'static str, &'static str) {
        match self {
            Self::Going => (
                "SELECT count(*) FROM player WHERE visitor = $1 AND state < 2 AND updated > $2",
                "SELECT game FROM player WHERE visitor = $1 AND state < 2 AND updated > $2 \
                 ORDER BY state, updated DESC, game LIMIT $3 OFFSET $4",
            ),
            Self::Ended => (
                "SELECT count(*) FROM player WHERE visitor = $1 AND state = 2 AND $2 > 0",
                "SELECT game FROM player WHERE visitor = $1 AND state = 2 AND $2 > 0 \
                 ORDER BY updated DESC, game LIMIT $3 OFFSET $4",
            ),
            Self::Archived => (
                "SELECT count(*) FROM player WHERE visitor = $1 AND state < 2 AND updated <= $2",
                "SELECT game FROM player WHERE visitor = $1 AND state < 2 AND updated <= $2 \
                 ORDER BY state, updated DESC, game LIMIT $3 OFFSET $4",
            ),
        }
    }
}

impl Store {
    /// A page of the games of a visitor, and how many games there are. Pages count from 1.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn games_of(
        &self,
        visitor: i64,
        list: List,
        page: u32,
    ) -> Result<(Vec<Listed>, u32), StoreError> {
        let (count, ids) = list.rows();
        let since = self.now() - ARCHIVE_AFTER_MS;
        let count = query(count).bind(visitor).bind(since).one(self).await?;
        let ids = query(ids).bind(visitor).bind(since).bind(PAGE_SIZE).bind(before(page));
        let ids = ids.column(self).await?;
        Ok((self.summaries(ids).await?, as_count(count)))
    }

    /// A page of the games that everybody may watch, the last used first, and how many there
    /// are.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn games_to_watch(&self, page: u32) -> Result<(Vec<Listed>, u32), StoreError> {
        let since = self.now() - ARCHIVE_AFTER_MS;
        let count = query(
            "SELECT count(*) FROM game \
             WHERE public AND NOT deleted AND ended = FALSE AND updated > $1",
        );
        let count = count.bind(since).one(self).await?;
        let ids = query(
            "SELECT id FROM game WHERE public AND NOT deleted AND ended = FALSE AND updated > $1 \
             ORDER BY updated DESC, id LIMIT $2 OFFSET $3",
        );
        let ids = ids.bind(since).bind(PAGE_SIZE).bind(before(page)).column(self).await?;
        Ok((self.summaries(ids).await?, as_count(count)))
    }

    /// Games of everybody, the last used first, after some that are left out; what is wrong with
    /// those that make no sense.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn all_games(
        &self,
        skip: u32,
        count: u32,
    ) -> Result<Vec<Result<Listed, StoreError>>, StoreError> {
        let rows = query(
            "SELECT * FROM game WHERE NOT deleted ORDER BY updated DESC, id LIMIT $1 OFFSET $2",
        );
        let rows = rows.bind(count).bind(skip).rows(self).await?;
        Ok(rows.iter().map(summary).collect())
    }

    /// Ids of games in their order, after one of them.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn ids_after(&self, id: &str, count: u32) -> Result<Vec<String>, StoreError> {
        let ids = query("SELECT id FROM game WHERE NOT deleted AND id > $1 ORDER BY id LIMIT $2");
        ids.bind(id).bind(count).column(self).await
    }

    /// The games with these ids, in this order.
    async fn summaries(&self, ids: Vec<String>) -> Result<Vec<Listed>, StoreError> {
        let place: HashMap<String, usize> = ids.iter().cloned().zip(0..).collect();
        let rows = query("SELECT * FROM game WHERE id = ANY($1) AND NOT deleted").bind(ids);
        let mut found = readable(rows.rows(self).await?.iter().map(summary));
        found.sort_by_key(|summary| place.get(&summary.head.id).copied());
        Ok(found)
    }
}

/// Those that make sense; a damaged one takes no others with it.
pub(super) fn readable<T>(found: impl Iterator<Item = Result<T, StoreError>>) -> Vec<T> {
    let log = |cause: &StoreError| tracing::warn!(%cause, "left out of a list");
    found.filter_map(|found| found.inspect_err(log).ok()).collect()
}

/// What a database counts.
fn as_count(count: i64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// How many games the pages before one have.
fn before(page: u32) -> i64 {
    i64::from(page.max(1) - 1) * i64::from(PAGE_SIZE)
}

fn summary(row: &Row) -> Result<Listed, StoreError> {
    let head = head(row)?;
    let position = row.get::<String>("position")?.parse();
    let position = position.map_err(|error| StoreError::Start { game: head.id.clone(), error })?;
    let (winner, reason): (Option<String>, Option<String>) =
        (row.get("winner")?, row.get("reason")?);
    let (plies, points): (i64, i64) = (row.get("plies")?, row.get("points")?);
    let winner = winner.and_then(|winner| winner.parse().ok());
    let outcome = reason.map(|reason| (winner, u8::try_from(points).unwrap_or_default(), reason));
    let plies = usize::try_from(plies).unwrap_or(0);
    let (updated, deadline) = (row.get("updated")?, row.get("deadline")?);
    Ok(Listed { head, plies, position, outcome, updated, deadline })
}

#[cfg(test)]
mod tests {
    use katarenga_rules::{BoardCode, Game, GameKind, Setup};

    use super::*;
    use crate::play::{Head, Player, Seat, Session};
    use crate::store::Backend;
    use crate::store::tests::{change, with_visitors};

    /// The database with a visitor who has begun a number of games, called `game0`, `game1` and so on.
    async fn with_games(count: usize) -> (Store, i64) {
        let (store, visitor) = (with_visitors(1).await, 1);
        let game = Game::new(GameKind::Congress, BoardCode::REFERENCE, Setup::default());
        let start = game.expect("the board suits").start_board_position();
        for number in 0..count {
            let id = format!("game{number}");
            let head = Head {
                series: id.clone(),
                id,
                owner: visitor,
                start: start.clone(),
                seats: [Seat::Human; 2],
                players: [(); 2].map(|()| Some(Player { visitor, name: None })),
                number: 1,
                target: None,
                clock: None,
                is_public: true,
                has_chat: false,
                created: store.now(),
            };
            assert!(store.create_game(&Session::new(head), &[]).await.expect("it is kept"));
        }
        (store, visitor)
    }

    async fn ids(store: &Store, visitor: i64, list: List) -> Vec<String> {
        let (games, _) = store.games_of(visitor, list, 1).await.expect("a list");
        games.into_iter().map(|game| game.head.id).collect()
    }

    #[tokio::test]
    async fn abandoned_games_slow_every_list() {
        let (store, visitor) = with_games(3).await;
        for statement in [
            "UPDATE player SET updated = updated - 2678400000 WHERE game = 'game0'",
            "UPDATE game SET updated = updated - 2678400000 WHERE id = 'game0'",
        ] {
            change(&store, statement).await;
        }
        assert_eq!(ids(&store, visitor, List::Archived).await, ["game0"]);
        let mut going = ids(&store, visitor, List::Going).await;
        going.sort();
        assert_eq!(going, ["game1", "game2"]);
        let (watched, count) = store.games_to_watch(1).await.expect("a list");
        assert_eq!((watched.len(), count), (2, 2));
    }

    #[tokio::test]
    async fn lists_are_read_from_an_index() {
        let (store, _) = with_games(1).await;
        let Backend::Sqlite(connections) = &store.backend else { return };
        for list in [List::Going, List::Ended, List::Archived] {
            for statement in <[&str; 2]>::from(list.rows()) {
                let plan =
                    sqlx::query(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}")));
                let rows =
                    plan.bind(1).bind(1).bind(1).bind(1).fetch_all(&connections.read_pool).await;
                let plan: Vec<String> =
                    rows.expect("a plan").iter().map(|row| sqlx::Row::get(row, "detail")).collect();
                assert_eq!(plan.len(), 1, "nothing is sorted: {plan:?}");
                assert!(plan[0].contains("COVERING INDEX game_of_visitor"), "{plan:?}");
            }
        }
    }

    /// Of six games, two have ended and two are archived; in one of each it isn't the visitor's turn,
    /// and something was done in it later.
    #[tokio::test]
    async fn each_list_has_its_games_in_its_order() {
        let (store, visitor) = with_games(6).await;
        for sql in [
            "UPDATE player SET state = 2 WHERE game IN ('game2', 'game3')",
            "UPDATE player SET state = 1 WHERE game IN ('game1', 'game5')",
            "UPDATE player SET updated = updated - 2678400000 \
             WHERE game IN ('game2', 'game4', 'game5')",
            "UPDATE player SET updated = updated + 1000 WHERE game IN ('game1', 'game3', 'game5')",
            // Of two in which it is their turn, the one that was used last is the first one.
            "INSERT INTO game (id, owner, start, white, black, series, number, created, updated, \
             plies, position, ended) SELECT 'game6', owner, start, white, black, 'game6', number, \
             created, updated, plies, position, ended FROM game WHERE id = 'game0'",
            "INSERT INTO player SELECT 'game6', visitor, state, updated + 500 FROM player \
             WHERE game = 'game0'",
        ] {
            change(&store, sql).await;
        }
        assert_eq!(ids(&store, visitor, List::Going).await, ["game6", "game0", "game1"]);
        assert_eq!(ids(&store, visitor, List::Ended).await, ["game3", "game2"]);
        assert_eq!(ids(&store, visitor, List::Archived).await, ["game4", "game5"]);
    }

    #[tokio::test]
    async fn games_to_watch_are_public_and_go_on() {
        let (store, _) = with_games(6).await;
        change(&store, "UPDATE game SET public = FALSE WHERE id = 'game1'").await;
        change(&store, "UPDATE game SET ended = TRUE WHERE id = 'game2'").await;
        change(&store, "UPDATE game SET updated = updated + 1000 WHERE id = 'game4'").await;
        change(&store, "UPDATE game SET updated = updated - 1000 WHERE id = 'game0'").await;
        store.delete("game3").await.expect("it is deleted");
        let (games, _) = store.games_to_watch(1).await.expect("a list");
        let games: Vec<String> = games.into_iter().map(|game| game.head.id).collect();
        assert_eq!(games, ["game4", "game5", "game0"]);
    }

    /// A game that has left a list counts no longer in it.
    #[tokio::test]
    async fn every_game_of_a_list_is_counted_and_on_one_of_its_pages() {
        let (store, visitor) = with_games(2 * PAGE_SIZE as usize + 3).await;
        let count = async |list| store.games_of(visitor, list, 1).await.expect("a list").1;
        let to_watch = async || store.games_to_watch(1).await.expect("a list").1;
        let all = 2 * PAGE_SIZE + 3;
        assert_eq!((count(List::Going).await, to_watch().await), (all, all));
        let (last, _) = store.games_of(visitor, List::Going, 3).await.expect("a list");
        assert_eq!(last.len(), 3);
        change(&store, "UPDATE player SET state = 2 WHERE game IN ('game0', 'game1')").await;
        change(&store, "UPDATE game SET ended = TRUE WHERE id = 'game0'").await;
        change(&store, "UPDATE game SET public = FALSE WHERE id = 'game1'").await;
        change(&store, "UPDATE player SET updated = 0 WHERE game IN ('game0', 'game2')").await;
        change(&store, "UPDATE game SET updated = 0 WHERE id = 'game2'").await;
        change(&store, "UPDATE player SET state = 1 WHERE state = 0").await;
        assert_eq!((count(List::Going).await, to_watch().await), (all - 3, all - 3));
        assert_eq!((count(List::Ended).await, count(List::Archived).await), (2, 1));
        store.delete("game2").await.expect("it is deleted");
        assert_eq!(count(List::Archived).await, 0, "what has ended is never archived");
    }

    #[tokio::test]
    async fn a_deleted_game_is_in_no_list_of_everything() {
        let (store, _) = with_games(4).await;
        store.delete("game1").await.expect("it is deleted");
        change(&store, "UPDATE game SET updated = updated + 1000 WHERE id = 'game2'").await;
        change(&store, "UPDATE game SET updated = updated - 1000 WHERE id = 'game0'").await;
        assert_eq!(store.ids_after("game0", 9).await.expect("a list"), ["game2", "game3"]);
        let all = async |skip| -> Vec<String> {
            let found = store.all_games(skip, 9).await.expect("a list");
            found.into_iter().map(|game| game.expect("it makes sense").head.id).collect()
        };
        assert_eq!(all(0).await, ["game2", "game3", "game0"]);
        assert_eq!(all(1).await, ["game3", "game0"]);
    }
}
