//! Quotients: finite commutative monoids with their P-positions, and the map from heaps to their elements.

use crate::heaps::Sum;
use fixedbitset::FixedBitSet;

/// An element of a quotient. The number 0 is the identity.
pub type Element = u16;

/// The maximum order of a quotient, limited by the type of element numbers.
pub const MOST_ELEMENTS: usize = Element::MAX as usize;

/// A misère quotient: a commutative monoid, the set of its P-positions, and the pretending function from heaps to elements.
///
/// Two sums of heaps with equal products can replace each other in every sum of these heaps, and the player to move loses
/// exactly those sums whose product is a P-position.
///
/// Source: T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    order: usize,
    /// The product of x and y has index `x * order + y`.
    products: Vec<Element>,
    previous: FixedBitSet,
    /// The element of each heap, starting at heap 0.
    phi: Vec<Element>,
}

impl Quotient {
    /// Returns the quotient of the game with heap 0 only.
    pub(crate) fn trivial() -> Self {
        Quotient { order: 1, products: vec![0], previous: FixedBitSet::with_capacity(1), phi: vec![0] }
    }

    /// Creates a quotient from the table of products row by row, the P-positions, and the elements of the heaps, starting at
    /// heap 0.
    pub(crate) fn new(products: Vec<Element>, previous: FixedBitSet, phi: Vec<Element>) -> Self {
        Quotient { order: previous.len(), products, previous, phi }
    }

    /// Returns the approximate memory of a quotient of this order, in bytes.
    pub(crate) fn bytes_of(order: usize) -> u64 {
        (order as u64 * order as u64).saturating_mul(size_of::<Element>() as u64)
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns the product of two elements.
    #[inline]
    pub fn product(&self, x: Element, y: Element) -> Element {
        self.products[usize::from(x) * self.order + usize::from(y)]
    }

    /// Returns `true` if the element is a P-position: the player who moved last wins.
    #[inline]
    pub fn is_previous(&self, x: Element) -> bool {
        self.previous.contains(x.into())
    }

    /// Returns the number of P-positions among the elements.
    pub fn previous_count(&self) -> usize {
        self.previous.count_ones(..)
    }

    /// Returns the elements that are P-positions, as a set.
    pub(crate) fn previous(&self) -> &FixedBitSet {
        &self.previous
    }

    /// Returns the pretending function: the element of each heap, starting at heap 0.
    pub fn phi(&self) -> &[Element] {
        &self.phi
    }

    /// Returns the last heap that has an element.
    pub fn last(&self) -> u32 {
        self.phi.len() as u32 - 1
    }

    /// Returns the element of a sum of heaps that have elements.
    pub fn element(&self, sum: &[u32]) -> Element {
        sum.iter().fold(0, |product, &heap| self.product(product, self.phi[heap as usize]))
    }

    /// Appends the next heap.
    pub(crate) fn push(&mut self, element: Element) {
        self.phi.push(element);
    }

    /// Removes the last heap.
    pub(crate) fn pop(&mut self) {
        self.phi.pop();
    }

    /// Returns the heaps, in ascending order, whose elements are not products of elements of smaller heaps.
    pub fn generators(&self) -> Vec<u32> {
        let mut reached = FixedBitSet::with_capacity(self.order);
        reached.insert(0);
        let mut generators = Vec::new();
        for (heap, &element) in (0..).zip(&self.phi) {
            if reached.contains(element.into()) {
                continue;
            }
            generators.push(heap);
            let mut queue: Vec<Element> = reached.ones().map(|x| x as Element).collect();
            while let Some(x) = queue.pop() {
                let next = self.product(x, element);
                if !reached.put(next.into()) {
                    queue.push(next);
                }
            }
        }
        generators
    }

    /// Returns for each element a sum of the given heaps with as few heaps as possible. The heaps must generate the quotient.
    pub fn words(&self, generators: &[u32]) -> Vec<Sum> {
        let mut words: Vec<Option<Sum>> = vec![None; self.order];
        words[0] = Some(Sum::new());
        let mut queue = std::collections::VecDeque::from([0]);
        while let Some(x) = queue.pop_front() {
            for &heap in generators {
                let next = usize::from(self.product(x as Element, self.phi[heap as usize]));
                if words[next].is_none() {
                    let mut word = words[x].clone().unwrap_or_default();
                    word.push(heap);
                    word.sort_unstable();
                    words[next] = Some(word);
                    queue.push_back(next);
                }
            }
        }
        words.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Returns the least number c for which the powers c and c + 2 of an element are equal, if there is one.
    pub(crate) fn index(&self, x: Element) -> Option<u32> {
        let (mut one, mut other) = (0, self.product(x, x));
        for index in 0..=self.order as u32 {
            if one == other {
                return Some(index);
            }
            (one, other) = (self.product(one, x), self.product(other, x));
        }
        None
    }
}
