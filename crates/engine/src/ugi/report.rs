//! How the protocol says what was found.

use katarenga_rules::Move;

use crate::search::Line;
use crate::{Proof, Value};

/// A line of a search.
pub(super) fn line(line: &Line) -> String {
    let Line { rank, depth, nodes, score, end, moves } = line;
    let score = match end {
        Some(plies) => mate(*plies, *score > 0),
        None => format!("cp {score}"),
    };
    let moves = texts(moves);
    format!("info depth {depth} multipv {rank} score {score} nodes {nodes} pv {moves}")
}

/// A proven verdict and the lines of best play.
pub(super) fn proof(Proof { verdict, moves, lines }: &Proof) -> String {
    let verb = match verdict.value {
        Value::Loss => "loses",
        Value::Draw => "draws",
        Value::Win => "wins",
    };
    let summary = format!("info string proven: {verb}, {} points", verdict.points);
    let lines = lines.iter().zip(moves).zip(1..).map(|((line, first), rank)| {
        let depth = line.len();
        let score = match first.verdict.value {
            Value::Draw => "cp 0".to_owned(),
            value => mate(depth as u32, value == Value::Win),
        };
        format!("info depth {depth} multipv {rank} score {score} pv {}", texts(line))
    });
    std::iter::once(summary).chain(lines).collect::<Vec<_>>().join("\n")
}

/// The move to play: the last words of a search.
pub(super) fn best_move(best: Option<Move>) -> String {
    match best {
        Some(best) => format!("bestmove {best}"),
        None => "info string the game is over\nbestmove none".to_owned(),
    }
}

/// The protocol counts the moves of the winner to the end.
fn mate(plies: u32, wins: bool) -> String {
    let sign = if wins { "" } else { "-" };
    format!("mate {sign}{}", plies.div_ceil(2))
}

fn texts(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
