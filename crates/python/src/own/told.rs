//! The rules of a class in Python, and the calls of its methods.

use super::memory::{Memory, Numbers};
use crate::errors::RuleError;
use crate::raised::{Unanswered, fault_of, kept_exception};
use crate::work::{each, poll};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;
use winways::Play;
use winways::custom::{Options, Side};
use winways::games::Page;
use winways::limits::RuleFault;

/// The rules of one instance of a class, as the engines use them.
pub(crate) struct PythonRules {
    memory: Py<Memory>,
    methods: Methods,
    pub(super) about: About,
    pub(super) page: &'static Page,
}

/// The descriptions that the class provides.
#[derive(FromPyObject)]
pub(crate) struct About {
    /// The name of the class, for messages.
    #[pyo3(item)]
    class: String,
    #[pyo3(item)]
    pub(super) name: String,
    #[pyo3(item)]
    pub(super) title: String,
    #[pyo3(item)]
    pub(super) rules: String,
    #[pyo3(item)]
    pub(super) notation: String,
    #[pyo3(item)]
    pub(super) sources: Vec<String>,
    #[pyo3(item)]
    pub(super) is_misere: bool,
    #[pyo3(item)]
    pub(super) most_positions: u64,
}

/// The methods of the instance that its class defines.
#[derive(FromPyObject)]
struct Methods {
    /// The method for the options of Left, or of both players.
    #[pyo3(item)]
    options: Py<PyAny>,
    #[pyo3(item)]
    right: Option<Py<PyAny>>,
    #[pyo3(item)]
    split: Option<Py<PyAny>>,
    #[pyo3(item)]
    view: Option<Py<PyAny>>,
    #[pyo3(item)]
    parse: Option<Py<PyAny>>,
    #[pyo3(item)]
    write: Option<Py<PyAny>>,
    #[pyo3(item)]
    move_name: Option<Py<PyAny>>,
    #[pyo3(item)]
    positions: Option<Py<PyAny>>,
    #[pyo3(item)]
    start: Option<Py<PyAny>>,
    #[pyo3(item)]
    end: Option<Py<PyAny>>,
    #[pyo3(item)]
    player: Option<Py<PyAny>>,
}

/// An optional method of a class of rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    View,
    Parse,
    Write,
    MoveName,
    Positions,
    Start,
    End,
    Player,
}

/// A component that the rules failed to compute. The exception is kept.
pub(super) const FAULTY: u32 = u32::MAX;

/// The maximum number of characters of an object in a message.
const SHOWN: usize = 160;

/// The number of positions of a cycle in a message.
const CYCLE_SHOWN: usize = 6;

impl PythonRules {
    pub(super) fn new(
        memory: Py<Memory>,
        about: About,
        methods: &Bound<'_, PyDict>,
        page: &'static Page,
    ) -> PyResult<Arc<PythonRules>> {
        Ok(Arc::new(PythonRules { memory, methods: methods.extract()?, about, page }))
    }

    pub(super) fn memory(&self) -> &Memory {
        self.memory.get()
    }

    /// Describes the game. The identity is that of this instance.
    pub(super) fn described(&self) -> winways::custom::About {
        let about = &self.about;
        winways::custom::About {
            page: self.page,
            name: about.name.clone(),
            identity: format!("{}#{}", about.name, self.memory().serial()),
            title: about.title.clone(),
            rules: about.rules.clone(),
            notation: about.notation.clone(),
            sources: about.sources.clone(),
            play: if about.is_misere { Play::Misere } else { Play::Normal },
        }
    }

    fn method(&self, method: Method) -> Option<&Py<PyAny>> {
        let Methods { view, parse, write, move_name, positions, start, end, player, .. } = &self.methods;
        match method {
            Method::View => view.as_ref(),
            Method::Parse => parse.as_ref(),
            Method::Write => write.as_ref(),
            Method::MoveName => move_name.as_ref(),
            Method::Positions => positions.as_ref(),
            Method::Start => start.as_ref(),
            Method::End => end.as_ref(),
            Method::Player => player.as_ref(),
        }
    }

    pub(super) fn has(&self, method: Method) -> bool {
        self.method(method).is_some()
    }

    /// Calls a method, if the class defines it.
    pub(super) fn call<'py>(
        &self,
        py: Python<'py>,
        method: Method,
        arguments: impl pyo3::call::PyCallArgs<'py>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.method(method).map(|method| method.bind(py).call1(arguments)).transpose()
    }

    /// Returns the method that lists options, with its name.
    fn rule(&self, side: usize) -> (&'static str, &Py<PyAny>) {
        match (&self.methods.right, side) {
            (Some(right), 1) => ("right", right),
            (Some(_), _) => ("left", &self.methods.options),
            (None, _) => ("options", &self.methods.options),
        }
    }

    /// Calls a rule on a position, and returns the name of the rule and the result.
    pub(super) fn call_rule<'py>(
        &self,
        side: usize,
        position: &Bound<'py, PyAny>,
    ) -> Result<(&'static str, Bound<'py, PyAny>), Unanswered> {
        let (name, rule) = self.rule(side);
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
        let (class, position) = (&self.about.class, shown(position));
        let gave = shown(gave);
        RuleError::new_err(format!("{class}.{method}({position}) gave {gave}{why}; expected {expected}"))
    }

    /// Returns the number of a position that a method returned.
    fn number(&self, method: &str, from: &Bound<'_, PyAny>, given: &Bound<'_, PyAny>) -> PyResult<u32> {
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
                "{} cannot be hashed, so it is no position of {}; expected numbers, strings or tuples of them",
                shown(given),
                self.about.class
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
            return Err(self.wrong(method, from, given, ", which is no list", expected).into());
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

    /// Returns the positions after each move of a position, calling the rule at most once per position.
    pub(super) fn options(&self, number: u32, side: usize) -> Result<Numbers, Unanswered> {
        if let Some(known) = self.memory().known().options(number, side) {
            return Ok(known);
        }
        kept_exception()?;
        Python::attach(|py| {
            let position = self.memory().position(py, number)?;
            let (method, given) = self.call_rule(side, &position)?;
            let options = self.numbers(method, &position, &given, false)?;
            self.memory().known().keep_options(number, side, options.clone());
            Ok(options)
        })
    }

    /// Returns the parts of a position, calling `split` at most once per position.
    pub(super) fn parts(&self, number: u32) -> Result<Numbers, Unanswered> {
        let Some(split) = &self.methods.split else { return Ok(Arc::new([number])) };
        if let Some(known) = self.memory().known().parts(number) {
            return Ok(known);
        }
        kept_exception()?;
        Python::attach(|py| {
            let position = self.memory().position(py, number)?;
            let given = split.bind(py).call1((&position,))?;
            self.poll(py)?;
            let parts = self.numbers("split", &position, &given, true)?;
            self.memory().known().keep_parts(number, parts.clone());
            Ok(parts)
        })
    }

    /// Returns the parts, or a single [`FAULTY`] part if `split` raised an exception, which is kept.
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
            return Err(RuleFault::new(format!("{}.split failed", self.about.class)));
        }
        let side = if side == Side::Left { 0 } else { 1 };
        let listed = self.options(number, side).map_err(fault_of)?;
        options.spend(STEPS_PER_OPTION * (1 + listed.len() as u64))?;
        if self.methods.split.is_none() {
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
        let sides = if self.methods.right.is_some() { 2 } else { 1 };
        let count = |side| match self.options(number, side) {
            Ok(options) => options.len() as u64,
            // The exception surfaces when the options are listed.
            Err(error) => {
                fault_of(error);
                1
            }
        };
        (0..sides).map(count).max().unwrap_or(0)
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
            RuleError::new_err(format!(
                "play of {} may go on for ever: {}; expected that every line of play ends (a subclass of LoopyGame may have cycles)",
                self.about.class,
                line.join(" -> ")
            ))
        })
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

/// Defines the methods that every kind of game takes from its class.
macro_rules! about {
    () => {
        fn page(&self) -> &'static winways::games::Page {
            self.0.page
        }

        fn name(&self) -> String {
            self.0.about.name.clone()
        }

        fn about(&self) -> winways::custom::About {
            self.0.described()
        }
    };
}
pub(super) use about;
