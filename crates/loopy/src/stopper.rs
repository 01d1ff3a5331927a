//! Simplest forms of stoppers.

use crate::graph::{Graph, PLAYERS, Player};
use crate::order::{Order, Rule};
use crate::work::Work;
use hashbrown::HashSet;
use winways_solve::StopReason;

/// Returns the graph of the simplest forms of all vertices of a graph of stoppers, and the new number of each vertex. Equal vertices get
/// the same number.
///
/// Reversible options are bypassed and dominated options are removed, one at a time. No step changes a value, so a single table of
/// comparisons serves all steps. In the end equal vertices have equal options, and are fused.
///
/// Source: A. N. Siegel, *Combinatorial Game Theory* (2013), section VI.2.
pub(crate) fn simplest_forms(graph: &Graph, work: Work<'_>) -> Result<(Graph, Vec<u32>), StopReason> {
    let order = Order::with_work(graph, graph, Rule::Stoppers, work)?;
    let graph = simplified(graph.clone(), &order, work)?;
    let (classes, count) = classes(graph.len(), &order, work)?;
    Ok((graph.quotient(&classes, count), classes))
}

/// Returns the graph without reversible and dominated options.
fn simplified(mut graph: Graph, order: &Order, work: Work<'_>) -> Result<Graph, StopReason> {
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for vertex in graph.vertices() {
            for player in PLAYERS {
                let bypassed = bypassed(&graph, order, player, vertex, work)?;
                let kept = undominated(bypassed, order, player, work)?;
                if kept != graph.options(player, vertex) {
                    graph.set_options(player, vertex, kept);
                    is_changed = true;
                }
            }
        }
    }
    Ok(graph)
}

/// Returns `true` if a vertex is at least as good for a player as another vertex.
fn is_as_good(order: &Order, player: Player, vertex: u32, other: u32) -> bool {
    match player {
        Player::Left => order.is_at_most(other, vertex),
        Player::Right => order.is_at_most(vertex, other),
    }
}

/// Returns the options of a vertex with each reversible option replaced by the options that follow the reply.
fn bypassed(
    graph: &Graph,
    order: &Order,
    player: Player,
    vertex: u32,
    work: Work<'_>,
) -> Result<Vec<u32>, StopReason> {
    let mut open = graph.options(player, vertex).to_vec();
    let (mut kept, mut seen) = (Vec::new(), None);
    while let Some(option) = open.pop() {
        let replies = graph.options(player.other(), option);
        work.spend(1 + replies.len())?;
        let reply = replies.iter().find(|&&reply| is_as_good(order, player, vertex, reply));
        match reply {
            None => kept.push(option),
            Some(&reply) => {
                work.spend(graph.options(player, reply).len())?;
                let seen: &mut HashSet<u32> =
                    seen.get_or_insert_with(|| graph.options(player, vertex).iter().copied().collect());
                open.extend(graph.options(player, reply).iter().filter(|&&after| seen.insert(after)));
            }
        }
    }
    kept.sort_unstable();
    Ok(kept)
}

/// Returns the options that no other option dominates. Keeps only the first of several equal options.
fn undominated(
    options: Vec<u32>,
    order: &Order,
    player: Player,
    work: Work<'_>,
) -> Result<Vec<u32>, StopReason> {
    let mut kept: Vec<u32> = Vec::with_capacity(options.len());
    for option in options {
        work.spend(1 + 2 * kept.len())?;
        if kept.iter().any(|&other| is_as_good(order, player, other, option)) {
            continue;
        }
        kept.retain(|&other| !is_as_good(order, player, option, other));
        kept.push(option);
    }
    Ok(kept)
}

/// Returns the class of each vertex, and the number of classes: equal vertices have the same class.
fn classes(count: usize, order: &Order, work: Work<'_>) -> Result<(Vec<u32>, usize), StopReason> {
    let mut firsts: Vec<u32> = Vec::new();
    let mut classes = Vec::with_capacity(count);
    for vertex in 0..count as u32 {
        work.spend(1 + firsts.len())?;
        let is_equal = |&first: &u32| order.is_at_most(first, vertex) && order.is_at_most(vertex, first);
        let class = firsts.iter().position(is_equal).unwrap_or(firsts.len());
        if class == firsts.len() {
            firsts.push(vertex);
        }
        classes.push(class as u32);
    }
    Ok((classes, firsts.len()))
}
