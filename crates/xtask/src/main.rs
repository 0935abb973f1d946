//! The project's commands: `cargo xtask …`. The work is done in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    xtask::main()
}
