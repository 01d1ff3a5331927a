//! Lasker's Nim: a move takes from a heap as in Nim, or splits it.

use winways_kit::any::common;
use winways_kit::heaps;
use winways_kit::view::View;
use winways_kit::{Detail, Game, Moves, Page, Winning};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{Options, Play, RuleFault, Ruleset};
use winways_solve::{Pattern, Period};
use winways_values::Nimber;

game!("lasker", |_| Ok(common::impartial(Lasker)));

/// The greatest heap allowed. The nim-value of a heap of 2⁶⁴−1 would be 2⁶⁴.
pub const GREATEST_HEAP: u64 = u64::MAX - 1;

/// Lasker's Nim.
#[derive(Clone, Copy, Debug)]
pub struct Lasker;

impl Ruleset for Lasker {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        for rest in 0..*heap {
            options.push([rest]);
        }
        for part in 1..=heap / 2 {
            options.push([part, heap - part]);
        }
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        heap.saturating_add(heap / 2)
    }

    fn nim_value(&self, heap: &u64) -> Option<Nimber> {
        nim_value(*heap).map(Nimber)
    }
}

impl Game for Lasker {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let heaps = scanner.clone().numbers("a heap size")?;
        for _ in &heaps {
            scanner.next_number("a heap size", 0, GREATEST_HEAP)?;
        }
        Ok(heaps)
    }

    positions_are_heaps!(write "heap", View::heaps);

    fn heap_theorem(&self, play: Play) -> Option<Pattern> {
        let (name, source) = ("Lasker 1931", "E. Lasker, Brettspiele der Völker (1931)");
        let pattern = Pattern::by_theorem(Period { preperiod: 1, period: 4 }, 4, name, source);
        (play == Play::Normal).then_some(pattern)
    }

    fn options_of_value(&self, heap: &u64, value: Nimber, found: &mut dyn FnMut(&[u64])) -> Winning {
        let splits = Splits::new(*heap, value.0);
        if splits.count() > heaps::OPTIONS_LISTED {
            return Winning::Unknown;
        }
        if let Some(rest) = remainder(*heap, value.0) {
            found(&[rest]);
        }
        for (a, b) in splits.iter() {
            found(&[a, b]);
        }
        Winning::Known
    }

    fn winning_moves(&self, position: &[u64], play: Play, moves: &mut Moves<u64>) -> Winning {
        let Some(values) = values(position) else { return Winning::Unknown };
        if play == Play::Misere {
            return Winning::Unknown;
        }
        let sum = crate::heaps::nim::nim_sum(&values);
        if sum == 0 {
            return Winning::Known;
        }
        for (index, (heap, value)) in position.iter().zip(values).enumerate() {
            if let Some(rest) = remainder(*heap, value ^ sum) {
                moves.push(index, [rest]);
            }
            let splits = Splits::new(*heap, value ^ sum);
            moves.push_all(index, splits.iter().map(|(a, b)| [a, b]), splits.count());
        }
        Winning::Known
    }

    fn explain(&self, position: &[u64], play: Play, detail: Detail) -> Vec<String> {
        let Some(values) = values(position).filter(|_| play == Play::Normal) else { return Vec::new() };
        let mut lines = Vec::new();
        if detail == Detail::Full {
            lines.push(
                "a heap of n is worth n, but 4k + 3 is worth 4k + 4 and 4k + 4 is worth 4k + 3".to_owned(),
            );
        }
        lines.extend(heaps::explain_values(position, &values, detail));
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        heaps::multisets(3, up_to)
    }
}

/// Returns the nim-value of a heap in Lasker's Nim: 4k+3 ↦ 4k+4, 4k+4 ↦ 4k+3, else the heap itself (Lasker 1931). O(1).
///
/// Returns `None` for the heap of 2⁶⁴−1, whose value does not fit in 64 bits.
///
/// ```
/// use winways_games::heaps::lasker::nim_value;
/// assert_eq!([0, 1, 2, 3, 4, 5].map(nim_value), [0, 1, 2, 4, 3, 5].map(Some));
/// ```
pub fn nim_value(heap: u64) -> Option<u64> {
    match heap % 4 {
        3 => heap.checked_add(1),
        0 if heap > 0 => Some(heap - 1),
        _ => Some(heap),
    }
}

fn values(position: &[u64]) -> Option<Vec<u64>> {
    position.iter().map(|&heap| nim_value(heap)).collect()
}

/// Returns the size to which a heap must be reduced for its value to become `value`.
fn remainder(heap: u64, value: u64) -> Option<u64> {
    // The rule swaps pairs of neighbours, so it is its own inverse.
    nim_value(value).filter(|&rest| rest < heap)
}

/// The splits of a heap into a and b with g(a) xor g(b) = `value`, where g is the nim-value.
///
/// With x = g(a) and y = g(b), x + y differs from the heap by at most two. For a given sum x + y, the common ones of x and y are
/// the ones of ((x + y) - value) / 2. The ones of `value` are divided between x and y in any way. The two lowest bits of x and y
/// decide whether a + b is the heap.
struct Splits {
    /// One half of the heap, if `value` is 0 and the heap is even.
    halves: Option<u64>,
    families: Vec<Family>,
}

/// The splits with x = `x` + any subset of the ones of `free`, and y = `y` + the remaining ones of `free`.
struct Family {
    x: u64,
    y: u64,
    free: u64,
    /// `true` if the family includes x = 0, which is not a heap and is left out.
    starts_at_zero: bool,
}

impl Splits {
    fn new(heap: u64, value: u64) -> Self {
        let mut families = Vec::new();
        if value == 0 {
            let halves = (heap > 0 && heap.is_multiple_of(2)).then_some(heap / 2);
            return Splits { halves, families };
        }
        let top = 1 << value.ilog2(); // always in y, so that each split is found once
        let shared_out = value ^ top;
        for surplus in -2..=2 {
            let twice_common = i128::from(heap) + surplus - i128::from(value);
            let Ok(common) = u64::try_from(twice_common / 2) else { continue };
            if twice_common < 0 || twice_common % 2 != 0 || common & value != 0 {
                continue;
            }
            for low in (0..4).filter(|low| low & !shared_out == 0) {
                let (x, y) = (common | low, common | top | (shared_out & 3 & !low));
                if surplus_of(x) + surplus_of(y) == surplus {
                    let free = shared_out & !3;
                    families.push(Family { x, y, free, starts_at_zero: x == 0 });
                }
            }
        }
        Splits { halves: None, families }
    }

    /// Returns the number of splits, saturated at 2⁶⁴−1.
    fn count(&self) -> u64 {
        let families = self.families.iter().map(|family| {
            1u64.checked_shl(family.free.count_ones()).unwrap_or(u64::MAX) - u64::from(family.starts_at_zero)
        });
        families.fold(self.halves.iter().count() as u64, u64::saturating_add)
    }

    fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        let from_families = self.families.iter().flat_map(|family| {
            let free = family.free;
            // The subsets of `free` in ascending order.
            let next = move |&subset: &u64| (subset != free).then(|| subset.wrapping_sub(free) & free);
            std::iter::successors(Some(0), next)
                .filter(|&subset| family.x | subset != 0)
                .map(move |subset| (family.x | subset, family.y | (free ^ subset)))
        });
        let heap = |value: u64| nim_value(value).unwrap_or(u64::MAX);
        self.halves
            .map(|half| (half, half))
            .into_iter()
            .chain(from_families.map(move |(x, y)| (heap(x).min(heap(y)), heap(x).max(heap(y)))))
    }
}

/// Returns `value` minus the heap with this nim-value, computed from the two lowest bits. The result is wrong for 0.
fn surplus_of(value: u64) -> i128 {
    match value % 4 {
        0 => 1,
        3 => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_of_a_value_agree_with_trying_all() {
        for heap in 0..80 {
            for value in 0..130 {
                let mut found: Vec<_> = Splits::new(heap, value).iter().collect();
                found.sort_unstable();
                assert_eq!(Splits::new(heap, value).count(), found.len() as u64);
                let tried: Vec<_> = (1..=heap / 2)
                    .map(|part| (part, heap - part))
                    .filter(|&(a, b)| nim_value(a).unwrap() ^ nim_value(b).unwrap() == value)
                    .collect();
                assert_eq!(found, tried, "{heap} {value}");
            }
        }
    }

    #[test]
    fn the_greatest_heap_is_solved_and_a_larger_one_refused() {
        let position = Lasker.parse("18446744073709551614, 5").unwrap();
        let mut moves = Moves::with_limit(10);
        assert_eq!(Lasker.winning_moves(&position, Play::Normal, &mut moves), Winning::Known);
        assert!(moves.total() > 0 && moves.listed().len() <= 10);
        for step in moves.listed() {
            let after = [&position[..step.component], &step.to, &position[step.component + 1..]].concat();
            assert_eq!(after.iter().map(|&heap| nim_value(heap).unwrap()).fold(0, |a, b| a ^ b), 0);
        }
        let refused = Lasker.parse("3 18446744073709551615").unwrap_err();
        assert_eq!(refused.span.range(), 2..22);
        assert!(Lasker.parse("").is_err());
    }
}
