use crate::{Diagnostic, Scanner, Span};

/// The file name extension of rule files.
pub(super) const RULE_FILE: &str = ".game";

/// A position of a game as written: `octal(0.137)(9,10)`.
///
/// Names may contain `_` or `-`. The spans refer to the text of the whole expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name, with `_` replaced by `-`. The path of a rule file, which ends in `.game`, is unchanged.
    pub name: String,
    /// The span of the name.
    pub name_span: Span,
    /// The parameter of the game, without its brackets: `0.137`.
    pub parameter: Option<Span>,
    /// The position, without brackets and quotation marks.
    pub position: Span,
}

impl Call {
    /// Returns `true` if the name is the path of a rule file: `tri.game(1,2)`.
    pub fn is_of_file(&self) -> bool {
        self.name.ends_with(RULE_FILE)
    }
}

/// Parses a name and the optional parameter of the game: `kayles`, `octal(0.137)`, `subtract{1,3,4}`.
///
/// Returns the name with `_` replaced by `-`, its span, and the span of the parameter without brackets.
///
/// # Errors
/// Returns a diagnostic that points at an unclosed bracket, or at the text after the parameter.
pub fn parse_call_head(text: &str) -> Result<(String, Span, Option<Span>), Diagnostic> {
    let mut scanner = Scanner::new(text);
    let (name, name_span) = parse_name(&mut scanner)?;
    let parameter = match scanner.peek() {
        Some('(' | '{') => Some(parse_group(&mut scanner)?),
        _ => None,
    };
    scanner.finish("the name of the game").map_err(|wrong| {
        let (game, position) = text.split_at(wrong.span.start);
        match in_brackets(game.trim(), position.trim()) {
            Some(whole) => wrong.help(format!("a position is written in brackets: `{whole}`")),
            None => wrong,
        }
    })?;
    Ok((name, name_span, parameter))
}

/// Returns a game with its position in brackets, or `None` if the position is long, is empty or contains a quotation mark.
fn in_brackets(game: &str, position: &str) -> Option<String> {
    /// The maximum number of bytes of a position in a message.
    const SHORT: usize = 60;
    let is_number = |part: &&str| part.chars().all(|character| character.is_ascii_digit());
    let parts: Vec<&str> = position.split([',', ' ']).filter(|part| !part.is_empty()).collect();
    if position.len() > SHORT || position.contains('"') || parts.is_empty() {
        return None;
    }
    Some(match parts.iter().all(is_number) {
        true => format!("{game}({})", parts.join(",")),
        false => format!("{game}(\"{position}\")"),
    })
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

/// Consumes a group in brackets and returns the span between them.
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
                .label("expected the closing bracket"))
        }
        Some(Fault::Quotation(quote)) => Err(unclosed_quotation(quote)),
        Some(Fault::Mismatch { found, wanted, place }) => Err(mismatch(found, wanted, place)),
    }
}

pub(super) fn unclosed_quotation(quote: usize) -> Diagnostic {
    Diagnostic::new("this quotation is not closed", Span::new(quote, quote + 1))
        .label("expected a closing `\"`")
}

pub(super) fn mismatch(found: char, wanted: char, place: usize) -> Diagnostic {
    Diagnostic::new(format!("unexpected `{found}`"), Span::new(place, place + 1))
        .label(format!("expected `{wanted}`"))
}

/// A bracketed part of a text that is scanned only for brackets and quotations.
///
/// Brackets nest, and brackets in quotations are ignored.
pub(super) struct Group {
    /// The text between the brackets.
    pub(super) inner: Span,
    /// The position after the closing bracket or, if there is a fault, the position at which the scan stops.
    pub(super) end: usize,
    pub(super) fault: Option<Fault>,
}

/// The reason why the scan of a [`Group`] stops before its closing bracket.
pub(super) enum Fault {
    /// The text ends before the closing bracket.
    Unclosed,
    /// A quotation that begins at this position does not end.
    Quotation(usize),
    /// A closing bracket does not match the innermost open one.
    Mismatch { found: char, wanted: char, place: usize },
}

impl Group {
    /// Scans the group whose opening bracket is at byte `start` of `text`, in time linear in the length of the group.
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
                    // The first bracket opens, so at least one bracket is open until the group ends.
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

/// Returns the span without the quotation marks if the text is a single quotation, and the span itself otherwise.
pub(super) fn unquoted(text: &str, span: Span) -> Span {
    let inner = &text[span.range()];
    let trimmed = inner.trim();
    let start = span.start + (inner.len() - inner.trim_start().len());
    match trimmed.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(content) if !content.contains('"') => Span::new(start + 1, start + 1 + content.len()),
        _ => span,
    }
}
