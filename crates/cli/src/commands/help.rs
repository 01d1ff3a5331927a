use crate::arguments::examples;
use crate::{Ending, Failure};
use anyhow::Context;
use clap_complete::Shell;
use std::io::Write;
use std::path::Path;
use winways::games::entries;
use winways::text::nearest;
use winways::values::Function;
use winways::{Calculator, Diagnostic, Span};

pub(crate) fn completions(shell: Shell, out: &mut dyn Write) -> Result<Ending, Failure> {
    let mut command = examples::command();
    let (games, parameters): (Vec<_>, Vec<_>) =
        entries().map(|entry| entry.page).partition(|page| page.parameter.is_none());
    let names = || games.iter().chain(&parameters).map(|page| page.name);
    // The names serve only for completions: a typed name may also be a code, have a parameter, or be a path.
    for (name, argument) in WITH_GAMES {
        command = command.mut_subcommand(name, |command| {
            command.mut_args(|own| match own.get_id() == argument {
                true => own.value_parser(names().collect::<Vec<_>>()).hide_possible_values(true),
                false => own,
            })
        });
    }
    // The generator panics on write errors, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "winways", &mut script);
    out.write_all(&script)?;
    if shell == Shell::Fish {
        // The generator does not complete positional arguments for fish.
        let names = names().collect::<Vec<_>>().join(" ");
        for (command, _) in WITH_GAMES {
            writeln!(out, "complete -c winways -n \"__fish_seen_subcommand_from {command}\" -a \"{names}\"")?;
        }
    }
    Ok(Ending::Answered)
}

/// The commands that take the name of a game, each with the name of that argument.
const WITH_GAMES: [(&str, &str); 5] =
    [("solve", "game"), ("play", "game"), ("table", "game"), ("games", "game"), ("verify", "names")];

pub(crate) fn man(directory: Option<&Path>, mut out: &mut dyn Write) -> Result<Ending, Failure> {
    match directory {
        None => clap_mangen::Man::new(examples::command()).render(&mut out)?,
        Some(directory) => {
            std::fs::create_dir_all(directory)
                .and_then(|()| clap_mangen::generate_to(examples::command(), directory))
                .with_context(|| format!("cannot write manual pages into {}", directory.display()))?;
        }
    }
    Ok(Ending::Answered)
}

/// Lists the functions of the calculator that match `words`, or all functions if `words` is empty. Describes a function if `words` is
/// its name or if it is the only match.
pub(crate) fn functions(words: &str, out: &mut dyn Write) -> Result<Ending, Failure> {
    if let Some(function) = Calculator::functions().iter().find(|function| function.name == words) {
        return describe(function, out);
    }
    let found: Vec<&Function> = Calculator::search_functions(words).collect();
    match &found[..] {
        [] => Err(unknown_function(words)),
        [function] => describe(function, out),
        found => {
            for function in found {
                let call = format!("{}({})", function.name, function.parameters);
                writeln!(out, "{call:24} {}", function.summary)?;
            }
            Ok(Ending::Answered)
        }
    }
}

fn describe(function: &Function, out: &mut dyn Write) -> Result<Ending, Failure> {
    writeln!(out, "{}({})\n  {}", function.name, function.parameters, function.summary)?;
    let answer = function.answer.replace('\n', "\n              ");
    writeln!(out, "  for example {}\n  which gives {answer}", function.example)?;
    writeln!(out, "  see         {}", function.source)?;
    Ok(Ending::Answered)
}

fn unknown_function(name: &str) -> Failure {
    let message = format!("there is no function called `{name}`, and none whose definition has these words");
    let diagnostic = Diagnostic::new(message, Span::new(0, name.len()))
        .label("expected a function of `winways functions`, or words of its definition");
    let names = Calculator::functions().iter().map(|function| function.name);
    let similar = nearest(name, names).map(|similar| format!("did you mean `{similar}`?"));
    let diagnostic = match similar {
        Some(similar) => diagnostic.help(similar),
        None => diagnostic,
    };
    Failure::input("function", name, diagnostic)
}
