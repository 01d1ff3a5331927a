//! How a row depends on the rows before it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};
use winways_rules::{LargeRows, Meter, NoRowMoves, PairRules, RowHeap, RowMoves, RowPart, RuleFault};

/// The most columns of a row.
pub(super) const MOST_COLUMNS: u64 = 1 << 12;

/// The most pairs in rows whose moves are not yet those of all large rows.
const MOST_SMALL_PAIRS: u64 = 1 << 22;

/// Memories beyond the greatest one found whose moves are looked at before the memory is taken to be bounded.
const LOOKED_BEYOND: u64 = 64;

/// Rows of values (n, m) for all memories m of a set that moves do not leave.
pub(super) struct Shape {
    /// The place of the heap in a pair.
    pub(super) heap: usize,
    /// Rows whose heaps have the same remainder by this number have the same moves, from `length` on.
    pub(super) modulus: u64,
    /// Number of rows before it that a row from `length` on depends on; it depends on no other row but fixed ones below
    /// `length`.
    pub(super) length: u64,
    /// The memories, ascending.
    pub(super) columns: Vec<u64>,
    /// The options of the large pairs, by remainder and column.
    options: Vec<Vec<Vec<Vec<Part>>>>,
}

/// A part of an option, with the index of its column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) heap: RowHeap,
    pub(super) column: usize,
}

type Result<T> = std::result::Result<T, NoRowMoves>;

impl Shape {
    /// The rows whose columns are some memories and all that moves lead to from them.
    pub(super) fn of(
        rules: &dyn PairRules,
        heap: usize,
        memories: &[u64],
        meter: &mut Meter,
    ) -> Result<Shape> {
        with_modulus(|modulus| {
            let mut finder = Finder { rules, heap, modulus, meter, length: 1, moves: BTreeMap::new() };
            finder.close(memories.to_vec())?;
            finder.shape()
        })
    }

    /// The least memories 0, 1, …, M that no move leaves, neither from one of them nor from one that is a little greater.
    pub(super) fn bounded_memories(
        rules: &dyn PairRules,
        heap: usize,
        meter: &mut Meter,
    ) -> Result<Range<u64>> {
        let (mut most, mut next, mut modulus) = (0, 0, 1);
        while next <= most + LOOKED_BEYOND {
            let moves = moves_of(rules, heap, next, modulus, meter);
            let moves = match moves {
                Err(NoRowMoves::Modulus(greater)) => {
                    modulus = greater;
                    continue;
                }
                moves => moves?,
            };
            most = most.max(parts(&moves).map(|part| part.memory).max().unwrap_or(0));
            if most >= MOST_COLUMNS {
                return Err(NoRowMoves::Because(
                    "the memory that moves leave is not bounded by a constant, so rows have no bounded length",
                ));
            }
            next += 1;
        }
        Ok(0..most + 1)
    }

    /// The options of a pair in a row from `length` on.
    pub(super) fn options(&self, heap: u64, column: usize) -> &[Vec<Part>] {
        &self.options[(heap % self.modulus) as usize][column]
    }

    /// The index of a memory among the columns.
    pub(super) fn column(&self, memory: u64) -> Option<usize> {
        self.columns.binary_search(&memory).ok()
    }

    /// The pair of a heap and a memory, in the order of the game.
    pub(super) fn pair(&self, heap: u64, memory: u64) -> [u64; 2] {
        pair(self.heap, heap, memory)
    }
}

pub(super) fn pair(place: usize, heap: u64, memory: u64) -> [u64; 2] {
    if place == 0 { [heap, memory] } else { [memory, heap] }
}

fn with_modulus<T>(mut find: impl FnMut(u64) -> Result<T>) -> Result<T> {
    let mut modulus = 1;
    loop {
        match find(modulus) {
            Err(NoRowMoves::Modulus(greater)) => modulus = greater,
            found => return found,
        }
    }
}

/// The moves of large pairs with one memory, for each remainder.
fn moves_of(
    rules: &dyn PairRules,
    heap: usize,
    memory: u64,
    modulus: u64,
    meter: &mut Meter,
) -> Result<Vec<RowMoves>> {
    let row = |remainder| LargeRows { heap, memory, modulus, remainder };
    (0..modulus).map(|remainder| rules.row_moves(row(remainder), meter)).collect()
}

fn parts(moves: &[RowMoves]) -> impl Iterator<Item = &RowPart> {
    moves.iter().flat_map(|moves| moves.options.iter().flatten())
}

struct Finder<'f> {
    rules: &'f dyn PairRules,
    heap: usize,
    modulus: u64,
    meter: &'f mut Meter,
    length: u64,
    /// The moves of large pairs by memory, for each remainder.
    moves: BTreeMap<u64, Vec<RowMoves>>,
}

impl Finder<'_> {
    /// Adds columns for memories and all that moves lead to from them, in large rows and in small ones.
    fn close(&mut self, mut open: Vec<u64>) -> Result<()> {
        while !open.is_empty() {
            while let Some(memory) = open.pop() {
                self.add(memory, &mut open)?;
            }
            let pairs = self.length.checked_mul(self.moves.len() as u64);
            if pairs.is_none_or(|pairs| pairs > MOST_SMALL_PAIRS) {
                return Err(NoRowMoves::Because("its rows depend on rows too far before them"));
            }
            open.extend(self.left_by_small_rows()?.difference(&self.moves.keys().copied().collect()));
        }
        Ok(())
    }

    fn add(&mut self, memory: u64, open: &mut Vec<u64>) -> Result<()> {
        if self.moves.contains_key(&memory) {
            return Ok(());
        }
        if self.moves.len() as u64 >= MOST_COLUMNS {
            return Err(NoRowMoves::Because("its rows have more than 4096 columns"));
        }
        let moves = moves_of(self.rules, self.heap, memory, self.modulus, self.meter)?;
        for moves in &moves {
            self.length = self.length.max(moves.from);
        }
        for part in parts(&moves) {
            let needed = match part.heap {
                RowHeap::Less(taken) => taken,
                RowHeap::Fixed(left) => left.saturating_add(1),
            };
            self.length = self.length.max(needed);
            if !self.moves.contains_key(&part.memory) {
                open.push(part.memory);
            }
        }
        self.moves.insert(memory, moves);
        Ok(())
    }

    /// The memories that moves in rows below `length` leave.
    fn left_by_small_rows(&mut self) -> Result<BTreeSet<u64>> {
        let mut left = BTreeSet::new();
        let place = self.heap;
        for heap in 0..self.length {
            for &memory in self.moves.keys() {
                self.meter.spend(1)?;
                let mut is_larger = false;
                self.rules.options(pair(place, heap, memory), self.meter, &mut |parts| {
                    left.extend(parts.iter().map(|part| part[1 - place]));
                    is_larger |= parts.iter().any(|part| part[place] > heap);
                    ControlFlow::Continue(())
                })?;
                if is_larger {
                    return Err(NoRowMoves::Because(
                        "a move makes the heap larger, so a row depends on rows after it",
                    ));
                }
            }
        }
        Ok(left)
    }

    fn shape(self) -> Result<Shape> {
        let columns: Vec<u64> = self.moves.keys().copied().collect();
        let part = |part: &RowPart| {
            let column = columns.binary_search(&part.memory).ok()?;
            Some(Part { heap: part.heap, column })
        };
        let option = |option: &Vec<RowPart>| option.iter().map(part).collect::<Option<Vec<Part>>>();
        let of_moves = |moves: &RowMoves| {
            let mut options = moves.options.iter().map(option).collect::<Option<Vec<Vec<Part>>>>()?;
            options.sort_unstable();
            options.dedup();
            Some(options)
        };
        let of_remainder = |remainder: usize| {
            self.moves.values().map(|moves| of_moves(&moves[remainder])).collect::<Option<Vec<_>>>()
        };
        let options = (0..self.modulus as usize).map(of_remainder).collect::<Option<Vec<_>>>();
        let Some(options) = options else {
            return Err(NoRowMoves::Fault(RuleFault::new("a move leads to a memory that is not listed")));
        };
        let (heap, modulus, length) = (self.heap, self.modulus, self.length);
        Ok(Shape { heap, modulus, length, columns, options })
    }
}
