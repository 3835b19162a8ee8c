//! `katarenga survey`

pub(crate) mod battle_stations;
mod cornered;
mod quartermaster;

use std::io::Write;

use super::available_threads;
use crate::args::Survey;
use crate::error::Failure;

pub(crate) fn run(what: &Survey, out: &mut dyn Write) -> Result<(), Failure> {
    match what {
        Survey::BattleStations { games, nodes, seed, threads } => {
            let threads = threads.map_or_else(available_threads, usize::from);
            battle_stations::run(*games, *nodes, *seed, threads, out)
        }
        Survey::Cornered => cornered::run(out),
        Survey::Quartermaster { output, threads, boards } => {
            let threads = threads.map_or_else(available_threads, usize::from);
            quartermaster::run(output, threads, boards.map(usize::from), out)
        }
    }
}
