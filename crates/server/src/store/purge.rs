//! Deletes old data that is not worth keeping, in small batches, so that other writes wait briefly.
//!
//! The rule stands in `docs/hosting.md`. Games in which people have played, and those of a visitor with
//! a name or a recovery link, stay.

use std::time::Duration;

use super::query::query;
use super::{Backend, News, Store, StoreError};

/// A day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// How many rows are looked at, and deleted, at once.
const BATCH_SIZE: u32 = 200;

/// How long others have between two batches.
const BATCH_PAUSE: Duration = Duration::from_millis(50);

/// How long a visitor is kept who has chosen a name and done nothing else, or has last tried a puzzle: as
/// long as the cookie.
const NAMED_VISITOR_DAYS: i64 = 400;

/// How much went.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Purged {
    /// Games.
    pub games: usize,
    /// Invitations.
    pub invitations: usize,
    /// Visitors.
    pub visitors: usize,
}

/// Games that are alone in their match, untouched since `$1`, with no time that runs, and of no
/// visitor who has a name or a link: those in which no person has made a move, and those of fewer than
/// two moves that have not ended. What a person does has a name of its own, an import has none.
/// Deleted games go when nothing is left of their match.
const GAMES: &str = "\
    game.updated < $1 AND game.deadline IS NULL \
    AND NOT EXISTS (SELECT 1 FROM game other WHERE other.series = game.series \
        AND other.id <> game.id AND NOT (other.deleted AND game.deleted)) \
    AND (game.deleted OR ( \
        NOT EXISTS (SELECT 1 FROM visitor JOIN player ON player.visitor = visitor.id \
            WHERE player.game = game.id AND (visitor.name IS NOT NULL OR EXISTS \
                (SELECT 1 FROM device WHERE device.visitor = visitor.id AND device.link))) \
        AND ((NOT game.ended AND game.plies < 2) OR NOT EXISTS ( \
            SELECT 1 FROM event WHERE event.game = game.id AND event.request IS NOT NULL))))";

/// All visitors but those with a link, a game, an invitation, a puzzle tried since `$2`, or anything done. Sets are subtracted,
/// which takes a time in proportion to the tables, whatever indexes there are.
const NEEDLESS_VISITORS: &str = "\
    SELECT id FROM visitor WHERE created < CASE WHEN name IS NULL THEN $1 ELSE $2 END \
    EXCEPT SELECT visitor FROM device WHERE link EXCEPT SELECT visitor FROM player \
    EXCEPT SELECT creator FROM invitation EXCEPT SELECT owner FROM game \
    EXCEPT SELECT white_player FROM game EXCEPT SELECT black_player FROM game \
    EXCEPT SELECT visitor FROM visitor_rating WHERE updated >= $2 \
    EXCEPT SELECT visitor FROM event";

impl Store {
    /// Deletes what is not worth keeping and is a number of days old at a time.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn purge(&self, now: i64, days: u32) -> Result<Purged, StoreError> {
        let before = now - i64::from(days) * DAY;
        let mut purged =
            Purged { invitations: self.purge_invitations(before).await?, ..Purged::default() };
        let mut last = String::new();
        loop {
            let found = query(format!(
                "SELECT id, {GAMES} AS goes FROM game WHERE id > $2 ORDER BY id LIMIT $3"
            ));
            let found = found.bind(before).bind(&last).bind(BATCH_SIZE).rows(self).await?;
            let Some(end) = found.last() else { break };
            let end: String = end.get("id")?;
            let mut old: Vec<String> = Vec::new();
            for row in &found {
                if row.get("goes")? {
                    old.push(row.get("id")?);
                }
            }
            last = end;
            if !old.is_empty() {
                purged.games += self.purge_games(before, old).await?;
            }
            tokio::time::sleep(BATCH_PAUSE).await;
        }
        purged.visitors = self.purge_visitors(before, now - NAMED_VISITOR_DAYS * DAY).await?;
        Ok(purged)
    }

    /// Invitations that were open last before a time.
    async fn purge_invitations(&self, before: i64) -> Result<usize, StoreError> {
        let mut count = 0;
        loop {
            let mut transaction = self.transaction().await?;
            let gone = query(
                "DELETE FROM invitation WHERE id IN \
                 (SELECT id FROM invitation WHERE expires < $1 LIMIT $2)",
            );
            let gone = gone.bind(before).bind(BATCH_SIZE).execute(&mut transaction).await?;
            transaction.commit().await?;
            if gone == 0 {
                return Ok(count);
            }
            count += gone as usize;
            tokio::time::sleep(BATCH_PAUSE).await;
        }
    }

    /// Those of some games that are still to go.
    async fn purge_games(&self, before: i64, ids: Vec<String>) -> Result<usize, StoreError> {
        let mut transaction = self.transaction_without_references().await?;
        transaction.lock_games(&ids).await?;
        let gone = query(format!("SELECT id FROM game WHERE id = ANY($2) AND {GAMES}"));
        let gone: Vec<String> = gone.bind(before).bind(ids).column(&mut transaction).await?;
        for statement in [
            "DELETE FROM event WHERE game = ANY($1)",
            "DELETE FROM player WHERE game = ANY($1)",
            "DELETE FROM message WHERE game = ANY($1)",
            "DELETE FROM notes WHERE game = ANY($1)",
            "DELETE FROM invitation WHERE game = ANY($1)",
            "DELETE FROM game WHERE id = ANY($1)",
        ] {
            query(statement).bind(gone.clone()).execute(&mut transaction).await?;
        }
        for id in &gone {
            transaction.tell(News::Game(id.clone()));
        }
        transaction.commit().await?;
        Ok(gone.len())
    }

    /// Visitors who may be deleted. A file is read while others write; in PostgreSQL that may take long.
    async fn needless_visitors(&self, before: i64, named: i64) -> Result<Vec<i64>, StoreError> {
        let found = query(NEEDLESS_VISITORS).bind(before).bind(named);
        if let Backend::Sqlite(_) = self.backend {
            return found.column(self).await;
        }
        let mut transaction = self.transaction().await?;
        transaction.without_time_limit().await?;
        let found = found.column(&mut transaction).await?;
        transaction.roll_back().await?;
        Ok(found)
    }

    /// Visitors of whom nothing is left, known since before a time, or another where they have a name.
    async fn purge_visitors(&self, before: i64, named: i64) -> Result<usize, StoreError> {
        let found = self.needless_visitors(before, named).await?;
        let mut count = 0;
        for ids in found.chunks(BATCH_SIZE as usize) {
            // What they have done since then: all of it begins with one of these.
            let mut transaction = self.transaction_without_references().await?;
            transaction.lock_visitors(ids).await?;
            let gone = query(
                "SELECT id FROM visitor WHERE id = ANY($1) \
                 AND NOT EXISTS (SELECT 1 FROM player WHERE player.visitor = visitor.id) \
                 AND NOT EXISTS (SELECT 1 FROM device WHERE device.visitor = visitor.id \
                     AND device.link) \
                 AND NOT EXISTS (SELECT 1 FROM visitor_rating \
                     WHERE visitor_rating.visitor = visitor.id AND updated >= $2) \
                 AND id NOT IN (SELECT creator FROM invitation)",
            );
            let gone: Vec<i64> =
                gone.bind(ids.to_vec()).bind(named).column(&mut transaction).await?;
            for statement in [
                "DELETE FROM device WHERE visitor = ANY($1)",
                // What they have made of the ratings of puzzles stays.
                "DELETE FROM puzzle_try WHERE visitor = ANY($1)",
                "DELETE FROM visitor_rating WHERE visitor = ANY($1)",
                "DELETE FROM visitor WHERE id = ANY($1)",
            ] {
                query(statement).bind(gone.clone()).execute(&mut transaction).await?;
            }
            count += gone.len();
            transaction.tell(News::Visitors(gone.clone()));
            transaction.commit().await?;
            self.forget_visitors(&gone);
            tokio::time::sleep(BATCH_PAUSE).await;
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use katarenga_rules::notation::position::BoardPosition;
    use katarenga_rules::{BoardCode, Game, GameKind, Record, Setup};

    use super::*;
    use crate::access_token::AccessToken;
    use crate::play::{Head, Notes, Player, Seat, Session, Step};
    use crate::puzzles::Puzzle;
    use crate::store::sqlite::now;
    use crate::store::tests::{change, dangling, with_visitors};
    use crate::store::{IdempotencyKey, Invitation};
    use crate::test_games::play;

    fn start() -> BoardPosition {
        let game = Game::new(GameKind::Congress, BoardCode::REFERENCE, Setup::default());
        game.expect("the board suits").start_board_position()
    }

    async fn visitor(store: &Store) -> i64 {
        store.create_visitor(&AccessToken::random().expect("chance")).await.expect("a visitor")
    }

    /// A game of two visitors, perhaps the same, with a number of moves: imported, or played.
    async fn game(store: &Store, id: &str, players: [i64; 2], (plies, by_hand): (usize, bool)) {
        let head = Head {
            series: id.to_owned(),
            id: id.to_owned(),
            owner: players[0],
            start: start(),
            seats: [Seat::Human; 2],
            players: players.map(|visitor| Some(Player { visitor, name: None })),
            number: 1,
            target: None,
            clock: None,
            is_public: false,
            has_chat: false,
            created: now(),
        };
        let mut session = Session::new(head);
        let mut game = Game::from_position(start());
        for _ in 0..plies {
            let mv = game.legal_moves()[0];
            game.play(mv).expect("legal");
        }
        if !by_hand {
            let events = session.replay(&game).expect("it is short");
            let mut record = Record::from(game);
            record.tags.push(("Event".to_owned(), "A tournament".to_owned()));
            let session = session.with_notes(Notes::new(record, events.len()));
            assert!(store.create_game(&session, &events).await.expect("it is kept"));
            return;
        }
        assert!(store.create_game(&session, &[]).await.expect("it is kept"));
        for (number, mv) in game.moves().enumerate() {
            let visitor = players[number % 2];
            let event = session.command(visitor, &play(mv), now()).expect("legal");
            let request = number.to_string();
            let asked = Some(IdempotencyKey { visitor, request: &request });
            store.append(&session, Step::from(event), asked).await.expect("it is kept");
        }
    }

    async fn games(store: &Store) -> Vec<String> {
        query("SELECT id FROM game ORDER BY id").column(store).await.expect("a list")
    }

    async fn count(store: &Store, sql: &'static str) -> i64 {
        query(sql).one(store).await.expect("a number")
    }

    #[tokio::test]
    async fn f11_what_nobody_played_goes_and_what_people_played_stays() {
        let store = with_visitors(0).await;
        let (own, other, named, linked) = (
            visitor(&store).await,
            visitor(&store).await,
            visitor(&store).await,
            visitor(&store).await,
        );
        let _idle = visitor(&store).await;
        store.rename(named, Some("Zoé")).await.expect("a name");
        let link = AccessToken::random().expect("chance");
        store.make_link(linked, &link).await.expect("a link");
        game(&store, "empty", [own, own], (0, true)).await;
        game(&store, "hardly", [own, own], (1, true)).await;
        game(&store, "imported", [own, own], (20, false)).await;
        game(&store, "left", [own, other], (1, true)).await;
        game(&store, "named", [named, named], (20, false)).await;
        game(&store, "linked", [linked, linked], (0, true)).await;
        game(&store, "played", [own, own], (2, true)).await;
        game(&store, "two", [own, other], (6, true)).await;
        game(&store, "gone", [other, other], (3, true)).await;
        store.delete("gone").await.expect("it is deleted");
        let invitation = Invitation {
            id: "open".to_owned(),
            creator: other,
            name: None,
            start: start(),
            side: None,
            target: None,
            clock: None,
            is_public: true,
            has_chat: false,
            created: now(),
            expires: now() + DAY,
            is_withdrawn: false,
            game: None,
        };
        assert!(store.create_invitation(&invitation, 10).await.expect("it is kept"));
        assert_eq!(store.purge(now() + 29 * DAY, 30).await.expect("it works"), Purged::default());
        let purged = store.purge(now() + 30 * DAY + 1000, 30).await.expect("it works");
        assert_eq!((purged.games, purged.invitations, purged.visitors), (5, 0, 1));
        assert_eq!(games(&store).await, ["linked", "named", "played", "two"]);
        assert_eq!(
            count(&store, "SELECT count(*) FROM notes").await,
            1,
            "those of a game that stays"
        );
        assert_eq!(dangling(&store).await, 0, "nothing refers to what is gone");
        let purged = store.purge(now() + 32 * DAY, 30).await.expect("it works");
        assert_eq!((purged.games, purged.invitations, purged.visitors), (0, 1, 0));
        assert_eq!(
            count(&store, "SELECT count(*) FROM visitor").await,
            4,
            "all have something left"
        );
        assert_eq!(
            store.session("two").await.expect("it is read").map(|two| two.game.ply()),
            Some(6)
        );
        let mut writing = store.transaction().await.expect("a transaction");
        let lost = query("INSERT INTO player VALUES ('nowhere', 1, 0, 0)");
        lost.execute(&mut writing).await.expect_err("references are looked after again");
    }

    #[tokio::test]
    async fn f11_a_visitor_with_a_name_alone_is_kept_as_long_as_the_cookie() {
        let store = with_visitors(0).await;
        let named = visitor(&store).await;
        store.rename(named, Some("Zoé")).await.expect("a name");
        assert_eq!(store.purge(now() + 399 * DAY, 30).await.expect("it works").visitors, 0);
        assert_eq!(store.purge(now() + 401 * DAY, 30).await.expect("it works").visitors, 1);
    }

    /// The tries of a visitor go with them; what they have made of the ratings of puzzles stays.
    #[tokio::test]
    async fn tries_at_puzzles_go_with_their_visitor_and_the_ratings_of_puzzles_stay() {
        let store = with_visitors(0).await;
        let (early, late) = (visitor(&store).await, visitor(&store).await);
        let puzzle = GameKind::ALL.iter().find_map(|kind| Puzzle::of(kind.name()).next());
        let puzzle = puzzle.expect("a puzzle");
        for visitor in [early, late] {
            store.try_puzzle(visitor, puzzle, true).await.expect("it is kept");
        }
        change(&store, "UPDATE visitor_rating SET updated = updated - 86400000 WHERE visitor = 1")
            .await;
        let rated = store.puzzle_ratings(vec![puzzle.id.to_owned()]).await.expect("ratings");
        assert_eq!(rated[0].1.tries, 2);
        assert_eq!(store.purge(now() + 398 * DAY, 30).await.expect("it works").visitors, 0);
        let before_the_last_day = now() + 400 * DAY - 1000;
        assert_eq!(store.purge(before_the_last_day, 30).await.expect("it works").visitors, 1);
        assert_eq!(dangling(&store).await, 0, "nothing refers to who is gone");
        for table in ["SELECT count(*) FROM visitor_rating", "SELECT count(*) FROM puzzle_try"] {
            assert_eq!(count(&store, table).await, 1, "{table}: those of the other stay");
        }
        assert_eq!(store.purge(now() + 401 * DAY, 30).await.expect("it works").visitors, 1);
        let after = store.puzzle_ratings(vec![puzzle.id.to_owned()]).await.expect("ratings");
        assert_eq!(after, rated);
        assert_eq!(count(&store, "SELECT count(*) FROM puzzle_try").await, 0);
    }

    #[tokio::test]
    async fn f11_many_batches_go_one_after_the_other() {
        let store = with_visitors(0).await;
        let own = visitor(&store).await;
        let many = BATCH_SIZE as usize + 20;
        for number in 0..many {
            game(&store, &format!("game{number:04}"), [own, own], (0, true)).await;
        }
        let purged = store.purge(now() + 31 * DAY, 30).await.expect("it works");
        assert_eq!((purged.games, purged.visitors), (many, 1));
    }

    /// The result of a deleted game counts in its match, and refers to its players.
    #[tokio::test]
    async fn f11_a_deleted_game_stays_as_long_as_its_match() {
        let store = with_visitors(0).await;
        let (own, white, black, owner) = (
            visitor(&store).await,
            visitor(&store).await,
            visitor(&store).await,
            visitor(&store).await,
        );
        game(&store, "a1", [white, black], (0, true)).await;
        game(&store, "a2", [own, own], (0, true)).await;
        game(&store, "b1", [own, own], (0, true)).await;
        game(&store, "b2", [own, own], (0, true)).await;
        change(&store, "UPDATE game SET owner = 4 WHERE id = 'a1'").await;
        change(&store, "UPDATE game SET series = 'a', number = CASE id WHEN 'a2' THEN 2 ELSE 1 END WHERE id LIKE 'a%'").await;
        change(&store, "UPDATE game SET series = 'b', number = CASE id WHEN 'b2' THEN 2 ELSE 1 END WHERE id LIKE 'b%'").await;
        assert_eq!((own, owner), (1, 4));
        for id in ["a1", "b1", "b2"] {
            store.delete(id).await.expect("it is deleted");
        }
        let purged = store.purge(now() + 31 * DAY, 30).await.expect("it works");
        assert_eq!((purged.games, purged.visitors), (2, 0));
        assert_eq!(games(&store).await, ["a1", "a2"]);
        assert_eq!(dangling(&store).await, 0, "its players are there");
    }

    #[tokio::test]
    async fn f11_a_game_that_was_given_up_or_whose_clock_runs_stays() {
        let store = with_visitors(0).await;
        let own = visitor(&store).await;
        game(&store, "ended", [own, own], (1, true)).await;
        game(&store, "running", [own, own], (0, true)).await;
        change(&store, "UPDATE game SET ended = TRUE WHERE id = 'ended'").await;
        change(&store, "UPDATE game SET deadline = 1 WHERE id = 'running'").await;
        assert_eq!(store.purge(now() + 31 * DAY, 30).await.expect("it works"), Purged::default());
    }

    #[tokio::test]
    async fn f11_what_belongs_to_a_game_or_a_visitor_goes_along() {
        let store = with_visitors(0).await;
        let own = visitor(&store).await;
        game(&store, "empty", [own, own], (0, true)).await;
        store
            .send_message("empty", katarenga_rules::Side::White, ("hello", "1"), now())
            .await
            .expect("it is sent");
        let link = AccessToken::random().expect("chance");
        store.make_link(own, &link).await.expect("a link");
        change(&store, "UPDATE device SET link = FALSE").await;
        change(
            &store,
            "INSERT INTO invitation (id, creator, start, public, chat, created, expires, game) \
             VALUES ('taken', 1, '', FALSE, FALSE, 0, 9223372036854775807, 'empty')",
        )
        .await;
        let purged = store.purge(now() + 31 * DAY, 30).await.expect("it works");
        assert_eq!((purged.games, purged.visitors), (1, 1));
        assert_eq!(dangling(&store).await, 0, "nothing refers to what is gone");
    }
}
