//! Big Bang: from the centre to eight squares of one colour on the edge (rules.md, 4.3).

use std::ops::ControlFlow;

use crate::Rules;
use crate::notation::fields::{Fields, StateError, ValueForm};
use crate::refusal::{NOTHING_TO_OUST, PAWNS_MOVE, PUT_ON_PAWN, movement_error};
use crate::text::{listed, quoted};
use crate::{
    Bitboard, Board, BoardSize, BrokenRule, Colour, Core, Detail, GameInfo, Group, IllegalMove,
    Layout, Mark, MarkKind, Move, MoveSet, MoveSink, Outcome, Phrase, Setup, Sharing, Side, Square,
    Stack, UnsuitableBoard, View,
};

/// The 4x4 squares of the start, c3-f6.
const CENTRE: Bitboard = Bitboard(0x0000_3C3C_3C3C_0000);
/// The squares whose file number plus rank number is even.
const EVEN: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
const SOUTH_HALF: Bitboard = Bitboard(0xFFFF_FFFF);

/// How many edge squares bear an eligible colour.
const GOALS: u32 = 7;
/// How many colours must be eligible.
const NEEDED: usize = 2;

const ALL_HOME: Phrase = Phrase::new("home", "all eight pawns are home");

const BOARD_RULE: &str = "Big Bang needs at least two colours that each stand on exactly one corner and exactly seven edge squares";
const HOME: Phrase = Phrase::new("pawn-is-home", "holds a pawn that is home and never moves again");
const NOT_ELIGIBLE: Phrase = Phrase::new(
    "edge-not-eligible",
    "is an edge square of a colour that can't be entered: the first one entered sets the side's target, which must be eligible and not the other side's",
);
const NO_TARGET: Phrase = Phrase::new(
    "oust-without-target",
    "holds an enemy pawn, and only a side that has a target colour can oust pawns",
);
const OUST_ELSEWHERE: Phrase = Phrase::new(
    "oust-off-target",
    "holds an enemy pawn, and pawns are ousted only from edge squares of the side's target colour",
);
const SAY_WHERE: Phrase = Phrase::new(
    "oust-says-where",
    "holds an enemy pawn: say on which empty square it is put, as in `e4-h4>d5`",
);
const EIGHTH_ONLY: Phrase = Phrase::new(
    "corner-for-eighth",
    "holds a pawn of the same side, which only the eighth pawn may join, once seven are home",
);
const EIGHTH_SHARES: Phrase = Phrase::new(
    "target-corner",
    "two pawns share a square only on the target corner, once a side has all its pawns home: both its own, written `W` or `B`",
);
const DOUBLED_COUNT: Phrase =
    Phrase::new("doubled-corner", "8, or 7 squares of the target colour with a doubled corner");
const TARGETS_FORM: Phrase = Phrase::new(
    "target-colours",
    "the letters of White's and Black's target colours, `-` for none, as in `R/-`",
);
const FREE_TASK: Phrase =
    Phrase::new("move-or-set-target", "move a pawn; the first edge square sets the target colour");
const TASK: Phrase = Phrase::new(
    "move-or-oust",
    "move a pawn, or oust an enemy pawn from an edge square of the target colour",
);
const EIGHTH_TASK: Phrase =
    Phrase::new("move-eighth", "bring the last pawn home: the corner can hold it too");

/// A position of Big Bang.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BigBang {
    pub(super) core: Core,
    /// The target colours, by side.
    targets: [Option<Colour>; 2],
}

/// Whether a colour may become a target on this board: one corner, seven edge squares.
#[inline]
fn is_eligible(board: &Board, colour: Colour) -> bool {
    let corner = board.coloured(colour) & Bitboard::CORNERS;
    corner.any()
        && !corner.more_than_one()
        && (board.coloured(colour) & Bitboard::EDGE).count() == GOALS
}

impl BigBang {
    /// The colours that may become a target on this board, in the order of [`Colour::ALL`].
    pub fn eligible(board: &Board) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(|colour| is_eligible(board, *colour))
    }

    /// The target colour of a side, once it has one.
    #[inline]
    pub const fn target(&self, side: Side) -> Option<Colour> {
        side.pick(self.targets)
    }

    /// The edge squares of a side's target colour; none before it has one.
    #[inline]
    pub fn goals(&self, board: &Board, side: Side) -> Bitboard {
        match self.target(side) {
            Some(colour) => board.coloured(colour) & Bitboard::EDGE,
            None => Bitboard::EMPTY,
        }
    }

    /// The squares of a side's pawns that are home: they never move again.
    #[inline]
    pub fn home(&self, board: &Board, side: Side) -> Bitboard {
        self.core.pawns(side) & self.goals(board, side)
    }

    /// The edge squares on which the side to move may land, empty ones supposed.
    #[inline]
    fn open_edge(&self, board: &Board) -> Bitboard {
        if self.target(self.core.turn()).is_some() {
            return Bitboard::EDGE;
        }
        let taken = self.target(!self.core.turn());
        Colour::ALL
            .into_iter()
            .filter(|colour| Some(*colour) != taken && is_eligible(board, *colour))
            .fold(Bitboard::EMPTY, |open, colour| open | board.coloured(colour))
    }

    /// The corner on which the last pawn may join another, if seven are home.
    #[inline]
    fn eighth_corner(&self, board: &Board) -> Bitboard {
        let home = self.home(board, self.core.turn());
        if home.any() && home.count() == GOALS { home & Bitboard::CORNERS } else { Bitboard::EMPTY }
    }

    fn has_all_home(&self, board: &Board, side: Side) -> bool {
        // Two of eight pawns on one square leave seven squares: the last pawn has joined another.
        let pawns = self.core.pawns(side);
        pawns.any() && pawns == self.goals(board, side)
    }

    fn pawns_under_way(&self, board: &Board, side: Side) -> u32 {
        (self.core.pawns(side) & !self.goals(board, side)).count()
    }

    /// Why a landing on `to`, which holds a pawn and is in reach, is not legal.
    fn refuse_landing(&self, board: &Board, to: Square, put: Option<Square>) -> IllegalMove {
        let goals = self.goals(board, self.core.turn());
        if self.core.own().contains(to) {
            return if (goals & Bitboard::CORNERS).contains(to) {
                IllegalMove::rule(EIGHTH_ONLY, to)
            } else {
                IllegalMove::OwnPawn(to)
            };
        }
        if self.target(self.core.turn()).is_none() && Bitboard::EDGE.contains(to) {
            return IllegalMove::rule(NO_TARGET, to);
        }
        if !goals.contains(to) {
            return IllegalMove::rule(OUST_ELSEWHERE, to);
        }
        match put {
            None => IllegalMove::rule(SAY_WHERE, to),
            Some(put) => IllegalMove::rule(PUT_ON_PAWN, put),
        }
    }
}

impl Rules for BigBang {
    const INFO: GameInfo = GameInfo {
        title: "Big Bang",
        summary: "Scatter from the centre and bring all eight pawns to the edge squares of one colour.",
        group: Group::Race,
        board_size: BoardSize::Full,
        layouts: &[Layout::new("checkered"), Layout::new("halves")],
        match_target: None,
    };

    const SHARING: Sharing = Sharing::OneSide(EIGHTH_SHARES);

    fn check_board(board: &Board) -> Result<(), UnsuitableBoard> {
        let eligible: Vec<Colour> = Self::eligible(board).collect();
        if eligible.len() >= NEEDED {
            Ok(())
        } else {
            Err(UnsuitableBoard::Rule(too_few_eligible(board, &eligible)))
        }
    }

    fn start(_board: &Board, setup: Setup) -> Self {
        let white = if setup.layout == 0 { CENTRE & EVEN } else { CENTRE & SOUTH_HALF };
        Self { core: Core::start(white, CENTRE & !white, setup.first), targets: [None; 2] }
    }

    fn stack(&self, board: &Board, square: Square) -> Stack {
        Stack::new(Side::ALL.map(|side| {
            let stands = self.core.pawns(side).contains(square);
            let is_doubled = Bitboard::CORNERS.contains(square) && self.has_all_home(board, side);
            u8::from(stands) + u8::from(stands && is_doubled)
        }))
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        let turn = self.core.turn();
        let goals = self.goals(board, turn);
        let movers = self.core.own() & !goals;
        let occupied = self.core.occupied();
        let landings =
            (!occupied & (!Bitboard::EDGE | self.open_edge(board))) | self.eighth_corner(board);
        let oustable = self.core.enemy() & goals;
        let empty = board.squares() & !occupied;
        board.try_each_reach(movers, occupied, |from, reach| {
            let quiet = reach & landings;
            sink.take(MoveSet::Moves { from, quiet, captures: Bitboard::EMPTY })?;
            for to in reach & oustable {
                sink.take(MoveSet::Ousts { from, to, puts: empty | from.into() })?;
            }
            ControlFlow::Continue(())
        })
    }

    #[inline]
    fn apply(&mut self, board: &Board, mv: Move) {
        match mv {
            Move::Step { from, to } => {
                self.core.shift(from, to);
                if self.target(self.core.turn()).is_none() && Bitboard::EDGE.contains(to) {
                    let colour = board.colour(to);
                    match self.core.turn() {
                        Side::White => self.targets[0] = colour,
                        Side::Black => self.targets[1] = colour,
                    }
                }
            }
            Move::Oust { from, to, put } => self.core.oust(from, to, put),
            Move::Place(_) | Move::Capture { .. } | Move::Camp { .. } | Move::Pass => {}
        }
    }

    #[inline]
    fn won(&self, board: &Board) -> Option<Outcome> {
        let mover = !self.core.turn();
        self.has_all_home(board, mover)
            .then(|| Outcome::win(mover, self.pawns_under_way(board, !mover), ALL_HOME))
    }

    fn resignation_points(&self, board: &Board, winner: Side) -> u32 {
        self.pawns_under_way(board, !winner)
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let (from, to, put) = match mv {
            Move::Step { from, to } | Move::Capture { from, to } => (from, to, None),
            Move::Oust { from, to, put } => (from, to, Some(put)),
            Move::Place(_) | Move::Camp { .. } | Move::Pass => {
                return IllegalMove::OtherKind { expected: PAWNS_MOVE };
            }
        };
        if self.home(board, self.core.turn()).contains(from) {
            IllegalMove::rule(HOME, from)
        } else if let Some(refusal) = movement_error(&self.core, board, from, to) {
            refusal
        } else if self.core.occupied().contains(to) {
            self.refuse_landing(board, to, put)
        } else if put.is_some() {
            IllegalMove::rule(NOTHING_TO_OUST, to)
        } else {
            IllegalMove::rule(NOT_ELIGIBLE, to)
        }
    }

    fn task(&self, board: &Board) -> Phrase {
        if self.target(self.core.turn()).is_none() {
            FREE_TASK
        } else if self.eighth_corner(board).any() {
            EIGHTH_TASK
        } else {
            TASK
        }
    }

    fn view(&self, board: &Board) -> View {
        let goals = Mark::of_sides(MarkKind::Goal, |side| self.goals(board, side));
        let homes = Mark::of_sides(MarkKind::Home, |side| self.home(board, side));
        View {
            marks: goals.into_iter().chain(homes).filter(|mark| mark.squares.any()).collect(),
            targets: self.targets,
            ..View::default()
        }
    }

    fn write_fields(&self, fields: &mut Fields) {
        if self.targets != [None; 2] {
            let letters = self.targets.map(|target| target.map_or('-', Colour::letter).to_string());
            fields.put("targets", letters.join("/"));
        }
    }

    fn read_fields(board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError> {
        let position = Self { core, targets: read_targets(board, fields)? };
        for side in Side::ALL {
            let squares = core.pawns(side).count();
            let found = squares + u32::from(position.has_all_home(board, side));
            if found != 8 {
                return Err(StateError::PawnCount {
                    side,
                    found: squares,
                    expected: DOUBLED_COUNT,
                });
            }
        }
        if position.has_all_home(board, core.turn()) {
            return Err(StateError::impossible(
                "all-home",
                "all pawns of the side to move are home: it won by its last move, so it can't be its turn",
            ));
        }
        Ok(position)
    }
}

/// What a board has instead of the colours needed: the colours of its corners and those `eligible`.
fn too_few_eligible(board: &Board, eligible: &[Colour]) -> BrokenRule {
    let corners = ["a8", "h8", "a1", "h1"].into_iter().filter_map(|name| {
        let colour = board.colour(name.parse().ok()?)?;
        Some((name, colour))
    });
    let text = format!(
        "{BOARD_RULE}: here the corners are {}; eligible: {}",
        listed(corners.clone().map(|(name, colour)| format!("{name} {colour}"))),
        listed(eligible),
    );
    let mut details = vec![
        ("needed", Detail::Number(NEEDED)),
        ("eligible", Detail::Colour(eligible.first().copied())),
        ("count", Detail::Number(NEEDED - eligible.len())),
    ];
    details.extend(corners.map(|(name, colour)| (name, Detail::Colour(Some(colour)))));
    BrokenRule { key: "eligible-colours", text, details }
}

fn read_targets(board: &Board, fields: &mut Fields) -> Result<[Option<Colour>; 2], StateError> {
    const KEY: &str = "targets";
    let Some(value) = fields.take(KEY) else {
        return Ok([None; 2]);
    };
    let wrong = || StateError::FieldValue {
        key: KEY,
        found: quoted(&value),
        expected: ValueForm::Other(TARGETS_FORM),
    };
    let (white, black) = value.split_once('/').ok_or_else(wrong)?;
    let mut targets = [None; 2];
    for (target, text) in targets.iter_mut().zip([white, black]) {
        let mut letters = text.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err(wrong());
        };
        if letter != '-' {
            let colour = Colour::from_letter(letter).ok_or_else(wrong)?;
            if !is_eligible(board, colour) {
                return Err(StateError::impossible(
                    "target-not-eligible",
                    "a target colour must be eligible: one corner and seven edge squares",
                ));
            }
            *target = Some(colour);
        }
    }
    if targets[0].is_some() && targets[0] == targets[1] {
        return Err(StateError::impossible(
            "same-target",
            "the two sides have different target colours",
        ));
    }
    Ok(targets)
}
