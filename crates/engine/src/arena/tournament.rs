//! The games of a match: who plays which on what board, and playing them.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use katarenga_rules::notation::moves::MoveError;
use katarenga_rules::{BoardCode, Game, GameKind, Outcome, Setup, SetupError, Side};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::{Contender, Fault, Pace, Player};
use crate::memory;
use crate::search::Stop;

/// What a match consists of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The kind of game.
    pub kind: GameKind,
    /// Who plays.
    pub contenders: [Contender; 2],
    /// How many games; fewer are played where the players would repeat one.
    pub games: u32,
    /// What decides the boards and all chance of the players.
    pub seed: u64,
    /// The board of all games; otherwise they are drawn from the seed.
    pub board: Option<BoardCode>,
    /// The index of the starting layout, as in [`Setup`].
    pub layout: u8,
    /// A game that is not over after this number of plies is left unfinished.
    pub max_plies: usize,
    /// How long external engines may take.
    pub pace: Pace,
    /// How many games are played at once.
    pub threads: usize,
}

impl Plan {
    /// A hundred games on drawn boards from the seed 1, of 300 plies at most, one at a time.
    pub fn new(kind: GameKind, contenders: [Contender; 2]) -> Self {
        let (games, seed, board, layout, max_plies) = (100, 1, None, 0, 300);
        let (pace, threads) = (Pace::default(), 1);
        Self { kind, contenders, games, seed, board, layout, max_plies, pace, threads }
    }

    /// Whether both contenders are the same player, so that nothing but who moves first tells them
    /// apart.
    pub fn is_self_play(&self) -> bool {
        self.contenders[0] == self.contenders[1]
    }

    /// How many games are played on each board: one where the second would be the first again, else
    /// two.
    pub fn games_a_board(&self) -> u32 {
        if self.is_self_play() && self.is_deterministic() { 1 } else { 2 }
    }

    /// Whether the same contender moving first on the same board makes the same game.
    fn is_deterministic(&self) -> bool {
        let board = self.board.unwrap_or(self.kind.default_board());
        let setup = Setup { first: Side::White, layout: self.layout };
        Game::new(self.kind, board, setup).is_ok_and(|start| {
            self.contenders.iter().all(|contender| contender.is_deterministic(&start))
        })
    }

    /// The boards in the order in which they are played, each once.
    fn boards(&self) -> Vec<BoardCode> {
        let most = self.games.div_ceil(self.games_a_board()).max(1) as usize;
        match self.board {
            Some(board) => vec![board],
            None => self.kind.shuffled_boards(&mut self.rng(0)).take(most).collect(),
        }
    }

    /// Chance that depends on the seed of the match and `stream` alone.
    fn rng(&self, stream: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(stream);
        rng
    }
}

/// A match that can be played.
///
/// Each board is played twice, once with each contender moving first. The side that moves first is
/// White on one board and Black on the next, so that in four games a contender has every colour at
/// every turn. All of a game but what clocks and other programs do follows from the seed and its
/// number.
///
/// Two equal contenders who are both [deterministic](Contender::is_deterministic), such as
/// `engine:20000` against itself, would play both games of a board alike. They play each board once,
/// and the contender 0 moves first. The colours alternate as before.
///
/// A board comes again only when all others were played. Deterministic contenders, equal or not,
/// would then repeat their games, so that their match ends there. On a board that the plan names it
/// ends after [`Plan::games_a_board`].
#[derive(Clone, Debug)]
pub struct Tournament {
    plan: Plan,
    boards: Vec<BoardCode>,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// Its number, counted from 0.
    pub number: u32,
    /// The index of the contender who moved first.
    pub first: usize,
    /// The game; the side of a contender at fault has resigned.
    pub game: Game,
    /// How it ended.
    pub ending: Ending,
}

/// How a game of a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Over(Outcome),
    /// Not within the plies that a game may have.
    Unfinished,
    /// A contender gave no legal move, and lost by it.
    Fault {
        /// The index of the contender.
        contender: usize,
        /// What went wrong.
        fault: Fault,
        /// What the other scores for it.
        outcome: Outcome,
    },
}

impl FinishedGame {
    /// The index of the contender who had `side`.
    pub fn contender(&self, side: Side) -> usize {
        seat(self.first, self.game.start().core().first(), side)
    }

    /// The outcome that counts; `None` for an unfinished game.
    pub const fn outcome(&self) -> Option<Outcome> {
        match &self.ending {
            Ending::Over(outcome) | Ending::Fault { outcome, .. } => Some(*outcome),
            Ending::Unfinished => None,
        }
    }
}

/// The contender who has `side`, when the contender `first` has the side `first_side`.
fn seat(first: usize, first_side: Side, side: Side) -> usize {
    if side == first_side { first } else { 1 - first }
}

impl Tournament {
    /// The match of a plan.
    ///
    /// # Errors
    /// When the game can't start on the board or with the layout of the plan.
    pub fn new(plan: Plan) -> Result<Self, SetupError> {
        let tournament = Self { boards: plan.boards(), plan };
        tournament.start(0)?;
        Ok(tournament)
    }

    /// What the match consists of.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many games are played: those of the plan, or as many different ones as there are.
    pub fn games(&self) -> u32 {
        if self.plan.is_deterministic() {
            // There are fewer than a hundred thousand boards.
            self.plan.games.min(self.boards.len() as u32 * self.plan.games_a_board())
        } else {
            self.plan.games
        }
    }

    /// Starts both contenders once, for those whose programs may be missing. After `stop` it waits
    /// for none.
    ///
    /// # Errors
    /// The index of the contender who can't play, and why.
    pub fn check_start(&self, stop: &Stop) -> Result<(), (usize, Fault)> {
        let Ok(game) = self.start(0) else { return Ok(()) };
        for (index, contender) in self.plan.contenders.iter().enumerate() {
            match contender.player(&game, 0, self.plan.pace, stop) {
                // Who was cut short may be able to play.
                Ok(_) | Err(Fault::Stopped { .. }) => {}
                Err(fault) => return Err((index, fault)),
            }
        }
        Ok(())
    }

    /// Plays all games, and hands over each one when it is over, in whatever order they end. After
    /// `stop` no game begins, players think no longer, and the games under way are dropped.
    ///
    /// # Errors
    /// When no thread can be started; with fewer threads than asked for the match is played all the same.
    pub fn run(&self, stop: &Stop, mut on_game: impl FnMut(FinishedGame)) -> io::Result<()> {
        let next = AtomicU32::new(0);
        let (sender, receiver) = sync_channel(self.plan.threads);
        thread::scope(|scope| {
            let workers = (0..self.plan.threads.min(self.games() as usize).max(1)).map(|_| {
                let (sender, next) = (sender.clone(), &next);
                move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games() || stop.is_set() {
                            break;
                        }
                        let Some(played) = self.play(number, stop) else { break };
                        if sender.send(played).is_err() {
                            break;
                        }
                    }
                }
            });
            memory::spawn_workers(scope, workers)?;
            drop(sender);
            receiver.into_iter().for_each(&mut on_game);
            Ok(())
        })
    }

    /// The game number `number` before its first move.
    fn start(&self, number: u32) -> Result<Game, SetupError> {
        let index = (number / self.plan.games_a_board()) as usize;
        let board = self.boards[index % self.boards.len()];
        let first = Side::ALL[index % 2];
        Game::new(self.plan.kind, board, Setup { first, layout: self.plan.layout })
    }

    /// Plays a game; `None` when it was stopped before its end.
    fn play(&self, number: u32, stop: &Stop) -> Option<FinishedGame> {
        let mut game = self.start(number).ok()?;
        let first = (number % self.plan.games_a_board()) as usize;
        // The stream 0 is for the boards.
        let mut rng = self.plan.rng(u64::from(number) + 1);
        let mut seats = self.plan.contenders.each_ref().map(|contender| Seat {
            contender,
            seed: rng.random(),
            player: None,
        });
        while game.outcome().is_none() && game.ply() < self.plan.max_plies {
            let at = seat(first, game.start().core().first(), game.turn());
            let moved = seats[at].play_move(&mut game, self.plan.pace, stop);
            // A move that was cut short is no one's choice, and an engine may have been ended by
            // what stopped the match.
            if stop.is_set() {
                return None;
            }
            if let Err(fault) = moved {
                return forfeit(number, first, game, fault);
            }
        }
        let ending = game.outcome().map_or(Ending::Unfinished, Ending::Over);
        Some(FinishedGame { number, first, game, ending })
    }
}

/// A contender in a game.
struct Seat<'a> {
    contender: &'a Contender,
    seed: u64,
    /// Who plays for it, from its first move on.
    player: Option<Box<dyn Player>>,
}

impl Seat<'_> {
    fn play_move(&mut self, game: &mut Game, pace: Pace, stop: &Stop) -> Result<(), Fault> {
        let player = match &mut self.player {
            Some(player) => player,
            none => none.insert(self.contender.player(game, self.seed, pace, stop)?),
        };
        let mv = player.choose(game)?;
        Ok(game.play(mv).map_err(|why| MoveError::Illegal { mv, why })?)
    }
}

/// The game is lost for the side to move, which is at fault.
fn forfeit(number: u32, first: usize, mut game: Game, fault: Fault) -> Option<FinishedGame> {
    let side = game.turn();
    game.resign(side).ok()?;
    let outcome = game.outcome()?;
    let contender = seat(first, game.start().core().first(), side);
    Some(FinishedGame { number, first, game, ending: Ending::Fault { contender, fault, outcome } })
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::time::{Duration, Instant};

    use katarenga_rules::Move;

    use super::*;

    fn plan(kind: GameKind, a: &str, b: &str) -> Plan {
        Plan::new(kind, [a, b].map(|text| text.parse().expect(text)))
    }

    fn play(plan: Plan) -> BTreeMap<u32, FinishedGame> {
        let mut games = BTreeMap::new();
        let tournament = Tournament::new(plan).expect("the board suits");
        tournament
            .run(&Stop::default(), |played| {
                assert!(games.insert(played.number, played).is_none(), "each game once");
            })
            .expect("there are threads");
        games
    }

    #[test]
    fn threads_change_nothing() {
        let plan = Plan { games: 9, ..plan(GameKind::Congress, "uct:20", "random") };
        let alone = play(plan.clone());
        assert_eq!(alone.len(), 9);
        assert_eq!(alone, play(Plan { threads: 4, ..plan }));
    }

    #[test]
    fn another_seed_is_another_match() {
        let plan = Plan { games: 2, ..plan(GameKind::Cornered, "random", "random") };
        assert_ne!(play(plan.clone()), play(Plan { seed: 2, ..plan }));
    }

    #[test]
    fn every_board_is_played_by_both_and_colours_go_round() {
        let games = play(Plan { games: 8, ..plan(GameKind::Cornered, "random", "random") });
        let seats_of = |number| {
            let played: &FinishedGame = &games[&number];
            let side = played.game.start().core().first();
            assert_eq!(played.contender(side), played.first);
            (played.first, side)
        };
        for number in (0..8).step_by(2) {
            let code = |number| games[&number].game.board().code();
            assert_eq!(code(number), code(number + 1));
        }
        let (white, black) = (Side::White, Side::Black);
        let seats: Vec<(usize, Side)> = (0..4).map(seats_of).collect();
        assert_eq!(seats, [(0, white), (1, white), (0, black), (1, black)]);
        assert_eq!(seats, (4..8).map(seats_of).collect::<Vec<_>>());
    }

    fn moves(played: &FinishedGame) -> Vec<Move> {
        played.game.moves().collect()
    }

    #[test]
    fn two_equal_engines_never_play_a_game_twice() {
        let plan = Plan { games: 40, ..plan(GameKind::Cornered, "engine:50", "engine:50") };
        let games = play(plan);
        // There are 32 quarters.
        assert_eq!(games.len(), 32);
        let boards: BTreeSet<String> =
            games.values().map(|played| played.game.board().code().to_string()).collect();
        assert_eq!(boards.len(), 32, "each board once");
        for (number, played) in &games {
            let side = played.game.start().core().first();
            assert_eq!((played.first, side), (0, Side::ALL[*number as usize % 2]));
        }
    }

    #[test]
    fn deterministic_players_play_the_same_game_with_any_seed() {
        for (kind, player) in [
            (GameKind::Congress, "engine:200"),
            (GameKind::BattleStations, "engine:50"),
            (GameKind::Cornered, "level:8"),
            (GameKind::Isolation, "level:8"),
        ] {
            let plan = Plan { max_plies: 2, ..plan(kind, player, player) };
            let plan = Plan { board: Some(kind.default_board()), ..plan };
            assert_eq!(plan.games_a_board(), 1, "{kind}, {player}");
            let again = Plan { seed: 2, ..plan.clone() };
            let [one, other] = [plan, again].map(|plan| {
                play(plan).into_values().map(|played| moves(&played)).collect::<Vec<_>>()
            });
            assert_eq!(one, other, "{kind}, {player}");
            assert_eq!(one.len(), 1, "there is no other game on the board");
        }
    }

    #[test]
    fn players_with_chance_or_a_clock_play_each_board_twice() {
        for player in ["level:1", "level:8", "engine:10ms", "uct:10", "random", "ugi:other"] {
            assert_eq!(plan(GameKind::Congress, player, player).games_a_board(), 2, "{player}");
        }
        assert_eq!(plan(GameKind::Cornered, "level:7", "level:7").games_a_board(), 2);
        assert_eq!(plan(GameKind::Congress, "engine:10", "engine:20").games_a_board(), 2);
    }

    #[test]
    fn a_match_without_chance_ends_where_it_would_repeat_itself() {
        let games = |a, b, board| {
            let plan = Plan { games: 100, board, ..plan(GameKind::Cornered, a, b) };
            Tournament::new(plan).expect("the board suits").games()
        };
        let board = Some(BoardCode::REFERENCE_QUARTER);
        assert_eq!(games("engine:10", "engine:10", board), 1);
        assert_eq!(games("engine:10", "engine:20", board), 2);
        assert_eq!(games("engine:10", "engine:20", None), 64);
        assert_eq!(games("engine:10", "random", board), 100);
        assert_eq!(games("engine:10", "random", None), 100);
    }

    #[test]
    fn boards_come_again_once_all_were_played() {
        let plan = Plan { games: 128, ..plan(GameKind::Cornered, "random", "random") };
        let games = play(Plan { max_plies: 1, ..plan });
        let codes: Vec<String> =
            games.values().map(|played| played.game.board().code().to_string()).collect();
        assert_eq!(codes[..64].iter().collect::<BTreeSet<_>>().len(), 32);
        assert_eq!(codes[..64], codes[64..]);
    }

    #[test]
    fn the_board_and_the_layout_can_be_chosen() {
        let board = "4a2-1a0-2b3-3a2".parse::<BoardCode>().expect("a board");
        let (games, max_plies) = (2, 3);
        let plan = plan(GameKind::BigBang, "random", "random");
        for played in
            play(Plan { games, board: Some(board), layout: 1, max_plies, ..plan }).values()
        {
            assert_eq!(played.game.board().code(), board);
            assert_eq!(played.game.setup().map(|setup| setup.layout), Some(1));
            assert_eq!((played.game.ply(), &played.ending), (3, &Ending::Unfinished));
        }
    }

    #[test]
    fn what_cannot_start_is_refused() {
        let plan = plan(GameKind::Cornered, "random", "random");
        let layout = Tournament::new(Plan { layout: 1, ..plan.clone() });
        assert!(matches!(layout, Err(SetupError::NoLayout { .. })));
        let board = Tournament::new(Plan { board: Some(BoardCode::REFERENCE), ..plan });
        assert!(matches!(board, Err(SetupError::Board(_))));
    }

    #[test]
    fn a_match_stops_within_a_move_and_no_such_game_counts() {
        let silent = "ugi:sh -c 'echo ugiok; echo readyok; echo readyok; exec sleep 60'";
        let players = ["engine:60000ms", "uct:60000ms"];
        let opponents = if cfg!(unix) { &[players[1], silent][..] } else { &players[1..] };
        for opponent in opponents {
            // Either moves first in one of two games, which one move would end.
            let plan = plan(GameKind::Congress, players[0], opponent);
            let pace = Pace { move_time: Duration::from_mins(1), ..plan.pace };
            let plan = Plan { games: 2, threads: 2, max_plies: 1, pace, ..plan };
            let (stop, started) = (Stop::default(), Instant::now());
            thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_millis(300));
                    stop.set();
                });
                let tournament = Tournament::new(plan).expect("the board suits");
                let ran = tournament.run(&stop, |played| panic!("{opponent}: {played:?}"));
                ran.expect("there are threads");
            });
            assert!(started.elapsed() < Duration::from_secs(10), "{opponent}");
        }
    }

    #[test]
    fn a_match_stops_between_moves() {
        let plan = Plan { games: 1000, threads: 2, ..plan(GameKind::Congress, "uct:50", "random") };
        let (stop, mut finished) = (Stop::default(), 0);
        let ran = Tournament::new(plan).expect("the board suits").run(&stop, |_| {
            finished += 1;
            stop.set();
        });
        ran.expect("there are threads");
        // What ended while the first was looked at: at most one that was handed over and one in
        // hand for each thread.
        assert!((1..=5).contains(&finished), "{finished}");
    }
}
