//! Random games for several tests. All chance comes from the seed.

pub(crate) mod inputs;

use katarenga_rules::MarkKind;
use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{Bitboard, Game, GameKind, Move, Record, Setup, Side};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The length at which a random game is left unfinished.
const LONGEST: usize = 150;

/// Games of every kind from every setup on boards that suit, `each` of them with either side first or
/// one for each layout: played by players that are random, but hurry.
pub(crate) fn random_games(seed: u64, each: usize) -> impl Iterator<Item = Game> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let starts: Vec<_> = GameKind::ALL.iter().flat_map(|kind| starts(*kind, each)).collect();
    starts.into_iter().map(move |(kind, setup)| {
        let board = kind.random_board(&mut rng);
        let mut game = Game::new(kind, board, setup).expect("the board suits the game");
        play_on(&mut game, LONGEST, &mut rng);
        game
    })
}

/// With either side first `each` setups, or one for each layout if there are more.
fn starts(kind: GameKind, each: usize) -> impl Iterator<Item = (GameKind, Setup)> {
    let count = each.max(kind.info().starts().into());
    Side::ALL.into_iter().flat_map(move |first| {
        let setups = setups(kind).filter(move |setup| setup.first == first);
        setups.cycle().take(count).map(move |setup| (kind, setup))
    })
}

/// Either side first, and every layout.
pub(crate) fn setups(kind: GameKind) -> impl Iterator<Item = Setup> + Clone {
    let layouts = 0..kind.info().starts();
    Side::ALL
        .into_iter()
        .flat_map(move |first| layouts.clone().map(move |layout| Setup { first, layout }))
}

/// Plays at most `plies` random moves.
pub(crate) fn play_on(game: &mut Game, plies: usize, rng: &mut ChaCha8Rng) {
    let hurry = rng.random_range(0.0..1.0);
    for _ in 0..plies {
        let Some(mv) = draw_move(game, hurry, rng) else { return };
        game.play(mv).expect("a legal move");
    }
}

/// A legal move, with the chance `hurry` one of those that do most for the side's goal, so that
/// games come to an end.
fn draw_move(game: &Game, hurry: f64, rng: &mut ChaCha8Rng) -> Option<Move> {
    let mut choice = game.legal_moves();
    if rng.random_bool(hurry) {
        let goal = goal(game);
        let best = choice.iter().map(|mv| progress(*mv, goal)).max()?;
        choice.retain(|mv| progress(*mv, goal) == best);
    }
    (!choice.is_empty()).then(|| choice[rng.random_range(0..choice.len())])
}

/// The squares on which the side to move wants its pawns.
fn goal(game: &Game) -> Bitboard {
    let marks = game.position().view(game.board()).marks.into_iter();
    let goals = marks.filter(|mark| mark.kind == MarkKind::Goal && mark.side == Some(game.turn()));
    goals.fold(Bitboard::EMPTY, |all, mark| all | mark.squares)
}

/// How many pawns more the mover has on its goal after the move.
fn progress(mv: Move, goal: Bitboard) -> i8 {
    match mv {
        Move::Step { from, to } | Move::Capture { from, to } | Move::Oust { from, to, .. } => {
            i8::from(goal.contains(to)) - i8::from(goal.contains(from))
        }
        Move::Camp { .. } => 1,
        Move::Place(_) | Move::Pass => 0,
    }
}

/// The game before its first move, after each, and at its end.
pub(crate) fn stages(game: &Game) -> impl Iterator<Item = Game> {
    let start = BoardPosition { board: game.board().clone(), position: *game.start() };
    let mut now = Game::from_position(start);
    let moves = std::iter::once(None).chain(game.moves().map(Some));
    moves.map(move |mv| {
        if let Some(mv) = mv {
            now.play(mv).expect("a legal move");
        }
        now.clone()
    })
}

/// The whole game as a text: what a failed test shows.
pub(crate) fn told(game: &Game) -> String {
    Record::from(game.clone()).to_string()
}
