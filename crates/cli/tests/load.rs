//! A small load on the real program, disturbed in the middle: nothing is lost, nothing doubled.

use std::path::PathBuf;

use katarenga_load::DisturbanceKind::{Cut, Kill, Restart};
use katarenga_load::{DatabaseKind, Options, run};

/// The real program, and a load for it that nothing disturbs.
fn options(games: usize, seconds: u64) -> Options {
    Options {
        server: PathBuf::from(env!("CARGO_BIN_EXE_katarenga")),
        nodes: 1,
        database: DatabaseKind::Sqlite,
        games,
        moves: 50,
        seconds,
        kills: 0,
        restarts: 0,
        cuts: 0,
        stored: 0,
        worst: false,
        seed: 7,
    }
}

#[tokio::test]
async fn a_killed_server_loses_and_doubles_nothing() {
    let options = Options { kills: 2, stored: 200, ..options(21, 4) };
    let report = run(&options).await.expect("the server answers");
    assert!(report.is_whole(), "{report}");
    assert_eq!((report.games, report.connections, report.disturbances.len()), (21, 42, 2));
    assert_eq!(report.audit.acknowledged, report.answers.all.len());
    assert!(report.audit.acknowledged >= 100, "{report}");
}

#[tokio::test]
async fn servers_that_share_a_database_lose_and_double_nothing_when_disturbed() {
    let (nodes, database) = (2, DatabaseKind::Postgres);
    let options =
        Options { nodes, database, kills: 1, restarts: 1, cuts: 1, stored: 200, ..options(10, 3) };
    let report = run(&options).await.expect("the servers answer");
    assert!(report.is_whole(), "{report}");
    assert_eq!(report.audit.acknowledged, report.answers.all.len());
    assert!(report.audit.acknowledged >= 50, "{report}");
    let kinds: Vec<_> = report.disturbances.iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [Kill(0), Restart, Cut]);
    assert_eq!((report.memory.len(), report.lists.len()), (2, 5));
}

#[tokio::test]
async fn a_file_is_for_one_server() {
    for (wrong, option) in [
        (Options { nodes: 2, ..options(1, 1) }, "--nodes above 1"),
        (Options { restarts: 1, ..options(1, 1) }, "--restarts"),
        (Options { cuts: 1, ..options(1, 1) }, "--cuts"),
    ] {
        let error = run(&wrong).await.expect_err("it can't be had").to_string();
        assert_eq!(
            error,
            format!("{option} needs --database postgres: one server alone has a file")
        );
    }
}
