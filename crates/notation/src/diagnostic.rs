use crate::Span;
use std::fmt;

/// What is wrong with a text, and where.
///
/// A diagnostic says in `message` what is wrong, points with `span` at the place, says in `label` what was expected
/// there, and may suggest in `help`. It does not own the text; whoever shows it has it.
///
/// ```
/// use winways_notation::{Diagnostic, Span};
/// let wrong = Diagnostic::new("no number here", Span::new(2, 3)).label("expected a heap size").help("try `3 5`");
/// assert_eq!(wrong.to_string(), "no number here: expected a heap size");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where it is wrong.
    pub span: Span,
    /// What was expected at that place.
    pub label: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without label and help.
    pub fn new(message: impl Into<String>, span: Span) -> Self {
        Diagnostic { message: message.into(), span, label: None, help: None }
    }

    /// Says what was expected at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same diagnostic for a text that stands `offset` bytes into a larger one.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        self.span = self.span.shifted(offset);
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        match &self.label {
            Some(label) => write!(formatter, ": {label}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

/// The number of letters to change, insert, remove or exchange that make one text the other; O(product of the lengths).
pub fn edit_distance(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(one, other)
}

/// The candidate most like `word`, if one is like it at all: for "did you mean".
///
/// Two words are alike if they differ in one letter, and in one more for every four letters of the longer one, at most
/// (transposed neighbours count once). A word of three letters or more that begins a candidate counts as two letters off.
///
/// ```
/// use winways_notation::nearest;
/// assert_eq!(nearest("nm", ["nim", "kayles"]), Some("nim"));
/// assert_eq!(nearest("wythof", ["nim", "wythoff"]), Some("wythoff"));
/// assert_eq!(nearest("chess", ["nim", "wythoff"]), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let distance = |candidate: &str| {
        let is_beginning = word.len() >= 3 && candidate.starts_with(word);
        let distance = strsim::damerau_levenshtein(word, candidate);
        // As good as two wrong letters, so that a word that is nearer still comes first.
        if is_beginning { distance.min(2) } else { distance }
    };
    candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate))
        .filter(|(distance, candidate)| {
            *distance <= 1 + candidate.len().max(word.len()) / 4 && *distance < word.len()
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
