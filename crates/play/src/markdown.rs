//! The rules texts as the page shows them: HTML, with places for the figures.

use katarenga_rules::diagram::Figure;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// A rules text in its parts.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// The first heading.
    pub(crate) title: String,
    /// The text without its title; figures are `<figure data-figure="N"></figure>`.
    pub(crate) html: String,
    /// The figures, in their order.
    pub(crate) figures: Vec<(Figure, String)>,
}

/// The parts of a rules text. The caption of a figure is the emphasis right after it.
pub(crate) fn text(markdown: &str) -> Text {
    let mut parser = Parser::new_ext(markdown, Options::ENABLE_TABLES).peekable();
    let (mut kept, mut figures, mut title) = (Vec::new(), Vec::new(), String::new());
    while let Some(event) = parser.next() {
        match event {
            Event::Start(Tag::Heading { level: pulldown_cmark::HeadingLevel::H1, .. }) => {
                let end = TagEnd::Heading(pulldown_cmark::HeadingLevel::H1);
                title = words(&until(&mut parser, end));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) if &*kind == "diagram" => {
                let lines = words(&until(&mut parser, TagEnd::CodeBlock));
                let Ok(figure) = lines.trim_end().parse::<Figure>() else { continue };
                let index = figures.len();
                let place = format!("<figure data-figure=\"{index}\"></figure>\n");
                kept.push(Event::Html(CowStr::from(place)));
                figures.push((figure, caption(&mut parser)));
            }
            // Comments, which name the house choices for the tests.
            Event::Html(_) | Event::InlineHtml(_) => {}
            event => kept.push(event),
        }
    }
    let mut html = String::new();
    html::push_html(&mut html, kept.into_iter());
    Text { title, html, figures }
}

type Events<'a> = std::iter::Peekable<Parser<'a>>;

/// What events say, without their form.
fn words(events: &[Event<'_>]) -> String {
    let said = events.iter().filter_map(|event| match event {
        Event::Text(text) => Some(text.as_ref()),
        _ => None,
    });
    said.collect()
}

/// The events up to an end, which is taken as well.
fn until<'a>(parser: &mut Events<'a>, end: TagEnd) -> Vec<Event<'a>> {
    let mut events = Vec::new();
    for event in parser.by_ref() {
        if event == Event::End(end) {
            break;
        }
        events.push(event);
    }
    events
}

/// The caption of a figure as HTML: the paragraph after it, without its emphasis.
fn caption(parser: &mut Events<'_>) -> String {
    if parser.peek() != Some(&Event::Start(Tag::Paragraph)) {
        return String::new();
    }
    let mut paragraph = until(parser, TagEnd::Paragraph);
    paragraph.remove(0);
    let is_emphasis = |event: &Event<'_>| {
        matches!(event, Event::Start(Tag::Emphasis) | Event::End(TagEnd::Emphasis))
    };
    paragraph.retain(|event| !is_emphasis(event));
    let mut text = String::new();
    html::push_html(&mut text, paragraph.into_iter());
    text
}

#[cfg(test)]
mod tests {
    use katarenga_rules::{GameKind, Language};

    use super::*;

    #[test]
    fn every_rules_text_has_its_title_and_all_its_figures() {
        for kind in GameKind::ALL {
            for language in Language::ALL {
                let source = kind.help(language);
                let Text { title, html, figures } = text(source);
                assert!(source.starts_with(&format!("# {title}\n")), "{kind} {title}");
                assert_eq!(figures.len(), source.matches("```diagram").count(), "{kind}");
                assert_eq!(figures.len(), html.matches("<figure data-figure=").count(), "{kind}");
                assert!(figures.iter().all(|(_, caption)| !caption.is_empty()), "{kind}");
                assert!(!html.contains("<h1") && !html.contains("style="), "{kind}");
                assert!(!html.contains("<!--") && !html.contains("&lt;!--"), "{kind}");
            }
        }
    }
}
