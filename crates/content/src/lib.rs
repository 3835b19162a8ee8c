//! The lessons of the page: their shape, and what is wrong with one that makes no sense.
//!
//! A lesson is a file of `web/lessons`, which the page reads as it is. It is checked when the server is built, so
//! that no lesson is served that can't be finished. `docs/lessons.md` says how to write one.

mod check;

use std::collections::BTreeMap;

use serde::Deserialize;

pub use check::Fault;

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// What it is called, where no game gives it its name.
    pub title: Option<Texts>,
    /// Its steps, in their order.
    pub steps: Vec<Step>,
}

/// One step: a position, and what is to be done in it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// A position text: the side to move is the learner's.
    pub position: String,
    /// What is to be done, and why.
    pub say: Texts,
    /// The right lines: the learner's moves and the answers between them. Without them every legal move is
    /// right.
    #[serde(default)]
    pub lines: Vec<Vec<String>>,
    /// Squares that are marked.
    #[serde(default)]
    pub marks: Vec<String>,
    /// What is said to a legal move that is not right.
    pub wrong: Option<Texts>,
    /// What is said when it is done.
    pub then: Texts,
}

/// A text in each language of the page, by the language's code.
pub type Texts = BTreeMap<String, String>;

/// The languages of the page.
pub const LANGUAGES: [&str; 2] = ["en", "fr"];

impl Lesson {
    /// Reads a lesson.
    ///
    /// # Errors
    /// When it is no JSON, or of another shape.
    pub fn read(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// All that is wrong with it.
    pub fn faults(&self) -> Vec<Fault> {
        check::faults(self)
    }
}
