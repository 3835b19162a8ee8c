//! A game as a page shows it.

use std::sync::Arc;

use katarenga_play::game::{CachedJson, GameDto};

use super::App;
use crate::error::ApiError;
use crate::live_games::{LiveGame, Snapshot};

impl App {
    /// A game as a page shows it to a visitor now.
    pub(super) fn game_dto(&self, snapshot: &Snapshot, visitor: Option<i64>) -> GameDto {
        let Snapshot { session, series, json } = snapshot;
        let json = json.get_or_init(|| CachedJson::from(&session.game)).clone();
        GameDto::new((session, series), json, visitor, (self.store.now(), self.store.epoch()))
    }

    /// The live game with an id.
    pub(super) async fn live_game(&self, id: &str) -> Result<Arc<LiveGame>, ApiError> {
        self.live_games.open(id).await?.ok_or_else(ApiError::not_found)
    }

    /// A game as it stands.
    pub(super) async fn snapshot(&self, id: &str) -> Result<Arc<Snapshot>, ApiError> {
        self.live_game(id).await?.snapshot().ok_or_else(ApiError::not_found)
    }

    /// The live game in which the requesting visitor may act, its snapshot, and the visitor.
    pub(super) async fn own(
        &self,
        id: &str,
        visitor: Option<i64>,
    ) -> Result<(Arc<LiveGame>, Arc<Snapshot>, i64), ApiError> {
        let live_game = self.live_game(id).await?;
        let snapshot = live_game.snapshot().ok_or_else(ApiError::not_found)?;
        match visitor.filter(|visitor| snapshot.session.head.is_of(*visitor)) {
            Some(visitor) => Ok((live_game, snapshot, visitor)),
            None => Err(ApiError::not_yours()),
        }
    }
}
