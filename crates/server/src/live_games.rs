//! The live games: a cache in memory of the games that are played, waited for or watched.
//!
//! The database decides. A live game holds the last stored state, so that reads cost no query and
//! all subscribers get each change. Changes of one game run one at a time; a change is published
//! only after it is stored.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use katarenga_rules::Side;
use tokio::sync::watch;

use katarenga_play::game::{CachedJson, SeriesGame};

use crate::play::{Session, Step};
use crate::presence::{ConnectionCounts, Elsewhere, PRESENCE_GRACE, Presence};
use crate::store::{AppendResult, EventNews, IdempotencyKey, SearchClaim, Store, StoreError};

/// The stored state of a game, as all its subscribers see it.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// The game.
    pub(crate) session: Session,
    /// Its match.
    pub(crate) series: Arc<[SeriesGame]>,
    /// The part of its JSON that is the same for all clients; made on first use.
    pub(crate) json: OnceLock<CachedJson>,
}

/// What is known of a live game.
#[derive(Clone, Debug)]
enum State {
    /// It has not been read from the database yet.
    NotLoaded,
    Loaded(Arc<Snapshot>),
    /// The game was deleted, or there never was one.
    Deleted,
}

/// A game in memory.
#[derive(Debug)]
pub(crate) struct LiveGame {
    id: String,
    /// Held while the game is changed.
    turn: tokio::sync::Mutex<()>,
    state: watch::Sender<State>,
    counts: Mutex<ConnectionCounts>,
    presence: watch::Sender<Presence>,
    /// Counts the messages that were sent.
    messages: watch::Sender<u64>,
    /// When it was last asked for.
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

    /// Whether it has subscribers.
    pub(crate) fn has_subscribers(&self) -> bool {
        self.state.receiver_count() > 0
    }

    /// Receives every change from now on.
    pub(crate) fn subscribe(&self) -> Subscription {
        Subscription(self.state.subscribe())
    }

    /// Receives the changes of presence from now on.
    pub(crate) fn presence_updates(&self) -> watch::Receiver<Presence> {
        self.presence.subscribe()
    }

    /// Receives the count of messages.
    pub(crate) fn messages(&self) -> watch::Receiver<u64> {
        self.messages.subscribe()
    }

    /// Tells subscribers that there is a message.
    pub(crate) fn notify_message(&self) {
        self.messages.send_modify(|count| *count += 1);
    }

    /// Counts a connection of the player of these sides, or of a spectator, until it is dropped.
    pub(crate) fn join(self: &Arc<Self>, sides: Vec<Side>) -> PresenceGuard {
        lock(&self.counts).join(&sides);
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

    /// Notes who is connected through other servers.
    fn set_elsewhere(&self, elsewhere: Presence) {
        lock(&self.counts).set_elsewhere(elsewhere);
        self.publish_presence();
    }

    /// Publishes the stored state of a game; its match as it was, unless another is given.
    fn publish(&self, session: Session, series: Option<Arc<[SeriesGame]>>) {
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

/// A connection to a live game, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct PresenceGuard {
    game: Arc<LiveGame>,
    sides: Vec<Side>,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        lock(&self.game.counts).leave(&self.sides);
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

/// Receives the changes of a live game.
#[derive(Debug)]
pub(crate) struct Subscription(watch::Receiver<State>);

impl Subscription {
    /// Waits for a change.
    pub(crate) async fn changed(&mut self) {
        // The sender lives as long as its subscriptions.
        let _ = self.0.changed().await;
    }

    /// The latest snapshot, which then counts as seen; `None` when the game was deleted.
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

/// The result of a change.
#[derive(Debug)]
pub(crate) enum ChangeResult<E> {
    /// It is stored and published.
    Changed(Arc<Snapshot>),
    /// It can't be done.
    Refused(E),
    /// Another program stored another event meanwhile: the game as it is now.
    Conflict(Arc<Snapshot>),
    /// The game was deleted.
    Deleted,
}

/// Whether a search is this server's.
#[derive(Debug)]
pub(crate) enum Claimed {
    /// It is.
    Ours(SearchClaim),
    /// Another server has it.
    Elsewhere,
    /// The game has gone on.
    Outdated,
}

/// How many unused games stay in memory, and for how long.
const MAX_IDLE_GAMES: usize = 4096;
const IDLE_TIME: Duration = Duration::from_mins(1);

/// All games in memory.
#[derive(Clone, Debug)]
pub(crate) struct LiveGames {
    store: Store,
    games: Arc<Mutex<HashMap<String, Arc<LiveGame>>>>,
    /// Who is connected to which game through other servers.
    elsewhere: Arc<Mutex<Elsewhere>>,
}

impl LiveGames {
    /// None yet.
    pub(crate) fn new(store: Store) -> Self {
        Self { store, games: Arc::default(), elsewhere: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveGame>>> {
        lock(&self.games)
    }

    /// The time in milliseconds since 1970, by which games are kept.
    pub(crate) fn now(&self) -> i64 {
        self.store.now()
    }

    /// A live game; `None` when there is no such game.
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

    /// The entry of a game that may not have been read yet.
    fn entry(&self, id: &str) -> Arc<LiveGame> {
        let mut games = self.lock();
        if games.len() >= MAX_IDLE_GAMES && !games.contains_key(id) {
            evict_idle(&mut games, Duration::from_secs(1));
        }
        let new = || {
            let game = LiveGame::new(id);
            game.set_elsewhere(lock(&self.elsewhere).of(id));
            Arc::new(game)
        };
        let game = games.entry(id.to_owned()).or_insert_with(new).clone();
        *lock(&game.used) = Instant::now();
        game
    }

    /// Reads the stored state of a game; the caller holds its lock.
    async fn read(&self, game: &Arc<LiveGame>) -> Result<(), StoreError> {
        match self.store.session(&game.id).await {
            Ok(Some(session)) => {
                let series: Arc<[SeriesGame]> =
                    self.store.series(&session.head.series).await?.into();
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
                // A game that was read before stays as it is for its subscribers; another one is
                // read again on the next request.
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

    /// Changes a game: stores the event, then publishes the new state. `key` is that of a command;
    /// the computer and the clock have none. The future must be run to completion.
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
                // The next game of the match is published with the agreement on it.
                let series = if has_ended { self.series(&id).await } else { None };
                game.publish(session, series.clone());
                if let Some(series) = series {
                    self.publish_series(&series);
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

    /// Carries out what another server has done in a game, if it is in memory: an event that follows
    /// what is known. Otherwise the game is read again.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn apply(&self, news: &EventNews) -> Result<(), StoreError> {
        let known = self.lock().get(&news.game).cloned();
        let Some(game) = known else { return Ok(()) };
        let _turn = game.turn.lock().await;
        let Some(before) = game.snapshot() else { return Ok(()) };
        if news.number <= before.session.revision {
            return Ok(());
        }
        let event = (news.number, news.what.clone(), news.at);
        let Ok(session) = Session::rebuild(before.session.clone(), [event]) else {
            return self.read(&game).await;
        };
        let id = session.head.series.clone();
        let has_ended = session.game.outcome().is_some();
        game.publish(session, None);
        if has_ended {
            self.refresh_series(&id).await?;
        }
        Ok(())
    }

    /// Takes over the search for the computer's move at a revision of a game.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn claim_search(
        &self,
        id: &str,
        revision: i64,
    ) -> Result<Claimed, StoreError> {
        let Some(claim) = self.store.claim_search(id).await? else {
            return Ok(Claimed::Elsewhere);
        };
        // The server that had it may have played the move, and the news of it be on its way.
        let is_outdated = async || {
            let revisions = self.store.revisions(vec![id.to_owned()]).await?;
            Ok::<_, StoreError>(revisions.get(id).is_some_and(|known| *known > revision))
        };
        if self.store.node().is_some() && is_outdated().await? {
            self.refresh(id).await?;
            return Ok(Claimed::Outdated);
        }
        Ok(Claimed::Ours(claim))
    }

    /// Publishes the state of a match to its games.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn refresh_series(&self, id: &str) -> Result<(), StoreError> {
        self.publish_series(&self.store.series(id).await?.into());
        Ok(())
    }

    /// The state of a match, if it can be read: the change is stored in any case.
    async fn series(&self, id: &str) -> Option<Arc<[SeriesGame]>> {
        match self.store.series(id).await {
            Ok(series) => Some(series.into()),
            Err(cause) => {
                tracing::error!(%cause, "a match could not be read");
                None
            }
        }
    }

    /// Publishes the state of a match to its games.
    fn publish_series(&self, series: &Arc<[SeriesGame]>) {
        let games: Vec<Arc<LiveGame>> = {
            let known = self.lock();
            let ids = series.iter().filter_map(|game| game.id.as_deref());
            ids.filter_map(|id| known.get(id)).cloned().collect()
        };
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

    /// Reads a game again that was changed in the database, if it is in memory.
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

    /// Tells the subscribers of a game that there is a message.
    pub(crate) fn notify_message(&self, id: &str) {
        if let Some(game) = self.lock().get(id) {
            game.notify_message();
        }
    }

    /// Reads a game again that may have missed anything, and has its messages read again.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn refresh_with_messages(&self, id: &str) -> Result<(), StoreError> {
        self.refresh(id).await?;
        self.notify_message(id);
        Ok(())
    }

    /// The games in memory that are in use, first those in which more was done than is known; all
    /// others are dropped from it.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn most_outdated(&self) -> Result<Vec<String>, StoreError> {
        let games: Vec<Arc<LiveGame>> = {
            let mut games = self.lock();
            evict_idle(&mut games, Duration::ZERO);
            games.values().cloned().collect()
        };
        let ids = games.iter().map(|game| game.id.clone()).collect();
        let revisions = self.store.revisions(ids).await?;
        let (outdated, others): (Vec<_>, Vec<_>) = games.into_iter().partition(|game| {
            let known = game.snapshot().map_or(0, |snapshot| snapshot.session.revision);
            revisions.get(&game.id).is_some_and(|revision| *revision > known)
        });
        Ok(outdated.into_iter().chain(others).map(|game| game.id.clone()).collect())
    }

    /// Notes who is connected through another server, by game.
    pub(crate) fn set_elsewhere(&self, node: i64, told: &[(String, Presence)]) {
        for (id, presence) in told {
            // As long as the games are locked, none is added that knows less.
            let games = self.lock();
            let elsewhere = {
                let mut elsewhere = lock(&self.elsewhere);
                elsewhere.set(node, id, *presence);
                elsewhere.of(id)
            };
            if let Some(game) = games.get(id) {
                game.set_elsewhere(elsewhere);
            }
        }
    }

    /// Forgets what a server has told that is gone.
    pub(crate) fn forget_elsewhere(&self, node: i64) {
        let games = lock(&self.elsewhere).games_of(node);
        let nobody = games.into_iter().map(|game| (game, Presence::default()));
        self.set_elsewhere(node, &nobody.collect::<Vec<_>>());
    }

    /// Who is connected through this server, by game.
    pub(crate) fn presence_here(&self) -> HashMap<String, Presence> {
        let games = self.lock();
        let here = games.iter().map(|(id, game)| (id.clone(), lock(&game.counts).here()));
        here.filter(|(_, presence)| *presence != Presence::default()).collect()
    }

    /// Drops the games from memory that were not used for a while.
    pub(crate) fn evict_idle_games(&self) {
        evict_idle(&mut self.lock(), IDLE_TIME);
    }

    /// How many games are in memory, and how many connections there are.
    pub(crate) fn counts(&self) -> (usize, u64) {
        let games = self.lock();
        let connections = games.values().map(|game| lock(&game.counts).count());
        (games.len(), connections.sum())
    }
}

/// Drops the games that were not used for a time. The map is locked meanwhile, so that a game never
/// has two entries.
fn evict_idle(games: &mut HashMap<String, Arc<LiveGame>>, idle: Duration) {
    games.retain(|_, game| Arc::strong_count(game) > 1 || lock(&game.used).elapsed() < idle);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
