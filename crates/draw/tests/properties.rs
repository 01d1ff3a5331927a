//! Properties of all pictures. SVG is read back by an XML parser, and texts are measured in a wide font.

mod common;

use common::{breakpoint, hackenbush, views};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use winways_draw::{DrawError, Glyphs, Scene, ThermographPlot, draw_view};
use winways_values::{Breakpoint, Dyadic};

/// A thermograph, given by its mean and, for each wall, a flag per step down from the foot that is `true` if the step is
/// vertical. The length of the shorter list is the height of the foot.
type Walls = (i64, Vec<bool>, Vec<bool>);

/// Returns the walls with steps of length 1/2^`exponent`.
fn walls(walls: &Walls, exponent: u32) -> (Vec<Breakpoint>, Vec<Breakpoint>) {
    let (mean, left, right) = walls;
    let height = left.len().min(right.len()) as i64;
    let wall = |upright: &[bool], side: i64| {
        let mut value = *mean;
        let point = |depth: i64, value| {
            let temperature = Dyadic::new(height - depth, exponent) - Dyadic::from(1);
            breakpoint(temperature, Dyadic::new(value, exponent))
        };
        let mut points = vec![point(0, value)];
        for (depth, upright) in (1..=height).zip(upright) {
            if depth > 1 && *upright == upright_before(&points) {
                points.pop();
            }
            value += if *upright { 0 } else { side };
            points.push(point(depth, value));
        }
        points.reverse();
        points
    };
    (wall(left, 1), wall(right, -1))
}

/// Returns `true` if the last step down was vertical.
fn upright_before(points: &[Breakpoint]) -> bool {
    matches!(points, [.., before, last] if before.value == last.value)
}

fn thermographs() -> impl Strategy<Value = (Vec<Breakpoint>, Vec<Breakpoint>)> {
    let steps = || prop::collection::vec(prop::bool::weighted(0.6), 0..40);
    ((-50_i64..50, steps(), steps()), 0_u32..5).prop_map(|(shape, exponent)| walls(&shape, exponent))
}

fn scaled(wall: &[Breakpoint], factor: &Dyadic) -> Vec<Breakpoint> {
    let one = Dyadic::from(1);
    let point =
        |point: &Breakpoint| breakpoint((&point.temperature + &one) * factor - &one, &point.value * factor);
    wall.iter().map(point).collect()
}

#[derive(Clone, Debug)]
struct Rectangle {
    least: (f64, f64),
    greatest: (f64, f64),
}

impl Rectangle {
    fn overlaps(&self, other: &Rectangle) -> bool {
        self.least.0 < other.greatest.0
            && other.least.0 < self.greatest.0
            && self.least.1 < other.greatest.1
            && other.least.1 < self.greatest.1
    }
}

fn attribute(node: Node<'_, '_>, name: &str) -> f64 {
    let text = node.attribute(name).expect(name);
    // The coordinate must be the exact decimal of a dyadic number.
    text.parse::<Dyadic>().unwrap_or_else(|error| panic!("{name}={text}: {error}"));
    text.parse().expect("a number")
}

fn elements<'a, 'input>(document: &'a Document<'input>, name: &str) -> Vec<Node<'a, 'input>> {
    document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name))).collect()
}

/// Returns the bounding box of a text in the font DejaVu Sans.
fn text_box(node: Node<'_, '_>) -> Rectangle {
    let text = node.text().unwrap_or("");
    let ems = |letter| match letter {
        '/' => 0.337,
        '−' => 0.838,
        '…' => 1.0,
        ' ' => 0.32,
        _ => 0.636,
    };
    let size = node.attribute("font-size").map_or(12.0, |size| size.parse().expect("a size"));
    let width = text.chars().map(ems).sum::<f64>() * size;
    let (x, y) = (attribute(node, "x"), attribute(node, "y"));
    let left = match node.attribute("text-anchor") {
        Some("start") => x,
        Some("middle") => x - width / 2.0,
        _ => x - width,
    };
    Rectangle { least: (left, y - 0.77 * size), greatest: (left + width, y + 0.13 * size) }
}

fn check_labels(document: &Document<'_>) {
    let root = document.root_element();
    let view = root.attribute("viewBox").expect("a view box");
    let view: Vec<f64> = view.split(' ').map(|number| number.parse().expect("a number")).collect();
    let boxes: Vec<Rectangle> = elements(document, "text").into_iter().map(text_box).collect();
    for (index, rectangle) in boxes.iter().enumerate() {
        assert!(!boxes[..index].iter().any(|other| other.overlaps(rectangle)), "labels overlap");
        assert!(rectangle.least.0 >= view[0] && rectangle.least.1 >= view[1]);
        assert!(rectangle.greatest.0 <= view[0] + view[2] && rectangle.greatest.1 <= view[1] + view[3]);
    }
}

/// Returns all points of a path. Every coordinate must be the exact decimal of a dyadic number.
fn path(node: Node<'_, '_>) -> Vec<(Dyadic, Dyadic)> {
    let data = node.attribute("d").expect("a path").replace(['M', 'L', 'C'], " ");
    let numbers: Vec<Dyadic> =
        data.split_whitespace().map(|number| number.parse().expect("a dyadic decimal")).collect();
    numbers.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

/// Checks the properties of every picture.
fn check_scene(scene: &Scene) {
    let (svg, tikz) = (scene.svg(), scene.tikz());
    let document = Document::parse(&svg).expect("well-formed XML");
    let (paths, texts) = (elements(&document, "path"), elements(&document, "text"));
    paths.iter().for_each(|node| assert!(path(*node).len() >= 2));
    assert_eq!(tikz.matches("\\draw[").count(), paths.len());
    assert_eq!(tikz.matches("\\node[").count(), texts.len());
    assert_eq!(tikz.matches('{').count(), tikz.matches('}').count());
    for text in [&svg, &tikz] {
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }
}

/// Returns a wall in a picture, not the line of the legend with the same colour.
fn drawn_wall(document: &Document<'_>, colour: &str) -> Vec<(Dyadic, Dyadic)> {
    let paths = elements(document, "path").into_iter();
    paths.filter(|node| node.attribute("stroke") == Some(colour)).map(path).next_back().unwrap_or_default()
}

const BLUE: &str = "#0072b2";
const RED: &str = "#d55e00";

proptest! {
    #[test]
    fn labels_of_thermographs_overlap_neither_each_other_nor_the_walls((left, right) in thermographs(), shift in 0_u32..40) {
        for factor in [Dyadic::from(1), Dyadic::from(1 << shift), Dyadic::new(1, shift)] {
            // Walls that are scaled down do not reach temperature 0.
            let plot = ThermographPlot::new(scaled(&left, &factor), scaled(&right, &factor)).expect("walls");
            let scene = plot.scene("<a & \"b\"> \u{1}");
            check_scene(&scene);
            let svg = scene.svg();
            let document = Document::parse(&svg).expect("well-formed XML");
            check_labels(&document);
            let shade = elements(&document, "rect")[1];
            let (edge, bottom) = (attribute(shade, "x"), attribute(shade, "y") + attribute(shade, "height"));
            for label in elements(&document, "text").into_iter().map(text_box) {
                prop_assert!(label.greatest.0 < edge || label.least.1 > bottom);
            }
        }
    }

    #[test]
    fn walls_are_drawn_exactly((left, right) in thermographs()) {
        let plot = ThermographPlot::new(left.clone(), right.clone()).expect("walls");
        let svg = plot.scene("").svg();
        let document = Document::parse(&svg).expect("well-formed XML");
        for (wall, colour) in [(&left, BLUE), (&right, RED)] {
            let drawn = drawn_wall(&document, colour);
            prop_assert_eq!(drawn.len(), if wall.len() > 1 { wall.len() } else { 0 });
            // One scale for both axes: lengths on the canvas are proportional to values and temperatures.
            for (points, drawn) in wall.windows(2).zip(drawn.windows(2)) {
                let rise = &points[1].temperature - &points[0].temperature;
                let lean = &points[1].value - &points[0].value;
                let (across, up) = (&drawn[0].0 - &drawn[1].0, &drawn[0].1 - &drawn[1].1);
                prop_assert_eq!(&across * &rise, &up * &lean);
                prop_assert!(up.sign().is_gt());
            }
        }
        if left.len() > 1 {
            prop_assert_eq!(drawn_wall(&document, BLUE).last().cloned(), drawn_wall(&document, RED).last().cloned());
        }
    }

    #[test]
    fn text_is_narrow_and_names_every_breakpoint((left, right) in thermographs(), shift in 0_u32..80) {
        let factor = Dyadic::new(1, shift);
        let (left, right) = (scaled(&left, &factor), scaled(&right, &factor));
        let plot = ThermographPlot::new(left.clone(), right.clone()).expect("walls");
        prop_assert!(plot.text(Glyphs::Ascii).is_ascii());
        let text = plot.text(Glyphs::Unicode);
        let (picture, words) = text.split_once("\n\n").expect("a picture and words");
        prop_assert!(picture.lines().all(|line| line.chars().count() <= 72));
        let words = words.replace("\n    ", " ");
        for point in left.iter().chain(&right) {
            let point = format!("{} at {}", point.value, point.temperature);
            prop_assert!(words.contains(&point));
        }
        let upper: Vec<&str> = picture.lines().take_while(|line| !line.contains('└')).collect();
        prop_assert!(upper.iter().all(|line| line.contains(['╱', '│', '╲', '┆', '┃'])));
        // Nothing but the mast is above the walls.
        prop_assert!(upper.iter().take(2).all(|line| line.contains('┃')));
    }

    #[test]
    fn wrong_walls_are_refused(points in prop::collection::vec((-3_i64..3, -3_i64..3), 0..4), exponent in 0_u32..2) {
        let wall: Vec<Breakpoint> = points
            .iter()
            .map(|&(temperature, value)| breakpoint(Dyadic::new(temperature, exponent), value))
            .collect();
        let is_wall = wall.first().is_some_and(|first| first.temperature == Dyadic::from(-1))
            && wall.windows(2).all(|pair| {
                let rise = &pair[1].temperature - &pair[0].temperature;
                let lean = &pair[1].value - &pair[0].value;
                rise > Dyadic::ZERO && (&lean * &lean == &rise * &rise || lean == Dyadic::ZERO)
            });
        prop_assert_eq!(ThermographPlot::new(wall.clone(), wall).is_ok(), is_wall);
    }
}

#[test]
fn long_numbers_and_long_walls_are_refused() {
    let integer = |value: Dyadic| {
        let wall = vec![breakpoint(-1, value)];
        ThermographPlot::new(wall.clone(), wall)
    };
    assert_eq!(integer(Dyadic::new(1, u32::MAX)), Err(DrawError::LongNumber));
    let most = (0..12).fold(Dyadic::from(2), |power, _| &power * &power);
    let plot = integer(-&most).expect("just short enough");
    check_scene(&plot.scene(""));
    assert!(plot.text(Glyphs::Ascii).lines().all(|line| line.len() <= 72 || line.contains("10443888814131")));
    assert_eq!(integer(most + Dyadic::from(1)), Err(DrawError::LongNumber));
    let stairs =
        |count: i64| -> Vec<Breakpoint> { (0..count).map(|step| breakpoint(step - 1, step / 2)).collect() };
    assert!(ThermographPlot::new(stairs(256), stairs(256)).is_ok());
    assert_eq!(ThermographPlot::new(stairs(257), stairs(257)), Err(DrawError::ManyBreakpoints));
    let loops = |count| draw_view("", &views::graph(".", &"0-0 ".repeat(count), Some(0)), &[]);
    assert!(!matches!(loops(10_000), Err(DrawError::ManyEdges)));
    assert_eq!(loops(10_001).err(), Some(DrawError::ManyEdges));
}

#[test]
fn large_graphs_are_drawn() {
    let edges = |edge: &dyn Fn(usize) -> (usize, usize)| -> String {
        (0..1_000).map(edge).map(|(from, to)| format!("{from}-{to}:r ")).collect()
    };
    let stalk = edges(&|vertex| (vertex, vertex + 1));
    let loops = edges(&|vertex| (vertex % 2, 1));
    let star = edges(&|vertex| (0, vertex + 1));
    for edges in [stalk, loops, star] {
        check_scene(&hackenbush("large", &edges));
    }
}

fn edges(vertices: u32) -> impl Strategy<Value = Vec<(u32, u32, char)>> {
    let colour = prop::sample::select(vec!['b', 'r', 'g']);
    prop::collection::vec((0..vertices, 0..vertices, colour), 0..25)
}

fn written(edges: &[(u32, u32, char)]) -> String {
    edges.iter().map(|(from, to, colour)| format!("{from}-{to}:{colour} ")).collect()
}

proptest! {
    #[test]
    fn graphs_show_the_edges_connected_to_the_ground(edges in edges(9)) {
        let mut grounded = BTreeSet::from([0]);
        for _ in 0..9 {
            for (from, to, _) in &edges {
                if grounded.contains(from) || grounded.contains(to) {
                    grounded.extend([*from, *to]);
                }
            }
        }
        let scene = hackenbush("g_%&<", &written(&edges));
        check_scene(&scene);
        let svg = scene.svg();
        let document = Document::parse(&svg).expect("well-formed XML");
        let paths = elements(&document, "path");
        for (colour, stroke) in [('b', BLUE), ('r', RED), ('g', "#009e73")] {
            let expected = edges.iter().filter(|(from, _, other)| *other == colour && grounded.contains(from));
            let drawn: Vec<_> = paths.iter().filter(|node| node.attribute("stroke") == Some(stroke)).collect();
            prop_assert_eq!(drawn.len(), expected.count());
            // No two edges coincide.
            let lines: BTreeSet<_> = drawn.iter().map(|node| node.attribute("d")).collect();
            prop_assert_eq!(lines.len(), drawn.len());
        }
        let dots: BTreeSet<_> = elements(&document, "circle")
            .into_iter()
            .map(|node| (node.attribute("cx").map(str::to_owned), node.attribute("cy").map(str::to_owned)))
            .collect();
        prop_assert_eq!(dots.len(), grounded.len() - 1);
    }

    #[test]
    fn labels_of_trees_do_not_overlap(parents in prop::collection::vec(0_u32..1000, 0..30)) {
        let tree: Vec<_> = (1..).zip(&parents).map(|(vertex, parent)| (parent % vertex, vertex, 'b')).collect();
        let svg = hackenbush("tree", &written(&tree)).svg();
        check_labels(&Document::parse(&svg).expect("well-formed XML"));
    }
}
