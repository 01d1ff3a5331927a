//! Parses expressions, and recognises sums of positions.

use super::code::{Code, PARSED_BYTES};
use super::error::EvaluationError;
use super::functions;
use super::literals::nimber;
use std::sync::Arc;
use winways_games::{entries, find};
use winways_notation::{
    Call, Diagnostic, ExpressionTree, Literal, NameKind, Node, NodeKind, Parsed, Span, nearest,
    parse_arguments, parse_expression,
};
use winways_solve::{Budget, StopReason};

/// A parsed expression: a text and its syntax tree.
///
/// It is either a sum of positions, which has an outcome and moves, or an expression with a value:
///
/// ```
/// use winways::Catalogue;
/// use winways::values::Expression;
/// let catalogue = Catalogue::new();
/// let position = Expression::parse("nim(7) + *3")?.position(&catalogue)?;
/// assert_eq!(position.map(|position| position.to_string()), Some("nim(7,3)".to_owned()));
/// assert!(Expression::parse("*7 + *3")?.position(&catalogue)?.is_none());
/// # Ok::<(), winways::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expression<'t> {
    text: &'t str,
    code: Arc<Code>,
}

/// A term of a sum of positions and nimbers.
pub(super) struct Term<'e> {
    /// `true` if the term has a minus sign.
    pub(super) negative: bool,
    pub(super) kind: TermKind<'e>,
    /// The span without the sign.
    pub(super) span: Span,
}

/// The kind of a [`Term`].
pub(super) enum TermKind<'e> {
    Nimber(u64),
    Position(&'e Call),
}

impl<'t> Expression<'t> {
    /// Parses an expression.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`.
    pub fn parse(text: &'t str) -> Result<Self, Diagnostic> {
        Expression::parse_knowing(text, |_| false)
    }

    fn parse_knowing(text: &'t str, is_function: impl Fn(&str) -> bool) -> Result<Self, Diagnostic> {
        if text.len() > MAX_TEXT {
            let message = format!("an expression has at most {MAX_TEXT} bytes");
            return Err(Diagnostic::new(message, Span::at(0)));
        }
        let kind_of = |name: &str| if is_function(name) { NameKind::Function } else { kind_of(name) };
        let parsed = parse_expression(text, kind_of);
        match parsed.diagnostics.into_iter().next() {
            Some(first) => Err(with_hyphen(text, first)),
            None => Ok(Expression { text, code: Code::new(text.into(), parsed.tree) }),
        }
    }

    /// Parses an expression like [`Expression::parse`], if there is memory for the tree.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`, or an error if the memory limit is exceeded.
    pub fn parse_within(text: &'t str, budget: Budget) -> Result<Self, EvaluationError> {
        Expression::parse_with(text, budget, |_| false)
    }

    /// Parses an expression like [`Expression::parse_within`]. `is_function` returns `true` for names of user-defined
    /// functions.
    pub(super) fn parse_with(
        text: &'t str,
        budget: Budget,
        is_function: impl Fn(&str) -> bool,
    ) -> Result<Self, EvaluationError> {
        if text.len() as u64 * PARSED_BYTES > budget.memory.max(LEAST_MEMORY) {
            return Err(StopReason::Memory { limit: budget.memory }.after(0).into());
        }
        Ok(Expression::parse_knowing(text, is_function)?)
    }

    /// Returns the text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    pub(super) fn code(&self) -> &Arc<Code> {
        &self.code
    }

    fn tree(&self) -> &ExpressionTree {
        self.code.tree()
    }

    /// Returns the signed terms from left to right if the expression is a sum of positions and nimbers only.
    ///
    /// # Errors
    /// Returns a diagnostic that points to the first part that is neither a position nor a nimber, or to a nimber beyond the
    /// limit.
    ///
    /// # Complexity
    /// Linear in the size of the tree.
    pub(super) fn terms(&self) -> Result<Vec<Term<'_>>, Diagnostic> {
        let mut is_negative = vec![false; self.tree().nodes().len()];
        let (mut terms, mut fault) = (Vec::new(), None);
        let mut end = self.tree().nodes().len();
        // Iterates from the root down: every node comes after its descendants.
        while end > 0 {
            let number = end - 1;
            let (node, negative) = (self.tree().node(number), is_negative[number]);
            end = number;
            let kind = match &node.kind {
                NodeKind::Sum | NodeKind::Difference | NodeKind::Negative => {
                    let last = self.tree().children(number).len() - 1;
                    for (index, &child) in self.tree().children(number).iter().enumerate() {
                        is_negative[child] = negative ^ (node.kind != NodeKind::Sum && index == last);
                    }
                    continue;
                }
                NodeKind::Position(call) => TermKind::Position(call),
                NodeKind::Literal(literal) if is_nimber(self.text, literal) => {
                    match nimber(self.text, literal) {
                        Ok(size)
                            if let Some(size) =
                                size.to_finite().and_then(|size| u64::try_from(size).ok()) =>
                        {
                            TermKind::Nimber(size)
                        }
                        Ok(_) => {
                            fault = Some(self.not_a_term(&node.kind, node.span));
                            continue;
                        }
                        Err(diagnostic) => {
                            fault = Some(diagnostic);
                            continue;
                        }
                    }
                }
                kind => {
                    fault = Some(self.not_a_term(kind, node.span));
                    end = self.tree().subtree(number).start;
                    continue;
                }
            };
            terms.push(Term { negative, kind, span: node.span });
        }
        terms.reverse();
        fault.map_or(Ok(terms), Err)
    }

    /// Returns a diagnostic that points to a part that is neither a position nor a nimber.
    fn not_a_term(&self, kind: &NodeKind, span: Span) -> Diagnostic {
        let expected = "expected a position such as `nim(3,5)`, or a nimber such as `*3`";
        if let NodeKind::Literal(Literal { number: Some(number), ups: None, nimber: None }) = kind {
            let digits = &self.text[number.range()];
            let diagnostic = Diagnostic::new("a number is not a position", span).label(expected);
            return match digits.bytes().all(|byte| byte.is_ascii_digit()) {
                true => diagnostic.help(format!("the nimber is written `*{digits}`")),
                false => diagnostic,
            };
        }
        Diagnostic::new("this is not a position", span).label(expected)
    }
}

/// Returns `true` if a literal is a nimber, including zero: `*`, `*3`, `0`.
fn is_nimber(text: &str, literal: &Literal) -> bool {
    let is_zero = |number: Span| text[number.range()].bytes().all(|digit| digit == b'0');
    literal.ups.is_none() && literal.number.is_none_or(is_zero)
}

/// Returns the kind of a name before brackets.
pub(super) fn kind_of(name: &str) -> NameKind {
    if functions::find(name).is_some() {
        NameKind::Function
    } else if is_game(name) {
        NameKind::Game
    } else {
        NameKind::Other
    }
}

pub(super) fn is_game(name: &str) -> bool {
    find(name).is_some()
}

/// Returns `true` if the arguments of a position must be evaluated as expressions, such as `n, 2.n` in `nim(n, 2.n)`, or
/// `grid(2, 3)`.
pub(super) fn is_calculated(parsed: &Parsed) -> bool {
    use NodeKind::{
        Braces, Difference, Literal, Negative, OrdinalSum, PlusMinus, Product, Quotient, Signs, Sum,
    };
    let is_plain = |node: &Node| {
        matches!(node.kind, Literal(_) | Negative | PlusMinus | Sum | Difference | OrdinalSum | Product)
            || matches!(node.kind, Braces { .. } | Quotient | Signs(_))
    };
    // The root is the list of the arguments.
    let (_, below) = parsed.tree.nodes().split_last().unwrap_or_else(|| unreachable!("a tree has a root"));
    parsed.diagnostics.is_empty() && !below.iter().all(is_plain)
}

/// Returns `true` if the position is in quotation marks. It is then a board, and never an expression.
pub(super) fn is_quoted(text: &str, call: &Call) -> bool {
    text[..call.position.start].ends_with('"')
}

/// Parses the arguments of a position as expressions if they are not quoted and contain a name for which `is_known` returns
/// `true`. Arguments of nested calls are not checked.
pub(super) fn arguments_with_names(
    text: &str,
    call: &Call,
    kind_of: impl Fn(&str) -> NameKind,
    is_known: impl Fn(&str) -> bool,
) -> Option<Parsed> {
    let words = text[call.position.range()].split(|part: char| part != '_' && !part.is_alphanumeric());
    let mut names = words.map(|word| word.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    // Most positions need not be parsed as expressions.
    if is_quoted(text, call) || !names.any(&is_known) {
        return None;
    }
    let parsed = parse_arguments(text, call.position, kind_of);
    let mentions = |node: &Node| match &node.kind {
        NodeKind::Name(span) | NodeKind::Function(span) => is_known(&text[span.range()]),
        _ => false,
    };
    (parsed.diagnostics.is_empty() && parsed.tree.nodes().iter().any(mentions)).then_some(parsed)
}

/// Suggests a correction for the name at `span`, which has no value and is not followed by brackets.
pub(super) fn suggestion<'n>(text: &str, span: Span, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let name = &text[span.range()];
    if let Some(function) = functions::find(name) {
        return Some(function.as_help());
    }
    // In `toads-and-frogs`, only `toads` was parsed as the name.
    let rest = &text[span.start..];
    let length = rest.find(|part: char| !is_hyphen(part) && part != '_' && !part.is_alphanumeric());
    let word = rest[..length.unwrap_or(rest.len())].trim_end_matches(is_hyphen);
    let game = game_name(word);
    if is_game(&game) {
        let underscored = underscored(&game);
        return Some(format!("`{word}` is a game: its position follows in round brackets{underscored}"));
    }
    let games = entries().map(|entry| entry.page.name);
    if word.len() > name.len()
        && word.len() <= MAX_SUGGESTED
        && let Some(similar) = nearest(&game, games.filter(|game| game.contains('-')))
    {
        return Some(format!("did you mean the game `{similar}`?{}", underscored(similar)));
    }
    let functions = functions::all().iter().map(|function| function.name);
    nearest(name, names.chain(functions)).map(|similar| format!("did you mean `{similar}`?"))
}

/// Returns `true` for a hyphen, or a minus sign or dash that may replace it.
fn is_hyphen(character: char) -> bool {
    matches!(character, '-' | '−' | '‐' | '‑')
}

/// Converts a word to the spelling of the names of games.
fn game_name(word: &str) -> String {
    let letter =
        |letter: char| if is_hyphen(letter) || letter == '_' { '-' } else { letter.to_ascii_lowercase() };
    word.chars().map(letter).collect()
}

/// Suggests the spelling of a game's name with underscores, since hyphens may be parsed as minus signs.
fn underscored(game: &str) -> String {
    match game.contains('-') {
        true => format!("; `{}(...)` also names it", game.replace('-', "_")),
        false => String::new(),
    }
}

/// Adds a hint if the word before the error is the name of a game whose hyphens were parsed as minus signs.
fn with_hyphen(text: &str, fault: Diagnostic) -> Diagnostic {
    let before = text[..fault.span.start].trim_end();
    let length = before.chars().rev().take(MAX_SUGGESTED);
    let length = length.take_while(|part| is_hyphen(*part) || *part == '_' || part.is_alphanumeric());
    let start = before.len() - length.map(char::len_utf8).sum::<usize>();
    let word = &before[start..];
    let game = game_name(word);
    match word.contains(is_hyphen) && is_game(&game) {
        true => fault.help(format!(
            "`{word}` is a game: its position follows in round brackets{}",
            underscored(&game)
        )),
        false => fault,
    }
}

/// The maximum length of an expression, in bytes. Longer texts would take seconds to parse.
const MAX_TEXT: usize = 1 << 22;

/// The memory for a tree that is available even under a lower limit, in bytes.
const LEAST_MEMORY: u64 = 1 << 20;

/// The maximum length, in bytes, of a word that is compared with the names of games.
const MAX_SUGGESTED: usize = 64;
