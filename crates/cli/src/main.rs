//! The program. All of it is in the library beside it, which the compiler translates while it still works on the games.

// Not forbidden, since the macro below has to allow it for what the linker is told.
#![deny(unsafe_code)]

use nix::fcntl::{FcntlArg, fcntl};
use std::process::ExitCode;

/// Whether the program was started with a stdout, found out before the standard library opens `/dev/null` in the place of one
/// that is closed: then every answer would seem to have been taken.
#[ctor::ctor(unsafe)]
static HAS_STDOUT: bool = fcntl(std::io::stdout(), FcntlArg::F_GETFD).is_ok();

fn main() -> ExitCode {
    winways_cli::main(*HAS_STDOUT)
}
