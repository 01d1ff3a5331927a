use super::build::{Builder, GroupKind, Operator, Pending, QUOTIENT};
use super::call::unclosed_quotation;
use super::lexer::{Bracket, Lexer, Token, TokenKind};
use super::messages;
use super::tree::{Clause, Comparison, ExpressionTree, Literal, NodeKind};
use crate::{Diagnostic, Span};
use std::collections::HashSet;

/// The result of [`parse_expression`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The tree. In place of errors, it contains [`NodeKind::Missing`] or a guess.
    pub tree: ExpressionTree,
    /// The errors, in the order in which they were found. The tree represents the text only if there are no errors.
    pub diagnostics: Vec<Diagnostic>,
}

/// The maximum number of errors reported for one text.
const MAX_DIAGNOSTICS: usize = 20;

/// The meaning of a name in front of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A function of the language, whose arguments are expressions.
    Function,
    /// A known game. Names with `-` are recognised only for known games.
    Game,
    /// Any other name. In front of brackets it is parsed as the name of an unknown game.
    Other,
}

/// Parses an expression: `{3||2+*|1+*} + mean(g) - nim(7,8)`. The grammar is in `docs/notation.md`.
///
/// Every text yields a tree, along with the errors in the text. `kind_of` classifies a name as written, with `_` or
/// with `-`. A function that the text defines is known from its definition on. The arguments of functions are
/// expressions. The arguments of all other calls, such as `nim(7,8)` or `domineering("..|..")`, remain text, since a game
/// parses its positions in its own notation.
///
/// Time and memory are linear in the length of the text, which may nest to any depth.
///
/// ```
/// use winways_notation::{NameKind, NodeKind, parse_expression};
/// let kind_of = |name: &str| if name == "mean" { NameKind::Function } else { NameKind::Other };
/// let parsed = parse_expression("mean({1||0|-1}) + nim(7,8)", kind_of);
/// assert!(parsed.diagnostics.is_empty());
/// let tree = parsed.tree;
/// let [mean, nim] = tree.children(tree.root()) else { panic!("a sum has two terms") };
/// assert!(matches!(tree.node(*mean).kind, NodeKind::Function(_)));
/// let NodeKind::Position(call) = &tree.node(*nim).kind else { panic!("nim is not a function") };
/// assert_eq!(call.position.range(), 22..25);
///
/// let fault = &parse_expression("{1|", kind_of).diagnostics[0];
/// assert_eq!(fault.to_string(), "the input ends here: expected an option, or `}`");
/// ```
pub fn parse_expression(text: &str, kind_of: impl Fn(&str) -> NameKind) -> Parsed {
    Parser::new(text, Span::new(0, text.len()), GroupKind::Program, kind_of).run()
}

/// Parses the given span of `text` as expressions separated by commas. The root is a [`NodeKind::List`] of them.
///
/// Use this for a [`NodeKind::Position`] that is not a position in the game's own notation, such as `nim(n, 2+3)`. All
/// spans refer to the whole `text`. Time and memory are linear in the length of the span.
///
/// # Panics
/// Panics if `span` is not a valid span of `text`.
///
/// ```
/// use winways_notation::{NameKind, Span, parse_arguments};
/// let tree = parse_arguments("nim(n, 2+3)", Span::new(4, 10), |_| NameKind::Other).tree;
/// assert_eq!(tree.children(tree.root()).len(), 2);
/// ```
pub fn parse_arguments(text: &str, span: Span, kind_of: impl Fn(&str) -> NameKind) -> Parsed {
    Parser::new(text, span, GroupKind::Entries, kind_of).run()
}

/// The kind of token that must come next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Due {
    /// An operand, or nothing if the construct that just began may be empty.
    Start,
    /// An operand.
    Operand,
    /// An operator, a separator or a bracket.
    Operator,
    /// Nothing: the whole text is parsed.
    Nothing,
}

pub(super) struct Parser<'t, F> {
    pub(super) lexer: Lexer<'t>,
    pub(super) kind_of: F,
    pub(super) builder: Builder,
    diagnostics: Vec<Diagnostic>,
    /// The functions that the text has defined so far.
    pub(super) defined: HashSet<&'t str>,
    /// The labels of the open braces.
    pub(super) labels: HashSet<&'t str>,
    /// `true` after an error until the next operand. Errors in between may be consequences of the first error and are not
    /// reported.
    pub(super) is_recovering: bool,
}

impl<'t, F: Fn(&str) -> NameKind> Parser<'t, F> {
    fn new(text: &'t str, span: Span, kind: GroupKind, kind_of: F) -> Self {
        Parser {
            lexer: Lexer::of_span(text, span),
            kind_of,
            builder: Builder::new(kind, span.start),
            diagnostics: Vec::new(),
            defined: HashSet::new(),
            labels: HashSet::new(),
            is_recovering: false,
        }
    }

    fn run(mut self) -> Parsed {
        let mut due = Due::Start;
        while due != Due::Nothing {
            let token = self.lexer.next_token();
            due = match due {
                Due::Start | Due::Operand => self.operand(token, due),
                _ => self.operator(token),
            };
        }
        Parsed { tree: self.builder.tree, diagnostics: self.diagnostics }
    }

    pub(super) fn report(&mut self, diagnostic: impl FnOnce(&'t str) -> Diagnostic) {
        if !self.is_recovering && self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic(self.lexer.text()));
        }
        self.is_recovering = true;
    }

    pub(super) fn report_unexpected(&mut self, token: Token, (expected, help): (&str, &str)) {
        self.report(|text| messages::unexpected(text, token, expected).help(help));
    }

    /// Parses an operand, or a token that may precede an operand.
    fn operand(&mut self, token: Token, due: Due) -> Due {
        use Bracket::Round;
        match token.kind {
            TokenKind::Plus | TokenKind::Minus | TokenKind::Open(Round)
                if let Some(due) = self.sign_expansion(token) =>
            {
                due
            }
            TokenKind::Literal(literal) => self.literal(literal, token.span),
            TokenKind::MisereForm => self.leaf(NodeKind::MisereForm(token.span), token.span),
            TokenKind::Text { closed } => self.quotation(token, closed),
            TokenKind::Word => self.word(token),
            TokenKind::Dot | TokenKind::Range | TokenKind::Slash
                if let Some(path) = self.lexer.rule_file(token.span.start) =>
            {
                self.position_of_file(path)
            }
            TokenKind::Let if self.builder.is_statement_start() => self.let_head(token),
            TokenKind::Minus => self.prefix(NodeKind::Negative, token),
            TokenKind::PlusMinus => self.prefix(NodeKind::PlusMinus, token),
            TokenKind::Plus if self.lexer.eat_minus() => self.prefix(NodeKind::PlusMinus, token),
            TokenKind::Not => self.prefix(NodeKind::Not, token),
            TokenKind::Star => self.prefix(NodeKind::Nimber, token),
            TokenKind::If => {
                self.builder.open_group(GroupKind::Condition, token.span.start);
                Due::Operand
            }
            TokenKind::Open(bracket) => self.open(bracket, token),
            TokenKind::Close(_) if !self.builder.is_anything_open() => {
                self.report(|text| messages::stray_bracket(text, token));
                due
            }
            _ if due == Due::Start && self.may_be_empty(token.kind) => self.operator(token),
            _ => self.no_operand(token, due),
        }
    }

    /// Returns `true` if the construct that just began may be empty and end with this token.
    fn may_be_empty(&self, ending: TokenKind) -> bool {
        let is_end = matches!(ending, TokenKind::Close(_) | TokenKind::End);
        match self.builder.pending.last() {
            Some(Pending::Bar(_)) => is_end || matches!(ending, TokenKind::Bars(_)),
            Some(Pending::Sequence(_)) => is_end || ending == TokenKind::Comma,
            Some(Pending::Group(group)) => match group.kind {
                GroupKind::Program => ending == TokenKind::End,
                GroupKind::Braces => is_end || matches!(ending, TokenKind::Bars(_)),
                GroupKind::Entries | GroupKind::Function(_) | GroupKind::List => is_end,
                GroupKind::Round
                | GroupKind::Comprehension
                | GroupKind::Index
                | GroupKind::Condition
                | GroupKind::Consequence => false,
            },
            _ => false,
        }
    }

    fn no_operand(&mut self, token: Token, due: Due) -> Due {
        let group = self.builder.innermost();
        self.report(|text| messages::no_operand(text, token, group));
        match token.kind {
            // Ignore the token.
            TokenKind::Unknown
            | TokenKind::Plus
            | TokenKind::Dot
            | TokenKind::Slash
            | TokenKind::Ampersand
            | TokenKind::Let
            | TokenKind::For
            | TokenKind::In
            | TokenKind::Then
            | TokenKind::Else
            | TokenKind::And
            | TokenKind::Or => due,
            _ => {
                self.builder.leaf(NodeKind::Missing, Span::at(token.span.start));
                self.operator(token)
            }
        }
    }

    pub(super) fn leaf(&mut self, kind: NodeKind, span: Span) -> Due {
        self.is_recovering = false;
        self.builder.leaf(kind, span);
        Due::Operator
    }

    pub(super) fn push(&mut self, operator: Operator) -> Due {
        self.builder.pending.push(Pending::Operator(operator));
        Due::Operand
    }

    /// Returns `true` if the next operand is the divisor of a quotient, perhaps after a sign.
    fn is_divisor(&self) -> bool {
        match self.builder.pending.last() {
            Some(Pending::Operator(last)) => {
                matches!(last.kind, NodeKind::Quotient) || last.is_tight && last.operands == 1
            }
            _ => false,
        }
    }

    /// Parses a literal where an operand is expected. In a divisor, `2/3` is not one number, so that `x/2/3` is grouped to the left.
    fn literal(&mut self, literal: Literal, span: Span) -> Due {
        if let Some(number) = literal.number.filter(|_| self.is_divisor())
            && let Some(length) = self.lexer.text()[number.range()].find('/')
        {
            let whole = Span::new(number.start, number.start + length);
            self.lexer.skip_to(whole.end);
            return self
                .leaf(NodeKind::Literal(Literal { number: Some(whole), ..Literal::default() }), whole);
        }
        self.leaf(NodeKind::Literal(literal), span)
    }

    fn prefix(&mut self, kind: NodeKind, token: Token) -> Due {
        // The divisor of a quotient includes its sign, so that `a/-b/c` is grouped to the left like `a/b/c`.
        let is_tight = self.is_divisor();
        self.push(Operator { is_tight, ..Operator::before(kind, 1, token.span.start) })
    }

    fn open(&mut self, bracket: Bracket, token: Token) -> Due {
        let kind = match bracket {
            Bracket::Round => GroupKind::Round,
            Bracket::Curly => GroupKind::Braces,
            Bracket::Square => GroupKind::List,
        };
        self.builder.open_group(kind, token.span.start);
        Due::Start
    }

    fn quotation(&mut self, token: Token, closed: bool) -> Due {
        let Span { start, end } = token.span;
        let content = Span::new(start + 1, end - usize::from(closed));
        let due = self.leaf(NodeKind::Text(content), token.span);
        if !closed {
            self.report(|_| unclosed_quotation(start));
        }
        due
    }

    /// Parses a token after an operand.
    fn operator(&mut self, token: Token) -> Due {
        match token.kind {
            TokenKind::Plus => self.binary(NodeKind::Sum),
            TokenKind::Minus => self.binary(NodeKind::Difference),
            TokenKind::Colon => self.binary(NodeKind::OrdinalSum),
            // Products are right-associative: `a.b.G` is a.(b.G).
            TokenKind::Dot => {
                self.builder.reduce_operators(QUOTIENT);
                self.push(Operator::between(NodeKind::Product))
            }
            TokenKind::Slash => self.binary(NodeKind::Quotient),
            TokenKind::Ampersand => self.binary(NodeKind::Sides),
            TokenKind::Comparison(comparison) => self.comparison(token, comparison),
            TokenKind::Equals => self.equals(token),
            TokenKind::Bars(length) => self.bars(token, length),
            TokenKind::Comma => self.comma(token),
            TokenKind::Semicolon => self.semicolon(token),
            TokenKind::Close(bracket) => self.close(token, bracket),
            TokenKind::Range => self.range(token),
            TokenKind::And => self.binary(NodeKind::And),
            TokenKind::Or => self.binary(NodeKind::Or),
            TokenKind::For => self.for_clause(token),
            TokenKind::If => self.if_clause(token),
            TokenKind::Then | TokenKind::Else => self.branch(token),
            TokenKind::Word if self.is_step(token) => {
                self.builder.pending.pop();
                self.push(Operator { operands: 3, ..Operator::between(NodeKind::Range) })
            }
            TokenKind::Word => self.word_after_operand(token),
            TokenKind::Literal(literal) => self.literal_after_operand(token, literal),
            TokenKind::Open(Bracket::Square) => {
                self.builder.open_group(GroupKind::Index, token.span.start);
                Due::Operand
            }
            TokenKind::End => self.end(token),
            _ => self.no_operator(token),
        }
    }

    /// Pushes a left-associative operator after the last operand.
    fn binary(&mut self, kind: NodeKind) -> Due {
        let operator = Operator::between(kind);
        self.builder.reduce_operators(operator.precedence());
        self.push(operator)
    }

    fn comparison(&mut self, token: Token, comparison: Comparison) -> Due {
        let last = self.builder.last_operator(NodeKind::Sides);
        if last.is_some_and(|last| matches!(last.kind, NodeKind::Comparison(_))) {
            self.report_unexpected(token, messages::CHAINED_COMPARISON);
        }
        self.binary(NodeKind::Comparison(comparison))
    }

    fn equals(&mut self, token: Token) -> Due {
        let before = self.last_word().map_or("", |(word, _)| word);
        self.report(|text| messages::misplaced_equals(text, token, before));
        self.binary(NodeKind::Comparison(Comparison::Equal))
    }

    fn bars(&mut self, token: Token, length: usize) -> Due {
        self.builder.end_item();
        if self.builder.innermost() != Some(GroupKind::Braces) {
            self.report(|text| messages::bar_outside_braces(text, token, length));
            return self.binary(NodeKind::Sum);
        }
        if self.builder.bar(length, token.span) {
            self.report(|text| messages::ambiguous_bars(text, token.span));
        }
        Due::Start
    }

    fn comma(&mut self, token: Token) -> Due {
        self.builder.end_item();
        if self.builder.innermost().is_some_and(GroupKind::has_commas) {
            return Due::Operand;
        }
        self.report_unexpected(token, messages::MISPLACED_COMMA);
        self.binary(NodeKind::Sum)
    }

    fn semicolon(&mut self, token: Token) -> Due {
        self.builder.end_statement();
        if self.builder.is_statement_start() {
            self.builder.begin_sequence();
            return Due::Start;
        }
        self.report_unexpected(token, messages::MISPLACED_SEMICOLON);
        self.binary(NodeKind::Sum)
    }

    fn range(&mut self, token: Token) -> Due {
        if self.builder.last_operator(NodeKind::Sum).is_some_and(|last| last.kind == NodeKind::Range) {
            self.report_unexpected(token, messages::CHAINED_RANGE);
        }
        self.binary(NodeKind::Range)
    }

    /// Returns `true` if the token is the word `step` after the two ends of a range.
    fn is_step(&mut self, token: Token) -> bool {
        if &self.lexer.text()[token.span.range()] != "step" {
            return false;
        }
        let last = self.builder.last_operator(NodeKind::Sum);
        last.is_some_and(|last| last.kind == NodeKind::Range && last.operands == 2)
    }

    /// Returns `true` if a clause of a list may begin here.
    fn clause_may_begin(&mut self, is_first: bool) -> bool {
        self.builder.end_item();
        match self.builder.innermost() {
            Some(GroupKind::List) => is_first && self.builder.operands.len() == self.builder.segment() + 1,
            kind => kind == Some(GroupKind::Comprehension),
        }
    }

    /// Parses `for x in` after the body of a list or after another clause.
    fn for_clause(&mut self, token: Token) -> Due {
        if !self.clause_may_begin(true) {
            self.report_unexpected(token, messages::MISPLACED_FOR);
            return Due::Operator;
        }
        let variable = self.lexer.next_token();
        if variable.kind != TokenKind::Word {
            let expected = "expected a name after `for`, such as `n`";
            self.report(|text| messages::incomplete_head(text, variable, expected));
        }
        if !matches!(variable.kind, TokenKind::Word | TokenKind::Literal(_)) {
            self.lexer.skip_to(variable.span.start);
        }
        let keyword = self.lexer.next_token();
        if keyword.kind != TokenKind::In {
            self.report(|text| messages::incomplete_head(text, keyword, "expected `in` after the name"));
            self.lexer.skip_to(keyword.span.start);
        }
        self.builder.clause(Clause::For(variable.span));
        Due::Operand
    }

    /// Parses `if` after a clause of a list.
    fn if_clause(&mut self, token: Token) -> Due {
        if !self.clause_may_begin(false) {
            self.report_unexpected(token, messages::MISPLACED_IF);
            return Due::Operator;
        }
        self.builder.clause(Clause::If);
        Due::Operand
    }

    /// Parses `then` or `else` after a condition or a branch.
    fn branch(&mut self, token: Token) -> Due {
        let wanted = match token.kind {
            TokenKind::Then => GroupKind::Condition,
            _ => GroupKind::Consequence,
        };
        self.builder.end_item();
        if self.builder.innermost() != Some(wanted) {
            self.report_unexpected(token, messages::MISPLACED_BRANCH);
            return Due::Operator;
        }
        self.builder.next_branch();
        Due::Operand
    }

    fn close(&mut self, token: Token, bracket: Bracket) -> Due {
        if !self.builder.is_anything_open() {
            self.report(|text| messages::stray_bracket(text, token));
            return Due::Operator;
        }
        // A closing bracket that matches no open group closes just the innermost group.
        let is_wrong = !self.builder.is_open(bracket);
        loop {
            self.builder.end_item();
            let Some(kind) = self.builder.innermost() else { return Due::Operator };
            let is_partner = kind.bracket() == Some(bracket);
            self.check_end(token, kind, is_partner);
            self.close_group(if is_partner { token.span.end } else { token.span.start });
            if is_partner || is_wrong {
                return Due::Operator;
            }
        }
    }

    fn close_group(&mut self, end: usize) {
        if let Some(label) = self.builder.close_group(end) {
            self.labels.remove(&self.lexer.text()[label.range()]);
        }
    }

    fn end(&mut self, token: Token) -> Due {
        loop {
            self.builder.end_item();
            let Some(kind) = self.builder.innermost() else { return Due::Nothing };
            let is_text = kind.is_text();
            self.check_end(token, kind, is_text);
            self.close_group(token.span.end);
            if is_text {
                return Due::Nothing;
            }
        }
    }

    /// Reports an error if the innermost group cannot end with `token`, or if its braces have no bar.
    fn check_end(&mut self, token: Token, kind: GroupKind, is_its_end: bool) {
        let has_bar = matches!(self.builder.pending.last(), Some(Pending::Bar(_)));
        if !is_its_end {
            let missing = if self.is_recovering { None } else { self.missing_brackets(token) };
            self.report(|text| messages::unclosed(text, token, kind, has_bar, missing));
        } else if kind == GroupKind::Braces && !has_bar {
            self.report_unexpected(token, messages::NO_BAR);
        }
    }

    /// Returns the brackets that would close all open groups. Returns `None` if the text does not end here, if an `if` is incomplete, or if
    /// there are 25 groups or more.
    fn missing_brackets(&self, token: Token) -> Option<String> {
        if token.kind != TokenKind::End {
            return None;
        }
        let pending = self.builder.pending.iter().rev();
        let groups = pending.filter_map(|pending| match pending {
            Pending::Group(group) if !group.kind.is_text() => Some(group.kind.bracket()),
            _ => None,
        });
        let missing: Option<String> = groups.take(25).map(|bracket| bracket.map(Bracket::closing)).collect();
        missing.filter(|missing| missing.len() < 25)
    }

    /// Reports a token that cannot follow an operand: the start of another operand, or an unknown token.
    pub(super) fn no_operator(&mut self, token: Token) -> Due {
        let before = self.last_word();
        self.report(|text| messages::no_operator(text, token, before));
        let is_call = token.kind == TokenKind::Word && self.lexer.peek_byte() == b'(';
        match token.kind {
            // Continue as if there were a plus.
            TokenKind::Open(_) | TokenKind::Word if is_call || token.kind != TokenKind::Word => {
                self.binary(NodeKind::Sum);
                self.operand(token, Due::Operand)
            }
            // Ignore the token.
            _ => Due::Operator,
        }
    }
}
