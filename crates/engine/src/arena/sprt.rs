//! The sequential probability ratio test: playing only until it is clear which of two strengths a
//! contender has.

use std::str::FromStr;

use super::Scores;
use super::scores::expected_score;

/// A test of a player's strength relative to the other: `elo0` or `elo1` more, in Elo.
///
/// The [scores](Scores) of boards are outcomes of unknown probabilities, and an Elo difference says
/// nothing of them but the expected score. The test compares the likelihood of what happened under
/// the likeliest probabilities that give the one score with those that give the other (the
/// *generalised* test: Van den Bergh, *A practical introduction to the GSPRT*, and Wald,
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

    /// The logarithm of the ratio of likelihoods, `elo1` to `elo0`; 0 before any board.
    pub fn ratio(&self, scores: &Scores) -> f64 {
        let [loss0, loss1] = self.differences().map(|elo| loss(scores, expected_score(elo)));
        loss0 - loss1
    }

    /// What the test says after these boards.
    pub fn verdict(&self, scores: &Scores) -> Verdict {
        let ([lower, upper], ratio) = (self.bounds(), self.ratio(scores));
        if ratio <= lower {
            Verdict::Lower
        } else if ratio >= upper {
            Verdict::Higher
        } else {
            Verdict::Open
        }
    }
}

/// By how much the greatest log-likelihood of what happened falls when the expected score has to be
/// `expected`, strictly between 0 and 1.
///
/// A score `a` that was seen in a share `f` of the boards has then the probability
/// `f / (1 + t (a - expected))`, with the Lagrange multiplier `t` under which the mean is right. It
/// costs the sum of `ln(1 + t (a - expected))` over all boards, of which `t` is the maximum. No
/// probability is negative, so that `1 + t (a - expected)` isn't either, even for the scores 0 and
/// 1: at such an end of `t` that score has a probability though it was never seen.
fn loss(scores: &Scores, expected: f64) -> f64 {
    let slope = |t: f64| -> f64 {
        let of_score = |(score, count)| {
            let distance = score - expected;
            count * distance / (1.0 + t * distance)
        };
        scores.seen().map(of_score).sum()
    };
    // The sum is concave in `t`, so its slope tells on which side the maximum lies.
    let (mut low, mut high) = (-1.0 / (1.0 - expected), 1.0 / expected);
    // Halving a double so often leaves nothing between the ends.
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    scores.seen().map(|(score, count)| count * (t * (score - expected)).ln_1p()).sum()
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

    fn scores<const N: usize>(counts: [u32; N]) -> Scores {
        Scores::new(counts.into()).expect("there are scores")
    }

    /// The ratio for boards with one game or two: how many of each number of half points.
    fn ratio_of<const N: usize>(text: &str, counts: [u32; N]) -> f64 {
        test(text).ratio(&scores(counts))
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
    fn where_only_the_extremes_were_seen_it_is_the_test_of_two_outcomes() {
        // Then the ratio is W ln(s1/s0) + L ln((1-s1)/(1-s0)), with s = 1 / (1 + 10^(-elo/400)):
        // s(0) = 1/2, and s(400) = 10/11. So 3 wins and 1 loss give 3 ln(20/11) + ln(2/11). A board
        // with two games counts as one observation.
        let expected = 3.0 * (20.0_f64 / 11.0).ln() + (2.0_f64 / 11.0).ln();
        assert_near(ratio_of("0,400", [1, 0, 3]), expected);
        assert_near(ratio_of("0,400", [1, 0, 0, 0, 3]), expected);
        assert_near(ratio_of("0,400", [0, 0, 10]), 10.0 * (20.0_f64 / 11.0).ln());
    }

    #[test]
    fn even_boards_alone_speak_for_equality() {
        // With nothing but draws the likeliest probability d of draws is the largest, 2 min(s, 1-s):
        // 1 at s = 1/2, and 2/11 at s = 10/11.
        assert_near(ratio_of("0,400", [0, 5, 0]), 5.0 * (2.0_f64 / 11.0).ln());
        assert_near(ratio_of("0,400", [0, 0, 5, 0, 0]), 5.0 * (2.0_f64 / 11.0).ln());
    }

    #[test]
    fn mirrored_results_mirror_the_ratio() {
        assert_near(ratio_of("-10,0", [11, 7, 5]), -ratio_of("0,10", [5, 7, 11]));
        assert_near(ratio_of("-10,0", [4, 9, 7, 2, 1]), -ratio_of("0,10", [1, 2, 7, 9, 4]));
        assert_near(ratio_of("-20,20", [9, 4, 9]), 0.0);
        assert_near(ratio_of("0,20", [0, 0, 0, 0, 0]), 0.0);
    }

    #[test]
    fn it_agrees_with_published_numbers() {
        let assert_close = |ratio: f64, published: f64| {
            assert!((ratio - published).abs() < 0.005, "{ratio}, {published}");
        };
        // README of github.com/jw1912/SPRT: 4307 wins, 8620 draws, 4063 losses, elo 0 and 3: 2.99
        // by its GSPRT, the normal approximation N (s1-s0) (2s-s0-s1) / (2 var), which is close
        // where there are many games and little difference.
        assert_close(ratio_of("0,3", [4063, 8620, 4307]), 2.99);
        // github.com/Disservin/fastchess, app/tests/sprt_test.cpp, by the same approximation:
        // "logistic trinomial" 1 and 2, "logistic pentanomial" 1 and 2.
        assert_close(ratio_of("0.5,2.5", [21_184, 40_708, 21_404]), -1.57);
        assert_close(ratio_of("0,2", [57_030, 106_593, 57_433]), -2.59);
        assert_close(ratio_of("0.5,2.5", [223, 9863, 20_279 + 1000, 10_037, 246]), -3.07);
        assert_close(ratio_of("0,2", [871, 26_175, 55_003 + 980, 26_678, 821]), -4.98);
    }

    #[test]
    fn it_agrees_with_numbers_computed_by_other_means() {
        for (text, counts, expected) in TRINOMIAL {
            assert_near(ratio_of(text, counts), expected);
        }
        for (text, counts, expected) in PENTANOMIAL {
            assert_near(ratio_of(text, counts), expected);
        }
    }

    // By Python with 50 digits (mpmath): the greatest log-likelihood, sum of n ln p, among the
    // probabilities p of the scores that were seen and of at most one that was not, whose mass is
    // found by search. Test, boards with 0, 1, ... half points, and the ratio.
    const TRINOMIAL: [(&str, [u32; 3], f64); 5] = [
        ("0,3", [4063, 8620, 4307], 2.991_288_808),
        ("0,20", [20, 50, 30], 0.823_519_850),
        ("0,100", [3, 7, 12], 2.564_546_686),
        ("-30,10", [21, 40, 5], -4.210_770_976),
        ("0,50", [160, 31, 180], -1.037_796_839),
    ];
    const PENTANOMIAL: [(&str, [u32; 5], f64); 7] = [
        ("0,5", [60, 700, 1500, 760, 80], 2.449_790_383),
        ("0,20", [3, 12, 40, 30, 15], 3.678_508_441),
        ("-30,10", [9, 20, 31, 8, 2], -4.892_525_598),
        ("0,100", [0, 0, 6, 1, 4], 2.712_180_727),
        ("0,400", [0, 0, 5, 0, 0], -8.523_740_461),
        ("0,100", [0, 2, 9, 0, 0], -3.615_531_021),
        ("0,200", [0, 0, 0, 0, 16], 6.694_036_610),
    ];

    #[test]
    fn it_ends_at_its_bounds() {
        let verdict = |wins, losses| test("0,100").verdict(&scores([losses, 0, wins]));
        assert_eq!(verdict(3, 3), Verdict::Open);
        // ln(1.28) = 0.2469 a win: 11 wins stay below 2.944, which 13 pass.
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
