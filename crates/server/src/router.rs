//! Every address, and what holds for all of them.

use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};
use tower_http::trace::TraceLayer;

use crate::api::{self, App};
use crate::error::{self, ApiError};
use crate::{assets, description};

/// The largest body of a request, in bytes.
const LARGEST_BODY: usize = 16 * 1024;

/// The smallest answer that is worth compressing, in bytes.
const WORTH_COMPRESSING: u64 = 512;

/// The addresses that show the page.
const PAGES: [&str; 6] = ["/", "/new/{kind}", "/game/{id}", "/rules/{kind}", "/open", "/about"];

pub(crate) fn router(app: App) -> Router {
    let (api, description) = api::router().split_for_parts();
    let readable = description::html(&description);
    let mut router = Router::new()
        .merge(api)
        .route("/api", get(async move || readable.into_response()))
        .route("/api/openapi.json", get(async move || Json(description)))
        .route("/api/{*rest}", axum::routing::any(async || ApiError::not_found()))
        .route("/assets/{version}/{*name}", get(assets::asset))
        .route("/favicon.ico", get(assets::favicon));
    for page in PAGES {
        router = router.route(page, get(assets::page));
    }
    // Answers are made for one visitor each: quickly packed is better than small.
    let compression = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(
        SizeAbove::new(WORTH_COMPRESSING)
            .and(NotForContentType::IMAGES)
            .and(NotForContentType::SSE),
    );
    router
        .fallback(assets::no_page)
        .method_not_allowed_fallback(async || {
            let message = "this address takes other methods";
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "not-found", message)
        })
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(CatchPanicLayer::custom(|_| error::panicked()))
        .layer(compression)
        .layer(from_fn(headers))
        .layer(TraceLayer::new_for_http())
        .with_state(app)
}

/// What a page may load and who may show it: nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Adds the headers that keep browsers from harm. What says nothing of being kept is not kept.
async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if !headers.contains_key(CONTENT_TYPE) {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    }
    response
}
