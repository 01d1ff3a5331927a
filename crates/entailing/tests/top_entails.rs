//! Top Entails: play of sums, the general solver, the table, and its limits.

mod common;

use common::ledger;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_entailing::{
    EntailingMove, EntailingRules, EntailingSolver, EntailingSums, EntailingValue, EntailingValues, Moves,
    TopEntails, TopEntailsTable, TopEntailsTableError,
};
use winways_rules::{ImpartialOutcome, Meter, Play, RuleFault};
use winways_solve::{Budget, Ledger, NoObserver, Observer, Progress, StopReason};
use winways_values::Nimber;

fn table_to(stack: u64) -> TopEntailsTable {
    let mut table = TopEntailsTable::new();
    table.extend_to(stack, &ledger()).unwrap();
    table
}

/// The rules, written a second time.
struct Stacks;

impl EntailingRules for Stacks {
    type Position = u8;

    fn moves(&self, &stack: &u8, _: &mut Meter) -> Result<Moves<u8>, RuleFault> {
        let mut moves = Vec::new();
        if stack > 0 {
            moves.push(EntailingMove::Entailing { entailed: stack - 1, others: vec![] });
        }
        for left in 1..stack {
            if left <= stack - left {
                moves.push(EntailingMove::Ordinary(vec![left, stack - left]));
            }
        }
        Ok(moves)
    }
}

#[test]
fn sums_of_three_stacks_are_played_as_their_values_predict() {
    const LARGEST: u8 = 12;
    let mut table = table_to(LARGEST.into());
    let value = |table: &TopEntailsTable, stack: u8| table.known_value(stack.into()).unwrap();
    let mut play = EntailingSums::new(Stacks, Play::Normal);
    for one in 0..=LARGEST {
        for two in 0..=one {
            for three in 0..=two {
                let sum = [one, two, three];
                let total: EntailingValue = sum.iter().map(|&stack| value(&table, stack)).sum();
                assert_eq!(total.outcome(), play.outcome(&sum, None, &ledger()).unwrap(), "{sum:?}");
                for [entailed, x, y] in [[one, two, three], [two, one, three], [three, one, two]] {
                    let rest = value(&table, x) + value(&table, y);
                    let wins = table.wins_by_move_in(&entailed.into(), rest, &ledger()).unwrap();
                    let outcome = play.outcome(&[x, y], Some(&entailed), &ledger()).unwrap();
                    assert_eq!(ImpartialOutcome::next_if(wins), outcome, "{entailed} with {x} {y}");
                }
            }
        }
    }
}

#[test]
fn the_table_agrees_with_the_general_solver() {
    const LARGEST: u64 = 3000;
    let mut table = table_to(LARGEST);
    let mut solver = EntailingSolver::new(TopEntails);
    for stack in 0..=LARGEST {
        assert_eq!(table.known_value(stack), Some(solver.value(&stack, &ledger()).unwrap()), "{stack}");
    }
    let rests = || (0..200).map(|size| Nimber(size).into()).chain([EntailingValue::Loony]);
    for stack in (0..LARGEST).step_by(97) {
        for rest in rests() {
            let set = solver.winning_set(&stack, &ledger()).unwrap();
            assert_eq!(set.contains(rest), table.wins_by_move_in(&stack, rest, &ledger()).unwrap());
        }
    }
}

/// J. West, New values for Top Entails (1996).
#[test]
fn loony_stacks_are_those_of_the_literature() {
    let table = table_to(34_000);
    assert_eq!(table.loony_stacks().collect::<Vec<u64>>(), [1, 3, 2403, 2505, 33243]);
}

/// An observer that allows a number of polls, and stops the work at every later poll.
struct StopFrom(AtomicU64);

impl Observer for StopFrom {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(StopReason::Interrupted),
        }
    }
}

#[test]
fn interrupted_work_continues_from_a_checkpoint() {
    let expected = table_to(5000);
    let mut table = TopEntailsTable::new();
    let mut interruptions = 0;
    loop {
        let observer = StopFrom(AtomicU64::new(1000));
        let ledger = Ledger::new(Budget::DEFAULT, &observer, 1);
        match table.extend_to(5000, &ledger) {
            Ok(()) => break,
            Err(reason) => assert_eq!(reason, StopReason::Interrupted),
        }
        interruptions += 1;
        assert!(table.values().eq(expected.values().take(table.count() as usize)));
        if interruptions % 2 == 0 {
            table = TopEntailsTable::resume(&table.checkpoint(), &common::ledger()).unwrap();
        }
    }
    assert!(interruptions > 3, "{interruptions}");
    assert!(table.values().eq(expected.values()));
}

#[test]
fn memory_is_limited() {
    let budget = Budget { memory: 1 << 20, ..Budget::DEFAULT };
    let ledger = Ledger::new(budget, &NoObserver, 1 << 10);
    let mut table = TopEntailsTable::new();
    for stack in [1 << 20, u64::MAX] {
        assert_eq!(table.extend_to(stack, &ledger), Err(StopReason::Memory { limit: 1 << 20 }));
    }
    // A list of the moves would need more memory than the budget allows.
    let mut sums = EntailingSums::new(TopEntails, Play::Misere);
    assert_eq!(sums.outcome(&[1 << 40], None, &ledger), Err(StopReason::Memory { limit: 1 << 20 }));
    // A search from a stack of 1000 enters a thousand sums, each with hundreds of sums after its moves.
    for stacks in [&[1000][..], &[300, 300, 300]] {
        let mut sums = EntailingSums::new(TopEntails, Play::Misere);
        assert_eq!(sums.outcome(stacks, None, &ledger), Err(StopReason::Memory { limit: 1 << 20 }));
        assert!(sums.nodes() < 1000, "{stacks:?}: {}", sums.nodes());
    }
    // The memory of a stopped search is free for the next one.
    assert_eq!(
        sums.outcome(&[4], None, &ledger),
        EntailingSums::new(TopEntails, Play::Misere).outcome(&[4], None, &ledger)
    );
    let mut solver = EntailingSolver::new(TopEntails);
    assert_eq!(solver.value(&(1 << 40), &ledger), Err(StopReason::Memory { limit: 1 << 20 }));
    table.extend_to(1000, &ledger).unwrap();
    assert!(table.bytes() <= 1 << 20);
    let bytes = table_to(300_000 / 100).checkpoint();
    let small = Ledger::new(Budget { memory: 1 << 12, ..Budget::DEFAULT }, &NoObserver, 1);
    assert!(matches!(TopEntailsTable::resume(&bytes, &small), Err(TopEntailsTableError::Stopped(_))));
}

#[test]
fn damaged_checkpoints_are_rejected() {
    let resume = |bytes: &[u8]| TopEntailsTable::resume(bytes, &ledger()).err();
    let bytes = table_to(50).checkpoint();
    assert_eq!(bytes.len(), 8 + 2 * 51 + 4);
    assert_eq!(resume(&bytes), None);
    assert_eq!(resume(&TopEntailsTable::new().checkpoint()), None);
    for end in 0..bytes.len() {
        assert!(resume(&bytes[..end]).is_some(), "{end} bytes");
        let mut changed = bytes.clone();
        changed[end] ^= 1;
        assert!(resume(&changed).is_some(), "byte {end} changed");
    }
    // Impossible values with a correct checksum: stack 0 is 0, even stacks are not loony, and values grow slowly.
    for (stack, code) in [(0, 1_u16), (4, 1 << 15), (5, 1 << 14), (2, 100)] {
        let mut forged = bytes[..bytes.len() - 4].to_vec();
        forged[8 + 2 * stack..10 + 2 * stack].copy_from_slice(&code.to_le_bytes());
        forged.extend(crc32fast::hash(&forged).to_le_bytes());
        assert_eq!(resume(&forged), Some(TopEntailsTableError::Value { stack }));
    }
}

/// Answers about small stacks are the same in a table of large stacks, whose splits are stored as witnesses.
#[test]
fn small_stacks_after_large_ones() {
    let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    let mut large = TopEntailsTable::new();
    large.extend_to(9000, &ledger).unwrap();
    for stack in (0..300u64).chain([2402, 2403, 4000, 5999]) {
        let mut small = TopEntailsTable::new();
        for nimber in (0..40).chain([255, 1000, 20_000]) {
            let rest = EntailingValue::from(Nimber(nimber));
            let expected = small.wins_by_move_in(&stack, rest, &ledger).unwrap();
            assert_eq!(large.wins_by_move_in(&stack, rest, &ledger).unwrap(), expected, "{stack} {nimber}");
        }
    }
}
