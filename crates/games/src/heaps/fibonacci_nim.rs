//! Fibonacci Nim: a move takes from one heap at most twice as many tokens as the opponent has just taken.

use winways_kit::any::common;
use winways_kit::heaps;
use winways_kit::view::{Figure, Touch, View};
use winways_kit::{Detail, Game, Move, Moves, Page, Winning, only_component};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_values::Nimber;

game!("fibonacci-nim", |_| Ok(common::impartial(FibonacciNim)));

/// Fibonacci Nim. A component is (heap, limit).
#[derive(Clone, Copy, Debug)]
pub struct FibonacciNim;

impl Ruleset for FibonacciNim {
    type Component = (u64, u64);

    fn options(
        &self,
        &(heap, limit): &(u64, u64),
        options: &mut Options<(u64, u64)>,
    ) -> Result<(), RuleFault> {
        for taken in 1..=heap.min(limit) {
            options.push([after(heap, taken)]);
        }
        Ok(())
    }

    fn option_bound(&self, &(heap, limit): &(u64, u64)) -> u64 {
        heap.min(limit)
    }

    fn canonicalise(&self, (heap, limit): &mut (u64, u64)) {
        *limit = (*limit).min(*heap);
        if *limit == 0 {
            *heap = 0;
        }
    }

    fn nim_value(&self, &(heap, limit): &(u64, u64)) -> Option<Nimber> {
        is_lost(heap, limit).then_some(Nimber::ZERO) // no formula is known for the other values
    }
}

impl Game for FibonacciNim {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn heap_statements(&self) -> &'static [&'static str] {
        &["g(n) = 0 exactly when n is a Fibonacci number, for n >= 1"]
    }

    fn parse(&self, text: &str) -> Result<Vec<(u64, u64)>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let heap = scanner.next_number("the size of the heap", 0, u64::MAX)?;
        scanner.skip_separators();
        if scanner.is_at_end() {
            return Ok(vec![(heap, heap.saturating_sub(1))]);
        }
        let limit = scanner.next_number("the limit", 0, u64::MAX)?;
        scanner.finish("the heap and the limit")?;
        Ok(vec![(heap, limit)])
    }

    fn write(&self, position: &[(u64, u64)]) -> String {
        heaps::write_pairs(position)
    }

    fn describe_move(&self, &(heap, _): &(u64, u64), to: &[(u64, u64)]) -> String {
        let &(rest, limit) = only_component(to);
        format!("take {}: heap {rest}, limit {limit}", heap.saturating_sub(rest))
    }

    fn view(&self, position: &[(u64, u64)]) -> View {
        let heap = |&(heap, most): &(u64, u64)| Figure::named_heaps([(heap, &*format!("limit {most}"))]);
        View::boards(position, heap, "heaps")
    }

    fn touches(&self, _: &[(u64, u64)], step: &Move<(u64, u64)>) -> Vec<Touch> {
        vec![Touch::on_board(step.component, 0)]
    }

    fn outcome(&self, position: &[(u64, u64)], play: Play) -> Option<ImpartialOutcome> {
        let &[(heap, limit)] = position else { return None };
        Some(ImpartialOutcome::next_if(match play {
            Play::Normal => !is_lost(heap, limit),
            Play::Misere => heap == 0 || limit == 0 || !is_lost(heap - 1, limit),
        }))
    }

    fn options_of_value(
        &self,
        &(heap, limit): &(u64, u64),
        value: Nimber,
        found: &mut dyn FnMut(&[(u64, u64)]),
    ) -> Winning {
        if !value.is_zero() {
            return Winning::Unknown;
        }
        winning_takes(heap, limit).for_each(|taken| found(&[after(heap, taken)]));
        Winning::Known
    }

    fn winning_moves(&self, position: &[(u64, u64)], play: Play, moves: &mut Moves<(u64, u64)>) -> Winning {
        let &[(heap, limit)] = position else { return Winning::Unknown };
        let effective = match play {
            Play::Normal => heap,
            Play::Misere => heap.saturating_sub(1),
        };
        winning_takes(effective, limit).for_each(|taken| moves.push(0, [after(heap, taken)]));
        Winning::Known
    }

    fn explain(&self, position: &[(u64, u64)], play: Play, detail: Detail) -> Vec<String> {
        match position {
            &[(heap, limit)] => explain(heap, limit, play, detail),
            _ => Vec::new(),
        }
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<(u64, u64)>> + '_> {
        Box::new((0..=up_to).flat_map(move |heap| (0..=up_to).map(move |limit| vec![(heap, limit)])))
    }
}

/// Returns the heap and the limit after `taken` tokens are taken.
fn after(heap: u64, taken: u64) -> (u64, u64) {
    // If the double does not fit in 64 bits, the limit exceeds the heap anyway.
    (heap - taken, taken.saturating_mul(2))
}

/// Returns the Zeckendorf parts of a number, greatest first: Fibonacci numbers, no two of them consecutive. O(1): at most 46
/// parts.
///
/// ```
/// use winways_games::heaps::fibonacci_nim::zeckendorf;
/// assert_eq!(zeckendorf(20), [13, 5, 2]);
/// ```
pub fn zeckendorf(number: u64) -> Vec<u64> {
    // Two neighbouring Fibonacci numbers; `part` is the first beyond the number, or the last that fits in 64 bits.
    let (mut below, mut part) = (1u64, 1u64);
    while part <= number
        && let Some(next) = below.checked_add(part)
    {
        (below, part) = (part, next);
    }
    let mut rest = number;
    let mut parts = Vec::new();
    while rest > 0 {
        if part <= rest {
            rest -= part;
            parts.push(part);
        }
        (below, part) = (part - below, below);
    }
    parts
}

/// Returns `true` if a heap with this limit is lost (P) under normal play (Whinihan 1963). O(1).
///
/// ```
/// use winways_games::heaps::fibonacci_nim::is_lost;
/// assert!(is_lost(21, 20));
/// assert!(is_lost(20, 1) && !is_lost(20, 2)); // 20 = 13 + 5 + 2
/// ```
pub fn is_lost(heap: u64, limit: u64) -> bool {
    zeckendorf(heap).last().is_none_or(|&smallest| limit < smallest)
}

/// Iterates over the numbers of tokens that winning moves take under normal play, in ascending order. O(1).
///
/// Taking k wins iff 2k is less than the smallest part of the remaining heap. Then the parts of k are less than that part and not
/// its neighbours, so they are the smallest parts of the heap itself.
///
/// ```
/// use winways_games::heaps::fibonacci_nim::winning_takes;
/// assert_eq!(winning_takes(20, 19).collect::<Vec<_>>(), [2]);
/// assert_eq!(winning_takes(8 + 1, 9).collect::<Vec<_>>(), [1, 9]);
/// ```
pub fn winning_takes(heap: u64, limit: u64) -> impl Iterator<Item = u64> {
    let parts = zeckendorf(heap);
    let mut taken = 0;
    (0..parts.len()).rev().filter_map(move |index| {
        taken += parts[index];
        let wins = index == 0 || taken < parts[index - 1].div_ceil(2);
        (wins && taken <= limit).then_some(taken)
    })
}

fn explain(heap: u64, limit: u64, play: Play, detail: Detail) -> Vec<String> {
    if heap == 0 || limit == 0 {
        let result = if play == Play::Normal { "loses" } else { "wins under misère play" };
        return vec![format!("no move is left: the player to move {result}")];
    }
    let mut lines = Vec::new();
    let effective = match play {
        Play::Normal => heap,
        Play::Misere => {
            lines.push(format!("misère play: nobody wants the last token, so {} tokens count", heap - 1));
            heap - 1
        }
    };
    let parts = zeckendorf(effective);
    let Some(&smallest) = parts.last() else {
        lines.push("only the last token is left, and it must be taken".to_owned());
        return lines;
    };
    lines.push(format!(
        "{effective} = {}, a sum of Fibonacci numbers, no two of them consecutive",
        heaps::list(&parts, " + ")
    ));
    if limit < smallest {
        lines.push(format!("the limit {limit} is less than the smallest part {smallest}: lost"));
        if detail == Detail::Full {
            lines.push(format!(
                "every move takes some number t less than {smallest}; then the smallest part is at most 2t, so the opponent \
                 can take it"
            ));
        }
        return lines;
    }
    lines.push(format!("the limit {limit} allows taking the smallest part {smallest}: won"));
    if detail == Detail::Full {
        for taken in winning_takes(effective, limit) {
            let rest = zeckendorf(effective - taken);
            lines.push(match rest.last() {
                Some(next) => format!(
                    "take {taken}: the next limit {} is less than {next}, the smallest part left",
                    2 * taken
                ),
                None => format!(
                    "take {taken}: nothing{} is left",
                    if play == Play::Misere { " but the last token" } else { "" }
                ),
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeckendorf_parts_are_fibonacci_numbers_that_are_no_neighbours() {
        let mut fibonacci = vec![1u64, 2];
        while let Some(next) = fibonacci[fibonacci.len() - 1].checked_add(fibonacci[fibonacci.len() - 2]) {
            fibonacci.push(next);
        }
        let last = fibonacci[fibonacci.len() - 1];
        for number in (0..2000).chain([last - 1, last, last + 1, 1 << 63, u64::MAX - 1, u64::MAX]) {
            let parts = zeckendorf(number);
            assert_eq!(parts.iter().map(|&part| u128::from(part)).sum::<u128>(), number.into());
            let places: Vec<usize> =
                parts.iter().map(|part| fibonacci.binary_search(part).unwrap()).collect();
            assert!(places.windows(2).all(|pair| pair[0] > pair[1] + 1), "{number}: {parts:?}");
        }
    }

    #[test]
    fn huge_heaps_are_solved() {
        for heap in [u64::MAX, u64::MAX - 1, 12_200_160_415_121_876_738, 1_000_000_000_000_000_000] {
            for limit in [1, 2, 1 << 40, heap - 1, heap, u64::MAX] {
                for play in Play::BOTH {
                    let mut moves = Moves::with_limit(100);
                    FibonacciNim.winning_moves(&[(heap, limit)], play, &mut moves);
                    let outcome = FibonacciNim.outcome(&[(heap, limit)], play).unwrap();
                    assert_eq!(outcome.is_next(), moves.total() > 0);
                    for step in moves.listed() {
                        assert_eq!(FibonacciNim.outcome(&step.to, play), Some(ImpartialOutcome::Previous));
                    }
                    assert!(explain(heap, limit, play, Detail::Full).len() < 60);
                }
            }
        }
    }

    #[test]
    fn the_first_limit_is_one_less_than_the_heap() {
        assert_eq!(FibonacciNim.parse("13"), Ok(vec![(13, 12)]));
        assert_eq!(FibonacciNim.parse("0"), Ok(vec![(0, 0)]));
        assert_eq!(FibonacciNim.parse("13, 20"), Ok(vec![(13, 20)]));
        assert!(FibonacciNim.parse("").is_err() && FibonacciNim.parse("1 2 3").is_err());
    }
}
