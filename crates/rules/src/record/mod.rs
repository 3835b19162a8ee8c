//! Game records in the manner of PGN (`docs/notation.md`): one or many games in a text, read
//! leniently and written canonically.

mod nags;
mod read;
mod scan;
mod stated_result;
mod tag;
mod write;

use std::collections::BTreeMap;

use read::Records;

use crate::games::{SetupError, UnknownGame};
use crate::notation::moves::MoveError;
use crate::notation::position::PositionError;
use crate::notation::signs::is_invisible;
use crate::{BoardError, Game, Outcome, SideError};

/// A game with what was said about it.
///
/// ```
/// use katarenga_rules::Record;
/// let text = r#"
/// [Game "cornered"]
/// [Board "2a0"]
/// [White "Ann"]
/// 1. d1 b2 {a mistake} 2. a1 white+3
/// "#;
/// let record = Record::read(text).unwrap();
/// assert_eq!(record.game.ply(), 3);
/// assert_eq!(record.tag("white"), Some("Ann"));
/// assert!(record.to_string().contains("[Result \"white 3 last-to-place\"]"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game.
    pub game: Game,
    /// Tags that the game itself doesn't give, in their order: `White`, `Black`, `Date`, ...
    pub tags: Vec<(String, String)>,
    /// Comments by the ply after which they stand; those at 0 stand before the first move.
    pub comments: BTreeMap<usize, String>,
    /// What is thought of moves, by ply as comments are: PGN's numeric annotation glyphs, `1` for
    /// `!` and so on.
    pub nags: BTreeMap<usize, Vec<u16>>,
}

impl From<Game> for Record {
    fn from(game: Game) -> Self {
        Self { game, tags: Vec::new(), comments: BTreeMap::new(), nags: BTreeMap::new() }
    }
}

impl Record {
    /// The value of a tag that the game itself doesn't give, whatever the case of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Reads a text that holds one record.
    ///
    /// # Errors
    /// All that is wrong with it; also when it holds none or several.
    pub fn read(text: &str) -> Result<Self, Vec<RecordError>> {
        let mut records = Records::new(text);
        let Some(first) = records.next() else {
            return Err(vec![RecordError { line: 1, column: 1, fault: RecordFault::Empty }]);
        };
        let Some(second) = records.next() else { return first.record };
        let mut errors = first.record.err().unwrap_or_default();
        let (line, column) = (second.place.line, second.place.column);
        errors.push(RecordError { line, column, fault: RecordFault::Second });
        Err(errors)
    }

    /// Reads all records of a text, one after the other; one that is wrong doesn't stop the others.
    ///
    /// The errors of a record are in the order of their places; of very many the first are given.
    /// After a wrong move the rest of the moves can't be checked.
    pub fn read_all(text: &str) -> impl Iterator<Item = Result<Self, Vec<RecordError>>> {
        Records::new(text).map(|found| found.record)
    }

    /// The same, each with the line and the column at which it begins.
    pub fn read_all_with_places(
        text: &str,
    ) -> impl Iterator<Item = ((usize, usize), Result<Self, Vec<RecordError>>)> {
        Records::new(text).map(|found| ((found.place.line, found.place.column), found.record))
    }

    /// Forgets what was said about plies after one: they were taken back, and others were played.
    pub fn forget_after(&mut self, ply: usize) {
        self.comments.retain(|at, _| *at <= ply);
        self.nags.retain(|at, _| *at <= ply);
    }
}

/// A text on one line, without characters that show nothing, which have no meaning in a record and
/// none good on a screen.
fn printable(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    let words = visible.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct RecordError {
    /// The line in the text, counted from 1.
    pub line: usize,
    /// Where on the line it begins, in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: RecordFault,
}

/// What can be wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// There is no record in the text.
    #[error("there is no record here: one begins with a tag such as [Game \"congress\"]")]
    Empty,
    /// There is more than one record where one was expected.
    #[error("a second record begins here, where one alone was expected: give it a file of its own")]
    Second,
    /// A line in brackets is no tag.
    #[error("`{0}` is not a tag: write [Name \"value\"]")]
    Tag(String),
    /// A tag is given twice.
    #[error("the tag {0} is given twice")]
    TagTwice(String),
    /// A tag that every record needs is missing.
    #[error("the tag {0} is missing")]
    TagMissing(&'static str),
    /// The tag Position says something else than another tag.
    #[error("the tag {0} contradicts the tag Position")]
    TagContradicts(&'static str),
    /// The tag Game names no game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The tag Board is no board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The tag First is no side.
    #[error(transparent)]
    First(#[from] SideError),
    /// The game can't start so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The tag Position is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is wrong.
    #[error("ply {ply}: {error}")]
    Move {
        /// Which one, counted from 1.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A comment has no end.
    #[error("the comment that begins here has no closing brace")]
    OpenComment,
    /// A parenthesis: records hold the moves that were played, and no variations.
    #[error("`{0}`: variations in parentheses are not part of a record")]
    Variation(String),
    /// Something follows the result.
    #[error("`{0}` follows the result of the game")]
    AfterResult(String),
    /// The result is not readable.
    #[error(
        "`{0}` is not a result: write `white 3 REASON`, `black 1 REASON`, `draw 0 REASON` or `ongoing`"
    )]
    Result(String),
    /// The result is not what the moves lead to.
    #[error("the result is given as `{claimed}`, but the moves lead to `{actual}`")]
    WrongResult {
        /// What the record says.
        claimed: String,
        /// What the rules say.
        actual: String,
    },
}

/// The tag that says of an aborted game that it is one: its result is left open.
const TERMINATION: &str = "Termination";

/// The outcome as `katarenga result` prints it: `ongoing`, or winner, points and reason.
pub fn result_text(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}
