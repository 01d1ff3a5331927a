//! Staircase Nim: stones on the steps of a staircase; a move carries stones one step down.

use crate::staircases::pebbles::Pebbles;
use crate::staircases::silver_dollar::SilverDollar;
use crate::staircases::sliding_row::SlidingRow;
use crate::staircases::stairs;
use crate::staircases::stairs::Stairs;
use winways_kit::Entry;
use winways_kit::any::impartial;
use winways_kit::view::{Touch, View};
use winways_kit::{Check, Claim, Halt, heaps};
use winways_kit::{Detail, Game, Move, Moves, Page, Theorem, Winning, only_component};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_solve::{GrundySearch, Theorems};
use winways_values::Nimber;

pub(crate) const ENTRIES: &[Entry] =
    &[Entry { page: &PAGE, make: |_| Ok(impartial::shared(StaircaseNim)), claims: CLAIMS }];

const CLAIMS: &[Claim] = &[Claim {
    name: "kam-stairs",
    statement: "Pebbles, the silver dollar strip and a sliding row are Staircase Nim: their moves are those of the \
                staircase of their differences, gaps or runs, one for one. Taking t from pebble pile i lowers the difference \
                d_i by t and raises d_(i+1) by t. So one theorem answers all of them: the nim-sum of every other number.",
    range: "all non-decreasing lists of at most 4 piles of at most N pebbles; all strips of N + 2 cells; all rows of \
            N + 4 cells; each with its staircase, by two searches",
    default_range: 12,
    check: check_disguises,
}];

static PAGE: Page = Page {
    name: "staircase-nim",
    title: "Staircase Nim",
    parameter: None,
    rules: "Stones lie on the steps 1 to n of a staircase. A move carries one or more stones from one step to the step \
            below it; from step 1 they go to the ground, where they stay.",
    notation: "the number of stones on step 1, step 2, and so on, separated by spaces; at most 2^64 - 1 stones in all",
    example: "staircase-nim 3 1 4 1 5",
    theorems: &[
        Theorem {
            name: "odd steps",
            play: Play::Normal,
            statement: "The nim-value is the nim-sum (xor) of the stones on the odd steps. Stones carried from an even \
                        step to an odd one can be carried on at once, so the even steps do not count; and a stone that \
                        leaves an odd step is gone. A winning move lowers an odd step as in Nim, or raises one from the \
                        step above it, so that the nim-sum becomes zero.",
        },
        Theorem { name: "odd steps, misère", play: Play::Misere, statement: stairs::MISERE_STATEMENT },
    ],
    sources: &[
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 3 (Poker Nim: reversible raises)",
        "T. S. Ferguson, Game Theory, part I, exercise on Staircase Nim (after R. Sprague 1937)",
    ],
    known_values: &[("1", "*"), ("0 5", "0"), ("2 9 2", "0"), ("1 0 2", "*3"), ("0", "0"), ("1 1", "*")],
    range: "all staircases of at most 4 steps with at most N stones on each",
    default_range: 8,
};

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
                    "the stones up to this step are more than 2^64 - 1",
                    Span::new(start, scanner.position()),
                )
                .label("expected fewer: all of them can come together on one step")
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

    fn outcome(&self, position: &[Vec<u64>], play: Play) -> Option<ImpartialOutcome> {
        stairs::outcome(self, position, play)
    }

    fn options_of_value(
        &self,
        steps: &Vec<u64>,
        value: Nimber,
        found: &mut dyn FnMut(&[Vec<u64>]),
    ) -> Winning {
        stairs::options_of_value(self, steps, value, found)
    }

    fn winning_moves(&self, position: &[Vec<u64>], play: Play, moves: &mut Moves<Vec<u64>>) -> Winning {
        stairs::winning_moves(self, position, play, moves)
    }

    fn explain(&self, position: &[Vec<u64>], play: Play, detail: Detail) -> Vec<String> {
        stairs::explain(self, position, play, detail)
    }

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

    fn ascend(&self, steps: &mut Vec<u64>, step: usize, stones: u64) {
        if step > 1 {
            steps[step - 2] -= stones;
        }
        steps[step - 1] += stones;
    }

    fn heap_name(&self) -> &'static str {
        "odd step"
    }

    fn steps_name(&self) -> &'static str {
        "stones on the steps, from the ground up"
    }
}

/// Returns the nim-value of a staircase, given from step 1 up: the nim-sum of the odd steps. O(steps).
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
        let mut found = Vec::new();
        let status =
            StaircaseNim.options_of_value(&steps, Nimber(0), &mut |option| found.extend_from_slice(option));
        assert_eq!(status, Winning::Known);
        assert_eq!(found, [vec![5, (1 << 62) + (1 << 63) - 5, 5]]);
        let mut found = Vec::new();
        StaircaseNim.options_of_value(&vec![5, 1 << 62, 7], Nimber(0), &mut |option| {
            found.extend_from_slice(option);
        });
        assert_eq!(found, [vec![7, (1 << 62) - 2, 7], vec![5, (1 << 62) + 2, 5]]);
        assert_eq!(StaircaseNim.describe_move(&vec![5, 9, 7], &[vec![7, 7, 7]]), "2 from step 2 to step 1");
    }
}
