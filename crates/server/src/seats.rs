//! Seats for work that takes long, shared fairly: by network, by address, then by visitor.
//!
//! A queue in the order of arrival belongs to the client that sends most. Here the next seat goes to
//! the one that had least lately, and work gives its seat up early where another waits that had less.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::limits::Who;

/// The client and the visitor for whom work is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Asker([Who; LEVELS]);

/// The number of levels at which seats are shared, the widest first: networks, addresses, visitors.
const LEVELS: usize = 3;

impl Asker {
    /// A visitor at an address; all that nobody knows at an address are one.
    pub(crate) fn new(address: IpAddr, visitor: Option<i64>) -> Self {
        // Visitors count from 1.
        Self([Who::network(address), address.into(), visitor.unwrap_or(0).into()])
    }

    /// For work that is begun before it is known who waits for it.
    pub(crate) fn nobody() -> Self {
        Self::new(Ipv4Addr::UNSPECIFIED.into(), None)
    }
}

/// All who wait for the same work; others may join them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Askers(Arc<Mutex<HashSet<Asker>>>);

impl Askers {
    pub(crate) fn of(asker: Asker) -> Self {
        let askers = Self::default();
        askers.join(asker);
        askers
    }

    pub(crate) fn join(&self, asker: Asker) {
        lock(&self.0).insert(asker);
    }
}

/// How urgent work is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rank {
    /// A person waits for it.
    Awaited,
    /// A person looks on: it has a seat where nobody waits for one.
    Last,
}

/// When work gives its seat up to other work of the same rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Yields {
    /// When its client has two seats more than the one that waits: work that was ended has to begin
    /// again.
    ToBalance,
    /// After this time, when its client had so much more than the one that waits: work that was
    /// ended early is good for something.
    After(Duration),
}

/// Seats.
#[derive(Clone, Debug)]
pub(crate) struct Seats(Arc<Mutex<State>>);

/// After this time, half of what a client had is forgotten.
const HALF: f64 = 30.0;

/// What taking a seat counts for, in seconds, before any time has passed.
const BEGUN: f64 = 1.0;

/// Clients that had less than this, in seconds, are forgotten.
const LITTLE: f64 = 0.01;

#[derive(Debug)]
struct State {
    free: usize,
    yields: Yields,
    /// The number of whatever comes next.
    next: u64,
    waiting: BTreeMap<u64, Waiting>,
    working: HashMap<u64, Working>,
    had: HashMap<Who, Had>,
}

#[derive(Debug)]
struct Waiting {
    askers: Askers,
    rank: Rank,
    call: oneshot::Sender<()>,
}

#[derive(Clone, Copy, Debug)]
struct Working {
    asker: Asker,
    rank: Rank,
    since: Instant,
    /// Whether it was asked to give its seat up.
    is_wanted: bool,
}

/// How many seconds a client had, as of a moment.
#[derive(Clone, Copy, Debug)]
struct Had {
    seconds: f64,
    at: Instant,
}

impl Had {
    fn left(self, now: Instant) -> f64 {
        self.seconds * 0.5_f64.powf(now.duration_since(self.at).as_secs_f64() / HALF)
    }
}

/// What orders those who wait: the least comes first.
#[derive(Clone, Copy, Debug)]
struct Claim {
    rank: Rank,
    had: [f64; LEVELS],
    number: u64,
    asker: Asker,
}

impl Claim {
    fn before(&self, other: &Self) -> Ordering {
        let had = self.had.iter().zip(&other.had).map(|(a, b)| a.total_cmp(b));
        let had = had.fold(Ordering::Equal, Ordering::then);
        self.rank.cmp(&other.rank).then(had).then(self.number.cmp(&other.number))
    }
}

impl State {
    /// What a client had lately, with what it has now.
    fn had(&self, who: Who, now: Instant) -> f64 {
        let now_at_work = self.working.values().filter(|working| working.asker.0.contains(&who));
        let now_had = now_at_work.map(|working| BEGUN + (now - working.since).as_secs_f64());
        self.had.get(&who).map_or(0.0, |had| had.left(now)) + now_had.sum::<f64>()
    }

    /// Who comes next.
    fn first(&self, now: Instant) -> Option<Claim> {
        let mut known = HashMap::new();
        let mut had = |who: Who| *known.entry(who).or_insert_with(|| self.had(who, now));
        let mut first: Option<Claim> = None;
        for (number, waiting) in &self.waiting {
            for asker in lock(&waiting.askers.0).iter() {
                let (rank, number, asker) = (waiting.rank, *number, *asker);
                let claim = Claim { rank, had: asker.0.map(&mut had), number, asker };
                if first.is_none_or(|first| claim.before(&first).is_lt()) {
                    first = Some(claim);
                }
            }
        }
        first
    }

    /// Gives free seats to those who come next.
    fn call(&mut self, now: Instant) {
        while self.free > 0
            && let Some(Claim { number, asker, .. }) = self.first(now)
            && let Some(Waiting { rank, call, .. }) = self.waiting.remove(&number)
        {
            // Those who don't wait any more have taken themselves off, or are about to.
            if call.send(()).is_ok() {
                self.free -= 1;
                let working = Working { asker, rank, since: now, is_wanted: false };
                self.working.insert(number, working);
            }
        }
    }

    /// Ends waiting or work.
    fn leave(&mut self, number: u64, now: Instant) {
        self.waiting.remove(&number);
        if let Some(Working { asker, since, .. }) = self.working.remove(&number) {
            self.free += 1;
            for who in asker.0 {
                let had = self.had.entry(who).or_insert(Had { seconds: 0.0, at: now });
                *had = Had { seconds: had.left(now) + (now - since).as_secs_f64(), at: now };
            }
            self.had.retain(|_, had| had.left(now) > LITTLE);
        }
        self.call(now);
    }

    /// Whether work gives its seat up to a claim.
    fn yields(&self, working: &Working, claim: &Claim, now: Instant) -> bool {
        if working.rank != claim.rank {
            return working.rank > claim.rank;
        }
        let differ = working.asker.0.into_iter().zip(claim.asker.0).find(|(mine, its)| mine != its);
        let Some((mine, its)) = differ else { return false };
        match self.yields {
            Yields::ToBalance => self.seats_of(mine) >= self.seats_of(its) + 2,
            Yields::After(time) => {
                let margin = time.as_secs_f64();
                let (mine, its) = (self.had(mine, now), self.had(its, now));
                now - working.since >= time && mine > its + margin
            }
        }
    }

    fn seats_of(&self, who: Who) -> usize {
        self.working.values().filter(|working| working.asker.0.contains(&who)).count()
    }

    /// Whether the seat of this work is needed more by another; one at a time is asked for.
    fn is_wanted(&mut self, number: u64, now: Instant) -> bool {
        if self.free == 0
            && self.working.values().all(|working| !working.is_wanted)
            && let Some(claim) = self.first(now)
        {
            let yielding = self.working.iter().filter(|(_, work)| self.yields(work, &claim, now));
            // What was begun last loses least.
            let wanted = yielding.max_by_key(|(number, work)| (work.rank, work.since, **number));
            let wanted = wanted.map(|(number, _)| *number);
            if let Some(working) = wanted.and_then(|number| self.working.get_mut(&number)) {
                working.is_wanted = true;
            }
        }
        self.working.get(&number).is_some_and(|working| working.is_wanted)
    }
}

impl Seats {
    /// So many, at least one.
    pub(crate) fn new(count: usize, yields: Yields) -> Self {
        let (waiting, working, had) = (BTreeMap::new(), HashMap::new(), HashMap::new());
        let free = count.max(1);
        Self(Arc::new(Mutex::new(State { free, yields, next: 0, waiting, working, had })))
    }

    /// Waits for a seat.
    pub(crate) async fn take(&self, askers: Askers, rank: Rank) -> Seat {
        let (call, called) = oneshot::channel();
        let seat = {
            let mut state = lock(&self.0);
            let number = state.next;
            state.next += 1;
            state.waiting.insert(number, Waiting { askers, rank, call });
            state.call(Instant::now());
            Seat { seats: self.clone(), number }
        };
        // Nobody is forgotten as long as the seat that is waited for is there.
        let _ = called.await;
        seat
    }
}

/// A seat, or the place of one who waits for it; it is free when it is dropped.
#[derive(Debug)]
pub(crate) struct Seat {
    seats: Seats,
    number: u64,
}

impl Seat {
    /// Whether another needs it more: then the work should end.
    pub(crate) fn is_wanted(&self) -> bool {
        lock(&self.seats.0).is_wanted(self.number, Instant::now())
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        lock(&self.seats.0).leave(self.number, Instant::now());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn asker(host: u8, visitor: i64) -> Asker {
        Asker::new(Ipv4Addr::new(192, 0, 2, host).into(), Some(visitor))
    }

    /// Seats whose clock is set by hand.
    struct Desk {
        state: State,
        now: Instant,
        next: u64,
    }

    impl Desk {
        fn new(count: usize, yields: Yields) -> Self {
            let Seats(state) = Seats::new(count, yields);
            let state = Arc::into_inner(state).expect("nobody else").into_inner().expect("whole");
            Self { state, now: Instant::now(), next: 0 }
        }

        /// Somebody asks; the number tells them apart. Nobody's call is answered here: the state
        /// alone is looked at, so the ends that hear it are kept.
        fn ask(&mut self, asker: Asker, rank: Rank) -> (u64, oneshot::Receiver<()>) {
            let (call, called) = oneshot::channel();
            let number = self.next;
            self.next += 1;
            self.state.waiting.insert(number, Waiting { askers: Askers::of(asker), rank, call });
            self.state.call(self.now);
            (number, called)
        }

        fn leave(&mut self, number: u64) {
            self.state.leave(number, self.now);
        }

        fn works(&self, number: u64) -> bool {
            self.state.working.contains_key(&number)
        }

        fn is_wanted(&mut self, number: u64) -> bool {
            self.state.is_wanted(number, self.now)
        }
    }

    #[test]
    fn f8_the_next_seat_goes_to_the_address_that_had_least() {
        let mut desk = Desk::new(1, Yields::ToBalance);
        let first = desk.ask(asker(1, 1), Rank::Awaited);
        let crowd: Vec<_> = (0..60).map(|_| desk.ask(asker(1, 1), Rank::Awaited)).collect();
        let other = desk.ask(asker(2, 2), Rank::Awaited);
        desk.now += SECOND;
        desk.leave(first.0);
        assert!(desk.works(other.0), "one of sixty came before it");
        desk.now += SECOND;
        desk.leave(other.0);
        assert!(desk.works(crowd[0].0), "within an address the first comes first");
        // Both had a second, but the crowd is at work now.
        let again = desk.ask(asker(2, 2), Rank::Awaited);
        desk.leave(crowd[0].0);
        assert!(desk.works(again.0) || desk.works(crowd[1].0));
    }

    #[test]
    fn f8_visitors_of_an_address_share_what_it_has() {
        let mut desk = Desk::new(1, Yields::ToBalance);
        let first = desk.ask(asker(1, 1), Rank::Awaited);
        let _second = desk.ask(asker(1, 1), Rank::Awaited);
        let other = desk.ask(asker(1, 2), Rank::Awaited);
        desk.now += SECOND;
        desk.leave(first.0);
        assert!(desk.works(other.0));
    }

    #[test]
    fn f8_a_network_of_many_addresses_is_one_client() {
        let mut desk = Desk::new(1, Yields::ToBalance);
        let of = |text: &str| Asker::new(text.parse().expect("an address"), None);
        let first = desk.ask(of("2001:db8:1:1::1"), Rank::Awaited);
        let _crowd: Vec<_> =
            (2..20).map(|i| desk.ask(of(&format!("2001:db8:1:{i}::1")), Rank::Awaited)).collect();
        let other = desk.ask(of("2001:db8:2::1"), Rank::Awaited);
        desk.now += SECOND;
        desk.leave(first.0);
        assert!(desk.works(other.0));
    }

    #[test]
    fn f8_games_that_two_computers_play_come_last_and_give_way() {
        let mut desk = Desk::new(2, Yields::ToBalance);
        let games: Vec<_> = (0..3).map(|_| desk.ask(asker(1, 1), Rank::Last)).collect();
        assert!(desk.works(games[0].0) && desk.works(games[1].0), "the whole machine is used");
        assert!(!desk.is_wanted(games[0].0) && !desk.is_wanted(games[1].0));
        desk.now += SECOND;
        let person = desk.ask(asker(2, 2), Rank::Awaited);
        let wanted: Vec<bool> = [0, 1].map(|i| desk.is_wanted(games[i].0)).to_vec();
        assert_eq!(wanted.iter().filter(|wanted| **wanted).count(), 1, "one is enough");
        desk.leave(games[usize::from(!wanted[0])].0);
        assert!(desk.works(person.0));
        assert!(!desk.works(games[2].0), "what came before it goes after");
    }

    #[test]
    fn f8_who_has_two_seats_gives_one_up_and_who_has_one_does_not() {
        let mut desk = Desk::new(2, Yields::ToBalance);
        let (one, two) =
            (desk.ask(asker(1, 1), Rank::Awaited), desk.ask(asker(1, 1), Rank::Awaited));
        let own = desk.ask(asker(1, 1), Rank::Awaited);
        assert!(!desk.is_wanted(one.0) && !desk.is_wanted(two.0), "for itself it ends nothing");
        let other = desk.ask(asker(2, 2), Rank::Awaited);
        assert!(desk.is_wanted(one.0) != desk.is_wanted(two.0));
        let ended = if desk.is_wanted(one.0) { one.0 } else { two.0 };
        desk.leave(ended);
        assert!(desk.works(other.0) && !desk.works(own.0));
        let _third = desk.ask(asker(3, 3), Rank::Awaited);
        assert!(!desk.is_wanted(other.0), "one seat is kept to the end");
    }

    #[test]
    fn f9_an_analysis_is_cut_where_another_had_less() {
        let mut desk = Desk::new(1, Yields::After(SECOND));
        let first = desk.ask(asker(1, 1), Rank::Awaited);
        let second = desk.ask(asker(1, 1), Rank::Awaited);
        desk.now += 5 * SECOND;
        assert!(!desk.is_wanted(first.0), "alone it may take its time");
        let other = desk.ask(asker(2, 2), Rank::Awaited);
        assert!(desk.is_wanted(first.0));
        desk.leave(first.0);
        assert!(desk.works(other.0));
        desk.now += 3 * SECOND;
        assert!(!desk.is_wanted(other.0), "it had less than the one that waits");
        desk.leave(other.0);
        assert!(desk.works(second.0));
        // At once nothing is cut: otherwise nobody would get anything.
        let _again = desk.ask(asker(2, 2), Rank::Awaited);
        desk.now += SECOND / 2;
        assert!(!desk.is_wanted(second.0));
    }

    #[test]
    fn one_who_joins_brings_work_forward() {
        let mut desk = Desk::new(1, Yields::ToBalance);
        let first = desk.ask(asker(1, 1), Rank::Awaited);
        let (_second, third) =
            (desk.ask(asker(1, 1), Rank::Awaited), desk.ask(asker(1, 1), Rank::Awaited));
        desk.state.waiting[&third.0].askers.join(asker(2, 2));
        desk.now += SECOND;
        desk.leave(first.0);
        assert!(desk.works(third.0));
    }

    #[tokio::test]
    async fn one_who_does_not_wait_any_more_takes_no_seat() {
        let seats = Seats::new(1, Yields::ToBalance);
        let first = seats.take(Askers::of(asker(1, 1)), Rank::Awaited).await;
        let gone = seats.take(Askers::of(asker(2, 2)), Rank::Awaited);
        assert!(tokio::time::timeout(Duration::from_millis(1), gone).await.is_err());
        drop(first);
        let _second = seats.take(Askers::of(asker(1, 1)), Rank::Awaited).await;
        let state = lock(&seats.0);
        assert_eq!((state.free, state.waiting.len(), state.working.len()), (0, 0, 1));
    }
}
