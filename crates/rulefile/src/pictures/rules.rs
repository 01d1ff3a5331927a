//! The rules of a file, independent of any board.

use crate::pictures::points::{changed_by_a_move, weights};
use crate::pictures::size::check_runs;
use crate::pictures::states::{ABSENT, Alphabet, EMPTY, MOST, State, States};
use crate::pictures::stencil::{After, Stencil, short_stencils};
use std::collections::BTreeSet;
use winways_notation::pictures::Direction;
use winways_notation::pictures::{
    CellKind, Condition, ConditionKind, EndResult, Next, Picture, PictureCell, PictureFile, PictureRule,
    Points, Rewrite, Shape, Sign, Who,
};
use winways_notation::rules::Turn;
use winways_notation::{Diagnostic, Span};
use winways_rules::{Play, Side};

/// The compiled rules of a file.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) alphabet: Alphabet,
    pub(crate) shape: Shape,
    /// The moves of each player.
    pub(crate) moves: [Vec<Move>; 2],
    pub(crate) endings: Vec<Ending>,
    pub(crate) points: Vec<Points>,
    /// The related states of each state, in order: the state itself, and all states that are connected with it by changes
    /// that rules make, in either direction.
    related_states: Vec<Vec<State>>,
    /// For each state, the remaining points of a cell in this state. Empty in a game without points.
    weights: Vec<u64>,
    /// `true` if both players have the same moves.
    pub(crate) is_impartial: bool,
    pub(crate) play: Play,
}

/// A kind of move of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The index of the rule in the file.
    pub(crate) rule: usize,
    pub(crate) rewrite: Rewrite,
    pub(crate) next: Next,
    pub(crate) turn: Turn,
    pub(crate) must: bool,
    /// For each condition on groups, the set of states. After the move, every group must touch a cell with one of them.
    pub(crate) groups: Vec<States>,
    pub(crate) span: Span,
}

impl Move {
    /// Returns the rewrites of the move: the first part, and the second part if there is one.
    pub(crate) fn rewrites(&self) -> impl Iterator<Item = &Rewrite> {
        std::iter::once(&self.rewrite).chain(self.next.second())
    }
}

/// A condition under which play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// The picture that ends play, or `None` for a board without empty cells.
    pub(crate) picture: Option<(Picture, Vec<Direction>)>,
    pub(crate) result: EndResult,
}

impl Ending {
    /// Returns `true` if the picture is different for Left and for Right.
    fn distinguishes_players(&self) -> bool {
        let Some((picture, directions)) = &self.picture else { return false };
        // An ending that stops play is checked for both players.
        self.result != EndResult::Stops
            && (picture_distinguishes_players(picture) || directions.iter().any(is_turned))
    }
}

/// Iterates over the moves of both players.
fn sides_and_moves(moves: &[Vec<Move>; 2]) -> impl Iterator<Item = (Side, &Move)> {
    Side::BOTH.into_iter().flat_map(|side| moves[index(side)].iter().map(move |step| (side, step)))
}

/// Returns `true` if the direction depends on the player.
fn is_turned(direction: &Direction) -> bool {
    matches!(direction, Direction::Forward | Direction::Backward)
}

/// Returns `true` if the kind of cell depends on the player.
fn kind_distinguishes_players(kind: &CellKind) -> bool {
    let is_owned = |sign: &Sign| matches!(sign, Sign::Mover | Sign::Other);
    match kind {
        CellKind::Sign(sign) => is_owned(sign),
        CellKind::Class { signs, .. } => signs.iter().any(is_owned),
        CellKind::Any | CellKind::Moved | CellKind::Flip => false,
    }
}

fn picture_distinguishes_players(picture: &Picture) -> bool {
    picture.rows.iter().flatten().any(|cell| kind_distinguishes_players(&cell.kind))
}

fn rewrite_distinguishes_players(rewrite: &Rewrite) -> bool {
    let of_condition = |condition: &Condition| match &condition.kind {
        ConditionKind::NoneBeside(kind)
        | ConditionKind::SomeBeside(kind)
        | ConditionKind::AtLeastBeside(_, kind)
        | ConditionKind::AtMostBeside(_, kind)
        | ConditionKind::GroupsTouch(kind) => kind_distinguishes_players(kind),
    };
    picture_distinguishes_players(&rewrite.before)
        || picture_distinguishes_players(&rewrite.after)
        || rewrite.directions.iter().any(is_turned)
        || rewrite.conditions.iter().any(of_condition)
}

/// The maximum number of neighbours of a cell if a condition counts them.
pub(crate) const MOST_COUNTED: usize = 12;

/// The maximum number of pieces: all states but those of gone and of empty cells.
const MOST_PIECES: usize = MOST - 2;

/// Returns the index of a player in an array of two.
pub(crate) fn index(side: Side) -> usize {
    usize::from(side == Side::Right)
}

impl Rules {
    /// Compiles the rules of a parsed file.
    ///
    /// # Errors
    /// Returns an error that the parser cannot detect, such as too many pieces.
    pub(crate) fn of(file: &PictureFile) -> Result<Rules, Diagnostic> {
        if let Some(piece) = file.pieces.get(MOST_PIECES) {
            return Err(Diagnostic::new("there are too many pieces", piece.span)
                .label(format!("expected at most {MOST_PIECES} pieces")));
        }
        check_runs(file)?;
        let mut alphabet = Alphabet::of(file);
        let mut moves = [Vec::new(), Vec::new()];
        for (number, rule) in file.rules.iter().enumerate() {
            for side in Side::BOTH {
                let is_own = match rule.who {
                    Who::Left => side == Side::Left,
                    Who::Right => side == Side::Right,
                    Who::Both | Who::Each => true,
                };
                if is_own {
                    moves[index(side)].push(Move {
                        rule: number,
                        rewrite: rule.rewrite.clone(),
                        next: rule.next.clone(),
                        turn: rule.turn,
                        must: rule.must,
                        groups: groups(rule, &alphabet, side),
                        span: rule.span,
                    });
                }
            }
        }
        alphabet.needs_pieces = !Side::BOTH.into_iter().any(|side| {
            moves[index(side)].iter().any(|step| may_begin_without_pieces(step, &alphabet, side))
        });
        let endings: Vec<Ending> = file
            .endings
            .iter()
            .map(|ending| Ending { picture: ending.picture.clone(), result: ending.result })
            .collect();
        let play = match file.header("play") {
            Some(header) if matches!(header.text.as_str(), "misere" | "misère") => {
                if !file.points.is_empty() {
                    return Err(Diagnostic::new("a game of points has no misère play", header.span)
                        .label("expected no `play: misere`: the player with more points wins"));
                }
                Play::Misere
            }
            _ => Play::Normal,
        };
        let is_impartial = file.rules.iter().all(|rule| rule.who == Who::Both)
            && !file.points.iter().any(|points| rewrite_distinguishes_players(&points.rewrite))
            && !endings.iter().any(Ending::distinguishes_players);
        let changes = changes(&alphabet, &moves, &file.points);
        let related_states = related_states(alphabet.count(), &changes);
        let weights: Vec<u64> = match file.points.is_empty() {
            true => Vec::new(),
            false => {
                let rewrites = sides_and_moves(&moves)
                    .flat_map(|(side, step)| step.rewrites().map(move |rewrite| (side, rewrite, step.span)));
                let weights = above_least(&weights(&file.points, rewrites, &alphabet)?, &related_states);
                // A player may get all points that remain.
                if endings.iter().any(|ending| matches!(ending.result, EndResult::Wins | EndResult::Loses)) {
                    check_points(&file.points, &weights, &alphabet, &moves, &changes)?;
                }
                weights
            }
        };
        // Without the pieces that are worth points, there is nothing to play for.
        let is_worth = |(&weight, state): (&u64, State)| weight > 0 && is_put(state, &changes);
        alphabet.needs_pieces |= !weights.is_empty() && !weights.iter().zip(0..).any(is_worth);
        Ok(Rules {
            related_states,
            weights,
            alphabet,
            shape: file.board.shape,
            moves,
            endings,
            points: file.points.clone(),
            is_impartial,
            play,
        })
    }

    /// Returns `true` if components are boxes cut out of a board.
    pub(crate) fn is_cut(&self) -> bool {
        matches!(self.shape, Shape::Grid | Shape::Strip | Shape::Hexagonal)
    }

    /// Returns `true` if a move may affect all parts of a board, so that the board is one component.
    pub(crate) fn is_whole(&self) -> bool {
        let joins = |(side, step): (Side, &Move)| {
            step.must
                || !step.groups.is_empty()
                || self.continues_elsewhere(step, side)
                || self.may_require_gone_cells(step, side)
        };
        !self.endings.is_empty() || sides_and_moves(&self.moves).any(joins)
    }

    /// Returns `true` if a move may continue at cells disjoint from those that its first part changes: the cell of the
    /// continuing piece may keep its state, or the second part may concern another piece.
    fn continues_elsewhere(&self, step: &Move, side: Side) -> bool {
        let stays = |ends: fn(&Stencil) -> Vec<usize>| {
            let stencils = short_stencils(&step.rewrite, &self.alphabet, side);
            stencils.iter().any(|stencil| ends(stencil).iter().any(|&end| !stencil.always_changes(end)))
        };
        match &step.next {
            Next::Nothing => false,
            Next::Then(_) => is_anywhere(&step.next) || stays(|stencil| vec![stencil.to]),
            Next::Again { .. } => stays(|stencil| vec![stencil.from, stencil.to]),
        }
    }

    /// Returns `true` if a condition or a class may require a gone cell. Removing cells from a component could then
    /// satisfy it.
    fn may_require_gone_cells(&self, step: &Move, side: Side) -> bool {
        let asks = |rewrite| {
            beside(rewrite, &self.alphabet, side).any(|condition| match condition.bound {
                Bound::AtLeast(least) => least > 0 && condition.states.has(ABSENT),
                // A gone cell has none of the limited states, so it helps to satisfy the condition.
                Bound::AtMost(most) => most > 0 && !condition.states.has(ABSENT),
            })
        };
        let is_mixed = |cell: &PictureCell| match &cell.kind {
            CellKind::Class { signs, negated } => !negated && signs.contains(&Sign::Gone),
            _ => false,
        };
        let mixes = |rewrite: &Rewrite| rewrite.before.rows.iter().flatten().any(is_mixed);
        step.rewrites().any(|rewrite| asks(rewrite) || mixes(rewrite))
    }

    /// Returns the related states of a state, in order.
    pub(crate) fn related_states(&self, state: State) -> &[State] {
        &self.related_states[usize::from(state)]
    }

    /// Returns the points that remain on a board.
    pub(crate) fn points_of(&self, states: &[State]) -> u64 {
        states.iter().map(|&state| self.weight(state)).sum()
    }

    fn weight(&self, state: State) -> u64 {
        self.weights.get(usize::from(state)).copied().unwrap_or(0)
    }

    /// Returns the maximum number of points of any board whose cells have related states.
    pub(crate) fn most_points_of(&self, states: &[State]) -> u64 {
        let most = |&state: &State| self.related_states(state).iter().map(|&state| self.weight(state)).max();
        states.iter().filter_map(most).sum()
    }

    /// Returns `true` if the result may depend on points, or on an ending at which a player wins, loses or draws.
    pub(crate) fn has_results(&self) -> bool {
        !self.points.is_empty() || self.endings.iter().any(|ending| ending.result != EndResult::Stops)
    }
}

/// Returns `true` if a move may be possible on a board of empty cells. Each cell of its picture and each condition on neighbours is
/// checked separately.
fn may_begin_without_pieces(step: &Move, alphabet: &Alphabet, side: Side) -> bool {
    let is_met = |states: States| states.has(EMPTY) || states.has(ABSENT);
    let mut cells = step.rewrite.before.rows.iter().flatten();
    let is_left_out = |cell: &PictureCell| cell.repeat.is_some_and(|repeat| repeat.least == 0);
    cells.all(|cell| is_left_out(cell) || is_met(alphabet.kind(&cell.kind, side)))
        && beside(&step.rewrite, alphabet, side)
            .all(|condition| !matches!(condition.bound, Bound::AtLeast(1..)) || is_met(condition.states))
}

/// Returns `true` if a second part follows that does not involve the moved piece.
pub(crate) fn is_anywhere(next: &Next) -> bool {
    let has_moved =
        |rewrite: &Rewrite| rewrite.before.rows.iter().flatten().any(|cell| cell.kind == CellKind::Moved);
    matches!(next, Next::Then(second) if !has_moved(second))
}

fn groups(rule: &PictureRule, alphabet: &Alphabet, side: Side) -> Vec<States> {
    let second = rule.next.second().into_iter().flat_map(|second| &second.conditions);
    let touched =
        rule.rewrite.conditions.iter().chain(second).filter_map(|condition| match &condition.kind {
            ConditionKind::GroupsTouch(kind) => Some(alphabet.kind(kind, side)),
            _ => None,
        });
    touched.collect()
}

/// A condition on the first cell of a picture: a bound for the number of its neighbours with certain states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beside {
    pub(crate) bound: Bound,
    pub(crate) states: States,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    AtLeast(u32),
    AtMost(u32),
}

impl Beside {
    /// Returns `true` if the condition requires at least one such neighbour or no such neighbour, without counting further.
    pub(crate) fn is_plain(self) -> bool {
        matches!(self.bound, Bound::AtLeast(1) | Bound::AtMost(0))
    }
}

/// Returns the conditions on neighbours.
pub(crate) fn beside<'c>(
    rewrite: &'c Rewrite,
    alphabet: &'c Alphabet,
    side: Side,
) -> impl Iterator<Item = Beside> + 'c {
    rewrite.conditions.iter().filter_map(move |condition| {
        let (bound, kind) = match &condition.kind {
            ConditionKind::NoneBeside(kind) => (Bound::AtMost(0), kind),
            ConditionKind::SomeBeside(kind) => (Bound::AtLeast(1), kind),
            ConditionKind::AtLeastBeside(least, kind) => (Bound::AtLeast(*least), kind),
            ConditionKind::AtMostBeside(most, kind) => (Bound::AtMost(*most), kind),
            ConditionKind::GroupsTouch(_) => return None,
        };
        Some(Beside { bound, states: alphabet.kind(kind, side) })
    })
}

/// Computes the related states of each state: the classes of states connected by changes.
fn related_states(count: usize, changes: &[(State, State)]) -> Vec<Vec<State>> {
    let mut group: Vec<usize> = (0..count).collect();
    for &(before, after) in changes {
        let (from, to) = (group[usize::from(before)], group[usize::from(after)]);
        group.iter_mut().filter(|known| **known == from).for_each(|known| *known = to);
    }
    let of = |state: usize| {
        (0..count).filter(|&other| group[other] == group[state]).map(|other| other as State).collect()
    };
    (0..count).map(of).collect()
}

/// Returns `true` if rules can change an empty cell into this state, in one or several steps.
fn is_put(state: State, changes: &[(State, State)]) -> bool {
    let mut found = vec![EMPTY];
    let mut next = 0;
    while let Some(&known) = found.get(next) {
        for &(before, after) in changes {
            if before == known && !found.contains(&after) {
                found.push(after);
            }
        }
        next += 1;
    }
    found.contains(&state)
}

/// Returns the changes of single cells that rules make: the states before and after.
fn changes(alphabet: &Alphabet, moves: &[Vec<Move>; 2], points: &[Points]) -> Vec<(State, State)> {
    let rewrites = Side::BOTH.into_iter().flat_map(|side| {
        let of_moves = moves[index(side)].iter().flat_map(Move::rewrites);
        of_moves.chain(points.iter().map(|points| &points.rewrite)).map(move |rewrite| (side, rewrite))
    });
    let mut changes: Vec<_> =
        rewrites.flat_map(|(side, rewrite)| changes_by(rewrite, alphabet, side)).collect();
    changes.sort_unstable();
    changes.dedup();
    changes
}

/// Returns the changes of single cells that a rewrite makes.
fn changes_by(rewrite: &Rewrite, alphabet: &Alphabet, side: Side) -> Vec<(State, State)> {
    let mut changes = Vec::new();
    for stencil in short_stencils(rewrite, alphabet, side) {
        for cell in &stencil.cells {
            for state in cell.before.iter() {
                match &cell.after {
                    After::Map(map) => changes.push((state, map.of(state))),
                    After::Copy(source) => {
                        changes.extend(stencil.cells[*source].before.iter().map(|after| (state, after)));
                    }
                }
            }
        }
    }
    changes
}

/// Checks that every state with points can become a state that scores.
fn check_points(
    points: &[Points],
    weights: &[u64],
    alphabet: &Alphabet,
    moves: &[Vec<Move>; 2],
    changes: &[(State, State)],
) -> Result<(), Diagnostic> {
    let rewrites =
        Side::BOTH.into_iter().flat_map(|side| points.iter().map(move |points| (side, &points.rewrite)));
    let scoring = rewrites.flat_map(|(side, rewrite)| changes_by(rewrite, alphabet, side));
    let mut may_score: BTreeSet<State> =
        scoring.filter(|(before, after)| before != after).map(|(before, _)| before).collect();
    let mut known = 0;
    while known < may_score.len() {
        known = may_score.len();
        let before = changes.iter().filter(|(_, after)| may_score.contains(after)).map(|(before, _)| *before);
        may_score.extend(before.collect::<Vec<_>>());
    }
    let is_wrong = |state: State| weights[usize::from(state)] > 0 && !may_score.contains(&state);
    let loses = |(side, step): &(Side, &Move)| {
        let mut changes = step.rewrites().flat_map(|rewrite| changes_by(rewrite, alphabet, *side));
        changes.any(|(before, after)| may_score.contains(&before) && is_wrong(after))
    };
    match (1..alphabet.count()).any(|state| is_wrong(state as State)) {
        true => {
            let step = sides_and_moves(moves).find(loses);
            Err(changed_by_a_move(step.map_or(points[0].span, |(_, step)| step.span)))
        }
        false => Ok(()),
    }
}

/// Returns each weight minus the least weight of the related states.
fn above_least(weights: &[i64], related_states: &[Vec<State>]) -> Vec<u64> {
    let above = |(&weight, related): (&i64, &Vec<State>)| {
        let least = related.iter().map(|&state| weights[usize::from(state)]).min();
        least.map_or(0, |least| weight.abs_diff(least))
    };
    weights.iter().zip(related_states).map(above).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_notation::parse_pictures;

    /// Returns the points of a cell that is empty or holds a piece, in the order of the file.
    fn weights_of(text: &str) -> Result<Vec<u64>, String> {
        let file = parse_pictures(text).unwrap();
        let rules = Rules::of(&file).map_err(|wrong| wrong.message)?;
        Ok((1..rules.alphabet.count()).map(|state| rules.points_of(&[state as State])).collect())
    }

    #[test]
    fn pieces_are_worth_the_points_that_they_will_score() {
        let between = "board: strip\npieces: a, b, t\nboth: . -> t\npoints: t a -> t # in across = 1\n\
                       points: t b -> t # in across = 2\n";
        assert_eq!(weights_of(between), Ok(vec![0, 1, 2, 0]));
        // The picture removes the piece into which the move has changed a coin.
        let ends = "board: strip\npieces: a, b, A, B\nboth: # a -> # A in across\nboth: # b -> # B in across\n\
                    points: A -> # = 1\npoints: B -> # = 2\n";
        assert_eq!(weights_of(ends), Ok(vec![0, 1, 2, 1, 2]));
        let chain =
            "board: strip\npieces: a, b, t\nboth: . -> t\npoints: t a -> t b = 1\npoints: t b -> t # = 2\n";
        assert_eq!(weights_of(chain), Ok(vec![0, 3, 2, 0]));
        // Every cell is worth a point, since a coin that a move removes leaves an empty cell.
        let removed =
            "board: strip\npieces: a, t\nboth: . -> t\nboth: a -> .\npoints: t a -> t # in across = 1\n";
        assert_eq!(weights_of(removed), Ok(vec![1, 1, 1]));
        // Pieces that score nothing are worth nothing, although cells change from one into the other.
        let moved = "board: strip\npieces: o, t, b\nboth: . -> t\nboth: o . -> . o in right\n\
                     points: t b -> t . in across = 1\nend: t t in across wins\n";
        assert_eq!(weights_of(moved), Ok(vec![0, 0, 0, 1]));
        // Two lines for the same piece do not double its points.
        let twice = "board: strip\npieces: a, t\nboth: . -> t\npoints: t a -> t # in right = 1\npoints: a t -> # t in right = 1\n";
        assert_eq!(weights_of(twice), Ok(vec![0, 1, 0]));
    }

    #[test]
    fn contradictions_are_errors() {
        let unequal = "board: strip\npieces: a, t, u\nboth: . -> t\nboth: . -> u\npoints: t a -> t # in across = 1\n\
                       points: u a -> u # in across = 2\n";
        assert_eq!(weights_of(unequal), Err("the number of remaining points is not determined".to_owned()));
        let many: Vec<String> = ('a'..='o').map(|piece| piece.to_string()).collect();
        let moves: String = many.iter().map(|piece| format!("both: . -> {piece}\n")).collect();
        let many = format!("board: strip\npieces: {}\n{moves}", many.join(", "));
        assert_eq!(weights_of(&many), Err("there are too many pieces".to_owned()));
        let nothing = "board: strip\npieces: a, t\nboth: . -> t\npoints: t a -> t # = 0\n";
        assert_eq!(weights_of(nothing), Err("a picture of `points:` scores nothing".to_owned()));
        let lost = "board: strip\npieces: a, b, t\nboth: . -> t\nboth: a -> b\npoints: t a -> t # in across = 2\n\
                    points: t b -> t # in across = 1\n";
        assert_eq!(
            weights_of(lost),
            Err("this move changes the points that remain, but scores nothing".to_owned())
        );
    }
}
