use crate::arguments::Games;
use crate::{Ending, Failure, render};
use std::io::Write;
use winways::{Catalogue, Span, entries};

pub(crate) fn run(arguments: &Games, out: &mut dyn Write) -> Result<Ending, Failure> {
    let format = arguments.format.format;
    match &arguments.game {
        None => render::catalogue(format, &entries().collect::<Vec<_>>(), out)?,
        Some(name) => {
            // `octal(0.137)` and `dawson_kayles` are asked for as well as their plain names.
            let base = name.split(['(', '{']).next().unwrap_or(name).replace('_', "-");
            let entry = Catalogue::new()
                .entry(&base, Span::new(0, base.len()))
                .map_err(|diagnostic| Failure::input("game", name, diagnostic))?;
            render::page(format, entry, out)?;
        }
    }
    Ok(Ending::Answered)
}
