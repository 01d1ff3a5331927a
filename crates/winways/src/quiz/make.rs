//! Generates exercises.

use super::comparison::{Comparison, DRAWS};
use super::exercise::{Difficulty, Exercise, MOST, Solution, Topic};
use super::positions::RandomPositions;
use super::source::Source;
use crate::{Analysis, Analyst, Cache, Match, Outcome, Position, Request, ValueKind};
use std::collections::BTreeSet;
use std::sync::Arc;
use winways_kit::{AnyGame, Detail};
use winways_notation::Diagnostic;
use winways_rules::{Play, Player};
use winways_solve::{Observer, Stopped};

/// The maximum number of positions tried for an exercise.
const TRIES: u32 = 200;
/// The maximum length of a canonical form in a question, in bytes.
const LONGEST_FORM: usize = 14;
/// The number of exercises after which positions become larger.
const STEP: u64 = 3;
/// The maximum number of sizes of positions tried before the search for a new question ends.
const ROUNDS: u64 = 8;

/// A generator of distinct exercises, which depend on a seed. Exercises become harder, unless a difficulty is set.
///
/// ```
/// use winways::NoObserver;
/// use winways::play::{Difficulty, Judgement, Quiz, Topic};
/// let mut quiz = Quiz::new(1, Some(Topic::NimValue)).of_game("kayles")?.with_difficulty(Difficulty::Hard);
/// let exercise = quiz.next_exercise(&NoObserver)?.unwrap();
/// assert_eq!(exercise.question(), "What is its nim-value?");
/// assert!(exercise.position().to_string().starts_with("kayles("));
/// assert_eq!(exercise.judge(exercise.answer()), Judgement::Right);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Quiz {
    positions: RandomPositions,
    topics: Vec<Topic>,
    source: Source,
    difficulty: Option<Difficulty>,
    made: u64,
    /// The questions that were asked.
    asked: BTreeSet<String>,
    /// The cached results of the last analysis. Positions of one game share a table.
    cache: Cache,
}

impl Quiz {
    /// Creates a quiz about one topic, or about all topics in turn.
    pub fn new(seed: u64, topic: Option<Topic>) -> Quiz {
        Quiz {
            positions: RandomPositions::new(seed),
            topics: topic.map_or_else(|| Topic::ALL.to_vec(), |topic| vec![topic]),
            source: Source::Usual,
            difficulty: None,
            made: 0,
            asked: BTreeSet::new(),
            cache: Cache::default(),
        }
    }

    /// Restricts the quiz to one game, given by any of its names, and to the topics that the game supports.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `name` if the game is unknown or supports none of the topics.
    pub fn of_game(self, name: &str) -> Result<Quiz, Diagnostic> {
        let source = Source::of_game(self.positions.catalogue(), name)?;
        self.of_source(source, name)
    }

    /// Restricts the quiz to a game that is not in the catalogue, and to the topics that the game supports.
    ///
    /// # Errors
    /// Returns a diagnostic that points into the game's name, if the game supports none of the topics or has no starting
    /// position.
    pub fn of_custom_game(self, game: Arc<dyn AnyGame>) -> Result<Quiz, Diagnostic> {
        let (name, start) = (game.name(), Position::start(&*game));
        let source = Source::of(game, start, &name)?;
        self.of_source(source, &name)
    }

    fn of_source(self, source: Source, name: &str) -> Result<Quiz, Diagnostic> {
        let topics: Vec<Topic> = self.topics.iter().copied().filter(|&topic| source.has(topic)).collect();
        match &topics[..] {
            [] => Err(source.without(&self.topics, name)),
            _ => Ok(Quiz { source, topics, ..self }),
        }
    }

    /// Sets the difficulty of all exercises.
    #[must_use]
    pub fn with_difficulty(self, difficulty: Difficulty) -> Quiz {
        Quiz { difficulty: Some(difficulty), ..self }
    }

    /// Returns the next exercise, or `None` if no position with a new question was found for any topic.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the observer stops the work.
    pub fn next_exercise(&mut self, observer: &dyn Observer) -> Result<Option<Exercise>, Stopped> {
        while !self.topics.is_empty() {
            let topic = self.topics[self.made as usize % self.topics.len()];
            let found = self.exercise_of(topic, observer)?;
            if found.is_some() {
                return Ok(found);
            }
            self.topics.retain(|known| *known != topic);
        }
        Ok(None)
    }

    /// Returns the next exercise of a topic, or `None` if no position with a new question was found.
    fn exercise_of(&mut self, topic: Topic, observer: &dyn Observer) -> Result<Option<Exercise>, Stopped> {
        let size = self.difficulty.map_or((self.made / STEP).min(MOST), Difficulty::size);
        self.made += 1;
        // The wanted kind of answer is drawn first, so that the most frequent kind does not dominate.
        let wanted = self.positions.below(3);
        for round in 0..ROUNDS {
            let mut last = None;
            for _ in 0..TRIES {
                let Some(exercise) = self.try_one(topic, size + round, observer)? else { continue };
                let is_wanted = is_wanted(&exercise, wanted);
                last = Some(exercise);
                if is_wanted {
                    break;
                }
            }
            if let Some(mut exercise) = last {
                exercise.analysis = self.analyse(&exercise.game, Detail::Full, observer);
                if let Some(stopped) = exercise.analysis.stopped {
                    return Err(stopped);
                }
                if let Solution::Comparison(comparison) = &exercise.solution {
                    exercise.analysis.explanation = comparison.reason.clone();
                }
                self.asked.insert(question_of(topic, &exercise.game));
                return Ok(Some(exercise));
            }
        }
        Ok(None)
    }

    /// Tries to create a new exercise about a random position.
    fn try_one(
        &mut self,
        topic: Topic,
        size: u64,
        observer: &dyn Observer,
    ) -> Result<Option<Exercise>, Stopped> {
        let drawn = self.positions.draw(&self.source, topic, size);
        let Some((game, position)) = drawn else { return Ok(None) };
        let first = if self.positions.below(2) == 0 { Player::Left } else { Player::Right };
        let play = game.about().play;
        let game = Match::new(game, position, play, first);
        if self.asked.contains(&question_of(topic, &game)) {
            return Ok(None);
        }
        let analysis = self.analyse(&game, Detail::Brief, observer);
        match analysis.stopped {
            Some(stopped) => Err(stopped),
            None => {
                let draw = if topic == Topic::Comparison { self.positions.below(DRAWS) } else { 0 };
                Ok(exercise(topic, game, analysis, draw))
            }
        }
    }

    fn analyse(&mut self, game: &Match, detail: Detail, observer: &dyn Observer) -> Analysis {
        let request = Request { play: game.play(), detail, ..Request::default() };
        let mut analyst = Analyst::with_cache(request, std::mem::take(&mut self.cache));
        let analysis = analyst.analyse(game.position(), observer);
        self.cache = analyst.into_cache();
        analysis
    }
}

/// Returns the key of a question. It contains the player to move only for the topic [`Topic::Move`].
fn question_of(topic: Topic, game: &Match) -> String {
    let mover = match (topic, game.is_impartial()) {
        (Topic::Move, false) => game.to_move().name(),
        _ => "",
    };
    format!("{} {} {mover}", topic.name(), game.position())
}

/// Creates an exercise about a position, if the position is suitable for the topic. `draw` selects the number of a comparison.
fn exercise(topic: Topic, game: Match, analysis: Analysis, draw: u64) -> Option<Exercise> {
    // There is no question about a position without moves.
    if game.position().moves().ok()?.is_empty() {
        return None;
    }
    let outcome = analysis.outcome?;
    let value = analysis.value.clone();
    let is_ranked = game.position().ranked().is_some();
    let (solution, answer, hint) = match topic {
        Topic::Winner => {
            let hint = match game.is_impartial() {
                _ if is_ranked || game.play() == Play::Misere => {
                    "Look for a move after which the opponent has no winning move.".to_owned()
                }
                true => "It is P if its nim-value is 0, and N if not.".to_owned(),
                false => {
                    let [left, right] = [Player::Left, Player::Right].map(|player| game.player_name(player));
                    format!("Find out who wins if {left} moves first, and who wins if {right} moves first.")
                }
            };
            (Solution::Winner(outcome), outcome.letter().to_owned(), hint)
        }
        // In a game of points and in a draw, the listed moves need not win: they gain the most points, or hold the draw.
        Topic::Move if is_ranked && (value.is_some() || outcome != Outcome::Next) => return None,
        Topic::Move => winning_moves(&game, &analysis)?,
        Topic::NimValue => {
            let nimber = value?.nimber()?;
            let hint = match outcome {
                Outcome::Previous => "The player who moves next loses it.",
                _ => "The player who moves next wins it, so it is not 0.",
            };
            (Solution::Nimber(nimber), nimber.0.to_string(), hint.to_owned())
        }
        Topic::Number | Topic::Form => {
            let value = value?;
            let is_asked = match topic {
                Topic::Number => value.kind() == ValueKind::Number,
                _ => value.to_string().len() <= LONGEST_FORM,
            };
            if !is_asked {
                return None;
            }
            let hint = match outcome {
                Outcome::Left => "Left wins it, moving first or second: it is positive.",
                Outcome::Right => "Right wins it, moving first or second: it is negative.",
                Outcome::Previous => "The player who moves first loses it.",
                _ => "The player who moves first wins it: it is confused with 0.",
            };
            (Solution::Value(value.to_string()), value.to_string(), hint.to_owned())
        }
        Topic::Heat => {
            let value = value?;
            let heat = value.heat()?;
            (Solution::Heat(heat), heat.to_owned(), format!("It is worth {value}."))
        }
        Topic::Comparison => {
            let value = value?.to_string();
            if value.len() > LONGEST_FORM {
                return None;
            }
            let comparison = Comparison::new(&value, draw)?;
            let answer = comparison.sign.to_owned();
            (Solution::Comparison(comparison), answer, format!("It is worth {value}."))
        }
    };
    let definition = match topic {
        Topic::Move => format!("{} {}", topic.definition(), game.position().ending_rule(game.play())),
        _ => topic.definition().to_owned(),
    };
    let hints = vec![definition, hint];
    Some(Exercise { topic, game, solution, answer, hints, analysis })
}

/// Returns the solution, the answer and a hint for the winning moves of the player to move. Returns `None` unless some moves win
/// and others do not.
fn winning_moves(game: &Match, analysis: &Analysis) -> Option<(Solution, String, String)> {
    let all = game.moves().ok()?;
    let (position, mover) = (game.position(), game.to_move());
    let may_make = |player: Player| player == Player::Either || player == mover;
    let winning = analysis.moves.as_ref()?.listed.iter().filter(|step| may_make(step.player()));
    let (mut names, mut after) = (Vec::new(), Vec::new());
    for step in winning {
        names.push(position.move_name(step));
        after.push(position.after(step).to_string());
    }
    if names.is_empty() || names.len() == all.len() {
        return None;
    }
    let hint = match names.len() {
        1 => format!("One of the {} moves wins.", all.len()),
        count => format!("{count} of the {} moves win.", all.len()),
    };
    // Moves in equal heaps have the same name.
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Some((Solution::Moves(after), names.join("; "), hint))
}

/// Returns `true` if the solution is of the kind that was drawn.
fn is_wanted(exercise: &Exercise, wanted: u64) -> bool {
    match (&exercise.solution, wanted) {
        (Solution::Winner(outcome), 0) => *outcome == Outcome::Previous,
        (Solution::Winner(outcome), _) => *outcome != Outcome::Previous,
        (Solution::Heat(heat), wanted) => *heat == ["hot", "tepid", "cold"][wanted as usize % 3],
        // The nim-value 0 is accepted for a third of the draws.
        (Solution::Nimber(nimber), wanted) => wanted == 0 || nimber.0 != 0,
        (Solution::Value(value), 0) => value != "0",
        (Solution::Value(value), _) if exercise.topic == Topic::Number => value.contains('/'),
        (Solution::Value(value), _) => value.parse::<i64>().is_err(),
        (Solution::Comparison(comparison), wanted) => {
            comparison.sign == ["<", ">", "<>"][wanted as usize % 3]
        }
        (Solution::Moves(_), _) => true,
    }
}
