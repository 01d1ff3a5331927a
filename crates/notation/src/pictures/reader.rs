//! Parses the numbers and directions in a line of a picture file.

use super::language::PICTURES;
use super::tree::{Direction, Piece};
use crate::tokens::{self, TokenKind, short};
use crate::{Diagnostic, Span, nearest};
use std::collections::HashSet;

/// The words of directions.
const DIRECTIONS: &[(&str, Direction)] = &[
    ("right", Direction::Right),
    ("left", Direction::Left),
    ("up", Direction::Up),
    ("down", Direction::Down),
    ("across", Direction::Across),
    ("vertical", Direction::Vertical),
    ("all", Direction::All),
    ("diagonal", Direction::Diagonal),
    ("eight", Direction::Eight),
    ("forward", Direction::Forward),
    ("backward", Direction::Backward),
    ("knight", Direction::Knight),
];

/// The number of cells of the largest board, which limits runs and offsets.
pub(super) const MAX_CELLS: u32 = 256;

/// Returns `true` if the word is the name of a direction.
pub(super) fn is_direction(word: &str) -> bool {
    DIRECTIONS.iter().any(|(name, _)| *name == word)
}

/// A reader of a line, with the pieces that may occur in pictures.
pub(super) type Reader<'t> = tokens::Reader<'t, &'t [Piece]>;

/// Creates a reader of a line.
pub(super) fn reader<'t>(text: &'t str, line: Span, pieces: &'t [Piece]) -> Result<Reader<'t>, Diagnostic> {
    Reader::new(&PICTURES, text, line, pieces)
}

impl Reader<'_> {
    /// Consumes `,` or `and` between directions or conditions.
    pub(super) fn eat_separator(&mut self) -> Result<bool, Diagnostic> {
        Ok(self.eat(",")? || self.eat_word("and")?)
    }

    pub(super) fn finish(&self) -> Result<(), Diagnostic> {
        if self.token.kind == TokenKind::End {
            return Ok(());
        }
        Err(self.unexpected("expected the end of the line"))
    }

    /// Parses a number up to `most`, which must come next.
    pub(super) fn number(&mut self, most: u32, expected: &str) -> Result<u32, Diagnostic> {
        let Some(word) = self.word().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())) else {
            return Err(self.unexpected(expected));
        };
        match word.parse() {
            Ok(number) if number <= most => {
                self.advance()?;
                Ok(number)
            }
            _ => Err(Diagnostic::new("this number is too large", self.token.span)
                .label(format!("expected a number up to {most}"))),
        }
    }

    /// Parses the directions after `in`. `refused` returns the reason why a direction makes no sense here, or `None` if it is valid.
    pub(super) fn directions(
        &mut self,
        refused: impl Fn(Direction) -> Option<&'static str>,
    ) -> Result<Vec<Direction>, Diagnostic> {
        let (mut directions, mut known) = (Vec::new(), HashSet::new());
        loop {
            let start = self.token.span.start;
            let direction = self.direction()?;
            let span = Span::new(start, self.end);
            if let Some(why) = refused(direction) {
                return Err(Diagnostic::new("this direction makes no sense here", span).label(why));
            }
            if !known.insert(direction) {
                return Err(Diagnostic::new("this direction is named twice", span)
                    .label("expected each direction once"));
            }
            directions.push(direction);
            if !self.eat_separator()? {
                break;
            }
        }
        let _ = self.eat_word("directions")? || self.eat_word("direction")?;
        Ok(directions)
    }

    fn direction(&mut self) -> Result<Direction, Diagnostic> {
        const EXPECTED: &str = "expected a direction, such as `all`, `across` or `right`";
        if self.is("(") {
            return self.offset();
        }
        let Some(word) = self.word() else { return Err(self.unexpected(EXPECTED)) };
        if let Some((_, direction)) = DIRECTIONS.iter().find(|(name, _)| *name == word) {
            self.advance()?;
            return Ok(*direction);
        }
        let wrong = Diagnostic::new(format!("`{}` is not a direction", short(word)), self.token.span);
        let names = DIRECTIONS.iter().map(|(name, _)| *name);
        let similar = match word {
            "horizontal" | "rows" => Some("across"),
            "columns" => Some("vertical"),
            "diagonals" => Some("diagonal"),
            "any" | "every" | "orthogonal" => Some("all"),
            _ => nearest(word, names.clone()),
        };
        Err(wrong.label(EXPECTED).help(match similar {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => format!(
                "the directions are {}, and offsets such as `(1,2)`",
                names.collect::<Vec<_>>().join(", ")
            ),
        }))
    }

    /// Parses an offset such as `(1,-2)`.
    fn offset(&mut self) -> Result<Direction, Diagnostic> {
        let start = self.advance()?.span.start;
        let columns = self.signed("expected the number of columns to the right, such as `1` or `-1`")?;
        self.expect(",", "expected `,` and the number of rows down")?;
        let rows = self.signed("expected the number of rows down, such as `2` or `-2`")?;
        self.expect(")", "expected `)`")?;
        if (columns, rows) == (0, 0) {
            return Err(Diagnostic::new("this direction goes nowhere", Span::new(start, self.end))
                .label("expected an offset such as `(1,2)`: columns to the right, rows down"));
        }
        Ok(Direction::Offset(columns, rows))
    }

    fn signed(&mut self, expected: &str) -> Result<i32, Diagnostic> {
        let is_negative = self.eat("-")?;
        let number = self.number(MAX_CELLS, expected)?.cast_signed();
        Ok(if is_negative { -number } else { number })
    }
}
