//! The engines that a table is made by, behind one face.

use winways_games::{AnyGame, HeapValues};
use winways_rules::Play;
use winways_solve::{Budget, NimSequence, Observer, PairSequence, SparseSequence, StopReason, Stopped};

/// What finds the values.
pub(super) enum Engine<'g> {
    /// All options of heap after heap.
    Plain(NimSequence<'g>),
    /// All pairs of heaps, many at a time.
    Pairs(PairSequence<'g>),
    /// A sparse space.
    Sparse(Box<SparseSequence>),
    /// Every heap by itself: by theorem, or by search.
    Each(Each<'g>),
}

/// Values one by one.
pub(super) struct Each<'g> {
    values: Box<dyn HeapValues + 'g>,
    found: Vec<u64>,
    theorem: Option<String>,
}

impl<'g> Each<'g> {
    pub(super) fn new(values: Box<dyn HeapValues + 'g>, game: &dyn AnyGame) -> Self {
        let theorem = game.parse("2").ok().and_then(|position| position.theorem(Play::Normal));
        Each { values, found: Vec::new(), theorem }
    }
}

impl Engine<'_> {
    pub(super) fn extend_to(
        &mut self,
        heap: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(), Stopped> {
        match self {
            Engine::Plain(sequence) => sequence.nim_value(heap, budget, observer).map(drop),
            Engine::Pairs(sequence) => sequence.extend_to(heap, budget, observer),
            Engine::Sparse(sequence) => sequence.extend_to(heap, budget, observer),
            Engine::Each(each) => {
                while each.found.len() as u64 <= heap {
                    let next = each.found.len() as u64;
                    if each.found.len() == each.found.capacity() && next.saturating_mul(24) > budget.memory {
                        let reason = StopReason::Memory { limit: budget.memory };
                        return Err(Stopped { reason, nodes: next });
                    }
                    each.found.push(each.values.nim_value(next)?.0);
                }
                Ok(())
            }
        }
    }

    pub(super) fn known(&self) -> u64 {
        match self {
            Engine::Plain(sequence) => sequence.values().len() as u64,
            Engine::Pairs(sequence) => sequence.values().len() as u64,
            Engine::Sparse(sequence) => sequence.known(),
            Engine::Each(each) => each.found.len() as u64,
        }
    }

    pub(super) fn value(&self, heap: u64) -> Option<u64> {
        match self {
            Engine::Plain(sequence) => listed(sequence.values(), heap),
            Engine::Pairs(sequence) => listed(sequence.values(), heap),
            Engine::Sparse(sequence) => sequence.value(heap).map(u64::from),
            Engine::Each(each) => each.found.get(usize::try_from(heap).ok()?).copied(),
        }
    }

    /// The values from heap 0 on, if all are kept and have room in 16 bits.
    pub(super) fn small_values(&self) -> Option<Vec<u16>> {
        match self {
            Engine::Plain(sequence) => Some(sequence.values().to_vec()),
            Engine::Pairs(sequence) => Some(sequence.values().to_vec()),
            Engine::Sparse(sequence) => (0..sequence.known()).map(|heap| sequence.value(heap)).collect(),
            Engine::Each(each) => each.found.iter().map(|&value| u16::try_from(value).ok()).collect(),
        }
    }

    pub(super) fn method(&self) -> String {
        match self {
            Engine::Plain(_) | Engine::Pairs(_) => "all options of every heap".to_owned(),
            Engine::Sparse(sequence) => match sequence.rare_heaps().last() {
                Some(last) => {
                    let count = sequence.rare_heaps().len();
                    format!("sparse space, {count} rare heaps, the last is {last}")
                }
                None => "sparse space, no rare heaps".to_owned(),
            },
            Engine::Each(Each { theorem: Some(theorem), .. }) => format!("theorem ({theorem})"),
            Engine::Each(_) => "search".to_owned(),
        }
    }
}

fn listed(values: &[u16], heap: u64) -> Option<u64> {
    values.get(usize::try_from(heap).ok()?).map(|&value| value.into())
}
