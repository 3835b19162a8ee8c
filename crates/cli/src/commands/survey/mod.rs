//! `katarenga survey`

mod battle_stations;
mod boards;
mod cornered;
mod first_squares;
mod isolation;
mod quartermaster;
mod troika;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use self::battle_stations::NODES;
use super::available_threads;
use crate::error::Failure;

/// Options of `survey`.
#[derive(Args, Debug)]
pub(crate) struct SurveyArgs {
    #[command(subcommand)]
    what: Survey,
}

/// What can be surveyed.
#[derive(Subcommand, Debug)]
enum Survey {
    /// The value of the colours, in games of the engine against itself
    BattleStations {
        /// How many games, each on another board, up to a million; there are 98,304 boards
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        games: u32,
        /// The node limit of a move
        #[arg(long, value_name = "N", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// The seed of the boards
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// The number of games played at once, 1 to 256 [default: one for each processor]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: Option<u16>,
    },
    /// The eight faces, each turned four ways: winning first squares, points, lengths
    Cornered,
    /// The 24,576 boards that are not one another's rotations: winning first squares
    ///
    /// Writes a row for each board to a CSV file as it goes. Stopped and started again, it goes on
    /// after the rows that are there.
    Quartermaster {
        /// The CSV file
        #[arg(long, value_name = "FILE", default_value = "quartermaster.csv")]
        output: PathBuf,
        #[command(flatten)]
        options: BoardOptions,
    },
    /// The same boards: how many pawns can stand with no two en prise, and winning first squares
    ///
    /// The squares are those of the layout `all`. Writes a row for each board to a CSV file as it goes.
    /// Stopped and started again, it goes on after the rows that are there.
    Isolation {
        /// The CSV file
        #[arg(
            long,
            value_name = "FILE",
            default_value = "isolation.csv",
            default_value_if("most", "true", "most.csv")
        )]
        output: PathBuf,
        /// Only how many pawns can stand, which takes some seconds
        #[arg(long)]
        most: bool,
        #[command(flatten)]
        options: BoardOptions,
    },
    /// The same boards: who wins, winning first squares, and the shortest forced win
    ///
    /// Writes a row for each board to a CSV file as it goes. Stopped and started again, it goes on
    /// after the rows that are there.
    Troika {
        /// The CSV file
        #[arg(long, value_name = "FILE", default_value = "troika.csv")]
        output: PathBuf,
        #[command(flatten)]
        options: BoardOptions,
    },
}

/// What the surveys of all boards have in common.
#[derive(Args, Clone, Copy, Debug)]
struct BoardOptions {
    /// The number of boards solved at once, 1 to 256 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Only the first N boards, 1 to 24576
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=24_576))]
    boards: Option<u16>,
}

pub(crate) fn run(args: &SurveyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.what {
        Survey::BattleStations { games, nodes, seed, threads } => {
            let threads = threads.map_or_else(available_threads, usize::from);
            battle_stations::run(*games, *nodes, *seed, threads, out)
        }
        Survey::Cornered => cornered::run(out),
        Survey::Quartermaster { output, options } => {
            boards::run::<quartermaster::Quartermaster>(output, *options, out)
        }
        Survey::Isolation { output, most: true, options } => {
            boards::run::<isolation::Most>(output, *options, out)
        }
        Survey::Isolation { output, options, .. } => {
            boards::run::<isolation::Isolation>(output, *options, out)
        }
        Survey::Troika { output, options } => boards::run::<troika::Troika>(output, *options, out),
    }
}
