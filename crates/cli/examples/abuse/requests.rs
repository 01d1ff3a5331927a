//! Random requests for `serve-stdio` and `serve`.

use crate::commands::Random;
use serde_json::{Map, Value, json};

/// A request: an operation, its subject and its other fields.
pub(crate) struct Request {
    pub(crate) operation: &'static str,
    subject: Value,
    fields: Map<String, Value>,
}

impl Request {
    /// Returns the request as a line of `serve-stdio`.
    pub(crate) fn line(&self) -> String {
        self.object(self.operation)
    }

    /// Returns the request as the body of a POST request.
    pub(crate) fn body(&self) -> String {
        let is_of_position = matches!(self.operation, "solve" | "moves" | "line" | "reply" | "picture");
        self.object(if is_of_position { "game" } else { self.operation })
    }

    fn object(&self, key: &str) -> String {
        let mut fields = self.fields.clone();
        fields.insert(key.to_owned(), self.subject.clone());
        Value::Object(fields).to_string()
    }
}

/// The operations of random requests: all but `cancel`, which has no answer.
const OPERATIONS: &[&str] = &[
    "solve",
    "moves",
    "line",
    "reply",
    "eval",
    "table",
    "rules",
    "picture",
    "thermograph",
    "puzzle",
    "quiz",
    "games",
    "game",
    "functions",
    "verify",
    "tables",
    "query",
    "count",
    "positions",
];

impl Random {
    pub(crate) fn request(&mut self) -> Request {
        let operation = self.one(OPERATIONS);
        let mut fields = Map::new();
        let subject = match operation {
            "solve" | "moves" | "line" | "reply" | "picture" => {
                let (game, position) = self.position();
                fields.insert("position".to_owned(), position.into());
                if operation == "moves" {
                    fields.insert("outcomes".to_owned(), (self.below(2) == 0).into());
                }
                if self.below(6) == 0 { json!({ "rules": self.rules() }) } else { game.into() }
            }
            "table" => {
                fields.insert("up_to".to_owned(), (self.below(1 << 30) as u64).into());
                let (game, _) = self.position();
                if self.below(2) == 0 { self.code().into() } else { game.into() }
            }
            "rules" => self.rules().into(),
            "games" | "functions" => self.one(&["", "dots and boxes", "sum of", "*", "\u{221e}"]).into(),
            "game" => self.position().0.into(),
            "verify" => {
                fields.insert("up_to".to_owned(), (self.below(1 << 40) as u64).into());
                self.position().0.into()
            }
            "tables" | "query" | "count" | "positions" => {
                if operation == "positions" {
                    fields.insert("from".to_owned(), (self.below(1 << 40) as u64).into());
                }
                self.one(&["", "chase-5", "../..", "nothing", "a/b"]).into()
            }
            "quiz" => {
                fields.insert("seed".to_owned(), (self.below(1 << 20) as u64).into());
                self.one(&["", "nim", "values", "outcomes"]).into()
            }
            "puzzle" => {
                fields.insert("seed".to_owned(), (self.below(1 << 20) as u64).into());
                self.one(&["", "2026-11-24", "2026-02-30", "today"]).into()
            }
            _ => self.expression(3).replace('\n', " ").into(),
        };
        Request { operation, subject, fields }
    }

    /// Returns a picture-rule file for a grid, a torus, or a graph that may have many edges.
    fn rules(&mut self) -> String {
        let board = match self.below(4) {
            0 => format!("graph complete {}", self.below(300)),
            1 => "graph".to_owned(),
            2 => "torus".to_owned(),
            _ => "grid".to_owned(),
        };
        let length = 1 + self.below(6);
        let before: String = (0..length).map(|_| self.one(&["@ ", "& ", ". ", "? ", ".+ "])).collect();
        let after: String = (0..length).map(|_| self.one(&["@ ", ". ", "& "])).collect();
        format!("board: {board}\npieces: x left, o right\neach: @ {before}-> . {after}\n")
    }
}
