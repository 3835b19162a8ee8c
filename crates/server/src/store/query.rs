//! Queries in the SQL that `SQLite` and PostgreSQL share: written once, run on either.
//!
//! Parameters are `$1`, `$2` and so on. `= ANY($1)` asks whether a value is in a list, which `SQLite`
//! gets as JSON, having no arrays. Where more than that differs, the query stands in the folder of its
//! database.

use std::borrow::Cow;

use sqlx::postgres::{PgArguments, PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, ColumnIndex, Decode, Row as _, SqlSafeStr as _, SqlStr, Type};

use super::{Backend, Store, StoreError, Transaction};

/// A parameter.
#[derive(Clone, Debug)]
pub(super) enum Value<'q> {
    Integer(Option<i64>),
    Text(Option<Cow<'q, str>>),
    Boolean(bool),
    Real(f64),
    Bytes(Vec<u8>),
    /// Lists.
    Integers(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
    Booleans(Vec<bool>),
    Reals(Vec<f64>),
    ByteStrings(Vec<Vec<u8>>),
}

macro_rules! values {
    ($($from:ty => |$name:ident| $value:expr;)*) => {
        $(impl<'q> From<$from> for Value<'q> {
            fn from($name: $from) -> Self {
                $value
            }
        })*
    };
}

values! {
    i64 => |number| Self::Integer(Some(number));
    Option<i64> => |number| Self::Integer(number);
    u32 => |number| Self::Integer(Some(number.into()));
    Option<u32> => |number| Self::Integer(number.map(Into::into));
    f64 => |number| Self::Real(number);
    bool => |boolean| Self::Boolean(boolean);
    &'q str => |text| Self::Text(Some(text.into()));
    Option<&'q str> => |text| Self::Text(text.map(Into::into));
    &'q String => |text| Self::Text(Some(text.as_str().into()));
    String => |text| Self::Text(Some(text.into()));
    Option<String> => |text| Self::Text(text.map(Into::into));
    Vec<u8> => |bytes| Self::Bytes(bytes);
    Vec<i64> => |numbers| Self::Integers(numbers.into_iter().map(Some).collect());
    Vec<Option<i64>> => |numbers| Self::Integers(numbers);
    Vec<String> => |texts| Self::Texts(texts.into_iter().map(Some).collect());
    Vec<Option<String>> => |texts| Self::Texts(texts);
    Vec<bool> => |booleans| Self::Booleans(booleans);
}

/// What can be read from a column of either database.
pub(super) trait Column:
    for<'r> Decode<'r, Sqlite>
    + Type<Sqlite>
    + for<'r> Decode<'r, Postgres>
    + Type<Postgres>
    + Send
    + Unpin
{
}

impl<T> Column for T where
    T: for<'r> Decode<'r, Sqlite>
        + Type<Sqlite>
        + for<'r> Decode<'r, Postgres>
        + Type<Postgres>
        + Send
        + Unpin
{
}

/// A row of a result.
#[derive(Debug)]
pub(super) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// What a column holds, by its name or its place.
    ///
    /// # Errors
    /// When there is no such column, or it holds something else.
    pub(super) fn get<T: Column>(
        &self,
        column: impl ColumnIndex<SqliteRow> + ColumnIndex<PgRow>,
    ) -> sqlx::Result<T> {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
    }
}

/// Where a query runs: on a connection that reads, or within a transaction.
#[derive(Debug)]
pub(super) enum On<'c> {
    Store(&'c Store),
    Transaction(&'c mut Transaction),
}

impl<'c> From<&'c Store> for On<'c> {
    fn from(store: &'c Store) -> Self {
        Self::Store(store)
    }
}

impl<'c> From<&'c mut Transaction> for On<'c> {
    fn from(transaction: &'c mut Transaction) -> Self {
        Self::Transaction(transaction)
    }
}

/// Runs a query where it belongs, in the way that is named.
macro_rules! run {
    ($query:expr, $on:expr, $way:ident, |$found:ident| $sqlite:expr, $postgres:expr) => {
        match $on {
            On::Store(store) => match &store.backend {
                Backend::Sqlite(backend) => {
                    let found = $query.for_sqlite().$way(&backend.read_pool).await;
                    let $found = found.inspect_err(|error| backend.health.note(error))?;
                    $sqlite
                }
                Backend::Postgres(backend) => {
                    let found = $query.for_postgres().$way(&backend.pool).await;
                    let $found = found.map_err(|error| backend.health.explain(error))?;
                    $postgres
                }
            },
            On::Transaction(Transaction::Sqlite(transaction)) => {
                let found = $query.for_sqlite().$way(&mut **transaction).await;
                let $found = found.inspect_err(|error| transaction.note(error))?;
                $sqlite
            }
            On::Transaction(Transaction::Postgres(transaction)) => {
                let found = $query.for_postgres().$way(transaction.connection()).await;
                let $found = found.map_err(|error| transaction.explain(error))?;
                $postgres
            }
        }
    };
}

/// A query with its parameters.
#[derive(Clone, Debug)]
pub(super) struct Query<'q> {
    sql: Cow<'static, str>,
    values: Vec<Value<'q>>,
}

/// A query, to which its parameters are bound in their order.
pub(super) fn query<'q>(sql: impl Into<Cow<'static, str>>) -> Query<'q> {
    Query { sql: sql.into(), values: Vec::new() }
}

impl<'q> Query<'q> {
    /// Binds the next parameter.
    pub(super) fn bind(mut self, value: impl Into<Value<'q>>) -> Self {
        self.values.push(value.into());
        self
    }

    /// All rows.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn rows<'c>(self, on: impl Into<On<'c>>) -> Result<Vec<Row>, StoreError> {
        let on = on.into();
        run!(self, on, fetch_all, |rows| Ok(rows.into_iter().map(Row::Sqlite).collect()), {
            Ok(rows.into_iter().map(Row::Postgres).collect())
        })
    }

    /// The first row, if there is one.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn row<'c>(self, on: impl Into<On<'c>>) -> Result<Option<Row>, StoreError> {
        let on = on.into();
        run!(self, on, fetch_optional, |row| Ok(row.map(Row::Sqlite)), Ok(row.map(Row::Postgres)))
    }

    /// The first column of all rows.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn column<'c, T: Column>(
        self,
        on: impl Into<On<'c>>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.rows(on).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect::<sqlx::Result<_>>()?)
    }

    /// The first column of the first row, if there is one.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn optional<'c, T: Column>(
        self,
        on: impl Into<On<'c>>,
    ) -> Result<Option<T>, StoreError> {
        let row = self.row(on).await?;
        Ok(row.map(|row| row.get(0)).transpose()?)
    }

    /// The first column of the first row, which there is.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn one<'c, T: Column>(self, on: impl Into<On<'c>>) -> Result<T, StoreError> {
        Ok(self.optional(on).await?.ok_or(sqlx::Error::RowNotFound)?)
    }

    /// How many rows were changed.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn execute<'c>(self, on: impl Into<On<'c>>) -> Result<u64, StoreError> {
        let on = on.into();
        run!(self, on, execute, |done| Ok(done.rows_affected()), Ok(done.rows_affected()))
    }

    fn for_sqlite(self) -> sqlx::query::Query<'q, Sqlite, SqliteArguments> {
        let query = sqlx::query(sql(without_arrays(self.sql)));
        self.values.into_iter().fold(query, |query, value| match value {
            Value::Integer(number) => query.bind(number),
            Value::Text(text) => query.bind(text.as_deref()),
            Value::Boolean(boolean) => query.bind(boolean),
            Value::Real(number) => query.bind(number),
            Value::Bytes(bytes) => query.bind(bytes),
            // Plain data can always be written.
            Value::Integers(list) => query.bind(serde_json::to_string(&list).unwrap_or_default()),
            Value::Texts(list) => query.bind(serde_json::to_string(&list).unwrap_or_default()),
            Value::Booleans(list) => query.bind(serde_json::to_string(&list).unwrap_or_default()),
            Value::Reals(list) => query.bind(serde_json::to_string(&list).unwrap_or_default()),
            Value::ByteStrings(list) => {
                query.bind(serde_json::to_string(&list).unwrap_or_default())
            }
        })
    }

    fn for_postgres(self) -> sqlx::query::Query<'q, Postgres, PgArguments> {
        let query = sqlx::query(sql(self.sql));
        self.values.into_iter().fold(query, |query, value| match value {
            Value::Integer(number) => query.bind(number),
            Value::Text(text) => query.bind(text.as_deref()),
            Value::Boolean(boolean) => query.bind(boolean),
            Value::Real(number) => query.bind(number),
            Value::Bytes(bytes) => query.bind(bytes),
            Value::Integers(list) => query.bind(list),
            Value::Texts(list) => query.bind(list),
            Value::Booleans(list) => query.bind(list),
            Value::Reals(list) => query.bind(list),
            Value::ByteStrings(list) => query.bind(list),
        })
    }
}

/// The same query for a database that has no arrays.
fn without_arrays(sql: Cow<'static, str>) -> Cow<'static, str> {
    let parts: Vec<&str> = sql.split("= ANY(").collect();
    let [first, rest @ ..] = parts.as_slice() else { return sql };
    if rest.is_empty() {
        return sql;
    }
    let rest: Vec<String> = rest.iter().map(|part| part.replacen(')', "))", 1)).collect();
    let list = "IN (SELECT value FROM json_each(";
    format!("{first}{list}{}", rest.join(list)).into()
}

fn sql(text: Cow<'static, str>) -> SqlStr {
    match text {
        Cow::Borrowed(text) => text.into_sql_str(),
        // Put together of constants alone.
        Cow::Owned(text) => AssertSqlSafe(text).into_sql_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_asked_for_without_arrays() {
        assert_eq!(without_arrays("SELECT max(1)".into()), "SELECT max(1)");
        assert_eq!(
            without_arrays("SELECT (a = ANY($1)) FROM t WHERE NOT (b = ANY($2))".into()),
            "SELECT (a IN (SELECT value FROM json_each($1))) FROM t \
             WHERE NOT (b IN (SELECT value FROM json_each($2)))"
        );
    }
}
