//! The geometry of a board: the arrangement of its cells.

use std::collections::BTreeSet;
use std::sync::Arc;
use winways_notation::pictures::{Direction, Shape};
use winways_rules::Side;

/// A board without its contents. Cells have numbers below 256: row·stride + column, or the number of a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Geometry {
    pub(crate) surface: Surface,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The difference between the numbers of vertically adjacent cells.
    pub(crate) stride: usize,
}

/// The kind of surface that the cells lie on. A strip is a grid of one row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Surface {
    Grid,
    Ring,
    Torus,
    Hexagonal,
    /// A graph, given by the neighbours of each vertex in ascending order.
    Graph(Arc<Vec<Vec<usize>>>),
}

/// The size of a box of a grid. Sizes are ordered by height, then by width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BoxSize(u32);

impl BoxSize {
    #[inline]
    pub(crate) fn new(width: u32, height: u32) -> BoxSize {
        BoxSize(height << 12 | width)
    }

    pub(crate) fn width(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    pub(crate) fn height(self) -> usize {
        (self.0 >> 12) as usize
    }

    pub(crate) fn transposed(self) -> BoxSize {
        BoxSize::new(self.height() as u32, self.width() as u32)
    }

    /// Returns a number that is unique to this size.
    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// The orientation of a picture on a board: the step along its rows and the step down its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Orientation {
    along: (i32, i32),
    down: (i32, i32),
}

impl Orientation {
    /// Returns the offset (column, row) of a cell of a picture from its first cell.
    pub(crate) fn offset(self, row: usize, column: usize) -> (i32, i32) {
        let (row, column) = (row as i32, column as i32);
        (column * self.along.0 + row * self.down.0, column * self.along.1 + row * self.down.1)
    }
}

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONALS: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const HEXAGONAL: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the orientations of a picture with `rows` rows, in the order in which they are tried.
pub(crate) fn orientations(
    directions: &[Direction],
    shape: Shape,
    rows: usize,
    side: Side,
) -> Vec<Orientation> {
    // Keep the order of the file, which determines the order of the moves.
    let mut found: Vec<Orientation> = Vec::new();
    for &direction in directions {
        for along in vectors(direction, shape, side) {
            // The whole picture is rotated; on hexagonal boards by multiples of 60 degrees.
            let sixth = HEXAGONAL.iter().position(|&step| step == along);
            let down = match sixth.filter(|_| shape == Shape::Hexagonal) {
                Some(sixth) => HEXAGONAL[(sixth + 1) % 6],
                None => (-along.1, along.0),
            };
            found.push(Orientation { along, down });
            if direction == Direction::Eight && rows > 1 {
                found.push(Orientation { along, down: (along.1, -along.0) });
            }
        }
    }
    if rows > 1 && shape != Shape::Hexagonal {
        // Pictures of several rows have no diagonal orientations; `eight` adds reflections instead.
        found.retain(|orientation| orientation.along.0 == 0 || orientation.along.1 == 0);
    }
    let mut seen = BTreeSet::new();
    found.retain(|orientation| seen.insert(*orientation));
    found
}

fn vectors(direction: Direction, shape: Shape, side: Side) -> Vec<(i32, i32)> {
    let is_row = matches!(shape, Shape::Strip | Shape::Ring);
    let forward = match (is_row, side) {
        (true, Side::Left) => (1, 0),
        (true, Side::Right) => (-1, 0),
        (false, Side::Left) => (0, -1),
        (false, Side::Right) => (0, 1),
    };
    match direction {
        Direction::Right => vec![(1, 0)],
        Direction::Left => vec![(-1, 0)],
        Direction::Up => vec![(0, -1)],
        Direction::Down => vec![(0, 1)],
        Direction::Across => vec![(1, 0), (-1, 0)],
        Direction::Vertical => vec![(0, 1), (0, -1)],
        Direction::All if shape == Shape::Hexagonal => HEXAGONAL.to_vec(),
        Direction::All | Direction::Eight if is_row => vec![(1, 0), (-1, 0)],
        Direction::All => STEPS.to_vec(),
        Direction::Diagonal => DIAGONALS.to_vec(),
        Direction::Eight => [STEPS, DIAGONALS].concat(),
        Direction::Forward => vec![forward],
        Direction::Backward => vec![(-forward.0, -forward.1)],
        Direction::Knight => KNIGHT.to_vec(),
        Direction::Offset(columns, rows) => vec![(columns, rows)],
    }
}

impl Geometry {
    /// Creates a board of rows and columns with this stride.
    pub(crate) fn rows(surface: Surface, width: usize, height: usize, stride: usize) -> Geometry {
        Geometry { surface, width, height, stride }
    }

    /// Creates a board on a graph.
    pub(crate) fn graph(near: Vec<Vec<usize>>) -> Geometry {
        let count = near.len();
        Geometry { surface: Surface::Graph(Arc::new(near)), width: count, height: 1, stride: count.max(1) }
    }

    /// Returns the memory of the graph in bytes, or 0 if the board is not a graph.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.surface {
            Surface::Graph(near) => {
                near.iter().map(|near| (size_of_val(near) + size_of_val(&near[..])) as u64).sum()
            }
            _ => 0,
        }
    }

    /// Iterates over the numbers of all cells.
    pub(crate) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let (width, stride) = (self.width, self.stride);
        (0..self.height).flat_map(move |row| (0..width).map(move |column| row * stride + column))
    }

    /// Returns the length of the longest row of a picture that fits on the board.
    pub(crate) fn longest(&self) -> usize {
        match self.surface {
            Surface::Torus => self.width * self.height,
            _ => self.width.max(self.height),
        }
    }

    /// Returns the cell at an offset from a cell, or `None` if it is beyond the edge.
    pub(crate) fn at(&self, cell: usize, (columns, rows): (i32, i32)) -> Option<usize> {
        let (column, row) = ((cell % self.stride) as i32 + columns, (cell / self.stride) as i32 + rows);
        let (width, height) = (self.width as i32, self.height as i32);
        let (column, row) = match self.surface {
            Surface::Grid | Surface::Hexagonal => (column, row),
            Surface::Ring => (column.rem_euclid(width), row),
            Surface::Torus => (column.rem_euclid(width), row.rem_euclid(height)),
            Surface::Graph(_) => return None,
        };
        let is_there = (0..width).contains(&column) && (0..height).contains(&row);
        is_there.then(|| row as usize * self.stride + column as usize)
    }

    /// Returns `true` if some neighbour of a cell is beyond the edge.
    pub(crate) fn is_at_edge(&self, cell: usize, shape: Shape) -> bool {
        self.beyond(cell, shape).next().is_some()
    }

    /// Returns the steps from a cell to neighbours beyond the edge.
    pub(crate) fn beyond(&self, cell: usize, shape: Shape) -> impl Iterator<Item = (i32, i32)> {
        let steps: &[(i32, i32)] = match self.surface {
            Surface::Graph(_) => &[],
            Surface::Hexagonal => &HEXAGONAL,
            _ if matches!(shape, Shape::Strip | Shape::Ring) => &[(1, 0), (-1, 0)],
            _ => &STEPS,
        };
        steps.iter().copied().filter(move |&step| self.at(cell, step).is_none())
    }

    /// Returns the cells that share a side, or an edge of the graph, with a cell, in ascending order.
    pub(crate) fn neighbours(&self, cell: usize) -> Vec<usize> {
        let steps: &[(i32, i32)] = match &self.surface {
            Surface::Graph(near) => return near[cell].clone(),
            Surface::Hexagonal => &HEXAGONAL,
            _ => &STEPS,
        };
        let found: BTreeSet<usize> = steps.iter().filter_map(|&step| self.at(cell, step)).collect();
        found.into_iter().filter(|&near| near != cell).collect()
    }
}
