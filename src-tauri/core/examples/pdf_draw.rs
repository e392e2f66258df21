//! Draws a page of a PDF file with the boxes of its words, or of one quote, as a PNG.
//!
//! `pdf_draw FILE PAGE PNG [QUOTE]`

use legajo_core::extract::{Options, pdf};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, page, png, rest @ ..] = arguments.as_slice() else {
        eprintln!("pdf_draw FILE PAGE PNG [QUOTE]");
        return;
    };
    let page: u32 = page.parse().unwrap_or(1);
    let bytes = std::fs::read(path).unwrap_or_default();
    let found = pdf::extract(bytes.clone(), &Options { ocr_languages: "spa+eng".into(), ..Options::default() });
    let text: Vec<char> = found.text.chars().collect();
    let wanted = rest.first().and_then(|quote| {
        let byte = found.text.find(quote.as_str())?;
        let start = found.text.get(..byte)?.chars().count() as u32;
        Some((start, start + quote.chars().count() as u32))
    });
    let boxes: Vec<[f32; 4]> = found
        .words
        .iter()
        .filter(|word| word.page + 1 == page)
        .filter(|word| wanted.is_none_or(|(start, end)| word.span.start < end && start < word.span.end))
        .map(|word| word.bounds)
        .collect();
    println!("{} characters, {} boxes, problems {:?}", text.len(), boxes.len(), found.problems);
    match pdf::draw(bytes, None, page.saturating_sub(1), 1.5, &boxes) {
        Ok((width, height, rgba)) => {
            let saved = image::save_buffer(png, &rgba, width, height, image::ExtendedColorType::Rgba8);
            println!("{width} x {height}: {saved:?}");
        }
        Err(problem) => println!("{problem:?}"),
    }
}
