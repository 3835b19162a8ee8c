//! Plain Monte Carlo tree search: UCB1 in the tree, playouts with uniformly random moves, the most
//! visited move. It uses nothing but the rules of a game, and is the peer against which the engine
//! is measured.
//!
//! Where random games never end it sees no further than its tree. Of 300 of them on drawn boards all
//! ended in Katarenga (half within 168 plies), Cornered, Quartermaster and Battle Stations, and 298
//! of Big Bang within 2000 plies; but within 5000 plies only 17 of Congress and none of North West
//! Passage. Strength in these two is not shown by beating it.
//!
//! Kocsis and Szepesvári, *Bandit based Monte-Carlo Planning*, 2006.

use std::f64::consts::SQRT_2;
use std::ops::Range;
use std::time::Instant;

use katarenga_rules::{Board, Game, GameKind, Move, Position, Rules, Side};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::choices::Choices;
use super::{Budget, Fault, Player};
use crate::games::Searchable;
use crate::limits::Stop;
use crate::registry::{ForGame, dispatch};

/// The weight of exploration for results from 0 to 1 (UCB1).
const EXPLORATION: f64 = SQRT_2;

/// A playout that is not over after this number of plies is a draw. 9 in 10 random games of Big Bang, the
/// longest that end at all, are over by then.
const PLAYOUT_PLIES: usize = 1000;

/// The most nodes of the tree, 192 MB; beyond them playouts start at its leaves.
const MAX_NODES: usize = 8 << 20;

/// A player of a game of this kind.
pub(super) fn player(kind: GameKind, budget: Budget, seed: u64, stop: Stop) -> Box<dyn Player> {
    dispatch(kind, NewPlayer { budget, seed, stop })
}

struct NewPlayer {
    budget: Budget,
    seed: u64,
    stop: Stop,
}

impl ForGame for NewPlayer {
    type Output = Box<dyn Player>;

    fn call<R: Searchable + TryFrom<Position>>(self) -> Box<dyn Player> {
        let rng = ChaCha8Rng::seed_from_u64(self.seed);
        Box::new(Uct::<R>::new(self.budget, rng, self.stop))
    }
}

/// The player; what it keeps from move to move are its allocations and its chance.
struct Uct<R> {
    budget: Budget,
    rng: ChaCha8Rng,
    stop: Stop,
    nodes: Vec<Node>,
    /// The nodes from the root to where a playout begins.
    path: Vec<usize>,
    /// The positions of the game and then of the path, for repetition.
    line: Vec<R>,
    moves: Vec<Move>,
    choices: Choices,
}

/// A move in the tree. Those that answer it stand side by side.
#[derive(Clone, Debug)]
struct Node {
    mv: Move,
    visits: u32,
    /// The results of all playouts through it, 1 for a win of the side that makes the move.
    won: f64,
    /// The first of its answers, and how many there are: none until it is expanded.
    first: u32,
    answers: u32,
}

impl Node {
    const fn new(mv: Move) -> Self {
        Self { mv, visits: 0, won: 0.0, first: 0, answers: 0 }
    }

    const fn answers(&self) -> Range<usize> {
        self.first as usize..(self.first + self.answers) as usize
    }

    /// UCB1; `ln_visits` is the logarithm of the visits of the node before.
    fn ucb1(&self, ln_visits: f64) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        let visits = f64::from(self.visits);
        self.won / visits + EXPLORATION * (ln_visits / visits).sqrt()
    }
}

const ROOT: usize = 0;

impl<R: Rules> Uct<R> {
    fn new(budget: Budget, rng: ChaCha8Rng, stop: Stop) -> Self {
        let (nodes, path, line, moves) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { budget, rng, stop, nodes, path, line, moves, choices: Choices::default() }
    }

    /// The most visited move after the budget is spent or it was stopped; `line` holds the game so far.
    fn best(&mut self, board: &Board) -> Option<Move> {
        let (started, played) = (Instant::now(), self.line.len());
        self.nodes.clear();
        self.nodes.push(Node::new(Move::Pass));
        self.expand(board, ROOT, &self.line.last().copied()?);
        let is_forced = self.nodes[ROOT].answers <= 1;
        for playouts in 0_u64.. {
            let is_spent = match self.budget {
                Budget::Count(most) => playouts >= most,
                Budget::Time(time) => started.elapsed() >= time,
            };
            if is_forced || is_spent || self.stop.is_set() {
                break;
            }
            self.line.truncate(played);
            let winner = self.descend(board);
            self.backpropagate(played, winner);
        }
        let answers = &self.nodes[self.nodes[ROOT].answers()];
        let better = |a: &&Node, b: &&Node| a.visits.cmp(&b.visits).then(a.won.total_cmp(&b.won));
        answers.iter().max_by(better).map(|node| node.mv)
    }

    /// Goes down the tree and plays to the end from there: who wins, `None` for a draw.
    fn descend(&mut self, board: &Board) -> Option<Side> {
        let mut at = ROOT;
        self.path.clear();
        loop {
            self.path.push(at);
            let position = *self.line.last()?;
            if R::REPEATS && self.is_third() {
                return None;
            }
            if self.nodes[at].answers == 0 {
                if self.nodes[at].visits == 0 || self.nodes.len() >= MAX_NODES {
                    return self.playout(board, position);
                }
                self.expand(board, at, &position);
                if self.nodes[at].answers == 0 {
                    return winner(board, &position);
                }
            }
            at = self.select(at);
            self.line.push(position.play_unchecked(board, self.nodes[at].mv));
        }
    }

    /// Whether the last position of the line stands there for the third time.
    fn is_third(&self) -> bool {
        let Some((last, earlier)) = self.line.split_last() else { return false };
        // The same side is to move every other ply.
        earlier
            .iter()
            .rev()
            .skip(1)
            .step_by(2)
            .filter(|position| *position == last)
            .nth(1)
            .is_some()
    }

    /// Gives a node its answers, in random order: the first of equals is tried first.
    fn expand(&mut self, board: &Board, at: usize, position: &R) {
        self.moves.clear();
        position.generate(board, &mut self.moves);
        self.moves.shuffle(&mut self.rng);
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].answers = self.moves.len() as u32;
        self.nodes.extend(self.moves.iter().map(|mv| Node::new(*mv)));
    }

    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let ln_visits = f64::from(node.visits.max(1)).ln();
        let (mut best, mut highest) = (node.first as usize, f64::NEG_INFINITY);
        for answer in node.answers() {
            let bound = self.nodes[answer].ucb1(ln_visits);
            if bound > highest {
                (best, highest) = (answer, bound);
            }
        }
        best
    }

    fn playout(&mut self, board: &Board, mut position: R) -> Option<Side> {
        for _ in 0..PLAYOUT_PLIES {
            self.choices.clear();
            position.generate(board, &mut self.choices);
            match self.choices.draw(&mut self.rng) {
                Some(mv) => position = position.play_unchecked(board, mv),
                None => return winner(board, &position),
            }
        }
        None
    }

    /// Counts a result on the path; the game itself has `played` positions.
    fn backpropagate(&mut self, played: usize, winner: Option<Side>) {
        self.nodes[ROOT].visits += 1;
        for (at, before) in self.path.iter().skip(1).zip(&self.line[played - 1..]) {
            let node = &mut self.nodes[*at];
            node.visits += 1;
            node.won += match winner {
                None => 0.5,
                Some(side) if side == before.core().turn() => 1.0,
                Some(_) => 0.0,
            };
        }
    }
}

/// Who has won a position without moves.
fn winner<R: Rules>(board: &Board, position: &R) -> Option<Side> {
    position.decided(board).or_else(|| position.blocked(board)).and_then(|outcome| outcome.winner)
}

impl<R: Rules + TryFrom<Position>> Player for Uct<R> {
    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        self.line.clear();
        self.line.extend(game.positions().filter_map(|position| R::try_from(*position).ok()));
        self.best(game.board()).ok_or(Fault::NoMove)
    }
}

#[cfg(test)]
mod tests {
    use katarenga_rules::{BoardCode, Setup, games};
    use rand::seq::IndexedRandom as _;

    use super::*;
    use crate::score::DECIDED;
    use crate::search::Limits;
    use crate::{Analysis, Engine, Value};

    /// A game of random moves up to the last but one, when the last one wins for its side.
    fn before_a_win(kind: GameKind, rng: &mut ChaCha8Rng) -> Option<Game> {
        let board = kind.random_board(rng);
        let mut game = Game::new(kind, board, Setup::default()).expect("it suits");
        while game.ply() < 1000
            && let Some(mv) = game.legal_moves().choose(rng)
        {
            game.play(*mv).expect("legal");
        }
        let winner = game.outcome()?.winner?;
        game.undo();
        (winner == game.turn()).then_some(game)
    }

    /// Whether the side to move loses by force, as far as a solver or a short search can tell.
    fn is_lost(game: &Game) -> bool {
        let limits = Limits { depth: Some(4), ..Limits::default() };
        match Engine::new().with_memory(1).analyse(game, limits, &Stop::default(), |_| ()) {
            Analysis::Over => false,
            Analysis::Proven(proof) => proof.verdict.value == Value::Loss,
            Analysis::Found(lines) => lines[0].score <= -DECIDED,
        }
    }

    /// It wins at once, or by force: nothing is better than that.
    fn assert_wins(mut game: Game, seed: u64) {
        let start = game.board_position();
        let mut player = player(game.kind(), Budget::Count(600), seed, Stop::default());
        let mv = player.choose(&game).expect("the game goes on");
        let turn = game.turn();
        game.play(mv).expect("legal");
        let wins = match game.outcome() {
            Some(outcome) => outcome.winner == Some(turn),
            None => is_lost(&game),
        };
        assert!(wins, "{start}: {mv}");
    }

    #[test]
    fn it_wins_at_once_where_it_can() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut won = [0; GameKind::ALL.len()];
        for (kind, won) in GameKind::ALL.iter().zip(&mut won) {
            for game in (0..6).filter_map(|_| before_a_win(*kind, &mut rng)) {
                assert_wins(game, 1);
                *won += 1;
            }
        }
        assert!(won.iter().filter(|won| **won >= 3).count() >= 4, "{won:?}");
        // These are seldom won by random moves, if ever.
        for text in [
            "congress 1a0-2a0-3a0-4a0 b6b/8/8/b6b/3w4/b7/www4b/wwww2bb w w",
            "north-west-passage 1a0-2a0-3a0-4a0 b6w/1b4w1/2b2w2/3bw3/3wb3/2w2b2/ww5b/7b w b",
        ] {
            assert_wins(Game::from_position(text.parse().expect(text)), 1);
        }
    }

    #[test]
    fn it_sees_repetition_where_the_rules_do() {
        let setup = Setup::default();
        let mut game =
            Game::new(GameKind::Congress, BoardCode::REFERENCE, setup).expect("it suits");
        let mut uct = Uct::new(Budget::Count(1), ChaCha8Rng::seed_from_u64(1), Stop::default());
        for text in ["b1-b7", "e8-e4", "b7-b1", "e4-e8"].into_iter().cycle().take(8) {
            assert!(!uct.is_third());
            game.play(game.read_move(text).expect(text)).expect("legal");
            uct.line =
                game.positions().filter_map(|at| games::Congress::try_from(*at).ok()).collect();
        }
        assert!(uct.is_third() && game.outcome().is_some());
    }
}
