//! The one window: opens it and keeps it on the app's own pages.
//!
//! A content security policy does not cover top-level navigation, so [`is_own_page`] does. What it
//! looks like stands in `tauri.conf.json`, where `proxyUrl` also stops resource hints, which no policy
//! covers either.

use tauri::utils::config::WindowConfig;
use tauri::{App, Context, Url, WebviewWindowBuilder};

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When the system gives no window or web view.
pub(crate) fn run(context: Context) -> tauri::Result<()> {
    tauri::Builder::default()
        .setup(|app| {
            let windows = app.config().app.windows.clone();
            windows.iter().try_for_each(|config| open(app, config))?;
            Ok(())
        })
        .run(context)
}

fn open(app: &App, config: &WindowConfig) -> tauri::Result<()> {
    WebviewWindowBuilder::from_config(app, config)?.on_navigation(is_own_page).build().map(drop)
}

/// Returns whether a page is the app's own: Tauri's scheme, which Windows writes as a host.
fn is_own_page(url: &Url) -> bool {
    match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        "http" | "https" => cfg!(windows) && url.host_str() == Some("tauri.localhost"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_stays_on_its_own_pages() {
        let check = |url: &str, expected: bool| assert_eq!(is_own_page(&Url::parse(url).unwrap()), expected, "{url}");
        check("tauri://localhost/", true);
        check("tauri://localhost/index.html", true);
        check("tauri://elsewhere/", false);
        check("http://localhost/", false);
        check("https://example.com/", false);
        check("file:///etc/passwd", false);
        check("data:text/html,x", false);
        check("http://tauri.localhost/", cfg!(windows));
    }
}
