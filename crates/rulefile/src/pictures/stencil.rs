//! Stencils: rewrites with fixed lengths of all runs, as cells at offsets with their states before and after.

use crate::pictures::states::{ABSENT, Alphabet, EMPTY, Map, State, States};
use winways_notation::pictures::{CellKind, PictureCell, Repeat, Rewrite, Sign};
use winways_rules::Side;

/// The effect of a stencil on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// Applies a map to the state.
    Map(Map),
    /// Copies the previous state of the cell with this number.
    Copy(usize),
}

impl After {
    /// Returns `true` if the cell may keep its state.
    fn may_keep(&self, before: States) -> bool {
        match self {
            // A gone cell stays gone.
            After::Map(map) => before.iter().any(|state| state == ABSENT || map.of(state) == state),
            After::Copy(_) => true,
        }
    }

    /// Returns `true` if the cell always keeps its state.
    fn keeps(&self, before: States) -> bool {
        match self {
            After::Map(map) => before.iter().all(|state| map.of(state) == state),
            After::Copy(_) => false,
        }
    }
}

/// A cell of a stencil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StencilCell {
    /// The row and column in the picture, counted from the first cell.
    pub(crate) row: usize,
    pub(crate) column: usize,
    /// The states that the cell may have before the move: only `ABSENT` if the cell must be gone.
    pub(crate) before: States,
    pub(crate) after: After,
}

/// A rewrite with fixed lengths of all runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stencil {
    pub(crate) cells: Vec<StencilCell>,
    /// The cell that the moving piece comes from.
    pub(crate) from: usize,
    /// The cell of the moving piece after the move.
    pub(crate) to: usize,
    /// `true` if there is a moving piece.
    pub(crate) lands: bool,
    /// `true` if the rewrite may leave all cells unchanged. A placement that does so is not a move.
    pub(crate) may_rest: bool,
}

impl Stencil {
    /// Returns the first cell that must not be gone. Conditions on neighbours refer to this cell. Returns `None` if all cells
    /// may be gone.
    pub(crate) fn first(&self) -> Option<usize> {
        self.cells.iter().position(|cell| !cell.before.has(ABSENT))
    }

    /// Returns `true` if every move changes this cell.
    pub(crate) fn always_changes(&self, number: usize) -> bool {
        let StencilCell { before, after, .. } = &self.cells[number];
        // A gone cell stays gone.
        !before.has(ABSENT)
            && match after {
                After::Map(map) => before.iter().all(|state| map.of(state) != state),
                After::Copy(source) => {
                    let copied = self.cells[*source].before;
                    !copied.has(ABSENT) && !before.iter().any(|state| copied.has(state))
                }
            }
    }

    /// Returns the cells that a move may change.
    pub(crate) fn changed(&self) -> impl Iterator<Item = usize> {
        let cells = self.cells.iter().zip(0..);
        cells.filter(|(cell, _)| !cell.after.keeps(cell.before)).map(|(_, number)| number)
    }
}

/// The positions of the different kinds of cells in the flat list of a rewrite's cells.
#[derive(Default)]
struct KindPositions {
    any: Vec<usize>,
    class: Vec<usize>,
    mover: Vec<usize>,
    other: Vec<usize>,
    moved: Vec<usize>,
}

impl KindPositions {
    fn of(&mut self, kind: &CellKind) -> Option<&mut Vec<usize>> {
        match kind {
            CellKind::Any => Some(&mut self.any),
            CellKind::Class { .. } => Some(&mut self.class),
            CellKind::Sign(Sign::Mover) => Some(&mut self.mover),
            CellKind::Sign(Sign::Other) => Some(&mut self.other),
            CellKind::Moved => Some(&mut self.moved),
            _ => None,
        }
    }
}

/// The length up to which rows are always expanded if no board is known.
const SHORT: usize = 6;

/// Returns the length of rows that shows all effects of a rewrite. Longer rows only have longer runs, and the effects are linear in
/// the lengths of runs.
pub(crate) fn short_length(rewrite: &Rewrite) -> usize {
    let least = |row: &Vec<PictureCell>| row.iter().map(least_count).sum::<usize>();
    let rows = rewrite.before.rows.iter().zip(&rewrite.after.rows);
    let longest = rows.map(|(before, after)| {
        let shortest = least(before).max(least(after));
        // Runs that do not stay in place shift the other cells: by a part of their length, or beyond them.
        shortest + 2 + if fixed_lengths(before) == fixed_lengths(after) { 0 } else { shortest }
    });
    longest.max().unwrap_or(0).max(SHORT)
}

/// Returns `true` if all rows of a rewrite have at most [`short_length`] cells.
pub(crate) fn is_short(rewrite: &Rewrite) -> bool {
    let most =
        |cell: &PictureCell| cell.repeat.map_or(Some(1), |repeat| repeat.most.map(|most| most as usize));
    let longest = |row: &Vec<PictureCell>| row.iter().map(most).sum::<Option<usize>>();
    rewrite.before.rows.iter().all(|row| longest(row).is_some_and(|length| length <= short_length(rewrite)))
}

/// Returns the stencils of a rewrite of `side` whose rows have at most [`short_length`] cells.
pub(crate) fn short_stencils(rewrite: &Rewrite, alphabet: &Alphabet, side: Side) -> Vec<Stencil> {
    stencils(rewrite, alphabet, side, short_length(rewrite))
}

/// Returns the numbers of cells before, between and after the runs of a row.
fn fixed_lengths(row: &[PictureCell]) -> Vec<usize> {
    row.split(|cell| run(cell).is_some()).map(|cells| cells.iter().map(least_count).sum()).collect()
}

/// Returns all stencils of a rewrite of `side` whose rows have at most `longest` cells.
pub(crate) fn stencils(rewrite: &Rewrite, alphabet: &Alphabet, side: Side, longest: usize) -> Vec<Stencil> {
    let rows = rewrite.before.rows.iter().zip(&rewrite.after.rows);
    let mut found: Vec<Vec<(Vec<&PictureCell>, Vec<&PictureCell>)>> = vec![Vec::new()];
    for (before, after) in rows {
        let fillings = row_fillings(before, after, longest);
        found = found
            .into_iter()
            .flat_map(|rows| {
                fillings.iter().map(move |filling| [&rows[..], std::slice::from_ref(filling)].concat())
            })
            .collect();
    }
    found.iter().filter_map(|rows| stencil(rows, alphabet, side)).collect()
}

/// Returns the expansions of a row, before and after the move, for all possible lengths of its runs.
fn row_fillings<'r>(
    before: &'r [PictureCell],
    after: &'r [PictureCell],
    longest: usize,
) -> Vec<(Vec<&'r PictureCell>, Vec<&'r PictureCell>)> {
    // A cell that may be gone may also lie beyond the edge.
    let may_be_beyond = |kind: &CellKind| match kind {
        CellKind::Sign(sign) => *sign == Sign::Gone,
        CellKind::Class { signs, negated } => !negated && signs.contains(&Sign::Gone),
        _ => false,
    };
    let fixed = before.iter().filter(|cell| run(cell).is_none() && !may_be_beyond(&cell.kind));
    // The lengths of the runs so far, with the space that is left for runs on the board.
    let mut lengths: Vec<(Vec<usize>, usize)> = Vec::new();
    lengths.extend(longest.checked_sub(fixed.map(least_count).sum()).map(|room| (Vec::new(), room)));
    for cell in before {
        if let Some(repeat) = run(cell) {
            let most = repeat.most.map_or(longest, |most| longest.min(most as usize));
            let is_there = !may_be_beyond(&cell.kind);
            let longer = |(known, room): &(Vec<usize>, usize)| {
                let (known, room) = (known.clone(), *room);
                let range = repeat.least as usize..=if is_there { most.min(room) } else { most };
                range.map(move |length| {
                    ([&known[..], &[length]].concat(), if is_there { room - length } else { room })
                })
            };
            lengths = lengths.iter().flat_map(longer).collect();
        }
    }
    let fill = |lengths: Vec<usize>| {
        let long = expanded(before, &lengths);
        let runs = after.iter().filter_map(run);
        let others = after.iter().filter(|cell| run(cell).is_none());
        let fixed: usize = others.map(least_count).sum();
        let other: Vec<usize> = match runs.clone().count() {
            0 => Vec::new(),
            1 => vec![long.len().checked_sub(fixed)?],
            _ => lengths,
        };
        let fits = |(repeat, &length): (Repeat, &usize)| {
            length >= repeat.least as usize && repeat.most.is_none_or(|most| length <= most as usize)
        };
        let result = expanded(after, &other);
        (long.len() == result.len() && runs.zip(&other).all(fits)).then_some((long, result))
    };
    lengths.into_iter().map(|(lengths, _)| lengths).filter_map(fill).collect()
}

/// Returns the repetition of a cell if it is a run, that is, of variable length.
fn run(cell: &PictureCell) -> Option<Repeat> {
    cell.repeat.filter(|repeat| repeat.most != Some(repeat.least))
}

/// Returns the minimum number of repetitions of a cell, which is the only one if the cell is not a run.
fn least_count(cell: &PictureCell) -> usize {
    cell.repeat.map_or(1, |repeat| repeat.least as usize)
}

/// Returns the cells of a row with these lengths of its runs.
fn expanded<'r>(row: &'r [PictureCell], lengths: &[usize]) -> Vec<&'r PictureCell> {
    let mut lengths = lengths.iter();
    let repeats = row.iter().map(|cell| match run(cell) {
        Some(_) => (cell, *lengths.next().unwrap_or(&0)),
        None => (cell, least_count(cell)),
    });
    repeats
        .collect::<Vec<_>>()
        .into_iter()
        .flat_map(|(cell, count)| std::iter::repeat_n(cell, count))
        .collect()
}

fn stencil(
    rows: &[(Vec<&PictureCell>, Vec<&PictureCell>)],
    alphabet: &Alphabet,
    side: Side,
) -> Option<Stencil> {
    let places = rows.iter().zip(0..).flat_map(|((before, after), row)| {
        before.iter().zip(after).zip(0..).map(move |((before, after), column)| (row, column, *before, *after))
    });
    let places: Vec<_> = places.collect();
    let sets: Vec<States> = places.iter().map(|place| alphabet.kind(&place.2.kind, side)).collect();
    let mut counts = KindPositions::default();
    for (number, place) in places.iter().enumerate() {
        // Flipped classes are not counted.
        if place.3.kind != CellKind::Flip
            && let Some(list) = counts.of(&place.2.kind)
        {
            list.push(number);
        }
    }
    let mut used = KindPositions::default();
    let mut cells = Vec::new();
    let mut sources = Vec::new();
    for (number, &(row, column, _, after)) in places.iter().enumerate() {
        let source = match (used.of(&after.kind), counts.of(&after.kind)) {
            (Some(used), Some(known)) => {
                used.push(number);
                known.get(used.len() - 1).copied()
            }
            _ => None,
        };
        sources.push(source);
        let after = match (&after.kind, source) {
            (_, Some(source)) => match sets[source].only() {
                Some(state) => After::Map(Map::to(state)),
                None if source == number => After::Map(Map::identity()),
                None => After::Copy(source),
            },
            (CellKind::Flip, _) => After::Map(flip(&places[number].2.kind, alphabet, side)?),
            (kind, None) => After::Map(Map::to(alphabet.kind(kind, side).iter().next()?)),
        };
        cells.push(StencilCell { row, column, before: sets[number], after });
    }
    if cells.is_empty() {
        return None;
    }
    let moved = places.iter().position(|place| place.2.kind == CellKind::Moved);
    let is_there = |set: &States| *set != States::one(ABSENT);
    let marked = places.iter().position(|place| place.3.is_marked || place.3.kind == CellKind::Moved);
    let first = sets.iter().position(is_there).unwrap_or(0);
    let landing = marked.or_else(|| landing(&places));
    let (to, lands) = (landing.or_else(|| last_placed(&cells)).unwrap_or(first), landing.is_some());
    // Without a `!` before the move, the piece comes from the cell that it is copied from. Otherwise it comes from a cell with its
    // letter, or else from the first piece.
    let alike = |to: usize| {
        let is_alike = |place: &(usize, usize, &PictureCell, &PictureCell)| place.2.kind == places[to].3.kind;
        sources[to].or_else(|| places.iter().position(is_alike))
    };
    let from = moved
        .or_else(|| landing.and_then(alike))
        .or_else(|| sets.iter().position(|set| !set.has(EMPTY) && !set.has(ABSENT)))
        .unwrap_or(first);
    let may_rest = cells.iter().all(|cell| cell.after.may_keep(cell.before));
    Some(Stencil { cells, from, to, lands, may_rest })
}

/// Returns the map that exchanges the two members of a class. If a member stands for several pieces, the other member is mapped to the
/// first of them.
fn flip(kind: &CellKind, alphabet: &Alphabet, side: Side) -> Option<Map> {
    let CellKind::Class { signs, .. } = kind else { return None };
    let [one, other] = &signs[..] else { return None };
    let [one, other] = [one, other].map(|sign| alphabet.kind(&CellKind::Sign(*sign), side));
    let (first, second) = (one.iter().next()?, other.iter().next()?);
    let mut map = Map::identity();
    other.iter().for_each(|state| map.0[usize::from(state)] = first);
    one.iter().for_each(|state| map.0[usize::from(state)] = second);
    Some(map)
}

/// Returns the cell whose contents are replaced by a piece, if there is exactly one.
fn landing(places: &[(usize, usize, &PictureCell, &PictureCell)]) -> Option<usize> {
    let is_piece = |kind: &CellKind| !matches!(kind, CellKind::Sign(Sign::Empty | Sign::Gone));
    let mut all = (0..places.len()).filter(|&number| {
        let (_, _, before, after) = places[number];
        before.kind != after.kind && is_piece(&after.kind)
    });
    all.next().filter(|_| all.next().is_none())
}

/// Returns the last changed cell that may have a piece after the move. The move is named after this cell if no piece lands.
fn last_placed(cells: &[StencilCell]) -> Option<usize> {
    let is_piece = |state: State| state != EMPTY && state != ABSENT;
    let is_put = |cell: &StencilCell| {
        !cell.after.keeps(cell.before)
            && match &cell.after {
                After::Map(map) => cell.before.iter().any(|state| is_piece(map.of(state))),
                After::Copy(_) => true,
            }
    };
    cells.iter().rposition(is_put)
}
