/// How a file begins.
pub(super) const MAGIC: [u8; 8] = *b"WINWAYS\n";

/// How a file ends.
pub(super) const END: [u8; 8] = *b"\nTHE END";

/// The bytes of an entry of the index: where a block begins, how long it is, and its checksum.
pub(super) const ENTRY: usize = 8 + 4 + 8;

/// The bytes after the index: its checksum and the end.
pub(super) const FOOTER: usize = 8 + 8;
