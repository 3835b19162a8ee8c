//! Games for the tests of what keeps and serves them.

use katarenga_rules::{BoardCode, Game, GameKind, Move, Setup};

use crate::play::{Clock, Command, Head, Player, Seat, Session, path_of};

/// A game of Congress between the visitors 1 and 2.
pub(crate) fn online(clock: Option<Clock>) -> Session {
    let setup = Setup::default();
    let game = Game::new(GameKind::Congress, BoardCode::REFERENCE, setup).expect("it suits");
    Session::new(Head {
        id: "a".to_owned(),
        owner: 1,
        start: game.start_board_position(),
        seats: [Seat::Human; 2],
        players: [1, 2].map(|visitor| Some(Player { visitor, name: None })),
        series: "a".to_owned(),
        number: 1,
        target: None,
        clock,
        is_public: false,
        has_chat: false,
        created: 0,
    })
}

/// The command that plays a move.
pub(crate) fn play(mv: Move) -> Command {
    Command::Move(path_of(mv).into_iter().map(str::to_owned).collect())
}
