//! The moves of a player as a symmetry must keep them.

use crate::pictures::placement::{Placed, Placement};
use crate::pictures::rules::{Rules, is_anywhere};
use crate::pictures::states::States;
use crate::pictures::symmetry::Symmetry;
use crate::pictures::table::{Continuation, Table};
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, Hash};
use winways_kit::boards::word::Word;
use winways_notation::rules::Turn;

/// The moves of a player on a board, each with its continuations.
pub(crate) struct Moves<'t, W> {
    rules: &'t Rules,
    table: &'t Table<W>,
    player: usize,
    /// The indices of distinct moves, by the hashes of their placements.
    distinct: HashTable<u32>,
    /// The distinct sets of parts from which moves continue.
    sources: Vec<Source<W>>,
    /// For each move, the index of the set of parts from which it continues, if any.
    source_of: Vec<Option<usize>>,
}

/// The parts from which the moves of one kind continue, wherever they are: the second parts, or the moves of a chain. On a larger
/// board a move may continue with parts that do not fit after it on a small board, so that these sets must correspond too.
type Source<W> = BTreeSet<(End, End, Placement<W>)>;

/// The cell at one end of a part, or `None` if there is none.
type End = Option<u16>;

/// The properties of a move that distinguish it from other moves with equal placements.
#[derive(PartialEq)]
struct Rest {
    /// The set of parts from which the move continues, as an index of the board onto which it is mapped.
    source: Option<usize>,
    turning: Option<bool>,
    /// The player who moves next.
    turn: Turn,
    must: bool,
    groups: Vec<States>,
    from: End,
    to: End,
}

impl<'t, W: Word> Moves<'t, W> {
    pub(crate) fn new(rules: &'t Rules, table: &'t Table<W>, player: usize) -> Self {
        let count = table.moves[player].len();
        let (sources, source_of) = sources(table, player);
        let distinct = HashTable::with_capacity(count);
        let mut moves = Moves { rules, table, player, distinct, sources, source_of };
        for (placed, number) in table.moves[player].iter().zip(0..) {
            if !moves.contains(&placed.placement, || moves.rest(number, None)) {
                let hash_of_number = |&number: &u32| hash_of(&table.moves[player][number as usize].placement);
                moves.distinct.insert_unique(hash_of(&placed.placement), number as u32, hash_of_number);
            }
        }
        moves
    }

    /// Returns `true` if one of these moves has this placement and the same rest.
    fn contains(&self, placement: &Placement<W>, rest: impl Fn() -> Rest) -> bool {
        let is_equal = |&number: &u32| {
            let own = &self.table.moves[self.player][number as usize];
            own.placement == *placement && self.rest(number as usize, None) == rest()
        };
        self.distinct.find(hash_of(placement), is_equal).is_some()
    }

    /// Returns `true` if a symmetry maps these moves onto `others`. A symmetry is injective, so equal counts and one inclusion
    /// suffice.
    pub(crate) fn are_mapped_onto(&self, others: &Self, symmetry: &Symmetry) -> bool {
        let count = self.rules.alphabet.count();
        let of_end = |end: End| end.map(|cell| symmetry.cells[usize::from(cell)]);
        let image = |source: &Source<W>| -> Source<W> {
            let parts = source.iter().map(|(from, to, placement)| {
                (of_end(*from), of_end(*to), symmetry.of_placement(placement, count))
            });
            parts.collect()
        };
        let index = |source: &Source<W>| {
            let image = image(source);
            others.sources.iter().position(|other| *other == image)
        };
        let images: Option<Vec<usize>> = self.sources.iter().map(index).collect();
        let Some(images) = images else { return false };
        self.distinct.len() == others.distinct.len()
            && self.table.moves[self.player].iter().enumerate().all(|(number, placed)| {
                let rest = || self.rest(number, Some((symmetry, &images)));
                others.contains(&symmetry.of_placement(&placed.placement, count), rest)
            })
    }

    /// Returns the rest of one of these moves, or its image under a symmetry that maps each set of continuing parts to the one with
    /// the given index.
    fn rest(&self, number: usize, image: Option<(&Symmetry, &[usize])>) -> Rest {
        let placed = &self.table.moves[self.player][number];
        let kind = &self.rules.moves[self.player][placed.kind];
        let turning = match &self.table.continuations[self.player][placed.kind] {
            Continuation::Again { turning } => Some(*turning),
            Continuation::Nothing | Continuation::Then(_) => None,
        };
        let of_states = |&states: &States| image.map_or(states, |(symmetry, _)| symmetry.of_states(states));
        let of_end = |is_asked: bool, end: End| {
            let end = end.filter(|_| is_asked);
            image.map_or(end, |(symmetry, _)| end.map(|cell| symmetry.cells[usize::from(cell)]))
        };
        let [from, to] = ends(placed);
        let source = self.source_of[number];
        Rest {
            source: image.map_or(source, |(_, images)| source.map(|source| images[source])),
            turn: kind.turn,
            must: kind.must,
            groups: kind.groups.iter().map(of_states).collect(),
            from: of_end(turning.is_some(), from),
            to: of_end(source.is_some() && !is_anywhere(&kind.next), to),
            turning,
        }
    }
}

/// Returns the cells from which a piece departs and on which it lands.
fn ends<W>(placed: &Placed<W>) -> [End; 2] {
    [placed.departs.then_some(placed.from), placed.lands.then_some(placed.to)]
}

/// Returns the distinct sets of parts from which moves of a player continue, and for each move the index of its set.
fn sources<W: Word>(table: &Table<W>, player: usize) -> (Vec<Source<W>>, Vec<Option<usize>>) {
    let part = |placed: &Placed<W>| {
        let [from, to] = ends(placed);
        (from, to, placed.placement.clone())
    };
    // Chains that may not turn continue in one orientation.
    let key = |placed: &Placed<W>| match &table.continuations[player][placed.kind] {
        Continuation::Nothing => None,
        Continuation::Again { turning: false } => Some((placed.kind, placed.orientation)),
        Continuation::Again { turning: true } | Continuation::Then(_) => Some((placed.kind, 0)),
    };
    let mut by_key: BTreeMap<(usize, usize), Source<W>> = BTreeMap::new();
    for placed in &table.moves[player] {
        let Some(key) = key(placed) else { continue };
        match &table.continuations[player][placed.kind] {
            Continuation::Then(seconds) => {
                let of_kind = || seconds.iter().flatten().map(part).collect();
                by_key.entry(key).or_insert_with(of_kind);
            }
            Continuation::Nothing | Continuation::Again { .. } => {
                by_key.entry(key).or_default().insert(part(placed));
            }
        }
    }
    let distinct: BTreeSet<&Source<W>> = by_key.values().collect();
    let distinct: Vec<&Source<W>> = distinct.into_iter().collect();
    let index = |key| {
        let source = by_key.get(&key)?;
        distinct.binary_search(&source).ok()
    };
    let source_of = table.moves[player].iter().map(|placed| key(placed).and_then(index)).collect();
    (distinct.into_iter().cloned().collect(), source_of)
}

fn hash_of(value: &impl Hash) -> u64 {
    FixedState::default().hash_one(value)
}
