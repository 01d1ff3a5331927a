use crate::{Call, Span};
use std::ops::Range;

/// An expression as a tree of nodes, stored in one list.
///
/// Nodes are numbered from 0. Every node comes after all nodes below it, and the root is the last node. One pass over the numbers therefore
/// evaluates the tree without recursion. The tree does not own the text; all [`Span`]s refer to it.
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
    /// The children of all nodes. The children of a node are contiguous.
    children: Vec<usize>,
}

/// A node of an [`ExpressionTree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The kind of the node.
    pub kind: NodeKind,
    /// The span of the node, including round brackets around it.
    pub span: Span,
    /// `true` if the node is in round brackets. Names defined inside brackets are not visible outside.
    pub is_bracketed: bool,
    /// The number of the first node of the subtree.
    first: usize,
    /// The start and end of the node's children in the list of all children.
    children: (usize, usize),
}

/// The kind of a [`Node`]; the documentation of each kind lists the children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A missing or wrong part; a diagnostic has the details. No children.
    Missing,
    /// A value: `3/4`, `^*2`, `2v`. No children.
    Literal(Literal),
    /// The canonical form of a game under misère play: `*[[42]431]`, with its span without round brackets. The list is not parsed. No
    /// children.
    MisereForm(Span),
    /// The sign expansion of a number, with its span: `+^ω -^3`. Its runs are not parsed. No children.
    Signs(Span),
    /// Quoted text, with the span between the quotation marks. No children.
    Text(Span),
    /// A name of a value, with its span. No children.
    Name(Span),
    /// A position in the notation of its game: `nim(7,8)`. No children; see
    /// [`parse_arguments`](crate::parse_arguments).
    Position(Call),
    /// A call of a function of the language, with the span of its name: `mean({1|-1})`. The children are the arguments.
    Function(Span),
    /// A form `{a,b|c}`. The children are the options of Left, followed by the options of Right.
    Braces {
        /// The number of children that are options of Left.
        left: usize,
    },
    /// `a{G | H}`, braces with a label, with the span of the label. One child, the braces.
    Labelled(Span),
    /// A reference to the game of enclosing braces by their label, with the span of the label. No children.
    Label(Span),
    /// `pass` in braces: a move back to the game of the innermost braces or bars. No children.
    Pass,
    /// `x & y`, the game with the onside of x and the offside of y. Two children.
    Sides,
    /// `-G`. One child.
    Negative,
    /// `+-G` or `±G`. One child.
    PlusMinus,
    /// `G + H`, or a literal next to a named loopy game, such as `5over` or `upon*`. Two children.
    Sum,
    /// `G - H`. Two children.
    Difference,
    /// `G : H`, an ordinal sum. Two children.
    OrdinalSum,
    /// `n.G`, a product of two numbers, or of an integer and a game; also `3ω`. Two children.
    Product,
    /// `x/y`, a quotient of numbers, unless it is one literal. Two children.
    Quotient,
    /// `ω^x`, a power of ω. Two children.
    Power,
    /// `*(x)` or `*ω`, the nimber of an ordinal. One child.
    Nimber,
    /// A comparison of two values. Two children.
    Comparison(Comparison),
    /// `not a`. One child.
    Not,
    /// `a and b`. Two children; deferred: the second is evaluated only if the first is true.
    And,
    /// `a or b`. Two children; deferred: the second is evaluated only if the first is false.
    Or,
    /// `if a then b else c`. Three children; deferred: only one of the last two is evaluated.
    If,
    /// `a..b` or `a..b step s`, a list of numbers. Two or three children.
    Range,
    /// `a[n]` or `a[m..n]`. Two children: the list, and the index or the range of indices.
    Index,
    /// `a = G` or `let a = G`, with the span of the name. One child.
    Assignment(Span),
    /// `f(x, y) = G`. One child, the body; deferred: the body is evaluated when the function is called.
    Definition(Box<Definition>),
    /// `a = G; b = H; a + b`, whose value is the value of the last statement. The children are the statements; none in an empty
    /// text.
    Sequence,
    /// `[a, b]`. The children are the entries.
    List,
    /// `[body for x in list if condition]`, with its clauses, of which the first is a `for`. The children are the body
    /// and one child for each clause; deferred: they are evaluated for each entry in turn.
    Comprehension(Box<[Clause]>),
}

/// The name and the parameters of a function in a [`NodeKind::Definition`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The span of the name.
    pub name: Span,
    /// The spans of the names of the parameters.
    pub parameters: Vec<Span>,
}

/// A clause of a [`NodeKind::Comprehension`]. Its list or condition is a child of the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// `for x in list`, with the span of the variable's name.
    For(Span),
    /// `if condition`.
    If,
}

impl NodeKind {
    /// Returns `true` if the node determines which of its children are evaluated, when, and how often. The children of
    /// all other nodes are evaluated once, in order, before the node.
    pub fn is_deferred(&self) -> bool {
        use NodeKind::{And, Comprehension, Definition, If, Or};
        matches!(self, And | Or | If | Comprehension(_) | Definition(_))
    }
}

/// A value in one token: a number, ups or downs, and a nimber, in this order, each of which may be missing.
///
/// The value is the sum of the parts: `3^*2` is 3 + ↑ + *2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Literal {
    /// The number: digits, `3/4`, `2.5` or `1e18`, of any length and without a sign.
    pub number: Option<Span>,
    /// The ups or downs.
    pub ups: Option<Ups>,
    /// The digits of the size of the nimber; empty for a plain star, which is `*1`.
    pub nimber: Option<Span>,
}

/// A multiple of up in a [`Literal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ups {
    /// `true` for downs.
    pub down: bool,
    /// The magnitude of the multiple.
    pub count: UpCount,
}

/// The notation of a multiple of up in [`Ups`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpCount {
    /// The number of arrows: 2 in `^^`.
    Arrows(usize),
    /// The span of the digits: `3` in `^3`.
    Digits(Span),
}

/// The relation that a comparison tests.
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
        // Enough for most texts, so the lists rarely grow.
        ExpressionTree { nodes: Vec::with_capacity(7), children: Vec::with_capacity(8) }
    }

    /// Appends a node and returns its number. Its children must be the roots of the last subtrees.
    pub(super) fn push(&mut self, kind: NodeKind, span: Span, children: &[usize]) -> usize {
        let number = self.nodes.len();
        let first = children.first().map_or(number, |&child| self.nodes[child].first);
        let start = self.children.len();
        self.children.extend_from_slice(children);
        let children = (start, self.children.len());
        self.nodes.push(Node { kind, span, is_bracketed: false, first, children });
        number
    }

    /// Records round brackets around a node.
    pub(super) fn set_brackets(&mut self, node: usize, span: Span) {
        self.nodes[node].span = span;
        self.nodes[node].is_bracketed = true;
    }

    /// Returns the number of the root, which is the last node.
    pub fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns a node.
    ///
    /// # Panics
    /// Panics if the tree has no node with this number.
    pub fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// Returns all nodes, each after the nodes below it.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the numbers of the children of a node, in the order of the text.
    ///
    /// # Panics
    /// Panics if the tree has no node with this number.
    pub fn children(&self, number: usize) -> &[usize] {
        let (start, end) = self.nodes[number].children;
        &self.children[start..end]
    }

    /// Returns the numbers of a node and all nodes below it. Takes constant time.
    ///
    /// # Panics
    /// Panics if the tree has no node with this number.
    pub fn subtree(&self, number: usize) -> Range<usize> {
        self.nodes[number].first..number + 1
    }
}
