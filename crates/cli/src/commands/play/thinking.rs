//! The computer's turn: it thinks on a thread of its own while lines that are typed are answered.

use std::io::Write;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use katarenga_engine::lines::InputLine;
use katarenga_engine::memory;
use katarenga_engine::search::{Limits, Stop};
use katarenga_rules::Move;

use super::{Seats, Table, is_word, leaves};
use crate::error::Failure;
use crate::input::{Input, Typed};

/// After so much silence of the engine it is looked what was typed.
const BETWEEN_GLANCES: Duration = Duration::from_millis(20);

/// What becomes of a turn of the computer.
pub(super) enum Turn {
    /// It found its move.
    Found(Option<Move>),
    /// Something else is on the board now, or it shall wait.
    Changed,
    /// The person leaves, by a word or by a key.
    Left,
}

impl Table {
    /// Has the computer think, until it has found its move or what is typed makes that needless.
    pub(super) fn think(
        &mut self,
        seats: &mut Seats,
        input: &mut Input,
        stop: &Stop,
        out: &mut dyn Write,
    ) -> Result<Turn, Failure> {
        let game = self.record.game.clone();
        let side = game.turn();
        let Some(mut engine) = seats.lend(side) else { return Ok(Turn::Changed) };
        let (needless, (found, is_found)) = (Stop::default(), channel());
        let attended = thread::scope(|scope| {
            let (engine, game, halt) = (&mut engine, &game, needless.clone());
            let search = move || {
                let best = engine.analyse(game, Limits::default(), &halt, |_| ()).best();
                // Nobody waits for a move that is needless.
                let _ = found.send(best);
            };
            memory::spawn_scoped(scope, search).ok()?;
            let turn = self.attend(seats, input, stop, &is_found, out);
            needless.set();
            Some(turn)
        });
        let turn = attended.unwrap_or_else(|| {
            // Without a second thread it thinks here, and hears nothing meanwhile.
            Ok(Turn::Found(engine.analyse(&game, Limits::default(), stop, |_| ()).best()))
        });
        if !std::mem::replace(&mut self.tells_no_shortage, true) {
            for shortage in engine.shortages() {
                writeln!(out, "The computer plays weaker: {shortage}.")?;
            }
        }
        seats.give_back(side, engine);
        turn
    }

    /// Answers what is typed, until the engine has found its move.
    fn attend(
        &mut self,
        seats: &mut Seats,
        input: &mut Input,
        stop: &Stop,
        is_found: &Receiver<Option<Move>>,
        out: &mut dyn Write,
    ) -> Result<Turn, Failure> {
        let before = self.progress();
        loop {
            loop {
                match self.heard(seats, input)? {
                    Typed::Nothing => break,
                    Typed::Line(heard) if self.respond(&heard, seats, out)? => {}
                    Typed::Line(_) | Typed::End => return Ok(Turn::Left),
                }
                out.flush()?;
                if self.is_paused || self.progress() != before {
                    self.typed_ahead.clear();
                    return Ok(Turn::Changed);
                }
            }
            if stop.is_set() {
                // What was shown ends in the middle of a line: `^C`.
                writeln!(out)?;
                return Ok(Turn::Left);
            }
            if let Ok(best) = is_found.recv_timeout(BETWEEN_GLANCES) {
                return Ok(Turn::Found(best));
            }
        }
    }

    /// What is to be answered while the computer thinks. A person's own move waits for its turn, and
    /// so do all lines of a pipe where a person plays: what a script gets does not depend on how fast
    /// the computer is.
    fn heard(&mut self, seats: &Seats, input: &mut Input) -> Result<Typed, Failure> {
        if seats.any_human() && !input.is_terminal() {
            return Ok(Typed::Nothing);
        }
        loop {
            match input.typed()? {
                Typed::Line(InputLine::Line(line)) if seats.any_human() && !is_word(&line) => {
                    self.typed_ahead.push_back(InputLine::Line(line));
                }
                // A script that begins by leaving need not wait for the end of the game.
                Typed::Nothing if input.waiting().is_some_and(leaves) => return Ok(Typed::End),
                typed => return Ok(typed),
            }
        }
    }
}
