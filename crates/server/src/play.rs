//! A game that is kept: its setup, its seats, and the events that make its state.

use std::fmt;
use std::str::FromStr;

use katarenga_engine::Level;
use katarenga_rules::notation::moves::{MoveError, Written};
use katarenga_rules::notation::position::Placed;
use katarenga_rules::{Game, GameError, Move, Side, quoted};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// Whoever sits at the screen.
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

/// What a game is besides its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    /// Its name in addresses.
    pub id: String,
    /// The visitor who may act in it.
    pub owner: i64,
    /// Where it started.
    pub start: Placed,
    /// Who plays, by [`Side::index`].
    pub seats: [Seat; 2],
    /// The match it belongs to: the id of the first game.
    pub series: String,
    /// Which game of the match it is, from 1.
    pub number: u32,
    /// The points to which the match is played.
    pub target: Option<u32>,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When something was done last.
    pub updated: i64,
}

/// What is done in a game, as it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// A move is played.
    Move(Move),
    /// So many moves are taken back.
    Undo(usize),
    /// So many moves are played again.
    Redo(usize),
    /// A side gives up.
    Resign(Side),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(mv) => write!(f, "move {mv}"),
            Self::Undo(count) => write!(f, "undo {count}"),
            Self::Redo(count) => write!(f, "redo {count}"),
            Self::Resign(side) => write!(f, "resign {side}"),
        }
    }
}

impl FromStr for Event {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (kind, rest) = text.split_once(' ').ok_or(())?;
        let event = match kind {
            "move" => Written::read(rest).ok().map(|written| Self::Move(written.literal())),
            "undo" => rest.parse().ok().map(Self::Undo),
            "redo" => rest.parse().ok().map(Self::Redo),
            "resign" => rest.parse().ok().map(Self::Resign),
            _ => None,
        };
        event.ok_or(())
    }
}

/// What somebody wants to do in a game.
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
    #[error("a game ends here at {MOST_PLIES} moves, or when {MOST_EVENTS} things were done in it")]
    TooLong,
}

/// The longest game, in plies, and the most that may be done in one: whatever is kept is replayed.
pub(crate) const MOST_PLIES: usize = 1_000;
const MOST_EVENTS: i64 = 4_000;

/// A game with all that was done in it.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// What it is.
    pub head: Head,
    /// Where it stands.
    pub game: Game,
    /// How many events it has.
    pub revision: i64,
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
        Self { game: Game::from_position(head.start.clone()), head, revision: 0 }
    }

    /// A game from what was kept.
    ///
    /// # Errors
    /// When the events don't fit the game.
    pub(crate) fn rebuild(
        head: Head,
        events: impl IntoIterator<Item = (i64, String)>,
    ) -> Result<Self, Damaged> {
        let mut session = Self::new(head);
        for (number, what) in events {
            let done = what.parse::<Event>().is_ok_and(|event| session.carry_out(event));
            if !done || number != session.revision {
                return Err(Damaged { game: session.head.id, number, what });
            }
        }
        Ok(session)
    }

    /// Whether the event could be carried out.
    fn carry_out(&mut self, event: Event) -> bool {
        self.revision += 1;
        let game = &mut self.game;
        match event {
            Event::Move(mv) => game.play(mv).is_ok(),
            Event::Undo(count) => (0..count).all(|_| game.undo()),
            Event::Redo(count) => (0..count).all(|_| game.redo()),
            Event::Resign(side) => game.resign(side).is_ok(),
        }
    }

    /// Who plays a side.
    pub(crate) fn seat(&self, side: Side) -> Seat {
        self.head.seats[side.index()]
    }

    /// The level of the computer if it is to move.
    pub(crate) fn computer_to_move(&self) -> Option<Level> {
        match (self.game.outcome(), self.seat(self.game.turn())) {
            (None, Seat::Computer(level)) => Some(level),
            _ => None,
        }
    }

    /// Does what somebody at the screen wants.
    ///
    /// # Errors
    /// Why not; the game is then as before.
    pub(crate) fn command(&mut self, command: &Command) -> Result<Event, Refusal> {
        if let Some(outcome) = self.game.outcome() {
            return Err(GameError::Over(outcome).into());
        }
        // Giving up is always possible.
        let is_too_long = self.revision >= MOST_EVENTS || self.game.ply() >= MOST_PLIES;
        if is_too_long && !matches!(command, Command::Resign(_)) {
            return Err(Refusal::TooLong);
        }
        let event = match command {
            Command::Move(path) => self.move_of(path)?,
            Command::Undo => Event::Undo(self.undoable().ok_or(Refusal::NothingToUndo)?),
            Command::Redo => Event::Redo(self.redoable().ok_or(Refusal::NothingToRedo)?),
            Command::Resign(side) if self.seat(*side) != Seat::Human => {
                return Err(Refusal::Computers(*side));
            }
            Command::Resign(side) => Event::Resign(*side),
        };
        let is_done = self.carry_out(event);
        debug_assert!(is_done, "what was looked at before can be carried out");
        Ok(event)
    }

    /// Plays a move of the computer.
    ///
    /// # Errors
    /// When the move is not legal.
    pub(crate) fn play(&mut self, mv: Move) -> Result<Event, Refusal> {
        self.game.play(mv).map_err(|why| MoveError::Illegal { mv, why })?;
        self.revision += 1;
        Ok(Event::Move(mv))
    }

    /// Plays what was played in a game from the same start; gives the events.
    ///
    /// # Errors
    /// When it can't be played here.
    pub(crate) fn replay(&mut self, game: &Game) -> Result<Vec<Event>, Refusal> {
        let mut events: Vec<Event> =
            game.moves().map(|mv| self.play(mv)).collect::<Result<_, _>>()?;
        if let Some(side) = game.resigned() {
            self.game.resign(side)?;
            self.revision += 1;
            events.push(Event::Resign(side));
        }
        Ok(events)
    }

    fn move_of(&self, path: &[String]) -> Result<Event, Refusal> {
        let turn = self.game.turn();
        if self.seat(turn) != Seat::Human {
            return Err(Refusal::Computers(turn));
        }
        let legal = self.game.legal_moves().into_iter().find(|mv| path_of(*mv) == *path);
        if let Some(mv) = legal {
            return Ok(Event::Move(mv));
        }
        // The rules say why, of the move as one would write it.
        let text = written(path);
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

    /// The sides that somebody at the screen may let give up.
    pub(crate) fn resignable(&self) -> Vec<Side> {
        let is_over = self.game.outcome().is_some();
        let sides = Side::ALL.into_iter();
        sides.filter(|side| !is_over && self.seat(*side) == Seat::Human).collect()
    }
}

/// The steps of a move.
pub(crate) fn path_of(mv: Move) -> Vec<String> {
    mv.path().iter().map(ToString::to_string).collect()
}

/// A path as a move is written.
fn written(path: &[String]) -> String {
    match path {
        [from, to, put] => format!("{from}-{to}>{put}"),
        steps => steps.join("-"),
    }
}

#[cfg(test)]
mod tests {
    use katarenga_rules::{BoardCode, GameKind, Setup};

    use super::*;

    fn session(seats: [Seat; 2], first: Side) -> Session {
        let kind = GameKind::Congress;
        let game = Game::new(kind, BoardCode::REFERENCE, Setup { first, layout: 0 })
            .expect("the board suits");
        Session::new(Head {
            id: "a".to_owned(),
            owner: 1,
            start: game.placed_start(),
            seats,
            series: "a".to_owned(),
            number: 1,
            target: None,
            created: 0,
            updated: 0,
        })
    }

    fn computer() -> Seat {
        Seat::Computer(Level::ALL[0])
    }

    fn path(session: &Session) -> Vec<String> {
        session.game.legal_moves()[0].path().iter().map(ToString::to_string).collect()
    }

    /// A session and the texts of its events.
    fn after(mut session: Session, commands: usize) -> (Session, Vec<String>) {
        let mut events = Vec::new();
        for _ in 0..commands {
            let event = match session.computer_to_move() {
                Some(_) => session.play(session.game.legal_moves()[0]).expect("legal"),
                None => session.command(&Command::Move(path(&session))).expect("legal"),
            };
            events.push(event.to_string());
        }
        (session, events)
    }

    #[test]
    fn undo_goes_back_to_the_turn_of_somebody_at_the_screen() {
        for (seats, first, plies, expected) in [
            ([Seat::Human, computer()], Side::White, 0, None),
            ([Seat::Human, computer()], Side::White, 1, Some(1)),
            ([Seat::Human, computer()], Side::White, 2, Some(2)),
            ([Seat::Human, computer()], Side::Black, 1, None),
            ([Seat::Human, computer()], Side::Black, 3, Some(2)),
            ([Seat::Human, Seat::Human], Side::White, 3, Some(1)),
            ([computer(), computer()], Side::White, 3, None),
        ] {
            let (session, _) = after(session(seats, first), plies);
            assert_eq!(session.undoable(), expected, "{seats:?} {first} {plies}");
        }
    }

    #[test]
    fn a_session_comes_back_from_its_events() {
        let (mut session, mut events) = after(session([Seat::Human; 2], Side::White), 5);
        for command in [Command::Undo, Command::Undo, Command::Redo, Command::Resign(Side::Black)] {
            events.push(session.command(&command).expect("it can be done").to_string());
        }
        let numbered: Vec<_> = (1..).zip(events).collect();
        let again = Session::rebuild(session.head.clone(), numbered.clone()).expect("they fit");
        assert_eq!(again.game, session.game);
        assert_eq!(again.revision, 9);
        for (number, what) in [(10, "undo 9"), (10, "move a1"), (10, "sing loud"), (11, "undo 1")] {
            let mut wrong = numbered.clone();
            wrong.push((number, what.to_owned()));
            let refused = Session::rebuild(session.head.clone(), wrong);
            assert!(refused.is_err(), "{number} {what}");
        }
    }

    #[test]
    fn nobody_acts_for_the_computer_nor_after_the_end() {
        let mut session = session([computer(), Seat::Human], Side::White);
        let refused = session.command(&Command::Move(path(&session)));
        assert_eq!(refused, Err(Refusal::Computers(Side::White)));
        let refused = session.command(&Command::Resign(Side::White));
        assert_eq!(refused, Err(Refusal::Computers(Side::White)));
        assert_eq!(session.resignable(), [Side::Black]);
        session.command(&Command::Resign(Side::Black)).expect("the game goes on");
        for command in [
            Command::Move(vec!["a4".to_owned()]),
            Command::Undo,
            Command::Redo,
            Command::Resign(Side::Black),
        ] {
            let refused = session.command(&command);
            assert!(matches!(refused, Err(Refusal::Over(_))), "{command:?}: {refused:?}");
        }
        assert_eq!(session.resignable(), []);
        assert_eq!(session.revision, 1);
    }
}
