//! What the tests of every game with ranks ask: its fast forms against the plain ones, its values against a second
//! implementation of the rules that has nothing in common with the first but the notation.

use crate::Check;
use crate::LoopyBoard;
use crate::any::ranked::{LoopyGame, shared};
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use winways_rules::{End, Play, Ranks};
use winways_solve::{Budget, NoObserver, Solution, SolvedRanks, SolvedValue, reachable_ranks, solve_ranks};

/// Compares everything that a game says twice, for all ranks of its boards up to a size: see `winways verify`.
pub fn check_forms(game: impl LoopyGame, up_to: u64) {
    let game = shared(game);
    let mut check = Check::new(Budget::DEFAULT, &NoObserver);
    game.verify(up_to, &mut check).unwrap_or_else(|halt| panic!("{}: {halt:?}", game.name()));
    assert!(check.cases > 0);
}

/// The rules of a game a second time, on positions of another form.
pub trait Twin {
    /// A position, in this implementation.
    type State: Clone + Eq + Hash;

    /// Reads what [`LoopyBoard::write`] writes, without quotes.
    fn read(&self, text: &str) -> Self::State;

    /// How play has ended, one who cannot move included.
    fn end(&self, state: &Self::State, play: Play) -> Option<End>;

    /// The states after every move.
    fn options(&self, state: &Self::State) -> Vec<Self::State>;
}

/// Compares which ranks play reaches, from where it begins or from any position at all, with a search over positions.
fn check_reachable<B: LoopyBoard>(board: &B, play: Play) {
    let count = board.layers().iter().sum::<u64>();
    let last = || (0..count).rev().find_map(|rank| board.position(rank));
    let Some(start) = board.start().or_else(last) else { return };
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

/// Solves in memory.
pub fn solve(board: &dyn Ranks, play: Play) -> Solution {
    solve_ranks(board, play, Budget::DEFAULT, &NoObserver).unwrap()
}

/// The value of a position in the game's notation.
pub fn value_of<B: LoopyBoard>(board: &B, solved: &Solution, text: &str) -> SolvedValue {
    solved.value(board.rank(&board.parse(text).unwrap())).unwrap().unwrap()
}

/// Compares the values of all positions with those that the twin finds by itself, and what play reaches.
pub fn check_values<B: LoopyBoard, T: Twin>(board: &B, twin: &T) {
    for &play in board.plays() {
        check_reachable(board, play);
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

/// The values of states and all that follows from them: from a list of all moves the other way round, counting down the
/// options that are not known to be won by the opponent.
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
