use std::ops::RangeInclusive;
use winways_kit::AnyBoard;
use winways_rules::Objective;
use winways_solve::Counts;

/// The maximum number of rows in a table of remotenesses.
const ROWS: u32 = 30;
/// The length of the longest bar, in characters.
const BAR: u64 = 40;

/// Formats a remoteness in plies and in moves of the winner. A ply is a move of either player; `mover_wins` is `true` if the
/// player to move is the winner.
///
/// ```
/// use winways::internal::in_plies;
/// assert_eq!(in_plies(19, true, "White"), "19 plies (10 moves of White)");
/// assert_eq!(in_plies(2, false, "Black"), "2 plies (1 move of Black)");
/// assert_eq!(in_plies(1, true, "White"), "1 move");
/// ```
pub fn in_plies(remoteness: u32, mover_wins: bool, winner: &str) -> String {
    if remoteness == 1 {
        return "1 move".to_owned();
    }
    let own = if mover_wins { remoteness.div_ceil(2) } else { remoteness / 2 };
    let s = if own == 1 { "" } else { "s" };
    format!("{} ({own} move{s} of {winner})", plies(remoteness))
}

/// Formats a number of plies: `1 ply`, `7 plies`.
pub(crate) fn plies(count: u32) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

/// Formats counts of positions by outcome and remoteness, or by points, as a table with a bar chart.
///
/// ```
/// use winways::internal::counts_lines;
/// use winways::tables::{Counts, Objective};
/// let counts = Counts { won: vec![0, 6], lost: vec![3, 0, 1], drawn: 2, holes: 0, farthest: Some(4) };
/// assert_eq!(
///     counts_lines(&counts, Objective::Moves),
///     [
///         "won 6, lost 4, drawn 2, by the number of plies to the end:",
///         "plies  won  lost",
///         "    0    0     3  ####################",
///         "    1    6     0  ########################################",
///         "    2    0     1  #######",
///     ]
/// );
/// ```
pub fn counts_lines(counts: &Counts, objective: Objective) -> Vec<String> {
    let (what, title) = match objective {
        Objective::Moves => ("the number of plies to the end", "plies"),
        Objective::Points => ("the lead of the winner", "points"),
    };
    let [won, lost]: [u64; 2] = [counts.won.iter().sum(), counts.lost.iter().sum()];
    let mut lines = vec![format!("won {won}, lost {lost}, drawn {}", counts.drawn)];
    let Some(greatest) = counts.greatest_remoteness() else { return lines };
    lines[0] += &format!(", by {what}:");
    let least = match objective {
        Objective::Moves => 0,
        Objective::Points => 1,
    };
    let rows: Vec<Row> = Row::of(counts, least, greatest);
    let width = |text: &str, cell: fn(&Row) -> String| {
        rows.iter().map(|row| cell(row).len()).max().unwrap_or(0).max(text.len())
    };
    let [first, second, third] = [
        width(title, Row::numbers),
        width("won", |row| row.won.to_string()),
        width("lost", |row| row.lost.to_string()),
    ];
    lines.push(format!("{title:>first$}  {:>second$}  {:>third$}", "won", "lost"));
    let most = rows.iter().map(Row::count).max().unwrap_or(0);
    for row in &rows {
        let bar = "#".repeat(row.bar(most));
        let line = format!("{:>first$}  {:>second$}  {:>third$}  {bar}", row.numbers(), row.won, row.lost);
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// Describes the position that is farthest from the end of play or, in a game of points, the position in which the winner is
/// farthest ahead. Returns `None` if no position is won, or if the position is unavailable.
pub fn farthest_line(counts: &Counts, objective: Objective, board: &dyn AnyBoard) -> Option<String> {
    let (position, greatest) = (board.position(counts.farthest?)?.text(), counts.greatest_remoteness()?);
    Some(match objective {
        Objective::Moves => {
            format!("no position is farther from the end than {position}: {}", plies(greatest))
        }
        Objective::Points => {
            let s = if greatest == 1 { "" } else { "s" };
            format!("in no position is the winner farther ahead than in {position}: {greatest} point{s}")
        }
    })
}

/// The counts of a range of remotenesses.
struct Row {
    remoteness: RangeInclusive<u32>,
    won: u64,
    lost: u64,
}

impl Row {
    /// Groups all remotenesses from `least` to `greatest` into at most [`ROWS`] rows.
    fn of(counts: &Counts, least: u32, greatest: u32) -> Vec<Row> {
        let in_a_row = (greatest - least.min(greatest)) / ROWS + 1;
        let sum = |counts: &[u64], remoteness: &RangeInclusive<u32>| {
            remoteness.clone().filter_map(|remoteness| counts.get(remoteness as usize)).sum()
        };
        let row = |first: u32| {
            let remoteness = first..=(first + in_a_row - 1).min(greatest);
            Row { won: sum(&counts.won, &remoteness), lost: sum(&counts.lost, &remoteness), remoteness }
        };
        (least..=greatest).step_by(in_a_row as usize).map(row).collect()
    }

    fn numbers(&self) -> String {
        let (first, last) = (self.remoteness.start(), self.remoteness.end());
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    }

    fn count(&self) -> u64 {
        self.won + self.lost
    }

    /// Returns the length of the bar in characters; at least 1 if the count is not zero.
    fn bar(&self, most: u64) -> usize {
        (u128::from(self.count()) * u128::from(BAR)).div_ceil(u128::from(most.max(1))) as usize
    }
}
