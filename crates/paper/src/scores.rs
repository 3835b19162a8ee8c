//! Score sheets of matches.

use katarenga_rules::{GameKind, Language};

use crate::Options;
use crate::document::Document;
use crate::font::Font;
use crate::lines::broken;
use crate::page::{Area, Page};
use crate::rules::score_of;
use crate::texts::{labelled, title, words};

const MARGIN: f32 = 48.0;
const TEXT: f32 = 10.0;
const LEADING: f32 = 13.0;
/// The height of a row of the table: room for handwriting.
const ROW: f32 = 25.0;

/// A sheet to keep the score of a match on: lines for names, date and target, and a table with a row for each
/// game. With a game it has that game's name, target and way to count.
pub fn score_sheet(kind: Option<GameKind>, options: Options) -> Vec<u8> {
    let (language, words) = (options.language, words(options.language));
    let heading = match kind {
        Some(kind) => labelled(words.score_sheet, title(kind, language), language),
        None => words.score_sheet.to_owned(),
    };
    let mut document = Document::new(heading.clone(), options);
    let mut page = document.page();
    let area = page.within(MARGIN);
    page.text(area.x, area.y + 16.0, Font::Bold, 18.0, &heading);
    let y = fields(&mut page, area, kind, language);
    let y = notes(&mut page, Area { y, ..area }, kind, language);
    table(&mut page, Area { y, height: area.bottom() - y, ..area }, language);
    document.add(page);
    document.finish()
}

/// The lines to write on; gives where they end.
fn fields(page: &mut Page, area: Area, kind: Option<GameKind>, language: Language) -> f32 {
    const GAP: f32 = 24.0;
    let words = words(language);
    let half = (area.width - GAP) / 2.0;
    let target = kind.and_then(|kind| kind.info().match_target);
    let labels = [(words.players[0], None), (words.players[1], None), (words.date, None)];
    let labels = labels.into_iter().chain([(words.target, target)]);
    let mut y = area.y + 16.0;
    for (index, (label, filled)) in labels.enumerate() {
        let x = if index % 2 == 0 { area.x } else { area.x + half + GAP };
        y += if index % 2 == 0 { 30.0 } else { 0.0 };
        let label = labelled(label, "", language);
        page.text(x, y, Font::Regular, TEXT, label.trim_end());
        let from = x + Font::Regular.width(&label, TEXT) + 2.0;
        page.rule((from, y + 2.0), (x + half, y + 2.0), 0.5);
        if let Some(target) = filled {
            page.text(from + 4.0, y, Font::Regular, TEXT, &target.to_string());
        }
    }
    y + 2.0
}

/// How the table is filled in, and what a game counts; gives where that ends.
fn notes(page: &mut Page, area: Area, kind: Option<GameKind>, language: Language) -> f32 {
    let count = vec![(Font::Regular, words(language).how_to_count.to_owned())];
    let score = kind.map(|kind| score_of(kind, language)).unwrap_or_default();
    let mut y = area.y + 10.0;
    for note in [score, count] {
        for line in broken(&note, TEXT - 1.0, area.width) {
            y += LEADING;
            page.line(area.x, y, &line);
        }
    }
    y + 12.0
}

/// A table that fills an area with rows, numbered from 1.
fn table(page: &mut Page, area: Area, language: Language) {
    let words = words(language);
    // The width of each column in parts of the whole; the last has the rest.
    let columns = [
        (words.game.to_owned(), 0.09),
        (words.white.to_owned(), 0.11),
        (words.black.to_owned(), 0.11),
        (format!("{} A", words.points), 0.11),
        (format!("{} B", words.points), 0.11),
        (format!("{} A", words.sum), 0.11),
        (format!("{} B", words.sum), 0.11),
        (words.remarks.to_owned(), 0.25),
    ];
    let fits = |rows: &u16| f32::from(*rows) * ROW <= area.height;
    let rows = (1..100).take_while(fits).last().unwrap_or_default();
    let table = Area { height: f32::from(rows) * ROW, ..area };
    page.shade(Area { height: ROW, ..table }, 0.9);
    let mut x = table.x;
    for (label, part) in columns {
        page.rule((x, table.y), (x, table.bottom()), 0.5);
        page.text(x + 4.0, table.y + ROW - 8.0, Font::Bold, TEXT - 1.0, &label);
        x += table.width * part;
    }
    page.rule((table.right(), table.y), (table.right(), table.bottom()), 0.5);
    for row in 0..=rows {
        let y = table.y + f32::from(row) * ROW;
        page.rule((table.x, y), (table.right(), y), 0.5);
        if row > 0 && row < rows {
            page.text(table.x + 4.0, y + ROW - 8.0, Font::Regular, TEXT, &row.to_string());
        }
    }
}
