//! Notation, names and views of positions and moves of games written in Python.

use super::rules::{PythonRules, shown};
use super::view::{WrongView, view_of};
use crate::errors::RuleError;
use crate::raised::{Unanswered, fault_of, keep, ok_or_keep};
use crate::work::{Asking, each};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use winways::custom::view::{Cell, Digits, Figure, Touch, View};
use winways::limits::RuleFault;
use winways::{Diagnostic, Player, Span};

/// The prefix of a position number, in a text that represents a position object.
pub(crate) const BY_NUMBER: char = '\u{1}';

/// A move: the position after it, with its name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NamedMove {
    pub(super) to: u32,
    pub(super) name: Arc<str>,
}

impl PythonRules {
    /// Parses a text and returns the number of the position.
    pub(super) fn parse(&self, text: &str) -> Result<u32, Diagnostic> {
        if let Some(number) = text.strip_prefix(BY_NUMBER)
            && let Ok(number) = number.parse()
            && (number as usize) < self.memory().len()
        {
            return Ok(number);
        }
        let inner = text.trim();
        let inner =
            unescaped(inner.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(inner));
        let wrong = |error: PyErr| {
            Diagnostic::new(keep(error), Span::new(0, text.len()))
                .label(format!("expected {}", self.about.notation))
        };
        Python::attach(|py| match self.call(py, "parse", (inner,))? {
            Some(position) => self.number_of(&position),
            None => Err(RuleError::new_err("the class has no method `parse`")),
        })
        .map_err(wrong)
    }

    /// Returns the number of the starting position, if the class defines it.
    pub(super) fn start(&self) -> Result<Option<u32>, Unanswered> {
        Python::attach(|py| match self.call(py, "start", ())? {
            Some(position) => Ok(Some(self.number_of(&position)?)),
            None => Ok(None),
        })
    }

    /// Returns a position as text.
    pub(super) fn text(&self, number: u32) -> PyResult<String> {
        Python::attach(|py| {
            let position = self.memory().position(py, number)?;
            match self.call(py, "write", (&position,))? {
                Some(text) => self.text_of("write", &position, &text),
                None => Ok(position.repr()?.to_string_lossy().into_owned()),
            }
        })
    }

    /// Formats a position for the brackets of a call, quoted unless it is a number.
    pub(super) fn write(&self, number: u32) -> String {
        match self.text(number) {
            Ok(text) if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() => text,
            Ok(text) => format!("\"{}\"", escaped(&text)),
            Err(error) => {
                fault_of(error);
                format!("\"position {number}\"")
            }
        }
    }

    /// Returns the moves to these positions, with their names.
    pub(super) fn named(&self, from: u32, player: Player, to: &[u32]) -> Result<Vec<NamedMove>, RuleFault> {
        let mut known: HashMap<Arc<str>, u32> = HashMap::with_capacity(to.len());
        let mut moves = Vec::with_capacity(to.len());
        for &to in to {
            let name: Arc<str> = self.move_name(from, to, player).map_err(fault_of)?.into();
            Python::attach(|py| self.poll(py)).map_err(fault_of)?;
            if let Some(&other) = known.get(&name) {
                return Err(fault_of(self.same_name(from, &name, [other, to])));
            }
            known.insert(name.clone(), to);
            moves.push(NamedMove { to, name });
        }
        Ok(moves)
    }

    /// Returns the name that the class gives a move, or else the text of the position after it.
    fn move_name(&self, from: u32, to: u32, player: Player) -> PyResult<String> {
        if !self.has("move_name") {
            return self.text(to);
        }
        Python::attach(|py| {
            let (from, to) = (self.memory().position(py, from)?, self.memory().position(py, to)?);
            let named = match player {
                Player::Either => self.call(py, "move_name", (&from, &to))?,
                player => self.call(py, "move_name", (&from, &to, player.name()))?,
            };
            named.map_or_else(|| Ok(shown(&to)), |name| self.text_of("move_name", &from, &name))
        })
    }

    /// Converts the result of a method to a string.
    fn text_of(
        &self,
        method: &str,
        position: &Bound<'_, PyAny>,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        match given.cast::<PyString>() {
            Ok(text) => Ok(text.to_string_lossy().into_owned()),
            Err(_) => Err(self.wrong(method, position, given, ", which is not a string", "a str")),
        }
    }

    fn same_name(&self, from: u32, name: &str, to: [u32; 2]) -> PyErr {
        Python::attach(|py| {
            let text = |number| match self.memory().position(py, number) {
                Ok(position) => shown(&position),
                Err(error) => error.to_string(),
            };
            RuleError::new_err(format!(
                "two moves of {} from {} have the name {name:?}, to {} and to {}; expected different names",
                self.about.name,
                text(from),
                text(to[0]),
                text(to[1])
            ))
        })
    }

    /// Returns the view that the class defines, or else a default view for the type of the object.
    pub(super) fn view(&self, number: u32) -> View {
        let looked = Python::attach(|py| -> Result<_, Unanswered> {
            let position = self.memory().position(py, number)?;
            let given = self.call(py, "view", (&position,))?;
            let is_given = given.is_some();
            let figure = view_of(given.as_ref().unwrap_or(&position));
            match figure {
                Ok(Some(view)) => Ok(Some(view)),
                Ok(None) | Err(_) if !is_given => Ok(None),
                Ok(None) => {
                    let gave = given.unwrap_or(position.clone());
                    let expected = "lines of text, a list of numbers, or a list of rows of cells";
                    Err(self.wrong("view", &position, &gave, ", which is not a picture", expected).into())
                }
                Err(WrongView::Raised(error)) => Err(error.into()),
                Err(WrongView::Cells { why, expected }) => {
                    let gave = given.unwrap_or(position.clone());
                    Err(self.wrong("view", &position, &gave, &why, &expected).into())
                }
            }
        });
        ok_or_keep(looked).flatten().unwrap_or_else(|| View::of(self.as_text(number)))
    }

    fn as_text(&self, number: u32) -> Figure {
        let text = self.text(number).unwrap_or_else(|_| format!("position {number}"));
        Figure::Digits(Digits { signs: vec![text], between: String::new(), captions: Vec::new() })
    }

    /// Returns the elements that a move changes: the differences between the views before and after it. If the views do not differ,
    /// returns all elements of the first figure.
    pub(super) fn touches(&self, from: u32, to: u32) -> Vec<Touch> {
        let (before, after) = (self.view(from), self.view(to));
        let mut touches = Vec::new();
        for (figure, pair) in (0..).zip(before.figures.iter().zip(&after.figures)) {
            let elements = changed(pair.0, pair.1);
            touches.extend(elements.into_iter().map(|element| Touch { figure, element }));
        }
        if touches.is_empty() {
            let of_first = before.figures.first().map_or(0, elements);
            touches.extend((0..of_first).map(Touch::of));
        }
        touches
    }

    /// Returns the positions that the class lists for the size `up_to`, or else the first `up_to` positions reachable from the start.
    pub(super) fn positions_up_to(&self, up_to: u64) -> Vec<u32> {
        let listed = Python::attach(|py| self.listed_up_to(py, up_to));
        let listed = listed.and_then(|listed| listed.map_or_else(|| self.reachable(up_to), Ok));
        ok_or_keep(listed).unwrap_or_default()
    }

    /// Returns the positions that the class lists for the size `up_to`, or `None` if it has no method `positions`.
    fn listed_up_to(&self, py: Python<'_>, up_to: u64) -> Result<Option<Vec<u32>>, Unanswered> {
        let _asking = Asking::begin(self.memory().serial());
        let Some(listed) = self.call(py, "positions", (up_to,))? else { return Ok(None) };
        let mut numbers: Vec<u32> = Vec::new();
        each(
            &listed,
            |py| self.memory().bytes_met(py),
            |position| {
                numbers.push(self.number_of(&position)?);
                Ok(size_of_val(&numbers[..]) as u64)
            },
        )?;
        Ok(Some(numbers))
    }

    /// Returns at most `most` positions reachable from the start, nearest first.
    fn reachable(&self, most: u64) -> Result<Vec<u32>, Unanswered> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let Some(start) = self.start()? else {
            let name = &self.about.name;
            return Err(RuleError::new_err(format!(
                "{name} has neither `positions(self, up_to)` nor `start(self)`; expected one of them, to know what to compare"
            ))
            .into());
        };
        let (mut found, mut seen, mut place) = (vec![start], HashSet::from([start]), 0);
        while place < found.len() && found.len() < most {
            let number = found[place];
            place += 1;
            if self.status_of(number)?.0.is_some() {
                continue;
            }
            for side in 0..self.sides() {
                let options = self.options(number, side)?;
                found.extend(options.iter().filter(|&&option| seen.insert(option)));
            }
        }
        found.truncate(most);
        Ok(found)
    }
}

/// Replaces `"`, which would end the quotation of a position, by `\q`. Backslashes before a `"` or a `q` are doubled, so that
/// [`unescaped`] restores the text.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    // The number of backslashes at the end of `written`.
    let mut backslashes = 0usize;
    for character in text.chars() {
        if matches!(character, '"' | 'q') {
            written.extend(std::iter::repeat_n('\\', backslashes));
        }
        match character {
            '"' => written.push_str("\\q"),
            character => written.push(character),
        }
        backslashes = if character == '\\' { backslashes + 1 } else { 0 };
    }
    written
}

/// Restores a text from [`escaped`].
fn unescaped(text: &str) -> String {
    let mut read = String::with_capacity(text.len());
    // The number of backslashes at the end of `read`.
    let mut backslashes = 0usize;
    for character in text.chars() {
        if character == 'q' && backslashes > 0 {
            // A backslash has one byte.
            read.truncate(read.len() - backslashes.div_ceil(2));
            read.push(if backslashes.is_multiple_of(2) { 'q' } else { '"' });
        } else {
            read.push(character);
        }
        backslashes = if character == '\\' { backslashes + 1 } else { 0 };
    }
    read
}

/// Returns the number of elements of a figure.
fn elements(figure: &Figure) -> u64 {
    let count = match figure {
        Figure::Grid(grid) => grid.cells.iter().filter(|cell| **cell != Cell::Gone).count(),
        Figure::Heaps(heaps) => heaps.heaps.len(),
        Figure::Graph(graph) => graph.vertices.len(),
        Figure::Staircase(stairs) => stairs.steps.len(),
        Figure::Digits(digits) => digits.signs.len(),
    };
    count as u64
}

/// Returns the elements that differ between two figures. Returns an empty list for figures of different kinds or grids of different
/// sizes.
fn changed(before: &Figure, after: &Figure) -> Vec<u64> {
    match (before, after) {
        (Figure::Grid(a), Figure::Grid(b)) if a.columns == b.columns && a.cells.len() == b.cells.len() => {
            differing(&a.cells, &b.cells)
        }
        (Figure::Heaps(a), Figure::Heaps(b)) => differing(&a.heaps, &b.heaps),
        (Figure::Digits(a), Figure::Digits(b)) => differing(&a.signs, &b.signs),
        (Figure::Staircase(a), Figure::Staircase(b)) => differing(&a.steps, &b.steps),
        (Figure::Graph(a), Figure::Graph(b)) => differing(&a.vertices, &b.vertices),
        _ => Vec::new(),
    }
}

/// Returns the indices in the first list at which the second list has another element or has ended.
fn differing<T: PartialEq>(before: &[T], after: &[T]) -> Vec<u64> {
    let differs = |(place, element): (usize, &T)| (after.get(place) != Some(element)).then_some(place as u64);
    before.iter().enumerate().filter_map(differs).collect()
}
