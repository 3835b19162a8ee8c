//! Diagrams as PNG pictures, drawn by `resvg`.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::Diagram;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The width is zero or too great.
    #[error("a picture can't be {width} pixels wide: choose from 1 to {}", Diagram::MAX_WIDTH)]
    Width {
        /// What was asked for.
        width: u32,
    },
    /// There is no room for the picture.
    #[error(
        "memory is short: a picture {width} pixels wide takes {megabytes} MB; choose a narrower one"
    )]
    Memory {
        /// What was asked for.
        width: u32,
        /// What it would take.
        megabytes: usize,
    },
    /// The picture could not be drawn or compressed.
    #[error("the picture can't be drawn: {0}")]
    Drawing(String),
}

/// Makes sure that there is room for the pixels, and for as many again while they are compressed: the
/// libraries take it without asking.
fn check_memory(width: u32, pixels: usize) -> Result<(), PngError> {
    const PIXEL: usize = 4;
    const MEGABYTE: usize = 1 << 20;
    let bytes = 2 * PIXEL * pixels + 8 * MEGABYTE;
    let room = Vec::<u8>::new().try_reserve_exact(bytes);
    room.map_err(|_| PngError::Memory { width, megabytes: bytes.div_ceil(MEGABYTE) })
}

impl Diagram<'_> {
    /// The widest PNG, in pixels.
    pub const MAX_WIDTH: u32 = 8192;

    /// The picture as a PNG file of this width in pixels.
    ///
    /// # Errors
    /// [`PngError::Width`] when the width is 0 or above [`MAX_WIDTH`](Self::MAX_WIDTH).
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        if !(1..=Self::MAX_WIDTH).contains(&width) {
            return Err(PngError::Width { width });
        }
        let drawing = |error: &dyn std::fmt::Display| PngError::Drawing(error.to_string());
        let tree =
            Tree::from_str(&self.svg(), &Options::default()).map_err(|error| drawing(&error))?;
        let size =
            tree.size().to_int_size().scale_to_width(width).ok_or(PngError::Width { width })?;
        check_memory(width, size.width() as usize * size.height() as usize)?;
        let (to, from) = (size.to_size(), tree.size());
        let (x, y) = (to.width() / from.width(), to.height() / from.height());
        let mut pixels =
            Pixmap::new(size.width(), size.height()).ok_or(PngError::Width { width })?;
        resvg::render(&tree, Transform::from_scale(x, y), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| drawing(&error))
    }
}
