//! The memory that is free, and that the allocator keeps.

/// Gives the system the memory that is free. The allocator of glibc keeps it where something that is in use lies above it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub(crate) fn give_back() {
    // SAFETY: it may be called at any time, from any thread, and changes no memory that is in use.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators give it back themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}
