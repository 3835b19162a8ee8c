//! `katarenga admin`, also while a server runs on the same database.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_katarenga");

pub(crate) struct Server {
    child: Child,
    url: String,
}

impl Server {
    /// Starts it with a database: a file or an address.
    pub(crate) fn start(database: impl AsRef<std::ffi::OsStr>) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(database.as_ref())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
        let line = lines.next().expect("a line").expect("text");
        Self { child, url: line.rsplit(' ').next().expect("an address").to_owned() }
    }

    pub(crate) fn begin(&self) -> String {
        self.begin_with(&json!({ "kind": "cornered", "board": "2a0" }))
    }

    /// Begins a game of two people at one screen.
    pub(crate) fn begin_with(&self, what: &Value) -> String {
        let mut body = what.clone();
        body["white"] = json!({ "player": "human" });
        body["black"] = json!({ "player": "human" });
        let mut answer =
            ureq::post(format!("{}/api/games", self.url)).send_json(&body).expect("an answer");
        let game: Value = answer.body_mut().read_json().expect("JSON");
        game["id"].as_str().expect("an id").to_owned()
    }

    /// Says that a puzzle was solved.
    pub(crate) fn try_puzzle(&self) {
        let files = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/troika.txt");
        let text = std::fs::read_to_string(files).expect("a file");
        let puzzle = text.lines().find(|line| !line.starts_with('#')).expect("a puzzle");
        let (id, _) = puzzle.split_once(' ').expect("an id");
        let address = format!("{}/api/puzzles/{id}/tries", self.url);
        let answer = ureq::post(address).send_json(json!({ "solved": true })).expect("an answer");
        assert_eq!(answer.status(), 200);
    }

    pub(crate) fn status(&self, path: &str) -> u16 {
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        let agent = ureq::Agent::new_with_config(config);
        agent.get(format!("{}{path}", self.url)).call().expect("an answer").status().as_u16()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn admin(database: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("admin").arg("--database").arg(database).args(args);
    command.output().expect("the program runs")
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn games_are_listed_exported_copied_and_deleted_while_the_server_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("games.sqlite");
    let server = Server::start(&database);
    let (kept, deleted) = (server.begin(), server.begin());
    let list = told(&admin(&database, &["list"]));
    assert!(list.contains(&kept) && list.contains(&deleted) && list.contains("ongoing"), "{list}");
    let records = told(&admin(&database, &["export"]));
    assert_eq!(records.matches("[Game \"cornered\"]").count(), 2, "{records}");

    assert_eq!(server.status(&format!("/api/games/{deleted}")), 200);
    told(&admin(&database, &["delete", &deleted]));
    // The server notices within a moment.
    let gone = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        server.status(&format!("/api/games/{deleted}")) == 404
    });
    assert!(gone, "the server still shows a game that was deleted");
    assert_eq!(server.status(&format!("/api/games/{kept}")), 200);

    let copy = folder.path().join("copy.sqlite");
    told(&admin(&database, &["backup", copy.to_str().expect("text")]));
    let list = told(&admin(&copy, &["list"]));
    assert!(list.contains(&kept) && !list.contains(&deleted), "{list}");
    assert_eq!(server.status("/healthz"), 200);
    assert_eq!(server.status("/metrics"), 200);
}

#[test]
fn what_can_not_be_done_is_said_in_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("games.sqlite");
    let nothing = admin(&database, &["list"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(!database.exists(), "looking makes no database");
    let server = Server::start(&database);
    let id = server.begin();
    for args in [&["delete", "nothing"] as &[&str], &["backup", database.to_str().expect("text")]] {
        let output = admin(&database, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{args:?}");
    }
    assert_eq!(server.status(&format!("/api/games/{id}")), 200);
}
