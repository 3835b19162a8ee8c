//! Boards: how many there are, their codes and rotations, and movement on them (rules.md, sections
//! 1, 2 and 5).

use std::array;
use std::collections::{BTreeSet, HashSet};

use katarenga_rules::{
    Bitboard, Board, BoardCode, Colour, Face, GameKind, Quarter, Quarters, Square,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// How many boards there are once those that differ by a rotation of the whole count as one
/// (rules.md, section 5).
const CLASSES: usize = 24_576;
/// How many codes have at least two colours eligible for Big Bang (rules.md, section 5).
const BIG_BANG_CODES: usize = 64_512;

#[test]
fn all_codes_are_different_boards() {
    let boards: HashSet<BoardCode> =
        Quarters::all().map(|quarters| BoardCode::from(quarters).spelled_out()).collect();
    assert_eq!(boards.len(), Quarters::COUNT as usize);
    assert_eq!(Quarters::COUNT, 24 * 8_u32.pow(4), "4! orders of four boards that lie in 8 ways");
}

#[test]
fn four_rotations_lead_back() {
    for quarters in Quarters::all() {
        let turned = rotations(quarters.into(), BoardCode::rotated);
        assert_eq!(turned[3].rotated(), turned[0]);
        assert_eq!(turned.iter().collect::<HashSet<_>>().len(), 4, "{}", turned[0]);
    }
}

#[test]
fn codes_rotate_like_their_squares() {
    for quarters in Quarters::all() {
        let code = BoardCode::from(quarters);
        assert_eq!(code.rotated().spelled_out(), code.spelled_out().rotated(), "{code}");
    }
    let north_west_corner = |code: BoardCode| Board::new(code).colour(named("a8"));
    let south_west_corner = |code: BoardCode| Board::new(code).colour(named("a1"));
    let code = BoardCode::REFERENCE;
    assert_eq!(north_west_corner(code.rotated()), south_west_corner(code), "clockwise");
}

#[test]
fn boards_are_counted_up_to_rotation() {
    let mut classes = HashSet::new();
    for quarters in Quarters::all() {
        let canonical = quarters.canonical();
        let turned = rotations(quarters, Quarters::rotated);
        assert!(turned.contains(&canonical), "only rotations share a canonical board");
        assert!(turned.iter().all(|board| board.canonical() == canonical), "and all of them do");
        classes.insert(canonical);
    }
    assert_eq!(classes.len(), CLASSES);
}

#[test]
fn every_form_of_code_has_a_canonical_rotation() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for code in some_boards(&mut rng, 50) {
        let turned = rotations(code, BoardCode::rotated);
        assert!(turned.contains(&code.canonical()), "{code}");
        assert!(turned.iter().all(|board| board.canonical() == code.canonical()), "{code}");
    }
}

#[test]
fn two_boards_of_three_suit_big_bang() {
    let suits = |quarters: &Quarters| {
        GameKind::BigBang.check_board(&Board::new(BoardCode::from(*quarters))).is_ok()
    };
    assert_eq!(Quarters::all().filter(suits).count(), BIG_BANG_CODES);
}

#[test]
fn codes_read_back() {
    for quarters in Quarters::all() {
        let code = BoardCode::from(quarters);
        assert_eq!(code.to_string().parse(), Ok(code));
        assert_eq!(code.to_string().to_uppercase().parse(), Ok(code));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for code in some_boards(&mut rng, 200) {
        assert_eq!(code.to_string().parse(), Ok(code));
        assert_eq!(code.to_string().to_lowercase().parse(), Ok(code));
    }
}

/// The order of the codes is part of the interface: files may refer to boards by number.
#[test]
fn the_order_of_the_codes_stays() {
    for (index, quarters) in (0..).zip(Quarters::all()) {
        assert_eq!(Quarters::from_index(index), quarters);
    }
    for (index, code) in [
        (0, "1a0-2a0-3a0-4a0"),
        (1, "1a1-2a0-3a0-4a0"),
        (8, "1a0-2a1-3a0-4a0"),
        (4095, "1b3-2b3-3b3-4b3"),
        (4096, "2a0-1a0-3a0-4a0"),
        (98_303, "4b3-3b3-2b3-1b3"),
        (98_304, "1a0-2a0-3a0-4a0"),
    ] {
        assert_eq!(BoardCode::from(Quarters::from_index(index)).to_string(), code, "{index}");
    }
}

#[test]
fn letters_name_the_same_board_as_its_code() {
    for quarters in Quarters::all().step_by(97) {
        let code = BoardCode::from(quarters);
        let letters = code.spelled_out().to_string();
        assert_eq!(letters.parse::<Board>(), Ok(Board::new(code)), "{letters}");
    }
    for quarter in Quarter::all() {
        let code = BoardCode::from(quarter);
        let letters = code.spelled_out().to_string();
        assert_eq!(letters.parse::<Board>(), Ok(Board::new(code)), "{letters}");
    }
}

/// The figure of rules.md, section 1.
#[test]
fn the_reference_board_is_the_one_in_the_rules() {
    let letters = "RYBGRYGB/GRGBGYRY/YYBRBBGR/BGRYYRBG/RGBYRGBY/YYGRYYBR/BBRGBGRG/GRYBGRYB";
    assert_eq!(BoardCode::REFERENCE.spelled_out().to_string(), letters);
    assert_eq!(BoardCode::REFERENCE_QUARTER.spelled_out().to_string(), "RYBG/GRGB/YYBR/BGRY");
}

#[test]
fn a_seed_draws_the_same_boards_again() {
    for kind in GameKind::ALL {
        let draw = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            array::from_fn::<_, 20, _>(|_| kind.random_board(&mut rng))
        };
        assert_eq!(draw(3), draw(3), "{kind}");
        assert_ne!(draw(3), draw(4), "{kind}");
        assert!(draw(3).iter().all(|code| kind.check_board(&Board::new(*code)).is_ok()), "{kind}");
    }
}

#[test]
fn shuffled_boards_come_once_each() {
    for kind in GameKind::ALL {
        let draw = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            kind.shuffled_boards(&mut rng).take(3000).collect::<Vec<_>>()
        };
        let boards = draw(3);
        assert_eq!(boards.iter().collect::<HashSet<_>>().len(), boards.len(), "{kind}");
        assert!(boards.iter().all(|code| kind.check_board(&Board::new(*code)).is_ok()), "{kind}");
        assert!(boards == draw(3) && boards != draw(4), "{kind}");
    }
    let boards = GameKind::BigBang.shuffled_boards(&mut ChaCha8Rng::seed_from_u64(1));
    assert_eq!(boards.count(), BIG_BANG_CODES);
}

#[test]
fn every_quarter_is_drawn() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let drawn: HashSet<Quarter> = (0..1000).map(|_| Quarter::random(&mut rng)).collect();
    assert_eq!(drawn.len(), 32);
    assert!(Quarter::new(5, Face::A, 0).is_none() && Quarter::new(0, Face::B, 0).is_none());
}

#[test]
fn movement_agrees_with_a_plain_reading_of_the_rules() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for code in some_boards(&mut rng, 200) {
        let (board, grid) = (Board::new(code), Grid::of(code));
        for crowd in [0.0, 0.1, 0.25, 0.5, 0.9] {
            let occupied: BTreeSet<At> =
                grid.squares().filter(|_| rng.random_bool(crowd)).collect();
            assert_same_reach(&board, &grid, &occupied);
        }
    }
}

fn assert_same_reach(board: &Board, grid: &Grid, occupied: &BTreeSet<At>) {
    let pawns: Bitboard = occupied.iter().map(|at| square(*at)).collect();
    for from in Square::all() {
        let found: BTreeSet<At> = board.reach(from, pawns).into_iter().map(at).collect();
        let expected = grid.reach(at(from), occupied);
        assert_eq!(found, expected, "from {from} on {}, pawns on {pawns:?}", board.code());
    }
    board.each_reach(pawns, pawns, |from, reach| assert_eq!(reach, board.reach(from, pawns)));
}

/// A square as file and rank, from 0.
type At = (i8, i8);

/// A board as the rules draw it: letters, and no sets of bits.
struct Grid(Vec<Vec<char>>);

impl Grid {
    /// Ranks from south to north.
    fn of(code: BoardCode) -> Self {
        let letters = code.spelled_out().to_string();
        Self(letters.rsplit('/').map(|rank| rank.chars().collect()).collect())
    }

    fn letter(&self, (file, rank): At) -> Option<char> {
        let rank = self.0.get(usize::try_from(rank).ok()?)?;
        rank.get(usize::try_from(file).ok()?).copied()
    }

    fn squares(&self) -> impl Iterator<Item = At> {
        (0..8)
            .flat_map(|rank| (0..8).map(move |file| (file, rank)))
            .filter(|at| self.letter(*at).is_some())
    }

    /// Section 2 of the rules, word for word.
    fn reach(&self, from: At, occupied: &BTreeSet<At>) -> BTreeSet<At> {
        match self.letter(from) {
            Some('R') => self.slide(from, occupied, |files, ranks| files + ranks == 1),
            Some('Y') => self.slide(from, occupied, |files, ranks| files == 1 && ranks == 1),
            Some('G') => self.step(from, |files, ranks| files * ranks == 2),
            Some('B') => self.step(from, |files, ranks| files.max(ranks) == 1),
            _ => BTreeSet::new(),
        }
    }

    fn step(&self, from: At, goes: fn(i8, i8) -> bool) -> BTreeSet<At> {
        let targets = directions(goes).map(|direction| after(from, direction));
        targets.filter(|to| self.letter(*to).is_some()).collect()
    }

    /// Any distance, up to the first pawn or the first square of the colour of `from`, that square
    /// included.
    fn slide(&self, from: At, occupied: &BTreeSet<At>, goes: fn(i8, i8) -> bool) -> BTreeSet<At> {
        let mut reached = BTreeSet::new();
        for direction in directions(goes) {
            let mut to = after(from, direction);
            while self.letter(to).is_some() {
                reached.insert(to);
                if occupied.contains(&to) || self.letter(to) == self.letter(from) {
                    break;
                }
                to = after(to, direction);
            }
        }
        reached
    }
}

/// The directions whose distances in files and ranks satisfy `goes`.
fn directions(goes: fn(i8, i8) -> bool) -> impl Iterator<Item = At> {
    let all = (-2..=2).flat_map(|files| (-2..=2).map(move |ranks| (files, ranks)));
    all.filter(move |(files, ranks): &At| goes(files.abs(), ranks.abs()))
}

const fn after((file, rank): At, (files, ranks): At) -> At {
    (file + files, rank + ranks)
}

fn at(square: Square) -> At {
    (square.file().cast_signed(), square.rank().cast_signed())
}

fn square((file, rank): At) -> Square {
    Square::new(file.cast_unsigned(), rank.cast_unsigned()).expect("a square of the board")
}

fn named(name: &str) -> Square {
    name.parse().expect("the name of a square")
}

fn rotations<T: Copy>(board: T, rotated: fn(T) -> T) -> [T; 4] {
    let mut turned = [board; 4];
    for turns in 1..4 {
        turned[turns] = rotated(turned[turns - 1]);
    }
    turned
}

/// `each` boards of every form of code.
fn some_boards(rng: &mut ChaCha8Rng, each: usize) -> Vec<BoardCode> {
    let draw = |_| {
        [
            Quarters::random(rng).into(),
            Quarter::random(rng).into(),
            BoardCode::Custom(random_cells(rng)),
            BoardCode::CustomQuarter(random_cells(rng)),
        ]
    };
    (0..each).flat_map(draw).collect()
}

fn random_cells<const N: usize>(rng: &mut ChaCha8Rng) -> [[Colour; N]; N] {
    array::from_fn(|_| array::from_fn(|_| Colour::ALL[rng.random_range(0..4)]))
}
