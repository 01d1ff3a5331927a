//! Symmetries of a board that preserve its moves, possibly with the players exchanged.

use crate::pictures::cells::Cells;
use crate::pictures::geometry::{Geometry, Surface};
use crate::pictures::kept_moves::Moves;
use crate::pictures::placement::{Placed, Placement};
use crate::pictures::rules::Rules;
use crate::pictures::states::{Map, State, States};
use crate::pictures::table::{Continuation, Table, seconds_after};
use std::collections::BTreeSet;
use winways_kit::boards::bitboard::{Frame, bits};
use winways_kit::boards::word::Word;
use winways_notation::pictures::Owner;
use winways_rules::Sign;

/// A symmetry of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    /// The image of each cell.
    pub(crate) cells: Vec<u16>,
    /// The image of each state.
    pub(crate) states: Map,
    /// `true` if the players are exchanged.
    pub(crate) exchanges: bool,
    /// `true` if the image is a box with width and height exchanged.
    pub(crate) transposes: bool,
    /// The motion of a box that maps its cells in the same way, if there is one.
    pub(crate) motion: Option<Motion>,
}

/// A motion of a box: its parts are applied in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Motion {
    /// Reverses the order of the rows.
    flip: bool,
    /// Rotates by 180 degrees.
    turn: bool,
    /// Exchanges rows and columns.
    transpose: bool,
}

impl Motion {
    /// Returns the number of the motion, from 0 to 7.
    pub(crate) fn number(self) -> u8 {
        u8::from(self.flip) | u8::from(self.turn) << 1 | u8::from(self.transpose) << 2
    }

    #[inline]
    pub(crate) fn numbered(number: u8) -> Motion {
        Motion { flip: number & 1 != 0, turn: number & 2 != 0, transpose: number & 4 != 0 }
    }

    /// Returns the motion that maps each cell of a box to its image in `cells`, if there is one.
    fn of(cells: &[u16], geometry: &Geometry, across: usize) -> Option<Motion> {
        let moves = |motion: &Motion| {
            geometry.cells().all(|cell| motion.of_cell(cell, geometry, across) == usize::from(cells[cell]))
        };
        (0..8).map(Motion::numbered).find(moves)
    }

    /// Returns the image of a cell of a box.
    fn of_cell(self, cell: usize, geometry: &Geometry, across: usize) -> usize {
        let (mut row, mut column) = (cell / geometry.stride, cell % geometry.stride);
        if self.flip != self.turn {
            row = geometry.height - 1 - row;
        }
        if self.turn {
            column = geometry.width - 1 - column;
        }
        if self.transpose { column * across + row } else { row * geometry.stride + column }
    }

    /// Returns the image of a set of cells of the box.
    #[inline]
    pub(crate) fn of_set<W: Word>(self, frame: Frame, mut set: W) -> W {
        if self.flip {
            set = frame.flip(set);
        }
        if self.turn {
            set = frame.turn(set);
        }
        if self.transpose { frame.transpose(set) } else { set }
    }
}

impl Symmetry {
    /// Returns `true` if this symmetry followed by `second` is `third`, on the cells of a board.
    fn then<W: Word>(&self, second: &Symmetry, board: &Table<W>, third: &Symmetry) -> bool {
        (self.exchanges != second.exchanges) == third.exchanges
            && (0..).zip(third.states.0).all(|(state, last)| second.states.of(self.states.of(state)) == last)
            && board
                .geometry
                .cells()
                .all(|cell| second.cells[usize::from(self.cells[cell])] == third.cells[cell])
    }

    /// Returns the effect on values.
    pub(crate) fn sign(&self) -> Sign {
        if self.exchanges { Sign::Negative } else { Sign::Same }
    }

    /// Returns the image of a set of cells.
    pub(crate) fn image<W: Word>(&self, set: W) -> W {
        bits(set)
            .fold(W::ZERO, |image, cell| image | W::bit(self.cells[cell.trailing_zeros() as usize].into()))
    }

    /// Returns the image of the contents of a board.
    pub(crate) fn of<W: Word>(&self, cells: &Cells<W>) -> Cells<W> {
        let mut image = Cells::none(cells.count);
        for state in 1..cells.count {
            image.planes[usize::from(self.states.0[state])] = self.image(cells.planes[state]);
        }
        image
    }

    pub(crate) fn of_states(&self, states: States) -> States {
        self.states.image(states)
    }

    fn of_map(&self, map: &Map, count: usize) -> Map {
        // The map is conjugated: it maps the image of a state to the image of the state's result. Entries of unused states keep
        // their places, and only their results are replaced by images.
        let mut image = Map(map.0.map(|state| self.states.of(state)));
        for state in 0..count as State {
            image.0[usize::from(self.states.of(state))] = self.states.of(map.of(state));
        }
        image
    }

    pub(crate) fn of_placement<W: Word>(&self, placement: &Placement<W>, count: usize) -> Placement<W> {
        let sets = |list: &[(States, W)]| {
            let mut images: Vec<_> =
                list.iter().map(|&(states, set)| (self.of_states(states), self.image(set))).collect();
            images.sort_unstable();
            images.into()
        };
        let mut writes: Vec<_> =
            placement.writes.iter().map(|(map, set)| (self.of_map(map, count), self.image(*set))).collect();
        writes.sort_unstable();
        let copy = |&(from, to): &(u16, u16)| (self.cells[usize::from(from)], self.cells[usize::from(to)]);
        let mut copies: Vec<_> = placement.copies.iter().map(copy).collect();
        copies.sort_unstable();
        Placement {
            reads: sets(&placement.reads),
            none: sets(&placement.none),
            some: sets(&placement.some),
            writes: writes.into(),
            copies: copies.into(),
        }
    }
}

/// The maximum number of images of placements computed to find the symmetries of a board.
const MOST_TRIED: usize = 1 << 18;
/// The maximum for boards that are not cut. Their symmetries are computed for each board, while its position is
/// parsed.
const MOST_TRIED_UNCUT: usize = 1 << 16;
const MOST_KEPT: usize = 1 << 16;

/// Returns the symmetries of a board's moves, with the identity first.
///
/// `across` is the stride of the box with rows and columns exchanged.
pub(crate) fn symmetries<W: Word>(rules: &Rules, table: &Table<W>, across: usize) -> Vec<Symmetry> {
    let own = table.geometry.clone();
    let mut found = symmetries_onto(rules, (table, table), automorphisms(&own), (false, own.stride), &[]);
    if own.surface == Surface::Grid && own.width != own.height {
        let other = Geometry { width: own.height, height: own.width, stride: across, ..own.clone() };
        let turns = automorphisms(&own).into_iter().map(|cells| {
            let turned = |cell: u16| cell as usize % own.stride * across + cell as usize / own.stride;
            cells.into_iter().map(|cell| turned(cell) as u16).collect()
        });
        let turns = turns.collect();
        let turns = symmetries_onto(rules, (table, &Table::new(rules, other)), turns, (true, across), &found);
        found.extend(turns);
    }
    found
}

/// Derives the symmetries of a box from the symmetries of a smaller box with the same kinds of placements. Each side of the
/// smaller box must be equal to the same side of the larger box or to [`reach`](crate::pictures::size::reach).
pub(crate) fn of_greater_box(smaller: &[Symmetry], geometry: &Geometry, across: usize) -> Vec<Symmetry> {
    let size = geometry.cells().last().map_or(0, |last| last + 1);
    let greater = |symmetry: &Symmetry| {
        let motion = symmetry.motion?;
        let mut cells = vec![0; size];
        geometry.cells().for_each(|cell| cells[cell] = motion.of_cell(cell, geometry, across) as u16);
        let transposes = motion.transpose && geometry.width != geometry.height;
        Some(Symmetry { cells, transposes, ..symmetry.clone() })
    };
    smaller.iter().filter_map(greater).collect()
}

/// Returns the symmetries among the given maps of cells from one board to another. `own` are the symmetries of
/// the first board if the boards differ.
fn symmetries_onto<W: Word>(
    rules: &Rules,
    (table, other): (&Table<W>, &Table<W>),
    maps: Vec<Vec<u16>>,
    (transposes, across): (bool, usize),
    own: &[Symmetry],
) -> Vec<Symmetry> {
    // On a large torus, testing all maps would take longer than the symmetries save.
    let weight = weight(table);
    if weight > MOST_KEPT {
        return maps.into_iter().next().filter(|_| !transposes).map(identity).into_iter().collect();
    }
    let most = if rules.is_cut() { MOST_TRIED } else { MOST_TRIED_UNCUT };
    let mut affordable = (most / (weight + 1)).max(1);
    let count = rules.alphabet.count();
    let own_moves = [0, 1].map(|player| Moves::new(rules, table, player));
    let other_moves = [0, 1].map(|player| Moves::new(rules, other, player));
    let is_box = table.geometry.surface == Surface::Grid;
    let renamings = renamings(&rules.alphabet.owners, rules.is_impartial);
    let mut found: Vec<Symmetry> = Vec::new();
    for (cells, (states, exchanges)) in
        maps.iter().flat_map(|cells| renamings.iter().map(move |renaming| (cells, renaming)))
    {
        let motion = is_box.then(|| Motion::of(cells, &table.geometry, across)).flatten();
        let (states, exchanges) = (*states, *exchanges);
        let symmetry = Symmetry { cells: cells.clone(), states, exchanges, transposes, motion };
        // Other surfaces have too many symmetries to search for a product among them.
        let is_product = is_box && {
            let first = if transposes { own } else { &found };
            first.iter().any(|first| found.iter().any(|second| first.then(second, table, &symmetry)))
        };
        if !is_product {
            if affordable == 0 {
                continue;
            }
            affordable -= 1;
            let is_kept = [0, 1].into_iter().all(|player: usize| {
                let to = if exchanges { 1 - player } else { player };
                own_moves[player].are_mapped_onto(&other_moves[to], &symmetry)
            });
            if !is_kept || !table.endings_are_kept(other, &symmetry, count) {
                continue;
            }
        }
        found.push(symmetry);
    }
    found
}

/// Returns the identity, given its map of cells.
fn identity(cells: Vec<u16>) -> Symmetry {
    let motion = Motion { flip: false, turn: false, transpose: false };
    Symmetry { cells, states: Map::identity(), exchanges: false, transposes: false, motion: Some(motion) }
}

/// Returns the number of placements; second parts count once for each move that they follow.
fn weight<W: Word>(table: &Table<W>) -> usize {
    let of = |player: usize| {
        let with_seconds = |placed: &Placed<W>| match &table.continuations[player][placed.kind] {
            Continuation::Then(seconds) => 1 + seconds_after(seconds, placed.to).count(),
            Continuation::Nothing | Continuation::Again { .. } => 1,
        };
        table.moves[player].iter().map(with_seconds).sum::<usize>()
    };
    of(0) + of(1) + table.endings().count()
}

impl<W: Word> Table<W> {
    fn endings_are_kept(&self, other: &Table<W>, symmetry: &Symmetry, count: usize) -> bool {
        let own: BTreeSet<_> =
            other.endings().map(|(_, placement, result)| (placement.clone(), result as u8)).collect();
        let images: BTreeSet<_> = self
            .endings()
            .map(|(_, placement, result)| (symmetry.of_placement(placement, count), result as u8))
            .collect();
        own == images
    }
}

/// Returns the renamings of states that a symmetry may use: the identity, or, with the players exchanged, any pairing
/// of their pieces.
fn renamings(owners: &[Owner], is_impartial: bool) -> Vec<(Map, bool)> {
    let mut found = vec![(Map::identity(), false)];
    if is_impartial {
        return found;
    }
    let of = |owner: Owner| -> Vec<State> {
        owners.iter().zip(0..).filter(|(of, _)| **of == owner).map(|(_, state)| state).collect()
    };
    let (left, right) = (of(Owner::Left), of(Owner::Right));
    if left.len() != right.len() {
        return found;
    }
    for order in permutations(right.len()) {
        let mut map = Map::identity();
        for (&mine, &number) in left.iter().zip(&order) {
            let his = right[number];
            map.0[usize::from(mine)] = his;
            map.0[usize::from(his)] = mine;
        }
        found.push((map, true));
    }
    found
}

/// Returns all permutations of up to four elements, or only the identity for more.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    if count > 4 {
        return vec![(0..count).collect()];
    }
    for _ in 0..count {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                let rest = (0..count).filter(|new| !order.contains(new)).collect::<Vec<_>>();
                rest.into_iter().map(move |new| [&order[..], &[new]].concat())
            })
            .collect();
    }
    orders
}

/// Returns the automorphisms of a board, with the identity first. For a graph with many automorphisms, returns only
/// some.
fn automorphisms(geometry: &Geometry) -> Vec<Vec<u16>> {
    let (width, height, stride) = (geometry.width, geometry.height, geometry.stride);
    let size = geometry.cells().last().map_or(0, |last| last + 1);
    let made = |image: &dyn Fn(usize, usize) -> (usize, usize)| -> Vec<u16> {
        let mut cells = vec![0; size];
        for cell in geometry.cells() {
            let (row, column) = image(cell / stride, cell % stride);
            cells[cell] = (row * stride + column) as u16;
        }
        cells
    };
    let turns: [&dyn Fn(usize, usize) -> (usize, usize); 4] = [
        &|row, column| (row, column),
        &|row, column| (row, width - 1 - column),
        &|row, column| (height - 1 - row, column),
        &|row, column| (height - 1 - row, width - 1 - column),
    ];
    match &geometry.surface {
        Surface::Grid => {
            let mut found: Vec<_> = turns.iter().map(|turn| made(turn)).collect();
            if width == height {
                found.extend(turns.iter().map(|turn| {
                    made(&|row, column| {
                        let (row, column) = turn(row, column);
                        (column, row)
                    })
                }));
            }
            found.sort();
            found.dedup();
            found.sort_by_key(|cells| geometry.cells().any(|cell| usize::from(cells[cell]) != cell));
            found
        }
        Surface::Hexagonal => {
            let mut found = vec![made(turns[0]), made(turns[3])];
            if width == height {
                found.push(made(&|row, column| (column, row)));
                found.push(made(&|row, column| (height - 1 - column, width - 1 - row)));
            }
            found.dedup();
            found
        }
        Surface::Ring | Surface::Torus => {
            let mut found = Vec::new();
            for down in 0..height {
                for along in 0..width {
                    for turn in turns {
                        found.push(made(&|row, column| {
                            let (row, column) = turn(row, column);
                            ((row + down) % height, (column + along) % width)
                        }));
                    }
                }
            }
            let identity = made(turns[0]);
            found.sort();
            found.dedup();
            found.sort_by_key(|cells| *cells != identity);
            found
        }
        Surface::Graph(near) => graph_automorphisms(near),
    }
}

/// The maximum number of automorphisms of a graph that the search returns.
const MOST_OF_GRAPH: usize = 256;
/// The maximum number of comparisons of vertices in this search.
const MOST_COMPARISONS: usize = 1 << 20;

fn graph_automorphisms(near: &[Vec<usize>]) -> Vec<Vec<u16>> {
    let size = near.len();
    let mut are_near = vec![false; size * size];
    for (vertex, neighbours) in near.iter().enumerate() {
        neighbours.iter().for_each(|other| are_near[vertex * size + other] = true);
    }
    let mut found = Vec::new();
    let mut images: Vec<usize> = Vec::new();
    let mut next = 0;
    let mut comparisons = 0;
    // Depth-first search over the images of the vertices in order. The identity is found first.
    loop {
        let vertex = images.len();
        if comparisons > MOST_COMPARISONS {
            return found;
        }
        if vertex == size {
            found.push(images.iter().map(|&image| image as u16).collect());
            if found.len() == MOST_OF_GRAPH {
                return found;
            }
        }
        let mut fits = |image: usize| {
            comparisons += images.len() + 1;
            vertex < size
                && near[image].len() == near[vertex].len()
                && !images.contains(&image)
                && images.iter().enumerate().all(|(earlier, &other)| {
                    are_near[vertex * size + earlier] == are_near[image * size + other]
                })
        };
        match (next..size).find(|&image| fits(image)) {
            Some(image) => {
                images.push(image);
                next = 0;
            }
            None => match images.pop() {
                Some(last) => next = last + 1,
                None => return found,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::size::reach;
    use std::path::Path;
    use winways_kit::boards::bitboard::stride_of_box;
    use winways_kit::boards::word::Wide;
    use winways_notation::parse_pictures;
    use winways_notation::pictures::Shape;

    fn of_box(rules: &Rules, width: usize, height: usize) -> Option<(Geometry, usize, Vec<Symmetry>)> {
        let stride = |width, height| stride_of_box::<Wide>(width, height).unwrap().into();
        let geometry = Geometry::rows(Surface::Grid, width, height, stride(width, height));
        let across = stride(height, width);
        let table = Table::new(rules, geometry.clone());
        // The search for the symmetries of larger boards is not exhaustive.
        let is_within = weight(&table) <= MOST_KEPT && weight(&table) * 4 <= MOST_TRIED;
        is_within.then(|| symmetries::<Wide>(rules, &table, across)).map(|found| (geometry, across, found))
    }

    /// Compares the symmetries of boxes larger than the reach of the pictures with those derived from a box within it.
    fn check_greater_boxes(text: &str) -> bool {
        let rules =
            Rules::of(&parse_pictures(text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))).unwrap();
        let reach = reach(&rules);
        let boxes = match rules.shape {
            Shape::Grid => vec![(reach + 1, reach), (reach + 1, reach + 1), (2, reach + 1), (reach + 2, 3)],
            Shape::Strip => vec![(reach + 1, 1), (reach + 2, 1)],
            _ => return false,
        };
        for (width, height) in boxes.into_iter().filter(|(width, height)| width * height <= 110) {
            let Some((_, _, smaller)) = of_box(&rules, width.min(reach), height.min(reach)) else {
                panic!("{text}")
            };
            let Some((geometry, across, own)) = of_box(&rules, width, height) else { continue };
            let greater = of_greater_box(&smaller, &geometry, across);
            let is_same = own.len() == greater.len() && own.iter().all(|one| greater.contains(one));
            assert!(is_same, "{width}×{height}: {own:?}\nnot {greater:?}\n{text}");
        }
        true
    }

    #[test]
    fn greater_boxes_have_the_symmetries_of_smaller_ones() {
        let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/rules/boards");
        let files = std::fs::read_dir(files).unwrap().map(|file| file.unwrap().path());
        let texts = files.map(|file| std::fs::read_to_string(file).unwrap());
        assert!(texts.filter(|text| check_greater_boxes(text)).count() > 40);
    }

    #[test]
    fn boxes_within_the_reach_show_all_broken_symmetries() {
        let (players, one, all) = ("x left, o right", "e", "x left, o right, e");
        for (pieces, rules) in [
            (players, "left: . -> x\nright: . -> o"),
            (players, "left: . . / . . -> x . / . .\nright: . . / . . -> o . / . ."),
            (players, "left: . . / . . -> x . / . .\nright: . . / . . -> . o / . ."),
            (players, "left: .{1,3} x -> .{1,3} . in left\nright: .+ o -> .+ . in right"),
            (players, "left: .{1,3} x -> .{1,3} . in left\nright: .{1,2} o -> .{1,2} . in right"),
            (players, "left: .{1,3} x -> .{1,3} . in left\nright: .{1,3} o -> .{1,3} . in right"),
            (players, "each: @ . -> . @ in forward"),
            (players, "left: x . -> . x in up\nright: o . -> . o in up"),
            (one, "both: e . -> . e in knight"),
            (one, "both: e . -> . e in (2,1), (-2,-1)"),
            (one, "both: e . -> . e in (1,0), (0,1), (-1,0)"),
            (players, "each: @ .+ -> . .* !@ in eight then ! . -> ! # in across"),
            (all, "each: . -> @ where no & beside\nleft: # e -> # . in right"),
            (players, "left: # x -> # . in right\nright: o # -> . # in right"),
            (players, "left: . -> x\nright: . -> o\nend: x x x in diagonal wins\nend: o o o in all wins"),
            (players, "left: . -> x\nright: . -> o\nend: x x x in eight wins\nend: o o o in eight wins"),
        ] {
            assert!(check_greater_boxes(&format!("board: grid\npieces: {pieces}\n{rules}")), "{rules}");
        }
        for (pieces, rules) in [
            (players, "each: @ . -> . @ in forward"),
            (players, "left: x .+ -> .+ x\nright: .+ o -> o .+"),
            (one, "both: e+ -> .+"),
        ] {
            assert!(check_greater_boxes(&format!("board: strip\npieces: {pieces}\n{rules}")), "{rules}");
        }
    }
}
