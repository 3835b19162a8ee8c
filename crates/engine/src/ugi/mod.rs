//! The Universal Game Interface: UCI for any game, with `query`.
//!
//! The loop takes its input and output as arguments, so that tests run the real one. A line that
//! makes no sense is answered by an `info string` and otherwise ignored; but every `go` is answered
//! by one `bestmove`.

mod go;
mod report;
mod searches;
mod session;

use std::io::{self, BufRead, Write};
use std::sync::Mutex;
use std::thread;

use self::searches::{Searches, send};
use self::session::{Answer, Session};
use crate::lines::{BoundedLines, InputLine};

/// The longest line that is read, in bytes: more than a position after a hundred thousand moves takes.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Reads commands from `input` and answers on `output` until `quit` or the end of the input.
///
/// # Errors
/// When the input can't be read or the output not be written.
pub fn run(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut searches = Searches::new(scope, &output);
        match converse(input, &output, &mut searches) {
            Ok(End::OfInput) => searches.finish(),
            Ok(End::Quit) => searches.stop(),
            Err(error) => {
                // A search without end would go on; that it can't be answered is known already.
                let _ = searches.stop();
                Err(error)
            }
        }
    })
}

/// Why a conversation ends.
enum End {
    OfInput,
    Quit,
}

fn converse<Output: Write + Send>(
    input: impl BufRead,
    output: &Mutex<Output>,
    searches: &mut Searches<'_, '_, Output>,
) -> io::Result<End> {
    let mut session = Session::default();
    let mut lines = BoundedLines::new(input, MAX_LINE_BYTES);
    while let Some(line) = lines.next_line()? {
        let answer = match line {
            InputLine::Line(line) => session.answer(line.trim()),
            InputLine::TooLong => {
                Answer::Wrong(format!("a line is longer than {MAX_LINE_BYTES} bytes"))
            }
        };
        match answer {
            Answer::Nothing => {}
            Answer::Say(text) => send(output, &text)?,
            Answer::Wrong(why) => send(output, &format!("info string {why}"))?,
            Answer::Go(go) => searches.begin(session.search(go))?,
            Answer::Stop => searches.stop()?,
            Answer::Quit => return Ok(End::Quit),
        }
    }
    Ok(End::OfInput)
}
