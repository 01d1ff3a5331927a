//! The program. All of it is in the library beside it, which the compiler translates while it still works on the games.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    winways_cli::main()
}
