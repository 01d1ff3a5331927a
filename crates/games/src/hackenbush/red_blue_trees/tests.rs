use super::*;
use crate::hackenbush::edges::Hackenbush;
use crate::hackenbush::red_blue_stalks;
use crate::theory::by_definition::{Numbers, Play as PlainPlay};
use proptest::prelude::*;
use std::collections::BTreeMap;
use winways_kit::{Check, WholePositions};
use winways_solve::{Budget, NoObserver};

fn position(text: &str) -> WholePicture<RedBlueTree> {
    RedBlueTrees.parse(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
}

fn trees(edges: &[WrittenEdge]) -> Vec<RedBlueTree> {
    picture_of(edges.to_vec()).unwrap().components().to_vec()
}

/// Creates a picture from the parent of each vertex, with scrambled vertex numbers.
fn picture(below: &[(usize, bool)], scramble: u32) -> Vec<WrittenEdge> {
    let label = |vertex: usize| if vertex == 0 { 0 } else { (vertex as u32).wrapping_mul(scramble | 1) };
    let edge = |(place, &(below, blue)): (usize, &(usize, bool))| {
        let (from, to) = (label(below % (place + 1)), label(place + 1));
        WrittenEdge { from, to, player: if blue { Player::Left } else { Player::Right } }
    };
    below.iter().enumerate().map(edge).collect()
}

/// A strategy for trees of any shape: each vertex grows from its predecessor, from any vertex, or from one near the ground.
fn pictures_of(most: usize) -> impl Strategy<Value = Vec<WrittenEdge>> {
    let below = move |mode: u8| match mode {
        0 => (0..usize::MAX).boxed(),
        1 => prop_oneof![9 => Just(usize::MAX), 1 => 0..usize::MAX].boxed(),
        _ => (0..4usize).boxed(),
    };
    (0..3u8, 0..4u8, any::<u32>()).prop_flat_map(move |(mode, colours, scramble)| {
        let blue = match colours {
            0 => Just(false).boxed(),
            1 => prop_oneof![8 => Just(true), 1 => Just(false)].boxed(),
            _ => any::<bool>().boxed(),
        };
        proptest::collection::vec((below(mode), blue), 0..most).prop_map(move |mut below| {
            for (place, (below, _)) in below.iter_mut().enumerate() {
                *below = if *below == usize::MAX { place } else { *below % (place + 1) };
            }
            picture(&below, scramble)
        })
    })
}

/// Computes the value recursively by the formula, with arithmetic of [`Dyadic`].
fn by_the_formula(children: &BTreeMap<u32, Vec<(u32, Side)>>, vertex: u32) -> Dyadic {
    let edge = |&(above, side): &(u32, Side)| {
        let carried = by_the_formula(children, above);
        let x = if side == Side::Left { carried } else { -carried };
        let n = (1..).find(|&n| &x + Dyadic::from(n) > Dyadic::from(1)).unwrap();
        let value = (x + Dyadic::from(n)) * Dyadic::new(1, n as u32 - 1);
        if side == Side::Left { value } else { -value }
    };
    children.get(&vertex).map_or(Dyadic::ZERO, |above| above.iter().map(edge).sum())
}

fn formula(trees: &[RedBlueTree]) -> Dyadic {
    let mut children: BTreeMap<u32, Vec<(u32, Side)>> = BTreeMap::new();
    for edge in trees.iter().flat_map(RedBlueTree::edges) {
        children.entry(edge.from).or_default().push((edge.to, edge.side));
    }
    by_the_formula(&children, 0)
}

proptest! {
    #[test]
    fn agrees_with_the_formula(edges in pictures_of(200)) {
        let trees = trees(&edges);
        prop_assert_eq!(trees.iter().map(|tree| tree.edges().len()).sum::<usize>(), edges.len());
        let expected = formula(&trees);
        prop_assert_eq!(sign(&trees), expected.sign());
        prop_assert_eq!(value(&trees), expected);
        RedBlueTrees.explain(&picture_of(edges).unwrap(), Detail::Full);
    }

    /// The number after each cut, computed from the sums beside the edges, is the value of the remaining picture.
    #[test]
    fn numbers_after_cuts_are_those_of_the_remaining_pictures(edges in pictures_of(150)) {
        let picture = picture_of(edges.clone()).unwrap();
        let meter = &mut Meter::default();
        let after = RedBlueTrees.numbers_after(&picture, 1 << 20, meter).unwrap().unwrap();
        for (_, cut) in picture.moves() {
            prop_assert_eq!(after(&cut, meter).unwrap(), value(picture.after(cut).components()));
        }
        let written = picture.quoted();
        let hackenbush = Hackenbush.parse(written.trim_matches('"')).unwrap();
        let after_too = Hackenbush.numbers_after(&hackenbush, 1 << 20, meter).unwrap().unwrap();
        for (_, cut) in picture.moves() {
            prop_assert_eq!(after(&cut, meter), after_too(&cut, meter));
        }
        // The edges alone need more than this memory.
        prop_assert!(edges.is_empty() || RedBlueTrees.numbers_after(&picture, 30, meter).unwrap().is_none());
    }

    #[test]
    fn agrees_with_the_definition(edges in pictures_of(9)) {
        let trees = trees(&edges);
        let mut numbers = Numbers::new(&RedBlueTrees);
        for tree in &trees {
            prop_assert_eq!(numbers.value(tree).unwrap(), tree.value());
        }
    }

    #[test]
    fn representatives_have_the_same_value(edges in pictures_of(40), again in any::<u32>()) {
        for tree in trees(&edges) {
            let mut canonical = tree.clone();
            let sign = RedBlueTrees.canonicalise_value(&mut canonical);
            let value = if sign == Sign::Same { canonical.value() } else { -canonical.value() };
            prop_assert_eq!(value, tree.value());
            let mut other = tree.clone();
            other.renumber(again / 2);
            prop_assert_eq!(other.value(), tree.value());
            other.negate();
            prop_assert_eq!(-other.value(), tree.value());
            RedBlueTrees.canonicalise_value(&mut other);
            prop_assert_eq!(other, canonical);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "([0-9]-[0-9]:[brg]? ?){0,6}.{0,2}") {
        match RedBlueTrees.parse(&text) {
            Ok(position) => {
                let written = RedBlueTrees.write(&position);
                prop_assert_eq!(RedBlueTrees.parse(written.trim_matches('"')).unwrap(), position);
            }
            Err(wrong) => prop_assert!(text.get(wrong.span.range()).is_some()),
        }
    }
}

#[test]
fn all_small_pictures_agree_with_the_definition() {
    let mut numbers = Numbers::new(&RedBlueTrees);
    let mut cases = 0;
    for position in RedBlueTrees.positions(6) {
        let found: Dyadic = position.components().iter().map(|tree| numbers.value(tree).unwrap()).sum();
        assert_eq!(value(position.components()), found, "{position:?}");
        cases += 1;
    }
    // The number of ordered trees: 1, 2, 5, 14, 42, 132.
    assert_eq!(cases, 2 + 2 * 4 + 5 * 8 + 14 * 16 + 42 * 32 + 132 * 64);
}

#[test]
fn outcomes_of_small_pictures() {
    let mut play = PlainPlay::new(&RedBlueTrees);
    let check = Check::new(Budget::DEFAULT, &NoObserver);
    for picture in RedBlueTrees.positions(5) {
        let position = picture.components();
        let expected = [Ordering::Greater, Ordering::Less].map(|wins| sign(position) == wins);
        assert_eq!(
            Side::BOTH.map(|side| play.wins(side, position, &check).unwrap()),
            expected,
            "{picture:?}"
        );
    }
}

/// Stalks are trees: the two games agree, even for a tree that is a million edges deep.
#[test]
fn stalks_as_trees() {
    let length = 1_000_000;
    let sides: Vec<Side> = (0..length).map(|i: u32| Side::BOTH[(i.count_ones() % 2) as usize]).collect();
    let edge = |(i, &side): (u32, &Side)| WrittenEdge { from: i, to: i + 1, player: side.into() };
    let edges: Vec<_> = (0..).zip(&sides).map(edge).collect();
    let trees = trees(&edges);
    let stalk = red_blue_stalks::Stalk::new(sides).unwrap();
    assert_eq!(value(&trees), stalk.value());
}

/// A deep tree with a leaf at each vertex of its stem: each sum costs only as much as its smaller part.
#[test]
fn caterpillars() {
    let stem = 300_000;
    let mut edges = Vec::new();
    let (left, right) = (Player::Left, Player::Right);
    for i in 0..stem {
        edges.push(WrittenEdge { from: i, to: i + 1, player: [left, right][i as usize % 2] });
        let player = [right, left, left][i as usize % 3];
        edges.push(WrittenEdge { from: i + 1, to: stem + i + 1, player });
    }
    let trees = trees(&edges);
    let value = value(&trees);
    assert!(value.exponent() > 100_000, "{}", value.exponent());
    let mut mirror = trees[0].clone();
    mirror.negate();
    assert_eq!(value + mirror.value(), Dyadic::ZERO);
}

#[test]
fn explanations_go_step_by_step() {
    assert_eq!(
        RedBlueTrees.explain(&position("0-1:b 1-2:r 2-3:b 1-4:r 0-5:r 5-6:r"), Detail::Full),
        [
            "2-3 is blue and carries nothing: 1",
            "1-2 is red and carries 1: n = 3 is the least with 1 - n < -1, (1 - 3)/2^2 = -1/2",
            "1-4 is red and carries nothing: -1",
            "0-1 is blue and carries -3/2: n = 3 is the least with -3/2 + n > 1, (-3/2 + 3)/2^2 = 3/8",
            "5-6 is red and carries nothing: -1",
            "0-5 is red and carries -1: -1 - 1 = -2",
            "the sum is 3/8 - 2 = -13/8",
            "negative: Right wins, moving first or second"
        ]
    );
}

#[test]
fn errors_point_at_the_place() {
    let wrong = |text: &str| RedBlueTrees.parse(text).unwrap_err();
    let cycle = wrong("0-1:b, 1-2:r 2-0:b");
    assert_eq!(
        cycle.to_string(),
        "the edge 2-0:b closes a cycle: expected trees: no cycles, not even through the ground"
    );
    assert_eq!(cycle.span.range(), 13..18);
    assert_eq!(wrong("0-1:b 0-1:r").span.range(), 6..11);
    assert!(wrong("4-4:b").message.ends_with("is a loop"));
    assert_eq!(
        wrong("0-1:g").to_string(),
        "a green edge: expected `b` or `r`: in this game every edge is blue or red"
    );
    assert_eq!(
        wrong("0-1:g").help.unwrap(),
        "write `0-1:b` if Left may cut it or `0-1:r` if Right may cut it"
    );
    assert_eq!(wrong("0-1").help.unwrap(), "write `0-1:b` or `0-1:r`");
    assert!(position("5-6:b").components().is_empty(), "it has fallen");
}

/// A path with a leaf at each vertex. The number beside each leaf has as many digits as there are edges above it.
#[test]
fn sums_beside_edges_are_counted() {
    let leaf = |vertex: u32| [(vertex, vertex + 1, Player::Right), (vertex, 10_000 + vertex, Player::Left)];
    // With a leaf at the top, the edges on a vertex with k path vertices above it are worth 1/2^k in total.
    let edges = (0..5_000).flat_map(leaf).chain([(5_000, 20_000, Player::Left)]);
    let edges = edges.map(|(from, to, player)| WrittenEdge { from, to, player });
    let picture = picture_of(edges.collect()).unwrap();
    let meter = &mut Meter::default();
    assert!(RedBlueTrees.numbers_after(&picture, 2_700_000, meter).unwrap().is_none());
    let after = RedBlueTrees.numbers_after(&picture, 9_000_000, meter).unwrap().unwrap();
    for edge in [0, 1, 2, 3, 4_998, 4_999, 9_998, 9_999] {
        let cut = Cut { edge };
        assert_eq!(after(&cut, meter).unwrap(), value(picture.after(cut).components()));
    }
}

/// Edges that are not connected to the ground do not matter. Pictures with green edges, cycles or loops have no such numbers.
#[test]
fn numbers_after_cuts_exist_for_trees_only() {
    let meter = &mut Meter::default();
    let mut numbers = |text: &str| {
        let picture = Hackenbush.parse(text).unwrap();
        let after = Hackenbush.numbers_after(&picture, 1 << 20, meter).unwrap()?;
        Some(
            picture.moves().iter().map(|(_, cut)| after(cut, meter).unwrap().to_string()).collect::<Vec<_>>(),
        )
    };
    assert_eq!(numbers("0-1:b 1-2:r 7-8:b 0-3:r"), Some(["-1", "0", "1/2"].map(String::from).to_vec()));
    assert_eq!(numbers("-"), Some(Vec::new()));
    assert_eq!(numbers("0-1:b 1-2:g"), None);
    assert_eq!(numbers("0-1:b 1-2:b 2-0:b"), None);
    assert_eq!(numbers("0-1:b 1-1:b"), None);
}
