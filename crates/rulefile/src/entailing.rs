//! Impartial games on single heaps or tuples of numbers with entailing and complimenting moves, defined by rule files.

use crate::TextRules;
use crate::about::FileHeaders;
use crate::tuples::{NumberTuple, Tuples};
use std::collections::HashSet;
use std::ops::ControlFlow;
use winways_entailing::{EntailingMove, EntailingRules, Moves};
use winways_kit::view::{Touch, View};
use winways_kit::{About, EntailingLists, Page};
use winways_notation::Diagnostic;
use winways_notation::rules::Turn;
use winways_rules::{Meter, RuleFault};

/// An impartial game on tuples of numbers with entailing and complimenting moves, defined by a rule file.
pub(crate) struct EntailingTextGame<T> {
    /// The rules for each turn in [`Turn::ALL`].
    turns: [TextRules; 3],
    tuples: Tuples<T>,
    headers: FileHeaders,
}

impl<T: NumberTuple> EntailingTextGame<T> {
    /// Creates the game from the rules for each turn in [`Turn::ALL`].
    pub(crate) fn new(turns: [TextRules; 3], headers: FileHeaders) -> Self {
        let tuples = Tuples::new(headers.names.clone(), &turns);
        EntailingTextGame { turns, tuples, headers }
    }

    /// Adds the moves of one turn. Equal options count as one move.
    fn add_moves(
        &self,
        turn: Turn,
        rules: &TextRules,
        component: &T,
        meter: &mut Meter,
        moves: &mut Moves<T>,
    ) -> Result<(), RuleFault> {
        let mut seen = HashSet::new();
        rules.options(&self.tuples.numbers(component), meter, |option| {
            let parts: Vec<T> = self.tuples.components(option).collect();
            // The entailed component is not interchangeable with the others.
            let fixed = usize::from(turn == Turn::Entail);
            let mut sorted = parts.clone();
            sorted[fixed..].sort_unstable();
            if seen.insert(sorted) {
                moves.push(match turn {
                    Turn::Ordinary => EntailingMove::Ordinary(parts),
                    Turn::Again => EntailingMove::Complimenting(parts),
                    Turn::Entail => {
                        EntailingMove::Entailing { entailed: parts[0], others: parts[1..].to_vec() }
                    }
                });
            }
            ControlFlow::Continue(())
        })
    }
}

impl<T: NumberTuple> EntailingRules for EntailingTextGame<T> {
    type Position = T;

    fn moves(&self, component: &T, meter: &mut Meter) -> Result<Moves<T>, RuleFault> {
        let mut moves = Vec::new();
        for (turn, rules) in Turn::ALL.into_iter().zip(&self.turns) {
            self.add_moves(turn, rules, component, meter, &mut moves)?;
        }
        Ok(moves)
    }

    fn move_bound(&self, component: &T) -> u64 {
        let numbers = self.tuples.numbers(component);
        let bounds = self.turns.iter().map(|rules| rules.option_bound(&numbers));
        bounds.fold(0, u64::saturating_add)
    }
}

impl<T: NumberTuple> EntailingLists for EntailingTextGame<T> {
    fn page(&self) -> &'static Page {
        self.headers.about.page
    }

    fn about(&self) -> About {
        self.headers.about.clone()
    }

    fn forces_components(&self) -> bool {
        self.turns.iter().zip(Turn::ALL).any(|(rules, turn)| turn == Turn::Entail && rules.has_rules())
    }

    fn parse(&self, text: &str) -> Result<Vec<T>, Diagnostic> {
        self.tuples.parse(text)
    }

    fn write(&self, components: &[T]) -> String {
        self.tuples.write(components)
    }

    fn describe_move(&self, from: &T, to: &[T]) -> String {
        self.tuples.describe_move(from, to)
    }

    fn view(&self, components: &[T]) -> View {
        self.tuples.view(components)
    }

    fn touches(&self, components: &[T], index: usize, to: &[T]) -> Vec<Touch> {
        self.tuples.touches(components, index, to)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<T>> + '_> {
        self.tuples.positions(up_to)
    }

    fn heap(&self, size: u64) -> Option<T> {
        (self.tuples.arity() == 1 && size <= TextRules::GREATEST).then(|| T::of(&[size]))
    }
}
