//! Kayles and its relatives: octal games whose nim-values are known for every heap, by a proved period.

mod splits;

use crate::heaps::codes::leaves;
use crate::heaps::octal::Octal;
use splits::{OptionsOfValue, Splits};
use winways_kit::Entry;
use winways_kit::any::impartial;
use winways_kit::heaps;
use winways_kit::view::{Touch, View};
use winways_kit::{Check, Claim, Halt};
use winways_kit::{Detail, Game, Move, Moves, Page, Theorem, Winning};
use winways_notation::Diagnostic;
use winways_rules::{HeapRules, Options, Play, Recurrence, RuleFault, Ruleset};
use winways_solve::{NimSequence, Period};
use winways_values::Nimber;

pub(crate) const ENTRIES: &[Entry] = &[
    Entry { page: &KAYLES_PAGE, make: |_| Ok(impartial::shared(kayles())), claims: &[KAYLES_CLAIM] },
    Entry {
        page: &DAWSON_KAYLES_PAGE,
        make: |_| Ok(impartial::shared(dawson_kayles())),
        claims: &[DAWSON_KAYLES_CLAIM],
    },
    Entry {
        page: &DAWSON_CHESS_PAGE,
        make: |_| Ok(impartial::shared(dawson_chess())),
        claims: &[DAWSON_CHESS_CLAIM, DAWSON_SHIFT_CLAIM],
    },
];

static KAYLES_PAGE: Page = Page {
    name: "kayles",
    title: "Kayles",
    parameter: None,
    rules: "Rows of pins. A move knocks down one pin or two neighbouring ones, which may leave two shorter rows. It is the \
            octal game 0.77.",
    notation: "the lengths of the rows, 0 to 2^64 - 1, separated by spaces",
    example: "kayles 5 12",
    theorems: &[Theorem {
        name: "Guy and Smith 1956",
        play: Play::Normal,
        statement: "The nim-values have period 12 from n = 71 on: g(n + 12) = g(n); the last exception is g(70) = 6.",
    }],
    sources: &[
        "H. E. Dudeney, The Canterbury Puzzles (1907)",
        "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Phil. Soc. 52 (1956)",
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4",
    ],
    known_values: &[
        ("1", "*"),
        ("2", "*2"),
        ("5", "*4"),
        ("9", "*4"),
        ("11", "*6"),
        ("12", "*4"),
        ("5 12", "0"),
        ("70", "*6"),
        ("82", "*2"),
    ],
    range: "all multisets of at most 3 rows of at most N pins",
    default_range: 12,
};

static DAWSON_KAYLES_PAGE: Page = Page {
    name: "dawson-kayles",
    title: "Dawson's Kayles",
    parameter: None,
    rules: "Rows of pins. A move knocks down two neighbouring pins, which may leave two shorter rows. It is the octal game \
            0.07.",
    notation: "the lengths of the rows, 0 to 2^64 - 1, separated by spaces",
    example: "dawson-kayles 4 6",
    theorems: &[Theorem {
        name: "Guy and Smith 1956",
        play: Play::Normal,
        statement: "The nim-values have period 34 from n = 53 on: g(n + 34) = g(n). They are those of Dawson's Chess, one \
                    place later.",
    }],
    sources: &[
        "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Phil. Soc. 52 (1956)",
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4",
    ],
    known_values: &[
        ("1", "0"),
        ("2", "*"),
        ("4", "*2"),
        ("5", "0"),
        ("6", "*3"),
        ("9", "0"),
        ("14", "*4"),
        ("4 6", "*"),
    ],
    range: "all multisets of at most 3 rows of at most N pins",
    default_range: 14,
};

static DAWSON_CHESS_PAGE: Page = Page {
    name: "dawson-chess",
    title: "Dawson's Chess",
    parameter: None,
    rules: "Rows of n white pawns facing n black ones with one empty rank between; pawns move and capture as in chess and \
            captures must be made. It comes to this: a move takes a pawn's file with its neighbours. It is the octal game \
            0.137. The last to move wins (Dawson himself let the last to move lose).",
    notation: "the lengths of the rows, 0 to 2^64 - 1, separated by spaces",
    example: "dawson-chess 3 9",
    theorems: &[Theorem {
        name: "Guy and Smith 1956",
        play: Play::Normal,
        statement: "The nim-values have period 34 from n = 52 on: g(n + 34) = g(n).",
    }],
    sources: &[
        "T. R. Dawson, Caissa's Wild Roses (1935)",
        "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Phil. Soc. 52 (1956)",
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4",
    ],
    known_values: &[
        ("1", "*"),
        ("2", "*"),
        ("3", "*2"),
        ("4", "0"),
        ("5", "*3"),
        ("8", "0"),
        ("13", "*4"),
        ("3 5", "*"),
    ],
    range: "all multisets of at most 3 rows of at most N pawns",
    default_range: 12,
};

const KAYLES_PERIOD: Period = Period { preperiod: 71, period: 12 };
const DAWSON_KAYLES_PERIOD: Period = Period { preperiod: 53, period: 34 };
const DAWSON_CHESS_PERIOD: Period = Period { preperiod: 52, period: 34 };

/// The values up to the end of the first period.
static KAYLES_VALUES: [u8; 71 + 12] = first_values(&[0, 7, 7]);
static DAWSON_KAYLES_VALUES: [u8; 53 + 34] = first_values(&[0, 0, 7]);
static DAWSON_CHESS_VALUES: [u8; 52 + 34] = first_values(&[0, 1, 3, 7]);

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
    PeriodicOctal {
        page: &KAYLES_PAGE,
        octal: Octal::of_digits(vec![0, 7, 7]),
        values: &KAYLES_VALUES,
        period: KAYLES_PERIOD,
    }
}

/// Returns Dawson's Kayles: a move takes two neighbouring pins, 0.07.
pub fn dawson_kayles() -> PeriodicOctal {
    PeriodicOctal {
        page: &DAWSON_KAYLES_PAGE,
        octal: Octal::of_digits(vec![0, 0, 7]),
        values: &DAWSON_KAYLES_VALUES,
        period: DAWSON_KAYLES_PERIOD,
    }
}

/// Returns Dawson's Chess: a move takes a pawn with its neighbours, 0.137.
pub fn dawson_chess() -> PeriodicOctal {
    PeriodicOctal {
        page: &DAWSON_CHESS_PAGE,
        octal: Octal::of_digits(vec![0, 1, 3, 7]),
        values: &DAWSON_CHESS_VALUES,
        period: DAWSON_CHESS_PERIOD,
    }
}

impl PeriodicOctal {
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

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        heaps::parse(text)
    }

    fn write(&self, position: &[u64]) -> String {
        heaps::write(position)
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        heaps::describe(*from, to)
    }

    fn view(&self, rows: &[u64]) -> View {
        View::rows(rows)
    }

    fn touches(&self, _: &[u64], step: &Move<u64>) -> Vec<Touch> {
        vec![Touch::heap(step.component)]
    }

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
            let mut unlisted = options.count();
            for option in options.iter() {
                if !moves.has_capacity() {
                    break;
                }
                moves.push(index, option);
                unlisted -= 1;
            }
            moves.push_unlisted(unlisted);
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

const CLAIM_RANGE: &str = "heaps of at most N tokens, by the sequence computed from the rules";

const KAYLES_CLAIM: Claim = Claim {
    name: "kayles-period",
    statement: "Kayles (0.77): g(n + 12) = g(n) for all n >= 71 and not for n = 70, by the theorem of Guy and Smith: \
                with preperiod n0, period p and last digit t it is enough to see it for n0 <= n < 2 n0 + p + t.",
    range: CLAIM_RANGE,
    default_range: 2000,
    check: |up_to, check| check_period(&kayles(), up_to, check),
};

const DAWSON_KAYLES_CLAIM: Claim = Claim {
    name: "dawson-kayles-period",
    statement: "Dawson's Kayles (0.07): g(n + 34) = g(n) for all n >= 53 and not for n = 52, by the theorem of Guy and \
                Smith.",
    range: CLAIM_RANGE,
    default_range: 2000,
    check: |up_to, check| check_period(&dawson_kayles(), up_to, check),
};

const DAWSON_CHESS_CLAIM: Claim = Claim {
    name: "dawson-chess-period",
    statement: "Dawson's Chess (0.137): g(n + 34) = g(n) for all n >= 52 and not for n = 51, by the theorem of Guy and \
                Smith.",
    range: CLAIM_RANGE,
    default_range: 2000,
    check: |up_to, check| check_period(&dawson_chess(), up_to, check),
};

const DAWSON_SHIFT_CLAIM: Claim = Claim {
    name: "dawson-shift",
    statement: "A row of n in Dawson's Chess has the nim-value of a row of n + 1 in Dawson's Kayles.",
    range: CLAIM_RANGE,
    default_range: 2000,
    check: check_shift,
};

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
