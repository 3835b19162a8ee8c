//! Brings the games of a file to PostgreSQL: table by table in the order of their keys, so that a copy
//! that was interrupted goes on where it ended, and at last compared row by row.

use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::query::{Row, Value, query};
use super::{Backend, PostgresAddress, ReadOnlyDatabase, Store, StoreError, postgres};

/// How many rows are copied, or compared, at once.
const PAGE_SIZE: u32 = 1000;

/// What a column holds.
#[derive(Clone, Copy)]
enum Kind {
    Integer,
    Text,
    Boolean,
    Bytes,
    Real,
}

use Kind::{Boolean, Bytes, Integer, Real, Text};

/// A table: its name, how many of its columns are the key, and its columns.
struct Table {
    name: &'static str,
    keys: usize,
    columns: &'static [(&'static str, Kind)],
}

/// All tables, each after those to which it refers.
const TABLES: [Table; 11] = [
    Table {
        name: "visitor",
        keys: 1,
        columns: &[("id", Integer), ("secret", Bytes), ("created", Integer), ("name", Text)],
    },
    Table {
        name: "device",
        keys: 1,
        columns: &[
            ("secret", Bytes),
            ("visitor", Integer),
            ("link", Boolean),
            ("created", Integer),
        ],
    },
    Table {
        name: "game",
        keys: 1,
        columns: &[
            ("id", Text),
            ("owner", Integer),
            ("start", Text),
            ("white", Text),
            ("black", Text),
            ("series", Text),
            ("number", Integer),
            ("target", Integer),
            ("created", Integer),
            ("deleted", Boolean),
            ("white_player", Integer),
            ("black_player", Integer),
            ("white_name", Text),
            ("black_name", Text),
            ("clock", Text),
            ("public", Boolean),
            ("chat", Boolean),
            ("updated", Integer),
            ("plies", Integer),
            ("position", Text),
            ("ended", Boolean),
            ("winner", Text),
            ("points", Integer),
            ("reason", Text),
            ("deadline", Integer),
        ],
    },
    Table {
        name: "event",
        keys: 2,
        columns: &[
            ("game", Text),
            ("number", Integer),
            ("what", Text),
            ("visitor", Integer),
            ("request", Text),
            ("at", Integer),
        ],
    },
    Table {
        name: "player",
        keys: 2,
        columns: &[("game", Text), ("visitor", Integer), ("state", Integer), ("updated", Integer)],
    },
    Table {
        name: "invitation",
        keys: 1,
        columns: &[
            ("id", Text),
            ("creator", Integer),
            ("name", Text),
            ("start", Text),
            ("side", Text),
            ("target", Integer),
            ("clock", Text),
            ("public", Boolean),
            ("chat", Boolean),
            ("created", Integer),
            ("expires", Integer),
            ("withdrawn", Boolean),
            ("game", Text),
        ],
    },
    Table {
        name: "message",
        keys: 2,
        columns: &[
            ("game", Text),
            ("number", Integer),
            ("side", Text),
            ("text", Text),
            ("request", Text),
            ("at", Integer),
        ],
    },
    Table { name: "notes", keys: 1, columns: &[("game", Text), ("content", Text)] },
    Table {
        name: "puzzle_rating",
        keys: 1,
        columns: &[
            ("puzzle", Text),
            ("rating", Real),
            ("deviation", Real),
            ("volatility", Real),
            ("tries", Integer),
        ],
    },
    Table {
        name: "visitor_rating",
        keys: 1,
        columns: &[
            ("visitor", Integer),
            ("rating", Real),
            ("deviation", Real),
            ("volatility", Real),
            ("tries", Integer),
            ("updated", Integer),
        ],
    },
    Table {
        name: "puzzle_try",
        keys: 2,
        columns: &[("visitor", Integer), ("puzzle", Text), ("solved", Boolean), ("at", Integer)],
    },
];

/// How far a copy is.
#[derive(Clone, Copy, Debug)]
pub struct CopyProgress {
    /// The table at which it is.
    pub table: &'static str,
    /// Whether its rows are compared, all having been copied.
    pub is_check: bool,
    /// How many of its rows are done.
    pub done: u64,
    /// How many it has.
    pub of: u64,
}

/// What a copy holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied {
    /// How many rows each table has, by its name.
    pub rows: Vec<(&'static str, u64)>,
    /// The SHA-256 of all events, in hexadecimal digits: the same on both sides.
    pub events: String,
}

impl Table {
    fn list(&self, write: impl Fn(usize, &str, Kind) -> String) -> String {
        let columns = self.columns.iter().enumerate();
        let columns: Vec<String> =
            columns.map(|(place, (name, kind))| write(place, name, *kind)).collect();
        columns.join(", ")
    }

    fn names(&self) -> String {
        self.list(|_, name, _| name.to_owned())
    }

    fn key(&self, order: &str) -> String {
        let names: Vec<String> =
            self.columns[..self.keys].iter().map(|(name, _)| format!("{name}{order}")).collect();
        names.join(", ")
    }

    /// The rows after a key, in the order of their keys.
    async fn page(&self, store: &Store, after: Option<&Key>) -> Result<Vec<Cells>, StoreError> {
        let (name, names, key) = (self.name, self.names(), self.key(""));
        let rows = match after {
            None => query(format!("SELECT {names} FROM {name} ORDER BY {key} LIMIT {PAGE_SIZE}")),
            Some(after) => {
                let marks: Vec<String> = (1..=self.keys).map(|place| format!("${place}")).collect();
                let marks = marks.join(", ");
                let rows = query(format!(
                    "SELECT {names} FROM {name} WHERE ({key}) > ({marks}) ORDER BY {key} \
                     LIMIT {PAGE_SIZE}"
                ));
                after.iter().fold(rows, |rows, cell| rows.bind(cell.clone()))
            }
        };
        rows.rows(store).await?.iter().map(|row| self.cells(row)).collect()
    }

    fn cells(&self, row: &Row) -> Result<Cells, StoreError> {
        let cell = |(place, (_, kind)): (usize, &(&str, Kind))| {
            Ok(match kind {
                Integer => Cell::Integer(row.get(place)?),
                Text => Cell::Text(row.get(place)?),
                Boolean => Cell::Boolean(row.get(place)?),
                Bytes => Cell::Bytes(row.get(place)?),
                Real => Cell::Real(row.get(place)?),
            })
        };
        self.columns.iter().enumerate().map(cell).collect()
    }

    /// The greatest key, if there is any row.
    async fn last_key(&self, store: &Store) -> Result<Option<Key>, StoreError> {
        let (name, names, key) = (self.name, self.names(), self.key(" DESC"));
        let last = query(format!("SELECT {names} FROM {name} ORDER BY {key} LIMIT 1"));
        let last = last.row(store).await?.map(|row| self.cells(&row)).transpose()?;
        Ok(last.map(|cells| self.key_of(&cells)))
    }

    fn key_of(&self, cells: &[Cell]) -> Key {
        cells[..self.keys].to_vec()
    }

    async fn count(&self, store: &Store) -> Result<u64, StoreError> {
        let count: i64 = query(format!("SELECT count(*) FROM {}", self.name)).one(store).await?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    /// Adds rows.
    async fn insert(&self, store: &Store, rows: &[Cells]) -> Result<(), StoreError> {
        let mut transaction = store.transaction().await?;
        let arrays = self.list(|place, _, kind| {
            let kind = match kind {
                Integer => "bigint",
                Text => "text",
                Boolean => "boolean",
                Bytes => "bytea",
                Real => "double precision",
            };
            format!("${}::{kind}[]", place + 1)
        });
        let (name, names) = (self.name, self.names());
        let mut insert =
            query(format!("INSERT INTO {name} ({names}) SELECT * FROM unnest({arrays})"));
        for (place, (_, kind)) in self.columns.iter().enumerate() {
            insert = insert.bind(column(*kind, rows.iter().map(|row| &row[place])));
        }
        insert.execute(&mut transaction).await?;
        transaction.commit().await
    }

    /// A checksum over all rows.
    async fn checksum(
        &self,
        store: &Store,
        mut tell: impl FnMut(u64),
    ) -> Result<String, StoreError> {
        let (mut hash, mut last, mut done) = (Sha256::new(), None, 0);
        loop {
            let rows = self.page(store, last.as_ref()).await?;
            let Some(end) = rows.last() else { break };
            last = Some(self.key_of(end));
            rows.iter().flatten().for_each(|cell| cell.hash(&mut hash));
            done += rows.len() as u64;
            tell(done);
        }
        Ok(data_encoding::HEXLOWER.encode(&hash.finalize()))
    }
}

/// What a row has in a column.
#[derive(Clone, PartialEq, Debug)]
enum Cell {
    Integer(Option<i64>),
    Text(Option<String>),
    Boolean(bool),
    Bytes(Vec<u8>),
    Real(f64),
}

type Cells = Vec<Cell>;
type Key = Vec<Cell>;

impl Cell {
    /// Adds what it holds, with what tells it from others of other lengths or kinds.
    fn hash(&self, hash: &mut Sha256) {
        match self {
            Self::Integer(None) | Self::Text(None) => hash.update([0]),
            Self::Integer(Some(number)) => {
                hash.update([1]);
                hash.update(number.to_be_bytes());
            }
            Self::Text(Some(text)) => {
                hash.update([2]);
                hash.update((text.len() as u64).to_be_bytes());
                hash.update(text);
            }
            Self::Boolean(boolean) => hash.update([3, u8::from(*boolean)]),
            Self::Bytes(bytes) => {
                hash.update([4]);
                hash.update((bytes.len() as u64).to_be_bytes());
                hash.update(bytes);
            }
            Self::Real(number) => {
                hash.update([5]);
                hash.update(number.to_be_bytes());
            }
        }
    }
}

impl From<Cell> for Value<'_> {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Integer(number) => number.into(),
            Cell::Text(text) => text.into(),
            Cell::Boolean(boolean) => boolean.into(),
            Cell::Bytes(bytes) => bytes.into(),
            Cell::Real(number) => number.into(),
        }
    }
}

/// A column of some rows.
fn column<'c>(kind: Kind, cells: impl Iterator<Item = &'c Cell>) -> Value<'static> {
    match kind {
        Integer => Value::Integers(
            cells
                .map(|cell| if let Cell::Integer(number) = cell { *number } else { None })
                .collect(),
        ),
        Text => Value::Texts(
            cells
                .map(|cell| if let Cell::Text(text) = cell { text.clone() } else { None })
                .collect(),
        ),
        Boolean => Value::Booleans(cells.map(|cell| matches!(cell, Cell::Boolean(true))).collect()),
        Bytes => Value::ByteStrings(
            cells
                .map(|cell| if let Cell::Bytes(bytes) = cell { bytes.clone() } else { Vec::new() })
                .collect(),
        ),
        Real => Value::Reals(
            cells.map(|cell| if let Cell::Real(number) = cell { *number } else { 0.0 }).collect(),
        ),
    }
}

/// Copies all games of a file into a database of PostgreSQL that is empty, or holds a part of the same
/// copy; then compares them.
///
/// # Errors
/// When either can't be read or written, the database holds something else, or the copy differs.
pub(crate) async fn copy(
    from: &Path,
    to: &PostgresAddress,
    mut tell: impl FnMut(CopyProgress),
) -> Result<Copied, StoreError> {
    let reading = ReadOnlyDatabase::open(from).await?.up_to_date().await?;
    let source = Store::from(&reading);
    // All that is read is of one moment: there is one connection.
    query("BEGIN").execute(&source).await?;
    let target: Store = Backend::Postgres(postgres::Connections::open_for_copy(to).await?).into();
    let mut copied = Copied { rows: Vec::new(), events: String::new() };
    for table in &TABLES {
        let count = copy_table(table, &source, &target, &mut tell).await?;
        copied.rows.push((table.name, count));
    }
    for (table, (_, of)) in TABLES.iter().zip(&copied.rows) {
        let mut sums = Vec::new();
        for store in [&source, &target] {
            let half = sums.len() as u64;
            let sum = table.checksum(store, |done| {
                let done = u64::midpoint(half * of, done);
                tell(CopyProgress { table: table.name, is_check: true, done, of: *of });
            });
            sums.push(sum.await?);
        }
        if sums[0] != sums[1] {
            return Err(StoreError::CopyDiffers(table.name));
        }
        if table.name == "event" {
            copied.events.clone_from(&sums[0]);
        }
    }
    query("COMMIT").execute(&source).await?;
    reading.check_unchanged()?;
    finish(&target).await?;
    source.close().await;
    target.close().await;
    Ok(copied)
}

async fn copy_table(
    table: &Table,
    source: &Store,
    target: &Store,
    tell: &mut impl FnMut(CopyProgress),
) -> Result<u64, StoreError> {
    let of = table.count(source).await?;
    let mut done = table.count(target).await?;
    let mut last = table.last_key(target).await?;
    loop {
        tell(CopyProgress { table: table.name, is_check: false, done, of });
        let rows = table.page(source, last.as_ref()).await?;
        let Some(end) = rows.last() else { break };
        last = Some(table.key_of(end));
        table.insert(target, &rows).await?;
        done += rows.len() as u64;
    }
    if done == of { Ok(of) } else { Err(StoreError::CopyDiffers(table.name)) }
}

/// Lets servers use the copy.
async fn finish(target: &Store) -> Result<(), StoreError> {
    let mut transaction = target.transaction().await?;
    for statement in [
        "SELECT setval(pg_get_serial_sequence('visitor', 'id'), max(id)) FROM visitor",
        "DROP TABLE copying",
    ] {
        query(statement).execute(&mut transaction).await?;
    }
    transaction.commit().await?;
    query("ANALYZE").execute(target).await?;
    Ok(())
}
