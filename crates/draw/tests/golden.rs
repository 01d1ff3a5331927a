//! Pictures compared with files character by character. `UPDATE_PICTURES=1` rewrites the files; look at them afterwards.

mod common;

use common::{hackenbush, wall};
use std::fs;
use std::path::{Path, PathBuf};
use winways_draw::{Glyphs, Scene, ThermographPlot};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn compare(path: &Path, text: &str) {
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(path, text).expect("the picture can be written");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(expected == text, "{} differs; UPDATE_PICTURES=1 writes it", path.display());
}

fn compare_scene(name: &str, scene: &Scene) {
    compare(&folder().join(format!("{name}.svg")), &scene.svg());
    compare(&folder().join(format!("{name}.tex")), &scene.tikz());
}

fn compare_thermograph(name: &str, title: &str, left: &str, right: &str) {
    let plot = ThermographPlot::new(wall(left), wall(right)).expect("a thermograph");
    compare_scene(name, &plot.scene(title));
    compare(&folder().join(format!("{name}.txt")), &plot.text(Glyphs::Unicode));
    compare(&folder().join(format!("{name}.ascii.txt")), &plot.text(Glyphs::Ascii));
}

#[test]
fn the_picture_of_the_documents() {
    let plot = ThermographPlot::new(wall("6@-1 4@1"), wall("4@-1 4@1")).expect("a thermograph");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/thermograph.svg");
    compare(&path, &plot.scene("Thermograph of {5||4|-2}").svg());
}

#[test]
fn a_switch() {
    compare_thermograph("switch", "±1", "2@-1 0@1", "-2@-1 0@1");
}

#[test]
fn a_number() {
    compare_thermograph("three_quarters", "3/4", "1@-1 1@-1/2 3/4@-1/4", "0@-1 3/4@-1/4");
}

#[test]
fn an_integer() {
    compare_thermograph("three", "3", "3@-1", "3@-1");
}

#[test]
fn crowded_labels() {
    compare_thermograph(
        "crowded",
        "many breakpoints",
        "9/2@-1 4@-1/2 4@0 31/8@1/8 31/8@1/4 15/4@3/8 15/4@7/16 59/16@1/2 59/16@2 43/16@3 43/16@99/32 25/32@5",
        "-9/4@-1 -2@-3/4 -2@-1/2 -7/4@-1/4 -7/4@1 -13/8@9/8 -13/8@2 -5/8@3 -5/8@115/32 25/32@5",
    );
}

#[test]
fn a_tree() {
    let edges = "0-1:g 1-2:b 1-3:r 3-4:b 3-5:g 0-6:r 6-7:b 7-8:b 6-9:g 6-10:r";
    compare_scene("tree", &hackenbush("two trees", edges));
}

#[test]
fn a_graph_with_loops_and_parallel_edges() {
    let edges = "0-1:b 0-1:r 1-2:b 1-2:g 1-2:r 2-3:b 3-3:g 3-3:b 0-0:g 0-0:r 0-4:g 4-5:b 5-6:r 6-7:b 4-7:g 5-7:r 4-6:b 5-2:r";
    compare_scene("graph", &hackenbush("a graph", edges));
}
