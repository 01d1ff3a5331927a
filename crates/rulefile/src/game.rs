//! Games defined by rule files: the entry points, and impartial games on single heaps or tuples of numbers.

use crate::about::{FileHeaders, check_stated_positions};
use crate::bounded::BoundedGame;
use crate::entailing::EntailingTextGame;
use crate::partizan::PartizanTextGame;
use crate::tuples::{MAX_TUPLE_LEN, NumberTuple, Tuple, Tuples};
use crate::{CompiledRules, TextRules, pictures};
use std::ops::ControlFlow;
use std::sync::Arc;
use winways_kit::any::{AnyGame, common, entailing, impartial, partizan, ranked};
use winways_kit::view::{Touch, View};
use winways_kit::{About, Game, Move, Page, heaps};
use winways_notation::{Diagnostic, is_picture_file, parse_rules};
use winways_rules::{
    HeapRules, LargeRows, Meter, NoRowMoves, Options, PairRules, RowMoves, RuleFault, Ruleset,
};
use winways_solve::{MoveFormula, PairMoveFormula};

/// Creates the game of a rule file. It has a generic page, with the title, rules and sources of the file.
///
/// # Errors
/// Returns a diagnostic that points into `text`.
pub fn of_file(text: &str) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    make(text, None)
}

/// Creates the game of a rule file of the catalogue, with its own page.
///
/// # Errors
/// Returns a diagnostic that points into `text`.
pub fn of_catalogue(text: &str, page: &'static Page) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    make(text, Some(page))
}

fn make(text: &str, page: Option<&'static Page>) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    if is_picture_file(text) {
        return pictures::make(text, page);
    }
    let file = parse_rules(text)?;
    let rules = CompiledRules::of(&file)?;
    let mut headers = FileHeaders::of(&file, text, page);
    if page.is_none() && file.header("example").is_none() {
        headers.about.example = example(headers.names.len(), &rules);
    }
    let game = match rules {
        CompiledRules::Impartial(rules) => match headers.names.len() {
            1 => common::impartial(TextGame::<u64>::new(*rules, headers)),
            2 => common::impartial(TextGame::<(u64, u64)>::new(*rules, headers)),
            3 => impartial::shared(TextGame::<Tuple<3>>::new(*rules, headers)),
            4 => impartial::shared(TextGame::<Tuple<4>>::new(*rules, headers)),
            _ => impartial::shared(TextGame::<Tuple<MAX_TUPLE_LEN>>::new(*rules, headers)),
        },
        CompiledRules::Partizan(players) => match headers.names.len() {
            1 => common::partizan(PartizanTextGame::<u64>::new(*players, headers)),
            2 => common::partizan(PartizanTextGame::<(u64, u64)>::new(*players, headers)),
            _ => partizan::shared(PartizanTextGame::<Tuple<MAX_TUPLE_LEN>>::new(*players, headers)),
        },
        CompiledRules::Entailing(turns) => match headers.names.len() {
            1 => common::entailing_heaps(EntailingTextGame::<u64>::new(*turns, headers)),
            _ => entailing::shared_lists(EntailingTextGame::<Tuple<MAX_TUPLE_LEN>>::new(*turns, headers)),
        },
        CompiledRules::Bounded(rules) => ranked::shared(BoundedGame::new(rules, headers)),
    };
    if page.is_none() {
        check_stated_positions(&file.headers, &*game)?;
    }
    Ok(game)
}

/// Returns an example of a position with one component of `arity` numbers, or with two heaps.
fn example(arity: usize, rules: &CompiledRules) -> String {
    match rules {
        CompiledRules::Bounded(rules) => {
            let numbers: Vec<u64> = rules.greatest().iter().map(|&most| most.min(5)).collect();
            let mover = if rules.is_partizan() { " left" } else { "" };
            heaps::list(&numbers, " ") + mover
        }
        _ if arity <= 2 => "5 6".to_owned(),
        _ => heaps::list(&(1..=arity as u64).collect::<Vec<_>>(), " "),
    }
}

/// An impartial game on tuples of numbers, defined by a rule file.
struct TextGame<T> {
    rules: TextRules,
    tuples: Tuples<T>,
    headers: FileHeaders,
}

impl<T: NumberTuple> TextGame<T> {
    fn new(rules: TextRules, headers: FileHeaders) -> Self {
        let tuples = Tuples::new(headers.names.clone(), std::slice::from_ref(&rules));
        TextGame { rules, tuples, headers }
    }
}

impl<T: NumberTuple> Ruleset for TextGame<T> {
    type Component = T;

    fn options(&self, component: &T, options: &mut Options<T>) -> Result<(), RuleFault> {
        options.metered(|options, meter| {
            self.rules.options(&self.tuples.numbers(component), meter, |option| {
                options.push(self.tuples.components(option));
                ControlFlow::Continue(())
            })
        })
    }

    fn option_bound(&self, component: &T) -> u64 {
        self.rules.option_bound(&self.tuples.numbers(component))
    }
}

impl<T: NumberTuple> PairRules for TextGame<T> {
    fn options(
        &self,
        pair: [u64; 2],
        meter: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        self.rules.options(&pair, meter, |option| visit(option.as_chunks().0))
    }

    fn rays(&self) -> &[[u64; 2]] {
        self.rules.rays()
    }

    fn options_off_rays(
        &self,
        pair: [u64; 2],
        meter: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        self.rules.options_off_rays(&pair, meter, &mut |option| visit(option.as_chunks().0))
    }

    fn row_moves(&self, row: LargeRows, meter: &mut Meter) -> Result<RowMoves, NoRowMoves> {
        self.rules.row_moves(row, meter)
    }
}

impl<T: NumberTuple> Game for TextGame<T> {
    fn page(&self) -> &'static Page {
        self.headers.about.page
    }

    fn name(&self) -> String {
        self.headers.about.name.clone()
    }

    fn about(&self) -> About {
        self.headers.about.clone()
    }

    fn parse(&self, text: &str) -> Result<Vec<T>, Diagnostic> {
        self.tuples.parse(text)
    }

    fn write(&self, position: &[T]) -> String {
        self.tuples.write(position)
    }

    fn describe_move(&self, from: &T, to: &[T]) -> String {
        self.tuples.describe_move(from, to)
    }

    fn view(&self, position: &[T]) -> View {
        self.tuples.view(position)
    }

    fn touches(&self, position: &[T], step: &Move<T>) -> Vec<Touch> {
        self.tuples.touches(position, step.component, &step.to)
    }

    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        self.rules.heap_rules()
    }

    fn move_formulas(&self) -> Option<&[MoveFormula]> {
        self.rules.move_formulas()
    }

    fn pair_formulas(&self) -> Option<&[PairMoveFormula]> {
        self.rules.pair_formulas()
    }

    fn distance_rules(&self) -> Option<&dyn HeapRules> {
        self.rules.distance_rules()
    }

    fn distance(&self, component: &T) -> Option<u64> {
        self.rules.distance(component.array().as_ref()[0])
    }

    fn heap(&self, component: &T) -> Option<u64> {
        (self.tuples.arity() == 1).then(|| component.array().as_ref()[0])
    }

    fn pair(&self, component: &T) -> Option<[u64; 2]> {
        self.tuples.numbers(component)[..].try_into().ok()
    }

    fn pair_rules(&self) -> Option<&dyn PairRules> {
        (self.tuples.arity() == 2).then_some(self)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<T>> + '_> {
        self.tuples.positions(up_to)
    }
}
