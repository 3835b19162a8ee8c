//! Orders by ranks.

use katarenga_rules::Move;

/// Sorts by rank, the lowest first; of equal ones the first stays first. The ranks are cached, so that it
/// is they that are sorted, with places: by the same code for all kinds of items, as sorting takes much of it.
pub(crate) fn sort_by_rank<T>(items: &mut [T], rank: impl FnMut(&T) -> i32) {
    items.sort_by_cached_key(rank);
}

/// The moves in the order of their ranks, the highest first.
pub(crate) fn by_rank(mut ranked: Vec<(i32, Move)>) -> Vec<Move> {
    sort_by_rank(&mut ranked, |(rank, _)| -rank);
    ranked.into_iter().map(|(_, mv)| mv).collect()
}
