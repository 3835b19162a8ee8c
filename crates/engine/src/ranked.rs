//! Moves with ranks.

use katarenga_rules::Move;

/// The moves in the order of their ranks, the highest first; of equal ones the first comes first. Sorting
/// takes much code, so it is not done where that would be compiled for each game.
pub(crate) fn by_rank(mut ranked: Vec<(i32, Move)>) -> Vec<Move> {
    ranked.sort_by_key(|(rank, _)| -rank);
    ranked.into_iter().map(|(_, mv)| mv).collect()
}
