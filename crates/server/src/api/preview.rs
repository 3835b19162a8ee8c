//! What the page of a game, an invitation or a puzzle says of itself to programs that show a link before it is
//! opened: a title, a description and a picture (the Open Graph protocol, <https://ogp.me>).

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::response::Response;
use katarenga_rules::{GameKind, Language};
use serde::Deserialize;

use super::extract::{PathParam, Peer};
use super::{App, Client};
use crate::assets;
use crate::puzzles::Puzzle;

/// What a link leads to.
struct Preview {
    kind: GameKind,
    /// The section of its texts in the locales.
    texts: &'static str,
    /// The address of its picture, without the server.
    picture: String,
}

/// The page of a game.
pub(crate) async fn game_page(
    State(app): State<App>,
    connection: (Client, Peer),
    PathParam(id): PathParam,
    headers: HeaderMap,
    modules: &'static [&'static str],
) -> Response {
    let preview = app.snapshot(&id).await.ok().map(|snapshot| Preview {
        kind: snapshot.session.game.kind(),
        texts: "game",
        picture: format!("/api/games/{}/diagram.png", snapshot.session.head.id),
    });
    page(&app, connection, preview, &headers, modules)
}

/// The page of an invitation.
pub(crate) async fn invitation_page(
    State(app): State<App>,
    connection: (Client, Peer),
    PathParam(id): PathParam,
    headers: HeaderMap,
    modules: &'static [&'static str],
) -> Response {
    let preview = app.invitation(&id).await.ok().map(|invitation| Preview {
        kind: invitation.start.position.kind(),
        texts: "invitation",
        picture: format!("/api/invitations/{}/diagram.png", invitation.id),
    });
    page(&app, connection, preview, &headers, modules)
}

/// The puzzle that a link names.
#[derive(Deserialize)]
pub(crate) struct PuzzleQuery {
    id: Option<String>,
    day: Option<String>,
}

/// The page of puzzles: of one, or of that of a day.
pub(crate) fn puzzles_page(
    app: &App,
    connection: (Client, Peer),
    query: Option<PuzzleQuery>,
    headers: &HeaderMap,
    modules: &[&str],
) -> Response {
    let preview = query.and_then(|PuzzleQuery { id, day }| {
        let (puzzle, texts) = match (day, id) {
            (Some(day), _) => (Puzzle::of_day(&day)?, "puzzle-of-day"),
            (None, Some(id)) => (Puzzle::find(&id)?, "puzzle"),
            (None, None) => return None,
        };
        let picture = format!("/api/puzzles/{}/diagram.png", puzzle.id);
        Some(Preview { kind: puzzle.game()?.kind(), texts, picture })
    });
    page(app, connection, preview, headers, modules)
}

/// The page with what it says of what its address leads to.
fn page(
    app: &App,
    (client, Peer(peer)): (Client, Peer),
    preview: Option<Preview>,
    headers: &HeaderMap,
    modules: &[&str],
) -> Response {
    let host = app.proxies.hosts(peer, headers);
    let head = preview.map(|preview| preview.head(headers, client.is_secure, host.first()));
    assets::page(client, headers, modules, &head.unwrap_or_default())
}

impl Preview {
    /// What stands in the head of the page.
    fn head(&self, headers: &HeaderMap, is_secure: bool, host: Option<&String>) -> String {
        let language = language_of(headers);
        let text = |name: &str| assets::text_of_locale(language, &["preview", self.texts, name]);
        let title = assets::text_of_locale(language, &["kind", self.kind.name(), "title"]);
        let say = |name: &str| text(name).replace("{kind}", &title);
        let mut tags = vec![
            ("og:type", "website".to_owned()),
            ("og:site_name", "Katarenga".to_owned()),
            ("og:title", say("title")),
            ("og:description", say("description")),
            ("twitter:card", "summary_large_image".to_owned()),
        ];
        // A picture is named with the whole address, or not at all.
        if let Some(host) = host {
            let scheme = if is_secure { "https" } else { "http" };
            tags.push(("og:image", format!("{scheme}://{host}{}", self.picture)));
            tags.push(("og:image:alt", say("picture")));
        }
        let tag = |(name, content): (&str, String)| {
            format!("<meta property=\"{name}\" content=\"{}\">", escaped(&content))
        };
        tags.into_iter().map(tag).collect::<Vec<_>>().join("\n    ")
    }
}

/// The language that a client prefers, of those that the page has.
fn language_of(headers: &HeaderMap) -> Language {
    let wishes = headers.get(ACCEPT_LANGUAGE).and_then(|wishes| wishes.to_str().ok());
    let known = |wish: &str| wish.trim().get(..2)?.to_ascii_lowercase().parse().ok();
    wishes.unwrap_or_default().split(',').find_map(known).unwrap_or(Language::English)
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}
