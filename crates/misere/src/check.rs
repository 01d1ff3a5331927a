//! The proof that a monoid with P-positions determines the outcomes of all sums of heaps.

use crate::account::Account;
use crate::heaps::{Heaps, Sum};
use crate::quotient::{Element, Quotient};
use fixedbitset::FixedBitSet;
use std::collections::BTreeMap;
use winways_solve::StopReason;

/// A class of heaps that have the same element and whose options have the same elements, represented by its least heap.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    /// The least heap of the class.
    pub(crate) heap: u32,
    pub(crate) element: Element,
    /// The elements of its options, ascending.
    pub(crate) options: Vec<Element>,
}

impl Letter {
    /// Returns `true` if `other` has the same element and all options of this letter.
    pub(crate) fn is_contained_in(&self, other: &Letter) -> bool {
        self.element == other.element
            && self.options.iter().all(|option| other.options.binary_search(option).is_ok())
    }
}

/// The element of a sum of heaps, with the elements that a player can move to.
struct State {
    element: Element,
    /// The elements of all options.
    options: FixedBitSet,
    /// The state before the last letter, and the heap of this letter.
    before: Option<(usize, u32)>,
}

/// Finds up to `most` sums of heaps at which a quotient contradicts the rules. If there is none, the quotient determines the outcome of
/// every sum of its heaps.
///
/// A P-position must have no P-position among its options, and an N-position with options must have one. The first condition is
/// tested for every product of an element and a heap. For the second, all pairs of an element and the set of elements of the
/// options are enumerated, except pairs whose set contains the set of another pair with the same element.
///
/// # Errors
/// Returns the [`StopReason`] if the ledger stops the work.
pub(crate) fn contradictions(
    heaps: &Heaps,
    quotient: &Quotient,
    most: usize,
    account: Account<'_>,
) -> Result<Vec<Sum>, StopReason> {
    let letters = letters(heaps, quotient);
    let words = lost_with_lost_option(quotient, &letters, most, account)?;
    if !words.is_empty() {
        return Ok(words);
    }
    won_without_lost_option(quotient, &letters, most, account)
}

/// Returns the letters of a quotient, ascending by heap.
pub(crate) fn letters(heaps: &Heaps, quotient: &Quotient) -> Vec<Letter> {
    let mut found: BTreeMap<(Element, Vec<Element>), u32> = BTreeMap::new();
    for heap in heaps.with_options(quotient.last()) {
        let options = quotient.elements_of_options(heaps, heap);
        found.entry((quotient.phi()[heap as usize], options)).or_insert(heap);
    }
    let letter = |((element, options), heap)| Letter { heap, element, options };
    let mut letters: Vec<Letter> = found.into_iter().map(letter).collect();
    letters.sort_unstable_by_key(|letter| letter.heap);
    letters
}

/// Finds up to `most` P-positions that have a P-position among their options.
fn lost_with_lost_option(
    quotient: &Quotient,
    letters: &[Letter],
    most: usize,
    account: Account<'_>,
) -> Result<Vec<Sum>, StopReason> {
    let mut words = Vec::new();
    let mut least: Option<Vec<Sum>> = None;
    for letter in letters {
        account.spend((quotient.order() * letter.options.len()) as u64, Default::default)?;
        for x in 0..quotient.order() as Element {
            let is_lost = |element: Element| quotient.is_previous(quotient.product(x, element));
            if is_lost(letter.element) && letter.options.iter().any(|&option| is_lost(option)) {
                let least = least.get_or_insert_with(|| quotient.words(&quotient.generators()));
                let mut word = least[usize::from(x)].clone();
                word.push(letter.heap);
                word.sort_unstable();
                words.push(word);
                if words.len() >= most {
                    return Ok(words);
                }
            }
        }
    }
    Ok(words)
}

/// Finds up to `most` N-positions that have options, but no P-position among them.
fn won_without_lost_option(
    quotient: &Quotient,
    letters: &[Letter],
    most: usize,
    account: Account<'_>,
) -> Result<Vec<Sum>, StopReason> {
    let order = quotient.order();
    let mut words = Vec::new();
    let mut states = vec![State { element: 0, options: FixedBitSet::with_capacity(order), before: None }];
    // The minimal states of each element: none of their sets contains another. The first state is not included: it has no options, and is
    // the only state that needs none.
    let mut least: Vec<Vec<usize>> = vec![Vec::new(); order];
    // A letter is skipped if another letter has the same element and a proper subset of its options.
    let is_needed = |letter: &&Letter| {
        let has_fewer =
            |other: &Letter| other.options.len() < letter.options.len() && other.is_contained_in(letter);
        !letters.iter().any(has_fewer)
    };
    let letters: Vec<&Letter> = letters.iter().filter(is_needed).collect();
    let mut next = 0;
    while next < states.len() {
        let number = next;
        next += 1;
        if number > 0 && !least[usize::from(states[number].element)].contains(&number) {
            continue;
        }
        for letter in &letters {
            account.spend(order as u64, || progress(&states, order))?;
            let state = &states[number];
            let element = quotient.product(state.element, letter.element);
            let mut options = FixedBitSet::with_capacity(order);
            for option in state.options.ones() {
                options.insert(quotient.product(option as Element, letter.element).into());
            }
            for &option in &letter.options {
                options.insert(quotient.product(state.element, option).into());
            }
            let known = &mut least[usize::from(element)];
            if known.iter().any(|&other| states[other].options.is_subset(&options)) {
                continue;
            }
            let is_contradiction = !quotient.is_previous(element) && options.is_disjoint(quotient.previous());
            known.retain(|&other| !options.is_subset(&states[other].options));
            known.push(states.len());
            states.push(State { element, options, before: Some((number, letter.heap)) });
            if is_contradiction {
                words.push(word_of(&states, states.len() - 1));
                if words.len() >= most {
                    return Ok(words);
                }
            }
        }
    }
    Ok(words)
}

fn progress(states: &[State], order: usize) -> (usize, u64) {
    let bytes = states.len() * (2 * size_of::<State>() + order / 8 + 2 * size_of::<usize>());
    (states.len(), bytes as u64)
}

/// Returns the sum of heaps from which a state was derived.
fn word_of(states: &[State], mut number: usize) -> Sum {
    let mut word = Sum::new();
    while let Some((before, heap)) = states[number].before {
        word.push(heap);
        number = before;
    }
    word.sort_unstable();
    word
}
