//! The page: embedded, its assets under a name that changes with any of them.
//!
//! All assets have one version in their address. So a page never mixes old scripts with new ones:
//! after an update its own are gone, and it says so.

use axum::body::Body;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};

use crate::access_token::AccessToken;
use crate::api::Client;
use crate::error::ApiError;

/// Name under `web/` and contents of each file.
const ASSETS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Every address of the page, and the modules of its screen.
pub(crate) const PAGES: &[(&str, &[&str])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// A hash of all assets.
pub(crate) const VERSION: &str = env!("PAGE_VERSION");

/// Where the page of every address begins.
const PAGE: &str = "index.html";

fn find(name: &str) -> Option<&'static [u8]> {
    ASSETS.iter().find(|(known, _)| *known == name).map(|(_, content)| *content)
}

/// The page at an address whose screen has these modules; browsers do not cache it. The cookie of a
/// known visitor is renewed for its whole time.
pub(crate) fn page(client: Client, headers: &HeaderMap, modules: &[&str]) -> Response {
    let cookie = AccessToken::from_cookie(headers)
        .map(|secret| (SET_COOKIE, secret.cookie(client.is_secure)));
    (AppendHeaders(cookie), html(StatusCode::OK, modules)).into_response()
}

/// What is shown at an address of nothing: the page, which says so.
pub(crate) async fn no_page() -> Response {
    html(StatusCode::NOT_FOUND, &[])
}

fn html(status: StatusCode, modules: &[&str]) -> Response {
    let Some(page) = find(PAGE).and_then(|page| std::str::from_utf8(page).ok()) else {
        return ApiError::not_found().into_response();
    };
    // All at once: else the browser learns of a module when it has read the one that imports it.
    let links = modules
        .iter()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"{{{{assets}}}}/{name}\">"));
    let page = page.replace("{{modules}}", &links.collect::<Vec<_>>().join("\n    "));
    let page = page.replace("{{assets}}", &format!("/assets/{VERSION}"));
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (status, headers, page).into_response()
}

/// A file of the page, kept by browsers for good.
pub(crate) async fn asset(address: Result<Path<String>, PathRejection>) -> Response {
    let Ok(Path(address)) = address else { return ApiError::not_found().into_response() };
    let (version, name) = address.split_once('/').unwrap_or_default();
    let found = find(name).filter(|_| version == VERSION && name != PAGE);
    let Some(content) = found else { return ApiError::not_found().into_response() };
    let kind = HeaderValue::from_static(kind(name));
    let cache = HeaderValue::from_static("public, max-age=31536000, immutable");
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, cache)], Body::from(content)).into_response()
}

/// The picture that browsers ask for by themselves.
pub(crate) async fn favicon() -> Response {
    let kind = HeaderValue::from_static(kind("icon.svg"));
    match find("icon.svg") {
        Some(icon) => ([(CONTENT_TYPE, kind)], Body::from(icon)).into_response(),
        None => ApiError::not_found().into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "gz" => "application/gzip",
        _ => "application/octet-stream",
    }
}
