//! Visitors: known by secrets, of which only hashes are kept.

use super::{Store, StoreError, now};
use crate::access_token::AccessToken;

/// How many browsers of a visitor are remembered, the first one aside. The oldest goes.
const MAX_DEVICES: i64 = 20;

impl Store {
    /// The visitor with a secret.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn visitor(&self, secret: &AccessToken) -> Result<Option<i64>, StoreError> {
        let found = sqlx::query_scalar(
            "SELECT id FROM visitor WHERE secret = ?1 \
             UNION ALL SELECT visitor FROM device WHERE secret = ?1 AND NOT link",
        )
        .bind(secret.hash())
        .fetch_optional(&self.read_pool)
        .await?;
        Ok(found)
    }

    /// Makes a visitor known by a secret; gives the visitor.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn create_visitor(&self, secret: &AccessToken) -> Result<i64, StoreError> {
        let mut transaction = self.transaction().await?;
        let visitor =
            sqlx::query_scalar("INSERT INTO visitor (secret, created) VALUES (?, ?) RETURNING id")
                .bind(secret.hash())
                .bind(now())
                .fetch_one(&mut *transaction)
                .await?;
        transaction.commit().await?;
        Ok(visitor)
    }

    /// The name of a visitor.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn name(&self, visitor: i64) -> Result<Option<String>, StoreError> {
        let name: Option<Option<String>> =
            sqlx::query_scalar("SELECT name FROM visitor WHERE id = ?")
                .bind(visitor)
                .fetch_optional(&self.read_pool)
                .await?;
        Ok(name.flatten())
    }

    /// Gives a visitor a name, in the games that go on too; tells which games these are. A finished
    /// game keeps the names under which it was played.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn rename(
        &self,
        visitor: i64,
        name: Option<&str>,
    ) -> Result<Vec<String>, StoreError> {
        let mut transaction = self.transaction().await?;
        for statement in [
            "UPDATE visitor SET name = ?2 WHERE id = ?1",
            "UPDATE invitation SET name = ?2 WHERE creator = ?1 AND game IS NULL \
             AND NOT withdrawn",
        ] {
            sqlx::query(statement).bind(visitor).bind(name).execute(&mut *transaction).await?;
        }
        let games = sqlx::query_scalar(
            "UPDATE game SET white_name = iif(white_player = ?1, ?2, white_name), \
             black_name = iif(black_player = ?1, ?2, black_name) \
             WHERE id IN (SELECT game FROM player WHERE visitor = ?1 AND state < 2) RETURNING id",
        )
        .bind(visitor)
        .bind(name)
        .fetch_all(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(games)
    }

    /// Makes the link by which a visitor comes in from elsewhere; the one before opens nothing any
    /// more.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn make_link(
        &self,
        visitor: i64,
        secret: &AccessToken,
    ) -> Result<(), StoreError> {
        let mut transaction = self.transaction().await?;
        sqlx::query("DELETE FROM device WHERE visitor = ? AND link")
            .bind(visitor)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("INSERT INTO device (secret, visitor, link, created) VALUES (?, ?, 1, ?)")
            .bind(secret.hash())
            .bind(visitor)
            .bind(now())
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await
    }

    /// Makes the visitor of a link known by a secret of another browser; `None` when the link opens
    /// nothing.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn enter(
        &self,
        link: &AccessToken,
        device: &AccessToken,
    ) -> Result<Option<i64>, StoreError> {
        let mut transaction = self.transaction().await?;
        let visitor: Option<i64> =
            sqlx::query_scalar("SELECT visitor FROM device WHERE secret = ? AND link")
                .bind(link.hash())
                .fetch_optional(&mut *transaction)
                .await?;
        let Some(visitor) = visitor else {
            transaction.roll_back().await?;
            return Ok(None);
        };
        sqlx::query("INSERT INTO device (secret, visitor, link, created) VALUES (?, ?, 0, ?)")
            .bind(device.hash())
            .bind(visitor)
            .bind(now())
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "DELETE FROM device WHERE secret IN (SELECT secret FROM device \
             WHERE visitor = ? AND NOT link ORDER BY created DESC LIMIT -1 OFFSET ?)",
        )
        .bind(visitor)
        .bind(MAX_DEVICES)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(Some(visitor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Database;
    use crate::store::tests::with_visitors;

    /// The oldest browser goes when there are too many; the first one of all stays.
    #[tokio::test]
    async fn a_visitor_has_a_number_of_browsers() {
        let store = Store::open(&Database::Memory).await.expect("a database");
        let token = || AccessToken::random().expect("chance");
        let first = token();
        let visitor = store.create_visitor(&first).await.expect("a visitor");
        // That of another visitor counts for them alone, old as it is.
        let (other, link, others) = (token(), token(), token());
        let other = store.create_visitor(&other).await.expect("a visitor");
        store.make_link(other, &link).await.expect("a link");
        assert_eq!(store.enter(&link, &others).await.expect("it opens"), Some(other));
        sqlx::query("UPDATE device SET created = -1 WHERE secret = ?")
            .bind(others.hash())
            .execute(&store.write_pool)
            .await
            .expect("it is changed");
        let mut browsers = Vec::new();
        for created in 0..=MAX_DEVICES {
            let (link, browser) = (token(), token());
            store.make_link(visitor, &link).await.expect("a link");
            let entered = store.enter(&link, &browser).await.expect("it opens");
            assert_eq!(entered, Some(visitor));
            // All came in within a millisecond, perhaps.
            sqlx::query("UPDATE device SET created = ? WHERE secret = ?")
                .bind(created)
                .bind(browser.hash())
                .execute(&store.write_pool)
                .await
                .expect("it is changed");
            browsers.push(browser);
        }
        let last = token();
        let link = token();
        store.make_link(visitor, &link).await.expect("a link");
        store.enter(&link, &last).await.expect("it opens");
        let is_known = async |token| store.visitor(token).await.expect("a visitor").is_some();
        assert!(!is_known(&browsers[0]).await && !is_known(&browsers[1]).await);
        assert!(is_known(&browsers[2]).await && is_known(&last).await && is_known(&first).await);
        assert!(is_known(&others).await);
    }

    #[tokio::test]
    async fn a_link_lets_in_alone_and_the_next_one_takes_its_place() {
        let store = Store::open(&Database::Memory).await.expect("a database");
        let token = || AccessToken::random().expect("chance");
        let visitor = store.create_visitor(&token()).await.expect("a visitor");
        let other = store.create_visitor(&token()).await.expect("a visitor");
        let (old, new, others, browser) = (token(), token(), token(), token());
        store.make_link(other, &others).await.expect("a link");
        store.make_link(visitor, &old).await.expect("a link");
        assert_eq!(store.visitor(&old).await.expect("it is read"), None, "a link is no secret");
        assert_eq!(store.enter(&old, &browser).await.expect("it opens"), Some(visitor));
        store.make_link(visitor, &new).await.expect("a link");
        assert_eq!(store.visitor(&browser).await.expect("it is read"), Some(visitor));
        let enter = async |link| store.enter(link, &token()).await.expect("it is tried");
        assert_eq!(enter(&old).await, None);
        assert_eq!(enter(&browser).await, None, "the secret of a browser is no link");
        assert_eq!(enter(&new).await, Some(visitor));
        assert_eq!(enter(&others).await, Some(other));
    }

    /// A new name goes into what is open, and not into what is over or is another's.
    #[tokio::test]
    async fn a_new_name_goes_into_what_is_open() {
        let store = with_visitors(2).await;
        for id in ["their turn", "not theirs", "ended"] {
            let mut session = crate::play::tests::online(None);
            session.head.id = id.to_owned();
            session.head.series = id.to_owned();
            assert!(store.create_game(&session, &[]).await.expect("it is kept"));
        }
        for sql in [
            "UPDATE player SET state = 2 WHERE game = 'ended'",
            "UPDATE player SET state = 1 - visitor % 2 WHERE game = 'their turn'",
            "UPDATE player SET state = visitor % 2 WHERE game = 'not theirs'",
            "INSERT INTO invitation (id, creator, name, start, public, chat, created, expires, \
             withdrawn, game) VALUES ('open', 1, 'old', '', 0, 0, 0, 9, 0, NULL), \
             ('back', 1, 'old', '', 0, 0, 0, 9, 1, NULL), \
             ('taken', 1, 'old', '', 0, 0, 0, 9, 0, 'ended'), \
             ('of another', 2, 'old', '', 0, 0, 0, 9, 0, NULL)",
        ] {
            sqlx::query(sql).execute(&store.write_pool).await.expect("it is changed");
        }
        let mut renamed = store.rename(1, Some("Ada")).await.expect("a name");
        renamed.sort();
        assert_eq!(renamed, ["not theirs", "their turn"]);
        store.rename(2, Some("Zoé")).await.expect("a name");
        let names: Vec<(String, Option<String>, Option<String>)> =
            sqlx::query_as("SELECT id, white_name, black_name FROM game ORDER BY id")
                .fetch_all(&store.write_pool)
                .await
                .expect("a list");
        let (ada, zoe) = (Some("Ada".to_owned()), Some("Zoé".to_owned()));
        assert_eq!(names[0], ("ended".to_owned(), None, None));
        assert_eq!(names[1], ("not theirs".to_owned(), ada.clone(), zoe.clone()));
        assert_eq!(names[2], ("their turn".to_owned(), ada, zoe));
        let names: Vec<(String, String)> =
            sqlx::query_as("SELECT id, name FROM invitation ORDER BY id")
                .fetch_all(&store.write_pool)
                .await
                .expect("a list");
        let names: Vec<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["old", "Zoé", "Ada", "old"], "back, of another, open, taken");
    }
}
