//! Outcomes of sums, computed directly from the rules, without values.

use crate::rules::{self, EntailingMove, EntailingRules, Moves};
use crate::solver::{ALLOCATION_BYTES, CYCLE, check_growth};
use hashbrown::HashMap;
use std::mem::size_of;
use winways_rules::{ImpartialOutcome, Play, RuleFault};
use winways_solve::{Ledger, Progress, StopReason};

/// A sum of components, and the component in which the player to move must move, if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State<P> {
    /// The other components, sorted, without those that have no moves.
    free: Vec<P>,
    entailed: Option<P>,
}

/// A search of sums under normal or misère play. It is slow, but it is the only method for misère play.
///
/// ```
/// use winways_entailing::{EntailingSums, TopEntails};
/// use winways_rules::{ImpartialOutcome, Play};
/// use winways_solve::{Budget, Ledger, NoObserver};
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut sums = EntailingSums::new(TopEntails, Play::Normal);
/// assert_eq!(sums.outcome(&[4, 4], None, &ledger)?, ImpartialOutcome::Previous);
/// assert_eq!(sums.outcome(&[4, 3], None, &ledger)?, ImpartialOutcome::Next);
/// // A player who must move in an empty stack loses.
/// assert_eq!(sums.outcome(&[4], Some(&0), &ledger)?, ImpartialOutcome::Previous);
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
pub struct EntailingSums<R: EntailingRules> {
    rules: R,
    play: Play,
    /// `true` for each state in which the player to move wins; `None` while the search is inside the state.
    found: HashMap<State<R::Position>, Option<bool>>,
    /// `true` for each component that has moves.
    live: HashMap<R::Position, bool>,
    /// The number of components in all states.
    components: u64,
    /// The bytes of the frames on the stack, and of the states that the next frame lists.
    stack_bytes: u64,
}

/// The states after the moves of a state, and `true` for those in which the same player moves again.
type StatesAfter<P> = Vec<(State<P>, bool)>;

/// A state that the search has entered, with the states after its moves that have not been searched yet.
struct Frame<P> {
    state: State<P>,
    after: StatesAfter<P>,
    /// The bytes of `state` and of all states after its moves, including those that have been searched.
    bytes: u64,
}

impl<P> State<P> {
    /// Returns the bytes of a state in a list. A list that grows may have twice the places that it needs.
    fn bytes(&self) -> u64 {
        let places = 2 * size_of::<(Self, bool)>() + self.free.capacity() * size_of::<P>();
        ALLOCATION_BYTES + places as u64
    }
}

impl<R: EntailingRules> EntailingSums<R> {
    /// Creates a search with no results.
    pub fn new(rules: R, play: Play) -> Self {
        EntailingSums {
            rules,
            play,
            found: HashMap::new(),
            live: HashMap::new(),
            components: 0,
            stack_bytes: 0,
        }
    }

    /// Returns the number of sums searched.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.found.len() as u64
    }

    /// Returns the outcome of the sum of `free` and, if present, `entailed`, the component in which the player to move must move.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work, or [`StopReason::Rules`] if the rules fail or a play may never
    /// end.
    ///
    /// # Complexity
    /// Linear in the number of moves of all reachable sums, and therefore exponential in the number of components.
    pub fn outcome(
        &mut self,
        free: &[R::Position],
        entailed: Option<&R::Position>,
        ledger: &Ledger<'_>,
    ) -> Result<ImpartialOutcome, StopReason> {
        let root = self.state(free.to_vec(), entailed.cloned(), ledger)?;
        let result = self.search(&root, ledger);
        self.stack_bytes = 0;
        if result.is_err() {
            self.found.retain(|_, wins| wins.is_some());
        }
        result.map(ImpartialOutcome::next_if)
    }

    /// Returns `true` if a move of a component wins when the other components are `rest`.
    ///
    /// # Errors
    /// Fails like [`EntailingSums::outcome`].
    pub fn wins_by(
        &mut self,
        step: &EntailingMove<R::Position>,
        rest: &[R::Position],
        ledger: &Ledger<'_>,
    ) -> Result<bool, StopReason> {
        let (free, entailed, is_again) = after(step);
        let outcome = self.outcome(&[rest, free].concat(), entailed, ledger)?;
        Ok((outcome == ImpartialOutcome::Next) == is_again)
    }

    fn state(
        &mut self,
        mut free: Vec<R::Position>,
        entailed: Option<R::Position>,
        ledger: &Ledger<'_>,
    ) -> Result<State<R::Position>, StopReason> {
        let mut live = Vec::with_capacity(free.len());
        for part in free.drain(..) {
            if self.is_live(&part, ledger)? {
                live.push(part);
            }
        }
        live.sort_unstable();
        Ok(State { free: live, entailed })
    }

    /// Returns `true` if a component has moves.
    fn is_live(&mut self, part: &R::Position, ledger: &Ledger<'_>) -> Result<bool, StopReason> {
        if let Some(&is_live) = self.live.get(part) {
            return Ok(is_live);
        }
        let is_live = !self.moves(part, ledger)?.is_empty();
        self.live.insert(part.clone(), is_live);
        Ok(is_live)
    }

    fn moves(&self, part: &R::Position, ledger: &Ledger<'_>) -> Result<Moves<R::Position>, StopReason> {
        rules::listed(&self.rules, part, ledger, || self.bytes())
    }

    /// Searches a state and all states reachable from it, without recursion. Returns `true` if the player to move wins.
    fn search(&mut self, root: &State<R::Position>, ledger: &Ledger<'_>) -> Result<bool, StopReason> {
        let mut stack: Vec<Frame<R::Position>> = Vec::new();
        let mut last = self.enter(root.clone(), &mut stack, ledger)?;
        while let Some(frame) = stack.last_mut() {
            let Some((state, is_again)) = frame.after.last() else {
                last = Some(false);
                self.leave(&mut stack, last);
                continue;
            };
            let is_again = *is_again;
            match last.take() {
                None => {
                    let state = state.clone();
                    last = self.enter(state, &mut stack, ledger)?;
                }
                Some(wins) => {
                    frame.after.pop();
                    if wins == is_again {
                        last = Some(true);
                        self.leave(&mut stack, last);
                    }
                }
            }
        }
        Ok(last.unwrap_or(false))
    }

    /// Pops the last state from `stack` and stores its result.
    fn leave(&mut self, stack: &mut Vec<Frame<R::Position>>, wins: Option<bool>) {
        let frame = stack.pop().expect("the stack has a last frame");
        self.stack_bytes -= frame.bytes;
        self.found.insert(frame.state, wins);
    }

    /// Returns the result of a state if it is known or the state has no moves. Otherwise pushes the state on `stack`.
    fn enter(
        &mut self,
        state: State<R::Position>,
        stack: &mut Vec<Frame<R::Position>>,
        ledger: &Ledger<'_>,
    ) -> Result<Option<bool>, StopReason> {
        match self.found.get(&state) {
            Some(Some(wins)) => return Ok(Some(*wins)),
            Some(None) => return Err(RuleFault::new(CYCLE).into()),
            None => {}
        }
        check_growth(&self.found, ledger, || self.bytes())?;
        self.components += 1 + state.free.len() as u64;
        let before = self.stack_bytes;
        let after = self.states_after(&state, ledger)?;
        let bytes = self.bytes();
        let depth = stack.len();
        ledger.spend(1 + after.len() as u64, || Progress::new(self.nodes(), depth, bytes))?;
        if after.is_empty() {
            let wins = self.play == Play::Misere;
            self.found.insert(state, Some(wins));
            return Ok(Some(wins));
        }
        self.found.insert(state.clone(), None);
        self.stack_bytes += state.bytes();
        stack.push(Frame { state, after, bytes: self.stack_bytes - before });
        Ok(None)
    }

    /// Returns the states after the moves of a state, and adds their bytes to `stack_bytes`.
    fn states_after(
        &mut self,
        state: &State<R::Position>,
        ledger: &Ledger<'_>,
    ) -> Result<StatesAfter<R::Position>, StopReason> {
        let mut found = Vec::new();
        let places: Vec<Option<usize>> = match state.entailed {
            Some(_) => vec![None],
            None => (0..state.free.len()).map(Some).collect(),
        };
        for place in places {
            let (part, rest) = match (place, &state.entailed) {
                (Some(place), _) => {
                    (&state.free[place], [&state.free[..place], &state.free[place + 1..]].concat())
                }
                (None, Some(entailed)) => (entailed, state.free.clone()),
                (None, None) => continue,
            };
            let steps = self.moves(part, ledger)?;
            let step_bytes = (steps.capacity() * size_of::<EntailingMove<R::Position>>()) as u64;
            let parts: usize = steps.iter().map(|step| step.components().count()).sum();
            // The state after a move has copies of the components of the move and of the other components.
            let parts = (2 * parts + steps.len() * rest.len()) * size_of::<R::Position>();
            let lists = 2 * size_of::<(State<R::Position>, bool)>() as u64 + 2 * ALLOCATION_BYTES;
            let states = (steps.len() as u64).saturating_mul(lists).saturating_add(parts as u64);
            ledger.check(states.saturating_add(step_bytes).saturating_add(self.bytes()))?;
            for step in steps {
                let (free, entailed, is_again) = after(&step);
                let state = self.state([&rest, free].concat(), entailed.cloned(), ledger)?;
                self.stack_bytes += state.bytes();
                found.push((state, is_again));
            }
        }
        Ok(found)
    }

    fn bytes(&self) -> u64 {
        let listed = self.components.saturating_mul(size_of::<R::Position>() as u64);
        let lists = (self.found.len() as u64).saturating_mul(ALLOCATION_BYTES);
        let maps = (self.found.allocation_size() + self.live.allocation_size()) as u64;
        listed.saturating_add(lists).saturating_add(maps).saturating_add(self.stack_bytes)
    }
}

/// Returns the free components after a move, the entailed component, and `true` if the same player moves again.
fn after<C>(step: &EntailingMove<C>) -> (&[C], Option<&C>, bool) {
    match step {
        EntailingMove::Ordinary(free) => (free, None, false),
        EntailingMove::Complimenting(free) => (free, None, true),
        EntailingMove::Entailing { entailed, others } => (others, Some(entailed), false),
    }
}
