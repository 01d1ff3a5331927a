//! The program `winways`. All code is in the library crate, which is compiled in parallel with the code generation of the games.

// Not `forbid`, since the macro `ctor` needs an unsafe attribute and the allocator is called below.
#![deny(unsafe_code)]

use nix::fcntl::{FcntlArg, fcntl};
use std::process::ExitCode;
use winways_cli::Process;

/// `true` if the program was started with an open stdout. This is checked before the standard library replaces a closed stdout
/// with `/dev/null`, which would silently swallow every answer.
#[ctor::ctor(unsafe)]
static HAS_STDOUT: bool = fcntl(std::io::stdout(), FcntlArg::F_GETFD).is_ok();

/// Settings of the glibc allocator; other allocators return memory to the system by themselves.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
mod allocator {
    /// The size in bytes from which allocations are mapped separately, so that they return to the system when they are dropped.
    /// By default the threshold grows with the largest freed allocation, and smaller allocations stay in the process. The
    /// system moves growing lists above the threshold without copying.
    const MAPPED: i32 = 256 << 10;

    /// Sets the thresholds of the allocator, before the first large allocation.
    pub(super) fn prepare() {
        // SAFETY: this sets two parameters of the allocator before a second thread exists.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
            libc::mallopt(libc::M_TRIM_THRESHOLD, MAPPED);
        }
    }

    /// Returns free memory to the system, including memory below allocations in use. Without this call, 40 MiB of a budget of
    /// 48 MiB stayed resident after a line of a session, and the next line needed as much again. A different allocator would change
    /// the speed of everything.
    pub(super) fn give_back() {
        // SAFETY: `malloc_trim` may be called at any time from any thread and does not touch memory in use.
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
