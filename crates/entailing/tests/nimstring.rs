//! Nimstring: every small graph against play straight from the rules.

mod common;

use common::ledger;
use std::collections::BTreeSet;
use winways_entailing::{EntailingSolver, EntailingValue, EntailingValues, Nimstring, NimstringError};
use winways_values::Nimber;

type Strings = Vec<(usize, Option<usize>)>;

fn coins(strings: &Strings) -> usize {
    strings.iter().map(|&(one, other)| one.max(other.unwrap_or(0)) + 1).max().unwrap_or(0)
}

/// The greatest Nim heap beside a graph.
const HEAP: usize = 8;

/// Returns `true` for each set of uncut strings and each Nim heap beside it for which the player to move wins.
fn play(strings: &Strings) -> Vec<[bool; HEAP + 1]> {
    let mut wins = vec![[false; HEAP + 1]; 1 << strings.len()];
    let degree = |set: usize, coin: usize| {
        let uncut = (0..strings.len()).filter(|string| set >> string & 1 == 1);
        uncut.filter(|&string| strings[string].0 == coin || strings[string].1 == Some(coin)).count()
    };
    for set in 0..1 << strings.len() {
        for heap in 0..=HEAP {
            let in_heap = (0..heap).any(|smaller| !wins[set][smaller]);
            let by_cut = (0..strings.len()).filter(|string| set >> string & 1 == 1).any(|string| {
                let after = set & !(1 << string);
                let (one, other) = strings[string];
                let moves_again =
                    degree(after, one) == 0 || other.is_some_and(|coin| degree(after, coin) == 0);
                wins[after][heap] == moves_again
            });
            wins[set][heap] = in_heap || by_cut;
        }
    }
    wins
}

fn value(strings: &Strings) -> EntailingValue {
    let nimstring = Nimstring::new(coins(strings), strings.clone()).unwrap();
    let start = nimstring.start();
    EntailingSolver::new(nimstring).value_of_sum(&start, &ledger()).unwrap()
}

/// Renumbers the coins so that many isomorphic graphs become equal; graphs that become equal are isomorphic.
fn renumbered(strings: &Strings) -> Strings {
    let count = coins(strings);
    let mut colours = vec![1_u64; count];
    for _ in 0..3 {
        let mut next = vec![0_u64; count];
        for &(one, other) in strings {
            let mix = |colour: u64| (colour ^ colour >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3;
            next[one] = next[one].wrapping_add(mix(other.map_or(7, |other| colours[other])));
            if let Some(other) = other {
                next[other] = next[other].wrapping_add(mix(colours[one]));
            }
        }
        colours = next;
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&coin| colours[coin]);
    let mut numbers = vec![0; count];
    (0..).zip(order).for_each(|(number, coin)| numbers[coin] = number);
    let rename =
        |&(one, other): &(usize, Option<usize>)| match (numbers[one], other.map(|coin| numbers[coin])) {
            (one, Some(other)) => (one.min(other), Some(one.max(other))),
            (one, None) => (one, None),
        };
    let mut renamed: Strings = strings.iter().map(rename).collect();
    renamed.sort_unstable();
    renamed
}

/// Adds one string to each of `graphs` in every way that leaves no coin without strings. Returns at least one graph of each isomorphism
/// class.
fn extended(graphs: &BTreeSet<Strings>) -> BTreeSet<Strings> {
    let mut extended = BTreeSet::new();
    for graph in graphs {
        let count = coins(graph);
        // The numbers from `count` on are new coins.
        for one in 0..=count {
            let others = (one + 1..=count.max(one + 1)).map(Some).chain([None]);
            for other in others {
                let longer = graph.iter().copied().chain([(one, other)]).collect();
                extended.insert(renumbered(&longer));
            }
        }
    }
    extended
}

#[test]
fn every_small_graph_is_played_as_its_value_predicts() {
    let mut graphs = BTreeSet::from([Strings::new()]);
    for _ in 0..6 {
        graphs = extended(&graphs);
        for strings in &graphs {
            let value = value(strings);
            let wins = play(strings);
            for heap in 0..=HEAP {
                let total = value + EntailingValue::Nimber(Nimber(heap as u64));
                let wins = wins[wins.len() - 1][heap];
                assert_eq!(total != EntailingValue::ZERO, wins, "{strings:?}, {value}, heap {heap}");
            }
        }
    }
    assert!(graphs.len() > 1000, "{} graphs", graphs.len());
}

/// Returns a chain of `length` coins whose two ends are tied to the ground.
fn chain(length: usize) -> Strings {
    (0..length).map(|coin| (coin, (coin + 1 < length).then_some(coin + 1))).chain([(0, None)]).collect()
}

/// *Winning Ways*, chapter 16: every move in a long chain or a loop is loony.
#[test]
fn chains_and_loops_have_the_known_values() {
    let texts: Vec<String> = (1..8).map(|length| value(&chain(length)).to_string()).collect();
    assert_eq!(texts, ["*", "*", "0", "0", "0", "0", "0"]);
    for length in 4..8 {
        let circle: Strings = (0..length).map(|coin| (coin, Some((coin + 1) % length))).collect();
        assert_eq!(value(&circle), EntailingValue::ZERO);
    }
    // A chain that is open at one end is loony from two coins on.
    for length in 1..8 {
        let open = chain(length).into_iter().take(length).collect();
        assert_eq!(value(&open).is_loony(), length > 1, "{length}");
    }
}

#[test]
fn wrong_graphs_are_rejected() {
    let error = NimstringError::NoSuchCoin { string: 1, coin: 2, coins: 2 };
    assert_eq!(Nimstring::new(2, vec![(0, Some(1)), (0, Some(2))]).err(), Some(error));
    let error = NimstringError::TooManyStrings { count: 65 };
    assert_eq!(Nimstring::new(1, vec![(0, None); 65]).err(), Some(error));
    assert_eq!(Nimstring::new(1, vec![(0, None); 64]).map(|game| game.start()).ok(), Some(vec![u64::MAX]));
    assert_eq!(Nimstring::grid(0, 1000).map(|game| game.start()).ok(), Some(vec![]));
    assert_eq!(
        Nimstring::grid(usize::MAX, 2).err(),
        Some(NimstringError::TooManyStrings { count: usize::MAX })
    );
}
