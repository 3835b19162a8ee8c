//! Orders by ranks.

use katarenga_rules::Move;

/// The items in the order of their ranks, the lowest first; of equal ones the first comes first.
pub(crate) fn by_rank<T: Copy>(items: &[T], rank: impl Fn(&T) -> i32) -> Vec<T> {
    let order = order(items.iter().map(rank).zip(0..).collect());
    order.into_iter().map(|(_, place)| items[place]).collect()
}

/// The moves in the order of their ranks, the highest first. For what is generic over the game.
pub(crate) fn best_first(ranked: &[(i32, Move)]) -> Vec<Move> {
    by_rank(ranked, |(rank, _)| -rank).into_iter().map(|(_, mv)| mv).collect()
}

/// Sorts ranks with places. Sorting takes much code: here it is the same for all kinds of items.
fn order(mut ranks: Vec<(i32, usize)>) -> Vec<(i32, usize)> {
    ranks.sort_by_key(|(rank, _)| *rank);
    ranks
}
