//! Coin-turning games: coins in a row, some heads; a move turns coins over, the rightmost of them from heads to tails.
//!
//! The value of a board is the nim-sum of the values of boards with one head each: two heads on one cell cancel, as two equal
//! values do. A board is still *one* component, because moves in different parts of it affect each other's coins.

use crate::heaps::nim;
use winways_kit::boards::cells;
use winways_kit::figures::MAX_CELLS;
use winways_kit::heaps;
use winways_kit::view::{Cell, Figure, Touch, View};
use winways_kit::{Detail, Game, Move, Moves, Page, Winning, only_component};
use winways_notation::Diagnostic;
use winways_rules::{Options, Play, RuleFault, Ruleset};
use winways_values::Nimber;

/// A callback that receives the cells of the coins that a move turns, ascending.
pub(crate) type Turn<'t> = &'t mut dyn FnMut(&[u64]);

/// The rules of one coin-turning game.
#[derive(Debug)]
pub(crate) struct Turns {
    /// The catalogue page.
    pub(crate) page: &'static Page,
    /// The statements of the theorem about boards with a single head; see [`Game::heap_statements`].
    pub(crate) heap_statements: &'static [&'static str],
    /// The last cell allowed in the notation. Its value must fit in a word.
    pub(crate) last_cell: u64,
    /// Returns the value of a board with a single head.
    pub(crate) head_value: fn(u64) -> u64,
    /// Returns the number of moves whose rightmost coin is on a cell, saturated at 2⁶⁴−1.
    pub(crate) turn_count: fn(u64) -> u64,
    /// Returns the greatest number of coins turned by a move whose rightmost coin is on a cell.
    pub(crate) most_turned: fn(u64) -> u64,
    /// Calls the last argument for each move whose rightmost coin is on a cell, with the cells of the coins turned, ascending.
    pub(crate) turns: fn(u64, Turn<'_>),
    /// Calls the last argument for each move on a board with the given heads that changes the value by a given nim-sum. Returns
    /// `Unknown`, without any call, if the work would exceed a limit.
    pub(crate) turns_by_change: fn(&[u64], u64, Turn<'_>) -> Winning,
}

/// A coin-turning game. A component is a whole board: the cells of its heads in ascending order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoinTurning(pub(crate) &'static Turns);

impl Ruleset for CoinTurning {
    type Component = Vec<u64>;

    fn options(&self, heads: &Vec<u64>, options: &mut Options<Vec<u64>>) -> Result<(), RuleFault> {
        for &head in heads {
            (self.0.turns)(head, &mut |coins| options.push([turned(heads, coins)]));
        }
        Ok(())
    }

    fn option_bound(&self, heads: &Vec<u64>) -> u64 {
        // Engines estimate the memory of the options from this bound. An option may be far larger than the board: it has one word
        // per head, and turning many coins creates many heads. So moves that turn many coins weigh more.
        heads.iter().fold(0, |bound, &head| {
            let weight = 1 + (self.0.most_turned)(head) / 8;
            bound.saturating_add((self.0.turn_count)(head).saturating_mul(weight))
        })
    }

    fn nim_value(&self, heads: &Vec<u64>) -> Option<Nimber> {
        Some(Nimber(self.value(heads)))
    }
}

impl CoinTurning {
    /// Describes a winning move and the nim-sum after it.
    fn explain_move(&self, heads: &Vec<u64>) -> Option<String> {
        let mut moves = Moves::with_limit(1);
        self.moves_to_value(0, heads, Nimber::ZERO, &mut moves);
        let after = moves.listed().first()?.only().clone();
        if after.len() > heaps::WRITTEN_OUT {
            return None;
        }
        let values: Vec<u64> = after.iter().map(|&head| (self.0.head_value)(head)).collect();
        let sum = if values.is_empty() { "nothing".to_owned() } else { heaps::list(&values, " xor ") };
        Some(format!("for example {}, which leaves {sum} = 0", self.describe_move(heads, &[after])))
    }

    fn value(&self, heads: &[u64]) -> u64 {
        heads.iter().fold(0, |sum, &head| sum ^ (self.0.head_value)(head))
    }
}

impl Game for CoinTurning {
    fn page(&self) -> &'static Page {
        self.0.page
    }

    fn heap_statements(&self) -> &'static [&'static str] {
        self.0.heap_statements
    }

    fn parse(&self, text: &str) -> Result<Vec<Vec<u64>>, Diagnostic> {
        if text.trim() == "-" {
            return Ok(vec![Vec::new()]);
        }
        Ok(vec![cells::parse(text, "the cell of a head", self.0.last_cell)?])
    }

    fn write(&self, position: &[Vec<u64>]) -> String {
        let heads = position.concat();
        if heads.is_empty() { "\"-\"".to_owned() } else { heaps::list(&heads, ",") }
    }

    fn describe_move(&self, from: &Vec<u64>, to: &[Vec<u64>]) -> String {
        let coins = turned(from, only_component::<Vec<u64>>(to));
        match coins[..] {
            [coin] => format!("turn {coin}"),
            // A move that turns more than three coins turns consecutive coins.
            [first, .., last] if coins.len() > 3 => format!("turn {first} to {last}"),
            _ => format!("turn {}", heaps::list(&coins, " ")),
        }
    }

    /// Draws a row of coins up to the last head, or only the cells of the heads if the row is long.
    fn view(&self, position: &[Vec<u64>]) -> View {
        View::joined(position, |heads| row(heads))
    }

    fn touches(&self, position: &[Vec<u64>], step: &Move<Vec<u64>>) -> Vec<Touch> {
        let heads = &position[step.component];
        let coins = turned(heads, step.only()).into_iter();
        if row_length(heads).is_some() {
            return Touch::joined(
                position,
                step.component,
                |heads| row(heads),
                coins.map(|coin| Touch::of(coin - 1)),
            );
        }
        // A coin that is turned to heads is not in the view.
        let listed = coins.filter_map(|coin| heads.binary_search(&coin).ok()).map(Touch::sign);
        Touch::joined(position, step.component, |heads| row(heads), listed)
    }

    fn moves_to_value(
        &self,
        index: usize,
        heads: &Vec<u64>,
        value: Nimber,
        moves: &mut Moves<Vec<u64>>,
    ) -> Winning {
        let change = self.value(heads) ^ value.0;
        // Build the board only for moves that are listed: there may be as many moves as heads.
        (self.0.turns_by_change)(heads, change, &mut |coins| {
            moves.push(index, std::iter::once_with(|| turned(heads, coins)));
        })
    }

    fn explain(&self, position: &[Vec<u64>], play: Play, detail: Detail) -> Vec<String> {
        if play == Play::Misere {
            return Vec::new();
        }
        let heads = position.concat();
        let values: Vec<u64> = heads.iter().map(|&head| (self.0.head_value)(head)).collect();
        let mut lines = Vec::new();
        if detail == Detail::Full {
            lines.push(
                "two heads on one cell would cancel, like equal nimbers: the value of a board is the nim-sum of the values \
                 of its heads, each alone on a board"
                    .to_owned(),
            );
            let counted = heads.iter().zip(&values).take(heaps::WRITTEN_OUT);
            lines.extend(counted.map(|(head, value)| format!("a head on cell {head} has value {value}")));
        }
        // The full explanation of Nim assumes that a move changes one heap, but a move here may turn several coins.
        lines.extend(nim::explain("head", &values, play, Detail::Brief).into_iter().take(1));
        lines.push(match nim::nim_sum(&values) {
            0 => "zero: every move changes the nim-sum, and the opponent can make it zero again".to_owned(),
            _ => heaps::NOT_ZERO.to_owned(),
        });
        if detail == Detail::Full && heads.len() <= heaps::WRITTEN_OUT {
            lines.extend(self.explain_move(&heads));
        }
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Vec<u64>>> + '_> {
        Box::new(cells::sets(up_to).map(|heads| vec![heads]))
    }
}

/// Returns the number of coins to draw, or `None` if there are too many.
fn row_length(heads: &[u64]) -> Option<u64> {
    let last = heads.last().map_or(1, |&last| last);
    (last <= MAX_CELLS).then_some(last)
}

fn row(heads: &[u64]) -> View {
    let Some(length) = row_length(heads) else { return View::numbers(heads, "heads") };
    let coin = |cell| Cell::Coin { heads: heads.binary_search(&cell).is_ok() };
    View::of(Figure::strip((1..=length).map(coin).collect()))
}

/// Returns the heads after turning the coins on some cells: the symmetric difference of the two ascending lists.
fn turned(heads: &[u64], coins: &[u64]) -> Vec<u64> {
    let mut result = Vec::with_capacity(heads.len() + coins.len());
    let (mut heads, mut coins) = (heads, coins);
    while let (Some((&head, other_heads)), Some((&coin, other_coins))) =
        (heads.split_first(), coins.split_first())
    {
        if head <= coin {
            heads = other_heads;
        }
        if coin <= head {
            coins = other_coins;
        }
        if head != coin {
            result.push(head.min(coin));
        }
    }
    result.extend_from_slice(heads);
    result.extend_from_slice(coins);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_the_symmetric_difference() {
        assert_eq!(turned(&[2, 5, 9], &[3, 5]), [2, 3, 9]);
        assert_eq!(turned(&[5], &[1, 2, 5]), [1, 2]);
        assert!(turned(&[5], &[5]).is_empty());
    }

    #[test]
    fn options_of_every_value_are_reported() {
        fn check(game: &CoinTurning) {
            for position in game.positions(6) {
                let heads = &position[0];
                let mut options = Options::new();
                game.options(heads, &mut options).unwrap();
                for value in 0..20 {
                    let mut moves = Moves::with_limit(usize::MAX);
                    assert_eq!(game.moves_to_value(0, heads, Nimber(value), &mut moves), Winning::Known);
                    let mut listed: Vec<_> = moves.listed().iter().map(|step| step.only().clone()).collect();
                    listed.sort_unstable();
                    let with_value = |heads: &&Vec<u64>| game.value(heads) == value;
                    let mut found: Vec<_> = options.iter().flatten().filter(with_value).cloned().collect();
                    found.sort_unstable();
                    assert_eq!(listed, found, "{} {heads:?} {value}", game.name());
                }
            }
        }
        check(&CoinTurning(&crate::coins::turning_turtles::TURNING_TURTLES));
        check(&CoinTurning(&crate::coins::mock_turtles::MOCK_TURTLES));
        check(&CoinTurning(&crate::coins::ruler::RULER));
    }

    #[test]
    fn far_heads_are_solved_or_left_unknown() {
        let ruler = CoinTurning(&crate::coins::ruler::RULER);
        let mut moves = Moves::with_limit(1);
        // The value 2^62 can be reached only by turning all 2^63 coins.
        assert_eq!(ruler.moves_to_value(0, &vec![1 << 63], Nimber(1 << 62), &mut moves), Winning::Unknown);
        assert_eq!(ruler.option_bound(&vec![u64::MAX]), u64::MAX);
        let mock = CoinTurning(&crate::coins::mock_turtles::MOCK_TURTLES);
        assert_eq!(mock.moves_to_value(0, &vec![1 << 63], Nimber(3), &mut moves), Winning::Unknown);
        assert_eq!(moves.total(), 0);
        assert!(mock.parse("9223372036854775809").is_err());
        assert_eq!(mock.parse(" - ").unwrap(), [Vec::<u64>::new()]);
    }
}
