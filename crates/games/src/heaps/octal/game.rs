//! The games of octal and hexadecimal codes.

use crate::heaps::codes;
use crate::heaps::codes::Code;
use winways_kit::view::View;
use winways_kit::{Game, Page};
use winways_notation::Diagnostic;
use winways_rules::{Excluded, HeapRules, Options, Recurrence, RuleFault, Ruleset, TakeAndBreak};

pub(super) static OCTAL: Page = page!("octal");

pub(super) static HEXADECIMAL: Page = page!("hex");

/// A game given by a code of octal or hexadecimal digits. In a hexadecimal digit, the bit 8 allows a move to leave three heaps.
///
/// ```
/// use winways_games::heaps::octal::Octal;
/// use winways_kit::Game;
/// assert_eq!(Octal::parse(".770")?.name(), "octal(0.77)");
/// assert_eq!(Octal::parse_hexadecimal(".3f0")?.name(), "hex(0.3F)");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    code: Code,
    is_hexadecimal: bool,
}

impl Octal {
    /// Reads an octal code: `0.137`, `.07`, `4.4`; `0.(07)` is 0.070707…
    ///
    /// # Errors
    /// Returns a diagnostic that points at the text that is not a digit of such a code.
    pub fn parse(code: &str) -> Result<Octal, Diagnostic> {
        Ok(Octal { code: Code::parse(code, 8)?, is_hexadecimal: false })
    }

    /// Reads a hexadecimal code: `0.3F`, `.8`, `C.4`; `0.(08)` is 0.080808…
    ///
    /// # Errors
    /// Returns a diagnostic that points at the text that is not a digit of such a code.
    pub fn parse_hexadecimal(code: &str) -> Result<Octal, Diagnostic> {
        Ok(Octal { code: Code::parse(code, 16)?, is_hexadecimal: true })
    }

    /// Creates the game with these digits, d0 first. d0 is 0 or 4; the others are less than 8.
    pub(crate) fn of_digits(digits: Vec<u8>) -> Octal {
        Octal { code: Code::new(digits, Vec::new()), is_hexadecimal: false }
    }

    /// Iterates over the digits of the code up to the size of a heap, each restricted to the moves possible in this heap, with the
    /// number of tokens left.
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
            Some(last_digit) if !self.code.leaves_three() => Recurrence::Octal { last_digit },
            _ => Recurrence::Unknown,
        }
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        self.code.take_and_break()
    }
}

impl Game for Octal {
    fn page(&self) -> &'static Page {
        if self.is_hexadecimal { &HEXADECIMAL } else { &OCTAL }
    }

    fn name(&self) -> String {
        format!("{}({})", self.page().name, self.code.text())
    }

    positions_are_heaps!();
    heaps_have_rules!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_solve::{
        Budget, GrundySearch, NimSequence, NoObserver, Pattern, PatternStatus, Period, Theorems,
    };

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

    #[test]
    fn hexadecimal_sequences_agree_with_search_and_bounds_hold() {
        for code in ["0.8", "0.C", "0.3F", "0.F8", "C.1", "8.3", "0.(08)", "0.1(2C)", "0.77"] {
            let game = Octal::parse_hexadecimal(code).unwrap();
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
    fn hexadecimal_sequences_are_arithmetically_periodic_as_far_as_computed() {
        for (code, preperiod, period, saltus) in
            [("0.8", 1, 3, 1), ("0.C", 1, 2, 1), ("0.3F", 0, 6, 3), ("0.F8", 7, 6, 4)]
        {
            let game = Octal::parse_hexadecimal(code).unwrap();
            let mut sequence = NimSequence::new(&game);
            sequence.extend_to(420, Budget::DEFAULT, &NoObserver).unwrap();
            let status = PatternStatus::Empirical { up_to: 420 };
            let expected = Some(Pattern { preperiod, period, saltus, status });
            assert_eq!(Pattern::of(sequence.values(), game.recurrence()), expected, "{code}");
        }
    }

    #[test]
    fn hexadecimal_codes_are_read() {
        for (code, name) in [("0.3f", "0.3F"), ("C", "C.0"), (".(8)", "0.(8)"), ("0.A8(A8)", "0.(A8)")] {
            assert_eq!(Octal::parse_hexadecimal(code).unwrap().name(), format!("hex({name})"));
        }
        for (code, place) in [("0.G", 2..3), ("F.1", 0..1), ("", 0..0), ("0.(8", 2..3)] {
            assert_eq!(Octal::parse_hexadecimal(code).unwrap_err().span.range(), place, "{code}");
        }
    }
}
