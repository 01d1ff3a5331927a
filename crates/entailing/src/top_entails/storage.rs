//! The checkpoint of a table.

use super::pairs::{LIMIT, LOONY};
use super::table::TopEntailsTable;
use winways_solve::{Ledger, StopReason};

/// The first bytes of a checkpoint.
const MAGIC: &[u8; 8] = b"topent1\n";

/// The reason why a checkpoint cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TopEntailsTableError {
    /// The bytes are not a checkpoint of a table of Top Entails.
    #[error("this is not a checkpoint of a table of Top Entails, which begins with `topent1`")]
    Format,
    /// The checksum does not match the values.
    #[error("the checkpoint of the table of Top Entails is damaged: its checksum does not match")]
    Checksum,
    /// The checksum matches, but a stack has an impossible value.
    #[error("the checkpoint of the table of Top Entails has an impossible value of stack {stack}")]
    Value {
        /// The stack.
        stack: usize,
    },
    /// The ledger stopped the work.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

impl TopEntailsTable {
    /// Returns all values as bytes: a header of eight bytes, two bytes for each stack, least significant first, and the CRC-32 of all
    /// preceding bytes. A loony stack is stored as 32,768.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.splits.codes().iter().flat_map(|code| code.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Restores a table from the bytes returned by [`TopEntailsTable::checkpoint`].
    ///
    /// # Errors
    /// Returns a [`TopEntailsTableError`] if the bytes are damaged, or if the ledger stops the work.
    ///
    /// ```
    /// use winways_entailing::TopEntailsTable;
    /// use winways_solve::{Budget, Ledger, NoObserver};
    ///
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut table = TopEntailsTable::new();
    /// table.extend_to(100, &ledger)?;
    /// let mut resumed = TopEntailsTable::resume(&table.checkpoint(), &ledger)?;
    /// table.extend_to(200, &ledger)?;
    /// resumed.extend_to(200, &ledger)?;
    /// assert!(table.values().eq(resumed.values()));
    /// # Ok::<(), winways_entailing::TopEntailsTableError>(())
    /// ```
    pub fn resume(bytes: &[u8], ledger: &Ledger<'_>) -> Result<TopEntailsTable, TopEntailsTableError> {
        let values = bytes.strip_prefix(MAGIC).ok_or(TopEntailsTableError::Format)?;
        let (codes, sum) = values.split_last_chunk::<4>().ok_or(TopEntailsTableError::Format)?;
        let (codes, []) = codes.as_chunks::<2>() else { return Err(TopEntailsTableError::Format) };
        if crc32fast::hash(&bytes[..bytes.len() - sum.len()]) != u32::from_le_bytes(*sum) {
            return Err(TopEntailsTableError::Checksum);
        }
        let mut table = TopEntailsTable::new();
        table.splits.reserve(codes.len(), ledger)?;
        for (stack, &code) in codes.iter().enumerate() {
            let code = u16::from_le_bytes(code);
            let is_possible = match code {
                LOONY => stack % 2 == 1,
                LIMIT.. => false,
                nimber => nimber <= table.splits.bound() && (stack, nimber) != (0, 1),
            };
            if !is_possible {
                return Err(TopEntailsTableError::Value { stack });
            }
            table.splits.push(code, ledger)?;
        }
        Ok(table)
    }
}
