//! `katarenga check`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use katarenga_rules::RecordFault;

use crate::error::Failure;
use crate::files::RecordFile;

/// Options of `check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Files of game records
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &CheckArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut wrong = 0;
    for file in &args.files {
        wrong += check(file, out)?;
    }
    match wrong {
        0 => Ok(()),
        1 => Err(Failure::Input("1 error found".into())),
        _ => Err(Failure::Input(format!("{wrong} errors found"))),
    }
}

/// Prints the errors of a file, and returns their number.
fn check(file: &Path, out: &mut dyn Write) -> Result<usize, Failure> {
    let content = match RecordFile::read(file) {
        Ok(content) => content,
        Err(error) => {
            writeln!(out, "{error}")?;
            return Ok(1);
        }
    };
    let (mut records, mut valid, mut errors) = (0, 0, 0);
    content.each(|record| {
        records += 1;
        let faults = record.err().unwrap_or_default();
        valid += usize::from(faults.is_empty());
        errors += faults.len();
        faults.iter().try_for_each(|fault| writeln!(out, "{fault}"))
    })?;
    if records == 0 {
        errors += 1;
        writeln!(out, "{}:1: {}", file.display(), RecordFault::Empty)?;
    }
    let plural = if records == 1 { "" } else { "s" };
    writeln!(out, "{}: {records} record{plural}, {valid} valid", file.display())?;
    Ok(errors)
}
