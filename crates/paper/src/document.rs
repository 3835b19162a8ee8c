//! A document: its pages, and what readers ask of it.

use std::collections::BTreeSet;

use katarenga_rules::Language;
use pdf_writer::{Filter, Finish as _, Name, Pdf, Rect, Ref, TextStr};

use crate::Options;
use crate::font::Font;
use crate::page::{Page, opacity_name};

/// How hard streams are compressed: no more makes these files smaller.
const COMPRESSION: u8 = 6;

/// The object that lists the pages.
const PAGES: Ref = Ref::new(2);

/// A document while it is made.
pub(crate) struct Document {
    title: String,
    language: Language,
    size: (f32, f32),
    /// Whether it is to be printed in its true size.
    is_true_size: bool,
    pages: Vec<Page>,
}

impl Document {
    pub(crate) fn new(title: String, options: Options) -> Self {
        let size = options.paper.size();
        Self { title, language: options.language, size, is_true_size: false, pages: Vec::new() }
    }

    /// Asks readers not to shrink the pages when they print them.
    pub(crate) fn in_true_size(self) -> Self {
        Self { is_true_size: true, ..self }
    }

    /// An empty page, to be added when it is written.
    pub(crate) fn page(&self) -> Page {
        Page::new(self.size.0, self.size.1)
    }

    pub(crate) fn add(&mut self, page: Page) {
        self.pages.push(page);
    }

    /// The whole as a file of PDF. A document has at least one page, if only an empty one.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        if self.pages.is_empty() {
            self.pages.push(self.page());
        }
        let mut pdf = Pdf::new();
        let mut ids = (PAGES.get() + 1..).map(Ref::new);
        let mut new = || ids.next().unwrap_or(PAGES);
        self.write_properties(&mut pdf, new());
        let fonts = Font::ALL.map(|font| {
            let id = new();
            font.write(&mut pdf, id, new());
            (font, id)
        });
        let pages = std::mem::take(&mut self.pages);
        let kids: Vec<(Ref, Ref)> = pages.iter().map(|_| (new(), new())).collect();
        pdf.pages(PAGES).kids(kids.iter().map(|(page, _)| *page)).count(kids.len() as i32);
        for (page, (id, content)) in pages.into_iter().zip(kids) {
            let (drawn, opacities) = page.finish();
            let packed = miniz_oxide::deflate::compress_to_vec_zlib(&drawn, COMPRESSION);
            pdf.stream(content, &packed).filter(Filter::FlateDecode);
            self.write_page(&mut pdf, id, content, &fonts, &opacities);
        }
        pdf.finish()
    }

    /// Writes the title, the language, and how readers show and print the document.
    fn write_properties(&self, pdf: &mut Pdf, info: Ref) {
        pdf.document_info(info)
            .title(TextStr(&self.title))
            .creator(TextStr(env!("CARGO_PKG_NAME")));
        let mut catalog = pdf.catalog(Ref::new(1));
        catalog.pages(PAGES).lang(TextStr(self.language.code()));
        let mut preferences = catalog.viewer_preferences();
        preferences.display_doc_title(true);
        if self.is_true_size {
            preferences.pair(Name(b"PrintScaling"), Name(b"None"));
        }
    }

    fn write_page(
        &self,
        pdf: &mut Pdf,
        id: Ref,
        content: Ref,
        fonts: &[(Font, Ref)],
        opacities: &BTreeSet<u8>,
    ) {
        let mut page = pdf.page(id);
        page.parent(PAGES).media_box(Rect::new(0.0, 0.0, self.size.0, self.size.1));
        page.contents(content);
        let mut resources = page.resources();
        let mut named = resources.fonts();
        for (font, id) in fonts {
            named.pair(font.name(), *id);
        }
        named.finish();
        let mut states = resources.ext_g_states();
        for opacity in opacities {
            let share = f32::from(*opacity) / f32::from(u8::MAX);
            let mut state = states.insert(Name(opacity_name(*opacity).as_bytes())).dict();
            state.pair(Name(b"CA"), share).pair(Name(b"ca"), share);
        }
    }
}
