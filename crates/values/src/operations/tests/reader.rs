//! Parses expressions into values, for tests: literals, braces, sums, ordinal sums, and functions by name.
//!
//! The parser recurses, and panics on errors.

use std::collections::HashMap;

use crate::{Dyadic, Game, Operations};

pub(super) struct Reader<'text, 'run, 'arena> {
    rest: &'text str,
    operations: &'run mut Operations<'arena>,
    names: HashMap<&'text str, Game>,
}

/// Parses a complete expression and returns its value.
pub(super) fn read(text: &str, operations: &mut Operations<'_>) -> Game {
    let mut reader = Reader { rest: text, operations, names: HashMap::new() };
    let value = reader.sum();
    assert_eq!(reader.rest.trim(), "", "in {text}");
    assert!(reader.names.is_empty(), "names are still defined after {text}");
    value
}

impl<'text> Reader<'text, '_, '_> {
    fn eat(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, sign: &str) {
        assert!(self.eat(sign), "expected {sign} at {}", self.rest);
    }

    fn sum(&mut self) -> Game {
        let mut sum = self.ordinal_sum();
        loop {
            let term = if self.eat("+") {
                self.ordinal_sum()
            } else if self.eat("-") {
                -self.ordinal_sum()
            } else {
                return sum;
            };
            sum = self.operations.session().add(sum, term).unwrap();
        }
    }

    fn ordinal_sum(&mut self) -> Game {
        let mut sum = self.operand();
        while self.eat(":") {
            let upper = self.operand();
            sum = self.operations.ordinal_sum(sum, upper).unwrap();
        }
        sum
    }

    fn operand(&mut self) -> Game {
        if self.eat("+-") {
            let game = self.operand();
            return self.operations.session().form(&[game], &[-game]).unwrap();
        }
        if self.eat("-") {
            return -self.operand();
        }
        if self.eat("(") {
            let outer = self.names.clone();
            while let Some(rest) = self.rest.trim_start().strip_prefix("let ") {
                let (name, rest) = rest.split_once(" = ").unwrap();
                assert!(
                    name.trim_start_matches('v').parse::<u32>().is_err() && name.chars().any(|c| c != 'v')
                );
                self.rest = rest;
                let value = self.sum();
                self.expect(";");
                self.names.insert(name, value);
            }
            let game = self.sum();
            self.expect(")");
            self.names = outer;
            return game;
        }
        if self.eat("{") {
            let length = self.matching_brace();
            let (inside, rest) = self.rest.split_at(length);
            let game = self.braces(inside);
            self.rest = &rest[1..];
            return game;
        }
        self.rest = self.rest.trim_start();
        let before = self.rest;
        let word = self.take(|character| character.is_alphanumeric() || character == '_');
        let after_downs = word.trim_start_matches('v');
        if word.starts_with(|first: char| first.is_alphabetic())
            && after_downs.chars().any(char::is_alphabetic)
        {
            return match self.names.get(word) {
                Some(&game) => game,
                None => self.call(word),
            };
        }
        if let (Some(&game), false) = (self.names.get(word), word.is_empty()) {
            return game;
        }
        self.rest = before;
        self.literal()
    }

    /// Takes the longest prefix of characters for which `is_part` is true.
    fn take(&mut self, is_part: impl Fn(char) -> bool) -> &'text str {
        let end = self.rest.find(|character| !is_part(character)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn literal(&mut self) -> Game {
        let before = self.rest;
        let number = self.take(|character| character.is_ascii_digit() || character == '/');
        let number: Dyadic = if number.is_empty() { Dyadic::ZERO } else { number.parse().unwrap() };
        let arrows = self.take(|character| character == '^' || character == 'v');
        let sign = if arrows.starts_with('v') { -1 } else { 1 };
        let digits = if arrows.len() == 1 { self.take(|character| character.is_ascii_digit()) } else { "" };
        let ups = sign * digits.parse().unwrap_or(arrows.len() as i64);
        let nimber = match self.rest.strip_prefix('*') {
            Some(rest) => {
                self.rest = rest;
                self.take(|character| character.is_ascii_digit()).parse().unwrap_or(1)
            }
            None => 0,
        };
        assert_ne!(before, self.rest, "expected a value");
        self.operations.session().number_up_star(&number, ups, nimber).unwrap()
    }

    /// Returns the length of the text up to the matching closing brace.
    fn matching_brace(&self) -> usize {
        let mut depth = 1;
        let closing = self.rest.bytes().position(|byte| {
            depth += i32::from(byte == b'{') - i32::from(byte == b'}');
            depth == 0
        });
        closing.unwrap()
    }

    /// Parses the text in braces, which is split at the longest run of bars outside inner brackets.
    fn braces(&mut self, inside: &'text str) -> Game {
        let (start, end) = longest_run_of_bars(inside).unwrap();
        let left = self.options(&inside[..start]);
        let right = self.options(&inside[end..]);
        self.operations.session().form(&left, &right).unwrap()
    }

    fn options(&mut self, text: &'text str) -> Vec<Game> {
        if longest_run_of_bars(text).is_some() {
            return vec![self.braces(text)];
        }
        let after = std::mem::replace(&mut self.rest, text);
        let mut options = Vec::new();
        if !text.trim().is_empty() {
            options.push(self.sum());
            while self.eat(",") {
                options.push(self.sum());
            }
        }
        assert_eq!(self.rest.trim(), "", "in {text}");
        self.rest = after;
        options
    }

    fn call(&mut self, function: &str) -> Game {
        self.expect("(");
        let mut arguments = vec![self.sum()];
        while self.eat(",") {
            arguments.push(self.sum());
        }
        self.expect(")");
        let operations = &mut *self.operations;
        let number =
            |operations: &mut Operations<'_>, number: Dyadic| operations.session().number(&number).unwrap();
        let first = arguments[0];
        match (function, &arguments[1..]) {
            ("left_stop", []) => {
                let stop = operations.session().left_stop(first);
                number(operations, stop)
            }
            ("right_stop", []) => {
                let stop = operations.session().right_stop(first);
                number(operations, stop)
            }
            ("birthday", []) => {
                let day = operations.session().birthday(first).unwrap().unwrap();
                operations.session().integer(day as i64).unwrap()
            }
            ("mean", []) => {
                let mean = operations.mean(first).unwrap();
                number(operations, mean)
            }
            ("temperature", []) => {
                let temperature = operations.temperature(first).unwrap();
                number(operations, temperature)
            }
            ("atomic_weight", []) => operations.atomic_weight(first).unwrap(),
            ("reduced", []) => operations.reduced(first).unwrap(),
            ("heat", [by]) => operations.heat(first, *by).unwrap(),
            ("norton", [unit]) => operations.norton(first, *unit).unwrap(),
            (_, [temperature]) => {
                let temperature = operations.session().as_number(*temperature).unwrap();
                match function {
                    "cool" => operations.cool(first, &temperature).unwrap(),
                    "left_wall" => {
                        let wall = operations.left_wall(first, &temperature).unwrap();
                        number(operations, wall)
                    }
                    "right_wall" => {
                        let wall = operations.right_wall(first, &temperature).unwrap();
                        number(operations, wall)
                    }
                    _ => panic!("no function {function}"),
                }
            }
            _ => panic!("no function {function}"),
        }
    }
}

fn longest_run_of_bars(text: &str) -> Option<(usize, usize)> {
    let mut depth = 0;
    let mut longest: Option<(usize, usize)> = None;
    let mut run = 0;
    for (index, byte) in text.bytes().enumerate() {
        depth += i32::from(b"{(".contains(&byte)) - i32::from(b"})".contains(&byte));
        run = if depth == 0 && byte == b'|' { run + 1 } else { 0 };
        if run > longest.map_or(0, |(start, end)| end - start) {
            longest = Some((index + 1 - run, index + 1));
        }
    }
    longest
}
