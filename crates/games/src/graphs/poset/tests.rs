use super::*;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};
use winways_solve::{Budget, GrundySearch, NoObserver, Theorems};

fn value(text: &str) -> u64 {
    let mut search = GrundySearch::new(&PosetGame, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
    search.nim_value_of_sum(&PosetGame.parse(text).unwrap()).unwrap().0
}

/// Computes the nim-value of a set by definition. `taken` lists the elements that are removed with each element.
fn by_definition(left: u32, taken: &[u32], known: &mut HashMap<u32, u64>) -> u64 {
    if let Some(&value) = known.get(&left) {
        return value;
    }
    let elements = (0..taken.len()).filter(|element| left >> element & 1 == 1);
    let values: BTreeSet<u64> =
        elements.map(|element| by_definition(left & !taken[element], taken, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(left, value);
    value
}

/// A strategy for orders on the elements 1 to n, from any pairs of numbers, the smaller below the greater. Yields the text and
/// the elements removed with each element.
fn orders() -> impl Strategy<Value = (String, Vec<u32>)> {
    (1u32..9).prop_flat_map(|count| {
        let pair = (0..count, 0..count);
        proptest::collection::vec(pair, 0..12).prop_map(move |pairs| {
            let pairs: Vec<_> = pairs.into_iter().filter(|(low, high)| low < high).collect();
            let mut taken: Vec<u32> = (0..count).map(|element| 1 << element).collect();
            for low in (0..count).rev() {
                for &(_, high) in pairs.iter().filter(|pair| pair.0 == low) {
                    taken[low as usize] |= taken[high as usize];
                }
            }
            let is_single =
                |element: &u32| pairs.iter().all(|pair| pair.0 + 1 != *element && pair.1 + 1 != *element);
            let singles: Vec<String> =
                (1..=count).filter(is_single).map(|element| element.to_string()).collect();
            let words = pairs.iter().map(|(low, high)| format!("{}<{}", low + 1, high + 1));
            (singles.into_iter().chain(words).collect::<Vec<_>>().join(" "), taken)
        })
    })
}

proptest! {
    #[test]
    fn values_are_as_the_definition_says((text, taken) in orders()) {
        let all = (1 << taken.len()) - 1;
        prop_assert_eq!(value(&text), by_definition(all, &taken, &mut HashMap::new()), "{}", text);
    }

    #[test]
    fn moves_take_an_element_and_all_above((text, taken) in orders()) {
        let position = PosetGame.parse(&text).unwrap();
        let mut found = 0;
        for order in &position {
            let mut options = Options::new();
            PosetGame.options(order, &mut options).unwrap();
            for to in options.iter() {
                let step = PosetGame.describe_move(order, to);
                let element: usize = step.strip_prefix("take ").unwrap().parse().unwrap();
                let left: usize = to.iter().map(|part| len(part)).sum();
                prop_assert_eq!((len(order) - left) as u32, taken[element - 1].count_ones(), "{} in {}", step, text);
                found += 1;
            }
        }
        prop_assert_eq!(found, taken.len());
    }

    #[test]
    fn positions_read_back((text, _) in orders()) {
        let position = PosetGame.parse(&text).unwrap();
        prop_assert_eq!(PosetGame.parse(PosetGame.write(&position).trim_matches('"')).unwrap(), position);
    }
}

/// The squares of a Chomp board, without the poisoned square, form a poset game.
#[test]
fn boards_of_chomp_have_their_values() {
    let board = |rows: u64, columns: u64| {
        let cell = |row: u64, column: u64| row * columns + column;
        let mut words = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let far = [
                    (row + 1 < rows).then(|| cell(row + 1, column)),
                    (column + 1 < columns).then(|| cell(row, column + 1)),
                ];
                let here = cell(row, column);
                words.extend(
                    far.into_iter().flatten().filter(|_| here > 0).map(|far| format!("{here}<{far}")),
                );
                words.extend((here > 0 && rows * columns == 2).then(|| here.to_string()));
            }
        }
        value(&words.join(" "))
    };
    // A square board is won by leaving one row and one column of equal length; two rows are won by taking the far corner.
    assert!((2..4).all(|side| board(side, side) > 0));
    assert_eq!((board(1, 5), board(2, 1), board(2, 2)), (4, 1, 2));
}

#[test]
fn wrong_orders_are_refused() {
    for (text, message) in [
        ("1<1", "1 is above itself"),
        ("1<2<3<1", "1 is above itself"),
        ("1<", ""),
        ("", ""),
        ("x", ""),
        ("0", ""),
        ("1>2", ""),
        ("2 2", "the element 2 is repeated"),
        ("1<2 2", "the element 2 is repeated"),
        ("2 1<2", "the element 2 is repeated"),
        ("1 2 3 1", "the element 1 is repeated"),
    ] {
        let found = PosetGame.parse(text).unwrap_err().message;
        assert!(found.starts_with(message), "{text}: {found}");
    }
    let zero = PosetGame.parse("0<1").unwrap_err();
    assert_eq!(zero.message, "0 is too small: the number of an element must be at least 1");
    let chain: Vec<String> = (1..=65).map(|element| element.to_string()).collect();
    assert_eq!(PosetGame.parse(&chain.join("<")).unwrap_err().message, "65 elements are connected with 1");
    assert_eq!(PosetGame.parse(&chain[1..].join("<")).unwrap().len(), 1);
}
