//! Partial orders of at most 64 elements, stored as lists of numbers.
//!
//! Each element has two numbers: its name, and its upper set. The upper set has one bit for each element of the list and contains
//! the element itself and all elements above it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use winways_notation::{Diagnostic, Scanner, Span};

/// The greatest number of elements of a component.
pub(super) const MOST_ELEMENTS: usize = 64;

/// A connected partial order.
pub(super) type Order = Vec<u64>;

/// Returns the number of elements.
pub(super) fn len(order: &[u64]) -> usize {
    order.len() / 2
}

/// Returns the name of an element.
pub(super) fn name(order: &[u64], element: usize) -> u64 {
    order[2 * element]
}

/// Returns the upper set of an element: the element itself and all elements above it.
pub(super) fn above(order: &[u64], element: usize) -> u64 {
    order[2 * element + 1]
}

/// Returns the set of all elements.
fn all(order: &[u64]) -> u64 {
    match len(order) {
        0 => 0,
        elements => u64::MAX >> (64 - elements),
    }
}

/// Iterates over the elements of a set.
pub(super) fn elements(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let element = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(element)
    })
}

/// Iterates over the connected parts that remain when an element and all elements above it are removed.
pub(super) fn without(order: &[u64], element: usize) -> impl Iterator<Item = Order> {
    parts(order, all(order) & !above(order, element))
}

/// Iterates over the connected parts of a subset.
fn parts(order: &[u64], mut set: u64) -> impl Iterator<Item = Order> {
    let near: Vec<u64> = near(order);
    std::iter::from_fn(move || {
        let mut part = set & set.wrapping_neg();
        if part == 0 {
            return None;
        }
        let mut fresh = part;
        while fresh != 0 {
            let reached = elements(fresh).fold(0, |reached, element| reached | near[element]) & set;
            fresh = reached & !part;
            part |= reached;
        }
        set &= !part;
        Some(restricted(order, part))
    })
}

/// Returns for each element the set of elements comparable with it, including itself.
fn near(order: &[u64]) -> Vec<u64> {
    let mut near: Vec<u64> = (0..len(order)).map(|element| above(order, element)).collect();
    for element in 0..len(order) {
        for higher in elements(above(order, element)) {
            near[higher] |= 1 << element;
        }
    }
    near
}

/// Returns the order restricted to a subset.
fn restricted(order: &[u64], set: u64) -> Order {
    let packed = |mask: u64| {
        let bits = elements(set).zip(0..).map(|(element, bit)| (mask >> element & 1) << bit);
        bits.fold(0, |packed, bit| packed | bit)
    };
    elements(set).flat_map(|element| [name(order, element), packed(above(order, element))]).collect()
}

/// Returns the greatest element, above all others, if there is one.
pub(super) fn greatest(order: &[u64]) -> Option<usize> {
    (0..len(order)).find(|&top| (0..len(order)).all(|element| above(order, element) >> top & 1 == 1))
}

/// Returns the covering pairs (low, high): `high` is above `low` with no element between.
pub(super) fn covers(order: &[u64]) -> Vec<(usize, usize)> {
    let mut covers = Vec::new();
    for low in 0..len(order) {
        let higher = above(order, low) & !(1 << low);
        let beyond = elements(higher).fold(0, |beyond, high| beyond | above(order, high) & !(1 << high));
        covers.extend(elements(higher & !beyond).map(|high| (low, high)));
    }
    covers
}

/// Replaces the names by 1, 2, 3, … in an order that depends on the old names as little as possible.
///
/// Elements with more elements above them come first, then elements with fewer below them. Ties are broken by the ranks of the
/// comparable elements.
pub(super) fn renumber(order: &mut Order) {
    let count = len(order);
    let near = near(order);
    let mut rank: Vec<u64> = vec![0; count];
    let key = |element: usize| {
        let up = above(order, element);
        (Reverse(up.count_ones()), near[element].count_ones())
    };
    ranked(&mut rank, |element, _| (key(element), Vec::new()));
    for _ in 0..2 {
        ranked(&mut rank, |element, rank| {
            let mut around: Vec<u64> = elements(near[element])
                .map(|other| rank[other] << 1 | above(order, element) >> other & 1)
                .collect();
            around.sort_unstable();
            ((Reverse(u32::MAX - rank[element] as u32), 0), around)
        });
    }
    let mut sorted: Vec<usize> = (0..count).collect();
    sorted.sort_by_key(|&element| rank[element]);
    let mut place = vec![0; count];
    sorted.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    let moved = |mask: u64| elements(mask).fold(0, |moved, element| moved | 1 << place[element]);
    let renamed: Order =
        (1..).zip(&sorted).flat_map(|(name, &old)| [name, moved(above(order, old))]).collect();
    *order = renamed;
}

/// The sort key of an element: its own counts, and the ranks of the elements around it.
type Key = ((Reverse<u32>, u32), Vec<u64>);

/// Ranks elements by a key. Equal keys get equal ranks.
fn ranked(rank: &mut [u64], key: impl Fn(usize, &[u64]) -> Key) {
    let keys: Vec<Key> = (0..rank.len()).map(|element| key(element, rank)).collect();
    let known: BTreeSet<&Key> = keys.iter().collect();
    let places: BTreeMap<&Key, u64> = known.into_iter().zip(0..).collect();
    for (rank, key) in rank.iter_mut().zip(&keys) {
        *rank = places[key];
    }
}

/// The elements stated to be just above each element of a text, and the span of the first occurrence of each element.
struct Relations {
    higher: BTreeMap<u64, BTreeSet<u64>>,
    places: BTreeMap<u64, Span>,
}

/// Reads `1<2<4 1<3 5`: chains and single elements. Returns the connected parts, ordered by their least names.
///
/// # Errors
/// Returns a diagnostic that points into `text`: at text that is not a number or chain, at a repeated isolated element, at an
/// element above itself, or at a part that is too large.
pub(super) fn parse(text: &str) -> Result<Vec<Order>, Diagnostic> {
    let relations = relations(text)?;
    let mut orders = Vec::new();
    let mut unread: BTreeSet<u64> = relations.higher.keys().copied().collect();
    let lower = relations.lower();
    while let Some(&first) = unread.first() {
        let part = relations.connected(first, &lower);
        part.iter().for_each(|name| {
            unread.remove(name);
        });
        let span = relations.places[&first];
        if part.len() > MOST_ELEMENTS {
            let message = format!("{} elements are connected with {first}", part.len());
            return Err(Diagnostic::new(message, span)
                .label(format!("expected at most {MOST_ELEMENTS} connected elements")));
        }
        orders.push(relations.order(&part)?);
    }
    Ok(orders)
}

fn relations(text: &str) -> Result<Relations, Diagnostic> {
    let mut relations = Relations { higher: BTreeMap::new(), places: BTreeMap::new() };
    let mut alone: BTreeSet<u64> = BTreeSet::new();
    let mut scanner = Scanner::new(text);
    scanner.skip_separators();
    while relations.higher.is_empty() || !scanner.is_at_end() {
        let (mut before, mut length) = (None, 0);
        loop {
            let start = scanner.position();
            let name = scanner.number_in("the number of an element", 1, u64::MAX)?;
            let span = Span::new(start, scanner.position());
            let is_single = length == 0 && !scanner.rest().trim_start().starts_with('<');
            if alone.contains(&name) || is_single && relations.places.contains_key(&name) {
                return Err(Diagnostic::new(format!("the element {name} is repeated"), span)
                    .label("expected another number")
                    .help("an isolated element is written once, and is not part of a chain"));
            }
            if is_single {
                alone.insert(name);
            }
            length += 1;
            relations.places.entry(name).or_insert(span);
            relations.higher.entry(name).or_default();
            if let Some(lower) = before.replace(name) {
                if lower == name {
                    return Err(above_itself(name, span));
                }
                relations.higher.entry(lower).or_default().insert(name);
            }
            if !scanner.eat('<') {
                break;
            }
        }
        let end = scanner.position();
        scanner.skip_separators();
        if !scanner.is_at_end() && scanner.position() == end {
            return Err(scanner.unexpected("expected `<` and a greater element, or a space"));
        }
    }
    Ok(relations)
}

fn above_itself(name: u64, span: Span) -> Diagnostic {
    Diagnostic::new(format!("{name} is above itself"), span).label("expected an order without cycles")
}

impl Relations {
    /// Returns the elements just below each element.
    fn lower(&self) -> BTreeMap<u64, Vec<u64>> {
        let mut lower: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for (&low, higher) in &self.higher {
            higher.iter().for_each(|&high| lower.entry(high).or_default().push(low));
        }
        lower
    }

    /// Returns the elements connected with `first`.
    fn connected(&self, first: u64, lower: &BTreeMap<u64, Vec<u64>>) -> BTreeSet<u64> {
        let (mut part, mut fresh) = (BTreeSet::from([first]), vec![first]);
        while let Some(name) = fresh.pop() {
            let near = self.higher[&name].iter().chain(lower.get(&name).into_iter().flatten());
            near.for_each(|&other| {
                if part.insert(other) {
                    fresh.push(other);
                }
            });
        }
        part
    }

    /// Returns the order of connected elements, at most [`MOST_ELEMENTS`].
    fn order(&self, part: &BTreeSet<u64>) -> Result<Order, Diagnostic> {
        let index: BTreeMap<u64, usize> = part.iter().copied().zip(0..).collect();
        let mut above: Vec<u64> = part
            .iter()
            .map(|name| self.higher[name].iter().fold(1 << index[name], |set, high| set | 1 << index[high]))
            .collect();
        // Transitive closure: repeat until nothing changes. Each round doubles the length of the chains covered.
        loop {
            let wider: Vec<u64> = above
                .iter()
                .map(|&set| elements(set).fold(set, |wider, element| wider | above[element]))
                .collect();
            if wider == above {
                break;
            }
            above = wider;
        }
        for (&name, &element) in &index {
            let others = above[element] & !(1 << element);
            if elements(others).any(|other| above[other] >> element & 1 == 1) {
                return Err(above_itself(name, self.places[&name]));
            }
        }
        Ok(part.iter().zip(above).flat_map(|(&name, above)| [name, above]).collect())
    }
}
