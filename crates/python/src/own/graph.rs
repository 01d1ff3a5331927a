//! Everything that can follow on a position of a game with cycles, and which of it an instance keeps.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use winways::{End, Kept, Play, Player};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// A position and everything that can follow on it. The positions have ranks, from 0 on.
#[derive(Default)]
pub(super) struct Graph {
    /// Distinguishes the graph from all others of its instance; of a graph for a table, from those of other rules too.
    pub(super) key: u64,
    /// The numbers of the positions, by rank.
    numbers: Vec<u32>,
    /// The ranks of the positions, by number.
    ranks: HashMap<u32, u32>,
    places: Vec<Place>,
}

/// What is known of a position.
pub(super) struct Place {
    /// The ranks of its options, each once.
    pub(super) options: Box<[u32]>,
    pub(super) end: Option<End>,
    pub(super) player: Player,
}

/// The bit that the keys of graphs for tables have, and no others.
const TABLE: u64 = 1 << 63;

/// About the bytes that a position takes in a graph.
const PLACE_BYTES: u64 = 96;

impl Graph {
    /// The graph with one position, of which nothing is known yet.
    pub(super) fn of(start: u32) -> Graph {
        let mut graph = Graph::default();
        graph.rank_of_new(start);
        graph
    }

    /// The number of the first position of which nothing is known yet.
    pub(super) fn next(&self) -> Option<u32> {
        self.numbers.get(self.places.len()).copied()
    }

    /// Adds what is known of [`Graph::next`], with the numbers of its options, each once.
    pub(super) fn push(&mut self, options: &[u32], end: Option<End>, player: Player) {
        let options = options.iter().map(|&option| self.rank_of_new(option)).collect();
        self.places.push(Place { options, end, player });
    }

    /// The rank of a position, which is the next one if it has none yet.
    fn rank_of_new(&mut self, number: u32) -> u32 {
        let next = self.numbers.len() as u32;
        *self.ranks.entry(number).or_insert_with(|| {
            self.numbers.push(number);
            next
        })
    }

    /// The same graph with ranks in the order of the texts of the positions, given by rank, and a key of everything that is in it:
    /// whoever explores it again, in another session, gets the same ranks and the same key.
    ///
    /// # Errors
    /// A text that two positions have.
    pub(super) fn ordered_by(&self, texts: Vec<String>) -> Result<Graph, String> {
        let mut texts: Vec<(String, u32)> = texts.into_iter().zip(0..).collect();
        texts.sort_unstable();
        if let Some(pair) = texts.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(pair[0].0.clone());
        }
        let mut new_ranks = vec![0; texts.len()];
        for (new, (_, old)) in (0u32..).zip(&texts) {
            new_ranks[*old as usize] = new;
        }
        let mut ordered = Graph::default();
        let mut hash = Xxh3::new();
        for (text, old) in &texts {
            let place = &self.places[*old as usize];
            let mut options: Box<[u32]> =
                place.options.iter().map(|&option| new_ranks[option as usize]).collect();
            // A rule may list options in any order, such as that of a set.
            options.sort_unstable();
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
            hash.update(&[code_of(place.end), place.player as u8]);
            hash.update(&(options.len() as u64).to_le_bytes());
            options.iter().for_each(|option| hash.update(&option.to_le_bytes()));
            ordered.rank_of_new(self.numbers[*old as usize]);
            ordered.places.push(Place { options, end: place.end, player: place.player });
        }
        ordered.key = hash.digest() | TABLE;
        Ok(ordered)
    }

    /// About the bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.numbers.len() as u64 * PLACE_BYTES
    }

    /// How many positions are known well, with their options.
    pub(super) fn known(&self) -> usize {
        self.places.len()
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The number of the position of a rank.
    pub(super) fn number(&self, rank: u64) -> Option<u32> {
        self.numbers.get(usize::try_from(rank).ok()?).copied()
    }

    /// The rank of the position of a number.
    pub(super) fn rank(&self, number: u32) -> Option<u32> {
        self.ranks.get(&number).copied()
    }

    /// What is known of the position of a rank.
    pub(super) fn place(&self, rank: u64) -> Option<&Place> {
        self.places.get(usize::try_from(rank).ok()?)
    }
}

fn code_of(end: Option<End>) -> u8 {
    match end {
        None => 0,
        Some(End::Won) => 1,
        Some(End::Lost) => 2,
        Some(End::Drawn) => 3,
    }
}

/// The graphs that an instance keeps for later questions, the last one that was explored last, each with what was solved in it.
///
/// Every position belongs to the graph with it that was explored last; a graph to which none belongs is dropped.
#[derive(Default)]
pub(super) struct Graphs {
    /// The graphs by their keys.
    kept: HashMap<u64, KeptGraph>,
    /// The keys in the order in which the graphs were explored, those of dropped ones too.
    order: VecDeque<u64>,
    /// The keys of the graphs to which positions belong, by number; 0 for none.
    keys: Vec<u64>,
    /// How many graphs were explored.
    explored: u64,
    /// How often [`Graphs::take`] found nothing that was solved.
    unsolved: u64,
    positions: usize,
}

struct KeptGraph {
    graph: Arc<Graph>,
    /// How many positions belong to it.
    belonging: usize,
    /// What was solved under normal and under misère play.
    solved: [Option<Kept>; 2],
}

/// Graphs are dropped, the oldest first, while they have more positions than this together; the last one stays.
const MOST_POSITIONS_KEPT: usize = 1 << 22;

impl Graphs {
    /// The graph to which a position belongs.
    pub(super) fn find(&self, number: u32) -> Option<Arc<Graph>> {
        let key = self.keys.get(number as usize)?;
        self.kept.get(key).map(|kept| kept.graph.clone())
    }

    /// Keeps a graph of the instance with this serial number, and gives it its key.
    pub(super) fn keep(&mut self, mut graph: Graph, serial: u64) -> Arc<Graph> {
        self.explored += 1;
        let [serial, explored] = [serial, self.explored].map(u64::to_le_bytes);
        let key = xxh3_64(&[serial, explored].concat()) & !TABLE;
        graph.key = key;
        let most = graph.numbers.iter().max().map_or(0, |&most| most as usize + 1);
        if self.keys.len() < most {
            self.keys.resize(most, 0);
        }
        for &number in &graph.numbers {
            let before = std::mem::replace(&mut self.keys[number as usize], key);
            if let Some(kept) = self.kept.get_mut(&before) {
                kept.belonging -= 1;
                if kept.belonging == 0 {
                    self.drop_graph(before);
                }
            }
        }
        let graph = Arc::new(graph);
        self.positions += graph.len();
        self.order.push_back(key);
        let kept = KeptGraph { graph: graph.clone(), belonging: graph.len(), solved: [None, None] };
        self.kept.insert(key, kept);
        while self.positions > MOST_POSITIONS_KEPT && self.order.len() > 1 {
            if let Some(oldest) = self.order.pop_front() {
                self.drop_graph(oldest);
            }
        }
        graph
    }

    fn drop_graph(&mut self, key: u64) {
        if let Some(dropped) = self.kept.remove(&key) {
            self.positions -= dropped.graph.len();
        }
    }

    /// Takes what was solved in the graph with a key, for a question; [`Graphs::put`] brings it back.
    pub(super) fn take(&mut self, key: u64, play: Play) -> Option<Kept> {
        let solved = self.kept.get_mut(&key).and_then(|kept| kept.solved[play as usize].take());
        self.unsolved += u64::from(solved.is_none());
        solved
    }

    /// How many graphs were explored, and how often one was solved.
    pub(super) fn work(&self) -> (u64, u64) {
        (self.explored, self.unsolved)
    }

    /// Keeps what was solved in the graph with a key, if that is kept.
    pub(super) fn put(&mut self, key: u64, play: Play, solved: Kept) {
        if let Some(kept) = self.kept.get_mut(&key) {
            kept.solved[play as usize] = Some(solved);
        }
    }
}
