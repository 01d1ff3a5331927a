//! The dependence of a row on earlier rows.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};
use winways_rules::{LargeRows, Meter, NoRowMoves, PairRules, RowHeap, RowMoves, RowPart, RuleFault};

/// The maximum number of columns of a row.
pub(super) const MAX_COLUMNS: u64 = 1 << 12;

/// The maximum number of pairs in rows below `Shape::length`.
const MAX_SMALL_PAIRS: u64 = 1 << 22;

/// The maximum number of options of pairs in rows below `Shape::length`.
const MAX_SMALL_OPTIONS: u64 = 1 << 27;

/// The number of memories examined beyond the greatest memory reached. If no move from these exceeds the greatest
/// memory reached, memories count as bounded.
const EXAMINED_BEYOND: u64 = 64;

/// The structure of rows of values (n, m), for all memories m of a set closed under moves.
pub(super) struct Shape {
    /// The index of the heap in a pair.
    pub(super) heap: usize,
    /// Rows from `length` on whose heaps are congruent modulo this number have the same moves.
    pub(super) modulus: u64,
    /// The number of preceding rows on which a row from `length` on depends. Beyond these, it depends only
    /// on fixed rows below `length`.
    pub(super) length: u64,
    /// The memories, ascending.
    pub(super) columns: Vec<u64>,
    /// The options of large pairs, by remainder and column.
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
    /// Computes the shape whose columns are the given memories and all memories reachable from them.
    pub(super) fn of(
        rules: &dyn PairRules,
        heap: usize,
        memories: &[u64],
        meter: &mut Meter,
    ) -> Result<Shape> {
        with_modulus(|modulus| {
            let mut finder =
                Finder { rules, heap, modulus, meter, length: 1, moves: BTreeMap::new(), options: 0 };
            finder.close(memories.to_vec())?;
            finder.shape()
        })
    }

    /// Returns the least range of memories 0, 1, …, M such that no move leads out of it. Moves from the next
    /// `EXAMINED_BEYOND` memories must lead into the range, too.
    pub(super) fn bounded_memories(
        rules: &dyn PairRules,
        heap: usize,
        meter: &mut Meter,
    ) -> Result<Range<u64>> {
        let (mut greatest, mut next, mut modulus) = (0, 0, 1);
        while next <= greatest + EXAMINED_BEYOND {
            let moves = moves_of(rules, heap, next, modulus, meter);
            let moves = match moves {
                Err(NoRowMoves::Modulus(factor)) => {
                    modulus = factor;
                    continue;
                }
                moves => moves?,
            };
            greatest = greatest.max(parts(&moves).map(|part| part.memory).max().unwrap_or(0));
            if greatest >= MAX_COLUMNS {
                return Err(NoRowMoves::Because(
                    "the memory that moves leave is not bounded by a constant, so rows have no bounded length",
                ));
            }
            next += 1;
        }
        Ok(0..greatest + 1)
    }

    /// Returns the options of a pair in a row from `length` on.
    pub(super) fn options(&self, heap: u64, column: usize) -> &[Vec<Part>] {
        &self.options[(heap % self.modulus) as usize][column]
    }

    /// Returns the column index of a memory.
    pub(super) fn column(&self, memory: u64) -> Option<usize> {
        self.columns.binary_search(&memory).ok()
    }

    /// Returns the pair of a heap and a memory, in the order of the game.
    pub(super) fn pair(&self, heap: u64, memory: u64) -> [u64; 2] {
        pair(self.heap, heap, memory)
    }
}

pub(super) fn pair(heap_index: usize, heap: u64, memory: u64) -> [u64; 2] {
    if heap_index == 0 { [heap, memory] } else { [memory, heap] }
}

fn with_modulus<T>(mut find: impl FnMut(u64) -> Result<T>) -> Result<T> {
    let mut modulus = 1;
    loop {
        match find(modulus) {
            Err(NoRowMoves::Modulus(factor)) => modulus = factor,
            found => return found,
        }
    }
}

/// Returns the moves of large pairs with one memory, for each remainder.
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
    /// The number of options of pairs in small rows that were enumerated.
    options: u64,
}

impl Finder<'_> {
    /// Adds columns for the given memories and all memories reachable from them, in large and in small rows.
    fn close(&mut self, mut open: Vec<u64>) -> Result<()> {
        // The number of rows from 0 on in which each memory was examined.
        let mut examined: BTreeMap<u64, u64> = BTreeMap::new();
        while !open.is_empty() {
            while let Some(memory) = open.pop() {
                self.add(memory, &mut open)?;
            }
            let pairs = self.length.checked_mul(self.moves.len() as u64);
            if pairs.is_none_or(|pairs| pairs > MAX_SMALL_PAIRS) {
                return Err(NoRowMoves::Because("its rows depend on rows too far before them"));
            }
            let memories: Vec<u64> = self.moves.keys().copied().collect();
            let mut left = BTreeSet::new();
            for memory in memories {
                let first = examined.insert(memory, self.length).unwrap_or(0);
                self.add_memories_of_rows(memory, first, &mut left)?;
            }
            open.extend(left.into_iter().filter(|memory| !self.moves.contains_key(memory)));
        }
        Ok(())
    }

    fn add(&mut self, memory: u64, open: &mut Vec<u64>) -> Result<()> {
        if self.moves.contains_key(&memory) {
            return Ok(());
        }
        if self.moves.len() as u64 >= MAX_COLUMNS {
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

    /// Adds the memories left by the moves of pairs with one memory in the rows from `first` to below `length`.
    fn add_memories_of_rows(&mut self, memory: u64, first: u64, left: &mut BTreeSet<u64>) -> Result<()> {
        let heap_index = self.heap;
        for heap in first..self.length {
            self.meter.spend(1)?;
            let mut is_larger = false;
            let options = &mut self.options;
            self.rules.options(pair(heap_index, heap, memory), self.meter, &mut |parts| {
                *options += 1;
                left.extend(parts.iter().map(|part| part[1 - heap_index]));
                is_larger |= parts.iter().any(|part| part[heap_index] > heap);
                if *options < MAX_SMALL_OPTIONS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            if is_larger {
                return Err(NoRowMoves::Because(
                    "a move makes the heap larger, so a row depends on rows after it",
                ));
            }
            if self.options >= MAX_SMALL_OPTIONS {
                return Err(NoRowMoves::Because("the rows on which all others depend have too many moves"));
            }
        }
        Ok(())
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
