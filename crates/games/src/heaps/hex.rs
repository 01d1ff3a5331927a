//! Hexadecimal games: like octal games, but a move may also leave three heaps.

use crate::heaps::codes;
use crate::heaps::codes::Code;
use crate::heaps::partizan_heaps;
use winways_kit::Entry;
use winways_kit::heaps;
use winways_kit::view::{Touch, View};
use winways_kit::{Game, Move, Page};
use winways_notation::Diagnostic;
use winways_rules::{Excluded, HeapRules, Options, Recurrence, RuleFault, Ruleset};

pub(crate) const ENTRIES: &[Entry] = &[Entry {
    page: &PAGE,
    make: |code| partizan_heaps::one_or_two(&partizan_heaps::OCTAL, code, Hexadecimal::parse),
    claims: &[],
}];

static PAGE: Page = Page {
    name: "hex",
    title: "Hexadecimal games",
    parameter: Some("(CODE)"),
    rules: "Heaps of tokens and a code d0.d1d2d3... of hexadecimal digits. A move takes k tokens from a heap if the digit \
            dk allows what it leaves: 1 in dk allows to leave nothing (to take the whole heap), 2 to leave one heap that \
            is not empty, 4 to leave two, 8 to leave three; the digit is the sum of what it allows. Of d0 only 4, 8 and C \
            make sense: to split a heap without taking. Digits in brackets at the end repeat for ever: 0.(08) is \
            0.080808.... With two codes, hex(LEFT|RIGHT), the players have different moves: partizan-octal.",
    notation: heaps::NOTATION,
    example: "hex(0.3F) 5 6",
    theorems: &[],
    sources: &[
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4",
        "S. Howse, R. J. Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games, Theoretical Computer \
         Science 313 (2004)",
    ],
    known_values: &[("1", "*"), ("2", "*2"), ("3", "0"), ("6", "*3"), ("12", "*6"), ("0", "0")],
    range: "all multisets of at most 3 heaps of at most N tokens",
    default_range: 10,
};

/// A hexadecimal game.
///
/// ```
/// use winways_games::heaps::hex::Hexadecimal;
/// use winways_kit::Game;
/// assert_eq!(Hexadecimal::parse(".3f0")?.name(), "hex(0.3F)");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hexadecimal {
    code: Code,
}

impl Hexadecimal {
    /// Reads a code: `0.3F`, `.8`, `C.4`; `0.(08)` is 0.080808…
    ///
    /// # Errors
    /// Returns a diagnostic that points at the text that is not a digit of such a code.
    pub fn parse(code: &str) -> Result<Hexadecimal, Diagnostic> {
        Ok(Hexadecimal { code: Code::parse(code, 16)? })
    }
}

impl Ruleset for Hexadecimal {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        self.code.rests(*heap).for_each(|(digit, rest)| codes::leaves(digit).options(rest, options));
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        self.code.option_bound(*heap)
    }
}

impl HeapRules for Hexadecimal {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        let mut rests = self.code.rests(heap as u64);
        rests.try_for_each(|(digit, rest)| codes::leaves(digit).exclude(rest as usize, excluded))
    }

    fn recurrence(&self) -> Recurrence {
        match self.code.last_digit() {
            Some(last_digit) if !self.code.leaves_three() => Recurrence::Octal { last_digit },
            _ => Recurrence::Unknown,
        }
    }
}

impl Game for Hexadecimal {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("hex({})", self.code.text())
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
    use winways_solve::{Budget, GrundySearch, NimSequence, NoObserver, Pattern, PatternStatus, Theorems};

    #[test]
    fn sequences_agree_with_search_and_bounds_hold() {
        for code in ["0.8", "0.C", "0.3F", "0.F8", "C.1", "8.3", "0.(08)", "0.1(2C)", "0.77"] {
            let game = Hexadecimal::parse(code).unwrap();
            let mut sequence = NimSequence::new(&game);
            let mut search = GrundySearch::new(&game, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
            for heap in 0..24 {
                let value = sequence.nim_value(heap, Budget::DEFAULT, &NoObserver).unwrap();
                assert_eq!(search.nim_value(&heap).unwrap().0, u64::from(value), "{code} {heap}");
                let mut options = Options::new();
                game.options(&heap, &mut options).unwrap();
                let bound = game.option_bound(&heap);
                assert!(options.len() as u64 <= bound && (bound == 0) == options.is_empty(), "{code} {heap}");
            }
            assert!(game.option_bound(&u64::MAX) > 0);
        }
    }

    #[test]
    fn sequences_are_arithmetically_periodic_as_far_as_computed() {
        for (code, preperiod, period, saltus) in
            [("0.8", 1, 3, 1), ("0.C", 1, 2, 1), ("0.3F", 0, 6, 3), ("0.F8", 7, 6, 4)]
        {
            let game = Hexadecimal::parse(code).unwrap();
            let mut sequence = NimSequence::new(&game);
            sequence.extend_to(420, Budget::DEFAULT, &NoObserver).unwrap();
            let status = PatternStatus::Empirical { up_to: 420 };
            let expected = Some(Pattern { preperiod, period, saltus, status });
            assert_eq!(Pattern::of(sequence.values(), game.recurrence()), expected, "{code}");
        }
    }

    #[test]
    fn codes_are_read() {
        for (code, name) in [("0.3f", "0.3F"), ("C", "C.0"), (".(8)", "0.(8)"), ("0.A8(A8)", "0.(A8)")] {
            assert_eq!(Hexadecimal::parse(code).unwrap().name(), format!("hex({name})"));
        }
        for (code, place) in [("0.G", 2..3), ("F.1", 0..1), ("", 0..0), ("0.(8", 2..3)] {
            assert_eq!(Hexadecimal::parse(code).unwrap_err().span.range(), place, "{code}");
        }
    }
}
