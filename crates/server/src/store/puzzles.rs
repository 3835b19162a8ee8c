//! Tries at puzzles, and the ratings that follow from them.

use super::query::{On, Row, query};
use super::transaction::Transaction;
use super::{Store, StoreError};
use crate::puzzles::Puzzle;
use crate::rating::Rating;

/// A rating, and how many tries made it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rated {
    pub(crate) rating: Rating,
    pub(crate) tries: i64,
}

/// What came of a visitor's first try at a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Tried {
    pub(crate) is_solved: bool,
    /// The visitor as they are rated now.
    pub(crate) visitor: Rated,
    /// The puzzle as it is rated now.
    pub(crate) puzzle: Rated,
}

impl Store {
    /// Keeps a visitor's first try at a puzzle, and rates both by it. A further try changes nothing, and
    /// gives what came of the first.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn try_puzzle(
        &self,
        visitor: i64,
        puzzle: Puzzle,
        is_solved: bool,
    ) -> Result<Tried, StoreError> {
        if let Some(first) = self.tried(visitor, puzzle).await? {
            return Ok(first);
        }
        let now = self.now();
        let mut transaction = self.transaction().await?;
        transaction.lock_visitors(&[visitor]).await?;
        let kept = query(
            "INSERT INTO puzzle_try (visitor, puzzle, solved, at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT DO NOTHING",
        );
        let kept = kept.bind(visitor).bind(puzzle.id).bind(is_solved).bind(now);
        if kept.execute(&mut transaction).await? == 0 {
            // The same try came twice at once.
            transaction.roll_back().await?;
            return Ok(self.tried(visitor, puzzle).await?.ok_or(sqlx::Error::RowNotFound)?);
        }
        let before = before(&mut transaction, visitor, puzzle).await?;
        let (of_visitor, of_puzzle) = Rating::after(before.0.rating, before.1.rating, is_solved);
        let after = [(before.0, of_visitor), (before.1, of_puzzle)]
            .map(|(before, rating)| Rated { rating, tries: before.tries + 1 });
        keep(&mut transaction, (visitor, after[0]), (puzzle, after[1]), now).await?;
        transaction.commit().await?;
        let [visitor, puzzle] = after;
        Ok(Tried { is_solved, visitor, puzzle })
    }

    /// What came of the first try of a visitor at a puzzle, if there was one.
    async fn tried(&self, visitor: i64, puzzle: Puzzle) -> Result<Option<Tried>, StoreError> {
        let solved = query("SELECT solved FROM puzzle_try WHERE visitor = $1 AND puzzle = $2");
        let Some(is_solved) = solved.bind(visitor).bind(puzzle.id).optional(self).await? else {
            return Ok(None);
        };
        let (visitor, puzzle) = (of_visitor(self, visitor).await?, of_puzzle(self, puzzle).await?);
        Ok(Some(Tried { is_solved, visitor, puzzle }))
    }

    /// The ratings of those among some puzzles that somebody has tried, by their ids.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn puzzle_ratings(
        &self,
        puzzles: Vec<String>,
    ) -> Result<Vec<(String, Rated)>, StoreError> {
        let found = query(
            "SELECT puzzle, rating, deviation, volatility, tries FROM puzzle_rating \
             WHERE puzzle = ANY($1) ORDER BY puzzle",
        );
        let rows = found.bind(puzzles).rows(self).await?;
        rows.iter().map(|row| Ok((row.get("puzzle")?, rated(row)?))).collect()
    }
}

/// A visitor and a puzzle as they are rated before a try, which others that try the puzzle wait for.
async fn before(
    transaction: &mut Transaction,
    visitor: i64,
    puzzle: Puzzle,
) -> Result<(Rated, Rated), StoreError> {
    let Rating { value, deviation, volatility } = Rating::of_level(puzzle.level);
    query(
        "INSERT INTO puzzle_rating (puzzle, rating, deviation, volatility, tries) \
         VALUES ($1, $2, $3, $4, 0) ON CONFLICT DO NOTHING",
    )
    .bind(puzzle.id)
    .bind(value)
    .bind(deviation)
    .bind(volatility)
    .execute(&mut *transaction)
    .await?;
    transaction.lock_puzzle(puzzle.id).await?;
    Ok((of_visitor(&mut *transaction, visitor).await?, of_puzzle(transaction, puzzle).await?))
}

/// Keeps how a visitor and a puzzle are rated after a try.
async fn keep(
    transaction: &mut Transaction,
    (visitor, of_visitor): (i64, Rated),
    (puzzle, of_puzzle): (Puzzle, Rated),
    now: i64,
) -> Result<(), StoreError> {
    let Rated { rating: Rating { value, deviation, volatility }, tries } = of_puzzle;
    query(
        "UPDATE puzzle_rating SET rating = $2, deviation = $3, volatility = $4, tries = $5 \
         WHERE puzzle = $1",
    )
    .bind(puzzle.id)
    .bind(value)
    .bind(deviation)
    .bind(volatility)
    .bind(tries)
    .execute(&mut *transaction)
    .await?;
    let Rated { rating: Rating { value, deviation, volatility }, tries } = of_visitor;
    query(
        "INSERT INTO visitor_rating (visitor, rating, deviation, volatility, tries, updated) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (visitor) DO UPDATE SET rating = $2, \
         deviation = $3, volatility = $4, tries = $5, updated = $6",
    )
    .bind(visitor)
    .bind(value)
    .bind(deviation)
    .bind(volatility)
    .bind(tries)
    .bind(now)
    .execute(transaction)
    .await?;
    Ok(())
}

/// How a visitor is rated.
async fn of_visitor(on: impl Into<On<'_>>, visitor: i64) -> Result<Rated, StoreError> {
    let found =
        query("SELECT rating, deviation, volatility, tries FROM visitor_rating WHERE visitor = $1");
    let row = found.bind(visitor).row(on).await?;
    let unrated = Rated { rating: Rating::of_visitor(), tries: 0 };
    row.as_ref().map_or(Ok(unrated), rated)
}

/// How a puzzle is rated.
async fn of_puzzle(on: impl Into<On<'_>>, puzzle: Puzzle) -> Result<Rated, StoreError> {
    let found =
        query("SELECT rating, deviation, volatility, tries FROM puzzle_rating WHERE puzzle = $1");
    let row = found.bind(puzzle.id).row(on).await?;
    let unrated = Rated { rating: Rating::of_level(puzzle.level), tries: 0 };
    row.as_ref().map_or(Ok(unrated), rated)
}

fn rated(row: &Row) -> Result<Rated, StoreError> {
    let (value, deviation) = (row.get("rating")?, row.get("deviation")?);
    let rating = Rating { value, deviation, volatility: row.get("volatility")? };
    Ok(Rated { rating, tries: row.get("tries")? })
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use katarenga_rules::GameKind;

    use super::*;
    use crate::store::tests::{dangling, with_visitors};

    /// An easy puzzle and a hard one.
    fn two() -> [Puzzle; 2] {
        let all = GameKind::ALL.iter().flat_map(|kind| Puzzle::of(kind.name()));
        let (easy, hard): (Vec<_>, Vec<_>) = all.partition(|puzzle| puzzle.level <= 3);
        [easy[0], hard[0]]
    }

    async fn ratings(store: &Store, puzzle: Puzzle) -> Vec<(String, Rated)> {
        store.puzzle_ratings(vec![puzzle.id.to_owned()]).await.expect("ratings")
    }

    #[tokio::test]
    async fn a_try_rates_both_and_what_is_kept_is_what_was_answered() {
        let store = with_visitors(2).await;
        let [puzzle, other] = two();
        let tried = store.try_puzzle(1, puzzle, true).await.expect("it is kept");
        let (visitor, rated) =
            Rating::after(Rating::of_visitor(), Rating::of_level(puzzle.level), true);
        assert_eq!(tried.visitor, Rated { rating: visitor, tries: 1 });
        assert_eq!(tried.puzzle, Rated { rating: rated, tries: 1 });
        assert_eq!(ratings(&store, puzzle).await, [(puzzle.id.to_owned(), tried.puzzle)]);
        assert_eq!(ratings(&store, other).await, [], "nobody has tried it");
        // The next try goes on from there.
        let next = store.try_puzzle(1, other, false).await.expect("it is kept");
        let (visitor, _) = Rating::after(visitor, Rating::of_level(other.level), false);
        assert_eq!(next.visitor, Rated { rating: visitor, tries: 2 });
        let by_other = store.try_puzzle(2, puzzle, false).await.expect("it is kept");
        let (_, rated) = Rating::after(Rating::of_visitor(), rated, false);
        assert_eq!(by_other.puzzle, Rated { rating: rated, tries: 2 });
    }

    #[tokio::test]
    async fn the_first_try_alone_counts() {
        let store = with_visitors(1).await;
        let [puzzle, _] = two();
        let first = store.try_puzzle(1, puzzle, false).await.expect("it is kept");
        for is_solved in [false, true] {
            let again = store.try_puzzle(1, puzzle, is_solved).await.expect("it is answered");
            assert_eq!(again, first);
        }
        assert_eq!(ratings(&store, puzzle).await, [(puzzle.id.to_owned(), first.puzzle)]);
    }

    /// Newcomers are rated alike, so that the order in which they come makes no difference.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn tries_at_the_same_time_are_all_kept_and_the_same_one_once() {
        const VISITORS: i64 = 12;
        let store = with_visitors(VISITORS).await;
        let [puzzle, _] = two();
        let tries = (1..=VISITORS).flat_map(|visitor| {
            let twice = [visitor, visitor];
            twice.map(|visitor| store.try_puzzle(visitor, puzzle, true))
        });
        for tried in join_all(tries).await {
            assert_eq!(tried.expect("it is kept").visitor.tries, 1);
        }
        let mut expected = Rating::of_level(puzzle.level);
        for _ in 0..VISITORS {
            (_, expected) = Rating::after(Rating::of_visitor(), expected, true);
        }
        let expected = Rated { rating: expected, tries: VISITORS };
        assert_eq!(ratings(&store, puzzle).await, [(puzzle.id.to_owned(), expected)]);
        let rows: i64 =
            query("SELECT count(*) FROM puzzle_try").one(&store).await.expect("a number");
        assert_eq!(rows, VISITORS);
    }

    #[tokio::test]
    async fn a_try_of_nobody_leaves_nothing() {
        let store = with_visitors(1).await;
        let [puzzle, _] = two();
        store.try_puzzle(7, puzzle, true).await.expect_err("there is no such visitor");
        assert_eq!(ratings(&store, puzzle).await, []);
        assert_eq!(dangling(&store).await, 0);
    }
}
