//! Random graphs, and searches that share nothing with the crate.

#![allow(dead_code, reason = "each test uses some of these functions")]

use proptest::prelude::*;
use winways_loopy::{Graph, Player};
use winways_solve::{Budget, Ledger, NoObserver};

/// Returns the number of random cases of a property: `few` by default, `all` if `WINWAYS_FULL_TESTS` is `all` at compile time, and `some`
/// if it has any other value.
pub(crate) fn cases(few: u32, some: u32, all: u32) -> u32 {
    match option_env!("WINWAYS_FULL_TESTS") {
        Some("all") => all,
        Some(_) => some,
        None => few,
    }
}

pub(crate) fn ledger() -> Ledger<'static> {
    Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20)
}

/// A graph: for each vertex, the options of Left and the options of Right.
pub(crate) type Lists = Vec<[Vec<u32>; 2]>;

pub(crate) const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

pub(crate) fn graph_of(lists: &Lists) -> Graph {
    let mut graph = Graph::new();
    lists.iter().for_each(|_| {
        graph.add_vertex();
    });
    for (from, options) in (0..).zip(lists) {
        for (player, list) in PLAYERS.into_iter().zip(options) {
            list.iter().for_each(|&to| graph.add_edge(player, from, to));
        }
    }
    graph
}

/// Returns the last vertex of a graph, which is the root of random games.
pub(crate) fn root(lists: &Lists) -> u32 {
    lists.len() as u32 - 1
}

/// Random graphs of 1 to `most` vertices.
pub(crate) fn graphs(most: usize) -> impl Strategy<Value = Lists> {
    prop_oneof![3 => loose_graphs(most), 1 => changed_graphs(most)]
}

/// Graphs with many moves from a vertex to itself, to the next and the previous vertex, and to vertex 0, which often has no moves.
fn loose_graphs(most: usize) -> impl Strategy<Value = Lists> {
    (1..=most, any::<bool>(), 1..=3_usize).prop_flat_map(|(count, has_zero, degree)| {
        let list = move |from: usize| {
            let to = prop_oneof![
                3 => 0..count,
                2 => Just(from),
                2 => Just((from + 1) % count),
                2 => Just(0),
                1 => Just(from.saturating_sub(1)),
            ];
            prop::collection::vec(to.prop_map(|to| to as u32), 0..=degree)
        };
        let vertices: Vec<_> = (0..count).map(|from| (list(from), list(from))).collect();
        vertices.prop_map(move |vertices| {
            let mut lists: Lists =
                vertices.into_iter().map(|(left, right)| [left, right].map(sorted)).collect();
            if has_zero {
                lists[0] = [Vec::new(), Vec::new()];
            }
            lists
        })
    })
}

fn sorted(mut list: Vec<u32>) -> Vec<u32> {
    list.sort_unstable();
    list.dedup();
    list
}

/// Bach's Carousel: `a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}`.
pub(crate) const CAROUSEL: &[[&[u32]; 2]] = &[
    [&[], &[]],
    [&[0], &[0]],
    [&[0], &[]],
    [&[2], &[2]],
    [&[3], &[3, 7]],
    [&[1, 4], &[1]],
    [&[2], &[2, 5]],
    [&[0, 6], &[0]],
];

pub(crate) fn lists_of(slices: &[[&[u32]; 2]]) -> Lists {
    slices.iter().map(|lists| lists.map(<[u32]>::to_vec)).collect()
}

/// Known graphs with up to three moves added or removed: `a{0||||0|||a|*||*}`, whose simplest form has a long cycle, Bach's Carousel, which
/// has no simplest form, and `dud`.
fn changed_graphs(most: usize) -> impl Strategy<Value = Lists> {
    let long_cycle: &[[&[u32]; 2]] =
        &[[&[], &[]], [&[0], &[0]], [&[5], &[1]], [&[0], &[2]], [&[0], &[3]], [&[4], &[1]]];
    let bases: Vec<Lists> = [long_cycle, CAROUSEL]
        .into_iter()
        .filter(|base| base.len() <= most)
        .map(lists_of)
        .chain([vec![[vec![0], vec![0]]]])
        .collect();
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..2_usize);
    (prop::sample::select(bases), prop::collection::vec(change, 0..=3)).prop_map(|(mut lists, changes)| {
        for (from, to, player) in changes {
            let (from, to) = (from.index(lists.len()), to.index(lists.len()) as u32);
            let list = &mut lists[from][player];
            match list.iter().position(|&option| option == to) {
                Some(place) => {
                    list.remove(place);
                }
                None => list.push(to),
            }
        }
        lists
    })
}

/// Returns all graphs of three nodes up to renaming of the nodes, each with 0 as the fourth and last vertex. The options of each node are
/// among all four vertices.
pub(crate) fn three_nodes() -> impl Iterator<Item = Lists> {
    // Four bits for each list of options: the Left options of the first node, its Right options, and so on.
    let set = |code: u32, list: usize| code >> (4 * list) & 15;
    let renamed = move |code: u32, names: [usize; 3]| {
        (0..6).fold(0, |found, list| {
            let options = set(code, list);
            let named = (0..3).fold(options & 8, |named, to| named | (options >> to & 1) << names[to]);
            found | named << (4 * (2 * names[list / 2] + list % 2))
        })
    };
    let names = [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let is_first = move |&code: &u32| names.iter().all(|&names| code <= renamed(code, names));
    (0..1_u32 << 24).filter(is_first).map(move |code| {
        let list = |list| (0..4).filter(|to| set(code, list) >> to & 1 == 1).collect();
        let nodes = [0, 2, 4].map(|first| [list(first), list(first + 1)]);
        nodes.into_iter().chain([[Vec::new(), Vec::new()]]).collect()
    })
}

/// Returns the outcomes of all vertices by retrograde analysis: for each player moving first, `Some(true)` if this player wins,
/// `Some(false)` if the player loses, and `None` for a draw.
pub(crate) fn retrograde(lists: &Lists) -> Vec<[Option<bool>; 2]> {
    let mut known = vec![[None, None]; lists.len()];
    loop {
        let mut is_changed = false;
        for (vertex, options) in lists.iter().enumerate() {
            for mover in 0..2 {
                if known[vertex][mover].is_some() {
                    continue;
                }
                let replies = || options[mover].iter().map(|&to| known[to as usize][1 - mover]);
                let found = if replies().any(|reply| reply == Some(false)) {
                    Some(true)
                } else if replies().all(|reply| reply == Some(true)) {
                    Some(false)
                } else {
                    None
                };
                is_changed |= found.is_some();
                known[vertex][mover] = found;
            }
        }
        if !is_changed {
            return known;
        }
    }
}

/// Returns the graph of all sums g + h of a vertex g of `one` and a vertex h of `other`. This sum has the number g·|`other`| + h.
pub(crate) fn product(one: &Lists, other: &Lists) -> Lists {
    let width = other.len() as u32;
    let mut product = Vec::new();
    for (g, of_g) in (0..).zip(one) {
        for (h, of_h) in (0..).zip(other) {
            product.push([0, 1].map(|player| {
                let in_one = of_g[player].iter().map(|&to: &u32| to * width + h);
                in_one.chain(of_h[player].iter().map(|&to: &u32| g * width + to)).collect()
            }));
        }
    }
    product
}

/// Returns a graph of `count` vertices, most of which have one of a few simplest forms.
pub(crate) fn large_graph(count: u32, has_draws: bool) -> Graph {
    let mut graph = Graph::new();
    let mut random = 1_u32;
    for vertex in 0..count {
        graph.add_vertex();
        for player in PLAYERS {
            for _ in 0..2 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if vertex > 0 {
                    graph.add_edge(player, vertex, vertex - 1 - (random >> 8) % vertex.min(20));
                }
            }
        }
        if random >> 16 & 3 == 0 {
            graph.add_edge(Player::Left, vertex, vertex);
        }
        if has_draws && vertex == count / 2 {
            graph.add_edge(Player::Left, vertex, vertex);
            graph.add_edge(Player::Right, vertex, vertex);
        }
    }
    graph
}
