use super::error::Result;
use super::terms::Terms;
use std::collections::HashSet;
use std::sync::Arc;
use winways_values::{Charge, Dyadic, Game, GameOutcome, Session};

/// A value of the calculator. It is small: lists, texts and sums are shared, and each is charged to the arena once.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// What an empty text is worth.
    Nothing,
    /// A game, as a sum that is not brought to canonical form before that is asked for.
    Game(Terms),
    /// The answer to a comparison or to a question.
    Truth(bool),
    /// Who wins.
    Outcome(GameOutcome),
    /// Text, such as a sign expansion.
    Text(Arc<Text>),
    /// Several values.
    List(Arc<List>),
    /// The thermograph of a game.
    Thermograph(Game),
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
    _charge: Charge,
}

/// How deep lists may stand in lists; what walks over values goes no deeper.
const LIST_DEPTH: usize = 64;

/// What is allocated beside the elements: the counts of references, the parts of a list, the allocator's own.
const SHARED_BYTES: u64 = 96;

impl List {
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
        (depth <= LIST_DEPTH).then(|| Value::List(Arc::new(List { values, depth, _charge: charge })))
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
        Ok(Value::List(Arc::new(List { values, depth: 1, _charge: charge })))
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

    /// What it is, with its article.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Game(_) => "a game",
            Value::Truth(_) => "true or false",
            Value::Outcome(_) => "an outcome",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Thermograph(_) => "a thermograph",
        }
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
            (Value::Game(some), Value::Game(other)) => {
                some.canonical(self.session)? == other.canonical(self.session)?
            }
            (Value::Truth(some), Value::Truth(other)) => some == other,
            (Value::Outcome(some), Value::Outcome(other)) => some == other,
            (Value::Text(some), Value::Text(other)) => some.text == other.text,
            (Value::Thermograph(some), Value::Thermograph(other)) => some == other,
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
