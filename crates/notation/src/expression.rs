use crate::{Diagnostic, Scanner, Span};

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

/// A position of a game, as written: `octal(0.137)(9,10)`.
///
/// Names are written with `_` or `-`; the spans point into the text of the whole expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name, with `-` for `_`.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The game's parameter, without its brackets: `0.137`.
    pub parameter: Option<Span>,
    /// The position, without brackets and without quotes.
    pub position: Span,
}

/// Reads a name and, if there is one, the game's parameter: `kayles`, `octal(0.137)`, `subtract{1,3,4}`.
///
/// Gives the name with `-` for `_`, its span, and the span of the parameter without brackets.
///
/// # Errors
/// Points at a bracket that is not closed, or at what follows the parameter.
pub fn parse_call_head(text: &str) -> Result<(String, Span, Option<Span>), Diagnostic> {
    let mut scanner = Scanner::new(text);
    let (name, name_span) = parse_name(&mut scanner)?;
    let parameter = match scanner.peek() {
        Some('(' | '{') => Some(parse_group(&mut scanner)?),
        _ => None,
    };
    scanner.finish("the name of the game")?;
    Ok((name, name_span, parameter))
}

/// Reads a sum of positions and nimbers.
///
/// Brackets may nest to any depth; the time is linear in the text.
///
/// # Errors
/// Points at the first character that does not belong.
///
/// ```
/// use winways_notation::{parse_sum, TermKind};
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

fn parse_name(scanner: &mut Scanner<'_>) -> Result<(String, Span), Diagnostic> {
    scanner.skip_space();
    let start = scanner.position();
    // A minus right after a letter belongs to the name: `dawson-kayles`.
    let name = scanner.take_while(|character| character.is_ascii_alphanumeric() || "_-'".contains(character));
    if name.is_empty() {
        return Err(scanner.unexpected("expected the name of a game"));
    }
    Ok((name.replace('_', "-"), Span::new(start, scanner.position())))
}

/// Takes a group in round or curly brackets; gives what stands between them. Brackets nest; quoted text does not count.
fn parse_group(scanner: &mut Scanner<'_>) -> Result<Span, Diagnostic> {
    let start = scanner.position();
    let mut closing = Vec::new();
    while let Some(character) = scanner.next_char() {
        match character {
            '(' => closing.push(')'),
            '{' => closing.push('}'),
            '"' => {
                let quote = scanner.position() - 1;
                scanner.take_while(|character| character != '"');
                if !scanner.eat('"') {
                    return Err(Diagnostic::new("this quotation is not closed", Span::new(quote, quote + 1))
                        .label("expected a `\"` for it"));
                }
            }
            ')' | '}' => {
                let wanted = closing.pop();
                if wanted != Some(character) {
                    let span = Span::new(scanner.position() - 1, scanner.position());
                    let wanted = wanted.unwrap_or(')');
                    return Err(Diagnostic::new(format!("unexpected `{character}`"), span)
                        .label(format!("expected `{wanted}`")));
                }
                if closing.is_empty() {
                    return Ok(Span::new(start + 1, scanner.position() - 1));
                }
            }
            _ => {}
        }
    }
    Err(Diagnostic::new("this bracket is not closed", Span::new(start, start + 1))
        .label("expected its partner"))
}

fn unquoted(text: &str, span: Span) -> Span {
    let inner = &text[span.range()];
    let trimmed = inner.trim();
    let start = span.start + (inner.len() - inner.trim_start().len());
    match trimmed.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(content) if !content.contains('"') => Span::new(start + 1, start + 1 + content.len()),
        _ => span,
    }
}
