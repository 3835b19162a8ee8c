//! What the operator may want to know of the database.

use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The upper ends of the classes of batches, in events, and of delays, in seconds.
const BATCHES: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];
const DELAYS_S: [f64; 9] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.0];

/// What is measured; clones share it.
#[derive(Clone, Debug)]
pub(super) struct Gauges {
    batches: Histogram,
    news: Histogram,
    is_referee: Gauge,
    open: Gauge,
    idle: Gauge,
}

impl Default for Gauges {
    fn default() -> Self {
        let (is_referee, open, idle) = Default::default();
        let (batches, news) = (Histogram::new(BATCHES), Histogram::new(DELAYS_S));
        Self { batches, news, is_referee, open, idle }
    }
}

impl Gauges {
    pub(super) fn register(&self, registry: &mut Registry) {
        let Self { batches, news, is_referee, open, idle } = self.clone();
        registry.register("event_batch", "Events that were written at once", batches);
        let help = "How long news from servers took, this one among them";
        registry.register("news_seconds", help, news);
        let help = "Whether this server looks at the clocks of all games: 1, or 0";
        registry.register("referee", help, is_referee);
        registry.register("database_connections", "Connections to the database", open);
        registry.register("database_connections_idle", "Those that are not in use", idle);
    }

    pub(super) fn wrote_batch(&self, events: usize) {
        self.batches.observe(u32::try_from(events).map_or(f64::MAX, f64::from));
    }

    pub(super) fn heard_news(&self, delay: Duration) {
        self.news.observe(delay.as_secs_f64());
    }

    pub(super) fn set_referee(&self, is_referee: bool) {
        self.is_referee.set(i64::from(is_referee));
    }

    pub(super) fn set_connections(&self, open: u32, idle: usize) {
        self.open.set(i64::from(open));
        self.idle.set(i64::try_from(idle).unwrap_or(i64::MAX));
    }
}
