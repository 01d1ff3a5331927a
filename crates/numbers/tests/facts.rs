//! Tests the facts in `data/facts.tsv`.

use winways_numbers::{Surreal, Transfinite};

fn surreal(text: &str) -> Surreal {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn nimber(text: &str) -> Transfinite {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn check_surreal(operation: &str, operands: &[&str], expected: &str) {
    let x = surreal(operands[0]);
    let y = || surreal(operands[1]);
    let result = match operation {
        "abs" => x.absolute(),
        "negate" => x.negated(),
        "birthday" => x.birthday().and_then(|birthday| Surreal::try_from(&birthday)),
        "sum" => x.sum(&y()),
        "product" => x.product(&y()),
        "less" => Ok(Surreal::from(i64::from(x < y()))),
        _ => panic!("unknown operation {operation}"),
    };
    assert_eq!(result, Ok(surreal(expected)), "{operation} {operands:?}");
}

fn check_nimber(operation: &str, operands: &[&str], expected: &str) {
    let x = nimber(operands[0]);
    let result = match operation {
        "sum" => x.sum(&nimber(operands[1])),
        "product" => x.product(&nimber(operands[1])),
        "power" => x.power(operands[1].parse().expect("an exponent")),
        "inverse" => x.inverse(),
        _ => panic!("unknown operation {operation}"),
    };
    assert_eq!(result, Ok(nimber(expected)), "{operation} {operands:?}");
}

#[test]
fn facts() {
    let rows = include_str!("data/facts.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let [operation, operands, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let operands: Vec<&str> = operands.split(';').collect();
        match operation.split_once(' ') {
            Some(("surreal", operation)) => check_surreal(operation, &operands, expected),
            Some(("nimber", operation)) => check_nimber(operation, &operands, expected),
            _ => panic!("{row}"),
        }
        count += 1;
    }
    assert_eq!(count, 28);
}
