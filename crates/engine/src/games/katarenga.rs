//! Katarenga: material, progress to the far rank, and what is en prise.

use katarenga_rules::games::Katarenga;
use katarenga_rules::{Bitboard, Board, Rules as _, Side};

use super::distance::MovesToGo;
use super::{Evaluator, Searchable, Tally, Term};
use crate::limits::{Limits, Stop};
use crate::score::{Score, of_verdict};
use crate::solve::endgame::{Endgame, Pair};
use crate::solve::{Length, OutOfMemory, Solvable, Value, Verdict};

const TEMPO: usize = 0;
const PAWN: usize = 1;
const CAMP: usize = 2;
const HANGING: usize = 3;
const EN_PRISE: usize = 4;
const MOBILITY: usize = 5;
const SAFE: usize = 6;
/// The first of the terms by the moves that a pawn still needs to the far rank.
const TO_GO: usize = 7;
const FURTHEST: usize = 4;

/// Evaluates positions on one board.
pub(crate) struct KatarengaEvaluator {
    moves_to_go: MovesToGo,
    endgame: Endgame,
}

impl Searchable for Katarenga {
    type Evaluator = KatarengaEvaluator;

    const SOLVED: Solvable =
        Solvable::Once("once each side has two pawns left, those in camps included");

    const DRAWS: bool = true;

    const ENDS_KNOWN: bool = true;

    const PRUNES: bool = true;

    const REDUCES_UNKNOWN: bool = true;

    fn is_solved(&self) -> bool {
        pairs(self).is_some()
    }

    fn evaluator(board: &Board) -> KatarengaEvaluator {
        KatarengaEvaluator {
            moves_to_go: MovesToGo::new(board, Self::far_rank),
            endgame: Endgame::new(board),
        }
    }
}

/// The pairs of the side to move and of the other one in the endgame.
fn pairs(position: &Katarenga) -> Option<[Pair; 2]> {
    let turn = position.core().turn();
    let pair = |side| Pair::of(position.core().pawns(side), position.camps(side));
    let pairs = [pair(turn)?, pair(!turn)?];
    (!position.captures_barred()).then_some(pairs)
}

/// The pawns on the board from which on the endgame is near: captures lead there soon.
const NEAR: u32 = 6;
/// The limit of nodes from which on a search may solve the endgame first, which takes as long as a million of them.
const WORTH_SOLVING: u64 = 1_000_000;

impl Evaluator<Katarenga> for KatarengaEvaluator {
    // It is looked up.
    const PROOF_NODES: u64 = 0;

    const TERMS: &'static [Term] = &[
        Term::new("the move", 94),
        Term::new("a pawn", 134),
        Term::new("a pawn in a camp", 715),
        Term::new("a pawn en prise that is not defended", -95),
        Term::new("a pawn en prise that is defended", -12),
        Term::new("a square in reach", 7),
        Term::new("a pawn on the far rank that is not en prise", 228),
        Term::new("a pawn on the far rank", 145),
        Term::new("a pawn one move from the far rank", 107),
        Term::new("a pawn two moves from the far rank", 49),
        Term::new("a pawn three moves from the far rank", -13),
        Term::new("a pawn four moves from the far rank", -154),
    ];

    #[inline]
    fn count(&self, board: &Board, position: &Katarenga, tally: &mut impl Tally) {
        let core = position.core();
        let (mut reach, mut mobility) = ([Bitboard::EMPTY; 2], [0; 2]);
        for side in Side::ALL {
            board.each_reach(core.pawns(side), core.occupied(), |_, squares| {
                reach[side.index()] |= squares;
                mobility[side.index()] += squares.count() as i32;
            });
        }
        let turn = core.turn();
        tally.add(TEMPO, 1);
        tally.balance(PAWN, turn, |side| core.pawns(side).count() as i32);
        tally.balance(CAMP, turn, |side| i32::from(position.camps(side)));
        tally.balance(MOBILITY, turn, |side| mobility[side.index()]);
        let en_prise = |side: Side| core.pawns(side) & reach[(!side).index()];
        tally.balance(HANGING, turn, |side| (en_prise(side) & !reach[side.index()]).count() as i32);
        tally.balance(EN_PRISE, turn, |side| (en_prise(side) & reach[side.index()]).count() as i32);
        let safe = |side: Side| core.pawns(side) & Katarenga::far_rank(side) & !en_prise(side);
        tally.balance(SAFE, turn, |side| safe(side).count() as i32);
        for (side, sign) in [(turn, 1), (!turn, -1)] {
            for pawn in core.pawns(side) {
                let to_go = self.moves_to_go.from(side, pawn);
                if to_go <= FURTHEST {
                    tally.add(TO_GO + to_go, sign);
                }
            }
        }
    }
    fn solve(&mut self, position: &Katarenga, stop: &Stop) -> Option<Verdict> {
        if let Some(outcome) = position.decided(self.endgame.board()) {
            let value = Value::won(outcome.winner == Some(position.core().turn()));
            let (points, length) = (outcome.points, Some(Length::Plies(0)));
            return Some(Verdict { value, points, length });
        }
        let [own, enemy] = pairs(position)?;
        self.endgame.solve(stop);
        self.endgame.verdict(position.core().turn(), own, enemy)
    }

    fn solve_within(
        &mut self,
        position: &Katarenga,
        ply: usize,
        _window: (Score, Score),
        _stop: &Stop,
    ) -> Option<Score> {
        if !self.endgame.is_solved() {
            return None;
        }
        let [own, enemy] = pairs(position)?;
        let verdict = self.endgame.verdict(position.core().turn(), own, enemy)?;
        Some(of_verdict(verdict, ply + usize::from(verdict.length.map_or(0, Length::number))))
    }

    fn prepare(&mut self, root: &Katarenga, limits: Limits, stop: &Stop) {
        let is_worth_it = limits.nodes.is_none_or(|nodes| nodes >= WORTH_SOLVING);
        if is_worth_it && root.core().occupied().count() <= NEAR {
            self.endgame.solve(&stop.within(limits.time.map(|time| time / 4)));
        }
    }

    fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.endgame.out_of_memory()
    }
}
