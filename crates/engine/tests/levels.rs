//! How levels play.

use katarenga_engine::arena::{Contender, Plan, Standing, Tournament};
use katarenga_engine::search::{Limits, Stop};
use katarenga_engine::{Engine, Level, Solver};
use katarenga_rules::{Game, GameKind, Move, Setup};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::search::{games, random_game};

#[test]
fn a_level_plays_alike_whenever_its_seed_is_the_same() {
    for kind in GameKind::ALL {
        let mut differs = false;
        for game in games(*kind, 8) {
            let level: Level = "2".parse().expect("a level");
            let play = |seed| {
                let mut engine = Engine::new().with_memory(1).at_level(level, seed);
                engine.analyse(&game, Limits::default(), &Stop::default(), |_| ()).best()
            };
            assert_eq!(play(1), play(1));
            differs |= (2..10).any(|seed| play(seed) != play(1));
        }
        assert!(differs, "{kind}: the seed changes nothing");
    }
}

#[test]
fn the_first_level_places_on_every_rank() {
    let kind = GameKind::BattleStations;
    let level: Level = "1".parse().expect("a level");
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut ranks = [0; 8];
    for seed in 0..200 {
        let game =
            Game::new(kind, kind.random_board(&mut rng), Setup::default()).expect("it suits");
        let mut engine = Engine::new().with_memory(1).at_level(level, seed);
        let best = engine.analyse(&game, Limits::default(), &Stop::default(), |_| ()).best();
        let Some(Move::Place(square)) = best else { panic!("{best:?}") };
        ranks[square.index() / 8] += 1;
    }
    assert!(ranks.iter().all(|count| *count > 0), "{ranks:?}");
}

/// The share of games that the first of two contenders wins, draws counting half.
fn share(kind: GameKind, contenders: [&str; 2], games: u32) -> f64 {
    let contenders = contenders.map(|text| text.parse::<Contender>().expect("a contender"));
    let plan = Plan { games, seed: 1, threads: 2, ..Plan::new(kind, contenders) };
    let tournament = Tournament::new(plan).expect("the game can be played");
    let mut standing = Standing::new(&tournament);
    tournament.run(&Stop::default(), |played| standing.add(&played)).expect("threads");
    standing.all().score().expect("games")
}

#[test]
fn the_first_level_beats_chance_and_loses_to_who_looks_one_ply_ahead() {
    for kind in [GameKind::Katarenga, GameKind::Congress, GameKind::BattleStations] {
        let against_chance = share(kind, ["level:1", "random"], 40);
        assert!(against_chance > 0.9, "{kind}: {against_chance}");
        // A search of one node looks at the first ply whole.
        let against_level = share(kind, ["engine:1", "level:1"], 100);
        assert!(against_level > 0.55, "{kind}: {against_level}");
    }
}

/// A game won once is not won again by the same moves.
#[test]
fn the_highest_levels_do_not_always_play_alike() {
    for level in ["7", "8"] {
        let level: Level = level.parse().expect("a level");
        let game = random_game(GameKind::Katarenga, 0, &mut ChaCha8Rng::seed_from_u64(1));
        let few = Limits { nodes: Some(3_000), ..Limits::default() };
        let play = |seed| {
            let mut engine = Engine::new().with_memory(1).at_level(level, seed);
            engine.analyse(&game, few, &Stop::default(), |_| ()).best()
        };
        assert!((1..20).any(|seed| play(seed) != play(0)), "level {level}");
    }
}

#[test]
fn a_level_that_is_proven_to_lose_sets_the_best_trap() {
    let kind = GameKind::Cornered;
    let level: Level = "8".parse().expect("a level");
    let mut differs = false;
    for game in games(kind, 40) {
        let mut solver = Solver::new(kind, game.board()).expect("it is solved");
        if solver.solve(game.position()).expect("memory").wins() {
            continue;
        }
        // The share of the winner's answers that keep the win, in thousandths; all where the game is over.
        let mut right_answers = |mv: Move| {
            let mut after = game.clone();
            after.play(mv).expect("legal");
            let answers = after.legal_moves();
            let keeps_win = |answer: &&Move| {
                let position = after.position().play(after.board(), **answer).expect("legal");
                !solver.solve(&position).expect("memory").wins()
            };
            let right = answers.iter().filter(keeps_win).count();
            (1_000 * right).checked_div(answers.len()).unwrap_or(1_000)
        };
        let best = |mut engine: Engine| {
            engine
                .analyse(&game, Limits::default(), &Stop::default(), |_| ())
                .best()
                .expect("a move")
        };
        let fewest = game.legal_moves().into_iter().map(&mut right_answers).min().expect("a move");
        let chosen = right_answers(best(Engine::new().with_memory(1).at_level(level, 1)));
        assert!(chosen <= fewest, "{}: {chosen} {fewest}", game.board_position());
        differs |= right_answers(best(Engine::new().with_memory(1))) > fewest;
    }
    assert!(differs, "no position in which a trap differs from the move for few points");
}
