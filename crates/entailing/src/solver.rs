//! Computes the values of the positions of any game by depth-first search.

use crate::rules::{self, EntailingMove, EntailingRules, Moves};
use crate::value::EntailingValue;
use crate::values::EntailingValues;
use crate::winning_set::WinningSet;
use hashbrown::HashMap;
use std::hash::Hash;
use std::mem::size_of;
use winways_rules::RuleFault;
use winways_solve::{Ledger, Progress, StopReason};
use winways_values::Nimber;

/// The fault message for rules under which a play may never end.
pub(crate) const CYCLE: &str =
    "a position is reachable from itself; entailing moves are supported only where every play ends";

/// A solver of a game, which caches the values of all solved components.
///
/// The reported memory covers only the solver's own lists. Memory owned by positions, such as a list of cells, is not
/// counted.
///
/// ```
/// use winways_entailing::{EntailingMove, EntailingSolver, EntailingValues, TopEntails};
/// use winways_solve::{Budget, Ledger, NoObserver};
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut solver = EntailingSolver::new(TopEntails);
/// assert_eq!(solver.value(&4, &ledger)?.to_string(), "*");
/// assert!(solver.value(&3, &ledger)?.is_loony());
/// // Beside a stack of four, the player to move wins by taking the top coin of the stack of three.
/// let taking = EntailingMove::Entailing { entailed: 2, others: vec![] };
/// let rest = solver.value(&4, &ledger)?;
/// assert!(solver.wins_by(&taking, rest, &ledger)?);
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
pub struct EntailingSolver<R: EntailingRules> {
    rules: R,
    /// The result of each component; `None` while the search is inside the component.
    found: HashMap<R::Position, Option<Solved>>,
    /// The bytes of all sets of `found`.
    set_bytes: u64,
    /// The number of moves examined.
    moves: u64,
}

struct Solved {
    set: WinningSet,
    value: EntailingValue,
}

/// The bytes that an allocator needs for a list in addition to its elements.
pub(crate) const ALLOCATION_BYTES: u64 = 16;

/// Checks that there is memory for one more entry of a map. When a map grows, the old table and a table of twice its size exist
/// at the same time.
pub(crate) fn check_growth<K: Eq + Hash, V>(
    map: &HashMap<K, V>,
    ledger: &Ledger<'_>,
    used: impl FnOnce() -> u64,
) -> Result<(), StopReason> {
    match map.len() == map.capacity() {
        true => ledger.check_more(2 * map.allocation_size() as u64, used),
        false => Ok(()),
    }
}

/// A component that the search has entered.
struct Frame<P> {
    position: P,
    moves: Moves<P>,
    /// The components after the moves that have not been looked up yet.
    pending: Vec<P>,
}

impl<P: Clone> Frame<P> {
    fn new(position: P, moves: Moves<P>) -> Self {
        let pending = moves.iter().flat_map(EntailingMove::components).cloned().collect();
        Frame { position, moves, pending }
    }

    fn bytes(&self) -> u64 {
        let moves = self.moves.capacity() * size_of::<EntailingMove<P>>();
        // Each component is stored in `moves` and in `pending`.
        (moves + 2 * self.pending.capacity() * size_of::<P>() + size_of::<Self>()) as u64
    }
}

impl<R: EntailingRules> EntailingSolver<R> {
    /// Creates a solver with no results.
    pub fn new(rules: R) -> Self {
        EntailingSolver { rules, found: HashMap::new(), set_bytes: 0, moves: 0 }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Returns the number of components solved.
    #[must_use]
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// Returns the approximate memory in use, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.set_bytes.saturating_add(self.found.allocation_size() as u64)
    }

    /// Returns the set W of a component: all values of the rest of a sum with which a move in the component wins.
    ///
    /// # Errors
    /// Fails like [`EntailingValues::value`].
    pub fn winning_set(
        &mut self,
        position: &R::Position,
        ledger: &Ledger<'_>,
    ) -> Result<&WinningSet, StopReason> {
        self.solve(position, ledger)?;
        Ok(&self.solved(position).set)
    }

    /// Returns the result of a solved component.
    fn solved(&self, position: &R::Position) -> &Solved {
        self.found[position].as_ref().expect("the component is solved")
    }

    fn solve(&mut self, root: &R::Position, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let result = self.search(root, ledger);
        if result.is_err() {
            self.found.retain(|_, solved| solved.is_some());
        }
        result
    }

    /// Solves a component and all components reachable from it, without recursion.
    fn search(&mut self, root: &R::Position, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let mut stack: Vec<Frame<R::Position>> = Vec::new();
        let mut stack_bytes = 0;
        let mut next = Some(root.clone());
        loop {
            if let Some(position) = next.take() {
                match self.found.get(&position) {
                    Some(Some(_)) => {}
                    Some(None) => return Err(RuleFault::new(CYCLE).into()),
                    None => {
                        let used = || self.bytes().saturating_add(stack_bytes);
                        check_growth(&self.found, ledger, used)?;
                        self.found.insert(position.clone(), None);
                        let used = || self.bytes().saturating_add(stack_bytes);
                        let moves = rules::listed(&self.rules, &position, ledger, used)?;
                        self.moves += moves.len() as u64;
                        let frame = Frame::new(position, moves);
                        ledger.check_more(frame.bytes(), || self.bytes().saturating_add(stack_bytes))?;
                        stack_bytes += frame.bytes();
                        stack.push(frame);
                    }
                }
            }
            ledger.spend(1, || self.progress(stack.len(), stack_bytes))?;
            let Some(frame) = stack.last_mut() else { return Ok(()) };
            next = frame.pending.pop();
            if next.is_none() {
                let frame = stack.pop().expect("the stack has a last frame");
                stack_bytes -= frame.bytes();
                self.finish(frame, ledger)?;
            }
        }
    }

    fn progress(&self, depth: usize, stack_bytes: u64) -> Progress {
        let bytes = self.bytes().saturating_add(stack_bytes);
        Progress { options: self.moves, ..Progress::new(self.found.len() as u64, depth, bytes) }
    }

    /// Stores the result of a component whose moves lead to solved components.
    fn finish(&mut self, frame: Frame<R::Position>, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let mut set = WinningSet::default();
        for step in &frame.moves {
            self.add_move(&mut set, step, ledger)?;
        }
        self.set_bytes += ALLOCATION_BYTES + set.bytes();
        let value = set.value();
        self.found.insert(frame.position, Some(Solved { set, value }));
        Ok(())
    }

    /// Adds to `set` all values of the rest with which a move wins. The components after the move are solved.
    fn add_move(
        &self,
        set: &mut WinningSet,
        step: &EntailingMove<R::Position>,
        ledger: &Ledger<'_>,
    ) -> Result<(), StopReason> {
        let sum = |free: &[R::Position]| free.iter().map(|position| self.solved(position).value).sum();
        let added = match step {
            EntailingMove::Ordinary(free) => {
                if let EntailingValue::Nimber(nimber) = sum(free) {
                    self.check(set, nimber, ledger)?;
                    set.insert(nimber);
                }
                return Ok(());
            }
            EntailingMove::Complimenting(free) => match sum(free) {
                EntailingValue::Nimber(nimber) => {
                    let mut lost = WinningSet::default();
                    self.check(&lost, nimber, ledger)?;
                    lost.insert(nimber);
                    lost.complement()
                }
                EntailingValue::Loony => WinningSet::all(),
            },
            EntailingMove::Entailing { entailed, others } => {
                let answers = &self.solved(entailed).set;
                match sum(others) {
                    EntailingValue::Nimber(nimber) => {
                        self.check(answers, nimber, ledger)?;
                        answers.clone().complement().shifted(nimber)
                    }
                    EntailingValue::Loony if answers.is_cofinite() => WinningSet::default(),
                    EntailingValue::Loony => WinningSet::all(),
                }
            }
        };
        set.unite(&added);
        Ok(())
    }

    /// Charges an operation on a set and a nimber, and checks that there is memory for it.
    fn check(&self, set: &WinningSet, Nimber(number): Nimber, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let bytes = set.bytes_with(number);
        ledger.check_more(bytes.saturating_mul(3), || self.bytes())?;
        ledger.spend(bytes / 8, || self.progress(0, 0))
    }
}

/// The ledger is charged one unit for each component after a move, and one unit per 64 nimbers for each operation on a set.
///
/// # Complexity
/// Linear in the total number of components after all moves of all reachable components, times the size of their sets.
impl<R: EntailingRules> EntailingValues<R::Position> for EntailingSolver<R> {
    fn value(&mut self, position: &R::Position, ledger: &Ledger<'_>) -> Result<EntailingValue, StopReason> {
        self.solve(position, ledger)?;
        Ok(self.solved(position).value)
    }

    fn wins_by_move_in(
        &mut self,
        position: &R::Position,
        rest: EntailingValue,
        ledger: &Ledger<'_>,
    ) -> Result<bool, StopReason> {
        Ok(self.winning_set(position, ledger)?.contains(rest))
    }

    fn nodes(&self) -> u64 {
        self.found.len() as u64
    }
}
