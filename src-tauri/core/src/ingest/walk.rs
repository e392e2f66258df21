//! Lists the files of a folder as they stand, without following links out of it.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// A file seen on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Absolute path.
    pub path: PathBuf,
    /// Size in bytes.
    pub size: i64,
    /// Last change of content, nanoseconds since 1970.
    pub mtime_ns: i64,
    /// Last change of the directory entry's data, nanoseconds since 1970; 0 where unknown.
    pub ctime_ns: i64,
    /// Inode number; 0 where unknown.
    pub inode: i64,
}

/// What a walk found: the files, and the paths that could not be looked into, with the system's reason.
#[derive(Debug, Default)]
pub struct Walk {
    /// The files in path order.
    pub files: Vec<Seen>,
    /// Paths that could not be looked into.
    pub failed: Vec<(PathBuf, String)>,
}

/// Walks `folder`. Hidden files, Word's lock files and the system's own litter are left out; a
/// symbolic link is taken when it leads to a file inside the folder.
pub fn walk_folder(folder: &Path, leave_out: &[PathBuf]) -> Walk {
    let mut walk = Walk::default();
    let real_folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let entries = WalkDir::new(folder).follow_links(false).sort_by_file_name().into_iter();
    let wanted = |entry: &DirEntry| {
        entry.depth() == 0
            || (!is_litter(&entry.file_name().to_string_lossy()) && !leave_out.iter().any(|path| path == entry.path()))
    };
    for entry in entries.filter_entry(wanted) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => match look(&entry, &real_folder) {
                Ok(Some(seen)) => walk.files.push(seen),
                Ok(None) => {}
                Err(error) => walk.failed.push((entry.path().to_owned(), error.to_string())),
            },
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                walk.failed.push((path, error.to_string()));
            }
        }
    }
    walk
}

fn look(entry: &DirEntry, real_folder: &Path) -> std::io::Result<Option<Seen>> {
    if entry.file_type().is_symlink() {
        let inside = entry.path().canonicalize().is_ok_and(|target| target.starts_with(real_folder));
        if !inside {
            return Ok(None);
        }
    }
    let metadata = std::fs::metadata(entry.path())?;
    Ok(metadata.is_file().then(|| seen(entry.path(), &metadata)))
}

/// Describes a file by what tells a change: size, times and inode.
pub(super) fn seen(path: &Path, metadata: &Metadata) -> Seen {
    let (ctime_ns, inode) = change_and_inode(metadata);
    let mtime_ns = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
        .map_or(0, |since| since.as_nanos() as i64);
    Seen { path: path.to_owned(), size: metadata.len() as i64, mtime_ns, ctime_ns, inode }
}

#[cfg(unix)]
fn change_and_inode(metadata: &Metadata) -> (i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.ctime().saturating_mul(1_000_000_000).saturating_add(metadata.ctime_nsec()), metadata.ino() as i64)
}

#[cfg(not(unix))]
fn change_and_inode(_metadata: &Metadata) -> (i64, i64) {
    (0, 0)
}

/// Returns whether a name is hidden, a lock file of an office program, or litter of an operating system.
fn is_litter(name: &str) -> bool {
    let lower = name.to_lowercase();
    name.starts_with('.')
        || name.starts_with("~$")
        || name.ends_with('~')
        || (lower.starts_with("~wr") && lower.ends_with(".tmp"))
        || matches!(lower.as_str(), "thumbs.db" | "desktop.ini" | "ehthumbs.db" | "$recycle.bin")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        walk_folder(folder, &[])
            .files
            .iter()
            .map(|seen| seen.path.strip_prefix(folder).unwrap().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn litter_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.pdf", ".oculto.pdf", "~$contrato.docx", "Thumbs.db", "b~", "sub"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        std::fs::create_dir(folder.path().join(".git")).unwrap();
        std::fs::write(folder.path().join(".git/config"), "x").unwrap();
        assert_eq!(names(folder.path()), ["a.pdf", "sub"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret.txt"), "x").unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("real.txt"), "x").unwrap();
        let link = |target: &Path, name: &str| std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
        link(&outside.path().join("secret.txt"), "out.txt");
        link(outside.path(), "outdir");
        link(&folder.path().join("real.txt"), "in.txt");
        link(folder.path(), "loop");
        link(&folder.path().join("gone"), "broken");
        assert_eq!(names(folder.path()), ["in.txt", "real.txt"]);
    }
}
