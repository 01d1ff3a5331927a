//! All engines, with any number of threads and any memory, write the same bytes.

mod common;
#[path = "../../solve/tests/graphs/mod.rs"]
mod graphs;

use common::files;
use graphs::{Graph, Telling, random_graph};
use proptest::prelude::*;
use std::path::Path;
use winways_database::{Identity, Store, Table, verify};
use winways_rules::Play;
use winways_solve::{Budget, Build, Records, Silent, build_ranks, check_values, plain_values};

fn build(directory: &Path, graph: &Graph, play: Play, budget: Budget) {
    let identity = Identity {
        game: "graph".to_owned(),
        board: String::new(),
        play,
        records: Records::Values,
        layers: graph.layers.clone(),
        shards: 3,
    };
    let store = Store::create(directory, identity, || true).unwrap();
    let layout = store.layout();
    build_ranks(&Build { rules: graph, play, layout, keeper: &store, budget, observer: &Silent }).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(25))]

    #[test]
    fn all_engines_write_the_same_bytes(graph in random_graph(200), misere: bool, threads in 1usize..4) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let parent = common::temporary();
        let [first, second, third] = ["first", "second", "third"].map(|name| parent.path().join(name));
        let budget = |threads, memory| Budget { threads, memory, ..Budget::DEFAULT };
        build(&first, &graph, play, budget(1, 1 << 30));
        build(&second, &graph, play, budget(threads, 0));
        build(&third, &Graph { telling: Telling::Nothing, ..graph.clone() }, play, budget(threads, 1 << 30));
        prop_assert_eq!(files(&first), files(&second));
        prop_assert_eq!(files(&first), files(&third));
        prop_assert!(verify(&first, 1, &Silent).unwrap().damage.is_empty());
        let table = Table::open(&first).unwrap();
        check_values(&graph, play, &table, Budget::DEFAULT, &Silent).unwrap();
        for (rank, &code) in plain_values(&graph, play).iter().enumerate() {
            prop_assert_eq!(table.code(rank as u64).unwrap(), code);
        }
    }
}

#[test]
fn a_ring_is_drawn() {
    let parent = common::temporary();
    let directory = parent.path().join("ring");
    build(
        &directory,
        &Graph::of_moves(&[&[1], &[2], &[0]]),
        Play::Normal,
        Budget { memory: 0, ..Budget::DEFAULT },
    );
    assert_eq!(Table::open(&directory).unwrap().code(1).unwrap(), 0);
}
