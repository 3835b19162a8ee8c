//! `katarenga diagram`

use std::io::Write;

use clap::Args;
use katarenga_rules::diagram::Diagram;
use katarenga_rules::{Bitboard, Game, IllegalMove, Square};

use super::picture::{self, PictureArgs};
use crate::args::PositionArgs;
use crate::error::Failure;

/// Options of `diagram`.
#[derive(Args, Debug)]
pub(crate) struct DiagramArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Squares to put a ring on: `legal` for those that legal moves lead to, or a list such as
    /// `e4,f6`
    #[arg(long, value_name = "SQUARES")]
    marks: Option<String>,
    #[command(flatten)]
    picture: PictureArgs,
}

impl DiagramArgs {
    /// The squares to mark.
    fn marks(&self, game: &Game) -> Result<Bitboard, Failure> {
        match self.marks.as_deref() {
            None => Ok(Bitboard::EMPTY),
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
        Err(Failure::Input(IllegalMove::off_board(game.board(), square).to_string()))
    }
}

pub(crate) fn run(args: &DiagramArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let game = args.position.announced_game()?;
    let diagram = Diagram::new(game.board())
        .position(game.position())
        .last(game.moves().last())
        .marks(args.marks(&game)?);
    if !picture::write(&diagram, &args.picture, out)? {
        out.write_all(diagram.flipped(args.picture.flip).svg().as_bytes())?;
    }
    Ok(())
}
