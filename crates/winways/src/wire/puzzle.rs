use super::words::{JudgementWord, PlayWord, PlayerWord};
use crate::{Judgement, Puzzle, PuzzleDate};
use schemars::JsonSchema;
use serde::Serialize;

/// A puzzle as JSON. The winning move is `null` unless an answer was judged or the solution was requested.
#[derive(JsonSchema, Serialize)]
pub struct PuzzleJson {
    /// The date of the puzzle of the day.
    date: Option<String>,
    game: String,
    /// The display name of the game.
    title: String,
    position: String,
    #[schemars(with = "PlayWord")]
    play: &'static str,
    #[schemars(with = "PlayerWord")]
    to_move: &'static str,
    question: String,
    /// The number of legal moves.
    moves: usize,
    /// The number of moves that the winner needs if the opponent delays the end.
    depth: u32,
    /// The rating: `400 + 20 * moves + 80 * depth` with a depth of at most 32, and at most 3000.
    rating: u32,
    /// The requested rating, if no puzzle was found within 150 of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    missed_rating: Option<u32>,
    hints: Vec<String>,
    #[schemars(with = "Option<JudgementWord>")]
    judgement: Option<&'static str>,
    /// The expected form of an answer, if the answer was not understood.
    expected: Option<String>,
    /// A move with which the opponent wins after a wrong answer.
    refutation: Option<String>,
    winning_move: Option<String>,
    explanation: Vec<String>,
}

impl PuzzleJson {
    /// Creates the JSON of a puzzle, with the judgement of an answer if one was given. `with_solution` or a judgement adds the
    /// winning move and the reason.
    pub fn new(puzzle: &Puzzle, date: Option<PuzzleDate>, answer: Option<&str>, with_solution: bool) -> Self {
        let (exercise, game) = (puzzle.exercise(), puzzle.game());
        let (judgement, expected) = match answer.map(|answer| puzzle.judge(answer)) {
            None => (None, None),
            Some(Judgement::Right) => (Some("right"), None),
            Some(Judgement::Wrong) => (Some("wrong"), None),
            Some(Judgement::NotUnderstood(expected)) => (Some("not understood"), Some(expected)),
        };
        let refutation = answer.filter(|_| judgement == Some("wrong"));
        let is_solved = with_solution || judgement.is_some() && expected.is_none();
        PuzzleJson {
            date: date.map(|date| date.to_string()),
            game: puzzle.position().game_name(),
            title: game.game().about().title.clone(),
            position: puzzle.position().to_string(),
            play: game.play().name(),
            to_move: game.to_move().name(),
            question: exercise.question(),
            moves: puzzle.moves(),
            depth: puzzle.depth(),
            rating: puzzle.rating(),
            missed_rating: puzzle.missed_rating(),
            hints: exercise.hints().to_vec(),
            judgement,
            expected,
            refutation: refutation.and_then(|answer| puzzle.refutation(answer)),
            winning_move: is_solved.then(|| exercise.answer().to_owned()),
            explanation: if is_solved { exercise.explanation().to_vec() } else { Vec::new() },
        }
    }
}
