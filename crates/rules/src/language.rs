//! Languages of the rules' texts.

use std::str::FromStr;

/// A language of the rules texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// `en` or `fr`, as in the folders of `docs/rules/`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }
}

/// A text that names no language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a language of the rules: there are `en` and `fr`")]
pub struct UnknownLanguage(String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownLanguage(crate::text::quoted(text)))
    }
}
