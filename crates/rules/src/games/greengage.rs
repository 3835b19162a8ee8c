//! Greengage and Chameleon: a race from the squares of one colour to those of the same or another
//! colour, with evictions (rules.md, 4.11).

use std::ops::ControlFlow;

use crate::Rules;
use crate::notation::fields::{Fields, StateError};
use crate::passage::{self, Passage, Words};
use crate::text::listed;
use crate::{
    Bitboard, Board, BoardSize, BrokenRule, Colour, Core, Detail, GameInfo, Group, IllegalMove,
    Layout, Move, MoveSink, Outcome, Phrase, Setup, Sharing, Side, UnsuitableBoard, View,
};

const LAYOUTS: &[Layout] = &[
    Layout::of_colours("green-green", Colour::Green, Colour::Green),
    Layout::of_colours("green-red", Colour::Green, Colour::Red),
    Layout::of_colours("green-yellow", Colour::Green, Colour::Yellow),
    Layout::of_colours("green-blue", Colour::Green, Colour::Blue),
    Layout::of_colours("red-yellow", Colour::Red, Colour::Yellow),
    Layout::of_colours("red-blue", Colour::Red, Colour::Blue),
    Layout::of_colours("red-green", Colour::Red, Colour::Green),
    Layout::of_colours("yellow-red", Colour::Yellow, Colour::Red),
    Layout::of_colours("yellow-yellow", Colour::Yellow, Colour::Yellow),
    Layout::of_colours("yellow-blue", Colour::Yellow, Colour::Blue),
    Layout::of_colours("yellow-green", Colour::Yellow, Colour::Green),
    Layout::of_colours("blue-red", Colour::Blue, Colour::Red),
    Layout::of_colours("blue-yellow", Colour::Blue, Colour::Yellow),
    Layout::of_colours("blue-blue", Colour::Blue, Colour::Blue),
    Layout::of_colours("blue-green", Colour::Blue, Colour::Green),
];

/// How many squares of each colour a half of the board has.
const NEEDED: u32 = 8;
const BOARD_RULE: &str = "Greengage needs exactly eight squares of each colour on the ranks 1 to 4, and as many on the ranks 5 to 8";

/// The ranks 1 to 4 for White, 5 to 8 for Black: the half where a side starts.
#[inline]
const fn near_half(side: Side) -> Bitboard {
    match side {
        Side::White => Bitboard(0xFFFF_FFFF),
        Side::Black => Bitboard(0xFFFF_FFFF_0000_0000),
    }
}

/// A position of Greengage.
///
/// A square that holds a pawn of each side exists only right after an eviction, and the pawn of the
/// side to move there must leave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Greengage {
    pub(super) core: Core,
    /// The index of the layout, which has the target colour.
    layout: u8,
    /// The colour of the squares that both sides want to fill, each in the other's half.
    target: Colour,
}

impl Greengage {
    /// The squares that a side's pawns want to fill: those of the target colour in the other half.
    #[inline]
    pub fn target(&self, board: &Board, side: Side) -> Bitboard {
        board.coloured(self.target) & near_half(!side)
    }

    /// The square of the evicted pawn that must move now, as a set of at most one.
    #[inline]
    pub fn forced(&self) -> Bitboard {
        self.core.shared()
    }
}

/// The colours of the start and of the target in a layout.
fn colours(layout: u8) -> [Colour; 2] {
    let named = LAYOUTS.get(usize::from(layout)).and_then(|layout| layout.colours);
    // A setup and a position text have none but the layouts above.
    named.unwrap_or([Colour::Green; 2])
}

impl Passage for Greengage {
    const WORDS: Words = Words {
        arrived: Phrase::new("targets-filled", "all eight pawns stand on their target squares"),
        both_arrived: Phrase::new(
            "both-targets-filled",
            "both sides have filled their target squares",
        ),
        off_target: Phrase::new(
            "eviction-off-target-squares",
            "holds an enemy pawn, and pawns are evicted only on the side's own target squares",
        ),
        evicted_off_target: Phrase::new(
            "evicted-off-target-squares",
            "a pawn is evicted only on a target square of the side that has just moved",
        ),
    };

    #[inline]
    fn targets(&self, board: &Board, side: Side) -> Bitboard {
        self.target(board, side)
    }
}

impl Rules for Greengage {
    const INFO: GameInfo = GameInfo {
        title: "Greengage",
        summary: "Race from the green squares of your half to those of the other, evicting pawns that stand in the way.",
        group: Group::Race,
        board_size: BoardSize::Full,
        layouts: LAYOUTS,
        match_target: None,
    };

    const SHARING: Sharing = passage::SHARING;

    fn check_board(board: &Board) -> Result<(), UnsuitableBoard> {
        let is_right = |side, colour| count(board, side, colour) == NEEDED;
        if Side::ALL.into_iter().all(|side| Colour::ALL.into_iter().all(|it| is_right(side, it))) {
            Ok(())
        } else {
            Err(UnsuitableBoard::Rule(unequal_halves(board)))
        }
    }

    fn start(board: &Board, setup: Setup) -> Self {
        let [start, target] = colours(setup.layout);
        let [white, black] = Side::ALL.map(|side| board.coloured(start) & near_half(side));
        Self { core: Core::start(white, black, setup.first), layout: setup.layout, target }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        self.passage_moves(board, sink)
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        if let Move::Step { from, to } = mv {
            self.core.shift(from, to);
        }
    }

    #[inline]
    fn won(&self, board: &Board) -> Option<Outcome> {
        self.arrival(board)
    }

    #[inline]
    fn blocked(&self, board: &Board) -> Option<Outcome> {
        self.unanswered_arrival(board)
    }

    fn resignation_points(&self, board: &Board, winner: Side) -> u32 {
        self.pawns_under_way(board, !winner)
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        self.refuse_passage(board, mv)
    }

    fn task(&self, _board: &Board) -> Phrase {
        self.passage_task()
    }

    fn view(&self, board: &Board) -> View {
        View { targets: [Some(self.target); 2], ..self.passage_view(board) }
    }

    fn layout(&self) -> Option<u8> {
        Some(self.layout)
    }

    fn write_fields(&self, fields: &mut Fields) {
        fields.put_layout(LAYOUTS, self.layout);
    }

    fn read_fields(board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError> {
        let layout = fields.layout(LAYOUTS)?;
        let [_, target] = colours(layout);
        Self { core, layout, target }.checked(board)
    }
}

/// How many squares of a colour the half has where a side starts.
fn count(board: &Board, side: Side, colour: Colour) -> u32 {
    (board.coloured(colour) & near_half(side)).count()
}

/// Which colours are wrong in which half, and what all halves have.
fn unequal_halves(board: &Board) -> BrokenRule {
    const HALVES: [(Side, &str, [&str; 4]); 2] = [
        (Side::White, "1 to 4", ["south-red", "south-yellow", "south-green", "south-blue"]),
        (Side::Black, "5 to 8", ["north-red", "north-yellow", "north-green", "north-blue"]),
    ];
    let (mut wrong, mut details) = (Vec::new(), Vec::new());
    for (side, ranks, names) in HALVES {
        let counts = Colour::ALL.map(|colour| (colour, count(board, side, colour)));
        let odd = counts.into_iter().filter(|(_, found)| *found != NEEDED);
        let odd: Vec<String> = odd.map(|(colour, found)| format!("{found} {colour}")).collect();
        if !odd.is_empty() {
            wrong.push(format!("the ranks {ranks} have {}", listed(odd)));
        }
        let counted = names.into_iter().zip(counts);
        details.extend(counted.map(|(name, (_, found))| (name, Detail::Number(found as usize))));
    }
    let text = format!("{BOARD_RULE}: here {}", wrong.join("; "));
    BrokenRule { key: "colours-of-halves", text, details }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_named_after_their_colours() {
        for (index, layout) in (0..).zip(LAYOUTS) {
            let [start, target] = colours(index);
            assert_eq!(layout.name, format!("{start}-{target}"));
        }
    }
}
