//! What tests of the command line share: the executable, its libraries, its machine output, and where
//! the development data lies.
#![allow(dead_code, reason = "each test takes what it needs")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A library in a directory of its own, made anew.
pub(crate) struct Library(PathBuf);

impl Library {
    /// Makes the library `name` and reads `folder` into it.
    pub(crate) fn read(name: &str, folder: &Path) -> Self {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if directory.exists() {
            std::fs::remove_dir_all(&directory).expect("removing the library of an earlier run");
        }
        let library = Self(directory);
        library.run(&["folder", "add", &folder.to_string_lossy()]);
        library.run(&["sync"]);
        library
    }

    /// Takes the library that lies in `directory`, as it is.
    pub(crate) fn at(directory: PathBuf) -> Self {
        Self(directory)
    }

    /// Returns the library's directory.
    pub(crate) fn directory(&self) -> &Path {
        &self.0
    }

    /// Returns the executable, set to this library, without a verb.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(executable());
        command.arg("--library").arg(&self.0);
        command
    }

    /// Returns the standard output of a verb, which must succeed.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        let output = self.command().args(arguments).output().expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "legajo {arguments:?}: {}\n{stderr}", output.status);
        String::from_utf8(output.stdout).expect("the output is UTF-8")
    }

    /// Returns the machine output of a verb.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[&["--json"], arguments].concat());
        serde_json::from_str(&output).unwrap_or_else(|fault| panic!("legajo {arguments:?}: {fault}\n{output}"))
    }

    /// Fails unless every file under `folder` has a row in the ledger, and every row is final and, where
    /// nothing could be read, says why.
    pub(crate) fn check_ledger(&self, folder: &Path) {
        let status = self.json(&["status"]);
        let rows = list(&status, "documents");
        for row in rows {
            let (state, problems) = (word(row, "status"), list(row, "problems"));
            assert!(matches!(state, "indexed" | "problem"), "not final: {row}");
            assert!(state != "problem" || !problems.is_empty(), "a problem without a reason: {row}");
            assert!(problems.iter().all(|problem| !word(problem, "message").is_empty()), "{row}");
        }
        let paths: Vec<_> = rows.iter().map(|row| Path::new(word(row, "path"))).collect();
        let missing: Vec<_> = files_under(folder).into_iter().filter(|file| !paths.contains(&&**file)).collect();
        assert!(missing.is_empty(), "not in the ledger: {missing:#?}");
    }
}

/// Returns the executable of the same profile as this test.
pub(crate) fn executable() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own path");
    let profile = test.parent().and_then(Path::parent).expect("a test lies in PROFILE/deps");
    let legajo = profile.join(format!("legajo{}", std::env::consts::EXE_SUFFIX));
    assert!(legajo.exists(), "{} is not there: build the workspace first, as `./dev test` does", legajo.display());
    legajo
}

/// Returns the development data's folder `name`, or says that the test is skipped.
pub(crate) fn data(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let data = std::env::var_os("LEGAJO_DATA").map_or_else(beside, PathBuf::from).join(name);
    let found = data.canonicalize().ok();
    if found.is_none() {
        println!("skipped: no {} (set LEGAJO_DATA to the development data)", data.display());
    }
    found
}

/// Returns the list under `key`.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("`{key}` is no list in {value}"))
}

/// Returns the text under `key`.
pub(crate) fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("`{key}` is no text in {value}"))
}

/// Returns the files under `folder`, hidden ones and Word's lock files left out, as a library does.
pub(crate) fn files_under(folder: &Path) -> Vec<PathBuf> {
    let is_left_out = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with('.') || name.starts_with("~$")
    };
    let entries = std::fs::read_dir(folder).expect("the folder can be listed");
    entries
        .map(|entry| entry.expect("an entry can be read").path())
        .filter(|path| !is_left_out(path))
        .flat_map(|path| if path.is_dir() { files_under(&path) } else { vec![path] })
        .collect()
}
