use super::value::Value;
use crate::{Outcome, PositionMove};
use std::borrow::Cow;
use std::fmt;
use winways_kit::AnyMoves;
use winways_rules::Play;
use winways_solve::Stopped;

/// The result of analysing a position.
#[derive(Clone)]
#[non_exhaustive]
pub struct Analysis {
    /// The kind of play, normal or misère.
    pub play: Play,
    /// The outcome; `None` if the work was stopped before the outcome was known.
    pub outcome: Option<Outcome>,
    /// The value, if the method computes one. Always `None` under misère play.
    pub value: Option<Value>,
    /// The number of moves by both players until play ends, if the winner hurries and the loser delays; `None` if unknown.
    pub remoteness: Option<u32>,
    /// The winning moves; `None` if the work was stopped before they were known.
    ///
    /// In a drawn position, these are the moves that hold the draw; in a game of points, the moves that gain the most points.
    /// If the remoteness is known, the fastest moves come first.
    pub moves: Option<MoveList>,
    /// The moves of a partizan position that survive in canonical form.
    pub canonical_moves: Vec<PositionMove>,
    /// The method that computed the outcome.
    pub method: Method,
    /// The explanation, in sentences.
    pub explanation: Vec<String>,
    /// The unproved patterns on which the result depends. Empty unless [`Request::conjecture`] allows them.
    ///
    /// [`Request::conjecture`]: crate::Request::conjecture
    pub assumptions: Vec<Assumption>,
    /// The reason the analysis is incomplete; `None` if it is complete.
    pub stopped: Option<Stopped>,
}

/// A pattern of nim-values that has been checked up to some heap but not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The pattern, in the usual notation.
    pub statement: String,
    /// The largest heap for which the pattern was checked.
    pub checked_to: u64,
}

impl fmt::Display for Assumption {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "if the pattern found up to heap {} holds: {}", self.checked_to, self.statement)
    }
}

impl Analysis {
    /// Creates an empty analysis.
    pub(super) fn empty(play: Play, method: Method) -> Analysis {
        Analysis {
            play,
            outcome: None,
            value: None,
            remoteness: None,
            moves: None,
            canonical_moves: Vec::new(),
            method,
            explanation: Vec::new(),
            assumptions: Vec::new(),
            stopped: None,
        }
    }

    /// Returns `true` if everything that was requested is known and depends on no assumption.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.assumptions.is_empty()
    }

    /// Creates an empty analysis that records why the work was stopped.
    pub(super) fn unknown(play: Play, method: Method, stopped: Stopped) -> Analysis {
        Analysis { stopped: Some(stopped), ..Analysis::empty(play, method) }
    }

    /// Creates an empty analysis that records why a search was stopped.
    pub(super) fn stopped(play: Play, search: &'static str, stopped: Stopped) -> Analysis {
        Analysis::unknown(play, Method::search(search, stopped.nodes), stopped)
    }
}

/// Winning moves: the exact number, and a list that may be truncated.
#[derive(Clone, Default)]
pub struct MoveList {
    /// The number of winning moves, saturating at 2⁶⁴−1.
    pub total: u64,
    /// The first winning moves, up to the requested limit.
    pub listed: Vec<PositionMove>,
}

impl MoveList {
    pub(super) fn append(&mut self, other: MoveList) {
        self.total = self.total.saturating_add(other.total);
        self.listed.extend(other.listed);
    }
}

/// The method that produced an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The kind of method.
    pub kind: MethodKind,
    /// The name of the theorem or search.
    pub name: MethodName,
    /// The number of distinct positions searched.
    pub nodes: u64,
}

impl Method {
    /// Creates a method of the kind [`MethodKind::Search`] with a fixed name.
    pub(super) const fn search(name: &'static str, nodes: u64) -> Method {
        Method { kind: MethodKind::Search, name: MethodName::known(name), nodes }
    }
}

/// The name of a method, which is never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodName(Cow<'static, str>);

impl MethodName {
    /// Creates a name from a string literal.
    ///
    /// # Panics
    /// Panics if the name is empty. In a constant this is a compile-time error.
    pub const fn known(name: &'static str) -> Self {
        assert!(!name.is_empty(), "a method has a name");
        MethodName(Cow::Borrowed(name))
    }

    /// Joins the distinct non-empty names of several theorems, in their order. Returns `None` if there are none.
    ///
    /// ```
    /// use winways::MethodName;
    /// let names = ["Bouton 1901", "", "Bouton 1901", "Moore 1910"].map(str::to_owned);
    /// assert_eq!(MethodName::joined(names).unwrap().as_str(), "Bouton 1901; Moore 1910");
    /// assert_eq!(MethodName::joined([]), None);
    /// ```
    pub fn joined(names: impl IntoIterator<Item = String>) -> Option<Self> {
        let mut distinct: Vec<String> = Vec::new();
        for name in names {
            if !name.is_empty() && !distinct.contains(&name) {
                distinct.push(name);
            }
        }
        (!distinct.is_empty()).then(|| MethodName(distinct.join("; ").into()))
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MethodName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The kinds of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// A named theorem.
    Theorem,
    /// A search.
    Search,
    /// A table of all positions, built before the question was asked.
    Table,
}

impl MethodKind {
    /// Returns `theorem`, `search` or `table`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            MethodKind::Theorem => "theorem",
            MethodKind::Search => "search",
            MethodKind::Table => "table",
        }
    }
}

/// Converts the moves of one summand to moves of the position.
pub(super) fn listed(summand: usize, moves: AnyMoves) -> MoveList {
    let listed = moves.listed.into_iter().map(|step| PositionMove::new(summand, step)).collect();
    MoveList { total: moves.total, listed }
}
