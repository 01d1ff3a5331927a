//! Partizan games on single heaps or tuples of numbers, defined by rule files.

use crate::TextRules;
use crate::about::FileHeaders;
use crate::tuples::{Tuple, Tuples};
use std::ops::ControlFlow;
use winways_kit::{About, ComponentMove, Page, PartizanGame};
use winways_rules::{HeapRules, Options, PartizanRuleset, Player, Recurrence, RuleFault, Side};

/// A partizan game on tuples of up to `N` numbers, defined by a rule file.
pub(crate) struct PartizanTextGame<const N: usize> {
    /// The rules of Left and of Right.
    rules: [TextRules; 2],
    tuples: Tuples<N>,
    headers: FileHeaders,
}

impl<const N: usize> PartizanTextGame<N> {
    /// Creates the game from the rules of Left and of Right.
    pub(crate) fn new(rules: [TextRules; 2], headers: FileHeaders) -> Self {
        let tuples = Tuples::new(headers.names.clone(), &rules);
        PartizanTextGame { rules, tuples, headers }
    }

    fn of(&self, side: Side) -> &TextRules {
        &self.rules[usize::from(side == Side::Right)]
    }
}

impl<const N: usize> PartizanRuleset for PartizanTextGame<N> {
    type Component = Tuple<N>;

    fn options(
        &self,
        component: &Tuple<N>,
        side: Side,
        options: &mut Options<Tuple<N>>,
    ) -> Result<(), RuleFault> {
        options.metered(|options, meter| {
            self.of(side).options(self.tuples.numbers(component), meter, |option| {
                options.push(self.tuples.components(option));
                ControlFlow::Continue(())
            })
        })
    }

    fn option_bound(&self, component: &Tuple<N>) -> u64 {
        let numbers = self.tuples.numbers(component);
        let [left, right] = self.rules.each_ref().map(|rules| rules.option_bound(numbers));
        left.max(right)
    }
}

winways_kit::positions_are_components!(
    impl [const N: usize] for PartizanTextGame<N>,
    Tuple<N>,
    |game: &Self, text: &str| game.tuples.parse(text),
    |game: &Self, position: &[Tuple<N>]| game.tuples.write(position),
    |game: &Self, from: &Tuple<N>, to: &[Tuple<N>], _: Player| game.tuples.describe_move(from, to),
    |game: &Self, position: &[Tuple<N>]| game.tuples.view(position),
    |game: &Self, position: &[Tuple<N>], step: &ComponentMove<Tuple<N>>| {
        game.tuples.touches(position, step.component, &step.to)
    },
);

impl<const N: usize> PartizanGame for PartizanTextGame<N> {
    fn page(&self) -> &'static Page {
        self.headers.about.page
    }

    fn name(&self) -> String {
        self.headers.about.name.clone()
    }

    fn about(&self) -> About {
        self.headers.about.clone()
    }

    fn heap(&self, size: u64) -> Option<Tuple<N>> {
        (N == 1 && size <= TextRules::GREATEST).then_some(Tuple([size; N]))
    }

    fn heap_size(&self, component: &Tuple<N>) -> Option<u64> {
        (N == 1).then(|| component.0[0])
    }

    fn heap_recurrence(&self) -> Recurrence {
        let of =
            |rules: &TextRules| rules.heap_rules().map_or(Recurrence::Unknown, HeapRules::form_recurrence);
        let [left, right] = self.rules.each_ref().map(of);
        left.with(right)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Tuple<N>>> + '_> {
        self.tuples.positions(up_to)
    }
}

#[cfg(test)]
mod tests;
