//! A reader of the tokens of a line with a look-ahead of one token; numbers, directions and errors for unexpected
//! tokens.

use super::lexer::{Lexer, Token, TokenKind};
use super::tree::{Direction, Piece};
use crate::rules::short;
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

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    lexer: Lexer<'t>,
    /// The next token.
    pub(super) token: Token,
    /// The end of the last token consumed.
    pub(super) end: usize,
    /// The pieces that may occur in pictures.
    pub(super) pieces: &'t [Piece],
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, line: Span, pieces: &'t [Piece]) -> Result<Self, Diagnostic> {
        let mut lexer = Lexer::new(text, line);
        let token = lexer.next()?;
        Ok(Reader { text, lexer, token, end: line.start, pieces })
    }

    pub(super) fn advance(&mut self) -> Result<Token, Diagnostic> {
        let next = self.lexer.next()?;
        self.end = self.token.span.end;
        Ok(std::mem::replace(&mut self.token, next))
    }

    pub(super) fn word(&self) -> Option<&'t str> {
        (self.token.kind == TokenKind::Word).then(|| &self.text[self.token.span.range()])
    }

    pub(super) fn is(&self, sign: char) -> bool {
        self.token.kind == TokenKind::Sign(sign)
    }

    pub(super) fn eat(&mut self, sign: char) -> Result<bool, Diagnostic> {
        let found = self.is(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> Result<bool, Diagnostic> {
        let found = self.word() == Some(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn expect(&mut self, sign: char, expected: &str) -> Result<Token, Diagnostic> {
        if self.is(sign) { self.advance() } else { Err(self.unexpected(expected)) }
    }

    pub(super) fn expect_arrow(&mut self) -> Result<(), Diagnostic> {
        if self.token.kind != TokenKind::Arrow {
            return Err(self.unexpected("expected `->` and what the picture becomes"));
        }
        self.advance()?;
        Ok(())
    }

    /// Returns the span of the text from `after` to the end of the line.
    pub(super) fn rest_after(text: &str, line: Span, after: usize) -> Span {
        Lexer::new(text, Span::new(after, line.end)).rest()
    }

    /// Consumes `,` or `and` between directions or conditions.
    pub(super) fn eat_separator(&mut self) -> Result<bool, Diagnostic> {
        Ok(self.eat(',')? || self.eat_word("and")?)
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

    /// Parses the directions after `in`. `refused` returns the reason why a direction makes no sense here.
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
        if self.is('(') {
            return self.offset();
        }
        let Some(word) = self.word() else { return Err(self.unexpected(EXPECTED)) };
        if let Some((_, direction)) = DIRECTIONS.iter().find(|(name, _)| *name == word) {
            self.advance()?;
            return Ok(*direction);
        }
        let wrong = Diagnostic::new(format!("`{}` is no direction", short(word)), self.token.span);
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
        let columns = self.signed("expected how many columns to the right it goes, such as `1` or `-1`")?;
        self.expect(',', "expected `,` and how many rows down it goes")?;
        let rows = self.signed("expected how many rows down it goes, such as `2` or `-2`")?;
        self.expect(')', "expected `)`")?;
        if (columns, rows) == (0, 0) {
            return Err(Diagnostic::new("this direction goes nowhere", Span::new(start, self.end))
                .label("expected an offset such as `(1,2)`: columns to the right, rows down"));
        }
        Ok(Direction::Offset(columns, rows))
    }

    fn signed(&mut self, expected: &str) -> Result<i32, Diagnostic> {
        let is_negative = self.eat('-')?;
        let number = self.number(MAX_CELLS, expected)?.cast_signed();
        Ok(if is_negative { -number } else { number })
    }

    /// Returns the error for the unexpected next token.
    pub(super) fn unexpected(&self, expected: &str) -> Diagnostic {
        let message = match self.token.kind {
            TokenKind::End => "the line ends here".to_owned(),
            _ => format!("unexpected `{}`", short(&self.text[self.token.span.range()])),
        };
        let wrong = Diagnostic::new(message, self.token.span).label(expected);
        match (self.token.kind, self.word()) {
            (TokenKind::End, _) => wrong.help("a line that is indented goes on with the line before"),
            (TokenKind::Sign('|'), _) => {
                wrong.help("rows of a picture are separated by `/`, and each rule has a line of its own")
            }
            (TokenKind::Sign('+' | '*' | '{'), _) => {
                wrong.help("how often a cell stands in a run follows the cell: `.+`, `?*`, `x{1,3}`")
            }
            (TokenKind::Sign('='), _) => {
                wrong.help("points are given in a line `points: PICTURE -> PICTURE = 1`")
            }
            (TokenKind::Sign(':'), _) => wrong.help("a line begins at the margin"),
            (_, Some("in")) => wrong.help("directions come first: `in all where no x beside again`"),
            (_, Some("where")) => wrong.help("conditions come before `again`, `must` and `then`"),
            (_, Some("if" | "when" | "with" | "unless")) => wrong.help("conditions follow `where`"),
            (_, Some("or")) => wrong.help("what may be done otherwise is a rule, in a line of its own"),
            _ => wrong,
        }
    }

    /// Returns the error of [`Reader::unexpected`], with the word of `words` that is most similar to the token.
    pub(super) fn unexpected_among(&self, words: &[&str], expected: &str) -> Diagnostic {
        let wrong = self.unexpected(expected);
        match self.word().and_then(|word| nearest(word, words.iter().copied())) {
            Some(similar) if wrong.help.is_none() => wrong.help(format!("did you mean `{similar}`?")),
            _ => wrong,
        }
    }
}
