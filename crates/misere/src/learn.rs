//! The quotient of a growing set of heaps.

use crate::Halt;
use crate::account::Account;
use crate::beliefs::{Beliefs, Change};
use crate::check::{Letter, contradictions, letters};
use crate::heaps::{Heaps, Sum};
use crate::quotient::{Element, Quotient};
use crate::trial::{Classes, Trial};
use fixedbitset::FixedBitSet;
use winways_solve::{Ledger, StopReason};

/// The number of contradictions that are removed before the next attempt at a proof.
const CONTRADICTIONS_AT_ONCE: usize = 8;

/// A computation of misère quotients, heap by heap.
///
/// A new heap is first compared with each element of the quotient. If it equals none, it becomes a generator of a larger *trial monoid*,
/// from which a new quotient is derived. While a sum contradicts this quotient, the trial monoid is refined: words that it wrongly
/// identifies become distinct. A quotient is accepted only after a proof that it determines the outcomes of all sums, so it does not matter
/// how it was found.
///
/// # Complexity
/// The trial monoid starts with three times as many elements as the quotient. Each contradiction adds a few elements, or multiplies
/// their number. A new heap that needs no further proof takes O(n² + n·m) steps for n elements and m options.
///
/// ```
/// use winways_misere::{Heaps, QuotientSearch};
/// use winways_solve::{Budget, Ledger, NoObserver};
/// // Kayles up to five pins.
/// let mut heaps = Heaps::new();
/// for pins in 1..=5u32 {
///     let left = |fallen: u32| (0..=pins - fallen).map(move |one| vec![one, pins - fallen - one]);
///     heaps.push((1..=2.min(pins)).flat_map(left)).unwrap();
/// }
/// let mut search = QuotientSearch::new();
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// while search.quotient().last() < heaps.last() {
///     search.add(&heaps, &ledger).unwrap();
/// }
/// assert_eq!((search.quotient().order(), search.quotient().previous_count()), (12, 3));
/// ```
#[derive(Clone, Debug)]
pub struct QuotientSearch {
    quotient: Quotient,
    /// The distinct letters of the heaps added so far.
    letters: Vec<Letter>,
}

impl Default for QuotientSearch {
    fn default() -> Self {
        QuotientSearch::new()
    }
}

impl QuotientSearch {
    /// Creates a search with heap 0 only.
    pub fn new() -> Self {
        QuotientSearch { quotient: Quotient::trivial(), letters: Vec::new() }
    }

    /// Returns the quotient of the heaps added so far.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// Adds the next heap, which must be among `heaps`.
    ///
    /// # Errors
    /// Returns [`Halt`] if the quotient or a trial monoid is too large, or if the ledger stops the work. The quotient of the
    /// heaps added before is kept.
    pub fn add(&mut self, heaps: &Heaps, ledger: &Ledger<'_>) -> Result<(), Halt> {
        let account = Account::new(ledger, self.bytes());
        let heap = self.quotient.last() + 1;
        let options = self.quotient.elements_of_options(heaps, heap);
        if let Some(element) = self.equal_element(heaps, &options, account)? {
            self.quotient.push(element);
            let letter = Letter { heap, element, options };
            if !letter.options.is_empty() && !self.letters.iter().any(|known| known.is_contained_in(&letter))
            {
                self.letters.push(letter);
            }
            return Ok(());
        }
        let beliefs = Beliefs::with_next_heap(&self.quotient, account)?;
        let mut candidate = Candidate::new(heaps, beliefs, usize::MAX, account)?;
        loop {
            let Candidate { beliefs, trial, classes } = candidate;
            let own = account.holding(beliefs.bytes());
            let quotient = trial.quotient(classes, &beliefs, own)?;
            let checked = own.holding(trial.bytes() + Quotient::bytes_of(quotient.order()));
            let sums = contradictions(heaps, &quotient, CONTRADICTIONS_AT_ONCE, checked)?;
            let Some((sum, others)) = sums.split_first() else {
                self.letters = letters(heaps, &quotient);
                self.quotient = quotient;
                return Ok(());
            };
            let suspects = |sum: &Sum| trial.suspects(heaps, &quotient, &beliefs, sum);
            let changes = suspects(sum);
            let others: Vec<Change> = others.iter().flat_map(suspects).collect();
            drop((trial, quotient));
            candidate = self.least(heaps, &beliefs, changes, own)?;
            candidate = self.separated(heaps, candidate, others, own)?;
        }
    }

    /// Applies the changes that make a word distinct, and returns the resulting candidate. Ignores the other changes.
    fn separated(
        &self,
        heaps: &Heaps,
        candidate: Candidate,
        changes: Vec<Change>,
        account: Account<'_>,
    ) -> Result<Candidate, Halt> {
        let Candidate { mut beliefs, trial, classes } = candidate;
        let mut is_changed = false;
        for change in changes.into_iter().filter(|change| matches!(change, Change::Separate(_))) {
            is_changed |= beliefs.apply(change, &self.quotient, account.holding(trial.bytes()))?;
        }
        if !is_changed {
            return Ok(Candidate { beliefs, trial, classes });
        }
        drop((trial, classes));
        Candidate::new(heaps, beliefs, usize::MAX, account)
    }

    /// Returns the candidate after the change that gives the least product of the orders of its monoid and its quotient.
    fn least(
        &self,
        heaps: &Heaps,
        beliefs: &Beliefs,
        changes: Vec<Change>,
        account: Account<'_>,
    ) -> Result<Candidate, Halt> {
        let mut best: Option<Candidate> = None;
        let mut failure = Halt::Words;
        for change in changes {
            let account = account.holding(best.as_ref().map_or(0, Candidate::bytes));
            account.check(beliefs.bytes())?;
            let mut beliefs = beliefs.clone();
            // A quotient has at least as many elements as the proved quotient.
            let most = best.as_ref().map_or(usize::MAX, |best| best.size() / self.quotient.order());
            let found = match beliefs.apply(change, &self.quotient, account) {
                Ok(true) => Candidate::new(heaps, beliefs, most, account),
                Ok(false) => continue,
                Err(halt) => Err(halt),
            };
            match found {
                Ok(found) if best.as_ref().is_none_or(|best| found.size() < best.size()) => {
                    best = Some(found);
                }
                Ok(_) => {}
                Err(Halt::Stopped(reason)) => return Err(Halt::Stopped(reason)),
                Err(halt) => failure = halt,
            }
        }
        best.ok_or(failure)
    }

    /// Returns the approximate memory in use, in bytes.
    fn bytes(&self) -> u64 {
        let options: usize = self.letters.iter().map(|letter| letter.options.len()).sum();
        let letters = self.letters.len() * size_of::<Letter>() + options * size_of::<Element>();
        Quotient::bytes_of(self.quotient.order()) + letters as u64
    }

    /// Returns the element that the next heap equals, if there is one, given the elements of its options.
    ///
    /// No further proof is needed if a smaller heap has this element, and each of its options has the element of an option of the new heap.
    /// The conditions for the new heap then follow from the conditions for the smaller heap, and from the condition that P-positions have
    /// no P-positions as options.
    fn equal_element(
        &self,
        heaps: &Heaps,
        options: &[Element],
        account: Account<'_>,
    ) -> Result<Option<Element>, StopReason> {
        if options.is_empty() {
            return Ok(Some(0));
        }
        let quotient = &self.quotient;
        let order = quotient.order();
        // The elements whose products with some option are P-positions. Their products with the heap must not be P-positions.
        let mut is_won = FixedBitSet::with_capacity(order);
        for &option in options {
            account.spend(order as u64, Default::default)?;
            is_won
                .extend((0..order).filter(|&x| quotient.is_previous(quotient.product(x as Element, option))));
        }
        let mut possible: Vec<Element> = Vec::new();
        for element in 0..order as Element {
            account.spend(order as u64 / 4, Default::default)?;
            let is_lost = |x: usize| quotient.is_previous(quotient.product(x as Element, element));
            if is_lost(0) != is_won.contains(0) && !is_won.ones().any(is_lost) {
                possible.push(element);
            }
        }
        let is_known = |&&element: &&Element| {
            let letter = Letter { heap: 0, element, options: options.to_vec() };
            self.letters.iter().any(|known| known.is_contained_in(&letter))
        };
        if let Some(&known) = possible.iter().find(is_known) {
            return Ok(Some(known));
        }
        let account = account.holding(Quotient::bytes_of(order));
        account.check(0)?;
        let mut quotient = self.quotient.clone();
        for element in possible {
            quotient.push(element);
            if contradictions(heaps, &quotient, 1, account)?.is_empty() {
                return Ok(Some(element));
            }
            quotient.pop();
        }
        Ok(None)
    }
}

/// Beliefs with their trial monoid and the classes of its elements, from which a quotient can be built.
struct Candidate {
    beliefs: Beliefs,
    trial: Trial,
    classes: Classes,
}

impl Candidate {
    /// Creates the candidate of beliefs, whose monoid may have at most `most` elements.
    fn new(heaps: &Heaps, beliefs: Beliefs, most: usize, account: Account<'_>) -> Result<Self, Halt> {
        let account = account.holding(beliefs.bytes());
        let trial = Trial::new(&beliefs, most, account)?;
        let classes = trial.classes(heaps, &beliefs, account)?;
        Ok(Candidate { beliefs, trial, classes })
    }

    /// Returns the product of the orders of the monoid and its quotient.
    fn size(&self) -> usize {
        self.trial.order() * self.classes.count()
    }

    /// Returns the approximate memory in use, in bytes.
    fn bytes(&self) -> u64 {
        self.beliefs.bytes() + self.trial.bytes()
    }
}

impl Quotient {
    /// Returns the elements of the options of a heap, ascending.
    pub(crate) fn elements_of_options(&self, heaps: &Heaps, heap: u32) -> Vec<Element> {
        let mut options: Vec<Element> = heaps.options(heap).iter().map(|sum| self.element(sum)).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Returns `true` if the outcome of a sum contradicts the outcomes of its options.
    pub(crate) fn contradicts(&self, heaps: &Heaps, sum: &[u32]) -> bool {
        let mut has_options = false;
        let mut has_lost = false;
        for (place, &heap) in sum.iter().enumerate() {
            let mut rest = sum.to_vec();
            rest.remove(place);
            let rest = self.element(&rest);
            for option in heaps.options(heap) {
                has_options = true;
                has_lost |= self.is_previous(self.product(rest, self.element(option)));
            }
        }
        self.is_previous(self.element(sum)) != (has_options && !has_lost)
    }
}
