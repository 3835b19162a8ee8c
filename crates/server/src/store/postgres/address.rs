//! The address of a database, which may hold a password.

use std::fmt;

/// `postgres://user:password@host:port/database`, with the parameters of `libpq` after a `?`. It is
/// shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress(String);

impl PostgresAddress {
    /// What the text is, if it is the address of a `PostgreSQL` database.
    pub(in crate::store) fn read(text: &str) -> Option<Self> {
        let schemes = ["postgres://", "postgresql://"];
        schemes.iter().any(|scheme| text.starts_with(scheme)).then(|| Self(text.to_owned()))
    }

    /// All of it.
    pub(super) fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.0.split_once("://").unwrap_or_default();
        // The password may hold anything: the host begins after the last `@`, and parameters, where
        // a password may stand as well, are left out.
        let rest = rest.split_once('?').map_or(rest, |(rest, _)| rest);
        match rest.rsplit_once('@') {
            Some((user, host)) => {
                let user = user.split_once(':').map_or(user, |(user, _)| user);
                write!(f, "{scheme}://{user}@{host}")
            }
            None => write!(f, "{scheme}://{rest}"),
        }
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        for (address, shown) in [
            ("postgres://ann:s3cret@db:5432/games", "postgres://ann@db:5432/games"),
            ("postgresql://ann:s3:cr@et@db/games", "postgresql://ann@db/games"),
            ("postgres://db/games?user=ann&password=s3cret", "postgres://db/games"),
            ("postgres://ann:s3cr?et@db/games", "postgres://ann:s3cr"),
            ("postgres://", "postgres://"),
        ] {
            let address = PostgresAddress::read(address).expect("an address");
            assert_eq!(format!("{address} {address:?}"), format!("{shown} {shown}"));
        }
        assert_eq!(PostgresAddress::read("games.sqlite"), None);
    }
}
