//! The command line `legajo`.

fn main() {
    if legajo_core::extract::serve::serve_if_asked() {
        return;
    }
}
