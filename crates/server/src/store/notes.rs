//! What imported records said besides their games.

use super::query::query;
use super::{Store, StoreError, Transaction};
use crate::play::Notes;

impl Store {
    /// What was said of a game when it was imported. It never changes.
    ///
    /// # Errors
    /// When the database fails or what it has is damaged.
    pub(super) async fn notes(&self, game: &str) -> Result<Notes, StoreError> {
        let found: Option<String> =
            query("SELECT content FROM notes WHERE game = $1").bind(game).optional(self).await?;
        let damaged = |error| sqlx::Error::Decode(Box::new(error));
        Ok(found
            .map_or(Ok(Notes::default()), |json| serde_json::from_str(&json).map_err(damaged))?)
    }
}

/// Keeps what was said of a game that is imported.
pub(super) async fn insert_notes(
    transaction: &mut Transaction,
    game: &str,
    notes: &Notes,
) -> Result<(), StoreError> {
    if notes.is_empty() {
        return Ok(());
    }
    let content =
        serde_json::to_string(notes).map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
    query("INSERT INTO notes (game, content) VALUES ($1, $2)")
        .bind(game)
        .bind(content)
        .execute(transaction)
        .await?;
    Ok(())
}
