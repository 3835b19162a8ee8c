//! The sequential probability ratio test: playing only until it is clear which of two strengths a
//! contender has.

use std::str::FromStr;

use super::Tally;
use super::standing::expected_score;

/// A test of the first contender's strength relative to the second: `elo0` or `elo1` more, in Elo.
///
/// Wins, draws and losses are three outcomes of unknown probabilities (a trinomial model), and an
/// Elo difference says nothing of them but the expected score. The test compares the likelihood of
/// what happened under the likeliest probabilities that give the one score with those that give the
/// other (the *generalised* test: Van den Bergh, *A practical introduction to the GSPRT*, and Wald,
/// *Sequential Analysis*, 1947, for the bounds).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is `elo0`, or less.
    Lower,
    /// The difference is `elo1`, or more.
    Higher,
    /// More games are needed.
    Open,
}

/// A text that names no test.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("write two Elo differences from -1000 to 1000, the lower first, such as 0,20")]
pub struct SprtError;

impl Sprt {
    /// A test of two differences with the probabilities `alpha` to take `elo1` for true where it is
    /// `elo0`, and `beta` for the reverse; `None` unless `elo0 < elo1` within 1000 either way, and
    /// both probabilities are between 0 and 1/2.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Option<Self> {
        let is_ordered = -1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0;
        let are_errors = [alpha, beta].iter().all(|error| 0.0 < *error && *error < 0.5);
        (is_ordered && are_errors).then_some(Self { elo0, elo1, alpha, beta })
    }

    /// The two Elo differences.
    pub const fn differences(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The bounds of the ratio: at or below the first the test ends for `elo0`, at or above the
    /// second for `elo1`.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of the ratio of likelihoods, `elo1` to `elo0`; 0 before any game.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        let [score0, score1] = self.differences().map(expected_score);
        log_likelihood(tally, score1) - log_likelihood(tally, score0)
    }

    /// What the test says after these games.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let ([lower, upper], ratio) = (self.bounds(), self.ratio(tally));
        if ratio <= lower {
            Verdict::Lower
        } else if ratio >= upper {
            Verdict::Higher
        } else {
            Verdict::Open
        }
    }
}

/// The greatest log-likelihood of a tally where the expected score is `score`, strictly between 0
/// and 1.
///
/// With a probability `d` of draws, wins have `score - d/2` and losses `1 - score - d/2`. The
/// log-likelihood is concave in `d`, so its slope tells on which side the best `d` lies.
fn log_likelihood(tally: &Tally, score: f64) -> f64 {
    let [wins, draws, losses] = [tally.wins, tally.draws, tally.losses].map(f64::from);
    let rest = |draw: f64| [score - draw / 2.0, 1.0 - score - draw / 2.0];
    let slope = |draw: f64| {
        let [win, loss] = rest(draw);
        ratio(draws, draw) - ratio(wins, 2.0 * win) - ratio(losses, 2.0 * loss)
    };
    let (mut low, mut high) = (0.0, 2.0 * score.min(1.0 - score));
    // Halving a double so often leaves nothing between the ends.
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let draw = f64::midpoint(low, high);
    let [win, loss] = rest(draw);
    term(wins, win) + term(draws, draw) + term(losses, loss)
}

/// What never happened weighs nothing, whatever its probability.
fn ratio(count: f64, probability: f64) -> f64 {
    if count > 0.0 { count / probability } else { 0.0 }
}

fn term(count: f64, probability: f64) -> f64 {
    if count > 0.0 { count * probability.ln() } else { 0.0 }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `ELO0,ELO1`; both errors have a probability of 5%.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let (elo0, elo1) = text.split_once(',').ok_or(SprtError)?;
        let number = |text: &str| text.trim().parse().map_err(|_| SprtError);
        Self::new(number(elo0)?, number(elo1)?, 0.05, 0.05).ok_or(SprtError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(text: &str) -> Sprt {
        text.parse().expect(text)
    }

    fn ratio_of(text: &str, wins: u32, draws: u32, losses: u32) -> f64 {
        test(text).ratio(&Tally { wins, draws, losses })
    }

    fn assert_near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6, "{value} instead of {expected}");
    }

    #[test]
    fn bounds_are_those_of_wald() {
        // ln(0.05 / 0.95) and ln(0.95 / 0.05), both 2.944439 = ln 19 but for the sign.
        let [lower, upper] = test("0,20").bounds();
        assert_near(lower, -2.944_438_979);
        assert_near(upper, 2.944_438_979);
    }

    #[test]
    fn without_draws_it_is_the_test_of_two_outcomes() {
        // Then d = 0 is likeliest, and the ratio W ln(s1/s0) + L ln((1-s1)/(1-s0)), with
        // s = 1 / (1 + 10^(-elo/400)): s(0) = 1/2, and s(400) = 10/11. So 3 wins and 1 loss give
        // 3 ln(20/11) + ln(2/11).
        assert_near(
            ratio_of("0,400", 3, 0, 1),
            3.0 * (20.0_f64 / 11.0).ln() + (2.0_f64 / 11.0).ln(),
        );
        assert_near(ratio_of("0,400", 10, 0, 0), 10.0 * (20.0_f64 / 11.0).ln());
    }

    #[test]
    fn draws_alone_speak_for_equality() {
        // With nothing but draws the likeliest d is the largest, 2 min(s, 1-s): 1 at s = 1/2, and
        // 2/11 at s = 10/11.
        assert_near(ratio_of("0,400", 0, 5, 0), 5.0 * (2.0_f64 / 11.0).ln());
    }

    #[test]
    fn mirrored_results_mirror_the_ratio() {
        assert_near(ratio_of("-10,0", 5, 7, 11), -ratio_of("0,10", 11, 7, 5));
        assert_near(ratio_of("-20,20", 9, 4, 9), 0.0);
        assert_near(ratio_of("0,20", 0, 0, 0), 0.0);
    }

    #[test]
    fn it_agrees_with_published_and_independent_numbers() {
        // README of github.com/jw1912/SPRT: 4307 wins, 8620 draws, 4063 losses, elo 0 and 3: 2.99
        // by its GSPRT, the normal approximation N (s1-s0) (2s-s0-s1) / (2 var), which is close
        // where there are many games and little difference.
        assert!((ratio_of("0,3", 4307, 8620, 4063) - 2.99).abs() < 0.005);
        // By Lagrange multipliers in Python with 50 digits (mpmath): of all probabilities with the
        // score s the likeliest for the shares f_i of the results a_i are f_i / (1 + t (a_i - s)),
        // where t solves sum of f_i (a_i - s) / (1 + t (a_i - s)) = 0.
        for (text, [wins, draws, losses], expected) in KNOWN {
            assert_near(ratio_of(text, wins, draws, losses), expected);
        }
    }

    /// Test, wins, draws, losses, and the ratio.
    const KNOWN: [(&str, [u32; 3], f64); 5] = [
        ("0,3", [4307, 8620, 4063], 2.991_288_809),
        ("0,20", [30, 50, 20], 0.823_519_850),
        ("0,100", [12, 7, 3], 2.564_546_686),
        ("-30,10", [5, 40, 21], -4.210_771_076),
        ("0,50", [180, 31, 160], -1.037_796_839),
    ];

    #[test]
    fn it_ends_at_its_bounds() {
        let verdict = |wins, losses| test("0,100").verdict(&Tally { wins, draws: 0, losses });
        assert_eq!(verdict(3, 3), Verdict::Open);
        // ln(1.28) = 0.2469 a win: 12 wins stay below 2.944, which 13 pass.
        assert_eq!([verdict(11, 0), verdict(13, 0)], [Verdict::Open, Verdict::Higher]);
        assert_eq!(verdict(0, 13), Verdict::Lower);
    }

    #[test]
    fn texts_that_are_no_test_are_refused() {
        for text in ["", "0", "0,", "20,0", "5,5", "0,x", "0,20,40", "nan,5", "0,inf", "0,1001"] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError), "{text}");
        }
        assert_eq!(" -5 , 5 ".parse(), Sprt::new(-5.0, 5.0, 0.05, 0.05).ok_or(SprtError));
    }
}
