//! Grundy's game: a move splits a heap into two unequal ones.

use winways_kit::any::common;
use winways_kit::view::View;
use winways_kit::{Game, Page};
use winways_rules::{Excluded, HeapRules, Options, Recurrence, RuleFault, Ruleset, TakeAndBreak};

game!("grundy", |_| Ok(common::impartial(Grundy)));

/// Grundy's game.
#[derive(Clone, Copy, Debug)]
pub struct Grundy;

impl Ruleset for Grundy {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        for smaller in 1..=self.option_bound(heap) {
            options.push([smaller, heap - smaller]);
        }
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        heap.saturating_sub(1) / 2
    }
}

impl HeapRules for Grundy {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        excluded.unequal_pairs(heap, 1)
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        Some(TakeAndBreak { takes: Vec::new(), splits: vec![0], unequal: true, regular_from: 1 })
    }
}

impl Game for Grundy {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    positions_are_heaps!();
    heaps_have_rules!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_solve::{Budget, NimSequence, NoObserver};

    #[test]
    fn the_sequence_has_the_fingerprint_of_another_program() {
        // FNV-1a over the values of heaps 0 to 99,999, each as eight bytes, the lowest first.
        let mut sequence = NimSequence::new(&Grundy);
        sequence.extend_to(99_999, Budget::DEFAULT, &NoObserver).unwrap();
        let bytes = sequence.values()[..100_000].iter().flat_map(|&value| u64::from(value).to_le_bytes());
        let hash = bytes.fold(14_695_981_039_346_656_037, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
        });
        assert_eq!(hash, 0xfddb_bd01_21de_18c6);
    }
}
