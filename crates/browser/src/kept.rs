//! A game as the page keeps it.

use katarenga_play::game::SeriesGame;
use katarenga_play::lists::{Listed, Summary};
use katarenga_play::refused::Refused;
use katarenga_play::session::{Head, Notes, Player, Seat, Session};
use katarenga_play::shapes::SideName;
use katarenga_rules::notation::position::BoardPosition;
use serde::{Deserialize, Serialize};

use crate::tree::Tree;

/// The visitor of a browser: there is one.
pub(crate) const VISITOR: i64 = 1;

/// The version of the format of [`Kept`]. A greater one is of a later version of the page, which this one
/// can tell as long as its numbers are whole.
const FORMAT: u32 = 1;

/// The game of a request. Its version is looked at first: in a later one anything else may differ.
///
/// # Errors
/// When a later version has kept it, or it can't be read.
pub(crate) fn read(game: &Tree) -> Result<Option<Kept>, Refused> {
    /// What every version has.
    #[derive(Deserialize)]
    struct Version {
        format: u32,
    }

    let version = Version::deserialize(game);
    if version.is_ok_and(|version| version.format > FORMAT) {
        let message = "a later version of the page has kept the game";
        return Err(Refused::conflict("kept-by-later-version", message));
    }
    let read = Option::deserialize(game);
    read.map_err(|error| Refused::new(400, "invalid-json", &error.to_string()))
}

/// A game: how it began, and all that was done in it.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Kept {
    format: u32,
    id: String,
    /// The id of the first game of its match.
    series: String,
    /// Which game of its match it is.
    number: u32,
    target: Option<u32>,
    /// The text of the position with which it began.
    start: String,
    /// Who plays White and Black: `human`, or `level:3`.
    seats: [String; 2],
    /// In milliseconds since 1970.
    created: i64,
    /// What was said of it when it was imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    notes: Option<Notes>,
    pub(crate) events: Vec<Done>,
}

/// Something that was done.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Done {
    /// What: the text of an event.
    what: String,
    /// When, in milliseconds since 1970.
    at: i64,
    /// The name of the request that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request: Option<String>,
}

impl Done {
    pub(crate) fn new(event: &impl ToString, at: i64, request: Option<String>) -> Self {
        Self { what: event.to_string(), at, request }
    }
}

impl Kept {
    /// A game that begins with some events.
    pub(crate) fn new(session: &Session, events: Vec<Done>) -> Self {
        let Head { id, series, number, target, start, seats, created, .. } = &session.head;
        Self {
            format: FORMAT,
            id: id.clone(),
            series: series.clone(),
            number: *number,
            target: *target,
            start: start.to_string(),
            seats: seats.map(|seat| seat.to_string()),
            created: *created,
            notes: (!session.notes().is_empty()).then(|| session.notes().clone()),
            events,
        }
    }

    /// The game that it is.
    ///
    /// # Errors
    /// When it is damaged.
    pub(crate) fn session(&self) -> Result<Session, Refused> {
        let damaged = || Refused::conflict("kept-damaged", "what was kept of the game is damaged");
        let start: BoardPosition = self.start.parse().map_err(|_| damaged())?;
        let seat = |text: &String| text.parse::<Seat>().map_err(|()| damaged());
        let seats = [seat(&self.seats[0])?, seat(&self.seats[1])?];
        let head = Head {
            id: self.id.clone(),
            owner: VISITOR,
            start,
            seats,
            players: seats.map(player),
            series: self.series.clone(),
            number: self.number,
            target: self.target,
            clock: None,
            is_public: false,
            has_chat: false,
            created: self.created,
        };
        let notes = self.notes.clone().unwrap_or_default();
        let events = (1..).zip(&self.events);
        let events = events.map(|(number, done)| (number, done.what.clone(), done.at));
        Session::rebuild(Session::new(head).with_notes(notes), events).map_err(|_| damaged())
    }

    /// Whether the request of a name was carried out.
    pub(crate) fn has_done(&self, request: &str) -> bool {
        self.events.iter().any(|done| done.request.as_deref() == Some(request))
    }
}

fn player(seat: Seat) -> Option<Player> {
    match seat {
        Seat::Human => Some(Player { visitor: VISITOR, name: None }),
        Seat::Computer(_) => None,
    }
}

/// What the other games of a match need to know of a game.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct InMatch {
    number: u32,
    /// Null once it was deleted.
    id: Option<String>,
    /// Null for a draw, and while it goes on.
    winner: Option<SideName>,
    points: u8,
}

impl InMatch {
    /// Whether it is this game.
    pub(crate) fn is_of(&self, session: &Session) -> bool {
        self.number == session.head.number
    }
}

impl From<&Session> for InMatch {
    fn from(session: &Session) -> Self {
        let outcome = session.game.outcome();
        Self {
            number: session.head.number,
            id: Some(session.head.id.clone()),
            winner: outcome.as_ref().and_then(|outcome| outcome.winner).map(Into::into),
            points: outcome.map_or(0, |outcome| outcome.points),
        }
    }
}

impl From<InMatch> for SeriesGame {
    fn from(InMatch { number, id, winner, points }: InMatch) -> Self {
        Self { number, id, winner: winner.map(Into::into), points }
    }
}

/// A game with all that the page needs to know of it to find it and to list it.
#[derive(Serialize)]
pub(crate) struct Row {
    id: String,
    /// The id of the first game of its match.
    series: String,
    /// The number of things that were done in it.
    revision: i64,
    /// Whether it has ended.
    ended: bool,
    /// When something was done last, in milliseconds since 1970.
    updated: i64,
    /// What the other games of its match need to know of it.
    r#match: InMatch,
    /// It in a list.
    summary: Summary,
    /// It itself.
    game: Kept,
}

impl Row {
    pub(crate) fn new(session: &Session, game: Kept) -> Self {
        Self {
            id: session.head.id.clone(),
            series: session.head.series.clone(),
            revision: session.revision,
            ended: session.game.outcome().is_some(),
            updated: session.updated,
            r#match: InMatch::from(session),
            summary: Summary::new(&Listed::from(session), Some(VISITOR)),
            game,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::request::answer_json;

    /// What is said to a request about a game.
    fn said(game: &Value) -> Value {
        let request = json!({
            "method": "GET", "path": "/api/games/local-1", "now": 1, "chance": 1, "game": game,
        });
        let answer = answer_json(request.to_string().as_bytes(), |_| ());
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        answer["body"]["code"].clone()
    }

    #[test]
    fn a_game_of_a_later_version_is_told_from_a_damaged_one() {
        for later in [
            json!({ "format": 2 }),
            json!({ "format": 2, "id": ["local", 1], "number": "one", "more": {} }),
        ] {
            assert_eq!(said(&later), "kept-by-later-version", "{later}");
        }
        for damaged in [json!({ "format": 1 }), json!({}), json!([]), json!({ "format": -1 })] {
            assert_eq!(said(&damaged), "invalid-json", "{damaged}");
        }
        assert_eq!(said(&Value::Null), "not-found");
    }
}
