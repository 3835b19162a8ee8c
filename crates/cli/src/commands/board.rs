//! `katarenga board`

use std::io::Write;

use clap::Args;
use katarenga_rules::diagram::Diagram;
use katarenga_rules::{Board, GameKind, Language, Quarters};

use super::picture::{self, PictureArgs};
use crate::args::choose_board;
use crate::board_text::{BoardText, colours};
use crate::error::Failure;

/// Options of `board`.
#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    /// The board: a code, or `random`
    #[arg(value_name = "CODE|random", default_value = "1a0-2a0-3a0-4a0")]
    board: String,
    /// The seed of a random board [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    picture: PictureArgs,
}

pub(crate) fn run(args: &BoardArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let code = choose_board(&args.board, args.seed, |rng| Quarters::random(rng).into())?;
    let board = Board::new(code);
    let drawn = picture::write(&Diagram::new(&board), &args.picture, out)?;
    writeln!(out, "{code}")?;
    if drawn {
        return Ok(());
    }
    let text = BoardText { flipped: args.picture.flip, ..BoardText::new(&board) };
    write!(out, "{text}{}", colours(Language::English))?;
    writeln!(out, "as letters: {}", code.spelled_out())?;
    if code.canonical() != code {
        writeln!(out, "turned to its first form: {}", code.canonical())?;
    }
    let suits = |kind: &&GameKind| kind.check_board(&board).is_ok();
    let games: Vec<&str> = GameKind::ALL.iter().filter(suits).map(|kind| kind.name()).collect();
    writeln!(out, "games for it: {}", games.join(", "))?;
    Ok(())
}
