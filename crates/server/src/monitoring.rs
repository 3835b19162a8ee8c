//! The routes of the operator: `/metrics` and `/healthz`, and the measuring of all requests.

use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::{App, Client};
use crate::error::ApiError;

/// Counts a request, and how long its response took.
pub(crate) async fn measure(State(app): State<App>, request: Request, next: Next) -> Response {
    let (begun, method) = (Instant::now(), named(request.method()));
    let response = next.run(request).await;
    app.metrics.observe(method, response.status().as_u16(), begun.elapsed());
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
pub(crate) async fn metrics(State(app): State<App>, client: Client) -> Response {
    if !client.is_local {
        return ApiError::not_found().into_response();
    }
    let (games, connections) = app.live_games.counts();
    let is_writable = app.store.check().await.is_ok();
    app.store.measure();
    match app.metrics.text(games, connections, is_writable) {
        Ok(text) => {
            let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
            ([(CONTENT_TYPE, kind)], text).into_response()
        }
        Err(cause) => ApiError::internal(&cause).into_response(),
    }
}

/// Whether the server is alive, whatever its database does: one that isn't is to be started again.
pub(crate) async fn alive() -> &'static str {
    "alive\n"
}

/// Whether the server can serve: its database can be read, and written as far as is known, and it
/// isn't about to end. One that can't is to get no requests.
pub(crate) async fn health(State(app): State<App>) -> Result<&'static str, (StatusCode, String)> {
    if *app.closing.borrow() {
        return Err((StatusCode::SERVICE_UNAVAILABLE, "the server ends\n".to_owned()));
    }
    match app.store.check().await {
        Ok(()) => Ok("ok\n"),
        Err(cause) => Err((StatusCode::SERVICE_UNAVAILABLE, format!("{cause}\n"))),
    }
}
