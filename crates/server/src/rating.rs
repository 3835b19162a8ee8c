//! Ratings of puzzles and of visitors: Glicko-2, with each try as a rating period of one game between the
//! two (`docs/puzzles.md`).
//!
//! <http://www.glicko.net/glicko/glicko2.pdf>

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// What is rated, and how certain that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rating {
    /// 400 points of difference stand for odds of ten to one.
    pub(crate) value: f64,
    /// The standard deviation of the value.
    pub(crate) deviation: f64,
    /// By how much the strength itself changes from try to try.
    pub(crate) volatility: f64,
}

/// A visitor who has tried nothing. Deviation and volatility are those of the paper.
const NEW_VISITOR: Rating = Rating { value: 1000.0, deviation: 350.0, volatility: 0.06 };

/// A visitor is a newcomer while more uncertain than this: for ten tries and more.
const NEWCOMER_DEVIATION: f64 = 150.0;

/// What a puzzle of level 0 would be, and by how much each level is more.
const LEVEL_BASE: f64 = 600.0;
const LEVEL_STEP: f64 = 200.0;

/// Of a puzzle the level is known, which says more than nothing, and a position learns nothing.
const PUZZLE_DEVIATION: f64 = 150.0;
const PUZZLE_VOLATILITY: f64 = 0.03;

/// Ratings stay within these: a deviation below would leave a rating where it is.
const VALUES: (f64, f64) = (100.0, 4000.0);
const DEVIATIONS: (f64, f64) = (45.0, 350.0);
const VOLATILITIES: (f64, f64) = (0.01, 0.1);

/// How fast volatilities change: the paper's `τ`, which it takes from 0.3 to 1.2.
const CONFIG: Glicko2Config = Glicko2Config { tau: 0.5, convergence_tolerance: 0.000_001 };

impl Rating {
    /// That of a visitor who has tried nothing.
    pub(crate) const fn of_visitor() -> Self {
        NEW_VISITOR
    }

    /// That of a puzzle which nobody has tried, by the lowest level that solves it.
    pub(crate) fn of_level(level: u8) -> Self {
        let value = f64::from(level).mul_add(LEVEL_STEP, LEVEL_BASE);
        Self { value, deviation: PUZZLE_DEVIATION, volatility: PUZZLE_VOLATILITY }
    }

    /// The value, rounded.
    pub(crate) fn points(self) -> i64 {
        self.value.round() as i64
    }

    /// The deviation, rounded.
    pub(crate) fn deviation_points(self) -> i64 {
        self.deviation.round() as i64
    }

    /// The ratings of a visitor and a puzzle after a try. A newcomer moves no puzzle: anybody can be many newcomers.
    pub(crate) fn after(visitor: Self, puzzle: Self, is_solved: bool) -> (Self, Self) {
        let outcome = if is_solved { Outcomes::WIN } else { Outcomes::LOSS };
        let before: [Glicko2Rating; 2] = [visitor.into(), puzzle.into()];
        let is_newcomer = before[0].deviation > NEWCOMER_DEVIATION;
        let (visitor, after) = glicko2(&before[0], &before[1], &outcome, &CONFIG);
        (visitor.into(), if is_newcomer { before[1] } else { after }.into())
    }
}

/// What was read from a database may be anything.
impl From<Rating> for Glicko2Rating {
    fn from(Rating { value, deviation, volatility }: Rating) -> Self {
        Self {
            rating: within(value, VALUES),
            deviation: within(deviation, DEVIATIONS),
            volatility: within(volatility, VOLATILITIES),
        }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(Glicko2Rating { rating, deviation, volatility }: Glicko2Rating) -> Self {
        Self {
            value: within(rating, VALUES),
            deviation: within(deviation, DEVIATIONS),
            volatility: within(volatility, VOLATILITIES),
        }
    }
}

/// A number within limits, the upper one if it is none.
fn within(number: f64, (least, most): (f64, f64)) -> f64 {
    if number.is_nan() { most } else { number.clamp(least, most) }
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    fn is_near(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() <= by, "{found} is not {expected}");
    }

    /// "Example of the Glicko-2 system", <http://www.glicko.net/glicko/glicko2.pdf>: three games.
    #[test]
    fn the_example_of_the_paper() {
        let player = Glicko2Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let game = |rating, deviation, outcome| {
            (Glicko2Rating { rating, deviation, volatility: 0.06 }, outcome)
        };
        let results = [
            game(1400.0, 30.0, Outcomes::WIN),
            game(1550.0, 100.0, Outcomes::LOSS),
            game(1700.0, 300.0, Outcomes::LOSS),
        ];
        let after = glicko2_rating_period(&player, &results, &CONFIG);
        is_near(after.rating, 1464.06, 0.01);
        is_near(after.deviation, 151.52, 0.01);
        is_near(after.volatility, 0.05999, 0.00001);
    }

    /// A try is a period of the one game: the same as by the function for periods, of either side.
    #[test]
    fn a_try_is_a_period_of_one_game() {
        let visitor = Rating { deviation: 120.0, ..Rating::of_visitor() };
        let puzzle = Rating::of_level(3);
        for is_solved in [true, false] {
            let (visitor_after, puzzle_after) = Rating::after(visitor, puzzle, is_solved);
            let (won, lost) = (Outcomes::WIN, Outcomes::LOSS);
            let (own, other) = if is_solved { (won, lost) } else { (lost, won) };
            for (before, opponent, outcome, after) in
                [(visitor, puzzle, own, visitor_after), (puzzle, visitor, other, puzzle_after)]
            {
                let results = [(opponent.into(), outcome)];
                let expected: Rating =
                    glicko2_rating_period(&before.into(), &results, &CONFIG).into();
                is_near(after.value, expected.value, 1e-9);
                is_near(after.deviation, expected.deviation, 1e-9);
                is_near(after.volatility, expected.volatility, 1e-9);
            }
        }
    }

    #[test]
    fn who_solves_rises_and_the_puzzle_falls_and_both_become_certain() {
        let known = Rating { deviation: 100.0, ..Rating::of_visitor() };
        let (visitor, puzzle) = (known, Rating::of_level(2));
        is_near(puzzle.value, 1000.0, 0.0);
        let (winner, solved) = Rating::after(visitor, puzzle, true);
        let (loser, failed) = Rating::after(visitor, puzzle, false);
        assert!(winner.value > 1015.0 && loser.value < 985.0, "{winner:?} {loser:?}");
        assert!(solved.value < 1000.0 && failed.value > 1000.0, "{solved:?} {failed:?}");
        for (before, after) in [(visitor, winner), (visitor, loser), (puzzle, solved)] {
            assert!(after.deviation < before.deviation, "{after:?}");
        }
    }

    #[test]
    fn newcomers_move_no_puzzle_however_many_they_are() {
        let hardest = Rating::of_level(8);
        let mut visitor = Rating::of_visitor();
        let mut tries = 0;
        loop {
            let (after, puzzle) = Rating::after(visitor, hardest, true);
            if puzzle != hardest {
                break;
            }
            (visitor, tries) = (after, tries + 1);
        }
        assert!((6..20).contains(&tries), "{tries}");
        // Against all odds, too, a puzzle moves by little.
        let known = Rating { deviation: NEWCOMER_DEVIATION, ..Rating::of_visitor() };
        let (_, surprised) = Rating::after(known, hardest, true);
        assert!((110.0..120.0).contains(&(hardest.value - surprised.value)), "{surprised:?}");
    }

    #[test]
    fn ratings_stay_within_limits_whatever_happens() {
        for is_solved in [true, false] {
            let (mut visitor, mut puzzle) = (Rating::of_visitor(), Rating::of_level(8));
            for _ in 0..5000 {
                (visitor, puzzle) = Rating::after(visitor, puzzle, is_solved);
            }
            for Rating { value, deviation, volatility } in [visitor, puzzle] {
                assert!((VALUES.0..=VALUES.1).contains(&value), "{value}");
                assert!((DEVIATIONS.0..=DEVIATIONS.1).contains(&deviation), "{deviation}");
                assert!((VOLATILITIES.0..=VOLATILITIES.1).contains(&volatility), "{volatility}");
            }
        }
    }

    #[test]
    fn what_a_damaged_database_holds_ends_nothing() {
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0, 1e300] {
            let odd = Rating { value: odd, deviation: odd, volatility: odd };
            for (visitor, puzzle) in [(odd, Rating::of_level(1)), (Rating::of_visitor(), odd)] {
                let (visitor, puzzle) = Rating::after(visitor, puzzle, true);
                assert!(visitor.value.is_finite() && puzzle.value.is_finite());
            }
        }
    }
}
