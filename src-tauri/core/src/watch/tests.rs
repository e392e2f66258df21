//! The watch with real files and short intervals. When a signal is due is tested in `pulse`.

use super::*;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;

const QUIET: Duration = Duration::from_millis(100);
/// Far longer than any signal here takes.
const SOON: Duration = Duration::from_secs(10);

/// A watch over `folders` that has told its first comparison, and its signals.
fn watch(folders: &[&Path], leave_out: &Path) -> (Watch, Receiver<Signal>, Vec<Unwatched>) {
    let (send, signals) = channel();
    let times = Times { quiet: QUIET, look_every: Duration::from_millis(100), ..Times::default() };
    let watch =
        Watch::start_with(times, &[leave_out.to_owned()], move |signal| send.send(signal).unwrap_or(())).unwrap();
    let unwatched = watch.set_folders(&folders.iter().map(|folder| folder.to_path_buf()).collect::<Vec<_>>());
    assert_eq!(signals.recv_timeout(SOON), Ok(Signal::Compare));
    (watch, signals, unwatched)
}

fn nothing_comes(signals: &Receiver<Signal>, why: &str) {
    assert_eq!(signals.recv_timeout(QUIET * 5), Err(RecvTimeoutError::Timeout), "{why}");
}

#[test]
fn changes_are_heard_once_and_reading_is_not() {
    let place = tempfile::tempdir().unwrap();
    let library = place.path().join("library");
    std::fs::create_dir_all(place.path().join("sub/deep")).unwrap();
    std::fs::create_dir(&library).unwrap();
    let file = place.path().join("sub/deep/a.txt");
    std::fs::write(&file, "old").unwrap();
    let (watch, signals, unwatched) = watch(&[place.path(), &place.path().join("sub")], &library);
    assert_eq!(unwatched, []);
    for _ in 0..20 {
        std::fs::read(&file).unwrap();
        std::fs::read_dir(place.path()).unwrap().count();
    }
    nothing_comes(&signals, "reading");
    std::fs::write(library.join("library.db"), "ours").unwrap();
    nothing_comes(&signals, "the library's own files");
    for n in 0..20 {
        std::fs::write(&file, format!("new {n}")).unwrap();
    }
    assert_eq!(signals.recv_timeout(SOON), Ok(Signal::Changed));
    nothing_comes(&signals, "one signal for many changes");
    let inside = place.path().join("new/newer");
    std::fs::create_dir_all(&inside).unwrap();
    assert_eq!(signals.recv_timeout(SOON), Ok(Signal::Changed));
    std::fs::write(inside.join("b.txt"), "in a new directory").unwrap();
    assert_eq!(signals.recv_timeout(SOON), Ok(Signal::Changed));
    let began = Instant::now();
    drop(watch);
    assert!(began.elapsed() < Duration::from_millis(500), "{:?}", began.elapsed());
    assert_eq!(signals.recv_timeout(SOON), Err(RecvTimeoutError::Disconnected));
}

#[test]
fn a_folder_that_goes_and_comes_is_compared_and_heard_again() {
    let place = tempfile::tempdir().unwrap();
    let (folder, aside) = (place.path().join("folder"), place.path().join("aside"));
    let (watch, signals, unwatched) = watch(&[&folder], Path::new("/nowhere"));
    assert_eq!(unwatched.iter().map(|unwatched| unwatched.why).collect::<Vec<_>>(), [Why::Away]);
    let heard = |why: &str| {
        assert_eq!(signals.recv_timeout(SOON), Ok(Signal::Compare), "{why}");
        assert_eq!(watch.unwatched().len(), usize::from(!folder.exists()), "{why}");
        if folder.exists() {
            std::fs::write(folder.join("a.txt"), why).unwrap();
            assert_eq!(signals.recv_timeout(SOON), Ok(Signal::Changed), "{why}");
        }
        nothing_comes(&signals, why);
    };
    std::fs::create_dir(&folder).unwrap();
    heard("it came");
    std::fs::rename(&folder, &aside).unwrap();
    heard("it was moved away");
    std::fs::rename(&aside, &folder).unwrap();
    heard("it is back");
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    heard("it was made anew");
}

#[test]
fn a_signal_may_call_and_end_the_watch() {
    let place = tempfile::tempdir().unwrap();
    let held: Arc<Mutex<Option<Watch>>> = Arc::default();
    let (send, done) = channel();
    let its = held.clone();
    let watch = Watch::start(&[], move |_| {
        let watch = its.lock().unwrap().take();
        let unwatched = watch.as_ref().map(|watch| watch.set_folders(&[]));
        drop(watch);
        drop(send.send(unwatched));
    });
    let watch = held.lock().unwrap().insert(watch.unwrap()).set_folders(&[place.path().to_owned()]);
    assert_eq!(watch, []);
    assert_eq!(done.recv_timeout(SOON), Ok(Some(Vec::new())));
    assert_eq!(done.recv_timeout(SOON), Err(RecvTimeoutError::Disconnected));
}
