//! Orders by ranks.

use katarenga_rules::Move;

/// The items in the order of their ranks, the lowest first; of equal ones the first comes first.
pub(crate) fn by_rank<T: Copy>(items: &[T], rank: impl Fn(&T) -> i32) -> Vec<T> {
    let order = order(items.iter().map(rank).zip(0..));
    order.into_iter().map(|(_, place)| items[place]).collect()
}

/// The moves in the order of their ranks, the highest first. For what is generic over the game.
pub(crate) fn best_first(ranked: &[(i32, Move)]) -> Vec<Move> {
    by_rank(ranked, |(rank, _)| -rank).into_iter().map(|(_, mv)| mv).collect()
}

/// Sorts ranks with places. Each is put in after the others: lists are short, and the library's sorting
/// is several kilobytes of a page's engine.
fn order(ranks: impl Iterator<Item = (i32, usize)>) -> Vec<(i32, usize)> {
    let mut order: Vec<(i32, usize)> = Vec::new();
    for (rank, place) in ranks {
        let index = order.partition_point(|(other, _)| *other <= rank);
        order.insert(index, (rank, place));
    }
    order
}
