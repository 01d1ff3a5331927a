use super::board::Board;
use super::kernel::{DecidedRow, Sources, find_rows};
use crate::retrograde::messages::Build;
use crate::retrograde::value::end_without_moves;
use crate::retrograde::value::{HOLE, SolvedValue};
use crate::width::Width;
use winways_rules::{End, Meter, Play, RuleFault, Status};
use winways_values::Interrupt;

/// The number of rows processed between two counts of the work.
const ROWS_AT_ONCE: usize = 64;

/// A code type of a result table.
pub(super) trait Sink: Copy + Default + Send + Sync {
    /// Truncates the code to the width of the type. Rounds end before this loses information.
    fn of_code(code: u32) -> Self;
    /// The last round whose codes fit.
    const LAST_ROUND: u32;
}

impl Sink for u16 {
    fn of_code(code: u32) -> u16 {
        code as u16
    }
    const LAST_ROUND: u32 = (u16::MAX as u32 - 3) / 2;
}

impl Sink for u32 {
    fn of_code(code: u32) -> u32 {
        code
    }
    const LAST_ROUND: u32 = SolvedValue::GREATEST;
}

/// The positions of one side, one bit each.
struct Side {
    won: Vec<u64>,
    open: Vec<u64>,
    has_open: Vec<bool>,
    /// Positions lost in the last round.
    frontier_lost: Vec<u64>,
    /// Positions decided in this round.
    next_won: Vec<u64>,
    next_lost: Vec<u64>,
    /// For each row, the kinds of positions decided in this round.
    next: Vec<DecidedRow>,
    /// Rows with positions decided in the last round.
    has_frontier_lost: Vec<bool>,
    has_frontier_won: Vec<bool>,
}

/// The positions of both sides.
pub(super) struct Sides<'b> {
    board: &'b Board,
    width: Width,
    threads: usize,
    /// The interrupt that every worker polls within a round.
    interrupt: Interrupt,
    sides: [Side; 2],
}

impl<'b> Sides<'b> {
    /// Creates the state before the first round, and stores the codes of ended positions in `codes`.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the observer stops the work.
    pub(super) fn new<S: Sink>(
        board: &'b Board,
        build: &Build<'_>,
        width: Width,
        codes: &mut [S],
    ) -> Result<Sides<'b>, RuleFault> {
        let (first, second) = codes.split_at_mut(board.high * board.low);
        let sides = [Side::new(board, 0, build, first)?, Side::new(board, 1, build, second)?];
        let threads = build.budget.workers();
        Ok(Sides { board, width, threads, interrupt: build.observer.interrupt(), sides })
    }

    /// Returns the number of bytes used.
    pub(super) fn bytes(&self) -> u64 {
        10 * size_of_val(&*self.sides[0].won) as u64
    }

    /// Finds all positions of remoteness `round`, given all positions of smaller remoteness. Returns their
    /// number.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the observer stops the work. The state is then unusable.
    pub(super) fn round<S: Sink>(&mut self, round: u32, codes: &mut [S]) -> Result<u64, RuleFault> {
        let [first, second] = &mut self.sides;
        let (board, width, threads) = (self.board, self.width, self.threads);
        first.find(board, 0, second, width, threads, &self.interrupt)?;
        second.find(board, 1, first, width, threads, &self.interrupt)?;
        let (first_codes, second_codes) = codes.split_at_mut(board.high * board.low);
        let first = first.apply(board, round, threads, first_codes, &self.interrupt)?;
        Ok(first + second.apply(board, round, threads, second_codes, &self.interrupt)?)
    }
}

impl Side {
    fn new<S: Sink>(
        board: &Board,
        side: usize,
        build: &Build<'_>,
        codes: &mut [S],
    ) -> Result<Side, RuleFault> {
        let rows = board.high;
        let mut new = Side {
            won: board.zeros(),
            open: board.zeros(),
            has_open: vec![false; rows],
            frontier_lost: board.zeros(),
            next_won: vec![0; rows * board.words],
            next_lost: vec![0; rows * board.words],
            next: vec![DecidedRow::default(); rows],
            has_frontier_lost: vec![false; rows],
            has_frontier_won: vec![false; rows],
        };
        let mut statuses = vec![Status::Hole; board.low];
        let mut meter = build.observer.meter();
        for row in 0..rows {
            meter.spend(board.low as u64)?;
            let start = ((side * rows + row) * board.low) as u64;
            build.rules.statuses(start..start + board.low as u64, build.play, &mut statuses);
            new.initialise_row(board, side, row, build.play, &statuses, &mut codes[row * board.low..]);
        }
        Ok(new)
    }

    /// Initialises a row: stores ended positions and positions without moves.
    fn initialise_row<S: Sink>(
        &mut self,
        board: &Board,
        side: usize,
        row: usize,
        play: Play,
        statuses: &[Status],
        codes: &mut [S],
    ) {
        let mut movable = vec![0u64; board.words];
        for step in board.steps[side].iter().filter(|step| step.target(row).is_some()) {
            let mask = step.from_low.as_deref().unwrap_or(&board.all);
            movable.iter_mut().zip(mask).for_each(|(word, mask)| *word |= mask);
        }
        let start = board.row(row).start;
        for (low, &status) in statuses.iter().enumerate() {
            let (word, bit) = (low / 64, 1u64 << (low % 64));
            let end = match status {
                Status::Hole => {
                    codes[low] = S::of_code(HOLE);
                    continue;
                }
                Status::Open if movable[word] & bit != 0 => {
                    self.open[start + word] |= bit;
                    self.has_open[row] = true;
                    continue;
                }
                Status::Open => end_without_moves(play),
                Status::Ended(end) => end,
            };
            let value = match end {
                End::Drawn => SolvedValue::Drawn,
                End::Won => {
                    self.won[start + word] |= bit;
                    self.has_frontier_won[row] = true;
                    SolvedValue::Won(0)
                }
                End::Lost => {
                    self.frontier_lost[start + word] |= bit;
                    self.has_frontier_lost[row] = true;
                    SolvedValue::Lost(0)
                }
            };
            codes[low] = S::of_code(value.code());
        }
    }

    /// Finds the positions of this side, number `side`, that are decided by the state of the other side
    /// before the round.
    fn find(
        &mut self,
        board: &Board,
        side: usize,
        other: &Side,
        width: Width,
        threads: usize,
        interrupt: &Interrupt,
    ) -> Result<(), RuleFault> {
        let sources = Sources {
            frontier_lost: &other.frontier_lost,
            has_frontier_lost: &other.has_frontier_lost,
            won: &other.won,
            has_frontier_won: &other.has_frontier_won,
            open: &self.open,
            has_open: &self.has_open,
        };
        let rows = board.high.div_ceil(threads).max(1);
        let words = rows * board.words;
        let next = self.next_won.chunks_mut(words).zip(self.next_lost.chunks_mut(words));
        let parts = next.zip(self.next.chunks_mut(rows)).enumerate().collect();
        let steps = &board.steps[side];
        let found = in_parallel(parts, |(part, ((won, lost), found))| {
            let mut meter = Meter::new(interrupt.clone());
            let words = ROWS_AT_ONCE * board.words;
            let next = won.chunks_mut(words).zip(lost.chunks_mut(words));
            for (number, ((won, lost), found)) in next.zip(found.chunks_mut(ROWS_AT_ONCE)).enumerate() {
                meter.spend((words * steps.len()) as u64)?;
                let first = part * rows + number * ROWS_AT_ONCE;
                find_rows(width, board, steps, sources, first, [won, lost], found);
            }
            Ok(())
        });
        found.into_iter().collect()
    }

    /// Stores the values of the positions found and prepares the next round. Returns the number of these
    /// positions.
    fn apply<S: Sink>(
        &mut self,
        board: &Board,
        round: u32,
        threads: usize,
        codes: &mut [S],
        interrupt: &Interrupt,
    ) -> Result<u64, RuleFault> {
        let rows = board.high.div_ceil(threads).max(1);
        let mut parts = Vec::new();
        let mut rest = Rows {
            won: &mut self.won[board.rows()],
            open: &mut self.open[board.rows()],
            frontier_lost: &mut self.frontier_lost[board.rows()],
            next_won: &mut self.next_won,
            next_lost: &mut self.next_lost,
            next: &self.next,
            has_open: &mut self.has_open,
            has_frontier_lost: &mut self.has_frontier_lost,
            has_frontier_won: &mut self.has_frontier_won,
            codes,
        };
        while !rest.next.is_empty() {
            let (part, others) = rest.split_at(board, rows);
            parts.push(part);
            rest = others;
        }
        in_parallel(parts, |mut part| part.apply(board, round, Meter::new(interrupt.clone())))
            .into_iter()
            .sum()
    }
}

/// A range of rows of a side.
struct Rows<'s, S> {
    won: &'s mut [u64],
    open: &'s mut [u64],
    frontier_lost: &'s mut [u64],
    next_won: &'s mut [u64],
    next_lost: &'s mut [u64],
    next: &'s [DecidedRow],
    has_open: &'s mut [bool],
    has_frontier_lost: &'s mut [bool],
    has_frontier_won: &'s mut [bool],
    codes: &'s mut [S],
}

impl<S: Sink> Rows<'_, S> {
    /// Splits off the first `rows` rows, or all rows if there are fewer.
    fn split_at(self, board: &Board, rows: usize) -> (Self, Self) {
        let rows = rows.min(self.next.len());
        let words = rows * board.words;
        let (won, won_rest) = self.won.split_at_mut(words);
        let (open, open_rest) = self.open.split_at_mut(words);
        let (frontier_lost, frontier_lost_rest) = self.frontier_lost.split_at_mut(words);
        let (next_won, next_won_rest) = self.next_won.split_at_mut(words);
        let (next_lost, next_lost_rest) = self.next_lost.split_at_mut(words);
        let (next, next_rest) = self.next.split_at(rows);
        let (has_open, has_open_rest) = self.has_open.split_at_mut(rows);
        let (has_frontier_lost, has_frontier_lost_rest) = self.has_frontier_lost.split_at_mut(rows);
        let (has_frontier_won, has_frontier_won_rest) = self.has_frontier_won.split_at_mut(rows);
        let (codes, codes_rest) = self.codes.split_at_mut(rows * board.low);
        let part = Rows {
            won,
            open,
            frontier_lost,
            next_won,
            next_lost,
            next,
            has_open,
            has_frontier_lost,
            has_frontier_won,
            codes,
        };
        let rest = Rows {
            won: won_rest,
            open: open_rest,
            frontier_lost: frontier_lost_rest,
            next_won: next_won_rest,
            next_lost: next_lost_rest,
            next: next_rest,
            has_open: has_open_rest,
            has_frontier_lost: has_frontier_lost_rest,
            has_frontier_won: has_frontier_won_rest,
            codes: codes_rest,
        };
        (part, rest)
    }

    fn apply(&mut self, board: &Board, round: u32, mut meter: Meter) -> Result<u64, RuleFault> {
        let [won, lost] =
            [SolvedValue::Won(round), SolvedValue::Lost(round)].map(|value| S::of_code(value.code()));
        let mut count = 0;
        for (row, found) in self.next.iter().enumerate() {
            let words = row * board.words..(row + 1) * board.words;
            let codes = &mut self.codes[row * board.low..];
            meter.spend(if found.won || found.lost { board.low as u64 } else { 1 })?;
            if found.won {
                let next = &mut self.next_won[words.clone()];
                count += set_codes(next, codes, won);
                for (mine, next) in self.won[words.clone()].iter_mut().zip(&*next) {
                    *mine |= next;
                }
                close(&mut self.open[words.clone()], next);
            }
            if self.has_frontier_lost[row] && !found.lost {
                self.frontier_lost[words.clone()].fill(0);
            }
            if found.lost {
                let next = &mut self.next_lost[words.clone()];
                count += set_codes(next, codes, lost);
                self.frontier_lost[words.clone()].copy_from_slice(next);
                close(&mut self.open[words.clone()], next);
            }
            if found.won || found.lost {
                self.has_open[row] = self.open[words].iter().any(|&word| word != 0);
            }
            self.has_frontier_won[row] = found.won;
            self.has_frontier_lost[row] = found.lost;
        }
        Ok(count)
    }
}

/// Sets the code of the given positions of a row; returns their number.
fn set_codes<S: Sink>(bits: &[u64], codes: &mut [S], code: S) -> u64 {
    let mut count = 0;
    for (&word, codes) in bits.iter().zip(codes.chunks_mut(64)) {
        let mut left = word;
        while left != 0 {
            codes[left.trailing_zeros() as usize] = code;
            left &= left - 1;
        }
        count += u64::from(word.count_ones());
    }
    count
}

/// Removes the positions in `found` from `open`, and clears `found`.
fn close(open: &mut [u64], found: &mut [u64]) {
    for (open, found) in open.iter_mut().zip(found) {
        *open &= !*found;
        *found = 0;
    }
}

/// Calls `work` for each part on its own thread. Returns the results in the order of the parts.
fn in_parallel<P: Send, T: Send>(parts: Vec<P>, work: impl Fn(P) -> T + Sync) -> Vec<T> {
    if parts.len() <= 1 {
        return parts.into_iter().map(work).collect();
    }
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || work(part))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, T>| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        threads.into_iter().map(join).collect()
    })
}
