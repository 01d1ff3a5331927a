//! Descriptions, in words, of the properties that the compiler infers from a file.

use crate::pictures::geometry::{Geometry, Surface};
use crate::pictures::rules::{Move, Rules, index};
use crate::pictures::size::longest_picture;
use crate::pictures::states::{ABSENT, EMPTY, State};
use crate::pictures::symmetry::{Symmetry, symmetries};
use crate::pictures::table::Table;
use crate::pictures::termination::{Termination, termination};
use std::collections::BTreeSet;
use winways_kit::boards::word::Wide;
use winways_notation::pictures::{Next, PictureFile, Shape};
use winways_rules::Side;

/// A property that the compiler inferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The topic: `players`, `end of play`, `symmetry`, `parts`, `directions` or `board`.
    pub about: &'static str,
    /// The inferred property, as a sentence.
    pub text: String,
}

/// The side length, in cells, of the boards that are examined. Rows are twice as long.
const SIDE: usize = 5;

pub(crate) fn explain(file: &PictureFile, rules: &Rules) -> Vec<Finding> {
    let surface = match rules.shape {
        Shape::Grid | Shape::Strip => Surface::Grid,
        Shape::Ring => Surface::Ring,
        Shape::Torus => Surface::Torus,
        Shape::Hexagonal => Surface::Hexagonal,
        Shape::Graph => return [players(rules), end(file, rules), parts(rules)].concat(),
    };
    let is_row = matches!(rules.shape, Shape::Strip | Shape::Ring);
    let (width, height) = if is_row { (2 * SIDE, 1) } else { (SIDE, SIDE) };
    let table: Table<Wide> = Table::new(rules, Geometry::rows(surface, width, height, width));
    let mut found = [players(rules), end(file, rules), parts(rules)].concat();
    let places: usize = table.moves.iter().map(Vec::len).sum();
    let size = if is_row { format!("a row of {width}") } else { format!("{width}×{height}") };
    found.push(finding(
        "board",
        format!("pictures have {places} placements on {size} cells, for both players together"),
    ));
    found.push(finding("symmetry", symmetry(rules, &symmetries(rules, &table, height), &size)));
    // Longer pictures have no placement on these boards.
    if !rules.is_impartial && longest_picture(rules) <= SIDE {
        found.extend(all_small(rules, &table));
        found.extend(Side::BOTH.into_iter().filter_map(|side| lines(&table, side, is_row)));
    }
    found
}

fn finding(about: &'static str, text: String) -> Finding {
    Finding { about, text }
}

fn players(rules: &Rules) -> Vec<Finding> {
    let text = if rules.is_impartial {
        "impartial: every rule is for both players"
    } else {
        "partizan: the players have moves of their own"
    };
    vec![finding("players", text.to_owned())]
}

fn end(file: &PictureFile, rules: &Rules) -> Vec<Finding> {
    let mut found = vec![match termination(rules) {
        Termination::Ends(measures) => {
            let text = match &measures[..] {
                [] => "play ends: no move changes a board".to_owned(),
                [only] => format!("play ends: every move lowers {only}"),
                several => {
                    format!("play ends: every move lowers, in this order, {}", several.join("; then "))
                }
            };
            finding("end of play", text)
        }
        Termination::Unknown(numbers) => {
            let rules: Vec<String> = numbers.iter().map(|number| (number + 1).to_string()).collect();
            let text = format!(
                "play may never end: found no measure that rule {} of {} lowers; solved by ranks",
                rules.join(", "),
                file.rules.len()
            );
            finding("end of play", text)
        }
    }];
    if rules.has_results() {
        found.push(finding("end of play", "there are winners, draws or points: solved by ranks".to_owned()));
    }
    found
}

fn parts(rules: &Rules) -> Vec<Finding> {
    let text = if matches!(termination(rules), Termination::Unknown(_)) || rules.has_results() {
        "a board is one component: positions have numbers".to_owned()
    } else if rules.is_whole() {
        "a board is one component: groups, an end or `must` may matter everywhere".to_owned()
    } else {
        "cells that a placement can join form one component; cells that cannot affect play are dropped"
            .to_owned()
    };
    let mut found = vec![finding("parts", text)];
    let constant: Vec<String> = (EMPTY..rules.alphabet.count() as State)
        .filter(|&state| state != ABSENT && rules.related_states(state).len() == 1)
        .map(|state| format!("`{}`", char::from(rules.alphabet.letters[usize::from(state)])))
        .collect();
    if !constant.is_empty() {
        found.push(finding("parts", format!("{} never changes", constant.join(", "))));
    }
    found
}

fn symmetry(rules: &Rules, found: &[Symmetry], size: &str) -> String {
    let kept = found.iter().filter(|symmetry| !symmetry.exchanges).count();
    let exchanging = found.iter().find(|symmetry| symmetry.exchanges);
    let count = found.len() - kept;
    let keep = match kept {
        1 => format!("only the identity keeps the moves on {size} cells"),
        kept => format!("{kept} motions of {size} cells keep the moves"),
    };
    let letter = |state: usize| char::from(rules.alphabet.letters[state]);
    match exchanging {
        None if rules.is_impartial => keep,
        None => format!("{keep}; none exchanges the players"),
        Some(symmetry) => {
            let pairs =
                (1..rules.alphabet.count()).map(|state| (state, usize::from(symmetry.states.0[state])));
            let pairs: Vec<String> = pairs
                .filter(|(a, b)| a < b)
                .map(|(a, b)| format!("`{}` with `{}`", letter(a), letter(b)))
                .collect();
            let with = if pairs.is_empty() { String::new() } else { format!(", {}", pairs.join(", ")) };
            format!("{keep}; {count} exchange the players{with}, which makes a value negative")
        }
    }
}

/// Returns a finding if each player has a move in every position in which the other player has one, so that all values are
/// infinitesimal. Returns `None` otherwise, and also if the possibility of a move depends on more than a single picture.
fn all_small(rules: &Rules, table: &Table<Wide>) -> Option<Finding> {
    let is_picture = |step: &Move| step.groups.is_empty() && !matches!(step.next, Next::Then(_));
    let may_rest = table.moves.iter().flatten().any(|placed| placed.may_rest);
    if rules.has_results() || may_rest || !rules.moves.iter().flatten().all(is_picture) {
        return None;
    }
    let reads = |side: Side| -> BTreeSet<_> {
        let moves = table.moves[index(side)].iter();
        moves
            .map(|placed| {
                (placed.placement.reads.clone(), placed.placement.none.clone(), placed.placement.some.clone())
            })
            .collect()
    };
    (reads(Side::Left) == reads(Side::Right)).then(|| {
        finding(
            "players",
            "all-small: in each position, both players can move or neither can, so values are infinitesimal"
                .to_owned(),
        )
    })
}

/// Returns a finding if the cells that a move of the player reads and writes always lie in one row, or always in one column.
fn lines(table: &Table<Wide>, side: Side, is_row: bool) -> Option<Finding> {
    if is_row || table.moves[index(side)].is_empty() {
        return None;
    }
    let stride = table.geometry.stride;
    let within = |line: &dyn Fn(usize) -> usize| {
        table.moves[index(side)].iter().all(|placed| {
            let cells = winways_kit::boards::bitboard::bits(placed.placement.all());
            use winways_kit::boards::word::Word;
            let lines: BTreeSet<usize> = cells.map(|cell| line(cell.trailing_zeros() as usize)).collect();
            lines.len() == 1
        })
    };
    let what = match (within(&|cell| cell / stride), within(&|cell| cell % stride)) {
        (true, true) => return None,
        (true, _) => "row",
        (_, true) => "column",
        _ => return None,
    };
    let who = if side == Side::Left { "Left" } else { "Right" };
    Some(finding("directions", format!("each move of {who} lies within one {what}")))
}
