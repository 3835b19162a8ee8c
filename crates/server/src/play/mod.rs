//! A stored game: its setup, its players, and the events that make its state.

mod clock;
mod event;
mod notes;
mod why_not;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use katarenga_engine::Level;
use katarenga_rules::notation::moves::{MoveError, text_of_path};
use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{
    Board, BoardCode, Ending, Game, GameError, Move, Record, Setup, SetupError, Side, quoted,
};

pub(crate) use self::clock::{Clock, Times};
pub(crate) use self::event::{Event, NextBoard, Proposal};
pub(crate) use self::notes::Notes;
pub(crate) use self::why_not::why_not;
use crate::limits::{MAX_EVENTS, MAX_PLIES};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// A visitor: [`Head::players`] says which.
    Human,
    /// The computer.
    Computer(Level),
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Computer(level) => write!(f, "level:{level}"),
        }
    }
}

impl FromStr for Seat {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.split_once(':') {
            None if text == "human" => Ok(Self::Human),
            Some(("level", level)) => level.parse().map(Self::Computer).map_err(|_| ()),
            _ => Err(()),
        }
    }
}

/// The visitor who plays a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Player {
    /// Who it is.
    pub visitor: i64,
    /// The name under which they play, if they have one; a game that begins takes it when it is
    /// kept.
    pub name: Option<String>,
}

/// What a game is besides its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    /// Its name in addresses.
    pub id: String,
    /// The visitor who began it.
    pub owner: i64,
    /// Where it started.
    pub start: BoardPosition,
    /// Who plays, by [`Side::index`].
    pub seats: [Seat; 2],
    /// The visitors who play; none for the computer's side.
    pub players: [Option<Player>; 2],
    /// The match it belongs to: the id of the first game.
    pub series: String,
    /// Which game of the match it is, from 1.
    pub number: u32,
    /// The points to which the match is played.
    pub target: Option<u32>,
    /// How much time there is.
    pub clock: Option<Clock>,
    /// Whether everybody finds it in the list of games to watch.
    pub is_public: bool,
    /// Whether the players may write to each other.
    pub has_chat: bool,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
}

impl Head {
    /// The sides that a visitor plays.
    pub(crate) fn sides_of(&self, visitor: i64) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |side| self.visitor_of(*side) == Some(visitor))
    }

    /// The visitor who plays a side.
    pub(crate) fn visitor_of(&self, side: Side) -> Option<i64> {
        self.players[side.index()].as_ref().map(|player| player.visitor)
    }

    /// Whether two visitors play it, each from a place of their own.
    pub(crate) fn is_online(&self) -> bool {
        let [white, black] = Side::ALL.map(|side| self.visitor_of(side));
        white.is_some() && black.is_some() && white != black
    }

    /// Whether a visitor may act in it.
    pub(crate) fn is_of(&self, visitor: i64) -> bool {
        self.owner == visitor || self.sides_of(visitor).next().is_some()
    }
}

/// What a side has proposed and the other not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    /// Who proposes it.
    pub side: Side,
    /// What.
    pub what: Proposal,
    /// The revision of the game with it: it was proposed as the last thing if that is the newest.
    pub revision: i64,
}

/// A command to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Play the move with this path.
    Move(Vec<String>),
    /// Take back, to where somebody at the screen moves.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Let a side give up.
    Resign(Side),
    /// Leave a game that has not begun, without loss.
    Abort,
    /// Propose something to the other player.
    Offer(Proposal),
    /// Agree to what the other player proposes.
    Accept,
    /// Decline it, or withdraw what one proposes oneself.
    Decline,
}

/// What is kept of something that was done in a game: both or neither.
#[derive(Debug)]
pub(crate) struct Step {
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

/// Why a command can't be carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The game has ended.
    #[error(transparent)]
    Over(#[from] GameError),
    /// It is the computer's turn, or its side.
    #[error("the computer plays {0}")]
    Computers(Side),
    /// It is the other player's turn.
    #[error("it is the turn of {0}")]
    NotYourTurn(Side),
    /// Another visitor plays that side.
    #[error("somebody else plays {0}")]
    NotYourSide(Side),
    /// What two players have to agree on can't be done by one.
    #[error("the other player has to agree to that")]
    NeedsConsent,
    /// There is no other player.
    #[error("there is no other player to ask")]
    NobodyToAsk,
    /// An answer is awaited before something else is proposed.
    #[error("there is a proposal to be answered first")]
    AnswerFirst,
    /// It was proposed before in this position.
    #[error("that was proposed before, and nothing was played since")]
    ProposedBefore,
    /// Nothing is proposed.
    #[error("the other player proposes nothing")]
    NothingProposed,
    /// The next game begins when this one has ended.
    #[error("the next game begins when this one has ended")]
    GoesOn,
    /// A game that has begun can't be left without loss.
    #[error("both have moved: the game has begun, and can be resigned")]
    HasBegun,
    /// There is nothing to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// There is nothing to play again.
    #[error("no move was taken back")]
    NothingToRedo,
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The path is none of those that were given.
    #[error("`{0}` is none of the legal paths")]
    NoPath(String),
    /// Too much was done in the game.
    #[error("a game ends here at {MAX_PLIES} moves, or when {MAX_EVENTS} things were done in it")]
    TooLong,
    /// It was allowed, and the game doesn't take it: a fault of ours, of which nothing is kept.
    #[error("that can't be carried out in this game")]
    Impossible,
}

/// How many plies there are once both sides have moved.
const BEGUN: usize = 2;

/// A game with all that was done in it.
#[derive(Clone, Debug)]
pub(crate) struct Session {
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
    pub(crate) fn new(head: Head) -> Self {
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
    pub(crate) fn with_notes(self, notes: Notes) -> Self {
        Self { notes: notes.into(), ..self }
    }

    /// What was said of it when it was imported.
    pub(crate) fn notes(&self) -> &Notes {
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
    pub(crate) fn rebuild(
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

    /// Whether a visitor can leave it without loss: two play it, and not both have moved.
    pub(crate) fn can_abort(&self, by: i64) -> bool {
        self.abort(by).is_ok()
    }

    fn abort(&self, by: i64) -> Result<Event, Refusal> {
        let side = self.side_with_opponent(by)?;
        self.goes_on()?;
        if self.has_begun { Err(Refusal::HasBegun) } else { Ok(Event::Abort(Some(side))) }
    }

    /// How long whose turn it is may take for their first move, before the game is aborted; in
    /// milliseconds. `None` once both have moved, and without a clock.
    pub(crate) fn left_to_begin(&self, now: i64) -> Option<i64> {
        let deadline = self.deadline().filter(|_| !self.has_begun)?;
        Some((deadline - now).max(0))
    }

    /// Whether it was left before it had begun.
    pub(crate) fn is_aborted(&self) -> bool {
        self.game.ending() == Some(Ending::Aborted)
    }

    /// Whether two people play it now.
    pub(crate) fn is_contest(&self) -> bool {
        self.head.is_online() && self.game.outcome().is_none()
    }

    /// How many moves are between now and the last turn of a side.
    fn to_turn_of(&self, side: Side) -> usize {
        let turns = self.game.positions().rev().map(katarenga_rules::Position::turn);
        turns.enumerate().skip(1).find(|(_, turn)| *turn == side).map_or(0, |(count, _)| count)
    }

    /// What is left of a side's time at a moment, in milliseconds; `None` without a clock.
    pub(crate) fn left(&self, side: Side, now: i64) -> Option<i64> {
        let is_running = self.running() == Some(side);
        self.times.as_ref().map(|times| times.left(side, is_running, now))
    }

    /// The side whose time runs.
    pub(crate) fn running(&self) -> Option<Side> {
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
    pub(crate) fn deadline(&self) -> Option<i64> {
        let times = self.times.as_ref().filter(|_| self.can_move_on())?;
        Some(times.deadline(self.game.turn(), self.has_begun))
    }

    /// Ends the game if the time of the side to move was up at a moment: it loses, unless the game
    /// has not even begun.
    pub(crate) fn end_on_time(&mut self, now: i64) -> Option<Event> {
        let turn = self.game.turn();
        let event = if self.has_begun { Event::OutOfTime(turn) } else { Event::Abort(None) };
        let is_up = self.deadline().is_some_and(|deadline| deadline < now);
        (is_up && self.carry_out(event, now.max(self.updated))).then_some(event)
    }

    /// Who plays a side.
    pub(crate) fn seat(&self, side: Side) -> Seat {
        self.head.seats[side.index()]
    }

    /// The level of the computer if it is to move.
    pub(crate) fn computer_to_move(&self) -> Option<Level> {
        match self.seat(self.game.turn()) {
            Seat::Computer(level) if self.can_move_on() => Some(level),
            _ => None,
        }
    }

    /// Does what a visitor wants.
    ///
    /// # Errors
    /// Why not; the game is then as before.
    pub(crate) fn command(
        &mut self,
        by: i64,
        command: &Command,
        at: i64,
    ) -> Result<Event, Refusal> {
        let event = match command {
            Command::Offer(what) => self.offer(by, *what)?,
            Command::Abort => self.abort(by)?,
            Command::Accept => self.answer(by)?,
            Command::Decline => self.decline(by)?,
            _ => self.course_event(by, command)?,
        };
        let is_done = self.carry_out(event, at.max(self.updated));
        is_done.then_some(event).ok_or(Refusal::Impossible)
    }

    /// What changes the course of the game.
    fn course_event(&self, by: i64, command: &Command) -> Result<Event, Refusal> {
        self.goes_on()?;
        // Giving up is always possible.
        let is_too_long = self.game.ply() >= MAX_PLIES;
        let is_too_much = self.revision >= MAX_EVENTS;
        match command {
            Command::Resign(side) => self.plays(by, *side).map(|()| Event::Resign(*side)),
            _ if is_too_long => Err(Refusal::TooLong),
            // Moves are always taken, however many events others caused.
            Command::Move(path) => self.move_of(by, path),
            _ if is_too_much => Err(Refusal::TooLong),
            _ if self.head.is_online() => Err(Refusal::NeedsConsent),
            Command::Undo => self.undoable().map(Event::Undo).ok_or(Refusal::NothingToUndo),
            _ => self.redoable().map(Event::Redo).ok_or(Refusal::NothingToRedo),
        }
    }

    fn goes_on(&self) -> Result<(), Refusal> {
        self.game.outcome().map_or(Ok(()), |outcome| Err(GameError::Over(outcome).into()))
    }

    /// Whether a visitor plays a side.
    fn plays(&self, by: i64, side: Side) -> Result<(), Refusal> {
        match self.seat(side) {
            Seat::Computer(_) => Err(Refusal::Computers(side)),
            Seat::Human if self.head.visitor_of(side) == Some(by) => Ok(()),
            Seat::Human => Err(Refusal::NotYourSide(side)),
        }
    }

    /// The side of a visitor who has an opponent.
    fn side_with_opponent(&self, by: i64) -> Result<Side, Refusal> {
        let is_online = self.head.is_online();
        self.head.sides_of(by).next().filter(|_| is_online).ok_or(Refusal::NobodyToAsk)
    }

    fn offer(&self, by: i64, what: Proposal) -> Result<Event, Refusal> {
        let side = self.side_with_opponent(by)?;
        match what {
            Proposal::Rematch(_) if self.game.outcome().is_none() => return Err(Refusal::GoesOn),
            Proposal::Rematch(_) => {}
            Proposal::Draw => self.goes_on()?,
            Proposal::Takeback => {
                self.goes_on()?;
                if self.to_turn_of(side) == 0 {
                    return Err(Refusal::NothingToUndo);
                }
            }
        }
        if self.revision >= MAX_EVENTS {
            return Err(Refusal::TooLong);
        }
        match self.offer {
            Some(offer) if offer.side != side && offer.what == what => Ok(self.agree(offer)),
            Some(_) => Err(Refusal::AnswerFirst),
            None if self.proposed[side.index()].contains(&what) => Err(Refusal::ProposedBefore),
            None => Ok(Event::Offer(side, what)),
        }
    }

    /// What two equal proposals come to. Of two takebacks, each to the turn of its side, the moves are
    /// taken back that both want to.
    fn agree(&self, offer: Offer) -> Event {
        match offer.what {
            Proposal::Takeback => {
                let [white, black] = Side::ALL.map(|side| self.to_turn_of(side));
                Event::Undo(white.min(black))
            }
            Proposal::Draw | Proposal::Rematch(_) => Event::Accept(!offer.side),
        }
    }

    /// Agrees to what the other side proposes: never to what one proposed oneself.
    fn answer(&self, by: i64) -> Result<Event, Refusal> {
        let side = self.side_with_opponent(by)?;
        let is_others = self.offer.is_some_and(|offer| offer.side != side);
        is_others.then_some(Event::Accept(side)).ok_or(Refusal::NothingProposed)
    }

    fn decline(&self, by: i64) -> Result<Event, Refusal> {
        let side = self.side_with_opponent(by)?;
        self.offer.map(|_| Event::Decline(side)).ok_or(Refusal::NothingProposed)
    }

    /// Plays a move of the computer.
    ///
    /// # Errors
    /// When the move is not legal.
    pub(crate) fn play(&mut self, mv: Move, at: i64) -> Result<Event, Refusal> {
        self.game.check(mv).map_err(|why| MoveError::Illegal { mv, why })?;
        let event = Event::Move(mv);
        let is_done = self.carry_out(event, at.max(self.updated));
        is_done.then_some(event).ok_or(Refusal::Impossible)
    }

    /// Plays what was played in a game from the same start; gives the events.
    ///
    /// # Errors
    /// When it can't be played here.
    pub(crate) fn replay(&mut self, game: &Game) -> Result<Vec<Event>, Refusal> {
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

    fn move_of(&self, by: i64, path: &[String]) -> Result<Event, Refusal> {
        let turn = self.game.turn();
        match self.plays(by, turn) {
            Err(Refusal::NotYourSide(side)) => return Err(Refusal::NotYourTurn(side)),
            plays => plays?,
        }
        let legal = self.game.legal_moves().into_iter().find(|mv| path_of(*mv) == *path);
        if let Some(mv) = legal {
            return Ok(Event::Move(mv));
        }
        // The rules say why, of the move as one would write it.
        let text = text_of_path(path);
        match self.game.read_move(&text) {
            Ok(_) => Err(Refusal::NoPath(quoted(&text))),
            Err(why) => Err(why.into()),
        }
    }

    /// How many moves are taken back at once: to where somebody at the screen moves. `None` when
    /// there is no such place.
    pub(crate) fn undoable(&self) -> Option<usize> {
        let turns = self.game.positions().rev().map(katarenga_rules::Position::turn);
        let back = turns.enumerate().skip(1).find(|(_, turn)| self.seat(*turn) == Seat::Human);
        back.map(|(count, _)| count)
    }

    /// How many of the moves taken back are played again at once; `None` when there are none.
    pub(crate) fn redoable(&self) -> Option<usize> {
        if self.game.undone() == 0 {
            return None;
        }
        let mut ahead = self.game.clone();
        let mut count = 0;
        while ahead.redo() {
            count += 1;
            if self.seat(ahead.turn()) == Seat::Human {
                break;
            }
        }
        (count > 0).then_some(count)
    }

    /// The sides that a visitor may let give up.
    pub(crate) fn resignable(&self, by: i64) -> impl Iterator<Item = Side> {
        let goes_on = self.game.outcome().is_none();
        self.head.sides_of(by).filter(move |_| goes_on)
    }

    /// What a visitor may propose to the other player.
    pub(crate) fn proposable(&self, by: i64) -> impl Iterator<Item = Proposal> {
        let is_free = self.offer.is_none();
        Proposal::ALL.into_iter().filter(move |what| is_free && self.offer(by, *what).is_ok())
    }

    /// Whether a command that answers to a revision agrees with an equal proposal that crossed it:
    /// nothing else was done since.
    pub(crate) fn is_crossed_by(&self, command: &Command, revision: i64) -> bool {
        self.offer.is_some_and(|offer| {
            *command == Command::Offer(offer.what)
                && offer.revision == self.revision
                && revision == self.revision - 1
        })
    }
}

impl Session {
    /// The next game of the match, on a board. The first player alternates; a game that was aborted
    /// was not played, so the same side is first again.
    ///
    /// # Errors
    /// When the game can't be played on the board.
    pub(crate) fn next_game(
        &self,
        (id, number): (String, u32),
        code: BoardCode,
        created: i64,
    ) -> Result<Self, SetupError> {
        let board = Board::new(code);
        let before = self.game.start().core().first();
        let first = if self.is_aborted() { before } else { !before };
        let layout = self.game.setup().map_or(0, |setup| setup.layout);
        let position = self.game.kind().start(&board, Setup { first, layout })?;
        let start = BoardPosition { board, position };
        Ok(Self::new(Head { id, start, number, created, ..self.head.clone() }))
    }

    /// The game as a record: what was said of it when it was imported, and who plays it where that
    /// does not say so.
    pub(crate) fn record_with_players(&self) -> Record {
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

/// The steps of a move.
pub(crate) fn path_of(mv: Move) -> Vec<String> {
    mv.path().iter().map(ToString::to_string).collect()
}

#[cfg(test)]
pub(crate) mod tests;
