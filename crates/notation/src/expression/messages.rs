//! The diagnostics of expressions.

use super::build::GroupKind;
use super::lexer::{Token, TokenKind, is_omega};
use crate::{Diagnostic, Span};

/// Returns the diagnostic for an unexpected token or for the end of the text.
pub(super) fn unexpected(text: &str, token: Token, expected: &str) -> Diagnostic {
    let message = match token.kind {
        TokenKind::End => "the input ends here".to_owned(),
        _ => format!("unexpected `{}`", shortened(&text[token.span.range()])),
    };
    Diagnostic::new(message, token.span).label(expected)
}

/// Returns the first 24 characters of the first line of `text`.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    match line.char_indices().nth(24) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line.to_owned(),
    }
}

/// Returns the diagnostic for a missing operand before `token`.
pub(super) fn no_operand(text: &str, token: Token, group: Option<GroupKind>) -> Diagnostic {
    let expected = match group {
        Some(GroupKind::Braces) => "expected an option, such as `2`, `*` or `{1|-1}`",
        Some(GroupKind::List) => "expected an entry of the list",
        Some(GroupKind::Entries | GroupKind::Function(_)) => "expected an argument",
        Some(GroupKind::Comprehension) => "expected a list, such as `1..10`, or a condition",
        Some(GroupKind::Index) => "expected the number of an entry",
        Some(GroupKind::Condition) => "expected a condition, such as `n == 0`",
        _ => "expected a value, such as `3/4`, `*2`, `^` or `{1|-1}`",
    };
    let diagnostic = unexpected(text, token, expected);
    match token.kind {
        TokenKind::Plus => diagnostic.help(
            "a sum has two terms; ±1 is written `+-1`; a sign expansion is a whole expression with a length such as `ω`, \
             or a string: `from_signs(\"+ -^2\")`",
        ),
        TokenKind::Dot | TokenKind::Range if text[token.span.end..].starts_with('/') => {
            diagnostic.help("the path of a rule file ends in `.game`, and the position follows: `./my.game(3)`")
        }
        TokenKind::Dot => diagnostic.help("a decimal has digits on both sides of its point: `0.5`"),
        TokenKind::Slash => diagnostic.help("a quotient has two terms: `3/4`, `1/ω`"),
        TokenKind::Ampersand => {
            diagnostic.help("`x & y` is the game with the onside of x and the offside of y")
        }
        TokenKind::Comma => diagnostic.help("one comma separates two options, entries or arguments"),
        TokenKind::For | TokenKind::In | TokenKind::Let => {
            diagnostic.help("`let`, `for` and `in` cannot be names of values")
        }
        TokenKind::Then | TokenKind::Else | TokenKind::And | TokenKind::Or => {
            let word = &text[token.span.range()];
            diagnostic.help(format!("`{word}` is a keyword and cannot be a name"))
        }
        _ => help_for_characters(diagnostic, text, token),
    }
}

/// Returns the diagnostic for a `token` that follows an operand without an operator between them.
pub(super) fn no_operator(text: &str, token: Token, before: Option<(&str, Span)>) -> Diagnostic {
    let diagnostic =
        unexpected(text, token, "expected an operator such as `+`, `-`, `:` or `==`, or the end");
    let found = &text[token.span.range()];
    let touches = before.is_some_and(|(_, span)| span.end == token.span.start);
    let before = before.map_or("", |(word, _)| word);
    match token.kind {
        TokenKind::Literal(_) if found.starts_with(['*', '⋆', '∗']) => diagnostic.help(
            "`*` is a nimber, not a product: write `3 + *2` or `3*2` for the sum, `3.{1|-1}` for the product",
        ),
        TokenKind::Star => diagnostic.help(
            "`*` is a nimber, not a product: `*(ω+1)` begins a value; write `3.ω` or `3ω` for a product",
        ),
        TokenKind::Word if touches && is_omega(found) => {
            diagnostic.help(format!("a coefficient is a natural number: `3ω`; write `({before}).{found}` for a product"))
        }
        TokenKind::Literal(_) if touches && before.ends_with(['*', '⋆', '∗']) => {
            diagnostic.help("the parts of a value come in this order: number, ups, star, as in `3^*2`")
        }
        TokenKind::Literal(_) if touches && before.ends_with(['^', '↑', '⇑', 'v', '↓', '⇓']) => {
            diagnostic.help("the number of ups follows a single arrow: `^3`, `v3`")
        }
        TokenKind::Literal(_) if found.starts_with(['^', '↑']) => {
            diagnostic.help("`^` is the game up; there are no powers except those of ten and of ω, such as `1e18` and `ω^2`; write `+` between two values")
        }
        TokenKind::Word if found == "x" && !touches => {
            diagnostic.help("a product by an integer is written with a point: `3.{1|-1}`")
        }
        TokenKind::Open(_) | TokenKind::Word
            if !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            diagnostic.help(format!(
                "a product by an integer is written with a point: `{}.{}`",
                shortened(before),
                shortened(found)
            ))
        }
        _ => help_for_characters(diagnostic, text, token),
    }
}

/// Returns the diagnostic for an incomplete `let` or `for`.
pub(super) fn incomplete_head(text: &str, token: Token, expected: &str) -> Diagnostic {
    let diagnostic = unexpected(text, token, expected);
    match token.kind {
        TokenKind::Literal(_) if text[token.span.range()].starts_with('v') => {
            diagnostic.help("`v`, `vv`, `v3` are values and cannot be names")
        }
        _ => diagnostic,
    }
}

/// Returns the diagnostic for a bar outside braces.
pub(super) fn bar_outside_braces(text: &str, token: Token, length: usize) -> Diagnostic {
    let help = match length {
        2 => "games are written in braces, `{1||0|-1}`; \"confused with\" is `<>`",
        _ => "games are written in braces: `{1|-1}`",
    };
    unexpected(text, token, "bars separate options in braces").help(help)
}

/// Returns the diagnostic for two runs of bars of the same length in the same braces.
pub(super) fn ambiguous_bars(text: &str, span: Span) -> Diagnostic {
    let bars = shortened(&text[span.range()]);
    Diagnostic::new(format!("a second `{bars}`: it is unclear which of the two splits first"), span)
        .label("expected a run of bars of another length")
        .help("the longest run splits first: `{a||b|c}` is {a|{b|c}}, `{a|b||c}` is {{a|b}|c}")
}

/// Returns the diagnostic for an `=` that can be neither an assignment nor a comparison.
pub(super) fn misplaced_equals(text: &str, token: Token, before: &str) -> Diagnostic {
    let diagnostic = unexpected(text, token, "expected an operator, or the end");
    if before.starts_with(['v', '↓']) {
        return diagnostic.help(format!("`{}` is a value and cannot be a name", shortened(before)));
    }
    if let Some(sign @ (b'<' | b'>')) = text.as_bytes().get(token.span.end) {
        return diagnostic.help(format!("did you mean `{}=`?", char::from(*sign)));
    }
    diagnostic.help("values are compared with `==`; a name is given at the start: `g = {1|-1}; g + g`")
}

/// The label of an unexpected token, which states what was expected, and a suggestion.
type Expected = (&'static str, &'static str);

/// A power of ω without an exponent.
pub(super) const EXPONENT: Expected =
    ("expected an exponent: digits, a name, or an expression in brackets", "for example `ω^2` or `ω^(-1/2)`");

/// A second comparison without brackets.
pub(super) const CHAINED_COMPARISON: Expected =
    ("expected the end of the comparison", "comparisons do not chain: compare two values at a time");

/// A second `..` in a range.
pub(super) const CHAINED_RANGE: Expected = ("a range has two ends", "every third number is `1..10 step 3`");

/// `then` or `else` without the parts that must precede it.
pub(super) const MISPLACED_BRANCH: Expected =
    ("expected an operator, or the end", "a choice is written `if n == 0 then 1 else 2`, with both branches");

/// `if` after an expression outside a list with `for`.
pub(super) const MISPLACED_IF: Expected = (
    "expected an operator, or the end",
    "conditions come after `for` in a list, `[n for n in 1..9 if n > 3]`; a choice begins with `if`",
);

/// `for` that does not follow the only expression of a list.
pub(super) const MISPLACED_FOR: Expected =
    ("`for` belongs in a list, after its only expression", "a table is written `[2.{n|-n} for n in 1..10]`");

/// `;` where it separates nothing.
pub(super) const MISPLACED_SEMICOLON: Expected =
    ("expected `,` or a closing bracket", "statements belong at the start of the text or in round brackets");

/// `,` where it separates nothing.
pub(super) const MISPLACED_COMMA: Expected = (
    "expected an operator, or the end",
    "options are listed in braces, `{0,1|2}`; other values in square brackets, `[1, 2]`",
);

/// Braces without a bar.
pub(super) const NO_BAR: Expected = (
    "expected a `|`",
    "a game is `{options of Left | options of Right}`; each side may be empty: `{|}` is 0",
);

/// Returns the diagnostic for a function with two parameters of the same name.
pub(super) fn same_parameter(text: &str, parameter: Span) -> Diagnostic {
    let name = shortened(&text[parameter.range()]);
    Diagnostic::new(format!("a second parameter `{name}`"), parameter).label("expected another name")
}

/// Returns the diagnostic for braces with the label of enclosing braces.
pub(super) fn second_label(text: &str, label: Span) -> Diagnostic {
    let name = shortened(&text[label.range()]);
    Diagnostic::new(format!("enclosing braces already have the label `{name}`"), label)
        .label("expected another label")
}

/// Returns the diagnostic for a closing bracket without an opening bracket.
pub(super) fn stray_bracket(text: &str, token: Token) -> Diagnostic {
    unexpected(text, token, "no open bracket matches it")
}

/// Returns the diagnostic for a group that is not closed when the text ends or when another bracket closes an outer group.
///
/// `missing` contains the brackets that would close all groups, if they are few.
pub(super) fn unclosed(
    text: &str,
    token: Token,
    kind: GroupKind,
    has_bar: bool,
    missing: Option<String>,
) -> Diagnostic {
    let expected = match kind {
        GroupKind::Braces if has_bar => "expected an option, or `}`",
        GroupKind::Braces => "expected `|` and the options of Right",
        GroupKind::Function(_) => "expected another argument, or `)`",
        GroupKind::List => "expected another entry, or `]`",
        GroupKind::Comprehension => "expected another clause, or `]`",
        GroupKind::Index => "expected `]`",
        GroupKind::Condition => "expected `then`",
        GroupKind::Consequence => "expected `else`",
        _ => "expected `)`",
    };
    let diagnostic = unexpected(text, token, expected);
    match missing {
        Some(missing) => diagnostic.help(format!("`{missing}` would close all open brackets")),
        None => diagnostic,
    }
}

/// Adds a hint if the token begins with a character of another notation, such as `×` or `½`.
fn help_for_characters(diagnostic: Diagnostic, text: &str, token: Token) -> Diagnostic {
    match text[token.span.range()].chars().next() {
        Some('×' | '·') => diagnostic.help("a product by an integer is written with a point: `3.{1|-1}`"),
        Some('!') => diagnostic.help("`!=` tests whether two values differ"),
        Some('\'' | '`' | '“' | '”') => diagnostic.help("text is quoted with `\"`"),
        Some('½' | '¼' | '¾') => diagnostic.help("a fraction is written `1/2`"),
        _ => diagnostic,
    }
}
