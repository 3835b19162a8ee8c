use katarenga_rules::Side;

use super::*;
use crate::play::{Command, Offer, Proposal, Refusal};
use crate::store::tests::with_visitors;
use crate::test_games::online;

/// A store with a game between two visitors, and the game in memory.
async fn with_game() -> (Store, LiveGames, Arc<LiveGame>, [i64; 2]) {
    let store = with_visitors(2).await;
    let session = online(None);
    assert!(store.create_game(&session, &[]).await.expect("it is stored"));
    let live_games = LiveGames::new(store.clone());
    let game = live_games.open(&session.head.id).await.expect("a game").expect("a game");
    (store, live_games, game, [1, 2])
}

/// Another server may have deleted it.
#[tokio::test]
async fn a_deleted_game_takes_no_event() {
    let (store, live_games, game, [white, _]) = with_game().await;
    assert!(store.delete(&game.id).await.expect("the database works"));
    let resign = |session: &mut Session| {
        session.command(white, &Command::Resign(Side::White), 1).map(Step::from)
    };
    let resigned = live_games.change(&game, None, resign).await.expect("the database works");
    assert!(matches!(resigned, ChangeResult::Deleted), "{resigned:?}");
    assert!(game.snapshot().is_none());
}

/// An event that can't be carried out is refused, in every build, and neither stored nor
/// published.
#[tokio::test]
async fn an_impossible_event_is_not_stored() {
    let (store, live_games, game, visitors) = with_game().await;
    let resign = |session: &mut Session| {
        session.command(visitors[0], &Command::Resign(Side::White), 1).map(Step::from)
    };
    let resigned = live_games.change(&game, None, resign).await.expect("it is stored");
    assert!(matches!(resigned, ChangeResult::Changed(_)), "{resigned:?}");
    // Nothing allows that by itself: the game is over.
    let agree = |session: &mut Session| {
        let (side, what, revision) = (Side::White, Proposal::Draw, session.revision);
        session.offer = Some(Offer { side, what, revision });
        session.command(visitors[1], &Command::Accept, 2).map(Step::from)
    };
    let agreed = live_games.change(&game, None, agree).await.expect("the database works");
    assert!(matches!(agreed, ChangeResult::Refused(Refusal::Impossible)), "{agreed:?}");
    assert_eq!(game.snapshot().expect("a game").session.revision, 1);
    let stored = store.session(&game.id).await.expect("it is whole").expect("a game");
    assert_eq!((stored.revision, stored.offer), (1, None));
}
