//! The rules know no direction and no side: a game on a turned or mirrored board, or with the sides
//! exchanged, is the same game wherever that leaves the starting pawns in their places.

use std::collections::HashMap;

use katarenga_rules::{Bitboard, Board, BoardCode, Game, GameKind, Move, Setup, Square};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::common::{random_games, setups, told};

/// A symmetry of the square, with or without an exchange of the sides.
#[derive(Clone, Copy, Debug)]
struct Symmetry {
    /// How many files and ranks the board has.
    size: u8,
    /// Whether west and east are exchanged, before the turns.
    mirrored: bool,
    /// Clockwise quarter turns.
    turns: u8,
    /// Whether White and Black are exchanged.
    swapped: bool,
}

impl Symmetry {
    /// The eight symmetries, each without and with an exchange of the sides.
    fn all(size: u8) -> impl Iterator<Item = Self> {
        (0..16).map(move |index| Self {
            size,
            mirrored: index & 1 == 1,
            swapped: index & 2 == 2,
            turns: index / 4,
        })
    }

    /// Those that map the starting pawns of a game onto the starting pawns on the image of its board,
    /// whose colours may decide where they start.
    fn of_game(kind: GameKind, setup: Setup) -> Vec<Self> {
        let game = Game::new(kind, kind.default_board(), setup).expect("a start");
        let core = *game.start().core();
        let keeps = |symmetry: &Self| {
            let image = *symmetry.start(&game).start().core();
            let first = image.first();
            symmetry.squares(core.pawns(setup.first)) == image.pawns(first)
                && symmetry.squares(core.pawns(!setup.first)) == image.pawns(!first)
        };
        Self::all(game.board().size()).filter(keeps).collect()
    }

    fn square(self, square: Square) -> Square {
        let last = self.size - 1;
        let mirrored =
            |(file, rank)| if self.mirrored { (last - file, rank) } else { (file, rank) };
        let turned = |(file, rank), _| (rank, last - file);
        let (file, rank) = (0..self.turns).fold(mirrored((square.file(), square.rank())), turned);
        Square::new(file, rank).expect("a square of the board")
    }

    fn squares(self, squares: Bitboard) -> Bitboard {
        squares.into_iter().map(|square| self.square(square)).collect()
    }

    fn board(self, board: &Board) -> BoardCode {
        let letter = |square| board.colour(square).expect("a square of the board").letter();
        let letters: HashMap<Square, char> = board
            .squares()
            .into_iter()
            .map(|square| (self.square(square), letter(square)))
            .collect();
        let at = |file, rank| letters[&Square::new(file, rank).expect("a square of the board")];
        let rank = |rank| (0..self.size).map(|file| at(file, rank)).collect::<String>();
        let ranks: Vec<String> = (0..self.size).rev().map(rank).collect();
        ranks.join("/").parse().expect("letters of a board")
    }

    fn setup(self, setup: Setup) -> Setup {
        Setup { first: if self.swapped { !setup.first } else { setup.first }, ..setup }
    }

    fn mv(self, mv: Move) -> Move {
        match mv {
            Move::Place(square) => Move::Place(self.square(square)),
            Move::Step { from, to } => Move::Step { from: self.square(from), to: self.square(to) },
            Move::Capture { from, to } => {
                Move::Capture { from: self.square(from), to: self.square(to) }
            }
            Move::Oust { from, to, put } => {
                Move::Oust { from: self.square(from), to: self.square(to), put: self.square(put) }
            }
            Move::Camp { from } => Move::Camp { from: self.square(from) },
            Move::Pass => Move::Pass,
        }
    }

    /// The image of a game before its first move.
    fn start(self, game: &Game) -> Game {
        let setup = self.setup(game.setup().expect("a game from its start"));
        Game::new(game.kind(), self.board(game.board()), setup).expect("the image of a start")
    }
}

#[test]
fn every_game_has_symmetries() {
    for kind in GameKind::ALL {
        for setup in setups(*kind) {
            let start = Game::new(*kind, kind.default_board(), setup).expect("a start");
            let found = Symmetry::of_game(*kind, setup).len();
            let expected =
                if start.start().core().occupied().is_empty() { 16..=16 } else { 2..=16 };
            assert!(expected.contains(&found), "{kind}: {found}");
        }
    }
}

/// The mirrored and turned boards really are other boards; otherwise the tests below would say
/// nothing.
#[test]
fn images_of_a_board_are_different_boards() {
    let board = Board::new(BoardCode::REFERENCE);
    let images: HashMap<String, Symmetry> =
        Symmetry::all(8).map(|symmetry| (symmetry.board(&board).to_string(), symmetry)).collect();
    assert_eq!(images.len(), 8);
}

#[test]
fn starts_have_as_many_move_sequences_as_their_images() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for kind in GameKind::ALL {
        for setup in setups(*kind) {
            for _ in 0..4 {
                let board = kind.random_board(&mut rng);
                let game = Game::new(*kind, board, setup).expect("the board suits the game");
                for symmetry in Symmetry::of_game(*kind, setup) {
                    let (found, expected) = (symmetry.start(&game).perft(3), game.perft(3));
                    assert_eq!(found, expected, "{symmetry:?}: {}", told(&game));
                }
            }
        }
    }
}

#[test]
fn whole_games_go_as_their_images() {
    for game in random_games(2, 3) {
        let setup = game.setup().expect("a game from its start");
        for symmetry in Symmetry::of_game(game.kind(), setup) {
            assert_goes_as_its_image(&game, symmetry);
        }
    }
}

fn assert_goes_as_its_image(game: &Game, symmetry: Symmetry) {
    let mut image = symmetry.start(game);
    for (ply, stage) in crate::common::stages(game).enumerate() {
        if ply > 0 {
            let mv = stage.moves().next_back().expect("the move that led here");
            image.play(symmetry.mv(mv)).expect("the image of a legal move");
        }
        let about = || format!("{symmetry:?}: {}", told(&stage));
        let mut legal: Vec<Move> =
            stage.legal_moves().into_iter().map(|mv| symmetry.mv(mv)).collect();
        legal.sort_by_key(Move::to_string);
        assert_eq!(image.legal_moves(), legal, "{}", about());
        let ending = |game: &Game| game.outcome().map(|outcome| (outcome.points, outcome.reason));
        assert_eq!(ending(&image), ending(&stage), "{}", about());
        assert_eq!(has_won(&image), has_won(&stage), "{}", about());
        if ply % 16 == 8 {
            assert_eq!(image.perft(2), stage.perft(2), "{}", about());
        }
    }
}

/// Whether the first player has won, whatever its colour.
fn has_won(game: &Game) -> Option<bool> {
    game.outcome()?.winner.map(|winner| winner == game.start().core().first())
}
