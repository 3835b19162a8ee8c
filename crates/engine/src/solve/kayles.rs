//! Isolation as a game on a graph: no two pawns on neighbouring squares.
//!
//! Where pawns of both sides count, a pawn closes its own square and all that are en prise to it or to
//! which it is, and pawns in between change nothing. So a position is the set of squares that are
//! still open, and the game is Kayles on a graph of at most 64 nodes, in which two squares are
//! neighbours when one reaches the other on the empty board.
//!
//! Open squares that fall apart into components make a sum of games. A small component is worth its
//! Grundy number; the rest is searched together with the sum of these numbers as one heap of Nim.

use katarenga_rules::{Bitboard, Board, Square};

use super::table::Table;
use super::{OutOfMemory, Value};
use crate::limits::Stop;
use crate::ranked::by_rank;

/// The squares of a board with those that can't hold a pawn together with one on them.
#[derive(Clone, Debug)]
pub struct Graph {
    squares: u64,
    /// For each square itself and its neighbours.
    closed: [u64; Square::COUNT],
}

impl Graph {
    /// The graph of a board.
    pub fn new(board: &Board) -> Self {
        let mut closed = [0; Square::COUNT];
        for square in board.squares() {
            closed[square.index()] |= Bitboard::of(square).0;
            for other in board.reach(square, Bitboard::EMPTY) {
                closed[square.index()] |= Bitboard::of(other).0;
                closed[other.index()] |= Bitboard::of(square).0;
            }
        }
        Self { squares: board.squares().0, closed }
    }

    /// What is left of `open` when a pawn is placed on the square with this index.
    #[inline]
    const fn after(&self, open: u64, square: usize) -> u64 {
        open & !self.closed[square]
    }

    /// The component of the first square of `open`, which is not empty.
    #[inline]
    fn component(&self, open: u64) -> u64 {
        let mut component = open & open.wrapping_neg();
        let mut left = component;
        while left != 0 && component != open {
            let square = left.trailing_zeros() as usize;
            let grown = self.closed[square] & open & !component;
            component |= grown;
            left = (left & (left - 1)) | grown;
        }
        component
    }

    /// The least number of pawns until nothing is open: as if no two closed the same square.
    fn fewest(&self, open: u64) -> u8 {
        let mut closing = [0_u8; Square::COUNT + 1];
        for square in Bitboard(open) {
            closing[(self.closed[square.index()] & open).count_ones() as usize] += 1;
        }
        let (mut left, mut pawns) = (open.count_ones() as usize, 0);
        for (squares, count) in closing.into_iter().enumerate().rev() {
            for _ in 0..count {
                if left == 0 {
                    return pawns;
                }
                left = left.saturating_sub(squares);
                pawns += 1;
            }
        }
        pawns
    }

    /// Puts the squares of `open` into groups in which each is a neighbour of every other, so that a
    /// group holds one pawn at most; returns how many groups there are. `each` is given every square
    /// with the number of its group, from 1 on.
    #[inline]
    fn group(&self, open: u64, mut each: impl FnMut(usize, u32)) -> u32 {
        let (mut left, mut groups) = (open, 0);
        while left != 0 {
            groups += 1;
            let mut candidates = left;
            while candidates != 0 {
                let square = candidates.trailing_zeros() as usize;
                each(square, groups);
                left &= !(1 << square);
                candidates &= self.closed[square] & !(1 << square);
            }
        }
        groups
    }

    /// A largest set of squares on which pawns can stand with no two en prise.
    pub fn largest_set(&self) -> Bitboard {
        let mut largest = 0;
        self.enlarge(0, self.squares, &mut largest);
        Bitboard(largest)
    }

    /// How many pawns can stand on `open` at most.
    fn largest(&self, open: u64) -> u32 {
        let mut largest = 0;
        self.enlarge(0, open, &mut largest);
        largest.count_ones()
    }

    /// Extends `set` by squares of `open` to one that is larger than `largest`, if there is one.
    ///
    /// Where the groups of `open` are too few, no larger set is to be found.
    fn enlarge(&self, set: u64, mut open: u64, largest: &mut u64) {
        if open == 0 {
            if set.count_ones() > largest.count_ones() {
                *largest = set;
            }
            return;
        }
        let (mut squares, mut count) = ([(0, 0); Square::COUNT], 0);
        self.group(open, |square, group| {
            squares[count] = (square, group);
            count += 1;
        });
        for (square, groups) in squares[..count].iter().rev() {
            if set.count_ones() + groups <= largest.count_ones() {
                return;
            }
            self.enlarge(set | 1 << square, self.after(open, *square), largest);
            open &= !(1 << square);
        }
    }
}

/// The largest component that is worth its Grundy number. Measured: with 8 squares a board takes the
/// least time.
const SMALL: u32 = 8;
/// Entries of the table, a power of two. Boards made of quarterboards have some 150,000 positions.
const ENTRIES: usize = 1 << 19;
/// Entries of the table of Grundy numbers, a power of two: few enough for the nearest cache, since
/// nearly every answer looks one up.
const GRUNDY_ENTRIES: usize = 1 << 12;
/// The positions after which a question is given up: ten times as many as the first squares of a
/// board take. Boards of other squares can be far harder.
const MAX_POSITIONS: u64 = 4_000_000;

/// The squares; what was asked of them, with the answer in the lowest 16 bits.
type Entry = [u64; 2];

/// What the table knows of a set of squares.
#[derive(Clone, Copy)]
enum Question {
    /// Whether the side to move wins on it and a heap of this size.
    WithHeap(u64),
    /// Whether the side to move wins on it while so many pawns are in hand.
    WithHands(u64),
    /// The bounds of its length; with the pawns in hand where they count.
    Length(u64),
}

impl Question {
    /// A number from 1 on.
    const fn number(self) -> u64 {
        match self {
            Self::WithHeap(heap) => 1 + heap,
            Self::WithHands(in_hand) => 65 + in_hand,
            Self::Length(in_hand) => 97 + in_hand,
        }
    }
}

/// The Grundy numbers of small components that were met before.
#[derive(Debug)]
struct GrundyNumbers(Vec<(u64, u8)>);

impl GrundyNumbers {
    fn new() -> Self {
        Self(vec![(0, 0); GRUNDY_ENTRIES])
    }

    #[inline]
    const fn slot(component: u64) -> usize {
        let mixed = component.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (u64::BITS - GRUNDY_ENTRIES.ilog2())) as usize
    }

    #[inline]
    fn look_up(&self, component: u64) -> Option<u8> {
        let (known, number) = self.0[Self::slot(component)];
        (known == component).then_some(number)
    }

    fn store(&mut self, component: u64, number: u8) {
        self.0[Self::slot(component)] = (component, number);
    }
}

/// Solves sets of open squares on one board; what was found is kept for the next question.
#[derive(Debug)]
pub struct KaylesSolver {
    graph: Graph,
    numbers: GrundyNumbers,
    table: Table<Entry>,
    /// The number of open squares from which on questions are given up: one of that size was.
    too_many: u32,
}

impl KaylesSolver {
    /// A solver with an empty table.
    pub fn new(board: &Board) -> Self {
        Self {
            graph: Graph::new(board),
            numbers: GrundyNumbers::new(),
            table: Table::new(ENTRIES),
            too_many: u32::MAX,
        }
    }

    /// Goes on to another board.
    pub fn set_board(&mut self, board: &Board) {
        self.graph = Graph::new(board);
        self.numbers = GrundyNumbers::new();
        self.too_many = u32::MAX;
        self.table.clear();
    }

    /// The graph of the board.
    pub const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The squares that are open once pawns are placed on `placed`.
    pub fn open(&self, placed: Bitboard) -> Bitboard {
        let open = |open, pawn: Square| self.graph.after(open, pawn.index());
        Bitboard(placed.into_iter().fold(self.graph.squares, open))
    }

    /// Why nothing is solved, where memory was too short for a table.
    pub fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.table.out_of_memory()
    }

    /// Allocates the table, which is else done at the first question.
    ///
    /// # Errors
    /// When memory is too short.
    pub fn allocate(&mut self) -> Result<(), OutOfMemory> {
        self.table.get().map(drop)
    }

    /// Whether the side to move wins on `open` squares while both sides together have `in_hand` pawns
    /// in hand. `None` when `stop` is set meanwhile, it takes too many positions, or
    /// [`out_of_memory`](Self::out_of_memory) says why.
    pub fn value(&mut self, open: Bitboard, in_hand: u8, stop: &Stop) -> Option<Value> {
        let open = Open::new(&self.graph, open.0, in_hand);
        self.ask(open, stop, |search| Value::won(search.wins(open)))
    }

    /// The same with the number of pawns that will still be placed when the winner hurries and the
    /// loser resists.
    pub fn length(&mut self, open: Bitboard, in_hand: u8, stop: &Stop) -> Option<(Value, u8)> {
        let open = Open::new(&self.graph, open.0, in_hand);
        self.ask(open, stop, |search| {
            (Value::won(search.wins(open)), search.length(open, 0, MAX_LENGTH))
        })
    }

    /// Answers a question unless it is given up.
    fn ask<T>(
        &mut self,
        open: Open,
        stop: &Stop,
        question: impl FnOnce(&mut Kayles<'_>) -> T,
    ) -> Option<T> {
        if open.squares.count_ones() >= self.too_many {
            return None;
        }
        let table = self.table.get().ok()?;
        let mut search = Kayles {
            graph: &self.graph,
            numbers: &mut self.numbers,
            table,
            stop,
            positions: 0,
            is_over: false,
        };
        let answer = question(&mut search);
        if !search.is_over {
            return Some(answer);
        }
        if !stop.is_set() {
            self.too_many = open.squares.count_ones();
        }
        None
    }

    /// The squares on which the first pawn wins, where both sides together have `in_hand` pawns.
    /// `None` as for [`value`](Self::value).
    pub fn winning(&mut self, in_hand: u8, stop: &Stop) -> Option<Bitboard> {
        let mut winning = Bitboard::EMPTY;
        for square in Bitboard(self.graph.squares) {
            if self.value(self.open(square.into()), in_hand - 1, stop)? == Value::Loss {
                winning |= square.into();
            }
        }
        Some(winning)
    }
}

/// More than any number of pawns.
const MAX_LENGTH: u8 = 17;

/// The squares that are open, and the pawns in hand as far as they count.
#[derive(Clone, Copy)]
struct Open {
    squares: u64,
    /// How many pawns both sides together have in hand; `None` where no more could stand anyway.
    ///
    /// On 308 of the 24,576 boards the largest set has 17 squares, on all others at most 16.
    in_hand: Option<u8>,
}

impl Open {
    fn new(graph: &Graph, squares: u64, in_hand: u8) -> Self {
        let is_short = graph.largest(squares) > u32::from(in_hand);
        Self { squares, in_hand: is_short.then_some(in_hand) }
    }

    /// Once a pawn is placed on the square with this index.
    fn after(self, graph: &Graph, square: usize) -> Self {
        let squares = graph.after(self.squares, square);
        match self.in_hand {
            // Where all could be placed, the rest can.
            None => Self { squares, in_hand: None },
            Some(in_hand) => Self::new(graph, squares, in_hand - 1),
        }
    }

    /// Whether no pawn can be placed.
    fn is_over(self) -> bool {
        self.squares == 0 || self.in_hand == Some(0)
    }
}

/// A question that is being answered. What its methods return means nothing once `is_over` is set.
struct Kayles<'a> {
    graph: &'a Graph,
    numbers: &'a mut GrundyNumbers,
    table: &'a mut [Entry],
    stop: &'a Stop,
    positions: u64,
    is_over: bool,
}

impl Kayles<'_> {
    fn slot(&self, open: u64, question: Question) -> usize {
        let mixed = (open ^ question.number()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32 ^ open >> 17).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 40) as usize & (self.table.len() - 1)
    }

    fn look_up(&self, open: u64, question: Question) -> Option<u64> {
        let [known, found] = self.table[self.slot(open, question)];
        (known == open && found >> 16 == question.number()).then_some(found & 0xFFFF)
    }

    fn store(&mut self, open: u64, question: Question, answer: u64) {
        if !self.is_over {
            let slot = self.slot(open, question);
            self.table[slot] = [open, question.number() << 16 | answer];
        }
    }

    /// Counts a position, and returns whether the question is given up.
    fn count_position(&mut self) -> bool {
        self.positions += 1;
        self.is_over |= self.positions > MAX_POSITIONS || self.stop.is_set();
        self.is_over
    }

    /// Whether the side to move wins.
    fn wins(&mut self, open: Open) -> bool {
        if open.is_over() {
            return false;
        }
        let Some(in_hand) = open.in_hand else {
            let (rest, heap) = self.split(open.squares, 0);
            return self.wins_with_heap(rest, heap);
        };
        let question = Question::WithHands(in_hand.into());
        if let Some(known) = self.look_up(open.squares, question) {
            return known == 1;
        }
        if self.count_position() {
            return false;
        }
        let graph = self.graph;
        let wins = Bitboard(open.squares)
            .into_iter()
            .any(|square| !self.wins(open.after(graph, square.index())));
        self.store(open.squares, question, wins.into());
        wins
    }

    /// How many pawns will still be placed when the winner hurries and the loser resists, if that lies
    /// between `alpha` and `beta`; otherwise a bound beyond them.
    fn length(&mut self, open: Open, alpha: u8, beta: u8) -> u8 {
        if open.is_over() {
            return 0;
        }
        let question = Question::Length(open.in_hand.map_or(0, u64::from));
        let known = self.look_up(open.squares, question);
        let (mut least, mut most) = match known {
            Some(known) => ((known & 31) as u8, (known >> 5) as u8),
            None => self.bounds(open),
        };
        if least < beta && most > alpha && known.is_none() {
            // The winner places the last pawn. Who wins is asked only where it matters.
            let parity = u8::from(self.wins(open));
            least += (least + parity) % 2;
            most -= (most + parity) % 2;
        }
        if least >= beta || least == most || self.count_position() {
            return least;
        }
        if most <= alpha {
            return most;
        }
        let (alpha, beta) = (alpha.max(least), beta.min(most));
        let length = if self.wins(open) {
            self.shortest(open, alpha, beta)
        } else {
            self.longest(open, alpha, beta)
        };
        if length > alpha {
            least = least.max(length);
        }
        if length < beta {
            most = most.min(length);
        }
        self.store(open.squares, question, u64::from(least) | u64::from(most) << 5);
        length
    }

    /// The bounds of the length that follow from how many squares a pawn closes.
    fn bounds(&self, open: Open) -> (u8, u8) {
        let groups = self.graph.group(open.squares, |_, _| ()) as u8;
        (
            self.graph.fewest(open.squares),
            open.in_hand.map_or(groups, |in_hand| groups.min(in_hand)),
        )
    }

    /// The length for the side to move, which wins.
    fn shortest(&mut self, open: Open, alpha: u8, mut beta: u8) -> u8 {
        let mut best = MAX_LENGTH;
        for next in self.answers(open) {
            // Who wins there is asked only where it could be shorter.
            let least = 1 + self.graph.fewest(next.squares);
            if least >= beta {
                best = best.min(least);
                continue;
            }
            if self.wins(next) {
                continue;
            }
            let length = 1 + self.length(next, alpha.saturating_sub(1), beta - 1);
            best = best.min(length);
            beta = beta.min(best);
            if beta <= alpha {
                break;
            }
        }
        best
    }

    /// The length for the side to move, which loses.
    fn longest(&mut self, open: Open, mut alpha: u8, beta: u8) -> u8 {
        let mut best = 0;
        for next in self.answers(open).into_iter().rev() {
            let length = 1 + self.length(next, alpha.saturating_sub(1), beta - 1);
            best = best.max(length);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// What each placement leaves, first those that leave the fewest squares.
    fn answers(&self, open: Open) -> Vec<Open> {
        let after = |square: Square| open.after(self.graph, square.index());
        let answers: Vec<Open> = Bitboard(open.squares).into_iter().map(after).collect();
        by_rank(&answers, |next| next.squares.count_ones() as i32)
    }

    /// The squares of the components that are not small, and the sum of `heap` and the Grundy numbers
    /// of the others.
    fn split(&mut self, mut open: u64, mut heap: u8) -> (u64, u8) {
        let mut rest = 0;
        while open != 0 {
            let component = self.graph.component(open);
            open &= !component;
            if component.count_ones() <= SMALL {
                heap ^= self.grundy(component);
            } else {
                rest |= component;
            }
        }
        (rest, heap)
    }

    /// The Grundy number of a small component.
    fn grundy(&mut self, component: u64) -> u8 {
        // Of two neighbours one can be taken.
        if component.count_ones() <= 2 {
            return 1;
        }
        if let Some(known) = self.numbers.look_up(component) {
            return known;
        }
        let mut reached = 0_u64;
        for square in Bitboard(component) {
            let (_, number) = self.split(self.graph.after(component, square.index()), 0);
            reached |= 1 << number;
        }
        let number = reached.trailing_ones() as u8;
        self.numbers.store(component, number);
        number
    }

    /// Whether the side to move wins on `open`, which has no small component, and a heap.
    fn wins_with_heap(&mut self, open: u64, heap: u8) -> bool {
        if open == 0 {
            return heap != 0;
        }
        let question = Question::WithHeap(heap.into());
        if let Some(known) = self.look_up(open, question) {
            return known == 1;
        }
        if self.count_position() {
            return false;
        }
        let wins = match self.unknown_answers(open, heap) {
            None => true,
            Some(answers) => {
                // Where few squares are left, an answer is settled soonest.
                let mut answers = by_rank(&answers, |(rest, _)| rest.count_ones() as i32);
                answers.extend((0..heap).map(|heap| (open, heap)));
                answers.into_iter().any(|(rest, heap)| !self.wins_with_heap(rest, heap))
            }
        };
        self.store(open, question, wins.into());
        wins
    }

    /// The positions after a pawn is placed of which nothing is known; `None` when one of the others
    /// is lost for the side to move there.
    fn unknown_answers(&mut self, open: u64, heap: u8) -> Option<Vec<(u64, u8)>> {
        let mut answers = Vec::with_capacity(open.count_ones() as usize);
        for square in Bitboard(open) {
            match self.split(self.graph.after(open, square.index()), heap) {
                (0, 0) => return None,
                // All that is left is a heap to take.
                (0, _) => {}
                answer => answers.push(answer),
            }
        }
        // Looked up one right after the other, so that the memory is read while others are.
        let mut unknown = Vec::with_capacity(answers.len());
        for (rest, heap) in answers {
            match self.look_up(rest, Question::WithHeap(heap.into())) {
                Some(0) => return None,
                Some(_) => {}
                None => unknown.push((rest, heap)),
            }
        }
        Some(unknown)
    }
}
