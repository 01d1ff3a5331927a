//! Pebbles (POI 2009, KAM): piles that never decrease from left to right; a move takes from one pile and keeps the order.

use crate::staircases::stairs;
use crate::staircases::stairs::{Stairs, theorems_of_stairs};
use winways_kit::any::common;
use winways_kit::figures::changed;
use winways_kit::heaps;
use winways_kit::view::{Touch, View};
use winways_kit::{Game, Move, Page, only_component};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Options, RuleFault, Ruleset};
use winways_values::Nimber;

game!("pebbles", |_| Ok(common::impartial(Pebbles)));

/// The game of Pebbles. A component is a whole row of piles, from left to right.
#[derive(Clone, Copy, Debug)]
pub struct Pebbles;

impl Ruleset for Pebbles {
    type Component = Vec<u64>;

    fn options(&self, piles: &Vec<u64>, options: &mut Options<Vec<u64>>) -> Result<(), RuleFault> {
        let mut left = 0;
        for (index, &pile) in piles.iter().enumerate() {
            for rest in left..pile {
                let mut option = piles.clone();
                option[index] = rest;
                options.push([option]);
            }
            left = pile;
        }
        Ok(())
    }

    fn option_bound(&self, piles: &Vec<u64>) -> u64 {
        // The sum of the differences is the last pile.
        piles.last().copied().unwrap_or(0)
    }

    fn canonicalise(&self, piles: &mut Vec<u64>) {
        let empty = piles.iter().take_while(|&&pile| pile == 0).count();
        piles.drain(..empty);
    }

    fn nim_value(&self, piles: &Vec<u64>) -> Option<Nimber> {
        Some(Nimber(nim_value(piles)))
    }
}

impl Game for Pebbles {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn heap_statements(&self) -> &'static [&'static str] {
        &["g(n) = n", "g(n) = 0 only for n = 0"]
    }

    fn parse(&self, text: &str) -> Result<Vec<Vec<u64>>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let mut piles = Vec::new();
        scanner.skip_separators();
        while piles.is_empty() || !scanner.is_at_end() {
            let start = scanner.position();
            let pile = scanner.number("a pile")?;
            if let Some(&left) = piles.last()
                && pile < left
            {
                let message = format!("a pile of {pile} is to the right of a pile of {left}");
                return Err(Diagnostic::new(message, Span::new(start, scanner.position()))
                    .label(format!("expected {left} or more: piles do not decrease")));
            }
            piles.push(pile);
            scanner.skip_separators();
        }
        Ok(vec![piles])
    }

    fn write(&self, position: &[Vec<u64>]) -> String {
        heaps::write(&position.concat())
    }

    fn describe_move(&self, from: &Vec<u64>, to: &[Vec<u64>]) -> String {
        let to = only_component(to);
        match changed(from, to).next() {
            Some(index) => format!("pile {}: {} -> {}", index + 1, from[index], to[index]),
            None => panic!("no pile changes from {from:?} to {to:?}"),
        }
    }

    fn view(&self, position: &[Vec<u64>]) -> View {
        View::joined(position, |piles| View::heaps(piles))
    }

    fn touches(&self, position: &[Vec<u64>], step: &Move<Vec<u64>>) -> Vec<Touch> {
        let piles = changed(&position[step.component], step.only()).map(Touch::heap);
        Touch::joined(position, step.component, |piles| View::heaps(piles), piles)
    }

    theorems_of_stairs!();

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Vec<u64>>> + '_> {
        Box::new(heaps::multisets(4, up_to).map(|piles| vec![piles]))
    }
}

impl Stairs for Pebbles {
    fn steps(&self, piles: &Vec<u64>) -> Vec<u64> {
        differences(piles).collect()
    }

    fn descend(&self, piles: &mut Vec<u64>, step: usize, stones: u64) {
        let pile = piles.len() - step;
        piles[pile] -= stones;
    }

    fn names(&self) -> [&'static str; 2] {
        ["difference", "differences of neighbouring piles, from the right"]
    }
}

/// Returns the nim-value of non-decreasing piles: the nim-sum of every other difference between neighbouring piles, starting with
/// the last. O(piles).
///
/// A decrease, which occurs in no position, counts as a difference of 0.
///
/// ```
/// use winways_games::staircases::pebbles::nim_value;
/// assert_eq!(nim_value(&[2, 2]), 0);
/// assert_eq!(nim_value(&[1, 2, 4]), 3); // differences 1 1 2: 2 xor 1
/// ```
pub fn nim_value(piles: &[u64]) -> u64 {
    stairs::nim_value(differences(piles))
}

/// Iterates over the differences of neighbouring piles, the last difference first. The first pile is compared with an empty pile.
fn differences(piles: &[u64]) -> impl Iterator<Item = u64> {
    (0..piles.len()).rev().map(|index| {
        let left = if index == 0 { 0 } else { piles[index - 1] };
        piles[index].saturating_sub(left)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decreasing_pile_is_pointed_at() {
        let error = Pebbles.parse("1 5 3 7").unwrap_err();
        assert_eq!(error.span.range(), 4..5);
        assert_eq!(error.message, "a pile of 3 is to the right of a pile of 5");
        assert!(Pebbles.parse(" ").is_err());
    }

    #[test]
    fn huge_piles_have_their_winning_moves() {
        let piles = vec![7, u64::MAX - 1, u64::MAX];
        assert_eq!(nim_value(&piles), 6);
        let found = stairs::options_to_value(&Pebbles, &piles, 0);
        // The differences from the right are 1, 2^64 - 9, 7: raise the 1 to 7, or lower the 7 to 1.
        assert_eq!(found, [vec![7, u64::MAX - 7, u64::MAX], vec![1, u64::MAX - 1, u64::MAX]]);
    }
}
