//! Trees with what is needed to evaluate them, and the functions that a session defines.

use super::error::Result;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use winways_notation::{Definition, ExpressionTree, Node, NodeKind, Span};
use winways_values::{Charge, Session};

/// A text and its tree.
#[derive(Debug)]
pub(super) struct Code {
    text: Arc<str>,
    tree: ExpressionTree,
    /// The nodes that are deferred, each after the first node of its subtree; sorted.
    deferred: Vec<(usize, usize)>,
    /// The subtrees of the outermost brackets, in which names that are given stay: each beyond the one before.
    scopes: Vec<Range<usize>>,
    /// The memory for all of it, once functions that stand in it are kept.
    charge: OnceLock<Charge>,
}

/// Whether names that are given below a node are not known beyond it: in round brackets, those of functions too.
pub(super) fn is_scope(node: &Node) -> bool {
    node.is_bracketed || matches!(node.kind, NodeKind::Function(_))
}

/// What a byte of an expression takes in its tree, or hardly more.
pub(super) const PARSED_BYTES: u64 = 200;

impl Code {
    pub(super) fn new(text: Arc<str>, tree: ExpressionTree) -> Arc<Code> {
        let scopes = outermost_scopes(&tree);
        Code::with_scopes(text, tree, scopes)
    }

    /// The arguments of a position: its brackets are brackets too.
    pub(super) fn of_arguments(&self, tree: ExpressionTree) -> Arc<Code> {
        let all = 0..tree.nodes().len();
        Code::with_scopes(self.text.clone(), tree, vec![all])
    }

    /// Whether the text is the other's, so that places in it are places there.
    pub(super) fn is_of_text(&self, other: &Code) -> bool {
        Arc::ptr_eq(&self.text, &other.text)
    }

    fn with_scopes(text: Arc<str>, tree: ExpressionTree, scopes: Vec<Range<usize>>) -> Arc<Code> {
        let is_deferred = |number: &usize| tree.node(*number).kind.is_deferred();
        let deferred = (0..tree.nodes().len()).filter(is_deferred);
        let mut deferred: Vec<_> = deferred.map(|node| (tree.subtree(node).start, node)).collect();
        deferred.sort_unstable();
        Arc::new(Code { text, tree, deferred, scopes, charge: OnceLock::new() })
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn tree(&self) -> &ExpressionTree {
        &self.tree
    }

    pub(super) fn node(&self, number: usize) -> &Node {
        self.tree.node(number)
    }

    /// A stretch of the text.
    pub(super) fn at(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// The spans of the children of a node.
    pub(super) fn spans(&self, node: usize) -> Vec<Span> {
        self.tree.children(node).iter().map(|&child| self.node(child).span).collect()
    }

    /// The outermost deferred node whose subtree begins at node `start` and ends before `end`.
    pub(super) fn deferred_at(&self, start: usize, end: usize) -> Option<usize> {
        let next = self.deferred.partition_point(|&deferred| deferred < (start, end));
        let (begins, node) = *self.deferred.get(next.checked_sub(1)?)?;
        (begins == start).then_some(node)
    }

    /// Whether a name that is given at a node stays in brackets around it.
    pub(super) fn is_in_brackets(&self, node: usize) -> bool {
        let scope = self.scopes.partition_point(|scope| scope.end <= node);
        self.scopes.get(scope).is_some_and(|scope| scope.contains(&node))
    }

    /// Charges the memory for what is kept beyond its evaluation, once.
    fn keep(&self, session: &mut Session<'_>) -> Result<()> {
        if self.charge.get().is_none() {
            let charge = session.charge((self.text.len() as u64).saturating_mul(PARSED_BYTES))?;
            // Nobody else evaluates in this session.
            let _ = self.charge.set(charge);
        }
        Ok(())
    }
}

/// The subtrees of the outermost brackets, if any name is given in the tree.
fn outermost_scopes(tree: &ExpressionTree) -> Vec<Range<usize>> {
    let is_naming = |node: &Node| matches!(node.kind, NodeKind::Assignment(_) | NodeKind::Definition(_));
    let mut scopes = Vec::new();
    let mut end = if tree.nodes().iter().any(is_naming) { tree.nodes().len() } else { 0 };
    while end > 0 {
        let number = end - 1;
        end = number;
        if is_scope(tree.node(number)) {
            let scope = tree.subtree(number);
            end = scope.start;
            scopes.push(scope);
        }
    }
    scopes.reverse();
    scopes
}

/// A function that a session defines: `f(x, y) = x + y`.
#[derive(Debug)]
pub(super) struct OwnFunction {
    code: Arc<Code>,
    /// The node of its definition.
    node: usize,
}

impl OwnFunction {
    /// The function that a node defines; its text is kept, and charged.
    pub(super) fn new(session: &mut Session<'_>, code: Arc<Code>, node: usize) -> Result<Arc<OwnFunction>> {
        code.keep(session)?;
        Ok(Arc::new(OwnFunction { code, node }))
    }

    fn definition(&self) -> &Definition {
        match &self.code.node(self.node).kind {
            NodeKind::Definition(definition) => definition,
            _ => unreachable!("a function is made of its definition"),
        }
    }

    pub(super) fn name(&self) -> &str {
        self.code.at(self.definition().name)
    }

    pub(super) fn parameters(&self) -> impl ExactSizeIterator<Item = &str> {
        self.definition().parameters.iter().map(|parameter| self.code.at(*parameter))
    }

    /// `f(x, y)`.
    pub(super) fn head(&self) -> String {
        let parameters: Vec<&str> = self.parameters().collect();
        format!("{}({})", self.name(), parameters.join(", "))
    }

    /// The definition, as it was written.
    pub(super) fn text(&self) -> &str {
        self.code.at(self.code.node(self.node).span)
    }

    pub(super) fn code(&self) -> &Arc<Code> {
        &self.code
    }

    /// The nodes of its body.
    pub(super) fn body(&self) -> Range<usize> {
        let nodes = self.code.tree().subtree(self.node);
        nodes.start..nodes.end - 1
    }
}
