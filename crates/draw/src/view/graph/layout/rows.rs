//! Layout of vertices in rows.

use super::parts::Part;
use crate::canvas::{Length, Point, point};

/// The number of sweeps that improve the order within rows.
const SWEEPS: usize = 6;
/// The maximum number of vertices in a row of a small graph. Larger graphs have longer rows.
const MIN_ROW: usize = 12;

/// Places a path in rows of `length` vertices, alternately to the right and to the left.
pub(super) fn snake(order: &[usize], length: usize, edge: Length) -> Vec<Point> {
    let mut places = vec![point(0, 0); order.len()];
    for (index, &vertex) in order.iter().enumerate() {
        let (row, column) = (index / length, index % length);
        let column = if row.is_multiple_of(2) { column } else { length - 1 - column };
        places[vertex] = point(column as Length * edge, row as Length * edge);
    }
    places
}

/// Places layers from the top, each in one or more rows. Within a row, vertices are sorted by the mean horizontal position of
/// their neighbours.
pub(super) fn place(part: &Part, layers: Vec<usize>, edge: Length) -> Vec<Point> {
    let count = layers.iter().max().map_or(0, |last| last + 1);
    let mut by_layer: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (vertex, layer) in layers.into_iter().enumerate() {
        by_layer[layer].push(vertex);
    }
    let longest = MIN_ROW.max(2 * part.vertices.len().isqrt());
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for layer in by_layer {
        rows.extend(layer.chunks(longest).map(<[usize]>::to_vec));
    }
    let mut places = vec![point(0, 0); part.vertices.len()];
    put(&rows, edge, &mut places);
    for sweep in 0..SWEEPS {
        let order: Vec<usize> = match sweep % 2 {
            0 => (0..rows.len()).collect(),
            _ => (0..rows.len()).rev().collect(),
        };
        for row in order {
            rows[row].sort_by_key(|&vertex| (middle_of_neighbours(part, vertex, &places), vertex));
            put_row(&rows[row], row, edge, &mut places);
        }
    }
    places
}

/// Returns the mean horizontal position of the neighbours in other rows, or the vertex's own position if there are none.
fn middle_of_neighbours(part: &Part, vertex: usize, places: &[Point]) -> Length {
    let others = part.neighbours[vertex].iter().map(|&other| places[other]);
    let others: Vec<Length> = others.filter(|at| at.y != places[vertex].y).map(|at| at.x).collect();
    match others.len() {
        0 => places[vertex].x,
        count => others.iter().sum::<Length>() / count as Length,
    }
}

fn put(rows: &[Vec<usize>], edge: Length, places: &mut [Point]) {
    rows.iter().enumerate().for_each(|(index, row)| put_row(row, index, edge, places));
}

/// Centres a row. Consecutive rows are shifted slightly, so that few edges run straight through vertices.
fn put_row(row: &[usize], index: usize, edge: Length, places: &mut [Point]) {
    let first = -(row.len() as Length - 1) * edge / 2;
    let shift = [0, edge / 8, -edge / 8][index % 3];
    for (&vertex, column) in row.iter().zip(0..) {
        places[vertex] = point(first + column * edge + shift, index as Length * edge * 9 / 8);
    }
}
