//! Cases that compute values of games in which play may cycle.

use super::case::{BenchError, BenchResult, Resources, Result};
use super::checksum::Checksum;
use super::forms::arena;
use std::collections::HashMap;
use winways_loopy::{Graph, ImpartialLoops, Loopies, Loopy, Order, Player, Rule};
use winways_solve::{Ledger, StopReason};
use winways_values::Session;

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

fn ledger<'r>(resources: &'r Resources<'_>) -> Ledger<'r> {
    Ledger::new(resources.budget, resources.observer, 1 << 17)
}

fn stopped(reason: StopReason) -> BenchError {
    reason.after(0).into()
}

/// Returns the graph of 0 and three nodes whose edges are encoded in the bits of a number, four bits for each list of options.
fn graph_of_three(code: u32) -> Graph {
    let mut graph = Graph::new();
    (0..4).for_each(|_| {
        graph.add_vertex();
    });
    for list in 0..6 {
        for to in (0..4).filter(|to| code >> (4 * list + to) & 1 == 1) {
            graph.add_edge(PLAYERS[list as usize % 2], list / 2, to);
        }
    }
    graph
}

/// Computes the values of the three nodes in every `step`th graph of [`graph_of_three`].
pub(super) fn three_nodes(resources: &Resources<'_>, step: usize) -> Result {
    let (arena, ledger) = (arena(resources), ledger(resources));
    let mut session = arena.session();
    let (mut loopies, mut checksums) = (Loopies::new(), HashMap::new());
    let (mut games, mut sum) = (0, 0_u64);
    for code in (0..1 << 24).step_by(step) {
        for value in loopies.values(&graph_of_three(code), &ledger).map_err(stopped)?.into_iter().take(3) {
            let checksum = match checksums.get(&value) {
                Some(&known) => known,
                None => {
                    let found = of_value(&mut loopies, value, &mut session, &ledger).map_err(stopped)?;
                    checksums.insert(value, found);
                    found
                }
            };
            (games, sum) = (games + 1, sum.wrapping_add(checksum));
        }
    }
    let summary = format!("{} stoppers", loopies.count());
    Ok(BenchResult::new(summary, games, "games", Checksum::default().word(sum)))
}

/// Returns a checksum of the text of a value if the value is canonical, and otherwise of its outcome.
fn of_value(
    loopies: &mut Loopies,
    value: Loopy,
    session: &mut Session<'_>,
    ledger: &Ledger<'_>,
) -> std::result::Result<u64, StopReason> {
    let text = match value.is_canonical() {
        true => loopies.text(value, session, ledger)?,
        false => loopies.outcome(value, ledger)?.to_string(),
    };
    Ok(Checksum::default().text(&text).finish())
}

/// Returns a graph without cycles of alternating moves. Most of its vertices equal one of a few simplest forms.
fn stoppers(count: u32) -> Graph {
    let mut graph = Graph::new();
    let mut random = 1_u32;
    for vertex in 0..count {
        graph.add_vertex();
        for move_of in 0..4 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if vertex > 0 {
                let back = 1 + (random >> 8) % vertex.min(20);
                graph.add_edge(PLAYERS[move_of / 2], vertex, vertex - back);
            }
        }
        if random >> 16 & 3 == 0 {
            graph.add_edge(Player::Left, vertex, vertex);
        }
    }
    graph
}

/// Compares all pairs of vertices in the simplest form of a stopper, which is the last of `count` vertices of a graph.
pub(super) fn comparison(resources: &Resources<'_>, count: u32) -> Result {
    let ledger = ledger(resources);
    let mut loopies = Loopies::new();
    let value = loopies.value(&stoppers(count), count - 1, &ledger).map_err(stopped)?;
    let (graph, _) = loopies.graph(value.onside(), &ledger).map_err(stopped)?;
    let order = Order::new(&graph, &graph, Rule::Stoppers, &ledger).map_err(stopped)?;
    let vertices = graph.len() as u32;
    let pairs = (0..vertices).flat_map(|low| (0..vertices).map(move |high| (low, high)));
    let below = pairs.filter(|&(low, high)| order.is_at_most(low, high)).count() as u64;
    let count = u64::from(vertices).pow(2);
    Ok(BenchResult::new(
        format!("{below} comparable pairs"),
        count,
        "pairs",
        Checksum::default().words([count, below]),
    ))
}

/// Computes Smith's labels of the vertices of an impartial graph in which about one vertex in four has a move to itself.
pub(super) fn labels(resources: &Resources<'_>, count: u32) -> Result {
    let graph = stoppers(count);
    let options = (0..count).map(|vertex| graph.options(Player::Left, vertex).to_vec()).collect();
    let loops = ImpartialLoops::new(options, &ledger(resources)).map_err(stopped)?;
    let texts = (0..count).map(|vertex| loops.label(vertex).to_string());
    let (mut infinite, mut checksum) = (0, Checksum::default());
    for text in texts {
        infinite += u64::from(text.starts_with('∞'));
        checksum = checksum.text(&text);
    }
    Ok(BenchResult::new(format!("{infinite} without nimbers"), u64::from(count), "positions", checksum))
}
