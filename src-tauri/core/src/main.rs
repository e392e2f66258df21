//! The command line `legajo`.

fn main() {}
