use super::build::{Builder, GroupKind, Operator, POWER, Pending, QUOTIENT};
use super::call::{Call, Fault, Group, RULE_FILE, mismatch, unclosed_quotation, unquoted};
use super::lexer::{Bracket, Lexer, Token, TokenKind, is_omega};
use super::messages;
use super::tree::{Clause, Comparison, Definition, ExpressionTree, Literal, NodeKind};
use crate::{Diagnostic, Span};
use std::collections::HashSet;

/// The result of [`parse_expression`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The tree. At errors it contains [`NodeKind::Missing`] or a guess.
    pub tree: ExpressionTree,
    /// The errors in the order in which they were found. The tree represents the text only if there are none.
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
/// expressions. The arguments of all other calls, such as `nim(7,8)` or `domineering("..|..")`, stay text, since a game
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
/// let NodeKind::Position(call) = &tree.node(*nim).kind else { panic!("nim is no function") };
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
/// If `span` is not a valid span of `text`.
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
enum Due {
    /// An operand, or nothing if the construct that just began may be empty.
    Start,
    /// An operand.
    Operand,
    /// An operator, a separator or a bracket.
    Operator,
    /// Nothing: the whole text is parsed.
    Nothing,
}

struct Parser<'t, F> {
    lexer: Lexer<'t>,
    kind_of: F,
    builder: Builder,
    diagnostics: Vec<Diagnostic>,
    /// The functions that the text has defined so far.
    defined: HashSet<&'t str>,
    /// `true` after an error until the next operand. Errors in between may be consequences of the first and are not
    /// reported.
    is_recovering: bool,
}

impl<'t, F: Fn(&str) -> NameKind> Parser<'t, F> {
    fn new(text: &'t str, span: Span, kind: GroupKind, kind_of: F) -> Self {
        Parser {
            lexer: Lexer::of_span(text, span),
            kind_of,
            builder: Builder::new(kind, span.start),
            diagnostics: Vec::new(),
            defined: HashSet::new(),
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

    fn report(&mut self, diagnostic: impl FnOnce(&'t str) -> Diagnostic) {
        if !self.is_recovering && self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic(self.lexer.text()));
        }
        self.is_recovering = true;
    }

    fn report_unexpected(&mut self, token: Token, (expected, help): (&str, &str)) {
        self.report(|text| messages::unexpected(text, token, expected).help(help));
    }

    /// Parses an operand, or a token that may precede one.
    fn operand(&mut self, token: Token, due: Due) -> Due {
        match token.kind {
            TokenKind::Literal(literal) => self.leaf(NodeKind::Literal(literal), token.span),
            TokenKind::MisereForm => self.leaf(NodeKind::MisereForm, token.span),
            TokenKind::Text { closed } => self.quotation(token, closed),
            TokenKind::Word => self.word(token),
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

    fn leaf(&mut self, kind: NodeKind, span: Span) -> Due {
        self.is_recovering = false;
        self.builder.leaf(kind, span);
        Due::Operator
    }

    fn push(&mut self, operator: Operator) -> Due {
        self.builder.pending.push(Pending::Operator(operator));
        Due::Operand
    }

    fn prefix(&mut self, kind: NodeKind, token: Token) -> Due {
        self.push(Operator::before(kind, 1, token.span.start))
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

    /// Parses a word: the name of a value, of an assigned value, of a function or of a game.
    fn word(&mut self, token: Token) -> Due {
        if self.builder.is_statement_start() && self.naming(token.span) {
            return Due::Operand;
        }
        if is_omega(&self.lexer.text()[token.span.range()]) {
            return self.omega(token.span);
        }
        if let Some(name) = self.lexer.rule_file(token.span) {
            self.lexer.skip_to(name.end);
            self.lexer.skip_blank();
            return self.position(name);
        }
        if let Some(name) = self.lexer.hyphenated(token.span)
            && (self.kind_of)(&self.lexer.text()[name.range()]) == NameKind::Game
        {
            self.lexer.skip_to(name.end);
            if self.lexer.peek_byte() != b'{' {
                self.lexer.skip_blank();
            }
            return self.position(name);
        }
        let name = token.span;
        let word = &self.lexer.text()[name.range()];
        let is_function = self.defined.contains(word) || (self.kind_of)(word) == NameKind::Function;
        if self.lexer.peek_byte() == b'{' && !is_function {
            return self.position(name);
        }
        self.lexer.skip_blank();
        match self.lexer.peek_byte() {
            b'(' if is_function => {
                self.lexer.next_token();
                self.is_recovering = false;
                self.builder.open_group(GroupKind::Function(name), name.start);
                Due::Start
            }
            b'(' => self.position(name),
            _ => self.leaf(NodeKind::Name(name), name),
        }
    }

    /// Parses ω, which was just consumed, and its power: digits, a name, or an expression in brackets.
    fn omega(&mut self, name: Span) -> Due {
        self.leaf(NodeKind::Name(name), name);
        if !self.lexer.eat('^') {
            return Due::Operator;
        }
        self.builder.pending.push(Pending::Operator(Operator::between(NodeKind::Power)));
        if let Some(number) = self.lexer.digits() {
            self.leaf(NodeKind::Literal(Literal { number: Some(number), ..Literal::default() }), number);
            self.builder.reduce_operators(POWER);
            return Due::Operator;
        }
        if !self.lexer.peek().is_some_and(|next| next == '(' || next.is_alphabetic()) {
            let token = self.lexer.clone().next_token();
            self.report_unexpected(token, messages::EXPONENT);
        }
        Due::Operand
    }

    /// Returns `true` if the token is ω right after the digits of a number, its coefficient.
    fn is_after_coefficient(&self, token: Token) -> bool {
        let before = self.last_word().filter(|(_, span)| span.end == token.span.start);
        let is_natural = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        is_omega(&self.lexer.text()[token.span.range()]) && before.is_some_and(|(word, _)| is_natural(word))
    }

    /// Consumes `=` or `(x, y) =` after a word, and begins the assignment or the definition of that name.
    fn naming(&mut self, name: Span) -> bool {
        if self.lexer.eat_assignment() {
            self.builder.pending.push(Pending::Assignment(name));
            return true;
        }
        let Some(parameters) = self.lexer.eat_parameters() else { return false };
        let text = self.lexer.text();
        let mut known = HashSet::new();
        if let Some(&twice) = parameters.iter().find(|parameter| !known.insert(&text[parameter.range()])) {
            self.report(|text| messages::same_parameter(text, twice));
        }
        self.defined.insert(&text[name.range()]);
        self.builder.pending.push(Pending::Definition(Definition { name, parameters }));
        true
    }

    /// Parses `let` and the name and `=` that must follow it.
    fn let_head(&mut self, token: Token) -> Due {
        let name = self.lexer.next_token();
        if name.kind == TokenKind::Word && self.naming(name.span) {
            return Due::Operand;
        }
        let (wrong, expected) = match name.kind {
            TokenKind::Word => (self.lexer.next_token(), "expected `=` after the name"),
            _ => (name, "expected a name after `let`, such as `g`"),
        };
        self.report(|text| messages::incomplete_head(text, wrong, expected));
        self.lexer.skip_to(wrong.span.start);
        self.builder.leaf(NodeKind::Missing, token.span);
        Due::Operator
    }

    /// Parses the brackets of a position, after the name of the game.
    fn position(&mut self, name: Span) -> Due {
        let text = self.lexer.text();
        let is_curly = self.lexer.peek_byte() == b'{';
        self.is_recovering = false;
        let first = self.group();
        let (parameter, position) = match self.lexer.peek_byte() {
            b'(' if !self.is_recovering => (Some(first), self.group()),
            _ if is_curly => (Some(first), Span::at(self.lexer.position())),
            _ => (None, first),
        };
        let place = Span::at(self.lexer.position());
        if is_curly && position == place {
            let name = &text[name.range()];
            self.report(|_| {
                Diagnostic::new(format!("`{name}{{…}}` has no position"), place)
                    .label("expected the position in brackets, such as `(3,5)`")
            });
        }
        let written = &text[name.range()];
        let call = Call {
            name: if written.ends_with(RULE_FILE) { written.to_owned() } else { written.replace('_', "-") },
            name_span: name,
            parameter,
            position: unquoted(text, position),
        };
        self.builder.leaf(NodeKind::Position(call), Span::new(name.start, place.end));
        Due::Operator
    }

    /// Consumes a group in brackets, which must come next.
    fn group(&mut self) -> Span {
        let group = Group::scan(self.lexer.text(), self.lexer.position());
        self.lexer.skip_to(group.end);
        let end = Token { kind: TokenKind::End, span: Span::at(group.end) };
        match group.fault {
            None => {}
            Some(Fault::Unclosed) => {
                self.report(|text| messages::unclosed(text, end, GroupKind::Round, false, None));
            }
            Some(Fault::Quotation(quote)) => self.report(|_| unclosed_quotation(quote)),
            Some(Fault::Mismatch { found, wanted, place }) => {
                self.report(|_| mismatch(found, wanted, place));
            }
        }
        group.inner
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
            TokenKind::Word if self.is_after_coefficient(token) => {
                self.push(Operator { is_coefficient: true, ..Operator::between(NodeKind::Product) });
                self.omega(token.span)
            }
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
        let last = self.builder.last_operator(NodeKind::Range);
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
            self.builder.close_group(if is_partner { token.span.end } else { token.span.start });
            if is_partner || is_wrong {
                return Due::Operator;
            }
        }
    }

    fn end(&mut self, token: Token) -> Due {
        loop {
            self.builder.end_item();
            let Some(kind) = self.builder.innermost() else { return Due::Nothing };
            let is_text = kind.is_text();
            self.check_end(token, kind, is_text);
            self.builder.close_group(token.span.end);
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

    /// Returns the brackets that would close all open groups if the text ends here, they are few, and nothing else is
    /// missing.
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
    fn no_operator(&mut self, token: Token) -> Due {
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

    /// Returns the last operand if it is a single word of the text.
    fn last_word(&self) -> Option<(&'t str, Span)> {
        let node = self.builder.tree.node(*self.builder.operands.last()?);
        let is_word = matches!(node.kind, NodeKind::Literal(_) | NodeKind::Name(_));
        is_word.then(|| (&self.lexer.text()[node.span.range()], node.span))
    }
}
