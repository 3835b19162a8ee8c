//! The evaluator of each game, one file a game, with a solver where there is one.

mod battle_stations;
mod big_bang;
mod colorado;
mod congress;
mod cornered;
mod distance;
mod gathering;
mod greengage;
mod isolation;
mod katarenga;
mod north_west_passage;
mod passage;
mod quartermaster;
mod quebec;
mod sardines;
mod troika;

use std::marker::PhantomData;

use katarenga_rules::{Board, Rules, Side};

use crate::level::Strength;
use crate::limits::{Limits, MAX_DEPTH, Stop};
use crate::score::{DECIDED, Score, of_verdict};
use crate::solve::{OutOfMemory, Solvable, Verdict};

/// A game that the engine can search: its rules, an evaluator and its levels.
pub(crate) trait Searchable: Rules {
    /// The evaluator of positions on one board.
    type Evaluator: Evaluator<Self>;

    /// The evaluator for a board.
    fn evaluator(board: &Board) -> Self::Evaluator;

    /// From when on the game is solved.
    const SOLVED: Solvable = Solvable::Never;

    /// Whether a verdict can be a draw.
    const DRAWS: bool = false;

    /// Whether the score of a solved position says at which ply the game ends.
    const ENDS_KNOWN: bool = false;

    /// Whether the search leaves out what the static evaluation says is beyond hope, or so good that it
    /// needs no search. Where matches show that it helps.
    const PRUNES: bool = false;

    /// Whether the search looks less deep where it doesn't know a best move from before. Where matches show
    /// that it helps.
    const REDUCES_UNKNOWN: bool = false;

    /// What a repetition is worth to the engine as a player. A draw is 0; less makes it look for
    /// something better where most games would end so.
    const REPETITION: Score = 0;

    /// Whether this position is solved; where [`Solvable::Once`] is said, the game overrides this.
    fn is_solved(&self) -> bool {
        matches!(Self::SOLVED, Solvable::Always)
    }

    /// The limits of each level. Chosen so that each wins two of three games against the one below, at
    /// least (docs/engine.md, "Levels").
    const LEVELS: [Strength; 8] = [
        Strength::new(30, 1, 200),
        Strength::new(150, 2, 80),
        Strength::new(600, 3, 60),
        Strength::new(2_500, 4, 40),
        Strength::new(10_000, 6, 25),
        Strength::new(30_000, MAX_DEPTH, 10),
        Strength::new(200_000, MAX_DEPTH, 0),
        Strength::new(2_000_000, MAX_DEPTH, 0),
    ];
}

/// Evaluates positions on one board, and solves them where the game has a solver.
pub(crate) trait Evaluator<R: Rules>: Send {
    /// The nodes that an exactly solved position counts as besides its own, since it may take far longer.
    const PROOF_NODES: u64 = 128;

    /// What is counted in a position, and what each is worth.
    const TERMS: &'static [Term];

    /// Counts what makes a position good for the side to move, less what makes it good for the
    /// other. Called only for positions that are not decided.
    fn count(&self, board: &Board, position: &R, tally: &mut impl Tally);

    /// The exact verdict for the side to move, where the game is solved from there; `None` too when
    /// `stop` is set meanwhile or memory was too short.
    fn solve(&mut self, _position: &R, _stop: &Stop) -> Option<Verdict> {
        None
    }

    /// The same as a score `ply` plies from the root: exact between `alpha` and `beta`, else a
    /// bound. An evaluator that can use the window overrides this.
    fn solve_within(
        &mut self,
        position: &R,
        ply: usize,
        _window: (Score, Score),
        stop: &Stop,
    ) -> Option<Score> {
        self.solve(position, stop).map(|verdict| of_verdict(verdict, ply))
    }

    /// Before a search from `root`: solves what it will often ask for, if that is near, in a part of what the
    /// limits allow.
    fn prepare(&mut self, _root: &R, _limits: Limits, _stop: &Stop) {}

    /// The error if the solver's table could not be allocated.
    fn out_of_memory(&self) -> Option<OutOfMemory> {
        None
    }
}

/// One term of an evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    /// What is counted.
    pub(crate) name: &'static str,
    /// What one is worth: 100 make the odds of winning e^(1/2) = 1.65 times better.
    pub(crate) weight: Score,
}

impl Term {
    const fn new(name: &'static str, weight: Score) -> Self {
        // Names are for fitting, which no page does: there they would only take room.
        let name = if cfg!(target_family = "wasm") { "" } else { name };
        Self { name, weight }
    }
}

/// What receives the counts of an [`Evaluator`].
pub(crate) trait Tally {
    /// `count` more of the term with this index in [`Evaluator::TERMS`].
    fn add(&mut self, term: usize, count: i32);

    /// `worth` is what each side has of a term.
    #[inline]
    fn balance(&mut self, term: usize, turn: Side, worth: impl Fn(Side) -> i32) {
        self.add(term, worth(turn) - worth(!turn));
    }
}

/// The static evaluation for the side to move: the weighted sum of the terms.
#[inline]
pub(crate) fn evaluate<R: Rules, G: Evaluator<R>>(
    evaluator: &G,
    board: &Board,
    position: &R,
) -> Score {
    let mut sum = Sum::<R, G> { score: 0, terms: PhantomData };
    evaluator.count(board, position, &mut sum);
    sum.score.clamp(1 - DECIDED / 2, DECIDED / 2 - 1)
}

struct Sum<R, G> {
    score: Score,
    terms: PhantomData<(R, G)>,
}

impl<R: Rules, G: Evaluator<R>> Tally for Sum<R, G> {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.score += G::TERMS[term].weight * count;
    }
}
