//! What must hold in every position of every game, checked in games played at random.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::mem::discriminant;

use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{
    Bitboard, Board, Colour, Ending, Game, GameKind, IllegalMove, MarkKind, Move, OutOfReach,
    Outcome, Position, Record, Rules as _, Setup, Side, Square, Step, for_each_game, games,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::common::{play_on, random_games, stages, told};

// Legal moves.

#[test]
fn play_accepts_exactly_the_legal_moves() {
    for game in random_games(1, 2) {
        for stage in stages(&game).step_by(9) {
            assert_accepts_legal_moves_only(&stage, expressible());
        }
    }
}

/// The quarter of a million ousts that can be written take their time: one position of each game
/// must do.
#[test]
fn play_accepts_exactly_the_legal_ousts() {
    for game in random_games(2, 1) {
        let stage = stages(&game).nth(game.ply() / 2).expect("a stage");
        assert_accepts_legal_moves_only(&stage, expressible().chain(ousts()));
    }
}

/// `moves` must hold every move that can be legal.
fn assert_accepts_legal_moves_only(game: &Game, moves: impl Iterator<Item = Move>) {
    let accepts = |mv: &Move| game.position().play(game.board(), *mv).is_ok();
    let mut legal = game.position().legal_moves(game.board());
    legal.sort();
    let ousts = legal.iter().filter(|mv| matches!(mv, Move::Oust { .. })).copied();
    let accepted: BTreeSet<Move> = moves.chain(ousts).filter(accepts).collect();
    assert_eq!(legal, Vec::from_iter(accepted), "each once: {}", told(game));
}

/// Every move that can be written, ousts aside.
fn expressible() -> impl Iterator<Item = Move> {
    let steps = pairs().map(|(from, to)| Move::Step { from, to });
    let captures = pairs().map(|(from, to)| Move::Capture { from, to });
    steps.chain(captures).chain(Square::all().flat_map(of_one_square)).chain([Move::Pass])
}

fn ousts() -> impl Iterator<Item = Move> {
    pairs().flat_map(|(from, to)| Square::all().map(move |put| Move::Oust { from, to, put }))
}

fn of_one_square(square: Square) -> [Move; 2] {
    [Move::Place(square), Move::Camp { from: square }]
}

fn pairs() -> impl Iterator<Item = (Square, Square)> {
    Square::all().flat_map(|from| Square::all().map(move |to| (from, to)))
}

#[test]
fn no_path_is_the_beginning_of_another() {
    for game in random_games(3, 10) {
        for stage in stages(&game) {
            let mut paths: Vec<Vec<Step>> =
                stage.legal_moves().into_iter().map(Move::path).collect();
            paths.sort();
            // In this order a path stands right before those that begin with it.
            let clash = paths.windows(2).find(|pair| pair[1].starts_with(&pair[0]));
            assert_eq!(clash, None, "{}", told(&stage));
        }
    }
}

#[test]
fn moves_are_listed_in_the_order_of_their_texts() {
    for game in random_games(4, 2) {
        for stage in stages(&game) {
            let texts = stage.legal_moves().into_iter().map(|mv| mv.to_string());
            assert!(texts.is_sorted(), "{}", told(&stage));
        }
    }
}

#[test]
fn counting_agrees_with_listing() {
    for game in random_games(5, 5) {
        for stage in stages(&game) {
            let legal = stage.legal_moves();
            assert_eq!(stage.perft(1), legal.len() as u64, "{}", told(&stage));
        }
        for stage in stages(&game).step_by(20) {
            let replies = |mv: &Move| after(&stage, *mv).legal_moves().len() as u64;
            let pairs: u64 = stage.legal_moves().iter().map(replies).sum();
            assert_eq!(stage.perft(2), pairs, "{}", told(&stage));
        }
    }
}

/// A search looks for captures only where a game says that there are any.
#[test]
fn games_with_captures_say_so() {
    let mut capturing = HashSet::new();
    for game in random_games(6, 10) {
        let is_capture = |mv: &Move| matches!(mv, Move::Capture { .. });
        if stages(&game).any(|stage| stage.legal_moves().iter().any(is_capture)) {
            capturing.insert(game.kind());
        }
    }
    macro_rules! assert_said {
        ($($Game:ident),*) => {
            $(
                let found = capturing.contains(&GameKind::$Game);
                assert_eq!(games::$Game::CAPTURES, found, "{}", GameKind::$Game);
            )*
        };
    }
    for_each_game!(assert_said);
}

fn after(game: &Game, mv: Move) -> Game {
    let mut game = game.clone();
    game.play(mv).expect("a legal move");
    game
}

// Refusals.

#[test]
fn refusals_are_truthful() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut met = HashSet::new();
    for game in random_games(7, 6) {
        for stage in stages(&game) {
            for mv in some_moves(&stage, &mut rng) {
                if let Err(why) = stage.position().play(stage.board(), mv) {
                    assert!(is_true(why, mv, &stage), "{mv}: {why}\n{}", told(&stage));
                    met.insert(discriminant(&why));
                }
            }
        }
    }
    assert_eq!(met.len(), 12, "every kind of refusal is met");
}

/// Moves drawn from all that can be written, most of them of pawns of the side to move.
fn some_moves(game: &Game, rng: &mut ChaCha8Rng) -> Vec<Move> {
    let own: Vec<Square> = game.position().core().own().into_iter().collect();
    let mut draw = || Square::all().nth(rng.random_range(0..64)).expect("a square");
    let mut moves = vec![Move::Pass];
    for from in own.into_iter().chain([draw(), draw()]) {
        for _ in 0..4 {
            let (to, put) = (draw(), draw());
            moves.extend([
                Move::Step { from, to },
                Move::Capture { from, to },
                Move::Oust { from, to, put },
            ]);
            moves.extend(of_one_square(to));
        }
        moves.extend(of_one_square(from));
    }
    moves
}

/// Whether a refusal says what anyone can see.
fn is_true(why: IllegalMove, mv: Move, game: &Game) -> bool {
    let (board, core) = (game.board(), game.position().core());
    let legal = game.position().legal_moves(board);
    let named = |square| mv.squares().any(|at| at == square);
    match why {
        IllegalMove::GameOver(outcome) => game.position().outcome(board) == Some(outcome),
        IllegalMove::OffBoard { square, last } => {
            named(square)
                && !board.squares().contains(square)
                && Some(last) == board.squares().into_iter().last()
        }
        IllegalMove::NoPawn(at) => named(at) && !core.occupied().contains(at),
        IllegalMove::NotYours { square, turn } => {
            named(square)
                && turn == game.turn()
                && core.enemy().contains(square)
                && !core.own().contains(square)
        }
        IllegalMove::OwnPawn(at) => named(at) && core.own().contains(at),
        IllegalMove::Occupied(at) => mv == Move::Place(at) && core.occupied().contains(at),
        IllegalMove::OutOfReach { from, to, colour, why } => {
            mv.squares().take(2).eq([from, to])
                && board.colour(from) == Some(colour)
                && !board.reach(from, core.occupied()).contains(to)
                && is_in_the_way(why, from, to, board, core.occupied())
        }
        IllegalMove::OtherKind { .. } => {
            legal.iter().all(|other| discriminant(other) != discriminant(&mv))
        }
        IllegalMove::WrittenAs(other) => legal.contains(&other) && other.path() == mv.path(),
        IllegalMove::CannotPass => mv == Move::Pass && !legal.contains(&Move::Pass),
        IllegalMove::MustPass => legal == [Move::Pass],
        IllegalMove::Rule { at, .. } => board.squares().contains(at),
    }
}

fn is_in_the_way(
    why: OutOfReach,
    from: Square,
    to: Square,
    board: &Board,
    pawns: Bitboard,
) -> bool {
    match why {
        OutOfReach::Direction => !goes(board.colour(from), from, to),
        OutOfReach::Blocked { by } => pawns.contains(by) && is_between(from, by, to),
        OutOfReach::BeyondStop { stop } => {
            board.colour(stop) == board.colour(from) && is_between(from, stop, to)
        }
    }
}

/// Whether a pawn on a square of this colour could go so on an empty board without colours.
fn goes(colour: Option<Colour>, from: Square, to: Square) -> bool {
    let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
    match colour {
        Some(Colour::Red) => (files == 0) != (ranks == 0),
        Some(Colour::Yellow) => files == ranks && files > 0,
        Some(Colour::Green) => files * ranks == 2,
        Some(Colour::Blue) => files.max(ranks) == 1,
        None => false,
    }
}

/// Whether `middle` lies strictly between two squares on a line of a rook or a bishop.
fn is_between(from: Square, middle: Square, to: Square) -> bool {
    let vector = |a: Square, b: Square| {
        [
            b.file().cast_signed() - a.file().cast_signed(),
            b.rank().cast_signed() - a.rank().cast_signed(),
        ]
    };
    let ([x, y], [z, w]) = (vector(from, middle), vector(middle, to));
    middle != from && middle != to && x * w == y * z && x * z >= 0 && y * w >= 0
}

// Undo and redo.

#[test]
fn undo_and_redo_pass_through_the_same_stages() {
    for game in random_games(8, 5) {
        let forth: Vec<Seen> = stages(&game).map(|stage| seen(&stage)).collect();
        let mut other = game.clone();
        for stage in forth.iter().rev() {
            assert_eq!(seen(&other), *stage, "taken back: {}", told(&game));
            other.undo();
        }
        assert!(!other.undo(), "nothing is left to take back");
        for stage in &forth {
            assert_eq!(seen(&other), *stage, "played again: {}", told(&game));
            other.redo();
        }
        assert!(!other.redo(), "nothing is left to play again");
        assert_eq!(other, game);
    }
}

/// What is seen of a game at a stage: the moves to play again aside.
type Seen = (usize, Position, Option<Outcome>, Vec<Move>);

fn seen(game: &Game) -> Seen {
    (game.ply(), *game.position(), game.outcome(), game.legal_moves())
}

#[test]
fn another_move_forgets_those_taken_back() {
    let mut tried = 0;
    for mut game in random_games(9, 3) {
        let [.., played, _] = game.moves().collect::<Vec<_>>()[..] else { continue };
        assert!(game.undo() && game.undo());
        let Some(other) = game.legal_moves().into_iter().find(|mv| *mv != played) else { continue };
        game.play(other).expect("a legal move");
        assert!(!game.redo(), "{}", told(&game));
        tried += 1;
    }
    assert!(tried > 20, "only {tried} games had a choice there");
}

const ENDINGS: [Ending; 6] = [
    Ending::Resigned(Side::White),
    Ending::Resigned(Side::Black),
    Ending::OutOfTime(Side::White),
    Ending::OutOfTime(Side::Black),
    Ending::Agreed,
    Ending::Aborted,
];

#[test]
fn players_end_the_game_until_it_is_taken_back() {
    for game in random_games(10, 3) {
        for stage in stages(&game).step_by(7) {
            for ending in ENDINGS {
                assert_ends(&stage, ending);
            }
        }
    }
}

fn assert_ends(game: &Game, ending: Ending) {
    let mut ended = game.clone();
    if game.outcome().is_some() {
        assert!(ended.end(ending).is_err(), "the game was over: {}", told(game));
        assert_eq!(ended, *game);
        return;
    }
    ended.end(ending).expect("the game goes on");
    let outcome = ended.outcome().expect("the game is over");
    let scored = |winner| game.position().resignation_points(game.board(), winner);
    let (winner, points) = match ending {
        Ending::Resigned(side) | Ending::OutOfTime(side) => (Some(!side), scored(!side)),
        Ending::Agreed | Ending::Aborted => (None, 0),
    };
    assert_eq!((outcome.winner, u32::from(outcome.points)), (winner, points));
    assert_eq!((ended.legal_moves(), ended.perft(1)), (Vec::new(), 0));
    let text = Record::from(ended.clone()).to_string();
    assert_eq!(Record::read(&text).map(|record| record.game).as_ref(), Ok(&ended), "{text}");
    assert!(ended.undo());
    assert_eq!(ended, *game);
}

// Texts.

#[test]
fn moves_read_back_in_every_spelling() {
    for game in random_games(11, 3) {
        for stage in stages(&game).step_by(4) {
            for mv in stage.legal_moves() {
                for text in spellings(mv) {
                    assert_eq!(stage.read_move(&text), Ok(mv), "{text}: {}", told(&stage));
                }
            }
        }
    }
}

/// All that is read as the move: any case, any sign or none between two squares, blanks (rules.md,
/// section 3).
fn spellings(mv: Move) -> Vec<String> {
    let text = mv.to_string();
    let with_sign = |sign| text.replacen(['-', 'x'], sign, 1);
    vec![
        text.clone(),
        text.to_uppercase(),
        with_sign(""),
        with_sign("-"),
        with_sign("x"),
        with_sign(" : "),
        format!(" {text} "),
    ]
}

#[test]
fn ordinals_read_back() {
    let mut met = 0;
    for game in random_games(12, 10) {
        for stage in stages(&game) {
            for mv in stage.legal_moves() {
                if let Some(text) = stage.ordinal(mv) {
                    assert_eq!(stage.read_move(&text), Ok(mv), "{text}: {}", told(&stage));
                    met += 1;
                }
            }
        }
    }
    assert!(met > 500, "every capture among placed pawns has such a text: {met}");
}

#[test]
fn positions_read_back() {
    for game in random_games(13, 15) {
        for stage in stages(&game) {
            let placed = stage.board_position();
            let text = placed.to_string();
            let read: BoardPosition =
                text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert_eq!(read.position, placed.position, "{text}");
            assert_eq!(read.board, *stage.board(), "{text}");
            assert_eq!(read.to_string(), text);
            assert_eq!(read.position.key(), placed.position.key(), "{text}");
        }
    }
}

#[test]
fn records_read_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    for game in random_games(15, 15) {
        let cut = rng.random_range(0..=game.ply());
        let stage = stages(&game).nth(cut).expect("a stage");
        for game in [stage.clone(), resigned(&stage, &mut rng), continued(&stage, &mut rng), game] {
            assert_reads_back(&Record::from(game.clone()));
            assert_reads_back(&annotated(game, &mut rng));
        }
    }
}

fn assert_reads_back(record: &Record) {
    let text = record.to_string();
    let read = Record::read(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    assert_eq!(read, *record, "{text}");
    assert_eq!(read.to_string(), text);
    assert!(
        text.lines().filter(|line| !line.starts_with('[')).all(|line| line.chars().count() <= 80),
        "{text}"
    );
}

/// The same game, given up if it is not over.
fn resigned(game: &Game, rng: &mut ChaCha8Rng) -> Game {
    let mut game = game.clone();
    let _ = game.resign(Side::ALL[rng.random_range(0..2)]);
    game
}

/// A game that begins where the other stands.
fn continued(game: &Game, rng: &mut ChaCha8Rng) -> Game {
    let mut game = Game::from_position(game.board_position());
    play_on(&mut game, 10, rng);
    game
}

/// The game with tags and comments that are hard to write.
fn annotated(game: Game, rng: &mut ChaCha8Rng) -> Record {
    const REMARKS: [&str; 5] = [
        "fine",
        "[White \"nobody\"] ; 12. e4",
        "— c'était là qu'il fallait pousser",
        "a remark so long that it can't stand on one line of a record, wherever on that line it may begin",
        "white+3 * (draw) $1",
    ];
    let comments: BTreeMap<usize, String> = (0..=game.ply())
        .filter(|_| rng.random_bool(0.2))
        .zip(REMARKS.iter().cycle().map(|remark| (*remark).to_owned()))
        .collect();
    let tags = [("White", r#"Ann "the \ Rook""#), ("Event", "Fête [du jeu]"), ("Empty", "")];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    Record { tags, comments, ..Record::from(game) }
}

// Positions.

/// The positions of the games and all that can follow them, which differ by a pawn or two.
#[test]
fn keys_tell_positions_apart() {
    let mut known: HashMap<u64, Position> = HashMap::new();
    for game in random_games(16, 12) {
        for stage in stages(&game) {
            let (board, position) = (stage.board(), *stage.position());
            let play = |mv| position.play(board, mv).expect("a legal move");
            for position in position.legal_moves(board).into_iter().map(play).chain([position]) {
                let same_key = known.entry(position.key()).or_insert(position);
                assert_eq!(*same_key, position, "two positions have the same key");
            }
        }
    }
    assert!(known.len() > 200_000, "{} positions", known.len());
}

#[test]
fn a_game_is_over_when_there_is_nothing_left_to_do() {
    for game in random_games(17, 5) {
        for stage in stages(&game) {
            let (board, position) = (stage.board(), stage.position());
            let over = position.outcome(board).is_some();
            assert_eq!(position.task(board).is_none(), over, "{}", told(&stage));
            assert_eq!(position.legal_moves(board).is_empty(), over, "{}", told(&stage));
            assert_eq!(
                stage.legal_moves().is_empty(),
                stage.outcome().is_some(),
                "{}",
                told(&stage)
            );
        }
    }
}

#[test]
fn draws_score_nothing_and_wins_something() {
    let outcomes = random_games(18, 20).filter_map(|game| game.outcome());
    for outcome in outcomes {
        assert_eq!(outcome.winner.is_none(), outcome.points == 0, "{outcome}");
    }
}

#[test]
fn what_a_screen_shows_lies_on_the_board() {
    for game in random_games(19, 5) {
        for stage in stages(&game) {
            let (board, core) = (stage.board(), stage.position().core());
            let view = stage.position().view(board);
            for mark in &view.marks {
                assert_eq!(mark.squares & !board.squares(), Bitboard::EMPTY, "{mark:?}");
                assert!(mark.squares.any(), "{mark:?}: {}", told(&stage));
            }
            for counter in &view.counters {
                assert!(counter.count <= counter.of, "{counter:?}");
                let pawns = core.pawns(counter.side).count() + u32::from(counter.count);
                assert!(pawns <= 8, "{counter:?}: {}", told(&stage));
            }
            assert_eq!(core.occupied() & !board.squares(), Bitboard::EMPTY);
            for square in Square::all() {
                let sides: Vec<Side> = stage.position().stack(board, square).sides().collect();
                let stands = |side: Side| core.pawns(side).contains(square);
                assert!(sides.len() <= 2, "{square}: {}", told(&stage));
                assert_eq!(Side::ALL.map(stands), Side::ALL.map(|side| sides.contains(&side)));
            }
        }
    }
}

#[test]
fn a_pawn_that_was_evicted_is_marked_as_long_as_it_shares_its_square() {
    let mut rng = ChaCha8Rng::seed_from_u64(41);
    let mut evicted = 0;
    let kinds = [GameKind::NorthWestPassage, GameKind::Greengage];
    for kind in kinds.into_iter().flat_map(|kind| [kind; 20]) {
        let board = kind.random_board(&mut rng);
        let mut game = Game::new(kind, board, Setup::default()).expect("the board suits");
        play_on(&mut game, 100, &mut rng);
        for position in game.positions() {
            let shared = position.core().own() & position.core().enemy();
            let marks = position.view(game.board()).marks;
            let marked: Vec<_> =
                marks.iter().filter(|mark| mark.kind == MarkKind::Forced).collect();
            assert_eq!(marked.len(), usize::from(shared.any()), "{position:?}");
            for mark in marked {
                assert_eq!((mark.side, mark.squares), (Some(position.turn()), shared));
                evicted += 1;
            }
        }
    }
    assert!(evicted > 0);
}
