//! Which folders lie on another computer, or behind another program: what changes there is not heard here.

use std::path::Path;

/// Kinds of file system on which others' changes are not heard, by the number that the kernel gives them
/// (`linux/magic.h`, and for those outside the kernel their own sources).
#[cfg(target_os = "linux")]
const DEAF: &[(u32, &str)] = &[
    (0x6969, "NFS"),
    (0x517b, "SMB"),
    (0xff53_4d42, "SMB (cifs)"),
    (0xfe53_4d42, "SMB"),
    (0x6573_5546, "FUSE, as by sshfs, rclone or a cloud drive"),
    (0x0102_1997, "9P"),
    (0x5346_414f, "AFS"),
    (0x6b41_4653, "AFS"),
    (0x00c3_6400, "Ceph"),
    (0x564c, "NCP"),
    (0x7375_7245, "Coda"),
    (0x0116_1970, "GFS2"),
    (0x7461_636f, "OCFS2"),
    (0x0bd0_0bd0, "Lustre"),
    (0x786f_4256, "a VirtualBox share"),
    (0xbacb_acbc, "a VMware share"),
    (0x7c7c_6673, "a Parallels share"),
];

/// Returns the name of the file system where changes in `folder` by others are not heard.
#[cfg(target_os = "linux")]
pub(super) fn deaf(folder: &Path) -> Option<&'static str> {
    named(rustix::fs::statfs(folder).ok()?.f_type as u32)
}

/// Returns `None`: elsewhere the system itself says when it cannot listen.
#[cfg(not(target_os = "linux"))]
pub(super) fn deaf(_folder: &Path) -> Option<&'static str> {
    None
}

#[cfg(target_os = "linux")]
fn named(kind: u32) -> Option<&'static str> {
    DEAF.iter().find(|(known, _)| *known == kind).map(|(_, name)| *name)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn network_file_systems_are_known_and_local_ones_are_not() {
        let check = |kind: u32, expected: Option<&str>| assert_eq!(named(kind), expected, "{kind:#x}");
        check(0x6969, Some("NFS"));
        check((-11_317_950_i64) as u32, Some("SMB (cifs)")); // As a 32-bit system gives it.
        check(0xef53, None); // ext4
        check(0x9123_683e, None); // btrfs
        check(0x0102_1994, None); // tmpfs
        assert_eq!(deaf(&std::env::temp_dir()), None);
        assert_eq!(deaf(Path::new("/nowhere")), None);
    }
}
