//! Outcomes of whole sums by depth-first search. This is the only general method under misère play, where
//! values do not add. Under normal play it checks nim-values independently, since it does not use the theorem of
//! Sprague and Grundy.
//!
//! The search uses one thread. It stops at the first lost option of a position. With several threads, the skipped
//! options, and therefore the node count, would depend on timing.

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::ledger::Ledger;
use crate::sum_table::SumTable;
use winways_rules::{Component, ImpartialOutcome, Options, Play, RuleFault, Ruleset};

/// A search for outcomes by exhaustive enumeration of sums, straight from the definition.
///
/// A sum is a multiset of canonical components, without those that have no options. A position is won as soon
/// as one of its options is lost. Options are tried in the order of the rules, so the node count is
/// reproducible.
///
/// # Complexity
/// Each distinct sum is expanded at most once. The number of sums is exponential in the number of different
/// components.
///
/// ```
/// use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};
/// use winways_solve::{Budget, NoObserver, OutcomeSearch};
/// # struct Matches;
/// # impl Ruleset for Matches {
/// #     type Component = u64;
/// #     fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
/// #         for taken in 1..=3.min(*heap) { options.push([heap - taken]); }
/// #         Ok(())
/// #     }
/// #     fn option_bound(&self, heap: &u64) -> u64 { 3.min(*heap) }
/// # }
/// // A move takes one, two or three matches; the player who takes the last one loses.
/// let mut search = OutcomeSearch::new(&Matches, Play::Misere, Budget::DEFAULT, &NoObserver);
/// assert_eq!(search.outcome(&[5])?, ImpartialOutcome::Previous);
/// assert_eq!(search.outcome(&[5, 1])?, ImpartialOutcome::Next);
/// # Ok::<(), winways_solve::Stopped>(())
/// ```
pub struct OutcomeSearch<'r, R: Ruleset + ?Sized> {
    rules: &'r R,
    play: Play,
    ledger: Ledger<'r>,
    memo: SumTable<R::Component, ImpartialOutcome>,
    options_seen: u64,
    /// The options of one component, straight from the rules.
    scratch: Options<R::Component>,
    /// The option being assembled.
    option: Vec<R::Component>,
}

/// The current line of play.
struct Line<C> {
    frames: Vec<Frame<C>>,
    /// The options of all sums on the line, in the order of the frames.
    options: Options<C>,
    /// Bytes of the sums, and heap bytes owned by the components of `options` beyond the buffer.
    owned_bytes: u64,
}

/// A sum on the current line of play.
struct Frame<C> {
    sum: Box<[C]>,
    /// Index of the first option in the buffer.
    first_option: usize,
    /// Index of the option to try next.
    next_option: usize,
    /// Bytes of the sum, and heap bytes owned by its options beyond the buffer.
    owned_bytes: u64,
}

impl<C: Component> Line<C> {
    fn pop(&mut self) -> Option<Frame<C>> {
        let frame = self.frames.pop()?;
        self.options.truncate(frame.first_option);
        self.owned_bytes -= frame.owned_bytes;
        Some(frame)
    }

    fn bytes(&self) -> u64 {
        let frames = self.frames.capacity() * size_of::<Frame<C>>();
        (frames + self.options.bytes()) as u64 + self.owned_bytes
    }
}

/// Meter steps charged for each component of an option.
const COMPONENT_STEPS: u64 = 8;

impl<'r, R: Ruleset + ?Sized> OutcomeSearch<'r, R> {
    /// Creates a search with an empty memo. It runs on one thread, regardless of the budget.
    pub fn new(rules: &'r R, play: Play, budget: Budget, observer: &'r dyn Observer) -> Self {
        OutcomeSearch {
            rules,
            play,
            // The interval is in positions entered and components of options.
            ledger: Ledger::new(budget, observer, 1 << 16),
            memo: SumTable::default(),
            options_seen: 0,
            scratch: Options::with_meter(observer.meter()),
            option: Vec::new(),
        }
    }

    /// Replaces the budget, for example to resume a stopped search.
    pub fn set_budget(&mut self, budget: Budget) {
        self.ledger.budget = budget;
    }

    /// Returns the outcome of a sum.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up or the observer ends the work; results computed so far are retained.
    pub fn outcome(&mut self, position: &[R::Component]) -> Result<ImpartialOutcome, Stopped> {
        let mut root = position.to_vec();
        normalise(self.rules, &mut root);
        // Charges the call even if the memo has the answer, since many such calls take long too.
        let work = 1 + position.len() as u64;
        let found = self.spend(work, None).and_then(|()| self.search(root.into_boxed_slice()));
        found.map_err(|reason| Stopped { reason, nodes: self.nodes() })
    }

    /// Returns the number of distinct sums solved so far.
    pub fn nodes(&self) -> u64 {
        self.memo.len() as u64
    }

    fn search(&mut self, root: Box<[R::Component]>) -> Result<ImpartialOutcome, StopReason> {
        if let Some(outcome) = self.memo.get(&root) {
            return Ok(outcome);
        }
        let mut line = Line { frames: Vec::new(), options: Options::new(), owned_bytes: 0 };
        self.enter(&mut line, root)?;
        loop {
            let Some(frame) = line.frames.last_mut() else {
                unreachable!("the root returns before the line is empty")
            };
            // If no option is lost, the sum is lost.
            let mut outcome = ImpartialOutcome::Previous;
            // An option bound may be positive for a component without options, so such components may remain.
            if frame.first_option == line.options.len() {
                outcome = self.play.outcome_without_moves();
            }
            let mut child = None;
            while frame.next_option < line.options.len() {
                let option = line.options.get(frame.next_option);
                match self.memo.get(option) {
                    None => {
                        child = Some(Box::from(option));
                        break;
                    }
                    Some(ImpartialOutcome::Previous) => {
                        outcome = ImpartialOutcome::Next;
                        break;
                    }
                    Some(ImpartialOutcome::Next) => frame.next_option += 1,
                }
            }
            if let Some(child) = child {
                self.enter(&mut line, child)?;
                continue;
            }
            if let Some(frame) = line.pop() {
                self.remember(&frame.sum, outcome)?;
            }
            if line.frames.is_empty() {
                return Ok(outcome);
            }
        }
    }

    /// Pushes a sum and its options onto the line.
    fn enter(&mut self, line: &mut Line<R::Component>, sum: Box<[R::Component]>) -> Result<(), StopReason> {
        let (mut bound, mut largest, mut in_tables) = (0u64, 0, 0u64);
        for part in &sum {
            let options = self.rules.option_bound(part);
            bound = bound.saturating_add(options);
            largest = options.max(largest);
            in_tables = in_tables.saturating_add(options.saturating_mul(self.rules.option_bytes(part)));
        }
        let owned: usize = sum.iter().map(Component::owned_bytes).sum();
        // An option has only a few more components than the sum, and they own only a little more memory. A growing buffer
        // doubles its capacity and temporarily holds both copies.
        let option_bytes = 2 * (size_of_val(&*sum) + size_of::<usize>()) + owned;
        let needed = bound
            .saturating_mul(option_bytes as u64)
            .saturating_add(Options::<R::Component>::bytes_for(largest))
            .saturating_add(in_tables);
        self.ledger.check_more(needed, || self.bytes(Some(line)))?;
        let first_option = line.options.len();
        self.push_options(&sum, &mut line.options)?;
        let options = (line.options.len() - first_option) as u64;
        self.options_seen += options;
        self.ledger.budget.check_options(self.options_seen)?;
        let parts = line.options.components_from_mut(first_option).iter();
        let owned_by_options: usize = parts.map(Component::owned_bytes).sum();
        let owned_bytes = (size_of_val(&*sum) + owned + owned_by_options) as u64;
        line.owned_bytes += owned_bytes;
        // Assembling an option takes a step for each component of the sum.
        let work = 1 + options * (1 + sum.len() as u64);
        line.frames.push(Frame { sum, first_option, next_option: first_option, owned_bytes });
        self.spend(work, Some(line))
    }

    /// Appends the options of a sum, each normalised. Only one of several equal components is expanded.
    fn push_options(
        &mut self,
        sum: &[R::Component],
        options: &mut Options<R::Component>,
    ) -> Result<(), RuleFault> {
        for (index, component) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == *component {
                continue;
            }
            self.scratch.clear();
            self.rules.options(component, &mut self.scratch)?;
            let (rules, assembled) = (self.rules, &mut self.option);
            let steps = COMPONENT_STEPS * (1 + sum.len() as u64);
            self.scratch.metered(|scratch, meter| {
                for option in scratch.iter() {
                    meter.spend(steps)?;
                    let others = sum[..index].iter().chain(&sum[index + 1..]);
                    assembled.extend(others.chain(option).cloned());
                    normalise(rules, assembled);
                    options.push(assembled.drain(..));
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn remember(&mut self, sum: &[R::Component], outcome: ImpartialOutcome) -> Result<(), StopReason> {
        let growth = self.memo.bytes_to_grow();
        if growth > 0 {
            self.ledger.check(growth + self.memo.bytes())?;
        }
        self.memo.insert(sum, outcome);
        Ok(())
    }

    fn bytes(&self, line: Option<&Line<R::Component>>) -> u64 {
        self.memo.bytes() + self.rules.table_bytes() + line.map_or(0, Line::bytes)
    }

    fn spend(&self, work: u64, line: Option<&Line<R::Component>>) -> Result<(), StopReason> {
        let depth = line.map_or(0, |line| line.frames.len());
        self.ledger.spend(work, || Progress::new(self.nodes(), depth, self.bytes(line)))
    }
}

/// Normalises a sum: canonicalises and sorts it, and removes components without options.
fn normalise<R: Ruleset + ?Sized>(rules: &R, sum: &mut Vec<R::Component>) {
    rules.canonicalise_all(sum);
    sum.retain(|component| rules.option_bound(component) > 0);
    sum.sort_unstable();
}
