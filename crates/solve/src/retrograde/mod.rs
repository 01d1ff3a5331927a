//! Games in which play may go round in circles: who wins every position, and in how many moves.

mod check;
mod keeper;
mod layout;
mod plain;
mod solution;
mod transport;
mod value;

pub use check::{ValueCheckFailure, check_values};
pub use keeper::{BuildError, Keeper, Milestone};
pub use layout::{Layout, PAGE, Place, shard_of_page};
pub use plain::plain_values;
pub use solution::{Records, Solution, SolvedRanks, Tally, option_values};
pub use transport::{Parcel, Transport};
pub use value::{HOLE, RankValue};

use crate::{Budget, Observer, StopReason, Stopped};
use winways_rules::{Play, Ranks};

/// Solves all positions of a game in memory.
///
/// # Errors
/// [`Stopped`] if the memory does not suffice, which is looked at before any is taken, or when the observer ends the work.
pub fn solve_ranks(
    rules: &dyn Ranks,
    play: Play,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Solution, Stopped> {
    let _ = observer;
    let count = rules.layers().iter().try_fold(0u64, |sum, &layer| sum.checked_add(layer));
    let bytes = count.and_then(|count| count.checked_mul(16));
    if bytes.is_none_or(|bytes| bytes > budget.memory) {
        return Err(Stopped { reason: StopReason::Memory { limit: budget.memory }, nodes: 0 });
    }
    Ok(Solution::of_codes(plain_values(rules, play)))
}
