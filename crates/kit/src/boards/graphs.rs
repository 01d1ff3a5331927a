//! Well-known graphs.

/// Returns the edges of a graph of a family, whose vertices are numbered from 0: `path`, `cycle`, `complete`, `star` and `wheel` of
/// `first` vertices (without the centre), `hypercube` of `first` dimensions, `petersen`, `dodecahedron`, `grid` of `first` columns
/// and `second` rows, `bipartite` of `first` and `second` vertices.
pub fn family_edges(name: &str, first: usize, second: usize) -> Vec<(usize, usize)> {
    let all = |count: usize, wanted: &dyn Fn(usize, usize) -> bool| {
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| wanted(a, b)).collect::<Vec<_>>()
    };
    match name {
        "path" => all(first, &|a, b| b == a + 1),
        "cycle" => all(first, &|a, b| b == a + 1 || a == 0 && b == first - 1 && first > 2),
        "complete" => all(first, &|_, _| true),
        "star" => all(first + 1, &|a, _| a == 0),
        "wheel" => all(first + 1, &|a, b| a == 0 || b == a + 1 || a == 1 && b == first && first > 2),
        "hypercube" => all(1 << first, &|a, b| (a ^ b).is_power_of_two()),
        // A pentagon, a pentagram inside it, and the edges that join them.
        "petersen" => all(10, &|a, b| {
            if b < 5 {
                b == a + 1 || a == 0 && b == 4
            } else if a < 5 {
                b == a + 5
            } else {
                (b - a) % 5 == 2 || (b - a) % 5 == 3
            }
        }),
        // Two pentagons, and a ring of ten vertices between them, joined alternately to either.
        "dodecahedron" => (0..5)
            .flat_map(|index| [(index, (index + 1) % 5), (index + 5, (index + 1) % 5 + 5)])
            .chain((0..10).map(|index| (10 + index, 10 + (index + 1) % 10)))
            .chain((0..10).map(|index| (10 + index, index / 2 + index % 2 * 5)))
            .collect(),
        "grid" => all(first * second, &|a, b| b == a + first || b == a + 1 && b % first != 0),
        "bipartite" => all(first + second, &|a, b| a < first && b >= first),
        _ => Vec::new(),
    }
}
