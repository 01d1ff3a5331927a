use crate::{Calculator, Function};
use serde::Serialize;

/// A function of the calculator as JSON.
#[derive(Serialize)]
pub struct FunctionJson {
    name: &'static str,
    call: String,
    about: &'static str,
    example: &'static str,
    answer: &'static str,
}

impl FunctionJson {
    /// The function as JSON.
    pub fn new(function: &Function) -> Self {
        FunctionJson {
            name: function.name,
            call: format!("{}({})", function.name, function.parameters),
            about: function.summary,
            example: function.example,
            answer: function.answer,
        }
    }

    /// The functions that have all of these words, in small or capital letters; those that have them in their names come first.
    pub fn having(words: &str) -> Vec<FunctionJson> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let has = |text: &str| words.iter().all(|word| text.contains(word));
        let is_named = |function: &&Function| has(function.name);
        let is_found =
            |function: &&Function| has(&format!("{} {}", function.name, function.summary.to_lowercase()));
        let (named, others): (Vec<&Function>, Vec<&Function>) =
            Calculator::functions().iter().filter(is_found).partition(is_named);
        named.into_iter().chain(others).map(FunctionJson::new).collect()
    }
}
