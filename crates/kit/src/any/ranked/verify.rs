//! Comparison of a board's fast methods with its rules, and of the engine with the plain iteration.

use super::RankedGame;
use crate::check::{Check, Halt};
use crate::ranked_game::RankedBoard;
use winways_rules::{End, Play, Ranks, Shift, Shifts, Status};
use winways_solve::{SolvedRanks, SolvedValue, move_values, plain_values_metered, solve_ranks};

/// The approximate bytes per rank: two copies of its value, and the moves from it and to it.
const RANK_BYTES: u64 = 512;

/// The maximum number of ranks for the plain iteration. It takes about a second for this many ranks, and it cannot be stopped.
pub const MAX_PLAIN_RANKS: u64 = 1 << 19;

/// Checks all ranks of the boards up to a size. Compares every fast method of the rules with the plain one, the engine's values
/// with those of the plain iteration, and each value with the values of the options.
pub(super) fn verify_ranked_game<G: RankedGame>(
    game: &G,
    up_to: u64,
    check: &mut Check<'_>,
) -> Result<(), Halt> {
    for board in game.boards(up_to) {
        let name = format!("{} {}", game.name(), board.board());
        let layers = board.layers();
        let count = layers.iter().fold(0, |sum: u64, &layer| sum.saturating_add(layer));
        check.check_memory(count, RANK_BYTES)?;
        let shifts = Ranks::shifts(&board);
        let verification = BoardCheck { board: &board, name: name.trim_end(), layers, count, shifts };
        for &play in board.plays() {
            verification.ranks(play, check)?;
            verification.statuses(play, check)?;
            verification.predecessors(play, check)?;
            verification.values(play, check)?;
        }
    }
    Ok(())
}

struct BoardCheck<'b, B> {
    board: &'b B,
    name: &'b str,
    layers: Vec<u64>,
    /// The number of ranks.
    count: u64,
    shifts: Option<Shifts>,
}

impl<B: RankedBoard> BoardCheck<'_, B> {
    fn case<'c>(&'c self, what: &'c str, rank: u64) -> impl FnOnce() -> String + 'c {
        move || {
            let position = self.board.position(rank).map(|position| self.board.write(&position));
            format!("{what} of rank {rank}, {}, on {}", position.as_deref().unwrap_or("a hole"), self.name)
        }
    }

    fn is_open(&self, rank: u64, play: Play) -> bool {
        self.board.status(rank, play) == Status::Open
    }

    /// Returns the moves of a rank by the fast method, in order.
    fn moves(&self, rank: u64) -> Vec<u64> {
        let mut moves = Vec::new();
        Ranks::moves(self.board, rank, &mut moves);
        moves.sort_unstable();
        moves
    }

    /// Checks the statuses of many ranks at once, in runs of varying length.
    fn statuses(&self, play: Play, check: &mut Check<'_>) -> Result<(), Halt> {
        let (mut start, mut length) = (0, 1);
        while start < self.count {
            let end = (start + length).min(self.count);
            let mut statuses = vec![Status::Hole; (end - start) as usize];
            Ranks::statuses(self.board, start..end, play, &mut statuses);
            for (rank, status) in (start..end).zip(statuses) {
                let single = self.board.status(rank, play);
                check.compare(self.case("the status in a run", rank), status, single)?;
            }
            (start, length) = (end, length % 1000 + 7);
        }
        Ok(())
    }

    /// Checks ranks and positions, statuses, notation and moves.
    fn ranks(&self, play: Play, check: &mut Check<'_>) -> Result<(), Halt> {
        let board = self.board;
        for rank in 0..self.count {
            let position = board.position(rank);
            let plain = match &position {
                None => Status::Hole,
                Some(position) => board.end(position, play).map_or(Status::Open, Status::Ended),
            };
            check.compare(self.case("the status", rank), board.status(rank, play), plain)?;
            let Some(position) = position else { continue };
            check.compare(self.case("the rank", rank), board.rank(&position), rank)?;
            let written = board.write(&position);
            let read = board.parse(written.trim_matches('"'));
            check.compare(self.case("the notation", rank), read, Ok(position.clone()))?;
            if plain == Status::Open {
                self.moves_of(rank, &position, check)?;
            }
        }
        Ok(())
    }

    fn moves_of(&self, rank: u64, position: &B::Position, check: &mut Check<'_>) -> Result<(), Halt> {
        let mut options = Vec::new();
        self.board.options(position, &mut options);
        let mut plain: Vec<u64> = options.iter().map(|option| self.board.rank(option)).collect();
        plain.sort_unstable();
        if self.board.repeats() {
            plain.dedup();
        }
        check.compare(self.case("the moves", rank), self.moves(rank), plain.clone())?;
        let is_repeated = plain.windows(2).any(|pair| pair[0] == pair[1]);
        check.compare(self.case("a repeated move", rank), is_repeated, false)?;
        let layer = self.layer(rank);
        let goes_back = plain.iter().all(|&to| self.layer(to) <= layer);
        check.compare(self.case("moves to later layers", rank), goes_back, true)?;
        if let Some(by_shifts) = self.moves_by_shifts(rank) {
            check.compare(self.case("the shifts", rank), by_shifts, plain)?;
        }
        Ok(())
    }

    fn layer(&self, rank: u64) -> usize {
        let mut end = 0;
        let is_before = |size: &&u64| {
            end += **size;
            end <= rank
        };
        self.layers.iter().take_while(is_before).count()
    }

    /// Returns the moves of a rank as shifts of its parts, in order.
    fn moves_by_shifts(&self, rank: u64) -> Option<Vec<u64>> {
        let shifts = self.shifts.as_ref()?;
        let (low, rest) = (rank % shifts.low, rank / shifts.low);
        let (high, side) = (rest % shifts.high, rest / shifts.high);
        let moves = &shifts.moves[side as usize];
        let may = moves.iter().filter(|shift| shift.from_high[high as usize] && shift.from_low[low as usize]);
        let to = |shift: &Shift| {
            let (high, low) = (high.wrapping_add_signed(shift.high), low.wrapping_add_signed(shift.low));
            ((1 - side) * shifts.high + high) * shifts.low + low
        };
        let mut moves: Vec<u64> = may.map(to).collect();
        moves.sort_unstable();
        Some(moves)
    }

    /// Compares the predecessors of the rules with the reversed moves.
    fn predecessors(&self, play: Play, check: &mut Check<'_>) -> Result<(), Halt> {
        let mut found = Vec::new();
        if self.count == 0 || !Ranks::predecessors(self.board, &[0], &mut found) {
            return Ok(());
        }
        let mut before = vec![Vec::new(); self.count as usize];
        for rank in (0..self.count).filter(|&rank| self.is_open(rank, play)) {
            for to in self.moves(rank).into_iter().filter(|&to| self.layer(to) == self.layer(rank)) {
                before[to as usize].push(rank);
            }
        }
        for (rank, before) in (0..).zip(before) {
            found.clear();
            Ranks::predecessors(self.board, &[rank], &mut found);
            found.retain(|&from| self.is_open(from, play));
            found.sort_unstable();
            // The predecessors of holes are never used.
            if self.board.status(rank, play) != Status::Hole {
                check.compare(self.case("the predecessors", rank), &found, &before)?;
            }
        }
        Ok(())
    }

    /// Compares the engine with the plain iteration, and each value with the values of the options.
    fn values(&self, play: Play, check: &mut Check<'_>) -> Result<(), Halt> {
        let solution = solve_ranks(self.board, play, check.budget, check.observer)?;
        check.poll()?;
        let objective = Ranks::objective(self.board);
        let at_end = |end: End, rank: u64| SolvedValue::of_end(end, objective, self.layer(rank) as u32);
        let stuck = match play {
            Play::Normal => End::Lost,
            Play::Misere => End::Won,
        };
        let mut meter = check.observer.meter();
        let plain =
            (self.count <= MAX_PLAIN_RANKS).then(|| plain_values_metered(self.board, play, &mut meter));
        let plain = plain.transpose()?;
        for rank in 0..self.count {
            let by_engine = solution.value(rank)?;
            if let Some(plain) = &plain {
                let value = SolvedValue::of_code(plain[rank as usize]);
                check.compare(self.case("the value", rank), by_engine, value)?;
            }
            let by_rules = match self.board.status(rank, play) {
                Status::Hole => None,
                Status::Ended(end) => Some(at_end(end, rank)),
                Status::Open => {
                    let moves = move_values(self.board, &solution, rank)?;
                    let best =
                        moves.into_iter().map(|(_, value)| value).max_by_key(|value| value.merit(objective));
                    Some(best.unwrap_or(at_end(stuck, rank)))
                }
            };
            check.compare(self.case("the value by its options", rank), by_engine, by_rules)?;
        }
        Ok(())
    }
}
