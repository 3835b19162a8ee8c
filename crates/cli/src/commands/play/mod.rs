//! `katarenga play`: two people at one terminal, or a person and the computer.

mod menu;
mod seats;
mod thinking;
mod words;

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::RangedI64ValueParser;
use katarenga_engine::lines::InputLine;
use katarenga_rules::{Ending, Game, GameKind, Match, Move, Record, Side};
use katarenga_server::limits::MATCH_TARGET;
use rand::RngExt as _;

pub(crate) use self::menu::menu;
use self::seats::{Seat, Seats};
use self::thinking::Turn;
use self::words::Next;
use crate::args::{PositionArgs, titles};
use crate::board_text::{BoardText, heading, last_move, legend, status};
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

fn leave(out: &mut dyn Write) -> Result<(), Failure> {
    Ok(writeln!(out, "Goodbye.")?)
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
        writeln!(out, "{}. Type `help` to see what can be typed.\n", heading(game))?;
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
            if let Some(layout) = kind.info().layout_name(setup.layout) {
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
