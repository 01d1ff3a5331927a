use super::*;
use crate::grids::col::COL;
use crate::grids::snort::SNORT;
use proptest::prelude::*;
use winways_kit::testing::sums::{Boards, Sums, terms};

/// A whole map: the letter of each vertex, and which are neighbours.
type Letters = Vec<u8>;

/// Straight from the rules: a free vertex is coloured if no neighbour has the wrong colour.
fn brute_moves(game: Colouring, edges: &[(usize, usize)], letters: &Letters, side: Side) -> Vec<Letters> {
    let (own, other) = if side == Side::Left { (b'b', b'r') } else { (b'r', b'b') };
    let wrong = if game.rule == ColouringRule::Differ { own } else { other };
    let near = |vertex: usize| {
        edges.iter().filter_map(move |&(a, b)| match vertex {
            v if v == a => Some(b),
            v if v == b => Some(a),
            _ => None,
        })
    };
    let free = (0..letters.len()).filter(|&vertex| letters[vertex] == b'.');
    free.filter(|&vertex| near(vertex).all(|other| letters[other] != wrong))
        .map(|vertex| {
            let mut next = letters.clone();
            next[vertex] = own;
            next
        })
        .collect()
}

fn letters(count: usize, known: &'static [u8]) -> impl Strategy<Value = Letters> {
    let letter = prop_oneof![5 => Just(b'.'), 2 => proptest::sample::select(known)];
    proptest::collection::vec(letter, count)
}

fn grid_edges(width: usize, cells: usize) -> Vec<(usize, usize)> {
    let right = (0..cells).filter(move |cell| cell % width + 1 < width).map(|cell| (cell, cell + 1));
    right.chain((0..cells.saturating_sub(width)).map(|cell| (cell, cell + width))).collect()
}

fn grid_text(width: usize, letters: &Letters) -> String {
    letters.chunks(width).map(|row| std::str::from_utf8(row).unwrap()).collect::<Vec<_>>().join("|")
}

fn graph_text(edges: &[(usize, usize)], letters: &Letters) -> String {
    let mut words: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    words.extend(letters.iter().enumerate().map(|(vertex, &letter)| match letter {
        b'.' => vertex.to_string(),
        colour => format!("{vertex}:{}", char::from(colour)),
    }));
    words.join(" ")
}

fn game() -> impl Strategy<Value = Colouring> {
    prop_oneof![Just(COL), Just(SNORT)]
}

fn grid(sizes: Vec<(usize, usize)>, known: &'static [u8]) -> impl Strategy<Value = (usize, Letters)> {
    proptest::sample::select(sizes)
        .prop_flat_map(move |(width, height)| (Just(width), letters(width * height, known)))
}

fn small() -> Vec<(usize, usize)> {
    vec![(3, 3), (4, 2), (2, 4), (9, 1), (1, 9), (2, 3), (1, 1)]
}

fn graph(vertices: usize, known: &'static [u8]) -> impl Strategy<Value = (Vec<(usize, usize)>, Letters)> {
    let edge = (0..vertices, 0..vertices).prop_filter("no loops", |(a, b)| a != b);
    (proptest::collection::vec(edge, 0..2 * vertices), letters(vertices, known))
}

fn outcomes(
    game: Colouring,
    edges: &[(usize, usize)],
    letters: &Letters,
    text: &str,
) -> Result<(), TestCaseError> {
    let position = game.parse(text).unwrap();
    let mut whole = Boards::new(|letters: &Letters, side| brute_moves(game, edges, letters, side));
    let mut sums = Sums::new(&game);
    for side in Side::BOTH {
        prop_assert_eq!(sums.wins(&terms(&position), side), whole.wins(letters, side), "{:?}", side);
    }
    Ok(())
}

fn canonical(game: Colouring, position: Vec<ColouringRegion>) -> Vec<ColouringRegion> {
    let mut position = position;
    for region in &mut position {
        game.canonicalise(region);
    }
    position.sort();
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn components_play_like_whole_grids(game in game(), (width, letters) in grid(small(), b"br#")) {
        outcomes(game, &grid_edges(width, letters.len()), &letters, &grid_text(width, &letters))?;
    }

    #[test]
    fn components_play_like_whole_graphs(game in game(), (edges, letters) in graph(7, b"br")) {
        outcomes(game, &edges, &letters, &graph_text(&edges, &letters))?;
    }

    #[test]
    fn representatives_have_the_value(
        game in game(), (width, cells) in grid(vec![(3, 2), (2, 3), (6, 1), (9, 1)], b"brLR#"),
        (edges, vertices) in graph(6, b"brLR"),
    ) {
        for text in [grid_text(width, &cells), graph_text(&edges, &vertices)] {
            for region in game.parse(&text).unwrap() {
                let tints = region.tints();
                if (tints.left | tints.right).count_ones() <= 7 {
                    Sums::new(&game).check_component(&region);
                }
            }
        }
    }

    #[test]
    fn what_is_written_reads_back(
        game in game(),
        (width, cells) in grid(vec![(8, 8), (5, 4), (9, 7), (64, 1), (1, 64)], b"brLR#"),
        (edges, vertices) in graph(20, b"brLR"),
    ) {
        let mut position = game.parse(&grid_text(width, &cells)).unwrap();
        position.extend(game.parse(&graph_text(&edges, &vertices)).unwrap());
        let written = game.write(&position);
        let read = game.parse(written.trim_matches('"')).unwrap();
        prop_assert_eq!(read, position);
    }

    /// A grid is the graph of its cells.
    #[test]
    fn grids_are_graphs(game in game(), (width, letters) in grid(small(), b"brLR#")) {
        let edges = grid_edges(width, letters.len());
        // A cell that nobody may colour is one that both colours touch.
        let marked: Letters = letters.iter().map(|&letter| if letter == b'#' { b'.' } else { letter }).collect();
        let mut text = graph_text(&edges, &marked);
        let mut next = letters.len();
        for (vertex, _) in letters.iter().enumerate().filter(|(_, letter)| **letter == b'#') {
            text.push_str(&format!(" {vertex}-{next} {next}:b {vertex}-{0} {0}:r", next + 1));
            next += 2;
        }
        let as_grid = game.parse(&grid_text(width, &letters)).unwrap();
        let as_graph = game.parse(&text).unwrap();
        prop_assert_eq!(as_grid.len(), as_graph.len());
        let mut sums = Sums::new(&game);
        for side in Side::BOTH {
            prop_assert_eq!(sums.wins(&terms(&as_grid), side), sums.wins(&terms(&as_graph), side));
        }
    }

    #[test]
    fn names_and_colours_do_not_matter(
        game in game(), parents in proptest::collection::vec(any::<usize>(), 0..10),
        names in Just((0..10usize).collect::<Vec<_>>()).prop_shuffle(), tints in letters(10, b"LR"),
    ) {
        let tree = |name: &dyn Fn(usize) -> usize, exchange: bool| {
            let count = parents.len();
            let edges: Vec<(usize, usize)> =
                (1..count).map(|child| (name(parents[child] % child), name(child))).collect();
            let mut letters = vec![b'.'; 10];
            for vertex in 0..count {
                letters[name(vertex)] = match tints[vertex] {
                    b'L' if exchange => b'R',
                    b'R' if exchange => b'L',
                    tint => tint,
                };
            }
            canonical(game, game.parse(&graph_text(&edges, &letters)).unwrap())
        };
        let expected = tree(&|vertex| vertex, false);
        prop_assert_eq!(&tree(&|vertex| names[vertex], false), &expected);
        prop_assert_eq!(&tree(&|vertex| names[vertex], true), &expected);
    }
}

#[test]
fn moves_are_reported() {
    let told = |game: Colouring, text: &str, side| -> Vec<String> {
        let region = &game.parse(text).unwrap()[0];
        let mut options = Options::new();
        game.options(region, side, &mut options);
        options.iter().map(|to| game.describe_move(region, to, side)).collect()
    };
    assert_eq!(told(COL, "..L", Side::Left)[..2], [1, 2].map(|cell| format!("blue on row 1, column {cell}")));
    // Either way two cells are left that only Right may colour: the first that does it is told.
    assert_eq!(told(SNORT, "..R", Side::Right)[1], "red on row 1, column 1");
    assert_eq!(told(SNORT, "5-7 7-9 9:L", Side::Right), ["red on vertex 5", "red on vertex 7"]);
}

#[test]
fn wrong_maps_are_pointed_at() {
    let wrong = |text: &str| SNORT.parse(text).unwrap_err().span.range();
    assert_eq!(wrong("0-1 1-1"), 4..7);
    assert_eq!(wrong("0-1 1:x"), 6..7);
    assert_eq!(wrong("0-1 1:b 1:r"), 8..11);
    assert_eq!(wrong("0-1 1-"), 6..6);
    assert_eq!(wrong("..|.y"), 4..5);
    assert_eq!(wrong(""), 0..0);
    let star: String = (1..=64).map(|leaf| format!("0-{leaf} ")).collect();
    assert_eq!(SNORT.parse(&star).unwrap_err().message, "65 free vertices hang together");
    assert_eq!(SNORT.write(&[]), "\"-\"");
    assert!(COL.parse("-").unwrap().is_empty());
}
