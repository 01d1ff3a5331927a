//! Ranking of sets of cells in the combinatorial number system, for ranked games.

/// Returns the number of sets of `size` members among `cells` cells, or 0 if there are too few. `cells` must be at most 64.
#[inline]
pub fn sets_of(cells: usize, size: usize) -> u64 {
    if size > cells { 0 } else { BINOMIALS[size][cells] }
}

/// Binomial coefficients, indexed first by the number of members, so that consecutive lookups are adjacent in memory.
static BINOMIALS: [[u64; 65]; 65] = binomials();

const fn binomials() -> [[u64; 65]; 65] {
    let mut table = [[0; 65]; 65];
    let mut cells = 0;
    while cells < 65 {
        table[0][cells] = 1;
        let mut size = 1;
        while size <= cells {
            // The largest value for 64 cells is less than 2^61.
            table[size][cells] = table[size - 1][cells - 1] + table[size][cells - 1];
            size += 1;
        }
        cells += 1;
    }
    table
}

/// Returns the rank of a set among all sets of its size, in the order of their words. Bit n of `set` is cell n.
///
/// The rank does not depend on the number of cells. O(members).
///
/// D. H. Lehmer, The machine tools of combinatorics, in Applied Combinatorial Mathematics (1964).
#[inline]
pub fn rank_of_set(set: u64) -> u64 {
    let (mut rest, mut rank, mut size) = (set, 0, 0);
    while rest != 0 {
        size += 1;
        rank += sets_of(rest.trailing_zeros() as usize, size);
        rest &= rest - 1;
    }
    rank
}

/// Returns the set of `size` members among `cells` cells that has this rank. There must be such a set. O(cells).
#[inline]
pub fn set_of_rank(rank: u64, size: usize, cells: usize) -> u64 {
    let (mut rest, mut set, mut cell) = (rank, 0, cells);
    for left in (2..=size).rev() {
        // The greatest member is the last cell with at most `rest` sets of `left` members below it.
        cell = BINOMIALS[left][..cell].iter().rposition(|&sets| sets <= rest).unwrap_or(0);
        rest -= sets_of(cell, left);
        set |= 1 << cell;
    }
    // The rank of a set of one member is its cell.
    if size > 0 { set | 1 << rest } else { set }
}

/// Returns the set with the next rank, if there is one. The empty set stays empty.
///
/// M. Beeler, R. W. Gosper, R. Schroeppel, HAKMEM (1972), item 175.
#[inline]
pub fn next_set(set: u64) -> u64 {
    // In the lowest run of members, the highest member moves up by one cell and the other members move to the lowest cells.
    let carried = set.wrapping_add(set & set.wrapping_neg());
    carried | ((set ^ carried) >> 2).checked_shr(set.trailing_zeros()).unwrap_or(0)
}

/// Maps the set `inner`, whose cells are numbered among the cells outside `outer`, to cells of the board.
#[inline]
pub fn beside(inner: u64, outer: u64) -> u64 {
    let (mut set, mut left) = (inner, outer);
    // Each cell of `outer`, from the lowest on, moves the members at or above it up by one.
    while left != 0 {
        let below = (left & left.wrapping_neg()) - 1;
        set = (set & below) | (set & !below) << 1;
        left &= left - 1;
    }
    set
}

/// Inverts [`beside`]: renumbers the cells of `set`, which must be disjoint from `outer`, among the cells outside `outer`.
#[inline]
pub fn counted_beside(set: u64, outer: u64) -> u64 {
    let (mut inner, mut left) = (set, outer);
    while left != 0 {
        // Process the cells of `outer` from the highest on.
        let cell = 1u64 << left.ilog2();
        let below = cell - 1;
        inner = (inner & below) | (inner >> 1 & !below);
        left ^= cell;
    }
    inner
}

/// A ranking of triples of a side and two disjoint sets of cells of fixed sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoSets {
    cells: usize,
    sizes: [usize; 2],
}

impl TwoSets {
    /// Creates a ranking of sets of these sizes among `cells` cells. There may be at most 64 cells, and they must hold both sets.
    /// [`TwoSets::count`] must fit in a `u64`, as it does for 40 cells.
    pub fn new(cells: usize, sizes: [usize; 2]) -> TwoSets {
        TwoSets { cells, sizes }
    }

    /// Returns the number of choices for the first set, and for the second set beside it.
    fn ways(&self) -> [u64; 2] {
        [sets_of(self.cells, self.sizes[0]), sets_of(self.cells - self.sizes[0], self.sizes[1])]
    }

    /// Returns the number of ranks.
    pub fn count(&self) -> u64 {
        2 * self.ways().iter().product::<u64>()
    }

    /// Returns the rank of a side, 0 or 1, and two sets. O(members).
    #[inline]
    pub fn rank(&self, side: u64, [first, second]: [u64; 2]) -> u64 {
        let ways = self.ways();
        (side * ways[0] + rank_of_set(first)) * ways[1] + rank_of_set(counted_beside(second, first))
    }

    /// Returns the side and the sets of a rank, or `None` if the rank is too large. O(cells).
    #[inline]
    pub fn sets(&self, rank: u64) -> Option<(u64, [u64; 2])> {
        let ways = self.ways();
        let (rest, second) = (rank / ways[1], rank % ways[1]);
        let first = set_of_rank(rest % ways[0], self.sizes[0], self.cells);
        let second = set_of_rank(second, self.sizes[1], self.cells - self.sizes[0]);
        (rest < 2 * ways[0]).then_some((rest / ways[0], [first, beside(second, first)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_numbers_without_gaps() {
        for cells in 0..=10 {
            for size in 0..=cells {
                let mut sets: Vec<u64> =
                    (0..1u64 << cells).filter(|set| set.count_ones() as usize == size).collect();
                sets.sort_unstable();
                assert_eq!(sets.len() as u64, sets_of(cells, size));
                for (rank, &set) in sets.iter().enumerate() {
                    assert_eq!(rank_of_set(set), rank as u64);
                    assert_eq!(set_of_rank(rank as u64, size, cells), set);
                    if let Some(&next) = sets.get(rank + 1) {
                        assert_eq!(next_set(set), next);
                    }
                }
            }
        }
        assert_eq!(sets_of(64, 32), 1_832_624_140_942_590_534);
        assert_eq!(sets_of(3, 5), 0);
        let last = u64::MAX << 32;
        assert_eq!(rank_of_set(last), sets_of(64, 32) - 1);
        assert_eq!(set_of_rank(sets_of(64, 32) - 1, 32, 64), last);
    }

    #[test]
    fn two_sets_have_numbers_without_gaps() {
        for (cells, sizes) in [(5, [2, 1]), (6, [2, 3]), (4, [4, 0]), (3, [0, 3])] {
            let sets = TwoSets::new(cells, sizes);
            let mut seen = Vec::new();
            for rank in 0..sets.count() {
                let (side, [first, second]) = sets.sets(rank).unwrap();
                assert_eq!(sets.rank(side, [first, second]), rank);
                assert!(first & second == 0 && (first | second) >> cells == 0 && side < 2);
                assert_eq!([first, second].map(|set| set.count_ones() as usize), sizes);
                seen.push((side, first, second));
            }
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len() as u64, sets.count());
            assert_eq!(sets.sets(sets.count()), None);
        }
    }

    #[test]
    fn sets_beside_sets() {
        for outer in 0..1u64 << 8 {
            let free: Vec<u32> = (0..8).filter(|cell| outer >> cell & 1 == 0).collect();
            for inner in 0..1u64 << free.len() {
                let set = (0..free.len())
                    .filter(|index| inner >> index & 1 == 1)
                    .fold(0u64, |set, index| set | 1 << free[index]);
                assert_eq!(beside(inner, outer), set);
                assert_eq!(counted_beside(set, outer), inner);
            }
        }
        assert_eq!(beside(1, u64::MAX >> 1), 1 << 63);
        assert_eq!(counted_beside(1 << 63, u64::MAX >> 1), 1);
    }
}
