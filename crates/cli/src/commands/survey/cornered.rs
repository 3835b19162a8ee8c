//! `katarenga survey cornered`: the eight faces, each turned four ways.

use std::collections::BTreeSet;
use std::io::{self, Write};

use katarenga_engine::{Length, Solver, Value, Verdict};
use katarenga_rules::{Board, Game, GameKind, Quarter, Setup};

use crate::error::Failure;

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "face  winning first squares: points of the winner, pawns when hurried")?;
    for face in Quarter::all().filter(|quarter| quarter.turns() == 0) {
        let (winning, points) = first_squares(face)?;
        let squares: Vec<String> = winning
            .iter()
            .map(|(name, points, length)| format!("{name} ({points}, {length})"))
            .collect();
        let name = face.to_string();
        writeln!(out, "{:<4}  {} of 16: {}", &name[..2], winning.len(), squares.join(", "))?;
        let turned = std::iter::successors(Some(face.turned()), |quarter| Some(quarter.turned()));
        for quarter in turned.take(3) {
            if first_squares(quarter)?.1 != points {
                return Err(Failure::Input(format!(
                    "{quarter} differs from {face}: this can't be"
                )));
            }
        }
    }
    writeln!(out, "Turning a face changes nothing: all 32 quarters were solved.")?;
    Ok(())
}

/// The squares that win with points and length, and the verdicts of all squares without their
/// names, which don't depend on how the face is turned.
type FirstSquares = (Vec<(String, u8, u8)>, BTreeSet<(bool, u8, u8, usize)>);

fn first_squares(quarter: Quarter) -> Result<FirstSquares, Failure> {
    let board = Board::new(quarter.into());
    let game = Game::new(GameKind::Cornered, quarter, Setup::default())?;
    let mut solver = Solver::new(GameKind::Cornered, &board)
        .ok_or_else(|| Failure::Input("Cornered is not solved".into()))?;
    let mut winning = Vec::new();
    let mut verdicts = Vec::new();
    for mv in game.legal_moves() {
        let after = game.position().play(&board, mv).ok();
        let verdict = after.and_then(|after| solver.solve(&after));
        if let Some(short) = solver.out_of_memory() {
            return Err(io::Error::from(short).into());
        }
        let Some(Verdict { value, points, length }) = verdict else { continue };
        let wins = value == Value::Win;
        let length = length.map_or(0, Length::number);
        if !wins {
            winning.push((mv.to_string(), points, length));
        }
        verdicts.push((wins, points, length));
    }
    verdicts.sort_unstable();
    let counted = verdicts
        .iter()
        .map(|of| (of.0, of.1, of.2, verdicts.iter().filter(|other| *other == of).count()));
    Ok((winning, counted.collect()))
}
