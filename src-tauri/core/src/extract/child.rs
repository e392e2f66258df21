//! The parent's side of the reading child: starts it, feeds it, bounds it, takes its answer.
//!
//! One child a document. Whatever a file does to its reader (crash, hang, outgrow a limit, answer
//! nonsense) comes back as a Problem on that document, so a queue of files always goes on. Only a
//! child that cannot be started at all is an error. The child gets no environment but what Tesseract
//! and the loader need, and stands in a process group of its own, which is killed as a whole. Outside
//! Unix only the child itself is killed. A read that the user stops is no finding.

use super::serve::{Answer, Header, Job, MAGIC, PAGE_DONE, VERB, write_header};
use super::{Extracted, Options};
use crate::config;
use crate::error::{Error, Problem, ProblemCode, Result};
use crate::progress::{Silent, Watcher};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Reads documents in child processes of one executable.
#[derive(Debug, Clone)]
pub struct Reader {
    exe: PathBuf,
    limits: Limits,
}

/// What a child may use.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Longest wait for a file of no size, in wall time; [`config::CHILD_WAIT_PER_MEGABYTE`] is added.
    pub wait: Duration,
    /// Least wait from a page that is done to the next one.
    pub wait_per_page: Duration,
    /// Address space in bytes.
    pub memory_bytes: u64,
    /// Largest answer in bytes.
    pub output_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wait: config::CHILD_WAIT_MAX,
            wait_per_page: config::CHILD_WAIT_PER_PAGE,
            memory_bytes: config::CHILD_MEMORY_BYTES_MAX,
            output_bytes: config::CHILD_OUTPUT_BYTES_MAX as u64,
        }
    }
}

impl Reader {
    /// Makes a reader of `exe`, an executable whose `main` begins with
    /// [`serve_if_asked`](super::serve::serve_if_asked).
    pub fn new(exe: PathBuf) -> Self {
        Self { exe, limits: Limits::default() }
    }

    /// Makes a reader of the executable that is running.
    pub fn current() -> Result<Self> {
        let exe = std::env::current_exe().map_err(Error::io("finding Legajo's own executable"))?;
        // An update may replace the file while the old program still runs; the kernel's link stays right.
        let link = PathBuf::from("/proc/self/exe");
        Ok(Self::new(if cfg!(target_os = "linux") && link.exists() { link } else { exe }))
    }

    /// Makes a reader of the command line `legajo` that lies beside the running executable, else of this one. The
    /// window's executable is linked to a whole browser, which takes longer to load than most files to read.
    ///
    /// # Errors
    /// When the running executable cannot be found.
    pub fn lightest() -> Result<Self> {
        let exe = std::env::current_exe().map_err(Error::io("finding Legajo's own executable"))?;
        let light = exe.with_file_name(format!("legajo{}", std::env::consts::EXE_SUFFIX));
        if light == exe || !light.is_file() {
            return Self::current();
        }
        #[cfg(target_os = "linux")]
        {
            use std::os::fd::AsRawFd;
            // Held open, so that an update which replaces the file does not change what is started.
            static LIGHT: std::sync::OnceLock<Option<std::fs::File>> = std::sync::OnceLock::new();
            if let Some(file) = LIGHT.get_or_init(|| std::fs::File::open(&light).ok()) {
                return Ok(Self::new(PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))));
            }
        }
        Ok(Self::new(light))
    }

    /// Returns the same reader with other limits.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Reads one document. Fails only when no child can be started.
    pub fn read(&self, name: &str, bytes: &[u8], options: &Options) -> Result<Extracted> {
        Ok(self.read_under(name, bytes, options, &Silent)?.unwrap_or_default())
    }

    /// The same under a watcher, whose wish to stop ends the child at once: then there is neither a text nor a
    /// finding, but `None`.
    pub fn read_under(
        &self,
        name: &str,
        bytes: &[u8],
        options: &Options,
        watcher: &dyn Watcher,
    ) -> Result<Option<Extracted>> {
        let megabytes = u32::try_from(bytes.len() >> 20).unwrap_or(u32::MAX);
        let allowance = config::CHILD_WAIT_PER_MEGABYTE.saturating_mul(megabytes);
        let wait = self.limits.wait.saturating_add(allowance).min(config::CHILD_WAIT_TOTAL_MAX);
        let failed = |problem| Extracted { problems: vec![problem], ..Extracted::default() };
        Ok(match self.ask(Job::Read(options.clone()), name, bytes, wait, watcher)? {
            Ok(Answer::Read(extracted)) => Some(*extracted),
            Ok(_) => Some(failed(garbled())),
            Err(Failure::Found(problem)) => Some(failed(problem)),
            Err(Failure::Stopped) => None,
        })
    }

    /// Draws one page (counted from 0) at `scale` pixels a point with `highlights` (left, top, right,
    /// bottom in points of the page as shown) laid over it; the answer is a PNG file.
    pub fn draw(
        &self,
        name: &str,
        bytes: &[u8],
        password: Option<&str>,
        page: u32,
        scale: f32,
        highlights: &[[f32; 4]],
    ) -> Result<std::result::Result<Vec<u8>, Problem>> {
        let password = password.map(str::to_owned);
        let job = Job::Draw { password, page, scale, highlights: highlights.to_vec() };
        let wait = self.limits.wait.min(config::CHILD_DRAW_WAIT_MAX);
        Ok(match self.ask(job, name, bytes, wait, &Silent)? {
            Ok(Answer::Drawn(png)) => Ok(png),
            Ok(Answer::Undrawn(problem)) | Err(Failure::Found(problem)) => Err(problem),
            Ok(_) | Err(Failure::Stopped) => Err(garbled()),
        })
    }

    /// Runs one child to its answer, or to what tells why there is none.
    fn ask(
        &self,
        job: Job,
        name: &str,
        bytes: &[u8],
        wait: Duration,
        watcher: &dyn Watcher,
    ) -> Result<std::result::Result<Answer, Failure>> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        // Each page done gives a reader further time, up to that of all documents.
        let wait_total = if matches!(job, Job::Read(_)) { config::CHILD_WAIT_TOTAL_MAX } else { wait };
        let header = Header {
            job,
            name: name.to_owned(),
            bytes: bytes.len() as u64,
            memory_bytes_max: self.limits.memory_bytes,
            // Holds when the parent is stopped and cannot look at the clock; all cores may be in use.
            cpu_seconds_max: (wait_total.as_secs() + 1).saturating_mul(cores),
            output_bytes_max: self.limits.output_bytes,
        };
        let mut child = self.start()?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = streams else {
            end(&mut child);
            return Err(Error::Child("it was started without its streams".to_owned()));
        };
        let output_bytes = self.limits.output_bytes;
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            // A child that ends early closes its input; why it ended is told by its exit, not here.
            scope.spawn(move || write_header(&header, &mut stdin).and_then(|()| stdin.write_all(bytes)));
            scope.spawn(move || {
                // The receiver goes when time is up; the child is ended then, and so is its output.
                let page_done = || drop(send.send(Output::Page));
                let _ = send.send(read_answer(stdout, output_bytes, page_done));
            });
            let words = scope.spawn(move || read_some(stderr));
            let answer = self.wait_for_answer(&receive, wait, wait_total, watcher);
            let ended = match &answer {
                Ok(Output::Cut) => wait_for_exit(&child),
                _ => true,
            };
            let status = end(&mut child);
            let words = words.join().unwrap_or_default();
            Ok(match answer {
                Ok(Output::Answer(answer)) => Ok(*answer),
                Ok(Output::TooLong) => Err(outgrown("wrote more text than Legajo keeps of one document").into()),
                Ok(Output::Garbled) => Err(garbled().into()),
                Ok(Output::Cut) if ended => Err(why(status, &words).into()),
                Ok(Output::Cut | Output::Page) => Err(garbled().into()),
                Err(failure) => Err(failure),
            })
        })
    }

    /// Waits for the answer as long as pages go on being done and nobody asks to stop; tells in words when it
    /// took too long.
    fn wait_for_answer(
        &self,
        receive: &mpsc::Receiver<Output>,
        wait: Duration,
        wait_total: Duration,
        watcher: &dyn Watcher,
    ) -> std::result::Result<Output, Failure> {
        let began = Instant::now();
        let (mut until, mut pages) = (wait, 0);
        loop {
            let rest = until.saturating_sub(began.elapsed());
            if watcher.cancelled() {
                return Err(Failure::Stopped);
            }
            match receive.recv_timeout(rest.min(config::CHILD_STOP_POLL)) {
                Ok(Output::Page) => {
                    pages += 1;
                    until = until.max(began.elapsed().saturating_add(self.limits.wait_per_page)).min(wait_total);
                }
                Ok(output) => return Ok(output),
                Err(RecvTimeoutError::Timeout) if !rest.is_zero() => {}
                Err(_) => {
                    let seconds = began.elapsed().as_secs().max(1);
                    let after =
                        if pages > 0 { format!(" (page {pages} was the last one done)") } else { String::new() };
                    return Err(outgrown(&format!("took longer than {seconds} seconds{after}")).into());
                }
            }
        }
    }

    fn start(&self) -> Result<Child> {
        let mut command = Command::new(&self.exe);
        command.arg(VERB).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env_clear().env("LANG", "C.UTF-8").env("OMP_THREAD_LIMIT", "1");
        // Each further arena of glibc's allocator takes 64 MB out of the address space the child may use.
        command.env("MALLOC_ARENA_MAX", "2");
        for passed in ["TESSDATA_PREFIX", "LD_LIBRARY_PATH", "SystemRoot"] {
            if let Some(value) = std::env::var_os(passed) {
                command.env(passed, value);
            }
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map_err(|error| Error::Child(format!("{} could not be started: {error}", self.exe.display())))
    }
}

/// Why a child gave no answer.
enum Failure {
    /// The document or its reader is at fault.
    Found(Problem),
    /// The user asked to stop.
    Stopped,
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure::Found(problem)
    }
}

/// What came out of a child's standard output.
enum Output {
    /// A page is done, and more is to come.
    Page,
    Answer(Box<Answer>),
    /// It ended before the answer did.
    Cut,
    TooLong,
    Garbled,
}

fn read_answer(mut stdout: impl Read, output_bytes: u64, mut page_done: impl FnMut()) -> Output {
    let mut magic = [0; 8];
    for page in 0.. {
        if stdout.read_exact(&mut magic).is_err() {
            return Output::Cut;
        }
        if &magic != PAGE_DONE || page > config::PAGES_MAX {
            break;
        }
        page_done();
    }
    if &magic != MAGIC {
        return Output::Garbled;
    }
    let mut length = [0; 8];
    if stdout.read_exact(&mut length).is_err() {
        return Output::Cut;
    }
    let length = u64::from_le_bytes(length);
    // An answer that is only a finding may be longer than a very small limit.
    if length > output_bytes.max(4096) {
        return Output::TooLong;
    }
    let mut payload = Vec::new();
    match stdout.take(length).read_to_end(&mut payload) {
        Ok(read) if read as u64 == length => {}
        _ => return Output::Cut,
    }
    postcard::from_bytes(&payload).map_or(Output::Garbled, |answer| Output::Answer(Box::new(answer)))
}

/// Reads the stream to its end, so that its writer never blocks, and keeps the beginning.
fn read_some(mut stream: impl Read) -> String {
    let mut kept = Vec::new();
    let read = (&mut stream).take(config::CHILD_STDERR_BYTES_MAX).read_to_end(&mut kept);
    if read.is_ok() {
        // What is thrown away here was never meant for anyone.
        let _ = io::copy(&mut stream, &mut io::sink());
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Waits a short while for a child that has closed its output; returns whether it ended by itself.
#[cfg(unix)]
fn wait_for_exit(child: &Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return false };
    let deadline = Instant::now() + config::CHILD_EXIT_WAIT_MAX;
    // The exit is looked at and left in place: while the child is not reaped its group's number is its own.
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    while Instant::now() < deadline {
        match waitid(WaitId::Pid(pid), look) {
            Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            Ok(Some(_)) => return true,
            Err(_) => return false,
        }
    }
    false
}

#[cfg(not(unix))]
fn wait_for_exit(_child: &Child) -> bool {
    std::thread::sleep(config::CHILD_EXIT_WAIT_MAX.min(Duration::from_millis(200)));
    true
}

/// Kills the child with all of its group and returns how it ended.
fn end(child: &mut Child) -> Option<ExitStatus> {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // Fails only when all of it has ended already.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    child.wait().ok()
}

/// Tells from a child's end why it gave no answer.
fn why(status: Option<ExitStatus>, words: &str) -> Problem {
    // The allocators of Rust and C++ say this and abort; there is no other sign of it.
    if words.contains("memory allocation of") || words.contains("bad_alloc") {
        return outgrown("needed more memory than Legajo allows for one document");
    }
    #[cfg(unix)]
    let signal = status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status));
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    const KILLED: i32 = 9;
    const TIME_USED_UP: i32 = 24;
    match (signal, status.and_then(|status| status.code())) {
        (Some(KILLED), _) => outgrown("was ended by the system, most likely for lack of memory"),
        (Some(TIME_USED_UP), _) => outgrown("used up the processor time that Legajo allows for one document"),
        (Some(signal), _) => failed(&format!("crashed (signal {signal})")),
        (None, Some(code)) => failed(&format!("ended without an answer (exit code {code})")),
        (None, None) => failed("ended without an answer"),
    }
}

fn outgrown(what: &str) -> Problem {
    let message = format!("The reader of this file {what} and was stopped. Try splitting the file or saving it anew.");
    Problem::document(ProblemCode::LimitReached, message)
}

fn failed(what: &str) -> Problem {
    let message = format!("The reader of this file {what}. Try saving the file anew in the program that made it.");
    Problem::document(ProblemCode::ReaderFailed, message)
}

fn garbled() -> Problem {
    failed("gave an answer that makes no sense")
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// Makes a shell script stand for the reading child.
    fn reader(place: &tempfile::TempDir, script: &str) -> Reader {
        let exe = place.path().join("reader");
        std::fs::write(&exe, format!("#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")).unwrap();
        std::fs::set_permissions(&exe, std::fs::Permissions::from_mode(0o700)).unwrap();
        let (wait, wait_per_page) = (Duration::from_millis(1500), Duration::from_millis(1000));
        let limits = Limits { wait, wait_per_page, output_bytes: 1 << 20, ..Limits::default() };
        Reader::new(exe).with_limits(limits)
    }

    fn read_by(script: &str) -> (Problem, Duration) {
        let place = tempfile::tempdir().unwrap();
        let reader = reader(&place, script);
        let began = Instant::now();
        let bytes = vec![b'x'; 300_000];
        let read = reader.read("a.txt", &bytes, &Options::default()).unwrap();
        assert!(read.text.is_empty());
        (read.problems.into_iter().next().unwrap(), began.elapsed())
    }

    #[test]
    fn whatever_a_child_does_is_a_finding() {
        let long = r"printf 'LEGAJO\000\001\377\377\377\377\377\377\377\177'; cat /dev/zero";
        let short = r"printf 'LEGAJO\000\001\377\000\000\000\000\000\000\000abc'";
        let nonsense = r"printf 'LEGAJO\000\001\003\000\000\000\000\000\000\000\377\377\377'";
        let pages = r"for page in 1 2 3 4 5 6; do sleep 0.5; printf 'LEGAJO\000P'; done; sleep 60";
        let cases = [
            ("exit 101", ProblemCode::ReaderFailed, "exit code 101"),
            ("kill -SEGV $$", ProblemCode::ReaderFailed, "signal 11"),
            ("kill -KILL $$", ProblemCode::LimitReached, "lack of memory"),
            ("echo 'memory allocation of 9 bytes failed' >&2; kill -ABRT $$", ProblemCode::LimitReached, "memory"),
            ("while :; do :; done", ProblemCode::LimitReached, "longer than"),
            ("sleep 60 & sleep 60", ProblemCode::LimitReached, "longer than"),
            ("exec cat /dev/zero", ProblemCode::ReaderFailed, "no sense"),
            ("yes >&2 & exit 3", ProblemCode::ReaderFailed, "exit code 3"),
            (long, ProblemCode::LimitReached, "more text"),
            (short, ProblemCode::ReaderFailed, "exit code 0"),
            (nonsense, ProblemCode::ReaderFailed, "no sense"),
            ("cat >/dev/null; echo hello there, this is no answer", ProblemCode::ReaderFailed, "no sense"),
            ("exec >&-; sleep 60", ProblemCode::ReaderFailed, "no sense"),
            // Six pages of half a second outlast the first allowance; then no page follows.
            (pages, ProblemCode::LimitReached, "page 6 was the last one done"),
            (r"while printf 'LEGAJO\000P'; do :; done", ProblemCode::ReaderFailed, "no sense"),
        ];
        for (script, code, part) in cases {
            let (problem, took) = read_by(script);
            assert_eq!(problem.code, code, "{script}: {}", problem.message);
            assert!(problem.message.contains(part), "{script}: {}", problem.message);
            assert!(took < Duration::from_secs(8), "{script}: {took:?}");
        }
    }

    #[test]
    fn a_child_that_is_stopped_leaves_no_finding() {
        let busy = r"while printf 'LEGAJO\000P'; do sleep 0.01; done";
        for script in ["sleep 60 & sleep 60", "while :; do :; done", busy] {
            let place = tempfile::tempdir().unwrap();
            let (reader, stop) = (reader(&place, script), crate::progress::Stop::default());
            let (began, asked) = (Instant::now(), stop.clone());
            let asking = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(200));
                asked.stop();
            });
            let read = reader.read_under("a.txt", &vec![b'x'; 300_000], &Options::default(), &stop).unwrap();
            let took = began.elapsed();
            asking.join().unwrap();
            assert_eq!(read, None, "{script}");
            assert!(took < Duration::from_millis(1200), "{script}: {took:?}");
        }
    }

    #[test]
    fn a_child_that_cannot_start_is_an_error() {
        let reader = Reader::new(PathBuf::from("/nowhere/legajo"));
        let error = reader.read("a.txt", b"", &Options::default()).unwrap_err();
        assert_eq!(error.code(), "child");
    }
}
