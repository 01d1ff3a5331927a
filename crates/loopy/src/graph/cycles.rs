//! Strongly connected components, and cycles of alternating moves.

use super::{Graph, PLAYERS, Player, place};

/// Returns the strongly connected components of a graph with `count` vertices, each after the components that it reaches.
///
/// Source: R. E. Tarjan, Depth-first search and linear graph algorithms (1972), with an explicit stack.
pub(crate) fn components<I: Iterator<Item = u32>>(count: usize, options: impl Fn(u32) -> I) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let mut indices = vec![NEW; count];
    let mut lows = vec![NEW; count];
    let mut is_open = vec![false; count];
    let (mut open, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..count as u32 {
        if indices[root as usize] != NEW {
            continue;
        }
        let mut calls = vec![(root, options(root))];
        while let Some((vertex, rest)) = calls.last_mut() {
            let at = *vertex as usize;
            if indices[at] == NEW {
                (indices[at], lows[at], is_open[at]) = (next, next, true);
                next += 1;
                open.push(*vertex);
            }
            match rest.next() {
                Some(option) if indices[option as usize] == NEW => calls.push((option, options(option))),
                Some(option) if is_open[option as usize] => lows[at] = lows[at].min(indices[option as usize]),
                Some(_) => {}
                None => {
                    calls.pop();
                    if let Some((caller, _)) = calls.last() {
                        lows[*caller as usize] = lows[*caller as usize].min(lows[at]);
                    }
                    if lows[at] == indices[at] {
                        let start = open.iter().rposition(|&vertex| vertex as usize == at).unwrap_or(0);
                        let component = open.split_off(start);
                        component.iter().for_each(|&vertex| is_open[vertex as usize] = false);
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}

/// Returns the moves, as (player, from, to), that lie on a cycle of alternating moves, in ascending order of `from`.
pub(crate) fn alternating_cycles(graph: &Graph) -> Vec<(Player, u32, u32)> {
    // A state is 2·vertex + the index of the player to move.
    let options = |state: u32| {
        let at = (state & 1) as usize;
        graph.options(PLAYERS[at], state / 2).iter().map(move |&option| 2 * option + 1 - at as u32)
    };
    let found = components(2 * graph.len(), options);
    let mut component_of = vec![0; 2 * graph.len()];
    for (number, component) in found.iter().enumerate() {
        component.iter().for_each(|&state| component_of[state as usize] = number);
    }
    let mut edges = Vec::new();
    for vertex in graph.vertices() {
        for player in PLAYERS {
            let state = 2 * vertex + place(player) as u32;
            for (&to, next) in graph.options(player, vertex).iter().zip(options(state)) {
                // No state has a move to itself, so two states of one component lie on a cycle.
                if component_of[state as usize] == component_of[next as usize] {
                    edges.push((player, vertex, to));
                }
            }
        }
    }
    edges
}

/// Returns, for each vertex, `true` if no follower lies on a cycle of alternating moves.
pub(crate) fn stopper_vertices(graph: &Graph) -> Vec<bool> {
    let reversed = graph.reversed();
    let mut is_stopper = vec![true; graph.len()];
    let mut stack = Vec::new();
    for vertex in alternating_cycles(graph).into_iter().flat_map(|(_, from, to)| [from, to]) {
        if std::mem::replace(&mut is_stopper[vertex as usize], false) {
            stack.push(vertex);
        }
    }
    while let Some(vertex) = stack.pop() {
        for before in reversed.all_options(vertex) {
            if std::mem::replace(&mut is_stopper[before as usize], false) {
                stack.push(before);
            }
        }
    }
    is_stopper
}
