use serde::{Deserialize, Serialize};
use winways_solve::Batch;

/// A message between workers: a batch or a list of numbers. The columns of a batch are stored as
/// little-endian bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Packet {
    /// The number of the receiving worker.
    pub(crate) target: u64,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

/// The content of a packet.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Batch(Batch),
    Numbers(Vec<u64>),
}

const BATCH: u8 = 1;
const NUMBERS: u8 = 2;

impl Packet {
    pub(crate) fn of_batch(target: u64, batch: &Batch) -> Packet {
        let mut bytes = Vec::with_capacity(17 + 4 * batch.places.len() + 8 * batch.words.len());
        bytes.push(BATCH);
        bytes.extend(batch.shard.to_le_bytes());
        bytes.extend(batch.kind.to_le_bytes());
        bytes.extend((batch.places.len() as u64).to_le_bytes());
        bytes.extend(batch.places.iter().flat_map(|place| place.to_le_bytes()));
        bytes.extend(batch.words.iter().flat_map(|word| word.to_le_bytes()));
        Packet { target, bytes }
    }

    pub(crate) fn of_numbers(target: u64, numbers: &[u64]) -> Packet {
        let mut bytes = vec![NUMBERS];
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        Packet { target, bytes }
    }

    /// Returns the content, or `None` if the packet is malformed.
    pub(crate) fn content(&self) -> Option<Content> {
        let (&kind, rest) = self.bytes.split_first()?;
        match kind {
            NUMBERS => Some(Content::Numbers(words(rest)?)),
            BATCH => {
                let (shard, rest) = rest.split_first_chunk()?;
                let (kind, rest) = rest.split_first_chunk()?;
                let (places, rest) = rest.split_first_chunk()?;
                let bytes = usize::try_from(u64::from_le_bytes(*places)).ok()?.checked_mul(4)?;
                let (places, rest) = rest.split_at_checked(bytes)?;
                Some(Content::Batch(Batch {
                    shard: u32::from_le_bytes(*shard),
                    kind: u32::from_le_bytes(*kind),
                    places: places.as_chunks().0.iter().map(|place| u32::from_le_bytes(*place)).collect(),
                    words: words(rest)?,
                }))
            }
            _ => None,
        }
    }
}

fn words(bytes: &[u8]) -> Option<Vec<u64>> {
    let (words, rest) = bytes.as_chunks();
    rest.is_empty().then(|| words.iter().map(|word| u64::from_le_bytes(*word)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packets_read_back(shard: u32, kind: u32, places: Vec<u32>, words: Vec<u64>, cut in 0usize..40) {
            let batch = Batch { shard, kind, places, words: words.clone() };
            let packet = Packet::of_batch(3, &batch);
            prop_assert_eq!(packet.content(), Some(Content::Batch(batch)));
            prop_assert_eq!(Packet::of_numbers(0, &words).content(), Some(Content::Numbers(words)));
            // Decoding a truncated packet does not panic; it returns other content or `None`.
            let mut bytes = packet.bytes.clone();
            bytes.truncate(cut.min(bytes.len().saturating_sub(1)));
            prop_assert_ne!(Packet { bytes, ..packet.clone() }.content(), packet.content());
        }
    }
}
