use super::ErrorJson;
use super::words::PlayWord;
use crate::{Position, explain_rules};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;
use winways_kit::AnyGame;
use winways_notation::Diagnostic;

/// The result of compiling a rule file, as JSON: the game, or the errors in the file.
#[derive(JsonSchema, Serialize)]
pub struct RulesJson {
    game: Option<RuleGameJson>,
    diagnostics: Vec<ErrorJson>,
    /// The findings of the compiler about rules that consist of pictures.
    explain: Vec<FindingJson>,
}

#[derive(JsonSchema, Serialize)]
struct RuleGameJson {
    name: String,
    title: String,
    rules: String,
    notation: String,
    sources: Vec<String>,
    #[schemars(with = "PlayWord")]
    play: &'static str,
    start: Option<String>,
}

#[derive(JsonSchema, Serialize)]
struct FindingJson {
    about: &'static str,
    text: String,
}

impl RulesJson {
    /// Creates the JSON of the rules in `text`; `game` is the result of compiling them.
    pub fn new(text: &str, game: Result<Arc<dyn AnyGame>, Diagnostic>) -> Self {
        let game = match game {
            Ok(game) => game,
            Err(wrong) => {
                let diagnostics = vec![ErrorJson::of_text("rules", text, &wrong)];
                return RulesJson { game: None, diagnostics, explain: Vec::new() };
            }
        };
        let about = game.about().clone();
        let findings = explain_rules(text).unwrap_or_default();
        RulesJson {
            diagnostics: Vec::new(),
            explain: findings
                .into_iter()
                .map(|finding| FindingJson { about: finding.about, text: finding.text })
                .collect(),
            game: Some(RuleGameJson {
                name: about.name,
                title: about.title,
                rules: about.rules,
                notation: about.notation,
                sources: about.sources,
                play: about.play.name(),
                start: Position::start(&*game).map(|start| start.to_string()),
            }),
        }
    }
}
