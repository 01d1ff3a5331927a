use crate::Ending;
use crate::watch::ending;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::io;
use winways::{Diagnostic, LineColumn, StopReason};

/// What makes a command end without an answer.
pub(crate) enum Failure {
    /// A text is wrong at a place.
    Input {
        /// What the text is: `position`, `stdin`, a file's name.
        name: String,
        text: String,
        diagnostic: Box<Diagnostic>,
        /// How many lines stand before the text.
        lines_before: usize,
    },
    /// A limit was reached, or the user wanted an end, before anything was found.
    Stopped {
        /// What was not done, and why.
        message: String,
        ending: Ending,
    },
    /// Anything else.
    Other(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Other(error.into())
    }
}

/// The longest line that is shown whole.
const LONGEST_LINE: usize = 160;

/// The most characters of a message that are shown.
const LONGEST_MESSAGE: usize = 300;

impl Failure {
    pub(crate) fn input(name: impl Into<String>, text: impl Into<String>, diagnostic: Diagnostic) -> Self {
        Failure::input_line(name, text, diagnostic, 0)
    }

    /// A failure in a text that is a part of a larger one, of which so many lines come before.
    pub(crate) fn input_line(
        name: impl Into<String>,
        text: impl Into<String>,
        diagnostic: Diagnostic,
        lines_before: usize,
    ) -> Self {
        let (name, text, diagnostic) = (name.into(), text.into(), Box::new(diagnostic));
        Failure::Input { name, text, diagnostic, lines_before }
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Failure::Other(anyhow::Error::msg(message.into()))
    }

    /// That something was not done, for a reason.
    pub(crate) fn stopped(what: &str, reason: StopReason) -> Self {
        let message = format!("{what}: {reason}");
        Failure::Stopped { message, ending: ending(Some(&reason.after(0))) }
    }

    /// That there is more to do than is done.
    pub(crate) fn limit(message: String) -> Self {
        Failure::Stopped { message, ending: Ending::Limit }
    }

    /// How the command ends.
    pub(crate) fn ending(&self) -> Ending {
        match self {
            Failure::Stopped { ending, .. } => *ending,
            Failure::Input { .. } | Failure::Other(_) => Ending::BadInput,
        }
    }

    pub(crate) fn is_broken_pipe(&self) -> bool {
        match self {
            Failure::Other(error) => {
                error.chain().filter_map(io_kind).any(|kind| kind == io::ErrorKind::BrokenPipe)
            }
            Failure::Input { .. } | Failure::Stopped { .. } => false,
        }
    }

    /// What is wrong, in a sentence.
    pub(crate) fn message(&self) -> String {
        match self {
            Failure::Other(error) => format!("{error:#}"),
            Failure::Stopped { message, .. } => message.clone(),
            Failure::Input { diagnostic, .. } => diagnostic.to_string(),
        }
    }

    /// The message as a sentence between others.
    pub(crate) fn plain(&self) -> String {
        let message = self.message();
        let mut letters = message.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        format!("{first}{}.", letters.as_str())
    }

    /// The message for people, with colours that the printer may take away.
    pub(crate) fn rendered(&self) -> String {
        match self {
            Failure::Other(_) | Failure::Stopped { .. } => titled(&self.message()),
            Failure::Input { name, text, diagnostic, lines_before } => {
                render(name, text, diagnostic, *lines_before)
            }
        }
    }
}

fn titled(message: &str) -> String {
    Renderer::styled().render(&[Group::with_title(Level::ERROR.primary_title(message))]) + "\n"
}

/// What kind of error of the system this is, if it is one; writers of formats wrap them.
fn io_kind(error: &(dyn std::error::Error + 'static)) -> Option<io::ErrorKind> {
    if let Some(error) = error.downcast_ref::<serde_json::Error>() {
        return error.io_error_kind();
    }
    let error = match error.downcast_ref::<csv::Error>() {
        Some(error) => match error.kind() {
            csv::ErrorKind::Io(error) => Some(error),
            _ => None,
        },
        None => error.downcast_ref::<io::Error>(),
    };
    error.map(io::Error::kind)
}

/// Shows the line that the diagnostic points into, or the part of a long line around the place.
fn render(name: &str, text: &str, diagnostic: &Diagnostic, lines_before: usize) -> String {
    let place = LineColumn::of(text, diagnostic.span.start);
    let line = lines_before + place.line;
    let start = diagnostic.span.start.min(text.len());
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
    let from = boundary(text, line_start.max(start.saturating_sub(LONGEST_LINE / 2)));
    let to = boundary(text, line_end.min(start + LONGEST_LINE / 2)).max(from);
    let excerpt = &text[from..to];
    let end = diagnostic.span.end.clamp(start, to.max(start));
    // A line break or the end of the text has no width of its own.
    let span = (start - from).min(excerpt.len())..(end - from).min(excerpt.len());
    let annotation = AnnotationKind::Primary.span(span);
    let annotation = match &diagnostic.label {
        Some(label) => annotation.label(label.as_str()),
        None => annotation,
    };
    // The renderer would count columns from the start of the excerpt.
    let origin = format!("{name}, line {line}, column {}", place.column);
    let snippet = Snippet::source(excerpt).line_start(line).annotation(annotation);
    let mut report = Group::with_title(
        Level::ERROR.primary_title(format!("{} ({origin})", shortened(&diagnostic.message))),
    )
    .element(snippet);
    if let Some(help) = &diagnostic.help {
        report = report.element(Level::HELP.message(help.as_str()));
    }
    Renderer::styled().render(&[report]) + "\n"
}

/// A message without its end if it is long: it may quote whatever the user wrote.
fn shortened(message: &str) -> String {
    match message.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}...", &message[..end]),
        None => message.to_owned(),
    }
}

/// The nearest character boundary at or before `position`.
fn boundary(text: &str, position: usize) -> usize {
    (0..=position).rev().find(|&position| text.is_char_boundary(position)).unwrap_or(0)
}
