use crate::Span;
use std::fmt;

/// An error in a text, with its span.
///
/// The `message` states the error, `span` locates it, `label` states what was expected there, and `help` may suggest a fix. A
/// diagnostic does not own the text; the code that displays it must provide the text.
///
/// ```
/// use winways_notation::{Diagnostic, Span};
/// let wrong = Diagnostic::new("no number here", Span::new(2, 3)).label("expected a heap size").help("try `3 5`");
/// assert_eq!(wrong.to_string(), "no number here: expected a heap size");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The error, in one sentence without a full stop.
    pub message: String,
    /// The span of the error.
    pub span: Span,
    /// A description of what was expected there.
    pub label: Option<String>,
    /// A suggested fix.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Creates a diagnostic without label and help.
    pub fn new(message: impl Into<String>, span: Span) -> Self {
        Diagnostic { message: message.into(), span, label: None, help: None }
    }

    /// Sets the label, which states what was expected at the span.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Sets the help, which suggests a fix.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Shifts the span by `offset` bytes, for a text that is part of a larger text.
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

/// Returns the edit distance: the minimum number of letters to change, insert, remove or transpose to turn one string into the other.
/// Takes time proportional to the product of the lengths.
pub fn edit_distance(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(one, other)
}

/// The maximum length of a word that is compared with others, in bytes. A comparison takes time and memory proportional to this length.
const LONGEST_NAME: usize = 100;

/// Returns the candidate most similar to `word`, if any is similar enough, for "did you mean" suggestions.
///
/// A candidate is similar if its edit distance is at most 1, plus 1 for every four letters of the longer word, and less than the length of
/// `word`.
/// Transposing two neighbouring letters counts as one edit. If a word of three letters or more is a prefix of a
/// candidate, the distance counts as at most 2.
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
        // A prefix counts as two edits, so a candidate at distance 1 still comes first.
        if is_beginning { distance.min(2) } else { distance }
    };
    if word.len() > LONGEST_NAME {
        return None;
    }
    candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate))
        .filter(|(distance, candidate)| {
            *distance <= 1 + candidate.len().max(word.len()) / 4 && *distance < word.len()
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
