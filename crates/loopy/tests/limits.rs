//! Work that the ledger stops.

mod common;

use common::{CAROUSEL, graph_of, ledger, lists_of, root};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_loopy::{Graph, ImpartialLoops, Loopies, Loopy, Order, Player, Rule};
use winways_solve::{Budget, Ledger, NoObserver, Observer, Progress, StopReason};
use winways_values::{Arena, Session};

/// An observer that stops the work at its n-th poll.
struct StopAt(AtomicU64);

impl Observer for StopAt {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        match self.0.fetch_sub(1, Ordering::Relaxed) {
            1 => ControlFlow::Break(StopReason::Interrupted),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn every_step_can_be_interrupted_and_repeated() {
    let arena = Arena::default();
    let lists = lists_of(CAROUSEL);
    let (mut padded, root) = (graph_of(&lists), root(&lists));
    // For more than eight vertices, the library uses no matrices.
    padded.add_vertex();
    for graph in [graph_of(&lists), padded] {
        let text = |loopies: &mut Loopies, ledger: &Ledger<'_>| {
            let value = loopies.value(&graph, root, ledger)?;
            loopies.text(value, &mut arena.session(), ledger)
        };
        let expected = text(&mut Loopies::new(), &ledger()).unwrap();
        let (mut loopies, mut interruptions) = (Loopies::new(), 0);
        for poll in (1..).map(|round: u64| round * round) {
            let observer = StopAt(AtomicU64::new(poll));
            match text(&mut loopies, &Ledger::new(Budget::DEFAULT, &observer, 1)) {
                Err(StopReason::Interrupted) => interruptions += 1,
                found => {
                    assert_eq!(found.unwrap(), expected);
                    break;
                }
            }
        }
        assert!(interruptions > 10, "{interruptions}");
    }
}

/// A computation that needs much memory.
type Job = fn(&mut Loopies, &mut Session<'_>, &Ledger<'_>) -> Result<Loopy, StopReason>;

fn switch(
    loopies: &mut Loopies,
    session: &mut Session<'_>,
    ledger: &Ledger<'_>,
) -> Result<Loopy, StopReason> {
    let [left, right] = [session.integer(1000)?, session.integer(-1000)?];
    let game = session.form(&[left], &[right])?;
    loopies.from_game(game, session, ledger).map(Loopy::from)
}

#[test]
fn memory_is_limited() {
    let arena = Arena::default();
    let budget = Budget { memory: 1 << 20, ..Budget::DEFAULT };
    let ledger = Ledger::new(budget, &NoObserver, 1 << 10);
    let mut loopies = Loopies::new();
    let jobs: [Job; 4] = [
        |loopies, session, ledger| {
            let number = session.integer(100_000)?;
            loopies.from_game(number, session, ledger).map(Loopy::from)
        },
        |loopies, session, ledger| {
            let nimber = session.nimber(1000)?;
            loopies.from_game(nimber, session, ledger).map(Loopy::from)
        },
        |loopies, session, ledger| {
            let number = session.integer(5000)?;
            let number = loopies.from_game(number, session, ledger)?;
            let over = loopies.named("over", ledger)?.unwrap_or(Loopy::ZERO);
            loopies.sum(number.into(), over, ledger)
        },
        |loopies, session, ledger| {
            let switch = switch(loopies, session, ledger)?;
            let over = loopies.named("over", ledger)?.unwrap_or(Loopy::ZERO);
            let sum = loopies.sum(switch, over, ledger)?;
            loopies.sum(sum, switch, ledger)
        },
    ];
    for (place, job) in jobs.iter().enumerate() {
        let found = job(&mut loopies, &mut arena.session(), &ledger);
        assert_eq!(found, Err(StopReason::Memory { limit: 1 << 20 }), "{place}");
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
    // The text of each of the 40 levels contains the text of the previous level twice: 2^40 games.
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
