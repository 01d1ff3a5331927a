//! The components of games defined by rule files: tuples of numbers, with their parsing, writing and drawing.

use crate::TextRules;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use winways_kit::figures::changed;
use winways_kit::heaps;
use winways_kit::view::{Figure, Touch, View};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, Meter};
use winways_values::{Interrupt, Interruption};

/// The numbers of a component, up to `N`. Shorter tuples are padded with zeros. A search is compiled for each `N`; only
/// lengths up to [`MAX_EXACT`] have a search of their own.
///
/// The numbers are hashed one by one. The derived hash of an array, which hashes it as a byte string with a length, takes twice
/// the time, and hashing takes a third of the time of a search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Tuple<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Component for Tuple<N> {}

impl<const N: usize> Hash for Tuple<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&number| state.write_u64(number));
    }
}

/// The length of an array that can hold the numbers of any component.
pub(crate) const MAX_TUPLE_LEN: usize = TextRules::MAX_NUMBERS;

/// The text of a position without components.
pub(crate) const NOTHING: &str = "nothing";

/// Tuples of up to this length have arrays of exactly their length.
const MAX_EXACT: usize = 4;

/// Conversions between components and their text and figures.
pub(crate) struct Tuples<const N: usize> {
    /// The names of the numbers.
    names: Vec<String>,
    /// `true` if the component of zeros has a move, so it is not an empty position.
    zeros_have_moves: bool,
}

impl<const N: usize> Tuples<N> {
    /// Creates the conversions for components with one to `N` numbers of these names, which have the moves of `rules`.
    pub(crate) fn new(names: Vec<String>, rules: &[TextRules]) -> Self {
        let mut tuples = Tuples { names, zeros_have_moves: false };
        let zeros = vec![0; tuples.arity()];
        // Rules that take long are treated like rules with a move.
        let briefly = Interrupt::new(|| ControlFlow::Break(Interruption::User));
        let has_moves = |rules: &TextRules| {
            let mut any = false;
            let listed = rules.options(&zeros, &mut Meter::new(briefly.clone()), |_| {
                any = true;
                ControlFlow::Break(())
            });
            any || listed.is_err()
        };
        tuples.zeros_have_moves = rules.iter().any(has_moves);
        tuples
    }

    /// Returns the number of numbers in a component.
    pub(crate) fn arity(&self) -> usize {
        if N <= MAX_EXACT { N } else { self.names.len() }
    }

    /// Returns the numbers of a component.
    pub(crate) fn numbers<'c>(&self, component: &'c Tuple<N>) -> &'c [u64] {
        &component.0[..self.arity()]
    }

    /// Returns the concatenated numbers of all components of a position.
    fn all_numbers(&self, position: &[Tuple<N>]) -> Vec<u64> {
        position.iter().flat_map(|component| self.numbers(component)).copied().collect()
    }

    /// Splits concatenated numbers into components. Their count must be a multiple of the arity.
    pub(crate) fn components(&self, numbers: &[u64]) -> impl Iterator<Item = Tuple<N>> {
        let arity = self.arity();
        numbers.chunks_exact(arity).map(|part| {
            // Copying a length known at compile time takes a third of the time of enumerating options.
            if let Ok(exact) = part.try_into() {
                return Tuple(exact);
            }
            let mut component = [0; N];
            component[..part.len()].copy_from_slice(part);
            Tuple(component)
        })
    }

    fn in_brackets(&self, component: &Tuple<N>) -> String {
        format!("({})", heaps::list(self.numbers(component), ", "))
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Vec<Tuple<N>>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let mut numbers = Vec::new();
        scanner.skip_separators();
        if scanner.rest().trim().trim_matches('"') == NOTHING {
            return Ok(Vec::new());
        }
        let what = if self.arity() == 1 { "a heap size" } else { "a number of a component" };
        while numbers.is_empty() || !scanner.is_at_end() {
            numbers.push(scanner.number_in(what, 0, TextRules::GREATEST)?);
            scanner.skip_separators();
        }
        let arity = self.arity();
        match numbers.len() % arity {
            0 => Ok(self.components(&numbers).collect()),
            rest => {
                let message = format!("the last component has {rest} of its {arity} numbers");
                Err(Diagnostic::new(message, Span::at(text.trim_end().len()))
                    .label(format!("expected {} more", arity - rest)))
            }
        }
    }

    pub(crate) fn write(&self, position: &[Tuple<N>]) -> String {
        let numbers = self.all_numbers(position);
        match numbers.is_empty() {
            false => heaps::list(&numbers, ","),
            true if self.zeros_have_moves => format!("\"{NOTHING}\""),
            true => heaps::write(&vec![0; self.arity()]),
        }
    }

    pub(crate) fn describe_move(&self, from: &Tuple<N>, to: &[Tuple<N>]) -> String {
        let after = if to.is_empty() {
            NOTHING.to_owned()
        } else if self.arity() == 1 {
            heaps::list(&self.all_numbers(to), " + ")
        } else {
            let parts: Vec<String> = to.iter().map(|part| self.in_brackets(part)).collect();
            parts.join(" + ")
        };
        let before = if self.arity() == 1 { format!("heap {}", from.0[0]) } else { self.in_brackets(from) };
        format!("{before} -> {after}")
    }

    /// Draws heaps. If components have several numbers, draws one board of named heaps for each component.
    pub(crate) fn view(&self, position: &[Tuple<N>]) -> View {
        if self.arity() == 1 {
            return View::heaps(&self.all_numbers(position));
        }
        View::boards(position, |component| self.figure(component), "components")
    }

    /// Draws the heaps of one component, labelled with the names of the numbers.
    fn figure(&self, component: &Tuple<N>) -> Figure {
        let names = self.names.iter().map(String::as_str);
        Figure::named_heaps(self.numbers(component).iter().copied().zip(names))
    }

    /// Returns the numbers that a move changes. These are all numbers of the component if it is replaced by several
    /// components or by none, or does not change.
    pub(crate) fn touches(&self, position: &[Tuple<N>], component: usize, to: &[Tuple<N>]) -> Vec<Touch> {
        if self.arity() == 1 {
            return vec![Touch::heap(component)];
        }
        let numbers: Vec<usize> = match to {
            [only] if *only != position[component] => changed(&position[component].0, &only.0).collect(),
            _ => (0..self.arity()).collect(),
        };
        Touch::all_on_board(component, numbers.into_iter().map(|number| number as u64))
    }

    /// Returns all multisets of at most three heaps of at most `up_to` tokens, or all components of numbers up to
    /// `up_to`.
    pub(crate) fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Tuple<N>>> + '_> {
        if self.arity() == 1 {
            let heaps = heaps::multisets(3, up_to);
            return Box::new(heaps.map(move |heaps| self.components(&heaps).collect()));
        }
        Box::new(tuples_up_to(vec![up_to; self.arity()]).map(|tuple| self.components(&tuple).collect()))
    }
}

/// Returns all tuples whose numbers are at most the numbers in `greatest`, in lexicographic order.
pub(crate) fn tuples_up_to(greatest: Vec<u64>) -> impl Iterator<Item = Vec<u64>> {
    std::iter::successors(Some(vec![0; greatest.len()]), move |tuple| {
        let place = tuple.iter().zip(&greatest).rposition(|(number, most)| number < most)?;
        let mut next = tuple.clone();
        next[place] += 1;
        next[place + 1..].fill(0);
        Some(next)
    })
}
