//! The OpenAPI 3.1 description of the API, generated from the types of the answers and the fields of the requests.

use serde_json::{Map, Value, json};
use winways::service::ServiceRequest;
use winways::wire::schemas;

/// The base address of the operations.
pub(crate) const BASE: &str = "/api/v1";

/// An address with its method.
struct Operation {
    method: &'static str,
    path: &'static str,
    source: Source,
    /// The unique name, for generated clients.
    id: &'static str,
    /// The schema of the answer.
    answer: Answer,
}

/// The source of an answer.
enum Source {
    /// An operation of the service, with a GET for fields in the address or a POST for fields in the body.
    Service(&'static str),
    /// The server itself, with a summary of the operation.
    Server(&'static str),
}

/// The schema of an answer, by name.
enum Answer {
    One(&'static str),
    List(&'static str),
    Either(&'static [&'static str]),
    ListOfEither(&'static [&'static str]),
    Events(&'static str),
    Object,
    Nothing,
}

use Answer::{Either, Events, List, ListOfEither, Nothing, Object, One};
use Source::{Server, Service};

const fn at(
    method: &'static str,
    path: &'static str,
    source: Source,
    id: &'static str,
    answer: Answer,
) -> Operation {
    Operation { method, path, source, id, answer }
}

/// The addresses of the API, below [`BASE`].
const OPERATIONS: &[Operation] = &[
    at("get", "/games", Service("games"), "searchGames", List("Game")),
    at("get", "/functions", Service("functions"), "searchFunctions", List("Function")),
    at("get", "/tables", Service("tables"), "listTables", ListOfEither(&["Database", "UnreadTable"])),
    at("get", "/games/{name}", Service("game"), "getGame", One("Page")),
    at("post", "/solve", Service("solve"), "solve", One("Analysis")),
    at("post", "/moves", Service("moves"), "listMoves", One("Moves")),
    at("post", "/line", Service("line"), "findLine", One("Line")),
    at("post", "/reply", Service("reply"), "chooseReply", One("Reply")),
    at("post", "/eval", Service("eval"), "evaluate", Either(&["Answer", "Analysis"])),
    at("post", "/table", Service("table"), "tabulate", One("Table")),
    at("post", "/rules", Service("rules"), "compileRules", One("Rules")),
    at("post", "/picture", Service("picture"), "drawPosition", One("Picture")),
    at("post", "/thermograph", Service("thermograph"), "drawThermograph", One("Thermograph")),
    at("post", "/query", Service("query"), "queryTable", One("Analysis")),
    at("post", "/count", Service("count"), "countPositions", One("DatabaseCount")),
    at("post", "/positions", Service("positions"), "listPositions", One("DatabasePositions")),
    at("get", "/quiz", Service("quiz"), "getExercise", One("Judged")),
    at("post", "/quiz", Service("quiz"), "judgeExercise", One("Judged")),
    at("get", "/puzzle", Service("puzzle"), "getPuzzle", One("Puzzle")),
    at("post", "/puzzle", Service("puzzle"), "judgeMove", One("Puzzle")),
    at("get", "/verify/{name}", Service("verify"), "verify", List("Verification")),
    at("get", "/tasks/{id}/events", Server(FOLLOW), "followTask", Events("Progress")),
    at("delete", "/tasks/{id}", Server("Cancels a task."), "cancelTask", Nothing),
];

const FOLLOW: &str = "Streams the progress of a task, and its answer.";

/// The address of the description itself.
const DESCRIPTION: Operation =
    at("get", "/openapi.json", Server("Returns this description."), "describe", Object);

/// Iterates over the addresses of the service's operations, below [`BASE`]. Each item contains `true` for a POST, the path, and
/// the operation.
pub(crate) fn served() -> impl Iterator<Item = (bool, &'static str, &'static str)> {
    OPERATIONS.iter().filter_map(|address| match address.source {
        Service(operation) => Some((address.method == "post", address.path, operation)),
        Server(_) => None,
    })
}

/// Returns the description as text.
///
/// ```
/// assert!(winways_web::description().contains("operationId"));
/// ```
pub fn description() -> String {
    document().to_string()
}

fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for (base, operation) in OPERATIONS.iter().map(|operation| (BASE, operation)).chain([("", &DESCRIPTION)])
    {
        let path = paths.entry(format!("{base}{}", operation.path)).or_insert_with(|| json!({}));
        path[operation.method] = operation.describe();
    }
    let mut all = schemas();
    all.insert("Task".to_owned(), object(&[("task", json!({ "type": "string" }))]));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Winways",
            "version": "1",
            "description": "Combinatorial games: outcomes, values, winning moves and reasons. The fields are described in \
                docs/programs.md, the server in docs/web.md.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "http://127.0.0.1:7878" }],
        "security": [{}, { "token": [] }],
        "paths": paths,
        "components": {
            "schemas": all,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Returns the schema of an object with these fields, all required.
fn object(fields: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    let required: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

impl Operation {
    fn describe(&self) -> Value {
        let (summary, schema) = match self.source {
            Service(operation) => {
                let schema = ServiceRequest::schema(operation);
                (schema.and_then(|schema| schema["description"].as_str()).unwrap_or_default(), schema)
            }
            Server(summary) => (summary, None),
        };
        let mut described =
            json!({ "operationId": self.id, "summary": summary, "responses": self.responses() });
        let parameters: Vec<Value> = match schema {
            None if self.path.contains("{id}") => vec![self.parameter("id", &task_name())],
            None => Vec::new(),
            Some(schema) if self.method == "post" => {
                let content = json!({ "application/json": { "schema": schema } });
                described["requestBody"] = json!({ "required": true, "content": content });
                vec![self.parameter("wait", &wait())]
            }
            Some(schema) => {
                let fields = schema["properties"].as_object().into_iter().flatten();
                let fields = fields.map(|(name, schema)| self.parameter(name, schema));
                fields.chain([self.parameter("wait", &wait())]).collect()
            }
        };
        if !parameters.is_empty() {
            described["parameters"] = parameters.into();
        }
        described
    }

    /// Returns the description of a parameter in the address.
    fn parameter(&self, name: &str, schema: &Value) -> Value {
        let is_in_path = self.path.contains(&format!("{{{name}}}"));
        let place = if is_in_path { "path" } else { "query" };
        json!({ "name": name, "in": place, "required": is_in_path, "schema": schema })
    }

    fn responses(&self) -> Value {
        let json = |schema: Value| json!({ "application/json": { "schema": schema } });
        let list = |items: Value| json!({ "type": "array", "items": items });
        let one_of = |names: &[&str]| -> Value {
            json!({ "oneOf": names.iter().map(|name| reference(name)).collect::<Vec<_>>() })
        };
        let (status, content) = match &self.answer {
            One(name) => ("200", json(reference(name))),
            List(name) => ("200", json(list(reference(name)))),
            Either(names) => ("200", json(one_of(names))),
            ListOfEither(names) => ("200", json(list(one_of(names)))),
            Events(name) => ("200", json!({ "text/event-stream": { "schema": reference(name) } })),
            Object => ("200", json(json!({ "type": "object" }))),
            Nothing => ("204", json!({})),
        };
        let mut responses = json!({ status: { "description": "The answer.", "content": content } });
        if matches!(self.source, Service(_)) {
            responses["202"] =
                json!({ "description": "The work continues as a task.", "content": json(reference("Task")) });
        }
        for (status, description) in self.failures() {
            let content = json!({ "application/problem+json": { "schema": reference("Error") } });
            responses[status] = json!({ "description": description, "content": content });
        }
        if let Some(busy) = responses.get_mut("429") {
            busy["headers"] = json!({ "Retry-After": { "schema": { "type": "integer" } } });
        }
        responses
    }

    fn failures(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let is_task = self.path.contains("/tasks/");
        let is_work = matches!(self.source, Service(_));
        let is_post = self.method == "post";
        let names_table = matches!(self.source, Service("query" | "count" | "positions" | "tables"));
        let reads_tables =
            matches!(self.source, Service("solve" | "moves" | "line" | "reply" | "eval" | "table"));
        let failures = [
            (is_work || is_task, "400", "The request is malformed."),
            (true, "403", "The host, the origin or the token is not accepted."),
            (is_task, "404", "The task does not exist."),
            (names_table, "404", "The table does not exist or is damaged."),
            (reads_tables, "404", "A solved table of the board is damaged."),
            (is_post, "408", "The body did not arrive in time."),
            (is_post, "413", "The body is too long."),
            (is_post, "415", "The body is not JSON."),
            (is_work, "422", "A text in the request is invalid, or the request exceeds a limit."),
            (is_work, "429", "The server is busy."),
            (is_work, "503", "The work failed because of a defect of the program."),
        ];
        failures.into_iter().filter(|(applies, ..)| *applies).map(|(_, status, text)| (status, text))
    }
}

fn wait() -> Value {
    let description = "The time in seconds after which the work becomes a task.";
    json!({ "type": "number", "default": 1, "description": description })
}

fn task_name() -> Value {
    json!({ "type": "string", "description": "The name of a task." })
}
