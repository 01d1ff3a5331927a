//! Counts of positions by value, as they are stored in files.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use winways_solve::{Counts, HOLE, RecordKind, SolvedValue};

/// Numbers of positions by remoteness or by points; zero counts are omitted. In a table of outcomes every remoteness is
/// 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredCounts {
    /// The remotenesses of won positions in ascending order, each with the number of positions.
    won: Vec<(u32, u64)>,
    /// The remotenesses of lost positions, likewise.
    lost: Vec<(u32, u64)>,
    drawn: u64,
    holes: u64,
    /// The least rank with the greatest remoteness or the most points; `None` in a table of outcomes.
    farthest: Option<u64>,
}

/// Codes below this bound are counted in an array.
const ARRAY_LEN: usize = 1 << 16;

impl StoredCounts {
    /// Counts codes. `rank` returns the rank of an index into `codes`.
    pub(crate) fn of(records: RecordKind, codes: &[u32], rank: impl Fn(usize) -> u64) -> StoredCounts {
        let greatest = codes.iter().copied().max().unwrap_or(0);
        let mut small = vec![0u64; ARRAY_LEN.min(greatest as usize + 1)];
        let mut large: BTreeMap<u32, u64> = BTreeMap::new();
        for &code in codes {
            match small.get_mut(code as usize) {
                Some(count) => *count += 1,
                None => *large.entry(code).or_default() += 1,
            }
        }
        let mut counts = StoredCounts::default();
        let small = (0u32..).zip(small).filter(|&(_, count)| count > 0);
        for (code, count) in small.chain(large) {
            counts.add(code, count);
        }
        if records != RecordKind::Outcomes && greatest > HOLE {
            // The two codes of a remoteness are an even number and the number after it.
            counts.farthest = codes.iter().position(|&code| code / 2 == greatest / 2).map(rank);
        }
        counts
    }

    fn add(&mut self, code: u32, count: u64) {
        match SolvedValue::of_code(code) {
            None => self.holes += count,
            Some(SolvedValue::Drawn) => self.drawn += count,
            Some(SolvedValue::Won(remoteness)) => self.won.push((remoteness, count)),
            Some(SolvedValue::Lost(remoteness)) => self.lost.push((remoteness, count)),
        }
    }

    /// Returns the sum of the counts of all parts.
    pub(crate) fn sum<'a>(parts: impl IntoIterator<Item = &'a StoredCounts>) -> StoredCounts {
        let (mut won, mut lost) = (BTreeMap::new(), BTreeMap::new());
        let mut sum = StoredCounts::default();
        let mut greatest = None;
        for part in parts {
            for &(remoteness, count) in &part.won {
                *won.entry(remoteness).or_default() += count;
            }
            for &(remoteness, count) in &part.lost {
                *lost.entry(remoteness).or_default() += count;
            }
            sum.drawn += part.drawn;
            sum.holes += part.holes;
            if part.greatest() > greatest {
                (greatest, sum.farthest) = (part.greatest(), part.farthest);
            } else if part.greatest() == greatest {
                sum.farthest = sum.farthest.into_iter().chain(part.farthest).min();
            }
        }
        sum.won = won.into_iter().collect();
        sum.lost = lost.into_iter().collect();
        sum
    }

    fn greatest(&self) -> Option<u32> {
        let last = |counts: &[(u32, u64)]| counts.last().map(|&(remoteness, _)| remoteness);
        last(&self.won).max(last(&self.lost))
    }

    /// Returns the greatest code with a nonzero count.
    pub(crate) fn greatest_code(&self) -> u32 {
        let won = self.won.last().map(|&(remoteness, _)| SolvedValue::Won(remoteness).code());
        let lost = self.lost.last().map(|&(remoteness, _)| SolvedValue::Lost(remoteness).code());
        won.max(lost).unwrap_or(0).max(if self.holes > 0 { HOLE } else { 0 })
    }

    /// Returns `true` if these can be the counts of a layer with `ranks` ranks. In a game of points, no
    /// score in a layer exceeds the number of the layer.
    pub(crate) fn fit(&self, records: RecordKind, layer: usize, ranks: u64) -> bool {
        let sorted = |counts: &[(u32, u64)]| counts.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let numbers = self.won.iter().chain(&self.lost).map(|&(_, count)| count);
        let total = numbers.clone().chain([self.drawn, self.holes]).try_fold(0u64, u64::checked_add);
        let (least, greatest) = match records {
            RecordKind::Values => (0, SolvedValue::GREATEST),
            RecordKind::Points => (1, u32::try_from(layer).unwrap_or(u32::MAX)),
            RecordKind::Outcomes => (0, 0),
        };
        let first = |counts: &[(u32, u64)]| counts.first().is_none_or(|&(number, _)| number >= least);
        let has_farthest = records != RecordKind::Outcomes && self.greatest().is_some();
        sorted(&self.won)
            && sorted(&self.lost)
            && first(&self.won)
            && first(&self.lost)
            && numbers.into_iter().all(|count| count > 0)
            && total == Some(ranks)
            && self.greatest().is_none_or(|remoteness| remoteness <= greatest)
            && self.farthest.is_some() == has_farthest
    }

    /// Returns the counts as dense arrays.
    ///
    /// # Errors
    /// Returns an error if the remotenesses have a gap. In a correct table, every position of remoteness *r* > 0 has an
    /// option of remoteness *r* - 1. Points may have gaps.
    pub(crate) fn counts(&self, records: RecordKind) -> Result<Counts, String> {
        if records != RecordKind::Points {
            self.refuse_gaps()?;
        }
        let full = |counts: &[(u32, u64)]| {
            let mut full = vec![0; counts.last().map_or(0, |&(remoteness, _)| remoteness as usize + 1)];
            for &(remoteness, count) in counts {
                full[remoteness as usize] = count;
            }
            full
        };
        Ok(Counts {
            won: full(&self.won),
            lost: full(&self.lost),
            drawn: self.drawn,
            holes: self.holes,
            farthest: self.farthest,
        })
    }

    /// Returns an error if a remoteness occurs, but the next smaller remoteness does not.
    fn refuse_gaps(&self) -> Result<(), String> {
        let mut next = 0;
        let mut remotenesses: Vec<u32> =
            self.won.iter().chain(&self.lost).map(|&(remoteness, _)| remoteness).collect();
        remotenesses.sort_unstable();
        for remoteness in remotenesses {
            if remoteness > next {
                return Err(format!("some position is decided in {remoteness} moves, but none in {next}"));
            }
            next = next.max(remoteness + 1);
        }
        Ok(())
    }
}
