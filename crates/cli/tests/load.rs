//! A small load on the real program, with a kill in the middle: nothing is lost, nothing doubled.

use std::path::PathBuf;

use katarenga_load::{Options, run};

#[tokio::test]
async fn a_killed_server_loses_and_doubles_nothing() {
    let server = PathBuf::from(env!("CARGO_BIN_EXE_katarenga"));
    let options = Options {
        server,
        games: 21,
        moves: 50,
        seconds: 4,
        kills: 2,
        stored: 200,
        worst: false,
        seed: 7,
    };
    let report = run(&options).await.expect("the server answers");
    assert!(report.is_whole(), "{report}");
    assert_eq!((report.games, report.connections, report.returns.len()), (21, 42, 2));
    assert_eq!(report.audit.acknowledged, report.answers.len());
    assert!(report.audit.acknowledged >= 100, "{report}");
}
