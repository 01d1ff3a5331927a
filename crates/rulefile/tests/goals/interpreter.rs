//! A slow and simple interpreter of picture files, written only from docs/rules.md: text in, boards and outcomes out.
//!
//! It uses no other code of the project, not even the parser. The cells of pictures must be separated by blanks.

use std::collections::HashMap;

pub(crate) type Place = (i32, i32);

/// A parsed file.
pub(crate) struct File {
    shape: String,
    /// The letter and the owner of each piece. The owner is `left`, `right`, `either` or empty.
    pieces: Vec<(char, String)>,
    rules: Vec<Rule>,
    ends: Vec<(Option<Picture>, String)>,
    is_misere: bool,
}

struct Rule {
    who: String,
    first: Rewrite,
    second: Option<Rewrite>,
    must: bool,
}

struct Rewrite {
    before: Picture,
    after: Vec<Vec<String>>,
    /// The kind (`no`, `some`, `groups`, `least N` or `most N`) and the sign of each condition.
    conditions: Vec<(String, String)>,
}

struct Picture {
    rows: Vec<Vec<String>>,
    directions: Vec<String>,
}

/// The letters of a board, row by row, and the number of columns.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Board {
    pub(crate) width: i32,
    pub(crate) cells: Vec<char>,
}

/// A cell of a picture, placed on the board.
#[derive(Clone)]
struct Spot {
    sign: String,
    place: Place,
    was: char,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Won(u32),
    Lost(u32),
    Drawn,
}

fn rows(text: &str) -> Vec<Vec<String>> {
    text.split('/').map(|row| row.split_whitespace().map(str::to_owned).collect()).collect()
}

/// Splits a text at the first occurrence of a word.
fn split_at_word<'t>(text: &'t str, word: &str) -> (&'t str, Option<&'t str>) {
    match text.split_once(word) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn directions(text: Option<&str>, rows: &[Vec<String>]) -> Vec<String> {
    let is_cell = rows.len() == 1 && rows[0].len() == 1 && !rows[0][0].ends_with(['+', '*', '}']);
    match text {
        Some(text) => text.split(',').map(|word| word.trim().to_owned()).collect(),
        None => vec![if is_cell { "right" } else { "all" }.to_owned()],
    }
}

fn rewrite(text: &str) -> Rewrite {
    let (text, conditions) = split_at_word(text, " where ");
    let (text, named) = split_at_word(text, " in ");
    let (before, after) = text.split_once("->").expect("an arrow");
    let condition = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[0] {
            "groups" => ("groups".to_owned(), words[2].to_owned()),
            "at" => (format!("{} {}", words[1], words[2]), words[3].to_owned()),
            word => (word.to_owned(), words[1].to_owned()),
        }
    };
    let before = rows(before);
    Rewrite {
        after: rows(after),
        conditions: conditions.map(|text| text.split(',').map(condition).collect()).unwrap_or_default(),
        before: Picture { directions: directions(named, &before), rows: before },
    }
}

impl File {
    pub(crate) fn read(text: &str) -> File {
        let mut file = File {
            shape: String::new(),
            pieces: Vec::new(),
            rules: Vec::new(),
            ends: Vec::new(),
            is_misere: false,
        };
        for line in text.lines() {
            let (key, rest) = line.split_once(':').expect("a colon");
            let rest = rest.trim();
            match key {
                "board" => file.shape = rest.to_owned(),
                "play" => file.is_misere = rest == "misere",
                "pieces" => {
                    let piece = |text: &str| {
                        let (letter, owner) = split_at_word(text.trim(), " ");
                        (letter.chars().next().expect("a letter"), owner.unwrap_or("").to_owned())
                    };
                    file.pieces = rest.split(',').map(piece).collect();
                }
                "end" => {
                    let (what, result) = rest.rsplit_once(' ').expect("a result");
                    let (picture, named) = split_at_word(what, " in ");
                    let rows = rows(picture);
                    let picture = Picture { directions: directions(named, &rows), rows };
                    file.ends.push(((what != "full").then_some(picture), result.to_owned()));
                }
                who => {
                    let must = rest.ends_with(" must");
                    let (first, second) = split_at_word(rest.trim_end_matches(" must"), " then ");
                    let (first, second) = (rewrite(first), second.map(rewrite));
                    file.rules.push(Rule { who: who.to_owned(), first, second, must });
                }
            }
        }
        file
    }

    fn owns(&self, player: &str, letter: char) -> bool {
        self.pieces.iter().any(|(piece, owner)| *piece == letter && (owner == player || owner == "either"))
    }

    fn first_of(&self, player: &str) -> char {
        self.pieces.iter().map(|piece| piece.0).find(|&letter| self.owns(player, letter)).expect("a piece")
    }

    /// Returns `true` if a letter matches a sign.
    fn fits(&self, sign: &str, letter: char, player: &str) -> bool {
        let mut signs = sign.chars();
        match signs.next().expect("a sign") {
            '[' => {
                let inner = sign.trim_matches(['[', ']']);
                let listed =
                    |signs: &str| signs.chars().any(|sign| self.fits(&sign.to_string(), letter, player));
                match inner.strip_prefix('^') {
                    Some(inner) => letter != '#' && !listed(inner),
                    None => listed(inner),
                }
            }
            '?' => letter != '#',
            '@' => self.owns(player, letter),
            '&' => self.owns(other(player), letter),
            sign => sign == letter,
        }
    }

    fn cell(&self, board: &Board, (mut column, mut row): Place) -> Option<usize> {
        let (width, height) = (board.width, board.cells.len() as i32 / board.width);
        if self.shape == "ring" || self.shape == "torus" {
            column = column.rem_euclid(width);
        }
        if self.shape == "torus" {
            row = row.rem_euclid(height);
        }
        ((0..width).contains(&column) && (0..height).contains(&row)).then(|| (row * width + column) as usize)
    }

    fn letter(&self, board: &Board, place: Place) -> char {
        self.cell(board, place).map_or('#', |cell| board.cells[cell])
    }

    fn steps(&self) -> Vec<Place> {
        match self.shape.as_str() {
            "strip" | "ring" => vec![(1, 0), (-1, 0)],
            "hexagonal" => vec![(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
            _ => vec![(1, 0), (0, 1), (-1, 0), (0, -1)],
        }
    }

    /// Returns the steps along the rows and down the columns of a picture, for each of its orientations.
    fn ways(&self, picture: &Picture, player: &str) -> Vec<(Place, Place)> {
        let diagonals = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
        let is_row = self.shape == "strip" || self.shape == "ring";
        let mut found = Vec::new();
        for word in &picture.directions {
            let forward = match (is_row, player == "left") {
                (true, true) => (1, 0),
                (true, false) => (-1, 0),
                (false, true) => (0, -1),
                (false, false) => (0, 1),
            };
            let along = match word.as_str() {
                "right" => vec![(1, 0)],
                "left" => vec![(-1, 0)],
                "up" => vec![(0, -1)],
                "down" => vec![(0, 1)],
                "across" => vec![(1, 0), (-1, 0)],
                "vertical" => vec![(0, 1), (0, -1)],
                "diagonal" => diagonals.to_vec(),
                "eight" if picture.rows.len() == 1 => [self.steps(), diagonals.to_vec()].concat(),
                "forward" => vec![forward],
                "backward" => vec![(-forward.0, -forward.1)],
                _ => self.steps(),
            };
            for along in along {
                let sixths = self.steps();
                let down = match sixths.iter().position(|&step| step == along) {
                    Some(sixth) if self.shape == "hexagonal" => sixths[(sixth + 1) % 6],
                    _ => (-along.1, along.0),
                };
                found.push((along, down));
                if word == "eight" && picture.rows.len() > 1 {
                    found.push((along, (-down.0, -down.1)));
                }
            }
        }
        found
    }

    /// Returns all placements of a picture whose runs have been expanded.
    fn places(&self, board: &Board, rows: &[Vec<String>], picture: &Picture, player: &str) -> Vec<Vec<Spot>> {
        let height = board.cells.len() as i32 / board.width;
        // A picture may begin beyond the edge if one of its cells may be gone.
        let may_be_none = rows.iter().flatten().any(|sign| sign != "!" && self.fits(sign, '#', player));
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0).max(rows.len()) as i32;
        let longest = if may_be_none { longest } else { 0 };
        let across = if self.shape == "ring" || self.shape == "torus" { 0 } else { longest };
        let down = if self.shape == "torus" { 0 } else { longest };
        let mut found = Vec::new();
        for (along, below) in self.ways(picture, player) {
            for row in -down..height + down {
                for column in -across..board.width + across {
                    let mut spots: Vec<Spot> = Vec::new();
                    for (number, cells) in (0..).zip(rows) {
                        for (place, sign) in (0..).zip(cells) {
                            let place = (
                                column + place * along.0 + number * below.0,
                                row + place * along.1 + number * below.1,
                            );
                            let was = self.letter(board, place);
                            spots.push(Spot { sign: sign.clone(), place, was });
                        }
                    }
                    let cells: Vec<usize> =
                        spots.iter().filter_map(|spot| self.cell(board, spot.place)).collect();
                    let are_distinct =
                        (1..cells.len()).all(|number| !cells[..number].contains(&cells[number]));
                    let fit = spots.iter().all(|spot| {
                        spot.sign == "!" && spot.was != '.' && spot.was != '#'
                            || spot.sign != "!" && self.fits(&spot.sign, spot.was, player)
                    });
                    if fit && are_distinct && !cells.is_empty() {
                        found.push(spots);
                    }
                }
            }
        }
        found
    }

    fn neighbours(&self, place: Place) -> Vec<Place> {
        self.steps().iter().map(|step| (place.0 + step.0, place.1 + step.1)).collect()
    }

    /// Returns the boards after one rewrite, each with the cell of the moved piece.
    fn after_rewrite(
        &self,
        board: &Board,
        rewrite: &Rewrite,
        player: &str,
        moved: Option<usize>,
    ) -> Vec<(Board, Option<usize>)> {
        let mut found = Vec::new();
        for (before, after) in expanded(&rewrite.before.rows, &rewrite.after, board.cells.len()) {
            for spots in self.places(board, &before, &rewrite.before, player) {
                let is_moved = |spot: &Spot| {
                    spot.sign != "!" || self.cell(board, spot.place) == moved && moved.is_some()
                };
                if !spots.iter().all(is_moved) || !self.are_beside(board, rewrite, &spots, player) {
                    continue;
                }
                let mut next = board.clone();
                let after: Vec<&str> = after.iter().flatten().map(String::as_str).collect();
                let mut landed = Vec::new();
                for (number, sign) in after.iter().enumerate() {
                    let count = after[..number].iter().filter(|other| kind(other) == kind(sign)).count();
                    let same = spots.iter().filter(|spot| kind(&spot.sign) == kind(sign)).nth(count);
                    let letter = match (kind(sign), same) {
                        ("@" | "&" | "?" | "!" | "[", Some(same)) => same.was,
                        ("@", None) => self.first_of(player),
                        ("&", None) => self.first_of(other(player)),
                        (sign, _) => sign.chars().next().expect("a sign"),
                    };
                    let cell = self.cell(board, spots[number].place);
                    if let Some(cell) = cell.filter(|_| spots[number].was != '#') {
                        next.cells[cell] = letter;
                    }
                    let is_put = kind(&spots[number].sign) != kind(sign) && !".#".contains(kind(sign));
                    landed.push((sign.starts_with('!'), is_put, cell));
                }
                let marked = landed.iter().find(|place| place.0).and_then(|place| place.2);
                let put: Vec<_> = landed.iter().filter(|place| place.1).collect();
                let piece = marked.or_else(|| if let [only] = put[..] { only.2 } else { None });
                if next != *board {
                    found.push((next, piece));
                }
            }
        }
        found
    }

    fn are_beside(&self, board: &Board, rewrite: &Rewrite, spots: &[Spot], player: &str) -> bool {
        let mut asked = rewrite.conditions.iter().filter(|condition| condition.0 != "groups").peekable();
        if asked.peek().is_none() {
            return true;
        }
        let may_be_none = |sign: &str| sign != "!" && self.fits(sign, '#', player);
        let Some(first) = spots.iter().find(|spot| !may_be_none(&spot.sign)) else { return false };
        let same = |one: Place, other: Place| match (self.cell(board, one), self.cell(board, other)) {
            (None, None) => one == other,
            (one, other) => one == other,
        };
        // On a narrow ring or torus, a cell can be a neighbour on two sides.
        let mut near = self.neighbours(first.place);
        for index in (1..near.len()).rev() {
            if near[..index].iter().any(|&place| same(place, near[index])) {
                near.remove(index);
            }
        }
        let near: Vec<char> = near
            .into_iter()
            .filter(|&place| !spots.iter().any(|spot| same(spot.place, place)))
            .map(|place| self.letter(board, place))
            .collect();
        asked.all(|(word, sign)| {
            let count = near.iter().filter(|&&letter| self.fits(sign, letter, player)).count();
            match word.split_once(' ') {
                Some(("least", bound)) => count >= bound.parse().expect("a number"),
                Some((_, bound)) => count <= bound.parse().expect("a number"),
                None => (count > 0) == (word == "some"),
            }
        })
    }

    fn groups_touch(&self, board: &Board, sign: &str, player: &str) -> bool {
        let is_piece = |&cell: &usize| board.cells[cell] != '.' && board.cells[cell] != '#';
        (0..board.cells.len()).filter(is_piece).all(|cell| self.group_touches(board, cell, sign, player))
    }

    fn group_touches(&self, board: &Board, cell: usize, sign: &str, player: &str) -> bool {
        let mut group = vec![cell];
        let mut next = 0;
        while let Some(&from) = group.get(next) {
            let place = (from as i32 % board.width, from as i32 / board.width);
            for near in self.neighbours(place) {
                let alike = self.cell(board, near).filter(|&near| board.cells[near] == board.cells[cell]);
                if let Some(near) = alike {
                    group.push(near);
                } else if self.fits(sign, self.letter(board, near), player) {
                    return true;
                }
            }
            next += 1;
            let mut seen = Vec::new();
            group.retain(|cell| {
                !seen.contains(cell) && {
                    seen.push(*cell);
                    true
                }
            });
        }
        false
    }

    /// Returns the distinct boards after the moves of a player, on a board where play has not ended.
    fn moves(&self, board: &Board, player: &str) -> Vec<Board> {
        for must in [true, false] {
            let mut found = Vec::new();
            for rule in &self.rules {
                if rule.must != must || ["left", "right"].contains(&rule.who.as_str()) && rule.who != player {
                    continue;
                }
                let mut after = self.after_rewrite(board, &rule.first, player, None);
                if let Some(second) = &rule.second {
                    let continues = second.before.rows.iter().flatten().any(|sign| sign == "!");
                    after.retain(|(_, moved)| moved.is_some() || !continues);
                    after = after
                        .iter()
                        .flat_map(|(board, moved)| self.after_rewrite(board, second, player, *moved))
                        .collect();
                }
                let conditions =
                    rule.first.conditions.iter().chain(rule.second.iter().flat_map(|s| &s.conditions));
                let groups: Vec<&String> = conditions
                    .filter(|condition| condition.0 == "groups")
                    .map(|condition| &condition.1)
                    .collect();
                found.extend(after.into_iter().map(|after| after.0).filter(|after| {
                    after != board && groups.iter().all(|sign| self.groups_touch(after, sign, player))
                }));
            }
            if !found.is_empty() {
                found.sort();
                found.dedup();
                return found;
            }
        }
        Vec::new()
    }

    fn shows(&self, board: &Board, picture: &Picture, player: &str) -> bool {
        let written = expanded(&picture.rows, &picture.rows, board.cells.len());
        written.iter().any(|(rows, _)| !self.places(board, rows, picture, player).is_empty())
    }

    /// Returns the result (`wins`, `loses`, `draws` or `stops`) if play has ended with a move of `last`.
    fn ended(&self, board: &Board, last: &str) -> Option<&str> {
        for (picture, result) in &self.ends {
            let Some(picture) = picture else { continue };
            let is_there = self.shows(board, picture, last)
                || result == "stops" && self.shows(board, picture, other(last));
            if is_there {
                return Some(result);
            }
        }
        let full = self.ends.iter().find(|end| end.0.is_none());
        full.filter(|_| !board.cells.contains(&'.')).map(|end| end.1.as_str())
    }

    /// Returns the boards after the moves of the player to move; none if play has ended.
    pub(crate) fn options(&self, board: &Board, player: &str) -> Vec<Board> {
        if self.ended(board, other(player)).is_some() { Vec::new() } else { self.moves(board, player) }
    }

    /// Returns the verdict for the player to move, or `None` if more than `most` positions are reachable.
    pub(crate) fn verdict(&self, board: &Board, player: &'static str, most: usize) -> Option<Verdict> {
        let mut positions = vec![(board.clone(), player)];
        let mut numbers = HashMap::from([((board.clone(), player), 0)]);
        let mut options: Vec<Vec<usize>> = Vec::new();
        while options.len() < positions.len() {
            let (board, player) = positions[options.len()].clone();
            let mut after = Vec::new();
            for next in self.options(&board, player) {
                let next = (next, other(player));
                let new = positions.len();
                let number = *numbers.entry(next.clone()).or_insert(new);
                if number == new {
                    positions.push(next);
                }
                after.push(number);
            }
            if positions.len() > most {
                return None;
            }
            options.push(after);
        }
        let stuck = if self.is_misere { Verdict::Won(0) } else { Verdict::Lost(0) };
        let mut known: Vec<Option<Verdict>> = positions
            .iter()
            .zip(&options)
            .map(|((board, player), options)| match self.ended(board, other(player)) {
                Some("wins") => Some(Verdict::Lost(0)),
                Some("loses") => Some(Verdict::Won(0)),
                Some("draws") => Some(Verdict::Drawn),
                _ => options.is_empty().then_some(stuck),
            })
            .collect();
        // In each round, find the positions that are won or lost in `plies` moves.
        for plies in 1..=positions.len() as u32 {
            let before = known.clone();
            for (number, options) in
                options.iter().enumerate().filter(|(number, _)| before[*number].is_none())
            {
                let is_lost = |option: &usize| matches!(before[*option], Some(Verdict::Lost(_)));
                let is_won = |option: &usize| matches!(before[*option], Some(Verdict::Won(_)));
                if options.iter().any(is_lost) {
                    known[number] = Some(Verdict::Won(plies));
                } else if options.iter().all(is_won) {
                    known[number] = Some(Verdict::Lost(plies));
                }
            }
        }
        Some(known[0].unwrap_or(Verdict::Drawn))
    }
}

pub(crate) fn other(player: &str) -> &'static str {
    if player == "left" { "right" } else { "left" }
}

/// Returns the kind of a sign, by which cells before and after a move are matched. All classes in brackets are of one kind.
fn kind(sign: &str) -> &str {
    match sign.strip_prefix('!') {
        Some("") => sign,
        Some(marked) => marked,
        None if sign.starts_with('[') => "[",
        None => sign,
    }
}

/// Splits a cell of a picture into its sign and its minimum and maximum number of repetitions.
fn run(cell: &str) -> (String, usize, Option<usize>) {
    let split = cell.char_indices().skip(1).find(|(_, sign)| "+*{".contains(*sign) && !cell.ends_with(']'));
    let Some((at, _)) = split else { return (cell.to_owned(), 1, Some(1)) };
    let (sign, times) = cell.split_at(at);
    let (least, most) = match times {
        "+" => (1, None),
        "*" => (0, None),
        times => {
            let inner = times.trim_matches(['{', '}']);
            let number = |text: &str| text.parse::<usize>().expect("a number");
            match inner.split_once(',') {
                None => (number(inner), Some(number(inner))),
                Some((least, "")) => (number(least), None),
                Some((least, most)) => (number(least), Some(number(most))),
            }
        }
    };
    (sign.to_owned(), least, most)
}

type Rows = Vec<Vec<String>>;

/// Returns the expansions of a picture, before and after the move, for all possible lengths of its runs.
fn expanded(before: &[Vec<String>], after: &[Vec<String>], cells: usize) -> Vec<(Rows, Rows)> {
    let mut found: Vec<(Rows, Rows)> = vec![(Vec::new(), Vec::new())];
    for (before, after) in before.iter().zip(after) {
        let rows = expanded_row(before, after, cells);
        let with = |rows: &Rows, row: &Vec<String>| [&rows[..], std::slice::from_ref(row)].concat();
        found = found
            .iter()
            .flat_map(|(before, after)| rows.iter().map(|row| (with(before, &row.0), with(after, &row.1))))
            .collect();
    }
    found
}

fn expanded_row(before: &[String], after: &[String], cells: usize) -> Vec<(Vec<String>, Vec<String>)> {
    let is_run = |cell: &&(String, usize, Option<usize>)| cell.2 != Some(cell.1);
    let read = |row: &[String]| row.iter().map(|cell| run(cell)).collect::<Vec<_>>();
    let (before, after) = (read(before), read(after));
    let mut lengths: Vec<Vec<usize>> = vec![Vec::new()];
    for (_, least, most) in before.iter().filter(is_run) {
        let most = most.unwrap_or(cells).min(cells);
        lengths = lengths
            .iter()
            .flat_map(|known| (*least..=most).map(move |length| [&known[..], &[length]].concat()))
            .collect();
    }
    let fill = |row: &[(String, usize, Option<usize>)], lengths: &[usize]| {
        let mut lengths = lengths.iter();
        let mut written = Vec::new();
        for cell in row {
            let times = if is_run(&cell) { *lengths.next().expect("a length") } else { cell.1 };
            if times < cell.1 || cell.2.is_some_and(|most| times > most) {
                return None;
            }
            written.extend((0..times).map(|_| cell.0.clone()));
        }
        Some(written)
    };
    let mut found = Vec::new();
    for lengths in lengths {
        let Some(long) = fill(&before, &lengths) else { continue };
        let others: usize = after.iter().filter(|cell| !is_run(cell)).map(|cell| cell.1).sum();
        let after_lengths = match after.iter().filter(is_run).count() {
            1 if long.len() >= others => vec![long.len() - others],
            1 => continue,
            _ => lengths,
        };
        if let Some(result) = fill(&after, &after_lengths).filter(|result| result.len() == long.len()) {
            found.push((long, result));
        }
    }
    found
}
