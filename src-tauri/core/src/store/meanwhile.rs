//! Two connections to one library: what the user asks on one wins over what a sync still has in hand on the other.

use super::*;
use crate::chunk::Language;
use crate::error::{Problem, ProblemCode};
use crate::extract::Extracted;

/// A library seen by two, with a folder and the paths in it; the first of them is still to be read.
struct Two {
    sync: Store,
    user: Store,
    file: FileRow,
    _place: tempfile::TempDir,
}

fn two() -> Two {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("library.db");
    let mut sync = Store::open(&path).unwrap();
    let user = Store::open(&path).unwrap();
    sync.add_folder("/docs", None).unwrap();
    let folder_id = sync.folders().unwrap()[0].id;
    let file = FileRow {
        path: "/docs/a.eml".to_owned(),
        folder_id,
        parent: None,
        size: 1,
        mtime_ns: 1,
        ctime_ns: 1,
        inode: 1,
        status: Status::Pending,
        document_id: None,
        hashed: String::new(),
    };
    sync.put_files(std::slice::from_ref(&file), "1").unwrap();
    Two { sync, user, file, _place: place }
}

fn attachment(file: &FileRow) -> FileRow {
    FileRow { path: format!("{}/b.txt", file.path), parent: Some(file.path.clone()), ..file.clone() }
}

fn put(store: &mut Store, file: &FileRow, sha256: &str) -> Option<i64> {
    let document = NewDocument {
        sha256,
        format: "eml",
        name: "a",
        title: "",
        opening: "",
        language: Language::Other,
        date: None,
        versions: &[],
        amends: false,
        extracted: &Extracted::default(),
        passages: &[],
    };
    store.put_document(&document, &FileRow { status: Status::Indexed, ..file.clone() }).unwrap()
}

/// Has the user do `asked` and checks that no write of the sync then changes anything.
fn check(what: &str, asked: impl FnOnce(&mut Store, &FileRow)) {
    let Two { mut sync, mut user, file, .. } = two();
    asked(&mut user, &file);
    let audit = |store: &Store| store.rows("", "SELECT count(*) FROM audit", [], |row| row.get::<_, i64>(0)).unwrap();
    let before = (audit(&sync), sync.generation().unwrap(), sync.files().unwrap());
    let problem = Problem::document(ProblemCode::Unreachable, "gone");
    for row in [file.clone(), attachment(&file)] {
        assert_eq!(put(&mut sync, &row, "1"), None, "{what}: {}", row.path);
        assert!(!sync.put_copy(&row).unwrap(), "{what}: {}", row.path);
        assert!(!sync.put_unread(&row, &problem).unwrap(), "{what}: {}", row.path);
    }
    assert_eq!(before, (audit(&sync), sync.generation().unwrap(), sync.files().unwrap()), "{what}");
    sync.put_files(&[FileRow { size: 2, ..file }], "1").unwrap();
    let pending = sync.files().unwrap().iter().filter(|file| file.status == Status::Pending).count();
    assert_eq!((pending, sync.documents().unwrap().len()), (usize::from(what.contains("anew")), 0), "{what}");
}

#[test]
fn what_the_user_removes_or_excludes_meanwhile_stays_out() {
    check("the folder is removed", |user, _| assert!(user.remove_folder("/docs").unwrap()));
    check("the file is excluded", |user, file| user.exclude(&file.path).unwrap());
    check("all of the folder is excluded", |user, _| user.exclude("/docs").unwrap());
    check("the path is forgotten and may come anew", |user, file| {
        user.remove_files(std::slice::from_ref(&file.path)).unwrap()
    });
}

#[test]
fn a_folder_made_anew_is_another_folder() {
    let Two { mut sync, mut user, file, .. } = two();
    user.add_folder("/other", None).unwrap(); // Keeps the first number from being given again.
    user.remove_folder("/docs").unwrap();
    user.add_folder("/docs", None).unwrap();
    let folder_id = user.folders().unwrap()[0].id;
    user.put_files(&[FileRow { folder_id, ..file.clone() }], "1").unwrap();
    assert_eq!(put(&mut sync, &file, "1"), None);
    assert!(put(&mut sync, &FileRow { folder_id, ..file }, "1").is_some());
}

#[test]
fn what_is_still_wanted_is_written() {
    let Two { mut sync, mut user, file, .. } = two();
    let inside = attachment(&file);
    user.exclude(&format!("{}/c.txt", file.path)).unwrap();
    let kept_out = FileRow { path: format!("{}/c.txt", file.path), ..inside.clone() };
    assert!(put(&mut sync, &file, "1").is_some());
    assert!(put(&mut sync, &inside, "2").is_some());
    assert_eq!(put(&mut sync, &kept_out, "3"), None);
    assert_eq!(sync.children(&file.path).unwrap().len(), 1);
    // Other content has other attachments.
    assert!(put(&mut sync, &file, "4").is_some());
    assert_eq!(sync.children(&file.path).unwrap(), []);
    assert_eq!(sync.documents().unwrap().len(), 1);
}

#[test]
fn a_document_that_goes_meanwhile_is_not_copied() {
    let Two { mut sync, mut user, file, .. } = two();
    let id = put(&mut sync, &file, "1");
    let copy = FileRow { path: "/docs/copy.eml".to_owned(), ..file.clone() };
    sync.put_files(std::slice::from_ref(&copy), "1").unwrap();
    user.exclude(&file.path).unwrap();
    assert!(!sync.is_searchable(id.unwrap()).unwrap());
    assert!(!sync.put_copy(&FileRow { document_id: id, ..copy }).unwrap());
    assert_eq!(sync.name_title_and_text(id.unwrap()).unwrap(), None);
    sync.put_vectors(1, &[(vec![0; 16], vec![1.0])]).unwrap();
    assert_eq!(sync.rows("", "SELECT count(*) FROM vector", [], |row| row.get::<_, i64>(0)).unwrap(), [0]);
}
