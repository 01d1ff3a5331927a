//! Finite game graphs.

mod cycles;
mod refine;

pub(crate) use cycles::{alternating_cycles, components, stopper_vertices};

use crate::work::Work;
use hashbrown::HashMap;
use winways_solve::{Ledger, StopReason};
use winways_values::{Game, Session};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Left, who prefers positive values.
    Left,
    /// Right, who prefers negative values.
    Right,
}

impl Player {
    /// Returns the opponent.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// A finite game graph: positions with the moves of Left and of Right. Play may cycle.
///
/// Vertices are numbered from 0 in the order of their creation. A player who cannot move loses.
///
/// ```
/// use winways_loopy::{Graph, Player::{Left, Right}};
///
/// // over = {0|over}
/// let mut graph = Graph::new();
/// let (zero, over) = (graph.add_vertex(), graph.add_vertex());
/// graph.add_edge(Left, over, zero);
/// graph.add_edge(Right, over, over);
/// assert_eq!(graph.options(Right, over), [over]);
/// assert!(graph.is_stopper(over) && !graph.is_loopfree(over));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Graph {
    /// The options of both players at each vertex.
    vertices: Vec<[Vec<u32>; 2]>,
}

/// The memory of a vertex besides its options, in bytes.
const VERTEX_BYTES: u64 = size_of::<[Vec<u32>; 2]>() as u64;

/// The placeholder for the number of a vertex that is not in a graph.
pub(crate) const NO_VERTEX: u32 = u32::MAX;

/// Returns the index of a player's list.
pub(crate) fn place(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

/// Both players, in the order of their lists.
pub(crate) const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

impl Graph {
    /// Creates a graph without vertices.
    #[must_use]
    pub fn new() -> Graph {
        Graph::default()
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Returns `true` if the graph has no vertices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// Adds a vertex without moves, and returns its number.
    ///
    /// # Panics
    /// Panics if the graph already has 2³² vertices.
    pub fn add_vertex(&mut self) -> u32 {
        self.push([Vec::new(), Vec::new()])
    }

    pub(crate) fn push(&mut self, options: [Vec<u32>; 2]) -> u32 {
        self.vertices.push(options);
        u32::try_from(self.vertices.len() - 1).expect("a graph has fewer than 2^32 vertices")
    }

    /// Adds a move of a player. A move that the graph already has is not added again.
    ///
    /// # Panics
    /// Panics if the graph has no vertex `from` or no vertex `to`.
    pub fn add_edge(&mut self, player: Player, from: u32, to: u32) {
        assert!((to as usize) < self.len(), "the graph has no vertex {to}");
        let options = &mut self.vertices[from as usize][place(player)];
        if !options.contains(&to) {
            options.push(to);
        }
    }

    /// Returns the vertices to which a player can move.
    ///
    /// # Panics
    /// Panics if the graph has no such vertex.
    #[must_use]
    pub fn options(&self, player: Player, vertex: u32) -> &[u32] {
        &self.vertices[vertex as usize][place(player)]
    }

    pub(crate) fn set_options(&mut self, player: Player, vertex: u32, options: Vec<u32>) {
        self.vertices[vertex as usize][place(player)] = options;
    }

    pub(crate) fn vertices(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.vertices.len() as u32
    }

    /// Returns the approximate memory of the graph, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.len() as u64 * VERTEX_BYTES + 4 * self.edge_count() as u64
    }

    pub(crate) fn edge_count(&self) -> usize {
        self.vertices.iter().flatten().map(Vec::len).sum()
    }

    /// Returns the graph with the moves of the players exchanged.
    #[must_use]
    pub(crate) fn negative(mut self) -> Graph {
        self.vertices.iter_mut().for_each(|options| options.swap(0, 1));
        self
    }

    /// Returns the graph with all edges reversed.
    pub(crate) fn reversed(&self) -> Graph {
        let mut reversed = Graph { vertices: vec![Default::default(); self.len()] };
        for vertex in self.vertices() {
            for player in PLAYERS {
                for &option in self.options(player, vertex) {
                    reversed.vertices[option as usize][place(player)].push(vertex);
                }
            }
        }
        reversed
    }

    /// Returns `true` if no play from the vertex is infinite, with the players moving in any order.
    #[must_use]
    pub fn is_loopfree(&self, vertex: u32) -> bool {
        self.reachable(vertex).has_no_cycle()
    }

    /// Returns `true` if no vertex can reach itself.
    pub(crate) fn has_no_cycle(&self) -> bool {
        components(self.len(), |from| self.all_options(from)).iter().all(|component| match component[..] {
            [only] => !self.all_options(only).any(|option| option == only),
            _ => false,
        })
    }

    /// Returns `true` if no alternating play from the vertex or a follower is infinite, whichever player moves first.
    #[must_use]
    pub fn is_stopper(&self, vertex: u32) -> bool {
        let part = self.reachable(vertex);
        alternating_cycles(&part).is_empty()
    }

    pub(crate) fn all_options(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.vertices[vertex as usize].iter().flatten().copied()
    }

    /// Returns the graph of the vertices reachable from a vertex, which becomes vertex 0.
    pub(crate) fn reachable(&self, root: u32) -> Graph {
        self.reachable_from(&[root]).0
    }

    /// Returns the graph of the vertices reachable from some vertices. Also returns the new number of each old vertex, or [`NO_VERTEX`].
    pub(crate) fn reachable_from(&self, roots: &[u32]) -> (Graph, Vec<u32>) {
        let mut numbers = vec![NO_VERTEX; self.len()];
        let mut order: Vec<u32> = Vec::new();
        let mut number_of = |vertex: u32, order: &mut Vec<u32>| {
            let number = &mut numbers[vertex as usize];
            if *number == NO_VERTEX {
                *number = order.len() as u32;
                order.push(vertex);
            }
            *number
        };
        roots.iter().for_each(|&root| {
            number_of(root, &mut order);
        });
        let mut graph = Graph::new();
        while let Some(&vertex) = order.get(graph.len()) {
            let options = self.vertices[vertex as usize].each_ref();
            graph
                .push(options.map(|list| list.iter().map(|&option| number_of(option, &mut order)).collect()));
        }
        (graph, numbers)
    }

    /// Appends a copy of another graph, and returns the offset of its vertex numbers.
    pub(crate) fn append(&mut self, other: &Graph) -> u32 {
        let offset = self.len() as u32;
        self.vertices.extend(other.vertices.iter().map(|lists| {
            lists.each_ref().map(|list| list.iter().map(|&option| option + offset).collect::<Vec<u32>>())
        }));
        offset
    }

    /// Returns the graph of the sum of a vertex of one graph and a vertex of another. The sum is vertex 0.
    pub(crate) fn sum(
        (one, of_one): (&Graph, u32),
        (other, of_other): (&Graph, u32),
        work: Work<'_>,
    ) -> Result<Graph, StopReason> {
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let mut order = Vec::new();
        number_of((of_one, of_other), &mut numbers, &mut order);
        let (mut graph, mut next, mut bytes) = (Graph::new(), 0, 0);
        while let Some(&(one_at, other_at)) = order.get(next) {
            next += 1;
            let options = PLAYERS.map(|player| {
                let in_one = one.options(player, one_at).iter().map(|&option| (option, other_at));
                let in_other = other.options(player, other_at).iter().map(|&option| (one_at, option));
                let mut options: Vec<u32> =
                    in_one.chain(in_other).map(|pair| number_of(pair, &mut numbers, &mut order)).collect();
                options.sort_unstable();
                options.dedup();
                options
            });
            let edges = options.iter().map(Vec::len).sum::<usize>();
            bytes += 3 * VERTEX_BYTES + 4 * edges as u64;
            work.check(bytes)?;
            work.spend(4 * (1 + edges))?;
            graph.push(options);
        }
        Ok(graph)
    }

    /// Appends the canonical form of a short game, and returns its vertex.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger or the arena stops the work.
    ///
    /// # Complexity
    /// Visits each follower of the game once. A game with birthday n has at least n followers, and comparisons take memory for each pair
    /// of followers. The game is therefore refused if n²/8 bytes exceed the memory limit.
    pub fn add_game(
        &mut self,
        game: Game,
        session: &mut Session<'_>,
        ledger: &Ledger<'_>,
    ) -> Result<u32, StopReason> {
        let work = Work::new(ledger, 0);
        let days = session.birthday(game)?.unwrap_or(u64::MAX);
        work.check(days.saturating_mul(days) / 8)?;
        let offset = self.len() as u32;
        let (mut numbers, mut order) = (HashMap::new(), Vec::new());
        let root = offset + number_of(game, &mut numbers, &mut order);
        let (mut next, mut bytes) = (0, self.bytes());
        while let Some(&game) = order.get(next) {
            next += 1;
            let lists = [session.left_options(game)?, session.right_options(game)?];
            let options = lists.map(|list| {
                list.map(|option| offset + number_of(option, &mut numbers, &mut order)).collect::<Vec<u32>>()
            });
            let edges = options.iter().map(Vec::len).sum::<usize>();
            bytes += 3 * VERTEX_BYTES + 4 * edges as u64;
            work.check(bytes)?;
            work.spend(4 * (1 + edges))?;
            self.push(options);
        }
        Ok(root)
    }
}

/// Returns the number of a key, which is appended to the order if it is new.
fn number_of<K: Copy + Eq + std::hash::Hash>(
    key: K,
    numbers: &mut HashMap<K, u32>,
    order: &mut Vec<K>,
) -> u32 {
    *numbers.entry(key).or_insert_with(|| {
        order.push(key);
        order.len() as u32 - 1
    })
}
