//! The times of comparisons, of all games with three vertices, and of large graphs.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{PLAYERS, large_graph, ledger};
use std::time::Instant;
use winways_loopy::{Graph, Loopies, Order, Rule};

/// Returns a stopper in simplest form with about 200 vertices.
fn large_stopper() -> (Graph, u32) {
    let count = 2600;
    let mut loopies = Loopies::new();
    let value = loopies.value(&large_graph(count, false), count - 1, &ledger()).unwrap();
    loopies.graph(value.onside(), &ledger()).unwrap()
}

/// Measures the comparison of a stopper with itself.
fn comparison() {
    let (graph, root) = large_stopper();
    println!("{} vertices", graph.len());
    for rule in [Rule::Stoppers, Rule::Onside, Rule::Offside] {
        let start = Instant::now();
        let order = Order::new(&graph, &graph, rule, &ledger()).unwrap();
        println!("{rule:?}: {:?}", start.elapsed());
        assert!(order.is_at_most(7, 7));
    }
    let start = Instant::now();
    let mut loopies = Loopies::new();
    loopies.value(&graph, root, &ledger()).unwrap();
    println!("value: {:?}", start.elapsed());
}

/// The distance between two measured graphs in the list of all graphs.
const STEP: usize = 511;

/// Measures the values of a part of all games with three vertices.
fn three_vertices() {
    let start = Instant::now();
    let mut loopies = Loopies::new();
    let (mut count, mut canonical) = (0_u64, 0_u64);
    let mut values = std::collections::HashSet::new();
    // A part of all graphs. Each of three vertices has Left and Right options among 0 and the three vertices.
    for code in (0..1_u64 << 24).step_by(STEP) {
        let set = |at: u64| code >> (4 * at) & 15;
        let mut graph = Graph::new();
        (0..4).for_each(|_| {
            graph.add_vertex();
        });
        for vertex in 0..3_u32 {
            for (player, at) in PLAYERS.into_iter().zip([0, 1]) {
                let options = set(2 * u64::from(vertex) + at);
                (0..4_u32)
                    .filter(|to| options >> to & 1 == 1)
                    .for_each(|to| graph.add_edge(player, vertex, to));
            }
        }
        let value = loopies.value(&graph, 0, &ledger()).unwrap();
        count += 1;
        canonical += u64::from(value.is_canonical());
        values.insert(value);
        if count % (1 << 18) == 0 {
            println!("{count} graphs, {} values: {:?}", values.len(), start.elapsed());
        }
    }
    println!("{count} graphs, {canonical} canonical, {} values: {:?}", values.len(), start.elapsed());
}

/// Measures the values of large graphs.
fn large_graphs() {
    for (count, has_draws) in [(500, false), (2000, false), (2000, true), (10_000, false)] {
        let graph = large_graph(count, has_draws);
        let start = Instant::now();
        let mut loopies = Loopies::new();
        let value = loopies.value(&graph, count - 1, &ledger()).unwrap();
        println!("{count} vertices, {} stoppers, {value:?}: {:?}", loopies.count(), start.elapsed());
    }
}

fn main() {
    comparison();
    three_vertices();
    large_graphs();
}
