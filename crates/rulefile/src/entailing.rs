//! Impartial games on single heaps or tuples of numbers with entailing and complimenting moves, defined by rule files.

use crate::TextRules;
use crate::about::FileHeaders;
use crate::tuples::{Tuple, Tuples};
use std::collections::HashSet;
use std::ops::ControlFlow;
use winways_entailing::{EntailingMove, EntailingRules, Moves};
use winways_kit::view::{Touch, View};
use winways_kit::{About, EntailingLists, Page};
use winways_notation::Diagnostic;
use winways_notation::rules::Turn;
use winways_rules::{Meter, RuleFault};

/// An impartial game on tuples of up to `N` numbers with entailing and complimenting moves, defined by a rule file.
pub(crate) struct EntailingTextGame<const N: usize> {
    /// The rules for each turn in [`Turn::ALL`].
    turns: [TextRules; 3],
    tuples: Tuples<N>,
    headers: FileHeaders,
}

impl<const N: usize> EntailingTextGame<N> {
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
        component: &Tuple<N>,
        meter: &mut Meter,
        moves: &mut Moves<Tuple<N>>,
    ) -> Result<(), RuleFault> {
        let mut seen = HashSet::new();
        rules.options(self.tuples.numbers(component), meter, |option| {
            let parts: Vec<Tuple<N>> = self.tuples.components(option).collect();
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

impl<const N: usize> EntailingRules for EntailingTextGame<N> {
    type Position = Tuple<N>;

    fn moves(&self, component: &Tuple<N>, meter: &mut Meter) -> Result<Moves<Tuple<N>>, RuleFault> {
        let mut moves = Vec::new();
        for (turn, rules) in Turn::ALL.into_iter().zip(&self.turns) {
            self.add_moves(turn, rules, component, meter, &mut moves)?;
        }
        Ok(moves)
    }

    fn move_bound(&self, component: &Tuple<N>) -> u64 {
        let numbers = self.tuples.numbers(component);
        let bounds = self.turns.iter().map(|rules| rules.option_bound(numbers));
        bounds.fold(0, u64::saturating_add)
    }
}

impl<const N: usize> EntailingLists for EntailingTextGame<N> {
    fn page(&self) -> &'static Page {
        self.headers.about.page
    }

    fn about(&self) -> About {
        self.headers.about.clone()
    }

    fn parse(&self, text: &str) -> Result<Vec<Tuple<N>>, Diagnostic> {
        self.tuples.parse(text)
    }

    fn write(&self, components: &[Tuple<N>]) -> String {
        self.tuples.write(components)
    }

    fn describe_move(&self, from: &Tuple<N>, to: &[Tuple<N>]) -> String {
        self.tuples.describe_move(from, to)
    }

    fn view(&self, components: &[Tuple<N>]) -> View {
        self.tuples.view(components)
    }

    fn touches(&self, components: &[Tuple<N>], index: usize, to: &[Tuple<N>]) -> Vec<Touch> {
        self.tuples.touches(components, index, to)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Tuple<N>>> + '_> {
        self.tuples.positions(up_to)
    }

    fn heap(&self, size: u64) -> Option<Tuple<N>> {
        (N == 1 && size <= TextRules::GREATEST).then_some(Tuple([size; N]))
    }
}

#[cfg(test)]
mod tests;
