//! `katarenga puzzles`

mod check;
pub(super) mod file;
mod make;
mod rank;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use katarenga_rules::GameKind;

use super::available_threads;
use crate::args::game_parser;
use crate::error::Failure;

/// Options of `puzzles`.
#[derive(Args, Debug)]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    what: Puzzles,
}

/// What can be done with puzzles.
#[derive(Subcommand, Debug)]
enum Puzzles {
    /// Find puzzles in games of the engine, and write them to a file
    ///
    /// A puzzle is written as soon as it is found. Stopped and started again, the command goes on after
    /// those that are in the file. The same seed gives the same puzzles.
    Make {
        /// The game
        #[arg(long, value_name = "NAME", value_parser = game_parser(), ignore_case = true)]
        game: GameKind,
        /// How many puzzles, up to 100000
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
        count: u32,
        /// The seed of the games in which they are found
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// The file
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
        /// The number of games looked at at once, 1 to 256 [default: one for each processor]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: Option<u16>,
    },
    /// Check files of puzzles: that each can be played, and on request that its solution is the only one
    Check {
        /// The files
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Judge each turn once more, with this number of nodes where no solver answers
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        nodes: Option<u64>,
        /// Let each level try each puzzle ten times
        #[arg(long)]
        levels: bool,
        /// Take only this number of puzzles, drawn by --seed
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        sample: Option<u32>,
        /// The seed of the sample
        #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
        seed: u64,
        /// The number of puzzles looked at at once, 1 to 256 [default: one for each processor]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: Option<u16>,
    },
}

pub(crate) fn run(args: &PuzzlesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let threads = |given: Option<u16>| given.map_or_else(available_threads, usize::from);
    match &args.what {
        Puzzles::Make { game, count, seed, output, threads: given } => {
            let plan = make::Plan { kind: *game, count: *count as usize, seed: *seed };
            make::run(plan, output, threads(*given), out)
        }
        Puzzles::Check { files, nodes, levels, sample, seed, threads: given } => {
            let sample = sample.map(|count| (count as usize, *seed));
            let tests = check::Tests { nodes: *nodes, levels: *levels };
            check::run(files, tests, sample, threads(*given), out)
        }
    }
}
