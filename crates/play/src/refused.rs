//! What is refused: one shape for whatever is wrong with a request, with the status that HTTP has for
//! it.

use std::fmt::Display;

use serde_json::{Map, Value};

use crate::explain::{ErrorBody, Explain, explained};
use crate::limits::MAX_PLIES;
use crate::session::Refusal;

/// A refusal.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The status that HTTP has for it, as 404.
    pub status: u16,
    /// What is said of it.
    pub body: ErrorBody,
}

impl Refused {
    /// A refusal with a status and a code.
    pub fn new(status: u16, code: &str, message: &str) -> Self {
        let (code, message) = (code.to_owned(), message.to_owned());
        Self { status, body: ErrorBody { code, message, details: Map::new() } }
    }

    /// The same with something that its text is about.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.body.details.insert(name.to_owned(), value.into());
        self
    }

    /// What was asked makes no sense.
    pub fn invalid(message: &str) -> Self {
        Self::new(400, "invalid", message)
    }

    /// There is no such thing.
    pub fn not_found() -> Self {
        Self::new(404, "not-found", "there is nothing at this address")
    }

    /// What was asked can't be done as the game stands.
    pub fn conflict(code: &str, message: &str) -> Self {
        Self::new(409, code, message)
    }

    /// The game has changed since the revision that the client knows.
    pub fn stale(revision: i64) -> Self {
        let message = "the game has moved on meanwhile: ask for it again";
        Self::conflict("stale", message).with("revision", revision)
    }

    /// What was asked is understood, and can't be.
    pub fn unprocessable(code: &str, message: &str) -> Self {
        Self::new(422, code, message)
    }

    /// The game, or what was asked to be one, is longer than can be kept.
    pub fn too_long(message: &str) -> Self {
        Self::unprocessable("too-long", message).with("most", MAX_PLIES)
    }

    /// What the rules say against something.
    pub fn by_rule(error: &impl Explain) -> Self {
        Self { status: 422, body: explained(error) }
    }

    /// Something went wrong that nobody can help who asks.
    pub fn internal(cause: &impl Display) -> Self {
        Self::new(500, "internal", &cause.to_string())
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let message = refusal.to_string();
        let conflict = |code| Self::conflict(code, &message);
        match refusal {
            Refusal::Over(_) => conflict("over"),
            Refusal::Computers(side) | Refusal::NotYourTurn(side) => {
                conflict("not-your-turn").with("side", side.to_string())
            }
            Refusal::NotYourSide(side) => {
                Self::new(403, "not-your-side", &message).with("side", side.to_string())
            }
            Refusal::NeedsConsent => conflict("needs-consent"),
            Refusal::NobodyToAsk => conflict("nobody-to-ask"),
            Refusal::AnswerFirst => conflict("answer-first"),
            Refusal::ProposedBefore => conflict("proposed-before"),
            Refusal::NothingProposed => conflict("nothing-proposed"),
            Refusal::GoesOn => conflict("goes-on"),
            Refusal::HasBegun => conflict("has-begun"),
            Refusal::NothingToUndo => conflict("nothing-to-undo"),
            Refusal::NothingToRedo => conflict("nothing-to-redo"),
            Refusal::Move(error) => Self::by_rule(&error),
            Refusal::NoPath(_) => Self::invalid(&message),
            Refusal::TooLong => Self::too_long(&message),
            Refusal::Impossible => Self::internal(&message),
        }
    }
}
