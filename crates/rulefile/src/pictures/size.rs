//! Limits on boards and pictures, checked before pictures are laid on a board.

use crate::pictures::geometry::{Geometry, Surface};
use crate::pictures::rules::{MOST_COUNTED, Move, Rules, beside, index};
use winways_notation::pictures::{Direction, Picture, PictureCell, PictureFile, Repeat, Rewrite};
use winways_notation::{Diagnostic, Span};
use winways_rules::Side;

/// The maximum number of runs in a picture.
const MOST_RUNS: usize = 4;

/// The maximum number of picture placements on a box, which is a rectangle cut out of a grid.
const MOST_PLACES: u64 = 1 << 17;

/// The maximum memory per counted placement on a box, in bytes. It may be low, since most placements are counted at least
/// twice.
const CUT_BYTES: u64 = 256;

/// The maximum number of placements on a board that is not cut. The limit is lower because the search for symmetries also
/// visits these placements.
const MOST_UNCUT: u64 = 1 << 14;

/// The maximum memory for a placement on a board that is not cut, in bytes.
const UNCUT_BYTES: u64 = 800;

/// Rejects pictures that have too many runs to expand to every length.
pub(crate) fn check_runs(file: &PictureFile) -> Result<(), Diagnostic> {
    let rewrites =
        file.rules.iter().flat_map(|rule| std::iter::once(&rule.rewrite).chain(rule.next.second()));
    let before =
        rewrites.chain(file.points.iter().map(|points| &points.rewrite)).map(|rewrite| &rewrite.before);
    let ends = file.endings.iter().filter_map(|ending| ending.picture.as_ref()).map(|(picture, _)| picture);
    match before.chain(ends).find(|picture| runs(picture) > MOST_RUNS) {
        None => Ok(()),
        Some(picture) => {
            Err(Diagnostic::new(format!("the picture has {} runs", runs(picture)), picture.span)
                .label(format!("expected at most {MOST_RUNS}")))
        }
    }
}

fn runs(picture: &Picture) -> usize {
    picture.rows.iter().flatten().filter(|cell| cell.repeat.is_some()).count()
}

/// Returns an upper bound for the number of placements of all pictures on a board.
fn all_places(rules: &Rules, geometry: &Geometry) -> u64 {
    let moves = rules.moves.iter().flatten().flat_map(Move::rewrites);
    let rewrites = moves.chain(rules.points.iter().map(|points| &points.rewrite));
    let of_rewrites = rewrites.map(|rewrite: &Rewrite| places(&rewrite.before, geometry));
    let ends = rules.endings.iter().filter_map(|ending| ending.picture.as_ref());
    let of_ends = ends.map(|(picture, _)| places(picture, geometry).saturating_mul(2));
    of_rewrites.chain(of_ends).fold(0u64, u64::saturating_add)
}

/// Returns an upper bound, in bytes, for the memory of a board and the placements of all pictures on it. The board must have
/// passed [`check_board`].
pub(crate) fn board_bytes(rules: &Rules, geometry: &Geometry) -> u64 {
    let places =
        all_places(rules, geometry).saturating_mul(if rules.is_cut() { CUT_BYTES } else { UNCUT_BYTES });
    places.saturating_add(geometry.bytes())
}

/// Rejects a board with too many picture placements.
pub(crate) fn check_board(rules: &Rules, geometry: &Geometry, span: Span) -> Result<(), Diagnostic> {
    let all = all_places(rules, geometry);
    let most = if rules.is_cut() { MOST_PLACES } else { MOST_UNCUT };
    let counts = |side: Side| {
        let moves = rules.moves[index(side)].iter().flat_map(Move::rewrites);
        moves
            .flat_map(move |rewrite| beside(rewrite, &rules.alphabet, side))
            .any(|condition| !condition.is_plain())
    };
    if Side::BOTH.into_iter().any(counts)
        && let Some(degree) = geometry.cells().map(|cell| geometry.neighbours(cell).len()).max()
        && degree > MOST_COUNTED
    {
        return Err(Diagnostic::new(format!("a vertex has {degree} neighbours"), span)
            .label(format!("expected at most {MOST_COUNTED}, since a condition counts neighbours")));
    }
    if all <= most {
        return Ok(());
    }
    Err(Diagnostic::new("the pictures have too many placements on this board", span)
        .label(format!("expected a smaller board: at most {most} placements")))
}

/// Returns the side length above which a box admits no new kind of placement (in a corner, along an edge or in the interior).
pub(crate) fn reach(rules: &Rules) -> usize {
    // One cell on either side, which conditions may refer to, and one more.
    longest_picture(rules).saturating_add(3)
}

/// Returns the side length of the smallest box that holds each picture. A run counts with its maximum length, or with its minimum
/// length plus two if it has no maximum.
pub(crate) fn longest_picture(rules: &Rules) -> usize {
    let moves = rules.moves.iter().flatten().flat_map(Move::rewrites);
    let rewrites = moves.chain(rules.points.iter().map(|points| &points.rewrite));
    let of_rewrites = rewrites.map(|rewrite| (&rewrite.before, &rewrite.directions));
    let of_ends = rules.endings.iter().filter_map(|ending| ending.picture.as_ref());
    let pictures = of_rewrites.chain(of_ends.map(|(picture, directions)| (picture, directions)));
    let longest =
        pictures.map(|(picture, directions)| extent(picture).saturating_mul(stride(directions))).max();
    longest.unwrap_or(0)
}

/// Returns the side of the smallest square that holds the picture with its runs expanded to every distinguishable length.
fn extent(picture: &Picture) -> usize {
    let cells = |cell: &PictureCell| match cell.repeat {
        None => 1,
        Some(Repeat { least, most }) => most.unwrap_or(least + 2).max(least) as usize,
    };
    let columns = picture.rows.iter().map(|row| row.iter().map(cells).fold(0, usize::saturating_add)).max();
    columns.unwrap_or(0).max(picture.rows.len())
}

/// Returns the maximum distance, in columns or rows, between adjacent cells of a picture that is read in these
/// directions.
fn stride(directions: &[Direction]) -> usize {
    let of = |direction: &Direction| match direction {
        Direction::Offset(columns, rows) => columns.unsigned_abs().max(rows.unsigned_abs()) as usize,
        Direction::Knight => 2,
        _ => 1,
    };
    directions.iter().map(of).max().unwrap_or(1).max(1)
}

/// Returns an upper bound for the number of placements of a picture with all lengths of its runs, in the eight directions of a
/// grid or along the paths of a graph.
fn places(picture: &Picture, geometry: &Geometry) -> u64 {
    let cells = geometry.cells().count() as u64;
    let longest = geometry.longest() as u64;
    let mut lengths = 1u64;
    // An upper bound for the number of ways in which the runs can share the cells of a row.
    let (mut shares, mut number) = (1u64, 0u64);
    let mut length = 0u64;
    for cell in picture.rows.iter().flatten() {
        let (least, most) = match cell.repeat {
            None => (1, 1),
            Some(repeat) => {
                (repeat.least.into(), repeat.most.map_or(longest, |most| longest.min(most.into())))
            }
        };
        if cell.repeat.is_some() {
            number += 1;
            shares = shares.saturating_mul(longest + number) / number;
        }
        lengths = lengths.saturating_mul((most + 1).saturating_sub(least).max(1));
        length = length.saturating_add(most);
    }
    let fillings = lengths.min(shares);
    if let Surface::Graph(near) = &geometry.surface {
        return paths(near, length.min(cells) as usize).saturating_mul(fillings);
    }
    let ways = if geometry.height == 1 { 2 } else { 8 };
    cells.saturating_mul(fillings).saturating_mul(ways)
}

/// Returns the number of paths of at most `longest` vertices, or `u64::MAX` if there are more than [`MOST_UNCUT`].
///
/// # Complexity
/// O(placement limit · maximum degree).
fn paths(near: &[Vec<usize>], longest: usize) -> u64 {
    let mut count = 0;
    // Depth-first search: each vertex with the index of the neighbour to try next.
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut is_on_path = vec![false; near.len()];
    for first in 0..if longest == 0 { 0 } else { near.len() } {
        count += 1;
        path.push((first, 0));
        is_on_path[first] = true;
        while let Some((last, tried)) = path.last_mut() {
            if count > MOST_UNCUT {
                return u64::MAX;
            }
            let next = near[*last].get(*tried).copied();
            *tried += 1;
            let last = *last;
            match next {
                Some(next) if path.len() < longest => {
                    if !is_on_path[next] {
                        is_on_path[next] = true;
                        count += 1;
                        path.push((next, 0));
                    }
                }
                _ => {
                    is_on_path[last] = false;
                    path.pop();
                }
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::table::Table;
    use proptest::prelude::*;
    use winways_kit::boards::word::Wide;
    use winways_notation::parse_pictures;

    /// The memory charged for a board covers its placements.
    #[test]
    fn charges_cover_the_placements() {
        let amazons = "board: grid\npieces: x left, o right\n\
            each: @ .+ -> . .* !@ in eight then ! .+ -> ! .* # in eight";
        let toppling =
            "board: strip\npieces: l left, r right, e either\neach: @ [lre]* . -> . .* . in across";
        let clobber = "board: graph\npieces: x left, o right\neach: @ & -> . @";
        let grid = |side| Geometry::rows(Surface::Grid, side, side, side);
        let complete = |count: usize| {
            let others = |vertex| (0..count).filter(|&other| other != vertex).collect();
            Geometry::graph((0..count).map(others).collect())
        };
        let cases = [
            (amazons, vec![grid(3), grid(10), grid(15)]),
            (
                toppling,
                vec![Geometry::rows(Surface::Grid, 40, 1, 40), Geometry::rows(Surface::Grid, 120, 1, 120)],
            ),
            (clobber, vec![complete(10), complete(90)]),
        ];
        for (file, boards) in cases {
            let rules = Rules::of(&parse_pictures(file).unwrap()).unwrap();
            for geometry in boards {
                let bytes = Table::<Wide>::new(&rules, geometry.clone()).bytes();
                let charged = board_bytes(&rules, &geometry);
                assert!((bytes..100 * bytes).contains(&charged), "{file}: {bytes} bytes, {charged} charged");
            }
        }
    }

    /// Counts all paths of at most `longest` vertices, layer by layer.
    fn plain_paths(near: &[Vec<usize>], longest: usize) -> u64 {
        let mut layer: Vec<Vec<usize>> = (0..near.len()).map(|vertex| vec![vertex]).collect();
        let mut count = 0;
        for _ in 0..longest {
            count += layer.len() as u64;
            let longer = |path: &Vec<usize>| {
                let nexts = near[path[path.len() - 1]].iter().filter(|next| !path.contains(next));
                nexts.map(|&next| [&path[..], &[next]].concat()).collect::<Vec<_>>()
            };
            layer = layer.iter().flat_map(longer).collect();
        }
        count
    }

    proptest! {
        #[test]
        fn paths_are_counted(edges in prop::collection::btree_set((0usize..6, 0usize..6), 0..12), longest in 0usize..8) {
            let mut near = vec![Vec::new(); 6];
            for (a, b) in edges.into_iter().filter(|(a, b)| a < b) {
                near[a].push(b);
                near[b].push(a);
            }
            prop_assert_eq!(paths(&near, longest), plain_paths(&near, longest));
        }
    }

    /// Counting the paths of a complete graph stops early, instead of taking seconds before the board is rejected.
    #[test]
    fn paths_of_complete_graphs_are_counted_no_further_than_needed() {
        let complete = |count: usize| -> Vec<Vec<usize>> {
            (0..count).map(|vertex| (0..count).filter(|other| *other != vertex).collect()).collect()
        };
        assert_eq!(paths(&complete(256), 256), u64::MAX);
        assert_eq!(paths(&complete(128), 2), 128 + 128 * 127);
    }
}
