//! Taking files and folders in: copied into the library's own folder, or linked where they lie.

use crate::shelf::Shelf;
use legajo_core::error::{Error, Result};
use std::path::{Path, PathBuf};

/// Takes in what the user chose, dropped or opened.
///
/// # Errors
/// When one cannot be taken in; those before it stay taken in.
pub(crate) fn take_in(shelf: &Shelf, paths: &[PathBuf], copied: bool) -> Result<()> {
    for path in paths {
        shelf.offered(path)?;
        match (copied, path.is_dir()) {
            (true, _) => {
                let inbox = inbox(shelf)?;
                copy(path, &inbox)?;
            }
            (false, true) => {
                shelf.look(|library| library.add_folder(path, None))?;
            }
            (false, false) => {
                shelf.look(|library| library.link_file(path))?;
            }
        }
    }
    Ok(())
}

/// Copies the sample case file into the library's directory and adds it, so that the user may change it at will.
///
/// # Errors
/// When it is missing from the installation or cannot be copied.
pub(crate) fn sample(shelf: &Shelf) -> Result<()> {
    let from = shelf.resource("sample")?;
    let to = shelf.directory.join("sample");
    if !to.exists() {
        std::fs::create_dir_all(&to).map_err(Error::io(format!("making {}", to.display())))?;
        copy_inside(&from, &to)?;
    }
    shelf.look(|library| library.add_folder(&to, None)).map(drop)
}

/// Returns the library's own folder, made and added when first needed.
fn inbox(shelf: &Shelf) -> Result<PathBuf> {
    let inbox = shelf.inbox();
    std::fs::create_dir_all(&inbox).map_err(Error::io(format!("making {}", inbox.display())))?;
    shelf.look(|library| library.add_folder(&inbox, None))?;
    Ok(inbox)
}

/// Copies a file or folder into a directory, under another name where its own is taken.
fn copy(path: &Path, into: &Path) -> Result<()> {
    let name = path.file_name().map_or_else(|| "documents".into(), |name| name.to_string_lossy().into_owned());
    let to = free_name(into, &name);
    if path.is_dir() {
        std::fs::create_dir_all(&to).map_err(Error::io(format!("making {}", to.display())))?;
        return copy_inside(path, &to);
    }
    copy_file(path, &to)
}

/// Copies what a directory holds. Links are left out: they may lead anywhere.
fn copy_inside(from: &Path, to: &Path) -> Result<()> {
    let doing = || format!("reading {}", from.display());
    for entry in std::fs::read_dir(from).map_err(Error::io(doing()))? {
        let entry = entry.map_err(Error::io(doing()))?;
        let target = to.join(entry.file_name());
        let kind = entry.file_type().map_err(Error::io(doing()))?;
        if kind.is_dir() {
            std::fs::create_dir_all(&target).map_err(Error::io(format!("making {}", target.display())))?;
            copy_inside(&entry.path(), &target)?;
        } else if kind.is_file() {
            copy_file(&entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Copies beside and renames, so that a half-copied file is never read.
fn copy_file(from: &Path, to: &Path) -> Result<()> {
    let doing = || format!("copying {}", from.display());
    let hidden = format!(".{}.partial", to.file_name().unwrap_or_default().to_string_lossy());
    let partial = to.with_file_name(hidden);
    std::fs::copy(from, &partial).map_err(Error::io(doing()))?;
    std::fs::rename(&partial, to).map_err(Error::io(doing()))
}

/// Returns a path in `into` that is free: "a.pdf", "a (2).pdf", …
fn free_name(into: &Path, name: &str) -> PathBuf {
    let (stem, end) = match name.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() => (stem, format!(".{end}")),
        _ => (name, String::new()),
    };
    let mut path = into.join(name);
    let mut number = 2;
    while path.exists() {
        path = into.join(format!("{stem} ({number}){end}"));
        number += 1;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_overwritten() {
        let directory = tempfile::tempdir().unwrap();
        let (from, into) = (directory.path().join("from"), directory.path().join("into"));
        std::fs::create_dir_all(from.join("inner")).unwrap();
        std::fs::create_dir_all(&into).unwrap();
        std::fs::write(from.join("a.pdf"), "one").unwrap();
        std::fs::write(from.join("inner/b.txt"), "two").unwrap();
        copy(&from.join("a.pdf"), &into).unwrap();
        std::fs::write(from.join("a.pdf"), "three").unwrap();
        copy(&from.join("a.pdf"), &into).unwrap();
        copy(&from, &into).unwrap();
        let read = |name: &str| std::fs::read_to_string(into.join(name)).unwrap();
        assert_eq!(
            (read("a.pdf"), read("a (2).pdf"), read("from/inner/b.txt")),
            ("one".into(), "three".into(), "two".into())
        );
    }
}
