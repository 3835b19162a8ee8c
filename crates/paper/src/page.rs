//! A page: text, lines and pictures at places in points, from its upper left corner.

use std::collections::BTreeSet;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name, Str};
use usvg::tiny_skia_path::{Path, PathSegment};
use usvg::{LineCap, LineJoin};

use crate::font::{Font, encode};
use crate::lines::Line;
use crate::picture::{Pen, Picture, Shape, Tint};

/// Millimetres in points.
pub(crate) const fn mm(millimetres: f32) -> f32 {
    millimetres * 72.0 / 25.4
}

/// A rectangle: left, top, width, height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Area {
    pub(crate) fn right(self) -> f32 {
        self.x + self.width
    }

    pub(crate) fn bottom(self) -> f32 {
        self.y + self.height
    }

    pub(crate) fn middle(self) -> f32 {
        self.x + self.width / 2.0
    }
}

/// A page while it is written.
pub(crate) struct Page {
    content: Content,
    width: f32,
    height: f32,
    opacities: BTreeSet<u8>,
}

impl Page {
    pub(crate) fn new(width: f32, height: f32) -> Self {
        Self { content: Content::new(), width, height, opacities: BTreeSet::new() }
    }

    /// The page within margins of this width.
    pub(crate) fn within(&self, margin: f32) -> Area {
        let (width, height) = (self.width - 2.0 * margin, self.height - 2.0 * margin);
        Area { x: margin, y: margin, width, height }
    }

    /// What was drawn, and in which opacities, 255 for the full one.
    pub(crate) fn finish(self) -> (Vec<u8>, BTreeSet<u8>) {
        (self.content.finish().into_vec(), self.opacities)
    }

    /// Text from `x` on, on a baseline at `y`.
    pub(crate) fn text(&mut self, x: f32, y: f32, font: Font, size: f32, text: &str) {
        self.pieces(x, y, &[(font, size, text)]);
    }

    /// Text that ends at `x`.
    pub(crate) fn text_up_to(&mut self, x: f32, y: f32, font: Font, size: f32, text: &str) {
        self.text(x - font.width(text, size), y, font, size, text);
    }

    /// A line of a broken text.
    pub(crate) fn line(&mut self, x: f32, y: f32, line: &Line) {
        let pieces: Vec<(Font, f32, &str)> =
            line.pieces.iter().map(|(font, text)| (*font, line.size, text.as_str())).collect();
        self.pieces(x, y, &pieces);
    }

    fn pieces(&mut self, x: f32, y: f32, pieces: &[(Font, f32, &str)]) {
        let y = self.height - y;
        self.content.begin_text().set_fill_gray(0.0).next_line(x, y);
        for (font, size, text) in pieces {
            self.content.set_font(font.name(), *size).show(Str(&encode(text)));
        }
        self.content.end_text();
    }

    /// A straight black line of a width.
    pub(crate) fn rule(&mut self, from: (f32, f32), to: (f32, f32), width: f32) {
        self.content
            .save_state()
            .set_line_width(width)
            .set_stroke_gray(0.0)
            .move_to(from.0, self.height - from.1)
            .line_to(to.0, self.height - to.1)
            .stroke()
            .restore_state();
    }

    /// A rectangle filled with a grey, 0 for black and 1 for white.
    pub(crate) fn shade(&mut self, area: Area, grey: f32) {
        self.content
            .save_state()
            .set_fill_gray(grey)
            .rect(area.x, self.height - area.bottom(), area.width, area.height)
            .fill_nonzero()
            .restore_state();
    }

    /// The outline of a rectangle.
    pub(crate) fn frame(&mut self, area: Area, width: f32) {
        self.content
            .save_state()
            .set_line_width(width)
            .set_stroke_gray(0.0)
            .rect(area.x, self.height - area.bottom(), area.width, area.height)
            .stroke()
            .restore_state();
    }

    /// A row of `of` small circles from `x` on, the first `count` of them filled.
    pub(crate) fn dots(&mut self, x: f32, y: f32, (count, of): (u8, u8)) {
        const RADIUS: f32 = 2.2;
        // How far the control points of a quarter of a circle are from its ends.
        const BEND: f32 = RADIUS * 0.5523;
        let y = self.height - y;
        self.content.save_state().set_line_width(0.5).set_stroke_gray(0.0).set_fill_gray(0.0);
        for index in 0..of {
            let x = x + RADIUS + f32::from(index) * DOT;
            self.content
                .move_to(x + RADIUS, y)
                .cubic_to(x + RADIUS, y + BEND, x + BEND, y + RADIUS, x, y + RADIUS)
                .cubic_to(x - BEND, y + RADIUS, x - RADIUS, y + BEND, x - RADIUS, y)
                .cubic_to(x - RADIUS, y - BEND, x - BEND, y - RADIUS, x, y - RADIUS)
                .cubic_to(x + BEND, y - RADIUS, x + RADIUS, y - BEND, x + RADIUS, y)
                .close_path();
            if index < count {
                self.content.fill_nonzero_and_stroke();
            } else {
                self.content.stroke();
            }
        }
        self.content.restore_state();
    }

    /// A picture at a width; its height follows.
    pub(crate) fn picture(&mut self, picture: &Picture, x: f32, y: f32, width: f32) {
        let scale = width / picture.size.0;
        self.content.save_state().transform([scale, 0.0, 0.0, -scale, x, self.height - y]);
        for shape in &picture.shapes {
            self.shape(shape);
        }
        self.content.restore_state();
    }

    fn shape(&mut self, shape: &Shape) {
        self.content.save_state();
        let tint = shape.stroke.as_ref().map(|pen| pen.tint).or(shape.fill);
        if let Some(Tint { opacity, .. }) = tint.filter(|tint| tint.opacity < u8::MAX) {
            self.opacities.insert(opacity);
            self.content.set_parameters(Name(opacity_name(opacity).as_bytes()));
        }
        if let Some(Tint { rgb: [red, green, blue], .. }) = shape.fill {
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some(pen) = &shape.stroke {
            self.pen(pen);
        }
        self.path(&shape.path);
        match (&shape.fill, &shape.stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
        self.content.restore_state();
    }

    fn pen(&mut self, pen: &Pen) {
        let [red, green, blue] = pen.tint.rgb;
        self.content.set_stroke_rgb(red, green, blue).set_line_width(pen.width);
        match pen.cap {
            LineCap::Butt => {}
            LineCap::Round => {
                self.content.set_line_cap(LineCapStyle::RoundCap);
            }
            LineCap::Square => {
                self.content.set_line_cap(LineCapStyle::ProjectingSquareCap);
            }
        }
        if pen.join == LineJoin::Round {
            self.content.set_line_join(LineJoinStyle::RoundJoin);
        }
        if !pen.dashes.is_empty() {
            self.content.set_dash_pattern(pen.dashes.iter().copied(), 0.0);
        }
    }

    fn path(&mut self, path: &Path) {
        let (mut x, mut y) = (0.0, 0.0);
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(to.x, to.y);
                    (x, y) = (to.x, to.y);
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(to.x, to.y);
                    (x, y) = (to.x, to.y);
                }
                PathSegment::QuadTo(by, to) => {
                    // PDF has cubic curves alone: the same curve has its control points at two thirds of the way
                    // to that of the quadratic one.
                    let third = |end: f32, by: f32| end + (by - end) * 2.0 / 3.0;
                    self.content.cubic_to(
                        third(x, by.x),
                        third(y, by.y),
                        third(to.x, by.x),
                        third(to.y, by.y),
                        to.x,
                        to.y,
                    );
                    (x, y) = (to.x, to.y);
                }
                PathSegment::CubicTo(one, two, to) => {
                    self.content.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
                    (x, y) = (to.x, to.y);
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }
}

/// How far the dots of a row are from each other.
pub(crate) const DOT: f32 = 6.4;

/// The name of an opacity in the resources of a document.
pub(crate) fn opacity_name(opacity: u8) -> String {
    format!("O{opacity}")
}
