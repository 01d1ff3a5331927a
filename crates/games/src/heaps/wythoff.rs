//! Wythoff's game: two heaps; a move takes any number from one, or the same number from both.

mod claims;
mod explain;
mod lost_pairs;

pub use lost_pairs::{LAST_PAIR, is_lost, lost_pair, place, winning_moves};

use lost_pairs::{lost_under, winning_moves_under};
use std::ops::ControlFlow;
use winways_kit::any::common;
use winways_kit::figures::PairBoard;
use winways_kit::heaps;
use winways_kit::view::{Figurine, Tiling, Touch, View};
use winways_kit::{Detail, Game, Move, Moves, Page, PairTheorem, Winning, only_component};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{
    ImpartialOutcome, LargeRows, Meter, NoRowMoves, Options, PairRules, Play, RowMoves, RuleFault, Ruleset,
};
use winways_solve::Standing;
use winways_values::Nimber;

game!("wythoff", |_| Ok(common::impartial(Wythoff)), claims::CLAIMS);

/// Wythoff's game.
#[derive(Clone, Copy, Debug)]
pub struct Wythoff;

impl Ruleset for Wythoff {
    type Component = (u64, u64);

    fn options(&self, &(a, b): &(u64, u64), options: &mut Options<(u64, u64)>) -> Result<(), RuleFault> {
        for taken in 1..=a.min(b) {
            options.push([(a - taken, b - taken)]);
        }
        for rest in 0..a {
            options.push([(rest, b)]);
        }
        for rest in 0..b {
            options.push([(a, rest)]);
        }
        Ok(())
    }

    fn option_bound(&self, &(a, b): &(u64, u64)) -> u64 {
        a.saturating_add(b).saturating_add(a.min(b))
    }

    fn canonicalise(&self, pair: &mut (u64, u64)) {
        *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
    }

    fn nim_value(&self, &(a, b): &(u64, u64)) -> Option<Nimber> {
        is_lost(a, b).then_some(Nimber::ZERO) // no formula is known for the other values
    }
}

impl PairRules for Wythoff {
    fn options(
        &self,
        [a, b]: [u64; 2],
        _: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        let columns = (0..a).map(|rest| [rest, b]);
        let rows = (0..b).map(|rest| [a, rest]);
        let diagonal = (1..=a.min(b)).map(|taken| [a - taken, b - taken]);
        let _ = columns.chain(rows).chain(diagonal).try_for_each(|option| visit(&[option]));
        Ok(())
    }

    fn rays(&self) -> &[[u64; 2]] {
        &[[1, 0], [0, 1], [1, 1]]
    }

    fn row_moves(&self, _: LargeRows, _: &mut Meter) -> Result<RowMoves, NoRowMoves> {
        Err(NoRowMoves::UNBOUNDED)
    }
}

impl Game for Wythoff {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<(u64, u64)>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        scanner.skip_separators();
        let word = scanner.take_while(|character| character.is_ascii_alphabetic());
        if word != "pair" || !scanner.eat(':') {
            return heaps::parse_pair(text).map(|pair| vec![pair]);
        }
        let index = scanner.next_number("the index of a lost pair", 0, LAST_PAIR).map_err(|wrong| {
            wrong.help(format!("both heaps of a lost pair fit in 64 bits up to pair:{LAST_PAIR}"))
        })?;
        scanner.finish("the lost pair")?;
        let (a, b) = lost_pair(index);
        Ok(vec![(a as u64, b as u64)]) // both fit because of the limit
    }

    fn write(&self, position: &[(u64, u64)]) -> String {
        heaps::write_pairs(position)
    }

    fn describe_move(&self, &(a, b): &(u64, u64), to: &[(u64, u64)]) -> String {
        let &(x, y) = only_component(to);
        // If the heaps are equal, the move is written with the number of the heap.
        let (first, second) = if a == b { ("1: ", "2: ") } else { ("", "") };
        match (x < a, y < b) {
            (true, false) => format!("heap {first}{a} -> {x}"),
            (false, true) => format!("heap {second}{b} -> {y}"),
            _ => format!("take {} from both -> {x} {y}", a.saturating_sub(x)),
        }
    }

    /// Draws the position as a queen that moves towards the lower left corner.
    fn view(&self, position: &[(u64, u64)]) -> View {
        View::boards(position, |&pair| queen(pair).figure(), "pairs")
    }

    fn touches(&self, position: &[(u64, u64)], step: &Move<(u64, u64)>) -> Vec<Touch> {
        Touch::all_on_board(step.component, queen(position[step.component]).touched(*step.only()))
    }

    fn pair_rules(&self) -> Option<&dyn PairRules> {
        Some(self)
    }

    fn pair_theorem(&self) -> Option<PairTheorem> {
        Some(PairTheorem {
            statement: "the lost pairs a <= b are (floor(n alpha), floor(n beta)), n >= 0, alpha = phi = (1 + sqrt 5)/2, \
                        beta = alpha + 1",
            standing: Standing::Theorem {
                name: "Wythoff 1907",
                source: "W. A. Wythoff, Nieuw Archief voor Wiskunde 7 (1907)",
            },
            is_lost,
        })
    }

    fn outcome(&self, position: &[(u64, u64)], play: Play) -> Option<ImpartialOutcome> {
        let &[(a, b)] = position else { return None };
        Some(ImpartialOutcome::next_if(!lost_under(play, a, b)))
    }

    fn options_of_value(
        &self,
        &(a, b): &(u64, u64),
        value: Nimber,
        found: &mut dyn FnMut(&[(u64, u64)]),
    ) -> Winning {
        if !value.is_zero() {
            return Winning::Unknown;
        }
        winning_moves(a, b).for_each(|pair| found(&[pair]));
        Winning::Known
    }

    fn winning_moves(&self, position: &[(u64, u64)], play: Play, moves: &mut Moves<(u64, u64)>) -> Winning {
        let &[(a, b)] = position else { return Winning::Unknown };
        winning_moves_under(play, a, b).for_each(|pair| moves.push(0, [pair]));
        Winning::Known
    }

    fn explain(&self, position: &[(u64, u64)], play: Play, detail: Detail) -> Vec<String> {
        match position {
            &[(a, b)] => explain::explain(a.min(b), a.max(b), play, detail),
            _ => Vec::new(),
        }
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<(u64, u64)>> + '_> {
        Box::new((0..=up_to).flat_map(move |a| (0..=up_to).map(move |b| vec![(a, b)])))
    }
}

fn queen(pair: (u64, u64)) -> PairBoard {
    PairBoard { pair, sign: "Q", figurine: Some(Figurine::Queen), tiling: Tiling::Chequered }
}

#[cfg(test)]
mod tests;
