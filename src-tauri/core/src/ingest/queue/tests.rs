//! The queue with a reading child that is slow and fails: its findings are enough to see what becomes
//! of the paths. Whole documents are read in the tests across rooms.

use super::*;
use crate::chunk::Limits;
use std::os::unix::fs::PermissionsExt;

/// Makes a library of `files` (name, content) in `place` and syncs it once with a child that takes `seconds`.
fn sync(place: &Path, files: &[(&str, &str)], seconds: &str) -> (Store, SyncReport) {
    sync_under(place, files, seconds, &Silent)
}

fn sync_under(place: &Path, files: &[(&str, &str)], seconds: &str, watcher: &dyn Watcher) -> (Store, SyncReport) {
    let (exe, folder) = (place.join("reader"), place.join("documents"));
    std::fs::write(&exe, format!("#!/bin/sh\nPATH=/usr/bin:/bin\ncat >/dev/null\nsleep {seconds}\nexit 3\n")).unwrap();
    std::fs::set_permissions(&exe, std::fs::Permissions::from_mode(0o700)).unwrap();
    std::fs::create_dir_all(&folder).unwrap();
    for (name, content) in files {
        std::fs::write(folder.join(name), content).unwrap();
    }
    let mut store = Store::open(&place.join("library.db")).unwrap();
    store.add_folder(&folder.to_string_lossy(), None).unwrap();
    let report = resync_under(&mut store, &Reader::new(exe), Duration::ZERO, watcher);
    (store, report)
}

fn resync(store: &mut Store, reader: &Reader) -> SyncReport {
    resync_under(store, reader, Duration::ZERO, &Silent)
}

fn resync_under(store: &mut Store, reader: &Reader, still_for: Duration, watcher: &dyn Watcher) -> SyncReport {
    let cutting = Cutting { limits: Limits::default(), tokens: &|text| text.chars().count() / 2 };
    let ingest = Ingest {
        reader,
        options: &Options::default(),
        cutting: &cutting,
        leave_out: &[],
        password: &|_| None,
        check_hashes: false,
        still_for,
    };
    ingest.sync(store, watcher).unwrap()
}

/// Has another connection ask something as soon as the files are about to be read.
struct Meanwhile<F>(Mutex<Option<F>>);

impl<F: FnOnce() + Send> Watcher for Meanwhile<F> {
    fn report(&self, _progress: &Progress) {}

    fn cancelled(&self) -> bool {
        if let Some(ask) = self.0.lock().unwrap().take() {
            ask();
        }
        false
    }
}

#[test]
fn what_the_user_asks_during_a_sync_wins() {
    let check = |what: &str, ask: fn(&mut Store, &str), expected: &[Status]| {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("documents").to_string_lossy().into_owned();
        let mut user = Store::open(&place.path().join("library.db")).unwrap();
        let meanwhile = Meanwhile(Mutex::new(Some(|| ask(&mut user, &folder))));
        let files = [("a.txt", "one"), ("b.txt", "two"), ("c.txt", "two")];
        let (store, _) = sync_under(place.path(), &files, "0", &meanwhile);
        let files = store.files().unwrap();
        assert_eq!(files.iter().map(|file| file.status).collect::<Vec<_>>(), expected, "{what}");
        let held: BTreeSet<i64> = files.iter().filter_map(|file| file.document_id).collect();
        assert_eq!(store.documents().unwrap().len(), held.len(), "{what}");
    };
    let (problem, excluded) = (Status::Problem, Status::Excluded);
    check("nothing", |_, _| {}, &[problem; 3]);
    check("remove the folder", |user, folder| assert!(user.remove_folder(folder).unwrap()), &[]);
    let one = |user: &mut Store, folder: &str| user.exclude(&format!("{folder}/b.txt")).unwrap();
    check("exclude one", one, &[problem, excluded, problem]);
    check("exclude all", |user, folder| user.exclude(folder).unwrap(), &[excluded; 3]);
}

#[test]
fn a_file_still_being_written_waits() {
    let place = tempfile::tempdir().unwrap();
    let (mut store, _) = sync(place.path(), &[("a.txt", "old"), ("b.txt", "other")], "0");
    let reader = Reader::new(place.path().join("reader"));
    let path = place.path().join("documents/a.txt");
    let old = store.files().unwrap()[0].document_id;
    std::fs::write(&path, "new").unwrap();
    let hour = Duration::from_secs(3600);
    let a = |store: &Store| store.files().unwrap()[0].clone();
    let report = resync_under(&mut store, &reader, hour, &Silent);
    assert_eq!((report.unsettled, report.read), (1, 0));
    assert_eq!((a(&store).status, a(&store).document_id), (Status::Pending, old));
    // It comes to rest, but is written again just when its turn has come.
    let age = |path: &Path, hours: u32| {
        let time = std::time::SystemTime::now() - hour * hours;
        std::fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
    };
    age(&path, 2);
    let again = Meanwhile(Mutex::new(Some(|| std::fs::write(&path, "newer").unwrap())));
    let report = resync_under(&mut store, &reader, hour, &again);
    assert_eq!((report.unsettled, report.read), (1, 0));
    assert_eq!((a(&store).status, a(&store).document_id), (Status::Pending, old));
    // It is exchanged for another.
    age(&path, 2);
    let gone = Meanwhile(Mutex::new(Some(|| std::fs::remove_file(&path).unwrap())));
    assert_eq!(resync_under(&mut store, &reader, hour, &gone).unsettled, 1);
    std::fs::write(&path, "newest").unwrap();
    age(&path, 2);
    let report = resync_under(&mut store, &reader, hour, &Silent);
    assert_eq!((report.unsettled, report.read), (0, 1));
    assert_ne!(a(&store).document_id, old);
    std::fs::write(&path, "and at last").unwrap();
    let report = resync(&mut store, &reader);
    assert_eq!((report.unsettled, report.read), (0, 1));
}

#[test]
fn a_cancelled_sync_ends_at_once_and_leaves_the_rest_pending() {
    let place = tempfile::tempdir().unwrap();
    let stop = crate::progress::Stop::default();
    let asked = stop.clone();
    let asking = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        asked.stop();
    });
    let began = std::time::Instant::now();
    // Two hold the same, so that one waits for the other.
    let files = [("a.txt", "one"), ("b.txt", "one"), ("c.txt", "two"), ("d.txt", "three")];
    let (store, report) = sync_under(place.path(), &files, "60", &stop);
    let took = began.elapsed();
    asking.join().unwrap();
    assert!(took < Duration::from_millis(1500), "{took:?}");
    assert_eq!((report.seen, report.read, report.unread, report.unsettled), (4, 0, 0, 0));
    for file in store.files().unwrap() {
        assert_eq!(file.status, Status::Pending, "{file:?}");
        assert_eq!(store.problems_of(&file.path, file.document_id).unwrap(), []);
    }
}

#[test]
fn equal_files_read_at_once_are_one_document_after_one_sync() {
    let place = tempfile::tempdir().unwrap();
    let (store, report) = sync(place.path(), &[("a.txt", "same"), ("b.txt", "same"), ("c.txt", "other")], "0.3");
    let files = store.files().unwrap();
    assert!(files.iter().all(|file| file.status == Status::Problem), "{files:#?}");
    assert!(files[0].document_id.is_some());
    assert_eq!(files[0].document_id, files[1].document_id);
    assert_ne!(files[0].document_id, files[2].document_id);
    assert_eq!((report.seen, report.read, report.known), (3, 2, 1));
}

#[test]
fn content_that_moves_to_another_path_while_it_is_swept_is_read() {
    let place = tempfile::tempdir().unwrap();
    let (mut store, _) = sync(place.path(), &[("a.txt", "first")], "0");
    let folder = place.path().join("documents");
    std::fs::write(folder.join("a.txt"), "second, and longer").unwrap();
    std::fs::write(folder.join("b.txt"), "first").unwrap();
    resync(&mut store, &Reader::new(place.path().join("reader")));
    let files = store.files().unwrap();
    assert!(files.iter().all(|file| file.status == Status::Problem && file.document_id.is_some()), "{files:#?}");
    assert_ne!(files[0].document_id, files[1].document_id);
}
