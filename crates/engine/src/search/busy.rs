//! Which moves the threads of a search are looking at, so that no two look at the same one while there are others.
//!
//! After T. Kerrigan's simplified ABDADA. A thread puts off a move that another thread is searching; when it comes
//! back to it the result is often in the table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The moves that are being searched, by numbers that stand for a position and a move.
pub(super) struct Busy {
    places: Box<[AtomicU64]>,
}

/// Far more than moves are searched at once, so that few share a place. A power of two.
const PLACES: usize = 1 << 12;

impl Busy {
    pub(super) fn new() -> Self {
        Self { places: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    fn place(&self, number: u64) -> &AtomicU64 {
        &self.places[number as usize & (PLACES - 1)]
    }

    pub(super) fn contains(&self, number: u64) -> bool {
        self.place(number).load(Relaxed) == number
    }

    /// Marks a move as being searched, as long as the mark lives. Another one may take its place meanwhile; where two
    /// threads are at the same move, the first to end takes both marks off.
    pub(super) fn mark(&self, number: u64) -> Mark<'_> {
        self.place(number).store(number, Relaxed);
        Mark { place: self.place(number), number }
    }
}

/// A move that is being searched.
pub(super) struct Mark<'a> {
    place: &'a AtomicU64,
    number: u64,
}

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        let _ = self.place.compare_exchange(self.number, 0, Relaxed, Relaxed);
    }
}

/// The moves of a position that a thread has yet to search, by index.
#[derive(Default)]
pub(super) struct Untried {
    next: usize,
    /// Those that another thread was at.
    put_off: Vec<usize>,
    /// How many of these were tried since.
    caught_up: usize,
}

impl Untried {
    /// The next of `count` moves: those that are busy come last, except for the first one.
    pub(super) fn next(
        &mut self,
        count: usize,
        mut is_busy: impl FnMut(usize) -> bool,
    ) -> Option<usize> {
        while self.next < count {
            let index = self.next;
            self.next += 1;
            if !is_busy(index) || index == 0 {
                return Some(index);
            }
            self.put_off.push(index);
        }
        self.caught_up += 1;
        self.put_off.get(self.caught_up - 1).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_from_its_begin_to_its_end_even_where_two_share_a_place() {
        let (busy, number) = (Busy::new(), 77);
        let neighbour = number + PLACES as u64;
        assert!(!busy.contains(number));
        let earlier = busy.mark(number);
        assert!(busy.contains(number) && !busy.contains(neighbour));
        // The later one takes the place, and keeps it when the earlier one ends.
        let later = busy.mark(neighbour);
        drop(earlier);
        assert!(busy.contains(neighbour) && !busy.contains(number));
        drop(later);
        assert!(!busy.contains(neighbour));
    }

    #[test]
    fn every_move_is_tried_once_and_busy_ones_last() {
        let (mut untried, mut order) = (Untried::default(), Vec::new());
        while let Some(index) = untried.next(6, |index| [0, 2, 3].contains(&index)) {
            order.push(index);
        }
        assert_eq!(order, [0, 1, 4, 5, 2, 3]);
    }
}
