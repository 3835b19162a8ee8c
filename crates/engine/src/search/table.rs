//! The transposition table: what was found of positions, by their keys.
//!
//! Threads share it without locks: an entry is two words, of which one is the key mixed with the
//! other, so that a torn entry is an unknown one.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use bytemuck::allocation::try_zeroed_slice_box;
use katarenga_rules::{Move, Square};

use crate::limits::Stop;
use crate::memory;
use crate::score::{INFINITE, Score};

/// How the score of an entry is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The score or more.
    Lower,
    /// The score or less.
    Upper,
    /// The score itself.
    Exact,
}

/// What was found of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) score: Score,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) best: Option<Move>,
}

/// The key mixed with the data, and the data.
type Slot = [AtomicU64; 2];

const MEGABYTE: usize = 1 << 20;

/// The size of a cache line in bytes.
const CACHE_LINE: usize = 64;
/// The slots that may be left out in front, so that the first place begins a cache line.
const PADDING: usize = CACHE_LINE / size_of::<Slot>() - 1;

/// A table of fixed size, of which a search uses as much as it needs: a small part stays in the processor's caches.
/// Its places come in pairs: the first keeps what this search found with the greatest depth, the second what it
/// found last. Memory is fetched by cache lines, which no pair crosses.
#[derive(Debug)]
pub(super) struct Table {
    /// The places, a power of two, and [`PADDING`].
    slots: Box<[Slot]>,
    /// The slot of the first place.
    base: usize,
    /// How many places are in use, a power of two.
    used: AtomicUsize,
    generation: u8,
}

/// The places that the first search begins with: 1 MB.
const FIRST_PLACES: usize = MEGABYTE / size_of::<Slot>();

/// How many positions are looked at for each place: most are not kept.
const NODES_A_PLACE: u64 = 2;

/// The clock is read once for this number of places that are copied.
const PLACES_A_LOOK: usize = 1 << 12;

/// The size below which free memory is not checked: 1 MB.
const MIN_ENTRIES: usize = MEGABYTE / size_of::<Slot>();

/// The number of distinct generations.
const GENERATIONS: u8 = 64;

impl Table {
    /// A table of at most `megabytes`, less where memory is short; at least two entries.
    pub(super) fn new(megabytes: usize) -> Self {
        let fitting = megabytes.saturating_mul(MEGABYTE) / size_of::<Slot>();
        // A power of two, so that a mask finds the place.
        let mut count = 1_usize << fitting.max(2).ilog2();
        while count > MIN_ENTRIES && !memory::has_room_for(count * size_of::<Slot>()) {
            count /= 2;
        }
        let slots = loop {
            // Fresh memory is zero without being touched.
            match try_zeroed_slice_box(count + PADDING) {
                Ok(slots) => break slots,
                Err(()) if count > 2 => count /= 2,
                Err(()) => break Box::<[Slot; 2 + PADDING]>::default(),
            }
        };
        let base = slots.as_ptr().align_offset(CACHE_LINE).min(PADDING);
        let used = AtomicUsize::new((slots.len() - PADDING).min(FIRST_PLACES));
        Self { slots, base, used, generation: 0 }
    }

    /// Before a search goes on that has looked at some positions: makes room for as many again, unless it is stopped
    /// meanwhile. One thread alone may call it; what others look for meanwhile they may not find.
    pub(super) fn make_room(&self, nodes: u64, stop: &Stop) {
        let used = || self.used.load(Relaxed);
        while used() < self.places() && used() as u64 * NODES_A_PLACE < nodes && self.double(stop) {
        }
    }

    /// Doubles the places in use, unless it is stopped meanwhile: half of the entries are copied to the new ones. All of
    /// these are written, so that the system maps their memory once; a page that is read before it is written is
    /// mapped twice, and the second time stops all threads.
    fn double(&self, stop: &Stop) -> bool {
        let used = self.used.load(Relaxed);
        for place in 0..used {
            if place.is_multiple_of(PLACES_A_LOOK) && stop.is_set_now() {
                return false;
            }
            let [old, new] = [place, place + used].map(|place| &self.slots[self.base + place]);
            let entry = [0, 1].map(|word| old[word].load(Relaxed));
            let is_copied = (entry[0] ^ entry[1]) as usize & used != 0;
            for (word, value) in new.iter().zip(entry) {
                word.store(if is_copied { value } else { 0 }, Relaxed);
            }
        }
        self.used.store(2 * used, Relaxed);
        true
    }

    /// The number of places.
    const fn places(&self) -> usize {
        self.slots.len() - PADDING
    }

    /// Its size in MB, rounded up.
    pub(super) const fn megabytes(&self) -> usize {
        (self.places() * size_of::<Slot>()).div_ceil(MEGABYTE)
    }

    /// A new search begins: entries of earlier ones may be replaced.
    pub(super) fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The slots of the pair for a key.
    fn pair(&self, key: u64) -> [usize; 2] {
        let place = key as usize & (self.used.load(Relaxed) - 1);
        [self.base + (place & !1), self.base + (place | 1)]
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.pair(key).into_iter().find_map(|place| {
            let [mixed, data] = &self.slots[place];
            let (data, mixed) = (data.load(Relaxed), mixed.load(Relaxed));
            if mixed ^ data == key { unpack(data) } else { None }
        })
    }

    pub(super) fn set(&self, key: u64, entry: Entry) {
        let [deep, last] = self.pair(key);
        let [mixed, data] = &self.slots[deep];
        let data = data.load(Relaxed);
        let is_same = mixed.load(Relaxed) ^ data == key;
        let kept = !is_same
            && generation_of(data) == self.generation
            && unpack(data).is_some_and(|old| old.depth > entry.depth);
        let [mixed, data] = &self.slots[if kept { last } else { deep }];
        let packed = pack(entry, self.generation);
        data.store(packed, Relaxed);
        mixed.store(key ^ packed, Relaxed);
    }
}

// An entry in 64 bits, from the lowest: move 21, score 18, depth 7, bound 2 (0 where there is no
// entry), generation 6.
const SCORE: u32 = 21;
const DEPTH: u32 = SCORE + 18;
const BOUND: u32 = DEPTH + 7;
const GENERATION: u32 = BOUND + 2;

fn pack(Entry { score, depth, bound, best }: Entry, generation: u8) -> u64 {
    pack_move(best)
        | u64::from((score + INFINITE).unsigned_abs()) << SCORE
        | u64::from(depth & 127) << DEPTH
        | (bound as u64 + 1) << BOUND
        | u64::from(generation) << GENERATION
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> BOUND & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let score = (data >> SCORE & ((1 << 18) - 1)) as Score - INFINITE;
    let depth = (data >> DEPTH & 127) as u8;
    Some(Entry { score, depth, bound, best: unpack_move(data) })
}

const fn generation_of(data: u64) -> u8 {
    (data >> GENERATION) as u8
}

/// A move in 21 bits: its kind and up to three squares.
fn pack_move(mv: Option<Move>) -> u64 {
    let bits = |kind: u64, squares: &[Square]| {
        let place = |(index, square): (usize, &Square)| (square.index() as u64) << (3 + 6 * index);
        kind | squares.iter().enumerate().map(place).sum::<u64>()
    };
    match mv {
        None => 0,
        Some(Move::Place(square)) => bits(1, &[square]),
        Some(Move::Step { from, to }) => bits(2, &[from, to]),
        Some(Move::Capture { from, to }) => bits(3, &[from, to]),
        Some(Move::Oust { from, to, put }) => bits(4, &[from, to, put]),
        Some(Move::Camp { from }) => bits(5, &[from]),
        Some(Move::Pass) => 6,
    }
}

fn unpack_move(data: u64) -> Option<Move> {
    let square = |index: u32| {
        let at = data >> (3 + 6 * index) & 63;
        Square::new((at & 7) as u8, (at >> 3) as u8)
    };
    Some(match data & 7 {
        1 => Move::Place(square(0)?),
        2 => Move::Step { from: square(0)?, to: square(1)? },
        3 => Move::Capture { from: square(0)?, to: square(1)? },
        4 => Move::Oust { from: square(0)?, to: square(1)?, put: square(2)? },
        5 => Move::Camp { from: square(0)? },
        6 => Move::Pass,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: u8, best: Option<Move>) -> Entry {
        Entry { score, depth, bound: Bound::Exact, best }
    }

    #[test]
    fn every_entry_comes_back_as_it_was() {
        let squares: Vec<Square> = Square::all().collect();
        let mut moves = vec![None, Some(Move::Pass)];
        for (index, from) in squares.iter().copied().enumerate() {
            let (to, put) = (squares[(index + 7) % 64], squares[(index + 40) % 64]);
            moves.extend(
                [
                    Move::Place(from),
                    Move::Step { from, to },
                    Move::Capture { from, to },
                    Move::Oust { from, to, put },
                    Move::Camp { from },
                ]
                .map(Some),
            );
        }
        let scores = [-INFINITE, -36_999, -1, 0, 1, 20_000, INFINITE];
        for (index, best) in moves.into_iter().enumerate() {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let score = scores[index % scores.len()];
                let entry = Entry { score, depth: (index % 128) as u8, bound, best };
                assert_eq!(unpack(pack(entry, 63)), Some(entry));
                assert_eq!(generation_of(pack(entry, 63)), 63);
            }
        }
        assert_eq!(unpack(0), None);
    }

    /// Four keys of the same pair of places: two that would come first to each of them.
    #[test]
    fn of_a_pair_one_keeps_the_deepest_and_one_the_last() {
        for (deep, others) in [(4, [7, 2, 9]), (5, [7, 2, 8])] {
            let mut table = Table::new(0);
            table.set(deep, entry(1, 9, None));
            for (score, key) in (2..).zip(others) {
                table.set(key, entry(score, 3, None));
                assert_eq!(table.get(key), Some(entry(score, 3, None)));
                assert_eq!(table.get(deep), Some(entry(1, 9, None)), "{key} after {deep}");
            }
            assert_eq!(table.get(others[0]), None);
            table.new_generation();
            table.set(1, entry(9, 1, None));
            assert_eq!(table.get(deep), None, "a new search has begun");
            assert_eq!(table.get(1), Some(entry(9, 1, None)));
        }
    }

    #[test]
    fn a_table_grows_with_the_search_and_forgets_nothing() {
        let table = Table::new(4);
        let places = || table.used.load(Relaxed);
        // Keys whose bits decide where they go when it grows.
        let keys: Vec<u64> =
            (0..4_096_u64).map(|key| key.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
        let stored = |key: &u64| entry((key % 1_000) as Score, (key % 64) as u8, None);
        for key in &keys {
            table.set(*key, stored(key));
        }
        let known: Vec<&u64> = keys.iter().filter(|key| table.get(**key).is_some()).collect();
        assert!(known.len() > keys.len() * 9 / 10);
        let stop = Stop::default();
        table.make_room(1, &stop);
        assert_eq!(places(), FIRST_PLACES, "there is room");
        let too_many = NODES_A_PLACE * FIRST_PLACES as u64 + 1;
        let stopped = Stop::default();
        stopped.set();
        table.make_room(too_many, &stopped);
        assert_eq!(places(), FIRST_PLACES, "it was stopped");
        table.make_room(too_many, &stop);
        assert_eq!(places(), 2 * FIRST_PLACES);
        table.make_room(u64::MAX, &stop);
        assert_eq!(places(), 4 * FIRST_PLACES, "it never grows beyond its size");
        for key in known {
            assert_eq!(table.get(*key), Some(stored(key)));
        }
    }

    #[test]
    fn no_pair_crosses_a_cache_line() {
        for megabytes in [0, 1, 3] {
            let table = Table::new(megabytes);
            for key in [0, 1, 2, 7, u64::MAX] {
                let [deep, last] = table.pair(key).map(|slot| &raw const table.slots[slot]);
                let line = |slot: *const Slot| slot.addr() / CACHE_LINE;
                assert_eq!(line(deep), line(last), "{megabytes} MB, {key}");
            }
        }
    }

    #[test]
    fn a_table_takes_what_memory_there_is() {
        assert_eq!(Table::new(3).megabytes(), 2);
        let too_much = usize::MAX / MEGABYTE;
        let table = Table::new(too_much);
        assert!((1..too_much / 2).contains(&table.megabytes()), "{}", table.megabytes());
        table.set(4, entry(1, 9, None));
        assert_eq!(table.get(4), Some(entry(1, 9, None)));
    }
}
