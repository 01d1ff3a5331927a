//! The quotient of a growing set of heaps.

use crate::Halt;
use crate::check::{Letter, contradiction, letters};
use crate::heaps::Heaps;
use crate::quotient::{Element, Quotient};
use crate::trial::{Beliefs, Change, MOST_WORDS, Trial};
use winways_solve::{Ledger, Progress, StopReason};

/// The maximum number of changes of beliefs for one heap. A quotient that is infinite takes more and more of them.
const MOST_ROUNDS: usize = 150;

/// A computation of misère quotients, heap by heap.
///
/// A new heap is first compared with each element of the quotient. If it equals none, it becomes a generator of a larger *trial monoid*,
/// from which a new quotient is derived. While a sum contradicts this quotient, the trial monoid is refined: words that it wrongly
/// identifies become distinct. A quotient is accepted only after a proof that it tells the outcomes of all sums, so the way in which it
/// was found does not matter.
///
/// # Complexity
/// The trial monoid begins with three times as many elements as the quotient. Each contradiction adds a few elements, or multiplies
/// their number. If the quotient does not change, a new heap takes one step for each element and option.
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
    /// Begins with heap 0 only.
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
    /// [`Halt`] if the quotient or a trial monoid is too large, or if the ledger stops the work. The quotient of the heaps added before is
    /// kept.
    pub fn add(&mut self, heaps: &Heaps, ledger: &Ledger<'_>) -> Result<(), Halt> {
        let heap = self.quotient.last() + 1;
        let options = self.quotient.elements_of_options(heaps, heap);
        if let Some(element) = self.equal_element(heaps, &options, ledger)? {
            self.quotient.push(element);
            let letter = Letter { heap, element, options };
            if !letter.options.is_empty() && !self.letters.iter().any(|known| known.is_contained_in(&letter))
            {
                self.letters.push(letter);
            }
            return Ok(());
        }
        let mut beliefs = Beliefs::with_next_heap(&self.quotient)?;
        let mut trial = Trial::new(&beliefs, MOST_WORDS, ledger)?;
        let mut quotient = trial.quotient(heaps, &beliefs, ledger)?;
        let mut rounds = 0;
        while let Some(sum) = contradiction(heaps, &quotient, ledger)? {
            rounds += 1;
            if rounds > MOST_ROUNDS {
                return Err(Halt::Words);
            }
            let changes = trial.suspects(heaps, &quotient, &beliefs, &sum);
            (beliefs, trial, quotient) = self.least(heaps, &beliefs, changes, ledger)?;
        }
        self.letters = letters(heaps, &quotient);
        self.quotient = quotient;
        Ok(())
    }

    /// Returns the beliefs after one of the changes, with their monoid and its quotient: those with the least product of their orders.
    fn least(
        &self,
        heaps: &Heaps,
        beliefs: &Beliefs,
        changes: Vec<Change>,
        ledger: &Ledger<'_>,
    ) -> Result<(Beliefs, Trial, Quotient), Halt> {
        let size = |(_, trial, quotient): &(Beliefs, Trial, Quotient)| trial.order() * quotient.order();
        let mut best: Option<(Beliefs, Trial, Quotient)> = None;
        let mut failure = Halt::Words;
        for change in changes {
            // A quotient has at least as many elements as the one that is proved.
            let most = best.as_ref().map_or(MOST_WORDS, |best| size(best) / self.quotient.order());
            match self.changed(heaps, beliefs.clone(), change, most, ledger) {
                Ok(Some(found)) if best.as_ref().is_none_or(|best| size(&found) < size(best)) => {
                    best = Some(found);
                }
                Ok(_) => {}
                Err(Halt::Stopped(reason)) => return Err(Halt::Stopped(reason)),
                Err(halt) => failure = halt,
            }
        }
        best.ok_or(failure)
    }

    /// Returns the beliefs after a change, with their monoid and its quotient, unless the change has no effect.
    fn changed(
        &self,
        heaps: &Heaps,
        mut beliefs: Beliefs,
        change: Change,
        most: usize,
        ledger: &Ledger<'_>,
    ) -> Result<Option<(Beliefs, Trial, Quotient)>, Halt> {
        if !beliefs.apply(change, &self.quotient, ledger)? {
            return Ok(None);
        }
        let trial = Trial::new(&beliefs, most, ledger)?;
        let quotient = trial.quotient(heaps, &beliefs, ledger)?;
        Ok(Some((beliefs, trial, quotient)))
    }

    /// Returns the element that the next heap equals, if there is one, given the elements of its options.
    ///
    /// If a smaller heap has this element and no options with other elements, nothing else has to be proved: all conditions for the new
    /// heap follow from those for the smaller one and from the condition that P-positions have no P-positions as options.
    fn equal_element(
        &self,
        heaps: &Heaps,
        options: &[Element],
        ledger: &Ledger<'_>,
    ) -> Result<Option<Element>, StopReason> {
        if options.is_empty() {
            return Ok(Some(0));
        }
        let order = self.quotient.order();
        ledger.spend((order * options.len()) as u64, Progress::default)?;
        let all = 0..order as Element;
        let possible: Vec<Element> = all.filter(|&x| self.quotient.follows(x, options)).collect();
        let is_known = |&&element: &&Element| {
            let letter = Letter { heap: 0, element, options: options.to_vec() };
            self.letters.iter().any(|known| known.is_contained_in(&letter))
        };
        if let Some(&known) = possible.iter().find(is_known) {
            return Ok(Some(known));
        }
        let mut quotient = self.quotient.clone();
        for element in possible {
            quotient.push(element);
            if contradiction(heaps, &quotient, ledger)?.is_none() {
                return Ok(Some(element));
            }
            quotient.pop();
        }
        Ok(None)
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

    /// Returns `true` unless a product of an element and one of its options are both P-positions, or the element itself has the
    /// wrong outcome for its options.
    fn follows(&self, element: Element, options: &[Element]) -> bool {
        let is_lost = |x: Element, y: Element| self.is_previous(self.product(x, y));
        let is_won = options.iter().any(|&option| self.is_previous(option));
        self.is_previous(element) != is_won
            && (0..self.order() as Element)
                .all(|x| !is_lost(x, element) || !options.iter().any(|&option| is_lost(x, option)))
    }

    /// Returns `true` if the outcome of a sum contradicts those of its options.
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
