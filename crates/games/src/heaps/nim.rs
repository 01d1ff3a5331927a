//! Nim: heaps of tokens; a move takes any number from one heap.

use crate::heaps::nim_claims;
pub use crate::heaps::nim_sum::nim_sum;
use winways_kit::any::common;
use winways_kit::heaps;
use winways_kit::view::View;
use winways_kit::{Detail, Game, Moves, Page, Winning};
use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_solve::{Pattern, Period};
use winways_values::Nimber;

game!("nim", |_| Ok(common::impartial(Nim)), nim_claims::CLAIMS);

/// The game of Nim.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

impl Ruleset for Nim {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        for rest in 0..*heap {
            options.push([rest]);
        }
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        *heap
    }

    fn nim_value(&self, heap: &u64) -> Option<Nimber> {
        Some(Nimber(*heap))
    }
}

impl Game for Nim {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    positions_are_heaps!();

    fn heap_theorem(&self, play: Play) -> Option<Pattern> {
        const SOURCE: &str = "C. L. Bouton, Annals of Mathematics 3 (1901)";
        Some(match play {
            Play::Normal => {
                Pattern::by_theorem(Period { preperiod: 0, period: 1 }, 1, "a heap is worth its size", SOURCE)
            }
            // Under misère play the heap of one token is the only lost single heap.
            Play::Misere => {
                Pattern::by_theorem(Period { preperiod: 2, period: 1 }, 0, "Bouton 1901, misère", SOURCE)
            }
        })
    }

    fn outcome(&self, heaps: &[u64], play: Play) -> Option<ImpartialOutcome> {
        (play == Play::Misere).then(|| misere_outcome(heaps))
    }

    fn options_of_value(&self, heap: &u64, value: Nimber, found: &mut dyn FnMut(&[u64])) -> Winning {
        if value.0 < *heap {
            found(&[value.0]);
        }
        Winning::Known
    }

    fn winning_moves(&self, heaps: &[u64], play: Play, moves: &mut Moves<u64>) -> Winning {
        if play == Play::Normal {
            return Winning::Unknown;
        }
        for (index, rest) in misere_moves(heaps) {
            moves.push(index, [rest]);
        }
        Winning::Known
    }

    fn explain(&self, heaps: &[u64], play: Play, detail: Detail) -> Vec<String> {
        explain("heap", heaps, play, detail)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        heaps::multisets(4, up_to)
    }
}

/// Returns the outcome of Nim under misère play. O(heaps).
///
/// Bouton 1901: as in normal play if some heap is greater than one, otherwise the opposite. The result also
/// holds for the nim-values of other games, if every component behaves under misère play like a Nim heap of that size.
///
/// ```
/// use winways_games::heaps::nim::misere_outcome;
/// use winways_rules::ImpartialOutcome;
/// assert_eq!(misere_outcome(&[3, 5, 1]), ImpartialOutcome::Next);
/// assert_eq!(misere_outcome(&[1]), ImpartialOutcome::Previous);
/// assert_eq!(misere_outcome(&[]), ImpartialOutcome::Next);
/// ```
pub fn misere_outcome(heaps: &[u64]) -> ImpartialOutcome {
    let rich = heaps.iter().any(|&heap| heap > 1);
    ImpartialOutcome::next_if((nim_sum(heaps) != 0) == rich)
}

/// Iterates over the winning moves of Nim under misère play, as (index of the heap, new size of that heap). O(heaps).
///
/// With one rich heap (of more than one token), leave an odd number of heaps of one. With several, move as in normal play: the
/// move to nim-sum 0 leaves at least two rich heaps.
///
/// ```
/// use winways_games::heaps::nim::misere_moves;
/// assert_eq!(misere_moves(&[5, 1]).collect::<Vec<_>>(), [(0, 0)]);
/// assert_eq!(misere_moves(&[5, 1, 1]).collect::<Vec<_>>(), [(0, 1)]);
/// ```
pub fn misere_moves(heaps: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    let sum = nim_sum(heaps);
    let rich = heaps.iter().filter(|&&heap| heap > 1).count();
    heaps.iter().enumerate().filter_map(move |(index, &heap)| {
        let others = sum ^ heap;
        // The number of rich heaps left after the move decides which of the two rules applies.
        let rest = if rich > usize::from(heap > 1) { others } else { others ^ 1 };
        (rest < heap).then_some((index, rest))
    })
}

/// Iterates over the winning moves of Nim under normal play, as (index of the heap, new size of that heap). O(heaps).
///
/// ```
/// use winways_games::heaps::nim::winning_moves;
/// assert_eq!(winning_moves(&[7, 8, 9]).collect::<Vec<_>>(), [(0, 1)]);
/// ```
pub fn winning_moves(heaps: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    let sum = nim_sum(heaps);
    heaps
        .iter()
        .enumerate()
        .map(move |(index, &heap)| (index, heap ^ sum))
        .filter(|&(index, rest)| rest < heaps[index])
}

/// Explains the outcome of a position of Nim, or of a game whose components count as heaps. `what` names a component.
pub(crate) fn explain(what: &str, heaps: &[u64], play: Play, detail: Detail) -> Vec<String> {
    let sum = nim_sum(heaps);
    let written_out = match heaps.len() {
        0 => "the nim-sum of nothing".to_owned(),
        1 => format!("a single {what}"),
        2..=heaps::WRITTEN_OUT => heaps::list(heaps, " xor "),
        count => format!("the nim-sum of the {count} {what}s"),
    };
    let mut lines = vec![format!("{written_out} = {sum}")];
    if detail == Detail::Full && (2..=heaps::WRITTEN_OUT).contains(&heaps.len()) {
        lines.extend(binary_columns(heaps, sum));
    }
    match play {
        Play::Normal if sum == 0 => {
            lines.push(format!(
                "zero: every move changes one {what}, so it leaves a nim-sum that is not zero"
            ));
        }
        Play::Normal => lines.extend(explain_balance(what, heaps, sum, detail)),
        Play::Misere => lines.extend(crate::heaps::nim_classes::explain(what, heaps, detail)),
    }
    lines
}

fn explain_balance(what: &str, heaps: &[u64], sum: u64, detail: Detail) -> Vec<String> {
    let mut lines = vec![heaps::NOT_ZERO.to_owned()];
    if detail == Detail::Full && heaps.len() <= heaps::WRITTEN_OUT {
        let column = 1u64 << sum.ilog2();
        lines.push(format!("the highest binary digit 1 of {sum} is in the column of {column}"));
        for &heap in heaps.iter().filter(|&&heap| heap & column != 0) {
            let rest = heap ^ sum;
            lines.push(format!(
                "{what} {heap} has a one there: {heap} xor {sum} = {rest}, so take {} and leave {rest}",
                heap - rest
            ));
        }
    }
    lines
}

fn binary_columns(heaps: &[u64], sum: u64) -> Vec<String> {
    let greatest = heaps.iter().copied().max().unwrap_or(0);
    let digits = greatest.checked_ilog2().unwrap_or(0) as usize + 1;
    let width = greatest.to_string().len();
    let mut lines = vec!["in binary, column by column:".to_owned()];
    lines.extend(heaps.iter().map(|heap| format!("  {heap:>width$} = {heap:0digits$b}")));
    lines.push(format!(
        "  {sum:>width$} = {sum:0digits$b}  (a one where the column has an odd number of ones)"
    ));
    lines
}
