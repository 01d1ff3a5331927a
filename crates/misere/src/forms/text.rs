//! Writes and parses misère canonical forms.

mod parser;

use super::{Form, Forms};
use hashbrown::HashMap;
use winways_solve::{Ledger, StopReason};

pub use parser::FormError;

/// The maximum length of the text of a form, in bytes.
const LONGEST: u64 = 1 << 16;

/// The greatest Nim heap that is written as one digit.
const LAST_DIGIT: u32 = 9;

const SUBSCRIPTS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

/// The text of a form as an element of a list. `is_wide` is `true` if it contains a number above 9, so that the list needs
/// commas.
#[derive(Clone)]
struct Element {
    text: String,
    is_number: bool,
    is_wide: bool,
}

impl Forms {
    /// Returns the text of a form in the notation of the literature, which [`Forms::parse`] reads.
    ///
    /// `*[4]` is a Nim heap. `*[42]` has the options *4 and *2. A form with one option is written as that option with the sharp sign:
    /// `*[2#]` has the only option *2. A subscript number adds a Nim heap: `*[2₂]` is *2 + *2, and signs are read from left to
    /// right. Lists inside brackets are options: `*[[42]431]`. A list with a heap above 9 has commas: `*[12,3]`, and
    /// `*[12,]` is a single heap. Compound forms come first, longer texts before shorter ones, and then heaps in descending order.
    ///
    /// # Errors
    /// Returns [`StopReason::Text`] for a text of more than 64 KiB, or another [`StopReason`] if the ledger stops the work.
    ///
    /// ```
    /// use winways_misere::Forms;
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut forms = Forms::new();
    /// for text in ["*[0]", "*[4]", "*[42]", "*[2#]", "*[2₂]", "*[2#₂#]", "*[[42]431]", "*[2#210]", "*[2#,12]", "*[12,]"] {
    ///     let form = forms.parse(text, &ledger).unwrap();
    ///     assert_eq!(forms.text(form, &ledger)?, text);
    /// }
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn text(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<String, StopReason> {
        let mut known: HashMap<Form, Element> = HashMap::new();
        let mut bytes = 0;
        for follower in self.followers(form, ledger)? {
            let element = self.element(follower, &known, ledger)?;
            bytes += element.text.len() as u64 + size_of::<(Form, Element)>() as u64;
            ledger.check(self.bytes + 2 * bytes)?;
            known.insert(follower, element);
        }
        let element = &known[&form];
        let is_list = element.text.starts_with('[') && element.text.ends_with(']');
        Ok(match (is_list, element.is_wide) {
            (true, _) => format!("*{}", element.text),
            (false, true) => format!("*[{},]", element.text),
            (false, false) => format!("*[{}]", element.text),
        })
    }

    /// Returns the list element for a form. The elements for its options must be in `known`.
    fn element(
        &mut self,
        form: Form,
        known: &HashMap<Form, Element>,
        ledger: &Ledger<'_>,
    ) -> Result<Element, StopReason> {
        let element = if let Some(size) = self.as_nim_heap(form) {
            Element { text: size.to_string(), is_number: true, is_wide: size > LAST_DIGIT }
        } else if let &[only] = self.options(form) {
            let inner = &known[&only];
            Element { text: format!("{}#", inner.text), is_number: false, is_wide: inner.is_wide }
        } else if let Some((rest, size)) = self.heap_part(form, ledger)?
            && let Some(rest) = known.get(&rest)
        {
            let text = format!("{}{}", rest.text, SUBSCRIPTS[size as usize]);
            Element { text, is_number: false, is_wide: rest.is_wide }
        } else {
            let options = self.options(form).iter().map(|option| known[option].clone()).collect();
            Element { text: list(options), is_number: false, is_wide: false }
        };
        if element.text.len() as u64 > LONGEST {
            let value: String = element.text.chars().take(60).chain("...".chars()).collect();
            return Err(StopReason::Text { limit: LONGEST, value });
        }
        Ok(element)
    }

    /// Returns a form and the size of a one-digit Nim heap that add up to `form`. The returned form has an earlier birthday than `form`,
    /// and is neither 0 nor *.
    fn heap_part(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<Option<(Form, u32)>, StopReason> {
        for size in (2..=LAST_DIGIT).chain([1]) {
            if size >= self.birthday(form) {
                continue;
            }
            let heap = self.nim_heap(size, ledger)?;
            if let Some(rest) = self.difference(form, heap, ledger)?
                && self.birthday(rest) < self.birthday(form)
                && rest > Form::STAR
            {
                return Ok(Some((rest, size)));
            }
        }
        Ok(None)
    }
}

/// Returns the text of a list: compound forms in descending order of length, then heaps in descending order.
fn list(mut elements: Vec<Element>) -> String {
    elements.sort_by(|one, other| {
        let key = |element: &Element| (!element.is_number, element.text.chars().count());
        key(other).cmp(&key(one)).then_with(|| other.text.cmp(&one.text))
    });
    let is_wide = elements.iter().any(|element| element.is_wide);
    let texts: Vec<&str> = elements.iter().map(|element| &*element.text).collect();
    match (is_wide, &texts[..]) {
        (true, [only]) => format!("[{only},]"),
        (true, _) => format!("[{}]", texts.join(",")),
        (false, _) => format!("[{}]", texts.concat()),
    }
}
