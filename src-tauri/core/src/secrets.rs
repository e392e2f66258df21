//! Passwords of documents, kept in the system's secret store and nowhere else.
//!
//! A password is filed under the SHA-256 of the document it opens. Where the system has no secret store, nothing is kept
//! and the user is asked again.

/// The name under which Legajo's secrets are filed.
const SERVICE: &str = "legajo";

/// Keeps a document's password; the error says why it could not be kept.
pub fn keep(sha256: &str, password: &str) -> Result<(), String> {
    let entry = keyring::Entry::new(SERVICE, sha256).map_err(|error| error.to_string())?;
    entry.set_password(password).map_err(|error| error.to_string())
}

/// Returns the password kept for a document.
pub fn find(sha256: &str) -> Option<String> {
    keyring::Entry::new(SERVICE, sha256).ok()?.get_password().ok()
}
