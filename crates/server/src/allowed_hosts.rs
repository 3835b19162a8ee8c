//! Under which names the server is asked for.
//!
//! A page elsewhere can give its own name the address of a machine at home (DNS rebinding). A browser
//! there then takes the server for a part of that page, and lets it do everything. It names the host
//! that it believes to speak to, and that gives it away.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};

use crate::trusted_proxies::{TrustedProxies, is_forwarded};

/// The names of the server.
#[derive(Clone, Default, Debug)]
pub(crate) struct AllowedHosts(Vec<String>);

/// Ends of names that nobody can register.
const PRIVATE: [&str; 7] =
    [".localhost", ".local", ".home.arpa", ".internal", ".lan", ".home", ".localdomain"];

impl AllowedHosts {
    /// These, and those that no page elsewhere can have.
    pub(crate) fn new(names: &[String]) -> Self {
        Self(names.iter().map(|name| bare(name).unwrap_or_else(|| name.to_lowercase())).collect())
    }

    /// Whether a request is for this server. Without names of its own, requests of a machine nearby
    /// alone are looked at: others could reach the server by themselves.
    pub(crate) fn allows(
        &self,
        proxies: &TrustedProxies,
        peer: IpAddr,
        (headers, uri): (&HeaderMap, &Uri),
    ) -> bool {
        let is_by_proxy = proxies.trusts(peer) && is_forwarded(headers);
        if self.0.is_empty() && (is_by_proxy || !is_nearby(peer)) {
            return true;
        }
        let named = proxies.hosts(peer, headers);
        let named = named.iter().map(String::as_str).chain(uri.authority().map(Authority::as_str));
        // A program that names no host is no browser.
        named.filter(|host| !host.is_empty()).all(|host| self.knows(host))
    }

    fn knows(&self, host: &str) -> bool {
        bare(host).is_some_and(|name| {
            is_address(&name)
                || name == "localhost"
                // A name of one part is given by the network at home.
                || !name.contains('.')
                || PRIVATE.iter().any(|end| name.ends_with(end))
                || self.0.contains(&name)
        })
    }
}

/// A host without port and final dot, in small letters; `None` when it is none.
fn bare(host: &str) -> Option<String> {
    let authority: Authority = host.trim().parse().ok()?;
    let name = authority.host().trim_end_matches('.').to_lowercase();
    (!name.is_empty() && !authority.as_str().contains('@')).then_some(name)
}

fn is_address(name: &str) -> bool {
    let inner = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    inner.map_or_else(|| name.parse::<IpAddr>().is_ok(), |name| name.parse::<Ipv6Addr>().is_ok())
}

/// Whether an address is of this machine, or of a network at home.
fn is_nearby(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, ..] = address.octets();
            let is_of_provider = a == 100 && (64..128).contains(&b);
            let is_own = address.is_loopback() || address.is_unspecified();
            is_own || address.is_private() || address.is_link_local() || is_of_provider
        }
        IpAddr::V6(address) => {
            let is_own = address.is_loopback() || address.is_unspecified();
            is_own || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(hosts: &AllowedHosts, peer: &str, pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().expect("a header"));
        }
        let proxies = TrustedProxies::new(&["10.0.0.1".parse().expect("a network")]);
        let peer = peer.parse().expect("an address");
        hosts.allows(&proxies, peer, (&headers, &Uri::from_static("/api/me")))
    }

    #[test]
    fn f12_a_host_of_another_place_is_refused_at_home() {
        let hosts = AllowedHosts::default();
        for peer in ["127.0.0.1", "::1", "192.168.1.7", "::ffff:172.17.0.1", "fe80::1", "fd00::1"] {
            for host in [
                "evil.example",
                "evil.example:4664",
                "EVIL.example.",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "me@127.0.0.1",
                "[::1",
                "a b",
            ] {
                assert!(!allows(&hosts, peer, &[("host", host)]), "{peer} {host}");
                let forwarded = [("host", host), ("x-forwarded-host", "localhost")];
                assert!(!allows(&hosts, peer, &forwarded), "an untrusted peer is not believed");
            }
            for host in [
                "127.0.0.1",
                "127.0.0.1:4664",
                "[::1]:4664",
                "192.168.1.2:80",
                "localhost:4664",
                "LocalHost.",
                "games.localhost",
                "nas",
                "nas.local:4664",
                "",
            ] {
                assert!(allows(&hosts, peer, &[("host", host)]), "{peer} {host}");
            }
            assert!(!allows(&hosts, peer, &[("host", "localhost"), ("host", "evil.example")]));
            assert!(allows(&hosts, peer, &[]));
        }
        let absolute = Uri::from_static("http://evil.example/api/me");
        let peer = IpAddr::from([127, 0, 0, 1]);
        assert!(!hosts.allows(&TrustedProxies::default(), peer, (&HeaderMap::new(), &absolute)));
    }

    #[test]
    fn f12_a_public_server_is_asked_by_any_name_until_it_has_one() {
        let (any, own) =
            (AllowedHosts::default(), AllowedHosts::new(&["Games.example.org:443".to_owned()]));
        let by_proxy = [("host", "games.example.org"), ("x-forwarded-for", "1.2.3.4")];
        assert!(allows(&any, "10.0.0.1", &by_proxy), "a trusted proxy knows for whom it asks");
        assert!(allows(&any, "203.0.113.9", &[("host", "games.example.org")]));
        assert!(!allows(&any, "10.0.0.1", &[("host", "evil.example")]), "that is no proxy");
        for peer in ["10.0.0.1", "127.0.0.1", "203.0.113.9"] {
            assert!(allows(&own, peer, &[("host", "games.example.org:8443")]), "{peer}");
            assert!(!allows(&own, peer, &[("host", "evil.example"), by_proxy[1]]), "{peer}");
        }
        let inner = [("host", "inner.example"), ("x-forwarded-host", "games.example.org")];
        assert!(allows(&own, "10.0.0.1", &inner));
        assert!(!allows(&own, "127.0.0.1", &inner));
    }
}
