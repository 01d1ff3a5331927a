//! An example of every kind of view, in short notation.

#![allow(dead_code)] // every test uses some of it

use winways_draw::Mark;
use winways_kit::view::*;
use winways_rules::Player;

/// Returns the cell for a letter, as in the text of a view. `<`, `>`, `^` and `v` are halves of dominoes; other letters are pieces.
pub(crate) fn cell(letter: char) -> Cell {
    let piece = |owner| Piece::cell(owner, &letter.to_string());
    match letter {
        '.' => Cell::Free,
        '#' => Cell::Gone,
        'L' => Cell::Reserved(Player::Left),
        'R' => Cell::Reserved(Player::Right),
        'b' => Cell::Coloured(Player::Left),
        'r' => Cell::Coloured(Player::Right),
        'g' => Cell::Coloured(Player::Either),
        'H' => Cell::Coin { heads: true },
        'T' => Cell::Coin { heads: false },
        '<' => Cell::Domino(Direction::Right),
        '>' => Cell::Domino(Direction::Left),
        '^' => Cell::Domino(Direction::Down),
        'v' => Cell::Domino(Direction::Up),
        'x' | 't' | 'A'..='Z' => piece(Player::Left),
        'o' | 'f' | 'a'..='z' => piece(Player::Right),
        _ => piece(Player::Either),
    }
}

pub(crate) fn grid(rows: &str, names: CellNames, tiling: Tiling) -> View {
    let columns = rows.split('|').next().unwrap_or("").chars().count() as u32;
    let cells = rows.chars().filter(|letter| *letter != '|').map(cell).collect();
    one(Figure::Grid(Grid { columns, cells, names, tiling }))
}

pub(crate) fn strip(cells: &str) -> View {
    grid(cells, CellNames::Strip { first: 1 }, Tiling::Squares)
}

pub(crate) fn one(figure: Figure) -> View {
    View::of(figure)
}

pub(crate) fn heaps(sizes: &[u64], lie_in_rows: bool) -> View {
    let heaps = sizes.iter().map(|&tokens| Heap { tokens, label: String::new() }).collect();
    one(Figure::Heaps(Heaps { heaps, lie_in_rows, are_pits: false }))
}

pub(crate) fn staircase(steps: &[u64]) -> View {
    one(Figure::Staircase(Staircase { steps: steps.to_vec(), first: 1 }))
}

pub(crate) fn digits(signs: &[&str], between: &str, captions: &[&str]) -> View {
    let texts = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
    one(Figure::Digits(Digits {
        signs: texts(signs),
        between: between.to_owned(),
        captions: texts(captions),
    }))
}

/// Builds a graph from edges `from-to`, or `from>to` if directed, with `:b` or `:r` for one player only. `contents` has one
/// letter for each vertex, as in [`cell`].
pub(crate) fn graph(contents: &str, edges: &str, ground: Option<u32>) -> View {
    let vertex = |(index, letter): (usize, char)| Vertex {
        name: index.to_string(),
        content: cell(letter),
        place: None,
    };
    let edge = |text: &str| {
        let (ends, player) = text.split_once(':').unwrap_or((text, "g"));
        let (from, to) = ends.split_once(['-', '>']).expect("two ends");
        let player = match player {
            "b" => Player::Left,
            "r" => Player::Right,
            _ => Player::Either,
        };
        let number = |text: &str| text.parse().expect("a vertex");
        Edge { from: number(from), to: number(to), player, is_directed: ends.contains('>') }
    };
    one(Figure::Graph(Graph {
        vertices: contents.chars().enumerate().map(vertex).collect(),
        edges: edges.split_whitespace().map(edge).collect(),
        ground,
    }))
}

/// Parses moves on the first figure: `player label element element`, separated by commas.
pub(crate) fn marks(text: &str) -> Vec<Mark> {
    let mark = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let player = match words[0] {
            "L" => Player::Left,
            "R" => Player::Right,
            _ => Player::Either,
        };
        let touch = |word: &&str| Touch { figure: 0, element: word.parse().expect("an element") };
        let label = if words[1] == "-" { "" } else { words[1] }.to_owned();
        Mark { player, label, touches: words[2..].iter().map(touch).collect() }
    };
    text.split(',').filter(|text| !text.trim().is_empty()).map(mark).collect()
}

/// Returns the pits of a board with two rows.
fn pits(stones: &[u64]) -> View {
    let heaps = stones.iter().map(|&tokens| Heap { tokens, label: String::new() }).collect();
    one(Figure::Heaps(Heaps { heaps, lie_in_rows: false, are_pits: true }))
}

/// Returns a bar of chocolate whose lower left block is poisoned.
fn chocolate(rows: &str) -> View {
    let mut bar = grid(rows, CellNames::Chess, Tiling::Squares);
    if let Figure::Grid(grid) = &mut bar.figures[0] {
        grid.cells.iter_mut().filter(|cell| **cell == Cell::Free).for_each(|cell| *cell = Cell::Block);
        let poisoned = grid.cells.len() - grid.columns as usize;
        grid.cells[poisoned] = Piece::figure(Player::Either, "!", Figurine::Poison);
    }
    bar
}

/// Shows the pieces `f`, `G`, `h` and `D` as animals.
fn with_animals(mut view: View) -> View {
    let animal = |cell: &mut Cell| {
        if let Cell::Piece(piece) = cell {
            piece.figurine = match piece.sign.as_str() {
                "f" => Some(Figurine::Fox),
                "G" => Some(Figurine::Goose),
                "h" => Some(Figurine::Hare),
                "D" => Some(Figurine::Hound),
                _ => None,
            };
        }
    };
    match &mut view.figures[0] {
        Figure::Grid(grid) => grid.cells.iter_mut().for_each(animal),
        Figure::Graph(graph) => graph.vertices.iter_mut().for_each(|vertex| animal(&mut vertex.content)),
        Figure::Heaps(_) | Figure::Staircase(_) | Figure::Digits(_) => {}
    }
    view
}

/// Returns an example of every kind of view with marks, by name.
pub(crate) fn examples() -> Vec<(&'static str, View, Vec<Mark>)> {
    let chess = CellNames::Chess;
    let mut placed = graph("....@....", "0-1 1-2 3-4 4-5 6-7 7-8 0-3 3-6 1-4 4-7 2-5 5-8 0-2", None);
    if let Figure::Graph(graph) = &mut placed.figures[0] {
        for (vertex, index) in graph.vertices.iter_mut().zip(0..) {
            vertex.place = Some((index % 3, index / 3));
            vertex.name = format!("node{index}");
        }
    }
    let sum = View::from_iter(
        [
            grid("..|..", chess, Tiling::Squares),
            heaps(&[3, 5], false),
            strip("t.f"),
            graph("...", "0-1:b 1-2:r", Some(0)),
        ]
        .into_iter()
        .flat_map(|view| view.figures),
    );
    let touch = |figure, element| Touch { figure, element };
    let sum_marks = vec![
        Mark { player: Player::Left, touches: vec![touch(0, 0), touch(0, 2)], label: "1".to_owned() },
        Mark { player: Player::Either, touches: vec![touch(1, 1)], label: "2".to_owned() },
        Mark { player: Player::Left, touches: vec![touch(2, 0), touch(2, 1)], label: "3".to_owned() },
        Mark { player: Player::Left, touches: vec![touch(3, 3)], label: "4".to_owned() },
    ];
    let many: Vec<u64> = (1..40).collect();
    vec![
        (
            "view_clobber",
            grid("xo.xo|ox#ox|xoxo.", chess, Tiling::Squares),
            marks("L 1 0 1,L 2 0 5,R 1 1 0,R 2 1 6,R 3 4 3,L 3 3 4,L 4 12 13,L 5 12 7"),
        ),
        (
            "view_hexagons",
            grid("xo.x|ox#o|xox.", chess, Tiling::Hexagons),
            marks("L 1 0 1,R 1 5 0,R 2 7 11,L 2 8 4"),
        ),
        (
            "view_domineering",
            grid("<>..|..^.|..v#|....", chess, Tiling::Squares),
            marks("L 1 4 8,L 2 8 12,L 3 5 9,R 1 12 13,R 2 13 14,R 3 2 3"),
        ),
        (
            "view_col",
            grid("bLR|.r.|g.#", chess, Tiling::Squares),
            marks("L 1 1,L 2 3,R 1 2,R 2 3,E 3 5,R 4 5,L 4 5"),
        ),
        (
            "view_chess",
            grid(
                "....k...|........|..Q.....|........|........|........|........|K.......",
                chess,
                Tiling::Chequered,
            ),
            marks("L 1 18 20,L 2 18 50,L 3 18 27,R 1 4 5"),
        ),
        (
            "view_queen",
            grid("......|......|.....@|......|......|......", CellNames::Pair, Tiling::Squares),
            marks("E 1 17 14,E 2 17 29,E 3 17 35"),
        ),
        ("view_toads", strip("tt.t..ff.f"), marks("L 1 1 2,R 1 6 5,L 2 3 4")),
        ("view_coins", strip("HTTHHTH"), marks("E 1 0 3 6,E 2 4,E 3 6 4")),
        ("view_long_strip", strip(&"..x.o..#".repeat(7)), marks("L 1 2 3")),
        (
            "view_heaps",
            heaps(&[1, 5, 0, 12, 13, 1_000_000_000_000], false),
            marks("E 1 1,E 2 3,E 3 3,E 4 3,L 5 4,R 6 4,E 7 5"),
        ),
        ("view_many_heaps", heaps(&many, false), marks("E 1 35")),
        ("view_rows", heaps(&[1, 3, 5, 31], true), marks("E 1 2")),
        (
            "view_hackenbush",
            graph("........", "0-1:b 1-2:r 2-3 1-3:b 0-4 4-4:r 4-5:b 5-0:r 6-7", Some(0)),
            marks("L 1 8,R 1 9,E 2 10,L 3 14"),
        ),
        ("view_path", graph("b.r.L", "0-1 1-2 2-3 3-4", None), marks("L 1 1,R 1 3")),
        ("view_tree", graph(".......", "0-1 0-2 1-3 1-4 2-5 2-6", None), Vec::new()),
        (
            "view_directed",
            graph("@......", "0>1 0>2 1>3 2>3 3>4 2>5 5>6 0>6 1>4", None),
            marks("E 1 0 1,E 2 0 2"),
        ),
        (
            "view_multigraph",
            graph("....", "0-1 0-1 0-1 1>2 2>1 2-3 3-3 3>3 0-0", None),
            marks("E 1 4,E 2 8,E 3 11"),
        ),
        (
            "view_wheel",
            graph("bL......", "0-1 0-2 0-3 0-4 0-5 0-6 1-2 2-3 3-4 4-5 5-6 6-1 6-7:b 7-1:r", None),
            marks("L 1 1,R 1 3,E 2 3"),
        ),
        (
            "view_complete",
            graph("......", "0-1 0-2 0-3 0-4 0-5 1-2 1-3 1-4 1-5 2-3 2-4 2-5 3-4 3-5 4-5", None),
            Vec::new(),
        ),
        ("view_placed", placed, marks("E 1 4 5")),
        ("view_parts", graph(".@HTb#..", "0-1 1-2 2-0 3-4 4-5 5-6", None), Vec::new()),
        ("view_staircase", staircase(&[2, 0, 5, 1, 1_000_000]), marks("E 1 2 1,E 2 4 3")),
        ("view_number", digits(&["2", "0", "4", "9"], "", &[]), marks("E 1 0,E 2 3")),
        ("view_date", digits(&["1999", "12", "31"], "-", &["year", "month", "day"]), marks("E 1 1")),
        ("view_sum", sum, sum_marks),
        ("view_pits", pits(&[4, 0, 12, 1, 0, 7]), marks("L 1 2,R 2 3 4")),
        ("view_chocolate", chocolate("....|..##|.#.."), marks("E 1 1,E 2 5 6")),
        (
            "view_geese",
            with_animals(grid("#G#G|.#.#|#.#.|.#f#", chess, Tiling::Squares)),
            marks("L 1 1 4,R 2 14 11"),
        ),
        (
            "view_hounds",
            with_animals(graph("D..Dh", "0-1 0-2 1-2 1-3 2-3 2-4 3-4", None)),
            marks("L 1 0 1,R 1 4 2"),
        ),
    ]
}
