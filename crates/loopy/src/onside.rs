//! The onside of a vertex that may not be a stopper.

use crate::graph::{Graph, Player, alternating_cycles, stopper_vertices};
use crate::order::{Order, Rule};
use crate::stopper::simplest_forms;
use crate::work::Work;
use winways_solve::StopReason;

/// A graph with a root vertex, which represents one side of a game.
#[derive(Clone, Debug)]
pub(crate) struct Rooted {
    pub(crate) graph: Graph,
    pub(crate) root: u32,
}

/// The maximum number of passes over a graph that does not become a stopper.
const MOST_PASSES: usize = 8;

/// The maximum number of Right's moves on alternating cycles in an unravelled graph.
const MOST_ROUNDS: u32 = 3;

/// Returns a simpler graph with the same onside, and `true` if its root is a stopper.
///
/// 1. Vertices that reach no alternating cycle are stoppers, and are replaced by their simplest forms.
/// 2. *Unravel*: on the onside, infinite play is bad for Right. If the onside stays the same when Right makes at most 0, 1, 2 or 3 moves on
///    alternating cycles, the result is a stopper.
/// 3. Moves on alternating cycles are removed, redirected to equal stoppers, or bypassed, wherever the onside of the root stays the same.
///
/// A change is kept only if the new root compares equal to the old root, so the changes need no side conditions. A result that is not a
/// stopper is not canonical.
///
/// Source: A. N. Siegel, *Combinatorial Game Theory* (2013), sections VI.3 and VI.4.
pub(crate) fn simplified_onside(start: Rooted, work: Work<'_>) -> Result<(Rooted, bool), StopReason> {
    let mut rooted = with_simple_stoppers(&start, work)?;
    for _ in 0..MOST_PASSES {
        if alternating_cycles(&rooted.graph).is_empty() {
            return Ok((rooted, true));
        }
        if let Some(stopper) = unravelled(&rooted, work)? {
            return Ok((stopper, true));
        }
        let mut pass = Pass { rooted: &mut rooted, is_changed: false, work };
        pass.redirect()?;
        pass.remove(Player::Right)?;
        pass.remove(Player::Left)?;
        pass.bypass()?;
        if !pass.is_changed {
            break;
        }
        rooted = with_simple_stoppers(&rooted, work)?;
    }
    Ok((rooted, false))
}

/// Returns the subgraph of the followers of the root. Vertices that reach no alternating cycle are replaced by their simplest
/// forms, and vertices with the same play are merged.
fn with_simple_stoppers(start: &Rooted, work: Work<'_>) -> Result<Rooted, StopReason> {
    let (graph, fused) = start.graph.reachable(start.root).fused(work)?;
    let root = fused[0];
    let is_stopper = stopper_vertices(&graph);
    let stoppers: Vec<u32> = graph.vertices().filter(|&vertex| is_stopper[vertex as usize]).collect();
    let (part, numbers) = graph.reachable_from(&stoppers);
    let (mut next, places) = simplest_forms(&part, work)?;
    let renumbered: Vec<u32> = numbers
        .iter()
        .map(|&number| places.get(number as usize).copied().unwrap_or_else(|| next.add_vertex()))
        .collect();
    for vertex in graph.vertices().filter(|&vertex| !is_stopper[vertex as usize]) {
        for player in crate::graph::PLAYERS {
            let options = graph.options(player, vertex).iter().map(|&option| renumbered[option as usize]);
            next.set_options(player, renumbered[vertex as usize], options.collect());
        }
    }
    let graph = next.reachable(renumbered[root as usize]);
    if stoppers.len() == is_stopper.len() {
        return Ok(Rooted { graph, root: 0 });
    }
    let (graph, classes) = graph.fused(work)?;
    Ok(Rooted { graph, root: classes[0] })
}

/// Returns `true` if the onside of one root is at most the onside of another root.
fn is_at_most(one: &Rooted, other: &Rooted, work: Work<'_>) -> Result<bool, StopReason> {
    Ok(Order::with_work(&one.graph, &other.graph, Rule::Onside, work)?.is_at_most(one.root, other.root))
}

/// Returns a stopper with the same onside, if one is found by bounding the number of Right's moves on alternating cycles.
fn unravelled(rooted: &Rooted, work: Work<'_>) -> Result<Option<Rooted>, StopReason> {
    for rounds in 0..=MOST_ROUNDS {
        let candidate = unravelled_to(rooted, rounds, work)?;
        // Right has fewer moves than before, so the candidate is at least the onside.
        if is_at_most(&candidate, rooted, work)? {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

/// Returns the graph in which Right makes at most `rounds` moves on alternating cycles.
fn unravelled_to(rooted: &Rooted, rounds: u32, work: Work<'_>) -> Result<Rooted, StopReason> {
    let graph = &rooted.graph;
    let count = graph.len() as u32;
    work.check(graph.bytes().saturating_mul(3 * u64::from(rounds + 1)))?;
    let cyclic: hashbrown::HashSet<_> = alternating_cycles(graph).into_iter().collect();
    let mut layers = Graph::new();
    for layer in 0..=rounds {
        for vertex in graph.vertices() {
            work.spend(1 + graph.all_options(vertex).count())?;
            let left =
                graph.options(Player::Left, vertex).iter().map(|&option| option + layer * count).collect();
            let of_right = graph.options(Player::Right, vertex).iter();
            let right = of_right
                .filter_map(|&option| match cyclic.contains(&(Player::Right, vertex, option)) {
                    false => Some(option + layer * count),
                    true if layer < rounds => Some(option + (layer + 1) * count),
                    true => None,
                })
                .collect();
            layers.push([left, right]);
        }
    }
    let (graph, classes) = layers.reachable(rooted.root).fused(work)?;
    Ok(Rooted { graph, root: classes[0] })
}

/// A pass over the moves on alternating cycles of a graph. Its changes preserve the onside of the root.
struct Pass<'p> {
    rooted: &'p mut Rooted,
    is_changed: bool,
    work: Work<'p>,
}

impl Pass<'_> {
    /// Replaces the options of a vertex and returns `true` if the onside of the root stays the same.
    fn try_options(&mut self, player: Player, vertex: u32, options: Vec<u32>) -> Result<bool, StopReason> {
        let mut graph = self.rooted.graph.clone();
        graph.set_options(player, vertex, options);
        self.try_graph(Rooted { graph, root: self.rooted.root })
    }

    fn try_graph(&mut self, candidate: Rooted) -> Result<bool, StopReason> {
        let is_equal = is_at_most(&candidate, self.rooted, self.work)?
            && is_at_most(self.rooted, &candidate, self.work)?;
        if is_equal {
            *self.rooted = candidate;
            self.is_changed = true;
        }
        Ok(is_equal)
    }

    /// Removes moves of a player on alternating cycles.
    fn remove(&mut self, player: Player) -> Result<(), StopReason> {
        for (mover, from, to) in alternating_cycles(&self.rooted.graph) {
            if mover == player {
                let mut options = self.rooted.graph.options(player, from).to_vec();
                options.retain(|&option| option != to);
                self.try_options(player, from, options)?;
            }
        }
        Ok(())
    }

    /// Replaces each target of a move that is not a stopper by a stopper with the same onside, if there is one.
    fn redirect(&mut self) -> Result<(), StopReason> {
        let graph = &self.rooted.graph;
        let is_stopper = stopper_vertices(graph);
        let order = Order::with_work(graph, graph, Rule::Onside, self.work)?;
        let mut pairs = Vec::new();
        for vertex in graph.vertices().filter(|&vertex| !is_stopper[vertex as usize]) {
            let is_equal = |&other: &u32| {
                is_stopper[other as usize]
                    && order.is_at_most(vertex, other)
                    && order.is_at_most(other, vertex)
            };
            pairs.extend(graph.vertices().find(is_equal).map(|stopper| (vertex, stopper)));
        }
        for (vertex, stopper) in pairs {
            let classes: Vec<u32> =
                self.rooted.graph.vertices().map(|at| if at == vertex { stopper } else { at }).collect();
            let mut graph = self.rooted.graph.clone();
            for at in self.rooted.graph.vertices() {
                for player in crate::graph::PLAYERS {
                    let options = self.rooted.graph.options(player, at);
                    let redirected = options.iter().map(|&option| classes[option as usize]).collect();
                    graph.set_options(player, at, redirected);
                }
            }
            self.try_graph(Rooted { graph, root: classes[self.rooted.root as usize] })?;
        }
        Ok(())
    }

    /// Bypasses reversible options on alternating cycles.
    fn bypass(&mut self) -> Result<(), StopReason> {
        let order = Order::with_work(&self.rooted.graph, &self.rooted.graph, Rule::Onside, self.work)?;
        for (player, from, to) in alternating_cycles(&self.rooted.graph) {
            let graph = &self.rooted.graph;
            let is_reversing = |&&reply: &&u32| match player {
                Player::Left => order.is_at_most(reply, from),
                Player::Right => order.is_at_most(from, reply),
            };
            let Some(&reply) = graph.options(player.other(), to).iter().find(is_reversing) else { continue };
            let after = graph.options(player, reply).iter().copied();
            let mut options: Vec<u32> = graph.options(player, from).iter().copied().chain(after).collect();
            options.retain(|&option| option != to);
            options.sort_unstable();
            options.dedup();
            let old = graph.options(player, from);
            if options.len() <= old.len() && options != old {
                self.try_options(player, from, options)?;
            }
        }
        Ok(())
    }
}
