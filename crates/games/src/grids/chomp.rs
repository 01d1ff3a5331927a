//! Chomp: players bite off parts of a bar of chocolate whose first square is poisoned.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use winways_kit::any::whole;
use winways_kit::boards::grid::{self, Grid, Row};
use winways_kit::boards::written::Board;
use winways_kit::view::{Alphabet, Cell, Figurine, Letter, Piece, Touch, View};
use winways_kit::{Detail, Game, MovesOfPlayers, Page, WholeGame, WholePositions};
use winways_notation::{Diagnostic, Span, whole_number};
use winways_rules::{ImpartialOutcome, Options, Play, Player, RuleFault, Ruleset};
use winways_values::Nimber;

game!("chomp", |_| Ok(whole::shared(Chomp)));

/// The greatest number of squares of a bar.
const MOST_SQUARES: usize = 256;

/// The letters of a square and of a square that was bitten off.
const LETTERS: &str = ".#";

/// Chomp on any number of bars.
///
/// ```
/// use winways_games::grids::chomp::Chomp;
/// use winways_kit::WholePositions;
///
/// let bar = Chomp.parse("2 2")?;
/// let names: Vec<_> = Chomp.moves(&bar)?.iter().map(|(_, bite)| Chomp.move_name(&bar, bite)).collect();
/// assert_eq!(names, ["a2", "b2", "b1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Chomp;

/// Chomp on single bars, each given by the lengths of its rows from the bottom up. Engines use it in place of [`Chomp`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ChompRows;

/// Bars as they were entered, with the squares that were bitten off.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars(Vec<Arc<Grid>>);

/// A bite at a square of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bite {
    bar: usize,
    /// The index of the square, row by row from the top.
    cell: usize,
}

/// Reads a bar from its words.
fn read(words: &[Row<'_>]) -> Result<Grid, Diagnostic> {
    let span = grid::span_of(words);
    let is_number = |word: &Row<'_>| word.0.starts_with(|first: char| first.is_ascii_digit());
    let bar = if words.iter().any(is_number) { sized(words)? } else { grid::grid(words, LETTERS)? };
    if bar.cells.len() > MOST_SQUARES {
        let message = format!("a bar of {} squares is too large", bar.cells.len());
        return Err(Diagnostic::new(message, span).label(format!("expected at most {MOST_SQUARES} squares")));
    }
    check(&bar, span)?;
    Ok(bar)
}

/// Reads a bar given by its size or by the lengths of its rows.
fn sized(words: &[Row<'_>]) -> Result<Grid, Diagnostic> {
    let mut numbers: Vec<(usize, Span)> = Vec::new();
    for &(word, start) in words {
        let mut at = start;
        for number in word.split([',', 'x', '×']) {
            let span = Span::new(at, at + number.len());
            at = span.end + word[span.end - start..].chars().next().map_or(0, char::len_utf8);
            if number.is_empty() {
                continue;
            }
            match whole_number(number).and_then(|number| usize::try_from(number).ok()) {
                Some(length) if length <= MOST_SQUARES => numbers.push((length, span)),
                _ => {
                    return Err(Diagnostic::new(format!("`{number}` is not a length of a row"), span)
                        .label(format!("expected a number up to {MOST_SQUARES}")));
                }
            }
        }
    }
    let lengths: Vec<usize> = match numbers[..] {
        [(rows, _), (columns, _)] => vec![columns; rows],
        _ => numbers.iter().map(|number| number.0).collect(),
    };
    let longer = lengths.windows(2).position(|pair| pair[0] < pair[1]);
    if let Some(row) = longer {
        return Err(Diagnostic::new("a row is longer than the one below it", numbers[row + 1].1)
            .label(format!("expected at most {}", lengths[row])));
    }
    let width = lengths.first().copied().unwrap_or(0);
    if width == 0 {
        return Err(Diagnostic::new("the poisoned square is missing", numbers[0].1)
            .label("expected a number of at least 1"));
    }
    Ok(bar_of(&lengths, width))
}

/// Returns the bar with rows of these lengths from the bottom up.
fn bar_of(lengths: &[usize], width: usize) -> Grid {
    let row = |&length: &usize| (0..width).map(move |column| if column < length { b'.' } else { b'#' });
    Grid::new(width, lengths.iter().rev().flat_map(row).collect())
}

/// Returns an error if the poisoned square is missing, or if the bar contains a square that an earlier bite must have removed.
fn check(bar: &Grid, span: Span) -> Result<(), Diagnostic> {
    let is_left = |cell: &usize| bar.cells[*cell] == b'.';
    let poisoned = bar.cells.len() - bar.width;
    if !is_left(&poisoned) {
        return Err(Diagnostic::new("the poisoned square a1 is missing", span).label("expected `.` there"));
    }
    for cell in (0..bar.cells.len()).filter(is_left) {
        let support = [bar.left_of(cell), bar.below(cell)].into_iter().flatten().find(|cell| !is_left(cell));
        if let Some(support) = support {
            let (name, gone) = (bar.name_of(cell), bar.name_of(support));
            return Err(Diagnostic::new(format!("{name} is present, but {gone} was bitten off"), span)
                .label("expected a bar in which each bite removed all squares above and to the right"));
        }
    }
    Ok(())
}

/// Returns the lengths of the rows from the bottom up, without empty rows.
fn rows(bar: &Grid) -> Vec<u64> {
    let length = |row: &[u8]| row.iter().filter(|&&letter| letter == b'.').count() as u64;
    bar.cells.chunks(bar.width).rev().map(length).take_while(|&length| length > 0).collect()
}

/// Returns `true` if there is a square to bite.
fn is_live(rows: &[u64]) -> bool {
    rows.iter().sum::<u64>() > 1
}

/// Iterates over the squares of a bar that may be bitten, from the top row down.
fn squares(bar: &Grid) -> impl Iterator<Item = usize> + '_ {
    let poisoned = bar.cells.len() - bar.width;
    (0..bar.cells.len()).filter(move |&cell| bar.cells[cell] == b'.' && cell != poisoned)
}

/// Returns the squares that a bite removes, the bitten square first.
fn bitten(bar: &Grid, bite: usize) -> Vec<usize> {
    let (row, column) = (bite / bar.width, bite % bar.width);
    let is_removed = |&cell: &usize| {
        bar.cells[cell] == b'.' && cell / bar.width <= row && cell % bar.width >= column && cell != bite
    };
    std::iter::once(bite).chain((0..bar.cells.len()).filter(is_removed)).collect()
}

fn after(bar: &Grid, bite: usize) -> Grid {
    let mut after = bar.clone();
    bitten(bar, bite).into_iter().for_each(|cell| after.cells[cell] = b'#');
    after
}

impl WholePositions for Chomp {
    type Part = Vec<u64>;
    type Position = Bars;
    type Move = Bite;

    fn parse(&self, text: &str) -> Result<Bars, Diagnostic> {
        let bars = grid::boards(text);
        if bars.is_empty() {
            return Err(grid::nothing(text, "expected a size such as `3 4`, or rows of `.` and `#`"));
        }
        Ok(Bars(bars.iter().map(|words| read(words).map(Arc::new)).collect::<Result<_, _>>()?))
    }

    fn write(&self, position: &Bars) -> String {
        match &position.0[..] {
            [bar] if !bar.cells.contains(&b'#') => format!("{},{}", bar.cells.len() / bar.width, bar.width),
            bars => {
                let written: Vec<String> = bars.iter().map(|bar| bar.written()).collect();
                format!("\"{}\"", written.join("||"))
            }
        }
    }

    fn components(&self, position: &Bars) -> Vec<Vec<u64>> {
        position.0.iter().map(|bar| rows(bar)).filter(|rows| is_live(rows)).collect()
    }

    fn move_bound(&self, position: &Bars) -> u64 {
        position.0.iter().map(|bar| squares(bar).count() as u64).sum()
    }

    fn moves(&self, position: &Bars) -> MovesOfPlayers<Bite> {
        let bars = position.0.iter().enumerate();
        let moves = bars.flat_map(|(bar, grid)| squares(grid).map(move |cell| Bite { bar, cell }));
        Ok(moves.map(|bite| (Player::Either, bite)).collect())
    }

    fn after(&self, position: &Bars, bite: &Bite) -> Bars {
        let mut bars = position.clone();
        bars.0[bite.bar] = Arc::new(after(&bars.0[bite.bar], bite.cell));
        bars
    }

    fn move_name(&self, position: &Bars, bite: &Bite) -> String {
        let name = position.0[bite.bar].name_of(bite.cell);
        if position.0.len() > 1 { format!("bar {}: {name}", bite.bar + 1) } else { name }
    }

    fn touches(&self, position: &Bars, bite: &Bite) -> Vec<Touch> {
        let cells = bitten(&position.0[bite.bar], bite.cell);
        Touch::all_on_board(bite.bar, cells.into_iter().map(|cell| cell as u64))
    }

    fn view(&self, position: &Bars) -> View {
        let figure = |bar: &Arc<Grid>| {
            let poisoned = bar.cells.len() - bar.width;
            let content = |cell: usize| match bar.cells[cell] {
                _ if cell == poisoned => Piece::figure(Player::Either, "!", Figurine::Poison),
                b'.' => Cell::Block,
                _ => Cell::Gone,
            };
            bar.figure((0..bar.cells.len()).map(content).collect())
        };
        let letters = [Letter::new('.', "block", Cell::Block), Letter::gone()];
        View::boards(&position.0, figure, "bars").with_alphabet(Some(Alphabet::resizable(letters)))
    }

    fn sum(&self, position: &Bars, other: &Bars) -> Option<Bars> {
        Some(Bars([&position.0[..], &other.0[..]].concat()))
    }

    fn component_move(&self, position: &Bars, bite: &Bite) -> Option<(usize, Vec<Vec<u64>>)> {
        let before = position.0[..bite.bar].iter().filter(|bar| is_live(&rows(bar))).count();
        let left = rows(&after(&position.0[bite.bar], bite.cell));
        Some((before, if is_live(&left) { vec![left] } else { Vec::new() }))
    }

    fn size(&self, position: &Bars) -> usize {
        position.0.iter().map(|bar| bar.cells.len()).sum::<usize>() / size_of::<u64>() + 1
    }
}

impl WholeGame for Chomp {
    type Rules = ChompRows;

    fn rules(&self) -> &ChompRows {
        &ChompRows
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Bars> + '_> {
        Box::new(bars_up_to(up_to).map(|rows| Bars(vec![Arc::new(bar_of_rows(&rows))])))
    }
}

fn bar_of_rows(rows: &[u64]) -> Grid {
    let lengths: Vec<usize> = rows.iter().map(|&length| length as usize).collect();
    bar_of(&lengths, lengths.first().copied().unwrap_or(1).max(1))
}

/// Iterates over the rows of all bars of up to `squares` squares.
fn bars_up_to(squares: u64) -> impl Iterator<Item = Vec<u64>> {
    (1..=squares).flat_map(move |first| {
        let mut unread = vec![vec![first]];
        std::iter::from_fn(move || {
            let rows = unread.pop()?;
            let (last, rest) = (*rows.last()?, squares - rows.iter().sum::<u64>());
            unread.extend((1..=last.min(rest)).map(|length| [&rows[..], &[length]].concat()));
            Some(rows)
        })
    })
}

/// Returns the lengths of the columns.
fn columns(rows: &[u64]) -> Vec<u64> {
    let longest = rows.first().copied().unwrap_or(0);
    (0..longest).map(|column| rows.iter().filter(|&&length| length > column).count() as u64).collect()
}

impl Ruleset for ChompRows {
    type Component = Vec<u64>;

    fn options(&self, rows: &Vec<u64>, options: &mut Options<Vec<u64>>) -> Result<(), RuleFault> {
        for (row, &length) in rows.iter().enumerate() {
            for left in u64::from(row == 0)..length {
                let bitten = rows.iter().enumerate().map(|(other, &length)| match other < row {
                    true => length,
                    false => length.min(left),
                });
                let after: Vec<u64> = bitten.take_while(|&length| length > 0).collect();
                options.push(is_live(&after).then_some(after));
            }
        }
        Ok(())
    }

    fn option_bound(&self, rows: &Vec<u64>) -> u64 {
        rows.iter().sum::<u64>().saturating_sub(1)
    }

    /// Exchanges rows and columns if that makes the list greater.
    fn canonicalise(&self, rows: &mut Vec<u64>) {
        let columns = columns(rows);
        if columns > *rows {
            *rows = columns;
        }
    }

    /// Returns the nim-value if only the first row and the first column are left: they equal two heaps of Nim.
    fn nim_value(&self, rows: &Vec<u64>) -> Option<Nimber> {
        let (first, above) = rows.split_first()?;
        let is_hook = above.iter().all(|&length| length == 1);
        is_hook.then(|| Nimber((first - 1) ^ above.len() as u64))
    }
}

impl Game for ChompRows {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<Vec<u64>>, Diagnostic> {
        Ok(Chomp.components(&Chomp.parse(text)?))
    }

    fn write(&self, position: &[Vec<u64>]) -> String {
        let written: Vec<String> = position.iter().map(|rows| bar_of_rows(rows).written()).collect();
        format!("\"{}\"", if written.is_empty() { ".".to_owned() } else { written.join("||") })
    }

    fn outcome(&self, position: &[Vec<u64>], play: Play) -> Option<ImpartialOutcome> {
        let ([rows], Play::Normal) = (position, play) else { return None };
        if !is_live(rows) {
            return None;
        }
        let columns = columns(rows);
        match (&rows[..], &columns[..]) {
            ([low, high], _) | (_, [low, high]) => Some(ImpartialOutcome::next_if(high + 1 != *low)),
            _ if rows.iter().all(|length| *length == rows[0]) => Some(ImpartialOutcome::Next),
            _ => None,
        }
    }

    fn explain(&self, position: &[Vec<u64>], play: Play, _: Detail) -> Vec<String> {
        let ([rows], Play::Normal) = (position, play) else { return Vec::new() };
        let line = match (&rows[..], self.nim_value(rows), self.outcome(position, play)) {
            ([first, above @ ..], Some(value), _) => {
                let (right, up) = (first - 1, above.len());
                format!("{right} squares to the right of the poisoned one and {up} above it: {right} xor {up} = {}", value.0)
            }
            ([low, high], _, Some(_)) => two_lines("rows", *low, *high),
            (_, _, Some(_)) => match columns(rows)[..] {
                [low, high] => two_lines("columns", low, high),
                _ => "if biting off only the last corner does not win, the winning answer to it could have been the first bite".to_owned(),
            },
            _ => return Vec::new(),
        };
        vec![line]
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Vec<u64>>> + '_> {
        Box::new(bars_up_to(up_to).map(|rows| if is_live(&rows) { vec![rows] } else { Vec::new() }))
    }
}

fn two_lines(name: &str, low: u64, high: u64) -> String {
    let is = if high + 1 == low { "is" } else { "is not" };
    format!("two {name}, of {low} and {high} squares: the second {is} one shorter than the first")
}
