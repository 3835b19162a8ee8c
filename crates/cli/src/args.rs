//! Options that several commands share: which position is meant, and which board.

use std::io::Write as _;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use katarenga_rules::{BoardCode, BoardSize, Game, GameInfo, GameKind, Setup, Side, listed};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::error::Failure;

/// The options that describe a position, the same in all commands.
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
    #[arg(long, value_name = "NAME", help = layout_help())]
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

pub(crate) fn layout_help() -> String {
    let games = titles(|info| !info.layouts.is_empty());
    format!("The layout of {games} [default: the first one of the game]")
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

    /// The same; a random board's code is printed on standard error, so that it can be used again.
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
