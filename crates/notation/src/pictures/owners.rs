//! Checks of the pieces that pictures refer to, and of their owners.

use super::tree::{
    CellKind, Condition, ConditionKind, Next, Owner, Picture, PictureFile, Piece, Rewrite, Sign, Who,
};
use crate::{Diagnostic, Span};

/// Rejects `@` and `&` if they represent no piece, and pieces that occur in no picture.
pub(super) fn check_owners(file: &PictureFile) -> Result<(), Diagnostic> {
    let mut references = References { pieces: &file.pieces, letters: Vec::new(), left: false, right: false };
    for rule in &file.rules {
        references.rewrite(&rule.rewrite, rule.who)?;
        if let Next::Then(second) = &rule.next {
            references.rewrite(second, rule.who)?;
        }
    }
    // Points are counted after a move of either player, who is then the mover.
    for points in &file.points {
        references.rewrite(&points.rewrite, Who::Each)?;
    }
    for (picture, _) in file.endings.iter().filter_map(|ending| ending.picture.as_ref()) {
        references.picture(picture, Who::Each)?;
    }
    match file.pieces.iter().find(|piece| !references.has(piece)) {
        None => Ok(()),
        Some(piece) => {
            let letter = char::from(piece.letter);
            Err(Diagnostic::new(format!("`{letter}` occurs in no picture"), piece.span)
                .label("expected a piece that occurs in a rule, an end or points")
                .help("a wall is not a piece: it is written `#` and is not declared"))
        }
    }
}

/// The pieces that pictures refer to.
struct References<'t> {
    pieces: &'t [Piece],
    letters: Vec<u8>,
    /// `true` if a picture refers to Left's pieces by `@` or `&`.
    left: bool,
    right: bool,
}

impl References<'_> {
    fn has(&self, piece: &Piece) -> bool {
        let by_owner = match piece.owner {
            Owner::Left => self.left,
            Owner::Right => self.right,
            Owner::Either => self.left || self.right,
            Owner::Nobody => false,
        };
        by_owner || self.letters.contains(&piece.letter)
    }

    fn rewrite(&mut self, rewrite: &Rewrite, who: Who) -> Result<(), Diagnostic> {
        self.picture(&rewrite.before, who)?;
        self.picture(&rewrite.after, who)?;
        for Condition { kind, span } in &rewrite.conditions {
            let (ConditionKind::NoneBeside(sign)
            | ConditionKind::SomeBeside(sign)
            | ConditionKind::AtLeastBeside(_, sign)
            | ConditionKind::AtMostBeside(_, sign)
            | ConditionKind::GroupsTouch(sign)) = kind;
            self.cell(sign, *span, who)?;
        }
        Ok(())
    }

    fn picture(&mut self, picture: &Picture, who: Who) -> Result<(), Diagnostic> {
        picture.rows.iter().flatten().try_for_each(|cell| self.cell(&cell.kind, cell.span, who))
    }

    fn cell(&mut self, kind: &CellKind, span: Span, who: Who) -> Result<(), Diagnostic> {
        let signs = match kind {
            CellKind::Sign(sign) => std::slice::from_ref(sign),
            CellKind::Class { signs, .. } => signs,
            CellKind::Any | CellKind::Moved | CellKind::Flip => return Ok(()),
        };
        signs.iter().try_for_each(|&sign| self.sign(sign, span, who))
    }

    fn sign(&mut self, sign: Sign, span: Span, who: Who) -> Result<(), Diagnostic> {
        let is_mover = match sign {
            Sign::Piece(letter) => {
                if !self.letters.contains(&letter) {
                    self.letters.push(letter);
                }
                return Ok(());
            }
            Sign::Empty | Sign::Gone => return Ok(()),
            Sign::Mover => true,
            Sign::Other => false,
        };
        let written = if is_mover { '@' } else { '&' };
        let (left, right) = match who {
            Who::Both => {
                return Err(Diagnostic::new(
                    format!("`{written}` has no meaning in moves of both players"),
                    span,
                )
                .label("expected the letter of a piece")
                .help("moves that each player makes with his own pieces are `each:`"));
            }
            Who::Each => (true, true),
            Who::Left => (is_mover, !is_mover),
            Who::Right => (!is_mover, is_mover),
        };
        for (is_meant, owner, player) in [(left, Owner::Left, "Left"), (right, Owner::Right, "Right")] {
            if is_meant && !self.pieces.iter().any(|piece| [owner, Owner::Either].contains(&piece.owner)) {
                return Err(Diagnostic::new(format!("`{written}` denotes no piece of {player}"), span)
                    .label("expected the letter of a piece, or pieces of this player")
                    .help("pieces of players are declared: `pieces: x left, o right`"));
            }
        }
        self.left |= left;
        self.right |= right;
        Ok(())
    }
}
