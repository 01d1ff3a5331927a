//! Kayles and its relatives: octal games with a proved period, which gives the nim-value of every heap.

mod splits;

use crate::heaps::codes::leaves;
use crate::heaps::octal::Octal;
use splits::{OptionsOfValue, Splits};
use winways_kit::Entry;
use winways_kit::any::common;
use winways_kit::heaps;
use winways_kit::view::View;
use winways_kit::{Check, Halt};
use winways_kit::{Detail, Game, Moves, Page, Winning};
use winways_rules::{HeapRules, Options, Play, Recurrence, RuleFault, Ruleset};
use winways_solve::{NimSequence, Period};
use winways_values::Nimber;

pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        page: &KAYLES,
        make: |_| Ok(common::impartial(kayles())),
        claims: &[claim!("kayles", "kayles-period", |up_to, check| check_period(&kayles(), up_to, check))],
    },
    Entry {
        page: &DAWSON_KAYLES,
        make: |_| Ok(common::impartial(dawson_kayles())),
        claims: &[claim!("dawson-kayles", "dawson-kayles-period", |up_to, check| {
            check_period(&dawson_kayles(), up_to, check)
        })],
    },
    Entry {
        page: &DAWSON_CHESS,
        make: |_| Ok(common::impartial(dawson_chess())),
        claims: &[
            claim!("dawson-chess", "dawson-chess-period", |up_to, check| {
                check_period(&dawson_chess(), up_to, check)
            }),
            claim!("dawson-chess", "dawson-shift", check_shift),
        ],
    },
];

static KAYLES: Page = page!("kayles");
static DAWSON_KAYLES: Page = page!("dawson-kayles");
static DAWSON_CHESS: Page = page!("dawson-chess");

/// Computes the first nim-values of an octal game with these digits from the rules, at compile time.
const fn first_values<const N: usize>(digits: &[u8]) -> [u8; N] {
    let mut values = [0; N];
    let mut heap = 1;
    while heap < N {
        let mut excluded = [false; 16];
        let mut taken = 1;
        while taken < digits.len() && taken <= heap {
            let rest = heap - taken;
            if digits[taken] & 1 != 0 && rest == 0 || digits[taken] & 2 != 0 && rest > 0 {
                excluded[values[rest] as usize] = true;
            }
            let mut part = 1;
            while digits[taken] & 4 != 0 && part < rest {
                excluded[(values[part] ^ values[rest - part]) as usize] = true;
                part += 1;
            }
            taken += 1;
        }
        while excluded[values[heap] as usize] {
            values[heap] += 1;
        }
        heap += 1;
    }
    values
}

/// An octal game whose nim-values have a proved period.
#[derive(Clone, Debug)]
pub struct PeriodicOctal {
    page: &'static Page,
    octal: Octal,
    values: &'static [u8],
    period: Period,
}

/// Returns Kayles: a move takes one pin or two neighbouring pins, 0.77.
///
/// ```
/// let kayles = winways_games::heaps::kayles::kayles();
/// assert_eq!(kayles.value(70), 6);
/// assert_eq!(kayles.value(1_000_000_000_000_000_000), 1);
/// ```
pub fn kayles() -> PeriodicOctal {
    static VALUES: [u8; 71 + 12] = first_values(&[0, 7, 7]);
    PeriodicOctal::new(&KAYLES, &[0, 7, 7], 71, &VALUES)
}

/// Returns Dawson's Kayles: a move takes two neighbouring pins, 0.07.
pub fn dawson_kayles() -> PeriodicOctal {
    static VALUES: [u8; 53 + 34] = first_values(&[0, 0, 7]);
    PeriodicOctal::new(&DAWSON_KAYLES, &[0, 0, 7], 53, &VALUES)
}

/// Returns Dawson's Chess: a move takes a pawn with its neighbours, 0.137.
pub fn dawson_chess() -> PeriodicOctal {
    static VALUES: [u8; 52 + 34] = first_values(&[0, 1, 3, 7]);
    PeriodicOctal::new(&DAWSON_CHESS, &[0, 1, 3, 7], 52, &VALUES)
}

impl PeriodicOctal {
    /// Creates the game of these digits. `values` are the nim-values up to the end of the first period.
    fn new(page: &'static Page, digits: &[u8], preperiod: u64, values: &'static [u8]) -> Self {
        let period = Period { preperiod, period: values.len() as u64 - preperiod };
        PeriodicOctal { page, octal: Octal::of_digits(digits.to_vec()), values, period }
    }

    /// Returns the nim-value of any heap, by the period (Guy and Smith 1956). O(1).
    pub fn value(&self, heap: u64) -> u64 {
        self.values[self.period.reduce(heap) as usize].into()
    }

    /// Returns the splits of `total` tokens into two heaps whose values have the nim-sum `value`.
    fn splits(&self, total: u64, value: u64) -> Splits {
        let matches = |part: &u64| self.value(*part) ^ self.value(total - part) == value;
        let Period { preperiod, period } = self.period;
        let half = total / 2;
        // From the preperiod on, both parts keep their values when `period` tokens move from one part to the other.
        let single = (1..preperiod.min(half + 1)).filter(matches).collect();
        let first = preperiod..(preperiod + period).min(half.saturating_add(1)).max(preperiod);
        Splits { total, single, first_of_class: first.filter(matches).collect(), period }
    }

    fn options_of(&self, heap: u64, value: u64) -> OptionsOfValue {
        let mut found = OptionsOfValue::default();
        for (digit, rest) in self.octal.rests(heap) {
            let leaves = leaves(digit);
            if leaves.nothing && value == 0 {
                found.whole.push(None);
            }
            if leaves.one && self.value(rest) == value {
                found.whole.push(Some(rest));
            }
            if leaves.two {
                found.splits.push(self.splits(rest, value));
            }
        }
        found
    }
}

impl Ruleset for PeriodicOctal {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        self.octal.options(heap, options)
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        self.octal.option_bound(heap)
    }

    fn nim_value(&self, heap: &u64) -> Option<Nimber> {
        Some(Nimber(self.value(*heap)))
    }
}

impl Game for PeriodicOctal {
    fn page(&self) -> &'static Page {
        self.page
    }

    positions_are_heaps!("a heap size", "heap", View::rows);

    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        Some(&self.octal)
    }

    fn heap(&self, component: &u64) -> Option<u64> {
        Some(*component)
    }

    fn options_of_value(&self, heap: &u64, value: Nimber, found: &mut dyn FnMut(&[u64])) -> Winning {
        let options = self.options_of(*heap, value.0);
        if options.count() > heaps::OPTIONS_LISTED {
            return Winning::Unknown;
        }
        options.iter().for_each(|option| found(&option));
        Winning::Known
    }

    fn winning_moves(&self, position: &[u64], play: Play, moves: &mut Moves<u64>) -> Winning {
        if play == Play::Misere {
            return Winning::Unknown;
        }
        let sum = position.iter().fold(0, |sum, &heap| sum ^ self.value(heap));
        if sum == 0 {
            return Winning::Known;
        }
        for (index, &heap) in position.iter().enumerate() {
            let options = self.options_of(heap, self.value(heap) ^ sum);
            moves.push_all(index, options.iter(), options.count());
        }
        Winning::Known
    }

    fn explain(&self, position: &[u64], play: Play, detail: Detail) -> Vec<String> {
        if play == Play::Misere {
            return Vec::new();
        }
        let Period { preperiod, period } = self.period;
        let mut lines = Vec::new();
        let far = position.iter().filter(|&&heap| heap >= preperiod + period);
        if detail == Detail::Full && far.clone().next().is_some() {
            lines.push(format!("from {preperiod} on the nim-values have period {period}:"));
            for &heap in far.take(heaps::WRITTEN_OUT) {
                let same = self.period.reduce(heap);
                lines.push(format!(
                    "  {heap} = {same} + {} * {period}, so g({heap}) = g({same})",
                    (heap - same) / period
                ));
            }
        }
        let values: Vec<u64> = position.iter().map(|&heap| self.value(heap)).collect();
        lines.extend(heaps::explain_values(position, &values, detail));
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        heaps::multisets(3, up_to)
    }
}

/// Checks the certificate, then every value. The initial values that the periodicity theorem requires must prove exactly this
/// period.
fn check_period(game: &PeriodicOctal, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let Period { preperiod, period } = game.period;
    let Recurrence::Octal { last_digit } = game.octal.recurrence() else { return Ok(()) };
    let needed = 2 * preperiod + 2 * period + last_digit;
    let mut sequence = NimSequence::new(&game.octal);
    sequence.extend_to(up_to.max(needed - 1), check.budget, check.observer)?;
    let proved = Period::of(&sequence.values()[..needed as usize], game.octal.recurrence());
    check.compare(|| format!("the period that {needed} values prove"), Some(game.period), proved)?;
    for (heap, &value) in (0u64..).zip(sequence.values()) {
        check.compare(|| format!("g({heap})"), game.value(heap), value.into())?;
    }
    Ok(())
}

fn check_shift(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let (chess, kayles) = (dawson_chess(), dawson_kayles());
    let mut sequences = [NimSequence::new(&chess.octal), NimSequence::new(&kayles.octal)];
    for sequence in &mut sequences {
        sequence.extend_to(up_to.saturating_add(1), check.budget, check.observer)?;
    }
    let [chess, kayles] = sequences;
    for heap in 0..=up_to as usize {
        let theorem = kayles.values()[heap + 1];
        check.compare(|| format!("g({heap}) in Dawson's Chess"), theorem, chess.values()[heap])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_a_value_agree_with_trying_all() {
        for game in [kayles(), dawson_kayles(), dawson_chess()] {
            for heap in (0..40).chain([105, 106, 107, 140, 141, 174, 175, 208, 260, 261]) {
                let mut options = Options::new();
                game.options(&heap, &mut options).unwrap();
                for value in 0..16 {
                    let nim_sum = |option: &[u64]| option.iter().fold(0, |sum, &part| sum ^ game.value(part));
                    let tried: Vec<Vec<u64>> = options
                        .iter()
                        .filter(|option| nim_sum(option) == value)
                        .map(<[u64]>::to_vec)
                        .collect();
                    let found = game.options_of(heap, value);
                    assert_eq!(found.count(), tried.len() as u64);
                    let mut listed: Vec<Vec<u64>> = found.iter().collect();
                    let mut tried = tried;
                    listed.sort();
                    tried.sort();
                    assert_eq!(listed, tried, "{} {heap} {value}", game.name());
                }
            }
        }
    }

    #[test]
    fn huge_heaps_are_solved_at_once() {
        for game in [kayles(), dawson_kayles(), dawson_chess()] {
            for position in [vec![u64::MAX], vec![1_000_000_000_000_000_000, u64::MAX - 1, 7]] {
                let mut moves = Moves::with_limit(100);
                assert_eq!(game.winning_moves(&position, Play::Normal, &mut moves), Winning::Known);
                assert!(moves.total() > 1 << 40 || moves.total() == 0);
                for step in moves.listed() {
                    let after =
                        [&position[..step.component], &step.to, &position[step.component + 1..]].concat();
                    assert_eq!(after.iter().fold(0, |sum, &heap| sum ^ game.value(heap)), 0);
                }
                assert!(game.explain(&position, Play::Normal, Detail::Full).len() < 20);
            }
        }
    }
}
