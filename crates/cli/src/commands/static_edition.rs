//! `katarenga static`

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use katarenga_server::static_edition;

use crate::error::Failure;

/// Options of `static`.
#[derive(Args, Debug)]
pub(crate) struct StaticArgs {
    /// The folder, which is made if it isn't there
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(crate) fn run(args: &StaticArgs, out: &mut dyn Write) -> Result<(), Failure> {
    static_edition::write(&args.folder).map_err(io::Error::other)?;
    writeln!(out, "The page is in {}: any web host can serve it.", args.folder.display())?;
    Ok(())
}
