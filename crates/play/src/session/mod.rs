//! A stored game: its setup, its players, and the events that make its state.

mod clock;
mod command;
mod event;
mod head;
mod notes;

use std::sync::Arc;

use katarenga_engine::Level;
use katarenga_rules::notation::moves::MoveError;
use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{Board, BoardCode, Ending, Game, Move, Record, SetupError, Side};

pub use self::clock::{Clock, Times};
pub use self::command::{Command, Refusal, path_of};
pub use self::event::{Event, NextBoard, Proposal};
pub use self::head::{Head, Player, Seat};
pub use self::notes::Notes;

use crate::limits::MAX_PLIES;

/// What a side has proposed and the other not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Who proposes it.
    pub side: Side,
    /// What.
    pub what: Proposal,
    /// The revision of the game with it: it was proposed as the last thing if that is the newest.
    pub revision: i64,
}

/// What is kept of something that was done in a game: both or neither.
#[derive(Debug)]
pub struct Step {
    /// What was done.
    pub event: Event,
    /// The next game of the match, if this begins it.
    pub next: Option<Session>,
}

impl From<Event> for Step {
    fn from(event: Event) -> Self {
        Self { event, next: None }
    }
}

/// How many plies there are once both sides have moved.
const BEGUN: usize = 2;

/// A game with all that was done in it.
#[derive(Clone, Debug)]
pub struct Session {
    /// What it is.
    pub head: Head,
    /// Where it stands.
    pub game: Game,
    /// How many events it has.
    pub revision: i64,
    /// When something was done last, in milliseconds since 1970.
    pub updated: i64,
    /// What one player proposes to the other.
    pub offer: Option<Offer>,
    /// What was declined just now, or withdrawn, and by whom.
    pub declined: Option<(Offer, Side)>,
    /// What each side proposed in the position as it stands: nothing is proposed there again.
    proposed: [Vec<Proposal>; 2],
    /// Whether both sides have moved, whatever was taken back since.
    has_begun: bool,
    /// What is left of the time.
    times: Option<Times>,
    /// What was said of it when it was imported.
    notes: Arc<Notes>,
}

/// An event that can't have happened: what was kept is damaged.
#[derive(Debug, thiserror::Error)]
#[error("game {game}: event {number}, `{what}`, can't have happened")]
pub struct Damaged {
    game: String,
    number: i64,
    what: String,
}

impl Session {
    /// A game that begins.
    pub fn new(head: Head) -> Self {
        Self {
            game: Game::from_position(head.start.clone()),
            revision: 0,
            updated: head.created,
            offer: None,
            declined: None,
            proposed: [Vec::new(), Vec::new()],
            has_begun: false,
            times: head.clock.map(|clock| Times::new(clock, head.created)),
            notes: Arc::default(),
            head,
        }
    }

    /// The same with what was said of it when it was imported.
    pub fn with_notes(self, notes: Notes) -> Self {
        Self { notes: notes.into(), ..self }
    }

    /// What was said of it when it was imported.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// The game with what was said of it when it was imported, as far as it is still true.
    fn record(&self) -> Record {
        self.notes.record(self.game.clone(), self.revision)
    }

    /// A game from its beginning and what was kept: the number of each event, what it was, and when.
    ///
    /// # Errors
    /// When the events don't fit the game.
    pub fn rebuild(
        start: impl Into<Self>,
        events: impl IntoIterator<Item = (i64, String, i64)>,
    ) -> Result<Self, Damaged> {
        let mut session = start.into();
        for (number, what, at) in events {
            let done = what.parse::<Event>().is_ok_and(|event| session.carry_out(event, at));
            if !done || number != session.revision {
                return Err(Damaged { game: session.head.id, number, what });
            }
        }
        Ok(session)
    }

    /// Whether the event could be carried out.
    fn carry_out(&mut self, event: Event, at: i64) -> bool {
        self.revision += 1;
        self.updated = at;
        let (turn, ply) = (self.game.turn(), self.game.ply());
        let was_over = self.game.outcome().is_some();
        self.declined = None;
        let is_done = match event {
            Event::Move(mv) => self.game.play(mv).is_ok(),
            Event::Undo(count) => (0..count).all(|_| self.game.undo()),
            Event::Redo(count) => (0..count).all(|_| self.game.redo()),
            Event::Resign(side) => self.game.resign(side).is_ok(),
            Event::OutOfTime(side) => self.game.end(Ending::OutOfTime(side)).is_ok(),
            Event::Abort(_) => self.game.end(Ending::Aborted).is_ok(),
            Event::Offer(side, what) => {
                self.offer = Some(Offer { side, what, revision: self.revision });
                let proposed = &mut self.proposed[side.index()];
                proposed.retain(|before| *before != what);
                proposed.push(what);
                true
            }
            Event::Accept(_) => self.accept(),
            Event::Decline(by) => self.decline_offer(by),
        };
        // The clocks stand once the game is over, whatever is proposed then.
        if !was_over {
            self.keep_time(event, (turn, ply), at);
        }
        if event.is_move() && !self.notes.is_empty() {
            Arc::make_mut(&mut self.notes).moved(ply, self.revision);
        }
        if event.is_move() || self.game.ply() != ply {
            // It is another position, or the same one after a way round.
            self.proposed = [Vec::new(), Vec::new()];
        }
        self.has_begun |= self.game.ply() >= BEGUN;
        self.drop_lapsed(event, turn);
        is_done
    }

    /// What an event does to the clocks; whose turn it was before it, and at which ply.
    fn keep_time(&mut self, event: Event, (turn, ply): (Side, usize), at: i64) {
        let has_begun = self.has_begun;
        let Some(times) = &mut self.times else { return };
        if event.is_move() {
            times.moved(turn, (ply, has_begun), at);
        } else if self.game.ply() < ply {
            times.taken_back(self.game.ply(), at);
        } else if self.game.outcome().is_some() {
            times.interrupt(turn, has_begun, at);
        }
    }

    /// Whether there was something to decline or withdraw. What a player has withdrawn once the game
    /// is over can be proposed again: no move will ever be played that would allow it.
    fn decline_offer(&mut self, by: Side) -> bool {
        let Some(offer) = self.offer.take() else { return false };
        if by == offer.side && matches!(offer.what, Proposal::Rematch(_)) {
            self.proposed[by.index()].retain(|what| *what != offer.what);
        }
        self.declined = Some((offer, by));
        true
    }

    /// A proposal lapses when the other side moves on, or when it has become something else.
    fn drop_lapsed(&mut self, event: Event, turn: Side) {
        let is_over = self.game.outcome().is_some();
        self.offer = self.offer.filter(|offer| match (offer.what, event) {
            (Proposal::Draw, Event::Move(_)) => !is_over && offer.side == turn,
            (Proposal::Takeback, Event::Move(_) | Event::Undo(_)) => false,
            (Proposal::Draw | Proposal::Takeback, _) => !is_over,
            (Proposal::Rematch(_), _) => true,
        });
    }

    /// Whether there was something to agree to, and it could be done.
    fn accept(&mut self) -> bool {
        let Some(offer) = self.offer.take() else { return false };
        match offer.what {
            Proposal::Draw => self.game.end(Ending::Agreed).is_ok(),
            Proposal::Takeback => (0..self.to_turn_of(offer.side)).all(|_| self.game.undo()),
            // The next game is a game of its own.
            Proposal::Rematch(_) => true,
        }
    }

    /// How long whose turn it is may take for their first move, before the game is aborted; in
    /// milliseconds. `None` once both have moved, and without a clock.
    pub fn left_to_begin(&self, now: i64) -> Option<i64> {
        let deadline = self.deadline().filter(|_| !self.has_begun)?;
        Some((deadline - now).max(0))
    }

    /// Whether it was left before it had begun.
    pub fn is_aborted(&self) -> bool {
        self.game.ending() == Some(Ending::Aborted)
    }

    /// Whether two people play it now.
    pub fn is_contest(&self) -> bool {
        self.head.is_online() && self.game.outcome().is_none()
    }

    /// How many moves are between now and the last turn of a side.
    fn to_turn_of(&self, side: Side) -> usize {
        let turns = self.game.positions().rev().map(katarenga_rules::Position::turn);
        turns.enumerate().skip(1).find(|(_, turn)| *turn == side).map_or(0, |(count, _)| count)
    }

    /// What is left of a side's time at a moment, in milliseconds; `None` without a clock.
    pub fn left(&self, side: Side, now: i64) -> Option<i64> {
        let is_running = self.running() == Some(side);
        self.times.as_ref().map(|times| times.left(side, is_running, now))
    }

    /// The side whose time runs.
    pub fn running(&self) -> Option<Side> {
        let times = self.times.as_ref().filter(|times| times.runs(self.has_begun));
        times.filter(|_| self.can_move_on()).map(|_| self.game.turn())
    }

    /// Whether a move can be played. In a game of the longest length no side loses on
    /// time.
    fn can_move_on(&self) -> bool {
        self.game.outcome().is_none() && self.game.ply() < MAX_PLIES
    }

    /// When the side to move has no time left, or has not come to make its first move, in
    /// milliseconds since 1970.
    pub fn deadline(&self) -> Option<i64> {
        let times = self.times.as_ref().filter(|_| self.can_move_on())?;
        Some(times.deadline(self.game.turn(), self.has_begun))
    }

    /// Ends the game if the time of the side to move was up at a moment: it loses, unless the game
    /// has not even begun.
    pub fn end_on_time(&mut self, now: i64) -> Option<Event> {
        let turn = self.game.turn();
        let event = if self.has_begun { Event::OutOfTime(turn) } else { Event::Abort(None) };
        let is_up = self.deadline().is_some_and(|deadline| deadline < now);
        (is_up && self.carry_out(event, now.max(self.updated))).then_some(event)
    }

    /// Who plays a side.
    pub fn seat(&self, side: Side) -> Seat {
        self.head.seats[side.index()]
    }

    /// The level of the computer if it is to move.
    pub fn computer_to_move(&self) -> Option<Level> {
        match self.seat(self.game.turn()) {
            Seat::Computer(level) if self.can_move_on() => Some(level),
            _ => None,
        }
    }

    /// Plays a move of the computer.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn play(&mut self, mv: Move, at: i64) -> Result<Event, Refusal> {
        self.game.check(mv).map_err(|why| MoveError::Illegal { mv, why })?;
        let event = Event::Move(mv);
        let is_done = self.carry_out(event, at.max(self.updated));
        is_done.then_some(event).ok_or(Refusal::Impossible)
    }

    /// Plays what was played in a game from the same start; gives the events.
    ///
    /// # Errors
    /// When it can't be played here.
    pub fn replay(&mut self, game: &Game) -> Result<Vec<Event>, Refusal> {
        let at = self.updated;
        let mut events: Vec<Event> =
            game.moves().map(|mv| self.play(mv, at)).collect::<Result<_, _>>()?;
        if let Some(ending) = game.ending() {
            self.goes_on()?;
            for event in events_of(ending) {
                if !self.carry_out(event, at) {
                    return Err(Refusal::Impossible);
                }
                events.push(event);
            }
        }
        Ok(events)
    }
}

impl Session {
    /// The next game of the match, on a board. The first player alternates; a game that was aborted
    /// was not played, so the same side is first again.
    ///
    /// # Errors
    /// When the game can't be played on the board.
    pub fn next_game(
        &self,
        (id, number): (String, u32),
        code: BoardCode,
        created: i64,
    ) -> Result<Self, SetupError> {
        let board = Board::new(code);
        let before = self.game.start().core().first();
        let first = if self.is_aborted() { before } else { !before };
        let position = self.game.kind().start(&board, self.game.next_setup(first))?;
        let start = BoardPosition { board, position };
        Ok(Self::new(Head { id, start, number, created, ..self.head.clone() }))
    }

    /// The game as a record: what was said of it when it was imported, and who plays it where that
    /// does not say so.
    pub fn record_with_players(&self) -> Record {
        let name_of = |side: Side| self.head.players[side.index()].as_ref()?.name.clone();
        let player = |side: Side| match self.seat(side) {
            Seat::Human => name_of(side).map(|name| (side.title().to_owned(), name)),
            Seat::Computer(level) => {
                Some((side.title().to_owned(), format!("computer, level {level}")))
            }
        };
        let record = self.record();
        let unsaid = |(name, _): &(String, String)| record.tag(name).is_none();
        let players = Side::ALL.into_iter().filter_map(player).filter(unsaid);
        let tags = players.chain(record.tags.clone()).collect();
        Record { tags, ..record }
    }
}

impl From<Head> for Session {
    fn from(head: Head) -> Self {
        Self::new(head)
    }
}

/// How what players did to end a game is kept.
fn events_of(ending: Ending) -> Vec<Event> {
    match ending {
        Ending::Resigned(side) => vec![Event::Resign(side)],
        Ending::OutOfTime(side) => vec![Event::OutOfTime(side)],
        Ending::Aborted => vec![Event::Abort(None)],
        Ending::Agreed => {
            vec![Event::Offer(Side::White, Proposal::Draw), Event::Accept(Side::Black)]
        }
    }
}

#[cfg(test)]
mod tests;
