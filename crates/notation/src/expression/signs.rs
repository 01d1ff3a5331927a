//! Sign expansions of numbers in expressions: `+^ω -^3`, `+ - (- +)^ω`.
//!
//! A sign expansion must be a complete expression: the text, a statement, an expression in round brackets, an argument, an entry of a list,
//! or a side of a comparison. It has a length with ω, or several signs of which the last has no length. This distinguishes it from a sum of
//! ups: `-^2 +^3` remains a sum. A single sign is an error, since an unfinished expression may end with it.

use super::lexer::{Lexer, Token, TokenKind, is_omega};
use super::parser::{Due, NameKind, Parser};
use super::tree::NodeKind;
use crate::{Scanner, Span};

impl Scanner<'_> {
    /// Consumes a sign expansion. Returns its end, or `None` if there is none, or if a sum of ups may be written like this.
    fn signs(&mut self) -> Option<usize> {
        let (mut end, mut is_infinite, mut runs) = (None, false, 0);
        loop {
            self.take_while(char::is_whitespace);
            let start = self.position();
            let run = match self.sign_word() {
                true => Some(true),
                false => {
                    self.skip_to(start);
                    self.sign_run()
                }
            };
            let Some(has_omega) = run else { break };
            is_infinite |= has_omega;
            runs += 1;
            end = Some(self.position());
        }
        let ends_with_sign = |end: usize| self.text()[..end].ends_with(['+', '-', '−']);
        end.filter(|&end| is_infinite || runs > 1 && ends_with_sign(end))
    }

    /// Consumes a sign and its exponent. Returns `true` if the exponent is not a natural number, and `None` if no sign comes next or the
    /// exponent is invalid.
    fn sign_run(&mut self) -> Option<bool> {
        if !self.eat('+') && !self.eat_minus() {
            return None;
        }
        if self.eat('^') { self.sign_exponent() } else { Some(false) }
    }

    /// Consumes a natural number, a power of ω, or brackets. Returns `true` unless the exponent is a natural number, and `None` if it is
    /// invalid.
    fn sign_exponent(&mut self) -> Option<bool> {
        let mut has_omega = false;
        loop {
            if self.digits().is_some() {
                return Some(has_omega);
            }
            if self.peek() == Some('(') {
                return self.sign_brackets().then_some(true);
            }
            if !is_omega(self.take_while(char::is_alphanumeric)) {
                return None;
            }
            has_omega = true;
            if !self.eat('^') {
                return Some(true);
            }
        }
    }

    /// Consumes the brackets around an ordinal. Returns `false` if they contain anything but sums, products and powers of ω.
    fn sign_brackets(&mut self) -> bool {
        let (mut depth, mut last) = (0_usize, '(');
        while let Some(next) = self.peek() {
            let is_part =
                next.is_alphanumeric() || next.is_whitespace() || matches!(next, '(' | ')' | '^' | '.');
            if !is_part && (next != '+' || last == '(') {
                return false;
            }
            self.next_char();
            depth += usize::from(next == '(');
            depth -= usize::from(next == ')');
            if depth == 0 {
                return true;
            }
            if !next.is_whitespace() {
                last = next;
            }
        }
        false
    }

    /// Consumes a word that is repeated ω times: runs in brackets, and `^ω`.
    fn sign_word(&mut self) -> bool {
        if !self.eat('(') {
            return false;
        }
        loop {
            self.take_while(char::is_whitespace);
            if self.eat(')') {
                return self.eat('^') && is_omega(self.take_while(char::is_alphanumeric));
            }
            if self.sign_run().is_none() {
                return false;
            }
        }
    }
}

impl<F: Fn(&str) -> NameKind> Parser<'_, F> {
    /// Parses the sign expansion that starts with `token`, if there is one and it is a complete expression.
    pub(super) fn sign_expansion(&mut self, token: Token) -> Option<Due> {
        if self.is_recovering || !self.builder.is_expression_start() {
            return None;
        }
        let start = token.span.start;
        let mut lexer: Lexer<'_> = self.lexer.clone();
        lexer.skip_to(start);
        let end = lexer.signs()?;
        lexer.skip_to(end);
        if !ends_expression(lexer.next_token().kind) {
            return None;
        }
        self.lexer.skip_to(end);
        let span = Span::new(start, end);
        Some(self.leaf(NodeKind::Signs(span), span))
    }
}

/// Returns `true` for a token that ends a complete expression.
fn ends_expression(kind: TokenKind) -> bool {
    use TokenKind::{And, Close, Comma, Comparison, Else, End, For, If, Or, Semicolon, Then};
    matches!(kind, End | Close(_) | Comma | Semicolon | Comparison(_) | And | Or | Then | Else | For | If)
}
