//! Pictures to files.

use std::io::Write;

use katarenga_rules::diagram::Diagram;

use crate::args::PictureArgs;
use crate::error::Failure;
use crate::files;

/// Writes the pictures that are asked for, and says so. `false` when none is.
pub(crate) fn write(
    diagram: &Diagram<'_>,
    args: &PictureArgs,
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let diagram = diagram.clone().flipped(args.flip);
    if let Some(path) = &args.svg {
        files::write(path, diagram.svg().as_bytes(), args.force)?;
        writeln!(out, "wrote {}", path.display())?;
    }
    if let Some(path) = &args.png {
        files::write(path, &diagram.png(args.width)?, args.force)?;
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(args.svg.is_some() || args.png.is_some())
}
