//! Does what news from other servers ask for: games, messages and invitations in memory are brought up
//! to date.

use std::future::Future;

use crate::invitation_watch::InvitationWatch;
use crate::live_games::LiveGames;
use crate::lobby::Lobby;
use crate::store::{News, NewsStream, StoreError};

/// What is in memory of the database.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) live_games: LiveGames,
    pub(crate) invitation_watch: InvitationWatch,
    pub(crate) lobby: Lobby,
}

/// Does what news ask for, until it is dropped.
pub(crate) async fn run(mut stream: NewsStream, memory: Memory) {
    loop {
        memory.hear(stream.next().await);
    }
}

impl Memory {
    /// Each game waits for its turn by itself: what comes after it does not.
    fn hear(&self, news: News) {
        let live_games = self.live_games.clone();
        match news {
            News::Event(event) => spawn(async move { live_games.apply(&event).await }),
            News::Game(id) => spawn(async move { live_games.refresh(&id).await }),
            News::Match(id) => spawn(async move { live_games.refresh_series(&id).await }),
            News::Message(game) => live_games.notify_message(&game),
            News::Invitation(id) => {
                self.invitation_watch.notify(&id);
                self.lobby.remove(&id);
            }
            News::Everything => {
                self.invitation_watch.notify_all();
                spawn(async move {
                    live_games.refresh_all().await;
                    Ok(())
                });
            }
        }
    }
}

fn spawn(work: impl Future<Output = Result<(), StoreError>> + Send + 'static) {
    tokio::spawn(async move {
        if let Err(cause) = work.await
            // That is logged once, where it is noticed.
            && cause.trouble().is_none()
        {
            tracing::error!(%cause, "news could not be followed");
        }
    });
}
