//! The standard fonts, which every reader of PDF has: their characters and widths.
//!
//! Nothing is embedded. The characters are those of `WinAnsiEncoding`, which has all of English and French.

use pdf_writer::types::FontFlags;
use pdf_writer::{Name, Pdf, Rect, Ref};

/// A font of the sheets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Font {
    /// Helvetica.
    #[default]
    Regular,
    /// Helvetica Bold.
    Bold,
    /// Helvetica Oblique.
    Italic,
    /// Helvetica Bold Oblique.
    BoldItalic,
    /// Courier, for what is typed.
    Code,
}

/// What a font descriptor says besides the name, in thousandths of the size.
struct Shape {
    bbox: [f32; 4],
    italic_angle: f32,
    ascent: f32,
    descent: f32,
    cap_height: f32,
    stem: f32,
}

impl Font {
    /// All fonts.
    pub(crate) const ALL: [Self; 5] =
        [Self::Regular, Self::Bold, Self::Italic, Self::BoldItalic, Self::Code];

    /// The font with or without the weight of headings and the slant of emphasis.
    pub(crate) const fn styled(bold: bool, italic: bool) -> Self {
        match (bold, italic) {
            (false, false) => Self::Regular,
            (true, false) => Self::Bold,
            (false, true) => Self::Italic,
            (true, true) => Self::BoldItalic,
        }
    }

    /// Its name in the resources of a page.
    pub(crate) const fn name(self) -> Name<'static> {
        Name(match self {
            Self::Regular => b"F1",
            Self::Bold => b"F2",
            Self::Italic => b"F3",
            Self::BoldItalic => b"F4",
            Self::Code => b"F5",
        })
    }

    const fn base_name(self) -> Name<'static> {
        Name(match self {
            Self::Regular => b"Helvetica",
            Self::Bold => b"Helvetica-Bold",
            Self::Italic => b"Helvetica-Oblique",
            Self::BoldItalic => b"Helvetica-BoldOblique",
            Self::Code => b"Courier",
        })
    }

    /// The width of a character of the encoding, in thousandths of the size.
    fn width_of(self, byte: u8) -> u16 {
        let index = usize::from(byte.saturating_sub(FIRST));
        match self {
            Self::Regular | Self::Italic => HELVETICA[index],
            Self::Bold | Self::BoldItalic => HELVETICA_BOLD[index],
            Self::Code => COURIER,
        }
    }

    /// The width of a text in points.
    pub(crate) fn width(self, text: &str, size: f32) -> f32 {
        let sum: u32 = text.chars().map(|c| u32::from(self.width_of(encoded(c)))).sum();
        sum as f32 * size / 1000.0
    }

    /// Source: the headers of Adobe's font metrics for the 14 standard fonts.
    const fn shape(self) -> Shape {
        let (bbox, stem) = match self {
            Self::Regular => ([-166.0, -225.0, 1000.0, 931.0], 88.0),
            Self::Bold => ([-170.0, -228.0, 1003.0, 962.0], 140.0),
            Self::Italic => ([-170.0, -225.0, 1116.0, 931.0], 88.0),
            Self::BoldItalic => ([-174.0, -228.0, 1114.0, 962.0], 140.0),
            Self::Code => ([-23.0, -250.0, 715.0, 805.0], 51.0),
        };
        let (ascent, descent, cap_height) = match self {
            Self::Code => (629.0, -157.0, 562.0),
            _ => (718.0, -207.0, 718.0),
        };
        let italic_angle =
            if matches!(self, Self::Italic | Self::BoldItalic) { -12.0 } else { 0.0 };
        Shape { bbox, italic_angle, ascent, descent, cap_height, stem }
    }

    /// Writes the font as objects of a document. The widths are written too, although readers know them, so
    /// that a reader with another font in its place sets every character where it belongs.
    pub(crate) fn write(self, pdf: &mut Pdf, id: Ref, descriptor: Ref) {
        let mut flags = FontFlags::NON_SYMBOLIC;
        flags.set(FontFlags::FIXED_PITCH, self == Self::Code);
        let shape = self.shape();
        flags.set(FontFlags::ITALIC, shape.italic_angle < 0.0);
        let [left, bottom, right, top] = shape.bbox;
        pdf.type1_font(id)
            .base_font(self.base_name())
            .encoding_predefined(Name(b"WinAnsiEncoding"))
            .first_char(FIRST)
            .last_char(u8::MAX)
            .widths((FIRST..=u8::MAX).map(|byte| f32::from(self.width_of(byte))))
            .font_descriptor(descriptor);
        pdf.font_descriptor(descriptor)
            .name(self.base_name())
            .flags(flags)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(shape.italic_angle)
            .ascent(shape.ascent)
            .descent(shape.descent)
            .cap_height(shape.cap_height)
            .stem_v(shape.stem);
    }
}

/// A text as bytes of `WinAnsiEncoding`.
pub(crate) fn encode(text: &str) -> Vec<u8> {
    text.chars().map(encoded).collect()
}

/// A character in `WinAnsiEncoding`; `?` for one that it has not.
fn encoded(c: char) -> u8 {
    match c {
        ' '..='~' | '\u{a0}'..='\u{ff}' => c as u8,
        // A narrow space that doesn't break is one that doesn't break.
        '\u{202f}' => 0xa0,
        _ => {
            let place = HIGH.chars().position(|high| high == c && c != '\u{7f}');
            place.map_or(b'?', |place| 0x80 + place as u8)
        }
    }
}

/// The characters from 0x80 to 0x9f; a delete where there is none.
const HIGH: &str = "€\u{7f}‚ƒ„…†‡ˆ‰Š‹Œ\u{7f}Ž\u{7f}\u{7f}‘’“”•–—˜™š›œ\u{7f}žŸ";

/// The first character that has a width.
const FIRST: u8 = b' ';

/// The width of every character of Courier.
const COURIER: u16 = 600;

// Source of both: Adobe's font metrics for the 14 standard fonts, by the names that `WinAnsiEncoding` has for
// the bytes from 0x20 to 0xff.

#[rustfmt::skip]
const HELVETICA: [u16; 224] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 350,
    556, 350, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350, 611, 350,
    350, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 350, 500, 667,
    278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333,
    400, 584, 333, 333, 333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611,
    667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
    556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
];

#[rustfmt::skip]
const HELVETICA_BOLD: [u16; 224] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584, 350,
    556, 350, 278, 556, 500, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350, 611, 350,
    350, 278, 278, 500, 500, 350, 556, 1000, 333, 1000, 556, 333, 944, 350, 500, 667,
    278, 333, 556, 556, 556, 556, 280, 556, 333, 737, 370, 556, 584, 333, 737, 333,
    400, 584, 333, 333, 333, 611, 556, 278, 333, 333, 365, 556, 834, 834, 834, 611,
    722, 722, 722, 722, 722, 722, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
    556, 556, 556, 556, 556, 556, 889, 556, 556, 556, 556, 556, 278, 278, 278, 278,
    611, 611, 611, 611, 611, 611, 611, 584, 611, 611, 611, 611, 611, 556, 611, 556,
];

#[cfg(test)]
mod tests {
    use katarenga_rules::{GameKind, Language};

    use super::*;

    #[test]
    fn the_encoding_has_all_characters_of_the_rules() {
        for kind in GameKind::ALL {
            for language in Language::ALL {
                for c in kind.help(language).chars().filter(|c| *c != '?' && !c.is_control()) {
                    assert_ne!(encoded(c), b'?', "{kind} in {language:?}: {c:?}");
                }
            }
        }
    }

    #[test]
    fn characters_have_their_places_in_the_encoding() {
        for (c, byte) in
            [('é', 0xe9), ('œ', 0x9c), ('’', 0x92), ('–', 0x96), ('Ÿ', 0x9f), ('×', 0xd7)]
        {
            assert_eq!(encoded(c), byte, "{c}");
        }
        assert_eq!((encoded('€'), encoded('\u{7f}'), encoded('漢')), (0x80, b'?', b'?'));
    }

    #[test]
    fn widths_are_those_of_the_metrics() {
        assert_eq!(Font::Regular.width_of(encoded('é')), 556);
        assert_eq!(Font::Bold.width_of(b'A'), 722);
        assert_eq!(Font::Italic.width_of(encoded('Œ')), 1000);
        assert!((Font::Regular.width("Wa", 10.0) - 15.0).abs() < 0.001);
        assert!((Font::Code.width("1a0", 10.0) - 18.0).abs() < 0.001);
    }
}
