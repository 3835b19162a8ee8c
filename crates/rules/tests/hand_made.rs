//! Games and positions made by hand for rules that random games seldom meet: repetition,
//! resignation, the published game of Battle Stations.

use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{
    Bitboard, BoardCode, Game, GameKind, IllegalMove, MarkKind, Move, Setup, Side, Square,
    result_text,
};

/// Two pawns that go out and come home on the reference board, and the ply at which that makes a
/// draw.
///
/// The start counts as the first occurrence, so it is ply 8; but in Katarenga captures are barred
/// on the first two plies, so the position that comes back is that of ply 2.
const SHUTTLES: [(&str, [&str; 4], usize); 4] = [
    ("katarenga", ["c1-e3", "b8-e5", "e3-c1", "e5-b8"], 10),
    ("north-west-passage", ["a8-e8", "d4-e3", "e8-a8", "e3-d4"], 8),
    ("big-bang", ["f6-g5", "e6-d7", "g5-f6", "d7-e6"], 8),
    ("congress", ["a4-e4", "b8-e5", "e4-a4", "e5-b8"], 8),
];

#[test]
fn the_third_occurrence_is_a_draw() {
    for (name, cycle, end) in SHUTTLES {
        let mut game = start(name);
        for (ply, text) in (0..end).zip(cycle.iter().cycle()) {
            assert_eq!(game.outcome(), None, "{name} after {ply} plies");
            play(&mut game, text);
        }
        assert_eq!(result(&game), "draw 0 repetition", "{name}");
        assert_eq!((game.occurrences(), game.legal_moves().len(), game.perft(1)), (3, 0, 0));
    }
}

#[test]
fn the_moves_of_a_game_divide_its_perft() {
    for (name, cycle, end) in SHUTTLES {
        let mut game = start(name);
        // One of the moves makes a draw by repetition, after which there is none.
        for text in cycle.iter().cycle().take(end - 1) {
            play(&mut game, text);
        }
        let parts = game.divide(2);
        assert!(parts.iter().map(|(mv, _)| *mv).eq(game.legal_moves()), "{name}");
        assert_eq!(parts.iter().filter(|(_, count)| *count == 0).count(), 1, "{name}");
        assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), game.perft(2), "{name}");
        game.resign(Side::White).expect("the game goes on");
        assert_eq!([0, 1, 2].map(|depth| game.perft(depth)), [1, 0, 0], "{name}");
    }
}

/// None of White's pawns can leave its square.
const BLOCKED: &str = "congress 4a2-1a0-2b3-3a2 8/b7/8/8/bb6/wbb1b3/wwww1b2/wwb1w3 w w";

#[test]
fn a_second_pass_in_a_row_is_a_draw_and_a_move_between_them_is_not_a_pass() {
    let from = |text: &str| Game::from_position(text.parse::<BoardPosition>().expect("a position"));
    let mut second = from(&format!("{BLOCKED} passes=1"));
    assert_eq!(second.legal_moves(), [Move::Pass]);
    play(&mut second, "pass");
    assert_eq!(result(&second), "draw 0 two-passes");
    let mut first = from(BLOCKED);
    play(&mut first, "pass");
    assert_eq!((first.outcome(), first.position().core().passes()), (None, 1));
    let step = first.legal_moves()[0];
    assert_ne!(step, Move::Pass);
    first.play(step).expect("legal");
    assert_eq!((first.outcome(), first.position().core().passes()), (None, 0));
}

#[test]
fn a_side_with_one_pawn_in_a_camp_loses_with_its_last_one_on_the_board() {
    for (rank, expected) in [("8", "black 1 too-few"), ("6w1", "ongoing")] {
        let text = format!("katarenga 4a2-1a0-2b3-3a2 7b/8/8/8/2bw4/{rank}/8/8 b w camps=1/0");
        let mut game = Game::from_position(text.parse::<BoardPosition>().expect("a position"));
        play(&mut game, "c4-d4");
        assert_eq!(result(&game), expected, "{text}");
    }
}

#[test]
fn the_squares_that_a_block_can_still_reach_are_marked_once_there_is_a_pawn() {
    let mut game = start("quartermaster");
    let area = |game: &Game| {
        let marks = game.position().view(game.board()).marks;
        marks.iter().find(|mark| mark.kind == MarkKind::Area).map(|mark| mark.squares)
    };
    assert_eq!(area(&game), None);
    play(&mut game, "d1");
    // Blocks of 4 x 4 squares with d1 are on the files a to g and the ranks 1 to 4.
    let expected: Bitboard = Square::all().filter(|at| at.file() < 7 && at.rank() < 4).collect();
    assert_eq!(area(&game), Some(expected));
}

#[test]
fn the_square_to_be_answered_is_marked_for_the_side_that_placed_there() {
    for (name, square) in [("cornered", "d1"), ("quartermaster", "d1")] {
        let mut game = start(name);
        play(&mut game, square);
        let marks = game.position().view(game.board()).marks;
        let answers: Vec<_> = marks.iter().filter(|mark| mark.kind == MarkKind::Answer).collect();
        assert_eq!(answers.len(), 1, "{name}");
        assert_eq!(answers[0].side, Some(Side::White), "{name}");
        assert_eq!(answers[0].squares, Bitboard::of(square.parse().expect("a square")), "{name}");
    }
}

#[test]
fn moves_before_the_repetition_do_not_count() {
    let (name, cycle, end) = SHUTTLES[3];
    let mut game = start(name);
    for text in ["h2-g4", "a2-a3"].iter().chain(cycle.iter().cycle().take(end)) {
        assert_eq!(game.outcome(), None, "before {text}");
        play(&mut game, text);
    }
    assert_eq!(result(&game), "draw 0 repetition");
}

#[test]
fn a_drawn_game_is_reopened_by_undo() {
    for (name, cycle, end) in SHUTTLES {
        let mut game = start(name);
        for text in cycle.iter().cycle().take(end) {
            play(&mut game, text);
        }
        let drawn = game.outcome().expect("a draw");
        let legal_by_position = game.position().legal_moves(game.board());
        for mv in legal_by_position {
            assert_eq!(game.play(mv), Err(IllegalMove::GameOver(drawn)), "{name} {mv}");
        }
        assert!(game.resign(Side::White).is_err(), "{name}");
        assert!(game.undo());
        assert_eq!(game.outcome(), None, "{name}");
        assert!(game.redo());
        assert_eq!(game.outcome(), Some(drawn), "{name}");
    }
}

/// What White and Black score when the other resigns.
const RESIGNATIONS: [(&str, [u8; 2]); 9] = [
    // A win is worth 1.
    ("katarenga 1a0-2a0-3a0-4a0 8/8/8/3b4/8/8/8/wwwww3 w w camps=1/1", [1, 1]),
    ("congress 1a0-2a0-3a0-4a0 1b1wb1w1/w6b/8/b6w/w6b/8/b6w/1w1bw1b1 w w", [1, 1]),
    // Each pawn of the loser that is not on its target diagonal, a8-h1 for Black: all but h1; a1-h8
    // for White: all but a1 and b2.
    ("north-west-passage 1a0-2a0-3a0-4a0 w7/1w4b1/2w2b2/3wb3/2bbw3/1b3w2/bw6/w6b b w", [7, 6]),
    // Each pawn of the loser that is not home. Edges that bear red: a8, e8, h6, a4, h3, b1, f1;
    // green: d8, g8, a7, h5, h2, a1, e1. White's pawn on blue c8 is under way.
    ("big-bang 1a0-2a0-3a0-4a0 w1wbw3/8/8/4wb2/2wwbb2/2wbbb2/8/bw6 w w targets=R/G", [6, 5]),
    ("big-bang 1a0-2a0-3a0-4a0 8/8/2bwbw2/2wbwb2/2bwbw2/2wbwb2/8/8 w w", [8, 8]),
    // Each pawn on the board, of either side.
    ("cornered 2a0 4/4/1b2/3w w w last=b2", [2, 2]),
    ("quartermaster 1a0-2a0-3a0-4a0 8/8/8/8/3w4/2b5/3w4/8 b w last=d2", [3, 3]),
    // Each pawn of the winner, those in hand included.
    ("battle-stations 1a0-2a0-3a0-4a0 8/8/8/8/3w4/2b5/3w4/8 b w hand=6/7", [8, 8]),
    ("battle-stations 1a0-2a0-3a0-4a0 wwwww3/bbb5/8/8/8/8/8/8 w w", [5, 3]),
];

#[test]
fn resigning_gives_what_the_rules_say() {
    for (text, points) in RESIGNATIONS {
        let placed: BoardPosition = text.parse().expect("a position");
        for winner in Side::ALL {
            let mut game = Game::from_position(placed.clone());
            game.resign(!winner).expect("the game goes on");
            let expected = format!("{winner} {} resignation", winner.pick(points));
            assert_eq!(result(&game), expected, "{text}");
        }
    }
}

/// Where the sixteen pawns of the published game could have stood, in the order of their placing:
/// its board is not known, but all the captures are king's steps on this one.
const PLACES: [&str; 16] = [
    "f4", "b2", "a2", "a3", "e6", "e3", "e2", "e4", "c1", "e8", "e7", "e5", "d5", "b1", "h8", "h7",
];

/// The published game (rules.md, 4.6).
const CAPTURES: [&str; 13] = [
    "13x12", "10x11", "3x2", "4x3", "9x14", "10x5", "9x4", "10x13", "7x6", "16x15", "1x8", "10x1",
    "7x10",
];

#[test]
fn the_published_battle_can_be_played() {
    let blue: BoardCode = ["BBBBBBBB"; 8].join("/").parse().expect("a board");
    for first in Side::ALL {
        let setup = Setup { first, layout: 0 };
        let mut game = Game::new(GameKind::BattleStations, blue, setup).expect("a start");
        for text in PLACES {
            play(&mut game, text);
        }
        for text in CAPTURES {
            let mv = game.read_move(text).expect("a capture");
            assert_eq!(game.ordinal(mv).as_deref(), Some(text));
            assert_eq!(game.outcome(), None, "before {text}");
            game.play(mv).expect("a capture");
        }
        assert_eq!(result(&game), format!("{first} 2 more-pawns"));
        let left: Vec<usize> =
            (1..).zip(game.ordinals()).filter_map(|(n, at)| at.map(|_| n)).collect();
        assert_eq!(left, [7, 9, 16], "two of the first player, one of the second");
    }
}

fn start(name: &str) -> Game {
    let kind: GameKind = name.parse().expect("a game");
    Game::new(kind, kind.default_board(), Setup::default()).expect("a start")
}

fn play(game: &mut Game, text: &str) {
    let mv = game.read_move(text).unwrap_or_else(|fault| panic!("{fault}"));
    game.play(mv).expect("a legal move");
}

fn result(game: &Game) -> String {
    result_text(game.outcome())
}
