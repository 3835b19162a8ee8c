//! Games that wait for a second player.

use katarenga_rules::Side;
use katarenga_rules::notation::position::BoardPosition;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::games::add;
use super::lists::readable;
use super::{Store, StoreError, now};
use crate::invitation_watch::PRESENCE_GRACE;
use crate::play::{Clock, Session};

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
        let open: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM invitation WHERE creator = ? AND expires > ? AND game IS NULL \
             AND NOT withdrawn",
        )
        .bind(invitation.creator)
        .bind(invitation.created)
        .fetch_one(&mut *transaction)
        .await?;
        if open >= most {
            transaction.roll_back().await?;
            return Ok(false);
        }
        sqlx::query(
            "INSERT INTO invitation (id, creator, name, start, side, target, clock, public, chat, \
             created, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&invitation.id)
        .bind(invitation.creator)
        .bind(&invitation.name)
        .bind(invitation.start.to_string())
        .bind(invitation.side.map(|side| side.to_string()))
        .bind(invitation.target)
        .bind(invitation.clock.map(|clock| clock.to_string()))
        .bind(invitation.is_public)
        .bind(invitation.has_chat)
        .bind(invitation.created)
        .bind(invitation.expires)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// An invitation.
    ///
    /// # Errors
    /// When the database fails or the invitation makes no sense.
    pub(crate) async fn invitation(&self, id: &str) -> Result<Option<Invitation>, StoreError> {
        let row = sqlx::query("SELECT * FROM invitation WHERE id = ?")
            .bind(id)
            .fetch_optional(&self.read_pool)
            .await?;
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
        let awaited = serde_json::to_string(awaited).unwrap_or_default();
        let rows = sqlx::query(
            "SELECT * FROM invitation WHERE public AND game IS NULL AND NOT withdrawn \
             AND expires > ?1 AND (clock IS NULL OR clock NOT LIKE '%+%' OR created > ?4 \
             OR id IN (SELECT value FROM json_each(?2))) \
             ORDER BY id IN (SELECT value FROM json_each(?2)) DESC, \
             row_number() OVER (PARTITION BY creator ORDER BY expires DESC), expires DESC LIMIT ?3",
        )
        .bind(now())
        .bind(awaited)
        .bind(MAX_LOBBY_CANDIDATES)
        .bind(now() - PRESENCE_GRACE.as_millis() as i64)
        .fetch_all(&self.read_pool)
        .await?;
        Ok(readable(rows.iter().map(invitation)))
    }

    /// The open invitations of a visitor, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn invitations_of(&self, creator: i64) -> Result<Vec<Invitation>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM invitation WHERE creator = ? AND expires > ? AND game IS NULL \
             AND NOT withdrawn ORDER BY expires DESC",
        )
        .bind(creator)
        .bind(now())
        .fetch_all(&self.read_pool)
        .await?;
        Ok(readable(rows.iter().map(invitation)))
    }

    /// Takes an invitation and begins its game, both or neither.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn join(&self, id: &str, session: &Session) -> Result<JoinResult, StoreError> {
        let mut transaction = self.transaction().await?;
        add(&mut transaction, session, &[]).await?;
        let taken = sqlx::query(
            "UPDATE invitation SET game = ? WHERE id = ? AND game IS NULL AND NOT withdrawn \
             AND expires > ?",
        )
        .bind(&session.head.id)
        .bind(id)
        .bind(session.head.created)
        .execute(&mut *transaction)
        .await?;
        if taken.rows_affected() == 0 {
            transaction.roll_back().await?;
            return Ok(JoinResult::TooLate);
        }
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
            sqlx::query("UPDATE invitation SET withdrawn = 1 WHERE id = ? AND game IS NULL")
                .bind(id)
                .execute(&mut *transaction)
                .await?;
        transaction.commit().await?;
        Ok(withdrawn.rows_affected() == 1)
    }
}

fn invitation(row: &SqliteRow) -> Result<Invitation, StoreError> {
    let id: String = row.try_get("id")?;
    let start = row.try_get::<&str, _>("start")?.parse();
    let unreadable = |()| StoreError::Seats(id.clone());
    let side = row.try_get::<Option<&str>, _>("side")?.map(str::parse).transpose();
    let clock = row.try_get::<Option<&str>, _>("clock")?.map(str::parse).transpose();
    let target: Option<i64> = row.try_get("target")?;
    Ok(Invitation {
        creator: row.try_get("creator")?,
        name: row.try_get("name")?,
        start: start.map_err(|error| StoreError::Start { game: id.clone(), error })?,
        side: side.map_err(|_| unreadable(()))?,
        target: target.and_then(|target| u32::try_from(target).ok()),
        clock: clock.map_err(unreadable)?,
        is_public: row.try_get("public")?,
        has_chat: row.try_get("chat")?,
        created: row.try_get("created")?,
        expires: row.try_get("expires")?,
        is_withdrawn: row.try_get("withdrawn")?,
        game: row.try_get("game")?,
        id,
    })
}
