//! What the tests of every game with ranks ask: its fast forms against the plain ones, its values against a second
//! implementation of the rules that has nothing in common with the first but the notation.

use std::collections::HashMap;
use std::hash::Hash;
use winways_rules::{End, LoopyBoard, Play, RankedRuleset, Ranks, Status};
use winways_solve::{Budget, RankValue, Silent, Solution, SolvedRanks, solve_ranks};

/// A board without its fast forms.
struct Plain<'b, B>(&'b B);

impl<B: RankedRuleset> RankedRuleset for Plain<'_, B> {
    type Position = B::Position;

    fn layers(&self) -> Vec<u64> {
        RankedRuleset::layers(self.0)
    }

    fn rank(&self, position: &B::Position) -> u64 {
        self.0.rank(position)
    }

    fn position(&self, rank: u64) -> Option<B::Position> {
        self.0.position(rank)
    }

    fn end(&self, position: &B::Position, play: Play) -> Option<End> {
        self.0.end(position, play)
    }

    fn options(&self, position: &B::Position, options: &mut Vec<B::Position>) {
        self.0.options(position, options);
    }
}

/// Compares everything that a board says twice, for all of its ranks.
pub(crate) fn check_forms<B: LoopyBoard>(board: &B) {
    let layers = RankedRuleset::layers(board);
    let count: u64 = layers.iter().sum();
    for &play in board.plays() {
        check_statuses(board, count, play);
        check_moves(board, &layers, play);
    }
    for rank in 0..count {
        let Some(position) = board.position(rank) else { continue };
        assert_eq!(board.rank(&position), rank, "{position:?}");
        let text = board.write(&position);
        let unquoted = text.trim_matches('"');
        let read = board.parse(unquoted).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read, position, "{text}");
    }
}

fn statuses(rules: &dyn Ranks, count: u64, play: Play) -> Vec<Status> {
    let mut statuses = vec![Status::Hole; count as usize];
    rules.statuses(0..count, play, &mut statuses);
    statuses
}

fn check_statuses<B: LoopyBoard>(board: &B, count: u64, play: Play) {
    let (fast, plain) = (statuses(board, count, play), statuses(&Plain(board), count, play));
    let wrong = (0..fast.len()).find(|&rank| fast[rank] != plain[rank]);
    assert_eq!(wrong.map(|rank| (rank, fast[rank], plain[rank])), None);
}

/// The moves, and the predecessors, which are the moves the other way round.
fn check_moves<B: LoopyBoard>(board: &B, layers: &[u64], play: Play) {
    let count: u64 = layers.iter().sum();
    let statuses = statuses(board, count, play);
    let mut reversed: Vec<Vec<u64>> = vec![Vec::new(); count as usize];
    let (mut first, mut fast, mut plain) = (0, Vec::new(), Vec::new());
    for (layer, size) in layers.iter().enumerate() {
        let end = first + size;
        for rank in (first..end).filter(|&rank| statuses[rank as usize] == Status::Open) {
            fast.clear();
            plain.clear();
            Ranks::moves(board, rank, &mut fast);
            Ranks::moves(&Plain(board), rank, &mut plain);
            fast.sort_unstable();
            plain.sort_unstable();
            assert_eq!(fast, plain, "moves of rank {rank}");
            assert!(fast.windows(2).all(|pair| pair[0] < pair[1]), "moves of rank {rank} repeat: {fast:?}");
            for &to in &fast {
                assert!(to < end, "rank {rank} of layer {layer} has a move to rank {to}");
                assert_ne!(statuses[to as usize], Status::Hole, "rank {rank} has a move to the hole {to}");
                if to >= first {
                    reversed[to as usize].push(rank);
                }
            }
        }
        first = end;
    }
    for rank in 0..count {
        fast.clear();
        if !Ranks::predecessors(board, &[rank], &mut fast) {
            assert!(fast.is_empty());
            continue;
        }
        if statuses[rank as usize] == Status::Hole {
            continue;
        }
        fast.sort_unstable();
        assert!(fast.windows(2).all(|pair| pair[0] < pair[1]), "predecessors of {rank} repeat: {fast:?}");
        fast.retain(|&from| statuses[from as usize] == Status::Open);
        assert_eq!(fast, reversed[rank as usize], "predecessors of rank {rank}");
    }
    check_shifts(board, &statuses);
}

/// The shifts, if there are any, against the moves.
fn check_shifts<B: LoopyBoard>(board: &B, statuses: &[Status]) {
    let Some(shifts) = RankedRuleset::shifts(board) else { return };
    let (high, low) = (shifts.high, shifts.low);
    assert_eq!(2 * high * low, statuses.len() as u64);
    for (rank, _) in statuses.iter().enumerate().filter(|(_, status)| **status == Status::Open) {
        let rank = rank as u64;
        let (side, h, l) = (rank / (high * low), rank / low % high, rank % low);
        let mut shifted: Vec<u64> = shifts.moves[side as usize]
            .iter()
            .filter(|shift| shift.from_high[h as usize] && shift.from_low[l as usize])
            .map(|shift| {
                let (h, l) = (h.checked_add_signed(shift.high), l.checked_add_signed(shift.low));
                let (h, l) = (h.filter(|&h| h < high), l.filter(|&l| l < low));
                ((1 - side) * high + h.unwrap()) * low + l.unwrap()
            })
            .collect();
        let mut moves = Vec::new();
        Ranks::moves(board, rank, &mut moves);
        shifted.sort_unstable();
        moves.sort_unstable();
        assert_eq!(shifted, moves, "shifts of rank {rank}");
    }
}

/// The rules of a game a second time, on positions of another form.
pub(crate) trait Twin {
    type State: Clone + Eq + Hash;

    /// Reads what [`LoopyBoard::write`] writes, without quotes.
    fn read(&self, text: &str) -> Self::State;

    /// How play has ended, one who cannot move included.
    fn end(&self, state: &Self::State, play: Play) -> Option<End>;

    /// The states after every move.
    fn options(&self, state: &Self::State) -> Vec<Self::State>;
}

/// Solves in memory.
pub(crate) fn solve(board: &dyn Ranks, play: Play) -> Solution {
    solve_ranks(board, play, Budget::DEFAULT, &Silent).unwrap()
}

/// The value of a position in the game's notation.
pub(crate) fn value_of<B: LoopyBoard>(board: &B, solved: &Solution, text: &str) -> RankValue {
    solved.value(board.rank(&board.parse(text).unwrap())).unwrap().unwrap()
}

/// Compares the values of all positions with those that the twin finds by itself.
pub(crate) fn check_values<B: LoopyBoard, T: Twin>(board: &B, twin: &T) {
    for &play in board.plays() {
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
pub(crate) fn twin_values<T: Twin>(
    twin: &T,
    play: Play,
    states: Vec<T::State>,
) -> HashMap<T::State, RankValue> {
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
    let mut values: Vec<Option<RankValue>> = vec![None; all.len()];
    let mut front = Vec::new();
    for (number, state) in all.iter().enumerate() {
        match twin.end(state, play) {
            Some(End::Won) => values[number] = Some(RankValue::Won(0)),
            Some(End::Lost) => values[number] = Some(RankValue::Lost(0)),
            Some(End::Drawn) => values[number] = Some(RankValue::Drawn),
            None => {
                for option in twin.options(state) {
                    sources[numbers[&option]].push(number);
                    open_options[number] += 1;
                }
                assert!(open_options[number] > 0, "an end that the twin does not see");
            }
        }
        if values[number].is_some_and(|value| value != RankValue::Drawn) {
            front.push(number);
        }
    }
    let mut remoteness = 0;
    while !front.is_empty() {
        remoteness += 1;
        let mut next = Vec::new();
        for number in front {
            let is_lost = matches!(values[number], Some(RankValue::Lost(_)));
            for &source in &sources[number] {
                open_options[source] -= 1;
                let value = match is_lost {
                    true => Some(RankValue::Won(remoteness)),
                    false if open_options[source] == 0 => Some(RankValue::Lost(remoteness)),
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
    let value = |number: usize| values[number].unwrap_or(RankValue::Drawn);
    numbers.into_iter().map(|(state, number)| (state, value(number))).collect()
}
