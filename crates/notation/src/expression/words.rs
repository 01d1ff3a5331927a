//! Words in expressions: names, labels, ω, calls, and literals next to them without a sign.

use super::build::{GroupKind, Operator, POWER, Pending, QUOTIENT};
use super::call::{Call, Fault, Group, RULE_FILE, mismatch, unclosed_quotation, unquoted};
use super::lexer::{Bracket, Token, TokenKind, is_label, is_loopy_name, is_omega};
use super::messages;
use super::parser::{Due, NameKind, Parser};
use super::tree::{Definition, Literal, NodeKind};
use crate::{Diagnostic, Span};
use std::collections::HashSet;

impl<'t, F: Fn(&str) -> NameKind> Parser<'t, F> {
    /// Parses a word: the name of a value, of an assigned value, of a function or of a game.
    pub(super) fn word(&mut self, token: Token) -> Due {
        if self.builder.is_statement_start() && self.naming(token.span) {
            return Due::Operand;
        }
        if is_omega(&self.lexer.text()[token.span.range()]) {
            return self.omega(token.span);
        }
        if let Some(path) = self.lexer.rule_file(token.span.start) {
            return self.position_of_file(path);
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
            if is_label(word) && (self.kind_of)(word) != NameKind::Game {
                return self.labelled(name);
            }
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
            _ if word == "pass" && self.builder.is_open(Bracket::Curly) => self.leaf(NodeKind::Pass, name),
            _ if self.labels.contains(word) => self.leaf(NodeKind::Label(name), name),
            _ => self.leaf(NodeKind::Name(name), name),
        }
    }

    /// Skips the path of a rule file, and parses the position that follows.
    pub(super) fn position_of_file(&mut self, path: Span) -> Due {
        self.lexer.skip_to(path.end);
        self.lexer.skip_blank();
        self.position(path)
    }

    /// Opens braces after their label.
    fn labelled(&mut self, label: Span) -> Due {
        self.is_recovering = false;
        self.lexer.next_token();
        let is_new = self.labels.insert(&self.lexer.text()[label.range()]);
        if !is_new {
            self.report(|text| messages::second_label(text, label));
        }
        self.builder.open_labelled(GroupKind::Braces, label.start, is_new.then_some(label));
        Due::Start
    }

    /// Parses ω right after its coefficient, or the name of a loopy game right after a literal. Reports other words.
    pub(super) fn word_after_operand(&mut self, token: Token) -> Due {
        if self.is_after_coefficient(token) {
            self.push_tight(NodeKind::Product);
            return self.omega(token.span);
        }
        let is_name = is_loopy_name(&self.lexer.text()[token.span.range()]);
        if is_name && self.touches_last(token, |kind| matches!(kind, NodeKind::Literal(_))) {
            self.push_tight(NodeKind::Sum);
            return self.word(token);
        }
        self.no_operator(token)
    }

    /// Parses ups or a star right after the name of a loopy game, or `*` and a coefficient after ω in a nimber. Reports other literals.
    pub(super) fn literal_after_operand(&mut self, token: Token, literal: Literal) -> Due {
        let text = self.lexer.text();
        if let Literal { number: None, ups: None, nimber: Some(coefficient) } = literal
            && self.is_power_in_nimber()
        {
            return self.coefficient(coefficient);
        }
        let is_loopy =
            |kind: &NodeKind| matches!(kind, NodeKind::Name(name) if is_loopy_name(&text[name.range()]));
        if literal.number.is_none() && self.touches_last(token, is_loopy) {
            self.push_tight(NodeKind::Sum);
            return self.leaf(NodeKind::Literal(literal), token.span);
        }
        self.no_operator(token)
    }

    /// Returns `true` in the brackets of a nimber after ω or a power of ω.
    fn is_power_in_nimber(&mut self) -> bool {
        if !self.builder.is_in_ordinal() {
            return false;
        }
        self.builder.reduce_operators(POWER);
        let last = self.builder.operands.last().map(|&node| self.builder.tree.node(node));
        last.is_some_and(|node| match node.kind {
            NodeKind::Power => !node.is_bracketed,
            NodeKind::Name(name) => !node.is_bracketed && is_omega(&self.lexer.text()[name.range()]),
            _ => false,
        })
    }

    /// Parses the coefficient of a power of ω after `*`. The span is empty if white space or no digit follows the star.
    fn coefficient(&mut self, digits: Span) -> Due {
        self.builder.reduce_operators(QUOTIENT);
        self.push(Operator::between(NodeKind::Product));
        if digits.start == digits.end {
            return Due::Operand;
        }
        self.leaf(NodeKind::Literal(Literal { number: Some(digits), ..Literal::default() }), digits)
    }

    fn push_tight(&mut self, kind: NodeKind) {
        self.push(Operator { is_tight: true, ..Operator::between(kind) });
    }

    /// Returns `true` if a token directly follows the last operand, and `is_kind` accepts the kind of that operand.
    fn touches_last(&self, token: Token, is_kind: impl Fn(&NodeKind) -> bool) -> bool {
        let last = self.builder.operands.last().map(|&node| self.builder.tree.node(node));
        last.is_some_and(|node| {
            !node.is_bracketed && node.span.end == token.span.start && is_kind(&node.kind)
        })
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

    /// Consumes `=` or `(x, y) =` after a word, and begins the assignment or definition of that name. Returns `false` if neither follows.
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
    pub(super) fn let_head(&mut self, token: Token) -> Due {
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

    /// Returns the last operand if it is a single word of the text.
    pub(super) fn last_word(&self) -> Option<(&'t str, Span)> {
        let node = self.builder.tree.node(*self.builder.operands.last()?);
        let is_word = matches!(node.kind, NodeKind::Literal(_) | NodeKind::Name(_));
        is_word.then(|| (&self.lexer.text()[node.span.range()], node.span))
    }
}
