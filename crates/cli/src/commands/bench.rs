//! `katarenga bench`: the engine's checksum.

use std::io::Write;

use katarenga_engine::bench::{self, Bench};
use katarenga_rules::GameKind;

use crate::error::Failure;
use crate::interrupt::Interrupt;

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let interrupt = Interrupt::listen()?;
    let mut total = Bench::default();
    for kind in GameKind::ALL {
        let found = bench::run(*kind, &interrupt.stop)?;
        if interrupt.is_pressed() {
            let why = format!("interrupted in {kind}: the number of nodes needs all games");
            return Err(Failure::Interrupted(why));
        }
        if found.nodes > 0 {
            writeln!(out, "{:<18} {}", kind.name(), rate(found))?;
            // The next game takes long: print what is known.
            out.flush()?;
        }
        total.nodes += found.nodes;
        total.time += found.time;
    }
    writeln!(out, "{:<18} {}", "nodes", rate(total))?;
    Ok(())
}

/// The number of nodes, which is the same everywhere, and how fast they came, which is not.
fn rate(Bench { nodes, time }: Bench) -> String {
    let thousands = u128::from(nodes) / time.as_millis().max(1);
    format!("{nodes:>10}  ({thousands} thousand a second)")
}
