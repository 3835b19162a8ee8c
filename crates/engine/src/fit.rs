//! Fits the weights of an evaluation to how games of self-play ended.
//!
//! Each position of such a game says of every term of the evaluation how much the side to move has
//! more of it than the other, and the game says who won. Logistic regression finds the weights
//! under which the outcomes are likeliest: a score of s stands for odds of e^(s/200).
//!
//! All depends on the seed alone, not on the number of threads.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use katarenga_rules::{Board, Game, GameKind, Position, Rules, Setup, Side};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::games::{Evaluator, Searchable, Tally};
use crate::memory;
use crate::registry::{ForGame, dispatch};
use crate::score::DECIDED;
use crate::search::{Limits, Stop};
use crate::{Analysis, Engine};

/// What games are played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The kind of game.
    pub kind: GameKind,
    /// How many games.
    pub games: usize,
    /// The positions that are looked at for a move.
    pub nodes: u64,
    /// The seed of boards and openings.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
}

/// What was fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The terms of the evaluation, with the weights they have and those they should have.
    pub terms: Vec<Fitted>,
    /// On how many positions that rests.
    pub positions: usize,
    /// The mean of -ln(likelihood) of the outcomes under the weights of now.
    pub loss_before: f64,
    /// The same under the fitted ones.
    pub loss_after: f64,
    /// Whether the regression came to an end: otherwise the weights are the last ones tried.
    pub converged: bool,
}

/// Why nothing can be fitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// The evaluation of the game has no terms.
    #[error("{0} has no evaluation whose weights could be fitted: it is solved whole")]
    NoTerms(GameKind),
    /// In no position of the games that were played was an evaluation of use.
    #[error("no position to fit to: the search saw the end of each game at once; play more games")]
    NoPositions,
}

/// One term.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// What is counted.
    pub name: &'static str,
    /// Its weight now.
    pub before: f64,
    /// Its fitted weight.
    pub after: f64,
    /// The standard error of the fitted weight, as if positions of a game were independent.
    pub error: f64,
}

/// The score that stands for odds of e.
const SCALE: f64 = 200.0;
/// Pulls weights that nothing speaks for to 0: the inverse variance of a weight, in units of SCALE.
const RIDGE: f64 = 1.0;
/// The most random plies that open a game, so that games differ.
const MAX_OPENING_PLIES: usize = 8;
/// A game that is longer counts as drawn.
const MAX_PLIES: usize = 200;
/// The memory of a game's search in MB: a few positions fill no more, and it is cleared for each game.
const MEMORY: usize = 4;
/// What a draw counts for: half of a win.
const DRAW: f64 = 0.5;
/// Newton's method doubles the right digits with each step once it is near: it settles within ten
/// steps, or not at all.
const MAX_STEPS: usize = 25;
/// The regression has converged when no weight changes by this much, in units of SCALE: far less than the
/// integers that evaluations are written in.
const TOLERANCE: f64 = 1e-6;

/// A position as the regression sees it, for the side to move.
struct Sample {
    counts: Vec<i16>,
    /// 1 for a win, 0 for a loss, [`DRAW`] for a draw.
    result: f64,
}

/// Plays the games of a plan and fits the weights to them. `on_game` is called after each game.
///
/// # Errors
/// If the evaluation of the game has no terms, or no position was played that needs one.
pub fn fit(plan: &Plan, on_game: &(dyn Fn() + Sync)) -> Result<Fit, FitError> {
    dispatch(plan.kind, FitGame { plan, on_game })
}

/// Fits the evaluation of one game.
struct FitGame<'a> {
    plan: &'a Plan,
    on_game: &'a (dyn Fn() + Sync),
}

impl ForGame for FitGame<'_> {
    type Output = Result<Fit, FitError>;

    fn call<R: Searchable + TryFrom<Position>>(self) -> Self::Output {
        fit_game::<R>(self.plan, self.on_game)
    }
}

fn fit_game<R>(plan: &Plan, on_game: &(dyn Fn() + Sync)) -> Result<Fit, FitError>
where
    R: Searchable + TryFrom<Position>,
{
    let terms = <R::Evaluator as Evaluator<R>>::TERMS;
    if terms.is_empty() {
        return Err(FitError::NoTerms(plan.kind));
    }
    let samples = play_all::<R>(plan, on_game);
    if samples.is_empty() {
        return Err(FitError::NoPositions);
    }
    let before: Vec<f64> = terms.iter().map(|term| f64::from(term.weight) / SCALE).collect();
    let Regression { weights: after, errors, converged } =
        regress(&samples, terms.len(), MAX_STEPS);
    let fitted = terms.iter().zip(before.iter().zip(after.iter().zip(&errors)));
    Ok(Fit {
        terms: fitted
            .map(|(term, (before, (after, error)))| Fitted {
                name: term.name,
                before: before * SCALE,
                after: after * SCALE,
                error: error * SCALE,
            })
            .collect(),
        positions: samples.len(),
        loss_before: loss(&samples, &before),
        loss_after: loss(&samples, &after),
        converged,
    })
}

/// The samples of all games, in the order of the games.
fn play_all<R>(plan: &Plan, on_game: &(dyn Fn() + Sync)) -> Vec<Sample>
where
    R: Searchable + TryFrom<Position>,
{
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            let work = || {
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    if index >= plan.games {
                        break;
                    }
                    let samples = play::<R>(plan, index);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, samples));
                    on_game();
                }
            };
            // Where the system gives no more threads, those there are do the work.
            if memory::spawn_helper(scope, work).is_err() {
                work();
                break;
            }
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().flat_map(|(_, samples)| samples).collect()
}

/// The samples of one game.
fn play<R>(plan: &Plan, index: usize) -> Vec<Sample>
where
    R: Searchable + TryFrom<Position>,
{
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    rng.set_stream(index as u64);
    let kind = plan.kind;
    let layouts = kind.info().starts();
    let setup =
        Setup { first: Side::ALL[rng.random_range(0..2)], layout: rng.random_range(0..layouts) };
    let Ok(mut game) = Game::new(kind, kind.random_board(&mut rng), setup) else {
        return Vec::new();
    };
    for _ in 0..rng.random_range(0..=MAX_OPENING_PLIES) {
        let moves = game.legal_moves();
        if moves.is_empty() || game.play(moves[rng.random_range(0..moves.len())]).is_err() {
            break;
        }
    }
    let mut engine = Engine::new().with_memory(MEMORY);
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let (evaluator, mut seen) = (R::evaluator(game.board()), Vec::new());
    while game.ply() < MAX_PLIES {
        let analysis = engine.analyse(&game, limits, &Stop::default(), |_| ());
        let (Analysis::Found(lines), Some(best)) = (&analysis, analysis.best()) else { break };
        // Where the search sees the end it needs no evaluation.
        if lines[0].score.abs() < DECIDED
            && let Ok(position) = R::try_from(*game.position())
        {
            seen.push((game.turn(), counts(&evaluator, game.board(), &position)));
        }
        if game.play(best).is_err() {
            break;
        }
    }
    let winner = winner(&mut engine, &game);
    let result = |side| winner.map_or(DRAW, |winner| f64::from(u8::from(winner == side)));
    seen.into_iter().map(|(side, counts)| Sample { counts, result: result(side) }).collect()
}

/// Who has won, or is proven to win; `None` for a draw or an unfinished game.
fn winner(engine: &mut Engine, game: &Game) -> Option<Side> {
    let limits = Limits { depth: Some(0), ..Limits::default() };
    match engine.analyse(game, limits, &Stop::default(), |_| ()) {
        Analysis::Over => game.outcome().and_then(|outcome| outcome.winner),
        Analysis::Proven(proof) => proof.verdict.value.winner(game.turn()),
        Analysis::Found(_) => None,
    }
}

struct Counts(Vec<i16>);

impl Tally for Counts {
    fn add(&mut self, term: usize, count: i32) {
        self.0[term] += count as i16;
    }
}

fn counts<R: Rules, G: Evaluator<R>>(evaluator: &G, board: &Board, position: &R) -> Vec<i16> {
    let mut counts = Counts(vec![0; G::TERMS.len()]);
    evaluator.count(board, position, &mut counts);
    counts.0
}

fn sum(counts: &[i16], weights: &[f64]) -> f64 {
    counts.iter().zip(weights).map(|(count, weight)| f64::from(*count) * weight).sum()
}

fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let one = |Sample { counts, result }: &Sample| {
        let score = sum(counts, weights);
        // -ln of the logistic function, for large arguments too.
        let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
        result * softplus(-score) + (1.0 - result) * softplus(score)
    };
    let count = u32::try_from(samples.len().max(1)).unwrap_or(u32::MAX);
    samples.iter().map(one).sum::<f64>() / f64::from(count)
}

/// What logistic regression finds.
struct Regression {
    weights: Vec<f64>,
    /// The standard errors of the weights.
    errors: Vec<f64>,
    /// Whether another step would change next to nothing.
    converged: bool,
}

/// Logistic regression by Newton's method, in at most `steps` steps.
fn regress(samples: &[Sample], terms: usize, steps: usize) -> Regression {
    let mut weights = vec![0.0; terms];
    let mut hessian = Vec::new();
    let mut converged = false;
    for _ in 0..steps {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        hessian = (0..terms * terms)
            .map(|cell| if cell % (terms + 1) == 0 { RIDGE } else { 0.0 })
            .collect::<Vec<f64>>();
        for Sample { counts, result } in samples {
            let likely = 1.0 / (1.0 + (-sum(counts, &weights)).exp());
            let spread = likely * (1.0 - likely);
            for (row, count) in counts.iter().enumerate().filter(|(_, count)| **count != 0) {
                gradient[row] += (result - likely) * f64::from(*count);
                for (column, other) in counts.iter().enumerate() {
                    hessian[row * terms + column] += spread * f64::from(*count) * f64::from(*other);
                }
            }
        }
        let step = solve(&hessian, &gradient);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        converged = step.iter().all(|step| step.abs() < TOLERANCE);
        if converged {
            break;
        }
    }
    let error = |term: usize| {
        let unit: Vec<f64> = (0..terms).map(|row| f64::from(u8::from(row == term))).collect();
        solve(&hessian, &unit)[term].sqrt()
    };
    let errors = (0..terms).map(error).collect();
    Regression { weights, errors, converged }
}

/// Solves `matrix` x = `right` for a symmetric, positive matrix by Cholesky's decomposition.
fn solve(matrix: &[f64], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut lower = vec![0.0; size * size];
    for row in 0..size {
        for column in 0..=row {
            let known: f64 =
                (0..column).map(|k| lower[row * size + k] * lower[column * size + k]).sum();
            let rest = matrix[row * size + column] - known;
            lower[row * size + column] =
                if row == column { rest.sqrt() } else { rest / lower[column * size + column] };
        }
    }
    let mut solution = right.to_vec();
    for row in 0..size {
        let known: f64 = (0..row).map(|k| lower[row * size + k] * solution[k]).sum();
        solution[row] = (solution[row] - known) / lower[row * size + row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|k| lower[k * size + row] * solution[k]).sum();
        solution[row] = (solution[row] - known) / lower[row * size + row];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symmetric_system_is_solved() {
        let matrix = [4.0, 1.0, 0.5, 1.0, 3.0, -1.0, 0.5, -1.0, 2.0];
        let expected = [1.0, -2.0, 0.25];
        let right: Vec<f64> = (0..3)
            .map(|row| (0..3).map(|column| matrix[row * 3 + column] * expected[column]).sum())
            .collect();
        for (found, expected) in solve(&matrix, &right).iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn weights_that_made_the_outcomes_are_found_again() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let made = [0.5, -0.25, 0.0];
        let samples: Vec<Sample> = (0..40_000)
            .map(|_| {
                let counts: Vec<i16> = (0..3).map(|_| rng.random_range(-3..=3)).collect();
                let likely = 1.0 / (1.0 + (-sum(&counts, &made)).exp());
                Sample { counts, result: f64::from(u8::from(rng.random_bool(likely))) }
            })
            .collect();
        let Regression { weights, errors, converged } = regress(&samples, 3, MAX_STEPS);
        assert!(converged);
        assert!(!regress(&samples, 3, 1).converged, "one step is too few");
        for ((found, made), error) in weights.iter().zip(made).zip(&errors) {
            assert!((found - made).abs() < 4.0 * error, "{found} {made} {error}");
            assert!(*error < 0.01, "{error}");
        }
        assert!(loss(&samples, &weights) < loss(&samples, &[0.0; 3]));
    }

    #[test]
    fn a_fit_depends_on_the_seed_alone() {
        let plan = Plan { kind: GameKind::Katarenga, games: 6, nodes: 100, seed: 1, threads: 1 };
        let fit = |plan: &Plan| fit(plan, &|| ()).expect("Katarenga has an evaluation");
        let once = fit(&plan);
        assert!(once.positions > 50, "{}", once.positions);
        assert!(once.loss_after <= once.loss_before);
        assert!(once.converged);
        assert_eq!(once, fit(&Plan { threads: 3, ..plan }));
        assert_ne!(once, fit(&Plan { seed: 2, ..plan }));
    }

    #[test]
    fn where_nothing_is_weighed_nothing_is_fitted() {
        let plan = Plan { kind: GameKind::Cornered, games: 1, nodes: 100, seed: 1, threads: 1 };
        assert_eq!(fit(&plan, &|| ()), Err(FitError::NoTerms(GameKind::Cornered)));
        let plan = Plan { kind: GameKind::Katarenga, games: 0, ..plan };
        assert_eq!(fit(&plan, &|| ()), Err(FitError::NoPositions));
    }
}
