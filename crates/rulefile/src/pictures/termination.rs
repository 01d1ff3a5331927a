//! Termination proofs: an ordered list of measures such that every move lowers one of them and raises none before it.
//!
//! A measure is a sum over the cells: of the weights of their states, or of the column or row numbers of the cells with
//! certain pieces, provided that moves preserve the number of these cells. Boards are finite, so both sums are bounded.
//! Only short runs are examined. The increase of a sum is linear in the length of each run, so it suffices that it does not
//! grow with the lengths. The board read as a number is a measure too.

use crate::pictures::geometry::orientations;
use crate::pictures::rules::Rules;
use crate::pictures::states::{ABSENT, State};
use crate::pictures::stencil::{After, Stencil, is_short, short_stencils};
use crate::pictures::table::directions_of;
use std::collections::{BTreeMap, BTreeSet};
use winways_notation::pictures::{Next, Rewrite, Shape};
use winways_rules::Side;

/// The maximum number of examined changes of a kind of move.
const MOST_CHANGES: usize = 1 << 13;
/// The maximum number of examined fillings of a stencil.
const MOST_FILLINGS: usize = 1 << 14;

/// The result of a termination proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Termination {
    /// Play ends. Contains descriptions of the measures, in order.
    Ends(Vec<String>),
    /// The proof failed. Contains the indices of the rules for which no measure was found.
    Unknown(Vec<usize>),
}

/// The changes made by one way to play a part of a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    /// The number of cells in all runs beyond the shortest possible runs, or 0 if all lengths of the runs are examined.
    longer: usize,
    /// For each state, the increase of the number of cells that have it.
    counts: Vec<i32>,
    /// For each state, the increases of the sums of its columns and of its rows. They are meaningful only if the move
    /// preserves the number of cells with that state.
    columns: Vec<i32>,
    rows: Vec<i32>,
    /// For each reading of the board, the states of the first changed cell before and after the move; two equal states
    /// if no cell changes.
    firsts: Vec<(State, State)>,
}

/// The orders in which a board can be read: by columns first or not, and the directions of columns and rows.
const READINGS: [(bool, i32, i32); 8] = [
    (true, -1, -1),
    (true, 1, 1),
    (true, -1, 1),
    (true, 1, -1),
    (false, -1, -1),
    (false, 1, 1),
    (false, -1, 1),
    (false, 1, -1),
];

/// A kind of move: the changes of its parts.
struct Kind {
    rule: usize,
    parts: Vec<Vec<Change>>,
}

/// A measure, with a weight for each state.
enum Measure {
    Weights(Vec<i32>),
    Columns(Vec<i32>),
    Rows(Vec<i32>),
    /// The sum of column and row, each in one of two directions.
    Both(Vec<i32>, i32, i32),
    /// The board read as a number, with the first cell as the most significant digit.
    Number(Vec<i32>, usize),
}

impl Measure {
    /// Returns the increase that a change causes, or `None` if it depends on the position.
    fn of(&self, change: &Change) -> Option<i32> {
        let joined;
        let (weights, sums) = match self {
            Measure::Weights(weights) => (weights, &change.counts),
            Measure::Columns(weights) => (weights, &change.columns),
            Measure::Rows(weights) => (weights, &change.rows),
            Measure::Both(weights, along, down) => {
                let places = change.columns.iter().zip(&change.rows);
                joined = places.map(|(column, row)| along * column + down * row).collect();
                (weights, &joined)
            }
            Measure::Number(weights, reading) => {
                let (before, after) = change.firsts[*reading];
                let by = weights[usize::from(after)] - weights[usize::from(before)];
                // Cells after the first one may hold anything, so a change between states of equal weight is
                // inconclusive.
                return if before != after && by == 0 { None } else { Some(by.signum()) };
            }
        };
        let is_kept = |(weight, count): (&i32, &i32)| *weight == 0 || *count == 0;
        if !matches!(self, Measure::Weights(_)) && !weights.iter().zip(&change.counts).all(is_kept) {
            return None;
        }
        Some(weights.iter().zip(sums).map(|(weight, sum)| weight * sum).sum())
    }

    /// Returns `None` if a move of the kind may raise the measure. Otherwise returns `true` if every move of the kind
    /// lowers it.
    fn judge(&self, kind: &Kind) -> Option<bool> {
        let mut lowers = false;
        for part in &kind.parts {
            let mut greatest: BTreeMap<usize, i32> = BTreeMap::new();
            for change in part {
                let raised = self.of(change)?;
                let known = greatest.entry(change.longer).or_insert(raised);
                *known = raised.max(*known);
            }
            let grows =
                greatest.values().zip(greatest.values().skip(1)).any(|(before, after)| after > before);
            let most = greatest.values().max()?;
            if *most > 0 || grows {
                return None;
            }
            lowers |= *most < 0;
        }
        Some(lowers)
    }

    fn words(&self, letters: &[u8]) -> String {
        let (weights, what) = match self {
            Measure::Weights(weights) => (weights, "the number of cells"),
            Measure::Columns(weights) => (weights, "the sum of the columns"),
            Measure::Rows(weights) => (weights, "the sum of the rows, from the top,"),
            Measure::Both(weights, ..) => (weights, "the sum of columns and rows, each from one side,"),
            Measure::Number(weights, _) => {
                let mut order: Vec<(i32, u8)> =
                    weights.iter().copied().zip(letters.iter().copied()).collect();
                order.sort_unstable();
                let order: Vec<String> =
                    order.iter().map(|(_, letter)| format!("`{}`", char::from(*letter))).collect();
                return format!("the board read as a number with the digits {}", order.join(" < "));
            }
        };
        let used = weights.iter().zip(letters).filter(|(weight, _)| **weight != 0);
        let word = |(weight, letter): (&i32, &u8)| match weight {
            1 => format!("`{}`", char::from(*letter)),
            weight => format!("{weight}·`{}`", char::from(*letter)),
        };
        format!("{what} with {}", used.map(word).collect::<Vec<_>>().join(" + "))
    }
}

/// Tries to prove that play ends on every board.
pub(crate) fn termination(rules: &Rules) -> Termination {
    let mut kinds: Vec<Kind> = Vec::new();
    let mut unknown = BTreeSet::new();
    for side in Side::BOTH {
        for step in &rules.moves[crate::pictures::rules::index(side)] {
            let mut parts = vec![changes(rules, &step.rewrite, side)];
            if let Next::Then(second) = &step.next {
                parts.push(changes(rules, second, side));
            }
            match parts.into_iter().collect::<Option<Vec<_>>>() {
                // A part that changes nothing is not made, and neither is the whole move.
                Some(parts) if parts.iter().any(Vec::is_empty) => {}
                Some(parts) => kinds.push(Kind { rule: step.rule, parts }),
                None => {
                    unknown.insert(step.rule);
                }
            }
        }
    }
    if !unknown.is_empty() {
        return Termination::Unknown(unknown.into_iter().collect());
    }
    let mut found = Vec::new();
    while !kinds.is_empty() {
        let measures = measures(rules);
        let lowered = measures.into_iter().find(|measure| {
            let judged: Option<Vec<bool>> = kinds.iter().map(|kind| measure.judge(kind)).collect();
            judged.is_some_and(|judged| judged.contains(&true))
        });
        let Some(measure) = lowered else {
            let rest: BTreeSet<usize> = kinds.iter().map(|kind| kind.rule).collect();
            return Termination::Unknown(rest.into_iter().collect());
        };
        kinds.retain(|kind| measure.judge(kind) != Some(true));
        found.push(measure.words(&rules.alphabet.letters));
    }
    Termination::Ends(found)
}

/// Returns the measures to try, the simplest first.
fn measures(rules: &Rules) -> Vec<Measure> {
    let count = rules.alphabet.count();
    let greatest = if count <= 6 { 2 } else { 1 };
    let mut weights: Vec<Vec<i32>> = fillings(count, 0, greatest);
    weights.sort_by_key(|weights| weights.iter().map(|weight| weight.abs()).sum::<i32>());
    let mut found: Vec<Measure> = weights.into_iter().map(Measure::Weights).collect();
    if matches!(rules.shape, Shape::Grid | Shape::Strip | Shape::Hexagonal) && count <= 8 {
        let mut signs: Vec<Vec<i32>> = fillings(count - 1, -1, 1);
        signs.sort_by_key(|signs| signs.iter().map(|sign| sign.abs()).sum::<i32>());
        for signs in signs {
            // Gone cells have no position.
            let signs = [&[0], &signs[..]].concat();
            found.push(Measure::Columns(signs.clone()));
            found.push(Measure::Rows(signs.clone()));
            if rules.shape == Shape::Grid {
                for (along, down) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    found.push(Measure::Both(signs.clone(), along, down));
                }
            }
        }
        for weights in orders(count) {
            let readings = if rules.shape == Shape::Strip { 2 } else { READINGS.len() };
            found.extend((0..readings).map(|reading| Measure::Number(weights.clone(), reading)));
        }
    }
    found
}

/// Returns all orders of at most five states. For more states, returns only the given order and its reverse.
fn orders(count: usize) -> Vec<Vec<i32>> {
    if count > 5 {
        let order: Vec<i32> = (0..count as i32).collect();
        return vec![order.clone(), order.into_iter().rev().collect()];
    }
    let all = fillings(count, 0, count as i32 - 1);
    let is_order = |weights: &Vec<i32>| weights.iter().collect::<BTreeSet<_>>().len() == count;
    all.into_iter().filter(is_order).collect()
}

/// Returns all lists of `count` numbers from a range. If `count` exceeds 10, the numbers after the tenth are 0.
fn fillings(count: usize, least: i32, greatest: i32) -> Vec<Vec<i32>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..count.min(10) {
        lists = lists
            .iter()
            .flat_map(|list: &Vec<i32>| (least..=greatest).map(move |number| [&list[..], &[number]].concat()))
            .collect();
    }
    for list in &mut lists {
        list.resize(count, 0);
    }
    lists
}

/// Returns the changes of a rewrite, or `None` if there are too many to examine.
fn changes(rules: &Rules, rewrite: &Rewrite, side: Side) -> Option<Vec<Change>> {
    let ways = orientations(&directions_of(rewrite), rules.shape, rewrite.before.rows.len(), side);
    let mut found = BTreeSet::new();
    let stencils = short_stencils(rewrite, &rules.alphabet, side);
    let is_complete = is_short(rewrite);
    let shortest = stencils.iter().map(|stencil| stencil.cells.len()).min().unwrap_or(0);
    for stencil in stencils {
        for filling in states(&stencil)? {
            let after: Vec<State> = (0..filling.len())
                .map(|number| match &stencil.cells[number].after {
                    // A gone cell stays gone.
                    _ if filling[number] == ABSENT => ABSENT,
                    After::Map(map) => map.of(filling[number]),
                    After::Copy(source) => filling[*source],
                })
                .collect();
            for way in &ways {
                let mut change = Change {
                    longer: if is_complete { 0 } else { stencil.cells.len() - shortest },
                    counts: vec![0; rules.alphabet.count()],
                    columns: vec![0; rules.alphabet.count()],
                    rows: vec![0; rules.alphabet.count()],
                    firsts: Vec::new(),
                };
                for (number, cell) in stencil.cells.iter().enumerate() {
                    let (column, row) = way.offset(cell.row, cell.column);
                    for (state, sign) in [(filling[number], -1), (after[number], 1)] {
                        change.counts[usize::from(state)] += sign;
                        change.columns[usize::from(state)] += sign * column;
                        change.rows[usize::from(state)] += sign * row;
                    }
                }
                let changed = (0..filling.len()).filter(|&number| filling[number] != after[number]);
                let changed: Vec<usize> = changed.collect();
                for (by_columns, along, down) in READINGS {
                    let key = |&number: &usize| {
                        let (column, row) =
                            way.offset(stencil.cells[number].row, stencil.cells[number].column);
                        if by_columns { (along * column, down * row) } else { (down * row, along * column) }
                    };
                    let first = changed.iter().min_by_key(|number| key(number));
                    change.firsts.push(first.map_or((0, 0), |&first| (filling[first], after[first])));
                }
                // A rewrite that changes nothing is not a move.
                if !changed.is_empty() {
                    found.insert(change);
                }
            }
            if found.len() > MOST_CHANGES {
                return None;
            }
        }
    }
    Some(found.into_iter().collect())
}

/// Returns all possible states of the cells of a stencil before a move, or `None` if there are too many to examine.
/// Cells that must be gone are gone before and after.
fn states(stencil: &Stencil) -> Option<Vec<Vec<State>>> {
    let mut fillings: Vec<Vec<State>> = vec![Vec::new()];
    for cell in &stencil.cells {
        fillings = fillings
            .iter()
            .flat_map(|filling| cell.before.iter().map(move |state| [&filling[..], &[state]].concat()))
            .collect();
        if fillings.len() > MOST_FILLINGS {
            return None;
        }
    }
    Some(fillings)
}
