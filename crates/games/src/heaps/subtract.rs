//! Subtraction games: the number of tokens that a move takes from one heap is an element of a given set.

use crate::heaps::number_sets::NamedNumbers;
pub use crate::heaps::number_sets::NamedSet;
use crate::heaps::{nim, partizan_heaps};
use std::sync::Arc;
use winways_kit::Entry;
use winways_kit::any::AnyGame;
use winways_kit::verify_game;
use winways_kit::view::View;
use winways_kit::{Check, Claim, Halt, heaps};
use winways_kit::{Detail, Game, Moves, Page, Winning};
use winways_notation::{Diagnostic, Scanner, Span, nearest};
use winways_rules::{Excluded, HeapRules, ImpartialOutcome, Options, Play, Recurrence, RuleFault, Ruleset};
use winways_solve::{NimSequence, Pattern};
use winways_values::Nimber;

pub(crate) const ENTRIES: &[Entry] = &[Entry { page: &PAGE, make, claims: CLAIMS }];

static PAGE: Page = page!("subtract");

const CLAIMS: &[Claim] = &[
    claim!("subtract", "subtraction-periods", check_periods),
    claim!("subtract", "ferguson-pairing", check_ferguson),
    claim!("subtract", "powers-of-two", check_powers_of_two),
    claim!("subtract", "powers-of-two-misere", |up_to, check| check_named(
        &[NamedSet::PowersOfTwo],
        up_to,
        check
    )),
    claim!("subtract", "odd-numbers", |up_to, check| check_named(&WITH_ODD_NUMBERS, up_to, check)),
    claim!("subtract", "even-numbers", |up_to, check| check_named(&[NamedSet::Evens], up_to, check)),
    claim!("subtract", "powers-of-even-numbers", |up_to, check| check_named(
        &POWERS_OF_EVEN_NUMBERS,
        up_to,
        check
    )),
];

const WITH_ODD_NUMBERS: [NamedSet; 3] = [NamedSet::Odds, NamedSet::PowersOf(3), NamedSet::PowersOf(5)];

const POWERS_OF_EVEN_NUMBERS: [NamedSet; 3] =
    [NamedSet::PowersOf(4), NamedSet::PowersOf(6), NamedSet::PowersOf(8)];

/// A subtraction game; a component is the size of a heap. The set is the union of a finite set and of named sets.
#[derive(Debug)]
pub struct Subtract {
    /// Ascending and distinct.
    numbers: Vec<u64>,
    /// Distinct.
    named: Vec<NamedNumbers>,
}

impl Subtract {
    /// Creates the game of a finite set, in any order and with repeats. Zeros, which are not moves, are ignored.
    pub fn of_numbers(numbers: &[u64]) -> Self {
        Subtract::union(numbers, &[])
    }

    /// Creates the game of a named set.
    pub fn named(set: NamedSet) -> Self {
        Subtract::union(&[], &[set])
    }

    /// Creates the game of the union of a finite set, as for [`Subtract::of_numbers`], and named sets.
    pub fn union(numbers: &[u64], named: &[NamedSet]) -> Self {
        let mut numbers: Vec<u64> = numbers.iter().copied().filter(|&number| number > 0).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut named = named.to_vec();
        named.sort_unstable();
        named.dedup();
        Subtract { numbers, named: named.into_iter().map(NamedNumbers::new).collect() }
    }

    /// Returns the named set if the set consists of nothing else.
    fn only_named(&self) -> Option<NamedSet> {
        match (&self.numbers[..], &self.named[..]) {
            ([], [named]) => Some(named.set()),
            _ => None,
        }
    }

    /// Calls `take` with each number of the set that is at most `heap`, in ascending order.
    #[inline]
    fn for_each_up_to(&self, heap: u64, mut take: impl FnMut(u64)) {
        match (&self.numbers[..], &self.named[..]) {
            (numbers, []) => numbers.iter().copied().take_while(|&number| number <= heap).for_each(take),
            ([], [named]) => named.for_each_up_to(heap, take),
            (numbers, named) => {
                let mut all: Vec<u64> = numbers.iter().copied().filter(|&number| number <= heap).collect();
                named.iter().for_each(|set| set.for_each_up_to(heap, |number| all.push(number)));
                all.sort_unstable();
                all.dedup();
                all.into_iter().for_each(&mut take);
            }
        }
    }

    /// Returns the named set if the set consists of nothing else and a theorem states which Nim heaps its heaps play like.
    fn like_nim(&self, play: Play) -> Option<NamedSet> {
        self.only_named().filter(|set| set.theorem(play).is_some())
    }

    /// Returns the Nim heaps that play like the heaps of a position, if they are known.
    fn nim_heaps(&self, position: &[u64], play: Play) -> Option<(NamedSet, Vec<u64>)> {
        let set = self.like_nim(play)?;
        Some((set, position.iter().map(|&heap| set.nim_heap(heap)).collect::<Option<_>>()?))
    }

    /// Adds the moves of a heap of a set with a theorem that leave a Nim heap of the wanted size.
    fn moves_to(&self, set: NamedSet, index: usize, heap: u64, wanted: u64, moves: &mut Moves<u64>) {
        let is_wanted = |rest: u64| set.nim_heap(rest) == Some(wanted);
        match set {
            NamedSet::Evens if wanted < heap / 2 => moves.push(index, [2 * wanted + heap % 2]),
            NamedSet::Evens => {}
            // All moves leave the same Nim heap.
            NamedSet::Odds if heap > 0 && is_wanted(heap - 1) => {
                let rests = (0..heap).rev().step_by(2).map(|rest| [rest]);
                moves.push_all(index, rests, self.option_bound(&heap));
            }
            NamedSet::Odds => {}
            _ => self.for_each_up_to(heap, |taken| {
                if is_wanted(heap - taken) {
                    moves.push(index, [heap - taken]);
                }
            }),
        }
    }
}

/// Returns the nim-value of a heap from which a move takes a power of two: n mod 3. O(1).
///
/// No power of two is a multiple of 3, so no option has the value of the heap itself. Taking 1 or 2 reaches the other two
/// residues.
///
/// ```
/// assert_eq!(winways_games::heaps::subtract::powers_of_two(1_000), 1);
/// ```
pub fn powers_of_two(heap: u64) -> u64 {
    heap % 3
}

fn make(parameter: Option<&str>) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    partizan_heaps::one_or_two(&partizan_heaps::SUBTRACTION, parameter, parse_set)
}

pub(crate) fn parse_set(text: &str) -> Result<Subtract, Diagnostic> {
    const WHAT: &str = "a number of tokens that a move may take";
    let mut scanner = Scanner::new(text);
    let (mut numbers, mut named) = (Vec::new(), Vec::new());
    scanner.skip_separators();
    while !scanner.is_at_end() {
        if scanner.peek().is_some_and(char::is_alphabetic) {
            named.push(parse_name(&mut scanner)?);
        } else {
            parse_numbers(&mut scanner, WHAT, &mut numbers)?;
        }
        scanner.skip_separators();
    }
    if numbers.is_empty() && named.is_empty() {
        return Err(Diagnostic::new("the set is empty", Span::at(text.len()))
            .label(format!("expected {WHAT}, or several, or the name of a set"))
            .help("try `subtract{1,3,4}`"));
    }
    Ok(Subtract::union(&numbers, &named))
}

/// The greatest number of elements that a set may have after a range is added to it. Single numbers are not limited.
const NUMBERS_OF_RANGES: u64 = 1 << 16;

/// Reads `3` or `3..7`. A range includes both ends.
fn parse_numbers(scanner: &mut Scanner<'_>, what: &str, numbers: &mut Vec<u64>) -> Result<(), Diagnostic> {
    let (text, word) = (scanner.text(), scanner.word_span());
    let Some(dots) = text[word.start..word.end].find("..") else {
        numbers.push(scanner.number_in(what, 1, u64::MAX)?);
        return Ok(());
    };
    // Keep the text before each number, so that diagnostics have the right position.
    let number = |start: usize, end: usize, what: &str| {
        let mut part = Scanner::new(&text[..end]);
        part.skip_to(start);
        part.number_in(what, 1, u64::MAX)
    };
    let first = number(word.start, word.start + dots, what)?;
    let last = number(word.start + dots + 2, word.end, "the last number of the range")?;
    if last < first {
        return Err(Diagnostic::new(format!("no number is in {first}..{last}"), word)
            .label("expected the lesser number first")
            .help(format!("did you mean {last}..{first}?")));
    }
    if (last - first).saturating_add(numbers.len() as u64) >= NUMBERS_OF_RANGES {
        return Err(Diagnostic::new(format!("{first}..{last} has too many numbers"), word)
            .label(format!("expected no more than {NUMBERS_OF_RANGES} numbers in a set with ranges"))
            .help("if any number may be taken, the game is `nim`"));
    }
    numbers.extend(first..=last);
    scanner.skip_to(word.end);
    Ok(())
}

/// The length of the longest run of consecutive numbers that is not written as a range.
const LONGEST_RUN: usize = 6;

/// Formats the numbers as `1,3,4`; long runs as ranges: `1,3..20`.
fn written(numbers: &[u64]) -> Vec<String> {
    let mut parts = Vec::new();
    for run in numbers.chunk_by(|a, b| a.checked_add(1) == Some(*b)) {
        match run {
            [first, .., last] if run.len() > LONGEST_RUN => parts.push(format!("{first}..{last}")),
            _ => parts.extend(run.iter().map(u64::to_string)),
        }
    }
    parts
}

/// Reads the name of a set: `squares`, `powers(3)`.
fn parse_name(scanner: &mut Scanner<'_>) -> Result<NamedSet, Diagnostic> {
    let start = scanner.position();
    let written = scanner.take_while(|character| character.is_alphanumeric() || "-_".contains(character));
    let span = Span::new(start, scanner.position());
    let wanted = written.to_ascii_lowercase().replace('_', "-");
    if wanted == "powers" {
        scanner.expect('(')?;
        let base = scanner.number_in("the number whose powers may be taken", 2, u64::MAX)?;
        scanner.expect(')')?;
        return Ok(NamedSet::powers_of(base).unwrap_or(NamedSet::PowersOfTwo));
    }
    NamedSet::ALL.into_iter().find(|set| set.name() == wanted).ok_or_else(|| {
        let names = NamedSet::ALL.map(NamedSet::name);
        let wrong = Diagnostic::new(format!("`{written}` is not a set"), span)
            .label(format!("expected numbers, powers(b), or one of {}", names.join(", ")));
        match nearest(&wanted, names) {
            Some(name) => wrong.help(format!("did you mean `{name}`?")),
            None => wrong,
        }
    })
}

impl Ruleset for Subtract {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        self.for_each_up_to(*heap, |taken| options.push([heap - taken]));
        Ok(())
    }

    fn option_bound(&self, &heap: &u64) -> u64 {
        let finite = self.numbers.partition_point(|&number| number <= heap) as u64;
        self.named.iter().fold(finite, |bound, set| bound.saturating_add(set.count_bound(heap)))
    }

    fn nim_value(&self, heap: &u64) -> Option<Nimber> {
        self.like_nim(Play::Normal)?.nim_heap(*heap).map(Nimber)
    }
}

impl HeapRules for Subtract {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        self.for_each_up_to(heap as u64, |taken| excluded.heap(heap - taken as usize));
        Ok(())
    }

    fn subtraction_set(&self) -> Option<&[u64]> {
        self.named.is_empty().then_some(&self.numbers[..])
    }

    fn recurrence(&self) -> Recurrence {
        match self.subtraction_set() {
            Some(numbers) => Recurrence::Window { length: numbers.last().copied().unwrap_or(0) },
            None => Recurrence::Unknown,
        }
    }
}

impl Game for Subtract {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        let names = self.named.iter().map(|numbers| numbers.set().text());
        format!(
            "subtract{{{}}}",
            written(&self.numbers).into_iter().chain(names).collect::<Vec<_>>().join(",")
        )
    }

    positions_are_heaps!();
    heaps_have_rules!();

    fn theorem(&self, play: Play) -> Option<String> {
        let (name, _) = self.only_named()?.theorem(play)?;
        Some(match play {
            Play::Normal => name.to_owned(),
            Play::Misere => format!("{name}, misère"),
        })
    }

    fn heap_theorem(&self, play: Play) -> Option<Pattern> {
        self.only_named()?.law(play)
    }

    fn outcome(&self, position: &[u64], play: Play) -> Option<ImpartialOutcome> {
        if play == Play::Normal {
            return None;
        }
        let (_, heaps) = self.nim_heaps(position, play)?;
        Some(nim::misere_outcome(&heaps))
    }

    fn winning_moves(&self, position: &[u64], play: Play, moves: &mut Moves<u64>) -> Winning {
        let Some((set, nim_heaps)) = self.nim_heaps(position, play) else { return Winning::Unknown };
        let sum = nim::nim_sum(&nim_heaps);
        let rich = nim_heaps.iter().filter(|&&heap| heap > 1).count();
        for (index, (&heap, nim_heap)) in position.iter().zip(nim_heaps).enumerate() {
            let others = sum ^ nim_heap;
            // Misère play: if no other Nim heap is greater than one, the move must leave an odd number of ones.
            let poor = play == Play::Misere && rich == usize::from(nim_heap > 1);
            let wanted = if poor { others ^ 1 } else { others };
            self.moves_to(set, index, heap, wanted, moves);
        }
        Winning::Known
    }

    fn explain(&self, position: &[u64], play: Play, detail: Detail) -> Vec<String> {
        let Some((set, heaps)) = self.nim_heaps(position, play) else { return Vec::new() };
        let reason = set.theorem(play).map_or("", |(_, reason)| reason);
        let formula = set.nim_heap_formula();
        let mut lines = vec![format!("a heap of n counts as a Nim heap of {formula}: {reason}")];
        if set != NamedSet::Evens {
            lines.push(
                "a move that makes the Nim heap larger can be answered by one that restores it".to_owned(),
            );
        }
        if detail == Detail::Full && position.len() <= heaps::WRITTEN_OUT {
            lines.extend(position.iter().zip(&heaps).map(|(heap, rest)| format!("{heap} counts as {rest}")));
        }
        // Brief only: the full explanation names tokens to take from Nim heaps, but these are remainders.
        lines.extend(nim::explain("Nim heap", &heaps, play, Detail::Brief));
        lines
    }
}

/// Iterates over all non-empty sets of positive numbers up to `up_to`, each in ascending order. `up_to` is clamped to the range
/// from 1 to 32; no caller enumerates all sets up to 32.
pub(crate) fn sets_up_to(up_to: u64) -> impl Iterator<Item = Vec<u64>> {
    let up_to = up_to.clamp(1, 32);
    (1u64..1 << up_to).map(move |bits| (1..=up_to).filter(|number| bits >> (number - 1) & 1 == 1).collect())
}

/// Computes the nim-values of heaps 0 to `up_to` straight from the definition.
fn plain_values(set: &[u64], up_to: u64, check: &Check<'_>) -> Result<Vec<u16>, Halt> {
    check.check_memory(up_to, 2)?;
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..=up_to {
        if heap.is_multiple_of(1 << 16) {
            check.poll()?;
        }
        let options = set.iter().filter_map(|taken| heap.checked_sub(*taken));
        let options: Vec<u16> = options.map(|rest| values[rest as usize]).collect();
        let mex = (0..).find(|value| !options.contains(value));
        values.push(mex.unwrap_or(0)); // a mex is always found
    }
    Ok(values)
}

fn check_periods(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    for set in sets_up_to(up_to) {
        let game = Subtract::of_numbers(&set);
        let mut sequence = NimSequence::new(&game);
        // Request a heap beyond every window that can precede the repetition.
        sequence.nim_value(u64::MAX, check.budget, check.observer)?;
        let name = || game.name();
        let period = sequence.period();
        check.compare(|| format!("a proof for {}", name()), period.is_some(), true)?;
        let Some(period) = period else { continue };
        let end = period.preperiod + period.period;
        let values = plain_values(&set, (2 * end).saturating_add(up_to.saturating_mul(4)), check)?;
        for (heap, value) in (0u64..).zip(&values) {
            let expected = sequence.nim_value(period.reduce(heap), check.budget, check.observer)?;
            check.compare(|| format!("{} heap {heap}", name()), expected, *value)?;
        }
        // The period is minimal if the value before the preperiod differs and no shorter shift repeats the sequence.
        let tail = &values[period.preperiod as usize..];
        let repeats = |shift: &usize| tail[*shift..].iter().zip(tail).all(|(later, value)| later == value);
        let least = (1..).find(repeats).unwrap_or(0);
        check.compare(|| format!("the least period of {}", name()), period.period, least as u64)?;
        if let Some(before) = period.preperiod.checked_sub(1).map(|before| before as usize) {
            let differs = values[before] != values[before + least];
            check.compare(|| format!("the least preperiod of {}", name()), true, differs)?;
        }
    }
    Ok(())
}

fn check_ferguson(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    for set in sets_up_to(up_to) {
        let values = plain_values(&set, up_to.saturating_mul(16), check)?;
        for (heap, value) in values.iter().enumerate() {
            let partner = heap.checked_sub(set[0] as usize);
            let theorem = partner.is_some_and(|partner| values[partner] == 0);
            check.compare(|| format!("set {set:?}, heap {heap}"), theorem, *value == 1)?;
        }
    }
    Ok(())
}

fn check_named(sets: &[NamedSet], up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    for &set in sets {
        verify_game(&Subtract::named(set) as &dyn Game<Component = u64>, up_to, check)?;
    }
    Ok(())
}

fn check_powers_of_two(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let powers: Vec<u64> = (0..64).map(|exponent| 1 << exponent).collect();
    for (heap, value) in (0u64..).zip(plain_values(&powers, up_to, check)?) {
        check.compare(|| format!("heap {heap}"), heap % 3, u64::from(value))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_solve::{Budget, NoObserver, Period};

    #[test]
    fn named_sets_hold() {
        for set in NamedSet::ALL.into_iter().chain([NamedSet::PowersOf(3)]) {
            let game = Subtract::named(set);
            let check = &mut Check::new(Budget::DEFAULT, &NoObserver);
            verify_game(&game as &dyn Game<Component = u64>, 12, check).unwrap();
            assert_eq!(game.name(), format!("subtract{{{}}}", set.text()));
            for heap in [0, 1, 2, 3, 10, 1_000] {
                let mut options = Options::new();
                game.options(&heap, &mut options).unwrap();
                assert!(options.len() as u64 <= game.option_bound(&heap));
                assert_eq!(options.is_empty(), game.option_bound(&heap) == 0, "{set:?} {heap}");
            }
        }
    }

    #[test]
    fn large_heaps_of_named_sets() {
        let every_move = u64::MAX / 2 + 1; // the odd numbers up to the greatest heap
        for (set, position, play, total) in [
            (NamedSet::Evens, [u64::MAX, 7], Play::Normal, 1),
            (NamedSet::Evens, [u64::MAX, 6], Play::Misere, 1),
            (NamedSet::Odds, [u64::MAX, 2], Play::Normal, every_move + 1),
            (NamedSet::Odds, [u64::MAX, 2], Play::Misere, 0),
            (NamedSet::PowersOf(3), [u64::MAX, 0], Play::Normal, 41),
            (NamedSet::PowersOf(4), [1 << 40, 4], Play::Normal, 1),
        ] {
            let game = Subtract::named(set);
            let mut moves = Moves::with_limit(10);
            assert_eq!(game.winning_moves(&position, play, &mut moves), Winning::Known);
            assert_eq!(moves.total(), total, "{set:?} {position:?}");
            let sum = |position: &[u64]| nim::nim_sum(&game.nim_heaps(position, play).unwrap().1);
            for step in moves.listed() {
                assert!(step.to[0] < position[step.component]);
                assert_eq!(sum(&[step.to[0], position[1 - step.component]]), 0, "{set:?} {step:?}");
            }
        }
        let misere = |set, position: &[u64]| Subtract::named(set).outcome(position, Play::Misere);
        assert_eq!(misere(NamedSet::Odds, &[u64::MAX, 2]), Some(ImpartialOutcome::Previous));
        assert_eq!(misere(NamedSet::PowersOf(4), &[5]), None);
    }

    #[test]
    fn sets_are_read() {
        assert_eq!(parse_set("4, 1 3,1").unwrap().name(), "subtract{1,3,4}");
        for (text, name) in [
            ("3..7", "3,4,5,6,7"),
            ("1,3..5", "1,3,4,5"),
            ("3..5, 4..12 20", "3..12,20"),
            ("1..7,squares", "1..7,squares"),
            ("5..5", "5"),
            ("18446744073709551614..18446744073709551615", "18446744073709551614,18446744073709551615"),
        ] {
            let read = parse_set(text).unwrap().name();
            assert_eq!(read, format!("subtract{{{name}}}"));
            assert_eq!(parse_set(name).unwrap().name(), read);
        }
        for (text, message, start, end) in [
            ("1,7..3", "no number is in 7..3", 2, 6),
            ("3..", "", 3, 3),
            ("2 3..x", "", 5, 6),
            ("0..4", "0 is too small: a number of tokens that a move may take must be at least 1", 0, 1),
            ("1..100000", "1..100000 has too many numbers", 0, 9),
            ("1..40000 50000..90000", "50000..90000 has too many numbers", 9, 21),
        ] {
            let wrong = parse_set(text).unwrap_err();
            assert!(wrong.to_string().contains(message), "{wrong}");
            assert_eq!(wrong.span, Span::new(start, end), "{text}");
        }
        assert_eq!(parse_set("powers_of_two").unwrap().name(), "subtract{powers-of-two}");
        let wrong = parse_set("fibonaci").unwrap_err();
        assert_eq!(wrong.help.as_deref(), Some("did you mean `fibonacci`?"));
        assert_eq!(
            parse_set("3,0").unwrap_err().to_string(),
            "0 is too small: a number of tokens that a move may take must be at least 1: expected a number of tokens that a move may take"
        );
        for (text, name) in [
            ("powers(2)", "powers-of-two"),
            ("Powers(10)", "powers(10)"),
            ("squares, 2 evens 7", "2,7,squares,evens"),
            ("odds, odds", "odds"),
        ] {
            assert_eq!(parse_set(text).unwrap().name(), format!("subtract{{{name}}}"));
        }
        for text in ["", " ", "1,x", "-1", "{", "1.5", "powers", "powers(1)", "powers(3", "squares(2)"] {
            assert!(parse_set(text).is_err(), "{text}");
        }
    }

    #[test]
    fn periods_known_from_elsewhere() {
        let known: [(&[u64], u64, u64); 6] = [
            (&[1, 2, 3], 0, 4),
            (&[1, 3, 4], 0, 7),
            (&[2, 4, 7], 8, 3),
            (&[3, 7, 10], 0, 45),
            (&[1, 8, 11], 13, 19),
            (&[10, 23, 31], 146, 54),
        ];
        for (set, preperiod, period) in known {
            let game = Subtract::of_numbers(set);
            let mut sequence = NimSequence::new(&game);
            sequence.nim_value(u64::MAX, Budget::DEFAULT, &NoObserver).unwrap();
            assert_eq!(sequence.period(), Some(Period { preperiod, period }), "{set:?}");
        }
    }
}
