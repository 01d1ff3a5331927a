//! Random views, including views that no game produces.

#![allow(dead_code)] // every test uses some of it

use proptest::prelude::*;
use winways_draw::Mark;
use winways_kit::view::*;
use winways_rules::Player;

pub(crate) fn player() -> impl Strategy<Value = Player> {
    prop::sample::select(vec![Player::Left, Player::Right, Player::Either])
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z0-9]{0,3}",
        1 => "[ -~]{0,60}",
        1 => prop::collection::vec(any::<char>(), 0..6).prop_map(|letters| letters.into_iter().collect()),
    ]
}

fn cell() -> impl Strategy<Value = Cell> {
    let directions = vec![Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    prop_oneof![
        Just(Cell::Free),
        Just(Cell::Gone),
        player().prop_map(Cell::Reserved),
        player().prop_map(Cell::Coloured),
        prop::sample::select(directions).prop_map(Cell::Domino),
        (player(), text()).prop_map(|(owner, sign)| Cell::Piece(Piece { owner, sign, figurine: None })),
        any::<bool>().prop_map(|heads| Cell::Coin { heads }),
    ]
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0_u64..40, any::<u64>()]
}

fn grid() -> impl Strategy<Value = Figure> {
    let names = prop_oneof![
        Just(CellNames::Chess),
        Just(CellNames::Pair),
        number().prop_map(|first| CellNames::Strip { first }),
    ];
    let size = prop_oneof![(1_usize..9, 0_usize..9), (1_usize..65, Just(1_usize))];
    let cells = size.prop_flat_map(|(columns, rows)| {
        (Just(columns as u32), prop::collection::vec(cell(), columns * rows))
    });
    let tiling = prop_oneof![Just(Tiling::Squares), Just(Tiling::Chequered), Just(Tiling::Hexagons)];
    (cells, names, tiling)
        .prop_map(|((columns, cells), names, tiling)| Figure::Grid(Grid { columns, cells, names, tiling }))
}

fn heaps() -> impl Strategy<Value = Figure> {
    let heap = (number(), text()).prop_map(|(tokens, label)| Heap { tokens, label });
    (prop::collection::vec(heap, 0..40), any::<bool>())
        .prop_map(|(heaps, lie_in_rows)| Figure::Heaps(Heaps { heaps, lie_in_rows, are_pits: false }))
}

fn graph() -> impl Strategy<Value = Figure> {
    (1_u32..30).prop_flat_map(|count| {
        let place = prop_oneof![Just(None), (-9_i32..9, -9_i32..9).prop_map(Some)];
        let vertex =
            (text(), cell(), place).prop_map(|(name, content, place)| Vertex { name, content, place });
        let edge = (0..count, 0..count, player(), prop::bool::weighted(0.3))
            .prop_map(|(from, to, player, is_directed)| Edge { from, to, player, is_directed });
        let vertices = prop::collection::vec(vertex, count as usize);
        let edges = prop::collection::vec(edge, 0..50);
        let are_directed = prop::bool::weighted(0.2);
        (vertices, edges, prop::option::weighted(0.3, 0..count), are_directed).prop_map(
            |(vertices, mut edges, ground, are_directed)| {
                // Make the graph acyclic, so that it is laid out in layers.
                for edge in edges.iter_mut().filter(|edge| are_directed && edge.from != edge.to) {
                    (edge.from, edge.to) = (edge.from.min(edge.to), edge.from.max(edge.to));
                    edge.is_directed = true;
                }
                Figure::Graph(Graph { vertices, edges, ground })
            },
        )
    })
}

fn figure() -> impl Strategy<Value = Figure> {
    let staircase = (prop::collection::vec(number(), 0..20), number())
        .prop_map(|(steps, first)| Figure::Staircase(Staircase { steps, first }));
    let digits = (prop::collection::vec(text(), 0..20), text(), prop::collection::vec(text(), 0..20));
    let digits = digits.prop_map(|(signs, between, mut captions)| {
        captions.truncate(signs.len());
        Figure::Digits(Digits { signs, between, captions })
    });
    prop_oneof![3 => grid(), 1 => heaps(), 3 => graph(), 1 => staircase, 1 => digits]
}

/// Returns the number of elements of a figure that can be marked.
pub(crate) fn elements(figure: &Figure) -> u64 {
    (match figure {
        Figure::Grid(grid) => grid.cells.len(),
        Figure::Heaps(heaps) => heaps.heaps.len(),
        // Hackenbush graphs are not marked, since some of their elements may have fallen away.
        Figure::Graph(graph) if graph.ground.is_none() => graph.vertices.len() + graph.edges.len(),
        Figure::Graph(_) => 0,
        Figure::Staircase(staircase) => staircase.steps.len(),
        Figure::Digits(digits) => digits.signs.len(),
    }) as u64
}

/// Generates a view with marks on existing elements.
pub(crate) fn marked_view() -> impl Strategy<Value = (View, Vec<Mark>)> {
    let figures =
        prop_oneof![3 => prop::collection::vec(figure(), 1), 1 => prop::collection::vec(figure(), 0..5)];
    let mark = (player(), text(), prop::collection::vec(any::<(u32, u64, bool)>(), 1..4));
    (figures, prop::collection::vec(mark, 0..12)).prop_map(|(figures, marks)| {
        let view = View::from_iter(figures);
        let mark = |(player, label, touches): (Player, String, Vec<(u32, u64, bool)>)| {
            let home = touches[0].0;
            let touches = touches.into_iter().filter_map(|(figure, element, strays)| {
                let figure = (if strays { figure } else { home }).checked_rem(view.figures.len() as u32)?;
                let element = element.checked_rem(elements(&view.figures[figure as usize]))?;
                Some(Touch { figure, element })
            });
            let touches = touches.collect();
            Mark { player, label, touches }
        };
        let marks = marks.into_iter().map(mark).collect();
        (view, marks)
    })
}
