//! Scene output of Hackenbush graphs.

use std::collections::{BTreeMap, HashMap};

use super::layout::{GridPosition, Layout};
use super::{Colour, HackenbushEdge, HackenbushGraph};
use crate::Scene;
use crate::canvas::{Length, Point, UNIT, point};
use crate::scene::{Anchor, DOT, Ink, LINE, Label, Pen, Shape, text_width};
use crate::track::{Labels, Track};

/// The minimum distances between vertices of a layer and between layers.
const ACROSS: Length = 52 * UNIT;
const UP: Length = 60 * UNIT;
/// The minimum distance between parallel edges, where they are furthest apart.
const APART: Length = 16 * UNIT;
/// The horizontal and vertical distance of the control points of a loop from its vertex.
const LOOP: Length = 38 * UNIT;
/// The minimum and maximum height by which an edge within a layer rises above the vertices in between.
const RISE: Length = 18 * UNIT;
const MAX_RISE: Length = UP * 2 / 3;
/// The font size of names.
const NAME: Length = 10 * UNIT;
/// The maximum length of labels.
const MAX_LETTERS: usize = 24;

impl HackenbushGraph {
    /// Returns the picture of the graph. The title serves as its alternative text.
    ///
    /// # Complexity
    ///
    /// Linear time in the number of edges, apart from sorting.
    ///
    /// ```
    /// use winways_draw::{Colour, HackenbushEdge, HackenbushGraph};
    ///
    /// let stalk = HackenbushGraph::new([HackenbushEdge { from: 0, to: 1, colour: Colour::Red }])?;
    /// assert_eq!(stalk.scene("-1").description(), "A Hackenbush graph. Edges: 0-1 red.");
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn scene(&self, title: &str) -> Scene {
        self.labelled_scene(title, |_| String::new())
    }

    /// Returns the picture with a label of up to 24 characters on every edge. `label` returns the label of the edge with a
    /// given index; an empty label is not drawn.
    ///
    /// Labels do not overlap as long as there is room on their edges.
    ///
    /// # Complexity
    ///
    /// Linear time in the number of edges, apart from sorting and from placing labels: every label is compared with those
    /// before it.
    ///
    /// ```
    /// use winways_draw::{Colour, HackenbushEdge, HackenbushGraph};
    ///
    /// let stalk = HackenbushGraph::new([HackenbushEdge { from: 0, to: 1, colour: Colour::Red }])?;
    /// assert!(stalk.labelled_scene("-1", |index| index.to_string()).svg().contains(">0</text>"));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn labelled_scene(&self, title: &str, label: impl Fn(usize) -> String) -> Scene {
        let drawing = self.drawing(label, 0);
        let mut shapes = drawing.shapes;
        let vertices = drawing.vertices.iter().filter(|(vertex, _)| **vertex != 0);
        shapes.extend(vertices.map(|(vertex, at)| vertex_name(*at, DOT + 2 * UNIT, &vertex.to_string())));
        shapes.push(vertex_name(drawing.ground, 2 * UNIT, "0"));
        let description = self.description();
        Scene { title: title.to_owned(), text: format!("{description}\n"), description, shapes }
    }

    /// Returns the shapes of the picture, with labels at least `gap` apart, and the places of its elements.
    pub(crate) fn drawing(&self, label: impl Fn(usize) -> String, gap: Length) -> Drawing {
        let cut = |text: String| text.chars().take(MAX_LETTERS).collect();
        let texts: Vec<String> = (0..self.edges.len()).map(|index| cut(label(index))).collect();
        let ground = Ground::of(&self.edges, &texts);
        let mut drawing = Drawing {
            shapes: ground.earth(),
            vertices: BTreeMap::new(),
            middles: Vec::new(),
            ground: point(-ground.half_across, 0),
        };
        let mut labels = Labels::new(gap);
        for (edge, text, track) in ground.tracks(&self.edges, texts) {
            let middle = track.map(|track| match text.is_empty() {
                false => labels.put(text, &track),
                true => track.after(6),
            });
            drawing.middles.push(middle);
            let Some(track) = track else { continue };
            for vertex in [edge.from, edge.to] {
                let place = ground.layout.get(vertex).map(|place| ground.at(place));
                drawing.vertices.extend(place.map(|place| (vertex, place)));
            }
            drawing.shapes.push(track.shape(pen(edge.colour)));
        }
        let mut vertices: Vec<Point> = drawing.vertices.values().copied().collect();
        vertices.sort_unstable_by_key(|at| (at.y, at.x));
        vertices.dedup();
        drawing.shapes.extend(vertices.into_iter().map(Shape::Dot));
        drawing.shapes.extend(labels.placed.into_iter().map(Shape::Label));
        drawing
    }

    fn description(&self) -> String {
        let edges: Vec<String> = self
            .edges
            .iter()
            .map(|edge| format!("{}-{} {}", edge.from, edge.to, format!("{:?}", edge.colour).to_lowercase()))
            .collect();
        let edges = if edges.is_empty() { "none".to_owned() } else { edges.join(", ") };
        format!("A Hackenbush graph. Edges: {edges}.")
    }
}

/// The drawing of a Hackenbush graph.
#[derive(Debug)]
pub(crate) struct Drawing {
    pub(crate) shapes: Vec<Shape>,
    /// The places of the vertices connected to the ground, except the ground itself.
    pub(crate) vertices: BTreeMap<u32, Point>,
    /// For every edge connected to the ground, the place of its label, even if it has none.
    pub(crate) middles: Vec<Option<Point>>,
    /// The left end of the ground.
    pub(crate) ground: Point,
}

/// Returns the name of a vertex as a label, at its upper left; it covers lines.
pub(crate) fn vertex_name(at: Point, radius: Length, name: &str) -> Shape {
    let beside = point(at.x - radius, at.y - 6 * UNIT);
    let name: String = name.chars().take(MAX_LETTERS).collect();
    let label = Label::new(beside, Anchor::End, name);
    Shape::Label(Label { covers: true, ink: Ink::Grey, size: NAME, ..label })
}

fn pen(colour: Colour) -> Pen {
    match colour {
        Colour::Blue => Pen::Blue,
        Colour::Red => Pen::Red,
        Colour::Green => Pen::Green,
    }
}

/// The layout of a graph on the ground, with distances that leave room for all labels.
struct Ground {
    layout: Layout,
    /// Half the distance between columns.
    half_across: Length,
    up: Length,
    apart: Length,
    /// The number of edges between each pair of ends.
    parallels: HashMap<(u32, u32), Length>,
}

impl Ground {
    fn of(edges: &[HackenbushEdge], texts: &[String]) -> Ground {
        let mut parallels = HashMap::new();
        for edge in edges {
            *parallels.entry(ends(edge)).or_insert(0) += 1;
        }
        let most = |are_loops: bool| {
            let counts = parallels.iter().filter(|((from, to), _)| (from == to && *from != 0) == are_loops);
            counts
                .filter(|((from, to), _)| (*from, *to) != (0, 0))
                .map(|(_, count)| *count)
                .max()
                .unwrap_or(0)
        };
        let (loops, edges_between) = (most(true), most(false).max(1));
        let widest =
            texts.iter().filter(|text| !text.is_empty()).map(|text| text_width(text) + 4 * UNIT).max();
        let apart = APART.max(widest.unwrap_or(0));
        let across = ACROSS.max(apart + 2 * DOT) + apart * (edges_between - 1) * 3 / 2 + apart * loops;
        let up =
            UP + APART.max(if widest.is_some() { LINE } else { 0 }) * (edges_between - 1) + APART * loops;
        Ground { layout: Layout::of(edges), half_across: across / 2, up, apart, parallels }
    }

    fn at(&self, place: GridPosition) -> Point {
        point(place.column * self.half_across, -(place.layer as Length) * self.up)
    }

    /// Returns the line of the ground and the earth below it.
    fn earth(&self) -> Vec<Shape> {
        let right = (self.layout.columns - 1).max(1) * self.half_across;
        let line = |pen, y| Shape::Line(pen, vec![point(-self.half_across, y), point(right, y)]);
        vec![line(Pen::Earth, 3 * UNIT), line(Pen::Ground, 0)]
    }

    /// Returns every edge with its label, and with its line if it is connected to the ground.
    fn tracks<'edges>(
        &self,
        edges: &'edges [HackenbushEdge],
        texts: Vec<String>,
    ) -> Vec<(&'edges HackenbushEdge, String, Option<Track>)> {
        let mut drawn: HashMap<(u32, u32), Length> = HashMap::new();
        let mut tracks = Vec::new();
        for (edge, text) in edges.iter().zip(texts) {
            let index = drawn.entry(ends(edge)).or_insert(0);
            tracks.push((edge, text, self.track(edge, *index)));
            *index += 1;
        }
        tracks
    }

    /// Returns the line of an edge that is connected to the ground; `index` edges with the same ends are already drawn.
    fn track(&self, edge: &HackenbushEdge, index: Length) -> Option<Track> {
        let (low, high) = ends(edge);
        let shift = (2 * index + 1 - self.parallels.get(&(low, high))?) * self.apart / 2;
        Some(match (low, high) {
            (0, 0) => self.arc(*self.layout.ground_loops.get(usize::try_from(index).ok()?)?),
            (0, _) => {
                let top = self.at(self.layout.get(high)?);
                Track::Straight([point(top.x + shift * 3 / 2, 0), top])
            }
            _ if low == high => self.lobe(self.at(self.layout.get(low)?), index),
            _ => self.between(self.layout.get(edge.from)?, self.layout.get(edge.to)?, index, shift),
        })
    }

    /// Returns the line of a loop on the ground.
    fn arc(&self, column: i64) -> Track {
        let (x, side) = (column * self.half_across, ACROSS / 4);
        let height = -LOOP;
        Track::Curved([
            point(x - side, 0),
            point(x - side, height),
            point(x + side, height),
            point(x + side, 0),
        ])
    }

    /// Returns the line of an edge between two vertices above the ground.
    fn between(&self, from: GridPosition, to: GridPosition, index: Length, shift: Length) -> Track {
        let (begin, end) = (self.at(from), self.at(to));
        if from.layer != to.layer {
            // A curve reaches three quarters of the distance to its control points.
            let bend = |at: Point, other: Point| {
                point((2 * at.x + other.x) / 3 + shift * 4 / 3, (2 * at.y + other.y) / 3)
            };
            return match shift {
                0 => Track::Straight([begin, end]),
                _ => Track::Curved([begin, bend(begin, end), bend(end, begin), end]),
            };
        }
        // Nested, so that longer edges pass above shorter ones.
        let first = match self.layout.between(from, to) {
            0 => 0,
            between => (RISE + between * RISE / 2).min(MAX_RISE),
        };
        match first + index * self.apart.max(LINE) {
            0 => Track::Straight([begin, end]),
            rise => {
                let above = |at: Point, other: Point| point((5 * at.x + other.x) / 6, at.y - rise * 4 / 3);
                Track::Curved([begin, above(begin, end), above(end, begin), end])
            }
        }
    }

    /// Returns the line of a loop at a vertex above the ground, a lobe to the right.
    fn lobe(&self, at: Point, index: Length) -> Track {
        // A curve reaches three quarters of the distance to its control points.
        let reach = LOOP + index * self.apart * 4 / 3;
        // Larger loops leave the vertex at a steeper angle, so loops are nested.
        let high = reach * 3 / 4 + index * APART / 2;
        Track::Curved([at, point(at.x + reach, at.y - high), point(at.x + reach, at.y + high), at])
    }
}

fn ends(edge: &HackenbushEdge) -> (u32, u32) {
    (edge.from.min(edge.to), edge.from.max(edge.to))
}
