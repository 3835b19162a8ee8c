//! How long a search may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The deepest search, in plies.
pub const MAX_DEPTH: u8 = 64;

/// Limits of a search; without any it goes on until it is stopped or the greatest depth is reached. The first ply
/// is searched whole, whatever the limits: else the moves at the end of the list would not be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// The greatest depth in plies.
    pub depth: Option<u8>,
    /// The greatest number of positions: on one thread the same search on every machine.
    pub nodes: Option<u64>,
    /// The longest time, that of solvers included.
    pub time: Option<Duration>,
    /// The time after which no further depth begins, as on a clock that has to do for a whole game: more where the
    /// best move has just changed, less where it has been the same for long.
    pub usual: Option<Duration>,
}

/// What part of the usual time is enough, by the number of depths for which the best move has been the same. A depth
/// takes about as long as all before it. Shown by a match (docs/engine.md, "What changes have brought").
const PERCENT_OF_USUAL: [u32; 5] = [140, 100, 75, 60, 50];

impl Limits {
    /// How long a search goes on whose best move has been the same for this number of depths.
    pub(crate) fn enough(&self, unchanged: usize) -> Option<Duration> {
        let percent = PERCENT_OF_USUAL[unchanged.min(PERCENT_OF_USUAL.len() - 1)];
        self.usual.map(|usual| usual.saturating_mul(percent) / 100)
    }

    pub(crate) fn nodes_exceeded(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes > most)
    }
}

/// Stops a search from elsewhere: clones share one switch.
#[derive(Clone, Default, Debug)]
pub struct Stop {
    switch: Arc<AtomicBool>,
    clock: Option<Arc<Clock>>,
}

impl Stop {
    /// Ends the search at its next node after the first ply.
    pub fn set(&self) {
        self.switch.store(true, Relaxed);
    }

    /// Whether it was asked to stop, or its time is over.
    pub fn is_set(&self) -> bool {
        self.switch.load(Relaxed) || self.clock.as_ref().is_some_and(|clock| clock.is_over())
    }

    /// The same for what takes long between two looks: the clock is read at once.
    pub(crate) fn is_set_now(&self) -> bool {
        self.switch.load(Relaxed) || self.clock.as_ref().is_some_and(|clock| clock.read())
    }

    /// The same switch, which is set for this search alone once its time is over. Without a limit the
    /// clock is not looked at: where there is none, as in WebAssembly, a search can still be limited by its
    /// nodes.
    pub(crate) fn within(&self, time: Option<Duration>) -> Self {
        let earlier = self.clock.as_ref().map(|clock| clock.deadline);
        let own = time.and_then(|time| Instant::now().checked_add(time));
        let deadline = own.into_iter().chain(earlier).min();
        let clock = deadline.map(|deadline| Arc::new(Clock::new(deadline)));
        Self { switch: Arc::clone(&self.switch), clock }
    }
}

/// The clock of a search, which all its threads look at.
#[derive(Debug)]
struct Clock {
    deadline: Instant,
    /// How often it was looked at; not all looks of several threads count.
    looks: AtomicU32,
    is_over: AtomicBool,
}

/// The system's clock is read once in this number of looks: that takes longer than many a position.
const LOOKS_PER_READING: u32 = 32;

impl Clock {
    const fn new(deadline: Instant) -> Self {
        Self { deadline, looks: AtomicU32::new(0), is_over: AtomicBool::new(false) }
    }

    fn is_over(&self) -> bool {
        let looks = self.looks.load(Relaxed);
        self.looks.store(looks.wrapping_add(1), Relaxed);
        if looks.is_multiple_of(LOOKS_PER_READING) {
            self.read()
        } else {
            self.is_over.load(Relaxed)
        }
    }

    fn read(&self) -> bool {
        if Instant::now() >= self.deadline {
            self.is_over.store(true, Relaxed);
        }
        self.is_over.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_time_is_more_where_the_best_move_changes_and_never_needed_without_a_clock() {
        let limits = Limits { usual: Some(Duration::from_millis(200)), ..Limits::default() };
        let times: Vec<_> = (0..8).filter_map(|unchanged| limits.enough(unchanged)).collect();
        assert_eq!(times.len(), 8);
        assert!(times.is_sorted_by(|longer, shorter| longer >= shorter));
        assert!(times[0] > Duration::from_millis(200) && times[7] < Duration::from_millis(200));
        assert_eq!(Limits::default().enough(0), None);
    }

    #[test]
    fn a_limited_time_ends_one_search_and_the_switch_all() {
        let all = Stop::default();
        let [soon, later] = [0, 3_600].map(|time| all.within(Some(Duration::from_secs(time))));
        assert!(soon.is_set());
        assert!(!later.is_set() && !all.is_set());
        later.set();
        assert!(all.is_set());
        // A time within another one ends with it.
        assert!(soon.within(None).is_set());
        assert!(soon.within(Some(Duration::from_hours(1))).is_set());
    }
}
