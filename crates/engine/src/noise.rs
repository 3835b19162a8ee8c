//! Evaluation noise of weaker levels, reproducible from a seed.

use crate::score::Score;

/// An error in the evaluation of each position: always the same for the same position and seed,
/// between `-max` and `max`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Noise {
    /// The seed.
    pub seed: u64,
    /// The largest error, in the unit of evaluations; 0 for none.
    pub max: u16,
}

impl Noise {
    /// The error for the position with this key.
    #[inline]
    pub(crate) const fn of(self, key: u64) -> Score {
        // The finaliser of SplitMix64: every bit of the key moves every bit of the error.
        let mut mixed = key ^ self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        (mixed % (2 * self.max as u64 + 1)) as Score - self.max as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_bounded_and_stay() {
        let noise = Noise { seed: 5, max: 30 };
        let errors: Vec<Score> = (0..5_000).map(|key| noise.of(key)).collect();
        assert!(errors.iter().all(|error| error.abs() <= 30));
        assert!(errors.contains(&30) && errors.contains(&-30));
        let mean = errors.iter().sum::<Score>() / 5_000;
        assert_eq!(mean, 0);
        assert_eq!(noise.of(77), noise.of(77));
        assert_ne!(
            errors,
            (0..5_000).map(|key| Noise { seed: 6, ..noise }.of(key)).collect::<Vec<_>>()
        );
        assert_eq!(Noise::default().of(77), 0);
    }
}
