//! `katarenga diagram`

use std::io::Write;

use katarenga_rules::diagram::Diagram;

use super::picture;
use crate::args::DiagramArgs;
use crate::error::Failure;

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
