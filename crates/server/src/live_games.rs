//! Games in memory: the tables at which people play, wait and watch.
//!
//! The database is what counts. A table holds a game as it was kept last, so that looking at it
//! costs nothing and everybody at it hears of what is new. One game has one table, on which one
//! thing is done at a time; nothing is shown before it is kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use katarenga_rules::Side;
use tokio::sync::watch;

use crate::api::CachedJson;
use crate::play::{Session, Step};
use crate::store::{AppendResult, IdempotencyKey, Played, Store, StoreError};

/// A game as everybody at its table sees it.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// The game.
    pub(crate) session: Session,
    /// Its match.
    pub(crate) series: Arc<[Played]>,
    /// What is told of it to everybody alike, once somebody has asked.
    pub(crate) json: OnceLock<CachedJson>,
}

/// What is on a table.
#[derive(Clone, Debug)]
enum State {
    /// Nobody has looked yet.
    NotLoaded,
    Loaded(Arc<Snapshot>),
    /// The game was deleted, or there never was one.
    Deleted,
}

/// Who is at a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Presence {
    /// Whether the players are, by [`Side::index`].
    pub(crate) players: [bool; 2],
    /// How many others look on.
    pub(crate) watchers: u32,
}

/// So long a player who has gone is still shown: most come back at once.
const PRESENCE_GRACE: Duration = Duration::from_secs(8);

/// How often each side is connected, when it was last, and how many look on.
#[derive(Default, Debug)]
struct ConnectionCounts {
    connections: [u32; 2],
    left: [Option<Instant>; 2],
    watchers: u32,
}

impl ConnectionCounts {
    fn presence(&self) -> Presence {
        let is_here = |side: Side| {
            let left = self.left[side.index()];
            self.connections[side.index()] > 0
                || left.is_some_and(|left| left.elapsed() < PRESENCE_GRACE)
        };
        Presence { players: Side::ALL.map(is_here), watchers: self.watchers }
    }
}

/// A game in memory.
#[derive(Debug)]
pub(crate) struct LiveGame {
    id: String,
    /// Held by whoever changes the game.
    turn: tokio::sync::Mutex<()>,
    state: watch::Sender<State>,
    counts: Mutex<ConnectionCounts>,
    presence: watch::Sender<Presence>,
    /// Counts what was written.
    messages: watch::Sender<u64>,
    /// When somebody last sat down.
    used: Mutex<Instant>,
}

impl LiveGame {
    fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            turn: tokio::sync::Mutex::default(),
            state: watch::Sender::new(State::NotLoaded),
            counts: Mutex::default(),
            presence: watch::Sender::default(),
            messages: watch::Sender::default(),
            used: Mutex::new(Instant::now()),
        }
    }

    /// The game as it stands; `None` when it was deleted.
    pub(crate) fn snapshot(&self) -> Option<Arc<Snapshot>> {
        match &*self.state.borrow() {
            State::Loaded(snapshot) => Some(snapshot.clone()),
            State::NotLoaded | State::Deleted => None,
        }
    }

    /// Whether somebody waits for what comes next.
    pub(crate) fn has_subscribers(&self) -> bool {
        self.state.receiver_count() > 0
    }

    /// Tells of everything that is done from now on.
    pub(crate) fn subscribe(&self) -> Subscription {
        Subscription(self.state.subscribe())
    }

    /// Tells of everybody who comes and goes.
    pub(crate) fn presence_updates(&self) -> watch::Receiver<Presence> {
        self.presence.subscribe()
    }

    /// Tells when something was written.
    pub(crate) fn messages(&self) -> watch::Receiver<u64> {
        self.messages.subscribe()
    }

    /// Something was written.
    pub(crate) fn notify_message(&self) {
        self.messages.send_modify(|count| *count += 1);
    }

    /// A connection of whoever plays these sides, or looks on; it lasts until it is dropped.
    pub(crate) fn join(self: &Arc<Self>, sides: Vec<Side>) -> PresenceGuard {
        {
            let mut counts = lock(&self.counts);
            for side in &sides {
                counts.connections[side.index()] += 1;
            }
            if sides.is_empty() {
                counts.watchers += 1;
            }
        }
        self.publish_presence();
        PresenceGuard { game: self.clone(), sides }
    }

    fn publish_presence(&self) {
        let counts = lock(&self.counts);
        self.presence.send_if_modified(|presence| {
            let known = std::mem::replace(presence, counts.presence());
            known != *presence
        });
    }

    /// Shows a game as it is kept now; its match as it was, unless another is given.
    fn publish(&self, session: Session, series: Option<Arc<[Played]>>) {
        self.state.send_modify(|state| {
            // The match may have gone on while the game was written.
            let known = match state {
                State::Loaded(before) => Some(before.series.clone()),
                State::NotLoaded | State::Deleted => None,
            };
            let series = series.or(known).unwrap_or_default();
            *state = State::Loaded(Arc::new(Snapshot { session, series, json: OnceLock::new() }));
        });
    }
}

/// Somebody's connection to a table.
#[derive(Debug)]
pub(crate) struct PresenceGuard {
    game: Arc<LiveGame>,
    sides: Vec<Side>,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        {
            let mut counts = lock(&self.game.counts);
            for side in &self.sides {
                counts.connections[side.index()] -= 1;
                counts.left[side.index()] = Some(Instant::now());
            }
            if self.sides.is_empty() {
                counts.watchers -= 1;
            }
        }
        self.game.publish_presence();
        let (game, is_player) = (self.game.clone(), !self.sides.is_empty());
        if let (true, Ok(runtime)) = (is_player, tokio::runtime::Handle::try_current()) {
            runtime.spawn(async move {
                tokio::time::sleep(PRESENCE_GRACE).await;
                game.publish_presence();
            });
        }
    }
}

/// Somebody who waits for what is done at a table.
#[derive(Debug)]
pub(crate) struct Subscription(watch::Receiver<State>);

impl Subscription {
    /// Waits until something is new.
    pub(crate) async fn changed(&mut self) {
        // The table stays as long as somebody follows it.
        let _ = self.0.changed().await;
    }

    /// The game as it stands, which is then no news any more; `None` when it was deleted.
    pub(crate) fn latest(&mut self) -> Option<Arc<Snapshot>> {
        match &*self.0.borrow_and_update() {
            State::Loaded(snapshot) => Some(snapshot.clone()),
            State::NotLoaded | State::Deleted => None,
        }
    }

    /// Waits until the game has a greater revision, or was deleted.
    pub(crate) async fn wait_past(&mut self, revision: i64) {
        let is_news = |state: &State| match state {
            State::Loaded(snapshot) => snapshot.session.revision > revision,
            State::NotLoaded => false,
            State::Deleted => true,
        };
        let _ = self.0.wait_for(is_news).await;
    }
}

/// What came of doing something.
#[derive(Debug)]
pub(crate) enum ChangeResult<E> {
    /// It is kept and shown.
    Changed(Arc<Snapshot>),
    /// It can't be done.
    Refused(E),
    /// Another program did something else meanwhile: this is how the game stands now.
    Conflict(Arc<Snapshot>),
    /// The game was deleted.
    Deleted,
}

/// So many tables at which nobody is are kept, for so long.
const MAX_IDLE_GAMES: usize = 4096;
const IDLE_TIME: Duration = Duration::from_mins(1);

/// All games in memory.
#[derive(Clone, Debug)]
pub(crate) struct LiveGames {
    store: Store,
    games: Arc<Mutex<HashMap<String, Arc<LiveGame>>>>,
}

impl LiveGames {
    /// None yet.
    pub(crate) fn new(store: Store) -> Self {
        Self { store, games: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveGame>>> {
        lock(&self.games)
    }

    /// The table of a game; `None` when there is no such game.
    ///
    /// # Errors
    /// When the database fails or the game is damaged.
    pub(crate) async fn open(&self, id: &str) -> Result<Option<Arc<LiveGame>>, StoreError> {
        let game = self.entry(id);
        if matches!(*game.state.borrow(), State::NotLoaded) {
            let _turn = game.turn.lock().await;
            if matches!(*game.state.borrow(), State::NotLoaded) {
                self.read(&game).await?;
            }
        }
        Ok(game.snapshot().is_some().then_some(game))
    }

    /// The table of a game that may not have been read yet.
    fn entry(&self, id: &str) -> Arc<LiveGame> {
        let mut games = self.lock();
        if games.len() >= MAX_IDLE_GAMES && !games.contains_key(id) {
            evict_idle(&mut games, Duration::from_secs(1));
        }
        let game =
            games.entry(id.to_owned()).or_insert_with(|| Arc::new(LiveGame::new(id))).clone();
        *lock(&game.used) = Instant::now();
        game
    }

    /// Reads what is kept of a game; whoever calls has its turn.
    async fn read(&self, game: &Arc<LiveGame>) -> Result<(), StoreError> {
        match self.store.session(&game.id).await {
            Ok(Some(session)) => {
                let series: Arc<[Played]> = self.store.series(&session.head.series).await?.into();
                let is_unchanged = game.snapshot().is_some_and(|known| {
                    let (now, known, series_known) = (&session, &known.session, &known.series);
                    now.revision == known.revision
                        && now.head == known.head
                        && series == *series_known
                });
                if !is_unchanged {
                    game.publish(session, Some(series));
                }
                Ok(())
            }
            Ok(None) => {
                self.remove(game);
                Ok(())
            }
            Err(error) => {
                // A game that was read before stays on its table, for those who sit there; another is
                // tried again by whoever asks next.
                Err(error)
            }
        }
    }

    fn remove(&self, game: &Arc<LiveGame>) {
        let mut games = self.lock();
        if games.get(&game.id).is_some_and(|known| Arc::ptr_eq(known, game)) {
            games.remove(&game.id);
        }
        game.state.send_replace(State::Deleted);
    }

    /// Does something in a game, keeps it and shows it. `asked` says by whom, unless it is the
    /// computer or the clock. Once begun it must be waited for to the end.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn change<E>(
        &self,
        game: &Arc<LiveGame>,
        key: Option<IdempotencyKey<'_>>,
        change: impl FnOnce(&mut Session) -> Result<Step, E>,
    ) -> Result<ChangeResult<E>, StoreError> {
        let _turn = game.turn.lock().await;
        let Some(before) = game.snapshot() else { return Ok(ChangeResult::Deleted) };
        let mut session = before.session.clone();
        let step = match change(&mut session) {
            Ok(step) => step,
            Err(refusal) => return Ok(ChangeResult::Refused(refusal)),
        };
        match self.store.append(&session, step, key).await? {
            AppendResult::Appended => {
                let (id, has_ended) =
                    (session.head.series.clone(), session.game.outcome().is_some());
                // The next game is told with the agreement on it.
                let series = if has_ended { self.series(&id).await } else { None };
                game.publish(session, series.clone());
                if let Some(series) = series {
                    self.publish_series(&id, &series);
                }
                Ok(game.snapshot().map_or(ChangeResult::Deleted, ChangeResult::Changed))
            }
            AppendResult::Conflict => {
                self.read(game).await?;
                Ok(game.snapshot().map_or(ChangeResult::Deleted, ChangeResult::Conflict))
            }
            AppendResult::Deleted => {
                self.remove(game);
                Ok(ChangeResult::Deleted)
            }
        }
    }

    /// Ends a game in which the time of the side to move was up at a moment.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn end_on_time(
        &self,
        game: &Arc<LiveGame>,
        moment: i64,
    ) -> Result<(), StoreError> {
        let change = |session: &mut Session| session.end_on_time(moment).map(Step::from).ok_or(());
        self.change(game, None, change).await?;
        Ok(())
    }

    /// Shows all games of a match how it stands.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn refresh_series(&self, id: &str) -> Result<(), StoreError> {
        self.publish_series(id, &self.store.series(id).await?.into());
        Ok(())
    }

    /// How a match stands, if that can be read: what was done is done, whatever becomes of the news.
    async fn series(&self, id: &str) -> Option<Arc<[Played]>> {
        match self.store.series(id).await {
            Ok(series) => Some(series.into()),
            Err(cause) => {
                tracing::error!(%cause, "a match could not be json");
                None
            }
        }
    }

    /// Shows all games of a match how it stands.
    fn publish_series(&self, id: &str, series: &Arc<[Played]>) {
        let of_series = |game: &&Arc<LiveGame>| {
            game.snapshot().is_some_and(|snapshot| snapshot.session.head.series == id)
        };
        let games: Vec<Arc<LiveGame>> = self.lock().values().filter(of_series).cloned().collect();
        for game in games {
            game.state.send_if_modified(|state| {
                let State::Loaded(snapshot) = state else { return false };
                if snapshot.series == *series {
                    return false;
                }
                let (session, series) = (snapshot.session.clone(), series.clone());
                *state =
                    State::Loaded(Arc::new(Snapshot { session, series, json: OnceLock::new() }));
                true
            });
        }
    }

    /// Deletes a game for good.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn delete(&self, game: &Arc<LiveGame>) -> Result<(), StoreError> {
        let _turn = game.turn.lock().await;
        let series = game.snapshot().map(|snapshot| snapshot.session.head.series.clone());
        self.store.delete(&game.id).await?;
        self.remove(game);
        match series {
            Some(series) => self.refresh_series(&series).await,
            None => Ok(()),
        }
    }

    /// Reads a game again that was changed behind the back of its table, if it is on one.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn refresh(&self, id: &str) -> Result<(), StoreError> {
        let known = self.lock().get(id).cloned();
        let Some(game) = known else { return Ok(()) };
        let _turn = game.turn.lock().await;
        if game.snapshot().is_none() {
            return Ok(());
        }
        self.read(&game).await
    }

    /// Reads all games again: another program has written to the database.
    pub(crate) async fn refresh_all(&self) {
        evict_idle(&mut self.lock(), Duration::ZERO);
        let ids: Vec<String> = self.lock().keys().cloned().collect();
        for id in ids {
            if let Err(cause) = self.refresh(&id).await {
                tracing::error!(game = id, %cause, "a game could not be read again");
            }
        }
    }

    /// Puts away the tables at which nobody has been for a while.
    pub(crate) fn evict_idle_games(&self) {
        evict_idle(&mut self.lock(), IDLE_TIME);
    }

    /// How many games are in memory, and how many connections there are.
    pub(crate) fn counts(&self) -> (usize, u64) {
        let games = self.lock();
        let connections = games.values().map(|game| {
            let counts = lock(&game.counts);
            let [white, black] = counts.connections;
            u64::from(white) + u64::from(black) + u64::from(counts.watchers)
        });
        (games.len(), connections.sum())
    }
}

/// Puts away the tables at which nobody has been for a time. Nobody can sit down meanwhile, so that
/// a game never has two tables.
fn evict_idle(games: &mut HashMap<String, Arc<LiveGame>>, idle: Duration) {
    games.retain(|_, game| Arc::strong_count(game) > 1 || lock(&game.used).elapsed() < idle);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
