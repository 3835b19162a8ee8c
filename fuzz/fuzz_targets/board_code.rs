//! A text that is a board code stands for one board, however it is written or turned.
#![no_main]

use katarenga_rules::{Board, BoardCode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(code) = text.parse::<BoardCode>() {
        assert_eq!(code.to_string().parse(), Ok(code));
        assert_eq!(Board::new(code), Board::new(code.spelled_out()));
        assert_eq!(code.rotated().canonical(), code.canonical());
    }
});
