//! Colours for the terminal. No information is conveyed by colour alone.

use crate::terminal;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use winways::pictures::Glyphs;
use winways::{Player, Position};

/// The maximum number of lines of a picture that is shown.
const MAX_LINES: usize = 60;
/// The maximum width of lines of text.
const WIDTH: usize = 90;

/// The styling of output.
#[derive(Clone, Copy)]
pub(crate) struct Theme {
    has_colours: bool,
}

/// The kind of a sentence, which determines its colour.
#[derive(Clone, Copy)]
pub(crate) enum Tone {
    Plain,
    Title,
    Good,
    Warning,
}

impl Theme {
    /// Returns a theme with colours if stdout supports them and the user has not disabled them.
    pub(crate) fn of_stdout() -> Theme {
        Theme { has_colours: AutoStream::choice(&std::io::stdout()) != ColorChoice::Never }
    }

    fn styled(self, style: Style, text: &str) -> String {
        if self.has_colours { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Wraps text at word boundaries and colours it according to `tone`. Existing line breaks are kept.
    pub(crate) fn wrapped(self, tone: Tone, text: &str) -> String {
        let options = textwrap::Options::new(terminal::width().map_or(WIDTH, |width| width.min(WIDTH)))
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        let wrapped = textwrap::fill(text, options);
        let style = match tone {
            Tone::Plain => return wrapped,
            Tone::Title => Style::new().bold(),
            Tone::Good => AnsiColor::Green.on_default(),
            Tone::Warning => AnsiColor::Yellow.on_default(),
        };
        self.styled(style, &wrapped)
    }

    /// Returns the lines of a picture of the position with coordinates, or no lines if there are more than [`MAX_LINES`]. Left's
    /// pieces are blue, Right's are red.
    pub(crate) fn board(self, position: &Position) -> Vec<String> {
        let paint = |player: Player, sign: &str| match player {
            Player::Either => sign.to_owned(),
            Player::Left => self.styled(AnsiColor::BrightBlue.on_default().bold(), sign),
            Player::Right => self.styled(AnsiColor::BrightRed.on_default().bold(), sign),
        };
        let picture = position.painted_text_picture(Glyphs::Ascii, &paint);
        if picture.len() > MAX_LINES {
            return Vec::new();
        }
        picture.iter().map(|line| format!("  {line}").trim_end().to_owned()).collect()
    }
}
