//! A rules text as blocks.

use katarenga_rules::diagram::Figure;
use katarenga_rules::{GameKind, Language};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::font::Font;
use crate::lines::Run;

/// A part of a rules text that begins on a line of its own.
#[derive(Debug)]
pub(super) enum Block {
    /// The name of the game.
    Title,
    /// A heading of a section.
    Heading(Vec<Run>),
    /// A paragraph.
    Paragraph(Vec<Run>),
    /// An item of a list.
    Item(Vec<Run>),
    /// A figure with its caption.
    Figure(Box<Figure>, Vec<Run>),
}

/// The blocks of the rules of a game.
pub(super) fn blocks(kind: GameKind, language: Language) -> Vec<Block> {
    let mut reader = Reader::default();
    for event in Parser::new(kind.help(language)) {
        reader.take(event);
    }
    reader.blocks
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// The text of the block that is read.
    runs: Vec<Run>,
    is_bold: bool,
    is_italic: bool,
    inside: Inside,
}

/// What a text is in, where that makes a difference.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Inside {
    #[default]
    Nothing,
    Item,
    Diagram,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => {
                self.inside = if &*kind == "diagram" { Inside::Diagram } else { Inside::Nothing };
            }
            Event::Start(Tag::Strong) => self.is_bold = true,
            Event::End(TagEnd::Strong) => self.is_bold = false,
            Event::Start(Tag::Emphasis) => self.is_italic = true,
            Event::End(TagEnd::Emphasis) => self.is_italic = false,
            Event::Start(Tag::Item) => self.inside = Inside::Item,
            Event::End(end) => self.end(end),
            Event::Text(text) => self.add(Font::styled(self.is_bold, self.is_italic), &text),
            Event::Code(text) => self.add(Font::Code, &text),
            Event::SoftBreak | Event::HardBreak => {
                self.add(Font::styled(self.is_bold, self.is_italic), " ");
            }
            // Comments, which name the house choices for the tests, and what the texts don't have.
            _ => {}
        }
    }

    fn add(&mut self, font: Font, text: &str) {
        self.runs.push((font, text.to_owned()));
    }

    /// Ends a block, if it is the end of one.
    fn end(&mut self, end: TagEnd) {
        let block: fn(Vec<Run>) -> Block = match end {
            TagEnd::Heading(HeadingLevel::H1) => |_| Block::Title,
            TagEnd::Heading(_) => Block::Heading,
            TagEnd::Paragraph if self.inside == Inside::Item => return,
            TagEnd::Paragraph => Block::Paragraph,
            TagEnd::Item => Block::Item,
            TagEnd::CodeBlock if self.inside == Inside::Diagram => return self.figure(),
            _ => return,
        };
        self.inside = Inside::Nothing;
        let runs = std::mem::take(&mut self.runs);
        match (self.blocks.last_mut(), end) {
            // The paragraph after a figure is its caption.
            (Some(Block::Figure(_, caption)), TagEnd::Paragraph) if caption.is_empty() => {
                *caption = runs;
            }
            _ => self.blocks.push(block(runs)),
        }
    }

    /// The figure that was read. The tests of the rules read every figure of every text.
    fn figure(&mut self) {
        self.inside = Inside::Nothing;
        let text: String = self.runs.drain(..).map(|(_, text)| text).collect();
        if let Ok(figure) = text.trim_end().parse() {
            self.blocks.push(Block::Figure(Box::new(figure), Vec::new()));
        }
    }
}
