//! A text that is a position can be written, read again, and played on.
#![no_main]

use katarenga_rules::notation::position::BoardPosition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(placed) = text.parse::<BoardPosition>() else { return };
    let BoardPosition { board, position } = placed.clone();
    assert_eq!(placed.to_string().parse(), Ok(placed));
    for mv in position.legal_moves(&board) {
        let after = position.play(&board, mv).expect("a legal move");
        let placed = BoardPosition { board: board.clone(), position: after };
        assert_eq!(placed.to_string().parse(), Ok(placed));
    }
});
