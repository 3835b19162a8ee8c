//! The access token in the cookie of a visitor: there are no accounts.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use sha2::{Digest as _, Sha256};

/// The name of the cookie.
pub(crate) const COOKIE_NAME: &str = "katarenga";

/// How long a browser keeps it: 400 days, the longest that browsers allow.
const COOKIE_MAX_AGE: Duration = Duration::days(400);

/// The access token of a visitor: 32 random bytes.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct AccessToken([u8; 32]);

impl AccessToken {
    /// A new one.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The token in the cookie of a request.
    pub(crate) fn from_cookie(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut cookies = lines.flat_map(Cookie::split_parse).flatten();
        cookies.find_map(|cookie| {
            (cookie.name() == COOKIE_NAME).then(|| Self::parse(cookie.value()))?
        })
    }

    /// Parses 64 hexadecimal digits.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// The hash that is stored: a reader of the database can't act as the visitor.
    pub(crate) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0).to_vec()
    }

    /// As 64 hexadecimal digits.
    pub(crate) fn to_hex(&self) -> String {
        HEXLOWER.encode(&self.0)
    }

    /// The `Set-Cookie` header; from a secure connection the cookie is sent over secure ones alone.
    pub(crate) fn cookie(&self, is_secure: bool) -> String {
        Cookie::build((COOKIE_NAME, self.to_hex()))
            .path("/")
            .max_age(COOKIE_MAX_AGE)
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(is_secure)
            .to_string()
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
    fn a_token_is_read_from_its_cookie() {
        let secret = AccessToken::random().expect("chance");
        let cookie = secret.cookie(false);
        assert!(!cookie.contains("Secure") && secret.cookie(true).contains("; Secure"));
        assert!(cookie.contains("; Path=/") && cookie.contains("; Max-Age=34560000"), "{cookie}");
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
    fn other_cookies_are_no_token() {
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
