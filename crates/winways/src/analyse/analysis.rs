use crate::{Outcome, PositionMove};
use std::borrow::Cow;
use std::fmt;
use winways_kit::AnyMoves;
use winways_rules::Play;
use winways_solve::Stopped;
use winways_values::{Dyadic, Game, Nimber, Operations};

/// What was found out about a position.
#[derive(Clone)]
pub struct Analysis {
    /// The play it is about.
    pub play: Play,
    /// Who wins; `None` if the work ended before that was known.
    pub outcome: Option<Outcome>,
    /// The value, where the method tells one; never under misère play.
    pub value: Option<Value>,
    /// How many moves of both players there are to the end if the winner hurries and the loser delays, where that is known.
    pub remoteness: Option<u32>,
    /// The winning moves, of a drawn position those that hold the draw, in a game of points those that get most; `None` if the
    /// work ended before they were known.
    /// Where the remoteness is known, the fastest come first.
    pub moves: Option<MoveList>,
    /// The moves that survive in canonical form, of a partizan position.
    pub canonical_moves: Vec<PositionMove>,
    /// How the outcome was found.
    pub method: Method,
    /// Why, in sentences.
    pub explanation: Vec<String>,
    /// The patterns that everything here rests on though they are not proved; none unless [`Request::conjecture`] allows them.
    ///
    /// [`Request::conjecture`]: crate::Request::conjecture
    pub assumptions: Vec<Assumption>,
    /// Why the work ended before everything was known, if it did.
    pub stopped: Option<Stopped>,
}

/// A pattern of nim-values that holds as far as it was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The pattern, in the field's notation.
    pub statement: String,
    /// It was checked for heaps up to this one.
    pub checked_to: u64,
}

impl fmt::Display for Assumption {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "if the pattern found to heap {} holds: {}", self.checked_to, self.statement)
    }
}

impl Analysis {
    /// Nothing is known yet.
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

    /// Returns `true` if everything that was asked for is known, and rests on no assumption.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.assumptions.is_empty()
    }

    /// Nothing is known, since the work was stopped.
    pub(super) fn unknown(play: Play, method: Method, stopped: Stopped) -> Analysis {
        Analysis { stopped: Some(stopped), ..Analysis::empty(play, method) }
    }
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An impartial position under normal play.
    Nimber(Nimber),
    /// A partizan position.
    Game(GameValue),
    /// A position of a game of points: what the player to move gets more than the opponent from there on.
    Points(i64),
}

/// The value of a partizan position, with what is most asked about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameValue {
    /// The canonical form, in the notation that reads back.
    pub text: String,
    /// The same for the mathematics mode of LaTeX.
    pub latex: String,
    /// What it is.
    pub kind: ValueKind,
    /// What many copies are worth each.
    pub mean: Dyadic,
    /// How hot it is.
    pub temperature: Dyadic,
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A nimber, `*3`; zero too.
    Nimber,
    /// A number.
    Number,
    /// Any other game.
    Game,
    /// Points, of a game that is played for them.
    Points,
}

impl Value {
    /// The kind.
    pub fn kind(&self) -> ValueKind {
        match self {
            Value::Nimber(_) => ValueKind::Nimber,
            Value::Game(value) => value.kind,
            Value::Points(_) => ValueKind::Points,
        }
    }

    /// The value for the mathematics mode of LaTeX.
    ///
    /// ```
    /// use winways::{Nimber, Value};
    /// assert_eq!(Value::Nimber(Nimber(3)).latex(), r"{\ast}3");
    /// ```
    pub fn latex(&self) -> String {
        match self {
            Value::Nimber(nimber) => nimber.latex(),
            Value::Game(value) => value.latex.clone(),
            Value::Points(points) => points.to_string(),
        }
    }

    /// The nimber, if it is the value of an impartial position.
    pub fn nimber(&self) -> Option<Nimber> {
        match self {
            Value::Nimber(nimber) => Some(*nimber),
            Value::Game(_) | Value::Points(_) => None,
        }
    }
}

impl ValueKind {
    pub(crate) fn of(operations: &mut Operations<'_>, game: Game) -> Self {
        match (operations.is_number(game), operations.is_nimber(game)) {
            (true, _) => ValueKind::Number,
            (false, true) => ValueKind::Nimber,
            (false, false) => ValueKind::Game,
        }
    }

    /// `nimber`, `number`, `game` or `points`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::Nimber => "nimber",
            ValueKind::Number => "number",
            ValueKind::Game => "game",
            ValueKind::Points => "points",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(nimber) => write!(formatter, "{nimber}"),
            Value::Game(value) => formatter.write_str(&value.text),
            Value::Points(points) => write!(formatter, "{points}"),
        }
    }
}

/// Winning moves, counted to the last, listed as far as was asked.
#[derive(Clone, Default)]
pub struct MoveList {
    /// How many there are; 2⁶⁴−1 stands for itself and more.
    pub total: u64,
    /// The first of them.
    pub listed: Vec<PositionMove>,
}

impl MoveList {
    pub(super) fn append(&mut self, other: MoveList) {
        self.total = self.total.saturating_add(other.total);
        self.listed.extend(other.listed);
    }
}

/// How an answer was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The kind of method.
    pub kind: MethodKind,
    /// The theorem or the search, by name.
    pub name: MethodName,
    /// Distinct positions looked at.
    pub nodes: u64,
}

/// The name of a method, which is never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodName(Cow<'static, str>);

impl MethodName {
    /// A name that is known when the program is compiled; an empty one is refused then.
    pub const fn known(name: &'static str) -> Self {
        assert!(!name.is_empty(), "a method has a name");
        MethodName(Cow::Borrowed(name))
    }

    /// The distinct names of several theorems, in their order; `None` if there is no name.
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

    /// The name.
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
    /// A table of all positions, which was there before the question.
    Table,
}

impl MethodKind {
    /// `theorem`, `search` or `table`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            MethodKind::Theorem => "theorem",
            MethodKind::Search => "search",
            MethodKind::Table => "table",
        }
    }
}

/// The moves of a summand as moves of the position.
pub(super) fn listed(summand: usize, moves: AnyMoves) -> MoveList {
    let listed = moves.listed.into_iter().map(|step| PositionMove::new(summand, step)).collect();
    MoveList { total: moves.total, listed }
}
