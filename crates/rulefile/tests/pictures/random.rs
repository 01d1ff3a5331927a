//! Random files and boards.

use crate::board::{Board, family};
use winways_notation::pictures::Shape;

/// A random number generator (splitmix64).
pub(crate) struct Random(u64);

const SHAPES: [(&str, Shape); 10] = [
    ("grid", Shape::Grid),
    ("grid", Shape::Grid),
    ("grid", Shape::Grid),
    ("strip", Shape::Strip),
    ("strip", Shape::Strip),
    ("ring", Shape::Ring),
    ("torus", Shape::Torus),
    ("hexagonal", Shape::Hexagonal),
    ("graph", Shape::Graph),
    ("graph", Shape::Graph),
];

const FAMILIES: [&str; 14] = [
    "path 3",
    "path 4",
    "path 5",
    "cycle 3",
    "cycle 4",
    "cycle 5",
    "complete 3",
    "complete 4",
    "star 3",
    "wheel 3",
    "wheel 4",
    "grid 3 2",
    "bipartite 2 2",
    "hypercube 2",
];

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    /// Returns `true` with a probability of `percent` in a hundred.
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'l, T: ?Sized>(&mut self, list: &[&'l T]) -> &'l T {
        list[self.below(list.len())]
    }
}

/// The properties that all pictures of a file have in common.
struct Frame {
    shape: Shape,
    letters: Vec<char>,
    is_impartial: bool,
    /// The weight of each sign. Most moves lower the total weight, so that play ends.
    ranks: Vec<(char, usize)>,
}

/// Returns a random file, which may be invalid, its shape, and `true` if it names the graph.
pub(crate) fn file(random: &mut Random) -> (String, Shape, bool) {
    let (name, shape) = SHAPES[random.below(SHAPES.len())];
    let is_impartial = random.chance(30);
    let count = if is_impartial { random.below(3) } else { 2 + random.below(2) };
    let letters: Vec<char> = "xow".chars().take(count).collect();
    let mut ranks: Vec<(char, usize)> =
        ['.', 'x', 'o', 'w', '@', '&'].map(|sign| (sign, 1 + random.below(3))).into();
    ranks.push(('#', 0));
    let frame = Frame { shape, letters, is_impartial, ranks };
    let is_fixed = shape == Shape::Graph && random.chance(10);
    let mut lines = vec![format!("board: {name}{}", if is_fixed { " cycle 5" } else { "" })];
    if count > 0 {
        let owners: &[&str] = match (is_impartial, random.below(4)) {
            (true, _) => &["", "", ""],
            (_, 0) => &[" left", " right", " either"],
            (_, 1) => &[" left", " right", " left"],
            (_, 2) => &[" either", " right", " right"],
            _ => &[" left", " right", ""],
        };
        let pieces: Vec<String> =
            frame.letters.iter().zip(owners).map(|(letter, owner)| format!("{letter}{owner}")).collect();
        lines.push(format!("pieces: {}", pieces.join(", ")));
    }
    let rules = 1 + random.below(3);
    let has_must = rules > 1 && random.chance(15);
    for _ in 0..rules {
        let who = match (is_impartial, random.below(6)) {
            (true, _) => "both",
            (_, 0) => "left",
            (_, 1) => "right",
            (_, 2) => "both",
            _ => "each",
        };
        lines.push(format!("{who}: {}", frame.rule(random, who, has_must)));
    }
    if random.chance(12) {
        let result = if random.chance(70) { "stops" } else { random.pick(&["wins", "loses", "draws"]) };
        let picture = match random.below(3) {
            0 => "full".to_owned(),
            _ => {
                let cells = (0..1 + random.below(3)).map(|_| frame.sign(random, "both")).collect::<Vec<_>>();
                format!("{}{}", cells.join(" "), frame.directions(random, "both", 1))
            }
        };
        lines.push(format!("end: {picture} {result}"));
    }
    (lines.join("\n"), shape, is_fixed)
}

/// A cell of a picture: its sign and its repetition.
type Cell = (String, String);

impl Frame {
    /// Returns the sign of an empty cell, of a piece, or of the pieces of a player.
    fn sign(&self, random: &mut Random, who: &str) -> String {
        let is_named = self.is_impartial || who == "both" || random.chance(25);
        match random.below(10) {
            0..4 => ".".to_owned(),
            _ if self.letters.is_empty() => ".".to_owned(),
            4..7 if !is_named => "@".to_owned(),
            7..9 if !is_named => "&".to_owned(),
            _ => self.letters[random.below(self.letters.len())].to_string(),
        }
    }

    fn class(&self, random: &mut Random, who: &str) -> String {
        let mut signs = vec![self.sign(random, who), self.sign(random, who)];
        if random.chance(10) {
            signs.push("#".to_owned());
        }
        signs.dedup();
        format!("[{}{}]", if random.chance(20) { "^" } else { "" }, signs.concat())
    }

    fn before(&self, random: &mut Random, who: &str) -> String {
        match random.below(20) {
            0 => "?".to_owned(),
            1..3 => self.class(random, who),
            3 => "#".to_owned(),
            _ => self.sign(random, who),
        }
    }

    fn rank(&self, cell: &str) -> usize {
        let first = cell.chars().next().unwrap();
        self.ranks.iter().find(|rank| rank.0 == first).map_or(0, |rank| rank.1)
    }

    fn rule(&self, random: &mut Random, who: &str, has_must: bool) -> String {
        let next = match random.below(12) {
            0 => " again",
            1 => " again turning",
            2 => " then ",
            _ => "",
        };
        let mut rule = self.rewrite(random, who, next, false);
        rule.push_str(next);
        if next == " then " {
            let has_moved = random.chance(80);
            rule.push_str(&self.rewrite(random, who, "", has_moved));
        }
        if has_must && random.chance(50) {
            rule.push_str(" must");
        }
        rule
    }

    /// Returns a rewrite. If `has_moved` is `true`, one cell before the move is `!`.
    fn rewrite(&self, random: &mut Random, who: &str, next: &str, has_moved: bool) -> String {
        for _ in 0..40 {
            let has_rows =
                !matches!(self.shape, Shape::Strip | Shape::Ring | Shape::Graph) && random.chance(20);
            let rows = if has_rows { 2 } else { 1 };
            let most = if rows == 2 { 2 } else { 4 };
            let length = 1 + random.below(most).min(random.below(most + 1));
            let mut before: Vec<Vec<Cell>> = Vec::new();
            for _ in 0..rows {
                before.push((0..length).map(|_| (self.before(random, who), String::new())).collect());
            }
            if has_moved {
                before[0][random.below(length)].0 = "!".to_owned();
            }
            let mut after = before.clone();
            for _ in 0..1 + random.below(3) {
                let (row, column) = (random.below(rows), random.below(length));
                match random.below(3) {
                    0 => {
                        let other = random.below(length);
                        after[row].swap(column, other);
                    }
                    _ => after[row][column].0 = self.becomes(random, who, &before[row][column].0),
                }
            }
            if rows == 1 && random.chance(25) {
                self.run(random, &mut before[0], &mut after[0]);
            }
            let total =
                |rows: &[Vec<Cell>]| rows.iter().flatten().map(|cell| self.rank(&cell.0)).sum::<usize>();
            let is_lower = total(&after) < total(&before);
            if before == after || (!is_lower && !random.chance(10)) {
                continue;
            }
            if !next.is_empty() && random.chance(60) {
                let (row, column) = (random.below(rows), random.below(length));
                if !".#!".contains(&after[row][column].0) && after[row][column].1.is_empty() {
                    after[row][column].0.insert(0, '!');
                }
            }
            let written = |rows: &[Vec<Cell>]| {
                let row = |row: &Vec<Cell>| {
                    row.iter().map(|cell| format!("{}{}", cell.0, cell.1)).collect::<Vec<_>>().join(" ")
                };
                rows.iter().map(row).collect::<Vec<_>>().join(" / ")
            };
            let directions = self.directions(random, who, rows);
            let conditions = self.conditions(random, who, &before);
            return format!("{} -> {}{directions}{conditions}", written(&before), written(&after));
        }
        ". -> #".to_owned()
    }

    fn becomes(&self, random: &mut Random, who: &str, before: &str) -> String {
        match random.below(10) {
            0..3 => ".".to_owned(),
            3..5 => "#".to_owned(),
            5..7 if before.starts_with('[') && !before.contains(['^', '#']) => "~".to_owned(),
            _ => self.sign(random, who),
        }
    }

    /// Turns a cell into a run before and after, or reorders cells around a run.
    fn run(&self, random: &mut Random, before: &mut [Cell], after: &mut Vec<Cell>) {
        let place = random.below(before.len());
        if before[place].0 == "#" || before[place].0 == "!" || before[place].0.contains('#') {
            return;
        }
        let times = *random.pick(&[&"+", &"*", &"{1,2}", &"{2}", &"{2,}", &"{0,1}", &"{0,2}"]);
        before[place].1 = times.to_owned();
        after[place].1 = times.to_owned();
        if times == "+" && random.chance(50) {
            // For example, `@ .+` becomes `.* . @`.
            let run = (after[place].0.clone(), "*".to_owned());
            after[place] = (after[place].0.clone(), String::new());
            let at = random.below(after.len() + 1);
            after.insert(at, run);
        }
        if random.chance(30) {
            let (one, other) = (random.below(after.len()), random.below(after.len()));
            after.swap(one, other);
        }
    }

    fn directions(&self, random: &mut Random, who: &str, rows: usize) -> String {
        let words: &[&str] = match self.shape {
            Shape::Graph => &["all"],
            Shape::Strip | Shape::Ring => {
                &["right", "left", "across", "all", "right", "(2,0)", "(-1,0)", "forward", "backward"]
            }
            _ if rows > 1 => {
                &["right", "left", "up", "down", "across", "vertical", "all", "eight", "forward", "backward"]
            }
            _ => &[
                "right", "left", "up", "down", "across", "vertical", "all", "diagonal", "eight", "knight",
                "(1,2)", "(-1,1)", "(0,2)", "forward", "backward",
            ],
        };
        if random.chance(40) {
            return String::new();
        }
        let one = random.pick(words);
        let one = if one.ends_with("ward") && who == "both" { "right" } else { one };
        match self.shape {
            Shape::Hexagonal if rows > 1 && one == "eight" => " in all".to_owned(),
            _ if random.chance(15) && one != "right" => format!(" in {one}, right"),
            _ => format!(" in {one}"),
        }
    }

    fn conditions(&self, random: &mut Random, who: &str, before: &[Vec<Cell>]) -> String {
        let mut conditions = Vec::new();
        // Conditions on neighbours need a cell that cannot be missing.
        let is_there = |cell: &Cell| {
            let may_be_empty = cell.1 == "*" || cell.1.starts_with("{0");
            !may_be_empty && (!cell.0.contains('#') || cell.0.starts_with("[^"))
        };
        if before.iter().flatten().any(is_there) && random.chance(18) {
            let asked = if random.chance(20) { self.class(random, who) } else { self.sign(random, who) };
            let asked = if random.chance(6) { "#".to_owned() } else { asked };
            let bound =
                random.pick(&["no", "no", "some", "at least 2", "at least 3", "at most 1", "at most 2"]);
            conditions.push(format!("{bound} {asked} beside"));
        }
        if random.chance(6) {
            let asked = match random.below(10) {
                0..5 => ".".to_owned(),
                5..7 => "#".to_owned(),
                7 => self.class(random, who),
                _ => self.sign(random, who),
            };
            conditions.push(format!("groups touch {asked}"));
        }
        if conditions.is_empty() { String::new() } else { format!(" where {}", conditions.join(", ")) }
    }
}

/// Returns a random board for a file.
pub(crate) fn board(random: &mut Random, text: &str, shape: Shape, is_fixed: bool) -> Board {
    let pieces: Vec<u8> = b"xow".iter().copied().filter(|&letter| declares(text, letter)).collect();
    let letters = |random: &mut Random, count: usize| -> Vec<u8> {
        let empty = 20 + random.below(60);
        let mut letter = || match random.below(100) {
            0..7 => b'#',
            place if place < empty || pieces.is_empty() => b'.',
            _ => pieces[random.below(pieces.len())],
        };
        (0..count).map(|_| letter()).collect()
    };
    match shape {
        Shape::Graph => {
            let name = if is_fixed { "cycle 5" } else { random.pick(&FAMILIES) };
            let (count, edges) = family(name);
            let cells = letters(random, count);
            match (is_fixed, random.chance(50)) {
                (true, _) => Board::graph("!", edges, &cells),
                (_, true) => Board::graph(name, edges, &cells),
                // A random graph, written by its edges.
                _ => {
                    let count = 2 + random.below(4);
                    let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (b, a)));
                    let edges = pairs.filter(|_| random.chance(55)).collect();
                    let cells = letters(random, count);
                    Board::graph("", edges, &cells)
                }
            }
        }
        Shape::Strip | Shape::Ring => {
            let width = 1 + random.below(7);
            let cells = letters(random, width);
            Board::rows(shape, width, &cells)
        }
        _ => {
            let (width, height) = *random.pick(&[
                &(1, 3),
                &(2, 1),
                &(2, 2),
                &(2, 2),
                &(3, 1),
                &(3, 2),
                &(2, 3),
                &(4, 1),
                &(1, 4),
                &(4, 2),
                &(3, 3),
            ]);
            let cells = letters(random, width * height);
            Board::rows(shape, width, &cells)
        }
    }
}

fn declares(text: &str, letter: u8) -> bool {
    let pieces = text.lines().find(|line| line.starts_with("pieces:"));
    pieces.is_some_and(|line| line[7..].split([',', ' ']).any(|word| word.as_bytes() == [letter]))
}

/// Returns an image of a board: reflected, rotated, or with the pieces of the players exchanged. On a graph, moves each letter
/// to the preceding vertex instead.
pub(crate) fn image(random: &mut Random, board: &Board) -> Board {
    let (width, height) = (board.width, board.height);
    let exchange = |letter: u8| match letter {
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    };
    let mut cells = board.cells.clone();
    if board.shape == Shape::Graph {
        cells.rotate_left(1);
        return board.with(cells);
    }
    match random.below(4) {
        0 => cells.chunks_mut(width).for_each(<[u8]>::reverse),
        1 => cells.reverse(),
        2 if height > 1 => {
            let turned =
                (0..width * height).map(|cell| board.cells[cell % height * width + cell / height]).collect();
            return Board { width: height, height: width, cells: turned, ..board.clone() };
        }
        _ => cells = cells.into_iter().map(exchange).collect(),
    }
    if cells.contains(&b'o') && !board.cells.contains(&b'o') {
        cells = board.cells.clone();
    }
    board.with(cells)
}
