//! Boards as letters on cells, arranged in columns and rows or as a graph.

use winways_notation::pictures::Shape;

/// A place on the board or beyond the edge: column and row. On a graph, the number of a vertex and 0.
pub(crate) type Place = (i32, i32);

/// A board. `.` is an empty cell, `#` a gone one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) shape: Shape,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The edges of a graph.
    pub(crate) edges: Vec<(usize, usize)>,
    /// The name of the graph: empty if it is written by its edges, `!` if the file names it.
    pub(crate) graph: String,
    /// The letters, row by row from the top, or vertex by vertex.
    pub(crate) cells: Vec<u8>,
}

/// The steps to the six neighbours of a hexagon, in clockwise order.
pub(crate) const AROUND: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Board {
    /// Creates a board of rows.
    pub(crate) fn rows(shape: Shape, width: usize, cells: &[u8]) -> Board {
        let height = cells.len() / width;
        Board { shape, width, height, edges: Vec::new(), graph: String::new(), cells: cells.to_vec() }
    }

    /// Creates a graph by its name or by a list of its edges.
    pub(crate) fn graph(name: &str, edges: Vec<(usize, usize)>, cells: &[u8]) -> Board {
        let (shape, graph) = (Shape::Graph, name.to_owned());
        Board { shape, width: cells.len(), height: 1, edges, graph, cells: cells.to_vec() }
    }

    /// Returns the same board with other letters.
    pub(crate) fn with(&self, cells: Vec<u8>) -> Board {
        Board { cells, ..self.clone() }
    }

    /// Returns the cell at a place, or `None` beyond the edge.
    pub(crate) fn at(&self, (column, row): Place) -> Option<usize> {
        let (width, height) = (self.width as i32, self.height as i32);
        let wraps = (matches!(self.shape, Shape::Ring | Shape::Torus), self.shape == Shape::Torus);
        let column = if wraps.0 { column.rem_euclid(width) } else { column };
        let row = if wraps.1 { row.rem_euclid(height) } else { row };
        if column < 0 || column >= width || row < 0 || row >= height {
            return None;
        }
        Some((row * width + column) as usize)
    }

    /// Returns the letter at a place, or `#` beyond the edge.
    pub(crate) fn letter(&self, place: Place) -> u8 {
        self.at(place).map_or(b'#', |cell| self.cells[cell])
    }

    /// Returns the places next to a place, including those beyond the edge.
    pub(crate) fn next_to(&self, (column, row): Place) -> Vec<Place> {
        let by = |steps: &[Place]| steps.iter().map(|step| (column + step.0, row + step.1)).collect();
        match self.shape {
            Shape::Graph => {
                let vertex = column as usize;
                let ends = self.edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
                ends.filter(|end| end.0 == vertex).map(|end| (end.1 as i32, 0)).collect()
            }
            Shape::Hexagonal => by(&AROUND),
            Shape::Strip | Shape::Ring => by(&[(1, 0), (-1, 0)]),
            Shape::Grid | Shape::Torus => by(&[(1, 0), (-1, 0), (0, 1), (0, -1)]),
        }
    }

    /// Returns the neighbours of a cell; a neighbour may be listed twice.
    pub(crate) fn neighbours(&self, cell: usize) -> Vec<usize> {
        let place = ((cell % self.width) as i32, (cell / self.width) as i32);
        let near = self.next_to(place).into_iter().filter_map(|place| self.at(place));
        near.filter(|&near| near != cell).collect()
    }

    /// Returns the board in the project's notation.
    pub(crate) fn text(&self) -> String {
        let letters = |cells: &[u8]| cells.iter().map(|&letter| char::from(letter)).collect::<String>();
        match self.shape {
            Shape::Graph if self.graph.is_empty() => {
                let edges = self.edges.iter().map(|(a, b)| format!("{a}-{b} ")).collect::<String>();
                let marks =
                    self.cells.iter().enumerate().map(|(n, &cell)| format!(" {n}:{}", char::from(cell)));
                let vertices = (0..self.cells.len()).map(|vertex| format!("{vertex} ")).collect::<String>();
                format!("{vertices}{}{}", edges.trim_end(), marks.collect::<String>())
            }
            Shape::Graph if self.graph == "!" => letters(&self.cells),
            Shape::Graph => format!("{} {}", self.graph, letters(&self.cells)),
            _ => self.cells.chunks(self.width).map(letters).collect::<Vec<_>>().join("|"),
        }
    }

    /// Parses the letters of a board with the same geometry in the project's notation.
    pub(crate) fn read(&self, written: &str) -> Vec<u8> {
        let words: Vec<&str> = written.split(' ').collect();
        match self.shape {
            Shape::Graph if self.graph.is_empty() => {
                let mut cells = vec![b'.'; self.cells.len()];
                for (vertex, letter) in words.iter().filter_map(|word| word.split_once(':')) {
                    cells[vertex.parse::<usize>().unwrap()] = letter.as_bytes()[0];
                }
                cells
            }
            Shape::Graph => words[words.len() - 1].bytes().collect(),
            _ => written.bytes().filter(|&letter| letter != b'|').collect(),
        }
    }
}

/// Returns the number of vertices and the edges of a graph of a family.
pub(crate) fn family(name: &str) -> (usize, Vec<(usize, usize)>) {
    let words: Vec<&str> = name.split(' ').collect();
    let number = |place: usize| words[place].parse::<usize>().unwrap();
    let row = |from: usize, to: usize| (from..to).map(|a| (a, a + 1)).collect::<Vec<_>>();
    match words[0] {
        "path" => (number(1), row(0, number(1) - 1)),
        "cycle" => (number(1), [row(0, number(1) - 1), vec![(number(1) - 1, 0)]].concat()),
        "complete" => {
            let count = number(1);
            (count, (0..count).flat_map(|a| (0..a).map(move |b| (a, b))).collect())
        }
        "star" => (number(1) + 1, (1..=number(1)).map(|leaf| (0, leaf)).collect()),
        "wheel" => {
            let count = number(1);
            let spokes = (1..=count).map(|rim| (0, rim)).collect();
            (count + 1, [spokes, row(1, count), vec![(count, 1)]].concat())
        }
        "bipartite" => {
            let (left, right) = (number(1), number(2));
            (left + right, (0..left).flat_map(|a| (0..right).map(move |b| (a, left + b))).collect())
        }
        "hypercube" => {
            let count = 1 << number(1);
            let flips = |a: usize| (0..number(1)).map(move |bit| (a, a ^ 1 << bit));
            (count, (0..count).flat_map(flips).filter(|(a, b)| a < b).collect())
        }
        "petersen" => {
            let of = |a: usize| [(a, (a + 1) % 5), (a, a + 5), (a + 5, (a + 2) % 5 + 5)];
            (10, (0..5).flat_map(of).collect())
        }
        _ => {
            let (width, height) = (number(1), number(2));
            let cell = |column: usize, row: usize| row * width + column;
            let mut edges = Vec::new();
            for row in 0..height {
                for column in 0..width {
                    if column + 1 < width {
                        edges.push((cell(column, row), cell(column + 1, row)));
                    }
                    if row + 1 < height {
                        edges.push((cell(column, row), cell(column, row + 1)));
                    }
                }
            }
            (width * height, edges)
        }
    }
}
