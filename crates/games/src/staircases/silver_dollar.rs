//! The silver dollar strip, without the dollar: coins on a strip slide left without jumping.

use crate::staircases::stairs;
use crate::staircases::stairs::{Stairs, theorems_of_stairs};
use winways_kit::any::common;
use winways_kit::boards::cells;
use winways_kit::figures::{MAX_CELLS, changed};
use winways_kit::heaps;
use winways_kit::view::{Cell, Figure, Piece, Touch, View};
use winways_kit::{Game, Move, Page, only_component};
use winways_notation::Diagnostic;
use winways_rules::{Options, Player, RuleFault, Ruleset};
use winways_values::Nimber;

game!("silver-dollar", |_| Ok(common::impartial(SilverDollar)));

/// The silver dollar strip. A component is a whole strip: the cells of the coins in ascending order, at least one.
#[derive(Clone, Copy, Debug)]
pub struct SilverDollar;

impl Ruleset for SilverDollar {
    type Component = Vec<u64>;

    fn options(&self, coins: &Vec<u64>, options: &mut Options<Vec<u64>>) -> Result<(), RuleFault> {
        let mut left = 0;
        for (index, &coin) in coins.iter().enumerate() {
            for cell in left + 1..coin {
                let mut option = coins.clone();
                option[index] = cell;
                options.push([option]);
            }
            left = coin;
        }
        Ok(())
    }

    fn option_bound(&self, coins: &Vec<u64>) -> u64 {
        // The free cells left of the last coin.
        coins.last().copied().unwrap_or(0).saturating_sub(coins.len() as u64)
    }

    fn canonicalise(&self, coins: &mut Vec<u64>) {
        // Coins that fill the left end never move again. Cut them off with their cells.
        let stuck = coins.iter().zip(1..).take_while(|&(&coin, cell)| coin == cell).count();
        coins.drain(..stuck);
        for coin in coins {
            *coin -= stuck as u64;
        }
    }

    fn nim_value(&self, coins: &Vec<u64>) -> Option<Nimber> {
        Some(Nimber(nim_value(coins)))
    }
}

impl Game for SilverDollar {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn heap_statements(&self) -> &'static [&'static str] {
        &["g(n) = max(n - 1, 0)", "g(n) = 0 only for n = 0, 1"]
    }

    fn parse(&self, text: &str) -> Result<Vec<Vec<u64>>, Diagnostic> {
        Ok(vec![cells::parse(text, "the cell of a coin", u64::MAX)?])
    }

    fn write(&self, position: &[Vec<u64>]) -> String {
        heaps::list(&position.concat(), ",")
    }

    fn describe_move(&self, from: &Vec<u64>, to: &[Vec<u64>]) -> String {
        let (before, after) = slide(from, only_component::<Vec<u64>>(to));
        format!("coin {before} -> {after}")
    }

    /// Draws a strip up to the last coin, or only the cells of the coins if it is long.
    fn view(&self, position: &[Vec<u64>]) -> View {
        View::joined(position, |coins| strip(coins))
    }

    fn touches(&self, position: &[Vec<u64>], step: &Move<Vec<u64>>) -> Vec<Touch> {
        let coins = &position[step.component];
        let (before, after) = slide(coins, step.only());
        let touches = match strip_length(coins) {
            Some(_) => vec![Touch::of(before - 1), Touch::of(after - 1)],
            None => vec![Touch::sign(coins.partition_point(|&coin| coin < before))],
        };
        Touch::joined(position, step.component, |coins| strip(coins), touches)
    }

    theorems_of_stairs!();

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Vec<u64>>> + '_> {
        Box::new(cells::sets(up_to).skip(1).map(|coins| vec![coins]))
    }
}

/// Returns the cells that the sliding coin leaves and enters.
///
/// # Panics
/// Panics if no coin slides.
fn slide(before: &[u64], after: &[u64]) -> (u64, u64) {
    match changed(before, after).next() {
        Some(coin) => (before[coin], after[coin]),
        None => panic!("no coin slides from {before:?} to {after:?}"),
    }
}

/// Returns the number of cells to draw; `None` if there are too many.
fn strip_length(coins: &[u64]) -> Option<u64> {
    let last = coins.last().map_or(1, |&last| last);
    (last <= MAX_CELLS).then_some(last)
}

fn strip(coins: &[u64]) -> View {
    let Some(length) = strip_length(coins) else { return View::numbers(coins, "coins") };
    let mut cells = vec![Cell::Free; length as usize];
    for &coin in coins {
        cells[coin as usize - 1] = Piece::cell(Player::Either, "o");
    }
    View::of(Figure::strip(cells))
}

impl Stairs for SilverDollar {
    fn steps(&self, coins: &Vec<u64>) -> Vec<u64> {
        gaps(coins).collect()
    }

    fn descend(&self, coins: &mut Vec<u64>, step: usize, cells: u64) {
        let coin = coins.len() - step;
        coins[coin] -= cells;
    }

    fn names(&self) -> [&'static str; 2] {
        ["gap", "gaps to the left of the coins, the last coin first"]
    }
}

/// Returns the nim-value of a strip: the nim-sum of every other gap, starting with the gap left of the last coin. O(coins).
///
/// `coins` are the cells of the coins in ascending order.
///
/// ```
/// use winways_games::staircases::silver_dollar::nim_value;
/// assert_eq!(nim_value(&[2, 5]), 2);
/// assert_eq!(nim_value(&[2, 4, 8]), 2); // gaps 3 and, left of the first coin, 1
/// ```
pub fn nim_value(coins: &[u64]) -> u64 {
    stairs::nim_value(gaps(coins))
}

/// Iterates over the numbers of free cells left of each coin, the last coin first. Cell 0 is the edge.
fn gaps(coins: &[u64]) -> impl Iterator<Item = u64> {
    (0..coins.len()).rev().map(|index| {
        let left = if index == 0 { 0 } else { coins[index - 1] };
        coins[index].saturating_sub(left).saturating_sub(1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_coins_on_one_cell_are_pointed_at() {
        let error = SilverDollar.parse("5 2 5").unwrap_err();
        assert_eq!(error.span.range(), 4..5);
        assert_eq!(SilverDollar.parse("0 2").unwrap_err().span.range(), 0..1);
        assert!(SilverDollar.parse("").is_err());
        assert_eq!(SilverDollar.parse("9, 3").unwrap(), [[3, 9]]);
    }

    #[test]
    fn far_cells_do_not_overflow() {
        let coins = vec![1, u64::MAX];
        assert_eq!(nim_value(&coins), u64::MAX - 2);
        assert_eq!(stairs::options_to_value(&SilverDollar, &coins, 0), [[1, 2]]);
    }
}
