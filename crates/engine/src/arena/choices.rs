//! Drawing a move without listing all of them.

use std::ops::ControlFlow;

use katarenga_rules::{Bitboard, Move, MoveSet, MoveSink};
use rand::{Rng, RngExt as _};

/// A sink that keeps moves in the sets in which they come. Clear and reuse it.
#[derive(Default)]
pub(super) struct Choices {
    sets: Vec<MoveSet>,
    count: u32,
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
                return nth(*set, index as usize);
            }
            index -= count;
        }
        None
    }
}

/// A move of a set; `None` beyond its last one.
fn nth(set: MoveSet, index: usize) -> Option<Move> {
    let pick = |squares: Bitboard, index| squares.into_iter().nth(index);
    match set {
        MoveSet::Places(squares) => pick(squares, index).map(Move::Place),
        MoveSet::Moves { from, quiet, captures } => match pick(quiet, index) {
            Some(to) => Some(Move::Step { from, to }),
            None => {
                pick(captures, index - quiet.count() as usize).map(|to| Move::Capture { from, to })
            }
        },
        MoveSet::Ousts { from, to, puts } => {
            pick(puts, index).map(|put| Move::Oust { from, to, put })
        }
        MoveSet::Camps(squares) => pick(squares, index).map(|from| Move::Camp { from }),
        MoveSet::Pass => (index == 0).then_some(Move::Pass),
    }
}

impl MoveSink for Choices {
    #[inline]
    fn take(&mut self, set: MoveSet) -> ControlFlow<()> {
        let count = set.count();
        if count > 0 {
            self.count += count;
            self.sets.push(set);
        }
        ControlFlow::Continue(())
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
