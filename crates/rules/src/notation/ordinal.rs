//! The ordinal notation of Battle Stations: pawns are called by the order in which they were
//! placed, `13x12` (rules.md, 4.6).
//!
//! It works in every game whose pawns are placed, and asks nothing of the game but its moves.

use crate::notation::moves::MoveError;
use crate::notation::signs::{CAPTURE_SIGNS, is_blank};
use crate::text::quoted;
use crate::{Game, Move, Square};

impl Game {
    /// The squares of the pawns by the order of their placing: `[0]` is where the pawn placed first
    /// stands now, `None` once captured.
    ///
    /// Empty in games that place no pawns, and in those that began with pawns on the board.
    pub fn ordinals(&self) -> Vec<Option<Square>> {
        let mut pawns: Vec<Option<Square>> = Vec::new();
        if self.start().core().occupied().any() {
            return pawns;
        }
        for mv in self.moves() {
            match mv {
                Move::Place(square) => pawns.push(Some(square)),
                Move::Capture { from, to } => {
                    for pawn in &mut pawns {
                        *pawn = match *pawn {
                            Some(at) if at == to => None,
                            Some(at) if at == from => Some(to),
                            unmoved => unmoved,
                        };
                    }
                }
                _ => {}
            }
        }
        pawns
    }

    /// The move as the ordinal notation writes it, `13x12`: only captures among placed pawns have
    /// such a form.
    pub fn ordinal(&self, mv: Move) -> Option<String> {
        let Move::Capture { from, to } = mv else { return None };
        let pawns = self.ordinals();
        let number =
            |square| pawns.iter().position(|at| *at == Some(square)).map(|index| index + 1);
        Some(format!("{}x{}", number(from)?, number(to)?))
    }

    /// Reads `13x12`. `None` when the text has not that form or the game places no pawns.
    pub(crate) fn read_ordinal(&self, text: &str) -> Result<Option<Move>, MoveError> {
        let Some([by, of]) = numbers(text) else { return Ok(None) };
        let pawns = self.ordinals();
        if pawns.is_empty() {
            return Ok(None);
        }
        let square = |number: u32| {
            let index = (number as usize).wrapping_sub(1);
            pawns
                .get(index)
                .copied()
                .flatten()
                .ok_or_else(|| MoveError::Ordinal { text: quoted(text), number })
        };
        Ok(Some(Move::Capture { from: square(by)?, to: square(of)? }))
    }
}

/// The two numbers of `13x12`.
fn numbers(text: &str) -> Option<[u32; 2]> {
    let (by, of) = text.split_once(CAPTURE_SIGNS)?;
    let number = |digits: &str| {
        let digits = digits.trim_matches(is_blank);
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    Some([number(by)?, number(of)?])
}
