//! A whole game of every kind through the real program: typed move by move, saved, checked,
//! replayed, loaded and drawn.
//!
//! Moves, results and points are those of the conformance data.

use std::fs;
use std::path::Path;

use katarenga_rules::{BoardCode, Game, GameKind, Setup};
use serde::Deserialize;
use snapbox::cmd::Command;
use tempfile::{TempDir, tempdir};

use crate::conversation::play;
use crate::program::katarenga;

/// A game that came to its end.
#[derive(Clone, Deserialize)]
struct Finished {
    game: String,
    board: String,
    first: String,
    layout: Option<String>,
    moves: Vec<String>,
    result: String,
    points: u32,
}

/// The shortest of each kind.
fn finished_games() -> Vec<Finished> {
    let files = [
        include_str!("../../rules/tests/data/games.jsonl"),
        include_str!("../../rules/tests/data/games-2.jsonl"),
    ];
    let lines = files.into_iter().flat_map(str::lines);
    let games: Vec<Finished> =
        lines.map(|line| serde_json::from_str(line).expect("each line is a game")).collect();
    let shortest = |kind: &GameKind| {
        let finished =
            games.iter().filter(|game| game.game == kind.name() && game.result != "ongoing");
        let shortest = finished.min_by_key(|game| game.moves.len());
        shortest.unwrap_or_else(|| panic!("no known answer is a finished game of {kind}")).clone()
    };
    GameKind::ALL.iter().map(shortest).collect()
}

impl Finished {
    /// The game before its first move.
    fn begin(&self) -> Game {
        let kind: GameKind = self.game.parse().expect("a game");
        let board: BoardCode = self.board.parse().expect("a board");
        let first = self.first.parse().expect("a side");
        let layout = self.layout.as_deref().map_or(0, |name| kind.layout(name).expect("a layout"));
        Game::new(kind, board, Setup { first, layout }).expect("the board suits the game")
    }

    /// The options that name its start.
    fn start(&self) -> Vec<&str> {
        let mut options =
            vec!["--game", &self.game, "--board", &self.board, "--first", &self.first];
        if let Some(layout) = &self.layout {
            options.extend(["--layout", layout]);
        }
        options
    }

    /// Runs a command with the options that name its end, and gives what it prints.
    fn at_its_end(&self, folder: &Path, command: &str, more: &[&str]) -> String {
        let moves = self.moves.join(" ");
        let options = [vec![command], self.start(), vec!["--moves", &moves]].concat();
        stdout(folder, &[&options, more].concat())
    }

    /// What is said at its end, up to the reason.
    fn verdict(&self) -> String {
        let points = if self.points == 1 { "point" } else { "points" };
        match self.result.as_str() {
            "white" => format!("White wins, {} {points}: ", self.points),
            "black" => format!("Black wins, {} {points}: ", self.points),
            _ => "a draw: ".to_owned(),
        }
    }

    /// A folder in which it is saved as `game.ktg`.
    fn saved(&self) -> TempDir {
        let folder = tempdir().expect("a folder for the test");
        let moves = self.moves.join(" ");
        let options = [self.start(), vec!["--moves", &moves]].concat();
        let answers = play(folder.path(), &options, &["save game.ktg"]);
        assert_eq!(answers[1].text, "Saved in game.ktg.\n", "{}", self.game);
        folder
    }
}

/// Runs a command that must succeed without complaint, and gives what it prints.
fn stdout(folder: &Path, args: &[&str]) -> String {
    let run = Command::from_std(katarenga(folder)).args(args).assert().success().stderr_eq("");
    String::from_utf8(run.get_output().stdout.clone()).expect("the program prints text")
}

/// What is typed, and what must follow.
struct Script {
    game: Game,
    lines: Vec<Line>,
}

struct Line {
    typed: String,
    /// A part of the answer, every run of blanks and line breaks made one blank.
    says: String,
    position: String,
}

impl Script {
    fn types(&mut self, typed: &str, says: impl Into<String>) {
        let position = self.game.board_position().to_string();
        self.lines.push(Line { typed: typed.to_owned(), says: says.into(), position });
    }

    fn plays(&mut self, moves: &[String]) {
        for text in moves {
            let says = format!("{} played {text}", self.game.turn().title());
            let mv = self.game.read_move(text).expect("a legal move");
            self.game.play(mv).expect("a legal move");
            self.types(text, says);
        }
    }

    /// All that a player may do in mid-game without playing on.
    fn dallies(&mut self) {
        let legal: Vec<String> = self.game.legal_moves().iter().map(ToString::to_string).collect();
        self.types("moves", legal.join(" "));
        let files = ["d c b a", "h g f e d c b a"][usize::from(self.game.board().size() / 8)];
        self.types("flip", files);
        self.types("a1-a1", "a1-a1 is not legal: ");
        self.types("castle", "`castle` is not a move: ");
        let last = self.game.moves().last().expect("the game has begun");
        self.game.undo();
        self.types("undo", format!("{} to move: ", self.game.turn().title()));
        self.game.redo();
        self.types("redo", format!("played {last}"));
    }
}

#[test]
fn a_game_typed_move_by_move_comes_to_its_end() {
    let folder = tempdir().expect("a folder for the test");
    for finished in finished_games() {
        let mut script = Script { game: finished.begin(), lines: Vec::new() };
        let (opening, ending) = finished.moves.split_at(finished.moves.len() / 2);
        script.plays(opening);
        script.dallies();
        script.plays(ending);
        script.types("board", finished.verdict().trim_end());
        script.types("moves", "None: the game is over:");
        script.types("a1", "the game is over");

        let typed: Vec<&str> = script.lines.iter().map(|line| line.typed.as_str()).collect();
        let answers = play(folder.path(), &finished.start(), &typed);
        for (Line { typed, says, position }, answer) in script.lines.iter().zip(&answers[1..]) {
            let words: Vec<&str> = answer.text.split_whitespace().collect();
            let game = &finished.game;
            assert!(words.join(" ").contains(says), "{game}: {typed}: {says}: {}", answer.text);
            assert_eq!(answer.position, *position, "{game}: after {typed}");
        }
    }
}

#[test]
fn result_and_record_tell_winner_and_points() {
    for finished in finished_games() {
        let folder = finished.saved();
        let result = finished.at_its_end(folder.path(), "result", &[]);
        let expected = format!("{} {} ", finished.result, finished.points);
        assert!(result.starts_with(&expected), "{}: {result}", finished.game);
        let record = fs::read_to_string(folder.path().join("game.ktg")).expect("it was saved");
        assert!(record.contains(&format!("[Result \"{}\"]", result.trim_end())), "{record}");
    }
}

/// What `replay` prints before it explains the signs of the board.
fn without_legend(replayed: &str) -> &str {
    replayed.split("\nSquares: ").next().unwrap_or_default()
}

#[test]
fn a_saved_game_is_valid_and_replays_to_its_end() {
    for finished in finished_games() {
        let folder = finished.saved();
        let checked = stdout(folder.path(), &["check", "game.ktg"]);
        assert_eq!(checked, "game.ktg: 1 record, 1 valid\n", "{}", finished.game);

        let answers = play(folder.path(), &["--load", "game.ktg"], &["board"]);
        let shown = &answers[1].text;
        let mut lines = shown.lines();
        let board: Vec<&str> = lines.by_ref().take_while(|line| !line.contains("played")).collect();
        let verdict = lines.next().expect("the verdict follows the last move");
        assert!(verdict.starts_with(&finished.verdict()), "{}: {shown}", finished.game);

        let end = format!("{}\n{verdict}\n", board.join("\n"));
        let replayed = stdout(folder.path(), &["replay", "game.ktg"]);
        let replayed = without_legend(&replayed);
        assert!(replayed.ends_with(&end), "{}: {end}{replayed}", finished.game);
        let plies = finished.moves.len();
        assert!(replayed.contains(&format!("\nPly {plies} of {plies}. ")), "{replayed}");
        let last = stdout(folder.path(), &["replay", "game.ktg", "--ply", &plies.to_string()]);
        let last = without_legend(&last);
        assert!(last.ends_with(&end), "{}: {end}{last}", finished.game);
    }
}

#[test]
fn a_loaded_game_is_over_in_a_new_session() {
    for finished in finished_games() {
        let folder = finished.saved();
        let mut script = Script { game: finished.begin(), lines: Vec::new() };
        script.plays(&finished.moves);
        let last_position = script.game.board_position().to_string();

        let answers =
            play(folder.path(), &["--game", "congress"], &["load game.ktg", "moves", "a1"]);
        let [_, loaded, moves, refused] = answers.as_slice() else { panic!("three answers") };
        assert_eq!(loaded.position, last_position, "{}", finished.game);
        assert!(loaded.text.contains(&finished.verdict()), "{}: {loaded:?}", finished.game);
        let ended = moves.text.starts_with("None: the game is over: ");
        assert!(ended, "{}: {moves:?}", finished.game);
        assert!(refused.text.contains("the game is over"), "{}: {refused:?}", finished.game);
        assert_eq!(refused.position, last_position, "{}", finished.game);
    }
}

#[test]
fn the_last_position_becomes_pictures() {
    let pictures = ["--svg", "end.svg", "--png", "end.png", "--width", "320"];
    for finished in finished_games() {
        let folder = tempdir().expect("a folder for the test");
        let said = finished.at_its_end(folder.path(), "diagram", &pictures);
        assert_eq!(said, "wrote end.svg\nwrote end.png\n", "{}", finished.game);

        let svg = fs::read_to_string(folder.path().join("end.svg")).expect("it was written");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        assert_eq!(svg, finished.at_its_end(folder.path(), "diagram", &[]), "{}", finished.game);
        let png = fs::read(folder.path().join("end.png")).expect("it was written");
        assert_eq!(png_size(&png), scaled(svg_size(&svg), 320), "{}", finished.game);
    }
}

/// Width and height, which end the `viewBox`.
fn svg_size(svg: &str) -> [u32; 2] {
    let after = svg.split_once("viewBox=\"0 0 ").expect("the picture begins at 0 0").1;
    let (width, after) = after.split_once(' ').expect("the width is followed by the height");
    let (height, _) = after.split_once('"').expect("the height ends the box");
    [width, height].map(|number| number.parse().expect("a whole number"))
}

/// The size of a picture that is made `to` wide; no part of it is cut off.
fn scaled([width, height]: [u32; 2], to: u32) -> [u32; 2] {
    [to, (to * height).div_ceil(width)]
}

/// Width and height, which stand in the first chunk of a PNG.
fn png_size(png: &[u8]) -> [u32; 2] {
    assert!(
        png.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"),
        "the signature and header of a PNG"
    );
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes")))
}

#[test]
fn a_saved_game_is_replaced_by_force_alone() {
    for finished in finished_games() {
        let folder = finished.saved();
        let file = folder.path().join("game.ktg");
        let before = fs::read(&file).expect("it was saved");

        let lines = [&finished.moves[0], "save game.ktg"];
        let answers = play(folder.path(), &finished.start(), &lines);
        let refusal = "game.ktg exists already: choose another name, or replace it with --force\n";
        assert_eq!(answers[2].text, refusal, "{}", finished.game);
        assert_eq!(fs::read(&file).expect("it is still there"), before, "{}", finished.game);

        let lines = [&finished.moves[0], "save --force game.ktg"];
        let answers = play(folder.path(), &finished.start(), &lines);
        assert_eq!(answers[2].text, "Saved in game.ktg.\n", "{}", finished.game);
        let replayed = stdout(folder.path(), &["replay", "game.ktg"]);
        let replayed = without_legend(&replayed);
        assert!(replayed.contains("\nPly 1 of 1. "), "{}: {replayed}", finished.game);
        let names = fs::read_dir(folder.path()).expect("the folder can be read");
        assert_eq!(names.count(), 1, "{}: nothing else is left in the folder", finished.game);
    }
}
