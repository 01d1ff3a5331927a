//! Properties of all charts. SVG is read back by an XML parser and PNG by a decoder, and both must show the same cells.

mod common;

use common::width_of_text;
use proptest::prelude::*;
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use winways_draw::{DrawError, Repetition, Scene, counts_chart, pairs_chart, sequence_chart};

/// The maximum size of a document in bytes.
const MAX_BYTES: usize = 1 << 20;
/// Constants of the layout.
const MAX_POINTS: u64 = 720;
const MAX_COLUMNS: u64 = 480;
const MAX_ROWS: u64 = 240;
const BLACK: &str = "#000000";

fn attribute(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap_or("0").parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn elements<'a, 'input>(document: &'a Document<'input>, name: &str) -> Vec<Node<'a, 'input>> {
    document.descendants().filter(|node| node.tag_name().name() == name).collect()
}

/// Returns the size of a chart in units, which are the pixels of PNG.
fn size(chart: &Scene) -> (u32, u32) {
    let svg = chart.svg();
    let document = Document::parse(&svg).expect("XML");
    let frame = document.root_element().attribute("viewBox").expect("a frame").strip_prefix("0 0 ");
    let (width, height) = frame.and_then(|frame| frame.split_once(' ')).expect("a size");
    (width.parse().expect("whole pixels"), height.parse().expect("whole pixels"))
}

/// The cells of a chart: the place of the first cell, the size of a cell, and the colours by column and row.
#[derive(Debug, Default)]
struct Grid {
    left: f64,
    middle: f64,
    width: f64,
    height: f64,
    colours: BTreeMap<(i64, i64), String>,
}

impl Grid {
    fn of(document: &Document<'_>) -> Option<Grid> {
        let group = elements(document, "g").into_iter().find(|group| group.has_attribute("transform"))?;
        let transform = group.attribute("transform")?.replace(['(', ')'], " ");
        let words: Vec<f64> = transform.split(' ').filter_map(|word| word.parse().ok()).collect();
        let mut grid = Grid { left: words[0], middle: words[1], width: words[2], ..Grid::default() };
        grid.height = attribute(group, "stroke-width");
        for path in group.children().filter(Node::is_element) {
            let colour = path.attribute("stroke").expect("a colour");
            grid.walk(path.attribute("d").expect("a path"), colour);
        }
        Some(grid)
    }

    /// Reads runs of the form `m{across} {down}h{length}`.
    fn walk(&mut self, path: &str, colour: &str) {
        let (mut x, mut y) = (0, 0);
        for step in path.split('m').skip(1) {
            let (way, length) = step.split_once('h').expect("a run");
            let (across, down) = way.split_once(' ').expect("two coordinates");
            let number = |text: &str| text.parse::<i64>().expect("a whole number");
            (x, y) = (x + number(across), y + number(down));
            for _ in 0..number(length) {
                let before = self.colours.insert((x, y), colour.to_owned());
                assert_eq!(before, None, "cells overlap");
                x += 1;
            }
        }
    }
}

/// A decoded PNG picture.
struct Image {
    width: usize,
    bytes: Vec<u8>,
}

impl Image {
    fn of(chart: &Scene) -> Image {
        let file = chart.png().expect("a file");
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a header");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("pixels");
        assert_eq!((info.width, info.height), size(chart));
        Image { width: info.width as usize, bytes }
    }

    fn at(&self, x: f64, y: f64) -> String {
        let start = 3 * (y as usize * self.width + x as usize);
        let [red, green, blue] = self.bytes[start..start + 3] else { panic!("three bytes") };
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Checks the properties that every chart must have. Returns the cells of the chart, if it has any.
fn check(chart: &Scene, title: &str) -> Result<Option<Grid>, TestCaseError> {
    let svg = chart.svg();
    prop_assert!(svg.len() <= MAX_BYTES, "{} bytes", svg.len());
    prop_assert_eq!(&svg, &chart.svg());
    let document = Document::parse(&svg).expect("XML");
    prop_assert_eq!(elements(&document, "title")[0].text().unwrap_or(""), title);
    prop_assert_eq!(elements(&document, "desc")[0].text(), Some(chart.description()));
    let (width, height) = size(chart);
    prop_assert!(width <= 2600 && height <= 1800, "{width} x {height}");
    let inside =
        |x: f64, y: f64| (0.0..=f64::from(width)).contains(&x) && (0.0..=f64::from(height)).contains(&y);
    for area in elements(&document, "rect") {
        let (x, y) = (attribute(area, "x"), attribute(area, "y"));
        let (wide, high) = (attribute(area, "width"), attribute(area, "height"));
        prop_assert!(wide >= 0.0 && high >= 0.0 && inside(x, y) && inside(x + wide, y + high), "{area:?}");
    }
    for disc in elements(&document, "circle") {
        let radius = attribute(disc, "r");
        let (x, y) = (attribute(disc, "cx"), attribute(disc, "cy"));
        prop_assert!(inside(x - radius, y - radius) && inside(x + radius, y + radius), "{disc:?}");
    }
    for text in elements(&document, "text") {
        let size = width_of_text(text.text().unwrap_or(""), attribute(text, "font-size"));
        let before = match text.attribute("text-anchor") {
            Some("start") => 0.0,
            Some("middle") => 0.5,
            _ => 1.0,
        };
        let (x, y) = (attribute(text, "x"), attribute(text, "y"));
        prop_assert!(
            inside(x - before * size + 1.0, y) && inside(x + (1.0 - before) * size - 1.0, y),
            "{text:?}"
        );
    }
    Ok(Grid::of(&document))
}

/// Checks that the pixels agree with the cells of the document, except for `hidden` cells, which are covered.
fn compare(chart: &Scene, grid: &Grid, hidden: impl Fn(i64, i64) -> bool) -> Result<(), TestCaseError> {
    let image = Image::of(chart);
    for ((column, y), colour) in &grid.colours {
        if !hidden(*column, *y) {
            // Sample above the middle of the cell, where there are no digits.
            let middle = grid.left + (*column as f64 + 0.5) * grid.width;
            let at = image.at(middle, grid.middle + *y as f64 - grid.height * 0.4);
            prop_assert_eq!(&at, colour);
        }
    }
    Ok(())
}

/// Returns a pseudorandom number.
fn noise(number: u64) -> u64 {
    let mixed = (number ^ number >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 7
}

fn numbers() -> impl Strategy<Value = RangeInclusive<u64>> {
    let start =
        prop_oneof![3 => Just(0), 1 => 0..5000_u64, 1 => any::<u64>(), 1 => u64::MAX - 3000..=u64::MAX];
    let length = prop_oneof![0..3_u64, 0..100_u64, 700..740_u64, 0..4000_u64];
    (start, length).prop_map(|(start, length)| start..=start.saturating_add(length))
}

fn bounds() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 1..10_u64, 10..300_u64, Just(u64::MAX), any::<u64>()]
}

fn repetitions() -> impl Strategy<Value = Option<Repetition>> {
    let caption = "\\PC{0,90}";
    let repetition = (bounds(), bounds(), caption).prop_map(|(preperiod, period, caption)| Repetition {
        preperiod,
        period,
        caption,
    });
    prop::option::of(repetition)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn sequences(
        numbers in numbers(), bound in bounds(), least in bounds(), seed in any::<u64>(), gaps in 0_u64..3,
        repetition in repetitions(), title in "\\PC{0,120}",
    ) {
        let value = |number: u64| {
            let random = noise(number.wrapping_add(seed));
            let is_missing = gaps > 0 && noise(random).is_multiple_of(gaps + 1);
            (!is_missing).then(|| (random % bound.saturating_add(1).max(1)).saturating_add(least))
        };
        let chart = sequence_chart(&title, "heap", numbers.clone(), &value, repetition.as_ref(), &|| true).expect("a chart");
        let grid = check(&chart, &title)?;
        let first = *numbers.start();
        let count = numbers.end() - first + 1;
        let values: Vec<(u64, u64)> =
            numbers.filter_map(|number| Some((number - first, value(number)?))).collect();
        let svg = chart.svg();
        let discs = svg.matches("<circle").count();
        let Some(grid) = grid else {
            prop_assert!(count <= MAX_POINTS || values.is_empty());
            prop_assert_eq!(discs, values.len());
            return Ok(());
        };
        prop_assert!(count > MAX_POINTS && discs == 0);
        // The expected cells, derived from the definition of columns and rows.
        let greatest = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
        let least = values.iter().map(|(_, value)| *value).min().filter(|least| *least > greatest / 2);
        let bottom = least.unwrap_or(0);
        let in_a_row = (greatest - bottom) / MAX_ROWS + 1;
        let rows = (greatest - bottom) / in_a_row + 1;
        let pitch = (3 * MAX_ROWS / rows).min(64);
        let in_a_column = count.div_ceil(MAX_COLUMNS);
        let cell = |(number, value): &(u64, u64)| {
            let row = rows - 1 - (value - bottom) / in_a_row;
            ((number / in_a_column) as i64, (row * pitch) as i64)
        };
        let cells: BTreeSet<(i64, i64)> = values.iter().map(cell).collect();
        prop_assert_eq!(grid.colours.keys().copied().collect::<BTreeSet<_>>(), cells);
        compare(&chart, &grid, |_, _| false)?;
    }

    #[test]
    fn pairs(
        width in 0_u64..60, height in 0_u64..60, bound in bounds(), seed in any::<u64>(), gaps in 0_u64..3,
        title in "\\PC{0,120}",
    ) {
        let value = |x: u64, y: u64| {
            let random = noise(noise(x.wrapping_add(seed)).wrapping_add(y));
            let is_missing = gaps > 0 && noise(random).is_multiple_of(gaps + 1);
            (!is_missing).then(|| random % bound.saturating_add(1).max(1))
        };
        let chart = pairs_chart(&title, width, height, &value, &|| true).expect("a chart");
        let grid = check(&chart, &title)?.expect("cells");
        let cells = (0..=width).flat_map(|x| (0..=height).map(move |y| (x, y)));
        let mut scale = BTreeMap::new();
        for (x, y) in cells {
            let at = (x as i64, (height - y) as i64 * grid.width as i64);
            let colour = grid.colours.get(&at);
            prop_assert_eq!(colour.is_some(), value(x, y).is_some());
            prop_assert_eq!(colour.is_some_and(|colour| colour == BLACK), value(x, y) == Some(0));
            // Equal values have equal colours.
            if let (Some(colour), Some(value)) = (colour, value(x, y)) {
                prop_assert_eq!(scale.entry(value).or_insert_with(|| colour.clone()), colour);
            }
        }
        let lost = scale.contains_key(&0).then(|| grid.colours.values().filter(|colour| *colour == BLACK).count());
        prop_assert_eq!(chart.svg().matches("<circle").count(), 2 * lost.unwrap_or(0));
        // Larger values never return to an earlier colour.
        let colours: Vec<&String> = scale.values().collect();
        let changes = colours.windows(2).filter(|pair| pair[0] != pair[1]).count();
        prop_assert_eq!(changes + 1, colours.iter().collect::<BTreeSet<_>>().len().max(1));
        compare(&chart, &grid, |column, y| grid.colours[&(column, y)] == BLACK)?;
    }
}

proptest! {
    #[test]
    fn counts(
        won in prop::collection::vec(bounds(), 0..900),
        lost in prop::collection::vec(bounds(), 0..900),
        title in "\\PC{0,80}",
    ) {
        let chart = counts_chart(&title, "moves to the end", &won, &lost);
        prop_assert!(check(&chart, &title)?.is_none());
        Image::of(&chart);
        let svg = chart.svg();
        let document = Document::parse(&svg).expect("XML");
        let bars = |colour: &str| {
            let areas = elements(&document, "rect").into_iter();
            areas.filter(|area| area.attribute("fill") == Some(colour)).map(|area| attribute(area, "height")).collect::<Vec<_>>()
        };
        // The highest bar has the full height. Up to 480 counts have a bar each.
        let (up, down) = (bars("#0072b2"), bars("#96cdf0"));
        if won.len().max(lost.len()) <= 480 {
            let there = |counts: &[u64]| counts.iter().filter(|&&count| count > 0).count();
            prop_assert_eq!((up.len(), down.len()), (there(&won), there(&lost)));
        }
        if let Some(highest) = up.iter().chain(&down).copied().reduce(f64::max) {
            prop_assert_eq!(highest, 320.0);
        }
    }
}

#[test]
fn squares_of_pairs_share_cells() {
    // 1000 × 1000 pairs in squares of 3 × 3. One lost pair in a hundred thousand is visible.
    let lost = |x: u64, y: u64| noise(x * 10_000 + y).is_multiple_of(100_000);
    let value = |x: u64, y: u64| (x >= y).then(|| if lost(x, y) { 0 } else { 1 + (x ^ y) });
    let chart = pairs_chart("sparse", 999, 999, &value, &|| true).unwrap();
    let grid = check(&chart, "sparse").unwrap().unwrap();
    let row = |y: u64| (333 - y / 3) as i64 * grid.width as i64;
    let mut expected = BTreeSet::new();
    for (x, y) in (0..1000).flat_map(|x| (0..=x).map(move |y| (x, y))) {
        assert!(grid.colours.contains_key(&((x / 3) as i64, row(y))));
        if lost(x, y) {
            expected.insert(((x / 3) as i64, row(y)));
        }
    }
    let black = grid.colours.iter().filter(|(_, colour)| *colour == BLACK).map(|(at, _)| *at);
    assert_eq!(black.collect::<BTreeSet<_>>(), expected);
    assert!(expected.len() >= 3, "{expected:?}");
    assert!(chart.svg().contains("means of 3 x 3 pairs, black if any is lost"));
    compare(&chart, &grid, |_, _| false).unwrap();
}

#[test]
fn a_single_value_among_millions_is_visible() {
    let value = |number: u64| Some(if number == 1_234_567 { 50 } else { number % 3 });
    let chart = sequence_chart("rare", "heap", 0..=3_000_000, &value, None, &|| true).unwrap();
    let grid = check(&chart, "rare").unwrap().unwrap();
    let in_a_column = 3_000_001_u64.div_ceil(MAX_COLUMNS);
    let top: Vec<_> = grid.colours.keys().filter(|(_, y)| *y == 0).collect();
    assert_eq!(top, [&((1_234_567 / in_a_column) as i64, 0)]);
    assert_eq!(grid.colours.len(), 3 * (3_000_001_u64.div_ceil(in_a_column)) as usize + 1);
    assert!(grid.height >= 3.0 && grid.width >= 3.0);
}

#[test]
fn the_strip_shows_the_periods() {
    let strip = |from: u64, to: u64, preperiod: u64, period: u64| {
        let repetition = Repetition { preperiod, period, caption: "how".to_owned() };
        let chart =
            sequence_chart("", "heap", from..=to, &|number| Some(number % 5), Some(&repetition), &|| true)
                .unwrap();
        let svg = chart.svg();
        let document = Document::parse(&svg).unwrap();
        let parts = elements(&document, "rect").into_iter().filter(|area| attribute(*area, "height") == 32.0);
        let parts: Vec<_> = parts
            .map(|area| {
                (attribute(area, "x"), attribute(area, "width"), area.attribute("fill").unwrap().to_owned())
            })
            .collect();
        for pair in parts.windows(2) {
            assert_eq!(pair[0].0 + pair[0].1, pair[1].0, "a gap");
            assert_ne!(pair[0].2, pair[1].2, "neighbours of one colour");
        }
        let widths: Vec<u64> = parts.iter().map(|part| part.1 as u64).collect();
        (widths, svg.contains(">preperiod<"), svg.contains(" periods<"))
    };
    // A hundred heaps take 14 pixels each.
    assert_eq!(strip(0, 99, 20, 30), (vec![280, 420, 420, 280], true, false));
    assert_eq!(strip(0, 99, 0, 50), (vec![700, 700], false, false));
    assert_eq!(strip(30, 129, 20, 30), (vec![280, 420, 420, 280], false, false));
    assert_eq!(strip(0, 99, 100, 7), (vec![1400], true, false));
    assert_eq!(strip(0, 99, 99, 7), (vec![1386, 14], true, false));
    assert_eq!(strip(0, 99, 1, u64::MAX), (vec![14, 1386], false, false));
    // Periods that are too narrow are merged; a short preperiod is visible.
    assert_eq!(strip(0, 1_000_000, 1, 2), (vec![2, 1438], false, true));
    assert_eq!(strip(u64::MAX - 99, u64::MAX, u64::MAX, 1), (vec![1386, 14], true, false));
}

#[test]
fn documents_stay_short() {
    let chart = pairs_chart("noise", 334, 334, &|x, y| Some(noise(x * 1000 + y) % 60), &|| true).unwrap();
    assert!(check(&chart, "noise").unwrap().unwrap().colours.len() == 335 * 335);
    let chart =
        sequence_chart("noise", "heap", 0..=400_000, &|x| Some(noise(noise(x)) % 240), None, &|| true)
            .unwrap();
    assert!(check(&chart, "noise").unwrap().unwrap().colours.len() > 100_000);
    let title = "a long title ".repeat(100);
    let repetition = Repetition { preperiod: 0, period: 1, caption: title.clone() };
    let chart = sequence_chart(&title, "heap", 0..=9, &Some, Some(&repetition), &|| true).unwrap();
    check(&chart, &title).unwrap();
}

#[test]
fn a_map_may_be_a_line() {
    for (width, height) in [(1_000_000, 0), (0, 1_000_000), (0, 0), (334, 0), (335, 1)] {
        let chart = pairs_chart("line", width, height, &|x, y| Some(x + y), &|| true).unwrap();
        assert!(check(&chart, "line").unwrap().is_some());
        Image::of(&chart);
    }
}

#[test]
fn too_many_values_are_refused() {
    let refused = |result: Result<Scene, DrawError>| assert_eq!(result.unwrap_err(), DrawError::ManyValues);
    refused(sequence_chart("", "heap", 0..=u64::MAX, &Some, None, &|| true));
    refused(sequence_chart("", "heap", 1..=DrawError::MAX_VALUES + 1, &Some, None, &|| true));
    refused(pairs_chart("", u64::MAX, u64::MAX, &|_, _| None, &|| true));
    refused(pairs_chart("", u64::MAX, 0, &|_, _| None, &|| true));
}

#[test]
fn an_empty_table_has_a_chart() {
    #[expect(clippy::reversed_empty_ranges, reason = "there is nothing to draw")]
    let nothing = 5..=4;
    for (numbers, value) in [(nothing, Some(1)), (0..=9, None), (0..=9999, None)] {
        let chart = sequence_chart("none", "heap", numbers, &|_| value, None, &|| true).unwrap();
        assert!(check(&chart, "none").unwrap().is_none());
        assert!(chart.svg().contains(">no values<"));
    }
}

#[test]
fn charts_can_be_cancelled() {
    let polls = std::cell::Cell::new(0);
    let thrice = || {
        polls.set(polls.get() + 1);
        polls.get() <= 3
    };
    let chart = sequence_chart("long", "heap", 0..=100_000_000, &Some, None, &thrice);
    assert_eq!((chart.err(), polls.take()), (Some(DrawError::Stopped), 4));
    let chart = pairs_chart("wide", 9999, 9999, &|x, y| Some(x ^ y), &thrice);
    assert_eq!((chart.err(), polls.take()), (Some(DrawError::Stopped), 4));
    assert_eq!(
        sequence_chart("short", "heap", 0..=9, &Some, None, &thrice).map(|chart| chart.svg()).ok(),
        sequence_chart("short", "heap", 0..=9, &Some, None, &|| true).map(|chart| chart.svg()).ok(),
    );
}

/// Returns the rectangles that TikZ fills, each as left, top, right, bottom.
fn filled(tikz: &str) -> Vec<[i64; 4]> {
    let fills = tikz.lines().filter(|line| line.starts_with("\\fill") && line.contains("rectangle"));
    let numbers = fills.flat_map(|line| {
        let path = line.split_once("] ").map_or(line, |(_, path)| path);
        let numbers: Vec<i64> = path
            .split(|letter: char| !letter.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect();
        numbers.chunks(4).map(|chunk| [chunk[0], chunk[1], chunk[2], chunk[3]]).collect::<Vec<_>>()
    });
    numbers.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    /// The areas that TikZ fills cover all pairs with a value, do not exceed the map, and fit into the memory of TeX.
    #[test]
    fn tikz_covers_pairs_with_a_value(side in 1_u64..400, seed in any::<u64>(), part in 1_u64..9) {
        let mixed = |x: u64, y: u64| (x ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17) ^ y.wrapping_mul(seed | 1);
        let value = |x: u64, y: u64| (mixed(x, y) % 9 < part).then(|| mixed(y, x) % 40);
        let chart = pairs_chart("pairs", side - 1, side - 1, &value, &|| true).unwrap();
        let (tikz, svg) = (chart.tikz(), chart.svg());
        let (width, height) = size(&chart);
        let areas = filled(&tikz);
        prop_assert!(areas.len() < 8_200, "{} areas", areas.len());
        for [left, top, right, bottom] in &areas {
            prop_assert!(left < right && top < bottom, "an empty area");
            prop_assert!(*right <= i64::from(width) && *bottom <= i64::from(height));
        }
        let document = Document::parse(&svg).unwrap();
        let grid = Grid::of(&document).unwrap();
        for (column, row) in grid.colours.keys() {
            let x = grid.left + (*column as f64 + 0.5) * grid.width;
            let y = grid.middle + *row as f64;
            let is_covered = areas.iter().any(|[left, top, right, bottom]| {
                (*left as f64..*right as f64).contains(&x) && (*top as f64..*bottom as f64).contains(&y)
            });
            prop_assert!(is_covered, "({x}, {y})");
        }
    }

    /// The text of a chart is narrow, and even a single value is visible in it.
    #[test]
    fn text_is_narrow(last in 0_u64..100_000, value in 0_u64..1_000, at in any::<u64>()) {
        let at = at % (last + 1);
        let single = |number: u64| (number == at).then_some(value);
        let chart = sequence_chart("a sequence", "heap", 0..=last, &single, None, &|| true).unwrap();
        let text = chart.text();
        prop_assert!(text.lines().count() <= 40, "{text}");
        prop_assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        prop_assert!(text.contains(['●', '░', '▒', '▓', '█']), "{text}");
    }
}
