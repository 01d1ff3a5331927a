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

    /// Adds a game, which is then known by its name: in expressions too.
    ///
    /// # Errors
    /// A diagnostic without place if the name is that of another game or of a function.
    ///
    /// ```
    /// use winways::{Calculator, Catalogue, Budget, NoObserver};
    /// let mut catalogue = Catalogue::new();
    /// catalogue.add(catalogue.game_of_text("name: split\nheap n -> a, b where a + b = n, a != b, a >= 1, b >= 1")?)?;
    /// let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    /// let mut answer = calculator.evaluate("[split(n) for n in 1..5]", &NoObserver)?;
    /// assert_eq!(answer.text()?, "[0, 0, *, 0, *2]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, game: Arc<dyn AnyGame>) -> Result<(), Diagnostic> {
        let name = game.name();
        if !name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-')) {
            let message = format!("the game has no name by which it can be called: `{name}`");
            return Err(Diagnostic::new(message, Span::at(0)).help("a rule file names its game with `name:`"));
        }
        let is_game = entries().any(|entry| entry.page.name == name) || self.added(&name).is_some();
        let is_function = crate::Calculator::functions().iter().any(|function| function.name == name);
        if is_game || is_function {
            let what = if is_game { "game" } else { "function" };
            let message = format!("there is a {what} called `{name}` already");
            return Err(Diagnostic::new(message, Span::at(0)).help("a rule file names its game with `name:`"));
        }
        self.added.push(game);
        Ok(())
    }

    /// The game of this name that was added.
    fn added(&self, name: &str) -> Option<&Arc<dyn AnyGame>> {
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
