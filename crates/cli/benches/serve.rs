//! How fast the server is: `cargo bench -p katarenga --bench serve`.
//!
//! The real program on a database of its own: the time to its first answer, its memory at rest, moves
//! against the computer, and fifty clients at once who read games.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use katarenga_rules::{Game, GameKind, Record};
use serde_json::{Value, json};
use ureq::Agent;

/// Clients at once, and how often each asks.
const CLIENTS: usize = 50;
const REQUESTS: usize = 200;

/// How many moves are played against the computer.
const MOVES: usize = 40;

struct Running {
    child: Child,
    url: String,
    /// From its start to its first answer.
    first: Duration,
}

impl Running {
    fn start(database: &Path) -> Self {
        let begun = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_katarenga"))
            .args(["serve", "--listen", "127.0.0.1:0", "--allow", "1000000", "--database"])
            .arg(database)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
        let line = lines.next().expect("a line").expect("text");
        let url = line.rsplit(' ').next().expect("an address").to_owned();
        ureq::get(&url).call().expect("a page");
        Self { child, url, first: begun.elapsed() }
    }

    /// Resident memory in MB, where the system tells it.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(&folder.path().join("games.sqlite"));
    println!("first answer after the start: {:?}", server.first);
    thread::sleep(Duration::from_secs(2));
    println!("resident at rest: {} MB", server.memory().unwrap_or_default());
    let mut visitor = Visitor { agent: agent(), cookie: String::new(), url: &server.url };
    against_the_computer(&mut visitor);
    println!("\nreads of a game, {CLIENTS} clients at once, {REQUESTS} requests each");
    println!("{:<20}{:>8}{:>12}{:>10}{:>10}", "game", "paths", "gzip bytes", "p50 ms", "p99 ms");
    for kind in GameKind::ALL {
        reads(&mut visitor, *kind);
    }
    println!("resident afterwards: {} MB", server.memory().unwrap_or_default());
}

fn agent() -> Agent {
    Agent::new_with_config(Agent::config_builder().http_status_as_error(false).build())
}

struct Visitor<'a> {
    agent: Agent,
    cookie: String,
    url: &'a str,
}

impl Visitor<'_> {
    fn post(&mut self, path: &str, body: &Value) -> Value {
        let request = self.agent.post(format!("{}{path}", self.url)).header("cookie", &self.cookie);
        let mut response = request.send_json(body).expect("an answer");
        if let Some(cookie) = response.headers().get("set-cookie") {
            let cookie = cookie.to_str().expect("text");
            cookie.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
        }
        response.body_mut().read_json().expect("JSON")
    }

    fn get(&self, path: &str) -> Value {
        let request = self.agent.get(format!("{}{path}", self.url)).header("cookie", &self.cookie);
        request.call().expect("an answer").body_mut().read_json().expect("JSON")
    }
}

/// Moves against level 1, to the computer's answer: its legal moves with it.
fn against_the_computer(visitor: &mut Visitor<'_>) {
    let mut times = Vec::new();
    for kind in GameKind::ALL {
        let computer = json!({ "player": "computer", "level": 1 });
        let body =
            json!({ "kind": kind.name(), "white": { "player": "human" }, "black": computer });
        let mut game = visitor.post("/api/games", &body);
        let address = format!("/api/games/{}", game["id"].as_str().expect("an id"));
        for _ in 0..MOVES {
            if !game["outcome"].is_null() {
                break;
            }
            let revision = game["revision"].as_i64().expect("a number");
            let command = json!({
                "revision": revision, "request": format!("move {revision}"),
                "do": "move", "path": game["position"]["paths"][0],
            });
            let begun = Instant::now();
            game = visitor.post(&format!("{address}/commands"), &command);
            while game["thinking"] == true {
                game = visitor.get(&format!("{address}/wait?revision={}", game["revision"]));
            }
            times.push(begun.elapsed());
        }
    }
    times.sort();
    let count = times.len();
    let (median, slow) = (times[count / 2], times[count * 99 / 100]);
    println!("a move against level 1, {count} of them: median {median:?}, 99 of 100 {slow:?}");
}

/// The position of the known games with the most legal moves.
fn richest(kind: GameKind) -> String {
    let data = include_str!("../../rules/tests/data/games.jsonl");
    let known = data.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let positions = known.filter(|game| game["game"] == kind.name()).flat_map(|known| {
        let moves = known["moves"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let layout = known["layout"].as_str().map(|name| format!("[Layout \"{name}\"]\n"));
        let text = format!(
            "[Game {}]\n[Board {}]\n[First {}]\n{}\n{}\n",
            known["game"],
            known["board"],
            known["first"],
            layout.unwrap_or_default(),
            moves.collect::<Vec<_>>().join(" ")
        );
        let mut game = Record::read(&text).expect("a record").game;
        let mut found = Vec::new();
        while game.undo() {
            found.push((game.legal_moves().len(), game.board_position().to_string()));
        }
        found
    });
    positions.max_by_key(|(count, _)| *count).expect("a position").1
}

fn reads(visitor: &mut Visitor<'_>, kind: GameKind) {
    let text = richest(kind);
    let paths = Game::from_position(text.parse().expect("a position")).legal_moves().len();
    let human = json!({ "player": "human" });
    let game = visitor.post("/api/games", &json!({ "text": text, "white": human, "black": human }));
    let address = format!("{}/api/games/{}", visitor.url, game["id"].as_str().expect("an id"));
    let barrier = Barrier::new(CLIENTS);
    let ask = |agent: &Agent| {
        let begun = Instant::now();
        let request = agent.get(&address).header("accept-encoding", "gzip");
        let mut response = request.call().expect("an answer");
        let bytes = response.body_mut().read_to_vec().expect("a body").len();
        (begun.elapsed(), bytes)
    };
    let client = || {
        let agent = agent();
        ask(&agent);
        barrier.wait();
        (0..REQUESTS).map(|_| ask(&agent)).collect::<Vec<_>>()
    };
    let mut answers: Vec<(Duration, usize)> = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(client)).collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client")).collect()
    });
    answers.sort();
    let milliseconds = |at: usize| answers[answers.len() * at / 100].0.as_secs_f64() * 1e3;
    let bytes = answers[0].1;
    println!(
        "{:<20}{paths:>8}{bytes:>12}{:>10.2}{:>10.2}",
        kind.name(),
        milliseconds(50),
        milliseconds(99)
    );
}
