//! Scores by boards, and the Elo difference for which they speak.

/// The quantile of the normal distribution for 95% in the middle.
const QUANTILE: f64 = 1.959_963_985;

/// How many boards brought which score to a player.
///
/// The games on one board depend on each other: the board may favour who moves first, or end most
/// games in a draw. So a board with all its games is one observation. Its score is the mean of its
/// games, from 0 to 1, a draw counting one half: with two games a board there are five scores (a
/// pentanomial model), with one there are three (a trinomial one).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scores(Vec<u32>);

impl Scores {
    /// The scores of `counts[i]` boards with `i` half points each, for each `i` up to twice the
    /// number of games on a board; `None` for fewer than two counts.
    ///
    /// ```
    /// use katarenga_engine::arena::Scores;
    /// // Two games a board. Both were won on 3 boards, one was won and one lost on 5.
    /// let scores = Scores::new(vec![0, 0, 5, 0, 3]).expect("five counts");
    /// assert_eq!((scores.boards(), scores.mean()), (8, Some(0.6875)));
    /// ```
    pub fn new(counts: Vec<u32>) -> Option<Self> {
        (counts.len() > 1).then_some(Self(counts))
    }

    /// Those before any game, with this number of games on a board.
    pub(super) fn none(games_a_board: u32) -> Self {
        Self(vec![0; 2 * games_a_board as usize + 1])
    }

    /// Counts a board.
    pub(super) fn add(&mut self, half_points: u32) {
        self.0[half_points as usize] += 1;
    }

    /// How many boards brought `i` half points, for each `i`.
    pub fn counts(&self) -> &[u32] {
        &self.0
    }

    /// How many boards there are.
    pub fn boards(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Every score that was seen, with the number of its boards.
    pub(super) fn seen(&self) -> impl Iterator<Item = (f64, f64)> {
        let most = f64::from(self.0.len() as u32 - 1);
        let all = (0_u32..).zip(&self.0).filter(|(_, count)| **count > 0);
        all.map(move |(half_points, count)| (f64::from(half_points) / most, f64::from(*count)))
    }

    /// Whether no two boards differ in their scores.
    pub fn is_uniform(&self) -> bool {
        self.seen().count() < 2
    }

    /// The mean score, from 0 to 1; `None` without boards.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.seen().map(|(score, count)| score * count).sum();
        (self.boards() > 0).then(|| sum / f64::from(self.boards()))
    }

    /// The Elo difference for which the scores speak; `None` without boards.
    ///
    /// The limits are those of the mean score plus and minus 1.96 standard errors, each turned into
    /// Elo. Boards are taken for independent of each other. Where they are uniform, nothing shows how
    /// far they can differ, and there are no limits.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, boards) = (self.mean()?, f64::from(self.boards()));
        let difference = elo_of_score(mean);
        if self.is_uniform() {
            return Some(Elo { difference, lower: None, upper: None });
        }
        let squares: f64 = self.seen().map(|(score, count)| count * (score - mean).powi(2)).sum();
        let margin = QUANTILE * squares.sqrt() / boards;
        let [lower, upper] = [mean - margin, mean + margin].map(elo_of_score);
        Some(Elo { difference, lower, upper })
    }
}

/// An Elo difference with the limits of its 95% confidence interval, in Elo. A score of 0% or 100%,
/// or beyond, stands for no difference: there each is `None`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference.
    pub difference: Option<f64>,
    /// The lower limit.
    pub lower: Option<f64>,
    /// The upper limit.
    pub upper: Option<f64>,
}

/// The mean score of a player who is so much stronger, by the logistic model of Elo.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The inverse of [`expected_score`].
fn elo_of_score(score: f64) -> Option<f64> {
    (0.0 < score && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo<const N: usize>(counts: [u32; N]) -> Elo {
        Scores::new(counts.into()).and_then(|scores| scores.elo()).expect("there are boards")
    }

    fn assert_near(value: Option<f64>, expected: f64) {
        assert!(
            value.is_some_and(|value| (value - expected).abs() < 0.01),
            "{value:?}, {expected}"
        );
    }

    #[test]
    fn elo_and_its_limits_with_one_game_a_board() {
        // 10 wins and 1 loss for every 11 games: ten to one is 400 by definition.
        assert_near(elo([1, 0, 10]).difference, 400.0);
        // 50 of 100 points, no draws: variance 1/4, margin 1.96 * 0.05 = 0.098, and
        // 400 log10(0.598 / 0.402) = 68.99.
        let even = elo([50, 0, 50]);
        // A plain zero: a negative one would be shown as such.
        assert!(even.difference.is_some_and(|zero| zero == 0.0 && zero.is_sign_positive()));
        assert_near(even.upper, 68.99);
        assert_near(even.lower, -68.99);
        // 40 wins, 40 draws, 20 losses: score 0.6, variance 0.4 * 0.16 + 0.4 * 0.01 + 0.2 * 0.36 =
        // 0.14, margin 1.96 * sqrt(0.0014) = 0.07334: 400 log10(s / (1 - s)) of 0.52666, 0.6 and
        // 0.67334.
        let better = elo([20, 40, 40]);
        assert_near(better.lower, 18.55);
        assert_near(better.difference, 70.44);
        assert_near(better.upper, 125.65);
    }

    #[test]
    fn elo_and_its_limits_with_two_games_a_board() {
        // Boards with 0, 1/2, 1, 3/2 and 2 points: 3, 12, 40, 30 and 15. By hand: mean 242/400 =
        // 0.605, sum of squares of the differences 3 * 0.605^2 + 12 * 0.355^2 + 40 * 0.105^2 +
        // 30 * 0.145^2 + 15 * 0.395^2 = 6.0225, margin 1.95996 * sqrt(6.0225) / 100 = 0.048099:
        // 400 log10(s / (1 - s)) of 0.556901, 0.605 and 0.653099.
        let better = elo([3, 12, 40, 30, 15]);
        assert_near(better.lower, 39.71);
        assert_near(better.difference, 74.06);
        assert_near(better.upper, 109.91);
    }

    #[test]
    fn games_on_one_board_are_one_observation() {
        // Both games of each board alike: as many boards as games of one a board.
        assert_eq!(elo([20, 0, 40, 0, 40]), elo([20, 40, 40]));
        // Who moves first wins on 98 of 100 boards: nearly all games go as they went with the other
        // in that seat. The margin is 1.96 * sqrt(0.5) / 100 = 0.013859, where 200 independent games
        // with as many wins have 1.96 * sqrt(50) / 200 = 0.069295.
        assert_near(elo([1, 0, 98, 0, 1]).upper, 9.63);
        assert_near(elo([100, 0, 100]).upper, 48.46);
    }

    #[test]
    fn nothing_finite_is_said_where_all_or_nothing_was_won() {
        let none = Elo { difference: None, lower: None, upper: None };
        assert_eq!(elo([0, 0, 5]), none);
        assert_eq!(elo([5, 0, 0, 0, 0]), none);
        // 9 of 10: the margin of 0.186 reaches beyond 100%.
        let nearly = elo([1, 0, 9]);
        assert_near(nearly.difference, 381.70);
        assert_eq!((nearly.lower.is_some(), nearly.upper), (true, None));
        assert_eq!(Scores::none(2).elo(), None);
    }

    #[test]
    fn uniform_boards_give_no_limits() {
        for counts in [[0, 0, 1, 0, 0], [0, 0, 50, 0, 0]] {
            assert_eq!(elo(counts), Elo { difference: Some(0.0), lower: None, upper: None });
        }
        assert!(elo([0, 1, 49, 0, 0]).lower.is_some());
    }

    #[test]
    fn expected_scores_are_the_inverse() {
        for elo in [-800.0, -3.0, 0.0, 5.0, 400.0] {
            assert_near(elo_of_score(expected_score(elo)), elo);
        }
    }

    #[test]
    fn there_are_at_least_two_scores() {
        assert_eq!(Scores::new(Vec::new()), None);
        assert_eq!(Scores::new(vec![3]), None);
    }
}
