use crate::Function;
use schemars::JsonSchema;
use serde::Serialize;

/// A function of the calculator as JSON.
#[derive(JsonSchema, Serialize)]
pub struct FunctionJson {
    name: &'static str,
    call: String,
    about: &'static str,
    example: &'static str,
    answer: &'static str,
}

impl FunctionJson {
    /// Creates the JSON of a function.
    pub fn new(function: &Function) -> Self {
        FunctionJson {
            name: function.name,
            call: format!("{}({})", function.name, function.parameters),
            about: function.summary,
            example: function.example,
            answer: function.answer,
        }
    }
}
