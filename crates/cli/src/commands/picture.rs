//! Pictures to files.

use std::io::Write;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use katarenga_rules::diagram::Diagram;

use crate::error::Failure;
use crate::files;

/// Where a picture goes.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("picture").multiple(true))]
pub(crate) struct PictureArgs {
    /// Write an SVG picture to this file
    #[arg(long, value_name = "FILE", group = "picture")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a PNG picture to this file
    #[arg(long, value_name = "FILE", group = "picture")]
    pub(crate) png: Option<PathBuf>,
    /// The width of the PNG in pixels, up to 8192 [default: 800]
    #[arg(long, value_name = "PIXELS", requires = "png", value_parser = clap::value_parser!(u32).range(1..=8192))]
    pub(crate) width: Option<u32>,
    /// Show the board from Black's side
    #[arg(long)]
    pub(crate) flip: bool,
    /// Replace files that exist
    #[arg(long, requires = "picture")]
    pub(crate) force: bool,
}

/// The default width of a PNG in pixels.
const WIDTH: u32 = 800;

/// Writes the requested pictures and prints their names. `false` when there are none.
pub(crate) fn write(
    diagram: &Diagram<'_>,
    args: &PictureArgs,
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let diagram = diagram.clone().flipped(args.flip);
    for path in [&args.svg, &args.png].into_iter().flatten() {
        files::check_free(path, args.force)?;
    }
    if let Some(path) = &args.svg {
        files::write(path, diagram.svg().as_bytes(), args.force)?;
        writeln!(out, "wrote {}", path.display())?;
    }
    if let Some(path) = &args.png {
        files::write(path, &diagram.png(args.width.unwrap_or(WIDTH))?, args.force)?;
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(args.svg.is_some() || args.png.is_some())
}
