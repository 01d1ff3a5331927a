//! The components of games defined by rule files: tuples of numbers, with their parsing, writing and drawing.

use crate::TextRules;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{ControlFlow, Deref};
use winways_kit::figures::changed;
use winways_kit::heaps;
use winways_kit::view::{Figure, Touch, View};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, Meter};
use winways_values::{Interrupt, Interruption};

/// A type of components. A component has up to `MOST` numbers.
pub(crate) trait NumberTuple: Component + Copy {
    /// The greatest number of numbers in a component.
    const MOST: usize;

    /// `true` if every component has `MOST` numbers. Otherwise, shorter components are padded with zeros.
    const IS_EXACT: bool;

    /// An array of `MOST` numbers.
    type Array: AsRef<[u64]>;

    /// Returns the component with these numbers, at most `MOST`.
    fn of(numbers: &[u64]) -> Self;

    /// Returns the numbers, padded with zeros.
    fn array(&self) -> Self::Array;
}

impl NumberTuple for u64 {
    const MOST: usize = 1;
    const IS_EXACT: bool = true;
    type Array = [u64; 1];

    fn of(numbers: &[u64]) -> Self {
        numbers[0]
    }

    fn array(&self) -> [u64; 1] {
        [*self]
    }
}

impl NumberTuple for (u64, u64) {
    const MOST: usize = 2;
    const IS_EXACT: bool = true;
    type Array = [u64; 2];

    fn of(numbers: &[u64]) -> Self {
        (numbers[0], numbers[1])
    }

    fn array(&self) -> [u64; 2] {
        [self.0, self.1]
    }
}

/// Up to `N` numbers. A search is compiled for each `N`. A search compiled for [`MAX_TUPLE_LEN`] numbers would visit components of
/// three numbers at two thirds of the rate.
///
/// The numbers are hashed one by one. The derived hash of an array, which hashes it as a byte string with a length, takes twice
/// the time, and hashing takes a third of the time of a search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Tuple<const N: usize>([u64; N]);

impl<const N: usize> Component for Tuple<N> {}

impl<const N: usize> Hash for Tuple<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&number| state.write_u64(number));
    }
}

impl<const N: usize> NumberTuple for Tuple<N> {
    const MOST: usize = N;
    const IS_EXACT: bool = N < MAX_TUPLE_LEN;
    type Array = [u64; N];

    fn of(numbers: &[u64]) -> Self {
        // Copying a length known at compile time takes a third of the time of enumerating options.
        if let Ok(exact) = numbers.try_into() {
            return Tuple(exact);
        }
        let mut component = [0; N];
        component[..numbers.len()].copy_from_slice(numbers);
        Tuple(component)
    }

    fn array(&self) -> [u64; N] {
        self.0
    }
}

/// The length of an array that can hold the numbers of any component.
pub(crate) const MAX_TUPLE_LEN: usize = TextRules::MAX_NUMBERS;

/// The text of a position without components.
pub(crate) const NOTHING: &str = "nothing";

/// The numbers of a component.
pub(crate) struct Numbers<A> {
    array: A,
    len: usize,
}

impl<A: AsRef<[u64]>> Deref for Numbers<A> {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.array.as_ref()[..self.len]
    }
}

/// Conversions between components and their text and figures.
pub(crate) struct Tuples<T> {
    /// The names of the numbers.
    names: Vec<String>,
    /// `true` if the component of zeros has a move, so it is not an empty position.
    zeros_have_moves: bool,
    components: PhantomData<T>,
}

impl<T: NumberTuple> Tuples<T> {
    /// Creates the conversions for components with numbers of these names, which have the moves of `rules`.
    pub(crate) fn new(names: Vec<String>, rules: &[TextRules]) -> Self {
        let mut tuples = Tuples { names, zeros_have_moves: false, components: PhantomData };
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
        if T::IS_EXACT { T::MOST } else { self.names.len() }
    }

    /// Returns the numbers of a component.
    pub(crate) fn numbers(&self, component: &T) -> Numbers<T::Array> {
        Numbers { array: component.array(), len: self.arity() }
    }

    /// Returns the concatenated numbers of all components of a position.
    fn all_numbers(&self, position: &[T]) -> Vec<u64> {
        position.iter().flat_map(|component| self.numbers(component).to_vec()).collect()
    }

    /// Splits concatenated numbers into components. The number of numbers must be a multiple of the arity.
    pub(crate) fn components(&self, numbers: &[u64]) -> impl Iterator<Item = T> {
        let arity = self.arity();
        numbers.chunks_exact(arity).map(T::of)
    }

    fn in_brackets(&self, component: &T) -> String {
        format!("({})", heaps::list(&self.numbers(component), ", "))
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Vec<T>, Diagnostic> {
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

    pub(crate) fn write(&self, position: &[T]) -> String {
        let numbers = self.all_numbers(position);
        match numbers.is_empty() {
            false => heaps::list(&numbers, ","),
            true if self.zeros_have_moves => format!("\"{NOTHING}\""),
            true => heaps::write(&vec![0; self.arity()]),
        }
    }

    pub(crate) fn describe_move(&self, from: &T, to: &[T]) -> String {
        let after = if to.is_empty() {
            NOTHING.to_owned()
        } else if self.arity() == 1 {
            heaps::list(&self.all_numbers(to), " + ")
        } else {
            let parts: Vec<String> = to.iter().map(|part| self.in_brackets(part)).collect();
            parts.join(" + ")
        };
        let before = if self.arity() == 1 {
            format!("heap {}", self.numbers(from)[0])
        } else {
            self.in_brackets(from)
        };
        format!("{before} -> {after}")
    }

    /// Draws heaps. If components have several numbers, draws one board of named heaps for each component.
    pub(crate) fn view(&self, position: &[T]) -> View {
        if self.arity() == 1 {
            return View::heaps(&self.all_numbers(position));
        }
        View::boards(position, |component| self.figure(component), "components")
    }

    /// Draws the heaps of one component, labelled with the names of the numbers.
    fn figure(&self, component: &T) -> Figure {
        let names = self.names.iter().map(String::as_str);
        Figure::named_heaps(self.numbers(component).iter().copied().zip(names))
    }

    /// Returns the numbers that a move changes. These are all numbers of the component if it is replaced by several
    /// components or by none, or does not change.
    pub(crate) fn touches(&self, position: &[T], component: usize, to: &[T]) -> Vec<Touch> {
        if self.arity() == 1 {
            return vec![Touch::heap(component)];
        }
        let numbers: Vec<usize> = match to {
            [only] if *only != position[component] => {
                changed(&self.numbers(&position[component]), &self.numbers(only)).collect()
            }
            _ => (0..self.arity()).collect(),
        };
        Touch::all_on_board(component, numbers.into_iter().map(|number| number as u64))
    }

    /// Returns all multisets of one to three heaps of at most `up_to` tokens. If components have several numbers, returns all
    /// single components of numbers up to `up_to`.
    pub(crate) fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<T>> + '_> {
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
