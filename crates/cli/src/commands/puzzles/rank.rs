//! Whether two lists of numbers rise together.

/// Spearman's rank correlation: 1 where one list rises whenever the other does, 0 where neither says
/// anything of the other. Equal numbers share the mean of their ranks; a list of equal numbers has none: 0.
pub(super) fn correlation(one: &[u64], other: &[u64]) -> f64 {
    let [one, other] = [one, other].map(ranks);
    let products: f64 = one.iter().zip(&other).map(|(a, b)| a * b).sum();
    let [square, other_square] =
        [one, other].map(|ranks| ranks.iter().map(|rank| rank * rank).sum::<f64>());
    let scale = (square * other_square).sqrt();
    if scale == 0.0 { 0.0 } else { products / scale }
}

/// The ranks of numbers, less their mean.
fn ranks(numbers: &[u64]) -> Vec<f64> {
    let mean = f64::from(count(numbers, |_| true) - 1) / 2.0;
    let rank = |number: &u64| {
        let [below, alike] =
            [count(numbers, |other| other < number), count(numbers, |other| other == number)];
        f64::from(below) + f64::from(alike - 1) / 2.0 - mean
    };
    numbers.iter().map(rank).collect()
}

fn count(numbers: &[u64], is_meant: impl Fn(&u64) -> bool) -> i32 {
    let found = numbers.iter().filter(|number| is_meant(number)).count();
    i32::try_from(found).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-4
    }

    #[test]
    fn correlations_are_those_of_a_textbook() {
        let rising: Vec<u64> = (1..=8).collect();
        let falling: Vec<u64> = (1..=8).rev().collect();
        assert!(is_near(correlation(&rising, &rising), 1.0));
        assert!(is_near(correlation(&rising, &falling), -1.0));
        // IQ and hours of television: the example of Wikipedia's article on the coefficient.
        let iq = [86, 97, 99, 100, 101, 103, 106, 110, 112, 113];
        let hours = [2, 20, 28, 27, 50, 29, 7, 17, 6, 12];
        assert!(is_near(correlation(&iq, &hours), -29.0 / 165.0));
        assert!(is_near(correlation(&[1, 1, 2, 2], &[1, 1, 2, 2]), 1.0));
        assert!(is_near(correlation(&[1, 1, 1], &[1, 2, 3]), 0.0));
        assert!(is_near(correlation(&[], &[]), 0.0));
    }
}
