//! Drawing a move without listing all of them.

use katarenga_rules::{Bitboard, Move, MoveSink, Square};
use rand::{Rng, RngExt as _};

/// A sink that keeps moves in the sets in which they come. Clear and reuse it.
#[derive(Default)]
pub(super) struct Choices {
    sets: Vec<Set>,
    count: u32,
}

enum Set {
    Places(Bitboard),
    Steps { from: Square, to: Bitboard },
    Captures { from: Square, to: Bitboard },
    Ousts { from: Square, to: Square, puts: Bitboard },
    Camps(Bitboard),
    Pass,
}

impl Choices {
    pub(super) fn clear(&mut self) {
        self.sets.clear();
        self.count = 0;
    }

    /// One of the moves, each as likely as another; `None` when there are none.
    pub(super) fn draw<R: Rng>(&self, rng: &mut R) -> Option<Move> {
        if self.count == 0 {
            return None;
        }
        let mut index = rng.random_range(0..self.count);
        for set in &self.sets {
            let count = set.count();
            if index < count {
                return set.nth(index as usize);
            }
            index -= count;
        }
        None
    }

    fn push(&mut self, set: Set) {
        let count = set.count();
        if count > 0 {
            self.count += count;
            self.sets.push(set);
        }
    }
}

impl Set {
    fn count(&self) -> u32 {
        match self {
            Self::Places(squares) | Self::Camps(squares) => squares.count(),
            Self::Steps { to, .. } | Self::Captures { to, .. } => to.count(),
            Self::Ousts { puts, .. } => puts.count(),
            Self::Pass => 1,
        }
    }

    fn nth(&self, index: usize) -> Option<Move> {
        let pick = |squares: Bitboard| squares.into_iter().nth(index);
        match *self {
            Self::Places(squares) => pick(squares).map(Move::Place),
            Self::Steps { from, to } => pick(to).map(|to| Move::Step { from, to }),
            Self::Captures { from, to } => pick(to).map(|to| Move::Capture { from, to }),
            Self::Ousts { from, to, puts } => pick(puts).map(|put| Move::Oust { from, to, put }),
            Self::Camps(squares) => pick(squares).map(|from| Move::Camp { from }),
            Self::Pass => Some(Move::Pass),
        }
    }
}

impl MoveSink for Choices {
    #[inline]
    fn places(&mut self, squares: Bitboard) {
        self.push(Set::Places(squares));
    }

    #[inline]
    fn moves(&mut self, from: Square, quiet: Bitboard, captures: Bitboard) {
        self.push(Set::Steps { from, to: quiet });
        self.push(Set::Captures { from, to: captures });
    }

    #[inline]
    fn ousts(&mut self, from: Square, to: Square, puts: Bitboard) {
        self.push(Set::Ousts { from, to, puts });
    }

    #[inline]
    fn camps(&mut self, squares: Bitboard) {
        self.push(Set::Camps(squares));
    }

    #[inline]
    fn pass(&mut self) {
        self.push(Set::Pass);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use katarenga_rules::{Board, BoardCode, Game, GameKind, Rules, Setup, for_each_game, games};
    use rand::SeedableRng as _;
    use rand::rngs::ChaCha8Rng;

    use super::*;

    /// How often each move of the start is drawn, with the number of legal moves.
    fn drawn<R: Rules>(board: &Board, position: R, draws: u32) -> (HashMap<Move, u32>, usize) {
        let mut choices = Choices::default();
        position.generate(board, &mut choices);
        let mut legal = Vec::new();
        position.generate(board, &mut legal);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut times = HashMap::new();
        for _ in 0..draws {
            let mv = choices.draw(&mut rng).expect("there are moves");
            assert!(position.is_legal(board, mv), "{mv}");
            *times.entry(mv).or_default() += 1;
        }
        (times, legal.len())
    }

    macro_rules! of_every_game {
        ($($Game:ident),*) => {
            #[test]
            fn every_legal_move_is_as_likely_as_another() {
                $(
                    let kind = GameKind::$Game;
                    let game = Game::new(kind, kind.default_board(), Setup::default());
                    let game = game.expect("the default board suits");
                    let position = games::$Game::start(game.board(), Setup::default());
                    let (times, legal) = drawn(game.board(), position, 400 * game.legal_moves().len() as u32);
                    assert_eq!(times.len(), legal, "{kind}");
                    // 400 each in the mean with a deviation of 20: five deviations either way.
                    assert!(times.values().all(|times| (300..500).contains(times)), "{times:?}");
                )*
            }
        };
    }
    for_each_game!(of_every_game);

    #[test]
    fn nothing_is_drawn_from_nothing() {
        let board = Board::new(BoardCode::REFERENCE);
        let mut choices = Choices::default();
        games::Katarenga::start(&board, Setup::default()).generate(&board, &mut choices);
        choices.clear();
        assert_eq!(choices.draw(&mut ChaCha8Rng::seed_from_u64(1)), None);
    }
}
