//! Databases that are only looked at: opened without a change, copied.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool};
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::{NamedTempFile, TempPath};

use super::files::side_files;
use super::health::is_whole;
use super::{APPLICATION_ID, Connections, Health, MIGRATIONS, connect_options, migrations, pool};
use crate::store::StoreError;

/// Refuses what is no database of ours, without any change of it; an empty file is one to be where
/// `may_be_empty`.
pub(super) async fn check(path: &Path, may_be_empty: bool) -> Result<(), StoreError> {
    if !path.metadata()?.is_file() {
        return Err(StoreError::NoFile);
    }
    let mut connection = reading(path).connect().await?;
    let checked = is_ours(&mut connection, may_be_empty).await;
    connection.close().await?;
    checked
}

async fn is_ours(connection: &mut SqliteConnection, may_be_empty: bool) -> Result<(), StoreError> {
    let ours: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await?;
    let tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(connection).await?;
    match (ours, tables) {
        (0 | APPLICATION_ID, 0) if may_be_empty => Ok(()),
        (0, 0) => Err(StoreError::Empty),
        (APPLICATION_ID, 1..) => Ok(()),
        _ => Err(StoreError::Foreign),
    }
}

/// How a database is opened that is only read. Where nobody has it open there is no log, and none
/// is made.
fn reading(path: &Path) -> SqliteConnectOptions {
    connect_options().filename(path).read_only(true).immutable(is_quiet(path))
}

/// Whether no program has the database open: there is no log beside it.
fn is_quiet(path: &Path) -> bool {
    let [log, _] = side_files(path);
    !log.exists()
}

/// A database that is only read.
#[derive(Debug)]
pub(crate) struct ReadOnlyDatabase {
    read_pool: SqlitePool,
    path: PathBuf,
    /// How a file looked that nobody was to write to.
    quiet: Option<Metadata>,
    /// A copy that was brought up to date, since the database was made by an earlier version.
    _copy: Option<TempPath>,
}

impl ReadOnlyDatabase {
    /// Opens it; changes nothing.
    ///
    /// # Errors
    /// When it can't be read or is none of ours.
    pub(crate) async fn open(path: &Path) -> Result<Self, StoreError> {
        check(path, false).await?;
        let quiet = is_quiet(path).then(|| path.metadata()).transpose()?;
        let read_pool = pool(1).connect_with(reading(path)).await?;
        Ok(Self { read_pool, path: path.to_owned(), quiet, _copy: None })
    }

    /// Has everything that this version asks for, in a copy if need be.
    ///
    /// # Errors
    /// When the database can't be read, or no copy be made.
    pub(crate) async fn up_to_date(self) -> Result<Self, StoreError> {
        let steps: i64 = sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations")
            .fetch_one(&self.read_pool)
            .await?;
        if steps >= MIGRATIONS.len() as i64 {
            return Ok(self);
        }
        let copy = NamedTempFile::new()?.into_temp_path();
        copy_into(&self.read_pool, &copy).await?;
        self.check_unchanged()?;
        self.read_pool.close().await;
        let writing = pool(1).connect_with(connect_options().filename(&copy)).await?;
        migrations().run(&writing).await?;
        Ok(Self { read_pool: writing, quiet: None, _copy: Some(copy), ..self })
    }

    /// Its connections, by which nothing can be written.
    pub(in crate::store) fn connections(&self) -> Connections {
        let pools = (self.read_pool.clone(), self.read_pool.clone());
        let health = Health::new(pools.clone(), [connect_options(), connect_options()], None);
        Connections::over(pools, Arc::new(health), None)
    }

    /// Writes a copy into a file that is not there: all of it or nothing.
    ///
    /// # Errors
    /// When that can't be done.
    pub(crate) async fn back_up(&self, file: &Path) -> Result<(), StoreError> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        // Its owner's alone, as the database.
        let copy = tempfile::Builder::new()
            .prefix(".katarenga-")
            .suffix(".part")
            .tempfile_in(folder)
            .map_err(without_name)?;
        copy_into(&self.read_pool, copy.path()).await?;
        copy.as_file().sync_all()?;
        check(copy.path(), false).await?;
        let options = SqliteConnectOptions::new().filename(copy.path()).immutable(true);
        let mut connection = options.read_only(true).connect().await?;
        let is_whole = is_whole(&mut connection).await;
        connection.close().await?;
        if !is_whole? {
            return Err(StoreError::BadCopy);
        }
        self.check_unchanged()?;
        copy.persist_noclobber(file).map_err(|error| without_name(error.error))?;
        sync_folder(folder)?;
        Ok(())
    }

    /// Makes sure that nobody wrote to a file that nobody was to write to: what was read is of one
    /// moment.
    ///
    /// # Errors
    /// When somebody did.
    pub(crate) fn check_unchanged(&self) -> Result<(), StoreError> {
        let Some(before) = &self.quiet else { return Ok(()) };
        let now = self.path.metadata()?;
        let is_same = now.len() == before.len() && now.modified()? == before.modified()?;
        if is_same && is_quiet(&self.path) { Ok(()) } else { Err(StoreError::Changed) }
    }
}

async fn copy_into(read_pool: &SqlitePool, file: &Path) -> Result<(), StoreError> {
    let file = file.to_str().ok_or_else(|| StoreError::NotWritten("a name of no text".into()))?;
    sqlx::query("VACUUM INTO ?").bind(file).execute(read_pool).await?;
    Ok(())
}

/// An error of a temporary file without that file's name, which nobody chose.
fn without_name(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((what, _)) => io::Error::new(error.kind(), what.to_owned()),
        None => error,
    }
}

/// What has a name in the folder has it after a power cut, too.
fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[tokio::test]
    async fn f3_a_database_of_an_earlier_version_is_read_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.sqlite");
        let options = connect_options().filename(&file).create_if_missing(true);
        let before = pool(1).connect_with(options).await.expect("a database");
        let mut first = migrations();
        first.migrations = first.migrations[..1].to_vec().into();
        first.run(&before).await.expect("a database of then");
        for statement in [
            "INSERT INTO visitor (id, secret, created) VALUES (1, x'00', 0)",
            "INSERT INTO game (id, owner, start, white, black, series, number, created, updated, \
             plies, position, ended) VALUES ('old', 1, 'cornered 2a0 4/4/4/4 w w', 'human', \
             'human', 'old', 1, 0, 0, 0, 'cornered 2a0 4/4/4/4 w w', 0)",
        ] {
            sqlx::query(statement).execute(&before).await.expect("a row");
        }
        before.close().await;
        let content = std::fs::read(&file).expect("a file");
        let reading = ReadOnlyDatabase::open(&file).await.expect("it is read");
        let reading = reading.up_to_date().await.expect("a copy");
        let games = Store::from(&reading).all_games(0, 10).await.expect("a list");
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].as_ref().expect("a game").head.id, "old");
        assert_eq!(std::fs::read(&file).expect("a file"), content);
    }
}
