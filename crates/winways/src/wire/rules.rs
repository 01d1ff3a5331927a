use super::ErrorJson;
use crate::{Position, explain_rules};
use serde::Serialize;
use std::sync::Arc;
use winways_kit::AnyGame;
use winways_notation::Diagnostic;

/// What a rule file tells, as JSON: its game, or what is wrong with it.
#[derive(Serialize)]
pub struct RulesJson {
    game: Option<RuleGameJson>,
    diagnostics: Vec<ErrorJson>,
    /// What the compiler finds in rules as pictures.
    explain: Vec<FindingJson>,
}

#[derive(Serialize)]
struct RuleGameJson {
    name: String,
    title: String,
    rules: String,
    notation: String,
    sources: Vec<String>,
    play: &'static str,
    start: Option<String>,
}

#[derive(Serialize)]
struct FindingJson {
    about: &'static str,
    text: String,
}

impl RulesJson {
    /// The rules in `text`, of which `game` was made.
    pub fn new(text: &str, game: Result<Arc<dyn AnyGame>, Diagnostic>) -> Self {
        let game = match game {
            Ok(game) => game,
            Err(wrong) => {
                let diagnostics = vec![ErrorJson::of_text("rules", text, &wrong)];
                return RulesJson { game: None, diagnostics, explain: Vec::new() };
            }
        };
        let findings = explain_rules(text).unwrap_or_default();
        RulesJson {
            diagnostics: Vec::new(),
            explain: findings
                .into_iter()
                .map(|finding| FindingJson { about: finding.about, text: finding.text })
                .collect(),
            game: Some(RuleGameJson {
                name: game.name(),
                title: game.title().to_owned(),
                rules: game.rules().to_owned(),
                notation: game.notation().to_owned(),
                sources: game.sources().into_iter().map(str::to_owned).collect(),
                play: game.play().name(),
                start: Position::start(&*game).map(|start| start.to_string()),
            }),
        }
    }
}
