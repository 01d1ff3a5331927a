//! Boards as lists of letters, on which the rules of games are implemented a second time, cell by cell.

use std::collections::BTreeSet;

/// The arrangement of the cells of a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Shape {
    /// Rows and columns. A strip is one row.
    Rows,
    /// A single row whose ends are joined.
    Ring,
    /// Hexagons. Each row begins half a cell to the right of the row above.
    Hexagons,
    /// A graph, with the neighbours of each vertex.
    Graph(Vec<BTreeSet<usize>>),
}

/// A board. `.` is an empty cell, `#` is a hole.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Board {
    pub(crate) shape: Shape,
    pub(crate) width: usize,
    pub(crate) cells: Vec<u8>,
}

/// A step as (columns to the right, rows down).
pub(crate) type Step = (i32, i32);

pub(crate) const RIGHT: Step = (1, 0);
pub(crate) const LEFT: Step = (-1, 0);
pub(crate) const DOWN: Step = (0, 1);
pub(crate) const UP: Step = (0, -1);
pub(crate) const FOUR: [Step; 4] = [RIGHT, LEFT, DOWN, UP];
pub(crate) const EIGHT: [Step; 8] = [RIGHT, LEFT, DOWN, UP, (1, 1), (1, -1), (-1, 1), (-1, -1)];
pub(crate) const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// Returns the letters of the stones of the player to move, 0 for Left, and of the opponent.
pub(crate) fn stones(player: usize) -> (u8, u8) {
    if player == 0 { (b'x', b'o') } else { (b'o', b'x') }
}

impl Board {
    /// Returns the indices of all cells that hold this letter.
    pub(crate) fn all(&self, letter: u8) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] == letter).collect()
    }

    /// Returns the cell one step away, including holes; `None` beyond the edge.
    pub(crate) fn step(&self, cell: usize, (columns, rows): Step) -> Option<usize> {
        let width = self.width as i32;
        let (mut column, row) = (cell as i32 % width + columns, cell as i32 / width + rows);
        if self.shape == Shape::Ring {
            column = column.rem_euclid(width);
        }
        let height = self.cells.len() as i32 / width;
        let is_there = (0..width).contains(&column) && (0..height).contains(&row);
        is_there.then_some((row * width + column) as usize)
    }

    /// Returns the letter on the cell one step away; `#` beyond the edge.
    pub(crate) fn letter_at(&self, cell: usize, step: Step) -> u8 {
        self.step(cell, step).map_or(b'#', |cell| self.cells[cell])
    }

    /// Returns the cells one step, two steps and so on from a cell, as long as they hold this letter.
    pub(crate) fn run(&self, cell: usize, step: Step, letter: u8) -> Vec<usize> {
        let next = |&cell: &usize| self.step(cell, step).filter(|&next| self.cells[next] == letter);
        std::iter::successors(next(&cell), next).take(self.cells.len()).collect()
    }

    /// Returns the neighbours of a cell, including holes.
    pub(crate) fn beside(&self, cell: usize) -> Vec<usize> {
        let steps: &[Step] = match &self.shape {
            Shape::Graph(near) => return near[cell].iter().copied().collect(),
            Shape::Rows => &FOUR,
            Shape::Ring => &[RIGHT, LEFT],
            Shape::Hexagons => &[RIGHT, LEFT, DOWN, UP, (1, -1), (-1, 1)],
        };
        let near: BTreeSet<usize> = steps.iter().filter_map(|&step| self.step(cell, step)).collect();
        near.into_iter().filter(|&other| other != cell).collect()
    }

    /// Returns `true` if a neighbour of the cell holds this letter.
    pub(crate) fn has_beside(&self, cell: usize, letter: u8) -> bool {
        self.beside(cell).into_iter().any(|near| self.cells[near] == letter)
    }

    /// Returns the board with some cells changed.
    pub(crate) fn with(&self, changes: &[(usize, u8)]) -> Board {
        let mut board = self.clone();
        for &(cell, letter) in changes {
            board.cells[cell] = letter;
        }
        board
    }

    /// Returns the cells that can be reached from a cell by steps to neighbours whose letters satisfy `joins`, including the cell
    /// itself.
    pub(crate) fn group(&self, cell: usize, joins: impl Fn(u8) -> bool) -> BTreeSet<usize> {
        let (mut group, mut open) = (BTreeSet::from([cell]), vec![cell]);
        while let Some(cell) = open.pop() {
            let near = self.beside(cell).into_iter().filter(|&near| joins(self.cells[near]));
            open.extend(near.filter(|&near| group.insert(near)));
        }
        group
    }

    /// Writes the board in the notation of its game.
    pub(crate) fn written(&self) -> String {
        let letter = |&letter: &u8| char::from(letter);
        let Shape::Graph(near) = &self.shape else {
            let rows = self.cells.chunks(self.width);
            return rows.map(|row| row.iter().map(letter).collect()).collect::<Vec<String>>().join("|");
        };
        let single = (0..near.len()).map(|vertex| vertex.to_string());
        let edge = |(one, other): (usize, &usize)| (one < *other).then(|| format!("{one}-{other}"));
        let edges =
            near.iter().enumerate().flat_map(|(one, near)| near.iter().map(move |other| (one, other)));
        let words: Vec<String> = single.chain(edges.filter_map(edge)).collect();
        format!("{} {}", words.join(" "), self.cells.iter().map(letter).collect::<String>())
    }
}
