use super::code::OwnFunction;
use super::error::Result;
use super::placed::Placed;
use super::terms::Terms;
use crate::Outcome;
use std::collections::HashSet;
use std::sync::Arc;
use winways_notation::{Diagnostic, Span};
use winways_values::{Charge, Dyadic, Game, Session};

/// A value of the calculator. It is small: lists, texts and sums are shared, and each is charged to the arena once.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// What an empty text is worth.
    Nothing,
    /// A game, as a sum that is not brought to canonical form before that is asked for.
    Game(Terms),
    /// The answer to a comparison or to a question.
    Truth(bool),
    /// A position, whose worth is a game if that is asked for.
    Position(Arc<Placed>),
    /// Who wins.
    Outcome(Outcome),
    /// Text, such as a sign expansion.
    Text(Arc<Text>),
    /// Several values.
    List(Arc<List>),
    /// The thermograph of a game.
    Thermograph(Game),
    /// A function that the session defined.
    Own(Arc<OwnFunction>),
    /// A function of the language, by its name.
    Function(&'static str),
}

/// A text, and the memory for it.
#[derive(Debug)]
pub(super) struct Text {
    text: String,
    /// The same for the mathematics mode of LaTeX, if it is not words.
    latex: Option<String>,
    _charge: Charge,
}

/// Several values, and the memory for them.
#[derive(Debug)]
pub(super) struct List {
    values: Vec<Value>,
    /// How deep lists stand in it: a list of no lists is 1 deep.
    depth: usize,
    /// Whether positions stand in it.
    has_positions: bool,
    _charge: Charge,
}

/// Lists stand too deep in what is at `span`.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new("lists stand too deep in lists", span)
}

/// How deep lists may stand in lists; what walks over values goes no deeper.
pub(super) const LIST_DEPTH: usize = 64;

/// What is allocated beside the elements: the counts of references, the parts of a list, the allocator's own.
const SHARED_BYTES: u64 = 96;

impl List {
    /// Whether no lists stand in it.
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

    /// The text for the mathematics mode of LaTeX, if it is not words.
    pub(super) fn latex(&self) -> Option<&str> {
        self.latex.as_deref()
    }
}

/// The memory for a list of so many values, before it is made.
pub(super) fn charge_list(session: &mut Session<'_>, length: usize) -> Result<Charge> {
    Ok(session
        .charge((length as u64).saturating_mul(size_of::<Value>() as u64).saturating_add(SHARED_BYTES))?)
}

impl Value {
    /// A list for which the memory is charged, unless lists stand too deep in it.
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

    /// Whether it is a position, or a list with positions in it.
    pub(super) fn has_positions(&self) -> bool {
        match self {
            Value::Position(_) => true,
            Value::List(list) => list.has_positions,
            _ => false,
        }
    }

    /// The game that it is: of a position, if it is known what that is worth.
    pub(super) fn terms(&self) -> Option<Terms> {
        match self {
            Value::Game(terms) => Some(terms.clone()),
            Value::Position(placed) => placed.value().map(Terms::of),
            _ => None,
        }
    }

    /// A list of things that are no lists.
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

    /// A text that is mathematics, with the same as LaTeX.
    pub(super) fn formula(session: &mut Session<'_>, text: String, latex: String) -> Result<Value> {
        let charge = session.charge((text.capacity() + latex.capacity()) as u64 + SHARED_BYTES)?;
        Ok(Value::Text(Arc::new(Text { text, latex: Some(latex), _charge: charge })))
    }

    /// Whether two values are the same; games, if they are equal.
    pub(super) fn is_same(&self, session: &mut Session<'_>, other: &Value) -> Result<bool> {
        Comparison { session, equal: HashSet::new() }.is_same(self, other)
    }

    /// Whether it can be called.
    pub(super) fn is_function(&self) -> bool {
        matches!(self, Value::Own(_) | Value::Function(_))
    }

    /// What it is, with its article.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Game(_) | Value::Position(_) => "a game",
            Value::Truth(_) => "true or false",
            Value::Outcome(_) => "an outcome",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Thermograph(_) => "a thermograph",
            Value::Own(_) | Value::Function(_) => "a function",
        }
    }
}

/// A list in the making, whose memory is charged before it grows.
pub(super) struct ListBuilder {
    values: Vec<Value>,
    charge: Charge,
}

impl ListBuilder {
    /// A list that will have about so many entries.
    pub(super) fn new(session: &mut Session<'_>, length: usize) -> Result<Self> {
        let charge = charge_list(session, length)?;
        Ok(ListBuilder { values: Vec::with_capacity(length), charge })
    }

    pub(super) fn push(&mut self, session: &mut Session<'_>, value: Value) -> Result<()> {
        session.spend(1)?;
        if self.values.len() == self.values.capacity() {
            let length = self.values.len();
            let bytes = |entries: usize| (entries as u64).saturating_mul(size_of::<Value>() as u64);
            // Twice as many, or a few more where there is no room for that.
            let more = [length.max(4), length / 8 + 4];
            let room = more.into_iter().find(|&more| session.charge(bytes(length + more)).is_ok());
            let more = room.unwrap_or(1);
            session.enlarge_charge(&mut self.charge, bytes(more))?;
            self.values.reserve_exact(more);
        }
        self.values.push(value);
        Ok(())
    }

    /// The list, unless lists stand too deep in it.
    pub(super) fn finish(self) -> Option<Value> {
        Value::list(self.values, self.charge)
    }
}

/// A comparison of two values.
struct Comparison<'s, 'arena> {
    session: &'s mut Session<'arena>,
    /// Lists, by their places in memory, that have been found to be equal: shared ones are compared once.
    equal: HashSet<(*const List, *const List)>,
}

/// What an entry takes in a set that grows.
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
            (Value::Own(some), Value::Own(other)) => Arc::ptr_eq(some, other),
            (Value::Function(some), Value::Function(other)) => some == other,
            (Value::List(some), Value::List(other)) => self.is_same_list(some, other)?,
            _ => false,
        })
    }

    /// Lists know how deep they are, and are not deep: [`LIST_DEPTH`].
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
        // Nothing is kept beyond the comparison.
        drop(self.session.charge((self.equal.len() as u64 + 1) * EQUAL_BYTES)?);
        self.equal.insert(pair);
        Ok(true)
    }
}

/// The number that a game is, as an integer of a machine word.
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
