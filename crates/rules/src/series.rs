//! Matches: several games in a row to a number of points (rules.md, section 3).

use crate::text::counted;
use crate::{Outcome, Side};

/// A series of games of one kind, in which the first player alternates and the winner's points add
/// up.
///
/// ```
/// use katarenga_rules::{Match, Outcome, Side, reasons};
/// let mut series = Match::new(Some(15), Side::White);
/// series.record(Outcome { winner: Some(Side::Black), points: 9, reason: reasons::RESIGNATION })?;
/// assert_eq!(series.first(), Side::Black);
/// assert_eq!(series.points(Side::Black), 9);
/// assert_eq!(series.winner(), None);
/// # Ok::<(), katarenga_rules::MatchOver>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    target: Option<u32>,
    first: Side,
    /// Winner and points of each game.
    games: Vec<(Option<Side>, u8)>,
}

/// The match is over: it takes no more games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the match is over: {} has {} of {target}", winner.title(), counted(*points, "point"))]
pub struct MatchOver {
    /// Who won it.
    pub winner: Side,
    /// With how many points.
    pub points: u32,
    /// How many were needed.
    pub target: u32,
}

impl Match {
    /// A match to `target` points, or without a target; `first` moves first in the first game.
    pub const fn new(target: Option<u32>, first: Side) -> Self {
        Self { target, first, games: Vec::new() }
    }

    /// The points that win the match.
    pub const fn target(&self) -> Option<u32> {
        self.target
    }

    /// The side that moves first in the next game.
    pub fn first(&self) -> Side {
        if self.games.len().is_multiple_of(2) { self.first } else { !self.first }
    }

    /// How many games were played so far.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The points of a side so far.
    pub fn points(&self, side: Side) -> u32 {
        let won = self.games.iter().filter(|(winner, _)| *winner == Some(side));
        won.map(|(_, points)| u32::from(*points)).sum()
    }

    /// The side that has reached the target.
    pub fn winner(&self) -> Option<Side> {
        let target = self.target?;
        Side::ALL.into_iter().find(|side| self.points(*side) >= target)
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// When the match is over already.
    pub fn record(&mut self, outcome: Outcome) -> Result<(), MatchOver> {
        self.add(outcome.winner, outcome.points)
    }

    /// Adds a finished game of which only the result is known: its winner, unless it was drawn, and
    /// their points.
    ///
    /// # Errors
    /// When the match is over already.
    pub fn add(&mut self, winner: Option<Side>, points: u8) -> Result<(), MatchOver> {
        if let (Some(side), Some(target)) = (self.winner(), self.target) {
            return Err(MatchOver { winner: side, points: self.points(side), target });
        }
        self.games.push((winner, points));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reasons::{REPETITION, RESIGNATION};

    #[test]
    fn points_add_up_to_the_target_and_no_further() {
        let win = |winner, points| Outcome { winner: Some(winner), points, reason: RESIGNATION };
        let mut series = Match::new(Some(15), Side::Black);
        for (outcome, next_first) in [
            (win(Side::White, 9), Side::White),
            (Outcome { winner: None, points: 0, reason: REPETITION }, Side::Black),
            (win(Side::Black, 14), Side::White),
            (win(Side::White, 7), Side::Black),
        ] {
            assert_eq!(series.winner(), None);
            series.record(outcome).expect("the match goes on");
            assert_eq!(series.first(), next_first);
        }
        assert_eq!(Side::ALL.map(|side| series.points(side)), [16, 14]);
        assert_eq!(series.winner(), Some(Side::White));
        let refused = series.record(win(Side::Black, 1));
        assert_eq!(refused, Err(MatchOver { winner: Side::White, points: 16, target: 15 }));
        assert_eq!(series.games(), 4);
    }

    #[test]
    fn the_target_itself_is_enough() {
        let win = |points| Outcome { winner: Some(Side::Black), points, reason: RESIGNATION };
        let mut series = Match::new(Some(15), Side::White);
        series.record(win(14)).expect("the match goes on");
        assert_eq!(series.winner(), None);
        series.record(win(1)).expect("the match goes on");
        assert_eq!(series.winner(), Some(Side::Black));
    }
}
