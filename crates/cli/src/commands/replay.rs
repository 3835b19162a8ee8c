//! `katarenga replay`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use katarenga_engine::lines::InputLine;
use katarenga_engine::search::Stop;
use katarenga_rules::{Game, Record, Side};

use crate::board_text::{BoardText, heading, last_move, legend, status};
use crate::error::Failure;
use crate::files::{self, RecordFile};
use crate::input::Input;
use crate::language;

/// Options of `replay`.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// A file of game records
    file: PathBuf,
    /// Only this record, counted from 1, up to a million
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    record: Option<u64>,
    /// Only the position after this ply; 0 is the start
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Show the boards from Black's side
    #[arg(long)]
    flip: bool,
}

pub(crate) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let records = read(args)?;
    if args.ply.is_some() {
        return separated(&records, out, |record, out| show_ply(record, args, out));
    }
    match Input::new()? {
        Input::Pipe(_) => separated(&records, out, |record, out| show_all(record, args, out)),
        terminal @ Input::Terminal(_) => step_through(&records, args, terminal, out),
    }
}

/// Shows each record, with an empty line between two.
fn separated(
    records: &[Record],
    out: &mut dyn Write,
    show: impl Fn(&Record, &mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        show(record, out)?;
    }
    write!(out, "\n{}", legend(language::of_environment()))?;
    Ok(())
}

/// The records that are asked for. One record alone is read even where others are wrong.
fn read(args: &ReplayArgs) -> Result<Vec<Record>, Failure> {
    let place = args.file.display();
    let Some(number) = args.record else {
        let records = files::records(&args.file)?;
        return match records.len() {
            0 => Err(Failure::at(place, "there is no record in it")),
            _ => Ok(records),
        };
    };
    let (mut found, mut wanted) = (0, None);
    RecordFile::read(&args.file)?.each(|record| {
        found += 1;
        if found == number {
            wanted = Some(record);
        }
        Ok::<(), Failure>(())
    })?;
    let missing =
        || Failure::at(place, format_args!("record {number}: the file has {found} records"));
    Ok(vec![files::right(wanted.ok_or_else(missing)?)?])
}

/// The names of a game: what it is and who played.
fn headline(record: &Record) -> String {
    let game = &record.game;
    let player = |side: Side| {
        let name = record.tag(side.title());
        name.map_or(String::new(), |name| format!(", {side} {name}"))
    };
    let [white, black] = Side::ALL.map(player);
    format!("{}{white}{black}", heading(game))
}

/// A game as it was after `ply` moves.
fn at(record: &Record, ply: usize) -> Game {
    let mut game = record.game.clone();
    while game.ply() > ply || (game.ending().is_some() && ply < record.game.ply()) {
        game.undo();
    }
    game
}

fn show_ply(record: &Record, args: &ReplayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let (ply, last) = (args.ply.unwrap_or_default(), record.game.ply());
    if ply > last {
        let plies = if last == 1 { "1 ply".to_owned() } else { format!("{last} plies") };
        return Err(Failure::Input(format!("--ply {ply}: the game has {plies}")));
    }
    writeln!(out, "{}", headline(record))?;
    show(record, ply, args.flip, out)
}

fn show_all(record: &Record, args: &ReplayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", headline(record))?;
    (0..=record.game.ply()).try_for_each(|ply| {
        writeln!(out)?;
        show(record, ply, args.flip, out)
    })
}

/// The move of a ply, the board after it, and what is said there.
fn show(record: &Record, ply: usize, flipped: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let game = at(record, ply);
    if let Some(played) = last_move(&game) {
        writeln!(out, "Ply {ply} of {}. {played}", record.game.ply())?;
    }
    write!(out, "{}", BoardText { flipped, ..BoardText::of_game(&game) })?;
    if let Some(comment) = record.comments.get(&ply) {
        writeln!(out, "{comment}")?;
    }
    writeln!(out, "{}", status(&game))?;
    Ok(())
}

/// Shows one position at a time, forwards and backwards.
fn step_through(
    records: &[Record],
    args: &ReplayArgs,
    mut input: Input,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut unexplained = Some(legend(language::of_environment()));
    for record in records {
        writeln!(out, "{}", headline(record))?;
        write!(out, "{}", unexplained.take().unwrap_or_default())?;
        let mut ply = 0;
        loop {
            show(record, ply, args.flip, out)?;
            out.flush()?;
            let prompt = "Enter: on, b: back, n: next game, q: quit> ";
            let Some(InputLine::Line(line)) = input.line(prompt, &Stop::default())? else {
                return Ok(());
            };
            match line.trim() {
                "q" | "quit" => return Ok(()),
                "n" => break,
                "b" => ply = ply.saturating_sub(1),
                _ if ply == record.game.ply() => break,
                _ => ply += 1,
            }
        }
    }
    Ok(())
}
