//! Partizan games on heaps: one code or set for Left's moves, another for Right's.

mod catalogue;

pub(crate) use catalogue::ENTRIES;

use std::sync::Arc;
use winways_kit::any::AnyGame;
use winways_kit::any::common;
use winways_kit::heaps;
use winways_kit::view::{Touch, View};
use winways_kit::{About, ComponentMove, Game, Page, PartizanGame};
use winways_notation::{Diagnostic, Span};
use winways_rules::{HeapRules, Options, PartizanRuleset, Recurrence, RuleFault, Side};

pub(crate) static SUBTRACTION: Page = page!("partizan-subtract");

pub(crate) static OCTAL: Page = page!("partizan-octal");

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
#[derive(Clone)]
pub struct PartizanHeaps {
    about: About,
    left: Arc<dyn Game<Component = u64>>,
    right: Arc<dyn Game<Component = u64>>,
    /// `true` if Left's game provides the starting position, instead of the example on the page.
    starts_as_left: bool,
}

/// Creates the game of one code, or of two codes separated by `|`.
pub(crate) fn one_or_two<R: Game<Component = u64> + 'static>(
    page: &'static Page,
    parameter: Option<&str>,
    parse: fn(&str) -> Result<R, Diagnostic>,
) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    let text = parameter.unwrap_or_default();
    if text.contains('|') {
        return PartizanHeaps::parse_two(page, parameter, parse);
    }
    Ok(common::impartial(parse(text)?))
}

impl PartizanHeaps {
    /// Creates the game of two parameters. The names of the games are combined: `subtract{1,3}` and `subtract{1,2}` make
    /// `subtract{1,3|1,2}`.
    fn new(
        page: &'static Page,
        left: impl Game<Component = u64> + 'static,
        right: impl Game<Component = u64> + 'static,
    ) -> Self {
        let (mut name, of_right) = (left.name(), right.name());
        name.pop();
        let parameter = of_right.find(['(', '{']).map_or("", |bracket| &of_right[bracket + 1..]);
        let about = About::new(page, format!("{name}|{parameter}"));
        PartizanHeaps { about, left: Arc::new(left), right: Arc::new(right), starts_as_left: false }
    }

    /// Creates the game in which Left has the moves of one game and Right those of another. Left's game provides the name, the
    /// description and the starting position.
    pub fn of_players(
        left: impl Game<Component = u64> + 'static,
        right: impl Game<Component = u64> + 'static,
    ) -> Self {
        let about = left.about();
        PartizanHeaps { about, left: Arc::new(left), right: Arc::new(right), starts_as_left: true }
    }

    pub(super) fn parse_two<R: Game<Component = u64> + 'static>(
        page: &'static Page,
        parameter: Option<&str>,
        parse: fn(&str) -> Result<R, Diagnostic>,
    ) -> Result<Arc<dyn AnyGame>, Diagnostic> {
        let text = parameter.unwrap_or_default();
        let Some((left, right)) = text.split_once('|') else {
            return Err(Diagnostic::new("Right's moves are missing", Span::at(text.len()))
                .label("expected `|` and Right's moves")
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
        Ok(common::partizan(PartizanHeaps::new(page, left, right)))
    }

    fn of(&self, side: Side) -> &dyn Game<Component = u64> {
        if side == Side::Left { &*self.left } else { &*self.right }
    }
}

impl PartizanRuleset for PartizanHeaps {
    type Component = u64;

    fn options(&self, heap: &u64, side: Side, options: &mut Options<u64>) -> Result<(), RuleFault> {
        self.of(side).options(heap, options)
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        self.left.option_bound(heap).max(self.right.option_bound(heap))
    }

    fn table_bytes(&self) -> u64 {
        self.left.table_bytes().saturating_add(self.right.table_bytes())
    }
}

winways_kit::positions_are_components!(
    impl for PartizanHeaps,
    u64,
    |_: &Self, text: &str| heaps::parse(text),
    |_: &Self, position: &[u64]| heaps::write(position),
    |_: &Self, from: &u64, to: &[u64], _| heaps::describe(*from, to),
    |_: &Self, heaps: &[u64]| View::heaps(heaps),
    |_: &Self, _: &[u64], step: &ComponentMove<u64>| vec![Touch::heap(step.component)],
);

impl PartizanGame for PartizanHeaps {
    fn page(&self) -> &'static Page {
        self.about.page
    }

    fn name(&self) -> String {
        self.about.name.clone()
    }

    fn about(&self) -> About {
        self.about.clone()
    }

    fn start(&self) -> Option<Vec<u64>> {
        match self.starts_as_left {
            true => self.left.start(),
            false => heaps::parse(self.page().example_position()).ok(),
        }
    }

    fn heap(&self, size: u64) -> Option<u64> {
        Some(size)
    }

    fn heap_size(&self, component: &u64) -> Option<u64> {
        Some(*component)
    }

    fn heap_recurrence(&self) -> Recurrence {
        let of = |rules: &dyn Game<Component = u64>| {
            rules.heap_rules().map_or(Recurrence::Unknown, HeapRules::form_recurrence)
        };
        of(&*self.left).with(of(&*self.right))
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        heaps::multisets(2, up_to)
    }
}

#[cfg(test)]
mod tests;
