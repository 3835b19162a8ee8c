//! The computer at play: a bounded number of searches outside the threads that serve, each only as
//! long as somebody waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use katarenga_engine::search::{Limits, Stop};
use katarenga_engine::{Engine, Level};
use katarenga_rules::{Game, Move};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};

use crate::play::{Seat, Session, Step};
use crate::seats::{Asker, Askers, Rank, Seats, Yields};
use crate::store::now;
use crate::tables::{Done, Shown, Table, Tables};

/// Finds moves. The tests put others in its place.
pub trait Thinker: Send + Sync + 'static {
    /// The move that a player of a level makes in a game that goes on; when `stop` is set, whatever
    /// is at hand.
    fn think(&self, game: &Game, level: Level, seed: u64, stop: &Stop) -> Option<Move>;
}

/// The engine of this project.
#[derive(Clone, Copy, Debug)]
pub struct Ours;

/// The table of a search, in MB. What is this large goes back to the system at once.
const MEMORY: usize = 64;

/// The longest search for a move. Levels end by their number of positions, long before.
const TIME: Duration = Duration::from_secs(5);

impl Thinker for Ours {
    fn think(&self, game: &Game, level: Level, seed: u64, stop: &Stop) -> Option<Move> {
        let limits = Limits { time: Some(TIME), ..Limits::default() };
        let mut engine = Engine::new().with_memory(MEMORY).at_level(level, seed);
        engine.analyse(game, limits, stop, |_| ()).best()
    }
}

/// How patient one is with the computer.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// After this time a search that doesn't answer is given up and begun again.
    pub search: Duration,
    /// So long it thinks on when nobody waits any more: a page that is loaded again comes back.
    pub grace: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { search: TIME + Duration::from_secs(5), grace: Duration::from_secs(10) }
    }
}

/// How often a search that broke down is begun again.
const TRIES: u32 = 3;

/// How often it is looked whether somebody still waits.
const GLANCE: Duration = Duration::from_millis(250);

/// When a move that could not be kept is kept again.
const RECOVERY: Duration = Duration::from_secs(1);

/// How soon a search hears that it shall end.
const BLINK: Duration = Duration::from_millis(20);

/// Up to this level a search is over in a fraction of a second, and waits for no long one.
const QUICK: u8 = 4;

/// The computer's place at every table.
#[derive(Clone)]
pub(crate) struct Computers {
    tables: Tables,
    thinker: Arc<dyn Thinker>,
    patience: Patience,
    /// Where high levels think, and low ones.
    long: Seats,
    quick: Seats,
    /// What it thinks about, by the id of the game.
    thinking: Arc<Mutex<HashMap<String, Thought>>>,
    closing: watch::Receiver<bool>,
}

/// What the computer thinks about.
struct Thought {
    revision: i64,
    /// Ends it.
    stop: Stop,
    /// Who waits for it.
    askers: Askers,
}

/// What came of a search.
enum Found {
    Move(Move),
    /// Another search needs its seat more.
    Yielded,
    /// It broke down, hung, or was ended.
    Nothing,
}

impl Computers {
    /// So many long searches at once, and some quick ones beside them, until the server ends.
    pub(crate) fn new(
        tables: Tables,
        (thinker, patience): (Arc<dyn Thinker>, Patience),
        searches: usize,
        closing: watch::Receiver<bool>,
    ) -> Self {
        let long = Seats::new(searches, Yields::ToBalance);
        let quick = Seats::new(searches / 2, Yields::ToBalance);
        Self { tables, thinker, patience, long, quick, thinking: Arc::default(), closing }
    }

    /// Has the computer think about a game for somebody, if it is to move; if it thinks already, it
    /// does for them as well. What it thinks of an earlier state of the game ends.
    pub(crate) fn attend(&self, table: &Arc<Table>, shown: &Arc<Shown>, asker: Asker) {
        let (id, revision) = (shown.session.head.id.clone(), shown.session.revision);
        let Some(level) = shown.session.computer_to_move() else {
            return self.forget(&id, revision);
        };
        let (stop, askers) = (Stop::default(), Askers::of(asker));
        {
            let mut tasks = self.thinking.lock().unwrap_or_else(PoisonError::into_inner);
            match tasks.get(&id) {
                Some(known) if known.revision == revision => return known.askers.join(asker),
                Some(known) if known.revision > revision => return,
                Some(old) => old.stop.set(),
                None => {}
            }
            let (stop, askers) = (stop.clone(), askers.clone());
            tasks.insert(id.clone(), Thought { revision, stop, askers });
        }
        let (this, table, shown) = (self.clone(), table.clone(), shown.clone());
        tokio::spawn(async move {
            let _task = Task { computers: &this, id: &id, revision, stop: &stop };
            tokio::select! {
                () = this.play(&table, &shown, (level, &askers), &stop) => {}
                () = this.until_unwanted(&table) => tracing::debug!(game = id, "nobody waits"),
            }
        });
    }

    /// Ends what the computer thinks about a game as it was before a revision.
    pub(crate) fn forget(&self, id: &str, revision: i64) {
        let mut tasks = self.thinking.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has read an older state ends nothing that is newer.
        if tasks.get(id).is_some_and(|known| known.revision < revision)
            && let Some(old) = tasks.remove(id)
        {
            old.stop.set();
        }
    }

    /// Waits until nobody has waited for a game for some time, or the server ends.
    async fn until_unwanted(&self, table: &Table) {
        let mut heard = Instant::now();
        while heard.elapsed() < self.patience.grace && !*self.closing.borrow() {
            sleep(GLANCE).await;
            if table.is_followed() {
                heard = Instant::now();
            }
        }
    }

    /// Finds a move and keeps it; a search that breaks down or hangs is begun again, and so is one
    /// that has given its seat up.
    async fn play(
        &self,
        table: &Arc<Table>,
        shown: &Shown,
        (level, askers): (Level, &Askers),
        stop: &Stop,
    ) {
        let Session { head, revision, .. } = &shown.session;
        let mut attempt = 1;
        while attempt <= TRIES {
            let found = self.search(&shown.session, (level, askers), stop).await;
            if stop.is_set() {
                return;
            }
            match found {
                Found::Move(mv) => {
                    let (this, table, revision) = (self.clone(), table.clone(), *revision);
                    // What was begun is carried out, even if nobody waits any more.
                    tokio::spawn(async move { this.keep(&table, revision, mv).await });
                    return;
                }
                Found::Yielded => tracing::debug!(game = head.id, "a search gave way"),
                Found::Nothing => {
                    tracing::warn!(game = head.id, attempt, "a search broke down");
                    attempt += 1;
                }
            }
        }
    }

    /// Waits for a seat, and finds a move there.
    async fn search(
        &self,
        session: &Session,
        (level, askers): (Level, &Askers),
        stop: &Stop,
    ) -> Found {
        let is_quick = level.number() <= QUICK;
        let is_played = session.head.seats.contains(&Seat::Human);
        let rank = if is_played { Rank::Awaited } else { Rank::Last };
        let seats = if is_quick { &self.quick } else { &self.long };
        // A search that hangs keeps no seat: it is given up, and its thread is lost.
        let seat = seats.take(askers.clone(), rank).await;
        if stop.is_set() {
            return Found::Nothing;
        }
        let (thinker, game, own) = (self.thinker.clone(), session.game.clone(), Stop::default());
        let seed = seed(session);
        let search = {
            let own = own.clone();
            spawn_blocking(move || thinker.think(&game, level, seed, &own))
        };
        // Ended or given up, the search shall not go on for nobody.
        let end = Ends(own);
        tokio::pin!(search);
        let found = timeout(self.patience.search, async {
            loop {
                tokio::select! {
                    found = &mut search => break found.ok().flatten(),
                    () = sleep(BLINK) => if stop.is_set() || seat.is_wanted() { end.0.set() },
                }
            }
        });
        match found.await.ok().flatten() {
            // Cut short it is not what the level would play.
            Some(_) if end.0.is_set() => Found::Yielded,
            Some(mv) => Found::Move(mv),
            None if seat.is_wanted() => Found::Yielded,
            None => Found::Nothing,
        }
    }

    /// Keeps the move that was found for a revision of a game, as soon as that is possible while
    /// somebody waits for it.
    async fn keep(&self, table: &Arc<Table>, revision: i64, mv: Move) {
        let play = |session: &mut Session| {
            if session.revision != revision {
                return Err(None);
            }
            session.play(mv, now()).map(Step::from).map_err(Some)
        };
        loop {
            match self.tables.change(table, None, play).await {
                // Against itself it goes on, as long as somebody looks: they join when they hear of it.
                Ok(Done::Now(shown)) if table.is_followed() => {
                    self.attend(table, &shown, Asker::nobody());
                }
                // The game has gone on without it.
                Ok(Done::Now(_) | Done::Refused(None) | Done::Overtaken(_) | Done::Gone) => {}
                Ok(Done::Refused(Some(cause))) => {
                    tracing::error!(%cause, "an illegal move was found");
                }
                Err(cause) if cause.trouble().is_some() && table.is_followed() => {
                    sleep(RECOVERY).await;
                    continue;
                }
                Err(cause) => tracing::error!(%cause, "a move was not kept"),
            }
            return;
        }
    }
}

/// What the computer thinks about a game: known until it ends, however it ends.
struct Task<'a> {
    computers: &'a Computers,
    id: &'a str,
    revision: i64,
    stop: &'a Stop,
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        self.stop.set();
        let mut tasks = self.computers.thinking.lock().unwrap_or_else(PoisonError::into_inner);
        if tasks.get(self.id).is_some_and(|known| known.revision == self.revision) {
            tasks.remove(self.id);
        }
    }
}

impl std::fmt::Debug for Computers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Computers")
    }
}

/// Sets a switch when it goes.
pub(crate) struct Ends(pub(crate) Stop);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// The errors of the computer in a game: others at every ply and in every game.
fn seed(session: &Session) -> u64 {
    let letters = session.head.id.bytes();
    let game = letters.fold(0_u64, |seed, byte| seed.wrapping_mul(257) + u64::from(byte));
    game.wrapping_add(session.game.ply() as u64)
}
