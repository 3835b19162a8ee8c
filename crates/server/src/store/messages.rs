//! What the players of a game write to each other.

use katarenga_rules::Side;

use super::query::query;
use super::{News, Store, StoreError};
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
        let rows = query(
            "SELECT number, side, text, at FROM message WHERE game = $1 AND number > $2 \
             ORDER BY number",
        );
        let mut messages = Vec::new();
        for row in rows.bind(game).bind(after).rows(self).await? {
            if let Ok(side) = row.get::<String>("side")?.parse() {
                let (number, text, at) = (row.get("number")?, row.get("text")?, row.get("at")?);
                messages.push(Message { number, side, text, at });
            }
        }
        Ok(messages)
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
        // Two that are sent at once are numbered one after the other.
        transaction.lock_game(game).await?;
        let before =
            query("SELECT number FROM message WHERE game = $1 AND side = $2 AND request = $3");
        let before = before.bind(game).bind(side.to_string()).bind(request);
        let before: Option<i64> = before.optional(&mut transaction).await?;
        if before.is_some() {
            transaction.roll_back().await?;
            return Ok(SendResult::Sent);
        }
        let count: i64 = query("SELECT count(*) FROM message WHERE game = $1")
            .bind(game)
            .one(&mut transaction)
            .await?;
        if count >= MAX_MESSAGES {
            transaction.roll_back().await?;
            return Ok(SendResult::Full);
        }
        query(
            "INSERT INTO message (game, number, side, text, request, at) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(game)
        .bind(count + 1)
        .bind(side.to_string())
        .bind(text)
        .bind(request)
        .bind(at)
        .execute(&mut transaction)
        .await?;
        transaction.tell(News::Message(game.to_owned()));
        transaction.commit().await?;
        Ok(SendResult::Sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::with_visitors;
    use crate::test_games::online;

    /// A database with two games, `one` and `two`.
    async fn store() -> Store {
        let store = with_visitors(2).await;
        for id in ["one", "two"] {
            let mut session = online(None);
            session.head.id = id.to_owned();
            session.head.series = id.to_owned();
            assert!(store.create_game(&session, &[]).await.expect("it is kept"));
        }
        store
    }

    async fn send(store: &Store, game: &str, side: Side, text: &str, request: &str) -> SendResult {
        store.send_message(game, side, (text, request), 1).await.expect("it is tried")
    }

    async fn texts(store: &Store, game: &str, after: i64) -> Vec<(i64, String)> {
        let found = store.messages(game, after).await.expect("a list");
        found.into_iter().map(|message| (message.number, message.text)).collect()
    }

    /// Both players and all games may use the same names for what they ask.
    #[tokio::test]
    async fn a_message_that_is_sent_again_is_kept_once() {
        let store = store().await;
        for _ in 0..2 {
            assert_eq!(send(&store, "one", Side::White, "a", "1").await, SendResult::Sent);
        }
        send(&store, "one", Side::Black, "b", "1").await;
        send(&store, "two", Side::White, "c", "1").await;
        let text = |number, text: &str| (number, text.to_owned());
        assert_eq!(texts(&store, "one", 0).await, [text(1, "a"), text(2, "b")]);
        assert_eq!(texts(&store, "one", 1).await, [text(2, "b")]);
        assert_eq!(texts(&store, "two", 0).await, [text(1, "c")]);
    }

    #[tokio::test]
    async fn a_game_has_a_number_of_messages() {
        let store = store().await;
        for number in 1..=MAX_MESSAGES {
            let sent = send(&store, "one", Side::White, "a", &number.to_string()).await;
            assert_eq!(sent, SendResult::Sent, "{number}");
        }
        assert_eq!(send(&store, "one", Side::White, "a", "more").await, SendResult::Full);
        assert_eq!(
            send(&store, "one", Side::White, "a", "1").await,
            SendResult::Sent,
            "it is kept"
        );
        assert_eq!(send(&store, "two", Side::White, "a", "more").await, SendResult::Sent);
    }
}
