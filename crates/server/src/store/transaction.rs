//! Transactions that write, and what they lock.
//!
//! `SQLite` has one writer at a time. PostgreSQL has many: what has to be done in order is locked,
//! visitors before games and each in the order of their ids, then a puzzle, so that no two transactions
//! wait for each other.

use super::query::query;
use super::{News, StoreError, postgres, sqlite};

/// A transaction that writes. It is rolled back unless it is committed.
#[derive(Debug)]
pub(super) enum Transaction {
    Sqlite(sqlite::WriteTransaction),
    Postgres(postgres::WriteTransaction),
}

impl Transaction {
    /// Keeps what was written, and tells others.
    ///
    /// # Errors
    /// When the database fails. Where the connection has broken, it may have been kept.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(transaction) => transaction.commit().await,
            Self::Postgres(transaction) => transaction.commit().await,
        }
    }

    /// Keeps nothing, though all went well.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn roll_back(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(transaction) => transaction.roll_back().await,
            Self::Postgres(transaction) => transaction.roll_back().await,
        }
    }

    /// Tells others something once it is committed.
    pub(super) fn tell(&mut self, news: News) {
        match self {
            // Other programs see that the file has changed.
            Self::Sqlite(_) => {}
            Self::Postgres(transaction) => transaction.tell(news),
        }
    }

    /// Lets a statement take its time: others are cancelled after ten seconds in PostgreSQL.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn without_time_limit(&mut self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(_) => {
                query("SET LOCAL statement_timeout = 0").execute(self).await.map(drop)
            }
        }
    }

    /// Locks visitors: others that lock them wait until this ends.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn lock_visitors(&mut self, ids: &[i64]) -> Result<(), StoreError> {
        self.lock("SELECT id FROM visitor WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", ids)
            .await
    }

    /// Locks games.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn lock_games(&mut self, ids: &[String]) -> Result<(), StoreError> {
        self.lock("SELECT id FROM game WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", ids).await
    }

    /// Locks a game.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn lock_game(&mut self, id: &str) -> Result<(), StoreError> {
        self.lock_games(&[id.to_owned()]).await
    }

    /// Locks the rating of a puzzle.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn lock_puzzle(&mut self, id: &str) -> Result<(), StoreError> {
        let lock = "SELECT puzzle FROM puzzle_rating WHERE puzzle = ANY($1) FOR NO KEY UPDATE";
        self.lock(lock, &[id.to_owned()]).await
    }

    async fn lock<T: Clone>(&mut self, sql: &'static str, ids: &[T]) -> Result<(), StoreError>
    where
        for<'q> Vec<T>: Into<super::query::Value<'q>>,
    {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(_) => query(sql).bind(ids.to_vec()).rows(self).await.map(drop),
        }
    }
}
