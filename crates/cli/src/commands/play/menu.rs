//! The menu of games.

use super::lines::{Lines, Typed};
use crate::Failure;
use crate::watch::Watch;
use std::io::Write;
use winways::Catalogue;
use winways::games::entries;
use winways::text::nearest;

/// Games whose positions need no explanation.
const GAMES: [&str; 14] = [
    "nim",
    "mnk",
    "domineering",
    "hackenbush",
    "kayles",
    "wythoff",
    "col",
    "snort",
    "clobber",
    "toads-and-frogs",
    "connect-four",
    "chess",
    "hare-and-hounds",
    "fox-and-geese",
];

/// Asks the person for a game. Returns its name, or `None` if the person quits.
pub(super) fn choose(
    lines: &mut Lines,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Option<String>, Failure> {
    writeln!(out, "Which game?")?;
    for (name, number) in GAMES.iter().zip(1..) {
        let title = entries().find(|entry| entry.page.name == *name).map_or("", |entry| entry.page.title);
        writeln!(out, "  {number:>2}  {name:<17}{title}")?;
    }
    loop {
        let prompt = "Enter its number, or the name of any game that `winways games` lists: ";
        let Typed::Line(line) = lines.read(prompt, watch, out)? else { return Ok(None) };
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match line.as_str() {
            "" => {}
            "q" | "quit" | "exit" => return Ok(None),
            _ if number.is_some() => match number.and_then(|number| GAMES.get(number)) {
                Some(name) => return Ok(Some((*name).to_owned())),
                None => writeln!(out, "The games are numbered from 1 to {}.", GAMES.len())?,
            },
            name => match Catalogue::new().start(name) {
                Ok(_) => return Ok(Some(line)),
                Err(_) if std::path::Path::new(name).is_file() => return Ok(Some(line)),
                Err(wrong) => {
                    let similar = nearest(name, entries().map(|entry| entry.page.name));
                    let help = similar.map_or(String::new(), |name| format!(" Did you mean `{name}`?"));
                    writeln!(out, "There is no such game: {wrong}.{help}")?;
                }
            },
        }
    }
}
