//! The program with a database of PostgreSQL: what can be wrong with one at the start, and what the
//! operator does with it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use katarenga_test_database::Postgres;

use crate::admin::Server;

fn katarenga(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_katarenga")).args(args).output().expect("it runs")
}

/// What the server says that doesn't start with a database: one line, within a time.
fn refusal(address: &str) -> String {
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_katarenga"))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", address])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    while child.try_wait().expect("its status").is_none() {
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().expect("it ends");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("its output");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(output.stdout.is_empty(), "{output:?}");
    assert!(!said.contains("s3cret"), "{said}");
    said
}

#[track_caller]
fn says(said: &str, words: &[&str]) {
    assert!(words.iter().all(|word| said.contains(word)), "{said} lacks one of {words:?}");
}

#[test]
fn an_address_at_which_there_is_nothing() {
    says(&refusal("postgres://ann:s3cret@127.0.0.1:1/games"), &["127.0.0.1:1", "can't be reached"]);
    says(&refusal("postgres://ann:s3cret@nowhere.invalid/games"), &["nowhere.invalid"]);
    says(&refusal("postgres://ann:s3cret@127.0.0.1:port/games"), &["the address can't be read"]);
    says(&refusal("postgres://ann:s3cret@127.0.0.1/games?sslmode=odd"), &["the address"]);
}

#[test]
fn a_database_that_is_not_there_or_not_ours() {
    let postgres = Postgres::shared();
    let address =
        |name: &str| format!("postgres://postgres:s3cret@127.0.0.1:{}/{name}", postgres.port());
    says(&refusal(&address("nowhere")), &["there is no database nowhere", "createdb nowhere"]);
    let foreign = postgres.create_database();
    postgres.execute(&foreign.name, "CREATE TABLE bookmark (title text)");
    says(&refusal(&address(&foreign.name)), &["another program", "empty"]);
    assert_eq!(
        postgres.execute(
            &foreign.name,
            "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        ),
        "1"
    );
    // One that a later version has brought up to date.
    let later = postgres.create_database();
    assert!(katarenga(&["admin", "--database", &later.address, "list"]).status.code() == Some(1));
    postgres.execute(
        &later.name,
        "CREATE TABLE katarenga (needs bigint); INSERT INTO katarenga VALUES (99)",
    );
    says(&refusal(&address(&later.name)), &["a later version"]);
}

#[test]
fn a_password_that_is_wrong() {
    let postgres = Postgres::start().expect("PostgreSQL");
    let database = postgres.create_database();
    postgres.execute(&database.name, "CREATE ROLE ann LOGIN PASSWORD 'right'");
    let rules = postgres.folder().join("data/pg_hba.conf");
    let open = std::fs::read_to_string(&rules).expect("the rules");
    std::fs::write(&rules, format!("host all ann 127.0.0.1/32 scram-sha-256\n{open}"))
        .expect("they are written");
    postgres.restart_immediately();
    let address =
        |user: &str| format!("postgres://{user}@127.0.0.1:{}/{}", postgres.port(), database.name);
    says(&refusal(&address("ann:s3cret")), &["the password of user ann is wrong"]);
    says(&refusal(&address("nobody-of-that-name")), &["nobody-of-that-name"]);
}

/// It accepts connections and never answers, or hangs up.
#[test]
fn a_server_that_goes_away_in_the_middle_of_starting() {
    use std::io::Read as _;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut some = [0; 8];
            let _ = stream.expect("a connection").read(&mut some);
        }
    });
    let said = refusal(&format!("postgres://ann:s3cret@127.0.0.1:{port}/games?sslmode=disable"));
    says(&said, &["can't be reached", &port.to_string()]);
}

/// A file with 21 games: a new one, whose id is given, and imported ones of two moves.
fn file_with_games(folder: &Path) -> (PathBuf, String) {
    let file = folder.join("games.sqlite");
    let server = Server::start(&file);
    let id = server.begin();
    let text = "[Event \"Fête\"]\n[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1! {one} b2?! *\n";
    for _ in 0..20 {
        server.begin_with(&serde_json::json!({ "text": text }));
    }
    server.try_puzzle();
    (file, id)
}

/// What a game is, as its owner or anybody else sees it.
fn record(address: &str) -> String {
    let output = katarenga(&["admin", "--database", address, "export"]);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn copy(file: &Path, address: &str) -> Output {
    katarenga(&["admin", "copy", "--from", &file.display().to_string(), "--to", address])
}

#[test]
fn the_games_of_a_file_are_brought_to_postgresql() {
    let postgres = Postgres::shared();
    let folder = tempfile::tempdir().expect("a folder");
    let (file, id) = file_with_games(folder.path());
    let database = postgres.create_database();
    let copied = copy(&file, &database.address);
    assert!(copied.status.success(), "{copied:?}");
    let said = String::from_utf8_lossy(&copied.stdout).into_owned();
    says(
        &said,
        &[
            "game              21 rows",
            "event             40 rows",
            "notes             20 rows",
            "puzzle_try         1 rows",
        ],
    );
    let records = record(&database.address);
    assert_eq!(records, record(&file.display().to_string()));
    let listed = katarenga(&["admin", "--database", &database.address, "list"]);
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert_eq!(listed.lines().count(), 21);
    // It can be served, and goes on where the file ended.
    let server = Server::start(&database.address);
    assert_eq!(server.status(&format!("/api/games/{id}")), 200);
    let new = server.begin();
    drop(server);
    // What is served is not copied over.
    let again = copy(&file, &database.address);
    assert_eq!(again.status.code(), Some(1));
    says(&String::from_utf8_lossy(&again.stderr), &["other games", "empty"]);
    // The operator deletes, and is sent to PostgreSQL's own backups.
    let deleted = katarenga(&["admin", "--database", &database.address, "delete", &new]);
    assert!(deleted.status.success(), "{deleted:?}");
    let backup = folder.path().join("backup.sqlite").display().to_string();
    let refused = katarenga(&["admin", "--database", &database.address, "backup", &backup]);
    says(&String::from_utf8_lossy(&refused.stderr), &["pg_dump"]);
}

#[test]
fn a_copy_that_was_interrupted_goes_on_and_one_that_differs_is_found() {
    let postgres = Postgres::shared();
    let folder = tempfile::tempdir().expect("a folder");
    let (file, _) = file_with_games(folder.path());
    let database = postgres.create_database();
    assert!(copy(&file, &database.address).status.success());
    let rest = "DELETE FROM event WHERE game > (SELECT min(id) FROM game); \
                DELETE FROM player; CREATE TABLE copying ();";
    postgres.execute(&database.name, rest);
    says(&refusal(&database.address), &["still being copied", "katarenga admin copy"]);
    let copied = copy(&file, &database.address);
    assert!(copied.status.success(), "{copied:?}");
    assert_eq!(record(&database.address), record(&file.display().to_string()));
    let change = "UPDATE event SET at = at + 1 WHERE game = (SELECT max(game) FROM event); \
                  CREATE TABLE copying ();";
    postgres.execute(&database.name, change);
    let copied = copy(&file, &database.address);
    assert_eq!(copied.status.code(), Some(1), "{copied:?}");
    says(&String::from_utf8_lossy(&copied.stderr), &["event", "differs"]);
    says(&refusal(&database.address), &["still being copied"]);
    let nowhere = folder.path().join("nothing.sqlite");
    assert_eq!(copy(&nowhere, &database.address).status.code(), Some(1));
}
