//! The wire format: what the command line prints as JSON is what every other front end sends.
//!
//! The types of the core know nothing of it; here is the boundary.

mod database;
mod heap_table;
mod pair_table;

pub use database::{DatabaseCheckJson, DatabaseCountJson, DatabaseJson};
pub use heap_table::HeapTableJson;
pub use pair_table::PairTableJson;

use crate::{
    Analysis, Answer, AnswerPart, Conjecture, Detail, EvaluationError, Follower, PartizanHeapTable,
    PatternStatus, Position, PositionMove, Standing, Value, Verdict, Verification,
};
use serde::Serialize;
use std::borrow::Cow;
use winways_kit::AnyGame;
use winways_kit::Entry;

/// An [`Analysis`] as JSON.
#[derive(Serialize)]
pub struct AnalysisJson {
    game: String,
    position: String,
    play: &'static str,
    outcome: Option<&'static str>,
    value: Option<String>,
    value_kind: Option<&'static str>,
    mean: Option<String>,
    temperature: Option<String>,
    remoteness: Option<u32>,
    moves: Vec<MoveJson>,
    move_count: Option<u64>,
    canonical_moves: Vec<MoveJson>,
    method: MethodJson,
    explanation: Vec<String>,
    complete: bool,
    stopped: Option<String>,
}

#[derive(Serialize)]
struct MoveJson {
    player: &'static str,
    from: String,
    to: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u32>,
}

#[derive(Serialize)]
struct MethodJson {
    kind: &'static str,
    name: String,
    nodes: u64,
}

impl AnalysisJson {
    /// The analysis of `position` as JSON.
    pub fn new(position: &Position, analysis: &Analysis) -> Self {
        let from = position.to_string();
        let json = |step: &PositionMove| MoveJson {
            player: step.player().name(),
            from: from.clone(),
            to: position.after(step).to_string(),
            text: position.move_name(step),
            remoteness: step.remoteness(),
        };
        let moves = analysis.moves.as_ref().map_or(&[][..], |moves| &moves.listed);
        let moves = moves.iter().map(json).collect();
        let canonical_moves = analysis.canonical_moves.iter().map(json).collect();
        let game = match &analysis.value {
            Some(Value::Game(value)) => Some(value),
            _ => None,
        };
        AnalysisJson {
            game: position.game_name(),
            play: analysis.play.name(),
            outcome: analysis.outcome.map(|outcome| outcome.letter()),
            value: analysis.value.as_ref().map(|value| value.to_string()),
            value_kind: analysis.value.as_ref().map(|value| value.kind().name()),
            mean: game.map(|value| value.mean.to_string()),
            temperature: game.map(|value| value.temperature.to_string()),
            remoteness: analysis.remoteness,
            moves,
            position: from,
            move_count: analysis.moves.as_ref().map(|moves| moves.total),
            canonical_moves,
            method: MethodJson {
                kind: analysis.method.kind.name(),
                name: analysis.method.name.clone(),
                nodes: analysis.method.nodes,
            },
            explanation: analysis.explanation.clone(),
            complete: analysis.stopped.is_none(),
            stopped: analysis.stopped.as_ref().map(|stopped| stopped.to_string()),
        }
    }
}

/// A page of the catalogue as JSON.
#[derive(Serialize)]
pub struct PageJson<'p> {
    name: Cow<'p, str>,
    title: &'p str,
    parameter: Option<&'p str>,
    rules: &'p str,
    notation: &'p str,
    example: &'p str,
    theorems: Vec<TheoremJson>,
    claims: Vec<ClaimJson>,
    sources: Vec<&'p str>,
}

#[derive(Serialize)]
struct TheoremJson {
    name: &'static str,
    play: &'static str,
    statement: &'static str,
}

#[derive(Serialize)]
struct ClaimJson {
    name: &'static str,
    statement: &'static str,
}

impl<'p> PageJson<'p> {
    /// The documentation of a game as JSON.
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
            parameter: page.parameter,
            rules: page.rules,
            notation: page.notation,
            example: page.example,
            theorems: theorems.collect(),
            claims: claims.collect(),
            sources: page.sources.to_vec(),
        }
    }

    /// What a rule file states about its game, as JSON.
    pub fn of_game(game: &'p dyn AnyGame) -> Self {
        PageJson {
            name: game.name().into(),
            title: game.title(),
            parameter: None,
            rules: game.rules(),
            notation: game.notation(),
            example: "",
            theorems: Vec::new(),
            claims: Vec::new(),
            sources: game.sources(),
        }
    }
}

/// A [`Verification`] as JSON.
#[derive(Serialize)]
pub struct VerificationJson {
    name: String,
    statement: String,
    range: String,
    cases: u64,
    holds: Option<bool>,
    counterexample: Option<String>,
    stopped: Option<String>,
}

impl VerificationJson {
    /// The verification as JSON.
    pub fn new(verification: &Verification) -> Self {
        let (holds, counterexample, stopped) = match &verification.verdict {
            Verdict::Holds => (Some(true), None, None),
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
            stopped,
        }
    }
}

/// A text, its place among the fields, and what it is there, with its quotations marked.
const TEXT_COPIES: u64 = 3;

/// The value of an expression as JSON.
#[derive(Serialize)]
pub struct AnswerJson {
    expression: String,
    value: ValueJson,
    kind: &'static str,
    value_kind: Option<&'static str>,
    outcome: Option<&'static str>,
    mean: Option<String>,
    temperature: Option<String>,
    explanation: Vec<String>,
    followers: Vec<FollowerJson>,
}

/// A value; a list is a list.
#[derive(Serialize)]
#[serde(untagged)]
enum ValueJson {
    One(String),
    List(Vec<ValueJson>),
}

impl From<AnswerPart> for ValueJson {
    fn from(part: AnswerPart) -> Self {
        match part {
            AnswerPart::One(text) => ValueJson::One(text),
            AnswerPart::List(parts) => ValueJson::List(parts.into_iter().map(Self::from).collect()),
        }
    }
}

/// A follower of a canonical form; options are places in the list of followers.
#[derive(Serialize)]
#[serde(untagged)]
enum FollowerJson {
    Sum { number: String, ups: i64, nimber: u64 },
    Options { left: Vec<usize>, right: Vec<usize> },
}

impl AnswerJson {
    /// The value of `expression` as JSON; explained in full, or not at all.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn new(expression: &str, answer: &mut Answer<'_>, detail: Detail) -> Result<Self, EvaluationError> {
        let summary = answer.summary()?;
        let explanation = match detail {
            Detail::Brief => Vec::new(),
            Detail::Full => answer.explanation()?,
        };
        let follower = |follower: &Follower| match follower.clone() {
            Follower::Sum { number, ups, nimber } => {
                FollowerJson::Sum { number: number.to_string(), ups, nimber }
            }
            Follower::Options { left, right } => FollowerJson::Options { left, right },
        };
        let summary = summary.as_ref();
        Ok(AnswerJson {
            expression: expression.to_owned(),
            value: answer.parts_for_copies(TEXT_COPIES)?.into(),
            kind: answer.kind(),
            value_kind: summary.map(|summary| summary.kind.name()),
            outcome: summary.map(|summary| summary.outcome.letter()),
            mean: summary.map(|summary| summary.mean.to_string()),
            temperature: summary.map(|summary| summary.temperature.to_string()),
            explanation,
            followers: summary.map_or(Vec::new(), |summary| summary.followers.iter().map(follower).collect()),
        })
    }
}

/// A [`Conjecture`] as JSON.
#[derive(Serialize)]
pub struct ConjectureJson {
    statement: String,
    status: &'static str,
    reason: Option<&'static str>,
    checked_to: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    automaton: Option<AutomatonJson>,
}

/// An automaton that reads binary digits, the least significant first; it starts in state 0.
#[derive(Serialize)]
struct AutomatonJson {
    outputs: Vec<u64>,
    next: Vec<[u32; 2]>,
}

impl ConjectureJson {
    fn new(conjecture: Conjecture) -> Self {
        let (status, reason) = match conjecture.standing {
            Standing::Conjecture => ("conjecture", None),
            Standing::Proved(reason) => ("proved", Some(reason)),
        };
        let automaton = conjecture.automaton.map(|automaton| AutomatonJson {
            outputs: automaton.states.iter().map(|state| state.output).collect(),
            next: automaton.states.iter().map(|state| state.next).collect(),
        });
        let Conjecture { statement, checked_to, .. } = conjecture;
        ConjectureJson { statement, status, reason, checked_to, automaton }
    }
}

/// How well a pattern is known, and the theorem that proves it.
fn status(status: Option<PatternStatus>) -> (&'static str, Option<&'static str>) {
    match status {
        None => ("none", None),
        Some(PatternStatus::Proved(theorem)) => ("proved", Some(theorem)),
        Some(PatternStatus::Empirical { .. }) => ("empirical", None),
    }
}

/// A [`PartizanHeapTable`] as JSON.
#[derive(Serialize)]
pub struct PartizanHeapTableJson<'t> {
    game: String,
    shape: &'static str,
    from: u64,
    to: Option<u64>,
    values: Option<&'t [String]>,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<&'t str>,
    status: &'static str,
    theorem: Option<&'static str>,
    left_out: bool,
    outcomes: OutcomesJson,
    method: &'static str,
    complete: bool,
    stopped: Option<String>,
}

/// The outcomes of single heaps, a letter each.
#[derive(Serialize)]
struct OutcomesJson {
    values: Option<String>,
    preperiod: Option<u64>,
    period: Option<u64>,
    status: &'static str,
    theorem: Option<&'static str>,
}

impl<'t> PartizanHeapTableJson<'t> {
    /// The table from heap `from` on as JSON, with the values or without.
    pub fn new(game: &str, from: u64, with_values: bool, table: &'t PartizanHeapTable) -> Self {
        let first = usize::try_from(from).unwrap_or(usize::MAX).min(table.values().len());
        let outcomes = table.outcomes()[first..].iter().map(|outcome| outcome.letter());
        let pattern = table.pattern();
        let (value_status, theorem) = status(pattern.map(|pattern| pattern.status));
        let outcome_pattern = table.outcome_pattern();
        let (outcome_status, outcome_theorem) = status(outcome_pattern.map(|pattern| pattern.status));
        PartizanHeapTableJson {
            game: game.to_owned(),
            shape: "partizan heaps",
            from,
            to: table.known().checked_sub(1),
            values: with_values.then(|| &table.values()[first..]),
            preperiod: pattern.map(|pattern| pattern.preperiod),
            period: pattern.map(|pattern| pattern.period),
            saltus: pattern.map(|pattern| &*pattern.saltus),
            status: value_status,
            theorem,
            left_out: table.left_out(),
            outcomes: OutcomesJson {
                values: with_values.then(|| outcomes.collect()),
                preperiod: outcome_pattern.map(|pattern| pattern.preperiod),
                period: outcome_pattern.map(|pattern| pattern.period),
                status: outcome_status,
                theorem: outcome_theorem,
            },
            method: table.method(),
            complete: table.stopped().is_none(),
            stopped: table.stopped().map(ToString::to_string),
        }
    }
}
