//! The same requests to a server and to what a browser has instead of one: the same answers.

use axum::http::{Method, StatusCode};
use katarenga_browser::answer_json;
use katarenga_rules::GameKind;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::site::{Site, Visitor};

/// A visitor of both: each has a game of its own for every game that is begun.
struct Pair {
    site: Site,
    visitor: Visitor,
    /// What the browser keeps of its games, by their ids.
    kept: Vec<(String, Value)>,
    requests: u64,
}

/// A game on both sides: its id on the server and in the browser.
#[derive(Clone, Debug)]
struct Game([String; 2]);

impl Pair {
    async fn new() -> Self {
        let (site, visitor) = (Site::new().await, Visitor::default());
        Self { site, visitor, kept: Vec::new(), requests: 0 }
    }

    /// What both say to a request, in which `ID` stands for the game.
    async fn ask(
        &mut self,
        method: &str,
        path: &str,
        game: Option<&Game>,
        body: Option<&Value>,
    ) -> [(StatusCode, Value); 2] {
        let ids = game.map_or([String::new(), String::new()], |game| game.0.clone());
        let [there, here] = ids.clone().map(|id| path.replace("ID", &id));
        let named: Method = method.parse().expect("a method");
        let said = self.visitor.ask(&self.site, named, &there, body).await;
        let text = said.text();
        let there = (said.status, serde_json::from_str(&text).unwrap_or(Value::String(text)));
        [there, self.ask_browser(method, &here, &ids[1], body)]
    }

    fn ask_browser(
        &mut self,
        method: &str,
        path: &str,
        id: &str,
        body: Option<&Value>,
    ) -> (StatusCode, Value) {
        self.requests += 1;
        let game = self.kept.iter().find(|(known, _)| known == id).map(|(_, row)| row.clone());
        let series: Vec<Value> =
            game.iter().flat_map(|row| self.of_match(&row["series"])).collect();
        let request = json!({
            "method": method, "path": path, "body": body, "now": self.requests,
            "chance": self.requests, "game": game.map(|row| row["game"].clone()), "series": series,
        });
        let text = answer_json(request.to_string().as_bytes(), |_| ());
        let mut answer: Value = serde_json::from_str(&text).expect("JSON");
        for row in answer["keep"].as_array().expect("games") {
            let id = row["id"].as_str().expect("an id").to_owned();
            self.kept.retain(|(known, _)| *known != id);
            self.kept.push((id, row.clone()));
        }
        let status = answer["status"].as_u64().expect("a status") as u16;
        (StatusCode::from_u16(status).expect("a status"), answer["body"].take())
    }

    fn of_match(&self, series: &Value) -> Vec<Value> {
        let games = self.kept.iter().filter(|(_, row)| row["series"] == *series);
        games.map(|(_, row)| row["match"].clone()).collect()
    }

    /// Makes a request to both, which must answer alike; gives the status and what the browser says.
    #[track_caller]
    fn same(path: &str, answers: [(StatusCode, Value); 2]) -> (StatusCode, Value) {
        let [there, here] = answers.map(|(status, body)| (status, without_chance(body)));
        assert_eq!(there, here, "{path}");
        here
    }

    /// Begins the same game on both sides.
    async fn begin(&mut self, body: &Value) -> Game {
        let answers = self.ask("POST", "/api/games", None, Some(body)).await;
        let ids =
            answers.clone().map(|(_, game)| game["id"].as_str().unwrap_or_default().to_owned());
        let (status, _) = Self::same(&body.to_string(), answers);
        assert_eq!(status, StatusCode::CREATED);
        Game(ids)
    }

    async fn command(&mut self, game: &Game, revision: i64, command: Value) -> (StatusCode, Value) {
        let mut body = json!({ "revision": revision, "request": format!("{}", self.requests) });
        for (name, value) in command.as_object().expect("an object") {
            body[name] = value.clone();
        }
        let path = "/api/games/ID/commands";
        Self::same(&body.to_string(), self.ask("POST", path, Some(game), Some(&body)).await)
    }
}

/// An answer without ids, times, what the two editions are called, and in which line and column of the
/// body something is wrong, which the server alone says: all else is to be the same.
fn without_chance(mut body: Value) -> Value {
    const OWN: [&str; 6] = ["id", "epoch", "created", "updated", "previous", "next"];
    match &mut body {
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                let is_own = OWN.contains(&name.as_str()) && !value.is_null();
                if let Value::String(message) = value
                    && name == "message"
                {
                    message.truncate(message.find(" at line ").unwrap_or(message.len()));
                }
                *value = if is_own { json!("own") } else { without_chance(value.take()) };
            }
        }
        Value::Array(values) => {
            for value in values {
                *value = without_chance(value.take());
            }
        }
        _ => {}
    }
    body
}

/// Everything that is asked about a game as it stands.
async fn look(pair: &mut Pair, game: &Game) {
    for path in [
        "/api/games/ID",
        "/api/games/ID/history",
        "/api/games/ID/record",
        "/api/games/ID/position",
        "/api/games/ID/position?ply=0",
        "/api/games/ID/position?ply=99999",
        "/api/games/ID/diagram.svg?flip=true",
        "/api/games/ID/refusal?path=a1,h8",
        "/api/games/ID/refusal?path=a1",
        "/api/games/ID/refusal?path=a1,b1,c1,d1",
        "/api/games/ID/refusal",
    ] {
        let answers = pair.ask("GET", path, Some(game), None).await;
        Pair::same(path, answers);
    }
}

#[tokio::test]
async fn games_of_every_kind_are_played_alike() {
    let mut pair = Pair::new().await;
    let mut chance = ChaCha8Rng::seed_from_u64(14);
    let human = json!({ "player": "human" });
    for kind in GameKind::ALL {
        let board = kind.random_board(&mut chance).to_string();
        let layout = kind.info().layout_names().next();
        let body = json!({
            "kind": kind.name(), "board": board, "layout": layout, "target": 2,
            "white": human, "black": human, "first": "black",
        });
        let game = pair.begin(&body).await;
        let mut revision = 0;
        for _ in 0..12 {
            let path = "/api/games/ID";
            let (_, now) = Pair::same(path, pair.ask("GET", path, Some(&game), None).await);
            let paths = now["position"]["paths"].as_array().expect("paths").clone();
            if paths.is_empty() {
                break;
            }
            let path = &paths[chance.random_range(0..paths.len())];
            pair.command(&game, revision, json!({ "do": "move", "path": path })).await;
            revision += 1;
        }
        look(&mut pair, &game).await;
        // What can be done, in its order, and what can't be.
        for command in [
            json!({ "do": "undo" }),
            json!({ "do": "undo" }),
            json!({ "do": "redo" }),
            json!({ "do": "move", "path": ["a1", "a1"] }),
            json!({ "do": "move", "path": ["z9"] }),
            json!({ "do": "offer", "what": "draw" }),
            json!({ "do": "offer", "what": "nonsense" }),
            json!({ "do": "accept" }),
            json!({ "do": "abort" }),
            json!({ "do": "dance" }),
            json!({ "do": "move" }),
            json!({ "do": "resign" }),
            json!({ "do": "resign", "side": "green" }),
            json!({ "path": ["a1"] }),
        ] {
            let (status, _) = pair.command(&game, revision, command).await;
            revision += i64::from(status == StatusCode::OK);
        }
        pair.command(&game, revision - 1, json!({ "do": "resign", "side": "white" })).await;
        pair.command(&game, revision, json!({ "do": "resign", "side": "white" })).await;
        pair.command(&game, revision + 1, json!({ "do": "resign", "side": "black" })).await;
        look(&mut pair, &game).await;
    }
}

#[tokio::test]
async fn matches_go_on_alike() {
    let mut pair = Pair::new().await;
    let human = json!({ "player": "human" });
    let body = json!({ "kind": "congress", "target": 2, "white": human, "black": human });
    let first = pair.begin(&body).await;
    let next = async |pair: &mut Pair, game: &Game| {
        pair.ask("POST", "/api/games/ID/next", Some(game), Some(&json!({ "board": "same" }))).await
    };
    let refused = next(&mut pair, &first).await;
    Pair::same("too soon", refused);
    pair.command(&first, 0, json!({ "do": "resign", "side": "black" })).await;
    let answers = next(&mut pair, &first).await;
    let second =
        Game(answers.clone().map(|(_, game)| game["id"].as_str().expect("an id").to_owned()));
    let (status, begun) = Pair::same("next", answers);
    assert_eq!((status, &begun["match"]["number"]), (StatusCode::CREATED, &json!(2)));
    look(&mut pair, &first).await;
    pair.command(&second, 0, json!({ "do": "resign", "side": "black" })).await;
    let over = next(&mut pair, &second).await;
    let (status, over) = Pair::same("over", over);
    assert_eq!((status, &over["code"]), (StatusCode::CONFLICT, &json!("match-over")));
}

#[tokio::test]
async fn boards_and_texts_are_read_alike() {
    let mut pair = Pair::new().await;
    for path in [
        "/api/kinds",
        "/api/quarters",
        "/api/board?code=1a0-2a0-3a0-4a0",
        "/api/board?code=1a0-2a0-3a0-4a0&kind=greengage&layout=red-blue",
        "/api/board?code=2a0&kind=congress",
        "/api/board?code=nonsense",
        "/api/board?code=2a0&kind=nonsense",
        "/api/board?code=2a0&kind=cornered&layout=nonsense",
        "/api/board/random?kind=quebec&seed=7",
        "/api/board/random?kind=nonsense",
    ] {
        let answers = pair.ask("GET", path, None, None).await;
        Pair::same(path, answers);
    }
    let record = "[Game \"big-bang\"]\n[Board \"1a0-2a0-3a0-4a0\"]\n\n1. f6-g7 c4-b5 2. g7-c7 *";
    for text in [
        record,
        "[Game \"big-bang\"]\n\n1. f6-g7 nonsense *",
        "katarenga 1a0-2a0-3a0-4a0 bbbbbbbb/8/8/8/8/8/8/wwwwwwww w w barred=2",
        "cornered 2a0 nonsense",
        "",
    ] {
        for path in ["/api/read", "/api/read/all"] {
            let answers = pair.ask("POST", path, None, Some(&json!({ "text": text }))).await;
            Pair::same(&format!("{path} {text}"), answers);
        }
    }
    let human = json!({ "player": "human" });
    let imported = json!({ "text": record, "white": human, "black": human });
    let game = pair.begin(&imported).await;
    look(&mut pair, &game).await;
    for body in [
        json!({ "text": record, "kind": "congress", "white": human, "black": human }),
        json!({ "kind": "congress", "board": "nonsense", "white": human, "black": human }),
        json!({ "kind": "nonsense", "white": human, "black": human }),
        json!({ "kind": "congress", "white": human, "black": { "player": "computer", "level": 99 } }),
        json!({ "kind": "congress", "white": human, "black": { "player": "human", "level": 3 } }),
        json!({ "kind": "congress", "white": human, "black": { "player": "computer" } }),
        json!({ "kind": "congress", "white": human, "black": { "player": "robot" } }),
        json!({ "kind": "congress", "white": human, "black": { "player": "human", "age": 9 } }),
        json!({ "kind": "congress", "white": human }),
        json!({ "kind": "congress", "target": 0, "white": human, "black": human }),
        json!({ "white": human, "black": human }),
    ] {
        let answers = pair.ask("POST", "/api/games", None, Some(&body)).await;
        let (status, _) = Pair::same(&body.to_string(), answers);
        assert!(status.is_client_error(), "{body}");
    }
}
