//! The page: embedded, its assets under a name that changes with any of them.
//!
//! All assets have one version in their address. So a page never mixes old scripts with new ones:
//! after an update its own are gone, and it says so.

use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};

use katarenga_rules::{GameKind, Language};
use serde_json::Value;

use crate::access_token::AccessToken;
use crate::error::ApiError;
use crate::trusted_proxies::Client;

/// Name under `web/` and contents of each file.
const ASSETS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Every address of the page, and the modules of its screen.
pub(crate) const PAGES: &[(&str, &[&str])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// A hash of all assets.
pub(crate) const VERSION: &str = env!("PAGE_VERSION");

/// Where the page of every address begins.
const PAGE: &str = "index.html";

/// Where the page begins that other sites show in a frame.
const EMBED: &str = "embed.html";

/// What keeps the page for when there is no network.
const SERVICE_WORKER: &str = "service-worker.js";

/// Files with an address of their own.
const APART: [&str; 3] = [PAGE, EMBED, SERVICE_WORKER];

/// What a page may load and who may show it: nothing from elsewhere. WebAssembly is the engine.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Who may show a page in a frame: nobody, as the policy says, or everybody.
const FRAMED_BY_NOBODY: &str = "frame-ancestors 'none'";
const FRAMED_BY_ALL: &str = "frame-ancestors *";

fn find(name: &str) -> Option<&'static [u8]> {
    ASSETS.iter().find(|(known, _)| *known == name).map(|(_, content)| *content)
}

/// The page at an address whose screen has these modules; browsers do not cache it. The cookie of a
/// known visitor is renewed for its whole time.
pub(crate) fn page(client: Client, headers: &HeaderMap, modules: &[&str], head: &str) -> Response {
    let cookie = AccessToken::from_cookie(headers)
        .map(|secret| (SET_COOKIE, secret.cookie(client.is_secure)));
    (AppendHeaders(cookie), html(StatusCode::OK, modules, head)).into_response()
}

/// What is shown at an address of nothing: the page, which says so.
pub(crate) async fn no_page() -> Response {
    html(StatusCode::NOT_FOUND, &[], "")
}

/// The page that other sites may show in a frame. It sets no cookie, and has no command to be tricked into.
pub(crate) fn embed(modules: &[&str]) -> Response {
    let policy = POLICY.replace(FRAMED_BY_NOBODY, FRAMED_BY_ALL);
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
        (CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    (headers, written(EMBED, modules, "", "/")).into_response()
}

/// A page with the modules of a screen, and with what its head says besides; `base` is where its files
/// are.
fn written(page: &str, modules: &[&str], head: &str, base: &str) -> String {
    // All at once: else the browser learns of a module when it has read the one that imports it.
    let links = modules
        .iter()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"{{{{assets}}}}/{name}\">"));
    let links = links.collect::<Vec<_>>().join("\n    ");
    text(page)
        .replace("{{modules}}", &links)
        .replace("{{head}}", head)
        .replace("{{assets}}", &format!("{base}assets/{VERSION}"))
}

/// A text of the page in a language, by its sections and its name.
pub(crate) fn text_of_locale(language: Language, path: &[&str]) -> String {
    static LOCALES: LazyLock<[Value; 2]> = LazyLock::new(|| {
        Language::ALL.map(|language| {
            let file = text(&format!("locales/{}.json", language.code()));
            serde_json::from_str(file).unwrap_or_default()
        })
    });
    let index = Language::ALL.iter().position(|known| *known == language).unwrap_or(0);
    let found = path.iter().fold(&LOCALES[index], |section, name| &section[name]);
    found.as_str().unwrap_or_default().to_owned()
}

/// A file of the page that is a text.
fn text(name: &str) -> &'static str {
    find(name).and_then(|file| std::str::from_utf8(file).ok()).unwrap_or_default()
}

/// The pages of the static edition, by their names, which have their policy in themselves: what the server's
/// header says, but for what a page can't say of itself.
pub(crate) fn static_pages() -> [(&'static str, String); 2] {
    let policy = POLICY.split_once(" frame-ancestors").map_or(POLICY, |(policy, _)| policy);
    let head = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    [(PAGE, "/"), (EMBED, "/embed")].map(|(file, address)| {
        let modules = PAGES.iter().find(|(known, _)| *known == address);
        let page = written(file, modules.map_or(&[], |(_, modules)| modules), &head, "");
        (file, page.replacen("<html ", "<html data-edition=\"static\" ", 1))
    })
}

/// What the service worker keeps: files of the page by their names, and answers by their addresses.
pub(crate) fn service_worker(files: &[String], data: &[String]) -> String {
    // Names have no characters that a quoted text would change.
    let list = |names: &[String]| serde_json::to_string(names).unwrap_or_default();
    text(SERVICE_WORKER)
        .replace("{{version}}", VERSION)
        .replace("{{files}}", &list(files))
        .replace("{{data}}", &list(data))
}

/// The service worker of this server.
pub(crate) async fn own_service_worker() -> Response {
    let files: Vec<String> = of_screens().map(|(name, _)| name.to_owned()).collect();
    let mut data = vec!["api/kinds".to_owned(), "api/quarters".to_owned()];
    for kind in GameKind::ALL {
        let of = |language: Language| format!("api/rules/{kind}?lang={}", language.code());
        data.extend(Language::ALL.map(of));
    }
    let headers = [(CONTENT_TYPE, kind(SERVICE_WORKER)), (CACHE_CONTROL, "no-cache")];
    (headers, service_worker(&files, &data)).into_response()
}

/// The files that screens are made of.
pub(crate) fn of_screens() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    ASSETS.iter().copied().filter(|(name, _)| !APART.contains(name))
}

/// Whether there is an engine for browsers.
pub(crate) fn has_engine() -> bool {
    find("local/engine.wasm.gz").is_some()
}

fn html(status: StatusCode, modules: &[&str], head: &str) -> Response {
    let page = written(PAGE, modules, head, "/");
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (status, headers, page).into_response()
}

/// A file of the page, kept by browsers for good.
pub(crate) async fn asset(address: Result<Path<String>, PathRejection>) -> Response {
    let Ok(Path(address)) = address else { return ApiError::not_found().into_response() };
    let (version, name) = address.split_once('/').unwrap_or_default();
    let found = find(name).filter(|_| version == VERSION && !APART.contains(&name));
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
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "gz" => "application/gzip",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a phone loads before it can play: a budget of bytes, compressed.
    const ENGINE_BYTES: usize = 200_000;

    #[test]
    fn the_engine_of_pages_keeps_its_budget() {
        let engine = find("local/engine.wasm.gz").expect("the target of WebAssembly is installed");
        assert!(engine.len() <= ENGINE_BYTES, "{} bytes", engine.len());
    }
}
