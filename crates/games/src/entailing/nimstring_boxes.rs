//! Dots and Boxes as Nimstring: a player who closes a box moves again; the player who cannot move loses.

use super::nimstring::{Cut, effect};
use std::sync::Arc;
use winways_entailing::{EntailingMove, Nimstring};
use winways_kit::any::entailing;
use winways_kit::boards::grid::{self, Grid};
use winways_kit::view::{self, Alphabet, Cell, Figure, Letter, Piece, Touch, View};
use winways_kit::{Effect, EntailingGame, MovesOfPlayers, Page, WholePositions};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::Player;

game!("nimstring-boxes", |_| Ok(entailing::shared(Boxes)));

/// The maximum number of undrawn lines.
const MOST_LINES: usize = 64;

/// The maximum number of cells of a board.
const MOST_CELLS: usize = 1 << 12;

/// The letters: a dot, a line that is not drawn, a drawn line, a box.
const LETTERS: &str = "d.lb";

/// Dots and Boxes in its Nimstring form. A board has cells for dots, lines and boxes.
struct Boxes;

/// The kind of a cell, which is determined by the parity of its row and column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Dot,
    Line,
    Box,
}

fn kind(board: &Grid, cell: usize) -> Kind {
    match (cell / board.width % 2, cell % board.width % 2) {
        (0, 0) => Kind::Dot,
        (1, 1) => Kind::Box,
        _ => Kind::Line,
    }
}

/// Returns the cells of the lines that are not drawn, in order.
fn lines(board: &Grid) -> Vec<usize> {
    (0..board.cells.len()).filter(|&cell| board.cells[cell] == b'.').collect()
}

/// Returns the rules of a board: line `i` of [`lines`] is string `i`, and the boxes are the coins.
fn rules(board: &Grid) -> Arc<Nimstring> {
    let strings = lines(board).into_iter().map(|line| {
        let mut boxes = board.neighbours(line).filter(|&cell| kind(board, cell) == Kind::Box);
        (boxes.next().expect("a line is beside a box"), boxes.next())
    });
    let strings = strings.collect();
    Arc::new(Nimstring::new(board.cells.len(), strings).expect("the board was checked when it was read"))
}

impl WholePositions for Boxes {
    type Part = u64;
    type Position = Grid;
    type Move = Cut;

    fn parse(&self, text: &str) -> Result<Grid, Diagnostic> {
        let whole = Span::new(text.len() - text.trim_start().len(), text.trim_end().len());
        let board = match size(text.trim()) {
            Some((rows, columns)) => empty(rows, columns, whole)?,
            None => board_of_letters(text)?,
        };
        match lines(&board).len() {
            0..=MOST_LINES => Ok(board),
            count => Err(Diagnostic::new(format!("{count} lines are not drawn"), whole)
                .label(format!("expected at most {MOST_LINES}"))),
        }
    }

    fn write(&self, board: &Grid) -> String {
        let rows: Vec<_> = board.cells.chunks(board.width).map(String::from_utf8_lossy).collect();
        format!("\"{}\"", rows.join("|"))
    }

    fn components(&self, board: &Grid) -> Vec<u64> {
        rules(board).start()
    }

    fn move_bound(&self, board: &Grid) -> u64 {
        lines(board).len() as u64
    }

    fn moves(&self, board: &Grid) -> MovesOfPlayers<Cut> {
        Ok((0..lines(board).len()).map(|line| (Player::Either, Cut(line))).collect())
    }

    fn after(&self, board: &Grid, &Cut(line): &Cut) -> Grid {
        let mut after = board.clone();
        after.cells[lines(board)[line]] = b'l';
        after
    }

    fn move_name(&self, board: &Grid, cut: &Cut) -> String {
        let again = matches!(effect(&rules(board), *cut).1, EntailingMove::Complimenting(_));
        format!("{}{}", board.name_of(lines(board)[cut.0]), if again { ", again" } else { "" })
    }

    /// Returns the line and the boxes that it closes.
    fn touches(&self, board: &Grid, step: &Cut) -> Vec<Touch> {
        let (line, after) = (lines(board)[step.0], self.after(board, step));
        let closed =
            board.neighbours(line).filter(|&cell| kind(board, cell) == Kind::Box && is_closed(&after, cell));
        std::iter::once(line).chain(closed).map(|cell| Touch::of(cell as u64)).collect()
    }

    fn view(&self, board: &Grid) -> View {
        let columns = u32::try_from(board.width).unwrap_or(u32::MAX);
        let cells = (0..board.cells.len()).map(|cell| content(board, cell)).collect();
        let figure =
            Figure::Grid(view::Grid { columns, cells, names: board.names(), tiling: view::Tiling::Squares });
        View::of(figure).with_alphabet(Some(alphabet()))
    }

    fn sum(&self, _: &Grid, _: &Grid) -> Option<Grid> {
        None
    }

    fn size(&self, board: &Grid) -> usize {
        2 + board.cells.len() / 8
    }
}

/// Returns `true` if all lines around a box are drawn.
fn is_closed(board: &Grid, cell: usize) -> bool {
    board.neighbours(cell).all(|line| board.cells[line] == b'l')
}

/// Returns the letters for editors, which leave dots and boxes unchanged.
fn alphabet() -> Alphabet {
    let line = Letter::piece('l', "line", Player::Either);
    let fixed = [('d', "dot"), ('b', "box")].map(|(sign, name)| Letter::new(sign, name, Cell::Gone));
    Alphabet::fixed([Letter::free(), line].into_iter().chain(fixed))
}

/// Returns the content of a cell for a view. A closed box is a piece with the sign `x`, and an open box is `Cell::Gone`.
fn content(board: &Grid, cell: usize) -> Cell {
    match (kind(board, cell), board.cells[cell]) {
        (Kind::Dot, _) => Piece::cell(Player::Either, "+"),
        (Kind::Line, b'.') => Cell::Free,
        (Kind::Line, _) => Piece::cell(Player::Either, "l"),
        (Kind::Box, _) if is_closed(board, cell) => Piece::cell(Player::Either, "x"),
        (Kind::Box, _) => Cell::Gone,
    }
}

/// Reads `RxC`, the size of a board in boxes.
fn size(text: &str) -> Option<(u64, u64)> {
    let (rows, columns) = text.split_once(['x', 'X', '×'])?;
    let number = |text: &str| {
        let mut scanner = Scanner::new(text);
        let size = scanner.number_in("a size", 1, MOST_CELLS as u64).ok()?;
        scanner.is_at_end().then_some(size)
    };
    number(rows).zip(number(columns))
}

/// Returns a board of `rows` × `columns` boxes on which no line is drawn.
fn empty(rows: u64, columns: u64, span: Span) -> Result<Grid, Diagnostic> {
    let cells = (2 * rows + 1).checked_mul(2 * columns + 1).filter(|&cells| cells <= MOST_CELLS as u64);
    let Some(cells) = cells else {
        return Err(Diagnostic::new(format!("{rows} times {columns} boxes are too many"), span)
            .label(format!("expected at most {MOST_LINES} lines")));
    };
    let mut board = Grid::new(2 * columns as usize + 1, vec![b'd'; cells as usize]);
    for cell in 0..board.cells.len() {
        board.cells[cell] = match kind(&board, cell) {
            Kind::Dot => b'd',
            Kind::Line => b'.',
            Kind::Box => b'b',
        };
    }
    Ok(board)
}

/// Reads a board of letters.
fn board_of_letters(text: &str) -> Result<Grid, Diagnostic> {
    let mut boards = grid::parse_with_spans(text, LETTERS)?;
    let (board, span) = boards.swap_remove(0);
    if let Some((_, second)) = boards.first() {
        return Err(Diagnostic::new("a second board", *second)
            .label("expected one board")
            .help("write the sum of two boards as an expression, with `+`"));
    }
    let height = board.cells.len() / board.width;
    if board.width.is_multiple_of(2) || height.is_multiple_of(2) || board.width < 3 || height < 3 {
        return Err(Diagnostic::new(format!("{height} rows of {} cells are not a board", board.width), span)
            .label("expected an odd number of rows and of columns, at least three: dots, lines and boxes"));
    }
    if board.cells.len() > MOST_CELLS {
        return Err(Diagnostic::new(format!("the board has {} cells", board.cells.len()), span)
            .label(format!("expected at most {MOST_CELLS}")));
    }
    let is_wrong = |cell: &usize| {
        let letter = board.cells[*cell];
        match kind(&board, *cell) {
            Kind::Dot => letter != b'd',
            Kind::Line => !matches!(letter, b'.' | b'l'),
            Kind::Box => letter != b'b',
        }
    };
    if let Some(cell) = (0..board.cells.len()).find(is_wrong) {
        let expected = match kind(&board, cell) {
            Kind::Dot => "`d`, a dot",
            Kind::Line => "`.` or `l`, a line",
            Kind::Box => "`b`, a box",
        };
        let found = char::from(board.cells[cell]);
        let message = format!("`{found}` on {}", board.name_of(cell));
        return Err(Diagnostic::new(message, span).label(format!("expected {expected}")));
    }
    Ok(board)
}

impl EntailingGame for Boxes {
    type Rules = Arc<Nimstring>;

    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn rules(&self, board: &Grid) -> Arc<Nimstring> {
        rules(board)
    }

    fn entailed(&self, _: &Grid) -> Option<usize> {
        None
    }

    fn effect(&self, board: &Grid, cut: &Cut) -> Effect<u64> {
        effect(&rules(board), *cut)
    }

    fn part_text(&self, board: &Grid, index: usize) -> String {
        let (component, lines) = (self.components(board)[index], lines(board));
        let lines = lines.iter().enumerate().filter(|(line, _)| component >> line & 1 == 1);
        lines.map(|(_, &cell)| board.name_of(cell)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the boards with at most two boxes in which at most `up_to` lines are not drawn.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Grid> + '_> {
        let sizes = [(1, 1), (1, 2), (2, 1)];
        let boards = sizes.into_iter().filter_map(|(rows, columns)| empty(rows, columns, Span::at(0)).ok());
        Box::new(boards.flat_map(move |board| {
            let lines = lines(&board);
            let drawn = (0..1_u64 << lines.len()).filter(move |open| u64::from(open.count_ones()) <= up_to);
            drawn.map(move |open| {
                let mut board = board.clone();
                for (line, &cell) in lines.iter().enumerate() {
                    board.cells[cell] = if open >> line & 1 == 1 { b'.' } else { b'l' };
                }
                board
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_by_size_and_by_letters() {
        let board = Boxes.parse("1x2").unwrap();
        assert_eq!(Boxes.write(&board), "\"d.d.d|.b.b.|d.d.d\"");
        assert_eq!(Boxes.parse("d.d.d|.b.b.|d.d.d").unwrap(), board);
        let names = |board: &Grid| -> Vec<String> {
            Boxes.moves(board).unwrap().iter().map(|(_, cut)| Boxes.move_name(board, cut)).collect()
        };
        assert_eq!(names(&board), ["b3", "d3", "a2", "c2", "e2", "b1", "d1"]);
        assert_eq!(names(&Boxes.parse("dld|lbl|d.d").unwrap()), ["b1, again"]);
    }

    #[test]
    fn wrong_boards_are_pointed_at() {
        let wrong = |text: &str| Boxes.parse(text).unwrap_err().to_string();
        assert_eq!(wrong("9x9"), "180 lines are not drawn: expected at most 64");
        assert_eq!(wrong("3000x3000"), "3000 times 3000 boxes are too many: expected at most 64 lines");
        assert_eq!(
            wrong("d.d|.b."),
            "2 rows of 3 cells are not a board: expected an odd number of rows and of \
                    columns, at least three: dots, lines and boxes"
        );
        assert_eq!(wrong("ddd|.b.|d.d"), "`d` on b3: expected `.` or `l`, a line");
        assert!(wrong("d.d|.b.|d.d||d.d|.b.|d.d").starts_with("a second board"));
        assert!(wrong("").starts_with("empty input"));
    }
}
