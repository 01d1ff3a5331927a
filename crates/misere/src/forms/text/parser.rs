//! The parser of misère canonical forms.

use super::{Form, Forms, SUBSCRIPTS};
use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;
use winways_solve::{Ledger, StopReason};

/// The reason why parsing a form failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormError {
    /// The text is not the notation of a form.
    Syntax {
        /// The offset of the first byte that does not fit.
        at: usize,
        /// A description of the expected text.
        expected: &'static str,
    },
    /// The ledger stopped the work.
    Stopped(StopReason),
}

impl fmt::Display for FormError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::Syntax { at, expected } => write!(formatter, "expected {expected} at byte {at}"),
            FormError::Stopped(reason) => reason.fmt(formatter),
        }
    }
}

impl std::error::Error for FormError {}

impl From<StopReason> for FormError {
    fn from(reason: StopReason) -> Self {
        FormError::Stopped(reason)
    }
}

/// A list that is not closed yet.
struct Open {
    /// Its elements.
    elements: Vec<Form>,
    /// The sum to which the next element is added by a plus sign.
    plus: Option<Form>,
    /// `true` if the list follows a star: a list with a single element then equals this element.
    is_literal: bool,
    /// `true` if the elements are separated by commas: consecutive digits then form one number.
    has_commas: bool,
    /// `true` if an element must come next.
    is_incomplete: bool,
}

impl Forms {
    /// Parses a form: a Nim heap such as `*3`, or a star with a list such as `*[42]`, `*[[4,2],4,3,1]` or `*[2#₂]`, and sums of them.
    ///
    /// The elements of a list are the options of the form, except that a list with one element after a star is that element. Consecutive
    /// digits are separate elements unless the list has a comma. See [`Forms::text`] for the notation.
    ///
    /// # Errors
    /// Returns [`FormError::Syntax`] with the offset of the first byte that does not fit. Returns [`FormError::Stopped`] if the ledger
    /// stops the work.
    ///
    /// ```
    /// use winways_misere::{FormError, Forms};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut forms = Forms::new();
    /// let sum = forms.parse("*[2] + *[4]", &ledger)?;
    /// let only = forms.parse("*[[*[2]+*[4]]]", &ledger)?;
    /// assert_eq!(forms.options(only), [sum]);
    /// assert!(matches!(forms.parse("*[2", &ledger), Err(FormError::Syntax { at: 3, .. })));
    /// # Ok::<(), FormError>(())
    /// ```
    pub fn parse(&mut self, text: &str, ledger: &Ledger<'_>) -> Result<Form, FormError> {
        let rest = text.char_indices().peekable();
        Parser { forms: self, ledger, text, has_comma: lists_with_commas(text), rest }.whole()
    }
}

struct Parser<'p> {
    forms: &'p mut Forms,
    ledger: &'p Ledger<'p>,
    text: &'p str,
    /// For the offset of each opening bracket, `true` if the elements of its list are separated by commas.
    has_comma: Vec<bool>,
    rest: Peekable<CharIndices<'p>>,
}

/// Returns, for each byte of a text, `true` if it is the opening bracket of a list with a comma.
fn lists_with_commas(text: &str) -> Vec<bool> {
    let (mut has_comma, mut open) = (vec![false; text.len()], Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match (byte, open.last()) {
            (b'[', _) => open.push(at),
            (b']', _) => drop(open.pop()),
            (b',', Some(&list)) => has_comma[list] = true,
            _ => {}
        }
    }
    has_comma
}

impl Parser<'_> {
    fn whole(mut self) -> Result<Form, FormError> {
        // The only element of the outermost list is the sum that the whole text describes.
        let mut open = vec![Open { is_incomplete: true, ..Open::new(false, true) }];
        loop {
            self.skip_spaces();
            let Some(&(at, character)) = self.rest.peek() else { break };
            let is_inside = open.len() > 1;
            let list = list_of(&mut open);
            let can_begin = !(list.has_commas && list.is_complete());
            match character {
                '*' if can_begin => {
                    self.rest.next();
                    self.skip_spaces();
                    match self.rest.peek() {
                        Some(&(at, '[')) => {
                            self.rest.next();
                            open.push(Open::new(true, self.has_comma[at]));
                            continue;
                        }
                        Some((_, digit)) if digit.is_ascii_digit() => {
                            let heap = self.number(true)?;
                            self.add(list_of(&mut open), heap)?;
                        }
                        _ => self.add(list_of(&mut open), Form::STAR)?,
                    }
                }
                '[' if is_inside && can_begin => {
                    self.rest.next();
                    open.push(Open::new(false, self.has_comma[at]));
                }
                digit if is_inside && can_begin && digit.is_ascii_digit() => {
                    let heap = self.number(list.has_commas)?;
                    self.add(list_of(&mut open), heap)?;
                }
                '+' | ',' if list.is_complete() && (character == '+' || is_inside) => {
                    self.rest.next();
                    list.is_incomplete = true;
                    if character == '+' {
                        list.plus = list.elements.pop();
                    }
                }
                ']' if is_inside && list.plus.is_none() => {
                    self.rest.next();
                    if let Some(closed) = open.pop() {
                        let form = self.closed(closed)?;
                        self.add(list_of(&mut open), form)?;
                    }
                }
                _ => return Err(FormError::Syntax { at, expected: list.expected(is_inside) }),
            }
        }
        match &open[..] {
            [Open { elements, plus: None, .. }] if elements.len() == 1 => Ok(elements[0]),
            [outer] => Err(FormError::Syntax { at: self.text.len(), expected: outer.expected(false) }),
            _ => Err(FormError::Syntax { at: self.text.len(), expected: "`]`" }),
        }
    }

    fn skip_spaces(&mut self) {
        while self.rest.next_if(|(_, character)| character.is_whitespace()).is_some() {}
    }

    /// Parses a Nim heap from all consecutive digits if `is_whole` is `true`, and otherwise from one digit.
    fn number(&mut self, is_whole: bool) -> Result<Form, FormError> {
        let at = self.rest.peek().map_or(self.text.len(), |&(at, _)| at);
        let mut size = 0u32;
        let mut digits = 0;
        while let Some((_, digit)) = self.rest.next_if(|(_, digit)| digit.is_ascii_digit()) {
            let next = size.checked_mul(10).and_then(|size| size.checked_add(digit.to_digit(10)?));
            size = next.ok_or(FormError::Syntax { at, expected: "a heap below 4294967296" })?;
            digits += 1;
            if !is_whole {
                break;
            }
        }
        debug_assert!(digits > 0);
        Ok(self.forms.nim_heap(size, self.ledger)?)
    }

    /// Applies the signs that follow an element, and adds the resulting form to the list, or to the sum before the last plus sign.
    fn add(&mut self, list: &mut Open, mut form: Form) -> Result<(), FormError> {
        loop {
            let sign = self.rest.next_if(|(_, sign)| *sign == '#' || SUBSCRIPTS.contains(sign));
            let Some((_, sign)) = sign else { break };
            form = match SUBSCRIPTS.iter().position(|&own| own == sign) {
                None => self.forms.from_options([form], self.ledger)?,
                Some(size) => {
                    let heap = self.forms.nim_heap(size as u32, self.ledger)?;
                    self.forms.sum(form, heap, self.ledger)?
                }
            };
        }
        if let Some(plus) = list.plus.take() {
            form = self.forms.sum(plus, form, self.ledger)?;
        }
        list.is_incomplete = false;
        list.elements.push(form);
        Ok(())
    }

    fn closed(&mut self, list: Open) -> Result<Form, FormError> {
        match list.elements[..] {
            [only] if list.is_literal => Ok(only),
            _ => Ok(self.forms.from_options(list.elements, self.ledger)?),
        }
    }
}

impl Open {
    fn new(is_literal: bool, has_commas: bool) -> Self {
        Open { elements: Vec::new(), plus: None, is_literal, has_commas, is_incomplete: false }
    }

    /// Returns `true` if a sign can follow the last element.
    fn is_complete(&self) -> bool {
        !self.is_incomplete && !self.elements.is_empty()
    }

    /// Returns a description of the signs that can come next.
    fn expected(&self, is_inside: bool) -> &'static str {
        match (self.is_complete(), is_inside) {
            (true, true) if self.has_commas => "`#`, `+`, `,` or `]`",
            (true, true) => "an element, `#`, `+` or `]`",
            (true, false) => "`#`, `+` or the end of the text",
            (false, true) => "an element such as `2` or `[4,2]`",
            (false, false) => "a form such as `*[42]`",
        }
    }
}

fn list_of(open: &mut [Open]) -> &mut Open {
    let last = open.len() - 1;
    &mut open[last]
}
