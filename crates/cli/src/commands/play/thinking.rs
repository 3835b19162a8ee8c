//! The computer's turn: it thinks on a thread of its own while lines that are typed are answered.

use std::io::Write;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use katarenga_engine::lines::InputLine;
use katarenga_engine::memory;
use katarenga_engine::search::{Limits, Stop};
use katarenga_rules::Move;

use super::words::{is_word, leaves};
use super::{Seats, TerminalMatch};
use crate::error::Failure;
use crate::input::{Input, Typed};

/// How often typed lines are checked while the engine searches.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How a turn of the computer ended.
pub(super) enum Turn {
    /// It found its move.
    Found(Option<Move>),
    /// The game changed or was paused.
    Changed,
    /// The person leaves, by a word or by a key.
    Left,
}

impl TerminalMatch {
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
        let Some(mut engine) = seats.take_engine(side) else { return Ok(Turn::Changed) };
        let (needless, (found, is_found)) = (Stop::default(), channel());
        let answered = thread::scope(|scope| {
            let (engine, game, halt) = (&mut engine, &game, needless.clone());
            let search = move || {
                let best = engine.analyse(game, Limits::default(), &halt, |_| ()).best();
                // The receiver is gone when the move is no longer needed.
                let _ = found.send(best);
            };
            memory::spawn_scoped(scope, search).ok()?;
            let turn = self.answer_until_found(seats, input, stop, &is_found, out);
            needless.set();
            Some(turn)
        });
        let turn = answered.unwrap_or_else(|| {
            // Without a second thread the search runs here, and typed lines wait.
            Ok(Turn::Found(engine.analyse(&game, Limits::default(), stop, |_| ()).best()))
        });
        if !std::mem::replace(&mut self.has_reported_shortage, true) {
            for shortage in engine.shortages() {
                writeln!(out, "The computer plays weaker: {shortage}.")?;
            }
        }
        seats.return_engine(side, engine);
        turn
    }

    /// Answers what is typed, until the engine has found its move.
    fn answer_until_found(
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
                // The terminal's `^C` left the cursor in the middle of a line.
                writeln!(out)?;
                return Ok(Turn::Left);
            }
            if let Ok(best) = is_found.recv_timeout(POLL_INTERVAL) {
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
