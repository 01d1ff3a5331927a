//! Facts of the literature, read from a table.

mod common;

use common::ledger;
use winways_loopy::{Form, Loopies, Loopy, Player, Stopper};
use winways_solve::Ledger;
use winways_values::{Arena, Relation, Session};

/// Evaluates calls of functions around expressions of the notation.
struct Evaluator<'e, 's> {
    loopies: &'e mut Loopies,
    session: &'e mut Session<'s>,
    ledger: &'e Ledger<'e>,
}

/// The arguments of a call of a function, split at the commas outside brackets and braces.
fn call(text: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = text.split_once('(')?;
    let inside = rest.strip_suffix(')')?;
    let is_name = name.len() > 3 && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
    if !is_name || matches!(name, "uponth" | "over" | "under" | "upon") {
        return None;
    }
    let (mut depth, mut start, mut arguments) = (0, 0, Vec::new());
    for (at, letter) in inside.char_indices() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                arguments.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    arguments.push(&inside[start..]);
    Some((name, arguments))
}

enum Answer {
    Value(Loopy),
    Text(String),
}

impl Evaluator<'_, '_> {
    fn value(&mut self, text: &str) -> Loopy {
        match self.evaluate(text) {
            Answer::Value(value) => value,
            Answer::Text(text) => panic!("{text} is no value"),
        }
    }

    fn stopper(&mut self, text: &str) -> Stopper {
        self.value(text).as_stopper().unwrap_or_else(|| panic!("{text} is no stopper"))
    }

    fn evaluate(&mut self, text: &str) -> Answer {
        let text = text.trim();
        for (sign, relation) in [(" < ", Relation::Less), (" > ", Relation::Greater)] {
            if let Some((one, other)) = text.split_once(sign) {
                let (one, other) = (self.value(one), self.value(other));
                let found = self.loopies.compare(one, other, self.ledger).unwrap();
                return Answer::Text((found == relation).to_string());
            }
        }
        let Some((name, arguments)) = call(text) else {
            let read = self.loopies.parse(text, self.session, self.ledger);
            return Answer::Value(read.unwrap_or_else(|error| panic!("{text}: {error}")));
        };
        let value = self.value(arguments[0]);
        let of = |form: Form| Answer::Value(form.into());
        match name {
            "onside" => of(value.onside()),
            "offside" => of(value.offside()),
            "is_stopper" => Answer::Text(value.is_stopper().to_string()),
            "outcome" => Answer::Text(self.loopies.outcome(value, self.ledger).unwrap().to_string()),
            "is_idempotent" => {
                Answer::Text(self.loopies.is_idempotent(value, self.ledger).unwrap().to_string())
            }
            "downsum" | "upsum" => {
                let other = self.value(arguments[1]);
                of(match name {
                    "upsum" => self.loopies.upsum(value, other, self.ledger).unwrap(),
                    _ => self.loopies.downsum(value, other, self.ledger).unwrap(),
                })
            }
            _ => self.evaluate_stopper(name, &arguments),
        }
    }

    fn evaluate_stopper(&mut self, name: &str, arguments: &[&str]) -> Answer {
        let stopper = self.stopper(arguments[0]);
        let (loopies, ledger) = (&mut *self.loopies, self.ledger);
        let found = match name {
            "degree" => return Answer::Value(loopies.degree(stopper, ledger).unwrap().into()),
            "variety" => loopies.variety(stopper, ledger).unwrap(),
            "left_stop" => loopies.stop(Player::Left, stopper, ledger).unwrap(),
            "right_stop" => loopies.stop(Player::Right, stopper, ledger).unwrap(),
            "is_loopfree" => return Answer::Text(loopies.is_loopfree(stopper).to_string()),
            "is_pseudonumber" => return Answer::Text(loopies.is_pseudonumber(stopper).to_string()),
            "ordinal_sum" => {
                let top = self.stopper(arguments[1]);
                Some(self.loopies.ordinal_sum(stopper, top, self.ledger).unwrap())
            }
            _ => panic!("{name} is no function"),
        };
        match found {
            Some(found) => Answer::Value(found.into()),
            None => Answer::Value(Loopy::ZERO),
        }
    }
}

#[test]
fn facts_of_the_literature_hold() {
    let ledger = ledger();
    let arena = Arena::default();
    let (mut loopies, mut session) = (Loopies::new(), arena.session());
    let mut wrong = Vec::new();
    for row in include_str!("data/facts.tsv").lines().filter(|row| !row.starts_with('#')) {
        let (expression, expected) = row.split_once('\t').unwrap();
        let mut evaluator = Evaluator { loopies: &mut loopies, session: &mut session, ledger: &ledger };
        let found = match evaluator.evaluate(expression) {
            Answer::Text(text) => text,
            Answer::Value(value) => {
                let expected = evaluator.value(expected);
                if !loopies.is_equal(value, expected, &ledger).unwrap() {
                    let texts =
                        [value, expected].map(|value| loopies.text(value, &mut session, &ledger).unwrap());
                    wrong.push(format!("{expression} is {}, expected {}", texts[0], texts[1]));
                }
                continue;
            }
        };
        if found != expected {
            wrong.push(format!("{expression} is {found}, expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
