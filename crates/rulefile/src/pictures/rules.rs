//! The rules of a file, apart from any board.

use crate::pictures::states::{Alphabet, States};
use winways_notation::pictures::Direction;
use winways_notation::pictures::{
    CellKind, ConditionKind, EndResult, Next, Picture, PictureFile, Points, Rewrite, Shape, Who,
};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Play, Side};

/// What a file says, ready to be laid on boards.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) alphabet: Alphabet,
    pub(crate) shape: Shape,
    /// The moves of each player.
    pub(crate) moves: [Vec<Move>; 2],
    pub(crate) endings: Vec<Ending>,
    pub(crate) points: Vec<Points>,
    /// Whether every move is for both players.
    pub(crate) is_impartial: bool,
    pub(crate) play: Play,
}

/// A kind of move of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The number of the rule in the file.
    pub(crate) rule: usize,
    pub(crate) rewrite: Rewrite,
    pub(crate) next: Next,
    pub(crate) must: bool,
    /// What every group must touch after the move.
    pub(crate) groups: Option<States>,
    pub(crate) span: Span,
}

/// When play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// `None`: no cell is empty.
    pub(crate) picture: Option<(Picture, Vec<Direction>)>,
    pub(crate) result: EndResult,
}

/// The number of a player in a list of two.
pub(crate) fn index(side: Side) -> usize {
    usize::from(side == Side::Right)
}

impl Rules {
    /// The rules of a file that has been read.
    ///
    /// # Errors
    /// What the parser cannot see: moves that go on for ever in one turn.
    pub(crate) fn of(file: &PictureFile) -> Result<Rules, Diagnostic> {
        let alphabet = Alphabet::of(file);
        let mut moves = [Vec::new(), Vec::new()];
        for (number, rule) in file.rules.iter().enumerate() {
            for side in Side::BOTH {
                let is_his = match rule.who {
                    Who::Left => side == Side::Left,
                    Who::Right => side == Side::Right,
                    Who::Both | Who::Each => true,
                };
                if is_his {
                    moves[index(side)].push(Move {
                        rule: number,
                        rewrite: rule.rewrite.clone(),
                        next: rule.next.clone(),
                        must: rule.must,
                        groups: groups(&rule.rewrite, &alphabet, side),
                        span: rule.span,
                    });
                }
            }
        }
        let endings = file
            .endings
            .iter()
            .map(|ending| Ending { picture: ending.picture.clone(), result: ending.result })
            .collect();
        let play = match file.header("play").map(|header| header.text.as_str()) {
            Some("misere" | "misère") => Play::Misere,
            _ => Play::Normal,
        };
        let is_impartial = file.rules.iter().all(|rule| rule.who == Who::Both);
        Ok(Rules {
            alphabet,
            shape: file.board.shape,
            moves,
            endings,
            points: file.points.clone(),
            is_impartial,
            play,
        })
    }

    /// Whether a move anywhere on the board may matter everywhere: then a board is one component.
    pub(crate) fn is_whole(&self) -> bool {
        let reaches_far = |step: &Move| step.must || step.groups.is_some() || is_anywhere(&step.next);
        !self.endings.is_empty() || self.moves.iter().flatten().any(reaches_far)
    }

    /// Whether play ends but by having no move.
    pub(crate) fn has_results(&self) -> bool {
        !self.points.is_empty() || self.endings.iter().any(|ending| ending.result != EndResult::Stops)
    }
}

/// Whether a second part follows that has nothing to do with the piece that moved.
pub(crate) fn is_anywhere(next: &Next) -> bool {
    let has_moved =
        |rewrite: &Rewrite| rewrite.before.rows.iter().flatten().any(|cell| cell.kind == CellKind::Moved);
    matches!(next, Next::Then(second) if !has_moved(second))
}

fn groups(rewrite: &Rewrite, alphabet: &Alphabet, side: Side) -> Option<States> {
    rewrite.conditions.iter().find_map(|condition| match &condition.kind {
        ConditionKind::GroupsTouch(kind) => Some(alphabet.kind(kind, side)),
        _ => None,
    })
}

/// The pieces that a condition is about, and whether some or none must be beside.
pub(crate) fn beside<'c>(
    rewrite: &'c Rewrite,
    alphabet: &'c Alphabet,
    side: Side,
) -> impl Iterator<Item = (bool, States)> + 'c {
    let of = move |kind: &CellKind| alphabet.kind(kind, side);
    rewrite.conditions.iter().filter_map(move |condition| match &condition.kind {
        ConditionKind::NoneBeside(kind) => Some((false, of(kind))),
        ConditionKind::SomeBeside(kind) => Some((true, of(kind))),
        ConditionKind::GroupsTouch(_) => None,
    })
}
