use super::board::{Cell, ChaseBoard};
use winways_notation::{Diagnostic, Scanner, Span, nearest};
use winways_rules::Side;

/// The steps of the pieces, and the blocked cells.
///
/// ```
/// use winways_games::ranked::chase::Pieces;
/// assert_eq!(Pieces::parse("black 2-1, white 1")?.name(), "chase");
/// assert_eq!(Pieces::parse("blocked 4:4 2:3, black 1-3 5")?.name(), "chase(black 1-3 5, blocked 2:3 4:4)");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    white: Steps,
    black: Steps,
    /// The blocked cells in order, without repeats.
    blocked: Vec<Cell>,
}

/// The steps of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    /// The lengths of the steps: bit k is set if the piece may move k cells.
    lengths: u16,
    /// `true` if the piece moves in eight directions rather than four.
    diagonal: bool,
}

/// The longest step.
const LONGEST: u64 = 9;

impl Default for Pieces {
    /// Returns the usual pieces: White moves one cell, Black one or two, and no cell is blocked.
    fn default() -> Self {
        let white = Steps { lengths: 0b10, diagonal: false };
        let black = Steps { lengths: 0b110, diagonal: false };
        Pieces { white, black, blocked: Vec::new() }
    }
}

impl Pieces {
    /// Reads the parameter of the game.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`.
    pub fn parse(text: &str) -> Result<Pieces, Diagnostic> {
        let mut pieces = Pieces::default();
        let mut scanner = Scanner::new(text);
        let mut seen = Vec::new();
        loop {
            scanner.skip_space();
            let start = scanner.position();
            let word = scanner.take_while(|character| character.is_ascii_alphabetic());
            let span = Span::new(start, scanner.position());
            if seen.contains(&word) {
                return Err(Diagnostic::new(format!("`{word}` is given twice"), span)
                    .label("expected one list of each kind"));
            }
            seen.push(word);
            match word {
                "white" => pieces.white = Steps::parse(&mut scanner)?,
                "black" => pieces.black = Steps::parse(&mut scanner)?,
                "blocked" => pieces.blocked = cells(&mut scanner)?,
                _ => return Err(unknown(&scanner, word, span)),
            }
            scanner.skip_space();
            if scanner.is_at_end() {
                return Ok(pieces);
            }
            if !scanner.eat(',') {
                return Err(scanner.unexpected("expected a number, or a comma before the next piece"));
            }
        }
    }

    /// Returns the name of the game with these pieces.
    pub fn name(&self) -> String {
        let usual = Pieces::default();
        let mut parts = Vec::new();
        for (name, steps, usual) in [("white", self.white, usual.white), ("black", self.black, usual.black)] {
            if steps != usual {
                parts.push(format!("{name} {}", steps.text()));
            }
        }
        if !self.blocked.is_empty() {
            let cells: Vec<String> = self.blocked.iter().map(Cell::to_string).collect();
            parts.push(format!("blocked {}", cells.join(" ")));
        }
        if parts.is_empty() { "chase".to_owned() } else { format!("chase({})", parts.join(", ")) }
    }

    /// Returns the steps of the piece of a side. White is Right.
    pub(super) fn steps(&self, side: Side) -> Steps {
        match side {
            Side::Left => self.black,
            Side::Right => self.white,
        }
    }

    pub(super) fn blocked(&self) -> &[Cell] {
        &self.blocked
    }
}

fn unknown(scanner: &Scanner<'_>, word: &str, span: Span) -> Diagnostic {
    let expected = "expected `white` or `black` with the lengths of its steps, or `blocked` with cells";
    if word.is_empty() {
        return scanner.unexpected(expected).help("write `chase(white 1, black 1-3)`");
    }
    let wrong = Diagnostic::new(format!("`{word}` is not a piece"), span).label(expected);
    match nearest(word, ["white", "black", "blocked"]) {
        Some(similar) => wrong.help(format!("did you mean `{similar}`?")),
        None => wrong,
    }
}

impl Steps {
    /// Reads the lengths of steps, optionally followed by `diagonal`: `1-2 4 diagonal`.
    fn parse(scanner: &mut Scanner<'_>) -> Result<Steps, Diagnostic> {
        let mut steps = Steps { lengths: 0, diagonal: false };
        loop {
            scanner.skip_space();
            match scanner.peek() {
                Some(letter) if letter.is_ascii_alphabetic() && steps.lengths != 0 => {
                    let start = scanner.position();
                    let word = scanner.take_while(|character| character.is_ascii_alphabetic());
                    if word != "diagonal" {
                        let span = Span::new(start, scanner.position());
                        return Err(Diagnostic::new(format!("`{word}` is not a kind of step"), span)
                            .label("expected lengths, or `diagonal` after them"));
                    }
                    return Ok(Steps { diagonal: true, ..steps });
                }
                None | Some(',') if steps.lengths != 0 => return Ok(steps),
                _ => {}
            }
            let first = scanner.number_in("the length of a step", 1, LONGEST)?;
            let last = match scanner.eat('-') {
                true => scanner.number_in("the length of a step", 1, LONGEST)?,
                false => first,
            };
            for length in first.min(last)..=first.max(last) {
                steps.lengths |= 1 << length;
            }
        }
    }

    fn text(self) -> String {
        let has = |length: u64| self.lengths & (1 << length) != 0;
        let mut parts = Vec::new();
        for first in (1..=LONGEST).filter(|&length| has(length) && !has(length - 1)) {
            let last = (first..=LONGEST).take_while(|&length| has(length)).last().unwrap_or(first);
            parts.push(if first == last { first.to_string() } else { format!("{first}-{last}") });
        }
        parts.extend(self.diagonal.then(|| "diagonal".to_owned()));
        parts.join(" ")
    }

    /// Returns the directions as (rows, columns), the orthogonal ones first.
    pub(super) fn directions(self) -> &'static [(i64, i64)] {
        const EIGHT: [(i64, i64); 8] = [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];
        if self.diagonal { &EIGHT } else { &EIGHT[..4] }
    }

    /// Returns `true` if the piece may move `length` cells.
    pub(super) fn may_go(self, length: i64) -> bool {
        self.lengths & (1 << length) != 0
    }

    /// Returns the range from 1 to the greatest length allowed.
    pub(super) fn up_to_longest(self) -> std::ops::RangeInclusive<i64> {
        1..=i64::from(self.lengths.ilog2())
    }
}

/// Reads a list of cells, such as `2:3 4:4`, and returns the cells in order without repeats.
fn cells(scanner: &mut Scanner<'_>) -> Result<Vec<Cell>, Diagnostic> {
    let (_, most) = ChaseBoard::SIDES;
    let mut cells = Vec::new();
    loop {
        scanner.skip_space();
        if matches!(scanner.peek(), None | Some(',')) && !cells.is_empty() {
            cells.sort_unstable();
            cells.dedup();
            return Ok(cells);
        }
        let row = scanner.number_in("the row of a blocked cell", 1, most)?;
        if !scanner.eat(':') {
            return Err(scanner
                .unexpected("expected `:` and the column of the blocked cell")
                .help("write `2:3`"));
        }
        let column = scanner.number_in("the column of a blocked cell", 1, most)?;
        cells.push(Cell { row, column });
    }
}
