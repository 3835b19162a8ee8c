//! What one server of several does at a time.

use std::collections::HashMap;

use tokio::runtime::Handle;

use super::query::{Row, query};
use super::{Backend, Store, StoreError, postgres};

/// The search for a move of the computer is this server's until this is dropped.
#[derive(Debug)]
pub(crate) struct SearchClaim(Option<(postgres::Connections, String)>);

impl Drop for SearchClaim {
    fn drop(&mut self) {
        if let (Some((connections, game)), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(async move { connections.locks.release_search(&game).await });
        }
    }
}

impl Store {
    /// Whether this server looks at the clocks of all games: of several, one does. It has to be asked
    /// every second at least, or another one takes over.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(crate) async fn is_referee(&self) -> Result<bool, StoreError> {
        let is_referee = match &self.backend {
            Backend::Sqlite(_) => Ok(true),
            Backend::Postgres(connections) => connections.locks.is_referee(connections).await,
        };
        self.gauges.set_referee(matches!(is_referee, Ok(true)));
        is_referee
    }

    /// Takes over the search for the computer's move in a game; `None` while another server has it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(crate) async fn claim_search(&self, game: &str) -> Result<Option<SearchClaim>, StoreError> {
        let Backend::Postgres(connections) = &self.backend else {
            return Ok(Some(SearchClaim(None)));
        };
        let is_ours = connections.locks.claim_search(connections, game).await?;
        Ok(is_ours.then(|| SearchClaim(Some((connections.clone(), game.to_owned())))))
    }

    /// How many events games have, those without any left out.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn revisions(
        &self,
        games: Vec<String>,
    ) -> Result<HashMap<String, i64>, StoreError> {
        let revisions = query(
            "SELECT game, max(number) AS number FROM event WHERE game = ANY($1) GROUP BY game",
        );
        let rows = revisions.bind(games).rows(self).await?;
        let revision = |row: &Row| Ok((row.get("game")?, row.get("number")?));
        rows.iter().map(revision).collect()
    }
}
