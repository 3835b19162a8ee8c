//! The server as a process: started, asked, ended, killed, started again.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::katarenga;

/// A server that runs, and ends with the test.
struct Running {
    child: Child,
    url: String,
}

impl Running {
    /// A server that keeps its games in a file.
    fn start(database: &Path) -> Self {
        let mut child = katarenga(Path::new("."))
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(database)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
        let first = lines.next().expect("a line").expect("text");
        let url = first.rsplit(' ').next().expect("an address").to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "{first}");
        Self { child, url }
    }

    fn get(&self, path: &str) -> Value {
        let mut response = ureq::get(format!("{}{path}", self.url)).call().expect("an answer");
        response.body_mut().read_json().expect("JSON")
    }

    /// Posts as the visitor with a cookie, if there is one; gives the answer and a new cookie.
    fn post(&self, path: &str, cookie: &str, body: &Value) -> (Value, String) {
        let request = ureq::post(format!("{}{path}", self.url)).header("cookie", cookie);
        let mut response = request.send_json(body).expect("an answer");
        let set = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let set = set.and_then(|value| value.split(';').next()).unwrap_or(cookie).to_owned();
        (response.body_mut().read_json().expect("JSON"), set)
    }

    fn signal(&self, name: &str) {
        let killed = std::process::Command::new("kill")
            .args([&format!("-{name}"), &self.child.id().to_string()])
            .status()
            .expect("kill runs");
        assert!(killed.success());
    }

    fn end(mut self, signal: &str) -> ExitStatus {
        self.signal(signal);
        self.child.wait().expect("it ends")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_the_page_and_ends_on_a_signal() {
    for signal in ["TERM", "INT"] {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Running::start(&folder.path().join("games.sqlite"));
        let mut page = ureq::get(&server.url).call().expect("a page");
        let page = page.body_mut().read_to_string().expect("text");
        assert!(page.starts_with("<!doctype html>"), "{page}");
        assert!(server.end(signal).success(), "{signal}");
    }
}

#[test]
fn waiting_clients_get_an_answer_when_the_server_stops() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(&folder.path().join("games.sqlite"));
    let human = json!({ "player": "human" });
    let body = json!({ "kind": "congress", "white": human, "black": human });
    let (game, _) = server.post("/api/games", "", &body);
    let address = format!("{}/api/games/{}/wait?revision=0", server.url, text(&game["id"]));
    let waiting = std::thread::spawn(move || ureq::get(address).call().map(|_| ()));
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    assert!(server.end("TERM").success());
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    waiting.join().expect("no panic").expect("an answer");
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

#[test]
fn a_killed_server_loses_no_acknowledged_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("games.sqlite");
    let mut server = Running::start(&database);
    let human = json!({ "player": "human" });
    let body = json!({ "kind": "congress", "white": human, "black": human });
    let (mut game, cookie) = server.post("/api/games", "", &body);
    let address = format!("/api/games/{}", text(&game["id"]));
    for round in 0..3 {
        for _ in 0..5 {
            let revision = game["revision"].as_i64().expect("a number");
            let command = json!({
                "revision": revision, "request": format!("move {revision}"),
                "do": "move", "path": game["position"]["paths"][0],
            });
            game = server.post(&format!("{address}/commands"), &cookie, &command).0;
        }
        // In the moment of the answer.
        assert!(!server.end("KILL").success());
        server = Running::start(&database);
        let kept = server.get(&address);
        assert_eq!(kept["moves"], game["moves"], "after {round} rounds");
        assert_eq!(kept["revision"], game["revision"]);
    }
}

/// A server that can't start: its status and what it complains of.
fn refused(args: &[&str], data: &Path) -> (Option<i32>, String) {
    let mut child = katarenga(Path::new("."))
        .arg("serve")
        .args(args)
        .env("XDG_DATA_HOME", data)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begun.elapsed() > Duration::from_secs(20) {
            let _ = child.kill();
            panic!("it serves");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let Output { status, stderr, .. } = child.wait_with_output().expect("an end");
    (status.code(), String::from_utf8(stderr).expect("text"))
}

#[test]
fn what_hinders_the_start_is_reported_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).display().to_string();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("an address").to_string();
    fs::write(place("no-database"), "This is no database. ".repeat(200)).expect("written");
    let damaged = place("damaged");
    fs::write(place("file"), "").expect("written");
    {
        let server = Running::start(Path::new(&damaged));
        assert!(server.end("TERM").success());
        let mut bytes = fs::read(&damaged).expect("a database");
        let length = bytes.len();
        bytes[100..length / 2].fill(0x5a);
        fs::write(&damaged, bytes).expect("written");
    }
    for (args, hint) in [
        (vec!["--listen", &taken, "--database", ":memory:"], "--listen"),
        (vec!["--database", &place("no-database")], "--database"),
        (vec!["--database", &damaged], "--database"),
        (vec!["--database", &place("missing/games.sqlite")], "--database"),
        (vec!["--database", &place("")], "--database"),
    ] {
        let args = [&["--listen", "127.0.0.1:0"][..], &args].concat();
        let args = if args.contains(&taken.as_str()) { &args[2..] } else { &args[..] };
        let (status, complaint) = refused(args, folder.path());
        assert_eq!(status, Some(1), "{args:?}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{args:?}: {complaint}");
        assert!(complaint.starts_with("error: ") && complaint.contains(hint), "{complaint}");
    }
    // The usual folder can't be made under a file.
    let (status, complaint) = refused(&["--listen", "127.0.0.1:0"], &folder.path().join("file"));
    assert_eq!((status, complaint.lines().count()), (Some(1), 1), "{complaint}");
    let (status, complaint) = refused(&["--listen", "nowhere"], folder.path());
    assert_eq!(status, Some(2), "{complaint}");
}

#[test]
fn settings_come_from_the_environment_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = katarenga(Path::new("."))
        .env("KATARENGA_LISTEN", "127.0.0.1:0")
        .env("XDG_DATA_HOME", folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("an output"));
    let mut lines = [String::new(), String::new()];
    for line in &mut lines {
        output.read_line(line).expect("text");
    }
    let _ = child.kill();
    let _ = child.wait();
    let _ = output.read_to_end(&mut Vec::new());
    assert!(lines[0].contains("http://127.0.0.1:"), "{lines:?}");
    let file = folder.path().join("katarenga/games.sqlite");
    assert!(lines[1].contains(&file.display().to_string()), "{lines:?}");
    assert!(file.exists());
}

/// The option and the variable of 1.1 are still read.
#[test]
fn the_rate_limit_factor_is_read_under_its_former_names_too() {
    let given = [
        (Some("--rate-limit-factor"), None),
        (Some("--allow"), None),
        (None, Some("KATARENGA_RATE_LIMIT_FACTOR")),
        (None, Some("KATARENGA_ALLOW")),
    ];
    for (option, variable) in given {
        let mut command = katarenga(Path::new("."));
        command.arg("serve");
        if let Some(option) = option {
            command.args([option, "0"]);
        }
        if let Some(variable) = variable {
            command.env(variable, "0");
        }
        let output = command.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{option:?} {variable:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("0 is not in 1..=1000000"), "{errors}");
    }
}
