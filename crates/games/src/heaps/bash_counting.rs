//! Bash's game, also as counting up to a target that must be reached exactly or may be passed.

use crate::heaps::bash;
use crate::heaps::bash::{step_to_value, winning_step};
use std::ops::RangeInclusive;
use winways_kit::Entry;
use winways_kit::any::common;
use winways_kit::view::{Figure, Touch, View};
use winways_kit::{Check, Claim, Halt, heaps};
use winways_kit::{Detail, Game, Move, Moves, Page, Winning, only_component};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_values::Nimber;

pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        page: &COUNT_UP,
        make: |_| Ok(common::impartial(Counting { form: Form::Exactly })),
        claims: CLAIMS,
    },
    Entry { page: &AT_LEAST, make: |_| Ok(common::impartial(Counting { form: Form::AtLeast })), claims: &[] },
];

static COUNT_UP: Page = page!("bash-count-up");

static AT_LEAST: Page = page!("bash-at-least");

const CLAIMS: &[Claim] = &[claim!("bash-count-up", "count-to-100", check_count_up)];

fn check_count_up(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let races = (0..=up_to).flat_map(|target| (1..=up_to).map(move |most| (target, most)));
    for (target, most) in std::iter::once((100, 10)).chain(races) {
        let lost = bash::lost_by_search(target, most, Play::Normal);
        let keys = (0..=target).filter(|said| lost[(target - said) as usize]).collect::<Vec<_>>();
        let theorem = (target % (most + 1)..=target).step_by(most as usize + 1).collect();
        check.compare(|| format!("counting to {target} by 1 to {most}"), theorem, keys)?;
    }
    Ok(())
}

/// The form of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A heap from which tokens are taken. `target` is the heap size, and `count` stays 0.
    Heap,
    /// The target must be reached exactly.
    Exactly,
    /// The target may be passed: the player who reaches or passes it makes the last move.
    AtLeast,
}

/// Bash's game, with a heap or as counting up to a target.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    form: Form,
}

/// A counter on its way to a target, in steps of 1 to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter {
    target: u64,
    most: u64,
    count: u64,
}

impl Counter {
    /// Reads a component: the target, the greatest step, and the count.
    fn of(numbers: &[u64]) -> Self {
        Counter { target: numbers[0], most: numbers[1], count: numbers[2] }
    }

    /// Returns the component as a list of numbers, so that games share the compiled search of such lists.
    fn numbers(self) -> Vec<u64> {
        vec![self.target, self.most, self.count]
    }

    fn missing(self) -> u64 {
        self.target.saturating_sub(self.count)
    }
}

impl Counting {
    /// One heap, from which a move takes at most m tokens.
    pub(super) const BASH: Counting = Counting { form: Form::Heap };

    /// Returns the counter after a legal step. The limits of the notation keep the count below 2⁶⁴.
    fn after(&self, counter: Counter, step: u64) -> Vec<u64> {
        let after = match self.form {
            Form::Heap => Counter { target: counter.target - step, ..counter },
            Form::Exactly | Form::AtLeast => Counter { count: counter.count + step, ..counter },
        };
        after.numbers()
    }

    /// Returns the greatest step allowed.
    fn greatest_step(&self, counter: Counter) -> u64 {
        match self.form {
            Form::Heap | Form::Exactly => counter.most.min(counter.missing()),
            Form::AtLeast if counter.missing() == 0 => 0,
            Form::AtLeast => counter.most,
        }
    }

    fn winning_steps(&self, counter: Counter, play: Play) -> RangeInclusive<u64> {
        match (self.form, winning_step(counter.missing(), counter.most, play)) {
            (Form::AtLeast, Some(_)) if play == Play::Normal => {
                winning_raises(counter.missing(), counter.most)
            }
            (_, Some(step)) => step..=step,
            (_, None) => RangeInclusive::new(1, 0),
        }
    }
}

impl Ruleset for Counting {
    type Component = Vec<u64>;

    fn options(&self, numbers: &Vec<u64>, options: &mut Options<Vec<u64>>) -> Result<(), RuleFault> {
        let counter = Counter::of(numbers);
        for step in 1..=self.greatest_step(counter) {
            options.push([self.after(counter, step)]);
        }
        Ok(())
    }

    fn option_bound(&self, numbers: &Vec<u64>) -> u64 {
        self.greatest_step(Counter::of(numbers))
    }

    /// Keeps only the distance to the target, and the greatest step, capped at that distance. Every count at or beyond the target
    /// becomes the same end position.
    fn canonicalise(&self, numbers: &mut Vec<u64>) {
        let counter = Counter::of(numbers);
        let missing = counter.missing();
        *numbers = Counter { target: missing, most: counter.most.min(missing), count: 0 }.numbers();
    }

    fn nim_value(&self, numbers: &Vec<u64>) -> Option<Nimber> {
        let counter = Counter::of(numbers);
        Some(Nimber(bash::nim_value(counter.missing(), counter.most)))
    }
}

impl Game for Counting {
    fn page(&self) -> &'static Page {
        match self.form {
            Form::Heap => &bash::PAGE,
            Form::Exactly => &COUNT_UP,
            Form::AtLeast => &AT_LEAST,
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<Vec<u64>>, Diagnostic> {
        let (limit, [heap, step, last]) = match self.form {
            Form::Heap => {
                (u64::MAX, ["the heap size", "the most that a move may take", "the heap size and the bound"])
            }
            Form::Exactly => (u64::MAX, ["the target", "the most that a move may add", "the counter"]),
            Form::AtLeast => (1 << 63, ["the target", "the most that a move may add", "the price"]),
        };
        let mut scanner = Scanner::new(text);
        let target = scanner.next_number(heap, 0, limit)?;
        let most = scanner.next_number(step, 1, limit)?;
        scanner.skip_separators();
        let greatest_count = if self.form == Form::Exactly { target } else { u64::MAX };
        let has_count = self.form != Form::Heap && !scanner.is_at_end();
        let count = if has_count { scanner.number_in(last, 0, greatest_count)? } else { 0 };
        scanner.finish(last)?;
        Ok(vec![Counter { target, most, count }.numbers()])
    }

    fn write(&self, position: &[Vec<u64>]) -> String {
        let one = |numbers: &Vec<u64>| match Counter::of(numbers) {
            Counter { target, most, count: 0 } => format!("{target},{most}"),
            Counter { target, most, count } => format!("{target},{most},{count}"),
        };
        position.iter().map(one).collect::<Vec<_>>().join(",")
    }

    fn describe_move(&self, from: &Vec<u64>, to: &[Vec<u64>]) -> String {
        let (from, to) = (Counter::of(from), Counter::of(only_component::<Vec<u64>>(to)));
        match self.form {
            Form::Heap => heaps::describe(from.target, &[to.target]),
            Form::Exactly => format!("counter {} -> {}", from.count, to.count),
            Form::AtLeast => format!("price {} -> {}", from.count, to.count),
        }
    }

    fn view(&self, position: &[Vec<u64>]) -> View {
        let (count, target, most) = match self.form {
            Form::Heap => {
                let heap = |numbers: &Vec<u64>| {
                    let counter = Counter::of(numbers);
                    Figure::named_heaps([(counter.target, &*format!("limit {}", counter.most))])
                };
                return View::boards(position, heap, "heaps");
            }
            Form::Exactly => ("counter", "target", "step, at most"),
            Form::AtLeast => ("price", "goal", "raise, at most"),
        };
        let figure = |numbers: &Vec<u64>| {
            let counter = Counter::of(numbers);
            let numbers = [(counter.count, count), (counter.target, target), (counter.most, most)];
            Figure::named_numbers(numbers.map(|(number, name)| (number.to_string(), name)))
        };
        View::boards(position, figure, "counters")
    }

    fn touches(&self, _: &[Vec<u64>], step: &Move<Vec<u64>>) -> Vec<Touch> {
        vec![Touch::on_board(step.component, 0)]
    }

    fn outcome(&self, position: &[Vec<u64>], play: Play) -> Option<ImpartialOutcome> {
        match position {
            [numbers] => {
                let counter = Counter::of(numbers);
                Some(bash::outcome(counter.missing(), counter.most, play))
            }
            _ => None,
        }
    }

    fn options_of_value(
        &self,
        numbers: &Vec<u64>,
        value: Nimber,
        found: &mut dyn FnMut(&[Vec<u64>]),
    ) -> Winning {
        let counter = Counter::of(numbers);
        let (missing, most) = (counter.missing(), counter.most);
        let steps = match step_to_value(missing, most, value.0) {
            Some(_) if value.is_zero() && self.form == Form::AtLeast => winning_raises(missing, most),
            Some(step) => step..=step,
            None => return Winning::Known,
        };
        if steps.end() - steps.start() >= heaps::OPTIONS_LISTED {
            return Winning::Unknown;
        }
        for step in steps {
            found(&[self.after(counter, step)]);
        }
        Winning::Known
    }

    fn winning_moves(&self, position: &[Vec<u64>], play: Play, moves: &mut Moves<Vec<u64>>) -> Winning {
        let [numbers] = position else { return Winning::Unknown };
        let counter = Counter::of(numbers);
        let steps = self.winning_steps(counter, play);
        let count = if steps.is_empty() { 0 } else { (steps.end() - steps.start()).saturating_add(1) };
        moves.push_all(0, steps.map(|step| [self.after(counter, step)]), count);
        Winning::Known
    }

    fn explain(&self, position: &[Vec<u64>], play: Play, detail: Detail) -> Vec<String> {
        let [numbers] = position else { return Vec::new() };
        let counter = Counter::of(numbers);
        let (missing, most) = (counter.missing(), counter.most);
        if self.form == Form::Heap {
            return bash::explain("take", missing, most, play, detail);
        }
        let mut lines = match counter.target.checked_sub(counter.count) {
            None => vec![format!("{} is beyond {}", counter.count, counter.target)],
            Some(missing) => vec![format!("{} - {} = {missing} is missing", counter.target, counter.count)],
        };
        if self.form == Form::AtLeast && play == Play::Normal && (1..=most).contains(&missing) {
            lines.push(match most - missing {
                0 => format!("the raise by {most} ends the game"),
                _ => format!("every raise by {missing} to {most} ends the game"),
            });
        } else {
            lines.extend(bash::explain("add", missing, most, play, detail));
        }
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Vec<u64>>> + '_> {
        let races = (0..=up_to).flat_map(move |target| (1..=up_to.max(1)).map(move |most| (target, most)));
        Box::new(races.flat_map(|(target, most)| {
            let beyond = if self.form == Form::AtLeast && target > 0 { most - 1 } else { 0 };
            let greatest = if self.form == Form::Heap { 0 } else { target + beyond };
            (0..=greatest).map(move |count| vec![Counter { target, most, count }.numbers()])
        }))
    }
}

/// Returns the winning raises if the sum of all raises must reach at least `missing` and a raise is 1 to `most` (HDU 2149). O(1).
///
/// ```
/// use winways_games::heaps::bash_counting::winning_raises;
/// assert_eq!(winning_raises(3, 5), 3..=5);
/// assert_eq!(winning_raises(4, 2), 1..=1);
/// assert!(winning_raises(3, 2).is_empty());
/// ```
pub fn winning_raises(missing: u64, most: u64) -> RangeInclusive<u64> {
    match bash::nim_value(missing, most) {
        0 => RangeInclusive::new(1, 0),
        _ if missing <= most => missing..=most,
        raise => raise..=raise,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_least(text: &str) -> Vec<Vec<u64>> {
        Counting { form: Form::AtLeast }.parse(text).unwrap()
    }

    #[test]
    fn raises_beyond_listing_are_counted() {
        assert_eq!(winning_raises(1, u64::MAX), 1..=u64::MAX);
        let position = at_least("9223372036854775808 9223372036854775808 9223372036854775807");
        let mut moves = Moves::with_limit(3);
        let game = Counting { form: Form::AtLeast };
        assert_eq!(game.winning_moves(&position, Play::Normal, &mut moves), Winning::Known);
        assert_eq!((moves.total(), moves.listed().len()), (1 << 63, 3));
        assert_eq!(game.options_of_value(&position[0], Nimber(0), &mut |_| ()), Winning::Unknown);
    }

    #[test]
    fn wrong_positions_are_reported() {
        let exactly = Counting { form: Form::Exactly };
        assert_eq!(
            exactly.parse("5 1 6").unwrap_err().to_string(),
            "6 is too large: the limit is 5: expected the counter"
        );
        assert!(exactly.parse("5 0").is_err());
        assert!(Counting { form: Form::AtLeast }.parse("9223372036854775809 1").is_err());
    }

    #[test]
    fn explanations_contain_the_numbers() {
        let lines = Counting { form: Form::AtLeast }.explain(&at_least("3 5"), Play::Normal, Detail::Full);
        assert_eq!(lines, ["3 - 0 = 3 is missing", "every raise by 3 to 5 ends the game"]);
    }
}
