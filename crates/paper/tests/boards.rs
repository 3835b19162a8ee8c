//! Boards to cut out, measured.

use katarenga_paper::{Options, boards, quarterboards};
use katarenga_rules::{BoardCode, Language, Quarters};

use crate::all_options;
use crate::reader::{FileRead, PageRead};

/// Points of a millimetre.
const MM: f32 = 72.0 / 25.4;

/// The filled squares of a page, each as its left, its bottom and its sides.
fn squares(page: &PageRead) -> Vec<(f32, f32, f32, f32)> {
    let square = |path: &Vec<(f32, f32)>| {
        let xs = || path.iter().map(|point| point.0);
        let ys = || path.iter().map(|point| point.1);
        let (left, right) = (xs().fold(f32::MAX, f32::min), xs().fold(f32::MIN, f32::max));
        let (low, high) = (ys().fold(f32::MAX, f32::min), ys().fold(f32::MIN, f32::max));
        (left, low, right - left, high - low)
    };
    // The sides of a rectangle of SVG are drawn as four lines.
    page.paths.iter().filter(|path| path.len() == 4).map(square).collect()
}

fn of_side(page: &PageRead, millimetres: f32) -> Vec<(f32, f32)> {
    let is_close = |side: f32| (side - millimetres * MM).abs() < 0.01;
    let squares = squares(page).into_iter();
    squares
        .filter(|(_, _, width, height)| is_close(*width) && is_close(*height))
        .map(|it| (it.0, it.1))
        .collect()
}

#[test]
fn squares_of_quarterboards_measure_40_mm() {
    for options in all_options() {
        let file = FileRead::new(&quarterboards(options));
        assert_eq!(file.pages.len(), 8, "two faces of four boards");
        for page in &file.pages {
            let corners = of_side(page, 40.0);
            assert_eq!(corners.len(), 16, "{options:?}");
            let (width, height) = options.paper.size();
            let left = corners.iter().map(|corner| corner.0).fold(f32::MAX, f32::min);
            let low = corners.iter().map(|corner| corner.1).fold(f32::MAX, f32::min);
            assert!((left - (width / 2.0 - 80.0 * MM)).abs() < 0.01, "in the middle: {left}");
            assert!((low - (height / 2.0 - 80.0 * MM)).abs() < 0.01, "in the middle: {low}");
        }
        assert!(file.dictionary_with("/Catalog").contains("/PrintScaling /None"));
    }
    assert!((40.0 * MM - 113.386).abs() < 0.001);
}

#[test]
fn every_face_has_its_page() {
    let options = Options { language: Language::French, ..Options::default() };
    let file = FileRead::new(&quarterboards(options));
    let names: Vec<String> = file.pages.iter().map(|page| page.texts[0].text.clone()).collect();
    assert_eq!(names[0], "Quart de tablier 1, face\u{a0}a · cases de 40\u{a0}mm");
    assert_eq!(names[7], "Quart de tablier 4, face\u{a0}b · cases de 40\u{a0}mm");
}

#[test]
fn squares_of_whole_boards_measure_22_mm() {
    let spelled_out = BoardCode::REFERENCE.spelled_out();
    let codes = [BoardCode::REFERENCE, BoardCode::REFERENCE_QUARTER, spelled_out];
    for options in all_options() {
        let file = FileRead::new(&boards(&codes, options));
        let sides = [(22.0, 64), (40.0, 16), (22.0, 64)];
        assert_eq!(file.pages.len(), sides.len());
        for (page, (side, count)) in file.pages.iter().zip(sides) {
            assert_eq!(of_side(page, side).len(), count, "{options:?}");
            let (width, height) = options.paper.size();
            // What printers print on, but for the lines to cut along.
            let reach = |(x, y): &(f32, f32)| x.min(*y).min(width - x).min(height - y);
            let least = page.points.iter().map(reach).fold(f32::MAX, f32::min);
            assert!(least > 0.0, "{options:?}: {least}");
            for piece in &page.texts {
                assert!(piece.x + piece.width < width - 20.0, "{options:?}: {}", piece.text);
            }
        }
        assert!(file.pages[0].text().contains("1a0-2a0-3a0-4a0"));
    }
}

#[test]
fn a_line_of_100_mm_shows_whether_the_size_is_true() {
    let code = Quarters::from_index(7).into();
    for pdf in [quarterboards(Options::default()), boards(&[code], Options::default())] {
        let page = &FileRead::new(&pdf).pages[0];
        let is_ruler = |path: &Vec<(f32, f32)>| {
            path.len() == 2 && (path[1].0 - path[0].0 - 100.0 * MM).abs() < 0.01
        };
        assert!(page.paths.iter().any(is_ruler));
        assert!(page.text().contains("this line measures 100 mm"));
    }
}
