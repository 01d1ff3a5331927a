use super::*;
use crate::grids::col::COL;
use crate::grids::snort::SNORT;
use proptest::prelude::*;
use winways_kit::WholePositions;
use winways_kit::boards::word::Wide;
use winways_kit::testing::moves::{cell_name, check_moves, check_options, moves_of_sum};
use winways_kit::testing::sums::{Boards, Sums, terms};

/// The letter of each vertex of a map.
type Letters = Vec<u8>;

/// Lists the moves straight from the rules, with the index of the region: a region that is free for `side` may be coloured if no
/// neighbour has the wrong colour.
fn numbered_moves(
    game: Colouring,
    edges: &[(usize, usize)],
    letters: &Letters,
    side: Side,
) -> Vec<(usize, Letters)> {
    let (own, other) = if side == Side::Left { (b'b', b'r') } else { (b'r', b'b') };
    let wrong = if game.rule == ColouringRule::Differ { own } else { other };
    let reserved = if side == Side::Left { b'L' } else { b'R' };
    let near = |vertex: usize| {
        edges.iter().filter_map(move |&(a, b)| match vertex {
            v if v == a => Some(b),
            v if v == b => Some(a),
            _ => None,
        })
    };
    let free = (0..letters.len()).filter(|&vertex| letters[vertex] == b'.' || letters[vertex] == reserved);
    free.filter(|&vertex| near(vertex).all(|other| letters[other] != wrong))
        .map(|vertex| {
            let mut next = letters.clone();
            next[vertex] = own;
            (vertex, next)
        })
        .collect()
}

fn brute_moves(game: Colouring, edges: &[(usize, usize)], letters: &Letters, side: Side) -> Vec<Letters> {
    numbered_moves(game, edges, letters, side).into_iter().map(|(_, next)| next).collect()
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

fn components(game: Colouring, text: &str) -> Vec<ColouringRegion> {
    game.components(&game.parse(text).unwrap())
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
    let position = components(game, text);
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
        game.canonicalise_value(region);
    }
    position.sort();
    position
}

/// A grid or a graph, with the letters of its vertices.
#[derive(Clone, Debug)]
struct Map {
    /// The width of a grid; 0 for a graph.
    width: usize,
    /// Each edge once, with the smaller end first, in ascending order.
    edges: Vec<(usize, usize)>,
    letters: Letters,
}

impl Map {
    fn grid(width: usize, letters: Letters) -> Map {
        Map { width, edges: grid_edges(width, letters.len()), letters }
    }

    fn graph(edges: Vec<(usize, usize)>, letters: Letters) -> Map {
        let mut edges: Vec<_> = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.dedup();
        Map { width: 0, edges, letters }
    }

    fn name(&self, vertex: usize) -> String {
        match self.width {
            // Vertices have odd names, so that names differ from indices.
            0 => format!("vertex {}", 2 * vertex + 1),
            width => cell_name(vertex % width, self.letters.len() / width - vertex / width),
        }
    }

    /// Writes the map in normal form, without redundant words.
    fn text(&self) -> String {
        if self.width > 0 {
            return grid_text(self.width, &self.letters);
        }
        let mut words: Vec<String> =
            self.edges.iter().map(|(a, b)| format!("{}-{}", 2 * a + 1, 2 * b + 1)).collect();
        for (vertex, &letter) in self.letters.iter().enumerate() {
            let is_end = self.edges.iter().any(|&(a, b)| a == vertex || b == vertex);
            match letter {
                b'.' if is_end => {}
                b'.' => words.push(format!("{}", 2 * vertex + 1)),
                letter => words.push(format!("{}:{}", 2 * vertex + 1, char::from(letter))),
            }
        }
        words.join(" ")
    }
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
            for region in components(game, &text) {
                let tints = region.tints();
                if (tints.left | tints.right).count_ones() <= 7 {
                    Sums::new(&game).check_component(&region);
                }
            }
        }
    }

    /// A grid is equivalent to the graph of its cells.
    #[test]
    fn grids_are_graphs(game in game(), (width, letters) in grid(small(), b"brLR#")) {
        let edges = grid_edges(width, letters.len());
        // A cell that no player may colour is equivalent to a cell next to both colours.
        let marked: Letters = letters.iter().map(|&letter| if letter == b'#' { b'.' } else { letter }).collect();
        let mut text = graph_text(&edges, &marked);
        let mut next = letters.len();
        for (vertex, _) in letters.iter().enumerate().filter(|(_, letter)| **letter == b'#') {
            text.push_str(&format!(" {vertex}-{next} {next}:b {vertex}-{0} {0}:r", next + 1));
            next += 2;
        }
        let as_grid = components(game, &grid_text(width, &letters));
        let as_graph = components(game, &text);
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
            canonical(game, components(game, &graph_text(&edges, &letters)))
        };
        let expected = tree(&|vertex| vertex, false);
        prop_assert_eq!(&tree(&|vertex| names[vertex], false), &expected);
        prop_assert_eq!(&tree(&|vertex| names[vertex], true), &expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn moves_are_those_of_the_rules(
        game in game(),
        boards in proptest::collection::vec(
            prop_oneof![
                grid(vec![(8, 8), (5, 4), (9, 7), (60, 1), (1, 64), (1, 1), (12, 8)], b"brLR#")
                    .prop_map(|(width, letters)| Map::grid(width, letters)),
                graph(20, b"brLR").prop_map(|(edges, letters)| Map::graph(edges, letters)),
                graph(80, b"brLR").prop_map(|(edges, letters)| Map::graph(edges, letters)),
            ],
            1..4,
        ),
    ) {
        let text = |boards: &[Map]| boards.iter().map(Map::text).collect::<Vec<_>>().join("||");
        let moves = |map: &Map, side| -> Vec<(String, Map)> {
            let moves = numbered_moves(game, &map.edges, &map.letters, side).into_iter();
            moves.map(|(vertex, letters)| (map.name(vertex), Map { letters, ..map.clone() })).collect()
        };
        let expected = moves_of_sum(&boards, "board", text, moves);
        let text = text(&boards);
        let wide = Colouring::<Wide>::new(game.rule, game.page);
        check_moves(&wide, &text, &expected);
        prop_assert!(check_options(&wide, &text));
        prop_assert!(check_options(&Colouring::<u128>::new(game.rule, game.page), &text));
        prop_assert!(check_options(&game, &text) || boards.iter().any(|map| map.letters.len() > 64));
    }
}

#[test]
fn moves_have_the_names_of_regions() {
    let names = |game: Colouring, text: &str, player| -> Vec<String> {
        let position = game.parse(text).unwrap();
        let moves = game.moves(&position).unwrap().into_iter().filter(|step| step.0 == player);
        moves.map(|(_, step)| game.move_name(&position, &step)).collect()
    };
    assert_eq!(names(COL, "..L|b..", Player::Left), ["b2", "c2", "c1"]);
    assert_eq!(names(SNORT, "..R", Player::Right), ["a1", "b1", "c1"]);
    assert_eq!(names(SNORT, "5-7 7-9 9:L", Player::Right), ["vertex 5", "vertex 7"]);
    assert_eq!(names(COL, "b.||3-4 3:r", Player::Left), ["board 2: vertex 4"]);
    // Vertices keep their names and colours, whatever the order of the input.
    assert_eq!(SNORT.write(&SNORT.parse("9:b 7-5 5 6 5-7 8:r").unwrap()), "\"5-7 6 8:r 9:b\"");
}

#[test]
fn graphs_may_be_named() {
    for (named, edges) in [
        ("cycle 5", "0-1 1-2 2-3 3-4 4-0"),
        ("Path 3 1:b", "0-1 1-2 1:b"),
        ("grid 3 2", "0-1 1-2 3-4 4-5 0-3 1-4 2-5"),
        ("cycle 4 0-2||star 2", "0-1 1-2 2-3 3-0 0-2||0-1 0-2"),
        ("path 1", "0"),
    ] {
        assert_eq!(COL.write(&COL.parse(named).unwrap()), COL.write(&COL.parse(edges).unwrap()), "{named}");
    }
    let petersen = SNORT.parse("petersen").unwrap();
    assert_eq!(SNORT.moves(&petersen).unwrap().len(), 20);
    let wrong = |text: &str| COL.parse(text).unwrap_err().span.range();
    assert_eq!(wrong("cycle"), 5..5);
    assert_eq!(wrong("cycle x"), 6..7);
    assert_eq!(wrong("grid 20 20"), 0..10);
    assert_eq!(wrong("cycle 5 5:b"), 8..11);
    assert_eq!(wrong("cycle 5 4:x"), 10..11);
    assert!(COL.parse("cycle(5)").unwrap_err().to_string().contains("a graph such as `cycle 5`"));
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
    assert_eq!(SNORT.parse(&star).unwrap_err().message, "65 free vertices are connected");
    assert_eq!(SNORT.write(&SNORT.parse("-").unwrap()), "\"-\"");
    assert!(components(COL, "-").is_empty());
}
