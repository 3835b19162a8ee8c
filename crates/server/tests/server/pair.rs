//! Two visitors who play each other.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::site::{Site, Visitor};

/// White and Black of a game, each a visitor, and the game.
pub(crate) struct Pair {
    pub(crate) white: Visitor,
    pub(crate) black: Visitor,
    pub(crate) game: Value,
}

impl Pair {
    /// Two visitors who came together by an invitation, which can say more than that it is of
    /// Congress and White's.
    pub(crate) async fn new(site: &Site, more: &Value) -> Self {
        let (mut white, mut black) = (Visitor::default(), Visitor::default());
        let invitation = invite(site, &mut white, more).await;
        let joined = black.post(site, &join(&invitation), &json!({})).await.expect(StatusCode::OK);
        let address = format!("/api/games/{}", joined["game"].as_str().expect("a game"));
        let game = white.get(site, &address).await.expect(StatusCode::OK);
        Self { white, black, game }
    }

    /// The visitor who is to move.
    fn mover(&mut self) -> &mut Visitor {
        if self.game["position"]["turn"] == "white" { &mut self.white } else { &mut self.black }
    }

    /// Plays the first legal move, so often.
    pub(crate) async fn play(&mut self, site: &Site, plies: usize) {
        for _ in 0..plies {
            let game = self.game.clone();
            self.game = self.mover().play(site, &game).await.expect(StatusCode::OK);
        }
    }

    pub(crate) async fn white_does(&mut self, site: &Site, deed: &Value) {
        self.game = self.white.act(site, &self.game, deed).await.expect(StatusCode::OK);
    }

    pub(crate) async fn black_does(&mut self, site: &Site, deed: &Value) {
        self.game = self.black.act(site, &self.game, deed).await.expect(StatusCode::OK);
    }
}

pub(crate) async fn invite(site: &Site, visitor: &mut Visitor, more: &Value) -> Value {
    let mut body = json!({ "kind": "congress", "side": "white" });
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    visitor.post(site, "/api/invitations", &body).await.expect(StatusCode::CREATED)
}

pub(crate) fn join(invitation: &Value) -> String {
    format!("/api/invitations/{}/join", invitation["id"].as_str().expect("an id"))
}

pub(crate) fn offer(what: &str) -> Value {
    json!({ "do": "offer", "what": what })
}
