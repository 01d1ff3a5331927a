use super::part::parts;
use super::*;
use crate::hackenbush::picture::Sets;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::collections::BTreeSet;
use winways_kit::WholePositions;
use winways_kit::testing::sums::{Boards, Sums, terms};
use winways_solve::{CanonicalSearch, NoObserver, Theorems};
use winways_values::Dyadic;
use winways_values::Game;

/// A whole picture: its edges with their letters.
type Whole = Vec<(u32, u32, char)>;

/// Lists the moves straight from the rules: cut an edge, then drop all edges that are not connected to the ground.
fn brute_moves(picture: &Whole, side: Side) -> Vec<Whole> {
    let own = if side == Side::Left { 'b' } else { 'r' };
    let cuts = (0..picture.len()).filter(|&edge| picture[edge].2 == own || picture[edge].2 == 'g');
    cuts.map(|cut| {
        let mut rest = picture.clone();
        rest.remove(cut);
        standing(&rest)
    })
    .collect()
}

fn standing(picture: &Whole) -> Whole {
    let mut grounded = BTreeSet::from([0]);
    for _ in 0..picture.len() {
        for &(a, b, _) in picture {
            if grounded.contains(&a) || grounded.contains(&b) {
                grounded.extend([a, b]);
            }
        }
    }
    picture.iter().filter(|(a, ..)| grounded.contains(a)).copied().collect()
}

fn text(picture: &Whole) -> String {
    let words: Vec<String> = picture.iter().map(|(a, b, colour)| format!("{a}-{b}:{colour}")).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

fn pictures(edges: usize, vertices: u32) -> impl Strategy<Value = Whole> {
    let edge = (0..vertices, 0..vertices, proptest::sample::select(vec!['b', 'r', 'g']));
    proptest::collection::vec(edge, 0..=edges)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn parts_play_like_whole_pictures(picture in prop_oneof![pictures(9, 4), pictures(9, 7)]) {
        let position = Hackenbush.parse(&text(&picture)).unwrap();
        let (mut whole, mut sums) = (Boards::new(brute_moves), Sums::new(&Hackenbush));
        for side in Side::BOTH {
            let found = sums.wins(&terms(position.components()), side);
            prop_assert_eq!(found, whole.wins(&standing(&picture), side), "{:?}", side);
        }
    }

    #[test]
    fn representatives_have_the_value(picture in prop_oneof![pictures(6, 3), pictures(6, 5)]) {
        for part in Hackenbush.parse(&text(&picture)).unwrap().components() {
            Sums::new(&Hackenbush).check_component(part);
        }
    }

    #[test]
    fn trees_have_one_representative(
        parents in proptest::collection::vec((any::<u32>(), 0usize..3), 1..10),
        names in Just((1..10u32).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let tree = |names: &[u32], letters: [char; 3]| {
            let name = |vertex: u32| if vertex == 0 { 0 } else { names[vertex as usize - 1] };
            let edge = |(child, &(parent, colour)): (usize, &(u32, usize))| {
                let child = child as u32 + 1;
                (name(parent % child), name(child), letters[colour])
            };
            let picture = Hackenbush.parse(&text(&parents.iter().enumerate().map(edge).collect())).unwrap();
            let mut parts = picture.components().to_vec();
            for part in &mut parts {
                Hackenbush.canonicalise_value(part);
            }
            parts.sort();
            parts
        };
        let expected = tree(&(1..10).collect::<Vec<_>>(), ['b', 'r', 'g']);
        prop_assert_eq!(&tree(&names, ['b', 'r', 'g']), &expected);
        prop_assert_eq!(&tree(&names, ['r', 'b', 'g']), &expected);
    }
}

#[test]
fn engines_see_equal_edges_once() {
    let picture = Hackenbush.parse("0-1:g 1-2:r 2-2:b 2-2:b").unwrap();
    let count = |side| {
        let mut options = Options::new();
        Hackenbush.options(&picture.components()[0], side, &mut options).unwrap();
        options.len()
    };
    assert_eq!(Side::BOTH.map(count), [2, 2]);
    let by =
        |player| Hackenbush.moves(&picture).unwrap().iter().filter(|(whose, _)| *whose == player).count();
    assert_eq!([by(Player::Left), by(Player::Right)], [3, 2]);
    assert_eq!(Hackenbush.parse("0-1:x").unwrap_err().span.range(), 4..5);
}

/// Computes the value by search straight from the rules.
fn searched(arena: &Arena, position: &[Picture]) -> Game {
    let mut search = CanonicalSearch::new(&Hackenbush, arena, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
    search.value_of_sum(position).unwrap()
}

/// Computes the value by peeling.
fn peeled(arena: &Arena, position: &[Picture]) -> Game {
    let mut search = PictureSearch::new(arena, Budget::DEFAULT, &NoObserver);
    let values: Vec<Game> = position.iter().map(|picture| search.value(picture).unwrap()).collect();
    values.into_iter().fold(Game::ZERO, |sum, value| arena.add(sum, value).unwrap())
}

/// Compares the values from peeling and from theorems with the search. Returns `true` if a theorem applied.
fn agrees_with_search(picture: &Whole) -> Result<bool, TestCaseError> {
    let position = Hackenbush.parse(&text(picture)).unwrap();
    let position = position.components();
    let arena = Arena::default();
    let expected = searched(&arena, position);
    prop_assert_eq!(peeled(&arena, position), expected);
    let mut stated = Some(Game::ZERO);
    for picture in position {
        let value = Hackenbush.value_by_theorem(picture, &mut arena.session()).unwrap();
        stated = stated.zip(value).map(|(sum, value)| arena.add(sum, value).unwrap());
    }
    if let Some(value) = stated {
        prop_assert_eq!(value, expected);
    }
    Ok(stated.is_some())
}

/// A strategy for pictures in the given colours whose vertices mostly lie on cycles.
fn cycles(edges: usize, vertices: u32, colours: &'static [char]) -> impl Strategy<Value = Whole> {
    let edge = (0..vertices, 0..vertices, proptest::sample::select(colours));
    proptest::collection::vec(edge, 3..=edges)
        .prop_map(|edges| edges.into_iter().filter(|(a, b, _)| a != b).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn peeling_agrees_with_search(picture in prop_oneof![pictures(9, 4), pictures(9, 7)]) {
        agrees_with_search(&picture)?;
    }

    #[test]
    fn fusion_agrees_with_search(picture in prop_oneof![
        cycles(9, 4, &['g', 'g', 'g', 'b']), cycles(9, 6, &['g', 'g', 'g', 'r', 'b']), cycles(9, 5, &['g']),
    ]) {
        agrees_with_search(&picture)?;
    }
}

#[test]
fn numbers_agree_with_search() {
    let pictures =
        prop_oneof![cycles(11, 4, &['b', 'r']), cycles(11, 6, &['b', 'r']), cycles(11, 8, &['b', 'b', 'r']),];
    let numbers = Cell::new(0);
    let check = |picture: Whole| {
        numbers.set(numbers.get() + u32::from(agrees_with_search(&picture)?));
        Ok(())
    };
    TestRunner::new(ProptestConfig::with_cases(256)).run(&pictures, check).unwrap();
    assert!(numbers.get() > 40, "only {} pictures have a number without a search", numbers.get());
}

/// Creates a redwood bed as in Winning Ways: feet, legs and red edges from the legs to the vertices above. `joins` lists the legs
/// that each vertex above joins.
fn redwood_bed(legs: u32, joins: &[Vec<u32>]) -> Whole {
    let feet = (1..=legs).flat_map(|leg| [(0, legs + leg, 'b'), (legs + leg, leg, 'r')]);
    let above = (2 * legs + 1..).zip(joins);
    feet.chain(above.flat_map(|(hub, legs)| legs.iter().map(move |&leg| (leg, hub, 'r')))).collect()
}

/// Returns the number of red edges above the legs that can be cut while the legs stay joined: all but those of the smallest tree
/// that joins the legs. Finds this tree by trying every set of vertices above.
fn spare_moves(legs: u32, joins: &[Vec<u32>]) -> Option<u32> {
    let edges: usize = joins.iter().map(Vec::len).sum();
    let tree = |chosen: u32| {
        let mut sets = Sets::new((legs as usize) + joins.len() + 1);
        let chosen = || (0..joins.len()).filter(|&hub| chosen >> hub & 1 == 1);
        let mut joined = 0;
        for hub in chosen() {
            joined += joins[hub].iter().filter(|&&leg| sets.unite(leg, legs + 1 + hub as u32)).count();
        }
        let parts = legs as usize + chosen().count() - joined;
        (parts == 1).then_some(joined)
    };
    let least = (0..1u32 << joins.len()).filter_map(tree).min()?;
    Some((edges - least) as u32)
}

/// Returns the legs and joins of a bed of Winning Ways, chapter 7, as in CGSuite's tests (their comment: figure 31).
fn moderately_hard_bed() -> (u32, Vec<Vec<u32>>) {
    let joins: [&[u32]; 7] = [&[1, 2], &[1, 4], &[1, 6], &[2, 4, 5], &[3, 6], &[3, 7], &[5, 6, 7]];
    (7, joins.iter().map(|legs| legs.to_vec()).collect())
}

fn value_of_bed(legs: u32, joins: &[Vec<u32>]) -> Option<Dyadic> {
    let arena = Arena::default();
    let position = Hackenbush.parse(&text(&redwood_bed(legs, joins))).unwrap();
    arena.as_number(peeled(&arena, position.components()))
}

#[test]
fn moderately_hard_bed_is_a_128th() {
    let (legs, joins) = moderately_hard_bed();
    assert_eq!(spare_moves(legs, &joins), Some(6));
    assert_eq!(value_of_bed(legs, &joins), Some(Dyadic::new(1, 7)));
}

/// A redwood bed has the value 1/2^(m+1) if m red edges above the legs can be cut while the legs stay joined.
#[test]
fn redwood_beds() {
    let join = proptest::collection::btree_set(1..5u32, 1..4);
    let beds = (1..5u32, proptest::collection::vec(join, 1..5));
    // The number of connected beds, by the number of edges that can be cut.
    let cuts = std::cell::RefCell::new([0; 8]);
    let check = |(legs, joins): (u32, Vec<BTreeSet<u32>>)| {
        let joins: Vec<Vec<u32>> =
            joins.into_iter().map(|join| join.into_iter().filter(|&leg| leg <= legs).collect()).collect();
        prop_assume!(joins.iter().map(Vec::len).sum::<usize>() <= 9);
        if let Some(spare) = spare_moves(legs, &joins) {
            prop_assert_eq!(value_of_bed(legs, &joins), Some(Dyadic::new(1, spare + 1)));
            cuts.borrow_mut()[spare as usize] += 1;
        }
        Ok(())
    };
    TestRunner::new(ProptestConfig::with_cases(64)).run(&beds, check).unwrap();
    let cuts = cuts.into_inner();
    assert!(cuts.iter().sum::<u32>() > 5 && cuts[1..].iter().any(|&count| count > 0), "{cuts:?}");
}

#[test]
fn explanations_list_peeled_and_searched_parts() {
    let position = Hackenbush
        .parse("0-1:g 1-2:b 1-3:r 3-4:b 4-5:g 5-3:r 1-6:g 6-1:g 0-7:r 7-8:b 0-9:b 9-10:b 10-0:b")
        .unwrap();
    assert_eq!(
        Hackenbush.explain(&position, Detail::Full),
        [
            "1-2:b carries nothing: 1",
            "canonical form found by search: 3 edges on vertex 3 (3-4:b 3-5:r 4-5:g)",
            "1-3:r carries the value found above, -1 : this value",
            "fusion principle: 2 edges on vertex 1 (1-6:g 1-6:g), with the edges that they carry: 0",
            "0-1:g carries the value found above, * : this value",
            "7-8:b carries nothing: 1",
            "0-7:r carries 1, -1 : 1 = -1/2",
            "one colour: 3 edges on the ground (0-10:b 0-9:b 9-10:b), with the edges that they carry: 3",
        ]
    );
    assert_eq!(
        Hackenbush.explain(&position, Detail::Brief),
        [
            "colon principle: 5 edges removed, starting with those that carry nothing",
            "canonical form found by search: 3 edges on vertex 3",
            "fusion principle: 2 edges on vertex 1, with the edges that they carry: 0",
            "one colour: 3 edges on the ground, with the edges that they carry: 3",
        ]
    );
    let tree = Hackenbush.parse("0-1:g 1-2:g 1-3:g 2-4:g").unwrap();
    assert_eq!(Hackenbush.explain(&tree, Detail::Full).last().unwrap(), "the ground carries *4");
}

/// Returns the number that needs no search, if there is one.
fn number(picture: &Picture) -> Option<Dyadic> {
    peeled::number(picture, &mut Meter::default()).unwrap()
}

/// Long chains and large cycles are valued without recursion, and without a search if the theorems suffice.
#[test]
fn large_pictures() {
    let length = 100_000u32;
    let chain = |first: u32| (0..length).map(move |i| (if i == 0 { 0 } else { first + i - 1 }, first + i));
    let twigs = |tints: [u8; 2]| -> Vec<Twig> {
        let closing = [(0, length)];
        let ends = chain(1).chain(closing);
        ends.zip(tints.into_iter().cycle()).map(|(ends, tint)| Twig { ends, tint }).collect()
    };
    let cycle = |tints| parts(twigs(tints));
    assert_eq!(number(&cycle([Twig::BLUE; 2])[0]), Some(Dyadic::from(100_001)));
    let arena = Arena::default();
    assert_eq!(peeled(&arena, &cycle([Twig::GREEN; 2])), Game::STAR);
    let mut stalk = twigs([Twig::BLUE, Twig::RED]);
    stalk.pop();
    assert_eq!(number(&parts(stalk)[0]).map(|number| number.exponent()), Some(length - 1));
}
