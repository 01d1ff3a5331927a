//! Top Entails: a move splits a stack, or takes its top coin; then the opponent must move in the same stack.

use winways_entailing::{EntailingRules, EntailingValues, Moves, TopEntails, TopEntailsTable};
use winways_kit::any::common;
use winways_kit::view::{Touch, View};
use winways_kit::{EntailingLists, Page, heaps};
use winways_notation::Diagnostic;
use winways_rules::{Meter, RuleFault};

game!("top-entails", |_| Ok(common::entailing_heaps(Stacks)));

/// The stacks of Top Entails, with their notation.
struct Stacks;

impl EntailingRules for Stacks {
    type Position = u64;

    fn moves(&self, stack: &u64, meter: &mut Meter) -> Result<Moves<u64>, RuleFault> {
        TopEntails.moves(stack, meter)
    }

    fn move_bound(&self, stack: &u64) -> u64 {
        TopEntails.move_bound(stack)
    }
}

impl EntailingLists for Stacks {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        winways_notation::Scanner::new(text).numbers("a stack size")
    }

    fn write(&self, stacks: &[u64]) -> String {
        heaps::write(stacks)
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        heaps::describe_part("stack", *from, to)
    }

    fn view(&self, stacks: &[u64]) -> View {
        View::heaps(stacks)
    }

    fn touches(&self, _: &[u64], index: usize, _: &[u64]) -> Vec<Touch> {
        vec![Touch::heap(index)]
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        heaps::multisets(3, up_to)
    }

    fn values(&self) -> Box<dyn EntailingValues<u64> + '_> {
        Box::new(TopEntailsTable::new())
    }

    fn heap(&self, size: u64) -> Option<u64> {
        Some(size)
    }
}
