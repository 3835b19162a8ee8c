//! Trusted proxies, whose forwarding headers name the client, and requests from pages of another
//! origin.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};
use sha2::{Digest as _, Sha256};

const FORWARDED: HeaderName = HeaderName::from_static("forwarded");
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// A network: an address alone, or all that begin like it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    /// How many of its bits count.
    bits: u8,
}

/// Why a text is no network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a network is an address, or an address, a slash and a number of bits: 10.0.0.0/8")]
pub struct NetworkError;

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let given: IpAddr = address.parse().map_err(|_| NetworkError)?;
        let address = given.to_canonical();
        let bits = bits.map(|bits| bits.parse::<u8>().map_err(|_| NetworkError)).transpose()?;
        let (most, hidden) = (length(address), length(given) - length(address));
        // An old address written as a new one has 96 bits before it.
        let bits = bits.map_or(Some(most), |bits| bits.checked_sub(hidden));
        let bits = bits.filter(|bits| *bits <= most).ok_or(NetworkError)?;
        Ok(Self { address, bits })
    }
}

/// How many bits an address has.
fn length(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self { address, bits: length(address) }
    }
}

impl Network {
    /// Whether an address is in it.
    pub fn has(&self, address: IpAddr) -> bool {
        let differ = match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => u128::from(own.to_bits() ^ other.to_bits()),
            (IpAddr::V6(own), IpAddr::V6(other)) => own.to_bits() ^ other.to_bits(),
            _ => return false,
        };
        let rest = u32::from(length(self.address) - self.bits);
        differ.checked_shr(rest).unwrap_or(0) == 0
    }
}

/// The client of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// The address of the client.
    pub(crate) address: IpAddr,
    /// Whether their browser sees a secure connection.
    pub(crate) is_secure: bool,
    /// Whether they are on this machine, and ask without a proxy.
    pub(crate) is_local: bool,
}

/// The networks of proxies that are trusted. What anybody else forwards is not looked at.
#[derive(Clone, Default, Debug)]
pub(crate) struct TrustedProxies(Vec<Network>);

impl TrustedProxies {
    /// These alone.
    pub(crate) fn new(trusted: &[Network]) -> Self {
        Self(trusted.to_vec())
    }

    /// Whether an address is that of a trusted proxy.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.has(address))
    }

    /// For whom a request is that comes from an address.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        // A proxy that is not configured shows itself by its forwarding headers.
        let is_local = peer.to_canonical().is_loopback() && !is_forwarded(headers);
        if !self.trusts(peer) {
            return Client { address: peer, is_secure: false, is_local };
        }
        let address = self.forwarded_client(headers).unwrap_or(peer);
        let scheme = text(headers, &FORWARDED_PROTO).map(str::to_owned);
        let scheme = scheme.or_else(|| said(headers, "proto").pop().flatten());
        let scheme = scheme.unwrap_or_default();
        // Where several proxies add what they see, the first is nearest to the browser.
        let scheme = scheme.split(',').next().unwrap_or_default().trim();
        Client { address, is_secure: scheme.eq_ignore_ascii_case("https"), is_local }
    }

    /// For whom trusted proxies ask. Each adds whom it heard from at the end: the last that is no
    /// proxy of ours is true, and what stands before it anybody can have written.
    fn forwarded_client(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let hops = if headers.contains_key(FORWARDED_FOR) {
            let hops = list(headers, &FORWARDED_FOR);
            hops.into_iter().map(|hop| unquoted(&hop)).filter(|hop| !hop.is_empty()).collect()
        } else {
            // One that doesn't say for whom it asks hides what others say.
            said(headers, "for").into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>()
        };
        let mut address = None;
        for hop in hops.iter().rev() {
            let hop = hop_address(hop).unwrap_or_else(|| stand_in(hop));
            address = Some(hop);
            if !self.trusts(hop) {
                break;
            }
        }
        address
    }

    /// The host that a browser named: as it arrived, or as a trusted proxy says.
    pub(crate) fn hosts(&self, peer: IpAddr, headers: &HeaderMap) -> Vec<String> {
        if self.trusts(peer) && headers.contains_key(FORWARDED_HOST) {
            return list(headers, &FORWARDED_HOST);
        }
        let lines = headers.get_all(HOST).iter();
        lines.map(|line| String::from_utf8_lossy(line.as_bytes()).into_owned()).collect()
    }

    /// Whether a request was made by a page of another origin.
    pub(crate) fn is_cross_origin(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(ORIGIN) else {
            // Programs say nothing of where they are; browsers do.
            let site = text(headers, &FETCH_SITE);
            return site.is_some_and(|site| !matches!(site, "same-origin" | "none"));
        };
        let host = self.hosts(peer, headers).into_iter().next();
        let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
        let authority = origin.as_ref().and_then(Uri::authority);
        authority.map(Authority::as_str) != host.as_deref()
    }
}

/// Whether a request came by a proxy, as far as can be seen.
pub(crate) fn is_forwarded(headers: &HeaderMap) -> bool {
    [&FORWARDED, &FORWARDED_FOR, &FORWARDED_PROTO, &FORWARDED_HOST]
        .into_iter()
        .any(|name| headers.contains_key(name))
}

/// The parts of a list, over all lines of a header. What is no text is one part like others, so
/// that nothing hides what a proxy adds after it.
fn list(headers: &HeaderMap, name: &HeaderName) -> Vec<String> {
    let lines = headers.get_all(name).iter().map(|line| String::from_utf8_lossy(line.as_bytes()));
    let parts = lines.flat_map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    parts.map(|part| part.trim().to_owned()).collect()
}

/// What each part of `Forwarded` (RFC 7239) says under a name. A comma always ends a part: no address
/// has one, and a quotation mark that somebody left open hides nothing.
fn said(headers: &HeaderMap, name: &str) -> Vec<Option<String>> {
    let value = |part: String| {
        part.split(';').find_map(|pair| {
            let (known, value) = pair.split_once('=')?;
            known.trim().eq_ignore_ascii_case(name).then(|| unquoted(value))
        })
    };
    list(headers, &FORWARDED).into_iter().filter(|part| !part.is_empty()).map(value).collect()
}

fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text).replace('\\', "").trim().to_owned()
}

/// The address in a hop, whatever stands around it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`,
/// `[2001:db8::1]`, `[2001:db8::1]:4711`, `fe80::1%eth0`.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare = match hop.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        None => match hop.split_once(':') {
            Some((address, port)) if !port.contains(':') => address,
            _ => hop,
        },
    };
    let bare = bare.split_once('%').map_or(bare, |(address, _)| address);
    bare.parse().ok().map(|address: IpAddr| address.to_canonical())
}

/// An address that stands for a hop without one, such as `unknown` or `_hidden`: each text is a client
/// of its own, and none is the proxy. It is in the part that is for private networks.
fn stand_in(hop: &str) -> IpAddr {
    let hash = Sha256::digest(hop);
    let mut bytes = [0; 16];
    for (byte, hashed) in bytes.iter_mut().take(8).zip(hash) {
        *byte = hashed;
    }
    bytes[0] = 0xfd;
    bytes.into()
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
        let proxies = TrustedProxies::new(&["10.0.0.1", "10.0.0.2"].map(network));
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
    }

    fn network(text: &str) -> Network {
        text.parse().expect("a network")
    }

    #[test]
    fn f12_whom_a_proxy_names_is_found_in_every_form() {
        let (peer, proxies) = (address("10.0.0.1"), TrustedProxies::new(&[network("10.0.0.0/8")]));
        let client =
            |pairs: &[(&'static str, &'static str)]| proxies.client(peer, &headers(pairs)).address;
        for (forwarded, expected) in [
            ("198.51.100.7", "198.51.100.7"),
            ("198.51.100.7:4711", "198.51.100.7"),
            ("  198.51.100.7:4711\t", "198.51.100.7"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:4711", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
            ("\"[2001:db8::1]:4711\"", "2001:db8::1"),
            ("\"198.51.100.7\"", "198.51.100.7"),
            ("::ffff:198.51.100.7", "198.51.100.7"),
            ("[::ffff:198.51.100.7]:80", "198.51.100.7"),
            ("fe80::1%eth0", "fe80::1"),
            ("[fe80::1%25eth0]:80", "fe80::1"),
            ("6.6.6.6, 198.51.100.7:4711, 10.1.2.3:80", "198.51.100.7"),
            ("6.6.6.6,198.51.100.7,", "198.51.100.7"),
            ("6.6.6.6, , 198.51.100.7 , 10.1.2.3 , ,", "198.51.100.7"),
            ("unknown, 198.51.100.7", "198.51.100.7"),
            ("10.1.2.3, 10.4.5.6", "10.1.2.3"),
            (",,", "10.0.0.1"),
            ("", "10.0.0.1"),
        ] {
            assert_eq!(client(&[("x-forwarded-for", forwarded)]), address(expected), "{forwarded}");
        }
        for (forwarded, expected) in [
            ("for=198.51.100.7", "198.51.100.7"),
            ("For=\"[2001:db8::1]:4711\";proto=https;by=10.0.0.1", "2001:db8::1"),
            ("proto=http; for = 198.51.100.7:4711", "198.51.100.7"),
            ("for=6.6.6.6, for=198.51.100.7, for=10.1.2.3", "198.51.100.7"),
            ("for=\"6.6.6.6, for=198.51.100.7", "198.51.100.7"),
            ("for=\"198.51.100.7:_port\"", "198.51.100.7"),
        ] {
            assert_eq!(client(&[("forwarded", forwarded)]), address(expected), "{forwarded}");
        }
        let both = [("forwarded", "for=6.6.6.6"), ("x-forwarded-for", "198.51.100.7")];
        assert_eq!(client(&both), address("198.51.100.7"));
        let lines = [("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "198.51.100.7:1")];
        assert_eq!(client(&lines), address("198.51.100.7"));
        let mut bytes = HeaderMap::new();
        let value = axum::http::HeaderValue::from_bytes(b"\xff, 198.51.100.7").expect("bytes");
        bytes.insert("x-forwarded-for", value);
        assert_eq!(proxies.client(peer, &bytes).address, address("198.51.100.7"));
    }

    #[test]
    fn f12_a_hop_without_an_address_is_a_client_of_its_own() {
        let (peer, proxies) = (address("10.0.0.1"), TrustedProxies::new(&[network("10.0.0.1")]));
        let client =
            |text: &'static str| proxies.client(peer, &headers(&[("forwarded", text)])).address;
        let hidden = client("for=_hidden");
        assert_eq!(hidden, client("for=6.6.6.6, for=\"_hidden\""), "what it hides counts not");
        assert_ne!(hidden, client("for=_secret"));
        assert_ne!(client("for=unknown"), peer);
        assert_ne!(client("for=6.6.6.6, proto=https"), address("6.6.6.6"));
        let nonsense = headers(&[("x-forwarded-for", "1.2.3.4, <script>")]);
        let nonsense = proxies.client(peer, &nonsense).address;
        assert!(nonsense != peer && nonsense != address("1.2.3.4"));
    }

    #[test]
    fn f12_a_connection_is_secure_as_the_first_proxy_says() {
        let (peer, proxies) = (address("10.0.0.1"), TrustedProxies::new(&[network("10.0.0.1")]));
        for (pair, is_secure) in [
            (("x-forwarded-proto", "https"), true),
            (("x-forwarded-proto", "HTTPS, http"), true),
            (("x-forwarded-proto", "http, https"), false),
            (("forwarded", "for=1.2.3.4;proto=https"), true),
            (("forwarded", "for=1.2.3.4;proto=http"), false),
        ] {
            assert_eq!(proxies.client(peer, &headers(&[pair])).is_secure, is_secure, "{pair:?}");
        }
    }

    #[test]
    fn f12_proxies_are_trusted_by_networks() {
        for (text, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("10.0.0.1", "::ffff:10.0.0.1", "10.0.0.2"),
            ("::ffff:10.0.0.0/104", "10.1.1.1", "11.0.0.1"),
            ("2001:db8::/32", "2001:db8:1::1", "2001:db9::1"),
            ("0.0.0.0/0", "1.2.3.4", "::1"),
            ("::/0", "2001:db8::1", "1.2.3.4"),
        ] {
            let network = network(text);
            assert!(network.has(address(inside)), "{text}");
            assert!(!network.has(address(outside)), "{text}");
        }
        for text in ["", "10.0.0.0/33", "::1/129", "10.0.0.0/", "/8", "::ffff:1.2.3.4/8", "a/8"] {
            assert_eq!(text.parse::<Network>(), Err(NetworkError), "{text}");
        }
    }

    #[test]
    fn pages_from_elsewhere_are_known() {
        let (own, proxy) = (address("9.9.9.9"), address("10.0.0.1"));
        let proxies = TrustedProxies::new(&[proxy.into()]);
        for (pairs, peer, is_cross_origin) in [
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
            assert_eq!(
                proxies.is_cross_origin(peer, &headers(&pairs)),
                is_cross_origin,
                "{pairs:?}"
            );
        }
    }
}
