//! The rules of a game on two pages at most.

mod columns;
mod markdown;

use katarenga_rules::{GameKind, Language};

use self::columns::{Columns, Placed};
use self::markdown::{Block, blocks};
use crate::Options;
use crate::document::Document;
use crate::font::Font;
use crate::lines::{Run, broken};
use crate::page::{Area, Page};
use crate::texts::title;

/// The most pages of the rules: a sheet of paper has two sides.
const MOST_PAGES: usize = 2;

/// The sizes of text that are tried, largest first.
const SIZES: [f32; 8] = [11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.75];
/// What is used where none fits. A test sees to it that all rules do.
const SMALLEST: f32 = 7.5;

/// By how much the last page is shortened until its columns are of about the same height.
const STEP: f32 = 12.0;

const MARGIN: f32 = 34.0;
/// The height of the foot of a page.
const FOOT: f32 = 16.0;

/// The rules of a game, as the page shows them, with all figures: on two pages, in the largest type that they
/// leave room for.
pub fn rules(kind: GameKind, options: Options) -> Vec<u8> {
    let name = title(kind, options.language);
    let mut document = Document::new(name.to_owned(), options);
    let mut blocks = blocks(kind, options.language);
    let summary = take_summary(&mut blocks);
    let columns = Columns::new(&blocks);
    let (first, others) = areas(&document.page(), &summary);
    let laid = lay(&columns, first, others);
    let count = laid.len();
    for (index, placed) in laid.into_iter().enumerate() {
        let mut page = document.page();
        if index == 0 {
            head(&mut page, name, &summary);
        }
        columns.draw(&mut page, &placed);
        foot(&mut page, name, index + 1, count);
        document.add(page);
    }
    document.finish()
}

/// The pages in the largest size that fits.
fn lay(columns: &Columns<'_>, first: Area, others: Area) -> Vec<Placed> {
    let fits = |size: &f32| columns.lay(*size, first, others).len() <= MOST_PAGES;
    let size = SIZES.into_iter().find(fits).unwrap_or(SMALLEST);
    let mut pages = columns.lay(size, first, others);
    let mut shorter = others;
    while pages.len() > 1 && shorter.height > STEP {
        shorter.height -= STEP;
        let laid = columns.lay(size, first, shorter);
        if laid.len() > pages.len() {
            break;
        }
        pages = laid;
    }
    pages
}

/// What the rules say of the score in short; nothing if they don't.
pub(crate) fn score_of(kind: GameKind, language: Language) -> Vec<Run> {
    // Further down stand house choices about it.
    let list =
        blocks(kind, language).into_iter().skip_while(|block| !matches!(block, Block::Item(_)));
    let mut items = list.map_while(|block| match block {
        Block::Item(runs) => Some(runs),
        _ => None,
    });
    let is_score =
        |runs: &Vec<Run>| runs.first().is_some_and(|(_, text)| text.starts_with("Score"));
    items.find(is_score).unwrap_or_default()
}

/// The paragraph below the title, which says what the game is about; the title goes with it.
fn take_summary(blocks: &mut Vec<Block>) -> Vec<Run> {
    blocks.retain(|block| !matches!(block, Block::Title));
    match blocks.first() {
        Some(Block::Paragraph(_)) => match blocks.remove(0) {
            Block::Paragraph(runs) => {
                runs.into_iter().map(|(_, text)| (Font::Italic, text)).collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

const SUMMARY: f32 = 11.0;
const SUMMARY_LEADING: f32 = 14.0;
/// The height of the title.
const TITLE: f32 = 30.0;

/// What the text has of the first page and of the others.
fn areas(page: &Page, summary: &[Run]) -> (Area, Area) {
    let whole = page.within(MARGIN);
    let others = Area { height: whole.height - FOOT, ..whole };
    let lines = broken(summary, SUMMARY, whole.width).len() as f32;
    let head = TITLE + lines * SUMMARY_LEADING + 4.0;
    (Area { y: others.y + head, height: others.height - head, ..others }, others)
}

/// The title, and what the game is about.
fn head(page: &mut Page, name: &str, summary: &[Run]) {
    let area = page.within(MARGIN);
    page.text(area.x, area.y + 20.0, Font::Bold, 24.0, name);
    let mut y = area.y + TITLE;
    for line in broken(summary, SUMMARY, area.width) {
        y += SUMMARY_LEADING;
        page.line(area.x, y - 4.0, &line);
    }
}

fn foot(page: &mut Page, name: &str, number: usize, count: usize) {
    let area = page.within(MARGIN);
    page.text(area.x, area.bottom(), Font::Regular, 8.0, name);
    page.text_up_to(
        area.right(),
        area.bottom(),
        Font::Regular,
        8.0,
        &format!("{number} / {count}"),
    );
}
