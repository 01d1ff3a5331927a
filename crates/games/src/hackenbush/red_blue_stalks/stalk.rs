//! Packed stalks.

use super::words::value_of_marked_word;
use crate::hackenbush::binary::Binary;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use winways_rules::{Component, Side};

/// The greatest number of segments of a stalk.
pub const SEGMENTS: usize = 1 << 30;

/// A stalk: segments from the ground up, each Left's or Right's.
///
/// Up to 63 segments are packed into one word. A longer stalk shares its segments with the stalks that cuts leave, so an option
/// allocates no memory of its own.
#[derive(Clone)]
pub struct Stalk(Repr);

/// The segments as bits; ones are Left's. The segment at the ground is the highest bit of the first word.
#[derive(Clone)]
enum Repr {
    /// Up to 63 segments, followed by a one and zeros.
    Word(u64),
    /// The first `length` segments of the slice, at least 64. The slice may contain more.
    Long { segments: Arc<[u64]>, length: u32 },
}

impl Stalk {
    /// The stalk without segments.
    pub const EMPTY: Stalk = Stalk(Repr::Word(1 << 63));

    /// Creates a stalk from its segments, from the ground up; `None` if there are more than [`SEGMENTS`]. O(segments).
    ///
    /// ```
    /// use winways_games::hackenbush::red_blue_stalks::Stalk;
    /// use winways_rules::Side::{Left, Right};
    /// let stalk = Stalk::new([Left, Left, Right]).unwrap();
    /// assert_eq!(stalk.to_string(), "LLR");
    /// assert_eq!(stalk.value().to_string(), "3/2");
    /// ```
    pub fn new(segments: impl IntoIterator<Item = Side>) -> Option<Stalk> {
        let mut words = Vec::new();
        let mut length = 0;
        for side in segments {
            if length == SEGMENTS {
                return None;
            }
            if length % 64 == 0 {
                words.push(0);
            }
            if let Some(word) = words.last_mut() {
                *word |= u64::from(side == Side::Left) << (63 - length % 64);
            }
            length += 1;
        }
        Some(Stalk::of_words(words, length))
    }

    /// Creates a stalk from the first `length` segments of `words`.
    fn of_words(words: Vec<u64>, length: usize) -> Stalk {
        if length < 64 {
            return Stalk(Repr::Word(marked(words.first().copied().unwrap_or(0), length)));
        }
        Stalk(Repr::Long { segments: words.into(), length: length as u32 }) // at most SEGMENTS
    }

    /// Returns the number of segments.
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Word(word) => 63 - word.trailing_zeros() as usize,
            Repr::Long { length, .. } => *length as usize,
        }
    }

    /// Returns `true` if the stalk has no segments.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the owners of the segments, from the ground up.
    pub fn segments(&self) -> impl Iterator<Item = Side> + '_ {
        let words = match &self.0 {
            Repr::Word(word) => std::slice::from_ref(word),
            Repr::Long { segments, .. } => segments,
        };
        let is_left = move |place: usize| words[place / 64] >> (63 - place % 64) & 1 == 1;
        (0..self.len()).map(move |place| if is_left(place) { Side::Left } else { Side::Right })
    }

    /// Returns the stalk left when the segment with `length` segments below it is cut. O(1).
    pub(in crate::hackenbush) fn cut(&self, length: usize) -> Stalk {
        match &self.0 {
            Repr::Word(word) => Stalk(Repr::Word(marked(*word, length))),
            Repr::Long { segments, .. } if length < 64 => Stalk(Repr::Word(marked(segments[0], length))),
            Repr::Long { segments, .. } => {
                Stalk(Repr::Long { segments: segments.clone(), length: length as u32 })
            }
        }
    }

    /// Returns the stalk with the colours exchanged, which is its negative.
    pub(super) fn negative(&self) -> Stalk {
        match &self.0 {
            Repr::Word(word) => Stalk(Repr::Word(marked(!word, self.len()))),
            Repr::Long { segments, length } => {
                let segments = segments[..length.div_ceil(64) as usize].iter().map(|word| !word).collect();
                Stalk(Repr::Long { segments, length: *length })
            }
        }
    }

    /// Returns the value by Berlekamp's rule. O(1) for a word, else O(segments / 64).
    pub(crate) fn binary(&self) -> Binary {
        let (segments, length) = match &self.0 {
            Repr::Word(word) => return Binary::of_word(value_of_marked_word(*word)),
            Repr::Long { segments, length } => (segments, *length as usize),
        };
        let ground = (segments[0] as i64 >> 63) as u64;
        let equal = segments.iter().take_while(|&&word| word == ground).count();
        let rest = segments.get(equal).map_or(0, |word| (word ^ ground).leading_zeros() as usize);
        let run = (equal * 64 + rest).min(length);
        let integer = if ground == 0 { -(run as i128) } else { run as i128 };
        if run == length {
            return Binary::new(integer, Vec::new(), 0);
        }
        // After the run, b1 b2 ... bm have the value 2 * 0.b1b2...bm1 - 1. b1 does not have the run's colour.
        let integer = integer - i128::from(ground != 0);
        let mut bits: Vec<u64> = self.words().skip((run + 1) / 64).collect();
        bits.reverse();
        let fraction = bits.len() * 64 - (run + 1) % 64;
        Binary::new(integer, bits, fraction as u64)
    }

    /// Iterates over the words that contain the segments as bits. A one and zeros follow the last segment.
    fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let (words, length) = match &self.0 {
            Repr::Word(word) => (std::slice::from_ref(word), self.len()),
            Repr::Long { segments, length } => (&segments[..], *length as usize),
        };
        let last = marked(words.get(length / 64).copied().unwrap_or(0), length % 64);
        words[..length / 64].iter().copied().chain([last])
    }
}

/// Returns the first `length` bits, followed by a one and zeros.
fn marked(word: u64, length: usize) -> u64 {
    let mark = 1 << 63 >> length;
    word & !(mark | (mark - 1)) | mark
}

impl PartialEq for Stalk {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Stalk {}

impl PartialOrd for Stalk {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Orders shorter stalks first. This is not the order of the values.
impl Ord for Stalk {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) if a == b => Ordering::Equal,
            _ => self.len().cmp(&other.len()).then_with(|| self.words().cmp(other.words())),
        }
    }
}

impl Hash for Stalk {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Word(word) => state.write_u64(*word),
            Repr::Long { .. } => self.words().for_each(|word| state.write_u64(word)),
        }
    }
}

impl Component for Stalk {
    fn owned_bytes(&self) -> usize {
        match &self.0 {
            Repr::Word(_) => 0,
            Repr::Long { segments, .. } => size_of_val(&**segments),
        }
    }
}

/// Formats the stalk in the notation: `LLR`, or `-` for the empty stalk.
impl fmt::Display for Stalk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.segments().map(letter).collect();
        formatter.pad(if text.is_empty() { "-" } else { &text })
    }
}

impl fmt::Debug for Stalk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Stalk({self})")
    }
}

pub(super) fn letter(side: Side) -> char {
    match side {
        Side::Left => 'L',
        Side::Right => 'R',
    }
}
