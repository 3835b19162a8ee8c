//! Metrics for the operator, in the format of Prometheus.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::api::{App, Client};
use crate::error::ApiError;

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    status: u16,
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
    /// Nothing was counted yet.
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("katarenga");
        let answered = Family::<RequestLabels, Counter>::default();
        let seconds = Histogram::new(BUCKETS_S);
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
}

/// Counts a request, and how long its answer took.
pub(crate) async fn measure(State(app): State<App>, request: Request, next: Next) -> Response {
    let (begun, method) = (Instant::now(), named(request.method()));
    let response = next.run(request).await;
    let status = response.status().as_u16();
    app.metrics.answered.get_or_create(&RequestLabels { method, status }).inc();
    app.metrics.seconds.observe(begun.elapsed().as_secs_f64());
    response
}

/// The label of a method; all unknown methods share one.
fn named(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

/// All metrics, for requests from the machine itself.
pub(crate) async fn show(State(app): State<App>, client: Client) -> Response {
    if !client.is_local {
        return ApiError::not_found().into_response();
    }
    let (games, connections) = app.live_games.counts();
    app.metrics.games.set(i64::try_from(games).unwrap_or(i64::MAX));
    app.metrics.connections.set(i64::try_from(connections).unwrap_or(i64::MAX));
    app.metrics.writable.set(i64::from(app.store.check().await.is_ok()));
    let mut text = String::new();
    if let Err(cause) = encode(&mut text, &app.metrics.registry) {
        return ApiError::internal(&cause).into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, kind)], text).into_response()
}

/// Whether the server can serve: its database can be read, and written as far as is known.
pub(crate) async fn health(State(app): State<App>) -> Result<&'static str, (StatusCode, String)> {
    match app.store.check().await {
        Ok(()) => Ok("ok\n"),
        Err(cause) => Err((StatusCode::SERVICE_UNAVAILABLE, format!("{cause}\n"))),
    }
}
