//! Tests that every problem respects its limits.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_problems::{JudgeError, find, problems};
use winways_solve::{Budget, NoObserver, Observer, Progress, StopReason};
use winways_values::{Interrupt, Interruption};

/// An observer that ends the work at the poll with this number.
struct StopAtPoll(AtomicU64);

impl Observer for StopAtPoll {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        match self.0.fetch_sub(1, Ordering::Relaxed) {
            0 | 1 => ControlFlow::Break(StopReason::Timeout),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn reason(name: &str, input: &str, budget: Budget, observer: &dyn Observer) -> Option<StopReason> {
    match find(name).unwrap().judge_within(input, budget, observer) {
        Err(JudgeError::Stopped { stopped, .. }) => Some(stopped.reason),
        Ok(_) | Err(JudgeError::Wrong(_)) => None,
    }
}

#[test]
fn every_problem_polls_the_observer() {
    for problem in problems() {
        let (sample, output) = problem.sample;
        let ended = reason(problem.name, sample, Budget::DEFAULT, &StopAtPoll(AtomicU64::new(1)));
        assert_eq!(ended, Some(StopReason::Timeout), "{}", problem.name);
        assert_eq!(problem.judge_within(sample, Budget::DEFAULT, &NoObserver).as_deref(), Ok(output));
    }
}

/// Reading and searching poll the observer repeatedly, and stop at the poll that ends the work.
#[test]
fn long_inputs_and_searches_poll_repeatedly() {
    let piles = format!("{}0 0 0\n", "1 1 1\n".repeat(20_000));
    let search = "grundy 60000\n";
    for (name, input) in [("hdu1848", piles.as_str()), ("grundy_split", search), ("easychase", "9 1 1 9 9\n")]
    {
        for polls in 1..4 {
            let ended = reason(name, input, Budget::DEFAULT, &StopAtPoll(AtomicU64::new(polls)));
            assert_eq!(ended, Some(StopReason::Timeout), "{name}, {polls}");
        }
    }
}

/// An observer that counts polls, including the polls of a meter, and ends the work at the poll with the number `last`.
struct CountingObserver {
    polls: Arc<AtomicU64>,
    last: u64,
}

impl Observer for CountingObserver {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        self.interrupt().poll().map_break(StopReason::from)
    }

    fn interrupt(&self) -> Interrupt {
        let (polls, last) = (self.polls.clone(), self.last);
        Interrupt::new(move || match polls.fetch_add(1, Ordering::Relaxed) + 1 >= last {
            true => ControlFlow::Break(Interruption::Timeout),
            false => ControlFlow::Continue(()),
        })
    }
}

/// The work on the vertices of a graph polls the observer, although the input has only three numbers.
#[test]
fn large_graphs_poll_while_being_built_and_valued() {
    let counts = |last: u64| CountingObserver { polls: Arc::default(), last };
    let observer = counts(u64::MAX);
    assert_eq!(reason("sg_dag", "1000000 0 0\n", Budget::DEFAULT, &observer), None);
    let polls = observer.polls.load(Ordering::Relaxed);
    // Two passes group the edges; one pass each orders, visits, values and writes the vertices.
    assert!(polls > 6 * (1_000_000 >> 16), "{polls}");
    for last in [3, polls / 2, polls - 1] {
        let observer = counts(last);
        assert_eq!(reason("sg_dag", "1000000 0 0\n", Budget::DEFAULT, &observer), Some(StopReason::Timeout));
        assert_eq!(observer.polls.load(Ordering::Relaxed), last);
    }
}

/// A case beyond a limit of a problem stops the work, and the answers to the earlier cases remain.
#[test]
fn answers_before_a_limit_are_kept() {
    let stopped_at =
        |name: &str, input: &str| match find(name).unwrap().judge_within(input, Budget::DEFAULT, &NoObserver)
        {
            Err(JudgeError::Stopped { exceeding: Some(case), answered, .. }) => {
                (answered, case.span.range(), case.message)
            }
            other => panic!("{other:?}"),
        };
    let (answered, place, message) = stopped_at("hdu1404", "20\n0\n999999999\n1\n");
    assert_eq!((answered.as_str(), place), ("No\nYes\n", 5..14));
    assert!(message.contains("options was reached"), "{message}");
    let (answered, place, _) = stopped_at("hdu1848", "1 1 1\n1 4 1\n1 1 1000000000\n0 0 0\n");
    assert_eq!((answered.lines().count(), place), (2, 16..26));
    let (answered, place, _) = stopped_at("hdu2149", "4 2\n4 1000000000\n3 5\n");
    assert_eq!((answered.as_str(), place), ("1\n", 6..16));
    // A line that is not complete is not an answer.
    let sets = "2 1 2\n2\n1 3\n1 4\n3 7 100003 90000001\n2\n1 8\n1 99999999999\n0\n";
    assert_eq!(stopped_at("hdu1536", sets).0, "LW\n");
}

#[test]
fn work_beyond_the_memory_limit_is_not_started() {
    let memory = 1 << 20;
    let budget = Budget { memory, ..Budget::DEFAULT };
    let stopped = Some(StopReason::Memory { limit: memory });
    assert_eq!(reason("sg_dag", "50000000 0 0\n", budget, &NoObserver), stopped);
    assert_eq!(reason("sg_dag", "5000 0 0\n", budget, &NoObserver), None);
    let edges = |count: usize| format!("2 {count} 0\n{}", "1 0\n".repeat(count));
    assert_eq!(reason("sg_dag", &edges(100), budget, &NoObserver), None);
    assert_eq!(reason("sg_dag", &edges(100_000), budget, &NoObserver), stopped);
    assert_eq!(reason("easychase", "200 1 1 9 9\n", budget, &NoObserver), stopped);
    // The output counts towards the limit, too.
    let dates = format!("{}\n{}", 200_000, "2001 11 3\n".repeat(200_000));
    assert_eq!(reason("hdu1079", &dates, budget, &NoObserver), stopped);
}
