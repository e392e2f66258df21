//! Pictures of pages behind the scheme `legajo-page`, drawn in the reading child and kept within a bound.

use crate::shelf::{Shelf, held};
use legajo_core::error::{Error, Result};
use legajo_core::library::Library;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tauri::http::{Request, Response, StatusCode, header};
use tauri::{Manager, Runtime, UriSchemeContext, UriSchemeResponder};

/// The scheme; the interface's `api.ts` knows it too.
pub(crate) const SCHEME: &str = "legajo-page";
/// Most bytes of pictures that are kept.
const KEPT_BYTES_MAX: usize = 64 << 20;
/// Most pixels a point, which bounds what the interface may ask for.
const SCALE_MAX: f32 = 6.0;
/// Pages drawn at once; each takes a core and its memory.
const AT_ONCE: usize = 2;

/// Which page, at which size.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Wanted {
    sha256: String,
    page: u32,
    /// Hundredths of a pixel a point.
    scale: u32,
}

/// Draws pages and keeps the latest.
pub(crate) struct Pictures {
    library: Mutex<Library>,
    kept: Mutex<VecDeque<(Wanted, Arc<Vec<u8>>)>>,
    /// Held while a page is drawn.
    places: [Mutex<()>; AT_ONCE],
}

impl Pictures {
    /// Makes an empty store of pictures of the library's pages.
    pub(crate) fn new(library: Library) -> Self {
        Self { library: Mutex::new(library), kept: Mutex::default(), places: Default::default() }
    }

    fn picture(&self, wanted: &Wanted) -> Result<Arc<Vec<u8>>> {
        if let Some(picture) = self.kept(wanted) {
            return Ok(picture);
        }
        let place = self.places.get(wanted.page as usize % AT_ONCE).map(held);
        // Whoever waited here may find the page drawn by now.
        if let Some(picture) = self.kept(wanted) {
            return Ok(picture);
        }
        let job = held(&self.library).page_job(&wanted.sha256)?;
        let picture = Arc::new(job.draw(wanted.page, wanted.scale as f32 / 100.0)?);
        drop(place);
        self.keep(wanted.clone(), &picture);
        Ok(picture)
    }

    fn kept(&self, wanted: &Wanted) -> Option<Arc<Vec<u8>>> {
        let mut kept = held(&self.kept);
        let at = kept.iter().position(|(held, _)| held == wanted)?;
        let found = kept.remove(at)?;
        let picture = Arc::clone(&found.1);
        kept.push_back(found);
        Some(picture)
    }

    fn keep(&self, wanted: Wanted, picture: &Arc<Vec<u8>>) {
        let mut kept = held(&self.kept);
        kept.push_back((wanted, Arc::clone(picture)));
        while kept.len() > 1 && kept.iter().map(|(_, picture)| picture.len()).sum::<usize>() > KEPT_BYTES_MAX {
            kept.pop_front();
        }
    }
}

/// Answers a request for a page's picture.
pub(crate) fn answer<R: Runtime>(
    context: UriSchemeContext<'_, R>,
    request: Request<Vec<u8>>,
    responder: UriSchemeResponder,
) {
    let shelf = context.app_handle().try_state::<Arc<Shelf>>().map(|shelf| Arc::clone(&shelf));
    tauri::async_runtime::spawn_blocking(move || {
        let (status, kind, body) = match (shelf, wanted(request.uri().path())) {
            (Some(shelf), Some(wanted)) => match shelf.pictures.picture(&wanted) {
                Ok(picture) => (StatusCode::OK, "image/png", picture.to_vec()),
                Err(error @ Error::Gone(_)) => (StatusCode::GONE, "text/plain", error.to_string().into_bytes()),
                Err(error) => (StatusCode::UNPROCESSABLE_ENTITY, "text/plain", error.to_string().into_bytes()),
            },
            _ => (StatusCode::NOT_FOUND, "text/plain", Vec::new()),
        };
        // The picture of a content never changes.
        let keep = if status == StatusCode::OK { "private, max-age=3600" } else { "no-store" };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        for (name, value) in [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep)] {
            response.headers_mut().insert(name, header::HeaderValue::from_static(value));
        }
        responder.respond(response);
    });
}

/// Reads `/SHA256/PAGE/SCALE`.
fn wanted(path: &str) -> Option<Wanted> {
    let mut parts = path.trim_start_matches('/').split('/');
    let (sha256, page, scale) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?.parse::<f32>().ok()?);
    let whole = sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) && parts.next().is_none();
    let scale = scale.is_finite().then(|| (scale.clamp(0.05, SCALE_MAX) * 100.0).round() as u32)?;
    whole.then(|| Wanted { sha256: sha256.to_owned(), page, scale })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_are_asked_for() {
        let sha = "0".repeat(64);
        let check = |path: String, expected: Option<(u32, u32)>| {
            assert_eq!(wanted(&path).map(|wanted| (wanted.page, wanted.scale)), expected, "{path}");
        };
        check(format!("/{sha}/3/2.00"), Some((3, 200)));
        check(format!("/{sha}/3/90"), Some((3, 600)));
        check(format!("/{sha}/3/NaN"), None);
        check(format!("/{sha}/-3/2"), None);
        check(format!("/{sha}/3/2/etc"), None);
        check("/../../etc/passwd".into(), None);
        check("/".into(), None);
    }
}
