//! Every address, and what holds for all of them.

use std::net::SocketAddr;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, UPGRADE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};
use tower_http::trace::{DefaultOnFailure, TraceLayer};
use tracing::Level;

use crate::api::preview::{self, PuzzleQuery};
use crate::api::{self, App, Client, Peer};
use crate::error::{self, ApiError};
use crate::limits::MAX_BODY_BYTES;
use crate::rate_limits::Action;
use crate::{api_docs, assets, monitoring};

/// The smallest answer that is worth compressing, in bytes.
const MIN_COMPRESSED_BYTES: u64 = 512;

pub(crate) fn router(app: App) -> Router {
    let (api, openapi) = api::router().split_for_parts();
    let document = api_docs::document(&openapi);
    let page = api_docs::html(&document);
    let document = Bytes::from(serde_json::to_vec(&document).unwrap_or_default());
    let document = ([(CONTENT_TYPE, "application/json")], document);
    let mut router = Router::new()
        .merge(api)
        .route("/api", get(async move || page.into_response()))
        .route("/api/openapi.json", get(async move || document))
        .route("/api/", any(async || ApiError::not_found()))
        .route("/api/{*rest}", any(async || ApiError::not_found()))
        .route("/assets/{*name}", get(assets::asset))
        .route("/healthz", get(monitoring::health))
        .route("/healthz/alive", get(monitoring::alive))
        .route("/metrics", get(monitoring::metrics))
        .route("/service-worker.js", get(assets::own_service_worker))
        .route("/favicon.ico", get(assets::favicon));
    for (address, modules) in assets::PAGES {
        router = router.route(address, page_at(address, modules));
    }
    // Responses are made for one visitor each: speed counts more than size.
    let compression = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(
        SizeAbove::new(MIN_COMPRESSED_BYTES)
            .and(NotForContentType::IMAGES)
            .and(NotForContentType::const_new("application/gzip"))
            .and(NotForContentType::SSE),
    );
    router
        .fallback(assets::no_page)
        .method_not_allowed_fallback(async || {
            let message = "this address takes other methods";
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", message)
        })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn(run_to_completion))
        .layer(from_fn_with_state(app.clone(), rate_limit))
        .layer(from_fn_with_state(app.clone(), require_same_origin))
        .layer(from_fn_with_state(app.clone(), check_host))
        .layer(CatchPanicLayer::custom(|_| error::panicked()))
        .layer(compression)
        .layer(from_fn(security_headers))
        .layer(from_fn_with_state(app.clone(), monitoring::measure))
        // Why a request failed is logged where it is known; what all requests fail for, once.
        .layer(TraceLayer::new_for_http().on_failure(DefaultOnFailure::new().level(Level::DEBUG)))
        .with_state(app)
}

/// The page at an address; where others may show the link to it, with what they show.
fn page_at(address: &str, modules: &'static [&'static str]) -> MethodRouter<App> {
    match address {
        "/game/{id}" => get(move |app, connection, id, headers| {
            preview::game_page(app, connection, id, headers, modules)
        }),
        "/invitation/{id}" => get(move |app, connection, id, headers| {
            preview::invitation_page(app, connection, id, headers, modules)
        }),
        "/puzzles" => get(
            async move |State(app): State<App>,
                        connection: (Client, Peer),
                        query: Result<Query<PuzzleQuery>, QueryRejection>,
                        headers: HeaderMap| {
                // A query that makes no sense names no puzzle.
                let query = query.ok().map(|Query(query)| query);
                preview::puzzles_page(&app, connection, query, &headers, modules)
            },
        ),
        "/embed" | "/embed/{id}" => get(async || assets::embed(modules)),
        _ => get(async move |client: Client, headers: HeaderMap| {
            assets::page(client, &headers, modules, "")
        }),
    }
}

/// A request that changes something runs to completion, even when its client disconnects: what is
/// stored must also be published.
async fn run_to_completion(request: Request, next: Next) -> Response {
    if request.method().is_safe() {
        return next.run(request).await;
    }
    tokio::spawn(next.run(request)).await.unwrap_or_else(|_| error::panicked())
}

/// Limits the requests of an address to the API.
async fn rate_limit(
    State(app): State<App>,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    // The files of the page are many at a first visit, and cost nothing: they use up none of it.
    if !request.uri().path().starts_with("/api/") {
        return next.run(request).await;
    }
    match app.limits.check(Action::Request, client.address) {
        Err(refusal) => refusal.into_response(),
        Ok(()) => next.run(request).await,
    }
}

/// Refuses requests under an unknown host name: a page elsewhere may have pointed its name at this
/// machine (DNS rebinding).
async fn check_host(State(app): State<App>, request: Request, next: Next) -> Response {
    let named = (request.headers(), request.uri());
    // Without a connection there is a test, which asks under any name.
    let connection = request.extensions().get::<ConnectInfo<SocketAddr>>();
    if connection.is_none_or(|peer| app.hosts.allows(&app.proxies, peer.0.ip(), named)) {
        return next.run(request).await;
    }
    let message = "the server is not known by this name: ask by its address or by localhost, or \
                   start it with --host NAME";
    ApiError::new(StatusCode::MISDIRECTED_REQUEST, "unknown-host", message).into_response()
}

/// Refuses requests of pages of another origin that change something or open a `WebSocket`.
async fn require_same_origin(
    State(app): State<App>,
    peer: Peer,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let is_harmless = request.method().is_safe() && !headers.contains_key(UPGRADE);
    if !is_harmless && app.proxies.is_cross_origin(peer.0, headers) {
        let message = "this was asked by a page of another place";
        return ApiError::new(StatusCode::FORBIDDEN, "foreign-origin", message).into_response();
    }
    next.run(request).await
}

/// Adds the security headers. A response without `Cache-Control` is not stored.
async fn security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let status = response.status();
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, assets::POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        // A page that others may show says so itself.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let is_empty = status == StatusCode::NO_CONTENT;
    if !headers.contains_key(CONTENT_TYPE) && !is_empty {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    }
    response
}
