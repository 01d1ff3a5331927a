//! The tree of a rule file.

use crate::Span;

/// A rule file, read but not yet understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleFile {
    /// `game: NAME`, `source: …` and the like, in the order of the file.
    pub headers: Vec<Header>,
    /// `param k = 3`.
    pub parameters: Vec<Parameter>,
    /// `measure: …`: numbers that are compared one after the other; empty if the file states none.
    pub measure: Vec<Expression>,
    /// `bounds: …`: conditions that hold of every component; empty if the file states none.
    pub bounds: Vec<Expression>,
    /// `heap … -> …`; at least one.
    pub rules: Vec<Rule>,
}

impl RuleFile {
    /// The first header of this key.
    pub fn header(&self, key: &str) -> Option<&Header> {
        self.headers.iter().find(|header| header.key == key)
    }

    /// Whether some rule is for one of the players alone.
    pub fn is_partizan(&self) -> bool {
        self.rules.iter().any(|rule| rule.movers != Movers::Both)
    }
}

/// A line that tells something about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What it tells: `game`, `source`.
    pub key: &'static str,
    /// The text after the colon, trimmed.
    pub text: String,
    /// Where that text stands.
    pub span: Span,
}

/// A word that names a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// `param k = 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// What it is; names of earlier parameters may stand in it.
    pub value: Expression,
}

/// `heap PATTERN -> OPTIONS`, after `left:`, `right:` or `both:` or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Who may move by it.
    pub movers: Movers,
    /// What it applies to.
    pub pattern: RulePattern,
    /// What that may become.
    pub groups: Vec<OptionGroup>,
}

/// Who may move by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movers {
    /// Left alone.
    Left,
    /// Right alone.
    Right,
    /// Both players; where the rule does not say.
    Both,
}

/// `n`, or `(a, b)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePattern {
    /// The names of the numbers; at least one.
    pub names: Vec<Name>,
    /// Where it stands.
    pub span: Span,
}

/// Options, and the condition that is common to them: `OPTION | OPTION where CONDITION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionGroup {
    /// The options.
    pub options: Vec<RuleOption>,
    /// The conditions, all of which must hold.
    pub conditions: Vec<Expression>,
}

/// One option: the components which a component may become. None at all for `nothing`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The components.
    pub parts: Vec<Tuple>,
    /// Where it stands.
    pub span: Span,
}

/// The numbers of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuple {
    /// The numbers.
    pub numbers: Vec<Expression>,
    /// Where it stands.
    pub span: Span,
}

/// A number or a condition; no deeper than [`Expression::DEEPEST`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Where it stands.
    pub span: Span,
}

impl Expression {
    /// How many levels an expression has at most, so that whoever walks it may recurse.
    pub const DEEPEST: usize = 64;

    /// Whether it is a condition; else it is a number.
    pub fn is_condition(&self) -> bool {
        use ExpressionKind::{And, Comparison, In, Not, Or};
        matches!(self.kind, Comparison { .. } | In { .. } | Not(_) | And(_) | Or(_))
    }
}

/// The kinds of expressions: five of numbers, five of conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    /// `7`.
    Integer(i64),
    /// `n`.
    Name(String),
    /// `-n`.
    Negative(Box<Expression>),
    /// `a + b`.
    Binary(Arithmetic, Box<Expression>, Box<Expression>),
    /// `min(a, b)`: two arguments or more.
    Call(RuleFunction, Vec<Expression>),
    /// `1 <= k < n`: a first number, and at least one relation with another.
    Comparison {
        /// The first number.
        first: Box<Expression>,
        /// What follows it.
        rest: Vec<(RuleRelation, Expression)>,
    },
    /// `k in primes`, `k not in {1, 3..5}`.
    In {
        /// The number.
        number: Box<Expression>,
        /// Whether it must not be in the set.
        negated: bool,
        /// The set.
        set: Set,
    },
    /// `not a = b`.
    Not(Box<Expression>),
    /// All of these.
    And(Vec<Expression>),
    /// Any of these.
    Or(Vec<Expression>),
}

/// What combines two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounded down.
    Divide,
    /// `mod`
    Remainder,
}

/// Functions of two numbers or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleFunction {
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The greatest common divisor.
    Gcd,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleRelation {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// What it is.
    pub kind: SetKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetKind {
    /// `{1, 3..5}`, or `3..5` alone.
    Listed(Vec<Item>),
    /// `primes`, `powers(2)`.
    Named {
        /// The name.
        name: Name,
        /// The arguments in brackets after it.
        arguments: Vec<Expression>,
    },
}

/// A number of a set, or a range of them, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The first.
    pub first: Expression,
    /// The last, of a range.
    pub last: Option<Expression>,
}
