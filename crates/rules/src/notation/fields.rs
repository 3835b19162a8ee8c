//! What a game adds to a position text: the `key=value` parts, and what it demands of a position.

use std::fmt;

use crate::text::{counted, listed, quoted, small_number};
use crate::{Core, Layout, Phrase, Side, Square};

/// The `key=value` parts at the end of a position text, as a game writes and reads them.
///
/// Fields at their defaults are left out: no barred captures, no pawns in camps or hands, no
/// passes.
#[derive(Clone, Default, Debug)]
pub struct Fields {
    given: Vec<(String, String)>,
    /// The keys that the game knows, collected as it asks for them.
    known: Vec<&'static str>,
}

impl Fields {
    /// Reads `key=value` parts; keys are read whatever their case.
    pub(crate) fn read(parts: &[&str]) -> Result<Self, StateError> {
        let mut fields = Self::default();
        for part in parts {
            let (key, value) =
                part.split_once('=').ok_or_else(|| StateError::FieldForm(quoted(part)))?;
            let key = key.to_ascii_lowercase();
            if fields.given.iter().any(|(given, _)| *given == key) {
                return Err(StateError::FieldTwice(quoted(&key)));
            }
            fields.given.push((key, value.to_owned()));
        }
        Ok(fields)
    }

    /// Refuses fields that the game didn't ask for.
    pub(crate) fn finish(self) -> Result<(), StateError> {
        match self.given.into_iter().next() {
            Some((key, _)) => {
                Err(StateError::UnknownField { key: quoted(&key), known: self.known })
            }
            None => Ok(()),
        }
    }

    pub(crate) fn put(&mut self, key: &'static str, value: impl fmt::Display) {
        self.given.push((key.to_owned(), value.to_string()));
    }

    /// Writes White's and Black's numbers as `1/0`, unless both are 0.
    pub(crate) fn put_pair(&mut self, key: &'static str, [white, black]: [u8; 2]) {
        if white + black > 0 {
            self.put(key, format_args!("{white}/{black}"));
        }
    }

    /// Writes the layout with this index, unless it is the default.
    pub(crate) fn put_layout(&mut self, layouts: &'static [Layout], index: u8) {
        if let (1.., Some(layout)) = (index, layouts.get(usize::from(index))) {
            self.put(LAYOUT, layout.name);
        }
    }

    pub(crate) fn put_passes(&mut self, core: &Core) {
        if core.passes() > 0 {
            self.put("passes", core.passes());
        }
    }

    /// The value of `key`, which is then used up.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        let index = self.given.iter().position(|(given, _)| given == key)?;
        Some(self.given.remove(index).1)
    }

    /// A number from 0, the default, to `most`.
    pub(crate) fn number(&mut self, key: &'static str, most: u8) -> Result<u8, StateError> {
        let Some(value) = self.take(key) else { return Ok(0) };
        small_number(&value).filter(|number| *number <= most).ok_or_else(|| {
            StateError::FieldValue {
                key,
                found: quoted(&value),
                expected: ValueForm::Number { most },
            }
        })
    }

    /// White's and Black's numbers, each from 0 to `most`; 0 by default.
    pub(crate) fn pair(&mut self, key: &'static str, most: u8) -> Result<[u8; 2], StateError> {
        let Some(value) = self.take(key) else { return Ok([0; 2]) };
        let number = |text: &str| small_number(text).filter(|number| *number <= most);
        value
            .split_once('/')
            .and_then(|(white, black)| Some([number(white)?, number(black)?]))
            .ok_or_else(|| StateError::FieldValue {
                key,
                found: quoted(&value),
                expected: ValueForm::Pair { most },
            })
    }

    pub(crate) fn square(&mut self, key: &'static str) -> Result<Option<Square>, StateError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        value.parse().map(Some).map_err(|_| StateError::FieldValue {
            key,
            found: quoted(&value),
            expected: ValueForm::Square,
        })
    }

    /// The index of the layout that is named, whatever the case of its name; 0 by default.
    pub(crate) fn layout(&mut self, layouts: &'static [Layout]) -> Result<u8, StateError> {
        let Some(value) = self.take(LAYOUT) else { return Ok(0) };
        let index = layouts.iter().position(|layout| layout.name.eq_ignore_ascii_case(&value));
        index.map(|index| index as u8).ok_or_else(|| StateError::FieldValue {
            key: LAYOUT,
            found: quoted(&value),
            expected: ValueForm::Layout { layouts },
        })
    }

    pub(crate) fn passes(&mut self) -> Result<u8, StateError> {
        self.number("passes", 2)
    }
}

impl fmt::Display for Fields {
    /// Each field with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.given.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

/// The key of the layout, where it decides what is legal later in the game.
const LAYOUT: &str = "layout";

const EIGHT: Phrase = Phrase::new("eight", "8");
const AT_MOST_EIGHT: Phrase = Phrase::new("at-most-eight", "at most 8");

/// Demands eight pawns of each side on the board.
pub(crate) fn expect_eight(core: &Core) -> Result<(), StateError> {
    for side in Side::ALL {
        let found = core.pawns(side).count();
        if found != 8 {
            return Err(StateError::PawnCount { side, found, expected: EIGHT });
        }
    }
    Ok(())
}

/// Demands at most eight pawns of each side on the board.
pub(crate) fn expect_at_most_eight(core: &Core) -> Result<(), StateError> {
    for side in Side::ALL {
        let found = core.pawns(side).count();
        if found > 8 {
            return Err(StateError::PawnCount { side, found, expected: AT_MOST_EIGHT });
        }
    }
    Ok(())
}

/// Demands that pawns were placed in turn, the first player's first, at most eight by each.
pub(crate) fn expect_alternation(core: &Core) -> Result<(), StateError> {
    let [first, second] = [core.first(), !core.first()].map(|side| core.pawns(side).count());
    if first > 8 {
        return Err(StateError::PawnCount {
            side: core.first(),
            found: first,
            expected: AT_MOST_EIGHT,
        });
    }
    if first == second + u32::from(core.turn() != core.first()) {
        return Ok(());
    }
    Err(StateError::impossible(
        "placing-alternates",
        "the sides place in turn: both have placed as many when the first player is to move, otherwise the first player one more",
    ))
}

/// Why a game can't be in a state that a text describes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StateError {
    /// A part after the fifth is no field.
    #[error("`{0}` is not a field: write `key=value`")]
    FieldForm(String),
    /// A field is given twice.
    #[error("`{0}` is given twice")]
    FieldTwice(String),
    /// The game knows no such field.
    #[error("this game has no field `{key}`: it knows {}", listed(known))]
    UnknownField {
        /// The key.
        key: String,
        /// The keys it knows.
        known: Vec<&'static str>,
    },
    /// The value of a field makes no sense.
    #[error("`{key}={found}`: expected {expected}")]
    FieldValue {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
        /// What it should be.
        expected: ValueForm,
    },
    /// A side has an impossible number of pawns.
    #[error("{side} has {}: expected {}", counted(*found, "pawn"), expected.text)]
    PawnCount {
        /// The side.
        side: Side,
        /// How many it has.
        found: u32,
        /// How many it may have.
        expected: Phrase,
    },
    /// No game could lead to the position.
    #[error("{}{}", at.map(|square| format!("{square}: ")).unwrap_or_default(), why.text)]
    Impossible {
        /// The square at fault, if it is one.
        at: Option<Square>,
        /// Why not.
        why: Phrase,
    },
}

/// What the value of a field should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueForm {
    /// A number from 0.
    Number {
        /// The greatest.
        most: u8,
    },
    /// White's and Black's numbers of pawns, each from 0.
    Pair {
        /// The greatest.
        most: u8,
    },
    /// A square.
    Square,
    /// The name of a layout.
    Layout {
        /// Those of the game.
        layouts: &'static [Layout],
    },
    /// What a game alone asks.
    Other(Phrase),
}

impl fmt::Display for ValueForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { most } => write!(f, "a number from 0 to {most}"),
            Self::Pair { most } => {
                write!(f, "White's and Black's pawns, each from 0 to {most}, as in `1/0`")
            }
            Self::Square => f.write_str("a square, as in `e4`"),
            Self::Layout { layouts } => {
                let names: Vec<&str> = layouts.iter().map(|layout| layout.name).collect();
                write!(f, "one of the layouts {}", listed(names))
            }
            Self::Other(form) => f.write_str(form.text),
        }
    }
}

impl StateError {
    /// The position breaks a rule of the game, which `text` says and `key` names for a translation.
    pub(crate) const fn impossible(key: &'static str, text: &'static str) -> Self {
        Self::Impossible { at: None, why: Phrase::new(key, text) }
    }

    /// The same of one square.
    pub(crate) const fn impossible_at(
        square: Square,
        key: &'static str,
        text: &'static str,
    ) -> Self {
        Self::Impossible { at: Some(square), why: Phrase::new(key, text) }
    }
}
