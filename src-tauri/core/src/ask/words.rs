//! What an answer says to the user, in Spanish or English.

use super::{Conflict, Scope, is_spanish};
use crate::chunk::Language;

/// "Not found", and whom the question names that no document does.
pub(super) fn not_found(language: Language, unknown: &[String]) -> String {
    let mut text = String::from(if is_spanish(language) {
        "No lo encuentro en los documentos."
    } else {
        "I cannot find it in the documents."
    });
    if !unknown.is_empty() {
        let names = unknown.iter().map(|name| format!("«{name}»")).collect::<Vec<_>>().join(", ");
        text.push_str(&if is_spanish(language) {
            format!(" Ningún documento se presenta con el nombre {names}.")
        } else {
            format!(" No document is named after {names}.")
        });
    }
    text
}

/// What the user must know beside the answer; `None` when there is nothing.
pub(super) fn notice(language: Language, conflicts: &[Conflict], scope: &Scope) -> Option<String> {
    let spanish = is_spanish(language);
    let mut parts = Vec::new();
    if !conflicts.is_empty() {
        parts.push(if spanish {
            "Los documentos no coinciden: se muestran los dos valores, con sus fechas.".to_owned()
        } else {
            "The documents disagree: both values are shown, with their dates.".to_owned()
        });
    }
    if scope.pending > 0 {
        parts.push(if spanish {
            format!("Faltan por leer {} archivos.", scope.pending)
        } else {
            format!("{} files are still to be read.", scope.pending)
        });
    }
    if !scope.unread.is_empty() {
        let count = scope.unread.len();
        parts.push(if spanish {
            format!("{count} archivos no se han podido leer, o no del todo.")
        } else {
            format!("{count} files could not be read, or not wholly.")
        });
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}
