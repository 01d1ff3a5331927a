//! Descriptions of views in words, used as alternative texts.

use winways_kit::view::{Cell, Digits, Figure, Graph, Grid, Heaps, Staircase, View};

use super::drawn::look;
use super::hits::plural;
use super::mark::Mark;

/// The maximum number of elements of a figure that are listed.
const MAX_ELEMENTS: usize = 200;

/// Describes the figures of a view and the marked moves.
pub(super) fn describe(view: &View, marked: &[Mark]) -> String {
    let mut sentences: Vec<String> = view.figures.iter().map(figure).collect();
    if sentences.is_empty() {
        sentences.push("An empty picture.".to_owned());
    }
    if sentences.len() > 1 {
        let numbered = sentences.iter().zip(1..);
        sentences = numbered.map(|(sentence, number)| format!("Board {number}: {sentence}")).collect();
    }
    if !marked.is_empty() {
        let moves: Vec<String> = marked.iter().map(|mark| move_in_words(view, mark)).collect();
        sentences.push(format!("Marked moves: {}.", moves.join("; ")));
    }
    sentences.join(" ")
}

/// Describes the marked moves, one per line.
pub(super) fn marked_moves(view: &View, marked: &[Mark]) -> Vec<String> {
    marked.iter().map(|mark| format!("move {}", move_in_words(view, mark))).collect()
}

fn figure(figure: &Figure) -> String {
    match figure {
        Figure::Grid(grid) => grid_in_words(grid),
        Figure::Heaps(heaps) => heaps_in_words(heaps),
        Figure::Graph(graph) => graph_in_words(graph),
        Figure::Staircase(staircase) => staircase_in_words(staircase),
        Figure::Digits(digits) => digits_in_words(digits),
    }
}

/// Joins items by commas. Long lists are truncated, with the number of omitted items.
fn list(items: impl Iterator<Item = String>, none: &str) -> String {
    let mut items = items;
    let mut first: Vec<String> = items.by_ref().take(MAX_ELEMENTS).collect();
    let rest = items.count();
    if rest > 0 {
        first.push(format!("and {rest} more"));
    }
    if first.is_empty() { none.to_owned() } else { first.join(", ") }
}

/// Describes the content of a cell, or returns `None` if it is free.
fn content(cell: &Cell) -> Option<String> {
    Some(match cell {
        Cell::Free => return None,
        Cell::Gone => "gone".to_owned(),
        Cell::Block => "chocolate".to_owned(),
        Cell::Reserved(player) => format!("free for {}", look(*player).name),
        Cell::Coloured(player) => look(*player).colour.to_owned(),
        Cell::Domino(_) => "domino".to_owned(),
        Cell::Piece(piece) => format!("{} of {}", piece.sign, look(piece.owner).name),
        Cell::Coin { heads } => (if *heads { "heads" } else { "tails" }).to_owned(),
    })
}

fn grid_in_words(grid: &Grid) -> String {
    let cells = grid.cells.iter().zip(0..);
    let cells =
        cells.filter_map(|(cell, element)| Some(format!("{} {}", grid.name(element), content(cell)?)));
    let cells = list(cells, "all cells free");
    let [columns, rows] = [(grid.columns, "column"), (grid.rows(), "row")]
        .map(|(count, word)| format!("{count} {}", plural(count.into(), word)));
    format!("A board of {columns} and {rows}: {cells}.")
}

fn heaps_in_words(heaps: &Heaps) -> String {
    let name = if heaps.lie_in_rows { "Rows" } else { "Heaps" };
    let sizes = heaps.heaps.iter().map(|heap| match heap.label.is_empty() {
        true => heap.tokens.to_string(),
        false => format!("{} ({})", heap.tokens, heap.label),
    });
    format!("{name}: {}.", list(sizes, "none"))
}

fn graph_in_words(graph: &Graph) -> String {
    let name = |index: u32| graph.vertices.get(index as usize).map_or("?", |vertex| vertex.name.as_str());
    let kind = if graph.ground.is_some() { "A Hackenbush graph" } else { "A graph" };
    let vertices = graph
        .vertices
        .iter()
        .filter_map(|vertex| Some(format!("{} {}", vertex.name, content(&vertex.content)?)));
    let vertices = list(vertices, "");
    let vertices = if vertices.is_empty() { vertices } else { format!(" On vertices: {vertices}.") };
    let edges = graph.edges.iter().map(|edge| {
        let arrow = if edge.is_directed { "->" } else { "-" };
        let colour = look(edge.player).colour.trim_start_matches("green");
        format!("{}{arrow}{} {colour}", name(edge.from), name(edge.to)).trim_end().to_owned()
    });
    let count = graph.vertices.len();
    format!("{kind} of {count} vertices.{vertices} Edges: {}.", list(edges, "none"))
}

fn staircase_in_words(staircase: &Staircase) -> String {
    let steps = staircase.steps.iter().zip(0..);
    let steps =
        steps.map(|(tokens, index)| format!("{tokens} on step {}", staircase.first.saturating_add(index)));
    format!("A staircase with tokens: {}.", list(steps, "no steps"))
}

fn digits_in_words(digits: &Digits) -> String {
    if digits.captions.is_empty() {
        return format!(
            "The signs {}.",
            digits.signs.join(if digits.between.is_empty() { "" } else { &digits.between })
        );
    }
    let captions = digits.captions.iter().map(String::as_str).chain(std::iter::repeat(""));
    let signs = digits
        .signs
        .iter()
        .zip(captions)
        .map(|(sign, caption)| format!("{caption} {sign}").trim().to_owned());
    format!("The signs {}.", list(signs, "none"))
}

/// Describes a move: its label, its player and the elements that it touches.
fn move_in_words(view: &View, mark: &Mark) -> String {
    let touches = mark.touches.iter().map(|touch| {
        let element = touch.element;
        let name = match view.figures.get(touch.figure as usize) {
            Some(Figure::Grid(grid)) => grid.name(element),
            Some(Figure::Heaps(heaps)) => {
                let kind = if heaps.lie_in_rows { "row" } else { "heap" };
                format!("{kind} {}", element.saturating_add(1))
            }
            Some(Figure::Graph(graph)) => graph_element(graph, element),
            Some(Figure::Staircase(staircase)) => format!("step {}", staircase.first.saturating_add(element)),
            Some(Figure::Digits(_)) | None => format!("sign {}", element.saturating_add(1)),
        };
        match view.figures.len() {
            1 => name,
            _ => format!("{name} on board {}", u64::from(touch.figure) + 1),
        }
    });
    let label = if mark.label.is_empty() { String::new() } else { format!("{} ", mark.label) };
    format!("{label}({}) {}", look(mark.player).name, list(touches, "nothing"))
}

fn graph_element(graph: &Graph, element: u64) -> String {
    let index = usize::try_from(element).unwrap_or(usize::MAX);
    if let Some(vertex) = graph.vertices.get(index) {
        return vertex.name.clone();
    }
    let edge = index.checked_sub(graph.vertices.len()).and_then(|index| graph.edges.get(index));
    let name = |index: u32| graph.vertices.get(index as usize).map_or("?", |vertex| vertex.name.as_str());
    edge.map_or("?".to_owned(), |edge| format!("{}-{}", name(edge.from), name(edge.to)))
}
