//! The tree of a rule file.

use crate::Span;

/// A parsed rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleFile {
    /// `game: NAME`, `source: …` and the like, in the order of the file.
    pub headers: Vec<Header>,
    /// `param k = 3`.
    pub parameters: Vec<Parameter>,
    /// `measure: …`: numbers that are compared in order; empty if the file has no measure.
    pub measure: Vec<Expression>,
    /// `bounds: …`: conditions that hold for every component; empty if the file has no bounds.
    pub bounds: Vec<Expression>,
    /// `heap … -> …`; there is at least one.
    pub rules: Vec<Rule>,
}

impl RuleFile {
    /// Returns the first header with this key.
    pub fn header(&self, key: &str) -> Option<&Header> {
        self.headers.iter().find(|header| header.key == key)
    }

    /// Returns `true` if some rule is for one player only.
    pub fn is_partizan(&self) -> bool {
        self.rules.iter().any(|rule| rule.movers != Movers::Both)
    }

    /// Returns `true` if the turn does not pass to the opponent as usual after some move.
    pub fn has_entailing_moves(&self) -> bool {
        self.rules.iter().any(|rule| rule.turn != Turn::Ordinary)
    }
}

/// A line with information about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The key, such as `game` or `source`.
    pub key: &'static str,
    /// The text after the colon, trimmed.
    pub text: String,
    /// The span of the text.
    pub span: Span,
}

/// A word that names a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word.
    pub text: String,
    /// The span of the word.
    pub span: Span,
}

/// `param k = 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// The value, in which the names of earlier parameters may occur.
    pub value: Expression,
}

/// `heap PATTERN -> OPTIONS`, optionally after `left:`, `right:`, `both:`, `entail:` or `again:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The players who may use the rule.
    pub movers: Movers,
    /// The player who moves next, and where.
    pub turn: Turn,
    /// The span of the word before the rule, such as `left`; of `heap` if there is none.
    pub key: Span,
    /// The components to which the rule applies.
    pub pattern: RulePattern,
    /// The options of these components.
    pub groups: Vec<OptionGroup>,
}

/// The players who may use a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movers {
    /// Left only.
    Left,
    /// Right only.
    Right,
    /// Both players; the default.
    Both,
}

/// The player who moves next after a move by a rule, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A move of the opponent, anywhere; the default.
    Ordinary,
    /// A move of the opponent in the first component that the move leaves.
    Entail,
    /// Another move of the same player, anywhere.
    Again,
}

impl Turn {
    /// All turns, the default first.
    pub const ALL: [Turn; 3] = [Turn::Ordinary, Turn::Entail, Turn::Again];
}

/// `n`, or `(a, b)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePattern {
    /// The names of the numbers; at least one.
    pub names: Vec<Name>,
    /// The span of the pattern.
    pub span: Span,
}

/// Options and their common conditions: `OPTION | OPTION where CONDITION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionGroup {
    /// The options.
    pub options: Vec<RuleOption>,
    /// The conditions, all of which must hold.
    pub conditions: Vec<Expression>,
}

/// An option: the components that replace a component; none for `nothing`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The components.
    pub parts: Vec<Tuple>,
    /// The span of the option.
    pub span: Span,
}

/// The numbers of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuple {
    /// The numbers.
    pub numbers: Vec<Expression>,
    /// The span of the tuple.
    pub span: Span,
}

/// A number or a condition, with at most [`Expression::DEEPEST`] levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The kind of the expression.
    pub kind: ExpressionKind,
    /// The span of the expression.
    pub span: Span,
}

impl Expression {
    /// The maximum number of levels of an expression. It bounds the depth of recursive traversals.
    pub const DEEPEST: usize = 64;

    /// Returns `true` if the expression is a condition, and `false` if it is a number.
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
    /// `1 <= k < n`: a first number, and one or more relations, each with a further number.
    Comparison {
        /// The first number.
        first: Box<Expression>,
        /// The relations and numbers that follow.
        rest: Vec<(RuleRelation, Expression)>,
    },
    /// `k in primes`, `k not in {1, 3..5}`.
    In {
        /// The number.
        number: Box<Expression>,
        /// `true` if the number must not be in the set.
        negated: bool,
        /// The set.
        set: Set,
    },
    /// `not a = b`.
    Not(Box<Expression>),
    /// A conjunction: all conditions must hold.
    And(Vec<Expression>),
    /// A disjunction: at least one condition must hold.
    Or(Vec<Expression>),
}

/// An arithmetic operator.
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

/// A function of two or more numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleFunction {
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The greatest common divisor.
    Gcd,
}

/// A relation between two numbers.
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
    /// The kind of the set.
    pub kind: SetKind,
    /// The span of the set.
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
        /// The arguments in brackets after the name.
        arguments: Vec<Expression>,
    },
}

/// A number of a set, or a range of numbers including both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The number, or the first number of the range.
    pub first: Expression,
    /// The last number of the range, if it is a range.
    pub last: Option<Expression>,
}
