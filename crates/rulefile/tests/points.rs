//! Compares games of points on strips with a slow interpreter of docs/rules.md, which shares no code with the project.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use winways_rulefile::of_file;
use winways_solve::{Budget, NoObserver, SolvedRanks, solve_ranks};

/// The number of boards that are compared.
const BOARDS: usize = 1500;

type Board = Vec<char>;

/// A move or a line of points: the cells before and after, the word for the directions, and the points.
struct Line {
    before: Vec<String>,
    after: Vec<String>,
    directions: String,
    points: i64,
    again: bool,
}

impl Line {
    fn read(text: &str) -> Line {
        let (text, points) = text.split_once(" = ").unwrap_or((text, "0"));
        let (text, directions) = text.split_once(" in ").unwrap_or((text, "across"));
        let (before, after) = text.split_once(" -> ").unwrap();
        let cells = |text: &str| text.split(' ').map(str::to_owned).collect();
        Line {
            before: cells(before),
            after: cells(after),
            directions: directions.to_owned(),
            points: points.split(' ').next().unwrap().parse().unwrap(),
            again: points.ends_with("again"),
        }
    }
}

struct File {
    moves: Vec<Line>,
    points: Vec<Line>,
}

fn letter(board: &Board, place: i64) -> char {
    usize::try_from(place).ok().and_then(|place| board.get(place)).copied().unwrap_or('#')
}

/// Returns the only piece of a player: x for Left (1), o for Right (-1).
fn own(player: i64) -> char {
    if player > 0 { 'x' } else { 'o' }
}

fn fits(sign: &str, letter: char, player: i64) -> bool {
    let one = |sign: char| match sign {
        '@' => letter == own(player),
        '&' => letter == own(-player),
        sign => letter == sign,
    };
    if sign == "?" { letter != '#' } else { sign.trim_matches(['[', ']']).chars().any(one) }
}

/// Returns the changes that a line makes on a board: for each place where it fits, the cells that change.
fn changes(line: &Line, board: &Board, player: i64) -> Vec<Vec<(usize, char)>> {
    let ways: &[i64] = match line.directions.as_str() {
        "right" => &[1],
        "left" => &[-1],
        "forward" => &[player],
        _ => &[1, -1],
    };
    let length = line.before.len() as i64;
    let mut found = Vec::new();
    for way in ways {
        for start in -length..board.len() as i64 + length {
            let place = |number: usize| start + number as i64 * way;
            let was: Vec<char> = (0..line.before.len()).map(|number| letter(board, place(number))).collect();
            let is_on_board = (0..was.len()).any(|number| (0..board.len() as i64).contains(&place(number)));
            if !is_on_board || !line.before.iter().zip(&was).all(|(sign, &was)| fits(sign, was, player)) {
                continue;
            }
            let becomes = |number: usize| match line.after[number].chars().next().unwrap() {
                '@' => own(player),
                '&' => own(-player),
                '?' | '[' => was[number],
                other => other,
            };
            let changed = (0..was.len()).filter(|&number| becomes(number) != was[number]);
            found.push(changed.map(|number| (place(number) as usize, becomes(number))).collect());
        }
    }
    found
}

impl File {
    fn read(text: &str) -> File {
        let lines = |keys: &[&str]| {
            let own = text.lines().filter_map(|line| line.split_once(": "));
            own.filter(|(key, _)| keys.contains(key)).map(|(_, rest)| Line::read(rest)).collect()
        };
        File { moves: lines(&["both", "each"]), points: lines(&["points"]) }
    }

    fn moves(&self, board: &Board, player: i64) -> HashSet<Board> {
        let all = self.moves.iter().flat_map(|line| changes(line, board, player));
        let moves = all.filter(|changed| !changed.is_empty()).map(|changed| {
            let mut after = board.clone();
            changed.into_iter().for_each(|(cell, letter)| after[cell] = letter);
            after
        });
        moves.collect()
    }

    /// Returns the board after all pictures are taken, with the points, and `true` if the player moves again.
    fn taken(&self, board: &Board, player: i64) -> (Board, i64, bool) {
        let (mut board, mut points, mut again) = (board.clone(), 0, false);
        loop {
            let mut changed: HashMap<usize, char> = HashMap::new();
            for line in &self.points {
                for (cell, letter) in changes(line, &board, player).into_iter().flatten() {
                    if let Entry::Vacant(place) = changed.entry(cell) {
                        place.insert(letter);
                        points += line.points;
                        again |= line.again;
                    }
                }
            }
            if changed.is_empty() {
                return (board, points, again);
            }
            changed.into_iter().for_each(|(cell, letter)| board[cell] = letter);
        }
    }

    /// Returns the lead of the player to move, or `None` if play may cycle.
    fn value(
        &self,
        board: &Board,
        player: i64,
        known: &mut HashMap<(Board, i64), Option<i64>>,
    ) -> Option<i64> {
        if let Some(value) = known.get(&(board.clone(), player)) {
            return *value;
        }
        known.insert((board.clone(), player), None);
        let mut best: Option<i64> = None;
        for after in self.moves(board, player) {
            let (after, points, again) = self.taken(&after, player);
            let moves_again = again && !self.moves(&after, player).is_empty();
            let value = match moves_again {
                true => points + self.value(&after, player, known)?,
                false => points - self.value(&after, -player, known)?,
            };
            best = best.max(Some(value));
        }
        known.insert((board.clone(), player), Some(best.unwrap_or(0)));
        Some(best.unwrap_or(0))
    }
}

/// A random number generator (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    fn pick<'l>(&mut self, list: &[&'l str]) -> &'l str {
        list[self.below(list.len())]
    }
}

const MOVES: &[&str] = &[
    "both: . -> t",
    "both: . -> t",
    "each: . -> @",
    "both: . -> u",
    "both: # a -> # c",
    "both: a -> c",
    "both: . . -> t t",
    "each: @ . -> t @ in forward",
    "both: a . -> . a in right",
    "each: & -> t",
    "both: a -> .",
];

const POINTS: &[&str] = &[
    "t a -> t # = 1",
    "@ a -> @ # in across = 2",
    "t a -> t b in across = 1",
    "t b -> t # in across = 2",
    "c -> # = 3",
    "c -> . = 1",
    "[tx] a -> [tx] t in right = 1",
    "u a -> u # in across = 2",
    "a ? a -> a ? . = 1",
    "t b -> t t in across = 1",
    "@ a -> @ @ in forward = 1",
    "t t -> t # in right = 1",
    "& b -> & t = 1",
    "t a -> t # in across = 1 again",
    "b t b -> b t # = 1 again",
];

fn file(random: &mut Random) -> String {
    let mut lines = Vec::new();
    for _ in 0..1 + random.below(3) {
        lines.push(random.pick(MOVES).to_owned());
    }
    for _ in 0..1 + random.below(2) {
        lines.push(format!("points: {}", random.pick(POINTS)));
    }
    // A file may not name pieces that it does not use.
    let pictures =
        lines.iter().map(|line| line[line.find(": ").unwrap() + 1..].split(" in ").next().unwrap());
    let used: String = pictures.collect();
    let is_owned = used.contains(['@', '&']);
    let pieces =
        [("x left", 'x'), ("o right", 'o'), ("a", 'a'), ("b", 'b'), ("c", 'c'), ("t", 't'), ("u", 'u')];
    let pieces: Vec<&str> = pieces
        .into_iter()
        .filter(|(piece, letter)| used.contains(*letter) || is_owned && piece.contains(' '))
        .map(|(piece, _)| piece)
        .collect();
    format!("game: Points\nboard: strip\npieces: {}\n{}\n", pieces.join(", "), lines.join("\n"))
}

#[test]
fn random_games_of_points_agree_with_the_interpreter() {
    let (mut compared, mut refused, mut scored, mut seed) = (0, 0, 0, 0);
    while compared < BOARDS {
        seed += 1;
        assert!(seed < 40_000, "{compared} boards compared, {refused} files refused");
        let mut random = Random(seed);
        let text = file(&mut random);
        let Ok(game) = of_file(&text) else {
            refused += 1;
            continue;
        };
        let letters: Vec<&str> =
            text.lines().nth(2).unwrap()[8..].split(", ").map(|piece| &piece[..1]).collect();
        for _ in 0..4 {
            let length = 1 + random.below(5);
            let cells = (0..length).map(|_| if random.below(2) == 0 { "." } else { random.pick(&letters) });
            let cells: Vec<&str> = cells.collect();
            let player = if random.below(2) == 0 { 1 } else { -1 };
            let name = if player > 0 { "left" } else { "right" };
            let question = format!("{} {name}", cells.concat());
            let Ok(position) = game.parse(&question) else { continue };
            let Some(ranked) = position.ranked() else { continue };
            let (file, board) = (File::read(&text), cells.concat().chars().collect::<Board>());
            // Pictures at the start do not count before the first move.
            let Some(expected) = file.value(&board, player, &mut HashMap::new()) else { continue };
            let ranks = ranked.board().ranks();
            let play = ranked.board().plays()[0];
            let solution = solve_ranks(ranks, play, Budget::DEFAULT, &NoObserver).unwrap();
            let found = solution.value(ranked.rank()).unwrap().unwrap().points();
            assert_eq!(found, expected, "{question} in\n{text}");
            compared += 1;
            scored += usize::from(expected != 0);
        }
    }
    println!("{compared} boards, {scored} of them not 0, {refused} of {seed} files refused");
    assert!(scored > compared / 8, "{scored} of {compared} boards are not 0");
}
