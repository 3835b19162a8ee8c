//! `katarenga games`

use std::io::{self, Write};

use katarenga_rules::GameKind;

use crate::error::Failure;

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    list(out, |_, kind| format!("{:<18}", kind.name()))?;
    Ok(())
}

/// Every game with its label, its title and what it is about.
pub(crate) fn list(
    out: &mut dyn Write,
    label: impl Fn(usize, GameKind) -> String,
) -> io::Result<()> {
    for (index, kind) in GameKind::ALL.iter().enumerate() {
        let info = kind.info();
        writeln!(out, "{}  {:<18}  {}", label(index, *kind), info.title, info.summary)?;
    }
    Ok(())
}
