//! What an analysis finds, as a page shows it.

use std::time::Duration;

use katarenga_engine::score::{Score, chance, points};
use katarenga_engine::search::{Limits, Line, Stop};
use katarenga_engine::{Analysis, Engine, Proof, RatedMove, Value, Verdict};
use katarenga_rules::{Game, Move, Side};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::session::path_of;
use crate::shapes::SideName;

/// What is known of a position so far.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Report {
    /// How many moves were played before the position.
    ply: usize,
    /// How many plies were looked at.
    depth: u8,
    /// How many positions were looked at.
    nodes: u64,
    /// Whether nothing more follows.
    done: bool,
    /// How the game ends with best play, where that is proven.
    proven: Option<Proven>,
    /// The best lines, the best first.
    lines: Vec<LineDto>,
    /// What each legal move is worth, where that is proven.
    verdicts: Vec<VerdictDto>,
}

/// A proven verdict.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Proven {
    /// The side that wins; null for a draw.
    winner: Option<SideName>,
    /// The points of the win; 0 for a draw.
    points: u8,
    /// Whether the side that moved first in the game wins.
    first: bool,
}

/// A line.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Line))]
pub struct LineDto {
    /// The steps of its first move.
    path: Vec<&'static str>,
    /// Its moves as they are written.
    moves: Vec<String>,
    /// What it is worth to White, where 200 stands for odds of e; null where the game is decided.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i32>))]
    score: Option<Score>,
    /// Who wins, where that was seen.
    wins: Option<Win>,
    /// Whether it is proven that the game is drawn.
    draws: bool,
}

/// A game that is decided.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Win {
    /// The side that wins.
    side: SideName,
    /// The points of the win.
    points: u8,
    /// In how many plies, where that was seen.
    plies: Option<u32>,
}

/// What a move is worth.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Verdict))]
pub struct VerdictDto {
    /// The steps of the move.
    path: Vec<&'static str>,
    /// Whether the side that moves wins with it.
    wins: bool,
    /// Whether the game is drawn with it.
    draws: bool,
    /// The points of the winner; 0 for a draw.
    points: u8,
}

/// What an analysis may take.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// The size of the hash table, in MB.
    pub hash_mb: usize,
    /// The longest time; without, until it is stopped.
    pub time: Option<Duration>,
}

/// The most lines that can be asked for.
pub const MAX_LINES: usize = 5;

/// The hash table for the graph of a game, in MB, and the nodes searched for each position.
pub const GRAPH_HASH_MB: usize = 4;
const GRAPH_NODES: u64 = 200_000;

/// Analyses a position, telling reports on the way; gives the last one.
pub fn analyse(
    game: &Game,
    wanted: usize,
    Resources { hash_mb, time }: Resources,
    stop: &Stop,
    mut tell: impl FnMut(&Report),
) -> Report {
    let mut report = Report::new(game);
    let wanted = wanted.min(MAX_LINES).min(game.legal_moves().len()).max(1);
    let limits = Limits { time, ..Limits::default() };
    let mut engine = Engine::new().with_memory(hash_mb).with_lines(wanted);
    let mut lines: Vec<Line> = Vec::new();
    let analysis = engine.analyse(game, limits, stop, |line| {
        if line.rank == 1 {
            lines.clear();
        }
        lines.push(line.clone());
        if lines.len() == wanted {
            report.set_lines(game, &lines);
            tell(&report);
        }
    });
    match analysis {
        Analysis::Over => {}
        Analysis::Found(lines) => report.set_lines(game, &lines),
        Analysis::Proven(proof) => report.set_proof(game, &proof),
    }
    Report { done: true, ..report }
}

impl Report {
    fn new(game: &Game) -> Self {
        let (lines, verdicts) = (Vec::new(), Vec::new());
        Self { ply: game.ply(), depth: 0, nodes: 0, done: false, proven: None, lines, verdicts }
    }

    fn set_lines(&mut self, game: &Game, lines: &[Line]) {
        let turn = game.turn();
        let depth = lines.iter().map(|line| line.depth).min();
        let nodes = lines.iter().map(|line| line.nodes).max();
        (self.depth, self.nodes) = (depth.unwrap_or(0), nodes.unwrap_or(0));
        let shape = |line: &Line| LineDto {
            path: line.moves.first().copied().map(path_of).unwrap_or_default(),
            moves: texts(&line.moves),
            score: points(line.score).is_none().then_some(for_white(turn, line.score)),
            wins: points(line.score).map(|points| Win {
                side: if line.score > 0 { turn } else { !turn }.into(),
                points,
                plies: line.end,
            }),
            draws: false,
        };
        // One that was looked at later can turn out better.
        let mut best: Vec<&Line> = Vec::new();
        for line in lines {
            let better = best.partition_point(|other| other.score >= line.score);
            best.insert(better, line);
        }
        self.lines = best.into_iter().map(shape).collect();
    }

    fn set_proof(&mut self, game: &Game, proof: &Proof) {
        let winner = |verdict: Verdict| verdict.value.winner(game.turn());
        let side = winner(proof.verdict);
        self.proven = Some(Proven {
            winner: side.map(Into::into),
            points: proof.verdict.points,
            first: side == Some(game.start().core().first()),
        });
        let line = |(moves, rated): (&Vec<Move>, &RatedMove)| LineDto {
            path: path_of(rated.mv),
            moves: texts(moves),
            score: None,
            wins: winner(rated.verdict).map(|side| Win {
                side: side.into(),
                points: rated.verdict.points,
                plies: Some(moves.len() as u32),
            }),
            draws: rated.verdict.value == Value::Draw,
        };
        self.lines = proof.lines.iter().zip(&proof.moves).map(line).collect();
        self.depth = proof.lines.iter().map(Vec::len).max().unwrap_or(0) as u8;
        let verdict = |rated: &RatedMove| VerdictDto {
            path: path_of(rated.mv),
            wins: rated.verdict.wins(),
            draws: rated.verdict.value == Value::Draw,
            points: rated.verdict.points,
        };
        self.verdicts = proof.moves.iter().map(verdict).collect();
    }
}

const fn for_white(turn: Side, score: Score) -> Score {
    match turn {
        Side::White => score,
        Side::Black => -score,
    }
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// A point of the graph of a game.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Point {
    /// How many moves were played before the position.
    ply: usize,
    /// White's chances, from 0 to 1.
    share: f64,
    /// Who wins, where that was seen.
    wins: Option<SideName>,
}

/// Looks at a position for the graph of its game, no longer than a time.
pub fn point(engine: &mut Engine, game: &Game, time: Option<Duration>, stop: &Stop) -> Point {
    let limits = Limits { nodes: Some(GRAPH_NODES), time, ..Limits::default() };
    let turn = game.turn();
    let (score, wins) = match engine.analyse(game, limits, stop, |_| ()) {
        Analysis::Over => (0, game.outcome().and_then(|outcome| outcome.winner)),
        Analysis::Proven(proof) => (0, proof.verdict.value.winner(turn)),
        Analysis::Found(lines) => {
            let score = lines.first().map_or(0, |line| line.score);
            let winner = if score > 0 { turn } else { !turn };
            (for_white(turn, score), points(score).map(|_| winner))
        }
    };
    let share = match wins {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => chance(score),
    };
    Point { ply: game.ply(), share, wins: wins.map(Into::into) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_chances() {
        assert!((chance(0) - 0.5).abs() < 1e-9);
        assert!((chance(200) - 0.731).abs() < 1e-3);
        assert!((chance(-200) + chance(200) - 1.0).abs() < 1e-9);
    }
}
