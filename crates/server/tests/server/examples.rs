//! The examples of `docs/server.md`, run against a server on a real port.

use std::future::pending;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::site::Site;

/// The blocks of code of a language in the document.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let blocks = document.split(&fence).skip(1).filter_map(|rest| rest.split_once("```"));
    blocks.map(|(block, _)| block.to_owned()).collect()
}

/// What a program prints, line by line.
fn run(command: &mut Command) -> Vec<String> {
    let output = command.output().expect("the program is installed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_examples_of_the_documentation_work() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server.md");
    let document = std::fs::read_to_string(document).expect("the document");
    let mut site = Site::new().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let running = tokio::spawn(site.take_server().run(listener, pending()));
    let document = document.replace("127.0.0.1:4664", &address);
    let folder = tempfile::tempdir().expect("a folder");
    let script = blocks(&document, "sh").join("\necho\n") + "\necho\necho $id\n";
    let mut shell = Command::new("sh");
    let printed = run(shell.args(["-eu", "-c", &script]).current_dir(&folder));
    let [moved, refused, id] = printed.as_slice() else { panic!("{printed:?}") };
    let [moved, refused] = [moved, refused].map(|line| line.parse::<Value>().expect("JSON"));
    assert_eq!((&moved["id"], &moved["revision"]), (&json!(id), &json!(1)));
    assert_eq!(refused["code"], "stale");
    let example = folder.path().join("live.mjs");
    std::fs::write(&example, blocks(&document, "js").concat()).expect("it is written");
    let printed = run(Command::new("node").arg("--experimental-websocket").arg(&example).arg(id));
    assert_eq!(printed, ["1"]);
    running.abort();
}
