//! Tests of rule files at their limits: many candidates without success, and more options than fit in memory.

use std::ops::ControlFlow;
use winways_kit::SumSearch;
use winways_kit::any::AnyGame;
use winways_rulefile::of_file;
use winways_rules::Play;
use winways_solve::{Budget, NoObserver, Observer, PairGrid, Progress, StopReason, Theorems};
use winways_values::{Interrupt, Interruption};

/// An observer that never stops the work between positions, but interrupts it soon within a position.
struct InterruptOnly;

impl Observer for InterruptOnly {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }

    fn interrupt(&self) -> Interrupt {
        Interrupt::new(|| ControlFlow::Break(Interruption::Timeout))
    }
}

fn game(text: &str) -> std::sync::Arc<dyn AnyGame> {
    of_file(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
}

/// Rules that try many candidates without finding an option.
const WITHOUT_OPTIONS: [&str; 5] = [
    "heap n -> n-k where 1 <= k <= n, k mod 7 = 8",
    "heap n -> n-k where 1 <= k <= n, gcd(k, n) = n + 1",
    "heap n -> n-k where k in primes, k <= n, k mod 7 = 8",
    "heap n -> n-k where 1 <= k <= n, not k in squares, k mod 7 = 8",
    "heap n -> n-k-l where 1 <= k <= 9, 1 <= l <= 100000, k + l <= n, l mod 7 = 8",
];

#[test]
fn searches_without_options_are_interrupted() {
    for text in WITHOUT_OPTIONS {
        let game = game(text);
        let position = game.parse("1000000").unwrap();
        let mut solver =
            position.impartial().unwrap().solver(Theorems::Ignore, Budget::DEFAULT, &InterruptOnly);
        assert_eq!(solver.value().map_err(|stopped| stopped.reason), Err(StopReason::Timeout), "{text}");
        let sum = SumSearch::new(vec![&*position]).unwrap();
        let misere = sum.solve(Play::Misere, 1, Budget::DEFAULT, &InterruptOnly);
        assert_eq!(misere.err().map(|stopped| stopped.reason), Some(StopReason::Timeout), "{text}");
        let mut solver = position.impartial().unwrap().solver(Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        assert_eq!(solver.value().unwrap().0, 0, "{text}");
    }
}

#[test]
fn divisors_are_found_without_trying_all_numbers() {
    // A prime: 2 · 10^6 divisions, and no more memory than for its two divisors.
    let game = game("heap n -> k where 1 <= k < n, n mod k = 0");
    let position = game.parse("999999999989").unwrap();
    let budget = Budget { memory: 4 << 20, ..Budget::DEFAULT };
    let mut solver = position.impartial().unwrap().solver(Theorems::Ignore, budget, &NoObserver);
    assert_eq!((solver.value().unwrap().0, solver.nodes()), (1, 2));
}

#[test]
fn options_beyond_the_memory_limit_stop_the_work() {
    let game = game("heap (a, b) -> (a-1, k) where k <= 1000000000000");
    let budget = Budget { memory: 1 << 20, ..Budget::DEFAULT };
    let limit = StopReason::Memory { limit: 1 << 20 };
    let mut grid = PairGrid::new(game.tables().pair_rules().unwrap(), 50, budget).unwrap();
    assert_eq!(grid.extend(budget, &NoObserver).unwrap_err().reason, limit);
    let position = game.parse("1 1").unwrap();
    let sum = SumSearch::new(vec![&*position]).unwrap();
    assert_eq!(sum.solve(Play::Misere, 1, budget, &NoObserver).err().unwrap().reason, limit);
}
