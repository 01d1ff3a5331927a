//! Clobber: a stone takes a neighbouring stone of the opponent.

use winways_kit::Entry;
use winways_kit::any::partizan::Erased;
use winways_kit::boards::bitboard::{Layout, bits, lowest};
use winways_kit::boards::grid;
use winways_kit::boards::grid::Grid;
pub use winways_kit::boards::planes::Planes;
use winways_kit::{Page, PartizanGame};
use winways_notation::Diagnostic;
use winways_rules::{Options, PartizanRuleset, Side, Sign};

pub(crate) const ENTRIES: &[Entry] =
    &[Entry { page: &PAGE, make: |_| Ok(Erased::shared(Clobber)), claims: &[] }];

static PAGE: Page = Page {
    name: "clobber",
    title: "Clobber",
    parameter: None,
    rules: "Left's stones are marked x, Right's o. A move takes one of one's own stones to the cell of an opponent's stone \
            that shares a side with its own; the opponent's stone is removed.",
    notation: winways_kit::grid_notation!("`x` is a stone of Left, `o` one of Right, `.` an empty cell"),
    example: "clobber xoxo|oxox",
    theorems: &[],
    sources: &[
        "M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber, Integers 5(2) (2005), A1",
        "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play (2007)",
    ],
    known_values: KNOWN,
    range: "all boards of at most N cells",
    default_range: 7,
};

/// Clobber on any board. A component is a group of stones that hang together, of both players.
///
/// ```
/// use winways_games::grids::clobber::Clobber;
/// use winways_kit::PartizanGame;
/// // The middle is empty, and where one player stands alone nothing can be taken.
/// assert_eq!(Clobber.parse("xo.ox.xx")?.len(), 2);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clobber;

impl PartizanRuleset for Clobber {
    type Component = Planes;

    fn options(&self, group: &Planes, side: Side, options: &mut Options<Planes>) {
        for (from, to) in moves(group, side) {
            options.push(after(group, side, from, to));
        }
    }

    fn option_bound(&self, group: &Planes) -> u64 {
        let (layout, left, right) = (group.layout(), group.of(Side::Left), group.of(Side::Right));
        // Each pair of neighbours is a move of either player.
        STEPS.iter().map(|(step, _)| u64::from((step(layout, left) & right).count_ones())).sum()
    }

    /// Reflections and rotations keep the value, and exchanging the players makes it negative.
    fn canonicalise(&self, group: &mut Planes) -> Sign {
        group.canonicalise()
    }
}

impl PartizanGame for Clobber {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<Planes>, Diagnostic> {
        let mut position = Vec::new();
        for grid in grid::parse(text, "xo.")? {
            position.extend(groups_of(&grid)?);
        }
        Ok(position)
    }

    fn write(&self, position: &[Planes]) -> String {
        grid::write_sum(position.iter().map(|group| group.written(['x', 'o', '?', '.'])), ".")
    }

    fn describe_move(&self, from: &Planes, to: &[Planes], side: Side) -> String {
        let leads = |step: &(u64, u64)| after(from, side, step.0, step.1).eq(to.iter().copied());
        match moves(from, side).find(leads) {
            Some((stone, taken)) => format!(
                "{} takes {}",
                grid::cell_in_words(stone, from.stride()),
                grid::cell_in_words(taken, from.stride())
            ),
            None => String::new(),
        }
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Planes>> + '_> {
        Box::new(grid::all(up_to, b".xo").map(|grid| groups_of(&grid).unwrap_or_default()))
    }
}

/// A step in each direction, with the step back.
type Step = fn(Layout, u64) -> u64;
const STEPS: [(Step, Step); 4] = [
    (Layout::right, Layout::left),
    (Layout::down, Layout::up),
    (Layout::left, Layout::right),
    (Layout::up, Layout::down),
];

/// From which cell to which `side` may move.
fn moves(group: &Planes, side: Side) -> impl Iterator<Item = (u64, u64)> + use<> {
    let (layout, own, others) = (group.layout(), group.of(side), group.of(side.opponent()));
    STEPS
        .into_iter()
        .flat_map(move |(step, back)| bits(step(layout, own) & others).map(move |to| (back(layout, to), to)))
}

fn after(group: &Planes, side: Side, from: u64, to: u64) -> impl Iterator<Item = Planes> + use<> {
    let own = group.of(side) ^ from | to;
    let others = group.of(side.opponent()) ^ to;
    let (left, right) = if side == Side::Left { (own, others) } else { (others, own) };
    groups(left, right, group.stride())
}

/// The groups of a board in which somebody can move.
fn groups(left: u64, right: u64, stride: u8) -> impl Iterator<Item = Planes> {
    let layout = Layout::new(stride);
    let mut rest = left | right;
    std::iter::from_fn(move || {
        while rest != 0 {
            let group = layout.fill(lowest(rest), rest);
            rest ^= group;
            if layout.neighbours(left & group) & right & group != 0 {
                return Some(Planes::cut(left & group, right & group, stride));
            }
        }
        None
    })
}

fn groups_of(grid: &Grid) -> Result<Vec<Planes>, Diagnostic> {
    let patches = grid.patches(|letter| letter != b'.')?;
    let of = |patch: &grid::Patch, wanted: u8| patch.cells_of(|letter| letter == wanted);
    Ok(patches.iter().flat_map(|patch| groups(of(patch, b'x'), of(patch, b'o'), patch.stride)).collect())
}

/// Small positions with their values: those of the sources, and others that are worked out by hand from the rules.
const KNOWN: &[(&str, &str)] = &[
    (".", "0"),
    ("xx", "0"),
    ("xo", "*"),
    ("xxo", "^"),
    ("xoo", "v"),
    ("xox", "*"),
    ("xxxo", "^^*"),
    ("xxxxo", "^^^"),
    ("xoxo", "{*,^|*,v}"),
    ("xo|ox", "*"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use winways_kit::testing::sums::{Boards, Sums, terms};

    type Board = Vec<Vec<u8>>;

    /// Straight from the rules, cell by cell.
    fn brute_moves(board: &Board, side: Side) -> Vec<Board> {
        let (own, other) = if side == Side::Left { (b'x', b'o') } else { (b'o', b'x') };
        let mut found = Vec::new();
        for row in 0..board.len() {
            for column in 0..board[row].len() {
                for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let to = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
                    let target = board.get(to.0).and_then(|cells| cells.get(to.1));
                    if board[row][column] == own && target == Some(&other) {
                        let mut next = board.clone();
                        next[row][column] = b'.';
                        next[to.0][to.1] = own;
                        found.push(next);
                    }
                }
            }
        }
        found
    }

    fn text(board: &Board) -> String {
        let rows: Vec<&str> = board.iter().map(|row| std::str::from_utf8(row).unwrap()).collect();
        rows.join("|")
    }

    fn boards(sizes: Vec<(usize, usize)>) -> impl Strategy<Value = Board> {
        let cell = prop_oneof![3 => Just(b'x'), 3 => Just(b'o'), 1 => Just(b'.')];
        (proptest::sample::select(sizes), proptest::collection::vec(cell, 64)).prop_map(
            |((width, height), cells)| cells.chunks(width).take(height).map(<[u8]>::to_vec).collect(),
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn components_play_like_whole_boards(
            board in boards(vec![(3, 3), (4, 3), (3, 4), (2, 5), (5, 2), (1, 11), (11, 1), (1, 9), (10, 1)]),
        ) {
            let position = Clobber.parse(&text(&board)).unwrap();
            let (mut whole, mut sums) = (Boards::new(brute_moves), Sums::new(&Clobber));
            for side in Side::BOTH {
                prop_assert_eq!(sums.wins(&terms(&position), side), whole.wins(&board, side), "{:?}", side);
            }
        }

        #[test]
        fn representatives_have_the_value(
            board in boards(vec![(3, 3), (2, 4), (4, 2), (1, 9), (9, 1)]),
        ) {
            for group in Clobber.parse(&text(&board)).unwrap() {
                if (group.of(Side::Left) | group.of(Side::Right)).count_ones() <= 8 {
                    Sums::new(&Clobber).check_component(&group);
                }
            }
        }

        #[test]
        fn what_is_written_reads_back(board in boards(vec![(8, 8), (5, 4), (9, 7), (64, 1), (1, 64), (3, 21)])) {
            let position = Clobber.parse(&text(&board)).unwrap();
            let written = Clobber.write(&position);
            prop_assert_eq!(Clobber.parse(written.trim_matches('"')).unwrap(), position);
        }
    }

    #[test]
    fn moves_are_reported() {
        let group = Clobber.parse("xo|.x").unwrap()[0];
        let mut options = Options::new();
        Clobber.options(&group, Side::Left, &mut options);
        let told: Vec<String> =
            options.iter().map(|to| Clobber.describe_move(&group, to, Side::Left)).collect();
        // Either way only stones of Left are left.
        assert_eq!(told, ["row 1, column 1 takes row 1, column 2"; 2]);
        assert_eq!(options.iter().map(<[Planes]>::len).collect::<Vec<_>>(), [0, 0]);
        assert_eq!(Clobber.write(&[]), "\".\"");
    }
}
