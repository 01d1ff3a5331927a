//! Euclid's game: two numbers; a move subtracts a multiple of the smaller one from the larger one.

use std::ops::ControlFlow;
use winways_kit::any::common;
use winways_kit::figures::PairBoard;
use winways_kit::heaps;
use winways_kit::view::{Tiling, Touch, View};
use winways_kit::{Check, Halt};
use winways_kit::{Detail, Game, Move, Moves, Page, Winning, only_component};
use winways_notation::Diagnostic;
use winways_rules::{
    ImpartialOutcome, LargeRows, Meter, NoRowMoves, Options, PairRules, Play, RowMoves, RuleFault, Ruleset,
};
use winways_values::Nimber;

game!("euclid", |_| Ok(common::impartial(Euclid)), &[claim!("euclid", "euclid-stopped", stopped_at_equal)]);

/// Euclid's game.
#[derive(Clone, Copy, Debug)]
pub struct Euclid;

impl Ruleset for Euclid {
    type Component = (u64, u64);

    fn options(&self, &(a, b): &(u64, u64), options: &mut Options<(u64, u64)>) -> Result<(), RuleFault> {
        for multiple in 1..=self.option_bound(&(a, b)) {
            options.push([after(a, b, multiple)]);
        }
        Ok(())
    }

    fn option_bound(&self, &(a, b): &(u64, u64)) -> u64 {
        a.max(b).checked_div(a.min(b)).unwrap_or(0)
    }

    fn canonicalise(&self, pair: &mut (u64, u64)) {
        *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
    }

    fn nim_value(&self, &(a, b): &(u64, u64)) -> Option<Nimber> {
        Some(Nimber(nim_value(a, b)))
    }
}

impl PairRules for Euclid {
    fn options(
        &self,
        [a, b]: [u64; 2],
        _: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        for multiple in 1..=self.option_bound(&(a, b)) {
            let (a, b) = after(a, b, multiple);
            if visit(&[[a, b]]).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn nim_value(&self, [a, b]: [u64; 2]) -> Option<Nimber> {
        Some(Nimber(nim_value(a, b)))
    }

    fn row_moves(&self, _: LargeRows, _: &mut Meter) -> Result<RowMoves, NoRowMoves> {
        Err(NoRowMoves::UNBOUNDED)
    }
}

impl Game for Euclid {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<(u64, u64)>, Diagnostic> {
        heaps::parse_pair(text).map(|pair| vec![pair])
    }

    fn write(&self, position: &[(u64, u64)]) -> String {
        heaps::write_pairs(position)
    }

    fn describe_move(&self, &(a, b): &(u64, u64), to: &[(u64, u64)]) -> String {
        let &(x, y) = only_component(to);
        if x < a {
            format!("{a} - {} * {b} = {x}", (a - x).checked_div(b).unwrap_or(0))
        } else {
            format!("{b} - {} * {a} = {y}", b.saturating_sub(y).checked_div(a).unwrap_or(0))
        }
    }

    /// Draws a piece that moves left or down by multiples of its distance from the other edge.
    fn view(&self, position: &[(u64, u64)]) -> View {
        View::boards(position, |&pair| piece(pair).figure(), "pairs")
    }

    fn touches(&self, position: &[(u64, u64)], step: &Move<(u64, u64)>) -> Vec<Touch> {
        Touch::all_on_board(step.component, piece(position[step.component]).touched(*step.only()))
    }

    fn pair_rules(&self) -> Option<&dyn PairRules> {
        Some(self)
    }

    fn outcome(&self, position: &[(u64, u64)], play: Play) -> Option<ImpartialOutcome> {
        let &[(a, b)] = position else { return None };
        Some(ImpartialOutcome::next_if(!is_lost(play, a, b)))
    }

    fn options_of_value(
        &self,
        &(a, b): &(u64, u64),
        value: Nimber,
        found: &mut dyn FnMut(&[(u64, u64)]),
    ) -> Winning {
        let count = self.option_bound(&(a, b));
        // With s < l, the pair (s, l mod s + i s) has a value from i - 2 to i + 1 if i > 0.
        let (least, most) =
            (value.0.saturating_sub(1).max(1), value.0.saturating_add(2).min(count.saturating_sub(1)));
        let quotients = (count > 0).then_some(0).into_iter().chain(least..=most);
        for quotient in quotients {
            let pair = after(a, b, count - quotient);
            if nim_value(pair.0, pair.1) == value.0 {
                found(&[pair]);
            }
        }
        Winning::Known
    }

    fn winning_moves(&self, position: &[(u64, u64)], play: Play, moves: &mut Moves<(u64, u64)>) -> Winning {
        let &[(a, b)] = position else { return Winning::Unknown };
        winning_moves(play, a, b).for_each(|pair| moves.push(0, [pair]));
        Winning::Known
    }

    fn explain(&self, position: &[(u64, u64)], play: Play, detail: Detail) -> Vec<String> {
        match position {
            &[(a, b)] => explain(a.min(b), a.max(b), play, detail),
            _ => Vec::new(),
        }
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<(u64, u64)>> + '_> {
        Box::new((0..=up_to).flat_map(move |a| (0..=up_to).map(move |b| vec![(a, b)])))
    }
}

fn piece(pair: (u64, u64)) -> PairBoard {
    PairBoard { pair, sign: "o", figurine: None, tiling: Tiling::Squares }
}

/// Returns the pair after subtracting `multiple` times the smaller number from the larger one.
fn after(a: u64, b: u64, multiple: u64) -> (u64, u64) {
    if a > b { (a - multiple * b, b) } else { (a, b - multiple * a) }
}

/// Returns `true` if large/small < φ = 1 + 1/φ, that is, large·(large − small) < small².
fn is_below_golden(small: u64, large: u64) -> bool {
    u128::from(large) * u128::from(large - small) < u128::from(small) * u128::from(small)
}

/// Returns `true` if (a, b) is lost (P) (Cole and Davie 1969). O(1).
///
/// ```
/// use winways_games::heaps::euclid::is_lost;
/// use winways_rules::Play;
/// assert!(is_lost(Play::Normal, 2, 3));
/// assert!(!is_lost(Play::Normal, 3, 3)); // take all
/// assert!(is_lost(Play::Misere, 3, 3));
/// ```
pub fn is_lost(play: Play, a: u64, b: u64) -> bool {
    let (small, large) = (a.min(b), a.max(b));
    match play {
        Play::Normal => small == 0 || small < large && is_below_golden(small, large),
        Play::Misere => small > 0 && is_below_golden(small, large),
    }
}

/// Returns the nim-value of (a, b): ⌊b/a − a/b⌋ for a ≤ b, corrected by one if all terms of the continued fraction of b/a are
/// equal (Cairns, Ho and Lengyel 2011). O(log a).
///
/// ```
/// use winways_games::heaps::euclid::nim_value;
/// assert_eq!(nim_value(25, 7), 3);
/// assert_eq!(nim_value(2, 5), 1); // 5/2 = [2; 2], an even number of equal terms: one less than ⌊2.1⌋
/// ```
pub fn nim_value(a: u64, b: u64) -> u64 {
    let (small, large) = (a.min(b), a.max(b));
    if small == 0 {
        return 0;
    }
    let (quotient, rest) = (large / small, large % small);
    // b/a - a/b = quotient + rest/a - a/b, and the last two differ by less than one.
    let is_whole = u128::from(rest) * u128::from(large) >= u128::from(small) * u128::from(small);
    let value = quotient - u64::from(!is_whole);
    match terms_if_equal(small, large) {
        Some(terms) if terms % 2 == 1 => value + 1,
        Some(_) => value - 1,
        None => value,
    }
}

/// Returns the number of terms of the continued fraction of large/small, if they are all equal.
fn terms_if_equal(mut small: u64, mut large: u64) -> Option<u32> {
    let first = large / small;
    let mut terms = 0;
    while small > 0 {
        if large / small != first {
            return None;
        }
        (small, large) = (large % small, small);
        terms += 1;
    }
    Some(terms)
}

/// Iterates over the pairs left by the winning moves. O(1).
///
/// ```
/// use winways_games::heaps::euclid::winning_moves;
/// use winways_rules::Play;
/// assert_eq!(winning_moves(Play::Normal, 25, 7).collect::<Vec<_>>(), [(11, 7)]);
/// ```
pub fn winning_moves(play: Play, a: u64, b: u64) -> impl Iterator<Item = (u64, u64)> {
    // Only two options can have a ratio below the golden ratio: they subtract the greatest multiple, or one multiple less.
    let count = Euclid.option_bound(&(a, b));
    (count.saturating_sub(1).max(1)..=count)
        .rev()
        .map(move |multiple| after(a, b, multiple))
        .filter(move |&(x, y)| is_lost(play, x, y))
}

fn explain(small: u64, large: u64, play: Play, detail: Detail) -> Vec<String> {
    if small == 0 {
        let who = if play == Play::Normal { "lost" } else { "won, since this is misère play" };
        return vec![format!("one number is 0: no move is left, which is {who}")];
    }
    let mut lines = Vec::new();
    if detail == Detail::Full {
        let relation = if is_below_golden(small, large) { "<" } else { ">" };
        lines.push(format!(
            "{large}/{small} {relation} phi, since {large} * ({large} - {small}) = {} {relation} {} = {small}^2",
            u128::from(large) * u128::from(large - small),
            u128::from(small) * u128::from(small)
        ));
        let terms: Vec<String> = continued_fraction(small, large).map(|term| term.to_string()).collect();
        lines.push(format!(
            "the multiples that Euclid's algorithm subtracts from {large}, {small}: {}",
            terms.join(", ")
        ));
    }
    lines.push(match (play, is_lost(play, small, large)) {
        (Play::Normal, false) if small == large => "equal numbers: subtract one from the other, which ends the game".to_owned(),
        (Play::Misere, true) if small == large => "equal numbers: the only move leaves a 0, which loses".to_owned(),
        (_, true) => format!(
            "{large}/{small} is less than phi = 1.618...: the only move leaves ({}, {small}), of a ratio greater than phi",
            large - small
        ),
        (_, false) => {
            let lost: Vec<String> =
                winning_moves(play, small, large).map(|(a, b)| format!("({a}, {b})")).collect();
            format!("{large}/{small} is greater than phi = 1.618...: subtract so that {} is left, which is lost", lost.join(" or "))
        }
    });
    if play == Play::Normal {
        lines.extend(explain_value(small, large));
    } else {
        lines.push(
            "misère play: the player who leaves a 0 loses, so the game in effect stops at equal numbers"
                .to_owned(),
        );
    }
    lines
}

fn explain_value(small: u64, large: u64) -> Option<String> {
    let value = nim_value(small, large);
    let correction = match terms_if_equal(small, large) {
        None => String::new(),
        Some(terms) => format!(
            ", {} 1 since the continued fraction has an {} number of terms, all {}",
            if terms % 2 == 1 { "plus" } else { "minus" },
            if terms % 2 == 1 { "odd" } else { "even" },
            large / small
        ),
    };
    Some(format!("nim-value {value}: floor({large}/{small} - {small}/{large}){correction}"))
}

/// Iterates over the terms of the continued fraction of large/small: at most 93 for 64 bits.
fn continued_fraction(small: u64, large: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some((small, large)), |&(small, large)| Some((large.checked_rem(small)?, small)))
        .map_while(|(small, large)| large.checked_div(small))
}

/// Checks the formula of Nivasch 2006 against mex values computed straight from the rules.
fn stopped_at_equal(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    check.check_memory(up_to.saturating_add(1), up_to.saturating_add(1).saturating_mul(8))?;
    let size = up_to as usize + 1;
    let mut values = vec![vec![0u64; size]; size];
    for large in 1..=up_to {
        for small in 1..=large {
            let mut excluded = vec![false; (large / small) as usize + 1];
            let mut rest = large;
            while rest > small {
                rest -= small;
                let option = (rest.min(small) as usize, rest.max(small) as usize);
                if rest > 0
                    && let Some(mark) = excluded.get_mut(values[option.0][option.1] as usize)
                {
                    *mark = true;
                }
            }
            let mex = excluded.iter().take_while(|mark| **mark).count() as u64;
            values[small as usize][large as usize] = mex;
            let theorem = (large * large - small * small) / (large * small);
            check.compare(|| format!("({small}, {large})"), theorem, mex)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_numbers_are_solved() {
        let last = u64::MAX;
        for (a, b) in
            [(1, last), (last, last), (last - 1, last), (0, last), (2, last), (last, 1 << 32), (0, 0)]
        {
            for play in Play::BOTH {
                for (x, y) in winning_moves(play, a, b) {
                    assert!(is_lost(play, x, y));
                }
                let won = !is_lost(play, a, b) && a.min(b) > 0;
                assert_eq!(winning_moves(play, a, b).count() > 0, won, "{a} {b} {play:?}");
                assert!(explain(a.min(b), a.max(b), play, Detail::Full).len() < 8);
            }
            let options = |value| {
                let mut options = Vec::new();
                Euclid.options_of_value(&(a, b), Nimber(value), &mut |option| options.push(option[0]));
                options
            };
            for value in [0, 1, 2, 5, last - 2, last - 1, last] {
                assert!(options(value).iter().all(|&(x, y)| nim_value(x, y) == value));
            }
        }
        assert_eq!(nim_value(1, last), last);
    }
}
