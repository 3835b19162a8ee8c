//! `cargo xtask load`: see `--help`.

use std::process::ExitCode;

use clap::Parser as _;
use katarenga_load::Options;

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    if options.worst {
        return match katarenga_load::worst(&options).await {
            Ok(worst) => {
                println!("{worst}");
                ExitCode::SUCCESS
            }
            Err(error) => failed(&*error),
        };
    }
    match katarenga_load::run(&options).await {
        Ok(report) => {
            println!("{report}");
            if report.is_whole() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => failed(&*error),
    }
}

fn failed(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("load: {error}");
    ExitCode::FAILURE
}
