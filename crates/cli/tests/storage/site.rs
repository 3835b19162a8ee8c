//! A server that runs, what is asked of it, and what befalls its disk.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::katarenga;

/// How long a server may take to notice or to heal, on a machine that is busy.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(30);

/// A server, and a visitor of it.
pub(crate) struct Site {
    child: Child,
    url: String,
    cookie: String,
    log: Arc<Mutex<String>>,
    database: PathBuf,
}

impl Site {
    pub(crate) fn start(database: &Path) -> Self {
        Self::with(database, None)
    }

    pub(crate) fn with(database: &Path, faults: Option<&Faults>) -> Self {
        let mut command = katarenga(Path::new("."));
        command.args(["serve", "--listen", "127.0.0.1:0", "--allow", "1000", "--database"]);
        command.arg(database);
        if let Some(faults) = faults {
            faults.reach(&mut command);
        }
        let mut site = Self::spawn(command);
        database.clone_into(&mut site.database);
        site
    }

    pub(crate) fn spawn(mut command: Command) -> Self {
        let spawned = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = spawned.expect("the program starts");
        let log = Arc::<Mutex<String>>::default();
        let (errors, told) = (child.stderr.take().expect("an output"), log.clone());
        thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
                *told += &(line + "\n");
            }
        });
        let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
        let first = lines.next().map(|line| line.expect("text"));
        let url = first.as_ref().and_then(|line| line.rsplit(' ').next()).unwrap_or_default();
        let (url, cookie) = (url.to_owned(), String::new());
        Self { child, url, cookie, log, database: PathBuf::new() }
    }

    /// Ends it, however.
    pub(crate) fn end(&mut self, signal: &str) {
        let id = self.child.id().to_string();
        let killed = Command::new("kill").args([&format!("-{signal}"), &id]).status();
        assert!(killed.expect("kill runs").success());
        self.child.wait().expect("it ends");
    }

    /// Another server on the same database, for the same visitor.
    pub(crate) fn restart(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let cookie = std::mem::take(&mut self.cookie);
        *self = Self::start(&self.database);
        self.cookie = cookie;
    }

    /// The status of an answer, and what it says.
    fn answer(&mut self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        let agent = ureq::Agent::new_with_config(config);
        let url = format!("{}{path}", self.url);
        let answer = match (method, body) {
            ("PUT", Some(body)) => agent.put(url).header("cookie", &self.cookie).send_json(body),
            (_, Some(body)) => agent.post(url).header("cookie", &self.cookie).send_json(body),
            _ => agent.get(url).header("cookie", &self.cookie).call(),
        };
        let mut answer = answer.expect("an answer");
        let set = answer.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        if let Some(cookie) = set.and_then(|value| value.split(';').next()) {
            cookie.clone_into(&mut self.cookie);
        }
        let status = answer.status().as_u16();
        assert!(
            status != 503 || path == "/healthz" || answer.headers().contains_key("retry-after")
        );
        (status, answer.body_mut().read_to_string().expect("text"))
    }

    /// The status of an answer, and the code of a refusal.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: &Value) -> (u16, String) {
        let (status, text) = self.answer(method, path, Some(body));
        let answer: Value = serde_json::from_str(&text).unwrap_or_default();
        (status, answer["code"].as_str().unwrap_or_default().to_owned())
    }

    fn get(&mut self, path: &str) -> Value {
        let (status, text) = self.answer("GET", path, None);
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).expect("JSON")
    }

    fn game() -> Value {
        let human = json!({ "player": "human" });
        json!({ "kind": "congress", "white": human, "black": human })
    }

    pub(crate) fn begin(&mut self) -> String {
        let (status, text) = self.answer("POST", "/api/games", Some(&Self::game()));
        assert_eq!(status, 201, "{text}");
        let game: Value = serde_json::from_str(&text).expect("JSON");
        game["id"].as_str().expect("an id").to_owned()
    }

    pub(crate) fn try_to_begin(&mut self) -> (u16, String) {
        self.ask("POST", "/api/games", &Self::game())
    }

    /// Plays the first legal move.
    pub(crate) fn play(&mut self, id: &str) -> (u16, String) {
        let game = self.get(&format!("/api/games/{id}"));
        let request = format!("{:?}", Instant::now());
        let request = request.chars().filter(char::is_ascii_digit).collect::<String>();
        let body = json!({
            "revision": game["revision"], "request": request,
            "do": "move", "path": game["position"]["paths"][0],
        });
        self.ask("POST", &format!("/api/games/{id}/commands"), &body)
    }

    pub(crate) fn revision(&mut self, id: &str) -> i64 {
        self.get(&format!("/api/games/{id}"))["revision"].as_i64().expect("a number")
    }

    pub(crate) fn epoch(&mut self, id: &str) -> String {
        let game = self.get(&format!("/api/games/{id}"));
        game["epoch"].as_str().expect("an epoch").to_owned()
    }

    pub(crate) fn health(&mut self) -> (u16, String) {
        self.answer("GET", "/healthz", None)
    }

    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    #[track_caller]
    pub(crate) fn waits_for(&mut self, mut what: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !what() {
            assert!(begun.elapsed() < RECOVERY_TIMEOUT, "in vain: {}", self.log());
            thread::sleep(Duration::from_millis(50));
        }
    }

    #[track_caller]
    pub(crate) fn is_well_soon(&mut self) {
        let begun = Instant::now();
        while self.health().0 != 200 {
            assert!(begun.elapsed() < RECOVERY_TIMEOUT, "it is not well: {:?}", self.health());
            thread::sleep(Duration::from_millis(50));
        }
    }

    #[track_caller]
    pub(crate) fn has_logged(&mut self, text: &str) {
        let log = self.log.clone();
        self.waits_for(|| log.lock().unwrap_or_else(PoisonError::into_inner).contains(text));
    }

    /// Says what happened, and is well after it.
    #[track_caller]
    pub(crate) fn is_well_again_after(&mut self, text: &str) {
        self.has_logged(text);
        self.has_logged("can be written again");
        self.is_well_soon();
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A small disk.
pub(crate) struct Tmpfs(TempDir);

impl Tmpfs {
    /// One of a number of kilobytes, where that is allowed.
    pub(crate) fn new(kilobytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={kilobytes}k"), "tmpfs"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status();
        mounted.is_ok_and(|status| status.success()).then_some(Self(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        // A server may still have files open there.
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

/// Faults of a disk, for programs that they reach.
pub(crate) struct Faults(TempDir);

impl Faults {
    /// None yet; where there is a C compiler.
    pub(crate) fn new() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/storage/faults.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-o"])
            .arg(folder.path().join("faults.so"))
            .arg(source)
            .status();
        compiled.is_ok_and(|status| status.success()).then_some(Self(folder))
    }

    pub(crate) fn reach(&self, command: &mut Command) {
        command.env("LD_PRELOAD", self.0.path().join("faults.so")).env("FAULTS", self.0.path());
    }

    pub(crate) fn set(&self, fault: &str) {
        fs::write(self.0.path().join(fault), "").expect("written");
    }

    pub(crate) fn clear(&self, fault: &str) {
        fs::remove_file(self.0.path().join(fault)).expect("it goes");
    }
}
