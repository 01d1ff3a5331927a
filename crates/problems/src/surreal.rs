//! Surreal numbers.

use crate::{Input, Problem};
use std::cmp::Ordering;
use winways_notation::{Diagnostic, Span, nearest};
use winways_values::surreal::Form;
use winways_values::{Dyadic, ParseDyadicError};

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "surreal",
    title: "Surreal numbers: construction and comparison",
    statement: "Input, until it ends: dali x (output: the canonical form of x), cmp x y (<, = or >), add x y, neg x, \
                value l1,l2|r1,r2 (the value of the form, or invalid), eq F1 F2 (equal, different or invalid), or \
                forms s1,s2,... (the number of forms with options from this set that are numbers, and how many of them \
                have no options other than 0). A number is an integer or a fraction whose denominator is a power of \
                two, such as -3 or 5/8.",
    sample: (
        "dali 5/8\ncmp 1/2 1/4\nadd 1/2 1/2\nneg 3/4\nvalue 2,3|4,5\nvalue 0|0\neq |1 |\nforms -1,0,1\n",
        "{1/2|3/4}\n>\n1\n-3/4\n7/2\ninvalid\nequal\n20 3\n",
    ),
    judge: |input, output| {
        input.until_end(|input| {
            let command = input.word("a command")?;
            let answer = match command {
                "dali" => Form::dali(&number(input)?).to_string(),
                "cmp" => {
                    let (left, right) = (number(input)?, number(input)?);
                    match left.cmp(&right) {
                        Ordering::Less => "<".to_owned(),
                        Ordering::Equal => "=".to_owned(),
                        Ordering::Greater => ">".to_owned(),
                    }
                }
                "add" => (number(input)? + number(input)?).to_string(),
                "neg" => (-number(input)?).to_string(),
                "value" => form(input)?.value().map_or("invalid".to_owned(), |value| value.to_string()),
                "eq" => match form(input)?.value().zip(form(input)?.value()) {
                    None => "invalid".to_owned(),
                    Some((left, right)) => if left == right { "equal" } else { "different" }.to_owned(),
                },
                "forms" => count_forms(&set(input)?),
                _ => return Err(unknown(input, command)),
            };
            output.line(&answer);
            Ok(())
        })
    },
}];

const COMMANDS: [&str; 7] = ["dali", "cmp", "add", "neg", "value", "eq", "forms"];

fn number(input: &mut Input<'_>) -> Result<Dyadic, Diagnostic> {
    let word = input.word("a number, such as 5/8")?;
    read(word, input.wrong("").span.start)
}

fn form(input: &mut Input<'_>) -> Result<Form, Diagnostic> {
    let word = input.word("a form, such as 2,3|4")?;
    let start = input.wrong("").span.start;
    let Some((left, right)) = word.split_once('|') else {
        return Err(input.wrong(format!("`{}` is not a form", shown(word))).label(BAR));
    };
    if let Some(second) = right.find('|') {
        let place = Span::at(start + left.len() + 1 + second);
        return Err(Diagnostic::new("a form has only one `|`", place).label("this is a second `|`"));
    }
    let right_start = start + left.len() + 1;
    Ok(Form::new(numbers(left, start)?, numbers(right, right_start)?))
}

const BAR: &str = "expected options on both sides of a `|`, as in 2,3|4 or |";

/// Reads a set and returns it in ascending order without repetitions.
fn set(input: &mut Input<'_>) -> Result<Vec<Dyadic>, Diagnostic> {
    let word = input.word("a set of numbers, such as -1,0,1/2")?;
    let mut set = numbers(word, input.wrong("").span.start)?;
    set.sort_unstable();
    set.dedup();
    Ok(set)
}

/// Parses a list of numbers without spaces, which may be empty.
fn numbers(list: &str, start: usize) -> Result<Vec<Dyadic>, Diagnostic> {
    let mut numbers = Vec::new();
    let mut start = start;
    for number in list.split(',').filter(|_| !list.is_empty()) {
        numbers.push(read(number, start)?);
        start += number.len() + 1;
    }
    Ok(numbers)
}

fn read(text: &str, start: usize) -> Result<Dyadic, Diagnostic> {
    text.parse().map_err(|error: ParseDyadicError| {
        let message = match text {
            "" => "a number is missing".to_owned(),
            _ => format!("`{}` is not a dyadic number", shown(text)),
        };
        Diagnostic::new(message, Span::new(start, start + text.len())).label(error.to_string())
    })
}

/// Counts the forms that are numbers and have options from a set only, and those among them whose options are all 0.
///
/// If the greatest left option is the i-th of n numbers (from 0), there are 2^i sets of left options and 2^(n-1-i) sets
/// of right options. Without left options, there are 2^n sets of right options. The total is (n+2) 2^(n-1), or 1 if the
/// set is empty.
fn count_forms(set: &[Dyadic]) -> String {
    let of = |size: i64| match size {
        0 => Dyadic::from(1),
        _ => Dyadic::from(size + 2) * power_of_two(size - 1),
    };
    let zeros = i64::from(set.contains(&Dyadic::ZERO));
    format!("{} {}", of(set.len() as i64), of(zeros))
}

/// Computes a power of two by repeated squaring.
fn power_of_two(exponent: i64) -> Dyadic {
    (0..i64::BITS - exponent.leading_zeros()).rev().fold(Dyadic::from(1), |power, bit| {
        let square = &power * &power;
        if exponent >> bit & 1 == 1 { square.double() } else { square }
    })
}

fn unknown(input: &Input<'_>, command: &str) -> Diagnostic {
    let wrong = input
        .wrong(format!("`{}` is not a command", shown(command)))
        .label(format!("expected one of {}", COMMANDS.join(", ")));
    match nearest(command, COMMANDS) {
        Some(name) => wrong.help(format!("did you mean `{name}`?")),
        None => wrong,
    }
}

fn shown(word: &str) -> String {
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests all pairs of subsets.
    #[test]
    fn forms_are_counted() {
        let candidates = ["-5/2", "-1", "0", "3/4", "1", "7"].map(|text| text.parse::<Dyadic>().unwrap());
        let chosen = |set: &[Dyadic], mask: u32| -> Vec<Dyadic> {
            set.iter()
                .enumerate()
                .filter(|(index, _)| mask >> index & 1 == 1)
                .map(|(_, number)| number.clone())
                .collect()
        };
        for mask in 0..1 << candidates.len() {
            let set = chosen(&candidates, mask);
            let (mut valid, mut old) = (0, 0);
            for left in 0..1 << set.len() {
                for right in 0..1 << set.len() {
                    let form = Form::new(chosen(&set, left), chosen(&set, right));
                    if form.value().is_some() {
                        valid += 1;
                        old += u32::from(form.left().iter().chain(form.right()).all(Dyadic::is_zero));
                    }
                }
            }
            assert_eq!(count_forms(&set), format!("{valid} {old}"), "{set:?}");
        }
    }

    #[test]
    fn large_powers() {
        for exponent in [0, 1, 2, 3, 64, 100, 1000] {
            let doubled = (0..exponent).fold(Dyadic::from(1), |power, _| power.double());
            assert_eq!(power_of_two(exponent), doubled);
        }
    }

    #[test]
    fn errors_point_at_mistakes() {
        let problem = crate::find("surreal").unwrap();
        for (input, place) in [
            ("value 1,x|2", 8..9),
            ("value 1,|2", 8..8),
            ("value 1,2", 6..9),
            ("value 1|2|3", 9..9),
            ("eq 1|2 3|,4", 9..9),
            ("add 1 1/3", 6..9),
            ("forms 0,+1", 8..10),
            ("forms", 5..5),
            ("dale 1", 0..4),
        ] {
            assert_eq!(problem.judge(input).unwrap_err().span.range(), place, "{input}");
        }
    }
}
