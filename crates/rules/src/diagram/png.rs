//! Diagrams as PNG pictures, drawn by `resvg`.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::Diagram;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The width is zero or too great.
    #[error("a picture can't be {width} pixels wide: choose from 1 to {}", Diagram::WIDEST)]
    Width {
        /// What was asked for.
        width: u32,
    },
    /// The picture could not be drawn or compressed.
    #[error("the picture can't be drawn: {0}")]
    Drawing(String),
}

impl Diagram<'_> {
    /// The widest PNG, in pixels.
    pub const WIDEST: u32 = 8192;

    /// The picture as a PNG file of this width in pixels.
    ///
    /// # Errors
    /// [`PngError::Width`] when the width is 0 or above [`WIDEST`](Self::WIDEST).
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        if !(1..=Self::WIDEST).contains(&width) {
            return Err(PngError::Width { width });
        }
        let drawing = |error: &dyn std::fmt::Display| PngError::Drawing(error.to_string());
        let tree =
            Tree::from_str(&self.svg(), &Options::default()).map_err(|error| drawing(&error))?;
        let size =
            tree.size().to_int_size().scale_to_width(width).ok_or(PngError::Width { width })?;
        let (to, from) = (size.to_size(), tree.size());
        let (x, y) = (to.width() / from.width(), to.height() / from.height());
        let mut pixels =
            Pixmap::new(size.width(), size.height()).ok_or(PngError::Width { width })?;
        resvg::render(&tree, Transform::from_scale(x, y), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| drawing(&error))
    }
}
