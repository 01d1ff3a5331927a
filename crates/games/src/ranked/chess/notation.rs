//! Positions in Forsyth–Edwards notation, and names of moves.

use super::geometry::{KINGS, Kind, name};
use super::{ChessPosition, Ending, material::GROUPS};
use crate::ranked::rectangle::Rectangle;
use winways_kit::view::{self, Cell, Figure};
use winways_kit::{Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Play, Player};

/// The side and the kind of a piece; `None` for a king.
type Piece = (usize, Option<Kind>);

/// Reads the placement field: the pieces with their squares and spans.
fn placement(scanner: &mut Scanner<'_>) -> Result<Vec<(Piece, u8, Span)>, Diagnostic> {
    let mut pieces = Vec::new();
    for rank in (0..8u8).rev() {
        let start = scanner.position();
        let mut file = 0u8;
        while let Some(letter) = scanner.peek().filter(|&letter| letter != '/' && !letter.is_whitespace()) {
            let span = Span::new(scanner.position(), scanner.position() + letter.len_utf8());
            let side = usize::from(letter.is_ascii_lowercase());
            let kind = Kind::of_letter(letter.to_ascii_uppercase());
            file += match letter {
                '1'..='8' => letter as u8 - b'0',
                _ if file > 7 => 1,
                'K' | 'k' => {
                    pieces.push(((side, None), 8 * rank + file, span));
                    1
                }
                _ if kind.is_some() => {
                    pieces.push(((side, kind), 8 * rank + file, span));
                    1
                }
                _ => {
                    return Err(scanner.unexpected(
                        "expected a piece, KQRBN of White or kqrbn of Black, or a number of free squares",
                    ));
                }
            };
            if file > 8 {
                break;
            }
            scanner.next_char();
        }
        if file != 8 {
            let found = if file > 8 { "more than 8".to_owned() } else { format!("only {file}") };
            return Err(Diagnostic::new(
                format!("rank {} has {found} squares", rank + 1),
                Span::new(start, scanner.position().max(start)),
            )
            .label("expected 8")
            .help("the ranks from the eighth to the first, as in `8/8/8/5k2/8/8/1Q6/K7 w`"));
        }
        if rank > 0 {
            scanner.expect('/')?;
        }
    }
    Ok(pieces)
}

impl Ending {
    /// Returns the squares of the two kings and the set of squares of each group.
    fn grouped(
        &self,
        placed: &[(Piece, u8, Span)],
        whole: Span,
    ) -> Result<([u8; 2], [u64; GROUPS]), Diagnostic> {
        let mut kings = [None; 2];
        let mut groups = [0u64; GROUPS];
        for &((side, kind), square, span) in placed {
            let player = self.players()[side];
            match kind {
                None if kings[side].is_none() => kings[side] = Some(square),
                None => {
                    return Err(
                        Diagnostic::new(format!("{player} has two kings"), span).label("expected one")
                    );
                }
                Some(kind) => {
                    let is_it = |group: &super::material::Group| (group.side, group.kind) == (side, kind);
                    let place = self.material.groups.iter().position(is_it);
                    let most = place.map_or(0, |place| self.material.groups[place].count);
                    match place.filter(|&place| (groups[place].count_ones() as usize) < most) {
                        Some(place) => groups[place] |= 1 << square,
                        None => {
                            let pieces = self.material.name();
                            let message = format!("{player} has too many pieces of this kind");
                            return Err(Diagnostic::new(message, span)
                                .label(format!("expected at most {most}, as in {pieces}")));
                        }
                    }
                }
            }
        }
        match kings {
            [Some(white), Some(black)] => Ok(([white, black], groups)),
            _ => {
                let player = self.players()[usize::from(kings[0].is_some())];
                Err(Diagnostic::new(format!("{player} has no king"), whole).label("expected one"))
            }
        }
    }

    /// Returns the letter that the notation uses for the piece on a square, or `None` for a free square.
    fn letter(&self, pieces: &ChessPosition, square: u8) -> Option<char> {
        let of_side =
            |letter: char, side: usize| if side == 0 { letter } else { letter.to_ascii_lowercase() };
        if let Some(side) = pieces.kings.iter().position(|&king| king == square) {
            return Some(of_side('K', side));
        }
        let group = pieces.groups.iter().position(|group| group >> square & 1 == 1)?;
        let group = self.material.groups.get(group)?;
        Some(of_side(group.kind.letter(), group.side))
    }

    /// Returns the position with White to move and every piece on its initial square in a game of chess, or `None` if that position
    /// is illegal. Surplus pieces of a kind go to free squares of the same rank.
    fn at_home(&self) -> Option<ChessPosition> {
        let mut pieces = ChessPosition { side: 0, kings: [4, 60], groups: [0; GROUPS] };
        for (place, group) in self.material.groups.iter().enumerate() {
            let home: &[u8] = match group.kind.letter() {
                'Q' => &[3],
                'R' => &[0, 7],
                'B' => &[2, 5],
                _ => &[1, 6],
            };
            for _ in 0..group.count {
                let squares = home.iter().copied().chain(0..8).map(|file| file + 56 * group.side as u8);
                let free = squares.into_iter().find(|&square| pieces.occupied() >> square & 1 == 0)?;
                pieces.groups[place] |= 1 << free;
            }
        }
        self.is_legal(&pieces).then_some(pieces)
    }

    fn row(&self, pieces: &ChessPosition, rank: u8) -> String {
        (0..8).map(|file| self.letter(pieces, 8 * rank + file).unwrap_or('.')).collect()
    }
}

/// Returns the element of the figure for a square. The figure begins with the eighth rank.
fn element(square: u8) -> u64 {
    u64::from(square ^ 56)
}

/// Replaces runs of free squares in a rank by their lengths: `..k....Q` becomes `2k4Q`.
fn counted(row: &str) -> String {
    let mut text = String::new();
    let mut free = 0;
    for letter in row.chars().chain(['/']) {
        if letter == '.' {
            free += 1;
            continue;
        }
        if free > 0 {
            text.push_str(&free.to_string());
            free = 0;
        }
        text.push(letter);
    }
    text.pop();
    text
}

impl RankedBoard for Ending {
    fn properties(&self) -> Properties {
        Properties { is_impartial: false, may_cycle: true, ending: winways_kit::Ending::Goal }
    }

    fn ending_rule(&self, _: Play) -> String {
        "Checkmate wins; stalemate and endless play are draws.".to_owned()
    }

    fn parse(&self, text: &str) -> Result<ChessPosition, Diagnostic> {
        let mut scanner = Scanner::new(text);
        scanner.skip_space();
        let start = scanner.position();
        let placed = placement(&mut scanner)?;
        let whole = Span::new(start, scanner.position());
        let (kings, groups) = self.grouped(&placed, whole)?;
        scanner.skip_space();
        let side = match scanner.peek() {
            Some('w' | 'W') => 0,
            Some('b' | 'B') => 1,
            _ => return Err(scanner.unexpected("expected `w` or `b`, who is to move")),
        };
        scanner.next_char();
        for _ in 0..2 {
            scanner.skip_space();
            if !scanner.is_at_end() {
                scanner
                    .expect('-')
                    .map_err(|wrong| wrong.help("no castling, no capture en passant: `- -`"))?;
            }
        }
        for what in ["the half-moves since a capture", "the number of the move"] {
            scanner.skip_space();
            if !scanner.is_at_end() {
                scanner.number(what)?;
            }
        }
        scanner.finish("the position")?;
        let pieces = ChessPosition { side, kings, groups };
        if KINGS.places(kings).is_none() {
            return Err(Diagnostic::new("the kings are next to each other", whole)
                .label("expected a square between them"));
        }
        if !self.is_legal(&pieces) {
            let [mover, other] = [usize::from(side), 1 - usize::from(side)].map(|side| self.players()[side]);
            return Err(Diagnostic::new(
                format!("{other} is in check, and it is the turn of {mover}"),
                whole,
            )
            .label("expected a position in which the player who has just moved is not in check"));
        }
        Ok(pieces)
    }

    fn write(&self, pieces: &ChessPosition) -> String {
        let rows: Vec<String> = (0..8).rev().map(|rank| counted(&self.row(pieces, rank))).collect();
        format!("\"{} {}\"", rows.join("/"), if pieces.side == 0 { 'w' } else { 'b' })
    }

    fn steps(&self, pieces: &ChessPosition) -> Vec<Step<ChessPosition>> {
        let (occupied, mut steps) = (pieces.occupied(), Vec::new());
        self.any_option(pieces, &mut |from, to, after| {
            let letter = self.letter(pieces, from).map(|letter| letter.to_ascii_uppercase());
            let how = if occupied >> to & 1 == 1 { 'x' } else { '-' };
            let text = format!("{}{}{how}{}", letter.unwrap_or('?'), name(from), name(to));
            steps.push(Step::new(text, [element(from), element(to)], after));
            false
        });
        steps
    }

    /// Draws the pieces as letters of FEN: lower case for Black.
    fn figure(&self, pieces: &ChessPosition) -> Figure {
        let content = |cell: usize| match self.letter(pieces, cell as u8 ^ 56) {
            None => Cell::Free,
            Some(letter) => {
                let owner = if letter.is_ascii_uppercase() { Player::Left } else { Player::Right };
                let figurine = view::Figurine::of_chess(letter);
                view::Cell::Piece(view::Piece { owner, sign: letter.to_string(), figurine })
            }
        };
        Rectangle { rows: 8, columns: 8 }.chequered_figure(content)
    }

    fn player(&self, pieces: &ChessPosition) -> Player {
        if pieces.side == 0 { Player::Left } else { Player::Right }
    }

    fn players(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn usual_start(&self) -> Option<ChessPosition> {
        self.at_home()
    }
}
