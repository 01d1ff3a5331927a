//! Grundy's game: a move splits a heap into two unequal ones.

use winways_kit::Entry;
use winways_kit::any::impartial;
use winways_kit::heaps;
use winways_kit::view::{Touch, View};
use winways_kit::{Game, Move, Page};
use winways_notation::Diagnostic;
use winways_rules::{Excluded, HeapRules, Options, Recurrence, RuleFault, Ruleset, TakeAndBreak};

pub(crate) const ENTRIES: &[Entry] =
    &[Entry { page: &PAGE, make: |_| Ok(impartial::shared(Grundy)), claims: &[] }];

static PAGE: Page = Page {
    name: "grundy",
    title: "Grundy's game",
    parameter: None,
    rules: "Heaps of tokens. A move splits one heap into two heaps of different sizes, neither of them empty; heaps of \
            one and of two tokens cannot be split. Nothing is ever taken.",
    notation: heaps::NOTATION,
    example: "grundy 7",
    theorems: &[],
    sources: &[
        "P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4; whether the nim-values become periodic is \
         not known",
    ],
    known_values: &[
        ("3", "*"),
        ("5", "*2"),
        ("8", "*2"),
        ("11", "*2"),
        ("13", "*3"),
        ("18", "*4"),
        ("20", "0"),
        ("3 5", "*3"),
        ("0", "0"),
    ],
    range: "all multisets of at most 3 heaps of at most N tokens",
    default_range: 18,
};

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

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        heaps::parse(text)
    }

    fn write(&self, position: &[u64]) -> String {
        heaps::write(position)
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        heaps::describe(*from, to)
    }

    fn view(&self, position: &[u64]) -> View {
        View::heaps(position)
    }

    fn touches(&self, _: &[u64], step: &Move<u64>) -> Vec<Touch> {
        vec![Touch::heap(step.component)]
    }

    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        Some(self)
    }

    fn heap(&self, component: &u64) -> Option<u64> {
        Some(*component)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        heaps::multisets(3, up_to)
    }
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
