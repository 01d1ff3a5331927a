//! A census of the subtraction games of three numbers.

use super::subtraction_period;
use crate::budget::{Budget, Observer, Progress, Stopped};
use crate::period::Period;

/// A set of three numbers, ascending, and its period.
type SetPeriod = ([u64; 3], Period);

/// Computes the proved periods of all subtraction sets of three numbers up to `greatest`. Passes them to
/// `found` in lexicographic order of {a, b, c} with a < b < c.
///
/// # Errors
/// Fails like [`subtraction_period`]; periods already passed to `found` are correct. The number of positions in
/// [`Stopped`] is the number of these periods.
///
/// # Complexity
/// The time of [`subtraction_period`] for each of about `greatest`³/6 sets, divided among the threads of the budget;
/// memory for at most 16 · `greatest` sets per thread at a time.
pub fn census(
    greatest: u64,
    budget: Budget,
    observer: &dyn Observer,
    found: &mut dyn FnMut([u64; 3], Period),
) -> Result<(), Stopped> {
    let threads = budget.workers();
    let mut known = 0u64;
    let mut rows = (1..=greatest).flat_map(|a| (a + 1..=greatest).map(move |b| [a, b]));
    loop {
        let next: Vec<[u64; 2]> = rows.by_ref().take(threads * ROWS).collect();
        if next.is_empty() {
            return Ok(());
        }
        let work = |rows| move || periods_of_sets(rows, greatest, budget, observer);
        let results: Vec<(Vec<SetPeriod>, Result<(), Stopped>)> = std::thread::scope(|scope| {
            let mut shares = next.chunks(ROWS).map(work);
            let own = shares.next();
            let workers: Vec<_> = shares.map(|share| scope.spawn(share)).collect();
            // This thread works on the first share.
            let own = own.map(|share| share());
            let others = workers.into_iter().map(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            own.into_iter().chain(others).collect()
        });
        for (sets, result) in results {
            known += sets.len() as u64;
            sets.into_iter().for_each(|(set, period)| found(set, period));
            result.map_err(|stopped| stopped.reason.after(known))?;
        }
    }
}

/// The number of pairs {a, b} that a thread takes at a time.
const ROWS: usize = 16;

/// Computes the periods of all sets that start with one of the pairs, until the work is stopped.
fn periods_of_sets(
    rows: &[[u64; 2]],
    greatest: u64,
    budget: Budget,
    observer: &dyn Observer,
) -> (Vec<SetPeriod>, Result<(), Stopped>) {
    let mut sets = Vec::new();
    for &[a, b] in rows {
        for c in b + 1..=greatest {
            let known = sets.len() as u64;
            if let Err(reason) = observer.poll(&Progress::new(known, 0, 0)) {
                return (sets, Err(reason.after(known)));
            }
            match subtraction_period(&[a, b, c], budget, observer) {
                Ok(period) => sets.push(([a, b, c], period)),
                Err(stopped) => return (sets, Err(stopped)),
            }
        }
    }
    (sets, Ok(()))
}
