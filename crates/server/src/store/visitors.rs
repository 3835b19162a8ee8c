//! Visitors: known by secrets, of which only hashes are kept.

use super::query::query;
use super::{News, Store, StoreError};
use crate::access_token::AccessToken;

/// How many browsers of a visitor are remembered, the first one aside. The oldest goes.
const MAX_DEVICES: i64 = 20;

impl Store {
    /// The visitor with a secret.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn visitor(&self, secret: &AccessToken) -> Result<Option<i64>, StoreError> {
        let hash = secret.hash();
        let asked = match self.known_visitors.get(&hash) {
            Ok(visitor) => return Ok(Some(visitor)),
            Err(asked) => asked,
        };
        let found = query(
            "SELECT id FROM visitor WHERE secret = $1 \
             UNION ALL SELECT visitor FROM device WHERE secret = $1 AND NOT link",
        );
        let found: Option<i64> = found.bind(hash.clone()).optional(self).await?;
        if let Some(visitor) = found {
            self.known_visitors.note(hash, visitor, asked);
        }
        Ok(found)
    }

    /// Asks the database again who these visitors are: secrets of theirs were deleted.
    pub(crate) fn forget_visitors(&self, visitors: &[i64]) {
        self.known_visitors.forget(visitors);
    }

    /// Asks the database again who anybody is.
    pub(crate) fn forget_all_visitors(&self) {
        self.known_visitors.forget_all();
    }

    /// Makes a visitor known by a secret; gives the visitor.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn create_visitor(&self, secret: &AccessToken) -> Result<i64, StoreError> {
        let mut transaction = self.transaction().await?;
        let visitor = query("INSERT INTO visitor (secret, created) VALUES ($1, $2) RETURNING id")
            .bind(secret.hash())
            .bind(self.now())
            .one(&mut transaction)
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
            query("SELECT name FROM visitor WHERE id = $1").bind(visitor).optional(self).await?;
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
            "UPDATE visitor SET name = $2 WHERE id = $1",
            "UPDATE invitation SET name = $2 WHERE creator = $1 AND game IS NULL \
             AND NOT withdrawn",
        ] {
            query(statement).bind(visitor).bind(name).execute(&mut transaction).await?;
        }
        let games = query("SELECT game FROM player WHERE visitor = $1 AND state < 2");
        let games: Vec<String> = games.bind(visitor).column(&mut transaction).await?;
        transaction.lock_games(&games).await?;
        query(
            "UPDATE game SET \
             white_name = CASE WHEN white_player = $1 THEN $2 ELSE white_name END, \
             black_name = CASE WHEN black_player = $1 THEN $2 ELSE black_name END \
             WHERE id = ANY($3) AND NOT ended",
        )
        .bind(visitor)
        .bind(name)
        .bind(games.clone())
        .execute(&mut transaction)
        .await?;
        for game in &games {
            transaction.tell(News::Game(game.clone()));
        }
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
        transaction.lock_visitors(&[visitor]).await?;
        query("DELETE FROM device WHERE visitor = $1 AND link")
            .bind(visitor)
            .execute(&mut transaction)
            .await?;
        query("INSERT INTO device (secret, visitor, link, created) VALUES ($1, $2, TRUE, $3)")
            .bind(secret.hash())
            .bind(visitor)
            .bind(self.now())
            .execute(&mut transaction)
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
        let visitor: Option<i64> = query("SELECT visitor FROM device WHERE secret = $1 AND link")
            .bind(link.hash())
            .optional(&mut transaction)
            .await?;
        let Some(visitor) = visitor else {
            transaction.roll_back().await?;
            return Ok(None);
        };
        transaction.lock_visitors(&[visitor]).await?;
        query("INSERT INTO device (secret, visitor, link, created) VALUES ($1, $2, FALSE, $3)")
            .bind(device.hash())
            .bind(visitor)
            .bind(self.now())
            .execute(&mut transaction)
            .await?;
        query(
            "DELETE FROM device WHERE visitor = $1 AND NOT link AND secret NOT IN \
             (SELECT secret FROM device WHERE visitor = $1 AND NOT link \
              ORDER BY created DESC LIMIT $2)",
        )
        .bind(visitor)
        .bind(MAX_DEVICES)
        .execute(&mut transaction)
        .await?;
        transaction.tell(News::Visitors(vec![visitor]));
        transaction.commit().await?;
        self.forget_visitors(&[visitor]);
        Ok(Some(visitor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::with_visitors;

    /// The oldest browser goes when there are too many; the first one of all stays.
    #[tokio::test]
    async fn a_visitor_has_a_number_of_browsers() {
        let store = with_visitors(0).await;
        let token = || AccessToken::random().expect("chance");
        let first = token();
        let visitor = store.create_visitor(&first).await.expect("a visitor");
        // That of another visitor counts for them alone, old as it is.
        let (other, link, others) = (token(), token(), token());
        let other = store.create_visitor(&other).await.expect("a visitor");
        store.make_link(other, &link).await.expect("a link");
        assert_eq!(store.enter(&link, &others).await.expect("it opens"), Some(other));
        query("UPDATE device SET created = -1 WHERE secret = $1")
            .bind(others.hash())
            .execute(&store)
            .await
            .expect("it is changed");
        let mut browsers = Vec::new();
        for created in 0..=MAX_DEVICES {
            let (link, browser) = (token(), token());
            store.make_link(visitor, &link).await.expect("a link");
            let entered = store.enter(&link, &browser).await.expect("it opens");
            assert_eq!(entered, Some(visitor));
            // All came in within a millisecond, perhaps.
            query("UPDATE device SET created = $1 WHERE secret = $2")
                .bind(created)
                .bind(browser.hash())
                .execute(&store)
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
        let store = with_visitors(0).await;
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
            let mut session = crate::test_games::online(None);
            session.head.id = id.to_owned();
            session.head.series = id.to_owned();
            assert!(store.create_game(&session, &[]).await.expect("it is kept"));
        }
        for sql in [
            "UPDATE player SET state = 2 WHERE game = 'ended'",
            "UPDATE player SET state = 1 - visitor % 2 WHERE game = 'their turn'",
            "UPDATE player SET state = visitor % 2 WHERE game = 'not theirs'",
            "INSERT INTO invitation (id, creator, name, start, public, chat, created, expires, \
             withdrawn, game) VALUES \
             ('open', 1, 'old', '', FALSE, FALSE, 0, 9, FALSE, NULL), \
             ('back', 1, 'old', '', FALSE, FALSE, 0, 9, TRUE, NULL), \
             ('taken', 1, 'old', '', FALSE, FALSE, 0, 9, FALSE, 'ended'), \
             ('of another', 2, 'old', '', FALSE, FALSE, 0, 9, FALSE, NULL)",
        ] {
            query(sql).execute(&store).await.expect("it is changed");
        }
        let mut renamed = store.rename(1, Some("Ada")).await.expect("a name");
        renamed.sort();
        assert_eq!(renamed, ["not theirs", "their turn"]);
        store.rename(2, Some("Zoé")).await.expect("a name");
        let names = async |column: &str, table: &str| -> Vec<Option<String>> {
            let names = format!("SELECT {column} FROM {table} ORDER BY id");
            query(names).column(&store).await.expect("a list")
        };
        let (ada, zoe, old) = (|| Some("Ada".to_owned()), || Some("Zoé".to_owned()), "old");
        assert_eq!(
            names("id", "game").await,
            ["ended", "not theirs", "their turn"].map(|id| Some(id.to_owned()))
        );
        assert_eq!(names("white_name", "game").await, [None, ada(), ada()]);
        assert_eq!(names("black_name", "game").await, [None, zoe(), zoe()]);
        let old = || Some(old.to_owned());
        let invited = names("name", "invitation").await;
        assert_eq!(invited, [old(), zoe(), ada(), old()], "back, of another, open, taken");
    }
}
