//! Tests of rules as pictures: trees, and errors in files.

#[path = "pictures/write.rs"]
mod write;

use proptest::prelude::*;
use winways_notation::pictures::{
    CellKind, Condition, ConditionKind, Direction, EndResult, Next, Owner, Picture, PictureCell, PictureFile,
    Repeat, Rewrite, Shape, Sign, Who,
};
use winways_notation::{Diagnostic, LineColumn, Span, is_picture_file, parse_pictures};

/// Valid files, separated by blank lines.
const GOOD: &str = include_str!("pictures/good.txt");

/// Invalid files, one per line, with the expected errors.
const FAULTS: &str = include_str!("pictures/faults.tsv");

/// Returns the file with this title.
#[track_caller]
fn good(title: &str) -> PictureFile {
    let is_wanted = |text: &&str| text.lines().next() == Some(&format!("game: {title}"));
    let text = GOOD.split("\n\n").find(is_wanted).unwrap_or_else(|| panic!("no file {title}"));
    parse_pictures(text).unwrap_or_else(|wrong| panic!("{text}\n{wrong:?}"))
}

/// Returns all spans of a tree, each with the span that must contain it, if any.
fn spans(file: &PictureFile) -> Vec<(Span, Option<Span>)> {
    let mut spans = vec![(file.board.span, None)];
    spans.extend(file.headers.iter().map(|header| (header.span, None)));
    spans.extend(file.board.graph.iter().map(|(_, span)| (*span, Some(file.board.span))));
    spans.extend(file.pieces.iter().map(|piece| (piece.span, None)));
    spans.extend(file.starts.iter().map(|(_, span)| (*span, None)));
    let mut pictures = Vec::new();
    let mut rewrites = Vec::new();
    for rule in &file.rules {
        spans.push((rule.span, None));
        rewrites.push((&rule.rewrite, rule.span));
        if let Next::Then(second) = &rule.next {
            rewrites.push((second, rule.span));
        }
    }
    for points in &file.points {
        spans.push((points.span, None));
        rewrites.push((&points.rewrite, points.span));
    }
    for ending in &file.endings {
        spans.push((ending.span, None));
        pictures.extend(ending.picture.iter().map(|(picture, _)| (picture, ending.span)));
    }
    for (rewrite, outer) in rewrites {
        spans.push((rewrite.span, Some(outer)));
        pictures.extend([(&rewrite.before, rewrite.span), (&rewrite.after, rewrite.span)]);
        spans.extend(rewrite.conditions.iter().map(|condition| (condition.span, Some(rewrite.span))));
    }
    for (picture, outer) in pictures {
        spans.push((picture.span, Some(outer)));
        spans.extend(picture.rows.iter().flatten().map(|cell| (cell.span, Some(picture.span))));
    }
    spans
}

/// Checks that the spans of a valid file are nested, and that the file round-trips through its tree.
#[track_caller]
fn check_file(text: &str, file: &PictureFile) {
    for (span, outer) in spans(file) {
        assert!(text.get(span.range()).is_some(), "{text}: {span:?}");
        if let Some(outer) = outer {
            assert!(
                outer.start <= span.start && span.end <= outer.end,
                "{text}: {span:?} is not in {outer:?}"
            );
        }
    }
    assert!(!file.rules.is_empty());
    let written = write::file(file);
    let again =
        parse_pictures(&written).unwrap_or_else(|wrong| panic!("{text}\nbecomes\n{written}\n{wrong:?}"));
    assert_eq!(write::file(&again), written, "{text}");
}

#[test]
fn good_files_are_read() {
    for text in GOOD.split("\n\n") {
        match parse_pictures(text) {
            Ok(file) => check_file(text, &file),
            Err(wrong) => panic!("{text}\n{wrong:?}"),
        }
        assert!(is_picture_file(text));
    }
}

/// The files in the manual are valid.
#[test]
fn files_of_the_manual_are_read() {
    let manual = include_str!("../../../docs/rules.md");
    let blocks =
        manual.split("\n```\n").filter(|block| block.starts_with("game: ") && is_picture_file(block));
    let count =
        blocks.inspect(|text| assert!(check_text(text), "{text}\n{:?}", parse_pictures(text))).count();
    assert!(count >= 12, "{count} files");
}

#[test]
fn a_picture_file_has_a_board() {
    assert!(is_picture_file("# Clobber\nBoard : grid\n"));
    // White space before a word is skipped, as by the parser.
    assert!(is_picture_file("\r\rboard: grid\n"));
    assert!(is_picture_file("  board: grid"));
    assert!(!is_picture_file("source: On a board: a book\nheap n -> n-1"));
    assert!(!is_picture_file("heap n -> n-1\n  board: grid"));
    assert!(!is_picture_file("boards: grid"));
    assert!(!is_picture_file(""));
}

/// Formats a line of [`FAULTS`].
fn row(written: &str, text: &str, wrong: &Diagnostic) -> String {
    let LineColumn { line, column } = LineColumn::of(text, wrong.span.start);
    let place =
        text.get(wrong.span.range()).unwrap_or_else(|| panic!("{text}: {wrong:?}")).replace('\n', "\\n");
    let (label, help) = (wrong.label.as_deref().unwrap_or(""), wrong.help.as_deref().unwrap_or(""));
    format!("{written}\t{line}:{column}\t{place}\t{}\t{label}\t{help}", wrong.message)
}

#[test]
fn files_and_faults() {
    let (mut count, mut different) = (0, Vec::new());
    for line in FAULTS.lines().filter(|line| !line.starts_with("## ") && !line.is_empty()) {
        let written = line.split('\t').next().unwrap_or(line);
        let text = written.replace("\\n", "\n");
        let found = match parse_pictures(&text) {
            Ok(_) => format!("{written}\tis right"),
            Err(wrong) => row(written, &text, &wrong),
        };
        count += 1;
        if found != line {
            different.push(found);
        }
    }
    assert!(different.is_empty(), "found instead:\n{}", different.join("\n"));
    assert!(count >= 60, "{count} files");
}

// Trees are compared without spans. A cell is a tuple of its kind, its repetition, and `true` if it is marked.
type Cell = (CellKind, Option<Repeat>, bool);

const EMPTY: Cell = (CellKind::Sign(Sign::Empty), None, false);
const GONE: Cell = (CellKind::Sign(Sign::Gone), None, false);
const MOVER: Cell = (CellKind::Sign(Sign::Mover), None, false);
const OTHER: Cell = (CellKind::Sign(Sign::Other), None, false);
const MOVED: Cell = (CellKind::Moved, None, false);
const ANY: Cell = (CellKind::Any, None, false);

fn is(letter: char) -> Cell {
    (CellKind::Sign(Sign::Piece(letter as u8)), None, false)
}

fn one_of(signs: &[Sign]) -> Cell {
    (CellKind::Class { signs: signs.to_vec(), negated: false }, None, false)
}

fn run(cell: Cell, least: u32, most: Option<u32>) -> Cell {
    (cell.0, Some(Repeat { least, most }), cell.2)
}

fn marked(cell: Cell) -> Cell {
    (cell.0, cell.1, true)
}

fn rows(picture: &Picture) -> Vec<Vec<Cell>> {
    let cell = |cell: &PictureCell| (cell.kind.clone(), cell.repeat, cell.is_marked);
    picture.rows.iter().map(|row| row.iter().map(cell).collect()).collect()
}

/// Checks a rewrite of one row.
#[track_caller]
fn assert_row(rewrite: &Rewrite, before: &[Cell], after: &[Cell], directions: &[Direction]) {
    assert_eq!(rows(&rewrite.before), [before]);
    assert_eq!(rows(&rewrite.after), [after]);
    assert_eq!(rewrite.directions, directions);
}

fn conditions(rewrite: &Rewrite) -> Vec<ConditionKind> {
    rewrite.conditions.iter().map(|Condition { kind, .. }| kind.clone()).collect()
}

#[test]
fn trees_of_captures() {
    let clobber = good("Clobber");
    assert_eq!((clobber.board.shape, clobber.board.graph.as_ref()), (Shape::Grid, None));
    let pieces: Vec<_> = clobber.pieces.iter().map(|piece| (piece.letter, piece.owner)).collect();
    assert_eq!(pieces, [(b'x', Owner::Left), (b'o', Owner::Right)]);
    let [rule] = &clobber.rules[..] else { panic!("{:?}", clobber.rules) };
    assert_row(&rule.rewrite, &[MOVER, OTHER], &[EMPTY, MOVER], &[Direction::All]);
    assert_eq!((rule.who, &rule.next, rule.must), (Who::Each, &Next::Nothing, false));

    let konane = good("Konane");
    let [rule] = &konane.rules[..] else { panic!("{:?}", konane.rules) };
    assert_row(&rule.rewrite, &[MOVER, OTHER, EMPTY], &[EMPTY, EMPTY, MOVER], &[Direction::All]);
    assert_eq!((rule.who, &rule.next), (Who::Each, &Next::Again { turning: false }));

    let checkers = good("Checkers' jumps");
    let rule = &checkers.rules[0];
    let piece = one_of(&[Sign::Piece(b'x'), Sign::Piece(b'k')]);
    assert_row(&rule.rewrite, &[piece.clone(), OTHER, EMPTY], &[EMPTY, EMPTY, piece], &[Direction::All]);
    assert_eq!((rule.who, &rule.next, rule.must), (Who::Left, &Next::Again { turning: true }, true));
    let rule = &checkers.rules[2];
    assert_row(&rule.rewrite, &[is('x'), is('o')], &[is('o'), is('x')], &[Direction::All]);
    let not_king = CellKind::Class { signs: vec![Sign::Piece(b'k')], negated: true };
    let expected = [ConditionKind::NoneBeside(not_king), ConditionKind::SomeBeside(EMPTY.0)];
    assert_eq!(conditions(&rule.rewrite), expected);
}

#[test]
fn trees_with_second_pictures() {
    let amazons = good("Amazons");
    let [rule] = &amazons.rules[..] else { panic!("{:?}", amazons.rules) };
    let (some, any) = (run(EMPTY, 1, None), run(EMPTY, 0, None));
    let moved = [EMPTY, any.clone(), marked(MOVER)];
    assert_row(&rule.rewrite, &[MOVER, some.clone()], &moved, &[Direction::Eight]);
    let Next::Then(second) = &rule.next else { panic!("{:?}", rule.next) };
    assert_row(second, &[MOVED, some], &[MOVED, any, GONE], &[Direction::Eight]);

    let isola = good("Isola");
    let Next::Then(second) = &isola.rules[0].next else { panic!("{:?}", isola.rules) };
    assert_row(second, &[EMPTY], &[GONE], &[Direction::Right]);

    let walls = good("Walls");
    let Next::Then(second) = &walls.rules[0].next else { panic!("{:?}", walls.rules) };
    assert_row(second, &[MOVED, EMPTY], &[MOVED, GONE], &[Direction::All]);
}

#[test]
fn trees_of_placements() {
    let nogo = good("NoGo");
    assert_row(&nogo.rules[0].rewrite, &[EMPTY], &[MOVER], &[Direction::Right]);
    assert_eq!(conditions(&nogo.rules[0].rewrite), [ConditionKind::GroupsTouch(EMPTY.0)]);

    let col = good("Col");
    assert_eq!((col.board.shape, col.board.graph.as_ref()), (Shape::Graph, None));
    assert_eq!(conditions(&col.rules[0].rewrite), [ConditionKind::NoneBeside(MOVER.0)]);

    let snort = good("Snort on a graph");
    assert_eq!(snort.board.graph.as_ref().map(|(graph, _)| graph.as_str()), Some("petersen"));
    assert_eq!(conditions(&snort.rules[0].rewrite), [ConditionKind::NoneBeside(OTHER.0)]);

    let fjords = good("Fjords");
    assert_eq!(fjords.board.shape, Shape::Hexagonal);
    assert_eq!(conditions(&fjords.rules[0].rewrite), [ConditionKind::SomeBeside(MOVER.0)]);

    let cram = good("Cram");
    assert_eq!(cram.pieces, []);
    assert_eq!(cram.rules[0].who, Who::Both);
    assert_row(&cram.rules[0].rewrite, &[EMPTY, EMPTY], &[GONE, GONE], &[Direction::All]);
}

#[test]
fn trees_of_slides() {
    let toads = good("Toads and Frogs with long slides");
    assert_eq!(toads.board.shape, Shape::Strip);
    let (before, after) = (run(EMPTY, 1, Some(2)), run(EMPTY, 0, Some(1)));
    let rule = &toads.rules[0];
    assert_eq!(rule.who, Who::Left);
    assert_row(&rule.rewrite, &[is('t'), before], &[after, EMPTY, is('t')], &[Direction::Right]);

    let push = good("Push");
    let pushed = run(one_of(&[Sign::Piece(b'x'), Sign::Piece(b'o')]), 0, None);
    let rule = &push.rules[0].rewrite;
    assert_row(rule, &[EMPTY, pushed.clone(), MOVER], &[pushed, MOVER, EMPTY], &[Direction::Right]);

    let toppling = good("Toppling Dominoes");
    let rule = &toppling.rules[0].rewrite;
    let (before, after) = (run(ANY, 0, None), run(EMPTY, 0, None));
    assert_row(rule, &[MOVER, before, GONE], &[EMPTY, after, GONE], &[Direction::Across]);

    let turtles = good("Turning Turtles");
    let rule = &turtles.rules[1].rewrite;
    let (coin, between) = (one_of(&[Sign::Piece(b'h'), Sign::Piece(b't')]), run(ANY, 0, None));
    let flip = (CellKind::Flip, None, false);
    assert_row(rule, &[coin, between.clone(), is('h')], &[flip, between, is('t')], &[Direction::Right]);

    let knights = good("Knights walking to a corner");
    let expected =
        [(1, -2), (-1, 2), (-2, 1), (-2, -1)].map(|(columns, rows)| Direction::Offset(columns, rows));
    assert_eq!(knights.rules[0].rewrite.directions, expected);

    let triples = good("Triomineering");
    assert_row(
        &triples.rules[0].rewrite,
        &[run(EMPTY, 3, Some(3))],
        &[run(GONE, 3, Some(3))],
        &[Direction::All],
    );
}

#[test]
fn trees_of_ends_and_points() {
    let treblecross = good("Treblecross");
    let [ending] = &treblecross.endings[..] else { panic!("{:?}", treblecross.endings) };
    let (picture, directions) = ending.picture.as_ref().unwrap();
    assert_eq!((rows(picture), &directions[..]), (vec![vec![is('x'); 3]], &[Direction::All][..]));
    assert_eq!(ending.result, EndResult::Wins);

    let tic_tac_toe = good("Tic-tac-toe");
    let [line, full] = &tic_tac_toe.endings[..] else { panic!("{:?}", tic_tac_toe.endings) };
    assert_eq!(rows(&line.picture.as_ref().unwrap().0), [vec![MOVER; 3]]);
    assert_eq!((full.picture.as_ref(), full.result), (None, EndResult::Draws));
    assert_eq!(tic_tac_toe.starts.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["...|...|..."]);

    let boxes = good("Dots and Boxes");
    let [points] = &boxes.points[..] else { panic!("{:?}", boxes.points) };
    assert_eq!((points.points, points.again), (1, true));
    let (top, bottom) = (vec![ANY, is('l'), ANY], vec![is('d'), is('l'), is('d')]);
    let middle = |cell| vec![is('l'), cell, is('l')];
    assert_eq!(rows(&points.rewrite.before), [top.clone(), middle(is('b')), bottom.clone()]);
    assert_eq!(rows(&points.rewrite.after), [top, middle(MOVER), bottom]);
    assert_eq!(points.rewrite.directions, [Direction::Right]);
}

#[test]
fn alternative_spellings_are_equivalent() {
    let first = "board: grid\npieces: x left, o right\n\
        each: @ .+ -> . .* !@ in eight then ! .+ -> ! .* # in eight\n\
        left: x o -> . x in right, down where no x beside, some o beside again must\n\
        right: # o -> # .\n";
    let second = "# A comment\nright: edge o -> # .\n\n\
        left : xo\n# another\n  →.x in right and down directions\n\n\twhere no x beside and some o beside must again\n\
        Each:@.+->.  .{0,}!@ in eight directions\n  then ! .{1,} -> ! .*#  in eight\r\n\
        pieces: x left and o right\nboard:   grid  ";
    let (first, second) = (parse_pictures(first).unwrap(), parse_pictures(second).unwrap());
    let sorted = |mut file: PictureFile| {
        file.rules.sort_by_key(|rule| rule.who as u8);
        write::file(&file)
    };
    assert_eq!(sorted(first), sorted(second));
}

#[test]
fn a_start_may_have_several_lines() {
    let file = parse_pictures("board: grid\nboth: . . -> # #\nstart: ..\n  |..\n|#.\n\nstart: .").unwrap();
    let texts: Vec<&str> = file.starts.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(texts, ["..\n  |..\n|#.", "."]);
}

#[test]
fn long_files_are_read_or_refused() {
    let long = |count| format!("board: grid\n{}", "both: . . -> # #\n".repeat(count));
    assert_eq!(parse_pictures(&long(3_000)).unwrap().rules.len(), 3_000);
    assert_eq!(parse_pictures(&long(4_000)).unwrap_err().message, "the rules have 68012 bytes");
    let wide = format!("board: grid\nboth: {}. -> {}#", ".* ".repeat(5_000), ".* ".repeat(5_000));
    assert!(parse_pictures(&wide).is_ok());
    let accents = format!("board: grid\nsource: a{}", "é".repeat(40_000));
    let wrong = parse_pictures(&accents).unwrap_err();
    assert!(accents.get(wrong.span.range()).is_some());
}

/// Generates texts that are valid or nearly valid files.
fn texts_of_the_language() -> impl Strategy<Value = String> {
    // Cells before and after a move; most pairs have equal lengths.
    let cells = [
        ("x", "."),
        (".", "x"),
        ("o", "x"),
        ("xo", "ox"),
        ("#", "#"),
        ("?", "?"),
        ("@", "&"),
        ("&", "."),
        (".", "!x"),
        (".", "@"),
        ("@", "!@"),
        ("[xo]", "~"),
        ("[^x]", "[^x]"),
        (".+", "x+"),
        (".+", ". .*"),
        (". .*", ".* x"),
        ("?*", "?*"),
        ("x{1,3}", "#{1,3}"),
        (".{2}", "x ."),
        ("x.", ".x"),
        ("/", "/"),
        ("edge", "edge"),
        ("[x.]+", "[x.]+"),
        ("!", "!"),
        ("w", "."),
        (".*", "."),
    ];
    let picture = prop::collection::vec(prop::sample::select(cells.to_vec()), 1..4).prop_map(|cells| {
        let (before, after): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
        (before.join(" "), after.join(" "))
    });
    let tails = [
        "",
        "",
        "",
        "",
        " in all",
        " in (1,-2), down",
        " where no x beside",
        " where groups touch [.x]",
        " again",
        " again turning",
        " must",
        " then ! . -> ! #",
        " then ! . -> ! x",
        " = 1",
        " wins",
        "\n",
        "  | x",
    ];
    let tail = || prop::sample::select(tails.to_vec());
    let keys = ["each", "left", "right", "both", "both", "end", "points", "game"];
    let line = (prop::sample::select(keys.to_vec()), picture, tail(), tail()).prop_map(
        |(key, (before, after), first, second)| match key {
            "end" => format!("end: {before}{first} wins"),
            "points" => format!("points: {before} -> {after}{first} = 2"),
            _ => format!("{key}: {before} -> {after}{first}{second}"),
        },
    );
    let boards = ["grid", "grid", "grid", "strip", "ring", "torus", "hexagonal", "graph", "graph path(3)"];
    let pieces = ["x left, o right, w", "x left, o right", "x, o", "x either, o left", "o right, x left"];
    let lines = prop::collection::vec(line, 1..3);
    (prop::sample::select(boards.to_vec()), prop::sample::select(pieces.to_vec()), lines).prop_map(
        |(board, pieces, lines)| {
            format!("board: {board}\npieces: {pieces}\nend: x o stops\n{}", lines.join("\n"))
        },
    )
}

fn check_text(text: &str) -> bool {
    let _ = is_picture_file(text);
    match parse_pictures(text) {
        Ok(file) => {
            check_file(text, &file);
            true
        }
        Err(wrong) => {
            assert!(text.get(wrong.span.range()).is_some(), "{text}: {wrong:?}");
            false
        }
    }
}

#[test]
fn generated_texts_are_files_often_enough() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let texts = texts_of_the_language();
    let right = (0..2_000).filter(|_| check_text(&texts.new_tree(&mut runner).unwrap().current())).count();
    assert!(right >= 80, "{right} of 2000 are files");
}

proptest! {
    // For a long run: PROPTEST_CASES=1000000.
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases.max(2_000),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_is_a_file_or_wrong_at_a_place(text in "\\PC{0,40}", line in "\\PC{0,20}") {
        check_text(&text);
        check_text(&format!("board: grid\npieces: x, o\nboth: {text}\n{line}"));
    }

    #[test]
    fn any_text_of_the_language_is_a_file_or_wrong_at_a_place(text in texts_of_the_language()) {
        check_text(&text);
    }

    #[test]
    fn good_files_cut_short_or_mixed(number in 0usize..23, from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), put in "[ .x@/!~#a-z{}*+0-9-]{0,6}") {
        let text = GOOD.split("\n\n").nth(number).unwrap();
        let places: Vec<usize> = text.char_indices().map(|(place, _)| place).chain([text.len()]).collect();
        let (one, other) = (places[from.index(places.len())], places[to.index(places.len())]);
        check_text(&text[..one]);
        check_text(&format!("{}{put}{}", &text[..one.min(other)], &text[one.max(other)..]));
    }
}
