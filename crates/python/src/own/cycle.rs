//! Cycle detection in the known moves of a game.

use std::collections::HashMap;

/// The state of a position in the depth-first search.
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// The position is on the current path, at this index.
    OnPath(usize),
    /// All followers of the position have been searched.
    Done,
}

/// Returns the positions of a cycle reachable from `start`, in the order of play, or `None` if there is no cycle.
///
/// `moves` appends the known options of its first argument to its second argument.
pub(super) fn cycle_from(start: u32, mut moves: impl FnMut(u32, &mut Vec<u32>)) -> Option<Vec<u32>> {
    let mut states = HashMap::from([(start, State::OnPath(0))]);
    let mut path = vec![start];
    let mut waiting = Vec::new();
    moves(start, &mut waiting);
    // For each position on the path, the index in `waiting` where its options begin.
    let mut begins = vec![0];
    while let (Some(&position), Some(&begin)) = (path.last(), begins.last()) {
        if waiting.len() == begin {
            states.insert(position, State::Done);
            path.pop();
            begins.pop();
            continue;
        }
        let Some(next) = waiting.pop() else { break };
        match states.get(&next) {
            Some(State::OnPath(place)) => return Some(path.split_off(*place)),
            Some(State::Done) => {}
            None => {
                states.insert(next, State::OnPath(path.len()));
                path.push(next);
                begins.push(waiting.len());
                moves(next, &mut waiting);
            }
        }
    }
    None
}
