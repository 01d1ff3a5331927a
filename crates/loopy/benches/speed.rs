//! Benchmarks of comparisons, simplest forms and labels.
//!
//! A graph of three nodes has two sets of options for each node, among 0 and the nodes. Up to renaming of the nodes there are 2,804,480
//! such graphs. Each node is a game, so the 8,413,440 nodes include every loopy game with at most three nodes, and some games with fewer
//! nodes several times. With `ALL=1`, the total time for all games is printed first.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{graph_of, large_graph, ledger, three_nodes};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};
use winways_loopy::{Graph, ImpartialLoops, Loopies, Order, Rule};

/// The distance between consecutive measured graphs in the list of all graphs.
const STEP: usize = 997;

/// Returns a stopper in simplest form with more than 200 vertices.
fn large_stopper() -> Graph {
    let count = 4000;
    let mut loopies = Loopies::new();
    let value = loopies.value(&large_graph(count, false), count - 1, &ledger()).unwrap();
    loopies.graph(value.onside(), &ledger()).unwrap().0
}

fn comparison(criterion: &mut Criterion) {
    let graph = large_stopper();
    let mut group = criterion.benchmark_group("comparison with itself");
    for rule in [Rule::Stoppers, Rule::Onside, Rule::Offside] {
        let name = BenchmarkId::new(format!("{rule:?}"), graph.len());
        group.bench_function(name, |bencher| {
            bencher.iter(|| Order::new(black_box(&graph), &graph, rule, &ledger()).unwrap());
        });
    }
}

/// Computes the values of all nodes of some graphs, and returns the number of canonical values.
fn values(graphs: impl Iterator<Item = Graph>) -> usize {
    let (mut loopies, ledger) = (Loopies::new(), ledger());
    graphs
        .map(|graph| {
            let values = loopies.values(&graph, &ledger).unwrap();
            values[..3].iter().filter(|value| value.is_canonical()).count()
        })
        .sum()
}

fn three_node_games(criterion: &mut Criterion) {
    if std::env::var_os("ALL").is_some() {
        let (start, mut count) = (Instant::now(), 0);
        let canonical = values(three_nodes().map(|lists| graph_of(&lists)).inspect(|_| count += 1));
        println!("{count} graphs, {canonical} canonical games: {:?}", start.elapsed());
    }
    let graphs: Vec<Graph> = three_nodes().step_by(STEP).map(|lists| graph_of(&lists)).collect();
    let mut group = criterion.benchmark_group("values");
    group.throughput(Throughput::Elements(3 * graphs.len() as u64));
    group.bench_function("three nodes", |bencher| {
        bencher.iter(|| values(black_box(&graphs).iter().cloned()));
    });
}

fn large_graphs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("value of a large graph");
    for (count, has_draws) in [(500, false), (2000, false), (2000, true)] {
        let graph = large_graph(count, has_draws);
        let name = if has_draws { "with draws" } else { "of stoppers" };
        group.bench_function(BenchmarkId::new(name, count), |bencher| {
            bencher.iter(|| Loopies::new().value(black_box(&graph), count - 1, &ledger()).unwrap());
        });
    }
}

fn impartial(criterion: &mut Criterion) {
    let graph = large_graph(10_000, true);
    let options: Vec<Vec<u32>> =
        (0..10_000).map(|vertex| graph.options(common::PLAYERS[0], vertex).to_vec()).collect();
    criterion.bench_function("labels of 10000 impartial positions", |bencher| {
        bencher.iter(|| ImpartialLoops::new(black_box(&options).clone(), &ledger()).unwrap());
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(2));
    targets = comparison, three_node_games, large_graphs, impartial
}
criterion_main!(benches);
