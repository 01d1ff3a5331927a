//! Well-known graphs.

use crate::boards::grid::{Row, span_of};
use winways_notation::{Diagnostic, Span, whole_number};

/// The families of graphs that a position may name, each with its number of sizes.
const FAMILIES: &[(&str, usize)] = &[
    ("path", 1),
    ("cycle", 1),
    ("complete", 1),
    ("star", 1),
    ("wheel", 1),
    ("hypercube", 1),
    ("petersen", 0),
    ("grid", 2),
    ("bipartite", 2),
];

/// A graph of a family, read from the first words of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The number of vertices, which are numbered from 0.
    pub vertices: usize,
    /// The edges, each with the smaller end first.
    pub edges: Vec<(usize, usize)>,
    /// The number of words that name the graph.
    pub words: usize,
    /// The name with the sizes, such as `cycle 5`.
    pub text: String,
}

/// Parses the graph that the first words name: `petersen`, `cycle 5`, or `grid COLUMNS ROWS`. The graph may have at most `most`
/// vertices. Returns `None` if the first word names no family.
///
/// # Errors
/// Returns a diagnostic for a missing or wrong size, or too many vertices.
///
/// ```
/// use winways_kit::boards::graphs::parse_family;
///
/// let path = parse_family(&[("path", 0), ("3", 5)], 10)?.unwrap();
/// assert_eq!((path.vertices, path.edges, path.words), (3, vec![(0, 1), (1, 2)], 2));
/// assert_eq!(path.text, "path 3");
/// assert_eq!(parse_family(&[("0-1", 0)], 10)?, None);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn parse_family(words: &[Row<'_>], most: usize) -> Result<Option<Family>, Diagnostic> {
    let named = |word: &Row<'_>| FAMILIES.iter().find(|family| family.0.eq_ignore_ascii_case(word.0));
    let Some(&(name, takes)) = words.first().and_then(named) else { return Ok(None) };
    let mut sizes = [1; 2];
    for (place, size) in (1..=takes).zip(&mut sizes) {
        let Some(word) = words.get(place) else {
            let end = Span::at(span_of(words).end);
            let example = if takes == 1 { format!("`{name} 5`") } else { format!("`{name} 3 2`") };
            return Err(Diagnostic::new(format!("the graph `{name}` needs a size"), end)
                .label(format!("expected a number, as in {example}")));
        };
        let number = whole_number(word.0).and_then(|number| usize::try_from(number).ok());
        *size = number.filter(|number| (1..=most).contains(number)).ok_or_else(|| {
            Diagnostic::new(format!("`{}` is not a size", word.0), span_of(&[*word]))
                .label(format!("expected a number from 1 to {most}"))
        })?;
    }
    let [first, second] = sizes;
    let vertices = match name {
        "hypercube" if first < 16 => 1 << first,
        "hypercube" => usize::MAX,
        "petersen" => 10,
        "grid" => first.saturating_mul(second),
        "bipartite" => first + second,
        "star" | "wheel" => first + 1,
        _ => first,
    };
    let named = &words[..=takes];
    if vertices > most {
        let message = format!("the graph has {vertices} vertices");
        return Err(Diagnostic::new(message, span_of(named)).label(format!("expected at most {most}")));
    }
    let edges = family_edges(name, first, second);
    let text = sizes[..takes].iter().fold(name.to_owned(), |text, size| format!("{text} {size}"));
    Ok(Some(Family { vertices, edges, words: named.len(), text }))
}

/// Iterates over the names of the families that [`parse_family`] reads.
pub fn family_names() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|family| family.0)
}

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
        // Two pentagons, and between them a ring of ten vertices that are joined alternately to one pentagon and the other.
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

/// The points at multiples of 36 degrees on a circle of radius 100, clockwise from the top.
const CIRCLE: [(i32, i32); 10] = [
    (0, 100),
    (59, 81),
    (95, 31),
    (95, -31),
    (59, -81),
    (0, -100),
    (-59, -81),
    (-95, -31),
    (-95, 31),
    (-59, 81),
];

/// Returns the coordinates at which the vertices of a graph of [`family_edges`] are usually drawn (x to the right, y upward), or
/// `None` for a family without a usual picture.
///
/// ```
/// use winways_kit::boards::graphs::family_places;
///
/// assert_eq!(family_places("grid", 2, 2), Some(vec![(0, 0), (1, 0), (0, -1), (1, -1)]));
/// assert_eq!(family_places("petersen", 0, 0).map(|places| places.len()), Some(10));
/// assert_eq!(family_places("cycle", 5, 0), None);
/// ```
#[must_use]
pub fn family_places(name: &str, first: usize, second: usize) -> Option<Vec<(i32, i32)>> {
    let on_circle = |step: usize, percent: i32| {
        let (x, y) = CIRCLE[step % 10];
        (x * percent / 100, y * percent / 100)
    };
    let in_row = |index: usize, count: usize, y: i32| (200 * index as i32 - 100 * (count as i32 - 1), y);
    Some(match name {
        "grid" => {
            (0..first * second).map(|vertex| ((vertex % first) as i32, -((vertex / first) as i32))).collect()
        }
        // The pentagram inside the pentagon.
        "petersen" => {
            (0..10).map(|vertex| on_circle(vertex % 5 * 2, if vertex < 5 { 100 } else { 50 })).collect()
        }
        "dodecahedron" => (0..20)
            .map(|vertex| match vertex {
                0..5 => on_circle(2 * vertex, 210),
                5..10 => on_circle(2 * vertex + 1, 60),
                _ => on_circle(vertex, if vertex % 2 == 0 { 140 } else { 110 }),
            })
            .collect(),
        "hypercube" if first <= 4 => {
            let axes = [(100, 0), (0, 100), (45, 35), (230, 75)];
            let place = |vertex: usize| {
                let used = (0..first).filter(|axis| vertex >> axis & 1 == 1).map(|axis| axes[axis]);
                used.fold((0, 0), |(x, y), (right, up)| (x + right, y + up))
            };
            (0..1 << first).map(place).collect()
        }
        "bipartite" => {
            let one = (0..first).map(|vertex| in_row(vertex, first, 150));
            one.chain((0..second).map(|vertex| in_row(vertex, second, -150))).collect()
        }
        _ => return None,
    })
}
