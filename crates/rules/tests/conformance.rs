//! The known answers of rules.md, section 5, in `tests/data`: `perft.json` and `games.jsonl`, computed
//! by two separate programs that agree, and `perft-2.json` and `games-2.jsonl`, by two others.

use katarenga_rules::{BoardCode, Game, GameKind, Setup, Side};
use serde::Deserialize;

/// What both files say of a game before its moves.
#[derive(Deserialize)]
struct Case {
    game: String,
    board: String,
    first: String,
    layout: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

impl Case {
    fn start(&self) -> Game {
        let kind: GameKind = self.game.parse().expect("a game");
        let board: BoardCode = self.board.parse().expect("a board");
        let first: Side = self.first.parse().expect("a side");
        let layout = self.layout.as_deref().map_or(0, |name| kind.layout(name).expect("a layout"));
        Game::new(kind, board, Setup { first, layout }).expect("a start")
    }

    fn name(&self) -> String {
        format!("{} {} {} {} moves", self.game, self.board, self.first, self.moves.len())
    }
}

#[derive(Deserialize)]
struct PerftCase {
    #[serde(flatten)]
    case: Case,
    nodes: Vec<u64>,
}

#[test]
fn perft_agrees() {
    let read = |file| -> Vec<PerftCase> { serde_json::from_str(file).expect("the file is valid") };
    let files = [include_str!("data/perft.json"), include_str!("data/perft-2.json")].map(read);
    assert_eq!(files.each_ref().map(Vec::len), [76, 78]);
    for PerftCase { case, nodes } in files.into_iter().flatten() {
        let mut game = case.start();
        for text in &case.moves {
            let mv = game.read_move(text).expect("a legal move");
            game.play(mv).expect("a legal move");
        }
        for (depth, expected) in (1..).zip(nodes) {
            assert_eq!(game.perft(depth), expected, "{} depth {depth}", case.name());
            let divided: u64 = game.divide(depth).iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(divided, expected, "{} divided, depth {depth}", case.name());
        }
    }
}

#[derive(Deserialize)]
struct GameCase {
    #[serde(flatten)]
    case: Case,
    legal_counts: Vec<usize>,
    result: String,
    points: u8,
}

#[test]
fn games_agree() {
    let files = [include_str!("data/games.jsonl"), include_str!("data/games-2.jsonl")];
    assert_eq!(files.map(|file| file.lines().count()), [280, 271]);
    for line in files.into_iter().flat_map(str::lines) {
        let GameCase { case, legal_counts, result, points } =
            serde_json::from_str(line).expect("the line is valid");
        let mut game = case.start();
        for (ply, (text, count)) in case.moves.iter().zip(&legal_counts).enumerate() {
            assert_eq!(game.legal_moves().len(), *count, "{} ply {}", case.name(), ply + 1);
            let mv = game.read_move(text).expect("a legal move");
            assert_eq!(mv.to_string(), *text, "{} ply {}", case.name(), ply + 1);
            game.play(mv).expect("a legal move");
        }
        let outcome = game.outcome();
        let found = match &outcome {
            None => "ongoing".to_owned(),
            Some(outcome) => outcome.winner.map_or("draw".to_owned(), |side| side.to_string()),
        };
        assert_eq!(found, result, "{}", case.name());
        assert_eq!(outcome.map_or(0, |outcome| outcome.points), points, "{}", case.name());
    }
}
