//! The reading child's side: takes one request on standard input, bounds itself, reads, answers on
//! standard output and ends.
//!
//! Both executables call [`serve_if_asked`] before any other start-up, so that whatever a file does
//! to its reader, it does to a process that holds nothing else. A request is a short header
//! (postcard) followed by the document's bytes as they are; an answer is one length and one postcard
//! value. Before the answer comes a mark for every page done, by which the parent knows a long document
//! from a reader that hangs. The bytes come through the pipe, not by path: the parent hashed exactly these, and the
//! child opens no document of its own. Outside Linux the child sets no limits on itself and only the
//! parent's clock and output limit hold.

use super::{Extracted, Options, dispatch};
use crate::config;
use crate::error::{Problem, ProblemCode};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::sync::Mutex;

/// The hidden first argument that makes an executable a reading child.
pub const VERB: &str = "__read";
/// Begins every request and answer; its last byte is the protocol's version.
pub(super) const MAGIC: &[u8; 8] = b"LEGAJO\0\x01";
/// Says that a page is done; comes any number of times before the answer.
pub(super) const PAGE_DONE: &[u8; 8] = b"LEGAJO\0P";

/// What the child is to do, with the limits it sets on itself first.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) job: Job,
    /// The file's name, which helps to tell its format.
    pub(super) name: String,
    /// How many bytes of the document follow the header.
    pub(super) bytes: u64,
    pub(super) memory_bytes_max: u64,
    pub(super) cpu_seconds_max: u64,
    pub(super) output_bytes_max: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Job {
    Read(Options),
    Draw { password: Option<String>, page: u32, scale: f32, highlights: Vec<[f32; 4]> },
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    Read(Box<Extracted>),
    /// A PNG file.
    Drawn(Vec<u8>),
    Undrawn(Problem),
}

impl Answer {
    /// Makes the answer to `job` that carries nothing but a finding.
    fn finding(job: &Job, problem: Problem) -> Self {
        match job {
            Job::Read(_) => Answer::Read(Box::new(Extracted { problems: vec![problem], ..Extracted::default() })),
            Job::Draw { .. } => Answer::Undrawn(problem),
        }
    }
}

/// Serves one request and ends the process, if the command line asks for it; else returns false.
///
/// Must stand first in `main`, before anything is opened.
pub fn serve_if_asked() -> bool {
    if std::env::args_os().nth(1).is_none_or(|verb| verb != VERB) {
        return false;
    }
    note_panics();
    // The output is not locked for the whole time: pages are told from the thread that reads.
    let done = serve(io::stdin().lock(), io::stdout());
    // Nothing is left to tidy up, and destructors of a reader that met a bad file are not to be trusted.
    std::process::exit(i32::from(done.is_err()));
}

/// Reads one request, does it under its limits and writes the answer.
fn serve(mut input: impl Read, mut output: impl Write) -> io::Result<()> {
    let header = read_header(&mut input)?;
    limit(&header);
    let mut bytes = Vec::with_capacity(usize::try_from(header.bytes).map_err(io::Error::other)?);
    input.take(header.bytes).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != header.bytes {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let answer = answer(&header, bytes);
    let mut payload = postcard::to_stdvec(&answer).map_err(io::Error::other)?;
    if payload.len() as u64 > header.output_bytes_max {
        let problem = Problem::document(
            ProblemCode::LimitReached,
            format!(
                "The file holds more than Legajo keeps of one document ({} MB). Split it into smaller files.",
                header.output_bytes_max >> 20
            ),
        );
        payload = postcard::to_stdvec(&Answer::finding(&header.job, problem)).map_err(io::Error::other)?;
    }
    output.write_all(MAGIC)?;
    output.write_all(&(payload.len() as u64).to_le_bytes())?;
    output.write_all(&payload)?;
    output.flush()
}

/// Tells the parent that a page is done. A parent that has gone takes this process with it.
fn tell_page() {
    let mut output = io::stdout().lock();
    let _ = output.write_all(PAGE_DONE).and_then(|()| output.flush());
}

/// Writes `header` as the parent sends it.
pub(super) fn write_header(header: &Header, output: &mut impl Write) -> io::Result<()> {
    let header = postcard::to_stdvec(header).map_err(io::Error::other)?;
    let length = u32::try_from(header.len()).map_err(io::Error::other)?;
    output.write_all(MAGIC)?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(&header)
}

fn read_header(input: &mut impl Read) -> io::Result<Header> {
    let mut magic = [0; 8];
    input.read_exact(&mut magic)?;
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if &magic != MAGIC || length > config::CHILD_REQUEST_BYTES_MAX {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut header = vec![0; length as usize];
    input.read_exact(&mut header)?;
    postcard::from_bytes(&header).map_err(io::Error::other)
}

/// Where in the source a reader's panic began, for the Problem's message.
static PANICKED_AT: Mutex<Option<String>> = Mutex::new(None);

/// Keeps panics quiet and remembers where the first one began.
fn note_panics() {
    std::panic::set_hook(Box::new(|info| {
        if let (Some(at), Ok(mut place)) = (info.location(), PANICKED_AT.lock()) {
            let file: Vec<&str> = at.file().rsplit(['/', '\\']).take(3).collect();
            let file: Vec<&str> = file.into_iter().rev().collect();
            place.get_or_insert(format!("{}:{}", file.join("/"), at.line()));
        }
    }));
}

/// Does the job on a thread with a deep stack, where a panic ends the job and not the answer.
fn answer(header: &Header, bytes: Vec<u8>) -> Answer {
    std::thread::scope(|scope| {
        let deep = std::thread::Builder::new().stack_size(config::CHILD_STACK_BYTES);
        match deep.spawn_scoped(scope, || work(header, bytes)) {
            Ok(thread) => thread.join().unwrap_or_else(|_| Answer::finding(&header.job, panicked())),
            // The stack is all that the thread asks for.
            Err(_) => Answer::finding(&header.job, too_large()),
        }
    })
}

fn panicked() -> Problem {
    let place = PANICKED_AT.lock().ok().and_then(|mut place| place.take());
    let place = place.map(|place| format!(" ({place})")).unwrap_or_default();
    let message = format!("The reader met something in this file that it cannot handle{place}. Try saving it anew.");
    Problem::document(ProblemCode::ReaderFailed, message)
}

fn too_large() -> Problem {
    let message = "The file needs more memory than Legajo allows for one document. Try splitting it.";
    Problem::document(ProblemCode::LimitReached, message)
}

fn work(header: &Header, bytes: Vec<u8>) -> Answer {
    match &header.job {
        Job::Read(options) => {
            let options = Options { page_done: Some(tell_page), ..options.clone() };
            Answer::Read(Box::new(dispatch::read(&header.name, bytes, &options)))
        }
        Job::Draw { password, page, scale, highlights } => {
            match dispatch::draw(&header.name, bytes, password.as_deref(), *page, *scale, highlights) {
                Ok(png) => Answer::Drawn(png),
                Err(problem) => Answer::Undrawn(problem),
            }
        }
    }
}

/// Bounds this process: memory, processor time, no core file, no file written, death with its parent.
/// A limit that the system refuses was tighter already.
#[cfg(target_os = "linux")]
fn limit(header: &Header) {
    use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    for (resource, soft, hard) in [
        (Resource::Core, 0, 0),
        (Resource::Fsize, 0, 0),
        // At the lower of the two the kernel's signal says why; were they equal it would only kill.
        (Resource::Cpu, header.cpu_seconds_max, header.cpu_seconds_max.saturating_add(5)),
        (Resource::As, header.memory_bytes_max, header.memory_bytes_max),
    ] {
        let _ = setrlimit(resource, Rlimit { current: Some(soft), maximum: Some(hard) });
    }
}

#[cfg(not(target_os = "linux"))]
fn limit(_header: &Header) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(bytes: u64, output_bytes_max: u64) -> Header {
        Header {
            job: Job::Read(Options::default()),
            name: "a.xyz".to_owned(),
            bytes,
            memory_bytes_max: u64::MAX,
            cpu_seconds_max: 60,
            output_bytes_max,
        }
    }

    #[test]
    fn a_header_survives_the_way() {
        let mut wire = Vec::new();
        write_header(&header(3, 9), &mut wire).unwrap();
        let read = read_header(&mut wire.as_slice()).unwrap();
        assert_eq!((read.name.as_str(), read.bytes, read.output_bytes_max), ("a.xyz", 3, 9));
        for broken in [&wire[..5], &wire[1..], b"" as &[u8]] {
            assert!(read_header(&mut &*broken).is_err());
        }
    }

    #[test]
    fn an_answer_is_always_given() {
        let Answer::Read(read) = answer(&header(1, 9), vec![0]) else { panic!("not an answer to Read") };
        assert_eq!(read.problems[0].code, ProblemCode::FormatNotRead);
    }
}
