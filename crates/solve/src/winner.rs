//! The winner of a sum of partizan positions by depth-first search over whole sums, as an independent check
//! of values.

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::ledger::Ledger;
use crate::sum_table::SumTable;
use winways_rules::{Component, Options, PartizanRuleset, Play, RuleFault, Side};

/// A search for the winner of sums, straight from the definition. The player who cannot move loses under
/// normal play and wins under misère play.
///
/// The search uses neither values nor symmetries that exchange the players.
///
/// # Complexity
/// Each distinct pair of a sum and a player to move is expanded at most once.
pub struct WinnerSearch<'r, R: PartizanRuleset + ?Sized> {
    rules: &'r R,
    play: Play,
    ledger: Ledger<'r>,
    /// `true` if the player to move wins; one table for Left to move, one for Right.
    memo: [SumTable<R::Component, bool>; 2],
    /// Bytes of the current line of play.
    line_bytes: u64,
    /// The options of one component, straight from the rules.
    options: Options<R::Component>,
}

type Key<C> = (Box<[C]>, Side);

/// A sum on the current line of play, with its untried options.
struct Frame<C> {
    key: Key<C>,
    untried: Vec<Key<C>>,
    /// `true` if the player to move has no move.
    is_stuck: bool,
    /// Bytes of the frame when it was pushed.
    bytes: u64,
}

impl<'r, R: PartizanRuleset + ?Sized> WinnerSearch<'r, R> {
    /// Creates a search with an empty memo.
    pub fn new(rules: &'r R, play: Play, budget: Budget, observer: &'r dyn Observer) -> Self {
        WinnerSearch {
            rules,
            play,
            // The interval is in positions entered and components of options.
            ledger: Ledger::new(budget, observer, 1 << 15),
            memo: [SumTable::default(), SumTable::default()],
            line_bytes: 0,
            options: Options::with_meter(observer.meter()),
        }
    }

    /// Returns `true` if `side`, the player to move, wins the sum.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up or the observer ends the work; results computed so far
    /// are retained.
    pub fn mover_wins(&mut self, position: &[R::Component], side: Side) -> Result<bool, Stopped> {
        let root = (normalised(self.rules, position.to_vec()), side);
        self.search(root).map_err(|reason| Stopped { reason, nodes: self.nodes() })
    }

    /// Returns the number of distinct (sum, player to move) pairs solved so far.
    pub fn nodes(&self) -> u64 {
        self.memo.iter().map(|memo| memo.len() as u64).sum()
    }

    fn known(&self, (sum, side): &Key<R::Component>) -> Option<bool> {
        self.memo[*side as usize].get(sum)
    }

    fn search(&mut self, root: Key<R::Component>) -> Result<bool, StopReason> {
        let mut stack = Vec::new();
        self.line_bytes = 0;
        self.enter(&mut stack, root.clone())?;
        while let Some(frame) = stack.last_mut() {
            let mut wins = frame.is_stuck && self.play == Play::Misere;
            let mut child = None;
            while let Some(option) = frame.untried.last() {
                match self.known(option) {
                    None => {
                        child = Some(option.clone());
                        break;
                    }
                    Some(false) => {
                        wins = true;
                        break;
                    }
                    Some(true) => {
                        frame.untried.pop();
                    }
                }
            }
            if let Some(child) = child {
                self.enter(&mut stack, child)?;
                continue;
            }
            if let Some(frame) = stack.pop() {
                self.line_bytes -= frame.bytes;
                self.remember(&frame.key, wins)?;
            }
        }
        Ok(self.known(&root).unwrap_or(false))
    }

    /// Pushes a sum and its options onto the line.
    fn enter(
        &mut self,
        stack: &mut Vec<Frame<R::Component>>,
        key: Key<R::Component>,
    ) -> Result<(), StopReason> {
        let frame = self.frame(key)?;
        self.line_bytes += frame.bytes;
        // Assembling an option takes a step for each component of the sum.
        let work = 1 + frame.untried.len() as u64 * (1 + frame.key.0.len() as u64);
        stack.push(frame);
        self.ledger.spend(work, || Progress::new(self.nodes(), stack.len(), self.bytes()))
    }

    fn remember(&mut self, (sum, side): &Key<R::Component>, wins: bool) -> Result<(), StopReason> {
        let growth = self.memo[*side as usize].bytes_to_grow();
        if growth > 0 {
            self.ledger.check(growth + self.bytes())?;
        }
        self.memo[*side as usize].insert(sum, wins);
        Ok(())
    }

    fn frame(&mut self, key: Key<R::Component>) -> Result<Frame<R::Component>, StopReason> {
        self.check_memory(&key.0)?;
        let mut untried = Vec::new();
        let (sum, side) = &key;
        // The stack doubles as it grows.
        let mut bytes = sum_bytes(sum) + 2 * size_of::<Frame<R::Component>>() as u64;
        for (index, component) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == *component {
                continue;
            }
            self.options.clear();
            self.rules.options(component, *side, &mut self.options)?;
            let rules = self.rules;
            self.options.metered(|options, meter| {
                for option in options.iter() {
                    let others = sum[..index].iter().chain(&sum[index + 1..]);
                    let after = normalised(rules, others.chain(option).cloned().collect());
                    meter.spend(sum_bytes(&after))?;
                    bytes += sum_bytes(&after);
                    untried.push((after, side.opponent()));
                }
                Ok::<(), RuleFault>(())
            })?;
        }
        untried.reverse();
        bytes += (untried.capacity() * size_of::<Key<R::Component>>()) as u64;
        Ok(Frame { is_stuck: untried.is_empty(), key, untried, bytes })
    }

    /// Checks that the options of a sum fit into the memory budget.
    fn check_memory(&self, sum: &[R::Component]) -> Result<(), StopReason> {
        // An option has only a few more components than the sum, and they own only a little more memory. A
        // growing list doubles its capacity and temporarily holds both copies.
        let option = sum_bytes(sum) + 3 * size_of::<Key<R::Component>>() as u64;
        let (mut needed, mut largest) = (0u64, 0);
        for part in sum {
            let (bound, bytes) = (self.rules.option_bound(part), option + self.rules.option_bytes(part));
            needed = needed.saturating_add(bound.saturating_mul(bytes));
            largest = bound.max(largest);
        }
        let needed = needed.saturating_add(Options::<R::Component>::bytes_for(largest));
        self.ledger.check_more(needed, || self.bytes())
    }

    fn bytes(&self) -> u64 {
        let memo: u64 = self.memo.iter().map(SumTable::bytes).sum();
        memo + self.line_bytes + self.rules.table_bytes()
    }
}

/// Returns a normalised sum: canonicalised, sorted, and without components that have no options.
fn normalised<R: PartizanRuleset + ?Sized>(rules: &R, mut sum: Vec<R::Component>) -> Box<[R::Component]> {
    sum.retain(|component| rules.option_bound(component) > 0);
    for component in &mut sum {
        rules.canonicalise(component);
    }
    sum.sort_unstable();
    sum.into_boxed_slice()
}

/// Returns the heap bytes of a boxed sum: its components, the memory they own, and an estimate of allocator
/// overhead.
fn sum_bytes<C: Component>(sum: &[C]) -> u64 {
    let owned: usize = sum.iter().map(Component::owned_bytes).sum();
    (size_of_val(sum).max(16) + owned + 16) as u64
}
