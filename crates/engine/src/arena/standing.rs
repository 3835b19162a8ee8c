//! What a match has come to.

use std::collections::BTreeMap;

use super::{Ending, FinishedGame};

/// The quantile of the normal distribution for 95% in the middle.
const QUANTILE: f64 = 1.959_963_985;

/// Wins, draws and losses of a contender.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games it won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games it lost.
    pub losses: u32,
}

impl Tally {
    /// How many games there are.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The mean score of a game, from 0 to 1, a draw counting one half; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }

    /// The Elo difference for which the score speaks; `None` without games.
    ///
    /// The limits are those of the score, its mean plus and minus 1.96 standard errors, each turned
    /// into Elo. Games are taken for independent of each other.
    pub fn elo(&self) -> Option<Elo> {
        let (score, games) = (self.score()?, f64::from(self.games()));
        let share = |count| f64::from(count) / games;
        let variance = share(self.wins) * (1.0 - score).powi(2)
            + share(self.draws) * (0.5 - score).powi(2)
            + share(self.losses) * score.powi(2);
        let margin = QUANTILE * (variance / games).sqrt();
        let [lower, difference, upper] = [score - margin, score, score + margin].map(elo_of_score);
        Some(Elo { difference, lower, upper })
    }

    const fn with(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
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

/// The results of a match so far, as the contender 0 sees them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Standing {
    /// The games in which it moved first.
    pub first: Tally,
    /// The games in which it moved second.
    pub second: Tally,
    /// The games that were not over within the plies they had. They count for nothing else but
    /// [`plies`](Self::plies).
    pub unfinished: u32,
    /// The points of both contenders, faults included.
    pub points: [u32; 2],
    /// How many games were lost by faults of each contender.
    pub faults: [u32; 2],
    /// How many games ended by each reason, by its key: faults aside.
    pub reasons: BTreeMap<&'static str, u32>,
    /// The plies of all games.
    pub plies: u64,
}

impl Standing {
    /// Counts a game.
    pub fn add(&mut self, played: &FinishedGame) {
        self.plies += played.game.ply() as u64;
        match &played.ending {
            Ending::Over(outcome) => *self.reasons.entry(outcome.reason.key).or_default() += 1,
            Ending::Fault { contender, .. } => self.faults[*contender] += 1,
            Ending::Unfinished => self.unfinished += 1,
        }
        let Some(outcome) = played.outcome() else { return };
        let tally = if played.first == 0 { &mut self.first } else { &mut self.second };
        match outcome.winner.map(|side| played.contender(side)) {
            None => tally.draws += 1,
            Some(winner) => {
                self.points[winner] += u32::from(outcome.points);
                *(if winner == 0 { &mut tally.wins } else { &mut tally.losses }) += 1;
            }
        }
    }

    /// All games that came to an end.
    pub const fn all(&self) -> Tally {
        self.first.with(self.second)
    }

    /// All games, unfinished ones too.
    pub const fn games(&self) -> u32 {
        self.all().games() + self.unfinished
    }

    /// The mean length of a game in plies; `None` without games.
    pub fn mean_plies(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a mean is no exact number")]
        (self.games() > 0).then(|| self.plies as f64 / f64::from(self.games()))
    }
}

#[cfg(test)]
mod tests {
    use katarenga_rules::{BoardCode, Game, GameKind, Setup, Side};

    use super::super::Fault;
    use super::*;

    fn elo(wins: u32, draws: u32, losses: u32) -> Elo {
        Tally { wins, draws, losses }.elo().expect("there are games")
    }

    fn assert_near(value: Option<f64>, expected: f64) {
        assert!(
            value.is_some_and(|value| (value - expected).abs() < 0.01),
            "{value:?}, {expected}"
        );
    }

    #[test]
    fn elo_and_its_limits() {
        // 10 wins and 1 loss for every 11 games: ten to one is 400 by definition.
        assert_near(elo(10, 0, 1).difference, 400.0);
        // 50 of 100 points, no draws: variance 1/4, margin 1.96 * 0.05 = 0.098, and
        // 400 log10(0.598 / 0.402) = 68.99.
        let even = elo(50, 0, 50);
        // A plain zero: a negative one would be shown as such.
        assert!(even.difference.is_some_and(|zero| zero == 0.0 && zero.is_sign_positive()));
        assert_near(even.upper, 68.99);
        assert_near(even.lower, -68.99);
        // 40 wins, 40 draws, 20 losses: score 0.6, variance 0.4 * 0.16 + 0.4 * 0.01 + 0.2 * 0.36 =
        // 0.14, margin 1.96 * sqrt(0.0014) = 0.07334: 400 log10(s / (1 - s)) of 0.52666, 0.6 and
        // 0.67334.
        let better = elo(40, 40, 20);
        assert_near(better.lower, 18.55);
        assert_near(better.difference, 70.44);
        assert_near(better.upper, 125.65);
    }

    #[test]
    fn nothing_finite_is_said_where_all_or_nothing_was_won() {
        let none = Elo { difference: None, lower: None, upper: None };
        assert_eq!(elo(5, 0, 0), none);
        assert_eq!(elo(0, 0, 5), none);
        // 9 of 10: the margin of 0.186 reaches beyond 100%.
        let nearly = elo(9, 0, 1);
        assert_near(nearly.difference, 381.70);
        assert_eq!((nearly.lower.is_some(), nearly.upper), (true, None));
        assert_eq!(Tally::default().elo(), None);
    }

    #[test]
    fn expected_scores_are_the_inverse() {
        for elo in [-800.0, -3.0, 0.0, 5.0, 400.0] {
            assert_near(elo_of_score(expected_score(elo)), elo);
        }
    }

    /// A game on a quarter that the first player wins with 3 points, played by `first` against the
    /// other.
    fn won(first: usize, side: Side) -> FinishedGame {
        let board = "2a0".parse::<BoardCode>().expect("a board");
        let setup = Setup { first: side, layout: 0 };
        let mut game = Game::new(GameKind::Cornered, board, setup).expect("it suits");
        for text in ["d1", "b2", "a1"] {
            game.play(game.read_move(text).expect("legal")).expect("legal");
        }
        let ending = Ending::Over(game.outcome().expect("it is over"));
        FinishedGame { number: 0, first, game, ending }
    }

    #[test]
    fn games_are_counted_for_the_contender_not_for_the_colour() {
        let mut standing = Standing::default();
        for side in Side::ALL {
            standing.add(&won(0, side));
            standing.add(&won(1, side));
        }
        standing.add(&won(1, Side::White));
        assert_eq!(standing.first, Tally { wins: 2, draws: 0, losses: 0 });
        assert_eq!(standing.second, Tally { wins: 0, draws: 0, losses: 3 });
        assert_eq!(standing.points, [6, 9]);
        assert_eq!(standing.reasons, BTreeMap::from([("last-to-place", 5)]));
        assert_eq!(standing.mean_plies(), Some(3.0));
        assert_eq!(standing.all().score(), Some(0.4));
    }

    #[test]
    fn faults_and_unfinished_games_are_counted_apart() {
        let mut standing = Standing::default();
        assert_eq!(standing.mean_plies(), None);
        let over = won(0, Side::Black);
        let Ending::Over(outcome) = over.ending else { panic!("it is over") };
        let ending = Ending::Fault { contender: 1, fault: Fault::NoMove, outcome };
        standing.add(&FinishedGame { ending, ..over.clone() });
        standing.add(&FinishedGame { ending: Ending::Unfinished, ..over });
        assert_eq!((standing.games(), standing.all().games()), (2, 1));
        assert_eq!((standing.faults, standing.unfinished), ([0, 1], 1));
        assert_eq!(standing.first.wins, 1);
        assert!(standing.reasons.is_empty());
    }
}
