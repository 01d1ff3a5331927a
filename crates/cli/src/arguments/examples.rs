//! Examples of every command, for `--help` and the manual pages.

use super::Arguments;
use clap::{Arg, Command, CommandFactory, FromArgMatches};

/// The commands, each with its examples. A test runs them one after another in the same directory.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("solve", &["winways solve nim 7 8 9", "winways solve clobber '.....|...xo' --explain"]),
    ("moves", &["winways moves domineering '...|...'", "winways moves kayles 7 --format json"]),
    ("eval", &["winways eval '{2|0} + ^'", "echo 'nim(7,8) + kayles(9)' | winways eval --format json"]),
    ("repl", &["echo 'g = {1|-1}; g + g' | winways repl"]),
    ("serve", &["winways serve --open", "winways serve --port 8000 --tables ."]),
    (
        "serve-stdio",
        &["echo '{\"id\": 1, \"solve\": \"nim\", \"position\": \"7 8 9\"}' | winways serve-stdio"],
    ),
    ("functions", &["winways functions temperature", "winways functions heat"]),
    (
        "table",
        &[
            "winways table kayles --up-to 200",
            "winways table 'octal(0.137)' --prove --certificate 0137.certificate",
            "winways table kayles --misere --quotient --summary",
            "winways table 'cram(grid(2,n))' --for n=1..8",
        ],
    ),
    ("atlas", &["winways atlas", "winways atlas 4.344"]),
    ("census", &["winways census --greatest 8 --format csv"]),
    ("bench", &["winways bench --list", "winways bench --only misere"]),
    ("database build", &["winways database build chase 8 --out chase-8"]),
    ("database info", &["winways database info chase-8"]),
    ("database query", &["winways database query chase-8 1 1 8 8"]),
    ("database count", &["winways database count chase-8 1 1 8 8"]),
    ("database verify", &["winways database verify chase-8"]),
    ("database export", &["winways database export chase-8 --format csv --out chase-8.csv"]),
    ("database list", &["winways database list ."]),
    ("play", &["winways play domineering", "winways play nim 3 4 5 --first opponent"]),
    ("quiz", &["winways quiz", "winways quiz --game nim --level easy"]),
    ("puzzle", &["winways puzzle", "winways puzzle --game kayles --rating 900 --seed 3"]),
    ("verify", &["winways verify kayles", "winways verify nim --up-to 6"]),
    ("verify-certificate", &["winways verify-certificate 0137.certificate"]),
    ("judge", &["winways judge --list"]),
    ("games", &["winways games --search 'dots and boxes'", "winways games kayles"]),
    ("completions", &["winways completions bash > winways.bash"]),
    ("man", &["winways man > winways.1"]),
];

/// Returns the definition of the command line, with the examples in the help of every command.
pub(crate) fn command() -> Command {
    EXAMPLES.iter().fold(with_negative_numbers(Arguments::command()), |command, (path, examples)| {
        let examples: String = examples.iter().map(|example| format!("\n  {example}")).collect();
        let path: Vec<&str> = path.split(' ').collect();
        within(command, &path, &|command| command.after_help(format!("Examples:{examples}")))
    })
}

/// Accepts negative numbers as values everywhere, so that the error for an invalid number states the expected value.
fn with_negative_numbers(command: Command) -> Command {
    let accepting = |arg: Arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    command.mut_args(accepting).mut_subcommands(with_negative_numbers)
}

/// Parses the command line of the process.
///
/// # Errors
/// Returns an error if the command line is invalid, or if it requests help or the version.
pub(crate) fn parse() -> Result<Arguments, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Applies `change` to the subcommand of `command` at `path`.
fn within(command: Command, path: &[&str], change: &dyn Fn(Command) -> Command) -> Command {
    match path {
        [] => change(command),
        [first, rest @ ..] => command.mut_subcommand(*first, |below| within(below, rest, change)),
    }
}
