use super::call::{parse_group, parse_name, unquoted};
use crate::{Call, Diagnostic, Scanner, Span};

/// A sum of terms, as written: `nim(7,8) + kayles(9) - *3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The terms from left to right; brackets are gone, their signs are in the terms.
    pub terms: Vec<Term>,
}

/// One term of a [`Sum`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Whether the term counts with a minus.
    pub negative: bool,
    /// What it is.
    pub kind: TermKind,
    /// Where it stands, without its sign.
    pub span: Span,
}

/// What a [`Term`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A nimber: `*` or `*3`; zero is `0`.
    Nimber(u64),
    /// A number other than 0.
    Number(u64),
    /// A position of a game.
    Call(Call),
}

/// Reads a sum of positions and nimbers.
///
/// Brackets may nest to any depth; the time is linear in the text.
///
/// # Errors
/// Points at the first character that does not belong.
///
/// ```
/// use winways_notation::{TermKind, parse_sum};
/// let sum = parse_sum("nim(7,8) - (kayles(9) + *3)")?;
/// assert_eq!(sum.terms.len(), 3);
/// assert!(sum.terms[2].negative);
/// assert_eq!(sum.terms[2].kind, TermKind::Nimber(3));
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn parse_sum(text: &str) -> Result<Sum, Diagnostic> {
    let mut scanner = Scanner::new(text);
    let mut terms = Vec::new();
    // The sign in front of each bracket that is open, and where it was opened.
    let mut open: Vec<(bool, usize)> = Vec::new();
    let mut negative = false;
    loop {
        // A term is due.
        loop {
            scanner.skip_space();
            let start = scanner.position();
            if scanner.eat('-') || scanner.eat('−') {
                negative = !negative;
            } else if scanner.eat('(') {
                open.push((negative, start));
            } else if !scanner.eat('+') {
                break;
            }
        }
        terms.push(parse_term(&mut scanner, negative)?);
        // An operator, a closing bracket or the end is due.
        loop {
            scanner.skip_space();
            let outer = open.last().is_some_and(|(sign, _)| *sign);
            if scanner.eat('+') {
                negative = outer;
                break;
            }
            if scanner.eat('-') || scanner.eat('−') {
                negative = !outer;
                break;
            }
            if scanner.peek() == Some(')') && open.pop().is_some() {
                scanner.next_char();
                continue;
            }
            if !scanner.is_at_end() {
                return Err(scanner.unexpected("expected `+`, `-` or the end"));
            }
            return match open.last() {
                Some((_, start)) => {
                    Err(Diagnostic::new("this bracket is not closed", Span::new(*start, start + 1))
                        .label("expected a `)` for it"))
                }
                None => Ok(Sum { terms }),
            };
        }
    }
}

fn parse_term(scanner: &mut Scanner<'_>, negative: bool) -> Result<Term, Diagnostic> {
    let start = scanner.position();
    let kind = match scanner.peek() {
        Some('*' | '⋆') => {
            scanner.next_char();
            match scanner.peek() {
                Some(digit) if digit.is_ascii_digit() => TermKind::Nimber(scanner.number("a nimber")?),
                _ => TermKind::Nimber(1),
            }
        }
        Some(digit) if digit.is_ascii_digit() => match scanner.number("a number")? {
            0 => TermKind::Nimber(0),
            number => TermKind::Number(number),
        },
        Some(letter) if letter.is_ascii_alphabetic() => TermKind::Call(parse_call(scanner)?),
        _ => {
            return Err(
                scanner.unexpected("expected a position such as `nim(3,5)`, or a nimber such as `*3`")
            );
        }
    };
    Ok(Term { negative, kind, span: Span::new(start, scanner.position()) })
}

fn parse_call(scanner: &mut Scanner<'_>) -> Result<Call, Diagnostic> {
    let (name, name_span) = parse_name(scanner)?;
    let first = match scanner.peek() {
        Some('(' | '{') => parse_group(scanner)?,
        _ => {
            let message = format!("`{name}` has no position");
            return Err(Diagnostic::new(message, Span::at(scanner.position()))
                .label("expected the position in brackets, such as `(3,5)`"));
        }
    };
    let (parameter, position) = match scanner.peek() {
        Some('(') => (Some(first), parse_group(scanner)?),
        _ if scanner.text()[..first.start].ends_with('{') => {
            let place = Span::at(scanner.position());
            return Err(Diagnostic::new(format!("`{name}{{…}}` has no position"), place)
                .label("expected the position in brackets, such as `(3,5)`"));
        }
        _ => (None, first),
    };
    Ok(Call { name, name_span, parameter, position: unquoted(scanner.text(), position) })
}
