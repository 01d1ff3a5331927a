//! Moore's Nim: a move takes from up to k heaps at once.

use crate::heaps::moore_moves::WinningMoves;
use crate::heaps::nim;
use winways_kit::any::common;
use winways_kit::figures::changed;
use winways_kit::heaps;
use winways_kit::view::{Touch, View};
use winways_kit::{Detail, Game, Move, Moves, Page, Winning, only_component};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_values::Nimber;

game!("moore-nim", |_| Ok(common::impartial(MooreNim)));

/// The game of Moore's Nim. A component is the whole board.
#[derive(Clone, Copy, Debug)]
pub struct MooreNim;

/// Heaps, and the number of heaps from which a move may take.
#[derive(Clone, Copy, Debug)]
pub struct Board<'n> {
    /// The greatest number of heaps from which a move may take: k.
    pub at_once: u64,
    /// The heap sizes.
    pub heaps: &'n [u64],
}

impl<'n> Board<'n> {
    /// Reads a component: k and the heap sizes as a list of numbers, so that games share the compiled search of such lists.
    pub(crate) fn of(numbers: &'n [u64]) -> Self {
        Board { at_once: numbers[0], heaps: &numbers[1..] }
    }

    /// Returns the component with the same k and other heaps.
    pub(crate) fn with(&self, heaps: &[u64]) -> Vec<u64> {
        [&[self.at_once], heaps].concat()
    }

    /// Returns the indices of the non-empty heaps.
    pub(crate) fn places(&self) -> Vec<usize> {
        (0..self.heaps.len()).filter(|&place| self.heaps[place] > 0).collect()
    }

    /// Returns `true` if one move can take all tokens.
    fn falls_at_once(&self) -> bool {
        self.heaps.iter().filter(|&&heap| heap > 0).count() as u64 <= self.at_once
    }
}

impl Ruleset for MooreNim {
    type Component = Vec<u64>;

    fn options(&self, numbers: &Vec<u64>, options: &mut Options<Vec<u64>>) -> Result<(), RuleFault> {
        let board = Board::of(numbers);
        let places = board.places();
        let most = places.len().min(usize::try_from(board.at_once).unwrap_or(usize::MAX));
        for size in 1..=most {
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                let touched: Vec<usize> = chosen.iter().map(|&index| places[index]).collect();
                push_reductions(&board, &touched, options);
                if !next_choice(&mut chosen, places.len()) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Returns the exact number of options: the sum of the elementary symmetric polynomials of the heaps up to degree k.
    fn option_bound(&self, numbers: &Vec<u64>) -> u64 {
        let board = Board::of(numbers);
        // A k beyond 64 makes no difference to the bound: 64 heaps already have 2⁶⁴ - 1 non-empty subsets.
        let most = board.at_once.min(64) as usize;
        let mut degrees = vec![0u64; most + 1];
        degrees[0] = 1;
        for &heap in board.heaps.iter().filter(|&&heap| heap > 0) {
            for degree in (1..=most).rev() {
                degrees[degree] = degrees[degree].saturating_add(degrees[degree - 1].saturating_mul(heap));
            }
            if degrees.contains(&u64::MAX) {
                return u64::MAX;
            }
        }
        degrees[1..].iter().fold(0, |bound, count| bound.saturating_add(*count))
    }

    /// Removes empty heaps, sorts the others and lowers k to the number of heaps.
    fn canonicalise(&self, numbers: &mut Vec<u64>) {
        // An empty heap takes the place of k, and is removed with the others.
        let at_once = std::mem::take(&mut numbers[0]);
        numbers.retain(|&heap| heap > 0);
        numbers.sort_unstable();
        numbers.insert(0, at_once.min(numbers.len() as u64));
    }

    fn nim_value(&self, numbers: &Vec<u64>) -> Option<Nimber> {
        let board = Board::of(numbers);
        if board.at_once == 1 {
            return Some(Nimber(nim::nim_sum(board.heaps)));
        }
        if !board.falls_at_once() {
            return None;
        }
        // Every smaller number of tokens can be left, and no other number.
        board.heaps.iter().try_fold(0u64, |sum, &heap| sum.checked_add(heap)).map(Nimber)
    }
}

/// Appends every option that takes from all heaps in `touched` and from no others.
fn push_reductions(board: &Board<'_>, touched: &[usize], options: &mut Options<Vec<u64>>) {
    let mut rest = board.heaps.to_vec();
    for &place in touched {
        rest[place] = 0;
    }
    loop {
        options.push([board.with(&rest)]);
        // Count up like an odometer; the first digit changes fastest.
        let Some(grown) = touched.iter().position(|&place| rest[place] + 1 < board.heaps[place]) else {
            return;
        };
        for &place in &touched[..grown] {
            rest[place] = 0;
        }
        rest[touched[grown]] += 1;
    }
}

/// Advances `chosen` to the next ascending choice of indices below `count`. Returns `false` if there is none.
pub(crate) fn next_choice(chosen: &mut [usize], count: usize) -> bool {
    let size = chosen.len();
    let Some(moved) = (0..size).rev().find(|&index| chosen[index] + size - index < count) else {
        return false;
    };
    let first = chosen[moved] + 1;
    for (offset, index) in chosen[moved..].iter_mut().enumerate() {
        *index = first + offset;
    }
    true
}

impl Game for MooreNim {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<Vec<u64>>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let at_once =
            scanner.next_number("k, the number of heaps from which a move may take,", 1, u64::MAX)?;
        Ok(vec![[vec![at_once], scanner.numbers("a heap size")?].concat()])
    }

    fn write(&self, position: &[Vec<u64>]) -> String {
        let one = |numbers: &Vec<u64>| format!("{},{}", numbers[0], heaps::write(&numbers[1..]));
        position.iter().map(one).collect::<Vec<_>>().join(",")
    }

    fn describe_move(&self, from: &Vec<u64>, to: &[Vec<u64>]) -> String {
        let (from, after) = (Board::of(from), &only_component::<Vec<u64>>(to)[1..]);
        let places: Vec<usize> = changed(from.heaps, after).collect();
        // If several heaps have the same size, the move is written with the number of the heap.
        let is_one_of_equals = |place: &usize| {
            let size = from.heaps[*place];
            from.heaps.iter().filter(|&&heap| heap == size).count() > 1
        };
        let numbered = places.iter().any(is_one_of_equals);
        let change = |&place: &usize| {
            let sizes = format!("{} -> {}", from.heaps[place], after[place]);
            if numbered { format!("{}: {sizes}", place + 1) } else { sizes }
        };
        let changes: Vec<String> = places.iter().map(change).collect();
        let what = if changes.len() == 1 { "heap" } else { "heaps" };
        format!("{what} {}", changes.join(", "))
    }

    /// Draws only the heaps: k belongs to the rules.
    fn view(&self, position: &[Vec<u64>]) -> View {
        View::joined(position, |numbers| View::heaps(&numbers[1..]))
    }

    fn touches(&self, position: &[Vec<u64>], step: &Move<Vec<u64>>) -> Vec<Touch> {
        let heaps = changed(&position[step.component][1..], &step.only()[1..]).map(Touch::heap);
        Touch::joined(position, step.component, |numbers| View::heaps(&numbers[1..]), heaps)
    }

    fn outcome(&self, position: &[Vec<u64>], play: Play) -> Option<ImpartialOutcome> {
        match position {
            [numbers] => Some(outcome(numbers[0], &numbers[1..], play)),
            _ => None,
        }
    }

    fn options_of_value(
        &self,
        numbers: &Vec<u64>,
        value: Nimber,
        found: &mut dyn FnMut(&[Vec<u64>]),
    ) -> Winning {
        let board = Board::of(numbers);
        if board.at_once != 1 {
            return Winning::Unknown;
        }
        let sum = nim::nim_sum(board.heaps);
        for (index, &heap) in board.heaps.iter().enumerate() {
            let rest = sum ^ heap ^ value.0;
            if rest < heap {
                found(&[board.with(&with_heap(board.heaps, index, rest))]);
            }
        }
        Winning::Known
    }

    fn winning_moves(&self, position: &[Vec<u64>], play: Play, moves: &mut Moves<Vec<u64>>) -> Winning {
        let [numbers] = position else { return Winning::Unknown };
        let board = Board::of(numbers);
        if board.at_once == 1 {
            // Build the board only for moves that are listed: there may be as many moves as heaps.
            let mut push = |(index, rest)| {
                moves.push(0, std::iter::once_with(|| board.with(&with_heap(board.heaps, index, rest))));
            };
            match play {
                Play::Normal => nim::winning_moves(board.heaps).for_each(&mut push),
                Play::Misere => nim::misere_moves(board.heaps).for_each(&mut push),
            }
            return Winning::Known;
        }
        let Some(winning) = WinningMoves::new(board, play) else { return Winning::Unknown };
        moves.push_all(0, (0..winning.total()).map(|index| [winning.get(index)]), winning.total());
        Winning::Known
    }

    fn explain(&self, position: &[Vec<u64>], play: Play, detail: Detail) -> Vec<String> {
        let [numbers] = position else { return Vec::new() };
        let board = Board::of(numbers);
        let mut lines = explain(&board, play, detail);
        if detail == Detail::Full && board.heaps.len() <= heaps::WRITTEN_OUT {
            let mut moves = Moves::with_limit(1);
            self.winning_moves(position, play, &mut moves);
            if let Some(step) = moves.listed().first() {
                lines.push(format!("a winning move: {}", self.describe_move(numbers, &step.to)));
            }
        }
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Vec<u64>>> + '_> {
        Box::new((1..=4).flat_map(move |at_once| {
            heaps::multisets(4, up_to).map(move |heaps| vec![[vec![at_once], heaps].concat()])
        }))
    }
}

fn with_heap(heaps: &[u64], index: usize, rest: u64) -> Vec<u64> {
    let mut heaps = heaps.to_vec();
    heaps[index] = rest;
    heaps
}

/// Returns the number of heaps that have a one in each binary column, the lowest column first.
fn column_counts(heaps: &[u64]) -> [u64; 64] {
    let mut counts = [0; 64];
    for &heap in heaps {
        let mut rest = heap;
        while rest != 0 {
            counts[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
    }
    counts
}

/// Returns `count` modulo k + 1.
fn remainder(count: u64, at_once: u64) -> u64 {
    at_once.checked_add(1).map_or(count, |modulus| count % modulus)
}

/// Returns the outcome of Moore's Nim with `at_once` = k ≥ 1. O(heaps); Moore 1910.
///
/// Normal play: P if in every binary column the number of ones is a multiple of k + 1. Misère play: the same if some heap has
/// more than one token; otherwise P if the number of heaps of one is 1 modulo k + 1.
///
/// ```
/// use winways_games::heaps::moore_nim::outcome;
/// use winways_rules::{ImpartialOutcome, Play};
/// assert_eq!(outcome(2, &[1, 2, 3, 3], Play::Normal), ImpartialOutcome::Previous);
/// assert_eq!(outcome(2, &[1, 1, 1], Play::Misere), ImpartialOutcome::Next);
/// ```
pub fn outcome(at_once: u64, heaps: &[u64], play: Play) -> ImpartialOutcome {
    let counts = column_counts(heaps);
    let rich = counts[1..].iter().any(|&count| count > 0);
    let last = u64::from(play == Play::Misere && !rich);
    let balanced = remainder(counts[0], at_once) == last
        && counts[1..].iter().all(|&count| remainder(count, at_once) == 0);
    ImpartialOutcome::next_if(!balanced)
}

fn explain(board: &Board<'_>, play: Play, detail: Detail) -> Vec<String> {
    let counts = column_counts(board.heaps);
    let columns = counts.iter().rposition(|&count| count > 0).map_or(1, |top| top + 1);
    let modulus = u128::from(board.at_once) + 1;
    let mut lines = Vec::new();
    if detail == Detail::Full && board.heaps.len() <= heaps::WRITTEN_OUT {
        lines.push("in binary:".to_owned());
        lines.extend(board.heaps.iter().map(|heap| format!("  {heap:0columns$b} = {heap}")));
    }
    if board.heaps.iter().all(|&heap| heap == 0) {
        return vec![heaps::explain_no_move(play)];
    }
    if play == Play::Misere && columns == 1 {
        let rest = remainder(counts[0], board.at_once);
        lines.push(format!("no heap of more than one, {} of one: {0} mod {modulus} = {rest}", counts[0]));
        lines.push(match rest {
            1 => format!(
                "1: every t from 1 to {} is answered with {modulus} - t, and one is left to take",
                board.at_once
            ),
            0 => format!("not 1: take {} of them; then the remainder is 1", board.at_once),
            _ => format!("not 1: take {} of them; then the remainder is 1", rest - 1),
        });
        return lines;
    }
    let texts = |value: &dyn Fn(u64) -> u64| {
        let counts: Vec<u64> = counts[..columns].iter().rev().map(|&count| value(count)).collect();
        heaps::list(&counts, " ")
    };
    lines.push(format!("ones in the binary columns, the highest first: {}", texts(&|count| count)));
    lines.push(format!("modulo k + 1 = {modulus}: {}", texts(&|count| remainder(count, board.at_once))));
    let balanced = counts.iter().all(|&count| remainder(count, board.at_once) == 0);
    lines.push(if balanced {
        format!(
            "all zero: a move changes 1 to {} heaps, so the count of the highest changed column is no longer a multiple \
             of {modulus}",
            board.at_once
        )
    } else {
        format!(
            "not all zero: from the highest column down, make each count a multiple of {modulus}, lowering further heaps \
             only if those already lowered do not suffice; at most {} are needed",
            board.at_once
        )
    });
    if play == Play::Misere {
        lines.push(
            "misère play with a heap of more than one: as in normal play, until a move can leave only heaps of one; \
             that move leaves a number of them with remainder 1"
                .to_owned(),
        );
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Vec<Vec<u64>> {
        MooreNim.parse(text).unwrap()
    }

    #[test]
    fn the_bound_is_the_number_of_options() {
        for text in ["1 3 4 5", "2 3 4 5", "3 3 4 5", "9 1 0 2", "2 0 0", "2 1 1 1 1 1"] {
            let mut options = Options::new();
            MooreNim.options(&parse(text)[0], &mut options).unwrap();
            assert_eq!(options.len() as u64, MooreNim.option_bound(&parse(text)[0]), "{text}");
        }
        let many = [vec![u64::MAX], vec![1; 100_000]].concat();
        assert_eq!(MooreNim.option_bound(&many), u64::MAX);
        assert_eq!(MooreNim.nim_value(&many), Some(Nimber(100_000)));
    }

    #[test]
    fn huge_boards_are_solved() {
        let max = u64::MAX;
        // The two greatest heaps are lowered. In each of the 63 columns below, one of the two gets a one.
        let position = [vec![2, max, max >> 1, 1 << 63, max >> 1]];
        let mut moves = Moves::with_limit(100);
        assert_eq!(MooreNim.winning_moves(&position, Play::Normal, &mut moves), Winning::Known);
        assert_eq!((moves.total(), moves.listed().len()), (1 << 63, 100));
        for step in moves.listed() {
            assert_eq!(outcome(2, &step.to[0][1..], Play::Normal), ImpartialOutcome::Previous);
        }
        assert_eq!(outcome(u64::MAX, &[1, 0], Play::Misere), ImpartialOutcome::Previous);
        assert_eq!(MooreNim.nim_value(&vec![2, max, 1]), None);
    }

    #[test]
    fn wrong_positions_are_reported() {
        assert!(MooreNim.parse("2").is_err() && MooreNim.parse("0 1").is_err());
        assert_eq!(MooreNim.describe_move(&parse("2 3 4 5")[0], &parse("2 3 1 1")), "heaps 4 -> 1, 5 -> 1");
    }
}
