use crate::Failure;
use crate::arguments::{Edges, Graph, MoreGames};
use crate::watch::Watch;
use anyhow::Context;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::ops::ControlFlow;
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::Arc;
use winways::games::{AnyGame, GraphError, example, find_game, shell_arguments};
use winways::{Budget, Catalogue, Diagnostic, NoObserver, Observer, Play, Position, Span, StopReason};

/// A text and the name of its source.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Source {
    fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into() }
    }

    pub(crate) fn file(path: &Path, reading: Reading<'_>) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let cannot = || format!("cannot read {name}");
        let file = File::open(path).with_context(cannot)?;
        // Devices such as `/dev/zero` never end; a text contains no byte 0.
        let bytes = reading.bytes(&name, file, |bytes| !bytes.contains(&0))?;
        Source::utf8(name, bytes)
    }

    pub(crate) fn stdin(reading: Reading<'_>) -> Result<Self, Failure> {
        let stdin = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
        let read = || reading.bytes("stdin", stdin, |_| true);
        let bytes = match reading.watch {
            Some(watch) => watch.while_idle(read),
            None => read(),
        };
        Source::utf8("stdin".to_owned(), bytes?)
    }

    fn utf8(name: String, bytes: Vec<u8>) -> Result<Self, Failure> {
        let mut text = String::from_utf8(bytes).map_err(|error| {
            let position = error.utf8_error().valid_up_to() + 1;
            Failure::usage(format!("{name} is not text: byte {position} is not UTF-8"))
        })?;
        // Some editors write a byte order mark at the start of a file.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Source { name, text })
    }

    /// Reads a file if a path is given, else stdin.
    pub(crate) fn file_or_stdin(file: Option<&Path>, reading: Reading<'_>) -> Result<Self, Failure> {
        match file {
            Some(path) => Source::file(path, reading),
            None => Source::stdin(reading),
        }
    }
}

/// A reader of the lines of stdin.
pub(crate) struct Lines {
    input: BufReader<File>,
    bytes: Vec<u8>,
    count: usize,
}

/// The maximum length of a line in bytes; longer lines are skipped with an error.
const LONGEST_LINE: u64 = 1 << 23;

impl Lines {
    pub(crate) fn stdin() -> Result<Self, Failure> {
        let input = BufReader::new(File::from(std::io::stdin().as_fd().try_clone_to_owned()?));
        Ok(Lines { input, bytes: Vec::new(), count: 0 })
    }

    /// Returns `true` if reading the next line may block.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.input.buffer().contains(&b'\n')
    }

    /// Returns the number of lines read so far.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the next line without its line ending, or `None` at the end of the input. The inner error states that the line is too
    /// long or not UTF-8.
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
            format!("line {} of stdin is not text: byte {byte} is not UTF-8", self.count)
        })?;
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        // Some editors write a byte order mark at the start of a file.
        Ok(if self.count == 1 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text })
    }
}

/// Limits for reading a text, and the watch that may stop it.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'w> {
    watch: Option<&'w Watch>,
    memory: u64,
    /// The maximum length of the text in bytes.
    longest: u64,
    /// The kind of text that `longest` limits, if the limit does not depend on the memory.
    limit_for: Option<&'static str>,
}

/// The maximum ratio of the memory for a parsed text to the length of the text.
const MEMORY_RATIO: u64 = 32;

/// The maximum length of a rule file in bytes.
const LONGEST_RULES: u64 = 1 << 20;

/// The maximum length of a position in bytes; parsing it takes a few tenths of a second without a poll.
const LONGEST_POSITION: u64 = 1 << 24;

/// The number of bytes read between two polls.
const PIECE: u64 = 1 << 20;

impl<'w> Reading<'w> {
    /// Returns limits for work under a watch.
    pub(crate) fn watched(watch: &'w Watch) -> Self {
        Reading { watch: Some(watch), ..Reading::within(watch.memory()) }
    }

    /// Returns limits for work that may use the given number of bytes of memory.
    pub(crate) fn within(memory: u64) -> Self {
        Reading { watch: None, memory, longest: memory / MEMORY_RATIO, limit_for: None }
    }

    /// Raises the limit, for a text that needs little more memory than its length, such as a certificate or a checkpoint.
    pub(crate) fn large(self) -> Self {
        Reading { longest: self.memory / 6, ..self }
    }

    /// Lowers the limit to at most `longest` bytes, independent of the memory.
    pub(crate) fn limited(self, longest: u64, limit_for: &'static str) -> Self {
        match self.longest > longest {
            true => Reading { longest, limit_for: Some(limit_for), ..self },
            false => self,
        }
    }

    /// Reads the source to its end.
    fn bytes(
        self,
        name: &str,
        mut source: impl Read,
        is_text: impl Fn(&[u8]) -> bool,
    ) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        loop {
            let before = bytes.len();
            let piece = source.by_ref().take(PIECE.min(self.longest.saturating_add(1)));
            let read = { piece }.read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
            if read == 0 {
                return Ok(bytes);
            }
            if !is_text(&bytes[before..]) {
                return Err(Failure::usage(format!("{name} is not text: it has a byte 0")));
            }
            if bytes.len() as u64 > self.longest {
                return Err(self.too_long(name));
            }
            if let Some(watch) = self.watch
                && let ControlFlow::Break(reason) = watch.poll()
            {
                return Err(Failure::stopped(&format!("cannot read {name} to its end"), reason));
            }
        }
    }

    fn too_long(&self, name: &str) -> Failure {
        let what = format!("{name} is longer than {} bytes", self.longest);
        if let Some(limit_for) = self.limit_for {
            return Failure::usage(format!("{what}, which is the limit for {limit_for}"));
        }
        let what = format!("{what}, the maximum that fits");
        Failure::stopped(&what, StopReason::Memory { limit: self.memory })
    }
}

pub(crate) fn catalogue(edges: &Edges, reading: Reading<'_>) -> Result<Catalogue, Failure> {
    let Some(path) = &edges.edges else { return Ok(Catalogue::new()) };
    let source = Source::file(path, reading)?;
    let budget = Budget { memory: reading.memory, ..Budget::DEFAULT };
    let observer: &dyn Observer = match reading.watch {
        Some(watch) => watch,
        None => &NoObserver,
    };
    Catalogue::with_graph_within(&source.text, budget, observer).map_err(|error| match error {
        GraphError::Wrong(diagnostic) => Failure::input(source.name, source.text, diagnostic),
        GraphError::Stopped(reason) => {
            Failure::stopped(&format!("cannot create the game from the edges in {}", source.name), reason)
        }
    })
}

/// Extends a catalogue with the rule files that expressions name by path.
pub(crate) fn with_rule_files(catalogue: Catalogue, reading: Reading<'_>) -> Catalogue {
    let reading = Reading::within(reading.memory).limited(LONGEST_RULES, "a rule file");
    catalogue.with_rule_files(move |path| {
        let path = Path::new(path);
        // A path that is not a regular file, such as a pipe, might never end.
        if path.exists() && !path.is_file() {
            return Err(format!("{} is not a file", path.display()));
        }
        Source::file(path, reading).map(|source| source.text).map_err(|failure| failure.message())
    })
}

/// Returns the catalogue with the given edges and rule files, and with rule files named in expressions.
pub(crate) fn catalogue_of(games: &MoreGames, reading: Reading<'_>) -> Result<Catalogue, Failure> {
    let mut catalogue = with_rule_files(catalogue(&games.edges, reading)?, reading);
    for path in &games.rules {
        add_rules(&mut catalogue, path, reading)?;
    }
    Ok(catalogue)
}

/// Adds the game of a rule file to a catalogue.
pub(crate) fn add_rules(catalogue: &mut Catalogue, path: &Path, reading: Reading<'_>) -> Result<(), Failure> {
    let source = Source::file(path, reading.limited(LONGEST_RULES, "a rule file"))?;
    let added = catalogue.game_of_text(&source.text).and_then(|game| catalogue.add(game));
    added.map_err(|diagnostic| Failure::input(source.name, source.text, diagnostic))
}

/// Finds a game by a name in the catalogue, a code or the path of a rule file.
pub(crate) fn game(
    catalogue: &Catalogue,
    name: &str,
    reading: Reading<'_>,
) -> Result<Arc<dyn AnyGame>, Failure> {
    let Some(source) = rule_file(name, reading)? else {
        return catalogue.game(name).map_err(|diagnostic| Failure::input("game", name, diagnostic));
    };
    catalogue
        .game_of_text(&source.text)
        .map_err(|diagnostic| Failure::input(source.name, source.text, diagnostic))
}

/// Reads the rule file at path `name`. Returns `None` unless `name` ends with `.game`, or is the path of a file and not the name of a
/// game.
pub(crate) fn rule_file(name: &str, reading: Reading<'_>) -> Result<Option<Source>, Failure> {
    let path = Path::new(name);
    let is_game = find_game(name).is_some();
    let is_path =
        path.extension().is_some_and(|extension| extension == "game") || (path.is_file() && !is_game);
    if !is_path {
        return Ok(None);
    }
    Source::file(path, reading.limited(LONGEST_RULES, "a rule file")).map(Some)
}

/// Returns the game in the arguments and the position from which play starts: the given position, or else the usual start position.
pub(crate) fn start(
    game: &str,
    words: &[String],
    graph: &Graph,
    watch: &Watch,
) -> Result<GamePosition, Failure> {
    let reading = Reading::watched(watch);
    if words.is_empty() && graph.tokens.is_none() {
        let catalogue = catalogue_for(game, &graph.edges, reading)?;
        if let Some(whole) = printed_position(&catalogue, game, reading)? {
            return Ok(whole);
        }
        let (game, start) = match rule_file(game, reading)? {
            Some(_) => {
                let game = self::game(&catalogue, game, reading)?;
                let start = Position::start(&*game);
                (game, start)
            }
            None => catalogue.start(game).map_err(|diagnostic| Failure::input("game", game, diagnostic))?,
        };
        let Some(start) = start else {
            return Err(position_is_missing(&*game, "play"));
        };
        return Ok((game, start));
    }
    position(game, words, None, graph, watch)
}

fn position_is_missing(game: &dyn AnyGame, command: &str) -> Failure {
    let about = game.about();
    let (notation, example) = (&about.notation, shell_arguments(example(game.page()).0, &about.example));
    Failure::usage(format!(
        "the position is missing: expected {notation}; for example `winways {command} {example}`"
    ))
}

/// A game and a position of it.
type GamePosition = (Arc<dyn AnyGame>, Position);

/// Parses a complete position as printed in answers, such as `nim(3,5) + kayles(4)`. Returns it with the game of its first
/// summand. Returns `None` if the text does not have this form or is the name of a game.
pub(crate) fn printed_position(
    catalogue: &Catalogue,
    text: &str,
    reading: Reading<'_>,
) -> Result<Option<GamePosition>, Failure> {
    let head = text.split(['(', '{']).next().unwrap_or_default();
    let is_family = find_game(head).is_some_and(|named| named.entry.page.parameter.is_some());
    // `octal(0.9)` is a game with a wrong parameter, not a position.
    let is_head = is_family && ![")(", "}(", "+"].into_iter().any(|sign| text.contains(sign));
    let is_whole = text.trim_end().ends_with(')') && !is_head && rule_file(text, reading)?.is_none();
    if !is_whole || catalogue.game(text).is_ok() {
        return Ok(None);
    }
    let catalogue = with_rule_files(catalogue.clone(), reading);
    let position = Position::of_expression(&catalogue, text)
        .map_err(|diagnostic| Failure::input("position", text, diagnostic))?;
    let first = match rule_file(head, reading)? {
        Some(_) => head.to_owned(),
        None => position.summands().first().map(|summand| summand.game_name()).unwrap_or_default(),
    };
    Ok(Some((self::game(&catalogue, &first, reading)?, position)))
}

/// Returns the catalogue with the edges given for `game`, which is the name of a game, the path of a rule file, or a sum.
///
/// # Errors
///
/// Returns an error if edges are given but `game` is not played on a user-defined graph.
pub(crate) fn catalogue_for(game: &str, edges: &Edges, reading: Reading<'_>) -> Result<Catalogue, Failure> {
    if edges.edges.is_some() {
        let head = |summand: &str| summand.split('(').next().unwrap_or_default().trim().to_owned();
        let names: Vec<&str> =
            game.split('+').filter_map(|summand| Some(find_game(&head(summand))?.entry.page.name)).collect();
        match names.first() {
            Some(name) => check_edges(names.iter().copied(), name)?,
            None if rule_file(game, reading)?.is_some() => check_edges([], game)?,
            None => {}
        }
    }
    catalogue(edges, reading)
}

/// Returns an error if none of the games is played on a user-defined graph.
pub(crate) fn check_edges<'n>(names: impl IntoIterator<Item = &'n str>, shown: &str) -> Result<(), Failure> {
    let has_graph = |name: &str| matches!(name, "graph" | "coloured-graph" | "loopy-graph");
    if names.into_iter().any(has_graph) {
        return Ok(());
    }
    Err(Failure::usage(format!("--edges is for the game `graph`, and {shown} takes no edges")))
}

/// Returns an error if edges are given but the expression mentions no game played on a user-defined graph.
pub(crate) fn check_edges_of_expression(edges: &Edges, expression: &str) -> Result<(), Failure> {
    if edges.edges.is_none() {
        return Ok(());
    }
    let is_between = |letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '-');
    // A hyphen may be part of a name or a minus sign.
    let words = expression.split(is_between).flat_map(|word| std::iter::once(word).chain(word.split('-')));
    let names: Vec<&str> = words.filter_map(|word| Some(find_game(word)?.entry.page.name)).collect();
    check_edges(names, "the expression")
}

/// Returns the game and the position given in the arguments.
pub(crate) fn position(
    game: &str,
    words: &[String],
    file: Option<&Path>,
    graph: &Graph,
    watch: &Watch,
) -> Result<GamePosition, Failure> {
    let reading = Reading::watched(watch);
    let catalogue = catalogue_for(game, &graph.edges, reading)?;
    if words.is_empty()
        && graph.tokens.is_none()
        && file.is_none()
        && let Some(whole) = printed_position(&catalogue, game, reading)?
    {
        return Ok(whole);
    }
    let game = self::game(&catalogue, game, reading)?;
    let reading = reading.limited(LONGEST_POSITION, "a position");
    let source = match (&graph.tokens, file, words) {
        (Some(tokens), _, _) => Source::new("tokens", tokens.as_str()),
        (None, Some(path), _) => Source::file(path, reading)?,
        (None, None, []) if std::io::stdin().is_terminal() => {
            return Err(position_is_missing(&*game, "solve"));
        }
        (None, None, []) => Source::stdin(reading)?,
        (None, None, [word]) if word == "-" && !std::io::stdin().is_terminal() => {
            // A single `-` means stdin. If stdin is empty, it is the position itself: some games write the empty position as `-`.
            let source = Source::stdin(reading)?;
            if source.text.is_empty() { Source::new("position", "-") } else { source }
        }
        (None, None, words) => Source::new("position", words.join(" ")),
    };
    let position = Position::of_game(&*game, &source.text)
        .map_err(|diagnostic| Failure::input(source.name, source.text, diagnostic))?;
    Ok((game, position))
}

/// Returns misère play if it is requested, and otherwise the kind of play that the rules of all summands define.
pub(crate) fn play_for(position: &Position, misere: bool) -> Result<Play, Failure> {
    let requested = if misere { Play::Misere } else { Play::Normal };
    let play = position.play_for(requested, Span::at(0));
    play.map_err(|Diagnostic { message, help, .. }| match help {
        Some(help) => Failure::usage(format!("{message}: {help}")),
        None => Failure::usage(message),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;

    fn read(text: &[u8], memory: u64) -> Result<Vec<u8>, Failure> {
        Reading::within(memory).bytes("text", text, |bytes| !bytes.contains(&0))
    }

    #[test]
    fn texts_are_read_up_to_the_memory_limit() {
        for length in [0, 1, 99, 100, 1 << 20, (1 << 20) + 1, 3 << 20] {
            let text = vec![b'x'; length];
            assert!(read(&text, MEMORY_RATIO * length as u64).is_ok_and(|bytes| bytes == text));
            let Some(memory) = (MEMORY_RATIO * length as u64).checked_sub(1) else { continue };
            let refused = read(&text, memory).err().map(|failure| failure.ending());
            assert_eq!(refused, Some(Ending::Limit));
        }
        assert!(read(&[b'x'; 200], 100 * MEMORY_RATIO).is_err());
    }

    #[test]
    fn endless_files_are_rejected() {
        let zeros = std::io::repeat(0);
        let refused = Reading::within(1 << 40).bytes("zeros", zeros, |bytes| !bytes.contains(&0));
        assert_eq!(refused.err().map(|failure| failure.ending()), Some(Ending::BadInput));
        let letters = std::io::repeat(b'x');
        let refused = Reading::within(MEMORY_RATIO << 20).bytes("letters", letters, |_| true);
        assert_eq!(refused.err().map(|failure| failure.ending()), Some(Ending::Limit));
    }
}
