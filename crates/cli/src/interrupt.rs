//! Ctrl-C during long work, which then prints partial results.

use std::io;
use std::process;

use katarenga_engine::memory;
use katarenga_engine::search::Stop;

use crate::error::{Failure, INTERRUPTED};

/// The Ctrl-C handler of a long command.
pub(crate) struct Interrupt {
    /// Set when the work is to end, for any reason.
    pub(crate) stop: Stop,
    pressed: Stop,
}

impl Interrupt {
    /// From now on the first Ctrl-C sets the switch, and the second one ends the program. Once in a
    /// program.
    pub(crate) fn listen() -> io::Result<Self> {
        // The handler spawns its thread without a check.
        memory::check(memory::MIN_FREE_FOR_THREAD)?;
        let (stop, pressed) = (Stop::default(), Stop::default());
        let listening = {
            let (stop, pressed) = (stop.clone(), pressed.clone());
            ctrlc::set_handler(move || {
                if pressed.is_set() {
                    process::exit(INTERRUPTED.into());
                }
                pressed.set();
                stop.set();
            })
        };
        listening.map_err(io::Error::other)?;
        Ok(Self { stop, pressed })
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_pressed(&self) -> bool {
        self.pressed.is_set()
    }

    /// An error if the work was ended by Ctrl-C before it was done.
    pub(crate) fn check(&self, done: u32, all: u32, things: &str) -> Result<(), Failure> {
        if self.is_pressed() && done < all {
            return Err(Failure::Interrupted(format!(
                "interrupted after {done} of {all} {things}"
            )));
        }
        Ok(())
    }
}
