//! Games that wait for a second player.

use super::games::{add, players};
use super::lists::readable;
use super::query::{Row, query};
use super::{News, Store, StoreError};
use crate::play::{Clock, Session};
use crate::presence::PRESENCE_GRACE;
use katarenga_rules::Side;
use katarenga_rules::notation::position::BoardPosition;

/// A game that waits for a second player.
#[derive(Clone, Debug)]
pub(crate) struct Invitation {
    /// Its name in addresses.
    pub(crate) id: String,
    /// Who made it.
    pub(crate) creator: i64,
    /// Their name, if they have one.
    pub(crate) name: Option<String>,
    /// Where the game will start.
    pub(crate) start: BoardPosition,
    /// The side of its creator; chance decides when there is none.
    pub(crate) side: Option<Side>,
    /// The points to which a match is played.
    pub(crate) target: Option<u32>,
    /// How much time there will be.
    pub(crate) clock: Option<Clock>,
    /// Whether everybody finds it, and the game after it.
    pub(crate) is_public: bool,
    /// Whether the players may write to each other.
    pub(crate) has_chat: bool,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: i64,
    /// When it is over.
    pub(crate) expires: i64,
    /// Whether it was taken back.
    pub(crate) is_withdrawn: bool,
    /// The game that came of it.
    pub(crate) game: Option<String>,
}

/// What came of joining.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JoinResult {
    /// The game has begun.
    Joined,
    /// Another visitor was faster, or the invitation is over.
    TooLate,
}

/// How many public invitations are looked at.
const MAX_LOBBY_CANDIDATES: u32 = 1000;

impl Store {
    /// Keeps an invitation; gives whether its creator had fewer than `most` open.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn create_invitation(
        &self,
        invitation: &Invitation,
        most: i64,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.transaction().await?;
        // Two that are made at once are counted one after the other.
        transaction.lock_visitors(&[invitation.creator]).await?;
        let open = query(
            "SELECT count(*) FROM invitation WHERE creator = $1 AND expires > $2 AND game IS NULL \
             AND NOT withdrawn",
        );
        let open = open.bind(invitation.creator).bind(invitation.created);
        let open: i64 = open.one(&mut transaction).await?;
        if open >= most {
            transaction.roll_back().await?;
            return Ok(false);
        }
        query(
            "INSERT INTO invitation (id, creator, name, start, side, target, clock, public, chat, \
             created, expires) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .bind(&invitation.id)
        .bind(invitation.creator)
        .bind(invitation.name.as_deref())
        .bind(invitation.start.to_string())
        .bind(invitation.side.map(|side| side.to_string()))
        .bind(invitation.target)
        .bind(invitation.clock.map(|clock| clock.to_string()))
        .bind(invitation.is_public)
        .bind(invitation.has_chat)
        .bind(invitation.created)
        .bind(invitation.expires)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// An invitation.
    ///
    /// # Errors
    /// When the database fails or the invitation makes no sense.
    pub(crate) async fn invitation(&self, id: &str) -> Result<Option<Invitation>, StoreError> {
        let row = query("SELECT * FROM invitation WHERE id = $1").bind(id).row(self).await?;
        row.as_ref().map(invitation).transpose()
    }

    /// Open invitations that everybody may take: first those whose makers wait for them, then one of
    /// every maker, and so on. Not all, if there are very many; and none with minutes to play whose
    /// maker is away, unless it is so new that they may still come.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn open_invitations(
        &self,
        awaited: &[String],
    ) -> Result<Vec<Invitation>, StoreError> {
        let now = self.now();
        let rows = query(
            "SELECT * FROM invitation WHERE public AND game IS NULL AND NOT withdrawn \
             AND expires > $1 AND (clock IS NULL OR clock NOT LIKE '%+%' OR created > $4 \
             OR id = ANY($2)) ORDER BY (id = ANY($2)) DESC, \
             row_number() OVER (PARTITION BY creator ORDER BY expires DESC), expires DESC LIMIT $3",
        )
        .bind(now)
        .bind(awaited.to_vec())
        .bind(MAX_LOBBY_CANDIDATES)
        .bind(now - PRESENCE_GRACE.as_millis() as i64)
        .rows(self)
        .await?;
        Ok(readable(rows.iter().map(invitation)))
    }

    /// The open invitations of a visitor, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn invitations_of(&self, creator: i64) -> Result<Vec<Invitation>, StoreError> {
        let rows = query(
            "SELECT * FROM invitation WHERE creator = $1 AND expires > $2 AND game IS NULL \
             AND NOT withdrawn ORDER BY expires DESC",
        );
        let rows = rows.bind(creator).bind(self.now()).rows(self).await?;
        Ok(readable(rows.iter().map(invitation)))
    }

    /// Takes an invitation and begins its game, both or neither.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn join(&self, id: &str, session: &Session) -> Result<JoinResult, StoreError> {
        let mut transaction = self.transaction().await?;
        transaction.lock_visitors(&players(session)).await?;
        add(&mut transaction, session, &[]).await?;
        // Of two that take it at once the second waits here for the first, and finds it taken.
        let taken = query(
            "UPDATE invitation SET game = $1 WHERE id = $2 AND game IS NULL AND NOT withdrawn \
             AND expires > $3",
        );
        let taken = taken.bind(&session.head.id).bind(id).bind(session.head.created);
        if taken.execute(&mut transaction).await? == 0 {
            transaction.roll_back().await?;
            return Ok(JoinResult::TooLate);
        }
        transaction.tell(News::Invitation(id.to_owned()));
        transaction.commit().await?;
        Ok(JoinResult::Joined)
    }

    /// Takes an invitation back; whether nobody had taken it.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn withdraw(&self, id: &str) -> Result<bool, StoreError> {
        let mut transaction = self.transaction().await?;
        let withdrawn =
            query("UPDATE invitation SET withdrawn = TRUE WHERE id = $1 AND game IS NULL");
        let withdrawn = withdrawn.bind(id).execute(&mut transaction).await?;
        transaction.tell(News::Invitation(id.to_owned()));
        transaction.commit().await?;
        Ok(withdrawn == 1)
    }
}

fn invitation(row: &Row) -> Result<Invitation, StoreError> {
    let id: String = row.get("id")?;
    let start = row.get::<String>("start")?.parse();
    let unreadable = |()| StoreError::Seats(id.clone());
    let side = row.get::<Option<String>>("side")?.map(|side| side.parse()).transpose();
    let clock = row.get::<Option<String>>("clock")?.map(|clock| clock.parse()).transpose();
    let target: Option<i64> = row.get("target")?;
    Ok(Invitation {
        creator: row.get("creator")?,
        name: row.get("name")?,
        start: start.map_err(|error| StoreError::Start { game: id.clone(), error })?,
        side: side.map_err(|_| unreadable(()))?,
        target: target.and_then(|target| u32::try_from(target).ok()),
        clock: clock.map_err(unreadable)?,
        is_public: row.get("public")?,
        has_chat: row.get("chat")?,
        created: row.get("created")?,
        expires: row.get("expires")?,
        is_withdrawn: row.get("withdrawn")?,
        game: row.get("game")?,
        id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sqlite::now;
    use crate::store::tests::{change, with_visitors};
    use crate::test_games::online;

    /// A minute, in milliseconds.
    const MINUTE: i64 = 60_000;

    /// An invitation that is open for some minutes and was made an hour ago.
    async fn add(store: &Store, id: &str, creator: i64, minutes: i64) {
        let invitation = Invitation {
            id: id.to_owned(),
            creator,
            name: None,
            start: online(None).head.start,
            side: None,
            target: None,
            clock: None,
            is_public: true,
            has_chat: false,
            created: now() - 60 * MINUTE,
            expires: now() + minutes * MINUTE,
            is_withdrawn: false,
            game: None,
        };
        assert!(store.create_invitation(&invitation, 100).await.expect("it is kept"));
    }

    /// A session of both visitors that begins now.
    fn session(id: &str) -> Session {
        let mut session = online(None);
        session.head.id = id.to_owned();
        session.head.series = id.to_owned();
        session.head.created = now();
        session
    }

    /// Four invitations of visitor 1, of which the one called `open` alone is open.
    async fn one_of_each(store: &Store) {
        for id in ["open", "over", "back", "taken"] {
            add(store, id, 1, 10).await;
        }
        store.create_game(&session("game"), &[]).await.expect("it is kept");
        change(store, "UPDATE invitation SET expires = created + 1 WHERE id = 'over'").await;
        change(store, "UPDATE invitation SET withdrawn = TRUE WHERE id = 'back'").await;
        change(store, "UPDATE invitation SET game = 'game' WHERE id = 'taken'").await;
    }

    fn ids(found: Vec<Invitation>) -> Vec<String> {
        found.into_iter().map(|invitation| invitation.id).collect()
    }

    #[tokio::test]
    async fn open_invitations_of_a_visitor_count_towards_the_limit_and_no_others() {
        let store = with_visitors(2).await;
        one_of_each(&store).await;
        add(&store, "of another", 2, 10).await;
        let mut more = store.invitation("open").await.expect("it is read").expect("it is there");
        (more.id, more.created) = ("more".to_owned(), now());
        assert!(!store.create_invitation(&more, 1).await.expect("it is counted"));
        assert!(store.create_invitation(&more, 2).await.expect("it is counted"));
    }

    #[tokio::test]
    async fn a_visitor_sees_their_open_invitations_the_newest_first() {
        let store = with_visitors(2).await;
        one_of_each(&store).await;
        add(&store, "newer", 1, 20).await;
        add(&store, "of another", 2, 15).await;
        let found = store.invitations_of(1).await.expect("a list");
        assert_eq!(ids(found), ["newer", "open"]);
    }

    /// One with minutes to play is for now: its maker waits for it, or has made it just now.
    #[tokio::test]
    async fn the_lobby_has_what_is_open_and_can_begin() {
        let store = with_visitors(2).await;
        one_of_each(&store).await;
        for (id, minutes) in [("hidden", 10), ("days", 9), ("away", 10), ("new", 8), ("waits", 7)] {
            add(&store, id, 1, minutes).await;
        }
        change(&store, "UPDATE invitation SET public = FALSE WHERE id = 'hidden'").await;
        change(&store, "UPDATE invitation SET clock = '2d' WHERE id = 'days'").await;
        change(&store, "UPDATE invitation SET clock = '5+3' WHERE id IN ('away', 'new', 'waits')")
            .await;
        change(&store, "UPDATE invitation SET created = created + 60 * 60000 WHERE id = 'new'")
            .await;
        let found = store.open_invitations(&["waits".to_owned()]).await.expect("a list");
        assert_eq!(ids(found), ["waits", "open", "days", "new"]);
    }

    #[tokio::test]
    async fn the_lobby_has_one_of_every_maker_first_and_the_newest_of_each() {
        let store = with_visitors(2).await;
        for (id, creator, minutes) in
            [("a1", 1, 30), ("a2", 1, 40), ("a3", 1, 50), ("b1", 2, 10), ("b2", 2, 20)]
        {
            add(&store, id, creator, minutes).await;
        }
        let found = store.open_invitations(&[]).await.expect("a list");
        assert_eq!(ids(found), ["a3", "b2", "a2", "b1", "a1"]);
    }

    #[tokio::test]
    async fn an_invitation_that_is_over_begins_no_game() {
        let store = with_visitors(2).await;
        one_of_each(&store).await;
        for id in ["over", "back", "taken", "unknown"] {
            let joined = store.join(id, &session("late")).await.expect("it is tried");
            assert_eq!(joined, JoinResult::TooLate, "{id}");
            assert!(store.session("late").await.expect("it is read").is_none(), "{id}");
        }
        let joined = store.join("open", &session("begun")).await.expect("it is tried");
        assert_eq!(joined, JoinResult::Joined);
        assert!(store.session("begun").await.expect("it is read").is_some());
        let open = store.invitation("open").await.expect("it is read").expect("it is there");
        assert_eq!(open.game.as_deref(), Some("begun"));
    }

    #[tokio::test]
    async fn an_invitation_that_was_taken_can_not_be_withdrawn() {
        let store = with_visitors(2).await;
        one_of_each(&store).await;
        assert!(!store.withdraw("taken").await.expect("it is tried"));
        let taken = store.invitation("taken").await.expect("it is read").expect("it is there");
        assert!(!taken.is_withdrawn);
        assert!(store.withdraw("open").await.expect("it is tried"));
    }
}
