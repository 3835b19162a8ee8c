//! Our diagrams as PDF drawing operators.

use katarenga_rules::diagram::Diagram;
use katarenga_rules::{Board, BoardCode, Colour};
use usvg::tiny_skia_path::{Path, Transform};
use usvg::{Group, LineCap, LineJoin, Node, Opacity, Paint};

/// The side of a square in the units of diagrams.
pub(crate) const SQUARE: f32 = 100.0;

/// A picture that can be drawn on a page.
#[derive(Debug)]
pub(crate) struct Picture {
    /// Width and height in its own units.
    pub(crate) size: (f32, f32),
    pub(crate) shapes: Vec<Shape>,
}

/// A path with what it is drawn with. Its points are in the units of the picture, from the north-west.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) path: Path,
    pub(crate) fill: Option<Tint>,
    pub(crate) stroke: Option<Pen>,
}

/// A colour and how much it covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tint {
    pub(crate) rgb: [f32; 3],
    /// 255 where it covers all.
    pub(crate) opacity: u8,
}

/// How a line is drawn.
#[derive(Debug)]
pub(crate) struct Pen {
    pub(crate) tint: Tint,
    pub(crate) width: f32,
    pub(crate) dashes: Vec<f32>,
    pub(crate) cap: LineCap,
    pub(crate) join: LineJoin,
}

impl Picture {
    /// A diagram without its ground, which is the paper.
    pub(crate) fn new(diagram: &Diagram<'_>) -> Self {
        Self::read(&diagram.clone().without_ground().svg())
    }

    /// A square of a colour with the sign of its movement: the first one of a board that has no other.
    pub(crate) fn of_square(colour: Colour) -> Self {
        let board = Board::new(BoardCode::CustomQuarter([[colour; 4]; 4]));
        let mut picture = Self::new(&Diagram::new(&board).without_coordinates());
        picture.size = (SQUARE, SQUARE);
        picture.shapes.retain(|shape| {
            let bounds = shape.path.compute_tight_bounds();
            bounds.is_some_and(|bounds| bounds.right() <= SQUARE && bounds.bottom() <= SQUARE)
        });
        picture
    }

    /// Reads SVG as diagrams have it: paths with one colour, groups that move them. A test reads diagrams of
    /// all kinds, so that what can't be read is none of ours; it would be an empty picture.
    fn read(svg: &str) -> Self {
        let Ok(tree) = usvg::Tree::from_str(svg, &usvg::Options::default()) else {
            return Self { size: (1.0, 1.0), shapes: Vec::new() };
        };
        let mut shapes = Vec::new();
        collect(tree.root(), &mut shapes);
        Self { size: (tree.size().width(), tree.size().height()), shapes }
    }

    /// The height at a width.
    pub(crate) fn height_at(&self, width: f32) -> f32 {
        width * self.size.1 / self.size.0
    }

    /// The largest width that fits a width and a height.
    pub(crate) fn width_within(&self, width: f32, height: f32) -> f32 {
        width.min(height * self.size.0 / self.size.1)
    }
}

/// Adds the paths of a group in the order in which they are drawn.
fn collect(group: &Group, shapes: &mut Vec<Shape>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => collect(inner, shapes),
            Node::Path(path) => {
                let transform = path.abs_transform();
                let Some(moved) = path.data().clone().transform(transform) else { continue };
                shapes.push(Shape {
                    path: moved,
                    fill: path.fill().and_then(|fill| tint(fill.paint(), fill.opacity())),
                    stroke: path.stroke().and_then(|stroke| pen(stroke, scale(transform))),
                });
            }
            Node::Image(_) | Node::Text(_) => {}
        }
    }
}

fn pen(stroke: &usvg::Stroke, scale: f32) -> Option<Pen> {
    let dashes = stroke.dasharray().unwrap_or_default();
    Some(Pen {
        tint: tint(stroke.paint(), stroke.opacity())?,
        width: stroke.width().get() * scale,
        dashes: dashes.iter().map(|dash| dash * scale).collect(),
        cap: stroke.linecap(),
        join: stroke.linejoin(),
    })
}

fn tint(paint: &Paint, opacity: Opacity) -> Option<Tint> {
    let Paint::Color(colour) = paint else { return None };
    let rgb = [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0);
    Some(Tint { rgb, opacity: opacity.to_u8() })
}

/// By how much a transform enlarges: ours don't stretch.
fn scale(transform: Transform) -> f32 {
    (transform.sx * transform.sy - transform.kx * transform.ky).abs().sqrt()
}
