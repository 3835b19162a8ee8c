//! The commands of the program, and which module runs each.

use std::io::{self, Write};

use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;

use crate::args::PositionArgs;
use crate::commands::{
    AdminArgs, AnalyseArgs, ArenaArgs, BoardArgs, CheckArgs, DiagramArgs, FitArgs, PerftArgs,
    PlayArgs, PuzzlesArgs, ReplayArgs, RulesArgs, ServeArgs, SheetArgs, SolveArgs, StaticArgs,
    SurveyArgs, admin, analyse, arena, bench, board, check, diagram, fit, games, moves, perft,
    play, puzzles, replay, result, rules, serve, sheet, solve, static_edition, survey,
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

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the page, on which games are played, stored and analysed
    ///
    /// That is also what the program does without a command.
    #[command(after_help = "\
Examples:
  katarenga serve --open
  katarenga serve --listen 127.0.0.1:8080 --database games.sqlite
  katarenga serve --listen 0.0.0.0:4664              reachable from other machines")]
    Serve(ServeArgs),
    /// Administer the games of a server, also while it runs
    #[command(after_help = "\
Examples:
  katarenga admin list --count 10
  katarenga admin export --output games.ktg
  katarenga admin backup games-copy.sqlite")]
    Admin(AdminArgs),
    /// Write the page as files that any web host can serve
    ///
    /// They need no server: the engine in the browser plays and analyses, and the browser keeps the
    /// games. Nobody elsewhere can be played there. The folder can be served under any address, also
    /// one with a path; files of an earlier version stay in it for pages that are open.
    #[command(after_help = "\
Examples:
  katarenga static public
  katarenga static public && python3 -m http.server --directory public")]
    Static(StaticArgs),
    /// Play a game, two people at one screen or against the computer
    #[command(after_help = "\
Examples:
  katarenga play --game katarenga --board random
  katarenga play --game congress --black level:3
  katarenga play --game big-bang --layout halves --first black
  katarenga play --load saved.ktg
Type `help` in the game for what can be typed there.")]
    Play(PlayArgs),
    /// Show a board: its code, its colours, and the games that suit it
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
    #[command(long_about = solve::long_about(), after_help = "\
Examples:
  katarenga solve --game cornered --board 2a0
  katarenga solve --game cornered --board 2a0 --moves \"d1 c3\" --json
  katarenga solve --game quartermaster --board random
  katarenga solve --game troika --json")]
    Solve(SolveArgs),
    /// Search for the best move, and print each line as it is found
    ///
    /// A line has its depth in plies and what it is worth to the side to move, such as
    /// `+0.35, chance 54%`: the chance of winning as the engine judges it, draws counting half, and
    /// before it the same as a number, where +2.00 stands for odds of e to 1, which is 73%, and 0 for
    /// an even game. What is certain reads `wins 3 points in 7 plies`, or `wins 3 points, proven` where
    /// a solver knows the winner and the points but not how soon.
    #[command(after_help = "\
Examples:
  katarenga analyse --game katarenga --time 2000
  katarenga analyse --game congress --board random --depth 5
  katarenga analyse --game cornered --board 2a0 --moves \"d1\" --json")]
    Analyse(AnalyseArgs),
    /// Play a match between two players: engines, levels, chance
    ///
    /// Every board is played twice, once with each player moving first, and in four games a player
    /// has both colours. Two equal players without chance or clock, such as `engine:20000` against
    /// itself, would play both games alike: they play each board once. Between equal players the
    /// result is that of who moves first. The same seed gives the same match, unless a clock or
    /// another program has a part in it.
    ///
    /// The games on one board are not independent, so Elo limits and `--sprt` count them as one
    /// result.
    ///
    /// A player is `level:N` (1 to 8); `engine:LIMIT`, the engine at full strength; `uct:LIMIT`,
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
  (echo setoption name Game value congress; echo position startpos; echo go depth 4) | katarenga ugi
See docs/engine.md.")]
    Ugi,
    /// Search fixed positions; the number of nodes is the engine's checksum
    ///
    /// Positions of all games are searched to a fixed depth. The number changes only when the engine
    /// plays otherwise.
    Bench,
    /// Fit the weights of an evaluation to games of self-play
    #[command(hide = true)]
    Fit(FitArgs),
    /// Survey a game on all of its boards, or in many games
    #[command(after_help = "\
Examples:
  katarenga survey cornered
  katarenga survey quartermaster --output quartermaster.csv
  katarenga survey isolation --most
  katarenga survey battle-stations --games 200")]
    Survey(SurveyArgs),
    /// Make puzzles, and check them
    #[command(after_help = "\
Examples:
  katarenga puzzles make --game katarenga --count 100 --seed 1 --output katarenga.txt
  katarenga puzzles check katarenga.txt --nodes 2000000 --sample 20
See docs/puzzles.md.")]
    Puzzles(PuzzlesArgs),
    /// Step through recorded games, position by position
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
    /// Write sheets to print, as PDF: puzzles, rules, boards to cut out, score sheets
    #[command(after_help = "\
Examples:
  katarenga sheet puzzles puzzles.txt --output puzzles.pdf
  katarenga sheet rules congress --paper letter --output congress.pdf
  katarenga sheet quarterboards --output quarterboards.pdf
  katarenga sheet scores --game cornered --output scores.pdf")]
    Sheet(SheetArgs),
    /// Print the completions of a shell
    #[command(after_help = "\
Examples:
  katarenga completions bash > ~/.local/share/bash-completion/completions/katarenga")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Runs the command; without one, `serve`.
pub(crate) fn run(cli: Cli, out: &mut dyn Write) -> Result<(), Failure> {
    match cli.command {
        None => serve::run(&ServeArgs::by_environment(), out),
        Some(Command::Serve(args)) => serve::run(&args, out),
        Some(Command::Admin(args)) => admin::run(&args, out),
        Some(Command::Static(args)) => static_edition::run(&args, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Board(args)) => board::run(&args, out),
        Some(Command::Games) => games::run(out),
        Some(Command::Rules(args)) => rules::run(&args, out),
        Some(Command::Moves(args)) => moves::run(&args, out),
        Some(Command::Result(args)) => result::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Analyse(args)) => analyse::run(&args, out),
        Some(Command::Arena(args)) => arena::run(&args, out),
        Some(Command::Bench) => bench::run(out),
        Some(Command::Ugi) => Ok(katarenga_engine::ugi::run(io::stdin().lock(), io::stdout())?),
        Some(Command::Fit(args)) => fit::run(&args, out),
        Some(Command::Survey(args)) => survey::run(&args, out),
        Some(Command::Puzzles(args)) => puzzles::run(&args, out),
        Some(Command::Replay(args)) => replay::run(&args, out),
        Some(Command::Check(args)) => check::run(&args, out),
        Some(Command::Diagram(args)) => diagram::run(&args, out),
        Some(Command::Sheet(args)) => sheet::run(&args, out),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "katarenga", &mut script);
            Ok(out.write_all(&script)?)
        }
    }
}
