//! Times the embedder for `tests/bench/embed.py`: each line of standard input is a JSON array of texts, each
//! line of output the seconds that embedding them as passages took. The first argument is the embedder's folder.

use legajo_core::models::{Embedder, EmbedderFiles, Side};
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder holds the embedder?")?;
    let embedder = Embedder::load(EmbedderFiles::find(Path::new(&folder))?)?;
    for line in std::io::stdin().lock().lines() {
        let texts: Vec<String> = serde_json::from_str(&line?)?;
        let started = Instant::now();
        embedder.embed(Side::Passage, &texts)?;
        println!("{}", started.elapsed().as_secs_f64());
        std::io::stdout().flush()?;
    }
    Ok(())
}
