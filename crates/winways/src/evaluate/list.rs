//! Lists and texts of the calculator, with their memory charges.

use super::error::Result;
use super::value::Value;
use std::sync::Arc;
use winways_notation::{Diagnostic, Span};
use winways_values::{Charge, Session};

/// A text with its memory charge.
#[derive(Debug)]
pub(super) struct Text {
    text: String,
    /// The form in LaTeX math mode, if the text is a formula.
    latex: Option<String>,
    _charge: Charge,
}

/// A list of values with its memory charge.
#[derive(Debug)]
pub(super) struct List {
    values: Vec<Value>,
    /// The nesting depth; a flat list has depth 1.
    depth: usize,
    /// `true` if the list contains positions.
    has_positions: bool,
    _charge: Charge,
}

/// The maximum nesting depth of lists, which bounds the recursion over values.
pub(super) const LIST_DEPTH: usize = 64;

/// The memory allocated in addition to the elements, in bytes: reference counts, the fields of a list, and the allocator's
/// overhead.
const SHARED_BYTES: u64 = 96;

impl List {
    /// Returns `true` if the list contains no lists.
    pub(super) fn is_flat(&self) -> bool {
        self.depth == 1
    }

    /// Returns the nesting depth; a flat list has depth 1.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Returns `true` if the list contains positions.
    pub(super) fn has_positions(&self) -> bool {
        self.has_positions
    }

    pub(super) fn values(&self) -> &[Value] {
        &self.values
    }
}

impl Text {
    /// Creates a text that is a formula, with its LaTeX form.
    pub(super) fn formula(session: &mut Session<'_>, text: String, latex: String) -> Result<Text> {
        let charge = session.charge((text.capacity() + latex.capacity()) as u64 + SHARED_BYTES)?;
        Ok(Text { text, latex: Some(latex), _charge: charge })
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the form in LaTeX math mode, if the text is a formula.
    pub(super) fn latex(&self) -> Option<&str> {
        self.latex.as_deref()
    }
}

/// Charges the memory for a list of `length` values before it is created.
pub(super) fn charge_list(session: &mut Session<'_>, length: usize) -> Result<Charge> {
    Ok(session
        .charge((length as u64).saturating_mul(size_of::<Value>() as u64).saturating_add(SHARED_BYTES))?)
}

impl Value {
    /// Creates a list whose memory is already charged. If lists are nested too deeply, the error points to `span`.
    pub(super) fn list(values: Vec<Value>, charge: Charge, span: Span) -> Result<Value> {
        let depth_of = |value: &Value| match value {
            Value::List(list) => list.depth,
            _ => 0,
        };
        let depth = 1 + values.iter().map(depth_of).max().unwrap_or(0);
        if depth > LIST_DEPTH {
            return Err(too_deep(span).into());
        }
        let has_positions = values.iter().any(Value::has_positions);
        Ok(Value::List(Arc::new(List { values, depth, has_positions, _charge: charge })))
    }

    /// Creates a list of values that are neither lists nor positions.
    pub(super) fn flat<T: Into<Value>>(
        session: &mut Session<'_>,
        length: usize,
        things: impl IntoIterator<Item = T>,
    ) -> Result<Value> {
        let charge = charge_list(session, length)?;
        let mut values = Vec::with_capacity(length);
        for thing in things {
            session.spend(1)?;
            values.push(thing.into());
        }
        Ok(Value::List(Arc::new(List { values, depth: 1, has_positions: false, _charge: charge })))
    }

    pub(super) fn text(session: &mut Session<'_>, text: String) -> Result<Value> {
        let charge = session.charge(text.capacity() as u64 + SHARED_BYTES)?;
        Ok(Value::Text(Arc::new(Text { text, latex: None, _charge: charge })))
    }

    /// Creates a text that is a formula, with its LaTeX form.
    pub(super) fn formula(session: &mut Session<'_>, text: String, latex: String) -> Result<Value> {
        Ok(Value::Text(Arc::new(Text::formula(session, text, latex)?)))
    }
}

/// Returns the diagnostic for lists at `span` that are nested too deeply.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new("lists are nested too deeply", span)
}

/// A list under construction, whose memory is charged before it grows.
pub(super) struct ListBuilder {
    values: Vec<Value>,
    charge: Charge,
}

impl ListBuilder {
    /// Creates a list with capacity for `length` entries.
    pub(super) fn new(session: &mut Session<'_>, length: usize) -> Result<Self> {
        let charge = charge_list(session, length)?;
        Ok(ListBuilder { values: Vec::with_capacity(length), charge })
    }

    pub(super) fn push(&mut self, session: &mut Session<'_>, value: Value) -> Result<()> {
        session.spend(1)?;
        if self.values.len() == self.values.capacity() {
            let length = self.values.len();
            let bytes = |entries: usize| (entries as u64).saturating_mul(size_of::<Value>() as u64);
            // Doubles the capacity, or increases it only slightly if the memory does not suffice.
            let more = [length.max(4), length / 8 + 4];
            let room = more.into_iter().find(|&more| session.charge(bytes(length + more)).is_ok());
            let more = room.unwrap_or(1);
            session.enlarge_charge(&mut self.charge, bytes(more))?;
            self.values.reserve_exact(more);
        }
        self.values.push(value);
        Ok(())
    }

    /// Returns the list. If lists are nested too deeply, the error points to `span`.
    pub(super) fn finish(self, span: Span) -> Result<Value> {
        Value::list(self.values, self.charge, span)
    }
}
