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

    pub(super) fn begin(&self, number: u64) {
        self.place(number).store(number, Relaxed);
    }

    pub(super) fn end(&self, number: u64) {
        // Another one may have taken the place: then it stays. Where two threads are at the same move, the first
        // to end takes both off.
        let _ = self.place(number).compare_exchange(number, 0, Relaxed, Relaxed);
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
        busy.begin(number);
        assert!(busy.contains(number) && !busy.contains(neighbour));
        // The later one takes the place, and keeps it when the earlier one ends.
        busy.begin(neighbour);
        busy.end(number);
        assert!(busy.contains(neighbour) && !busy.contains(number));
        busy.end(neighbour);
        assert!(!busy.contains(neighbour));
    }
}
