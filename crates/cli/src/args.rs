//! The command line: what can be asked, and with which options.

use std::io::Write as _;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Parser, Subcommand};
use clap_complete::Shell;
use katarenga_engine::Engine;
use katarenga_engine::arena::{Contender, Sprt};
use katarenga_engine::search::DEEPEST;
use katarenga_rules::{BoardCode, Game, GameKind, Language, Setup, Side, Square};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::commands::{AdminArgs, NODES, Seat, ServeArgs};
use crate::error::Failure;

const EXAMPLES: &str = "\
Examples:
  katarenga                                          serve the page, and print its address
  katarenga play                                     choose a game and play it in the terminal
  katarenga play --game congress --board random      play Congress on a random board
  katarenga rules big-bang --lang fr                 the rules of Big Bang, in French
  katarenga moves --game cornered --board 2a0 --moves \"d1\"
  katarenga check games.ktg                          check a file of game records";

/// The games of the Katarenga board, on a page and in a terminal.
#[derive(Parser, Debug)]
#[command(name = "katarenga", version, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What the program can do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the page, on which games are played, kept and analysed
    ///
    /// That is also what the program does without a command.
    #[command(after_help = "\
Examples:
  katarenga serve --open
  katarenga serve --listen 127.0.0.1:8080 --database games.sqlite
  katarenga serve --listen 0.0.0.0:4664              reachable from other machines")]
    Serve(ServeArgs),
    /// Look after the games that a server keeps, also while it runs
    #[command(after_help = "\
Examples:
  katarenga admin list --count 10
  katarenga admin export --output games.ktg
  katarenga admin backup games-copy.sqlite")]
    Admin(AdminArgs),
    /// Play a game, two people at one screen or against the computer
    #[command(after_help = "\
Examples:
  katarenga play --game katarenga --board random
  katarenga play --game congress --black level:3
  katarenga play --game big-bang --layout halves --first black
  katarenga play --load saved.ktg
Type `help` in the game for what can be typed there.")]
    Play(PlayArgs),
    /// Show a board: its code, its colours, and what it can be used for
    #[command(after_help = "\
Examples:
  katarenga board 1a0-2a0-3a0-4a0
  katarenga board random --seed 7 --svg board.svg
  katarenga board 2b1")]
    Board(BoardArgs),
    /// List the games
    Games,
    /// Tell the rules of a game
    #[command(after_help = "\
Examples:
  katarenga rules cornered
  katarenga rules north-west-passage --lang fr")]
    Rules(RulesArgs),
    /// List the legal moves of a position, sorted, one a line
    #[command(after_help = "\
Examples:
  katarenga moves --game katarenga
  katarenga moves --game cornered --board 2a0 --moves \"d1 c3\"
  katarenga moves --position \"cornered 2a0 4/4/4/3w b w last=d1\"")]
    Moves(PositionArgs),
    /// Print the result of a game: `ongoing`, or `white|black|draw POINTS REASON`
    #[command(after_help = "\
Examples:
  katarenga result --game cornered --board 2a0 --moves \"d1 b2 a1\"")]
    Result(PositionArgs),
    /// Count legal move sequences: a line `depth nodes` for each depth
    #[command(after_help = "\
Examples:
  katarenga perft --game katarenga --depth 4
  katarenga perft --game cornered --board 1a0 --depth 17
  katarenga perft --game congress --depth 3 --divide")]
    Perft(PerftArgs),
    /// Tell what every move is worth with best play, proven
    ///
    /// Cornered and Quartermaster are solved, and Battle Stations once all pawns are placed.
    #[command(after_help = "\
Examples:
  katarenga solve --game cornered --board 2a0
  katarenga solve --game cornered --board 2a0 --moves \"d1 c3\" --json
  katarenga solve --game quartermaster --board random")]
    Solve(SolveArgs),
    /// Look for the best move, and tell each line as it is found
    #[command(after_help = "\
Examples:
  katarenga analyse --game katarenga --time 2000
  katarenga analyse --game congress --board random --depth 5
  katarenga analyse --game cornered --board 2a0 --moves \"d1\" --json")]
    Analyse(AnalyseArgs),
    /// Play a match between two players: engines, levels, chance
    ///
    /// Every board is played twice, once with each player moving first, and in four games a player
    /// has both colours. The same seed gives the same match, unless a clock or another program has a
    /// part in it.
    ///
    /// A player is `level:N` (1 to 8); `engine:LIMIT`, the search as `analyse` has it; `uct:LIMIT`,
    /// plain Monte Carlo tree search; `random`; or `ugi:COMMAND`, a program that speaks UGI. A LIMIT
    /// is one of time, `100ms` a move, or a number of positions or playouts, `1000`.
    ///
    /// Ctrl-C ends the match at once, prints what was played, and leaves the exit status
    /// 130.
    #[command(after_help = "\
Examples:
  katarenga arena --game congress level:5 level:4
  katarenga arena --game katarenga engine:20000 uct:1000 --games 400 --sprt 0,50 --records games.ktg
  katarenga arena --game big-bang engine:100ms \"ugi:./other --quiet\" --threads 1
See docs/engine.md.")]
    Arena(ArenaArgs),
    /// Speak the Universal Game Interface, for programs that want an engine
    #[command(after_help = "\
Examples:
  printf 'setoption name Game value congress\\nposition startpos\\ngo depth 4\\n' | katarenga ugi
See docs/engine.md.")]
    Ugi,
    /// Search fixed positions: the number of nodes is the engine's checksum
    ///
    /// Positions of all games are searched to a fixed depth. The number changes only when the engine
    /// plays otherwise.
    Bench,
    /// Fit the weights of an evaluation to games of self-play
    #[command(hide = true)]
    Fit(FitArgs),
    /// Survey a game: what is found on all of its boards, or in many games
    #[command(after_help = "\
Examples:
  katarenga survey cornered
  katarenga survey quartermaster --output quartermaster.csv
  katarenga survey battle-stations --games 200")]
    Survey(SurveyArgs),
    /// Go through recorded games, position by position
    #[command(after_help = "\
Examples:
  katarenga replay games.ktg
  katarenga replay games.ktg --record 2 --ply 31")]
    Replay(ReplayArgs),
    /// Check game records: every error with its line and reason
    #[command(after_help = "\
Examples:
  katarenga check games.ktg archive/*.ktg")]
    Check(CheckArgs),
    /// Draw a position as an SVG or PNG picture
    #[command(after_help = "\
Examples:
  katarenga diagram --game north-west-passage > start.svg
  katarenga diagram --game cornered --board 2a0 --moves \"d1 c3\" --marks legal --png cornered.png")]
    Diagram(DiagramArgs),
    /// Print the completions of a shell
    #[command(after_help = "\
Examples:
  katarenga completions bash > ~/.local/share/bash-completion/completions/katarenga")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Which position is meant: the same options everywhere.
#[derive(Args, PartialEq, Eq, Debug, Default)]
pub(crate) struct PositionArgs {
    /// The game
    #[arg(long, value_name = "NAME", value_parser = game_parser(), ignore_case = true)]
    pub(crate) game: Option<GameKind>,
    /// The board: four quarters `1a0-2a0-3a0-4a0`, letters by ranks, `random`; for Cornered one
    /// quarter `1a0` [default: the reference board]
    #[arg(long, value_name = "CODE|random")]
    pub(crate) board: Option<String>,
    /// The seed of a random board [default: another one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The side that moves first [default: white]
    #[arg(long, value_name = "SIDE", value_parser = side_parser(), ignore_case = true)]
    pub(crate) first: Option<Side>,
    /// The starting layout of Big Bang [default: checkered]
    #[arg(long, value_name = "checkered|halves")]
    pub(crate) layout: Option<String>,
    /// A position text (see docs/notation.md) to begin with instead
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["game", "board", "seed", "first", "layout"])]
    pub(crate) position: Option<String>,
    /// The moves played from there, separated by blanks
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
}

/// Options of `play`.
#[derive(Args, Debug, Default)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "board", "seed", "first", "layout", "position", "moves"])]
    pub(crate) load: Option<PathBuf>,
    /// The points that win the match, 1 to 1000 [default: 15 in Cornered and Quartermaster, else
    /// none]
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) target: Option<u32>,
    /// Who plays White: `human`, or the computer as `level:1` to `level:8` [default: human]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<Seat>,
    /// Who plays Black [default: human]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) black: Option<Seat>,
    /// The seed of the computer's errors at weaker levels [default: another one each time]
    #[arg(long, value_name = "N")]
    pub(crate) player_seed: Option<u64>,
}

impl PlayArgs {
    /// Who plays White and Black, if that was said of either.
    pub(crate) fn seats(&self) -> Option<[Seat; 2]> {
        let seat = |chosen: Option<Seat>| chosen.unwrap_or(Seat::Human);
        (self.white.is_some() || self.black.is_some()).then(|| [seat(self.white), seat(self.black)])
    }
}

/// Options of `board`.
#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    /// The board: a code, or `random`
    #[arg(value_name = "CODE|random", default_value = "1a0-2a0-3a0-4a0")]
    pub(crate) board: String,
    /// The seed of a random board [default: another one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

/// Where a picture goes.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("picture").multiple(true))]
pub(crate) struct PictureArgs {
    /// Write an SVG picture to this file
    #[arg(long, value_name = "FILE", group = "picture")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a PNG picture to this file
    #[arg(long, value_name = "FILE", group = "picture")]
    pub(crate) png: Option<PathBuf>,
    /// The width of the PNG in pixels, up to 8192 [default: 800]
    #[arg(long, value_name = "PIXELS", requires = "png", value_parser = clap::value_parser!(u32).range(1..=8192))]
    pub(crate) width: Option<u32>,
    /// Show the board from Black's side
    #[arg(long)]
    pub(crate) flip: bool,
    /// Replace files that exist
    #[arg(long, requires = "picture")]
    pub(crate) force: bool,
}

/// Options of `rules`.
#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    pub(crate) game: GameKind,
    /// The language
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language_parser(), ignore_case = true)]
    pub(crate) lang: Language,
}

/// Options of `perft`.
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The greatest length of the sequences, 1 to 32
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=32))]
    pub(crate) depth: u32,
    /// Print instead how many sequences of the greatest length begin with each move
    #[arg(long)]
    pub(crate) divide: bool,
}

/// Options of `solve`.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `analyse`.
#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The greatest depth, in plies, 1 to 64
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(DEEPEST)))]
    pub(crate) depth: Option<u8>,
    /// About how many positions to look at, at most: the same search on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// The longest time, in milliseconds, up to a day [default: 1000 when nothing else is limited]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(crate) time: Option<u64>,
    /// How many best lines to look for, 1 to 64
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) lines: u8,
    /// On how many threads, 1 to 64; with more than one the lines depend on chance
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) threads: u8,
    /// The memory of the search, in MB, 1 to 16384
    #[arg(long, value_name = "MB", default_value_t = Engine::MEMORY as u16, value_parser = clap::value_parser!(u16).range(1..=16_384))]
    pub(crate) memory: u16,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `fit`.
#[derive(Args, Debug)]
pub(crate) struct FitArgs {
    /// The game
    #[arg(long, value_name = "NAME", value_parser = game_parser())]
    pub(crate) game: GameKind,
    /// How many games are played
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// The positions that are looked at for a move
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// The seed of boards and openings
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// How many games are played at once, 1 to 256 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

/// Options of `arena`.
#[derive(Args, Debug)]
pub(crate) struct ArenaArgs {
    /// The player whose results are told
    pub(crate) player: Contender,
    /// The other one
    pub(crate) opponent: Contender,
    /// The game
    #[arg(long, value_name = "NAME", value_parser = game_parser(), ignore_case = true)]
    pub(crate) game: GameKind,
    /// How many games, up to a million; an even number is fair
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// What decides random boards and the players' chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are played at once, 1 to 256 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Leave a game unfinished after so many plies, 1 to 100000
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) max_plies: u32,
    /// The time of a player `ugi:COMMAND` for a move, in milliseconds, up to a day [default: 100]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(crate) time: Option<u64>,
    /// The board of all games, or `random` for another one every two games
    #[arg(long, value_name = "CODE|random", default_value = "random")]
    pub(crate) board: String,
    /// The starting layout of Big Bang [default: checkered]
    #[arg(long, value_name = "checkered|halves")]
    pub(crate) layout: Option<String>,
    /// Write a record of each game to this file when it is over
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Replace the file of records if it exists
    #[arg(long, requires = "records")]
    pub(crate) force: bool,
    /// Stop as soon as it is clear which of two Elo differences the first player has, with an error
    /// of 5% either way
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `survey`.
#[derive(Args, Debug)]
pub(crate) struct SurveyArgs {
    #[command(subcommand)]
    pub(crate) what: Survey,
}

/// What can be surveyed.
#[derive(Subcommand, Debug)]
pub(crate) enum Survey {
    /// What the colours are worth, in games of the engine against itself
    BattleStations {
        /// How many games, up to a million; an even number plays each board with both sides first
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        games: u32,
        /// About how many positions are looked at for a move
        #[arg(long, value_name = "N", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// The seed of the boards
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// How many games are played at once, 1 to 256 [default: one for each processor]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: Option<u16>,
    },
    /// The eight faces, each turned four ways: winning first squares, points, lengths
    Cornered,
    /// The 24,576 boards that are not one another's rotations: winning first squares
    ///
    /// Writes a row for each board to a CSV file as it goes. Stopped and started again, it goes on
    /// after the rows that are there.
    Quartermaster {
        /// The CSV file
        #[arg(long, value_name = "FILE", default_value = "quartermaster.csv")]
        output: PathBuf,
        /// How many boards are solved at once, 1 to 256 [default: one for each processor]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: Option<u16>,
        /// Only the first N boards, 1 to 24576
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=24_576))]
        boards: Option<u16>,
    },
}

/// Options of `replay`.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// A file of game records
    pub(crate) file: PathBuf,
    /// Only this record, counted from 1, up to a million
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) record: Option<u64>,
    /// Only the position after this ply; 0 is the start
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
    /// Show the boards from Black's side
    #[arg(long)]
    pub(crate) flip: bool,
}

/// Options of `check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Files of game records
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
}

/// Options of `diagram`.
#[derive(Args, Debug)]
pub(crate) struct DiagramArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Squares to put a ring on: `legal` for those that legal moves lead to, or a list such as
    /// `e4,f6`
    #[arg(long, value_name = "SQUARES")]
    pub(crate) marks: Option<String>,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

fn game_parser() -> impl TypedValueParser<Value = GameKind> {
    let names = GameKind::ALL.iter().map(|kind| kind.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<GameKind>())
}

fn side_parser() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(["white", "black"]).try_map(|name| name.parse::<Side>())
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    let codes = Language::ALL.map(Language::code);
    PossibleValuesParser::new(codes).try_map(|code| code.parse::<Language>())
}

impl PositionArgs {
    /// Whether no option was given.
    pub(crate) fn names_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// The game that the options describe, its moves played.
    pub(crate) fn game(&self) -> Result<Game, Failure> {
        let mut game = self.start()?;
        for (index, text) in self.moves.as_deref().unwrap_or("").split_whitespace().enumerate() {
            let wrong = |error: &dyn std::fmt::Display| {
                Failure::at(format_args!("--moves: ply {}", index + 1), error)
            };
            let mv = game.read_move(text).map_err(|error| wrong(&error))?;
            game.play(mv).map_err(|error| wrong(&error))?;
        }
        Ok(game)
    }

    /// The same, naming a random board on standard error: whoever draws one must be able to come
    /// back to it.
    pub(crate) fn announced_game(&self) -> Result<Game, Failure> {
        let game = self.game()?;
        if self.board.as_deref().is_some_and(is_random) {
            writeln!(anstream::stderr(), "board: {}", game.board().code())?;
        }
        Ok(game)
    }

    fn start(&self) -> Result<Game, Failure> {
        if let Some(text) = &self.position {
            let placed = text.parse().map_err(|error| Failure::at("--position", error))?;
            return Ok(Game::from_position(placed));
        }
        let kind = self.game.ok_or_else(|| {
            Failure::Input("which game? Add --game NAME (`katarenga games` lists them)".into())
        })?;
        let board = match &self.board {
            None => no_seed(self.seed).map(|()| kind.default_board())?,
            Some(code) => choose_board(code, self.seed, |rng| kind.random_board(rng))?,
        };
        let layout = match &self.layout {
            None => 0,
            Some(name) => kind.layout(name).map_err(|error| Failure::at("--layout", error))?,
        };
        let setup = Setup { first: self.first.unwrap_or(Side::White), layout };
        Game::new(kind, board, setup).map_err(|error| Failure::at("--board", error))
    }
}

/// Reads a board code, or draws a board for `random`.
pub(crate) fn choose_board(
    code: &str,
    seed: Option<u64>,
    draw: impl FnOnce(&mut ChaCha8Rng) -> BoardCode,
) -> Result<BoardCode, Failure> {
    if is_random(code) {
        let seed = seed.unwrap_or_else(|| rand::rng().random());
        return Ok(draw(&mut ChaCha8Rng::seed_from_u64(seed)));
    }
    no_seed(seed)?;
    Ok(code.parse()?)
}

/// Whether a board is to be drawn.
pub(crate) fn is_random(code: &str) -> bool {
    code.eq_ignore_ascii_case("random")
}

/// Refuses a seed that would go unused.
fn no_seed(seed: Option<u64>) -> Result<(), Failure> {
    match seed {
        None => Ok(()),
        Some(_) => {
            Err(Failure::Input("--seed goes with a random board: add --board random".into()))
        }
    }
}

impl DiagramArgs {
    /// The squares to mark.
    pub(crate) fn marks(&self, game: &Game) -> Result<katarenga_rules::Bitboard, Failure> {
        match self.marks.as_deref() {
            None => Ok(katarenga_rules::Bitboard::EMPTY),
            Some("legal") => Ok(game
                .legal_moves()
                .into_iter()
                .filter_map(|mv| mv.squares().take(2).last())
                .collect()),
            Some(list) => list
                .split([',', ' '])
                .filter(|name| !name.is_empty())
                .map(|name| mark(name, game).map_err(|error| Failure::at("--marks", error)))
                .collect(),
        }
    }
}

/// A square of the board by its name.
fn mark(name: &str, game: &Game) -> Result<Square, Failure> {
    let square: Square = name.parse()?;
    if game.board().squares().contains(square) {
        Ok(square)
    } else {
        Err(Failure::Input(format!("{square} is not on this board, which ends at d4")))
    }
}
