//! Whether one move of a position is right and no other.

use katarenga_rules::{Game, Move};

use super::Goal;
use crate::limits::{Limits, Stop};
use crate::score::{chance, points};
use crate::search::Line;
use crate::solve::Value;
use crate::{Analysis, Engine, Proof};

/// By how much the chance of winning with the right move exceeds that with the next best, where a search judges.
const MIN_LEAD: f64 = 0.7;
/// The chance that the right move must have at least.
const MIN_CHANCE: f64 = 0.9;
/// Where a few nodes show less of a lead, more of them seldom show enough.
const MIN_PROMISE: f64 = 0.2;
/// The most plies of a line: eight moves of the solver.
const MAX_PLIES: usize = 15;
/// The memory of each search in MB: its table grows as far as it needs.
const MEMORY: usize = 16;

/// Judges positions by the solver of their game, where it answers, else by searches of a number of nodes.
#[derive(Debug)]
pub struct Judge {
    /// Looks for the two best moves.
    engine: Engine,
    /// Answers for the other side.
    opponent: Engine,
    limits: Limits,
}

/// The only right move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnlyMove {
    /// The move.
    pub mv: Move,
    /// What it reaches.
    pub goal: Goal,
    /// The points that it wins, where they are known.
    points: Option<u8>,
    /// Whether that is proven by a solver.
    pub is_proven: bool,
    /// Whether it is certain that every other move loses.
    pub others_lose: bool,
}

impl Judge {
    /// One whose searches take this number of nodes.
    pub fn new(nodes: u64) -> Self {
        let engine = Engine::new().with_memory(MEMORY);
        let opponent = Engine::new().with_memory(MEMORY).as_player();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Self { engine: engine.with_lines(2), opponent, limits }
    }

    /// Forgets what was found, so that the next position is judged as if it were the first.
    pub(super) fn forget(&mut self) {
        self.engine.forget();
        self.opponent.forget();
    }

    /// Whether it is worth looking for the only right move of a position with more nodes than these.
    pub(super) fn promises(&mut self, game: &Game, stop: &Stop) -> bool {
        match self.engine.analyse(game, self.limits, stop, |_| ()) {
            Analysis::Over => false,
            Analysis::Proven(_) => true,
            Analysis::Found(lines) => {
                best_two(&lines).is_some_and(|(best, next)| lead(best, next) >= MIN_PROMISE)
            }
        }
    }

    /// The only right move of a position, if there is one. What it is when `stop` is set meanwhile means
    /// nothing.
    pub fn only_move(&mut self, game: &Game, stop: &Stop) -> Option<OnlyMove> {
        match self.engine.analyse(game, self.limits, stop, |_| ()) {
            Analysis::Over => None,
            Analysis::Proven(proof) => proven(&proof),
            Analysis::Found(lines) => found(&lines),
        }
    }

    /// The line that begins with the only right move of a position: with the best answers, as far as
    /// one move is right at each turn and reaches the goal of the first.
    pub(super) fn line(&mut self, start: &Game, first: OnlyMove, stop: &Stop) -> Vec<Move> {
        let (mut game, mut right) = (start.clone(), first.mv);
        let (mut line, mut kept) = (Vec::new(), 0);
        loop {
            let had_choice = game.legal_moves().len() > 1;
            line.push(right);
            // A line doesn't end with a move that is the only legal one.
            if had_choice {
                kept = line.len();
            }
            if game.play(right).is_err() || line.len() >= MAX_PLIES {
                break;
            }
            let Some(answer) = self.opponent.analyse(&game, self.limits, stop, |_| ()).best()
            else {
                break;
            };
            if game.play(answer).is_err() {
                break;
            }
            line.push(answer);
            right = match self.right_move(&game, first.goal, stop) {
                Some(mv) => mv,
                None => break,
            };
        }
        line.truncate(kept);
        line
    }

    /// The move that alone keeps a goal; the only legal one too.
    fn right_move(&mut self, game: &Game, goal: Goal, stop: &Stop) -> Option<Move> {
        match game.legal_moves()[..] {
            [] => None,
            [mv] => Some(mv),
            _ => self.only_move(game, stop).filter(|only| only.keeps(goal)).map(|only| only.mv),
        }
    }

    /// Whether a puzzle with this line has no second solution: at each turn the move of the line is the only
    /// one that is right.
    pub fn confirms(&mut self, turns: &[(Game, Move)], goal: Goal, stop: &Stop) -> bool {
        turns.iter().all(|(game, mv)| self.right_move(game, goal, stop) == Some(*mv))
    }
}

impl OnlyMove {
    /// Whether it keeps what an earlier move has reached.
    fn keeps(&self, goal: Goal) -> bool {
        match goal {
            Goal::Win | Goal::Draw => self.goal == goal,
            Goal::Points(most) => self.points == Some(most),
        }
    }
}

/// The only right move by proof: it alone wins, or draws where all others lose, or wins most points.
fn proven(proof: &Proof) -> Option<OnlyMove> {
    let [best, second, ..] = proof.moves[..] else { return None };
    let [best_worth, second_worth] =
        [best.verdict, second.verdict].map(|verdict| (verdict.value, verdict.points));
    let goal = match (best_worth, second_worth) {
        ((Value::Win, most), (Value::Win, next)) if most > next => Goal::Points(most),
        ((Value::Win, _), (Value::Draw | Value::Loss, _)) => Goal::Win,
        ((Value::Draw, _), (Value::Loss, _)) => Goal::Draw,
        _ => return None,
    };
    let others_lose = second.verdict.value == Value::Loss;
    let points = best.verdict.wins().then_some(best.verdict.points);
    Some(OnlyMove { mv: best.mv, goal, points, is_proven: true, others_lose })
}

/// The only right move by search: its chance of winning is much better than that of the next best.
fn found(lines: &[Line]) -> Option<OnlyMove> {
    let (best, next) = best_two(lines)?;
    let is_clear = chance(best.score) >= MIN_CHANCE && lead(best, next) >= MIN_LEAD;
    let others_lose = next.score < 0 && points(next.score).is_some();
    let points = points(best.score);
    let mv = *best.moves.first()?;
    is_clear.then_some(OnlyMove { mv, goal: Goal::Win, points, is_proven: false, others_lose })
}

fn best_two(lines: &[Line]) -> Option<(&Line, &Line)> {
    let [first, second] = lines else { return None };
    Some(if second.score > first.score { (second, first) } else { (first, second) })
}

fn lead(best: &Line, next: &Line) -> f64 {
    chance(best.score) - chance(next.score)
}
