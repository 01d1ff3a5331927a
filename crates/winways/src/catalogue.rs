mod files;

use crate::{Position, example};
use files::RuleFiles;
use std::sync::Arc;
use winways_games::graphs::graph::{GraphError, of_file_within};
use winways_games::{NamedGame, Relevance, entries, find, impartial_form, search};
use winways_kit::AnyGame;
use winways_kit::Entry;
use winways_notation::{Diagnostic, Span, nearest, parse_call_head};
use winways_solve::{Budget, Observer};

/// A catalogue of games by name: the built-in games, and the games that a session has added.
///
/// ```
/// let catalogue = winways::Catalogue::new();
/// assert_eq!(catalogue.game("octal(0.137)")?.name(), "octal(0.137)");
/// let error = catalogue.game("nm").err().unwrap();
/// assert_eq!(error.help.unwrap(), "did you mean `nim`?");
/// # Ok::<(), winways::Diagnostic>(())
/// ```
#[derive(Clone, Default)]
pub struct Catalogue {
    graph: Option<Arc<dyn AnyGame>>,
    /// The games that a session has added, by name.
    added: Vec<Arc<dyn AnyGame>>,
    /// The rule files that expressions may name; `None` if expressions may not name files.
    files: Option<Arc<RuleFiles>>,
}

impl Catalogue {
    /// Creates a catalogue of the built-in games.
    pub fn new() -> Self {
        Catalogue::default()
    }

    /// Creates a catalogue in which `graph` without a parameter denotes the graph with these edges, one edge per line.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `edges`.
    pub fn with_graph(edges: &str) -> Result<Self, Diagnostic> {
        Ok(Catalogue { graph: Some(winways_games::graphs::graph::of_file(edges)?), ..Catalogue::default() })
    }

    /// Creates a catalogue like [`Catalogue::with_graph`], but within limits.
    ///
    /// # Errors
    /// Returns [`GraphError`] if the text is invalid or a limit is reached.
    pub fn with_graph_within(
        edges: &str,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Self, GraphError> {
        Ok(Catalogue { graph: Some(of_file_within(edges, budget, observer)?), ..Catalogue::default() })
    }

    /// Returns the game defined by a rule file.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`.
    ///
    /// ```
    /// let catalogue = winways::Catalogue::new();
    /// let grundy = catalogue.game_of_text("heap n -> a, b where a + b = n, a != b, a >= 1, b >= 1")?;
    /// let position = winways::Position::of_game(&*grundy, "5")?;
    /// let analysis = winways::analyse(&position, &winways::Request::default(), &winways::NoObserver);
    /// assert_eq!(analysis.value.unwrap().to_string(), "*2");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn game_of_text(&self, text: &str) -> Result<Arc<dyn AnyGame>, Diagnostic> {
        winways_rulefile::of_file(text)
    }

    /// Allows expressions to name rule files by a path that ends in `.game`, such as `tri.game(1, 2)`.
    ///
    /// `read` returns the text of the file at a path, or an error message. The games of the files are cached, and copies of the
    /// catalogue share the cache. A file with an error is read again when it is named again. Without this call, the catalogue never
    /// reads a file.
    ///
    /// ```
    /// use winways::{Budget, Calculator, Catalogue, NoObserver};
    /// let catalogue = Catalogue::new().with_rule_files(|path| match path {
    ///     "my/split.game" => Ok("heap n -> a, b where a + b = n, a != b, a >= 1, b >= 1".to_owned()),
    ///     _ => Err(format!("there is no {path}")),
    /// });
    /// let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    /// let mut answer = calculator.evaluate("[my/split.game(n) for n in 1..5]", &NoObserver)?;
    /// assert_eq!(answer.text()?, "[0, 0, *, 0, *2]");
    /// # Ok::<(), winways::EvaluationError>(())
    /// ```
    #[must_use]
    pub fn with_rule_files(
        self,
        read: impl Fn(&str) -> Result<String, String> + Send + Sync + 'static,
    ) -> Self {
        Catalogue { files: Some(Arc::new(RuleFiles::new(read))), ..self }
    }

    /// Returns the game of the rule file at `path`; `span` is the span of the path in the expression.
    ///
    /// # Errors
    /// Returns a diagnostic at `span`. Its message gives the line and column of an error in the file.
    pub(crate) fn game_of_rule_file(&self, path: &str, span: Span) -> Result<Arc<dyn AnyGame>, Diagnostic> {
        match &self.files {
            Some(files) => files.game(path, span),
            None => Err(Diagnostic::new("rule files are not supported here", span)
                .label("expected the name of a game, such as `nim` or `octal(0.137)`")),
        }
    }

    /// Adds a game under its name.
    pub(crate) fn keep(&mut self, game: Arc<dyn AnyGame>) {
        self.added.push(game);
    }

    /// Returns the games that were added.
    pub(crate) fn all_added(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.added.iter()
    }

    /// Returns the added game with this name. In names, `_` and `-` are interchangeable.
    pub(crate) fn added(&self, name: &str) -> Option<&Arc<dyn AnyGame>> {
        let name = name.trim().replace('_', "-");
        self.added.iter().find(|game| game.name().replace('_', "-") == name)
    }

    /// Returns the game of this name and, for a family, parameter: `nim`, `octal(0.137)`, `subtract{1,3,4}`.
    ///
    /// Accepts every name of a game (`tic-tac-toe`, `Dawson's Kayles`, `尼姆`). An octal or hexadecimal game may also be named
    /// by its code, such as `0.137`.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `head`. For an unknown name it suggests a game.
    ///
    /// ```
    /// let catalogue = winways::Catalogue::new();
    /// assert_eq!(catalogue.game("tic-tac-toe")?.name(), "mnk(3,3,3)");
    /// assert_eq!(catalogue.game("0.77")?.name(), "octal(0.77)");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn game(&self, head: &str) -> Result<Arc<dyn AnyGame>, Diagnostic> {
        if let Some(game) = self.added(head.trim()) {
            return Ok(game.clone());
        }
        if let Some(family) = family_of_code(head) {
            let entry = self.entry(family, Span::at(0))?;
            return (entry.make)(Some(head.trim()))
                .map_err(|diagnostic| diagnostic.shifted(head.len() - head.trim_start().len()));
        }
        // A title may contain spaces and brackets, so it is looked up before `head` is parsed as a call.
        if let Some(NamedGame { entry, parameter }) = find(head)
            && (parameter.is_some() || entry.page.parameter.is_none())
            && entry.page.name != "graph"
        {
            return (entry.make)(parameter)
                .map_err(|diagnostic| Diagnostic { span: Span::new(0, head.len()), ..diagnostic });
        }
        let (name, name_span, parameter) = parse_call_head(head)?;
        self.game_of(head, &name, name_span, parameter)
    }

    /// Returns the game of this name like [`Catalogue::game`], and its usual starting position, if there is one. For the name
    /// of a family, returns the game in the example on its page.
    ///
    /// # Errors
    /// Returns the errors of [`Catalogue::game`].
    ///
    /// ```
    /// let (game, start) = winways::Catalogue::new().start("octal")?;
    /// assert_eq!((game.name().as_str(), start.unwrap().to_string().as_str()), ("octal(0.26)", "octal(0.26)(5,6)"));
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn start(&self, head: &str) -> Result<(Arc<dyn AnyGame>, Option<Position>), Diagnostic> {
        let wrong = match self.game(head) {
            Ok(game) => return Ok((game.clone(), Position::start(&*game))),
            Err(wrong) => wrong,
        };
        let Some(entry) = entries().find(|entry| entry.page.name == head.trim()) else { return Err(wrong) };
        let (head, position) = example(entry.page);
        let game = self.game(head)?;
        let start = Position::of_game(&*game, position)?;
        Ok((game, Some(start)))
    }

    /// Returns a game like [`Catalogue::game`], for a name and a parameter within a longer string.
    pub(crate) fn game_of(
        &self,
        text: &str,
        name: &str,
        name_span: Span,
        parameter: Option<Span>,
    ) -> Result<Arc<dyn AnyGame>, Diagnostic> {
        if let (Some(game), None) = (self.added(name), parameter) {
            return Ok(game.clone());
        }
        let NamedGame { entry, parameter: implied } = self.named(name, name_span)?;
        if let (Some(graph), "graph", None) = (&self.graph, entry.page.name, parameter) {
            return Ok(graph.clone());
        }
        if let (Some(span), "impartial") = (parameter, entry.page.name) {
            let form = impartial_form(&text[span.range()], |head| self.game(head));
            return form.map_err(|diagnostic| diagnostic.shifted(span.start));
        }
        match (parameter, entry.page.parameter) {
            (Some(span), None) => Err(Diagnostic::new(format!("`{name}` takes no parameter"), span)
                .label("expected the position after the name")),
            (None, Some(parameter)) => (entry.make)(implied).map_err(|diagnostic| {
                let head = format!("`{name}` is a family of games: {}", diagnostic.message);
                let label = diagnostic.label.unwrap_or_else(|| format!("expected a parameter, {parameter}"));
                Diagnostic { message: head, span: name_span, label: Some(label), help: diagnostic.help }
            }),
            (Some(span), Some(_)) => {
                (entry.make)(Some(&text[span.range()])).map_err(|diagnostic| diagnostic.shifted(span.start))
            }
            (None, None) => (entry.make)(None),
        }
    }

    /// Returns the entry of this name.
    ///
    /// # Errors
    /// Returns a diagnostic at `span` that suggests the most similar name.
    pub fn entry(&self, name: &str, span: Span) -> Result<&'static Entry, Diagnostic> {
        Ok(self.named(name, span)?.entry)
    }

    fn named(&self, name: &str, span: Span) -> Result<NamedGame, Diagnostic> {
        find(name).ok_or_else(|| {
            let unknown = Diagnostic::new(format!("there is no game called `{name}`"), span);
            unknown
                .label("expected the name of a game, such as `nim` or `octal(0.137)`")
                .help(suggestion(name))
        })
    }
}

/// Suggests games for an unknown name. Prefers games whose name contains the words, then similar spellings, then games whose
/// page contains the words.
fn suggestion(name: &str) -> String {
    let found: Vec<_> = search(name).take(MOST_SUGGESTED).collect();
    let called: Vec<_> =
        found.iter().filter(|(relevance, _)| *relevance == Relevance::Name).map(|(_, entry)| entry).collect();
    let similar = nearest(name, entries().map(|entry| entry.page.name));
    let is_both = |entry: &&&&Entry| Some(entry.page.name) == similar;
    let called: Vec<_> = match called.iter().find(is_both) {
        Some(entry) => vec![*entry],
        None => called,
    };
    match (&called[..], similar, &found[..]) {
        ([], Some(similar), _) => format!("did you mean `{similar}`?"),
        ([], None, []) => "`winways games` lists all of them".to_owned(),
        ([], None, [(_, entry), ..]) => {
            format!(
                "did you mean `{}`? `winways games --search {name}` finds games by words",
                entry.page.name
            )
        }
        ([entry], ..) => format!("did you mean `{}` ({})?", entry.page.name, entry.page.title),
        (several, ..) => {
            let names: Vec<String> = several.iter().map(|entry| format!("`{}`", entry.page.name)).collect();
            format!("did you mean one of {}?", names.join(", "))
        }
    }
}

const MOST_SUGGESTED: usize = 4;

/// Returns the family of a code that is given without a name, from its digits: `0.77` is an octal game, `0.3F` a hexadecimal
/// game.
fn family_of_code(head: &str) -> Option<&'static str> {
    let head = head.trim();
    let (before, after) = head.split_once('.')?;
    let is_code = !before.is_empty() && before.bytes().all(|digit| digit.is_ascii_digit());
    let is_code = is_code && !after.is_empty() && after.bytes().all(|digit| digit.is_ascii_hexdigit());
    let is_octal = || before.bytes().chain(after.bytes()).all(|digit| digit < b'8');
    is_code.then(|| if is_octal() { "octal" } else { "hex" })
}
