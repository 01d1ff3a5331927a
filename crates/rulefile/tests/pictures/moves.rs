//! The moves of a file, by definition.

use crate::board::Board;
use crate::matching::{Found, Reading, Spot, Way, bounds, find};
use std::collections::BTreeSet;
use winways_notation::pictures::{
    CellKind, Condition, ConditionKind, EndResult, Next, PictureCell, PictureFile, PictureRule, Rewrite,
    Sign, Who,
};
use winways_rules::Side;

/// The error for a piece that can continue in too many ways.
#[derive(Debug)]
pub(crate) struct Endless;

/// A board after one rewrite, with the moved piece.
#[derive(Clone, PartialEq)]
struct Rewritten {
    board: Board,
    /// The cell of the piece that may continue.
    moved: Option<usize>,
    /// The previous cell of that piece.
    origin: Option<usize>,
    way: Way,
}

/// Returns the boards after each move of a player. The same board may be listed several times.
pub(crate) fn moves(file: &PictureFile, board: &Board, side: Side) -> Result<Vec<Board>, Endless> {
    if has_ended(file, board, side.opponent()) {
        return Ok(Vec::new());
    }
    let of = |must: bool| -> Result<Vec<Board>, Endless> {
        let mut found = Vec::new();
        for rule in file.rules.iter().filter(|rule| rule.must == must && is_own(rule, side)) {
            found.extend(moves_of(file, rule, board, side)?);
        }
        Ok(found)
    };
    let forced = of(true)?;
    if forced.is_empty() { of(false) } else { Ok(forced) }
}

fn is_own(rule: &PictureRule, side: Side) -> bool {
    match rule.who {
        Who::Left => side == Side::Left,
        Who::Right => side == Side::Right,
        Who::Both | Who::Each => true,
    }
}

/// Returns `true` if play has ended by a move of `last`: the board is full and this ends play, or it shows a picture for
/// `last`, or a picture that stops play for either player.
fn has_ended(file: &PictureFile, board: &Board, last: Side) -> bool {
    file.endings.iter().any(|ending| match &ending.picture {
        None => !board.cells.contains(&b'.'),
        Some((picture, directions)) => Side::BOTH.into_iter().any(|mover| {
            let reading = Reading { pieces: &file.pieces, mover, moved: None };
            let is_read = mover == last || ending.result == EndResult::Stops;
            is_read && !find(board, &picture.rows, directions, reading).is_empty()
        }),
    })
}

fn moves_of(
    file: &PictureFile,
    rule: &PictureRule,
    board: &Board,
    side: Side,
) -> Result<Vec<Board>, Endless> {
    let first = rewritten(file, &rule.rewrite, board, side, None);
    let mut found = Vec::new();
    match &rule.next {
        Next::Nothing => found.extend(first.into_iter().map(|made| made.board)),
        Next::Then(second) => {
            for made in first {
                let has_moved = second.before.rows.iter().flatten().any(|cell| cell.kind == CellKind::Moved);
                let moved = made.moved.filter(|_| has_moved);
                found.extend(
                    rewritten(file, second, &made.board, side, moved).into_iter().map(|last| last.board),
                );
            }
            found.retain(|after| groups_touch(file, second, after, side));
        }
        Next::Again { turning } => {
            for made in first {
                let mut known = Vec::new();
                continue_move(file, rule, *turning, made, side, &mut known)?;
                found.extend(known.into_iter().map(|made| made.board));
            }
        }
    }
    // A whole move that leaves the board as it was is not a move.
    found.retain(|after| after != board && groups_touch(file, &rule.rewrite, after, side));
    Ok(found)
}

fn continue_move(
    file: &PictureFile,
    rule: &PictureRule,
    turning: bool,
    made: Rewritten,
    side: Side,
    known: &mut Vec<Rewritten>,
) -> Result<(), Endless> {
    if known.contains(&made) {
        return Ok(());
    }
    if known.len() > 300 {
        return Err(Endless);
    }
    known.push(made.clone());
    for next in rewritten(file, &rule.rewrite, &made.board, side, None) {
        let is_same_piece = made.moved.is_some() && next.origin == made.moved;
        if is_same_piece && (turning || next.way == made.way) {
            continue_move(file, rule, turning, next, side, known)?;
        }
    }
    Ok(())
}

/// Returns all boards after a rewrite whose conditions on neighbours hold.
fn rewritten(
    file: &PictureFile,
    rewrite: &Rewrite,
    board: &Board,
    side: Side,
    moved: Option<usize>,
) -> Vec<Rewritten> {
    let reading = Reading { pieces: &file.pieces, mover: side, moved };
    let found = find(board, &rewrite.before.rows, &rewrite.directions, reading);
    let allowed = found.into_iter().filter(|found| are_beside(rewrite, board, found, reading));
    let made = allowed.filter_map(|found| make(rewrite, board, &found, reading));
    // A rewrite that changes nothing is not a move.
    made.filter(|made| made.board != *board).collect()
}

fn are_beside(rewrite: &Rewrite, board: &Board, found: &Found<'_>, reading: Reading<'_>) -> bool {
    let is_asked = |condition: &Condition| !matches!(condition.kind, ConditionKind::GroupsTouch(_));
    if !rewrite.conditions.iter().any(is_asked) {
        return true;
    }
    // The first cell that cannot be `#`.
    let is_there = |spot: &&Spot<'_>| !reading.means(&spot.sign.kind, b'#', None);
    let Some(first) = found.spots.iter().find(is_there).and_then(|spot| spot.cell) else { return false };
    let place = ((first % board.width) as i32, (first / board.width) as i32);
    let beside = board.next_to(place).into_iter().filter(|&place| {
        let cell = board.at(place);
        let is_covered =
            |spot: &Spot<'_>| if cell.is_none() { spot.place == place } else { spot.cell == cell };
        !found.spots.iter().any(is_covered)
    });
    // On a narrow ring or torus, a cell can be a neighbour on two sides.
    let mut known = BTreeSet::new();
    let beside = beside.filter(|&place| board.at(place).is_none_or(|cell| known.insert(cell)));
    let letters: Vec<u8> = beside.map(|place| board.letter(place)).collect();
    rewrite.conditions.iter().all(|condition| {
        let count =
            |kind: &CellKind| letters.iter().filter(|&&letter| reading.means(kind, letter, None)).count();
        let has = |kind: &CellKind| count(kind) > 0;
        match &condition.kind {
            ConditionKind::NoneBeside(kind) => !has(kind),
            ConditionKind::SomeBeside(kind) => has(kind),
            ConditionKind::AtLeastBeside(least, kind) => count(kind) >= *least as usize,
            ConditionKind::AtMostBeside(most, kind) => count(kind) <= *most as usize,
            ConditionKind::GroupsTouch(_) => true,
        }
    })
}

/// Expands the picture after the move to as many cells as were found before. Returns `None` if its runs cannot have
/// these lengths.
fn expanded<'f>(rewrite: &'f Rewrite, found: &Found<'_>) -> Option<Vec<&'f PictureCell>> {
    let mut all = Vec::new();
    for (row, (before, after)) in rewrite.before.rows.iter().zip(&rewrite.after.rows).enumerate() {
        let spots: Vec<&Spot<'_>> = found.spots.iter().filter(|spot| spot.row == row).collect();
        let is_run = |cell: &&PictureCell| bounds(cell).1 != Some(bounds(cell).0);
        let times = |cell: &PictureCell| spots.iter().filter(|spot| std::ptr::eq(spot.sign, cell)).count();
        let runs: Vec<&PictureCell> = before.iter().filter(is_run).collect();
        let others = after.iter().filter(|cell| !is_run(cell)).map(|cell| bounds(cell).0 as usize);
        let left = spots.len().checked_sub(others.sum())?;
        let mut counterparts = runs.iter();
        let mut written = Vec::new();
        for cell in after {
            let (least, most) = bounds(cell);
            let length = if !is_run(&cell) {
                least as usize
            } else if runs.len() == 1 {
                left
            } else {
                times(counterparts.next()?)
            };
            if length < least as usize || most.is_some_and(|most| length > most as usize) {
                return None;
            }
            written.extend((0..length).map(|_| cell));
        }
        if written.len() != spots.len() {
            return None;
        }
        all.extend(written);
    }
    Some(all)
}

fn make(rewrite: &Rewrite, board: &Board, found: &Found<'_>, reading: Reading<'_>) -> Option<Rewritten> {
    let after = expanded(rewrite, found)?;
    let mut cells = board.cells.clone();
    let mut sources: Vec<Option<usize>> = Vec::new();
    for (number, &cell) in after.iter().enumerate() {
        let (letter, source) = becomes(cell, number, &after, found, reading);
        // A gone cell stays gone.
        if let Some(at) = found.spots[number].cell
            && found.spots[number].was != b'#'
        {
            cells[at] = letter;
        }
        sources.push(source);
    }
    let number = moved_piece(&after, found);
    let alike = number.and_then(|number| {
        let by_letter = |spot: &Spot<'_>| spot.cell.is_some_and(|_| after[number].kind == spot.sign.kind);
        sources[number].or_else(|| found.spots.iter().position(by_letter))
    });
    let first = || found.spots.iter().position(|spot| is_surely_piece(&spot.sign.kind));
    let origin = alike.or_else(first).or(Some(0));
    let at = |number: usize| found.spots[number].cell;
    Some(Rewritten {
        board: board.with(cells),
        moved: number.and_then(at),
        origin: origin.and_then(at),
        way: found.way,
    })
}

/// Returns `true` if a sign of this kind matches only pieces.
fn is_surely_piece(kind: &CellKind) -> bool {
    let is_piece = |sign: &Sign| !matches!(sign, Sign::Empty | Sign::Gone);
    match kind {
        CellKind::Sign(sign) => is_piece(sign),
        CellKind::Class { signs, negated: false } => signs.iter().all(is_piece),
        CellKind::Class { signs, negated: true } => signs.contains(&Sign::Empty),
        CellKind::Moved => true,
        CellKind::Any | CellKind::Flip => false,
    }
}

/// Returns the letter of a cell after the move, and the cell of the picture that it was copied from.
fn becomes(
    cell: &PictureCell,
    number: usize,
    after: &[&PictureCell],
    found: &Found<'_>,
    reading: Reading<'_>,
) -> (u8, Option<usize>) {
    // The cell after the move is the n-th of its kind; its source is the n-th cell of this kind before the move.
    let source = |is_such: &dyn Fn(usize, &CellKind) -> bool| {
        let count = (0..number).filter(|&earlier| is_such(earlier, &after[earlier].kind)).count();
        let spots = found.spots.iter().enumerate();
        spots.filter(|(place, spot)| is_such(*place, &spot.sign.kind)).map(|(place, _)| place).nth(count)
    };
    let copied = |source: Option<usize>| source.map(|source| (found.spots[source].was, Some(source)));
    match &cell.kind {
        CellKind::Sign(Sign::Empty) => (b'.', None),
        CellKind::Sign(Sign::Gone) => (b'#', None),
        CellKind::Sign(Sign::Piece(letter)) => (*letter, None),
        CellKind::Sign(sign @ (Sign::Mover | Sign::Other)) => {
            let owner = if *sign == Sign::Mover { reading.mover } else { reading.mover.opponent() };
            let is_such = |_: usize, kind: &CellKind| *kind == CellKind::Sign(*sign);
            copied(source(&is_such)).unwrap_or_else(|| (reading.first_of(owner), None))
        }
        CellKind::Any => copied(source(&|_, kind| *kind == CellKind::Any)).expect("as many `?` before"),
        CellKind::Class { .. } => {
            let is_flipped = |place: usize| after[place].kind == CellKind::Flip;
            let is_such =
                |place: usize, kind: &CellKind| matches!(kind, CellKind::Class { .. }) && !is_flipped(place);
            copied(source(&is_such)).expect("as many classes before")
        }
        CellKind::Moved => copied(source(&|_, kind| *kind == CellKind::Moved)).expect("a piece that moved"),
        CellKind::Flip => {
            let spot = &found.spots[number];
            let CellKind::Class { signs, .. } = &spot.sign.kind else {
                unreachable!("a flip without a class")
            };
            // A piece of both players counts as the first sign.
            let is_first = reading.means(&CellKind::Sign(signs[0]), spot.was, None);
            let letter = match &signs[usize::from(is_first)] {
                Sign::Empty => b'.',
                Sign::Gone => b'#',
                Sign::Piece(letter) => *letter,
                Sign::Mover => reading.first_of(reading.mover),
                Sign::Other => reading.first_of(reading.mover.opponent()),
            };
            (letter, None)
        }
    }
}

/// Returns the cell of the picture with the piece that may continue: the marked cell, or else the only cell that
/// receives a piece.
fn moved_piece(after: &[&PictureCell], found: &Found<'_>) -> Option<usize> {
    if let Some(marked) = after.iter().position(|cell| cell.is_marked || cell.kind == CellKind::Moved) {
        return Some(marked);
    }
    let is_piece = |kind: &CellKind| !matches!(kind, CellKind::Sign(Sign::Empty | Sign::Gone));
    let put = |number: &usize| {
        after[*number].kind != found.spots[*number].sign.kind && is_piece(&after[*number].kind)
    };
    let all: Vec<usize> = (0..after.len()).filter(put).collect();
    if let &[only] = &all[..] { Some(only) } else { None }
}

/// Returns `true` if all conditions on groups hold after the move.
fn groups_touch(file: &PictureFile, rewrite: &Rewrite, board: &Board, side: Side) -> bool {
    let reading = Reading { pieces: &file.pieces, mover: side, moved: None };
    rewrite.conditions.iter().all(|condition| match &condition.kind {
        ConditionKind::GroupsTouch(kind) => groups(board).iter().all(|group| {
            let places = group.iter().map(|&cell| ((cell % board.width) as i32, (cell / board.width) as i32));
            let beside = places.flat_map(|place| board.next_to(place));
            let outside = beside.filter(|&place| board.at(place).is_none_or(|cell| !group.contains(&cell)));
            outside.map(|place| board.letter(place)).any(|letter| reading.means(kind, letter, None))
        }),
        _ => true,
    })
}

/// Returns the connected groups of cells with the same piece.
fn groups(board: &Board) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for start in 0..board.cells.len() {
        let letter = board.cells[start];
        if letter == b'.' || letter == b'#' || groups.iter().flatten().any(|&cell| cell == start) {
            continue;
        }
        let mut group = vec![start];
        let mut next = 0;
        while next < group.len() {
            for near in board.neighbours(group[next]) {
                if board.cells[near] == letter && !group.contains(&near) {
                    group.push(near);
                }
            }
            next += 1;
        }
        groups.push(group);
    }
    groups
}
