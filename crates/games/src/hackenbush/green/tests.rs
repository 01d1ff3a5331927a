use super::*;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};
use winways_kit::{AnyGame, WholePositions};
use winways_solve::{Budget, GrundySearch, NoObserver, Theorems};

fn position(text: &str) -> WholePicture<Part> {
    HackenbushGreen.parse(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
}

/// Returns the indices of the edges whose cut leaves the nim-value `value`.
fn cuts_that_leave(part: &Part, value: Nimber) -> Vec<usize> {
    let leaves = leaves_value(part, value);
    (0..leaves.len()).filter(|&index| leaves[index]).collect()
}

fn names(picture: &WholePicture<Part>, moves: &WholeMoves<Cut>) -> Vec<String> {
    moves.listed.iter().map(|(_, cut)| HackenbushGreen.move_name(picture, cut)).collect()
}

/// Computes the nim-value straight from the rules, without splitting, sorting or renumbering. A picture is a set of edge indices.
fn brute_force(edges: &[Edge], standing: u32, memo: &mut HashMap<u32, u64>) -> u64 {
    let mut grounded = BTreeSet::from([0]);
    let mut picture = 0u32;
    loop {
        let more: Vec<usize> = (0..edges.len())
            .filter(|&edge| standing >> edge & 1 == 1 && picture >> edge & 1 == 0)
            .filter(|&edge| grounded.contains(&edges[edge].0) || grounded.contains(&edges[edge].1))
            .collect();
        if more.is_empty() {
            break;
        }
        for edge in more {
            picture |= 1 << edge;
            grounded.extend([edges[edge].0, edges[edge].1]);
        }
    }
    if let Some(&value) = memo.get(&picture) {
        return value;
    }
    let options: BTreeSet<u64> = (0..edges.len())
        .filter(|&edge| picture >> edge & 1 == 1)
        .map(|edge| brute_force(edges, picture & !(1 << edge), memo))
        .collect();
    let value = (0..).find(|value| !options.contains(value)).unwrap_or(0);
    memo.insert(picture, value);
    value
}

fn picture(edges: usize, vertices: u32) -> impl Strategy<Value = Vec<Edge>> {
    let edge = (0..vertices, 0..vertices).prop_map(sorted_ends);
    proptest::collection::vec(edge, 0..=edges)
}

/// Generates a cycle through the ground with random further edges, at most `most` edges in total.
fn ring(most: usize) -> impl Strategy<Value = Vec<Edge>> {
    (2..=most as u32 - 2).prop_flat_map(move |length| {
        let cycle: Vec<Edge> = (0..length).map(|v| sorted_ends((v, (v + 1) % length))).collect();
        picture(most - length as usize, length + 2).prop_map(move |more| [&cycle[..], &more].concat())
    })
}

fn compare_with_brute_force(edges: &[Edge]) -> Result<(), TestCaseError> {
    let mut memo = HashMap::new();
    let all = u32::MAX >> (31 - edges.len() as u32) >> 1;
    let value = brute_force(edges, all, &mut memo);
    prop_assert_eq!(nim_value(edges).0, value);
    let parts = parts(edges.to_vec());
    let mut search = GrundySearch::new(&GreenParts, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
    prop_assert_eq!(search.nim_value_of_sum(&parts).unwrap().0, value);
    for target in 0..=edges.len() as u64 + 1 {
        for part in &parts {
            let found = cuts_that_leave(part, Nimber(target));
            let expected: Vec<usize> = (0..part.edges().len())
                .filter(|&index| search.nim_value_of_sum(&part.without(index)).unwrap().0 == target)
                .collect();
            prop_assert_eq!(found, expected, "cuts that leave {}", target);
        }
    }
    Ok(())
}

/// Compares the cuts of a part with values from the theorem alone, for pictures that are too large to search.
fn compare_cuts_with_values(edges: Vec<Edge>) -> Result<(), TestCaseError> {
    for part in parts(edges) {
        let after: Vec<Nimber> = (0..part.edges().len())
            .map(|index| part.without(index).iter().map(Part::nim_value).sum())
            .collect();
        for target in after.iter().copied().chain([Nimber(0), Nimber(u64::MAX)]) {
            let found = cuts_that_leave(&part, target);
            let expected: Vec<usize> = (0..after.len()).filter(|&i| after[i] == target).collect();
            prop_assert_eq!(found, expected, "cuts that leave {}", target);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn theorem_agrees_with_the_rules(edges in prop_oneof![picture(12, 4), picture(12, 7), ring(12)]) {
        compare_with_brute_force(&edges)?;
    }

    #[test]
    fn cuts_of_larger_pictures(
        edges in prop_oneof![picture(40, 12), picture(60, 50), ring(70), picture(30, 40)]
    ) {
        compare_cuts_with_values(edges)?;
    }

    #[test]
    fn moves_to_every_value(edges in prop_oneof![picture(12, 4), picture(12, 7), ring(12)]) {
        let written = |&(from, to): &Edge| WrittenEdge { from, to, player: Player::Either };
        let picture = WholePicture::<Part>::new(edges.iter().map(written).collect());
        let mut memo = HashMap::new();
        let all = (1u32 << edges.len()) - 1;
        let moves = HackenbushGreen.moves(&picture).unwrap();
        let after: Vec<u64> =
            moves.iter().map(|(_, cut)| brute_force(&edges, all & !(1 << cut.edge), &mut memo)).collect();
        for value in 0..=edges.len() as u64 + 1 {
            let listed = HackenbushGreen.moves_to_value(&picture, Nimber(value), usize::MAX).unwrap();
            let expected: Vec<_> =
                moves.iter().zip(&after).filter(|(_, after)| **after == value).map(|(step, _)| *step).collect();
            prop_assert_eq!(listed.total, expected.len() as u64);
            prop_assert_eq!(listed.listed, expected);
        }
    }

    #[test]
    fn positions_of_parts_read_back(edges in picture(9, 6)) {
        let position = parts(edges);
        let text = GreenParts.write(&position);
        prop_assert_eq!(GreenParts.parse(text.trim_matches('"')).unwrap(), position);
    }
}

#[test]
fn winning_moves_of_several_parts() {
    let two_stalks_and_a_loop = position("0-1:g 1-2:g 0-0:g 2-3:g 0-4:g 4-5:g 6-0:g");
    let moves = HackenbushGreen.moves_to_value(&two_stalks_and_a_loop, Nimber::ZERO, 10).unwrap();
    // 3 xor 2 xor 1 xor 1 = 1: reduce three to two, or remove a one.
    assert_eq!(names(&two_stalks_and_a_loop, &moves), ["cut 0-0:g", "cut 2-3:g", "cut 6-0:g"]);
    let first = HackenbushGreen.moves_to_value(&two_stalks_and_a_loop, Nimber::ZERO, 1).unwrap();
    assert_eq!((first.total, first.listed.len()), (3, 1));
}

/// Misère play has no theorem: moves are found by search, and equal edges are listed separately.
#[test]
fn winning_moves_under_misere_play() {
    let game: std::sync::Arc<dyn AnyGame> = whole::shared(HackenbushGreen);
    for (text, winning) in [
        ("0-1:g 0-1:g", &["cut 0-1:g (1st)", "cut 0-1:g (2nd)"][..]),
        ("0-1:g 1-2:g", &["cut 1-2:g"]),
        ("0-1:g", &[]),
        ("0-1:g 1-2:g 0-3:g", &["cut 0-1:g"]),
    ] {
        let position = game.parse(text).unwrap();
        assert!(position.impartial().unwrap().winning_moves_by_theorem(Play::Misere, 10, 1 << 20).is_none());
        let search = winways_kit::SumSearch::new(vec![&*position]).unwrap();
        let solved = search.solve(Play::Misere, 10, Budget::DEFAULT, &NoObserver).unwrap();
        let moves = &solved.moves.unwrap()[0];
        assert_eq!(moves.listed.iter().map(|step| &step.text).collect::<Vec<_>>(), winning, "{text}");
        assert_eq!(moves.total, winning.len() as u64);
    }
}

#[test]
fn errors_point_at_the_place() {
    let wrong = |text: &str| HackenbushGreen.parse(text).unwrap_err();
    assert_eq!(
        wrong("0-1:g 1-2:b").to_string(),
        "a blue edge: expected `g`: in this game every edge is green"
    );
    assert_eq!(wrong("0-1:g 1-2:b").span.range(), 10..11);
    assert_eq!(wrong("0-1:x").span.range(), 4..5);
    // The colour may be omitted if the game has only one.
    assert_eq!(
        position("0-1 1-2:g").components()[0].edges(),
        position("0-1:g 1-2:g").components()[0].edges()
    );
    assert_eq!(wrong("0-4294967296:g").span.range(), 2..12);
    assert_eq!(wrong("0-1:g1-2:g").span.range(), 5..6);
    assert_eq!(wrong("  ").span.range(), 2..2);
    assert_eq!(wrong("0-1:").to_string(), "the input ends here: expected `g`, the colour of the edge");
    assert!(HackenbushGreen.parse("0").is_err());
    assert!(HackenbushGreen.parse("- 0-1:g").is_err());
}

#[test]
fn numbers_far_apart_and_floating_edges() {
    assert_eq!(
        position("0-4294967295:g 4294967295-17:g 5-6:g").components()[0].edges(),
        [(0, 4294967295), (17, 4294967295)]
    );
    assert_eq!(nim_value(&[(0, u32::MAX), (u32::MAX, 17), (17, 4_000_000_000), (5, 6), (9, 9)]).0, 3);
    assert!(position("1-2:g 3-3:g").components().is_empty());
}

#[test]
fn long_stalks_and_rings_do_not_recurse() {
    let length = 30_000;
    let mut edges: Vec<Edge> = (0..length).map(|v| (v, v + 1)).collect();
    assert_eq!(nim_value(&edges).0, u64::from(length));
    let stalk = &parts(edges.clone())[0];
    assert_eq!(cuts_that_leave(stalk, Nimber(17)), [17]);
    edges.push((0, length));
    assert_eq!(nim_value(&edges).0, u64::from(length + 1) % 2);
    let ring = &parts(edges)[0];
    // Two stalks with `length` edges in total have equal heights only if the middle edge is cut.
    assert_eq!(cuts_that_leave(ring, Nimber(0)).len(), 1);
}

#[test]
fn huge_moves_are_counted_but_not_stored() {
    let length = 100_000;
    let mut text = String::from("0-1:g");
    (2..length).for_each(|vertex| text += &format!(" 1-{vertex}:g"));
    let star = whole::shared(HackenbushGreen).parse(&text).unwrap();
    let star = star.impartial().unwrap();
    let mut solver = star.solver(Theorems::Use, Budget::DEFAULT, &NoObserver);
    let total = solver.value().unwrap();
    assert_eq!(total.0, 1);
    let moves = solver.moves_that_change_value_by(total, 1000).unwrap();
    assert_eq!((moves.total, moves.listed.len()), (1, 1));
    assert_eq!(moves.listed[0].text, "cut 0-1:g");
    let moves = solver.moves_that_change_value_by(Nimber(1 ^ 2), 1000).unwrap();
    assert_eq!((moves.total, moves.listed.len()), (u64::from(length) - 2, 1000));
    assert_eq!(star.winning_moves_by_theorem(Play::Normal, 1000, 1 << 20).unwrap().total, 1);
    assert_eq!(star.moves().unwrap().len() as u32, length - 1);
}
