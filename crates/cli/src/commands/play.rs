//! `katarenga play`: two people at one terminal.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use katarenga_rules::{Game, GameKind, Match, Record, Setup, Side, Square};

use super::games;
use crate::args::{PlayArgs, PositionArgs, choose_board};
use crate::board_text::{BoardText, last_move, status};
use crate::error::Failure;
use crate::files;
use crate::input::Input;

const HELP: &str = "\
Type a move, such as e4, e4-f6, e4xf6, e4-f6>c3, e8-camp or pass, or one of these words:
  moves [SQUARE]        the legal moves, all or those from a square
  board                 the board once more
  flip                  turn the board around
  undo, redo            take back a move or a resignation, play it again
  resign [SIDE]         give up: the side to move, or white or black
  new [CODE|random]     the next game of the match: the other side begins; on this or another board
  save [--force] FILE   write the game as a record; --force replaces a file
  load FILE             go on with a saved game
  record                show the game as a record
  position              show the position as a line of text
  rules                 where the rules are told
  help                  this text
  quit                  leave (Ctrl-D and Ctrl-C leave too)
";

/// Plays the game that the options describe, or one that a person chooses.
pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let record = match &args.load {
        Some(file) => load(file)?,
        None if args.position.names_nothing() => return menu(args.target, out),
        None => args.position.game()?.into(),
    };
    Table::new(record, args.target).sit(&mut Input::new()?, out)
}

/// Lets a person choose a game, then plays it.
pub(crate) fn menu(target: Option<u32>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut input = Input::new()?;
    writeln!(out, "Katarenga: games for the board of four quarterboards. Which one?\n")?;
    games::list(out, |index, _| format!("{:>3}", index + 1))?;
    writeln!(out, "\nType a number or a name; `katarenga --help` tells what else there is.")?;
    let Some(kind) = ask(&mut input, out, "game> ", choose_game)? else { return leave(out) };
    writeln!(out, "\n{}. On which board? Enter: a random one; or type a code.", kind.info().title)?;
    let Some(game) = ask(&mut input, out, "board> ", |text| choose_start(kind, text))? else {
        return leave(out);
    };
    Table::new(game.into(), target).sit(&mut input, out)
}

fn leave(out: &mut dyn Write) -> Result<(), Failure> {
    Ok(writeln!(out, "Goodbye.")?)
}

/// Asks until the answer makes sense; `None` when the person leaves.
fn ask<T>(
    input: &mut Input,
    out: &mut dyn Write,
    prompt: &str,
    read: impl Fn(&str) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    loop {
        out.flush()?;
        let Some(line) = input.line(prompt)? else { return Ok(None) };
        match read(line.trim()) {
            Ok(answer) => return Ok(Some(answer)),
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

fn choose_game(text: &str) -> Result<GameKind, Failure> {
    let by_number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match by_number {
        Some(index) => GameKind::ALL.get(index).copied().ok_or_else(|| {
            Failure::Input(format!("type a number from 1 to {}", GameKind::ALL.len()))
        }),
        None => text.parse().map_err(|error| Failure::Input(format!("{error}"))),
    }
}

fn choose_start(kind: GameKind, text: &str) -> Result<Game, Failure> {
    let code = if text.is_empty() { "random" } else { text };
    let args =
        PositionArgs { game: Some(kind), board: Some(code.to_owned()), ..PositionArgs::default() };
    args.game()
}

fn load(file: &Path) -> Result<Record, Failure> {
    Record::read(&files::read(file)?).map_err(|faults| {
        let lines: Vec<String> =
            faults.iter().map(|error| format!("{}: {error}", file.display())).collect();
        Failure::Input(lines.join("\n"))
    })
}

/// What follows a line that was typed.
enum Next {
    /// Something changed: show the board.
    Show,
    /// Say this.
    Say(String),
    /// The person leaves.
    Quit,
}

/// A game on a table: the game, the match it belongs to, and how the board is seen.
struct Table {
    record: Record,
    series: Match,
    flipped: bool,
    /// How many moves the game had, and whether one had resigned, when it was last saved.
    saved: (usize, Option<Side>),
}

impl Table {
    fn new(record: Record, target: Option<u32>) -> Self {
        let game = &record.game;
        let target = target.or(game.kind().info().match_target);
        let series = Match::new(target, game.start().core().first());
        let saved = progress(game);
        Self { record, series, flipped: false, saved }
    }

    fn game(&mut self) -> &mut Game {
        &mut self.record.game
    }

    /// Plays until the person leaves.
    fn sit(mut self, input: &mut Input, out: &mut dyn Write) -> Result<(), Failure> {
        let game = &self.record.game;
        writeln!(
            out,
            "{} on {}. Type `help` to see what can be typed.\n",
            game.kind().info().title,
            game.board().code()
        )?;
        self.show(out)?;
        loop {
            out.flush()?;
            let Some(line) = input.line(&self.prompt())? else { break };
            match self.answer(line.trim()) {
                Ok(Next::Show) => self.show(out)?,
                Ok(Next::Say(text)) => writeln!(out, "{}", text.trim_end())?,
                Ok(Next::Quit) => break,
                Err(failure) => writeln!(out, "{failure}")?,
            }
        }
        self.farewell(out)
    }

    fn prompt(&self) -> String {
        let game = &self.record.game;
        match game.outcome() {
            Some(_) => "over> ".to_owned(),
            None => format!("{} {}> ", game.turn(), game.ply() + 1),
        }
    }

    fn show(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let game = &self.record.game;
        write!(out, "{}", BoardText { flipped: self.flipped, ..BoardText::of_game(game) })?;
        if let Some(played) = last_move(game) {
            writeln!(out, "{played}")?;
        }
        writeln!(out, "{}", status(game))?;
        if game.outcome().is_some() {
            writeln!(out, "{}", self.after_the_end())?;
        }
        Ok(())
    }

    /// Where the match stands once a game is over.
    fn after_the_end(&self) -> String {
        let series = self.series_so_far();
        let [white, black] = Side::ALL.map(|side| series.points(side));
        let score = format!("Match: White {white}, Black {black}");
        match (series.winner(), series.target()) {
            (Some(winner), _) => format!("{score}. {} wins the match.", winner.title()),
            (None, Some(target)) => {
                format!("{score}, to {target}. `new` begins the next game, `undo` takes back.")
            }
            (None, None) => format!("{score}. `new` begins the next game, `undo` takes back."),
        }
    }

    /// The match with the game on the table, if that is over.
    fn series_so_far(&self) -> Match {
        let mut series = self.series.clone();
        if let Some(outcome) = self.record.game.outcome() {
            // A match that is over takes no more games: the score stays.
            let _ = series.record(outcome);
        }
        series
    }

    fn answer(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "" => Ok(Next::Say(status(&self.record.game))),
            "help" | "?" => Ok(Next::Say(HELP.to_owned())),
            "quit" | "exit" | "q" => Ok(Next::Quit),
            "board" => Ok(Next::Show),
            "moves" => self.moves(rest).map(Next::Say),
            "flip" => {
                self.flipped = !self.flipped;
                Ok(Next::Show)
            }
            "undo" => Ok(step(self.game().undo(), "There is nothing to take back.")),
            "redo" => Ok(step(self.game().redo(), "There is nothing to play again.")),
            "resign" => self.resign(rest),
            "new" => self.next_game(rest),
            "save" => self.save(rest),
            "load" => self.load(rest),
            "record" => Ok(Next::Say(self.record.to_string())),
            "position" => Ok(Next::Say(self.record.game.placed().to_string())),
            "rules" => {
                let name = self.record.game.kind().name();
                Ok(Next::Say(format!("katarenga rules {name} (or with --lang fr, in French)")))
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
        self.game().play(mv).map_err(|error| Failure::Input(error.to_string()))?;
        // What was said about moves that are now played otherwise goes with them.
        let ply = self.game().ply();
        self.record.comments.retain(|at, _| *at < ply);
        Ok(Next::Show)
    }

    fn moves(&self, from: &str) -> Result<String, Failure> {
        let game = &self.record.game;
        let legal = game.legal_moves();
        let shown: Vec<String> = if from.is_empty() {
            legal.iter().map(ToString::to_string).collect()
        } else {
            let from: Square = from.parse()?;
            let begins = |mv: &&katarenga_rules::Move| mv.squares().next() == Some(from);
            legal.iter().filter(begins).map(ToString::to_string).collect()
        };
        Ok(if shown.is_empty() { "None.".to_owned() } else { wrapped(&shown) })
    }

    fn resign(&mut self, side: &str) -> Result<Next, Failure> {
        let side = if side.is_empty() {
            self.record.game.turn()
        } else {
            side.parse().map_err(|error| Failure::Input(format!("{error}")))?
        };
        self.game().resign(side).map_err(|error| Failure::Input(error.to_string()))?;
        Ok(Next::Show)
    }

    /// Begins the next game of the match.
    fn next_game(&mut self, board: &str) -> Result<Next, Failure> {
        let game = &self.record.game;
        if game.outcome().is_none() {
            return Err(Failure::Input("The game is not over: `resign` ends it.".into()));
        }
        let series = self.series_so_far();
        if series.winner().is_some() {
            return Err(Failure::Input(self.after_the_end()));
        }
        let code = match board {
            "" => game.board().code(),
            text => choose_board(text, None, |rng| game.kind().random_board(rng))?,
        };
        let layout = game.setup().map_or(0, |setup| setup.layout);
        let next = Game::new(game.kind(), code, Setup { first: series.first(), layout })?;
        self.saved = progress(&next);
        self.series = series;
        self.record = Record { game: next, tags: self.record.tags.clone(), comments: [].into() };
        Ok(Next::Show)
    }

    fn save(&mut self, rest: &str) -> Result<Next, Failure> {
        let (force, name) = match rest.strip_prefix("--force") {
            Some(name) => (true, name.trim()),
            None => (false, rest),
        };
        if name.is_empty() {
            return Err(Failure::Input("Say in which file: `save game.ktg`.".into()));
        }
        let path = PathBuf::from(name);
        files::write(&path, self.record.to_string().as_bytes(), force)?;
        self.saved = progress(&self.record.game);
        Ok(Next::Say(format!("Saved in {}.", path.display())))
    }

    fn load(&mut self, name: &str) -> Result<Next, Failure> {
        if name.is_empty() {
            return Err(Failure::Input("Say from which file: `load game.ktg`.".into()));
        }
        if progress(&self.record.game) != self.saved {
            return Err(Failure::Input(
                "This game is not saved: `save` it or `undo` its moves first.".into(),
            ));
        }
        let target = self.series.target();
        *self = Self { flipped: self.flipped, ..Self::new(load(Path::new(name))?, target) };
        Ok(Next::Show)
    }

    /// The last words: how to go on with a game that is not saved.
    fn farewell(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let game = &self.record.game;
        if progress(game) != self.saved && game.outcome().is_none() {
            writeln!(out, "To go on with this game:\n  {}", command_for(game))?;
        }
        leave(out)
    }
}

fn step(done: bool, otherwise: &str) -> Next {
    if done { Next::Show } else { Next::Say(otherwise.to_owned()) }
}

/// What a saved game must agree in to need no saving.
fn progress(game: &Game) -> (usize, Option<Side>) {
    (game.ply(), game.resigned())
}

/// The command that brings a game back to where it is.
fn command_for(game: &Game) -> String {
    let mut command = "katarenga play".to_owned();
    let core = game.start().core();
    match game.setup() {
        Some(setup) => {
            let (kind, board) = (game.kind(), game.board().code());
            let _ = write!(command, " --game {kind} --board {board} --first {}", core.first());
            if let Some(layout) = kind.info().layouts.get(usize::from(setup.layout)) {
                let _ = write!(command, " --layout {layout}");
            }
        }
        None => {
            let _ = write!(command, " --position \"{}\"", game.placed_start());
        }
    }
    let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
    let _ = write!(command, " --moves \"{}\"", moves.join(" "));
    command
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
