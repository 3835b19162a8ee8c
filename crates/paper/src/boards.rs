//! Boards in true size, to cut out and play on.

use katarenga_rules::diagram::Diagram;
use katarenga_rules::{Board, BoardCode, Quarter};

use crate::Options;
use crate::document::Document;
use crate::font::Font;
use crate::page::{Area, Page, mm};
use crate::picture::{Picture, SQUARE};
use crate::texts::{face, labelled, square_size, words};

/// The sides of squares in millimetres: those of the published game on a quarterboard, and the largest that fit
/// both sizes of paper on a whole board with its coordinates.
const QUARTER_SQUARE: u8 = 40;
const BOARD_SQUARE: u8 = 22;

const MARGIN: f32 = 36.0;
const TEXT: f32 = 9.0;
/// The width of the lines along which boards are cut.
const CUT: f32 = 0.25;

/// The eight faces of the four quarterboards, a page for each, with squares of 40 mm. Two faces of a board follow
/// each other, and every board lies in the middle of its page: printed on both sides, a sheet of paper is a
/// quarterboard.
pub fn quarterboards(options: Options) -> Vec<u8> {
    let words = words(options.language);
    let mut document = Document::new(words.quarterboards.to_owned(), options).in_true_size();
    for quarter in Quarter::all().filter(|quarter| quarter.turns() == 0) {
        let board = Board::new(quarter.into());
        let picture = Picture::new(&Diagram::new(&board).without_coordinates());
        let title = format!(
            "{} · {}",
            face(quarter, options.language),
            square_size(QUARTER_SQUARE, options.language)
        );
        let mut page = document.page();
        cut_out(&mut page, &picture, QUARTER_SQUARE);
        labels(&mut page, &title, &[words.both_sides, words.true_size]);
        document.add(page);
    }
    document.finish()
}

/// Whole boards, a page for each, with squares of 22 mm and coordinates; a lone quarter has squares of 40 mm.
pub fn boards(codes: &[BoardCode], options: Options) -> Vec<u8> {
    let words = words(options.language);
    let title = match codes {
        [code] => labelled(words.boards, &code.to_string(), options.language),
        _ => words.boards.to_owned(),
    };
    let mut document = Document::new(title, options).in_true_size();
    for code in codes {
        let board = Board::new(*code);
        let square = if board.size() > 4 { BOARD_SQUARE } else { QUARTER_SQUARE };
        let title = format!("{code} · {}", square_size(square, options.language));
        let mut page = document.page();
        cut_out(&mut page, &Picture::new(&Diagram::new(&board)), square);
        labels(&mut page, &title, &[words.true_size]);
        document.add(page);
    }
    document.finish()
}

/// A picture in the middle of a page, its squares as large as said, with lines at its corners to cut along.
fn cut_out(page: &mut Page, picture: &Picture, millimetres: u8) {
    let scale = mm(f32::from(millimetres)) / SQUARE;
    let (width, height) = (picture.size.0 * scale, picture.size.1 * scale);
    let whole = page.within(0.0);
    let (x, y) = (whole.middle() - width / 2.0, (whole.height - height) / 2.0);
    page.picture(picture, x, y, width);
    cut_lines(page, Area { x, y, width, height });
}

/// Lines along the edges of an area, and beyond its corners.
fn cut_lines(page: &mut Page, area: Area) {
    const BEYOND: f32 = mm(5.0);
    for y in [area.y, area.bottom()] {
        page.rule((area.x - BEYOND, y), (area.right() + BEYOND, y), CUT);
    }
    for x in [area.x, area.right()] {
        page.rule((x, area.y - BEYOND), (x, area.bottom() + BEYOND), CUT);
    }
}

/// What it is, at the head of the page; what to know when it is printed, at its foot, with a line of 100 mm.
fn labels(page: &mut Page, title: &str, notes: &[&str]) {
    let area = page.within(MARGIN);
    let size = (12.0 * area.width / Font::Bold.width(title, 12.0)).min(12.0);
    page.text(area.x, area.y + 10.0, Font::Bold, size, title);
    let mut y = area.bottom() - 8.0 - 12.0 * notes.len() as f32;
    for note in notes {
        y += 12.0;
        page.text(area.x, y, Font::Regular, TEXT, note);
    }
    let (from, to, y) = (area.x, area.x + mm(100.0), y + 8.0);
    page.rule((from, y), (to, y), 0.5);
    for x in [from, to] {
        page.rule((x, y - 3.0), (x, y + 3.0), 0.5);
    }
}
