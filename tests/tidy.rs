//! What every file of the repository keeps to: the floors of the engine, the top level, lengths,
//! and words that must not stand anywhere.
//!
//! In goes what git tracks or would track, out come all faults at once, each with file and line.
//! Format, lints and licences are other tools' business (`./dev check`).

#![allow(clippy::expect_used, clippy::string_slice, reason = "a test fails loudly")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The rooms of the engine, lowest floor first (`docs/architecture.md`, "Rooms"). A room imports only
/// from lower floors. `config` and `progress` stand at the bottom, since every room needs its limits
/// and none is needed by them.
const FLOORS: &[&[&str]] = &[
    &["span", "error", "config", "progress"],
    &["chunk", "quote", "extract", "ocr", "terms", "lexicon", "draft", "store", "audit", "vectors", "secrets"],
    &["models", "export"],
    &["ground", "search", "ingest", "watch"],
    &["ask", "review"],
    &["library", "eval"],
    &["main", "cli", "lib"],
];

/// The only arrows between rooms of one floor: from, to, why.
const NEIGHBOURS: &[(&str, &str, &str)] = &[
    ("extract", "ocr", "a reader hands its drawn page to Tesseract and keeps what comes back"),
    ("chunk", "extract", "passages are cut from a reader's text and marks"),
    ("terms", "chunk", "a stem depends on the passage's language"),
    ("lexicon", "chunk", "a name of a concept is in a language"),
    ("lexicon", "terms", "a name of a concept is compared by its stems"),
    ("store", "chunk", "what is stored is passages"),
    ("store", "extract", "what is stored is what a reader found"),
    ("store", "vectors", "a vector is known by the hash of what was embedded"),
    ("eval", "library", "what is measured is what a user gets"),
    ("main", "cli", "the executable is the command line behind the reading child"),
];

/// What may open a socket, and where it may stand.
const SOCKETS: &[&str] = &["std::net", "std::os::unix::net", "tokio::net", "reqwest", "hyper::", "ureq", "TcpStream"];
const SOCKET_ROOM: &str = "models";

/// All that may stand at the top level.
const TOP: &[&str] = &["Cargo.toml", "Cargo.lock", "README.md", "tauri.conf.json", "dev"];
const TOP_FOLDERS: &[&str] = &["src-tauri", "ui", "assets", "tests", "docs"];

const FILE_BYTES_MAX: u64 = 5 << 20;
const LINES_MAX: usize = 500;
const LINES_NOTICE: usize = 350;

/// One file as git names it.
struct Tracked {
    path: String,
    bytes: u64,
    /// Its text; `None` where it is not UTF-8 and so no text.
    text: Option<String>,
}

impl Tracked {
    fn ends_with(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }

    /// Returns the numbered lines of its text, from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.iter().flat_map(|text| text.lines().enumerate()).map(|(index, line)| (index + 1, line))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns what git tracks and what it would track if it were added.
fn tracked() -> Vec<Tracked> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"])
        .current_dir(root())
        .output()
        .expect("git must be there: it names the repository's files");
    assert!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).expect("file names are UTF-8");
    // A file that is deleted but not yet committed is still named.
    names.split_terminator('\0').filter_map(read).collect()
}

fn read(path: &str) -> Option<Tracked> {
    let bytes = std::fs::read(root().join(path)).ok()?;
    Some(Tracked { path: path.to_owned(), bytes: bytes.len() as u64, text: String::from_utf8(bytes).ok() })
}

/// Fails with all faults at once.
fn none(rule: &str, faults: &[String]) {
    assert!(faults.is_empty(), "{rule}\n{}\n", faults.join("\n"));
}

#[test]
fn rooms_import_only_from_lower_floors() {
    let mut faults = Vec::new();
    for file in tracked() {
        let Some(room) = room_of(&file.path) else { continue };
        if floor(room).is_none() {
            faults.push(format!("{}: room `{room}` stands on no floor: add it to FLOORS", file.path));
        }
        for (line, other) in imports(&file) {
            if let Some(fault) = fault_of(room, &other) {
                faults.push(format!("{}:{line}: {fault}", file.path));
            }
        }
    }
    none("A room imports only from lower floors.", &faults);
}

fn room_of(path: &str) -> Option<&str> {
    let inside = path.strip_prefix("src-tauri/core/src/")?.strip_suffix(".rs")?;
    inside.split('/').next()
}

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

fn fault_of(room: &str, other: &str) -> Option<String> {
    let (here, there) = (floor(room)?, floor(other)?);
    let neighbours = NEIGHBOURS.iter().any(|&(from, to, _)| (from, to) == (room, other));
    (room != other && here <= there && !neighbours).then(|| format!("`{room}` imports from `{other}`"))
}

/// Returns the rooms that a file names by `crate::ROOM` or `crate::{ROOM, …}`, with the line.
fn imports(file: &Tracked) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // A brace list may run over lines, so the rest of the text is looked at from each `crate::` on.
    let mut code = String::new();
    for (_, line) in file.lines() {
        code.push_str(if line.trim_start().starts_with("//") { "" } else { line });
        code.push('\n');
    }
    for name in ["crate::", "legajo_core::"] {
        for (at, _) in code.match_indices(name) {
            let line = code[..at].matches('\n').count() + 1;
            found.extend(named_rooms(&code[at + name.len()..]).into_iter().map(|room| (line, room)));
        }
    }
    found
}

/// Returns the first names of a path, or of each path of a brace list.
fn named_rooms(rest: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    let Some(list) = rest.strip_prefix('{') else { return vec![word(rest)] };
    let (mut depth, mut rooms, mut start) = (0, Vec::new(), 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                rooms.push(word(list[start..at].trim_start()));
                start = at + 1;
            }
            _ => {}
        }
        if letter == '}' && start == at + 1 {
            break;
        }
    }
    rooms
}

#[test]
fn the_reader_of_imports_sees_lists_and_paths() {
    let check = |rest: &str, expected: &[&str]| assert_eq!(named_rooms(rest), expected, "{rest}");
    check("chunk::Language;", &["chunk"]);
    check("{chunk::{Language, Passage}, span::Span};", &["chunk", "span"]);
    check("{\n    error::Result,\n    store,\n}; crate", &["error", "store", ""]);
    assert!(fault_of("chunk", "search").is_some());
    assert!(fault_of("search", "chunk").is_none());
    assert!(fault_of("store", "chunk").is_none());
    assert!(fault_of("vectors", "store").is_some());
}

#[test]
fn only_models_opens_sockets() {
    let mut faults = Vec::new();
    for file in tracked() {
        let in_room = room_of(&file.path) == Some(SOCKET_ROOM);
        if in_room || !file.path.starts_with("src-tauri/") || !file.ends_with(&[".rs"]) {
            continue;
        }
        let code = file.lines().filter(|(_, line)| !line.trim_start().starts_with("//"));
        for (line, text) in code {
            for socket in SOCKETS.iter().filter(|socket| text.contains(**socket)) {
                faults.push(format!("{}:{line}: `{socket}`", file.path));
            }
        }
    }
    none("Only `models` opens a socket.", &faults);
}

#[test]
fn the_top_level_is_fixed() {
    let allowed = |path: &str| match path.split_once('/') {
        Some((folder, _)) => folder.starts_with('.') || TOP_FOLDERS.contains(&folder),
        None => path.starts_with('.') || path.starts_with("LICENSE-") || TOP.contains(&path),
    };
    let faults: Vec<_> = tracked().into_iter().map(|file| file.path).filter(|path| !allowed(path)).collect();
    none("Nothing else stands at the top level.", &faults);
}

#[test]
fn files_are_short() {
    let (mut faults, mut notices) = (Vec::new(), String::new());
    for file in tracked() {
        if file.bytes > FILE_BYTES_MAX {
            faults.push(format!("{}: {} bytes, at most {FILE_BYTES_MAX}", file.path, file.bytes));
        }
        if !file.ends_with(&[".rs", ".ts", ".svelte", ".mjs", ".py"]) || file.path.starts_with("ui/src/generated/") {
            continue;
        }
        let lines = file.lines().count();
        if lines > LINES_MAX {
            faults.push(format!("{}: {lines} lines, at most {LINES_MAX}: look for two nouns", file.path));
        } else if lines > LINES_NOTICE {
            let _ = writeln!(notices, "notice: {} has {lines} lines", file.path);
        }
    }
    print!("{notices}");
    none("Files are short.", &faults);
}

#[test]
fn every_rust_file_says_what_it_is_for() {
    let faults: Vec<_> = tracked()
        .into_iter()
        .filter(|file| file.ends_with(&[".rs"]) && !file.text.as_ref().is_some_and(|text| text.starts_with("//! ")))
        .map(|file| format!("{}:1: no `//!`", file.path))
        .collect();
    none("Every Rust file opens with what it is for.", &faults);
}

#[test]
fn every_limit_says_why() {
    let mut faults = Vec::new();
    for file in tracked().into_iter().filter(|file| file.path == "src-tauri/core/src/config.rs") {
        let mut before = "";
        for (line, text) in file.lines() {
            if text.starts_with("pub const") && !before.starts_with("///") {
                faults.push(format!("{}:{line}: {text}", file.path));
            }
            before = text;
        }
    }
    none("Every limit has a sentence.", &faults);
}

/// Words that must stand nowhere, put together here so that this file does not hold them: hosts of
/// package registries (a mirror must do as well), and folders of one developer's machine.
fn forbidden() -> Vec<String> {
    let hosts = [["crates", "io"], ["pypi", "org"], ["pythonhosted", "org"], ["npmjs", "org"], ["npmjs", "com"]];
    let folders = ["work", "farm", "root"];
    hosts
        .iter()
        .map(|parts| parts.join("."))
        .chain([["deb", "debian", "org"].join(".")])
        .chain(folders.iter().map(|folder| format!("/{folder}/")))
        .collect()
}

#[test]
fn no_registry_and_no_machine_is_named() {
    let words = forbidden();
    let mut faults = Vec::new();
    // Cargo writes its registry's name into its lock file and cannot leave it out.
    for file in tracked().into_iter().filter(|file| file.path != "Cargo.lock") {
        for (line, text) in file.lines() {
            for word in words.iter().filter(|word| stands_in(text, word)) {
                faults.push(format!("{}:{line}: `{word}`", file.path));
            }
        }
    }
    none("No registry's host and no folder of one machine is named.", &faults);
}

/// Returns whether `word` stands in `text`; a folder only where it begins a path, as in `"/bin/`.
fn stands_in(text: &str, word: &str) -> bool {
    let begins = |at: usize| !text[..at].ends_with(|last: char| last.is_alphanumeric() || "._-}$~/".contains(last));
    text.match_indices(word).any(|(at, _)| !word.starts_with('/') || begins(at))
}
