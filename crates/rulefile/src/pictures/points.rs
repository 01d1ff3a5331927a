//! The weights of pieces in a game of points.
//!
//! Retrograde analysis needs the points that remain on a board, and a move scores the points by which it reduces them. So each state
//! of a cell needs a weight, such that no move changes the total weight of a board, and each picture of `points:` reduces it by its
//! points. The rules give linear equations for the weights.

use crate::pictures::states::{ABSENT, Alphabet, State, States};
use crate::pictures::stencil::{After, Stencil, StencilCell, short_stencils};
use winways_notation::pictures::{Points, Rewrite};
use winways_notation::{Diagnostic, Span};
use winways_rules::Side;

/// Returns the weight of each state, before the least weight of each cell is subtracted. A gone cell has weight 0. `moves` are the
/// rewrites of all moves, each with its player and the span of the move.
///
/// # Errors
/// Returns an error if no integer weights are found, or if a picture of `points:` scores nothing or does not change exactly one cell.
pub(crate) fn weights<'r>(
    points: &[Points],
    moves: impl Iterator<Item = (Side, &'r Rewrite, Span)>,
    alphabet: &Alphabet,
) -> Result<Vec<i64>, Diagnostic> {
    let mut equations = Equations { rows: Vec::new(), count: alphabet.count() };
    for line in points {
        if line.points == 0 {
            return Err(Diagnostic::new("a picture of `points:` scores nothing", line.span)
                .label("expected at least 1 point; a replacement without points can be part of the move"));
        }
        for side in Side::BOTH {
            let stencils = short_stencils(&line.rewrite, alphabet, side);
            if stencils.is_empty() || stencils.iter().any(|stencil| stencil.changed().count() != 1) {
                return Err(Diagnostic::new("the number of remaining points is not determined", line.span)
                    .label("expected a picture that changes one cell, such as a box that is taken"));
            }
            let known = equations.add_all(&stencils, line.points.into());
            known.ok_or_else(|| {
                Diagnostic::new("the number of remaining points is not determined", line.span)
                    .label("expected the same points for this piece in every `points:` line")
                    .help("give a piece the same number of points in every line, or use a different piece in each line")
            })?;
        }
    }
    for (side, rewrite, span) in moves {
        equations
            .add_all(&short_stencils(rewrite, alphabet, side), 0)
            .ok_or_else(|| changed_by_a_move(span))?;
    }
    equations.solution().ok_or_else(|| {
        Diagnostic::new("the number of remaining points is not determined", points[0].span)
            .label("expected moves that leave the pieces of `points:` as they are")
    })
}

/// Returns the error at a move after which fewer points can be scored.
pub(crate) fn changed_by_a_move(span: Span) -> Diagnostic {
    Diagnostic::new("this move changes the points that remain, but scores nothing", span)
        .label("expected a move that leaves the pieces of `points:` as they are, or turns them into pieces of as many points")
}

/// Independent linear equations for the weights, each with a pivot that no other equation contains.
struct Equations {
    /// The pivot of each equation, and its coefficients by state, with the constant in the place of [`ABSENT`].
    rows: Vec<(State, Vec<i64>)>,
    count: usize,
}

impl Equations {
    /// Adds the equations of the stencils of a rewrite that reduces the weight of a board by `points`. Returns `None` if they contradict
    /// earlier equations, or if a coefficient does not fit.
    fn add_all(&mut self, stencils: &[Stencil], points: i64) -> Option<()> {
        for stencil in stencils {
            let mut base = vec![0; self.count];
            base[usize::from(ABSENT)] = points;
            for (number, cell) in stencil.cells.iter().enumerate() {
                self.add_lost_copies(stencil, number)?;
                let mut states = cell.before.iter();
                let Some(first) = states.next().map(|state| self.lost(stencil, number, state)) else {
                    continue;
                };
                for state in states {
                    let other = self.lost(stencil, number, state);
                    self.add(other.iter().zip(&first).map(|(other, first)| other - first).collect())?;
                }
                base.iter_mut().zip(first).for_each(|(sum, lost)| *sum += lost);
            }
            self.add(base)?;
        }
        Some(())
    }

    /// Adds the equations of a cell that receives a copy but may be gone. If it is gone, the board loses the copied content instead of
    /// the content of this cell, so both must have the same weight.
    fn add_lost_copies(&mut self, stencil: &Stencil, number: usize) -> Option<()> {
        let cell = &stencil.cells[number];
        let After::Copy(source) = cell.after else { return Some(()) };
        if !cell.before.has(ABSENT) {
            return Some(());
        }
        let there = |states: States| states.without(States::one(ABSENT));
        for copied in there(stencil.cells[source].before).iter() {
            for replaced in there(cell.before).iter() {
                let mut row = vec![0; self.count];
                row[usize::from(copied)] += 1;
                row[usize::from(replaced)] -= 1;
                self.add(row)?;
            }
        }
        Some(())
    }

    /// Returns the coefficients of the weight that a board loses by the change of a cell in `state` and by the copies of its content.
    fn lost(&self, stencil: &Stencil, number: usize, state: State) -> Vec<i64> {
        let mut lost = vec![0; self.count];
        if state == ABSENT {
            return lost;
        }
        lost[usize::from(state)] += 1;
        if let After::Map(map) = &stencil.cells[number].after {
            lost[usize::from(map.of(state))] -= 1;
        }
        let may_receive = |cell: &&StencilCell| cell.before != States::one(ABSENT);
        let copies =
            stencil.cells.iter().filter(|cell| cell.after == After::Copy(number)).filter(may_receive);
        lost[usize::from(state)] -= copies.count() as i64;
        lost[usize::from(ABSENT)] = 0;
        lost
    }

    /// Adds an equation: the sum of the weights times their coefficients is the constant.
    fn add(&mut self, mut row: Vec<i64>) -> Option<()> {
        for (pivot, known) in &self.rows {
            eliminate(&mut row, *pivot, known)?;
        }
        let Some(pivot) = (1..row.len()).find(|&state| row[state] != 0) else {
            return (row[usize::from(ABSENT)] == 0).then_some(());
        };
        for (_, known) in &mut self.rows {
            eliminate(known, pivot as State, &row)?;
        }
        self.rows.push((pivot as State, row));
        Some(())
    }

    /// Returns a solution of integers, if one is found. Undetermined weights are 0. If several weights are determined only relative to
    /// each other, the least of them is 0.
    fn solution(&self) -> Option<Vec<i64>> {
        let mut weights = vec![0; self.count];
        for (pivot, row) in &self.rows {
            let (constant, coefficient) = (row[usize::from(ABSENT)], row[usize::from(*pivot)]);
            if constant % coefficient != 0 {
                return None;
            }
            weights[usize::from(*pivot)] = constant / coefficient;
        }
        for group in self.groups() {
            let is_in = |state: usize| group >> state & 1 == 1;
            let mut rows = self.rows.iter().filter(|(pivot, _)| is_in((*pivot).into()));
            // If the coefficients of each equation sum to 0, all weights of the group can be shifted by the same number.
            if rows.all(|(_, row)| row[1..].iter().sum::<i64>() == 0) {
                let states = (1..self.count).filter(|&state| is_in(state));
                let least = states.clone().map(|state| weights[state]).min().unwrap_or(0);
                states.for_each(|state| weights[state] -= least);
            }
        }
        Some(weights)
    }

    /// Returns the sets of states that equations connect, as bit sets.
    fn groups(&self) -> Vec<u32> {
        let mut groups: Vec<u32> = (1..self.count).map(|state| 1 << state).collect();
        for (_, row) in &self.rows {
            let states = (1..self.count).filter(|&state| row[state] != 0);
            let joined = states.fold(0, |set, state| set | 1 << state);
            let (met, mut others): (Vec<u32>, Vec<u32>) =
                groups.into_iter().partition(|group| group & joined != 0);
            others.push(met.into_iter().fold(0, |set, group| set | group));
            groups = others;
        }
        groups
    }
}

/// Eliminates the weight `pivot` from an equation by subtracting a multiple of another equation. Returns `None` on overflow.
fn eliminate(row: &mut [i64], pivot: State, other: &[i64]) -> Option<()> {
    let (own, known) = (row[usize::from(pivot)], other[usize::from(pivot)]);
    if own == 0 {
        return Some(());
    }
    for (coefficient, &other) in row.iter_mut().zip(other) {
        *coefficient = coefficient.checked_mul(known)?.checked_sub(other.checked_mul(own)?)?;
    }
    let divisor =
        row.iter().fold(0, |divisor, &coefficient| gcd(divisor, coefficient.checked_abs().unwrap_or(1)));
    if divisor > 1 {
        row.iter_mut().for_each(|coefficient| *coefficient /= divisor);
    }
    Some(())
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
