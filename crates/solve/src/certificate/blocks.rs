//! Checks proofs by a sparse space, for 64 heaps at a time.
//!
//! From some heap on, all heaps are common and have the regular moves. The check then performs the two steps of
//! [`super::sparse`] for a block of heaps. First it finds, heap by heap, the least common value that is not the
//! value of a take or of an option with a rare heap. Then it finds, for each smaller rare value, the heaps of the
//! block that have an option of this value. A *witness* for the rare value r is a heap a with a split m: if heap n
//! − m − a has the value g(a) xor r, then heap n has an option of value r. The heaps of each value form a bit set,
//! so that a witness takes one shift for 64 heaps. If no witness is known for a heap, all its pairs are examined,
//! and the pair found becomes a witness.

use super::derivation::{Derivation, Result, refuse, stopped};
use super::sparse::Settler;

/// The number of heaps in a block.
pub(super) const BLOCK: u64 = 64;

/// A heap a with its split m, and the value of the other heap of the option.
#[derive(Clone, Copy)]
struct Witness {
    /// a + m.
    distance: u64,
    partner: u8,
}

/// The state of a check block by block.
pub(super) struct Blocks<'s, 'p> {
    settler: &'s Settler<'p>,
    /// The options that may have common values. Each consists of the distance to a smaller heap, and a value: the xor of
    /// this value and the value of the smaller heap is the value of the option.
    operands: Vec<(usize, u8)>,
    /// The common values of heaps of even and of odd size, one bit each.
    common: [[u64; 4]; 2],
    /// For each value, the last heaps that have it, one bit each, as a ring of `words` words.
    sets: Vec<u64>,
    words: usize,
    /// The witnesses of each rare value, in the order in which they are tried.
    witnesses: Vec<Vec<Witness>>,
}

impl<'s, 'p> Blocks<'s, 'p> {
    /// Returns the memory needed for windows of `length` heaps, in bytes.
    pub(super) fn bytes(length: u64) -> u64 {
        length.saturating_add(4 * BLOCK).saturating_mul(64)
    }

    /// Creates the state after the given values, whose number is a multiple of 64.
    pub(super) fn new(settler: &'s Settler<'p>, values: &[u8]) -> Self {
        let proof = settler.proof;
        let words = (proof.length / BLOCK + 3).next_power_of_two() as usize;
        let mut operands: Vec<(usize, u8)> =
            settler.moves.takes.iter().map(|&take| (take as usize, 0)).collect();
        for &split in &settler.moves.splits {
            operands.extend(proof.rare.iter().map(|&rare| ((split + rare) as usize, values[rare as usize])));
        }
        let mut common = [[0; 4]; 2];
        for value in 0..=u8::MAX {
            for heap in 0..2 {
                let bit = u64::from(settler.is_common(heap, value)) << (value % 64);
                common[heap as usize][usize::from(value / 64)] |= bit;
            }
        }
        let (sets, witnesses) = (vec![0; words << 8], vec![Vec::new(); 1 << 8]);
        let mut blocks = Blocks { settler, operands, common, sets, words, witnesses };
        let kept = values.len().saturating_sub(words * BLOCK as usize);
        for (heap, &value) in values.iter().enumerate().skip(kept) {
            blocks.insert(heap as u64, value);
        }
        blocks
    }

    fn place(&self, value: u8, word: u64) -> usize {
        usize::from(value) * self.words + (word as usize & (self.words - 1))
    }

    fn insert(&mut self, heap: u64, value: u8) {
        let place = self.place(value, heap / BLOCK);
        self.sets[place] |= 1 << (heap % BLOCK);
    }

    /// Derives and proves the values of the next block.
    pub(super) fn settle(&mut self, derivation: &mut Derivation<'_>) -> Result<()> {
        let start = derivation.end();
        for value in 0..=u8::MAX {
            let place = self.place(value, start / BLOCK);
            self.sets[place] = 0;
        }
        for heap in start..start + BLOCK {
            let Some(value) = self.least_common(heap, &derivation.values) else {
                return refuse(format!("heap {heap} has no common value that fits into a byte"));
            };
            self.insert(heap, value);
            derivation.push(value)?;
        }
        let mut above = 0;
        for value in (0..=u8::MAX).rev() {
            let needed = above & self.heaps_where_rare(value);
            if needed != 0 {
                self.exclude(value, needed, start, derivation)?;
            }
            above |= self.sets[self.place(value, start / BLOCK)];
        }
        Ok(())
    }

    /// Returns the least common value that is not the value of an option in `operands`.
    fn least_common(&self, heap: u64, values: &[u8]) -> Option<u8> {
        let mut open = self.common[heap as usize % 2];
        for &(distance, value) in &self.operands {
            let option = values[heap as usize - distance] ^ value;
            open[usize::from(option / 64)] &= !(1 << (option % 64));
        }
        let word = open.iter().position(|&bits| bits != 0)?;
        Some(64 * word as u8 + open[word].trailing_zeros() as u8)
    }

    /// Returns the heaps of a block in which the value is rare, one bit each.
    fn heaps_where_rare(&self, value: u8) -> u64 {
        let rare = |heap| u64::from(!self.settler.is_common(heap, value));
        rare(0) * 0x5555_5555_5555_5555 + rare(1) * 0xaaaa_aaaa_aaaa_aaaa
    }

    /// Proves that each of the given heaps of a block has an option of this rare value.
    fn exclude(
        &mut self,
        rare: u8,
        mut open: u64,
        start: u64,
        derivation: &mut Derivation<'_>,
    ) -> Result<()> {
        for index in 0..self.witnesses[usize::from(rare)].len() {
            let excluded = self.excluded_by(self.witnesses[usize::from(rare)][index], start);
            if open & excluded != 0 {
                open &= !excluded;
                // Witnesses that exclude a heap move forward.
                if index > 0 {
                    self.witnesses[usize::from(rare)].swap(index - 1, index);
                }
            }
            if open == 0 {
                return Ok(());
            }
        }
        while open != 0 {
            let heap = start + u64::from(open.trailing_zeros());
            open &= open - 1;
            let witness = self.find_witness(heap, rare, derivation)?;
            let proof = self.settler.proof;
            if witness.distance <= proof.length {
                open &= !self.excluded_by(witness, start);
                self.witnesses[usize::from(rare)].push(witness);
            } else if heap >= proof.repeats_from {
                return refuse(format!(
                    "the {} values before heap {heap} do not determine its value",
                    proof.length
                ));
            }
        }
        Ok(())
    }

    /// Returns the heaps of a block for which the witness yields an option of its rare value, one bit each.
    fn excluded_by(&self, Witness { distance, partner }: Witness, start: u64) -> u64 {
        let first = start - distance;
        let word = |word| self.sets[self.place(partner, word)];
        let (low, shift) = (word(first / BLOCK) >> (first % BLOCK), (BLOCK - first % BLOCK) % BLOCK);
        if shift == 0 { low } else { low | word(first / BLOCK + 1) << shift }
    }

    /// Finds an option of a heap with the value `rare`, first among all pairs and then among the takes.
    fn find_witness(&self, heap: u64, rare: u8, derivation: &mut Derivation<'_>) -> Result<Witness> {
        let splits = &self.settler.moves.splits;
        for least in 1..=heap / 2 {
            derivation.meter.spend(splits.len() as u64 + 1).map_err(stopped)?;
            for &split in splits.iter().filter(|&&split| split + 2 * least <= heap) {
                let greatest = heap - split - least;
                let partner = derivation.values[greatest as usize];
                let is_move = !self.settler.moves.unequal || least != greatest;
                if is_move && derivation.values[least as usize] ^ partner == rare {
                    return Ok(Witness { distance: split + least, partner });
                }
            }
        }
        let mut takes = self.settler.moves.takes.iter();
        match takes.find(|&&take| derivation.values[(heap - take) as usize] == rare) {
            Some(&distance) => Ok(Witness { distance, partner: rare }),
            None => refuse(format!("heap {heap} is rare, but is not in the list of rare heaps")),
        }
    }
}
