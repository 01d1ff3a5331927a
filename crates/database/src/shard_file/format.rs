/// The first bytes of a file.
pub(super) const MAGIC: [u8; 8] = *b"WINWAYS\n";

/// The last bytes of a file.
pub(super) const END: [u8; 8] = *b"\nTHE END";

/// The size of an index entry in bytes: the offset, length and checksum of a block.
pub(super) const ENTRY: usize = 8 + 4 + 8;

/// The size of the footer after the index in bytes: the checksum of the index and the end mark.
pub(super) const FOOTER: usize = 8 + 8;
