//! The OpenAPI 3.1 description of the API, made from the types of the answers and the fields of the requests.

use serde_json::{Map, Value, json};
use winways::service::ServiceRequest;
use winways::wire::schemas;

/// The address below which the operations are.
pub(crate) const BASE: &str = "/api/v1";

/// An address with its method.
struct Operation {
    method: &'static str,
    path: &'static str,
    /// The unique name, for generated clients.
    id: &'static str,
    summary: &'static str,
    /// The schema of the answer.
    answer: Answer,
    /// The parameters in the address: those in braces, then those of the query.
    parameters: &'static [&'static str],
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

const fn get(
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    answer: Answer,
    parameters: &'static [&'static str],
) -> Operation {
    Operation { method: "get", path, id, summary, answer, parameters }
}

const fn post(path: &'static str, id: &'static str, summary: &'static str, answer: Answer) -> Operation {
    Operation { method: "post", path, id, summary, answer, parameters: &["wait"] }
}

/// The tables of values of the different kinds of games.
const TABLES: &[&str] = &["HeapTable", "PairTable", "TripleTable", "OutcomeTable", "PartizanHeapTable"];

const OPERATIONS: &[Operation] = &[
    get("/api/v1/games", "searchGames", "Lists the games of the catalogue", List("Game"), &["search"]),
    get(
        "/api/v1/functions",
        "searchFunctions",
        "Lists the functions of the calculator",
        List("Function"),
        &["search"],
    ),
    get(
        "/api/v1/tables",
        "listTables",
        "Lists the solved tables below the directory of `--tables`",
        ListOfEither(&["Database", "UnreadTable"]),
        &[],
    ),
    get("/api/v1/games/{name}", "getGame", "Returns the page of a game", One("Page"), &["name"]),
    post(
        "/api/v1/solve",
        "solve",
        "Finds the outcome of a position, its value and the winning moves",
        One("Analysis"),
    ),
    post("/api/v1/moves", "listMoves", "Returns the view of a position and all its moves", One("Moves")),
    post("/api/v1/line", "findLine", "Finds a line of best play from a position to the end", One("Line")),
    post(
        "/api/v1/eval",
        "evaluate",
        "Evaluates an expression, or analyses a sum of positions",
        Either(&["Answer", "Analysis"]),
    ),
    post("/api/v1/table", "tabulate", "Computes the values of heaps, pairs or triples", Either(TABLES)),
    post("/api/v1/rules", "compileRules", "Compiles a rule file, or reports the errors in it", One("Rules")),
    post("/api/v1/picture", "drawPosition", "Draws a position", One("Picture")),
    post(
        "/api/v1/thermograph",
        "drawThermograph",
        "Draws the thermograph of an expression",
        One("Thermograph"),
    ),
    post("/api/v1/query", "queryTable", "Looks up a position in a solved table", One("Analysis")),
    post(
        "/api/v1/count",
        "countPositions",
        "Counts the reachable positions by their value",
        One("DatabaseCount"),
    ),
    post(
        "/api/v1/positions",
        "listPositions",
        "Lists positions of a solved table by rank",
        One("DatabasePositions"),
    ),
    get(
        "/api/v1/quiz",
        "getExercise",
        "Returns an exercise",
        One("Judged"),
        &["topic", "game", "level", "seed"],
    ),
    post("/api/v1/quiz", "judgeExercise", "Judges an answer to an exercise", One("Judged")),
    get(
        "/api/v1/verify/{name}",
        "verify",
        "Compares the theorems of a game with exhaustive search",
        List("Verification"),
        &["name", "up_to", "wait"],
    ),
    get(
        "/api/v1/tasks/{id}/events",
        "followTask",
        "Streams the progress of a task, and its answer",
        Events("Progress"),
        &["id"],
    ),
    Operation {
        method: "delete",
        path: "/api/v1/tasks/{id}",
        id: "cancelTask",
        summary: "Cancels a task",
        answer: Nothing,
        parameters: &["id"],
    },
    get("/openapi.json", "describe", "Returns this description", Object, &[]),
];

/// Iterates over the names of the operations whose fields are sent as a POST body.
pub(crate) fn posted() -> impl Iterator<Item = &'static str> {
    OPERATIONS.iter().filter(|operation| operation.method == "post").map(Operation::name)
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
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation.describe();
    }
    let mut all = schemas();
    all.insert("Failure".to_owned(), object(&[("error", reference("Error"))]));
    all.insert("Task".to_owned(), object(&[("task", json!({ "type": "string" }))]));
    all.insert("Progress".to_owned(), progress());
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

fn progress() -> Value {
    let counts =
        ["positions", "bytes", "total", "layer", "needed"].map(|name| (name, json!({ "type": "integer" })));
    let text = json!({ "type": ["string", "null"] });
    let mut schema = object(&[&counts[..], &[("outcome", text.clone()), ("winning_move", text)]].concat());
    schema["description"] = "The progress of a task. A number that is not known is 0, an answer null.".into();
    schema
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
    /// Returns the name of the service's operation at this address.
    fn name(&self) -> &'static str {
        self.path.trim_start_matches(BASE).trim_start_matches('/')
    }

    fn describe(&self) -> Value {
        let mut described =
            json!({ "operationId": self.id, "summary": self.summary, "responses": self.responses() });
        if !self.parameters.is_empty() {
            let parameters = self.parameters.iter().map(|name| parameter(self.path, name));
            described["parameters"] = parameters.collect();
        }
        if self.method == "post" {
            let content = json!({ "application/json": { "schema": self.body() } });
            described["requestBody"] = json!({ "required": true, "content": content });
        }
        described
    }

    /// Returns the schema of the body of a POST.
    fn body(&self) -> Value {
        let operation = self.name();
        let names = ServiceRequest::fields(operation);
        let fields: Vec<(&str, Value)> = names.iter().map(|name| (*name, field(operation, name))).collect();
        let mut schema = object(&fields);
        schema["required"] = json!([names[0]]);
        schema
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
        if self.may_become_task() {
            responses["202"] =
                json!({ "description": "The work continues as a task.", "content": json(reference("Task")) });
        }
        for (status, description) in self.failures() {
            responses[status] = json!({ "description": description, "content": json(reference("Failure")) });
        }
        if let Some(busy) = responses.get_mut("429") {
            busy["headers"] = json!({ "Retry-After": { "schema": { "type": "integer" } } });
        }
        responses
    }

    /// Returns `true` if work that takes long continues as a task.
    fn may_become_task(&self) -> bool {
        self.parameters.contains(&"wait") || self.id == "getExercise"
    }

    fn failures(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let is_task = self.path.contains("/tasks/");
        let is_work = !is_task && self.id != "describe";
        let is_post = self.method == "post";
        let has_text = is_post || matches!(self.id, "getGame" | "getExercise" | "verify");
        let has_table = matches!(self.id, "queryTable" | "countPositions" | "listPositions" | "listTables");
        let failures = [
            (is_work || is_task, "400", "The request is malformed."),
            (true, "403", "The host, the origin or the token is not accepted."),
            (is_task || has_table, "404", "The task or the table does not exist."),
            (is_post, "413", "The body is too long."),
            (is_post, "415", "The body is not JSON."),
            (has_text, "422", "A text in the request is wrong, or the request exceeds a limit."),
            (is_work, "429", "The server is busy."),
            (is_work, "503", "The work failed because of a defect of the program."),
        ];
        failures.into_iter().filter(|(applies, ..)| *applies).map(|(_, status, text)| (status, text))
    }
}

/// Returns the description of a parameter in an address.
fn parameter(path: &str, name: &str) -> Value {
    let is_in_path = path.contains(&format!("{{{name}}}"));
    let (schema, description) = match name {
        "search" => (json!({ "type": "string" }), "words; the best match comes first"),
        "name" => (json!({ "type": "string" }), "any name of the game"),
        "id" => (json!({ "type": "string" }), "the name of a task"),
        "wait" => {
            (json!({ "type": "number", "default": 1 }), "the seconds after which the work becomes a task")
        }
        "up_to" => (json!({ "type": "integer" }), "the size up to which the theorem is verified"),
        name => (field("quiz", name), "a field of the exercise"),
    };
    let place = if is_in_path { "path" } else { "query" };
    json!({ "name": name, "in": place, "required": is_in_path, "description": description, "schema": schema })
}

/// Returns the schema of a field of the request for an operation.
fn field(operation: &str, name: &str) -> Value {
    let described = |kind: &str, text: &str| json!({ "type": kind, "description": text });
    match name {
        "game" if operation != "quiz" => game(),
        "table" if operation == "table" => game(),
        "table" => described("string", "the path of the table's directory below that of all tables"),
        "misere" => described("boolean", "misère play: the player who cannot move wins"),
        "explain" => described("boolean", "with the reasons in full"),
        "outcome_only" => described("boolean", "without the value, which may take much longer"),
        "conjecture" => described("boolean", "a pattern that is not proved may determine the value"),
        "outcomes" => described("boolean", "with the outcomes of the positions after the moves, or of heaps"),
        "prove" => described("boolean", "searches until the period is proved"),
        "certificate" => described("boolean", "with the certificate of the period"),
        "values" => described("boolean", "with the values; true by default"),
        "max_moves" => described("integer", "the number of moves that are listed"),
        "memory" => described("integer", "the memory limit in bytes"),
        "timeout" => described("number", "the time limit in seconds"),
        "from" => described("integer", "the first heap, or the lowest rank"),
        "up_to" => described("integer", "the last heap, or the greatest number of a pair or triple"),
        "rank" => described("integer", "the rank of the position, instead of `position`"),
        "remoteness" => described("integer", "the number of moves to the end, or of points"),
        "max" => json!({ "type": "integer", "default": 100, "maximum": 10000 }),
        "seed" => {
            json!({ "type": "integer", "default": 1, "description": "equal seeds give equal exercises" })
        }
        "before" => {
            json!({ "type": "array", "items": { "type": "string" }, "description": "expressions that assign names" })
        }
        "method" => json!({ "enum": ["auto", "search"] }),
        "format" => json!({ "enum": ["svg", "tikz", "png", "text"] }),
        "outcome" => json!({ "enum": ["N", "P", "D"] }),
        "to_move" => {
            json!({ "enum": ["left", "right"], "description": "the first player, if the position does not state it" })
        }
        "topic" => described("string", "winner, move, nim-value, number, heat or form; empty for any"),
        "level" => described("string", "easy, medium or hard"),
        _ => json!({ "type": "string" }),
    }
}

fn game() -> Value {
    json!({
        "description": "a name of the catalogue, a code, a whole position, or the text of a rule file",
        "anyOf": [{ "type": "string" }, object(&[("rules", json!({ "type": "string" }))])],
    })
}
