//! What a picture says of colours.

use super::*;
use crate::notation::position::BoardPosition;

/// A position in which a mark of every kind stands somewhere.
const MARKED: [&str; 6] = [
    "quartermaster 1a0-2a0-3a0-4a0 8/8/8/3bw3/3w4/8/8/8 b w last=d4",
    "cornered 2a0 4/4/4/3w b w last=d1",
    "north-west-passage 1a0-2a0-3a0-4a0 w6b/1w4b1/2w2b2/3*4/3b1w2/2b3w1/1b5w/b6w w w",
    "katarenga 1a0-2a0-3a0-4a0 w6w/8/8/8/8/8/8/b5bb w w camps=1/0",
    "isolation 1a0-2a0-3a0-4a0 8/8/8/8/3w4/8/8/8 b w",
    "colorado 1a0-2a0-3a0-4a0 5w2/7b/6b1/8/8/2w5/8/1b1b4 w w landed=d1",
];

/// The colours of all that is as large as a square.
fn fills(svg: &str) -> Vec<&str> {
    let square = format!("width=\"{SQUARE}\" height=\"{SQUARE}\" ");
    svg.lines()
        .filter_map(|line| line.strip_prefix("<rect")?.split_once(&square))
        .map(|(_, fill)| fill)
        .collect()
}

#[test]
fn f18_marks_of_a_diagram_leave_the_colours_of_squares() {
    for text in MARKED {
        let placed: BoardPosition = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let plain = Diagram::new(&placed.board).svg();
        let marks = placed.board.squares();
        let svg = Diagram::new(&placed.board).position(&placed.position).marks(marks).svg();
        assert_eq!(fills(&svg), fills(&plain), "{text}: only the board itself has whole squares");
        assert!(!svg.contains("fill-opacity"), "{text}: nothing is tinted");
    }
}

#[test]
fn f18_the_block_is_outlined_on_its_outer_sides_alone() {
    let placed: BoardPosition = MARKED[0].parse().expect("a position");
    let picture = Diagram::new(&placed.board).position(&placed.position);
    let block: Bitboard =
        ["a1", "b1"].iter().map(|name| name.parse::<Square>().expect(name)).collect();
    for flipped in [false, true] {
        let diagram = picture.clone().flipped(flipped);
        let sketch = Picture::new(&diagram);
        let sides = block.into_iter().map(|square| sketch.edges(square, block));
        // Two squares side by side have six sides between them, and share one more.
        assert_eq!(sides.collect::<String>().matches('M').count(), 6);
    }
}

#[test]
fn a_picture_can_do_without_ground_and_coordinates() {
    let board = Board::new(crate::BoardCode::REFERENCE_QUARTER);
    let whole = Diagram::new(&board).svg();
    assert!(whole.contains(PAPER) && whole.contains("viewBox=\"0 0 488 488\""));
    let bare = Diagram::new(&board).without_ground().without_coordinates().svg();
    assert!(!bare.contains(PAPER) && bare.contains("viewBox=\"0 0 400 400\""));
    assert_eq!(fills(&bare).len(), 16);
    assert_eq!(bare.matches("translate(").count(), 0, "no sign of a coordinate");
}
