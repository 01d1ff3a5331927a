use crate::arguments::{Format, Games};
use crate::input::Reading;
use crate::{Ending, Failure, input, render};
use std::io::Write;
use winways::{Budget, Catalogue, Span, entries};

pub(crate) fn run(arguments: &Games, out: &mut dyn Write) -> Result<Ending, Failure> {
    match &arguments.game {
        None => list(arguments.format.format, out),
        Some(name) => tell(name, arguments.format.format, out),
    }
}

/// The catalogue.
pub(crate) fn list(format: Format, out: &mut dyn Write) -> Result<Ending, Failure> {
    render::catalogue(format, &entries().collect::<Vec<_>>(), out)?;
    Ok(Ending::Answered)
}

/// The page of one game.
pub(crate) fn tell(name: &str, format: Format, out: &mut dyn Write) -> Result<Ending, Failure> {
    let reading = Reading::within(Budget::DEFAULT.memory);
    if input::rule_file(name, reading)?.is_some() {
        let game = input::game(&Catalogue::new(), name, reading)?;
        render::rule_file(format, name, &*game, out)?;
        return Ok(Ending::Answered);
    }
    // `octal(0.137)` and `dawson_kayles` are asked for as well as their plain names.
    let mut base = name.split(['(', '{']).next().unwrap_or(name).replace('_', "-");
    // `subtract{1|2}` is of another family than `subtract{1,2}`.
    if name.contains('|')
        && let Ok(game) = Catalogue::new().game(name)
    {
        base = game.page().name.to_owned();
    }
    let entry = Catalogue::new()
        .entry(&base, Span::new(0, base.len()))
        .map_err(|diagnostic| Failure::input("game", name, diagnostic))?;
    render::page(format, entry, out)?;
    Ok(Ending::Answered)
}
