//! Games made of bytes, for the targets in `fuzz_targets/`.

use katarenga_rules::{BoardCode, Game, GameKind, Quarter, Quarters, Setup, Side};

/// The game that these bytes choose: its kind, its board, who is first, and the layout. `None` when
/// the board doesn't suit it.
#[must_use]
pub fn game([kind, board, more, first, layout]: [u8; 5]) -> Option<Game> {
    let kind = GameKind::ALL[usize::from(kind) % GameKind::ALL.len()];
    let index = u32::from(board) << 8 | u32::from(more);
    let board = match kind.info().board_size.side() {
        4 => BoardCode::from(Quarter::all().nth(usize::from(board) % 32)?),
        _ => BoardCode::from(Quarters::from_index(index)),
    };
    let setup =
        Setup { first: Side::ALL[usize::from(first) % 2], layout: layout % kind.info().starts() };
    Game::new(kind, board, setup).ok()
}

/// Plays the legal moves that these bytes choose, until the game is over.
///
/// # Panics
/// When a move that is listed as legal can't be played: that is what we are looking for.
pub fn play(game: &mut Game, choices: &[u8]) {
    for choice in choices {
        let legal = game.legal_moves();
        let Some(mv) = legal.get(usize::from(*choice) % legal.len().max(1)) else { return };
        game.play(*mv).expect("a legal move");
    }
}
