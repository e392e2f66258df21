//! A server of a few lines that answers as each test scripts it, notes what it was asked, and tells when the
//! client closed the connection.

use super::super::{Address, Client, Limits};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// One step of an answer.
pub(super) enum Part {
    /// Bytes, sent at once.
    Send(String),
    /// Nothing for a while.
    Pause(Duration),
    /// Nothing until the client closes the connection; the time is told.
    Hang,
}

/// What the server was asked: the path after `/api/` and the body.
pub(super) type Asked = Arc<Mutex<Vec<(String, String)>>>;

pub(super) struct Server {
    pub(super) port: u16,
    pub(super) asked: Asked,
    pub(super) closed: Receiver<Instant>,
}

impl Server {
    /// Starts a server that answers each request by `script`, from its path after `/api/` and its body.
    pub(super) fn start(script: impl Fn(&str, &str) -> Vec<Part> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let (asked, (tell, closed)) = (Asked::default(), channel());
        let (log, script) = (asked.clone(), Arc::new(script));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (log, script, tell) = (log.clone(), script.clone(), tell.clone());
                thread::spawn(move || answer(&stream.expect("a connection"), &log, &*script, &tell));
            }
        });
        Self { port, asked, closed }
    }

    pub(super) fn client(&self) -> Client {
        client_at(self.port)
    }

    /// Returns how often a call was made.
    pub(super) fn count(&self, call: &str) -> usize {
        self.asked.lock().expect("no panic").iter().filter(|(path, _)| path == call).count()
    }

    /// Returns the body of the last request of a call.
    pub(super) fn body(&self, call: &str) -> serde_json::Value {
        let asked = self.asked.lock().expect("no panic");
        let (_, body) = asked.iter().rfind(|(path, _)| path == call).expect("it was called");
        serde_json::from_str(body).expect("it is JSON")
    }
}

/// Returns a client with limits that a test can wait for.
pub(super) fn client_at(port: u16) -> Client {
    let address = Address::check(Some(&format!("127.0.0.1:{port}")), None).expect("it is this computer");
    let limits = Limits {
        first_token: Duration::from_millis(600),
        next_token: Duration::from_millis(400),
        short: Duration::from_millis(900),
        pull: Duration::from_millis(500),
        ..Limits::default()
    };
    Client::with_limits(address, limits)
}

fn answer(stream: &TcpStream, log: &Asked, script: &dyn Fn(&str, &str) -> Vec<Part>, tell: &Sender<Instant>) {
    let mut reader = BufReader::new(stream);
    let (mut line, mut path, mut length) = (String::new(), String::new(), 0);
    while reader.read_line(&mut line).is_ok_and(|bytes| bytes > 2) {
        if path.is_empty() {
            path = line.split(' ').nth(1).unwrap_or_default().trim_start_matches("/api/").to_owned();
        }
        if let Some(bytes) = line.to_lowercase().strip_prefix("content-length:") {
            length = bytes.trim().parse().expect("a length");
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the body that was announced");
    let body = String::from_utf8(body).expect("JSON is UTF-8");
    log.lock().expect("no panic").push((path.clone(), body.clone()));
    let mut writer = stream;
    for part in script(&path, &body) {
        match part {
            Part::Send(text) => {
                if writer.write_all(text.as_bytes()).is_err() {
                    return;
                }
            }
            Part::Pause(time) => thread::sleep(time),
            Part::Hang => {
                // Either an end or a reset says that the client is gone.
                let _ = reader.read(&mut [0]);
                let _ = tell.send(Instant::now());
            }
        }
    }
}

/// An answer in one piece.
pub(super) fn whole(status: &str, body: &str) -> Vec<Part> {
    let length = body.len();
    vec![Part::Send(format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"))]
}

/// A streamed answer, each line a chunk of its own, that ends as HTTP asks.
pub(super) fn lines(lines: &[&str]) -> Vec<Part> {
    let mut parts = cut(lines);
    parts.push(Part::Send("0\r\n\r\n".into()));
    parts
}

/// A streamed answer whose end never comes.
pub(super) fn cut(lines: &[&str]) -> Vec<Part> {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_owned();
    let chunks = lines.iter().map(|line| format!("{:x}\r\n{line}\n\r\n", line.len() + 1));
    std::iter::once(head).chain(chunks).map(Part::Send).collect()
}
