//! Diagrams: any position as an SVG picture, and with the feature `png` as a PNG.
//!
//! Every square shows its colour and a sign of the movement it gives, so that a diagram reads
//! without colour: arrows along the lines of a rook (red) or a bishop (yellow), dots where a
//! knight's jumps point (green), a frame one step wide (blue). The signs reach past the pawn that
//! may stand on them.

mod figure;
mod glyphs;
#[cfg(feature = "png")]
mod png;

use std::fmt::Write as _;

pub use figure::{Figure, FigureError};
#[cfg(feature = "png")]
pub use png::PngError;

use crate::{
    Bitboard, Board, Colour, Counter, CounterKind, MarkKind, Move, Position, Side, Square,
};

/// The side of a square, in the units of the picture.
const SQUARE: i32 = 100;
/// The margin for coordinates.
const MARGIN: i32 = 44;
/// The height of a strip for pawns in hand or in camps.
const STRIP: i32 = 64;
/// The radius of a pawn.
const PAWN: i32 = 27;

const INK: &str = "#2b2622";
const PAPER: &str = "#f6f1e7";
const WHITE: &str = "#fbf8f0";
const BLACK: &str = "#26221f";
const LAST: &str = "#7a3fb0";

/// The fill of a square.
const fn fill(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "#d9675a",
        Colour::Yellow => "#ecc94b",
        Colour::Green => "#6fae66",
        Colour::Blue => "#6798cf",
    }
}

/// A picture of a board, with what stands on it.
///
/// ```
/// use katarenga_rules::{Board, BoardCode, GameKind, Setup, diagram::Diagram};
/// let board = Board::new(BoardCode::REFERENCE);
/// let start = GameKind::Congress.start(&board, Setup::default())?;
/// let svg = Diagram::new(&board).position(&start).svg();
/// assert!(svg.starts_with("<svg "));
/// assert_eq!(svg.matches("class=\"pawn").count(), 16);
/// # Ok::<(), katarenga_rules::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    board: &'a Board,
    position: Option<&'a Position>,
    last: Option<Move>,
    marks: Bitboard,
    flipped: bool,
    has_ground: bool,
    has_coordinates: bool,
}

impl<'a> Diagram<'a> {
    /// The board alone.
    pub const fn new(board: &'a Board) -> Self {
        Self {
            board,
            position: None,
            last: None,
            marks: Bitboard::EMPTY,
            flipped: false,
            has_ground: true,
            has_coordinates: true,
        }
    }

    /// With the pawns of a position and what the game marks in it.
    pub const fn position(self, position: &'a Position) -> Self {
        Self { position: Some(position), ..self }
    }

    /// With the move that led to the position.
    pub const fn last(self, mv: Option<Move>) -> Self {
        Self { last: mv, ..self }
    }

    /// With rings on these squares.
    pub const fn marks(self, marks: Bitboard) -> Self {
        Self { marks, ..self }
    }

    /// Seen from Black's side.
    pub const fn flipped(self, flipped: bool) -> Self {
        Self { flipped, ..self }
    }

    /// Without a ground of its own, for what has one already, such as paper.
    pub const fn without_ground(self) -> Self {
        Self { has_ground: false, ..self }
    }

    /// Without coordinates and the margin for them: the picture of a board ends at its edge.
    pub const fn without_coordinates(self) -> Self {
        Self { has_coordinates: false, ..self }
    }

    /// The picture as SVG. It needs no font and no other file; the text of `<title>` says what it
    /// shows.
    pub fn svg(&self) -> String {
        Picture::new(self).draw()
    }

    fn title(&self) -> String {
        match self.position {
            Some(position) => {
                let board = self.board.clone();
                crate::notation::position::BoardPosition { board, position: *position }.to_string()
            }
            None => self.board.code().to_string(),
        }
    }
}

/// The picture while it is drawn.
struct Picture<'a> {
    diagram: &'a Diagram<'a>,
    /// The margin around the board.
    margin: i32,
    /// The height of the strips above and below the board.
    strip: i32,
    svg: String,
}

/// Adds a piece of SVG: writing to a string can't fail.
macro_rules! draw {
    ($picture:expr, $($arg:tt)*) => {{
        let _ = writeln!($picture.svg, $($arg)*);
    }};
}

impl<'a> Picture<'a> {
    fn new(diagram: &'a Diagram<'a>) -> Self {
        let counters = diagram
            .position
            .map_or_else(Vec::new, |position| position.view(diagram.board).counters);
        let strip = if counters.is_empty() { 0 } else { STRIP };
        let margin = if diagram.has_coordinates { MARGIN } else { 0 };
        Self { diagram, margin, strip, svg: String::new() }
    }

    fn board_size(&self) -> i32 {
        i32::from(self.diagram.board.size()) * SQUARE
    }

    /// Width and height of the whole.
    fn size(&self) -> (i32, i32) {
        let side = self.board_size() + 2 * self.margin;
        (side, side + 2 * self.strip)
    }

    /// The north-west corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let last = i32::from(self.diagram.board.size()) - 1;
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        let (column, row) =
            if self.diagram.flipped { (last - file, rank) } else { (file, last - rank) };
        (self.margin + column * SQUARE, self.margin + self.strip + row * SQUARE)
    }

    fn centre(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }

    fn draw(mut self) -> String {
        let (width, height) = self.size();
        draw!(
            self,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">"#
        );
        draw!(self, "<title>{}</title>", self.diagram.title());
        if self.diagram.has_ground {
            draw!(self, r#"<rect width="{width}" height="{height}" fill="{PAPER}"/>"#);
        }
        self.symbols();
        self.squares();
        self.grid();
        if self.diagram.has_coordinates {
            self.coordinates();
        }
        self.game_marks();
        self.last_squares();
        self.pawns();
        self.last_arrow();
        self.rings();
        self.counters();
        self.svg.push_str("</svg>\n");
        self.svg
    }

    /// The sign of each colour, drawn once around the centre of a square and used by all squares of
    /// the colour.
    fn symbols(&mut self) {
        draw!(self, "<defs>");
        draw!(
            self,
            r#"<path id="R" d="M0-42V42M-42 0H42M-7-35 0-42 7-35M-7 35 0 42 7 35M-35-7-42 0-35 7M35-7 42 0 35 7"/>"#
        );
        draw!(
            self,
            r#"<path id="Y" d="M-37-37 37 37M-37 37 37-37M-37-27V-37H-27M27-37H37V-27M37 27V37H27M-27 37H-37V27"/>"#
        );
        // Eight dots in the directions of the jumps, (1, 2) and its like.
        draw!(
            self,
            r#"<path id="G" stroke-width="9" d="M18 36h0M18-36h0M-18 36h0M-18-36h0M36 18h0M36-18h0M-36 18h0M-36-18h0"/>"#
        );
        draw!(self, r#"<rect id="B" x="-37" y="-37" width="74" height="74" rx="9"/>"#);
        draw!(self, "</defs>");
    }

    fn squares(&mut self) {
        for square in self.diagram.board.squares() {
            let Some(colour) = self.diagram.board.colour(square) else { continue };
            let ((x, y), fill) = (self.corner(square), fill(colour));
            draw!(
                self,
                r#"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{fill}"/>"#
            );
        }
        draw!(
            self,
            r#"<g fill="none" stroke="{INK}" stroke-opacity=".6" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">"#
        );
        for square in self.diagram.board.squares() {
            let Some(colour) = self.diagram.board.colour(square) else { continue };
            let ((x, y), letter) = (self.centre(square), colour.letter());
            draw!(self, r##"<use href="#{letter}" x="{x}" y="{y}"/>"##);
        }
        draw!(self, "</g>");
    }

    /// Lines between squares, thicker around each quarter.
    fn grid(&mut self) {
        let (size, left, top) = (self.board_size(), self.margin, self.margin + self.strip);
        for line in 0..=i32::from(self.diagram.board.size()) {
            let width = if line % 4 == 0 { 5 } else { 2 };
            let (x, y) = (left + line * SQUARE, top + line * SQUARE);
            draw!(
                self,
                r#"<path d="M{x} {top}v{size}M{left} {y}h{size}" stroke="{INK}" stroke-width="{width}"/>"#
            );
        }
    }

    fn coordinates(&mut self) {
        let size = self.diagram.board.size();
        let (low, high) = (MARGIN / 2, MARGIN + self.board_size() + MARGIN / 2);
        let mut signs = Vec::new();
        for index in 0..size {
            let Some(square) = Square::new(index, index) else { continue };
            let (x, y) = self.centre(square);
            let (file, rank) = (char::from(b'a' + index), char::from(b'1' + index));
            for (sign, x, y) in [
                (file, x, low + self.strip),
                (file, x, high + self.strip),
                (rank, low, y),
                (rank, high, y),
            ] {
                signs.push(glyphs::positioned(sign, x, y));
            }
        }
        let paths = signs.join("\n");
        draw!(
            self,
            r#"<g fill="none" stroke="{INK}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">{paths}</g>"#
        );
    }

    /// What the game says of squares: goals, closed ones, the block; and pawns that are home, safe or
    /// exposed, that must move or be answered.
    fn game_marks(&mut self) {
        let Some(position) = self.diagram.position else { return };
        for mark in position.view(self.diagram.board).marks {
            if mark.kind == MarkKind::Area {
                self.outline(mark.squares);
                continue;
            }
            for square in mark.squares & self.diagram.board.squares() {
                match mark.kind {
                    MarkKind::Goal => self.goal(square, mark.side),
                    MarkKind::Closed => self.cross(square),
                    MarkKind::Exposed => self.frame(square, INK, r#" stroke-dasharray="12 9""#),
                    _ => self.frame(square, INK, ""),
                }
            }
        }
    }

    /// A line with a light middle around a region: the squares beyond keep their colours.
    fn outline(&mut self, region: Bitboard) {
        let squares = region & self.diagram.board.squares();
        let lines: String = squares.into_iter().map(|square| self.edges(square, region)).collect();
        for (colour, width) in [(INK, 13), (PAPER, 6)] {
            draw!(
                self,
                r#"<path d="{lines}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="square"/>"#
            );
        }
    }

    /// The sides of a square at which a region ends.
    fn edges(&self, square: Square, region: Bitboard) -> String {
        let half = SQUARE / 2;
        let turned = if self.diagram.flipped { -half } else { half };
        let (x, y) = self.centre(square);
        let mut path = String::new();
        for (files, ranks) in [(0_i8, 1_i8), (0, -1), (1, 0), (-1, 0)] {
            if square.offset(files, ranks).is_some_and(|beyond| region.contains(beyond)) {
                continue;
            }
            let (east, north) = (i32::from(files), i32::from(ranks));
            let (along_x, along_y) = (north.abs() * half, east.abs() * half);
            let (from_x, from_y) = (x + east * turned - along_x, y - north * turned - along_y);
            let _ = write!(path, "M{from_x} {from_y}l{} {}", 2 * along_x, 2 * along_y);
        }
        path
    }

    /// `more` is what the line has besides its colour, as an attribute.
    fn frame(&mut self, square: Square, colour: &str, more: &str) {
        let (x, y) = self.corner(square);
        let (x, y, size) = (x + 5, y + 5, SQUARE - 10);
        draw!(
            self,
            r#"<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="none" stroke="{colour}" stroke-width="7"{more}/>"#
        );
    }

    /// A small cross with a light middle.
    fn cross(&mut self, square: Square) {
        let (x, y) = self.centre(square);
        for (colour, width) in [(INK, 11), (PAPER, 5)] {
            draw!(
                self,
                r#"<path d="M{} {}l24 24m-24 0l24-24" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>"#,
                x - 12,
                y - 12
            );
        }
    }

    /// A folded corner in the colour of the side that aims at the square: south-west for White,
    /// north-east for Black.
    fn goal(&mut self, square: Square, side: Option<Side>) {
        let (x, y) = self.corner(square);
        let (path, fill) = match side {
            Some(Side::Black) => (format!("M{} {y}h24v24z", x + SQUARE - 24), BLACK),
            _ => (format!("M{x} {}v24h24z", y + SQUARE - 24), WHITE),
        };
        draw!(self, r#"<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="2"/>"#);
    }

    fn last_squares(&mut self) {
        let Some(mv) = self.diagram.last else { return };
        for square in mv.squares().filter(|square| self.diagram.board.squares().contains(*square)) {
            self.frame(square, LAST, "");
        }
    }

    /// An arrow along the last move, and a dashed line to where an ousted pawn was put.
    fn last_arrow(&mut self) {
        let Some(mv) = self.diagram.last else { return };
        let points: Vec<(i32, i32)> = mv.squares().map(|square| self.centre(square)).collect();
        for (step, pair) in points.windows(2).enumerate() {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            let dashes = if step == 0 { "none" } else { "10 12" };
            draw!(
                self,
                r#"<path d="M{x} {y}L{to_x} {to_y}" stroke="{LAST}" stroke-width="7" stroke-dasharray="{dashes}" stroke-linecap="round"/>"#
            );
            draw!(self, r#"<circle cx="{to_x}" cy="{to_y}" r="10" fill="{LAST}"/>"#);
        }
    }

    fn pawns(&mut self) {
        let Some(position) = self.diagram.position else { return };
        for square in self.diagram.board.squares() {
            let sides: Vec<Side> = position.stack(self.diagram.board, square).sides().collect();
            let (x, y) = self.centre(square);
            match sides.as_slice() {
                [one, other] => {
                    self.pawn(x - 16, y - 12, PAWN - 4, *one);
                    self.pawn(x + 16, y + 12, PAWN - 4, *other);
                }
                [only] => self.pawn(x, y, PAWN, *only),
                _ => {}
            }
        }
    }

    fn pawn(&mut self, x: i32, y: i32, radius: i32, side: Side) {
        let (fill, line) = match side {
            Side::White => (WHITE, BLACK),
            Side::Black => (BLACK, WHITE),
        };
        let inner = radius * 3 / 5;
        draw!(
            self,
            r#"<g class="pawn {side}"><circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{BLACK}" stroke-width="3"/><circle cx="{x}" cy="{y}" r="{inner}" fill="none" stroke="{line}" stroke-width="2" stroke-opacity=".6"/></g>"#
        );
    }

    fn rings(&mut self) {
        for square in self.diagram.marks & self.diagram.board.squares() {
            let (x, y) = self.centre(square);
            draw!(
                self,
                r#"<circle cx="{x}" cy="{y}" r="14" fill="{WHITE}" stroke="{BLACK}" stroke-width="6"/>"#
            );
        }
    }

    /// Small pawns and empty places outside the board: hands at their owner's end, camps at the far
    /// one.
    fn counters(&mut self) {
        let Some(position) = self.diagram.position else { return };
        let (width, height) = self.size();
        for Counter { kind, side, count, of } in position.view(self.diagram.board).counters {
            let at_own_end = kind == CounterKind::Hand;
            let south = ((side == Side::White) == at_own_end) != self.diagram.flipped;
            let y = if south { height - STRIP / 2 - 4 } else { STRIP / 2 + 4 };
            let start = width / 2 - (i32::from(of) - 1) * 25;
            for index in 0..of {
                let x = start + i32::from(index) * 50;
                if index < count {
                    self.pawn(x, y, 20, side);
                } else {
                    draw!(
                        self,
                        r#"<circle cx="{x}" cy="{y}" r="19" fill="none" stroke="{INK}" stroke-width="2" stroke-dasharray="5 5"/>"#
                    );
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
