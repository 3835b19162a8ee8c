//! Blocks laid in two columns, page after page.

use crate::font::Font;
use crate::lines::{Line, Run, broken};
use crate::page::{Area, Page};
use crate::picture::Picture;

use super::markdown::Block;

/// The columns of a page, and the gap between them.
const COLUMNS: usize = 2;
const GAP: f32 = 20.0;
/// Between a figure and what stands beside it.
const FIGURE_GAP: f32 = 10.0;

/// The measures of a text, in parts of its size.
const LEADING: f32 = 1.22;
const PARAGRAPH: f32 = 0.5;
const HEADING: f32 = 1.0;
const INDENT: f32 = 1.1;
const CAPTION: f32 = 0.92;

/// Blocks with their figures as pictures.
pub(super) struct Columns<'a> {
    blocks: &'a [Block],
    /// The picture of each block that is a figure.
    pictures: Vec<Option<Picture>>,
}

/// A part that is not divided: a line of text, or figures.
struct Part {
    /// The space above it, unless it begins a column.
    gap: f32,
    height: f32,
    /// Whether what follows stands in the same column.
    keeps_next: bool,
    /// What is drawn, from the upper left corner of the part.
    content: Vec<(f32, f32, Content)>,
}

/// What is drawn at a place: for a line, its baseline is there.
pub(super) enum Content {
    Line(Line),
    /// The picture of the block with this index, at a width.
    Picture(usize, f32),
}

/// What a page shows, and where.
pub(super) type Placed = Vec<(f32, f32, Content)>;

impl<'a> Columns<'a> {
    pub(super) fn new(blocks: &'a [Block]) -> Self {
        let picture = |block: &Block| match block {
            Block::Figure(figure, _) => Some(Picture::new(&figure.diagram())),
            _ => None,
        };
        Self { blocks, pictures: blocks.iter().map(picture).collect() }
    }

    /// The pages that a size of text gives, when the text has an area of the first and one of the others.
    pub(super) fn lay(&self, size: f32, first: Area, others: Area) -> Vec<Placed> {
        let width = (first.width - GAP * (COLUMNS - 1) as f32) / COLUMNS as f32;
        let (mut pages, mut column, mut area) = (vec![Placed::new()], 0, first);
        let mut y = area.y;
        for group in grouped(self.parts(size, width)) {
            let needed: f32 = group.iter().map(|part| part.gap + part.height).sum();
            if y > area.y && y + needed > area.bottom() {
                column += 1;
                if column == COLUMNS {
                    pages.push(Placed::new());
                    (column, area) = (0, others);
                }
                y = area.y;
            }
            let x = area.x + column as f32 * (width + GAP);
            for part in group {
                y += if y > area.y { part.gap } else { 0.0 };
                if let Some(page) = pages.last_mut() {
                    page.extend(part.content.into_iter().map(|(dx, dy, it)| (x + dx, y + dy, it)));
                }
                y += part.height;
            }
        }
        pages
    }

    pub(super) fn draw(&self, page: &mut Page, placed: &Placed) {
        for (x, y, content) in placed {
            match content {
                Content::Line(line) => page.line(*x, *y, line),
                Content::Picture(index, width) => {
                    if let Some(picture) = &self.pictures[*index] {
                        page.picture(picture, *x, *y, *width);
                    }
                }
            }
        }
    }

    fn parts(&self, size: f32, width: f32) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut index = 0;
        while let Some(block) = self.blocks.get(index) {
            let text = Text { size, width, gap: size * PARAGRAPH };
            match block {
                Block::Title => {}
                Block::Heading(runs) => parts.extend(text.heading(runs)),
                Block::Paragraph(runs) => {
                    parts.extend(text.paragraph(runs));
                    // What introduces a list stays with it.
                    let leads = matches!(self.blocks.get(index + 1), Some(Block::Item(_)));
                    if let (true, Some(last)) = (leads, parts.last_mut()) {
                        last.keeps_next = true;
                    }
                }
                Block::Item(runs) => {
                    let follows_item =
                        index > 0 && matches!(self.blocks[index - 1], Block::Item(_));
                    let gap = if follows_item { size * 0.2 } else { text.gap };
                    parts.extend(Text { gap, ..text }.item(runs));
                }
                Block::Figure(..) => {
                    let count = self.figures_from(index);
                    parts.push(self.figures(index, count, text));
                    index += count - 1;
                }
            }
            index += 1;
        }
        parts
    }

    /// How many figures stand beside each other from a block on: two at most.
    fn figures_from(&self, index: usize) -> usize {
        let is_figure = |block: &Block| matches!(block, Block::Figure(..));
        if self.blocks.get(index + 1).is_some_and(is_figure) { 2 } else { 1 }
    }

    /// Two figures beside each other with their captions below, or one with its caption beside it.
    fn figures(&self, first: usize, count: usize, text: Text) -> Part {
        let half = (text.width - FIGURE_GAP) / 2.0;
        let (mut content, mut height) = (Vec::new(), 0.0_f32);
        for (place, index) in (first..first + count).enumerate() {
            let (Some(picture), Some(Block::Figure(figure, caption))) =
                (&self.pictures[index], self.blocks.get(index))
            else {
                continue;
            };
            // The squares of a lone quarter are no larger than those of a board needs them to be.
            let width = if figure.placed.board.size() > 4 { half } else { half * 0.7 };
            let x = place as f32 * (half + FIGURE_GAP);
            content.push((x, 0.0, Content::Picture(index, width)));
            let tall = picture.height_at(width);
            let (x, y, wide) = if count == 1 {
                (width + FIGURE_GAP, 0.0, text.width - width - FIGURE_GAP)
            } else {
                (x, tall + 2.0, half)
            };
            let mut end = y;
            let size = text.size * CAPTION;
            for line in broken(caption, size, wide) {
                content.push((x, end + size, Content::Line(line)));
                end += size * LEADING;
            }
            height = height.max(tall).max(end);
        }
        Part { gap: text.gap * 1.4, height, keeps_next: false, content }
    }
}

/// Parts with those that stand in the same column.
fn grouped(parts: Vec<Part>) -> Vec<Vec<Part>> {
    let mut groups: Vec<Vec<Part>> = Vec::new();
    for part in parts {
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|last| last.keeps_next) => group.push(part),
            _ => groups.push(vec![part]),
        }
    }
    groups
}

/// How a block is set: its size, the width it has, and the space above it.
#[derive(Clone, Copy)]
struct Text {
    size: f32,
    width: f32,
    gap: f32,
}

impl Text {
    /// The lines of runs, the first two and the last two of which stay together.
    fn lines(self, runs: &[Run], indent: f32) -> Vec<Part> {
        let lines = broken(runs, self.size, self.width - indent);
        let count = lines.len();
        let part = |(index, line): (usize, Line)| Part {
            gap: if index == 0 { self.gap } else { 0.0 },
            height: self.size * LEADING,
            keeps_next: count > 1 && (index == 0 || index + 2 == count),
            content: vec![(indent, self.size, Content::Line(line))],
        };
        lines.into_iter().enumerate().map(part).collect()
    }

    fn paragraph(self, runs: &[Run]) -> Vec<Part> {
        self.lines(runs, 0.0)
    }

    /// The lines of an item, after a bullet.
    fn item(self, runs: &[Run]) -> Vec<Part> {
        let mut parts = self.lines(runs, self.size * INDENT);
        if let Some(first) = parts.first_mut() {
            let bullet = vec![(Font::Regular, "•".to_owned())];
            let bullet = Line { pieces: bullet, size: self.size };
            first.content.insert(0, (self.size * 0.3, self.size, Content::Line(bullet)));
        }
        parts
    }

    /// A heading, which stays with what follows it.
    fn heading(self, runs: &[Run]) -> Vec<Part> {
        let bold: Vec<Run> = runs.iter().map(|(_, text)| (Font::Bold, text.clone())).collect();
        let text = Self { size: self.size * 1.2, gap: self.size * HEADING, ..self };
        let mut parts = text.lines(&bold, 0.0);
        for part in &mut parts {
            part.keeps_next = true;
        }
        parts
    }
}
