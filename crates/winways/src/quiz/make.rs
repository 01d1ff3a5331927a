//! Making exercises.

use super::exercise::{Exercise, Solution, Topic};
use crate::{Analysis, Analyst, Catalogue, Match, Outcome, Position, Request, Value, ValueKind};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cmp::Ordering;
use winways_kit::Detail;
use winways_rules::{Play, Player};
use winways_solve::{Observer, Stopped};

/// How many positions are tried for one that makes a good exercise.
const TRIES: u32 = 200;
/// The longest canonical form that is asked for.
const LONGEST_FORM: usize = 14;
/// After so many exercises the positions become larger.
const STEP: u64 = 3;
/// How much they become larger at most.
const MOST: u64 = 4;

/// Exercises without end, chosen by a seed; the first ones are small.
///
/// ```
/// use winways::{Judgement, NoObserver, Quiz, Topic};
/// let mut quiz = Quiz::new(1, Some(Topic::NimValue));
/// let exercise = quiz.next_exercise(&NoObserver)?;
/// assert_eq!(exercise.question(), "What is its nim-value?");
/// assert_eq!(exercise.judge(exercise.answer()), Judgement::Right);
/// # Ok::<(), winways::Stopped>(())
/// ```
pub struct Quiz {
    random: SplitMix64,
    topic: Option<Topic>,
    catalogue: Catalogue,
    made: u64,
}

impl Quiz {
    /// Exercises of one topic, or of all in turn.
    pub fn new(seed: u64, topic: Option<Topic>) -> Quiz {
        Quiz { random: SplitMix64::seed_from_u64(seed), topic, catalogue: Catalogue::new(), made: 0 }
    }

    /// The next exercise.
    ///
    /// # Errors
    /// [`Stopped`] if the observer ends the work.
    pub fn next_exercise(&mut self, observer: &dyn Observer) -> Result<Exercise, Stopped> {
        let place = self.made as usize % Topic::ALL.len();
        let topic = self.topic.unwrap_or(Topic::ALL[place]);
        let size = (self.made / STEP).min(MOST);
        self.made += 1;
        // Which answer is wanted is drawn first, so that not all answers are the most frequent one.
        let wanted = self.below(3);
        let mut last = None;
        for _ in 0..TRIES {
            let Some(exercise) = self.try_one(topic, size, observer)? else { continue };
            if is_wanted(&exercise, wanted) {
                return Ok(exercise);
            }
            last = Some(exercise);
        }
        // Positions of every topic are frequent, so that one was found long before.
        match last {
            Some(exercise) => Ok(exercise),
            None => self.next_exercise(observer),
        }
    }

    /// An exercise about a random position, if that makes one.
    fn try_one(
        &mut self,
        topic: Topic,
        size: u64,
        observer: &dyn Observer,
    ) -> Result<Option<Exercise>, Stopped> {
        let (name, text) = self.position(topic, size);
        let Ok(game) = self.catalogue.game(&name) else { return Ok(None) };
        let Ok(position) = Position::of_game(&*game, &text) else { return Ok(None) };
        let first = if self.below(2) == 0 { Player::Left } else { Player::Right };
        let game = Match::new(game, position, Play::Normal, first);
        let request = Request { detail: Detail::Full, ..Request::default() };
        let analysis = Analyst::new(request).analyse(game.position(), observer);
        match analysis.stopped {
            Some(stopped) => Err(stopped),
            None => Ok(exercise(topic, game, analysis)),
        }
    }

    /// A random game and position.
    fn position(&mut self, topic: Topic, size: u64) -> (String, String) {
        let impartial = ["nim", "kayles", "subtract{1,2,3}", "wythoff", "lasker", "dawson-kayles"];
        let boards = ["domineering", "clobber", "toads-and-frogs", "col", "snort"];
        let is_impartial = match topic {
            Topic::Winner | Topic::Move => self.below(2) == 0,
            Topic::NimValue => true,
            Topic::Number | Topic::Heat | Topic::Form => false,
        };
        if is_impartial {
            let name = impartial[self.below(impartial.len() as u64) as usize];
            let count = if name == "wythoff" { 2 } else { 1 + self.below(2 + size / MOST) };
            let heaps: Vec<String> = (0..count).map(|_| (1 + self.below(5 + size)).to_string()).collect();
            return (name.to_owned(), heaps.join(" "));
        }
        if topic == Topic::Number && self.below(3) > 0 {
            let stalks: Vec<String> = (0..1 + self.below(2)).map(|_| self.word("LR", 1 + size)).collect();
            return ("red-blue-stalks".to_owned(), stalks.join(" "));
        }
        let name = boards[self.below(boards.len() as u64) as usize];
        (name.to_owned(), self.board(name, size))
    }

    fn board(&mut self, name: &str, size: u64) -> String {
        let letters = match name {
            "clobber" => "xoxo.",
            "toads-and-frogs" => return self.word("tf..", 4 + size),
            "domineering" => "....#",
            _ => "...#",
        };
        let (rows, columns) = (1 + self.below(2 + size / 3), 2 + self.below(2));
        let rows: Vec<String> = (0..rows).map(|_| self.exact_word(letters, columns)).collect();
        rows.join("|")
    }

    /// A word of two letters or more.
    fn word(&mut self, letters: &str, more: u64) -> String {
        let length = 2 + self.below(more);
        self.exact_word(letters, length)
    }

    fn exact_word(&mut self, letters: &str, length: u64) -> String {
        let letters = letters.as_bytes();
        (0..length).map(|_| char::from(letters[self.below(letters.len() as u64) as usize])).collect()
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random.next_u64() % bound
    }
}

/// The exercise of a topic about a position, if it makes one.
fn exercise(topic: Topic, game: Match, analysis: Analysis) -> Option<Exercise> {
    // Where there is no move there is no question.
    if game.position().moves().ok()?.is_empty() {
        return None;
    }
    let outcome = analysis.outcome?;
    let value = analysis.value.clone()?;
    let (solution, answer, hint) = match topic {
        Topic::Winner => {
            let hint = match game.is_impartial() {
                true => "It is P if its nim-value is 0, and N if not.".to_owned(),
                false => "Look who wins if Left moves first, and who if Right does.".to_owned(),
            };
            (Solution::Winner(outcome), outcome.letter().to_owned(), hint)
        }
        Topic::Move => winning_moves(&game, &analysis)?,
        Topic::NimValue => {
            let nimber = value.nimber()?;
            let told = match outcome {
                Outcome::Previous => "The player who moves next loses it.",
                _ => "The player who moves next wins it, so it is not 0.",
            };
            (Solution::Nimber(nimber), nimber.0.to_string(), told.to_owned())
        }
        Topic::Number if value.kind() != ValueKind::Number => return None,
        Topic::Form if value.to_string().len() > LONGEST_FORM => return None,
        Topic::Number | Topic::Form => {
            let told = match outcome {
                Outcome::Left => "Left wins it, moving first or second: it is positive.",
                Outcome::Right => "Right wins it, moving first or second: it is negative.",
                Outcome::Previous => "The player who moves first loses it.",
                _ => "The player who moves first wins it: it is confused with 0.",
            };
            (Solution::Value(value.to_string()), value.to_string(), told.to_owned())
        }
        Topic::Heat => {
            let Value::Game(form) = &value else { return None };
            let heat = match (form.kind, form.temperature.sign()) {
                (ValueKind::Number, _) => "cold",
                (_, Ordering::Greater) => "hot",
                _ => "tepid",
            };
            (Solution::Heat(heat), heat.to_owned(), format!("It is worth {}.", form.text))
        }
    };
    let hints = vec![topic.definition().to_owned(), hint];
    Some(Exercise { topic, game, solution, answer, hints, analysis })
}

/// The winning moves of the player to move, if there are such and others.
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
    names.dedup();
    let hint = match names.len() {
        1 => format!("One of the {} moves wins.", all.len()),
        count => format!("{count} of the {} moves win.", all.len()),
    };
    Some((Solution::Moves(after), names.join(", "), hint))
}

/// Whether the answer is of the kind that was drawn.
fn is_wanted(exercise: &Exercise, wanted: u64) -> bool {
    match (&exercise.solution, wanted) {
        (Solution::Winner(outcome), 0) => *outcome == Outcome::Previous,
        (Solution::Winner(outcome), _) => *outcome != Outcome::Previous,
        (Solution::Heat(heat), wanted) => *heat == ["hot", "tepid", "cold"][wanted as usize % 3],
        // A value of 0 is a fair question now and then.
        (Solution::Nimber(nimber), wanted) => wanted == 0 || nimber.0 != 0,
        (Solution::Value(value), 0) => value != "0",
        (Solution::Value(value), _) if exercise.topic == Topic::Number => value.contains('/'),
        (Solution::Value(value), _) => value.parse::<i64>().is_err(),
        (Solution::Moves(_), _) => true,
    }
}
