//! Every problem obeys its limits.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_problems::{JudgeError, find, problems};
use winways_solve::{Budget, NoObserver, Observer, Progress, StopReason};
use winways_values::{Interrupt, Interruption};

/// Ends the work when it is asked so often.
struct Ends(AtomicU64);

impl Observer for Ends {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        match self.0.fetch_sub(1, Ordering::Relaxed) {
            0 | 1 => ControlFlow::Break(StopReason::Timeout),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn reason(name: &str, input: &str, budget: Budget, observer: &dyn Observer) -> Option<StopReason> {
    match find(name).unwrap().judge_within(input, budget, observer) {
        Err(JudgeError::Stopped(stopped)) => Some(stopped.reason),
        Ok(_) | Err(JudgeError::Wrong(_)) => None,
    }
}

#[test]
fn every_problem_asks_whether_to_go_on() {
    for problem in problems() {
        let (sample, output) = problem.sample;
        let ended = reason(problem.name, sample, Budget::DEFAULT, &Ends(AtomicU64::new(1)));
        assert_eq!(ended, Some(StopReason::Timeout), "{}", problem.name);
        assert_eq!(problem.judge_within(sample, Budget::DEFAULT, &NoObserver).as_deref(), Ok(output));
    }
}

/// Reading and searching ask: so many times the observer lets the work go on, and no more.
#[test]
fn long_inputs_and_searches_ask_again_and_again() {
    let piles = format!("{}0 0 0\n", "1 1 1\n".repeat(20_000));
    let search = "grundy 60000\n";
    for (name, input) in [("hdu1848", piles.as_str()), ("grundy_split", search), ("easychase", "9 1 1 9 9\n")]
    {
        for polls in 1..4 {
            let ended = reason(name, input, Budget::DEFAULT, &Ends(AtomicU64::new(polls)));
            assert_eq!(ended, Some(StopReason::Timeout), "{name}, {polls}");
        }
    }
}

/// Counts how often it is asked, by a meter too, and ends the work the last time.
struct Counts {
    asked: Arc<AtomicU64>,
    last: u64,
}

impl Observer for Counts {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        self.interrupt().ask().map_break(StopReason::from)
    }

    fn interrupt(&self) -> Interrupt {
        let (asked, last) = (self.asked.clone(), self.last);
        Interrupt::new(move || match asked.fetch_add(1, Ordering::Relaxed) + 1 >= last {
            true => ControlFlow::Break(Interruption::Timeout),
            false => ControlFlow::Continue(()),
        })
    }
}

/// A graph of three numbers in the input: what is done for its vertices asks by itself.
#[test]
fn a_large_graph_asks_while_it_is_made_and_valued() {
    let counts = |last: u64| Counts { asked: Arc::default(), last };
    let observer = counts(u64::MAX);
    assert_eq!(reason("sg_dag", "1000000 0 0\n", Budget::DEFAULT, &observer), None);
    let polls = observer.asked.load(Ordering::Relaxed);
    // Two passes to group the edges, one to order the vertices, one to visit them, one to value them, one to write.
    assert!(polls > 6 * (1_000_000 >> 16), "{polls}");
    for last in [3, polls / 2, polls - 1] {
        let observer = counts(last);
        assert_eq!(reason("sg_dag", "1000000 0 0\n", Budget::DEFAULT, &observer), Some(StopReason::Timeout));
        assert_eq!(observer.asked.load(Ordering::Relaxed), last);
    }
}

#[test]
fn what_takes_more_memory_than_allowed_is_not_begun() {
    let memory = 1 << 20;
    let budget = Budget { memory, ..Budget::DEFAULT };
    let stopped = Some(StopReason::Memory { limit: memory });
    assert_eq!(reason("sg_dag", "50000000 0 0\n", budget, &NoObserver), stopped);
    assert_eq!(reason("sg_dag", "5000 0 0\n", budget, &NoObserver), None);
    let edges = |count: usize| format!("2 {count} 0\n{}", "1 0\n".repeat(count));
    assert_eq!(reason("sg_dag", &edges(100), budget, &NoObserver), None);
    assert_eq!(reason("sg_dag", &edges(100_000), budget, &NoObserver), stopped);
    assert_eq!(reason("easychase", "200 1 1 9 9\n", budget, &NoObserver), stopped);
    // The output counts too: a million lines of it.
    let dates = format!("{}\n{}", 200_000, "2001 11 3\n".repeat(200_000));
    assert_eq!(reason("hdu1079", &dates, budget, &NoObserver), stopped);
}
