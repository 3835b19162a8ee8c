//! What the players of a game write to each other.

use katarenga_rules::Side;

use super::{Store, StoreError};
use crate::limits::MAX_MESSAGES;

/// Something that a player wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Message {
    /// From 1.
    pub(crate) number: i64,
    pub(crate) side: Side,
    pub(crate) text: String,
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
}

/// What became of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SendResult {
    /// It is kept, or was before.
    Sent,
    /// There are as many as there may be.
    Full,
}

impl Store {
    /// The messages of a game with a number above this one.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn messages(
        &self,
        game: &str,
        after: i64,
    ) -> Result<Vec<Message>, StoreError> {
        let rows: Vec<(i64, String, String, i64)> = sqlx::query_as(
            "SELECT number, side, text, at FROM message WHERE game = ? AND number > ? ORDER BY number",
        )
        .bind(game)
        .bind(after)
        .fetch_all(&self.read_pool)
        .await?;
        let messages = rows.into_iter().filter_map(|(number, side, text, at)| {
            Some(Message { number, side: side.parse().ok()?, text, at })
        });
        Ok(messages.collect())
    }

    /// Keeps a message, once for each request.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn send_message(
        &self,
        game: &str,
        side: Side,
        (text, request): (&str, &str),
        at: i64,
    ) -> Result<SendResult, StoreError> {
        let mut transaction = self.transaction().await?;
        let before: Option<i64> = sqlx::query_scalar(
            "SELECT number FROM message WHERE game = ? AND side = ? AND request = ?",
        )
        .bind(game)
        .bind(side.to_string())
        .bind(request)
        .fetch_optional(&mut *transaction)
        .await?;
        if before.is_some() {
            transaction.roll_back().await?;
            return Ok(SendResult::Sent);
        }
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM message WHERE game = ?")
            .bind(game)
            .fetch_one(&mut *transaction)
            .await?;
        if count >= MAX_MESSAGES {
            transaction.roll_back().await?;
            return Ok(SendResult::Full);
        }
        sqlx::query(
            "INSERT INTO message (game, number, side, text, request, at) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(game)
        .bind(count + 1)
        .bind(side.to_string())
        .bind(text)
        .bind(request)
        .bind(at)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(SendResult::Sent)
    }
}
