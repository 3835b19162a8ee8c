//! Who stands between: proxies that are trusted to say for whom they ask, and pages from elsewhere
//! that ask without leave.

use std::net::IpAddr;

use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};

use crate::api::Client;

const FORWARDED: HeaderName = HeaderName::from_static("forwarded");
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The addresses of proxies that are trusted. What anybody else forwards is not looked at.
#[derive(Clone, Default, Debug)]
pub(crate) struct Proxies(Vec<IpAddr>);

impl Proxies {
    /// These alone.
    pub(crate) fn new(trusted: &[IpAddr]) -> Self {
        Self(trusted.iter().map(IpAddr::to_canonical).collect())
    }

    /// Whether an address is that of a trusted proxy.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// For whom a request is that comes from an address.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        // A proxy that nobody told of says by what it sends that it is one.
        let is_forwarded = [&FORWARDED, &FORWARDED_FOR, &FORWARDED_PROTO, &FORWARDED_HOST]
            .into_iter()
            .any(|name| headers.contains_key(name));
        let is_local = peer.to_canonical().is_loopback() && !is_forwarded;
        if !self.trusts(peer) {
            return Client { address: peer, is_secure: false, is_local };
        }
        let lists = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
        let hops: Vec<&str> = lists.flat_map(|list| list.split(',')).map(str::trim).collect();
        // Each proxy adds whom it heard from at the end: the last that is no proxy of ours is true.
        let mut address = peer;
        for hop in hops.into_iter().rev() {
            let Ok(hop) = hop.parse() else { break };
            address = hop;
            if !self.trusts(hop) {
                break;
            }
        }
        let is_secure = text(headers, &FORWARDED_PROTO).is_some_and(|scheme| scheme == "https");
        Client { address, is_secure, is_local }
    }

    /// Whether a request was made by a page of another origin.
    pub(crate) fn is_foreign(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(ORIGIN) else {
            // Programs say nothing of where they are; browsers do.
            let site = text(headers, &FETCH_SITE);
            return site.is_some_and(|site| !matches!(site, "same-origin" | "none"));
        };
        let forwarded = if self.trusts(peer) { text(headers, &FORWARDED_HOST) } else { None };
        let host = forwarded.or_else(|| text(headers, &HOST));
        let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
        let authority = origin.as_ref().and_then(Uri::authority);
        authority.map(Authority::as_str) != host
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().expect("a header"));
        }
        headers
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let proxies = Proxies::new(&[address("10.0.0.1"), address("10.0.0.2")]);
        let said = headers(&[
            ("x-forwarded-for", "6.6.6.6, 1.2.3.4"),
            ("x-forwarded-for", "10.0.0.2"),
            ("x-forwarded-proto", "https"),
        ]);
        let client = proxies.client(address("10.0.0.1"), &said);
        assert_eq!((client.address, client.is_secure), (address("1.2.3.4"), true));
        let client = proxies.client(address("::ffff:10.0.0.1"), &said);
        assert_eq!(client.address, address("1.2.3.4"));
        let client = proxies.client(address("9.9.9.9"), &said);
        assert_eq!((client.address, client.is_secure), (address("9.9.9.9"), false));
        assert!(!proxies.client(address("127.0.0.1"), &said).is_local);
        for (peer, is_local) in
            [("127.0.0.1", true), ("::ffff:127.0.0.1", true), ("9.9.9.9", false)]
        {
            assert_eq!(proxies.client(address(peer), &headers(&[])).is_local, is_local, "{peer}");
        }
        let nonsense = headers(&[("x-forwarded-for", "1.2.3.4, <script>")]);
        assert_eq!(proxies.client(address("10.0.0.1"), &nonsense).address, address("10.0.0.1"));
    }

    #[test]
    fn pages_from_elsewhere_are_known() {
        let (own, proxy) = (address("9.9.9.9"), address("10.0.0.1"));
        let proxies = Proxies::new(&[proxy]);
        for (pairs, peer, is_foreign) in [
            (vec![("host", "a.org")], own, false),
            (vec![("host", "a.org"), ("origin", "https://a.org")], own, false),
            (vec![("host", "a.org:80"), ("origin", "http://a.org:81")], own, true),
            (vec![("host", "a.org"), ("origin", "https://a.org.evil.example")], own, true),
            (vec![("host", "a.org"), ("origin", "null")], own, true),
            (vec![("host", "a.org"), ("origin", "")], own, true),
            (vec![("origin", "https://a.org")], own, true),
            (vec![("host", "a.org"), ("sec-fetch-site", "cross-site")], own, true),
            (vec![("host", "a.org"), ("sec-fetch-site", "same-origin")], own, false),
            (
                vec![("host", "in"), ("x-forwarded-host", "a.org"), ("origin", "https://a.org")],
                proxy,
                false,
            ),
            (
                vec![("host", "in"), ("x-forwarded-host", "a.org"), ("origin", "https://a.org")],
                own,
                true,
            ),
        ] {
            assert_eq!(proxies.is_foreign(peer, &headers(&pairs)), is_foreign, "{pairs:?}");
        }
    }
}
