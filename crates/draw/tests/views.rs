//! Pictures and texts of views: examples are compared with files character by character, and properties of all views are checked.
//!
//! `UPDATE_PICTURES=1` rewrites the files; `PICTURES=FOLDER` writes PNG files to a folder. Look at them afterwards.

mod common;

use common::{strategies, views, width_of_text};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use std::fs;
use std::path::{Path, PathBuf};
use winways_draw::{DrawError, Glyphs, Mark, Scene, draw_view, text_of_view};
use winways_kit::view::{Cell, CellNames, Figure, Grid, Tiling, Touch, View};
use winways_rules::Player;

fn compare(path: &Path, text: &str) {
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(path, text).expect("the picture can be written");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(expected == text, "{} differs; UPDATE_PICTURES=1 writes it", path.display());
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

#[test]
fn a_picture_of_every_kind() {
    for (name, view, marks) in views::examples() {
        let scene = draw_view(name, &view, &marks).unwrap_or_else(|error| panic!("{name}: {error}"));
        let png = scene.png().expect("a small picture");
        if let Some(folder) = std::env::var_os("PICTURES") {
            fs::write(Path::new(&folder).join(format!("{name}.png")), &png).expect("a file");
        }
        compare(&folder().join(format!("{name}.svg")), &scene.svg());
        for (glyphs, ending) in [(Glyphs::Unicode, "txt"), (Glyphs::Ascii, "ascii.txt")] {
            let text: String = text_of_view(&view, glyphs).iter().map(|line| format!("{line}\n")).collect();
            compare(&folder().join(format!("{name}.{ending}")), &text);
        }
    }
}

fn attribute(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap_or("0").parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks the properties of every picture.
fn check(scene: &Scene) -> Result<(), TestCaseError> {
    let (svg, tikz) = (scene.svg(), scene.tikz());
    let document = Document::parse(&svg).expect("well-formed XML");
    let root = document.root_element();
    let view: Vec<f64> =
        root.attribute("viewBox").unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    let inside = |x: f64, y: f64| {
        (view[0]..=view[0] + view[2]).contains(&x) && (view[1]..=view[1] + view[3]).contains(&y)
    };
    let (mut nodes, mut shapes) = (0, 0);
    for node in root.children().filter(Node::is_element) {
        match node.tag_name().name() {
            "text" => {
                nodes += 1;
                let size = node.attribute("font-size").map_or(12.0, |size| size.parse().unwrap());
                let width = width_of_text(node.text().unwrap_or(""), size);
                let (x, y) = (attribute(node, "x"), attribute(node, "y"));
                let left = match node.attribute("text-anchor") {
                    Some("start") => x,
                    Some("middle") => x - width / 2.0,
                    _ => x - width,
                };
                prop_assert!(inside(left, y) && inside(left + width, y - size * 0.8), "{node:?}");
            }
            "circle" => {
                shapes += 1;
                let (x, y, radius) = (attribute(node, "cx"), attribute(node, "cy"), attribute(node, "r"));
                prop_assert!(inside(x - radius, y - radius) && inside(x + radius, y + radius), "{node:?}");
            }
            "rect" => {
                shapes += 1;
                let (x, y) = (attribute(node, "x"), attribute(node, "y"));
                let (wide, high) = (attribute(node, "width"), attribute(node, "height"));
                prop_assert!(wide >= 0.0 && high >= 0.0, "{node:?}");
                prop_assert!(inside(x, y) && inside(x + wide, y + high), "{node:?}");
            }
            "path" => {
                shapes += 1;
                let data = node.attribute("d").unwrap().replace(['M', 'L', 'C', 'Z'], " ");
                let numbers: Vec<f64> =
                    data.split_whitespace().map(|number| number.parse().unwrap()).collect();
                prop_assert!(numbers.chunks(2).all(|pair| inside(pair[0], pair[1])), "{node:?}");
            }
            name => prop_assert!(["title", "desc"].contains(&name), "{name}"),
        }
    }
    prop_assert_eq!(tikz.matches("\\node[").count(), nodes);
    // The white background of SVG is a shape that TikZ does not have.
    let drawn = ["\\draw[", "\\path[", "\\fill[", "\\fill "].map(|command| tikz.matches(command).count());
    prop_assert_eq!(drawn.iter().sum::<usize>() + 1, shapes);
    let braces = tikz.replace("\\{", "").replace("\\}", "");
    prop_assert_eq!(braces.matches('{').count(), braces.matches('}').count());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_view_is_drawn_within_its_box((view, marks) in strategies::marked_view()) {
        let scene = draw_view("view", &view, &marks).expect("a small view");
        check(&scene)?;
        prop_assert_eq!(&scene.svg(), &draw_view("view", &view, &marks).expect("the same").svg());
        // The description contains every label, even if the picture has no room for it.
        let words = scene.description();
        prop_assert!(marks.iter().all(|mark| words.contains(&mark.label)));
    }

    #[test]
    fn every_view_has_a_text((view, _) in strategies::marked_view()) {
        for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
            let lines = text_of_view(&view, glyphs);
            prop_assert!(lines.len() <= 10 + 600 * view.figures.len());
            prop_assert!(lines.len() >= view.figures.len());
            prop_assert!(lines.iter().all(|line| !line.contains(char::is_control)));
            prop_assert!(lines.iter().all(|line| line.trim_end() == line));
        }
    }
}

proptest! {
    // Drawing pixels is slow without optimisation.
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn every_small_view_is_a_png((view, marks) in strategies::marked_view()) {
        let scene = draw_view("view", &view, &marks).expect("a small view");
        let file = match scene.png() {
            Err(DrawError::LargePicture) => return Ok(()),
            file => file.expect("a file"),
        };
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a header");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("pixels");
        let svg = scene.svg();
        let document = Document::parse(&svg).expect("well-formed XML");
        let wide = attribute(document.root_element(), "width");
        let scale = f64::from(info.width) / wide;
        prop_assert!((0.99..1.2).contains(&scale) || (1.99..2.1).contains(&scale), "{scale}");
        // The margin is white.
        prop_assert!(bytes[..3 * info.width as usize].iter().all(|byte| *byte == 255));
    }
}

#[test]
fn a_png_has_the_colours_of_the_picture() {
    let view = views::grid("b.", CellNames::Chess, Tiling::Squares);
    let file = draw_view("two cells", &view, &[]).and_then(|scene| scene.png()).expect("a file");
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a header");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("pixels");
    let count = |colour: [u8; 3]| bytes.chunks(3).filter(|pixel| *pixel == colour).count();
    assert_eq!(bytes.len(), 3 * (info.width * info.height) as usize);
    // A cell of 80 × 80 pixels within its lines, less the disc of its letter with a radius of 280/12 pixels.
    let blue = count([0, 114, 178]);
    assert!((4100..4700).contains(&blue), "{blue}");
    // The lines around two cells and between them, two pixels wide, where they are not blended.
    let grey = count([110, 110, 110]);
    assert!((800..1300).contains(&grey), "{grey}");
}

#[test]
fn large_views_are_refused() {
    let error = |view: &View| draw_view("", view, &[]).err();
    let grid = |columns: u32, rows: u32, names| {
        let cells = vec![Cell::Free; (columns * rows) as usize];
        views::one(Figure::Grid(Grid { columns, cells, names, tiling: Tiling::Squares }))
    };
    assert_eq!(error(&grid(64, 64, CellNames::Chess)), None);
    assert_eq!(error(&grid(65, 1, CellNames::Chess)), Some(DrawError::LargeGrid));
    assert_eq!(error(&grid(1, 65, CellNames::Pair)), Some(DrawError::LargeGrid));
    assert_eq!(error(&grid(4096, 1, CellNames::Strip { first: 1 })), None);
    assert_eq!(error(&grid(4097, 1, CellNames::Strip { first: 1 })), Some(DrawError::LargeGrid));
    let many = View::from_iter(vec![views::heaps(&[1], false).figures.remove(0); 257]);
    assert_eq!(error(&many), Some(DrawError::ManyFigures));
    assert_eq!(error(&views::staircase(&[1; 64])), None);
    assert_eq!(error(&views::staircase(&[1; 65])), Some(DrawError::ManySteps));
    assert_eq!(error(&views::digits(&["1"; 256], "", &[])), None);
    assert_eq!(error(&views::digits(&["1"; 257], "", &[])), Some(DrawError::ManySigns));
    assert_eq!(error(&views::graph(&".".repeat(2001), "", None)), Some(DrawError::ManyVertices));
    assert_eq!(error(&views::graph("..", &"0-1 ".repeat(10_001), None)), Some(DrawError::ManyEdges));
    let mark = views::marks("L 1 0").remove(0);
    let heap = views::heaps(&[1], false);
    assert!(draw_view("", &heap, &vec![mark.clone(); 64]).is_ok());
    assert_eq!(draw_view("", &heap, &vec![mark.clone(); 65]).err(), Some(DrawError::ManyMarks));
    let long = Mark { touches: vec![mark.touches[0]; 257], ..mark };
    assert_eq!(draw_view("", &heap, &[long]).err(), Some(DrawError::ManyMarks));
}

#[test]
fn inconsistent_views_are_refused() {
    let error = |view: &View| draw_view("", view, &[]).err();
    for (columns, count) in [(0, 0), (0, 3), (2, 3)] {
        let cells = vec![Cell::Free; count];
        let grid = Figure::Grid(Grid { columns, cells, names: CellNames::Chess, tiling: Tiling::Squares });
        assert_eq!(error(&views::one(grid.clone())), Some(DrawError::InconsistentView));
        assert!(!text_of_view(&views::one(grid), Glyphs::Ascii).is_empty());
    }
    assert_eq!(error(&views::graph("..", "0-2", None)), Some(DrawError::InconsistentView));
    assert_eq!(error(&views::graph("..", "0-1", Some(2))), Some(DrawError::InconsistentView));
    assert_eq!(error(&views::digits(&["1"], "", &["a", "b"])), Some(DrawError::InconsistentView));
    for view in [views::graph("..", "0-2", None), views::graph("..", "0-7", Some(3))] {
        assert!(!text_of_view(&view, Glyphs::Ascii).is_empty());
    }
    for (figure, element) in [(1, 0), (0, 6), (0, u64::MAX), (u32::MAX, 0)] {
        let mark =
            Mark { player: Player::Left, touches: vec![Touch { figure, element }], label: String::new() };
        let view = views::grid("...|...", CellNames::Chess, Tiling::Squares);
        assert_eq!(draw_view("", &view, &[mark]).err(), Some(DrawError::UnknownElement));
    }
    // A fallen edge is not in the picture.
    let hackenbush = views::graph("....", "0-1 2-3", Some(0));
    assert_eq!(draw_view("", &hackenbush, &views::marks("L 1 5")).err(), Some(DrawError::UnknownElement));
}

#[test]
fn large_graphs_are_drawn_or_refused() {
    let count = 2000;
    let edges = |edge: &dyn Fn(usize) -> (usize, usize)| -> String {
        let edges = (1..count).map(edge).map(|(from, to)| format!("{from}-{to} "));
        edges.collect()
    };
    let dots = ".".repeat(count);
    for edges in [
        edges(&|vertex| (0, vertex)),
        edges(&|vertex| (vertex - 1, vertex)),
        edges(&|vertex| (vertex / 2, vertex)),
        edges(&|vertex| (vertex * 7919 % count, vertex * 104_729 % count)),
        edges(&|vertex| (vertex - 1, vertex)) + "0-1999",
        String::new(),
    ] {
        for ground in [None, Some(0)] {
            match draw_view("", &views::graph(&dots, &edges, ground), &[]) {
                Ok(scene) => assert!(scene.svg().ends_with("</svg>\n")),
                Err(error) => assert_eq!(error, DrawError::LargePicture),
            }
        }
    }
    // The maximum number of edges, with the letters of both players.
    let edges: String = (0..10_000)
        .map(|edge| {
            let (from, to) = (edge * 7919 % count, edge * edge * 31 % count);
            format!("{from}-{to}:{} ", ["b", "r"][edge % 2])
        })
        .collect();
    assert!(draw_view("", &views::graph(&dots, &edges, None), &[]).is_ok());
    let mut far = views::graph("..", "0-1", None);
    if let Figure::Graph(graph) = &mut far.figures[0] {
        graph.vertices[0].place = Some((i32::MIN, i32::MAX));
        graph.vertices[1].place = Some((0, 0));
    }
    assert_eq!(draw_view("", &far, &[]).err(), Some(DrawError::LargePicture));
}

#[test]
fn vertices_do_not_overlap() {
    // Graphs that are laid out by different methods.
    let graphs = [
        (9, "0-1 1-2 3-4 4-5 6-7 7-8 0-3 3-6 1-4 4-7 2-5 5-8"),
        (10, "0-1 1-2 2-3 3-4 4-0 5-7 7-9 9-6 6-8 8-5 0-5 1-6 2-7 3-8 4-9"),
        (8, "0-1 0-2 0-3 0-4 4-5 4-6 4-7"),
        (7, "0-1 1-2 2-3 3-4 4-5 5-6 6-0"),
        (6, "0>1 0>2 1>3 2>3 3>4 0>5"),
        (13, "0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11 11-12"),
    ];
    for (count, edges) in graphs {
        let scene =
            draw_view("", &views::graph(&".".repeat(count), edges, None), &[]).expect("a small graph");
        let svg = scene.svg();
        let document = Document::parse(&svg).expect("well-formed XML");
        let discs = document.descendants().filter(|node| node.tag_name().name() == "circle");
        let places: Vec<(f64, f64)> =
            discs.map(|node| (attribute(node, "cx"), attribute(node, "cy"))).collect();
        assert_eq!(places.len(), count);
        for (index, one) in places.iter().enumerate() {
            for other in &places[..index] {
                let distance = (one.0 - other.0).hypot(one.1 - other.1);
                assert!(distance >= 40.0, "{edges}: {distance}");
            }
        }
    }
}
