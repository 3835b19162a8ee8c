//! The command line: what can be asked, and with which options.

use std::io::Write as _;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use katarenga_rules::{BoardCode, BoardSize, Game, GameInfo, GameKind, Setup, Side, listed};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::commands::{
    AdminArgs, AnalyseArgs, ArenaArgs, BoardArgs, CheckArgs, DiagramArgs, FitArgs, PerftArgs,
    PlayArgs, ReplayArgs, RulesArgs, ServeArgs, SolveArgs, SurveyArgs,
};
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
    /// Print the rules of a game
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
    /// Show what every move is worth with best play, proven
    ///
    /// Cornered and Quartermaster are solved, and Battle Stations once all pawns are placed.
    #[command(after_help = "\
Examples:
  katarenga solve --game cornered --board 2a0
  katarenga solve --game cornered --board 2a0 --moves \"d1 c3\" --json
  katarenga solve --game quartermaster --board random")]
    Solve(SolveArgs),
    /// Look for the best move, and show each line as it is found
    ///
    /// A line has its depth in plies and what it is worth to the side to move, such as
    /// `+0.35, chance 54%`: the chance of winning as the engine judges it, draws counting half, and
    /// before it the same as a number, where +2.00 stands for odds of e to 1, which is 73%, and 0 for
    /// an even game. What is certain reads `wins 3 points in 7 plies`.
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
    #[arg(long, value_name = "CODE|random", help = board_help())]
    pub(crate) board: Option<String>,
    /// The seed of a random board [default: another one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The side that moves first [default: white]
    #[arg(long, value_name = "SIDE", value_parser = side_parser(), ignore_case = true)]
    pub(crate) first: Option<Side>,
    #[arg(long, value_name = "checkered|halves", help = layout_help())]
    pub(crate) layout: Option<String>,
    /// A position text (see docs/notation.md) to begin with instead
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["game", "board", "seed", "first", "layout"])]
    pub(crate) position: Option<String>,
    /// The moves played from there, separated by blanks
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
}

/// The titles of the games with some property, as a list.
pub(crate) fn titles(has_property: impl Fn(&GameInfo) -> bool) -> String {
    let all = GameKind::ALL.iter().map(|kind| kind.info());
    listed(all.filter(has_property).map(|info| info.title))
}

fn board_help() -> String {
    format!(
        "The board: four quarters `1a0-2a0-3a0-4a0`, letters by ranks, `random`; for {} one quarter \
         `1a0` [default: the reference board]",
        titles(|info| info.board_size == BoardSize::Quarter),
    )
}

fn layout_help() -> String {
    let games = titles(|info| !info.layouts.is_empty());
    let default = GameKind::ALL.iter().find_map(|kind| kind.info().layouts.first());
    format!("The starting layout of {games} [default: {}]", default.unwrap_or(&"none"))
}

pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameKind> {
    let names = GameKind::ALL.iter().map(|kind| kind.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<GameKind>())
}

fn side_parser() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(["white", "black"]).try_map(|name| name.parse::<Side>())
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
