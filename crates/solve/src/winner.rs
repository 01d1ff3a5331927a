//! Who wins a sum of partizan positions, by depth-first search over whole sums: the independent witness of values.

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use winways_rules::{Options, PartizanRuleset, Play, RuleFault, Side};

/// The winner of sums, straight from the definition: the player who cannot move loses under normal play, and wins under misère
/// play.
///
/// It uses neither values nor symmetries that exchange the players.
///
/// # Complexity
/// Each distinct pair of a sum and a player to move is expanded at most once.
pub struct WinnerSearch<'r, R: PartizanRuleset> {
    rules: &'r R,
    play: Play,
    budget: Budget,
    observer: &'r dyn Observer,
    /// Whether the player to move wins.
    memo: HashMap<Key<R::Component>, bool, FixedState>,
    owned_bytes: u64,
}

type Key<C> = (Box<[C]>, Side);

/// A sum on the current line of play, with its options not yet tried.
struct Frame<C> {
    key: Key<C>,
    untried: Vec<Key<C>>,
    /// Whether the player to move has no move.
    is_stuck: bool,
}

const POSITIONS_POLL_INTERVAL: u64 = 1 << 12;

impl<'r, R: PartizanRuleset> WinnerSearch<'r, R> {
    /// A search that knows nothing yet.
    pub fn new(rules: &'r R, play: Play, budget: Budget, observer: &'r dyn Observer) -> Self {
        WinnerSearch { rules, play, budget, observer, memo: HashMap::default(), owned_bytes: 0 }
    }

    /// Whether `side`, who is to move, wins the sum.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is used up or the observer ends the work; what was found stays known.
    pub fn mover_wins(&mut self, position: &[R::Component], side: Side) -> Result<bool, Stopped> {
        let root = (self.normalised(position.to_vec()), side);
        self.search(root).map_err(|reason| Stopped { reason, nodes: self.memo.len() as u64 })
    }

    /// Distinct sums, each with a player to move, solved so far.
    pub fn nodes(&self) -> u64 {
        self.memo.len() as u64
    }

    fn search(&mut self, root: Key<R::Component>) -> Result<bool, StopReason> {
        let mut stack = vec![self.frame(root.clone())?];
        let mut since_poll = 0;
        while let Some(frame) = stack.last_mut() {
            let mut wins = frame.is_stuck && self.play == Play::Misere;
            let mut child = None;
            while let Some(option) = frame.untried.last() {
                match self.memo.get(option) {
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
                stack.push(self.frame(child)?);
                continue;
            }
            if let Some(frame) = stack.pop() {
                self.owned_bytes += size_of_val(&*frame.key.0) as u64 + 16;
                self.memo.insert(frame.key, wins);
            }
            since_poll += 1;
            if since_poll >= POSITIONS_POLL_INTERVAL {
                since_poll = 0;
                self.poll(stack.len() as u64)?;
            }
        }
        Ok(self.memo.get(&root).copied().unwrap_or(false))
    }

    fn frame(&self, key: Key<R::Component>) -> Result<Frame<R::Component>, RuleFault> {
        let mut untried = Vec::new();
        let mut options = Options::new();
        let (sum, side) = &key;
        for (index, component) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == *component {
                continue;
            }
            options.clear();
            self.rules.options(component, *side, &mut options)?;
            for option in options.iter() {
                let others = sum[..index].iter().chain(&sum[index + 1..]);
                let after = self.normalised(others.chain(option).cloned().collect());
                untried.push((after, side.opponent()));
            }
        }
        untried.reverse();
        Ok(Frame { is_stuck: untried.is_empty(), key, untried })
    }

    fn normalised(&self, mut sum: Vec<R::Component>) -> Box<[R::Component]> {
        sum.retain(|component| self.rules.option_bound(component) > 0);
        for component in &mut sum {
            self.rules.canonicalise(component);
        }
        sum.sort_unstable();
        sum.into_boxed_slice()
    }

    fn poll(&self, depth: u64) -> Result<(), StopReason> {
        let bytes = self.memo.allocation_size() as u64 + self.owned_bytes;
        let progress = Progress { positions: self.memo.len() as u64, depth, bytes, ..Progress::default() };
        self.budget.poll(self.observer, &progress)
    }
}
