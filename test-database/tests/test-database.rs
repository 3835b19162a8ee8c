//! A PostgreSQL that is started, crashes, starts again, and leaves nothing behind.

use std::collections::BTreeSet;
use std::env;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use katarenga_test_database::{Postgres, StartError};

/// How long a PostgreSQL may take to end after the process that started it.
const END_TIMEOUT: Duration = Duration::from_secs(20);

fn accepts_connections(port: u16) -> bool {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
}

#[test]
fn statements_print_their_rows() {
    let postgres = Postgres::shared();
    let name = postgres.create_database().name;
    assert_eq!(postgres.execute(&name, "CREATE TABLE pawn (square text, colour int)"), "");
    let sql = "INSERT INTO pawn VALUES ('a1', 1), ('é8', 2); SELECT * FROM pawn ORDER BY colour";
    assert_eq!(postgres.execute(&name, sql), "a1|1\né8|2");
}

/// More than a pipe holds, in both directions at once.
#[test]
fn long_statements_may_print_much() {
    let postgres = Postgres::shared();
    let row = "x".repeat(9999);
    let sql = format!("SELECT '{row}';\n").repeat(100);
    assert_eq!(postgres.execute("postgres", &sql).len(), 100 * 10_000 - 1);
}

#[test]
#[should_panic(expected = r#"relation "nothing" does not exist"#)]
fn statements_that_fail_say_why() {
    Postgres::shared().execute("postgres", "SELECT * FROM nothing");
}

#[test]
fn databases_created_at_once_are_others() {
    let postgres = Postgres::shared();
    let created: Vec<_> = thread::scope(|scope| {
        let create = || scope.spawn(|| postgres.create_database());
        let threads: Vec<_> = (0..8).map(|_| create()).collect();
        threads.into_iter().map(|thread| thread.join().expect("a database")).collect()
    });
    let names: BTreeSet<_> = created.iter().map(|database| &database.name).collect();
    assert_eq!(names.len(), 8);
    for database in &created {
        assert_eq!(database.address, postgres.address(&database.name));
        // It would fail in a database that another one has used.
        postgres.execute(&database.name, "CREATE TABLE game (id text)");
    }
}

#[test]
fn copies_have_what_their_template_has() {
    let postgres = Postgres::shared();
    let template = postgres.create_database().name;
    postgres.execute(&template, "CREATE TABLE game (id text); INSERT INTO game VALUES ('a')");
    for _ in 0..2 {
        let copy = postgres.create_database_from(&template).name;
        assert_eq!(postgres.execute(&copy, "DELETE FROM game RETURNING id"), "a");
    }
}

/// Whether commits wait for the disk is all that differs.
#[test]
fn configurations_are_as_promised() {
    let show = |postgres: &Postgres| {
        let sql = "SHOW server_encoding; SHOW listen_addresses; SHOW unix_socket_directories; \
                   SHOW max_connections; SHOW synchronous_commit; SHOW fsync";
        postgres.execute("postgres", sql)
    };
    assert_eq!(show(Postgres::shared()), "UTF8\n127.0.0.1\n\n200\non\noff");
    let durable = Postgres::start_durable().expect("PostgreSQL");
    assert_eq!(show(&durable), "UTF8\n127.0.0.1\n\n200\non\non");
}

#[test]
fn data_survive_crashes_and_nothing_survives_the_end() {
    let postgres = Postgres::start().expect("PostgreSQL");
    let (folder, port) = (postgres.folder().to_owned(), postgres.port());
    let name = postgres.create_database().name;
    postgres.execute(&name, "CREATE TABLE game (id text)");
    postgres.restart_immediately();
    postgres.execute(&name, "INSERT INTO game VALUES ('a')");
    postgres.stop_immediately();
    assert!(!accepts_connections(port));
    postgres.start_again();
    assert_eq!(postgres.port(), port);
    assert_eq!(postgres.execute(&name, "SELECT id FROM game"), "a");
    assert!(folder.join("log").is_file());
    drop(postgres);
    assert!(!folder.exists());
    assert!(!accepts_connections(port));
}

#[test]
fn stopped_ones_leave_nothing_either() {
    let postgres = Postgres::start().expect("PostgreSQL");
    let folder = postgres.folder().to_owned();
    postgres.stop_immediately();
    drop(postgres);
    assert!(!folder.exists());
}

/// The variable by which a process that a test has started knows what it is.
const CHILD: &str = "KATARENGA_TEST_DATABASE_CHILD";

/// What the processes do that tests start: by itself this does nothing.
#[test]
fn child() {
    let Some(task) = env::var_os(CHILD) else { return };
    // A static has no destructor: the process ends with this one still there.
    let postgres = Postgres::shared();
    if task == "restart and wait" {
        postgres.restart_immediately();
    }
    println!("\nstarted {} {}", postgres.port(), postgres.folder().display());
    if task == "restart and wait" {
        thread::sleep(END_TIMEOUT * 10);
    }
}

/// Starts this program once more, with a task, until it has started a PostgreSQL.
fn start_child(task: &str) -> (Child, u16, PathBuf) {
    let program = env::current_exe().expect("this program");
    let mut command = Command::new(program);
    command.args(["--exact", "child", "--nocapture"]).env(CHILD, task).stdout(Stdio::piped());
    let mut child = command.spawn().expect("this program starts");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut lines = output.by_ref().lines().map(|line| line.expect("a line"));
    let started = lines.find_map(|line| line.strip_prefix("started ").map(str::to_owned));
    let started = started.expect("a PostgreSQL");
    // It will print more.
    child.stdout = Some(output.into_inner());
    let (port, folder) = started.split_once(' ').expect("a port and a folder");
    (child, port.parse().expect("a port"), folder.into())
}

fn wait_until_nothing_is_left(port: u16, folder: &Path) {
    let begun = Instant::now();
    while folder.exists() || accepts_connections(port) {
        assert!(begun.elapsed() < END_TIMEOUT, "{} or port {port} is left", folder.display());
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn killed_processes_leave_nothing() {
    let (mut child, port, folder) = start_child("restart and wait");
    assert!(folder.exists() && accepts_connections(port));
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    wait_until_nothing_is_left(port, &folder);
}

#[test]
fn processes_that_end_leave_nothing() {
    let (mut child, port, folder) = start_child("end");
    assert!(child.wait().expect("it has ended").success());
    wait_until_nothing_is_left(port, &folder);
}

/// Another process, for the environment of this one is that of all its tests.
#[test]
fn a_folder_without_postgresql_is_named() {
    let program = env::current_exe().expect("this program");
    let mut command = Command::new(program);
    command.args(["--exact", "child", "--nocapture"]).env(CHILD, "end");
    let output = command.env("KATARENGA_POSTGRES_BIN", "/nowhere").output().expect("it starts");
    let printed = String::from_utf8_lossy(&output.stderr);
    let expected = StartError::NotThere {
        variable: "KATARENGA_POSTGRES_BIN",
        folder: PathBuf::from("/nowhere"),
    };
    assert!(printed.contains(&expected.to_string()), "{printed}");
    assert_eq!(expected.to_string().lines().count(), 1);
}
