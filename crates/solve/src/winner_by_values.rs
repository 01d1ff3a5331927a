//! The winner of a sum of partizan positions by depth-first search, using the values of small components.

mod hash;
mod sum;
mod table;
#[cfg(test)]
mod tests;
mod values;

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::grundy::Theorems;
use crate::ledger::Ledger;
use sum::{Parts, Sum, Term};
use table::Table;
use values::Values;
use winways_rules::{Component, Options, PartizanRuleset, Play, Side};
use winways_values::{Arena, Game};

/// A search for the winner of sums that needs no canonical forms of large components. The winner is often
/// known long before the value.
///
/// Under normal play, components are taken up to symmetry and sign, and opposites cancel. Small components
/// are replaced by their values, computed in an arena. Numbers, ups and nimbers are added in closed form; for
/// other values only the canonical options are tried. Sums of at most two such values are decided by a
/// comparison in the arena. A result for a sum is stored as a bound: it also holds for the same sum with a
/// greater (or smaller) number. Under misère play, values do not decide the winner, so components are only
/// canonicalised.
///
/// A transposition table of whole sums caches results within the memory budget. When a bucket is full, the
/// entry that was cheapest to compute is evicted first.
/// [`WinnerSearch`](crate::WinnerSearch) is the plain search, straight from the definition.
///
/// Sources on values of components in a search: Müller, *Decomposition search* (1999); Folkersen et al., *MCGS* (2023).
///
/// # Complexity
/// Exponential in the size of the position. A sum evicted from the table is searched again when it recurs.
pub struct WinnerByValues<'r, R: PartizanRuleset + ?Sized> {
    rules: &'r R,
    play: Play,
    ledger: Ledger<'r>,
    values: Values<'r, R>,
    table: Table<R::Component, Known>,
    nodes: u64,
    /// Bytes of the current line of play.
    line_bytes: u64,
    options: Options<R::Component>,
}

/// Bounds for a sum with its number removed: Left, to move, wins when the number is at least `won_from` and
/// loses when it is at most `lost_to`.
#[derive(Clone, Copy, Default)]
struct Known {
    won_from: Option<Game>,
    lost_to: Option<Game>,
}

/// A sum on the current line of play.
struct Frame<C> {
    sum: Sum<C>,
    hash: u64,
    /// The sums left by Left's moves, from the opponent's view, the most promising last.
    untried: Vec<Sum<C>>,
    /// The number of sums searched before this one.
    nodes_before: u64,
    bytes: u64,
}

/// The result of entering a sum.
enum Entered<C> {
    /// Decided: `true` if the player to move wins.
    Decided(bool),
    Open(Frame<C>),
}

/// The cost of a sum, in units of one option.
const SUM_COST: u64 = 4;

/// Counting moves is not charged for boards with at most this many moves.
const FEW_MOVES: u64 = 1 << 10;

/// The number of moves of a board that can be counted in the time of one option.
const MOVES_PER_OPTION: u64 = 16;

/// Meter steps, of a few nanoseconds each, for counting a move of a board, here and for its value.
const STEPS_PER_MOVE: u64 = 16;

impl<'r, R: PartizanRuleset + ?Sized> WinnerByValues<'r, R> {
    /// Creates a search with an empty table. The search creates values in `arena` and sets its interrupt. Half of the
    /// memory is reserved for the table. The search runs on one thread, regardless of the budget.
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
            // The interval is in options.
            ledger: Ledger::new(budget, observer, 1 << 13),
            values: Values::new(rules, arena, theorems, budget, observer),
            table: Table::new(budget.memory / 2),
            nodes: 0,
            line_bytes: 0,
            options: Options::with_meter(observer.meter()),
        }
    }

    /// Returns `true` if `side`, the player to move, wins the sum.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up or the observer ends the work; results computed so far are retained.
    pub fn mover_wins(&mut self, position: &[R::Component], side: Side) -> Result<bool, Stopped> {
        let found = self.root(position, side).and_then(|root| self.search(root));
        found.map_err(|reason| Stopped { reason, nodes: self.nodes })
    }

    /// Returns the number of (sum, player to move) pairs searched so far. Sums evicted from the table count
    /// again when they are searched again.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the sum from the view of the player to move.
    fn root(&mut self, position: &[R::Component], side: Side) -> Result<Sum<R::Component>, StopReason> {
        let mut parts = Parts::new();
        if position.len() > 1 {
            self.values.note_split();
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
        // `true` if the player to move wins the sum decided last.
        let mut wins = false;
        loop {
            if let Some(sum) = next.take() {
                match self.enter(sum, stack.len())? {
                    Entered::Decided(decided) => wins = decided,
                    Entered::Open(frame) => {
                        self.line_bytes += frame.bytes;
                        stack.push(frame);
                        // No losing option has been found yet.
                        wins = true;
                    }
                }
            }
            let Some(frame) = stack.last_mut() else { return Ok(wins) };
            if wins {
                // The opponent wins after the move tried last.
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

    /// Decides a sum by known bounds for it or for its options, or lists its undecided options.
    fn enter(&mut self, sum: Sum<R::Component>, depth: usize) -> Result<Entered<R::Component>, StopReason> {
        self.nodes += 1;
        let hash = Table::<R::Component, Known>::hash(&sum.key);
        if let Some(wins) = self.verdict(hash, &sum)? {
            return Ok(Entered::Decided(wins));
        }
        let nodes_before = self.nodes;
        let options = self.options_of(&sum)?;
        self.spend(SUM_COST + options.len() as u64, depth)?;
        let is_stuck = options.is_empty();
        let mut wins = is_stuck && self.play == Play::Misere;
        let mut untried = Vec::new();
        let mut bytes = sum.key.bytes();
        for option in options {
            let hash = Table::<R::Component, Known>::hash(&option.key);
            match self.verdict(hash, &option)? {
                Some(false) => {
                    wins = true;
                    break;
                }
                Some(true) => {}
                None => {
                    bytes += option.key.bytes();
                    let ordering_key = self.ordering_key(&option);
                    self.spend(ordering_key.saturating_sub(FEW_MOVES) / MOVES_PER_OPTION, depth)?;
                    untried.push((ordering_key, option));
                }
            }
        }
        // A growing stack doubles.
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
        Ok(Entered::Decided(wins))
    }

    /// Returns the move-ordering key of an option: options that leave smaller components are searched first.
    fn ordering_key(&self, option: &Sum<R::Component>) -> u64 {
        let weight = |term: &Term<R::Component>| match term {
            Term::Value(_) => 1,
            Term::Board(board, _) => self.rules.option_bound(board),
        };
        option.key.terms.iter().map(weight).fold(0, u64::saturating_add)
    }

    /// Returns `true` if Left, to move, wins, and `None` if a search is needed.
    fn verdict(&mut self, hash: u64, sum: &Sum<R::Component>) -> Result<Option<bool>, StopReason> {
        if self.play == Play::Normal
            && let Some(wins) = self.values.verdict(sum)?
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
        // A sum is searched only if its bounds did not decide it, so the new bound is tighter.
        if wins {
            known.won_from = Some(number);
        } else {
            known.lost_to = Some(number);
        }
        self.table.insert(hash, key, known, self.nodes - frame.nodes_before);
        Ok(())
    }

    /// Returns the sums left by Left's moves, from the opponent's view.
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
        let scratch = Options::with_meter(self.ledger.meter());
        let mut options = std::mem::replace(&mut self.options, scratch);
        options.clear();
        let listed = self.rules.options(board, side, &mut options);
        for option in 0..if listed.is_ok() { options.len() } else { 0 } {
            if options.get(option).len() > 1 {
                self.values.note_split();
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

    /// Returns a sum from the opponent's view, without one of its terms.
    fn opposite(
        &mut self,
        sum: &Sum<R::Component>,
        without: Option<usize>,
    ) -> Result<Parts<R::Component>, StopReason> {
        let terms = sum.key.terms.iter().enumerate().filter(|(index, _)| Some(*index) != without);
        let terms = terms.map(|(_, term)| term.clone().negative()).collect();
        Ok(Parts { number: -sum.number, plain: -sum.key.plain, terms })
    }

    /// Adds a component, or its value if that is known or cheap to compute.
    fn add_board(
        &mut self,
        parts: &mut Parts<R::Component>,
        mut board: R::Component,
        mut is_exchanged: bool,
    ) -> Result<(), StopReason> {
        let bound = self.rules.option_bound(&board);
        let counting = bound.saturating_sub(FEW_MOVES).saturating_mul(STEPS_PER_MOVE);
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

    /// Checks that the options of a sum fit into the memory budget.
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
        self.ledger.check_more(needed, || self.bytes())
    }

    fn spend(&self, work: u64, depth: usize) -> Result<(), StopReason> {
        self.ledger.spend(work, || Progress::new(self.nodes, depth, self.bytes()))
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + self.values.bytes() + self.line_bytes + self.rules.table_bytes()
    }
}
