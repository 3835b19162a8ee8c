//! What servers on one database tell each other, so that everybody sees the same game.
//!
//! News are sent with the commit of what they are about, and never before. A server that hears of an event
//! which follows what it has applies it; in every other case it reads the game again. So news may be lost, as long as
//! it is known that some were: then [`News::Everything`] comes.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use super::{Backend, Store, StoreError, postgres, sqlite};
use crate::presence::Presence;

/// Something that was done in a game, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct EventNews {
    pub(crate) game: String,
    pub(crate) number: i64,
    pub(crate) what: String,
    pub(crate) at: i64,
}

/// Something that another server, or another program, has done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum News {
    /// Something was done in a game.
    Event(EventNews),
    /// A game was deleted, or its players have other names.
    Game(String),
    /// A match has another game, or one less: the id of its first one.
    Match(String),
    /// There is a message in a game.
    Message(String),
    /// An invitation was taken or withdrawn.
    Invitation(String),
    /// Browsers of visitors were forgotten, or the visitors themselves.
    Visitors(Vec<i64>),
    /// Who is connected through a server, as far as that has changed.
    Presence(PresenceNews),
    /// A server has begun to hear: it knows nothing yet of who is connected through others.
    Hello,
    /// A server is gone: its number.
    Gone(i64),
    /// Anything may have changed.
    Everything,
}

/// Who is connected through a server.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct PresenceNews {
    /// The number of the server.
    pub(crate) node: i64,
    /// Games with those who are connected to them.
    pub(crate) games: Vec<(String, Presence)>,
    /// Invitations, and whether their creators wait for somebody.
    pub(crate) invitations: Vec<(String, bool)>,
}

/// How often a file is asked whether another program has written to it.
const FILE_POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Where news come from.
#[derive(Debug)]
pub(crate) enum NewsStream {
    Sqlite { connections: sqlite::Connections, changes: Option<i64> },
    Postgres(Box<postgres::Listener>),
}

impl NewsStream {
    /// Waits for the next news. While the database can't be reached there are none; what was missed
    /// is made up for by [`News::Everything`].
    pub(crate) async fn next(&mut self) -> News {
        match self {
            Self::Sqlite { connections, changes } => loop {
                sleep(FILE_POLL_INTERVAL).await;
                // What keeps it from being read is noted elsewhere.
                let Ok(now) = connections.foreign_changes().await else { continue };
                if changes.replace(now).is_some_and(|before| before != now) {
                    return News::Everything;
                }
            },
            Self::Postgres(listener) => listener.next().await,
        }
    }
}

impl Store {
    /// The number by which other servers know this one; `None` where there are none.
    pub(crate) fn node(&self) -> Option<i64> {
        match &self.backend {
            Backend::Sqlite(_) => None,
            Backend::Postgres(connections) => Some(connections.node),
        }
    }

    /// Tells other servers something that isn't kept, and that this one is there.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(crate) async fn tell(&self, news: &[News]) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Sqlite(_) => Ok(()),
            Backend::Postgres(connections) => connections.tell(news).await,
        }
    }

    /// Hears of what others do from now on.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn listen(&self) -> Result<NewsStream, StoreError> {
        Ok(match &self.backend {
            Backend::Sqlite(connections) => {
                let changes = connections.foreign_changes().await.ok();
                NewsStream::Sqlite { connections: connections.clone(), changes }
            }
            Backend::Postgres(connections) => {
                NewsStream::Postgres(Box::new(connections.listen().await?))
            }
        })
    }
}
