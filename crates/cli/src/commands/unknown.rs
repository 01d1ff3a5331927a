//! Suggestions for arguments without a command: a game with a position, or an expression.

use crate::Failure;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use winways::Catalogue;
use winways::values::Expression;

/// Returns a failure with a suggestion, if the intention is clear.
pub(crate) fn suggestion(wrong: &clap::Error, arguments: &[String]) -> Option<Failure> {
    if wrong.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let Some(ContextValue::String(word)) = wrong.get(ContextKind::InvalidSubcommand) else { return None };
    let rest = arguments.iter().skip_while(|argument| *argument != word);
    let rest = rest.map(|argument| quoted(argument)).collect::<Vec<_>>().join(" ");
    if Catalogue::new().game(word).is_ok() {
        return Some(Failure::usage(format!(
            "`{word}` is a game, not a command: `winways solve {rest}` shows who wins and how, \
             `winways play {rest}` plays it, `winways games {}` describes it",
            quoted(word)
        )));
    }
    let is_name = word.chars().all(|character| character.is_alphanumeric() || "-_".contains(character));
    if !is_name && Expression::parse(word).is_ok() {
        let word = quoted(word);
        return Some(Failure::usage(format!(
            "this is an expression, not a command: `winways eval {word}` computes its value"
        )));
    }
    None
}

/// Quotes an argument for a shell.
fn quoted(argument: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "-_.,:/=+".contains(character);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', "'\\''")),
    }
}
