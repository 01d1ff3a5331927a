//! Boards as text: rows of cells with one letter each.

use crate::boards::bitboard;
use crate::boards::word::Word;
use crate::view::{CellNames, column_letters};
use winways_notation::{Diagnostic, Span, whole_number};

/// A board as text, with rows of equal width. A strip is a board of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of columns.
    pub width: usize,
    /// A letter for each cell, row by row from the top.
    pub cells: Vec<u8>,
    names: CellNames,
}

/// Some cells of a board, with their bounding box moved into the corner of a word.
pub struct Patch<W> {
    /// The number of bits per row.
    pub stride: u16,
    /// The index and the bit of each cell.
    pub cells: Vec<(usize, W)>,
}

impl<W: Word> Patch<W> {
    /// Returns the bits of the cells for which `wanted` returns `true`.
    pub fn bits_of(&self, wanted: impl Fn(usize) -> bool) -> W {
        self.cells.iter().filter(|cell| wanted(cell.0)).fold(W::ZERO, |cells, cell| cells | cell.1)
    }
}

/// A row of a text: its letters, and its byte offset.
pub type Row<'t> = (&'t str, usize);

/// Parses boards of at least one cell whose cells are letters from `letters`.
pub fn parse(text: &str, letters: &str) -> Result<Vec<Grid>, Diagnostic> {
    Ok(parse_with_spans(text, letters)?.into_iter().map(|(grid, _)| grid).collect())
}

/// Parses like [`parse`], and returns each board with its span in the text.
pub fn parse_with_spans(text: &str, letters: &str) -> Result<Vec<(Grid, Span)>, Diagnostic> {
    let read = |board: &Vec<Row<'_>>| Ok((grid(board, letters)?, span_of(board)));
    let grids = boards(text).iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if grids.is_empty() {
        return Err(nothing(text, &format!("expected rows of {}", listed(letters))));
    }
    Ok(grids)
}

/// Returns the diagnostic for an empty input.
pub fn nothing(text: &str, expected: &str) -> Diagnostic {
    Diagnostic::new("empty input", Span::at(text.len())).label(expected)
}

/// Parses at least one strip (a board of one row), each with its span. Strips may differ in length.
pub fn parse_strips(text: &str, letters: &str) -> Result<Vec<(Grid, Span)>, Diagnostic> {
    let rows: Vec<Row<'_>> = boards(text).into_iter().flatten().collect();
    for row in &rows {
        check_letters(row, letters)?;
    }
    if rows.is_empty() {
        return Err(nothing(text, &format!("expected a strip of {}", listed(letters))));
    }
    let strip = |row: &Row<'_>| Grid::strip(plain_letters(row, letters).collect());
    Ok(rows.iter().map(|row| (strip(row), span_of(&[*row]))).collect())
}

/// Splits a text into boards and their rows. Blanks, a bar, a line break, or a bar and a line break end a row. Two bars or two
/// line breaks end a board.
pub fn boards(text: &str) -> Vec<Vec<Row<'_>>> {
    let mut boards: Vec<Vec<Row<'_>>> = vec![Vec::new()];
    let mut rest = text;
    while !rest.is_empty() {
        let is_between = |character: char| character == '|' || character.is_ascii_whitespace();
        let length = rest.find(|character| !is_between(character)).unwrap_or(rest.len());
        let (between, after) = rest.split_at(length);
        let count = |wanted: char| between.chars().filter(|&character| character == wanted).count();
        if count('|') > 1 || count('\n') > 1 {
            boards.push(Vec::new());
        }
        let length = after.find(is_between).unwrap_or(after.len());
        if length > 0
            && let Some(board) = boards.last_mut()
        {
            board.push((&after[..length], text.len() - after.len()));
        }
        rest = &after[length..];
    }
    boards.retain(|board| !board.is_empty());
    boards
}

/// Creates a board with the given rows. There must be at least one row.
pub fn grid(rows: &[Row<'_>], letters: &str) -> Result<Grid, Diagnostic> {
    if let [only] = rows
        && let Some(empty) = empty_board(only, letters)
    {
        return empty;
    }
    let width = rows[0].0.len();
    for (number, row) in rows.iter().enumerate() {
        check_letters(row, letters).map_err(|wrong| match rows.len() == 1 && is_size(row.0) {
            true if has_zero(row.0) => wrong.help("a board has at least one row and one column"),
            true => wrong.help(format!("`{}` is an empty board, {NEEDS_PIECES}", row.0)),
            false => wrong,
        })?;
        if row.0.len() != width {
            let message = format!("row {} has {} cells, the first row has {width}", number + 1, row.0.len());
            return Err(Diagnostic::new(message, span_of(&[*row])).label("expected rows of one width"));
        }
    }
    Ok(Grid::new(width, rows.iter().flat_map(|row| plain_letters(row, letters)).collect()))
}

/// The reason why an empty board is rejected, and the notation to use instead.
const NEEDS_PIECES: &str = "but this game starts with pieces on the board: write the rows, separated by `|`";

/// Returns `true` if a number in the size of a board is 0.
fn has_zero(size: &str) -> bool {
    size.split(['x', 'X', '×']).any(|number| number.parse() == Ok(0_u64))
}

/// Returns `true` if a word looks like the size of a board, such as `3x4`.
fn is_size(word: &str) -> bool {
    let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    word.split_once(['x', 'X', '×']).is_some_and(|(rows, columns)| is_number(rows) && is_number(columns))
}

/// Parses an empty board `RxC` of r rows and c columns, for games whose first letter is `.`, the empty cell. Returns `None` if
/// the row is not such a size.
fn empty_board(row: &Row<'_>, letters: &str) -> Option<Result<Grid, Diagnostic>> {
    let (rows, columns) = row.0.split_once(['x', 'X', '×'])?;
    // A game may have digits and `x` as pieces.
    let is_row = || row.0.chars().all(|letter| plain_letter(letter, letters).is_some());
    if !letters.starts_with('.') || !is_size(row.0) || is_row() {
        return None;
    }
    let size = |text: &str| {
        let size = usize::try_from(whole_number(text)?).ok()?;
        (1..=MOST_CELLS).contains(&size).then_some(size)
    };
    let cells = size(rows).zip(size(columns)).filter(|(rows, columns)| rows * columns <= MOST_CELLS);
    Some(match cells {
        Some((rows, columns)) => Ok(Grid::new(columns, vec![b'.'; rows * columns])),
        None => Err(Diagnostic::new(format!("`{}` is not a size of a board", row.0), span_of(&[*row]))
            .label(format!("expected at least one cell and at most {MOST_CELLS}"))),
    })
}

/// The maximum number of cells of a board given by its size.
const MOST_CELLS: usize = 1 << 16;

/// Returns the letter of a game that matches `letter`: `letter` itself, or its counterpart in the other case.
pub fn plain_letter(letter: char, letters: &str) -> Option<char> {
    let swapped = match letter.is_ascii_lowercase() {
        true => letter.to_ascii_uppercase(),
        false => letter.to_ascii_lowercase(),
    };
    [letter, swapped].into_iter().find(|&letter| letters.contains(letter))
}

/// Returns the letters of a row that has been checked.
fn plain_letters<'r>(row: &'r Row<'_>, letters: &'r str) -> impl Iterator<Item = u8> + 'r {
    row.0.chars().filter_map(|letter| plain_letter(letter, letters)).map(|letter| letter as u8)
}

fn check_letters(row: &Row<'_>, letters: &str) -> Result<(), Diagnostic> {
    match row.0.char_indices().find(|&(_, found)| plain_letter(found, letters).is_none()) {
        None => Ok(()),
        Some((at, found)) => {
            let span = Span::new(row.1 + at, row.1 + at + found.len_utf8());
            let wrong = Diagnostic::new(format!("unexpected `{found}`"), span);
            Err(wrong.label(format!("expected {}", listed(letters))))
        }
    }
}

/// Returns the span from the first to the last of the given rows. There must be at least one row.
pub fn span_of(rows: &[Row<'_>]) -> Span {
    let last = rows[rows.len() - 1];
    Span::new(rows[0].1, last.1 + last.0.len())
}

fn listed(letters: &str) -> String {
    let quoted: Vec<String> = letters.chars().map(|letter| format!("`{letter}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

impl Grid {
    /// Creates a board of rows of `width` cells, which must be positive.
    pub fn new(width: usize, cells: Vec<u8>) -> Grid {
        Grid { width, cells, names: CellNames::Chess }
    }

    /// Creates a strip, whose cells are numbered from 1 at the left.
    pub fn strip(cells: Vec<u8>) -> Grid {
        Grid { width: cells.len(), cells, names: CellNames::Strip { first: 1 } }
    }

    /// Returns the naming scheme of the cells.
    pub fn names(&self) -> CellNames {
        self.names
    }

    /// Returns the name of cell number `cell`, as in the view of the board.
    pub fn name_of(&self, cell: usize) -> String {
        match self.names {
            CellNames::Strip { first } => first.saturating_add(cell as u64).to_string(),
            CellNames::Chess | CellNames::Pair => {
                let rows_above = cell / self.width;
                let row = self.cells.len() / self.width - rows_above;
                format!("{}{row}", column_letters((cell % self.width) as u64))
            }
        }
    }

    /// Returns the cell above cell number `cell`.
    pub fn above(&self, cell: usize) -> Option<usize> {
        cell.checked_sub(self.width)
    }

    /// Returns the cell to the left.
    pub fn left_of(&self, cell: usize) -> Option<usize> {
        (!cell.is_multiple_of(self.width)).then(|| cell - 1)
    }

    /// Returns the cell to the right.
    pub fn right_of(&self, cell: usize) -> Option<usize> {
        (cell % self.width + 1 < self.width).then_some(cell + 1)
    }

    /// Returns the cell below.
    pub fn below(&self, cell: usize) -> Option<usize> {
        (cell + self.width < self.cells.len()).then_some(cell + self.width)
    }

    /// Returns the cells that share a side with cell number `cell`, in ascending order.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        [self.above(cell), self.left_of(cell), self.right_of(cell), self.below(cell)].into_iter().flatten()
    }

    /// Returns the connected groups of the cells whose letters `wanted` accepts, in the order of their first cells.
    pub fn groups(&self, wanted: impl Fn(u8) -> bool) -> Vec<Vec<usize>> {
        groups(self.cells.len(), |cell| wanted(self.cells[cell]), |cell| self.neighbours(cell))
    }

    /// Returns the bits of a nonempty list of cells, with their bounding box moved into the corner of a word.
    ///
    /// # Errors
    /// Returns a diagnostic at `span`, the span of the board, if the bounding box of the cells is too large.
    pub fn cut<W: Word>(&self, cells: &[usize], span: Span) -> Result<Patch<W>, Diagnostic> {
        let range = |part: fn(usize, usize) -> usize| {
            let parts = || cells.iter().map(|&cell| part(cell, self.width));
            let first = parts().min().unwrap_or(0);
            (first, parts().max().unwrap_or(0) - first + 1)
        };
        let ((row, height), (column, width)) =
            (range(|cell, width| cell / width), range(|cell, width| cell % width));
        let Some(stride) = bitboard::stride_of_box::<W>(width, height) else {
            let message = format!("a region of {width} columns and {height} rows is too large");
            return Err(Diagnostic::new(message, span)
                .label(format!("expected regions that fit into a box of {} cells", W::BITS)));
        };
        let place =
            |cell: usize| (cell / self.width - row) * usize::from(stride) + cell % self.width - column;
        let bit = |cell: usize| W::bit(place(cell) as u32); // less than the number of bits
        Ok(Patch { stride, cells: cells.iter().map(|&cell| (cell, bit(cell))).collect() })
    }
}

/// Returns the groups of wanted cells that are connected by links, in the order of their first cells. Each group is in ascending
/// order.
pub fn groups<I: IntoIterator<Item = usize>>(
    cell_count: usize,
    is_wanted: impl Fn(usize) -> bool,
    links: impl Fn(usize) -> I,
) -> Vec<Vec<usize>> {
    let mut is_seen: Vec<bool> = (0..cell_count).map(|cell| !is_wanted(cell)).collect();
    let mut groups = Vec::new();
    for first in 0..cell_count {
        if is_seen[first] {
            continue;
        }
        is_seen[first] = true;
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            for near in links(cell) {
                if !is_seen[near] {
                    is_seen[near] = true;
                    group.push(near);
                }
            }
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// Returns all boards of at most `most` cells, which is capped at 40, with all assignments of `letters` to their cells.
pub fn all(most: u64, letters: &'static [u8]) -> Box<dyn Iterator<Item = Grid>> {
    let most = most.min(40) as usize;
    let sizes = (1..=most).flat_map(move |width| (1..=most / width).map(move |height| (width, height)));
    Box::new(sizes.flat_map(move |(width, height)| {
        fillings(width * height, letters).map(move |cells| Grid::new(width, cells))
    }))
}

/// Returns all strips of at most `most` cells, which is capped at 40, with all assignments of `letters` to their cells.
pub fn all_strips(most: u64, letters: &'static [u8]) -> Box<dyn Iterator<Item = Grid>> {
    let cells = (1..=most.min(40) as usize).flat_map(move |length| fillings(length, letters));
    Box::new(cells.map(Grid::strip))
}

/// Returns all assignments of letters to `cells` cells. The first cell changes fastest.
fn fillings(cells: usize, letters: &'static [u8]) -> impl Iterator<Item = Vec<u8>> {
    let kinds = letters.len() as u64;
    (0..kinds.saturating_pow(cells as u32)).map(move |mut number| {
        let letter = |_| {
            let letter = letters[(number % kinds) as usize];
            number /= kinds;
            letter
        };
        (0..cells).map(letter).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<&str>> {
        boards(text).into_iter().map(|board| board.into_iter().map(|row| row.0).collect()).collect()
    }

    #[test]
    fn bars_and_line_breaks_end_rows() {
        let two = vec![vec!["..", "##"]];
        for text in ["..|##", "..\n##", "..\r\n##\r\n", " .. | ## ", "..|\n##|\n", ".. ##", "|..|##|"] {
            assert_eq!(rows(text), two, "{text:?}");
        }
        for text in ["..||##", "..\n\n##", "..\r\n \r\n##", "..| |##"] {
            assert_eq!(rows(text), [["..".to_owned()], ["##".to_owned()]], "{text:?}");
        }
        assert!(rows(" | \n").is_empty());
    }

    #[test]
    fn pieces_that_look_like_a_size_are_a_row() {
        let row = |width: usize, cells: &[u8]| vec![Grid::new(width, cells.to_vec())];
        assert_eq!(parse("1x2", ".1x2").unwrap(), row(3, b"1x2"));
        assert_eq!(parse("1X2", ".1x2").unwrap(), row(3, b"1x2"));
        assert_eq!(parse("1x2", ".1x").unwrap(), row(2, b".."));
    }

    #[test]
    fn wrong_boards_are_pointed_at() {
        let wrong = |text: &str| parse(text, ".#").err().unwrap();
        assert_eq!(wrong("..|.x").span.range(), 4..5);
        assert_eq!(wrong("..|.x").to_string(), "unexpected `x`: expected `.` or `#`");
        assert_eq!(wrong("..|...").span.range(), 3..6);
        assert_eq!(wrong("..|...").message, "row 2 has 3 cells, the first row has 2");
        assert_eq!(wrong(" é").span.range(), 1..3);
        assert_eq!(wrong("").to_string(), "empty input: expected rows of `.` or `#`");
        let large = format!("#||{}", [".........|"; 9].concat());
        let (grid, span) = parse_with_spans(&large, ".#").unwrap().remove(1);
        let cells = &grid.groups(|letter| letter == b'.')[0];
        let wrong = grid.cut::<u64>(cells, span).err().unwrap();
        assert_eq!(
            wrong.to_string(),
            "a region of 9 columns and 9 rows is too large: expected regions that fit into a box of 64 cells"
        );
        assert_eq!(wrong.span.range(), 3..92);
        assert_eq!(grid.cut::<u128>(cells, span).unwrap().stride, 9);
    }
}
