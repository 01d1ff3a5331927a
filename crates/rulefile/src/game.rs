//! Games told by rule files: single heaps, or tuples of numbers.

use crate::{TextRules, header, pictures};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use winways_kit::any::AnyGame;
use winways_kit::any::impartial;
use winways_kit::figures::changed;
use winways_kit::heaps;
use winways_kit::view::{Figure, Touch, View};
use winways_kit::{Game, Move, Page};
use winways_notation::rules::RuleFile;
use winways_notation::{Diagnostic, Scanner, Span, is_picture_file, parse_rules};
use winways_rules::{Component, HeapRules, Meter, Options, PairRules, Play, RuleFault, Ruleset};

/// The game that a rule file tells. Its page is a general one; title, rules and sources are those of the file.
///
/// # Errors
/// A diagnostic that points into `text`.
pub fn of_file(text: &str) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    make(text, None)
}

/// The game of a rule file of the catalogue.
pub fn of_catalogue(text: &str, page: &'static Page) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    make(text, Some(page))
}

fn make(text: &str, page: Option<&'static Page>) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    if is_picture_file(text) {
        return pictures::make(text, page);
    }
    let file = parse_rules(text)?;
    let rules = TextRules::compile(&file)?;
    let about = About::of(&file, text, page)?;
    Ok(match rules.arity() {
        1 => impartial::shared(TextGame::<1>::new(rules, about)),
        2 => impartial::shared(TextGame::<2>::new(rules, about)),
        3 => impartial::shared(TextGame::<3>::new(rules, about)),
        4 => impartial::shared(TextGame::<4>::new(rules, about)),
        _ => impartial::shared(TextGame::<{ TextRules::MAX_NUMBERS }>::new(rules, about)),
    })
}

/// What a file tells beside the rules.
struct About {
    page: &'static Page,
    name: String,
    title: String,
    /// The rules in sentences, or as they are written.
    rules: String,
    notation: String,
    /// The names of a component's numbers.
    names: Vec<String>,
    sources: Vec<String>,
    play: Play,
}

impl About {
    fn of(file: &RuleFile, text: &str, page: Option<&'static Page>) -> Result<About, Diagnostic> {
        let header = |key| file.header(key).map(|header| header.text.clone()).filter(|text| !text.is_empty());
        let title = header("game").unwrap_or_else(|| "A game of one's own".to_owned());
        let play = match file.header("play") {
            None => Play::Normal,
            Some(header) => match header.text.as_str() {
                "normal" => Play::Normal,
                "misere" | "misère" => Play::Misere,
                _ => {
                    return Err(Diagnostic::new("there is no such play", header.span)
                        .label("expected `normal` or `misere`"));
                }
            },
        };
        let name = page.map(|page| page.name.to_owned()).or(header("name")).unwrap_or(title.clone());
        let sources = file.headers.iter().filter(|header| header.key == "source");
        let first = file.rules.iter().take(1).flat_map(|rule| &rule.pattern.names);
        let names: Vec<String> = first.map(|name| name.text.clone()).collect();
        let arity = names.len().max(1);
        let general = [&HEAPS, &PAIRS, &TUPLES][(arity - 1).min(2)];
        Ok(About {
            page: page.unwrap_or(general),
            name: slug(&name),
            title,
            rules: header("rules").unwrap_or_else(|| rule_lines(text)),
            notation: notation(&names),
            names,
            sources: sources.map(|header| header.text.clone()).collect(),
            play,
        })
    }
}

/// The lines of a file that tell rules.
fn rule_lines(text: &str) -> String {
    let is_rule = |line: &&str| {
        ["heap", "param", "measure", " ", "\t", "|"].iter().any(|start| line.starts_with(start))
    };
    let lines: Vec<&str> =
        text.lines().filter(is_rule).map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

fn notation(names: &[String]) -> String {
    match names {
        [] | [_] => "the heap sizes, 0 to 2^63 - 1, separated by spaces".to_owned(),
        _ => format!(
            "the numbers ({}), 0 to 2^63 - 1, separated by spaces; several components follow each other",
            names.join(", ")
        ),
    }
}

/// A name as the catalogue has them: lower case, words joined by `-`.
pub(crate) fn slug(title: &str) -> String {
    let mut name = String::new();
    for character in title.chars().filter(|character| *character != '\'') {
        match character {
            _ if character.is_ascii_alphanumeric() => name.push(character.to_ascii_lowercase()),
            _ if !name.is_empty() && !name.ends_with('-') => name.push('-'),
            _ => {}
        }
    }
    let name = name.trim_end_matches('-');
    let begins_well = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins_well { name.to_owned() } else { format!("game-{name}").trim_end_matches('-').to_owned() }
}

/// The page of rule files on numbers of one kind.
const fn general(range: &'static str, default_range: u64, example: &'static str) -> Page {
    Page {
        name: "rule-file",
        title: "A game of one's own",
        parameter: None,
        rules: "The rules are those of the file.",
        notation: "the numbers of the components, separated by spaces",
        example,
        theorems: &[],
        sources: &[],
        known_values: &[],
        range,
        default_range,
    }
}

static HEAPS: Page = general(header::RANGE_OF_HEAPS, 12, "FILE 5 6");
static PAIRS: Page = general(header::RANGE_OF_TUPLES, 10, "FILE 5 6");
static TUPLES: Page = general(header::RANGE_OF_TUPLES, 3, "FILE 1 2 3");

/// A game on tuples of up to `N` numbers, as its file tells it. Shorter tuples end in zeros that belong to no number: a
/// search is compiled for each `N`, which tuples of more than [`MAX_EXACT`] numbers are not worth.
struct TextGame<const N: usize> {
    rules: TextRules,
    about: About,
}

/// The numbers of a component. An array is hashed by its bytes, as a text of any length is: number by number takes half the
/// time, and is a third of a search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Tuple<const N: usize>([u64; N]);

impl<const N: usize> Component for Tuple<N> {}

impl<const N: usize> Hash for Tuple<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&number| state.write_u64(number));
    }
}

/// Up to this length tuples are exactly as long as their arrays.
const MAX_EXACT: usize = 4;

impl<const N: usize> TextGame<N> {
    fn new(rules: TextRules, about: About) -> Self {
        TextGame { rules, about }
    }

    /// How many numbers a component has.
    fn arity(&self) -> usize {
        if N <= MAX_EXACT { N } else { self.rules.arity() }
    }

    /// The numbers of a component.
    fn numbers<'c>(&self, component: &'c Tuple<N>) -> &'c [u64] {
        &component.0[..self.arity()]
    }

    /// The numbers of a position, one component after the other.
    fn all_numbers(&self, position: &[Tuple<N>]) -> Vec<u64> {
        position.iter().flat_map(|component| self.numbers(component)).copied().collect()
    }

    /// The components that these numbers are, one after the other, which are a multiple of the arity.
    fn components(&self, numbers: &[u64]) -> impl Iterator<Item = Tuple<N>> {
        let arity = self.arity();
        numbers.chunks_exact(arity).map(move |part| {
            let mut component = [0; N];
            component[..arity].copy_from_slice(part);
            Tuple(component)
        })
    }

    fn in_brackets(&self, component: &Tuple<N>) -> String {
        format!("({})", heaps::list(self.numbers(component), ", "))
    }
}

impl<const N: usize> Ruleset for TextGame<N> {
    type Component = Tuple<N>;

    fn options(&self, component: &Tuple<N>, options: &mut Options<Tuple<N>>) -> Result<(), RuleFault> {
        options.metered(|options, meter| {
            self.rules.options(self.numbers(component), meter, |option| {
                options.push(self.components(option));
                ControlFlow::Continue(())
            })
        })
    }

    fn option_bound(&self, component: &Tuple<N>) -> u64 {
        self.rules.option_bound(self.numbers(component))
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
}

impl<const N: usize> Game for TextGame<N> {
    fn page(&self) -> &'static Page {
        self.about.page
    }

    fn name(&self) -> String {
        self.about.name.clone()
    }

    fn title(&self) -> &str {
        &self.about.title
    }

    fn rules(&self) -> &str {
        &self.about.rules
    }

    fn notation(&self) -> &str {
        &self.about.notation
    }

    fn sources(&self) -> Vec<&str> {
        self.about.sources.iter().map(String::as_str).collect()
    }

    fn play(&self) -> Play {
        self.about.play
    }

    fn identity(&self) -> String {
        format!("{}\n{}", self.name(), self.rules())
    }

    fn parse(&self, text: &str) -> Result<Vec<Tuple<N>>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let mut numbers = Vec::new();
        scanner.skip_separators();
        let what = if N == 1 { "a heap size" } else { "a number of a component" };
        while numbers.is_empty() || !scanner.is_at_end() {
            numbers.push(scanner.number_in(what, 0, TextRules::GREATEST)?);
            scanner.skip_separators();
        }
        let arity = self.arity();
        match numbers.len() % arity {
            0 => Ok(self.components(&numbers).collect()),
            rest => {
                let message = format!("the last component has {rest} of its {arity} numbers");
                Err(Diagnostic::new(message, Span::at(text.trim_end().len()))
                    .label(format!("expected {} more", arity - rest)))
            }
        }
    }

    fn write(&self, position: &[Tuple<N>]) -> String {
        let numbers = self.all_numbers(position);
        if numbers.is_empty() { heaps::write(&vec![0; self.arity()]) } else { heaps::list(&numbers, ",") }
    }

    fn describe_move(&self, from: &Tuple<N>, to: &[Tuple<N>]) -> String {
        let after = if to.is_empty() {
            "nothing".to_owned()
        } else if N == 1 {
            heaps::list(&self.all_numbers(to), " + ")
        } else {
            let parts: Vec<String> = to.iter().map(|part| self.in_brackets(part)).collect();
            parts.join(" + ")
        };
        let before = if N == 1 { format!("heap {}", from.0[0]) } else { self.in_brackets(from) };
        format!("{before} -> {after}")
    }

    /// Heaps; where a component has several numbers, a board of heaps with the names of the numbers for each component.
    fn view(&self, position: &[Tuple<N>]) -> View {
        if N == 1 {
            return View::heaps(&self.all_numbers(position));
        }
        let names = self.about.names.iter().map(String::as_str);
        let board = |component: &Tuple<N>| {
            Figure::named_heaps(self.numbers(component).iter().copied().zip(names.clone()))
        };
        View::boards(position, board, "components")
    }

    /// The numbers that change; all of a component that gives way to several, or to nothing.
    fn touches(&self, position: &[Tuple<N>], step: &Move<Tuple<N>>) -> Vec<Touch> {
        if N == 1 {
            return vec![Touch::heap(step.component)];
        }
        let numbers: Vec<usize> = match &step.to[..] {
            [only] => changed(&position[step.component].0, &only.0).collect(),
            _ => (0..self.arity()).collect(),
        };
        Touch::all_on_board(step.component, numbers.into_iter().map(|number| number as u64))
    }

    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        self.rules.heap_rules()
    }

    fn heap(&self, component: &Tuple<N>) -> Option<u64> {
        (N == 1).then(|| component.0[0])
    }

    fn pair_rules(&self) -> Option<&dyn PairRules> {
        (N == 2).then_some(self)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Tuple<N>>> + '_> {
        if N == 1 {
            let heaps = heaps::multisets(3, up_to);
            return Box::new(heaps.map(move |heaps| self.components(&heaps).collect()));
        }
        Box::new(tuples(self.arity(), up_to).map(|tuple| vec![tuple]))
    }
}

/// All tuples of so many numbers up to a size, in arrays that end in zeros.
fn tuples<const N: usize>(arity: usize, up_to: u64) -> impl Iterator<Item = Tuple<N>> {
    std::iter::successors(Some(Tuple([0; N])), move |tuple| {
        let mut next = *tuple;
        let place = next.0[..arity].iter().rposition(|&number| number < up_to)?;
        next.0[place] += 1;
        next.0[place + 1..arity].fill(0);
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::of_file;
    use proptest::prelude::*;
    use winways_solve::{Budget, NoObserver, Theorems};

    /// Nim on components of `arity` heaps, by the syntax of rule files.
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

        /// Components of any number of heaps, those that end in zeros included, have the value of all heaps together.
        #[test]
        fn components_have_as_many_numbers_as_the_rules_say(
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
