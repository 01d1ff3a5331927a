//! The rules of a class in Python, and the calls of its methods.

use super::memory::{Memory, Numbers};
use crate::errors::{LimitReached, RuleError};
use crate::raised::{Unanswered, fault_of, kept_exception};
use crate::work::{Asking, each, poll};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::HashMap;
use std::sync::Arc;
use winways::Play;
use winways::custom::{About, Options, Side};
use winways::games::Page;
use winways::limits::RuleFault;

/// The rules of one instance of a class, as the engines use them.
pub(crate) struct PythonRules {
    memory: Py<Memory>,
    /// The methods that list positions, with their names: the options of Left or of both players, the options of Right, and the parts.
    rules: [Option<(&'static str, Py<PyAny>)>; 3],
    /// The other methods that the class defines, by name.
    methods: HashMap<String, Py<PyAny>>,
    /// The name of the class, for messages.
    class: String,
    pub(super) most_positions: u64,
    pub(super) about: About,
}

/// The index of the rule that splits a position, among the rules that list positions.
const PARTS: usize = 2;

/// The descriptions that the class provides.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Description {
    class: String,
    name: String,
    title: String,
    rules: String,
    pub(super) notation: String,
    sources: Vec<String>,
    is_misere: bool,
    most_positions: u64,
}

/// A component that the rules failed to compute. The exception is stored in `raised`.
pub(super) const FAULTY: u32 = u32::MAX;

/// The maximum number of characters of an object in a message.
const SHOWN: usize = 160;

/// The maximum number of positions of a cycle in a message.
const CYCLE_SHOWN: usize = 6;

impl PythonRules {
    /// Creates the rules of an instance. Their identity contains the instance's serial number.
    pub(super) fn new(
        memory: Py<Memory>,
        page: &'static Page,
        described: Description,
        mut methods: HashMap<String, Py<PyAny>>,
    ) -> Arc<PythonRules> {
        let mut rule = |name: &'static str| methods.remove(name).map(|rule| (name, rule));
        let rules = match rule("left") {
            Some(left) => [Some(left), rule("right"), rule("split")],
            None => [rule("options"), None, rule("split")],
        };
        let Description { class, name, title, rules: text, notation, sources, is_misere, most_positions } =
            described;
        let identity = format!("{name}#{}", memory.get().serial());
        let play = if is_misere { Play::Misere } else { Play::Normal };
        let about = About { identity, title, rules: text, notation, sources, play, ..About::new(page, name) };
        Arc::new(PythonRules { memory, rules, methods, class, most_positions, about })
    }

    pub(super) fn memory(&self) -> &Memory {
        self.memory.get()
    }

    /// Returns `true` if the players have different rules.
    pub(super) fn is_partizan(&self) -> bool {
        self.rules[1].is_some()
    }

    /// Returns the number of rules that list moves.
    pub(super) fn sides(&self) -> usize {
        if self.is_partizan() { 2 } else { 1 }
    }

    /// Returns `true` if the class defines a method.
    pub(super) fn has(&self, method: &str) -> bool {
        self.methods.contains_key(method)
    }

    /// Calls a method, if the class defines it.
    pub(super) fn call<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: impl pyo3::call::PyCallArgs<'py>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(method) = self.methods.get(method) else { return Ok(None) };
        let _asking = Asking::begin(self.memory().serial());
        method.bind(py).call1(arguments).map(Some)
    }

    /// Calls rules, whose calls of the package inherit the time limit. If such a call reaches the limit, returns
    /// [`Unanswered::Ended`], so that the answer contains the partial result of the outer call.
    pub(super) fn ask<T>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce() -> Result<T, Unanswered>,
    ) -> Result<T, Unanswered> {
        let asking = Asking::begin(self.memory().serial());
        let answer = ask();
        drop(asking);
        match answer {
            Err(Unanswered::Raised(raised)) if raised.is_instance_of::<LimitReached>(py) => {
                self.poll(py).and(Err(raised.into()))
            }
            answer => answer,
        }
    }

    /// Calls a rule that lists positions, and returns its name and the result.
    pub(super) fn call_rule<'py>(
        &self,
        rule: usize,
        position: &Bound<'py, PyAny>,
    ) -> Result<(&'static str, Bound<'py, PyAny>), Unanswered> {
        let Some((name, rule)) = &self.rules[rule] else {
            let method = ["options", "right", "split"][rule];
            return Err(RuleError::new_err(format!("{} lacks the method `{method}`", self.class)).into());
        };
        let given = rule.bind(position.py()).call1((position,))?;
        self.poll(position.py())?;
        Ok((name, given))
    }

    /// Polls the limits of the current call. Called after each call of a rule, which may have taken long.
    pub(super) fn poll(&self, py: Python<'_>) -> Result<(), Unanswered> {
        poll(py, self.memory().bytes_met(py))
    }

    /// Creates the exception for an invalid result of a method.
    pub(super) fn wrong(
        &self,
        method: &str,
        position: &Bound<'_, PyAny>,
        gave: &Bound<'_, PyAny>,
        why: &str,
        expected: &str,
    ) -> PyErr {
        let (class, position) = (&self.class, shown(position));
        let gave = shown(gave);
        RuleError::new_err(format!("{class}.{method}({position}) gave {gave}{why}; expected {expected}"))
    }

    /// Creates the exception for an invalid starting position.
    pub(super) fn wrong_start(&self, gave: &Bound<'_, PyAny>, why: &str, expected: &str) -> PyErr {
        let (class, gave) = (&self.class, shown(gave));
        RuleError::new_err(format!("{class}.start() gave {gave}{why}; expected {expected}"))
    }

    /// Returns the number of a position that a method returned.
    pub(super) fn number(
        &self,
        method: &str,
        from: &Bound<'_, PyAny>,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<u32> {
        self.memory().number(given).map_err(|error| match is_unhashable(given, &error) {
            true => self.wrong(
                method,
                from,
                given,
                ", which cannot be hashed",
                "hashable positions, such as numbers, strings and tuples of them",
            ),
            false => error,
        })
    }

    /// Returns the number of a position that the user passed.
    pub(super) fn number_of(&self, given: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.memory().number(given).map_err(|error| match is_unhashable(given, &error) {
            true => RuleError::new_err(format!(
                "{} cannot be hashed, so it is not a position of {}; expected numbers, strings or tuples of them",
                shown(given),
                self.class
            )),
            false => error,
        })
    }

    /// Returns the numbers of the positions that a method returned, in order, without duplicates unless `repeats`.
    fn numbers(
        &self,
        method: &str,
        from: &Bound<'_, PyAny>,
        given: &Bound<'_, PyAny>,
        repeats: bool,
    ) -> Result<Numbers, Unanswered> {
        let expected = if method == "split" { "a list of the parts" } else { "a list of positions" };
        if given.is_instance_of::<PyString>() || !has_items(given) {
            return Err(self.wrong(method, from, given, ", which is not a list", expected).into());
        }
        let mut numbers: Vec<u32> = Vec::new();
        each(
            given,
            |py| self.memory().bytes_met(py),
            |position| {
                numbers.push(self.number(method, from, &position)?);
                Ok(size_of_val(&numbers[..]) as u64)
            },
        )?;
        if !repeats {
            keep_first(&mut numbers);
        }
        Ok(numbers.into())
    }

    /// Returns the positions that a rule lists for a position, calling it at most once per position.
    fn listed(&self, number: u32, rule: usize) -> Result<Numbers, Unanswered> {
        if let Some(known) = self.memory().known().listed(number, rule) {
            return Ok(known);
        }
        kept_exception()?;
        Python::attach(|py| {
            let position = self.memory().position(py, number)?;
            let listed = self.ask(py, || {
                let (method, given) = self.call_rule(rule, &position)?;
                self.numbers(method, &position, &given, rule == PARTS)
            })?;
            self.memory().known().keep_listed(number, rule, listed.clone());
            Ok(listed)
        })
    }

    /// Returns the positions after each move of Left or of both players (0), or of Right (1).
    pub(super) fn options(&self, number: u32, side: usize) -> Result<Numbers, Unanswered> {
        self.listed(number, side)
    }

    /// Returns the parts of a position.
    pub(super) fn parts(&self, number: u32) -> Result<Numbers, Unanswered> {
        if self.rules[PARTS].is_some() { self.listed(number, PARTS) } else { Ok(Arc::new([number])) }
    }

    /// Returns the parts, or a single [`FAULTY`] part if `split` raised an exception, which is stored.
    pub(super) fn components(&self, number: u32) -> Vec<u32> {
        match self.parts(number) {
            Ok(parts) => parts.to_vec(),
            Err(error) => {
                fault_of(error);
                vec![FAULTY]
            }
        }
    }

    /// Appends the options of a component for the engines.
    pub(super) fn push_options(
        &self,
        number: u32,
        side: Side,
        options: &mut Options<u32>,
    ) -> Result<(), RuleFault> {
        kept_exception().map_err(fault_of)?;
        if number == FAULTY {
            // There is no exception, so a limit must have stopped the work.
            Python::attach(|py| self.poll(py)).map_err(fault_of)?;
            return Err(RuleFault::new(format!("{}.split failed", self.class)));
        }
        let side = if side == Side::Left { 0 } else { 1 };
        let listed = self.options(number, side).map_err(fault_of)?;
        options.spend(STEPS_PER_OPTION * (1 + listed.len() as u64))?;
        if self.rules[PARTS].is_none() {
            options.extend(listed.iter().map(|&option| [option]));
        } else {
            for &option in listed.iter() {
                let parts = self.parts(option).map_err(fault_of)?;
                options.push(parts.iter().copied());
            }
        }
        let cycle = self.memory().known().count_and_search(number);
        match cycle {
            Some(cycle) => Err(fault_of(self.cycle_error(&cycle))),
            None => Ok(()),
        }
    }

    /// Returns an upper bound on the number of options of either player.
    pub(super) fn option_bound(&self, number: u32) -> u64 {
        if number == FAULTY {
            return 1;
        }
        let count = |side| match self.options(number, side) {
            Ok(options) => options.len() as u64,
            // The exception surfaces when the options are listed.
            Err(error) => {
                fault_of(error);
                1
            }
        };
        (0..self.sides()).map(count).max().unwrap_or(0)
    }

    /// Creates the exception for a game in which play may cycle.
    fn cycle_error(&self, cycle: &[u32]) -> PyErr {
        Python::attach(|py| {
            let text = |number: &u32| match self.memory().position(py, *number) {
                Ok(position) => shown(&position),
                Err(_) => "?".to_owned(),
            };
            let mut line: Vec<String> = cycle.iter().take(CYCLE_SHOWN).map(text).collect();
            if cycle.len() > CYCLE_SHOWN {
                line.push("...".to_owned());
            }
            line.extend(cycle.first().map(text));
            let next = cycle.iter().cycle().skip(1);
            let split = cycle.iter().zip(next).find_map(|(&from, &to)| self.split_between(from, to));
            let split = split.map_or(String::new(), |[option, part]| {
                let [option, part] = [text(&option), text(&part)];
                format!(", where `split` of {option} gives {part}")
            });
            RuleError::new_err(format!(
                "play of {} may never end: {}{split}; expected that every line of play ends (a subclass of LoopyGame may have cycles)",
                self.class,
                line.join(" -> ")
            ))
        })
    }

    /// Returns an option of the first position of which the second position is a part, together with that part. Returns `None` if the
    /// second position is itself an option.
    fn split_between(&self, from: u32, to: u32) -> Option<[u32; 2]> {
        let known = self.memory().known();
        let options = [0, 1].into_iter().filter_map(|side| known.listed(from, side));
        let options: Vec<u32> = options.flat_map(|options| options.to_vec()).collect();
        let has_part = |option: &u32| known.listed(*option, PARTS).is_some_and(|parts| parts.contains(&to));
        let option = *options.iter().find(|option| has_part(option))?;
        (!options.contains(&to)).then_some([option, to])
    }
}

/// The meter steps charged for an option. A step is a few nanoseconds.
pub(super) const STEPS_PER_OPTION: u64 = 64;

/// Returns `true` if an object is iterable.
pub(super) fn has_items(object: &Bound<'_, PyAny>) -> bool {
    object.try_iter().is_ok()
}

/// Removes duplicates, keeping the first occurrences.
fn keep_first(numbers: &mut Vec<u32>) {
    let mut seen = std::collections::HashSet::with_capacity(numbers.len());
    numbers.retain(|number| seen.insert(*number));
}

/// Returns `true` if an exception reports that an object is not hashable.
pub(super) fn is_unhashable(given: &Bound<'_, PyAny>, error: &PyErr) -> bool {
    let py = given.py();
    error.is_instance_of::<PyTypeError>(py) && error.to_string().contains("unhashable")
}

/// Formats an object for a message.
pub(super) fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().map_or_else(|_| object.get_type().to_string(), |text| text.to_string());
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Defines the methods that every kind of game takes from its class, given the field with the rules.
macro_rules! about {
    ($rules:tt) => {
        fn page(&self) -> &'static winways::games::Page {
            self.$rules.about.page
        }

        fn name(&self) -> String {
            self.$rules.about.name.clone()
        }

        fn about(&self) -> winways::custom::About {
            self.$rules.about.clone()
        }
    };
}
pub(super) use about;
