//! Where the model server may be.
//!
//! In go what the user or `OLLAMA_HOST` says, in any of Ollama's own spellings, and the one other host that the
//! user may have confirmed; out come the checked socket addresses, to which alone the client connects. So a name
//! is looked up once, here, and cannot come to mean another machine afterwards.
//!
//! Not here: reading the environment and asking the user, which the caller does.

use super::error::{Answer, Fault};
use crate::config;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};

/// A checked place of the model server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The host as it stands in a URL, IPv6 in brackets.
    pub(super) host: String,
    pub(super) port: u16,
    /// What stands before `/api`, empty or beginning with a slash: a server behind a proxy of the user's.
    pub(super) path: String,
    pub(super) sockets: Vec<SocketAddr>,
}

impl Address {
    /// Reads and checks an address. `given` is what `OLLAMA_HOST` or the user's setting says; `None` or blank is
    /// Ollama's default on this computer. `confirmed` is the [`name`](Self::name) of the one other machine that
    /// the user has agreed to.
    ///
    /// # Errors
    ///
    /// [`Fault::AddressRefused`] says why in words. A name that is neither confirmed nor `localhost` is not even
    /// looked up, since that alone would tell the network.
    pub fn check(given: Option<&str>, confirmed: Option<&str>) -> Answer<Self> {
        let given = trimmed(given.unwrap_or_default());
        let spelling = Spelling::read(given)?;
        let refuse = |reason: &str| refused(given, reason);
        match spelling.host {
            Host::Ip(ip) if ip.is_loopback() => Ok(spelling.at(&[ip])),
            Host::EveryInterface(ip) => Ok(spelling.at(&[ip])),
            Host::Name("localhost") => {
                let ips = look_up("localhost", spelling.port).map_err(|fault| refuse(&fault))?;
                if ips.iter().all(|ip| ip.to_canonical().is_loopback()) {
                    Ok(spelling.at(&ips))
                } else {
                    Err(refuse(
                        "the name \u{201c}localhost\u{201d} means another machine here. Give 127.0.0.1 instead.",
                    ))
                }
            }
            Host::Ip(_) | Host::Name(_) if !spelling.is_confirmed(confirmed) => Err(refuse(
                "it is another machine, which would be sent the words of your documents. Confirm it in the settings \
                 if that is what you want.",
            )),
            Host::Ip(ip) => Ok(spelling.at(&[ip])),
            Host::Name(name) => Ok(spelling.at(&look_up(name, spelling.port).map_err(|fault| refuse(&fault))?)),
        }
    }

    /// Returns host and port: what is shown to the user, and what a confirmation is stored as.
    pub fn name(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// Returns the name under which `given` would have to be confirmed, or `None` where it is on this computer.
    ///
    /// # Errors
    ///
    /// [`Fault::AddressRefused`] where it cannot be read at all.
    pub fn to_confirm(given: &str) -> Answer<Option<String>> {
        let spelling = Spelling::read(trimmed(given))?;
        let here = match spelling.host {
            Host::Ip(ip) => ip.is_loopback(),
            Host::EveryInterface(_) => true,
            Host::Name(name) => name == "localhost",
        };
        Ok((!here).then(|| spelling.name()))
    }

    /// Returns whether it is another machine than this one.
    pub fn is_remote(&self) -> bool {
        !self.sockets.iter().all(|socket| socket.ip().to_canonical().is_loopback())
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    pub(super) fn sockets(&self) -> &[SocketAddr] {
        &self.sockets
    }

    pub(super) fn url(&self, call: &str) -> String {
        format!("http://{}:{}{}/api/{call}", self.host, self.port, self.path)
    }
}

/// What an address says before it is judged.
struct Spelling<'a> {
    host: Host<'a>,
    port: u16,
    path: String,
}

enum Host<'a> {
    Ip(IpAddr),
    /// `0.0.0.0` or `[::]`: a server told to listen everywhere is met on this computer.
    EveryInterface(IpAddr),
    Name(&'a str),
}

impl<'a> Spelling<'a> {
    fn read(given: &'a str) -> Answer<Self> {
        let refuse = |reason: &str| refused(given, reason);
        let (scheme, rest) = given.split_once("://").unwrap_or(("", given));
        let port_default = match scheme {
            "" => config::OLLAMA_PORT,
            "http" => 80, // Ollama's own reading of an address with a scheme.
            "https" => return Err(refuse("it asks for https, and Legajo speaks plain http. Give an http address.")),
            _ => return Err(refuse("only http addresses are understood.")),
        };
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (host, port) = split_port(authority).ok_or_else(|| refuse("its port is not a number."))?;
        let path = path.trim_matches('/');
        if !path.chars().all(|letter| letter.is_ascii_alphanumeric() || "/-_".contains(letter)) {
            return Err(refuse("what follows the host is not understood."));
        }
        Ok(Self {
            host: Host::read(host).ok_or_else(|| refuse("its host is not understood."))?,
            port: match port {
                None => port_default,
                Some(0) => return Err(refuse("port 0 is no port.")),
                Some(port) => port,
            },
            path: if path.is_empty() { String::new() } else { format!("/{path}") },
        })
    }

    fn host_in_url(&self) -> String {
        match self.host {
            Host::Ip(IpAddr::V6(ip)) | Host::EveryInterface(IpAddr::V6(ip)) => format!("[{ip}]"),
            Host::Ip(ip) | Host::EveryInterface(ip) => ip.to_string(),
            Host::Name(name) => name.to_lowercase(),
        }
    }

    fn name(&self) -> String {
        format!("{}:{}", self.host_in_url(), self.port)
    }

    fn is_confirmed(&self, confirmed: Option<&str>) -> bool {
        confirmed.is_some_and(|name| trimmed(name).eq_ignore_ascii_case(&self.name()))
    }

    fn at(&self, ips: &[IpAddr]) -> Address {
        Address {
            host: self.host_in_url(),
            port: self.port,
            path: self.path.clone(),
            sockets: ips.iter().map(|&ip| SocketAddr::new(ip, self.port)).collect(),
        }
    }
}

impl<'a> Host<'a> {
    fn read(host: &'a str) -> Option<Self> {
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
        if let Ok(ip) = bare.parse::<IpAddr>() {
            return Some(match ip.to_canonical() {
                IpAddr::V4(ip) if ip.is_unspecified() => Host::EveryInterface(Ipv4Addr::LOCALHOST.into()),
                IpAddr::V6(ip) if ip.is_unspecified() => Host::EveryInterface(Ipv6Addr::LOCALHOST.into()),
                ip => Host::Ip(ip),
            });
        }
        match host {
            "" => Some(Host::Ip(Ipv4Addr::LOCALHOST.into())),
            // A name of digits and dots alone is a number to some resolvers and a host to others.
            _ if host.chars().all(|letter| letter.is_ascii_digit() || letter == '.') || host.starts_with("0x") => None,
            _ if host.eq_ignore_ascii_case("localhost") => Some(Host::Name("localhost")),
            _ => host
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "-._".contains(letter))
                .then_some(Host::Name(host)),
        }
    }
}

/// Parts the port from the host; a bare IPv6 address has none. `None` where what follows the colon is no number.
fn split_port(authority: &str) -> Option<(&str, Option<u16>)> {
    if authority.parse::<Ipv6Addr>().is_ok() {
        return Some((authority, None));
    }
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => port.parse().ok().map(|port| (host, Some(port))),
        _ => Some((authority, None)),
    }
}

/// Takes off the blanks and quotation marks that people write around a variable's value, as Ollama does.
fn trimmed(given: &str) -> &str {
    given.trim().trim_matches(['"', '\'']).trim()
}

fn look_up(name: &str, port: u16) -> Result<Vec<IpAddr>, String> {
    let failed = || format!("the name \u{201c}{name}\u{201d} leads nowhere. Check its spelling.");
    let ips: Vec<_> = (name, port).to_socket_addrs().map_err(|_| failed())?.map(|socket| socket.ip()).collect();
    if ips.is_empty() { Err(failed()) } else { Ok(ips) }
}

fn refused(address: &str, reason: &str) -> Fault {
    Fault::AddressRefused { address: address.to_owned(), reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, confirmed: Option<&str>, expected: &str) {
        let found = match Address::check(Some(given), confirmed) {
            Ok(address) => address.url("tags"),
            Err(fault) => fault.code().to_owned(),
        };
        assert_eq!(found, expected, "{given}");
    }

    #[test]
    fn ollamas_spellings_of_this_computer() {
        for (given, expected) in [
            ("", "http://127.0.0.1:11434/api/tags"),
            ("  ", "http://127.0.0.1:11434/api/tags"),
            ("127.0.0.1", "http://127.0.0.1:11434/api/tags"),
            ("\"127.0.0.1:1\"", "http://127.0.0.1:1/api/tags"),
            ("127.5.6.7:80", "http://127.5.6.7:80/api/tags"),
            (":4321", "http://127.0.0.1:4321/api/tags"),
            ("http://127.0.0.1", "http://127.0.0.1:80/api/tags"),
            ("http://127.0.0.1:4321/", "http://127.0.0.1:4321/api/tags"),
            ("http://127.0.0.1:4321/ollama/", "http://127.0.0.1:4321/ollama/api/tags"),
            ("0.0.0.0", "http://127.0.0.1:11434/api/tags"),
            ("0.0.0.0:99", "http://127.0.0.1:99/api/tags"),
            ("[::]", "http://[::1]:11434/api/tags"),
            ("::", "http://[::1]:11434/api/tags"),
            ("[::]:99", "http://[::1]:99/api/tags"),
            ("::1", "http://[::1]:11434/api/tags"),
            ("[::1]:99", "http://[::1]:99/api/tags"),
            ("::ffff:127.0.0.1", "http://127.0.0.1:11434/api/tags"),
            ("LocalHost:99", "http://localhost:99/api/tags"),
        ] {
            check(given, None, expected);
        }
        assert_eq!(Address::check(None, None), Address::check(Some("127.0.0.1:11434"), None));
    }

    #[test]
    fn what_is_refused() {
        for given in [
            "192.168.1.7",
            "8.8.8.8:11434",
            "::ffff:8.8.8.8",
            "server.example",
            "localhost.example",
            "127.0.0.1.example",
            "127.1",
            "2130706433",
            "0x7f000001",
            "https://127.0.0.1",
            "ftp://127.0.0.1",
            "127.0.0.1@server.example",
            "127.0.0.1:port",
            "127.0.0.1:99999",
            "127.0.0.1:0",
            "[::1",
            "[fe80::1%lo]",
            "http://127.0.0.1:1/?to=x",
            "127.0.0.1#",
        ] {
            check(given, None, "model_address");
        }
    }

    #[test]
    fn only_the_confirmed_host_is_another_machine() {
        check("192.168.1.7", Some("192.168.1.7:11434"), "http://192.168.1.7:11434/api/tags");
        check("http://192.168.1.7:80", Some("192.168.1.7:80"), "http://192.168.1.7:80/api/tags");
        check("192.168.1.7:80", Some("192.168.1.7:11434"), "model_address");
        check("192.168.1.8", Some("192.168.1.7:11434"), "model_address");
        check("192.168.1.8", Some("*"), "model_address");
        assert!(
            Address::check(Some("192.168.1.7"), Some("192.168.1.7:11434")).is_ok_and(|address| address.is_remote())
        );
        assert_eq!(Address::to_confirm("192.168.1.7"), Ok(Some("192.168.1.7:11434".to_owned())));
        assert_eq!(Address::to_confirm("Server.Example:80"), Ok(Some("server.example:80".to_owned())));
        assert_eq!(Address::to_confirm("0.0.0.0"), Ok(None));
    }
}
