//! A library of schema version 1, kept as it was made, opens with today's program: nothing is read
//! again, and its questions are answered with quotes on their page.
//!
//! In goes a copy of `golden/library-v1`, which `golden/make.py` made; its paths are moved to where the
//! copy lies, as when a library came with its documents from another computer. What a newer schema
//! gets is tested in the store.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

mod support;

use rusqlite::Connection;
use std::path::{Path, PathBuf};
use support::{Library, list, word};

/// The directory in which the library was made.
const MADE_IN: &str = "/tmp/legajo-golden";
const CONTRACT: &str = "Contrato línea de envasado - Ingeniería Valdeárbol (firmado).pdf";
const ADDENDUM: &str = "Adenda nº 1 - Ingeniería Valdeárbol.docx";
const QUESTION: &str = "¿Qué penalización por retraso tiene el contrato con Ingeniería Valdeárbol?";

/// Copies the golden library and its documents, and returns the library with the documents' folder.
fn copy(name: &str) -> (Library, PathBuf) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/library-v1");
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if place.exists() {
        std::fs::remove_dir_all(&place).expect("removing the copy of an earlier run");
    }
    let (documents, library) = (place.join("documents"), place.join("library"));
    for directory in [&documents, &library] {
        std::fs::create_dir_all(directory).expect("a directory can be made");
    }
    for name in [CONTRACT, ADDENDUM] {
        std::fs::copy(golden.join("documents").join(name), documents.join(name)).expect("a document is copied");
    }
    std::fs::copy(golden.join("library.db"), library.join("library.db")).expect("the database is copied");
    move_paths(&library.join("library.db"), &place).expect("the paths are moved");
    (Library::at(library), documents)
}

fn move_paths(database: &Path, place: &Path) -> rusqlite::Result<()> {
    let connection = Connection::open(database)?;
    for table in ["folder", "file"] {
        let sql = format!("UPDATE {table} SET path = replace(path, ?1, ?2)");
        assert!(connection.execute(&sql, (MADE_IN, place.to_string_lossy()))? > 0, "no path in {table}");
    }
    Ok(())
}

#[test]
fn a_library_of_version_1_serves_as_it_is() {
    let (library, documents) = copy("golden-serves");
    library.check_ledger(&documents);
    let status = library.json(&["status"]);
    let pages: Vec<_> = list(&status, "documents").iter().map(|row| &row["pages"]).collect();
    assert!(pages.iter().any(|pages| pages.as_u64().is_some_and(|count| count > 1)), "{status}");

    let found = library.json(&["search", QUESTION]);
    let paths: Vec<_> = list(&found, "hits").iter().map(|hit| Path::new(word(hit, "path"))).collect();
    for name in [CONTRACT, ADDENDUM] {
        assert!(paths.contains(&&*documents.join(name)), "{name} is not found: {paths:?}");
    }

    let answer = library.json(&["ask", QUESTION]);
    let citations: Vec<_> = list(&answer, "claims").iter().flat_map(|claim| list(claim, "citations")).collect();
    let of_contract = |path: &str| Path::new(path) == documents.join(CONTRACT);
    let citation =
        citations.iter().find(|citation| of_contract(word(citation, "path"))).expect("the contract is cited");
    let (quote, page) = (word(citation, "quote"), citation["page"].as_u64().expect("a PDF has pages"));
    let text = library.json(&["text", word(citation, "path"), "--page", &page.to_string()]);
    assert!(word(&text, "text").contains(quote), "page {page} does not hold «{quote}»");

    let picture = library.directory().join("page.png");
    let (path, page) = (word(citation, "path"), page.to_string());
    library.run(&["page", path, &page, "--quote", quote, "--png", &picture.to_string_lossy()]);
    assert!(std::fs::metadata(&picture).expect("the picture is there").len() > 1000);
}

#[test]
fn a_library_of_version_1_is_not_read_again() {
    let (library, documents) = copy("golden-syncs");
    // The copies have times of their own, which a sync notes.
    let status = || {
        let mut status = library.json(&["status"]);
        for document in status["documents"].as_array_mut().expect("a list") {
            document.as_object_mut().expect("a row").remove("modified_ms");
        }
        status
    };
    let before = status();
    let report = library.json(&["sync"]);
    assert_eq!(report["sync"]["read"], 0, "{report}");
    assert_eq!(status(), before);
    library.check_ledger(&documents);
}
