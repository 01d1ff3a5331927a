//! The letters of boards in the notation of positions, for editors of positions.

use crate::view::{Cell, Figure, Piece};
use winways_rules::Player;

/// The letters that the cells of a view's boards can have in the notation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    /// The letters, beginning with the letter of an empty cell.
    pub letters: Vec<Letter>,
    /// `true` if the notation of a position determines the board: the number of rows and columns, or the edges of the graph.
    /// `false` if the game determines it.
    pub is_resizable: bool,
}

/// A letter of an [`Alphabet`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter in the notation of a position.
    pub sign: char,
    /// The meaning in a word or two, such as `free` or `toad`. May be empty.
    pub name: String,
    /// The appearance of a cell with this letter. Half of a domino has several appearances, of which this is one.
    pub content: Cell,
}

impl Letter {
    /// Creates a letter.
    #[must_use]
    pub fn new(sign: char, name: &str, content: Cell) -> Letter {
        Letter { sign, name: name.to_owned(), content }
    }

    /// Creates the letter `.` of an empty cell.
    #[must_use]
    pub fn free() -> Letter {
        Letter::new('.', "free", Cell::Free)
    }

    /// Creates the letter `#` of a cell that is not on the board.
    #[must_use]
    pub fn gone() -> Letter {
        Letter::new('#', "gone", Cell::Gone)
    }

    /// Creates the letter of a piece. The sign of the piece is the letter itself.
    #[must_use]
    pub fn piece(sign: char, name: &str, owner: Player) -> Letter {
        Letter::new(sign, name, Piece::cell(owner, &sign.to_string()))
    }

    /// Creates the letters `.` of an empty cell, `x` of a piece of Left, and `o` of a piece of Right.
    #[must_use]
    pub fn free_x_o() -> [Letter; 3] {
        [Letter::free(), Letter::piece('x', "", Player::Left), Letter::piece('o', "", Player::Right)]
    }
}

impl Alphabet {
    /// Creates the alphabet of boards whose size the notation of the position determines.
    #[must_use]
    pub fn resizable(letters: impl IntoIterator<Item = Letter>) -> Alphabet {
        Alphabet { letters: letters.into_iter().collect(), is_resizable: true }
    }

    /// Creates the alphabet of boards whose size the game determines.
    #[must_use]
    pub fn fixed(letters: impl IntoIterator<Item = Letter>) -> Alphabet {
        Alphabet { is_resizable: false, ..Alphabet::resizable(letters) }
    }

    /// Returns the byte index in `text` of the letter of each cell or vertex, in the order of the figures. Returns `None` if
    /// the text does not have a letter for each of them, such as `4x4` or `0-1 1-2 0:x`.
    ///
    /// The letters occur in words that consist of letters, `|` between rows or boards, and `#` where the board has no cell.
    /// Other words name a graph or the player to move.
    ///
    /// ```
    /// use winways_kit::view::{Alphabet, Cell, Figure, Letter};
    ///
    /// let alphabet = Alphabet::resizable([Letter::free(), Letter::gone()]);
    /// let strips = [Figure::strip(vec![Cell::Free; 2]), Figure::strip(vec![Cell::Gone])];
    /// assert_eq!(alphabet.places("..|# left", &strips), Some(vec![0, 1, 3]));
    /// assert_eq!(alphabet.places("1x2", &strips), None);
    /// ```
    #[must_use]
    pub fn places(&self, text: &str, figures: &[Figure]) -> Option<Vec<usize>> {
        let mut rest = figures;
        let mut places = Vec::new();
        for (start, word) in words(text) {
            let is_graph = matches!(rest.first(), Some(Figure::Graph(_)));
            let Some(letters) = self.letters_in(word, is_graph) else { continue };
            // A word of rows describes one board, and a word of strips describes several boards.
            let sizes = rest.iter().scan(0, |total, figure| {
                *total += cell_count(figure)?;
                Some(*total)
            });
            if let Some(last) =
                sizes.take_while(|&size| size <= letters.len()).position(|size| size == letters.len())
            {
                rest = &rest[last + 1..];
                places.extend(letters.into_iter().map(|place| start + place));
            }
        }
        (rest.is_empty() && !places.is_empty()).then_some(places)
    }

    /// Returns the byte indices of the cells in a word, or `None` if the word has other signs. A `#` that is not a letter is a
    /// cell of a grid, but not a vertex of a graph.
    fn letters_in(&self, word: &str, is_graph: bool) -> Option<Vec<usize>> {
        let mut letters = Vec::new();
        for (place, sign) in word.char_indices() {
            match sign {
                _ if self.letters.iter().any(|letter| letter.sign == sign) => letters.push(place),
                '#' if !is_graph => letters.push(place),
                '|' | '#' => {}
                _ => return None,
            }
        }
        Some(letters)
    }
}

fn cell_count(figure: &Figure) -> Option<usize> {
    match figure {
        Figure::Grid(grid) => Some(grid.cells.len()),
        Figure::Graph(graph) => Some(graph.vertices.len()),
        Figure::Heaps(_) | Figure::Staircase(_) | Figure::Digits(_) => None,
    }
}

/// Returns the words of a text, each with its byte index. Words are separated by blanks or by the `||` between boards.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let boards = text.split("||").scan(0, |next, board| {
        let start = *next;
        *next += board.len() + 2;
        Some((start, board))
    });
    boards.flat_map(|(start, board)| {
        let mut at = start;
        board.split(char::is_whitespace).map(move |word| {
            let place = at;
            at += word.len() + 1;
            (place, word)
        })
    })
}
