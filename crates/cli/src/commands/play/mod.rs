//! `katarenga play`: two people at one terminal, or a person and the computer.

mod seats;
mod thinking;

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::RangedI64ValueParser;
use katarenga_engine::lines::InputLine;
use katarenga_engine::search::Stop;
use katarenga_rules::{Ending, Game, GameKind, Match, Move, Record, Setup, Side, Square};
use katarenga_server::limits::MATCH_TARGET;
use rand::RngExt as _;

use self::seats::{Seat, Seats};
use self::thinking::Turn;
use super::games;
use crate::args::{PositionArgs, choose_board, titles};
use crate::board_text::{BoardText, last_move, legend, status};
use crate::error::Failure;
use crate::files;
use crate::input::{Input, TOO_LONG};
use crate::interrupt::Interrupt;
use crate::language;

fn target_help() -> String {
    let targets: BTreeSet<u32> =
        GameKind::ALL.iter().filter_map(|kind| kind.info().match_target).collect();
    let default =
        |target| format!("{target} in {}", titles(|info| info.match_target == Some(target)));
    let defaults: Vec<String> = targets.into_iter().map(default).collect();
    format!(
        "The points that win the match, 1 to 1000 [default: {}, else none]",
        defaults.join(", ")
    )
}

/// Options of `play`.
#[derive(Args, Debug, Default)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Resume a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "board", "seed", "first", "layout", "position", "moves"])]
    load: Option<PathBuf>,
    #[arg(long, value_name = "POINTS", help = target_help(), value_parser = match_target())]
    target: Option<u32>,
    /// Who plays White: `human`, or the computer as `level:1` to `level:8` [default: human]
    #[arg(long, value_name = "PLAYER")]
    white: Option<Seat>,
    /// Who plays Black [default: human]
    #[arg(long, value_name = "PLAYER")]
    black: Option<Seat>,
    /// The seed of the computer's errors at weaker levels [default: another one each time]
    #[arg(long, value_name = "N")]
    player_seed: Option<u64>,
}

/// The range of `--target`.
fn match_target() -> RangedI64ValueParser<u32> {
    let (least, most) = MATCH_TARGET.into_inner();
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(most))
}

impl PlayArgs {
    /// Who plays White and Black, if either was given.
    fn seats(&self) -> Option<[Seat; 2]> {
        let seat = |chosen: Option<Seat>| chosen.unwrap_or(Seat::Human);
        (self.white.is_some() || self.black.is_some()).then(|| [seat(self.white), seat(self.black)])
    }
}

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
fn is_word(line: &str) -> bool {
    let word = first_word(line);
    word.is_empty()
        || BARE_WORDS.contains(&word.as_str())
        || WORDS_WITH_ARGUMENT.contains(&word.as_str())
}

/// Whether a line quits the program.
fn leaves(heard: &InputLine) -> bool {
    let words = ["quit", "exit", "q"];
    matches!(heard, InputLine::Line(line) if words.contains(&line.trim().to_ascii_lowercase().as_str()))
}

/// Plays the game that the options describe, or one that a person chooses.
pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let seats = seats(args)?;
    let terminal_match = match &args.load {
        Some(file) => TerminalMatch::load(file, args.target)?,
        None if args.position.names_nothing() => return menu(seats, args.target, out),
        None => TerminalMatch::new(args.position.game()?.into(), args.target),
    };
    terminal_match.run(seats.unwrap_or_else(Seats::of_people), &mut Input::new()?, out)
}

/// Who plays, if given. A seed without a computer player is refused.
fn seats(args: &PlayArgs) -> Result<Option<Seats>, Failure> {
    let seed = args.player_seed.unwrap_or_else(random_seed);
    let seats = args.seats().map(|players| Seats::new(players, seed));
    if args.player_seed.is_some() && !seats.as_ref().is_some_and(Seats::any_computer) {
        let why = "--player-seed goes with the computer: add --white or --black level:N";
        return Err(Failure::Input(why.into()));
    }
    Ok(seats)
}

/// Asks for the game and, unless given, for the players, then plays it.
pub(crate) fn menu(
    seats: Option<Seats>,
    target: Option<u32>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut input = Input::new()?;
    writeln!(out, "Katarenga: games for the board of four quarterboards. Which one?\n")?;
    games::list(out, |index, _| format!("{:>3}", index + 1))?;
    writeln!(out, "\nType a number or a name; `katarenga --help` lists all commands.")?;
    let Some(kind) = ask(&mut input, out, "game> ", choose_game)? else { return leave(out) };
    writeln!(out, "\n{}. On which board? Enter: a random one; or type a code.", kind.info().title)?;
    let Some(game) = ask(&mut input, out, "board> ", |text| choose_start(kind, text))? else {
        return leave(out);
    };
    let seats = match seats {
        Some(seats) => Some(seats),
        None => {
            writeln!(
                out,
                "\nAgainst whom? Enter: two people at one screen; or 1 to 8: the computer."
            )?;
            let players = ask(&mut input, out, "opponent> ", choose_opponent)?;
            players.map(|players| Seats::new(players, random_seed()))
        }
    };
    let Some(seats) = seats else { return leave(out) };
    TerminalMatch::new(game.into(), target).run(seats, &mut input, out)
}

/// The seats when the person who answers plays White.
fn choose_opponent(text: &str) -> Result<[Seat; 2], Failure> {
    if text.is_empty() {
        return Ok([Seat::Human; 2]);
    }
    let level = text.parse().map_err(|error| Failure::Input(format!("{error}")))?;
    Ok([Seat::Human, Seat::Level(level)])
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
        let Some(heard) = input.line(prompt, &Stop::default())? else { return Ok(None) };
        let InputLine::Line(line) = heard else {
            writeln!(out, "{TOO_LONG}")?;
            continue;
        };
        match read(line.trim()) {
            Ok(answer) => return Ok(Some(answer)),
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

fn choose_game(text: &str) -> Result<GameKind, Failure> {
    let numbers = format!("type a number from 1 to {}", GameKind::ALL.len());
    if text.is_empty() {
        return Err(Failure::Input(format!("{numbers} or a name; Ctrl-D leaves")));
    }
    let Ok(number) = text.parse::<usize>() else {
        return text.parse().map_err(|error| Failure::Input(format!("{error}")));
    };
    let kind = number.checked_sub(1).and_then(|index| GameKind::ALL.get(index));
    kind.copied().ok_or(Failure::Input(numbers))
}

fn choose_start(kind: GameKind, text: &str) -> Result<Game, Failure> {
    let code = if text.is_empty() { "random" } else { text };
    let board = choose_board(code, None, |rng| kind.random_board(rng))?;
    Ok(Game::new(kind, board, Setup::default())?)
}

/// The result of a typed line.
enum Next {
    /// Something changed: show the board.
    Show,
    /// Print a text.
    Say(String),
    /// The person leaves.
    Quit,
}

/// A match in the terminal: its finished games, and the one in progress.
struct TerminalMatch {
    past: Vec<Record>,
    record: Record,
    /// The points that win the match, where they were chosen.
    target: Option<u32>,
    flipped: bool,
    /// The file that holds this match, once there is one.
    file: Option<PathBuf>,
    /// The progress when the match was last saved or started.
    saved: Progress,
    /// Whether the computer waits.
    is_paused: bool,
    /// Moves that were typed while the computer thought.
    typed_ahead: VecDeque<InputLine>,
    /// Whether a shortage of memory was reported.
    has_reported_shortage: bool,
}

/// What must be as it was for a match to need no saving.
type Progress = (usize, Vec<Move>, Option<Ending>);

impl TerminalMatch {
    fn new(record: Record, target: Option<u32>) -> Self {
        let mut table = Self {
            past: Vec::new(),
            record,
            target,
            flipped: false,
            file: None,
            saved: Progress::default(),
            is_paused: false,
            typed_ahead: VecDeque::new(),
            has_reported_shortage: false,
        };
        table.saved = table.progress();
        table
    }

    /// The match of a file: its last game is on the board, those before it are over.
    fn load(file: &Path, target: Option<u32>) -> Result<Self, Failure> {
        let mut records = files::records(file)?;
        let Some(last) = records.pop() else {
            return Err(Failure::at(files::shown(file), "there is no record in it"));
        };
        let kind = last.game.kind();
        if let Some(other) = records.iter().find(|record| record.game.kind() != kind) {
            let other = other.game.kind();
            let why =
                format!("it holds games of {other} and of {kind}, and a match is of one kind");
            return Err(Failure::at(files::shown(file), why));
        }
        let mut table = Self::new(last, target);
        table.past = records;
        table.file = Some(file.to_owned());
        table.saved = table.progress();
        Ok(table)
    }

    fn progress(&self) -> Progress {
        let game = &self.record.game;
        (self.past.len(), game.moves().collect(), game.ending())
    }

    /// The match with all games that are over.
    fn series(&self) -> Match {
        let game = &self.record.game;
        let target = self.target.or(game.kind().info().match_target);
        let records = self.past.iter().chain([&self.record]);
        let first = self.past.first().unwrap_or(&self.record).game.start().core().first();
        let mut series = Match::new(target, first);
        for outcome in records.filter_map(|record| record.game.outcome()) {
            // A match that is over takes no more games: the score stays.
            let _ = series.record(outcome);
        }
        series
    }

    fn game(&mut self) -> &mut Game {
        &mut self.record.game
    }

    /// Plays until the person leaves.
    fn run(
        mut self,
        mut seats: Seats,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let game = &self.record.game;
        writeln!(
            out,
            "{} on {}. Type `help` to see what can be typed.\n",
            game.kind().info().title,
            game.board().code()
        )?;
        writeln!(out, "{}", legend(language::of_environment()))?;
        self.show(out)?;
        if !seats.any_human() {
            let what = "`pause` lets it wait, `quit` or Ctrl-C leaves the game.";
            writeln!(out, "The computer plays both sides. {what}")?;
        }
        // The line editor reports Ctrl-C itself.
        let interrupt = seats.any_computer().then(Interrupt::listen).transpose()?;
        let stop = interrupt.map(|interrupt| interrupt.stop).unwrap_or_default();
        loop {
            out.flush()?;
            if seats.is_computers_turn(&self.record.game) && !self.is_paused {
                match self.think(&mut seats, input, &stop, out)? {
                    Turn::Found(Some(mv)) if !stop.is_set() => {
                        self.play_move(mv)?;
                        self.show(out)?;
                    }
                    Turn::Found(_) | Turn::Left => break,
                    Turn::Changed => {}
                }
                continue;
            }
            let heard = match self.typed_ahead.pop_front() {
                Some(heard) => heard,
                None => match input.line(&self.prompt(), &stop)? {
                    Some(heard) => heard,
                    None => break,
                },
            };
            if !self.respond(&heard, &mut seats, out)? {
                break;
            }
        }
        self.print_resume_command(out)
    }

    /// Answers a line; `false` when the person leaves.
    fn respond(
        &mut self,
        heard: &InputLine,
        seats: &mut Seats,
        out: &mut dyn Write,
    ) -> Result<bool, Failure> {
        let InputLine::Line(line) = heard else {
            writeln!(out, "{TOO_LONG}")?;
            return Ok(true);
        };
        match self.answer(line.trim(), seats) {
            Ok(Next::Show) => self.show(out)?,
            Ok(Next::Say(text)) => writeln!(out, "{}", text.trim_end())?,
            Ok(Next::Quit) => return Ok(false),
            Err(failure) => writeln!(out, "{failure}")?,
        }
        Ok(true)
    }

    fn prompt(&self) -> String {
        let game = &self.record.game;
        match game.outcome() {
            Some(_) => "over> ".to_owned(),
            None if self.is_paused => format!("{} {}, paused> ", game.turn(), game.ply() + 1),
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
        let series = self.series();
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

    fn answer(&mut self, line: &str, seats: &mut Seats) -> Result<Next, Failure> {
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

    fn play_move(&mut self, mv: Move) -> Result<(), Failure> {
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
        let layout = game.setup().map_or(0, |setup| setup.layout);
        let next = Game::new(game.kind(), code, Setup { first: series.first(), layout })?;
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
        super::rules::write(self.record.game.kind(), language, &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Prints the command that resumes an unsaved game.
    fn print_resume_command(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let game = &self.record.game;
        if self.progress() != self.saved && game.outcome().is_none() {
            writeln!(out, "To go on with this game:\n  {}", command_for(game))?;
        }
        leave(out)
    }
}

/// A seed where none was given.
fn random_seed() -> u64 {
    rand::rng().random()
}

/// The command that resumes a game.
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
            let _ = write!(command, " --position \"{}\"", game.start_board_position());
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
