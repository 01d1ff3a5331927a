use super::*;
use crate::budget::NoObserver;
use crate::winner::WinnerSearch;
use proptest::prelude::*;
use proptest::sample::select;
use std::ops::ControlFlow;
use winways_rules::{RuleFault, Sign};

/// Explicitly listed positions: number 2k has the listed options of Left and of Right, and 2k + 1 is its
/// negative.
#[derive(Clone, Debug)]
struct Listed(Vec<[Vec<Vec<u64>>; 2]>);

impl PartizanRuleset for Listed {
    type Component = u64;

    fn options(&self, position: &u64, side: Side, options: &mut Options<u64>) -> Result<(), RuleFault> {
        let is_exchanged = position % 2 == 1;
        let index = (side == Side::Right) ^ is_exchanged;
        for option in &self.0[*position as usize / 2][usize::from(index)] {
            options.push(option.iter().map(|part| part ^ u64::from(is_exchanged)));
        }
        Ok(())
    }

    fn option_bound(&self, position: &u64) -> u64 {
        self.0[*position as usize / 2].iter().map(Vec::len).max().unwrap_or(0) as u64
    }

    fn canonicalise_value(&self, position: &mut u64) -> Sign {
        let sign = if *position % 2 == 1 { Sign::Negative } else { Sign::Same };
        *position &= !1;
        sign
    }
}

fn listed() -> impl Strategy<Value = Listed> {
    let options = || prop::collection::vec(prop::collection::vec(any::<u64>(), 0..3), 0..4);
    prop::collection::vec([options(), options()], 2..8).prop_map(|mut positions| {
        for (position, sides) in positions.iter_mut().enumerate() {
            for option in sides.iter_mut().flatten() {
                // Options precede the position, so that play ends. The first position has none.
                option.iter_mut().for_each(|part| *part %= (2 * position as u64).max(1));
                option.retain(|_| position > 0);
            }
        }
        Listed(positions)
    })
}

/// A row of Clobber in ternary digits: 1 is a stone of Left, 2 a stone of Right.
struct Row;

fn digits(mut row: u64) -> Vec<u64> {
    let mut digits = Vec::new();
    while row > 0 {
        digits.push(row % 3);
        row /= 3;
    }
    digits
}

fn number(digits: impl Iterator<Item = u64>) -> u64 {
    let digits: Vec<u64> = digits.collect();
    digits.iter().rev().fold(0, |row, digit| 3 * row + digit)
}

fn groups(cells: &[u64]) -> impl Iterator<Item = u64> {
    cells.split(|cell| *cell == 0).filter(|group| group.len() > 1).map(|group| number(group.iter().copied()))
}

impl PartizanRuleset for Row {
    type Component = u64;

    fn options(&self, row: &u64, side: Side, options: &mut Options<u64>) -> Result<(), RuleFault> {
        let (own, other) = if side == Side::Left { (1, 2) } else { (2, 1) };
        let cells = digits(*row);
        for from in 0..cells.len() {
            for to in [from.wrapping_sub(1), from + 1] {
                if cells[from] == own && cells.get(to) == Some(&other) {
                    let mut after = cells.clone();
                    (after[from], after[to]) = (0, own);
                    options.push(groups(&after));
                }
            }
        }
        Ok(())
    }

    fn option_bound(&self, row: &u64) -> u64 {
        digits(*row).windows(2).filter(|pair| pair[0] + pair[1] == 3 && pair[0] != 0 && pair[1] != 0).count()
            as u64
    }

    fn canonicalise_value(&self, row: &mut u64) -> Sign {
        let cells = digits(*row);
        let exchanged = || cells.iter().map(|cell| (3 - cell) % 3);
        let same = (*row).min(number(cells.iter().copied().rev()));
        let negative = number(exchanged()).min(number(exchanged().rev()));
        *row = same.min(negative);
        if negative < same { Sign::Negative } else { Sign::Same }
    }
}

fn row() -> impl Strategy<Value = u64> {
    prop::collection::vec(1u64..3, 2..9).prop_map(|cells| number(cells.into_iter()))
}

/// Compares the winners for both players under normal and misère play with the plain search, given a table
/// limit in bytes and a bound on the options of evaluated components.
fn check<R: PartizanRuleset>(
    rules: &R,
    sum: &[R::Component],
    table: u64,
    options: u64,
) -> Result<(), TestCaseError> {
    for play in Play::BOTH {
        let arena = Arena::default();
        let mut search =
            WinnerByValues::new(rules, play, &arena, Theorems::Use, Budget::DEFAULT, &NoObserver);
        search.table = Table::new(table);
        search.values.options = options;
        let mut plain = WinnerSearch::new(rules, play, Budget::DEFAULT, &NoObserver);
        for side in Side::BOTH {
            let expected = plain.mover_wins(sum, side).unwrap();
            prop_assert_eq!(search.mover_wins(sum, side).unwrap(), expected, "{:?} {:?}", play, side);
            // The cached bounds must be correct for other sums too.
            for position in 0..sum.len() {
                let rest = [&sum[..position], &sum[position + 1..]].concat();
                let expected = plain.mover_wins(&rest, side).unwrap();
                prop_assert_eq!(search.mover_wins(&rest, side).unwrap(), expected, "{:?} {:?}", play, side);
            }
        }
        prop_assert!(search.table.bytes() <= table.max(1 << 14), "{} bytes", search.table.bytes());
    }
    Ok(())
}

/// Memory limits in bytes for a table of the first slots without keys, two tables with many evictions, and a table that
/// holds everything.
const TABLES: [u64; 4] = [0, 9_000, 12_000, 1 << 24];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn listed_positions_agree_with_the_definition(
        rules in listed(),
        sum in prop::collection::vec(any::<u64>(), 0..4),
        table in select(&TABLES[..]),
        options in 0u64..5,
    ) {
        let sum: Vec<u64> = sum.into_iter().map(|position| position % (2 * rules.0.len() as u64)).collect();
        check(&rules, &sum, table, options)?;
    }

    #[test]
    fn rows_of_clobber_agree_with_the_definition(
        sum in prop::collection::vec(row(), 0..4),
        table in select(&TABLES[..]),
        options in select(&[0, 1, 2, 4, 8][..]),
    ) {
        check(&Row, &sum, table, options)?;
    }
}

/// A cached bound decides sums with a number on its side and no others, whichever sum is searched first.
#[test]
fn bounds_hold_in_one_direction_only() {
    // 0, 1 and the position {0, 1 | -1}, which has too many options to be evaluated.
    let rules =
        Listed(vec![[vec![], vec![]], [vec![vec![0]], vec![]], [vec![vec![0], vec![2]], vec![vec![3]]]]);
    let (negative, one, position) = (3, 2, 4);
    let sums = [
        (vec![position, one], true),
        (vec![position], true),
        (vec![position, negative], true),
        (vec![position, negative, negative], false),
        (vec![position, negative, negative, negative], false),
    ];
    for first in 0..sums.len() {
        for second in 0..sums.len() {
            let arena = Arena::default();
            let (play, theorems) = (Play::Normal, Theorems::Use);
            let mut search =
                WinnerByValues::new(&rules, play, &arena, theorems, Budget::DEFAULT, &NoObserver);
            search.values.options = 1;
            let mut mover_wins = |sum: usize| {
                let (components, wins) = &sums[sum];
                assert_eq!(search.mover_wins(components, Side::Left), Ok(*wins), "{first}, then {second}");
                search.ledger.unpolled()
            };
            // A sum that is decided by the bound takes no work.
            let is_decided = mover_wins(first) == mover_wins(second);
            let expected = if sums[first].1 { second <= first } else { second >= first };
            assert_eq!(is_decided, expected, "{first}, then {second}");
        }
    }
}

#[test]
fn opposites_cancel_under_normal_play_only() {
    // A long row and its negative cancel: no search is needed, and the first player loses.
    let long = number([1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1, 2, 1, 1, 2, 1].into_iter());
    let negative = number(digits(long).into_iter().map(|cell| 3 - cell));
    let arena = Arena::default();
    let mut search =
        WinnerByValues::new(&Row, Play::Normal, &arena, Theorems::Use, Budget::DEFAULT, &NoObserver);
    search.values.options = 0;
    assert_eq!(search.mover_wins(&[long, negative], Side::Left), Ok(false));
    assert_eq!(search.nodes(), 1);
    // Two copies of one stone against another: the mover takes, the other takes, and then the mover cannot
    // move and wins.
    let mut misere =
        WinnerByValues::new(&Row, Play::Misere, &arena, Theorems::Use, Budget::DEFAULT, &NoObserver);
    let pair = number([1, 2].into_iter());
    assert_eq!(misere.mover_wins(&[pair, pair], Side::Left), Ok(true));
}

/// An observer that ends the work at the first poll.
struct Stopper;

impl Observer for Stopper {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Break(StopReason::Interrupted)
    }
}

#[test]
fn limits_end_the_search_and_eviction_saves_memory() {
    let long = number([1, 2].into_iter().cycle().take(26));
    let arena = Arena::default();
    let mut search =
        WinnerByValues::new(&Row, Play::Misere, &arena, Theorems::Use, Budget::DEFAULT, &Stopper);
    let stopped = search.mover_wins(&[long], Side::Left).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Interrupted);
    assert!(stopped.nodes > 0);
    // The table evicts entries, so little memory suffices, unless it is less than the first few slots take.
    let short = number([1, 2].into_iter().cycle().take(14));
    let wins = [1 << 30, 1 << 16].map(|memory| {
        let arena = Arena::new(memory / 2);
        let budget = Budget { memory, ..Budget::DEFAULT };
        let mut search = WinnerByValues::new(&Row, Play::Misere, &arena, Theorems::Use, budget, &NoObserver);
        search.mover_wins(&[short], Side::Left)
    });
    assert_eq!(wins[0], wins[1]);
    assert!(wins[0].is_ok());
    let budget = Budget { memory: 1 << 10, ..Budget::DEFAULT };
    let mut search = WinnerByValues::new(&Row, Play::Misere, &arena, Theorems::Use, budget, &NoObserver);
    let stopped = search.mover_wins(&[long], Side::Left).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Memory { limit: 1 << 10 });
}

/// NoGo on a row: a move places a stone on an empty cell, after which every group of one colour must have an
/// adjacent empty cell.
struct NoGo;

/// Returns the cells of a row. Empty cells are 1, so that the number determines the length; Left's stones are
/// 2, Right's are 3.
fn quaternary(mut row: u64) -> Vec<u64> {
    let mut cells = Vec::new();
    while row > 0 {
        cells.push(row % 4);
        row /= 4;
    }
    cells
}

fn from_quaternary(cells: impl Iterator<Item = u64>) -> u64 {
    let cells: Vec<u64> = cells.collect();
    cells.iter().rev().fold(0, |row, cell| 4 * row + cell)
}

fn all_can_breathe(cells: &[u64]) -> bool {
    let mut start = 0;
    for group in cells.chunk_by(|cell, next| cell == next) {
        let end = start + group.len();
        let beside = [start.checked_sub(1), Some(end)].into_iter().flatten();
        if group[0] != 1 && !beside.into_iter().any(|cell| cells.get(cell) == Some(&1)) {
            return false;
        }
        start = end;
    }
    true
}

impl PartizanRuleset for NoGo {
    type Component = u64;

    fn options(&self, row: &u64, side: Side, options: &mut Options<u64>) -> Result<(), RuleFault> {
        let mut cells = quaternary(*row);
        for cell in 0..cells.len() {
            if cells[cell] == 1 {
                cells[cell] = if side == Side::Left { 2 } else { 3 };
                if all_can_breathe(&cells) {
                    options.push([from_quaternary(cells.iter().copied())]);
                }
                cells[cell] = 1;
            }
        }
        Ok(())
    }

    fn option_bound(&self, row: &u64) -> u64 {
        quaternary(*row).iter().filter(|cell| **cell == 1).count() as u64
    }

    fn canonicalise_value(&self, row: &mut u64) -> Sign {
        let cells = quaternary(*row);
        let exchanged = || cells.iter().map(|cell| if *cell == 1 { 1 } else { 5 - cell });
        let same = (*row).min(from_quaternary(cells.iter().copied().rev()));
        let negative = from_quaternary(exchanged()).min(from_quaternary(exchanged().rev()));
        *row = same.min(negative);
        if negative < same { Sign::Negative } else { Sign::Same }
    }
}

/// Among the rows of NoGo of up to 39 cells, the first player loses only those of 1 and 4 cells (MCGS).
#[test]
fn rows_of_nogo_agree_with_published_results() {
    let arena = Arena::default();
    let mut search =
        WinnerByValues::new(&NoGo, Play::Normal, &arena, Theorems::Use, Budget::DEFAULT, &NoObserver);
    for length in 1..12 {
        let empty = from_quaternary((0..length).map(|_| 1));
        for side in Side::BOTH {
            let wins = length != 1 && length != 4;
            assert_eq!(search.mover_wins(&[empty], side), Ok(wins), "{length} cells");
        }
    }
}
