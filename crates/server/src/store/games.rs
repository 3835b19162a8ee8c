//! Games: begun, read with all that was done in them, deleted.

use std::collections::HashSet;

use super::query::{Row, query};
use super::writer::{EventRow, insert, write_summary};
use super::{News, Store, StoreError, Transaction, notes};
use katarenga_play::game::SeriesGame;

use crate::play::{Event, Head, Player, Session};
use katarenga_rules::Side;

impl Store {
    /// Keeps a game that begins with some events, all or nothing. `false` when its match has a game
    /// of that number already.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn create_game(
        &self,
        session: &Session,
        events: &[Event],
    ) -> Result<bool, StoreError> {
        let mut transaction = self.transaction().await?;
        transaction.lock_visitors(&players(session)).await?;
        if !add(&mut transaction, session, events).await? {
            transaction.roll_back().await?;
            return Ok(false);
        }
        if session.head.number > 1 {
            transaction.tell(News::Match(session.head.series.clone()));
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// A game as it stands.
    ///
    /// # Errors
    /// When the database fails or the game is damaged.
    pub(crate) async fn session(&self, id: &str) -> Result<Option<Session>, StoreError> {
        // In one query: the game and its events are of the same moment.
        let rows = query(
            "SELECT game.*, event.number AS place, event.what, event.at FROM game \
             LEFT JOIN event ON event.game = game.id \
             WHERE game.id = $1 AND NOT deleted ORDER BY event.number",
        )
        .bind(id)
        .rows(self)
        .await?;
        let Some(first) = rows.first() else { return Ok(None) };
        let head = head(first)?;
        let mut events = Vec::with_capacity(rows.len());
        for row in &rows {
            // A game in which nothing was done yet has one row without an event.
            if let Some(number) = row.get("place")? {
                events.push((number, row.get("what")?, row.get("at")?));
            }
        }
        let imported = Session::new(head).with_notes(self.notes(id).await?);
        Ok(Some(Session::rebuild(imported, events)?))
    }

    /// The games of a match, the first one first.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn series(&self, series: &str) -> Result<Vec<SeriesGame>, StoreError> {
        let rows = query(
            "SELECT id, number, deleted, winner, points FROM game WHERE series = $1 ORDER BY number",
        )
        .bind(series)
        .rows(self)
        .await?;
        rows.iter().map(series_game).collect()
    }

    /// The games in which the time of the side to move was up at a moment, without some.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn overdue(
        &self,
        now: i64,
        without: &HashSet<String>,
    ) -> Result<Vec<String>, StoreError> {
        let overdue = query(
            "SELECT id FROM game WHERE deadline < $1 AND NOT (id = ANY($2)) \
             ORDER BY deadline LIMIT 500",
        );
        let without: Vec<String> = without.iter().cloned().collect();
        overdue.bind(now).bind(without).column(self).await
    }

    /// Deletes a game for good, one that makes no sense, too; whether there was one. Its result goes
    /// on counting in its match.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let mut transaction = self.transaction().await?;
        let deleted = query(
            "UPDATE game SET deleted = TRUE, deadline = NULL WHERE id = $1 AND NOT deleted \
             RETURNING series",
        );
        let series: Option<String> = deleted.bind(id).optional(&mut transaction).await?;
        for statement in [
            "DELETE FROM event WHERE game = $1",
            "DELETE FROM player WHERE game = $1",
            "DELETE FROM message WHERE game = $1",
            "DELETE FROM notes WHERE game = $1",
        ] {
            query(statement).bind(id).execute(&mut transaction).await?;
        }
        let is_deleted = series.is_some();
        if let Some(series) = series {
            transaction.tell(News::Game(id.to_owned()));
            transaction.tell(News::Match(series));
        }
        transaction.commit().await?;
        Ok(is_deleted)
    }
}

fn series_game(row: &Row) -> Result<SeriesGame, StoreError> {
    let (number, is_deleted): (i64, bool) = (row.get("number")?, row.get("deleted")?);
    let (winner, points): (Option<String>, i64) = (row.get("winner")?, row.get("points")?);
    Ok(SeriesGame {
        number: u32::try_from(number).unwrap_or_default(),
        id: if is_deleted { None } else { row.get("id")? },
        winner: winner.and_then(|winner| winner.parse().ok()),
        points: u8::try_from(points).unwrap_or_default(),
    })
}

/// The visitors of a game, each once.
pub(super) fn players(session: &Session) -> Vec<i64> {
    let head = &session.head;
    let players = Side::ALL.into_iter().filter_map(|side| head.visitor_of(side));
    let mut visitors: Vec<i64> = players.chain([head.owner]).collect();
    visitors.sort_unstable();
    visitors.dedup();
    visitors
}

/// Adds a game with its first events; whether its place in its match was free. Players have the names
/// that they have now, whatever they were called in the game before: the caller has locked them.
pub(super) async fn add(
    transaction: &mut Transaction,
    session: &Session,
    events: &[Event],
) -> Result<bool, StoreError> {
    let head = &session.head;
    let added = query(
        "INSERT INTO game (id, owner, start, white, black, white_player, black_player, white_name, \
         black_name, series, number, target, clock, public, chat, created, updated, plies, \
         position, ended) VALUES ($1, $2, $3, $4, $5, $6, $7, \
         (SELECT name FROM visitor WHERE id = $6), (SELECT name FROM visitor WHERE id = $7), \
         $8, $9, $10, $11, $12, $13, $14, $14, 0, '', FALSE) \
         ON CONFLICT (series, number) DO NOTHING",
    )
    .bind(&head.id)
    .bind(head.owner)
    .bind(head.start.to_string())
    .bind(head.seats[0].to_string())
    .bind(head.seats[1].to_string())
    .bind(head.visitor_of(Side::White))
    .bind(head.visitor_of(Side::Black))
    .bind(&head.series)
    .bind(head.number)
    .bind(head.target)
    .bind(head.clock.map(|clock| clock.to_string()))
    .bind(head.is_public)
    .bind(head.has_chat)
    .bind(head.created)
    .execute(&mut *transaction)
    .await?;
    if added == 0 {
        return Ok(false);
    }
    for (number, event) in (1..).zip(events) {
        let (what, at) = (event.to_string(), session.updated);
        let by = Some(head.owner);
        insert(
            transaction,
            &EventRow { game: &head.id, number, what: &what, at, by, request: None },
        )
        .await?;
    }
    notes::insert_notes(transaction, &head.id, session.notes()).await?;
    for visitor in players(session) {
        query("INSERT INTO player (game, visitor, state, updated) VALUES ($1, $2, 0, $3)")
            .bind(&head.id)
            .bind(visitor)
            .bind(head.created)
            .execute(&mut *transaction)
            .await?;
    }
    write_summary(transaction, &session.into()).await?;
    Ok(true)
}

/// What a row of `game` says.
pub(super) fn head(row: &Row) -> Result<Head, StoreError> {
    let id: String = row.get("id")?;
    let text = |column: &'static str| row.get::<Option<String>>(column);
    let seats_of = || StoreError::Seats(id.clone());
    let seat =
        |column: &'static str| text(column)?.unwrap_or_default().parse().map_err(|()| seats_of());
    let player =
        |visitor: &'static str, name: &'static str| -> Result<Option<Player>, StoreError> {
            let (visitor, name) = (row.get::<Option<i64>>(visitor)?, text(name)?);
            Ok(visitor.map(|visitor| Player { visitor, name }))
        };
    let small = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    let start = row.get::<String>("start")?.parse();
    let clock = text("clock")?.map(|clock| clock.parse().map_err(|()| seats_of())).transpose()?;
    Ok(Head {
        owner: row.get("owner")?,
        start: start.map_err(|error| StoreError::Start { game: id.clone(), error })?,
        seats: [seat("white")?, seat("black")?],
        players: [player("white_player", "white_name")?, player("black_player", "black_name")?],
        series: row.get("series")?,
        number: small(row.get("number")?),
        target: row.get::<Option<i64>>("target")?.map(small),
        clock,
        is_public: row.get("public")?,
        has_chat: row.get("chat")?,
        created: row.get("created")?,
        id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Step;
    use crate::store::tests::with_visitors;
    use crate::store::{AppendResult, IdempotencyKey};
    use crate::test_games::online;

    /// A game of the match `one`, of visitor 1 who is White and visitor 2.
    fn session(id: &str, number: u32) -> Session {
        let mut session = online(None);
        session.head.id = id.to_owned();
        session.head.series = "one".to_owned();
        session.head.number = number;
        session
    }

    async fn store() -> Store {
        let store = with_visitors(2).await;
        for (visitor, name) in [(1, "Ada"), (2, "Zoé")] {
            store.rename(visitor, Some(name)).await.expect("a name");
        }
        for (id, number) in [("two", 2), ("one", 1)] {
            assert!(store.create_game(&session(id, number), &[]).await.expect("it is kept"));
        }
        store
    }

    #[tokio::test]
    async fn a_match_has_one_game_of_each_number() {
        let store = store().await;
        assert!(!store.create_game(&session("twin", 2), &[]).await.expect("it is tried"));
        assert!(store.session("twin").await.expect("it is read").is_none());
        assert!(store.delete("one").await.expect("it is deleted"));
        assert!(!store.delete("one").await.expect("it is tried"), "it was deleted before");
        assert!(store.session("one").await.expect("it is read").is_none());
        let games = store.series("one").await.expect("a list");
        let games: Vec<_> = games.into_iter().map(|game| (game.number, game.id)).collect();
        assert_eq!(games, [(1, None), (2, Some("two".to_owned()))]);
    }

    #[tokio::test]
    async fn players_have_the_names_of_now() {
        let store = store().await;
        let one = store.session("one").await.expect("it is read").expect("it is there");
        let names = one.head.players.map(|player| player.and_then(|player| player.name));
        assert_eq!(names.each_ref().map(Option::as_deref), [Some("Ada"), Some("Zoé")]);
    }

    /// A command that is sent again, another one with its number, and one for a deleted game.
    #[tokio::test]
    async fn an_event_is_kept_once_in_its_place() {
        let store = store().await;
        let mut game = session("one", 1);
        let command = crate::test_games::play(game.game.legal_moves()[0]);
        let event = game.command(1, &command, 5).expect("legal");
        let key = |visitor, request| IdempotencyKey { visitor, request };
        let append = async |game: &Session, event, key| {
            store.append(game, Step::from(event), Some(key)).await.expect("it is tried")
        };
        assert_eq!(append(&game, event, key(1, "a")).await, AppendResult::Appended);
        let same_place = append(&game, event, key(1, "b")).await;
        assert_eq!(same_place, AppendResult::Conflict);
        let mut next = game.clone();
        next.revision += 1;
        assert_eq!(append(&next, event, key(1, "a")).await, AppendResult::Conflict);
        let done = async |game, key| store.was_done(game, key).await.expect("it is read");
        assert!(done("one", key(1, "a")).await);
        assert!(!done("one", key(1, "b")).await && !done("one", key(1, "0")).await);
        assert!(!done("one", key(2, "a")).await && !done("two", key(1, "a")).await);
        let turns: Vec<i64> = query("SELECT state FROM player WHERE game = 'one' ORDER BY visitor")
            .column(&store)
            .await
            .expect("a list");
        assert_eq!(turns, [1, 0], "it is the turn of the second one");
        let updated: Vec<i64> = query(
            "SELECT updated FROM game WHERE id = 'one' \
             UNION ALL SELECT updated FROM player WHERE game = 'one'",
        )
        .column(&store)
        .await
        .expect("a list");
        assert_eq!(updated, [5; 3], "lists are ordered by it");
        store.send_message("one", Side::White, ("hello", "1"), 1).await.expect("it is sent");
        for sql in [
            "INSERT INTO notes VALUES ('one', '{}')",
            "UPDATE game SET deadline = 1 WHERE id = 'one'",
        ] {
            query(sql).execute(&store).await.expect("it is changed");
        }
        store.delete("one").await.expect("it is deleted");
        assert_eq!(store.overdue(9, &HashSet::new()).await.expect("a list"), [""; 0]);
        assert_eq!(append(&game, event, key(1, "c")).await, AppendResult::Deleted);
        for table in ["event", "player", "message", "notes"] {
            let count = format!("SELECT count(*) FROM {table} WHERE game = 'one'");
            let count: i64 = query(count).one(&store).await.expect("a number");
            assert_eq!(count, 0, "{table}");
        }
    }

    /// An imported game may be of somebody who plays neither side.
    #[tokio::test]
    async fn a_game_is_in_the_list_of_its_owner() {
        let store = store().await;
        let mut session = session("three", 3);
        session.head.players[0] = None;
        assert!(store.create_game(&session, &[]).await.expect("it is kept"));
        let players: Vec<i64> =
            query("SELECT visitor FROM player WHERE game = 'three' ORDER BY visitor")
                .column(&store)
                .await
                .expect("a list");
        assert_eq!((session.head.owner, players), (1, vec![1, 2]));
    }
}
