//! Answers requests as the engine in a browser does, natively: a request of JSON a line, and an answer a
//! line. `web/tests/compare.js` compares the two.

use std::io::{self, BufRead as _, Write as _};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", katarenga_browser::answer_json(line?.as_bytes(), |_| ()))?;
        out.flush()?;
    }
    Ok(())
}
