use crate::{Diagnostic, Scanner, Span};

/// How the names of rule files end.
pub(super) const RULE_FILE: &str = ".game";

/// A position of a game, as written: `octal(0.137)(9,10)`.
///
/// Names are written with `_` or `-`; the spans point into the text of the whole expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name, with `-` for `_`; the path of a rule file, which ends in `.game`, as it is written.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The game's parameter, without its brackets: `0.137`.
    pub parameter: Option<Span>,
    /// The position, without brackets and without quotes.
    pub position: Span,
}

impl Call {
    /// Whether a rule file is named: `tri.game(1,2)`.
    pub fn is_of_file(&self) -> bool {
        self.name.ends_with(RULE_FILE)
    }
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

fn parse_name(scanner: &mut Scanner<'_>) -> Result<(String, Span), Diagnostic> {
    scanner.skip_space();
    let start = scanner.position();
    let name = scanner.take_while(|character| character.is_alphanumeric() || "_-'’".contains(character));
    if name.is_empty() {
        return Err(scanner.unexpected("expected the name of a game"));
    }
    Ok((name.replace('_', "-"), Span::new(start, scanner.position())))
}

/// Takes a group in brackets; returns the text between them.
fn parse_group(scanner: &mut Scanner<'_>) -> Result<Span, Diagnostic> {
    let start = scanner.position();
    let group = Group::scan(scanner.text(), start);
    match group.fault {
        None => {
            scanner.skip_to(group.end);
            Ok(group.inner)
        }
        Some(Fault::Unclosed) => {
            Err(Diagnostic::new("this bracket is not closed", Span::new(start, start + 1))
                .label("expected its partner"))
        }
        Some(Fault::Quotation(quote)) => Err(unclosed_quotation(quote)),
        Some(Fault::Mismatch { found, wanted, place }) => Err(mismatch(found, wanted, place)),
    }
}

pub(super) fn unclosed_quotation(quote: usize) -> Diagnostic {
    Diagnostic::new("this quotation is not closed", Span::new(quote, quote + 1))
        .label("expected a `\"` for it")
}

pub(super) fn mismatch(found: char, wanted: char, place: usize) -> Diagnostic {
    Diagnostic::new(format!("unexpected `{found}`"), Span::new(place, place + 1))
        .label(format!("expected `{wanted}`"))
}

/// A stretch of text in brackets that is not looked into, except for brackets and quotations.
///
/// Brackets nest; quoted text does not count.
pub(super) struct Group {
    /// The text between the brackets.
    pub(super) inner: Span,
    /// One past the closing bracket, or where the group breaks off.
    pub(super) end: usize,
    pub(super) fault: Option<Fault>,
}

/// Why a [`Group`] breaks off.
pub(super) enum Fault {
    /// The text ends.
    Unclosed,
    /// A quotation begins here and does not end.
    Quotation(usize),
    /// A closing bracket that does not belong to the innermost open one.
    Mismatch { found: char, wanted: char, place: usize },
}

impl Group {
    /// The group whose opening bracket is byte `start` of `text`. Linear in the group.
    pub(super) fn scan(text: &str, start: usize) -> Group {
        let mut closing = Vec::new();
        let broken = |end, fault| Group { inner: Span::new(start + 1, end), end, fault: Some(fault) };
        let bytes = text.as_bytes();
        let mut place = start;
        while place < bytes.len() {
            match bytes[place] {
                b'(' => closing.push(b')'),
                b'{' => closing.push(b'}'),
                b'[' => closing.push(b']'),
                b'"' => match text[place + 1..].find('"') {
                    Some(length) => place += length + 1,
                    None => return broken(bytes.len(), Fault::Quotation(place)),
                },
                byte @ (b')' | b'}' | b']') => {
                    // The first bracket opens, so one is open until the group ends.
                    let wanted = closing.pop().unwrap_or(byte);
                    if wanted != byte {
                        let (found, wanted) = (char::from(byte), char::from(wanted));
                        return broken(place, Fault::Mismatch { found, wanted, place });
                    }
                    if closing.is_empty() {
                        return Group { inner: Span::new(start + 1, place), end: place + 1, fault: None };
                    }
                }
                _ => {}
            }
            place += 1;
        }
        broken(bytes.len(), Fault::Unclosed)
    }
}

/// The same stretch without quotation marks, if it is one quotation.
pub(super) fn unquoted(text: &str, span: Span) -> Span {
    let inner = &text[span.range()];
    let trimmed = inner.trim();
    let start = span.start + (inner.len() - inner.trim_start().len());
    match trimmed.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(content) if !content.contains('"') => Span::new(start + 1, start + 1 + content.len()),
        _ => span,
    }
}
