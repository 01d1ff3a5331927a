//! The JSON format of answers. The command line prints the same JSON that all other front ends send.
//!
//! The core types do not depend on this format. All conversions are in this module.

mod answer;
#[cfg(feature = "database")]
mod database;
mod error;
mod function;
mod game;
mod line;
mod moves;
mod picture;
mod progress;
mod puzzle;
mod reply;
mod rules;
mod scene;
mod schemas;
mod table;
mod view;
mod words;

pub use answer::AnswerJson;
#[cfg(feature = "database")]
pub use database::{
    DatabaseCheckJson, DatabaseCountJson, DatabaseJson, DatabasePositionsJson, UnreadTableJson,
};
pub use error::{ErrorJson, ErrorKind};
pub use function::FunctionJson;
pub use game::GameJson;
pub use line::LineJson;
pub use moves::MovesJson;
pub use picture::{PictureJson, ThermographJson};
pub use progress::ProgressJson;
pub use puzzle::PuzzleJson;
pub use reply::ReplyJson;
pub use rules::RulesJson;
pub use schemas::schemas;
pub use table::{FindingsJson, TableJson};
pub(crate) use table::{OutcomesJson, PatternJson, QuotientJson, RowPeriodJson};
pub use view::ViewJson;
use words::{JudgementWord, OutcomeLetter, PlayWord, PlayerWord};

use crate::{
    Analysis, Assumption, Conjecture, Exercise, Judgement, Position, PositionMove, Standing, Verdict,
    Verification, example_arguments, rank_numbering,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use winways_games::other_names;
use winways_kit::{AnyGame, Entry};

/// The answer for a position.
#[derive(JsonSchema, Serialize)]
pub struct AnalysisJson {
    game: String,
    position: String,
    #[schemars(with = "PlayWord")]
    play: &'static str,
    #[schemars(with = "Option<OutcomeLetter>")]
    outcome: Option<&'static str>,
    value: Option<String>,
    value_kind: Option<&'static str>,
    /// The value in words, for readers who do not know the notation: `about 1 3/4, hot (temperature 5/4)`.
    in_words: Option<String>,
    mean: Option<String>,
    temperature: Option<String>,
    /// The onside of a loopy value, if it differs from the offside: infinite play is a win for Left.
    #[serde(skip_serializing_if = "Option::is_none")]
    onside: Option<String>,
    /// The offside of a loopy value, if it differs from the onside: infinite play is a win for Right.
    #[serde(skip_serializing_if = "Option::is_none")]
    offside: Option<String>,
    remoteness: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<u64>,
    moves: Vec<MoveJson>,
    move_count: Option<u64>,
    canonical_moves: Vec<MoveJson>,
    method: MethodJson,
    explanation: Vec<String>,
    complete: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<AssumptionJson>,
    stopped: Option<String>,
}

/// An unproved pattern.
#[derive(JsonSchema, Serialize)]
struct AssumptionJson {
    statement: String,
    checked_to: u64,
}

impl AssumptionJson {
    fn new(assumption: &Assumption) -> Self {
        AssumptionJson { statement: assumption.statement.clone(), checked_to: assumption.checked_to }
    }
}

#[derive(JsonSchema, Serialize)]
struct MoveJson {
    #[schemars(with = "PlayerWord")]
    player: &'static str,
    from: String,
    to: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u32>,
}

impl MoveJson {
    /// Creates the JSON of a move in `position`. `from` is the text of the position.
    fn new(position: &Position, from: &str, step: &PositionMove) -> Self {
        MoveJson {
            player: step.player().name(),
            from: from.to_owned(),
            to: position.after(step).to_string(),
            text: position.move_name(step),
            remoteness: step.remoteness(),
        }
    }
}

#[derive(JsonSchema, Serialize)]
struct MethodJson {
    kind: &'static str,
    name: String,
    nodes: u64,
}

impl AnalysisJson {
    /// Sets the position's rank in a table.
    #[must_use]
    pub fn with_rank(self, rank: Option<u64>) -> Self {
        AnalysisJson { rank, ..self }
    }

    /// Creates the JSON of an analysis of `position`.
    pub fn new(position: &Position, analysis: &Analysis) -> Self {
        let from = position.to_string();
        let json = |step: &PositionMove| MoveJson::new(position, &from, step);
        let moves = analysis.moves.as_ref().map_or(&[][..], |moves| &moves.listed);
        let moves = moves.iter().map(json).collect();
        let canonical_moves = analysis.canonical_moves.iter().map(json).collect();
        let facts = analysis.value.as_ref().map_or(Vec::new(), |value| value.facts());
        let fact = |name| facts.iter().find(|fact| fact.name == name).map(|fact| fact.text.clone());
        AnalysisJson {
            game: position.game_name(),
            play: analysis.play.name(),
            outcome: analysis.outcome.map(|outcome| outcome.letter()),
            value: analysis.value.as_ref().map(|value| value.to_string()),
            value_kind: analysis.value.as_ref().map(|value| value.kind().name()),
            in_words: analysis.value.as_ref().map(|value| value.in_words()),
            mean: fact("mean"),
            temperature: fact("temperature"),
            onside: fact("onside"),
            offside: fact("offside"),
            remoteness: analysis.remoteness,
            rank: None,
            moves,
            position: from,
            move_count: analysis.moves.as_ref().map(|moves| moves.total),
            canonical_moves,
            method: MethodJson {
                kind: analysis.method.kind.name(),
                name: analysis.method.name.to_string(),
                nodes: analysis.method.nodes,
            },
            explanation: analysis.explanation.clone(),
            complete: analysis.is_complete(),
            assumptions: analysis.assumptions.iter().map(AssumptionJson::new).collect(),
            stopped: analysis.stopped.as_ref().map(|stopped| stopped.to_string()),
        }
    }
}

/// An exercise as JSON, with its answer.
#[derive(JsonSchema, Serialize)]
pub struct ExerciseJson {
    number: u64,
    topic: &'static str,
    game: String,
    position: String,
    to_move: String,
    question: String,
    answer: String,
    hints: Vec<String>,
    explanation: Vec<String>,
}

impl ExerciseJson {
    /// Creates the JSON of the exercise with this number.
    pub fn new(number: u64, exercise: &Exercise) -> Self {
        let game = exercise.game();
        ExerciseJson {
            number,
            topic: exercise.topic().name(),
            game: exercise.position().game_name(),
            position: exercise.position().to_string(),
            to_move: game.player_name(game.to_move()),
            question: exercise.question(),
            answer: exercise.answer().to_owned(),
            hints: exercise.hints().to_vec(),
            explanation: exercise.explanation().to_vec(),
        }
    }
}

/// An exercise as JSON, with the judgement of an answer to it.
#[derive(JsonSchema, Serialize)]
pub struct JudgedJson {
    #[serde(flatten)]
    exercise: ExerciseJson,
    #[schemars(with = "Option<JudgementWord>")]
    judgement: Option<&'static str>,
    expected: Option<String>,
}

impl JudgedJson {
    /// Creates the JSON of an exercise, with the judgement of an answer if one was given.
    pub fn new(exercise: &Exercise, judgement: Option<Judgement>) -> Self {
        let (judgement, expected) = match judgement {
            None => (None, None),
            Some(Judgement::Right) => (Some("right"), None),
            Some(Judgement::Wrong) => (Some("wrong"), None),
            Some(Judgement::NotUnderstood(expected)) => (Some("not understood"), Some(expected)),
        };
        JudgedJson { exercise: ExerciseJson::new(1, exercise), judgement, expected }
    }
}

/// A page of the catalogue as JSON.
#[derive(JsonSchema, Serialize)]
pub struct PageJson<'p> {
    name: Cow<'p, str>,
    title: &'p str,
    other_names: Vec<&'p str>,
    parameter: Option<&'p str>,
    rules: &'p str,
    /// The usual play of the game.
    #[schemars(with = "PlayWord")]
    play: &'static str,
    notation: &'p str,
    example: Cow<'p, str>,
    /// The example as a list of arguments of `solve`, without shell quotation marks.
    example_arguments: Vec<&'p str>,
    ranks: Option<&'static str>,
    theorems: Vec<TheoremJson>,
    claims: Vec<ClaimJson>,
    sources: Vec<&'p str>,
}

#[derive(JsonSchema, Serialize)]
struct TheoremJson {
    name: &'static str,
    #[schemars(with = "PlayWord")]
    play: &'static str,
    statement: &'static str,
}

#[derive(JsonSchema, Serialize)]
struct ClaimJson {
    name: &'static str,
    statement: &'static str,
}

impl<'p> PageJson<'p> {
    /// Creates the JSON of the documentation of a game.
    pub fn new(entry: &Entry) -> Self {
        let page = entry.page;
        let theorems = page.theorems.iter().map(|theorem| TheoremJson {
            name: theorem.name,
            play: theorem.play.name(),
            statement: theorem.statement,
        });
        let claims =
            entry.claims.iter().map(|claim| ClaimJson { name: claim.name, statement: claim.statement });
        PageJson {
            name: page.name.into(),
            title: page.title,
            other_names: other_names(entry).collect(),
            parameter: page.parameter,
            rules: page.rules,
            play: page.play.name(),
            notation: page.notation,
            example: page.example.into(),
            example_arguments: example_arguments(page),
            ranks: rank_numbering(page.name),
            theorems: theorems.collect(),
            claims: claims.collect(),
            sources: page.sources.to_vec(),
        }
    }

    /// Creates the JSON of the statements of a rule file about its game. The example begins with the name of the game.
    pub fn of_game(game: &'p dyn AnyGame) -> Self {
        let about = game.about();
        PageJson::of_game_named(game, &about.name)
    }

    /// Creates the JSON of the statements of a rule file about its game, which the arguments of `solve` name `game_name`, such as
    /// the path of the file.
    pub fn of_game_named(game: &'p dyn AnyGame, game_name: &'p str) -> Self {
        let about = game.about();
        let arguments = [game_name, about.example.trim()].into_iter().filter(|argument| !argument.is_empty());
        let example_arguments: Vec<&str> = arguments.collect();
        PageJson {
            name: about.name.as_str().into(),
            title: &about.title,
            other_names: Vec::new(),
            parameter: None,
            rules: &about.rules,
            play: about.play.name(),
            notation: &about.notation,
            example: example_arguments.join(" ").into(),
            example_arguments,
            ranks: None,
            theorems: Vec::new(),
            claims: Vec::new(),
            sources: about.sources.iter().map(String::as_str).collect(),
        }
    }
}

/// The result of comparing a theorem with an exhaustive search, as JSON.
#[derive(JsonSchema, Serialize)]
pub struct VerificationJson {
    name: String,
    statement: String,
    range: String,
    /// The number of comparisons.
    cases: u64,
    /// `null` if a limit was reached, or if nothing was compared.
    holds: Option<bool>,
    counterexample: Option<String>,
    /// `false` if a limit was reached before the comparison ended.
    complete: bool,
    stopped: Option<String>,
}

impl VerificationJson {
    /// Creates the JSON of a verification.
    pub fn new(verification: &Verification) -> Self {
        let (holds, counterexample, stopped) = match &verification.verdict {
            Verdict::Holds => ((verification.cases > 0).then_some(true), None, None),
            Verdict::Fails(case) => (Some(false), Some(case.clone()), None),
            Verdict::Stopped(stopped) => (None, None, Some(stopped.to_string())),
        };
        VerificationJson {
            name: verification.name.clone(),
            statement: verification.statement.clone(),
            range: verification.range.clone(),
            cases: verification.cases,
            holds,
            counterexample,
            complete: stopped.is_none(),
            stopped,
        }
    }
}

/// A pattern in the values of a table as JSON, with its status.
#[derive(JsonSchema, Serialize)]
pub struct ConjectureJson {
    statement: String,
    status: &'static str,
    reason: Option<String>,
    checked_to: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    automaton: Option<AutomatonJson>,
}

/// An automaton that reads binary digits, least significant first, starting in state 0.
#[derive(JsonSchema, Serialize)]
struct AutomatonJson {
    outputs: Vec<u64>,
    next: Vec<[u32; 2]>,
}

impl ConjectureJson {
    fn new(conjecture: Conjecture) -> Self {
        let (status, reason) = match conjecture.standing {
            Standing::Conjecture => ("conjecture", None),
            Standing::Proved(reason) => ("proved", Some(reason.to_owned())),
            Standing::Theorem { name, source } => ("theorem", Some(format!("{name} ({source})"))),
        };
        let automaton = conjecture.automaton.map(|automaton| AutomatonJson {
            outputs: automaton.states.iter().map(|state| state.output).collect(),
            next: automaton.states.iter().map(|state| state.next).collect(),
        });
        let Conjecture { statement, checked_to, .. } = conjecture;
        ConjectureJson { statement, status, reason, checked_to, automaton }
    }
}
