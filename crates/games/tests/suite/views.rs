//! Tests of the views, touched elements and move names of all games without ranked positions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use winways_games::{entries, groups};
use winways_kit::figures::{MAX_BOARDS, MAX_CELLS, MAX_EDGES, MAX_LISTED};
use winways_kit::view::{Figure, Touch, View};
use winways_kit::{AnyGame, AnyMove, AnyPosition};
use winways_rules::Play;

/// The greatest number of positions tested for each game.
const POSITIONS: usize = 300;
/// The greatest size of these positions.
const SIZE: u64 = 6;

/// Returns the games, with a parameter for each family.
fn games() -> Vec<Arc<dyn AnyGame>> {
    let parameter = |name: &str| match name {
        "octal" => Some("0.26"),
        "hex" => Some("0.3F"),
        "subtract" => Some("1,3,4"),
        "allbut" => Some("2"),
        "partizan-subtract" => Some("1|2"),
        "partizan-octal" => Some("0.7|0.07"),
        "graph" => Some("1 0, 2 0, 2 1, 3 2, 3 1, 4 3, 4 0, 5 4, 5 3, 5 1"),
        "coloured-graph" => Some("1 0 L, 2 0, 3 0 L, 3 2 R, 4 0 L, 4 1 R, 5 1 L, 5 0 R"),
        _ => None,
    };
    let made = entries().filter_map(|entry| (entry.make)(parameter(entry.page.name)).ok());
    // Ranked boards are tested in `ranked.rs`.
    made.filter(|game| game.positions(1).next().is_some()).collect()
}

/// Returns at most `POSITIONS` positions, evenly spread over the first positions of the game up to the size limit.
fn positions(game: &dyn AnyGame) -> Vec<Box<dyn AnyPosition>> {
    let all: Vec<_> = game.positions(SIZE).take(40 * POSITIONS).collect();
    let step = all.len().div_ceil(POSITIONS).max(1);
    all.into_iter().step_by(step).collect()
}

fn element_count(figure: &Figure) -> u64 {
    (match figure {
        Figure::Grid(grid) => grid.cells.len(),
        Figure::Heaps(heaps) => heaps.heaps.len(),
        Figure::Graph(graph) => graph.vertices.len() + graph.edges.len(),
        Figure::Staircase(staircase) => staircase.steps.len(),
        Figure::Digits(digits) => digits.signs.len(),
    }) as u64
}

/// Returns the shape of a figure, which must be equal for figures to be compared, and a description of each element.
fn elements(figure: &Figure) -> (String, Vec<String>) {
    fn words<T: std::fmt::Debug>(elements: &[T]) -> Vec<String> {
        elements.iter().map(|element| format!("{element:?}")).collect()
    }
    match figure {
        Figure::Grid(grid) => (format!("grid {} {:?}", grid.columns, grid.names), words(&grid.cells)),
        Figure::Heaps(heaps) => (format!("heaps {}", heaps.lie_in_rows), words(&heaps.heaps)),
        Figure::Graph(graph) => ("graph".to_owned(), [words(&graph.vertices), words(&graph.edges)].concat()),
        Figure::Staircase(staircase) => (format!("steps {}", staircase.first), words(&staircase.steps)),
        Figure::Digits(digits) => (format!("signs {:?}", digits.captions), words(&digits.signs)),
    }
}

/// Returns the elements in which two views differ, if they have the same shape.
fn differences(before: &View, after: &View) -> Option<BTreeSet<Touch>> {
    let mut differences = BTreeSet::new();
    if before.figures.len() != after.figures.len() {
        return None;
    }
    for (figure, pair) in (0..).zip(before.figures.iter().zip(&after.figures)) {
        let (before, after) = (elements(pair.0), elements(pair.1));
        if before.0 != after.0 || before.1.len() != after.1.len() {
            return None;
        }
        let differ = (0..).zip(before.1.iter().zip(&after.1)).filter(|(_, (before, after))| before != after);
        differences.extend(differ.map(|(element, _)| Touch { figure, element }));
    }
    Some(differences)
}

fn check_touches(position: &dyn AnyPosition, view: &View, step: &AnyMove) {
    let touches = position.touches(step);
    assert!(!touches.is_empty(), "{}: {} touches nothing", position.text(), step.text);
    for touch in &touches {
        let figure = view.figures.get(touch.figure as usize);
        let is_there = figure.is_some_and(|figure| touch.element < element_count(figure));
        assert!(is_there, "{}: {} touches {touch:?}", position.text(), step.text);
    }
    let distinct: BTreeSet<&Touch> = touches.iter().collect();
    assert_eq!(distinct.len(), touches.len(), "{}: {} {touches:?}", position.text(), step.text);
}

#[test]
fn views_of_small_positions_have_an_element_for_every_move() {
    for game in games() {
        let mut seen = 0;
        for position in positions(&*game) {
            let view = position.view();
            assert!(!view.figures.is_empty(), "{}", position.text());
            for figure in &view.figures {
                if let Figure::Grid(grid) = figure {
                    let columns = grid.columns as usize;
                    assert!(columns > 0 && grid.cells.len() % columns == 0, "{}", position.text());
                }
                if let Figure::Graph(graph) = figure {
                    let ends = graph.edges.iter().flat_map(|edge| [edge.from, edge.to]);
                    assert!(ends.max().is_none_or(|end| (end as usize) < graph.vertices.len()));
                }
            }
            let moves = position.moves().unwrap();
            assert!(moves.is_empty() || view.figures.iter().map(element_count).sum::<u64>() > 0);
            for step in moves {
                check_touches(&*position, &view, &step);
                seen += 1;
            }
        }
        assert!(seen > 0, "{}: no move was seen", game.name());
    }
}

/// Returns `true` if a figure only states how much is left out.
fn is_left_out(figure: &Figure) -> bool {
    matches!(figure, Figure::Digits(digits) if digits.signs.iter().any(|sign| sign.contains("more")))
}

/// Compares the touched elements with the changed ones, for some of the moves if there are many. Returns the number of
/// comparisons.
fn compare_touches(position: &dyn AnyPosition) -> usize {
    let view = position.view();
    let moves = position.moves().unwrap();
    let mut compared = 0;
    for step in moves.iter().step_by(moves.len().div_ceil(200).max(1)) {
        let after = position.after(step).view();
        let Some(changed) = differences(&view, &after) else { continue };
        let mut touched: BTreeSet<Touch> = position.touches(step).into_iter().collect();
        // Changes in parts that are left out are invisible.
        touched.retain(|touch| !is_left_out(&view.figures[touch.figure as usize]));
        assert_eq!(touched, changed, "{}: {}", position.text(), step.text);
        compared += 1;
    }
    compared
}

#[test]
fn moves_touch_the_elements_that_they_change() {
    let mut not_compared = Vec::new();
    for game in games() {
        let compared: usize = positions(&*game).iter().map(|position| compare_touches(&**position)).sum();
        if compared == 0 {
            not_compared.push(game.page().name);
        }
    }
    // In these games every move changes the number of elements.
    let expected = [
        "grundy",
        "board-coin",
        "cutcake",
        "maundy-cake",
        "eatcake",
        "green-stalks",
        "hackenbush-green",
        "red-blue-stalks",
        "red-blue-trees",
        "hackenbush",
        "poset",
        "nimstring",
        "couples-are-forever",
        "guiles",
        "treblecross",
        "rims",
        "split-in-three",
        "split-up-to-four",
        "strip-of-cards",
        "chocolate-bar",
        "cutting-game",
    ];
    assert_eq!(not_compared, expected);
}

/// Tests positions just below and just above the sizes up to which positions are drawn cell by cell.
#[test]
fn moves_touch_what_they_change_at_the_limits_of_pictures() {
    let steps = ["1"; 70].join(" ");
    let cases: &[(&str, &[&str])] = &[
        ("wythoff", &["7 7", "8 3", "31 31", "31 32", "40 33"]),
        ("euclid", &["7 2", "31 8", "40 3"]),
        ("turning-turtles", &["3 256"]),
        ("mock-turtles", &["3 24"]),
        ("ruler", &["3 256"]),
        ("silver-dollar", &["3 9 256", "3 9 257"]),
        ("northcott", &["1,256 3,9", "1,257 9,3", "300,1 400,5"]),
        ("board-coin", &["33 5", "33 33"]),
        ("staircase-nim", &[&steps]),
        ("pebbles", &["3 40 1000"]),
        ("green-stalks", &["100 400"]),
    ];
    for (name, texts) in cases {
        let game = games().into_iter().find(|game| game.name() == *name).unwrap();
        let compared = texts.iter().map(|text| compare_touches(&*game.parse(text).unwrap()));
        assert!(compared.sum::<usize>() > 0, "{name}: nothing was compared");
    }
}

/// A move touches only the heads that it turns if the row of coins is too long to be drawn.
#[test]
fn coins_far_away_are_touched_as_numbers() {
    let touches = names_and_touches("turning-turtles", None, "257 300");
    assert_eq!(touches["turn 257"], [(0, 0)]);
    assert_eq!(touches["turn 257 300"], [(0, 0), (0, 1)]);
    assert_eq!(touches["turn 4 300"], [(0, 1)]);
}

/// Two moves with the same name lead to the same position: they are on equal components.
#[test]
fn different_moves_have_different_names() {
    for game in games() {
        for position in positions(&*game) {
            let mut by_name: HashMap<_, Vec<AnyMove>> = HashMap::new();
            for step in position.moves().unwrap() {
                assert!(!step.text.trim().is_empty(), "{}: a move without a name", position.text());
                by_name.entry((format!("{:?}", step.player), step.text.clone())).or_default().push(step);
            }
            for ((_, name), moves) in by_name.iter().filter(|(_, moves)| moves.len() > 1) {
                assert!(position.component_count() > 1, "{}: two moves `{name}`", position.text());
                let first = position.after(&moves[0]);
                let is_same = moves.iter().all(|step| position.after(step).is_same(&*first));
                assert!(is_same, "{}: `{name}` is two moves", position.text());
            }
        }
    }
}

/// The rules allow both leaving nothing and leaving an empty heap.
#[test]
fn nothing_and_an_empty_heap_have_different_names() {
    let game = winways_rulefile::of_file("heap n -> n-1 | nothing where n >= 1").unwrap();
    let position = game.parse("1").unwrap();
    let names: Vec<String> = position.moves().unwrap().into_iter().map(|step| step.text).collect();
    assert_eq!(names, ["heap 1 -> 0", "heap 1 -> nothing"]);
}

fn names_and_touches(game: &str, parameter: Option<&str>, text: &str) -> BTreeMap<String, Vec<(u32, u64)>> {
    let entry = entries().find(|entry| entry.page.name == game).unwrap();
    let position = (entry.make)(parameter).unwrap().parse(text).unwrap();
    let touches = |step: &AnyMove| {
        let touches = position.touches(step).into_iter();
        touches.map(|touch| (touch.figure, touch.element)).collect()
    };
    position.moves().unwrap().iter().map(|step| (step.text.clone(), touches(step))).collect()
}

fn expected(moves: &[(&str, &[(u32, u64)])]) -> BTreeMap<String, Vec<(u32, u64)>> {
    moves.iter().map(|(name, touches)| ((*name).to_owned(), touches.to_vec())).collect()
}

#[test]
fn equal_heaps_of_one_board_are_distinguished() {
    assert_eq!(
        names_and_touches("wythoff", None, "1 1"),
        // On a board of eight columns, (1, 1) is element 49.
        expected(&[
            ("heap 1: 1 -> 0", &[(0, 49), (0, 48)]),
            ("heap 2: 1 -> 0", &[(0, 49), (0, 57)]),
            ("take 1 from both -> 0 0", &[(0, 49), (0, 56)]),
        ])
    );
    assert_eq!(
        names_and_touches("moore-nim", None, "2 1 2 1"),
        expected(&[
            ("heap 1: 1 -> 0", &[(0, 0)]),
            ("heap 2 -> 0", &[(0, 1)]),
            ("heap 2 -> 1", &[(0, 1)]),
            ("heap 3: 1 -> 0", &[(0, 2)]),
            ("heaps 1: 1 -> 0, 2: 2 -> 0", &[(0, 0), (0, 1)]),
            ("heaps 1: 1 -> 0, 2: 2 -> 1", &[(0, 0), (0, 1)]),
            ("heaps 1: 1 -> 0, 3: 1 -> 0", &[(0, 0), (0, 2)]),
            ("heaps 2: 2 -> 0, 3: 1 -> 0", &[(0, 1), (0, 2)]),
            ("heaps 2: 2 -> 1, 3: 1 -> 0", &[(0, 1), (0, 2)]),
        ])
    );
}

#[test]
fn moves_on_strips_and_boards_touch_their_cells() {
    assert_eq!(
        names_and_touches("silver-dollar", None, "2 4"),
        expected(&[("coin 2 -> 1", &[(0, 1), (0, 0)]), ("coin 4 -> 3", &[(0, 3), (0, 2)])])
    );
    assert_eq!(
        names_and_touches("northcott", None, "1,3 3,1"),
        expected(&[
            ("row 1,3: white 1 -> 2", &[(0, 0), (0, 1)]),
            ("row 1,3: black 3 -> 2", &[(0, 2), (0, 1)]),
            ("row 3,1: white 3 -> 2", &[(1, 2), (1, 1)]),
            ("row 3,1: black 1 -> 2", &[(1, 0), (1, 1)]),
        ])
    );
    assert_eq!(
        names_and_touches("sliding-row", None, ".|xx."),
        expected(&[("row xx.: cell 2 -> 3", &[(1, 1), (1, 2)]), ("row xx.: cell 1 -> 3", &[(1, 0), (1, 2)])])
    );
    assert_eq!(
        names_and_touches("turning-turtles", None, "1 3"),
        expected(&[
            ("turn 1", &[(0, 0)]),
            ("turn 3", &[(0, 2)]),
            ("turn 1 3", &[(0, 0), (0, 2)]),
            ("turn 2 3", &[(0, 1), (0, 2)]),
        ])
    );
    assert_eq!(
        names_and_touches("board-coin", None, "2 3"),
        expected(&[
            ("left: 2 by 3 -> 2 by 2", &[(0, 2), (0, 1)]),
            ("down: 2 by 3 -> 1 by 3", &[(0, 2), (0, 5)]),
            ("left and down: 2 by 3 -> 1 by 2", &[(0, 2), (0, 4)]),
        ])
    );
    assert_eq!(
        names_and_touches("digital-deletions", None, "101"),
        expected(&[
            ("101 -> 001", &[(0, 0)]),
            ("erase from digit 2: 101 -> 1", &[(0, 1), (0, 2)]),
            ("101 -> 100", &[(0, 2)]),
        ])
    );
    // The elements are the ground, three joints and three segments.
    assert_eq!(
        names_and_touches("green-stalks", None, "1 2"),
        expected(&[("stalk 1 -> 0", &[(0, 4)]), ("stalk 2 -> 0", &[(0, 5)]), ("stalk 2 -> 1", &[(0, 6)])])
    );
    assert_eq!(
        names_and_touches("graph", Some("7 3, 7 5, 5 3"), "7 5"),
        expected(&[
            ("token 7 -> 3", &[(0, 2), (0, 0)]),
            ("token 7 -> 5", &[(0, 2), (0, 1)]),
            ("token 5 -> 3", &[(0, 1), (0, 0)]),
        ])
    );
    assert_eq!(
        names_and_touches("coloured-graph", Some("7 3 L, 7 5, 5 3 R"), "7"),
        expected(&[("token 7 -> 3", &[(0, 2), (0, 0)]), ("token 7 -> 5", &[(0, 2), (0, 1)])])
    );
    assert_eq!(
        names_and_touches("end-nim", None, "1 1 0").keys().cloned().collect::<Vec<_>>(),
        ["(1, 1, 0) -> (0, 1, 0)", "(1, 1, 0) -> (1, 0, 0)"]
    );
}

/// The greatest number of elements of a view of any position: boards of cells, and one more figure for the parts left out.
const MAX_ELEMENTS: u64 = (MAX_BOARDS as u64 + 1) * MAX_CELLS + MAX_LISTED as u64 + MAX_EDGES as u64;

/// Tests huge numbers, many components, and both together.
#[test]
fn views_of_huge_positions_are_small() {
    let many = |number: &str, separator: &str| vec![number; 12_000].join(separator);
    let texts = [
        "1000000000000000000".to_owned(),
        "1000000000000000000 1".to_owned(),
        "3 1000000000000000000".to_owned(),
        "1000000000000000000 5 2".to_owned(),
        "1,1000000000000000000 3,7".to_owned(),
        "9223372036854775807 9223372036854775806".to_owned(),
        many("1", " "),
        many("0", " "),
        many("1000", " "),
        many("9,200", " "),
        many("9,300", " "),
        many("..x.", "|"),
        "9".repeat(16),
        (1..=12_000).map(|number: u32| number.to_string()).collect::<Vec<_>>().join(" "),
    ];
    let (mut not_seen, mut steps) = (Vec::new(), 0);
    // Test only games on numbers: a board that is written cell by cell is as large as its text.
    let is_of_numbers =
        |game: &Arc<dyn AnyGame>| game.properties().is_impartial || game.tables().heap_forms().is_some();
    for game in games().into_iter().filter(is_of_numbers) {
        let mut seen = 0;
        for position in texts.iter().filter_map(|text| game.parse(text).ok()) {
            let view = position.view();
            let count: u64 = view.figures.iter().map(element_count).sum();
            assert!(count <= MAX_ELEMENTS, "{}: {count} elements", game.name());
            assert!(view.figures.len() <= MAX_BOARDS + 1, "{}", game.name());
            seen += 1;
            let Some(impartial) = position.impartial() else { continue };
            for play in Play::BOTH {
                for step in impartial
                    .winning_moves_by_theorem(play, 3, 1 << 20)
                    .map_or(Vec::new(), |moves| moves.listed)
                {
                    check_touches(&*position, &view, &step);
                    steps += 1;
                }
            }
        }
        if seen == 0 {
            not_seen.push(game.page().name);
        }
    }
    // None of the texts above is a date, a picture or a board.
    let boards = groups().filter(|group| group.title == "Boards").flat_map(|group| group.entries());
    let is_board: BTreeSet<&str> = boards.map(|entry| entry.page.name).collect();
    not_seen.retain(|name| !is_board.contains(name));
    assert_eq!(not_seen, ["calendar", "hackenbush-green", "nimstring", "nimstring-boxes"]);
    assert!(steps > 100, "only {steps} winning moves were checked");
}

#[test]
fn omitted_parts_are_counted_and_touched() {
    let nim = games().into_iter().find(|game| game.name() == "nim").unwrap();
    let position = nim.parse(&format!("{}1", "2 2 ".repeat(3000))).unwrap();
    let view = position.view();
    let Figure::Digits(rest) = &view.figures[1] else { panic!("{:?}", view.figures[1]) };
    assert_eq!(rest.signs, ["… and 1905 more heaps"]);
    let moves = position.moves().unwrap();
    let last = moves.last().unwrap();
    assert_eq!(last.text, "heap 1 -> 0");
    assert_eq!(position.touches(last), [Touch { figure: 1, element: 0 }]);
}

/// A graph of many vertices is drawn as the numbers of its tokens.
#[test]
fn large_graphs_are_numbers() {
    let edges: Vec<String> = (1..=300).map(|vertex: u32| format!("{vertex} {}", vertex - 1)).collect();
    let entry = entries().find(|entry| entry.page.name == "graph").unwrap();
    let game = (entry.make)(Some(&edges.join(", "))).unwrap();
    let position = game.parse("5 300").unwrap();
    let view = position.view();
    let Figure::Digits(tokens) = &view.figures[0] else { panic!("{:?}", view.figures[0]) };
    assert_eq!(tokens.signs, ["5", "300"]);
    check_touches(&*position, &view, &position.moves().unwrap()[1]);
    assert_eq!(position.touches(&position.moves().unwrap()[1]), [Touch { figure: 0, element: 1 }]);
}
