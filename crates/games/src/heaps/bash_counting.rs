//! Bash's game as counting up: the target must be reached exactly or may be passed.

use crate::heaps::bash;
use crate::heaps::bash::{BACHET, MISERE, NORMAL, step_to_value, winning_step};
use std::ops::RangeInclusive;
use winways_kit::Entry;
use winways_kit::any::impartial;
use winways_kit::view::{Figure, Touch, View};
use winways_kit::{Check, Claim, Halt, heaps};
use winways_kit::{Detail, Game, Move, Moves, Page, Theorem, Winning, only_component};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{Component, ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_values::Nimber;

pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        page: &COUNT_UP,
        make: |_| Ok(impartial::shared(Counting { end: End::Exactly })),
        claims: CLAIMS,
    },
    Entry { page: &AT_LEAST, make: |_| Ok(impartial::shared(Counting { end: End::AtLeast })), claims: &[] },
];

static COUNT_UP: Page = Page {
    name: "bash-count-up",
    title: "Counting up to N",
    parameter: None,
    rules: "A counter starts at 0. A move adds 1 to m to it, but never goes beyond N; the player who reaches N makes the last \
            move.",
    notation: "the target N, the bound m, at least 1, and the counter if it is not 0, separated by spaces; up to 2^64 - 1",
    example: "bash-count-up 100 10",
    theorems: &[
        Theorem {
            name: NORMAL,
            play: Play::Normal,
            statement: "It is Bash's game with the heap N - counter: P if m + 1 divides it. Counting to 100 by 1 to 10, \
                        the first player says 1 and then 12, 23, ..., 89, 100.",
        },
        Theorem {
            name: MISERE,
            play: Play::Misere,
            statement: "P if N - counter leaves 1 when divided by m + 1.",
        },
    ],
    sources: &[BACHET],
    known_values: &[
        ("100 10", "*"),
        ("100 10 1", "0"),
        ("100 10 89", "0"),
        ("100 10 100", "0"),
        ("30 2", "0"),
    ],
    range: "all targets and bounds of at most N, with every counter",
    default_range: 24,
};

static AT_LEAST: Page = Page {
    name: "bash-at-least",
    title: "The public sale",
    parameter: None,
    rules: "A price starts at 0. A move raises it by 1 to N; the player who makes it M or more makes the last move. Going \
            beyond M is allowed.",
    notation: "the goal M and the greatest raise N, at least 1, both up to 2^63, and the price if it is not 0, separated by \
               spaces",
    example: "bash-at-least 3 5",
    theorems: &[
        Theorem {
            name: NORMAL,
            play: Play::Normal,
            statement: "With r = M - price still missing, the nim-value is r mod (N + 1). If r <= N every raise of r to N \
                        wins; else the raise by r mod (N + 1), unless that is 0.",
        },
        Theorem {
            name: MISERE,
            play: Play::Misere,
            statement: "With r still missing: P if r leaves 1 when divided by N + 1. The only winning raise is \
                        (r - 1) mod (N + 1).",
        },
    ],
    sources: &[BACHET, "HDU 2149 (Public Sale), HDU 2188"],
    known_values: &[
        ("4 2", "*"),
        ("3 2", "0"),
        ("3 5", "*3"),
        ("3 5 7", "0"),
        ("8 10", "*8"),
        ("11 10", "0"),
    ],
    range: "all goals and bounds of at most N, with every price that can be reached",
    default_range: 24,
};

const CLAIMS: &[Claim] = &[Claim {
    name: "count-to-100",
    statement: "Counting to 100 by 1 to 10 the first player wins, and the only winning first move says 1. In general \
                    the keys are the numbers that leave the same remainder as the target when divided by m + 1.",
    range: "the race to 100 by 1 to 10, and all races to at most N by 1 to m of at most N",
    default_range: 60,
    check: check_count_up,
}];

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

/// The rule about passing the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The target must be reached exactly.
    Exactly,
    /// The target may be passed: the player who reaches or passes it makes the last move.
    AtLeast,
}

/// Bash's game as counting up to a target.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    end: End,
}

/// A counter on its way to a target, in steps of 1 to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter {
    target: u64,
    most: u64,
    count: u64,
}

impl Component for Counter {}

impl Counter {
    fn missing(&self) -> u64 {
        self.target.saturating_sub(self.count)
    }

    /// Returns the counter after a legal step. The limits of the notation keep it below 2⁶⁴.
    fn after(&self, step: u64) -> Counter {
        Counter { count: self.count + step, ..*self }
    }
}

impl Counting {
    /// Returns the greatest step allowed.
    fn greatest_step(&self, counter: &Counter) -> u64 {
        match self.end {
            End::Exactly => counter.most.min(counter.missing()),
            End::AtLeast if counter.missing() == 0 => 0,
            End::AtLeast => counter.most,
        }
    }

    fn winning_steps(&self, counter: &Counter, play: Play) -> RangeInclusive<u64> {
        match (self.end, winning_step(counter.missing(), counter.most, play)) {
            (End::AtLeast, Some(_)) if play == Play::Normal => {
                winning_raises(counter.missing(), counter.most)
            }
            (_, Some(step)) => step..=step,
            (_, None) => RangeInclusive::new(1, 0),
        }
    }
}

impl Ruleset for Counting {
    type Component = Counter;

    fn options(&self, counter: &Counter, options: &mut Options<Counter>) -> Result<(), RuleFault> {
        for step in 1..=self.greatest_step(counter) {
            options.push([counter.after(step)]);
        }
        Ok(())
    }

    fn option_bound(&self, counter: &Counter) -> u64 {
        self.greatest_step(counter)
    }

    /// Keeps only the distance to the target. Every count at or beyond the target is the same end position.
    fn canonicalise(&self, counter: &mut Counter) {
        let missing = counter.missing();
        *counter = Counter { target: missing, most: counter.most.min(missing), count: 0 };
    }

    fn nim_value(&self, counter: &Counter) -> Option<Nimber> {
        Some(Nimber(bash::nim_value(counter.missing(), counter.most)))
    }
}

impl Game for Counting {
    fn page(&self) -> &'static Page {
        match self.end {
            End::Exactly => &COUNT_UP,
            End::AtLeast => &AT_LEAST,
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<Counter>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        // A raise from below the target must not overflow.
        let (limit, what) = match self.end {
            End::Exactly => (u64::MAX, "the counter"),
            End::AtLeast => (1 << 63, "the price"),
        };
        let target = scanner.next_number("the target", 0, limit)?;
        let most = scanner.next_number("the most that a move may add", 1, limit)?;
        scanner.skip_separators();
        let greatest_count = if self.end == End::Exactly { target } else { u64::MAX };
        let count = if scanner.is_at_end() { 0 } else { scanner.number_in(what, 0, greatest_count)? };
        scanner.finish(what)?;
        Ok(vec![Counter { target, most, count }])
    }

    fn write(&self, position: &[Counter]) -> String {
        let one = |counter: &Counter| match counter.count {
            0 => format!("{},{}", counter.target, counter.most),
            count => format!("{},{},{count}", counter.target, counter.most),
        };
        position.iter().map(one).collect::<Vec<_>>().join(",")
    }

    fn describe_move(&self, from: &Counter, to: &[Counter]) -> String {
        let what = if self.end == End::Exactly { "counter" } else { "price" };
        format!("{what} {} -> {}", from.count, only_component(to).count)
    }

    fn view(&self, position: &[Counter]) -> View {
        let (count, target, most) = match self.end {
            End::Exactly => ("counter", "target", "step, at most"),
            End::AtLeast => ("price", "goal", "raise, at most"),
        };
        let figure = |counter: &Counter| {
            let numbers = [(counter.count, count), (counter.target, target), (counter.most, most)];
            Figure::named_numbers(numbers.map(|(number, name)| (number.to_string(), name)))
        };
        View::boards(position, figure, "counters")
    }

    fn touches(&self, _: &[Counter], step: &Move<Counter>) -> Vec<Touch> {
        vec![Touch::on_board(step.component, 0)]
    }

    fn outcome(&self, position: &[Counter], play: Play) -> Option<ImpartialOutcome> {
        match position {
            [counter] => Some(bash::outcome(counter.missing(), counter.most, play)),
            _ => None,
        }
    }

    fn options_of_value(
        &self,
        counter: &Counter,
        value: Nimber,
        found: &mut dyn FnMut(&[Counter]),
    ) -> Winning {
        let (missing, most) = (counter.missing(), counter.most);
        let steps = match step_to_value(missing, most, value.0) {
            Some(_) if value.is_zero() && self.end == End::AtLeast => winning_raises(missing, most),
            Some(step) => step..=step,
            None => return Winning::Known,
        };
        if steps.end() - steps.start() >= heaps::OPTIONS_LISTED {
            return Winning::Unknown;
        }
        for step in steps {
            found(&[counter.after(step)]);
        }
        Winning::Known
    }

    fn winning_moves(&self, position: &[Counter], play: Play, moves: &mut Moves<Counter>) -> Winning {
        let [counter] = position else { return Winning::Unknown };
        let mut steps = self.winning_steps(counter, play);
        while moves.has_capacity() {
            let Some(step) = steps.next() else { return Winning::Known };
            moves.push(0, [counter.after(step)]);
        }
        if !steps.is_empty() {
            moves.push_unlisted((steps.end() - steps.start()).saturating_add(1));
        }
        Winning::Known
    }

    fn explain(&self, position: &[Counter], play: Play, detail: Detail) -> Vec<String> {
        let [counter] = position else { return Vec::new() };
        let (missing, most) = (counter.missing(), counter.most);
        let mut lines = match counter.target.checked_sub(counter.count) {
            None => vec![format!("{} is beyond {}", counter.count, counter.target)],
            Some(missing) => vec![format!("{} - {} = {missing} is missing", counter.target, counter.count)],
        };
        if self.end == End::AtLeast && play == Play::Normal && (1..=most).contains(&missing) {
            lines.push(match most - missing {
                0 => format!("the raise by {most} ends the game"),
                _ => format!("every raise by {missing} to {most} ends the game"),
            });
        } else {
            lines.extend(bash::explain("add", missing, most, play, detail));
        }
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Counter>> + '_> {
        let races = (0..=up_to).flat_map(move |target| (1..=up_to.max(1)).map(move |most| (target, most)));
        Box::new(races.flat_map(|(target, most)| {
            let beyond = if self.end == End::AtLeast && target > 0 { most - 1 } else { 0 };
            (0..=target + beyond).map(move |count| vec![Counter { target, most, count }])
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

    fn at_least(text: &str) -> Vec<Counter> {
        Counting { end: End::AtLeast }.parse(text).unwrap()
    }

    #[test]
    fn raises_beyond_listing_are_counted() {
        assert_eq!(winning_raises(1, u64::MAX), 1..=u64::MAX);
        let position = at_least("9223372036854775808 9223372036854775808 9223372036854775807");
        let mut moves = Moves::with_limit(3);
        let game = Counting { end: End::AtLeast };
        assert_eq!(game.winning_moves(&position, Play::Normal, &mut moves), Winning::Known);
        assert_eq!((moves.total(), moves.listed().len()), (1 << 63, 3));
        assert_eq!(game.options_of_value(&position[0], Nimber(0), &mut |_| ()), Winning::Unknown);
    }

    #[test]
    fn wrong_positions_are_reported() {
        let exactly = Counting { end: End::Exactly };
        assert_eq!(
            exactly.parse("5 1 6").unwrap_err().to_string(),
            "6 is over the limit, which is 5: expected the counter"
        );
        assert!(exactly.parse("5 0").is_err());
        assert!(Counting { end: End::AtLeast }.parse("9223372036854775809 1").is_err());
    }

    #[test]
    fn explanations_contain_the_numbers() {
        let lines = Counting { end: End::AtLeast }.explain(&at_least("3 5"), Play::Normal, Detail::Full);
        assert_eq!(lines, ["3 - 0 = 3 is missing", "every raise by 3 to 5 ends the game"]);
    }
}
