//! The computer's moves: a bounded number of searches outside the threads that serve, each only
//! while a client waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use katarenga_engine::Level;
use katarenga_engine::search::Stop;
use katarenga_play::computer::{choose, seed};
use katarenga_rules::{Game, Move};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};

use crate::fair_queue::{FairQueue, Preemption, Priority, Requester, Requesters};
use crate::live_games::{ChangeResult, Claimed, LiveGame, LiveGames, Snapshot};
use crate::metrics::{SearchedFor, Searches};
use crate::play::{Seat, Session, Step};
use crate::store::SearchClaim;

/// Finds moves. The tests replace it.
pub trait MoveFinder: Send + Sync + 'static {
    /// The move of a player of a level in an ongoing game; when `stop` is set, the best so far.
    fn find_move(&self, game: &Game, level: Level, seed: u64, stop: &Stop) -> Option<Move>;
}

/// The engine of this project.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInEngine;

/// The longest search for a move. Levels end by their number of nodes, long before.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(5);

impl MoveFinder for BuiltInEngine {
    fn find_move(&self, game: &Game, level: Level, seed: u64, stop: &Stop) -> Option<Move> {
        choose(game, (level, seed), Some(MAX_SEARCH_TIME), stop)
    }
}

/// The timeouts of the computer's searches.
#[derive(Clone, Copy, Debug)]
pub struct SearchTimeouts {
    /// After this time a search that does not answer is abandoned and started again.
    pub search: Duration,
    /// How long a search goes on without a waiting client: a page that is reloaded comes back.
    pub grace: Duration,
}

impl Default for SearchTimeouts {
    fn default() -> Self {
        Self { search: MAX_SEARCH_TIME + Duration::from_secs(5), grace: Duration::from_secs(10) }
    }
}

/// How many times a failing search is started.
const MAX_ATTEMPTS: u32 = 3;

/// How often a search checks whether the game still has subscribers.
const FOLLOWER_POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The pause before a move that could not be stored is stored again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// How often it is checked whether the server that searches is gone.
const CLAIM_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// How often a search checks whether it is to stop.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Up to this level a search takes a fraction of a second; it has slots apart from long ones.
const MAX_QUICK_LEVEL: u8 = 4;

/// The computer's searches in all games.
#[derive(Clone)]
pub(crate) struct ComputerPlayers {
    live_games: LiveGames,
    counted: Searches,
    move_finder: Arc<dyn MoveFinder>,
    timeouts: SearchTimeouts,
    /// The slots of high levels, and those of low ones.
    long: FairQueue,
    quick: FairQueue,
    /// The running searches, by the id of the game.
    searches: Arc<Mutex<HashMap<String, RunningSearch>>>,
    closing: watch::Receiver<bool>,
}

/// A running search.
struct RunningSearch {
    revision: i64,
    /// Ends it.
    stop: Stop,
    /// The clients that wait for it.
    requesters: Requesters,
}

/// The result of a search.
enum SearchResult {
    Move(Move),
    /// Its slot went to another search.
    Yielded,
    /// It failed, hung, or was stopped.
    Failed,
}

impl ComputerPlayers {
    /// With this number of long searches at once and half as many quick ones, until the server ends.
    pub(crate) fn new(
        (live_games, counted): (LiveGames, Searches),
        (move_finder, timeouts): (Arc<dyn MoveFinder>, SearchTimeouts),
        searches: usize,
        closing: watch::Receiver<bool>,
    ) -> Self {
        let long = FairQueue::new(searches, Preemption::ToBalance);
        let quick = FairQueue::new(searches / 2, Preemption::ToBalance);
        Self {
            live_games,
            counted,
            move_finder,
            timeouts,
            long,
            quick,
            searches: Arc::default(),
            closing,
        }
    }

    /// Starts a search if the computer is to move, or joins the running one. A search of an earlier
    /// revision is stopped.
    pub(crate) fn ensure_search(
        &self,
        live_game: &Arc<LiveGame>,
        snapshot: &Arc<Snapshot>,
        requester: Requester,
    ) {
        let (id, revision) = (snapshot.session.head.id.clone(), snapshot.session.revision);
        let Some(level) = snapshot.session.computer_to_move() else {
            return self.cancel_before(&id, revision);
        };
        let (stop, requesters) = (Stop::default(), Requesters::of(requester));
        {
            let mut tasks = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
            match tasks.get(&id) {
                Some(known) if known.revision == revision => {
                    return known.requesters.join(requester);
                }
                Some(known) if known.revision > revision => return,
                Some(old) => old.stop.set(),
                None => {}
            }
            let (stop, requesters) = (stop.clone(), requesters.clone());
            tasks.insert(id.clone(), RunningSearch { revision, stop, requesters });
        }
        let (this, live_game, snapshot) = (self.clone(), live_game.clone(), snapshot.clone());
        tokio::spawn(async move {
            let _task = SearchEntry { computers: &this, id: &id, revision, stop: &stop };
            tokio::select! {
                () = this.play(&live_game, &snapshot, (level, &requesters), &stop) => {}
                () = this.until_unwatched(&live_game) => tracing::debug!(game = id, "no client waits for the search"),
            }
        });
    }

    /// Stops the search of a game if it is for an earlier revision.
    pub(crate) fn cancel_before(&self, id: &str, revision: i64) {
        let mut tasks = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        // A caller with an older state stops no newer search.
        if tasks.get(id).is_some_and(|known| known.revision < revision)
            && let Some(old) = tasks.remove(id)
        {
            old.stop.set();
        }
    }

    /// Waits until a game had no subscribers for the grace time, or the server ends.
    async fn until_unwatched(&self, live_game: &LiveGame) {
        let mut heard = Instant::now();
        while heard.elapsed() < self.timeouts.grace && !*self.closing.borrow() {
            sleep(FOLLOWER_POLL_INTERVAL).await;
            if live_game.has_subscribers() {
                heard = Instant::now();
            }
        }
    }

    /// Finds a move and stores it; a search that fails, hangs or yields its slot is started again.
    async fn play(
        &self,
        live_game: &Arc<LiveGame>,
        snapshot: &Snapshot,
        (level, requesters): (Level, &Requesters),
        stop: &Stop,
    ) {
        let Session { head, revision, .. } = &snapshot.session;
        let Some(_claim) = self.claim(&head.id, *revision, stop).await else { return };
        let mut attempt = 1;
        while attempt <= MAX_ATTEMPTS {
            let found = self.search(&snapshot.session, (level, requesters), stop).await;
            if stop.is_set() {
                return;
            }
            match found {
                SearchResult::Move(mv) => {
                    let (this, live_game, revision) = (self.clone(), live_game.clone(), *revision);
                    // It runs to completion, even without subscribers.
                    tokio::spawn(async move { this.keep(&live_game, revision, mv).await });
                    return;
                }
                SearchResult::Yielded => {
                    tracing::debug!(game = head.id, "a search yielded its slot");
                }
                SearchResult::Failed => {
                    tracing::warn!(game = head.id, attempt, "a search failed");
                    attempt += 1;
                }
            }
        }
    }

    /// Waits until the search is this server's; `None` when it is needed no more.
    async fn claim(&self, id: &str, revision: i64, stop: &Stop) -> Option<SearchClaim> {
        while !stop.is_set() {
            match self.live_games.claim_search(id, revision).await {
                Ok(Claimed::Ours(claim)) => return Some(claim),
                // The game is read again, and its subscribers ask for the next search.
                Ok(Claimed::Outdated) => return None,
                Ok(Claimed::Elsewhere) => {}
                Err(cause) => tracing::debug!(game = id, %cause, "no search could be claimed"),
            }
            sleep(CLAIM_POLL_INTERVAL).await;
        }
        None
    }

    /// Waits for a slot, then finds a move.
    async fn search(
        &self,
        session: &Session,
        (level, requesters): (Level, &Requesters),
        stop: &Stop,
    ) -> SearchResult {
        let is_quick = level.number() <= MAX_QUICK_LEVEL;
        let is_played = session.head.seats.contains(&Seat::Human);
        let rank = if is_played { Priority::Interactive } else { Priority::Background };
        let queue = if is_quick { &self.quick } else { &self.long };
        // A search that hangs keeps no slot: it is abandoned, and its thread is lost.
        let slot = queue.acquire(requesters.clone(), rank).await;
        if stop.is_set() {
            return SearchResult::Failed;
        }
        let (move_finder, game, own) =
            (self.move_finder.clone(), session.game.clone(), Stop::default());
        let seed = seed(session);
        self.counted.count(SearchedFor::Move);
        let search = {
            let own = own.clone();
            spawn_blocking(move || move_finder.find_move(&game, level, seed, &own))
        };
        // A search that is dropped or abandoned stops.
        let end = StopOnDrop(own);
        tokio::pin!(search);
        let found = timeout(self.timeouts.search, async {
            loop {
                tokio::select! {
                    found = &mut search => break found.ok().flatten(),
                    () = sleep(STOP_POLL_INTERVAL) => if stop.is_set() || slot.should_yield() { end.0.set() },
                }
            }
        });
        match found.await.ok().flatten() {
            // Cut short it is not what the level would play.
            Some(_) if end.0.is_set() => SearchResult::Yielded,
            Some(mv) => SearchResult::Move(mv),
            None if slot.should_yield() => SearchResult::Yielded,
            None => SearchResult::Failed,
        }
    }

    /// Stores the move that was found for a revision of a game, and tries again while the database
    /// fails and the game has subscribers.
    async fn keep(&self, live_game: &Arc<LiveGame>, revision: i64, mv: Move) {
        let play = |session: &mut Session| {
            if session.revision != revision {
                return Err(None);
            }
            session.play(mv, self.live_games.now()).map(Step::from).map_err(Some)
        };
        loop {
            match self.live_games.change(live_game, None, play).await {
                // Against itself it goes on while the game has subscribers, who join the search.
                Ok(ChangeResult::Changed(snapshot)) if live_game.has_subscribers() => {
                    self.ensure_search(live_game, &snapshot, Requester::nobody());
                }
                // The game has gone on without it.
                Ok(
                    ChangeResult::Changed(_)
                    | ChangeResult::Refused(None)
                    | ChangeResult::Conflict(_)
                    | ChangeResult::Deleted,
                ) => {}
                Ok(ChangeResult::Refused(Some(cause))) => {
                    tracing::error!(%cause, "an illegal move was found");
                }
                Err(cause) if cause.trouble().is_some() && live_game.has_subscribers() => {
                    sleep(RETRY_DELAY).await;
                    continue;
                }
                Err(cause) => tracing::error!(%cause, "a move was not stored"),
            }
            return;
        }
    }
}

/// The entry of a running search: it is removed however the search ends.
struct SearchEntry<'a> {
    computers: &'a ComputerPlayers,
    id: &'a str,
    revision: i64,
    stop: &'a Stop,
}

impl Drop for SearchEntry<'_> {
    fn drop(&mut self) {
        self.stop.set();
        let mut tasks = self.computers.searches.lock().unwrap_or_else(PoisonError::into_inner);
        if tasks.get(self.id).is_some_and(|known| known.revision == self.revision) {
            tasks.remove(self.id);
        }
    }
}

impl std::fmt::Debug for ComputerPlayers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ComputerPlayers")
    }
}

/// Stops a search when it is dropped.
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}
