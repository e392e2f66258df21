//! The folders as they stand: which are there, which are listened to, which are not and why.
//!
//! Listening is always begun anew for all folders together. That is a walk over their directories, and
//! in exchange nothing has to be known of what became of the watches below a folder that went away.

use super::{Bell, Unwatched, Why, network};
use crate::config;
use notify::event::{AccessKind, AccessMode, Event, EventKind, MetadataKind, ModifyKind, RenameMode};
use notify::{Config, ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What tells that a folder is the one it was. On a network the number of the directory may change by itself.
type Identity = (u64, u64);

/// One folder.
struct Root {
    path: PathBuf,
    identity: Option<Identity>,
    unwatched: Option<Unwatched>,
}

/// All folders of a watch.
pub(super) struct Roots {
    bell: Arc<Bell>,
    leave_out: Vec<PathBuf>,
    roots: Vec<Root>,
    listener: Option<RecommendedWatcher>,
    /// Whether listening was begun anew for a comparison that is still to be told.
    fresh: bool,
}

impl Roots {
    /// Makes a set without folders, deaf to what happens below `leave_out`.
    pub(super) fn new(bell: Arc<Bell>, leave_out: &[PathBuf]) -> Self {
        Self { bell, leave_out: leave_out.to_vec(), roots: Vec::new(), listener: None, fresh: false }
    }

    /// Takes the folders and listens to them.
    pub(super) fn set(&mut self, folders: &[PathBuf]) {
        let mut folders = folders.to_vec();
        // A folder inside another comes after it, and is heard with it.
        folders.sort();
        folders.dedup();
        self.roots = folders.into_iter().map(|path| Root { path, identity: None, unwatched: None }).collect();
        self.listen();
        self.fresh = true;
    }

    /// Says that what is listened to cannot be relied on.
    pub(super) fn distrust(&mut self) {
        self.fresh = false;
    }

    /// Listens to all folders anew, unless that was done for this very comparison.
    pub(super) fn renew(&mut self) {
        if !std::mem::take(&mut self.fresh) {
            self.listen();
        }
    }

    /// Returns whether a folder has come, gone or been exchanged since it was last listened to.
    pub(super) fn moved(&self) -> bool {
        self.roots.iter().any(|root| {
            let network = root.unwatched.as_ref().is_some_and(|unwatched| unwatched.why == Why::Network);
            identity(&root.path, network) != root.identity
        })
    }

    /// Returns whether a folder that is there cannot be listened to.
    pub(super) fn polled(&self) -> bool {
        self.roots.iter().filter_map(|root| root.unwatched.as_ref()).any(|unwatched| unwatched.why != Why::Away)
    }

    /// Returns the folders that are not listened to, with the reason.
    pub(super) fn unwatched(&self) -> Vec<Unwatched> {
        self.roots.iter().filter_map(|root| root.unwatched.clone()).collect()
    }

    fn listen(&mut self) {
        self.listener = None; // Frees its watches for the new ones.
        let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        let leave_out: Vec<PathBuf> = self.leave_out.iter().map(real).collect();
        let tops: Vec<PathBuf> = self.roots.iter().map(|root| real(&root.path)).collect();
        let mut listener = Err(notify::Error::generic("there is no folder"));
        if !self.roots.is_empty() {
            let (bell, tops) = (self.bell.clone(), tops.clone());
            let heard =
                move |event: notify::Result<Event>| match event.as_ref().map(|event| meaning(event, &leave_out, &tops))
                {
                    Ok(Heard::Nothing) => {}
                    Ok(Heard::Change) => bell.ring(|news| news.changed = true),
                    Ok(Heard::Broken) | Err(_) => bell.ring(|news| news.broken = true),
                };
            listener = RecommendedWatcher::new(heard, Config::default().with_follow_symlinks(false));
        }
        let mut covered: Vec<&Path> = Vec::new();
        for (root, top) in self.roots.iter_mut().zip(&tops) {
            if self.bell.stopped() {
                return;
            }
            let network = network::deaf(&root.path);
            root.identity = identity(&root.path, network.is_some());
            let outcome = match (root.identity, network, &mut listener) {
                (None, ..) => Err(away()),
                (_, Some(name), _) => Err(on_network(name)),
                _ if covered.iter().any(|outer| top.starts_with(outer)) => Ok(()),
                (.., Err(error)) => Err(refused(error)),
                (.., Ok(listener)) => listen_to(listener, top).map_err(|error| refused(&error)),
            };
            if outcome.is_ok() {
                covered.push(top);
            }
            let folder = root.path.clone();
            root.unwatched = outcome.err().map(|(why, message)| Unwatched { folder, why, message });
        }
        self.listener = listener.ok();
    }
}

/// Listens to one folder and all below it, or to none of it.
fn listen_to(listener: &mut RecommendedWatcher, top: &Path) -> notify::Result<()> {
    let mut tries = 1;
    loop {
        let Err(error) = listener.watch(top, RecursiveMode::Recursive) else { return Ok(()) };
        // What was taken on before the fault is given back; it may be nothing.
        let _ = listener.unwatch(top);
        let vanished = match &error.kind {
            ErrorKind::PathNotFound => true,
            ErrorKind::Io(error) => error.kind() == std::io::ErrorKind::NotFound,
            _ => false,
        };
        // A directory may go between being listed and being listened to.
        if !vanished || tries >= config::WATCH_TRIES_MAX || !top.is_dir() {
            return Err(error);
        }
        tries += 1;
    }
}

/// What an event means for the index.
#[derive(Debug, PartialEq, Eq)]
enum Heard {
    Nothing,
    Change,
    /// It is no longer known what happens.
    Broken,
}

/// Tells what an event means. Reading changes nothing, or reading the documents would never come to rest.
fn meaning(event: &Event, leave_out: &[PathBuf], tops: &[PathBuf]) -> Heard {
    if event.need_rescan() {
        return Heard::Broken;
    }
    let goes = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(MetadataKind::AccessTime)) => {
            return Heard::Nothing;
        }
        EventKind::Remove(_) => true,
        EventKind::Modify(ModifyKind::Name(mode)) => mode != RenameMode::To,
        _ => false,
    };
    let left_out = |path: &PathBuf| leave_out.iter().any(|out| path.starts_with(out));
    if !event.paths.is_empty() && event.paths.iter().all(left_out) {
        return Heard::Nothing;
    }
    // One that is at once made anew may have the same identity, and yet nobody listens to it.
    let top_goes = goes && event.paths.iter().any(|path| tops.contains(path));
    if top_goes { Heard::Broken } else { Heard::Change }
}

#[cfg(unix)]
fn identity(path: &Path, network: bool) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_dir)?;
    Some((metadata.dev(), if network { 0 } else { metadata.ino() }))
}

#[cfg(not(unix))]
fn identity(path: &Path, _network: bool) -> Option<Identity> {
    path.is_dir().then_some((0, 0))
}

fn away() -> (Why, String) {
    let message =
        "The folder is not there. Connect the disk or mount the share that holds it; it is then read by itself.";
    (Why::Away, message.to_owned())
}

fn on_network(name: &str) -> (Why, String) {
    let message = format!(
        "The folder lies on {name}, where changes made by others are not announced. It is compared every {} seconds \
         instead.",
        config::WATCH_POLL_EVERY.as_secs()
    );
    (Why::Network, message)
}

/// Puts into words why the system does not listen.
fn refused(error: &notify::Error) -> (Why, String) {
    const TOO_MANY_OPEN: i32 = 24;
    let limit = match &error.kind {
        ErrorKind::MaxFilesWatch => Some(("max_user_watches", "directories", 524_288)),
        ErrorKind::Io(error) if error.raw_os_error() == Some(TOO_MANY_OPEN) => {
            Some(("max_user_instances", "programs", 512))
        }
        _ => None,
    };
    let seconds = config::WATCH_POLL_EVERY.as_secs();
    match limit {
        Some((name, what, ample)) => {
            let message = format!(
                "The system listens to no more {what} for this user (its limit fs.inotify.{name} is reached), so the \
                 folder is compared every {seconds} seconds instead. An administrator can raise the limit: sysctl \
                 fs.inotify.{name}={ample}"
            );
            (Why::LimitReached, message)
        }
        None => {
            let message = format!(
                "The system does not tell what changes in the folder ({error}), so it is compared every {seconds} \
                 seconds instead. Check that all directories in it may be read."
            );
            (Why::Refused, message)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{CreateKind, DataChange, Flag, RemoveKind};

    #[test]
    fn only_what_changes_documents_is_a_change() {
        let check = |kind: EventKind, paths: &[&str], expected: Heard| {
            let event = paths.iter().fold(Event::new(kind), |event, path| event.add_path(path.into()));
            let heard = meaning(&event, &["/docs/.library".into()], &["/docs".into()]);
            assert_eq!(heard, expected, "{kind:?} {paths:?}");
        };
        let data = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        let named = |mode| EventKind::Modify(ModifyKind::Name(mode));
        let access = |kind| EventKind::Access(kind);
        check(data, &["/docs/a.pdf"], Heard::Change);
        check(EventKind::Any, &[], Heard::Change);
        check(EventKind::Create(CreateKind::Folder), &["/docs/sub"], Heard::Change);
        check(access(AccessKind::Close(AccessMode::Write)), &["/docs/a.pdf"], Heard::Change);
        check(access(AccessKind::Close(AccessMode::Read)), &["/docs/a.pdf"], Heard::Nothing);
        check(access(AccessKind::Open(AccessMode::Any)), &["/docs/a.pdf"], Heard::Nothing);
        check(access(AccessKind::Read), &["/docs/a.pdf"], Heard::Nothing);
        check(EventKind::Modify(ModifyKind::Metadata(MetadataKind::AccessTime)), &["/docs/a.pdf"], Heard::Nothing);
        check(EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any)), &["/docs/a.pdf"], Heard::Change);
        check(data, &["/docs/.library/library.db-wal"], Heard::Nothing);
        check(data, &["/docs/.library.pdf"], Heard::Change);
        check(named(RenameMode::Both), &["/docs/.library/a.pdf", "/docs/a.pdf"], Heard::Change);
        check(EventKind::Remove(RemoveKind::Folder), &["/docs"], Heard::Broken);
        check(EventKind::Remove(RemoveKind::Folder), &["/docs/sub"], Heard::Change);
        check(named(RenameMode::From), &["/docs"], Heard::Broken);
        let overflow = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        assert_eq!(meaning(&overflow, &[], &[]), Heard::Broken);
    }

    #[test]
    fn what_is_refused_is_said_in_words() {
        let check = |error: notify::Error, why: Why, part: &str| {
            let said = refused(&error);
            assert_eq!(said.0, why);
            assert!(said.1.contains(part), "{}", said.1);
        };
        check(notify::Error::new(ErrorKind::MaxFilesWatch), Why::LimitReached, "sysctl fs.inotify.max_user_watches=");
        let instances = notify::Error::io(std::io::Error::from_raw_os_error(24));
        check(instances, Why::LimitReached, "sysctl fs.inotify.max_user_instances=");
        let denied = notify::Error::io(std::io::Error::from(std::io::ErrorKind::PermissionDenied));
        check(denied, Why::Refused, "every 30 seconds");
    }
}
