//! Graphs of the positions reachable in a game with cycles, and the graphs that an instance caches.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use winways::tables::End;
use winways::{Cache, Play, Player};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// A position with all positions reachable from it, ranked from 0.
#[derive(Default)]
pub(super) struct Graph {
    /// A key that is unique among the graphs of the instance. The key of a graph for a table is a hash of the whole graph.
    pub(super) key: u64,
    /// The numbers of the positions, by rank.
    numbers: Vec<u32>,
    /// The ranks of the positions, by number.
    ranks: HashMap<u32, u32>,
    nodes: Vec<Node>,
}

/// The known data of a position.
pub(super) struct Node {
    /// The ranks of its options, without duplicates.
    pub(super) options: Box<[u32]>,
    pub(super) end: Option<End>,
    pub(super) player: Player,
    /// The rank of the same placement with the other player to move, if the class defines it.
    pub(super) turned: Option<u32>,
}

/// A bit that is set only in the keys of graphs for tables.
const TABLE: u64 = 1 << 63;

/// The approximate size of a position in a graph, in bytes.
const NODE_BYTES: u64 = 96;

impl Graph {
    /// Creates a graph with one unexplored position.
    pub(super) fn of(start: u32) -> Graph {
        let mut graph = Graph::default();
        graph.rank_of_new(start);
        graph
    }

    /// Returns the number of the first unexplored position.
    pub(super) fn next(&self) -> Option<u32> {
        self.numbers.get(self.nodes.len()).copied()
    }

    /// Adds the data of the position [`Graph::next`]. `options` are the numbers of its options, without duplicates, and `turned` is
    /// the number of the same placement with the other player to move.
    pub(super) fn push(
        &mut self,
        options: &[u32],
        (end, player): (Option<End>, Player),
        turned: Option<u32>,
    ) {
        let options = options.iter().map(|&option| self.rank_of_new(option)).collect();
        let turned = turned.map(|turned| self.rank_of_new(turned));
        self.nodes.push(Node { options, end, player, turned });
    }

    /// Returns the number of an explored position with an invalid turned position: either turning it again gives a third position, or
    /// the same player is to move in both.
    pub(super) fn wrongly_turned(&self) -> Option<u32> {
        let is_wrong = |(rank, node): &(u32, &Node)| {
            node.turned.is_some_and(|turned| {
                let other = &self.nodes[turned as usize];
                other.turned != Some(*rank) || other.player == node.player
            })
        };
        (0..).zip(&self.nodes).find(is_wrong).map(|(rank, _)| self.numbers[rank as usize])
    }

    /// Returns the numbers of an explored position and of an option after which the same player is to move. A drawn end belongs to
    /// no player.
    pub(super) fn repeated_turn(&self) -> Option<[u32; 2]> {
        let is_wrong = |node: &Node, option: &Node| {
            node.player == option.player && node.player != Player::Either && option.end != Some(End::Drawn)
        };
        self.nodes.iter().zip(&self.numbers).find_map(|(node, &number)| {
            let mut options = node.options.iter().map(|&option| option as usize);
            let option = options.find(|&option| is_wrong(node, &self.nodes[option]))?;
            Some([number, self.numbers[option]])
        })
    }

    /// Returns the rank of a position, which is added if it is new.
    fn rank_of_new(&mut self, number: u32) -> u32 {
        let next = self.numbers.len() as u32;
        *self.ranks.entry(number).or_insert_with(|| {
            self.numbers.push(number);
            next
        })
    }

    /// Returns the graph with its positions ranked in the order of their texts, and with a key computed from the whole graph.
    /// `texts` are the texts by rank. Exploring the graph again in another session gives the same ranks and the same key.
    ///
    /// # Errors
    /// The text that two positions share.
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
            let node = &self.nodes[*old as usize];
            let mut options: Box<[u32]> =
                node.options.iter().map(|&option| new_ranks[option as usize]).collect();
            // Sort the options, since a rule may list them in any order, such as the order of a set.
            options.sort_unstable();
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
            hash.update(&[code_of(node.end), node.player as u8]);
            hash.update(&(options.len() as u64).to_le_bytes());
            options.iter().for_each(|option| hash.update(&option.to_le_bytes()));
            let turned = node.turned.map(|turned| new_ranks[turned as usize]);
            ordered.rank_of_new(self.numbers[*old as usize]);
            ordered.nodes.push(Node { options, end: node.end, player: node.player, turned });
        }
        ordered.key = hash.digest() | TABLE;
        Ok(ordered)
    }

    /// Returns the approximate size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.numbers.len() as u64 * NODE_BYTES
    }

    /// Returns the number of explored positions, whose options are known.
    pub(super) fn explored_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the number of the position with this rank.
    pub(super) fn number(&self, rank: u64) -> Option<u32> {
        self.numbers.get(usize::try_from(rank).ok()?).copied()
    }

    /// Returns the rank of the position with this number.
    pub(super) fn rank(&self, number: u32) -> Option<u32> {
        self.ranks.get(&number).copied()
    }

    /// Returns the data of the position with this rank.
    pub(super) fn node(&self, rank: u64) -> Option<&Node> {
        self.nodes.get(usize::try_from(rank).ok()?)
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

/// The graphs that an instance caches for later calls, with their solutions.
///
/// Every position belongs to the most recently explored graph that contains it. A graph to which no position belongs is dropped.
#[derive(Default)]
pub(super) struct Graphs {
    /// The graphs by key.
    kept: HashMap<u64, KeptGraph>,
    /// The keys in the order of exploration, including those of dropped graphs.
    order: VecDeque<u64>,
    /// The key of the graph to which each position belongs, by number; 0 if there is none.
    keys: Vec<u64>,
    /// The number of graphs explored so far.
    explored: u64,
    /// The number of calls of [`Graphs::take`] that found no solution.
    unsolved: u64,
    positions: usize,
}

struct KeptGraph {
    graph: Arc<Graph>,
    /// The number of positions that belong to the graph.
    belonging: usize,
    /// The solutions under normal and under misère play.
    solved: [Option<Cache>; 2],
}

/// The maximum total number of positions in cached graphs. Beyond it, the oldest graphs are dropped, but never the most recent one.
const MOST_POSITIONS_KEPT: usize = 1 << 22;

impl Graphs {
    /// Returns the graph to which a position belongs.
    pub(super) fn find(&self, number: u32) -> Option<Arc<Graph>> {
        let key = self.keys.get(number as usize)?;
        self.kept.get(key).map(|kept| kept.graph.clone())
    }

    /// Stores a graph of the instance with this serial number, and assigns its key.
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

    /// Takes the solution of the graph with this key. [`Graphs::put`] puts it back afterwards.
    pub(super) fn take(&mut self, key: u64, play: Play) -> Option<Cache> {
        let solved = self.kept.get_mut(&key).and_then(|kept| kept.solved[play as usize].take());
        self.unsolved += u64::from(solved.is_none());
        solved
    }

    /// Returns the number of explorations, and the number of times a graph was solved from scratch.
    pub(super) fn work(&self) -> (u64, u64) {
        (self.explored, self.unsolved)
    }

    /// Stores the solution of the graph with this key, if the graph is still cached.
    pub(super) fn put(&mut self, key: u64, play: Play, solved: Cache) {
        if let Some(kept) = self.kept.get_mut(&key) {
            kept.solved[play as usize] = Some(solved);
        }
    }
}
