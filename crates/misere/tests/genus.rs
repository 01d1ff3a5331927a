//! Compares genera with their definition, by a search over sums with heaps of size two.

use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};
use winways_misere::Genus;

/// Positions, each given by the numbers of its options, which are earlier positions.
type Positions = Vec<Vec<usize>>;

fn least_missing(values: &BTreeSet<u64>) -> u64 {
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// Returns the misère value of the sum of a position and Nim heaps, from the definition.
fn misere_value(
    positions: &Positions,
    (position, heaps): (usize, &Vec<u64>),
    known: &mut HashMap<(usize, Vec<u64>), u64>,
) -> u64 {
    if let Some(&value) = known.get(&(position, heaps.clone())) {
        return value;
    }
    let mut values = BTreeSet::new();
    for &option in &positions[position] {
        values.insert(misere_value(positions, (option, heaps), known));
    }
    for place in 0..heaps.len() {
        for left in 0..heaps[place] {
            let mut after = heaps.clone();
            after[place] = left;
            after.retain(|&heap| heap > 0);
            after.sort_unstable();
            values.insert(misere_value(positions, (position, &after), known));
        }
    }
    let value = if values.is_empty() { 1 } else { least_missing(&values) };
    known.insert((position, heaps.clone()), value);
    value
}

fn positions() -> impl Strategy<Value = Positions> {
    let options = proptest::collection::vec(any::<proptest::sample::Index>(), 0..5);
    proptest::collection::vec(options, 1..9).prop_map(|lists| {
        let option = |place: usize, index: &proptest::sample::Index| (place > 0).then(|| index.index(place));
        let options =
            |(place, list): (usize, &Vec<_>)| list.iter().filter_map(|index| option(place, index)).collect();
        lists.iter().enumerate().map(options).collect()
    })
}

proptest! {
    #[test]
    fn genera_follow_from_those_of_options(positions in positions()) {
        let mut genera: Vec<Genus> = Vec::new();
        for options in &positions {
            genera.push(Genus::of_options(options.iter().map(|&option| &genera[option])));
        }
        let mut known = HashMap::new();
        for (number, genus) in genera.iter().enumerate() {
            for twos in 0..6 {
                let value = misere_value(&positions, (number, &vec![2; twos]), &mut known);
                prop_assert_eq!(genus.digit(twos), value, "{} with {} heaps", genus, twos);
            }
            prop_assert_eq!(genus.to_string().parse(), Ok(genus.clone()));
        }
    }

    #[test]
    fn genera_of_nim_heaps_are_those_of_their_options(size in 0..40u64) {
        let heaps: Vec<Genus> = (0..=size).map(Genus::of_nim_heap).collect();
        let genus = Genus::of_options(&heaps[..size as usize]);
        prop_assert_eq!(&genus, &heaps[size as usize]);
        prop_assert!(genus.is_of_nim());
        prop_assert_eq!(genus.is_fickle(), size < 2);
        prop_assert_eq!(genus.to_string().parse(), Ok(genus));
    }
}

#[test]
fn wrong_texts_are_refused() {
    for text in [
        "", "2", "2^20", "2^{}", "^{20}", "x^{20}", "2^{2 0}", "2^{2,}", "2^{2,01}", "-2^{20}", "2^{20}}",
        "+2^{20}",
    ] {
        let refused = text.parse::<Genus>().unwrap_err().to_string();
        assert!(refused.contains(&format!("'{text}'")), "{refused}");
    }
}
