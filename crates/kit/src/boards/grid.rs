//! The text of boards: rows of cells, one letter for each.

use crate::boards::bitboard;
use crate::boards::bitboard::{CELLS, Layout};
use winways_notation::{Diagnostic, Span};

/// What a page says about rows.
#[macro_export]
macro_rules! grid_notation {
    ($letters:literal) => {
        concat!(
            $letters,
            "; rows are separated by `|`, blanks or line breaks, the boards of a sum by `||` or an empty line; what hangs \
             together must fit into a box of 64 cells"
        )
    };
}

/// A board as it is written, all rows of one width.
pub struct Grid {
    /// The number of columns.
    pub width: usize,
    /// A letter for each cell, row by row.
    pub cells: Vec<u8>,
    span: Span,
}

/// Cells that hang together, with their box in the corner of a word.
pub struct Patch {
    /// How many bits a row takes.
    pub stride: u8,
    /// The letter and the bit of each cell.
    pub cells: Vec<(u8, u64)>,
}

impl Patch {
    /// The cells whose letters are wanted.
    pub fn cells_of(&self, wanted: impl Fn(u8) -> bool) -> u64 {
        self.cells.iter().filter(|cell| wanted(cell.0)).fold(0, |cells, cell| cells | cell.1)
    }
}

/// A row of a text: its letters, and where it stands.
pub type Row<'t> = (&'t str, usize);

/// Reads boards whose cells are some of `letters`; each has a cell.
pub fn parse(text: &str, letters: &str) -> Result<Vec<Grid>, Diagnostic> {
    let grids = boards(text).iter().map(|board| grid(board, letters)).collect::<Result<Vec<_>, _>>()?;
    if grids.is_empty() {
        return Err(nothing(text, &format!("expected rows of {}", listed(letters))));
    }
    Ok(grids)
}

/// The diagnostic for an empty text.
pub fn nothing(text: &str, expected: &str) -> Diagnostic {
    Diagnostic::new("nothing stands here", Span::at(text.len())).label(expected)
}

/// Reads rows that need not be of one width, such as strips; at least one.
pub fn parse_strips<'t>(text: &'t str, letters: &str) -> Result<Vec<Row<'t>>, Diagnostic> {
    let strips: Vec<Row<'t>> = boards(text).into_iter().flatten().collect();
    for strip in &strips {
        check_letters(strip, letters)?;
    }
    if strips.is_empty() {
        return Err(nothing(text, &format!("expected a strip of {}", listed(letters))));
    }
    Ok(strips)
}

/// The rows of each board: blanks, a bar, a line break, or a bar and a line break end a row; two bars or two line breaks
/// end a board.
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

/// The board of some rows, of which there is at least one.
pub fn grid(rows: &[Row<'_>], letters: &str) -> Result<Grid, Diagnostic> {
    let width = rows[0].0.len();
    for (number, row) in rows.iter().enumerate() {
        check_letters(row, letters)?;
        if row.0.len() != width {
            let message = format!("row {} has {} cells, the first row has {width}", number + 1, row.0.len());
            return Err(Diagnostic::new(message, span_of(row)).label("expected rows of one width"));
        }
    }
    let span = Span::new(rows[0].1, rows[rows.len() - 1].1 + width);
    Ok(Grid { width, cells: rows.iter().flat_map(|row| row.0.bytes()).collect(), span })
}

fn check_letters(row: &Row<'_>, letters: &str) -> Result<(), Diagnostic> {
    match row.0.char_indices().find(|&(_, found)| !letters.contains(found)) {
        None => Ok(()),
        Some((at, found)) => {
            let span = Span::new(row.1 + at, row.1 + at + found.len_utf8());
            let wrong = Diagnostic::new(format!("unexpected `{found}`"), span);
            Err(wrong.label(format!("expected {}", listed(letters))))
        }
    }
}

fn span_of(row: &Row<'_>) -> Span {
    Span::new(row.1, row.1 + row.0.len())
}

fn listed(letters: &str) -> String {
    let quoted: Vec<String> = letters.chars().map(|letter| format!("`{letter}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

impl Grid {
    /// The cells that share a side with cell number `cell`.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, cells) = (self.width, self.cells.len());
        let column = cell % width;
        [
            (column > 0).then(|| cell - 1),
            (column + 1 < width).then_some(cell + 1),
            cell.checked_sub(width),
            (cell + width < cells).then_some(cell + width),
        ]
        .into_iter()
        .flatten()
    }

    /// The same board with other letters.
    pub fn with_letters(&self, letter: impl Fn(usize) -> u8) -> Grid {
        Grid { width: self.width, cells: (0..self.cells.len()).map(letter).collect(), span: self.span }
    }

    /// The patches of cells whose letters are wanted, in the order of their first cells.
    pub fn patches(&self, wanted: impl Fn(u8) -> bool) -> Result<Vec<Patch>, Diagnostic> {
        let mut is_seen: Vec<bool> = self.cells.iter().map(|&letter| !wanted(letter)).collect();
        let mut patches = Vec::new();
        for first in 0..self.cells.len() {
            if is_seen[first] {
                continue;
            }
            is_seen[first] = true;
            let mut cells = vec![first];
            let mut next = 0;
            while let Some(&cell) = cells.get(next) {
                next += 1;
                for neighbour in self.neighbours(cell) {
                    if !is_seen[neighbour] {
                        is_seen[neighbour] = true;
                        cells.push(neighbour);
                    }
                }
            }
            patches.push(self.patch(&cells)?);
        }
        Ok(patches)
    }

    fn patch(&self, cells: &[usize]) -> Result<Patch, Diagnostic> {
        let range = |part: fn(usize, usize) -> usize| {
            let parts = || cells.iter().map(|&cell| part(cell, self.width));
            let first = parts().min().unwrap_or(0);
            (first, parts().max().unwrap_or(0) - first + 1)
        };
        let ((row, height), (column, width)) =
            (range(|cell, width| cell / width), range(|cell, width| cell % width));
        let Some(stride) = bitboard::stride_of_box(width, height) else {
            let message = format!("a region of {width} columns and {height} rows is too large");
            return Err(Diagnostic::new(message, self.span)
                .label(format!("expected regions that fit into a box of {CELLS} cells")));
        };
        let bit =
            |cell: usize| 1 << ((cell / self.width - row) * usize::from(stride) + cell % self.width - column);
        Ok(Patch { stride, cells: cells.iter().map(|&cell| (self.cells[cell], bit(cell))).collect() })
    }
}

/// All boards of at most `most` cells (no more than 40), all ways of filling their cells with `letters`.
pub fn all(most: u64, letters: &'static [u8]) -> impl Iterator<Item = Grid> {
    let (most, kinds) = (most.min(40) as usize, letters.len() as u64);
    (1..=most).flat_map(move |width| (1..=most / width).map(move |height| (width, height))).flat_map(
        move |(width, height)| {
            let cells = width * height;
            (0..kinds.saturating_pow(cells as u32)).map(move |mut number| {
                let letter = |_| {
                    let letter = letters[(number % kinds) as usize];
                    number /= kinds;
                    letter
                };
                Grid { width, cells: (0..cells).map(letter).collect(), span: Span::at(0) }
            })
        },
    )
}

/// Writes one board of a word: `letter` tells the letter of each cell.
pub fn write(width: u32, height: u32, stride: u8, letter: impl Fn(u64) -> char) -> String {
    let mut text = String::with_capacity((width as usize + 1) * height as usize);
    for row in 0..height {
        if row > 0 {
            text.push('|');
        }
        text.extend((0..width).map(|column| letter(1 << (row * u32::from(stride) + column))));
    }
    text
}

/// Writes boards as a sum in quotes; `empty` stands for none.
pub fn write_sum(boards: impl Iterator<Item = String>, empty: &str) -> String {
    let boards: Vec<String> = boards.collect();
    if boards.is_empty() { format!("\"{empty}\"") } else { format!("\"{}\"", boards.join("||")) }
}

/// A cell in words, counted from 1.
pub fn cell_in_words(cell: u64, stride: u8) -> String {
    let (row, column) = Layout::new(stride).place(cell);
    format!("row {}, column {}", row + 1, column + 1)
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
    fn wrong_boards_are_pointed_at() {
        let wrong = |text: &str| parse(text, ".#").err().unwrap();
        assert_eq!(wrong("..|.x").span.range(), 4..5);
        assert_eq!(wrong("..|.x").to_string(), "unexpected `x`: expected `.` or `#`");
        assert_eq!(wrong("..|...").span.range(), 3..6);
        assert_eq!(wrong("..|...").message, "row 2 has 3 cells, the first row has 2");
        assert_eq!(wrong(" é").span.range(), 1..3);
        assert_eq!(wrong("").to_string(), "nothing stands here: expected rows of `.` or `#`");
        let large = [".........|"; 9].concat();
        let grids = parse(&large, ".#").unwrap();
        let wrong = grids[0].patches(|letter| letter == b'.').err().unwrap();
        assert_eq!(wrong.message, "a region of 9 columns and 9 rows is too large");
    }
}
