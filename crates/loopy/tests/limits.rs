//! Work that the ledger stops.

mod common;

use common::{graph_of, ledger};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_loopy::{Graph, ImpartialLoops, Loopies, Order, Player, ReadError, Rule};
use winways_solve::{Budget, Ledger, NoObserver, Observer, Progress, StopReason};
use winways_values::Arena;

/// An observer that stops the work at one of its polls.
struct StopAt(AtomicU64);

impl Observer for StopAt {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        match self.0.fetch_sub(1, Ordering::Relaxed) {
            1 => ControlFlow::Break(StopReason::Interrupted),
            _ => ControlFlow::Continue(()),
        }
    }
}

const CAROUSEL: &str = "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}";

#[test]
fn every_step_can_be_interrupted_and_repeated() {
    let arena = Arena::default();
    let expected = {
        let (mut loopies, mut session) = (Loopies::new(), arena.session());
        let value = loopies.parse(CAROUSEL, &mut session, &ledger()).unwrap();
        loopies.text(value, &mut session, &ledger()).unwrap()
    };
    let (mut loopies, mut interruptions) = (Loopies::new(), 0);
    for poll in (1..).map(|round: u64| round * round) {
        let observer = StopAt(AtomicU64::new(poll));
        let ledger = Ledger::new(Budget::DEFAULT, &observer, 1);
        let mut session = arena.session();
        match loopies.parse(CAROUSEL, &mut session, &ledger) {
            Err(ReadError::Stopped(StopReason::Interrupted)) => interruptions += 1,
            read => {
                let value = read.unwrap();
                assert_eq!(loopies.text(value, &mut session, &common::ledger()).unwrap(), expected);
                break;
            }
        }
    }
    assert!(interruptions > 10, "{interruptions}");
}

#[test]
fn memory_is_limited() {
    let arena = Arena::default();
    let budget = Budget { memory: 1 << 20, ..Budget::DEFAULT };
    let ledger = Ledger::new(budget, &NoObserver, 1 << 10);
    let mut loopies = Loopies::new();
    for text in ["100000", "*1000", "5000over", "100.{0|upon,3}", "{1000|-1000} + {2000|-1000}"] {
        let read = loopies.parse(text, &mut arena.session(), &ledger);
        assert_eq!(read, Err(ReadError::Stopped(StopReason::Memory { limit: 1 << 20 })), "{text}");
    }
    let lists: common::Lists = vec![[vec![0], vec![0]]; 1000];
    let graph = graph_of(&lists);
    assert!(Order::new(&graph, &graph, Rule::Onside, &ledger).is_err());
    assert!(ImpartialLoops::new(vec![vec![0]; 100_000], &ledger).is_err());
    assert!(loopies.bytes() <= 1 << 20);
}

#[test]
fn long_chains_need_no_deep_stack() {
    let mut graph = Graph::new();
    let mut last = graph.add_vertex();
    graph.add_edge(Player::Left, last, last);
    for _ in 0..300_000 {
        let next = graph.add_vertex();
        graph.add_edge(Player::Left, next, last);
        graph.add_edge(Player::Right, next, last);
        last = next;
    }
    assert!(graph.is_stopper(last) && !graph.is_loopfree(last));
}

#[test]
fn texts_are_limited() {
    // Followers of both options are written again and again: 2^40 games.
    let (ledger, arena) = (ledger(), Arena::default());
    let mut graph = Graph::new();
    let on = graph.add_vertex();
    graph.add_edge(Player::Left, on, on);
    let mut last = on;
    for number in 0..40_u32 {
        let [next, low] = [graph.add_vertex(), graph.add_vertex()];
        for (player, from, to) in
            [(Player::Left, next, last), (Player::Right, next, low), (Player::Left, low, last)]
        {
            graph.add_edge(player, from, to);
        }
        let game = arena.integer(-i64::from(number) - 1).unwrap();
        let number = graph.add_game(game, &mut arena.session(), &ledger).unwrap();
        graph.add_edge(Player::Right, low, number);
        last = next;
    }
    let mut loopies = Loopies::new();
    let value = loopies.value(&graph, last, &ledger).unwrap();
    match loopies.text(value, &mut arena.session(), &ledger) {
        Ok(text) => assert!(text.len() <= 1 << 16),
        Err(reason) => assert!(matches!(reason, StopReason::Text { .. })),
    }
}
