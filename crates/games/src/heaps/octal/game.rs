//! The octal games: rules, heap recurrences and catalogue page.

use crate::heaps::codes;
use crate::heaps::codes::Code;
use winways_kit::heaps;
use winways_kit::view::{Touch, View};
use winways_kit::{Game, Move, Page};
use winways_notation::Diagnostic;
use winways_rules::{Excluded, HeapRules, Options, Recurrence, RuleFault, Ruleset, TakeAndBreak};

pub(super) static PAGE: Page = Page {
    name: "octal",
    title: "Octal games",
    parameter: Some("(CODE)"),
    rules: "Heaps of tokens and a code d0.d1d2d3... of octal digits. A move takes k tokens from a heap if the digit dk \
            allows what it leaves: 1 in dk allows to leave nothing (to take the whole heap), 2 to leave one heap that is \
            not empty, 4 to leave two; the digit is the sum of what it allows. Of d0 only 4 makes sense: to split a heap \
            without taking. Digits in brackets at the end repeat for ever: 0.(07) is 0.070707.... Kayles is 0.77, Dawson's Kayles 0.07, Dawson's Chess 0.137. \
            With two codes, octal(LEFT|RIGHT), the players have different moves: partizan-octal.",
    notation: heaps::NOTATION,
    example: "octal(0.26) 5 6",
    theorems: &[],
    sources: &[
        "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Phil. Soc. 52 (1956): the code, and \
         when a period is proved",
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4",
    ],
    known_values: &[
        ("1", "0"),
        ("2", "*"),
        ("3", "*2"),
        ("4", "*3"),
        ("5", "0"),
        ("6", "*"),
        ("2 3", "*3"),
        ("0", "0"),
    ],
    range: "all multisets of at most 3 heaps of at most N tokens",
    default_range: 16,
};

/// An octal game.
///
/// ```
/// use winways_games::heaps::octal::Octal;
/// use winways_kit::Game;
/// assert_eq!(Octal::parse(".770")?.name(), "octal(0.77)");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    code: Code,
}

impl Octal {
    /// Reads a code: `0.137`, `.07`, `4.4`; `0.(07)` is 0.070707…
    ///
    /// # Errors
    /// Returns a diagnostic that points at the text that is not a digit of such a code.
    pub fn parse(code: &str) -> Result<Octal, Diagnostic> {
        Ok(Octal { code: Code::parse(code, 8)? })
    }

    /// Creates the game with these digits, d0 first. d0 is 0 or 4; the others are less than 8.
    pub(crate) fn of_digits(digits: Vec<u8>) -> Octal {
        Octal { code: Code::new(digits, Vec::new()) }
    }

    /// Iterates over the digits that allow a move in a heap, each with the number of tokens left.
    pub(crate) fn rests(&self, heap: u64) -> impl Iterator<Item = (u8, u64)> {
        self.code.rests(heap)
    }
}

impl Ruleset for Octal {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        self.rests(*heap).for_each(|(digit, rest)| codes::leaves(digit).options(rest, options));
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        self.code.option_bound(*heap)
    }
}

impl HeapRules for Octal {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        let mut rests = self.rests(heap as u64);
        rests.try_for_each(|(digit, rest)| codes::leaves(digit).exclude(rest as usize, excluded))
    }

    fn recurrence(&self) -> Recurrence {
        match self.code.last_digit() {
            Some(last_digit) => Recurrence::Octal { last_digit },
            None => Recurrence::Unknown,
        }
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        self.code.take_and_break()
    }
}

impl Game for Octal {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("octal({})", self.code.text())
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
    use winways_solve::{Budget, GrundySearch, NimSequence, NoObserver, Period, Theorems};

    /// Codes with preperiod and period, from the literature.
    const PERIODS: &[(&str, u64, u64)] = &[
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.4", 54, 34),
        ("0.77", 71, 12),
        ("4.4", 72, 12),
        ("0.15", 1, 10),
        ("0.17", 33, 34),
        ("0.34", 7, 8),
        ("0.44", 143, 24),
        ("0.017", 15, 60),
        ("0.044", 214, 36),
        ("0.051", 48, 48),
        ("0.115", 1, 14),
        ("0.116", 139, 96),
        ("0.123", 5, 5),
        ("0.152", 2, 48),
        ("0.312", 5, 2),
        ("4.005", 31, 79),
    ];

    fn period(code: &str, heap: u64) -> Option<Period> {
        let octal = Octal::parse(code).unwrap();
        let mut sequence = NimSequence::new(&octal);
        sequence.nim_value(heap, Budget::DEFAULT, &NoObserver).unwrap();
        sequence.period()
    }

    #[test]
    fn periods_are_those_of_the_literature() {
        for &(code, preperiod, length) in PERIODS {
            assert_eq!(period(code, u64::MAX), Some(Period { preperiod, period: length }), "{code}");
        }
    }

    #[test]
    fn longer_periods_are_those_of_the_literature() {
        for (code, preperiod, length) in [("0.156", 3479, 349), ("0.356", 7315, 142), ("0.165", 5181, 1550)] {
            assert_eq!(period(code, u64::MAX), Some(Period { preperiod, period: length }), "{code}");
        }
    }

    #[test]
    fn sequences_agree_with_search_for_all_codes_of_two_digits() {
        for code in 0..128u8 {
            let octal = Octal::of_digits(vec![code >> 6 << 2, code >> 3 & 7, code & 7]);
            let mut sequence = NimSequence::new(&octal);
            let mut search = GrundySearch::new(&octal, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
            for heap in 0..30 {
                let value = sequence.nim_value(heap, Budget::DEFAULT, &NoObserver).unwrap();
                assert_eq!(search.nim_value(&heap).unwrap().0, u64::from(value), "{} {heap}", octal.name());
                let mut options = Options::new();
                octal.options(&heap, &mut options).unwrap();
                assert_eq!(octal.option_bound(&heap), options.len() as u64);
            }
        }
    }

    #[test]
    fn codes_are_read_and_normalised() {
        for (code, name) in [
            ("0.07", "octal(0.07)"),
            (".07", "octal(0.07)"),
            (" 0.1370 ", "octal(0.137)"),
            ("4.4", "octal(4.4)"),
            ("4", "octal(4.0)"),
            ("0.", "octal(0.0)"),
            ("0.(07)", "octal(0.(07))"),
            ("0.1(7)", "octal(0.1(7))"),
            ("0.07(0707)", "octal(0.(07))"),
            ("0.30(0)", "octal(0.3)"),
        ] {
            assert_eq!(Octal::parse(code).unwrap().name(), name);
        }
        for (code, place) in
            [("0.18", 3..4), ("1.7", 0..1), ("5.1", 0..1), ("07", 1..2), ("0.1x", 3..4), ("", 0..0)]
                .into_iter()
                .chain([("0.(", 2..3), ("0.()", 2..4), ("0.(8)", 3..4), ("0.(7)1", 5..6), ("(7)", 0..1)])
                .chain([("0.1 7", 4..5), ("0,7", 1..2), ("0.1.7", 3..4)])
        {
            assert_eq!(Octal::parse(code).unwrap_err().span.range(), place, "{code}");
        }
        assert!(Octal::parse("0.3F").unwrap_err().help.unwrap().contains("hex"));
        assert!(Octal::parse("0.3g").unwrap_err().help.is_none());
    }
}
