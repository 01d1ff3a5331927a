//! A brute-force oracle for impartial games.
//!
//! Each game is given only by a rule that lists all positions one move away. The [`Solver`] searches whole
//! positions with a memo: it never splits sums and uses no theorem about any game.

mod boards;
mod heaps;
mod impartial_forms;
mod orders;
mod pictures;
mod random;
mod rule_files;
mod splitting;
mod various;

pub(crate) use random::Random;
use std::collections::HashMap;

/// A whole position, in an encoding chosen by its game.
pub(crate) type State = Vec<u64>;

/// One game: its rule, its notation and a source of small positions.
#[derive(Clone, Copy)]
pub(crate) struct Oracle {
    /// The name of the game, parameters included, such as `nim` or `octal(0.137)`.
    pub(crate) game: &'static str,
    /// Lists the positions after each move, possibly with repetitions.
    pub(crate) moves: fn(&State) -> Vec<State>,
    /// Writes the position in the notation of the game.
    pub(crate) write: fn(&State) -> String,
    /// Generates a random position, biased towards corner cases and small enough for an exhaustive search.
    pub(crate) random: fn(&mut Random) -> State,
    /// Returns an obviously equivalent position for the memo. If the order of heaps does not matter, heaps are sorted
    /// and empty heaps are removed. In Cram, all taken cells become equal. Otherwise, the state is unchanged.
    pub(crate) canonical: fn(&State) -> State,
}

/// Returns the oracles of all games.
pub(crate) fn all() -> Vec<Oracle> {
    let mut oracles = heaps::oracles();
    oracles.extend(rule_files::oracles());
    oracles.extend(splitting::oracles());
    oracles.extend(boards::oracles());
    oracles.extend(pictures::oracles());
    oracles.extend(various::oracles());
    oracles.extend(impartial_forms::oracles());
    oracles.extend(orders::oracles());
    oracles
}

/// Searches the positions of one game, with memos that live as long as the solver.
pub(crate) struct Solver {
    oracle: Oracle,
    grundy: HashMap<State, u64>,
    normal: HashMap<State, bool>,
    misere: HashMap<State, bool>,
}

#[allow(dead_code, reason = "every test target includes the oracle, and not every one asks all questions")]
impl Solver {
    /// Creates a solver for `oracle` with empty memos.
    pub(crate) fn new(oracle: &Oracle) -> Self {
        Self { oracle: *oracle, grundy: HashMap::new(), normal: HashMap::new(), misere: HashMap::new() }
    }

    /// Returns the Grundy number: the least number that is not the Grundy number of a position after one move.
    pub(crate) fn grundy(&mut self, state: &State) -> u64 {
        search(&self.oracle, &mut self.grundy, state, |after| {
            (0..).find(|candidate| !after.contains(candidate)).expect("finitely many moves")
        })
    }

    /// Returns `true` if the player to move wins. The player who cannot move loses under normal play and wins under
    /// misère play.
    pub(crate) fn next_player_wins(&mut self, state: &State, misere: bool) -> bool {
        if misere {
            search(&self.oracle, &mut self.misere, state, |after| after.is_empty() || after.contains(&false))
        } else {
            search(&self.oracle, &mut self.normal, state, |after| after.contains(&false))
        }
    }

    /// Returns the distinct positions after a winning move, in order; empty if the player to move loses or has no
    /// move.
    pub(crate) fn winning_moves(&mut self, state: &State, misere: bool) -> Vec<State> {
        let mut after = (self.oracle.moves)(state);
        after.sort_unstable();
        after.dedup();
        after.retain(|state| !self.next_player_wins(state, misere));
        after
    }
}

/// A position on the current search path.
struct Visit<Value> {
    state: State,
    unvisited: Vec<State>,
    values: Vec<Value>,
}

/// Returns the value of `state`; `value` computes the value of a position from the values after its moves. The path
/// is an explicit stack, so long games do not overflow the call stack.
fn search<Value: Copy>(
    oracle: &Oracle,
    memo: &mut HashMap<State, Value>,
    state: &State,
    value: impl Fn(&[Value]) -> Value,
) -> Value {
    let visit = |state: State| {
        let unvisited = (oracle.moves)(&state).iter().map(oracle.canonical).collect();
        Visit { state, unvisited, values: Vec::new() }
    };
    let root = (oracle.canonical)(state);
    if let Some(&known) = memo.get(&root) {
        return known;
    }
    let mut path = vec![visit(root)];
    loop {
        let last = path.last_mut().expect("the path ends by returning");
        if let Some(next) = last.unvisited.pop() {
            if let Some(&known) = memo.get(&next) {
                last.values.push(known);
            } else {
                path.push(visit(next));
            }
            continue;
        }
        let found = value(&last.values);
        let finished = path.pop().expect("the path has a last position");
        memo.insert(finished.state, found);
        match path.last_mut() {
            Some(previous) => previous.values.push(found),
            None => return found,
        }
    }
}

/// Writes numbers separated by spaces, or `0` if there are none.
fn write_numbers(state: &State) -> String {
    if state.is_empty() { "0".to_owned() } else { join(state) }
}

/// Writes numbers separated by spaces, or `-` if there are none.
fn write_numbers_or_dash(state: &State) -> String {
    if state.is_empty() { "-".to_owned() } else { join(state) }
}

/// Joins numbers with spaces.
fn join(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the state unchanged.
fn unchanged(state: &State) -> State {
    state.clone()
}

/// Sorts heaps and removes the empty ones: neither the order nor an empty heap affects the moves.
fn sorted_heaps(state: &State) -> State {
    let mut heaps: State = state.iter().copied().filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    heaps
}

/// Returns the state with `value` at `index`.
fn with(state: &State, index: usize, value: u64) -> State {
    let mut changed = state.clone();
    changed[index] = value;
    changed
}
