use super::code::UserFunction;
use super::error::Result;
use super::placed::LazyPosition;
use super::terms::Terms;
use crate::Outcome;
use std::collections::HashSet;
use std::sync::Arc;
use winways_notation::{Diagnostic, Span};
use winways_values::{Charge, Dyadic, Game, Session};

/// A value of the calculator. Values are small: lists, texts and sums are shared, and each is charged to the arena
/// once.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// The value of an empty text.
    Nothing,
    /// A game, as a sum whose canonical form is computed lazily.
    Game(Terms),
    /// The truth value of a comparison or a question.
    Truth(bool),
    /// A position, whose game value is computed lazily.
    Position(Arc<LazyPosition>),
    /// An outcome.
    Outcome(Outcome),
    /// Text, such as a sign expansion.
    Text(Arc<Text>),
    /// A list of values.
    List(Arc<List>),
    /// The thermograph of a game.
    Thermograph(Game),
    /// A function defined in the session.
    UserFunction(Arc<UserFunction>),
    /// A function of the language, given by its name.
    Function(&'static str),
}

/// A text with its memory charge.
#[derive(Debug)]
pub(super) struct Text {
    text: String,
    /// The LaTeX form for mathematics mode, if the text is a formula.
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

/// Returns the diagnostic that lists at `span` are nested too deeply.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new("lists stand too deep in lists", span)
}

/// The maximum nesting depth of lists, which bounds the recursion over values.
pub(super) const LIST_DEPTH: usize = 64;

/// The memory allocated beside the elements, in bytes: reference counts, the fields of a list, and the allocator's
/// overhead.
const SHARED_BYTES: u64 = 96;

impl List {
    /// Returns `true` if the list contains no lists.
    pub(super) fn is_flat(&self) -> bool {
        self.depth == 1
    }

    pub(super) fn values(&self) -> &[Value] {
        &self.values
    }
}

impl Text {
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the LaTeX form for mathematics mode, if the text is a formula.
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
    /// Creates a list whose memory is already charged; `None` if lists are nested too deeply.
    pub(super) fn list(values: Vec<Value>, charge: Charge) -> Option<Value> {
        let depth_of = |value: &Value| match value {
            Value::List(list) => list.depth,
            _ => 0,
        };
        let depth = 1 + values.iter().map(depth_of).max().unwrap_or(0);
        let has_positions = values.iter().any(Value::has_positions);
        (depth <= LIST_DEPTH)
            .then(|| Value::List(Arc::new(List { values, depth, has_positions, _charge: charge })))
    }

    /// Returns `true` if the value is a position or a list that contains positions.
    pub(super) fn has_positions(&self) -> bool {
        match self {
            Value::Position(_) => true,
            Value::List(list) => list.has_positions,
            _ => false,
        }
    }

    /// Returns the value as a game. A position is a game only if its value has been computed.
    pub(super) fn terms(&self) -> Option<Terms> {
        match self {
            Value::Game(terms) => Some(terms.clone()),
            Value::Position(placed) => placed.value().map(Terms::of),
            _ => None,
        }
    }

    /// Creates a list of values that are not lists.
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
        let charge = session.charge((text.capacity() + latex.capacity()) as u64 + SHARED_BYTES)?;
        Ok(Value::Text(Arc::new(Text { text, latex: Some(latex), _charge: charge })))
    }

    /// Returns `true` if two values are the same. Games are compared as games.
    pub(super) fn is_same(&self, session: &mut Session<'_>, other: &Value) -> Result<bool> {
        Comparison { session, equal: HashSet::new() }.is_same(self, other)
    }

    /// Returns `true` if the value can be called.
    pub(super) fn is_function(&self) -> bool {
        matches!(self, Value::UserFunction(_) | Value::Function(_))
    }

    /// Returns the kind of value, with its article.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Game(_) | Value::Position(_) => "a game",
            Value::Truth(_) => "true or false",
            Value::Outcome(_) => "an outcome",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Thermograph(_) => "a thermograph",
            Value::UserFunction(_) | Value::Function(_) => "a function",
        }
    }
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
            // Doubles the capacity, or grows it a little if the memory does not suffice.
            let more = [length.max(4), length / 8 + 4];
            let room = more.into_iter().find(|&more| session.charge(bytes(length + more)).is_ok());
            let more = room.unwrap_or(1);
            session.enlarge_charge(&mut self.charge, bytes(more))?;
            self.values.reserve_exact(more);
        }
        self.values.push(value);
        Ok(())
    }

    /// Returns the list, or `None` if lists are nested too deeply.
    pub(super) fn finish(self) -> Option<Value> {
        Value::list(self.values, self.charge)
    }
}

/// A comparison of two values.
struct Comparison<'s, 'arena> {
    session: &'s mut Session<'arena>,
    /// Pairs of lists, by address, that have been found equal. Shared lists are thus compared only once.
    equal: HashSet<(*const List, *const List)>,
}

/// The memory of an entry in a growing set, in bytes.
const EQUAL_BYTES: u64 = 64;

impl Comparison<'_, '_> {
    fn is_same(&mut self, some: &Value, other: &Value) -> Result<bool> {
        self.session.spend(1)?;
        Ok(match (some, other) {
            (Value::Nothing, Value::Nothing) => true,
            (Value::Game(_) | Value::Position(_), Value::Game(_) | Value::Position(_)) => {
                match (some.terms(), other.terms()) {
                    (Some(some), Some(other)) => {
                        some.canonical(self.session)? == other.canonical(self.session)?
                    }
                    _ => false,
                }
            }
            (Value::Truth(some), Value::Truth(other)) => some == other,
            (Value::Outcome(some), Value::Outcome(other)) => some == other,
            (Value::Text(some), Value::Text(other)) => some.text == other.text,
            (Value::Thermograph(some), Value::Thermograph(other)) => some == other,
            (Value::UserFunction(some), Value::UserFunction(other)) => Arc::ptr_eq(some, other),
            (Value::Function(some), Value::Function(other)) => some == other,
            (Value::List(some), Value::List(other)) => self.is_same_list(some, other)?,
            _ => false,
        })
    }

    /// Compares lists. Recursion is bounded by [`LIST_DEPTH`].
    fn is_same_list(&mut self, some: &Arc<List>, other: &Arc<List>) -> Result<bool> {
        let pair = (Arc::as_ptr(some), Arc::as_ptr(other));
        if Arc::ptr_eq(some, other) || self.equal.contains(&pair) {
            return Ok(true);
        }
        if (some.values.len(), some.depth) != (other.values.len(), other.depth) {
            return Ok(false);
        }
        for (some, other) in some.values.iter().zip(&other.values) {
            if !self.is_same(some, other)? {
                return Ok(false);
            }
        }
        // The charge is released immediately, since the set does not outlive the comparison.
        drop(self.session.charge((self.equal.len() as u64 + 1) * EQUAL_BYTES)?);
        self.equal.insert(pair);
        Ok(true)
    }
}

/// Converts a number to a 64-bit integer.
pub(super) fn as_integer(number: &Dyadic) -> Option<i64> {
    i64::try_from(number).ok()
}

impl From<Game> for Value {
    fn from(game: Game) -> Self {
        Value::Game(Terms::of(game))
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Truth(truth)
    }
}
