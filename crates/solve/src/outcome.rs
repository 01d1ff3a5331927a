//! Outcomes of whole sums by depth-first search: the only general method under misère play, where values do not add.

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::ops::ControlFlow;
use winways_rules::{Component, Options, Outcome, Play, Ruleset};

/// Outcomes by exhaustive search over sums, straight from the definition.
///
/// A sum is a multiset of canonical components; those without options are left out. A position is won as soon as one
/// of its options is lost; options are tried in the order of the rules, so the node count is the same in every run.
///
/// # Complexity
/// Each distinct sum is expanded at most once; their number is exponential in the number of different components.
///
/// ```
/// use winways_rules::{Options, Outcome, Play, Ruleset};
/// use winways_solve::{Budget, OutcomeSearch, Silent};
/// # struct Matches;
/// # impl Ruleset for Matches {
/// #     type Component = u64;
/// #     fn options(&self, heap: &u64, options: &mut Options<u64>) {
/// #         for taken in 1..=3.min(*heap) { options.push([heap - taken]); }
/// #     }
/// #     fn option_bound(&self, heap: &u64) -> u64 { 3.min(*heap) }
/// # }
/// // A move takes one, two or three matches; who takes the last one loses.
/// let mut search = OutcomeSearch::new(&Matches, Play::Misere, Budget::DEFAULT, &Silent);
/// assert_eq!(search.outcome(&[5])?, Outcome::Previous);
/// assert_eq!(search.outcome(&[5, 1])?, Outcome::Next);
/// # Ok::<(), winways_solve::Stopped>(())
/// ```
pub struct OutcomeSearch<'r, R: Ruleset> {
    rules: &'r R,
    play: Play,
    budget: Budget,
    observer: &'r dyn Observer,
    memo: HashMap<Box<[R::Component]>, Outcome, FixedState>,
    owned_bytes: u64,
    options_seen: u64,
}

/// A sum on the current line of play.
struct Frame<C> {
    sum: Box<[C]>,
    /// Its options not yet tried, the next one last.
    untried: Vec<Box<[C]>>,
    bytes: u64,
}

const POSITIONS_BETWEEN_LOOKS: u64 = 1 << 12;

impl<'r, R: Ruleset> OutcomeSearch<'r, R> {
    /// A search that knows nothing yet. It runs in one thread, whatever the budget says.
    pub fn new(rules: &'r R, play: Play, budget: Budget, observer: &'r dyn Observer) -> Self {
        OutcomeSearch {
            rules,
            play,
            budget,
            observer,
            memo: HashMap::default(),
            owned_bytes: 0,
            options_seen: 0,
        }
    }

    /// Sets what the search may use from now on, for one that was stopped to go on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The outcome of a sum.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is used up or the observer ends the work; what was found stays known.
    pub fn outcome(&mut self, position: &[R::Component]) -> Result<Outcome, Stopped> {
        let root = self.normalised(position.to_vec());
        self.search(root).map_err(|reason| Stopped { reason, nodes: self.nodes() })
    }

    /// Distinct sums solved so far.
    pub fn nodes(&self) -> u64 {
        self.memo.len() as u64
    }

    fn search(&mut self, root: Box<[R::Component]>) -> Result<Outcome, StopReason> {
        if let Some(outcome) = self.memo.get(&root) {
            return Ok(*outcome);
        }
        let mut stack = Vec::new();
        let mut stack_bytes = 0;
        let mut since_look = 0;
        self.enter(&mut stack, &mut stack_bytes, root)?;
        loop {
            let Some(frame) = stack.last_mut() else {
                unreachable!("the root returns before the stack is empty")
            };
            let mut outcome = match frame.sum.is_empty() {
                true => Some(self.play.outcome_without_moves()),
                false => None,
            };
            let mut child = None;
            while let Some(option) = frame.untried.last() {
                match self.memo.get(option) {
                    None => {
                        child = Some(option.clone());
                        break;
                    }
                    Some(Outcome::Previous) => {
                        outcome = Some(Outcome::Next);
                        break;
                    }
                    Some(Outcome::Next) => {
                        frame.untried.pop();
                    }
                }
            }
            if let Some(child) = child {
                self.enter(&mut stack, &mut stack_bytes, child)?;
                continue;
            }
            // No option is lost: then the position is.
            let outcome = outcome.unwrap_or(Outcome::Previous);
            if let Some(frame) = stack.pop() {
                stack_bytes -= frame.bytes;
                self.remember(frame.sum, outcome)?;
            }
            if stack.is_empty() {
                return Ok(outcome);
            }
            since_look += 1;
            if since_look >= POSITIONS_BETWEEN_LOOKS {
                since_look = 0;
                self.look(stack.len() as u64, stack_bytes)?;
            }
        }
    }

    fn enter(
        &mut self,
        stack: &mut Vec<Frame<R::Component>>,
        stack_bytes: &mut u64,
        sum: Box<[R::Component]>,
    ) -> Result<(), StopReason> {
        let owned: usize = sum.iter().map(Component::owned_bytes).sum();
        let sum_bytes = (size_of_val(&*sum) + owned + size_of::<Box<[R::Component]>>()) as u64 + 16;
        let bound = sum.iter().fold(0u64, |bound, part| bound.saturating_add(self.rules.option_bound(part)));
        let needed = bound.saturating_mul(sum_bytes);
        if needed.saturating_add(*stack_bytes).saturating_add(self.memo_bytes()) > self.budget.memory {
            return Err(StopReason::Memory { limit: self.budget.memory });
        }
        let mut untried = self.options_of(&sum);
        untried.reverse();
        self.options_seen += untried.len() as u64;
        if let Some(limit) = self.budget.options
            && self.options_seen > limit
        {
            return Err(StopReason::Options { limit });
        }
        let bytes = untried.len() as u64 * sum_bytes;
        *stack_bytes += bytes;
        stack.push(Frame { sum, untried, bytes });
        Ok(())
    }

    /// The options of a sum, each normalised; equal components are moved in once.
    fn options_of(&self, sum: &[R::Component]) -> Vec<Box<[R::Component]>> {
        let mut result = Vec::new();
        let mut options = Options::new();
        for (index, component) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == *component {
                continue;
            }
            options.clear();
            self.rules.options(component, &mut options);
            for option in options.iter() {
                let others = sum[..index].iter().chain(&sum[index + 1..]);
                result.push(self.normalised(others.chain(option).cloned().collect()));
            }
        }
        result
    }

    fn normalised(&self, mut sum: Vec<R::Component>) -> Box<[R::Component]> {
        for component in &mut sum {
            self.rules.canonicalise(component);
        }
        sum.retain(|component| self.rules.option_bound(component) > 0);
        sum.sort_unstable();
        sum.into_boxed_slice()
    }

    fn remember(&mut self, sum: Box<[R::Component]>, outcome: Outcome) -> Result<(), StopReason> {
        if self.memo.len() == self.memo.capacity()
            && self.memo.allocation_size() as u64 * 3 + self.owned_bytes > self.budget.memory
        {
            return Err(StopReason::Memory { limit: self.budget.memory });
        }
        let components: usize = sum.iter().map(Component::owned_bytes).sum();
        self.owned_bytes += (size_of_val(&*sum) + components) as u64 + 16;
        self.memo.insert(sum, outcome);
        Ok(())
    }

    fn memo_bytes(&self) -> u64 {
        self.memo.allocation_size() as u64 + self.owned_bytes
    }

    fn look(&self, depth: u64, stack_bytes: u64) -> Result<(), StopReason> {
        let bytes = self.memo_bytes() + self.rules.table_bytes() + stack_bytes;
        if bytes > self.budget.memory {
            return Err(StopReason::Memory { limit: self.budget.memory });
        }
        match self.observer.observe(&Progress { positions: self.nodes(), depth, bytes }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(reason) => Err(reason),
        }
    }
}
