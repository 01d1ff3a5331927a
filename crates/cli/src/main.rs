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

/// What the allocator of glibc is told; others give memory back themselves.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
mod allocator {
    /// Arrays of so many bytes are mapped each for itself, and go back to the system when they are dropped. Left alone, the
    /// bound grows with the greatest array that was ever dropped, and what lies below it stays with the program. Lists that grow
    /// beyond it are moved by the system, not copied.
    const MAPPED: i32 = 256 << 10;

    /// Sets how memory is taken, before any is.
    pub(super) fn prepare() {
        // SAFETY: it sets two numbers of the allocator, before there is a second thread.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
            libc::mallopt(libc::M_TRIM_THRESHOLD, MAPPED);
        }
    }

    /// Gives the system the memory that is free: it is kept where something that is in use lies above it.
    pub(super) fn give_back() {
        // SAFETY: it may be called at any time, from any thread, and changes no memory that is in use.
        unsafe { libc::malloc_trim(0) };
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod allocator {
    pub(super) fn prepare() {}
    pub(super) fn give_back() {}
}

fn main() -> ExitCode {
    allocator::prepare();
    winways_cli::main(Process { has_stdout: *HAS_STDOUT, give_back_memory: allocator::give_back })
}
