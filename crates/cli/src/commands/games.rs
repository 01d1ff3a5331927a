use crate::arguments::{Format, Games};
use crate::input::Reading;
use crate::{Ending, Failure, input, render};
use std::io::Write;
use winways::games::{Relevance, entries, explain_rules, search_games};
use winways::{Budget, Catalogue, Span};

pub(crate) fn run(arguments: &Games, out: &mut dyn Write) -> Result<Ending, Failure> {
    match (&arguments.game, &arguments.search) {
        (None, None) => list(arguments.format.format, out),
        (None, Some(words)) => search(&words.join(" "), arguments.format.format, out),
        (Some(name), _) if arguments.explain => explain(name, arguments.format.format, out),
        (Some(name), _) => describe(name, arguments.format.format, out),
    }
}

/// Lists the games that match these words, best matches first. If no game matches, lists the nearest games.
fn search(words: &str, format: Format, out: &mut dyn Write) -> Result<Ending, Failure> {
    let (relevance, found): (Vec<_>, Vec<_>) = search_games(words).unzip();
    match relevance.first() {
        None => {
            return Err(Failure::usage(format!("no game matches `{words}`; `winways games` lists all")));
        }
        Some(Relevance::Near) if format == Format::Text => {
            writeln!(out, "No game matches `{words}`. The nearest:\n")?;
        }
        Some(_) => {}
    }
    render::catalogue(format, &found, out)?;
    Ok(Ending::Answered)
}

/// Lists the catalogue. The text format groups the games by kind.
pub(crate) fn list(format: Format, out: &mut dyn Write) -> Result<Ending, Failure> {
    match format {
        Format::Text => render::groups(out)?,
        _ => render::catalogue(format, &entries().collect::<Vec<_>>(), out)?,
    }
    Ok(Ending::Answered)
}

/// Shows the compiler's findings about a rule file with pictures.
fn explain(name: &str, format: Format, out: &mut dyn Write) -> Result<Ending, Failure> {
    let reading = Reading::within(Budget::DEFAULT.memory);
    let Some(source) = input::rule_file(name, reading)? else {
        let expected = "`--explain` expects a rule file with pictures, such as `clobber.game`";
        return Err(Failure::usage(format!("`{name}` is not a file; {expected}")));
    };
    let found = explain_rules(&source.text)
        .map_err(|diagnostic| Failure::input(source.name, source.text, diagnostic))?;
    render::findings(format, &found, out)?;
    Ok(Ending::Answered)
}

/// Shows the page of one game.
pub(crate) fn describe(name: &str, format: Format, out: &mut dyn Write) -> Result<Ending, Failure> {
    let reading = Reading::within(Budget::DEFAULT.memory);
    if input::rule_file(name, reading)?.is_some() {
        let game = input::game(&Catalogue::new(), name, reading)?;
        render::rule_file(format, name, &*game, out)?;
        return Ok(Ending::Answered);
    }
    // Accept `octal(0.137)` and `dawson_kayles` as well as plain names.
    let base = match Catalogue::new().game(name) {
        Ok(game) => game.page().name,
        Err(wrong) if name.contains(['(', '{']) => {
            return Err(Failure::input("game", name, wrong));
        }
        Err(_) => name.split(['(', '{']).next().unwrap_or(name),
    };
    let entry = Catalogue::new()
        .entry(base, Span::new(0, base.len()))
        .map_err(|diagnostic| Failure::input("game", name, diagnostic))?;
    render::page(format, entry, out)?;
    Ok(Ending::Answered)
}
