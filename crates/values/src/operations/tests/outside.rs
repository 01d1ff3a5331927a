//! Tests against values computed by another program.

use super::reader::read;
use crate::{Arena, GameOutcome, Operations};

#[test]
fn outside_values() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    let rows = include_str!("../../../tests/data/values.tsv").lines().filter(|row| !row.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let (expression, expected) = row.split_once('\t').unwrap();
        count += 1;
        if let Some(game) = expression.strip_prefix("outcome(") {
            let game = read(game.strip_suffix(')').unwrap(), &mut operations);
            let outcome = match operations.session().outcome(game) {
                GameOutcome::Left => "L",
                GameOutcome::Right => "R",
                GameOutcome::Next => "N",
                GameOutcome::Previous => "P",
            };
            assert_eq!(outcome, expected, "{row}");
        } else {
            let found = read(expression, &mut operations);
            assert_eq!(found, read(expected, &mut operations), "{row}");
        }
    }
    assert_eq!(count, 700);
}
