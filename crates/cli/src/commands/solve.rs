//! `katarenga solve`

use std::io::{self, Write};

use clap::Args;
use katarenga_engine::search::Limits;
use katarenga_engine::{Analysis, Engine, Length, RatedMove, Solvable, Value, Verdict};
use katarenga_rules::{Game, GameKind, Move, counted, listed};
use serde::Serialize;

use crate::args::PositionArgs;
use crate::error::Failure;
use crate::interrupt::Interrupt;

/// Options of `solve`.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The help of the command: which games can be solved, and from when on.
pub(crate) fn long_about() -> String {
    let mut whole = Vec::new();
    let mut later = Vec::new();
    for kind in GameKind::ALL {
        let title = kind.info().title;
        match Solvable::of(*kind) {
            Solvable::Never => {}
            Solvable::Always => whole.push(title),
            Solvable::Once(when) => later.push(format!(", and {title} {when}")),
        }
    }
    let (whole, later) = (listed(whole), later.concat());
    format!("Show what every move is worth with best play, proven\n\n{whole} are solved{later}.")
}

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let solved = solve(&args.position.announced_game()?, &Interrupt::listen()?)?;
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
    /// Whether neither player wins: where that can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    draws: Option<bool>,
    /// The points of the winner, when the winner wants many and the loser few; 0 for a draw.
    points: u8,
    /// The number of pawns at the end, when the winner hurries and the loser resists: another game
    /// than the one for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u8>,
    /// In how many plies the game ends with best play; a solver need not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
}

#[derive(Serialize)]
struct SquareWorth {
    square: String,
    #[serde(flatten)]
    worth: Worth,
}

#[derive(Serialize)]
pub(super) struct MoveWorth {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    worth: Worth,
}

impl Worth {
    /// That of a verdict in a game.
    pub(super) fn of(kind: GameKind, Verdict { value, points, length }: Verdict) -> Self {
        let draws = Solvable::draws(kind).then_some(value == Value::Draw);
        let (length, plies) = match length {
            Some(Length::Pawns(pawns)) => (Some(pawns), None),
            Some(Length::Plies(plies)) => (None, Some(plies.into())),
            None => (None, None),
        };
        Self { wins: value == Value::Win, draws, points, length, plies }
    }

    /// The same with the plies that are left, where they are known.
    pub(super) fn with_plies(self, plies: Option<u32>) -> Self {
        Self { plies, ..self }
    }
}

impl MoveWorth {
    pub(super) fn of(kind: GameKind, RatedMove { mv, verdict }: RatedMove) -> Self {
        Self { mv: mv.to_string(), worth: Worth::of(kind, verdict) }
    }
}

fn solve(game: &Game, interrupt: &Interrupt) -> Result<Solved, Failure> {
    let kind = game.kind();
    let nothing = Limits { depth: Some(0), ..Limits::default() };
    let mut engine = Engine::new().with_memory(1);
    let mut proof = match engine.analyse(game, nothing, &interrupt.stop, |_| ()) {
        Analysis::Proven(proof) => proof,
        Analysis::Over => {
            let outcome = game.outcome().map(|outcome| outcome.sentence()).unwrap_or_default();
            let why = format!("the game is over, nothing is left to solve: {outcome}");
            return Err(Failure::Input(why));
        }
        Analysis::Found(_) if interrupt.is_pressed() => {
            let why = "interrupted before the position was solved: nothing is proven";
            return Err(Failure::Interrupted(why.into()));
        }
        Analysis::Found(_) => {
            return Err(match engine.out_of_memory() {
                Some(short) => io::Error::from(short).into(),
                None => Failure::Input(unsolved(game)),
            });
        }
    };
    proof.moves.sort_by_cached_key(|rated| rated.mv.to_string());
    let mut solved = Solved {
        game: kind.name(),
        position: game.board_position().to_string(),
        turn: game.turn().to_string(),
        worth: Worth::of(kind, proof.verdict),
        squares: Vec::new(),
        moves: Vec::new(),
    };
    for rated in &proof.moves {
        match rated.mv {
            Move::Place(square) => {
                let worth = Worth::of(kind, rated.verdict);
                solved.squares.push(SquareWorth { square: square.to_string(), worth });
            }
            _ => solved.moves.push(MoveWorth::of(kind, *rated)),
        }
    }
    Ok(solved)
}

/// Why a game has no exact verdict now.
fn unsolved(game: &Game) -> String {
    let kind = game.kind();
    if Solvable::of(kind).ever() {
        format!("{kind} can't be solved from here, only later on: see `katarenga solve --help`")
    } else {
        let solvers = GameKind::ALL.iter().filter(|kind| Solvable::of(**kind).ever());
        let names: Vec<&str> = solvers.map(|kind| kind.name()).collect();
        format!("{kind} can't be solved: there are exact solvers of {} only", names.join(", "))
    }
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

/// What a player gets.
pub(super) fn gain(worth: &Worth) -> String {
    let plural = if worth.points == 1 { "" } else { "s" };
    let when = match worth.plies {
        Some(1) => " in 1 ply".to_owned(),
        Some(plies) => format!(" in {plies} plies"),
        None => String::new(),
    };
    if worth.draws == Some(true) {
        "draws".to_owned()
    } else if worth.wins {
        format!("wins {} point{plural}{when}", worth.points)
    } else {
        format!("loses, {} point{plural} to the other side{when}", worth.points)
    }
}

/// What a player gets, and how long it lasts if that is what counts.
fn sentence(worth: &Worth) -> String {
    let points = gain(worth);
    match (worth.length, worth.wins) {
        (None, _) => points,
        (Some(length), wins) => {
            let how = if wins { "hurrying" } else { "resisting" };
            format!("{points}; {how}, with {} on the board", counted(length, "pawn"))
        }
    }
}
