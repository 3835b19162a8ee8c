//! What a match has come to.

use std::collections::BTreeMap;

use super::{Ending, FinishedGame, Scores, Tournament};

/// Wins, draws and losses of a player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games that were won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that were lost.
    pub losses: u32,
}

impl Tally {
    /// How many games there are.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The mean score of a game, from 0 to 1, a draw counting one half; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }

    const fn with(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// The same as the other player sees it.
    const fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// The results of a match so far, as the contender 0 sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The games in which it moved first.
    pub first: Tally,
    /// The games in which it moved second.
    pub second: Tally,
    /// The games that were not over within the plies they had. They count for nothing else but
    /// [`plies`](Self::plies).
    pub unfinished: u32,
    /// The points of both contenders, faults included.
    pub points: [u32; 2],
    /// The points of those who moved first, and of those who moved second.
    pub points_by_turn: [u32; 2],
    /// How many games were lost by faults of each contender.
    pub faults: [u32; 2],
    /// How many games ended by each reason, by its key: faults aside.
    pub reasons: BTreeMap<&'static str, u32>,
    /// The plies of all games.
    pub plies: u64,
    scores: Scores,
    games_a_board: u32,
    is_self_play: bool,
    /// The boards on which some games were counted, and not all.
    begun: BTreeMap<u32, Begun>,
}

/// A board of which some games were counted.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Begun {
    games: u32,
    /// The half points so far; `None` once a game was left unfinished.
    half_points: Option<u32>,
}

impl Standing {
    /// That of a match before its first game.
    pub fn new(tournament: &Tournament) -> Self {
        let plan = tournament.plan();
        let games_a_board = plan.games_a_board();
        Self {
            first: Tally::default(),
            second: Tally::default(),
            unfinished: 0,
            points: [0; 2],
            points_by_turn: [0; 2],
            faults: [0; 2],
            reasons: BTreeMap::new(),
            plies: 0,
            scores: Scores::none(games_a_board),
            games_a_board,
            is_self_play: plan.is_self_play(),
            begun: BTreeMap::new(),
        }
    }

    /// Counts a game of the match, each once, in any order.
    pub fn add(&mut self, played: &FinishedGame) {
        self.plies += played.game.ply() as u64;
        match &played.ending {
            Ending::Over(outcome) => *self.reasons.entry(outcome.reason.key).or_default() += 1,
            Ending::Fault { contender, .. } => self.faults[*contender] += 1,
            Ending::Unfinished => self.unfinished += 1,
        }
        self.add_to_board(played);
        let Some(outcome) = played.outcome() else { return };
        let tally = if played.first == 0 { &mut self.first } else { &mut self.second };
        match outcome.winner.map(|side| played.contender(side)) {
            None => tally.draws += 1,
            Some(winner) => {
                self.points[winner] += u32::from(outcome.points);
                self.points_by_turn[usize::from(winner != played.first)] +=
                    u32::from(outcome.points);
                *(if winner == 0 { &mut tally.wins } else { &mut tally.losses }) += 1;
            }
        }
    }

    /// Counts the board of a game, if this was the last of its games.
    fn add_to_board(&mut self, played: &FinishedGame) {
        let whose = if self.is_self_play { played.first } else { 0 };
        let half_points = played.outcome().map(|outcome| match outcome.winner {
            None => 1,
            Some(side) if played.contender(side) == whose => 2,
            Some(_) => 0,
        });
        let number = played.number / self.games_a_board;
        let before = self.begun.remove(&number);
        let before = before.unwrap_or(Begun { games: 0, half_points: Some(0) });
        let games = before.games + 1;
        let half_points = before.half_points.zip(half_points).map(|(one, other)| one + other);
        if games < self.games_a_board {
            self.begun.insert(number, Begun { games, half_points });
        } else if let Some(half_points) = half_points {
            self.scores.add(half_points);
        }
    }

    /// The scores of the boards whose games have all come to an end, for the contender 0; in
    /// [self-play](super::Plan::is_self_play) for who moved first.
    ///
    /// A board counts whole or not at all: one of its two games alone speaks for who moved first in
    /// it.
    pub const fn scores(&self) -> &Scores {
        &self.scores
    }

    /// All games that came to an end.
    pub const fn all(&self) -> Tally {
        self.first.with(self.second)
    }

    /// The same as those see them who moved first.
    pub const fn moving_first(&self) -> Tally {
        self.first.with(self.second.reversed())
    }

    /// All games, unfinished ones too.
    pub const fn games(&self) -> u32 {
        self.all().games() + self.unfinished
    }

    /// The mean length of a game in plies; `None` without games.
    pub fn mean_plies(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a mean is no exact number")]
        (self.games() > 0).then(|| self.plies as f64 / f64::from(self.games()))
    }
}

#[cfg(test)]
mod tests {
    use katarenga_rules::{BoardCode, Game, GameKind, Setup, Side};

    use super::super::{Fault, Plan};
    use super::*;

    /// That of a match of Cornered, in which `player` plays against random moves or against itself.
    fn standing(player: &str, opponent: &str) -> Standing {
        let contenders = [player, opponent].map(|text| text.parse().expect(text));
        let plan = Plan::new(GameKind::Cornered, contenders);
        Standing::new(&Tournament::new(plan).expect("the board suits"))
    }

    /// A game on a quarter that the first player wins with 3 points, played by `first` against the
    /// other.
    fn won(number: u32, first: usize, side: Side) -> FinishedGame {
        let board = "2a0".parse::<BoardCode>().expect("a board");
        let setup = Setup { first: side, layout: 0 };
        let mut game = Game::new(GameKind::Cornered, board, setup).expect("it suits");
        for text in ["d1", "b2", "a1"] {
            game.play(game.read_move(text).expect("legal")).expect("legal");
        }
        let ending = Ending::Over(game.outcome().expect("it is over"));
        FinishedGame { number, first, game, ending }
    }

    #[test]
    fn games_are_counted_for_the_contender_not_for_the_colour() {
        let mut standing = standing("uct:1", "random");
        for (number, (first, side)) in (0..).zip([
            (0, Side::White),
            (1, Side::White),
            (0, Side::Black),
            (1, Side::Black),
            (1, Side::White),
        ]) {
            standing.add(&won(number, first, side));
        }
        assert_eq!(standing.first, Tally { wins: 2, draws: 0, losses: 0 });
        assert_eq!(standing.second, Tally { wins: 0, draws: 0, losses: 3 });
        assert_eq!(standing.moving_first(), Tally { wins: 5, draws: 0, losses: 0 });
        assert_eq!(standing.points, [6, 9]);
        assert_eq!(standing.points_by_turn, [15, 0]);
        assert_eq!(standing.reasons, BTreeMap::from([("last-to-place", 5)]));
        assert_eq!(standing.mean_plies(), Some(3.0));
        assert_eq!(standing.all().score(), Some(0.4));
    }

    #[test]
    fn boards_count_once_all_their_games_have_ended_in_any_order() {
        let games = [0, 1, 0, 0, 1, 1, 0].map(|first| won(0, first, Side::White));
        let games: Vec<FinishedGame> =
            (0..).zip(games).map(|(number, game)| FinishedGame { number, ..game }).collect();
        // The boards of the games 0 and 1, 2 and 3, 4 and 5: one win each, two wins, two losses.
        for order in [[0, 1, 2, 3, 4, 5, 6], [6, 5, 3, 1, 4, 0, 2], [2, 4, 6, 0, 5, 1, 3]] {
            let mut standing = standing("uct:1", "random");
            for (counted, index) in (1..).zip(order) {
                standing.add(&games[index]);
                assert!(standing.scores().boards() <= counted / 2, "half a board");
            }
            assert_eq!(standing.scores().counts(), [1, 0, 1, 0, 1]);
            assert_eq!(standing.all().games(), 7);
        }
    }

    #[test]
    fn a_board_with_an_unfinished_game_counts_for_nothing() {
        for unfinished in [0, 1] {
            let mut standing = standing("uct:1", "random");
            for number in 0..4 {
                let mut game = won(number, (number % 2) as usize, Side::White);
                if number == unfinished {
                    game.ending = Ending::Unfinished;
                }
                standing.add(&game);
            }
            assert_eq!(standing.scores().counts(), [0, 0, 1, 0, 0]);
            assert_eq!((standing.all().games(), standing.unfinished), (3, 1));
        }
    }

    #[test]
    fn self_play_counts_for_who_moves_first() {
        let mut by_chance = standing("random", "random");
        by_chance.add(&won(0, 0, Side::White));
        by_chance.add(&won(1, 1, Side::White));
        assert_eq!(by_chance.scores().counts(), [0, 0, 0, 0, 1]);
        // A game a board, where the same players would repeat the first one.
        let mut alike = standing("engine:10", "engine:10");
        alike.add(&won(0, 0, Side::White));
        alike.add(&won(1, 0, Side::Black));
        assert_eq!(alike.scores().counts(), [0, 0, 2]);
        assert_eq!(alike.moving_first().score(), Some(1.0));
    }

    #[test]
    fn faults_and_unfinished_games_are_counted_apart() {
        let mut standing = standing("uct:1", "random");
        assert_eq!(standing.mean_plies(), None);
        let over = won(0, 0, Side::Black);
        let Ending::Over(outcome) = over.ending else { panic!("it is over") };
        let ending = Ending::Fault { contender: 1, fault: Fault::NoMove, outcome };
        standing.add(&FinishedGame { ending, ..over.clone() });
        standing.add(&FinishedGame { number: 1, ending: Ending::Unfinished, ..over });
        assert_eq!((standing.games(), standing.all().games()), (2, 1));
        assert_eq!((standing.faults, standing.unfinished), ([0, 1], 1));
        assert_eq!(standing.first.wins, 1);
        assert!(standing.reasons.is_empty());
    }
}
