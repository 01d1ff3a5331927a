//! Name resolution: from the syntax tree of a rule file to alternatives over numbered variables.

use super::sets::NumberSet;
use super::tree::{Arithmetic, Number, RuleRelation, Test, opposite};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use winways_notation::rules::{
    Expression, ExpressionKind, Movers, OptionGroup, Rule, RuleFile, RuleOption, RulePattern, Set, SetKind,
    Turn,
};
use winways_notation::{Diagnostic, Span, nearest};

/// A family of options: one for each assignment of the variables that satisfies every test.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    /// The players who may choose the option.
    pub(super) movers: Movers,
    /// The player who moves after the option.
    pub(super) turn: Turn,
    /// The names of the variables: first the variables of the component, then the new variables.
    pub(super) names: Vec<String>,
    /// The span of the first occurrence of each new variable.
    pub(super) places: Vec<Span>,
    /// The conditions, all of which must hold.
    pub(super) tests: Vec<Test>,
    /// The components of the option, each with as many numbers as the pattern.
    pub(super) parts: Vec<Vec<Number>>,
    /// The span of the option.
    pub(super) span: Span,
}

/// The maximum number of alternatives of a file.
const MAX_ALTERNATIVES: usize = 500;
/// The maximum number of new variables of an option.
const MAX_VARIABLES: usize = 12;
/// The maximum number of numbers in a component.
pub(super) const MAX_NUMBERS: usize = 8;
/// The names of sets.
const SETS: [&str; 6] = ["powers", "fibonacci", "squares", "primes", "evens", "odds"];

type Parameters = BTreeMap<String, i64>;

/// Returns the alternatives of a file, and its measure in terms of the numbers of a component.
pub(super) fn resolve(file: &RuleFile) -> Result<(Vec<Alternative>, Vec<Number>), Diagnostic> {
    let parameters = parameters(file)?;
    let first = &file.rules[0].pattern;
    let mut alternatives = Vec::new();
    for rule in &file.rules {
        check_pattern(&rule.pattern, first, &parameters)?;
        for group in &rule.groups {
            for option in &group.options {
                alternatives.push(alternative(rule, group, option, &parameters)?);
                if alternatives.len() > MAX_ALTERNATIVES {
                    return Err(Diagnostic::new("the rules have too many options", option.span)
                        .label(format!("expected at most {MAX_ALTERNATIVES}")));
                }
            }
        }
    }
    let mut scope =
        Scope { parameters: &parameters, variables: names_of(first), places: Vec::new(), fixed: true };
    let measure = file.measure.iter().map(|number| scope.number(number)).collect::<Result<_, _>>()?;
    Ok((alternatives, measure))
}

/// Returns the greatest value of each number of a component, or `None` if the file states no bounds.
pub(super) fn bounds(file: &RuleFile) -> Result<Option<Vec<i64>>, Diagnostic> {
    let Some(whole) = file.bounds.first() else { return Ok(None) };
    let (parameters, names) = (parameters(file)?, names_of(&file.rules[0].pattern));
    if let Some(measure) = file.measure.first() {
        return Err(Diagnostic::new("a game with a measure ends, and needs no bounds", measure.span)
            .label("expected `measure:` or `bounds:`, not both"));
    }
    let mut greatest = vec![None; names.len()];
    for bound in &file.bounds {
        let (place, most) = bound_of(bound, &names, &parameters)?;
        if greatest[place].replace(most).is_some() {
            let message = format!("a second bound of `{}`", names[place]);
            return Err(Diagnostic::new(message, bound.span).label("expected one bound for each number"));
        }
    }
    let bounded: Option<Vec<i64>> = greatest.iter().copied().collect();
    let missing = greatest.iter().position(Option::is_none);
    missing.map_or(Ok(bounded), |place| {
        let name = &names[place];
        Err(Diagnostic::new(format!("`{name}` has no bound"), whole.span)
            .label(format!("expected a bound for each number: `{name} <= 20`")))
    })
}

/// Returns the index of the number that a condition bounds, and its greatest value.
fn bound_of(
    bound: &Expression,
    names: &[String],
    parameters: &Parameters,
) -> Result<(usize, i64), Diagnostic> {
    let expected = || {
        Diagnostic::new("this is not a bound of a number", bound.span)
            .label(format!("expected a condition such as `{} <= 20`", names[0]))
    };
    let ExpressionKind::Comparison { first, rest } = &bound.kind else { return Err(expected()) };
    let (ExpressionKind::Name(name), [(relation, most)]) = (&first.kind, &rest[..]) else {
        return Err(expected());
    };
    let place = names.iter().position(|known| known == name).ok_or_else(expected)?;
    let mut scope = Scope { parameters, variables: Vec::new(), places: Vec::new(), fixed: true };
    let most = match (relation, scope.number(most)?) {
        (RuleRelation::LessOrEqual, Number::Constant(most @ 0..)) => most,
        (RuleRelation::Less, Number::Constant(end @ 1..)) => end - 1,
        _ => return Err(expected()),
    };
    Ok((place, most))
}

fn names_of(pattern: &RulePattern) -> Vec<String> {
    pattern.names.iter().map(|name| name.text.clone()).collect()
}

fn parameters(file: &RuleFile) -> Result<Parameters, Diagnostic> {
    let mut parameters = Parameters::new();
    for parameter in &file.parameters {
        let name = &parameter.name;
        let mut scope =
            Scope { parameters: &parameters, variables: Vec::new(), places: Vec::new(), fixed: true };
        let Number::Constant(value) = scope.number(&parameter.value)? else {
            return Err(Diagnostic::new(
                "this number is too large, or divides by zero",
                parameter.value.span,
            ));
        };
        if parameters.insert(name.text.clone(), value).is_some() {
            return Err(Diagnostic::new(format!("a second parameter `{}`", name.text), name.span)
                .label("expected another name"));
        }
    }
    Ok(parameters)
}

fn check_pattern(
    pattern: &RulePattern,
    first: &RulePattern,
    parameters: &Parameters,
) -> Result<(), Diagnostic> {
    let count = pattern.names.len();
    if count > MAX_NUMBERS {
        return Err(Diagnostic::new(format!("a tuple of {count} numbers"), pattern.span)
            .label(format!("expected at most {MAX_NUMBERS}")));
    }
    if count != first.names.len() {
        let message = format!(
            "this rule describes {}, but the first rule describes {}",
            tuple(count),
            tuple(first.names.len())
        );
        return Err(Diagnostic::new(message, pattern.span).label("expected rules for the same components"));
    }
    for (index, name) in pattern.names.iter().enumerate() {
        if pattern.names[..index].iter().any(|before| before.text == name.text) {
            return Err(Diagnostic::new(format!("`{}` names two numbers", name.text), name.span)
                .label("expected another name")
                .help("the equality of two numbers is a condition: `where a = b`"));
        }
        if parameters.contains_key(&name.text) {
            return Err(Diagnostic::new(format!("`{}` is a parameter", name.text), name.span)
                .label("expected another name"));
        }
    }
    Ok(())
}

fn tuple(count: usize) -> String {
    if count == 1 { "a single number".to_owned() } else { format!("tuples of {count} numbers") }
}

fn alternative(
    rule: &Rule,
    group: &OptionGroup,
    option: &RuleOption,
    parameters: &Parameters,
) -> Result<Alternative, Diagnostic> {
    let pattern = &rule.pattern;
    let mut scope = Scope { parameters, variables: names_of(pattern), places: Vec::new(), fixed: false };
    let count = pattern.names.len();
    let mut parts = Vec::new();
    for part in &option.parts {
        if part.numbers.len() != count {
            let found = tuple(part.numbers.len());
            let wrong =
                Diagnostic::new(format!("found {found}, but the rule describes {}", tuple(count)), part.span);
            let wrong = wrong.label(format!("expected {}", if count == 1 { "a number" } else { "a tuple" }));
            return Err(if count == 1 {
                wrong.help("the components of an option are written without brackets: `a, b`")
            } else {
                wrong.help(format!("an option of one component is `({})`", names_of(pattern).join(", ")))
            });
        }
        let numbers: Result<Vec<Number>, Diagnostic> =
            part.numbers.iter().map(|number| scope.number(number)).collect();
        parts.push(numbers?);
    }
    let mut tests = Vec::new();
    for condition in &group.conditions {
        if applies(condition, group, option, &scope) {
            let test = scope.test(condition, false)?;
            flatten(test, &mut tests);
        }
    }
    if scope.places.len() > MAX_VARIABLES {
        return Err(Diagnostic::new("the option has too many variables", option.span)
            .label(format!("expected at most {MAX_VARIABLES} beyond those of the component")));
    }
    for part in parts.iter().flatten().filter(|part| !part.is_natural()) {
        tests.push(Test::Compare(RuleRelation::GreaterOrEqual, part.clone(), Number::Constant(0)));
    }
    let Rule { movers, turn, .. } = *rule;
    let (names, places, span) = (scope.variables, scope.places, option.span);
    Ok(Alternative { movers, turn, names, places, tests, parts, span })
}

/// Returns `true` if a condition of a group applies to this option. A condition does not apply if it names a new variable
/// that occurs only in other options of the group.
fn applies(condition: &Expression, group: &OptionGroup, option: &RuleOption, scope: &Scope<'_>) -> bool {
    let stands_in = |option: &RuleOption, name: &str| {
        let mut numbers = option.parts.iter().flat_map(|part| &part.numbers);
        numbers.any(|number| names_in(number).contains(&name))
    };
    names_in(condition).into_iter().all(|name| {
        let is_old = scope.variables.iter().any(|known| known == name) || scope.parameters.contains_key(name);
        is_old || stands_in(option, name) || !group.options.iter().any(|other| stands_in(other, name))
    })
}

/// Returns the names that occur in an expression.
fn names_in(expression: &Expression) -> Vec<&str> {
    let mut names = Vec::new();
    let mut open = vec![expression];
    while let Some(expression) = open.pop() {
        match &expression.kind {
            ExpressionKind::Integer(_) => {}
            ExpressionKind::Name(name) => names.push(name.as_str()),
            ExpressionKind::Negative(inner) | ExpressionKind::Not(inner) => open.push(inner),
            ExpressionKind::Binary(_, a, b) => open.extend([&**a, &**b]),
            ExpressionKind::Call(_, items) | ExpressionKind::And(items) | ExpressionKind::Or(items) => {
                open.extend(items);
            }
            ExpressionKind::Comparison { first, rest } => {
                open.push(first);
                open.extend(rest.iter().map(|(_, item)| item));
            }
            ExpressionKind::In { number, set, .. } => {
                open.push(number);
                match &set.kind {
                    SetKind::Listed(items) => {
                        open.extend(
                            items.iter().flat_map(|item| [&item.first].into_iter().chain(&item.last)),
                        );
                    }
                    SetKind::Named { arguments, .. } => open.extend(arguments),
                }
            }
        }
    }
    names
}

fn flatten(test: Test, tests: &mut Vec<Test>) {
    match test {
        Test::All(parts) => parts.into_iter().for_each(|part| flatten(part, tests)),
        test => tests.push(test),
    }
}

/// The names in scope.
struct Scope<'p> {
    parameters: &'p Parameters,
    variables: Vec<String>,
    /// The span of the first occurrence of each new variable.
    places: Vec<Span>,
    /// `true` if new variables are not allowed.
    fixed: bool,
}

impl Scope<'_> {
    fn name(&mut self, name: &str, span: Span) -> Result<Number, Diagnostic> {
        if let Some(value) = self.parameters.get(name) {
            return Ok(Number::Constant(*value));
        }
        if let Some(variable) = self.variables.iter().position(|known| known == name) {
            return Ok(Number::Variable(variable));
        }
        if self.fixed {
            let wrong = Diagnostic::new(format!("`{name}` is not known"), span);
            let known = self.parameters.keys().chain(&self.variables).map(String::as_str);
            return Err(match nearest(name, known) {
                Some(similar) => wrong.help(format!("did you mean `{similar}`?")),
                None => wrong.label("expected a parameter, or a name of the first rule's component"),
            });
        }
        if SETS.contains(&name) {
            return Err(Diagnostic::new(format!("`{name}` is a set"), span)
                .label("expected a number")
                .help(format!("write `k in {name}`")));
        }
        self.variables.push(name.to_owned());
        self.places.push(span);
        Ok(Number::Variable(self.variables.len() - 1))
    }

    fn number(&mut self, expression: &Expression) -> Result<Number, Diagnostic> {
        let number = match &expression.kind {
            ExpressionKind::Integer(value) => Number::Constant(*value),
            ExpressionKind::Name(name) => self.name(name, expression.span)?,
            ExpressionKind::Negative(inner) => Number::Constant(0).minus(self.number(inner)?),
            ExpressionKind::Binary(arithmetic, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let divides = matches!(arithmetic, Arithmetic::Divide | Arithmetic::Remainder);
                if divides && b == Number::Constant(0) {
                    return Err(Diagnostic::new("a division by zero", expression.span));
                }
                let result = Number::binary(*arithmetic, a, b);
                check_constant(&result, expression.span)?;
                result
            }
            ExpressionKind::Call(function, arguments) => {
                let mut numbers = arguments.iter().map(|argument| self.number(argument));
                let Some(first) = numbers.next() else {
                    return Err(Diagnostic::new("a number is missing", expression.span));
                };
                let mut result = first?;
                for next in numbers {
                    result = Number::call(*function, result, next?);
                }
                result
            }
            _ => return Err(Diagnostic::new("a condition is not a number", expression.span)),
        };
        Ok(number)
    }

    /// Resolves a condition to a test, or to the negation of that test if `negated` is `true`.
    fn test(&mut self, expression: &Expression, negated: bool) -> Result<Test, Diagnostic> {
        match &expression.kind {
            ExpressionKind::Not(inner) => self.test(inner, !negated),
            ExpressionKind::And(items) | ExpressionKind::Or(items) => {
                let tests: Result<Vec<Test>, Diagnostic> =
                    items.iter().map(|item| self.test(item, negated)).collect();
                let all = matches!(expression.kind, ExpressionKind::And(_)) != negated;
                tests.map(if all { Test::All } else { Test::Any })
            }
            ExpressionKind::Comparison { first, rest } => {
                let mut left = self.number(first)?;
                let mut tests = Vec::new();
                for (relation, right) in rest {
                    let right = self.number(right)?;
                    let relation = if negated { opposite(*relation) } else { *relation };
                    tests.push(Test::Compare(relation, left, right.clone()));
                    left = right;
                }
                Ok(if negated { Test::Any(tests) } else { Test::All(tests) })
            }
            ExpressionKind::In { number, negated: not, set } => {
                let number = self.number(number)?;
                self.member(number, set, *not != negated)
            }
            _ => Err(Diagnostic::new("a number is not a condition", expression.span)),
        }
    }

    fn member(&mut self, number: Number, set: &Set, negated: bool) -> Result<Test, Diagnostic> {
        let items = match &set.kind {
            SetKind::Listed(items) => items,
            SetKind::Named { name, arguments } => {
                let set = Arc::new(self.named_set(&name.text, name.span, arguments, set.span)?);
                return Ok(Test::Member { number, set, negated });
            }
        };
        let mut ranges = Vec::new();
        for item in items {
            let first = self.number(&item.first)?;
            let last = item.last.as_ref().map_or_else(|| Ok(first.clone()), |last| self.number(last))?;
            ranges.push((first, last));
        }
        let constant = |range: &(Number, Number)| match range {
            (Number::Constant(first), Number::Constant(last)) => Some((*first, *last)),
            _ => None,
        };
        let constants: Option<Vec<(i64, i64)>> = ranges.iter().map(constant).collect();
        if let Some(constants) = constants {
            return Ok(Test::Member { number, set: Arc::new(NumberSet::of_ranges(constants)), negated });
        }
        let test = |(first, last): (Number, Number)| {
            let test = Test::All(vec![
                Test::Compare(RuleRelation::GreaterOrEqual, number.clone(), first),
                Test::Compare(RuleRelation::LessOrEqual, number.clone(), last),
            ]);
            if negated { test.negation() } else { test }
        };
        let mut tests: Vec<Test> = ranges.into_iter().map(test).collect();
        Ok(match (tests.len(), negated) {
            (1, _) => tests.remove(0),
            (_, false) => Test::Any(tests),
            (_, true) => Test::All(tests),
        })
    }

    fn named_set(
        &mut self,
        name: &str,
        span: Span,
        arguments: &[Expression],
        whole: Span,
    ) -> Result<NumberSet, Diagnostic> {
        if name == "powers" {
            let base = match arguments {
                [base] => self.number(base)?,
                _ => {
                    return Err(Diagnostic::new("`powers` needs a base", whole).label("expected `powers(2)`"));
                }
            };
            return match base {
                Number::Constant(base) if base >= 2 => Ok(NumberSet::Powers(base)),
                _ => Err(Diagnostic::new("this is not a base of powers", arguments[0].span)
                    .label("expected a number of 2 or more, or a parameter")),
            };
        }
        let set = match name {
            "fibonacci" => NumberSet::Fibonacci,
            "squares" => NumberSet::Squares,
            "primes" => NumberSet::Primes(OnceLock::new()),
            "evens" => NumberSet::EveryOther(0),
            "odds" => NumberSet::EveryOther(1),
            _ => {
                let wrong = Diagnostic::new(format!("there is no set called `{name}`"), span);
                return Err(match nearest(name, SETS) {
                    Some(similar) => wrong.help(format!("did you mean `{similar}`?")),
                    None => wrong
                        .label(format!("expected one of {}, or a list such as `{{1, 3}}`", SETS.join(", "))),
                });
            }
        };
        match arguments {
            [] => Ok(set),
            _ => Err(Diagnostic::new(format!("`{name}` takes no arguments"), whole)),
        }
    }
}

/// Returns an error if an operation on two constants was not folded because its result overflows.
fn check_constant(number: &Number, span: Span) -> Result<(), Diagnostic> {
    match number {
        Number::Binary(_, a, b) if matches!((&**a, &**b), (Number::Constant(_), Number::Constant(_))) => {
            Err(Diagnostic::new("this number is too large", span))
        }
        _ => Ok(()),
    }
}
