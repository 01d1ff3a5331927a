//! Answers cut short by a limit.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use winways::limits::{Interrupt, Interruption};
use winways::tables::{HeapTable, Keep};
use winways::{
    Budget, Calculator, Catalogue, EvaluationError, NoObserver, Observer, Outcome, Play, Position, Progress,
    Request, StopReason, analyse,
};
use winways_solve::Quota;

#[test]
fn the_outcome_is_kept_if_the_winning_moves_are_not_found() {
    let position = Position::of_expression(&Catalogue::new(), "nim(3,4) + kayles(5)").unwrap();
    let answer = |options| {
        let budget = Budget { options, ..Budget::DEFAULT };
        analyse(&position, &Request::default().play(Play::Misere).budget(budget), &NoObserver)
    };
    assert_eq!(answer(None).outcome, Some(Outcome::Next));
    let first = (1..).map(|options| answer(Some(options))).find(|answer| answer.outcome.is_some()).unwrap();
    assert_eq!(first.outcome, Some(Outcome::Next));
    assert!(first.moves.is_none() && first.stopped.is_some());
}

/// An observer that counts polls of its interrupt and stops the work after `most` of them.
struct Counter {
    asked: Arc<AtomicU64>,
    most: u64,
}

impl Counter {
    fn new(most: u64) -> Self {
        Counter { asked: Arc::default(), most }
    }

    fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Observer for Counter {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }

    fn interrupt(&self) -> Interrupt {
        let (asked, most) = (self.asked.clone(), self.most);
        Interrupt::new(move || match asked.fetch_add(1, Ordering::Relaxed) + 1 >= most {
            true => ControlFlow::Break(Interruption::Timeout),
            false => ControlFlow::Continue(()),
        })
    }
}

const MIB: u64 = 1 << 20;

fn ask(
    calculator: &mut Calculator<'_>,
    expression: &str,
    observer: &dyn Observer,
) -> Result<String, StopReason> {
    let answer = calculator.evaluate(expression, observer);
    answer.and_then(|mut answer| answer.text()).map_err(|error| match error {
        EvaluationError::Stopped(stopped) => stopped.reason,
        EvaluationError::Wrong(diagnostic) => panic!("{expression}: {diagnostic}"),
    })
}

/// Returns an expression that nests lists `depth` times, each with eight copies of the previous one.
fn nested(name: &str, depth: usize) -> String {
    let step = format!("{name} = [{}]; ", [name; 8].join(","));
    format!("{name} = [1,2,3]; {}", step.repeat(depth))
}

#[test]
fn lists_are_shared() {
    let catalogue = Catalogue::new();
    let budget = Budget { memory: 2 * MIB, ..Budget::DEFAULT };
    let mut calculator = Calculator::new(&catalogue, budget);
    for name in ["a", "b"] {
        assert_eq!(
            ask(&mut calculator, &format!("{}count({name})", nested(name, 40)), &NoObserver),
            Ok("8".into())
        );
    }
    // Equal parts are compared once; the comparison stops at the first difference.
    let counter = Counter::new(2);
    assert_eq!(ask(&mut calculator, "a == b", &counter), Ok("true".into()));
    assert_eq!(ask(&mut calculator, "[a, 1] == [b, 2]", &counter), Ok("false".into()));
    // Copies need more memory.
    let list = "[n + 10000 for n in 1..50000]";
    for (copies, is_text) in [(1, true), (3, false)] {
        let text = calculator.evaluate(list, &NoObserver).unwrap().text_for_copies(copies);
        assert_eq!(text.is_ok(), is_text, "{copies}");
    }
    // The text of 8^40 numbers does not fit.
    let full = StopReason::Memory { limit: 2 * MIB };
    assert_eq!(ask(&mut calculator, "a", &NoObserver), Err(full));
    assert_eq!(ask(&mut calculator, "a", &Counter::new(10)), Err(StopReason::Timeout));
    let text = ask(&mut calculator, &nested("c", 5), &NoObserver).unwrap();
    assert_eq!(text.matches("[1, 2, 3]").count(), 8usize.pow(5));
    let again = ask(&mut calculator, &format!("d = {text}; d == c"), &NoObserver);
    assert_eq!(again, Err(StopReason::Memory { limit: 2 * MIB }), "the tree of the text does not fit");
}

#[test]
fn lists_are_charged_while_they_live() {
    let catalogue = Catalogue::new();
    let budget = Budget { memory: 4 * MIB, ..Budget::DEFAULT };
    let mut calculator = Calculator::new(&catalogue, budget);
    let full = Err(StopReason::Memory { limit: 4 * MIB });
    // A value in a list takes 24 bytes, so 4 MiB have room for about 170,000 values.
    for _ in 0..5 {
        assert_eq!(ask(&mut calculator, "count([n for n in 1..150000])", &NoObserver), Ok("150000".into()));
        assert_eq!(ask(&mut calculator, "count([n for n in 1..200000])", &NoObserver), full);
        assert_eq!(ask(&mut calculator, "count([[n, n] for n in 1..40000])", &NoObserver), full);
    }
    for list in [
        "left_options(*300000)",
        "incentives(*300000)",
        "numbers_born_by(16)",
        "[*1000000 : n for n in 0..5]",
    ] {
        let result = ask(&mut calculator, list, &Counter::new(100_000));
        assert!(result == full || list.starts_with('['), "{list}");
    }
    // Stored values leave less memory for everything else.
    assert_eq!(ask(&mut calculator, "kept = [n for n in 1..100000]; 1", &NoObserver), Ok("1".into()));
    assert_eq!(ask(&mut calculator, "count([n for n in 1..150000])", &NoObserver), full);
    assert_eq!(
        ask(&mut calculator, "kept = 0; count([n for n in 1..150000])", &NoObserver),
        Ok("150000".into())
    );
}

#[test]
fn long_operations_poll_the_interrupt() {
    let catalogue = Catalogue::new();
    for expression in [
        "count(left_options(*20000000))",
        "incentives(*20000000)",
        "[[n + m for n in 1..1000] for m in 1..1000]",
        "heat(*100000, 1)",
        "up_power(1000000)",
        "times(100000, {2|1||0})",
        "[{1|-1} + (1/1024 : (-100000)) for n in 1..100000]",
        "[x for x in 1..1000 for y in 1..1000 if x == y]",
        "f(n) = if n == 0 then 0 else f(n-1) + f(n-1); f(60)",
        "map(birthday, 1..1000000)",
        "sum(1..1000000)",
        "followers(*100000)",
        "repeat(\"ab\", 1000000000)",
        "unique([[n] for n in 1..100000])",
    ] {
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let counter = Counter::new(50);
        assert_eq!(ask(&mut calculator, expression, &counter), Err(StopReason::Timeout), "{expression}");
        assert_eq!(counter.asked(), 50, "{expression}");
    }
}

#[test]
fn functions_texts_and_calls_are_charged() {
    let catalogue = Catalogue::new();
    let budget = Budget { memory: 4 * MIB, ..Budget::DEFAULT };
    let full = Err(StopReason::Memory { limit: 4 * MIB });
    for text in [
        "f(n) = 1 + f(n+1); f(1)",
        "repeat(\"ab\", 10000000)",
        "grid(10000, 10000)",
        "f(t) = f(t + t); f(\"ab\")",
        "[x for x in 1..1000 for y in 1..1000]",
        "sort([n for n in 1..150000])",
        "1..200000",
        "[nim(n) for n in 1..20000]",
    ] {
        let mut calculator = Calculator::new(&catalogue, budget);
        assert_eq!(ask(&mut calculator, text, &NoObserver), full, "{text}");
        // The charged memory is released.
        assert_eq!(ask(&mut calculator, "len(1..100000)", &NoObserver), Ok("100000".into()), "{text}");
    }
}

#[test]
fn a_sparse_sequence_polls_by_its_work() {
    let grundy = Catalogue::new().game("grundy").unwrap();
    // Grundy's game has 1,287 rare heaps, and each later heap costs that many options. The observer is polled about
    // every four million options.
    for (polls, most) in [(10, 60_000), (200, 400_000)] {
        let mut table = HeapTable::new(&*grundy, Keep::Last, Budget::DEFAULT, &NoObserver).unwrap();
        let stopped = table.extend_to(1 << 20, &Quota::new(polls).interrupt()).unwrap_err();
        assert_eq!(stopped.reason, StopReason::Timeout);
        assert!(table.known() < most, "after {polls} polls {}", table.known());
    }
}
