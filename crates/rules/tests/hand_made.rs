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
/// The start counts as the first occurrence, so it is ply 8; but in Katarenga and
/// Colorado captures are barred on the first two plies, so the position that comes back is that of ply
/// 2.
const SHUTTLES: [(&str, [&str; 4], usize); 7] = [
    ("katarenga", ["c1-e3", "b8-e5", "e3-c1", "e5-b8"], 10),
    ("north-west-passage", ["a8-e8", "d4-e3", "e8-a8", "e3-d4"], 8),
    ("big-bang", ["f6-g5", "e6-d7", "g5-f6", "d7-e6"], 8),
    ("congress", ["a4-e4", "b8-e5", "e4-a4", "e5-b8"], 8),
    ("quebec", ["a4-e4", "b8-e5", "e4-a4", "e5-b8"], 8),
    ("sardines", ["c1-e3", "b8-e5", "e3-c1", "e5-b8"], 8),
    ("colorado", ["c1-e3", "b8-e5", "e3-c1", "e5-b8"], 10),
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
const RESIGNATIONS: [(&str, [u8; 2]); 15] = [
    // A win is worth 1.
    ("katarenga 1a0-2a0-3a0-4a0 8/8/8/3b4/8/8/8/wwwww3 w w camps=1/1", [1, 1]),
    ("congress 1a0-2a0-3a0-4a0 1b1wb1w1/w6b/8/b6w/w6b/8/b6w/1w1bw1b1 w w", [1, 1]),
    ("quebec 1a0-2a0-3a0-4a0 1b1wb1w1/w6b/8/b6w/w6b/8/b6w/1w1bw1b1 w w", [1, 1]),
    ("isolation 1a0-2a0-3a0-4a0 8/8/8/8/3w4/8/8/8 b w layout=opposites", [1, 1]),
    ("troika 1a0-2a0-3a0-4a0 8/8/8/8/8/1b6/1bw5/1w6 w w last=b2", [1, 1]),
    ("colorado 1a0-2a0-3a0-4a0 5w2/7b/6b1/8/8/2w2w2/8/1b1b4 w w", [1, 1]),
    // Each pawn of the loser that is not in its half of the can: White's but c6 and f6, Black's but
    // e4.
    ("sardines 1a0-2a0-3a0-4a0 bbbb1bbb/8/2w2w2/8/4b3/8/8/w1www1ww b w", [7, 6]),
    // Each pawn of the loser that is not on its target squares: Black's all, White's but d8 and a7.
    ("greengage 1a0-2a0-3a0-4a0 3w2b1/w1b1b3/b5b1/1b5b/5w2/2w3b1/3w1w1w/w7 w w", [8, 6]),
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

/// What one move leads to, each line for a rule that could be read otherwise: the position, the move
/// and the result.
const ENDS: [(&str, &str, &str); 13] = [
    // Quebec. A capture gathers the other side, which wins.
    ("quebec 1a0-2a0-3a0-4a0 8/8/1ww5/2w1b3/3wb3/3b4/4b3/8 b w", "e4xd4", "white 1 left-gathered"),
    // All pawns but one are captured: the last is gathered.
    ("quebec 1a0-2a0-3a0-4a0 7w/8/8/8/3wb3/8/b7/8 b w", "e4xd4", "white 1 left-gathered"),
    // The same, and the side that captures gathers by that move: it wins.
    ("quebec 1a0-2a0-3a0-4a0 7w/8/8/8/3wb3/3b4/8/8 b w", "e4xd4", "black 1 gathered"),
    // One of two pawns is captured, and neither side is gathered.
    ("quebec 1a0-2a0-3a0-4a0 7w/8/8/w7/3wb3/8/b7/8 b w", "e4xd4", "ongoing"),
    // Troika. A line at an angle of its own: a1, b3, c5.
    ("troika 1a0-2a0-3a0-4a0 8/8/8/2wb4/8/8/2b5/w7 w w last=d5", "b3", "white 1 troika"),
    (LONG_TROIKA, "g7", "white 1 troika"),
    // It may immobilise.
    (CORNER_TROIKA, "a1", "white 1 troika"),
    // Sardines. The last pawn goes in, onto an enemy pawn; Black has two pawns in its half.
    (
        "sardines 1a0-2a0-3a0-4a0 b2b4/8/1wwwww2/2bwww2/3b4/4b3/6bb/7b w w",
        "b6-c5>b8",
        "white 6 packed",
    ),
    // Colorado. The last pawn lands where it could be captured.
    ("colorado 1a0-2a0-3a0-4a0 w2b4/5b1w/8/8/8/7b/8/8 w w", "h7-g8", "white 1 all-across"),
    // The last pawn of the enemy that is not across is captured.
    ("colorado 1a0-2a0-3a0-4a0 8/6ww/8/6b1/8/8/8/1b2b3 w w", "g7xg5", "black 1 all-across"),
    // The last pawn of the enemy is captured.
    ("colorado 1a0-2a0-3a0-4a0 8/6ww/8/6b1/8/8/8/8 w w", "g7xg5", "black 1 last-captured"),
    // The same, and all pawns of the side that captures are across.
    ("colorado 1a0-2a0-3a0-4a0 w5b1/7w/8/8/8/8/8/8 w w", "h7xg8", "white 1 all-across"),
    // Both sides have only pawns across: the side that moved wins.
    ("colorado 1a0-2a0-3a0-4a0 w5b1/7w/8/8/8/8/8/1b2b3 w w", "h7xg8", "white 1 all-across"),
];

/// On a board of blue squares: a1, d4 and g7 are on one line, and b2 and f6 stand in between.
const LONG_TROIKA: &str = "troika BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB 8/8/5b2/8/3w4/8/1b6/w7 w w last=f6";
/// On the same board: a pawn on a1 has no empty square in reach, and is on a line with b2 and c3.
const CORNER_TROIKA: &str = "troika BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB 8/8/8/8/8/2w5/bw6/1b6 w w last=b1";

#[test]
fn games_end_as_the_rules_say() {
    for (text, mv, expected) in ENDS {
        let mut game = Game::from_position(placed(text));
        assert_eq!(game.outcome(), None, "{text}");
        play(&mut game, mv);
        assert_eq!(result(&game), expected, "{text} {mv}");
    }
}

/// What is legal in positions where a rule could be read otherwise, for the pawn on the square given,
/// or for the new pawn.
const LEGAL: [(&str, &str, &[&str]); 8] = [
    // Isolation. Only a pawn of the other side matters in the layout of opposites, but others block:
    // from yellow e5 a pawn would reach d4.
    ("isolation 1a0-2a0-3a0-4a0 8/8/8/8/3w4/8/8/7b w w layout=opposites", "e5", &["e5"]),
    ("isolation 1a0-2a0-3a0-4a0 8/8/8/8/3w4/8/8/7b w w", "e5", &[]),
    // c5 reaches d5 in a straight line, and e5 beyond it were it not for the pawn on d5.
    ("isolation 1a0-2a0-3a0-4a0 8/w7/8/2bb4/8/8/6w1/8 w w layout=opposites", "e5", &["e5"]),
    // Troika. Without a pawn on c3 a pawn on a1 would only immobilise.
    (
        "troika BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB 8/8/8/8/2w5/8/bw6/1b6 w w last=b1",
        "a1",
        &[],
    ),
    // Greengage. The evicted pawn moves, and no other.
    (
        "greengage 1a0-2a0-3a0-4a0 3b2b1/*3b3/6w1/3b3b/1w3b2/1wb5/3w1w1w/4w3 b w",
        "",
        &["a7-b5", "a7-c6", "a7-c8"],
    ),
    // Sardines. The ousted pawn goes to its start rank, where only the square just left is empty.
    ("sardines 1a0-2a0-3a0-4a0 bbbbwbbb/8/4b3/8/8/8/8/wwwwwww1 w w", "e8-e6", &["e8-e6>e8"]),
    // Colorado. The pawn on d1 has just landed, and that on b1 is safe: its square is closed.
    (
        "colorado 1a0-2a0-3a0-4a0 5w2/7b/6b1/8/8/2w5/8/1b1b4 w w landed=d1",
        "c3",
        &["c3-a2", "c3-a4", "c3-b5", "c3-d5", "c3-e2", "c3-e4", "c3xd1"],
    ),
    // A turn later both are.
    (
        "colorado 1a0-2a0-3a0-4a0 5w2/7b/6b1/8/8/2w5/8/1b1b4 w w",
        "c3",
        &["c3-a2", "c3-a4", "c3-b5", "c3-d5", "c3-e2", "c3-e4"],
    ),
];

#[test]
fn moves_are_legal_as_the_rules_say() {
    for (text, beginning, expected) in LEGAL {
        let game = Game::from_position(placed(text));
        let legal = game.legal_moves().into_iter().map(|mv| mv.to_string());
        let found: Vec<String> = legal.filter(|mv| mv.starts_with(beginning)).collect();
        assert_eq!(found, expected, "{text} {beginning}");
    }
}

#[test]
fn a_pawn_across_can_be_captured_after_each_landing_for_one_turn() {
    let mut game =
        Game::from_position(placed("colorado 1a0-2a0-3a0-4a0 5w2/7b/6b1/8/8/2w5/8/1b1b4 b w"));
    // From blue d1 to blue e1: along the far bank.
    for (mv, exposed) in [("d1-e1", "e1"), ("c3-e2", ""), ("h7-g8", ""), ("e2-f1", "")] {
        play(&mut game, mv);
        let marks = game.position().view(game.board()).marks;
        let found: Vec<String> = marks
            .into_iter()
            .filter(|mark| mark.kind == MarkKind::Exposed)
            .flat_map(|mark| mark.squares)
            .map(|square| square.to_string())
            .collect();
        assert_eq!(found.join(" "), exposed, "after {mv}");
    }
}

#[test]
fn pawns_in_hand_are_those_not_placed() {
    for (name, moves) in [("isolation", ["d4", "h8", "g1"]), ("troika", ["d1", "c1", "b2"])] {
        let mut game = start(name);
        for mv in moves {
            play(&mut game, mv);
        }
        let counters = game.position().view(game.board()).counters;
        let counts: Vec<(u8, u8)> = counters.iter().map(|c| (c.count, c.of)).collect();
        assert_eq!(counts, [(6, 8), (7, 8)], "{name}");
    }
}

fn start(name: &str) -> Game {
    let kind: GameKind = name.parse().expect("a game");
    Game::new(kind, kind.default_board(), Setup::default()).expect("a start")
}

fn placed(text: &str) -> BoardPosition {
    text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn play(game: &mut Game, text: &str) {
    let mv = game.read_move(text).unwrap_or_else(|fault| panic!("{fault}"));
    game.play(mv).expect("a legal move");
}

fn result(game: &Game) -> String {
    result_text(game.outcome())
}
