//! Views of positions, as JSON.

use super::scene::SceneJson;
use super::words::{DirectionWord, PlayerWord};
use crate::Position;
use crate::playing::position_text;
use schemars::JsonSchema;
use serde::Serialize;
use winways_draw::draw_view;
use winways_kit::view::{
    Alphabet, Cell, CellNames, Digits, Direction, Figure, Figurine, Graph, Grid, Heap, Heaps, Letter, Size,
    Staircase, Tiling,
};
use winways_rules::Player;

/// The figures of a position. The elements of a figure are numbered from 0 on, in the order of the lists.
#[derive(JsonSchema, Serialize)]
pub struct ViewJson {
    figures: Vec<FigureJson>,
    /// The letters of the boards in the text of the position, if the text contains the boards cell by cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    alphabet: Option<AlphabetJson>,
    /// The numbers in the parameter of the game that determine its board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sizes: Vec<SizeJson>,
    /// The picture, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<SceneJson>,
}

/// A number in the parameter of a game that determines its board.
#[derive(JsonSchema, Serialize)]
pub(super) struct SizeJson {
    /// The name of the counted things, such as `rows`.
    name: &'static str,
    value: u64,
    /// The game with the next smaller number; `null` if there is no such game.
    smaller: Option<String>,
    /// The game with the next larger number.
    larger: Option<String>,
}

impl SizeJson {
    /// Creates the JSON of the sizes of a board.
    pub(super) fn list(sizes: Vec<Size>) -> Vec<SizeJson> {
        let size = |Size { name, value, smaller, larger }| SizeJson { name, value, smaller, larger };
        sizes.into_iter().map(size).collect()
    }
}

/// The letters that cells and vertices can have in the text of a position.
#[derive(JsonSchema, Serialize)]
struct AlphabetJson {
    /// The letters, starting with the letter of an empty cell.
    letters: Vec<LetterJson>,
    /// `true` if the position determines the rows and columns, or the edges of the graph.
    resizable: bool,
    /// The position without the game and its brackets.
    text: String,
    /// For each cell or vertex, figure by figure, the index of its letter in `text`; `null` if the text is not a list of
    /// letters.
    places: Option<Vec<usize>>,
}

#[derive(JsonSchema, Serialize)]
struct LetterJson {
    letter: char,
    /// The meaning in one or two words; may be empty.
    name: String,
    /// The appearance of a cell with this letter.
    content: CellJson,
}

#[derive(JsonSchema, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum FigureJson {
    Grid(GridJson),
    /// A grid with one row whose cells are numbered.
    Strip(GridJson),
    Heaps {
        in_rows: bool,
        /// `true` for the pits of a board with two rows. The second half of the cells is in the upper row, from right to left.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pits: bool,
        heaps: Vec<HeapJson>,
    },
    /// A graph. Its elements are the vertices, then the edges.
    Graph {
        ground: Option<u32>,
        vertices: Vec<VertexJson>,
        edges: Vec<EdgeJson>,
    },
    Staircase {
        first: u64,
        steps: Vec<u64>,
    },
    Digits {
        signs: Vec<String>,
        between: String,
        captions: Vec<String>,
    },
}

#[derive(JsonSchema, Serialize)]
#[schemars(inline)]
struct GridJson {
    columns: u32,
    rows: u32,
    chequered: bool,
    /// `true` if the cells are hexagons, whose rows begin half a cell to the right of the row above.
    hexagonal: bool,
    cells: Vec<NamedCellJson>,
}

#[derive(JsonSchema, Serialize)]
struct NamedCellJson {
    name: String,
    #[serde(flatten)]
    content: CellJson,
}

#[derive(JsonSchema, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
enum CellJson {
    Free,
    Gone,
    /// A block of a bar of chocolate.
    Block,
    Reserved {
        #[schemars(with = "PlayerWord")]
        player: &'static str,
    },
    Coloured {
        #[schemars(with = "PlayerWord")]
        player: &'static str,
    },
    Domino {
        #[schemars(with = "DirectionWord")]
        other_half: &'static str,
    },
    Piece {
        #[schemars(with = "PlayerWord")]
        player: &'static str,
        sign: String,
        /// The figure of the piece in pictures, such as `king`.
        #[serde(skip_serializing_if = "Option::is_none")]
        figurine: Option<&'static str>,
    },
    Coin {
        heads: bool,
    },
}

#[derive(JsonSchema, Serialize)]
struct HeapJson {
    tokens: u64,
    label: String,
}

#[derive(JsonSchema, Serialize)]
struct VertexJson {
    name: String,
    #[serde(flatten)]
    content: CellJson,
    place: Option<(i32, i32)>,
}

#[derive(JsonSchema, Serialize)]
struct EdgeJson {
    from: u32,
    to: u32,
    #[schemars(with = "PlayerWord")]
    player: &'static str,
    directed: bool,
}

impl ViewJson {
    /// Creates the JSON of the view of a position, with its picture if that was requested and the view is small enough to be drawn.
    pub fn new(position: &Position, has_scene: bool) -> Self {
        let view = position.view();
        let scene = || draw_view("", &view, &[]).ok().map(|scene| SceneJson::new(&scene));
        ViewJson {
            figures: view.figures.iter().map(FigureJson::new).collect(),
            sizes: SizeJson::list(view.sizes.clone()),
            alphabet: view
                .alphabet
                .as_ref()
                .map(|alphabet| AlphabetJson::new(alphabet, &view.figures, position)),
            scene: has_scene.then(scene).flatten(),
        }
    }
}

impl AlphabetJson {
    fn new(alphabet: &Alphabet, figures: &[Figure], position: &Position) -> Self {
        let letter = |letter: &Letter| LetterJson {
            letter: letter.sign,
            name: letter.name.clone(),
            content: CellJson::new(&letter.content),
        };
        let text = position_text(position);
        AlphabetJson {
            letters: alphabet.letters.iter().map(letter).collect(),
            resizable: alphabet.is_resizable,
            places: alphabet.places(&text, figures),
            text,
        }
    }
}

impl FigureJson {
    fn new(figure: &Figure) -> Self {
        match figure {
            Figure::Grid(grid) if matches!(grid.names, CellNames::Strip { .. }) => {
                FigureJson::Strip(GridJson::new(grid))
            }
            Figure::Grid(grid) => FigureJson::Grid(GridJson::new(grid)),
            Figure::Heaps(Heaps { heaps, lie_in_rows, are_pits }) => FigureJson::Heaps {
                in_rows: *lie_in_rows,
                pits: *are_pits,
                heaps: heaps.iter().map(HeapJson::new).collect(),
            },
            Figure::Graph(graph) => FigureJson::graph(graph),
            Figure::Staircase(Staircase { steps, first }) => {
                FigureJson::Staircase { first: *first, steps: steps.clone() }
            }
            Figure::Digits(Digits { signs, between, captions }) => FigureJson::Digits {
                signs: signs.clone(),
                between: between.clone(),
                captions: captions.clone(),
            },
        }
    }

    fn graph(graph: &Graph) -> Self {
        let vertices = graph.vertices.iter().map(|vertex| VertexJson {
            name: vertex.name.clone(),
            content: CellJson::new(&vertex.content),
            place: vertex.place,
        });
        let edges = graph.edges.iter().map(|edge| EdgeJson {
            from: edge.from,
            to: edge.to,
            player: edge.player.name(),
            directed: edge.is_directed,
        });
        FigureJson::Graph { ground: graph.ground, vertices: vertices.collect(), edges: edges.collect() }
    }
}

impl GridJson {
    fn new(grid: &Grid) -> Self {
        let cells = grid.cells.iter().zip(0..);
        let cells = cells
            .map(|(cell, element)| NamedCellJson { name: grid.name(element), content: CellJson::new(cell) });
        GridJson {
            columns: grid.columns,
            rows: grid.rows(),
            chequered: grid.tiling == Tiling::Chequered,
            hexagonal: grid.tiling == Tiling::Hexagons,
            cells: cells.collect(),
        }
    }
}

impl CellJson {
    fn new(cell: &Cell) -> Self {
        let name = |player: &Player| player.name();
        match cell {
            Cell::Free => CellJson::Free,
            Cell::Gone => CellJson::Gone,
            Cell::Block => CellJson::Block,
            Cell::Reserved(player) => CellJson::Reserved { player: name(player) },
            Cell::Coloured(player) => CellJson::Coloured { player: name(player) },
            Cell::Domino(direction) => CellJson::Domino {
                other_half: match direction {
                    Direction::Up => "up",
                    Direction::Down => "down",
                    Direction::Left => "left",
                    Direction::Right => "right",
                },
            },
            Cell::Piece(piece) => CellJson::Piece {
                player: name(&piece.owner),
                sign: piece.sign.clone(),
                figurine: piece.figurine.map(Figurine::name),
            },
            Cell::Coin { heads } => CellJson::Coin { heads: *heads },
        }
    }
}

impl HeapJson {
    fn new(heap: &Heap) -> Self {
        // Not every JSON parser supports 64-bit integers, so the number is also given as text.
        let label = if heap.label.is_empty() { heap.tokens.to_string() } else { heap.label.clone() };
        HeapJson { tokens: heap.tokens, label }
    }
}
