//! Checks for the tests of every ranked game. They compare the fast implementations of a game with the simple ones, and its
//! named moves with the engines' moves. They also compare its values with a second implementation of the rules that shares only
//! the notation.

use crate::any::ranked::{RankedGame, shared};
use crate::check::Check;
use crate::ranked_game::RankedBoard;
use crate::view::Figure;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use winways_rules::{End, Play, Ranks};
use winways_solve::{Budget, NoObserver, Solution, SolvedRanks, SolvedValue, reachable_ranks, solve_ranks};

/// Compares the fast implementations of a game with the simple ones, for all ranks of its boards up to a size, like `winways
/// verify`.
pub fn check_forms(game: impl RankedGame, up_to: u64) {
    let game = shared(game);
    let mut check = Check::new(Budget::DEFAULT, &NoObserver);
    game.verify(up_to, &mut check).unwrap_or_else(|halt| panic!("{}: {halt:?}", game.name()));
    assert!(check.cases > 0);
}

/// A second implementation of the rules of a game, with another representation of positions.
pub trait Twin {
    /// The positions of this implementation.
    type State: Clone + Eq + Hash;

    /// Parses a string written by [`RankedBoard::write`], without quotes.
    fn read(&self, text: &str) -> Self::State;

    /// Returns the result if play has ended in this state. Play also ends if the player to move has no moves.
    fn end(&self, state: &Self::State, play: Play) -> Option<End>;

    /// Returns the states after every move.
    fn options(&self, state: &Self::State) -> Vec<Self::State>;
}

/// The maximum number of positions of a board whose moves are compared.
const MAX_STEPS_CHECKED: u64 = 3_000;

/// Compares named moves with the engines' options, for positions spread over all ranks. Also checks that touched elements are
/// within the figure.
pub fn check_steps<B: RankedBoard>(board: &B) {
    let count = board.layers().iter().sum::<u64>();
    for rank in (0..count).step_by(count.div_ceil(MAX_STEPS_CHECKED) as usize) {
        let Some(position) = board.position(rank) else { continue };
        if board.plays().iter().any(|&play| board.end(&position, play).is_some()) {
            continue;
        }
        let text = board.write(&position);
        let mut options = Vec::new();
        board.options(&position, &mut options);
        let options: BTreeSet<B::Position> = options.into_iter().collect();
        let steps = board.steps(&position);
        let names: BTreeSet<&String> = steps.iter().map(|step| &step.name).collect();
        assert_eq!(names.len(), steps.len(), "two moves of {text} share a name");
        assert!(!names.contains(&String::new()), "a move of {text} without a name");
        assert_eq!(steps.iter().map(|step| step.to.clone()).collect::<BTreeSet<_>>(), options, "{text}");
        assert_eq!(steps.len(), options.len(), "a move of {text} is listed twice");
        assert_eq!(steps, board.steps(&position), "the order of the moves of {text}");
        let elements = elements(&board.figure(&position));
        for step in &steps {
            assert!(!step.touches.is_empty(), "{} in {text} touches nothing", step.name);
            assert!(step.touches.iter().all(|&element| element < elements), "{} in {text}", step.name);
        }
    }
}

/// Compares the named moves with the moves of the twin.
fn check_steps_with_twin<B: RankedBoard, T: Twin>(board: &B, twin: &T, play: Play) {
    let count = board.layers().iter().sum::<u64>();
    let read = |position: &B::Position| twin.read(board.write(position).trim_matches('"'));
    for rank in (0..count).step_by(count.div_ceil(MAX_STEPS_CHECKED) as usize) {
        let Some(position) = board.position(rank) else { continue };
        let state = read(&position);
        if board.end(&position, play).is_none() {
            let steps: HashSet<T::State> = board.steps(&position).iter().map(|step| read(&step.to)).collect();
            let options: HashSet<T::State> = twin.options(&state).into_iter().collect();
            assert!(steps == options, "the moves of {}", board.write(&position));
        }
    }
}

/// Returns the number of elements of a figure.
fn elements(figure: &Figure) -> u64 {
    match figure {
        Figure::Grid(grid) => grid.cells.len() as u64,
        Figure::Heaps(heaps) => heaps.heaps.len() as u64,
        Figure::Graph(graph) => (graph.vertices.len() + graph.edges.len()) as u64,
        Figure::Staircase(staircase) => staircase.steps.len() as u64,
        Figure::Digits(digits) => digits.signs.len() as u64,
    }
}

/// Compares the ranks reachable from the starting position, or else from the last position, with a search over positions.
fn check_reachable<B: RankedBoard>(board: &B, play: Play) {
    let count = board.layers().iter().sum::<u64>();
    let last = || (0..count).rev().find_map(|rank| board.position(rank));
    let start = board.start().or_else(last).expect("a board has a position");
    let (mut known, mut waiting) = (BTreeSet::new(), vec![start.clone()]);
    while let Some(position) = waiting.pop() {
        if known.insert(board.rank(&position)) && board.end(&position, play).is_none() {
            board.options(&position, &mut waiting);
        }
    }
    let reachable =
        reachable_ranks(board, play, &[board.rank(&start)], Budget::DEFAULT, &NoObserver).unwrap();
    assert!(reachable.ranks(0..count).eq(known), "from {}, {} play", board.write(&start), play.name());
}

/// Solves a board in memory.
pub fn solve(board: &dyn Ranks, play: Play) -> Solution {
    solve_ranks(board, play, Budget::DEFAULT, &NoObserver).unwrap()
}

/// Returns the value of a position in the game's notation.
pub fn value_of<B: RankedBoard>(board: &B, solved: &Solution, text: &str) -> SolvedValue {
    solved.value(board.rank(&board.parse(text).unwrap())).unwrap().unwrap()
}

/// Compares the values of all positions with the twin's, and checks the reachable ranks and the named moves.
pub fn check_values<B: RankedBoard, T: Twin>(board: &B, twin: &T) {
    check_steps(board);
    for &play in board.plays() {
        check_reachable(board, play);
        check_steps_with_twin(board, twin, play);
        let solved = solve(board, play);
        let mut ranks = Vec::new();
        let mut states = Vec::new();
        for rank in 0..solved.len() {
            if let Some(position) = board.position(rank) {
                ranks.push(rank);
                states.push(twin.read(board.write(&position).trim_matches('"')));
            }
        }
        let values = twin_values(twin, play, states.clone());
        for (&rank, state) in ranks.iter().zip(&states) {
            let text = board.position(rank).map(|position| board.write(&position));
            assert_eq!(solved.value(rank).unwrap(), Some(values[state]), "{text:?}, {} play", play.name());
        }
    }
}

/// Computes the values of states and of all their followers by retrograde analysis. Each state has a counter of the options
/// that are not yet known to be won for the opponent.
pub fn twin_values<T: Twin>(twin: &T, play: Play, states: Vec<T::State>) -> HashMap<T::State, SolvedValue> {
    let mut numbers: HashMap<T::State, usize> = HashMap::new();
    let mut all: Vec<T::State> = Vec::new();
    let mut waiting = states;
    while let Some(state) = waiting.pop() {
        if let std::collections::hash_map::Entry::Vacant(place) = numbers.entry(state.clone()) {
            place.insert(all.len());
            all.push(state.clone());
            if twin.end(&state, play).is_none() {
                waiting.extend(twin.options(&state));
            }
        }
    }
    let mut sources: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut open_options = vec![0usize; all.len()];
    let mut values: Vec<Option<SolvedValue>> = vec![None; all.len()];
    let mut front = Vec::new();
    for (number, state) in all.iter().enumerate() {
        match twin.end(state, play) {
            Some(End::Won) => values[number] = Some(SolvedValue::Won(0)),
            Some(End::Lost) => values[number] = Some(SolvedValue::Lost(0)),
            Some(End::Drawn) => values[number] = Some(SolvedValue::Drawn),
            None => {
                for option in twin.options(state) {
                    sources[numbers[&option]].push(number);
                    open_options[number] += 1;
                }
                assert!(open_options[number] > 0, "an end that the twin does not see");
            }
        }
        if values[number].is_some_and(|value| value != SolvedValue::Drawn) {
            front.push(number);
        }
    }
    let mut remoteness = 0;
    while !front.is_empty() {
        remoteness += 1;
        let mut next = Vec::new();
        for number in front {
            let is_lost = matches!(values[number], Some(SolvedValue::Lost(_)));
            for &source in &sources[number] {
                open_options[source] -= 1;
                let value = match is_lost {
                    true => Some(SolvedValue::Won(remoteness)),
                    false if open_options[source] == 0 => Some(SolvedValue::Lost(remoteness)),
                    false => None,
                };
                if values[source].is_none() && value.is_some() {
                    values[source] = value;
                    next.push(source);
                }
            }
        }
        front = next;
    }
    let value = |number: usize| values[number].unwrap_or(SolvedValue::Drawn);
    numbers.into_iter().map(|(state, number)| (state, value(number))).collect()
}
