//! What the rules have against something, as the API says it: a code, by which the page finds the
//! text in the visitor's language, and the details that go into the text.
//!
//! A code stays the same for good. Errors that only pass on another have its code, and add what they
//! know to its details. Every code has a text in `web/locales`, which a test looks up.

use std::fmt::Display;

use katarenga_rules::notation::fields::{StateError, ValueForm};
use katarenga_rules::notation::moves::{Expected, MoveError, MoveTextError};
use katarenga_rules::notation::position::{PositionError, SidePart};
use katarenga_rules::{
    BoardError, BoardSize, BrokenRule, Colour, Detail, GameError, GameKind, IllegalMove, Layout,
    MatchOver, OutOfReach, Outcome, Phrase, QuarterError, QuarterPosition, RecordError,
    RecordFault, SetupError, SideError, SquareError, UnknownGame, UnsuitableBoard,
};
use serde::Serialize;
use serde_json::{Map, Value};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

/// An error as the API says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// Lower-case words joined by hyphens.
    pub code: String,
    /// What the text of the code speaks of.
    pub details: Map<String, Value>,
    /// The same in English.
    pub message: String,
}

/// What a refusal says: `code` finds the text in the visitor's language, `details` go into it.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct ErrorBody {
    /// Lower-case words joined by hyphens, which stay the same for good.
    #[cfg_attr(feature = "openapi", schema(example = "stale"))]
    pub code: String,
    /// The same in English, for a log.
    pub message: String,
    /// What the text is about.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub details: Map<String, Value>,
}

impl From<Explained> for ErrorBody {
    fn from(Explained { code, details, message }: Explained) -> Self {
        Self { code, message, details }
    }
}

/// What the API says of an error.
pub fn explained(error: &impl Explain) -> ErrorBody {
    error.explain().into()
}

/// One of several things that are wrong with a record: among the `faults` in the details of the code
/// `record`.
#[derive(Debug)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Fault {
    /// The line in the text, counted from 1.
    line: usize,
    /// Where on the line it begins, in characters, counted from 1.
    column: usize,
    /// As that of a refusal.
    code: String,
    /// The same in English.
    message: String,
    /// What the text of the code is about.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    details: Map<String, Value>,
}

/// As it would be serialized, of which the code is larger.
impl From<Fault> for Value {
    fn from(Fault { line, column, code, message, details }: Fault) -> Self {
        let mut fields = Map::new();
        for (name, value) in [
            ("line", line.into()),
            ("column", column.into()),
            ("code", code.into()),
            ("message", message.into()),
            ("details", details.into()),
        ] {
            fields.insert(name.to_owned(), value);
        }
        fields.into()
    }
}

/// An error that a visitor can meet.
pub trait Explain {
    /// The error as the API says it.
    fn explain(&self) -> Explained;
}

impl Explained {
    fn new(code: impl Into<String>, error: &impl Display) -> Self {
        Self { code: code.into(), details: Map::new(), message: error.to_string() }
    }

    /// What is said by a phrase of a game: its key, made unique by what it is used for.
    fn phrase(role: &str, phrase: Phrase, error: &impl Display) -> Self {
        Self::new(format!("{role}-{}", phrase.key), error)
    }

    /// Of a pawn against whose moves different things stand.
    pub fn no_moves_from(square: &str) -> Self {
        Self::new("no-moves-from", &format_args!("the pawn on {square} has no legal move now"))
            .with("square", square)
    }

    fn with(self, name: &str, value: impl Display) -> Self {
        self.with_value(name, value.to_string())
    }

    fn with_value(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    /// The number by which a text chooses between singular and plural.
    fn counting(self, count: impl Into<Value>) -> Self {
        self.with_value("count", count)
    }

    /// The same as it is said by the error that passes it on.
    fn passed_on_by(self, error: &impl Display) -> Self {
        Self { message: error.to_string(), ..self }
    }
}

// Words.

impl Explain for SquareError {
    fn explain(&self) -> Explained {
        let Self { text } = self;
        Explained::new("unknown-square", self).with("text", text)
    }
}

impl Explain for SideError {
    fn explain(&self) -> Explained {
        let Self { text } = self;
        Explained::new("unknown-side", self).with("text", text)
    }
}

impl Explain for UnknownGame {
    fn explain(&self) -> Explained {
        let Self { text } = self;
        let known: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.name()).collect();
        Explained::new("unknown-game", self).with("text", text).with("known", known.join(", "))
    }
}

// Boards.

impl Explain for QuarterError {
    fn explain(&self) -> Explained {
        let wrong = |code: &str, text: &str, found: char| {
            Explained::new(code, self).with("text", text).with("found", found.escape_debug())
        };
        match self {
            Self::Form(text) => Explained::new("quarter-form", self).with("text", text),
            Self::Board { text, found } => wrong("quarter-board", text, *found),
            Self::Face { text, found } => wrong("quarter-face", text, *found),
            Self::Turns { text, found } => wrong("quarter-turns", text, *found),
        }
    }
}

impl Explain for BoardError {
    fn explain(&self) -> Explained {
        let say = |code: &str| Explained::new(code, self);
        match self {
            Self::Form(text) => say("board-form").with("text", text),
            Self::QuarterCount { text, found } => {
                say("board-quarter-count").with("text", text).with_value("found", *found)
            }
            Self::Quarter { place, fault } => {
                fault.explain().with_value("place", number(*place)).passed_on_by(self)
            }
            Self::LoneQuarter(fault) => fault.explain(),
            Self::UsedTwice { board, places: [first, second] } => say("board-used-twice")
                .with_value("board", *board)
                .with_value("first", number(*first))
                .with_value("second", number(*second)),
            Self::RankCount { found } => say("board-rank-count").with_value("found", *found),
            Self::RankLength { rank, found, expected } => say("board-rank-length")
                .with_value("rank", *rank)
                .with_value("expected", *expected)
                .counting(*found),
            Self::Letter { square, found } => {
                say("board-letter").with("square", square).with("found", found.escape_debug())
            }
        }
    }
}

/// The place of a quarter in the code of a board, counted from 1.
fn number(place: QuarterPosition) -> u8 {
    place as u8 + 1
}

impl Explain for UnsuitableBoard {
    fn explain(&self) -> Explained {
        match self {
            Self::Size { needed, code } => {
                let wrong = match needed {
                    BoardSize::Full => "unsuitable-too-small",
                    BoardSize::Quarter => "unsuitable-too-large",
                };
                Explained::new(wrong, self).with("board", code)
            }
            Self::Rule(BrokenRule { key, details, .. }) => {
                let told = Explained::new(format!("unsuitable-{key}"), self);
                details.iter().fold(told, |told, (name, detail)| match detail {
                    Detail::Number(number) => told.with_value(name, *number),
                    Detail::Colour(colour) => {
                        told.with_value(name, colour.as_ref().map(Colour::to_string))
                    }
                })
            }
        }
    }
}

impl Explain for SetupError {
    fn explain(&self) -> Explained {
        match self {
            Self::Board(error) => error.explain(),
            Self::NoLayout { game, layout } => match game.info().layouts {
                [] => Explained::new("only-one-layout", self).with("layout", layout),
                known => Explained::new("unknown-layout", self)
                    .with("layout", layout)
                    .with("known", joined_names(known)),
            },
        }
    }
}

fn joined_names(layouts: &[Layout]) -> String {
    let names: Vec<&str> = layouts.iter().map(|layout| layout.name).collect();
    names.join(", ")
}

// Positions.

impl Explain for PositionError {
    fn explain(&self) -> Explained {
        let say = |code: &str| Explained::new(code, self);
        match self {
            Self::Parts { found } => say("position-parts").counting(*found),
            Self::Game(error) => error.explain(),
            Self::Board(error) => error.explain(),
            Self::Unsuitable(error) => error.explain(),
            Self::RankCount { found, expected } => {
                say("position-rank-count").with_value("expected", *expected).counting(*found)
            }
            Self::RankLength { rank, text, found, expected } => say("position-rank-length")
                .with_value("rank", *rank)
                .with("text", text)
                .with_value("expected", *expected)
                .counting(*found),
            Self::Symbol { rank, found } => {
                say("position-symbol").with_value("rank", *rank).with("found", found.escape_debug())
            }
            Self::Side { part, found } => match part {
                SidePart::Turn => say("position-turn").with("found", found),
                SidePart::First => say("position-first").with("found", found),
            },
            Self::State(error) => error.explain(),
            Self::Shared { square, found, rule } => {
                let code = if found.is_mixed() { "position-shared" } else { "position-doubled" };
                say(code).with("square", square).with("rule", rule.key)
            }
        }
    }
}

impl Explain for StateError {
    fn explain(&self) -> Explained {
        let say = |code: &str| Explained::new(code, self);
        match self {
            Self::FieldForm(text) => say("field-form").with("text", text),
            Self::FieldTwice(key) => say("field-twice").with("key", key),
            Self::UnknownField { key, known } => {
                say("field-unknown").with("key", key).with("known", known.join(", "))
            }
            Self::FieldValue { key, found, expected } => {
                let told = match expected {
                    ValueForm::Number { most } => say("value-number").with_value("most", *most),
                    ValueForm::Pair { most } => say("value-pair").with_value("most", *most),
                    ValueForm::Square => say("value-square"),
                    ValueForm::Layout { layouts } => {
                        say("value-layout").with("known", joined_names(layouts))
                    }
                    ValueForm::Other(form) => Explained::phrase("value", *form, self),
                };
                told.with("key", key).with("found", found)
            }
            Self::PawnCount { side, found, expected } => {
                Explained::phrase("pawns", *expected, self).with("side", side).counting(*found)
            }
            Self::Impossible { at, why } => {
                let told = Explained::phrase("state", *why, self);
                at.iter().fold(told, |told, square| told.with("square", square))
            }
        }
    }
}

// Moves.

impl Explain for MoveTextError {
    fn explain(&self) -> Explained {
        let Self { text, read, expected, found } = self;
        let code = match expected {
            Expected::SquareOrPass => "move-start",
            Expected::SquareOrCamp => "move-target",
            Expected::Put => "move-put",
            Expected::Nothing => "move-end",
        };
        Explained::new(code, self).with("text", text).with("read", read).with("found", found)
    }
}

impl Explain for MoveError {
    fn explain(&self) -> Explained {
        match self {
            Self::Text(error) => error.explain(),
            Self::Illegal { mv, why } => why.explain().with("move", mv).passed_on_by(self),
            Self::Ordinal { text, number } => Explained::new("move-ordinal", self)
                .with("text", text)
                .with_value("number", *number),
        }
    }
}

impl Explain for IllegalMove {
    fn explain(&self) -> Explained {
        let say = |code: &str| Explained::new(code, self);
        match self {
            Self::GameOver(outcome) => over(*outcome, self),
            Self::OffBoard { square, last } => {
                say("off-board").with("square", square).with("last", last)
            }
            Self::NoPawn(square) => say("no-pawn").with("square", square),
            Self::NotYours { square, turn } => say("pawn-of-other-side")
                .with("square", square)
                .with("owner", !*turn)
                .with("turn", turn),
            Self::OwnPawn(square) => say("own-pawn").with("square", square),
            Self::Occupied(square) => say("occupied").with("square", square),
            Self::OutOfReach { from, to, colour, why } => {
                out_of_reach(self, *colour, *why).with("from", from).with("to", to)
            }
            Self::OtherKind { expected } => Explained::phrase("rule", *expected, self),
            Self::WrittenAs(legal) => say("written-as").with("legal", legal),
            Self::CannotPass => say("cannot-pass"),
            Self::MustPass => say("must-pass"),
            Self::Rule { rule, at } => Explained::phrase("rule", *rule, self).with("square", at),
        }
    }
}

fn out_of_reach(error: &IllegalMove, colour: Colour, why: OutOfReach) -> Explained {
    let told = match why {
        // Each colour has a text, which says how its pawns move.
        OutOfReach::Direction => Explained::new(format!("moves-from-{colour}"), error),
        OutOfReach::Blocked { by } => Explained::new("blocked", error).with("by", by),
        OutOfReach::BeyondStop { stop } => Explained::new("beyond-stop", error).with("stop", stop),
    };
    told.with("colour", colour)
}

// Games and records.

impl Explain for GameError {
    fn explain(&self) -> Explained {
        match self {
            Self::Over(outcome) => over(*outcome, self),
        }
    }
}

fn over(outcome: Outcome, error: &impl Display) -> Explained {
    let Outcome { winner, points, reason } = outcome;
    Explained::new("game-over", error)
        .with_value("side", winner.map(|side| side.to_string()))
        .with_value("points", points)
        .with("reason", reason.key)
}

impl Explain for MatchOver {
    fn explain(&self) -> Explained {
        let Self { winner, points, target } = self;
        Explained::new("match-over", self)
            .with("side", winner)
            .with_value("points", *points)
            .with_value("target", *target)
    }
}

/// All that is wrong with a record, each with its line.
impl Explain for Vec<RecordError> {
    fn explain(&self) -> Explained {
        let lines: Vec<String> = self.iter().map(RecordError::to_string).collect();
        let faults = self.iter().map(|RecordError { line, column, fault }| {
            let Explained { code, details, message } = fault.explain();
            Fault { line: *line, column: *column, code, details, message }
        });
        Explained::new("record", &lines.join("\n"))
            .with_value("faults", faults.map(Value::from).collect::<Vec<_>>())
            .counting(self.len())
    }
}

impl Explain for RecordFault {
    fn explain(&self) -> Explained {
        let say = |code: &str| Explained::new(code, self);
        match self {
            Self::Empty => say("record-empty"),
            Self::Second => say("record-second"),
            Self::Tag(text) => say("record-tag").with("text", text),
            Self::TagTwice(name) => say("record-tag-twice").with("name", name),
            Self::TagMissing(name) => say("record-tag-missing").with("name", name),
            Self::TagContradicts(name) => say("record-tag-contradicts").with("name", name),
            Self::Game(error) => error.explain(),
            Self::Board(error) => error.explain(),
            Self::First(error) => error.explain(),
            Self::Setup(error) => error.explain(),
            Self::Position(error) => error.explain(),
            Self::Move { ply, error } => error.explain().with_value("ply", *ply).passed_on_by(self),
            Self::OpenComment => say("record-open-comment"),
            Self::Variation(text) => say("record-variation").with("text", text),
            Self::AfterResult(text) => say("record-after-result").with("text", text),
            Self::Result(text) => say("record-result").with("text", text),
            Self::WrongResult { claimed, actual } => {
                say("record-wrong-result").with("claimed", claimed).with("actual", actual)
            }
        }
    }
}

#[cfg(test)]
mod tests;
