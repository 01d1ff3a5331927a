//! Parses pictures: rows of cells and runs of cells.

use super::reader::{MAX_CELLS, Reader, is_direction};
use super::tree::{CellKind, Picture, PictureCell, Repeat, Sign};
use crate::tokens::{TokenKind, short};
use crate::{Diagnostic, Span, nearest};

/// The words that end a picture.
const END_WORDS: &[&str] = &["in", "where", "again", "must", "then", "wins", "loses", "draws", "stops"];

/// The words that are cells.
const CELL_WORDS: &[&str] = &["edge", "flip"];

const EXPECTED_CELL: &str = "expected a cell: a piece, `.`, `?`, `[…]` or `#`";

impl Reader<'_> {
    /// Parses a picture, which must come next.
    pub(super) fn picture(&mut self) -> Result<Picture, Diagnostic> {
        let start = self.token.span.start;
        let mut rows = Vec::new();
        let mut row = Vec::new();
        loop {
            match self.token.kind {
                TokenKind::End | TokenKind::Sign("->" | "=>" | "=" | ",") => break,
                TokenKind::Word if self.word().is_some_and(|word| END_WORDS.contains(&word)) => break,
                TokenKind::Sign("/") if !row.is_empty() => {
                    self.advance()?;
                    rows.push(std::mem::take(&mut row));
                }
                _ => self.cell(&mut row)?,
            }
        }
        if row.is_empty() {
            return Err(self.unexpected(EXPECTED_CELL));
        }
        rows.push(row);
        Ok(Picture { rows, span: Span::new(start, self.end) })
    }

    /// Parses a cell, a run, or the pieces of a word. A mark belongs to the first piece of the word and a repeat count
    /// to the last.
    fn cell(&mut self, row: &mut Vec<PictureCell>) -> Result<(), Diagnostic> {
        let start = self.token.span.start;
        let mut is_marked = false;
        if self.eat("!")? {
            is_marked = self.token.span.start == self.end && self.begins_cell();
            if !is_marked {
                let span = Span::new(start, self.end);
                let repeat = self.repeat()?;
                row.push(PictureCell { kind: CellKind::Moved, repeat, is_marked: false, span });
                return Ok(());
            }
        }
        let first = row.len();
        match self.word().filter(|word| !CELL_WORDS.contains(word)) {
            Some(word) => {
                for (place, letter) in word.char_indices() {
                    let from = self.token.span.start + place;
                    let span = Span::new(from, from + letter.len_utf8());
                    let kind = CellKind::Sign(self.piece(word, letter, span)?);
                    row.push(PictureCell { kind, repeat: None, is_marked: false, span });
                }
                self.advance()?;
            }
            None => {
                let from = self.token.span.start;
                let kind = self.kind()?;
                let span = Span::new(from, self.end);
                row.push(PictureCell { kind, repeat: None, is_marked: false, span });
            }
        }
        if is_marked {
            row[first].is_marked = true;
            row[first].span.start = start;
        }
        let repeat = self.repeat()?;
        if let (Some(last), Some(_)) = (row.last_mut(), repeat) {
            last.repeat = repeat;
            last.span.end = self.end;
        }
        Ok(())
    }

    fn begins_cell(&self) -> bool {
        match self.token.kind {
            TokenKind::Word => self.word().is_some_and(|word| !END_WORDS.contains(&word)),
            TokenKind::Sign(sign) => [".", "#", "?", "@", "&", "~", "["].contains(&sign),
            _ => false,
        }
    }

    /// Parses a class, a word that is a cell, or a sign other than a letter.
    fn kind(&mut self) -> Result<CellKind, Diagnostic> {
        let kind = match (self.token.kind, self.word()) {
            (TokenKind::Sign("["), _) => return self.class(),
            (TokenKind::Sign("?"), _) => CellKind::Any,
            (TokenKind::Sign("~"), _) | (_, Some("flip")) => CellKind::Flip,
            (_, Some("edge")) => CellKind::Sign(Sign::Gone),
            (TokenKind::Sign(sign), _) => match sign_of(sign) {
                Some(sign) => CellKind::Sign(sign),
                None => return Err(self.unexpected(EXPECTED_CELL)),
            },
            _ => return Err(self.unexpected(EXPECTED_CELL)),
        };
        self.advance()?;
        Ok(kind)
    }

    /// Parses `[xo.]` or `[^xo]`.
    fn class(&mut self) -> Result<CellKind, Diagnostic> {
        let start = self.advance()?.span.start;
        let negated = self.eat("^")?;
        let mut signs = Vec::new();
        while !self.is("]") {
            if let Some(word) = self.word() {
                for (place, letter) in word.char_indices() {
                    let from = self.token.span.start + place;
                    let span = Span::new(from, from + letter.len_utf8());
                    add_sign(&mut signs, self.piece(word, letter, span)?, span)?;
                }
            } else if let TokenKind::Sign(sign) = self.token.kind
                && let Some(sign) = sign_of(sign)
            {
                add_sign(&mut signs, sign, self.token.span)?;
            } else {
                let wrong = self.unexpected("expected a piece, `.`, `#`, `@`, `&`, or `]`");
                let help = "write the signs of a class without separators: `[xo.]`";
                return Err(if self.is(",") { wrong.help(help) } else { wrong });
            }
            self.advance()?;
        }
        self.advance()?;
        if signs.is_empty() {
            return Err(Diagnostic::new("this class is empty", Span::new(start, self.end))
                .label("expected signs, such as `[xo]`")
                .help(if negated {
                    "write `?` for any cell"
                } else {
                    "write `#` for no cell, `.` for an empty cell"
                }));
        }
        Ok(CellKind::Class { signs, negated })
    }

    /// Returns the piece that a letter of `word` denotes.
    fn piece(&self, word: &str, letter: char, span: Span) -> Result<Sign, Diagnostic> {
        if let Some(piece) = self.data.iter().find(|piece| char::from(piece.letter) == letter) {
            return Ok(Sign::Piece(piece.letter));
        }
        if let Some(wrong) = self.no_picture(word) {
            return Err(wrong);
        }
        let declared: Vec<String> =
            self.data.iter().map(|piece| format!("`{}`", char::from(piece.letter))).collect();
        let other_case = |piece: u8| char::from(piece).eq_ignore_ascii_case(&letter);
        let similar = self.data.iter().find(|piece| other_case(piece.letter));
        let wrong = Diagnostic::new(format!("`{letter}` is not a piece of this game"), span);
        let wrong = match declared.as_slice() {
            [] => wrong.label("expected no letter: no pieces are declared"),
            [one] => wrong.label(format!("expected {one}, or a sign such as `.`")),
            several => wrong.label(format!("expected one of {}, or a sign such as `.`", several.join(", "))),
        };
        Err(match similar {
            Some(piece) => wrong.help(format!("did you mean `{}`?", char::from(piece.letter))),
            None if declared.is_empty() => {
                wrong.help(format!("declare the piece in a line such as `pieces: {letter} left`"))
            }
            None => wrong.help("pieces are declared in the line `pieces:`"),
        })
    }

    /// Returns the error for a word that is neither a run of pieces nor a word of the grammar.
    fn no_picture(&self, word: &str) -> Option<Diagnostic> {
        if word == "heap" {
            return Some(
                Diagnostic::new("`heap` belongs to rules for numbers", self.token.span)
                    .label("expected a picture")
                    .help("a file has either a board and pictures, or rules for numbers"),
            );
        }
        let similar = nearest(word, END_WORDS.iter().chain(CELL_WORDS).copied());
        let is_declared = |letter| self.data.iter().any(|piece| char::from(piece.letter) == letter);
        if word.chars().count() < 2 || (similar.is_none() && word.chars().any(is_declared)) {
            return None;
        }
        let wrong = Diagnostic::new(format!("`{}` means nothing in a picture", short(word)), self.token.span)
            .label("expected pieces, or a word of the grammar");
        Some(match (word, similar) {
            ("if" | "when" | "with" | "unless", _) => wrong.help("conditions follow `where`"),
            _ if is_direction(word) => wrong.help(format!("directions follow `in`: `in {word}`")),
            (_, Some(similar)) => wrong.help(format!("did you mean `{similar}`?")),
            _ => wrong.help("pieces are single letters and digits, which the line `pieces:` declares"),
        })
    }

    /// Parses `+`, `*`, `{3}`, `{1,3}` or `{2,}`, if one comes next.
    fn repeat(&mut self) -> Result<Option<Repeat>, Diagnostic> {
        if self.eat("+")? {
            return Ok(Some(Repeat { least: 1, most: None }));
        }
        if self.eat("*")? {
            return Ok(Some(Repeat { least: 0, most: None }));
        }
        if !self.is("{") {
            return Ok(None);
        }
        let start = self.advance()?.span.start;
        let least = self.number(MAX_CELLS, "expected the least number of repetitions, such as `{1,3}`")?;
        let most = match self.eat(",")? {
            false => Some(least),
            true if self.is("}") => None,
            true => Some(
                self.number(MAX_CELLS, "expected the greatest number of repetitions, or `}` for no bound")?,
            ),
        };
        self.expect("}", "expected `}`, or `,` and the greatest number of repetitions")?;
        let span = Span::new(start, self.end);
        match most {
            Some(0) => Err(Diagnostic::new("this run is always empty", span)
                .label("expected a run that can contain a cell, such as `{0,1}`")),
            Some(most) if most < least => Err(Diagnostic::new(format!("{most} is less than {least}"), span)
                .label(format!("expected the least number first: `{{{most},{least}}}`"))),
            _ => Ok(Some(Repeat { least, most })),
        }
    }

    /// Parses a sign or a class of a condition.
    pub(super) fn condition_sign(&mut self) -> Result<CellKind, Diagnostic> {
        const EXPECTED: &str = "expected a piece, `.`, `#`, `@`, `&`, or a class such as `[xo]`";
        let mut cells = Vec::new();
        let span = self.token.span;
        if !self.begins_cell() || self.is("?") || self.is("~") || self.word() == Some("flip") {
            return Err(self.unexpected(EXPECTED));
        }
        self.cell(&mut cells)?;
        match <[PictureCell; 1]>::try_from(cells) {
            Ok([PictureCell { kind, repeat: None, .. }]) => Ok(kind),
            _ => Err(Diagnostic::new("a condition takes exactly one cell", Span::new(span.start, self.end))
                .label(EXPECTED)),
        }
    }
}

fn sign_of(sign: &str) -> Option<Sign> {
    match sign {
        "." => Some(Sign::Empty),
        "#" => Some(Sign::Gone),
        "@" => Some(Sign::Mover),
        "&" => Some(Sign::Other),
        _ => None,
    }
}

fn add_sign(signs: &mut Vec<Sign>, sign: Sign, span: Span) -> Result<(), Diagnostic> {
    if signs.contains(&sign) {
        return Err(
            Diagnostic::new("this sign occurs twice in its class", span).label("expected each sign once")
        );
    }
    signs.push(sign);
    Ok(())
}
