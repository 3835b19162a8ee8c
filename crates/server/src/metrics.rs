//! Metrics for the operator, in the format of Prometheus.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    status: u16,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EncodeLabelValue)]
pub(crate) enum SearchedFor {
    /// A move of the computer.
    Move,
    /// An analysis, or the graph of a game.
    Analysis,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct SearchLabels {
    r#for: SearchedFor,
}

/// The searches of the engine, counted as they begin.
#[derive(Clone, Default, Debug)]
pub(crate) struct Searches(Family<SearchLabels, Counter>);

impl Searches {
    /// Counts one.
    pub(crate) fn count(&self, what: SearchedFor) {
        self.0.get_or_create(&SearchLabels { r#for: what }).inc();
    }
}

/// The upper ends of the classes of durations, in seconds.
const BUCKETS_S: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// What is counted and measured.
#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    registry: Arc<Registry>,
    answered: Family<RequestLabels, Counter>,
    seconds: Histogram,
    games: Gauge,
    connections: Gauge,
    writable: Gauge,
}

impl Metrics {
    /// Nothing was counted yet; what others measure is registered by them.
    pub(crate) fn new(searches: &Searches, register: impl FnOnce(&mut Registry)) -> Self {
        let mut registry = Registry::with_prefix("katarenga");
        register(&mut registry);
        let answered = Family::<RequestLabels, Counter>::default();
        let seconds = Histogram::new(BUCKETS_S);
        registry.register("searches", "Searches of the engine that began", searches.0.clone());
        let (games, connections, writable) = Default::default();
        registry.register("requests", "Requests that were answered", answered.clone());
        registry.register("request_seconds", "How long answers took", seconds.clone());
        registry.register(
            "games_in_memory",
            "Games that somebody looked at lately",
            Gauge::clone(&games),
        );
        registry.register(
            "connections",
            "Connections that follow a game",
            Gauge::clone(&connections),
        );
        let help = "Whether the database can be written: 1, or 0";
        registry.register("database_writable", help, Gauge::clone(&writable));
        Self { registry: Arc::new(registry), answered, seconds, games, connections, writable }
    }

    /// Counts a request, and how long its response took.
    pub(crate) fn observe(&self, method: &'static str, status: u16, elapsed: Duration) {
        self.answered.get_or_create(&RequestLabels { method, status }).inc();
        self.seconds.observe(elapsed.as_secs_f64());
    }

    /// All metrics as text, with what they are at the moment.
    ///
    /// # Errors
    /// When they can't be written.
    pub(crate) fn text(
        &self,
        games: usize,
        connections: u64,
        is_writable: bool,
    ) -> Result<String, fmt::Error> {
        self.games.set(i64::try_from(games).unwrap_or(i64::MAX));
        self.connections.set(i64::try_from(connections).unwrap_or(i64::MAX));
        self.writable.set(i64::from(is_writable));
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
