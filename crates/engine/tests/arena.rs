//! Matches: plain UCT as a peer that can be trusted, and external engines that misbehave in every
//! way.

use katarenga_engine::arena::{Contender, FinishedGame, Plan, Standing, Tournament};
use katarenga_engine::search::Stop;
use katarenga_rules::GameKind;

fn contender(text: &str) -> Contender {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn tournament(plan: Plan) -> Tournament {
    Tournament::new(plan).expect("the board suits")
}

fn play(tournament: &Tournament) -> Vec<FinishedGame> {
    let mut games = Vec::new();
    tournament.run(&Stop::default(), |played| games.push(played)).expect("there are threads");
    games.sort_by_key(|played| played.number);
    games
}

/// Games of plain UCT against random moves.
fn against_random(kind: GameKind, uct: &str, games: u32) -> Standing {
    let plan = Plan::new(kind, [contender(uct), contender("random")]);
    let tournament = tournament(Plan { games, threads: 2, ..plan });
    let mut standing = Standing::new(&tournament);
    for played in play(&tournament) {
        standing.add(&played);
    }
    standing
}

#[test]
fn uct_beats_random_moves_where_random_games_end() {
    for kind in [
        GameKind::Katarenga,
        GameKind::BigBang,
        GameKind::Cornered,
        GameKind::Quartermaster,
        GameKind::BattleStations,
    ] {
        let all = against_random(kind, "uct:300", 6).all();
        assert!(all.wins == 6, "{kind}: {all:?}");
    }
}

#[test]
fn uct_does_not_lose_to_random_moves_elsewhere() {
    for kind in [GameKind::NorthWestPassage, GameKind::Congress] {
        let all = against_random(kind, "uct:30", 2).all();
        assert!(all.losses == 0, "{kind}: {all:?}");
    }
}

#[cfg(unix)]
mod external {
    //! Engines written in a line of shell.

    use std::fs;
    use std::path::Path;
    use std::thread;
    use std::time::{Duration, Instant};

    use katarenga_engine::arena::{Ending, Pace};

    use super::*;

    /// Answers everything but `go`, for which it does what it is told.
    fn engine(on_go: &str) -> String {
        format!(
            "ugi:sh -c 'while read -r word rest; do case $word in \
             ugi) echo ugiok;; isready) echo readyok;; go) {on_go};; esac; done'"
        )
    }

    /// Two games of Cornered of an engine against random moves, the engine first in the first.
    fn games(engine: &str, grace: u64) -> Vec<FinishedGame> {
        let (move_time, grace) = (Duration::from_millis(5), Duration::from_millis(grace));
        let contenders = [contender(engine), contender("random")];
        let plan = Plan::new(GameKind::Cornered, contenders);
        play(&tournament(Plan { games: 2, pace: Pace { move_time, grace }, ..plan }))
    }

    /// What is said of the fault by which the engine loses both games.
    fn fault(engine: &str, grace: u64) -> String {
        let games = games(engine, grace);
        assert_eq!(games.len(), 2, "the match goes on");
        let told = games.iter().map(|played| match &played.ending {
            Ending::Fault { contender: 0, fault, outcome } => {
                let winner = outcome.winner.map(|side| played.contender(side));
                assert_eq!(winner, Some(1), "the other wins");
                assert_eq!(played.game.ply(), usize::from(played.first == 1), "at its first move");
                fault.to_string()
            }
            other => panic!("{other:?}"),
        });
        let told: Vec<String> = told.collect();
        assert!(told.iter().all(|told| !told.contains(char::is_control)), "{told:?}");
        told[0].clone()
    }

    /// Grace for what happens at once, and for what never comes; in ms.
    const LONG: u64 = 10_000;
    const SHORT: u64 = 1_000;

    #[test]
    fn programs_that_do_not_start() {
        let told = fault("ugi:/no/such/engine --fast", LONG);
        assert_eq!(
            told,
            "`/no/such/engine` can't be started: No such file or directory (os error 2)"
        );
        assert_eq!(fault("ugi:true", LONG), "the engine ended where `ugiok` was awaited");
        assert_eq!(
            fault("ugi:sh -c 'echo hello; exec sleep 60'", SHORT),
            "the engine said no `ugiok` within 1000 ms; its last line was `hello`"
        );
    }

    #[test]
    fn a_crash() {
        assert_eq!(
            fault(&engine("echo info dying; exit 1"), LONG),
            "the engine ended where `bestmove` was awaited; its last line was `info dying`"
        );
    }

    #[test]
    fn silence() {
        let told = fault(&engine("exec sleep 60"), SHORT);
        assert_eq!(told, "the engine said no `bestmove` within 1010 ms");
    }

    #[test]
    fn a_closed_output() {
        let told = fault(&engine("exec sleep 60 >&-"), LONG);
        assert_eq!(told, "the engine ended where `bestmove` was awaited");
    }

    #[test]
    fn moves_that_are_none_or_illegal() {
        for (mv, told) in [
            ("e9", "`e9` is not a move: expected a square or `pass` at `e9`"),
            ("h8", "h8 is not legal: h8 is not on this board, which ends at d4"),
            ("pass", "pass is not legal: "),
            ("\\033[2J", "`\\u{1b}[2J` is not a move: "),
        ] {
            let said = fault(&engine(&format!("printf \"bestmove {mv}\\n\"")), LONG);
            let wrong = "the engine played a wrong move: ";
            assert!(said.starts_with(&format!("{wrong}{told}")), "{said}");
        }
    }

    #[test]
    fn the_answer_that_there_is_no_move() {
        for answer in ["", " none", " (none)", " 0000"] {
            let said = fault(&engine(&format!("echo \"bestmove{answer}\"")), LONG);
            let expected = format!(
                "the engine answered `bestmove{answer}` while the game goes on: \
                 right would be a legal move, such as `bestmove a1`"
            );
            assert_eq!(said, expected);
        }
    }

    #[test]
    fn garbage_is_quoted() {
        let told = fault(&engine("printf \"\\033[2J\\001\\377%0100d\\n\" 7; exit"), LONG);
        let quote = format!("\\u{{1b}}[2J\\u{{1}}\u{fffd}{}…", "0".repeat(54));
        let expected =
            format!("the engine ended where `bestmove` was awaited; its last line was `{quote}`");
        assert_eq!(told, expected);
    }

    #[test]
    fn floods_with_and_without_lines() {
        for flood in ["exec yes info", "exec cat /dev/zero"] {
            let told = fault(&engine(flood), SHORT);
            assert!(told.starts_with("the engine said no `bestmove` within 1010 ms"), "{told}");
        }
    }

    #[test]
    fn an_engine_that_does_not_listen_holds_nothing_up() {
        let told =
            fault("ugi:sh -c 'echo ugiok; echo readyok; echo readyok; exec sleep 60'", SHORT);
        assert_eq!(told, "the engine said no `bestmove` within 1010 ms");
    }

    #[test]
    fn what_was_said_before_the_question_is_no_answer() {
        // It says two moves at once, and ends when it is asked again.
        let script = "n=$((n+1)); [ $n = 2 ] && exit; echo bestmove a1; echo bestmove stale";
        let first = games(&engine(script), LONG).swap_remove(0);
        assert_eq!(first.game.ply(), 2);
        let Ending::Fault { fault, .. } = first.ending else { panic!("{:?}", first.ending) };
        let told = fault.to_string();
        assert!(told.starts_with("the engine ended where `bestmove` was awaited"), "{told}");
    }

    #[test]
    fn engines_end_with_their_games() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let file = folder.path().join("pid");
        let script = format!("echo $$ > {}; exec sleep 60", file.display());
        fault(&engine(&script), SHORT);
        let pid = fs::read_to_string(&file).expect("the engine wrote it");
        let process = Path::new("/proc").join(pid.trim());
        let started = Instant::now();
        while cfg!(target_os = "linux") && process.exists() {
            assert!(started.elapsed() < Duration::from_secs(10), "it is still there");
            thread::sleep(Duration::from_millis(5));
        }
    }
}
