//! Answers requests as the engine in a browser does, natively: a request of JSON a line, and an answer a
//! line. `web/tests/compare.js` compares the two.

use std::io::{self, BufRead as _, Write as _};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request = serde_json::from_str(&line?).map_err(io::Error::other)?;
        let answer = katarenga_browser::answer(request, |_| ());
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        out.flush()?;
    }
    Ok(())
}
