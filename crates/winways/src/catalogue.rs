use std::sync::Arc;
use winways_games::entries;
use winways_games::graphs::graph::{GraphError, of_file_within};
use winways_kit::AnyGame;
use winways_kit::Entry;
use winways_notation::{Diagnostic, Span, nearest, parse_call_head};
use winways_solve::{Budget, Observer};

/// The games by name, with whatever a session has added to the built-in ones.
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
    /// Games that a session has added, by their names.
    added: Vec<Arc<dyn AnyGame>>,
}

impl Catalogue {
    /// The built-in games.
    pub fn new() -> Self {
        Catalogue::default()
    }

    /// The built-in games, where `graph` without a parameter is the graph with these edges, a line each.
    ///
    /// # Errors
    /// A diagnostic that points into `edges`.
    pub fn with_graph(edges: &str) -> Result<Self, Diagnostic> {
        Ok(Catalogue { graph: Some(winways_games::graphs::graph::of_file(edges)?), added: Vec::new() })
    }

    /// As [`Catalogue::with_graph`], within limits.
    ///
    /// # Errors
    /// [`GraphError`]: what is wrong with the text, or the limit that was reached.
    pub fn with_graph_within(
        edges: &str,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Self, GraphError> {
        Ok(Catalogue { graph: Some(of_file_within(edges, budget, observer)?), added: Vec::new() })
    }

    /// The game that a rule file tells.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
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

    /// Keeps a game to be known by its name.
    pub(crate) fn keep(&mut self, game: Arc<dyn AnyGame>) {
        self.added.push(game);
    }

    /// The game of this name that was added.
    pub(crate) fn added(&self, name: &str) -> Option<&Arc<dyn AnyGame>> {
        self.added.iter().find(|game| game.name().replace('_', "-") == name)
    }

    /// The game of this name and, for a family, parameter: `nim`, `octal(0.137)`, `subtract{1,3,4}`.
    ///
    /// # Errors
    /// A diagnostic that points into `head`; it suggests the name most like an unknown one.
    pub fn game(&self, head: &str) -> Result<Arc<dyn AnyGame>, Diagnostic> {
        let (name, name_span, parameter) = parse_call_head(head)?;
        self.game_of(head, &name, name_span, parameter)
    }

    /// As [`Catalogue::game`], for a name and a parameter that stand in a larger text.
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
        let entry = self.entry(name, name_span)?;
        if let (Some(graph), "graph", None) = (&self.graph, name, parameter) {
            return Ok(graph.clone());
        }
        match (parameter, entry.page.parameter) {
            (Some(span), None) => Err(Diagnostic::new(format!("`{name}` takes no parameter"), span)
                .label("expected the position after the name")),
            (None, Some(parameter)) => (entry.make)(None).map_err(|diagnostic| {
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

    /// The entry of this name.
    ///
    /// # Errors
    /// A diagnostic at `span` that suggests the name most like it.
    pub fn entry(&self, name: &str, span: Span) -> Result<&'static Entry, Diagnostic> {
        entries().find(|entry| entry.page.name == name).ok_or_else(|| {
            let unknown = Diagnostic::new(format!("there is no game called `{name}`"), span);
            let unknown = unknown.label("expected the name of a game, such as `nim` or `octal(0.137)`");
            match nearest(name, entries().map(|entry| entry.page.name)) {
                Some(similar) => unknown.help(format!("did you mean `{similar}`?")),
                None => unknown.help("`winways games` lists all of them"),
            }
        })
    }
}
