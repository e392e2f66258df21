//! What the interface may ask of the shell: a few lines each over the engine.

pub(crate) mod asking;
pub(crate) mod desk;
pub(crate) mod documents;
pub(crate) mod models;
pub(crate) mod source;

use crate::view::Failure;

/// What a command answers.
pub(crate) type Answered<T> = Result<T, Failure>;
