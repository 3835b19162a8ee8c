//! Making puzzles: games of levels that err, positions of which one move is right.
//!
//! All depends on the seed alone: the puzzle of a game, and which puzzles are taken.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::sync_channel;
use std::thread;

use katarenga_rules::{Game, GameKind, Move, Setup, Side};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::judge::Judge;
use super::{Puzzle, Theme, difficulty, turns};
use crate::limits::{Limits, Stop};
use crate::{Engine, Level, memory};

/// The nodes with which each position of a game is looked at.
const SCOUTING_NODES: u64 = 2_000;
/// The nodes with which a position that promises something is looked at.
const FINDING_NODES: u64 = 20_000;
/// The nodes with which it is judged: ten times those.
const JUDGING_NODES: u64 = 10 * FINDING_NODES;
/// The most random plies that open a game, so that games differ.
const MAX_OPENING_PLIES: usize = 6;
/// A game is not followed further.
const MAX_PLIES: usize = 120;
/// Fewer legal moves are no choice.
const MIN_MOVES: usize = 3;
/// The levels that play: they know what they want, and err.
const PLAYERS: std::ops::Range<usize> = 2..6;
/// The memory of a player's search in MB.
const MEMORY: usize = 4;

/// Makes the puzzles of a kind of game, from a seed.
#[derive(Debug)]
pub struct Maker {
    kind: GameKind,
    seed: u64,
    scout: Judge,
    finder: Judge,
    judge: Judge,
}

impl Maker {
    /// The maker of a kind of game.
    pub fn new(kind: GameKind, seed: u64) -> Self {
        let [scout, finder, judge] = [SCOUTING_NODES, FINDING_NODES, JUDGING_NODES].map(Judge::new);
        Self { kind, seed, scout, finder, judge }
    }

    /// The puzzle of a game, by its number: `None` where there is none, and when `stop` is set meanwhile.
    pub fn puzzle(&mut self, number: u64, stop: &Stop) -> Option<Puzzle> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        // Of a game's positions the first ones are the hardest.
        let positions = self.play(&mut rng, stop)?;
        // What earlier games left in the tables must not count.
        self.scout.forget();
        self.finder.forget();
        self.judge.forget();
        let puzzle = positions.iter().find_map(|game| self.puzzle_from(game, number, stop))?;
        (!stop.is_set()).then_some(puzzle)
    }

    /// The positions of a game between two levels.
    fn play(&self, rng: &mut ChaCha8Rng, stop: &Stop) -> Option<Vec<Game>> {
        let layouts = self.kind.info().starts();
        let setup = Setup {
            first: Side::ALL[rng.random_range(0..2)],
            layout: rng.random_range(0..layouts),
        };
        let mut game = Game::new(self.kind, self.kind.random_board(rng), setup).ok()?;
        for _ in 0..rng.random_range(0..=MAX_OPENING_PLIES) {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[rng.random_range(0..moves.len())]).ok()?;
        }
        let mut players = [(); 2].map(|()| {
            let level = Level::ALL[rng.random_range(PLAYERS)];
            Engine::new().with_memory(MEMORY).at_level(level, rng.random())
        });
        let mut positions = Vec::new();
        while game.ply() < MAX_PLIES && !stop.is_set() {
            positions.push(game.clone());
            let player = &mut players[game.turn().index()];
            let Some(mv) = player.analyse(&game, Limits::default(), stop, |_| ()).best() else {
                break;
            };
            game.play(mv).ok()?;
        }
        Some(positions)
    }

    /// The puzzle that begins with a position of a game, if one does.
    fn puzzle_from(&mut self, game: &Game, source: u64, stop: &Stop) -> Option<Puzzle> {
        if stop.is_set() || game.outcome().is_some() || game.legal_moves().len() < MIN_MOVES {
            return None;
        }
        if !self.scout.promises(game, stop) {
            return None;
        }
        let found =
            self.finder.only_move(game, stop).filter(|only| !is_recapture(game, only.mv))?;
        // A puzzle has no history: repetitions of the game don't count in it.
        let start = Game::from_position(game.board_position());
        let first = self.judge.only_move(&start, stop)?;
        if (first.mv, first.goal) != (found.mv, found.goal) {
            return None;
        }
        let line = self.judge.line(&start, first, stop);
        let turns = turns(&start, &line);
        let is_proven = first.is_proven && turns.iter().all(|(game, _)| Engine::new().solves(game));
        let level = difficulty::lowest_level(&turns, stop)?;
        let themes = Theme::of(&start, &line, first);
        Some(Puzzle {
            start: start.board_position(),
            line,
            goal: first.goal,
            is_proven,
            themes,
            level,
            source,
        })
    }
}

/// Whether a move takes back the pawn that has just captured: anyone would.
fn is_recapture(game: &Game, mv: Move) -> bool {
    let target = |mv| if let Move::Capture { to, .. } = mv { Some(to) } else { None };
    target(mv).is_some() && game.moves().next_back().and_then(target) == target(mv)
}

/// Makes the puzzles of the games from the number `from` on, on several threads, until `stop` is set. Calls
/// `on_game` with each game's number in order, and its puzzle.
///
/// # Errors
/// When no thread can be started.
pub fn make(
    kind: GameKind,
    seed: u64,
    from: u64,
    threads: usize,
    stop: &Stop,
    mut on_game: impl FnMut(u64, Option<Puzzle>),
) -> io::Result<()> {
    let next = AtomicU64::new(from);
    let (sender, receiver) = sync_channel(threads);
    thread::scope(|scope| {
        let workers = (0..threads.max(1)).map(|_| {
            let (sender, next) = (sender.clone(), &next);
            move || {
                let mut maker = Maker::new(kind, seed);
                while !stop.is_set() {
                    let number = next.fetch_add(1, Relaxed);
                    let puzzle = maker.puzzle(number, stop);
                    // A game that was cut short says nothing.
                    if stop.is_set() || sender.send((number, puzzle)).is_err() {
                        break;
                    }
                }
            }
        });
        memory::spawn_workers(scope, workers)?;
        drop(sender);
        let (mut early, mut due) = (BTreeMap::new(), from);
        for (number, puzzle) in receiver {
            early.insert(number, puzzle);
            while let Some(puzzle) = early.remove(&due) {
                if !stop.is_set() {
                    on_game(due, puzzle);
                }
                due += 1;
            }
        }
        Ok(())
    })
}

/// Which puzzles are taken: none twice, and of no level most of them.
#[derive(Debug)]
pub struct Collection {
    /// The puzzles taken, by their starts, with their levels.
    taken: HashMap<String, Level>,
    most_a_level: usize,
}

/// The share of a collection that may be of one level, in percent.
const SHARE_OF_A_LEVEL: usize = 30;

impl Collection {
    /// An empty one, of which this number of puzzles is wanted.
    pub fn new(wanted: usize) -> Self {
        Self { taken: HashMap::new(), most_a_level: (wanted * SHARE_OF_A_LEVEL).div_ceil(100) }
    }

    /// Takes a puzzle, unless one with this start was taken before, or enough of its level.
    pub fn take(&mut self, puzzle: &Puzzle) -> bool {
        let of_level = self.taken.values().filter(|level| **level == puzzle.level).count();
        let start = puzzle.start.to_string();
        if of_level >= self.most_a_level || self.taken.contains_key(&start) {
            return false;
        }
        self.taken.insert(start, puzzle.level);
        true
    }

    /// How many were taken.
    pub fn len(&self) -> usize {
        self.taken.len()
    }

    /// Whether none was taken.
    pub fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }
}
