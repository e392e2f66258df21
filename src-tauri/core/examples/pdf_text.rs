//! Reads PDF files and prints what was found, as one JSON object a file.
//!
//! `pdf_text [--quiet] [--password WORD] FILE...`

use legajo_core::extract::{Options, pdf};

fn main() {
    let mut quiet = false;
    let mut password = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(path) = arguments.next() {
        if path == "--password" {
            password = arguments.next();
            continue;
        }
        if path == "--quiet" {
            quiet = true;
            continue;
        }
        let Ok(bytes) = std::fs::read(&path) else {
            eprintln!("{path}: not readable");
            continue;
        };
        let options = Options { ocr_languages: "spa+eng".into(), password: password.clone(), ..Options::default() };
        let found = pdf::extract(bytes, &options);
        if quiet {
            eprintln!("{path}: {} pages, {} words", found.pages.len(), found.words.len());
            continue;
        }
        println!("{}", serde_json::json!({"path": path, "found": found}));
    }
}
