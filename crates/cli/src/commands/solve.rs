//! `katarenga solve`

use std::io::Write;

use katarenga_engine::{Solver, Verdict};
use katarenga_rules::{Game, Move};
use serde::Serialize;

use crate::args::SolveArgs;
use crate::error::Failure;

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let solved = solve(&args.position.announced_game()?)?;
    if args.json {
        let text = serde_json::to_string(&solved).map_err(std::io::Error::from)?;
        return Ok(writeln!(out, "{text}")?);
    }
    table(&solved, out)
}

/// A position with the verdict of each of its moves.
#[derive(Serialize)]
struct Solved {
    game: &'static str,
    position: String,
    turn: String,
    /// Whether the side to move wins.
    #[serde(flatten)]
    worth: Worth,
    /// Where pawns are placed: each legal square.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<SquareWorth>,
    /// Where pawns move: each legal move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MoveWorth>,
}

#[derive(Serialize)]
pub(super) struct Worth {
    /// Whether the player it is about wins.
    wins: bool,
    /// The points of whoever wins, when the winner wants many and the loser few.
    points: u8,
    /// The number of pawns at the end, when the winner hurries and the loser resists.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u8>,
}

#[derive(Serialize)]
struct SquareWorth {
    square: String,
    #[serde(flatten)]
    worth: Worth,
}

#[derive(Serialize)]
struct MoveWorth {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    worth: Worth,
}

impl Worth {
    /// Of the side to move.
    pub(super) const fn of(Verdict { wins, points, length }: Verdict) -> Self {
        Self { wins, points, length }
    }

    /// Of the side that has just moved.
    const fn of_mover(Verdict { wins, points, length }: Verdict) -> Self {
        Self { wins: !wins, points, length }
    }
}

fn solve(game: &Game) -> Result<Solved, Failure> {
    let (kind, board, position) = (game.kind(), game.board(), game.position());
    if let Some(outcome) = game.outcome() {
        let outcome = outcome.sentence();
        return Err(Failure::Input(format!(
            "the game is over, nothing is left to solve: {outcome}"
        )));
    }
    let mut solver = Solver::new(kind, board).ok_or_else(|| {
        let solved = "there are exact solvers of cornered, quartermaster and battles only";
        Failure::Input(format!("{kind} can't be solved: {solved}"))
    })?;
    let verdict = solver.solve(position).ok_or_else(|| {
        let when = "once all pawns are placed, battles can be solved";
        Failure::Input(format!("{kind} can't be solved from here: {when}"))
    })?;
    let mut answer = Solved {
        game: kind.name(),
        position: game.placed().to_string(),
        turn: position.turn().to_string(),
        worth: Worth::of(verdict),
        squares: Vec::new(),
        moves: Vec::new(),
    };
    for mv in game.legal_moves() {
        let after = position.play(board, mv).ok();
        let Some(worth) = after.and_then(|after| solver.solve(&after)).map(Worth::of_mover) else {
            continue;
        };
        match mv {
            Move::Place(square) => {
                answer.squares.push(SquareWorth { square: square.to_string(), worth });
            }
            _ => answer.moves.push(MoveWorth { mv: mv.to_string(), worth }),
        }
    }
    Ok(answer)
}

fn table(solved: &Solved, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", solved.position)?;
    writeln!(out, "With best play {} {}.", solved.turn, sentence(&solved.worth))?;
    writeln!(out)?;
    let squares = solved.squares.iter().map(|row| (&row.square, &row.worth));
    let moves = solved.moves.iter().map(|row| (&row.mv, &row.worth));
    for (name, worth) in squares.chain(moves) {
        writeln!(out, "{name:<6} {}", sentence(worth))?;
    }
    Ok(())
}

/// What a player gets, and how long it lasts if that is what counts.
pub(super) fn sentence(worth: &Worth) -> String {
    let plural = if worth.points == 1 { "" } else { "s" };
    let points = if worth.wins {
        format!("wins {} point{plural}", worth.points)
    } else {
        format!("loses, {} point{plural} to the other side", worth.points)
    };
    match (worth.length, worth.wins) {
        (None, _) => points,
        (Some(length), true) => format!("{points}; hurrying, with {length} pawns on the board"),
        (Some(length), false) => format!("{points}; resisting, with {length} pawns on the board"),
    }
}
