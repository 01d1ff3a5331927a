//! Groups of processes on the loopback address. Each process is a thread with its own link.

#[path = "../../solve/tests/graphs/mod.rs"]
mod graphs;

use graphs::{Graph, Listing, random_graph};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::time::Duration;
use winways_cluster::{Hosts, Link, LinkError};
use winways_rules::Play;
use winways_solve::{
    Budget, Build, BuildError, CheckpointStore, Layout, Milestone, NoObserver, StorageError, plain_values,
};

/// A store that keeps codes for all processes, like a shared directory.
#[derive(Default)]
struct SharedStore {
    codes: Mutex<BTreeMap<(usize, u32), Vec<u32>>>,
    /// The shard that cannot be stored.
    faulty: Option<u32>,
}

impl CheckpointStore for SharedStore {
    fn store_codes(&self, layer: usize, shard: u32, codes: &[u32]) -> Result<(), StorageError> {
        if self.faulty == Some(shard) {
            return Err(StorageError::new("the disk is full"));
        }
        self.codes.lock().unwrap().insert((layer, shard), codes.to_vec());
        Ok(())
    }
    fn commit(&self, _: Milestone) -> Result<(), StorageError> {
        Ok(())
    }
    fn codes(&self, layer: usize, shard: u32) -> Result<Vec<u32>, StorageError> {
        self.codes
            .lock()
            .unwrap()
            .get(&(layer, shard))
            .cloned()
            .ok_or_else(|| StorageError::new("nothing was kept"))
    }
}

/// Returns hosts with ports that are most likely free.
fn free_hosts(processes: usize) -> Hosts {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
    let lines: Vec<String> =
        listeners.iter().map(|listener| listener.local_addr().expect("an address").to_string()).collect();
    Hosts::parse(&lines.join("\n")).expect("addresses")
}

fn run(
    graph: &Graph,
    layout: &Layout,
    checkpoints: &SharedStore,
    processes: usize,
    threads: usize,
) -> Vec<Result<(), BuildError>> {
    let hosts = free_hosts(processes);
    std::thread::scope(|scope| {
        let hosts = &hosts;
        let process = |index: usize| {
            let mut link = Link::connect(hosts, index, "a graph", Duration::from_secs(20)).expect("all come");
            link.in_turn(|| Ok::<(), StorageError>(())).expect("nothing to prepare");
            let budget = Budget { threads, ..Budget::DEFAULT };
            link.run(&Build {
                rules: graph,
                play: Play::Normal,
                layout,
                checkpoints,
                budget,
                observer: &NoObserver,
            })
        };
        let running: Vec<_> = (0..processes).map(|index| scope.spawn(move || process(index))).collect();
        running.into_iter().map(|process| process.join().expect("no panic")).collect()
    })
}

fn small_random_graph(runner: &mut TestRunner) -> Graph {
    random_graph(400).new_tree(runner).expect("a graph").current()
}

#[test]
fn groups_agree_with_plain_iteration() {
    let mut runner = TestRunner::deterministic();
    for case in 0..12 {
        let graph = small_random_graph(&mut runner);
        let graph = if case % 3 == 0 { Graph { listing: Listing::Nothing, ..graph } } else { graph };
        let layout = Layout::new(&graph.layers, 1 + case % 5);
        let checkpoints = SharedStore::default();
        for result in run(&graph, &layout, &checkpoints, 1 + case as usize % 3, 1 + case as usize % 2) {
            assert_eq!(result, Ok(()));
        }
        let place = |rank| layout.locate(rank);
        let code = |rank| {
            checkpoints.codes(place(rank).layer, place(rank).shard).unwrap()[place(rank).index as usize]
        };
        let codes: Vec<u32> = (0..layout.rank_count()).map(code).collect();
        assert_eq!(codes, plain_values(&graph, Play::Normal));
    }
}

#[test]
fn one_process_that_fails_ends_all() {
    // After the failure in the first layer, no process can complete the second.
    let moves: [&[u64]; 6] = [&[1], &[0, 2], &[], &[4], &[3, 5], &[0]];
    let graph = Graph { layers: vec![3, 3], ..Graph::of_moves(&moves) };
    let layout = Layout::new(&graph.layers, 4);
    let checkpoints = SharedStore { faulty: Some(1), ..SharedStore::default() };
    let results = run(&graph, &layout, &checkpoints, 2, 1);
    assert_eq!(results[1], Err(BuildError::Checkpoint(StorageError::new("the disk is full"))));
    assert!(
        matches!(&results[0], Err(BuildError::Transport(what)) if what.to_string().contains("ended")),
        "{results:?}"
    );
}

fn connect(hosts: &Hosts, index: usize, what: &str) -> Result<Link, LinkError> {
    Link::connect(hosts, index, what, Duration::from_millis(400))
}

#[test]
fn hosts_that_never_come_are_named_in_time() {
    let hosts = free_hosts(3);
    let error = connect(&hosts, 0, "a table").unwrap_err().to_string();
    assert!(
        error.starts_with("process 1 (127.0.0.1:") && error.contains("did not connect within 400ms"),
        "{error}"
    );
    let error = connect(&hosts, 2, "a table").unwrap_err().to_string();
    assert!(error.starts_with("process 0 (127.0.0.1:") && error.contains("refused"), "{error}");
    let error = connect(&hosts, 3, "a table").unwrap_err().to_string();
    assert_eq!(error, "there is no process 3: the hosts are processes 0 to 2");
}

#[test]
fn a_port_that_is_taken_is_reported() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let hosts = Hosts::parse(&taken.local_addr().unwrap().to_string()).unwrap();
    let error = connect(&hosts, 0, "a table").unwrap_err();
    // Another group may use the port only for a moment.
    assert!(error.is_temporary());
    let error = error.to_string();
    assert!(
        error.starts_with("process 0 cannot listen on 127.0.0.1:") && error.contains("in use"),
        "{error}"
    );
}

#[test]
fn a_name_that_is_no_host_is_reported() {
    let hosts = Hosts::parse("no-such-host.invalid:7001\n127.0.0.1:7999").unwrap();
    let error = connect(&hosts, 0, "a table").unwrap_err().to_string();
    assert!(error.starts_with("process 0 cannot listen on no-such-host.invalid:7001"), "{error}");
}

#[test]
fn processes_that_build_something_else_are_refused() {
    let hosts = &free_hosts(2);
    std::thread::scope(|scope| {
        let begin = |index, what| Link::connect(hosts, index, what, Duration::from_secs(20));
        let first = scope.spawn(move || begin(0, "chase 20"));
        let second = scope.spawn(move || begin(1, "chase 21"));
        let refused = |result: Result<Link, LinkError>| {
            result.unwrap_err().to_string().contains("builds a different table")
        };
        assert!(refused(first.join().unwrap()));
        assert!(refused(second.join().unwrap()));
    });
}

/// Two groups with the same ports and the same table do not mix.
#[test]
fn groups_with_other_secrets_are_strangers() {
    let hosts = free_hosts(2);
    let (ours, theirs) = (&hosts.clone().of_group(1), &hosts.of_group(2));
    std::thread::scope(|scope| {
        let first = scope.spawn(move || Link::connect(ours, 0, "a table", Duration::from_secs(20)));
        // The first process of the other group found its port in use. The second one connects and is refused.
        let error = Link::connect(theirs, 1, "a table", Duration::from_secs(20)).unwrap_err();
        assert!(
            error.is_temporary() && error.to_string().contains("another group of processes is at"),
            "{error}"
        );
        let second = scope.spawn(move || Link::connect(ours, 1, "a table", Duration::from_secs(20)));
        assert!(second.join().unwrap().is_ok());
        assert!(first.join().unwrap().is_ok());
    });
}

#[test]
fn strangers_are_sent_away() {
    let hosts = &free_hosts(2);
    let address = hosts.to_string().lines().next().unwrap().to_owned();
    std::thread::scope(|scope| {
        let first = scope.spawn(move || Link::connect(hosts, 0, "a table", Duration::from_secs(20)));
        let stranger = scope.spawn(move || {
            // Up to a minute, for a busy machine.
            let mut stream = (0..6000).find_map(|_| {
                std::thread::sleep(Duration::from_millis(10));
                TcpStream::connect(&address).ok()
            });
            let _ = stream.as_mut().unwrap().write_all(b"GET / HTTP/1.1\r\nHost: somewhere\r\n\r\n");
        });
        stranger.join().unwrap();
        let second = scope.spawn(move || Link::connect(hosts, 1, "a table", Duration::from_secs(20)));
        assert!(second.join().unwrap().is_ok());
        assert!(first.join().unwrap().is_ok());
    });
}

/// Silent connections and incomplete greetings do not block the others. Served one after the other, they would exceed
/// the timeout of the group by far.
#[test]
fn silent_strangers_keep_nobody_waiting() {
    let hosts = &free_hosts(3);
    let address = hosts.to_string().lines().next().unwrap().to_owned();
    std::thread::scope(|scope| {
        let connect = |index| Link::connect(hosts, index, "a table", Duration::from_secs(20));
        let first = scope.spawn(move || connect(0));
        let call = || {
            (0..6000).find_map(|_| {
                std::thread::sleep(Duration::from_millis(10));
                TcpStream::connect(&address).ok()
            })
        };
        let mut strangers: Vec<TcpStream> = (0..30).map(|_| call().unwrap()).collect();
        for stranger in strangers.iter_mut().step_by(3) {
            stranger.write_all(b"WINWAYS2 half").unwrap();
        }
        let others: Vec<_> = [1, 2].map(|index| scope.spawn(move || connect(index))).into_iter().collect();
        assert!(first.join().unwrap().is_ok());
        assert!(others.into_iter().all(|other| other.join().unwrap().is_ok()));
        // The connections were held open all the time.
        assert_eq!(strangers.len(), 30);
    });
}

#[test]
fn others_report_a_failed_preparation_of_process_0() {
    let hosts = &free_hosts(2);
    std::thread::scope(|scope| {
        let prepare = |index: usize, prepared: Result<(), StorageError>| {
            let mut link = Link::connect(hosts, index, "a table", Duration::from_secs(20)).unwrap();
            link.in_turn(|| prepared).unwrap_err().to_string()
        };
        let first = scope.spawn(move || prepare(0, Err(StorageError::new("no permission"))));
        let second = scope.spawn(move || prepare(1, Ok(())));
        assert_eq!(first.join().unwrap(), "no permission");
        assert!(second.join().unwrap().starts_with("process 0 could not start"));
    });
}
