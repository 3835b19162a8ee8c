//! A fair queue for long work: its slots are shared by network, by address, then by visitor.
//!
//! A first-in-first-out queue favours the client that sends most. Here the next slot goes to the
//! client with the least recent usage, and work yields its slot early to a client with less.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::rate_limits::LimitKey;

/// The network, the address and the visitor for which work is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Requester([LimitKey; LEVELS]);

/// The levels at which slots are shared, the widest first: networks, addresses, visitors.
const LEVELS: usize = 3;

impl Requester {
    /// A visitor at an address; all unknown visitors of an address count as one.
    pub(crate) fn new(address: IpAddr, visitor: Option<i64>) -> Self {
        // Visitors count from 1.
        Self([LimitKey::network(address), address.into(), visitor.unwrap_or(0).into()])
    }

    /// For work that starts before its client is known.
    pub(crate) fn nobody() -> Self {
        Self::new(Ipv4Addr::UNSPECIFIED.into(), None)
    }
}

/// All requesters of the same work; others may join.
#[derive(Clone, Default, Debug)]
pub(crate) struct Requesters(Arc<Mutex<HashSet<Requester>>>);

impl Requesters {
    pub(crate) fn of(requester: Requester) -> Self {
        let requesters = Self::default();
        requesters.join(requester);
        requesters
    }

    pub(crate) fn join(&self, requester: Requester) {
        lock(&self.0).insert(requester);
    }
}

/// The priority of work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    /// A person waits for the result.
    Interactive,
    /// A person only watches: it gets a slot when no interactive work waits.
    Background,
}

/// When work yields its slot to other work of the same priority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Preemption {
    /// When its client has two slots more than the one that waits: preempted work starts again from
    /// the beginning.
    ToBalance,
    /// After this time, when the usage of its client exceeds that of the waiting one by as much:
    /// preempted work keeps its result so far.
    AfterSlice(Duration),
}

/// A fair queue.
#[derive(Clone, Debug)]
pub(crate) struct FairQueue(Arc<Mutex<State>>);

/// The half-life of the usage of a client, in seconds.
const HALF_LIFE_S: f64 = 30.0;

/// The usage that a new slot counts for before any time has passed, in seconds.
const START_COST_S: f64 = 1.0;

/// Clients with less usage are dropped, in seconds.
const NEGLIGIBLE_S: f64 = 0.01;

#[derive(Debug)]
struct State {
    free: usize,
    preemption: Preemption,
    /// The number of the next request.
    next: u64,
    waiting: BTreeMap<u64, Waiting>,
    running: HashMap<u64, Running>,
    usage: HashMap<LimitKey, Usage>,
}

#[derive(Debug)]
struct Waiting {
    requesters: Requesters,
    priority: Priority,
    call: oneshot::Sender<()>,
}

#[derive(Clone, Copy, Debug)]
struct Running {
    requester: Requester,
    priority: Priority,
    since: Instant,
    /// Whether it was asked to yield its slot.
    should_yield: bool,
}

/// The usage of a client in seconds, as of a moment.
#[derive(Clone, Copy, Debug)]
struct Usage {
    seconds: f64,
    at: Instant,
}

impl Usage {
    fn left(self, now: Instant) -> f64 {
        self.seconds * 0.5_f64.powf(now.duration_since(self.at).as_secs_f64() / HALF_LIFE_S)
    }
}

/// The order of waiting work: the least comes first.
#[derive(Clone, Copy, Debug)]
struct Claim {
    priority: Priority,
    usage: [f64; LEVELS],
    number: u64,
    requester: Requester,
}

impl Claim {
    fn before(&self, other: &Self) -> Ordering {
        let usage = self.usage.iter().zip(&other.usage).map(|(a, b)| a.total_cmp(b));
        let usage = usage.fold(Ordering::Equal, Ordering::then);
        self.priority.cmp(&other.priority).then(usage).then(self.number.cmp(&other.number))
    }
}

impl State {
    /// The recent usage of a client, with its running work.
    fn usage(&self, key: LimitKey, now: Instant) -> f64 {
        let now_at_work =
            self.running.values().filter(|running| running.requester.0.contains(&key));
        let now_had = now_at_work.map(|running| START_COST_S + (now - running.since).as_secs_f64());
        self.usage.get(&key).map_or(0.0, |usage| usage.left(now)) + now_had.sum::<f64>()
    }

    /// The work that gets the next slot.
    fn first(&self, now: Instant) -> Option<Claim> {
        let mut known = HashMap::new();
        let mut usage = |key: LimitKey| *known.entry(key).or_insert_with(|| self.usage(key, now));
        let mut first: Option<Claim> = None;
        for (number, waiting) in &self.waiting {
            for requester in lock(&waiting.requesters.0).iter() {
                let (priority, number, requester) = (waiting.priority, *number, *requester);
                let claim =
                    Claim { priority, usage: requester.0.map(&mut usage), number, requester };
                if first.is_none_or(|first| claim.before(&first).is_lt()) {
                    first = Some(claim);
                }
            }
        }
        first
    }

    /// Gives the free slots to waiting work.
    fn dispatch(&mut self, now: Instant) {
        while self.free > 0
            && let Some(Claim { number, requester, .. }) = self.first(now)
            && let Some(Waiting { priority, call, .. }) = self.waiting.remove(&number)
        {
            // A request that was dropped meanwhile has removed itself, or is about to.
            if call.send(()).is_ok() {
                self.free -= 1;
                let running = Running { requester, priority, since: now, should_yield: false };
                self.running.insert(number, running);
            }
        }
    }

    /// Removes waiting or running work.
    fn leave(&mut self, number: u64, now: Instant) {
        self.waiting.remove(&number);
        if let Some(Running { requester, since, .. }) = self.running.remove(&number) {
            self.free += 1;
            for key in requester.0 {
                let usage = self.usage.entry(key).or_insert(Usage { seconds: 0.0, at: now });
                *usage = Usage { seconds: usage.left(now) + (now - since).as_secs_f64(), at: now };
            }
            self.usage.retain(|_, usage| usage.left(now) > NEGLIGIBLE_S);
        }
        self.dispatch(now);
    }

    /// Whether running work yields its slot to a claim.
    fn gives_way(&self, running: &Running, claim: &Claim, now: Instant) -> bool {
        if running.priority != claim.priority {
            return running.priority > claim.priority;
        }
        let differ =
            running.requester.0.into_iter().zip(claim.requester.0).find(|(mine, its)| mine != its);
        let Some((mine, its)) = differ else { return false };
        match self.preemption {
            Preemption::ToBalance => self.slots_of(mine) >= self.slots_of(its) + 2,
            Preemption::AfterSlice(time) => {
                let margin = time.as_secs_f64();
                let (mine, its) = (self.usage(mine, now), self.usage(its, now));
                now - running.since >= time && mine > its + margin
            }
        }
    }

    fn slots_of(&self, key: LimitKey) -> usize {
        self.running.values().filter(|running| running.requester.0.contains(&key)).count()
    }

    /// Whether this work is to yield its slot; one slot at a time is asked for.
    fn should_yield(&mut self, number: u64, now: Instant) -> bool {
        if self.free == 0
            && self.running.values().all(|running| !running.should_yield)
            && let Some(claim) = self.first(now)
        {
            let yielding =
                self.running.iter().filter(|(_, work)| self.gives_way(work, &claim, now));
            // The work that started last loses least.
            let wanted =
                yielding.max_by_key(|(number, work)| (work.priority, work.since, **number));
            let wanted = wanted.map(|(number, _)| *number);
            if let Some(running) = wanted.and_then(|number| self.running.get_mut(&number)) {
                running.should_yield = true;
            }
        }
        self.running.get(&number).is_some_and(|running| running.should_yield)
    }
}

impl FairQueue {
    /// With this number of slots, at least one.
    pub(crate) fn new(count: usize, preemption: Preemption) -> Self {
        let (waiting, running, usage) = (BTreeMap::new(), HashMap::new(), HashMap::new());
        let free = count.max(1);
        Self(Arc::new(Mutex::new(State { free, preemption, next: 0, waiting, running, usage })))
    }

    /// Waits for a slot.
    pub(crate) async fn acquire(&self, requesters: Requesters, priority: Priority) -> Slot {
        let (call, called) = oneshot::channel();
        let slot = {
            let mut state = lock(&self.0);
            let number = state.next;
            state.next += 1;
            state.waiting.insert(number, Waiting { requesters, priority, call });
            state.dispatch(Instant::now());
            Slot { queue: self.clone(), number }
        };
        // The sender is dropped with the slot alone.
        let _ = called.await;
        slot
    }
}

/// A slot, or a request that waits for one; it is released when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    queue: FairQueue,
    number: u64,
}

impl Slot {
    /// Whether other work has a stronger claim: then this work should end.
    pub(crate) fn should_yield(&self) -> bool {
        lock(&self.queue.0).should_yield(self.number, Instant::now())
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        lock(&self.queue.0).leave(self.number, Instant::now());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn requester(host: u8, visitor: i64) -> Requester {
        Requester::new(Ipv4Addr::new(192, 0, 2, host).into(), Some(visitor))
    }

    /// A queue whose clock is set by hand.
    struct TestQueue {
        state: State,
        now: Instant,
        next: u64,
    }

    impl TestQueue {
        fn new(count: usize, preemption: Preemption) -> Self {
            let FairQueue(state) = FairQueue::new(count, preemption);
            let state = Arc::into_inner(state).expect("nobody else").into_inner().expect("whole");
            Self { state, now: Instant::now(), next: 0 }
        }

        /// Somebody asks; the number tells them apart. Nobody's call is answered here: the state
        /// alone is looked at, so the ends that hear it are kept.
        fn ask(
            &mut self,
            requester: Requester,
            priority: Priority,
        ) -> (u64, oneshot::Receiver<()>) {
            let (call, called) = oneshot::channel();
            let number = self.next;
            self.next += 1;
            self.state
                .waiting
                .insert(number, Waiting { requesters: Requesters::of(requester), priority, call });
            self.state.dispatch(self.now);
            (number, called)
        }

        fn leave(&mut self, number: u64) {
            self.state.leave(number, self.now);
        }

        fn works(&self, number: u64) -> bool {
            self.state.running.contains_key(&number)
        }

        fn should_yield(&mut self, number: u64) -> bool {
            self.state.should_yield(number, self.now)
        }
    }

    #[test]
    fn f8_the_next_seat_goes_to_the_address_that_had_least() {
        let mut queue = TestQueue::new(1, Preemption::ToBalance);
        let first = queue.ask(requester(1, 1), Priority::Interactive);
        let crowd: Vec<_> =
            (0..60).map(|_| queue.ask(requester(1, 1), Priority::Interactive)).collect();
        let other = queue.ask(requester(2, 2), Priority::Interactive);
        queue.now += SECOND;
        queue.leave(first.0);
        assert!(queue.works(other.0), "one of sixty came before it");
        queue.now += SECOND;
        queue.leave(other.0);
        assert!(queue.works(crowd[0].0), "within an address the first comes first");
        // Both had a second, but the crowd is at work now.
        let again = queue.ask(requester(2, 2), Priority::Interactive);
        queue.leave(crowd[0].0);
        assert!(queue.works(again.0) || queue.works(crowd[1].0));
    }

    #[test]
    fn f8_visitors_of_an_address_share_what_it_has() {
        let mut queue = TestQueue::new(1, Preemption::ToBalance);
        let first = queue.ask(requester(1, 1), Priority::Interactive);
        let _second = queue.ask(requester(1, 1), Priority::Interactive);
        let other = queue.ask(requester(1, 2), Priority::Interactive);
        queue.now += SECOND;
        queue.leave(first.0);
        assert!(queue.works(other.0));
    }

    #[test]
    fn f8_a_network_of_many_addresses_is_one_client() {
        let mut queue = TestQueue::new(1, Preemption::ToBalance);
        let of = |text: &str| Requester::new(text.parse().expect("an address"), None);
        let first = queue.ask(of("2001:db8:1:1::1"), Priority::Interactive);
        let _crowd: Vec<_> = (2..20)
            .map(|i| queue.ask(of(&format!("2001:db8:1:{i}::1")), Priority::Interactive))
            .collect();
        let other = queue.ask(of("2001:db8:2::1"), Priority::Interactive);
        queue.now += SECOND;
        queue.leave(first.0);
        assert!(queue.works(other.0));
    }

    #[test]
    fn f8_games_that_two_computers_play_come_last_and_give_way() {
        let mut queue = TestQueue::new(2, Preemption::ToBalance);
        let games: Vec<_> =
            (0..3).map(|_| queue.ask(requester(1, 1), Priority::Background)).collect();
        assert!(queue.works(games[0].0) && queue.works(games[1].0), "the whole machine is used");
        assert!(!queue.should_yield(games[0].0) && !queue.should_yield(games[1].0));
        queue.now += SECOND;
        let person = queue.ask(requester(2, 2), Priority::Interactive);
        let wanted: Vec<bool> = [0, 1].map(|i| queue.should_yield(games[i].0)).to_vec();
        assert_eq!(wanted.iter().filter(|wanted| **wanted).count(), 1, "one is enough");
        queue.leave(games[usize::from(!wanted[0])].0);
        assert!(queue.works(person.0));
        assert!(!queue.works(games[2].0), "what came before it goes after");
    }

    #[test]
    fn f8_who_has_two_seats_gives_one_up_and_who_has_one_does_not() {
        let mut queue = TestQueue::new(2, Preemption::ToBalance);
        let (one, two) = (
            queue.ask(requester(1, 1), Priority::Interactive),
            queue.ask(requester(1, 1), Priority::Interactive),
        );
        let own = queue.ask(requester(1, 1), Priority::Interactive);
        assert!(
            !queue.should_yield(one.0) && !queue.should_yield(two.0),
            "for itself it ends nothing"
        );
        let other = queue.ask(requester(2, 2), Priority::Interactive);
        assert!(queue.should_yield(one.0) != queue.should_yield(two.0));
        let ended = if queue.should_yield(one.0) { one.0 } else { two.0 };
        queue.leave(ended);
        assert!(queue.works(other.0) && !queue.works(own.0));
        let _third = queue.ask(requester(3, 3), Priority::Interactive);
        assert!(!queue.should_yield(other.0), "one slot is kept to the end");
    }

    #[test]
    fn f9_an_analysis_is_cut_where_another_had_less() {
        let mut queue = TestQueue::new(1, Preemption::AfterSlice(SECOND));
        let first = queue.ask(requester(1, 1), Priority::Interactive);
        let second = queue.ask(requester(1, 1), Priority::Interactive);
        queue.now += 5 * SECOND;
        assert!(!queue.should_yield(first.0), "alone it may take its time");
        let other = queue.ask(requester(2, 2), Priority::Interactive);
        assert!(queue.should_yield(first.0));
        queue.leave(first.0);
        assert!(queue.works(other.0));
        queue.now += 3 * SECOND;
        assert!(!queue.should_yield(other.0), "its usage is less than that of the waiting one");
        queue.leave(other.0);
        assert!(queue.works(second.0));
        // At once nothing is cut: otherwise nobody would get anything.
        let _again = queue.ask(requester(2, 2), Priority::Interactive);
        queue.now += SECOND / 2;
        assert!(!queue.should_yield(second.0));
    }

    #[test]
    fn one_who_joins_brings_work_forward() {
        let mut queue = TestQueue::new(1, Preemption::ToBalance);
        let first = queue.ask(requester(1, 1), Priority::Interactive);
        let (_second, third) = (
            queue.ask(requester(1, 1), Priority::Interactive),
            queue.ask(requester(1, 1), Priority::Interactive),
        );
        queue.state.waiting[&third.0].requesters.join(requester(2, 2));
        queue.now += SECOND;
        queue.leave(first.0);
        assert!(queue.works(third.0));
    }

    #[tokio::test]
    async fn one_who_does_not_wait_any_more_takes_no_seat() {
        let queue = FairQueue::new(1, Preemption::ToBalance);
        let first = queue.acquire(Requesters::of(requester(1, 1)), Priority::Interactive).await;
        let gone = queue.acquire(Requesters::of(requester(2, 2)), Priority::Interactive);
        assert!(tokio::time::timeout(Duration::from_millis(1), gone).await.is_err());
        drop(first);
        let _second = queue.acquire(Requesters::of(requester(1, 1)), Priority::Interactive).await;
        let state = lock(&queue.0);
        assert_eq!((state.free, state.waiting.len(), state.running.len()), (0, 0, 1));
    }
}
