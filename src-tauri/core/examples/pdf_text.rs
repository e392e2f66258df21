//! Reads PDF files and prints what was found, as one JSON object a file.
//!
//! `pdf_text [--quiet] FILE...`

use legajo_core::extract::{Options, pdf};

fn main() {
    let mut quiet = false;
    for path in std::env::args().skip(1) {
        if path == "--quiet" {
            quiet = true;
            continue;
        }
        let Ok(bytes) = std::fs::read(&path) else {
            eprintln!("{path}: not readable");
            continue;
        };
        let options = Options { ocr_languages: "spa+eng".into(), ..Options::default() };
        let found = pdf::extract(bytes, &options);
        if quiet {
            eprintln!("{path}: {} pages, {} words", found.pages.len(), found.words.len());
            continue;
        }
        println!("{}", serde_json::json!({"path": path, "found": found}));
    }
}
