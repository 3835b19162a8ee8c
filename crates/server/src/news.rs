//! News between servers on a database: what is in memory of games, messages and invitations is brought
//! up to date, and other servers hear who is connected here.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::invitation_watch::InvitationWatch;
use crate::live_games::LiveGames;
use crate::lobby::Lobby;
use crate::presence::Presence;
use crate::store::{News, NewsStream, PresenceNews, Store, StoreError};

/// What is in memory of the database.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    store: Store,
    live_games: LiveGames,
    invitation_watch: InvitationWatch,
    lobby: Lobby,
    /// How many games may be read at once, so that requests get connections, too.
    readers: Arc<Semaphore>,
    /// Whether another server wants to know who is connected here.
    is_asked: Arc<AtomicBool>,
    /// Whether others are to be asked for that, since news were missed.
    says_hello: Arc<AtomicBool>,
}

/// Does what news ask for, until it is dropped.
pub(crate) async fn run(mut stream: NewsStream, memory: Memory) {
    loop {
        memory.hear(stream.next().await);
    }
}

/// How often changes of connections are sent, and how often a heartbeat at least.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(500);
const BEAT_INTERVAL: Duration = Duration::from_secs(2);

/// How many games are read at once after news were missed.
const MAX_READERS: usize = 4;

/// The pause before something is done again that the database didn't let happen.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// How many games, or invitations, one message has: a notification has room for them.
const CHUNK: usize = 100;

/// Tells other servers who is connected here, until it is dropped.
pub(crate) async fn tell(store: Store, memory: Memory) {
    let Some(node) = store.node() else { return };
    let mut told = Told::default();
    let mut beat: Option<Instant> = None;
    // Others know nothing of this server, nor it of them.
    memory.says_hello.store(true, Relaxed);
    loop {
        if memory.is_asked.swap(false, Relaxed) {
            told = Told::default();
        }
        let now = Told {
            games: memory.live_games.presence_here(),
            invitations: memory.invitation_watch.with_creator_here(),
        };
        let mut news = now.since(&told, node);
        if memory.says_hello.swap(false, Relaxed) {
            news.push(News::Hello);
        }
        if !news.is_empty() || beat.is_none_or(|beat| beat.elapsed() >= BEAT_INTERVAL) {
            beat = Some(Instant::now());
            if store.tell(&news).await.is_ok() {
                told = now;
            } else {
                memory.says_hello.fetch_or(news.contains(&News::Hello), Relaxed);
            }
        }
        sleep(PRESENCE_INTERVAL).await;
    }
}

/// What was told of connections.
#[derive(Default)]
struct Told {
    games: HashMap<String, Presence>,
    invitations: HashSet<String>,
}

impl Told {
    /// What has changed since something else was told.
    fn since(&self, before: &Self, node: i64) -> Vec<News> {
        let changed = self.games.iter().filter(|(id, now)| before.games.get(*id) != Some(now));
        let changed = changed.map(|(id, presence)| (id.clone(), *presence));
        let gone = before.games.keys().filter(|id| !self.games.contains_key(*id));
        let gone = gone.map(|id| (id.clone(), Presence::default()));
        let games: Vec<_> = changed.chain(gone).collect();
        let come = self.invitations.difference(&before.invitations).map(|id| (id.clone(), true));
        let left = before.invitations.difference(&self.invitations).map(|id| (id.clone(), false));
        let invitations: Vec<_> = come.chain(left).collect();
        let of_games = games.chunks(CHUNK).map(|games| PresenceNews {
            node,
            games: games.to_vec(),
            ..PresenceNews::default()
        });
        let of_invitations = invitations.chunks(CHUNK).map(|invitations| PresenceNews {
            node,
            invitations: invitations.to_vec(),
            ..PresenceNews::default()
        });
        of_games.chain(of_invitations).map(News::Presence).collect()
    }
}

impl Memory {
    /// Everything that is in memory of a database, and has just been opened.
    pub(crate) fn new(
        store: Store,
        live_games: LiveGames,
        invitation_watch: InvitationWatch,
        lobby: Lobby,
    ) -> Self {
        let (is_asked, says_hello) = Default::default();
        let readers = Arc::new(Semaphore::new(MAX_READERS));
        Self { store, live_games, invitation_watch, lobby, readers, is_asked, says_hello }
    }

    fn hear(&self, news: News) {
        match news {
            // Each game waits for its turn by itself: what comes after it does not.
            News::Event(_) | News::Game(_) | News::Match(_) => {
                tokio::spawn(self.clone().follow(news));
            }
            News::Message(game) => self.live_games.notify_message(&game),
            News::Invitation(id) => {
                self.invitation_watch.notify(&id);
                self.lobby.remove(&id);
            }
            News::Presence(PresenceNews { node, games, invitations }) => {
                self.live_games.set_elsewhere(node, &games);
                self.invitation_watch.set_elsewhere(node, &invitations);
            }
            News::Visitors(visitors) => self.store.forget_visitors(&visitors),
            News::Hello => self.is_asked.store(true, Relaxed),
            News::Gone(node) => {
                self.live_games.forget_elsewhere(node);
                self.invitation_watch.forget_elsewhere(node);
            }
            News::Everything => {
                self.says_hello.store(true, Relaxed);
                self.store.forget_all_visitors();
                self.invitation_watch.notify_all();
                tokio::spawn(self.clone().follow(news));
            }
        }
    }

    /// Brings what is in memory up to date, and tries again while the database fails.
    async fn follow(self, news: News) {
        while let Err(cause) = self.bring_up_to_date(&news).await {
            if cause.trouble().is_none() {
                tracing::error!(%cause, "news could not be followed");
                return;
            }
            // That is logged once, where it is noticed.
            sleep(RETRY_DELAY).await;
        }
    }

    async fn bring_up_to_date(&self, news: &News) -> Result<(), StoreError> {
        match news {
            News::Event(event) => self.live_games.apply(event).await,
            News::Game(id) => {
                // It is never closed.
                let _reader = self.readers.acquire().await;
                self.live_games.refresh_with_messages(id).await
            }
            News::Match(id) => self.live_games.refresh_series(id).await,
            News::Everything => {
                // They wait for each other in this order.
                for id in self.live_games.most_outdated().await? {
                    self.hear(News::Game(id));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
