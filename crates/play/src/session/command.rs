//! What visitors may do in a game, and why something is refused.

use katarenga_rules::notation::moves::{MoveError, text_of_path};
use katarenga_rules::{GameError, Move, Side, quoted};

use super::{Event, Offer, Proposal, Seat, Session};
use crate::limits::{MAX_EVENTS, MAX_PLIES};

/// A command to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
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

/// Why a command can't be carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
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

impl Session {
    /// Does what a visitor wants.
    ///
    /// # Errors
    /// Why not; the game is then as before.
    pub fn command(&mut self, by: i64, command: &Command, at: i64) -> Result<Event, Refusal> {
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

    pub(super) fn goes_on(&self) -> Result<(), Refusal> {
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

    /// Whether a visitor can leave it without loss: two play it, and not both have moved.
    pub fn can_abort(&self, by: i64) -> bool {
        self.abort(by).is_ok()
    }

    fn abort(&self, by: i64) -> Result<Event, Refusal> {
        let side = self.side_with_opponent(by)?;
        self.goes_on()?;
        if self.has_begun { Err(Refusal::HasBegun) } else { Ok(Event::Abort(Some(side))) }
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
    pub fn undoable(&self) -> Option<usize> {
        let turns = self.game.positions().rev().map(katarenga_rules::Position::turn);
        let back = turns.enumerate().skip(1).find(|(_, turn)| self.seat(*turn) == Seat::Human);
        back.map(|(count, _)| count)
    }

    /// How many of the moves taken back are played again at once; `None` when there are none.
    pub fn redoable(&self) -> Option<usize> {
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
    pub fn resignable(&self, by: i64) -> impl Iterator<Item = Side> {
        let goes_on = self.game.outcome().is_none();
        self.head.sides_of(by).filter(move |_| goes_on)
    }

    /// What a visitor may propose to the other player.
    pub fn proposable(&self, by: i64) -> impl Iterator<Item = Proposal> {
        let is_free = self.offer.is_none();
        Proposal::ALL.into_iter().filter(move |what| is_free && self.offer(by, *what).is_ok())
    }

    /// Whether a command that answers to a revision agrees with an equal proposal that crossed it:
    /// nothing else was done since.
    pub fn is_crossed_by(&self, command: &Command, revision: i64) -> bool {
        self.offer.is_some_and(|offer| {
            *command == Command::Offer(offer.what)
                && offer.revision == self.revision
                && revision == self.revision - 1
        })
    }
}

/// The steps of a move.
pub fn path_of(mv: Move) -> Vec<&'static str> {
    mv.path().into_iter().map(katarenga_rules::Step::name).collect()
}
