//! Games from the literature, and files that revealed bugs, compared on all small boards.

use crate::board::{Board, family};
use crate::compare::{Limits, Report, compare};
use winways_kit::AnyPosition;
use winways_notation::parse_pictures;
use winways_notation::pictures::Shape;
use winways_rulefile::{explain, of_file};

const LIMITS: Limits = Limits { tree: 120, moves: 3, values: 1, sums: 1 };

/// The compared files.
const GAMES: &[&str] = &[
    "board: grid\npieces: x left, o right\neach: @ & -> . @ in all directions",
    "board: hexagonal\npieces: x left, o right\neach: @ & -> . @",
    "board: grid\npieces: x left, o right\neach: @ & -> . @ in knight",
    "board: torus\npieces: x left, o right\neach: @ & -> . @",
    "board: grid\npieces: x left, o right\neach: @ .+ -> . .* !@ in eight then ! .+ -> ! .* # in eight",
    "board: grid\npieces: x left, o right\neach: @ & . -> . . @ in all again",
    "board: strip\npieces: x left, o right\neach: . -> @ where groups touch .",
    "board: grid\npieces: x left, o right\neach: . -> @ where groups touch .",
    "board: strip\npieces: t left, f right\nleft: t . -> . t in right\nleft: t f . -> . f t in right\n\
     right: f . -> . f in left\nright: f t . -> . t f in left",
    "board: strip\npieces: x left, o right, e either\neach: @ ?* # -> . .* # in across",
    "board: strip\npieces: x left, o right\nleft: . x -> x . in right\nright: . o -> o . in right\n\
     both: x -> .",
    "board: grid\npieces: x left, o right\neach: . -> @ where some @ beside",
    "board: grid\npieces: x left, o right\neach: . -> @ where no @ beside",
    "board: graph\npieces: x left, o right\neach: . -> @ where no & beside",
    "board: ring\nboth: . -> #\nboth: . . -> # #",
    "board: torus\nboth: . . -> # #",
    "board: grid\nleft: . . -> # # in down\nright: . . -> # # in across",
    "board: strip\npieces: x\nboth: . -> x\nend: x x x in across stops",
    "board: strip\npieces: h, t\nboth: h -> t\nboth: [ht] ?* h -> ~ ?* t in right",
    "board: grid\npieces: x left, o right\nleft: . / x -> x / . in right\nright: o / . -> . / o in right\n\
     left: ? . / x ? -> ? x / . ? in right must\nright: o ? / ? . -> . ? / ? o in right must",
    "board: graph\npieces: x\nboth: . -> x where no x beside",
    "board: strip\npieces: x\nboth: . x . -> x . x",
    // Files in which this comparison has found differences.
    "board: strip\npieces: x, o\nboth: # o -> # x",
    "board: strip\npieces: x, o\nboth: [xo] x -> x [xo]",
    "board: strip\npieces: x, o\nboth: [x#] o -> [x#] x",
    "board: strip\npieces: x\nboth: x -> . where some # beside",
    "board: strip\npieces: x\nboth: .{2} x+ -> .+ #{2}",
    "board: hexagonal\npieces: x\nboth: x . / x . -> . . / . .",
    "board: strip\npieces: x, o\nboth: x o -> . o then x -> .",
    "board: strip\npieces: x\nboth: x . -> . x in right then ! . -> . ! in left\nboth: x -> #",
    "board: grid\npieces: x left, o right\neach: @ . -> . @ in all again turning",
    "board: torus\nboth: .{4} -> #{4} in diagonal",
    "board: hexagonal\npieces: x\nboth: [.x#] / x -> ![.x#] / # again",
    "board: strip\npieces: x left, o right, w either\neach: @ .* & . -> . @ & .* again turning",
    "board: grid\npieces: x left, o right\neach: & -> # where no o beside",
    "board: ring\nboth: . -> # in left then .{1,2} -> #{1,2}",
    "board: grid\npieces: x, o\nboth: o / . -> o / #\nboth: x . -> !x # in up, right again turning",
    "board: hexagonal\npieces: x left, o right\nleft: @ -> # in right then o / . -> # / . in vertical\nright: o -> # in up",
    "board: grid\nboth: . . . -> . . #\nboth: . -> # where no . beside",
];

/// Returns all boards of a shape with at most `most` cells.
fn boards(shape: Shape, letters: &[u8], most: usize) -> Vec<Board> {
    let fillings = |cells: usize| {
        (0..letters.len().pow(cells as u32)).map(move |mut number| {
            let letter = |_| {
                let letter = letters[number % letters.len()];
                number /= letters.len();
                letter
            };
            (0..cells).map(letter).collect::<Vec<u8>>()
        })
    };
    let mut found = Vec::new();
    match shape {
        Shape::Graph => {
            for name in ["path 3", "cycle 4", "star 3", "complete 3", "cycle 5"] {
                let (count, edges) = family(name);
                found.extend(fillings(count).map(|cells| Board::graph(name, edges.clone(), &cells)));
            }
        }
        Shape::Strip | Shape::Ring => {
            for width in 1..=most {
                found.extend(fillings(width).map(|cells| Board::rows(shape, width, &cells)));
            }
        }
        _ => {
            for cells in 1..=most {
                for width in (1..=cells).filter(|width| cells % width == 0) {
                    found.extend(fillings(cells).map(|cells| Board::rows(shape, width, &cells)));
                }
            }
        }
    }
    found
}

#[test]
fn games_of_the_literature_agree() {
    let mut total = Report::default();
    for text in GAMES {
        let file = parse_pictures(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
        let pieces = file.pieces.iter().map(|piece| piece.letter);
        let letters: Vec<u8> = pieces.chain([b'.', b'#']).collect();
        let most = if letters.len() < 4 { 6 } else { 5 };
        let mut all = boards(file.board.shape, &letters, most);
        // A sample of at most 300 boards, evenly spaced in the list.
        let step = all.len().div_ceil(300);
        all = all.into_iter().step_by(step).collect();
        for two in all.chunks(2) {
            match compare(text, two, LIMITS) {
                Ok(report) => total.add(report),
                Err(wrong) => panic!("{wrong}"),
            }
        }
    }
    println!("{total:?}");
    assert!(total.values > 1000 && total.sums > 1000, "{total:?}");
}

/// Files whose pictures are longer than the boards of the other tests, or whose faults need certain boards; each with these boards.
const ON_BOARDS: &[(&str, &[&str])] = &[
    ("board: strip\npieces: x\nboth: [x#] . -> . x in right\nboth: x -> .", &[".", "x.", "..x"]),
    ("board: strip\npieces: x\nboth: x . . . . . . -> . . . . . . x in across", &["x......", ".x......"]),
    (
        "board: strip\npieces: x\nboth: x x x x x .+ -> . . . . . x+ in across\nboth: x -> .",
        &["xxxxx.......", "xxxxx..."],
    ),
    (
        "board: strip\npieces: x\nboth: x . . . . . . -> . . . . . . x in across\nend: # x in right wins",
        &["......x", "x......."],
    ),
    (
        "board: strip\npieces: x\nboth: . . . . . x+ -> x . . . . .+ in right\nend: # x . . . . . . in right wins",
        &[".....xx", ".....x", "......xxx"],
    ),
    (
        "board: strip\npieces: x\nboth: . . . . . . . . x -> # . . . . . . . !x in right then ! . -> ! # in right",
        &["........x.", ".........x."],
    ),
    (
        "board: strip\npieces: x\nboth: . [x.] -> x !x in right then ! . -> ! # in right",
        &[".x.", "..x.", ".x.x.", "....."],
    ),
    (
        "board: strip\npieces: x, y\nboth: [xy] . [xy] -> x # ![xy] in right again",
        &["x.x.x", "x.y.x", "y.y.y.x"],
    ),
    (
        "board: strip\npieces: x\nboth: x . . . . -> . . . . !x in right then ! . . . . -> ! . . . # in right\n\
         both: x . . . . -> . . . . !x in left then ! . . . . -> ! # # # # in left\nboth: . -> #",
        &["x........", "........x"],
    ),
    (
        "board: strip\npieces: x, o\nboth: x o{1,2} . -> . .{1,2} x in right again\n\
         both: x o . -> . . x in left again\nboth: x o o . -> . . . x in left again",
        &["xo.oo.", ".oo.ox", ".o.oox", "xoo.o."],
    ),
];

#[test]
fn games_on_certain_boards_agree() {
    let limits = Limits { tree: 3000, moves: 40, values: 8, sums: 1 };
    let mut total = Report::default();
    for (text, boards) in ON_BOARDS {
        for board in *boards {
            let board = Board::rows(Shape::Strip, board.len(), board.as_bytes());
            match compare(text, &[board], limits) {
                Ok(report) => total.add(report),
                Err(wrong) => panic!("{wrong}"),
            }
        }
    }
    assert!(total.values > 20 && total.loopy > 3, "{total:?}");
}

/// A long picture that changes a coin and scores nothing leaves the points that remain.
#[test]
fn long_moves_that_score_nothing_leave_the_points() {
    let points = |position: &dyn AnyPosition| {
        let ranked = position.ranked().unwrap();
        ranked.board().ranks().layer(ranked.rank())
    };
    let text = "board: strip\npieces: a, t\nboth: . -> t\nboth: a . . . . . . -> t . . . . . . in right\n\
                points: t a -> t # in across = 1";
    let position = of_file(text).unwrap().parse("a......").unwrap();
    let moves = position.moves().unwrap();
    let step = moves.iter().find(|step| step.text == "1").unwrap();
    assert_eq!(points(&*position), points(&*position.after(step)));
}

#[test]
fn pictures_after_which_the_points_are_not_determined_are_refused() {
    for text in [
        // Two coins may be taken at once, but only for one point.
        "board: strip\npieces: a, t\nboth: . -> t\npoints: t t t t t a+ -> t t t t t #+ in right = 1",
        // A coin may be pushed off the board.
        "board: strip\npieces: a, b, c, t\nboth: [ab] [c#] -> . [ab] in right\nboth: . -> t\n\
         points: t a -> t # in across = 1\npoints: t b -> t # in across = 1",
    ] {
        assert!(of_file(text).is_err(), "{text}");
    }
}

/// Statements about all boards are not derived from boards on which a picture has no placement.
#[test]
fn long_pictures_have_no_statements_from_short_boards() {
    let text = "board: grid\nleft: . . -> # # in across\nleft: . . . . . . -> # # # # # # in down\n\
                right: . . -> # # in across";
    let findings = explain(text).unwrap();
    assert!(!findings.iter().any(|finding| finding.text.contains("all-small")), "{findings:?}");
    assert!(!findings.iter().any(|finding| finding.text.contains("lies within")), "{findings:?}");
}
