//! Presentations of quotients by generators and relations.

use crate::quotient::{Element, Quotient};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A presentation of a quotient: its generators, and relations between products of generators. The relations reduce every
/// product to the least equal product.
///
/// Products are ordered by the number of factors, then alphabetically. The relations are the reduced Gröbner basis for this order, so
/// replacing left sides of relations by their right sides until none applies always yields the least product.
///
/// ```
/// use winways_misere::{Heaps, QuotientSearch};
/// use winways_solve::{Budget, Ledger, NoObserver};
/// // Kayles up to two pins.
/// let (mut heaps, mut search) = (Heaps::new(), QuotientSearch::new());
/// heaps.push([vec![]]).unwrap();
/// heaps.push([vec![1], vec![]]).unwrap();
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// (0..2).for_each(|_| search.add(&heaps, &ledger).unwrap());
/// assert_eq!(search.quotient().presentation().to_string(), "<a,b | a^2=1, b^3=b>");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The heaps that the letters a, b, c, … stand for.
    pub generators: Vec<u32>,
    /// The relations: the two products of each pair are equal.
    pub relations: Vec<(Powers, Powers)>,
    /// The least product for each element of the quotient.
    pub elements: Vec<Powers>,
}

/// A product of generators: the number of times that each occurs.
pub type Powers = Vec<u32>;

impl Quotient {
    /// Returns the presentation with the generators that [`Quotient::generators`] returns.
    ///
    /// # Complexity
    /// O(n·g) products for n elements and g generators.
    pub fn presentation(&self) -> Presentation {
        let generators = self.generators();
        let letters: Vec<Element> = generators.iter().map(|&heap| self.phi()[heap as usize]).collect();
        let mut elements: Vec<Option<Powers>> = vec![None; self.order()];
        let mut relations = Vec::new();
        elements[0] = Some(vec![0; letters.len()]);
        // The least products found in the last round, each with its element. Round n finds the products of n factors.
        let mut longest = BTreeMap::from([(vec![0; letters.len()], 0)]);
        while !longest.is_empty() {
            let next = self.products_with_one_more(&longest, &letters);
            let known: BTreeSet<Powers> = longest.into_keys().collect();
            longest = BTreeMap::new();
            // Products with more factors `a` come first alphabetically.
            for (powers, element) in next.into_iter().rev() {
                match &elements[usize::from(element)] {
                    Some(least) if one_less(&powers).all(|less| known.contains(&less)) => {
                        relations.push((powers, least.clone()));
                    }
                    Some(_) => {}
                    None => {
                        elements[usize::from(element)] = Some(powers.clone());
                        longest.insert(powers, element);
                    }
                }
            }
        }
        let elements = elements.into_iter().map(Option::unwrap_or_default).collect();
        Presentation { generators, relations, elements }
    }

    fn products_with_one_more(
        &self,
        products: &BTreeMap<Powers, Element>,
        letters: &[Element],
    ) -> BTreeMap<Powers, Element> {
        let mut next = BTreeMap::new();
        for (powers, &element) in products {
            for (place, &letter) in letters.iter().enumerate() {
                let mut more = powers.clone();
                more[place] += 1;
                next.insert(more, self.product(element, letter));
            }
        }
        next
    }
}

/// Iterates over the products with one factor fewer.
fn one_less(powers: &Powers) -> impl Iterator<Item = Powers> {
    let places = (0..powers.len()).filter(|&place| powers[place] > 0);
    places.map(|place| {
        let mut less = powers.clone();
        less[place] -= 1;
        less
    })
}

/// Returns the name of a generator: `a` to `z`, then `a1` to `z1`, and so on.
fn letter(place: usize) -> String {
    let letter = char::from(b'a' + (place % 26) as u8);
    if place < 26 { letter.to_string() } else { format!("{letter}{}", place / 26) }
}

/// Returns a product as a string, such as `ab^2`, or `1` for the empty product.
pub fn product_text(powers: &[u32]) -> String {
    product(powers, |power| power.to_string())
}

/// Returns a product as a string. `exponent` formats the exponents.
fn product(powers: &[u32], exponent: impl Fn(u32) -> String) -> String {
    let factor = |(place, &power): (usize, &u32)| match power {
        0 => String::new(),
        1 => letter(place),
        _ => format!("{}^{}", letter(place), exponent(power)),
    };
    let text: String = powers.iter().enumerate().map(factor).collect();
    if text.is_empty() { "1".to_owned() } else { text }
}

impl Presentation {
    /// Returns the presentation as LaTeX for math mode.
    ///
    /// ```
    /// use winways_misere::Presentation;
    /// let nim = Presentation {
    ///     generators: vec![1, 2],
    ///     relations: vec![(vec![2, 0], vec![0, 0]), (vec![0, 3], vec![0, 1])],
    ///     elements: Vec::new(),
    /// };
    /// assert_eq!(nim.to_string(), "<a,b | a^2=1, b^3=b>");
    /// assert_eq!(nim.latex(), r"\langle a,b \mid a^{2}=1,\, b^{3}=b \rangle");
    /// ```
    pub fn latex(&self) -> String {
        let relation = |(one, other): &(Powers, Powers)| {
            let side = |powers| product(powers, |power| format!("{{{power}}}"));
            format!("{}={}", side(one), side(other))
        };
        let relations: Vec<String> = self.relations.iter().map(relation).collect();
        format!(r"\langle {} \mid {} \rangle", self.letters(), relations.join(r",\, "))
    }

    /// Returns the names of the generators, separated by commas.
    fn letters(&self) -> String {
        (0..self.generators.len()).map(letter).collect::<Vec<_>>().join(",")
    }
}

impl fmt::Display for Presentation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation =
            |(one, other): &(Powers, Powers)| format!("{}={}", product_text(one), product_text(other));
        let relations: Vec<String> = self.relations.iter().map(relation).collect();
        write!(formatter, "<{} | {}>", self.letters(), relations.join(", "))
    }
}
