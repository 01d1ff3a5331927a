//! Requests: the fields of a JSON object.

use super::fields::{self, Field};
use crate::wire::{ErrorJson, FORMATS};
use crate::{Difficulty, Outcome, PictureFormat, PositionFilter, Request, Topic};
use serde_json::value::RawValue;
use std::time::Duration;
use winways_kit::Detail;
use winways_notation::{Diagnostic, Span, nearest};
use winways_rules::{Play, Player};
use winways_solve::Theorems;

/// A request to a [`Service`](super::Service).
///
/// ```
/// use winways::service::ServiceRequest;
/// let request = ServiceRequest::parse(r#"{"id": [7, "a"], "eval": "nim(3,5)", "timeout": 0.5}"#);
/// assert_eq!(request.id(), r#"[7, "a"]"#);
/// assert_eq!(request.timeout(), Some(std::time::Duration::from_millis(500)));
/// assert_eq!(ServiceRequest::parse(r#"{"cancel": [7, "a"]}"#).cancels(), Some(request.id()));
/// ```
#[derive(Debug)]
pub struct ServiceRequest {
    /// The id; `None` for a request whose answer has no envelope.
    id: Option<Box<RawValue>>,
    content: Result<(Operation, RequestOptions), ErrorJson>,
}

/// The operation of a request.
#[derive(Debug)]
pub(super) enum Operation {
    Evaluate {
        text: String,
        before: Vec<String>,
    },
    Solve(PositionSpec),
    Moves {
        spec: PositionSpec,
        outcomes: bool,
    },
    Games {
        words: String,
    },
    Game {
        name: String,
    },
    Rules {
        text: String,
    },
    Picture {
        spec: PositionSpec,
        format: PictureFormat,
    },
    Thermograph {
        text: String,
        before: Vec<String>,
        format: PictureFormat,
    },
    Verify {
        name: String,
        up_to: Option<u64>,
    },
    Quiz {
        topic: Option<Topic>,
        game: Option<String>,
        level: Option<Difficulty>,
        seed: u64,
        answer: Option<String>,
    },
    Table(TableRequest),
    Query {
        table: TableName,
        asked: TablePosition,
    },
    Count {
        table: TableName,
        position: String,
    },
    Positions {
        table: TableName,
        filter: PositionFilter,
        from: u64,
        most: usize,
    },
    Tables {
        directory: String,
    },
    Functions {
        words: String,
    },
    Line {
        spec: PositionSpec,
        first: Player,
    },
    Cancel(Box<RawValue>),
}

/// A game with a position; without a position, its starting position.
#[derive(Debug)]
pub(super) struct PositionSpec {
    /// The name of the field that contains the game.
    pub(super) field: &'static str,
    pub(super) game: Game,
    pub(super) position: Option<String>,
}

/// The name of a solved table.
#[derive(Debug)]
pub(super) struct TableName {
    /// The name of the field that contains the table's name.
    pub(super) field: &'static str,
    pub(super) name: String,
}

/// The position of a solved table.
#[derive(Debug)]
pub(super) enum TablePosition {
    /// A position in the notation of the table's board; the empty text means the starting position.
    Position(String),
    /// The rank of the position in the table.
    Rank(u64),
}

#[derive(Debug)]
pub(super) enum Game {
    /// A name in the catalogue, or a code.
    Name(String),
    /// The text of a rule file.
    Rules(String),
}

/// A request for a table of values.
#[derive(Debug)]
pub(super) struct TableRequest {
    pub(super) game: Game,
    pub(super) from: u64,
    pub(super) up_to: Option<u64>,
    pub(super) prove: bool,
    pub(super) certificate: bool,
    pub(super) values: bool,
    pub(super) outcomes: bool,
}

/// The optional settings of a request.
#[derive(Debug, Default)]
pub(super) struct RequestOptions {
    timeout: Option<Duration>,
    memory: Option<u64>,
    misere: Option<bool>,
    explain: Option<bool>,
    method: Option<Theorems>,
    max_moves: Option<usize>,
    outcome_only: Option<bool>,
    conjecture: Option<bool>,
}

/// The operations, each with its optional fields beside the common ones.
const OPERATIONS: [(&str, &[&str]); 18] = [
    ("eval", &["before", "misere", "explain", "method", "max_moves", "outcome_only", "conjecture"]),
    ("solve", &["position", "misere", "explain", "method", "max_moves", "outcome_only", "conjecture"]),
    ("moves", &["position", "misere", "outcomes", "method", "max_moves"]),
    ("games", &[]),
    ("game", &[]),
    ("rules", &[]),
    ("picture", &["position", "format"]),
    ("thermograph", &["before", "format"]),
    ("verify", &["up_to"]),
    ("quiz", &["game", "level", "seed", "answer"]),
    ("table", &["from", "up_to", "prove", "certificate", "values", "outcomes", "misere"]),
    ("query", &["position", "rank", "explain", "max_moves"]),
    ("count", &["position"]),
    ("positions", &["outcome", "remoteness", "from", "max"]),
    ("tables", &[]),
    ("functions", &[]),
    ("line", &["position", "misere", "to_move", "max_moves"]),
    ("cancel", &[]),
];

/// The optional fields of every operation except `cancel`.
const COMMON: [&str; 3] = ["id", "timeout", "memory"];

/// The common fields of requests without an envelope, which have no id.
const LIMITS: [&str; 2] = ["timeout", "memory"];

impl ServiceRequest {
    /// Parses a request. The answer to an invalid request is its error.
    pub fn parse(text: &str) -> Self {
        let wrong = |diagnostic| ErrorJson::of_request(text, &diagnostic);
        match fields::read(text) {
            Err(diagnostic) => ServiceRequest { id: Some(nothing()), content: Err(wrong(diagnostic)) },
            Ok(fields) => {
                let id = fields.iter().find(|field| field.name == "id");
                let id = id.map_or_else(nothing, |field| field.value.to_owned());
                ServiceRequest { id: Some(id), content: content(&fields, text.len()).map_err(wrong) }
            }
        }
    }

    /// Parses a request for one operation that has its own address.
    ///
    /// `text` is the object of its fields; the main field of `solve` and similar operations is `game`. The answer
    /// has no envelope and no id. An error is an object with the field `error`.
    ///
    /// ```
    /// use winways::service::{Observers, Service, ServiceRequest};
    /// use winways::{Catalogue, NoObserver, Request};
    /// let catalogue = Catalogue::new();
    /// let mut service = Service::new(&catalogue, Request::default());
    /// let mut answer = Vec::new();
    /// let request = ServiceRequest::parse_for("solve", r#"{"game": "nim", "position": "3 5"}"#);
    /// service.answer(&request, Observers::both(&NoObserver), &mut answer)?;
    /// let answer: serde_json::Value = serde_json::from_slice(&answer)?;
    /// assert_eq!(answer["outcome"], "N");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn parse_for(operation: &str, text: &str) -> Self {
        let fields = fields::read(text).and_then(|fields| content_of(operation, &fields, text.len()));
        let content = fields.map_err(|diagnostic| ErrorJson::of_request(text, &diagnostic));
        ServiceRequest { id: None, content }
    }

    /// Returns the fields that [`ServiceRequest::parse_for`] accepts for an operation, main field first; empty for
    /// an unknown operation.
    ///
    /// ```
    /// use winways::service::ServiceRequest;
    /// assert_eq!(ServiceRequest::fields("table")[..3], ["table", "from", "up_to"]);
    /// assert!(ServiceRequest::fields("nothing").is_empty());
    /// ```
    pub fn fields(operation: &str) -> Vec<&'static str> {
        let Some((asked, own)) = OPERATIONS.iter().find(|(name, _)| *name == operation) else {
            return Vec::new();
        };
        [main_name(asked)].into_iter().chain(own.iter().copied()).chain(LIMITS).collect()
    }

    /// Creates the request to evaluate an expression.
    pub fn evaluate(id: u64, expression: &str) -> Self {
        let operation = Operation::Evaluate { text: expression.to_owned(), before: Vec::new() };
        ServiceRequest { id: Some(number(id)), content: Ok((operation, RequestOptions::default())) }
    }

    /// Creates the substitute for a request that could not be read, with the reason. Without an `id` its id is
    /// `null`.
    pub fn unreadable(id: Option<u64>, message: &str) -> Self {
        let content = Err(ErrorJson::without_place("request", message));
        ServiceRequest { id: Some(id.map_or_else(nothing, number)), content }
    }

    /// Returns the id as JSON text, as written; `null` if there is none.
    pub fn id(&self) -> &str {
        self.id.as_deref().map_or("null", RawValue::get)
    }

    /// Returns the id that the envelope of the answer repeats, if there is an envelope.
    pub(super) fn raw_id(&self) -> Option<&RawValue> {
        self.id.as_deref()
    }

    /// Returns the time limit, if the request states one.
    pub fn timeout(&self) -> Option<Duration> {
        self.content.as_ref().ok().and_then(|(_, options)| options.timeout)
    }

    /// Returns the id of the requests to cancel, as written, if this is a cancel request. The caller, which holds
    /// the other requests, must handle it; there is no answer to it.
    pub fn cancels(&self) -> Option<&str> {
        match &self.content {
            Ok((Operation::Cancel(id), _)) => Some(id.get()),
            _ => None,
        }
    }

    /// Returns the text of the game if the request is about positions. Requests with equal texts are about the same
    /// game.
    pub fn game(&self) -> Option<&str> {
        match &self.content {
            Ok((
                Operation::Solve(spec) | Operation::Moves { spec, .. } | Operation::Line { spec, .. },
                _,
            )) => {
                let text = spec.game.text();
                // The game field may contain a whole position.
                let end = if spec.position.is_none() { text.rfind('(') } else { None };
                Some(&text[..end.unwrap_or(text.len())])
            }
            _ => None,
        }
    }

    pub(super) fn content(&self) -> Result<(&Operation, &RequestOptions), &ErrorJson> {
        self.content.as_ref().map(|(operation, options)| (operation, options))
    }
}

impl RequestOptions {
    /// Returns `true` if misère play is requested.
    pub(super) fn misere(&self) -> bool {
        self.misere.unwrap_or(false)
    }

    /// Returns the request for the engine. `usual` holds the defaults and the maximum of memory.
    pub(super) fn request<'t>(&self, usual: &Request<'t>) -> Request<'t> {
        let mut request = *usual;
        request.budget.memory =
            self.memory.map_or(usual.budget.memory, |memory| memory.min(usual.budget.memory));
        if let Some(misere) = self.misere {
            request.play = if misere { Play::Misere } else { Play::Normal };
        }
        if let Some(explain) = self.explain {
            request.detail = if explain { Detail::Full } else { Detail::Brief };
        }
        request.theorems = self.method.unwrap_or(usual.theorems);
        request.moves = self.max_moves.unwrap_or(usual.moves);
        request.outcome_only = self.outcome_only.unwrap_or(usual.outcome_only);
        request.conjecture = self.conjecture.unwrap_or(usual.conjecture);
        request
    }
}

impl Game {
    pub(super) fn text(&self) -> &str {
        match self {
            Game::Name(text) | Game::Rules(text) => text,
        }
    }

    /// Creates the error for an invalid game, which was given in `field`.
    pub(super) fn wrong(&self, field: &str, diagnostic: &Diagnostic) -> ErrorJson {
        let field = match self {
            Game::Name(_) => field,
            Game::Rules(_) => "rules",
        };
        ErrorJson::of_text(field, self.text(), diagnostic)
    }
}

fn nothing() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

fn number(number: u64) -> Box<RawValue> {
    serde_json::value::to_raw_value(&number).unwrap_or_else(|_| nothing())
}

fn content(fields: &[Field<'_>], length: usize) -> Result<(Operation, RequestOptions), Diagnostic> {
    let names = OPERATIONS.map(|(name, _)| name);
    let mut asked = fields.iter().filter(|field| names.contains(&field.name.as_str()));
    let Some(main) = asked.next() else {
        let diagnostic = Diagnostic::new("the request asks nothing", Span::new(0, length));
        let diagnostic = diagnostic.label(format!("expected one of the fields {}", listed(&names)));
        let similar = fields.iter().find_map(|field| nearest(&field.name, names));
        return Err(match similar {
            Some(similar) => diagnostic.help(format!("did you mean `{similar}`?")),
            None => diagnostic,
        });
    };
    if let Some(other) = asked.next() {
        let message = format!("a request asks one thing, and this one asks `{}` already", main.name);
        return Err(Diagnostic::new(message, other.name_span));
    }
    let (asked, own) = OPERATIONS.into_iter().find(|(name, _)| *name == main.name).unwrap_or_default();
    let common = if asked == "cancel" { &[][..] } else { &COMMON[..] };
    check_names(fields, asked, &[&[asked], own, common].concat())?;
    operation_and_options(asked, asked, main, fields)
}

/// Parses the fields of a request for an operation whose main field may have another name.
fn content_of(
    asked: &str,
    fields: &[Field<'_>],
    length: usize,
) -> Result<(Operation, RequestOptions), Diagnostic> {
    let whole = Span::new(0, length);
    let Some((asked, _)) = OPERATIONS.iter().find(|(name, _)| *name == asked) else {
        return Err(Diagnostic::new(format!("there is no operation `{asked}`"), whole));
    };
    let main_name = main_name(asked);
    check_names(fields, asked, &ServiceRequest::fields(asked))?;
    match fields.iter().find(|field| field.name == main_name) {
        Some(main) => operation_and_options(asked, main_name, main, fields),
        None => Err(Diagnostic::new(format!("the field `{main_name}` is missing"), whole)),
    }
}

/// Returns the name of an operation's main field in requests that name the operation elsewhere.
fn main_name(asked: &'static str) -> &'static str {
    match asked {
        "solve" | "moves" | "picture" | "line" => "game",
        "game" | "verify" => "name",
        "query" | "count" | "positions" => "table",
        "quiz" => "topic",
        name => name,
    }
}

/// Parses the operation `asked`, whose main field is `main`, and the settings.
fn operation_and_options<'t>(
    asked: &'static str,
    main_name: &'static str,
    main: &Field<'t>,
    fields: &[Field<'t>],
) -> Result<(Operation, RequestOptions), Diagnostic> {
    let find = |name: &str| fields.iter().find(|field| field.name == name);
    let operation = operation(asked, main_name, main, &find)?;
    Ok((operation, options(&find)?))
}

/// Refuses fields that the operation `asked` does not have.
fn check_names(fields: &[Field<'_>], asked: &str, known: &[&str]) -> Result<(), Diagnostic> {
    let Some(unknown) = fields.iter().find(|field| !known.contains(&field.name.as_str())) else {
        return Ok(());
    };
    let diagnostic = Diagnostic::new(format!("`{asked}` has no field `{}`", unknown.name), unknown.name_span)
        .label(format!("expected one of {}", listed(known)));
    Err(match (asked, nearest(&unknown.name, known.iter().copied())) {
        ("cancel", _) => diagnostic.help("the request that is cancelled is answered, and `cancel` is not"),
        (_, Some(similar)) => diagnostic.help(format!("did you mean `{similar}`?")),
        (_, None) => diagnostic,
    })
}

/// Joins the names in quotation marks with commas.
fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

type Find<'f, 't> = dyn Fn(&str) -> Option<&'f Field<'t>> + 'f;

const TEXT: &str = "expected a text in quotation marks";
const TRUTH: &str = "expected true or false";

fn operation<'f, 't: 'f>(
    asked: &str,
    field: &'static str,
    main: &Field<'_>,
    find: &Find<'f, 't>,
) -> Result<Operation, Diagnostic> {
    let text = |name: &str| find(name).map(|field| field.get::<String>(TEXT)).transpose();
    let truth = |name: &str| find(name).map(|field| field.get::<bool>(TRUTH)).transpose();
    let table_name = || main.get(TEXT).map(|name| TableName { field, name });
    let spec = || Ok(PositionSpec { field, game: game(main)?, position: text("position")? });
    Ok(match asked {
        "eval" => Operation::Evaluate { text: main.get(TEXT)?, before: before(find)? },
        "solve" => Operation::Solve(spec()?),
        "moves" => Operation::Moves { spec: spec()?, outcomes: truth("outcomes")?.unwrap_or(false) },
        "games" => Operation::Games { words: main.get(TEXT)? },
        "game" => Operation::Game { name: main.get(TEXT)? },
        "rules" => Operation::Rules { text: main.get(TEXT)? },
        "picture" => Operation::Picture { spec: spec()?, format: format(find)? },
        "thermograph" => {
            Operation::Thermograph { text: main.get(TEXT)?, before: before(find)?, format: format(find)? }
        }
        "verify" => Operation::Verify { name: main.get(TEXT)?, up_to: size(find)? },
        "quiz" => Operation::Quiz {
            topic: topic(main)?,
            game: text("game")?,
            level: find("level").map(level).transpose()?,
            seed: find("seed").map(|seed| seed.get("expected a whole number")).transpose()?.unwrap_or(1),
            answer: text("answer")?,
        },
        "table" => Operation::Table(table(main, find)?),
        "query" => Operation::Query { table: table_name()?, asked: asked_position(find)? },
        "count" => Operation::Count { table: table_name()?, position: text("position")?.unwrap_or_default() },
        "positions" => Operation::Positions {
            table: table_name()?,
            filter: filter(find)?,
            from: find("from").map(|from| from.get(RANK)).transpose()?.unwrap_or(0),
            most: find("max")
                .map(|most| most.get("expected a number of positions"))
                .transpose()?
                .unwrap_or(100),
        },
        "tables" => Operation::Tables { directory: main.get(TEXT)? },
        "functions" => Operation::Functions { words: main.get(TEXT)? },
        "line" => Operation::Line { spec: spec()?, first: first(find)? },
        _ => Operation::Cancel(main.value.to_owned()),
    })
}

const RANK: &str = "expected the number of a position in the table";

/// Parses the position of a solved table, given by its text or its rank.
fn asked_position<'f, 't: 'f>(find: &Find<'f, 't>) -> Result<TablePosition, Diagnostic> {
    match (find("position"), find("rank")) {
        (Some(_), Some(rank)) => Err(Diagnostic::new("the position is stated already", rank.name_span)
            .label("expected either `position` or `rank`")),
        (None, Some(rank)) => rank.get(RANK).map(TablePosition::Rank),
        (Some(position), None) => position.get(TEXT).map(TablePosition::Position),
        (None, None) => Ok(TablePosition::Position(String::new())),
    }
}

/// Parses the filter for positions of a solved table.
fn filter<'f, 't: 'f>(find: &Find<'f, 't>) -> Result<PositionFilter, Diagnostic> {
    let expected = "expected \"N\", \"P\" or \"D\"";
    let outcome = find("outcome").map(|field| match field.get::<String>(expected)?.as_str() {
        "N" => Ok(Outcome::Next),
        "P" => Ok(Outcome::Previous),
        "D" => Ok(Outcome::Draw),
        _ => Err(Diagnostic::new("there is no such outcome", field.span).label(expected)),
    });
    let remoteness = find("remoteness").map(|field| field.get("expected a number of moves"));
    Ok(PositionFilter { outcome: outcome.transpose()?, remoteness: remoteness.transpose()? })
}

/// Parses the player who moves first if the position does not state the player to move.
fn first<'f, 't: 'f>(find: &Find<'f, 't>) -> Result<Player, Diagnostic> {
    let expected = "expected \"left\" or \"right\"";
    let Some(field) = find("to_move") else { return Ok(Player::Left) };
    match field.get::<String>(expected)?.as_str() {
        "left" => Ok(Player::Left),
        "right" => Ok(Player::Right),
        _ => Err(Diagnostic::new("there is no such player", field.span).label(expected)),
    }
}

/// Parses the expressions that are evaluated before the main one.
fn before<'f, 't: 'f>(find: &Find<'f, 't>) -> Result<Vec<String>, Diagnostic> {
    let Some(field) = find("before") else { return Ok(Vec::new()) };
    serde_json::from_str(field.value.get()).map_err(|_| {
        Diagnostic::new("`before` is no list of texts", field.span).label("expected [\"g = {1|-1}\"]")
    })
}

/// Parses the format of a picture.
fn format<'f, 't: 'f>(find: &Find<'f, 't>) -> Result<PictureFormat, Diagnostic> {
    let Some(field) = find("format") else { return Ok(PictureFormat::Svg) };
    let expected = "expected \"svg\", \"tikz\", \"png\" or \"text\"";
    let name = field.get::<String>(expected)?;
    let known = FORMATS.iter().find(|(known, ..)| *known == name);
    known
        .map(|(_, format, _)| *format)
        .ok_or_else(|| Diagnostic::new("there is no such format", field.span).label(expected))
}

/// Parses the size up to which a theorem is verified.
fn size<'f, 't: 'f>(find: &Find<'f, 't>) -> Result<Option<u64>, Diagnostic> {
    find("up_to").map(|field| field.get("expected a size, a whole number")).transpose()
}

/// Parses the level of difficulty of an exercise.
fn level(field: &Field<'_>) -> Result<Difficulty, Diagnostic> {
    let name = field.get::<String>(TEXT)?;
    Difficulty::of(&name).ok_or_else(|| {
        Diagnostic::new("there is no such level", field.span)
            .label(format!("expected one of {}", listed(&Difficulty::ALL.map(Difficulty::name))))
    })
}

fn topic(field: &Field<'_>) -> Result<Option<Topic>, Diagnostic> {
    let name = field.get::<String>(TEXT)?;
    let names = Topic::ALL.map(Topic::name);
    match Topic::of(&name) {
        None if !name.is_empty() => {
            let unknown = Diagnostic::new("there is no such topic", field.span);
            let unknown = unknown.label(format!("expected one of {}", listed(&names)));
            Err(match nearest(&name, names) {
                Some(similar) => unknown.help(format!("did you mean `{similar}`?")),
                None => unknown,
            })
        }
        topic => Ok(topic),
    }
}

/// Parses a game: its name, or its rules.
fn game(field: &Field<'_>) -> Result<Game, Diagnostic> {
    let text = field.value.get();
    if !text.starts_with('{') {
        return field.get(r#"expected the name of a game, or {"rules": ...}"#).map(Game::Name);
    }
    let shifted = |diagnostic: Diagnostic| diagnostic.shifted(field.span.start);
    let fields = fields::read(text).map_err(shifted)?;
    match &fields[..] {
        [rules] if rules.name == "rules" => rules.get(TEXT).map(Game::Rules).map_err(shifted),
        _ => Err(Diagnostic::new("this is no game", field.span).label(r#"expected {"rules": ...}"#)),
    }
}

fn table<'f, 't: 'f>(main: &Field<'_>, find: &Find<'f, 't>) -> Result<TableRequest, Diagnostic> {
    let heap = |name: &str| match find(name) {
        None => Ok(None),
        Some(field) => match field.get::<u64>("expected a number of tokens below 2^63")? {
            heap if heap < u64::MAX >> 1 => Ok(Some(heap)),
            _ => Err(Diagnostic::new("the heap is too large", field.span)
                .label("expected a number of tokens below 2^63")),
        },
    };
    let truth = |name: &str| find(name).map(|field| field.get::<bool>(TRUTH)).transpose();
    let asked = TableRequest {
        game: game(main)?,
        from: heap("from")?.unwrap_or(0),
        up_to: heap("up_to")?,
        prove: truth("prove")?.unwrap_or(false),
        certificate: truth("certificate")?.unwrap_or(false),
        values: truth("values")?.unwrap_or(true),
        outcomes: truth("outcomes")?.unwrap_or(false),
    };
    match find("from").filter(|_| asked.from > asked.up_to()) {
        Some(from) => Err(Diagnostic::new("this is beyond `up_to`", from.span)
            .label(format!("expected at most {}", asked.up_to()))),
        None => Ok(asked),
    }
}

fn options<'f, 't: 'f>(find: &Find<'f, 't>) -> Result<RequestOptions, Diagnostic> {
    const SECONDS: &str = "expected a number of seconds, such as 0.5";
    let timeout = match find("timeout") {
        None => None,
        Some(field) => match Duration::try_from_secs_f64(field.get(SECONDS)?) {
            Ok(timeout) => Some(timeout),
            Err(_) => return Err(Diagnostic::new("this is no length of time", field.span).label(SECONDS)),
        },
    };
    let method = match find("method") {
        None => None,
        Some(field) => {
            let expected = "expected \"auto\" or \"search\"";
            match field.get::<String>(expected)?.as_str() {
                "auto" => Some(Theorems::Use),
                "search" => Some(Theorems::Ignore),
                _ => return Err(Diagnostic::new("there is no such method", field.span).label(expected)),
            }
        }
    };
    let truth = |name: &str| find(name).map(|field| field.get::<bool>(TRUTH)).transpose();
    let memory = find("memory").map(|field| field.get::<u64>("expected a number of bytes"));
    let max_moves = find("max_moves").map(|field| field.get::<u64>("expected a number of moves"));
    Ok(RequestOptions {
        timeout,
        memory: memory.transpose()?,
        misere: truth("misere")?,
        explain: truth("explain")?,
        method,
        max_moves: max_moves.transpose()?.map(|moves| usize::try_from(moves).unwrap_or(usize::MAX)),
        outcome_only: truth("outcome_only")?,
        conjecture: truth("conjecture")?,
    })
}
