//! The project's commands: `cargo xtask …`.

fn main() {}
