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

use crate::api::Told;
use crate::play::{Session, Step};
use crate::store::{Asked, Kept, Played, Store, StoreError};

/// A game as everybody at its table sees it.
#[derive(Debug)]
pub(crate) struct Shown {
    /// The game.
    pub(crate) session: Session,
    /// Its match.
    pub(crate) series: Arc<[Played]>,
    /// What is told of it to everybody alike, once somebody has asked.
    pub(crate) told: OnceLock<Told>,
}

/// What is on a table.
#[derive(Clone, Debug)]
enum State {
    /// Nobody has looked yet.
    Unread,
    Here(Arc<Shown>),
    /// The game was deleted, or there never was one.
    Gone,
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
const ABSENCE: Duration = Duration::from_secs(8);

/// How often each side is connected, when it was last, and how many look on.
#[derive(Default, Debug)]
struct Attendance {
    connections: [u32; 2],
    left: [Option<Instant>; 2],
    watchers: u32,
}

impl Attendance {
    fn presence(&self) -> Presence {
        let is_here = |side: Side| {
            let left = self.left[side.index()];
            self.connections[side.index()] > 0 || left.is_some_and(|left| left.elapsed() < ABSENCE)
        };
        Presence { players: Side::ALL.map(is_here), watchers: self.watchers }
    }
}

/// A game in memory.
#[derive(Debug)]
pub(crate) struct Table {
    id: String,
    /// Held by whoever changes the game.
    turn: tokio::sync::Mutex<()>,
    state: watch::Sender<State>,
    attendance: Mutex<Attendance>,
    presence: watch::Sender<Presence>,
    /// Counts what was written.
    messages: watch::Sender<u64>,
    /// When somebody last sat down.
    used: Mutex<Instant>,
}

impl Table {
    fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            turn: tokio::sync::Mutex::default(),
            state: watch::Sender::new(State::Unread),
            attendance: Mutex::default(),
            presence: watch::Sender::default(),
            messages: watch::Sender::default(),
            used: Mutex::new(Instant::now()),
        }
    }

    /// The game as it stands; `None` when it was deleted.
    pub(crate) fn shown(&self) -> Option<Arc<Shown>> {
        match &*self.state.borrow() {
            State::Here(shown) => Some(shown.clone()),
            State::Unread | State::Gone => None,
        }
    }

    /// Whether somebody waits for what comes next.
    pub(crate) fn is_followed(&self) -> bool {
        self.state.receiver_count() > 0
    }

    /// Tells of everything that is done from now on.
    pub(crate) fn follow(&self) -> Follower {
        Follower(self.state.subscribe())
    }

    /// Tells of everybody who comes and goes.
    pub(crate) fn attendance(&self) -> watch::Receiver<Presence> {
        self.presence.subscribe()
    }

    /// Tells when something was written.
    pub(crate) fn messages(&self) -> watch::Receiver<u64> {
        self.messages.subscribe()
    }

    /// Something was written.
    pub(crate) fn tell_message(&self) {
        self.messages.send_modify(|count| *count += 1);
    }

    /// A connection of whoever plays these sides, or looks on; it lasts until it is dropped.
    pub(crate) fn attend(self: &Arc<Self>, sides: Vec<Side>) -> Attending {
        {
            let mut attendance = lock(&self.attendance);
            for side in &sides {
                attendance.connections[side.index()] += 1;
            }
            if sides.is_empty() {
                attendance.watchers += 1;
            }
        }
        self.tell_presence();
        Attending { table: self.clone(), sides }
    }

    fn tell_presence(&self) {
        let attendance = lock(&self.attendance);
        self.presence.send_if_modified(|presence| {
            let known = std::mem::replace(presence, attendance.presence());
            known != *presence
        });
    }

    /// Shows a game as it is kept now; its match as it was, unless another is given.
    fn show(&self, session: Session, series: Option<Arc<[Played]>>) {
        self.state.send_modify(|state| {
            // The match may have gone on while the game was written.
            let known = match state {
                State::Here(before) => Some(before.series.clone()),
                State::Unread | State::Gone => None,
            };
            let series = series.or(known).unwrap_or_default();
            *state = State::Here(Arc::new(Shown { session, series, told: OnceLock::new() }));
        });
    }
}

/// Somebody's connection to a table.
#[derive(Debug)]
pub(crate) struct Attending {
    table: Arc<Table>,
    sides: Vec<Side>,
}

impl Drop for Attending {
    fn drop(&mut self) {
        {
            let mut attendance = lock(&self.table.attendance);
            for side in &self.sides {
                attendance.connections[side.index()] -= 1;
                attendance.left[side.index()] = Some(Instant::now());
            }
            if self.sides.is_empty() {
                attendance.watchers -= 1;
            }
        }
        self.table.tell_presence();
        let (table, is_player) = (self.table.clone(), !self.sides.is_empty());
        if let (true, Ok(runtime)) = (is_player, tokio::runtime::Handle::try_current()) {
            runtime.spawn(async move {
                tokio::time::sleep(ABSENCE).await;
                table.tell_presence();
            });
        }
    }
}

/// Somebody who waits for what is done at a table.
#[derive(Debug)]
pub(crate) struct Follower(watch::Receiver<State>);

impl Follower {
    /// Waits until something is new.
    pub(crate) async fn changed(&mut self) {
        // The table stays as long as somebody follows it.
        let _ = self.0.changed().await;
    }

    /// The game as it stands, which is then no news any more; `None` when it was deleted.
    pub(crate) fn look(&mut self) -> Option<Arc<Shown>> {
        match &*self.0.borrow_and_update() {
            State::Here(shown) => Some(shown.clone()),
            State::Unread | State::Gone => None,
        }
    }

    /// Waits until the game has a greater revision, or was deleted.
    pub(crate) async fn after(&mut self, revision: i64) {
        let is_news = |state: &State| match state {
            State::Here(shown) => shown.session.revision > revision,
            State::Unread => false,
            State::Gone => true,
        };
        let _ = self.0.wait_for(is_news).await;
    }
}

/// What came of doing something.
#[derive(Debug)]
pub(crate) enum Done<E> {
    /// It is kept and shown.
    Now(Arc<Shown>),
    /// It can't be done.
    Refused(E),
    /// Another program did something else meanwhile: this is how the game stands now.
    Overtaken(Arc<Shown>),
    /// The game was deleted.
    Gone,
}

/// So many tables at which nobody is are kept, for so long.
const MOST_IDLE: usize = 4096;
const IDLE: Duration = Duration::from_mins(1);

/// All games in memory.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    store: Store,
    tables: Arc<Mutex<HashMap<String, Arc<Table>>>>,
}

impl Tables {
    /// None yet.
    pub(crate) fn new(store: Store) -> Self {
        Self { store, tables: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        lock(&self.tables)
    }

    /// The table of a game; `None` when there is no such game.
    ///
    /// # Errors
    /// When the database fails or the game is damaged.
    pub(crate) async fn open(&self, id: &str) -> Result<Option<Arc<Table>>, StoreError> {
        let table = self.place(id);
        if matches!(*table.state.borrow(), State::Unread) {
            let _turn = table.turn.lock().await;
            if matches!(*table.state.borrow(), State::Unread) {
                self.read(&table).await?;
            }
        }
        Ok(table.shown().is_some().then_some(table))
    }

    /// The table of a game that may not have been read yet.
    fn place(&self, id: &str) -> Arc<Table> {
        let mut tables = self.lock();
        if tables.len() >= MOST_IDLE && !tables.contains_key(id) {
            clear(&mut tables, Duration::from_secs(1));
        }
        let table = tables.entry(id.to_owned()).or_insert_with(|| Arc::new(Table::new(id))).clone();
        *lock(&table.used) = Instant::now();
        table
    }

    /// Reads what is kept of a game; whoever calls has its turn.
    async fn read(&self, table: &Arc<Table>) -> Result<(), StoreError> {
        match self.store.session(&table.id).await {
            Ok(Some(session)) => {
                let series: Arc<[Played]> = self.store.series(&session.head.series).await?.into();
                let is_known = table.shown().is_some_and(|known| {
                    let (now, known, series_known) = (&session, &known.session, &known.series);
                    now.revision == known.revision
                        && now.head == known.head
                        && series == *series_known
                });
                if !is_known {
                    table.show(session, Some(series));
                }
                Ok(())
            }
            Ok(None) => {
                self.remove(table);
                Ok(())
            }
            Err(error) => {
                // A game that was read before stays on its table, for those who sit there; another is
                // tried again by whoever asks next.
                Err(error)
            }
        }
    }

    fn remove(&self, table: &Arc<Table>) {
        let mut tables = self.lock();
        if tables.get(&table.id).is_some_and(|known| Arc::ptr_eq(known, table)) {
            tables.remove(&table.id);
        }
        table.state.send_replace(State::Gone);
    }

    /// Does something in a game, keeps it and shows it. `asked` says by whom, unless it is the
    /// computer or the clock. Once begun it must be waited for to the end.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn change<E>(
        &self,
        table: &Arc<Table>,
        asked: Option<Asked<'_>>,
        deed: impl FnOnce(&mut Session) -> Result<Step, E>,
    ) -> Result<Done<E>, StoreError> {
        let _turn = table.turn.lock().await;
        let Some(before) = table.shown() else { return Ok(Done::Gone) };
        let mut session = before.session.clone();
        let step = match deed(&mut session) {
            Ok(step) => step,
            Err(refusal) => return Ok(Done::Refused(refusal)),
        };
        match self.store.append(&session, step, asked).await? {
            Kept::Now => {
                let (id, has_ended) =
                    (session.head.series.clone(), session.game.outcome().is_some());
                // The next game is told with the agreement on it.
                let series = if has_ended { self.series(&id).await } else { None };
                table.show(session, series.clone());
                if let Some(series) = series {
                    self.spread(&id, &series);
                }
                Ok(table.shown().map_or(Done::Gone, Done::Now))
            }
            Kept::Overtaken => {
                self.read(table).await?;
                Ok(table.shown().map_or(Done::Gone, Done::Overtaken))
            }
            Kept::Gone => {
                self.remove(table);
                Ok(Done::Gone)
            }
        }
    }

    /// Ends a game in which the time of the side to move was up at a moment.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn end_on_time(
        &self,
        table: &Arc<Table>,
        moment: i64,
    ) -> Result<(), StoreError> {
        let deed = |session: &mut Session| session.end_on_time(moment).map(Step::from).ok_or(());
        self.change(table, None, deed).await?;
        Ok(())
    }

    /// Shows all games of a match how it stands.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn tell_series(&self, id: &str) -> Result<(), StoreError> {
        self.spread(id, &self.store.series(id).await?.into());
        Ok(())
    }

    /// How a match stands, if that can be read: what was done is done, whatever becomes of the news.
    async fn series(&self, id: &str) -> Option<Arc<[Played]>> {
        match self.store.series(id).await {
            Ok(series) => Some(series.into()),
            Err(cause) => {
                tracing::error!(%cause, "a match could not be told");
                None
            }
        }
    }

    /// Shows all games of a match how it stands.
    fn spread(&self, id: &str, series: &Arc<[Played]>) {
        let of_series = |table: &&Arc<Table>| {
            table.shown().is_some_and(|shown| shown.session.head.series == id)
        };
        let tables: Vec<Arc<Table>> = self.lock().values().filter(of_series).cloned().collect();
        for table in tables {
            table.state.send_if_modified(|state| {
                let State::Here(shown) = state else { return false };
                if shown.series == *series {
                    return false;
                }
                let (session, series) = (shown.session.clone(), series.clone());
                *state = State::Here(Arc::new(Shown { session, series, told: OnceLock::new() }));
                true
            });
        }
    }

    /// Deletes a game for good.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn delete(&self, table: &Arc<Table>) -> Result<(), StoreError> {
        let _turn = table.turn.lock().await;
        let series = table.shown().map(|shown| shown.session.head.series.clone());
        self.store.delete(&table.id).await?;
        self.remove(table);
        match series {
            Some(series) => self.tell_series(&series).await,
            None => Ok(()),
        }
    }

    /// Reads a game again that was changed behind the back of its table, if it is on one.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn refresh(&self, id: &str) -> Result<(), StoreError> {
        let known = self.lock().get(id).cloned();
        let Some(table) = known else { return Ok(()) };
        let _turn = table.turn.lock().await;
        if table.shown().is_none() {
            return Ok(());
        }
        self.read(&table).await
    }

    /// Reads all games again: another program has written to the database.
    pub(crate) async fn refresh_all(&self) {
        clear(&mut self.lock(), Duration::ZERO);
        let ids: Vec<String> = self.lock().keys().cloned().collect();
        for id in ids {
            if let Err(cause) = self.refresh(&id).await {
                tracing::error!(game = id, %cause, "a game could not be read again");
            }
        }
    }

    /// Puts away the tables at which nobody has been for a while.
    pub(crate) fn tidy(&self) {
        clear(&mut self.lock(), IDLE);
    }

    /// How many games are in memory, and how many connections there are.
    pub(crate) fn counts(&self) -> (usize, u64) {
        let tables = self.lock();
        let connections = tables.values().map(|table| {
            let attendance = lock(&table.attendance);
            let [white, black] = attendance.connections;
            u64::from(white) + u64::from(black) + u64::from(attendance.watchers)
        });
        (tables.len(), connections.sum())
    }
}

/// Puts away the tables at which nobody has been for a time. Nobody can sit down meanwhile, so that
/// a game never has two tables.
fn clear(tables: &mut HashMap<String, Arc<Table>>, idle: Duration) {
    tables.retain(|_, table| Arc::strong_count(table) > 1 || lock(&table.used).elapsed() < idle);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
