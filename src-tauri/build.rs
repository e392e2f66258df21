//! Lets Tauri read `tauri.conf.json` and the window's capabilities, which lie beside the shell.

use tauri_build::Attributes;

const CAPABILITIES: &str = "src-tauri/capabilities/*.json";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Tauri watches its own default folder only.
    println!("cargo:rerun-if-changed=src-tauri/capabilities");
    tauri_build::try_build(Attributes::new().capabilities_path_pattern(CAPABILITIES))?;
    Ok(())
}
