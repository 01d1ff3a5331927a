use crate::Failure;
use crate::arguments::{Edges, Graph};
use anyhow::Context;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::Arc;
use winways::{AnyGame, Catalogue, Play, Position, entries};

/// A text and where it comes from.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Source {
    fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into() }
    }

    pub(crate) fn file(path: &Path) -> Result<Self, Failure> {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Source::utf8(path.display().to_string(), bytes)
    }

    pub(crate) fn stdin() -> Result<Self, Failure> {
        // As a file, so that a regular file is read in one go.
        let mut stdin = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
        let mut bytes = Vec::new();
        stdin.read_to_end(&mut bytes).context("cannot read stdin")?;
        Source::utf8("stdin".to_owned(), bytes)
    }

    fn utf8(name: String, bytes: Vec<u8>) -> Result<Self, Failure> {
        let mut text = String::from_utf8(bytes).map_err(|error| {
            let position = error.utf8_error().valid_up_to();
            Failure::usage(format!("{name} is not text: byte {position} is no UTF-8"))
        })?;
        // Some editors begin a file with a byte order mark.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Source { name, text })
    }

    /// The text of a file if one is named, else stdin.
    pub(crate) fn file_or_stdin(file: Option<&Path>) -> Result<Self, Failure> {
        match file {
            Some(path) => Source::file(path),
            None => Source::stdin(),
        }
    }
}

/// The lines of stdin, one after the other.
pub(crate) struct Lines {
    input: BufReader<File>,
    bytes: Vec<u8>,
    count: usize,
}

/// A longer line is not read, in bytes: no expression is as long.
const LONGEST_LINE: u64 = 1 << 23;

impl Lines {
    pub(crate) fn stdin() -> Result<Self, Failure> {
        let input = BufReader::new(File::from(std::io::stdin().as_fd().try_clone_to_owned()?));
        Ok(Lines { input, bytes: Vec::new(), count: 0 })
    }

    /// Whether the next line has to be waited for.
    pub(crate) fn is_waiting(&self) -> bool {
        self.input.buffer().is_empty()
    }

    /// How many lines have been read.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The next line without its end, if there is one; the inner error says why it cannot be read as a text.
    pub(crate) fn next_line(&mut self) -> anyhow::Result<Option<Result<&str, Failure>>> {
        self.bytes.clear();
        self.input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut self.bytes)
            .context("cannot read stdin")?;
        if self.bytes.is_empty() {
            return Ok(None);
        }
        self.count += 1;
        if self.bytes.len() as u64 == LONGEST_LINE && !self.bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n').context("cannot read stdin")?;
            let message = format!("line {} of stdin has more than {LONGEST_LINE} bytes", self.count);
            return Ok(Some(Err(Failure::usage(message))));
        }
        Ok(Some(self.text().map_err(Failure::usage)))
    }

    fn text(&self) -> Result<&str, String> {
        let text = std::str::from_utf8(&self.bytes).map_err(|error| {
            let byte = error.valid_up_to() + 1;
            format!("line {} of stdin is not text: byte {byte} is no UTF-8", self.count)
        })?;
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        // Some editors begin a file with a byte order mark.
        Ok(if self.count == 1 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text })
    }
}

pub(crate) fn catalogue(edges: &Edges) -> Result<Catalogue, Failure> {
    let Some(path) = &edges.edges else { return Ok(Catalogue::new()) };
    let source = Source::file(path)?;
    Catalogue::with_graph(&source.text)
        .map_err(|diagnostic| Failure::input(source.name, source.text, diagnostic))
}

/// The game that a name of the catalogue, a code or the path of a rule file stands for.
pub(crate) fn game(catalogue: &Catalogue, name: &str) -> Result<Arc<dyn AnyGame>, Failure> {
    let Some(source) = rule_file(name)? else {
        return catalogue.game(name).map_err(|diagnostic| Failure::input("game", name, diagnostic));
    };
    catalogue
        .game_of_text(&source.text)
        .map_err(|diagnostic| Failure::input(source.name, source.text, diagnostic))
}

/// The rule file that `name` is the path of, if it is one: it ends with `.game`, or it is a file and no game.
pub(crate) fn rule_file(name: &str) -> Result<Option<Source>, Failure> {
    let path = Path::new(name);
    let is_game = entries().any(|entry| entry.page.name == name);
    let is_path =
        path.extension().is_some_and(|extension| extension == "game") || (path.is_file() && !is_game);
    if is_path { Source::file(path).map(Some) } else { Ok(None) }
}

/// The game that the arguments state, and the position that play starts from: its usual one where they state none.
pub(crate) fn start(
    game: &str,
    words: &[String],
    graph: &Graph,
) -> Result<(Arc<dyn AnyGame>, Position), Failure> {
    if words.is_empty() && graph.tokens.is_none() {
        let game = self::game(&catalogue(&graph.edges)?, game)?;
        let Some(start) = Position::start(&*game) else {
            return Err(position_is_missing(&*game, "play"));
        };
        return Ok((game, start));
    }
    position(game, words, None, graph)
}

fn position_is_missing(game: &dyn AnyGame, command: &str) -> Failure {
    let (notation, example) = (game.notation(), game.page().example);
    Failure::usage(format!(
        "the position is missing: expected {notation}; for example `winways {command} {example}`"
    ))
}

/// The game and the position that the arguments state.
pub(crate) fn position(
    game: &str,
    words: &[String],
    file: Option<&Path>,
    graph: &Graph,
) -> Result<(Arc<dyn AnyGame>, Position), Failure> {
    let catalogue = catalogue(&graph.edges)?;
    let game = self::game(&catalogue, game)?;
    let source = match (&graph.tokens, file, words) {
        (Some(tokens), _, _) => Source::new("tokens", tokens.as_str()),
        (None, Some(path), _) => Source::file(path)?,
        (None, None, []) if std::io::stdin().is_terminal() => {
            return Err(position_is_missing(&*game, "solve"));
        }
        (None, None, []) => Source::stdin()?,
        (None, None, [word]) if word == "-" && !std::io::stdin().is_terminal() => {
            // A lone `-` is stdin, or the empty position of a game that writes it so.
            let source = Source::stdin()?;
            if source.text.is_empty() { Source::new("position", "-") } else { source }
        }
        (None, None, words) => Source::new("position", words.join(" ")),
    };
    let position = Position::of_game(&*game, &source.text)
        .map_err(|diagnostic| Failure::input(source.name, source.text, diagnostic))?;
    Ok((game, position))
}

/// Misère play is defined for impartial games, and for those whose boards know it.
pub(crate) fn check_play(position: &Position, misere: bool) -> Result<(), Failure> {
    if let Some(loopy) = position.ranked() {
        return match misere && !loopy.board().plays().contains(&Play::Misere) {
            true => Err(Failure::usage(format!("{} has no misère play", position.game_name()))),
            false => Ok(()),
        };
    }
    Ok(())
}
