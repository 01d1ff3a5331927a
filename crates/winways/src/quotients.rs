//! Computes misère quotients of games on heaps.

use winways_kit::{AnyGame, Tables};
use winways_misere::{
    CertificateGame, Element, Halt, Heaps, MisereCertificate, Quotient, QuotientPeriod, QuotientSearch, Sum,
    period,
};
use winways_notation::{Diagnostic, Span};
use winways_rules::Recurrence;
use winways_solve::{Budget, Ledger, Observer, Progress, StopReason};

/// The number of words or elements examined between two polls of the observer (a few milliseconds).
const INTERVAL: u64 = 1 << 18;

/// The work of listing an option of a heap, in units of [`INTERVAL`].
const UNITS_OF_OPTION: u64 = 1 << 4;

/// The largest heap up to which a quotient is computed.
pub(crate) const LARGEST_HEAP: u64 = 4096;

/// The quotient of the heaps of a game: up to some heap, or of all heaps.
pub(crate) struct HeapQuotient {
    search: QuotientSearch,
    /// The order of the quotient of the heaps up to each heap from 0.
    pub(crate) orders: Vec<u32>,
    /// The period of the elements, if it is proved. The quotient is then the quotient of all heaps.
    pub(crate) period: Option<QuotientPeriod>,
}

impl HeapQuotient {
    /// Computes the quotient of the heaps up to `largest`, or of all heaps if smaller heaps prove a period. Returns `None` if
    /// a position of the game is not a sum of heaps, or if heap 0 has a move.
    ///
    /// # Errors
    /// Returns the [`StopReason`] and the quotient of smaller heaps, if the quotient is not found.
    pub(crate) fn up_to(
        tables: &dyn Tables,
        largest: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Result<HeapQuotient, (StopReason, HeapQuotient)>> {
        let recurrence = tables.heap_rules().map_or(Recurrence::Unknown, |rules| rules.recurrence());
        // An eighth of the memory is available for the options of the heaps, and the rest for the search.
        let [for_heaps, for_search] = [budget.memory / 8, budget.memory - budget.memory / 8]
            .map(|memory| Ledger::new(Budget { memory, ..budget }, observer, INTERVAL));
        let mut heaps = match empty_heap(tables, &for_heaps)? {
            Ok(heaps) => heaps,
            Err(reason) => return Some(Err((reason, HeapQuotient::empty()))),
        };
        let mut found = HeapQuotient::empty();
        for heap in 1..=largest.min(LARGEST_HEAP) {
            let added = push(&mut heaps, tables, heap, &for_heaps)?.map_err(Halt::from);
            if let Err(halt) = added.and_then(|()| found.search.add(&heaps, &for_search)) {
                return Some(Err((reason(halt, budget), found)));
            }
            found.orders.push(found.quotient().order() as u32);
            found.period = period(found.quotient().phi(), recurrence);
            if found.period.is_some() {
                return Some(Ok(found));
            }
        }
        match largest {
            ..=LARGEST_HEAP => Some(Ok(found)),
            _ => Some(Err((StopReason::Unsupported("the misère quotient of heaps beyond 4096"), found))),
        }
    }

    /// Returns the error for a game that has no such quotient.
    pub(crate) fn missing(game: &dyn AnyGame, span: Span) -> Diagnostic {
        let message = format!("`{}` has no misère quotient of single heaps", game.name());
        Diagnostic::new(message, span).label(
            "expected a code, a set or a rule file of moves of single heaps, without moves from heap 0, such as `octal(0.15)`",
        )
    }

    /// Creates the quotient of heap 0.
    fn empty() -> HeapQuotient {
        HeapQuotient { search: QuotientSearch::new(), orders: vec![1], period: None }
    }

    /// Returns the certificate of the quotient of the game with this name.
    pub(crate) fn certificate(&self, game: &str) -> MisereCertificate {
        MisereCertificate::new(CertificateGame::Named(game.to_owned()), self.quotient(), self.period)
    }

    pub(crate) fn quotient(&self) -> &Quotient {
        self.search.quotient()
    }

    /// Maps a heap that the quotient covers to a heap with the same element, whose element was computed.
    pub(crate) fn reduced(&self, heap: u64) -> u64 {
        self.period.map_or(heap, |period| period.reduced(heap))
    }

    /// Returns the element of a heap that the quotient covers.
    pub(crate) fn element(&self, heap: u64) -> Element {
        self.quotient().phi()[self.reduced(heap) as usize]
    }

    /// Returns the element of a sum of heaps that the quotient covers.
    pub(crate) fn product(&self, heaps: &[u64]) -> Element {
        heaps.iter().fold(0, |product, &heap| self.quotient().product(product, self.element(heap)))
    }
}

/// Computes the quotient of all heaps in `heaps`.
///
/// # Errors
/// Returns the [`StopReason`] and the quotient of smaller heaps, if the quotient is not found.
pub(crate) fn quotient_of(
    heaps: &Heaps,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Quotient, (StopReason, Quotient)> {
    // Half of the memory is available for the options of the heaps, and the other half for the search.
    let ledger = Ledger::new(Budget { memory: budget.memory / 2, ..budget }, observer, INTERVAL);
    let mut search = QuotientSearch::new();
    while search.quotient().last() < heaps.last() {
        if let Err(halt) = search.add(heaps, &ledger) {
            return Err((reason(halt, budget), search.quotient().clone()));
        }
    }
    Ok(search.quotient().clone())
}

/// Returns the options of heaps 0 to `largest`, or `None` if they are unknown, or if heap 0 has a move.
///
/// # Errors
/// Returns the [`StopReason`] if the ledger stops the work.
pub(crate) fn options_up_to(
    tables: &dyn Tables,
    largest: u64,
    ledger: &Ledger<'_>,
) -> Option<Result<Heaps, StopReason>> {
    let mut heaps = match empty_heap(tables, ledger)? {
        Ok(heaps) => heaps,
        Err(reason) => return Some(Err(reason)),
    };
    for heap in 1..=largest {
        if let Err(reason) = push(&mut heaps, tables, heap, ledger)? {
            return Some(Err(reason));
        }
    }
    Some(Ok(heaps))
}

/// Creates the options of heaps with heap 0 only. Returns `None` if heap 0 has a move: in a quotient, heap 0 is the empty sum.
fn empty_heap(tables: &dyn Tables, ledger: &Ledger<'_>) -> Option<Result<Heaps, StopReason>> {
    match tables.heap_options(0, ledger.meter()) {
        Some(Ok(options)) if !options.is_empty() => None,
        Some(Err(fault)) => Some(Err(fault.into())),
        Some(Ok(_)) | None => Some(Ok(Heaps::new())),
    }
}

/// Appends the options of the next heap, or returns `None` if they are unknown.
fn push(
    heaps: &mut Heaps,
    tables: &dyn Tables,
    heap: u64,
    ledger: &Ledger<'_>,
) -> Option<Result<(), StopReason>> {
    let options = match tables.heap_options(heap, ledger.meter())? {
        Ok(options) => options,
        Err(fault) => return Some(Err(fault.into())),
    };
    let work = options.iter().map(|option| UNITS_OF_OPTION + option.len() as u64).sum();
    if let Err(reason) = ledger.spend(work, || Progress::new(heap, 0, heaps.bytes())) {
        return Some(Err(reason));
    }
    let sum = |option: Vec<u64>| option.into_iter().map(|part| u32::try_from(part).ok()).collect();
    let sums: Option<Vec<Sum>> = options.into_iter().map(sum).collect();
    heaps.push(sums?).ok()?;
    Some(ledger.check(heaps.bytes()))
}

/// Converts the [`Halt`] of a search to a [`StopReason`]. If the search exhausted its part of the memory, the reason states the
/// full limit.
fn reason(halt: Halt, budget: Budget) -> StopReason {
    match halt {
        Halt::Stopped(StopReason::Memory { .. }) => budget.out_of_memory(),
        Halt::Stopped(reason) => reason,
        Halt::Order | Halt::Words => StopReason::Unsupported("a misère quotient of this size"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, NoObserver};
    use winways_solve::{Quota, Until};

    /// Listing the options of many heaps counts as work, even if the quotient stays small.
    #[test]
    fn a_quota_bounds_the_heaps_of_a_small_quotient() {
        let game = Catalogue::new().game("octal(0.156)").unwrap();
        let quota = Quota::new(64);
        let observer = Until::new(&NoObserver, quota.interrupt());
        let found = HeapQuotient::up_to(game.tables(), LARGEST_HEAP, Budget::DEFAULT, &observer).unwrap();
        let Err((reason, known)) = found else { panic!("the quota is not used up") };
        assert_eq!((reason, quota.left()), (StopReason::Timeout, 0));
        assert!((100..3000).contains(&known.quotient().last()), "{}", known.quotient().last());
    }
}
