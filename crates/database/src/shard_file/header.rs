use super::format::MAGIC;
use crate::counts::StoredCounts;
use crate::record::Width;
use crate::seal::Checksum;
use crate::{Error, Identity};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// The part of a table that a file stores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) identity: &'a Identity,
    pub(crate) layer: usize,
    pub(crate) shard: u32,
    pub(crate) contents: Contents,
    /// The number of records.
    pub(crate) ranks: u64,
}

/// The kind of records of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Codes of a solved layer.
    Codes,
    /// States at the end of a round.
    States { round: u32 },
}

/// The human-readable part of a file: compact JSON as written by serde_json.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    version: u64,
    table: Identity,
    layer: u64,
    shard: u32,
    /// The round, if the records are states.
    round: Option<u32>,
    pub(crate) ranks: u64,
    /// The width of a record in bits.
    bits: u32,
    /// The counts of the codes, if the records are codes.
    #[serde(rename = "tally")]
    pub(crate) counts: Option<StoredCounts>,
}

/// The fields that all versions have in common.
#[derive(Deserialize)]
struct AnyHeader {
    version: u64,
}

/// The version of the format that this crate reads and writes.
const VERSION: u64 = 1;

/// The number of bytes before and after the header.
pub(crate) const BEFORE_HEADER: usize = MAGIC.len() + 4;
pub(crate) const AFTER_HEADER: usize = 8;

impl Header {
    pub(crate) fn new(part: &Part<'_>, width: Width, counts: Option<StoredCounts>) -> Header {
        let round = match part.contents {
            Contents::Codes => None,
            Contents::States { round } => Some(round),
        };
        // Omit the rule file, which the manifest stores. The board's fingerprint identifies it.
        let table = Identity { rules: None, ..part.identity.clone() };
        let (layer, shard) = (part.layer as u64, part.shard);
        Header { version: VERSION, table, layer, shard, round, ranks: part.ranks, bits: width.bits(), counts }
    }

    /// Returns the beginning of a file: magic, length, header, checksum.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, String> {
        let text = serde_json::to_vec(self).map_err(|error| error.to_string())?;
        let length = u32::try_from(text.len()).map_err(|_| "the header is too long".to_owned())?;
        let mut bytes = Vec::with_capacity(BEFORE_HEADER + text.len() + AFTER_HEADER);
        bytes.extend(MAGIC);
        bytes.extend(length.to_le_bytes());
        bytes.extend(text);
        let checksum = Checksum::of(&bytes);
        bytes.extend(checksum.0.to_le_bytes());
        Ok(bytes)
    }

    /// Parses the beginning of a file, whose magic and length the caller has checked.
    pub(crate) fn read(path: &Path, bytes: &[u8]) -> Result<Header, Error> {
        let damaged = |what: &str| Error::damaged(path, what);
        let (before, checksum) = bytes.split_at(bytes.len() - AFTER_HEADER);
        if Checksum::of(before).0.to_le_bytes() != checksum {
            return Err(damaged("the checksum of its header does not match"));
        }
        let text = &before[BEFORE_HEADER..];
        let version = serde_json::from_slice::<AnyHeader>(text).map(|header| header.version).ok();
        if let Some(version) = version.filter(|&version| version > VERSION) {
            return Err(Error::Newer { path: path.to_path_buf(), version, known: VERSION });
        }
        let header: Header = serde_json::from_slice(text)
            .map_err(|error| Error::damaged(path, format!("its header is invalid: {error}")))?;
        // Reject other serialisations: otherwise two files with the same meaning could differ.
        match header.bytes().is_ok_and(|canonical| canonical == bytes) {
            true => Ok(header),
            false => Err(damaged("its header is not in canonical form")),
        }
    }

    /// Checks the header against the expected part, and returns the width of the records.
    pub(crate) fn check(&self, path: &Path, part: &Part<'_>) -> Result<Width, Error> {
        let damaged = |what: &str| Error::damaged(path, what);
        let width = Width::of_bits(self.bits).ok_or_else(|| damaged("it has records of an unknown width"))?;
        let expected = Header::new(part, width, self.counts.clone());
        if *self != expected {
            return Err(Error::damaged(path, format!("it contains {self}, but {expected} was expected")));
        }
        match (&self.counts, part.contents) {
            (None, Contents::States { .. }) if width != Width::Two => {}
            (Some(counts), Contents::Codes) if counts.fit(part.identity.records, part.layer, part.ranks) => {
                if width != Width::of_greatest(part.identity.records, counts.greatest_code()) {
                    return Err(damaged("the width of its records does not match its greatest value"));
                }
            }
            _ => return Err(damaged("the counts of positions in its header are impossible")),
        }
        Ok(width)
    }
}

impl fmt::Display for Header {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.round {
            None => formatter.write_str("values")?,
            Some(round) => write!(formatter, "states of round {round}")?,
        }
        let Header { table, layer, shard, ranks, .. } = self;
        write!(formatter, " of {table}, layer {layer}, shard {shard}, {ranks} records")
    }
}
