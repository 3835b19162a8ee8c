//! `katarenga survey battle-stations`: what the colours are worth in games of the engine against
//! itself.

use std::collections::BTreeMap;
use std::io::Write;

use katarenga_engine::arena::{Budget, Contender, Plan, Tournament};
use katarenga_rules::{Colour, Game, GameKind, Move, Side, Square};

use crate::commands::note_fewer_games;
use crate::error::Failure;
use crate::interrupt::Interrupt;
use crate::progress;

/// The default node limit of a move.
pub(crate) const NODES: u64 = 20_000;

pub(crate) fn run(
    games: u32,
    nodes: u64,
    seed: u64,
    threads: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let player = Contender::Engine(Budget::Count(nodes));
    let plan = Plan {
        games,
        seed,
        threads,
        ..Plan::new(GameKind::BattleStations, [player.clone(), player])
    };
    let tournament = Tournament::new(plan)?;
    note_fewer_games(&tournament)?;
    let games = tournament.games();
    let bar = progress::bar(games.into(), "games");
    let interrupt = Interrupt::listen()?;
    let (mut colours, mut played_out, mut first_wins) =
        ([Tally::default(); Colour::ALL.len()], 0, 0);
    let ran = tournament.run(&interrupt.stop, |played| {
        bar.inc(1);
        played_out += 1;
        let winner = played.outcome().and_then(|outcome| outcome.winner);
        first_wins += u32::from(winner == Some(played.game.start().core().first()));
        for pawn in pawns(&played.game) {
            colours[pawn.colour.index()].add(&pawn, winner);
        }
    });
    bar.finish_and_clear();
    ran?;
    write_table(&colours, out)?;
    let each = if played_out == 1 { "" } else { ", each on another board" };
    writeln!(out, "games: {played_out}{each}; the first player wins {first_wins}")?;
    interrupt.check(played_out, games, "games")
}

fn write_table(colours: &[Tally], out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "colour  pawns placed  by the winner  never taken  captures a pawn")?;
    for (colour, tally) in Colour::ALL.iter().zip(colours) {
        let share = |part: u32| 100.0 * f64::from(part) / f64::from(tally.placed.max(1));
        writeln!(
            out,
            "{:<6}  {:>12}  {:>12.1}%  {:>10.1}%  {:>15.2}",
            colour.to_string(),
            tally.placed,
            share(tally.by_winner),
            share(tally.never_taken),
            share(tally.captures) / 100.0,
        )?;
    }
    Ok(())
}

/// What was seen of the pawns placed on a colour.
#[derive(Clone, Copy, Default)]
struct Tally {
    placed: u32,
    by_winner: u32,
    never_taken: u32,
    captures: u32,
}

impl Tally {
    fn add(&mut self, pawn: &Pawn, winner: Option<Side>) {
        self.placed += 1;
        self.by_winner += u32::from(winner == Some(pawn.side));
        self.never_taken += u32::from(!pawn.taken);
        self.captures += pawn.captures;
    }
}

/// A pawn from its placing to the end of the game.
struct Pawn {
    side: Side,
    /// The colour of the square on which it was placed.
    colour: Colour,
    captures: u32,
    taken: bool,
}

/// The pawns of a game in the order of placing.
fn pawns(game: &Game) -> Vec<Pawn> {
    let (mut pawns, mut standing) = (Vec::new(), BTreeMap::<Square, usize>::new());
    for (mv, position) in game.moves().zip(game.positions()) {
        match mv {
            Move::Place(square) => {
                let Some(colour) = game.board().colour(square) else { continue };
                standing.insert(square, pawns.len());
                pawns.push(Pawn { side: position.turn(), colour, captures: 0, taken: false });
            }
            Move::Capture { from, to } => {
                let Some(taker) = standing.remove(&from) else { continue };
                if let Some(taken) = standing.insert(to, taker) {
                    pawns[taken].taken = true;
                }
                pawns[taker].captures += 1;
            }
            _ => {}
        }
    }
    pawns
}
