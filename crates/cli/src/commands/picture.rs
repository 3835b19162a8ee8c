//! Pictures to files.

use std::io::Write;

use katarenga_rules::diagram::Diagram;

use crate::args::PictureArgs;
use crate::error::Failure;
use crate::files;

/// The width of a PNG in pixels unless another is asked for.
const WIDTH: u32 = 800;

/// Writes the pictures that are asked for, and says so. `false` when none is.
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
