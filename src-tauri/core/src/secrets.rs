//! Passwords of documents, kept in the system's secret store and nowhere else.
//!
//! A password is filed under the SHA-256 of the document it opens. Where the system has no secret store, nothing is kept
//! and the user is asked again after a restart; until then the running process remembers.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What this process was told, for systems without a secret store.
static TOLD: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);

/// The name under which Legajo's secrets are filed.
const SERVICE: &str = "legajo";

/// Keeps a document's password; the error says why it is kept only until the program ends.
pub fn keep(sha256: &str, password: &str) -> Result<(), String> {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    told.get_or_insert_default().insert(sha256.to_owned(), password.to_owned());
    drop(told);
    let entry = keyring::Entry::new(SERVICE, sha256).map_err(|error| error.to_string())?;
    entry.set_password(password).map_err(|error| error.to_string())
}

/// Returns the password kept for a document.
pub fn find(sha256: &str) -> Option<String> {
    let told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(password) = told.as_ref().and_then(|told| told.get(sha256)) {
        return Some(password.clone());
    }
    drop(told);
    keyring::Entry::new(SERVICE, sha256).ok()?.get_password().ok()
}
