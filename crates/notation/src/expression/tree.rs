use crate::{Call, Span};
use std::ops::Range;

/// An expression as a tree of nodes in one list.
///
/// Nodes are known by their numbers, from 0. Every node comes after all nodes below it and the root is the last, so
/// that one pass over the numbers evaluates the tree, and no depth of nesting is a problem. The tree does not own the
/// text; all [`Span`]s point into it.
///
/// ```
/// use winways_notation::{NameKind, NodeKind, parse_expression};
/// let tree = parse_expression("{1|-1} + ^", |_| NameKind::Other).tree;
/// assert!(matches!(tree.node(tree.root()).kind, NodeKind::Sum));
/// let [braces, up] = tree.children(tree.root()) else { panic!("a sum has two terms") };
/// assert_eq!(tree.node(*braces).span.range(), 0..6);
/// assert_eq!(tree.subtree(*braces), 0..4);
/// assert_eq!(*up, 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionTree {
    nodes: Vec<Node>,
    /// The children of all nodes, those of one node together.
    children: Vec<usize>,
}

/// A node of a [`ExpressionTree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands, with the round brackets around it.
    pub span: Span,
    /// Whether round brackets stand around it: names that are given in them are not known outside.
    pub is_bracketed: bool,
    /// The first node of its subtree.
    first: usize,
    /// Where its children stand in the list of all children.
    children: (usize, usize),
}

/// What a [`Node`] is; the comment tells its children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Something is missing or wrong here; a diagnostic says what. No children.
    Missing,
    /// A value: `3/4`, `^*2`, `2v`. No children.
    Literal(Literal),
    /// Quoted text; the stretch between the quotation marks. No children.
    Text(Span),
    /// A name that stands for a value; the stretch of the name. No children.
    Name(Span),
    /// A position in a notation of its own: `nim(7,8)`. No children: see [`parse_arguments`](crate::parse_arguments).
    Position(Call),
    /// A function of the language, and the stretch of its name: `mean({1|-1})`. Its arguments.
    Function(Span),
    /// A form `{a,b|c}`. First so many options of Left, then the options of Right.
    Braces {
        /// How many children are options of Left.
        left: usize,
    },
    /// `-G`. One child.
    Negative,
    /// `+-G` or `±G`. One child.
    PlusMinus,
    /// `G + H`. Two children.
    Sum,
    /// `G - H`. Two children.
    Difference,
    /// `G : H`, an ordinal sum. Two children.
    OrdinalSum,
    /// `n.G`, a product by an integer. Two children.
    Product,
    /// Two values compared. Two children.
    Comparison(Comparison),
    /// `not a`. One child.
    Not,
    /// `a and b`. Two children; deferred: the second is looked at only if the first is true.
    And,
    /// `a or b`. Two children; deferred: the second is looked at only if the first is false.
    Or,
    /// `if a then b else c`. Three children; deferred: only one of the last two is looked at.
    If,
    /// `a..b` or `a..b step s`, a list of numbers. Two or three children.
    Range,
    /// `a[n]` or `a[m..n]`. Two children: the list, the place or the places.
    Index,
    /// `a = G` or `let a = G`, and the stretch of the name. One child.
    Assignment(Span),
    /// `f(x, y) = G`. One child, the body; deferred: it is looked at when the function is called.
    Definition(Box<Definition>),
    /// `a = G; b = H; a + b`, worth its last. The statements; none in an empty text.
    Sequence,
    /// `[a, b]`. Its entries.
    List,
    /// `[body for x in list if condition]`, and its clauses, of which the first is a `for`. The body, and a child for each
    /// clause; deferred: they are looked at for entry after entry.
    Comprehension(Box<[Clause]>),
}

/// What gives a function its name in a [`NodeKind::Definition`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The stretch of the name.
    pub name: Span,
    /// The stretches of the names of the parameters.
    pub parameters: Vec<Span>,
}

/// A clause of a [`NodeKind::Comprehension`]; what it says of lists and conditions is a child of the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// `for x in list`, and the stretch of the variable's name.
    For(Span),
    /// `if condition`.
    If,
}

impl NodeKind {
    /// Whether its children are not simply looked at before it, from the first to the last: which of them, how often and
    /// when is up to the node.
    pub fn is_deferred(&self) -> bool {
        use NodeKind::{And, Comprehension, Definition, If, Or};
        matches!(self, And | Or | If | Comprehension(_) | Definition(_))
    }
}

/// A value as written in one go: a number, then ups or downs, then a nimber, each of which may be missing.
///
/// It stands for the sum of its parts: `3^*2` is 3 + ↑ + *2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Literal {
    /// The number: digits, `3/4` or `2.5`; it has any number of digits and no sign.
    pub number: Option<Span>,
    /// The ups or downs.
    pub ups: Option<Ups>,
    /// The size of the nimber in digits; empty for a plain star, which is `*1`.
    pub nimber: Option<Span>,
}

/// A multiple of up in a [`Literal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ups {
    /// Whether they are downs.
    pub down: bool,
    /// How many.
    pub count: UpCount,
}

/// How many ups there are in [`Ups`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpCount {
    /// As many as there are arrows: 2 in `^^`.
    Arrows(usize),
    /// As many as the digits at this stretch say: `3` in `^3`.
    Digits(Span),
}

/// The relation that a comparison asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=` or `≠`
    Unequal,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=` or `≤`
    LessOrEqual,
    /// `>=` or `≥`
    GreaterOrEqual,
    /// `<>` or `∥`: neither is at least the other.
    Confused,
}

impl ExpressionTree {
    pub(super) fn new() -> Self {
        ExpressionTree { nodes: Vec::new(), children: Vec::new() }
    }

    /// Puts a node after all others; its children must be the last whole subtrees.
    pub(super) fn push(&mut self, kind: NodeKind, span: Span, children: &[usize]) -> usize {
        let number = self.nodes.len();
        let first = children.first().map_or(number, |&child| self.nodes[child].first);
        let start = self.children.len();
        self.children.extend_from_slice(children);
        let children = (start, self.children.len());
        self.nodes.push(Node { kind, span, is_bracketed: false, first, children });
        number
    }

    /// Puts round brackets around a node.
    pub(super) fn set_brackets(&mut self, node: usize, span: Span) {
        self.nodes[node].span = span;
        self.nodes[node].is_bracketed = true;
    }

    /// The root, which is the last node.
    pub fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// A node.
    ///
    /// # Panics
    /// If the tree has no node of this number.
    pub fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// All nodes, each after those below it.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The numbers of the children of a node, as they stand in the text.
    ///
    /// # Panics
    /// If the tree has no node of this number.
    pub fn children(&self, number: usize) -> &[usize] {
        let (start, end) = self.nodes[number].children;
        &self.children[start..end]
    }

    /// The numbers of a node and all nodes below it. O(1).
    ///
    /// # Panics
    /// If the tree has no node of this number.
    pub fn subtree(&self, number: usize) -> Range<usize> {
        self.nodes[number].first..number + 1
    }
}
