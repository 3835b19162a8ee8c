//! What a line is worth, in one number.

use katarenga_rules::{Outcome, Side};

use crate::solve::{Value, Verdict};

/// A score from the view of the side to move. Evaluations stay below [`DECIDED`]; beyond it stand
/// wins and losses with their points and the ply at which the game ends.
pub type Score = i32;

/// The least score of a won game.
pub const DECIDED: Score = 20_000;
/// What a point is worth: more than any difference in plies.
const POINT: Score = 1_000;
/// Beyond every score.
pub(crate) const INFINITE: Score = 100_000;

/// The score of a game that has ended `ply` plies from the root, for the side `turn`: a win by more
/// is better, a loss by fewer; of equal wins the sooner, of equal losses the later.
pub(crate) fn of_outcome(outcome: &Outcome, turn: Side, ply: usize) -> Score {
    outcome.winner.map_or(0, |winner| decided(winner == turn, outcome.points, ply))
}

/// The score of a proven verdict `ply` plies from the root, as if the game ended there.
pub(crate) fn of_verdict(Verdict { value, points, .. }: Verdict, ply: usize) -> Score {
    if value == Value::Draw { 0 } else { decided(value == Value::Win, points, ply) }
}

fn decided(wins: bool, points: u8, ply: usize) -> Score {
    let ply = ply.min(POINT as usize - 1) as Score;
    let score = DECIDED + (Score::from(points) + 1) * POINT - ply;
    if wins { score } else { -score }
}

/// The chance of winning that a score stands for, draws counting half: 200 are odds of e (`docs/engine.md`).
pub fn chance(score: Score) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / 200.0).exp())
}

/// The points of the winner by a decided score; `None` for an evaluation.
pub fn points(score: Score) -> Option<u8> {
    decision(score).map(|(points, _)| points)
}

/// What a decided score says: the points of the winner, and how many plies from the root the game
/// ends or, where a solver knew the rest, is settled. `None` for an evaluation.
pub(crate) fn decision(score: Score) -> Option<(u8, u32)> {
    let beyond = score.abs() - DECIDED;
    if beyond < 0 {
        return None;
    }
    // The plies were taken off a whole number of points.
    let points = (beyond + POINT - 1) / POINT;
    Some((u8::try_from(points - 1).ok()?, (points * POINT - beyond).unsigned_abs()))
}

/// A score as a position's own, whatever the way to it: plies counted from there.
pub(crate) fn from_root(score: Score, ply: usize) -> Score {
    shifted(score, ply as Score)
}

/// The reverse of [`from_root`].
pub(crate) fn to_root(score: Score, ply: usize) -> Score {
    shifted(score, -(ply as Score))
}

const fn shifted(score: Score, plies: Score) -> Score {
    if score >= DECIDED {
        score + plies
    } else if score <= -DECIDED {
        score - plies
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use katarenga_rules::reasons::RESIGNATION;

    use super::*;

    #[test]
    fn more_points_come_first_then_the_sooner_win_and_the_later_loss() {
        let win = |points| Outcome { winner: Some(Side::White), points, reason: RESIGNATION };
        let scores = [(0, 9), (1, 30), (1, 3), (5, 40), (5, 2), (16, 100)]
            .map(|(points, ply)| of_outcome(&win(points), Side::White, ply));
        assert!(scores.is_sorted());
        assert!(scores[0] >= DECIDED);
        for (points, ply) in [(0, 1), (1, 30), (7, 999)] {
            let score = of_outcome(&win(points), Side::White, ply);
            assert_eq!(decision(score), Some((points, ply as u32)));
            assert_eq!(of_outcome(&win(points), Side::Black, ply), -score);
        }
        assert_eq!(decision(DECIDED - 1), None);
    }
}
