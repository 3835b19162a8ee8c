//! The server where what it says can't be written.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::program::katarenga;

/// A server that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").expect("it is there").into()
}

#[test]
fn f12_a_log_that_cannot_be_written_stops_nothing() {
    let mut child = katarenga(Path::new("."))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", ":memory:", "--log", "debug"])
        .stdout(Stdio::piped())
        .stderr(full())
        .spawn()
        .expect("the program starts");
    let output = child.stdout.take().expect("an output");
    let _running = Running(child);
    let first = BufReader::new(output).lines().next().expect("a line").expect("text");
    let url = first.rsplit(' ').next().expect("an address");
    for _ in 0..3 {
        let answer = ureq::get(format!("{url}/healthz")).call().expect("an answer");
        assert_eq!(answer.status(), 200);
    }
}

#[test]
fn f12_an_address_that_cannot_be_told_stops_nothing() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let listen = free.local_addr().expect("an address").to_string();
    drop(free);
    let child = katarenga(Path::new("."))
        .args(["serve", "--listen", &listen, "--database", ":memory:"])
        .stdout(full())
        .stderr(full())
        .spawn()
        .expect("the program starts");
    let mut running = Running(child);
    let begun = Instant::now();
    while ureq::get(format!("http://{listen}/healthz")).call().is_err() {
        assert!(running.0.try_wait().expect("it is known").is_none(), "it has ended");
        assert!(begun.elapsed() < Duration::from_mins(1), "it doesn't serve");
        std::thread::sleep(Duration::from_millis(20));
    }
}
