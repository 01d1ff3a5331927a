//! Parser of rule files, from tokens to trees.

use super::header::{HEADERS, add_header, check_length};
use super::language::RULES;
use super::tree::{
    Arithmetic, Expression, ExpressionKind, Header, Item, Movers, Name, OptionGroup, Parameter, Rule,
    RuleFile, RuleFunction, RuleOption, RulePattern, RuleRelation, Set, SetKind, Tuple, Turn,
};
use crate::tokens::{Reader, TokenKind, short};
use crate::{Diagnostic, Span, nearest};

/// The other words that a line may begin with.
const OTHER_KEYS: &[&str] =
    &["heap", "param", "measure", "bounds", "left", "right", "both", "entail", "again"];

/// The words that lines begin with only in rules as pictures.
const PICTURE_KEYS: &[&str] = &["board", "pieces", "each", "end", "points", "start"];

/// The words that cannot name a number.
const RESERVED: &[&str] =
    &["heap", "param", "where", "and", "or", "not", "in", "mod", "min", "max", "gcd", "nothing"];

/// Parses a rule file.
///
/// # Errors
/// Returns the first error, with its span.
///
/// # Complexity
/// Linear in the length of the text, which is at most 64 KiB; expressions have at most [`Expression::DEEPEST`] levels.
///
/// ```
/// let rules = winways_notation::parse_rules("game: Nim\nheap n -> n - k where k >= 1")?;
/// assert_eq!(rules.header("game").unwrap().text, "Nim");
/// assert_eq!(rules.rules[0].groups[0].conditions.len(), 1);
///
/// let wrong = winways_notation::parse_rules("heap n -> n - 2k where k >= 1").unwrap_err();
/// assert_eq!(wrong.help.unwrap(), "a product is written with `*`: `2*k`");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn parse_rules(text: &str) -> Result<RuleFile, Diagnostic> {
    check_length(text)?;
    Parser::new(&RULES, text, Span::new(0, text.len()), ())?.file()
}

type Parser<'t> = Reader<'t>;

/// An expression and its number of levels.
type Deep = (Expression, usize);

impl Parser<'_> {
    fn file(&mut self) -> Result<RuleFile, Diagnostic> {
        let mut file = RuleFile::default();
        loop {
            match self.token.kind {
                TokenKind::LineEnd => {
                    self.advance()?;
                    continue;
                }
                TokenKind::End => break,
                _ => self.line(&mut file)?,
            }
            if !matches!(self.token.kind, TokenKind::LineEnd | TokenKind::End) {
                return Err(self.unexpected("expected the end of the line"));
            }
        }
        if file.rules.is_empty() {
            return Err(Diagnostic::new("there is no rule", Span::at(self.text.len()))
                .label("expected a line such as `heap n -> n-k where 1 <= k <= 3`"));
        }
        Ok(file)
    }

    fn line(&mut self, file: &mut RuleFile) -> Result<(), Diagnostic> {
        let Some(word) = self.word() else {
            return Err(self.unexpected("expected `heap`, `param`, or a header such as `game:`"));
        };
        match word {
            "heap" => {
                let key = self.advance()?.span;
                let rule = self.rule(Movers::Both, Turn::Ordinary, key)?;
                file.rules.push(rule);
            }
            "left" | "right" | "both" | "entail" | "again" => {
                let key = self.advance()?.span;
                let (movers, turn) = match word {
                    "left" => (Movers::Left, Turn::Ordinary),
                    "right" => (Movers::Right, Turn::Ordinary),
                    "entail" => (Movers::Both, Turn::Entail),
                    "again" => (Movers::Both, Turn::Again),
                    _ => (Movers::Both, Turn::Ordinary),
                };
                let example = format!("and a rule, such as `{word}: heap n -> n-1`");
                self.expect(":", &format!("expected `:` {example}"))?;
                if !self.eat_word("heap")? {
                    return Err(self.unexpected(&format!("expected `heap` {example}")));
                }
                let rule = self.rule(movers, turn, key)?;
                file.rules.push(rule);
            }
            "param" => {
                self.advance()?;
                let name = self.name("the name of the parameter")?;
                self.expect("=", "expected `=` and a number")?;
                let value = self.number()?;
                file.parameters.push(Parameter { name, value });
            }
            "measure" => {
                let token = self.advance()?;
                if !file.measure.is_empty() {
                    return Err(Diagnostic::new("a second measure", token.span)
                        .label("expected one `measure:`, with commas between its numbers"));
                }
                self.expect(":", "expected `:` and the measure")?;
                file.measure = self.numbers()?;
            }
            "bounds" => {
                let token = self.advance()?;
                if !file.bounds.is_empty() {
                    return Err(Diagnostic::new("a second line of bounds", token.span)
                        .label("expected one `bounds:`, with commas between its conditions"));
                }
                self.expect(":", "expected `:` and the bounds, such as `n <= 100`")?;
                file.bounds = self.conditions()?;
            }
            _ => {
                let header = self.header(word)?;
                add_header(&mut file.headers, header)?;
            }
        }
        Ok(())
    }

    fn header(&mut self, word: &str) -> Result<Header, Diagnostic> {
        let span = self.token.span;
        let lower = word.to_lowercase();
        let Some(&key) = HEADERS.iter().find(|header| **header == lower) else {
            if PICTURE_KEYS.contains(&lower.as_str()) {
                let message = format!("`{lower}` belongs to rules as pictures");
                return Err(Diagnostic::new(message, span)
                    .label("expected `heap`, `param`, `measure:`, or a header such as `game:`")
                    .help("rules as pictures have a line such as `board: grid`, and no lines `heap`"));
            }
            let wrong = Diagnostic::new(format!("a line cannot begin with `{}`", short(word)), span)
                .label("expected `heap`, `param`, `measure:`, or a header such as `game:`");
            return Err(match nearest(&lower, HEADERS.iter().chain(OTHER_KEYS).copied()) {
                Some(similar) => wrong.help(format!("did you mean `{similar}`?")),
                None => wrong.help(format!("the headers are {}", HEADERS.join(", "))),
            });
        };
        // The text after the colon does not consist of tokens.
        let rest = self.text[span.end..].trim_start_matches([' ', '\t', '\r']);
        let Some(rest) = rest.strip_prefix(':') else {
            let wrong = Diagnostic::new(format!("`{key}` has no colon"), span);
            return Err(wrong.label(format!("expected `{key}:`")));
        };
        let text = self.rest_of_line(self.text.len() - rest.len())?;
        let header = Header { key, text: self.text[text.range()].to_owned(), span: text };
        header.check()?;
        Ok(header)
    }

    fn name(&mut self, what: &str) -> Result<Name, Diagnostic> {
        let Some(word) = self.word() else {
            return Err(self.unexpected(&format!("expected {what}")));
        };
        if RESERVED.contains(&word) {
            return Err(self
                .unexpected(&format!("expected {what}"))
                .help(format!("`{word}` is a reserved word")));
        }
        let span = self.advance()?.span;
        Ok(Name { text: word.to_owned(), span })
    }

    fn rule(&mut self, movers: Movers, turn: Turn, key: Span) -> Result<Rule, Diagnostic> {
        let pattern = self.pattern()?;
        self.expect("->", "expected `->` and the options")?;
        let mut groups = Vec::new();
        loop {
            let options = self.list("|", Parser::option)?;
            let conditions = if self.eat_word("where")? { self.conditions()? } else { Vec::new() };
            groups.push(OptionGroup { options, conditions });
            if !self.eat("|")? {
                return Ok(Rule { movers, turn, key, pattern, groups });
            }
        }
    }

    fn pattern(&mut self) -> Result<RulePattern, Diagnostic> {
        let start = self.token.span;
        if let TokenKind::Number(_) = self.token.kind {
            return Err(self
                .unexpected("expected a name, such as `n`")
                .help("to restrict a rule to a fixed number, use a condition: `where n = 3`"));
        }
        if !self.eat("(")? {
            let name = self.name("a name such as `n`, or names in brackets such as `(a, b)`")?;
            return Ok(RulePattern { span: name.span, names: vec![name] });
        }
        let names = self.list(",", |parser| parser.name("a name"))?;
        let end = self.expect(")", "expected `,` and a name, or `)`")?;
        Ok(RulePattern { names, span: Span::new(start.start, end.span.end) })
    }

    fn option(&mut self) -> Result<RuleOption, Diagnostic> {
        let start = self.token.span;
        if self.eat_word("nothing")? {
            return Ok(RuleOption { parts: Vec::new(), span: start });
        }
        let parts = self.list(",", Parser::part)?;
        let end = parts.last().map_or(start.end, |part| part.span.end);
        Ok(RuleOption { parts, span: Span::new(start.start, end) })
    }

    /// Parses a number, or a tuple of numbers.
    fn part(&mut self) -> Result<Tuple, Diagnostic> {
        let start = self.token.span.start;
        if !self.is("(") {
            let number = self.number()?;
            return Ok(Tuple { span: number.span, numbers: vec![number] });
        }
        // A bracket may begin a tuple, or a number such as `(n-1)/2`; a comma distinguishes the two.
        let before = self.clone();
        self.advance()?;
        let numbers = self.numbers()?;
        if numbers.len() > 1 {
            let end = self.expect(")", "expected `,` and a number, or `)`")?.span.end;
            return Ok(Tuple { numbers, span: Span::new(start, end) });
        }
        *self = before;
        let number = self.number()?;
        Ok(Tuple { span: number.span, numbers: vec![number] })
    }

    fn numbers(&mut self) -> Result<Vec<Expression>, Diagnostic> {
        self.list(",", Parser::number)
    }

    fn number(&mut self) -> Result<Expression, Diagnostic> {
        let (expression, _) = self.sum(0)?;
        as_number(expression)
    }

    fn conditions(&mut self) -> Result<Vec<Expression>, Diagnostic> {
        self.list(",", Parser::condition)
    }

    fn condition(&mut self) -> Result<Expression, Diagnostic> {
        let (expression, _) = self.either(0)?;
        as_condition(expression)
    }

    /// Parses conditions joined by `or`, or a single expression of any kind.
    fn either(&mut self, depth: usize) -> Result<Deep, Diagnostic> {
        self.joined("or", depth, Parser::all, ExpressionKind::Or)
    }

    fn all(&mut self, depth: usize) -> Result<Deep, Diagnostic> {
        self.joined("and", depth, Parser::negation, ExpressionKind::And)
    }

    fn joined(
        &mut self,
        word: &str,
        depth: usize,
        item: fn(&mut Self, usize) -> Result<Deep, Diagnostic>,
        make: fn(Vec<Expression>) -> ExpressionKind,
    ) -> Result<Deep, Diagnostic> {
        let (first, mut levels) = item(self, depth)?;
        if self.word() != Some(word) {
            return Ok((first, levels));
        }
        let mut items = vec![as_condition(first)?];
        while self.eat_word(word)? {
            let (next, deep) = item(self, depth)?;
            items.push(as_condition(next)?);
            levels = levels.max(deep);
        }
        let span = Span::new(items[0].span.start, items[items.len() - 1].span.end);
        deeper(make(items), span, levels)
    }

    fn negation(&mut self, depth: usize) -> Result<Deep, Diagnostic> {
        let start = self.token.span;
        if !self.eat_word("not")? {
            return self.comparison(depth);
        }
        self.check_depth(depth)?;
        let (inner, levels) = self.negation(depth + 1)?;
        let inner = as_condition(inner)?;
        let span = Span::new(start.start, inner.span.end);
        deeper(ExpressionKind::Not(Box::new(inner)), span, levels)
    }

    fn comparison(&mut self, depth: usize) -> Result<Deep, Diagnostic> {
        let (first, mut levels) = self.sum(depth)?;
        if let Some(word @ ("in" | "not")) = self.word() {
            self.advance()?;
            if word == "not" && !self.eat_word("in")? {
                return Err(self.unexpected("expected `in` and a set"));
            }
            let number = Box::new(as_number(first)?);
            let set = self.set(depth)?;
            let span = Span::new(number.span.start, set.span.end);
            return deeper(ExpressionKind::In { number, negated: word == "not", set }, span, levels);
        }
        let mut rest = Vec::new();
        while let Some(relation) = self.relation()? {
            let (next, deep) = self.sum(depth)?;
            rest.push((relation, as_number(next)?));
            levels = levels.max(deep);
        }
        let Some((_, last)) = rest.last() else { return Ok((first, levels)) };
        let span = Span::new(first.span.start, last.span.end);
        let first = Box::new(as_number(first)?);
        deeper(ExpressionKind::Comparison { first, rest }, span, levels)
    }

    fn relation(&mut self) -> Result<Option<RuleRelation>, Diagnostic> {
        let TokenKind::Sign(sign) = self.token.kind else { return Ok(None) };
        let relation = match sign {
            "=" => RuleRelation::Equal,
            "!=" => RuleRelation::Unequal,
            "<" => RuleRelation::Less,
            "<=" => RuleRelation::LessOrEqual,
            ">" => RuleRelation::Greater,
            ">=" => RuleRelation::GreaterOrEqual,
            _ => return Ok(None),
        };
        self.advance()?;
        Ok(Some(relation))
    }

    fn sum(&mut self, depth: usize) -> Result<Deep, Diagnostic> {
        let operator = |parser: &Self| match parser.token.kind {
            TokenKind::Sign("+") => Some(Arithmetic::Add),
            TokenKind::Sign("-") => Some(Arithmetic::Subtract),
            _ => None,
        };
        self.chain(depth, operator, Parser::product)
    }

    fn product(&mut self, depth: usize) -> Result<Deep, Diagnostic> {
        let operator = |parser: &Self| match (parser.token.kind, parser.word()) {
            (TokenKind::Sign("*"), _) => Some(Arithmetic::Multiply),
            (TokenKind::Sign("/"), _) => Some(Arithmetic::Divide),
            (_, Some("mod")) => Some(Arithmetic::Remainder),
            _ => None,
        };
        self.chain(depth, operator, Parser::operand)
    }

    fn chain(
        &mut self,
        depth: usize,
        operator: impl Fn(&Self) -> Option<Arithmetic>,
        operand: fn(&mut Self, usize) -> Result<Deep, Diagnostic>,
    ) -> Result<Deep, Diagnostic> {
        let (mut left, mut levels) = operand(self, depth)?;
        while let Some(arithmetic) = operator(self) {
            self.advance()?;
            let (right, deep) = operand(self, depth)?;
            let span = Span::new(left.span.start, right.span.end);
            let (a, b) = (Box::new(as_number(left)?), Box::new(as_number(right)?));
            (left, levels) = deeper(ExpressionKind::Binary(arithmetic, a, b), span, levels.max(deep))?;
        }
        Ok((left, levels))
    }

    fn operand(&mut self, depth: usize) -> Result<Deep, Diagnostic> {
        self.check_depth(depth)?;
        let token = self.token;
        match token.kind {
            TokenKind::Number(value) => {
                self.advance()?;
                Ok((Expression { kind: ExpressionKind::Integer(value), span: token.span }, 1))
            }
            TokenKind::Sign("-") => {
                self.advance()?;
                let (inner, levels) = self.operand(depth + 1)?;
                let inner = as_number(inner)?;
                let span = Span::new(token.span.start, inner.span.end);
                deeper(ExpressionKind::Negative(Box::new(inner)), span, levels)
            }
            TokenKind::Sign("(") => {
                self.advance()?;
                let (mut inner, levels) = self.either(depth + 1)?;
                let end = self.expect(")", "expected `)`")?;
                inner.span = Span::new(token.span.start, end.span.end);
                Ok((inner, levels))
            }
            TokenKind::Word => self.word_operand(depth),
            _ => Err(self.unexpected("expected a number, such as `n` or `3`")),
        }
    }

    fn word_operand(&mut self, depth: usize) -> Result<Deep, Diagnostic> {
        let function = match self.word() {
            Some("min") => RuleFunction::Min,
            Some("max") => RuleFunction::Max,
            Some("gcd") => RuleFunction::Gcd,
            _ => {
                let name = self.name("a number, such as `n` or `3`")?;
                if self.is("(") {
                    let wrong =
                        Diagnostic::new(format!("there is no function `{}`", short(&name.text)), name.span);
                    return Err(wrong.label("expected `min`, `max` or `gcd`; a product is written with `*`"));
                }
                return Ok((Expression { kind: ExpressionKind::Name(name.text), span: name.span }, 1));
            }
        };
        let start = self.advance()?.span;
        self.expect("(", "expected `(` and two numbers or more")?;
        let mut levels = 0;
        let arguments = self.list(",", |parser| {
            let (argument, deep) = parser.sum(depth + 1)?;
            levels = levels.max(deep);
            as_number(argument)
        })?;
        let end = self.expect(")", "expected `,` and a number, or `)`")?;
        let span = Span::new(start.start, end.span.end);
        if arguments.len() < 2 {
            return Err(Diagnostic::new("this function has only one argument", span)
                .label("expected two numbers or more"));
        }
        deeper(ExpressionKind::Call(function, arguments), span, levels)
    }

    fn set(&mut self, depth: usize) -> Result<Set, Diagnostic> {
        let start = self.token.span;
        if self.eat("{")? {
            let items = if self.is("}") { Vec::new() } else { self.list(",", |parser| parser.item(depth))? };
            let end = self.expect("}", "expected `,` and a number, or `}`")?;
            return Ok(Set { kind: SetKind::Listed(items), span: Span::new(start.start, end.span.end) });
        }
        if self.token.kind == TokenKind::Word && !RESERVED.contains(&self.word().unwrap_or_default()) {
            // A name is the name of a set, unless it begins a range.
            let before = self.clone();
            let set = self.named_set(depth)?;
            if !self.is("..") && !matches!(self.token.kind, TokenKind::Sign("+" | "-" | "*" | "/")) {
                return Ok(set);
            }
            *self = before;
        }
        let item = self.item(depth)?;
        if item.last.is_none() {
            return Err(Diagnostic::new("a number is not a set", item.first.span)
                .label("expected a set, such as `{1, 3, 4}`, `1..3` or `primes`"));
        }
        let end = item.last.as_ref().map_or(start.end, |last| last.span.end);
        Ok(Set { kind: SetKind::Listed(vec![item]), span: Span::new(start.start, end) })
    }

    fn named_set(&mut self, depth: usize) -> Result<Set, Diagnostic> {
        let name = self.name("the name of a set")?;
        let mut span = name.span;
        let mut arguments = Vec::new();
        if self.eat("(")? {
            arguments = self.list(",", |parser| as_number(parser.sum(depth + 1)?.0))?;
            span.end = self.expect(")", "expected `)`")?.span.end;
        }
        Ok(Set { kind: SetKind::Named { name, arguments }, span })
    }

    fn item(&mut self, depth: usize) -> Result<Item, Diagnostic> {
        let first = as_number(self.sum(depth + 1)?.0)?;
        let last = if self.eat("..")? { Some(as_number(self.sum(depth + 1)?.0)?) } else { None };
        Ok(Item { first, last })
    }

    fn check_depth(&self, depth: usize) -> Result<(), Diagnostic> {
        if depth < Expression::DEEPEST { Ok(()) } else { Err(too_deep(self.token.span)) }
    }
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new("this is nested too deeply", span)
        .label(format!("expected at most {} levels of brackets and operators", Expression::DEEPEST))
}

/// Creates an expression one level deeper than its deepest part.
fn deeper(kind: ExpressionKind, span: Span, levels: usize) -> Result<Deep, Diagnostic> {
    if levels >= Expression::DEEPEST {
        return Err(too_deep(span));
    }
    Ok((Expression { kind, span }, levels + 1))
}

fn as_number(expression: Expression) -> Result<Expression, Diagnostic> {
    if expression.is_condition() {
        return Err(
            Diagnostic::new("a condition is not a number", expression.span).label("expected a number")
        );
    }
    Ok(expression)
}

fn as_condition(expression: Expression) -> Result<Expression, Diagnostic> {
    if expression.is_condition() {
        return Ok(expression);
    }
    Err(Diagnostic::new("a number is not a condition", expression.span)
        .label("expected a condition, such as `k >= 1` or `k in {1, 3}`"))
}
