//! The values of the positions of any game, by depth-first search.

use crate::rules::{EntailingMove, EntailingRules};
use crate::value::EntailingValue;
use crate::winning_set::WinningSet;
use hashbrown::HashMap;
use std::mem::size_of;
use winways_solve::{Ledger, Progress, StopReason};
use winways_values::Nimber;

/// The reason for which a value is not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntailingError {
    /// A component is reachable from itself, so that a play need not end.
    #[error("a position is reachable from itself; entailing moves are supported only where every play ends")]
    Cycle,
    /// The ledger stopped the work.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

/// A solver of a game, which keeps the values of all components that it has solved.
///
/// Its memory is that of the lists it keeps; the memory inside a position, such as a list of cells, is not counted.
///
/// ```
/// use winways_entailing::{EntailingSolver, TopEntails};
/// use winways_solve::{Budget, Ledger, NoObserver};
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut solver = EntailingSolver::new(TopEntails);
/// assert_eq!(solver.value(&4, &ledger)?.to_string(), "*");
/// assert!(solver.value(&3, &ledger)?.is_loony());
/// // The player to move wins only by taking the top coin of the stack of three: move 0 of component 1.
/// assert_eq!(solver.winning_moves(&[4, 3], None, &ledger)?, [(1, 0)]);
/// # Ok::<(), winways_entailing::EntailingError>(())
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

/// A component that the search has begun.
struct Frame<P> {
    position: P,
    moves: Vec<EntailingMove<P>>,
    /// The components after the moves that the search has not looked up.
    pending: Vec<P>,
}

impl<P: Clone> Frame<P> {
    fn new(position: P, moves: Vec<EntailingMove<P>>) -> Self {
        let pending = moves.iter().flat_map(EntailingMove::components).cloned().collect();
        Frame { position, moves, pending }
    }

    fn bytes(&self) -> u64 {
        let moves = self.moves.capacity() * size_of::<EntailingMove<P>>();
        // The components are in the moves and in the pending ones.
        (moves + 2 * self.pending.capacity() * size_of::<P>() + size_of::<Self>()) as u64
    }
}

impl<R: EntailingRules> EntailingSolver<R> {
    /// Creates a solver that has solved nothing.
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
        let entry = size_of::<(R::Position, Option<Solved>)>() + 1;
        self.set_bytes.saturating_add((self.found.capacity() * entry) as u64)
    }

    /// Returns the value of a component.
    ///
    /// # Errors
    /// [`EntailingError::Cycle`], or the reason for which the ledger stops the work. Components solved so far are kept.
    ///
    /// # Complexity
    /// Linear in the number of components after all moves of all components reachable from `position`, times the size of their sets. The
    /// ledger is charged one unit for each such component, and one for every 64 nimbers of each set.
    pub fn value(
        &mut self,
        position: &R::Position,
        ledger: &Ledger<'_>,
    ) -> Result<EntailingValue, EntailingError> {
        self.solve(position, ledger)?;
        Ok(self.solved(position).value)
    }

    /// Returns the set W of a component: all values of the rest of a sum with which a move in the component wins.
    ///
    /// # Errors
    /// As [`EntailingSolver::value`].
    pub fn winning_set(
        &mut self,
        position: &R::Position,
        ledger: &Ledger<'_>,
    ) -> Result<&WinningSet, EntailingError> {
        self.solve(position, ledger)?;
        Ok(&self.solved(position).set)
    }

    /// Returns the value of a sum of components.
    ///
    /// # Errors
    /// As [`EntailingSolver::value`].
    pub fn value_of_sum(
        &mut self,
        sum: &[R::Position],
        ledger: &Ledger<'_>,
    ) -> Result<EntailingValue, EntailingError> {
        let mut total = EntailingValue::ZERO;
        for position in sum {
            total = total + self.value(position, ledger)?;
        }
        Ok(total)
    }

    /// Returns all winning moves in a sum, each as the index of its component and the index among the moves of the component.
    ///
    /// If a component is entailed, the player to move must move in this component, given by its index.
    ///
    /// # Errors
    /// As [`EntailingSolver::value`].
    ///
    /// # Panics
    /// If the sum has no component with the index `entailed`.
    pub fn winning_moves(
        &mut self,
        sum: &[R::Position],
        entailed: Option<usize>,
        ledger: &Ledger<'_>,
    ) -> Result<Vec<(usize, usize)>, EntailingError> {
        let components = entailed.map_or(0..sum.len(), |index| index..index + 1);
        let mut winning = Vec::new();
        let mut values = Vec::new();
        for position in sum {
            values.push(self.value(position, ledger)?);
        }
        for component in components {
            let others = values.iter().enumerate().filter(|&(index, _)| index != component);
            let rest = others.map(|(_, &value)| value).sum();
            for (index, step) in self.rules.moves(&sum[component]).iter().enumerate() {
                let mut set = WinningSet::default();
                self.add_move(&mut set, step, ledger)?;
                if set.contains(rest) {
                    winning.push((component, index));
                }
            }
        }
        Ok(winning)
    }

    /// Returns the result of a component that is solved.
    fn solved(&self, position: &R::Position) -> &Solved {
        self.found[position].as_ref().expect("the component is solved")
    }

    fn solve(&mut self, root: &R::Position, ledger: &Ledger<'_>) -> Result<(), EntailingError> {
        let result = self.search(root, ledger);
        if result.is_err() {
            self.found.retain(|_, solved| solved.is_some());
        }
        result
    }

    /// Solves a component and all components reachable from it, without recursion.
    fn search(&mut self, root: &R::Position, ledger: &Ledger<'_>) -> Result<(), EntailingError> {
        let mut stack: Vec<Frame<R::Position>> = Vec::new();
        let mut stack_bytes = 0;
        let mut next = Some(root.clone());
        loop {
            if let Some(position) = next.take() {
                match self.found.get(&position) {
                    Some(Some(_)) => {}
                    Some(None) => return Err(EntailingError::Cycle),
                    None => {
                        self.found.insert(position.clone(), None);
                        let moves = self.rules.moves(&position);
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
        self.set_bytes += set.bytes();
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
