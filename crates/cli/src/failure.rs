use crate::Ending;
use crate::watch::ending;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::io;
use winways::text::LineColumn;
use winways::{Diagnostic, StopReason};

/// A reason why a command ends without an answer.
pub(crate) enum Failure {
    /// The input contains an error at a known position.
    Input {
        /// The source of the input: `position`, `stdin` or the name of a file.
        name: String,
        text: String,
        diagnostic: Box<Diagnostic>,
        /// The number of lines before the input.
        lines_before: usize,
    },
    /// A limit was reached, or the user interrupted the work, before there was a result.
    Stopped {
        /// The work that was not done, and the reason.
        message: String,
        ending: Ending,
    },
    /// Any other error.
    Other(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Other(error.into())
    }
}

/// The maximum length in bytes of the excerpt of a line: half of it before the start of the error, half of it after.
const LONGEST_LINE: usize = 160;

/// The maximum number of characters of a message that are shown.
const LONGEST_MESSAGE: usize = 300;

impl Failure {
    pub(crate) fn input(name: impl Into<String>, text: impl Into<String>, diagnostic: Diagnostic) -> Self {
        Failure::input_line(name, text, diagnostic, 0)
    }

    /// Creates a failure for a part of a larger input, with `lines_before` lines before the part.
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

    /// Creates a failure that states which work was stopped and why.
    pub(crate) fn stopped(what: &str, reason: StopReason) -> Self {
        let message = format!("{what}: {reason}");
        Failure::Stopped { message, ending: ending(Some(&reason.after(0))) }
    }

    /// Creates a failure for work beyond a limit.
    pub(crate) fn limit(message: String) -> Self {
        Failure::Stopped { message, ending: Ending::Limit }
    }

    /// Returns the ending of the command.
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

    /// Returns the error message.
    pub(crate) fn message(&self) -> String {
        match self {
            Failure::Other(error) => format!("{error:#}"),
            Failure::Stopped { message, .. } => message.clone(),
            Failure::Input { diagnostic, .. } => diagnostic.to_string(),
        }
    }

    /// Returns the message as a sentence with a capital letter and a full stop.
    pub(crate) fn plain(&self) -> String {
        let message = self.message();
        let mut letters = message.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        format!("{first}{}.", letters.as_str())
    }

    /// Returns the message for people, with colours that the printer may strip.
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

/// Returns the kind of an I/O error, including one wrapped by the writer of a format.
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

/// Formats an error with its message, its place and its line, or the part of a long line around the error.
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
    // A line break and the end of the text have no width.
    let span = (start - from).min(excerpt.len())..(end - from).min(excerpt.len());
    let annotation = AnnotationKind::Primary.span(span);
    let annotation = match &diagnostic.label {
        Some(label) => annotation.label(label.as_str()),
        None => annotation,
    };
    // The renderer would count columns from the start of the excerpt, so format the position here.
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

/// Truncates a long message, which may quote any input.
fn shortened(message: &str) -> String {
    match message.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}...", &message[..end]),
        None => message.to_owned(),
    }
}

/// Returns the nearest character boundary at or before `position`.
fn boundary(text: &str, position: usize) -> usize {
    (0..=position).rev().find(|&position| text.is_char_boundary(position)).unwrap_or(0)
}
