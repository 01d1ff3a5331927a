//! The quotient of a growing set of heaps.

use crate::Halt;
use crate::check::contradiction;
use crate::heaps::{Heaps, Sum};
use crate::quotient::{Element, MOST_ELEMENTS, Quotient};
use crate::trial::{Beliefs, quotient_of};
use winways_solve::{Ledger, StopReason};

/// A computation of misère quotients, heap by heap.
///
/// A new heap is first compared with each element of the quotient. If it equals none, it becomes a generator of a larger monoid, from
/// which a new quotient is derived. A quotient is accepted only after a proof that it tells the outcomes of all sums, so the way in
/// which it was found does not matter.
///
/// # Complexity
/// Grows with the size of the trial monoid, which is a product of the caps of the generators, plus two each.
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
    beliefs: Beliefs,
}

impl Default for QuotientSearch {
    fn default() -> Self {
        QuotientSearch::new()
    }
}

/// A change of beliefs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// The heap becomes a generator.
    Generator(u32),
    /// The cap of the generator at this place becomes greater by one.
    Cap(usize),
}

impl QuotientSearch {
    /// Begins with heap 0 only.
    pub fn new() -> Self {
        let quotient = Quotient::trivial();
        QuotientSearch { beliefs: Beliefs::of(&quotient), quotient }
    }

    /// Returns the quotient of the heaps added so far.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// Adds the next heap, which must be among `heaps`.
    ///
    /// # Errors
    /// [`Halt`]; the quotient of the heaps added before is kept.
    pub fn add(&mut self, heaps: &Heaps, ledger: &Ledger<'_>) -> Result<(), Halt> {
        let heap = self.quotient.last() + 1;
        if let Some(element) = self.equal_element(heaps, heap, ledger)? {
            self.quotient.push(element);
            self.beliefs.words.push(self.word(element));
            return Ok(());
        }
        let mut beliefs = self.beliefs.clone();
        beliefs.add_generator(heap);
        let mut quotient = quotient_of(heaps, &beliefs, MOST_ELEMENTS, ledger)?;
        while let Some(word) = contradiction(heaps, &quotient, ledger)? {
            let changes = suspects(heaps, &quotient, &beliefs, word);
            (beliefs, quotient) = least(heaps, &beliefs, &changes, ledger)?;
        }
        self.beliefs = Beliefs::of(&quotient);
        self.quotient = quotient;
        Ok(())
    }

    /// Returns the element that the next heap equals, if there is one.
    fn equal_element(
        &self,
        heaps: &Heaps,
        heap: u32,
        ledger: &Ledger<'_>,
    ) -> Result<Option<Element>, StopReason> {
        let mut options: Vec<Element> =
            heaps.options(heap).iter().map(|option| self.quotient.element(option)).collect();
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return Ok(Some(0));
        }
        let mut quotient = self.quotient.clone();
        for element in 0..self.quotient.order() as Element {
            if !self.quotient.follows(element, &options) {
                continue;
            }
            quotient.push(element);
            if contradiction(heaps, &quotient, ledger)?.is_none() {
                return Ok(Some(element));
            }
            quotient.pop();
        }
        Ok(None)
    }

    /// Returns a sum of generators that equals an element.
    fn word(&self, element: Element) -> Sum {
        let generators: Vec<u32> = self.beliefs.generators.iter().map(|&(heap, _)| heap).collect();
        self.quotient.words(&generators).swap_remove(element.into())
    }
}

impl Quotient {
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
    fn contradicts(&self, heaps: &Heaps, sum: &[u32]) -> bool {
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

/// Returns the changes of beliefs that may remove a contradiction.
///
/// The heaps of the sum are replaced one at a time by what is believed equal. The belief at whose use the contradiction vanishes is a
/// suspect, and so are the others that could have been used there.
fn suspects(heaps: &Heaps, quotient: &Quotient, beliefs: &Beliefs, mut sum: Sum) -> Vec<Change> {
    loop {
        let changes = replaceable(heaps, beliefs, &sum);
        let Some(&first) = changes.first() else {
            // The outcome of a word on a cycle was a guess: any power may be to blame.
            return (0..beliefs.generators.len()).map(Change::Cap).collect();
        };
        sum = replaced(beliefs, &sum, first);
        if !quotient.contradicts(heaps, &sum) {
            return changes;
        }
    }
}

/// Returns the beliefs by which a part of a sum can be replaced, those of the greatest heaps first.
fn replaceable(heaps: &Heaps, beliefs: &Beliefs, sum: &[u32]) -> Vec<Change> {
    let change = |group: &[u32]| {
        let heap = group[0];
        match beliefs.place(heap) {
            Some(place) => {
                (group.len() as u32 >= beliefs.generators[place].1 + 2).then_some(Change::Cap(place))
            }
            None => (!heaps.options(heap).is_empty()).then_some(Change::Generator(heap)),
        }
    };
    sum.chunk_by(|one, other| one == other).rev().filter_map(change).collect()
}

/// Replaces a part of a sum by what is believed equal.
fn replaced(beliefs: &Beliefs, sum: &[u32], change: Change) -> Sum {
    let mut sum = sum.to_vec();
    let mut remove = |heap: u32| {
        if let Some(place) = sum.iter().position(|&own| own == heap) {
            sum.remove(place);
        }
    };
    match change {
        Change::Generator(heap) => {
            remove(heap);
            sum.extend(&beliefs.words[heap as usize]);
        }
        Change::Cap(place) => {
            let heap = beliefs.generators[place].0;
            remove(heap);
            remove(heap);
        }
    }
    sum.sort_unstable();
    sum
}

/// Returns the beliefs after one of the changes, and their quotient: those with the least quotient.
fn least(
    heaps: &Heaps,
    beliefs: &Beliefs,
    changes: &[Change],
    ledger: &Ledger<'_>,
) -> Result<(Beliefs, Quotient), Halt> {
    let mut best: Option<(Beliefs, Quotient)> = None;
    let mut failure = Halt::Words;
    for &change in changes {
        let mut changed = beliefs.clone();
        match change {
            Change::Generator(heap) => changed.add_generator(heap),
            Change::Cap(place) => changed.generators[place].1 += 1,
        }
        let most = best.as_ref().map_or(MOST_ELEMENTS, |(_, best)| best.order() - 1);
        match quotient_of(heaps, &changed, most, ledger) {
            Ok(quotient) => best = Some((changed, quotient)),
            Err(Halt::Stopped(reason)) => return Err(Halt::Stopped(reason)),
            Err(halt) => failure = halt,
        }
    }
    best.ok_or(failure)
}
