//! Judges answers to exercises.

use super::comparison::relation_named;
use super::exercise::{Exercise, Solution};
use crate::{Calculator, Catalogue, Outcome};
use winways_solve::{Budget, NoObserver};
use winways_values::Nimber;

/// The maximum length of an answer, in characters.
const LONGEST: usize = 200;
/// The memory limit, in bytes, for comparing an answer with the solution.
const MEMORY: u64 = 64 << 20;

/// The judgement of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The answer is right.
    Right,
    /// The answer is wrong.
    Wrong,
    /// The input is not an answer to this question. The string states the problem or the expected form.
    NotUnderstood(String),
}

impl Judgement {
    fn of(is_right: bool) -> Judgement {
        if is_right { Judgement::Right } else { Judgement::Wrong }
    }
}

impl Exercise {
    /// Judges an answer. Moves are parsed as in a match. Values are compared as games, so any notation for the value is
    /// accepted.
    pub fn judge(&self, answer: &str) -> Judgement {
        let answer = answer.trim();
        if answer.chars().nth(LONGEST).is_some() {
            return Judgement::NotUnderstood(format!("An answer has at most {LONGEST} characters."));
        }
        match &self.solution {
            Solution::Winner(outcome) => match outcome_named(answer) {
                Some(named) => Judgement::of(named == *outcome),
                None => {
                    let letters =
                        if self.position().ranked().is_some() { "N, P or D" } else { "N, P, L or R" };
                    Judgement::NotUnderstood(format!("Please answer {letters}."))
                }
            },
            Solution::Moves(winning) => self.judge_move(answer, winning),
            Solution::Nimber(nimber) => match (answer.parse::<u64>(), answer.parse::<Nimber>()) {
                (Ok(number), _) | (_, Ok(Nimber(number))) => Judgement::of(nimber.0 == number),
                _ => Judgement::NotUnderstood("Please answer a number, such as 3.".to_owned()),
            },
            Solution::Value(value) => judge_value(answer, value),
            Solution::Heat(heat) => match answer.to_lowercase().as_str() {
                named @ ("hot" | "tepid" | "cold") => Judgement::of(named == *heat),
                _ => Judgement::NotUnderstood("Please answer hot, tepid or cold.".to_owned()),
            },
            Solution::Comparison(comparison) => match relation_named(answer) {
                Some(sign) => Judgement::of(sign == comparison.sign),
                None => Judgement::NotUnderstood("Please answer <, > or <>.".to_owned()),
            },
        }
    }

    fn judge_move(&self, answer: &str, winning: &[String]) -> Judgement {
        let reader = match self.game.reader() {
            Ok(reader) => reader,
            Err(fault) => return Judgement::NotUnderstood(fault.to_string()),
        };
        match reader.read(answer) {
            Ok(step) => Judgement::of(winning.contains(&self.position().after(step).to_string())),
            Err(misread) => Judgement::NotUnderstood(misread.to_string()),
        }
    }
}

fn outcome_named(answer: &str) -> Option<Outcome> {
    Some(match answer.to_lowercase().as_str() {
        "n" | "next" | "first" => Outcome::Next,
        "p" | "previous" | "second" => Outcome::Previous,
        "l" | "left" => Outcome::Left,
        "r" | "right" => Outcome::Right,
        "d" | "draw" => Outcome::Draw,
        _ => return None,
    })
}

/// Compares an expression with a value. The expression must not contain functions or positions, since it could then just repeat
/// the question.
fn judge_value(answer: &str, value: &str) -> Judgement {
    let expected =
        || Judgement::NotUnderstood("Please answer a value, such as 3/4, ^*, or {2|-1}.".to_owned());
    let letters: Vec<char> = answer.chars().collect();
    let calls = letters.windows(2).any(|pair| pair[0].is_alphanumeric() && matches!(pair[1], '(' | '"'));
    let is_plain = !calls && !answer.is_empty() && !answer.contains(['=', '<', '>', ';', '"']);
    if !is_plain {
        return expected();
    }
    let (catalogue, budget) = (Catalogue::new(), Budget { memory: MEMORY, ..Budget::DEFAULT });
    let mut calculator = Calculator::new(&catalogue, budget);
    // An answer whose brackets close the one around it, such as `1) or (1`, is not an expression.
    if calculator.evaluate(answer, &NoObserver).is_err() {
        return expected();
    }
    let compared = calculator.evaluate(&format!("({answer}) == ({value})"), &NoObserver);
    match compared.and_then(|mut compared| compared.text()) {
        Ok(text) if text == "true" => Judgement::Right,
        Ok(text) if text == "false" => Judgement::Wrong,
        _ => expected(),
    }
}
