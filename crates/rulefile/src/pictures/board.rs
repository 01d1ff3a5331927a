//! Boards in their text notation.

use crate::pictures::geometry::{Geometry, Surface};
use crate::pictures::graphs;
use crate::pictures::states::{Alphabet, State};
use winways_kit::boards::graphs::family_places;
use winways_kit::boards::grid;
use winways_kit::boards::grid::{Grid, Row};
use winways_kit::view;
use winways_kit::view::{CellNames, Edge, Figure, Graph, Vertex};
use winways_notation::pictures::Shape;
use winways_notation::{Diagnostic, Span};
use winways_rules::Player;

/// The maximum number of cells of a board.
pub(crate) const MOST_CELLS: usize = 256;

/// A board with a state on every cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) geometry: Geometry,
    /// The states of the cells, row by row from the top, or of the vertices.
    pub(crate) states: Vec<State>,
    names: Names,
}

/// The names of the cells, and the notation of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Names {
    Rows(CellNames),
    /// The names of vertices, and the name of the graph if it belongs to a family.
    Graph {
        vertices: Vec<String>,
        family: Option<String>,
        /// The family whose usual picture is used to draw the graph. It differs from `family` if the game has a fixed graph.
        picture: Option<String>,
    },
}

/// Parses the boards of a position, and returns each with its span. There is at least one board.
pub(crate) fn read(
    text: &str,
    shape: Shape,
    fixed: Option<&str>,
    alphabet: &Alphabet,
) -> Result<Vec<(Board, Span)>, Diagnostic> {
    let letters: String = alphabet.letters.iter().map(|&letter| char::from(letter)).collect();
    let mut groups = grid::boards(text);
    if matches!(shape, Shape::Strip | Shape::Ring) {
        groups = groups.into_iter().flatten().map(|row| vec![row]).collect();
    }
    if groups.is_empty() {
        let expected =
            if shape == Shape::Graph { "a graph".to_owned() } else { format!("rows of {letters}") };
        return Err(grid::nothing(text, &format!("expected {expected}")));
    }
    let one = |rows: &Vec<Row<'_>>| {
        let span = grid::span_of(rows);
        let board = if shape == Shape::Graph {
            graphs::read(rows, fixed, &letters, alphabet.needs_pieces)?.board(alphabet)
        } else {
            of_rows(rows, shape, &letters, alphabet)?
        };
        if board.states.len() > MOST_CELLS {
            let message = format!("the board has {} cells", board.states.len());
            return Err(Diagnostic::new(message, span).label(format!("expected at most {MOST_CELLS}")));
        }
        Ok((board, span))
    };
    groups.iter().map(one).collect()
}

fn of_rows(rows: &[Row<'_>], shape: Shape, letters: &str, alphabet: &Alphabet) -> Result<Board, Diagnostic> {
    // If the letters begin with the empty cell, an empty board may be given by its size, `4x4`.
    let letters = match alphabet.needs_pieces {
        true => letters.to_owned(),
        false => format!(".{}", letters.replace('.', "")),
    };
    // The diagnostic has a help note if the game needs pieces on its board. Add the usual start to the note as an example.
    let grid = grid::grid(rows, &letters).map_err(|wrong| match (&wrong.help, &alphabet.start) {
        (Some(help), Some(start)) => {
            let help = format!("{help}, such as `{start}`");
            wrong.help(help)
        }
        _ => wrong,
    })?;
    if matches!(shape, Shape::Strip | Shape::Ring) && grid.cells.len() > grid.width {
        let height = grid.cells.len() / grid.width;
        return Err(Diagnostic::new(format!("the board has {height} rows"), grid::span_of(rows))
            .label("expected one row, such as `1x8`"));
    }
    let states = grid.cells.iter().filter_map(|&letter| alphabet.state(letter)).collect();
    Ok(Board::of_rows(shape, grid.width, states))
}

impl Board {
    /// Returns the approximate size in words of 8 bytes.
    pub(crate) fn size(&self) -> usize {
        let names = match &self.names {
            Names::Rows(_) => 0,
            Names::Graph { vertices, .. } => 2 * vertices.len(),
        };
        self.states.len() / size_of::<u64>() + 1 + names
    }

    /// Creates a board of rows of `width` cells.
    pub(crate) fn of_rows(shape: Shape, width: usize, states: Vec<State>) -> Board {
        let surface = match shape {
            Shape::Ring => Surface::Ring,
            Shape::Torus => Surface::Torus,
            Shape::Hexagonal => Surface::Hexagonal,
            Shape::Grid | Shape::Strip | Shape::Graph => Surface::Grid,
        };
        let names = match shape {
            Shape::Strip | Shape::Ring => CellNames::Strip { first: 1 },
            _ => CellNames::Chess,
        };
        let height = states.len() / width.max(1);
        Board { geometry: Geometry::rows(surface, width, height, width), states, names: Names::Rows(names) }
    }

    /// Creates a board on a graph, with the names of its vertices and the name of the graph if it belongs to a family.
    pub(crate) fn of_graph(
        near: Vec<Vec<usize>>,
        vertices: Vec<String>,
        family: Option<String>,
        states: Vec<State>,
    ) -> Board {
        Board {
            geometry: Geometry::graph(near),
            states,
            names: Names::Graph { vertices, family, picture: None },
        }
    }

    /// Returns the same board, drawn with the usual picture of a family of graphs.
    pub(crate) fn with_picture(mut self, family: Option<String>) -> Board {
        if let Names::Graph { picture, .. } = &mut self.names {
            *picture = family;
        }
        self
    }

    /// Returns the same board with other states on its cells.
    pub(crate) fn with(&self, states: Vec<State>) -> Board {
        Board { states, ..self.clone() }
    }

    /// Converts the number of a cell in a table with this stride to an index into [`Board::states`].
    pub(crate) fn element(&self, cell: usize, stride: usize) -> usize {
        match self.names {
            Names::Rows(_) => cell / stride * self.geometry.width + cell % stride,
            Names::Graph { .. } => cell,
        }
    }

    /// Returns the name of a cell.
    pub(crate) fn name_of(&self, element: usize) -> String {
        match &self.names {
            Names::Rows(CellNames::Strip { .. }) => (element + 1).to_string(),
            Names::Rows(_) => Grid::new(self.geometry.width, vec![0; self.states.len()]).name_of(element),
            Names::Graph { vertices, .. } => vertices[element].clone(),
        }
    }

    /// Writes the board in its text notation.
    pub(crate) fn written(&self, alphabet: &Alphabet) -> String {
        let letter = |state: &State| char::from(alphabet.letters[usize::from(*state)]);
        match &self.names {
            Names::Rows(_) => {
                let rows = self.states.chunks(self.geometry.width.max(1));
                rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("|")
            }
            Names::Graph { vertices, family, .. } => {
                let states: String = self.states.iter().map(letter).collect();
                graphs::written(&self.geometry, vertices, family.as_deref(), &states, alphabet.needs_pieces)
            }
        }
    }

    /// Returns a figure of the board with the given contents of its cells.
    pub(crate) fn figure(&self, contents: Vec<view::Cell>) -> Figure {
        match &self.names {
            Names::Rows(names) => Figure::Grid(view::Grid {
                columns: u32::try_from(self.geometry.width).unwrap_or(u32::MAX),
                cells: contents,
                names: *names,
                tiling: match self.geometry.surface {
                    Surface::Hexagonal => view::Tiling::Hexagons,
                    _ => view::Tiling::Squares,
                },
            }),
            Names::Graph { vertices, picture, .. } => {
                let places = usual_places(picture.as_deref(), vertices.len());
                let near =
                    |cell: usize| self.geometry.neighbours(cell).into_iter().filter(move |&near| near > cell);
                let edges = (0..vertices.len()).flat_map(|cell| near(cell).map(move |other| (cell, other)));
                let edge = |(from, to): (usize, usize)| Edge {
                    from: from as u32,
                    to: to as u32,
                    player: Player::Either,
                    is_directed: false,
                };
                let vertex = |((name, content), index): ((&String, view::Cell), usize)| Vertex {
                    name: name.clone(),
                    content,
                    place: places.as_ref().and_then(|places| places.get(index).copied()),
                };
                Figure::Graph(Graph {
                    vertices: vertices.iter().zip(contents).zip(0..).map(vertex).collect(),
                    edges: edges.map(edge).collect(),
                    ground: None,
                })
            }
        }
    }
}

/// Returns the usual coordinates of the vertices of a graph of a family, such as `grid 3 4`.
fn usual_places(family: Option<&str>, count: usize) -> Option<Vec<(i32, i32)>> {
    let mut words = family?.split(' ');
    let name = words.next()?;
    let mut sizes = words.map_while(|word| word.parse().ok());
    let places = family_places(name, sizes.next().unwrap_or(0), sizes.next().unwrap_or(0));
    places.filter(|places| places.len() == count)
}
