//! The compiler from the syntax tree of a rule file to the moves of the players.

use super::bounded::BoundedRules;
use super::formula;
use super::linear::Facts;
use super::measure::{self, Measure};
use super::nest::{self, Nest};
use super::program::Program;
use super::rays::Rays;
use super::resolve::{self, Alternative};
use super::rising::Rising;
use super::shape::HeapShape;
use super::tree::Number;
use super::{TextRules, tuple};
use crate::tuples::tuples_up_to;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use winways_notation::rules::{Movers, RuleFile, Turn};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Meter, RuleFault};

/// The compiled rules of a file.
///
/// ```
/// use winways_notation::parse_rules;
/// use winways_rulefile::CompiledRules;
///
/// let both = CompiledRules::of(&parse_rules("heap n -> n-1 | n-2")?)?;
/// assert!(matches!(both, CompiledRules::Impartial(_)));
/// let each = CompiledRules::of(&parse_rules("left: heap n -> n-1\nright: heap n -> n-2")?)?;
/// assert!(matches!(each, CompiledRules::Partizan(_)));
///
/// let endless = CompiledRules::of(&parse_rules("heap n -> n + 1")?).unwrap_err();
/// assert_eq!(endless.label.unwrap(), "for example 0 -> 1 -> 2");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Debug)]
pub enum CompiledRules {
    /// An impartial game: the moves of both players.
    Impartial(Box<TextRules>),
    /// A partizan game: Left's moves and Right's moves, on components with the same number of numbers.
    Partizan(Box<[TextRules; 2]>),
    /// An impartial game with entailing moves: the rules for each turn in [`Turn::ALL`].
    Entailing(Box<[TextRules; 3]>),
    /// A game with bounds, in which play need not end.
    Bounded(BoundedRules),
}

impl CompiledRules {
    /// Compiles the rules of a file.
    ///
    /// # Errors
    /// Returns a diagnostic that points at the first error, such as an unknown name, a variable without a bound, or an option
    /// that is not proved to lower a measure.
    ///
    /// # Complexity
    /// A fraction of a second for any file: the proof searches are limited.
    pub fn of(file: &RuleFile) -> Result<CompiledRules, Diagnostic> {
        let Some(first) = file.rules.first() else {
            return Err(Diagnostic::new("there is no rule", Span::at(0)));
        };
        check_entailing(file)?;
        let compiler = Compiler { arity: first.pattern.names.len(), place: first.pattern.span };
        let (alternatives, stated) = resolve::resolve(file)?;
        let mut facts: Vec<Facts> = alternatives.iter().map(Facts::of).collect();
        let nests = compiler.nests(&alternatives, &mut facts)?;
        if let Some(greatest) = resolve::bounds(file)? {
            let rules = BoundedRules::of(file, &compiler, &alternatives, &nests, &greatest)?;
            return Ok(CompiledRules::Bounded(rules));
        }
        // In a sum, one player may make several moves in a row in a component, so the measure covers the moves of both
        // players.
        let found = match stated.is_empty() {
            true => measure::find(&alternatives, &mut facts, compiler.arity),
            false => Ok(measure::stated(stated, &alternatives, &mut facts)),
        };
        let every = |measure: &Measure| compiler.moves(nests.clone(), measure);
        let measure = match found {
            Ok(measure) => measure,
            Err(index) => {
                // The example must show a move of the marked option, not just any move of the rules.
                let makes = |nest: &Nest, from: &[u64], to: &[u64]| {
                    let only = compiler.moves(vec![nest.clone()], &Measure::none());
                    only.is_ok_and(|only| only.has_move(from, to))
                };
                let maker = |from: &[u64], to: &[u64]| nests.iter().position(|nest| makes(nest, from, to));
                let mark = |line: &[Vec<u64>]| match line {
                    [from, to, ..] => alternatives[maker(from, to).unwrap_or(index)].span,
                    _ => alternatives[index].span,
                };
                let unproved = compiler.moves(vec![nests[index].clone()], &Measure::none())?;
                return Err(every(&Measure::none())?.no_measure(file, mark, &unproved));
            }
        };
        let mut all = every(&measure)?;
        all.check_stated_measure(file)?;
        if file.has_entailing_moves() {
            let of_turn = |turn| compiler.moves_of_turn(turn, &alternatives, &nests, &measure);
            let [ordinary, entailing, again] = Turn::ALL.map(of_turn);
            return Ok(CompiledRules::Entailing(Box::new([ordinary?, entailing?, again?])));
        }
        if !file.is_partizan() {
            if compiler.arity == 1 {
                all.formulas = formula::of(&alternatives);
                all.rising = Rising::of(&alternatives, &measure);
            }
            let is_of_pairs = compiler.arity == 2 && measure.proved;
            all.pair_formulas = if is_of_pairs { formula::of_pairs(&alternatives) } else { None };
            return Ok(CompiledRules::Impartial(Box::new(all)));
        }
        let of_player = |player| compiler.moves_of(player, &alternatives, &nests, &measure);
        let players = [of_player(Movers::Left)?, of_player(Movers::Right)?];
        Ok(CompiledRules::Partizan(Box::new(players)))
    }
}

/// Checks that a file with entailing moves describes an impartial game whose play ends.
fn check_entailing(file: &RuleFile) -> Result<(), Diagnostic> {
    let Some(rule) = file.rules.iter().find(|rule| rule.turn != Turn::Ordinary) else { return Ok(()) };
    if file.is_partizan() {
        return Err(Diagnostic::new("a partizan game has no moves with `entail:` or `again:`", rule.key)
            .label(
                "their theory covers only impartial games: expected no `left:` and no `right:` in the file",
            ));
    }
    if let Some(bound) = file.bounds.first() {
        return Err(Diagnostic::new(
            "a game with bounds has no moves with `entail:` or `again:`",
            bound.span,
        )
        .label("their values are known only where every play ends: expected no `bounds:`"));
    }
    let entailing = file.rules.iter().filter(|rule| rule.turn == Turn::Entail);
    let mut options = entailing.flat_map(|rule| &rule.groups).flat_map(|group| &group.options);
    match options.find(|option| option.parts.is_empty()) {
        Some(option) => Err(Diagnostic::new("the opponent cannot move in nothing", option.span)
            .label("expected a component, in which the opponent must move")),
        None => Ok(()),
    }
}

/// The properties that all rules of a file have in common.
pub(super) struct Compiler {
    arity: usize,
    /// The span of the first pattern.
    place: Span,
}

impl Compiler {
    fn nests(&self, alternatives: &[Alternative], facts: &mut [Facts]) -> Result<Vec<Nest>, Diagnostic> {
        let both = alternatives.iter().zip(facts);
        both.map(|(alternative, facts)| nest::nest(alternative, facts, self.arity)).collect()
    }

    /// Compiles the moves of a player.
    pub(super) fn moves_of(
        &self,
        player: Movers,
        alternatives: &[Alternative],
        nests: &[Nest],
        measure: &Measure,
    ) -> Result<TextRules, Diagnostic> {
        let mine = alternatives.iter().zip(nests);
        let mine = mine.filter(|(alternative, _)| [player, Movers::Both].contains(&alternative.movers));
        self.moves(mine.map(|(_, nest)| nest.clone()).collect(), measure)
    }

    /// Compiles the moves after which the turn passes in the given way.
    fn moves_of_turn(
        &self,
        turn: Turn,
        alternatives: &[Alternative],
        nests: &[Nest],
        measure: &Measure,
    ) -> Result<TextRules, Diagnostic> {
        let of_turn = alternatives.iter().zip(nests).filter(|(alternative, _)| alternative.turn == turn);
        self.moves(of_turn.map(|(_, nest)| nest.clone()).collect(), measure)
    }

    /// Compiles nests to moves that lower the measure.
    pub(super) fn moves(&self, nests: Vec<Nest>, measure: &Measure) -> Result<TextRules, Diagnostic> {
        let arity = self.arity;
        let program = Program::of(&nests, arity)
            .ok_or_else(|| Diagnostic::new("the rules are too long", self.place))?;
        // Heaps are solved from the smallest up, which requires that options are smaller.
        let shrinks = arity == 1 && measure.proved && measure.numbers == [Number::Variable(0)];
        let shape = if shrinks { HeapShape::of(&nests) } else { None };
        // Options on rays lower the total, and are not checked against the measure. So rays are used only if the
        // measure is proved and its numbers are natural.
        let falls = measure.proved && measure.numbers.iter().all(Number::is_natural);
        let rays = if arity == 2 && falls { Rays::of(&nests) } else { None };
        let (measure, small_bounds) = (measure.clone(), OnceLock::new());
        Ok(TextRules {
            arity,
            nests,
            program,
            measure,
            shape,
            rays,
            formulas: None,
            pair_formulas: None,
            rising: None,
            small_bounds,
        })
    }
}

impl TextRules {
    /// Checks a stated measure that is not proved, on small components.
    fn check_stated_measure(&self, file: &RuleFile) -> Result<(), Diagnostic> {
        let place = file.measure.first().map_or(Span::at(0), |number| number.span);
        for component in self.small_components().filter(|_| !self.measure.proved) {
            if let Err(fault) = self.options(&component, &mut Meter::default(), |_| ControlFlow::Continue(()))
            {
                return Err(Diagnostic::new(fault.to_string(), place)
                    .label("expected a measure of natural numbers that every move lowers"));
            }
        }
        Ok(())
    }

    /// Creates the diagnostic for rules without a measure. It shows an endless line of play, a move that raises the
    /// total, or a move of `unproved`, an option that is not proved to lower a measure. It points at the span that `mark`
    /// returns for this example.
    fn no_measure(
        &self,
        file: &RuleFile,
        mark: impl Fn(&[Vec<u64>]) -> Span,
        unproved: &TextRules,
    ) -> Diagnostic {
        let example = |line: &[Vec<u64>]| {
            let line: Vec<String> = line.iter().map(|component| tuple(component)).collect();
            format!("for example {}", line.join(" -> "))
        };
        let mut shown = Vec::new();
        for component in self.small_components() {
            let (line, continues) = self.line_of_play(component);
            if continues {
                let help = self.measure_help(file, &line);
                let wrong = Diagnostic::new("play may never end under these rules", mark(&line)).help(help);
                return wrong.label(example(&line));
            }
            if line.len() > shown.len() {
                shown = line;
            }
        }
        let help = self.measure_help(file, &shown);
        let message = "play may never end: found no measure that every move lowers";
        let wrong = Diagnostic::new(message, mark(&shown));
        if shown.len() > 1 {
            return wrong.label(example(&shown)).help(help);
        }
        let label = "cannot prove that play with this move ends";
        let wrong = wrong.label(match unproved.small_move() {
            Some(line) => format!("{label}; {}", example(&line)),
            None => format!("{label}, and no small component has this move: check the conditions"),
        });
        wrong.help(format!("the total, single numbers and sums of them were tried; {help}"))
    }

    /// Returns a component of small numbers and the first part of one of its options, if a small component has a move.
    fn small_move(&self) -> Option<[Vec<u64>; 2]> {
        self.small_components().find_map(|component| {
            let first = |option: &[u64]| option.chunks(self.arity).next().map(<[u64]>::to_vec);
            let after = self.find_option(&component, &mut Meter::default(), first).1?;
            Some([component, after])
        })
    }

    /// Returns `true` if `to` is a component of some option of `from`.
    fn has_move(&self, from: &[u64], to: &[u64]) -> bool {
        let is_part = |option: &[u64]| option.chunks(self.arity).any(|part| part == to).then_some(());
        self.find_option(from, &mut Meter::default(), is_part).1.is_some()
    }

    /// Enumerates options until `find` returns a value. Returns the result of the enumeration, and the value found.
    pub(super) fn find_option<T>(
        &self,
        component: &[u64],
        meter: &mut Meter,
        mut find: impl FnMut(&[u64]) -> Option<T>,
    ) -> (Result<(), RuleFault>, Option<T>) {
        let mut found = None;
        let listed = self.options(component, meter, |option| {
            found = find(option);
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (listed, found)
    }

    /// Follows moves that do not lower the total, for up to two moves. Returns the components, and `true` if the line
    /// repeats or has two moves.
    fn line_of_play(&self, start: Vec<u64>) -> (Vec<Vec<u64>>, bool) {
        let mut line = vec![start];
        while let Some(component) = line.last().filter(|_| line.len() < 3) {
            let total = |part: &[u64]| part.iter().map(|&number| u128::from(number)).sum::<u128>();
            let mut next = None;
            if self.option_bound(component) <= MAX_SMALL_OPTIONS {
                let find = |option: &[u64]| {
                    let mut parts = option.chunks(self.arity);
                    parts.find(|part| total(part) >= total(component)).map(<[u64]>::to_vec)
                };
                next = self.find_option(component, &mut Meter::default(), find).1;
            }
            let Some(next) = next else { break };
            let comes_back = line.contains(&next);
            line.push(next);
            if comes_back {
                break;
            }
        }
        let continues = line.len() > 2 || line.iter().skip(1).any(|component| *component == line[0]);
        (line, continues)
    }

    /// Returns the components of small numbers that have at most [`MAX_SMALL_OPTIONS`] options. There are fewer than 1000 of them.
    fn small_components(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let base = [13u64, 8, 5, 4, 3, 3, 2, 2][self.arity.min(8) - 1];
        tuples_up_to(vec![base - 1; self.arity])
            .filter(|component| self.option_bound(component) <= MAX_SMALL_OPTIONS)
    }
}

/// The maximum number of options of a component that is examined at compile time.
const MAX_SMALL_OPTIONS: u64 = 1000;

impl TextRules {
    /// Returns `true` unless there are no rules, as for a turn that a file does not use.
    pub(crate) fn has_rules(&self) -> bool {
        !self.nests.is_empty()
    }

    /// Returns the help for rules without a measure, of which `line` is a line of play. It suggests bounds only for files that may
    /// have them; a file with `entail:` or `again:` must not.
    fn measure_help(&self, file: &RuleFile, line: &[Vec<u64>]) -> String {
        let first = line.first().zip(line.get(1));
        let rising =
            first.and_then(|(from, to)| from.iter().zip(to).position(|(before, after)| after > before));
        let names = file.rules.first().map_or(&[][..], |rule| &rule.pattern.names);
        let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        let measure = match rising
            .filter(|&place| self.always_raises(place))
            .and_then(|place| names.get(place))
        {
            Some(name) => Some(format!(
                "a number that rises needs a bound N: where a condition keeps it at most N, every move lowers \
                 `measure: N - {name}`"
            )),
            None if names.len() == 1 => None,
            None => {
                let measure = format!("{}, {}", names.join(" + "), names[0]);
                Some(format!("if every move lowers a number, state it: `measure: {measure}`"))
            }
        };
        let bounds: Vec<String> = names.iter().map(|name| format!("{name} <= 20")).collect();
        let bounds = match file.has_entailing_moves() {
            true => "with `entail:` or `again:`, every play must end".to_owned(),
            false => format!("a game with cycles is solved within bounds: `bounds: {}`", bounds.join(", ")),
        };
        match measure {
            Some(measure) => format!("{measure}; {bounds}"),
            None => bounds,
        }
    }

    /// Returns `true` if every move of small components raises the number with index `place`.
    fn always_raises(&self, place: usize) -> bool {
        self.small_components().all(|component| {
            let keeps = |option: &[u64]| {
                option.chunks(self.arity).any(|part| part[place] <= component[place]).then_some(())
            };
            self.find_option(&component, &mut Meter::default(), keeps).1.is_none()
        })
    }
}
