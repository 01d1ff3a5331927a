//! Cycles in what is known of the moves of a game.

use std::collections::HashMap;

/// Where a walk stands with a position.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    /// On the line of play under way, as number so many of it.
    OnLine(usize),
    /// Everything that follows on it was looked at.
    Done,
}

/// The positions of a cycle that can be reached from `start`, in the order of play; `None` if there is none.
///
/// `moves` appends the positions after the moves of its first argument, as far as they are known.
pub(super) fn cycle_from(start: u32, mut moves: impl FnMut(u32, &mut Vec<u32>)) -> Option<Vec<u32>> {
    let mut marks = HashMap::from([(start, Mark::OnLine(0))]);
    let mut line = vec![start];
    let mut waiting = Vec::new();
    moves(start, &mut waiting);
    // Where the positions that wait for each position of the line begin.
    let mut begins = vec![0];
    while let (Some(&position), Some(&begin)) = (line.last(), begins.last()) {
        if waiting.len() == begin {
            marks.insert(position, Mark::Done);
            line.pop();
            begins.pop();
            continue;
        }
        let Some(next) = waiting.pop() else { break };
        match marks.get(&next) {
            Some(Mark::OnLine(place)) => return Some(line.split_off(*place)),
            Some(Mark::Done) => {}
            None => {
                marks.insert(next, Mark::OnLine(line.len()));
                line.push(next);
                begins.push(waiting.len());
                moves(next, &mut waiting);
            }
        }
    }
    None
}
