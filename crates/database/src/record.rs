//! Codes as records of 2, 8, 16 or 32 bits.

use winways_solve::RecordKind;

/// The size of a block before compression, in bytes. The last block of a file may be shorter.
pub(crate) const BLOCK: usize = 1 << 14;

/// The width of a record in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    Two,
    Eight,
    Sixteen,
    ThirtyTwo,
}

impl Width {
    const ALL: [Width; 4] = [Width::Two, Width::Eight, Width::Sixteen, Width::ThirtyTwo];

    /// Returns the record width of a file whose greatest code is `greatest`.
    pub(crate) fn of_greatest(records: RecordKind, greatest: u32) -> Width {
        match greatest {
            _ if records == RecordKind::Outcomes => Width::Two,
            0..=0xFF => Width::Eight,
            0x100..=0xFFFF => Width::Sixteen,
            _ => Width::ThirtyTwo,
        }
    }

    pub(crate) fn bits(self) -> u32 {
        match self {
            Width::Two => 2,
            Width::Eight => 8,
            Width::Sixteen => 16,
            Width::ThirtyTwo => 32,
        }
    }

    pub(crate) fn of_bits(bits: u32) -> Option<Width> {
        Width::ALL.into_iter().find(|width| width.bits() == bits)
    }

    /// Returns the number of records in a block.
    pub(crate) fn records_a_block(self) -> usize {
        BLOCK * 8 / self.bits() as usize
    }

    /// Returns the number of bytes that `records` records take.
    pub(crate) fn bytes(self, records: usize) -> usize {
        (records * self.bits() as usize).div_ceil(8)
    }

    /// Encodes codes as records. Replaces the contents of `bytes`.
    pub(crate) fn encode(self, codes: &[u32], bytes: &mut Vec<u8>) {
        bytes.clear();
        match self {
            Width::Two => bytes.extend(codes.chunks(4).map(|codes| {
                codes.iter().enumerate().fold(0, |byte, (place, &code)| byte | (code as u8) << (2 * place))
            })),
            Width::Eight => bytes.extend(codes.iter().map(|&code| code as u8)),
            Width::Sixteen => bytes.extend(codes.iter().flat_map(|&code| (code as u16).to_le_bytes())),
            Width::ThirtyTwo => bytes.extend(codes.iter().flat_map(|&code| code.to_le_bytes())),
        }
    }

    /// Decodes the records from `start` onwards, as many as `codes` can hold.
    pub(crate) fn decode(self, bytes: &[u8], start: usize, codes: &mut [u32]) {
        match self {
            Width::Two => {
                for (place, code) in (start..).zip(codes) {
                    *code = u32::from(bytes[place / 4] >> (2 * (place % 4)) & 3);
                }
            }
            Width::Eight => {
                for (code, &byte) in codes.iter_mut().zip(&bytes[start..]) {
                    *code = u32::from(byte);
                }
            }
            Width::Sixteen => {
                let (pairs, _) = bytes[2 * start..].as_chunks();
                for (code, &pair) in codes.iter_mut().zip(pairs) {
                    *code = u32::from(u16::from_le_bytes(pair));
                }
            }
            Width::ThirtyTwo => {
                let (words, _) = bytes[4 * start..].as_chunks();
                for (code, &word) in codes.iter_mut().zip(words) {
                    *code = u32::from_le_bytes(word);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn encoding_and_decoding_round_trips(words in prop::collection::vec(any::<u32>(), 0..50), start in 0usize..50) {
            for width in Width::ALL {
                let codes: Vec<u32> = words.iter().map(|word| word >> (32 - width.bits())).collect();
                let mut bytes = Vec::new();
                width.encode(&codes, &mut bytes);
                prop_assert_eq!(bytes.len(), width.bytes(codes.len()));
                let start = start.min(codes.len());
                let mut decoded = vec![0; codes.len() - start];
                width.decode(&bytes, start, &mut decoded);
                prop_assert_eq!(&decoded, &codes[start..]);
            }
        }
    }
}
