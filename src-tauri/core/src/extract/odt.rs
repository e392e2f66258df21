//! Reads OpenDocument text files.
use super::{Extracted, Options};
/// Reads an OpenDocument text file.
pub fn extract(_bytes: &[u8], _options: &Options) -> Extracted {
    Extracted::default()
}
