//! Partizan games on heaps: one code or set for Left's moves, another for Right's.

use crate::heaps::octal::Octal;
use crate::heaps::subtract::{Subtract, parse_set, sets_up_to};
use std::sync::Arc;
use winways_kit::Entry;
use winways_kit::any::AnyGame;
use winways_kit::any::impartial;
use winways_kit::any::partizan::Erased;
use winways_kit::{Check, Claim, Halt, heaps};
use winways_kit::{Game, Page, PartizanGame};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Options, PartizanRuleset};
use winways_rules::{Recurrence, Side};
use winways_solve::Period;

pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        page: &SUBTRACTION,
        make: |sets| PartizanHeaps::make(&SUBTRACTION, sets, parse_set),
        claims: CLAIMS,
    },
    Entry { page: &OCTAL, make: |codes| PartizanHeaps::make(&OCTAL, codes, Octal::parse), claims: &[] },
];

const CLAIMS: &[Claim] = &[Claim {
    name: "partizan-subtraction-outcomes",
    statement: "For two finite sets with greatest number m the outcome of a heap depends on those of the m heaps below it alone. \
                So the outcomes of single heaps are periodic in the end: m outcomes in a row come again within 4^m + m heaps, and that proves \
                the period.",
    range: "all pairs of sets of numbers up to N, twice as many heaps as the proof needs",
    default_range: 4,
    check: check_outcomes,
}];

pub(crate) static SUBTRACTION: Page = Page {
    name: "partizan-subtract",
    title: "Partizan subtraction games",
    parameter: Some("{LEFT|RIGHT}"),
    rules: "Heaps of tokens, and two sets. Left takes from one heap as many tokens as a number of the first set says, Right \
            as many as a number of the second. The sets are written as those of `subtract`: numbers and names. The short \
            name is subtract{LEFT|RIGHT}; allbut{LEFT|RIGHT} are the numbers that a player may not take.",
    notation: heaps::NOTATION,
    example: "subtract{1|2} 4 5",
    theorems: &[],
    sources: &[
        "A. S. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games, International Journal of Game Theory \
         16 (1987)",
    ],
    known_values: &[
        ("0", "0"),
        ("1", "1"),
        ("2", "{1|0}"),
        ("3", "0"),
        ("4", "1"),
        ("5", "{1|0}"),
        ("2 2", "1"),
        ("1 5", "{2|1}"),
    ],
    range: "all pairs of heaps of at most N tokens",
    default_range: 24,
};

pub(crate) static OCTAL: Page = Page {
    name: "partizan-octal",
    title: "Partizan octal games",
    parameter: Some("(LEFT|RIGHT)"),
    rules: "Heaps of tokens, and two codes of octal digits: Left's moves are those of the octal game of the first code, \
            Right's those of the second. The short name is octal(LEFT|RIGHT); hex(LEFT|RIGHT) has digits up to F. With \
            no digits but 0 and 7 it is Partizan Splittles: who takes a number that is allowed may break the rest in two.",
    notation: heaps::NOTATION,
    example: "octal(0.7|0.07) 3 4",
    theorems: &[],
    sources: &[
        "A. S. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games, International Journal of Game Theory \
         16 (1987)",
        "G. A. Mesdal III, Partizan splittles, in Games of No Chance 3 (2009)",
    ],
    known_values: &[
        ("0", "0"),
        ("1", "1"),
        ("2", "{1|0}"),
        ("3", "{2|1}"),
        ("4", "1"),
        ("3 4", "{3|2}"),
        ("2 2", "1"),
    ],
    range: "all pairs of heaps of at most N tokens",
    default_range: 10,
};

/// A game on heaps in which Left has the moves of one impartial game, and Right those of another.
///
/// A component is the size of a heap.
///
/// ```
/// use winways_games::heaps::octal::Octal;
/// use winways_games::heaps::partizan_heaps::PartizanHeaps;
/// use winways_kit::PartizanGame;
/// let game = PartizanHeaps::octal(Octal::parse("0.7")?, Octal::parse("0.07")?);
/// assert_eq!(game.name(), "octal(0.7|0.07)");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PartizanHeaps<R> {
    page: &'static Page,
    left: R,
    right: R,
}

impl PartizanHeaps<Octal> {
    /// The game of two octal codes.
    pub fn octal(left: Octal, right: Octal) -> Self {
        PartizanHeaps { page: &OCTAL, left, right }
    }
}

impl PartizanHeaps<Subtract> {
    /// The game of two sets of numbers that may be taken.
    pub fn subtraction(left: Subtract, right: Subtract) -> Self {
        PartizanHeaps { page: &SUBTRACTION, left, right }
    }
}

/// The game of one code, or of two with `|` between them.
pub(crate) fn one_or_two<R: Game<Component = u64> + 'static>(
    page: &'static Page,
    parameter: Option<&str>,
    parse: fn(&str) -> Result<R, Diagnostic>,
) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    let text = parameter.unwrap_or_default();
    if text.contains('|') {
        return PartizanHeaps::make(page, parameter, parse);
    }
    Ok(impartial::Erased::shared(parse(text)?))
}

impl<R: Game<Component = u64> + 'static> PartizanHeaps<R> {
    fn make(
        page: &'static Page,
        parameter: Option<&str>,
        parse: fn(&str) -> Result<R, Diagnostic>,
    ) -> Result<Arc<dyn AnyGame>, Diagnostic> {
        let text = parameter.unwrap_or_default();
        let Some((left, right)) = text.split_once('|') else {
            return Err(Diagnostic::new("Right's moves are missing", Span::at(text.len()))
                .label("expected `|`, and then what Right may do")
                .help(format!("try `{}`", page.example.split(' ').next().unwrap_or_default())));
        };
        let start = left.len() + 1;
        if let Some(place) = right.find('|') {
            let place = start + place;
            return Err(Diagnostic::new("a second `|`", Span::new(place, place + 1))
                .label("expected Left's moves, `|`, and Right's moves: there are two players"));
        }
        let left = parse(left)?;
        let right = parse(right).map_err(|diagnostic| diagnostic.shifted(start))?;
        Ok(Erased::shared(PartizanHeaps { page, left, right }))
    }

    fn of(&self, side: Side) -> &R {
        if side == Side::Left { &self.left } else { &self.right }
    }
}

impl<R: Game<Component = u64> + 'static> PartizanRuleset for PartizanHeaps<R> {
    type Component = u64;

    fn options(&self, heap: &u64, side: Side, options: &mut Options<u64>) {
        self.of(side).options(heap, options);
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        self.left.option_bound(heap).max(self.right.option_bound(heap))
    }
}

impl<R: Game<Component = u64> + 'static> PartizanGame for PartizanHeaps<R> {
    fn page(&self) -> &'static Page {
        self.page
    }

    /// `subtract{1,3}` and `subtract{1,2}` make `subtract{1,3|1,2}`.
    fn name(&self) -> String {
        let (mut name, right) = (self.left.name(), self.right.name());
        name.pop();
        let parameter = right.find(['(', '{']).map_or("", |bracket| &right[bracket + 1..]);
        format!("{name}|{parameter}")
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        heaps::parse(text)
    }

    fn write(&self, position: &[u64]) -> String {
        heaps::write(position)
    }

    fn describe_move(&self, from: &u64, to: &[u64], _: Side) -> String {
        heaps::describe(*from, to)
    }

    fn heap(&self, size: u64) -> Option<u64> {
        Some(size)
    }

    fn heap_recurrence(&self) -> Recurrence {
        let recurrence = |rules: &R| {
            let Some(rules) = rules.heap_rules() else { return Recurrence::Unknown };
            match rules.take_and_break() {
                Some(moves) if moves.splits.is_empty() => Recurrence::Window { length: moves.regular_from },
                _ => rules.recurrence(),
            }
        };
        match (recurrence(&self.left), recurrence(&self.right)) {
            (Recurrence::Window { length: left }, Recurrence::Window { length: right }) => {
                Recurrence::Window { length: left.max(right) }
            }
            _ => Recurrence::Unknown,
        }
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        Box::new(heaps::multisets(2, up_to))
    }
}

fn check_outcomes(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    for left in sets_up_to(up_to) {
        for right in sets_up_to(up_to) {
            let window = left.iter().chain(&right).copied().max().unwrap_or(0);
            // As many windows as there can be, and one more.
            let proof = 4u64.saturating_pow(window as u32).saturating_add(window + 1);
            let outcomes = plain_outcomes(&left, &right, proof.saturating_mul(2), check)?;
            let found = Period::of(&outcomes[..proof as usize], Recurrence::Window { length: window });
            let name = || format!("{left:?} against {right:?}");
            check.compare(|| format!("a proof for {}", name()), found.is_some(), true)?;
            let Some(Period { preperiod, period }) = found else { continue };
            let tail = &outcomes[preperiod as usize..];
            let goes_on = tail.iter().zip(&tail[period as usize..]).all(|(heap, later)| heap == later);
            check.compare(|| format!("the outcomes of {}", name()), goes_on, true)?;
        }
    }
    Ok(())
}

/// Straight from the definition: 1 if Left wins who begins, 2 if Right does, their sum if both do.
fn plain_outcomes(left: &[u64], right: &[u64], heaps: u64, check: &Check<'_>) -> Result<Vec<u16>, Halt> {
    check.check_memory(heaps, 2)?;
    let mut outcomes: Vec<u16> = Vec::new();
    for heap in 0..heaps {
        if heap.is_multiple_of(1 << 16) {
            check.poll()?;
        }
        let wins = |set: &[u64], opponent: u16| {
            let rests = set.iter().filter_map(|taken| heap.checked_sub(*taken));
            rests.map(|rest| outcomes[rest as usize]).any(|outcome| outcome & opponent == 0)
        };
        outcomes.push(u16::from(wins(left, 2)) + 2 * u16::from(wins(right, 1)));
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests;
