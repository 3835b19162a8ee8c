//! Who asks: known by a secret in a cookie, without an account.

use std::fmt::Write as _;

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use sha2::{Digest as _, Sha256};

/// The name of the cookie.
const COOKIE_NAME: &str = "katarenga";

/// How long a browser keeps it: 400 days, the longest that browsers allow.
const COOKIE_MAX_AGE_S: u32 = 400 * 24 * 60 * 60;

/// The secret by which a visitor is known: 32 random bytes.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct AccessToken([u8; 32]);

impl AccessToken {
    /// A new one.
    ///
    /// # Errors
    /// When the system has no chance to give.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The one that a request brings.
    pub(crate) fn from_cookie(headers: &HeaderMap) -> Option<Self> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == COOKIE_NAME).then(|| Self::parse(value)).flatten()
        });
        pairs.next()
    }

    /// The one that is written so.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let byte = |at: usize| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok();
        let mut bytes = [0; 32];
        for (at, slot) in bytes.iter_mut().enumerate() {
            *slot = byte(at)?;
        }
        Some(Self(bytes))
    }

    /// What of it is kept: whoever reads the database can't act as the visitor.
    pub(crate) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0).to_vec()
    }

    /// As it is written: 64 hexadecimal digits.
    pub(crate) fn to_hex(&self) -> String {
        let mut text = String::new();
        for byte in self.0 {
            // Writing to a string can't fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// The header that gives it to a browser; over a secure connection it is for such alone.
    pub(crate) fn cookie(&self, is_secure: bool) -> String {
        let text = self.to_hex();
        let secure = if is_secure { "; Secure" } else { "" };
        format!(
            "{COOKIE_NAME}={text}; Path=/; Max-Age={COOKIE_MAX_AGE_S}; HttpOnly; SameSite=Lax{secure}"
        )
    }
}

impl std::fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AccessToken")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_comes_back_from_its_cookie() {
        let secret = AccessToken::random().expect("chance");
        let cookie = secret.cookie(false);
        assert_eq!(secret.cookie(true), format!("{cookie}; Secure"));
        let (pair, attributes) = cookie.split_once(';').expect("attributes");
        assert!(attributes.contains("HttpOnly") && attributes.contains("SameSite=Lax"));
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, "other=1".parse().expect("a header"));
        headers.append(COOKIE, format!("theme=dark; {pair}").parse().expect("a header"));
        assert_eq!(AccessToken::from_cookie(&headers), Some(secret.clone()));
        assert_ne!(AccessToken::random().expect("chance"), secret);
        assert_eq!(format!("{secret:?}"), "AccessToken");
    }

    #[test]
    fn what_is_no_secret_is_none() {
        for value in ["", "katarenga", "katarenga=", "katarenga=12", "katarenga=zz", "="] {
            let long = format!("katarenga={}", "é".repeat(32));
            for value in [value, &long, &format!("katarenga={}", "+1".repeat(32))] {
                let mut headers = HeaderMap::new();
                headers.insert(
                    COOKIE,
                    axum::http::HeaderValue::from_bytes(value.as_bytes()).expect("bytes"),
                );
                assert_eq!(AccessToken::from_cookie(&headers), None, "{value}");
            }
        }
    }
}
