//! Expression trees with the data for their evaluation, and the functions that a session defines.

use super::error::Result;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use winways_notation::{Definition, ExpressionTree, Node, NodeKind, Span};
use winways_values::{Charge, Session};

/// The text of an expression with its tree.
#[derive(Debug)]
pub(super) struct Code {
    text: Arc<str>,
    tree: ExpressionTree,
    /// The deferred nodes as pairs (first node of the subtree, node), sorted.
    deferred: Vec<(usize, usize)>,
    /// The subtrees of the outermost brackets, in which bindings are local, in ascending order.
    scopes: Vec<Range<usize>>,
    /// The memory charge for the code, made when a function in it is first stored.
    charge: OnceLock<Charge>,
}

/// Returns `true` if bindings below the node are local to it, because it is in round brackets or calls a function.
pub(super) fn is_scope(node: &Node) -> bool {
    node.is_bracketed || matches!(node.kind, NodeKind::Function(_))
}

/// An upper bound of the memory of the tree, in bytes per byte of text.
pub(super) const PARSED_BYTES: u64 = 200;

impl Code {
    pub(super) fn new(text: Arc<str>, tree: ExpressionTree) -> Arc<Code> {
        let scopes = outermost_scopes(&tree);
        Code::with_scopes(text, tree, scopes)
    }

    /// Creates the code for the arguments of a position or of a function call. The brackets around the arguments are also a scope.
    pub(super) fn of_arguments(&self, tree: ExpressionTree) -> Arc<Code> {
        let all = 0..tree.nodes().len();
        Code::with_scopes(self.text.clone(), tree, vec![all])
    }

    /// Returns `true` if both share the same text, so that spans of `self` are also valid in `other`.
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

    /// Returns a slice of the text.
    pub(super) fn at(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// Returns the spans of the children of a node.
    pub(super) fn spans(&self, node: usize) -> Vec<Span> {
        self.tree.children(node).iter().map(|&child| self.node(child).span).collect()
    }

    /// Returns the outermost deferred node whose subtree begins at node `start` and ends before `end`.
    pub(super) fn deferred_at(&self, start: usize, end: usize) -> Option<usize> {
        let next = self.deferred.partition_point(|&deferred| deferred < (start, end));
        let (begins, node) = *self.deferred.get(next.checked_sub(1)?)?;
        (begins == start).then_some(node)
    }

    /// Returns `true` if a name bound at a node is local to brackets around it.
    pub(super) fn is_in_brackets(&self, node: usize) -> bool {
        let scope = self.scopes.partition_point(|scope| scope.end <= node);
        self.scopes.get(scope).is_some_and(|scope| scope.contains(&node))
    }

    /// Charges the memory of the code once, when it is stored beyond its evaluation.
    fn keep(&self, session: &mut Session<'_>) -> Result<()> {
        if self.charge.get().is_none() {
            let charge = session.charge((self.text.len() as u64).saturating_mul(PARSED_BYTES))?;
            // No other evaluation runs in this session.
            let _ = self.charge.set(charge);
        }
        Ok(())
    }
}

/// Returns the subtrees of the outermost brackets, or no subtrees if no name is bound in the tree.
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

/// A user-defined function, such as `f(x, y) = x + y`.
#[derive(Debug)]
pub(super) struct UserFunction {
    code: Arc<Code>,
    /// The node of the definition.
    node: usize,
}

impl UserFunction {
    /// Creates the function that a node defines. Stores its text and charges the memory.
    pub(super) fn new(session: &mut Session<'_>, code: Arc<Code>, node: usize) -> Result<Arc<UserFunction>> {
        code.keep(session)?;
        Ok(Arc::new(UserFunction { code, node }))
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

    /// Returns the head of the definition, such as `f(x, y)`.
    pub(super) fn head(&self) -> String {
        let parameters: Vec<&str> = self.parameters().collect();
        format!("{}({})", self.name(), parameters.join(", "))
    }

    /// Returns the definition as the user wrote it, without `let` and without brackets around it.
    pub(super) fn text(&self) -> &str {
        let body = self.code.node(self.node - 1).span;
        self.code.at(Span::new(self.definition().name.start, body.end))
    }

    pub(super) fn code(&self) -> &Arc<Code> {
        &self.code
    }

    /// Returns the nodes of the body.
    pub(super) fn body(&self) -> Range<usize> {
        let nodes = self.code.tree().subtree(self.node);
        nodes.start..nodes.end - 1
    }
}
