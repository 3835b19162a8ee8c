//! A player who draws moves.

use katarenga_rules::{Game, Move};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use super::{Fault, Player};

/// Every legal move is as likely as another.
pub(super) struct Random(ChaCha8Rng);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Player for Random {
    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        game.legal_moves().choose(&mut self.0).copied().ok_or(Fault::NoMove)
    }
}
