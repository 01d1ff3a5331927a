//! The pair of factors of a product, and the products of options that make up Conway's product.

use super::error::Result;
use super::work::{self, List, Moves, TrackedSession};
use crate::Game;
use crate::nimber::nimber_product;

/// A pair of factors, in the order of their handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pair(Game, Game);

impl Pair {
    pub(super) fn of(some: Game, other: Game) -> Pair {
        Pair(some.min(other), some.max(other))
    }
}

/// Three pairs for each option of a product: the products of the first two are added, and the product of the third is
/// subtracted.
pub(super) struct Parts {
    pub(super) pairs: List<Pair>,
    /// The number of Left's options.
    pub(super) left: usize,
}

impl AsRef<[Pair]> for Parts {
    fn as_ref(&self) -> &[Pair] {
        &self.pairs
    }
}

impl work::Parts<Pair> for Parts {
    fn uncharged_bytes(&self) -> usize {
        self.pairs.uncharged_bytes()
    }
}

impl TrackedSession<'_> {
    /// Returns the product if a factor is an integer, or if both factors are numbers or both are nimbers.
    pub(super) fn plain_product(&mut self, Pair(some, other): Pair) -> Result<Option<Game>> {
        let numbers = [self.session.as_number(some), self.session.as_number(other)];
        match numbers {
            [Some(some), Some(other)] => self.product(&some, &other).map(Some),
            [Some(factor), None] if factor.is_integer() => self.times(&factor, other).map(Some),
            [None, Some(factor)] if factor.is_integer() => self.times(&factor, some).map(Some),
            _ => match [self.session.as_nimber(some), self.session.as_nimber(other)] {
                [Some(some), Some(other)] => Ok(Some(self.session.nimber(nimber_product(some, other))?)),
                _ => Ok(None),
            },
        }
    }

    pub(super) fn options_of_product(&mut self, Pair(some, other): Pair) -> Result<Parts> {
        let (of_some, of_other) = (self.moves(some)?, self.moves(other)?);
        let count = of_some.as_ref().len().saturating_mul(of_other.as_ref().len());
        let mut parts = Parts { pairs: self.list(count.saturating_mul(3))?, left: 0 };
        let mut extend = |first: &[Game], second: &[Game]| -> Result<()> {
            for &first in first {
                self.session.spend(second.len())?;
                let pairs = second
                    .iter()
                    .map(|&second| [Pair::of(first, other), Pair::of(some, second), Pair::of(first, second)]);
                parts.pairs.extend(pairs.flatten());
            }
            Ok(())
        };
        extend(of_some.left(), of_other.left())?;
        extend(of_some.right(), of_other.right())?;
        let left = lefts(&of_some, &of_other);
        extend(of_some.left(), of_other.right())?;
        extend(of_some.right(), of_other.left())?;
        parts.left = left;
        Ok(parts)
    }
}

fn lefts(some: &Moves, other: &Moves) -> usize {
    some.left().len() * other.left().len() + some.right().len() * other.right().len()
}
