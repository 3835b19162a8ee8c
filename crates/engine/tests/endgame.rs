//! The endgame of Katarenga, as the engine answers for it.

use katarenga_engine::search::{Limits, Stop};
use katarenga_engine::{Analysis, Engine, Length, Level, Proof, Value};
use katarenga_rules::{Game, GameKind, Move};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A random position with these numbers of pawns of White and Black.
fn endgame(rng: &mut ChaCha8Rng, [white, black]: [usize; 2]) -> Game {
    loop {
        let code = GameKind::Katarenga.random_board(rng);
        let mut squares: Vec<usize> = (0..64).collect();
        let mut ranks = vec![vec!['1'; 8]; 8];
        for index in 0..white + black {
            let square = squares.swap_remove(rng.random_range(0..squares.len()));
            ranks[square / 8][square % 8] = if index < white { 'w' } else { 'b' };
        }
        let ranks: Vec<String> = ranks.into_iter().map(String::from_iter).collect();
        let text = format!("katarenga {code} {} w w", ranks.join("/"));
        let game = Game::from_position(text.parse().expect("a position"));
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn proof(engine: &mut Engine, game: &Game) -> Proof {
    match engine.analyse(game, Limits::default(), &Stop::default(), |_| ()) {
        Analysis::Proven(proof) => proof,
        other => panic!("{other:?}"),
    }
}

/// Whatever the loser tries, and in as many plies as are said.
#[test]
fn a_proven_win_is_won_in_the_plies_that_are_said() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let mut longest = 0;
    for _ in 0..12 {
        let mut game = endgame(&mut rng, [2, 2]);
        let mut engine = Engine::new().with_memory(1);
        let verdict = proof(&mut engine, &game).verdict;
        let Some(Length::Plies(plies)) = verdict.length else {
            assert_eq!(verdict.value, Value::Draw);
            continue;
        };
        let winner = verdict.value.winner(game.turn());
        while game.outcome().is_none() {
            let legal = game.legal_moves();
            let mv = if Some(game.turn()) == winner {
                proof(&mut engine, &game).moves[0].mv
            } else {
                legal[rng.random_range(0..legal.len())]
            };
            game.play(mv).expect("legal");
        }
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), winner);
        assert!(game.ply() <= plies.into(), "{} of {plies} plies", game.ply());
        longest = longest.max(plies);
    }
    assert!(longest > 10, "{longest}");
}

/// A search sees the endgame behind a capture: more plies than it looks at.
#[test]
fn a_search_knows_the_endgame() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut seen = 0;
    for _ in 0..20 {
        let game = endgame(&mut rng, [2, 3]);
        let mut engine = Engine::new().with_memory(1);
        assert!(!engine.solves(&game));
        match engine.analyse(&game, limits, &Stop::default(), |_| ()) {
            Analysis::Found(lines) => seen += u32::from(lines[0].end.is_some_and(|end| end > 2)),
            other => panic!("{other:?}"),
        }
    }
    assert!(seen > 0);
}

/// A verdict is of the position alone: one that occurs the third time is a draw.
#[test]
fn after_a_repetition_nothing_is_proven() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let engine = Engine::new();
    let mut shuffled = 0;
    for _ in 0..200 {
        let start = endgame(&mut rng, [2, 2]);
        let Some(game) = there_and_back(&start) else { continue };
        assert_eq!(game.position(), start.position());
        assert!(engine.solves(&game), "nothing occurred twice before");
        let mut later = game.clone();
        later.play(game.legal_moves()[0]).expect("legal");
        assert!(!engine.solves(&later) || later.outcome().is_some());
        shuffled += 1;
    }
    assert!(shuffled > 3, "{shuffled}");
}

/// The game after four plies that lead back to its start, where there are some.
fn there_and_back(start: &Game) -> Option<Game> {
    let steps = |game: &Game| -> Vec<[Move; 2]> {
        let back = |mv: &Move| match *mv {
            Move::Step { from, to } => Some([*mv, Move::Step { from: to, to: from }]),
            _ => None,
        };
        game.legal_moves().iter().filter_map(back).collect()
    };
    steps(start).into_iter().find_map(|[there, back]| {
        let mut left = start.clone();
        left.play(there).ok()?;
        steps(&left).into_iter().find_map(|[also, again]| {
            let mut game = left.clone();
            [also, back, again].into_iter().all(|mv| game.play(mv).is_ok()).then_some(game)
        })
    })
}

#[test]
fn a_weak_level_asks_no_solver() {
    let game = endgame(&mut ChaCha8Rng::seed_from_u64(31), [2, 2]);
    let level: Level = "3".parse().expect("a level");
    let mut engine = Engine::new().at_level(level, 1);
    let analysis = engine.analyse(&game, Limits::default(), &Stop::default(), |_| ());
    assert!(matches!(analysis, Analysis::Found(_)));
}
