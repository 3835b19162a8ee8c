//! Sheets to print, as PDF: puzzles, rules, boards to cut out, and sheets to keep score on.
//!
//! Each function takes what a sheet shows and gives the bytes of a file: the same bytes for the same sheet,
//! without a clock and without reading anything.
//!
//! ```
//! use katarenga_paper::{Options, Paper, rules};
//! use katarenga_rules::{GameKind, Language};
//! let options = Options { paper: Paper::Letter, language: Language::French };
//! let pdf = rules(GameKind::Cornered, options);
//! assert!(pdf.starts_with(b"%PDF-"));
//! ```

#![expect(clippy::cast_precision_loss, reason = "what is counted on a page is little")]

mod boards;
mod document;
mod font;
mod lines;
mod page;
mod picture;
mod puzzles;
mod rules;
mod scores;
mod texts;

use std::str::FromStr;

use katarenga_rules::{Language, quoted};

pub use self::boards::{boards, quarterboards};
pub use self::puzzles::{PUZZLES_A_PAGE, puzzles};
pub use self::rules::rules;
pub use self::scores::score_sheet;

/// How a sheet is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The paper it is printed on.
    pub paper: Paper,
    /// The language of its words.
    pub language: Language,
}

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8½ × 11 inches.
    Letter,
}

impl Paper {
    /// All sizes.
    pub const ALL: [Self; 2] = [Self::A4, Self::Letter];

    /// `a4` or `letter`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }

    /// Width and height in points, 72 to an inch.
    pub const fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (page::mm(210.0), page::mm(297.0)),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// A text that names no size of paper.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no size of paper for sheets: there are `a4` and `letter`")]
pub struct UnknownPaper(String);

impl FromStr for Paper {
    type Err = UnknownPaper;

    fn from_str(text: &str) -> Result<Self, UnknownPaper> {
        let is_named = |paper: &Self| paper.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(is_named).ok_or_else(|| UnknownPaper(quoted(text)))
    }
}
