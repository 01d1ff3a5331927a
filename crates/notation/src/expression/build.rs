//! The stack of open constructs, and the nodes that are built from it.

use super::lexer::Bracket;
use super::tree::{Clause, Definition, ExpressionTree, NodeKind};
use crate::Span;

/// An operator whose operands are not all parsed.
pub(super) struct Operator {
    /// The kind of the node that the operator creates.
    pub(super) kind: NodeKind,
    /// The number of operands.
    pub(super) operands: usize,
    /// The start of the operator, if it precedes its operands.
    pub(super) start: Option<usize>,
    /// `true` for an operator without a sign, as in `3ω` and `5over`. It binds more tightly than the same operator with a sign.
    pub(super) is_tight: bool,
}

impl Operator {
    /// Creates an operator between two operands.
    pub(super) fn between(kind: NodeKind) -> Operator {
        Operator { kind, operands: 2, start: None, is_tight: false }
    }

    /// Creates an operator before its operands.
    pub(super) fn before(kind: NodeKind, operands: usize, start: usize) -> Operator {
        Operator { kind, operands, start: Some(start), is_tight: false }
    }

    /// Returns the precedence; operators with a higher precedence bind more tightly.
    pub(super) fn precedence(&self) -> u8 {
        match self.kind {
            _ if self.is_tight => 12,
            NodeKind::If => 0,
            NodeKind::Or => 1,
            NodeKind::And => 2,
            NodeKind::Not => 3,
            NodeKind::Comparison(_) => 4,
            NodeKind::Sides => 5,
            NodeKind::Range => 6,
            NodeKind::Sum | NodeKind::Difference => 7,
            NodeKind::OrdinalSum => 8,
            NodeKind::Negative | NodeKind::PlusMinus => 9,
            NodeKind::Quotient => QUOTIENT,
            NodeKind::Nimber => 12,
            NodeKind::Power => POWER,
            _ => 10,
        }
    }
}

/// The precedence of a quotient.
pub(super) const QUOTIENT: u8 = 11;
/// The precedence of a power, which is the highest.
pub(super) const POWER: u8 = 13;

/// An open construct on the stack.
pub(super) enum Pending {
    Operator(Operator),
    /// `name =`, with the name.
    Assignment(Span),
    /// `name(x, y) =`.
    Definition(Definition),
    /// `;`, with the index of the first statement in the operands.
    Sequence(usize),
    Bar(Bar),
    Group(Group),
}

/// A run of bars in braces.
pub(super) struct Bar {
    pub(super) length: usize,
    pub(super) span: Span,
    /// The index in the operands of the first option left of the bars.
    pub(super) left: usize,
    /// The index in the operands of the first option right of the bars.
    pub(super) right: usize,
}

/// An open bracket, or the whole text.
pub(super) struct Group {
    pub(super) kind: GroupKind,
    /// The start of the group.
    pub(super) start: usize,
    /// The index in the operands of the first operand in the group.
    pub(super) base: usize,
    /// The label of braces.
    pub(super) label: Option<Span>,
    /// `true` for round brackets that contain the size of a nimber, an ordinal.
    is_ordinal: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GroupKind {
    /// The whole text, parsed as one expression.
    Program,
    /// The whole text, parsed as a list.
    Entries,
    Round,
    /// The arguments of the function with this name.
    Function(Span),
    Braces,
    List,
    /// A list after its first `for`.
    Comprehension,
    /// The index in `list[...]`; the list is the operand before it.
    Index,
    /// The condition between `if` and `then`.
    Condition,
    /// The branch between `then` and `else`; the condition is the operand before it.
    Consequence,
}

impl GroupKind {
    /// Returns the kind of the closing bracket, if the group has one.
    pub(super) fn bracket(self) -> Option<Bracket> {
        match self {
            GroupKind::Program | GroupKind::Entries => None,
            GroupKind::Condition | GroupKind::Consequence => None,
            GroupKind::Round | GroupKind::Function(_) => Some(Bracket::Round),
            GroupKind::Braces => Some(Bracket::Curly),
            GroupKind::List | GroupKind::Comprehension | GroupKind::Index => Some(Bracket::Square),
        }
    }

    /// Returns `true` if the group is the whole text.
    pub(super) fn is_text(self) -> bool {
        matches!(self, GroupKind::Program | GroupKind::Entries)
    }

    /// Returns `true` if the group may contain `a = G` and `;`.
    pub(super) fn has_statements(self) -> bool {
        use GroupKind::{Entries, Function, Program, Round};
        matches!(self, Program | Entries | Round | Function(_))
    }

    /// Returns `true` if the group may contain `,`.
    pub(super) fn has_commas(self) -> bool {
        use GroupKind::{Braces, Entries, Function, List};
        matches!(self, Entries | Function(_) | Braces | List)
    }
}

/// A tree under construction. Shifting pushes operands and operators onto the stacks, and reducing builds nodes from
/// them.
pub(super) struct Builder {
    pub(super) tree: ExpressionTree,
    /// The nodes that have no parent yet.
    pub(super) operands: Vec<usize>,
    /// The open constructs. Never empty: the bottom entry is the group of the whole text.
    pub(super) pending: Vec<Pending>,
    /// The number of open brackets of each kind.
    open: [usize; 3],
    /// The clauses of all open lists.
    clauses: Vec<Clause>,
}

impl Builder {
    pub(super) fn new(kind: GroupKind, start: usize) -> Self {
        let mut pending = Vec::with_capacity(4);
        pending.push(Pending::Group(Group { kind, start, base: 0, label: None, is_ordinal: false }));
        Builder {
            tree: ExpressionTree::new(),
            operands: Vec::new(),
            pending,
            open: [0; 3],
            clauses: Vec::new(),
        }
    }

    pub(super) fn leaf(&mut self, kind: NodeKind, span: Span) {
        let node = self.tree.push(kind, span, &[]);
        self.operands.push(node);
    }

    pub(super) fn open_group(&mut self, kind: GroupKind, start: usize) {
        self.open_labelled(kind, start, None);
    }

    /// Opens a group that may have a label.
    pub(super) fn open_labelled(&mut self, kind: GroupKind, start: usize, label: Option<Span>) {
        if let Some(bracket) = kind.bracket() {
            self.open[bracket as usize] += 1;
        }
        let is_ordinal = kind == GroupKind::Round && (self.is_after_star() || self.is_in_ordinal());
        self.pending.push(Pending::Group(Group {
            kind,
            start,
            base: self.operands.len(),
            label,
            is_ordinal,
        }));
    }

    fn is_after_star(&self) -> bool {
        matches!(self.pending.last(), Some(Pending::Operator(Operator { kind: NodeKind::Nimber, .. })))
    }

    /// Returns `true` in the brackets of a nimber, where `*` is a product.
    pub(super) fn is_in_ordinal(&self) -> bool {
        let group = self.pending.iter().rev().find_map(|pending| match pending {
            Pending::Group(group) => Some(group),
            _ => None,
        });
        group.is_some_and(|group| group.is_ordinal)
    }

    /// Returns `true` at the start of an expression that is neither an option nor part of a sum or product.
    pub(super) fn is_expression_start(&self) -> bool {
        use NodeKind::{And, Comparison, If, Not, Or};
        match self.pending.last() {
            Some(Pending::Group(group)) => group.kind != GroupKind::Braces,
            Some(Pending::Operator(last)) => matches!(last.kind, Comparison(_) | And | Or | Not | If),
            Some(Pending::Bar(_)) | None => false,
            Some(Pending::Assignment(_) | Pending::Definition(_) | Pending::Sequence(_)) => true,
        }
    }

    pub(super) fn is_open(&self, bracket: Bracket) -> bool {
        self.open[bracket as usize] > 0
    }

    pub(super) fn is_anything_open(&self) -> bool {
        self.open != [0; 3]
    }

    /// Returns the kind of the innermost group, or `None` if an operator or a statement is open in it.
    pub(super) fn innermost(&self) -> Option<GroupKind> {
        match self.pending.last()? {
            Pending::Group(group) => Some(group.kind),
            Pending::Bar(_) => Some(GroupKind::Braces),
            _ => None,
        }
    }

    /// Returns `true` if a statement may begin here.
    pub(super) fn is_statement_start(&self) -> bool {
        match self.pending.last() {
            Some(Pending::Group(group)) => group.kind.has_statements(),
            last => matches!(last, Some(Pending::Sequence(_))),
        }
    }

    /// Returns the index in the operands of the first operand after the last bar or, if there is no bar, after the start of the group.
    pub(super) fn segment(&self) -> usize {
        match self.pending.last() {
            Some(Pending::Bar(bar)) => bar.right,
            Some(Pending::Group(group)) => group.base,
            _ => self.operands.len(),
        }
    }

    /// Builds a node from the operands from index `base` on.
    fn reduce(&mut self, base: usize, kind: NodeKind, span: Span) {
        let node = self.tree.push(kind, span, &self.operands[base..]);
        self.operands.truncate(base);
        self.operands.push(node);
    }

    /// Returns the span from the start of the operand with index `base` to the end of the last operand.
    fn span_from(&self, base: usize) -> Span {
        let span = |operand: Option<&usize>| operand.map(|&node| self.tree.node(node).span);
        let start = span(self.operands.get(base)).map_or(0, |span| span.start);
        Span::new(start, span(self.operands.last()).map_or(start, |span| span.end))
    }

    /// Builds nodes from the operators whose precedence is at least `limit`.
    pub(super) fn reduce_operators(&mut self, limit: u8) {
        let binds =
            |last: &mut Pending| matches!(last, Pending::Operator(last) if last.precedence() >= limit);
        while let Some(Pending::Operator(operator)) = self.pending.pop_if(binds) {
            let base = self.operands.len() - operator.operands;
            let span = self.span_from(base);
            let start = operator.start.unwrap_or(span.start);
            self.reduce(base, operator.kind, Span::new(start, span.end));
        }
    }

    /// Builds nodes from the operators that bind at least as tightly as `tighter`. Then returns the last open construct if it is an
    /// operator.
    pub(super) fn last_operator(&mut self, tighter: NodeKind) -> Option<&Operator> {
        self.reduce_operators(Operator::between(tighter).precedence());
        match self.pending.last() {
            Some(Pending::Operator(operator)) => Some(operator),
            _ => None,
        }
    }

    /// Builds a node from the last operand. The span of the node begins at `start`, before the operand.
    fn reduce_last(&mut self, kind: NodeKind, start: usize) {
        let base = self.operands.len() - 1;
        let end = self.span_from(base).end;
        self.reduce(base, kind, Span::new(start, end));
    }

    /// Builds nodes from all open operators and from the assignment before them.
    pub(super) fn end_statement(&mut self) {
        self.reduce_operators(0);
        match self.pending.pop_if(|last| matches!(last, Pending::Assignment(_) | Pending::Definition(_))) {
            Some(Pending::Assignment(name)) => self.reduce_last(NodeKind::Assignment(name), name.start),
            Some(Pending::Definition(definition)) => {
                let start = definition.name.start;
                self.reduce_last(NodeKind::Definition(Box::new(definition)), start);
            }
            _ => {}
        }
    }

    /// Ends the open statement and its sequence, as a comma, a bar or a closing bracket does.
    pub(super) fn end_item(&mut self) {
        self.end_statement();
        if let Some(&Pending::Sequence(base)) = self.pending.last() {
            self.pending.pop();
            self.reduce(base, NodeKind::Sequence, self.span_from(base));
        }
    }

    /// Begins a sequence with the statement that just ended, unless a sequence is open.
    pub(super) fn begin_sequence(&mut self) {
        if !matches!(self.pending.last(), Some(Pending::Sequence(_))) {
            self.pending.push(Pending::Sequence(self.operands.len() - 1));
        }
    }

    /// Adds a clause after the body of a list or after other clauses.
    pub(super) fn clause(&mut self, clause: Clause) {
        if let Some(Pending::Group(group)) = self.pending.last_mut() {
            group.kind = GroupKind::Comprehension;
            self.clauses.push(clause);
        }
    }

    /// Begins the next branch of a choice: the consequence after the condition, or the last branch after the consequence. The last branch
    /// extends to the end of the expression.
    pub(super) fn next_branch(&mut self) {
        match self.pending.pop() {
            Some(Pending::Group(Group { kind: GroupKind::Condition, start, .. })) => {
                self.open_group(GroupKind::Consequence, start);
            }
            Some(Pending::Group(Group { start, .. })) => {
                self.pending.push(Pending::Operator(Operator::before(NodeKind::If, 3, start)));
            }
            _ => {}
        }
    }

    /// Pushes a run of bars after the current options.
    ///
    /// Shorter earlier runs split the part to the left of the new run. Returns `true` if a run of the same length makes the
    /// order of splits ambiguous.
    pub(super) fn bar(&mut self, length: usize, span: Span) -> bool {
        let mut is_ambiguous = false;
        while let Some(Pending::Bar(before)) = self.pending.last()
            && before.length <= length
        {
            is_ambiguous |= before.length == length;
            self.reduce_bar();
        }
        let (left, right) = (self.segment(), self.operands.len());
        self.pending.push(Pending::Bar(Bar { length, span, left, right }));
        is_ambiguous
    }

    /// Builds a form from the options on both sides of the last run of bars.
    fn reduce_bar(&mut self) {
        if let Some(Pending::Bar(bar)) = self.pending.pop() {
            let start = match bar.left < bar.right {
                true => self.tree.node(self.operands[bar.left]).span.start,
                false => bar.span.start,
            };
            let end = match bar.right < self.operands.len() {
                true => self.span_from(bar.right).end,
                false => bar.span.end,
            };
            self.reduce(bar.left, NodeKind::Braces { left: bar.right - bar.left }, Span::new(start, end));
        }
    }

    /// Builds a node from the innermost group, which ends at `end`. Call [`Builder::end_item`] first. Returns the label of the group.
    pub(super) fn close_group(&mut self, end: usize) -> Option<Span> {
        // Reduces all runs of bars in braces except the run that splits first.
        while let [.., Pending::Bar(_), Pending::Bar(_)] = self.pending[..] {
            self.reduce_bar();
        }
        let split = match self.pending.pop_if(|pending| matches!(pending, Pending::Bar(_))) {
            Some(Pending::Bar(bar)) => bar.right,
            _ => self.operands.len(),
        };
        let Some(Pending::Group(group)) = self.pending.pop() else { return None };
        if let Some(bracket) = group.kind.bracket() {
            self.open[bracket as usize] -= 1;
        }
        let (base, span) = (group.base, Span::new(group.start, end));
        match group.kind {
            GroupKind::Program if base == self.operands.len() => {
                self.reduce(base, NodeKind::Sequence, Span::at(end));
            }
            GroupKind::Program => {}
            GroupKind::Round => {
                if let Some(&node) = self.operands.last() {
                    self.tree.set_brackets(node, span);
                }
            }
            GroupKind::Function(name) => self.reduce(base, NodeKind::Function(name), span),
            GroupKind::Braces => {
                self.reduce(base, NodeKind::Braces { left: split - base }, span);
                if let Some(label) = group.label {
                    self.reduce_last(NodeKind::Labelled(label), label.start);
                }
            }
            // `[1..4]` is the same as `1..4`.
            GroupKind::List if self.is_range(base) => self.tree.set_brackets(self.operands[base], span),
            GroupKind::Entries | GroupKind::List => self.reduce(base, NodeKind::List, span),
            GroupKind::Comprehension => {
                // The body is the operand before the first clause.
                let clauses = self.clauses.len() + 1 + base - self.operands.len();
                let clauses = self.clauses.drain(clauses..).collect();
                self.reduce(base, NodeKind::Comprehension(clauses), span);
            }
            GroupKind::Index => {
                let start = self.span_from(base - 1).start;
                self.reduce(base - 1, NodeKind::Index, Span::new(start, end));
            }
            GroupKind::Condition | GroupKind::Consequence => {
                let base = base - usize::from(group.kind == GroupKind::Consequence);
                while self.operands.len() < base + 3 {
                    self.leaf(NodeKind::Missing, Span::at(end));
                }
                self.reduce(base, NodeKind::If, span);
            }
        }
        group.label
    }

    /// Returns `true` if the only operand from index `base` on is a range without brackets.
    fn is_range(&self, base: usize) -> bool {
        let [only] = self.operands[base..] else { return false };
        let node = self.tree.node(only);
        node.kind == NodeKind::Range && !node.is_bracketed
    }
}
