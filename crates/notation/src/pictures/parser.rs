//! Parser of picture files, from lines to trees.

use super::check::check;
use super::language::lines;
use super::reader::{Reader, reader};
use super::tree::{
    Board, CellKind, Condition, ConditionKind, Direction, EndResult, Ending, Next, Owner, Picture,
    PictureFile, PictureRule, Piece, Points, Rewrite, Shape, Who,
};
use crate::rules::{HEADERS, Header, Turn, add_header, check_length};
use crate::tokens::{short, trimmed};
use crate::{Diagnostic, Span, nearest};

/// The words that a line may begin with, besides headers.
const KEYS: &[&str] =
    &["board", "pieces", "left", "right", "both", "each", "again", "entail", "end", "points", "start"];

/// The words that lines begin with in rule files for numbers.
const NUMBER_RULE_KEYS: &[&str] = &["heap", "param", "measure", "bounds"];

const SHAPES: &[(&str, Shape)] = &[
    ("grid", Shape::Grid),
    ("strip", Shape::Strip),
    ("ring", Shape::Ring),
    ("torus", Shape::Torus),
    ("hexagonal", Shape::Hexagonal),
    ("graph", Shape::Graph),
];

const OWNERS: &[(&str, Owner)] = &[("left", Owner::Left), ("right", Owner::Right), ("either", Owner::Either)];

const RESULTS: &[(&str, EndResult)] = &[
    ("wins", EndResult::Wins),
    ("loses", EndResult::Loses),
    ("draws", EndResult::Draws),
    ("stops", EndResult::Stops),
];

/// Parses a rule file with pictures.
///
/// # Errors
/// Returns the first error, with its span.
///
/// # Complexity
/// Linear in the length of the text, which is at most 64 KiB, and in the number of cells of its pictures, at most 256
/// in a row.
///
/// ```
/// use winways_notation::{parse_pictures, pictures::{Direction, Shape}};
/// let clobber = "board: grid\npieces: x left, o right\neach: @ & -> . @ in all directions";
/// let file = parse_pictures(clobber)?;
/// assert_eq!(file.board.shape, Shape::Grid);
/// assert_eq!(file.rules[0].rewrite.directions, [Direction::All]);
///
/// let wrong = parse_pictures("board: grid\npieces: x left, o right\neach: @ & -> @").unwrap_err();
/// assert_eq!(wrong.message, "2 cells become 1");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn parse_pictures(text: &str) -> Result<PictureFile, Diagnostic> {
    check_length(text)?;
    let lines = lines(text).into_iter().map(|line| Line::read(text, line)).collect::<Result<Vec<_>, _>>()?;
    let board = match Line::only(&lines, "board", "a second board", "expected one line `board:`")? {
        Some(line) => line.board()?,
        None => {
            return Err(Diagnostic::new("there is no board", Span::at(text.len()))
                .label("expected a line such as `board: grid`")
                .help(format!("the boards are {}", names(SHAPES))));
        }
    };
    // Parsed first, since pieces may be declared after the rules that use them.
    let expected = "expected one line `pieces:`, with commas between the pieces";
    let pieces = match Line::only(&lines, "pieces", "a second list of pieces", expected)? {
        Some(line) => line.pieces()?,
        None => Vec::new(),
    };
    let mut file = PictureFile {
        headers: Vec::new(),
        board,
        pieces,
        rules: Vec::new(),
        endings: Vec::new(),
        points: Vec::new(),
        starts: Vec::new(),
    };
    for line in &lines {
        line.add_to(&mut file)?;
    }
    if file.rules.is_empty() {
        return Err(Diagnostic::new("there is no rule", Span::at(text.len()))
            .label("expected a line such as `each: @ & -> . @`"));
    }
    check(&file)?;
    Ok(file)
}

/// Returns `true` if the text is a picture file, that is, if one of its lines begins with `board:`.
///
/// ```
/// use winways_notation::is_picture_file;
/// assert!(is_picture_file("game: Cram\nboard: grid\nboth: . . -> # #"));
/// assert!(!is_picture_file("game: Nim\nheap n -> n-k where k >= 1"));
/// ```
pub fn is_picture_file(text: &str) -> bool {
    lines(text).into_iter().any(|line| Line::read(text, line).is_ok_and(|line| line.key == "board"))
}

/// A line with a known first word.
struct Line<'t> {
    text: &'t str,
    key: &'static str,
    /// The span of the first word.
    key_span: Span,
    /// The span of the text after the colon, trimmed.
    rest: Span,
}

impl<'t> Line<'t> {
    fn read(text: &'t str, line: Span) -> Result<Self, Diagnostic> {
        let reader = reader(text, line, &[])?;
        let Some(word) = reader.word() else {
            return Err(reader.unexpected("expected `each:`, `left:`, or a header such as `game:`"));
        };
        let key_span = reader.token.span;
        let lower = word.to_lowercase();
        let Some(&key) = KEYS.iter().chain(HEADERS).find(|key| **key == lower) else {
            return Err(unknown_key(&lower, word, key_span));
        };
        // The text after the colon need not consist of tokens, so no further token is read.
        let after = Span::new(key_span.end, line.end);
        let spaces = text[after.range()].len() - text[after.range()].trim_start().len();
        let colon = after.start + spaces;
        if !text[colon..line.end].starts_with(':') {
            return Err(Diagnostic::new(format!("`{key}` has no colon"), key_span)
                .label(format!("expected `{key}:`")));
        }
        let rest = trimmed(text, Span::new(colon + 1, line.end));
        Ok(Line { text, key, key_span, rest })
    }

    fn rest_text(&self) -> &'t str {
        &self.text[self.rest.range()]
    }

    fn reader<'r>(&self, pieces: &'r [Piece]) -> Result<Reader<'r>, Diagnostic>
    where
        't: 'r,
    {
        reader(self.text, self.rest, pieces)
    }

    /// Returns the line with a key that may occur only once, if there is such a line.
    fn only<'l>(
        lines: &'l [Self],
        key: &str,
        second: &str,
        expected: &str,
    ) -> Result<Option<&'l Self>, Diagnostic> {
        let mut found = lines.iter().filter(|line| line.key == key);
        let first = found.next();
        match found.next() {
            None => Ok(first),
            Some(line) => Err(Diagnostic::new(second, line.key_span).label(expected)),
        }
    }

    fn board(&self) -> Result<Board, Diagnostic> {
        let mut reader = self.reader(&[])?;
        const EXPECTED: &str = "expected a board, such as `grid`";
        let Some(word) = reader.word() else { return Err(reader.unexpected(EXPECTED)) };
        let Some((_, shape)) = SHAPES.iter().find(|(name, _)| *name == word) else {
            let wrong = Diagnostic::new(format!("there is no board `{}`", short(word)), reader.token.span);
            let similar = match word {
                "row" | "line" => Some("strip"),
                "circle" | "cycle" => Some("ring"),
                "square" | "rectangle" => Some("grid"),
                _ => nearest(word, SHAPES.iter().map(|(name, _)| *name)),
            };
            return Err(wrong.label(EXPECTED).help(match similar {
                Some(similar) => format!("did you mean `{similar}`?"),
                None => format!("the boards are {}", names(SHAPES)),
            }));
        };
        let word_end = reader.token.span.end;
        if *shape == Shape::Graph {
            let graph = Span::new(word_end, self.rest.end);
            let graph = trimmed(self.text, Span::new(word_end, graph.end));
            let text = &self.text[graph.range()];
            let graph = (!text.is_empty()).then(|| (text.to_owned(), graph));
            return Ok(Board { shape: *shape, graph, span: self.rest });
        }
        reader.advance()?;
        reader.finish().map_err(|wrong| wrong.help("each position has its own board size"))?;
        Ok(Board { shape: *shape, graph: None, span: self.rest })
    }

    /// Parses `x left, o right, w`.
    fn pieces(&self) -> Result<Vec<Piece>, Diagnostic> {
        let mut reader = self.reader(&[])?;
        let mut pieces: Vec<Piece> = Vec::new();
        if self.rest_text().is_empty() {
            return Ok(pieces);
        }
        loop {
            let piece = piece(&mut reader)?;
            if pieces.iter().any(|earlier| earlier.letter == piece.letter) {
                let letter = char::from(piece.letter);
                return Err(Diagnostic::new(format!("`{letter}` is declared twice"), piece.span)
                    .label("expected another letter or digit"));
            }
            pieces.push(piece);
            if !reader.eat_separator()? {
                break;
            }
        }
        reader.finish().map_err(|wrong| match wrong.help {
            None => wrong.label("expected `,` and another piece"),
            Some(_) => wrong,
        })?;
        Ok(pieces)
    }

    fn add_to(&self, file: &mut PictureFile) -> Result<(), Diagnostic> {
        let context = PictureContext { shape: file.board.shape, is_impartial: false };
        let mut turn = Turn::Ordinary;
        let who = match self.key {
            "board" | "pieces" => return Ok(()),
            "start" => {
                let text = self.rest_text();
                if text.is_empty() {
                    return Err(Diagnostic::new("the start is empty", self.rest).label("expected a position"));
                }
                file.starts.push((text.to_owned(), self.rest));
                return Ok(());
            }
            "end" => {
                let ending = self.ending(context, &mut self.reader(&file.pieces)?)?;
                file.endings.push(ending);
                return Ok(());
            }
            "points" => {
                let points = self.points(context, &mut self.reader(&file.pieces)?)?;
                file.points.push(points);
                return Ok(());
            }
            "left" => Who::Left,
            "right" => Who::Right,
            "both" => Who::Both,
            "each" => Who::Each,
            "again" => {
                turn = Turn::Again;
                Who::Both
            }
            "entail" => {
                return Err(Diagnostic::new("a move on a board cannot entail an answer", self.key_span)
                    .label("expected `again:`, after which the same player moves again")
                    .help(
                        "a board may fall into several parts; rules on numbers have lines `entail: heap ...`",
                    ));
            }
            _ => {
                return add_header(&mut file.headers, self.header()?);
            }
        };
        let context = PictureContext { is_impartial: who == Who::Both, ..context };
        let rule = self.rule((who, turn), context, &mut self.reader(&file.pieces)?)?;
        file.rules.push(rule);
        Ok(())
    }

    fn header(&self) -> Result<Header, Diagnostic> {
        let header = Header { key: self.key, text: self.rest_text().to_owned(), span: self.rest };
        if let Some(line_end) = header.text.find('\n') {
            let rest = &header.text[line_end..];
            let start = self.rest.start + line_end + (rest.len() - rest.trim_start().len());
            return Err(Diagnostic::new(
                format!("`{}` continues", self.key),
                Span::new(start, self.rest.end),
            )
            .label("expected one line")
            .help("an indented line continues the line before: a rule begins at the margin"));
        }
        header.check()?;
        Ok(header)
    }

    fn rule(
        &self,
        (who, turn): (Who, Turn),
        context: PictureContext,
        reader: &mut Reader,
    ) -> Result<PictureRule, Diagnostic> {
        let rewrite = rewrite(reader, context)?;
        let (mut next, mut must) = (Next::Nothing, false);
        loop {
            let token = reader.token;
            match reader.word() {
                Some(word @ ("again" | "then")) if next != Next::Nothing => {
                    return Err(Diagnostic::new(
                        format!("`{word}` after another `again` or `then`"),
                        token.span,
                    )
                    .label("expected one of them, once"));
                }
                Some("again") => {
                    reader.advance()?;
                    next = Next::Again { turning: reader.eat_word("turning")? };
                }
                Some("then") => {
                    reader.advance()?;
                    next = Next::Then(Box::new(self::rewrite(reader, context)?));
                }
                Some("must") if must => {
                    return Err(Diagnostic::new("a second `must`", token.span).label("expected it once"));
                }
                Some("must") => {
                    reader.advance()?;
                    must = true;
                }
                _ => break,
            }
        }
        if reader.finish().is_err() {
            let words = ["again", "must", "then", "turning"];
            return Err(
                reader.unexpected_among(&words, "expected `again`, `must`, `then`, or the end of the line")
            );
        }
        Ok(PictureRule { who, turn, rewrite, next, must, span: Span::new(self.key_span.start, reader.end) })
    }

    fn ending(&self, context: PictureContext, reader: &mut Reader) -> Result<Ending, Diagnostic> {
        let picture = match reader.eat_word("full")? {
            true => None,
            false => {
                let picture = reader.picture()?;
                let directions = directions(reader, context, &picture)?;
                Some((picture, directions))
            }
        };
        let found = reader.word().and_then(|word| RESULTS.iter().find(|(name, _)| *name == word));
        let Some((_, result)) = found else {
            let words: Vec<&str> = RESULTS.iter().map(|(name, _)| *name).collect();
            let wrong = reader.unexpected_among(&words, "expected `wins`, `loses`, `draws` or `stops`");
            return Err(if reader.is("->") {
                wrong.help("play ends with a picture, which does not become another")
            } else if reader.word() == Some("where") {
                wrong.help("a picture that ends play has no conditions: they belong to the pictures of moves")
            } else {
                wrong
            });
        };
        reader.advance()?;
        reader.finish()?;
        Ok(Ending { picture, result: *result, span: Span::new(self.key_span.start, reader.end) })
    }

    fn points(&self, context: PictureContext, reader: &mut Reader) -> Result<Points, Diagnostic> {
        let rewrite = rewrite(reader, context)?;
        reader.expect("=", "expected `=` and a number of points")?;
        let points = reader.number(u32::MAX, "expected a number of points, at least 1")?;
        let again = reader.eat_word("again")?;
        if reader.finish().is_err() {
            return Err(match again {
                true => reader.unexpected("expected the end of the line"),
                false => reader.unexpected_among(&["again"], "expected `again`, or the end of the line"),
            });
        }
        Ok(Points { rewrite, points, again, span: Span::new(self.key_span.start, reader.end) })
    }
}

fn unknown_key(lower: &str, word: &str, span: Span) -> Diagnostic {
    if NUMBER_RULE_KEYS.contains(&lower) {
        return Diagnostic::new(format!("`{lower}` belongs to rules for numbers"), span)
            .label("expected rules as pictures, such as `each: @ & -> . @`")
            .help("a file has either a board and pictures, or rules for numbers");
    }
    let wrong = Diagnostic::new(format!("a line cannot begin with `{}`", short(word)), span)
        .label("expected `left:`, `right:`, `both:`, `each:`, or a header such as `game:`");
    let similar = match lower {
        "impartial" => Some("both"),
        "partizan" | "player" | "mover" => Some("each"),
        "piece" => Some("pieces"),
        "ending" | "ends" => Some("end"),
        "point" | "score" => Some("points"),
        _ => nearest(lower, KEYS.iter().chain(HEADERS).copied()),
    };
    match similar {
        Some(similar) => wrong.help(format!("did you mean `{similar}:`?")),
        None => wrong.help(format!("lines begin with {}, or {}", KEYS.join(", "), HEADERS.join(", "))),
    }
}

/// Returns the words of a table, separated by commas.
fn names<T>(table: &[(&str, T)]) -> String {
    table.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn piece(reader: &mut Reader) -> Result<Piece, Diagnostic> {
    const EXPECTED: &str = "expected a letter or a digit, such as `x`";
    let span = reader.token.span;
    let Some(word) = reader.word() else {
        let wrong = reader.unexpected(EXPECTED);
        let sign = &reader.text[span.range()];
        return Err(if sign.is_empty() {
            wrong
        } else {
            wrong.help(format!("`{sign}` is reserved in pictures"))
        });
    };
    let &[letter] = word.as_bytes() else {
        return Err(Diagnostic::new(format!("`{}` is not a piece", short(word)), span)
            .label("expected one letter of a to z or A to Z, or a digit"));
    };
    if !letter.is_ascii_alphanumeric() {
        return Err(Diagnostic::new(format!("`{word}` is not a piece"), span).label(EXPECTED));
    }
    reader.advance()?;
    let owner = match reader.word().filter(|word| *word != "and") {
        None => Owner::Nobody,
        Some(word) => {
            let Some((_, owner)) = OWNERS.iter().find(|(name, _)| *name == word) else {
                let wrong = Diagnostic::new(format!("`{}` is not a player", short(word)), reader.token.span)
                    .label("expected `left`, `right` or `either`, or `,` and another piece");
                let similar = match word {
                    "both" | "each" => Some("either"),
                    _ => nearest(word, OWNERS.iter().map(|(name, _)| *name)),
                };
                return Err(match similar {
                    Some(similar) => wrong.help(format!("did you mean `{similar}`?")),
                    None if word.len() == 1 => wrong.help("pieces are separated by commas"),
                    None => wrong.help("a piece without an owner has no word after it"),
                });
            };
            reader.advance()?;
            *owner
        }
    };
    Ok(Piece { letter, owner, span: Span::new(span.start, reader.end) })
}

/// The context of a picture.
#[derive(Clone, Copy)]
struct PictureContext {
    shape: Shape,
    /// `true` for a move that is the same for both players.
    is_impartial: bool,
}

impl PictureContext {
    /// Returns the reason why a direction makes no sense for a picture in this context, or `None` if it is valid.
    fn refusal(self, direction: Direction, picture: &Picture) -> Option<&'static str> {
        use Direction::{Across, All, Backward, Diagonal, Eight, Forward, Knight, Left, Offset, Right};
        let is_row = picture.rows.len() == 1;
        match (self.shape, direction) {
            (_, Forward | Backward) if self.is_impartial => {
                Some("expected a direction that is the same for both players, as the move is")
            }
            (_, Knight | Offset(..) | Diagonal) if !is_row => {
                Some("expected diagonals and leaps only for a picture of one row")
            }
            (Shape::Hexagonal, Knight | Diagonal | Eight) => {
                Some("expected `all`: hexagons have six directions")
            }
            (Shape::Graph, All) => None,
            (Shape::Graph, _) => Some("expected `all`: a graph has no other directions"),
            (Shape::Strip | Shape::Ring, Right | Left | Across | All | Forward | Backward | Offset(_, 0)) => {
                None
            }
            (Shape::Strip | Shape::Ring, _) => {
                Some("expected `right`, `left` or `across`: the board has one row")
            }
            _ => None,
        }
    }
}

/// Parses `BEFORE -> AFTER in DIRECTIONS where CONDITIONS`.
fn rewrite(reader: &mut Reader, context: PictureContext) -> Result<Rewrite, Diagnostic> {
    let start = reader.token.span.start;
    let before = reader.picture()?;
    reader.expect("->", "expected `->` and the new picture")?;
    let after = reader.picture()?;
    let directions = directions(reader, context, &before)?;
    let mut conditions = Vec::new();
    if reader.eat_word("where")? {
        conditions.push(condition(reader)?);
        while reader.eat_separator()? {
            conditions.push(condition(reader)?);
        }
    }
    Ok(Rewrite { before, after, directions, conditions, span: Span::new(start, reader.end) })
}

/// Parses the named directions, or returns the default if none are named.
fn directions(
    reader: &mut Reader,
    context: PictureContext,
    picture: &Picture,
) -> Result<Vec<Direction>, Diagnostic> {
    if reader.eat_word("in")? {
        return reader.directions(|direction| context.refusal(direction, picture));
    }
    let is_one_cell =
        matches!(&picture.rows[..], [row] if matches!(&row[..], [cell] if cell.repeat.is_none()));
    Ok(vec![if is_one_cell { Direction::Right } else { Rewrite::ALL }])
}

/// The greatest number of neighbours in a condition.
const MAX_NEIGHBOURS: u32 = 255;

fn condition(reader: &mut Reader) -> Result<Condition, Diagnostic> {
    const EXPECTED: &str =
        "expected a condition: `no x beside`, `some x beside`, `at least 2 x beside` or `groups touch .`";
    let start = reader.token.span.start;
    let kind = match reader.word() {
        Some("no") => {
            reader.advance()?;
            ConditionKind::NoneBeside(beside(reader)?)
        }
        Some("some") => {
            reader.advance()?;
            ConditionKind::SomeBeside(beside(reader)?)
        }
        Some("at") => {
            reader.advance()?;
            let is_least = reader.eat_word("least")?;
            if !is_least && !reader.eat_word("most")? {
                let expected = "expected `least` or `most`, such as `at least 2 x beside`";
                return Err(reader.unexpected_among(&["least", "most"], expected));
            }
            let bound = reader.number(MAX_NEIGHBOURS, "expected a number of neighbours")?;
            let sign = beside(reader)?;
            match is_least {
                true => ConditionKind::AtLeastBeside(bound, sign),
                false => ConditionKind::AtMostBeside(bound, sign),
            }
        }
        Some("groups") => {
            reader.advance()?;
            if !reader.eat_word("touch")? {
                let expected = "expected `touch` and a sign, such as `groups touch .`";
                return Err(reader.unexpected_among(&["touch"], expected));
            }
            ConditionKind::GroupsTouch(reader.condition_sign()?)
        }
        _ => return Err(reader.unexpected_among(&["no", "some", "at", "groups"], EXPECTED)),
    };
    Ok(Condition { kind, span: Span::new(start, reader.end) })
}

/// Parses a sign and the word `beside`.
fn beside(reader: &mut Reader) -> Result<CellKind, Diagnostic> {
    let sign = reader.condition_sign()?;
    if !reader.eat_word("beside")? {
        return Err(reader.unexpected_among(&["beside"], "expected `beside`"));
    }
    Ok(sign)
}
