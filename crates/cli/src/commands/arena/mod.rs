//! `katarenga arena`: a match between two players.

mod count;
mod records;
mod report;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use katarenga_engine::arena::{Contender, Pace, Plan, Sprt, Tournament};
use katarenga_rules::GameKind;

use self::count::Count;
use self::records::Records;
use super::{available_threads, note_fewer_games};
use crate::args::{game_parser, is_random, layout_help};
use crate::error::Failure;
use crate::interrupt::Interrupt;
use crate::progress;

/// Options of `arena`.
#[derive(Args, Debug)]
pub(crate) struct ArenaArgs {
    /// The player whose results are counted
    player: Contender,
    /// The other one; where both are the same, the results of who moves first are counted
    opponent: Contender,
    /// The game
    #[arg(long, value_name = "NAME", value_parser = game_parser(), ignore_case = true)]
    game: GameKind,
    /// The number of games, up to a million; an even number is fair where boards are played twice
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The seed of random boards and of the players' random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The number of games played at once, 1 to 256 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Leave a game unfinished after N plies, 1 to 100000
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_plies: u32,
    /// The time of a player `ugi:COMMAND` for a move, in milliseconds, up to a day [default: 100]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: Option<u64>,
    /// The board of all games, or `random` for another one each time
    #[arg(long, value_name = "CODE|random", default_value = "random")]
    board: String,
    #[arg(long, value_name = "NAME", help = layout_help())]
    layout: Option<String>,
    /// Write a record of each game to this file when it is over
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Replace the file of records if it exists
    #[arg(long, requires = "records")]
    force: bool,
    /// Stop as soon as it is clear which of two Elo differences PLAYER has, or between equal players
    /// who moves first, with an error of 5% either way
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let tournament = Tournament::new(plan(args)?).map_err(|error| Failure::at("--board", error))?;
    let interrupt = Interrupt::listen()?;
    tournament
        .check_start(&interrupt.stop)
        .map_err(|(index, fault)| Failure::at(&tournament.plan().contenders[index], fault))?;
    let mut records = match &args.records {
        Some(path) => Some(Records::create(path, args.force)?),
        None => None,
    };
    let games = tournament.games();
    note_fewer_games(&tournament)?;
    let (mut count, mut written) = (Count::new(&tournament, args.sprt), Ok(()));
    let bar = progress::bar(games.into(), "games");
    let ran = tournament.run(&interrupt.stop, |played| {
        if let (Some(records), Ok(())) = (&mut records, &written) {
            written = records.append(&tournament, &played);
        }
        count.add(played);
        if written.is_err() || count.is_decided() {
            interrupt.stop.set();
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    ran?;
    let finished = count.finished();
    let tally = count.finish();
    report::write(&tournament, &tally, args.json, out)?;
    let late = finished - tally.standing.games();
    if late > 0 && records.is_some() {
        let why = "were still under way when the test was decided: recorded and not counted";
        writeln!(anstream::stderr(), "games that {why}: {late}")?;
    }
    written?;
    interrupt.check(finished, games, "games")
}

fn plan(args: &ArenaArgs) -> Result<Plan, Failure> {
    let contenders = [args.player.clone(), args.opponent.clone()];
    let plan = Plan::new(args.game, contenders);
    let board = match args.board.as_str() {
        code if is_random(code) => None,
        code => Some(code.parse().map_err(|error| Failure::at("--board", error))?),
    };
    let layout = match &args.layout {
        None => 0,
        Some(name) => args.game.layout(name).map_err(|error| Failure::at("--layout", error))?,
    };
    Ok(Plan {
        games: args.games,
        seed: args.seed,
        board,
        layout,
        max_plies: args.max_plies as usize,
        pace: pace(args.time, &plan.contenders)?,
        threads: args.threads.map_or_else(available_threads, usize::from),
        ..plan
    })
}

fn pace(milliseconds: Option<u64>, contenders: &[Contender; 2]) -> Result<Pace, Failure> {
    let pace = Pace::default();
    let Some(milliseconds) = milliseconds else { return Ok(pace) };
    if !contenders.iter().any(|contender| matches!(contender, Contender::Ugi(_))) {
        let why = "--time goes with a player ugi:COMMAND; for others write the time after the name, such as engine:100ms";
        return Err(Failure::Input(why.into()));
    }
    Ok(Pace { move_time: Duration::from_millis(milliseconds), ..pace })
}

/// `1 ply`, `10 plies`
fn plies(count: usize) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}
