use std::ops::Range;

/// Codes of ranks (see [`super::SolvedValue::code`]): two bytes each if all of them fit, otherwise
/// four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Codes {
    Narrow(Box<[u16]>),
    Wide(Box<[u32]>),
}

impl Codes {
    pub(super) fn new(codes: &[u32]) -> Codes {
        match codes.iter().all(|&code| code <= u32::from(u16::MAX)) {
            true => Codes::Narrow(codes.iter().map(|&code| code as u16).collect()),
            false => Codes::Wide(codes.into()),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Codes::Narrow(codes) => codes.len(),
            Codes::Wide(codes) => codes.len(),
        }
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> u32 {
        match self {
            Codes::Narrow(codes) => u32::from(codes[index]),
            Codes::Wide(codes) => codes[index],
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Codes::Narrow(codes) => size_of_val(&**codes) as u64,
            Codes::Wide(codes) => size_of_val(&**codes) as u64,
        }
    }

    pub(super) fn is_wide(&self) -> bool {
        matches!(self, Codes::Wide(_))
    }

    /// Creates `length` codes, all 0.
    pub(super) fn with_len(length: usize, is_wide: bool) -> Codes {
        match is_wide {
            true => Codes::Wide(vec![0; length].into()),
            false => Codes::Narrow(vec![0; length].into()),
        }
    }

    /// Copies a range of `other` to index `start`. The codes must fit.
    pub(super) fn copy(&mut self, start: usize, other: &Codes, range: Range<usize>) {
        let length = range.end - range.start;
        match (self, other) {
            (Codes::Narrow(mine), Codes::Narrow(theirs)) => {
                mine[start..start + length].copy_from_slice(&theirs[range]);
            }
            (Codes::Wide(mine), Codes::Wide(theirs)) => {
                mine[start..start + length].copy_from_slice(&theirs[range]);
            }
            (Codes::Wide(mine), Codes::Narrow(theirs)) => {
                for (mine, &theirs) in mine[start..].iter_mut().zip(&theirs[range]) {
                    *mine = u32::from(theirs);
                }
            }
            (Codes::Narrow(_), Codes::Wide(_)) => unreachable!("narrow codes have no room for wide ones"),
        }
    }
}
