//! Games defined by rule files: the entry points, and impartial games on single heaps or tuples of numbers.

use crate::about::{FileHeaders, check_stated_positions};
use crate::bounded::BoundedGame;
use crate::entailing::EntailingTextGame;
use crate::partizan::PartizanTextGame;
use crate::tuples::{MAX_TUPLE_LEN, Tuple, Tuples};
use crate::{CompiledRules, TextRules, pictures};
use std::ops::ControlFlow;
use std::sync::Arc;
use winways_kit::any::{AnyGame, entailing, impartial, partizan, ranked};
use winways_kit::view::{Touch, View};
use winways_kit::{About, Game, Move, Page};
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
    let headers = FileHeaders::of(&file, text, page);
    let game = match rules {
        CompiledRules::Impartial(rules) => match headers.names.len() {
            1 => impartial::shared(TextGame::<1>::new(*rules, headers)),
            2 => impartial::shared(TextGame::<2>::new(*rules, headers)),
            3 => impartial::shared(TextGame::<3>::new(*rules, headers)),
            4 => impartial::shared(TextGame::<4>::new(*rules, headers)),
            _ => impartial::shared(TextGame::<MAX_TUPLE_LEN>::new(*rules, headers)),
        },
        CompiledRules::Partizan(players) => match headers.names.len() {
            1 => partizan::shared(PartizanTextGame::<1>::new(*players, headers)),
            2 => partizan::shared(PartizanTextGame::<2>::new(*players, headers)),
            _ => partizan::shared(PartizanTextGame::<MAX_TUPLE_LEN>::new(*players, headers)),
        },
        CompiledRules::Entailing(turns) => match headers.names.len() {
            1 => entailing::shared_lists(EntailingTextGame::<1>::new(*turns, headers)),
            _ => entailing::shared_lists(EntailingTextGame::<MAX_TUPLE_LEN>::new(*turns, headers)),
        },
        CompiledRules::Bounded(rules) => ranked::shared(BoundedGame::new(rules, headers)),
    };
    if page.is_none() {
        check_stated_positions(&file.headers, &*game)?;
    }
    Ok(game)
}

/// An impartial game on tuples of up to `N` numbers, defined by a rule file.
struct TextGame<const N: usize> {
    rules: TextRules,
    tuples: Tuples<N>,
    headers: FileHeaders,
}

impl<const N: usize> TextGame<N> {
    fn new(rules: TextRules, headers: FileHeaders) -> Self {
        let tuples = Tuples::new(headers.names.clone(), std::slice::from_ref(&rules));
        TextGame { rules, tuples, headers }
    }
}

impl<const N: usize> Ruleset for TextGame<N> {
    type Component = Tuple<N>;

    fn options(&self, component: &Tuple<N>, options: &mut Options<Tuple<N>>) -> Result<(), RuleFault> {
        options.metered(|options, meter| {
            self.rules.options(self.tuples.numbers(component), meter, |option| {
                options.push(self.tuples.components(option));
                ControlFlow::Continue(())
            })
        })
    }

    fn option_bound(&self, component: &Tuple<N>) -> u64 {
        self.rules.option_bound(self.tuples.numbers(component))
    }
}

impl<const N: usize> PairRules for TextGame<N> {
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

impl<const N: usize> Game for TextGame<N> {
    fn page(&self) -> &'static Page {
        self.headers.about.page
    }

    fn name(&self) -> String {
        self.headers.about.name.clone()
    }

    fn about(&self) -> About {
        self.headers.about.clone()
    }

    fn parse(&self, text: &str) -> Result<Vec<Tuple<N>>, Diagnostic> {
        self.tuples.parse(text)
    }

    fn write(&self, position: &[Tuple<N>]) -> String {
        self.tuples.write(position)
    }

    fn describe_move(&self, from: &Tuple<N>, to: &[Tuple<N>]) -> String {
        self.tuples.describe_move(from, to)
    }

    fn view(&self, position: &[Tuple<N>]) -> View {
        self.tuples.view(position)
    }

    fn touches(&self, position: &[Tuple<N>], step: &Move<Tuple<N>>) -> Vec<Touch> {
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

    fn distance(&self, component: &Tuple<N>) -> Option<u64> {
        self.rules.distance(component.0[0])
    }

    fn heap(&self, component: &Tuple<N>) -> Option<u64> {
        (N == 1).then(|| component.0[0])
    }

    fn pair(&self, component: &Tuple<N>) -> Option<[u64; 2]> {
        self.tuples.numbers(component).try_into().ok()
    }

    fn pair_rules(&self) -> Option<&dyn PairRules> {
        (N == 2).then_some(self)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Tuple<N>>> + '_> {
        self.tuples.positions(up_to)
    }
}

#[cfg(test)]
mod tests {
    use super::of_file;
    use proptest::prelude::*;
    use winways_solve::{Budget, NoObserver, Theorems};

    /// Returns a rule file of Nim on components of `arity` heaps.
    fn nim(arity: usize) -> String {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let moves = (0..arity).map(|heap| {
            let name = names[heap];
            let mut after = names[..arity].to_vec();
            after[heap] = "k";
            format!("heap ({}) -> ({}) where k < {name}\n", names[..arity].join(", "), after.join(", "))
        });
        moves.collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// A component of any number of heaps, even one that ends in zeros, has the value of the nim-sum of its heaps.
        #[test]
        fn nim_on_tuples_has_the_value_of_its_heaps(
            arity in 2usize..=8,
            heaps in proptest::collection::vec(0u64..3, 16),
        ) {
            let game = of_file(&nim(arity)).unwrap();
            let heaps = &heaps[..2 * arity];
            let text: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let position = game.parse(&text.join(" ")).unwrap();
            let written = position.text();
            prop_assert!(written.ends_with(&format!("({})", text.join(","))), "{}", written);
            prop_assert_eq!(position.component_count(), 2);
            let number_of_moves: u64 = heaps.iter().sum();
            prop_assert_eq!(position.moves().unwrap().len() as u64, number_of_moves);
            let mut solver = position.impartial().unwrap().solver(Theorems::Ignore, Budget::default(), &NoObserver);
            let value = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            prop_assert_eq!(solver.value().unwrap().0, value);
            prop_assert!(game.parse(&text[1..].join(" ")).is_err());
        }
    }
}
