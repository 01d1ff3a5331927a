//! The structure of a quotient as a monoid: its P-portion, kernel and Cayley graph.

use crate::quotient::{Element, Quotient};

/// The Cayley graph of a quotient: from each element, one arrow for each generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CayleyGraph {
    /// The heaps that generate the quotient, ascending.
    pub generators: Vec<u32>,
    /// For each element, its product with each generator.
    pub arrows: Vec<Vec<Element>>,
}

impl Quotient {
    /// Returns the P-portion in ascending order: the elements of the sums that the player to move loses.
    ///
    /// ```
    /// use winways_misere::{Heaps, QuotientSearch};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let (mut heaps, mut search) = (Heaps::new(), QuotientSearch::new());
    /// heaps.push([vec![]])?;
    /// heaps.push([vec![1], vec![]])?;
    /// (0..2).try_for_each(|_| search.add(&heaps, &ledger))?;
    /// // Nim heaps of one and two: ⟨a, b | a² = 1, b³ = b⟩ with the P-positions a and b².
    /// let quotient = search.quotient();
    /// assert_eq!(quotient.p_portion(), [quotient.element(&[1]), quotient.element(&[2, 2])]);
    /// assert_eq!((quotient.kernel().len(), quotient.kernel_identity()), (4, quotient.element(&[2, 2])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn p_portion(&self) -> Vec<Element> {
        (0..self.order() as Element).filter(|&element| self.is_previous(element)).collect()
    }

    /// Returns the identity of the kernel: the idempotent that lies in every ideal.
    ///
    /// # Complexity
    /// O(n) products for n elements.
    pub fn kernel_identity(&self) -> Element {
        // The product of all elements lies in every ideal, and some power of this product is the identity of the least ideal.
        let all = (0..self.order() as Element).fold(0, |product, element| self.product(product, element));
        let mut power = all;
        while self.product(power, power) != power {
            power = self.product(power, all);
        }
        power
    }

    /// Returns the elements of the kernel, ascending. The kernel is the least ideal, and is a group.
    ///
    /// # Complexity
    /// O(n) products for n elements.
    pub fn kernel(&self) -> Vec<Element> {
        let identity = self.kernel_identity();
        (0..self.order() as Element).filter(|&element| self.product(element, identity) == element).collect()
    }

    /// Returns the idempotents, ascending: the elements that equal their squares.
    pub fn idempotents(&self) -> Vec<Element> {
        (0..self.order() as Element).filter(|&element| self.product(element, element) == element).collect()
    }

    /// Returns the Cayley graph for the generators that [`Quotient::generators`] returns.
    ///
    /// ```
    /// use winways_misere::{Heaps, QuotientSearch};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let (mut heaps, mut search) = (Heaps::new(), QuotientSearch::new());
    /// heaps.push([vec![]])?;
    /// search.add(&heaps, &ledger)?;
    /// let graph = search.quotient().cayley_graph();
    /// assert_eq!((graph.generators, graph.arrows), (vec![1], vec![vec![1], vec![0]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cayley_graph(&self) -> CayleyGraph {
        let generators = self.generators();
        let element = |&heap: &u32| self.phi()[heap as usize];
        let arrows = |x: Element| generators.iter().map(|heap| self.product(x, element(heap))).collect();
        CayleyGraph { arrows: (0..self.order() as Element).map(arrows).collect(), generators }
    }
}
