//! Limits of time and memory.

use bytesize::ByteSize;
use clap::Args;
use std::time::Duration;
use winways::Budget;

/// Limits of time and memory.
#[derive(Args)]
pub(crate) struct Bounds {
    /// Stop after this time: 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) timeout: Option<Duration>,
    #[command(flatten)]
    memory: Memory,
}

/// A memory limit.
#[derive(Args)]
pub(crate) struct Memory {
    /// Stop rather than use more memory: 512MiB, 8GiB; by default half of the machine's memory, at most 4GiB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<ByteSize>,
}

/// Parses a time.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let expected = "expected a time, such as `10s`, `2m` or `1h 30m`";
    // `1M`, which would be a month, is more likely a mistyped minute.
    let parsed = humantime::parse_duration(text).ok().filter(|_| !text.contains('M'));
    parsed.ok_or_else(|| expected.to_owned())
}

/// Parses a size of memory.
pub(super) fn size(text: &str) -> Result<ByteSize, String> {
    let is_number = text.starts_with(|first: char| first.is_ascii_digit());
    if is_number && text.contains('.') && text.ends_with(|last: char| last.is_ascii_digit()) {
        return Err(format!("a fraction needs a unit, such as `{text}GiB`"));
    }
    // A size beyond the range becomes the greatest size.
    let is_in_range = |size: &ByteSize| size.as_u64() < u64::MAX || text.parse::<u64>().is_ok();
    let parsed = text.parse().ok().filter(is_in_range).filter(|_| is_number);
    parsed.ok_or_else(|| "expected a size below 16 EiB, such as `512MiB` or `8GiB`".to_owned())
}

impl Memory {
    /// Returns the limit in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.memory.map_or_else(default_memory, |memory| memory.as_u64())
    }
}

impl Bounds {
    /// Returns the memory limit in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.bytes()
    }

    /// Returns the same memory limit with another time limit.
    pub(crate) fn within(&self, timeout: Option<Duration>) -> Self {
        Bounds { timeout, memory: Memory { memory: self.memory.memory } }
    }

    /// Creates limits that are never reached.
    #[cfg(feature = "cluster")]
    pub(crate) fn unlimited() -> Self {
        Bounds { timeout: None, memory: Memory { memory: Some(ByteSize(u64::MAX)) } }
    }

    /// Returns the budget of a single thread.
    pub(crate) fn budget(&self) -> Budget {
        Budget { memory: self.memory(), ..Budget::DEFAULT }
    }
}

/// Returns half of the memory of the machine or of the control group, whichever is less, and at most the memory of
/// [`Budget::DEFAULT`].
fn default_memory() -> u64 {
    let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse::<u64>().ok());
    let least = machine.into_iter().chain(group).min();
    least.map_or(Budget::DEFAULT.memory, |bytes| (bytes / 2).min(Budget::DEFAULT.memory))
}

/// Returns the memory of the machine in bytes, given the contents of `/proc/meminfo`.
fn total(text: &str) -> Option<u64> {
    let kibibytes = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    kibibytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_the_machine_is_read() {
        assert_eq!(
            total("MemTotal:       24684092 kB\nMemFree:        15896944 kB\n"),
            Some(24_684_092 << 10)
        );
        assert_eq!(total("MemFree: 1 kB\n"), None);
        assert!((1..=Budget::DEFAULT.memory).contains(&default_memory()));
    }
}
