use super::*;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};
use winways_solve::{Budget, GrundySearch, NoObserver, Theorems};

fn value(text: &str) -> u64 {
    let mut search = GrundySearch::new(&ChompRows, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
    search.nim_value_of_sum(&Chomp.components(&Chomp.parse(text).unwrap())).unwrap().0
}

/// Computes the nim-value of a set of squares (column, row) by definition. The set does not contain the poisoned square.
fn by_definition(left: &BTreeSet<(u8, u8)>, known: &mut HashMap<BTreeSet<(u8, u8)>, u64>) -> u64 {
    if let Some(&value) = known.get(left) {
        return value;
    }
    let after = |&(column, row): &(u8, u8)| {
        left.iter().copied().filter(|square| square.0 < column || square.1 < row).collect()
    };
    let values: BTreeSet<u64> =
        left.iter().map(after).map(|after: BTreeSet<_>| by_definition(&after, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(left.clone(), value);
    value
}

fn squares_of(rows: &[u64]) -> BTreeSet<(u8, u8)> {
    let row = |(row, &length): (u8, &u64)| (0..length as u8).map(move |column| (column, row));
    (0..).zip(rows).flat_map(row).filter(|&square| square != (0, 0)).collect()
}

#[test]
fn values_are_as_the_definition_says() {
    let mut known = HashMap::new();
    for rows in bars_up_to(11) {
        let written = Chomp.write(&Bars(vec![Arc::new(bar_of_rows(&rows))]));
        let text = written.trim_matches('"');
        assert_eq!(value(text), by_definition(&squares_of(&rows), &mut known), "{text}");
        let position = Chomp.parse(text).unwrap();
        assert_eq!(Chomp.write(&position), written);
        assert_eq!(rows, super::rows(&position.0[0]));
    }
}

/// The winning first bite of a square bar is b2, which leaves a row and a column of equal length.
#[test]
fn square_bars_are_won_by_the_second_corner() {
    for side in 2..6 {
        let position = Chomp.parse(&format!("{side} {side}")).unwrap();
        let moves = Chomp.moves(&position).unwrap();
        let wins = moves.iter().filter(|(_, bite)| {
            let written = Chomp.write(&Chomp.after(&position, bite));
            value(written.trim_matches('"')) == 0
        });
        let names: Vec<String> = wins.map(|(_, bite)| Chomp.move_name(&position, bite)).collect();
        assert_eq!(names, ["b2"], "{side}");
    }
}

#[test]
fn sizes_lengths_and_rows_are_the_same_bars() {
    let bar = |text: &str| Chomp.parse(text).unwrap();
    for (one, other) in [
        ("3 4", "....|....|...."),
        ("3,4", "3x4"),
        ("5", "....."),
        ("1 5", "5"),
        ("3 1 0", "###|.##|..."),
        ("4 2 2 1", ".###|..##|..##|...."),
        ("2 2||3 1 1", "..|..||.##|.##|..."),
    ] {
        assert_eq!(bar(one), bar(other), "{one}");
    }
    assert_eq!(Chomp.write(&bar("2 3")), "2,3");
    assert_eq!(Chomp.write(&bar("2 3||1 1")), "\"...|...||.\"");
    let step = Chomp.moves(&bar("2 3")).unwrap().into_iter().map(|(_, bite)| bite);
    let after: Vec<String> = step.map(|bite| Chomp.write(&Chomp.after(&bar("2 3"), &bite))).collect();
    assert_eq!(after, ["\"###|...\"", "\".##|...\"", "\"..#|...\"", "\".##|.##\"", "\"..#|..#\""]);
    let two = bar("1 2||1 2");
    let names: Vec<String> =
        Chomp.moves(&two).unwrap().iter().map(|(_, bite)| Chomp.move_name(&two, bite)).collect();
    assert_eq!(names, ["bar 1: b1", "bar 2: b1"]);
}

#[test]
fn wrong_bars_are_refused() {
    for (text, message) in [
        ("", "empty input"),
        ("0", "the poisoned square is missing"),
        ("0 3", "the poisoned square is missing"),
        ("3 0", "the poisoned square is missing"),
        ("1 2 3", "a row is longer than the one below it"),
        ("17 17", "a bar of 289 squares is too large"),
        ("257", "`257` is not a length of a row"),
        ("3 .", "`.` is not a length of a row"),
        ("99999999999999999999 2", "`99999999999999999999` is not a length of a row"),
        ("#", "the poisoned square a1 is missing"),
        ("..|.#", "b2 is present, but b1 was bitten off"),
        ("#.|..", "b2 is present, but a2 was bitten off"),
        ("..|.", "row 2 has 1 cells, the first row has 2"),
        ("o", "unexpected `o`"),
    ] {
        assert_eq!(Chomp.parse(text).unwrap_err().message, message, "{text}");
    }
}

proptest! {
    /// Bites on boards and options of rows agree, and a bite touches exactly the squares that it removes.
    #[test]
    fn bites_are_options(lengths in prop::collection::vec(1u64..7, 1..6)) {
        let mut lengths = lengths;
        lengths.sort_unstable_by(|one, other| other.cmp(one));
        let position = Bars(vec![Arc::new(bar_of_rows(&lengths))]);
        let mut options = Options::new();
        ChompRows.options(&lengths, &mut options).unwrap();
        let mut expected: Vec<Vec<Vec<u64>>> = options.iter().map(<[Vec<u64>]>::to_vec).collect();
        let mut found = Vec::new();
        for (_, bite) in Chomp.moves(&position).unwrap() {
            let after = Chomp.components(&Chomp.after(&position, &bite));
            prop_assert_eq!(Chomp.component_move(&position, &bite), Some((0, after.clone())));
            let before = position.0[0].cells.iter().zip(&Chomp.after(&position, &bite).0[0].cells).filter(|(a, b)| a != b).count();
            prop_assert_eq!(Chomp.touches(&position, &bite).len(), before);
            found.push(after);
        }
        expected.sort();
        found.sort();
        prop_assert_eq!(found, expected);
    }
}

/// Bars are generated lazily: an unbounded iterator must not allocate all bars at once.
#[test]
fn bars_are_listed_one_after_the_other() {
    let first: Vec<Vec<u64>> = bars_up_to(u64::MAX).take(4).collect();
    assert_eq!(first, [vec![1], vec![1, 1], vec![1, 1, 1], vec![1, 1, 1, 1]]);
    let all: Vec<Vec<u64>> = bars_up_to(3).collect();
    assert_eq!(all, [vec![1], vec![1, 1], vec![1, 1, 1], vec![2], vec![2, 1], vec![3]]);
}
