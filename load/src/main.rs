//! `cargo xtask load`: see `--help`.

use std::process::ExitCode;

use clap::Parser as _;
use katarenga_load::Options;

#[tokio::main]
async fn main() -> ExitCode {
    match katarenga_load::run(&Options::parse()).await {
        Ok(report) => {
            println!("{report}");
            if report.is_whole() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}
