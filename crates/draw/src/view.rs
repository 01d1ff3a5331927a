//! Pictures of positions: draws every [`View`] as a scene, with moves marked.

mod cells;
mod digits;
mod drawn;
mod figurines;
mod graph;
mod grid;
mod heaps;
mod hits;
mod labels;
mod mark;
mod moves;
mod pits;
mod staircase;
mod style;
mod sum;
mod text;
mod words;

pub use mark::Mark;
pub use text::{Paint, painted_text_of_view, text_of_view};

use winways_kit::view::{Figure, View};

use crate::canvas::{Length, UNIT};
use crate::{DrawError, Glyphs, Scene};
use drawn::Drawn;
use labels::{ElementLabels, Labels};

/// Draws a position with marked moves. The title serves as the alternative text of the picture.
///
/// Every figure is drawn with the names of its elements: grids with coordinates, heaps with their sizes, graphs with the names
/// of their vertices. Left's elements are blue and solid, Right's are red and dashed or striped, and both have a
/// letter; no distinction relies on colour alone. Several figures are drawn side by side, with a `+` between them.
///
/// A marked move that touches one element is drawn as a ring around the element. The move of a piece, or of a token on a
/// staircase, is drawn as an arrow through all elements that it touches, in order. A move on neighbouring cells is drawn as a
/// line through the cells. Any other move is drawn as a ring around each element that it touches. All marks are drawn, so the
/// caller should limit their number.
///
/// # Errors
///
/// Returns a [`DrawError`] if the view or the marks exceed a limit, which the error states. Also returns an error if the view
/// is inconsistent, or if a move touches an element that is not in the picture.
///
/// ```
/// use winways_draw::{Mark, draw_view};
/// use winways_kit::view::{Cell, CellNames, Figure, Grid, Piece, Tiling, Touch, View};
/// use winways_rules::Player;
///
/// let piece = |owner, sign: &str| Piece::cell(owner, sign);
/// let cells = vec![piece(Player::Left, "x"), piece(Player::Right, "o"), Cell::Free, Cell::Gone];
/// let grid = Grid { columns: 2, cells, names: CellNames::Chess, tiling: Tiling::Squares };
/// let view = View::of(Figure::Grid(grid));
/// let touches = [0, 1].map(|element| Touch { figure: 0, element }).to_vec();
/// let capture = Mark { player: Player::Left, touches, label: "1".to_owned() };
/// let scene = draw_view("clobber", &view, &[capture])?;
/// assert!(scene.description().ends_with("Marked moves: 1 (Left) a2, b2."));
/// # Ok::<(), winways_draw::DrawError>(())
/// ```
pub fn draw_view(title: &str, view: &View, marked: &[Mark]) -> Result<Scene, DrawError> {
    if view.figures.len() > DrawError::MAX_FIGURES {
        return Err(DrawError::ManyFigures);
    }
    if marked.len() > DrawError::MAX_MARKS
        || marked.iter().any(|mark| mark.touches.len() > DrawError::MAX_TOUCHES)
    {
        return Err(DrawError::ManyMarks);
    }
    let styles: Vec<style::Style> = marked.iter().map(|mark| style::style(view, mark)).collect();
    let labels = Labels::of(marked, &styles);
    let figures =
        view.figures.iter().zip(0..).map(|(figure, number)| draw_figure(figure, labels.of_figure(number)));
    let sum = sum::draw(figures.collect::<Result<_, _>>()?);
    let mut shapes = sum.shapes;
    shapes.extend(moves::draw(&sum.spots, marked, &styles, &labels)?);
    shapes.extend(moves::legend(&shapes, marked));
    let mut lines = text_of_view(view, Glyphs::Unicode);
    lines.extend(words::marked_moves(view, marked));
    let text = lines.join("\n") + "\n";
    let mut scene = Scene {
        title: title.to_owned(),
        description: words::describe(view, marked),
        text,
        frame: None,
        shapes,
        hits: Vec::new(),
    };
    let bounds = scene.bounds();
    scene.hits = hits::of_view(view, sum.spots, bounds.least);
    let is_small = |length: Length| length <= Length::from(DrawError::MAX_LENGTH) * UNIT;
    if is_small(bounds.width()) && is_small(bounds.height()) {
        Ok(scene)
    } else {
        Err(DrawError::LargePicture)
    }
}

fn draw_figure(figure: &Figure, labels: &ElementLabels) -> Result<Drawn, DrawError> {
    match figure {
        Figure::Grid(grid) => grid::draw(grid),
        Figure::Heaps(heaps) => Ok(heaps::draw(heaps, labels)),
        Figure::Graph(graph) => graph::draw(graph, labels),
        Figure::Staircase(staircase) => staircase::draw(staircase),
        Figure::Digits(digits) => digits::draw(digits),
    }
}
