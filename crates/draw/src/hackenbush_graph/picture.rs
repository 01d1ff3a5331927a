//! Hackenbush graphs as scenes.

use std::collections::{BTreeMap, HashMap};

use super::layout::{Layout, Place};
use super::{Colour, HackenbushEdge, HackenbushGraph};
use crate::Scene;
use crate::canvas::{Length, Point, UNIT, point};
use crate::scene::{Anchor, DOT, Ink, LINE, Label, Pen, Shape, text_width};
use crate::track::{Labels, Track};

/// How far vertices of a layer are apart at least, and how far layers are.
const ACROSS: Length = 52 * UNIT;
const UP: Length = 60 * UNIT;
/// How far parallel edges are apart at least, where they are furthest apart.
const APART: Length = 16 * UNIT;
/// How far the control points of a loop are from its vertex, across and up.
const LOOP: Length = 38 * UNIT;
/// How high edges between vertices of a layer rise over those in between, at least and at most.
const RISE: Length = 18 * UNIT;
const MAX_RISE: Length = UP * 2 / 3;
/// The size of the letters of names.
const NAME: Length = 10 * UNIT;
/// How long labels are at most.
const MAX_LETTERS: usize = 24;

impl HackenbushGraph {
    /// The picture. The title is for those who cannot see it.
    ///
    /// In time linear in the number of edges, but for sorting.
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

    /// The picture with a label of up to 24 letters on every edge, which is given by its index; no label if it is empty.
    ///
    /// Labels keep off each other as far as there is room on their edges. In time linear in the number of edges, but for
    /// sorting and for keeping off each other: every label is compared with those before it.
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

    /// The shapes of the picture, with labels so far apart, and where everything is.
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

/// A Hackenbush graph that is drawn.
#[derive(Debug)]
pub(crate) struct Drawing {
    pub(crate) shapes: Vec<Shape>,
    /// Where the vertices are that are connected to the ground, without the ground.
    pub(crate) vertices: BTreeMap<u32, Point>,
    /// For every edge that is connected to the ground, where its label is or would be.
    pub(crate) middles: Vec<Option<Point>>,
    /// The left end of the ground.
    pub(crate) ground: Point,
}

/// The name of a vertex, at its left and a little above, where it covers lines.
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

/// The ground and what grows there, with the distances that leave room for everything.
struct Ground {
    layout: Layout,
    /// Half the distance between columns.
    half_across: Length,
    up: Length,
    apart: Length,
    /// How many edges join the same two ends.
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

    fn at(&self, place: Place) -> Point {
        point(place.column * self.half_across, -(place.layer as Length) * self.up)
    }

    /// The line of the ground and what is below.
    fn earth(&self) -> Vec<Shape> {
        let right = (self.layout.columns - 1).max(1) * self.half_across;
        let line = |pen, y| Shape::Line(pen, vec![point(-self.half_across, y), point(right, y)]);
        vec![line(Pen::Earth, 3 * UNIT), line(Pen::Ground, 0)]
    }

    /// Every edge with its label, and with its line if it is connected to the ground.
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

    /// The line of an edge, if it is connected to the ground, where so many between the same ends are drawn already.
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

    /// A loop on the ground.
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

    /// An edge between two vertices above the ground.
    fn between(&self, from: Place, to: Place, index: Length, shift: Length) -> Track {
        let (begin, end) = (self.at(from), self.at(to));
        if from.layer != to.layer {
            // A curve goes three quarters of the way to its control points.
            let bend = |at: Point, other: Point| {
                point((2 * at.x + other.x) / 3 + shift * 4 / 3, (2 * at.y + other.y) / 3)
            };
            return match shift {
                0 => Track::Straight([begin, end]),
                _ => Track::Curved([begin, bend(begin, end), bend(end, begin), end]),
            };
        }
        // Nested, so that longer edges pass over shorter ones.
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

    /// A loop at a vertex above the ground: a lobe to the right.
    fn lobe(&self, at: Point, index: Length) -> Track {
        // A curve goes three quarters of the way to its control points.
        let reach = LOOP + index * self.apart * 4 / 3;
        // The further it goes the steeper it leaves the vertex, so loops are nested.
        let high = reach * 3 / 4 + index * APART / 2;
        Track::Curved([at, point(at.x + reach, at.y - high), point(at.x + reach, at.y + high), at])
    }
}

fn ends(edge: &HackenbushEdge) -> (u32, u32) {
    (edge.from.min(edge.to), edge.from.max(edge.to))
}
