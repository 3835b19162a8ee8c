//! Chains of placements: what Cornered, Quartermaster and Troika have in common (rules.md, 4.4, 4.5
//! and 4.10).

use crate::notation::fields::{Fields, StateError, expect_alternation};
use crate::{Bitboard, Board, Core, Mark, MarkKind, Move, Phrase, Square, View};

pub(crate) const LAST_TO_PLACE: Phrase =
    Phrase::new("last-to-place", "the other side can't place a pawn");
pub(crate) const NOT_EN_PRISE: Phrase =
    Phrase::new("not-en-prise", "is not en prise to the pawn placed last");
const TASK_FIRST: Phrase = Phrase::new("place-first", "place the first pawn anywhere");
const TASK: Phrase = Phrase::new("place-en-prise", "place a pawn that is en prise to the last one");

/// Pawns placed in turn, each en prise to the one before: what such a game adds to the [`Core`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Chain {
    /// The square of the pawn placed last.
    pub(crate) last: Option<Square>,
}

impl Chain {
    /// The empty squares en prise to the last pawn; every square before the first.
    #[inline]
    pub(crate) fn answers(self, core: &Core, board: &Board) -> Bitboard {
        match self.last {
            Some(last) => {
                let occupied = core.occupied();
                board.reach(last, occupied) & !occupied
            }
            None => board.squares(),
        }
    }

    #[inline]
    pub(crate) fn apply(&mut self, core: &mut Core, mv: Move) {
        if let Move::Place(square) = mv {
            core.add(square);
            self.last = Some(square);
        }
    }

    pub(crate) fn task(self) -> Phrase {
        if self.last.is_none() { TASK_FIRST } else { TASK }
    }

    pub(crate) fn view(self, core: &Core) -> View {
        let answer = self.last.map(|last| Mark {
            kind: MarkKind::Answer,
            side: Some(!core.turn()),
            squares: last.into(),
        });
        View { marks: answer.into_iter().collect(), ..View::default() }
    }

    pub(crate) fn write_fields(self, fields: &mut Fields) {
        if let Some(last) = self.last {
            fields.put("last", last);
        }
    }

    pub(crate) fn read_fields(core: &Core, fields: &mut Fields) -> Result<Self, StateError> {
        let last = fields.square("last")?;
        expect_alternation(core)?;
        match last {
            None if core.occupied().any() => Err(StateError::impossible(
                "last-missing",
                "once there is a pawn, `last=` names the square of the one placed last",
            )),
            Some(square) if !core.enemy().contains(square) => Err(StateError::impossible_at(
                square,
                "last-not-enemy",
                "the pawn placed last belongs to the side that is not to move",
            )),
            _ => Ok(Self { last }),
        }
    }
}
