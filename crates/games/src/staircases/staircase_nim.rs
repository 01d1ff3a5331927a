//! Staircase Nim: stones on the steps of a staircase; a move carries stones one step down.

use crate::staircases::pebbles::Pebbles;
use crate::staircases::silver_dollar::SilverDollar;
use crate::staircases::sliding_row::SlidingRow;
use crate::staircases::stairs;
use crate::staircases::stairs::{Stairs, theorems_of_stairs};
use winways_kit::any::common;
use winways_kit::view::{Touch, View};
use winways_kit::{Check, Halt, heaps};
use winways_kit::{Game, Move, Page, only_component};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, Options, RuleFault, Ruleset};
use winways_solve::{GrundySearch, Theorems};
use winways_values::Nimber;

game!(
    "staircase-nim",
    |_| Ok(common::impartial(StaircaseNim)),
    &[claim!("staircase-nim", "kam-stairs", check_disguises)]
);

/// Staircase Nim. A component is a whole staircase: the stones on step 1, step 2, and so on.
#[derive(Clone, Copy, Debug)]
pub struct StaircaseNim;

impl Ruleset for StaircaseNim {
    type Component = Vec<u64>;

    fn options(&self, steps: &Vec<u64>, options: &mut Options<Vec<u64>>) -> Result<(), RuleFault> {
        for (index, &stones) in steps.iter().enumerate() {
            for carried in 1..=stones {
                let mut option = steps.clone();
                self.descend(&mut option, index + 1, carried);
                options.push([option]);
            }
        }
        Ok(())
    }

    fn option_bound(&self, steps: &Vec<u64>) -> u64 {
        steps.iter().fold(0, |sum, &stones| sum.saturating_add(stones))
    }

    fn canonicalise(&self, steps: &mut Vec<u64>) {
        let used = steps.iter().rposition(|&stones| stones > 0).map_or(0, |last| last + 1);
        steps.truncate(used);
    }

    fn nim_value(&self, steps: &Vec<u64>) -> Option<Nimber> {
        Some(Nimber(nim_value(steps)))
    }
}

impl Game for StaircaseNim {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn heap_statements(&self) -> &'static [&'static str] {
        &["g(n) = n", "g(n) = 0 only for n = 0"]
    }

    fn parse(&self, text: &str) -> Result<Vec<Vec<u64>>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let mut steps = Vec::new();
        let mut total = 0u64;
        scanner.skip_separators();
        while steps.is_empty() || !scanner.is_at_end() {
            let start = scanner.position();
            let stones = scanner.number("the number of stones on a step")?;
            total = total.checked_add(stones).ok_or_else(|| {
                Diagnostic::new(
                    "there are more than 2^64 - 1 stones up to this step",
                    Span::new(start, scanner.position()),
                )
                .label("expected fewer, because all of them can come to the same step")
            })?;
            steps.push(stones);
            scanner.skip_separators();
        }
        Ok(vec![steps])
    }

    fn write(&self, position: &[Vec<u64>]) -> String {
        heaps::write(&position.concat())
    }

    fn describe_move(&self, from: &Vec<u64>, to: &[Vec<u64>]) -> String {
        let to = only_component(to);
        let index = step_left(from, to);
        let carried = from[index] - to.get(index).copied().unwrap_or(0);
        let below = if index == 0 { "the ground".to_owned() } else { format!("step {index}") };
        format!("{carried} from step {} to {below}", index + 1)
    }

    fn view(&self, position: &[Vec<u64>]) -> View {
        View::joined(position, |steps| View::staircase(steps))
    }

    fn touches(&self, position: &[Vec<u64>], step: &Move<Vec<u64>>) -> Vec<Touch> {
        let left = step_left(&position[step.component], step.only());
        let touches = [Some(left), left.checked_sub(1)].into_iter().flatten().map(Touch::step);
        Touch::joined(position, step.component, |steps| View::staircase(steps), touches)
    }

    theorems_of_stairs!();

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Vec<u64>>> + '_> {
        Box::new((1..=4).flat_map(move |length| staircases(length, up_to)).map(|steps| vec![steps]))
    }
}

/// Returns the step that the stones leave, counted from 0: the highest step that changes.
///
/// # Panics
/// Panics if no step changes.
fn step_left(from: &[u64], to: &[u64]) -> usize {
    match (0..from.len()).rfind(|&index| to.get(index) != Some(&from[index])) {
        Some(index) => index,
        None => panic!("no step changes from {from:?} to {to:?}"),
    }
}

impl Stairs for StaircaseNim {
    fn steps(&self, steps: &Vec<u64>) -> Vec<u64> {
        steps.clone()
    }

    fn descend(&self, steps: &mut Vec<u64>, step: usize, stones: u64) {
        steps[step - 1] -= stones;
        if step > 1 {
            steps[step - 2] += stones;
        }
    }

    fn names(&self) -> [&'static str; 2] {
        ["odd step", "stones on the steps, from the ground up"]
    }
}

/// Returns the nim-value of a staircase, listed from step 1 upwards: the nim-sum of the odd steps. O(steps).
///
/// The position is lost (P) if the nim-sum is zero. See the page for the proof.
///
/// ```
/// use winways_games::staircases::staircase_nim::nim_value;
/// assert_eq!(nim_value(&[2, 9, 2]), 0);
/// assert_eq!(nim_value(&[1, 0, 2]), 3);
/// ```
pub fn nim_value(steps: &[u64]) -> u64 {
    stairs::nim_value(steps.iter().copied())
}

/// Iterates over all lists of `length` numbers from 0 to `most`.
fn staircases(length: usize, most: u64) -> impl Iterator<Item = Vec<u64>> {
    std::iter::successors(Some(vec![0; length]), move |steps| {
        let mut next = steps.clone();
        let place = next.iter().rposition(|&stones| stones < most)?;
        next[place] += 1;
        next[place + 1..].fill(0);
        Some(next)
    })
}

fn check_disguises(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let pebbles = heaps::multisets(4, up_to).map(|piles| vec![piles]);
    check_disguise(&Pebbles, pebbles, check)?;
    check_disguise(&SilverDollar, SilverDollar.positions(up_to.saturating_add(2)), check)?;
    let width = up_to.saturating_add(4).min(24);
    check_disguise(&SlidingRow, (0..1 << width).map(|pieces| vec![1 << width | pieces]), check)
}

/// Compares a game with Staircase Nim: the moves one by one, and the theorem with searches of both games.
fn check_disguise<C: Component>(
    game: &dyn Stairs<Component = C>,
    positions: impl Iterator<Item = Vec<C>>,
    check: &mut Check<'_>,
) -> Result<(), Halt> {
    let (rules, staircase_nim): (&dyn Game<Component = C>, &dyn Game<Component = Vec<u64>>) =
        (game, &StaircaseNim);
    let mut disguised = GrundySearch::new(rules, Theorems::Ignore, check.budget, check.observer);
    let mut staircase = GrundySearch::new(staircase_nim, Theorems::Ignore, check.budget, check.observer);
    for position in positions {
        let name = |what: &str| format!("{what} of {}({})", game.name(), game.write(&position));
        for component in &position {
            let steps = game.steps(component);
            let theorem = Nimber(nim_value(&steps));
            check.compare(|| name("the nim-value"), theorem, disguised.nim_value(component)?)?;
            check.compare(|| name("the nim-value as a staircase"), theorem, staircase.nim_value(&steps)?)?;
            check.compare(
                || name("the options as staircases"),
                options(&StaircaseNim, &steps)?,
                options(game, component)?,
            )?;
        }
    }
    Ok(())
}

/// Returns the options of a component as staircases, sorted.
fn options<C: Component>(
    game: &dyn Stairs<Component = C>,
    component: &C,
) -> Result<Vec<Vec<u64>>, RuleFault> {
    let mut options = Options::new();
    game.options(component, &mut options)?;
    let mut staircases: Vec<_> = options.iter().flatten().map(|option| game.steps(option)).collect();
    staircases.sort_unstable();
    Ok(staircases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_stones_must_fit_on_one_step() {
        assert!(StaircaseNim.parse("18446744073709551615 0 0").is_ok());
        let error = StaircaseNim.parse("0 18446744073709551615 1").unwrap_err();
        assert_eq!(error.span.range(), 23..24);
        assert!(StaircaseNim.parse("").is_err());
    }

    #[test]
    fn huge_steps_have_their_winning_moves() {
        let steps = vec![5, 1 << 62, 1 << 63];
        let found = stairs::options_to_value(&StaircaseNim, &steps, 0);
        assert_eq!(found, [vec![5, (1 << 62) + (1 << 63) - 5, 5]]);
        let found = stairs::options_to_value(&StaircaseNim, &vec![5, 1 << 62, 7], 0);
        assert_eq!(found, [vec![7, (1 << 62) - 2, 7], vec![5, (1 << 62) + 2, 5]]);
        assert_eq!(StaircaseNim.describe_move(&vec![5, 9, 7], &[vec![7, 7, 7]]), "2 from step 2 to step 1");
    }
}
