//! The table of all games, as the engine knows them: the only place that lists them.

use katarenga_rules::{GameKind, Position, for_each_game, games};

use crate::games::Searchable;

/// A function that is generic over the game, called where the kind of game is known at run time only.
///
/// What it returns hides the type of the game behind a trait object or plain data, so that a search is
/// generic inside and chosen once, outside.
pub(crate) trait ForGame {
    /// What the function returns.
    type Output;

    /// Calls it for the game `R`.
    fn call<R: Searchable + TryFrom<Position>>(self) -> Self::Output;
}

macro_rules! table {
    ($($Game:ident),*) => {
        /// Calls `function` for the game of this kind.
        pub(crate) fn dispatch<F: ForGame>(kind: GameKind, function: F) -> F::Output {
            match kind { $(GameKind::$Game => function.call::<games::$Game>()),* }
        }
    };
}
for_each_game!(table);
