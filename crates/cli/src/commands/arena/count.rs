//! Counting the games of a match.

use std::collections::BTreeMap;

use katarenga_engine::arena::{Ending, FinishedGame, Sprt, Standing, Tournament, Verdict};

/// Counts games in the order of their numbers, however they come, so that a test ends a match after
/// the same game on any number of threads.
pub(super) struct Count {
    test: Option<Sprt>,
    tally: Tally,
    /// Games that came before one with a lower number.
    early: BTreeMap<u32, FinishedGame>,
    finished: u32,
    is_decided: bool,
}

/// What was counted.
pub(super) struct Tally {
    pub(super) standing: Standing,
    pub(super) test: Option<Sprt>,
    /// The first fault of each contender, and the number of the game, from 1.
    pub(super) faults: [Option<(u32, String)>; 2],
}

impl Count {
    pub(super) fn new(tournament: &Tournament, test: Option<Sprt>) -> Self {
        let tally = Tally { standing: Standing::new(tournament), test, faults: [None, None] };
        Self { test, tally, early: BTreeMap::new(), finished: 0, is_decided: false }
    }

    pub(super) fn add(&mut self, played: FinishedGame) {
        self.finished += 1;
        self.early.insert(played.number, played);
        while !self.is_decided
            && let Some(next) = self.early.remove(&self.tally.standing.games())
        {
            self.tally.add(&next);
            let verdict = self.test.map(|test| test.verdict(self.tally.standing.scores()));
            self.is_decided = verdict.is_some_and(|verdict| verdict != Verdict::Open);
        }
    }

    /// Whether the test has come to its end.
    pub(super) const fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// How many games have come.
    pub(super) const fn finished(&self) -> u32 {
        self.finished
    }

    /// All that counts, of a match that may have been stopped.
    pub(super) fn finish(mut self) -> Tally {
        if !self.is_decided {
            self.early.values().for_each(|played| self.tally.add(played));
        }
        self.tally
    }
}

impl Tally {
    fn add(&mut self, played: &FinishedGame) {
        self.standing.add(played);
        if let Ending::Fault { contender, fault, .. } = &played.ending {
            let first = &mut self.faults[*contender];
            first.get_or_insert_with(|| (played.number + 1, fault.to_string()));
        }
    }
}
