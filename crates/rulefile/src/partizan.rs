//! Partizan games on single heaps or tuples of numbers, defined by rule files.

use crate::TextRules;
use crate::about::FileHeaders;
use crate::tuples::{NumberTuple, Tuples};
use std::ops::ControlFlow;
use winways_kit::{About, ComponentMove, Page, PartizanGame};
use winways_rules::{HeapRules, Options, PartizanRuleset, Player, Recurrence, RuleFault, Side};

/// A partizan game on tuples of numbers, defined by a rule file.
pub(crate) struct PartizanTextGame<T> {
    /// The rules of Left and of Right.
    rules: [TextRules; 2],
    tuples: Tuples<T>,
    headers: FileHeaders,
}

impl<T: NumberTuple> PartizanTextGame<T> {
    /// Creates the game from the rules of Left and of Right.
    pub(crate) fn new(rules: [TextRules; 2], headers: FileHeaders) -> Self {
        let tuples = Tuples::new(headers.names.clone(), &rules);
        PartizanTextGame { rules, tuples, headers }
    }

    fn of(&self, side: Side) -> &TextRules {
        &self.rules[usize::from(side == Side::Right)]
    }
}

impl<T: NumberTuple> PartizanRuleset for PartizanTextGame<T> {
    type Component = T;

    fn options(&self, component: &T, side: Side, options: &mut Options<T>) -> Result<(), RuleFault> {
        options.metered(|options, meter| {
            self.of(side).options(&self.tuples.numbers(component), meter, |option| {
                options.push(self.tuples.components(option));
                ControlFlow::Continue(())
            })
        })
    }

    fn option_bound(&self, component: &T) -> u64 {
        let numbers = self.tuples.numbers(component);
        let [left, right] = self.rules.each_ref().map(|rules| rules.option_bound(&numbers));
        left.max(right)
    }
}

winways_kit::positions_are_components!(
    impl [T: NumberTuple] for PartizanTextGame<T>,
    T,
    |game: &Self, text: &str| game.tuples.parse(text),
    |game: &Self, position: &[T]| game.tuples.write(position),
    |game: &Self, from: &T, to: &[T], _: Player| game.tuples.describe_move(from, to),
    |game: &Self, position: &[T]| game.tuples.view(position),
    |game: &Self, position: &[T], step: &ComponentMove<T>| {
        game.tuples.touches(position, step.component, &step.to)
    },
);

impl<T: NumberTuple> PartizanGame for PartizanTextGame<T> {
    fn page(&self) -> &'static Page {
        self.headers.about.page
    }

    fn name(&self) -> String {
        self.headers.about.name.clone()
    }

    fn about(&self) -> About {
        self.headers.about.clone()
    }

    fn heap(&self, size: u64) -> Option<T> {
        (self.tuples.arity() == 1 && size <= TextRules::GREATEST).then(|| T::of(&[size]))
    }

    fn heap_size(&self, component: &T) -> Option<u64> {
        (self.tuples.arity() == 1).then(|| component.array().as_ref()[0])
    }

    fn heap_recurrence(&self) -> Recurrence {
        let of =
            |rules: &TextRules| rules.heap_rules().map_or(Recurrence::Unknown, HeapRules::form_recurrence);
        // The theorems on windows assume that a heap of 0 has no moves.
        if self.rules.iter().any(|rules| rules.option_bound(&[0]) > 0) {
            return Recurrence::Unknown;
        }
        let [left, right] = self.rules.each_ref().map(of);
        left.with(right)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<T>> + '_> {
        self.tuples.positions(up_to)
    }
}
