//! The program. All of it is in the library beside it, which the compiler translates while it still works on the games.

// Not forbidden, since the macro below has to allow it for what the linker is told.
#![deny(unsafe_code)]

use nix::fcntl::{FcntlArg, fcntl};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the program was started without a stdout.
static HAS_NO_STDOUT: AtomicBool = AtomicBool::new(false);

/// Looks at stdout before the standard library does, which opens `/dev/null` in the place of one that is closed: then every
/// answer would seem to have been taken.
#[ctor::ctor(unsafe)]
fn look_at_stdout() {
    let is_closed = fcntl(std::io::stdout(), FcntlArg::F_GETFD).is_err();
    HAS_NO_STDOUT.store(is_closed, Ordering::Relaxed);
}

fn main() -> ExitCode {
    winways_cli::main(!HAS_NO_STDOUT.load(Ordering::Relaxed))
}
