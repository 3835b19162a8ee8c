//! `katarenga arena`: a match between two players.

mod count;
mod records;
mod report;

use std::io::Write;
use std::time::Duration;

use katarenga_engine::arena::{Contender, Pace, Plan, Tournament};

use self::count::Count;
use self::records::Records;
use super::available_threads;
use crate::args::{ArenaArgs, is_random};
use crate::error::Failure;
use crate::interrupt::Interrupt;
use crate::progress;

pub(crate) fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let tournament = Tournament::new(plan(args)?).map_err(|error| Failure::at("--board", error))?;
    let interrupt = Interrupt::listen()?;
    tournament
        .rehearse(&interrupt.stop)
        .map_err(|(index, fault)| Failure::at(&tournament.plan().contenders[index], fault))?;
    let mut records = match &args.records {
        Some(path) => Some(Records::create(path, args.force)?),
        None => None,
    };
    let (mut count, mut written) = (Count::new(args.sprt), Ok(()));
    let bar = progress::bar(args.games.into(), "games");
    tournament.run(&interrupt.stop, |played| {
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
    let finished = count.finished();
    let tally = count.finish();
    report::write(&tournament, &tally, args.json, out)?;
    let late = finished - tally.standing.games();
    if late > 0 && records.is_some() {
        let why = "were still under way when the test was decided: recorded and not counted";
        writeln!(anstream::stderr(), "games that {why}: {late}")?;
    }
    written?;
    interrupt.check(finished, args.games, "games")
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
