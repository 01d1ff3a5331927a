//! The program. All of it is in the library beside it, which the compiler translates while it still works on the games.

// Not forbidden, since the macro below has to allow it for what the linker is told, and the allocator is called.
#![deny(unsafe_code)]

use nix::fcntl::{FcntlArg, fcntl};
use std::process::ExitCode;
use winways_cli::Process;

/// Whether the program was started with a stdout, found out before the standard library opens `/dev/null` in the place of one
/// that is closed: then every answer would seem to have been taken.
#[ctor::ctor(unsafe)]
static HAS_STDOUT: bool = fcntl(std::io::stdout(), FcntlArg::F_GETFD).is_ok();

/// Gives the system the memory that is free: the allocator of glibc keeps it where something that is in use lies above it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn give_back_memory() {
    // SAFETY: it may be called at any time, from any thread, and changes no memory that is in use.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators give it back themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back_memory() {}

fn main() -> ExitCode {
    winways_cli::main(Process { has_stdout: *HAS_STDOUT, give_back_memory })
}
