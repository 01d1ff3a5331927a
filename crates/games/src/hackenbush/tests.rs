use super::*;
use crate::sums::{Boards, Sums, terms};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A whole picture: its edges with their letters.
type Whole = Vec<(u32, u32, char)>;

/// Straight from the rules: cut an edge, then drop all that is not connected to the ground.
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
            let found = sums.wins(&terms(&position), side);
            prop_assert_eq!(found, whole.wins(&standing(&picture), side), "{:?}", side);
        }
    }

    #[test]
    fn representatives_have_the_value(picture in prop_oneof![pictures(6, 3), pictures(6, 5)]) {
        for part in Hackenbush.parse(&text(&picture)).unwrap() {
            Sums::new(&Hackenbush).check_component(&part);
        }
    }

    #[test]
    fn what_is_written_reads_back(
        picture in pictures(20, 12), far in proptest::bool::ANY, names in Just((1..12u32).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let name = |vertex: u32| match vertex {
            0 => 0,
            _ if far => u32::MAX - names[vertex as usize - 1],
            _ => names[vertex as usize - 1],
        };
        let picture: Whole = picture.iter().map(|&(a, b, colour)| (name(a), name(b), colour)).collect();
        let mut position = Hackenbush.parse(&text(&picture)).unwrap();
        for part in &mut position {
            Hackenbush.canonicalise(part);
        }
        for position in [Hackenbush.parse(&text(&picture)).unwrap(), position] {
            let written = Hackenbush.write(&position);
            let canonical = |position: Vec<Picture>| {
                let mut parts = position;
                for part in &mut parts {
                    Hackenbush.canonicalise(part);
                }
                parts.sort();
                parts
            };
            prop_assert_eq!(canonical(Hackenbush.parse(written.trim_matches('"')).unwrap()), canonical(position));
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
            let mut parts =
                Hackenbush.parse(&text(&parents.iter().enumerate().map(edge).collect())).unwrap();
            for part in &mut parts {
                Hackenbush.canonicalise(part);
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
fn moves_are_told() {
    let picture = &Hackenbush.parse("0-1:g 1-2:r 2-2:b 2-2:b").unwrap()[0];
    let told = |side| -> Vec<String> {
        let mut options = Options::new();
        Hackenbush.options(picture, side, &mut options);
        options.iter().map(|to| Hackenbush.describe_move(picture, to, side)).collect()
    };
    assert_eq!(told(Side::Left), ["cut 0-1:g, 3 edges fall", "cut 2-2:b"]);
    assert_eq!(told(Side::Right), ["cut 0-1:g, 3 edges fall", "cut 1-2:r, 2 edges fall"]);
    assert_eq!(Hackenbush.write(&[]), "\"-\"");
    assert_eq!(Hackenbush.parse("0-1:x").unwrap_err().span.range(), 4..5);
}
