//! What can be typed during a game, and what it does.

use std::path::{Path, PathBuf};

use katarenga_engine::lines::InputLine;
use katarenga_rules::{Game, Move, Record, Square};

use super::TerminalMatch;
use super::seats::Seats;
use crate::args::choose_board;
use crate::board_text::{legend, status};
use crate::commands::rules;
use crate::error::Failure;
use crate::{files, language};

const HELP: &str = "\
Type a move, such as e4, e4-f6, e4xf6, e4-f6>c3, e8-camp or pass, or one of these words:
  moves [SQUARE]        the legal moves, all or those from a square
  board                 the board once more
  legend                what the signs of the board stand for
  flip                  turn the board around
  hint                  what the computer would play, with the chance of winning as it judges it
  undo, redo            take back a move or a resignation, and the computer's answer with it; play
                        it again
  resign [SIDE]         give up: the side to move, or white or black; not for the computer
  pause, go             let the computer wait, and go on; meanwhile `undo` takes back its moves too
  new [CODE|random]     the next game of the match: the other side begins; on this or another board
  save [--force] FILE   write all games of the match as records; --force replaces another file
  load FILE             resume a saved game
  record                show the game as a record
  position              show the position as a line of text
  rules [en|fr]         the rules of this game
  help                  this text
  quit                  leave (Ctrl-D and Ctrl-C leave too)
At a terminal all words are heard while the computer thinks, and a move waits for your turn.
";

/// The words without an argument.
const BARE_WORDS: [&str; 17] = [
    "help", "?", "quit", "exit", "q", "board", "legend", "flip", "hint", "undo", "redo", "record",
    "position", "pause", "go", "resume", "continue",
];

/// The words that take an argument.
const WORDS_WITH_ARGUMENT: [&str; 6] = ["moves", "resign", "new", "save", "load", "rules"];

/// The first word of a line, which decides what it is.
fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase()
}

/// Whether a line begins with one of the words, or is empty: not a move.
pub(super) fn is_word(line: &str) -> bool {
    let word = first_word(line);
    word.is_empty()
        || BARE_WORDS.contains(&word.as_str())
        || WORDS_WITH_ARGUMENT.contains(&word.as_str())
}

/// Whether a line quits the program.
pub(super) fn leaves(heard: &InputLine) -> bool {
    let words = ["quit", "exit", "q"];
    matches!(heard, InputLine::Line(line) if words.contains(&line.trim().to_ascii_lowercase().as_str()))
}

/// The result of a typed line.
pub(super) enum Next {
    /// Something changed: show the board.
    Show,
    /// Print a text.
    Say(String),
    /// The person leaves.
    Quit,
}

impl TerminalMatch {
    pub(super) fn answer(&mut self, line: &str, seats: &mut Seats) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        match (word.as_str(), rest) {
            ("", _) => Ok(Next::Say(status(&self.record.game))),
            ("help" | "?", "") => Ok(Next::Say(HELP.to_owned())),
            ("quit" | "exit" | "q", "") => Ok(Next::Quit),
            ("board", "") => Ok(Next::Show),
            ("legend", "") => Ok(Next::Say(legend(language::of_environment()))),
            ("pause", "") => self.pause(seats),
            ("go" | "resume" | "continue", "") => self.go_on(),
            ("flip", "") => {
                self.flipped = !self.flipped;
                Ok(Next::Show)
            }
            ("hint", "") => Ok(Next::Say(seats.hint(&self.record.game))),
            ("undo", "") => self.step(Game::undo, seats, "There is nothing to take back."),
            ("redo", "") => self.step(Game::redo, seats, "There is nothing to play again."),
            ("record", "") => Ok(Next::Say(self.record.to_string())),
            ("position", "") => Ok(Next::Say(self.record.game.board_position().to_string())),
            ("moves", from) => self.moves(from).map(Next::Say),
            ("resign", side) => self.resign(side, seats),
            ("new", board) => self.next_game(board, seats),
            ("save", file) => self.save(file),
            ("load", file) => self.load_another(file),
            ("rules", language) => self.rules(language).map(Next::Say),
            (word, _) if BARE_WORDS.contains(&word) => {
                Err(Failure::Input(format!("`{word}` stands alone on its line")))
            }
            _ if seats.is_computers_turn(&self.record.game) => {
                let side = self.record.game.turn().title();
                let why = "it plays its move itself; `help` lists the words that can be typed";
                Err(Failure::Input(format!("{side} is the computer's: {why}.")))
            }
            _ => self.play(line),
        }
    }

    fn play(&mut self, text: &str) -> Result<Next, Failure> {
        let mv =
            self.game().read_move(text).map_err(|error| match text.split_whitespace().count() {
                // A line of words is hardly a move.
                0 | 1 => Failure::from(error),
                _ => Failure::Input(format!("{error}; `help` lists the words")),
            })?;
        self.play_move(mv)?;
        Ok(Next::Show)
    }

    pub(super) fn play_move(&mut self, mv: Move) -> Result<(), Failure> {
        self.game().play(mv).map_err(|error| Failure::Input(error.to_string()))?;
        // Comments on moves that are replaced are dropped.
        let ply = self.game().ply();
        self.record.forget_after(ply - 1);
        Ok(())
    }

    /// Pauses the computer.
    fn pause(&mut self, seats: &Seats) -> Result<Next, Failure> {
        if !seats.any_computer() {
            return Err(Failure::Input("Only people play here: nobody needs to wait.".into()));
        }
        self.is_paused = true;
        Ok(Next::Say("Paused. `go` lets the computer play on.".into()))
    }

    fn go_on(&mut self) -> Result<Next, Failure> {
        if !std::mem::take(&mut self.is_paused) {
            return Err(Failure::Input("The game is not paused.".into()));
        }
        Ok(Next::Say("The game goes on.".into()))
    }

    /// Takes back a move or plays one again, and goes on so until it is a person's turn or the game
    /// is over: elsewhere the computer would play at once, unless it waits.
    fn step(
        &mut self,
        once: fn(&mut Game) -> bool,
        seats: &Seats,
        otherwise: &str,
    ) -> Result<Next, Failure> {
        if !seats.any_human() && !self.is_paused {
            let otherwise = match self.record.game.outcome() {
                Some(_) => "`new` begins another game",
                None => "`pause` lets it wait",
            };
            let why = format!("The computer plays both sides: its moves stand. {otherwise}.");
            return Err(Failure::Input(why));
        }
        let mut game = self.record.game.clone();
        while once(&mut game) {
            if self.is_paused || !seats.is_computers_turn(&game) {
                self.record.game = game;
                return Ok(Next::Show);
            }
        }
        Ok(Next::Say(otherwise.to_owned()))
    }

    fn moves(&self, from: &str) -> Result<String, Failure> {
        let game = &self.record.game;
        let legal = game.legal_moves();
        let shown: Vec<String> = if from.is_empty() {
            legal.iter().map(ToString::to_string).collect()
        } else {
            let from: Square = from.parse()?;
            let begins = |mv: &&Move| mv.squares().next() == Some(from);
            legal.iter().filter(begins).map(ToString::to_string).collect()
        };
        Ok(if shown.is_empty() { self.why_none(from)? } else { wrapped(&shown) })
    }

    /// Why there is no legal move, from a square if one is named.
    fn why_none(&self, from: &str) -> Result<String, Failure> {
        let game = &self.record.game;
        let reasons: Vec<String> = match (from, game.outcome()) {
            ("", Some(outcome)) => vec![format!("the game is over: {}", outcome.sentence())],
            ("", None) => Vec::new(),
            (from, _) => {
                game.why_none_from(from.parse()?).iter().map(ToString::to_string).collect()
            }
        };
        Ok(match reasons.as_slice() {
            [] => "None.".to_owned(),
            reasons => format!("None: {}.", reasons.join("; ")),
        })
    }

    fn resign(&mut self, side: &str, seats: &Seats) -> Result<Next, Failure> {
        let side = if side.is_empty() {
            seats.own_side(self.record.game.turn())
        } else {
            side.parse().map_err(|error| Failure::Input(format!("{error}")))?
        };
        if self.record.game.outcome().is_none() && !seats.is_human(side) {
            let what =
                if seats.any_human() { "resign your own side" } else { "`quit` leaves the game" };
            let why = format!("{} is the computer's: {what}.", side.title());
            return Err(Failure::Input(why));
        }
        self.game().resign(side).map_err(|error| Failure::Input(error.to_string()))?;
        Ok(Next::Show)
    }

    /// Begins the next game of the match.
    fn next_game(&mut self, board: &str, seats: &Seats) -> Result<Next, Failure> {
        let game = &self.record.game;
        if game.outcome().is_none() {
            let how = if seats.any_human() { "`resign` ends it" } else { "`quit` leaves it" };
            return Err(Failure::Input(format!("The game is not over: {how}.")));
        }
        let series = self.series();
        if series.winner().is_some() {
            return Err(Failure::Input(self.after_the_end()));
        }
        let code = match board {
            "" => game.board().code(),
            text => {
                choose_board(text, None, |rng| game.kind().random_board(rng)).map_err(|error| {
                    let words = "`new` stands alone, or with `random` or the code of a board";
                    Failure::Input(format!("{words}: {error}"))
                })?
            }
        };
        let next = Game::new(game.kind(), code, game.next_setup(series.first()))?;
        let tags = self.record.tags.clone();
        let next = Record { tags, ..Record::from(next) };
        self.past.push(std::mem::replace(&mut self.record, next));
        Ok(Next::Show)
    }

    /// Writes all games of the match to a file.
    fn save(&mut self, rest: &str) -> Result<Next, Failure> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (force, name) = match words.as_slice() {
            ["--force", ..] => (true, rest["--force".len()..].trim_start()),
            [.., "--force"] => (true, rest[..rest.len() - "--force".len()].trim_end()),
            _ => (false, rest),
        };
        let path = match (name, &self.file) {
            ("", Some(file)) => file.clone(),
            ("", None) => return Err(Failure::Input("Say in which file: `save game.ktg`.".into())),
            (name, _) => PathBuf::from(name),
        };
        // The file that holds this match already may be brought up to date.
        let force = force || self.file.as_ref() == Some(&path);
        let records: Vec<String> =
            self.past.iter().chain([&self.record]).map(ToString::to_string).collect();
        files::write(&path, records.join("\n").as_bytes(), force)?;
        self.saved = self.progress();
        let said = format!("Saved in {}.", files::shown(&path));
        self.file = Some(path);
        Ok(Next::Say(said))
    }

    /// Replaces the match by that of a file.
    fn load_another(&mut self, name: &str) -> Result<Next, Failure> {
        if name.is_empty() {
            return Err(Failure::Input("Say from which file: `load game.ktg`.".into()));
        }
        if self.progress() != self.saved {
            let why = "This game is not saved: `save` it or `undo` its moves first.";
            return Err(Failure::Input(why.into()));
        }
        let (flipped, is_paused) = (self.flipped, self.is_paused);
        *self = Self { flipped, is_paused, ..Self::load(Path::new(name), self.target)? };
        Ok(Next::Show)
    }

    /// The rules of the game, in the language of the environment unless one is named.
    fn rules(&self, language: &str) -> Result<String, Failure> {
        let language = match language {
            "" => language::of_environment(),
            code => code.parse().map_err(|error| Failure::Input(format!("{error}")))?,
        };
        let mut text = Vec::new();
        rules::write(self.record.game.kind(), language, &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// Words in lines of at most 80 characters.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}
