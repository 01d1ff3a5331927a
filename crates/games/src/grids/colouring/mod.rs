//! What Col and Snort have in common: colouring the vertices of a map, one player blue, the other red.
//!
//! A component is a set of vertices that hang together, each with who may still colour it. That is all that matters of the
//! vertices that have been coloured.

mod graph;
#[cfg(test)]
mod tests;

pub use graph::Map;
pub use winways_kit::boards::planes::Planes;

use winways_kit::boards::bitboard::{Layout, bits, lowest};
use winways_kit::boards::grid;
use winways_kit::boards::grid::{Grid, Patch, Row};
use winways_kit::{Page, PartizanGame};
use winways_notation::Diagnostic;
use winways_rules::{Component, Options, PartizanRuleset, Side, Sign};
use winways_values::Dyadic;

/// What a page says about the notation.
pub(crate) const NOTATION: &str = "a grid of cells: `.` is a free cell, `b` a blue one (Left's), `r` a red one (Right's), \
     `L` or `R` a free one that only Left or only Right may colour, `#` none; rows are separated by `|`, blanks or line \
     breaks. Or a graph: edges `u-v` and single vertices `u`, separated by blanks, and with `u:b`, `u:r`, `u:L`, `u:R` \
     what is known of a vertex. The boards of a sum are separated by `||` or an empty line; what hangs together must fit \
     into a box of 64 cells or have at most 64 vertices. `-` is the empty graph";

/// Which vertices next to a coloured one its player closes, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColouringRule {
    /// Neighbours differ in colour: a blue vertex closes its neighbours for Left.
    Differ,
    /// Neighbours do not differ: a blue vertex closes its neighbours for Right.
    Agree,
}

/// Col or Snort, as the rule says.
#[derive(Clone, Copy, Debug)]
pub struct Colouring {
    pub(crate) rule: ColouringRule,
    pub(crate) page: &'static Page,
}

/// A component: free vertices of a grid or of a graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColouringRegion {
    /// Cells of a grid: those that Left may colour and those that Right may.
    Grid(Planes),
    /// Vertices of a graph.
    Graph(Map),
}

impl Component for ColouringRegion {
    fn owned_bytes(&self) -> usize {
        match self {
            ColouringRegion::Grid(_) => 0,
            ColouringRegion::Graph(map) => map.owned_bytes(),
        }
    }
}

/// Which vertices each player may colour, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tints {
    left: u64,
    right: u64,
}

impl Tints {
    fn of(self, side: Side) -> u64 {
        if side == Side::Left { self.left } else { self.right }
    }

    fn within(self, cells: u64) -> Tints {
        Tints { left: self.left & cells, right: self.right & cells }
    }
}

impl ColouringRule {
    /// After `side` has coloured `vertex`, whose neighbours are `near`.
    fn after(self, tints: Tints, side: Side, vertex: u64, near: u64) -> Tints {
        let closed = if self == ColouringRule::Differ { side } else { side.opponent() };
        let close = |player| if player == closed { vertex | near } else { vertex };
        Tints { left: tints.left & !close(Side::Left), right: tints.right & !close(Side::Right) }
    }

    /// The vertices to which a move on one of `from` makes a difference, and the other way round.
    fn linked(self, tints: Tints, from: u64, near: &impl Fn(u64) -> u64) -> u64 {
        let (by_left, by_right) = match self {
            ColouringRule::Differ => (tints.left, tints.right),
            ColouringRule::Agree => (tints.right, tints.left),
        };
        near(from & tints.left) & by_left | near(from & tints.right) & by_right
    }

    /// The parts of a map that do not affect each other.
    fn parts(self, tints: Tints, near: impl Fn(u64) -> u64) -> impl Iterator<Item = Tints> {
        let mut rest = tints.left | tints.right;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let mut part = lowest(rest);
            loop {
                let more = part | self.linked(tints, part, &near);
                if more == part {
                    break;
                }
                part = more;
            }
            rest &= !part;
            Some(tints.within(part))
        })
    }

    fn grid_parts(self, tints: Tints, stride: u8) -> impl Iterator<Item = ColouringRegion> {
        let layout = Layout::new(stride);
        self.parts(tints, move |cells| layout.neighbours(cells))
            .map(move |part| ColouringRegion::Grid(Planes::cut(part.left, part.right, stride)))
    }

    /// The components of a board of which nothing is settled yet.
    fn regions_of(self, grid: &Grid) -> Result<Vec<ColouringRegion>, Diagnostic> {
        let grid = self.tinted(grid);
        let patches = grid.patches(|tint| tint != b'#')?;
        let tints = |patch: &Patch| Tints {
            left: patch.cells_of(|tint| tint != b'R'),
            right: patch.cells_of(|tint| tint != b'L'),
        };
        Ok(patches.iter().flat_map(|patch| self.grid_parts(tints(patch), patch.stride)).collect())
    }

    /// The board with coloured cells taken out: `.`, `L`, `R` are left, and `#`.
    fn tinted(self, grid: &Grid) -> Grid {
        let closed_by = |colour: u8| match (self, colour) {
            (ColouringRule::Differ, b'b') | (ColouringRule::Agree, b'r') => Some(Side::Left),
            (ColouringRule::Differ, b'r') | (ColouringRule::Agree, b'b') => Some(Side::Right),
            _ => None,
        };
        let tint = |cell: usize| {
            let letter = grid.cells[cell];
            let closed = |side| grid.neighbours(cell).any(|near| closed_by(grid.cells[near]) == Some(side));
            let may_left = matches!(letter, b'.' | b'L') && !closed(Side::Left);
            let may_right = matches!(letter, b'.' | b'R') && !closed(Side::Right);
            tint_letter(may_left, may_right)
        };
        grid.with_letters(tint)
    }
}

/// The letter of a free vertex by who may colour it; `#` if nobody may.
fn tint_letter(left: bool, right: bool) -> u8 {
    match (left, right) {
        (true, true) => b'.',
        (true, false) => b'L',
        (false, true) => b'R',
        (false, false) => b'#',
    }
}

impl ColouringRegion {
    fn tints(&self) -> Tints {
        match self {
            ColouringRegion::Grid(planes) => {
                Tints { left: planes.of(Side::Left), right: planes.of(Side::Right) }
            }
            ColouringRegion::Graph(map) => map.tints(),
        }
    }

    /// What is left after `side` has coloured `vertex`.
    fn after(&self, rule: ColouringRule, side: Side, vertex: u64) -> Vec<ColouringRegion> {
        match self {
            ColouringRegion::Grid(planes) => {
                let near = planes.layout().neighbours(vertex);
                rule.grid_parts(rule.after(self.tints(), side, vertex, near), planes.stride()).collect()
            }
            ColouringRegion::Graph(map) => {
                let tints = rule.after(map.tints(), side, vertex, map.neighbours(vertex));
                map.parts(rule, tints).map(ColouringRegion::Graph).collect()
            }
        }
    }

    fn written(&self) -> String {
        match self {
            ColouringRegion::Grid(planes) => planes.written(['L', 'R', '.', '#']),
            ColouringRegion::Graph(map) => map.written(),
        }
    }
}

impl PartizanRuleset for Colouring {
    type Component = ColouringRegion;

    fn options(&self, region: &ColouringRegion, side: Side, options: &mut Options<ColouringRegion>) {
        for vertex in bits(region.tints().of(side)) {
            options.push(region.after(self.rule, side, vertex));
        }
    }

    fn option_bound(&self, region: &ColouringRegion) -> u64 {
        let Tints { left, right } = region.tints();
        left.count_ones().max(right.count_ones()).into()
    }

    /// Symmetries of a grid and the names of a graph's vertices do not matter; exchanging the players makes the value
    /// negative.
    fn canonicalise(&self, region: &mut ColouringRegion) -> Sign {
        match region {
            ColouringRegion::Grid(planes) => planes.canonicalise(),
            ColouringRegion::Graph(map) => map.canonicalise(),
        }
    }

    fn number(&self, region: &ColouringRegion) -> Option<Dyadic> {
        let Tints { left, right } = region.tints();
        match (left.count_ones(), right.count_ones()) {
            (1, 0) => Some(Dyadic::from(1)),
            (0, 1) => Some(Dyadic::from(-1)),
            _ => None,
        }
    }
}

impl PartizanGame for Colouring {
    fn page(&self) -> &'static Page {
        self.page
    }

    fn parse(&self, text: &str) -> Result<Vec<ColouringRegion>, Diagnostic> {
        let mut position = Vec::new();
        let boards = grid::boards(text);
        for board in &boards {
            if is_graph(board) {
                let map = graph::parse(board, self.rule)?;
                position.extend(map.into_iter().map(ColouringRegion::Graph));
            } else {
                position.extend(self.rule.regions_of(&grid::grid(board, ".brLR#")?)?);
            }
        }
        if boards.is_empty() {
            return Err(grid::nothing(text, "expected rows of `.`, `b`, `r`, or edges `0-1 1-2` of a graph"));
        }
        Ok(position)
    }

    fn write(&self, position: &[ColouringRegion]) -> String {
        grid::write_sum(position.iter().map(ColouringRegion::written), "-")
    }

    fn describe_move(&self, from: &ColouringRegion, to: &[ColouringRegion], side: Side) -> String {
        let leads = |vertex: &u64| from.after(self.rule, side, *vertex) == to;
        let Some(vertex) = bits(from.tints().of(side)).find(leads) else { return String::new() };
        let colour = if side == Side::Left { "blue" } else { "red" };
        match from {
            ColouringRegion::Grid(planes) => {
                format!("{colour} on {}", grid::cell_in_words(vertex, planes.stride()))
            }
            ColouringRegion::Graph(map) => format!("{colour} on vertex {}", map.name(vertex)),
        }
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<ColouringRegion>> + '_> {
        Box::new(grid::all(up_to, b".br").map(|grid| self.rule.regions_of(&grid).unwrap_or_default()))
    }
}

/// A graph has numbers, or is `-`.
fn is_graph(board: &[Row<'_>]) -> bool {
    board.iter().any(|(word, _)| word.bytes().any(|byte| byte.is_ascii_digit() || byte == b'-'))
}
