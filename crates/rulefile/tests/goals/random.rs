//! Random files with end pictures, and random boards for them.

use crate::interpreter::Board;

/// A random number generator (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x0f1e_2d3c_4b5a_6978)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'l>(&mut self, list: &[&'l str]) -> &'l str {
        list[self.below(list.len())]
    }
}

/// Moves that are the same for both players.
const ALIKE: &[&str] = &[
    ". -> x",
    ". -> o",
    "x . -> . x",
    "x o -> . x",
    "x -> .",
    "o -> x",
    ". . -> x x",
    "x ? -> ? x",
    "[xo] . -> . [xo]",
    "x . -> . !x then ! . -> . !",
    "x .+ -> .* . x",
    "[x#] o -> [x#] .",
    "# o -> # x",
    "x . -> . x then o -> .",
    ". / x -> x / .",
];
/// Moves of one player, or of each player with his own pieces.
const OWN: &[&str] = &[
    ". -> @",
    ". -> @",
    ". -> &",
    "@ . -> . @",
    "@ & -> . @",
    "@ & . -> . . @",
    "& . -> . &",
    "@ -> .",
    "& -> @",
    "@ & -> & @",
    "@ .+ -> .* . @",
    "@ . -> . !@ then ! . -> . !",
    "@ . -> . !@ then ! . -> ! &",
    "@ . -> . @ then & -> .",
    ". -> x",
    "[^.] . -> . [^.]",
    "@ ? -> ? @",
    "[@#] & -> [@#] .",
];
const ENDS: &[&str] = &[
    "@ @",
    "@ @ @",
    "@ @ @",
    "& &",
    "& & &",
    "@ &",
    "x x",
    "x x x",
    "o .",
    "@ @ / @ @",
    "@ / &",
    "# @",
    "@ #",
    "[@.] @",
    "@ .* @",
    "@ ? @",
    "[^@]",
    "@ & @",
    "x",
    ". .",
    "@ . / . &",
    "# & & #",
    "@ @{1,2} #",
];
const DIRECTIONS: &[&str] =
    &["right", "left", "up", "down", "across", "vertical", "all", "eight", "diagonal", "forward", "backward"];
const SIGNS: &[&str] = &[".", "#", "x", "o", "@", "&", "[x.]", "[^x]", "[#o]", "[@#]"];

/// Returns a random file, which may be invalid.
pub(crate) fn file(random: &mut Random) -> String {
    let shape = random.pick(&["grid", "grid", "grid", "strip", "strip", "ring", "torus", "hexagonal"]);
    let is_row = shape == "strip" || shape == "ring";
    let owners =
        random.pick(&["x left, o right", "x left, o right", "x left, o right", "x either, o right", "x, o"]);
    let is_alike = owners == "x, o" || random.chance(15);
    let mut lines = vec![format!("board: {shape}"), format!("pieces: {owners}")];
    if random.chance(15) {
        lines.push("play: misere".to_owned());
    }
    let directions = |random: &mut Random, text: &str, is_side_known: bool| {
        if random.chance(40) {
            return String::new();
        }
        let word = random.pick(DIRECTIONS);
        let is_wrong = is_row && ["up", "down", "vertical", "eight", "diagonal"].contains(&word)
            || shape == "hexagonal" && ["eight", "diagonal"].contains(&word)
            || text.contains('/') && word == "diagonal"
            || !is_side_known && word.ends_with("ward");
        if is_wrong { String::new() } else { format!(" in {word}") }
    };
    let conditions = |random: &mut Random, is_alike: bool| {
        let mut sign = random.pick(SIGNS);
        if is_alike && sign.contains(['@', '&']) {
            sign = "x";
        }
        match random.below(20) {
            0 => format!(" where no {sign} beside"),
            1 => format!(" where some {sign} beside"),
            3 => format!(" where at least {} {sign} beside", random.below(4)),
            4 => format!(" where at most {} {sign} beside", random.below(4)),
            2 => format!(" where groups touch {sign}"),
            _ => String::new(),
        }
    };
    for _ in 0..1 + random.below(3) {
        let both = is_alike || random.chance(10);
        let who = if both { "both" } else { random.pick(&["each", "each", "each", "left", "right"]) };
        let rule = random.pick(if both { ALIKE } else { OWN });
        if is_row && rule.contains('/') {
            continue;
        }
        let mut parts = Vec::new();
        for part in rule.split(" then ") {
            let named = directions(random, part, !both);
            parts.push(format!("{part}{named}{}", conditions(random, both)));
        }
        let must = if random.chance(10) { " must" } else { "" };
        lines.push(format!("{who}: {}{must}", parts.join(" then ")));
    }
    for _ in 0..1 + random.below(3) {
        let end = random.pick(ENDS);
        let end = if owners == "x, o" { end.replace('@', "x").replace('&', "o") } else { end.to_owned() };
        if is_row && end.contains('/') {
            continue;
        }
        let result = random.pick(&["wins", "wins", "wins", "loses", "loses", "draws", "stops"]);
        let named = directions(random, &end, true);
        lines.push(format!("end: {end}{named} {result}"));
    }
    if random.chance(30) {
        lines.push(format!("end: full {}", random.pick(&["draws", "draws", "wins", "loses", "stops"])));
    }
    // The order of lines matters only among the `end:` lines.
    let from = random.below(lines.len() - 1);
    lines[2..].rotate_left(from.min(1));
    lines.join("\n")
}

/// Returns a random board for a file.
pub(crate) fn board(random: &mut Random, text: &str) -> Board {
    let is_row = text.starts_with("board: strip") || text.starts_with("board: ring");
    let (width, height) = match (is_row, random.below(7)) {
        (true, size) => (1 + size as i32, 1),
        (_, 0) => (2, 2),
        (_, 1) => (3, 1),
        (_, 2) => (1, 3),
        (_, 3) => (3, 2),
        (_, 4) => (2, 3),
        (_, 5) => (4, 1),
        _ => (2, 2),
    };
    let empty = 20 + random.below(60);
    let mut letter = || match random.below(100) {
        0..6 => '#',
        place if place < empty => '.',
        place if place % 2 == 0 => 'x',
        _ => 'o',
    };
    Board { width, cells: (0..width * height).map(|_| letter()).collect() }
}
