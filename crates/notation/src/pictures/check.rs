//! Consistency checks of the parts of a picture and of a file.

use super::lengths::{Pairs, check_rows};
use super::owners::check_owners;
use super::tree::{
    CellKind, Condition, ConditionKind, Next, Picture, PictureCell, PictureFile, Rewrite, Shape, Sign, Who,
};
use crate::Diagnostic;
use std::collections::BTreeSet;

/// The role of a rewrite in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A rule: the first part of a move, or the whole move.
    Rule {
        /// `true` if `again` or `then` follows.
        continues: bool,
        /// `true` if the part that follows depends on which piece moved.
        needs_piece: bool,
    },
    /// The rewrite after `then`.
    Second,
    /// The rewrite of a `points` line.
    Points,
}

pub(super) fn check(file: &PictureFile) -> Result<(), Diagnostic> {
    for rule in &file.rules {
        let second = match &rule.next {
            Next::Then(second) => Some(second),
            _ => None,
        };
        let role = Role::Rule {
            continues: rule.next != Next::Nothing,
            needs_piece: match second {
                Some(second) => cells(&second.before).any(|cell| cell.kind == CellKind::Moved),
                None => rule.next != Next::Nothing,
            },
        };
        check_rewrite(&rule.rewrite, role, file.board.shape)?;
        if let Some(second) = second {
            check_rewrite(second, Role::Second, file.board.shape)?;
        }
    }
    for points in &file.points {
        check_rewrite(&points.rewrite, Role::Points, file.board.shape)?;
    }
    for (picture, _) in file.endings.iter().filter_map(|ending| ending.picture.as_ref()) {
        check_before(picture, Role::Points, file.board.shape)?;
    }
    if let Some(second) = file.endings.iter().filter(|ending| ending.picture.is_none()).nth(1) {
        return Err(Diagnostic::new("a second `end: full`", second.span)
            .label("expected one line: a full board ends play in one way"));
    }
    check_turns(file)?;
    check_owners(file)
}

/// Checks that a file with `again:` has only rules for both players, none of them with `must`, and no lines `end:` or `points:`.
fn check_turns(file: &PictureFile) -> Result<(), Diagnostic> {
    if !file.has_entailing_moves() {
        return Ok(());
    }
    let wrong = |span, label: &str| {
        Err(Diagnostic::new("a game with `again:` has values of sums only", span).label(label))
    };
    if let Some(rule) = file.rules.iter().find(|rule| rule.who != Who::Both) {
        return wrong(rule.span, "expected `both:`: the theory covers only impartial games");
    }
    if let Some(rule) = file.rules.iter().find(|rule| rule.must) {
        return wrong(rule.span, "expected a rule without `must`");
    }
    let results =
        file.endings.iter().map(|ending| ending.span).chain(file.points.iter().map(|points| points.span));
    match results.min_by_key(|span| span.start) {
        Some(span) => wrong(span, "expected no `end:` and no `points:`: the player who cannot move loses"),
        None => Ok(()),
    }
}

fn cells(picture: &Picture) -> impl Iterator<Item = &PictureCell> {
    picture.rows.iter().flatten()
}

fn check_rewrite(rewrite: &Rewrite, role: Role, shape: Shape) -> Result<(), Diagnostic> {
    check_before(&rewrite.before, role, shape)?;
    check_after(rewrite, role)?;
    check_conditions(rewrite)?;
    let pairs = Pairs::of(&rewrite.before, &rewrite.after)?;
    check_holes(&pairs)?;
    check_copies(rewrite, &pairs)?;
    let changes = |pair: &&(&PictureCell, &PictureCell)| !is_same(&pair.0.kind, &pair.1.kind);
    if !pairs.shortest.iter().chain(&pairs.longer).any(|pair| changes(&pair)) {
        let wrong = Diagnostic::new("this picture changes nothing", rewrite.after.span)
            .label("expected a picture that differs from the one before");
        return Err(match role {
            Role::Points => wrong.help("the picture must change, so that it brings points only once"),
            _ => wrong,
        });
    }
    if matches!(role, Role::Rule { needs_piece: true, .. })
        && !cells(&rewrite.after).any(|cell| cell.is_marked)
    {
        let moved = pairs.longer.iter().filter(changes).filter(|(_, after)| is_piece(&after.kind));
        return match moved.count() {
            1 => Ok(()),
            0 => Err(Diagnostic::new("this picture moves no piece", rewrite.after.span)
                .label("expected a piece that `again` or `then` continues with")
                .help("a piece that stays where it is may be marked: `!x`")),
            _ => Err(Diagnostic::new("this picture moves several pieces", rewrite.after.span)
                .label("expected a mark at the piece that `again` or `then` continues with: `!x`")),
        };
    }
    Ok(())
}

/// Returns `true` if a cell may hold a piece.
fn is_piece(kind: &CellKind) -> bool {
    !matches!(kind, CellKind::Sign(Sign::Empty | Sign::Gone))
}

/// Returns `true` if a cell before the move may be missing from the board.
fn may_be_gone(kind: &CellKind) -> bool {
    match kind {
        CellKind::Sign(sign) => *sign == Sign::Gone,
        CellKind::Class { signs, negated } => !negated && signs.contains(&Sign::Gone),
        _ => false,
    }
}

/// Checks a picture before `->`, or a picture that ends the game.
fn check_before(picture: &Picture, role: Role, shape: Shape) -> Result<(), Diagnostic> {
    check_rows(picture)?;
    if picture.rows.len() > 1 && matches!(shape, Shape::Strip | Shape::Ring | Shape::Graph) {
        let message = format!("this picture has {} rows", picture.rows.len());
        let expected = match shape {
            Shape::Graph => "expected one row: a path of a graph is a row",
            _ => "expected one row, as the board has one",
        };
        return Err(Diagnostic::new(message, picture.span).label(expected));
    }
    for cell in cells(picture) {
        let wrong = match &cell.kind {
            CellKind::Flip => Some((
                "`~` where nothing has changed",
                "expected `~` only after `->`, where a class such as `[ht]` was",
            )),
            kind if cell.repeat.is_some() && may_be_gone(kind) => Some((
                "a run of cells that may be missing",
                "expected one cell: beyond an edge there is nothing",
            )),
            _ if cell.is_marked => Some((
                "a mark where nothing has moved",
                "expected marks only after `->`, at the piece that continues",
            )),
            _ => None,
        };
        if let Some((message, label)) = wrong {
            let wrong = Diagnostic::new(message, cell.span).label(label);
            let is_close = cell.is_marked && role == Role::Second;
            return Err(if is_close {
                wrong.help("the piece that moved is `!` alone, with a blank after it")
            } else {
                wrong
            });
        }
    }
    check_moved(picture, role)
}

/// Checks that `!` alone occurs only after `then`, and at most once.
fn check_moved(picture: &Picture, role: Role) -> Result<(), Diagnostic> {
    let mut moved = cells(picture).filter(|cell| cell.kind == CellKind::Moved);
    let Some(first) = moved.next() else { return Ok(()) };
    if role != Role::Second {
        return Err(Diagnostic::new("no piece has moved yet", first.span)
            .label("expected `!` alone only after `then`, where it is the piece that moved")
            .help("write a mark directly before its sign: `!x`"));
    }
    if first.repeat.is_some() {
        return Err(Diagnostic::new("a run of the piece that moved", first.span).label("expected `!` alone"));
    }
    match moved.next() {
        Some(second) => Err(Diagnostic::new("the piece that moved is in two places", second.span)
            .label("expected `!` once in a picture")),
        None => Ok(()),
    }
}

/// Checks marks, and `!` alone, after `->`.
fn check_after(rewrite: &Rewrite, role: Role) -> Result<(), Diagnostic> {
    check_moved(&rewrite.after, role)?;
    let has_moved = cells(&rewrite.before).any(|cell| cell.kind == CellKind::Moved);
    if let Some(cell) = cells(&rewrite.after).find(|cell| cell.kind == CellKind::Moved)
        && !has_moved
    {
        return Err(Diagnostic::new("the piece that moved is not in the picture before", cell.span)
            .label("expected `!` before `->` too"));
    }
    let mut marked = cells(&rewrite.after).filter(|cell| cell.is_marked);
    let Some(first) = marked.next() else { return Ok(()) };
    if !matches!(role, Role::Rule { continues: true, .. }) {
        return Err(Diagnostic::new("nothing continues with this piece", first.span)
            .label("expected a mark only in a rule with `again` or `then`"));
    }
    if !is_piece(&first.kind) {
        return Err(Diagnostic::new("this mark is not at a piece", first.span)
            .label("expected a marked piece, such as `!x`"));
    }
    if first.repeat.is_some() {
        return Err(Diagnostic::new("a mark at a run", first.span).label("expected one piece"));
    }
    match marked.next() {
        Some(second) => {
            Err(Diagnostic::new("a second mark", second.span).label("expected one piece to continue with"))
        }
        None => Ok(()),
    }
}

/// Checks that conditions on neighbours refer to a picture with a cell on the board.
fn check_conditions(rewrite: &Rewrite) -> Result<(), Diagnostic> {
    let may_be_missing =
        |cell: &PictureCell| may_be_gone(&cell.kind) || cell.repeat.is_some_and(|repeat| repeat.least == 0);
    let is_beside = |condition: &&Condition| !matches!(condition.kind, ConditionKind::GroupsTouch(_));
    match rewrite.conditions.iter().find(is_beside) {
        Some(condition) if cells(&rewrite.before).all(may_be_missing) => {
            Err(Diagnostic::new("the picture may have no cell whose neighbours count", condition.span)
                .label("expected a cell that is no `#`, no class with `#` and no run that may be empty"))
        }
        _ => Ok(()),
    }
}

/// Checks that cells missing from the board stay missing.
fn check_holes(pairs: &Pairs) -> Result<(), Diagnostic> {
    let gone = CellKind::Sign(Sign::Gone);
    match pairs.longer.iter().find(|(before, after)| before.kind == gone && after.kind != gone) {
        Some((_, after)) => Err(Diagnostic::new("a cell where there was none", after.span)
            .label("expected `#`, as before: boards do not grow")),
        None => Ok(()),
    }
}

/// Checks that each `?`, class and `~` after the move has a counterpart before the move.
fn check_copies(rewrite: &Rewrite, pairs: &Pairs) -> Result<(), Diagnostic> {
    let anys = |picture| cells(picture).filter(|cell| cell.kind == CellKind::Any);
    let mut before = anys(&rewrite.before);
    for cell in anys(&rewrite.after) {
        let Some(origin) = before.next() else {
            return Err(Diagnostic::new("this `?` has no counterpart before", cell.span)
                .label("expected as many `?` as before, or fewer")
                .help("the k-th `?` after copies the k-th `?` before"));
        };
        check_repeats(origin, cell)?;
    }
    let mut flipped = BTreeSet::new();
    for (origin, cell) in
        pairs.shortest.iter().chain(&pairs.longer).filter(|pair| pair.1.kind == CellKind::Flip)
    {
        let wrong = match &origin.kind {
            kind if may_be_gone(kind) => "`~` replaces a class with `#`".to_owned(),
            CellKind::Class { signs, negated: false } if signs.len() == 2 => {
                flipped.insert(origin.span.start);
                continue;
            }
            CellKind::Class { negated: true, .. } => "`~` replaces a class of all other signs".to_owned(),
            CellKind::Class { signs, .. } => {
                let plural = if signs.len() == 1 { "sign" } else { "signs" };
                format!("`~` replaces a class of {} {plural}", signs.len())
            }
            _ => "`~` does not replace a class".to_owned(),
        };
        return Err(Diagnostic::new(wrong, cell.span)
            .label("expected a class of two signs at the same place before, such as `[ht]`"));
    }
    let is_class = |cell: &&PictureCell| matches!(cell.kind, CellKind::Class { .. });
    let mut before =
        cells(&rewrite.before).filter(is_class).filter(|cell| !flipped.contains(&cell.span.start));
    for cell in cells(&rewrite.after).filter(is_class) {
        let Some(origin) = before.next() else {
            return Err(Diagnostic::new("this class has no counterpart before", cell.span)
                .label("expected as many classes as before, or fewer")
                .help(
                    "a class after copies a class before; write one rule for each piece that may be placed",
                ));
        };
        if !is_same(&origin.kind, &cell.kind) {
            return Err(Diagnostic::new("this class differs from the class before", cell.span)
                .label("expected the same signs as before")
                .help("the k-th class after copies the k-th class before"));
        }
        check_repeats(origin, cell)?;
    }
    Ok(())
}

/// Checks that a run is copied into a run of the same length.
fn check_repeats(origin: &PictureCell, copy: &PictureCell) -> Result<(), Diagnostic> {
    if origin.repeat == copy.repeat {
        return Ok(());
    }
    Err(Diagnostic::new("this run is not as long as the run it copies", copy.span)
        .label("expected the same number of repetitions as before")
        .help("`?` and classes are copied cell by cell: `?*` becomes `?*`"))
}

/// Returns `true` if two cells have the same meaning, ignoring the order of the signs of a class.
fn is_same(one: &CellKind, other: &CellKind) -> bool {
    let sorted = |signs: &[Sign]| {
        let mut signs = signs.to_vec();
        signs.sort_unstable();
        signs
    };
    match (one, other) {
        (
            CellKind::Class { signs, negated },
            CellKind::Class { signs: other_signs, negated: other_negated },
        ) => negated == other_negated && sorted(signs) == sorted(other_signs),
        _ => one == other,
    }
}
