//! A game that goes any way keeps its promises at every step: moves and positions read back, and
//! what is undone can be done again.
#![no_main]

use katarenga_fuzz::game;
use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{Game, Record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([u8; 5], &[u8])| {
    let (start, moves) = input;
    let Some(mut game) = game(start) else { return };
    for choice in moves {
        check(&game);
        katarenga_fuzz::play(&mut game, &[*choice]);
    }
    check(&game);
    assert_eq!(Record::read(&Record::from(game.clone()).to_string()), Ok(game.into()));
});

fn check(game: &Game) {
    let legal = game.legal_moves();
    assert_eq!(legal.is_empty(), game.outcome().is_some());
    assert_eq!(game.perft(1), legal.len() as u64);
    assert!(legal.iter().all(|mv| game.read_move(&mv.to_string()) == Ok(*mv)));

    let read: BoardPosition =
        game.board_position().to_string().parse().expect("what was written can be read");
    assert_eq!(read.position, *game.position());
    assert_eq!(read.position.key(), game.position().key());

    let mut other = game.clone();
    if other.undo() {
        assert!(other.redo());
        assert_eq!(other, *game);
    }
}
