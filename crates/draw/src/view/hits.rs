//! The elements of a picture: their names, their contents in words, and the areas where they can be clicked.

use std::collections::BTreeMap;

use winways_kit::view::{Cell, Figure, Graph, Heaps, View};

use super::drawn::{Spot, SpotKind, look};
use crate::canvas::{Bounds, Point, UNIT, point};
use crate::parts::{HitArea, TokenArea, number, pair, path};

/// The minimum width of the clickable area of a round element.
const LEAST: i64 = 26 * UNIT;

/// Returns the elements of all figures in a picture whose upper left corner is `origin`.
pub(super) fn of_view(view: &View, spots: BTreeMap<(u32, u64), Spot>, origin: Point) -> Vec<HitArea> {
    let area = |((figure, element), mut spot): ((u32, u64), Spot)| {
        spot.shift(point(-origin.x, -origin.y));
        let (mut name, content) = named(view.figures.get(figure as usize)?, element)?;
        if view.figures.len() > 1 {
            name = format!("board {}, {name}", figure + 1);
        }
        let bounds = match spot.kind {
            SpotKind::Pile => spot.bounds.grown(4 * UNIT),
            SpotKind::Row => spot.bounds.grown(2 * UNIT),
            SpotKind::Cell | SpotKind::Disc => spot.bounds,
        };
        let wide = if spot.kind == SpotKind::Disc { bounds.width().max(LEAST) } else { bounds.width() };
        let high = if spot.kind == SpotKind::Disc { wide } else { bounds.height() };
        Some(HitArea {
            figure,
            element,
            name,
            content,
            shape: match spot.kind {
                _ if spot.line.is_some() => "line",
                SpotKind::Disc => "disc",
                _ => "box",
            },
            centre: pair(bounds.centre()),
            size: [number(wide), number(high)],
            path: spot.line.as_ref().map(path),
            tokens: spot.tokens.iter().map(token).collect(),
        })
    };
    spots.into_iter().filter_map(area).collect()
}

fn token((bounds, rest): &(Bounds, u64)) -> TokenArea {
    let size = [number(bounds.width()), number(bounds.height())];
    TokenArea { corner: pair(bounds.least), size, rest: *rest }
}

/// Returns the name and the content of an element.
fn named(figure: &Figure, element: u64) -> Option<(String, String)> {
    let index = usize::try_from(element).ok()?;
    Some(match figure {
        Figure::Grid(grid) => (grid.name(element), content(grid.cells.get(index)?)),
        Figure::Heaps(heaps) => heap(heaps, index)?,
        Figure::Graph(graph) => vertex_or_edge(graph, index)?,
        Figure::Staircase(staircase) => {
            let tokens = *staircase.steps.get(index)?;
            let step = staircase.first.saturating_add(element);
            (format!("step {step}"), format!("{tokens} {}", plural(tokens, "token")))
        }
        Figure::Digits(digits) => {
            let caption = digits.captions.get(index).filter(|caption| !caption.is_empty());
            let name = caption.cloned().unwrap_or_else(|| format!("sign {}", index + 1));
            (name, digits.signs.get(index)?.clone())
        }
    })
}

/// Returns the singular or the plural of a regular noun.
pub(super) fn plural(count: u64, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

fn heap(heaps: &Heaps, index: usize) -> Option<(String, String)> {
    let heap = heaps.heaps.get(index)?;
    let is_named = !heap.label.is_empty() && heap.label != heap.tokens.to_string();
    let (kind, content) = match heaps {
        Heaps { lie_in_rows: true, .. } => ("row", format!("{} in a row", heap.tokens)),
        Heaps { are_pits: true, .. } => ("pit", format!("{} {}", heap.tokens, plural(heap.tokens, "seed"))),
        _ => ("heap", format!("{} {}", heap.tokens, plural(heap.tokens, "token"))),
    };
    Some((if is_named { heap.label.clone() } else { format!("{kind} {}", index + 1) }, content))
}

fn vertex_or_edge(graph: &Graph, index: usize) -> Option<(String, String)> {
    if let Some(vertex) = graph.vertices.get(index) {
        let is_ground = graph.ground.is_some_and(|ground| ground as usize == index);
        return Some(match is_ground {
            true => ("ground".to_owned(), "the ground".to_owned()),
            false => (format!("vertex {}", vertex.name), content(&vertex.content)),
        });
    }
    let edge = graph.edges.get(index - graph.vertices.len())?;
    let end = |vertex: u32| {
        let name = graph.vertices.get(vertex as usize).map_or("", |vertex| vertex.name.as_str());
        if name.is_empty() { vertex.to_string() } else { name.to_owned() }
    };
    let look = look(edge.player);
    let content = if graph.ground.is_some() { look.colour.to_owned() } else { format!("for {}", look.name) };
    Some((format!("edge {}-{}", end(edge.from), end(edge.to)), content))
}

/// Describes the content of a cell or a vertex.
fn content(cell: &Cell) -> String {
    match cell {
        Cell::Free => "free".to_owned(),
        Cell::Gone => "gone".to_owned(),
        Cell::Block => "chocolate".to_owned(),
        Cell::Reserved(player) => format!("reserved for {}", look(*player).name),
        Cell::Coloured(player) => look(*player).colour.to_owned(),
        Cell::Domino(_) => "half of a domino".to_owned(),
        Cell::Piece(piece) => {
            let name = piece.figurine.map_or(piece.sign.as_str(), |figurine| figurine.name());
            match piece.owner {
                winways_rules::Player::Either => name.to_owned(),
                owner => format!("{name}, {}'s", look(owner).name),
            }
        }
        Cell::Coin { heads } => if *heads { "heads" } else { "tails" }.to_owned(),
    }
}
