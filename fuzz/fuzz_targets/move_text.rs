//! A text that is a move of a game is legal there, and reads the same when it is written as the
//! rules write it.
#![no_main]

use katarenga_fuzz::game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([u8; 5], &[u8], &str)| {
    let (start, moves, text) = input;
    let Some(mut game) = game(start) else { return };
    katarenga_fuzz::play(&mut game, moves);
    match game.read_move(text) {
        Ok(mv) => {
            assert!(game.legal_moves().contains(&mv));
            assert_eq!(game.read_move(&mv.to_string()), Ok(mv));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
