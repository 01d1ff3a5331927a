//! Games with graphs, dates and digits.

use super::random::Random;
use super::{Oracle, State, unchanged, with};

/// Returns the oracles of this file.
pub(super) fn oracles() -> Vec<Oracle> {
    vec![
        Oracle {
            game: "hackenbush-green",
            moves: hackenbush_moves,
            write: hackenbush_write,
            random: hackenbush_random,
            canonical: unchanged,
        },
        Oracle {
            game: "calendar",
            moves: calendar_moves,
            write: calendar_write,
            random: calendar_random,
            canonical: unchanged,
        },
        Oracle {
            game: "digital-deletions",
            moves: digital_deletions_moves,
            write: digital_deletions_write,
            random: digital_deletions_random,
            canonical: unchanged,
        },
    ]
}

/// Returns the edges that are connected to the ground, vertex 0.
fn standing(edges: &[[u64; 2]]) -> Vec<[u64; 2]> {
    let mut reached = vec![0];
    loop {
        let touches = |edge: &&[u64; 2]| reached.contains(&edge[0]) || reached.contains(&edge[1]);
        let standing: Vec<[u64; 2]> = edges.iter().filter(touches).copied().collect();
        let mut grown: Vec<u64> = standing.concat();
        grown.push(0);
        grown.sort_unstable();
        grown.dedup();
        if grown == reached {
            return standing;
        }
        reached = grown;
    }
}

/// Green Hackenbush: delete one edge; all edges that are no longer connected to the ground vanish. Edges that
/// were not connected before the move are not part of the position.
fn hackenbush_moves(state: &State) -> Vec<State> {
    let edges = standing(state.as_chunks().0);
    let without = |deleted: usize| {
        let mut left = edges.clone();
        left.remove(deleted);
        standing(&left).concat()
    };
    (0..edges.len()).map(without).collect()
}

/// Writes the edges, with `-` between both vertices and the colour after a colon; `-` for none.
fn hackenbush_write(state: &State) -> String {
    if state.is_empty() {
        return "-".to_owned();
    }
    let edge = |ends: &[u64]| format!("{}-{}:g", ends[0], ends[1]);
    state.chunks_exact(2).map(edge).collect::<Vec<_>>().join(" ")
}

/// Generates a graph with up to nine edges that grows from the ground: stalks, trees, cycles, loops and repeated
/// edges, and rarely an edge in the air. The smaller vertex of an edge comes first, and the edges are sorted.
fn hackenbush_random(random: &mut Random) -> State {
    let count = random.corner(0, 9);
    let new_vertex_weight = random.between(1, 4);
    let mut vertices = 1;
    let mut edges: Vec<[u64; 2]> = Vec::new();
    for _ in 0..count {
        let from = if random.once_in(4) { vertices - 1 } else { random.below(vertices) };
        let edge = match random.below(10) {
            0 => [from, from],
            1 if !edges.is_empty() => edges[random.below(edges.len() as u64) as usize],
            kind if kind < 2 + 2 * new_vertex_weight => {
                vertices += 1;
                [from, vertices - 1]
            }
            _ => {
                let to = random.below(vertices);
                [from.min(to), from.max(to)]
            }
        };
        edges.push(edge);
    }
    if edges.len() < 9 && random.once_in(30) {
        edges.push([vertices, vertices + random.below(2)]);
    }
    edges.sort_unstable();
    edges.concat()
}

/// Returns the number of days of a month in the Gregorian calendar.
fn days_of_month(year: u64, month: u64) -> u64 {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The last date of the calendar game.
const LAST_DATE: [u64; 3] = [2001, 11, 4];

/// Calendar `YYYY MM DD`: go to the next day, or to the same day of the next month if there is such a date; in
/// either case not beyond 4 November 2001.
fn calendar_moves(state: &State) -> Vec<State> {
    let &[year, month, day] = state.as_slice() else { panic!("calendar is `YYYY MM DD`: {state:?}") };
    let next_month = if month == 12 { [year + 1, 1] } else { [year, month + 1] };
    let mut after = Vec::new();
    if day < days_of_month(year, month) {
        after.push(vec![year, month, day + 1]);
    } else {
        after.push(vec![next_month[0], next_month[1], 1]);
    }
    if day <= days_of_month(next_month[0], next_month[1]) {
        after.push(vec![next_month[0], next_month[1], day]);
    }
    after.retain(|date| date.as_slice() <= LAST_DATE.as_slice());
    after
}

/// Writes year, month and day with four, two and two digits.
fn calendar_write(state: &State) -> String {
    format!("{:04} {:02} {:02}", state[0], state[1], state[2])
}

/// Generates a date, mostly in the last four hundred days, often at the end of a month or of the game.
fn calendar_random(random: &mut Random) -> State {
    let days_back = match random.below(12) {
        0 => random.below(40),
        1 => random.below(4000),
        2 => return vec![2000, 2, random.between(27, 29)],
        _ => random.below(400),
    };
    let [mut year, mut month, mut day] = LAST_DATE;
    for _ in 0..days_back {
        if day > 1 {
            day -= 1;
        } else {
            (year, month) = if month == 1 { (year - 1, 12) } else { (year, month - 1) };
            day = days_of_month(year, month);
        }
    }
    if random.once_in(4) && (year, month) != (LAST_DATE[0], LAST_DATE[1]) {
        day = days_of_month(year, month) - random.below(4);
    }
    vec![year, month, day]
}

/// Digital deletions: change one digit into a smaller one, or erase a zero with everything to its right.
fn digital_deletions_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &digit) in state.iter().enumerate() {
        for smaller in 0..digit {
            after.push(with(state, index, smaller));
        }
        if digit == 0 {
            after.push(state[..index].to_vec());
        }
    }
    after
}

/// Writes the digits without separators, and `-` for none.
fn digital_deletions_write(state: &State) -> String {
    if state.is_empty() { "-".to_owned() } else { state.iter().map(u64::to_string).collect() }
}

/// Generates up to three high digits or more low ones, with many zeros; sometimes none.
fn digital_deletions_random(random: &mut Random) -> State {
    let (most, greatest) = [(3, 9), (4, 6), (6, 2)][random.below(3) as usize];
    let length = match random.below(20) {
        0 => 0,
        1..=10 => most,
        _ => random.between(1, most),
    };
    (0..length).map(|_| random.corner(0, greatest)).collect()
}
