use super::line::{Line, Session};
use crate::arguments::{Format, Repl};
use crate::input::Reading;
use crate::terminal::Wrapped;
use crate::watch::Watch;
use crate::{Ending, Failure, commands, input, render};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Editor, Helper};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use winways::games::{entries, find_game};
use winways::{Calculator, Request};

const HELP: &str = "Type an expression, such as {3|1} + ^ or mean(domineering(\"...|...\")).
  nim(3,5)     a position: who wins, its value, the winning moves
  g = {1|-1}   gives a value a name
  help NAME    describes a function or a game, with an example
  f(n) = domineering(grid(2, n))   names a function; [mean(f(n)) for n in 1..9] applies it
  plot G       draws the thermograph of G; plot G to FILE.svg writes it to a file
  functions    lists the functions
  games        lists the games
  quit         ends the session, as Ctrl-D does; Ctrl-C stops a computation";

pub(crate) fn run(arguments: &Repl, give_back_memory: fn(), out: &mut dyn Write) -> Result<Ending, Failure> {
    let bounds = &arguments.bounds;
    let budget = bounds.budget();
    let watch = Watch::start(&bounds.within(None)).giving_back(give_back_memory);
    let catalogue = input::catalogue_of(&arguments.games, Reading::watched(&watch))?;
    let request = Request::default().budget(budget);
    let mut session = Session::new(&catalogue, request, arguments.format.format).in_full();
    let is_text = arguments.format.format == Format::Text;
    let mut editor: Editor<Completions, MemHistory> =
        Editor::with_history(Config::builder().auto_add_history(true).build(), MemHistory::new())?;
    // Without a terminal, the length of a line is limited as in `eval`.
    let mut piped = if io::stdin().is_terminal() { None } else { Some(input::Lines::stdin()?) };
    loop {
        editor.set_helper(Some(Completions::of(&session)));
        // Clear the stop of the last computation, which must not end the session.
        watch.reset();
        let line = match &mut piped {
            Some(lines) => match watch.while_idle(|| lines.next_line())? {
                None => return Ok(Ending::Answered),
                Some(Ok(line)) => line.to_owned(),
                Some(Err(failure)) => {
                    report(Err(failure));
                    continue;
                }
            },
            // While a line is typed, no computation is running, so a Ctrl-C that arrives as a signal ends the program.
            None => match watch.while_idle(|| editor.readline("> ")) {
                Ok(line) => line,
                Err(ReadlineError::Interrupted) => continue,
                Err(ReadlineError::Eof) => return Ok(Ending::Answered),
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    report(Err(Failure::usage("the line is not UTF-8 text")));
                    continue;
                }
                Err(error) => return Err(error.into()),
            },
        };
        watch.begin(bounds.timeout);
        match line.trim() {
            "quit" | "exit" => return Ok(Ending::Answered),
            "help" => writeln!(out, "{HELP}")?,
            "functions" => commands::help::functions("", &mut Wrapped::new(out, true)).map(|_| ())?,
            "games" => report(commands::games::list(Format::Text, &mut Wrapped::new(out, true))),
            other => match other.split_once(' ').filter(|(_, rest)| !rest.trim_start().starts_with('=')) {
                Some(("help", name)) => report(help(name.trim(), &mut Wrapped::new(out, true))),
                Some(("plot", what)) => plot(&mut session, what, &watch, out)?,
                _ => answer(&mut session, &line, &watch, &mut Wrapped::new(out, is_text))?,
            },
        }
        out.flush()?;
        watch.begin(None);
    }
}

fn answer(session: &mut Session<'_>, text: &str, watch: &Watch, out: &mut dyn Write) -> Result<(), Failure> {
    let line = Line { name: "line", text, lines_before: 0 };
    let result = session.answer(line, watch, &mut WithoutEmptyLine { out, has_begun: false })?;
    watch.finish();
    report(result);
    Ok(())
}

/// Executes `plot G` or `plot G to FILE`.
fn plot(session: &mut Session<'_>, what: &str, watch: &Watch, out: &mut dyn Write) -> Result<(), Failure> {
    let is_picture = |file: &&Path| file.extension().is_some();
    let (text, file) = match what.rsplit_once(" to ") {
        Some((text, file)) => match Some(Path::new(file.trim())).filter(is_picture) {
            Some(file) => (text, Some(file)),
            None => (what, None),
        },
        None => (what, None),
    };
    let picture = session.plot(Line { name: "line", text, lines_before: 0 }, watch);
    watch.finish();
    match (picture, file) {
        (Err(failure), _) => report(Err(failure)),
        (Ok(picture), None) => writeln!(out, "{}", picture.text().trim_end())?,
        (Ok(picture), Some(file)) => {
            report(render::picture::write(file, &picture).map(|()| Ending::Answered));
        }
    }
    Ok(())
}

/// A writer that discards an empty line at the start of its output.
struct WithoutEmptyLine<'o> {
    out: &'o mut dyn Write,
    has_begun: bool,
}

impl Write for WithoutEmptyLine<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_first = !self.has_begun;
        self.has_begun |= !bytes.is_empty();
        if is_first && bytes == b"\n" { Ok(bytes.len()) } else { self.out.write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Executes `help NAME`: describes a game or a function.
fn help(name: &str, out: &mut dyn Write) -> Result<Ending, Failure> {
    if find_game(name).is_some() {
        commands::games::describe(name, Format::Text, out)
    } else {
        commands::help::functions(name, out)
    }
}

/// Reports a failure; the session continues.
fn report(result: Result<Ending, Failure>) {
    if let Err(failure) = result {
        anstream::eprint!("{}", failure.rendered());
    }
}

/// The words available for completion.
struct Completions(Vec<String>);

impl Completions {
    fn of(session: &Session<'_>) -> Self {
        let functions = Calculator::functions().iter().map(|function| function.name.to_owned());
        let games = entries().map(|entry| entry.page.name.replace('-', "_"));
        let mut words: Vec<String> =
            functions.chain(games).chain(session.names().map(str::to_owned)).collect();
        words.sort();
        words.dedup();
        Completions(words)
    }
}

impl Helper for Completions {}

impl Completer for Completions {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Self::Candidate>)> {
        let before = &line[..position];
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let start = before
            .rfind(|character| !is_part(character))
            .map_or(0, |place| place + before[place..].chars().next().map_or(1, char::len_utf8));
        let beginning = &before[start..];
        let fitting = self.0.iter().filter(|word| !beginning.is_empty() && word.starts_with(beginning));
        let pair = |word: &String| Pair { display: word.clone(), replacement: word.clone() };
        Ok((start, fitting.map(pair).collect()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}

impl Validator for Completions {
    /// Reports a line with open brackets as incomplete: it continues on the next line.
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let (mut open, mut is_quoted) = (0i64, false);
        for character in context.input().chars() {
            match character {
                '"' => is_quoted = !is_quoted,
                '(' | '[' | '{' if !is_quoted => open += 1,
                ')' | ']' | '}' if !is_quoted => open -= 1,
                _ => {}
            }
        }
        Ok(if open > 0 { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}
