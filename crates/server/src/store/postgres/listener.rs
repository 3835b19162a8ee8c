//! Tells other servers, and hears what they tell: `NOTIFY` and `LISTEN`.
//!
//! Notifications are sent when their transaction is committed, in the order of commits, to all who
//! listen then. One for each event would make all commits wait for each other, so a batch sends one, or
//! as few as their length allows.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::postgres::PgListener;
use tokio::time::{sleep, timeout};

use super::Connections;
use crate::store::{News, StoreError};

/// The channel of all servers on a database.
const CHANNEL: &str = "katarenga";

/// The longest notification, in bytes: `PostgreSQL` takes less than 8,000.
const MAX_BYTES: usize = 7_900;

/// After this silence another server counts as gone. Each tells something every two seconds.
const NODE_TIMEOUT: Duration = Duration::from_secs(6);

/// After this silence the connection counts as lost: a notification comes to its sender, too.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(5);

/// The pause before another attempt to connect.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// What a server tells.
#[derive(Serialize)]
struct Told<'a> {
    node: i64,
    /// When, by the clock of the database.
    at: i64,
    news: &'a [News],
}

/// What a server has told. News of a later version can't be read: then all is read again.
#[derive(Deserialize)]
struct Heard {
    node: i64,
    at: i64,
    news: Vec<News>,
}

/// Tells the other servers something when the transaction is committed, and that this one is there.
pub(super) async fn notify(
    connection: &mut PgConnection,
    (node, at): (i64, i64),
    news: &[News],
) -> sqlx::Result<()> {
    sqlx::query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload")
        .bind(CHANNEL)
        .bind(payloads((node, at), news))
        .execute(connection)
        .await?;
    Ok(())
}

/// The notifications for some news: as few as their length allows.
fn payloads((node, at): (i64, i64), news: &[News]) -> Vec<String> {
    let payload = serde_json::to_string(&Told { node, at, news }).unwrap_or_default();
    if payload.len() <= MAX_BYTES {
        return vec![payload];
    }
    if news.len() == 1 {
        // It doesn't fit: all is read again.
        return payloads((node, at), &[News::Everything]);
    }
    let (first, second) = news.split_at(news.len() / 2);
    [payloads((node, at), first), payloads((node, at), second)].concat()
}

/// Hears what other servers tell.
#[derive(Debug)]
pub(crate) struct Listener {
    connections: Connections,
    /// None while the connection is lost.
    connection: Option<PgListener>,
    heard: VecDeque<News>,
    /// When each of the others was heard last.
    nodes: HashMap<i64, Instant>,
}

impl Listener {
    pub(super) async fn start(connections: Connections) -> Result<Self, StoreError> {
        let listener = connect(&connections).await;
        let listener = listener.map_err(|error| connections.health.explain(error))?;
        Ok(Self {
            connections,
            connection: Some(listener),
            heard: VecDeque::new(),
            nodes: HashMap::new(),
        })
    }

    /// Waits for the next news.
    pub(in crate::store) async fn next(&mut self) -> News {
        loop {
            self.notice_who_is_gone();
            if let Some(news) = self.heard.pop_front() {
                return news;
            }
            match &mut self.connection {
                Some(listener) => match timeout(SILENCE_TIMEOUT, listener.try_recv()).await {
                    Ok(Ok(Some(notification))) => self.hear(notification.payload()),
                    lost => {
                        tracing::warn!(?lost, "the connection for news is lost");
                        self.connection = None;
                    }
                },
                None => match connect(&self.connections).await {
                    Ok(listener) => {
                        tracing::warn!("there is a connection for news again");
                        self.connection = Some(listener);
                        // What they have told meanwhile was missed.
                        let nodes = std::mem::take(&mut self.nodes);
                        self.heard.extend(nodes.into_keys().map(News::Gone));
                        self.heard.push_back(News::Everything);
                    }
                    Err(error) => {
                        drop(self.connections.health.explain(error));
                        sleep(RETRY_DELAY).await;
                    }
                },
            }
        }
    }

    fn hear(&mut self, payload: &str) {
        let heard = serde_json::from_str::<Heard>(payload);
        if let Ok(heard) = &heard {
            let delay = u64::try_from(self.connections.now() - heard.at).unwrap_or_default();
            self.connections.gauges.heard_news(Duration::from_millis(delay));
        }
        match heard {
            Ok(heard) if heard.node == self.connections.node => {}
            Ok(Heard { node, news, .. }) => {
                self.nodes.insert(node, Instant::now());
                self.heard.extend(news);
            }
            // One of a later version says what this one doesn't understand.
            Err(_) => self.heard.push_back(News::Everything),
        }
    }

    fn notice_who_is_gone(&mut self) {
        let gone = self.nodes.extract_if(|_, heard| heard.elapsed() > NODE_TIMEOUT);
        self.heard.extend(gone.map(|(node, _)| News::Gone(node)));
    }
}

async fn connect(connections: &Connections) -> sqlx::Result<PgListener> {
    let mut listener = PgListener::connect_with(&connections.sessions).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    connections.read_epoch(&mut *connections.pool.acquire().await?).await?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::EventNews;

    fn event(number: i64, what: &str) -> News {
        let (game, what) = ("abcdefghijkm".to_owned(), what.to_owned());
        News::Event(EventNews { game, number, what, at: 1_700_000_000_000 })
    }

    #[test]
    fn news_are_told_with_few_notifications_that_fit() {
        assert_eq!(payloads((1, 2), &[]).len(), 1, "that it is there");
        let batch: Vec<News> = (0..256).map(|number| event(number, "move e4-f6")).collect();
        let told = payloads((i64::MIN, i64::MIN), &batch);
        assert!(told.iter().all(|payload| payload.len() < 8_000));
        assert_eq!(told.len(), 4);
        let heard = told.iter().flat_map(|payload| {
            let heard: Heard = serde_json::from_str(payload).expect("it is understood");
            assert_eq!(heard.node, i64::MIN);
            heard.news
        });
        assert_eq!(heard.collect::<Vec<_>>(), batch);
        let long = payloads((1, 2), &[event(1, &"x".repeat(8_000))]);
        assert_eq!(long, payloads((1, 2), &[News::Everything]));
    }
}
