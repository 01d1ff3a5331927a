//! Games on heaps written in Python with entailing and complimenting moves.

use super::heaps::OwnHeaps;
use super::memory::NextMove;
use super::rules::STEPS_PER_OPTION;
use crate::raised::{fault_of, ok_or_keep};
use winways::Diagnostic;
use winways::custom::heaps;
use winways::custom::view::{Touch, View};
use winways::custom::{About, EntailingLists, EntailingMove, EntailingRules, Meter};
use winways::games::Page;
use winways::limits::RuleFault;

/// A game on heaps in which a move may force the opponent to move in a particular heap, or give the same player another move.
pub(super) struct OwnEntailing(pub(super) OwnHeaps);

impl EntailingRules for OwnEntailing {
    type Position = u64;

    fn moves(&self, heap: &u64, meter: &mut Meter) -> Result<Vec<EntailingMove<u64>>, RuleFault> {
        let listed = self.0.listed(*heap).map_err(fault_of)?;
        meter.spend(STEPS_PER_OPTION * (1 + listed.ends.len() as u64))?;
        let next = listed.next.iter().copied().chain(std::iter::repeat(NextMove::Anywhere));
        Ok(listed.iter().zip(next).map(|(heaps, next)| step(heaps, next)).collect())
    }

    fn move_bound(&self, heap: &u64) -> u64 {
        // An exception surfaces when the moves are listed.
        self.0.listed(*heap).map_or(0, |listed| listed.ends.len() as u64)
    }
}

fn step(heaps: &[u64], next: NextMove) -> EntailingMove<u64> {
    match (next, heaps) {
        (NextMove::Entailed, [entailed, others @ ..]) => {
            EntailingMove::Entailing { entailed: *entailed, others: others.to_vec() }
        }
        (NextMove::Again, _) => EntailingMove::Complimenting(heaps.to_vec()),
        _ => EntailingMove::Ordinary(heaps.to_vec()),
    }
}

impl EntailingLists for OwnEntailing {
    fn page(&self) -> &'static Page {
        self.0.rules.about.page
    }

    fn about(&self) -> About {
        self.0.rules.about.clone()
    }

    fn start(&self) -> Option<Vec<u64>> {
        ok_or_keep(self.0.start_heaps())
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        heaps::parse(text)
    }

    fn write(&self, heaps: &[u64]) -> String {
        heaps::write(heaps)
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        heaps::describe(*from, to)
    }

    fn view(&self, heaps: &[u64]) -> View {
        View::heaps(heaps)
    }

    fn touches(&self, _: &[u64], index: usize, _: &[u64]) -> Vec<Touch> {
        vec![Touch::heap(index)]
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        heaps::multisets(2, up_to)
    }

    fn heap(&self, size: u64) -> Option<u64> {
        Some(size)
    }
}
