//! Who wins a sum of partizan positions, by depth-first search with the values of small components.

mod sum;
mod table;
#[cfg(test)]
mod tests;
mod values;

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::grundy::Theorems;
use sum::{Parts, Sum, Term};
use table::Table;
use values::Values;
use winways_rules::{Component, Options, PartizanRuleset, Play, Side};
use winways_values::{Arena, Game};

/// The winner of sums, without the canonical forms of large components: often known long before their value is.
///
/// Under normal play components are taken up to symmetry and sign, and opposites cancel. Small components are replaced by their
/// values, made in an arena: numbers, ups and nimbers are added in closed form, of other values only the canonical options are
/// tried, and sums of few of them are compared by the arena. What is known of a sum holds for all numbers beside it that are
/// more, or less. Under misère play values do not decide, and components are taken as they are.
///
/// A table of whole sums, within the budget of memory, holds what was found; what took least gives way.
/// [`WinnerSearch`](crate::WinnerSearch) is the plain search, straight from the definition.
///
/// Source: for values of components in a search, Müller, *Decomposition search* (1999), Folkersen et al., *MCGS* (2023).
///
/// # Complexity
/// Exponential in what is left on the board; a sum that was forgotten is searched again.
pub struct WinnerByValues<'r, R: PartizanRuleset> {
    rules: &'r R,
    play: Play,
    budget: Budget,
    observer: &'r dyn Observer,
    values: Values<'r, R>,
    table: Table<R::Component, Known>,
    nodes: u64,
    /// What the current line of play takes.
    line_bytes: u64,
    /// Work since the last look at the observer.
    work: u64,
    options: Options<R::Component>,
}

/// What is known of a sum without its number: Left, who is to move, wins with a number no less than one, and loses with a
/// number no greater than the other.
#[derive(Clone, Copy, Default)]
struct Known {
    won_from: Option<Game>,
    lost_to: Option<Game>,
}

/// A sum on the current line of play.
struct Frame<C> {
    sum: Sum<C>,
    hash: u64,
    /// What Left's moves leave, seen by the opponent, the best last.
    untried: Vec<Sum<C>>,
    /// How many sums were looked at before it.
    nodes_before: u64,
    bytes: u64,
}

/// How far a sum was judged when it was met.
enum Entered<C> {
    /// Whether the player to move wins.
    Judged(bool),
    Open(Frame<C>),
}

/// Work between two looks at the observer, in options or nearly so; a sum counts as some.
const WORK_POLL_INTERVAL: u64 = 1 << 13;
const SUM: u64 = 4;

/// To count the moves of a board that has no more takes no time of its own.
const FEW_MOVES: u64 = 1 << 10;

/// So many moves of a board are counted in the time of one option.
const MOVES_A_STEP: u64 = 16;

/// How many steps of a meter, of a few nanoseconds each, it takes to count a move of a board, here and for its value.
const STEPS_A_MOVE: u64 = 16;

impl<'r, R: PartizanRuleset> WinnerByValues<'r, R> {
    /// A search that knows nothing yet. Values are made in `arena`, whose interrupt it sets; half of the memory is the table's.
    /// It runs in one thread, whatever the budget says.
    pub fn new(
        rules: &'r R,
        play: Play,
        arena: &'r Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'r dyn Observer,
    ) -> Self {
        WinnerByValues {
            rules,
            play,
            budget,
            observer,
            values: Values::new(rules, arena, theorems, budget, observer),
            table: Table::new(budget.memory / 2),
            nodes: 0,
            line_bytes: 0,
            work: 0,
            options: Options::with_meter(observer.meter()),
        }
    }

    /// Whether `side`, who is to move, wins the sum.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is used up or the observer ends the work; what was found stays known.
    pub fn mover_wins(&mut self, position: &[R::Component], side: Side) -> Result<bool, Stopped> {
        let found = self.root(position, side).and_then(|root| self.search(root));
        found.map_err(|reason| Stopped { reason, nodes: self.nodes })
    }

    /// How many sums were looked at so far, each with a player to move; those that were forgotten count again.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The sum as the player to move sees it.
    fn root(&mut self, position: &[R::Component], side: Side) -> Result<Sum<R::Component>, StopReason> {
        let mut parts = Parts::new();
        if position.len() > 1 {
            self.values.boards_split();
        }
        for component in position {
            self.add_board(&mut parts, component.clone(), side == Side::Right)?;
        }
        Ok(parts.into_sum(self.play == Play::Normal))
    }

    fn search(&mut self, root: Sum<R::Component>) -> Result<bool, StopReason> {
        self.line_bytes = 0;
        let mut stack: Vec<Frame<R::Component>> = Vec::new();
        let mut next = Some(root);
        // Whether the player to move in the sum that was judged last wins.
        let mut wins = false;
        loop {
            if let Some(sum) = next.take() {
                match self.enter(sum, stack.len())? {
                    Entered::Judged(judged) => wins = judged,
                    Entered::Open(frame) => {
                        self.line_bytes += frame.bytes;
                        stack.push(frame);
                        // No option is lost yet.
                        wins = true;
                    }
                }
            }
            let Some(frame) = stack.last_mut() else { return Ok(wins) };
            if wins {
                // The opponent wins after the last move that was tried.
                if let Some(option) = frame.untried.pop() {
                    next = Some(option);
                    continue;
                }
            }
            if let Some(frame) = stack.pop() {
                self.line_bytes -= frame.bytes;
                wins = !wins;
                self.remember(frame, wins)?;
            }
        }
    }

    /// Judges a sum by what is known of it or of its options, or lists those that are open.
    fn enter(&mut self, sum: Sum<R::Component>, depth: usize) -> Result<Entered<R::Component>, StopReason> {
        self.nodes += 1;
        let hash = self.table.hash(&sum.key);
        if let Some(wins) = self.judge(hash, &sum)? {
            return Ok(Entered::Judged(wins));
        }
        let nodes_before = self.nodes;
        let options = self.options_of(&sum)?;
        self.count(SUM + options.len() as u64, depth)?;
        let is_stuck = options.is_empty();
        let mut wins = is_stuck && self.play == Play::Misere;
        let mut untried = Vec::new();
        let mut bytes = sum.key.bytes();
        for option in options {
            let hash = self.table.hash(&option.key);
            match self.judge(hash, &option)? {
                Some(false) => {
                    wins = true;
                    break;
                }
                Some(true) => {}
                None => {
                    bytes += option.key.bytes();
                    let promise = self.promise(&option);
                    self.count(promise.saturating_sub(FEW_MOVES) / MOVES_A_STEP, depth)?;
                    untried.push((promise, option));
                }
            }
        }
        // The stack doubles as it grows.
        bytes += 2 * size_of::<Frame<R::Component>>() as u64;
        bytes += (untried.capacity() * size_of::<(u64, Sum<R::Component>)>()) as u64;
        let is_open = !wins && !untried.is_empty();
        untried.sort_unstable();
        untried.dedup();
        let untried = untried.into_iter().rev().map(|(_, option)| option).collect();
        let frame = Frame { sum, hash, untried, nodes_before, bytes };
        if is_open {
            return Ok(Entered::Open(frame));
        }
        self.remember(frame, wins)?;
        Ok(Entered::Judged(wins))
    }

    /// How late a move is tried, by what it leaves: what is small is soon decided.
    fn promise(&self, option: &Sum<R::Component>) -> u64 {
        let weight = |term: &Term<R::Component>| match term {
            Term::Value(_) => 1,
            Term::Board(board, _) => self.rules.option_bound(board),
        };
        option.key.terms.iter().map(weight).fold(0, u64::saturating_add)
    }

    /// Whether Left, who is to move, wins, where that is known without a search.
    fn judge(&mut self, hash: u64, sum: &Sum<R::Component>) -> Result<Option<bool>, StopReason> {
        if self.play == Play::Normal
            && let Some(wins) = self.values.judge(sum)?
        {
            return Ok(Some(wins));
        }
        let Some(known) = self.table.get(hash, &sum.key) else { return Ok(None) };
        if let Some(from) = known.won_from
            && self.values.le(from, sum.number)?
        {
            return Ok(Some(true));
        }
        if let Some(to) = known.lost_to
            && self.values.le(sum.number, to)?
        {
            return Ok(Some(false));
        }
        Ok(None)
    }

    fn remember(&mut self, frame: Frame<R::Component>, wins: bool) -> Result<(), StopReason> {
        let Frame { sum: Sum { key, number }, hash, .. } = frame;
        let mut known = self.table.get(hash, &key).unwrap_or_default();
        // A sum is searched only where nothing was known: the bound moves.
        if wins {
            known.won_from = Some(number);
        } else {
            known.lost_to = Some(number);
        }
        self.table.insert(hash, key, known, self.nodes - frame.nodes_before);
        Ok(())
    }

    /// What Left's moves leave, as the opponent sees it.
    fn options_of(&mut self, sum: &Sum<R::Component>) -> Result<Vec<Sum<R::Component>>, StopReason> {
        self.check_memory(sum)?;
        let mut found = Vec::new();
        let terms = &sum.key.terms;
        for index in 0..terms.len() {
            if index > 0 && terms[index - 1] == terms[index] {
                continue;
            }
            match &terms[index] {
                Term::Value(value) => {
                    for option in self.values.left_options(*value)? {
                        let mut parts = self.opposite(sum, Some(index))?;
                        self.add_value(&mut parts, -option)?;
                        found.push(parts.into_sum(true));
                    }
                }
                Term::Board(board, is_exchanged) => {
                    self.options_of_board(sum, index, board, *is_exchanged, &mut found)?;
                }
            }
        }
        for part in [sum.key.plain, sum.number] {
            for option in self.values.left_options(part)? {
                let mut parts = self.opposite(sum, None)?;
                self.add_value(&mut parts, part)?;
                self.add_value(&mut parts, -option)?;
                found.push(parts.into_sum(true));
            }
        }
        Ok(found)
    }

    fn options_of_board(
        &mut self,
        sum: &Sum<R::Component>,
        index: usize,
        board: &R::Component,
        is_exchanged: bool,
        found: &mut Vec<Sum<R::Component>>,
    ) -> Result<(), StopReason> {
        let side = if is_exchanged { Side::Right } else { Side::Left };
        let lent = Options::with_meter(self.observer.meter());
        let mut options = std::mem::replace(&mut self.options, lent);
        options.clear();
        let listed = self.rules.options(board, side, &mut options);
        for option in 0..if listed.is_ok() { options.len() } else { 0 } {
            if options.get(option).len() > 1 {
                self.values.boards_split();
            }
            let mut parts = self.opposite(sum, Some(index))?;
            for part in options.get(option) {
                self.add_board(&mut parts, part.clone(), !is_exchanged)?;
            }
            found.push(parts.into_sum(self.play == Play::Normal));
        }
        self.options = options;
        Ok(listed?)
    }

    /// A sum as the opponent sees it, without one of its terms.
    fn opposite(
        &mut self,
        sum: &Sum<R::Component>,
        without: Option<usize>,
    ) -> Result<Parts<R::Component>, StopReason> {
        let terms = sum.key.terms.iter().enumerate().filter(|(index, _)| Some(*index) != without);
        let terms = terms.map(|(_, term)| term.clone().negative()).collect();
        Ok(Parts { number: -sum.number, plain: -sum.key.plain, terms })
    }

    /// Adds a component, or its value if that is known or soon found.
    fn add_board(
        &mut self,
        parts: &mut Parts<R::Component>,
        mut board: R::Component,
        mut is_exchanged: bool,
    ) -> Result<(), StopReason> {
        let bound = self.rules.option_bound(&board);
        let counting = bound.saturating_sub(FEW_MOVES).saturating_mul(STEPS_A_MOVE);
        self.options.spend((1 + board.owned_bytes() as u64).saturating_add(counting))?;
        if bound == 0 {
            return Ok(());
        }
        if self.play == Play::Misere {
            self.rules.canonicalise(&mut board);
            parts.terms.push(Term::Board(board, is_exchanged));
            return Ok(());
        }
        is_exchanged ^= self.rules.canonicalise_value(&mut board) == winways_rules::Sign::Negative;
        match self.values.of(&board)? {
            Some(value) => self.add_value(parts, if is_exchanged { -value } else { value }),
            None => {
                parts.terms.push(Term::Board(board, is_exchanged));
                Ok(())
            }
        }
    }

    fn add_value(&mut self, parts: &mut Parts<R::Component>, value: Game) -> Result<(), StopReason> {
        let (number, rest) = value.parts();
        parts.number = self.values.add(parts.number, number)?;
        if rest.is_number_up_star() {
            parts.plain = self.values.add(parts.plain, rest)?;
        } else {
            parts.terms.push(Term::Value(rest));
        }
        Ok(())
    }

    /// Whether there is room for the options of a sum.
    fn check_memory(&self, sum: &Sum<R::Component>) -> Result<(), StopReason> {
        let option = sum.key.bytes() + 3 * size_of::<Sum<R::Component>>() as u64;
        let (mut needed, mut largest) = (0u64, 0);
        for term in &sum.key.terms {
            let Term::Board(board, _) = term else { continue };
            let (bound, bytes) = (self.rules.option_bound(board), option + self.rules.option_bytes(board));
            needed = needed.saturating_add(bound.saturating_mul(bytes));
            largest = bound.max(largest);
        }
        let needed = needed.saturating_add(Options::<R::Component>::bytes_for(largest));
        if needed > 1 << 14 && needed.saturating_add(self.bytes()) > self.budget.memory {
            return Err(StopReason::Memory { limit: self.budget.memory });
        }
        Ok(())
    }

    /// Counts work, and looks at the observer now and then.
    fn count(&mut self, work: u64, depth: usize) -> Result<(), StopReason> {
        self.work += work;
        if self.work < WORK_POLL_INTERVAL {
            return Ok(());
        }
        self.work = 0;
        let bytes = self.bytes();
        let progress = Progress { positions: self.nodes, depth: depth as u64, bytes, ..Progress::default() };
        self.budget.poll(self.observer, &progress)
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + self.values.bytes() + self.line_bytes + self.rules.table_bytes()
    }
}
