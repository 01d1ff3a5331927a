//! Maps given as graphs.

use super::{ColouringRule, Tints, tint_letter};
use std::collections::{BTreeMap, BTreeSet};
use winways_kit::boards::bitboard::{CELLS, bits};
use winways_kit::boards::grid::Row;
use winways_kit::boards::labelling;
use winways_kit::boards::labelling::ColouredEdge;
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::Sign;

/// Free vertices of a graph that affect each other: bit n stands for vertex number n, of at most 64.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map {
    left: u64,
    right: u64,
    vertices: Box<[Vertex]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Vertex {
    name: u32,
    neighbours: u64,
}

impl Map {
    pub(super) fn tints(&self) -> Tints {
        Tints { left: self.left, right: self.right }
    }

    pub(super) fn owned_bytes(&self) -> usize {
        size_of_val(&*self.vertices)
    }

    /// All vertices next to one of `from`.
    pub(super) fn neighbours(&self, from: u64) -> u64 {
        let near =
            |bit: u64| self.vertices.get(bit.trailing_zeros() as usize).map_or(0, |vertex| vertex.neighbours);
        bits(from).fold(0, |all, bit| all | near(bit))
    }

    /// The name of a vertex.
    pub(super) fn name(&self, vertex: u64) -> u32 {
        self.vertices.get(vertex.trailing_zeros() as usize).map_or(0, |vertex| vertex.name)
    }

    /// The parts of the map that do not affect each other when this is who may colour what.
    pub(super) fn parts(&self, rule: ColouringRule, tints: Tints) -> impl Iterator<Item = Map> {
        rule.parts(tints, |from| self.neighbours(from)).map(move |part| self.cut(rule, part))
    }

    /// One part; edges that make no difference are left out.
    fn cut(&self, rule: ColouringRule, part: Tints) -> Map {
        let kept = part.left | part.right;
        let vertices = bits(kept).map(|bit| {
            let linked = rule.linked(part, bit, &|from| self.neighbours(from));
            Vertex { name: self.name(bit), neighbours: squeezed(linked, kept) }
        });
        Map {
            left: squeezed(part.left, kept),
            right: squeezed(part.right, kept),
            vertices: vertices.collect(),
        }
    }

    /// Gives the vertices the names 0, 1, 2, ... in an order that equal maps mostly share, and exchanges the players if
    /// that makes it less.
    pub(super) fn canonicalise(&mut self) -> Sign {
        let exchanged = Map { left: self.right, right: self.left, vertices: self.vertices.clone() };
        let (same, exchanged) = (self.ordered(), exchanged.ordered());
        if exchanged < same {
            *self = exchanged;
            return Sign::Negative;
        }
        *self = same;
        Sign::Same
    }

    fn ordered(&self) -> Map {
        // An order may depend on the one before where vertices look alike: go on until it stays, or gets no less.
        let mut least = self.ordered_once();
        loop {
            let next = least.ordered_once();
            if next >= least {
                return least;
            }
            least = next;
        }
    }

    fn ordered_once(&self) -> Map {
        let colours: Vec<u64> =
            (0..self.vertices.len()).map(|v| (self.left >> v & 1) + 2 * (self.right >> v & 1)).collect();
        let order = labelling::order(&colours, &self.edges());
        let mut place = [0u32; CELLS];
        for (number, &vertex) in order.iter().enumerate() {
            place[vertex as usize] = number as u32;
        }
        let moved =
            |cells: u64| bits(cells).fold(0, |all, bit| all | 1 << place[bit.trailing_zeros() as usize]);
        let vertices = order.iter().zip(0..).map(|(&vertex, name)| Vertex {
            name,
            neighbours: moved(self.vertices[vertex as usize].neighbours),
        });
        Map { left: moved(self.left), right: moved(self.right), vertices: vertices.collect() }
    }

    /// Each edge once, the smaller number first.
    fn edges(&self) -> Vec<ColouredEdge> {
        let later = |vertex: usize| self.vertices[vertex].neighbours & !((1 << vertex) - 1);
        let edges = |vertex| bits(later(vertex)).map(move |bit| (vertex as u32, bit.trailing_zeros(), 0));
        (0..self.vertices.len()).flat_map(edges).collect()
    }

    /// In words that are read back: edges, then vertices that not both may colour, or that stand alone.
    pub(super) fn written(&self) -> String {
        let name = |vertex: u32| self.vertices[vertex as usize].name;
        let mut words: Vec<String> =
            self.edges().iter().map(|&(a, b, _)| format!("{}-{}", name(a), name(b))).collect();
        for (number, vertex) in self.vertices.iter().enumerate() {
            match tint_letter(self.left >> number & 1 == 1, self.right >> number & 1 == 1) {
                b'.' if vertex.neighbours != 0 => {}
                b'.' => words.push(vertex.name.to_string()),
                tint => words.push(format!("{}:{}", vertex.name, char::from(tint))),
            }
        }
        words.join(" ")
    }
}

/// The bits of `cells` at the places of `kept`, moved together.
fn squeezed(cells: u64, kept: u64) -> u64 {
    bits(kept).zip(0..).filter(|(bit, _)| cells & bit != 0).fold(0, |all, (_, number)| all | 1 << number)
}

/// A graph as it is written.
#[derive(Default)]
struct Written {
    edges: BTreeSet<(u32, u32)>,
    /// What is known of each vertex: a colour, or who may colour it.
    marks: BTreeMap<u32, u8>,
}

/// Reads the words of a graph and splits it.
pub(super) fn parse(words: &[Row<'_>], rule: ColouringRule) -> Result<Vec<Map>, Diagnostic> {
    let mut written = Written::default();
    for word in words.iter().filter(|word| word.0 != "-") {
        read(word.0, &mut written).map_err(|wrong| wrong.shifted(word.1))?;
    }
    let may = tints(&written, rule);
    // Only free vertices: what is coloured has told its neighbours.
    let mut neighbours: BTreeMap<u32, BTreeSet<u32>> =
        may.keys().map(|&vertex| (vertex, BTreeSet::new())).collect();
    for &(a, b) in &written.edges {
        if may.contains_key(&a) && may.contains_key(&b) {
            neighbours.entry(a).or_default().insert(b);
            neighbours.entry(b).or_default().insert(a);
        }
    }
    let mut seen = BTreeSet::new();
    let mut maps = Vec::new();
    for &first in neighbours.keys() {
        let mut group = Vec::new();
        let mut waiting = vec![first];
        while let Some(vertex) = waiting.pop() {
            if seen.insert(vertex) {
                group.push(vertex);
                waiting.extend(&neighbours[&vertex]);
            }
        }
        group.sort_unstable();
        if group.len() > CELLS {
            let end = words.last().map_or(0, |word| word.1 + word.0.len());
            let span = Span::new(words[0].1, end);
            let message = format!("{} free vertices hang together", group.len());
            return Err(Diagnostic::new(message, span).label(format!("expected no more than {CELLS}")));
        }
        let bit = |vertex: &u32| group.binary_search(vertex).map_or(0, |place| 1u64 << place);
        let all = |side: usize| group.iter().filter(|vertex| may[vertex][side]).map(bit).sum();
        let vertices = group
            .iter()
            .map(|&name| Vertex { name, neighbours: neighbours[&name].iter().map(bit).sum() })
            .collect();
        let map = Map { left: all(0), right: all(1), vertices };
        maps.extend(map.parts(rule, map.tints()));
    }
    Ok(maps)
}

/// For each vertex that somebody may colour, whether Left may and whether Right may.
fn tints(written: &Written, rule: ColouringRule) -> BTreeMap<u32, [bool; 2]> {
    let ends = written.edges.iter().flat_map(|&(a, b)| [a, b]);
    let mut may: BTreeMap<u32, [bool; 2]> = ends
        .chain(written.marks.keys().copied())
        .map(|vertex| {
            let mark = written.marks.get(&vertex).unwrap_or(&b'.');
            (vertex, [matches!(mark, b'.' | b'L'), matches!(mark, b'.' | b'R')])
        })
        .collect();
    for &(a, b) in &written.edges {
        for (from, to) in [(a, b), (b, a)] {
            let colour = match written.marks.get(&from) {
                Some(b'b') => 0,
                Some(b'r') => 1,
                _ => continue,
            };
            let closed = if rule == ColouringRule::Differ { colour } else { 1 - colour };
            if let Some(may) = may.get_mut(&to) {
                may[closed] = false;
            }
        }
    }
    may.retain(|_, may| may[0] || may[1]);
    may
}

/// Reads `u-v`, `u` or `u:c`.
fn read(word: &str, written: &mut Written) -> Result<(), Diagnostic> {
    let mut scanner = Scanner::new(word);
    let vertex = vertex(&mut scanner)?;
    if scanner.eat('-') {
        let other = self::vertex(&mut scanner)?;
        if vertex == other {
            return Err(Diagnostic::new(
                format!("vertex {vertex} is its own neighbour"),
                Span::new(0, word.len()),
            )
            .label("expected an edge between two vertices"));
        }
        written.edges.insert((vertex.min(other), vertex.max(other)));
    } else if scanner.eat(':') {
        let colour = scanner.position();
        match scanner.next_char() {
            Some(mark @ ('b' | 'r' | 'L' | 'R')) => {
                if written
                    .marks
                    .insert(vertex, mark as u8)
                    .is_some_and(|before| before != b'.' && before != mark as u8)
                {
                    let message = format!("vertex {vertex} is marked twice");
                    return Err(Diagnostic::new(message, Span::new(0, word.len())).label("expected one mark"));
                }
            }
            _ => {
                scanner.skip_to(colour);
                return Err(scanner.unexpected("expected `b`, `r`, `L` or `R`"));
            }
        }
    } else {
        written.marks.entry(vertex).or_insert(b'.');
    }
    if scanner.is_at_end() {
        Ok(())
    } else {
        Err(scanner.unexpected("expected a blank and the next edge or vertex"))
    }
}

fn vertex(scanner: &mut Scanner<'_>) -> Result<u32, Diagnostic> {
    let number = scanner.number_in("a vertex", 0, u32::MAX.into())?;
    Ok(number as u32) // the limit is that of the type
}
