//! The computer at play: a bounded number of searches outside the threads that serve, each only as
//! long as somebody waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use katarenga_engine::search::{Limits, Stop};
use katarenga_engine::{Engine, Level};
use katarenga_rules::{Game, Move};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use crate::bell::Bells;
use crate::play::Session;
use crate::store::{Kept, Store, StoreError};

/// Finds moves. The tests put others in its place.
pub trait Thinker: Send + Sync + 'static {
    /// The move that a player of a level makes in a game that goes on; when `stop` is set, whatever
    /// is at hand.
    fn think(&self, game: &Game, level: Level, seed: u64, stop: &Stop) -> Option<Move>;
}

/// The engine of this project.
#[derive(Clone, Copy, Debug)]
pub struct Ours;

/// The table of a search, in MB: what the levels were measured with.
const MEMORY: usize = 16;

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

/// The computer's place at every table.
#[derive(Clone)]
pub struct Computers {
    store: Store,
    bells: Bells,
    thinker: Arc<dyn Thinker>,
    patience: Patience,
    /// So many think at once.
    seats: Arc<Semaphore>,
    /// What it thinks about: games with the revision and the switch that ends it.
    tasks: Arc<Mutex<HashMap<String, (i64, Stop)>>>,
}

impl Computers {
    /// So many searches at once.
    pub fn new(
        store: Store,
        bells: Bells,
        thinker: Arc<dyn Thinker>,
        patience: Patience,
        searches: usize,
    ) -> Self {
        let (seats, tasks) = (Arc::new(Semaphore::new(searches)), Arc::default());
        Self { store, bells, thinker, patience, seats, tasks }
    }

    /// Has the computer think about a game, if it is to move and doesn't yet.
    pub fn attend(&self, session: &Session) {
        let (id, revision) = (session.head.id.clone(), session.revision);
        let Some(level) = session.computer_to_move() else { return self.forget(&id) };
        let stop = Stop::default();
        {
            let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
            match tasks.get(&id) {
                Some((known, _)) if *known >= revision => return,
                Some((_, old)) => old.set(),
                None => {}
            }
            tasks.insert(id, (revision, stop.clone()));
        }
        let (this, session) = (self.clone(), session.clone());
        tokio::spawn(async move {
            let id = session.head.id.clone();
            tokio::select! {
                () = this.play(session, level, &stop) => {}
                () = this.until_unwanted(&id) => tracing::debug!(game = id, "nobody waits"),
            }
            stop.set();
            this.done(&id, revision);
        });
    }

    /// Ends what the computer thinks about a game.
    fn forget(&self, id: &str) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, stop)) = tasks.remove(id) {
            stop.set();
        }
    }

    fn done(&self, id: &str, revision: i64) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if tasks.get(id).is_some_and(|(known, _)| *known == revision) {
            tasks.remove(id);
        }
    }

    /// Waits until nobody has waited for a game for some time.
    async fn until_unwanted(&self, id: &str) {
        let mut heard = Instant::now();
        while heard.elapsed() < self.patience.grace {
            sleep(GLANCE).await;
            if self.bells.is_heard(id) {
                heard = Instant::now();
            }
        }
    }

    /// Finds a move and keeps it; a search that breaks down or hangs is begun again.
    async fn play(&self, session: Session, level: Level, stop: &Stop) {
        let id = session.head.id.clone();
        for attempt in 1..=TRIES {
            let Some(mv) = self.search(&session, level, stop).await else {
                tracing::warn!(game = id, attempt, "a search broke down");
                continue;
            };
            if stop.is_set() {
                return;
            }
            match self.keep(session.clone(), mv).await {
                Ok(()) => return,
                Err(cause) => tracing::error!(game = id, %cause, "a move was not kept"),
            }
        }
    }

    /// A move, unless the search breaks down or hangs.
    async fn search(&self, session: &Session, level: Level, stop: &Stop) -> Option<Move> {
        // A search that hangs keeps no seat: it is given up, and its thread is lost.
        let _seat = self.seats.acquire().await.ok()?;
        let (thinker, game, own) = (self.thinker.clone(), session.game.clone(), Stop::default());
        let seed = seed(session);
        let search = {
            let own = own.clone();
            spawn_blocking(move || thinker.think(&game, level, seed, &own))
        };
        tokio::pin!(search);
        let found = timeout(self.patience.search, async {
            loop {
                tokio::select! {
                    found = &mut search => return found.ok().flatten(),
                    () = sleep(GLANCE / 10) => if stop.is_set() { own.set() },
                }
            }
        });
        // Given up by whoever waited as well: the search shall not go on for nobody.
        let _end = Ends(own.clone());
        found.await.ok().flatten()
    }

    async fn keep(&self, mut session: Session, mv: Move) -> Result<(), StoreError> {
        let Ok(event) = session.play(mv) else {
            tracing::error!(game = session.head.id, %mv, "the computer plays an illegal move");
            return Ok(());
        };
        if self.store.append(&session, event, None).await? == Kept::Now {
            self.bells.ring(&session.head.id, session.revision);
            // Against itself it goes on.
            self.attend(&session);
        }
        Ok(())
    }
}

impl std::fmt::Debug for Computers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Computers")
    }
}

/// Sets a switch when it goes.
struct Ends(Stop);

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
