//! Verifies theorems by exhaustive search.

use crate::{Analyst, Calculator, Catalogue, EvaluationError, Object, Position, Request};
use std::sync::Arc;
use winways_games::{THEORY, claims, entries, find};
use winways_kit::Page;
use winways_kit::{AnyGame, AnyPosition, Check, Claim, Halt, MAX_PLAIN_RANKS};
use winways_notation::{Diagnostic, nearest, parse_call_head};
use winways_solve::{Budget, Observer, StopReason, Stopped};

/// A subject of verification: the implementation of a game, or a claim.
#[derive(Clone)]
pub enum Subject {
    /// A game: its nim-values, outcomes and winning moves.
    Game(Arc<dyn AnyGame>),
    /// A theorem that is not part of a game's implementation.
    Claim(&'static Claim),
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The game or the claim.
    pub name: String,
    /// The statement that was compared with a search.
    pub statement: String,
    /// The range of cases in words, with the size.
    pub range: String,
    /// The number of cases compared.
    pub cases: u64,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Theorem and search agree in all cases.
    Holds,
    /// Theorem and search differ; contains the first counterexample.
    Fails(String),
    /// The comparison was stopped before all cases were compared.
    Stopped(Stopped),
}

/// Returns a sentence that states which games and claims can be verified, and lists the claims by name.
fn what_can_be_verified() -> String {
    let theorems: Vec<&str> = claims().map(|claim| claim.name).collect();
    format!("you can verify any game that `winways games` lists, and these theorems: {}", theorems.join(", "))
}

impl Subject {
    /// Returns all subjects: each game of the catalogue (for a family, the game in its example) and each claim.
    ///
    /// # Errors
    /// Returns a diagnostic if an example names no game. This would be a mistake in a page, which the tests exclude.
    pub fn all(catalogue: &Catalogue) -> Result<Vec<Subject>, Diagnostic> {
        let mut subjects = Vec::new();
        for entry in entries() {
            subjects.push(Subject::Game(catalogue.game(example(entry.page).0)?));
            subjects.extend(entry.claims.iter().map(Subject::Claim));
        }
        subjects.extend(THEORY.iter().copied().flatten().map(Subject::Claim));
        Ok(subjects)
    }

    /// Returns the subjects with this name: a claim, or a game with its claims. The name of a family denotes the game in its
    /// example.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `name`.
    pub fn find(catalogue: &Catalogue, name: &str) -> Result<Vec<Subject>, Diagnostic> {
        let is_game = find(name).is_some();
        if let Some(claim) = claims().find(|claim| claim.name == name && !is_game) {
            return Ok(vec![Subject::Claim(claim)]);
        }
        let (base, span, parameter) = parse_call_head(name)?;
        let entry = catalogue.entry(&base, span).map_err(|diagnostic| {
            let names = claims().map(|claim| claim.name).chain(entries().map(|entry| entry.page.name));
            let unknown = Diagnostic::new(format!("there is no theorem or game called `{base}`"), span);
            let unknown = unknown.label("expected the name of a theorem or a game");
            match nearest(&base, names) {
                Some(similar) => {
                    unknown.help(format!("did you mean `{similar}`? {}", what_can_be_verified()))
                }
                None => {
                    let help = diagnostic.help.unwrap_or_default();
                    unknown.help(format!("{help}; {}", what_can_be_verified()))
                }
            }
        })?;
        let head =
            if parameter.is_none() && entry.page.parameter.is_some() { example(entry.page).0 } else { name };
        let game = catalogue.game(head)?;
        // `subtract{1|2}` and `subtract{1,2}` belong to different families.
        let entry = catalogue.entry(game.page().name, span).unwrap_or(entry);
        Ok(std::iter::once(Subject::Game(game)).chain(entry.claims.iter().map(Subject::Claim)).collect())
    }

    /// Returns the name of the subject.
    pub fn name(&self) -> String {
        match self {
            Subject::Game(game) => game.name(),
            Subject::Claim(claim) => claim.name.to_owned(),
        }
    }

    /// Compares theorem and search in all cases up to a size. `None` means the default size.
    pub fn verify(&self, up_to: Option<u64>, budget: Budget, observer: &dyn Observer) -> Verification {
        let mut check = Check::new(budget, observer);
        let (statement, range, size, result) = match self {
            Subject::Game(game) => {
                let page = game.page();
                let size = up_to.unwrap_or(game.about().default_range);
                let theorems: Vec<&str> = page.theorems.iter().map(|theorem| theorem.name).collect();
                let statement = match theorems.is_empty() {
                    true if game.has_boards() => format!(
                        "values from retrograde analysis agree with the values of the options and, on boards of at most \
                         {MAX_PLAIN_RANKS} ranks, with the plain iteration of the rules; ranks, moves and predecessors \
                         agree with the rules"
                    ),
                    true => {
                        let values =
                            if game.properties().is_impartial { "nim-values" } else { "canonical forms" };
                        format!("{values} and a search over whole positions give the same outcomes")
                    }
                    false => format!("values, outcomes and winning moves by {}", theorems.join(", ")),
                };
                let statement = match game.about().known_values.is_empty() {
                    true => statement,
                    false => format!("{statement}; the search finds the values that the file states"),
                };
                let result = compare_known_values(&**game, &mut check);
                (statement, page.range, size, result.and_then(|()| game.verify(size, &mut check)))
            }
            Subject::Claim(claim) => {
                let size = up_to.unwrap_or(claim.default_range);
                (claim.statement.to_owned(), claim.range, size, (claim.check)(size, &mut check))
            }
        };
        let verdict = match result {
            Ok(()) => Verdict::Holds,
            Err(Halt::Counterexample(case)) => Verdict::Fails(case),
            // Each part of the work may use only a part of the memory. The reason states the whole limit.
            Err(Halt::Stopped(Stopped { reason: StopReason::Memory { .. }, nodes })) => {
                Verdict::Stopped(budget.out_of_memory().after(nodes))
            }
            Err(Halt::Stopped(stopped)) => Verdict::Stopped(stopped),
        };
        let range = format!("{range}, N = {size}");
        Verification { name: self.name(), statement, range, cases: check.cases, verdict }
    }
}

/// Compares the values that a rule file states with the results of a search.
fn compare_known_values(game: &dyn AnyGame, check: &mut Check<'_>) -> Result<(), Halt> {
    let request = Request::default().budget(check.budget);
    let mut analyst = Analyst::new(request);
    for (text, expected) in &game.about().known_values {
        let fails = |reason: &str| Halt::Counterexample(format!("`value: {text} = {expected}`: {reason}"));
        let position = game.parse(text).map_err(|wrong| fails(&wrong.message))?;
        let found = match position.ranked() {
            Some(position) => {
                analyst.set_request(request.play(position.board().plays()[0]));
                let table = analyst.table_from(position, check.observer)?;
                let (rank, mut codes) = (position.rank(), [0]);
                table.codes(rank..rank + 1, &mut codes).map_err(|_| StopReason::Table.after(0))?;
                Ok(table.records().words(codes[0]))
            }
            None => found_value(position, expected, check),
        };
        check.cases += 1;
        match found {
            Ok(found) if found == *expected => {}
            Ok(found) => return Err(fails(&format!("the search found {found}"))),
            Err(EvaluationError::Wrong(wrong)) => return Err(fails(&wrong.message)),
            Err(EvaluationError::Stopped(stopped)) => return Err(stopped.into()),
        }
    }
    Ok(())
}

/// Returns the text of a position's value, or `expected` itself if it denotes the same value.
fn found_value(
    position: Box<dyn AnyPosition>,
    expected: &str,
    check: &Check<'_>,
) -> Result<String, EvaluationError> {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, check.budget);
    calculator.give("position", Object::Position(Position::of(position)))?;
    let mut evaluate = |question: &str| calculator.evaluate(question, check.observer)?.text();
    match evaluate(&format!("position == ({expected})"))?.as_str() {
        "true" => Ok(expected.to_owned()),
        _ => evaluate("0 + position"),
    }
}

/// Returns the example of a page as the arguments of `winways solve`, quoted for a shell if necessary.
///
/// ```
/// let nim = winways::games::entries().next().unwrap();
/// assert_eq!(winways::games::example_command(nim.page), "nim 7 8 9");
/// ```
pub fn example_command(page: &Page) -> String {
    let (game, position) = example(page);
    shell_arguments(game, position)
}

/// Returns a game and a position as the arguments of `winways solve`, quoted for a shell if necessary.
///
/// ```
/// assert_eq!(winways::games::shell_arguments("octal(0.7)", "5 6"), "'octal(0.7)' 5 6");
/// ```
pub fn shell_arguments(game: &str, position: &str) -> String {
    let quoted = |text: &str| match text.contains(['(', '{', '|', '#', '*', ' ', '<', '>', ';']) {
        true => format!("'{text}'"),
        false => text.to_owned(),
    };
    let position = position.trim();
    // Numbers are separate arguments; a picture or a list of edges is a single argument.
    let is_plain =
        position.chars().all(|character| character.is_ascii_alphanumeric() || " -,:.".contains(character));
    let position = if is_plain { position.to_owned() } else { quoted(position) };
    format!("{} {position}", quoted(game))
}

/// Returns the example of a page as a list of arguments of `winways solve`: the game, and the position if there is
/// one.
///
/// ```
/// let nim = winways::games::entries().next().unwrap();
/// assert_eq!(winways::games::example_arguments(nim.page), ["nim", "7 8 9"]);
/// ```
pub fn example_arguments(page: &Page) -> Vec<&'static str> {
    let (game, position) = example(page);
    [game, position.trim()].into_iter().filter(|argument| !argument.is_empty()).collect()
}

/// Returns the game and the position of a page's example.
///
/// ```
/// let nim = winways::games::entries().next().unwrap();
/// assert_eq!(winways::games::example(nim.page), ("nim", "7 8 9"));
/// ```
pub fn example(page: &Page) -> (&'static str, &'static str) {
    let mut depth = 0;
    let end = page.example.find(|character| {
        match character {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        depth == 0 && character == ' '
    });
    let (head, position) = page.example.split_at(end.unwrap_or(page.example.len()));
    (head, position.trim_start())
}
