//! Games told by rule files: single heaps, or tuples of numbers.

use crate::{RuleFault, TextRules, header};
use std::sync::{Arc, Mutex, PoisonError};
use winways_kit::any::AnyGame;
use winways_kit::any::impartial;
use winways_kit::figures::changed;
use winways_kit::heaps;
use winways_kit::view::{Figure, Touch, View};
use winways_kit::{Game, Move, Page};
use winways_notation::rules::RuleFile;
use winways_notation::{Diagnostic, Scanner, Span, parse_rules};
use winways_rules::{HeapRules, Options, PairRules, Play, Ruleset};

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
    let file = parse_rules(text)?;
    let rules = TextRules::compile(&file)?;
    let about = About::of(&file, text, page)?;
    Ok(match rules.arity() {
        1 => impartial::shared(TextGame::<1>::new(rules, about)),
        2 => impartial::shared(TextGame::<2>::new(rules, about)),
        3 => impartial::shared(TextGame::<3>::new(rules, about)),
        4 => impartial::shared(TextGame::<4>::new(rules, about)),
        5 => impartial::shared(TextGame::<5>::new(rules, about)),
        6 => impartial::shared(TextGame::<6>::new(rules, about)),
        7 => impartial::shared(TextGame::<7>::new(rules, about)),
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
fn slug(title: &str) -> String {
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

/// A game on tuples of `N` numbers, as its file tells it.
struct TextGame<const N: usize> {
    rules: TextRules,
    about: About,
    /// The first thing that went wrong, in the order of components.
    fault: Mutex<Option<RuleFault>>,
}

impl<const N: usize> TextGame<N> {
    fn new(rules: TextRules, about: About) -> Self {
        TextGame { rules, about, fault: Mutex::new(None) }
    }

    fn note(&self, fault: RuleFault) {
        let mut first = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        *first = Some(match first.take() {
            Some(known) => known.min(fault),
            None => fault,
        });
    }
}

impl<const N: usize> Ruleset for TextGame<N> {
    type Component = [u64; N];

    fn options(&self, component: &[u64; N], options: &mut Options<[u64; N]>) {
        let told = self.rules.options(component, |option| {
            let (parts, _) = option.as_chunks::<N>();
            options.push(parts.iter().copied());
        });
        if let Err(fault) = told {
            self.note(fault);
        }
    }

    fn option_bound(&self, component: &[u64; N]) -> u64 {
        self.rules.option_bound(component)
    }
}

impl<const N: usize> PairRules for TextGame<N> {
    fn options(&self, pair: [u64; 2], visit: &mut dyn FnMut(&[[u64; 2]])) {
        if let Err(fault) = self.rules.options(&pair, |option| visit(option.as_chunks().0)) {
            self.note(fault);
        }
    }

    fn rays(&self) -> &[[u64; 2]] {
        self.rules.rays()
    }

    fn options_off_rays(&self, pair: [u64; 2], visit: &mut dyn FnMut(&[[u64; 2]])) {
        if let Err(fault) = self.rules.options_off_rays(&pair, |option| visit(option.as_chunks().0)) {
            self.note(fault);
        }
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

    fn take_fault(&self) -> Option<String> {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.take().map(|fault| fault.to_string())
    }

    fn is_same_game(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || (self.name() == other.name() && self.rules() == other.rules())
    }

    fn parse(&self, text: &str) -> Result<Vec<[u64; N]>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let mut numbers = Vec::new();
        scanner.skip_separators();
        let what = if N == 1 { "a heap size" } else { "a number of a component" };
        while numbers.is_empty() || !scanner.is_at_end() {
            numbers.push(scanner.number_in(what, 0, TextRules::GREATEST)?);
            scanner.skip_separators();
        }
        match numbers.as_chunks::<N>() {
            (components, []) => Ok(components.to_vec()),
            (_, rest) => {
                let message = format!("the last component has {} of its {N} numbers", rest.len());
                Err(Diagnostic::new(message, Span::at(text.trim_end().len()))
                    .label(format!("expected {} more", N - rest.len())))
            }
        }
    }

    fn write(&self, position: &[[u64; N]]) -> String {
        let numbers = position.as_flattened();
        if numbers.is_empty() { heaps::write(&[0; N]) } else { heaps::list(numbers, ",") }
    }

    fn describe_move(&self, from: &[u64; N], to: &[[u64; N]]) -> String {
        let after = if to.is_empty() {
            "nothing".to_owned()
        } else if N == 1 {
            heaps::list(to.as_flattened(), " + ")
        } else {
            let parts: Vec<String> = to.iter().map(in_brackets).collect();
            parts.join(" + ")
        };
        let before = if N == 1 { format!("heap {}", from[0]) } else { in_brackets(from) };
        format!("{before} -> {after}")
    }

    /// Heaps; where a component has several numbers, a board of heaps with the names of the numbers for each component.
    fn view(&self, position: &[[u64; N]]) -> View {
        if N == 1 {
            return View::heaps(position.as_flattened());
        }
        let names = self.about.names.iter().map(String::as_str);
        let board = |component: &[u64; N]| Figure::named_heaps(component.iter().copied().zip(names.clone()));
        View::boards(position, board, "components")
    }

    /// The numbers that change; all of a component that gives way to several, or to nothing.
    fn touches(&self, position: &[[u64; N]], step: &Move<[u64; N]>) -> Vec<Touch> {
        if N == 1 {
            return vec![Touch::heap(step.component)];
        }
        let numbers: Vec<usize> = match &step.to[..] {
            [only] => changed(&position[step.component], only).collect(),
            _ => (0..N).collect(),
        };
        Touch::all_on_board(step.component, numbers.into_iter().map(|number| number as u64))
    }

    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        self.rules.heap_rules()
    }

    fn heap(&self, component: &[u64; N]) -> Option<u64> {
        (N == 1).then(|| component[0])
    }

    fn pair_rules(&self) -> Option<&dyn PairRules> {
        (N == 2).then_some(self)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<[u64; N]>> + '_> {
        if N == 1 {
            let heaps = heaps::multisets(3, up_to);
            return Box::new(heaps.map(|heaps| heaps.as_chunks::<N>().0.to_vec()));
        }
        Box::new(tuples(up_to).map(|tuple| vec![tuple]))
    }
}

fn in_brackets<const N: usize>(numbers: &[u64; N]) -> String {
    format!("({})", heaps::list(numbers, ", "))
}

/// All tuples of numbers up to a size.
fn tuples<const N: usize>(up_to: u64) -> impl Iterator<Item = [u64; N]> {
    std::iter::successors(Some([0; N]), move |tuple| {
        let mut next = *tuple;
        let place = next.iter().rposition(|&number| number < up_to)?;
        next[place] += 1;
        next[place + 1..].fill(0);
        Some(next)
    })
}
