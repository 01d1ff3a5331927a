//! All-but games: a move takes from one heap any number of tokens outside a finite set.

use crate::heaps::partizan_heaps;
use winways_kit::heaps;
use winways_kit::view::View;
use winways_kit::{Game, Page};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Excluded, HeapRules, Options, Recurrence, RuleFault, Ruleset};

game!("allbut", |set| partizan_heaps::one_or_two(&partizan_heaps::SUBTRACTION, set, AllBut::parse_set));

/// The game in which every number of tokens may be taken except those of a finite set.
///
/// ```
/// use winways_games::heaps::all_but::AllBut;
/// use winways_kit::Game;
/// assert_eq!(AllBut::of_numbers(&[4, 1, 4]).name(), "allbut{1,4}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllBut {
    /// The forbidden numbers: ascending, distinct, positive.
    forbidden: Vec<u64>,
}

impl AllBut {
    /// Creates the game in which these numbers, in any order, may not be taken. Zeros are ignored.
    pub fn of_numbers(numbers: &[u64]) -> AllBut {
        let mut forbidden: Vec<u64> = numbers.iter().copied().filter(|&number| number > 0).collect();
        forbidden.sort_unstable();
        forbidden.dedup();
        AllBut { forbidden }
    }

    /// Reads a set: `1,4`.
    ///
    /// # Errors
    /// Returns a diagnostic that points at the text that is not a positive number.
    pub fn parse_set(text: &str) -> Result<AllBut, Diagnostic> {
        const WHAT: &str = "a number of tokens that a move may not take";
        let mut scanner = Scanner::new(text);
        let mut numbers = Vec::new();
        scanner.skip_separators();
        while !scanner.is_at_end() {
            numbers.push(scanner.number_in(WHAT, 1, u64::MAX)?);
            scanner.skip_separators();
        }
        if numbers.is_empty() {
            return Err(Diagnostic::new("the set is empty", Span::at(text.len()))
                .label(format!("expected {WHAT}, or several"))
                .help("try `allbut{2}`; if any number may be taken, the game is `nim`"));
        }
        Ok(AllBut::of_numbers(&numbers))
    }

    /// Iterates over the ranges of sizes to which a heap can be reduced, descending and non-empty.
    fn rests(&self, heap: u64) -> impl Iterator<Item = std::ops::Range<u64>> {
        let forbidden = self.forbidden.iter().copied().filter(move |&number| number <= heap);
        let ends = std::iter::once(heap).chain(forbidden.clone().map(move |number| heap - number));
        let starts = forbidden.map(move |number| heap - number + 1).chain(std::iter::once(0));
        starts.zip(ends).map(|(start, end)| start..end).filter(|range| !range.is_empty())
    }
}

impl Ruleset for AllBut {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        self.rests(*heap).flat_map(Iterator::rev).for_each(|rest| options.push([rest]));
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        heap - self.forbidden.partition_point(|number| number <= heap) as u64
    }
}

impl HeapRules for AllBut {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        self.rests(heap as u64).try_for_each(|range| excluded.heaps(range.start as usize..range.end as usize))
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }
}

impl Game for AllBut {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("allbut{{{}}}", heaps::list(&self.forbidden, ","))
    }

    positions_are_heaps!();
    heaps_have_rules!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_solve::{Budget, GrundySearch, NimSequence, NoObserver, Theorems};

    #[test]
    fn sequences_agree_with_search() {
        for set in [&[2][..], &[1], &[1, 4], &[1, 2, 3], &[5, 6, 9], &[u64::MAX]] {
            let game = AllBut::of_numbers(set);
            let mut sequence = NimSequence::new(&game);
            let mut search = GrundySearch::new(&game, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
            for heap in 0..60 {
                let value = sequence.nim_value(heap, Budget::DEFAULT, &NoObserver).unwrap();
                assert_eq!(search.nim_value(&heap).unwrap().0, u64::from(value), "{set:?} {heap}");
                let mut options = Options::new();
                game.options(&heap, &mut options).unwrap();
                assert_eq!(options.len() as u64, game.option_bound(&heap), "{set:?} {heap}");
            }
        }
    }

    #[test]
    fn sets_are_read() {
        assert_eq!(AllBut::parse_set("4, 1 4").unwrap().name(), "allbut{1,4}");
        for text in ["", "0", "x", "1,-2"] {
            assert!(AllBut::parse_set(text).is_err(), "{text}");
        }
    }
}
